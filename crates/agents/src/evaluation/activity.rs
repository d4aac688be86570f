//! What presses on a king: men who reach the sites about the one who must not be lost count for more the more of them do.

use engine::{Game, State};

use super::reach::{bit, ways, Reach, Slots};
use super::Evaluation;

/// What presses on a king counts with its square, so many thousandths of the least man. One who is worth as much as the least man, and reaches one
/// site, weighs ten.
const PRESSURE: i32 = 7;

/// No pressure is worth more, in men of the least worth.
const CRUSHING: i32 = 5;

/// Who reaches so many sites about a king is taken to reach them all.
const ABOUT: u32 = 4;

/// No man weighs more.
const HEAVIEST: f64 = 30.0;

/// Where men press, and how heavily.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pressure {
    owners: Vec<usize>,
    /// By kind, then slot; nothing of kinds that do not press.
    reach: Vec<Vec<Reach>>,
    /// By kind.
    weight: Vec<i32>,
    /// By kind, then slot: the sites about a king there; nothing of other kinds.
    about: Vec<Vec<Slots>>,
    man: i32,
}

impl Pressure {
    /// What follows from the rules; `None` where nobody must not be lost, or too little is known.
    pub fn of(game: &Game, judge: &Evaluation) -> Option<Pressure> {
        let ways = judge.has_lone.then(|| ways(game)).flatten()?;
        let slots = game.layout().slots;
        let man = judge.least().max(1);
        let mut all = Pressure {
            owners: (0..ways.len()).map(|what| judge.owner(what)).collect(),
            reach: vec![Vec::new(); ways.len()],
            weight: vec![0; ways.len()],
            about: vec![Vec::new(); ways.len()],
            man,
        };
        for (what, ways) in ways.iter().enumerate() {
            let Some(ways) = ways.as_ref().filter(|ways| !ways.is_empty()) else {
                continue;
            };
            let reach = Reach::of(ways, slots);
            if judge.lone[what] {
                let about = |slot: usize| reach[slot].on(Slots::MAX) | bit(slot);
                all.about[what] = (0..slots).map(about).collect();
            } else {
                // The square of a weight grows with the worth.
                let worth = f64::from(judge.worth(what).max(0)) / f64::from(man);
                all.weight[what] = (10.0 * worth.sqrt()).round().min(HEAVIEST) as i32;
                all.reach[what] = reach;
            }
        }
        Some(all)
    }

    /// What it is worth to the first player, in points.
    pub fn judge(&self, state: &State) -> i32 {
        let kinds = state.kinds();
        let (mut taken, mut about): (Slots, [Slots; 3]) = (0, [0; 3]);
        for (slot, &what) in kinds.iter().enumerate().filter(|(_, what)| **what != 0) {
            taken |= bit(slot);
            if let Some(here) = self.about[what as usize].get(slot) {
                about[self.owners[what as usize]] |= here;
            }
        }
        let mut pressing = [(0, 0); 3];
        let mut left = taken;
        while left != 0 {
            let slot = left.trailing_zeros() as usize;
            left &= left - 1;
            let what = kinds[slot] as usize;
            let Some(reach) = self.reach[what].get(slot) else {
                continue;
            };
            let owner = self.owners[what];
            let on = (reach.on(taken) & about[3 - owner]).count_ones();
            if on > 0 {
                let own = &mut pressing[owner];
                *own = (own.0 + 1, own.1 + self.weight[what] * on.min(ABOUT) as i32);
            }
        }
        let worth = |player: usize| match pressing[player] {
            // One alone does no harm.
            (0 | 1, _) => 0,
            (_, heavy) => {
                (heavy * heavy / 100 * PRESSURE * self.man / 1_000).min(CRUSHING * self.man)
            }
        };
        worth(1) - worth(2)
    }
}

#[cfg(test)]
mod tests {
    use engine::state::Piece;
    use engine::{SetUp, SplitMix64};

    use super::*;
    use crate::evaluation::Effort;

    const ROOKS: &str = r#"(game "Kings and Rooks" (players 2)
        (equipment { (board (square 8))
            (piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) (remove (to)))))))
            (piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))
            (piece "Wazir" Each (move Step Orthogonal (to if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) (remove (to))))))) })
        (rules
            (start { (place "King1" coord:"E1") (place "Rook1" (sites {0 7})) (place "Wazir1" (sites Row 1))
                (place "King2" coord:"E8") (place "Rook2" (sites {56 63})) (place "Wazir2" (sites Row 6)) })
            (play (do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover)))))
            (end (if (no Moves Next) (result Next Loss)))))"#;

    #[test]
    fn two_rooks_beside_a_king_press_on_him_and_one_or_two_far_off_do_not() {
        let definitions = lud::Definitions::none();
        let choices = lud::Choices::defaults();
        let description = lud::load("rooks.lud", ROOKS, &definitions, &choices).expect("it reads");
        let game = Game::compile(&description).expect("it compiles");
        let judge = Evaluation::learn(&game, 1, Effort::LITTLE);
        let pressure = Pressure::of(&game, &judge).expect("there are kings");
        // The first player's king stands on A1, the second player's on H8.
        let pressed = |rooks: &[usize], owner: usize| {
            let kind = |name: &str| {
                let mut kinds = game.components().iter();
                kinds.position(|kind| kind.name == name).expect("a kind")
            };
            let rook = Piece::of(kind(&format!("Rook{owner}")));
            let kings = [
                (0, Piece::of(kind("King1"))),
                (63, Piece::of(kind("King2"))),
            ];
            let rooks = rooks.iter().map(|&slot| (slot, rook));
            let setup = SetUp {
                pieces: kings.into_iter().chain(rooks).collect(),
                mover: 1,
                ..SetUp::default()
            };
            pressure.judge(&game.set_up(&setup, &mut SplitMix64::new(1)))
        };
        // G and the seventh row lead to the king's neighbours, the middle of the board does not.
        assert!(pressed(&[6, 48], 1) > 0);
        assert_eq!(pressed(&[6], 1), 0);
        assert_eq!(pressed(&[27, 36], 1), 0);
        // What presses on the first player's king is worth as much to the second.
        assert_eq!(pressed(&[57, 15], 2), -pressed(&[6, 48], 1));
    }
}
