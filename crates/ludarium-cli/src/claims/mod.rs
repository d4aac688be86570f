//! `ludarium claims`: tests the claims of the sources.

mod figure;
mod force;
mod many;
mod position;

use std::time::{Duration, Instant};

use clap::Args;
use ludarium_games::about::{Claim, Verdict};
use ludarium_games::check::{Check, FORMS};
use ludarium_games::Entry;
use ludarium_notation::number_words::counted;
use ludarium_notation::records::Verdict as Replayed;
use ludarium_notation::Wording;
use serde_json::json;

use crate::error::{Error, Exit};
use crate::folders;
use crate::game_args::{Chosen, GameArgs};
use crate::interrupt;
use crate::replay::replay_of;
use crate::show::prose::{fill, width};

/// Arguments of `ludarium claims`.
#[derive(Args, Debug)]
pub struct Claims {
    /// Games, by family, slug or name; `*` matches anything [default: all]
    #[arg(value_name = "GAME")]
    folders: Vec<String>,
    /// Time limit per claim, in seconds
    #[arg(
        long,
        alias = "seconds",
        value_name = "SECONDS",
        default_value_t = 10.0
    )]
    time: f64,
    /// Print one JSON object per claim, for programs
    #[arg(long)]
    json: bool,
    /// List the available kinds of checks
    #[arg(long)]
    forms: bool,
}

/// The verdict of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// The claim holds.
    Holds,
    /// The claim does not hold.
    Fails,
    /// Not decided in time, or the test cannot be carried out.
    Undecided,
    /// The program cannot test the claim.
    ByHand,
}

impl Found {
    /// The verdict in words.
    pub fn name(self) -> &'static str {
        match self {
            Found::Holds => "holds",
            Found::Fails => "fails",
            Found::Undecided => "undecided",
            Found::ByHand => "by hand",
        }
    }

    fn of(is_so: bool) -> Found {
        if is_so {
            Found::Holds
        } else {
            Found::Fails
        }
    }
}

/// The result of a test.
#[derive(Clone, Debug)]
pub struct Tested {
    /// The verdict.
    pub found: Found,
    /// The computed facts behind the verdict.
    pub said: String,
}

impl Tested {
    fn new(found: Found, said: impl Into<String>) -> Tested {
        let said = said.into();
        Tested { found, said }
    }

    fn is(is_so: bool, said: impl Into<String>) -> Tested {
        Tested::new(Found::of(is_so), said)
    }

    fn undecided(said: impl Into<String>) -> Tested {
        Tested::new(Found::Undecided, said)
    }
}

/// The deadline of a test; Ctrl-C brings it forward.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(Instant);

impl Deadline {
    fn in_time(self) -> bool {
        Instant::now() < self.0 && !interrupt::is_asked()
    }
}

impl Claims {
    /// Runs the command. The exit code is 1 if a verdict differs from the one in `about.toml`, 2 if
    /// no game matches.
    pub fn run(self) -> Result<Exit, Error> {
        if self.forms {
            FORMS.iter().for_each(|form| println!("{form}"));
            return Ok(Exit::Success);
        }
        self.claims().map(Exit::success_if)
    }

    fn claims(&self) -> Result<bool, Error> {
        let budget = Duration::try_from_secs_f64(self.time);
        let budget = budget.map_err(|error| format!("--time: {error}"))?;
        let entries = folders::meant(&self.folders)?;
        let claims = entries.iter().flat_map(|entry| {
            let claims = entry.about.claims.iter();
            claims.map(move |claim| (*entry, claim))
        });
        let claims: Vec<(&'static Entry, &Claim)> = claims.collect();
        let name = |(entry, claim): &(&Entry, &Claim)| format!("{} {}", entry.slug, claim.id);
        let tested = folders::each(&claims, "claims", name, |(entry, claim)| {
            let tested = test(entry, claim, budget);
            let cut_off = tested.found == Found::Undecided && interrupt::is_asked();
            (!cut_off).then_some(tested)
        });
        let mut agreed = true;
        for ((entry, claim), tested) in &tested {
            let differs = differs(claim, tested);
            agreed &= !differs;
            match self.json {
                true => tell(entry, claim, tested, differs),
                false => show(entry, claim, tested, differs),
            }
        }
        if !self.json {
            summary(&tested);
        }
        Ok(agreed)
    }
}

/// Whether the result of a test contradicts the verdict in `about.toml`.
pub fn differs(claim: &Claim, tested: &Tested) -> bool {
    matches!(
        (claim.verdict, tested.found),
        (Verdict::Holds, Found::Fails) | (Verdict::Fails, Found::Holds)
    )
}

/// A verdict of `about.toml` in words.
pub fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Untested => "untested",
        Verdict::Holds => "holds",
        Verdict::Fails => "fails",
        Verdict::Open => "open",
    }
}

