//! The values that each kind of constraint rules out.

use ludarium_engine::puzzle::{Constraint, Values};

/// The possible values of all variables, with an undo trail.
#[derive(Debug, Default)]
pub(super) struct Domains {
    values: Vec<Values>,
    /// Variables with their values before each change.
    trail: Vec<(usize, Values)>,
    /// Variables that lost values since this list was last cleared.
    pub changed: Vec<usize>,
}

/// No solution is left.
#[derive(Debug)]
pub(super) struct Contradiction;

/// Whether a solution may still exist.
pub(super) type Outcome = Result<(), Contradiction>;

impl Domains {
    pub fn new(values: Vec<Values>) -> Domains {
        Domains {
            values,
            ..Domains::default()
        }
    }

    /// The values of all variables.
    pub fn all(&self) -> &[Values] {
        &self.values
    }

    pub fn of(&self, variable: usize) -> Values {
        self.values[variable]
    }

    /// Restricts a variable to the values in `allowed`.
    pub fn restrict(&mut self, variable: usize, allowed: Values) -> Outcome {
        let before = self.values[variable];
        let after = before.and(allowed);
        if after.is_empty() {
            return Err(Contradiction);
        }
        if after != before {
            self.trail.push((variable, before));
            self.values[variable] = after;
            self.changed.push(variable);
        }
        Ok(())
    }

    fn remove(&mut self, variable: usize, values: Values) -> Outcome {
        self.restrict(variable, self.values[variable].without(values))
    }

    /// A mark to undo to.
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Restores the values at a mark.
    pub fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            if let Some((variable, values)) = self.trail.pop() {
                self.values[variable] = values;
            }
        }
        self.changed.clear();
    }
}

/// Removes values that cannot be part of a solution of the constraint; `variables` are those in its
/// scope.
pub(super) fn propagate(
    constraint: &Constraint,
    variables: &[usize],
    domains: &mut Domains,
) -> Outcome {
    match constraint {
        Constraint::AllDifferent { among, except } => all_different(among, *except, domains),
        Constraint::Sum { of, is } => sum(of, i64::from(*is), domains),
        Constraint::Count { of, value, is } => count(of, *value, i64::from(*is), domains),
        Constraint::Unlike { first, second } => unlike(first, second, domains),
        _ => holds(constraint, variables, domains),
    }
}

fn all_different(among: &[usize], except: Values, domains: &mut Domains) -> Outcome {
    let mut before = usize::MAX;
    loop {
        // A value fixed for one variable is removed from all others.
        let mut settled = Values::NONE;
        loop {
            let mut fixed = Values::NONE;
            for &variable in among {
                let values = domains.of(variable);
                let Some(value) = values.only().filter(|&value| !except.contains(value)) else {
                    continue;
                };
                if fixed.contains(value) {
                    return Err(Contradiction);
                }
                fixed = fixed.or(Values::one(value));
            }
            if fixed == settled {
                break;
            }
            settled = fixed;
            for &variable in among {
                let values = domains.of(variable);
                if values.only().is_none_or(|value| except.contains(value)) {
                    domains.remove(variable, settled)?;
                }
            }
        }
        // A variable that may have an excepted value restricts no other (often so for lines of
        // queens).
        let tied = |&variable: &usize| {
            let values = domains.of(variable);
            values.only().is_none() && values.and(except).is_empty()
        };
        if !among.iter().any(tied) {
            return Ok(());
        }
        let open: Vec<usize> = among
            .iter()
            .copied()
            .filter(|&variable| domains.of(variable).only().is_none())
            .collect();
        let left: usize = open.iter().map(|&v| domains.of(v).len()).sum();
        if left >= before {
            return Ok(());
        }
        before = left;
        naked_sets(&open, except, domains)?;
        if except.is_empty() {
            hidden_singles(&open, domains)?;
        }
    }
}

/// Naked sets: if a number of variables share the same number of values, no other variable has any
/// of these.
fn naked_sets(open: &[usize], except: Values, domains: &mut Domains) -> Outcome {
    for &variable in open {
        let values = domains.of(variable);
        if !values.and(except).is_empty() || values.len() >= open.len() {
            continue;
        }
        let inside = |domains: &Domains, v: usize| domains.of(v).without(values).is_empty();
        let sharing = open.iter().filter(|&&v| inside(domains, v)).count();
        if sharing > values.len() {
            return Err(Contradiction);
        }
        if sharing == values.len() {
            for &other in open {
                if !inside(domains, other) {
                    domains.remove(other, values)?;
                }
            }
        }
    }
    Ok(())
}

