//! The computer players. They learn and search in threads of their own, so that keys are heard
//! meanwhile.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{channel, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ludarium_agents::evaluation::Evaluation;
use ludarium_agents::{Agent, AgentSpec, Budget, Clock, Report};
use ludarium_engine::{Move, State};

use crate::clock::{self, Timer};
use crate::game_args::Chosen;
use crate::machine::PreparedMachine;

/// The search limits of the computer players.
#[derive(Clone, Copy, Debug)]
pub struct Thinking {
    /// Time per move, unless iterations are given.
    pub time: Duration,
    /// Iterations per move.
    pub iterations: Option<u64>,
}

/// How long a move waits for the evaluation that is being learned. Then a quick one must do.
const PATIENCE: Duration = Duration::from_millis(600);

/// The time in which the quick evaluation is learned.
const QUICK: Duration = Duration::from_millis(500);

/// Who asks for a search: a player, or a user who wants a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asker {
    /// The player in this seat, from 0.
    Seat(usize),
    /// A user, at this ply of the game.
    Hint(usize),
}

/// A position to be searched.
struct Question {
    number: u64,
    asker: Asker,
    machine: PreparedMachine,
    state: State,
    legal: Vec<Move>,
    /// The moves that the mover has already made in this turn.
    turn_moves: u32,
    stop: Arc<AtomicBool>,
}

/// The result of a search.
pub struct Answer {
    number: u64,
    /// Who asked.
    pub asker: Asker,
    /// The index of the chosen move in the list of legal moves.
    pub index: usize,
    /// What was searched.
    pub report: Report,
}

/// A thread that searches, and one that learns the game.
pub struct Thinker {
    questions: Sender<Question>,
    answers: Receiver<Answer>,
    /// The question that is open, and what stops its search.
    open: Option<(u64, Arc<AtomicBool>)>,
    asked: u64,
    learning: Arc<Learning>,
}

impl Thinker {
    /// Starts a thread that waits for questions. Agents get `seed`, plus the number of their seat.
    pub fn new(chosen: Arc<Chosen>, thinking: Thinking, seed: u64) -> Thinker {
        let (questions, asked) = channel();
        let (answering, answers) = channel();
        let learning = Arc::new(Learning {
            chosen,
            thinking,
            known: Mutex::default(),
            changed: Condvar::new(),
        });
        let learned = learning.clone();
        std::thread::spawn(move || {
            let mut worker = Worker {
                seed,
                learning: learned,
                quick: None,
                agents: HashMap::new(),
            };
            // The loop ends when the session is dropped.
            for question in asked {
                if answering.send(worker.answer(question)).is_err() {
                    return;
                }
            }
        });
        Thinker {
            questions,
            answers,
            open: None,
            asked: 0,
            learning,
        }
    }

    /// Begins to learn the game for players of this kind, unless that has begun or they do not use
    /// what is learned.
    pub fn learn_for(&self, spec: AgentSpec) {
        if spec.uses_evaluation() {
            self.learning.begin(spec.adapts_to_game());
        }
    }

    /// How long the game has been learned, while that goes on.
    pub fn learns_for(&self) -> Option<Duration> {
        let known = self.learning.known();
        let begun = known.begun.filter(|_| !known.finished)?;
        Some(begun.elapsed())
    }

    /// Whether a question is open.
    pub fn is_asked(&self) -> bool {
        self.open.is_some()
    }

    /// Asks for a move, after `turn_moves` others of the same turn. A question that is open is
    /// dropped.
    pub fn ask(
        &mut self,
        asker: Asker,
        machine: PreparedMachine,
        state: State,
        legal: Vec<Move>,
        turn_moves: u32,
    ) {
        self.stop();
        if let Some(spec) = machine.agent() {
            self.learn_for(spec);
        }
        self.asked += 1;
        let stop = Arc::new(AtomicBool::new(false));
        let question = Question {
            number: self.asked,
            asker,
            machine,
            state,
            legal,
            turn_moves,
            stop: stop.clone(),
        };
        if self.questions.send(question).is_ok() {
            self.open = Some((self.asked, stop));
        }
    }

