//! Examples of a game: positions and moves with what must hold there, as tests of its description.
//!
//! ```text
//! # The king may not step next to the other king.
//! example: kings keep apart
//! position: 4k3/8/4K3/8/8/8/8/8 w
//! legal: e6-d6 e6-f6
//! illegal: e6-e7
//! moves: e6-f6 e8-d8
//! mover: 1
//! result: goes on
//! ```
//!
//! Each line is a keyword, a colon and a value; `#` begins a comment line. An example begins with
//! `example:`. `with:` names a reading, `seed:` the seed of the dice, and `position:` where it
//! begins, if that is not the start of the game. The lines after these hold in their order:
//! `throw:` is what the dice show now, whatever they showed, `moves:` are played, `legal:` and
//! `illegal:` say what may be played now, `count:` is the number of legal moves, `mover:` the
//! number of the player to move, and `result:` is `goes on`, `draw`, `player N wins`, or
//! `players N and M win` for a team and others that win together.

use ludarium_engine::{Move, SplitMix64, State};
use ludarium_games::about::About;
use ludarium_games::Loaded;

use crate::moves::{find, MoveTextError};
use crate::records::{Replayer, Roll};
use crate::{read_position, Refused, SiteAndPieceNames, Wording};

/// An example of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// What it shows.
    pub title: String,
    /// The line of its title, from 1.
    pub line: usize,
    /// The readings it is played with, as (tag, choice).
    pub with: Vec<(String, String)>,
    /// The seed of its dice.
    pub seed: u64,
    /// The position it begins with, and its line; the start of the game if there is none.
    pub position: Option<(usize, String)>,
    /// What holds in it, or is played, in order; each with its line.
    pub steps: Vec<(usize, Step)>,
}

/// One line of an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The dice show this now: their numbers or their sum, or the name of the throw.
    Throw(String),
    /// These moves are played.
    Moves(Vec<String>),
    /// Each of these moves is legal.
    Legal(Vec<String>),
    /// None of these moves is legal.
    Illegal(Vec<String>),
    /// The number of legal moves.
    Count(usize),
    /// The player to move.
    Mover(usize),
    /// How the game stands.
    Result(Standing),
}

/// How a game stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It is not over.
    GoesOn,
    /// It is over, and nobody has won.
    Draw,
    /// It is over, and these players have won, ascending: one, or a team.
    Won(Vec<usize>),
}

/// Something wrong with an example, or with the game: the line, and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The line, from 1.
    pub line: usize,
    /// What does not hold.
    pub message: String,
}

const KEYWORDS: &str =
    "example, with, seed, position, throw, moves, legal, illegal, count, mover, result";

/// Reads examples.
///
/// ```
/// use ludarium_notation::examples::{parse, Step};
///
/// let text = "example: the corner is free\nlegal: a1\nmoves: a1\nillegal: a1\n";
/// let examples = parse(text).unwrap();
/// assert_eq!(examples[0].steps[0], (2, Step::Legal(vec!["a1".to_owned()])));
/// assert_eq!(parse("legal: a1").unwrap_err()[0].line, 1);
/// ```
///
/// # Errors
/// Every line that cannot be read.
pub fn parse(text: &str) -> Result<Vec<Example>, Vec<Failure>> {
    let mut examples: Vec<Example> = Vec::new();
    let mut failures = Vec::new();
    for (index, written) in text.lines().enumerate() {
        let line = index + 1;
        let written = written.trim();
        if written.is_empty() || written.starts_with('#') {
            continue;
        }
        if let Err(message) = read_line(line, written, &mut examples) {
            failures.push(Failure { line, message });
        }
    }
    // What an example is to show may be in a line that cannot be read.
    let all_read = failures.is_empty();
    for example in examples.iter().filter(|_| all_read) {
        let checks = |step: &(usize, Step)| !matches!(step.1, Step::Moves(_) | Step::Throw(_));
        if !example.steps.iter().any(checks) {
            failures.push(Failure {
                line: example.line,
                message: "this example says nothing that must hold; \
                          add legal, illegal, count, mover or result"
                    .to_owned(),
            });
        }
    }
    match failures.is_empty() {
        true => Ok(examples),
        false => Err(failures),
    }
}

