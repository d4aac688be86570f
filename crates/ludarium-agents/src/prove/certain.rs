//! A disproof made certain.
//!
//! The search takes for granted that a disproof found on one line holds on others, though play may come back to a position of the
//! first line alone. So what it says is a claim, and here it is looked at whether it holds: of all positions that the
//! player may bring about against a defence, each has to have an answer that leads to another of them, or to what is
//! disproved by itself. Then the player never wins, since infinite play is no win. Where no answer is known the search
//! is asked again; where it proves a win (a proof relies on no claim) the answers that led there are changed.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::hash::BuildHasherDefault;

use ludarium_engine::{Move, SplitMix64, State};

use super::search::{Answer, Search};
use super::table::{Value, ALONE, CLAIM};
use crate::decide::Keys;

/// A position from which the player is not to win.
#[derive(Clone, Debug)]
struct Held {
    key: u64,
    /// Where it was first come to from, and by which move.
    from: Option<(u32, Move)>,
    /// The plies in which the player wins after all.
    lost: Option<u32>,
    /// The answer that is relied on, where the other player is to move.
    answer: Option<u32>,
    /// Positions that rely on this one.
    relying: Vec<u32>,
}

/// Positions that are to hold against the player.
#[derive(Default)]
struct Defence {
    held: Vec<Held>,
    places: HashMap<u64, u32, BuildHasherDefault<Keys>>,
    waiting: VecDeque<(u32, Box<State>)>,
}

/// What was seen of a position.
enum Seen {
    Holds,
    /// The player wins, in so many plies.
    Lost(u32),
    NotKnown,
}

/// A move and what is known of where it leads.
struct Reply {
    mv: Move,
    key: u64,
    value: Option<Value>,
}

impl Defence {
    /// The number of a position that is relied on from now on.
    fn rely(&mut self, key: u64, by: Option<(u32, Move)>, state: &State) -> u32 {
        let index = match self.places.entry(key) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(place) => {
                let index = self.held.len() as u32;
                place.insert(index);
                self.held.push(Held {
                    key,
                    from: by,
                    lost: None,
                    answer: None,
                    relying: Vec::new(),
                });
                self.waiting.push_back((index, Box::new(state.clone())));
                index
            }
        };
        if let Some((by, _)) = by {
            self.held[index as usize].relying.push(by);
        }
        index
    }

    fn known(&self, key: u64) -> Option<Value> {
        let &index = self.places.get(&key)?;
        Some(match self.held[index as usize].lost {
            Some(plies) => Value::proved(plies),
            None => Value::disproved(CLAIM),
        })
    }

    /// The moves that lead to a position.
    fn way(&self, mut index: u32) -> Vec<Move> {
        let mut way = Vec::new();
        while let Some((from, mv)) = self.held[index as usize].from {
            way.push(mv);
            index = from;
        }
        way.reverse();
        way
    }
}