/// Hidden singles: if there are no more values than variables, every value is used, and a value
/// that only one variable can have belongs to it.
fn hidden_singles(open: &[usize], domains: &mut Domains) -> Outcome {
    let together = |domains: &Domains| {
        let sets = open.iter().map(|&variable| domains.of(variable));
        sets.fold(Values::NONE, Values::or)
    };
    let values = together(domains);
    if values.len() < open.len() {
        return Err(Contradiction);
    }
    if values.len() > open.len() {
        return Ok(());
    }
    let (mut once, mut twice) = (Values::NONE, Values::NONE);
    for &variable in open {
        let values = domains.of(variable);
        twice = twice.or(once.and(values));
        once = once.or(values);
    }
    let single = once.without(twice);
    if single.is_empty() {
        return Ok(());
    }
    for &variable in open {
        let only_here = domains.of(variable).and(single);
        if only_here.len() > 1 {
            return Err(Contradiction);
        }
        if !only_here.is_empty() {
            domains.restrict(variable, only_here)?;
        }
    }
    Ok(())
}

/// Bounds propagation: each value is at least what is missing if all others are maximal, and at
/// most what is left if they are minimal.
fn sum(of: &[usize], is: i64, domains: &mut Domains) -> Outcome {
    loop {
        let (mut low, mut high) = (0, 0);
        for &variable in of {
            let (least, most) = domains.of(variable).ends();
            low += i64::from(least);
            high += i64::from(most);
        }
        if is < low || is > high {
            return Err(Contradiction);
        }
        let mark = domains.mark();
        for &variable in of {
            let (least, most) = domains.of(variable).ends();
            let lowest = is - (high - i64::from(most));
            let highest = is - (low - i64::from(least));
            if lowest > i64::from(least) || highest < i64::from(most) {
                let bound = |end: i64| end.clamp(-1, i64::from(Values::MAX) + 1) as i32;
                domains.restrict(variable, Values::range(bound(lowest), bound(highest)))?;
            }
        }
        if domains.mark() == mark {
            return Ok(());
        }
    }
}

fn count(of: &[usize], value: i32, is: i64, domains: &mut Domains) -> Outcome {
    let (mut certain, mut possible) = (0, 0);
    for &variable in of {
        let values = domains.of(variable);
        certain += i64::from(values.only() == Some(value));
        possible += i64::from(values.contains(value));
    }
    if is < certain || is > possible {
        return Err(Contradiction);
    }
    if certain == possible || (certain < is && is < possible) {
        return Ok(());
    }
    for &variable in of {
        let values = domains.of(variable);
        if values.only().is_none() && values.contains(value) {
            if certain == is {
                domains.remove(variable, Values::one(value))?;
            } else {
                domains.restrict(variable, Values::one(value))?;
            }
        }
    }
    Ok(())
}

/// If two rows agree except for one open variable, that variable must differ.
fn unlike(first: &[usize], second: &[usize], domains: &mut Domains) -> Outcome {
    let mut open = None;
    for (&a, &b) in first.iter().zip(second) {
        match (domains.of(a).only(), domains.of(b).only()) {
            _ if a == b => {}
            (Some(one), Some(other)) if one == other => {}
            (Some(_), Some(_)) => return Ok(()),
            (Some(value), None) if open.is_none() => open = Some((b, value)),
            (None, Some(value)) if open.is_none() => open = Some((a, value)),
            _ => return Ok(()),
        }
    }
    match open {
        Some((variable, value)) => domains.remove(variable, Values::one(value)),
        None => Err(Contradiction),
    }
}

/// With more open variables than this, a constraint is only checked.
const MAX_OPEN_VARIABLES: usize = 12;

/// Removes each value with which the constraint cannot hold.
fn holds(constraint: &Constraint, variables: &[usize], domains: &mut Domains) -> Outcome {
    match constraint.evaluate(domains.all()) {
        Some(true) => return Ok(()),
        Some(false) => return Err(Contradiction),
        None => {}
    }
    let open = |domains: &Domains, v: usize| domains.of(v).only().is_none();
    if variables.iter().filter(|&&v| open(domains, v)).count() > MAX_OPEN_VARIABLES {
        return Ok(());
    }
    let mut trial = domains.all().to_vec();
    for &variable in variables {
        let values = domains.of(variable);
        if !open(domains, variable) {
            continue;
        }
        let possible = values.iter().filter(|&value| {
            trial[variable] = Values::one(value);
            constraint.evaluate(&trial) != Some(false)
        });
        let possible: Values = possible.collect();
        domains.restrict(variable, possible)?;
        trial[variable] = possible;
    }
    Ok(())
}
