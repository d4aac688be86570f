//! All evidence of the library, with its game, dates and place.
//!
//! ```
//! use ludarium_games::evidence::{all, Filter};
//!
//! let north = Filter {
//!     region: Some("scandinavia".into()),
//!     from: Some(1800),
//!     to: Some(1899),
//!     ..Filter::default()
//! };
//! let finds: Vec<_> = all().iter().filter(|find| north.fits(find)).collect();
//! assert!(finds.iter().any(|find| find.entry.slug == "bgs-daldos"));
//! assert!(finds.windows(2).all(|pair| pair[0].years <= pair[1].years));
//! ```

mod date;
pub mod export;
mod place;

use std::sync::OnceLock;

pub use date::{century, century_name, year_name, Years};
pub use place::{Region, Spot};

use crate::about::{Evidence, EvidenceKind};
use crate::{fold, Entry, Kind};

/// A piece of evidence with its resolved dates and place.
#[derive(Clone, Debug)]
pub struct Find {
    /// The game whose folder contains it; of several folders the first, but a playable game if
    /// there is one.
    pub entry: &'static Entry,
    /// The other folders that contain it.
    pub others: Vec<&'static Entry>,
    /// The entry in `about.toml`. What it leaves out is filled in from the other folders.
    pub evidence: &'static Evidence,
    /// Its years; `None` if unknown.
    pub years: Option<Years>,
    /// Its coordinates, exact or approximate.
    pub spot: Option<Spot>,
    /// Its part of the world.
    pub region: Region,
}

/// All evidence, by years and place. Undated evidence comes last.
pub fn all() -> &'static [Find] {
    static ALL: OnceLock<Vec<Find>> = OnceLock::new();
    ALL.get_or_init(|| {
        let entries = crate::entries().iter();
        let found =
            entries.flat_map(|entry| entry.about.evidence.iter().map(|own| find(entry, own)));
        let mut finds: Vec<Find> = Vec::new();
        for find in found {
            let same = |own: &&mut Find| {
                own.evidence.id == find.evidence.id && is_universal(&find.evidence.id)
            };
            match finds.iter_mut().find(same) {
                Some(own) => own.add(find),
                None => finds.push(find),
            }
        }
        finds.sort_by(|a, b| {
            let known = |find: &Find| (find.years.is_none(), find.years);
            let named = |find: &Find| (find.place().to_owned(), find.entry.slug);
            known(a)
                .cmp(&known(b))
                .then_with(|| named(a).cmp(&named(b)))
        });
        finds
    })
}

/// Whether an id is that of a record of the Digital Ludeme Project, which is the same in every
/// folder.
fn is_universal(id: &str) -> bool {
    id.starts_with("DLP.")
}

/// A record with the fields that it leaves out taken from another copy of it. The source stays: its
/// id is that of the folder.
fn filled_in(own: &Evidence, other: &Evidence) -> Evidence {
    let or = |own: &Option<String>, other: &Option<String>| own.clone().or_else(|| other.clone());
    let located = own.latitude.is_some() && own.longitude.is_some();
    let spot = if located { own } else { other };
    Evidence {
        id: own.id.clone(),
        kind: own.kind,
        game: or(&own.game, &other.game),
        date_from: or(&own.date_from, &other.date_from),
        date_to: or(&own.date_to, &other.date_to),
        place: or(&own.place, &other.place),
        latitude: spot.latitude,
        longitude: spot.longitude,
        approximate: spot.approximate,
        rules: or(&own.rules, &other.rules),
        content: or(&own.content, &other.content),
        confidence: own.confidence.or(other.confidence),
        ages: or(&own.ages, &other.ages),
        social_status: or(&own.social_status, &other.social_status),
        genders: or(&own.genders, &other.genders),
        source: own.source.clone(),
    }
}

fn find(entry: &'static Entry, evidence: &'static Evidence) -> Find {
    let spot = Spot::of(evidence, &entry.about.origin);
    Find {
        entry,
        others: Vec::new(),
        evidence,
        years: Years::of(evidence.date_from.as_deref(), evidence.date_to.as_deref()),
        spot,
        region: spot.map_or(Region::Unknown, Region::of),
    }
}

impl Find {
    /// Merges the same evidence from another folder, preferring the folder of a playable game.
    fn add(&mut self, other: Find) {
        let game = |find: &Find| find.entry.kind() == Kind::Game;
        if game(&other) && !game(self) {
            let others = std::mem::take(&mut self.others);
            let own = std::mem::replace(self, other);
            self.others = others;
            self.others.push(own.entry);
            self.fill_in(&own);
        } else {
            self.others.push(other.entry);
            self.fill_in(&other);
        }
    }

