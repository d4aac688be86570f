//! Regions of puzzles that depend on the values: each site with a condition for its membership.

use ludarium_lud::{Call, Ludeme, Node};

use super::constraint::join;
use crate::compile::ints::need;
use crate::compile::{Compiler, Res};
use crate::ir::{Bool, Iter, Op};
use crate::layout::{type_index, type_of_index};
use crate::puzzle::{Constraint, Number, Ring, Test};

/// Sites, ascending, each with the condition under which it is a member.
pub(super) type Among = Vec<(i32, Test)>;

impl Compiler {
    /// The sites of a region, each with its condition.
    pub(super) fn sites_among(&mut self, site_type: usize, node: &Node) -> Res<Among> {
        let fixed = |sites: Vec<i32>| sites.into_iter().map(|site| (site, Test::Const(true)));
        let Some(call) = node.call() else {
            return Ok(fixed(self.fixed_sites(site_type, node)?).collect());
        };
        match call.ludeme {
            Ludeme::SitesForEachIf => {
                let of = self.sites_among(site_type, need(node, call, "sites")?)?;
                self.where_holds(of, Iter::Site, need(node, call, "if")?)
            }
            Ludeme::SitesAround if call.arg("if").is_some() => {
                let around = self.fixed_around(node, call)?;
                let around = fixed(around.iter().collect()).collect();
                self.where_holds(around, Iter::To, need(node, call, "if")?)
            }
            Ludeme::SitesDirection if call.arg("stop").is_some() => self.until_stopped(node, call),
            Ludeme::SitesIf => {
                let cond = self.test(need(node, call, "boolean")?)?;
                let yes = self.sites_among(site_type, need(node, call, "sites")?)?;
                let no = match call.arg("sites2") {
                    Some(no) => self.sites_among(site_type, no)?,
                    None => Vec::new(),
                };
                let not = negated(cond.clone());
                let under = |cond: &Test, among: Among| -> Among {
                    let both = |(site, test)| (site, join(true, vec![cond.clone(), test]));
                    among.into_iter().map(both).collect()
                };
                Ok(either(vec![under(&cond, yes), under(&not, no)]))
            }
            Ludeme::SitesUnion | Ludeme::SitesUnionList => {
                let items = call.args.iter().flatten().flat_map(Node::items);
                let parts = items.map(|item| self.sites_among(site_type, item));
                Ok(either(parts.collect::<Res<_>>()?))
            }
            Ludeme::SitesIntersection | Ludeme::SitesIntersectionList => {
                let items = call.args.iter().flatten().flat_map(Node::items);
                let parts = items.map(|item| self.sites_among(site_type, item));
                let mut parts = parts.collect::<Res<Vec<_>>>()?.into_iter();
                let mut common = parts.next().unwrap_or_default();
                for part in parts {
                    common.retain_mut(|(site, test)| {
                        let Some((_, also)) = part.iter().find(|(other, _)| other == site) else {
                            return false;
                        };
                        *test = join(true, vec![test.clone(), also.clone()]);
                        true
                    });
                }
                Ok(common)
            }
            Ludeme::SitesDifference => {
                let mut left = self.sites_among(site_type, need(node, call, "sites")?)?;
                let less = self.sites_among(site_type, need(node, call, "sites2")?)?;
                for (site, test) in &mut left {
                    if let Some((_, gone)) = less.iter().find(|(other, _)| other == site) {
                        *test = join(true, vec![test.clone(), negated(gone.clone())]);
                    }
                }
                left.retain(|(_, test)| *test != Test::Const(false));
                Ok(left)
            }
            _ => Ok(fixed(self.fixed_sites(site_type, node)?).collect()),
        }
    }

    /// The sites for which a condition holds, with the site bound.
    pub(super) fn where_holds(&mut self, of: Among, iter: Iter, cond: &Node) -> Res<Among> {
        let mut found = Vec::with_capacity(of.len());
        for (site, test) in of {
            let holds = self.with_known_value(&[(iter, Some(site))], |c| c.test(cond))?;
            let both = join(true, vec![test, holds]);
            if both != Test::Const(false) {
                found.push((site, both));
            }
        }
        Ok(found)
    }

    /// The sites in some directions, each up to the first for which the condition holds.
    fn until_stopped(&mut self, node: &Node, call: &Call) -> Res<Among> {
        let stop = need(node, call, "stop")?;
        let stop_included = self.flag(call.arg("stopIncluded"), false)?;
        let mut parts = Vec::new();
        for ray in self.fixed_rays(node, call)? {
            let mut free = Test::Const(true);
            let mut part = Vec::new();
            for site in ray {
                let stops = self.with_known_value(&[(Iter::To, Some(site))], |c| c.test(stop))?;
                let goes_on = join(true, vec![free.clone(), negated(stops)]);
                let here = if stop_included { free } else { goes_on.clone() };
                part.push((site, here));
                free = goes_on;
            }
            parts.push(part);
        }
        if self.flag(call.arg("included"), false)? {
            let site_type = self.site_type(call.arg("siteType"));
            parts.push(self.sites_among(site_type, need(node, call, "from")?)?);
        }
        Ok(either(parts))
    }