    /// Ends the search; its answer is dropped.
    pub fn stop(&mut self) {
        if let Some((_, stop)) = self.open.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// The answer to the open question, after at most `wait`; without it, as long as it takes.
    pub fn answer(&mut self, wait: Option<Duration>) -> Option<Answer> {
        let (number, _) = self.open.as_ref()?;
        loop {
            let answer = match wait {
                Some(wait) => self.answers.recv_timeout(wait).ok()?,
                None => self.answers.recv().ok()?,
            };
            if answer.number == *number {
                self.open = None;
                return Some(answer);
            }
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop();
    }
}

/// What the searching thread owns.
struct Worker {
    seed: u64,
    learning: Arc<Learning>,
    /// The evaluation that is used until a better one is learned.
    quick: Option<Arc<Evaluation>>,
    /// The agents by who asked them last.
    agents: HashMap<Asker, Player>,
}

/// An agent, and what it was built with.
struct Player {
    machine: PreparedMachine,
    known: Option<Arc<Evaluation>>,
    agent: Box<dyn Agent>,
}

impl Worker {
    fn answer(&mut self, question: Question) -> Answer {
        let asker = question.asker;
        let machine = question.machine.clone();
        let asked = Instant::now();
        if question.stop.load(Ordering::Relaxed) {
            return question.answered(0, Report::default());
        }
        let judges = machine.agent().is_some_and(AgentSpec::uses_evaluation);
        let known = judges.then(|| self.evaluation());
        let chosen = self.learning.chosen.clone();
        let game = &chosen.loaded.game;
        let same = |old: &Option<Arc<Evaluation>>| match (old, &known) {
            (Some(old), Some(new)) => Arc::ptr_eq(old, new),
            (None, None) => true,
            _ => false,
        };
        let kept = self.agents.remove(&asker);
        let kept = kept.filter(|player| player.machine.is_same(&machine) && same(&player.known));
        let mut agent = kept.map_or_else(
            || {
                let number = match asker {
                    Asker::Seat(number) | Asker::Hint(number) => number as u64,
                };
                let mut agent = machine.build(self.seed.wrapping_add(number), game, known.clone());
                // Prepare the agent before its clock starts.
                agent.prepare(game);
                agent
            },
            |player| player.agent,
        );
        let thinking = self.learning.thinking;
        let time = search_time(thinking.time, question.turn_moves, asked.elapsed());
        let stoppable = Stoppable {
            timer: clock::start(time),
            stop: &question.stop,
        };
        let mut budget = match thinking.iterations {
            // Without a clock the same seed gives the same moves.
            Some(iterations) => Budget::nodes(iterations),
            None => Budget::clock(&stoppable),
        };
        let view = game.view(&question.state, question.state.mover());
        let index = agent.choose(&view, &question.legal, &mut budget);
        let report = agent.report().clone();
        if let Asker::Seat(_) = asker {
            self.agents.insert(
                asker,
                Player {
                    machine,
                    known,
                    agent,
                },
            );
        }
        question.answered(index, report)
    }

    /// The evaluation learned so far, or a quick one if there is none yet and the moves are timed.
    fn evaluation(&mut self) -> Arc<Evaluation> {
        let wait = self
            .learning
            .thinking
            .iterations
            .is_none()
            .then_some(PATIENCE);
        if let Some(known) = self.learning.wait(wait) {
            return known;
        }
        let chosen = &self.learning.chosen;
        let quick = || Arc::new(chosen.evaluation_within(QUICK));
        self.quick.get_or_insert_with(quick).clone()
    }
}

impl Question {
    fn answered(self, index: usize, report: Report) -> Answer {
        Answer {
            number: self.number,
            asker: self.asker,
            index,
            report,
        }
    }
}

/// The time of a search: that of a move. Each further move of a turn has a third of the time of the
/// one before, down to an 81st, so that a whole turn, even of sixteen placements, takes less than
/// two moves' time. Preparing is a part of it, but at least half is left.
fn search_time(move_time: Duration, turn_moves: u32, preparing: Duration) -> Duration {
    let own = move_time / 3u32.pow(turn_moves.min(4));
    own.saturating_sub(preparing).max(own / 2)
}

/// A clock that can be stopped.
struct Stoppable<'a> {
    timer: Timer,
    stop: &'a AtomicBool,
}

impl Clock for Stoppable<'_> {
    fn used(&self) -> f64 {
        match self.stop.load(Ordering::Relaxed) {
            true => f64::INFINITY,
            false => self.timer.used(),
        }
    }
}

/// The evaluation of a game, while it is learned.
struct Learning {
    chosen: Arc<Chosen>,
    thinking: Thinking,
    known: Mutex<Known>,
    changed: Condvar,
}

#[derive(Default)]
struct Known {
    begun: Option<Instant>,
    evaluation: Option<Arc<Evaluation>>,
    finished: bool,
}

impl Learning {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts the thread that learns, once. With `selects`, an agent is selected as well.
    fn begin(self: &Arc<Self>, selects: bool) {
        let mut known = self.known();
        if known.begun.is_some() {
            return;
        }
        known.begun = Some(Instant::now());
        drop(known);
        let learning = self.clone();
        std::thread::spawn(move || {
            // However this thread ends, nobody waits for it any longer.
            let _end = Finished(&learning);
            if learning.thinking.iterations.is_some() {
                learning.publish(learning.chosen.evaluation());
                return;
            }
            let known = learning.chosen.soon();
            learning.publish(known.clone());
            if selects && known.best_agent().is_none() {
                learning.publish(learning.chosen.with_selected_agent(known));
            }
        });
    }

    fn publish(&self, evaluation: Evaluation) {
        self.known().evaluation = Some(Arc::new(evaluation));
        self.changed.notify_all();
    }

    /// The evaluation learned so far. If there is none yet, waits for it, at most for `wait`.
    fn wait(&self, wait: Option<Duration>) -> Option<Arc<Evaluation>> {
        let known = self.known();
        let lacks = |known: &mut Known| known.evaluation.is_none() && !known.finished;
        let known = match wait {
            Some(wait) => {
                let waited = self.changed.wait_timeout_while(known, wait, lacks);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
            None => {
                let waited = self.changed.wait_while(known, lacks);
                waited.unwrap_or_else(PoisonError::into_inner)
            }
        };
        known.evaluation.clone()
    }
}

struct Finished<'a>(&'a Learning);

impl Drop for Finished<'_> {
    fn drop(&mut self) {
        self.0.known().finished = true;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_of_several_moves_takes_at_most_two_moves_time() {
        let time = Duration::from_secs(81);
        let of = |moves: u32| search_time(time, moves, Duration::ZERO);
        let times: Vec<u64> = (0..6).map(|moves| of(moves).as_secs()).collect();
        assert_eq!(times, [81, 27, 9, 3, 1, 1]);
        // Battle chess begins with sixteen placements.
        assert!((0..16).map(of).sum::<Duration>() < 2 * time);
    }

    #[test]
    fn preparing_is_a_part_of_the_time_but_leaves_half() {
        let of = |preparing: u64| {
            search_time(Duration::from_secs(8), 0, Duration::from_secs(preparing)).as_secs()
        };
        assert_eq!([0, 3, 4, 60].map(of), [8, 5, 4, 4]);
    }
}
