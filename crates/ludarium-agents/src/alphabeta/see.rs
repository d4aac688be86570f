//! Who would win an exchange on one site, told without making a move: static exchange evaluation by a list of swaps, the
//! least man taking first (Reul, "Static exchange evaluation with alpha-beta approach", ICGA Journal 33, 2010).

use ludarium_engine::{Game, PathCondition, State};
use smallvec::SmallVec;

use crate::evaluation::reach::{between, bit, capture_patterns, occupancy, passes, Slots};
use crate::evaluation::{Evaluation, MAX_VALUE};

/// No exchange is followed further.
const MAX_SWAPS: usize = 32;

/// A way towards a slot.
#[derive(Clone, Debug)]
struct Attacker {
    from: usize,
    /// The same as a set.
    from_bit: Slots,
    /// The kinds that come this way.
    kinds: u128,
    between: Slots,
    path_condition: PathCondition,
}

/// The ways of all men towards each other, and what men are worth.
#[derive(Clone, Debug)]
pub(super) struct StaticExchange {
    /// By slot.
    attackers: Vec<Vec<Attacker>>,
    owners: Vec<usize>,
    /// By kind.
    piece_values: Vec<i32>,
}

impl StaticExchange {
    /// What follows from the rules; `None` where not all men's ways are known.
    pub fn of(game: &Game, evaluation: &Evaluation) -> Option<StaticExchange> {
        let patterns = capture_patterns(game)?;
        let kinds = 0..patterns.len();
        let value = |what: usize| match evaluation.is_royal(what) {
            // Who must not be lost takes last.
            true => MAX_VALUE,
            // An empty site is nothing to win.
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

    /// What somebody wins, or loses, who goes from a slot and takes what stands on another, if anything does, once both have taken there what pays.
    pub fn evaluate(&self, state: &State, from: usize, to: usize) -> i32 {
        let kinds = state.kinds();
        let value = |slot: usize| self.piece_values[kinds[slot] as usize];
        let mut occupied = occupancy(kinds) & !bit(from);
        let mut gains = [0; MAX_SWAPS];
        let (mut side, mut last, mut depth) = (self.owners[kinds[from] as usize], value(from), 0);
        gains[0] = value(to);
        // Who stands where he has a way, whatever is in between: few of all ways.
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
        // Nobody has to go on.
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

    /// The game, and how men are exchanged in it.
    fn setup() -> (Game, StaticExchange) {
        let game = game(ROOKS_AND_WAZIRS);
        let evaluation = Evaluation::learn(&game, 1, Effort::LITTLE);
        let exchange = StaticExchange::of(&game, &evaluation).expect("all ways are known");
        (game, exchange)
    }

    /// What a rook of the first player wins by going from a site to A5 and taking a wazir there, where a rook stands on A1 and others
    /// elsewhere; and what rooks and wazirs are worth.
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
        // A man in between guards nothing.
        let (gain, _, wazir) = capture_gain(0, &[("Rook2", 36), ("Wazir2", 35)]);
        assert_eq!(gain, wazir);
    }

    #[test]
    fn moving_to_an_attacked_empty_site_loses_the_piece() {
        let (game, exchange) = setup();
        let state = game.start(&mut SplitMix64::new(1));
        let wazir = exchange.piece_values[state.what(8)];
        // From the second row to the third nobody can come, to the fifth a wazir of the sixth.
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
