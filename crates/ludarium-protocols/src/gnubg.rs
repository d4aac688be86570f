//! GNU Backgammon as a player: its text interface is asked for the best move of a position.
//!
//! Every turn it is told the position by its "position ID" (GNU Backgammon manual, "A technical description of the Position
//! ID"), the throw, and asked for a hint in a match to one point, where gammons and the cube do not matter. What it answers is compared with the turns
//! that the rules allow: the one is played that leaves all men where the answer does.

use std::collections::{BTreeSet, VecDeque};
use std::time::{Duration, Instant};

use ludarium_engine::{Game, Move, SplitMix64, State};

use super::program::Program;

/// Points of the board, and the bar behind them.
const PLACES: usize = 25;

/// Men of each side.
const MEN: u32 = 15;

/// So long it may take to answer: it looks no throw ahead.
const PATIENCE: Duration = Duration::from_secs(60);

/// A question with an answer that is known (`The delay is set to 300 ms.`): then what was asked before has been answered.
const SENTINEL: &str = "show delay";
const SENTINEL_ANSWER: &str = "The delay is";

/// What it is told before the first move.
const PREPARATION: &str = "set player 0 human\nset player 1 human\nset automatic roll off\nset automatic game off\n\
    set display off\nset delay 300\nset evaluation chequerplay evaluation plies 0\nset evaluation chequerplay evaluation noise 0\n\
    set evaluation chequerplay evaluation prune off\nnew match 1\nset turn 1";

/// The men of both, each counted from the end of their own way: the point 1 first, the bar last.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Men {
    own: [u32; PLACES],
    other: [u32; PLACES],
}

/// The ways of both players: by player, the slots of the points from 1 to 24, and of the bar.
#[derive(Clone, Debug)]
struct Ways([[usize; PLACES]; 2]);

/// The program, and the rest of the turn that it has chosen.
pub struct Backgammon {
    program: Program,
    ways: Ways,
    turn: VecDeque<Move>,
}

impl Ways {
    /// The ways of a game that is backgammon by its shape: two dice of six, for each a track of 25 places with a direction, the one the other
    /// way round, and the men where backgammon has them.
    fn of(game: &Game) -> Option<Ways> {
        let tracks = &game.board().tracks;
        let kind = game.board().default_site;
        let slot = |site: i32| {
            let here = |slot: &usize| {
                let place = game.site_of_slot(*slot);
                (place.kind, place.site) == (kind, site)
            };
            (0..game.layout().slots).find(here)
        };
        let way = |player: u32| {
            let mut own = tracks.iter().filter(|track| track.owner == Some(player));
            let (Some(track), None) = (own.next(), own.next()) else {
                return None;
            };
            let steps = track.steps.iter().rev().map(|step| slot(step.site));
            let slots: Vec<usize> = steps.collect::<Option<_>>()?;
            let slots: [usize; PLACES] = slots.try_into().ok()?;
            (track.directed && !track.looped).then_some(slots)
        };
        let ways = [way(1)?, way(2)?];
        let across = (0..PLACES - 1).all(|at| ways[0][at] == ways[1][PLACES - 2 - at]);
        let ways = Ways(ways);
        let start = game.start(&mut SplitMix64::new(1));
        let dice = start.dice().len() == 2;
        let shape = game.players() == 2 && across && dice;
        let mut array = [0; PLACES];
        for (point, men) in [(6, 5), (8, 3), (13, 5), (24, 2)] {
            array[point - 1] = men;
        }
        let array = Men {
            own: array,
            other: array,
        };
        (shape && ways.men(game, &start, 1) == array).then_some(ways)
    }

    fn men(&self, game: &Game, state: &State, mover: usize) -> Men {
        let count = |player: usize| self.0[player - 1].map(|slot| owned(game, state, slot, player));
        Men {
            own: count(mover),
            other: count(3 - mover),
        }
    }
}

/// How many men a player has on a slot.
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

