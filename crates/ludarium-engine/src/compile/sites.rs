//! Regions.

use ludarium_board::{SiteType, StaticRegion};
use ludarium_lud::{Call, Diagnostic, Ludeme, Node, Value};

use super::note::hidden_data;
use super::{Compiler, Res};
use crate::fast::refusal::Part;
use crate::ir::{Bool, Dirs, Int, Ints, Iter, MovePart, Owners, SightKind, Sites, TrackRef};
use crate::layout::{type_index, type_of_index};
use crate::set::SiteSet;

impl Compiler {
    /// A region; a single number denotes the region of that site.
    pub fn sites(&mut self, node: &Node) -> Res<Sites> {
        let sites = self.inquiry(|c| c.sites_of(node))?;
        self.record_place(Part::Region(&sites), node.span);
        Ok(self.tabulated_sites(sites))
    }

    fn sites_of(&mut self, node: &Node) -> Res<Sites> {
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
            Ludeme::SitesRegion => self.named_region(call),
            Ludeme::SitesCoords => {
                let site_type = self.site_type(call.arg("siteType"));
                let names = call.arg("strings").map_or(&[][..], Node::items);
                self.sites_of_items(names, site_type)
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
                let site_type = self.site_type(call.arg("siteType"));
                let from = Box::new(self.sites(needed(call, "at", node)?)?);
                let dirs = self.dirs(call.arg("direction"), site_type, "Adjacent")?;
                let cond = self.condition(call, "if", &[Iter::To])?;
                let visible = self.flag(call.arg("isVisible"), false)?;
                let cond = self.visible_group(site_type, visible, cond);
                Ok(Sites::Group {
                    site_type,
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
                let site_type = self.site_type(call.arg("siteType"));
                let kind = match call.arg("lineOfSightType").and_then(Node::word) {
                    Some("Empty") => SightKind::Empty,
                    Some("Farthest") => SightKind::Farthest,
                    _ => SightKind::Piece,
                };
                let at = Box::new(call.arg("at").map_or(Ok(Int::LastTo), |at| self.int(at))?);
                let dirs = self.dirs(call.arg("direction"), site_type, "Adjacent")?;
                Ok(Sites::LineOfSight {
                    site_type,
                    kind,
                    at,
                    dirs,
                })
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
                self.draws_lots();
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
                    Some("Between") => MovePart::Between,
                    _ => MovePart::To,
                };
                let moves = Box::new(self.moves(needed(call, "moves", node)?)?);
                Ok(Sites::OfMoves { part, moves })
            }
            Ludeme::SitesHidden => {
                let data = hidden_data(call.arg("hiddenData"));
                let site_type = self.site_type(call.arg("siteType"));
                let player = Box::new(self.player(call.arg("to"))?);
                Ok(Sites::Hidden {
                    site_type,
                    data,
                    player,
                })
            }
            Ludeme::SitesIter | Ludeme::Region => Ok(Sites::Bound),
            Ludeme::SitesLastBetween => {
                self.flags.last_between = true;
                Ok(Sites::LastBetween)
            }
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
                let site_type = self.site_type(call.arg("siteType"));
                let at = Box::new(self.int(needed(call, "at", node)?)?);
                let from_top =
                    call.arg("stackDirection").and_then(Node::word) != Some("FromBottom");
                let cond = self.condition(call, "if", &[Iter::Level])?;
                let start = self.opt_int(call.arg("startAt"))?.map(Box::new);
                Ok(Sites::Levels {
                    site_type,
                    at,
                    from_top,
                    cond,
                    start,
                })
            }
            Ludeme::Expand => self.expand(node, call),
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
            Ludeme::SitesCrossing => {
                let at = Box::new(self.int(needed(call, "at", node)?)?);
                let owners = self.owners(call.arg("byPlayer"), Owners::All)?;
                Ok(Sites::Crossing { at, owners })
            }
            Ludeme::SitesEdge => {
                let runs = needed(call, "sitesEdgeType", node)?;
                Ok(self.edges_in_direction(runs.word().unwrap_or_default()))
            }
            Ludeme::SitesPattern => self.pattern_sites(node, call),
            Ludeme::SitesLoop => self.loop_sites(call),
            Ludeme::SitesLargePiece => self.large_piece_sites(node, call),
            Ludeme::SitesForEachTeam => {
                self.flags.teams = true;
                let body = needed(call, "sites", node)?;
                let body = self.binding(&[Iter::Team], |c| c.sites(body))?;
                Ok(Sites::ForEachTeam(Box::new(body)))
            }
            Ludeme::RegionOf => self.sites(needed(call, "sites", node)?),
            // A separate board would have sites of its own: the coordinates are those of the game
            // board.
            Ludeme::RegionBoard => {
                let names = needed(call, "strings", node)?.items();
                self.sites_of_items(names, self.own)
            }
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

    fn sites_of_items(&mut self, items: &[Node], site_type: usize) -> Res<Sites> {
        let mut list = Vec::with_capacity(items.len());
        for item in items {
            let Some(label) = item.str() else {
                list.push(self.int(item)?);
                continue;
            };
            // Coordinates of nonexistent sites in a list are ignored: recorded games are played
            // from descriptions that have them.
            let site = self
                .board
                .topology
                .labelled(type_of_index(site_type), label);
            list.extend(site.map(|site| Int::Const(site as i32)));
        }
        Ok(list_of(list))
    }

    pub(super) fn condition(
        &mut self,
        call: &Call,
        name: &str,
        iters: &[Iter],
    ) -> Res<Option<Box<Bool>>> {
        let cond = call.arg(name);
        Ok(self.binding(iters, |c| c.opt_bool(cond))?.map(Box::new))
    }

    /// The regions of `(union ..)` and `(intersection ..)`, from one or two lists.
    fn several(&mut self, call: &Call) -> Res<Vec<Sites>> {
        let mut parts = Vec::new();
        for arg in call.args.iter().flatten() {
            for item in arg.items() {
                parts.push(self.sites(item)?);
            }
        }
        Ok(parts)
    }

    fn simple_sites(&mut self, node: &Node, call: &Call) -> Res<Sites> {
        let site_type = self.site_type(call.arg("siteType"));
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
            "LastTo" => {
                self.flags.last_reached = true;
                return Ok(Sites::LastTo);
            }
            "Pending" => {
                self.used |= super::USES_PENDING;
                return Ok(Sites::Pending);
            }
            "ToClear" => return Ok(Sites::ToClear),
            "Playable" => return self.playable(site_type),
            "LineOfPlay" => return Ok(Sites::LineOfPlay(site_type)),
            "Hint" => return Ok(self.hinted_sites(site_type)),
            _ => return self.no_meaning(node),
        };
        Ok(self.static_region(site_type, region))
    }

