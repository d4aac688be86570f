//! `ludarium audit`: checks the folders of the library.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use ludarium::stored::{stored_evaluation, stored_match};
use ludarium_games::about::RecordKind;
use ludarium_games::audit::{self, Finding, Place, SourceTexts};
use ludarium_games::Entry;
use ludarium_notation::number_words::counted;
use ludarium_notation::records::Verdict;
use serde::Serialize;

use crate::claims::{self, Found};
use crate::error::{Error, Exit};
use crate::folders;
use crate::interrupt;
use crate::replay::replay_of;

/// Arguments of `ludarium audit`.
#[derive(Args, Debug)]
pub struct Audit {
    /// Games, by family, slug or name; `*` matches anything [default: all folders]
    #[arg(value_name = "GAME")]
    folders: Vec<String>,
    /// Random games played under each reading
    #[arg(long, value_name = "N", default_value_t = 3)]
    games: usize,
    /// Random seed; the same seed gives the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Also test the claims of the sources, as `ludarium claims` does, each for at most this long
    #[arg(long, value_name = "SECONDS")]
    claims: Option<f64>,
    /// Look up quotations, and words that are not ours, in the .txt files of this folder [default:
    /// the folder in LUDARIUM_SOURCES]
    #[arg(long, value_name = "DIR")]
    sources: Option<PathBuf>,
    /// Also report missing citations that the list of exceptions excuses
    #[arg(long)]
    strict: bool,
    /// Print one JSON object per finding, for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row<'a> {
    folder: &'a str,
    file: &'a str,
    entry: Option<&'a str>,
    finding: &'a str,
}

/// Counts of what was checked.
#[derive(Clone, Copy, Debug, Default)]
struct Looked {
    folders: usize,
    variants: usize,
    games: usize,
    plies: usize,
    records: usize,
    /// Claims that were tested, and those of them that were not decided in time.
    claims: usize,
    undecided: usize,
    /// Claims that no program can test.
    by_hand: usize,
    /// Claims that were not tested.
    untested: usize,
    /// Missing citations that the list of exceptions excuses.
    excused: usize,
}

/// The environment variable that names a folder with the texts of the sources.
const SOURCES: &str = "LUDARIUM_SOURCES";

impl Looked {
    fn add(&mut self, other: Looked) {
        self.folders += other.folders;
        self.variants += other.variants;
        self.games += other.games;
        self.plies += other.plies;
        self.records += other.records;
        self.claims += other.claims;
        self.undecided += other.undecided;
        self.by_hand += other.by_hand;
        self.untested += other.untested;
        self.excused += other.excused;
    }

    /// What was checked, with the number of problems; then what was not.
    fn in_words(self, problems: usize) -> String {
        let mut parts = vec![
            counted(self.folders, "folder"),
            format!("{} of readings", counted(self.variants, "choice")),
            format!(
                "{} of {}",
                counted(self.games, "random game"),
                counted(self.plies, "move")
            ),
            counted(self.records, "record"),
        ];
        if self.claims > 0 {
            parts.push(counted(self.claims, "claim"));
        }
        let found = match problems {
            0 => "no problems".to_owned(),
            some => counted(some, "problem"),
        };
        let mut text = format!("{}: {found}\n", parts.join(", "));
        if self.undecided > 0 {
            let undecided = counted(self.undecided, "claim");
            text.push_str(&format!(
                "{undecided} not decided; a longer --claims may decide more\n"
            ));
        }
        if self.by_hand > 0 {
            let by_hand = counted(self.by_hand, "claim");
            text.push_str(&format!("{by_hand} to be tested by hand\n"));
        }
        if self.untested > 0 {
            let untested = counted(self.untested, "claim");
            text.push_str(&format!(
                "{untested} of the sources not tested: `ludarium claims` and --claims SECONDS do that\n"
            ));
        }
        if self.excused > 0 {
            let excused = counted(self.excused, "missing citation");
            text.push_str(&format!(
                "{excused} listed as exceptions; --strict shows them\n"
            ));
        }
        text
    }
}

impl Audit {
    /// Runs the command. The exit code is 1 if there are findings, 2 if no folder matches.
    pub fn run(self) -> Result<Exit, Error> {
        let entries = folders::meant(&self.folders)?;
        let texts = self.source_texts()?;
        let per_claim = self.time_per_claim()?;
        let all = folders::each(
            &entries,
            "folders",
            |entry| entry.slug.to_owned(),
            |entry| self.folder(entry, texts.as_ref(), per_claim),
        );
        let mut all: Vec<(Looked, Vec<Finding>)> = all.into_iter().map(|(_, own)| own).collect();
        let mut sum = Looked::default();
        let mut wrong = 0;
        if self.folders.is_empty() && !interrupt::is_asked() {
            all.push((Looked::default(), audit::shared_definitions()));
        }
        for (looked, findings) in &all {
            wrong += findings.len();
            findings.iter().for_each(|finding| self.show(finding));
            sum.add(*looked);
        }
        if !self.json {
            print!("{}", sum.in_words(wrong));
        }
        Ok(Exit::success_if(wrong == 0))
    }

    fn time_per_claim(&self) -> Result<Option<Duration>, Error> {
        let seconds = self.claims.map(Duration::try_from_secs_f64).transpose();
        Ok(seconds.map_err(|error| format!("--claims: {error}"))?)
    }