impl Men {
    /// The position as the program writes it: of the one who is not to move, then of the mover, for every place as many ones as
    /// there are men, and a nought; in base 64.
    fn id(&self) -> String {
        let mut bits = Vec::new();
        for men in self.other.iter().chain(&self.own) {
            bits.extend((0..*men).map(|_| true));
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

    /// The same once a turn has been made, as the program writes it: `24/18*/16 6/4(2)`, `bar/22`, `5/off`.
    fn after(&self, turn: &str) -> Option<Men> {
        let mut men = self.clone();
        for word in turn.split_whitespace() {
            let (way, times) = match word.split_once('(') {
                Some((way, times)) => (way, times.trim_end_matches(')').parse().ok()?),
                None => (word, 1),
            };
            let stops: Vec<&str> = way.split('/').collect();
            let [first, .., last] = stops[..] else {
                return None;
            };
            for hit in stops.iter().filter(|stop| stop.ends_with('*')) {
                let point = place(hit)??;
                let there = men.other.get_mut(PLACES - 2 - point)?;
                *there = there.checked_sub(1)?;
                men.other[PLACES - 1] += 1;
            }
            let from = place(first)??;
            men.own[from] = men.own[from].checked_sub(times)?;
            if let Some(to) = place(last)? {
                men.own[to] += times;
            }
        }
        Some(men)
    }
}

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The index of a place as the program writes it; nowhere for who is borne off.
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

/// The best turn in a line of hints: `    1. Cubeful 0-ply    8/5 6/5                      Eq.: +0.102`.
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

impl Backgammon {
    /// Starts the program for a game that has to be backgammon.
    ///
    /// # Errors
    /// If the program cannot be started, or the game has another board, other dice or another array.
    pub fn start(command: &str, game: &Game) -> Result<Backgammon, String> {
        let ways = Ways::of(game).ok_or("GNU Backgammon plays backgammon and no other game")?;
        let mut program = Backgammon {
            program: Program::start(command, &["-t", "-q", "-r"])?,
            ways,
            turn: VecDeque::new(),
        };
        program
            .ask(PREPARATION)
            .map_err(|error| format!("{command}: {error}"))?;
        Ok(program)
    }

    /// Says something, and hears all that is answered.
    fn ask(&mut self, text: &str) -> Result<Vec<String>, String> {
        let said = self.program.say(&format!("{text}\n{SENTINEL}"));
        said.map_err(|error| error.to_string())?;
        let end = Instant::now() + PATIENCE;
        let mut answer = Vec::new();
        loop {
            let line = self.program.hear(end).ok_or("no answer")?;
            if line.contains(SENTINEL_ANSWER) {
                return Ok(answer);
            }
            answer.push(line);
        }
    }

    /// The move that the program makes, of those that are legal.
    ///
    /// # Errors
    /// If the program falls silent, or wants to do what the rules do not allow.
    pub fn choose(&mut self, game: &Game, state: &State, legal: &[Move]) -> Result<usize, String> {
        if let Some(next) = self.turn.pop_front() {
            if let Some(index) = legal.iter().position(|mv| *mv == next) {
                return Ok(index);
            }
        }
        let men = self.ways.men(game, state, state.mover());
        let still = |mv: &Move| {
            let mut next = state.clone();
            game.apply(&mut next, *mv, &mut SplitMix64::new(1));
            self.ways.men(game, &next, state.mover()) == men
        };
        if legal.iter().all(still) {
            // To pass, or to throw for who begins.
            return Ok(0);
        }
        let full = |side: &[u32; PLACES]| side.iter().sum::<u32>() <= MEN;
        let [first, second] = state.dice()[..] else {
            return Err("backgammon has two dice".to_owned());
        };
        if !full(&men.own) || !full(&men.other) {
            return Err("there are too many men".to_owned());
        }
        let question = format!("set board {}\nset dice {first} {second}\nhint 1", men.id());
        let answer = self.ask(&question)?;
        let Some(turn) = answer.iter().find_map(|line| hinted(line)) else {
            let none = answer.iter().any(|line| line.contains("no legal moves"));
            let problem = || format!("no hint: {}", answer.join(" / "));
            return none.then_some(0).ok_or_else(problem);
        };
        let target = men
            .after(&turn)
            .ok_or_else(|| format!("{turn} is not understood"))?;
        let mut seen = BTreeSet::new();
        let mut line = Vec::new();
        if !self.leads(game, state, state.mover(), &target, &mut seen, &mut line) {
            let place = format!("{} with {first} and {second}", men.id());
            return Err(format!("{turn} is no turn at {place}"));
        }
        self.turn = line.into();
        let first = self.turn.pop_front();
        let index = legal.iter().position(|mv| Some(*mv) == first);
        index.ok_or_else(|| format!("{turn} is no move here"))
    }

    /// Looks for moves by which a player's turn ends with all men where they should be.
    fn leads(
        &self,
        game: &Game,
        state: &State,
        mover: usize,
        target: &Men,
        seen: &mut BTreeSet<u64>,
        line: &mut Vec<Move>,
    ) -> bool {
        if state.over() || state.mover() != mover {
            return self.ways.men(game, state, mover) == *target;
        }
        if !seen.insert(state.hash()) {
            return false;
        }
        let mut legal = Vec::new();
        game.legal(&mut state.clone(), &mut legal);
        for mv in legal {
            let mut next = state.clone();
            // The throw of whoever moves next is not looked at.
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

    /// Men on their points, both players' alike.
    fn array(points: &[(usize, u32)]) -> [u32; PLACES] {
        let mut array = [0; PLACES];
        points
            .iter()
            .for_each(|&(point, men)| array[point - 1] = men);
        array
    }

    fn beginning() -> Men {
        let array = array(&[(6, 5), (8, 3), (13, 5), (24, 2)]);
        Men {
            own: array,
            other: array,
        }
    }

    #[test]
    fn the_position_id_of_the_beginning_is_that_of_the_manual() {
        assert_eq!(beginning().id(), "4HPwATDgc/ABMA");
    }

    #[test]
    fn a_turn_moves_men_and_sends_whom_it_hits_to_the_bar() {
        let made = beginning().after("8/5 6/5").expect("a turn");
        assert_eq!(made.own, array(&[(5, 2), (6, 4), (8, 2), (13, 5), (24, 2)]));
        // The other's man on his 24 point stands on our 1 point.
        let hit = beginning().after("6/1*(2)").expect("a turn");
        assert_eq!((hit.other[23], hit.other[24]), (1, 1));
        let entered = Men {
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
        assert!(Ways::of(&game("falkener-backgammon")).is_some());
        assert!(Ways::of(&game("falkener-german-backgammon")).is_none());
    }
}
