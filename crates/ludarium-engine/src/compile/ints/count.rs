//! `(count ...)`.

use ludarium_board::Relation;
use ludarium_lud::{Call, Diagnostic, Ludeme, Node, Value};

use super::{is_region, need};
use crate::compile::{Compiler, Res};
use crate::ir::{Bool, Distances, Int, Iter, Owners, Sites, INFINITY};
use crate::layout::{type_of_index, ContainerKind};
use crate::set::SiteSet;

/// Boards with more sites have no table of distances: distances are computed on demand.
const DISTANCE_TABLE_SITES: usize = 1_000;

/// The name by which rules count the dominoes that are still to be drawn.
const BAG: &str = "Bag";

impl Compiler {
    /// A number of the `count` family; `None` for other numbers.
    pub(super) fn int_count(&mut self, node: &Node, call: &Call) -> Res<Option<Int>> {
        use Ludeme as L;
        let named_type = |c: &Self| c.site_type(call.arg("siteType"));
        Ok(Some(match call.ludeme {
            L::CountComponent => match need(node, call, "countComponentType")?.word() {
                Some("Pips") => {
                    self.flags.dice = true;
                    Int::CountPips
                }
                _ => {
                    let who = call.arg("roleType");
                    self.count_pieces(call, who)?
                }
            },
            L::CountSimple => self.count_simple(node, call)?,
            L::CountSite => self.count_site(node, call)?,
            L::CountGroups => {
                let site_type = named_type(self);
                let dirs = self.dirs(call.arg("direction"), site_type, "Adjacent")?;
                let visible = self.flag(call.arg("isVisible"), false)?;
                let cond = self.group_condition(call.arg("if"))?;
                let cond = self.visible_group(site_type, visible, cond);
                let min = self.opt_boxed(call.arg("min"))?;
                let biggest =
                    need(node, call, "countGroupsType")?.word() == Some("SizeBiggestGroup");
                Int::CountGroups {
                    site_type,
                    dirs,
                    cond,
                    min,
                    biggest,
                }
            }
            L::CountSizeBiggestGroup => {
                let site_type = named_type(self);
                let dirs = self.dirs(call.arg("direction"), site_type, "Adjacent")?;
                // One parameter in two forms: a condition, or whether the pieces must be visible
                // from above.
                let written = call.arg("if");
                let visible = written.is_some_and(|arg| arg.value == Value::Bool(true));
                let cond = written.filter(|arg| !matches!(arg.value, Value::Bool(_)));
                let cond = self.group_condition(cond)?;
                let cond = self.visible_group(site_type, visible, cond);
                Int::CountGroups {
                    site_type,
                    dirs,
                    cond,
                    min: None,
                    biggest: true,
                }
            }
            L::CountValue => {
                let value = self.boxed(node, call, "int")?;
                Int::CountValue(value, Box::new(self.ints(need(node, call, "in")?)?))
            }
            L::CountStack => {
                let site_type = named_type(self);
                let sites = self.sites_or_site(need(node, call, "at")?)?;
                let from_top = call.arg("stackDirection").and_then(Node::word) == Some("FromTop");
                let (cond, stop) = self.binding(&[Iter::To, Iter::Level], |c| {
                    Ok((
                        c.opt_bool(call.arg("if"))?.map(Box::new),
                        c.opt_bool(call.arg("stop"))?.map(Box::new),
                    ))
                })?;
                Int::CountStack {
                    site_type,
                    sites: Box::new(sites),
                    from_top,
                    cond,
                    stop,
                }
            }
            L::CountLiberties => {
                let site_type = named_type(self);
                let at = self.opt_boxed(call.arg("at"))?;
                let dirs = self.dirs(call.arg("direction"), site_type, "Adjacent")?;
                Int::CountLiberties {
                    site_type,
                    at,
                    dirs,
                    cond: self.group_condition(call.arg("if"))?,
                }
            }
            L::CountSitesPlatformBelow => {
                self.needs_support = true;
                let at = match call.arg("int") {
                    Some(at) => self.int(at)?,
                    None => self.iter(Iter::To),
                };
                let owners = self.owners(call.arg("roleType"), Owners::All)?;
                Int::CountPlatformBelow(Box::new(at), Box::new(owners))
            }
            L::CountSteps => {
                if let Some(step) = call.arg("effect") {
                    return self.count_steps_by(node, call, step).map(Some);
                }
                let site_type = named_type(self);
                let relation = self.step_relation(site_type);
                let from = self.boxed(node, call, "int")?;
                let to = Box::new(self.sites_or_site(need(node, call, "int2")?)?);
                Int::CountSteps {
                    site_type,
                    relation,
                    distances: self.distances(site_type, relation),
                    from,
                    to,
                }
            }
            L::CountStepsOnTrack => {
                let track = self.track_of(node, call.arg("roleType"), None)?;
                let from = Box::new(self.site_or_last_to(call.arg("int"))?);
                let to = Box::new(self.site_or_last_to(call.arg("int2"))?);
                Int::CountStepsOnTrack { track, from, to }
            }
            L::CountSizeBiggestLine => {
                let site_type = named_type(self);
                let dirs = self.dirs(call.arg("absoluteDirection"), site_type, "Adjacent")?;
                Int::CountBiggestLine {
                    site_type,
                    dirs,
                    cond: self.group_condition(call.arg("if"))?,
                }
            }
            _ => return Ok(None),
        }))
    }

