//! Small games solved completely: every reachable position with its value.
//!
//! All positions are enumerated, beginning with the first; then results are propagated back from
//! the final positions (retrograde analysis: Thompson, "Retrograde analysis of certain endgames",
//! 1986). If no player can force a win, play goes on for ever or to a drawn end: the position is a
//! draw.
//!
//! Two positions are identified if they have the same [`State::key`]. What rules ask about the last
//! move beyond that shows in the legal moves. These are compared when a key recurs (always for the
//! first ten thousand positions, then for one in sixteen). If they ever differ, the analysis starts
//! again with the legal moves as a part of the key.

mod explore;

use ludarium_engine::{Game, Move, State};

use explore::{explore, Graph, KeyIndex};
pub(crate) use explore::{Exploration, KeyHasher};

/// The value of a position under perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameValue {
    /// A player wins.
    Win {
        /// The winner.
        player: usize,
        /// The number of plies until the win, if both play their best.
        plies: u32,
    },
    /// No player can force a win.
    Draw,
}

/// The result of solving a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// The value of the given position.
    pub value: GameValue,
    /// Best play from there, as long as it makes progress.
    pub line: Vec<Move>,
    /// The number of reachable positions.
    pub positions: usize,
    /// For each player (from 1), the length of the longest win in plies, over all positions in
    /// which that player is to move.
    pub longest: [u32; 3],
}

/// Why a game was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// The game is not a two-player game without chance and hidden information.
    Unsupported,
    /// There are more positions than the limit.
    Limit,
    /// Too many positions with another piece count come first. Occurs only within a proof;
    /// [`decide`] does not return it.
    OtherMaterial,
    /// The caller stopped the analysis.
    Stopped,
    /// In some position the rules do not terminate (see [`ludarium_engine::Fault`]).
    Fault,
}

impl std::fmt::Display for Undecided {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Undecided::Unsupported => {
                "only two-player games without chance and hidden information can be solved"
            }
            Undecided::Limit | Undecided::OtherMaterial => "not decided within the limit",
            Undecided::Stopped => "stopped",
            Undecided::Fault => "the engine stopped a game that did not end",
        })
    }
}

/// The winner of a position (0 for none) and the number of plies until the win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PositionResult {
    pub winner: u8,
    pub plies: u32,
}

/// Solves a position, visiting at most `limit` positions, with `threads` threads. The result does
/// not depend on the number of threads. Now and then `keep_going` is called with the number of
/// positions visited; the analysis stops if it returns `false`.
///
/// # Errors
/// Returns the reason why the position was not solved.
///
/// ```
/// # let text = r#"(game "Line of Three" (players 2)
/// #     (equipment { (board (square 3)) (piece "Mark" Each) })
/// #     (rules (play (move Add (to (sites Empty))))
/// #         (end { (if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw)) })))"#;
/// # let definitions = ludarium_lud::Definitions::none();
/// # let choices = ludarium_lud::Choices::defaults();
/// # let description = ludarium_lud::load("three.lud", text, &definitions, &choices).unwrap();
/// # let game = ludarium_engine::Game::compile(&description).unwrap();
/// use ludarium_agents::decide::{decide, GameValue};
/// use ludarium_engine::SplitMix64;
///
/// let start = game.start(&mut SplitMix64::new(0));
/// let decided = decide(&game, &start, 10_000, 1, &mut |_| true).unwrap();
/// assert_eq!(decided.value, GameValue::Draw);
/// // As is well known, noughts and crosses has 5,478 positions.
/// assert_eq!(decided.positions, 5_478);
/// ```
pub fn decide(
    game: &Game,
    state: &State,
    limit: usize,
    threads: usize,
    keep_going: &mut dyn FnMut(usize) -> bool,
) -> Result<Decided, Undecided> {
    if !is_supported(game) {
        return Err(Undecided::Unsupported);
    }
    if state.over() {
        return decided_already(game, state);
    }
    let exploration = Exploration {
        game,
        root: state,
        turn_goes_on: false,
        limit,
        other_material: None,
        threads,
        known: &|_| None,
        exact: false,
    };
    for exact in [false, true] {
        let exploration = Exploration {
            exact,
            ..exploration
        };
        if let Some(mut graph) = explore(exploration, keep_going)? {
            graph.index_by_key = KeyIndex::default();
            graph.propagate_results();
            return Ok(graph.summary(0));
        }
    }
    Err(Undecided::Unsupported)
}

/// The result of a game that is over.
fn decided_already(game: &Game, state: &State) -> Result<Decided, Undecided> {
    let outcome = game.outcome(state).ok_or(Undecided::Fault)?;
    Ok(Decided {
        value: match outcome.winner {
            0 => GameValue::Draw,
            player => GameValue::Win { player, plies: 0 },
        },
        line: Vec::new(),
        positions: 1,
        longest: [0; 3],
    })
}

