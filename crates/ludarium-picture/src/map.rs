//! A map of the places where games were found, by century.

use std::collections::BTreeMap;

use crate::board::PAPER;
use crate::glyph::{polygon, star};
use crate::letters::{self, Align};
use crate::piece_style::TokenShape;
use crate::svg::{number, pair, Paint, Point, Svg};

/// A find on the map.
#[derive(Clone, Debug, PartialEq)]
pub struct MapFind {
    /// Degrees, north positive.
    pub latitude: f64,
    /// Degrees, east positive.
    pub longitude: f64,
    /// The name of the place.
    pub name: String,
    /// The name of the game in the source.
    pub game: String,
    /// The date in words.
    pub date: String,
    /// The century, negative for BCE; `None` if unknown.
    pub century: Option<i32>,
}

/// The outlines of the land; `data/README.md` names their source.
const LAND: &str = include_str!("../data/land.txt");
/// Units of the outline data per degree.
const STEPS_PER_DEGREE: f64 = 20.0;

/// The width of the map in pixels, and the number of columns of the list below it.
const MAP_WIDTH: f64 = 1200.0;
const COLUMNS: usize = 3;
/// The largest and smallest height of the map, relative to its width.
const MAX_ASPECT: f64 = 1.1;
const MIN_ASPECT: f64 = 0.45;
/// The heights of a line of the list and of its letters, in pixels.
const LINE_HEIGHT: f64 = 17.0;
const LETTER_HEIGHT: f64 = 8.0;
/// The length of a line of the list, in characters.
const LINE_CHARS: usize = 60;
/// The radius of a mark, in pixels.
const MARK_RADIUS: f64 = 10.0;
/// The smallest extent of a map, in degrees.
const MIN_SPAN_DEGREES: f64 = 10.0;

const SEA: &str = "#dfeaf0";
const GROUND: &str = "#f2e7cd";
const COAST: &str = "#9a8a6a";
const INK: &str = "#1f1a17";

/// Periods: the last century, the name, the fill colour.
const PERIODS: [(i32, &str, &str); 6] = [
    (-1, "before our era", "#8e6bb0"),
    (14, "to 1400", "#5f8fc4"),
    (16, "15th, 16th century", "#59a89a"),
    (18, "17th, 18th century", "#8fbf5a"),
    (19, "19th century", "#f0c04a"),
    (i32::MAX, "20th century and later", "#e58a6b"),
];

/// The period of a century, as an index; `PERIODS.len()` if the century is unknown.
fn period(century: Option<i32>) -> usize {
    let known = century.and_then(|century| PERIODS.iter().position(|(last, ..)| century <= *last));
    known.unwrap_or(PERIODS.len())
}

fn tint(period: usize) -> &'static str {
    PERIODS.get(period).map_or("#d5d5d5", |(.., tint)| *tint)
}

fn title(period: usize) -> &'static str {
    PERIODS
        .get(period)
        .map_or("date unknown", |(_, title, _)| *title)
}

/// The outline of a mark, in a square from -50 to 50.
fn outline(period: usize) -> String {
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

/// Converts degrees to pixels.
struct Projection {
    west: f64,
    north: f64,
    east: f64,
    south: f64,
    scale: f64,
    /// The length of a degree of longitude relative to a degree of latitude.
    longitude_scale: f64,
}

impl Projection {
    /// A projection of the part of the world that contains all finds.
    fn of(places: &[MapFind]) -> Projection {
        let (mut west, mut east, mut south, mut north) =
            (180.0_f64, -180.0_f64, 90.0_f64, -90.0_f64);
        for place in places {
            west = west.min(place.longitude);
            east = east.max(place.longitude);
            south = south.min(place.latitude);
            north = north.max(place.latitude);
        }
        let middle = ((south + north) / 2.0).clamp(-75.0, 75.0);
        let longitude_scale = middle.to_radians().cos();
        let grow = |low: f64, high: f64, least: f64| {
            let margin = ((high - low) * 0.08)
                .max((least - (high - low)) / 2.0)
                .max(1.0);
            (low - margin, high + margin)
        };
        (west, east) = grow(west, east, MIN_SPAN_DEGREES / longitude_scale);
        (south, north) = grow(south, north, MIN_SPAN_DEGREES);
        // Keep the aspect ratio within its limits.
        let wide = (east - west) * longitude_scale;
        let high = north - south;
        if high > wide * MAX_ASPECT {
            let more = (high / MAX_ASPECT - wide) / longitude_scale / 2.0;
            (west, east) = (west - more, east + more);
        } else if high < wide * MIN_ASPECT {
            let more = (wide * MIN_ASPECT - high) / 2.0;
            (south, north) = (south - more, north + more);
        }
        let (south, north) = (south.max(-80.0), north.min(84.0));
        let (west, east) = (west.max(-180.0), east.min(180.0));
        Projection {
            west,
            north,
            east,
            south,
            scale: MAP_WIDTH / ((east - west) * longitude_scale),
            longitude_scale,
        }
    }

    fn at(&self, longitude: f64, latitude: f64) -> Point {
        (
            (longitude - self.west) * self.longitude_scale * self.scale,
            (self.north - latitude) * self.scale,
        )
    }

    fn height(&self) -> f64 {
        (self.north - self.south) * self.scale
    }
}

/// The outlines of the land as rings, in degrees.
fn land_rings() -> impl Iterator<Item = Vec<(f64, f64)>> {
    let lines = LAND.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let mut numbers = line
            .split_ascii_whitespace()
            .filter_map(|text| text.parse::<i32>().ok());
        let (mut x, mut y) = (0, 0);
        let mut ring = Vec::new();
        while let (Some(dx), Some(dy)) = (numbers.next(), numbers.next()) {
            (x, y) = (x + dx, y + dy);
            ring.push((
                f64::from(x) / STEPS_PER_DEGREE,
                f64::from(y) / STEPS_PER_DEGREE,
            ));
        }
        ring
    })
}

