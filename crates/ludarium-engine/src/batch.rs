//! Steps many games at once, for training.

use std::fmt;

use crate::{Game, Move, Rollout, SplitMix64, State};

/// Games of one kind that are stepped together, with one choice for each. A game that ends is
/// reported and starts again. Results for all games are written to buffers that the caller
/// provides.
///
/// ```
/// # let text = r#"(game "Line of Three" (players 2)
/// #     (equipment { (board (square 3)) (piece "Mark" Each) })
/// #     (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;
/// # let definitions = ludarium_lud::Definitions::none();
/// # let choices = ludarium_lud::Choices::defaults();
/// # let description = ludarium_lud::load("three.lud", text, &definitions, &choices).unwrap();
/// # let game = ludarium_engine::Game::compile(&description).unwrap();
/// use ludarium_engine::Batch;
///
/// let mut batch = Batch::new(&game, 16, 1_000, 1);
/// let (mut kinds, mut ended) = (vec![0; 16 * batch.slots()], Vec::new());
/// let mut finished = 0;
/// for _ in 0..100 {
///     batch.kinds(&mut kinds);
///     // A trainer would choose by `kinds`; here all players take the last legal move.
///     let chosen: Vec<usize> = (0..batch.len()).map(|game| batch.moves(game).len() - 1).collect();
///     batch.step(&chosen, &mut ended).unwrap();
///     finished += ended.len();
/// }
/// assert!(finished >= 16 * 100 / 9, "no game is longer than nine moves");
/// ```
#[derive(Debug)]
pub struct Batch<'g> {
    game: &'g Game,
    tables: Vec<Table>,
    limit: usize,
}

/// One game of the batch.
#[derive(Debug)]
struct Table {
    state: State,
    chance: SplitMix64,
    moves: Vec<Move>,
    plies: usize,
}

/// A game of a batch that has ended or has reached the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The index of the game.
    pub game: usize,
    /// The result.
    pub rollout: Rollout,
}

/// An invalid choice; no game was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadChoice {
    /// The number of choices differs from the number of games.
    Number {
        /// The number of choices.
        given: usize,
        /// The number of games.
        games: usize,
    },
    /// A game has no move with this number.
    Move {
        /// The index of the game.
        game: usize,
        /// The number chosen, from 0.
        chosen: usize,
        /// The number of legal moves.
        legal: usize,
    },
}

impl fmt::Display for BadChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadChoice::Number { given, games } => {
                write!(f, "{given} choices for {games} games")
            }
            BadChoice::Move {
                game,
                chosen,
                legal,
            } => write!(
                f,
                "game {game} has {legal} legal moves, numbered from 0, and none is number {chosen}"
            ),
        }
    }
}

impl std::error::Error for BadChoice {}

impl<'g> Batch<'g> {
    /// Starts `games` games, each cut off after `limit` plies. Each game has its own generator for
    /// its dice; the generators are seeded from `seed`, so that the same seed and choices give the
    /// same games.
    #[must_use]
    pub fn new(game: &'g Game, games: usize, limit: usize, seed: u64) -> Batch<'g> {
        let mut seeds = SplitMix64::new(seed);
        let table = |_| {
            let mut chance = SplitMix64::new(seeds.next_u64());
            let state = game.start(&mut chance);
            let mut table = Table {
                state,
                chance,
                moves: Vec::new(),
                plies: 0,
            };
            game.legal(&mut table.state, &mut table.moves);
            table
        };
        Batch {
            game,
            tables: (0..games).map(table).collect(),
            limit: limit.max(1),
        }
    }

    /// The number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tables.len()
    }

    /// Whether the batch has no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// The number of slots of a position: the sites of the board, then those of hands and other
    /// containers.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.game.layout().slots
    }

    /// The position of a game; `None` if there is no such game.
    #[must_use]
    pub fn state(&self, game: usize) -> Option<&State> {
        self.tables.get(game).map(|table| &table.state)
    }

    /// The legal moves of a game; empty if there is no such game.
    #[must_use]
    pub fn moves(&self, game: usize) -> &[Move] {
        self.tables.get(game).map_or(&[], |table| &table.moves)
    }

    /// Writes the player to move in each game, from 1. Writes no more than `movers` has room for.
    pub fn movers(&self, movers: &mut [u8]) {
        for (mover, table) in movers.iter_mut().zip(&self.tables) {
            *mover = table.state.mover() as u8;
        }
    }

    /// Writes the number of legal moves of each game. Writes no more than `counts` has room for.
    pub fn counts(&self, counts: &mut [u32]) {
        for (count, table) in counts.iter_mut().zip(&self.tables) {
            *count = table.moves.len() as u32;
        }
    }

    /// Writes the kind of the (topmost) piece on every slot, 0 for none: [`Batch::slots`] numbers
    /// for each game in turn. Writes no more than `kinds` has room for.
    pub fn kinds(&self, kinds: &mut [u16]) {
        for (row, table) in kinds.chunks_mut(self.slots().max(1)).zip(&self.tables) {
            for (slot, kind) in row.iter_mut().enumerate() {
                *kind = table.state.what(slot) as u16;
            }
        }
    }

    /// Makes a move in every game: `chosen` holds its index in [`Batch::moves`]. Games that end are
    /// written to `ended` (cleared first) and start again.
    ///
    /// # Errors
    /// If the number of choices differs from the number of games, or a game has no move with the
    /// chosen index. No game is changed then.
    pub fn step(&mut self, chosen: &[usize], ended: &mut Vec<Ended>) -> Result<(), BadChoice> {
        ended.clear();
        if chosen.len() != self.tables.len() {
            return Err(BadChoice::Number {
                given: chosen.len(),
                games: self.tables.len(),
            });
        }
        for (game, (&chosen, table)) in chosen.iter().zip(&self.tables).enumerate() {
            let legal = table.moves.len();
            if chosen >= legal {
                return Err(BadChoice::Move {
                    game,
                    chosen,
                    legal,
                });
            }
        }
        for (index, (&chosen, table)) in chosen.iter().zip(&mut self.tables).enumerate() {
            let (game, mv) = (self.game, table.moves[chosen]);
            game.apply_and_list(&mut table.state, mv, &mut table.chance, &mut table.moves);
            table.plies += 1;
            // A game that the engine stopped has no moves and is over.
            if table.state.over() || table.plies >= self.limit {
                let rollout = Rollout::of_state(game, table.plies, &table.state);
                ended.push(Ended {
                    game: index,
                    rollout,
                });
                table.state = game.start(&mut table.chance);
                table.plies = 0;
                game.legal(&mut table.state, &mut table.moves);
            }
        }
        Ok(())
    }
}
