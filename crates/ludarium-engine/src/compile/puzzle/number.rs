//! Numbers in the constraints of a puzzle.

use ludarium_lud::{Call, Ludeme, Node, Value};

use crate::compile::ints::{is_region, need};
use crate::compile::{Compiler, Res};
use crate::ir::{Dirs, Int, Op, OFF};
use crate::puzzle::Number;

impl Compiler {
    pub(super) fn puzzle_number(&mut self, node: &Node) -> Res<Number> {
        use Ludeme as L;
        let Some(call) = node.call() else {
            return self.fixed_number(node);
        };
        let op = match call.ludeme {
            L::What | L::ValuePiece => return self.value_at(node, call),
            L::CountSite if call.arg("countSiteType").and_then(Node::word) == Some("Sites") => {
                let among = match call.arg("in") {
                    Some(region) if is_region(region) => self.sites_among(self.own, region)?,
                    _ => return self.no_meaning(node),
                };
                return self.count_among(among, node);
            }
            L::IntAdd | L::IntAddList => Op::Add,
            L::IntMul | L::IntMulList => Op::Mul,
            L::IntMax | L::IntMaxList => Op::Max,
            L::IntMin | L::IntMinList => Op::Min,
            L::IntSub => Op::Sub,
            L::IntDiv => Op::Div,
            L::IntMod => Op::Mod,
            L::IntPow => Op::Pow,
            L::IntAbs => {
                let inner = self.puzzle_number(need(node, call, "int")?)?;
                return Ok(match inner {
                    Number::Const(number) => Number::Const(number.wrapping_abs()),
                    inner => Number::Abs(Box::new(inner)),
                });
            }
            L::IntIf => {
                let cond = self.test(need(node, call, "boolean")?)?;
                let yes = self.puzzle_number(need(node, call, "int")?)?;
                let no = self.puzzle_number(need(node, call, "int2")?)?;
                return Ok(Number::If(Box::new(cond), Box::new(yes), Box::new(no)));
            }
            L::ToInt => {
                let inner = need(node, call, "boolean")?;
                if inner
                    .call()
                    .is_none_or(|call| call.ludeme.sort() != "boolean")
                {
                    return self.fixed_number(node);
                }
                return Ok(Number::FromTest(Box::new(self.test(inner)?)));
            }
            _ => return self.fixed_number(node),
        };
        let mut parts = Vec::new();
        match call.ludeme {
            L::IntAddList | L::IntMulList | L::IntMaxList | L::IntMinList => {
                match &need(node, call, "ints")?.value {
                    Value::Array(items) => {
                        for item in items {
                            parts.push(self.puzzle_number(item)?);
                        }
                    }
                    _ => return self.fixed_number(node),
                }
            }
            // With one number only, the result is its negative.
            L::IntSub if call.arg("int").is_none() || call.arg("int2").is_none() => {
                let only = call.arg("int").or(call.arg("int2"));
                parts.push(Number::Const(0));
                parts.push(match only {
                    Some(only) => self.puzzle_number(only)?,
                    None => return self.no_meaning(node),
                });
            }
            _ => {
                parts.push(self.puzzle_number(need(node, call, "int")?)?);
                parts.push(self.puzzle_number(need(node, call, "int2")?)?);
            }
        }
        self.charge(parts.len(), node)?;
        let together = |first: Number, second: Number| match (&first, &second) {
            (Number::Const(a), Number::Const(b)) => Number::Const(op.apply(*a, *b)),
            _ => Number::Bin(op, Box::new(first), Box::new(second)),
        };
        Ok(parts
            .into_iter()
            .reduce(together)
            .unwrap_or(Number::Const(0)))
    }

    /// The value at a site; -1 where there is no site.
    fn value_at(&mut self, node: &Node, call: &Call) -> Res<Number> {
        if call.arg("level").is_some() {
            return self.no_meaning(node);
        }
        let site_type = self.site_type(call.arg("siteType"));
        let at = need(node, call, "at")?;
        match self.known_number(at)? {
            OFF => Ok(Number::Const(OFF)),
            site => {
                self.charge(1, node)?;
                Ok(Number::Value(self.variable(site_type, site, at)?))
            }
        }
    }

    /// A number that does not depend on the values, such as a site.
    pub(super) fn known_number(&mut self, node: &Node) -> Res<i32> {
        let number = self.int(node)?;
        self.known_in_tree(&number)
            .map_or_else(|| self.no_meaning(node), Ok)
    }

    fn known_in_tree(&self, number: &Int) -> Option<i32> {
        match number {
            Int::Const(number) => Some(*number),
            Int::Ahead {
                at,
                steps,
                dirs: Dirs::Table(id),
                ..
            } => {
                let at = self.known_in_tree(at)?;
                let Int::Const(steps) = **steps else {
                    return None;
                };
                let (Ok(site), Ok(steps)) = (usize::try_from(at), usize::try_from(steps)) else {
                    return Some(at);
                };
                // At the edge of the board a step stays where it began.
                let table = self.tables.get(usize::from(*id))?;
                let step = steps.checked_sub(1);
                let mut rays = table.rays_of(site).map(|ray| table.ray(ray));
                let ahead = step.and_then(|step| rays.find_map(|ray| ray.get(step)));
                Some(ahead.map_or(at, |&site| i32::from(site)))
            }
            _ => None,
        }
    }

    fn fixed_number(&mut self, node: &Node) -> Res<Number> {
        self.known_number(node).map(Number::Const)
    }
}
