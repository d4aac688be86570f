//! Solves positions of two-player games by retrograde analysis or proof-number search.

use std::time::{Duration, Instant};

use clap::ValueEnum;
use ludarium_agents::decide::{decide, Decided, GameValue, Undecided};
use ludarium_agents::prove::{prove, Finding, ProofLimits, Proved};
use ludarium_engine::{Game, Move, Outcome, SplitMix64, State};
use ludarium_notation::number_words::counted;
use ludarium_notation::text_board::Style;
use ludarium_notation::{SiteAndPieceNames, Wording};
use serde_json::{json, Value};

use crate::error::Error;
use crate::game_args::Chosen;
use crate::interrupt;
use crate::outcome::over_in_words;
use crate::progress;

/// Solution method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// Retrograde analysis of small games, else a proof-number search, with a larger retrograde
    /// analysis if no proof is found quickly
    Auto,
    /// Proof-number search for a forced win of either player; solves endgames by retrograde
    /// analysis if play can repeat positions
    Pn,
    /// Retrograde analysis of all reachable positions, at most six million
    Retro,
}

/// Maximum number of positions in retrograde analysis, limited by the memory of an ordinary
/// computer.
const MOST: usize = 6_000_000;

/// Limit of retrograde analysis before any proof-number search, and node limit of a quick
/// proof-number search.
const FEW: usize = 20_000;
const QUICK: u64 = 200_000;

/// Limit of retrograde analysis before a long proof-number search.
const MANY: usize = 500_000;

/// Maximum number of table entries of a proof-number search (400 MB).
const REMEMBERED: usize = 1 << 24;

/// A two-player game and the question about it.
pub struct Contest<'a> {
    pub chosen: &'a Chosen,
    pub position: Option<&'a str>,
    pub method: Method,
    /// Node limit.
    pub nodes: u64,
    /// Time limit in seconds.
    pub time: Option<f64>,
    /// The player whose win is to be proved; `None` for both players.
    pub player: Option<usize>,
    pub threads: usize,
    pub ascii: bool,
    pub json: bool,
}

/// A solution step with its limit in positions.
#[derive(Clone, Copy, Debug)]
enum Step {
    All(usize),
    Proof(u64),
}

/// The result, in words and as JSON.
struct Said {
    decided: bool,
    line: Vec<Move>,
    words: Vec<String>,
    json: Value,
}

impl Contest<'_> {
    /// Solves the position and prints the result. Returns whether it is decided.
    pub fn decide(&self) -> Result<bool, Error> {
        let game = &self.chosen.loaded.game;
        let mut chance = SplitMix64::new(0);
        let state = match self.position {
            Some(text) => self.chosen.read_position(text, &mut chance)?,
            None => game.start(&mut chance),
        };
        let time = match self.time.map(Duration::try_from_secs_f64) {
            Some(time) => Some(time.map_err(|error| format!("--time: {error}"))?),
            None => None,
        };
        interrupt::listen();
        let begun = Instant::now();
        let bar = progress::spinner();
        // A search for wins of both players has half of the time for each.
        let mut go_on = |positions: u64, share: f64| {
            bar.set_message(counted(positions, "position"));
            let in_time = time.is_none_or(|time| begun.elapsed() < time.mul_f64(share));
            in_time && !interrupt::is_asked()
        };
        let said = self.found(game, &state, &mut go_on)?;
        bar.finish_and_clear();
        let seconds = begun.elapsed().as_secs_f64();
        let line = self.written(game, &state, &said.line);
        if self.json {
            let mut json = said.json;
            json["game"] = json!(game.name());
            json["line"] = json!(line);
            json["seconds"] = json!(seconds);
            println!("{json}");
            return Ok(said.decided);
        }
        let mut words = said.words.iter();
        if let Some(first) = words.next() {
            println!("{first}");
        }
        if !line.is_empty() {
            println!("{}", line.join(" "));
        }
        words.for_each(|words| println!("{words}"));
        if game.features().repetition {
            println!("(rules about repeated positions are ignored: endless play is not a win)");
        }
        println!("({seconds:.1} s)");
        Ok(said.decided)
    }

    fn found(
        &self,
        game: &Game,
        state: &State,
        go_on: &mut dyn FnMut(u64, f64) -> bool,
    ) -> Result<Said, Error> {
        let wording = Wording::new(&self.chosen.loaded, self.chosen.about());
        if let Some(outcome) = game.outcome(state) {
            return Ok(over(&outcome, &wording));
        }
        let (all, quick) = (
            usize::try_from(self.nodes).unwrap_or(usize::MAX),
            QUICK.min(self.nodes),
        );
        let steps: &[Step] = match self.method {
            Method::Retro => &[Step::All(all.min(MOST))],
            Method::Pn => &[Step::Proof(self.nodes)],
            Method::Auto => &[
                Step::All(all.min(FEW)),
                Step::Proof(quick),
                Step::All(all.min(MANY)),
                Step::Proof(self.nodes),
            ],
        };
        let mut last = undecided("not decided");
        for step in steps {
            let said = match *step {
                Step::All(limit) => {
                    let mut told = |positions: usize| go_on(positions as u64, 1.0);
                    match decide(game, state, limit, self.threads, &mut told) {
                        Ok(decided) => all_positions(&decided, &wording),
                        Err(Undecided::Limit) => undecided(&format!(
                            "not decided within the limit ({})",
                            counted(limit, "position")
                        )),
                        Err(why) => return self.refused(game, why),
                    }
                }
                Step::Proof(nodes) => {
                    let limits = ProofLimits {
                        nodes,
                        table_entries: usize::try_from(nodes)
                            .map_or(REMEMBERED, |n| n.min(REMEMBERED)),
                        only: self.player,
                    };
                    let first = state.mover();
                    let mut told = |player: usize, positions: u64| {
                        let both = self.player.is_none() && player == first;
                        go_on(positions, if both { 0.5 } else { 1.0 })
                    };
                    match prove(game, state, limits, &mut told) {
                        Ok(proved) => proof(&proved, &wording),
                        Err(why) => return self.refused(game, why),
                    }
                }
            };
            if said.decided {
                return Ok(said);
            }
            last = said;
        }
        Ok(last)
    }

    fn refused(&self, game: &Game, why: Undecided) -> Result<Said, Error> {
        match why {
            Undecided::Unsupported => {
                Err(format!("{} is no deduction puzzle, and {why}", game.name()).into())
            }
            Undecided::Fault => Ok(undecided(&format!("not decided: {why}"))),
            Undecided::Limit | Undecided::OtherMaterial | Undecided::Stopped => {
                Ok(undecided("not decided within the time allowed"))
            }
        }
    }

    /// The notation of a line of moves.
    fn written(&self, game: &Game, state: &State, line: &[Move]) -> Vec<String> {
        let style = match self.ascii {
            true => Style::Ascii,
            false => Style::Unicode,
        };
        let signs = SiteAndPieceNames::new(game, style, &self.chosen.names());
        let notation = signs.notation(game);
        notation.line(state, &SplitMix64::new(0), line)
    }
}

