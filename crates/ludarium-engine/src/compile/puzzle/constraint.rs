//! The constraints of a puzzle.

use ludarium_lud::{Call, Diagnostic, Ludeme, Node, Value};

use super::among::negated;
use super::{element, Region};
use crate::compile::ints::{is_region, need};
use crate::compile::{Compiler, Res};
use crate::ir::{Cmp, Iter, Op, OFF};
use crate::layout::{type_index, type_of_index};
use crate::puzzle::{Constraint, Number, Test, Values};

impl Compiler {
    /// A Boolean expression that depends on the values of a puzzle.
    pub(super) fn test(&mut self, node: &Node) -> Res<Test> {
        use Ludeme as L;
        let Some(call) = node.call() else {
            return self.fixed_boolean(node);
        };
        self.charge(1, node)?;
        let cmp = match call.ludeme {
            L::PuzzleAllDifferent => return self.all_different(node, call),
            L::PuzzleIsPuzzleRegionResult => return self.region_result(node, call),
            L::IsLoop => return self.ring(node, call),
            L::PuzzleIsUnique => return self.unique(node, call),
            L::ForAll => return self.for_all(node, call),
            L::AllSites => return self.for_all_sites(node, call),
            L::IsIn => return self.value_in(node, call),
            L::BoolAnd | L::BoolAndList => return Ok(join(true, self.tests(call)?)),
            L::BoolOr | L::BoolOrList => return Ok(join(false, self.tests(call)?)),
            L::BoolNot => {
                let inner = self.test(need(node, call, "boolean")?)?;
                return Ok(match inner {
                    Test::Const(value) => Test::Const(!value),
                    inner => Test::Not(Box::new(inner)),
                });
            }
            L::BoolXor => {
                let first = self.test(need(node, call, "boolean")?)?;
                let second = self.test(need(node, call, "boolean2")?)?;
                return Ok(Test::Either(Box::new(first), Box::new(second)));
            }
            L::BoolIf => {
                let cond = self.test(need(node, call, "boolean")?)?;
                let yes = self.test(need(node, call, "boolean2")?)?;
                let no = match call.arg("boolean3") {
                    Some(no) => self.test(no)?,
                    None => Test::Const(false),
                };
                return Ok(match cond {
                    Test::Const(true) => yes,
                    Test::Const(false) => no,
                    cond => Test::If(Box::new(cond), Box::new(yes), Box::new(no)),
                });
            }
            L::IsInteger => {
                let (kind, number) = (call.arg("isIntegerType"), call.arg("int"));
                let parity = match kind.and_then(Node::word) {
                    Some("Even") => 0,
                    Some("Odd") => 1,
                    _ => return self.no_meaning(node),
                };
                let Some(number) = number else {
                    return self.no_meaning(node);
                };
                let number = self.puzzle_number(number)?;
                let rest = Number::Bin(Op::Mod, Box::new(number), Box::new(Number::Const(2)));
                return Ok(compared(Cmp::Eq, rest, Number::Const(parity)));
            }
            L::ToBool => {
                let inner = need(node, call, "int")?;
                if inner.call().is_none_or(|call| call.ludeme.sort() != "int") {
                    return self.fixed_boolean(node);
                }
                let number = self.puzzle_number(inner)?;
                return Ok(compared(Cmp::Ne, number, Number::Const(0)));
            }
            L::Eq => Cmp::Eq,
            L::Ne => Cmp::Ne,
            L::Lt => Cmp::Lt,
            L::Le => Cmp::Le,
            L::Gt => Cmp::Gt,
            L::Ge => Cmp::Ge,
            _ => return self.fixed_boolean(node),
        };
        let [first, second] = [need(node, call, "int")?, need(node, call, "int2")?];
        let is_region = |node: &Node| {
            node.call()
                .is_some_and(|call| call.ludeme.sort() == "sites")
        };
        if is_region(first) || is_region(second) {
            return self.fixed_boolean(node);
        }
        let (first, second) = (self.puzzle_number(first)?, self.puzzle_number(second)?);
        Ok(compared(cmp, first, second))
    }

    fn tests(&mut self, call: &Call) -> Res<Vec<Test>> {
        let items = call.args.iter().flatten().flat_map(Node::items);
        items.map(|item| self.test(item)).collect()
    }

    /// The type of site of a constraint: stated explicitly, or that of its region, or the board's.
    fn type_of_constraint(&self, call: &Call) -> usize {
        if let Some(word) = call.arg("siteType") {
            return self.site_type(Some(word));
        }
        let region = call
            .ludeme
            .parameter("sites")
            .and_then(|_| call.arg("sites")?.call());
        let named = region.and_then(|region| {
            region.ludeme.parameter("siteType")?;
            region.arg("siteType")
        });
        self.site_type(named)
    }