    /// Takes every field that is left out from the same evidence in another folder.
    fn fill_in(&mut self, other: &Find) {
        let filled = filled_in(self.evidence, other.evidence);
        if filled == *self.evidence {
            return;
        }
        // As long-lived as the entries of the library: the list is made once.
        self.evidence = Box::leak(Box::new(filled));
        self.years = self.years.or(other.years);
        if self.spot.is_none() {
            self.spot = other.spot;
            self.region = other.region;
        }
    }

    /// All folders that contain it.
    pub fn entries(&self) -> impl Iterator<Item = &'static Entry> + '_ {
        std::iter::once(self.entry).chain(self.others.iter().copied())
    }

    /// The place in words: that of the evidence, or else the game's origin.
    #[must_use]
    pub fn place(&self) -> &str {
        let origin = self.entry.about.origin.place.as_deref();
        self.evidence.place.as_deref().or(origin).unwrap_or("")
    }

    /// The name of the game in the evidence, or else the name of the entry.
    #[must_use]
    pub fn game(&self) -> &str {
        self.evidence.game.as_deref().unwrap_or(self.entry.name())
    }

    /// The evidence in a sentence or two, as the page of a game has it: `1825, Egypt (ethnography,
    /// as tab): ... [source]`.
    #[must_use]
    pub fn sentence(&self, game: &Entry) -> String {
        let evidence = self.evidence;
        let place = match self.place() {
            "" => "place unknown",
            place => place,
        };
        let date = self
            .years
            .map_or("date unknown".to_owned(), |years| years.to_string());
        let mut about = vec![evidence.kind.name().to_lowercase()];
        if self.game() != game.name() {
            about.push(format!("as {}", self.game()));
        }
        let sure = evidence.confidence;
        about.extend(sure.map(|percent| format!("{percent} % sure")));
        let mut text = format!("{date}, {place} ({})", about.join(", "));
        let words = [&evidence.content, &evidence.rules].into_iter().flatten();
        let words: Vec<&str> = words.map(String::as_str).collect();
        if !words.is_empty() {
            text.push_str(&format!(": {}", words.join(" ")));
        }
        if let Some(source) = &evidence.source {
            text.push_str(&format!(" [{source}]"));
        }
        text
    }

    /// The author, title and year of a source of its game, by the id of the source.
    #[must_use]
    pub fn source(&self, id: &str) -> String {
        let sources = &self.entry.about.sources;
        let Some(source) = sources.iter().find(|source| source.id == id) else {
            return id.to_owned();
        };
        let author = source.author.as_ref().map(|author| format!("{author}, "));
        let year = source.year.map(|year| format!(" ({year})"));
        format!(
            "{}{}{}",
            author.unwrap_or_default(),
            source.title,
            year.unwrap_or_default()
        )
    }

    /// The years in words.
    #[must_use]
    pub fn date(&self) -> String {
        self.years
            .map_or_else(|| "unknown".to_owned(), |years| years.to_string())
    }
}

impl EvidenceKind {
    /// All kinds.
    pub const ALL: [EvidenceKind; 4] = [
        EvidenceKind::Ethnography,
        EvidenceKind::Artifact,
        EvidenceKind::ContemporaryRuleDescription,
        EvidenceKind::SecondaryLiterature,
    ];

    /// The value in `about.toml`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            EvidenceKind::Ethnography => "Ethnography",
            EvidenceKind::Artifact => "Artifact",
            EvidenceKind::ContemporaryRuleDescription => "Contemporary rule description",
            EvidenceKind::SecondaryLiterature => "Secondary literature",
        }
    }
}

/// A filter of evidence; `None` accepts everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// The slugs of the games.
    pub games: Option<Vec<&'static str>>,
    /// A part of the world, or part of the name of the place.
    pub region: Option<String>,
    /// The first year. With a year given, undated evidence does not match.
    pub from: Option<i32>,
    /// The last year. With a year given, undated evidence does not match.
    pub to: Option<i32>,
    /// The kind of evidence.
    pub kind: Option<EvidenceKind>,
}

