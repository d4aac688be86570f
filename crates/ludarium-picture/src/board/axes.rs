//! Where the names of columns and rows stand: in the margins of a board whose columns and rows run
//! along the edges of the picture, else at the ends of the lines of sites that share a letter or a
//! number.

use std::collections::BTreeMap;

use crate::letters;
use crate::svg::Point;

/// A site whose label consists of letters and a number.
#[derive(Clone, Debug)]
pub struct NamedSite {
    letters: String,
    number: String,
    at: Point,
    size: f64,
}

impl NamedSite {
    /// Splits a label into letters and a number; `None` if it does not consist of both.
    pub fn parse(label: &str, at: Point, size: f64) -> Option<NamedSite> {
        let digits = label.find(|c: char| c.is_ascii_digit())?;
        let (letters, number) = label.split_at(digits);
        let numeric = number.chars().all(|c| c.is_ascii_digit());
        (!letters.is_empty() && numeric).then(|| NamedSite {
            letters: letters.to_owned(),
            number: number.to_owned(),
            at,
            size,
        })
    }

    fn value(&self) -> u32 {
        self.number.parse().unwrap_or(0)
    }
}

/// The name of a column or row.
#[derive(Clone, Debug, PartialEq)]
pub struct AxisLabel {
    pub text: String,
    pub at: Point,
    /// Whether it stands between sites, so that it needs a ground of its own.
    pub inside: bool,
}

/// The corners of the area of the sites.
pub fn bounds(sites: &[NamedSite]) -> [f64; 4] {
    let start = [f64::MAX, f64::MAX, f64::MIN, f64::MIN];
    sites
        .iter()
        .fold(start, |[left, top, right, bottom], site| {
            let ((x, y), half) = (site.at, 0.5 * site.size);
            [
                left.min(x - half),
                top.min(y - half),
                right.max(x + half),
                bottom.max(y + half),
            ]
        })
}

/// The names of columns below the board and of rows on its left; `None` if the sites of a column
/// do not stand above each other, or those of a row beside each other.
pub fn beside(sites: &[NamedSite], bounds: [f64; 4], gap: f64) -> Option<Vec<AxisLabel>> {
    let [left, _, _, bottom] = bounds;
    let columns = places(sites.iter().map(|site| (site.letters.as_str(), site.at.0)))?;
    let rows = places(sites.iter().map(|site| (site.number.as_str(), site.at.1)))?;
    let label = |text: &str, at: Point| AxisLabel {
        text: text.to_owned(),
        at,
        inside: false,
    };
    let columns = columns
        .iter()
        .map(|(text, x)| label(text, (*x, bottom + gap + 0.2)));
    let rows = rows.iter().map(|(text, y)| {
        let x = left - gap - letters::width(text, 0.3) / 2.0;
        label(text, (x, *y))
    });
    Some(columns.chain(rows).collect())
}

/// The place of each name along an axis, if each name has one place and each place one name.
fn places<'a>(named: impl Iterator<Item = (&'a str, f64)>) -> Option<BTreeMap<&'a str, f64>> {
    let mut by_name: BTreeMap<&str, f64> = BTreeMap::new();
    let mut by_place: BTreeMap<i64, &str> = BTreeMap::new();
    for (name, at) in named {
        let alone = (*by_name.entry(name).or_insert(at) - at).abs() < 0.05;
        let place = (at * 50.0).round() as i64;
        if !alone || *by_place.entry(place).or_insert(name) != name {
            return None;
        }
    }
    (!by_name.is_empty()).then_some(by_name)
}

/// The largest distance between neighbours on a line.
const NEAR: f64 = 2.3;

