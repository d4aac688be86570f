//! Classes of sites that are equivalent by symmetry. A site is worth the same to both players, as
//! each sees it from its own side, and usually the same on the left as on the right.

use ludarium_engine::{Game, SplitMix64};

use super::in_hand;
use super::royal_endgame::points;

/// A position on the board, with the centre at (0, 0).
type Point = (f64, f64);

/// Rotations and reflections about the centre.
const SYMMETRIES: [fn(Point) -> Point; 7] = [
    |(x, y)| (x, -y),
    |(x, y)| (-x, -y),
    |(x, y)| (-x, y),
    |(x, y)| (y, x),
    |(x, y)| (-y, -x),
    |(x, y)| (y, -x),
    |(x, y)| (-y, x),
];

/// Two points closer than this are the same.
const EPSILON: f64 = 1e-3;

/// Classes of sites for each player. A piece is worth the same on all sites of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MirroredSites {
    /// By player (from 1), then slot.
    classes: Vec<Vec<u16>>,
    /// The number of classes.
    pub number: usize,
}

impl MirroredSites {
    /// Derives the classes from the initial position. The second player's pieces must stand as the
    /// first player's do under a rotation or reflection; each player's setup may also be
    /// mirror-symmetric. Without symmetry, every site is a class of its own for each player. All
    /// sites in hands form one class.
    pub fn of(game: &Game) -> MirroredSites {
        let slots = game.layout().slots;
        let hands = (0..slots).map(|slot| in_hand(game, slot));
        let hands: Vec<bool> = hands.collect();
        let state = game.start(&mut SplitMix64::new(1));
        let kinds = game.components();
        let piece_on =
            |slot: &usize| (state.what(*slot) > 0 && !hands[*slot]).then(|| state.what(*slot));
        let of = |player: usize| {
            let own = (0..slots)
                .filter(|slot| piece_on(slot).is_some_and(|what| kinds[what].owner == player));
            own.collect::<Vec<usize>>()
        };
        let (first, second) = (of(1), of(2));
        let symmetries =
            match game.players() == 2 && !first.is_empty() && first.len() == second.len() {
                true => symmetry_images(game),
                false => Vec::new(),
            };
        let same_setup = |image: &&Vec<usize>| {
            let base = |slot: usize| &kinds[state.what(slot)].base;
            first
                .iter()
                .all(|&slot| second.contains(&image[slot]) && base(slot) == base(image[slot]))
        };
        let mut all = MirroredSites {
            classes: vec![vec![0; slots]; game.players().max(2) + 1],
            number: 0,
        };
        let whole = symmetries.iter().find(same_setup);
        let onto =
            |image: &&Vec<usize>, own: &[usize]| own.iter().all(|&slot| own.contains(&image[slot]));
        let mirrors: Vec<&Vec<usize>> = symmetries
            .iter()
            .filter(|image| whole.is_some() && onto(image, &first) && onto(image, &second))
            .collect();
        let hand = all.add();
        for slot in (0..slots).filter(|slot| !hands[*slot]) {
            let mirrored = mirrors.iter().map(|image| image[slot]);
            let known = mirrored
                .filter(|other| *other < slot)
                .map(|other| all.classes[1][other]);
            let known = known.min();
            all.classes[1][slot] = known.unwrap_or_else(|| all.add());
        }
        for player in 2..all.classes.len() {
            for slot in (0..slots).filter(|slot| !hands[*slot]) {
                all.classes[player][slot] = match whole {
                    Some(image) => all.classes[1][image[slot]],
                    None => all.add(),
                };
            }
        }
        for (slot, _) in hands.iter().enumerate().filter(|(_, hand)| **hand) {
            all.classes.iter_mut().for_each(|own| own[slot] = hand);
        }
        all
    }

    fn add(&mut self) -> u16 {
        self.number += 1;
        u16::try_from(self.number - 1).unwrap_or(u16::MAX)
    }

