//! The equipment: board, hands, dice, pieces, regions, maps; and the data that states need.

use ludarium_board::{Board, Direction, StaticRegion};
use ludarium_lud::{Call, Diagnostic, Ludeme, Node, Value};

use super::sites::{as_set, needed};
use super::{Compiler, NamedRegion, Res, Scope, Settings, USES_PENDING};
use crate::game::{DiceHand, Flags, NamedSites};
use crate::ir::{Sites, OFF};
use crate::layout::{type_index, type_of_index, Container, ContainerKind, Layout, Needs, Sizes};
use crate::limit::{BoardLimits, ResourceLimits};
use crate::places::Places;

impl Compiler {
    /// Compiles everything that the rules can refer to: the players and the equipment of a game.
    /// Errors that the rules do not depend on are collected in the compiler.
    ///
    /// # Errors
    /// If there are no players, no board, or no equipment.
    pub fn new(game: &Node, settings: &Settings) -> Result<Compiler, Vec<Diagnostic>> {
        let Some(call) = game.call().filter(|call| call.ludeme == Ludeme::Game) else {
            return Err(vec![Diagnostic::new(
                "no-rules",
                game.span,
                "these are not the rules of a game: other games are found by their names only where \
                 somebody can look them up",
            )]);
        };
        let seats = needed(call, "players", game).and_then(players);
        let equipment = needed(call, "equipment", game).map_err(|error| vec![error])?;
        let items = equipment
            .call()
            .and_then(|call| call.args.first()?.as_ref())
            .map_or(&[][..], Node::items);
        let number = seats.as_ref().map_or(MOST_PLAYERS, |(players, _)| *players);
        let board = board_of(items, number, &settings.limits.board);
        let ((players, given_facings), board) = match (seats, board) {
            (Ok(seats), Ok(board)) => (seats, board),
            (Ok(_), Err(errors)) => return Err(errors),
            (Err(error), board) => {
                return Err(std::iter::once(error)
                    .chain(board.err().unwrap_or_default())
                    .collect())
            }
        };
        let own = type_index(board.default_site);
        let mut compiler = Compiler {
            players,
            limits: settings.limits,
            traced: settings.traced,
            places: settings.places.clone(),
            own,
            containers: Vec::new(),
            sites: 0,
            components: vec![super::pieces::nothing()],
            facings: (given_facings.iter())
                .map(|facing| facing.unwrap_or(Direction::N))
                .collect(),
            given_facings,
            after_moves: false,
            dice: Vec::new(),
            regions: Vec::new(),
            maps: Vec::new(),
            tables: Vec::new(),
            table_ids: Default::default(),
            dirs_by_site: Default::default(),
            rules: Vec::new(),
            effects: Vec::new(),
            strings: Vec::new(),
            vars: Vec::new(),
            events: Vec::new(),
            lists: Vec::new(),
            flags: Flags::default(),
            scope: Scope::default(),
            used: 0,
            listing_chance: false,
            effect_used: Vec::new(),
            inquiries: 0,
            shared_effects: rustc_hash::FxHashMap::default(),
            firsts: 0,
            shadowed: None,
            recursive: Default::default(),
            start_sites: Default::default(),
            puzzle: None,
            errors: Default::default(),
            warnings: Default::default(),
            direction_use: Default::default(),
            incomplete: false,
            named_sites: Vec::new(),
            packs: Vec::new(),
            hints: Vec::new(),
            needs_support: false,
            phase_count: 1,
            step_relations: Vec::new(),
            walks_pieces: false,
            asks_for_none: false,
            kinds_sought: Default::default(),
            hoisted: 0,
            turns: crate::game::TurnLimits::TURNS,
            simultaneous: false,
            delayed: Vec::new(),
            needs: Needs {
                large_stack: board.large_stack,
                ..Needs::default()
            },
            board,
        };
        compiler.scan(call);
        let equipped = compiler.attempt(|c| {
            c.begin_puzzle(game, items)?;
            c.containers(items)?;
            c.components(items)?;
            c.maps(items)?;
            c.regions(items)
        });
        match equipped {
            Some(()) => Ok(compiler),
            None => Err(compiler.errors.in_order()),
        }
    }

    /// The number of the board's sites of each type.
    pub(super) fn lens(&self) -> [usize; 3] {
        [0, 1, 2].map(|site_type| self.board.topology.len(type_of_index(site_type)))
    }