/// The names at the ends of the lines of sites that share a letter or a number, or where a ring of
/// such sites begins; `None` if most sites stand alone.
pub fn at_ends(sites: &[NamedSite], reach: f64) -> Option<Vec<AxisLabel>> {
    let by_letters = |site: &NamedSite| (site.letters.len(), site.letters.clone());
    let mut columns: BTreeMap<(usize, String), Vec<&NamedSite>> = BTreeMap::new();
    let mut rows: BTreeMap<u32, Vec<&NamedSite>> = BTreeMap::new();
    for site in sites {
        columns.entry(by_letters(site)).or_default().push(site);
        rows.entry(site.value()).or_default().push(site);
    }
    for group in columns.values_mut() {
        group.sort_by_key(|site| site.value());
    }
    for group in rows.values_mut() {
        group.sort_by_key(|site| by_letters(site));
    }
    let columns = columns.into_iter().map(|((_, text), group)| (text, group));
    let rows = rows
        .into_iter()
        .map(|(number, group)| (number.to_string(), group));
    let mut labels = Vec::new();
    let axes: [Vec<(String, Vec<&NamedSite>)>; 2] = [columns.collect(), rows.collect()];
    for axis in axes {
        let lines: Vec<(&str, Vec<&NamedSite>)> = axis
            .iter()
            .flat_map(|(text, group)| {
                let lines = connected(group);
                lines.into_iter().map(move |line| (text.as_str(), line))
            })
            .collect();
        if 2 * lines.len() > sites.len() {
            return None;
        }
        let outward = Outward::new(sites, &lines);
        for (text, line) in &lines {
            labels.extend(end_of(text, line, &outward, reach));
        }
    }
    Some(labels)
}

/// Splits sites where neighbours are far from each other.
fn connected<'a>(group: &[&'a NamedSite]) -> Vec<Vec<&'a NamedSite>> {
    if is_ring(group) {
        return vec![group.to_vec()];
    }
    let mut lines: Vec<Vec<&NamedSite>> = Vec::new();
    for site in group {
        let near = |last: &&NamedSite| distance(last.at, site.at) <= NEAR;
        match lines.last_mut() {
            Some(line) if line.last().is_some_and(near) => line.push(site),
            _ => lines.push(vec![site]),
        }
    }
    lines
}

/// At which end the lines of an axis are named.
struct Outward {
    middle: Point,
    /// Whether the board has parts with lines of the same name, so that each line is judged alone.
    by_line: bool,
    /// Beyond the last site, because the last sites lie farther out: rings are named outside.
    at_last: bool,
    /// The direction beyond that end of most lines, for lines of one site.
    usual: Point,
}

impl Outward {
    fn new(sites: &[NamedSite], lines: &[(&str, Vec<&NamedSite>)]) -> Outward {
        let all: Vec<&NamedSite> = sites.iter().collect();
        let middle = centre(&all);
        let (mut difference, mut sum) = (0.0, (0.0, 0.0));
        for (_, line) in lines {
            if let [first, .., last] = line.as_slice() {
                difference += distance(last.at, middle) - distance(first.at, middle);
                let (x, y) = towards(last.at, first.at);
                sum = (sum.0 + x, sum.1 + y);
            }
        }
        let at_last = difference > 0.3 * lines.len() as f64;
        let sign = if at_last { -1.0 } else { 1.0 };
        let repeated = lines.windows(2).any(|pair| pair[0].0 == pair[1].0);
        Outward {
            middle,
            by_line: repeated,
            at_last,
            usual: match sum.0.hypot(sum.1) > 1e-6 {
                true => towards((0.0, 0.0), (sign * sum.0, sign * sum.1)),
                false => (0.0, 1.0),
            },
        }
    }
}

/// The label of one line or ring of sites.
fn end_of(text: &str, line: &[&NamedSite], outward: &Outward, reach: f64) -> Option<AxisLabel> {
    let (first, last) = (line.first()?, line.last()?);
    let label = |at: Point, inside: bool| AxisLabel {
        text: text.to_owned(),
        at,
        inside,
    };
    let beyond = |site: &NamedSite, (x, y): Point| {
        let far = reach * site.size + 0.08 + letters::width(text, 0.3).max(0.3) / 2.0;
        label((site.at.0 + far * x, site.at.1 + far * y), false)
    };
    if is_ring(line) {
        // Between the last site and the first, on the ring.
        let centre = centre(line);
        let radius = distance(first.at, centre);
        let half = (
            (first.at.0 + last.at.0) / 2.0,
            (first.at.1 + last.at.1) / 2.0,
        );
        let (x, y) = towards(centre, half);
        return Some(label((centre.0 + radius * x, centre.1 + radius * y), true));
    }
    let at_last = match outward.by_line {
        true => distance(last.at, outward.middle) > distance(first.at, outward.middle),
        false => outward.at_last,
    };
    Some(match line {
        [alone] => beyond(alone, outward.usual),
        [.., before, last] if at_last => beyond(last, towards(before.at, last.at)),
        [first, second, ..] => beyond(first, towards(second.at, first.at)),
        [] => return None,
    })
}