/// Solves every position reachable from the root that is not known already, and returns each result
/// with its key. `None` if two positions with the same key were found to differ.
pub(crate) fn decide_all(
    exploration: Exploration<'_>,
    keep_going: &mut dyn FnMut(usize) -> bool,
) -> Result<Option<Vec<(u64, PositionResult)>>, Undecided> {
    let Some(mut graph) = explore(exploration, keep_going)? else {
        return Ok(None);
    };
    let index_by_key = std::mem::take(&mut graph.index_by_key);
    graph.propagate_results();
    let all = index_by_key.into_iter().filter_map(|(key, index)| {
        let node = graph.nodes[index as usize];
        let result = PositionResult {
            winner: node.winner,
            plies: node.plies,
        };
        // Final and known positions were not expanded.
        (node.number > 0).then_some((key, result))
    });
    Ok(Some(all.collect()))
}

/// Whether it is a two-player game without chance and hidden information, and not a match of
/// several games.
pub(crate) fn is_supported(game: &Game) -> bool {
    let features = game.features();
    let single = game.games().count() == 0;
    game.players() == 2 && !features.stochastic && !features.hidden_information && single
}

impl Graph {
    fn successors(&self, index: usize) -> std::ops::Range<usize> {
        let node = self.nodes[index];
        node.first as usize..(node.first + node.number) as usize
    }

    /// Propagates results back from the final positions, the nearest first.
    fn propagate_results(&mut self) {
        // The predecessors of each position: counted, then filled in.
        let mut offsets = vec![0u32; self.nodes.len() + 1];
        for &next in &self.next {
            offsets[next as usize + 1] += 1;
        }
        for index in 1..offsets.len() {
            offsets[index] += offsets[index - 1];
        }
        let mut next_slot = offsets.clone();
        let mut predecessors = vec![0u32; self.next.len()];
        for index in 0..self.nodes.len() {
            for place in self.successors(index) {
                let next = self.next[place] as usize;
                predecessors[next_slot[next] as usize] = index as u32;
                next_slot[next] += 1;
            }
            self.nodes[index].open = self.nodes[index].number;
        }
        // Positions by the number of plies to the end: a loss takes as long as its longest defence.
        let mut rounds: Vec<Vec<u32>> = Vec::new();
        for (index, node) in self.nodes.iter().enumerate() {
            if node.winner > 0 {
                schedule(&mut rounds, node.plies, index as u32);
            }
        }
        let mut round = 0;
        while round < rounds.len() {
            for index in std::mem::take(&mut rounds[round]) {
                let winner = self.nodes[index as usize].winner;
                let range = offsets[index as usize] as usize..offsets[index as usize + 1] as usize;
                for &parent in &predecessors[range] {
                    let node = &mut self.nodes[parent as usize];
                    if node.winner > 0 {
                        continue;
                    }
                    node.open = node.open.saturating_sub(1);
                    if node.mover == winner || node.open == 0 {
                        node.winner = winner;
                        node.plies = round as u32 + 1;
                        schedule(&mut rounds, node.plies, parent);
                    }
                }
            }
            round += 1;
        }
    }

    fn summary(&self, root: usize) -> Decided {
        let mut longest = [0; 3];
        for node in &self.nodes {
            if node.winner == node.mover && node.number > 0 {
                let own = &mut longest[usize::from(node.winner).min(2)];
                *own = (*own).max(node.plies);
            }
        }
        let mut line = Vec::new();
        let mut at = root;
        while self.nodes[at].winner > 0 {
            let winner = self.nodes[at].winner;
            let continues_win = |&place: &usize| {
                let next = self.nodes[self.next[place] as usize];
                next.winner == winner && next.plies + 1 == self.nodes[at].plies
            };
            let Some(place) = self.successors(at).find(continues_win) else {
                break;
            };
            line.push(self.edge_moves[place]);
            at = self.next[place] as usize;
        }
        let node = self.nodes[root];
        Decided {
            value: match node.winner {
                0 => GameValue::Draw,
                player => GameValue::Win {
                    player: usize::from(player),
                    plies: node.plies,
                },
            },
            line,
            positions: self.nodes.len(),
            longest,
        }
    }
}

fn schedule(rounds: &mut Vec<Vec<u32>>, plies: u32, index: u32) {
    let plies = plies as usize;
    if rounds.len() <= plies {
        rounds.resize_with(plies + 1, Vec::new);
    }
    rounds[plies].push(index);
}