    /// The memory layout of the states. Call it after the rules are compiled.
    pub fn layout(&self) -> Layout {
        let sizes = Sizes {
            players: self.players,
            lens: self.lens(),
            sites: self.sites,
            vars: self.vars.len(),
            dice: self.dice.iter().map(|hand| hand.faces.len()).sum(),
        };
        Layout::build(&self.needs, &sizes, self.own, self.places())
    }

    /// The data about the progress of pieces along the tracks.
    fn places(&self) -> Places {
        if self.flags.along_tracks {
            Places::new(&self.board.tracks, self.components.len())
        } else {
            Places::default()
        }
    }

    fn containers(&mut self, items: &[Node]) -> Res<()> {
        let size = self.board.topology.len(type_of_index(self.own));
        self.add_container("Board", ContainerKind::Board, 0, size);
        // Hands are numbered after the cells even if the pieces stand on vertices or edges.
        self.sites = self
            .sites
            .max(self.board.topology.len(ludarium_board::SiteType::Cell));
        for item in items {
            let Some(call) = item.call().filter(|call| call.ludeme == Ludeme::Hand) else {
                continue;
            };
            let hand = self.attempt(|c| {
                let size = call.arg("size").map_or(Ok(1), |size| c.number(size))?;
                let role = call.arg("roleType").and_then(Node::word).unwrap_or("Each");
                Ok((size.max(0) as usize, c.owners_written(role, item)?))
            });
            let Some((size, owners)) = hand else {
                self.incomplete = true;
                continue;
            };
            for owner in owners {
                // The shared hand has the number 0, like no player.
                let number = if owner > self.players { 0 } else { owner };
                self.add_container(&format!("Hand{number}"), ContainerKind::Hand, owner, size);
                self.limit_sites(item)?;
            }
        }
        let mut first = 0;
        for item in items {
            let Some(call) = item.call().filter(|call| call.ludeme == Ludeme::Dice) else {
                continue;
            };
            let thrown = self.attempt(|c| {
                let faces = c.faces(call)?;
                if faces.iter().any(Vec::is_empty) {
                    let message = "a die needs a face at least";
                    return Err(Diagnostic::new("bad-dice", item.span, message));
                }
                let role = call.arg("roleType").and_then(Node::word);
                let owners = c.owners_written(role.unwrap_or("Shared"), item)?;
                let biased = call.arg("biased").map(|list| c.numbers(list)).transpose()?;
                Ok((faces, owners.first().copied().unwrap_or(0), biased))
            });
            let Some((faces, owner, biased)) = thrown else {
                self.incomplete = true;
                continue;
            };
            let name = format!("Dice{}", self.dice.len());
            let container = self.containers.len();
            self.add_container(&name, ContainerKind::Dice, owner, faces.len());
            self.limit_sites(item)?;
            let count = faces.len();
            self.dice.push(DiceHand {
                container,
                owner,
                first,
                faces,
                biased,
            });
            first += count;
            self.flags.dice = true;
            self.flags.stochastic = true;
        }
        self.packs(items)
    }

    /// An error at an item that makes the board and the hands larger than the limit.
    pub(super) fn limit_sites(&self, item: &Node) -> Res<()> {
        let most = self.limits.slots.min(ResourceLimits::SLOTS);
        if self.sites <= most {
            return Ok(());
        }
        let message = format!("a game may have at most {most} sites");
        let hint = format!("the board and what is held beside it have {}", self.sites);
        Err(Diagnostic::new("too-large", item.span, message).hint(hint))
    }

    pub(super) fn add_container(
        &mut self,
        name: &str,
        kind: ContainerKind,
        owner: usize,
        size: usize,
    ) {
        self.containers.push(Container {
            name: name.to_string(),
            kind,
            owner,
            first: self.sites,
            size,
        });
        self.sites += size;
    }

    pub(super) fn number(&self, node: &Node) -> Res<i32> {
        ludarium_board::whole_number(node)
    }

    pub(super) fn numbers(&self, node: &Node) -> Res<Vec<i32>> {
        node.items().iter().map(|item| self.number(item)).collect()
    }

    fn maps(&mut self, items: &[Node]) -> Res<()> {
        for item in items {
            let Some(call) = item.call() else { continue };
            if !matches!(call.ludeme, Ludeme::MapPairs | Ludeme::MapArrays) {
                continue;
            }
            // An invalid map still exists, so that references to it are not errors as well.
            let pairs = self.attempt(|c| c.map_pairs(item, call));
            let mut pairs = pairs.unwrap_or_default();
            // Of several pairs with the same key, the last applies.
            pairs.reverse();
            pairs.sort_by_key(|&(key, _)| key);
            pairs.dedup_by_key(|&mut (key, _)| key);
            let name = call.arg("string").and_then(Node::str).map(str::to_string);
            self.maps.push((name, pairs));
        }
        Ok(())
    }

