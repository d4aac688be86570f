//! Many games stepped together, for training.

use std::fmt;
use std::thread;

use ludarium_engine::{Move, Outcome, SplitMix64, State};

use crate::encoding::{ActionError, ActionSpace, Planes};
use crate::Game;

/// Games of one kind that are stepped together, each with its own chance.
///
/// The results of game `i` depend on the seed, on `i` and on the actions of game `i`: neither on
/// the number of games nor on the number of threads.
///
/// ```
/// use ludarium::encoding::{ActionSpace, ObservationOptions, Planes};
/// use ludarium::{Batch, BatchOptions, Game, Outputs};
///
/// let game = Game::builtin("shatranj")?;
/// let planes = Planes::new(&game, ObservationOptions::default());
/// let actions = ActionSpace::audited(&game)?;
/// let mut batch = Batch::new(planes, actions, 16, BatchOptions::default())?;
/// let (mut chosen, mut mask) = (vec![0; 16], vec![0; 16 * actions.size()]);
/// for _ in 0..10 {
///     batch.sample(&mut chosen);
///     let outputs = Outputs { mask: Some(&mut mask), ..Outputs::default() };
///     batch.step(&chosen, outputs)?;
/// }
/// assert!(mask.chunks(actions.size()).all(|legal| legal.contains(&1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Batch {
    planes: Planes,
    actions: ActionSpace,
    options: BatchOptions,
    tables: Vec<Table>,
}

/// How a batch plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchOptions {
    /// The seed of all chance.
    pub seed: u64,
    /// The number of plies after which a game is cut off.
    pub max_plies: usize,
    /// The number of threads.
    pub threads: usize,
    /// What happens to a game that has ended.
    pub auto_reset: AutoReset,
}

impl Default for BatchOptions {
    fn default() -> BatchOptions {
        BatchOptions {
            seed: 0,
            max_plies: 1_000,
            threads: 1,
            auto_reset: AutoReset::SameStep,
        }
    }
}

/// What happens to a game that has ended or was cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AutoReset {
    /// It starts again in the same step: the rewards are those of the end, the observation that of
    /// the new game.
    SameStep,
    /// It starts again in the next step, whose action is ignored.
    NextStep,
    /// It stays at its end until [`Batch::reset`]; actions are ignored.
    Disabled,
}

/// The buffers that a step writes, each for all games one after the other; what is `None` is not
/// written.
#[derive(Debug, Default)]
pub struct Outputs<'a> {
    /// What the mover of each game sees ([`Planes::write`]); what player 1 sees where a game is
    /// over.
    pub planes: Option<&'a mut [f32]>,
    /// The scalars of the observations.
    pub scalars: Option<&'a mut [f32]>,
    /// For each action, 1 if it is legal.
    pub mask: Option<&'a mut [i8]>,
    /// The player to move, from 1; 0 where a game is over.
    pub movers: Option<&'a mut [i32]>,
    /// The rewards of each player: the utilities, from -1 to 1, in the step that ends a game.
    pub rewards: Option<&'a mut [f32]>,
    /// 1 if the step ended the game.
    pub terminated: Option<&'a mut [i8]>,
    /// 1 if the step reached the limit of plies, or the engine stopped the game.
    pub truncated: Option<&'a mut [i8]>,
}

/// Why a batch did not step. No game was changed, unless [`BatchError::Actions`] came from the
/// position after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BatchError {
    /// A buffer has the wrong length.
    Length {
        /// What it is for.
        buffer: &'static str,
        /// Its length.
        given: usize,
        /// The length it must have.
        expected: usize,
    },
    /// An action is not legal in its game.
    Illegal {
        /// The index of the game.
        game: usize,
        /// The action.
        action: i64,
    },
    /// The moves of a game have no numbers.
    Actions {
        /// The index of the game.
        game: usize,
        /// Why.
        error: ActionError,
    },
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BatchError::Length {
                buffer,
                given,
                expected,
            } => write!(f, "{buffer}: {given} numbers, and {expected} are needed"),
            BatchError::Illegal { game, action } => {
                write!(f, "action {action} is not legal in game {game}")
            }
            BatchError::Actions { game, error } => write!(f, "game {game}: {error}"),
        }
    }
}

impl std::error::Error for BatchError {}

/// One game of a batch.
#[derive(Debug)]
struct Table {
    state: State,
    chance: SplitMix64,
    /// Draws the random actions of [`Batch::sample`].
    pick: SplitMix64,
    moves: Vec<Move>,
    /// The numbers of the moves.
    actions: Vec<u32>,
    plies: usize,
    ended: Option<Ending>,
}

