//! GNU Backgammon as a player, through its text interface.
//!
//! Each turn it is sent the position as a "position ID" (GNU Backgammon manual, "A technical
//! description of the Position ID") and the throw, and asked for a hint in a match to one point,
//! where gammons and the cube do not matter. Of the turns that the rules allow, the one is played
//! that leads to the same position as the hint.

use std::collections::{BTreeSet, VecDeque};
use std::time::{Duration, Instant};

use ludarium_engine::{Game, Move, SplitMix64, State};

use crate::process::EngineProcess;
use crate::EngineError;

/// The points of the board, and the bar behind them.
const PLACES: usize = 25;

/// The checkers of each side.
const CHECKERS: u32 = 15;

/// The time for an answer; it looks no throw ahead.
const ANSWER_TIME: Duration = Duration::from_secs(60);

/// A question with a known answer (`The delay is set to 300 ms.`), which follows all earlier
/// answers.
const SENTINEL: &str = "show delay";
const SENTINEL_ANSWER: &str = "The delay is";

/// The commands before the first move.
const PREPARATION: &str = "set player 0 human\nset player 1 human\nset automatic roll off\nset automatic game off\n\
    set display off\nset delay 300\nset evaluation chequerplay evaluation plies 0\nset evaluation chequerplay evaluation noise 0\n\
    set evaluation chequerplay evaluation prune off\nnew match 1\nset turn 1";

/// The checkers of both sides, by point as each side counts: point 1 first, the bar last.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Checkers {
    own: [u32; PLACES],
    other: [u32; PLACES],
}

/// By player: the slots of the points 1 to 24 as that player counts them, and of the bar.
#[derive(Clone, Debug)]
struct Points([[usize; PLACES]; 2]);

/// GNU Backgammon in a game, and the rest of the turn that it has chosen.
#[derive(Debug)]
pub struct GnuBackgammon {
    process: EngineProcess,
    points: Points,
    turn: VecDeque<Move>,
}

impl Points {
    /// The points of a game that is backgammon by its shape: two dice, two directed tracks of 25
    /// places in opposite directions, and the start position of backgammon.
    fn of(game: &Game) -> Option<Points> {
        let tracks = &game.board().tracks;
        let kind = game.board().default_site;
        let slot = |site: i32| {
            let here = |slot: &usize| {
                let place = game.site_of_slot(*slot);
                (place.kind, place.site) == (kind, site)
            };
            (0..game.layout().slots).find(here)
        };
        let points_of = |player: u32| {
            let mut own = tracks.iter().filter(|track| track.owner == Some(player));
            let (Some(track), None) = (own.next(), own.next()) else {
                return None;
            };
            let steps = track.steps.iter().rev().map(|step| slot(step.site));
            let slots: Vec<usize> = steps.collect::<Option<_>>()?;
            let slots: [usize; PLACES] = slots.try_into().ok()?;
            (track.directed && !track.looped).then_some(slots)
        };
        let points = [points_of(1)?, points_of(2)?];
        let across = (0..PLACES - 1).all(|at| points[0][at] == points[1][PLACES - 2 - at]);
        let points = Points(points);
        let start = game.start(&mut SplitMix64::new(1));
        let dice = start.dice().len() == 2;
        let shape = game.players() == 2 && across && dice;
        let mut array = [0; PLACES];
        for (point, count) in [(6, 5), (8, 3), (13, 5), (24, 2)] {
            array[point - 1] = count;
        }
        let array = Checkers {
            own: array,
            other: array,
        };
        (shape && points.checkers(game, &start, 1) == array).then_some(points)
    }

    fn checkers(&self, game: &Game, state: &State, mover: usize) -> Checkers {
        let count = |player: usize| self.0[player - 1].map(|slot| owned(game, state, slot, player));
        Checkers {
            own: count(mover),
            other: count(3 - mover),
        }
    }
}

/// The number of a player's checkers on a slot.
fn owned(game: &Game, state: &State, slot: usize, player: usize) -> u32 {
    let own = |what: usize| {
        let kind = game.components().get(what);
        what > 0 && kind.is_some_and(|kind| kind.owner == player)
    };
    let number = match state.height(slot) {
        0 => usize::from(own(state.what(slot))) * state.count(slot).max(1) as usize,
        height => (0..height)
            .filter(|&level| own(state.what_at(slot, level)))
            .count(),
    };
    number as u32
}

