//! Rows, columns, layers and coordinate labels.

use rustc_hash::FxHashSet;

use crate::graph::Point;
use crate::topology::Site;

/// Maximum distance of a site from the mean of its row or column, in units of the mean distance
/// between sites.
const MAX_SPREAD: f64 = 0.6;

/// What each row or column adds to the error of a grouping, so that few are better than many.
const COST_PER_GROUP: f64 = 0.01;

/// An angle whose error is less than this is taken at once.
const GOOD_ENOUGH: f64 = 0.01;

/// The angles that rows are tried at, in degrees from the horizontal.
const ROW_ANGLES: [f64; 5] = [0.0, 15.0, 30.0, 45.0, 60.0];

/// The angles that columns are tried at, in degrees from the rows.
const COLUMN_ANGLES: [f64; 3] = [90.0, 105.0, 120.0];

/// Coordinates that differ by less than this are equal. Rows and columns are those of equal
/// coordinates where coarser ones would give two sites the same label.
const EQUAL: f64 = 0.001;

/// Assigns each site its row, column, layer and label.
pub(crate) fn label_sites(sites: &mut [Site]) {
    let points: Vec<Point> = sites.iter().map(|site| site.point).collect();
    let along = |axis: usize| {
        points
            .iter()
            .map(move |point| point[axis])
            .collect::<Vec<f64>>()
    };
    let extent = |axis: usize| {
        let values = along(axis);
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        high - low
    };
    let unit = (extent(0) + extent(1)) / 2.0 / (points.len() as f64).sqrt();
    let margin = MAX_SPREAD * unit;
    // Rows count upwards: across a line at an angle, values grow to its left.
    let (angle, mut rows) = best(&points, ROW_ANGLES.map(f64::to_radians), margin, 1.0);
    let angles = COLUMN_ANGLES.map(|more| angle + more.to_radians());
    let (_, mut columns) = best(&points, angles, margin, -1.0);
    let layers = groups(&along(2), EQUAL).ranks;
    let layered = layers.iter().any(|&layer| layer > 0);
    let places: FxHashSet<(u32, u32, u32)> = (0..sites.len())
        .map(|index| (rows[index], columns[index], layers[index]))
        .collect();
    if places.len() < sites.len() {
        rows = groups(&along(1), EQUAL).ranks;
        columns = groups(&along(0), EQUAL).ranks;
    }
    for (index, site) in sites.iter_mut().enumerate() {
        site.row = rows[index];
        site.column = columns[index];
        site.layer = layers[index];
        site.label = format!("{}{}", letters(site.column), site.row + 1);
        if layered {
            site.label.push_str(&format!("/{}", site.layer));
        }
    }
}

/// The first of the angles at which the groups of sites have the least error, and the groups.
/// `sign` is 1 to count to the left of a line at the angle, -1 to count to its right.
fn best<const N: usize>(
    points: &[Point],
    angles: [f64; N],
    margin: f64,
    sign: f64,
) -> (f64, Vec<u32>) {
    let mut best: Option<(f64, f64, Vec<u32>)> = None;
    for angle in angles {
        let (sin, cos) = angle.sin_cos();
        let across = |point: &Point| sign * (point[1] * cos - point[0] * sin);
        let found = groups(&points.iter().map(across).collect::<Vec<f64>>(), margin);
        if best.as_ref().is_none_or(|best| found.error < best.0 - 1e-9) {
            best = Some((found.error, angle, found.ranks));
        }
        if found.error < GOOD_ENOUGH {
            break;
        }
    }
    best.map_or_else(Default::default, |(_, angle, ranks)| (angle, ranks))
}

/// Sites in groups of nearly equal values.
struct Groups {
    /// The group of each site, counted from the least value.
    ranks: Vec<u32>,
    /// How badly the groups fit: how far the last site of each is from its mean, and their number.
    error: f64,
}

/// Groups values in ascending order. A group ends before the value that lies more than `margin`
/// from the mean of the group.
fn groups(values: &[f64], margin: f64) -> Groups {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0; values.len()];
    let (mut rank, mut error) = (0, 0.0);
    let (mut sum, mut count, mut last) = (0.0, 0.0, 0.0);
    let misfit =
        |sum: f64, count: f64, last: f64| (last - sum / count).powi(2) / count + COST_PER_GROUP;
    for index in order {
        if count > 0.0 && values[index] - sum / count > margin {
            error += misfit(sum, count, last);
            rank += 1;
            (sum, count) = (0.0, 0.0);
        }
        last = values[index];
        sum += last;
        count += 1.0;
        ranks[index] = rank;
    }
    if count > 0.0 {
        error += misfit(sum, count, last);
    }
    Groups { ranks, error }
}

/// `A` to `Z`, then `AA`, `AB`, ...
fn letters(mut column: u32) -> String {
    let mut text = String::new();
    loop {
        text.insert(0, char::from(b'A' + (column % 26) as u8));
        if column < 26 {
            return text;
        }
        column = column / 26 - 1;
    }
}
