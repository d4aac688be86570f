//! Who wins, proved: depth-first proof-number search.
//!
//! Of a player it is asked whether they can force a win; where neither of the two can, it is a draw. The search always goes
//! on where least is missing for a proof or a disproof (Allis, van der Meulen and van den Herik, "Proof-number search", 1994),
//! depth first and within bounds, so that what is known fits in a table of a fixed size (Nagai, "Df-pn algorithm for searching
//! AND/OR trees and its applications", 2002). Three things are added:
//!
//! - a bound is a quarter above that of the second best move, lest the search go to and fro (Pawlewicz and Lew, "Improving
//!   depth-first PN-search: 1 + epsilon trick", 2007);
//! - positions reached in several ways are counted once: of the replies to a move the hardest counts, and each of
//!   the others for one ("weak proof numbers": Ueda, Hashimoto, Hashimoto and Iida, 2008);
//! - a new position has as many replies to be answered as there are legal moves.
//!
//! Positions are taken for the same as in [`crate::decide`]: where all is alike that [`State::key`] looks at; that others have the same legal
//! moves is looked at in samples, and if it ever fails, all is done again with the legal moves as a part of every position.
//!
//! Play that comes back to a position of the line is no win. A proof does not rely on that; a disproof may, and holds for its
//! line alone then (Kishimoto and Müller, "A general solution to the graph history interaction problem", 2004). It is taken
//! for granted elsewhere nevertheless, as a claim; and if the answer rests on claims, it is made certain at last that there is
//! a defence which never leaves the positions it is known for (`certain`). Where play goes round and few positions are left
//! that can come about, these are decided backwards from the ends (`endings`).

mod endgames;
mod search;
mod table;
mod verify_disproof;

use ludarium_engine::{Game, Move, State};

use crate::decide::{is_supported, Undecided};
use endgames::EndgameTable;
use search::{Answer, Memory, Search};
use table::Table;

/// What was found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// Who wins, if anybody is known to; or what else is known.
    pub finding: Finding,
    /// A line in which the winner wins and the other resists as long as the proof knows how to.
    pub line: Vec<Move>,
    /// Positions looked at.
    pub nodes: u64,
    /// Positions near the end that were decided beside that, backwards.
    pub endgames: usize,
    /// Positions that the defence of who cannot be beaten consists of, where play goes round.
    pub defence: usize,
}

/// What a position is worth, as far as that was found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// This player can force a win.
    Win(usize),
    /// Neither can.
    Draw,
    /// Nothing more than that this player cannot force a win; 0 if not even that.
    NotDecided {
        /// Who cannot win, from 1; 0 for nobody known.
        without: usize,
    },
}

/// How much may be used.
#[derive(Clone, Copy, Debug)]
pub struct ProofLimits {
    /// Positions looked at.
    pub nodes: u64,
    /// Positions remembered (24 bytes each), and as many ends of games.
    pub table_entries: usize,
    /// The one player whose win is asked about; `None`: both, each with half of the positions.
    pub only: Option<usize>,
}

/// Proves what a position is worth. `go_on` is told, now and then, whose win is asked about and how many positions were
/// looked at, and says whether to go on with that question.
///
/// # Errors
/// If it is no game of two players without chance and hidden things ([`Undecided::Unsupported`]). Limits that were too narrow are
/// no error: see [`Finding::NotDecided`].
///
/// ```
/// # let text = r#"(game "Two in a Row" (players 2)
/// #     (equipment { (board (rectangle 1 4)) (piece "Mark" Each) })
/// #     (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))"#;
/// # let definitions = ludarium_lud::Definitions::none();
/// # let description = ludarium_lud::load("two.lud", text, &definitions, &ludarium_lud::Choices::defaults()).unwrap();
/// # let game = ludarium_engine::Game::compile(&description).unwrap();
/// use ludarium_agents::prove::{prove, Finding, ProofLimits};
/// use ludarium_engine::SplitMix64;
///
/// // On four sites in a row the first player, who goes to one in the middle, wins with the second move.
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
    // Where the legal moves tell positions apart no others are found.
    proved.map_err(|_| Undecided::Unsupported)
}

/// The proof, with positions told apart by their legal moves as well or without these; the positions looked at, if two that
/// seemed to be the same were not.
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
        // Half of what there is for the one, the rest for the other.
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
