//! Compiles Boolean expressions.

mod graph;
mod is;

use std::sync::Arc;

use ludarium_lud::{Call, Diagnostic, Ludeme, Node, Value};

use super::ints::{is_region, need};
use super::{Compiler, Res};
use crate::fast::refusal::Part;
use crate::ir::{Bool, CanMove, Cmp, Int, Iter, Moves, Owners, Sites, Through, TracedBool};

impl Compiler {
    /// Compiles a Boolean expression.
    pub fn bool(&mut self, node: &Node) -> Res<Bool> {
        let cond = self.inquiry(|c| c.bool_of(node))?;
        self.record_place(Part::Condition(&cond), node.span);
        let cond = self.tabulated_bool(cond);
        if !self.traced || matches!(cond, Bool::Const(_)) {
            return Ok(cond);
        }
        Ok(Bool::Traced(Box::new(TracedBool {
            span: node.span,
            written: Arc::new(node.clone()),
            cond,
        })))
    }

    fn bool_of(&mut self, node: &Node) -> Res<Bool> {
        match &node.value {
            Value::Bool(value) => Ok(Bool::Const(*value)),
            Value::Call(call) if call.ludeme.keyword() == "is" => self.bool_is(node, call),
            Value::Call(call) => self.bool_call(node, call),
            _ => Err(Diagnostic::new(
                "expected-boolean",
                node.span,
                "a condition is expected here",
            )),
        }
    }

    /// Compiles an optional Boolean expression.
    pub fn opt_bool(&mut self, arg: Option<&Node>) -> Res<Option<Bool>> {
        arg.map(|node| {
            let cond = self.bool(node).map(|cond| self.simplified(cond))?;
            self.record_place(Part::Condition(&cond), node.span);
            Ok(cond)
        })
        .transpose()
    }

    fn bool_call(&mut self, node: &Node, call: &Call) -> Res<Bool> {
        use Ludeme as L;
        Ok(match call.ludeme {
            L::BoolAnd | L::BoolOr => {
                let both = [need(node, call, "boolean")?, need(node, call, "boolean2")?];
                let both = self.each(both, |c, item| c.bool(item))?;
                join(call.ludeme == L::BoolAnd, both)
            }
            L::BoolAndList | L::BoolOrList => {
                let items = need(node, call, "booleans")?.items();
                let all = self.each(items, |c, item| c.bool(item))?;
                join(call.ludeme == L::BoolAndList, all)
            }
            L::BoolNot => negated(self.bool(need(node, call, "boolean")?)?),
            L::BoolXor => {
                let first = self.bool(need(node, call, "boolean")?)?;
                let second = self.bool(need(node, call, "boolean2")?)?;
                Bool::Xor(Box::new(first), Box::new(second))
            }
            L::BoolIf => {
                let cond = self.bool(need(node, call, "boolean")?)?;
                let yes = self.bool(need(node, call, "boolean2")?)?;
                let no = self.opt_bool(call.arg("boolean3"))?;
                match cond {
                    Bool::Const(true) => yes,
                    Bool::Const(false) => no.unwrap_or(Bool::Const(false)),
                    cond => Bool::If(Box::new(cond), Box::new(yes), no.map(Box::new)),
                }
            }
            L::Eq => self.compare(node, call, Cmp::Eq)?,
            L::Ne => self.compare(node, call, Cmp::Ne)?,
            L::Lt => self.compare(node, call, Cmp::Lt)?,
            L::Le => self.compare(node, call, Cmp::Le)?,
            L::Gt => self.compare(node, call, Cmp::Gt)?,
            L::Ge => self.compare(node, call, Cmp::Ge)?,
            L::EqSites | L::NeSites => {
                let first = self.sites(need(node, call, "sites")?)?;
                let second = self.sites(need(node, call, "sites2")?)?;
                let same = Bool::SameSites(Box::new(first), Box::new(second));
                if call.ludeme == L::EqSites {
                    same
                } else {
                    negated(same)
                }
            }
            L::ToBool => {
                let value = need(node, call, "int")?;
                match &value.value {
                    Value::Float(value) => Bool::Const(*value != 0.0),
                    Value::Call(inner) if inner.ludeme.sort() == "float" => {
                        Bool::FromFloat(self.float(value)?)
                    }
                    _ => match self.int(value)? {
                        Int::Const(value) => Bool::Const(value != 0),
                        value => Bool::FromInt(value),
                    },
                }
            }
            L::NoPieces => {
                let count = self.count_pieces(call, call.arg("roleType"))?;
                Bool::Compare(Cmp::Eq, count, Int::Const(0))
            }
            L::NoMoves => {
                let role = need(node, call, "roleType")?;
                Bool::NoMoves(self.int(role)?)
            }
            L::WasPass => Bool::WasPass,
            L::AllSites => {
                if need(node, call, "allSitesType")?.word() == Some("Different") {
                    return self.all_different_sites(node, call);
                }
                let sites = self.sites(need(node, call, "sites")?)?;
                let cond = need(node, call, "if")?;
                let cond = self.binding(&[Iter::Site], |c| c.bool(cond))?;
                all_sites(sites, cond)
            }
            L::AllValues => {
                let values = self.ints(need(node, call, "ints")?)?;
                let cond = need(node, call, "if")?;
                let cond = self.binding(&[Iter::Value, Iter::Site], |c| c.bool(cond))?;
                Bool::AllValues(Box::new(values), Box::new(cond))
            }
            L::AllSimple => match need(node, call, "allSimpleType")?.word() {
                Some("DiceEqual") => Bool::DiceEqual,
                Some("DiceUsed") => Bool::DiceUsed,
                _ => {
                    self.flags.passes_do_not_end = true;
                    self.flags.all_passed_in_play |= !self.after_moves;
                    Bool::AllPassed
                }
            },
            L::AllGroups => {
                let site_type = self.site_type(call.arg("siteType"));
                let dirs = self.dirs(call.arg("direction"), site_type, "Adjacent")?;
                let of = self.group_condition(call.arg("of"))?;
                let cond = Box::new(self.bool(need(node, call, "if")?)?);
                Bool::AllGroups {
                    site_type,
                    dirs,
                    of,
                    cond,
                }
            }
            L::CanMove => Bool::CanMove(Box::new(CanMove {
                moves: self.moves(need(node, call, "moves")?)?,
                then_listed: false,
            })),
            // The rules of deduction puzzles state constraints, not facts of a position.
            _ => return self.no_meaning(node),
        })
    }

