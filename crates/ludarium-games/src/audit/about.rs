//! Checks the entries of `about.toml` against each other and against the other files.

use std::collections::BTreeSet;

use super::{Findings, Place};
use crate::about::Verdict;
use crate::check::Check;

/// Values of `support` and `source` that are not ids of sources.
const NO_SOURCE: [&str; 2] = ["guess", "inference"];

pub(super) fn check(findings: &mut Findings) {
    let about = &findings.entry.about;
    if about.sources.is_empty() {
        findings.about("[[sources]]", "is missing");
    }
    check_unique_ids(findings, "sources", about.sources.iter().map(|s| &s.id));
    check_unique_ids(findings, "readings", about.readings.iter().map(|r| &r.id));
    check_unique_ids(findings, "evidence", about.evidence.iter().map(|e| &e.id));
    check_unique_ids(findings, "claims", about.claims.iter().map(|c| &c.id));
    for reading in &about.readings {
        let key = format!("[[readings]] {}", reading.id);
        check_percent(findings, &key, reading.confidence);
        for answer in &reading.answers {
            for support in &answer.support {
                if !NO_SOURCE.contains(&support.as_str()) {
                    source(findings, &key, support);
                }
            }
        }
    }
    evidence(findings);
    claims(findings);
    records(findings);
}

/// Checks that ids are unique and not empty.
fn check_unique_ids<'a>(
    findings: &mut Findings,
    table: &str,
    ids: impl Iterator<Item = &'a String>,
) {
    let mut seen = BTreeSet::new();
    for id in ids {
        let key = format!("[[{table}]] {id}");
        if id.trim().is_empty() {
            findings.about(&key, "has an empty id");
        } else if !seen.insert(id) {
            findings.about(&key, "occurs twice");
        }
    }
}

fn check_percent(findings: &mut Findings, key: &str, confidence: Option<u8>) {
    if let Some(above @ 101..) = confidence {
        findings.about(key, format!("has a confidence of {above} percent"));
    }
}

fn source(findings: &mut Findings, key: &str, id: &str) {
    let sources = &findings.entry.about.sources;
    if !sources.iter().any(|source| source.id == id) {
        let known: Vec<&str> = sources.iter().map(|source| source.id.as_str()).collect();
        let known = known.join(", ");
        findings.about(key, format!("there is no source {id:?} (sources: {known})"));
    }
}

fn evidence(findings: &mut Findings) {
    for item in &findings.entry.about.evidence {
        let key = format!("[[evidence]] {}", item.id);
        check_percent(findings, &key, item.confidence);
        if let Some(id) = &item.source {
            source(findings, &key, id);
        }
        let origin = &findings.entry.about.origin;
        for (latitude, longitude) in [
            (item.latitude, item.longitude),
            (origin.latitude, origin.longitude),
        ] {
            let good = match (latitude, longitude) {
                (None, None) => true,
                (Some(north), Some(east)) => north.abs() <= 90.0 && east.abs() <= 180.0,
                _ => false,
            };
            if !good {
                findings.about(&key, "latitude and longitude are not a place on Earth");
            }
        }
    }
}

fn claims(findings: &mut Findings) {
    for claim in &findings.entry.about.claims {
        let key = format!("[[claims]] {}", claim.id);
        match &claim.source {
            Some(id) if !NO_SOURCE.contains(&id.as_str()) => source(findings, &key, id),
            _ => {}
        }
        if claim.verdict != Verdict::Untested && claim.result.is_none() {
            findings.about(&key, "has a verdict but no result");
        }
        match claim.check.as_deref().map(str::parse::<Check>) {
            None => findings.about(&key, "has no check"),
            Some(Err(error)) => {
                findings.about(&key, format!("its check cannot be parsed, {error}"))
            }
            Some(Ok(_)) => {}
        }
    }
}

/// Checks that `about.toml` lists every record, and that every listed record exists.
fn records(findings: &mut Findings) {
    let entry = findings.entry;
    let mut named = BTreeSet::new();
    for record in &entry.about.records {
        let key = format!("[[records]] {}", record.file);
        let name = record.file.strip_prefix("records/").unwrap_or_default();
        if !entry.records.iter().any(|(file, _)| *file == name) {
            findings.about(&key, format!("there is no file {}", record.file));
        }
        if !named.insert(name) {
            findings.about(&key, "occurs twice");
        }
    }
    for (file, _) in entry.records {
        if !named.contains(file) {
            let place = Place::File(format!("records/{file}"));
            findings.at(place, "about.toml does not list it");
        }
    }
}
