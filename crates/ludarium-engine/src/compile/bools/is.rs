//! `(is ...)`.

use std::sync::OnceLock;

use ludarium_board::{BoardKind, Direction, StaticRegion};
use ludarium_lud::{Call, Diagnostic, Ludeme, Node, Value};

use super::{is_region, need};
use crate::action::Hidden;
use crate::compile::rules::repetition;
use crate::compile::{Compiler, Res, USES_PENDING};
use crate::ir::{
    Bool, Connection, Dirs, Int, Iter, Line, Pattern, Regions, Repetition, Sites, Threat, Through,
    Turn,
};
use crate::layout::{type_of_index, ContainerKind};
use crate::set::SiteSet;

impl Compiler {
    pub(super) fn bool_is(&mut self, node: &Node, call: &Call) -> Res<Bool> {
        use Ludeme as L;
        let site_type = match call.ludeme.parameter("siteType") {
            Some(_) => self.site_type(call.arg("siteType")),
            None => self.own,
        };
        Ok(match call.ludeme {
            L::IsIn => return self.is_in(node, call),
            L::IsSite => {
                let site = self.int(need(node, call, "int")?)?;
                match need(node, call, "isSiteType")?.word() {
                    Some("Empty") => Bool::Empty(site_type, site),
                    _ => Bool::Occupied(site_type, site),
                }
            }
            L::IsPlayer => {
                let player = self.int(need(node, call, "int")?)?;
                match need(node, call, "isPlayerType")?.word() {
                    Some("Mover") => Bool::IsMover(player),
                    Some("Next") => Bool::IsNext(player),
                    Some("Prev") => Bool::IsPrev(player),
                    Some("Friend") => Bool::Friend(player),
                    Some("Enemy") => Bool::Enemy(player),
                    _ => Bool::IsActive(player),
                }
            }
            L::IsInteger => return self.is_integer(node, call),
            L::IsSimple => match need(node, call, "isSimpleType")?.word() {
                Some("Pending") => {
                    self.used |= USES_PENDING;
                    Bool::Pending
                }
                Some("Full") => Bool::Full,
                _ => {
                    self.flags.repetition = true;
                    self.flags
                        .repetition_kind
                        .get_or_insert(Repetition::Situational);
                    Bool::Cycle
                }
            },
            L::IsTriggered => {
                let event = need(node, call, "string")?.str().unwrap_or_default();
                let event = Self::intern(&mut self.events, event);
                Bool::Triggered(event, self.int(need(node, call, "int")?)?)
            }
            L::IsString => {
                let text = need(node, call, "string")?.str().unwrap_or_default();
                let text = Self::intern(&mut self.strings, text);
                match need(node, call, "isStringType")?.word() {
                    Some("Proposed") => Bool::Proposed(text),
                    _ => Bool::Decided(text),
                }
            }
            L::IsRepeat => {
                let kind = repetition(call.arg("repetitionType"));
                self.flags.repetition = true;
                self.flags.repetition_kind = Some(kind);
                let times = call.arg("times");
                // The format counts no occurrences: this is an extension, which counts turns.
                self.flags.repetition_of_turns |= times.is_some();
                Bool::Repeat(kind, self.times(times)?)
            }
            L::IsHidden => {
                let data = match call.arg("hiddenData").and_then(Node::word) {
                    Some("What") => Hidden::What,
                    Some("Who") => Hidden::Who,
                    Some("State") => Hidden::State,
                    Some("Count") => Hidden::Count,
                    Some("Rotation") => Hidden::Rotation,
                    Some("Value") => Hidden::Value,
                    _ => Hidden::All,
                };
                let at = self.int(need(node, call, "at")?)?;
                let player = self.player(call.arg("to"))?;
                match (&at, &player) {
                    // Ludii answers once, on the empty board.
                    (Int::Const(_), Int::Const(_)) => Bool::Const(false),
                    _ => Bool::Hidden {
                        site_type,
                        at,
                        data,
                        player: Box::new(player),
                    },
                }
            }
            L::IsRelated => {
                let relation = self.relation(call.arg("relationType"));
                let first = self.int(need(node, call, "int")?)?;
                let second = self.sites_or_site(need(node, call, "int2")?)?;
                Bool::Related {
                    site_type,
                    relation,
                    first,
                    second: Box::new(second),
                }
            }
            L::IsComponent => return self.is_component(node, call, site_type),
            L::IsConnect => return self.is_connect(node, call, site_type),
            L::IsLine => return self.is_line(node, call, site_type),
            L::IsPattern => Bool::Pattern(Box::new(self.pattern(node, call, site_type)?)),
            L::IsLoop => Bool::Loop(Box::new(self.loop_test(call)?)),
            L::IsTree | L::IsRegularGraph | L::IsPath => {
                return self.is_graph_shape(node, call, site_type);
            }
            L::IsAngle => return self.is_angle(node, call, site_type),
            L::IsGraph => {
                let of = need(node, call, "isGraphType")?.word();
                let wanted = self.site_type(Some(need(node, call, "siteType")?));
                Bool::LastIsOf(of == Some("LastTo"), wanted)
            }
            L::IsTarget => return self.is_target(node, call),
            L::IsCrossing => Bool::Crossing(
                self.int(need(node, call, "int")?)?,
                self.int(need(node, call, "int2")?)?,
            ),
            L::PuzzleIsSolved if self.puzzle.is_some() => Bool::Solved,
            _ => return self.no_meaning(node),
        })
    }

