//! The table: what its events have made of it.

use std::fmt;
use std::sync::Arc;

use ludarium_engine::{type_index, Action, Move, Outcome, Place, State};
use ludarium_notation::{announcements, sees_move};

use crate::choices::Choices;
use crate::dice::{Dice, Seed};
use crate::event::{Event, Proposal, Terms};
use crate::rules::Rules;
use crate::seat::Seat;
use crate::snapshot::Viewer;
use crate::time::{Clocks, Millis};

/// A game in progress, or a finished one.
#[derive(Clone, Debug)]
pub struct Table {
    pub(crate) rules: Arc<Rules>,
    pub(crate) terms: Terms,
    pub(crate) seed: Seed,
    pub(crate) seats: Vec<Seat>,
    /// Where the game began, if not where the rules begin.
    start: Option<State>,
    pub(crate) state: State,
    pub(crate) dice: Dice,
    pub(crate) plies: Vec<Ply>,
    pub(crate) choices: Choices,
    pub(crate) clocks: Clocks,
    pub(crate) offer: Option<Offer>,
    pub(crate) ending: Option<Ending>,
    events: u64,
    /// The number of streams of dice that have been used.
    streams: u64,
}

/// A move that was made.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The player.
    pub player: usize,
    /// The move, as the player sees it.
    pub text: String,
    pub(crate) mv: Move,
    stream: u64,
    /// Bit `player` is set for each player who sees the move.
    seen_by: u64,
    /// What the move announces, and to whom.
    pub(crate) said: Vec<(usize, String)>,
    /// The slots between which single pieces were carried, where the move sows.
    pub(crate) sown: Vec<(usize, usize)>,
    /// Why the game is over with it, if it is and the rules can tell.
    pub why_over: Option<String>,
}

impl Ply {
    /// Whether another ply is the same move, in a game of which both are parts.
    pub(crate) fn is_same(&self, other: &Ply) -> bool {
        (self.player, self.mv, self.stream) == (other.player, other.mv, other.stream)
    }

    /// Whether a player sees the move.
    #[must_use]
    pub fn is_seen_by(&self, player: usize) -> bool {
        self.seen_by >> player.min(63) & 1 == 1
    }
}

/// A proposal that waits for answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Who proposes.
    pub by: usize,
    /// What.
    pub what: Proposal,
    /// Who has agreed.
    pub agreed: Vec<usize>,
}

/// How a game ended, where its rules did not end it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The players agreed on a draw.
    Agreement,
    /// A player resigned.
    Resignation(usize),
    /// A player used up all time.
    Time(usize),
}

/// Who is to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The person who plays for this player.
    Person(usize),
    /// A computer player.
    Computer {
        /// The player it plays for.
        player: usize,
        /// Its level.
        level: u8,
    },
    /// A person who has not taken the seat of this player yet.
    Open(usize),
    /// Nobody: the game is over.
    Over,
}

/// Why an event cannot be applied: it belongs to another table or to other rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadEvent(String);

impl fmt::Display for BadEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadEvent {}

impl Table {
    /// A game at its start.
    #[must_use]
    pub fn new(rules: Arc<Rules>, terms: Terms, seed: Seed, now: Millis) -> Table {
        Table::begun(rules, terms, seed, None, now)
    }

    /// A game that begins in a position, and not where the rules begin. It is not stored: its
    /// events alone do not tell the position.
    #[must_use]
    pub fn from_position(
        rules: Arc<Rules>,
        terms: Terms,
        seed: Seed,
        start: State,
        now: Millis,
    ) -> Table {
        Table::begun(rules, terms, seed, Some(start), now)
    }

