//! Finds that share a mark, and what a mark looks like.

use super::world::Projection;
use super::MapFind;
use crate::glyph::{polygon, star};
use crate::piece_style::TokenShape;
use crate::svg::Point;

/// The radius of a mark, in pixels.
pub(super) const MARK_RADIUS: f64 = 10.0;

/// Periods: the last century, the name, the fill colour.
pub(super) const PERIODS: [(i32, &str, &str); 6] = [
    (-1, "before our era", "#8e6bb0"),
    (14, "to 1400", "#5f8fc4"),
    (16, "15th, 16th century", "#59a89a"),
    (18, "17th, 18th century", "#8fbf5a"),
    (19, "19th century", "#f0c04a"),
    (i32::MAX, "20th century and later", "#e58a6b"),
];

/// The period of a century, as an index; `PERIODS.len()` if the century is unknown.
pub(super) fn period(century: Option<i32>) -> usize {
    let known = century.and_then(|century| PERIODS.iter().position(|(last, ..)| century <= *last));
    known.unwrap_or(PERIODS.len())
}

pub(super) fn tint(period: usize) -> &'static str {
    PERIODS.get(period).map_or("#d5d5d5", |(.., tint)| *tint)
}

pub(super) fn title(period: usize) -> &'static str {
    PERIODS
        .get(period)
        .map_or("date unknown", |(_, title, _)| *title)
}

/// The outline of a mark, in a square from -50 to 50.
pub(super) fn outline(period: usize) -> String {
    match period {
        0 => TokenShape::Triangle.path(),
        1 => TokenShape::Diamond.path(),
        2 => polygon(5, 49.0),
        3 => TokenShape::Hexagon.path(),
        4 => TokenShape::Disc.path(),
        5 => TokenShape::Square.path(),
        _ => star(8, 50.0, 38.0),
    }
}
/// Finds that share a mark on the map.
pub(super) struct MapMark<'a> {
    pub places: Vec<&'a MapFind>,
    /// Where the mark is drawn.
    pub at: Point,
}
impl MapMark<'_> {
    /// The period of its oldest find; `PERIODS.len()` if none is dated.
    pub(super) fn period(&self) -> usize {
        let periods = self.places.iter().map(|place| period(place.century));
        periods.min().unwrap_or(PERIODS.len())
    }
}

/// Finds of the same place within this many degrees belong together, whatever their sources say of
/// its coordinates.
const SAME_PLACE_DEGREES: f64 = 5.0;

/// The finds of each place: of one name, or at one spot.
fn by_place(places: &[MapFind]) -> Vec<Vec<&MapFind>> {
    let mut groups: Vec<Vec<&MapFind>> = Vec::new();
    for place in places {
        let apart = |other: &MapFind| {
            let (north, east) = (
                place.latitude - other.latitude,
                place.longitude - other.longitude,
            );
            north.hypot(east)
        };
        let same = |group: &&mut Vec<&MapFind>| {
            group.iter().any(|other| {
                let named = ludarium_games::fold(&other.name) == ludarium_games::fold(&place.name);
                apart(other) < 1e-9 || (named && apart(other) < SAME_PLACE_DEGREES)
            })
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(place),
            None => groups.push(vec![place]),
        }
    }
    groups
}

/// The marks from west to east, each at the place of some of its finds. Places whose marks would
/// overlap share that of the place with most finds.
pub(super) fn marks<'a>(places: &'a [MapFind], projection: &Projection) -> Vec<MapMark<'a>> {
    let mut groups: Vec<(Point, Vec<&MapFind>)> = by_place(places)
        .into_iter()
        .filter_map(|group| {
            let first = group.first()?;
            Some((projection.at(first.longitude, first.latitude), group))
        })
        .collect();
    groups.sort_by(|a, b| {
        let by_count = b.1.len().cmp(&a.1.len());
        by_count.then(a.0 .0.total_cmp(&b.0 .0))
    });
    let mut marks: Vec<MapMark> = Vec::new();
    for (at, finds) in groups {
        let distance = |mark: &MapMark| (mark.at.0 - at.0).hypot(mark.at.1 - at.1);
        let near = marks
            .iter_mut()
            .filter(|mark| distance(mark) < 2.0 * MARK_RADIUS + 1.0);
        match near.min_by(|a, b| distance(a).total_cmp(&distance(b))) {
            Some(mark) => mark.places.extend(finds),
            None => marks.push(MapMark { places: finds, at }),
        }
    }
    for mark in &mut marks {
        let order = |place: &&MapFind| (place.century.is_none(), place.century, place.game.clone());
        mark.places.sort_by_key(order);
    }
    marks.sort_by(|a, b| a.at.0.total_cmp(&b.at.0));
    marks
}
