//! Carries out start rules.

use super::Evaluator;
use crate::action::{Action, Place};
use crate::ir::{Int, Iter, Sites, OFF};
use crate::layout::{Field, PlayerField};
use crate::start::{Placing, Remembered, Spots, StartRule};
use crate::state::Piece;

impl<'a> Evaluator<'a> {
    /// Carries out all start rules; returns the elementary actions of each placement.
    pub fn start_rules(&mut self) -> Vec<Vec<Action>> {
        let game = self.game;
        self.draw_regions();
        for dice in &game.dice {
            // Before the first throw, the dice show their first faces.
            for (index, faces) in dice.faces.iter().enumerate() {
                let cell = game.layout.dice + dice.first + index;
                self.state
                    .set_cell(cell, faces.first().copied().unwrap_or(0));
            }
        }
        let mut placements = Vec::new();
        for rule in &game.start {
            self.start_rule(rule, &mut |actions| placements.push(actions));
        }
        // Before the first move, the last placement counts as the last move.
        if let Some((from, to)) = placements.last().and_then(|actions| actions.last()?.ends()) {
            let slot = |place: Place| {
                let kind = crate::layout::type_index(place.kind);
                self.slot(kind, place.site).map_or(OFF, |slot| slot as i32)
            };
            let (from, to) = (slot(from), slot(to));
            self.state.set_field(Field::LastFrom, from);
            self.state.set_field(Field::LastTo, to);
        }
        placements
    }