    fn begun(
        rules: Arc<Rules>,
        terms: Terms,
        seed: Seed,
        start: Option<State>,
        now: Millis,
    ) -> Table {
        let mut dice = Dice::new(&seed);
        let state = match &start {
            Some(start) => start.clone(),
            None => rules.game().start(&mut dice),
        };
        let mut table = Table {
            choices: Choices::of(&rules, &state, &dice),
            clocks: Clocks::new(terms.time, rules.game().players()),
            seats: terms.seats.clone(),
            rules,
            terms,
            seed,
            start,
            state,
            dice,
            plies: Vec::new(),
            offer: None,
            ending: None,
            events: 0,
            streams: 1,
        };
        table.run_clocks(now);
        table
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The terms on which the game began.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Who sits where, from player 1.
    #[must_use]
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// The position. Not everybody may know all of it: see [`Table::snapshot`].
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The moves so far.
    #[must_use]
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The moves that the player to move can choose from.
    #[must_use]
    pub fn choices(&self) -> &Choices {
        &self.choices
    }

    /// The dice, as they go on from here.
    #[must_use]
    pub fn dice(&self) -> &Dice {
        &self.dice
    }

    /// The proposal that waits for answers.
    #[must_use]
    pub fn offer(&self) -> Option<&Offer> {
        self.offer.as_ref()
    }

    /// The number of events so far.
    #[must_use]
    pub fn events(&self) -> u64 {
        self.events
    }

    /// The times that are left.
    #[must_use]
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// How the game ended, where its rules did not end it.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.ending.is_some() || self.state.over()
    }

    /// Who is to act.
    #[must_use]
    pub fn turn(&self) -> Turn {
        if self.is_over() {
            return Turn::Over;
        }
        let player = self.state.mover();
        match self.seat(player) {
            Some(Seat::Person { .. }) => Turn::Person(player),
            Some(Seat::Computer { level }) => Turn::Computer {
                player,
                level: *level,
            },
            _ => Turn::Open(player),
        }
    }

    /// Whether a program of the viewer may choose the moves of the computer players: the viewer is
    /// the only person who plays, and the position hides nothing that it would tell.
    #[must_use]
    pub fn lets_think(&self, viewer: &Viewer) -> bool {
        let mut seats = self.seats.iter().zip(1..);
        let game = self.rules.game();
        viewer != &Viewer::default()
            && seats.all(|(seat, player)| viewer.plays(player) || seat.level().is_some())
            && !game.features().hidden_information
            && !game.is_simultaneous(&self.state)
    }

    /// Who sits for a player, counted from 1.
    #[must_use]
    pub fn seat(&self, player: usize) -> Option<&Seat> {
        self.seats.get(player.checked_sub(1)?)
    }

