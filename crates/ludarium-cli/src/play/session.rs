//! A game in progress: players, moves played, legal moves.

mod replay;
mod seat;

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ludarium_agents::AgentSpec;
use ludarium_engine::{Move, SplitMix64, State};
use ludarium_notation::records::Replayer;
use ludarium_notation::text_board::{Style, TextBoard};
use ludarium_notation::Wording;
use ludarium_notation::{announcements, moves};
use ludarium_notation::{EndReason, MoveTextError, Notation, SavedGame, SiteAndPieceNames};

use super::kept::{Kept, Unfinished};
use super::puzzle;
use super::thinking::{Asker, Thinker, Thinking};
use crate::error::Error;
use crate::game_args::{with_arguments, Chosen};
use crate::machine::{Machine, PreparedMachine};
use crate::show::prose;

pub use seat::Seat;

/// A move that was played, with the state before it.
pub(super) struct Ply {
    pub before: State,
    pub(super) chance: SplitMix64,
    pub mover: usize,
    pub(super) thrower: Option<usize>,
    pub mv: Move,
    pub text: String,
    /// The throw that a saved game made the dice before it show.
    throw: Option<String>,
}

/// A game in progress.
pub struct Session {
    /// The game.
    pub chosen: Arc<Chosen>,
    pub(super) signs: SiteAndPieceNames,
    pub(super) labelled: TextBoard,
    pub(super) boxed: TextBoard,
    pub(super) narrow: TextBoard,
    pub(super) start: State,
    pub(super) state: State,
    /// The throw that a saved game made the dice of the current position show.
    throw: Option<String>,
    pub(super) chance: SplitMix64,
    seed: u64,
    position: Option<String>,
    pub(super) seats: Vec<Seat>,
    /// The seats before the computer took over all of them, if it did.
    seats_before: Option<Vec<Seat>>,
    /// The files that this game was saved to or loaded from, which it may replace.
    pub(super) files: Vec<PathBuf>,
    pub(super) plies: Vec<Ply>,
    pub(super) legal: Vec<Move>,
    /// For each legal move, its index in `choices`, where equivalent moves are merged.
    pub(super) listed: Vec<usize>,
    /// The moves on offer. `texts` holds their notation, `named` the variant that names sites of
    /// the hand.
    choices: Vec<Move>,
    pub(super) texts: Vec<String>,
    named: Vec<String>,
    pub(super) words: Wording,
    /// The player whose throw is in effect, while it is that player's turn.
    pub(super) thrower: Option<usize>,
    pub(super) resigned: Option<usize>,
    /// Why the game ended, once it has.
    pub(super) ended_by: Option<EndReason>,
    /// Announcements of the last move to human players.
    pub(super) said: Vec<String>,
    /// The computer players who have been seated, with what they read of their own.
    prepared: HashMap<Machine, PreparedMachine>,
    /// What thinks for them.
    pub(super) thinker: Thinker,
}

/// What a computer player answers.
pub enum Reply {
    /// It has moved; holds what is said of the move.
    Moved(String),
    /// Its best moves with their values.
    Hint(Vec<String>),
}

impl Session {
    /// Starts a game.
    pub fn new(
        chosen: Chosen,
        seed: u64,
        position: Option<&str>,
        thinking: Thinking,
        style: Style,
    ) -> Result<Session, Error> {
        let chosen = Arc::new(chosen);
        let game = &chosen.loaded.game;
        let mut chance = SplitMix64::new(seed);
        let names = chosen.names();
        let state = match position {
            Some(text) => chosen.read_position(text, &mut chance)?,
            None => game.start(&mut chance),
        };
        let signs = SiteAndPieceNames::new(game, style, &names);
        let (labelled, boxed, narrow) = (
            TextBoard::labelled(game, &names),
            TextBoard::boxed(game, &names),
            TextBoard::narrow(game, &names),
        );
        let players = game.players();
        let mut session = Session {
            signs,
            labelled,
            boxed,
            narrow,
            start: state.clone(),
            state,
            chance,
            seed,
            position: position.map(str::to_owned),
            seats: (0..players)
                .map(|i| match i {
                    0 => Seat::Human,
                    _ => Seat::Machine(Machine::Agent(AgentSpec::Auto)),
                })
                .collect(),
            seats_before: None,
            files: Vec::new(),
            plies: Vec::new(),
            legal: Vec::new(),
            listed: Vec::new(),
            choices: Vec::new(),
            texts: Vec::new(),
            named: Vec::new(),
            words: Wording::new(&chosen.loaded, chosen.about()),
            thrower: None,
            resigned: None,
            ended_by: None,
            throw: None,
            said: Vec::new(),
            prepared: HashMap::new(),
            thinker: Thinker::new(chosen.clone(), thinking, seed),
            chosen,
        };
        session.look();
        Ok(session)
    }

