//! Mobility and king attack in the current position. The more pieces attack the sites around a
//! royal piece, the more each of them counts.

use ludarium_engine::{Game, SplitMix64, State};

use super::reach::{bit, capture_patterns, Reach, Slots};
use super::Evaluation;

/// The value of an attack in thousandths of a pawn, per square of the summed weights. A piece worth
/// a pawn that attacks one site weighs ten.
const KING_ATTACK: i32 = 7;

/// The maximum value of an attack, in pawns.
const MAX_KING_ATTACK: i32 = 5;

/// A piece that attacks this number of sites around a king counts as attacking all of them.
const MAX_ZONE_SITES: u32 = 4;

/// The maximum weight of a piece.
const MAX_ATTACK_WEIGHT: f64 = 30.0;

/// The value of average mobility, in hundredths of the piece's value; for pieces worth more than
/// the least of them it grows with the root of both values only.
const MOBILITY_VALUE: f64 = 6.0;

/// The average is taken over this number of boards, on which one site in [`OCCUPIED_ONE_IN`] is
/// occupied.
const SAMPLE_BOARDS: usize = 16;
const OCCUPIED_ONE_IN: u32 = 3;

/// The moves of pieces in the current position, and what they are worth.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Activity {
    owners: Vec<usize>,
    /// By kind, then slot; empty for kinds that do not attack.
    reach: Vec<Vec<Reach>>,
    /// By kind: its weight in an attack.
    attack_weight: Vec<i32>,
    /// By kind: the value of a reached site, in parts of a point ([`SUBPOINTS`]); 0 for
    /// irreversible kinds.
    mobility_value: Vec<i32>,
    /// By kind, then slot: the sites around a king there; empty for other kinds.
    king_zone: Vec<Vec<Slots>>,
    pawn_value: i32,
    /// [`KING_ATTACK`] with its trained weight, in hundredths.
    king_attack: i32,
}

/// Parts per point.
const SUBPOINTS: i32 = 16;

impl Activity {
    /// Builds the tables from the rules; `None` if a side has no royal piece, or the rules could
    /// not be analysed.
    pub fn of(game: &Game, evaluation: &Evaluation) -> Option<Activity> {
        let patterns = evaluation
            .has_royals
            .then(|| capture_patterns(game))
            .flatten()?;
        let slots = game.layout().slots;
        let pawn_value = evaluation.min_piece_value().max(1);
        let mut all = Activity {
            owners: (0..patterns.len())
                .map(|what| evaluation.owner(what))
                .collect(),
            reach: vec![Vec::new(); patterns.len()],
            attack_weight: vec![0; patterns.len()],
            mobility_value: vec![0; patterns.len()],
            king_zone: vec![Vec::new(); patterns.len()],
            pawn_value,
            king_attack: (f64::from(KING_ATTACK) * 100.0 * evaluation.activity_weights[0]).round()
                as i32,
        };
        for (what, patterns) in patterns.iter().enumerate() {
            let Some(patterns) = patterns.as_ref().filter(|patterns| !patterns.is_empty()) else {
                continue;
            };
            let reach = Reach::of(patterns, slots);
            if evaluation.royal[what] {
                let king_zone = |slot: usize| reach[slot].reached(Slots::MAX) | bit(slot);
                all.king_zone[what] = (0..slots).map(king_zone).collect();
            } else {
                // The square of the weight is proportional to the value.
                let value = f64::from(evaluation.piece_value(what).max(0)) / f64::from(pawn_value);
                all.attack_weight[what] =
                    (10.0 * value.sqrt()).round().min(MAX_ATTACK_WEIGHT) as i32;
                all.reach[what] = reach;
            }
        }
        all.set_mobility_values(evaluation, slots);
        Some(all)
    }

    /// Sets the value of a reached site for each reversible kind.
    fn set_mobility_values(&mut self, evaluation: &Evaluation, slots: usize) {
        let reversible =
            |what: &usize| evaluation.reversible[*what] && !self.reach[*what].is_empty();
        let reversible: Vec<usize> = (0..self.reach.len()).filter(reversible).collect();
        let value = |what: usize| f64::from(evaluation.piece_value(what).max(0));
        let Some(least) = reversible.iter().map(|&what| value(what)).reduce(f64::min) else {
            return;
        };
        for what in reversible {
            let sites = average_reach(&self.reach[what], slots);
            let all = evaluation.activity_weights[1] * MOBILITY_VALUE / 100.0
                * (value(what) * least).sqrt();
            self.mobility_value[what] =
                (all * f64::from(SUBPOINTS) / sites.max(1.0)).round() as i32;
        }
    }

    /// Mobility and king attack for the first player, in points.
    pub fn evaluate(&self, state: &State) -> i32 {
        let (king_attack, mobility) = self.king_attack_and_mobility(state);
        king_attack + mobility
    }