impl Checkers {
    /// The position ID: for the opponent, then for the mover, a one for each checker of a place and
    /// a zero after each place; the bits in base 64.
    fn id(&self) -> String {
        let mut bits = Vec::new();
        for count in self.other.iter().chain(&self.own) {
            bits.extend((0..*count).map(|_| true));
            bits.push(false);
        }
        bits.resize(84, false);
        let byte = |at: usize| {
            (0..8).fold(0u32, |byte, bit| {
                byte | u32::from(bits.get(8 * at + bit) == Some(&true)) << bit
            })
        };
        let bytes: Vec<u32> = (0..11).map(byte).collect();
        // Ten bytes: three of each four letters, and the last in two.
        let letter = |at: usize| {
            let group = &bytes[at / 4 * 3..];
            let word =
                group[0] << 16 | group.get(1).unwrap_or(&0) << 8 | group.get(2).unwrap_or(&0);
            LETTERS[(word >> (18 - 6 * (at % 4)) & 63) as usize] as char
        };
        (0..14).map(letter).collect()
    }

    /// The checkers after a turn as GNU Backgammon writes it: `24/18*/16 6/4(2)`, `bar/22`,
    /// `5/off`. `None` if it cannot be made.
    fn after(&self, turn: &str) -> Option<Checkers> {
        let mut checkers = self.clone();
        for word in turn.split_whitespace() {
            let (path, times) = match word.split_once('(') {
                Some((path, times)) => (path, times.trim_end_matches(')').parse().ok()?),
                None => (word, 1),
            };
            let stops: Vec<&str> = path.split('/').collect();
            let [first, .., last] = stops[..] else {
                return None;
            };
            for hit in stops.iter().filter(|stop| stop.ends_with('*')) {
                let point = place(hit)??;
                let there = checkers.other.get_mut(PLACES - 2 - point)?;
                *there = there.checked_sub(1)?;
                checkers.other[PLACES - 1] += 1;
            }
            let from = place(first)??;
            checkers.own[from] = checkers.own[from].checked_sub(times)?;
            if let Some(to) = place(last)? {
                checkers.own[to] += times;
            }
        }
        Some(checkers)
    }
}

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The index of a place, or `None` for `off`; the outer `None` if it is neither.
fn place(text: &str) -> Option<Option<usize>> {
    match text.trim_end_matches('*') {
        "off" => Some(None),
        "bar" => Some(Some(PLACES - 1)),
        point => {
            let point: usize = point.parse().ok()?;
            (1..PLACES).contains(&point).then_some(Some(point - 1))
        }
    }
}

/// The best turn in a line of hints, which begins `1. Cubeful 0-ply    8/5 6/5    Eq.: +0.102`.
fn hinted(line: &str) -> Option<String> {
    let rest = line.trim_start().strip_prefix("1. ")?;
    let words = rest
        .split_whitespace()
        .skip_while(|word| !word.contains("-ply"));
    let turn: Vec<&str> = words
        .skip(1)
        .take_while(|word| word.contains('/'))
        .collect();
    (!turn.is_empty()).then(|| turn.join(" "))
}

impl GnuBackgammon {
    /// Starts the program by its command line, for a game that has to be backgammon.
    ///
    /// # Errors
    /// If the program cannot be started, or the game has another board, other dice or another start
    /// position.
    pub fn start(command: &str, game: &Game) -> Result<GnuBackgammon, EngineError> {
        let points = Points::of(game).ok_or(EngineError::OtherGame(
            "GNU Backgammon plays backgammon and no other game",
        ))?;
        let mut program = GnuBackgammon {
            process: EngineProcess::start(command, &["-t", "-q", "-r"])?,
            points,
            turn: VecDeque::new(),
        };
        program
            .ask(PREPARATION)
            .map_err(|error| EngineError::Start {
                command: command.to_owned(),
                error: error.to_string(),
            })?;
        Ok(program)
    }

    /// Sends a text and returns the lines of the answer.
    fn ask(&mut self, text: &str) -> Result<Vec<String>, EngineError> {
        let sent = self.process.send(&format!("{text}\n{SENTINEL}"));
        sent.map_err(|error| EngineError::Answer(error.to_string()))?;
        let end = Instant::now() + ANSWER_TIME;
        let mut answer = Vec::new();
        loop {
            let line = self.process.receive(end).ok_or(EngineError::NoAnswer)?;
            if line.contains(SENTINEL_ANSWER) {
                return Ok(answer);
            }
            answer.push(line);
        }
    }