    fn is_in(&mut self, node: &Node, call: &Call) -> Res<Bool> {
        let region = need(node, call, "sites")?;
        let site = call.arg("int");
        if let Some(Node {
            value: Value::Array(items),
            ..
        }) = site
        {
            let all = items
                .iter()
                .map(|item| self.int(item))
                .collect::<Res<_>>()?;
            return Ok(Bool::AllIn(all, Box::new(self.sites(region)?)));
        }
        let site = match site {
            Some(site) => self.int(site)?,
            None => self.iter(Iter::To),
        };
        if !is_region(region) {
            return Ok(Bool::InInts(site, Box::new(self.ints(region)?)));
        }
        let sites = self.sites(region)?;
        Ok(match (&site, &sites) {
            (Int::Const(site), Sites::Const(set)) => Bool::Const(set.contains(*site)),
            _ => Bool::In(site, Box::new(sites)),
        })
    }

    fn is_integer(&mut self, node: &Node, call: &Call) -> Res<Bool> {
        let value = self.opt_int(call.arg("int"))?;
        let kind = need(node, call, "isIntegerType")?.word();
        Ok(match (kind, value) {
            (Some("Even"), Some(value)) => Bool::Even(value),
            (Some("Odd"), Some(value)) => Bool::Odd(value),
            (Some("Visited"), site) => {
                self.flags.visited = true;
                Bool::Visited(site.unwrap_or_else(|| self.iter(Iter::To)))
            }
            (Some("AnyDie"), Some(value)) => Bool::AnyDie(value),
            (Some("PipsMatch"), site) => Bool::PipsMatch(site.unwrap_or(Int::LastTo)),
            (Some("SidesMatch"), site) => Bool::SidesMatch(site.unwrap_or(Int::LastTo)),
            (Some("Flat"), site) => {
                let site = site.unwrap_or_else(|| self.iter(Iter::To));
                let below = self.support().below;
                Bool::Flat(self.own, below, site)
            }
            _ => return self.no_meaning(node),
        })
    }

    fn is_component(&mut self, node: &Node, call: &Call, site_type: usize) -> Res<Bool> {
        let place = call.arg("at");
        let sites = place.map(|place| self.sites_or_site(place)).transpose()?;
        let kind = call.arg("int").map(|kind| self.int(kind)).transpose()?;
        if need(node, call, "isComponentType")?.word() == Some("Within") {
            let sites = match sites {
                Some(sites) => sites,
                None => Sites::List(vec![self.iter(Iter::To)]),
            };
            let sites = Box::new(sites);
            return Ok(Bool::Within { kind, sites });
        }
        let moves = match call.arg("moves") {
            // The moves of the threat do not belong to their context.
            Some(moves) => Some(
                self.binding(&[Iter::From, Iter::To, Iter::Between, Iter::Level], |c| {
                    c.moves(moves)
                })?,
            ),
            None => None,
        };
        Ok(Bool::Threatened(Box::new(Threat {
            site_type,
            kind,
            sites,
            moves,
        })))
    }

