//! Where the sites of a board lie in the picture.
//!
//! The unit of length is the usual distance between neighbouring sites.

use ludarium_board::graph::{distance, Graph};
use ludarium_board::{BoardKind, SiteType, Topology};
use ludarium_engine::{Game, State};
use ludarium_games::drawing::SiteLook;

use crate::svg::Point;

/// Where the sites of a game are drawn.
#[derive(Clone, Debug)]
pub struct SiteLayout {
    /// By slot: its spot, if it is drawn.
    pub spots: Vec<Option<SiteSpot>>,
    /// What the sites look like.
    pub look: SiteLook,
    /// The corners of the drawing without margins: left, top, right, bottom.
    pub bounds: [f64; 4],
    /// Picture units per board unit.
    scale: f64,
    /// The distance between layers, to the right and down.
    layer_step: Point,
    /// The number of layers in a row of the picture.
    layers_per_row: usize,
    /// The heights of the layers, from the lowest.
    layer_heights: Vec<f64>,
}

/// Where a site is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SiteSpot {
    /// Its centre.
    pub at: Point,
    /// The size of a piece on it.
    pub size: f64,
    /// The kind of site.
    pub kind: SiteType,
    /// Its number among the sites of its kind.
    pub site: usize,
    /// Whether it is a site of a hand that is drawn as a cell beside the board.
    pub off_board: bool,
}

/// The outer radius, in board units, of the circle of a vertex that is alone on its ring around a
/// pivot, or is the pivot of such rings. It reaches half-way to the next ring.
pub(crate) fn lone_ring(graph: &Graph, vertex: usize) -> Option<f64> {
    let pivot_of = |other: usize| graph.pivots.get(other).copied().flatten();
    let pivot = pivot_of(vertex).unwrap_or(graph.vertices[vertex]);
    let mut radii: Vec<f64> = (0..graph.vertices.len())
        .filter(|&other| pivot_of(other).is_some_and(|its| distance(its, pivot) < 1e-6))
        .map(|other| distance(graph.vertices[other], pivot))
        .collect();
    radii.sort_by(f64::total_cmp);
    let own = distance(graph.vertices[vertex], pivot);
    let alike = |radius: &&f64| (**radius - own).abs() < 1e-3;
    let most = if own < 1e-3 { 0 } else { 1 };
    if radii.is_empty() || radii.iter().filter(alike).count() != most {
        return None;
    }
    let next = radii.iter().find(|radius| **radius > own + 1e-3);
    let before = radii.iter().rfind(|radius| **radius < own - 1e-3);
    Some(match (next, before) {
        (Some(next), _) => (own + next) / 2.0,
        (None, before) => own + (own - before.unwrap_or(&0.0)) / 2.0,
    })
}

/// The length of a backgammon point, and the gap between the two rows of points.
pub const POINT_LENGTH: f64 = 5.0;
const POINT_ROW_GAP: f64 = 1.2;

/// The width of the bar between the halves of a backgammon board.
const BAR_WIDTH: f64 = 0.6;

/// The unit of length is this percentile of the distances to the nearest neighbour.
const SPACING_PERCENTILE: usize = 10;

/// The largest size of a piece where sites are far apart.
const MAX_PIECE_SIZE: f64 = 1.5;

