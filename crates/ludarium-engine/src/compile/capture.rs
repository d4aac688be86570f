//! Captures by position: custodial, intervening, surrounding, enclosing, directional.

use ludarium_board::Direction;
use ludarium_lud::{Call, Ludeme, Node, Value};

use super::implied_arguments::{last_direction, removal};
use super::{Compiler, Res};
use crate::ir::{Bool, Capture, CaptureKind, Cmp, Int, Iter, Moves};

impl Compiler {
    /// A capture in the surroundings of the piece that moved.
    pub(super) fn capture(&mut self, node: &Node, call: &Call, kind: CaptureKind) -> Res<Moves> {
        let arg = |name: &str| {
            call.ludeme
                .parameter(name)
                .and_then(|i| call.args[i].as_ref())
        };
        let origin = match arg("from") {
            Some(node) => self.origin(Some(node))?.site,
            None if kind == CaptureKind::Surround => self.iter(Iter::From),
            None => Int::LastTo,
        };
        let from_type = arg("from")
            .and_then(Node::call)
            .and_then(|from| from.arg("siteType"));
        let site_type = self.site_type(arg("siteType").or(from_type));
        let direction = arg("absoluteDirection")
            .or_else(|| arg("direction"))
            .or_else(|| arg("relationType"));
        let along = (kind == CaptureKind::Directional)
            .then(|| last_direction(crate::layout::type_of_index(site_type), node.span));
        let dirs = self.dirs(direction.or(along.as_ref()), site_type, "Adjacent")?;
        let (mut low, mut high) = match kind {
            // Only the pieces adjacent to the intervening one, unless a range says otherwise.
            CaptureKind::Intervene => (Int::Const(1), Int::Const(1)),
            _ => (Int::Const(0), Int::Const(crate::ir::INFINITY)),
        };
        let between = arg("between").map(|node| self.call(node)).transpose()?;
        let to = arg("to").map(|node| self.call(node)).transpose()?;
        if let Some(range) = between.and_then(|between| between.arg("range")) {
            (low, high) = self.range(range)?;
        }
        // What is captured stands at `(to)`, or between the origin and `(to)`.
        let (captured, site) = match kind {
            CaptureKind::Directional | CaptureKind::Intervene => (to, Iter::To),
            _ => (between, Iter::Between),
        };
        let (target, of_target) = self
            .capture_condition(captured.and_then(|captured| captured.arg("if")), |c| {
                numbered_like_enemy(c.iter(site))
            })?;
        let other = match site {
            Iter::To => Iter::Between,
            _ => Iter::To,
        };
        let target = match of_target >> other as u32 & 1 {
            // The other site may be none at all.
            1 => target,
            _ => self.simplified(target),
        };
        let emptiness = captured.and_then(|captured| captured.arg("if"));
        let chain = emptiness
            .is_some_and(speaks_of_emptiness)
            .then(|| self.table(site_type, vec![Direction::All]));
        let friend = match kind {
            CaptureKind::Custodial | CaptureKind::Surround => {
                let (friend, _) = self.capture_condition(to.and_then(|to| to.arg("if")), |c| {
                    Bool::Friend(c.iter(Iter::To))
                })?;
                let may_be_off_board =
                    kind == CaptureKind::Custodial && !matches!(high, Int::Const(1));
                let friend = match may_be_off_board && negates(&friend) {
                    true => friend,
                    false => self.simplified(friend),
                };
                Some(friend)
            }
            _ => None,
        };
        let apply = captured.and_then(|captured| captured.arg("apply"));
        let (effect, of_effect) = match (apply, kind) {
            (Some(apply), _) => {
                let (effect, used) = self.capture_effect(|c| c.apply_moves(apply))?;
                (Some(effect), used)
            }
            (None, CaptureKind::Directional) => (None, 0),
            (None, _) => {
                let taken = match site {
                    Iter::To => Ludeme::IterTo,
                    _ => Ludeme::IterBetween,
                };
                let removal = removal(taken, node.span);
                let (effect, used) = self.capture_effect(|c| c.moves(&removal))?;
                (Some(effect), used)
            }
        };
        let uses_other_site = (of_target | of_effect) >> other as u32 & 1 == 1;
        let except = self.opt_int(arg("except").or_else(|| arg("numException")))?;
        let with = match arg("with") {
            Some(node) => {
                let piece = self.call(node)?;
                Some(
                    self.piece_kinds(piece)?
                        .0
                        .into_iter()
                        .next()
                        .unwrap_or(Int::Const(0)),
                )
            }
            None => None,
        };
        let capture = Capture {
            kind,
            site_type,
            from: origin,
            dirs,
            target,
            friend,
            low,
            high,
            except,
            with,
            effect,
            uses_other_site,
            chain,
        };
        Ok(Moves::Capture(Box::new(capture)))
    }

    /// Compiles a condition of a capture, in which `(between)` and `(to)` are bound. Also returns
    /// the variables that it uses.
    fn capture_condition(
        &mut self,
        written: Option<&Node>,
        default: impl FnOnce(&mut Self) -> Bool,
    ) -> Res<(Bool, u32)> {
        let captured = [Iter::Between, Iter::To];
        self.binding(&captured, |c| {
            c.recording_use(|c| match written {
                Some(written) => c.bool(written),
                None => Ok(default(c)),
            })
        })
    }

    /// Compiles the effect of a capture on each site, as [`Compiler::capture_condition`]
    /// does conditions.
    fn capture_effect(&mut self, body: impl FnOnce(&mut Self) -> Res<Moves>) -> Res<(Moves, u32)> {
        self.bound(&[Iter::Between, Iter::To], |c| c.recording_use(body))
    }

    fn recording_use<T>(&mut self, body: impl FnOnce(&mut Self) -> Res<T>) -> Res<(T, u32)> {
        let outer = std::mem::take(&mut self.used);
        let result = body(self);
        let used = self.used;
        self.used |= outer;
        Ok((result?, used))
    }
}

/// The test of a captured site where the rule writes none: `(is Enemy ..)` of the *number of the
/// site*, whatever stands there. It holds for every number but 0 and that of the mover (or of a
/// player in the mover's team).
fn numbered_like_enemy(site: Int) -> Bool {
    let not_zero = Bool::Compare(Cmp::Ne, site.clone(), Int::Const(0));
    Bool::And(vec![not_zero, Bool::Not(Box::new(Bool::Friend(site)))])
}

/// Whether a condition asks whether a site is empty.
fn speaks_of_emptiness(cond: &Node) -> bool {
    match &cond.value {
        Value::Call(call) => {
            call.ludeme == Ludeme::IsSite
                && call.arg("isSiteType").and_then(Node::word) == Some("Empty")
                || call.args.iter().flatten().any(speaks_of_emptiness)
        }
        Value::Array(items) => items.iter().any(speaks_of_emptiness),
        _ => false,
    }
}

/// Whether a condition contains a negation, so that it may hold of a site that does not exist.
fn negates(cond: &Bool) -> bool {
    match cond {
        Bool::Not(_) | Bool::Compare(Cmp::Ne, ..) => true,
        Bool::And(parts) | Bool::Or(parts) => parts.iter().any(negates),
        Bool::If(..) => true,
        Bool::Traced(traced) => negates(&traced.cond),
        _ => false,
    }
}