    fn is_connect(&mut self, node: &Node, call: &Call, site_type: usize) -> Res<Bool> {
        let what = need(node, call, "sitess")?;
        let regions = match &what.value {
            Value::Array(items) => Regions::List(
                items
                    .iter()
                    .map(|item| self.sites(item))
                    .collect::<Res<_>>()?,
            ),
            Value::Call(call) if call.ludeme.sort() == "sites" => {
                Regions::List(vec![self.sites(what)?])
            }
            Value::Word(word) => match self.static_regions(site_type, word) {
                Some(regions) => Regions::List(regions.into_iter().map(Sites::Const).collect()),
                None => Regions::OfPlayer(self.int(what)?),
            },
            _ => return self.no_meaning(node),
        };
        let connection = Connection {
            site_type,
            number: self.opt_int(call.arg("int"))?,
            at: self.opt_int(call.arg("at"))?,
            dirs: self.dirs(call.arg("direction"), site_type, "Adjacent")?,
            regions,
        };
        Ok(match need(node, call, "isConnectType")?.word() {
            Some("Connected") => Bool::Connected(Box::new(connection)),
            _ => Bool::Blocked(Box::new(connection)),
        })
    }

    /// The regions of a static kind; `None` if `word` is not such a kind, or one that no rule may
    /// connect.
    pub(in crate::compile) fn static_regions(
        &self,
        site_type: usize,
        word: &str,
    ) -> Option<Vec<SiteSet>> {
        let topology = &self.board.topology;
        let kind = type_of_index(site_type);
        let set = |region: StaticRegion| -> SiteSet {
            topology
                .region(kind, region)
                .into_iter()
                .map(|site| site as i32)
                .collect()
        };
        let indexed = |index: fn(&ludarium_board::Site) -> u32, region: fn(u32) -> StaticRegion| {
            let mut all: Vec<u32> = topology.sites(kind).iter().map(index).collect();
            all.sort_unstable();
            all.dedup();
            all.into_iter().map(|index| set(region(index))).collect()
        };
        let corners = || set(StaticRegion::Corners);
        let sides = || {
            // Rules refer to a side by the point of the compass that it faces; one side may face
            // several.
            let mut sides: Vec<SiteSet> = Vec::new();
            for direction in Direction::ALL.iter().take(16) {
                let side = set(StaticRegion::Side(*direction));
                if !side.is_empty() && !sides.contains(&side) {
                    sides.push(side);
                }
            }
            // A single corner that lies farthest towards a point of the compass is not a side.
            let within = |one: &SiteSet, other: &SiteSet| {
                one != other && one.iter().all(|site| other.contains(site))
            };
            let all = sides.clone();
            sides.retain(|side| !all.iter().any(|other| within(side, other)));
            sides
        };
        Some(match word {
            "Sides" => sides(),
            "SidesNoCorners" => {
                let corners = corners();
                let mut sides = sides();
                for side in &mut sides {
                    side.subtract(&corners);
                }
                sides
            }
            "Corners" => corners()
                .iter()
                .map(|corner| [corner].into_iter().collect())
                .collect(),
            "Rows" => indexed(|site| site.row, StaticRegion::Row),
            "Columns" => indexed(|site| site.column, StaticRegion::Column),
            "Layers" => indexed(|site| site.layer, StaticRegion::Layer),
            _ => return None,
        })
    }

