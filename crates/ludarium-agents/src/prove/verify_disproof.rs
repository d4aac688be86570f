//! Verification of conditional disproofs.
//!
//! The search assumes that a disproof found on one path holds on others, although play may return
//! to a position of the first path only. This module checks the assumption: in every position that
//! the player can reach against a defence, there must be a reply that leads to another position of
//! the defence or to an unconditional disproof. Then the player never wins, since infinite play is
//! no win. Where no reply is known, the search is run on that position; if it proves a win (a proof
//! is never conditional), the replies that led there are changed.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::hash::BuildHasherDefault;

use ludarium_engine::{Move, SplitMix64, State};

use super::search::{Answer, Search};
use super::table::{Value, CONDITIONAL, UNCONDITIONAL};
use crate::decide::KeyHasher;

/// A position from which the player must not win.
#[derive(Clone, Debug)]
struct Obligation {
    key: u64,
    /// The position and the move from which it was first reached.
    from: Option<(u32, Move)>,
    /// If the player wins after all, the number of plies until the win.
    lost_in: Option<u32>,
    /// The reply of the defence, if the other player is to move.
    answer: Option<u32>,
    /// Positions whose defence depends on this one.
    dependents: Vec<u32>,
}

/// The positions of a defence.
#[derive(Default)]
struct Defence {
    obligations: Vec<Obligation>,
    places: HashMap<u64, u32, BuildHasherDefault<KeyHasher>>,
    queue: VecDeque<(u32, Box<State>)>,
}

/// The result of checking a position.
enum Verdict {
    Holds,
    /// The player wins in this number of plies.
    Lost(u32),
    Unknown,
}

/// A move and the stored data about the position after it.
struct Reply {
    mv: Move,
    key: u64,
    value: Option<Value>,
}

impl Defence {
    /// Adds a position that the defence depends on; returns its index.
    fn add(&mut self, key: u64, by: Option<(u32, Move)>, state: &State) -> u32 {
        let index = match self.places.entry(key) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(place) => {
                let index = self.obligations.len() as u32;
                place.insert(index);
                self.obligations.push(Obligation {
                    key,
                    from: by,
                    lost_in: None,
                    answer: None,
                    dependents: Vec::new(),
                });
                self.queue.push_back((index, Box::new(state.clone())));
                index
            }
        };
        if let Some((by, _)) = by {
            self.obligations[index as usize].dependents.push(by);
        }
        index
    }

    fn known(&self, key: u64) -> Option<Value> {
        let &index = self.places.get(&key)?;
        Some(match self.obligations[index as usize].lost_in {
            Some(plies) => Value::proved(plies),
            None => Value::disproved(CONDITIONAL),
        })
    }

    /// The moves that lead to a position.
    fn path_to(&self, mut index: u32) -> Vec<Move> {
        let mut path = Vec::new();
        while let Some((from, mv)) = self.obligations[index as usize].from {
            path.push(mv);
            index = from;
        }
        path.reverse();
        path
    }
}

