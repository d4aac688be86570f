//! Regions around a site.

use super::sites::{as_set, needed};
use super::{Compiler, Res};
use crate::ir::{AroundKind, Bool, Cmp, Dirs, Int, Iter, Layers, Sites, INFINITY, OFF};
use crate::layout::type_of_index;
use crate::set::SiteSet;
use ludarium_board::Relation;
use ludarium_lud::{Call, Diagnostic, Ludeme, Node};

impl Compiler {
    /// The end sites of walks from a site, for all directions of the first step.
    pub(super) fn walk_ends(&mut self, node: &Node, call: &Call) -> Res<Sites> {
        let site_type = self.site_type(call.arg("siteType"));
        let kind = type_of_index(site_type);
        let walks = super::walk::walks(needed(call, "stepTypess", node)?);
        let from = match call.arg("int") {
            Some(from) => self.int(from)?,
            None => self.iter(Iter::From),
        };
        let mut headings = self
            .board
            .topology
            .supported(kind, Relation::Orthogonal)
            .to_vec();
        if !self.flag(call.arg("rotations"), true)? {
            // An unrotated walk begins in the first direction of the board.
            headings.truncate(1);
        }
        let ends = |site: u32| {
            let mut set = SiteSet::default();
            for walk in &walks {
                for &first in &headings {
                    if let Some(to) = self.walk_from(kind, site, first, walk) {
                        set.insert(to as i32);
                    }
                }
            }
            set
        };
        let sets = (0..self.board.topology.len(kind) as u32)
            .map(ends)
            .collect();
        Ok(Sites::ByIndex(sets, Box::new(from)))
    }

    /// `(expand ...)`. Only sites of the board have neighbours.
    pub(super) fn expand(&mut self, node: &Node, call: &Call) -> Res<Sites> {
        let of = self.sites(needed(call, "sites", node)?)?;
        let container = match call.arg("int") {
            None => Int::Const(0),
            Some(which) => match which.str() {
                Some(name) => self.container_called(name, which)?,
                None => self.int(which)?,
            },
        };
        match container {
            Int::Const(0) => self.expanded_on_board(call, of),
            Int::Const(_) => Ok(of),
            container => {
                let on_board = Bool::Compare(Cmp::Eq, container, Int::Const(0));
                let wider = Box::new(self.expanded_on_board(call, of.clone())?);
                Ok(Sites::If(Box::new(on_board), wider, Some(Box::new(of))))
            }
        }
    }

    fn expanded_on_board(&mut self, call: &Call, of: Sites) -> Res<Sites> {
        let site_type = self.site_type(call.arg("siteType"));
        let steps = call
            .arg("steps")
            .map_or(Ok(Int::Const(1)), |steps| self.int(steps))?;
        if let (Sites::Const(set), Int::Const(steps)) = (&of, &steps) {
            let wanted = call
                .arg("absoluteDirection")
                .and_then(Node::word)
                .unwrap_or("Adjacent");
            if let Some(relation) = Relation::from_name(wanted) {
                let sites: Vec<u32> = set.iter().map(|site| site as u32).collect();
                let steps = (*steps).max(0) as u32;
                let wider =
                    self.board
                        .topology
                        .expand(type_of_index(site_type), &sites, steps, relation);
                return Ok(Sites::Const(as_set(wider)));
            }
        }
        let dirs = self.dirs(call.arg("absoluteDirection"), site_type, "Adjacent")?;
        if let (Sites::Const(set), Int::Const(steps), Dirs::Table(id)) = (&of, &steps, &dirs) {
            return Ok(Sites::Const(self.expanded(set, *steps, *id)));
        }
        Ok(Sites::Expand {
            site_type,
            of: Box::new(of),
            steps: Box::new(steps),
            dirs,
        })
    }

    /// A region and all sites within a number of steps of it.
    pub(super) fn expanded(&self, set: &SiteSet, steps: i32, table: crate::ir::TableId) -> SiteSet {
        let mut wider = set.clone();
        let Some(table) = self.tables.get(table as usize) else {
            return wider;
        };
        for _ in 0..steps {
            let before = wider.clone();
            for site in before.iter() {
                for &to in table.steps_of(site as usize) {
                    wider.insert(i32::from(to));
                }
            }
            if before == wider {
                break;
            }
        }
        wider
    }