impl SiteLayout {
    /// Lays out the sites of a game. Of an unbounded board only the area around the pieces is
    /// drawn.
    #[must_use]
    pub fn new(game: &Game, look: Option<SiteLook>, state: &State) -> SiteLayout {
        let (topology, layout) = (&game.board().topology, game.layout());
        let own = game.board().default_site;
        let look = look.unwrap_or(match game.board().kind {
            BoardKind::Mancala { .. } => SiteLook::Pits,
            _ if own == SiteType::Cell => SiteLook::Cells,
            _ => SiteLook::Lines,
        });
        let mut sites = SiteLayout {
            spots: vec![None; layout.slots],
            look,
            bounds: [0.0, 0.0, 1.0, 1.0],
            scale: 1.0,
            layer_step: (0.0, 0.0),
            layers_per_row: 1,
            layer_heights: layer_heights(topology),
        };
        let visible = visible_slots(game, state);
        let slots: Vec<(usize, SiteType, usize)> = (0..layout.board_sites)
            .chain(layout.sites..layout.slots)
            .filter(|slot| visible.as_ref().is_none_or(|visible| visible[*slot]))
            .filter_map(|slot| {
                let place = game.site_of_slot(slot);
                let site = usize::try_from(place.site).ok()?;
                topology.sites(place.kind).get(site)?;
                Some((slot, place.kind, site))
            })
            .collect();
        if look == SiteLook::Points && sites.points(topology, &slots) {
            return sites;
        }
        sites.look = if look == SiteLook::Points {
            SiteLook::Lines
        } else {
            look
        };
        let point = |kind: SiteType, site: usize| topology.sites(kind)[site].point;
        // Sites on edges and corners need no room of their own unless the game is played on them.
        let main: Vec<[f64; 3]> = slots
            .iter()
            .filter(|(_, kind, _)| *kind == own)
            .map(|(_, kind, site)| point(*kind, *site))
            .collect();
        let mut spacing = nearest_distances(&main);
        let own_distances = spacing.clone();
        spacing.retain(|distance| distance.is_finite());
        spacing.sort_by(f64::total_cmp);
        let unit = spacing
            .get(spacing.len() * SPACING_PERCENTILE / 100)
            .copied()
            .unwrap_or(1.0);
        let unit = if unit > 1e-6 { unit } else { 1.0 };
        sites.scale = 1.0 / unit;
        if sites.layer_heights.len() > 1 {
            let vertices = || {
                topology
                    .sites(SiteType::Vertex)
                    .iter()
                    .map(|site| site.point)
            };
            let span = |axis: usize| {
                let ends = vertices().fold((f64::MAX, f64::MIN), |(low, high), point| {
                    (low.min(point[axis]), high.max(point[axis]))
                });
                (ends.1 - ends.0).max(0.0) * sites.scale + 1.6
            };
            sites.layer_step = (span(0), span(1));
            // At most four layers side by side, more in several rows.
            let count = sites.layer_heights.len();
            sites.layers_per_row = count.div_ceil(count.div_ceil(4));
        }
        let others: Vec<[f64; 3]> = slots
            .iter()
            .map(|(_, kind, site)| point(*kind, *site))
            .collect();
        let crowded = slots.iter().any(|(_, kind, _)| *kind != own);
        let all_distances = if crowded {
            nearest_distances(&others)
        } else {
            Vec::new()
        };
        let mut own_index = 0;
        for (index, (slot, kind, site)) in slots.iter().enumerate() {
            let mut size = match *kind == own {
                true => {
                    own_index += 1;
                    (own_distances[own_index - 1] / unit).min(MAX_PIECE_SIZE)
                }
                false => 0.5,
            };
            if crowded {
                size = size.min((all_distances[index] / unit * 1.1).clamp(0.2, 1.0));
            }
            if !size.is_finite() || size < 0.05 {
                size = if size.is_finite() { 0.05 } else { 1.0 };
            }
            sites.spots[*slot] = Some(SiteSpot {
                at: sites.place(point(*kind, *site)),
                size,
                kind: *kind,
                site: *site,
                off_board: false,
            });
        }
        sites.set_bounds(topology, visible.is_some());
        if sites.look == SiteLook::Cells && own == SiteType::Vertex {
            sites.widen_for_rings(topology);
            sites.widen_for_lone_rings(topology);
        }
        sites
    }

    /// The point of the picture for a point of the board.
    #[must_use]
    pub fn place(&self, point: [f64; 3]) -> Point {
        let layer = self
            .layer_heights
            .iter()
            .position(|z| (z - point[2]).abs() < 1e-3);
        let layer = layer.unwrap_or(0);
        let (right, down) = (
            (layer % self.layers_per_row) as f64,
            (layer / self.layers_per_row) as f64,
        );
        (
            point[0] * self.scale + self.layer_step.0 * right,
            -point[1] * self.scale + self.layer_step.1 * down,
        )
    }