    /// Carries out a start rule and reports the elementary actions of each placement.
    pub fn start_rule(&mut self, rule: &'a StartRule, on_move: &mut dyn FnMut(Vec<Action>)) {
        if !self.charge_effect() {
            return;
        }
        match rule {
            StartRule::All(rules) => {
                for rule in rules {
                    self.start_rule(rule, on_move);
                }
            }
            StartRule::Place(placing) => self.place_pieces(placing, on_move),
            StartRule::Shuffle(pack) => self.shuffle(*pack, on_move),
            StartRule::Deal { pack, number } => self.deal_at_start(*pack, *number, on_move),
            StartRule::SplitDecks => self.split_decks(on_move),
            StartRule::Random {
                site_type,
                among,
                kinds,
                count,
                state,
                value,
            } => {
                for &what in kinds {
                    // The number is evaluated again before each piece.
                    let mut placed = 0;
                    while placed < self.int(count) {
                        placed += 1;
                        if !self.steps(self.game.layout.slots) {
                            break;
                        }
                        let mut free: Vec<i32> = match among {
                            Some(among) => self.sites(among).iter().collect(),
                            None => self
                                .of_type(self.state.empty(), *site_type, false)
                                .iter()
                                .collect(),
                        };
                        free.retain(|&site| {
                            self.slot(*site_type, site)
                                .is_some_and(|slot| self.state.is_empty(slot))
                        });
                        if free.is_empty() {
                            break;
                        }
                        let site = free[self.chance.below(free.len() as u32) as usize];
                        let piece =
                            self.piece_to_place(what, 1, state.as_ref(), None, value.as_ref());
                        let action = self.set_down(*site_type, site, piece, false);
                        on_move(action.into_iter().collect());
                    }
                }
            }
            StartRule::RandomStack {
                site_type,
                at,
                pieces,
                state,
                value,
            } => {
                let at = self.int(at);
                let mut left: Vec<(usize, i32)> = Vec::new();
                let most = self.game.layout.levels as i32;
                for (what, count) in pieces {
                    // Pieces that do not fit on the stack are left out.
                    let count = self.int(count).min(most);
                    left.push((*what, count));
                }
                let mut todo: Vec<usize> = left
                    .iter()
                    .flat_map(|&(what, count)| std::iter::repeat_n(what, count.max(0) as usize))
                    .collect();
                while !todo.is_empty() {
                    let what = todo.remove(self.chance.below(todo.len() as u32) as usize);
                    let piece = self.piece_to_place(what, 1, state.as_ref(), None, value.as_ref());
                    let action = self.set_down(*site_type, at, piece, true);
                    on_move(action.into_iter().collect());
                }
            }
            StartRule::SetCount {
                site_type,
                sites,
                value,
            } => {
                let value = self.int(value);
                // Counted pieces are of the last kind of the equipment.
                let Some(what) = self.game.last_kind() else {
                    return;
                };
                self.each_start_site(*site_type, sites, &mut |eval, slot| {
                    let piece = if value > 0 {
                        Piece {
                            count: value,
                            ..Piece::of(what)
                        }
                    } else {
                        Piece::NONE
                    };
                    if eval.game.layout.levels == 0 {
                        eval.state.put(slot, piece, &eval.game.owners);
                    } else if value > 0 {
                        eval.state
                            .set_down(slot, Piece::of(what), &eval.game.owners);
                    }
                    let at = eval.place(slot);
                    on_move(vec![Action::SetCount {
                        at,
                        what: what as i32,
                        count: value,
                    }]);
                });
            }
            StartRule::SetCost {
                site_type,
                sites,
                value,
            } => {
                let cost = self.int(value);
                self.each_start_site(*site_type, sites, &mut |eval, slot| {
                    if eval.game.layout.cost > 0 {
                        eval.state.set_cell(eval.game.layout.cost + slot, cost);
                    }
                    let at = eval.place(slot);
                    on_move(vec![Action::SetCost { at, cost }]);
                });
            }
            StartRule::SetPhase {
                site_type,
                sites,
                value,
            } => {
                let phase = self.int(value);
                self.each_start_site(*site_type, sites, &mut |eval, slot| {
                    if eval.game.layout.site_phase > 0 {
                        // 0 means the phase (colour) that the board gives the site.
                        let phase = phase.saturating_add(1).max(0);
                        eval.state
                            .set_cell(eval.game.layout.site_phase + slot, phase);
                    }
                });
            }
            StartRule::SetScore { players, value } => {
                let score = self.int(value);
                let bits = self.owner_bits(players);
                for player in (1..=self.game.players).filter(|player| bits >> player & 1 == 1) {
                    self.state.set_player(PlayerField::Score, player, score);
                    on_move(vec![Action::SetScore {
                        player: player as i32,
                        score,
                        add: false,
                    }]);
                }
            }
            StartRule::SetAmount { players, value } => {
                let amount = self.int(value);
                let bits = self.owner_bits(players);
                for player in (1..=self.game.players).filter(|player| bits >> player & 1 == 1) {
                    self.state.set_player(PlayerField::Amount, player, amount);
                    on_move(vec![Action::SetAmount {
                        player: player as i32,
                        amount,
                    }]);
                }
            }
            StartRule::Remember {
                list,
                values,
                unique,
            } => {
                let values: Vec<i32> = match values {
                    Remembered::One(value) => vec![self.int(value)],
                    Remembered::Each(sites) => self.sites(sites).iter().collect(),
                };
                for value in values {
                    if *unique
                        && self
                            .state
                            .lists
                            .get(*list)
                            .is_none_or(|known| known.contains(&value))
                    {
                        continue;
                    }
                    if *list < self.state.lists.len() {
                        self.state.remember(*list, value);
                    }
                    let name = self.game.lists.get(*list).cloned().flatten();
                    on_move(vec![Action::RememberValue { name, value }]);
                }
            }
            StartRule::Team { team, players } => {
                let team = self.int(team);
                for &player in players {
                    self.state.set_player(PlayerField::Team, player, team);
                    on_move(vec![Action::AddPlayerToTeam {
                        team,
                        player: player as i32,
                    }]);
                }
            }
            StartRule::Hide {
                site_type,
                data,
                sites,
                level,
                hidden,
                from,
            } => {
                let level = self.int(level);
                let hidden = hidden.as_ref().is_none_or(|hidden| self.bool(hidden));
                let bits = self.owner_bits(from);
                for player in (1..=self.game.players).filter(|player| bits >> player & 1 == 1) {
                    for &data in data {
                        self.each_start_site(*site_type, sites, &mut |eval, slot| {
                            eval.state.set_hidden(slot, data, player, hidden);
                            let at = eval.place(slot);
                            on_move(vec![Action::SetHidden {
                                at,
                                level,
                                data,
                                who: player as i32,
                                hidden,
                            }]);
                        });
                    }
                }
            }
            StartRule::ForEachValue { low, high, body } => {
                let (low, high) = (self.int(low), self.int(high));
                let old = self.get(Iter::Value);
                for value in low..=high {
                    if !self.charge_effect() {
                        break;
                    }
                    self.bind(Iter::Value, value);
                    self.start_rule(body, on_move);
                }
                self.bind(Iter::Value, old);
            }
            StartRule::ForEachSite { sites, cond, body } => {
                let sites = self.sites(sites);
                let old = self.get(Iter::Site);
                for site in sites.iter() {
                    self.bind(Iter::Site, site);
                    if cond.as_ref().is_none_or(|cond| self.bool(cond)) {
                        self.start_rule(body, on_move);
                    }
                }
                self.bind(Iter::Site, old);
            }
            StartRule::ForEachPlayer(body) => {
                let old = self.get(Iter::Player);
                for player in 1..=self.game.players as i32 {
                    self.bind(Iter::Player, player);
                    self.start_rule(body, on_move);
                }
                self.bind(Iter::Player, old);
            }
            StartRule::ForEachTeam(body) => {
                for team in self.teams() {
                    let old = self.bind(Iter::Team, team);
                    self.start_rule(body, on_move);
                    self.bind(Iter::Team, old);
                }
            }
            StartRule::ForEachPlayerIn(players, body) => {
                let players = self.ints(players);
                let old = self.get(Iter::Player);
                for player in players {
                    self.bind(Iter::Player, player);
                    self.start_rule(body, on_move);
                }
                self.bind(Iter::Player, old);
            }
        }
    }

