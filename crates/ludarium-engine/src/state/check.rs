//! Validates a state from outside before the rules are applied to it.

use super::State;
use crate::layout::{ExtraSet, Field, PlayerField};
use crate::{Game, Move};

/// Counters of a state stay far below overflow: a game is drawn long before.
const MOST: i32 = 1 << 30;

impl State {
    /// Checks all that the engine assumes about a state of `game`. `played` is the game being
    /// played: the same as `game`, unless that is a match. The error says what is wrong.
    pub(super) fn check(&self, game: &Game, played: &Game) -> Result<(), &'static str> {
        let wrong = |wrong: bool, what: &'static str| match wrong {
            true => Err(what),
            false => Ok(()),
        };
        wrong(!self.has_good_header(played), "a number is out of range")?;
        wrong(
            !self.has_good_players(played),
            "a player's number is out of range",
        )?;
        wrong(!self.has_good_pieces(played), "there is no such piece")?;
        wrong(
            !self.has_good_sets(played),
            "sites are both empty and occupied",
        )?;
        wrong(
            !self.has_good_lists(played),
            "a list holds what cannot be in it",
        )?;
        if let Some(standing) = &self.series {
            let points = standing.points.len() == game.players + 2;
            wrong(
                !points || standing.finished < 0,
                "the points of the match are wrong",
            )?;
        }
        wrong(
            !self.has_good_choices(played),
            "a choice of this round is not legal",
        )
    }

    fn has_good_header(&self, game: &Game) -> bool {
        let (players, slots) = (game.players as i32, game.layout.slots as i32);
        let first = players.min(1);
        Field::ALL.into_iter().all(|field| {
            let value = self.field(field);
            let range = match field {
                Field::Mover => first..=players,
                Field::Next | Field::Prev | Field::NextSet => 0..=players + 1,
                Field::PrevTurn => -1..=players + 1,
                Field::Winner | Field::Active | Field::Losers => 0..=players,
                Field::LastFrom
                | Field::LastTo
                | Field::LastBetween
                | Field::LastToAfter
                | Field::LastFromAfter
                | Field::TurnFrom => -1..=slots - 1,
                Field::Moves | Field::Turns | Field::MovesThisTurn | Field::PhaseChanges => {
                    0..=MOST
                }
                Field::Counter | Field::PassesInARow => -MOST..=MOST,
                Field::Over | Field::LastPass | Field::DiceEqual => 0..=1,
                Field::Fault => 0..=4,
                Field::Decided | Field::Proposed => 0..=game.strings.len() as i32,
                Field::HistorySince => 0..=self.history.len() as i32,
                // Rules may set any value; the engine uses none as an index.
                Field::LastLevelFrom
                | Field::LastLevelTo
                | Field::Temp
                | Field::Pot
                | Field::TrumpSuit
                | Field::Rolled
                | Field::PendingValue
                | Field::Len => i32::MIN..=i32::MAX,
            };
            range.contains(&value)
        })
    }

    fn has_good_players(&self, game: &Game) -> bool {
        let players = game.players as i32;
        let active = |player: &usize| self.player(PlayerField::Active, *player) != 0;
        let count = (1..=game.players).filter(active).count() as i32;
        // Between two games of a match, no player of the previous game is active.
        let between = self
            .series
            .as_ref()
            .is_some_and(|standing| standing.next.is_some());
        let left = self.over() || between || players == 0 || count > 0;
        left && (0..game.players + 2).all(|player| {
            PlayerField::ALL.into_iter().all(|field| {
                let value = self.player(field, player);
                match field {
                    PlayerField::Phase => (0..game.phases.len() as i32).contains(&value),
                    PlayerField::Active | PlayerField::Passed | PlayerField::Stalemated => {
                        (0..=1).contains(&value)
                    }
                    PlayerField::Rank => (0..=2 * players.max(1)).contains(&value),
                    PlayerField::Seat => (0..=players + 1).contains(&value),
                    PlayerField::Vote => (0..=game.strings.len() as i32).contains(&value),
                    PlayerField::Score
                    | PlayerField::Value
                    | PlayerField::Amount
                    | PlayerField::Team
                    | PlayerField::Triggered
                    | PlayerField::Len => true,
                }
            })
        })
    }

    fn has_good_pieces(&self, game: &Game) -> bool {
        let layout = &self.layout;
        let kinds = game.owners.len();
        (0..layout.slots).all(|slot| {
            if layout.levels == 0 {
                return self.what(slot) < kinds;
            }
            let height = self.cell(layout.height + slot);
            if !(0..=layout.levels as i32).contains(&height) {
                return false;
            }
            let known = |level: usize| self.what_at(slot, level) < kinds;
            let top = match height as usize {
                0 => 0,
                height => self.what_at(slot, height - 1),
            };
            (0..height as usize).all(known) && self.what(slot) == top
        })
    }

    /// Whether the sets of slots agree with the pieces on them.
    fn has_good_sets(&self, game: &Game) -> bool {
        let layout = &self.layout;
        let (words, sets) = (layout.set_words, layout.players + 2 + ExtraSet::COUNT);
        let mut expected = vec![0; sets * words];
        for slot in 0..layout.slots {
            let set = match self.what(slot) {
                // A site that holds piece 0 is not empty.
                0 if layout.levels > 0 && self.height(slot) > 0 => continue,
                0 if layout.levels == 0 && game.flags.counts && !self.is_free(slot) => continue,
                0 => layout.extra_set(ExtraSet::Empty),
                what => words * usize::from(game.owners[what]),
            };
            expected[set + (slot >> 6)] |= 1 << (slot & 63);
        }
        let free = [ExtraSet::Pending, ExtraSet::Visited, ExtraSet::ToClear];
        let free = free.map(|set| layout.extra_set(set));
        (0..sets).map(|set| set * words).all(|first| {
            let set = &self.block[first..first + words];
            match free.contains(&first) {
                // Any existing slots.
                // Pending values may be any numbers.
                true => {
                    first == layout.extra_set(ExtraSet::Pending)
                        || !crate::set::reaches(set, layout.slots)
                }
                false => *set == expected[first..first + words],
            }
        })
    }

    /// Whether the lists of the engine hold valid slots, and counters are within bounds.
    fn has_good_lists(&self, game: &Game) -> bool {
        let layout = &self.layout;
        let slot = |value: &i32| (0..layout.slots as i32).contains(value);
        let end = match layout.piece_lists {
            0 => self.lists.len(),
            first => first,
        };
        let own = self.lists[game.lists.len()..end].iter();
        let small = |cell: usize| (-MOST..=MOST).contains(&self.cell(cell));
        let arrivals = layout.order..layout.order + layout.slots + 1;
        own.flatten().all(slot)
            && self.has_good_piece_lists()
            && layout.places.cells().all(small)
            && (layout.order == 0 || arrivals.clone().all(small))
    }

    /// Whether each choice of this round of simultaneous moves is legal for its player.
    fn has_good_choices(&self, game: &Game) -> bool {
        if self.choices.is_empty() {
            return true;
        }
        let active = |player: &usize| self.player(PlayerField::Active, *player) != 0;
        let players: Vec<usize> = (1..=game.players).filter(active).collect();
        if !game.flags.simultaneous || self.over() || self.choices.len() >= players.len() {
            return false;
        }
        // Players that have chosen precede the mover.
        let waits = players[self.choices.len()] == self.mover();
        let mut asked = self.clone();
        let mut moves: Vec<Move> = Vec::new();
        waits
            && self
                .choices
                .iter()
                .zip(&players)
                .enumerate()
                .all(|(index, (mv, &player))| {
                    asked.choices.clear();
                    asked.choices.extend(&self.choices[..index]);
                    asked.set_field(Field::Mover, player as i32);
                    game.legal(&mut asked, &mut moves);
                    moves.contains(mv)
                })
    }
}
