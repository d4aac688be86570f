//! Reports the results of a replay as text and as JSON.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::finding::Kind;
use super::run::GameResult;
use crate::error::{Error, Exit};
use ludarium_notation::number_words::counted;

/// The results of one corpus.
pub struct CorpusResults {
    /// The name of its folder.
    pub name: String,
    /// Its games, sorted by path.
    pub games: Vec<GameResult>,
}

#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    total: Tally,
    corpora: Vec<CorpusTally<'a>>,
    failures: Vec<Failure<'a>>,
}

#[derive(Serialize)]
struct CorpusTally<'a> {
    corpus: &'a str,
    #[serde(flatten)]
    tally: Tally,
}

#[derive(Serialize)]
struct Failure<'a> {
    corpus: &'a str,
    game: &'a str,
    trial: Option<&'a str>,
    ply: Option<usize>,
    kind: Kind,
    expected: &'a str,
    found: &'a str,
    ludemes: &'a [String],
}

fn is_unsupported(result: &GameResult) -> bool {
    result
        .failure
        .as_ref()
        .is_some_and(|finding| finding.kind == Kind::Unsupported)
}

/// The JSON report.
pub fn json(corpora: &[CorpusResults]) -> String {
    let mut report = Report {
        total: Tally::default(),
        corpora: Vec::new(),
        failures: Vec::new(),
    };
    for corpus in corpora {
        let mut tally = Tally::default();
        for result in &corpus.games {
            tally.add(result);
            report.total.add(result);
            let failures = result.failures().map(|(trial, finding)| Failure {
                corpus: &corpus.name,
                game: &result.path,
                trial,
                ply: finding.ply,
                kind: finding.kind,
                expected: &finding.expected,
                found: &finding.found,
                ludemes: &finding.ludemes,
            });
            report.failures.extend(failures);
        }
        report.corpora.push(CorpusTally {
            corpus: &corpus.name,
            tally,
        });
    }
    // The report holds only strings, numbers and lists: this cannot fail.
    serde_json::to_string(&report).unwrap_or_default()
}

#[derive(Default, Serialize)]
struct Tally {
    games: usize,
    exact: usize,
    trials: usize,
    trials_exact: usize,
    unsupported: usize,
}

impl Tally {
    fn add(&mut self, result: &GameResult) {
        self.games += 1;
        self.exact += usize::from(result.is_exact());
        self.trials += result.trials.len();
        self.trials_exact += result.exact_trials();
        self.unsupported += usize::from(is_unsupported(result));
    }

    fn print(&self, name: &str) {
        let share = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
        println!(
            "{name:<26}{:>7}{:>7} {:>5.1} %{:>9}{:>7} {:>5.1} %{:>13}",
            self.games,
            self.exact,
            share(self.exact, self.games),
            self.trials,
            self.trials_exact,
            share(self.trials_exact, self.trials),
            self.unsupported
        );
    }
}

/// Prints a line for each family, and the total.
pub fn print_families(results: &[GameResult]) {
    let mut families: BTreeMap<&str, Tally> = BTreeMap::new();
    let mut total = Tally::default();
    for result in results {
        families.entry(&result.family).or_default().add(result);
        total.add(result);
    }
    print_head("family");
    for (name, tally) in &families {
        tally.print(name);
    }
    total.print("total");
}

/// Prints a line for each corpus, and the total.
pub fn print_corpora(corpora: &[CorpusResults]) {
    let mut total = Tally::default();
    print_head("corpus");
    for corpus in corpora {
        let mut tally = Tally::default();
        for result in &corpus.games {
            tally.add(result);
            total.add(result);
        }
        tally.print(&corpus.name);
    }
    total.print("total");
}

fn print_head(first: &str) {
    println!(
        "{first:<26}{:>7}{:>15}{:>9}{:>15}{:>13}",
        "games", "exact", "trials", "exact", "unsupported"
    );
}