    /// A vector of the board in the picture.
    #[must_use]
    pub fn vector(&self, [x, y]: [f64; 2]) -> Point {
        (x * self.scale, -y * self.scale)
    }

    /// Picture units per board unit.
    #[must_use]
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// The spot of a slot, if it is drawn.
    #[must_use]
    pub fn spot(&self, slot: usize) -> Option<&SiteSpot> {
        self.spots.get(slot)?.as_ref()
    }

    /// Adds sites of hands as cells beside the board: slot, the slot they lie next to, and the step
    /// from there.
    pub fn add_off_board_cells(&mut self, citadels: &[(usize, usize, Point)]) {
        for (slot, by, step) in citadels {
            let Some(spot) = self.spot(*by).copied().filter(|_| *slot != *by) else {
                continue;
            };
            let at = (spot.at.0 + step.0, spot.at.1 + step.1);
            if let Some(own) = self.spots.get_mut(*slot) {
                *own = Some(SiteSpot {
                    at,
                    off_board: true,
                    ..spot
                });
            }
            let [left, top, right, bottom] = self.bounds;
            self.bounds = [
                left.min(at.0 - 0.5),
                top.min(at.1 - 0.5),
                right.max(at.0 + 0.5),
                bottom.max(at.1 + 0.5),
            ];
        }
    }

    /// Lays out two rows of long points; `false` if the board does not have two rows.
    fn points(&mut self, topology: &Topology, slots: &[(usize, SiteType, usize)]) -> bool {
        let sites: Vec<_> = slots
            .iter()
            .map(|(slot, kind, site)| (*slot, *kind, *site, &topology.sites(*kind)[*site]))
            .collect();
        let rows = sites.iter().map(|(.., site)| site.row).max().unwrap_or(0);
        let columns = sites
            .iter()
            .map(|(.., site)| site.column)
            .max()
            .unwrap_or(0);
        if rows != 1 || sites.is_empty() {
            return false;
        }
        let height = 2.0 * POINT_LENGTH + POINT_ROW_GAP;
        // A bar that is not a site is drawn in the middle.
        let bar = columns % 2 == 1;
        let gap = |column: u32| match bar && column > columns / 2 {
            true => BAR_WIDTH,
            false => 0.0,
        };
        for (slot, kind, number, site) in sites {
            let y = if site.row == 0 { height - 0.5 } else { 0.5 };
            self.spots[slot] = Some(SiteSpot {
                at: (f64::from(site.column) + 0.5 + gap(site.column), y),
                size: 1.0,
                kind,
                site: number,
                off_board: false,
            });
        }
        self.bounds = [0.0, 0.0, f64::from(columns) + 1.0 + gap(columns), height];
        true
    }

    /// Widens the bounds for the implied cells of rings, which reach half a ring beyond the
    /// outermost.
    fn widen_for_rings(&mut self, topology: &Topology) {
        let graph = topology.graph();
        let radii = graph
            .vertices
            .iter()
            .zip(&graph.pivots)
            .filter_map(|(point, pivot)| {
                let pivot = (*pivot)?;
                Some((point[0] - pivot[0]).hypot(point[1] - pivot[1]))
            });
        let mut radii: Vec<f64> = radii.filter(|radius| *radius > 1e-6).collect();
        radii.sort_by(f64::total_cmp);
        radii.dedup_by(|a, b| (*a - *b).abs() < 1e-3 * *a);
        if let [.., inner, outer] = radii.as_slice() {
            let more = ((outer - inner) / 2.0 * self.scale - 0.5).max(0.0);
            let [left, top, right, bottom] = self.bounds;
            self.bounds = [left - more, top - more, right + more, bottom + more];
        }
    }

    /// Makes room for the circles of sites that are alone on their rings.
    fn widen_for_lone_rings(&mut self, topology: &Topology) {
        let graph = topology.graph();
        for site in 0..graph.vertices.len() {
            let Some(radius) = lone_ring(graph, site) else {
                continue;
            };
            let (x, y) = self.place(
                graph
                    .pivots
                    .get(site)
                    .copied()
                    .flatten()
                    .unwrap_or(graph.vertices[site]),
            );
            let radius = radius * self.scale;
            let [left, top, right, bottom] = self.bounds;
            self.bounds = [
                left.min(x - radius),
                top.min(y - radius),
                right.max(x + radius),
                bottom.max(y + radius),
            ];
        }
    }