    fn map_pairs(&mut self, item: &Node, call: &Call) -> Res<Vec<(i32, i32)>> {
        let mut pairs = Vec::new();
        if call.ludeme == Ludeme::MapArrays {
            let [_, Some(keys), Some(values)] = &call.args[..] else {
                return self.no_meaning(item);
            };
            for (key, value) in keys.items().iter().zip(values.items()) {
                pairs.push((self.end_of_pair(key)?, self.end_of_pair(value)?));
            }
            return Ok(pairs);
        }
        let written = call.args.last().and_then(Option::as_ref);
        for pair in written.map_or(&[][..], Node::items) {
            let pair = self.call(pair)?;
            let mut ends = Vec::new();
            for end in pair.args.iter().flatten() {
                let value = self.end_of_pair(end)?;
                // A map may name sites and pieces that this variant of the game lacks.
                if end.str().is_none() || value != OFF {
                    ends.push(value);
                }
            }
            if let [key, value] = ends[..] {
                pairs.push((key, value));
            }
        }
        Ok(pairs)
    }

    fn end_of_pair(&mut self, node: &Node) -> Res<i32> {
        if let Some(name) = node.str() {
            // A piece by its full name, otherwise a site by its coordinate.
            return match self
                .components
                .iter()
                .skip(1)
                .position(|kind| kind.name == name)
            {
                Some(before) => Ok(before as i32 + 1),
                None => Ok(self.site_labelled(self.own, name, node)),
            };
        }
        if let Some(number) = fixed(node) {
            return Ok(number);
        }
        let region = match node.word() {
            Some("FirstSite") => return Ok(0),
            Some("LastSite") => {
                return Ok(self.board.topology.len(type_of_index(self.own)) as i32 - 1)
            }
            Some("CentreSite") => StaticRegion::Centre,
            Some("LeftSite") => StaticRegion::Left,
            Some("RightSite") => StaticRegion::Right,
            Some("Topsite") => StaticRegion::Top,
            Some("BottomSite") => StaticRegion::Bottom,
            Some(role) => match role {
                "Shared" | "All" | "Each" => return Ok(self.players as i32 + 1),
                "Neutral" => return Ok(0),
                _ => match role
                    .strip_prefix('P')
                    .and_then(|number| number.parse().ok())
                {
                    Some(player) => return Ok(player),
                    None => return self.no_meaning(node),
                },
            },
            None => return self.constant(node),
        };
        let sites = self.board.topology.region(type_of_index(self.own), region);
        Ok(sites.first().map_or(-1, |&site| site as i32))
    }

    fn regions(&mut self, items: &[Node]) -> Res<()> {
        if self.puzzle.is_some() {
            return self.puzzle_regions(items);
        }
        for item in items {
            let Some(call) = item.call().filter(|call| call.ludeme == Ludeme::Regions) else {
                continue;
            };
            let written = call.arg("string").and_then(Node::str).map(str::to_string);
            let owners = match call.arg("roleType").and_then(Node::word) {
                None => Some(vec![None]),
                Some(role) => self
                    .attempt(|c| c.owners_written(role, item))
                    .map(|owners| owners.into_iter().map(Some).collect()),
            };
            let before = std::mem::take(&mut self.flags.stochastic);
            // An invalid region still exists, so that references to it are not errors as well.
            let parts = self.attempt(|c| c.region_parts(item, call));
            let mut parts = parts.unwrap_or_else(|| vec![Sites::default()]);
            let by_chance = std::mem::replace(&mut self.flags.stochastic, before);
            self.flags.stochastic |= by_chance;
            self.flags.pending_matters_anywhere |= self.used & USES_PENDING != 0;
            // Regions that are not constant are stored once: regions that refer to others would
            // otherwise grow without bound.
            for part in &mut parts {
                if !matches!(part, Sites::Const(_)) {
                    let place = Sites::Named(self.named_sites.len());
                    let drawn = self.named_sites.iter();
                    let drawn = drawn.filter(|named| named.drawn.is_some()).count();
                    self.named_sites.push(NamedSites {
                        sites: std::mem::replace(part, place),
                        drawn: by_chance.then_some(drawn),
                    });
                }
            }
            for owner in owners.unwrap_or_else(|| (1..=self.players).map(Some).collect()) {
                let name = written
                    .clone()
                    .or_else(|| Some(format!("Region{}", owner?)));
                for sites in &parts {
                    self.regions.push(NamedRegion {
                        name: name.clone(),
                        owner,
                        sites: sites.clone(),
                    });
                }
            }
        }
        Ok(())
    }