/// Prints a line for each failing game: its first failure.
pub fn print_failures(results: &[GameResult]) {
    for result in results {
        if let Some((trial, finding)) = result.failures().next() {
            let ply = finding
                .ply
                .map(|ply| format!(" ply {ply}"))
                .unwrap_or_default();
            let trial = trial.map(|name| format!(" {name}")).unwrap_or_default();
            println!("{}:{trial}{ply}: {}", result.path, finding.kind);
            println!("    expected {}", shortened(&finding.expected));
            println!("    found    {}", shortened(&finding.found));
        } else if result.is_exact() {
            println!(
                "{}: exact ({}, {:.2?})",
                result.path,
                counted(result.trials.len(), "trial"),
                result.elapsed
            );
        }
    }
}

/// Cuts long lists of actions for the overview; `--explain` shows them whole.
fn shortened(text: &str) -> String {
    const WIDTH: usize = 180;
    match text.char_indices().nth(WIDTH) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// Prints the failures in groups, the largest first.
pub fn print_summary(results: &[GameResult]) {
    let mut kinds: BTreeMap<Kind, Vec<&GameResult>> = BTreeMap::new();
    for result in results {
        if let Some((_, finding)) = result.failures().next() {
            kinds.entry(finding.kind).or_default().push(result);
        }
    }
    println!("\nfailing games by the kind of their first failure");
    for (kind, games) in by_size(kinds) {
        println!("{:>6}  {kind:<12} {}", games.len(), examples(&games));
    }
    print_messages(results);
    print_waiting(results);
    print_suspects(results);
    let slowest = |time: fn(&GameResult) -> std::time::Duration| {
        let mut order: Vec<&GameResult> = results.iter().collect();
        order.sort_by_key(|result| std::cmp::Reverse(time(result)));
        let shown = order
            .iter()
            .take(5)
            .map(|r| format!("{} {:.2?}", name(r), time(r)));
        shown.collect::<Vec<_>>().join(", ")
    };
    let loading: std::time::Duration = results.iter().map(|result| result.loading).sum();
    println!("\nloading together   {loading:.2?}");
    println!("slowest to load    {}", slowest(|result| result.loading));
    println!("slowest to replay  {}", slowest(|result| result.elapsed));
}

/// Prints failures that carry a message of the language or the engine, or that say how a move
/// differs.
fn print_messages(results: &[GameResult]) {
    let mut messages: BTreeMap<(Kind, String), Vec<&GameResult>> = BTreeMap::new();
    for result in results {
        if let Some((_, finding)) = result.failures().next() {
            let message = match finding.kind {
                Kind::Language | Kind::Compile | Kind::Panic | Kind::Trial => {
                    without_place(&finding.found)
                }
                _ => finding.difference.clone(),
            };
            if !message.is_empty() {
                messages
                    .entry((finding.kind, message))
                    .or_default()
                    .push(result);
            }
        }
    }
    if messages.is_empty() {
        return;
    }
    println!("\nmessages");
    for ((kind, message), games) in by_size(messages) {
        println!(
            "{:>6}  {kind}: {}\n{:>8}{}",
            games.len(),
            shortened(&message),
            "",
            examples(&games)
        );
    }
}

/// Removes the leading `file:line:column: ` of a message, so that equal messages are grouped.
fn without_place(message: &str) -> String {
    match message
        .split_once(".lud:")
        .or_else(|| message.split_once(".def:"))
    {
        Some((_, rest)) => without_names(rest.splitn(3, ':').nth(2).unwrap_or(rest).trim()),
        None => without_names(message),
    }
}

/// Replaces each quoted part of a message by `…`.
fn without_names(message: &str) -> String {
    let parts = message.split(['`', '"']).enumerate();
    parts
        .map(|(index, part)| if index % 2 == 0 { part } else { "`…`" })
        .collect()
}

/// Prints the unsupported ludemes: how many games use each, and how many lack only this one.
fn print_waiting(results: &[GameResult]) {
    let mut waiting: BTreeMap<&str, Vec<&GameResult>> = BTreeMap::new();
    for result in results {
        for ludeme in &result.waits_for {
            waiting.entry(ludeme).or_default().push(result);
        }
    }
    if waiting.is_empty() {
        return;
    }
    println!("\nrefused by the engine: games that wait for it (for it alone)");
    for (ludeme, games) in by_size(waiting) {
        let alone = games
            .iter()
            .filter(|game| game.waits_for.len() == 1)
            .count();
        println!(
            "{:>6} ({alone:>3})  {ludeme:<32} {}",
            games.len(),
            examples(&games)
        );
    }
}

/// Prints ludemes that occur in diverging games much more often than in exact ones.
///
/// The score is Ochiai's, from fault localisation: `failing with it / sqrt(failing * with it)`.
fn print_suspects(results: &[GameResult]) {
    let diverges = |result: &GameResult| result.failure.is_none() && !result.is_exact();
    let failing = results.iter().filter(|result| diverges(result)).count();
    if failing == 0 {
        return;
    }
    let mut uses: BTreeMap<&str, (Vec<&GameResult>, usize)> = BTreeMap::new();
    for result in results.iter().filter(|result| result.failure.is_none()) {
        for ludeme in &result.vocabulary {
            let entry = uses.entry(ludeme).or_default();
            if diverges(result) {
                entry.0.push(result);
            } else {
                entry.1 += 1;
            }
        }
    }
    let mut suspects: Vec<_> = uses
        .into_iter()
        .filter(|(_, (bad, good))| bad.len() >= 2 && bad.len() > *good)
        .map(|(ludeme, (bad, good))| {
            let with_it = (bad.len() + good) as f64;
            let score = bad.len() as f64 / (failing as f64 * with_it).sqrt();
            (score, ludeme, bad, good)
        })
        .collect();
    suspects.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!("\nsuspects: diverging games that use it (exact games that use it)");
    for (_, ludeme, bad, good) in suspects.into_iter().take(25) {
        println!(
            "{:>6} ({good:>3})  {ludeme:<32} {}",
            bad.len(),
            examples(&bad)
        );
    }
}

fn by_size<K: Ord, V>(groups: BTreeMap<K, Vec<V>>) -> Vec<(K, Vec<V>)> {
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, members)| std::cmp::Reverse(members.len()));
    groups
}

