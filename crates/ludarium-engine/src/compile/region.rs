//! Regions that the board or the equipment fixes.

use super::sites::{as_set, needed, unite};
use super::{Compiler, Res};
use crate::ir::{AroundKind, Bool, Cmp, Int, Owners, Sites, TrackRef, OFF};
use crate::layout::{type_of_index, ContainerKind};
use crate::set::SiteSet;
use ludarium_board::{Direction, StaticRegion};
use ludarium_lud::{Call, Diagnostic, Node};

impl Compiler {
    /// The site of type `site_type` with a coordinate; [`OFF`] if the board has none, which is
    /// worth a warning.
    pub fn site_labelled(&self, site_type: usize, label: &str, node: &Node) -> i32 {
        let site = self
            .board
            .topology
            .labelled(type_of_index(site_type), label);
        match site {
            Some(site) => site as i32,
            None => {
                let message = format!("the board has no site `{label}`");
                let hint = "what is placed there is left out; elsewhere it counts as off the board";
                self.warnings
                    .add(Diagnostic::new("unknown-site", node.span, message).hint(hint));
                OFF
            }
        }
    }

    pub(super) fn static_region(&self, site_type: usize, region: StaticRegion) -> Sites {
        Sites::Const(as_set(
            self.board.topology.region(type_of_index(site_type), region),
        ))
    }

    /// The empty sites next to a piece; on an empty board without borders, its middle.
    pub(super) fn playable(&mut self, site_type: usize) -> Res<Sites> {
        let dirs = self.dirs(None, site_type, "Adjacent")?;
        let occupied = || Sites::Occupied {
            site_type,
            owners: Owners::All,
            container: None,
            kinds: None,
            top: true,
            hands: site_type == 0,
        };
        let around = Sites::Around {
            site_type,
            of: Box::new(occupied()),
            kind: Some(AroundKind::Empty),
            distance: Box::new(Int::Const(1)),
            dirs,
            cond: None,
            each_from: false,
            include_self: false,
        };
        let ludarium_board::BoardKind::Boardless { centre } = self.board.kind else {
            return Ok(around);
        };
        let any = Bool::Compare(
            Cmp::Gt,
            Int::CountSites(Box::new(occupied())),
            Int::Const(0),
        );
        let middle = Sites::Const(SiteSet::from_iter([centre as i32]));
        Ok(Sites::If(
            Box::new(any),
            Box::new(around),
            Some(Box::new(middle)),
        ))
    }

    pub(super) fn sites_by_index(&mut self, node: &Node, call: &Call) -> Res<Sites> {
        let site_type = self.site_type(call.arg("siteType"));
        let kind = type_of_index(site_type);
        let index = self.opt_int(call.arg("int"))?;
        let word = call
            .arg("sitesIndexType")
            .and_then(Node::word)
            .unwrap_or_default();
        if word == "Empty" {
            return self.empty_sites(site_type, index);
        }
        // Without an index the region is that of the index -1.
        let index = index.unwrap_or(Int::Const(OFF));
        let make: fn(u32) -> StaticRegion = match word {
            "State" => {
                let state = Box::new(index);
                return Ok(Sites::State { site_type, state });
            }
            "Cell" => return Ok(self.vertices_of(ludarium_board::SiteType::Cell, index)),
            "Edge" => return Ok(self.vertices_of(ludarium_board::SiteType::Edge, index)),
            "Row" => StaticRegion::Row,
            "Column" => StaticRegion::Column,
            "Layer" => StaticRegion::Layer,
            "Phase" => StaticRegion::Phase,
            _ => return self.no_meaning(node),
        };
        if let Int::Const(index) = index {
            return Ok(match u32::try_from(index) {
                Ok(index) => self.static_region(site_type, make(index)),
                Err(_) => Sites::default(),
            });
        }
        let sites = self.board.topology.sites(kind);
        let most = sites
            .iter()
            .map(|site| match word {
                "Row" => site.row,
                "Column" => site.column,
                "Layer" => site.layer,
                _ => site.phase,
            })
            .max()
            .unwrap_or(0);
        let sets = (0..=most)
            .map(|index| as_set(self.board.topology.region(kind, make(index))))
            .collect();
        Ok(Sites::ByIndex(sets, Box::new(index)))
    }