    fn is_line(&mut self, node: &Node, call: &Call, site_type: usize) -> Res<Bool> {
        let through = match call.arg("through") {
            Some(region) if is_region(region) => Through::AnyOf(self.sites(region)?),
            Some(site) => Through::Site(self.int(site)?),
            None => Through::Site(Int::LastTo),
        };
        let (mut owners, mut kinds) = (None, None);
        match call.arg("roleType") {
            // By default, the kind of the piece that the line goes through.
            None => {}
            Some(role) if role.word().is_some() => owners = Some(self.owners_or_mover(Some(role))?),
            Some(what) => {
                kinds = Some(
                    what.items()
                        .iter()
                        .map(|item| self.int(item))
                        .collect::<Res<Vec<_>>>()?,
                );
            }
        }
        let by_level = self.flag(call.arg("byLevel"), false)?;
        let length = self.int(need(node, call, "int")?)?;
        let dirs = self.dirs(call.arg("absoluteDirection"), site_type, "Adjacent")?;
        let cond = match call.arg("if") {
            Some(cond) => Some(self.binding(&[Iter::To], |c| c.bool(cond))?),
            None => None,
        };
        let line = Line {
            site_type,
            length,
            dirs,
            through,
            owners,
            kinds,
            exact: self.flag(call.arg("exact"), false)?,
            contiguous: self.flag(call.arg("contiguous"), true)?,
            cond,
            by_level,
            top: self.flag(call.arg("top"), false)?,
            visible: self.flag(call.arg("isVisible"), false)?,
            through_how_much: self.opt_int(call.arg("throughHowMuch"))?,
            use_opposites: self.flag(call.arg("useOpposites"), true)?,
            windows: OnceLock::new(),
        };
        self.warn_of_no_room(node, &line);
        Ok(Bool::Line(Box::new(line)))
    }

    /// Warns of a line that is longer than any of the board.
    fn warn_of_no_room(&self, node: &Node, line: &Line) {
        let (Int::Const(length), Dirs::Table(table)) = (&line.length, &line.dirs) else {
            return;
        };
        // Lines of a stack go upwards, and a board that grows has room.
        if line.by_level || matches!(self.board.kind, BoardKind::Boardless { .. }) {
            return;
        }
        let longest = self.tables[usize::from(*table)].longest_line(line.use_opposites);
        if usize::try_from(*length).is_ok_and(|length| length > longest) {
            let message = format!(
                "a line of {length} does not fit on this board: the longest has {longest} sites"
            );
            let warning = Diagnostic::new("no-room", node.span, message);
            let hint = "this never holds: make the line shorter, or the board larger";
            self.warnings.add(warning.hint(hint));
        }
    }

    /// The pattern of `(is Pattern ...)` and `(sites Pattern ...)`.
    pub(crate) fn pattern(&mut self, node: &Node, call: &Call, site_type: usize) -> Res<Pattern> {
        let walk = need(node, call, "stepTypes")?
            .items()
            .iter()
            .map(|step| match step.word() {
                Some("F") => Ok(Turn::Forward),
                Some("L") => Ok(Turn::Left),
                Some("R") => Ok(Turn::Right),
                _ => self.no_meaning(step),
            })
            .collect::<Res<_>>()?;
        let kinds = match call.arg("what") {
            Some(what) => Some(
                what.items()
                    .iter()
                    .map(|item| self.int(item))
                    .collect::<Res<_>>()?,
            ),
            None => None,
        };
        Ok(Pattern {
            site_type,
            walk,
            from: self.site_or_last_to(call.arg("from"))?,
            kinds,
        })
    }

    fn is_target(&mut self, node: &Node, call: &Call) -> Res<Bool> {
        let container = match call.arg("int") {
            None => 0,
            Some(place) => match place.str() {
                Some(name) => {
                    let found = self.containers.iter().position(|container| {
                        container.name == name
                            || name == "Board" && container.kind == ContainerKind::Board
                    });
                    match found {
                        Some(container) => container,
                        None => return self.no_meaning(node),
                    }
                }
                None => usize::try_from(self.constant(place)?).unwrap_or(0),
            },
        };
        let kinds = need(node, call, "ints")?
            .items()
            .iter()
            .map(|kind| self.constant(kind))
            .collect::<Res<_>>()?;
        let sites = match call.arg("int2") {
            Some(sites) => sites
                .items()
                .iter()
                .map(|site| self.constant(site))
                .collect::<Res<_>>()?,
            None => Vec::new(),
        };
        Ok(Bool::Target {
            container,
            kinds,
            sites,
        })
    }

    /// The required number of occurrences of a position.
    fn times(&mut self, times: Option<&Node>) -> Res<usize> {
        let Some(times) = times else { return Ok(2) };
        let message = "a position repeats when it comes for the second time, or a later one";
        usize::try_from(self.constant(times)?)
            .ok()
            .filter(|&times| times >= 2)
            .ok_or_else(|| Diagnostic::new("bad-times", times.span, message))
    }
}
