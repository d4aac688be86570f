//! A game in progress: players, moves played, legal moves.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::str::FromStr;
use std::sync::Arc;

use indicatif::ProgressBar;
use ludarium_agents::evaluation::Evaluation;
use ludarium_agents::{Agent, AgentSpec, Budget};
use ludarium_engine::{Action, Move, SplitMix64, State};
use ludarium_notation::records::Replayer;
use ludarium_notation::text_board::{Style, TextBoard};
use ludarium_notation::Wording;
use ludarium_notation::{moves, MoveTextError, Notation, SavedGame, SiteAndPieceNames};

use super::puzzle;
use super::touring;
use super::Thinking;
use crate::clock;
use crate::error::Error;
use crate::game_args::{with_arguments, Chosen};

/// The kind of player in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A user at this terminal.
    Human,
    /// A computer player.
    Machine(AgentSpec),
}

impl FromStr for Seat {
    type Err = Error;

    fn from_str(text: &str) -> Result<Seat, Error> {
        match text {
            "human" => Ok(Seat::Human),
            text => text
                .parse()
                .map(Seat::Machine)
                .map_err(|error| format!("{error}; or human").into()),
        }
    }
}

/// A move that was played, with the state before it.
pub(super) struct Ply {
    pub before: State,
    chance: SplitMix64,
    pub mover: usize,
    thrower: Option<usize>,
    pub mv: Move,
    pub text: String,
}

