//! Proofs of who wins: depth-first proof-number search.
//!
//! The search asks for each player whether it can force a win; if neither can, the position is a
//! draw. It always expands where the least is missing for a proof or a disproof (Allis, van der
//! Meulen and van den Herik, "Proof-number search", 1994). It runs depth first and within bounds,
//! so that a table of fixed size suffices (Nagai, "Df-pn algorithm for searching AND/OR trees and
//! its applications", 2002). Three things are added:
//!
//! - A bound is a quarter above that of the second-best move, to avoid switching to and fro
//!   (Pawlewicz and Lew, "Improving depth-first PN-search: 1 + epsilon trick", 2007).
//! - Positions reached by several paths count once: the hardest reply counts in full, and each of
//!   the others counts one ("weak proof numbers": Ueda, Hashimoto, Hashimoto and Iida, 2008).
//! - The initial number of a new position is its number of legal moves.
//!
//! Positions are identified as in [`crate::decide`], by [`State::key`]. The legal moves of
//! positions with the same key are compared in samples; if they ever differ, the search starts
//! again with the legal moves as a part of the key.
//!
//! Play that returns to a position of the current path is no win. A proof does not depend on that;
//! a disproof may, and then holds only for its path (Kishimoto and Müller, "A general solution to
//! the graph history interaction problem", 2004). The search reuses such a conditional disproof
//! elsewhere. If the answer rests on one, `verify_disproof` checks that there is a defence that
//! never leaves the positions it holds for. Where play can cycle and few positions are reachable,
//! `endgames` solves them by retrograde analysis.

mod endgames;
mod search;
mod table;
mod verify_disproof;

use ludarium_engine::{Game, Move, State};

use crate::decide::{is_supported, Undecided};
use endgames::EndgameTable;
use search::{Answer, Memory, Search};
use table::Table;

/// The result of a proof attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The winner, if one is known, or what else was proved.
    pub finding: Finding,
    /// A line in which the winner wins, against the longest resistance known to the proof.
    pub line: Vec<Move>,
    /// Positions searched.
    pub nodes: u64,
    /// Endgame positions solved by retrograde analysis in addition.
    pub endgames: usize,
    /// The number of positions of the defence that cannot be beaten, if play can cycle.
    pub defence: usize,
}

/// What is known about the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// This player can force a win.
    Win(usize),
    /// Neither player can force a win.
    Draw,
    /// The value is not known; at most, that one player cannot force a win.
    NotDecided {
        /// The player that cannot win, from 1; 0 if not known.
        without: usize,
    },
}

/// Limits of a proof attempt.
#[derive(Clone, Copy, Debug)]
pub struct ProofLimits {
    /// Positions searched.
    pub nodes: u64,
    /// Entries of the table (24 bytes each), and the maximum number of endgame results.
    pub table_entries: usize,
    /// The player whose win is to be proved; `None` for both, each with half of the positions.
    pub only: Option<usize>,
}

/// Proves the value of a position. Now and then `keep_going` is called with the player whose win is
/// being searched and the number of positions searched; the search for that player stops if it
/// returns `false`.
///
/// # Errors
/// [`Undecided::Unsupported`] if the game is not a two-player game without chance and hidden
/// information. Reaching a limit is not an error: see [`Finding::NotDecided`].
///
/// ```
/// # let text = r#"(game "Two in a Row" (players 2)
/// #     (equipment { (board (rectangle 1 4)) (piece "Mark" Each) })
/// #     (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))"#;
/// # let definitions = ludarium_lud::Definitions::none();
/// # let choices = ludarium_lud::Choices::defaults();
/// # let description = ludarium_lud::load("two.lud", text, &definitions, &choices).unwrap();
/// # let game = ludarium_engine::Game::compile(&description).unwrap();
/// use ludarium_agents::prove::{prove, Finding, ProofLimits};
/// use ludarium_engine::SplitMix64;
///
/// // The first player takes a middle site and wins with its second move.
/// let start = game.start(&mut SplitMix64::new(0));
/// let limits = ProofLimits { nodes: 10_000, table_entries: 1_000, only: None };
/// let proved = prove(&game, &start, limits, &mut |_, _| true).unwrap();
/// assert_eq!((proved.finding, proved.line.len()), (Finding::Win(1), 3));
/// ```
pub fn prove(
    game: &Game,
    state: &State,
    limits: ProofLimits,
    keep_going: &mut dyn FnMut(usize, u64) -> bool,
) -> Result<Proved, Undecided> {
    if !is_supported(game) {
        return Err(Undecided::Unsupported);
    }
    let mut proved = attempt(game, state, limits, false, keep_going);
    if let Err(spent) = proved {
        let left = limits.nodes.saturating_sub(spent);
        let limits = ProofLimits {
            nodes: left,
            ..limits
        };
        proved = attempt(game, state, limits, true, keep_going);
    }
    // With the legal moves in the key, no differing positions are found.
    proved.map_err(|_| Undecided::Unsupported)
}

/// Attempts a proof, with or without the legal moves as a part of the key. If two positions with
/// the same key differ, returns the number of positions searched as an error.
fn attempt(
    game: &Game,
    state: &State,
    limits: ProofLimits,
    exact: bool,
    keep_going: &mut dyn FnMut(usize, u64) -> bool,
) -> Result<Proved, u64> {
    let mut memory = Memory {
        table: Table::new(limits.table_entries),
        endgames: EndgameTable::new(limits.table_entries),
    };
    let first = state.mover().clamp(1, 2);
    let mut proved = Proved {
        finding: Finding::NotDecided { without: 0 },
        line: Vec::new(),
        nodes: 0,
        endgames: 0,
        defence: 0,
    };
    let both = [first, 3 - first];
    let asked: &[usize] = limits.only.as_ref().map_or(&both, std::slice::from_ref);
    for (index, &player) in asked.iter().enumerate() {
        memory.table.clear();
        memory.endgames.new_search();
        // Half of the positions for the first player, the rest for the second.
        let left = limits.nodes.saturating_sub(proved.nodes);
        let max_nodes = left / (asked.len() - index) as u64;
        let before = proved.nodes;
        let mut report = |own: u64| keep_going(player, before + own);
        let mut search = Search::new(game, player, &mut memory, exact, max_nodes, &mut report);
        let answer = search.solve_root(state);
        if answer == Answer::Wins {
            proved.line = search.winning_line(state);
        }
        proved.nodes += search.nodes;
        proved.defence += search.defence_size;
        if search.key_collision {
            return Err(proved.nodes);
        }
        proved.endgames = memory.endgames.count();
        proved.finding = match (answer, proved.finding) {
            (Answer::Wins, _) => Finding::Win(player),
            (Answer::Unknown, finding) => finding,
            (Answer::CannotWin, Finding::NotDecided { without: 0 }) => {
                Finding::NotDecided { without: player }
            }
            (Answer::CannotWin, _) => Finding::Draw,
        };
        if answer == Answer::Wins {
            break;
        }
    }
    Ok(proved)
}