/// Finds that share a mark on the map.
struct MapMark<'a> {
    places: Vec<&'a MapFind>,
    /// Where the mark is drawn.
    at: Point,
}

/// Draws the map with its list. Without any find it is a map of the whole world.
#[must_use]
pub fn draw(places: &[MapFind]) -> String {
    let valid = |place: &&MapFind| place.latitude.abs() <= 90.0 && place.longitude.abs() <= 180.0;
    let places: Vec<MapFind> = places.iter().filter(valid).cloned().collect();
    let projection = match places.is_empty() {
        true => Projection::of(&[corner(-58.0, -170.0), corner(80.0, 175.0)]),
        false => Projection::of(&places),
    };
    let marks = marks(&places, &projection);
    let map_height = projection.height();
    let lines = list(&marks);
    let rows = lines.len().div_ceil(COLUMNS).max(1);
    let legend = 3.2 * LINE_HEIGHT;
    let (width, height) = (
        MAP_WIDTH + 40.0,
        map_height + legend + rows as f64 * LINE_HEIGHT + 40.0,
    );
    let mut svg = Svg::new();
    svg.clipped("map", (20.0, 20.0), (MAP_WIDTH, map_height), |svg| {
        svg.placed((20.0, 20.0), 0.0, 1.0, |svg| {
            draw_land(svg, &projection);
            draw_grid(svg, &projection);
        });
    });
    svg.rectangle(
        (20.0, 20.0),
        (MAP_WIDTH, map_height),
        0.0,
        Paint::line(COAST, 1.5),
    );
    svg.placed((20.0, 20.0), 0.0, 1.0, |svg| {
        for (index, mark) in marks.iter().enumerate() {
            let oldest = mark
                .places
                .iter()
                .map(|place| period(place.century))
                .min()
                .unwrap_or(PERIODS.len());
            svg.group(&format!("id=\"place-{}\"", index + 1), |svg| {
                draw_mark(svg, oldest, mark.at);
                letters::write(
                    svg,
                    &(index + 1).to_string(),
                    mark.at,
                    MARK_RADIUS * 0.8,
                    Align::Middle,
                    INK,
                );
            });
        }
        let mut x = 0.0;
        for class in 0..=PERIODS.len() {
            if !places.iter().any(|place| period(place.century) == class) {
                continue;
            }
            let y = map_height + 1.6 * LINE_HEIGHT;
            draw_mark(svg, class, (x + MARK_RADIUS, y));
            letters::write(
                svg,
                title(class),
                (x + 2.0 * MARK_RADIUS + 8.0, y),
                LETTER_HEIGHT,
                Align::Start,
                INK,
            );
            x += 2.0 * MARK_RADIUS + 8.0 + letters::width(title(class), LETTER_HEIGHT) + 26.0;
        }
        for (index, line) in lines.iter().enumerate() {
            let x = MAP_WIDTH / COLUMNS as f64 * (index / rows) as f64;
            let y = map_height + legend + LINE_HEIGHT * ((index % rows) as f64 + 0.5);
            if let Some(number) = &line.number {
                letters::write(
                    svg,
                    number,
                    (x + 22.0, y),
                    LETTER_HEIGHT,
                    Align::End,
                    "#8a4b12",
                );
            }
            letters::write(
                svg,
                &line.text,
                (x + 32.0, y),
                LETTER_HEIGHT,
                Align::Start,
                INK,
            );
        }
    });
    svg.finish("Where the games were found", width, height, PAPER)
}