impl Search<'_> {
    /// Whether the player cannot win from a position of which that is claimed.
    pub fn make_certain(&mut self, root: &State, key: u64) -> Answer {
        let mut defence = Defence::default();
        defence.rely(key, None, root);
        while let Some((index, mut state)) = defence.waiting.pop_front() {
            if self.spent() {
                return Answer::Open;
            }
            match self.examine(&mut defence, index, &mut state) {
                Seen::Holds => {}
                Seen::NotKnown => return Answer::Open,
                Seen::Lost(plies) => {
                    let held = &mut defence.held[index as usize];
                    held.lost = Some(plies);
                    if index == 0 {
                        return Answer::Wins;
                    }
                    self.memory.table.put(held.key, Value::proved(plies), 1);
                    for by in std::mem::take(&mut held.relying) {
                        let other = &defence.held[by as usize];
                        let relies = other.answer.is_none_or(|answer| answer == index);
                        if other.lost.is_none() && relies {
                            let again = self.follow(root, &defence.way(by));
                            defence.waiting.push_back((by, Box::new(again)));
                        }
                    }
                }
            }
        }
        self.kept += defence.held.len();
        match self.cut {
            true => Answer::Open,
            false => Answer::DoesNot,
        }
    }

    fn follow(&self, root: &State, way: &[Move]) -> State {
        let mut state = root.clone();
        for &mv in way {
            self.game.apply(&mut state, mv, &mut SplitMix64::new(0));
        }
        state
    }

    fn examine(&mut self, defence: &mut Defence, index: u32, state: &mut State) -> Seen {
        let own = state.mover() == self.player;
        let Held { key, lost, .. } = defence.held[index as usize];
        if lost.is_some() {
            return Seen::Holds;
        }
        let replies = self.replies(defence, state, key);
        if own {
            let wins = |reply: &Reply| reply.value.filter(|value| value.is_proved());
            if let Some(value) = replies
                .iter()
                .filter_map(wins)
                .min_by_key(|value| value.note)
            {
                return Seen::Lost(value.note.saturating_add(1));
            }
            for reply in &replies {
                if !reply.value.is_some_and(alone) {
                    self.lead_on(defence, index, state, reply);
                }
            }
            return Seen::Holds;
        }
        if let Some(seen) = self.answer_with(defence, index, state, &replies) {
            return seen;
        }
        // Nothing is known that holds: the search is asked about this very position.
        let value = self.solve(state, key);
        if value.is_proved() {
            return Seen::Lost(value.note);
        }
        if value.is_disproved() && value.note == ALONE {
            return Seen::Holds;
        }
        let replies = self.replies(defence, state, key);
        let seen = self.answer_with(defence, index, state, &replies);
        seen.unwrap_or(Seen::NotKnown)
    }

    /// An answer of the other player that holds, or is claimed to.
    fn answer_with(
        &mut self,
        defence: &mut Defence,
        index: u32,
        state: &mut State,
        replies: &[Reply],
    ) -> Option<Seen> {
        let holds = |reply: &&Reply| reply.value.is_some_and(alone);
        if replies.iter().any(|reply| holds(&reply)) {
            return Some(Seen::Holds);
        }
        let claimed = |reply: &&Reply| reply.value.is_some_and(Value::is_disproved);
        let known = |reply: &&Reply| claimed(reply) && defence.places.contains_key(&reply.key);
        let best = replies.iter().find(known);
        if let Some(reply) = best.or_else(|| replies.iter().find(claimed)) {
            let answer = self.lead_on(defence, index, state, reply);
            defence.held[index as usize].answer = Some(answer);
            return Some(Seen::Holds);
        }
        let longest = replies.iter().try_fold(0, |longest, reply| {
            let value = reply.value.filter(|value| value.is_proved())?;
            Some(value.note.max(longest))
        })?;
        Some(Seen::Lost(longest.saturating_add(1)))
    }

    fn lead_on(
        &mut self,
        defence: &mut Defence,
        index: u32,
        state: &mut State,
        reply: &Reply,
    ) -> u32 {
        let mut chance = SplitMix64::new(0);
        let mark = self.game.apply_marked(state, reply.mv, &mut chance);
        let answer = defence.rely(reply.key, Some((index, reply.mv)), state);
        state.undo(mark);
        answer
    }

    /// All moves, and what is known of where they lead: of what is held already, that it is claimed or lost.
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
                true => Some(self.ended(state)),
                false => match self.known_anywhere(key) {
                    Some(value) if value.is_proved() || alone(value) => Some(value),
                    value => defence.known(key).or(value),
                },
            };
            state.undo(mark);
            replies.push(Reply { mv, key, value });
        }
        replies
    }
}

/// Whether it is disproved whatever led there.
fn alone(value: Value) -> bool {
    value.is_disproved() && value.note == ALONE
}

#[cfg(test)]
mod tests {
    use ludarium_engine::Game;

    use super::*;
    use crate::decide::{decide, Worth};
    use crate::key::key;
    use crate::prove::endings::Endings;
    use crate::prove::search::Memory;
    use crate::prove::table::Table;

    fn draughts() -> Game {
        let text = include_str!("../../tests/small/draughts.lud");
        let choices = ludarium_lud::Choices::defaults().with("Board/5x4");
        let definitions = ludarium_lud::Definitions::none();
        let description = ludarium_lud::load("draughts.lud", text, &definitions, &choices);
        Game::compile(&description.expect("it is right")).expect("it compiles")
    }

    fn go_on_at_random(game: &Game, state: &mut State, chance: &mut SplitMix64) {
        if let Some(mv) = game.sample(state, chance) {
            game.apply(state, mv, &mut SplitMix64::new(0));
        }
    }

    #[test]
    fn false_claims_are_found_out() {
        let game = draughts();
        let mut found = [0; 2];
        for seed in 0..60 {
            let mut chance = SplitMix64::new(seed);
            let mut root = game.start(&mut SplitMix64::new(0));
            for _ in 0..seed % 9 {
                go_on_at_random(&game, &mut root, &mut chance);
            }
            for player in 1..=2 {
                let mut memory = Memory {
                    table: Table::new(100_000),
                    endings: Endings::new(0),
                };
                // Of every position of some random games it is claimed that the player does not win.
                for _ in 0..20 {
                    let mut state = root.clone();
                    for _ in 0..10 {
                        let mover = state.mover();
                        go_on_at_random(&game, &mut state, &mut chance);
                        let key = key(&state, state.mover() == mover);
                        if !state.over() {
                            memory.table.put(key, Value::disproved(CLAIM), 1_000);
                        }
                    }
                }
                let mut go_on = |_| true;
                let mut search =
                    Search::new(&game, player, &mut memory, false, u64::MAX, &mut go_on);
                let answer = search.ask(&root);
                let known = decide(&game, &root, 100_000, 1, &mut |_| true).expect("it is small");
                let wins =
                    matches!(known.worth, Worth::Win { player: winner, .. } if winner == player);
                let expected = if wins { Answer::Wins } else { Answer::DoesNot };
                assert_eq!(answer, expected, "seed {seed}, player {player}");
                found[usize::from(wins)] += 1;
            }
        }
        assert!(found.iter().all(|&number| number > 10), "{found:?}");
    }
}