    /// The index of the legal move that the program makes.
    ///
    /// # Errors
    /// If the program does not answer, or its turn is not legal.
    pub fn choose(
        &mut self,
        game: &Game,
        state: &State,
        legal: &[Move],
    ) -> Result<usize, EngineError> {
        let wrong = |reason: String| EngineError::Answer(reason);
        if let Some(next) = self.turn.pop_front() {
            if let Some(index) = legal.iter().position(|mv| *mv == next) {
                return Ok(index);
            }
        }
        let checkers = self.points.checkers(game, state, state.mover());
        let still = |mv: &Move| {
            let mut next = state.clone();
            game.apply(&mut next, *mv, &mut SplitMix64::new(1));
            self.points.checkers(game, &next, state.mover()) == checkers
        };
        if legal.iter().all(still) {
            // A pass, or the throw for the first turn.
            return Ok(0);
        }
        let full = |side: &[u32; PLACES]| side.iter().sum::<u32>() <= CHECKERS;
        let [first, second] = state.dice()[..] else {
            return Err(EngineError::OtherGame("backgammon has two dice"));
        };
        if !full(&checkers.own) || !full(&checkers.other) {
            return Err(EngineError::OtherGame("there are too many checkers"));
        }
        let question = format!(
            "set board {}\nset dice {first} {second}\nhint 1",
            checkers.id()
        );
        let answer = self.ask(&question)?;
        let Some(turn) = answer.iter().find_map(|line| hinted(line)) else {
            let none = answer.iter().any(|line| line.contains("no legal moves"));
            let problem = || wrong(format!("no hint: {}", answer.join(" / ")));
            return none.then_some(0).ok_or_else(problem);
        };
        let target = checkers
            .after(&turn)
            .ok_or_else(|| wrong(format!("{turn} is not understood")))?;
        let mut seen = BTreeSet::new();
        let mut line = Vec::new();
        if !self.leads(game, state, state.mover(), &target, &mut seen, &mut line) {
            let place = format!("{} with {first} and {second}", checkers.id());
            return Err(wrong(format!("{turn} is no turn at {place}")));
        }
        self.turn = line.into();
        let first = self.turn.pop_front();
        let index = legal.iter().position(|mv| Some(*mv) == first);
        index.ok_or_else(|| wrong(format!("{turn} is no move here")))
    }

    /// Searches for moves that end a player's turn with all checkers on their targets.
    fn leads(
        &self,
        game: &Game,
        state: &State,
        mover: usize,
        target: &Checkers,
        seen: &mut BTreeSet<u64>,
        line: &mut Vec<Move>,
    ) -> bool {
        if state.over() || state.mover() != mover {
            return self.points.checkers(game, state, mover) == *target;
        }
        if !seen.insert(state.hash()) {
            return false;
        }
        let mut legal = Vec::new();
        game.legal(&mut state.clone(), &mut legal);
        for mv in legal {
            let mut next = state.clone();
            // The next player's throw does not matter.
            game.apply(&mut next, mv, &mut SplitMix64::new(1));
            line.push(mv);
            if self.leads(game, &next, mover, target, seen, line) {
                return true;
            }
            line.pop();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checkers by point.
    fn array(points: &[(usize, u32)]) -> [u32; PLACES] {
        let mut array = [0; PLACES];
        points
            .iter()
            .for_each(|&(point, count)| array[point - 1] = count);
        array
    }

    fn beginning() -> Checkers {
        let array = array(&[(6, 5), (8, 3), (13, 5), (24, 2)]);
        Checkers {
            own: array,
            other: array,
        }
    }

    #[test]
    fn the_position_id_of_the_beginning_is_that_of_the_manual() {
        assert_eq!(beginning().id(), "4HPwATDgc/ABMA");
    }

    #[test]
    fn a_turn_moves_checkers_and_sends_hit_ones_to_the_bar() {
        let made = beginning().after("8/5 6/5").expect("a turn");
        assert_eq!(made.own, array(&[(5, 2), (6, 4), (8, 2), (13, 5), (24, 2)]));
        // The opponent's 24 point is our 1 point.
        let hit = beginning().after("6/1*(2)").expect("a turn");
        assert_eq!((hit.other[23], hit.other[24]), (1, 1));
        let entered = Checkers {
            own: array(&[(25, 1), (6, 2)]),
            other: [0; PLACES],
        };
        let made = entered.after("bar/22 6/off(2)").expect("a turn");
        assert_eq!(made.own, array(&[(22, 1)]));
        assert_eq!(beginning().after("7/5"), None);
    }

    #[test]
    fn the_turn_stands_between_the_depth_and_the_equity() {
        let line = "    1. Cubeful 0-ply    24/18*/16 6/4(2)             Eq.: +0.102";
        assert_eq!(hinted(line).as_deref(), Some("24/18*/16 6/4(2)"));
        assert_eq!(hinted("       0.551 0.174 0.013 - 0.449 0.124 0.005"), None);
    }

    #[test]
    fn backgammon_is_known_by_its_shape() {
        let game = |slug: &str| {
            ludarium_games::load(ludarium_games::find(slug).expect("a game"), &[])
                .expect("it loads")
                .game
        };
        assert!(Points::of(&game("falkener-backgammon")).is_some());
        assert!(Points::of(&game("falkener-german-backgammon")).is_none());
    }
}