    /// How the game ended; `None` while it goes on, and where the engine had to stop it.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let players = self.rules.game().players();
        let Some(ending) = self.ending else {
            return self.rules.game().outcome(&self.state);
        };
        let middle = (players as f64 + 1.0) / 2.0;
        let loser = match ending {
            Ending::Agreement => None,
            Ending::Resignation(player) | Ending::Time(player) => Some(player),
        };
        let rank = |player: usize| match loser {
            _ if player == 0 => 0.0,
            None => middle,
            // In a game for one player rank 0 is a loss.
            Some(loser) if loser == player => match players {
                1 => 0.0,
                players => players as f64,
            },
            // The others share the ranks before the last.
            Some(_) => players as f64 / 2.0,
        };
        let winner = match (loser, players) {
            (Some(loser), 2) => 3 - loser,
            _ => 0,
        };
        Some(Outcome {
            ranks: (0..=players).map(rank).collect(),
            winner,
        })
    }

    /// Carries out an event that happened at `now`.
    ///
    /// # Errors
    /// If the event does not fit the table. The table is then unchanged.
    pub fn apply(&mut self, event: &Event, now: Millis) -> Result<(), BadEvent> {
        match event {
            Event::Sat { player, seat } => self.sit(*player, seat.clone())?,
            Event::Left { player, level } => self.sit(*player, Seat::Computer { level: *level })?,
            Event::Moved { player, text } => self.make_move(*player, text)?,
            Event::Offered { player, offer } => {
                self.offer = Some(Offer {
                    by: *player,
                    what: *offer,
                    agreed: Vec::new(),
                });
            }
            Event::Agreed { player } => {
                if let Some(offer) = &mut self.offer {
                    offer.agreed.push(*player);
                }
            }
            Event::Declined { .. } => self.offer = None,
            Event::TakenBack { plies } => self.take_back(*plies)?,
            Event::DrawAgreed => self.end(Ending::Agreement),
            Event::Resigned { player } => self.end(Ending::Resignation(*player)),
            Event::Flagged { player } => self.end(Ending::Time(*player)),
            Event::Resumed => self.clocks.resume(now),
        }
        self.events += 1;
        self.run_clocks(now);
        Ok(())
    }

    fn end(&mut self, ending: Ending) {
        self.ending = Some(ending);
        self.offer = None;
    }

    fn sit(&mut self, player: usize, seat: Seat) -> Result<(), BadEvent> {
        let own = player.checked_sub(1).and_then(|at| self.seats.get_mut(at));
        *own.ok_or_else(|| BadEvent(format!("there is no player {player}")))? = seat;
        Ok(())
    }

    fn make_move(&mut self, player: usize, text: &str) -> Result<(), BadEvent> {
        let bad = |why: String| BadEvent(format!("move {text:?} of player {player}: {why}"));
        let index = self
            .choices
            .find(text)
            .map_err(|why| bad(why.to_string()))?;
        if player != self.state.mover() {
            return Err(bad("it is not this player's turn".to_owned()));
        }
        let mv = self.choices.moves[index];
        let told = self.consequences(mv);
        let game = self.rules.game();
        let said = announcements(game, self.rules.names(), self.rules.wording(), &told);
        let sown = self.sown(&told);
        let (mut before, stream) = (self.state.clone(), self.dice.stream());
        let mut thrown = self.dice.clone();
        game.apply(&mut self.state, mv, &mut self.dice);
        let why_over = self.state.over().then(|| {
            let reasons = self.rules.end_reasons()?;
            reasons.of_move(&mut before, mv, &mut thrown)
        });
        let sees = |eyes: &usize| sees_move(game, (&before, &self.state), mv, *eyes);
        let seen_by = (1..=game.players()).filter(sees);
        self.plies.push(Ply {
            player,
            text: self.choices.texts[index].clone(),
            mv,
            stream,
            seen_by: seen_by.fold(0, |bits, player| bits | 1 << player.min(63)),
            said,
            sown,
            why_over: why_over.flatten().map(|why| why.to_string()),
        });
        self.offer = None;
        self.choices = Choices::of(&self.rules, &self.state, &self.dice);
        Ok(())
    }

    /// The elementary actions of a legal move.
    fn consequences(&self, mv: Move) -> Vec<Action> {
        let game = self.rules.game();
        game.explain(&mut self.state.clone(), mv, &mut self.dice.clone())
    }

    /// The slots between which a move carries single pieces one after the other, if several: where
    /// seeds are sown, and where they are taken one by one.
    fn sown(&self, told: &[Action]) -> Vec<(usize, usize)> {
        let game = self.rules.game();
        if !game.features().counts {
            return Vec::new();
        }
        let slot = |place: &Place| game.layout().slot(type_index(place.kind), place.site);
        let carried = told.iter().filter_map(|action| match action {
            Action::Move {
                from,
                to,
                count: 1,
                stack: false,
                ..
            } => Some((slot(from)?, slot(to)?)),
            _ => None,
        });
        let carried: Vec<(usize, usize)> = carried.collect();
        if carried.len() > 1 {
            carried
        } else {
            Vec::new()
        }
    }

    /// The position after a number of moves, and the dice that it goes on with.
    pub(crate) fn replayed(&self, plies: usize) -> (State, Dice) {
        let game = self.rules.game();
        let mut dice = Dice::new(&self.seed);
        let mut state = match &self.start {
            Some(start) => start.clone(),
            None => game.start(&mut dice),
        };
        for ply in self.plies.iter().take(plies) {
            dice.set_stream(ply.stream);
            game.apply(&mut state, ply.mv, &mut dice);
        }
        (state, dice)
    }

    fn take_back(&mut self, plies: usize) -> Result<(), BadEvent> {
        if plies >= self.plies.len() {
            return Err(BadEvent(format!(
                "there is no move {} to take back",
                plies + 1
            )));
        }
        let (state, mut dice) = self.replayed(plies);
        // Other throws will follow: those of the moves taken back are known.
        dice.set_stream(self.streams);
        self.streams += 1;
        self.plies.truncate(plies);
        (self.state, self.dice) = (state, dice);
        self.offer = None;
        self.choices = Choices::of(&self.rules, &self.state, &self.dice);
        Ok(())
    }

    /// Lets the clock of the player to move run. Nobody's runs while a seat is open.
    fn run_clocks(&mut self, now: Millis) {
        let open = self.seats.contains(&Seat::Open);
        let player = match self.turn() {
            Turn::Person(player) | Turn::Computer { player, .. } if !open => Some(player),
            _ => None,
        };
        self.clocks.turn_to(player, now);
    }
}