    /// The texts of the sources, if somebody has them at hand.
    fn source_texts(&self) -> Result<Option<SourceTexts>, Error> {
        let named = std::env::var_os(SOURCES).map(PathBuf::from);
        let Some(folder) = self.sources.clone().or(named) else {
            return Ok(None);
        };
        let texts = SourceTexts::read(&folder)
            .map_err(|error| format!("cannot read the sources in {}: {error}", folder.display()))?;
        Ok(Some(texts))
    }

    /// Checks a folder; `None` if Ctrl-C ended that.
    fn folder(
        &self,
        entry: &'static Entry,
        texts: Option<&SourceTexts>,
        per_claim: Option<Duration>,
    ) -> Option<(Looked, Vec<Finding>)> {
        let mut looked = Looked {
            folders: 1,
            ..Looked::default()
        };
        let mut findings = audit::folder(entry);
        findings.extend(texts.into_iter().flat_map(|texts| texts.check(entry)));
        let missing = audit::all_citations(entry);
        let cited = match self.strict {
            true => missing.into_iter().map(|(_, finding)| finding).collect(),
            false => {
                let beyond = audit::citations(entry);
                looked.excused = missing.len() - beyond.len();
                beyond
            }
        };
        findings.extend(cited);
        match audit::variants(entry) {
            Ok(variants) => {
                for (number, variant) in variants.iter().enumerate() {
                    if interrupt::is_asked() {
                        return None;
                    }
                    // Each reading gets games of its own.
                    let seed = self.seed.wrapping_add(1000 * number as u64);
                    match audit::play(entry, variant, self.games, seed) {
                        Ok(played) => {
                            looked.games += played.games;
                            looked.plies += played.plies;
                        }
                        Err(finding) => findings.push(finding),
                    }
                }
                looked.variants += variants.len();
            }
            // The check of the folder has already reported it.
            Err(_) if findings.iter().any(|f| f.place == Place::Description) => {}
            Err(finding) => findings.push(finding),
        }
        findings.extend(unreadable(entry));
        for (name, text) in entry.records {
            looked.records += 1;
            let why = match replay_of(entry, name, text) {
                Verdict::Replays(_) => continue,
                Verdict::Skipped(_) if is_table(entry, name) => continue,
                Verdict::Fails(why) | Verdict::Skipped(why) => why,
            };
            let place = Place::File(format!("records/{name}"));
            findings.push(Finding::new(
                entry,
                place,
                format!("does not replay: {why}"),
            ));
        }
        match per_claim {
            Some(time) => findings.extend(differing_claims(entry, time, &mut looked)?),
            None => looked.untested = entry.about.claims.len(),
        }
        Some((looked, findings))
    }

    fn show(&self, finding: &Finding) {
        if !self.json {
            println!("{finding}");
            return;
        }
        let (file, entry) = match &finding.place {
            Place::About(key) => (
                "about.toml",
                Some(key.as_str()).filter(|key| !key.is_empty()),
            ),
            Place::Description => ("game.lud", None),
            Place::Rules => ("rules.md", None),
            Place::File(file) => (file.as_str(), None),
        };
        let row = Row {
            folder: &finding.folder,
            file,
            entry,
            finding: &finding.what,
        };
        println!("{}", serde_json::to_string(&row).unwrap_or_default());
    }
}

/// Tests the claims of a folder; the findings are those whose verdict differs from the one in
/// `about.toml`. `None` if Ctrl-C ended that.
fn differing_claims(
    entry: &'static Entry,
    time: Duration,
    looked: &mut Looked,
) -> Option<Vec<Finding>> {
    let mut findings = Vec::new();
    for claim in &entry.about.claims {
        let tested = claims::test(entry, claim, time);
        if interrupt::is_asked() {
            return None;
        }
        looked.claims += usize::from(tested.found != Found::ByHand);
        looked.undecided += usize::from(tested.found == Found::Undecided);
        looked.by_hand += usize::from(tested.found == Found::ByHand);
        if claims::differs(claim, &tested) {
            let place = Place::About(format!("[[claims]] {}", claim.id));
            let stored = claims::verdict(claim.verdict);
            let found = tested.found.name();
            let what = format!("it {stored}, by its verdict, and {found}: {}", tested.said);
            findings.push(Finding::new(entry, place, what));
        }
    }
    Some(findings)
}

/// Findings about the weights and the agent that a folder has stored.
fn unreadable(entry: &'static Entry) -> Vec<Finding> {
    let about = |file: &str, why: String| {
        let place = Place::File(file.to_owned());
        let file = format!("{file}: ");
        Finding::new(entry, place, why.trim_start_matches(&file).to_owned())
    };
    let agent = stored_match(entry).err();
    let game = (!entry.weights.is_empty()).then(|| ludarium_games::load(entry, &[]));
    // A description that does not load is reported by the check of the folder.
    let loaded = game.and_then(Result::ok);
    let weights = loaded.and_then(|loaded| stored_evaluation(entry, &loaded.game).err());
    let agent = agent.map(|why| about("agent.toml", why));
    let weights = weights.map(|why| about("weights.toml", why));
    agent.into_iter().chain(weights).collect()
}

/// Whether a record is a table of numbers, which cannot be replayed.
fn is_table(entry: &Entry, name: &str) -> bool {
    let mut records = entry.about.records.iter();
    let own = records.find(|record| record.file.strip_prefix("records/") == Some(name));
    own.is_some_and(|record| record.kind == RecordKind::Table)
}