fn read_line(line: usize, written: &str, examples: &mut Vec<Example>) -> Result<(), String> {
    let (keyword, value) = written
        .split_once(':')
        .ok_or_else(|| format!("a keyword and a colon are expected: {KEYWORDS}"))?;
    let (keyword, value) = (keyword.trim().to_lowercase(), value.trim());
    if value.is_empty() {
        return Err(format!("nothing follows `{keyword}:`"));
    }
    if keyword == "example" {
        examples.push(Example {
            title: value.to_owned(),
            line,
            with: Vec::new(),
            seed: 1,
            position: None,
            steps: Vec::new(),
        });
        return Ok(());
    }
    let Some(example) = examples.last_mut() else {
        return Err("an example begins with `example:` and what it shows".to_owned());
    };
    let number = || {
        let number = value.parse::<usize>();
        number.map_err(|_| format!("`{keyword}:` is followed by a number, not by {value:?}"))
    };
    let moves = || value.split_whitespace().map(str::to_owned).collect();
    let step = match keyword.as_str() {
        "with" | "seed" | "position" if !example.steps.is_empty() => {
            return Err(format!("`{keyword}:` comes before what is played"));
        }
        "with" => {
            let (tag, choice) = value
                .split_once('=')
                .ok_or("a reading is written as tag=choice")?;
            let reading = (tag.trim().to_owned(), choice.trim().to_owned());
            example.with.push(reading);
            return Ok(());
        }
        "seed" => {
            example.seed = number()? as u64;
            return Ok(());
        }
        "position" => {
            example.position = Some((line, value.to_owned()));
            return Ok(());
        }
        "throw" => Step::Throw(value.to_owned()),
        "moves" => Step::Moves(moves()),
        "legal" => Step::Legal(moves()),
        "illegal" => Step::Illegal(moves()),
        "count" => Step::Count(number()?),
        "mover" => Step::Mover(number()?),
        "result" => Step::Result(standing(value)?),
        _ => return Err(format!("`{keyword}:` is none of {KEYWORDS}")),
    };
    example.steps.push((line, step));
    Ok(())
}

fn standing(value: &str) -> Result<Standing, String> {
    let words: Vec<&str> = value.split_whitespace().collect();
    match words[..] {
        ["goes", "on"] => Ok(Standing::GoesOn),
        ["draw"] => Ok(Standing::Draw),
        ["player", number, "wins"] => Ok(Standing::Won(vec![player(number)?])),
        ["players", ref numbers @ .., "win"] => {
            let numbers = numbers.iter().filter(|word| **word != "and");
            let numbers = numbers.map(|word| player(word.trim_end_matches(',')));
            let mut players = numbers.collect::<Result<Vec<usize>, String>>()?;
            players.sort_unstable();
            players.dedup();
            Ok(Standing::Won(players))
        }
        _ => Err(format!(
            "a result is `goes on`, `draw`, `player N wins` or `players N and M win`, not {value:?}"
        )),
    }
}

/// Reads the number of a player.
fn player(number: &str) -> Result<usize, String> {
    let player = number.parse().ok().filter(|&player| player > 0);
    player.ok_or_else(|| format!("{number:?} is no player"))
}

/// Numbers or names in words: `1`, `1 and 3`, `1, 2 and 4`.
#[must_use]
pub fn list(all: &[impl std::fmt::Display]) -> String {
    let texts: Vec<String> = all.iter().map(|one| format!("{one}")).collect();
    match texts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => texts.concat(),
    }
}