impl Filter {
    /// Whether a piece of evidence passes the filter.
    #[must_use]
    pub fn fits(&self, find: &Find) -> bool {
        let game = |games: &Vec<&str>| find.entries().any(|own| games.contains(&own.slug));
        let region = |name: &String| {
            let wanted = fold(name);
            fold(find.region.name()).contains(&wanted) || fold(find.place()).contains(&wanted)
        };
        let in_years = match (self.from, self.to, find.years) {
            (None, None, _) => true,
            (_, _, None) => false,
            (from, to, Some(years)) => {
                years.last >= from.unwrap_or(i32::MIN) && years.first <= to.unwrap_or(i32::MAX)
            }
        };
        in_years
            && self.games.as_ref().is_none_or(game)
            && self.region.as_ref().is_none_or(region)
            && self.kind.is_none_or(|kind| kind == find.evidence.kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_evidence_has_dates_that_can_be_read() {
        for find in all() {
            let evidence = find.evidence;
            let dates = [&evidence.date_from, &evidence.date_to];
            let dated = dates.into_iter().flatten().next().is_some();
            let unknown = dates
                .into_iter()
                .flatten()
                .all(|date| Years::says_unknown(date));
            assert_eq!(
                find.years.is_some(),
                dated && !unknown,
                "{} {}: {dates:?}",
                find.entry.slug,
                evidence.id
            );
        }
    }

    #[test]
    fn a_record_in_several_folders_is_listed_once() {
        let mut ids: Vec<&str> = all().iter().map(|find| find.evidence.id.as_str()).collect();
        ids.retain(|id| is_universal(id));
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count);
        // The six records of modern Egypt.
        for number in [729, 789, 1251, 1423, 1430, 1990] {
            let id = format!("DLP.Evidence.{number}");
            assert!(ids.contains(&id.as_str()), "{id}");
        }
    }

    #[test]
    fn undated_evidence_comes_last_and_matches_no_years() {
        let finds = all();
        let first = finds.iter().position(|find| find.years.is_none());
        let first = first.unwrap_or(finds.len());
        assert!(finds[first..].iter().all(|find| find.years.is_none()));
        let ever = Filter {
            from: Some(-100_000),
            ..Filter::default()
        };
        assert_eq!(finds.iter().filter(|find| ever.fits(find)).count(), first);
    }

    #[test]
    fn a_record_in_several_folders_keeps_the_fields_of_all() {
        for find in all().iter().filter(|find| !find.others.is_empty()) {
            let id = &find.evidence.id;
            for entry in find.entries() {
                let copies = &entry.about.evidence;
                let copy = copies.iter().find(|copy| copy.id == *id);
                let copy = copy.expect("the folder has the record");
                let merged = find.evidence;
                for (field, kept, given) in [
                    ("game", &merged.game, &copy.game),
                    ("date_from", &merged.date_from, &copy.date_from),
                    ("date_to", &merged.date_to, &copy.date_to),
                    ("place", &merged.place, &copy.place),
                    ("rules", &merged.rules, &copy.rules),
                    ("content", &merged.content, &copy.content),
                    ("ages", &merged.ages, &copy.ages),
                    ("social_status", &merged.social_status, &copy.social_status),
                    ("genders", &merged.genders, &copy.genders),
                ] {
                    let lost = kept.is_none() && given.is_some();
                    assert!(!lost, "{id}: {field} of {} is lost", entry.slug);
                }
                assert!(merged.confidence.is_some() || copy.confidence.is_none());
                assert!(find.spot.is_some() || Spot::of(copy, &entry.about.origin).is_none());
            }
        }
        for id in ["DLP.Evidence.1423", "DLP.Evidence.1990"] {
            let mut of_all = all().iter();
            let found = of_all.find(|find| find.evidence.id == id);
            // Not every build has all families.
            if let Some(found) = found.filter(|found| !found.others.is_empty()) {
                assert!(found.evidence.rules.is_some(), "{id}");
            }
        }
    }

    #[test]
    fn thy_lies_in_scandinavia_and_cairo_in_egypt() {
        let at = |latitude, longitude| {
            Region::of(Spot {
                latitude,
                longitude,
                approximate: false,
            })
        };
        // Places of the tâb family, Board Games Studies 4 (2001).
        assert_eq!(at(56.955, 8.694), Region::Scandinavia, "Thisted");
        assert_eq!(at(69.91, 27.02), Region::Scandinavia, "Utsjoki");
        assert_eq!(at(30.04, 31.24), Region::Egypt, "Cairo");
        assert_eq!(at(33.92, 8.13), Region::Maghreb, "Tozeur");
        assert_eq!(at(26.74, -11.67), Region::Maghreb, "Smara");
        assert_eq!(at(18.0, -12.0), Region::WestAfrica, "Tagant");
        assert_eq!(at(2.04, 45.34), Region::EastAfrica, "Mogadishu");
        assert_eq!(at(41.01, 28.98), Region::NearEast, "Constantinople");
        assert_eq!(at(50.81, -2.48), Region::Europe, "Cerne Abbey");
        assert_eq!(at(20.3, 85.8), Region::SouthAsia, "Orissa");
        assert_eq!(at(16.8, 96.2), Region::SouthEastAsia, "Rangoon");
        assert_eq!(at(35.7, 139.7), Region::EastAsia, "Tokyo");
    }
}