fn undecided(why: &str) -> Said {
    Said {
        decided: false,
        line: Vec::new(),
        words: vec![why.to_owned()],
        json: json!({ "decided": false, "why": why }),
    }
}

/// The result of a position in which the game is over.
fn over(outcome: &Outcome, wording: &Wording) -> Said {
    Said {
        decided: true,
        line: Vec::new(),
        words: vec![over_in_words(outcome, wording)],
        json: json!({ "decided": true, "method": "rules", "winner": outcome.winner, "plies": 0 }),
    }
}

/// The result of retrograde analysis.
fn all_positions(decided: &Decided, wording: &Wording) -> Said {
    let (winner, plies) = match decided.value {
        GameValue::Draw => (0, 0),
        GameValue::Win { player, plies } => (player, plies),
    };
    let mut words = vec![match winner {
        0 => "a draw with best play".to_owned(),
        _ => format!(
            "{} {} in {}",
            wording.player(winner),
            wording.wins(winner),
            counted(plies, "ply")
        ),
    }];
    for player in 1..=2 {
        let longest = decided.longest[player];
        if longest > 0 {
            words.push(format!(
                "{} to move: the longest win takes {}",
                wording.player(player),
                counted(longest, "ply")
            ));
        }
    }
    words.push(counted(decided.positions, "reachable position"));
    Said {
        decided: true,
        line: decided.line.clone(),
        words,
        json: json!({
            "decided": true, "method": "retro", "winner": winner, "plies": plies,
            "longest": &decided.longest[1..], "positions": decided.positions,
        }),
    }
}

/// The result of proof-number search.
fn proof(proved: &Proved, wording: &Wording) -> Said {
    let (decided, winner, first) = match proved.finding {
        Finding::Win(player) => {
            let words = format!(
                "{} {}; a line of {}:",
                wording.player(player),
                wording.wins(player),
                counted(proved.line.len(), "ply")
            );
            (true, Some(player), words)
        }
        Finding::Draw => (
            true,
            Some(0),
            "a draw: neither player can force a win".to_owned(),
        ),
        Finding::NotDecided { without: 0 } => {
            (false, None, "not decided within the limit".to_owned())
        }
        Finding::NotDecided { without } => (
            false,
            None,
            format!(
                "not decided within the limit; {} cannot force a win",
                wording.player(without)
            ),
        ),
    };
    let without = match proved.finding {
        Finding::NotDecided { without } => without,
        _ => 0,
    };
    let mut words = vec![
        first,
        format!("{} searched", counted(proved.nodes, "position")),
    ];
    if proved.endgames > 0 {
        words.push(format!(
            "{} solved by retrograde analysis",
            counted(proved.endgames, "endgame")
        ));
    }
    if proved.defence > 0 {
        words.push(format!(
            "{} in the defence of the player that cannot lose",
            counted(proved.defence, "position")
        ));
    }
    Said {
        decided,
        line: proved.line.clone(),
        words,
        json: json!({
            "decided": decided, "method": "pn", "winner": winner, "cannot_win": without,
            "nodes": proved.nodes, "endings": proved.endgames, "defence": proved.defence,
        }),
    }
}