    pub(super) fn around(&mut self, node: &Node, call: &Call) -> Res<Sites> {
        let site_type = self.site_type(call.arg("siteType"));
        let of = Box::new(self.sites(needed(call, "int", node)?)?);
        let kind = match call.arg("regionTypeDynamic").and_then(Node::word) {
            None => None,
            Some("Empty") => Some(AroundKind::Empty),
            Some("NotEmpty") => Some(AroundKind::NotEmpty),
            Some("Own") => Some(AroundKind::Own),
            Some("NotOwn") => Some(AroundKind::NotOwn),
            Some("Enemy") => Some(AroundKind::Enemy),
            Some("NotEnemy") => Some(AroundKind::NotEnemy),
            // Any other word places no condition on the neighbours.
            Some(_) => None,
        };
        let distance = Box::new(
            call.arg("distance")
                .map_or(Ok(Int::Const(1)), |far| self.int(far))?,
        );
        let dirs = self.dirs(call.arg("absoluteDirection"), site_type, "Adjacent")?;
        let (cond, each_from) = self.around_condition(call)?;
        let include_self = self.flag(call.arg("includeSelf"), false)?;
        let mut kind = kind;
        if let (Some(word), None, Sites::Const(set)) = (kind, &cond, &*of) {
            // Around constant sites, Ludii answers once, on the empty board.
            if word != AroundKind::Empty {
                let own = if include_self {
                    set.clone()
                } else {
                    SiteSet::default()
                };
                return Ok(Sites::Const(own));
            }
            kind = None;
        }
        Ok(Sites::Around {
            site_type,
            of,
            kind,
            distance,
            dirs,
            cond,
            each_from,
            include_self,
        })
    }

    /// The condition on the sites around others, and whether it asks for the site from which the
    /// step goes, as `(from)`.
    fn around_condition(&mut self, call: &Call) -> Res<(Option<Box<Bool>>, bool)> {
        let from = 1 << Iter::From as u32;
        let outer = std::mem::take(&mut self.used);
        let cond =
            self.without_known_values(&[Iter::From], |c| c.condition(call, "if", &[Iter::To]))?;
        let each_from = self.used & from != 0;
        self.used = outer | self.used & !from;
        Ok((cond, each_from))
    }

    pub(super) fn sites_in_direction(&mut self, node: &Node, call: &Call) -> Res<Sites> {
        let site_type = self.site_type(call.arg("siteType"));
        let from = Box::new(self.sites(needed(call, "from", node)?)?);
        let dirs = self.dirs(call.arg("direction"), site_type, "Adjacent")?;
        let included = self.flag(call.arg("included"), false)?;
        let stop = self.condition(call, "stop", &[Iter::To])?;
        let stop_included = self.flag(call.arg("stopIncluded"), false)?;
        let distance = call
            .arg("distance")
            .map_or(Ok(Int::Const(INFINITY)), |far| self.int(far))?;
        Ok(Sites::Direction {
            site_type,
            from,
            dirs,
            included,
            stop,
            stop_included,
            distance: Box::new(distance),
        })
    }

    pub(super) fn sites_between(&mut self, node: &Node, call: &Call) -> Res<Sites> {
        let site_type = self.site_type(call.arg("siteType"));
        let dirs = self.dirs(call.arg("direction"), site_type, "Adjacent")?;
        let from = Box::new(self.int(needed(call, "from", node)?)?);
        let to = Box::new(self.int(needed(call, "to", node)?)?);
        let from_included = self.flag(call.arg("fromIncluded"), false)?;
        let to_included = self.flag(call.arg("toIncluded"), false)?;
        let cond = self.condition(call, "cond", &[Iter::Between])?;
        Ok(Sites::Between {
            site_type,
            dirs,
            from,
            to,
            from_included,
            to_included,
            cond,
        })
    }

    pub(super) fn sites_at_distance(&mut self, node: &Node, call: &Call) -> Res<Sites> {
        let site_type = self.site_type(call.arg("siteType"));
        let relation = call
            .arg("relationType")
            .and_then(Node::word)
            .and_then(Relation::from_name)
            .unwrap_or(Relation::Adjacent);
        let mut cond = None;
        let by_step = call.arg("effect").is_some();
        let step = match call.arg("effect") {
            None => Dirs::Table(self.table(site_type, vec![relation.direction()])),
            Some(effect) => match effect.call() {
                Some(step) if step.ludeme == Ludeme::Step => {
                    if let Some(to) = step.arg("to").and_then(Node::call) {
                        cond = self.condition(to, "if", &[Iter::From, Iter::To])?;
                    }
                    self.dirs(step.arg("direction"), site_type, "Adjacent")?
                }
                _ => {
                    let message = "only a step says what is near";
                    return Err(Diagnostic::new("no-step", effect.span, message));
                }
            },
        };
        let turning = self.new_rotation(call)?;
        let from = Box::new(self.int(needed(call, "from", node)?)?);
        let range = self.call(needed(call, "range", node)?)?;
        let (low, high) = self.low_and_high(range)?;
        let (low, high) = (Box::new(low), Box::new(high));
        Ok(Sites::Distance {
            site_type,
            step: Box::new(step),
            by_step,
            cond,
            turning,
            from,
            low,
            high,
            layers: Layers::default(),
        })
    }

    pub(crate) fn low_and_high(&mut self, range: &Call) -> Res<(Int, Int)> {
        let mut bounds = Vec::new();
        for arg in range.args.iter().flatten() {
            bounds.push(self.int(arg)?);
        }
        let last = bounds.pop().unwrap_or(Int::Const(1));
        Ok(match range.ludeme {
            // Ludii's range of a maximum alone begins below zero.
            Ludeme::RangeMax => (Int::Const(OFF), last),
            Ludeme::RangeMin => (last, Int::Const(INFINITY)),
            _ => (bounds.pop().unwrap_or_else(|| last.clone()), last),
        })
    }
}