    fn each_start_site(
        &mut self,
        site_type: usize,
        sites: &'a Sites,
        body: &mut dyn FnMut(&mut Self, usize),
    ) {
        let sites = self.sites(sites);
        for site in sites.iter() {
            if let Some(slot) = self.slot(site_type, site) {
                body(self, slot);
            }
        }
    }

    fn piece_to_place(
        &mut self,
        what: usize,
        count: i32,
        state: Option<&'a Int>,
        rotation: Option<&'a Int>,
        value: Option<&'a Int>,
    ) -> Piece {
        let mut value_of = |int: Option<&'a Int>| int.map_or(-1, |int| self.int(int));
        Piece {
            what,
            count,
            state: value_of(state),
            rotation: value_of(rotation),
            value: value_of(value),
        }
    }

    fn place_pieces(&mut self, placing: &'a Placing, on_move: &mut dyn FnMut(Vec<Action>)) {
        let mut sites: Vec<i32> = Vec::new();
        match &placing.at {
            Spots::List(list) => {
                for site in list {
                    let site = self.int(site);
                    sites.push(site);
                }
            }
            Spots::Regions(regions) => {
                for region in regions {
                    let region = self.sites(region);
                    sites.extend(region.iter());
                }
            }
            Spots::Container(index) => {
                if let Some(container) = self.game.containers.get(*index) {
                    let mut all = container.first..container.first + container.size;
                    let free = all.clone().find(|&slot| self.state.is_empty(slot));
                    sites.extend(free.or_else(|| all.next()).map(|site| site as i32));
                }
            }
        }
        for &site in &sites {
            // As in Ludii, the first number is that of all sites.
            let count = match placing.counts.first() {
                Some(count) => self.int(count),
                None => 1,
            };
            let (state, rotation, value) = (
                placing.state.as_ref(),
                placing.rotation.as_ref(),
                placing.value.as_ref(),
            );
            for &what in &placing.kinds {
                let times = if placing.stack { count } else { 1 };
                for _ in 0..times {
                    if !self.charge_effect() {
                        return;
                    }
                    let piece = self.piece_to_place(
                        what,
                        if placing.stack { 1 } else { count },
                        state,
                        rotation,
                        value,
                    );
                    let action = self.set_down(placing.site_type, site, piece, placing.stack);
                    if let (true, Some(slot)) = (placing.stack, self.slot(placing.site_type, site))
                    {
                        // Ludii counts a piece of a stack twice on a track, and keeps counting one
                        // of them after the piece has left.
                        self.onto_tracks(what, slot);
                    }
                    on_move(action.into_iter().collect());
                }
            }
        }
    }

    /// Puts pieces on a site; `None` if there is no such site. -1 means a property that is not
    /// given.
    fn set_down(
        &mut self,
        site_type: usize,
        site: i32,
        piece: Piece,
        stack: bool,
    ) -> Option<Action> {
        let slot = self.slot(site_type, site)?;
        let stored = Piece {
            state: piece.state.max(0),
            rotation: piece.rotation.max(0),
            value: piece.value.max(0),
            ..piece
        };
        for _ in 0..piece.count {
            self.onto_tracks(piece.what, slot);
        }
        let level = if self.game.layout.levels > 0 {
            // In a game with stacks, a single piece is placed, whatever its count.
            let level = self.state.height(slot);
            let single = Piece { count: 1, ..stored };
            self.state.set_down(slot, single, &self.game.owners);
            level as i32
        } else {
            // Pieces put on an occupied site increase its count.
            let there = self.state.piece(slot, 0);
            let whole = if there.what == 0 {
                stored
            } else {
                // What is not given stays.
                let given = |new: i32, old: i32| if new < 0 { old } else { new };
                Piece {
                    what: there.what,
                    count: piece.count.saturating_add(there.count),
                    state: given(piece.state, there.state),
                    rotation: given(piece.rotation, there.rotation),
                    value: given(piece.value, there.value),
                }
            };
            self.state.put(slot, whole, &self.game.owners);
            self.cover_extent(slot);
            -1
        };
        Some(Action::Add {
            at: self.place(slot),
            what: piece.what as i32,
            count: piece.count,
            state: piece.state,
            rotation: piece.rotation,
            value: piece.value,
            level,
            stack,
        })
    }
}