    /// `(count Steps (step ...) from to)`: steps that the description defines.
    fn count_steps_by(&mut self, node: &Node, call: &Call, step: &Node) -> Res<Int> {
        let site_type = self.site_type(call.arg("siteType"));
        let from = self.boxed(node, call, "int")?;
        let to = Box::new(self.sites_or_site(need(node, call, "int2")?)?);
        let step_call = self.call(step)?;
        if step_call.ludeme != Ludeme::Step {
            let message = "only a step says what is near";
            return Err(Diagnostic::new("no-step", step.span, message));
        }
        let direction = step_call.arg("direction").or(call.arg("relationType"));
        let target = self.call(need(step, step_call, "to")?)?;
        let (dirs, cond) = self.binding(&[Iter::From, Iter::To], |c| {
            let dirs = c.dirs(direction, site_type, "Adjacent")?;
            Ok((dirs, c.opt_bool(target.arg("if"))?.map(Box::new)))
        })?;
        let turning = self.new_rotation(call)?;
        Ok(Int::CountStepsBy {
            site_type,
            dirs,
            cond,
            turning,
            from,
            to,
        })
    }

    /// The rotation of a piece after each step; `(value)` is its rotation before.
    pub(in crate::compile) fn new_rotation(&mut self, call: &Call) -> Res<Option<Box<Int>>> {
        let turned = call.arg("newRotation");
        let turned = self.binding(&[Iter::Value], |c| c.opt_int(turned))?;
        Ok(turned.map(Box::new))
    }

    /// The condition on a group whose members must be visible from above.
    pub(in crate::compile) fn visible_group(
        &mut self,
        site_type: usize,
        visible: bool,
        cond: Option<Box<Bool>>,
    ) -> Option<Box<Bool>> {
        if !visible {
            return cond;
        }
        let to = Int::Iter(Iter::To);
        let cond = cond.map_or(Bool::Occupied(site_type, to.clone()), |cond| *cond);
        Some(Box::new(Bool::And(vec![
            cond,
            Bool::Visible(site_type, to),
        ])))
    }

    /// The relation that an argument names; `Adjacent` if absent.
    pub(in crate::compile) fn relation(&self, arg: Option<&Node>) -> Relation {
        arg.and_then(Node::word)
            .and_then(Relation::from_name)
            .unwrap_or(Relation::Adjacent)
    }

    /// The relation by which all rules count steps between sites of a type: Ludii keeps one table
    /// of distances for each type, for the first of the relations that the rules name.
    fn step_relation(&self, site_type: usize) -> Relation {
        let order = [
            Relation::Adjacent,
            Relation::All,
            Relation::OffDiagonal,
            Relation::Diagonal,
            Relation::Orthogonal,
        ];
        let named = |relation: &Relation| self.step_relations.contains(&(site_type, *relation));
        order.into_iter().find(named).unwrap_or(Relation::Adjacent)
    }

    fn distances(&self, site_type: usize, relation: Relation) -> Distances {
        let kind = type_of_index(site_type);
        let sites = self.board.topology.len(kind);
        if sites > DISTANCE_TABLE_SITES {
            return Distances::default();
        }
        let steps = (0..sites as u32)
            .flat_map(|from| self.board.topology.distances(kind, from, relation))
            .map(|steps| u16::try_from(steps).unwrap_or(u16::MAX))
            .collect();
        Distances { sites, steps }
    }

    /// `(count Pieces ...)` and `(no Pieces ...)`, whose arguments are the same.
    pub(in crate::compile) fn count_pieces(&mut self, call: &Call, who: Option<&Node>) -> Res<Int> {
        let site_type = call
            .arg("siteType")
            .map(|_| self.site_type(call.arg("siteType")));
        let owners = Box::new(self.owners(who, Owners::All)?);
        let mut within = call
            .arg("in")
            .map(|region| self.sites(region))
            .transpose()?;
        let mut kinds = None;
        if let Some(name) = call.arg("string").and_then(Node::str) {
            if let (BAG, Some(left)) = (name, self.dominoes_left()) {
                return Ok(left);
            }
            let named = self.kinds_containing(name);
            let container = self.container_sites(name);
            if named.is_empty() && !container.is_empty() {
                let container = Sites::Const(container);
                within = Some(match within {
                    Some(region) => Sites::Intersection(vec![region, container]),
                    None => container,
                });
            } else {
                kinds = Some(named);
            }
        }
        let condition = if call.ludeme == Ludeme::CountComponent {
            call.arg("if")
        } else {
            None
        };
        let cond = match condition {
            Some(node) => self.binding(&[Iter::Site], |c| Ok(Some(Box::new(c.bool(node)?))))?,
            None => None,
        };
        let listed = call.ludeme == Ludeme::NoPieces;
        self.asks_for_none |= listed;
        Ok(Int::CountPieces {
            site_type,
            owners,
            kinds,
            within: within.map(Box::new),
            cond,
            listed,
        })
    }

