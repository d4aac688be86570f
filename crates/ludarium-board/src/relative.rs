//! Relative directions, resolved for a facing.

use crate::direction::{Direction, Relation, RelativeDirection, SiteType};
use crate::topology::Topology;

impl Topology {
    /// The directions denoted by a relative direction, for a piece that faces `facing`.
    ///
    /// Turns are counted in the directions that the relation has on this board. On a board of
    /// squares, `FR` is an eighth of a turn for adjacent directions and a quarter for orthogonal
    /// ones. `FRR` and `FRRR` differ from `FR` only where the directions next to it, a sixteenth of
    /// a turn further, are supported. With `at`, only the directions of that site count.
    #[must_use]
    pub fn resolve_relative(
        &self,
        kind: SiteType,
        at: Option<u32>,
        relation: Relation,
        facing: Direction,
        relative: RelativeDirection,
    ) -> Vec<Direction> {
        let here;
        let supported: &[Direction] = match at {
            Some(site) => {
                here = self.supported_at(kind, site, relation);
                &here
            }
            None => self.supported(kind, relation),
        };
        turn(supported, facing, relative)
    }
}

/// The directions of the same family (compass, rotational) as `facing`, in clockwise order.
fn circle(supported: &[Direction], facing: Direction) -> Vec<Direction> {
    use Direction::{In, Out, CCW, CW};
    if facing.is_compass() {
        supported
            .iter()
            .copied()
            .filter(|direction| direction.is_compass())
            .collect()
    } else if matches!(facing, CW | CCW | In | Out) {
        [Out, CW, In, CCW]
            .into_iter()
            .filter(|direction| supported.contains(direction))
            .collect()
    } else {
        supported
            .iter()
            .copied()
            .filter(|direction| direction.is_single())
            .collect()
    }
}

fn turn(supported: &[Direction], facing: Direction, relative: RelativeDirection) -> Vec<Direction> {
    use RelativeDirection as R;
    let circle = circle(supported, facing);
    if circle.is_empty() {
        return Vec::new();
    }
    let place = |direction: Direction| match direction.is_compass() {
        true => direction as i32,
        // Out, CW, In and CCW are a quarter turn apart.
        false => match direction {
            Direction::Out => 0,
            Direction::CW => 4,
            Direction::In => 8,
            _ => 12,
        },
    };
    // The `right`-th supported direction to the right of a facing, which itself may be unsupported.
    let from = |facing: Direction, right: i32| -> Vec<Direction> {
        let base = place(facing);
        let mut ordered: Vec<(i32, Direction)> = circle
            .iter()
            .map(|&direction| ((place(direction) - base).rem_euclid(16), direction))
            .collect();
        if right == 0 {
            return ordered
                .into_iter()
                .filter(|way| way.0 == 0)
                .map(|way| way.1)
                .collect();
        }
        for way in &mut ordered {
            let apart = if right > 0 {
                way.0
            } else {
                (-way.0).rem_euclid(16)
            };
            way.0 = if apart == 0 { 16 } else { apart };
        }
        ordered.sort_unstable();
        let count = ordered.len();
        vec![ordered[(right.unsigned_abs() as usize - 1) % count].1]
    };
    // The first supported direction to the right (`side` 1) or left (-1) of a facing, then one
    // sixteenth of a turn further each time, as far as those directions are supported as well.
    let beside = |facing: Direction, side: i32, times: i32| -> Vec<Direction> {
        let mut found = from(facing, side);
        for _ in 1..times {
            let finer = match found[..] {
                [last] if last.is_compass() => last.turned(side),
                _ => break,
            };
            if !circle.contains(&finer) {
                break;
            }
            found = vec![finer];
        }
        found
    };
    let half = |centre: Direction| -> Vec<Direction> {
        if centre.is_compass() {
            circle
                .iter()
                .copied()
                .filter(|&d| separation(d, centre) < 4)
                .collect()
        } else {
            from(centre, 0)
        }
    };
    let quarter = |right: i32| match facing {
        Direction::Out if right > 0 => Direction::CW,
        Direction::CW if right > 0 => Direction::In,
        Direction::In if right > 0 => Direction::CCW,
        Direction::CCW if right > 0 => Direction::Out,
        Direction::Out => Direction::CCW,
        Direction::CCW => Direction::In,
        Direction::In => Direction::CW,
        Direction::CW => Direction::Out,
        other => other.turned(4 * right),
    };
    let back = facing.opposite();
    match relative {
        R::Forward | R::SameDirection => from(facing, 0),
        R::Backward | R::OppositeDirection => from(back, 0),
        R::Rightward => from(quarter(1), 0),
        R::Leftward => from(quarter(-1), 0),
        R::Forwards => half(facing),
        R::Backwards => half(back),
        R::Rightwards => half(quarter(1)),
        R::Leftwards => half(quarter(-1)),
        R::FR => beside(facing, 1, 1),
        R::FRR => beside(facing, 1, 2),
        R::FRRR => beside(facing, 1, 3),
        R::FL => beside(facing, -1, 1),
        R::FLL => beside(facing, -1, 2),
        R::FLLL => beside(facing, -1, 3),
        // Left and right are those of a piece that has turned round.
        R::BR => beside(back, 1, 1),
        R::BRR => beside(back, 1, 2),
        R::BRRR => beside(back, 1, 3),
        R::BL => beside(back, -1, 1),
        R::BLL => beside(back, -1, 2),
        R::BLLL => beside(back, -1, 3),
    }
}

/// The angle between two compass points, in sixteenths of a turn.
fn separation(a: Direction, b: Direction) -> i32 {
    let apart = (a as i32 - b as i32).rem_euclid(16);
    apart.min(16 - apart)
}
