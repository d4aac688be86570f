//! Constraints between the variables of a puzzle.
//!
//! A constraint can be evaluated before all of its variables are set: it may already be known to
//! hold or fail, whatever values the others get. Interval arithmetic over the least and greatest
//! value of each part decides that.

use super::Values;
use crate::ir::{Cmp, Op};

/// A constraint; variables are named by their index in the puzzle.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Constraint {
    /// No value comes twice among the variables, but for the excepted ones.
    AllDifferent {
        /// The variables.
        among: Vec<usize>,
        /// Values that may come as often as they like.
        except: Values,
    },
    /// The values add up to a number.
    Sum {
        /// The variables.
        of: Vec<usize>,
        /// The number.
        is: i32,
    },
    /// A value comes so often.
    Count {
        /// The variables.
        of: Vec<usize>,
        /// The value.
        value: i32,
        /// How often.
        is: i32,
    },
    /// Two rows of variables are not alike all along.
    Unlike {
        /// The one row.
        first: Vec<usize>,
        /// The other, as long.
        second: Vec<usize>,
    },
    /// What is not 0 makes one ring.
    Ring(super::Ring),
    /// Anything else.
    Holds(Test),
}

/// A Boolean expression that depends on the values.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum Test {
    Const(bool),
    All(Vec<Test>),
    Any(Vec<Test>),
    Not(Box<Test>),
    Either(Box<Test>, Box<Test>),
    If(Box<Test>, Box<Test>, Box<Test>),
    Compare(Cmp, Number, Number),
    That(Box<Constraint>),
}

/// A number that depends on the values.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum Number {
    Const(i32),
    /// The value of a variable.
    Value(usize),
    /// The sum of the values of variables.
    Sum(Vec<usize>),
    /// How many variables have a value.
    Count(Vec<usize>, i32),
    Bin(Op, Box<Number>, Box<Number>),
    Abs(Box<Number>),
    If(Box<Test>, Box<Number>, Box<Number>),
    FromTest(Box<Test>),
}

impl Constraint {
    /// The variables that it speaks of, ascending, each once.
    #[must_use]
    pub fn variables(&self) -> Vec<usize> {
        let mut found = Vec::new();
        self.gather(&mut found);
        found.sort_unstable();
        found.dedup();
        found
    }

    fn gather(&self, found: &mut Vec<usize>) {
        match self {
            Constraint::AllDifferent { among: of, .. }
            | Constraint::Sum { of, .. }
            | Constraint::Count { of, .. } => found.extend(of),
            Constraint::Unlike { first, second } => {
                found.extend(first);
                found.extend(second);
            }
            Constraint::Ring(ring) => found.extend(&ring.of),
            Constraint::Holds(test) => test.gather(found),
        }
    }

    /// Whether the constraint holds for every choice among `values` (given by variable), or for
    /// none; `None` while that is undecided. It is decided once each variable has a single value
    /// left.
    ///
    /// ```
    /// use ludarium_engine::puzzle::{Constraint, Values};
    ///
    /// let sum = Constraint::Sum { of: vec![0, 1], is: 9 };
    /// assert_eq!(sum.evaluate(&[Values::range(1, 9), Values::range(1, 9)]), None);
    /// assert_eq!(sum.evaluate(&[Values::range(1, 4), Values::range(1, 4)]), Some(false));
    /// assert_eq!(sum.evaluate(&[Values::one(4), Values::one(5)]), Some(true));
    /// ```
    #[must_use]
    pub fn evaluate(&self, values: &[Values]) -> Option<bool> {
        match self {
            Constraint::AllDifferent { among, except } => {
                let (mut taken, mut open) = (Values::NONE, false);
                for &variable in among {
                    match values[variable].only() {
                        Some(value) if except.contains(value) => {}
                        Some(value) if taken.contains(value) => return Some(false),
                        Some(value) => taken = taken.or(Values::one(value)),
                        None => open = true,
                    }
                }
                (!open).then_some(true)
            }
            Constraint::Sum { of, is } => equal(sum(of, values), i64::from(*is)),
            Constraint::Count { of, value, is } => equal(count(of, *value, values), i64::from(*is)),
            Constraint::Unlike { first, second } => {
                let mut open = false;
                for (&a, &b) in first.iter().zip(second) {
                    let (a, b) = (values[a], values[b]);
                    if a.and(b).is_empty() {
                        return Some(true);
                    }
                    open |= a.only().is_none() || b.only().is_none();
                }
                (!open).then_some(false)
            }
            Constraint::Ring(ring) => ring.evaluate(values),
            Constraint::Holds(test) => test.evaluate(values),
        }
    }
}

