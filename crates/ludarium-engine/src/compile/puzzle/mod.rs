//! Deduction puzzles: their values, hints and regions, and the constraints of `satisfy`.
//!
//! Constraints contain no look-ups: every `forAll` is expanded for each site or hint, so that only
//! variables and numbers remain. While the body of a `forAll` is compiled for a site, `(from)` is
//! the number of that site ([`Draft::known`]).

mod among;
mod constraint;
mod number;
mod region;

use ludarium_lud::{Call, Diagnostic, Ludeme, Node, Value};
use rustc_hash::FxHashMap;

use super::ints::need;
use super::pieces::nothing;
use super::{Compiler, Res};
use crate::action::Place;
use crate::game::Component;
use crate::ir::{Int, Iter, Moves, Rule, RuleId, RuleKind, ITERS};
use crate::layout::{type_index, type_of_index, Layout};
use crate::puzzle::{kind_of, Constraint, Puzzle, Test, Values, Variable};
use crate::start::{Placing, Spots, StartRule};

/// The greatest number of variables that all constraints name together, and of iterations of a
/// `forAll`: far above the largest published puzzles.
const MAX_CONSTRAINT_SIZE: usize = 1_000_000;

/// A puzzle under construction.
#[derive(Default)]
pub(crate) struct Draft {
    /// The values that sites of each type may have.
    ranges: [Option<(i32, i32)>; 3],
    hints: Vec<Hint>,
    regions: Vec<Family>,
    /// The numbers that iterators denote while the body of a `forAll` is compiled.
    pub known: [Option<i32>; ITERS],
    /// The current hint of `forAll Hint`.
    hint: Option<usize>,
    /// The type and site of each variable.
    variables: Vec<(usize, i32)>,
    indices: FxHashMap<(usize, i32), usize>,
    constraints: Vec<Constraint>,
    size: usize,
    rule: Option<RuleId>,
}

/// `(hint ...)`.
struct Hint {
    site_type: usize,
    sites: Vec<i32>,
    value: i32,
}

/// The regions of one entry in `(regions ...)`.
struct Family {
    names: Vec<String>,
    kind: FamilyKind,
}

enum FamilyKind {
    /// An explicit list of regions.
    Listed(Vec<Vec<i32>>),
    /// A word such as `Rows`.
    Static(&'static str, ludarium_lud::Span),
}

/// A region to which constraints apply.
struct Region {
    sites: Vec<i32>,
    hint: Option<i32>,
}

/// Whether a description is a deduction puzzle.
fn contains_satisfy(node: &Node) -> bool {
    match &node.value {
        Value::Array(items) => items.iter().any(contains_satisfy),
        Value::Call(call) => {
            call.ludeme == Ludeme::Satisfy || call.args.iter().flatten().any(contains_satisfy)
        }
        _ => false,
    }
}

impl Compiler {
    /// Begins a puzzle, if the game is one, and reads the values that the board allows for its
    /// sites.
    pub(super) fn begin_puzzle(&mut self, game: &Node, items: &[Node]) -> Res<()> {
        if !contains_satisfy(game) {
            return Ok(());
        }
        self.puzzle = Some(Box::default());
        for item in items {
            let Some(call) = item.call().filter(|call| call.ludeme == Ludeme::Board) else {
                continue;
            };
            for values in call.arg("values").map_or(&[][..], Node::items) {
                let inner = self.call(values)?;
                let site_type = self.site_type(inner.arg("siteType"));
                let range = need(values, inner, "range")?;
                // The range `(max n)` begins at -1, which is no value.
                let least = match self.call(range)?.ludeme {
                    Ludeme::RangeMax => 0,
                    _ => i32::MIN,
                };
                let (low, high) = match self.range(range)? {
                    (Int::Const(low), Int::Const(high)) => (low.max(least), high),
                    _ => return self.no_meaning(values),
                };
                if low < 0 || high < low || high > Values::MAX {
                    let message = format!("the values of a puzzle are within 0 to {}", Values::MAX);
                    return Err(Diagnostic::new("bad-values", values.span, message));
                }
                self.needs.types[site_type] |= site_type != self.own;
                if let Some(puzzle) = &mut self.puzzle {
                    puzzle.ranges[site_type] = Some((low, high));
                }
            }
        }
        Ok(())
    }