    fn set_bounds(&mut self, topology: &Topology, cropped: bool) {
        let mut points: Vec<Point> = Vec::new();
        for spot in self.spots.iter().flatten() {
            let half = match self.look {
                SiteLook::Cells if spot.kind == SiteType::Cell => 0.0,
                _ => 0.5,
            };
            points.push((spot.at.0 - half, spot.at.1 - half));
            points.push((spot.at.0 + half, spot.at.1 + half));
            if spot.kind == SiteType::Cell {
                let corners = &topology.sites(SiteType::Cell)[spot.site].vertices;
                for vertex in corners {
                    points
                        .push(self.place(topology.sites(SiteType::Vertex)[*vertex as usize].point));
                }
            }
        }
        if !cropped {
            let all = topology.graph().vertices.iter();
            points.extend(all.map(|vertex| self.place(*vertex)));
        }
        if points.is_empty() {
            return;
        }
        self.bounds = points.iter().fold(
            [f64::MAX, f64::MAX, f64::MIN, f64::MIN],
            |[left, top, right, bottom], (x, y)| {
                [left.min(*x), top.min(*y), right.max(*x), bottom.max(*y)]
            },
        );
    }
}

/// The heights of the layers, from the lowest; one for a flat board.
fn layer_heights(topology: &Topology) -> Vec<f64> {
    let mut heights: Vec<f64> = Vec::new();
    let mut all: Vec<f64> = topology
        .graph()
        .vertices
        .iter()
        .map(|point| point[2])
        .collect();
    all.sort_by(f64::total_cmp);
    for z in all {
        if heights.last().is_none_or(|last| z - last > 1e-3) {
            heights.push(z);
        }
    }
    heights
}

/// For each point, the distance to its nearest neighbour in the same layer; coinciding points do
/// not count.
fn nearest_distances(points: &[[f64; 3]]) -> Vec<f64> {
    // In order of x, so that the search ends when x alone is too far.
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|a, b| points[*a][0].total_cmp(&points[*b][0]));
    let mut nearest = vec![f64::INFINITY; points.len()];
    for (place, &one) in order.iter().enumerate() {
        for &other in &order[place + 1..] {
            let (a, b) = (points[one], points[other]);
            let across = b[0] - a[0];
            if across > nearest[one] && across > 4.0 {
                break;
            }
            if (a[2] - b[2]).abs() > 1e-3 {
                continue;
            }
            let distance = across.hypot(b[1] - a[1]);
            if distance > 1e-6 {
                nearest[one] = nearest[one].min(distance);
                nearest[other] = nearest[other].min(distance);
            }
        }
    }
    nearest
}

/// On an unbounded board: the sites with pieces and those around them. `None` if all sites are
/// drawn.
fn visible_slots(game: &Game, state: &State) -> Option<Vec<bool>> {
    let BoardKind::Boardless { centre } = game.board().kind else {
        return None;
    };
    let layout = game.layout();
    let sites = game.board().topology.sites(game.board().default_site);
    let held: Vec<usize> = (0..layout.board_sites)
        .filter(|slot| state.what(*slot) != 0)
        .collect();
    let held = if held.is_empty() {
        vec![centre as usize]
    } else {
        held
    };
    let mut visible = vec![false; layout.slots];
    for (slot, visible) in visible.iter_mut().enumerate().take(layout.board_sites) {
        let near = |other: &usize| {
            let (a, b) = (sites.get(slot), sites.get(*other));
            a.zip(b).is_some_and(|(a, b)| {
                (a.point[0] - b.point[0]).hypot(a.point[1] - b.point[1])
                    < 1.8 * game.board().topology.graph().mean_length()
            })
        };
        *visible = held.iter().any(near);
    }
    Some(visible)
}