impl Constraint {
    /// Whether the variables that are set break the constraint already. Unlike
    /// [`Constraint::evaluate`], and as in Ludii, a sum counts unset variables as 0 until all are
    /// set.
    pub(crate) fn is_broken(&self, values: &[Values]) -> bool {
        match self {
            Constraint::Sum { of, is } => {
                let set = || of.iter().filter_map(|&variable| values[variable].only());
                let so_far: i64 = set().map(i64::from).sum();
                let all = set().count() == of.len();
                so_far > i64::from(*is) || all && so_far != i64::from(*is)
            }
            _ => self.evaluate(values) == Some(false),
        }
    }
}

impl Test {
    fn gather(&self, found: &mut Vec<usize>) {
        match self {
            Test::Const(_) => {}
            Test::All(tests) | Test::Any(tests) => {
                tests.iter().for_each(|test| test.gather(found));
            }
            Test::Not(test) => test.gather(found),
            Test::Either(a, b) => {
                a.gather(found);
                b.gather(found);
            }
            Test::If(a, b, c) => [a, b, c].iter().for_each(|test| test.gather(found)),
            Test::Compare(_, a, b) => {
                a.gather(found);
                b.gather(found);
            }
            Test::That(constraint) => constraint.gather(found),
        }
    }

    /// Evaluates the test, as [`Constraint::evaluate`] does a constraint.
    #[must_use]
    pub fn evaluate(&self, values: &[Values]) -> Option<bool> {
        match self {
            Test::Const(value) => Some(*value),
            Test::All(tests) => value_of_parts(tests, values, false),
            Test::Any(tests) => value_of_parts(tests, values, true),
            Test::Not(test) => test.evaluate(values).map(|holds| !holds),
            Test::Either(a, b) => Some(a.evaluate(values)? ^ b.evaluate(values)?),
            Test::If(cond, yes, no) => match cond.evaluate(values) {
                Some(true) => yes.evaluate(values),
                Some(false) => no.evaluate(values),
                None => {
                    let holds = yes.evaluate(values)?;
                    (no.evaluate(values)? == holds).then_some(holds)
                }
            },
            Test::Compare(cmp, a, b) => compare(*cmp, a.bounds(values), b.bounds(values)),
            Test::That(constraint) => constraint.evaluate(values),
        }
    }
}

/// Whether one of the tests comes out as `decisive`, and so settles it; all others, if none does.
fn value_of_parts(tests: &[Test], values: &[Values], decisive: bool) -> Option<bool> {
    let mut open = false;
    for test in tests {
        match test.evaluate(values) {
            Some(found) if found == decisive => return Some(decisive),
            Some(_) => {}
            None => open = true,
        }
    }
    (!open).then_some(!decisive)
}

/// The smallest and the greatest that a number can be.
type Bounds = (i64, i64);

/// Any number of the language.
const ANY: Bounds = (i32::MIN as i64, i32::MAX as i64);

fn sum(of: &[usize], values: &[Values]) -> Bounds {
    of.iter().fold((0, 0), |(low, high), &variable| {
        let (least, most) = values[variable].ends();
        (low + i64::from(least), high + i64::from(most))
    })
}

fn count(of: &[usize], value: i32, values: &[Values]) -> Bounds {
    of.iter().fold((0, 0), |(low, high), &variable| {
        let values = values[variable];
        (
            low + i64::from(values.only() == Some(value)),
            high + i64::from(values.contains(value)),
        )
    })
}

