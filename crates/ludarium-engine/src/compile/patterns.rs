//! Compiles patterns, loops, large pieces, and the edges of one direction.

use ludarium_board::SiteType;
use ludarium_lud::{Call, Node};

use super::ints::need;
use super::sites::as_set;
use super::{Compiler, Res};
use crate::game::Support;
use crate::ir::{Int, LoopTest, Owners, Sites};
use crate::layout::type_of_index;

impl Compiler {
    /// `(sites Pattern ...)`.
    pub(super) fn pattern_sites(&mut self, node: &Node, call: &Call) -> Res<Sites> {
        let site_type = self.site_type(call.arg("siteType"));
        Ok(Sites::Pattern(Box::new(
            self.pattern(node, call, site_type)?,
        )))
    }

    /// `(sites Loop ...)`.
    pub(super) fn loop_sites(&mut self, call: &Call) -> Res<Sites> {
        let inside = self.flag(call.arg("inside"), false)?;
        let test = Box::new(self.loop_test(call)?);
        Ok(Sites::Loop { test, inside })
    }

    /// The test of `(is Loop ...)` and `(sites Loop ...)`.
    pub(super) fn loop_test(&mut self, call: &Call) -> Res<LoopTest> {
        let site_type = self.site_type(call.arg("siteType"));
        let path = call.ludeme.parameter("path").is_some() && self.flag(call.arg("path"), false)?;
        let surround = match call.arg("surround") {
            Some(roles) => {
                let owners = |c: &mut Self, role| c.owners(Some(role), Owners::One(Int::Mover));
                let all = roles.items().iter().map(|role| owners(self, role));
                Some(all.collect::<Res<_>>()?)
            }
            None => None,
        };
        let starts = call.arg("int2").map(|starts| self.sites_or_site(starts));
        Ok(LoopTest {
            site_type,
            surround,
            dirs: self.dirs(call.arg("direction"), site_type, "Adjacent")?,
            owner: self.opt_int(call.arg("int"))?.unwrap_or(Int::Mover),
            starts: starts.transpose()?,
            path,
        })
    }

    /// `(sites LargePiece ...)`.
    pub(super) fn large_piece_sites(&mut self, node: &Node, call: &Call) -> Res<Sites> {
        let site_type = self.site_type(call.arg("siteType"));
        let at = Box::new(self.int(need(node, call, "at")?)?);
        Ok(Sites::LargePiece { site_type, at })
    }

    /// `(sites Winning ...)`: the targets of the moves that win.
    pub(super) fn winning_sites(&mut self, node: &Node, call: &Call) -> Res<Sites> {
        let player = Box::new(self.player(call.arg("byPlayer"))?);
        let moves = need(node, call, "nonDecision")?;
        let moves = Box::new(
            self.binding(&[crate::ir::Iter::From, crate::ir::Iter::To], |c| {
                c.moves(moves)
            })?,
        );
        Ok(Sites::Winning { player, moves })
    }

    /// Which sites support which others.
    pub(super) fn support(&self) -> Support {
        let kind = type_of_index(self.own);
        let topology = &self.board.topology;
        let sites = topology.sites(kind);
        let mut support = Support {
            below: vec![Vec::new(); sites.len()],
            above: vec![Vec::new(); sites.len()],
        };
        for (site, own) in sites.iter().enumerate() {
            for &near in topology.neighbours(kind, site as u32, ludarium_board::Relation::All) {
                if sites[near as usize].layer < own.layer {
                    support.below[site].push(near as u16);
                    support.above[near as usize].push(site as u16);
                }
            }
        }
        support
    }

    /// `(sites Horizontal)` and the like.
    pub(super) fn edges_in_direction(&self, word: &str) -> Sites {
        /// Ends with a smaller difference in height are level.
        const LEVEL: f64 = 1e-6;
        let topology = &self.board.topology;
        let runs = |edge: &ludarium_board::Site| {
            let point = |end: usize| {
                let vertex = *edge.vertices.get(end)?;
                Some(topology.site(SiteType::Vertex, vertex).point)
            };
            let (Some(a), Some(b)) = (point(0), point(1)) else {
                return false;
            };
            let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
            let (level, upright) = (dy.abs() < LEVEL, dx.abs() < LEVEL);
            match word {
                "Axial" => level || upright,
                "Horizontal" => level,
                "Vertical" => upright,
                "Slash" => !level && !upright && dx * dy > 0.0,
                "Slosh" => !level && !upright && dx * dy < 0.0,
                _ => !level && !upright,
            }
        };
        let edges = topology.sites(SiteType::Edge).iter().enumerate();
        let found = edges.filter(|(_, edge)| runs(edge));
        Sites::Const(found.map(|(edge, _)| edge as i32).collect())
    }

    /// `(sites Cell n)` and `(sites Edge n)`: the vertices of a cell or an edge.
    pub(super) fn vertices_of(&self, kind: SiteType, index: Int) -> Sites {
        let sites = self.board.topology.sites(kind).iter();
        let sets = sites.map(|site| as_set(site.vertices.clone())).collect();
        Sites::ByIndex(sets, Box::new(index))
    }
}