impl Search<'_> {
    /// Whether the player cannot win from a position with a conditional disproof.
    pub fn verify_disproof(&mut self, root: &State, key: u64) -> Answer {
        let mut defence = Defence::default();
        defence.add(key, None, root);
        while let Some((index, mut state)) = defence.queue.pop_front() {
            if self.out_of_budget() {
                return Answer::Unknown;
            }
            match self.check(&mut defence, index, &mut state) {
                Verdict::Holds => {}
                Verdict::Unknown => return Answer::Unknown,
                Verdict::Lost(plies) => {
                    let obligation = &mut defence.obligations[index as usize];
                    obligation.lost_in = Some(plies);
                    if index == 0 {
                        return Answer::Wins;
                    }
                    self.memory
                        .table
                        .put(obligation.key, Value::proved(plies), 1);
                    for by in std::mem::take(&mut obligation.dependents) {
                        let other = &defence.obligations[by as usize];
                        let is_used = other.answer.is_none_or(|answer| answer == index);
                        if other.lost_in.is_none() && is_used {
                            let again = self.replay(root, &defence.path_to(by));
                            defence.queue.push_back((by, Box::new(again)));
                        }
                    }
                }
            }
        }
        self.defence_size += defence.obligations.len();
        match self.incomplete {
            true => Answer::Unknown,
            false => Answer::CannotWin,
        }
    }

    fn replay(&self, root: &State, path: &[Move]) -> State {
        let mut state = root.clone();
        for &mv in path {
            self.game.apply(&mut state, mv, &mut SplitMix64::new(0));
        }
        state
    }

    fn check(&mut self, defence: &mut Defence, index: u32, state: &mut State) -> Verdict {
        let own = state.mover() == self.player;
        let Obligation { key, lost_in, .. } = defence.obligations[index as usize];
        if lost_in.is_some() {
            return Verdict::Holds;
        }
        let replies = self.replies(defence, state, key);
        if own {
            let wins = |reply: &Reply| reply.value.filter(|value| value.is_proved());
            if let Some(value) = replies
                .iter()
                .filter_map(wins)
                .min_by_key(|value| value.detail)
            {
                return Verdict::Lost(value.detail.saturating_add(1));
            }
            for reply in &replies {
                if !reply.value.is_some_and(is_unconditional) {
                    self.extend(defence, index, state, reply);
                }
            }
            return Verdict::Holds;
        }
        if let Some(verdict) = self.answer_with(defence, index, state, &replies) {
            return verdict;
        }
        // No known reply holds: search this position.
        let value = self.solve(state, key);
        if value.is_proved() {
            return Verdict::Lost(value.detail);
        }
        if value.is_disproved() && value.detail == UNCONDITIONAL {
            return Verdict::Holds;
        }
        let replies = self.replies(defence, state, key);
        let verdict = self.answer_with(defence, index, state, &replies);
        verdict.unwrap_or(Verdict::Unknown)
    }

    /// Chooses a reply of the other player that holds, at least conditionally.
    fn answer_with(
        &mut self,
        defence: &mut Defence,
        index: u32,
        state: &mut State,
        replies: &[Reply],
    ) -> Option<Verdict> {
        let holds = |reply: &&Reply| reply.value.is_some_and(is_unconditional);
        if replies.iter().any(|reply| holds(&reply)) {
            return Some(Verdict::Holds);
        }
        let claimed = |reply: &&Reply| reply.value.is_some_and(Value::is_disproved);
        let known = |reply: &&Reply| claimed(reply) && defence.places.contains_key(&reply.key);
        let best = replies.iter().find(known);
        if let Some(reply) = best.or_else(|| replies.iter().find(claimed)) {
            let answer = self.extend(defence, index, state, reply);
            defence.obligations[index as usize].answer = Some(answer);
            return Some(Verdict::Holds);
        }
        let longest = replies.iter().try_fold(0, |longest, reply| {
            let value = reply.value.filter(|value| value.is_proved())?;
            Some(value.detail.max(longest))
        })?;
        Some(Verdict::Lost(longest.saturating_add(1)))
    }

    fn extend(
        &mut self,
        defence: &mut Defence,
        index: u32,
        state: &mut State,
        reply: &Reply,
    ) -> u32 {
        let mut chance = SplitMix64::new(0);
        let mark = self.game.apply_marked(state, reply.mv, &mut chance);
        let answer = defence.add(reply.key, Some((index, reply.mv)), state);
        state.undo(mark);
        answer
    }

    /// All moves with the stored data about the positions after them. A position of the defence
    /// counts as conditionally disproved, or as lost.
    fn replies(&mut self, defence: &Defence, state: &mut State, place: u64) -> Vec<Reply> {
        let mut chance = SplitMix64::new(0);
        let mut legal = Vec::new();
        self.game.legal(state, &mut legal);
        self.compare(place, &legal);
        let mover = state.mover();
        let mut replies = Vec::with_capacity(legal.len());
        for mv in legal {
            let mark = self.game.apply_marked(state, mv, &mut chance);
            self.nodes += 1;
            let over = state.over();
            let same_turn = state.mover() == mover && !over;
            let key = self.key(state, same_turn);
            let value = match over {
                true => Some(self.terminal_value(state)),
                false => match self.stored_value(key) {
                    Some(value) if value.is_proved() || is_unconditional(value) => Some(value),
                    value => defence.known(key).or(value),
                },
            };
            state.undo(mark);
            replies.push(Reply { mv, key, value });
        }
        replies
    }
}

/// Whether the disproof holds for every path.
fn is_unconditional(value: Value) -> bool {
    value.is_disproved() && value.detail == UNCONDITIONAL
}

#[cfg(test)]
mod tests {
    use ludarium_engine::Game;

    use super::*;
    use crate::decide::{decide, GameValue};
    use crate::key::key;
    use crate::prove::endgames::EndgameTable;
    use crate::prove::search::Memory;
    use crate::prove::table::Table;

    fn draughts() -> Game {
        let text = include_str!("../../tests/small/draughts.lud");
        let choices = ludarium_lud::Choices::defaults().with("Board/5x4");
        let definitions = ludarium_lud::Definitions::none();
        let description = ludarium_lud::load("draughts.lud", text, &definitions, &choices);
        Game::compile(&description.expect("it is right")).expect("it compiles")
    }

    fn play_random_move(game: &Game, state: &mut State, chance: &mut SplitMix64) {
        if let Some(mv) = game.sample(state, chance) {
            game.apply(state, mv, &mut SplitMix64::new(0));
        }
    }

    #[test]
    fn false_conditional_disproofs_are_detected() {
        let game = draughts();
        let mut found = [0; 2];
        for seed in 0..60 {
            let mut chance = SplitMix64::new(seed);
            let mut root = game.start(&mut SplitMix64::new(0));
            for _ in 0..seed % 9 {
                play_random_move(&game, &mut root, &mut chance);
            }
            for player in 1..=2 {
                let mut memory = Memory {
                    table: Table::new(100_000),
                    endgames: EndgameTable::new(0),
                };
                // Every position of some random games is entered as conditionally disproved.
                for _ in 0..20 {
                    let mut state = root.clone();
                    for _ in 0..10 {
                        let mover = state.mover();
                        play_random_move(&game, &mut state, &mut chance);
                        let key = key(&state, state.mover() == mover);
                        if !state.over() {
                            memory.table.put(key, Value::disproved(CONDITIONAL), 1_000);
                        }
                    }
                }
                let mut keep_going = |_| true;
                let mut search =
                    Search::new(&game, player, &mut memory, false, u64::MAX, &mut keep_going);
                let answer = search.solve_root(&root);
                let known = decide(&game, &root, 100_000, 1, &mut |_| true).expect("it is small");
                let wins = matches!(known.value, GameValue::Win { player: winner, .. } if winner == player);
                let expected = if wins {
                    Answer::Wins
                } else {
                    Answer::CannotWin
                };
                assert_eq!(answer, expected, "seed {seed}, player {player}");
                found[usize::from(wins)] += 1;
            }
        }
        assert!(found.iter().all(|&number| number > 10), "{found:?}");
    }
}