fn corner(latitude: f64, longitude: f64) -> MapFind {
    MapFind {
        latitude,
        longitude,
        name: String::new(),
        game: String::new(),
        date: String::new(),
        century: None,
    }
}

fn draw_mark(svg: &mut Svg, period: usize, at: Point) {
    svg.placed(at, 0.0, MARK_RADIUS / 50.0, |svg| {
        svg.path(&outline(period), Paint::fill(tint(period)).edge(INK, 6.0));
    });
}

fn draw_land(svg: &mut Svg, projection: &Projection) {
    svg.rectangle(
        (0.0, 0.0),
        (MAP_WIDTH, projection.height()),
        0.0,
        Paint::fill(SEA),
    );
    let mut path = String::new();
    for ring in land_rings() {
        let outside = |inside: &dyn Fn(&(f64, f64)) -> bool| !ring.iter().any(inside);
        if outside(&|p| p.0 > projection.west)
            || outside(&|p| p.0 < projection.east)
            || outside(&|p| p.1 > projection.south)
            || outside(&|p| p.1 < projection.north)
        {
            continue;
        }
        for (index, (longitude, latitude)) in ring.iter().enumerate() {
            let (x, y) = projection.at(*longitude, *latitude);
            path.push_str(if index == 0 { "M" } else { "L" });
            path.push_str(&format!(
                "{} {}",
                number((x * 10.0).round() / 10.0),
                number((y * 10.0).round() / 10.0)
            ));
        }
        path.push('Z');
    }
    if !path.is_empty() {
        svg.path(&path, Paint::fill(GROUND).edge(COAST, 0.8));
    }
}

/// Draws meridians and parallels, at a spacing that suits the scale.
fn draw_grid(svg: &mut Svg, projection: &Projection) {
    let span = projection.north - projection.south;
    let step = [1.0, 2.0, 5.0, 10.0, 20.0, 30.0]
        .into_iter()
        .find(|step| span / step <= 8.0)
        .unwrap_or(30.0);
    let mut path = String::new();
    let mut texts: Vec<(String, Point)> = Vec::new();
    let side = |value: f64, positive: &str, negative: &str| match value {
        0.0 => "0".to_owned(),
        value if value > 0.0 => format!("{value} {positive}"),
        value => format!("{} {negative}", -value),
    };
    let mut longitude = (projection.west / step).ceil() * step;
    while longitude <= projection.east {
        let (x, _) = projection.at(longitude, projection.north);
        path.push_str(&format!(
            "M{} V{}",
            pair((x, 0.0)),
            number(projection.height())
        ));
        texts.push((
            side(longitude, "E", "W"),
            (x + 14.0, projection.height() - 8.0),
        ));
        longitude += step;
    }
    let mut latitude = (projection.south / step).ceil() * step;
    while latitude <= projection.north {
        let (_, y) = projection.at(projection.west, latitude);
        path.push_str(&format!("M{} H{}", pair((0.0, y)), number(MAP_WIDTH)));
        texts.push((side(latitude, "N", "S"), (18.0, y - 8.0)));
        latitude += step;
    }
    svg.path(&path, Paint::line("#b9c4c4", 0.5));
    for (text, at) in texts {
        letters::write(svg, &text, at, 6.5, Align::Middle, "#7d8a8c");
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
fn marks<'a>(places: &'a [MapFind], projection: &Projection) -> Vec<MapMark<'a>> {
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

/// A line of the list.
struct ListLine {
    number: Option<String>,
    text: String,
}

/// A game of a place in the list, with all its dates.
struct Listed<'a> {
    key: String,
    game: &'a str,
    dates: Vec<&'a str>,
}

impl Listed<'_> {
    fn text(&self) -> String {
        match self.dates.is_empty() {
            true => self.game.to_owned(),
            false => format!("{} ({})", self.game, self.dates.join(", ")),
        }
    }
}

/// The list of finds by mark: place, then games with their dates.
fn list(marks: &[MapMark]) -> Vec<ListLine> {
    let mut lines = Vec::new();
    for (index, mark) in marks.iter().enumerate() {
        let mut number = Some((index + 1).to_string());
        let mut by_place: BTreeMap<&str, Vec<Listed>> = BTreeMap::new();
        for place in &mark.places {
            let games = by_place.entry(&place.name).or_default();
            let key = ludarium_games::fold(&place.game);
            let index = games.iter().position(|game| game.key == key);
            let index = index.unwrap_or_else(|| {
                games.push(Listed {
                    key,
                    game: &place.game,
                    dates: Vec::new(),
                });
                games.len() - 1
            });
            let dates = &mut games[index].dates;
            // The mark says that a date is unknown.
            if place.century.is_some() && !dates.contains(&place.date.as_str()) {
                dates.push(&place.date);
            }
        }
        for (name, games) in by_place {
            let games: Vec<String> = games.iter().map(Listed::text).collect();
            let text = format!("{name}: {}", games.join("; "));
            for (row, words) in wrapped(&text, LINE_CHARS).into_iter().enumerate() {
                lines.push(ListLine {
                    number: number.take(),
                    text: if row == 0 {
                        words
                    } else {
                        format!("   {words}")
                    },
                });
            }
        }
    }
    lines
}

