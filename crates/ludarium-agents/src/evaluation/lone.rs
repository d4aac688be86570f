//! Where kings stand, once there is little else: what must not be lost is hunted down at the edge.

use ludarium_engine::{Game, State};

use super::Evaluation;

/// Who has no more men than this, the king with them, and fewer than the other, is hunted.
const FEW: i32 = 4;

/// What the hunt is worth at the most, in men of the least worth.
const HUNT: f64 = 4.0;

/// How far sites are from the middle of the board, and from each other.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Away {
    /// By slot: 0 in the middle, 1 at the farthest site.
    from_centre: Vec<f32>,
    /// By slot.
    places: Vec<Option<(f32, f32)>>,
    /// The longest way.
    most: f32,
}

impl Away {
    pub fn of(game: &Game) -> Away {
        let places = places(game);
        let far = places.iter().flatten();
        let far = far.fold((f64::MAX, f64::MIN, f64::MAX, f64::MIN), |far, place| {
            (
                far.0.min(place.0),
                far.1.max(place.0),
                far.2.min(place.1),
                far.3.max(place.1),
            )
        });
        let most = (far.1 - far.0).hypot(far.3 - far.2);
        let near = centre(game);
        Away {
            from_centre: near.iter().map(|near| 1.0 - *near as f32).collect(),
            places: places
                .iter()
                .map(|place| place.map(|(x, y)| (x as f32, y as f32)))
                .collect(),
            most: if most.is_finite() {
                most.max(1e-6) as f32
            } else {
                1.0
            },
        }
    }

    /// How far apart two slots are, 0 to 1.
    fn between(&self, first: usize, second: usize) -> f32 {
        match (self.places.get(first), self.places.get(second)) {
            (Some(Some(first)), Some(Some(second))) => {
                (first.0 - second.0).hypot(first.1 - second.1) / self.most
            }
            _ => 0.0,
        }
    }
}

impl Evaluation {
    /// What it is worth to the first player that a king without many men is driven away from the middle, where the other comes near.
    /// `men` is how many each of both has, the kings with them, `sum` what else the position is worth to the first.
    pub(super) fn hunt(&self, state: &State, men: [i32; 2], sum: i64) -> i64 {
        let (hunted, sign) = if sum > 0 { (2, 1) } else { (1, -1) };
        let few = men[hunted - 1];
        if few > FEW || few >= men[2 - hunted] {
            return 0;
        }
        let king = |player: usize| {
            let kinds = state.kinds().iter().enumerate();
            let mut own = kinds.filter(|(_, &what)| {
                self.lone[what as usize] && self.owners[what as usize] == player
            });
            own.next().map(|(slot, _)| slot)
        };
        let (Some(hunted), Some(hunter)) = (king(hunted), king(3 - hunted)) else {
            return 0;
        };
        let edge = self.away.from_centre.get(hunted).copied().unwrap_or(0.0);
        let near = 1.0 - self.away.between(hunted, hunter);
        let share = f64::from(edge) * 2.0 / 3.0 + f64::from(near) / 3.0;
        let worth =
            HUNT * share * f64::from(self.least()) * f64::from(FEW + 1 - few) / f64::from(FEW);
        sign * worth.round() as i64
    }
}

/// By slot, where it lies on the board.
pub(super) fn places(game: &Game) -> Vec<Option<(f64, f64)>> {
    let slots = game.layout().slots;
    let topology = &game.board().topology;
    let place = |slot: usize| {
        let place = game.site_of_slot(slot);
        let site = usize::try_from(place.site).ok()?;
        let site = topology.sites(place.kind).get(site)?;
        Some((site.point[0], site.point[1]))
    };
    (0..slots).map(place).collect()
}

/// By slot, how near it is to the middle of the board: 1 in the middle, 0 at the farthest site.
pub(super) fn centre(game: &Game) -> Vec<f64> {
    let places = places(game);
    let number = places.iter().flatten().count().max(1) as f64;
    let sum = places
        .iter()
        .flatten()
        .fold((0.0, 0.0), |sum, place| (sum.0 + place.0, sum.1 + place.1));
    let middle = (sum.0 / number, sum.1 / number);
    let away = |place: &(f64, f64)| (place.0 - middle.0).hypot(place.1 - middle.1);
    let most = places.iter().flatten().map(away).fold(1e-9, f64::max);
    places
        .iter()
        .map(|place| place.as_ref().map_or(0.0, |place| 1.0 - away(place) / most))
        .collect()
}