/// Plays an example of a game that was loaded with its readings. `about` is what the library knows
/// about a built-in game. An example ends at the first move that cannot be played.
///
/// ```
/// use ludarium_notation::examples::{parse, run};
///
/// let loaded = ludarium_games::load(ludarium_games::find("tic-tac-toe")?, &[]).unwrap();
/// let text = "example: three in a row win\nmoves: a1 b1 a2 b2 a3\nresult: player 1 wins\n";
/// let example = &parse(text).unwrap()[0];
/// assert_eq!(run(example, &loaded, None), []);
/// # Ok::<(), ludarium_games::UnknownGame>(())
/// ```
#[must_use]
pub fn run(example: &Example, loaded: &Loaded, about: Option<&About>) -> Vec<Failure> {
    let before = SplitMix64::new(example.seed);
    let mut chance = before.clone();
    let state = match &example.position {
        None => loaded.game.start(&mut chance),
        Some((line, text)) => match read_position(&loaded.game, about, text, &mut chance) {
            Ok(state) => state,
            Err(error) => {
                return vec![Failure {
                    line: *line,
                    message: error.to_string(),
                }]
            }
        },
    };
    let position = example.position.as_ref().map(|(_, text)| text.as_str());
    let mut played = Played {
        loaded,
        about,
        names: SiteAndPieceNames::of(&loaded.game, about),
        wording: Wording::new(loaded, about),
        state,
        chance,
        thrown: Thrown::AtBeginning { before, position },
        failures: Vec::new(),
    };
    for (line, step) in &example.steps {
        if !played.step(*line, step) {
            break;
        }
    }
    played.failures
}

/// What the dice of the position were thrown for, and the generator before they were.
enum Thrown<'a> {
    /// The start of the game, or the position that the example begins with.
    AtBeginning {
        before: SplitMix64,
        position: Option<&'a str>,
    },
    /// This move, which was made in this position.
    After(Box<(State, SplitMix64, Move)>),
}

/// An example that is being played.
struct Played<'a> {
    loaded: &'a Loaded,
    about: Option<&'a About>,
    names: SiteAndPieceNames,
    wording: Wording,
    state: State,
    chance: SplitMix64,
    thrown: Thrown<'a>,
    failures: Vec<Failure>,
}

/// The legal moves of a position, with their texts and other ways to write them.
struct Legal {
    moves: Vec<Move>,
    texts: Vec<String>,
    others: Vec<String>,
}