    /// `(all Different ...)`.
    fn all_different(&mut self, node: &Node, call: &Call) -> Res<Test> {
        let site_type = self.type_of_constraint(call);
        let mut except = Values::NONE;
        for value in call.arg("except").map_or(&[][..], Node::items) {
            except = except.or(Values::one(self.constant(value)?));
        }
        let regions = match call.arg("sites") {
            Some(region) => {
                let among = self.sites_among(site_type, region)?;
                if among.iter().any(|(_, test)| *test != Test::Const(true)) {
                    return self.different_among(site_type, &among, except, node);
                }
                vec![among.into_iter().map(|(site, _)| site).collect()]
            }
            None => {
                let families = self.families_named(site_type, None, node)?;
                families
                    .into_iter()
                    .flatten()
                    .map(|region| region.sites)
                    .collect()
            }
        };
        let mut tests = Vec::new();
        for sites in regions {
            let among = self.variables(site_type, &sites, node)?;
            tests.push(that(Constraint::AllDifferent { among, except }));
        }
        Ok(join(true, tests))
    }

    /// `(is Sum ...)` and `(is Count ...)`, for a region or for those of the equipment. If the
    /// result is the hint, the regions are those that have one.
    fn region_result(&mut self, node: &Node, call: &Call) -> Res<Test> {
        let site_type = self.type_of_constraint(call);
        let counted = need(node, call, "isPuzzleRegionResultType")?.word() == Some("Count");
        let value = match call.arg("of") {
            _ if !counted => None,
            None => Some(1),
            Some(value) => Some(self.constant(value)?),
        };
        let result = need(node, call, "int")?;
        if let Some(region) = call.arg("sites") {
            let among = self.sites_among(site_type, region)?;
            if among.iter().any(|(_, test)| *test != Test::Const(true)) {
                let number = self.sum_among(site_type, among, value, node)?;
                let is = self.puzzle_number(result)?;
                return Ok(compared(Cmp::Eq, number, is));
            }
            let sites: Vec<i32> = among.into_iter().map(|(site, _)| site).collect();
            return self.result_of(site_type, &sites, value, result);
        }
        let hinted = reads_hint(result);
        if hinted && self.known(Iter::Hint).is_some() {
            // Within `forAll Hint`, the region is that of the hint.
            let sites = self.sites_of_hint();
            return self.result_of(site_type, &sites, value, result);
        }
        let name = call.arg("string").and_then(Node::str);
        let mut tests = Vec::new();
        for Region { sites, hint } in self
            .families_named(site_type, name, node)?
            .into_iter()
            .flatten()
        {
            if hinted && hint.is_none() {
                continue;
            }
            let test = self.with_known_value(&[(Iter::Hint, hint)], |c| {
                c.result_of(site_type, &sites, value, result)
            })?;
            tests.push(test);
        }
        if tests.is_empty() {
            let message = "the equipment has no regions for this to hold in";
            return Err(Diagnostic::new("no-regions", node.span, message));
        }
        Ok(join(true, tests))
    }

    /// The sites of the current hint of `forAll Hint`.
    fn sites_of_hint(&self) -> Vec<i32> {
        let puzzle = self.puzzle.as_ref();
        let hint = puzzle.and_then(|puzzle| puzzle.hints.get(puzzle.hint?));
        hint.map(|hint| hint.sites.clone()).unwrap_or_default()
    }

    /// Tests that the sites have the sum, or the number of occurrences of the value, that `result`
    /// gives.
    fn result_of(
        &mut self,
        site_type: usize,
        sites: &[i32],
        value: Option<i32>,
        result: &Node,
    ) -> Res<Test> {
        let of = self.variables(site_type, sites, result)?;
        Ok(match (self.puzzle_number(result)?, value) {
            (Number::Const(is), Some(value)) => that(Constraint::Count { of, value, is }),
            (Number::Const(is), None) => that(Constraint::Sum { of, is }),
            (other, Some(value)) => compared(Cmp::Eq, Number::Count(of, value), other),
            (other, None) => compared(Cmp::Eq, Number::Sum(of), other),
        })
    }

    /// `(is Unique)`: no two regions of one kind, such as two rows, are equal.
    fn unique(&mut self, node: &Node, call: &Call) -> Res<Test> {
        let site_type = self.site_type(call.arg("siteType"));
        let mut tests = Vec::new();
        for family in self.families_named(site_type, None, node)? {
            let mut rows = Vec::new();
            for region in &family {
                rows.push(self.variables(site_type, &region.sites, node)?);
            }
            for (index, first) in rows.iter().enumerate() {
                for second in &rows[..index] {
                    if first.len() == second.len() {
                        self.charge(first.len(), node)?;
                        tests.push(that(Constraint::Unlike {
                            first: second.clone(),
                            second: first.clone(),
                        }));
                    }
                }
            }
        }
        Ok(join(true, tests))
    }