    fn compare(&mut self, node: &Node, call: &Call, cmp: Cmp) -> Res<Bool> {
        let [first, second] = [need(node, call, "int")?, need(node, call, "int2")?];
        if is_region(first) && is_region(second) {
            let [first, second] = [self.sites(first)?, self.sites(second)?];
            let same = Bool::SameSites(Box::new(first), Box::new(second));
            return Ok(if cmp == Cmp::Ne { negated(same) } else { same });
        }
        let sought = self.kinds_sought.clone();
        let mut first = self.int(first)?;
        let mut second = self.int(second)?;
        let asks_whether = asks_whether_anywhere(cmp, &first, &mut second)
            || asks_whether_anywhere(cmp, &second, &mut first);
        if asks_whether && !self.needs.stacking {
            self.kinds_sought = sought;
        }
        Ok(match (&first, &second) {
            (Int::Const(a), Int::Const(b)) => Bool::Const(cmp.holds(*a, *b)),
            _ => Bool::Compare(cmp, first, second),
        })
    }

    /// The players of an argument, the mover if absent.
    fn owners_or_mover(&mut self, arg: Option<&Node>) -> Res<Owners> {
        self.owners(arg, Owners::One(Int::Mover))
    }
}

/// Whether a comparison of a negative constant with `(where ...)` asks only whether the piece is
/// anywhere. The order of several such pieces does not matter to it: the search becomes one by
/// sites.
fn asks_whether_anywhere(cmp: Cmp, constant: &Int, sought: &mut Int) -> bool {
    let only_absence = matches!(cmp, Cmp::Eq | Cmp::Ne) && matches!(constant, Int::Const(..=-1));
    match sought {
        Int::Where {
            kinds,
            state: None,
            by_order,
            ..
        } if only_absence && matches!(**kinds, Int::Const(_) | Int::ByPlayer(..)) => {
            *by_order = false;
            true
        }
        _ => false,
    }
}

fn negated(value: Bool) -> Bool {
    match value {
        Bool::Const(value) => Bool::Const(!value),
        Bool::Not(inner) => *inner,
        value => Bool::Not(Box::new(value)),
    }
}

/// The conjunction (or disjunction) of the items: nested ones of the same kind flattened, constants
/// folded.
fn join(all: bool, items: Vec<Bool>) -> Bool {
    let mut remaining = Vec::with_capacity(items.len());
    for item in items {
        match item {
            Bool::Const(value) if value == all => {}
            Bool::Const(value) => {
                // Conditions have no side effects, so the earlier ones can be dropped.
                return Bool::Const(value);
            }
            Bool::And(inner) if all => remaining.extend(inner),
            Bool::Or(inner) if !all => remaining.extend(inner),
            item => remaining.push(item),
        }
    }
    match remaining.len() {
        0 => Bool::Const(all),
        1 => remaining.swap_remove(0),
        _ if all => Bool::And(remaining),
        _ => {
            put_likely_first(&mut remaining);
            Bool::Or(remaining)
        }
    }
}

/// In a disjunction of conditions "can make one of these moves", puts those about pieces on the
/// board first: usually one of them can move, while moves that enter pieces search the hands first.
fn put_likely_first(conditions: &mut [Bool]) {
    let asks = |cond: &Bool| matches!(cond, Bool::CanMove(_));
    let places: Vec<usize> = (0..conditions.len())
        .filter(|&at| asks(&conditions[at]))
        .collect();
    let likely = |cond: &Bool| matches!(cond, Bool::CanMove(can) if has_piece_moves(&can.moves));
    let mut free = places.iter();
    for &at in &places {
        if likely(&conditions[at]) {
            if let Some(&first) = free.next() {
                conditions.swap(first, at);
            }
        }
    }
}

/// Whether the moves include moves of pieces on the board.
fn has_piece_moves(moves: &Moves) -> bool {
    match moves {
        Moves::ForEachPiece(_) => true,
        Moves::Do { next, .. } => has_piece_moves(next),
        Moves::All(parts) => parts.iter().any(has_piece_moves),
        _ => false,
    }
}

/// `(all Sites ...)`. That no line goes through any site of a region is asked once, and not for
/// each site.
fn all_sites(sites: Sites, mut cond: Bool) -> Bool {
    if let Bool::Not(inner) = &mut cond {
        match &mut **inner {
            Bool::Line(line) if line.is_through_each_site() => {
                line.through = Through::AnyOf(sites);
                return cond;
            }
            _ => {}
        }
    }
    Bool::AllSites(Box::new(sites), Box::new(cond))
}