    /// The empty sites of the board, or of a container by number.
    fn empty_sites(&mut self, site_type: usize, container: Option<Int>) -> Res<Sites> {
        let Some(container) = container.filter(|index| !matches!(index, Int::Const(0))) else {
            return Ok(Sites::Empty(site_type));
        };
        let sites_of = |container: &crate::layout::Container| -> SiteSet {
            let sites = container.first..container.first + container.size;
            sites.map(|site| site as i32).collect()
        };
        let sets = self.containers.iter().map(sites_of).collect();
        let site = self.iter(crate::ir::Iter::Site);
        let inside = Sites::ByIndex(sets, Box::new(container));
        Ok(Sites::Filter(
            Box::new(inside),
            Box::new(Bool::Empty(self.own, site)),
        ))
    }

    pub(super) fn side(&mut self, call: &Call) -> Res<Sites> {
        let site_type = self.site_type(call.arg("siteType"));
        let who = call.args.last().and_then(Option::as_ref);
        if let Some(direction) = who.and_then(Node::word).and_then(Direction::from_name) {
            return Ok(self.static_region(site_type, StaticRegion::Side(direction)));
        }
        let player = self.player(who)?;
        let topology = &self.board.topology;
        let sets = (0..self.players + 2)
            .map(|player| {
                let facing = self.facings.get(player).copied().unwrap_or(Direction::N);
                as_set(topology.region(type_of_index(site_type), StaticRegion::Side(facing)))
            })
            .collect();
        Ok(by_player(sets, player))
    }

    /// `(sites P1)`, `(sites "Name")`, `(sites Mover "Name")`: regions of the equipment.
    pub(super) fn named_region(&mut self, call: &Call) -> Res<Sites> {
        let name = call.arg("string").and_then(Node::str);
        let who = call.arg("byPlayer");
        if who.is_none() {
            if let Some(label) = name {
                let named: Vec<Sites> = self.regions_named(label, None);
                if named.is_empty() {
                    let site_type = self.site_type(call.arg("siteType"));
                    if let Some(container) = self.containers.iter().find(|c| c.name == label) {
                        let sites = container.first..container.first + container.size;
                        return Ok(Sites::Const(sites.map(|site| site as i32).collect()));
                    }
                    let of_type = type_of_index(site_type);
                    let site = self.board.topology.labelled(of_type, label);
                    let site = site.map(|site| site as i32);
                    return Ok(Sites::Const(SiteSet::from_iter(site)));
                }
                let named = unite(named);
                self.note_chance(&named);
                return Ok(named);
            }
            return Ok(Sites::Bound);
        }
        // A role that names several players denotes the regions shared by all players.
        let player = match who.and_then(Node::word) {
            Some("All" | "Shared") => Int::Const(self.players as i32 + 1),
            _ => self.player(who)?,
        };
        self.regions_of(player, name)
    }

    /// Records a dependence on chance where a region is random.
    fn note_chance(&mut self, sites: &Sites) {
        let drawn = |c: &Self, sites: &Sites| matches!(sites, Sites::Named(index) if c.named_sites[*index].drawn.is_some());
        self.flags.stochastic |= match sites {
            Sites::Union(parts) => parts.iter().any(|part| drawn(self, part)),
            one => drawn(self, one),
        };
    }

    /// The regions of the equipment that belong to a player, of one name or any.
    pub fn regions_of(&mut self, player: Int, name: Option<&str>) -> Res<Sites> {
        // The name may be a part of the region's own name: "Home" finds "HomeP1".
        let named = |region: &super::NamedRegion, name: &str| {
            region.name.as_deref().is_some_and(|own| own.contains(name))
        };
        let matches = |region: &super::NamedRegion, owner: usize| {
            region.owner == Some(owner) && name.is_none_or(|name| named(region, name))
        };
        if let Int::Const(owner) = player {
            let owner = usize::try_from(owner).unwrap_or(usize::MAX);
            let found: Vec<Sites> = self
                .regions
                .iter()
                .filter(|r| matches(r, owner))
                .map(|r| r.sites.clone())
                .collect();
            let found = unite(found);
            self.note_chance(&found);
            return Ok(found);
        }
        let of_owner: Vec<Sites> = (0..self.players + 2)
            .map(|owner| {
                let own = self.regions.iter().filter(|region| matches(region, owner));
                unite(own.map(|region| region.sites.clone()).collect())
            })
            .collect();
        let known: Option<Vec<SiteSet>> = of_owner
            .iter()
            .map(|sites| {
                if let Sites::Const(set) = sites {
                    Some(set.clone())
                } else {
                    None
                }
            })
            .collect();
        if let Some(sets) = known {
            return Ok(Sites::ByPlayer(sets, Box::new(player)));
        }
        let mut chosen = Sites::default();
        for (owner, sites) in of_owner.into_iter().enumerate().rev() {
            let is_owner = Bool::Compare(Cmp::Eq, player.clone(), Int::Const(owner as i32));
            chosen = Sites::If(Box::new(is_owner), Box::new(sites), Some(Box::new(chosen)));
        }
        Ok(chosen)
    }