    /// The kinds of pieces of a puzzle: one for each value, and no others.
    pub(super) fn values_as_pieces(&mut self, items: &[Node]) -> Res<()> {
        for item in items {
            let known = item.call().is_some_and(|call| {
                matches!(
                    call.ludeme,
                    Ludeme::Board
                        | Ludeme::Hints
                        | Ludeme::Regions
                        | Ludeme::MapArrays
                        | Ludeme::MapPairs
                )
            });
            if !known {
                return self.no_meaning(item);
            }
        }
        let ranges = self.puzzle.iter().flat_map(|puzzle| puzzle.ranges);
        let most = ranges.flatten().map(|(_, high)| high).max().unwrap_or(0);
        for value in 0..=most {
            self.components.push(Component {
                name: value.to_string(),
                base: value.to_string(),
                ..nothing()
            });
        }
        Ok(())
    }

    /// `(set {{site value} ...})`: the given values.
    pub(super) fn given(&mut self, node: &Node, call: &Call) -> Res<StartRule> {
        let site_type = self.site_type(call.arg("siteType"));
        let range = self
            .puzzle
            .as_ref()
            .and_then(|puzzle| puzzle.ranges[site_type]);
        let Some((low, high)) = range else {
            return self.no_values(site_type, node);
        };
        let mut rules = Vec::new();
        for pair in need(node, call, "intss")?.items() {
            let [site, value] = pair.items() else {
                let message = "a site and its value are expected here";
                return Err(Diagnostic::new("bad-values", pair.span, message));
            };
            let (site, value) = (self.constant(site)?, self.constant(value)?);
            self.existing(site_type, site, pair)?;
            if !(low..=high).contains(&value) {
                let message = format!("the board gives its sites the values {low} to {high}");
                return Err(Diagnostic::new("bad-values", pair.span, message));
            }
            rules.push(StartRule::Place(Box::new(Placing {
                site_type,
                kinds: vec![kind_of(value)],
                at: Spots::List(vec![Int::Const(site)]),
                counts: Vec::new(),
                state: None,
                rotation: None,
                value: None,
                stack: false,
            })));
        }
        Ok(StartRule::All(rules))
    }

    /// `(satisfy ...)`: the constraints, and the rule that sets values.
    pub(super) fn satisfy(&mut self, node: &Node, call: &Call) -> Res<Moves> {
        let twice = self
            .puzzle
            .as_ref()
            .is_none_or(|puzzle| puzzle.rule.is_some());
        if twice || self.scope.in_effect {
            return self.no_meaning(node);
        }
        let rule = self.push_rule(Rule::new(RuleKind::SetVariable, node.span))?;
        // Two passes: after the first, the variables are known and get numbers in the board's
        // order.
        let items = need(node, call, "boolean")?.items();
        self.constraints(items)?;
        if let Some(puzzle) = &mut self.puzzle {
            puzzle.size = 0;
            puzzle.variables.sort_unstable();
            let numbered = puzzle.variables.iter().enumerate();
            puzzle.indices = numbered.map(|(index, &site)| (site, index)).collect();
        }
        let constraints = self.constraints(items)?;
        if let Some(puzzle) = &mut self.puzzle {
            puzzle.rule = Some(rule);
            puzzle.constraints = constraints;
        }
        Ok(Moves::Satisfy)
    }

    fn constraints(&mut self, items: &[Node]) -> Res<Vec<Constraint>> {
        let mut constraints = Vec::new();
        for test in self.each(items, |c, item| c.test(item))? {
            split(test, &mut constraints);
        }
        Ok(constraints)
    }

    /// The number that an iterator denotes in the body of a `forAll`.
    pub(super) fn known(&self, iter: Iter) -> Option<i32> {
        self.puzzle.as_ref()?.known[iter as usize]
    }

    /// Sets the number that an iterator denotes; returns the previous one.
    fn know(&mut self, iter: Iter, value: Option<i32>) -> Option<i32> {
        let puzzle = self.puzzle.as_mut()?;
        std::mem::replace(&mut puzzle.known[iter as usize], value)
    }

