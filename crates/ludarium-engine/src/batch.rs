//! Many games stepped together, for those who train on them.

use std::fmt;

use crate::{Game, Move, Rollout, SplitMix64, State};

/// Games of one kind that are stepped together: one choice for each, and each goes on. A game that ends is reported
/// and begun anew. Whatever is asked of all of them is written into buffers of the caller's.
///
/// ```
/// # let text = r#"(game "Line of Three" (players 2)
/// #     (equipment { (board (square 3)) (piece "Mark" Each) })
/// #     (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;
/// # let definitions = ludarium_lud::Definitions::none();
/// # let description = ludarium_lud::load("three.lud", text, &definitions, &ludarium_lud::Choices::defaults()).unwrap();
/// # let game = ludarium_engine::Game::compile(&description).unwrap();
/// use ludarium_engine::Batch;
///
/// let mut batch = Batch::new(&game, 16, 1_000, 1);
/// let (mut kinds, mut ended) = (vec![0; 16 * batch.slots()], Vec::new());
/// let mut finished = 0;
/// for _ in 0..100 {
///     batch.kinds(&mut kinds);
///     // Whoever trains would choose by what is in `kinds`; here everybody takes the last legal move.
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

/// One of the games.
#[derive(Debug)]
struct Table {
    state: State,
    chance: SplitMix64,
    moves: Vec<Move>,
    plies: usize,
}

/// A game of a batch that came to its end, or to the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Which of the games.
    pub game: usize,
    /// How it ended.
    pub rollout: Rollout,
}

/// A choice that a batch cannot carry out; nothing was moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadChoice {
    /// There are not as many choices as games.
    Number {
        /// How many there are.
        given: usize,
        /// How many there should be.
        games: usize,
    },
    /// A game has no move of this number.
    Move {
        /// Which of the games.
        game: usize,
        /// The number chosen, from 0.
        chosen: usize,
        /// How many legal moves there are.
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
    /// `games` games from the start, cut off after `limit` plies. The dice of each are a generator of its
    /// own, seeded by the next number of one seeded by `seed`: the same seed and choices give the same
    /// games.
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

    /// How many games there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tables.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// How many slots a position has: the sites of the board, then those of hands and the like.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.game.layout().slots
    }

    /// A game's position; `None` where there is no such game.
    #[must_use]
    pub fn state(&self, game: usize) -> Option<&State> {
        self.tables.get(game).map(|table| &table.state)
    }

    /// A game's legal moves; none where there is no such game.
    #[must_use]
    pub fn moves(&self, game: usize) -> &[Move] {
        self.tables.get(game).map_or(&[], |table| &table.moves)
    }

    /// Writes who is to move in each game, from 1, as far as `movers` has room.
    pub fn movers(&self, movers: &mut [u8]) {
        for (mover, table) in movers.iter_mut().zip(&self.tables) {
            *mover = table.state.mover() as u8;
        }
    }

    /// Writes how many legal moves each game has, as far as `counts` has room.
    pub fn counts(&self, counts: &mut [u32]) {
        for (count, table) in counts.iter_mut().zip(&self.tables) {
            *count = table.moves.len() as u32;
        }
    }

    /// Writes the kind of the (topmost) piece on every slot, 0 for none: game by game,
    /// [`Batch::slots`] numbers for each, as far as `kinds` has room.
    pub fn kinds(&self, kinds: &mut [u16]) {
        for (row, table) in kinds.chunks_mut(self.slots().max(1)).zip(&self.tables) {
            for (slot, kind) in row.iter_mut().enumerate() {
                *kind = table.state.what(slot) as u16;
            }
        }
    }

    /// Makes a move in every game: `chosen` holds its number among [`Batch::moves`]. Games that end by it are written into
    /// `ended` (cleared first) and begun anew.
    ///
    /// # Errors
    /// If there is not one choice for each game, or a game has no move of that number. Nothing is
    /// moved then.
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
            let game = self.game;
            game.apply(&mut table.state, table.moves[chosen], &mut table.chance);
            table.plies += 1;
            if !table.state.over() {
                game.legal(&mut table.state, &mut table.moves);
            }
            // A game that the engine had to stop has no moves, and is over.
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