fn centre(group: &[&NamedSite]) -> Point {
    let count = group.len().max(1) as f64;
    let sum = group.iter().fold((0.0, 0.0), |sum, site| {
        (sum.0 + site.at.0, sum.1 + site.at.1)
    });
    (sum.0 / count, sum.1 / count)
}

/// Whether sites lie on a closed circle.
fn is_ring(group: &[&NamedSite]) -> bool {
    let [first, second, .., last] = group else {
        return false;
    };
    let middle = centre(group);
    let radius = distance(first.at, middle);
    let alike = |site: &&NamedSite| (distance(site.at, middle) - radius).abs() < 0.02 * radius;
    let closed = distance(first.at, last.at) < 1.5 * distance(first.at, second.at);
    radius > 1e-3 && closed && group.iter().all(alike)
}

fn distance(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// The unit vector from one point towards another.
fn towards(from: Point, to: Point) -> Point {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let length = x.hypot(y).max(1e-9);
    (x / length, y / length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(labels: &[AxisLabel]) -> Vec<&str> {
        let mut texts: Vec<&str> = labels.iter().map(|label| label.text.as_str()).collect();
        texts.sort_unstable();
        texts
    }

    /// A rhombus of hexagons: the columns run up to the right, the rows up to the left.
    fn rhombus() -> Vec<NamedSite> {
        let mut sites = Vec::new();
        for (column, letter) in ["a", "b", "c"].into_iter().enumerate() {
            for row in 0..3 {
                let (x, y) = (column as f64, f64::from(row));
                let at = ((x - y) * 0.87, -(x + y) * 0.5);
                let label = format!("{letter}{}", row + 1);
                sites.push(NamedSite::parse(&label, at, 1.0).expect("a label"));
            }
        }
        sites
    }

    #[test]
    fn slanting_columns_and_rows_are_named_once_each_outside_the_board() {
        let sites = rhombus();
        assert!(beside(&sites, bounds(&sites), 0.1).is_none());
        let labels = at_ends(&sites, 0.5).expect("labels");
        assert_eq!(texts(&labels), ["1", "2", "3", "a", "b", "c"]);
        for label in &labels {
            let clear = sites.iter().all(|site| distance(site.at, label.at) > 0.6);
            assert!(clear && !label.inside, "{label:?}");
        }
    }

    #[test]
    fn rings_are_named_between_their_last_site_and_their_first() {
        let mut sites = Vec::new();
        for (letter, radius) in [("a", 3.0), ("b", 2.0)] {
            for number in 0..8 {
                let angle = f64::from(number) * std::f64::consts::FRAC_PI_4;
                let at = (radius * angle.cos(), radius * angle.sin());
                let label = format!("{letter}{}", number + 1);
                sites.push(NamedSite::parse(&label, at, 1.0).expect("a label"));
            }
        }
        let labels = at_ends(&sites, 0.5).expect("labels");
        let rings: Vec<_> = labels.iter().filter(|label| label.inside).collect();
        assert_eq!(rings.len(), 2);
        let spokes = labels.iter().filter(|label| !label.inside);
        assert!(spokes.clone().count() == 8);
        for spoke in spokes {
            assert!(distance(spoke.at, (0.0, 0.0)) > 3.4, "{spoke:?}");
        }
    }

    #[test]
    fn the_columns_and_rows_of_a_square_board_are_named_in_its_margins() {
        let mut sites = Vec::new();
        for (x, letter) in ["a", "b"].into_iter().enumerate() {
            for y in 0..2 {
                let at = (x as f64, -f64::from(y));
                let label = format!("{letter}{}", y + 1);
                sites.push(NamedSite::parse(&label, at, 1.0).expect("a label"));
            }
        }
        let corners = bounds(&sites);
        let labels = beside(&sites, corners, 0.1).expect("labels");
        assert_eq!(texts(&labels), ["1", "2", "a", "b"]);
        for label in labels {
            let outside = label.at.0 < corners[0] || label.at.1 > corners[3];
            assert!(outside, "{label:?}");
        }
    }
}
