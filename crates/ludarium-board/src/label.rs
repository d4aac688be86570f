//! Rows, columns, layers and coordinate labels.

use rustc_hash::FxHashSet;

use crate::graph::Basis;
use crate::topology::Site;

/// Minimum distance between two rows, in mean edge lengths, for the coarse grouping of sites into
/// rows. Values from 0.55 to 0.6 fit the recorded games: holes half an edge length above others of
/// a row belong to that row.
const COARSE_ROW_GAP: f64 = 0.6;

/// Minimum distance between two rows for the fine grouping, which applies if the coarse one would
/// give two sites the same label. It is small because boards are assembled so precisely that a
/// larger margin would merge rows that the format separates.
const FINE_ROW_GAP: f64 = 0.003;

/// Assigns each site its row, column, layer and label.
///
/// On boards of hexagons and triangles, rows and columns run along two axes of the tiling, a third
/// of a turn apart; `turned` says that none of its axes is horizontal. `unit` is the mean edge
/// length.
pub(crate) fn label_sites(basis: Basis, turned: bool, unit: f64, sites: &mut [Site]) {
    let slanted = matches!(basis, Basis::Hexagonal | Basis::Triangular);
    let axes: [f64; 2] = match (slanted, turned) {
        (true, false) => [90.0, 30.0],
        (true, true) => [120.0, 60.0],
        _ if basis == Basis::SquareSolid => [135.0, 45.0],
        _ => [90.0, 0.0],
    };
    let along = |margin: f64| {
        axes.map(|angle| {
            let (sin, cos) = angle.to_radians().sin_cos();
            let across = |site: &Site| site.point[0] * cos + site.point[1] * sin;
            ranks(sites.iter().map(across).collect(), margin)
        })
    };
    let layers = ranks(
        sites.iter().map(|site| site.point[2]).collect(),
        FINE_ROW_GAP,
    );
    let layered = layers.iter().any(|&layer| layer > 0);
    let [mut rows, mut columns] = along(COARSE_ROW_GAP * unit);
    let places: FxHashSet<(u32, u32, u32)> = (0..sites.len())
        .map(|index| (rows[index], columns[index], layers[index]))
        .collect();
    if places.len() < sites.len() {
        [rows, columns] = along(FINE_ROW_GAP);
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

/// Groups values that lie close together, and returns the index of each value's group.
fn ranks(values: Vec<f64>, margin: f64) -> Vec<u32> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0; values.len()];
    let (mut rank, mut sum, mut count) = (0, 0.0, 0.0);
    for index in order {
        if count > 0.0 && values[index] - sum / count > margin {
            rank += 1;
            (sum, count) = (0.0, 0.0);
        }
        sum += values[index];
        count += 1.0;
        ranks[index] = rank;
    }
    ranks
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