    fn regions_named(&self, name: &str, owner: Option<usize>) -> Vec<Sites> {
        self.regions
            .iter()
            .filter(|region| {
                region.name.as_deref() == Some(name) && (owner.is_none() || region.owner == owner)
            })
            .map(|region| region.sites.clone())
            .collect()
    }

    pub(super) fn player_sites(&mut self, node: &Node, call: &Call) -> Res<Sites> {
        if call.arg("sitesPlayerType").and_then(Node::word) != Some("Hand") {
            return self.winning_sites(node, call);
        }
        let sets: Vec<SiteSet> = (0..self.players + 2)
            .map(|player| {
                self.containers
                    .iter()
                    .filter(|c| c.kind == ContainerKind::Hand && c.owner == player)
                    .flat_map(|c| c.first..c.first + c.size)
                    .map(|site| site as i32)
                    .collect()
            })
            .collect();
        let player = match call.arg("byPlayer").and_then(Node::word) {
            Some("Shared" | "All") => Int::Const(self.players as i32 + 1),
            Some("Each") => {
                let mut every = SiteSet::default();
                sets.iter().for_each(|set| every.union_with(set));
                return Ok(Sites::Const(every));
            }
            // Without a player there is no hand.
            _ if call.arg("byPlayer").is_none() => return Ok(Sites::Const(SiteSet::default())),
            _ => self.player(call.arg("byPlayer"))?,
        };
        Ok(by_player(sets, player))
    }

    /// The track that `(sites Track ...)` denotes.
    pub(super) fn track_of_sites(&mut self, node: &Node, call: &Call) -> Res<TrackRef> {
        let name = call.arg("string").and_then(Node::str);
        let in_tracks = self.scope.bound >> crate::ir::Iter::Track as u32 & 1 == 1;
        if in_tracks && name.is_none() && call.arg("byPlayer").is_none() {
            return Ok(TrackRef::Bound);
        }
        let tracks = &self.board.tracks;
        let exact = name.and_then(|name| tracks.iter().position(|track| track.name == name));
        let of = |player: Option<usize>| {
            let matches =
                |track: &&ludarium_board::Track| name.is_none_or(|name| track.name.contains(name));
            let place = |owner: Option<u32>| {
                let mut all = tracks.iter().enumerate();
                let found = all.find(|(_, track)| matches(track) && track.owner == owner);
                found.map(|(index, _)| index)
            };
            // A track of that very name, with any owner; else one whose name contains it, of the
            // player or of nobody.
            let own = player.and_then(|player| place(Some(player as u32)));
            exact.or(own).or_else(|| place(None))
        };
        let Some(who) = call.arg("byPlayer") else {
            // Without a player, only tracks without an owner count.
            return match of(None) {
                Some(index) => Ok(TrackRef::Fixed(index)),
                // The index after the last track denotes a track without sites.
                None if !tracks.is_empty() => Ok(TrackRef::Fixed(tracks.len())),
                None => self.no_meaning(node),
            };
        };
        let of = |player: usize| of(Some(player));
        let table: Vec<Option<usize>> = (0..self.players + 2).map(of).collect();
        let player = self.player(Some(who))?;
        Ok(TrackRef::ByPlayer(table, Box::new(player)))
    }

    /// The start sites of a kind of piece, known once the start rules are compiled.
    pub(super) fn start_of_piece(&mut self, node: &Node, call: &Call) -> Res<Sites> {
        let piece = self.call(needed(call, "withPiece", node)?)?;
        let Some(what) = piece.args[0].as_ref() else {
            return self.no_meaning(node);
        };
        let sets: Vec<SiteSet> = (0..self.components.len())
            .map(|what| self.start_sites.get(&what).cloned().unwrap_or_default())
            .collect();
        if let Some(name) = what.str() {
            let mut set = SiteSet::default();
            for what in self.kinds_named(name) {
                set.union_with(&sets[what]);
            }
            return Ok(Sites::Const(set));
        }
        let what = self.int(what)?;
        Ok(Sites::ByIndex(sets, Box::new(what)))
    }
}

fn by_player(sets: Vec<SiteSet>, player: Int) -> Sites {
    match player {
        Int::Const(player) => Sites::Const(
            usize::try_from(player)
                .ok()
                .and_then(|p| sets.get(p).cloned())
                .unwrap_or_default(),
        ),
        player => Sites::ByPlayer(sets, Box::new(player)),
    }
}
