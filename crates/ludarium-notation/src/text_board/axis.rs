//! Maps the points of a board's plane to columns and rows.

use ludarium_board::graph::Point;

/// The map from points to columns and rows.
#[derive(Clone, Debug)]
pub struct Axes {
    x: Axis,
    y: Axis,
    /// The heights of the layers, lowest first. Layers are drawn as panels side by side, in bands
    /// that fit a page.
    layers: Vec<f64>,
    panel: usize,
    /// The column of the rightmost sites of a panel.
    rightmost: usize,
    /// Panels in a band.
    across: usize,
    top: usize,
}

#[derive(Clone, Debug)]
struct Axis {
    least: f64,
    /// Columns (rows) per unit of length.
    scale: f64,
    /// The distance of neighbouring values, and its columns (rows), where the values lie on a
    /// regular grid.
    step: Option<(f64, usize)>,
}

/// The maximal number of columns and of rows, even if sites then hide each other.
const MAX_EXTENT: f64 = 220.0;

/// The maximal number of columns of a band with more than one panel.
const PAGE_COLUMNS: usize = 78;

/// The maximal distance of a value from a regular grid, as a fraction of the grid's step.
const GRID_TOLERANCE: f64 = 0.12;

impl Axes {
    /// Fits the sites so that each has `room` columns. `corners` are further points that must lie
    /// on the same grid; with `airy`, rows are two lines apart where that fits.
    pub fn fit(sites: &[Point], corners: &[Point], room: usize, airy: bool) -> Axes {
        let all = || sites.iter().chain(corners);
        let layers = distinct(all().map(|p| p[2]));
        let (xs, ys) = (distinct(all().map(|p| p[0])), distinct(all().map(|p| p[1])));
        let (x_step, y_step) = (regular(&xs), regular(&ys));
        let least = |values: &[f64]| values.first().copied().unwrap_or_default();
        let range = |values: &[f64]| values.last().copied().unwrap_or_default() - least(values);
        let mut axes = match (x_step, y_step) {
            (Some(dx), Some(dy)) => {
                let rows = (range(&ys) / dy).round() as usize + 1;
                let lines = if airy && rows <= 13 { 2 } else { 1 };
                let y = Axis {
                    least: least(&ys),
                    scale: 0.0,
                    step: Some((dy, lines)),
                };
                let nearest = nearest_in_row(sites, &y, dx);
                let mut columns = room.div_ceil(nearest.max(1));
                if airy {
                    columns = columns.max(4 / nearest.max(1));
                }
                let x = Axis {
                    least: least(&xs),
                    scale: 0.0,
                    step: Some((dx, columns.max(1))),
                };
                Axes {
                    x,
                    y,
                    layers,
                    panel: 0,
                    rightmost: 0,
                    across: 1,
                    top: 0,
                }
            }
            _ => proportional(sites, least(&xs), least(&ys), range(&xs), room, layers),
        };
        axes.x.within(MAX_EXTENT, range(&xs));
        axes.y.within(MAX_EXTENT, range(&ys));
        axes.rightmost = all().map(|p| axes.x.at(p[0])).max().unwrap_or(0);
        axes.panel = axes.rightmost + room + 2;
        axes.top = all().map(|p| axes.y.at(p[1])).max().unwrap_or(0);
        let most = axes.layers.len().max(1);
        // The fewest bands, of equal lengths.
        let bands = most.div_ceil((PAGE_COLUMNS / axes.panel).clamp(1, most));
        axes.across = most.div_ceil(bands);
        axes
    }

    /// The column and row of a point; rows count from the top.
    pub fn place(&self, point: Point) -> (usize, usize) {
        let (left, above) = self.corner(self.layer(point));
        (
            left + self.x.at(point[0]),
            above + self.top.saturating_sub(self.y.at(point[1])),
        )
    }

    /// The layer of a point, counted from the lowest.
    pub fn layer(&self, point: Point) -> usize {
        let mut layers = self.layers.iter();
        let found = layers.position(|z| (z - point[2]).abs() < 1e-3);
        found.unwrap_or(0)
    }

    /// The number of layers, at least one.
    pub fn layers(&self) -> usize {
        self.layers.len().max(1)
    }

    /// The spot for the name of a layer, above its panel, where there are several.
    pub fn caption(&self, layer: usize) -> (usize, usize) {
        let (left, above) = self.corner(layer);
        (left, above.saturating_sub(1))
    }

    /// The upper left corner of a panel.
    fn corner(&self, layer: usize) -> (usize, usize) {
        let band = layer / self.across;
        let names = usize::from(self.layers() > 1);
        let above = band * (self.top + 2 + names) + names;
        (layer % self.across * self.panel, above)
    }

    /// The number of columns up to the last site's.
    pub fn width(&self) -> usize {
        self.panel * self.across.saturating_sub(1) + self.rightmost
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        let (_, above) = self.corner(self.layers() - 1);
        above + self.top + 1
    }
}

impl Axis {
    /// Squeezes values that spread over `range` into at most `most` columns (rows): a fine grid
    /// with distant values would take more.
    fn within(&mut self, most: f64, range: f64) {
        let taken = match self.step {
            Some((step, screen)) => range / step * screen as f64,
            None => range * self.scale,
        };
        if taken > most {
            self.step = None;
            self.scale = most / range;
        }
    }

    fn at(&self, value: f64) -> usize {
        let from_least = (value - self.least).max(0.0);
        match self.step {
            Some((step, screen)) => (from_least / step).round() as usize * screen,
            None => (from_least * self.scale).round() as usize,
        }
    }
}