    /// What the game is called: in the library, or by its description.
    pub fn title(&self) -> &str {
        match self.chosen.entry {
            Some(entry) => entry.name(),
            None => self.chosen.loaded.game.name(),
        }
    }

    /// Restarts from a saved game. Nothing changes if one of its moves is illegal.
    pub fn restart(&mut self, saved: &SavedGame) -> Result<(), Error> {
        let own = self.saved();
        if (&saved.game, &saved.readings) != (&own.game, &own.readings) {
            return Err(format!(
                "this is another game: ludarium play {}{}",
                saved.game,
                with_arguments(&saved.readings)
            )
            .into());
        }
        self.begin(saved)?;
        self.replay(&saved.moves).or_else(|error| {
            self.begin(&own)?;
            self.replay(&own.moves)?;
            Err(error)
        })
    }

    /// Resets the game to the start of a saved game.
    fn begin(&mut self, saved: &SavedGame) -> Result<(), Error> {
        self.thinker.stop();
        let game = &self.chosen.loaded.game;
        self.chance = SplitMix64::new(saved.seed);
        self.state = match &saved.position {
            Some(text) => self.chosen.read_position(text, &mut self.chance)?,
            None => game.start(&mut self.chance),
        };
        (self.seed, self.position) = (saved.seed, saved.position.clone());
        self.start = self.state.clone();
        self.plies.clear();
        (self.resigned, self.throw) = (None, None);
        self.look();
        Ok(())
    }

    /// Goes on with an unfinished game, with the players it had unless others are named.
    ///
    /// # Errors
    /// If its moves cannot be played.
    pub fn resume(&mut self, found: Unfinished, seats: &[Seat]) -> Result<Kept, Error> {
        self.restart(&found.saved)?;
        self.seat(&found.seats)?;
        self.seat(seats)?;
        Ok(found.kept)
    }