    /// The number of sites of a region.
    pub(super) fn count_among(&mut self, among: Among, node: &Node) -> Res<Number> {
        self.charge(among.len(), node)?;
        let ones = among.into_iter().map(|(_, test)| from_test(test));
        Ok(sum_of(ones.collect()))
    }

    /// The sum of the values on the sites of a region, or the number of sites that have a value.
    pub(super) fn sum_among(
        &mut self,
        site_type: usize,
        among: Among,
        value: Option<i32>,
        node: &Node,
    ) -> Res<Number> {
        let mut parts = Vec::new();
        for (site, test) in among {
            let variable = self.variable(site_type, site, node)?;
            self.charge(1, node)?;
            let number = match value {
                Some(value) => from_test(equal(variable, value)),
                None => Number::Value(variable),
            };
            parts.push(match test {
                Test::Const(true) => number,
                test => Number::If(Box::new(test), Box::new(number), Box::new(Number::Const(0))),
            });
        }
        Ok(sum_of(parts))
    }

    /// The test that no value occurs twice on the sites of a region.
    pub(super) fn different_among(
        &mut self,
        site_type: usize,
        among: &Among,
        except: crate::puzzle::Values,
        node: &Node,
    ) -> Res<Test> {
        let mut tests = Vec::new();
        for (index, (first, one)) in among.iter().enumerate() {
            for (second, other) in &among[..index] {
                let pair = self.variables(site_type, &[*first, *second], node)?;
                let differ = Test::That(Box::new(Constraint::AllDifferent {
                    among: pair,
                    except,
                }));
                let absent = [one, other].map(|test| negated(test.clone()));
                let [first, second] = absent;
                tests.push(join(false, vec![first, second, differ]));
            }
        }
        Ok(join(true, tests))
    }

    /// `(is Loop)` in a puzzle: the sites that are not 0 form one ring.
    pub(super) fn ring(&mut self, node: &Node, call: &Call) -> Res<Test> {
        let edges = type_index(ludarium_board::SiteType::Edge);
        let has_values = |site_type: usize| {
            let ranges = self.puzzle.as_ref().map(|puzzle| puzzle.ranges);
            ranges.is_some_and(|ranges| ranges[site_type].is_some())
        };
        let site_type = match call.arg("siteType") {
            Some(word) => self.site_type(Some(word)),
            None if has_values(edges) => edges,
            None => self.own,
        };
        let kind = type_of_index(site_type);
        let sites: Vec<i32> = (0..self.board.topology.len(kind) as i32).collect();
        let of = self.variables(site_type, &sites, node)?;
        let topology = &self.board.topology;
        let relation = ludarium_board::Relation::Orthogonal;
        let near = |&site: &i32| {
            let near = topology.neighbours(kind, site as u32, relation);
            near.iter().map(|&near| near as usize).collect()
        };
        let near: Vec<Vec<usize>> = sites.iter().map(near).collect();
        let ends = match site_type == edges {
            true => topology.sites(kind).iter(),
            false => [].iter(),
        };
        let ends = ends.map(|edge| match edge.vertices[..] {
            [a, b] => [a, b],
            _ => [u32::MAX; 2],
        });
        let ends = ends.collect();
        self.charge(near.iter().map(Vec::len).sum(), node)?;
        Ok(Test::That(Box::new(Constraint::Ring(Ring {
            of,
            near,
            ends,
        }))))
    }

    /// A condition that does not depend on the values; anything else is an error in a puzzle.
    pub(super) fn fixed_boolean(&mut self, node: &Node) -> Res<Test> {
        match self.bool(node)? {
            Bool::Const(value) => Ok(Test::Const(value)),
            _ => self.no_meaning(node),
        }
    }
}

pub(super) fn negated(test: Test) -> Test {
    match test {
        Test::Const(value) => Test::Const(!value),
        Test::Not(inner) => *inner,
        test => Test::Not(Box::new(test)),
    }
}

fn equal(variable: usize, value: i32) -> Test {
    let value = Number::Const(value);
    Test::Compare(crate::ir::Cmp::Eq, Number::Value(variable), value)
}

fn from_test(test: Test) -> Number {
    match test {
        Test::Const(value) => Number::Const(i32::from(value)),
        test => Number::FromTest(Box::new(test)),
    }
}

fn sum_of(parts: Vec<Number>) -> Number {
    let sum = |first: Number, second: Number| match (&first, &second) {
        (Number::Const(a), Number::Const(b)) => Number::Const(a.wrapping_add(*b)),
        _ => Number::Bin(Op::Add, Box::new(first), Box::new(second)),
    };
    parts.into_iter().reduce(sum).unwrap_or(Number::Const(0))
}

/// The union of regions.
fn either(parts: Vec<Among>) -> Among {
    let mut all: Among = Vec::new();
    for (site, test) in parts.into_iter().flatten() {
        match all.iter_mut().find(|(other, _)| *other == site) {
            Some((_, known)) => *known = join(false, vec![known.clone(), test]),
            None => all.push((site, test)),
        }
    }
    all.sort_by_key(|(site, _)| *site);
    all
}
