//! Mop-up evaluation for endgames with royal pieces: the weaker side's king is driven to the edge.

use ludarium_engine::{Game, State};

use super::Evaluation;

/// The evaluation applies if the weaker side has at most this number of pieces, including its king,
/// and fewer than the other.
const MAX_WEAK_PIECES: i32 = 4;

/// Its maximum value, in multiples of the least piece value.
const MOP_UP_VALUE: f64 = 4.0;

/// Distances of sites from the centre of the board and from each other.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Distances {
    /// By slot: 0 at the centre, 1 at the farthest site.
    from_centre: Vec<f32>,
    /// By slot: its position on the board.
    points: Vec<Option<(f32, f32)>>,
    /// The greatest distance on the board.
    longest: f32,
}

impl Distances {
    pub fn of(game: &Game) -> Distances {
        let points = points(game);
        let far = points.iter().flatten();
        let far = far.fold((f64::MAX, f64::MIN, f64::MAX, f64::MIN), |far, point| {
            (
                far.0.min(point.0),
                far.1.max(point.0),
                far.2.min(point.1),
                far.3.max(point.1),
            )
        });
        let longest = (far.1 - far.0).hypot(far.3 - far.2);
        let near = centre(game);
        Distances {
            from_centre: near.iter().map(|near| 1.0 - *near as f32).collect(),
            points: points
                .iter()
                .map(|point| point.map(|(x, y)| (x as f32, y as f32)))
                .collect(),
            longest: if longest.is_finite() {
                longest.max(1e-6) as f32
            } else {
                1.0
            },
        }
    }

    /// The distance between two slots, 0 to 1.
    fn between(&self, first: usize, second: usize) -> f32 {
        match (self.points.get(first), self.points.get(second)) {
            (Some(Some(first)), Some(Some(second))) => {
                (first.0 - second.0).hypot(first.1 - second.1) / self.longest
            }
            _ => 0.0,
        }
    }
}

impl Evaluation {
    /// The mop-up value for the first player: it grows with the distance of the weaker king from
    /// the centre and with the nearness of the other king. `counts` are the piece counts of both
    /// players including kings; `sum` is the rest of the evaluation for the first player.
    pub(super) fn mop_up(&self, state: &State, counts: [i32; 2], sum: i64) -> i64 {
        let (weak, sign) = if sum > 0 { (2, 1) } else { (1, -1) };
        let left = counts[weak - 1];
        if left > MAX_WEAK_PIECES || left >= counts[2 - weak] {
            return 0;
        }
        let king = |player: usize| {
            let kinds = state.kinds().iter().enumerate();
            let mut own = kinds.filter(|(_, &what)| {
                self.royal[what as usize] && self.owners[what as usize] == player
            });
            own.next().map(|(slot, _)| slot)
        };
        let (Some(weak), Some(strong)) = (king(weak), king(3 - weak)) else {
            return 0;
        };
        let capture_factor = self.distances.from_centre.get(weak).copied().unwrap_or(0.0);
        let near = 1.0 - self.distances.between(weak, strong);
        let share = f64::from(capture_factor) * 2.0 / 3.0 + f64::from(near) / 3.0;
        let value = MOP_UP_VALUE
            * share
            * f64::from(self.min_piece_value())
            * f64::from(MAX_WEAK_PIECES + 1 - left)
            / f64::from(MAX_WEAK_PIECES);
        sign * value.round() as i64
    }
}

/// By slot: its position on the board.
pub(super) fn points(game: &Game) -> Vec<Option<(f64, f64)>> {
    let slots = game.layout().slots;
    let topology = &game.board().topology;
    let point = |slot: usize| {
        let place = game.site_of_slot(slot);
        let site = usize::try_from(place.site).ok()?;
        let site = topology.sites(place.kind).get(site)?;
        Some((site.point[0], site.point[1]))
    };
    (0..slots).map(point).collect()
}

/// By slot: its centrality, 1 at the centre and 0 at the farthest site.
pub(super) fn centre(game: &Game) -> Vec<f64> {
    let points = points(game);
    let number = points.iter().flatten().count().max(1) as f64;
    let sum = points
        .iter()
        .flatten()
        .fold((0.0, 0.0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
    let middle = (sum.0 / number, sum.1 / number);
    let distances = |point: &(f64, f64)| (point.0 - middle.0).hypot(point.1 - middle.1);
    let longest = points.iter().flatten().map(distances).fold(1e-9, f64::max);
    points
        .iter()
        .map(|point| {
            point
                .as_ref()
                .map_or(0.0, |point| 1.0 - distances(point) / longest)
        })
        .collect()
}