/// The distinct values in ascending order.
fn distinct(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.filter(|value| value.is_finite()).collect();
    values.sort_by(f64::total_cmp);
    values.dedup_by(|a, b| (*a - *b).abs() < 1e-3);
    values
}

/// The step of the regular grid that the values lie on, unless it is too fine to draw.
fn regular(values: &[f64]) -> Option<f64> {
    let gaps: Vec<f64> = values.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let Some(step) = gaps.iter().copied().reduce(f64::min) else {
        return Some(1.0);
    };
    let range = values[values.len() - 1] - values[0];
    let on_grid = values.iter().all(|value| {
        let at = (value - values[0]) / step;
        (at - at.round()).abs() < GRID_TOLERANCE
    });
    (on_grid && range / step <= 90.0).then_some(step)
}

/// The smallest number of grid steps between two sites of one row.
fn nearest_in_row(sites: &[Point], y: &Axis, dx: f64) -> usize {
    let mut rows: Vec<(usize, i64, f64)> = sites
        .iter()
        .map(|p| (y.at(p[1]), (p[2] * 1e3) as i64, p[0]))
        .collect();
    rows.sort_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)).then(a.2.total_cmp(&b.2)));
    let pairs = rows
        .windows(2)
        .filter(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1));
    pairs
        .map(|pair| ((pair[1].2 - pair[0].2) / dx).round() as usize)
        .filter(|d| *d > 0)
        .min()
        .unwrap_or(1)
}

/// The smallest scale, true to shape, at which no site hides another.
fn proportional(
    sites: &[Point],
    left: f64,
    bottom: f64,
    width: f64,
    room: usize,
    layers: Vec<f64>,
) -> Axes {
    let with_scale = |scale: f64| Axes {
        // A character is about twice as high as it is wide.
        x: Axis {
            least: left,
            scale: scale * 2.0,
            step: None,
        },
        y: Axis {
            least: bottom,
            scale,
            step: None,
        },
        layers: layers.clone(),
        panel: 0,
        rightmost: 0,
        across: 1,
        top: 0,
    };
    let mut scale = 8.0 / width.max(1e-6);
    loop {
        let axes = with_scale(scale);
        let mut spots: Vec<(i64, usize, usize)> = sites
            .iter()
            .map(|p| ((p[2] * 1e3) as i64, axes.y.at(p[1]), axes.x.at(p[0])))
            .collect();
        spots.sort_unstable();
        let hidden = spots.windows(2).any(|pair| {
            (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1) && pair[1].2 - pair[0].2 < room
        });
        if !hidden || scale * 2.0 * width > MAX_EXTENT {
            return axes;
        }
        scale *= 1.08;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_board_has_a_line_a_row() {
        let sites: Vec<Point> = (0..9)
            .map(|i| [f64::from(i % 3), f64::from(i / 3), 0.0])
            .collect();
        let axes = Axes::fit(&sites, &[], 2, false);
        assert_eq!(axes.place([0.0, 0.0, 0.0]), (0, 2));
        assert_eq!(axes.place([2.0, 2.0, 0.0]), (4, 0));
        assert_eq!(axes.height(), 3);
    }

    #[test]
    fn layers_stand_side_by_side_as_far_as_a_page_goes_and_then_below() {
        let sites: Vec<Point> = (0..512)
            .map(|i| [f64::from(i % 8), f64::from(i / 8 % 8), f64::from(i / 64)])
            .collect();
        let axes = Axes::fit(&sites, &[], 2, false);
        assert!(axes.width() <= 80, "{}", axes.width());
        let (first, second) = (axes.place([0.0, 7.0, 0.0]), axes.place([0.0, 7.0, 1.0]));
        assert!(second.0 > axes.place([7.0, 7.0, 0.0]).0 && second.1 == first.1);
        let below = axes.place([0.0, 7.0, 4.0]);
        assert!(below.0 == first.0 && below.1 > axes.place([0.0, 0.0, 0.0]).1);
        let mut spots: Vec<_> = sites.iter().map(|p| axes.place(*p)).collect();
        spots.sort_unstable();
        spots.dedup();
        assert_eq!(spots.len(), 512);
    }

    #[test]
    fn a_fine_grid_with_far_ends_still_fits_on_a_screen() {
        let sites: Vec<Point> = vec![[0.0, 0.0, 0.0], [1e-6, 1e-6, 0.0], [1.0, 1.0, 0.0]];
        let axes = Axes::fit(&sites, &[], 3, false);
        assert!(axes.width() < 300 && axes.height() < 300);
        let limited = Axes::fit(&[[0.0, 0.0, 0.0], [1e9, 1e9, 0.0]], &[], 3, false);
        assert!(limited.width() < 300 && limited.height() < 300);
    }

    #[test]
    fn staggered_rows_stay_staggered() {
        let sites: Vec<Point> = vec![
            [0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [0.5, 0.866, 0.0],
            [1.5, 0.866, 0.0],
        ];
        let axes = Axes::fit(&sites, &[], 2, false);
        assert_eq!(axes.place(sites[0]), (0, 1));
        assert_eq!(axes.place(sites[2]), (1, 0));
        assert_eq!(axes.place(sites[1]), (2, 1));
    }

    #[test]
    fn no_site_of_a_ring_hides_another() {
        let sites: Vec<Point> = (0..16)
            .map(|i| {
                let angle = f64::from(i) * std::f64::consts::TAU / 16.0;
                [angle.cos(), angle.sin(), 0.0]
            })
            .collect();
        let axes = Axes::fit(&sites, &[], 3, false);
        let mut spots: Vec<_> = sites.iter().map(|p| axes.place(*p)).collect();
        spots.sort_unstable();
        spots.dedup();
        assert_eq!(spots.len(), 16);
    }
}
