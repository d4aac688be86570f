//! Single-player games without chance: searching for a win.
//!
//! The move that leaves the fewest moves is tried first, so that sites that are hard to reach are
//! visited while they can be. That is Warnsdorff's rule for the knight's tour; it works for other
//! puzzles of moving and placing as well.

use ludarium_engine::{Game, Move, SplitMix64, State};

/// The result of searching for a win.
#[derive(Clone, Debug, PartialEq)]
pub enum SoloResult {
    /// Moves that win.
    Win(Vec<Move>),
    /// There is no win: the search was exhaustive.
    Unwinnable,
    /// The limit was reached; there may be a win.
    GaveUp,
}

/// Positions per attempt; then ties between moves are broken in another order.
const POSITIONS_PER_RESTART: u64 = 3_000;

/// Searches for moves that win a single-player game from `state`, visiting at most `positions`
/// positions. Returns [`SoloResult::GaveUp`] for a game with several players or with chance.
///
/// ```
/// # let text = r#"(game "Three" (players 1)
/// #     (equipment { (board (rectangle 1 3)) (piece "Mark" P1) })
/// #     (rules (play (move Add (to (sites Empty))))
/// #         (end (if (= 0 (count Sites in:(sites Empty))) (result P1 Win)))))"#;
/// # let definitions = ludarium_lud::Definitions::none();
/// # let choices = ludarium_lud::Choices::defaults();
/// # let description = ludarium_lud::load("three.lud", text, &definitions, &choices).unwrap();
/// # let game = ludarium_engine::Game::compile(&description).unwrap();
/// use ludarium_agents::solo::{find_win, SoloResult};
/// use ludarium_engine::SplitMix64;
///
/// // Three empty cells have to be filled.
/// let state = game.start(&mut SplitMix64::new(0));
/// assert!(matches!(find_win(&game, &state, 100), SoloResult::Win(moves) if moves.len() == 3));
/// ```
#[must_use]
pub fn find_win(game: &Game, state: &State, positions: u64) -> SoloResult {
    if game.players() != 1 || game.features().stochastic {
        return SoloResult::GaveUp;
    }
    let mut left = positions;
    let mut seed = 0;
    while left > 0 {
        // Restarts with another order help more than a longer search. The last attempt takes all of
        // the last quarter.
        let last = left <= positions / 4;
        let own = if last {
            left
        } else {
            POSITIONS_PER_RESTART.min(left)
        };
        let mut search = Search {
            game,
            chance: SplitMix64::new(seed),
            order: SplitMix64::new(seed),
            left: own,
            line: Vec::new(),
        };
        let found = search.search(state);
        match found {
            Some(true) => return SoloResult::Win(search.line),
            Some(false) => return SoloResult::Unwinnable,
            None => left -= own,
        }
        seed += 1;
    }
    SoloResult::GaveUp
}

struct Search<'a> {
    game: &'a Game,
    chance: SplitMix64,
    order: SplitMix64,
    left: u64,
    line: Vec<Move>,
}

impl Search<'_> {
    /// Whether the game can be won from `state`; `None` if the limit was reached first.
    fn search(&mut self, state: &State) -> Option<bool> {
        if state.over() {
            return Some(
                self.game
                    .outcome(state)
                    .is_some_and(|outcome| outcome.winner == 1),
            );
        }
        let mut legal = Vec::new();
        let mut here = state.clone();
        self.game.legal(&mut here, &mut legal);
        let mut next: Vec<(usize, u32, Move, State)> = Vec::with_capacity(legal.len());
        let mut buffer = Vec::new();
        for mv in legal {
            self.left = self.left.checked_sub(1)?;
            let mut after = state.clone();
            self.game.apply(&mut after, mv, &mut self.chance);
            let replies = match after.over() {
                true => 0,
                false => {
                    self.game.legal(&mut after, &mut buffer);
                    buffer.len()
                }
            };
            let tiebreak = ludarium_engine::Chance::below(&mut self.order, 1 << 16);
            next.push((replies, tiebreak, mv, after));
        }
        next.sort_by_key(|(replies, tiebreak, ..)| (*replies, *tiebreak));
        for (_, _, mv, after) in next {
            self.line.push(mv);
            if self.search(&after)? {
                return Some(true);
            }
            self.line.pop();
        }
        Some(false)
    }
}