impl Played<'_> {
    fn legal(&self) -> Legal {
        let notation = self.names.notation(&self.loaded.game);
        let (mut state, mut all) = (self.state.clone(), Vec::new());
        if !self.state.over() {
            self.loaded.game.legal(&mut state, &mut all);
        }
        let moves = notation.distinct(&self.state, &self.chance, &all);
        let texts = notation.texts(&self.state, &self.chance, &moves);
        let others = notation.by_other_names(&moves, &texts);
        Legal {
            moves,
            texts,
            others,
        }
    }

    /// What the game calls a player; `player 3` if it has no such player.
    fn player(&self, player: usize) -> String {
        match player <= self.loaded.game.players() {
            true => self.wording.player(player),
            false => format!("player {player}"),
        }
    }

    fn in_words(&self, standing: &Standing) -> String {
        match standing {
            Standing::GoesOn => "the game goes on".to_owned(),
            Standing::Draw => "the game is drawn".to_owned(),
            Standing::Won(players) => {
                let names: Vec<String> = players.iter().map(|&one| self.player(one)).collect();
                let plural = names.len() > 1 || Wording::verb_of(&names.concat(), "wins") == "win";
                let verb = if plural { "have" } else { "has" };
                format!("{} {verb} won", list(&names))
            }
        }
    }

    fn fail(&mut self, line: usize, message: String) {
        self.failures.push(Failure { line, message });
    }

    /// Whether the example can go on.
    fn step(&mut self, line: usize, step: &Step) -> bool {
        match step {
            Step::Throw(throw) => return self.throw(line, throw),
            Step::Moves(moves) => return moves.iter().all(|text| self.play(line, text)),
            Step::Legal(moves) => {
                let legal = self.legal();
                for text in moves {
                    if find(text, &legal.texts, &legal.others).is_err() {
                        let message = self.refusal(&legal, text);
                        self.fail(line, message);
                    }
                }
            }
            Step::Illegal(moves) => self.none_legal(line, moves),
            Step::Count(count) => {
                let found = self.legal().moves.len();
                if found != *count {
                    let message = format!("there are {found} legal moves, not {count}");
                    self.fail(line, message);
                }
            }
            Step::Mover(player) => {
                let found = self.state.mover();
                if found != *player {
                    let (found, player) = (self.player(found), self.player(*player));
                    let message = format!("{found} is to move, not {player}");
                    self.fail(line, message);
                }
            }
            Step::Result(expected) => {
                let found = self.standing();
                if found != *expected {
                    let (found, expected) = (self.in_words(&found), self.in_words(expected));
                    self.fail(line, format!("{found}; expected: {expected}"));
                }
            }
        }
        true
    }

    /// Throws the dice of this position again, until they show what is written.
    fn throw(&mut self, line: usize, written: &str) -> bool {
        let game = &self.loaded.game;
        let rolls = Roll::parse_all(written);
        let replayer = Replayer::new(game, self.about);
        let (state, chance) = match &self.thrown {
            Thrown::AtBeginning { before, position } => {
                replayer.with_throw(before, &rolls, |chance| match position {
                    None => game.start(chance),
                    // It was read before, so that it can be read again.
                    Some(text) => read_position(game, self.about, text, chance)
                        .unwrap_or_else(|_| self.state.clone()),
                })
            }
            Thrown::After(made) => {
                let (state, before, mv) = &**made;
                replayer.with_throw(before, &rolls, |chance| {
                    let mut after = state.clone();
                    game.apply(&mut after, *mv, chance);
                    after
                })
            }
        };
        let known = rolls.iter().all(|roll| replayer.knows(roll));
        if !known || state.dice().is_empty() || !replayer.shows(&state, &rolls) {
            let shown = self.wording.throw(game, &self.state);
            let shown = shown.map_or_else(String::new, |shown| format!("; they show {shown}"));
            self.fail(line, format!("no throw here shows {written}{shown}"));
            return false;
        }
        (self.state, self.chance) = (state, chance);
        true
    }

    fn play(&mut self, line: usize, text: &str) -> bool {
        let legal = self.legal();
        match find(text, &legal.texts, &legal.others) {
            Ok(index) => {
                let mv = legal.moves[index];
                let made = (self.state.clone(), self.chance.clone(), mv);
                self.thrown = Thrown::After(Box::new(made));
                self.loaded
                    .game
                    .apply(&mut self.state, mv, &mut self.chance);
                true
            }
            Err(_) => {
                let message = self.refusal(&legal, text);
                self.fail(line, message);
                false
            }
        }
    }

    fn none_legal(&mut self, line: usize, moves: &[String]) {
        let legal = self.legal();
        for text in moves {
            let is_legal = matches!(
                find(text, &legal.texts, &legal.others),
                Ok(_) | Err(MoveTextError::Ambiguous { .. })
            );
            let is_word = text.chars().all(char::is_alphabetic);
            if is_legal {
                self.fail(line, format!("{text} is legal"));
            } else if !is_word && !self.refused(&legal).names_sites(text) {
                let message = format!(
                    "{text} names no sites of this board, so that it shows nothing about the rules"
                );
                self.fail(line, message);
            }
        }
    }

    fn refused<'t>(&'t self, legal: &'t Legal) -> Refused<'t, SplitMix64> {
        let texts = legal.texts.iter().map(String::as_str);
        Refused {
            game: &self.loaded.game,
            names: &self.names,
            wording: &self.wording,
            state: &self.state,
            chance: &self.chance,
            moves: legal.moves.iter().copied().zip(texts).collect(),
        }
    }

    /// Why a move is not legal, as far as that can be said.
    fn refusal(&self, legal: &Legal, text: &str) -> String {
        if self.state.over() {
            return format!("{text} is not legal: {}", self.in_words(&self.standing()));
        }
        let why = self.refused(legal).why(text);
        let why = why.or_else(|| {
            let error = find(text, &legal.texts, &legal.others).err()?;
            Some(error.to_string())
        });
        match why {
            Some(why) => format!("{text} is not legal: {why}"),
            None => format!("{text} is not legal"),
        }
    }

    fn standing(&self) -> Standing {
        match self.loaded.game.outcome(&self.state) {
            None => Standing::GoesOn,
            Some(outcome) => match outcome.winners() {
                winners if winners.is_empty() => Standing::Draw,
                winners => Standing::Won(winners),
            },
        }
    }
}