    /// Compiles `body` with iterators that denote numbers.
    fn with_known_value<T>(
        &mut self,
        iters: &[(Iter, Option<i32>)],
        body: impl FnOnce(&mut Self) -> Res<T>,
    ) -> Res<T> {
        let before: Vec<Option<i32>> = iters
            .iter()
            .map(|&(iter, value)| self.know(iter, value))
            .collect();
        let result = body(self);
        for (&(iter, _), value) in iters.iter().zip(before) {
            self.know(iter, value);
        }
        result
    }

    /// Compiles `body`, in which `iters` are bound again: the numbers that they denoted do not
    /// apply.
    pub(super) fn without_known_values<T>(
        &mut self,
        iters: &[Iter],
        body: impl FnOnce(&mut Self) -> T,
    ) -> T {
        if self.puzzle.is_none() {
            return body(self);
        }
        let before: Vec<Option<i32>> = iters.iter().map(|&iter| self.know(iter, None)).collect();
        let result = body(self);
        for (&iter, value) in iters.iter().zip(before) {
            self.know(iter, value);
        }
        result
    }

    /// Adds to the total size of the constraints; an error if it exceeds the limit.
    fn charge(&mut self, size: usize, node: &Node) -> Res<()> {
        let Some(puzzle) = &mut self.puzzle else {
            return Ok(());
        };
        puzzle.size = puzzle.size.saturating_add(size + 1);
        if puzzle.size > MAX_CONSTRAINT_SIZE {
            let message = format!("the constraints are too many (limit {MAX_CONSTRAINT_SIZE})");
            return Err(Diagnostic::new("too-large", node.span, message));
        }
        Ok(())
    }

    fn existing(&self, site_type: usize, site: i32, node: &Node) -> Res<()> {
        let count = self.board.topology.len(type_of_index(site_type));
        if usize::try_from(site).is_ok_and(|site| site < count) {
            return Ok(());
        }
        let message = format!("the board has no {:?} {site}", type_of_index(site_type));
        Err(Diagnostic::new("unknown-site", node.span, message))
    }

    fn no_values<T>(&self, site_type: usize, node: &Node) -> Res<T> {
        let kind = type_of_index(site_type);
        let message = format!("the board gives no values to sites of type {kind:?}");
        Err(
            Diagnostic::new("no-values", node.span, message).hint(format!(
                "(values {kind:?} (range 1 9)) in the board gives them"
            )),
        )
    }

    /// The variable of a site.
    fn variable(&mut self, site_type: usize, site: i32, node: &Node) -> Res<usize> {
        self.existing(site_type, site, node)?;
        let Some(puzzle) = self.puzzle.as_mut() else {
            return self.no_meaning(node);
        };
        if puzzle.ranges[site_type].is_none() {
            return self.no_values(site_type, node);
        }
        let next = puzzle.variables.len();
        let index = *puzzle.indices.entry((site_type, site)).or_insert(next);
        if index == next {
            puzzle.variables.push((site_type, site));
        }
        Ok(index)
    }

    fn variables(&mut self, site_type: usize, sites: &[i32], node: &Node) -> Res<Vec<usize>> {
        self.charge(sites.len(), node)?;
        sites
            .iter()
            .map(|&site| self.variable(site_type, site, node))
            .collect()
    }
}

impl Draft {
    /// The finished puzzle; `None` where a site has no slot in the state.
    pub fn finish(self, layout: &Layout) -> Option<Puzzle> {
        let mut variables = Vec::with_capacity(self.variables.len());
        for (site_type, site) in self.variables {
            let (low, high) = self.ranges[site_type]?;
            variables.push(Variable {
                place: Place {
                    kind: type_of_index(site_type),
                    site,
                },
                slot: layout.slot(site_type, site)?,
                range: Values::range(low, high),
            });
        }
        Some(Puzzle::new(variables, self.constraints, self.rule?))
    }
}

/// Splits a test into constraints.
fn split(test: Test, constraints: &mut Vec<Constraint>) {
    match test {
        Test::Const(true) => {}
        Test::All(tests) => tests.into_iter().for_each(|test| split(test, constraints)),
        Test::That(constraint) => constraints.push(*constraint),
        test => constraints.push(Constraint::Holds(test)),
    }
}

/// The index of a type of site named in a `forAll`; `None` for hints.
fn element(word: Option<&str>) -> Option<usize> {
    ludarium_board::SiteType::from_name(word?).map(type_index)
}