/// How a game ended.
#[derive(Clone, Debug)]
enum Ending {
    Over(Outcome),
    Cut,
}

impl Table {
    fn start(game: &Game, seed: u64) -> Table {
        let mut chance = SplitMix64::new(seed);
        let pick = SplitMix64::new(chance.next_u64());
        let state = game.rules().start(&mut chance);
        Table {
            state,
            chance,
            pick,
            moves: Vec::new(),
            actions: Vec::new(),
            plies: 0,
            ended: None,
        }
    }

    fn restart(&mut self, game: &Game, space: &ActionSpace) -> Result<(), ActionError> {
        self.state = game.rules().start(&mut self.chance);
        self.plies = 0;
        self.ended = None;
        self.list(game, space)
    }

    fn list(&mut self, game: &Game, space: &ActionSpace) -> Result<(), ActionError> {
        game.rules().legal(&mut self.state, &mut self.moves);
        space.encode(&self.moves, &mut self.actions)
    }

    fn play(
        &mut self,
        index: usize,
        game: &Game,
        space: &ActionSpace,
        max_plies: usize,
    ) -> Result<(), ActionError> {
        let rules = game.rules();
        let mv = self.moves[index];
        rules.apply_and_list(&mut self.state, mv, &mut self.chance, &mut self.moves);
        self.plies += 1;
        space.encode(&self.moves, &mut self.actions)?;
        self.ended = match rules.outcome(&self.state) {
            Some(outcome) => Some(Ending::Over(outcome)),
            // A game that the engine stopped is over and has no outcome.
            None if self.state.over() || self.plies >= max_plies => Some(Ending::Cut),
            None => None,
        };
        Ok(())
    }

    /// The index of the move with a number, among those listed last.
    fn index_of(&self, action: i64) -> Option<usize> {
        let action = u32::try_from(action).ok()?;
        self.actions.iter().position(|own| *own == action)
    }

    /// Whether the game goes on and its moves have numbers.
    fn is_listed(&self) -> bool {
        self.ended.is_none() && !self.actions.is_empty()
    }
}

/// A game with its action, and the parts of the buffers that belong to it.
struct Seat<'a> {
    index: usize,
    table: &'a mut Table,
    action: i64,
    out: Outputs<'a>,
}

impl Batch {
    /// Starts `size` games.
    ///
    /// # Errors
    /// If the first moves have no numbers in the action space.
    pub fn new(
        planes: Planes,
        actions: ActionSpace,
        size: usize,
        options: BatchOptions,
    ) -> Result<Batch, BatchError> {
        let mut seeds = SplitMix64::new(options.seed);
        let game = planes.game().clone();
        let tables = (0..size).map(|index| {
            let mut table = Table::start(&game, seeds.next_u64());
            let listed = table.list(&game, &actions);
            listed.map_err(|error| BatchError::Actions { game: index, error })?;
            Ok(table)
        });
        let tables = tables.collect::<Result<_, _>>()?;
        Ok(Batch {
            planes,
            actions,
            options,
            tables,
        })
    }