fn equal((low, high): Bounds, number: i64) -> Option<bool> {
    if number < low || number > high {
        return Some(false);
    }
    (low == high).then_some(true)
}

fn compare(cmp: Cmp, a: Bounds, b: Bounds) -> Option<bool> {
    let less = |a: Bounds, b: Bounds| match () {
        () if a.1 < b.0 => Some(true),
        () if a.0 >= b.1 => Some(false),
        () => None,
    };
    let same = || match () {
        () if a.1 < b.0 || b.1 < a.0 => Some(false),
        () if a.0 == a.1 && a == b => Some(true),
        () => None,
    };
    let not = |value: Option<bool>| value.map(|holds| !holds);
    match cmp {
        Cmp::Eq => same(),
        Cmp::Ne => not(same()),
        Cmp::Lt => less(a, b),
        Cmp::Ge => not(less(a, b)),
        Cmp::Gt => less(b, a),
        Cmp::Le => not(less(b, a)),
    }
}

impl Number {
    fn gather(&self, found: &mut Vec<usize>) {
        match self {
            Number::Const(_) => {}
            Number::Value(variable) => found.push(*variable),
            Number::Sum(of) | Number::Count(of, _) => found.extend(of),
            Number::Bin(_, a, b) => {
                a.gather(found);
                b.gather(found);
            }
            Number::Abs(number) => number.gather(found),
            Number::If(test, a, b) => {
                test.gather(found);
                a.gather(found);
                b.gather(found);
            }
            Number::FromTest(test) => test.gather(found),
        }
    }

    fn bounds(&self, values: &[Values]) -> Bounds {
        match self {
            Number::Const(number) => (i64::from(*number), i64::from(*number)),
            Number::Value(variable) => {
                let (low, high) = values[*variable].ends();
                (i64::from(low), i64::from(high))
            }
            Number::Sum(of) => sum(of, values),
            Number::Count(of, value) => count(of, *value, values),
            Number::Bin(op, a, b) => combined(*op, a.bounds(values), b.bounds(values)),
            Number::Abs(number) => {
                let (low, high) = number.bounds(values);
                let least = if low <= 0 && high >= 0 {
                    0
                } else {
                    low.abs().min(high.abs())
                };
                within(least, low.abs().max(high.abs()))
            }
            Number::If(test, a, b) => match test.evaluate(values) {
                Some(true) => a.bounds(values),
                Some(false) => b.bounds(values),
                None => {
                    let (a, b) = (a.bounds(values), b.bounds(values));
                    (a.0.min(b.0), a.1.max(b.1))
                }
            },
            Number::FromTest(test) => match test.evaluate(values) {
                Some(holds) => (i64::from(holds), i64::from(holds)),
                None => (0, 1),
            },
        }
    }
}

/// What two numbers make, by the ends of what they can be.
fn combined(op: Op, a: Bounds, b: Bounds) -> Bounds {
    if a.0 == a.1 && b.0 == b.1 {
        let number = |(number, _): Bounds| number.clamp(ANY.0, ANY.1) as i32;
        let made = i64::from(op.apply(number(a), number(b)));
        return (made, made);
    }
    match op {
        Op::Add => within(a.0 + b.0, a.1 + b.1),
        Op::Sub => within(a.0 - b.1, a.1 - b.0),
        Op::Mul => {
            let products = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
            let least = products.iter().copied().min().unwrap_or(ANY.0);
            within(least, products.iter().copied().max().unwrap_or(ANY.1))
        }
        Op::Min => (a.0.min(b.0), a.1.min(b.1)),
        Op::Max => (a.0.max(b.0), a.1.max(b.1)),
        Op::Mod if a.0 >= 0 && b.0 > 0 => (0, a.1.min(b.1 - 1)),
        Op::Div | Op::Mod | Op::Pow => ANY,
    }
}

/// These bounds; any number at all where the language's numbers would overflow.
fn within(low: i64, high: i64) -> Bounds {
    if low < ANY.0 || high > ANY.1 {
        ANY
    } else {
        (low, high)
    }
}
