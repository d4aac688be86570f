//! Regions.

use board::{Direction, Relation, StaticRegion};
use lud::{Call, Diagnostic, Ludeme, Node, Value};

use super::{Compiler, Res};
use crate::ir::{
    AroundKind, Bool, Cmp, Int, Ints, Iter, MovePart, Owners, SightKind, Sites, TrackRef, INFINITY,
};
use crate::layout::{type_of_index, ContainerKind};
use crate::set::SiteSet;

impl Compiler {
    /// A region; a single number stands for the region of that site.
    pub fn sites(&mut self, node: &Node) -> Res<Sites> {
        let call = match &node.value {
            Value::Call(call) => call,
            Value::Array(items) => return self.sites_of_items(items, self.own),
            Value::Str(_) => return self.sites_of_items(std::slice::from_ref(node), self.own),
            _ => return Ok(one_site(self.int(node)?)),
        };
        match call.ludeme {
            Ludeme::SitesSimple => self.simple_sites(node, call),
            Ludeme::SitesIndex => self.sites_by_index(node, call),
            Ludeme::SitesSide => self.side(call),
            Ludeme::SitesRegion => self.named_region(node, call),
            Ludeme::SitesCoords => {
                let t = self.site_type(call.arg("siteType"));
                let names = call.arg("strings").map_or(&[][..], Node::items);
                self.sites_of_items(names, t)
            }
            Ludeme::SitesList | Ludeme::RegionInts => {
                let list = needed(call, "ints", node)?;
                match &list.value {
                    Value::Array(items) => self.sites_of_items(items, self.own),
                    _ => self.sites(list),
                }
            }
            Ludeme::RegionInt => self.sites(needed(call, "int", node)?),
            Ludeme::SitesOccupied => self.occupied(call),
            Ludeme::SitesAround => self.around(node, call),
            Ludeme::SitesDirection => self.sites_in_direction(node, call),
            Ludeme::SitesBetween => self.sites_between(node, call),
            Ludeme::SitesGroup => {
                let t = self.site_type(call.arg("siteType"));
                let from = Box::new(self.sites(needed(call, "at", node)?)?);
                let dirs = self.dirs(call.arg("direction"), t, "Adjacent")?;
                let cond = self.condition(call, "if", &[Iter::To])?;
                Ok(Sites::Group {
                    t,
                    from,
                    dirs,
                    cond,
                })
            }
            Ludeme::SitesIncident => {
                let result = self.site_type(call.arg("siteType"));
                let of = self.site_type(call.arg("of"));
                let at = Box::new(self.int(needed(call, "at", node)?)?);
                let owner = call
                    .arg("owner")
                    .map(|who| self.player(Some(who)))
                    .transpose()?
                    .map(Box::new);
                Ok(Sites::Incident {
                    result,
                    of,
                    at,
                    owner,
                })
            }
            Ludeme::SitesLineOfSight => {
                let t = self.site_type(call.arg("siteType"));
                let kind = match call.arg("lineOfSightType").and_then(Node::word) {
                    Some("Empty") => SightKind::Empty,
                    Some("Farthest") => SightKind::Farthest,
                    _ => SightKind::Piece,
                };
                let at = Box::new(call.arg("at").map_or(Ok(Int::LastTo), |at| self.int(at))?);
                let dirs = self.dirs(call.arg("direction"), t, "Adjacent")?;
                Ok(Sites::LineOfSight { t, kind, at, dirs })
            }
            Ludeme::SitesDistance => self.sites_at_distance(node, call),
            Ludeme::SitesPlayer => self.player_sites(node, call),
            Ludeme::SitesTrack => {
                let track = self.track_of_sites(node, call)?;
                let from = self.opt_int(call.arg("from"))?.map(Box::new);
                let to = self.opt_int(call.arg("to"))?.map(Box::new);
                if let (TrackRef::Fixed(index), None, None) = (&track, &from, &to) {
                    let steps = self
                        .board
                        .tracks
                        .get(*index)
                        .map_or(&[][..], |track| &track.steps);
                    return Ok(Sites::Const(steps.iter().map(|step| step.site).collect()));
                }
                Ok(Sites::Track { track, from, to })
            }
            Ludeme::SitesRandom => {
                self.flags.stochastic = true;
                let of = match call.arg("sites") {
                    Some(of) => self.sites(of)?,
                    None => Sites::Empty(self.own),
                };
                let num = Box::new(
                    call.arg("num")
                        .map_or(Ok(Int::Const(1)), |num| self.int(num))?,
                );
                Ok(Sites::Random {
                    of: Box::new(of),
                    num,
                })
            }
            Ludeme::SitesStart => self.start_of_piece(node, call),
            Ludeme::SitesMove => {
                let part = match call.arg("sitesMoveType").and_then(Node::word) {
                    Some("From") => MovePart::From,
                    Some("To") => MovePart::To,
                    _ => return self.not_yet(node),
                };
                let moves = Box::new(self.moves(needed(call, "moves", node)?)?);
                Ok(Sites::OfMoves { part, moves })
            }
            Ludeme::SitesHidden => {
                let data = hidden_data(call.arg("hiddenData"));
                let t = self.site_type(call.arg("siteType"));
                let player = Box::new(self.player(call.arg("to"))?);
                Ok(Sites::Hidden { t, data, player })
            }
            Ludeme::SitesIter | Ludeme::Region => Ok(Sites::Bound),
            Ludeme::SitesLastBetween => Ok(Sites::LastBetween),
            Ludeme::SitesForEachIf => {
                let of = self.sites(needed(call, "sites", node)?)?;
                let cond = needed(call, "if", node)?;
                let cond = self.binding(&[Iter::Site], |c| c.bool(cond))?;
                Ok(Sites::Filter(Box::new(of), Box::new(cond)))
            }
            Ludeme::SitesForEachOf => {
                let of = self.sites(needed(call, "of", node)?)?;
                let body = needed(call, "sites", node)?;
                let body = self.binding(&[Iter::Site], |c| c.sites(body))?;
                Ok(Sites::ForEachOf(Box::new(of), Box::new(body)))
            }
            Ludeme::SitesForEachInts => {
                let values = self.ints(needed(call, "ints", node)?)?;
                let body = needed(call, "sites", node)?;
                let body = self.binding(&[Iter::Player, Iter::Value], |c| c.sites(body))?;
                Ok(Sites::ForEachValue(values, Box::new(body)))
            }
            Ludeme::SitesForEachLevel => {
                let t = self.site_type(call.arg("siteType"));
                let at = Box::new(self.int(needed(call, "at", node)?)?);
                let from_top = call.arg("stackDirection").and_then(Node::word) == Some("FromTop");
                let cond = self.condition(call, "if", &[Iter::Level])?;
                let start = self.opt_int(call.arg("startAt"))?.map(Box::new);
                Ok(Sites::Levels {
                    t,
                    at,
                    from_top,
                    cond,
                    start,
                })
            }
            Ludeme::Expand => {
                let t = self.site_type(call.arg("siteType"));
                let of = self.sites(needed(call, "sites", node)?)?;
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
                                .expand(type_of_index(t), &sites, steps, relation);
                        return Ok(Sites::Const(as_set(wider)));
                    }
                }
                let dirs = self.dirs(call.arg("absoluteDirection"), t, "Adjacent")?;
                if let (Sites::Const(set), Int::Const(steps), Dirs::Table(id)) =
                    (&of, &steps, &dirs)
                {
                    return Ok(Sites::Const(self.expanded(set, *steps, *id)));
                }
                Ok(Sites::Expand {
                    t,
                    of: Box::new(of),
                    steps: Box::new(steps),
                    dirs,
                })
            }
            Ludeme::SitesDifference => {
                let first = self.sites(needed(call, "sites", node)?)?;
                let second = self.sites(needed(call, "sites2", node)?)?;
                if let (Sites::Const(a), Sites::Const(b)) = (&first, &second) {
                    let mut left = a.clone();
                    left.subtract(b);
                    return Ok(Sites::Const(left));
                }
                Ok(Sites::Difference(Box::new(first), Box::new(second)))
            }
            Ludeme::SitesUnion | Ludeme::SitesUnionList => {
                let parts = self.several(call)?;
                Ok(unite(parts))
            }
            Ludeme::SitesIntersection | Ludeme::SitesIntersectionList => {
                let parts = self.several(call)?;
                Ok(intersect(parts))
            }
            Ludeme::SitesIf => {
                let cond = self.bool(needed(call, "boolean", node)?)?;
                let yes = self.sites(needed(call, "sites", node)?)?;
                let no = call.arg("sites2").map(|no| self.sites(no)).transpose()?;
                if let Bool::Const(known) = cond {
                    return Ok(if known { yes } else { no.unwrap_or_default() });
                }
                Ok(Sites::If(Box::new(cond), Box::new(yes), no.map(Box::new)))
            }
            Ludeme::SitesWalk => self.walk_ends(node, call),
            Ludeme::SitesEdge
            | Ludeme::SitesPattern
            | Ludeme::SitesLoop
            | Ludeme::SitesCrossing
            | Ludeme::SitesLargePiece
            | Ludeme::SitesForEachTeam
            | Ludeme::RegionOf
            | Ludeme::RegionBoard => self.not_yet(node),
            Ludeme::SizesGroup
            | Ludeme::Rotations
            | Ludeme::Team
            | Ludeme::ValuesRemembered
            | Ludeme::IntsPlayersMany
            | Ludeme::IntsPlayersTeam
            | Ludeme::IntsDifference
            | Ludeme::IntsIf
            | Ludeme::IntsIntersection
            | Ludeme::IntsIntersectionList
            | Ludeme::IntsUnion
            | Ludeme::IntsUnionList
            | Ludeme::Results
            | Ludeme::Array
            | Ludeme::ArraySites => match self.ints(node)? {
                Ints::Sites(sites) => Ok(*sites),
                Ints::List(list) => Ok(list_of(list)),
                other => Ok(Sites::OfInts(other)),
            },
            _ => Ok(one_site(self.int(node)?)),
        }
    }

    /// Where walks lead from a site, whichever way the first step goes.
    fn walk_ends(&mut self, node: &Node, call: &Call) -> Res<Sites> {
        let t = self.site_type(call.arg("siteType"));
        let kind = type_of_index(t);
        let walks = super::leaves::walks(needed(call, "stepTypess", node)?);
        let from = match call.arg("int") {
            Some(from) => self.int(from)?,
            None => self.iter(Iter::From),
        };
        let headings = self
            .board
            .topology
            .supported(kind, Relation::Orthogonal)
            .to_vec();
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

    /// A region and everything within some steps of it.
    fn expanded(&self, set: &SiteSet, steps: i32, table: crate::ir::TableId) -> SiteSet {
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

    /// The site of type `t` with a coordinate.
    pub fn site_labelled(&self, t: usize, label: &str, node: &Node) -> Res<i32> {
        match self.board.topology.labelled(type_of_index(t), label) {
            Some(site) => Ok(site as i32),
            None => Err(Diagnostic::new(
                "unknown-site",
                node.span,
                format!("the board has no site called `{label}`"),
            )),
        }
    }

    fn sites_of_items(&mut self, items: &[Node], t: usize) -> Res<Sites> {
        let mut list = Vec::with_capacity(items.len());
        for item in items {
            let Some(label) = item.str() else {
                list.push(self.int(item)?);
                continue;
            };
            // Coordinates in a list that no site has count for nothing: recorded games are played
            // from descriptions that have them.
            let site = self.board.topology.labelled(type_of_index(t), label);
            list.extend(site.map(|site| Int::Const(site as i32)));
        }
        Ok(list_of(list))
    }

    fn condition(&mut self, call: &Call, name: &str, iters: &[Iter]) -> Res<Option<Box<Bool>>> {
        let cond = call.arg(name);
        Ok(self.binding(iters, |c| c.opt_bool(cond))?.map(Box::new))
    }

    /// The regions of `(union ..)` and `(intersection ..)`, in a list or two of them.
    fn several(&mut self, call: &Call) -> Res<Vec<Sites>> {
        let mut parts = Vec::new();
        for arg in call.args.iter().flatten() {
            for item in arg.items() {
                parts.push(self.sites(item)?);
            }
        }
        Ok(parts)
    }

    fn static_region(&self, t: usize, region: StaticRegion) -> Sites {
        Sites::Const(as_set(self.board.topology.region(type_of_index(t), region)))
    }

    fn simple_sites(&mut self, node: &Node, call: &Call) -> Res<Sites> {
        let t = self.site_type(call.arg("siteType"));
        let region = match call
            .arg("sitesSimpleType")
            .and_then(Node::word)
            .unwrap_or_default()
        {
            "Board" => StaticRegion::Board,
            "Bottom" => StaticRegion::Bottom,
            "Centre" => StaticRegion::Centre,
            "ConcaveCorners" => StaticRegion::ConcaveCorners,
            "ConvexCorners" => StaticRegion::ConvexCorners,
            "Corners" => StaticRegion::Corners,
            "Inner" => StaticRegion::Inner,
            "Left" => StaticRegion::Left,
            "Major" => StaticRegion::Major,
            "Minor" => StaticRegion::Minor,
            "Outer" => StaticRegion::Outer,
            "Perimeter" => StaticRegion::Perimeter,
            "Right" => StaticRegion::Right,
            "Top" => StaticRegion::Top,
            "LastFrom" => return Ok(Sites::LastFrom),
            "LastTo" => return Ok(Sites::LastTo),
            "Pending" => return Ok(Sites::Pending),
            "ToClear" => return Ok(Sites::ToClear),
            "Playable" => return self.playable(node, t),
            _ => return self.not_yet(node),
        };
        Ok(self.static_region(t, region))
    }

    /// On a board without borders: the sites next to a piece, or the middle of an empty board.
    fn playable(&mut self, node: &Node, t: usize) -> Res<Sites> {
        let board::BoardKind::Boardless { centre } = self.board.kind else {
            return self.not_yet(node);
        };
        let dirs = self.dirs(None, t, "Adjacent")?;
        let occupied = || Sites::Occupied {
            t,
            owners: Owners::All,
            container: None,
            kinds: None,
            top: true,
        };
        let around = Sites::Around {
            t,
            of: Box::new(occupied()),
            kind: Some(AroundKind::Empty),
            distance: Box::new(Int::Const(1)),
            dirs,
            cond: None,
            include_self: false,
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

    fn sites_by_index(&mut self, node: &Node, call: &Call) -> Res<Sites> {
        let t = self.site_type(call.arg("siteType"));
        let kind = type_of_index(t);
        let index = self.opt_int(call.arg("int"))?;
        let word = call
            .arg("sitesIndexType")
            .and_then(Node::word)
            .unwrap_or_default();
        let make: fn(u32) -> StaticRegion = match word {
            "Empty" => return Ok(Sites::Empty(t)),
            "State" => {
                let Some(state) = index else {
                    return self.not_yet(node);
                };
                return Ok(Sites::State {
                    t,
                    state: Box::new(state),
                });
            }
            "Row" => StaticRegion::Row,
            "Column" => StaticRegion::Column,
            "Layer" => StaticRegion::Layer,
            "Phase" => StaticRegion::Phase,
            _ => return self.not_yet(node),
        };
        let Some(index) = index else {
            return self.not_yet(node);
        };
        if let Int::Const(index) = index {
            return Ok(match u32::try_from(index) {
                Ok(index) => self.static_region(t, make(index)),
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

    fn side(&mut self, call: &Call) -> Res<Sites> {
        let t = self.site_type(call.arg("siteType"));
        let who = call.args.last().and_then(Option::as_ref);
        if let Some(direction) = who.and_then(Node::word).and_then(Direction::from_name) {
            return Ok(self.static_region(t, StaticRegion::Side(direction)));
        }
        let player = self.player(who)?;
        let topology = &self.board.topology;
        let sets = (0..self.players + 2)
            .map(|player| {
                let facing = self.facings.get(player).copied().unwrap_or(Direction::N);
                as_set(topology.region(type_of_index(t), StaticRegion::Side(facing)))
            })
            .collect();
        Ok(by_player(sets, player))
    }

    /// `(sites P1)`, `(sites "Name")`, `(sites Mover "Name")`: regions of the equipment.
    fn named_region(&mut self, node: &Node, call: &Call) -> Res<Sites> {
        let name = call.arg("string").and_then(Node::str);
        let who = call.arg("byPlayer");
        if who.is_none() {
            if let Some(label) = name {
                let named: Vec<Sites> = self.regions_named(label, None);
                if named.is_empty() {
                    let t = self.site_type(call.arg("siteType"));
                    if let Some(container) = self.containers.iter().find(|c| c.name == label) {
                        let sites = container.first..container.first + container.size;
                        return Ok(Sites::Const(sites.map(|site| site as i32).collect()));
                    }
                    if let Ok(site) = self.site_labelled(t, label, node) {
                        return Ok(Sites::Const(SiteSet::from_iter([site])));
                    }
                    return Ok(Sites::default());
                }
                return Ok(unite(named));
            }
            return Ok(Sites::Bound);
        }
        // A role of many stands for the regions that belong to everybody.
        let player = match who.and_then(Node::word) {
            Some("All" | "Shared") => Int::Const(self.players as i32 + 1),
            _ => self.player(who)?,
        };
        self.regions_of(player, name)
    }

    /// The regions of the equipment that belong to a player, of one name or any.
    pub fn regions_of(&mut self, player: Int, name: Option<&str>) -> Res<Sites> {
        // The name may be a part of the region's own: "Home" finds "HomeP1".
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
            return Ok(unite(found));
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

    fn occupied(&mut self, call: &Call) -> Res<Sites> {
        let t = self.site_type(call.arg("on"));
        let owners = self.owners(call.arg("by"), Owners::All)?;
        let mut within = None;
        let container = match call.arg("container") {
            None => None,
            Some(which) => match which.str() {
                Some(name) => {
                    match self.containers.iter().position(|c| c.name == name) {
                        Some(index) => Some(Int::Const(index as i32)),
                        // "Hand" is every hand; the owner of the pieces tells whose.
                        None => {
                            let like = |c: &&crate::layout::Container| {
                                c.name.trim_end_matches(char::is_numeric) == name
                            };
                            let found = self.containers.iter().filter(like);
                            let sites = found.flat_map(|c| c.first..c.first + c.size);
                            within = Some(sites.map(|site| site as i32).collect::<SiteSet>());
                            None
                        }
                    }
                }
                None => Some(self.int(which)?),
            },
        };
        let kinds = match call.arg("component") {
            None => None,
            Some(which) => {
                let mut kinds = Vec::new();
                for item in which.items() {
                    match item.str() {
                        Some(name) => {
                            kinds.extend(
                                self.kinds_named(name)
                                    .into_iter()
                                    .map(|what| Int::Const(what as i32)),
                            );
                        }
                        None => kinds.push(self.int(item)?),
                    }
                }
                Some(kinds)
            }
        };
        let top = self.flag(call.arg("top"), true);
        let occupied = Sites::Occupied {
            t,
            owners,
            container,
            kinds,
            top,
        };
        Ok(match within {
            None => occupied,
            Some(sites) => Sites::Intersection(vec![Sites::Const(sites), occupied]),
        })
    }

    fn around(&mut self, node: &Node, call: &Call) -> Res<Sites> {
        let t = self.site_type(call.arg("siteType"));
        let of = Box::new(self.sites(needed(call, "int", node)?)?);
        let kind = match call.arg("regionTypeDynamic").and_then(Node::word) {
            None => None,
            Some("Empty") => Some(AroundKind::Empty),
            Some("NotEmpty") => Some(AroundKind::NotEmpty),
            Some("Own") => Some(AroundKind::Own),
            Some("NotOwn") => Some(AroundKind::NotOwn),
            Some("Enemy") => Some(AroundKind::Enemy),
            Some("NotEnemy") => Some(AroundKind::NotEnemy),
            Some(_) => return self.not_yet(node),
        };
        let distance = Box::new(
            call.arg("distance")
                .map_or(Ok(Int::Const(1)), |far| self.int(far))?,
        );
        let dirs = self.dirs(call.arg("absoluteDirection"), t, "Adjacent")?;
        let cond = self.condition(call, "if", &[Iter::To])?;
        let include_self = self.flag(call.arg("includeSelf"), false);
        Ok(Sites::Around {
            t,
            of,
            kind,
            distance,
            dirs,
            cond,
            include_self,
        })
    }

    fn sites_in_direction(&mut self, node: &Node, call: &Call) -> Res<Sites> {
        let t = self.site_type(call.arg("siteType"));
        let from = Box::new(self.sites(needed(call, "from", node)?)?);
        let dirs = self.dirs(call.arg("direction"), t, "Adjacent")?;
        let included = self.flag(call.arg("included"), false);
        let stop = self.condition(call, "stop", &[Iter::To])?;
        let stop_included = self.flag(call.arg("stopIncluded"), false);
        let distance = call
            .arg("distance")
            .map_or(Ok(Int::Const(INFINITY)), |far| self.int(far))?;
        Ok(Sites::Direction {
            t,
            from,
            dirs,
            included,
            stop,
            stop_included,
            distance: Box::new(distance),
        })
    }

    fn sites_between(&mut self, node: &Node, call: &Call) -> Res<Sites> {
        let t = self.site_type(call.arg("siteType"));
        let dirs = self.dirs(call.arg("direction"), t, "Adjacent")?;
        let from = Box::new(self.int(needed(call, "from", node)?)?);
        let to = Box::new(self.int(needed(call, "to", node)?)?);
        let from_included = self.flag(call.arg("fromIncluded"), false);
        let to_included = self.flag(call.arg("toIncluded"), false);
        let cond = self.condition(call, "cond", &[Iter::Between])?;
        Ok(Sites::Between {
            t,
            dirs,
            from,
            to,
            from_included,
            to_included,
            cond,
        })
    }

    fn sites_at_distance(&mut self, node: &Node, call: &Call) -> Res<Sites> {
        let t = self.site_type(call.arg("siteType"));
        let relation = call
            .arg("relationType")
            .and_then(Node::word)
            .and_then(Relation::from_name)
            .unwrap_or(Relation::Adjacent);
        let mut cond = None;
        let step = match call.arg("effect") {
            None => Dirs::Table(self.table(t, vec![relation.direction()])),
            Some(effect) => match effect.call() {
                Some(step)
                    if step.ludeme == Ludeme::Step
                        && step.arg("to").and_then(Node::call).is_some_and(|to| {
                            let others = to.args.iter().flatten().count();
                            others == usize::from(to.arg("if").is_some())
                        }) =>
                {
                    if let Some(to) = step.arg("to").and_then(Node::call) {
                        cond = self.condition(to, "if", &[Iter::From, Iter::To])?;
                    }
                    self.dirs(step.arg("direction"), t, "Adjacent")?
                }
                _ => return self.not_yet(node),
            },
        };
        if call.arg("newRotation").is_some() {
            return self.not_yet(node);
        }
        let from = Box::new(self.int(needed(call, "from", node)?)?);
        let range = self.call(needed(call, "range", node)?)?;
        let (low, high) = self.low_and_high(range)?;
        let (low, high) = (Box::new(low), Box::new(high));
        Ok(Sites::Distance {
            t,
            relation,
            step: Some(Box::new(step)),
            cond,
            from,
            low,
            high,
        })
    }

    pub(crate) fn low_and_high(&mut self, range: &Call) -> Res<(Int, Int)> {
        let mut bounds = Vec::new();
        for arg in range.args.iter().flatten() {
            bounds.push(self.int(arg)?);
        }
        let last = bounds.pop().unwrap_or(Int::Const(1));
        Ok(match range.ludeme {
            Ludeme::RangeMax => (Int::Const(0), last),
            Ludeme::RangeMin => (last, Int::Const(INFINITY)),
            _ => (bounds.pop().unwrap_or_else(|| last.clone()), last),
        })
    }

    fn player_sites(&mut self, node: &Node, call: &Call) -> Res<Sites> {
        if call.arg("sitesPlayerType").and_then(Node::word) != Some("Hand") {
            return self.not_yet(node);
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
            _ => self.player(call.arg("byPlayer"))?,
        };
        Ok(by_player(sets, player))
    }

    fn track_of_sites(&mut self, node: &Node, call: &Call) -> Res<TrackRef> {
        let name = call.arg("string").and_then(Node::str);
        let matches = |track: &board::Track| name.is_none_or(|name| track.name.contains(name));
        let of = |player: usize| {
            let tracks = &self.board.tracks;
            let own = tracks
                .iter()
                .position(|track| matches(track) && track.owner == Some(player as u32));
            own.or_else(|| {
                tracks
                    .iter()
                    .position(|track| matches(track) && track.owner.is_none())
            })
        };
        let Some(who) = call.arg("byPlayer") else {
            return match self.board.tracks.iter().position(matches) {
                Some(index) => Ok(TrackRef::Fixed(index)),
                None => self.not_yet(node),
            };
        };
        let table: Vec<Option<usize>> = (0..self.players + 2).map(of).collect();
        let player = self.player(Some(who))?;
        Ok(TrackRef::ByPlayer(table, Box::new(player)))
    }

    /// Where a kind of piece stood at the start: known once the start rules are compiled.
    fn start_of_piece(&mut self, node: &Node, call: &Call) -> Res<Sites> {
        let piece = self.call(needed(call, "withPiece", node)?)?;
        let Some(what) = piece.args[0].as_ref() else {
            return self.not_yet(node);
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

use crate::ir::Dirs;

/// A required argument.
pub(super) fn needed<'n>(call: &'n Call, name: &str, node: &Node) -> Res<&'n Node> {
    call.arg(name).ok_or_else(|| {
        let message = format!("({}) lacks its {name}", call.ludeme.pattern());
        Diagnostic::new("missing-argument", node.span, message)
    })
}

impl Default for Sites {
    /// No site at all.
    fn default() -> Self {
        Sites::Const(SiteSet::default())
    }
}

pub(super) fn as_set(sites: Vec<u32>) -> SiteSet {
    sites.into_iter().map(|site| site as i32).collect()
}

fn one_site(site: Int) -> Sites {
    list_of(vec![site])
}

fn list_of(list: Vec<Int>) -> Sites {
    let known: Option<SiteSet> = list
        .iter()
        .map(|site| {
            if let Int::Const(site) = site {
                Some(*site)
            } else {
                None
            }
        })
        .collect();
    known.map_or(Sites::List(list), Sites::Const)
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

/// The union, with everything that is known folded into one set.
pub(super) fn unite(parts: Vec<Sites>) -> Sites {
    let mut known = SiteSet::default();
    let mut rest = Vec::new();
    for part in parts {
        match part {
            Sites::Const(set) => known.union_with(&set),
            other => rest.push(other),
        }
    }
    if rest.is_empty() {
        return Sites::Const(known);
    }
    if !known.is_empty() {
        rest.push(Sites::Const(known));
    }
    if rest.len() == 1 {
        return rest.pop().unwrap_or_default();
    }
    Sites::Union(rest)
}

fn intersect(parts: Vec<Sites>) -> Sites {
    let mut known: Option<SiteSet> = None;
    let mut rest = Vec::new();
    for part in parts {
        match part {
            Sites::Const(set) => match &mut known {
                Some(known) => known.intersect_with(&set),
                None => known = Some(set),
            },
            other => rest.push(other),
        }
    }
    // What is known is tested first: that costs least.
    if let Some(known) = known {
        if rest.is_empty() {
            return Sites::Const(known);
        }
        rest.insert(0, Sites::Const(known));
    }
    Sites::Intersection(rest)
}

/// Which property `(... Hidden ...)` names; without one, all of it.
pub(super) fn hidden_data(arg: Option<&Node>) -> crate::action::Hidden {
    use crate::action::Hidden;
    match arg.and_then(Node::word) {
        Some("What") => Hidden::What,
        Some("Who") => Hidden::Who,
        Some("State") => Hidden::State,
        Some("Count") => Hidden::Count,
        Some("Rotation") => Hidden::Rotation,
        Some("Value") => Hidden::Value,
        _ => Hidden::All,
    }
}
