//! A map of the places where games were found, by century.

mod marks;
mod world;

use std::collections::BTreeMap;

use ludarium_games::evidence::{century, Find};

use crate::board::PAPER;
use crate::letters::{self, Align};
use crate::svg::{Paint, Point, Svg};
use marks::{marks, outline, period, tint, title, MapMark, MARK_RADIUS, PERIODS};
use world::{draw_grid, draw_land, Projection, COAST, MAP_WIDTH};

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
/// The number of columns of the list below the map.
const COLUMNS: usize = 3;
/// The heights of a line of the list and of its letters, in pixels.
const LINE_HEIGHT: f64 = 17.0;
const LETTER_HEIGHT: f64 = 8.0;
/// The length of a line of the list, in characters.
const LINE_CHARS: usize = 60;

const INK: &str = "#1f1a17";

impl MapFind {
    /// A find on the map; `None` if nobody knows where it was made.
    #[must_use]
    pub fn of(find: &Find) -> Option<MapFind> {
        let spot = find.spot?;
        Some(MapFind {
            latitude: spot.latitude,
            longitude: spot.longitude,
            name: find.place().to_owned(),
            game: find.game().to_owned(),
            date: find.date(),
            century: find.years.map(|years| century(years.first)),
        })
    }

    fn is_on_earth(&self) -> bool {
        self.latitude.abs() <= 90.0 && self.longitude.abs() <= 180.0
    }
}

/// A map for a page: the land, and where the marks lie on it.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The land without any marks, as a picture.
    pub land: String,
    /// The width and height of the picture, in pixels.
    pub size: Point,
    /// The marks, from west to east.
    pub marks: Vec<ChartMark>,
    /// What the outlines and colours of the marks stand for, those that are in use.
    pub periods: Vec<ChartPeriod>,
}

/// A mark on a [`Chart`].
#[derive(Clone, Debug, PartialEq)]
pub struct ChartMark {
    /// Its centre, in pixels.
    pub at: Point,
    /// The finds there, as indices into the finds that the chart was made of, the oldest first.
    pub finds: Vec<usize>,
    /// Its outline and colour: an index into [`Chart::periods`].
    pub period: usize,
}

/// The look of the marks of a period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChartPeriod {
    /// The name of the period.
    pub title: &'static str,
    /// The colour.
    pub colour: &'static str,
    /// The outline as an SVG path, in a square from -50 to 50.
    pub outline: String,
}

/// The map of these finds, for a page that places the marks itself. Finds that lie nowhere on earth
/// are left out; without any find it is a map of the whole world.
///
/// ```
/// use ludarium_games::evidence;
/// use ludarium_picture::map::{chart, MapFind};
///
/// let finds: Vec<MapFind> = evidence::all().iter().filter_map(MapFind::of).collect();
/// let chart = chart(&finds);
/// let marked: usize = chart.marks.iter().map(|mark| mark.finds.len()).sum();
/// assert_eq!(marked, finds.len());
/// ```
#[must_use]
pub fn chart(places: &[MapFind]) -> Chart {
    let known: Vec<(usize, MapFind)> = places
        .iter()
        .cloned()
        .enumerate()
        .filter(|(_, place)| place.is_on_earth())
        .collect();
    let finds: Vec<MapFind> = known.iter().map(|(_, find)| find.clone()).collect();
    let projection = around(&finds);
    let marks = marks(&finds, &projection);
    let used: Vec<usize> = (0..=PERIODS.len())
        .filter(|class| marks.iter().any(|mark| mark.period() == *class))
        .collect();
    let index = |find: &MapFind| {
        let own = finds.iter().position(|own| std::ptr::eq(own, find))?;
        Some(known[own].0)
    };
    let mut svg = Svg::new();
    draw_land(&mut svg, &projection);
    draw_grid(&mut svg, &projection);
    Chart {
        land: svg.finish("The land", MAP_WIDTH, projection.height(), PAPER),
        size: (MAP_WIDTH, projection.height()),
        marks: marks
            .iter()
            .map(|mark| ChartMark {
                at: mark.at,
                finds: mark.places.iter().filter_map(|find| index(find)).collect(),
                period: used
                    .iter()
                    .position(|class| *class == mark.period())
                    .unwrap_or(0),
            })
            .collect(),
        periods: used
            .iter()
            .map(|class| ChartPeriod {
                title: title(*class),
                colour: tint(*class),
                outline: outline(*class),
            })
            .collect(),
    }
}

/// The part of the world with all of these finds; without any, the whole of it.
fn around(finds: &[MapFind]) -> Projection {
    match finds.is_empty() {
        true => Projection::of(&[corner(-58.0, -170.0), corner(80.0, 175.0)]),
        false => Projection::of(finds),
    }
}

/// Draws the map with its list. Without any find it is a map of the whole world.
#[must_use]
pub fn draw(places: &[MapFind]) -> String {
    let valid = places.iter().filter(|place| place.is_on_earth());
    let places: Vec<MapFind> = valid.cloned().collect();
    let projection = around(&places);
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
            svg.group(&format!("id=\"place-{}\"", index + 1), |svg| {
                draw_mark(svg, mark.period(), mark.at);
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
    use super::world::land_rings;
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
    fn each_find_of_a_chart_has_a_mark_unless_it_lies_nowhere_on_earth() {
        let places = [
            MapFind {
                longitude: 500.0,
                ..cairo(None)
            },
            cairo(Some(19)),
            MapFind {
                latitude: 36.0,
                name: "Far away".to_owned(),
                ..cairo(Some(-20))
            },
        ];
        let chart = chart(&places);
        let mut marked: Vec<usize> = chart
            .marks
            .iter()
            .flat_map(|mark| mark.finds.clone())
            .collect();
        marked.sort_unstable();
        assert_eq!(marked, [1, 2]);
        let titles: Vec<&str> = chart.periods.iter().map(|period| period.title).collect();
        assert_eq!(titles, ["before our era", "19th century"]);
        assert!(!chart.land.contains("place-"));
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