fn name(result: &GameResult) -> &str {
    result.path.rsplit('/').next().unwrap_or(&result.path)
}

fn examples(games: &[&GameResult]) -> String {
    const SHOWN: usize = 4;
    let mut text = games
        .iter()
        .take(SHOWN)
        .map(|game| name(game))
        .collect::<Vec<_>>()
        .join(", ");
    if games.len() > SHOWN {
        text.push_str(", …");
    }
    text
}

/// The numbers of one corpus that must not fall.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Floor {
    games: usize,
    trials: usize,
}

/// Reads a ratchet file: for each corpus, by the name of its folder, its exact games and trials.
pub fn read_ratchet(path: &Path) -> Result<BTreeMap<String, Floor>, Error> {
    let text = std::fs::read_to_string(path).map_err(Error::at(&path))?;
    toml::from_str(&text).map_err(Error::at(&path))
}

/// Compares the exact games and trials of each corpus with the required numbers.
pub fn check_ratchet(corpora: &[CorpusResults], floors: &BTreeMap<String, Floor>) -> Exit {
    let mut worst = Exit::Success;
    for corpus in corpora {
        let Some(floor) = floors.get(&corpus.name) else {
            continue;
        };
        let mut tally = Tally::default();
        for result in &corpus.games {
            tally.add(result);
        }
        let counts = [
            ("games", tally.exact, floor.games),
            ("trials", tally.trials_exact, floor.trials),
        ];
        for (what, exact, floor) in counts {
            let name = &corpus.name;
            match exact.cmp(&floor) {
                std::cmp::Ordering::Less => {
                    worst = worst.max(Exit::Negative);
                    eprintln!(
                        "ratchet: {name}: {exact} exact {what}, and {floor} were reached before"
                    );
                }
                std::cmp::Ordering::Equal => {}
                std::cmp::Ordering::Greater => {
                    eprintln!(
                        "ratchet: {name}: {exact} exact {what}; raise the floor from {floor}"
                    );
                }
            }
        }
    }
    worst
}