    /// The class of a slot for a player's pieces.
    pub fn class(&self, player: usize, slot: usize) -> usize {
        self.classes
            .get(player)
            .map_or(0, |own| usize::from(own[slot]))
    }
}

/// The image of each slot under every symmetry of the board; slots without a position map to
/// themselves.
fn symmetry_images(game: &Game) -> Vec<Vec<usize>> {
    let points = points(game);
    let far = |pick: fn(&Point) -> f64| {
        let all = points.iter().flatten().map(pick);
        let (least, most) = all.fold((f64::MAX, f64::MIN), |far, at| {
            (far.0.min(at), far.1.max(at))
        });
        (least + most) / 2.0
    };
    let middle = (far(|point| point.0), far(|point| point.1));
    let points: Vec<Option<Point>> = points
        .iter()
        .map(|point| point.map(|(x, y)| (x - middle.0, y - middle.1)))
        .collect();
    let image = |symmetry: &fn(Point) -> Point| {
        let to = |(slot, point): (usize, &Option<Point>)| {
            let Some(point) = point else {
                return Some(slot);
            };
            let wanted = symmetry(*point);
            let mut others = points.iter();
            others.position(|other| {
                other.is_some_and(|other| {
                    (other.0 - wanted.0).abs() + (other.1 - wanted.1).abs() < EPSILON
                })
            })
        };
        points
            .iter()
            .enumerate()
            .map(to)
            .collect::<Option<Vec<usize>>>()
    };
    SYMMETRIES.iter().filter_map(image).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inline_games::game;

    /// Kings on a board of five by five, with the rooks in `rooks`.
    fn kings(rooks: &str) -> Game {
        game(&format!(
            r#"(game "Kings" (players 2)
            (equipment {{ (board (square 5)) (hand Each)
                (piece "King" Each (move Step (to if:(is Empty (to)))))
                (piece "Rook" Each (move Slide Orthogonal)) }})
            (rules (start {{ (place "King1" coord:"C1") (place "King2" coord:"C5") {rooks} }})
                (play (forEach Piece)) (end (if (no Moves Next) (result Next Loss)))))"#
        ))
    }

    /// Whether two pairs of player and slot are in the same class.
    fn same_class(sites: &MirroredSites, first: (usize, usize), second: (usize, usize)) -> bool {
        sites.class(first.0, first.1) == sites.class(second.0, second.1)
    }

    #[test]
    fn the_second_player_sees_the_board_rotated() {
        let sites = MirroredSites::of(&kings(
            r#"(place "Rook1" coord:"A1") (place "Rook2" coord:"A5")"#,
        ));
        // A1 for the first player corresponds to A5 for the second. E1 differs for a player with a
        // rook on the left.
        assert!(same_class(&sites, (1, 0), (2, 20)));
        assert!(!same_class(&sites, (1, 0), (2, 24)));
        assert!(!same_class(&sites, (1, 0), (1, 4)));
        assert!(!same_class(&sites, (1, 0), (2, 0)));
    }

    #[test]
    fn left_and_right_are_one_class_in_a_mirrored_setup() {
        let both = r#"(place "Rook1" {"A1" "E1"}) (place "Rook2" {"A5" "E5"})"#;
        let sites = MirroredSites::of(&kings(both));
        assert!(same_class(&sites, (1, 0), (1, 4)));
        assert!(same_class(&sites, (1, 6), (2, 18)));
        assert!(!same_class(&sites, (1, 0), (1, 20)));
        // Five rows of three, and the hands.
        assert_eq!(sites.number, 16);
        assert!(same_class(&sites, (1, 25), (2, 26)));
    }

    #[test]
    fn without_symmetry_every_site_is_its_own_class() {
        let sites = MirroredSites::of(&kings(r#"(place "Rook1" coord:"A1")"#));
        assert_eq!(sites.number, 1 + 2 * 25);
    }
}