/// Wraps a text into lines of at most `most` characters where its words allow it.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut();
        let Some(line) = last else { continue };
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= most {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cairo(century: Option<i32>) -> MapFind {
        MapFind {
            latitude: 30.04,
            longitude: 31.24,
            name: "Cairo".to_owned(),
            game: "Tâb".to_owned(),
            date: "1825 to 1833".to_owned(),
            century,
        }
    }

    #[test]
    fn the_outlines_are_rings_on_the_earth() {
        let mut rings = 0;
        for ring in land_rings() {
            rings += 1;
            assert!(ring.len() >= 3);
            assert!(ring
                .iter()
                .all(|(x, y)| x.abs() <= 540.0 && y.abs() <= 90.0));
        }
        assert!(rings > 300, "{rings}");
    }

    /// The pyramids stand on land, and the Atlantic is water.
    #[test]
    fn gizeh_is_on_land_and_the_middle_of_the_atlantic_is_not() {
        let inside = |x: f64, y: f64| {
            let crossings = land_rings().map(|ring| {
                let next = ring.iter().cycle().skip(1);
                let crosses = |(a, b): (&(f64, f64), &(f64, f64))| {
                    (a.1 > y) != (b.1 > y) && x < (b.0 - a.0) * (y - a.1) / (b.1 - a.1) + a.0
                };
                ring.iter().zip(next).filter(|pair| crosses(*pair)).count()
            });
            crossings.sum::<usize>() % 2 == 1
        };
        assert!(inside(31.13, 29.98));
        assert!(!inside(-35.0, 30.0));
        assert!(!inside(51.0, 42.0), "the Caspian Sea");
    }

    #[test]
    fn finds_of_one_place_are_one_mark_with_all_of_them_in_the_list() {
        let places = [
            cairo(Some(19)),
            cairo(None),
            MapFind {
                latitude: 23.0,
                longitude: 5.5,
                ..cairo(Some(20))
            },
        ];
        let svg = draw(&places);
        assert_eq!(svg.matches("id=\"place-").count(), 2);
    }

    #[test]
    fn each_mark_lies_at_the_place_of_one_of_its_finds_and_none_covers_another() {
        let places: Vec<MapFind> = (0..60)
            .map(|index| MapFind {
                latitude: 30.0 + f64::from(index) * 0.2,
                name: format!("Place {index}"),
                ..cairo(Some(19))
            })
            .collect();
        let projection = Projection::of(&places);
        let marks = marks(&places, &projection);
        let all: usize = marks.iter().map(|mark| mark.places.len()).sum();
        assert_eq!(all, 60);
        for (index, mark) in marks.iter().enumerate() {
            let at = |place: &&MapFind| projection.at(place.longitude, place.latitude);
            assert!(mark.places.iter().any(|place| at(place) == mark.at));
            for other in &marks[..index] {
                let apart = (mark.at.0 - other.at.0).hypot(mark.at.1 - other.at.1);
                assert!(apart > 2.0 * MARK_RADIUS, "{apart}");
            }
        }
    }

    /// Sources differ in where they put a place, and in how they spell a game.
    #[test]
    fn a_place_is_listed_once_and_each_of_its_games_once() {
        let places = [
            cairo(Some(19)),
            cairo(None),
            MapFind {
                latitude: 29.0,
                game: "tab".to_owned(),
                date: "1694".to_owned(),
                century: Some(17),
                ..cairo(None)
            },
            MapFind {
                latitude: 48.0,
                name: "Paris".to_owned(),
                ..cairo(None)
            },
        ];
        let projection = Projection::of(&places);
        let lines = list(&marks(&places, &projection));
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts, ["Cairo: tab (1694, 1825 to 1833)", "Paris: Tâb"]);
    }

    #[test]
    fn places_beyond_the_earth_are_left_out() {
        let svg = draw(&[
            MapFind {
                latitude: f64::NAN,
                ..cairo(None)
            },
            MapFind {
                longitude: 500.0,
                ..cairo(None)
            },
        ]);
        assert!(!svg.contains("place-") && !svg.contains("NaN"));
    }
}