    /// The sites of the containers with a name: "Board", "Hand", or a hand's own name.
    fn container_sites(&self, name: &str) -> SiteSet {
        self.containers
            .iter()
            .filter(|container| {
                container.name == name
                    || name == "Board" && container.kind == ContainerKind::Board
                    || name == "Hand" && container.kind == ContainerKind::Hand
            })
            .flat_map(|container| container.first as i32..(container.first + container.size) as i32)
            .collect()
    }

    fn count_simple(&mut self, node: &Node, call: &Call) -> Res<Int> {
        use ludarium_board::SiteType;
        let kind = type_of_index(self.site_type(call.arg("siteType")));
        let topology = &self.board.topology;
        // Boards of several layers have the rows and columns of the lowest.
        let distinct = |index: fn(&ludarium_board::Site) -> u32| {
            let lowest = topology.sites(kind).iter().filter(|site| site.layer == 0);
            let mut found: Vec<u32> = lowest.map(index).collect();
            found.sort_unstable();
            found.dedup();
            Int::Const(found.len() as i32)
        };
        Ok(match need(node, call, "countSimpleType")?.word() {
            Some("Rows") => distinct(|site| site.row),
            Some("Columns") => distinct(|site| site.column),
            Some("Cells") => Int::Const(topology.len(SiteType::Cell) as i32),
            Some("Edges") => Int::Const(topology.len(SiteType::Edge) as i32),
            Some("Vertices") => Int::Const(topology.len(SiteType::Vertex) as i32),
            Some("Players") => Int::Const(self.players as i32),
            Some("Active") => Int::CountActive,
            Some("LegalMoves") => Int::CountLegalMoves,
            Some("Moves") => Int::CountMoves,
            Some("MovesThisTurn") => Int::CountMovesThisTurn,
            Some("Turns") => Int::CountTurns,
            Some("Trials") => Int::CountTrials,
            Some("Phases") => Int::Const(self.phase_count.max(1)),
            _ => return self.no_meaning(node),
        })
    }

    /// `(count at:site)`, `(count Sites in:region)`, `(count Orthogonal at:site)`.
    fn count_site(&mut self, node: &Node, call: &Call) -> Res<Int> {
        let site_type = self.site_type(call.arg("siteType"));
        let place = call.arg("in");
        let name = place.and_then(Node::str);
        let what = call.arg("countSiteType").and_then(Node::word);
        let relation = match what {
            None => {
                if let Some(name) = name {
                    let kinds = self.kinds_named(name);
                    let container = self.container_sites(name);
                    if kinds.is_empty() {
                        return Ok(Int::CountAt {
                            site_type,
                            sites: Box::new(Sites::Const(container)),
                        });
                    }
                    let owners = Box::new(Owners::All);
                    return Ok(Int::CountPieces {
                        site_type: None,
                        owners,
                        kinds: Some(kinds),
                        within: None,
                        cond: None,
                        listed: false,
                    });
                }
                return Ok(match place {
                    Some(region) if is_region(region) => Int::CountAt {
                        site_type,
                        sites: Box::new(self.sites(region)?),
                    },
                    at => Int::Count {
                        site_type,
                        at: Box::new(self.site_or_last_to(at)?),
                    },
                });
            }
            Some("Sites") => {
                let sites = match name {
                    Some(name) => Sites::Const(self.container_sites(name)),
                    None => match place {
                        Some(place) => self.sites_or_site(place)?,
                        None => Sites::List(vec![Int::LastTo]),
                    },
                };
                return Ok(match &sites {
                    Sites::Const(set) => Int::Const(i32::try_from(set.len()).unwrap_or(INFINITY)),
                    _ => Int::CountSites(Box::new(sites)),
                });
            }
            Some("Orthogonal") => Relation::Orthogonal,
            Some("Diagonal") => Relation::Diagonal,
            Some("Off") => Relation::OffDiagonal,
            Some("Adjacent") => Relation::Adjacent,
            Some("Neighbours") => Relation::All,
            Some(_) => return self.no_meaning(node),
        };
        let of = Box::new(self.sites_or_last_to(place)?);
        Ok(Int::CountNeighbours {
            site_type,
            relation,
            of,
        })
    }
}