    fn occupied(&mut self, call: &Call) -> Res<Sites> {
        let site_type = self.site_type(call.arg("on"));
        let owners = self.owners(call.arg("by"), Owners::All)?;
        let mut within = None;
        let container = match call.arg("container") {
            None => None,
            Some(which) => match which.str() {
                Some(name) => {
                    match self.containers.iter().position(|c| c.name == name) {
                        Some(index) => Some(Int::Const(index as i32)),
                        // "Hand" is every hand; the owner of the pieces determines which one.
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
        let top = self.flag(call.arg("top"), true)?;
        // The sites of hands are cells: if the board's own sites are not, only a name denotes the
        // hands.
        let hands =
            self.own == type_index(SiteType::Cell) || container.is_some() || within.is_some();
        let occupied = Sites::Occupied {
            hands,
            site_type,
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
}

/// A required argument.
pub(super) fn needed<'n>(call: &'n Call, name: &str, node: &Node) -> Res<&'n Node> {
    call.arg(name).ok_or_else(|| {
        let message = format!("({}) lacks its {name}", call.ludeme.pattern());
        Diagnostic::new("missing-argument", node.span, message)
    })
}

impl Default for Sites {
    /// The empty region.
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

/// The union, with all static parts folded into one set.
pub(super) fn unite(parts: Vec<Sites>) -> Sites {
    let mut known = SiteSet::default();
    let mut rest = Vec::new();
    for part in parts {
        match part {
            Sites::Const(set) => known.union_with(&set),
            other => merge_line_of_sight(&mut rest, other),
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

/// Adds a part; the empty sites along lines and the pieces at their ends are merged into one
/// search.
fn merge_line_of_sight(parts: &mut Vec<Sites>, part: Sites) {
    for known in parts.iter_mut() {
        if completes(known, &part) {
            if let Sites::LineOfSight { kind, .. } = known {
                *kind = SightKind::Both;
            }
            return;
        }
    }
    parts.push(part);
}

/// Whether one part is the empty sites along lines, and the other the pieces at the ends of the
/// same lines.
fn completes(one: &Sites, other: &Sites) -> bool {
    let (
        Sites::LineOfSight {
            site_type: one_type,
            kind: one_kind,
            at: one_site,
            dirs: one_dirs,
        },
        Sites::LineOfSight {
            site_type,
            kind,
            at,
            dirs,
        },
    ) = (one, other)
    else {
        return false;
    };
    let kinds = matches!(
        (one_kind, kind),
        (SightKind::Empty, SightKind::Piece) | (SightKind::Piece, SightKind::Empty)
    );
    let here = |site: &Int| matches!(site, Int::Iter(Iter::From));
    let lines = match (one_dirs, dirs) {
        (Dirs::Table(one), Dirs::Table(other)) => one == other,
        (Dirs::ByFacing(one), Dirs::ByFacing(other)) => one == other,
        _ => false,
    };
    kinds && lines && one_type == site_type && here(one_site) && here(at)
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
    // Static sets are tested first, since that is cheapest.
    if let Some(known) = known {
        if rest.is_empty() {
            return Sites::Const(known);
        }
        rest.insert(0, Sites::Const(known));
    }
    Sites::Intersection(rest)
}
