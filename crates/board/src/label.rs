//! Rows, columns, layers and coordinate labels.

use crate::graph::Basis;
use crate::topology::Site;

/// Values further apart than this lie in different rows or columns; boards are put together so
/// finely that a larger margin would join rows which the format keeps apart.
const SAME: f64 = 0.003;

/// Gives each site its row, column, layer and label.
///
/// On boards of hexagons and triangles rows and columns run along two axes of the tiling, a third
/// of a turn apart; `turned` says that none of its axes lies level.
pub(crate) fn place(basis: Basis, turned: bool, sites: &mut [Site]) {
    let slanted = matches!(basis, Basis::Hexagonal | Basis::Triangular);
    let along = |angle: f64| {
        let (sin, cos) = angle.to_radians().sin_cos();
        ranks(
            sites
                .iter()
                .map(|site| site.point[0] * cos + site.point[1] * sin)
                .collect(),
        )
    };
    let (rows, columns) = match (slanted, turned) {
        (true, false) => (along(90.0), along(30.0)),
        (true, true) => (along(120.0), along(60.0)),
        _ if basis == Basis::SquareSolid => (along(135.0), along(45.0)),
        _ => (along(90.0), along(0.0)),
    };
    let layers = ranks(sites.iter().map(|site| site.point[2]).collect());
    let layered = layers.iter().any(|&layer| layer > 0);
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

/// The place of each value among the groups of values that lie close together.
fn ranks(values: Vec<f64>) -> Vec<u32> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0; values.len()];
    let (mut rank, mut sum, mut count) = (0, 0.0, 0.0);
    for index in order {
        if count > 0.0 && values[index] - sum / count > SAME {
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
