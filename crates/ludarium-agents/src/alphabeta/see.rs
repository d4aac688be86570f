//! Static exchange evaluation: who would win the exchanges on one site, without making a move. A
//! swap list, in which the least valuable piece captures first (Reul, "Static exchange evaluation
//! with alpha-beta approach", ICGA Journal 33, 2010).

use ludarium_engine::{Game, PathCondition, State};
use smallvec::SmallVec;

use crate::evaluation::reach::{between, bit, capture_patterns, occupancy, passes, Slots};
use crate::evaluation::{Evaluation, MAX_VALUE};

/// The maximum length of the swap list.
const MAX_SWAPS: usize = 32;

/// A slot from which some kinds can capture on another slot.
#[derive(Clone, Debug)]
struct Attacker {
    from: usize,
    /// `from` as a set.
    from_bit: Slots,
    /// The set of kinds that capture this way.
    kinds: u128,
    between: Slots,
    path_condition: PathCondition,
}

/// The capture patterns of all kinds, by target, and the piece values.
#[derive(Clone, Debug)]
pub(super) struct StaticExchange {
    /// By target slot.
    attackers: Vec<Vec<Attacker>>,
    owners: Vec<usize>,
    /// By kind.
    piece_values: Vec<i32>,
}

impl StaticExchange {
    /// Builds the tables from the rules; `None` if the capture patterns of some kind are not known.
    pub fn of(game: &Game, evaluation: &Evaluation) -> Option<StaticExchange> {
        let patterns = capture_patterns(game)?;
        let kinds = 0..patterns.len();
        let value = |what: usize| match evaluation.is_royal(what) {
            // A royal piece captures last.
            true => MAX_VALUE,
            // Capturing on an empty site gains nothing.
            false => evaluation.piece_value(what).max(i32::from(what > 0)),
        };
        let mut all = StaticExchange {
            attackers: vec![Vec::new(); game.layout().slots],
            owners: kinds.clone().map(|what| evaluation.owner(what)).collect(),
            piece_values: kinds.map(value).collect(),
        };
        for (what, patterns) in patterns.into_iter().enumerate() {
            for pattern in patterns? {
                let (from, between) = (usize::from(pattern.from), between(&pattern));
                let attackers = &mut all.attackers[usize::from(pattern.to)];
                let same = |own: &&mut Attacker| {
                    (own.from, own.between, own.path_condition)
                        == (from, between, pattern.path_condition)
                };
                match attackers.iter_mut().find(same) {
                    Some(own) => own.kinds |= 1 << what,
                    None => attackers.push(Attacker {
                        from,
                        from_bit: bit(from),
                        kinds: 1 << what,
                        between,
                        path_condition: pattern.path_condition,
                    }),
                }
            }
        }
        Some(all)
    }

    /// The material that the piece on `from` gains by moving to `to` and capturing what stands
    /// there, if anything, after both sides have made the captures that pay.
    pub fn evaluate(&self, state: &State, from: usize, to: usize) -> i32 {
        let kinds = state.kinds();
        let value = |slot: usize| self.piece_values[kinds[slot] as usize];
        let mut occupied = occupancy(kinds) & !bit(from);
        let mut gains = [0; MAX_SWAPS];
        let (mut side, mut last, mut depth) = (self.owners[kinds[from] as usize], value(from), 0);
        gains[0] = value(to);
        // Pieces that stand where they can attack from, whatever is in between: few of all
        // attackers.
        let is_present = |attacker: &&Attacker| {
            occupied & attacker.from_bit != 0 && attacker.kinds >> kinds[attacker.from] & 1 != 0
        };
        let present: SmallVec<[&Attacker; 32]> =
            self.attackers[to].iter().filter(is_present).collect();
        while depth + 1 < MAX_SWAPS {
            side = 3 - side;
            let attacks_now = |attacker: &&&Attacker| {
                occupied & attacker.from_bit != 0
                    && self.owners[kinds[attacker.from] as usize] == side
                    && passes(attacker.path_condition, attacker.between, occupied)
            };
            let attackers = present.iter().filter(attacks_now);
            let Some(attacker) = attackers.min_by_key(|attacker| value(attacker.from)) else {
                break;
            };
            depth += 1;
            gains[depth] = last - gains[depth - 1];
            last = value(attacker.from);
            occupied &= !attacker.from_bit;
        }
        // No side has to continue the exchange.
        for at in (0..depth).rev() {
            gains[at] = -gains[at + 1].max(-gains[at]);
        }
        gains[0]
    }
}