    fn region_parts(&mut self, item: &Node, call: &Call) -> Res<Vec<Sites>> {
        let value = needed(call, "ints", item)?;
        let mut parts = Vec::new();
        match &value.value {
            Value::Array(list) if list.iter().any(|part| self.is_region(part)) => {
                for part in list {
                    match part.word() {
                        Some(word) => parts.extend(self.regions_of_word(word, part)?),
                        None => parts.push(self.region_part(part)?),
                    }
                }
            }
            _ => match value.word() {
                Some(word) => parts.extend(self.regions_of_word(word, value)?),
                None => parts.push(self.region_part(value)?),
            },
        }
        Ok(parts)
    }

    fn is_region(&self, node: &Node) -> bool {
        node.word().is_some()
            || node.call().is_some_and(|call| {
                !matches!(
                    call.ludeme,
                    Ludeme::Coord | Ludeme::CoordRowColumn | Ludeme::CentrePoint | Ludeme::HandSite
                )
            })
    }

    fn region_part(&mut self, node: &Node) -> Res<Sites> {
        if let Value::Array(list) = &node.value {
            if let Some(known) = list.iter().map(fixed).collect::<Option<Vec<i32>>>() {
                return Ok(Sites::Const(known.into_iter().collect()));
            }
        }
        self.sites(node)
    }

    /// The regions that a word denotes, such as all rows.
    fn regions_of_word(&mut self, word: &'static str, node: &Node) -> Res<Vec<Sites>> {
        let known = |set: Vec<u32>| Sites::Const(as_set(set));
        let topology = &self.board.topology;
        let region = match word {
            // A single region, not one for each corner.
            "Corners" => StaticRegion::Corners,
            "AllSites" => StaticRegion::Board,
            _ => return self.static_family(word, node),
        };
        Ok(vec![known(
            topology.region(type_of_index(self.own), region),
        )])
    }
}

/// A number written as a literal.
pub(super) fn fixed(node: &Node) -> Option<i32> {
    match node.value {
        Value::Int(number) => Some(number),
        _ => None,
    }
}

/// More players than the language has roles for.
const MOST_PLAYERS: usize = 16;

/// The number of players, and the facings that the description gives them (index = player).
fn players(node: &Node) -> Res<(usize, Vec<Option<Direction>>)> {
    let wrong = |message: String| Err(Diagnostic::new("bad-players", node.span, message));
    let Some(call) = node.call() else {
        return wrong("the players are expected here".to_string());
    };
    let mut facings = vec![None];
    match call.ludeme {
        Ludeme::PlayersList => {
            for seat in call.args.iter().flatten().flat_map(Node::items) {
                let facing = seat
                    .call()
                    .and_then(|seat| seat.args.first()?.as_ref()?.word());
                facings.push(facing.and_then(Direction::from_name));
            }
        }
        _ => {
            let count = call.args.first().and_then(Option::as_ref);
            let count = count.and_then(|count| ludarium_board::whole_number(count).ok());
            let Some(count) = count.filter(|count| (0..=MOST_PLAYERS as i32).contains(count))
            else {
                return wrong(format!("a game has 0 to {MOST_PLAYERS} players"));
            };
            facings.resize(1 + count as usize, None);
        }
    }
    let count = facings.len() - 1;
    if count > MOST_PLAYERS {
        return wrong(format!("a game has at most {MOST_PLAYERS} players"));
    }
    facings.push(None);
    Ok((count, facings))
}

fn board_of(
    items: &[Node],
    players: usize,
    limits: &BoardLimits,
) -> Result<Board, Vec<Diagnostic>> {
    let board = items.iter().find(|item| {
        item.call().is_some_and(|call| {
            matches!(
                call.ludeme,
                Ludeme::Board | Ludeme::MancalaBoard | Ludeme::SurakartaBoard | Ludeme::Boardless
            )
        })
    });
    let Some(board) = board else {
        return Ok(ludarium_board::default_board());
    };
    ludarium_board::build(board, players, limits).map_err(|mut errors| {
        if errors.is_empty() {
            let message = "this board cannot be built";
            errors.push(Diagnostic::new("bad-board", board.span, message));
        }
        errors
    })
}
