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
//! Play that comes back to a position of the line is no win. A proof does not rely on that; a disproof may, and holds for its
//! line alone then (Kishimoto and Müller, "A general solution to the graph history interaction problem", 2004). It is taken
//! for granted elsewhere nevertheless, as a claim; and if the answer rests on claims, it is made certain at last that there is
//! a defence which never leaves the positions it is known for (`certain`). Where play goes round and few positions are left
//! that can come about, these are decided backwards from the ends (`endings`).

mod certain;
mod endings;
mod search;
mod table;

use engine::{Game, Move, State};

use crate::decide::{decidable, Undecided};
use endings::Endings;
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
    pub endings: usize,
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
pub struct Limits {
    /// Positions looked at.
    pub nodes: u64,
    /// Positions remembered (24 bytes each), and as many ends of games.
    pub remembered: usize,
    /// The one player whose win is asked about; `None`: both, each with half of the positions.
    pub only: Option<usize>,
}

/// Proves what a position is worth. `go_on` is told, now and then, whose win is asked about and how many positions were
/// looked at, and says whether to go on with that question.
///
/// # Errors
/// If it is no game of two players without chance and hidden things ([`Undecided::Kind`]). Limits that were too narrow are
/// no error: see [`Finding::NotDecided`].
///
/// ```
/// # let text = r#"(game "Two in a Row" (players 2)
/// #     (equipment { (board (rectangle 1 4)) (piece "Mark" Each) })
/// #     (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))"#;
/// # let definitions = lud::Definitions::none();
/// # let description = lud::load("two.lud", text, &definitions, &lud::Choices::defaults()).unwrap();
/// # let game = engine::Game::compile(&description).unwrap();
/// use agents::prove::{prove, Finding, Limits};
/// use engine::SplitMix64;
///
/// // On four sites in a row the first player, who goes to one in the middle, wins with the second move.
/// let start = game.start(&mut SplitMix64::new(0));
/// let limits = Limits { nodes: 10_000, remembered: 1_000, only: None };
/// let proved = prove(&game, &start, limits, &mut |_, _| true).unwrap();
/// assert_eq!((proved.finding, proved.line.len()), (Finding::Win(1), 3));
/// ```
pub fn prove(
    game: &Game,
    state: &State,
    limits: Limits,
    go_on: &mut dyn FnMut(usize, u64) -> bool,
) -> Result<Proved, Undecided> {
    if !decidable(game) {
        return Err(Undecided::Kind);
    }
    let mut memory = Memory {
        table: Table::new(limits.remembered),
        endings: Endings::new(limits.remembered),
    };
    let first = state.mover().clamp(1, 2);
    let (mut nodes, mut defence) = (0, 0);
    let mut without = Vec::new();
    let both = [first, 3 - first];
    let asked: &[usize] = limits.only.as_ref().map_or(&both, std::slice::from_ref);
    for (index, &player) in asked.iter().enumerate() {
        memory.table.clear();
        // Half of what there is for the one, the rest for the other.
        let left = limits.nodes.saturating_sub(nodes);
        let most = left / (asked.len() - index) as u64;
        let mut told = |own: u64| go_on(player, nodes + own);
        let mut search = Search::new(game, player, &mut memory, most, &mut told);
        let answer = search.ask(state);
        let line = match answer {
            Answer::Wins => search.line(state),
            _ => Vec::new(),
        };
        let (spent, kept) = (search.nodes, search.kept);
        nodes += spent;
        defence += kept;
        match answer {
            Answer::Wins => {
                return Ok(Proved {
                    finding: Finding::Win(player),
                    line,
                    nodes,
                    endings: memory.endings.count(),
                    defence,
                })
            }
            Answer::DoesNot => without.push(player),
            Answer::Open => {}
        }
    }
    let finding = match without[..] {
        [_, _] => Finding::Draw,
        [one] => Finding::NotDecided { without: one },
        _ => Finding::NotDecided { without: 0 },
    };
    Ok(Proved {
        finding,
        line: Vec::new(),
        nodes,
        endings: memory.endings.count(),
        defence,
    })
}
