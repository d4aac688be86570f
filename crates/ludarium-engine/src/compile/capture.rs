//! Captures by position: custodial, intervening, surrounding, enclosing, directional.

use ludarium_lud::{Call, Ludeme, Node};

use super::implied_arguments::{last_direction, removal};
use super::{Compiler, Res};
use crate::ir::{Capture, CaptureKind, Int, Iter, Moves};

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
        let (mut low, mut high) = (Int::Const(1), Int::Const(crate::ir::INFINITY));
        if kind == CaptureKind::Intervene {
            // Only the pieces adjacent to the intervening one, unless a range says otherwise.
            high = Int::Const(1);
        }
        let mut target = None;
        let mut effect = None;
        let mut friend = None;
        let captured = [Iter::Between, Iter::To];
        if let Some(between) = arg("between") {
            let between = self.call(between)?;
            if let Some(range) = between.arg("range") {
                (low, high) = self.range(range)?;
                if matches!(low, Int::Const(0)) {
                    low = Int::Const(1);
                }
            }
            target = self.binding(&captured, |c| c.opt_bool(between.arg("if")))?;
            effect = between
                .arg("apply")
                .map(|a| self.bound(&captured, |c| c.apply_moves(a)))
                .transpose()?;
        }
        if let Some(to) = arg("to") {
            let to = self.call(to)?;
            let cond = self.binding(&captured, |c| c.opt_bool(to.arg("if")))?;
            if matches!(kind, CaptureKind::Directional | CaptureKind::Intervene) {
                target = cond;
                if let Some(apply) = to.arg("apply") {
                    effect = Some(self.bound(&captured, |c| c.apply_moves(apply))?);
                }
            } else {
                friend = cond;
            }
        }
        if effect.is_none() {
            let taken = match kind {
                CaptureKind::Directional | CaptureKind::Intervene => Ludeme::IterTo,
                _ => Ludeme::IterBetween,
            };
            let removal = removal(taken, node.span);
            effect = Some(self.bound(&captured, |c| c.moves(&removal))?);
        }
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
        };
        Ok(Moves::Capture(Box::new(capture)))
    }
}
