//! Reports the results of a tournament as a table, JSON or CSV.

use std::collections::BTreeMap;

use clap::ValueEnum;
use serde_json::{json, Value};

use super::rating::{elo, interval, ratings, Score};
use super::sprt::{self, Hypotheses, Sprt};
use super::Played;
use crate::source;
use ludarium_notation::number_words::counted;

/// Output format of a summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    Table,
    Json,
    Csv,
}

/// The summed results of a tournament.
pub struct Summary<'r> {
    terms: String,
    results: &'r [Played],
    /// Scores by game and pair of players.
    pairs: BTreeMap<(String, String, String), Score>,
    /// Scores by pair of players.
    totals: BTreeMap<(String, String), Score>,
    /// Player, Elo, error.
    ratings: Vec<(String, f64, f64)>,
    sprt: Option<(Hypotheses, Sprt)>,
}

/// The most reasons of ends that are printed.
const REASONS_SHOWN: usize = 6;

/// How often each text occurs, the most frequent first.
fn tally<'t>(texts: impl Iterator<Item = Option<&'t str>>) -> Vec<(&'t str, usize)> {
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    for text in texts.flatten() {
        *times.entry(text).or_default() += 1;
    }
    let mut times: Vec<(&str, usize)> = times.into_iter().collect();
    times.sort_by_key(|(_, games)| std::cmp::Reverse(*games));
    times
}

impl<'r> Summary<'r> {
    /// Sums the results.
    pub fn new(
        terms: String,
        results: &'r [Played],
        sprt: Option<(Hypotheses, Sprt)>,
    ) -> Summary<'r> {
        let mut pairs: BTreeMap<(String, String, String), Score> = BTreeMap::new();
        let mut totals: BTreeMap<(String, String), Score> = BTreeMap::new();
        for played in results {
            let (first, second) = (played.first.clone(), played.second.clone());
            let pair = (played.game.clone(), first.clone(), second.clone());
            pairs.entry(pair).or_default().add(played.score);
            totals.entry((first, second)).or_default().add(played.score);
        }
        Summary {
            terms,
            results,
            ratings: ratings(&totals),
            pairs,
            totals,
            sprt,
        }
    }

    /// Prints the summary.
    pub fn print(&self, form: Form) {
        match form {
            Form::Json => println!("{}", self.as_json()),
            Form::Csv => self.print_csv(),
            Form::Table => self.print_table(),
        }
    }

    fn print_csv(&self) {
        println!("game,first,second,games,score,low,high,elo,elo_low,elo_high");
        for ((game, first, second), score) in &self.pairs {
            let (low, high) = interval(score);
            let [points, worst, best] = [score.mean(), low, high].map(elo);
            println!(
                "{game},{first},{second},{},{:.4},{low:.4},{high:.4},{points:.0},{worst:.0},{best:.0}",
                score.games,
                score.mean()
            );
        }
    }

    fn print_table(&self) {
        println!("{}", self.terms);
        for ((game, first, second), score) in &self.pairs {
            println!("{game:<34} {first} against {second}: {}", score.in_words());
        }
        if self.pairs.len() > self.totals.len() {
            for ((first, second), score) in &self.totals {
                println!(
                    "{:<34} {first} against {second}: {}",
                    "all",
                    score.in_words()
                );
            }
        }
        for (name, elo, error) in &self.ratings {
            println!("{name:<16} {elo:>+6.0} Elo ± {error:.0}");
        }
        if let Some((hypotheses, test)) = &self.sprt {
            let Hypotheses { elo0, elo1 } = hypotheses;
            println!(
                "SPRT, {elo0} Elo (H0) against {elo1} (H1): {}; ratio {:.2}, bounds {:.2}, {}",
                test.verdict().words(),
                test.ratio(),
                sprt::bound(),
                counted(test.pairs, "pair")
            );
        }
        let slowest = self.results.iter().map(|p| p.slowest).fold(0.0, f64::max);
        let cut = self.results.iter().filter(|p| !p.over).count();
        println!(
            "slowest move {slowest:.3} s; {} not ended by the rules",
            counted(cut, "game")
        );
        for (note, times) in tally(self.results.iter().map(|p| p.note.as_deref())) {
            let note = source::visible(note.to_owned());
            println!("{times} of them: {note}");
        }
        let reasons = tally(self.results.iter().map(|p| p.reason.as_deref()));
        for (reason, times) in reasons.iter().take(REASONS_SHOWN) {
            println!("ended by {reason}: {}", counted(*times, "game"));
        }
        if let Some(more @ 1..) = reasons.len().checked_sub(REASONS_SHOWN) {
            println!("ended by {} more", counted(more, "reason"));
        }
    }

    fn as_json(&self) -> Value {
        let pairs = self.pairs.iter().map(|((game, first, second), score)| {
            let (low, high) = interval(score);
            // Infinite ratings are written as null.
            json!({
                "game": game, "first": first, "second": second,
                "games": score.games, "score": score.mean(), "low": low, "high": high,
                "elo": elo(score.mean()), "elo_low": elo(low), "elo_high": elo(high),
            })
        });
        let ratings = self.ratings.iter();
        let ratings =
            ratings.map(|(name, elo, error)| json!({ "agent": name, "elo": elo, "error": error }));
        let sprt = self.sprt.as_ref().map(|(hypotheses, test)| {
            json!({
                "elo0": hypotheses.elo0, "elo1": hypotheses.elo1, "error": sprt::ERROR,
                "pairs": test.pairs, "ratio": test.ratio(), "bound": sprt::bound(),
                "verdict": test.verdict().words(),
            })
        });
        json!({
            "terms": self.terms,
            "pairs": pairs.collect::<Vec<_>>(),
            "ratings": ratings.collect::<Vec<_>>(),
            "sprt": sprt,
            "games": self.results,
        })
    }
}