    /// The number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tables.len()
    }

    /// Whether there are no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// The game that is played.
    #[must_use]
    pub fn game(&self) -> &Game {
        self.planes.game()
    }

    /// The layout of the observations.
    #[must_use]
    pub fn planes(&self) -> &Planes {
        &self.planes
    }

    /// The numbers of the moves.
    #[must_use]
    pub fn actions(&self) -> &ActionSpace {
        &self.actions
    }

    /// The options of the batch.
    #[must_use]
    pub fn options(&self) -> BatchOptions {
        self.options
    }

    /// The state of a game; `None` if there is no such game.
    #[must_use]
    pub fn state(&self, game: usize) -> Option<&State> {
        self.tables.get(game).map(|table| &table.state)
    }

    /// The legal moves of a game, and their numbers; none if the game is over.
    #[must_use]
    pub fn legal(&self, game: usize) -> (&[Move], &[u32]) {
        match self.tables.get(game).filter(|table| table.is_listed()) {
            Some(table) => (&table.moves, &table.actions),
            None => (&[], &[]),
        }
    }

    /// Starts all games again, or those for which `which` has a number other than 0, and writes
    /// what all games show.
    ///
    /// # Errors
    /// If a buffer has the wrong length, or moves have no numbers.
    pub fn reset(&mut self, which: Option<&[i8]>, outputs: Outputs<'_>) -> Result<(), BatchError> {
        if let Some(which) = which {
            check("which", which.len(), self.len())?;
        }
        let chosen = |index: usize| which.is_none_or(|which| which[index] != 0);
        self.run(None, outputs, |seat, game, space, _| {
            match chosen(seat.index) {
                true => seat.table.restart(game, space),
                false => Ok(()),
            }
        })
    }

    /// Makes a move in every game, by its number, and writes the results.
    ///
    /// # Errors
    /// If a buffer has the wrong length, an action is not legal, or moves have no numbers.
    pub fn step(&mut self, actions: &[i64], outputs: Outputs<'_>) -> Result<(), BatchError> {
        self.step_some(None, actions, outputs)
    }

    /// Makes a move in every game for which `which` has a number other than 0; the others stay as
    /// they are, and their actions are ignored. Writes the results.
    ///
    /// # Errors
    /// As for [`Batch::step`].
    pub fn step_some(
        &mut self,
        which: Option<&[i8]>,
        actions: &[i64],
        outputs: Outputs<'_>,
    ) -> Result<(), BatchError> {
        check("actions", actions.len(), self.len())?;
        if let Some(which) = which {
            check("which", which.len(), self.len())?;
        }
        let chosen = |index: usize| which.is_none_or(|which| which[index] != 0);
        for (game, (&action, table)) in actions.iter().zip(&self.tables).enumerate() {
            if !chosen(game) || table.ended.is_some() || table.index_of(action).is_some() {
                continue;
            }
            let numbered = self.actions.encode(&table.moves, &mut Vec::new());
            return Err(match numbered {
                Ok(()) => BatchError::Illegal { game, action },
                Err(error) => BatchError::Actions { game, error },
            });
        }
        self.run(Some(actions), outputs, |seat, game, space, options| {
            if !chosen(seat.index) {
                return Ok(());
            }
            let table = &mut *seat.table;
            if table.ended.is_some() {
                return match options.auto_reset {
                    AutoReset::Disabled => Ok(()),
                    _ => table.restart(game, space),
                };
            }
            let Some(index) = table.index_of(seat.action) else {
                return Ok(());
            };
            table.play(index, game, space, options.max_plies)?;
            if let Some(ending) = &table.ended {
                seat.out.write_ending(ending);
                if options.auto_reset == AutoReset::SameStep {
                    table.restart(game, space)?;
                }
            }
            Ok(())
        })
    }

    /// Draws a legal action for every game, uniformly over the list of legal moves; -1 where a game
    /// is over. Each game has its own generator for it.
    ///
    /// # Panics
    /// If `actions` does not have one number for each game.
    pub fn sample(&mut self, actions: &mut [i64]) {
        assert_eq!(actions.len(), self.len(), "the number of actions");
        self.draw(None, actions);
    }

    /// Draws a legal action, as [`Batch::sample`] does, for every game for which `which` has a
    /// number other than 0. The others get -1, and their generators stay as they are.
    ///
    /// # Errors
    /// If `which` or `actions` does not have one number for each game.
    pub fn sample_some(
        &mut self,
        which: Option<&[i8]>,
        actions: &mut [i64],
    ) -> Result<(), BatchError> {
        check("actions", actions.len(), self.len())?;
        if let Some(which) = which {
            check("which", which.len(), self.len())?;
        }
        self.draw(which, actions);
        Ok(())
    }

    fn draw(&mut self, which: Option<&[i8]>, actions: &mut [i64]) {
        let chosen = |index: usize| which.is_none_or(|which| which[index] != 0);
        for (game, (action, table)) in actions.iter_mut().zip(&mut self.tables).enumerate() {
            *action = match chosen(game) && table.is_listed() {
                true => {
                    let index = table.pick.index(table.moves.len() as u32);
                    i64::from(table.actions[index as usize])
                }
                false => -1,
            };
        }
    }

    /// Runs `step` for every game and writes what the games show afterwards, in several threads.
    fn run(
        &mut self,
        actions: Option<&[i64]>,
        outputs: Outputs<'_>,
        step: impl Fn(&mut Seat<'_>, &Game, &ActionSpace, &BatchOptions) -> Result<(), ActionError>
            + Sync,
    ) -> Result<(), BatchError> {
        outputs.check(self)?;
        let (planes, space, options) = (&self.planes, &self.actions, &self.options);
        let game = planes.game();
        let mut out = outputs.split(self.tables.len());
        let seats = self
            .tables
            .iter_mut()
            .enumerate()
            .map(|(index, table)| Seat {
                index,
                table,
                action: actions.map_or(-1, |actions| actions[index]),
                out: out.next().unwrap_or_default(),
            });
        let mut seats: Vec<Seat<'_>> = seats.collect();
        let run = |seats: &mut [Seat<'_>]| {
            let mut first = Ok(());
            for seat in seats {
                seat.out.clear_results();
                let stepped = step(seat, game, space, options);
                if let (Err(error), Ok(())) = (stepped, first) {
                    let game = seat.index;
                    first = Err(BatchError::Actions { game, error });
                }
                seat.out.write(seat.table, planes);
            }
            first
        };
        let threads = options.threads.clamp(1, seats.len().max(1));
        if threads == 1 {
            return run(&mut seats);
        }
        let share = seats.len().div_ceil(threads);
        thread::scope(|scope| {
            let run = &run;
            let started: Vec<_> = seats
                .chunks_mut(share)
                .map(|seats| scope.spawn(move || run(seats)))
                .collect();
            let ended = started.into_iter().map(|thread| match thread.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            let results: Vec<_> = ended.collect();
            results.into_iter().collect()
        })
    }
}

fn check(buffer: &'static str, given: usize, expected: usize) -> Result<(), BatchError> {
    match given == expected {
        true => Ok(()),
        false => Err(BatchError::Length {
            buffer,
            given,
            expected,
        }),
    }
}

impl<'a> Outputs<'a> {
    fn check(&self, batch: &Batch) -> Result<(), BatchError> {
        let games = batch.len();
        let scalars = batch.planes.scalar_names().len();
        let players = batch.game().players();
        let floats = [
            ("planes", &self.planes, batch.planes.len()),
            ("scalars", &self.scalars, scalars),
            ("rewards", &self.rewards, players),
        ];
        for (buffer, given, width) in floats {
            let given = given.as_ref().map(|given| given.len());
            check(buffer, given.unwrap_or(games * width), games * width)?;
        }
        let bytes = [
            ("mask", &self.mask, batch.actions.size()),
            ("terminated", &self.terminated, 1),
            ("truncated", &self.truncated, 1),
        ];
        for (buffer, given, width) in bytes {
            let given = given.as_ref().map(|given| given.len());
            check(buffer, given.unwrap_or(games * width), games * width)?;
        }
        let movers = self.movers.as_ref().map(|given| given.len());
        check("movers", movers.unwrap_or(games), games)
    }

    /// The parts of the buffers that belong to each game.
    fn split(self, games: usize) -> impl Iterator<Item = Outputs<'a>> {
        let mut planes = parts(self.planes, games);
        let mut scalars = parts(self.scalars, games);
        let mut mask = parts(self.mask, games);
        let mut movers = parts(self.movers, games);
        let mut rewards = parts(self.rewards, games);
        let mut terminated = parts(self.terminated, games);
        let mut truncated = parts(self.truncated, games);
        (0..games).map(move |_| Outputs {
            planes: planes.next(),
            scalars: scalars.next(),
            mask: mask.next(),
            movers: movers.next(),
            rewards: rewards.next(),
            terminated: terminated.next(),
            truncated: truncated.next(),
        })
    }

    fn clear_results(&mut self) {
        fill(&mut self.rewards, 0.0);
        fill(&mut self.terminated, 0);
        fill(&mut self.truncated, 0);
    }

    fn write_ending(&mut self, ending: &Ending) {
        match ending {
            Ending::Over(outcome) => {
                fill(&mut self.terminated, 1);
                let rewards = self
                    .rewards
                    .iter_mut()
                    .flat_map(|rewards| rewards.iter_mut());
                for (player, reward) in (1..).zip(rewards) {
                    *reward = 2.0 * outcome.utility(player) as f32 - 1.0;
                }
            }
            Ending::Cut => fill(&mut self.truncated, 1),
        }
    }

    fn write(&mut self, table: &Table, planes: &Planes) {
        let over = table.state.over() || table.state.mover() == 0;
        let mover = if over { 0 } else { table.state.mover() };
        fill(&mut self.movers, mover as i32);
        if let Some(mask) = &mut self.mask {
            mask.fill(0);
            if table.is_listed() {
                table
                    .actions
                    .iter()
                    .for_each(|&action| mask[action as usize] = 1);
            }
        }
        let view = planes.game().rules().view(&table.state, mover.max(1));
        if let Some(own) = &mut self.planes {
            planes.write_planes(&view, own);
        }
        if let Some(own) = &mut self.scalars {
            planes.write_scalars(&view, own);
        }
    }
}

fn fill<T: Copy>(buffer: &mut Option<&mut [T]>, value: T) {
    if let Some(buffer) = buffer {
        buffer.fill(value);
    }
}

/// A buffer in equal parts, one for each game; none if there is no buffer.
fn parts<T>(buffer: Option<&mut [T]>, games: usize) -> impl Iterator<Item = &mut [T]> {
    let buffer = buffer.unwrap_or_default();
    let width = buffer.len() / games.max(1);
    buffer.chunks_mut(width.max(1))
}