    /// `(forAll ...)`: the body for each site as `(from)`, or for each hint, its first two sites as
    /// `(from)` and `(to)` and its number as `(hint)`.
    fn for_all(&mut self, node: &Node, call: &Call) -> Res<Test> {
        let what = need(node, call, "puzzleElementType")?.word();
        let body = need(node, call, "boolean")?;
        let mut tests = Vec::new();
        let Some(site_type) = element(what) else {
            let hints: Vec<(Option<i32>, Option<i32>, i32)> = self
                .puzzle
                .iter()
                .flat_map(|puzzle| &puzzle.hints)
                .map(|hint| {
                    let mut sites = hint.sites.iter().copied();
                    (sites.next(), sites.next(), hint.value)
                })
                .collect();
            for (index, (from, to, value)) in hints.into_iter().enumerate() {
                let outer = self.at_hint(Some(index));
                let known = [
                    (Iter::From, Some(from.unwrap_or(OFF))),
                    (Iter::To, Some(to.unwrap_or(OFF))),
                    (Iter::Hint, Some(value)),
                ];
                let test = self.with_known_value(&known, |c| c.test(body));
                self.at_hint(outer);
                tests.push(test?);
            }
            return Ok(join(true, tests));
        };
        for site in 0..self.board.topology.len(type_of_index(site_type)) as i32 {
            let edge = site_type == type_index(ludarium_board::SiteType::Edge);
            let mut known = vec![(Iter::From, Some(site))];
            if edge {
                known.push((Iter::Edge, Some(site)));
            }
            tests.push(self.with_known_value(&known, |c| c.test(body))?);
        }
        Ok(join(true, tests))
    }

    /// Sets the current hint for `(sites Hint)`; returns the previous one.
    fn at_hint(&mut self, hint: Option<usize>) -> Option<usize> {
        let puzzle = self.puzzle.as_mut()?;
        std::mem::replace(&mut puzzle.hint, hint)
    }

    /// `(all Sites region if:...)`: the condition for each site of the region.
    fn for_all_sites(&mut self, node: &Node, call: &Call) -> Res<Test> {
        let region = need(node, call, "sites")?;
        let body = need(node, call, "if")?;
        if need(node, call, "allSitesType")?.word() != Some("Sites") {
            // The sites that satisfy the condition have different values.
            let of = self.sites_among(self.own, region)?;
            let of = self.where_holds(of, Iter::Site, body)?;
            return self.different_among(self.own, &of, Values::NONE, node);
        }
        let mut tests = Vec::new();
        for (site, belongs) in self.sites_among(self.own, region)? {
            let holds = self.with_known_value(&[(Iter::Site, Some(site))], |c| c.test(body))?;
            tests.push(join(false, vec![negated(belongs), holds]));
        }
        Ok(join(true, tests))
    }

    /// `(is In value {...})`.
    fn value_in(&mut self, node: &Node, call: &Call) -> Res<Test> {
        let (Some(number), list) = (call.arg("int"), need(node, call, "sites")?) else {
            return self.fixed_boolean(node);
        };
        if matches!(number.value, Value::Array(_)) {
            return self.fixed_boolean(node);
        }
        let Value::Array(items) = &list.value else {
            if !is_region(list) {
                return self.fixed_boolean(node);
            }
            let number = self.puzzle_number(number)?;
            let of = self.sites_among(self.own, list)?;
            let tests = of.into_iter().map(|(site, belongs)| {
                let here = compared(Cmp::Eq, number.clone(), Number::Const(site));
                join(true, vec![here, belongs])
            });
            return Ok(join(false, tests.collect()));
        };
        let number = self.puzzle_number(number)?;
        let mut tests = Vec::new();
        for item in items {
            let item = self.puzzle_number(item)?;
            tests.push(compared(Cmp::Eq, number.clone(), item));
        }
        Ok(join(false, tests))
    }
}

fn that(constraint: Constraint) -> Test {
    Test::That(Box::new(constraint))
}

fn compared(cmp: Cmp, first: Number, second: Number) -> Test {
    match (&first, &second) {
        (Number::Const(a), Number::Const(b)) => Test::Const(cmp.holds(*a, *b)),
        _ => Test::Compare(cmp, first, second),
    }
}

/// The conjunction (or disjunction) of the tests, constants folded.
pub(super) fn join(all: bool, tests: Vec<Test>) -> Test {
    let mut remaining = Vec::with_capacity(tests.len());
    for test in tests {
        match test {
            Test::Const(value) if value == all => {}
            Test::Const(value) => return Test::Const(value),
            test => remaining.push(test),
        }
    }
    match (remaining.len(), all) {
        (0, _) => Test::Const(all),
        (1, _) => remaining.swap_remove(0),
        (_, true) => Test::All(remaining),
        (_, false) => Test::Any(remaining),
    }
}

/// Whether `(hint)`, the hint of the current region, is read.
fn reads_hint(node: &Node) -> bool {
    match &node.value {
        Value::Array(items) => items.iter().any(reads_hint),
        Value::Call(call) if call.ludeme == Ludeme::IterHint => call.arg("at").is_none(),
        Value::Call(call) => call.args.iter().flatten().any(reads_hint),
        _ => false,
    }
}

impl Compiler {
    /// An error in puzzles: conditions on pieces have no meaning outside the constraints.
    pub(in crate::compile) fn no_pieces_to_ask(&self, node: &Node) -> Res<()> {
        if self.puzzle.is_some() {
            return self.no_meaning(node);
        }
        Ok(())
    }
}