/// A game in progress.
pub struct Session {
    /// The game.
    pub chosen: Chosen,
    pub(super) signs: SiteAndPieceNames,
    pub(super) labelled: TextBoard,
    pub(super) boxed: TextBoard,
    pub(super) start: State,
    pub(super) state: State,
    chance: SplitMix64,
    seed: u64,
    position: Option<String>,
    pub(super) seats: Vec<Seat>,
    pub(super) plies: Vec<Ply>,
    legal: Vec<Move>,
    /// For each legal move, its index in `choices`, where equivalent moves are merged.
    listed: Vec<usize>,
    /// The moves on offer. `texts` holds their notation, `named` the variant that names sites of
    /// the hand.
    choices: Vec<Move>,
    pub(super) texts: Vec<String>,
    named: Vec<String>,
    pub(super) words: Wording,
    /// The player whose throw is in effect, while it is that player's turn.
    pub(super) thrower: Option<usize>,
    pub(super) resigned: Option<usize>,
    /// Announcements of the last move to human players.
    pub(super) said: Vec<String>,
    thinking: Thinking,
    /// The computer players by seat, created on first use.
    agents: Vec<Option<Box<dyn Agent>>>,
    evaluation: OnceCell<Arc<Evaluation>>,
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
        let game = &chosen.loaded.game;
        let mut chance = SplitMix64::new(seed);
        let names = chosen.names();
        let state = match position {
            Some(text) => chosen.read_position(text, &mut chance)?,
            None => game.start(&mut chance),
        };
        let signs = SiteAndPieceNames::new(game, style, &names);
        let (labelled, boxed) = (
            TextBoard::labelled(game, &names),
            TextBoard::boxed(game, &names),
        );
        let players = game.players();
        let mut session = Session {
            signs,
            labelled,
            boxed,
            start: state.clone(),
            state,
            chance,
            seed,
            position: position.map(str::to_owned),
            seats: (0..players)
                .map(|i| match i {
                    0 => Seat::Human,
                    _ => Seat::Machine(AgentSpec::Auto),
                })
                .collect(),
            plies: Vec::new(),
            legal: Vec::new(),
            listed: Vec::new(),
            choices: Vec::new(),
            texts: Vec::new(),
            named: Vec::new(),
            words: Wording::new(&chosen.loaded, chosen.about()),
            thrower: None,
            resigned: None,
            said: Vec::new(),
            thinking,
            agents: (0..players).map(|_| None).collect(),
            evaluation: OnceCell::new(),
            chosen,
        };
        session.look();
        Ok(session)
    }

    /// Assigns the seats; players not listed keep theirs.
    pub fn seat(&mut self, seats: &[Seat]) -> Result<(), Error> {
        if seats.len() > self.seats.len() {
            return Err(format!("{} seats, and {} players", seats.len(), self.seats.len()).into());
        }
        self.seats[..seats.len()].copy_from_slice(seats);
        Ok(())
    }

    /// Plays the moves of a saved game.
    pub fn replay(&mut self, moves: &[String]) -> Result<(), Error> {
        for (ply, text) in moves.iter().enumerate() {
            let index = self
                .meant(text)
                .map_err(|e| format!("ply {}: {e}", ply + 1))?;
            self.make(index);
        }
        Ok(())
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
        let game = &self.chosen.loaded.game;
        self.chance = SplitMix64::new(saved.seed);
        self.state = match &saved.position {
            Some(text) => self.chosen.read_position(text, &mut self.chance)?,
            None => game.start(&mut self.chance),
        };
        (self.seed, self.position) = (saved.seed, saved.position.clone());
        self.start = self.state.clone();
        self.plies.clear();
        self.resigned = None;
        self.look();
        Ok(())
    }

    fn notation(&self) -> Notation<'_> {
        self.signs.notation(&self.chosen.loaded.game)
    }

    /// Updates the list of legal moves and the owner of the throw.
    fn look(&mut self) {
        self.legal.clear();
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
        let named = notation.by_hand_sites(&choices, &texts);
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
    fn meant(&self, entered: &str) -> Result<usize, Error> {
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

    /// The seat of the mover.
    pub fn seat_to_move(&self) -> Seat {
        self.seats
            .get(self.mover().wrapping_sub(1))
            .copied()
            .unwrap_or(Seat::Machine(AgentSpec::Random))
    }

    /// The legal moves as text.
    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// Parses a move and returns its index in [`Session::texts`].
    ///
    /// # Errors
    /// If the text is not a legal move; in a deduction puzzle, the error names the violated
    /// constraint.
    pub fn find(&self, entered: &str) -> Result<usize, Error> {
        let game = &self.chosen.loaded.game;
        let Some(puzzle) = game.puzzle() else {
            return self.meant(entered);
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
        });
        self.said.extend(self.choices_of_round());
        self.look();
        self.told()
    }

    /// The announcements of a move to human players, without duplicates.
    fn said_with(&self, mv: Move) -> Vec<String> {
        let game = &self.chosen.loaded.game;
        let told = game.explain(&mut self.state.clone(), mv, &mut self.chance.clone());
        let mut said = Vec::new();
        for action in told {
            let Action::Note { message, player } = action else {
                continue;
            };
            let seat = usize::try_from(player - 1).ok();
            let hears = seat.and_then(|seat| self.seats.get(seat)) == Some(&Seat::Human);
            if hears && !said.contains(&message.to_string()) {
                said.push(message.to_string());
            }
        }
        said
    }

    /// Lets the mover's agent choose and play a move; returns its text.
    pub fn agent_move(&mut self) -> String {
        if self.legal.is_empty() {
            return String::new();
        }
        let Seat::Machine(kind) = self.seat_to_move() else {
            return String::new();
        };
        let seat = self.mover().wrapping_sub(1);
        let own = self.agents.get_mut(seat).and_then(Option::take);
        let mut agent = own.unwrap_or_else(|| self.agent(kind, seat as u64));
        let game = &self.chosen.loaded.game;
        let view = game.view(&self.state, self.state.mover());
        let index = self.think(agent.as_mut(), &view);
        drop(view);
        if let Some(place) = self.agents.get_mut(seat) {
            *place = Some(agent);
        }
        self.make(self.listed.get(index).copied().unwrap_or(0))
    }

    /// Whether a computer player is to move and the evaluation is not learned yet.
    pub fn learns(&self) -> bool {
        let judges = matches!(self.seat_to_move(), Seat::Machine(kind) if kind.uses_evaluation());
        judges && self.evaluation.get().is_none()
    }

    fn agent(&self, kind: AgentSpec, number: u64) -> Box<dyn Agent> {
        let game = &self.chosen.loaded.game;
        // The evaluation is learned once, for all seats.
        let suits = |seat: &Seat| matches!(seat, Seat::Machine(kind) if kind.adapts_to_game());
        let asked = kind.adapts_to_game() || self.seats.iter().any(suits);
        let learned = || {
            Arc::new(match self.thinking.iterations {
                Some(_) => self.chosen.evaluation(),
                None => self.chosen.by_clock(asked, &ProgressBar::hidden()),
            })
        };
        let known = kind
            .uses_evaluation()
            .then(|| self.evaluation.get_or_init(learned).clone());
        let mut agent = kind.build(self.seed.wrapping_add(number), game, known);
        // Prepare the agent before its clock starts.
        agent.prepare(game);
        agent
    }

    /// The index of the move that an agent chooses within the search limits.
    fn think(&self, agent: &mut dyn Agent, view: &ludarium_engine::View<'_>) -> usize {
        let timer = clock::start(self.thinking.time);
        let mut budget = match self.thinking.iterations {
            Some(iterations) => Budget::nodes(u64::from(iterations)),
            None => Budget::clock(&timer),
        };
        agent.choose(view, &self.legal, &mut budget)
    }

    /// The computer's best moves with their values, and the size of the search.
    pub fn hint(&self) -> Vec<String> {
        if self.legal.is_empty() {
            return vec!["there are no legal moves".to_owned()];
        }
        if let Some(solution) = self.solution() {
            return vec![match solution {
                Ok(texts) => self.first_of(&texts),
                Err(error) => error.to_string(),
            }];
        }
        if let [only] = self.texts.as_slice() {
            return vec![format!("{only} is the only move")];
        }
        let mut agent = self.agent(AgentSpec::Auto, self.plies.len() as u64);
        let game = &self.chosen.loaded.game;
        self.think(agent.as_mut(), &game.view(&self.state, self.state.mover()));
        let report = agent.report();
        let mut lines = vec![match report.depth {
            0 => format!("after {} playouts:", report.nodes),
            depth => format!("{depth} plies deep, {} positions:", report.nodes),
        }];
        for line in report.lines.iter().take(3) {
            let text = line
                .moves
                .first()
                .and_then(|mv| self.legal.iter().position(|own| own == mv))
                .map_or("?", |index| &self.texts[self.listed[index]]);
            let sure = if line.proved { " (proved)" } else { "" };
            lines.push(format!("{text}: {:.0} %{sure}", line.value * 100.0));
        }
        lines
    }

    /// The texts of the moves that solve the rest of a one-player game, or the reason why there is
    /// no solution; `None` for other games.
    fn solution(&self) -> Option<Result<Vec<String>, Error>> {
        let game = &self.chosen.loaded.game;
        if self.seats.len() != 1 {
            return None;
        }
        let label = |slot: i32| self.signs.board.label(game, slot);
        let tour = touring::solution(&self.chosen, &self.state, &label);
        Some(tour.unwrap_or_else(|| {
            let moves = puzzle::solution(game, &self.state)?;
            Ok(self.written(&moves))
        }))
    }

    /// The notation of consecutive moves from the current state.
    fn written(&self, moves: &[Move]) -> Vec<String> {
        let game = &self.chosen.loaded.game;
        let (mut state, mut chance) = (self.state.clone(), self.chance.clone());
        let mut texts = Vec::with_capacity(moves.len());
        for mv in moves {
            texts.extend(self.notation().texts(&state, &chance, &[*mv]));
            game.apply(&mut state, *mv, &mut chance);
        }
        texts
    }

    /// The first move of a solution, in words.
    fn first_of(&self, texts: &[String]) -> String {
        let first = texts.first().and_then(|text| self.meant(text).ok());
        match first {
            Some(index) => format!("{} leads to a solution", self.texts[index]),
            None => "there is a solution from here".to_owned(),
        }
    }

    /// Plays a one-player game to its solution and returns a message.
    ///
    /// # Errors
    /// If the game is not for one player, or no solution was found.
    pub fn solve(&mut self) -> Result<String, Error> {
        let texts = self
            .solution()
            .ok_or("this is not a one-player game: `auto` lets the computer play")??;
        for text in &texts {
            let index = self.meant(text)?;
            self.make(index);
        }
        Ok(format!("solved in {} moves", texts.len()))
    }

    /// Undoes moves back to the last decision of a human player; returns false if there is none.
    pub fn undo(&mut self) -> bool {
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
            self.thrower = ply.thrower;
        }
        drop(taken);
        self.said.clear();
        self.look();
        true
    }

    /// The mover resigns.
    pub fn resign(&mut self) {
        self.resigned = Some(self.mover());
        self.look();
    }

    /// Hands all human seats to the computer.
    pub fn leave_to_machine(&mut self) {
        self.seats
            .iter_mut()
            .filter(|s| **s == Seat::Human)
            .for_each(|seat| *seat = Seat::Machine(AgentSpec::Auto));
    }

    /// The game as a saved game.
    pub fn saved(&self) -> SavedGame {
        SavedGame {
            game: self.chosen.name.clone(),
            readings: self.chosen.with.clone(),
            seed: self.seed,
            position: self.position.clone(),
            moves: self.plies.iter().map(|ply| ply.text.clone()).collect(),
        }
    }

    /// The moves so far: mover and text.
    pub fn plies(&self) -> impl DoubleEndedIterator<Item = (usize, &str)> + ExactSizeIterator {
        self.plies.iter().map(|ply| (ply.mover, ply.text.as_str()))
    }

    /// The rules in plain words, or the description if there are none.
    pub fn rules(&self) -> String {
        match self.chosen.entry {
            Some(entry) if !entry.rules.is_empty() => entry.rules.to_owned(),
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

/// The displayed name of a seat.
pub fn word(seat: Seat) -> String {
    match seat {
        Seat::Human => "you".to_owned(),
        Seat::Machine(kind) => kind.to_string(),
    }
}
