//! Cards and dominoes: shuffling, dealing, drawing and playing.

use super::{Evaluator, MoveSink};
use crate::action::Action;
use crate::ir::{Rule, RuleId};
use crate::layout::ContainerKind;
use crate::state::Piece;
use crate::Move;

impl<'a> Evaluator<'a> {
    /// Puts the cards of a deck on one pile, in random order.
    pub(super) fn shuffle(&mut self, pack: usize, on_move: &mut dyn FnMut(Vec<Action>)) {
        let pack = &self.game.packs[pack];
        let Some(container) = pack.container.map(|index| &self.game.containers[index]) else {
            return;
        };
        let weight = |what: usize| {
            let card = self.game.components[what].card.as_ref();
            card.map_or(1, |card| card.weight.max(0)) as u32
        };
        let mut left: Vec<(usize, u32)> = pack
            .kinds
            .iter()
            .map(|&what| (what, weight(what)))
            .collect();
        while !left.is_empty() {
            let total: u32 = left.iter().map(|&(_, weight)| weight).sum();
            // Pieces without weight come last, in the order of the pack.
            let mut drawn = match total {
                0 => 0,
                total => self.chance.below(total),
            };
            let next = left.iter().position(|&(_, weight)| {
                let here = drawn < weight || total == 0;
                drawn = drawn.saturating_sub(weight);
                here
            });
            let (what, _) = left.remove(next.unwrap_or(0));
            on_move(vec![self.lay(container.first, what)]);
        }
    }

    fn lay(&mut self, slot: usize, what: usize) -> Action {
        let card = self.game.components[what].card.as_ref();
        let piece = Piece {
            value: card.map_or(0, |card| card.value),
            ..Piece::of(what)
        };
        let level = self.state.height(slot) as i32;
        if self.game.layout.levels > 0 {
            self.state
                .insert_level(slot, usize::MAX, piece, &self.game.owners);
        } else {
            self.state.put(slot, piece, &self.game.owners);
        }
        Action::Add {
            at: self.place(slot),
            what: what as i32,
            count: 1,
            state: -1,
            rotation: -1,
            value: -1,
            level,
            stack: self.game.layout.levels > 0,
        }
    }

    /// `(split Deck)`: spreads the cards of every deck over its sites.
    pub(super) fn split_decks(&mut self, on_move: &mut dyn FnMut(Vec<Action>)) {
        for container in self.game.packs.iter().filter_map(|pack| pack.container) {
            let container = &self.game.containers[container];
            let first = container.first;
            for offset in (1..self.state.height(first).min(container.size)).rev() {
                let level = self.state.top(first) as i32;
                on_move(self.logged(|eval| {
                    eval.shift(first as i32, (first + offset) as i32, level, -1);
                }));
            }
        }
    }

    /// Runs `work` and returns the actions that it logs.
    fn logged(&mut self, work: impl FnOnce(&mut Self)) -> Vec<Action> {
        let log = self.log.replace(Vec::new());
        work(self);
        std::mem::replace(&mut self.log, log).unwrap_or_default()
    }

    /// The slot of the next piece of a pack: the top of the last nonempty pile.
    fn next_of_pack(&self, pack: usize) -> Option<usize> {
        let container = &self.game.containers[self.game.packs[pack].container?];
        (container.first..container.first + container.size)
            .rev()
            .find(|&slot| !self.state.is_empty(slot))
    }

    /// The dominoes of a set that are neither on the board nor in a hand, in order.
    fn stock(&self, pack: usize) -> Vec<usize> {
        let kinds = self.state.kinds();
        let left = |what: &usize| !kinds.contains(&(*what as u32));
        let all = self.game.packs[pack].kinds.iter().copied();
        all.filter(left).collect()
    }

    /// Where a player puts a card or domino: on the first free site of the hand, or on a pile
    /// there.
    fn place_in_hand(&self, player: usize) -> Option<usize> {
        let hands = self.game.containers.iter();
        let hands = hands
            .filter(|container| container.kind == ContainerKind::Hand && container.owner == player);
        let mut sites = hands.flat_map(|hand| hand.first..hand.first + hand.size);
        let free = sites.clone().find(|&slot| self.state.is_empty(slot));
        free.or_else(|| {
            let has_space = |&slot: &usize| self.state.height(slot) < self.game.layout.levels;
            sites.find(has_space)
        })
    }

    /// Deals `number` pieces of a pack to each player in turn.
    pub(super) fn deal(&mut self, pack: usize, number: i32, first: i32) {
        let players = self.game.players;
        let first = usize::try_from(first).unwrap_or(1).clamp(1, players.max(1));
        for _ in 0..number {
            for turn in 0..players {
                let player = (first - 1 + turn) % players + 1;
                if !self.draw_from(pack, player) {
                    return;
                }
            }
        }
    }

    /// Gives the next piece of a pack to a player; `false` where the pack is empty or the hand is
    /// full.
    pub(super) fn draw_from(&mut self, pack: usize, player: usize) -> bool {
        if self.game.packs[pack].dominoes {
            return self.draw_domino(pack, player);
        }
        let (Some(from), Some(to)) = (self.next_of_pack(pack), self.place_in_hand(player)) else {
            return false;
        };
        if !self.charge_effect() {
            return false;
        }
        let level = self.state.top(from) as i32;
        self.shift(from as i32, to as i32, level, -1);
        true
    }

    /// Gives a player one of the dominoes that are left.
    fn draw_domino(&mut self, pack: usize, player: usize) -> bool {
        let left = self.stock(pack);
        let Some(to) = self.place_in_hand(player).filter(|_| !left.is_empty()) else {
            return false;
        };
        if !self.charge_effect() {
            return false;
        }
        let what = left[self.chance.below(left.len() as u32) as usize];
        self.add(to as i32, what as i32, Some(0), 1, false, None);
        true
    }

    /// Whether the mover can take a piece of a pack.
    pub(super) fn may_draw(&self, pack: usize) -> bool {
        let left = match self.game.packs[pack].dominoes {
            true => !self.stock(pack).is_empty(),
            false => self.next_of_pack(pack).is_some(),
        };
        left && self.place_in_hand(self.mover() as usize).is_some()
    }

    /// `(deal ...)` as a start rule.
    pub(super) fn deal_at_start(
        &mut self,
        pack: usize,
        number: i32,
        on_move: &mut dyn FnMut(Vec<Action>),
    ) {
        let actions = self.logged(|eval| eval.deal(pack, number, 1));
        actions.into_iter().for_each(|action| on_move(vec![action]));
    }

    /// `(playCard)`: moves every card in the mover's hands to the board site with the mover's
    /// number.
    pub(super) fn generate_cards(&mut self, id: RuleId, rule: &'a Rule, out: &mut MoveSink) {
        let mover = self.mover() as usize;
        let to = mover.saturating_sub(1);
        if to >= self.game.layout.board_sites {
            return;
        }
        for hand in &self.game.containers {
            if hand.kind != ContainerKind::Hand || hand.owner != mover {
                continue;
            }
            for from in hand.first..hand.first + hand.size {
                for level in 0..self.state.height(from) {
                    if self.game.components[self.state.what_at(from, level)]
                        .card
                        .is_some()
                    {
                        let mut mv = self.new_move(id, rule, from as i32, to as i32);
                        mv.payload[0] = level as i16;
                        out.push(mv);
                    }
                }
            }
        }
    }

    pub(super) fn play_card(&mut self, mv: Move) {
        let level = i32::from(mv.payload[0]);
        self.shift(mv.origin(), mv.target(), level, -1);
    }
}
