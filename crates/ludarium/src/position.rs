//! A position of a game, and the moves from it.

use std::fmt;

use ludarium_engine::{Move, Outcome, Rollout, Rollouts, SplitMix64, State, View};
use ludarium_notation::text_board::Highlights;
use ludarium_notation::{write_position, Notation};

use crate::{Game, Result};

/// A position: where the pieces stand, who moves, and the chance that the game goes on with.
///
/// Printed, it is a board in plain text.
#[derive(Clone)]
pub struct Position {
    game: Game,
    state: State,
    chance: SplitMix64,
}

impl Position {
    pub(crate) fn new(game: Game, state: State, chance: SplitMix64) -> Position {
        Position {
            game,
            state,
            chance,
        }
    }

    /// The game that the position belongs to.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The legal moves; none once the game is over.
    ///
    /// The position is copied for it: in a loop, [`Position::legal_into`] is faster.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.game.rules().legal(&mut self.state.clone(), &mut moves);
        moves
    }

    /// Replaces what is in `moves` by the legal moves.
    pub fn legal_into(&mut self, moves: &mut Vec<Move>) {
        self.game.rules().legal(&mut self.state, moves);
    }

    /// Makes a move if it is legal.
    ///
    /// # Errors
    /// If it is not legal here. The position is then unchanged.
    ///
    /// ```
    /// let game = ludarium::Game::builtin("shatranj")?;
    /// let mut position = game.start_seeded(1);
    /// let first = position.legal_moves()[0];
    /// position.play(first)?;
    /// assert!(position.play(first).is_err(), "it is the other player's turn");
    /// # Ok::<(), ludarium::Error>(())
    /// ```
    pub fn play(&mut self, mv: Move) -> Result<()> {
        Ok(self
            .game
            .rules()
            .play(&mut self.state, mv, &mut self.chance)?)
    }

    /// Makes a move without asking whether it is legal: for moves that [`Position::legal_moves`]
    /// has just listed. Another move leaves a position that the rules cannot lead to.
    pub fn play_unchecked(&mut self, mv: Move) {
        let rules = self.game.rules();
        rules.apply(&mut self.state, mv, &mut self.chance);
    }

    /// Makes the move that a text means: `e2-e3`, `e2e3`, or a beginning that only one move has.
    ///
    /// # Errors
    /// If the text fits no legal move, or several; the message names those that come near.
    ///
    /// ```
    /// let mut position = ludarium::Game::builtin("shatranj")?.start_seeded(1);
    /// let error = position.play_text("e2-e4").unwrap_err(); // pawns take one step in shatranj
    /// assert!(error.to_string().contains("e2-e3"), "{error}");
    /// # Ok::<(), ludarium::Error>(())
    /// ```
    pub fn play_text(&mut self, text: &str) -> Result<Move> {
        let mv = self.parse(text)?;
        self.play(mv)?;
        Ok(mv)
    }

    /// The legal move that a text means, as [`Position::play_text`] reads it.
    ///
    /// # Errors
    /// As for [`Position::play_text`].
    pub fn parse(&self, text: &str) -> Result<Move> {
        Ok(self.writer().parse(&self.state, &self.chance, text)?)
    }

    /// A legal move as text, different from that of every other legal move.
    #[must_use]
    pub fn notation(&self, mv: Move) -> String {
        self.writer().write(&self.state, &self.chance, mv)
    }

    /// Legal moves as text, in their order. Moves that do the same have the same text.
    #[must_use]
    pub fn notations(&self, moves: &[Move]) -> Vec<String> {
        self.writer().texts(&self.state, &self.chance, moves)
    }

    /// What a player (from 1) may know of the position.
    #[must_use]
    pub fn view(&self, player: usize) -> View<'_> {
        self.game.rules().view(&self.state, player)
    }

    fn writer(&self) -> Notation<'_> {
        self.game.names().notation(self.game.rules())
    }

    /// The player to move, from 1; 0 once the game is over.
    #[must_use]
    pub fn mover(&self) -> usize {
        match self.is_over() {
            true => 0,
            false => self.state.mover(),
        }
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.state.over()
    }

    /// How the game ended; `None` while it goes on, and where the engine had to stop it
    /// ([`engine::Fault`](crate::engine::Fault)).
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.rules().outcome(&self.state)
    }

    /// Plays on with uniformly random moves, at most `limit` of them, and says how that ended. A
    /// game that is not over by then counts a half for every player.
    #[must_use]
    pub fn random_playout(mut self, limit: usize) -> Rollout {
        let mut chance = self.chance;
        let mut pick = SplitMix64::new(chance.next_u64());
        let mut rollouts = Rollouts::new(self.game.rules());
        rollouts.finish(&mut self.state, limit, &mut pick, &mut chance)
    }

    /// Replaces the chance that the game goes on with: other throws will follow, and other random
    /// playouts.
    pub fn reseed(&mut self, seed: u64) {
        self.chance = SplitMix64::new(seed);
    }

    /// The number of sequences of `depth` whole turns from here.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        self.game.rules().perft(&mut self.state.clone(), depth)
    }

    /// The pieces and the mover as text that [`Game::position`] reads: ranks in the style of FEN,
    /// or a list of pieces where the board is not rectangular; `None` if pieces lie on lines of the
    /// board.
    ///
    /// Values and rotations of pieces, dice, counters and the history of the game are not part of
    /// it: [`Position::to_bytes`] has everything.
    ///
    /// ```
    /// let game = ludarium::Game::builtin("oware")?;
    /// let mut position = game.position("0 0 0 0 0 1 / 1 0 0 0 0 1 [22, 23] 1", 1)?;
    /// let last_pit = *position.legal_moves().last().unwrap();
    /// position.play(last_pit)?;
    /// assert_eq!(position.to_text().as_deref(), Some("0 0 0 0 0 2 / 1 0 0 0 0 0 [22, 23] 2"));
    /// # Ok::<(), ludarium::Error>(())
    /// ```
    #[must_use]
    pub fn to_text(&self) -> Option<String> {
        let about = self.game.entry().map(|entry| &entry.about);
        write_position(self.game.rules(), about, &self.state)
    }

    /// The position as bytes, with its chance. The form is stable: [`Game::position_from_bytes`]
    /// reads it on any machine, also in later versions.
    ///
    /// ```
    /// let game = ludarium::Game::builtin("tab")?;
    /// let mut position = game.start_seeded(7);
    /// let bytes = position.to_bytes();
    /// let mut again = game.position_from_bytes(&bytes)?;
    /// // The same throws follow.
    /// let mv = position.legal_moves()[0];
    /// position.play(mv)?;
    /// again.play(mv)?;
    /// assert_eq!(position.to_bytes(), again.to_bytes());
    /// # Ok::<(), ludarium::Error>(())
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.chance.state().to_le_bytes().to_vec();
        bytes.extend(self.state.to_bytes());
        bytes
    }

    pub(crate) fn from_bytes(game: Game, bytes: &[u8]) -> Result<Position> {
        let (chance, state) = match bytes.split_first_chunk() {
            Some((chance, state)) => (SplitMix64::new(u64::from_le_bytes(*chance)), state),
            None => (SplitMix64::new(0), bytes),
        };
        let state = game.rules().state_from_bytes(state)?;
        Ok(Position::new(game, state, chance))
    }

    /// The generator of the chance that the game goes on with.
    #[must_use]
    pub fn chance(&self) -> &SplitMix64 {
        &self.chance
    }

    /// The position that has a state of the game, and goes on with `chance`.
    #[must_use]
    pub fn from_state(game: &Game, state: State, chance: SplitMix64) -> Position {
        Position::new(game.clone(), state, chance)
    }

    /// The state, for everything that the engine offers beyond this crate.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }
}

/// The board in plain text.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.game.names();
        let board = names
            .board
            .draw(&self.state, &names.glyphs, Highlights::default());
        board.fmt(f)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Position")
            .field("game", &self.game.name())
            .field("mover", &self.mover())
            .field("hash", &self.state.hash())
            .finish_non_exhaustive()
    }
}