    /// King attack and mobility for the first player, in points.
    fn king_attack_and_mobility(&self, state: &State) -> (i32, i32) {
        let kinds = state.kinds();
        let (mut occupied, mut king_zone): (Slots, [Slots; 4]) = (0, [0; 4]);
        let mut own_sets: [Slots; 3] = [0; 3];
        // 64-bit words are faster than 128-bit ones.
        for (index, row) in kinds.chunks(64).enumerate() {
            // Neutral pieces, those of each player, and shared ones.
            let mut own: [u64; 4] = [0; 4];
            for (at, &what) in row.iter().enumerate().filter(|(_, what)| **what != 0) {
                let owner = self.owners[what as usize].min(3);
                own[owner] |= 1 << at;
                if let Some(here) = self.king_zone[what as usize].get(index << 6 | at) {
                    king_zone[owner] |= here;
                }
            }
            let wide = |word: u64| Slots::from(word) << (index << 6);
            occupied |= wide(own.iter().fold(0, |all, own| all | own));
            own_sets[1] |= wide(own[1]);
            own_sets[2] |= wide(own[2]);
        }
        let (mut attackers, mut mobility) = ([(0, 0); 3], [0; 3]);
        let mut left = occupied;
        while left != 0 {
            let slot = left.trailing_zeros() as usize;
            left &= left - 1;
            let what = kinds[slot] as usize;
            let Some(reach) = self.reach[what].get(slot) else {
                continue;
            };
            let owner = self.owners[what];
            let reached = reach.reached(occupied);
            // Counting bits takes longest; pawns and pieces far from the king do without.
            let value = self.mobility_value[what];
            if value != 0 {
                mobility[owner] += value * (reached & !own_sets[owner]).count_ones() as i32;
            }
            let on = reached & king_zone[3 - owner];
            if on != 0 {
                let own = &mut attackers[owner];
                let on = on.count_ones().min(MAX_ZONE_SITES) as i32;
                *own = (own.0 + 1, own.1 + self.attack_weight[what] * on);
            }
        }
        let value = |player: usize| match attackers[player] {
            // A single attacker is harmless.
            (0 | 1, _) => 0,
            (_, heavy) => {
                let [heavy, pawn_value] = [heavy, self.pawn_value].map(i64::from);
                let value =
                    heavy * heavy / 100 * i64::from(self.king_attack) / 100 * pawn_value / 1_000;
                value.min(i64::from(MAX_KING_ATTACK) * pawn_value) as i32
            }
        };
        (value(1) - value(2), (mobility[1] - mobility[2]) / SUBPOINTS)
    }
}

/// The mean number of sites that a piece of a kind reaches, over all sites.
fn average_reach(reach: &[Reach], slots: usize) -> f64 {
    let mut chance = SplitMix64::new(1);
    let mut sum = 0;
    for _ in 0..SAMPLE_BOARDS {
        let occupied = (0..slots).filter(|_| chance.index(OCCUPIED_ONE_IN) == 0);
        let occupied = occupied.fold(0, |all: Slots, slot| all | bit(slot));
        let reached = reach
            .iter()
            .map(|reach| reach.reached(occupied).count_ones());
        sum += reached.sum::<u32>();
    }
    f64::from(sum) / (SAMPLE_BOARDS * slots.max(1)) as f64
}

#[cfg(test)]
mod tests {
    use ludarium_engine::state::Piece;
    use ludarium_engine::{SetUp, SplitMix64};

    use super::*;
    use crate::evaluation::Effort;
    use crate::inline_games::game;

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

    /// The rules of [`ROOKS`] and their activity tables.
    fn rooks() -> (Game, Activity) {
        let game = game(ROOKS);
        let evaluation = Evaluation::learn(&game, 1, Effort::LITTLE);
        let activity = Activity::of(&game, &evaluation).expect("there are kings");
        (game, activity)
    }

    /// A position with these pieces; the kings stand on A1 and H8.
    fn position(game: &Game, pieces: &[(&str, usize)]) -> State {
        let kind = |name: &str| {
            let mut kinds = game.components().iter();
            Piece::of(kinds.position(|kind| kind.name == name).expect("a kind"))
        };
        let kings = [("King1", 0), ("King2", 63)];
        let pieces = kings.iter().chain(pieces);
        let setup = SetUp {
            pieces: pieces.map(|&(name, slot)| (slot, kind(name))).collect(),
            mover: 1,
            ..SetUp::default()
        };
        game.set_up(&setup, &mut SplitMix64::new(1))
    }

    #[test]
    fn an_open_rook_has_more_mobility_than_a_blocked_one() {
        let (game, activity) = rooks();
        let free = |pieces: &[(&str, usize)]| {
            activity
                .king_attack_and_mobility(&position(&game, pieces))
                .1
        };
        // A rook on D4, and one on B1 between its king and its own wazirs.
        let open = free(&[("Rook1", 27), ("Wazir1", 9), ("Wazir1", 2)]);
        let shut = free(&[("Rook1", 1), ("Wazir1", 9), ("Wazir1", 2)]);
        assert!(open > shut, "{open} {shut}");
        let same = free(&[("Rook1", 27), ("Rook2", 36)]);
        assert_eq!(same, 0);
    }

    #[test]
    fn two_rooks_beside_a_king_attack_it_and_one_or_two_distant_ones_do_not() {
        let (game, activity) = rooks();
        let pressed = |rooks: &[usize], owner: usize| {
            let name = format!("Rook{owner}");
            let pieces: Vec<_> = rooks.iter().map(|&slot| (name.as_str(), slot)).collect();
            activity
                .king_attack_and_mobility(&position(&game, &pieces))
                .0
        };
        // The G file and the seventh row lead to the king's neighbours, the centre does not.
        assert!(pressed(&[6, 48], 1) > 0);
        assert_eq!(pressed(&[6], 1), 0);
        assert_eq!(pressed(&[27, 36], 1), 0);
        // An attack on the first player's king is worth as much to the second player.
        assert_eq!(pressed(&[57, 15], 2), -pressed(&[6, 48], 1));
    }
}
