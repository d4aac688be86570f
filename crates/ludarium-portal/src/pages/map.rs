//! The map of the evidence, and the page of a find.

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::IntoResponse;
use ludarium_games::about::EvidenceKind;
use ludarium_games::evidence::{all, Filter, Find};
use ludarium_games::Entry;
use ludarium_picture::map::{chart, Chart, MapFind};
use serde::Deserialize;
use std::sync::OnceLock;

use super::{page, svg, Page};
use crate::app::{Portal, Problem};

/// What the map is filtered by; empty text is no filter.
#[derive(Debug, Default, Deserialize)]
pub struct MapFilter {
    /// The slug of a game.
    #[serde(default)]
    game: String,
    /// A year, negative for BCE.
    #[serde(default)]
    from: String,
    #[serde(default)]
    to: String,
    /// The beginning of the name of a kind of evidence.
    #[serde(default)]
    r#type: String,
}

impl MapFilter {
    fn filter(&self) -> Filter {
        let year = |text: &str| text.trim().parse().ok();
        let game = ludarium_games::entries()
            .iter()
            .find(|entry| entry.slug == self.game);
        Filter {
            games: match self.game.is_empty() {
                true => None,
                false => Some(game.into_iter().map(|entry| entry.slug).collect()),
            },
            region: None,
            from: year(&self.from),
            to: year(&self.to),
            kind: EvidenceKind::ALL
                .into_iter()
                .find(|kind| kind.name() == self.r#type),
        }
    }
}

/// The address of a find: the folder of its game, and its id there.
pub fn address(find: &Find) -> String {
    format!("/evidence/{}/{}", find.entry.slug, find.evidence.id)
}

struct MarkView {
    x: f64,
    y: f64,
    period: usize,
    /// The number of the first of its rows in the list.
    row: usize,
    title: String,
}

struct RowView {
    address: String,
    date: String,
    game: String,
    place: String,
    kind: &'static str,
    /// The first and last year; without them the find is undated.
    years: Option<(i32, i32)>,
    /// The number of the mark, from 1; 0 if nobody knows the place.
    mark: usize,
}

#[derive(Template)]
#[template(path = "map.html")]
struct MapPage<'a> {
    filter: &'a MapFilter,
    chart: &'static Chart,
    marks: Vec<MarkView>,
    rows: Vec<RowView>,
    kinds: Vec<(&'static str, bool)>,
    games: Vec<(&'static Entry, bool)>,
    first: i32,
    last: i32,
}

/// The map of all finds: its land and its projection are those of every filtered map.
fn world() -> &'static (Vec<&'static Find>, Chart) {
    static WORLD: OnceLock<(Vec<&'static Find>, Chart)> = OnceLock::new();
    WORLD.get_or_init(|| {
        let placed = all().iter().filter(|find| MapFind::of(find).is_some());
        let finds: Vec<&Find> = placed.collect();
        let places: Vec<MapFind> = finds.iter().filter_map(|find| MapFind::of(find)).collect();
        let chart = chart(&places);
        (finds, chart)
    })
}

/// The land of the map.
pub async fn land() -> impl IntoResponse {
    let chart = tokio::task::block_in_place(|| &world().1);
    svg(chart.land.as_str().into())
}

/// The map, with a list of what is on it.
pub async fn map(Query(filter): Query<MapFilter>) -> Page {
    let (placed, chart) = tokio::task::block_in_place(world);
    let wanted = filter.filter();
    let mark_of = |find: &Find| {
        let index = placed.iter().position(|own| std::ptr::eq(*own, find))?;
        chart
            .marks
            .iter()
            .position(|mark| mark.finds.contains(&index))
    };
    let rows: Vec<RowView> = all()
        .iter()
        .filter(|find| wanted.fits(find))
        .map(|find| RowView {
            address: address(find),
            date: find.date(),
            game: find.game().to_owned(),
            place: find.place().to_owned(),
            kind: find.evidence.kind.name(),
            years: find.years.map(|years| (years.first, years.last)),
            mark: mark_of(find).map_or(0, |mark| mark + 1),
        })
        .collect();
    let marks = chart.marks.iter().enumerate().filter_map(|(index, mark)| {
        let own = |row: &&RowView| row.mark == index + 1;
        let first = rows.iter().position(|row| row.mark == index + 1)?;
        let names: Vec<String> = rows
            .iter()
            .filter(own)
            .map(|row| format!("{}: {} ({})", row.place, row.game, row.date))
            .collect();
        Some(MarkView {
            x: mark.at.0,
            y: mark.at.1,
            period: mark.period,
            row: first + 1,
            title: names.join("; "),
        })
    });
    let years = || all().iter().filter_map(|find| find.years);
    let found = |entry: &&'static Entry| all().iter().any(|find| find.entry.slug == entry.slug);
    page(&MapPage {
        chart,
        marks: marks.collect(),
        kinds: EvidenceKind::ALL
            .map(|kind| (kind.name(), kind.name() == filter.r#type))
            .into(),
        games: ludarium_games::entries()
            .iter()
            .filter(found)
            .map(|entry| (entry, entry.slug == filter.game))
            .collect(),
        first: years().map(|years| years.first).min().unwrap_or(0),
        last: years().map(|years| years.last).max().unwrap_or(0),
        rows,
        filter: &filter,
    })
}

#[derive(Template)]
#[template(path = "find.html")]
struct FindPage {
    find: &'static Find,
    games: Vec<&'static Entry>,
    facts: Vec<(&'static str, String)>,
    near: Vec<&'static Find>,
}

impl FindPage {
    fn address(&self, find: &&'static Find) -> String {
        address(find)
    }
}

/// A find: what it is, where, when, of which game, from which source.
pub async fn find(State(_): State<Portal>, Path((slug, id)): Path<(String, String)>) -> Page {
    let own =
        |find: &&Find| find.evidence.id == id && find.entries().any(|entry| entry.slug == slug);
    let find = all().iter().find(own);
    let find = find.ok_or_else(|| Problem::not_found("There is no such evidence."))?;
    let same_place = |other: &&Find| {
        let (Some(here), Some(there)) = (find.spot, other.spot) else {
            return false;
        };
        let apart = (here.latitude - there.latitude).hypot(here.longitude - there.longitude);
        !std::ptr::eq(*other, find) && apart < 1.0
    };
    page(&FindPage {
        find,
        games: find.entries().collect(),
        facts: facts(find),
        near: all().iter().filter(same_place).collect(),
    })
}

fn facts(find: &Find) -> Vec<(&'static str, String)> {
    let evidence = find.evidence;
    let spot = find.spot.map(|spot| {
        let about = if spot.approximate {
            " (approximate)"
        } else {
            ""
        };
        format!("{}, {}{about}", spot.latitude, spot.longitude)
    });
    let known = [
        ("Date", Some(find.date())),
        ("Place", Some(find.place().to_owned())),
        ("Region", Some(find.region.name().to_owned())),
        ("Latitude, longitude", spot),
        ("Kind", Some(evidence.kind.name().to_owned())),
        ("Name there", evidence.game.clone()),
        ("Rules", evidence.rules.clone()),
        ("Content", evidence.content.clone()),
        (
            "Confidence",
            evidence.confidence.map(|percent| format!("{percent} %")),
        ),
        ("Ages", evidence.ages.clone()),
        ("Social status", evidence.social_status.clone()),
        ("Genders", evidence.genders.clone()),
        ("Source", evidence.source.as_ref().map(|id| find.source(id))),
        ("Record", Some(evidence.id.clone())),
    ];
    let known = known.into_iter();
    known
        .filter_map(|(name, value)| Some((name, value?)))
        .filter(|(_, value)| !value.is_empty())
        .collect()
}