#[cfg(test)]
mod tests {
    use ludarium_engine::state::Piece;
    use ludarium_engine::{SetUp, SplitMix64};

    use super::*;
    use crate::evaluation::Effort;
    use crate::inline_games::game;

    const ROOKS_AND_WAZIRS: &str = r#"(game "Rooks and Wazirs" (players 2)
        (equipment { (board (square 8))
            (piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))
            (piece "Wazir" Each (move Step Orthogonal (to if:(not (is Friend (who at:(to))))
                (apply (if (is Enemy (who at:(to))) (remove (to))))))) })
        (rules
            (start { (place "Rook1" (sites {0 7})) (place "Wazir1" (sites Row 1))
                (place "Rook2" (sites {56 63})) (place "Wazir2" (sites Row 6)) })
            (play (forEach Piece)) (end (if (no Pieces Next) (result Mover Win)))))"#;

    /// The game and its exchange tables.
    fn setup() -> (Game, StaticExchange) {
        let game = game(ROOKS_AND_WAZIRS);
        let evaluation = Evaluation::learn(&game, 1, Effort::LITTLE);
        let exchange = StaticExchange::of(&game, &evaluation).expect("all ways are known");
        (game, exchange)
    }

    /// The gain of the first player's rook that moves from a site to A5 and captures a wazir there,
    /// with a rook on A1 and `others` elsewhere; also the values of a rook and a wazir.
    fn capture_gain(from: usize, others: &[(&str, usize)]) -> (i32, i32, i32) {
        let (game, exchange) = setup();
        let kind = |name: &str| {
            let mut kinds = game.components().iter();
            kinds.position(|kind| kind.name == name).expect("a kind")
        };
        let pieces = [("Rook1", 0), ("Wazir2", 32)];
        let place = |&(name, slot): &(&str, usize)| (slot, Piece::of(kind(name)));
        let setup = SetUp {
            pieces: pieces.iter().chain(others).map(place).collect(),
            mover: 1,
            ..SetUp::default()
        };
        let state = game.set_up(&setup, &mut SplitMix64::new(1));
        let value = |name: &str| exchange.piece_values[kind(name)];
        let (rook, wazir) = (value("Rook1"), value("Wazir1"));
        assert!(rook > wazir && wazir > 0, "{rook} {wazir}");
        (exchange.evaluate(&state, from, 32), rook, wazir)
    }

    #[test]
    fn an_undefended_piece_is_won() {
        let (gain, _, wazir) = capture_gain(0, &[("Wazir2", 50)]);
        assert_eq!(gain, wazir);
    }

    #[test]
    fn capturing_a_defended_piece_loses_the_capturer() {
        let (gain, rook, wazir) = capture_gain(0, &[("Wazir2", 33)]);
        assert_eq!(gain, wazir - rook);
        // A rook behind another piece defends nothing.
        let (gain, _, wazir) = capture_gain(0, &[("Rook2", 36), ("Wazir2", 35)]);
        assert_eq!(gain, wazir);
    }

    #[test]
    fn moving_to_an_attacked_empty_site_loses_the_piece() {
        let (game, exchange) = setup();
        let state = game.start(&mut SplitMix64::new(1));
        let wazir = exchange.piece_values[state.what(8)];
        // No piece can reach the third row; a wazir of the sixth can reach the fifth.
        assert_eq!(exchange.evaluate(&state, 8, 16), 0);
        assert_eq!(exchange.evaluate(&state, 8, 40), -wazir);
    }

    #[test]
    fn a_second_attacker_behind_the_first_deters_the_defender() {
        let (gain, _, wazir) = capture_gain(24, &[("Rook2", 39), ("Rook1", 24)]);
        assert_eq!(gain, wazir);
        let (gain, rook, wazir) = capture_gain(0, &[("Rook2", 39)]);
        assert_eq!(gain, wazir - rook);
    }
}
