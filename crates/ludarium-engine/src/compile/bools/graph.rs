//! Graphs formed by pieces: trees, regular graphs, paths; and angles.

use ludarium_lud::{Call, Ludeme, Node};

use super::need;
use crate::compile::{Compiler, Res};
use crate::ir::{Angle, AngleTest, Bool, GraphShape, GraphTest, Iter};

impl Compiler {
    /// `(is Tree ...)`, `(is RegularGraph ...)`, `(is Path ...)`.
    pub(super) fn is_graph_shape(
        &mut self,
        node: &Node,
        call: &Call,
        site_type: usize,
    ) -> Res<Bool> {
        let owner = self.player(call.arg("byPlayer"))?;
        let shape = match call.ludeme {
            Ludeme::IsTree => match need(node, call, "isTreeType")?.word() {
                Some("SpanningTree") => GraphShape::SpanningTree,
                Some("CaterpillarTree") => GraphShape::Caterpillar,
                Some("TreeCentre") => GraphShape::TreeCentre,
                _ => GraphShape::Tree,
            },
            Ludeme::IsRegularGraph => GraphShape::Regular {
                degree: self.opt_int(call.arg("k"))?,
                odd: self.opt_bool(call.arg("odd"))?.map(Box::new),
                even: self.opt_bool(call.arg("even"))?.map(Box::new),
            },
            _ => {
                let range = self.call(need(node, call, "length")?)?;
                let (low, high) = self.low_and_high(range)?;
                GraphShape::Path {
                    site_type,
                    from: self.site_or_last_to(call.arg("from"))?,
                    low: Box::new(low),
                    high: Box::new(high),
                    closed: self.flag(call.arg("closed"), false)?,
                }
            }
        };
        Ok(Bool::Graph(Box::new(GraphTest { owner, shape })))
    }

    /// `(is Acute at:site left right)` and the like.
    pub(super) fn is_angle(&mut self, node: &Node, call: &Call, site_type: usize) -> Res<Bool> {
        let angle = match need(node, call, "isAngleType")?.word() {
            Some("Acute") => Angle::Acute,
            Some("Obtuse") => Angle::Obtuse,
            Some("Reflex") => Angle::Reflex,
            _ => Angle::Right,
        };
        let at = self.int(need(node, call, "at")?)?;
        let (left, right) = (need(node, call, "boolean")?, need(node, call, "boolean2")?);
        let (left, right) = self.binding(&[Iter::Site], |c| Ok((c.bool(left)?, c.bool(right)?)))?;
        Ok(Bool::Angle(Box::new(AngleTest {
            site_type,
            angle,
            at,
            left,
            right,
        })))
    }

    /// `(all Different sites if:...)`: whether the sites for which the condition holds carry pieces
    /// of different kinds.
    pub(super) fn all_different_sites(&mut self, node: &Node, call: &Call) -> Res<Bool> {
        let sites = self.sites(need(node, call, "sites")?)?;
        let cond = need(node, call, "if")?;
        let cond = self.binding(&[Iter::Site], |c| c.bool(cond))?;
        Ok(Bool::AllDifferent(Box::new(sites), Box::new(cond)))
    }
}