    pub(super) fn notation(&self) -> Notation<'_> {
        self.signs.notation(&self.chosen.loaded.game)
    }

    /// Updates the list of legal moves and the owner of the throw.
    fn look(&mut self) {
        self.legal.clear();
        self.ended_by = self.why_it_ended();
        if !self.is_over() {
            self.chosen
                .loaded
                .game
                .legal(&mut self.state, &mut self.legal);
        }
        let notation = self.notation();
        let alike = notation.first_equivalent(&self.state, &self.chance, &self.legal);
        let (mut choices, mut listed) = (Vec::new(), Vec::with_capacity(alike.len()));
        for (index, first) in alike.into_iter().enumerate() {
            if first == index {
                listed.push(choices.len());
                choices.push(self.legal[index]);
            } else {
                listed.push(listed[first]);
            }
        }
        let shown = self.shown();
        let notation = Notation {
            shown: match &shown {
                Cow::Owned(shown) => Some(shown),
                Cow::Borrowed(_) => None,
            },
            ..notation
        };
        let texts = notation.texts(&self.state, &self.chance, &choices);
        let named = notation.by_other_names(&choices, &texts);
        drop(shown);
        if self.chosen.loaded.game.dice_just_rolled(&self.state) {
            self.thrower = Some(self.mover());
        } else if self.thrower != Some(self.mover()) {
            self.thrower = None;
        }
        (self.choices, self.listed) = (choices, listed);
        (self.texts, self.named) = (texts, named);
    }

    /// Parses a move and returns its index in the list.
    pub(super) fn meant(&self, entered: &str) -> Result<usize, Error> {
        let found = moves::find(entered, &self.texts, &self.named);
        found.or_else(|error| {
            let unknown = Error::from(explained(&error));
            // Notations of printed games are accepted too, unless something is hidden from the
            // viewer.
            if matches!(self.shown(), Cow::Owned(_)) {
                return Err(unknown);
            }
            let replayer = Replayer::new(&self.chosen.loaded.game, self.chosen.about());
            let fitting =
                replayer.matching_moves(&self.state, &self.chance, &self.choices, entered);
            match fitting.as_slice() {
                [only] => Ok(*only),
                _ => Err(unknown),
            }
        })
    }

    /// Whether the game has ended or a player has resigned.
    pub fn is_over(&self) -> bool {
        self.resigned.is_some() || self.state.over()
    }

    /// The player to move.
    pub fn mover(&self) -> usize {
        self.state.mover()
    }

    /// The legal moves as text.
    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// The legal move whose text has this index in [`Session::texts`].
    pub(super) fn choice(&self, index: usize) -> Option<Move> {
        self.choices.get(index).copied()
    }

    /// Parses a move and returns its index in [`Session::texts`].
    ///
    /// # Errors
    /// If the text is not a legal move; in a deduction puzzle, the error names the violated
    /// constraint.
    pub fn find(&self, entered: &str) -> Result<usize, Error> {
        let game = &self.chosen.loaded.game;
        let Some(puzzle) = game.puzzle() else {
            return self
                .meant(entered)
                .map_err(|error| match self.refusal(entered) {
                    Some(why) => Error::new(format!("{entered} is not legal: {why}")),
                    None => error,
                });
        };
        let setting = puzzle::setting(entered);
        let found = self.meant(entered).or_else(|message| match &setting {
            Some((place, value)) => self.meant(&format!("{value}@{place}")),
            None => Err(message),
        });
        found.map_err(|message| {
            let (place, value) = match &setting {
                Some(setting) => setting,
                None => return message,
            };
            let notation = self.notation();
            let label = |place| notation.place(place);
            puzzle::objection(puzzle, &self.state, place, *value, &label)
                .map_or(message, Error::from)
        })
    }

    /// Plays a legal move and returns its text as the viewer sees it.
    pub fn make(&mut self, index: usize) -> String {
        self.thinker.stop();
        let (Some(&mv), Some(text)) = (self.choices.get(index), self.texts.get(index)) else {
            return String::new();
        };
        let text = text.clone();
        self.said = self.said_with(mv);
        let (before, chance, mover) = (self.state.clone(), self.chance.clone(), self.mover());
        self.chosen
            .loaded
            .game
            .apply(&mut self.state, mv, &mut self.chance);
        self.plies.push(Ply {
            before,
            chance,
            mover,
            thrower: self.thrower,
            mv,
            text,
            throw: self.throw.take(),
        });
        self.said.extend(self.choices_of_round());
        let game = &self.chosen.loaded.game;
        let royal = !game.royal_kinds(&mut self.state).is_empty();
        if royal && !self.hides() && game.is_in_check(&mut self.state) {
            self.said.push("check".to_owned());
        }
        self.look();
        self.told()
    }

    /// Plays a legal move and returns what is said of it: the mover, the move, what was announced.
    pub fn make_and_tell(&mut self, index: usize) -> String {
        let mover = self.moves_now();
        let text = self.make(index);
        match self.said.is_empty() {
            true => format!("{mover} {text}"),
            false => format!("{mover} {text} [{}]", self.said.join("; ")),
        }
    }

    /// The announcements of a move to human players, without duplicates.
    fn said_with(&self, mv: Move) -> Vec<String> {
        let game = &self.chosen.loaded.game;
        let told = game.explain(&mut self.state.clone(), mv, &mut self.chance.clone());
        let mut said = Vec::new();
        for (player, message) in announcements(game, &self.signs, &self.words, &told) {
            let seat = player.checked_sub(1).and_then(|seat| self.seats.get(seat));
            if seat == Some(&Seat::Human) && !said.contains(&message) {
                said.push(message);
            }
        }
        said
    }

    /// Begins to learn the game, if a computer player needs that.
    pub fn learn(&self) {
        for seat in &self.seats {
            if let Seat::Machine(Machine::Agent(spec)) = seat {
                self.thinker.learn_for(*spec);
            }
        }
    }

    /// Asks the computer player to move for its move, unless it has been asked.
    pub fn ask(&mut self) {
        let machine = match self.seat_to_move() {
            Seat::Human => None,
            Seat::Machine(Machine::Agent(spec)) => Some(PreparedMachine::Agent(spec)),
            Seat::Machine(network) => self.prepared.get(&network).cloned(),
        };
        let Some(machine) = machine else {
            return;
        };
        if self.legal.is_empty() || self.is_over() || self.thinker.is_asked() {
            return;
        }
        let asker = Asker::Seat(self.mover().wrapping_sub(1));
        let (state, legal) = (self.state.clone(), self.legal.clone());
        let turn_moves = self.turn_moves();
        self.thinker.ask(asker, machine, state, legal, turn_moves);
    }

    /// The moves that the mover has made since another player moved.
    pub(super) fn turn_moves(&self) -> u32 {
        let mover = self.mover();
        let own = self.plies.iter().rev();
        let own = own.take_while(|ply| ply.mover == mover && self.seats.len() > 1);
        own.count().try_into().unwrap_or(u32::MAX)
    }

    /// Whether a computer player thinks about its move, or about a hint.
    pub fn thinks(&self) -> bool {
        self.thinker.is_asked()
    }

    /// How long a computer player has learned the game, while it does.
    pub fn learns_for(&self) -> Option<Duration> {
        self.thinker.learns_for()
    }

    /// The reply to what was asked, after at most `wait`; without it, as long as it takes.
    pub fn reply(&mut self, wait: Option<Duration>) -> Option<Reply> {
        let answer = self.thinker.answer(wait)?;
        Some(match answer.asker {
            Asker::Seat(_) => {
                let index = self.listed.get(answer.index).copied().unwrap_or(0);
                Reply::Moved(self.make_and_tell(index))
            }
            Asker::Hint(_) => Reply::Hint(self.best_moves(&answer.report)),
        })
    }

    /// Undoes moves back to the last decision of a human player; returns false if there is none.
    /// The players take back the seats that they left to the computer.
    pub fn undo(&mut self) -> bool {
        self.thinker.stop();
        self.take_seats_back();
        if self.resigned.take().is_some() {
            self.look();
            return true;
        }
        let human = |ply: &Ply| self.seats.get(ply.mover.wrapping_sub(1)) == Some(&Seat::Human);
        let Some(at) = self.plies.iter().rposition(human) else {
            return false;
        };
        let mut taken = self.plies.drain(at..);
        if let Some(ply) = taken.next() {
            (self.state, self.chance) = (ply.before, ply.chance);
            (self.thrower, self.throw) = (ply.thrower, ply.throw);
        }
        drop(taken);
        self.said.clear();
        self.look();
        true
    }

    /// Begins the game again, with the same players and other throws. The players take back the
    /// seats that they left to the computer.
    ///
    /// # Errors
    /// If the position at the start cannot be set up again.
    pub fn rematch(&mut self) -> Result<(), Error> {
        let new = SavedGame {
            seed: self.seed.wrapping_add(1),
            moves: Vec::new(),
            ..self.saved()
        };
        self.begin(&new)?;
        self.take_seats_back();
        Ok(())
    }

    /// The moves so far with their numbers, a line for the moves of each round.
    pub fn record(&self) -> String {
        let mut lines: Vec<String> = Vec::new();
        let mut last = usize::MAX;
        for (mover, text) in self.plies() {
            // A round begins when the turn comes back to an earlier player, or with each move of a
            // single one.
            if self.seats.len() == 1
                || mover < last
                || lines.is_empty()
                || (mover == 1 && last != 1)
            {
                lines.push(format!("{:>3}.", lines.len() + 1));
            }
            last = mover;
            if let Some(line) = lines.last_mut() {
                line.push_str("  ");
                line.push_str(text);
            }
        }
        match lines.is_empty() {
            true => "No move has been made.".to_owned(),
            false => lines.join("\n"),
        }
    }

    /// The mover resigns.
    pub fn resign(&mut self) {
        self.thinker.stop();
        self.resigned = Some(self.mover());
        self.look();
    }

    /// The moves so far: mover and text.
    pub fn plies(&self) -> impl DoubleEndedIterator<Item = (usize, &str)> + ExactSizeIterator {
        self.plies.iter().map(|ply| (ply.mover, ply.text.as_str()))
    }

    /// The rules in plain words, set to a width, or the description if there are none.
    pub fn rules(&self, width: usize) -> String {
        match self.chosen.entry {
            Some(entry) if !entry.rules.is_empty() => prose::set(entry.rules, width),
            _ => self
                .chosen
                .loaded
                .description
                .sources
                .description
                .text
                .clone(),
        }
    }

    /// The sources of the rules.
    pub fn sources(&self) -> String {
        let sources = self
            .chosen
            .entry
            .map(|entry| entry.about.sources_text())
            .unwrap_or_default();
        match sources.is_empty() {
            true => "No sources are given for this game.".to_owned(),
            false => sources,
        }
    }

    /// The readings of the description and the choices in use.
    pub fn readings(&self) -> String {
        crate::show::readings(&self.chosen)
    }
}

/// An error message for a text that is not a legal move, with a hint if it does not list the moves.
fn explained(error: &MoveTextError) -> String {
    match error {
        MoveTextError::NotLegal { similar, legal, .. } if similar.is_empty() && legal.len() > 6 => {
            format!("{error}; `moves` lists them")
        }
        _ => error.to_string(),
    }
}
