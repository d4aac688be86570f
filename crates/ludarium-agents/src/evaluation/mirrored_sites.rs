//! Sites as the owners of men see them: a place that is worth something on one side is worth as much on the other, seen from there, and
//! mostly as much on the left as on the right.

use ludarium_engine::{Game, SplitMix64};

use super::in_hand;
use super::royal_endgame::points;

/// Where something lies, the middle of the board being (0, 0).
type Point = (f64, f64);

/// How the plane is turned or mirrored about the middle of the board.
const SYMMETRIES: [fn(Point) -> Point; 7] = [
    |(x, y)| (x, -y),
    |(x, y)| (-x, -y),
    |(x, y)| (-x, y),
    |(x, y)| (y, x),
    |(x, y)| (-y, -x),
    |(x, y)| (y, -x),
    |(x, y)| (-y, x),
];

/// Two points closer than this are one.
const EPSILON: f64 = 1e-3;

/// Classes of sites: those of one class are worth the same to a man who has the first player's way, or the second's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MirroredSites {
    /// By player (from 1), then slot.
    classes: Vec<Vec<u16>>,
    /// How many there are.
    pub number: usize,
}

impl MirroredSites {
    /// What follows from where men stand in the beginning: that the second player's stand as the first's do, turned about, and that either's
    /// stand on a pattern that is the same when it is mirrored. Where they do not, every site is a class of its own for each player; all
    /// sites of hands are one class.
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

    /// The class of a slot, to a player's men.
    pub fn class(&self, player: usize, slot: usize) -> usize {
        self.classes
            .get(player)
            .map_or(0, |own| usize::from(own[slot]))
    }
}

/// Where each slot comes to by every turn that brings the board onto itself; slots that lie nowhere stay.
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

    /// Kings on a board of five by five, with a rook where `rooks` says.
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

    /// Whether two sites, each seen by one of the players, are of one class.
    fn same_class(sites: &MirroredSites, first: (usize, usize), second: (usize, usize)) -> bool {
        sites.class(first.0, first.1) == sites.class(second.0, second.1)
    }

    #[test]
    fn the_second_player_sees_the_board_rotated() {
        let sites = MirroredSites::of(&kings(
            r#"(place "Rook1" coord:"A1") (place "Rook2" coord:"A5")"#,
        ));
        // A1 to the first player, A5 to the second; E1 is something else to a player whose rook stands on the left.
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