fn show(entry: &Entry, claim: &Claim, tested: &Tested, differs: bool) {
    let source = claim
        .cited()
        .map_or_else(String::new, |cited| format!(" [{cited}]"));
    let text = format!("{} {}: {}{source}", entry.slug, claim.id, claim.statement);
    let first = format!("{:<10} ", tested.found.name());
    print!("{}", fill(&text, width(), &first, &" ".repeat(13)));
    let stored = match (tested.found, claim.verdict) {
        (Found::ByHand, stored) => {
            let result = claim.result.as_deref().unwrap_or("no result is recorded");
            format!("{}: {result}", verdict(stored))
        }
        (_, Verdict::Untested) => String::new(),
        (_, stored) if differs => format!("DIFFERS: about.toml says it {}", verdict(stored)),
        (Found::Undecided, stored) => format!("about.toml: {}", verdict(stored)),
        _ => claim.result.clone().unwrap_or_default(),
    };
    let indent = " ".repeat(13);
    for line in [&tested.said, &stored] {
        if !line.is_empty() {
            print!("{}", fill(line, width(), &indent, &indent));
        }
    }
}

fn tell(entry: &Entry, claim: &Claim, tested: &Tested, differs: bool) {
    let told = json!({
        "game": entry.slug,
        "claim": claim.id,
        "statement": claim.statement,
        "source": claim.source,
        "page": claim.page,
        "check": claim.check,
        "options": claim.options,
        "found": tested.found.name(),
        "computed": tested.said,
        "stored": verdict(claim.verdict),
        "result": claim.result,
        "differs": differs,
    });
    println!("{told}");
}

fn summary<T>(tested: &[(T, Tested)]) {
    let all = [Found::Holds, Found::Fails, Found::Undecided, Found::ByHand];
    let counts: Vec<String> = all
        .iter()
        .map(|found| {
            let count = tested.iter().filter(|(_, own)| own.found == *found).count();
            format!("{} {count}", found.name())
        })
        .collect();
    println!(
        "\n{}: {}",
        counted(tested.len(), "claim"),
        counts.join(", ")
    );
}

/// Tests one claim.
pub fn test(entry: &'static Entry, claim: &Claim, budget: Duration) -> Tested {
    let Some(text) = &claim.check else {
        return Tested::undecided("no check is given");
    };
    let check = match text.parse::<Check>() {
        Ok(check) => check,
        Err(error) => {
            return Tested::undecided(format!("the check cannot be read, {error}: {text}"))
        }
    };
    let deadline = Deadline(Instant::now() + budget);
    let done = match check {
        Check::Hand(words) => return Tested::new(Found::ByHand, words),
        Check::Replay(files) => return replays(entry, &files),
        Check::Figure {
            records,
            properties,
        } => figure::printed(entry, &records, &properties),
        Check::Square {
            method,
            orders,
            properties,
        } => figure::made(&method, &orders, &properties, deadline),
        Check::Alike { methods, orders } => figure::alike(&methods, &orders, deadline),
        Check::Tours {
            board,
            closed,
            relation,
            number,
        } => figure::tours(board, closed, relation, number),
        Check::Position(_)
        | Check::Reach(_)
        | Check::Forced { .. }
        | Check::Perft(_)
        | Check::Random { .. }
        | Check::Match { .. }
        | Check::Chance(_) => load(entry, claim).and_then(|chosen| {
            let test = Test {
                entry,
                chosen: &chosen,
                deadline,
            };
            test.run(&check)
        }),
    };
    done.unwrap_or_else(|error| Tested::undecided(error.to_string()))
}

fn load(entry: &Entry, claim: &Claim) -> Result<Chosen, Error> {
    let with = claim.options.iter().map(|option| {
        let parts = option
            .split_once('/')
            .ok_or_else(|| format!("a reading is written Heading/Item, and not {option:?}"))?;
        Ok((parts.0.trim().to_owned(), parts.1.trim().to_owned()))
    });
    GameArgs::new(entry.slug, &with.collect::<Result<Vec<_>, Error>>()?, None).load()
}

fn replays(entry: &'static Entry, files: &[String]) -> Tested {
    let mut said = Vec::new();
    for file in files {
        let name = file.trim_start_matches("records/");
        let Some((name, text)) = entry.records.iter().find(|(own, _)| *own == name) else {
            return Tested::undecided(format!("there is no {file}"));
        };
        match replay_of(entry, name, text) {
            Replayed::Replays(what) => said.push(what),
            Replayed::Fails(why) => return Tested::new(Found::Fails, format!("{file}: {why}")),
            Replayed::Skipped(why) => return Tested::undecided(format!("{file}: {why}")),
        }
    }
    Tested::new(Found::Holds, said.join("; "))
}

/// A game under test.
struct Test<'a> {
    entry: &'a Entry,
    chosen: &'a Chosen,
    deadline: Deadline,
}

impl Test<'_> {
    /// The names of the game's players.
    fn wording(&self) -> Wording {
        Wording::new(&self.chosen.loaded, Some(&self.entry.about))
    }

    fn run(&self, check: &Check) -> Result<Tested, Error> {
        match check {
            Check::Position(text) => position::starts_so(self, text),
            Check::Reach(all) => position::reach(self, all),
            Check::Forced {
                position,
                player,
                aim,
                plies,
            } => force::forced(self, position.as_deref(), *player, *aim, *plies),
            Check::Perft(counts) => Ok(position::perft(self, counts)),
            Check::Random { games, expected } => many::random(self, *games, expected),
            Check::Match {
                games,
                seconds,
                expected,
            } => many::thinking(self, *games, *seconds, expected),
            Check::Chance(chances) => many::chance(self, chances),
            _ => Err("this needs no game".into()),
        }
    }
}
