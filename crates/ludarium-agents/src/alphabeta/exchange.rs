//! Who would win an exchange on one site, told without making a move: static exchange evaluation by a list of swaps, the
//! least man taking first (Reul, "Static exchange evaluation with alpha-beta approach", ICGA Journal 33, 2010).

use ludarium_engine::{Game, PathCondition, State};
use smallvec::SmallVec;

use crate::evaluation::reach::{between, bit, passes, standing, ways, Slots};
use crate::evaluation::{Evaluation, MOST};

/// No exchange is followed further.
const LONGEST: usize = 32;

/// A way towards a slot.
#[derive(Clone, Debug)]
struct Coming {
    from: usize,
    /// The same as a set.
    here: Slots,
    /// The kinds that come this way.
    kinds: u128,
    between: Slots,
    path_condition: PathCondition,
}

/// The ways of all men towards each other, and what men are worth.
#[derive(Clone, Debug)]
pub(super) struct Exchange {
    /// By slot.
    coming: Vec<Vec<Coming>>,
    owners: Vec<usize>,
    /// By kind.
    worth: Vec<i32>,
}

impl Exchange {
    /// What follows from the rules; `None` where not all men's ways are known.
    pub fn of(game: &Game, judge: &Evaluation) -> Option<Exchange> {
        let ways = ways(game)?;
        let kinds = 0..ways.len();
        let worth = |what: usize| match judge.is_lone(what) {
            // Who must not be lost takes last.
            true => MOST,
            // An empty site is nothing to win.
            false => judge.worth(what).max(i32::from(what > 0)),
        };
        let mut all = Exchange {
            coming: vec![Vec::new(); game.layout().slots],
            owners: kinds.clone().map(|what| judge.owner(what)).collect(),
            worth: kinds.map(worth).collect(),
        };
        for (what, ways) in ways.into_iter().enumerate() {
            for way in ways? {
                let (from, between) = (usize::from(way.from), between(&way));
                let coming = &mut all.coming[usize::from(way.to)];
                let same = |own: &&mut Coming| {
                    (own.from, own.between, own.path_condition)
                        == (from, between, way.path_condition)
                };
                match coming.iter_mut().find(same) {
                    Some(own) => own.kinds |= 1 << what,
                    None => coming.push(Coming {
                        from,
                        here: bit(from),
                        kinds: 1 << what,
                        between,
                        path_condition: way.path_condition,
                    }),
                }
            }
        }
        Some(all)
    }

    /// What somebody wins, or loses, who goes from a slot and takes what stands on another, if anything does, once both have taken there what pays.
    pub fn worth(&self, state: &State, from: usize, to: usize) -> i32 {
        let kinds = state.kinds();
        let worth = |slot: usize| self.worth[kinds[slot] as usize];
        let mut taken = standing(kinds) & !bit(from);
        let mut gains = [0; LONGEST];
        let (mut side, mut last, mut depth) = (self.owners[kinds[from] as usize], worth(from), 0);
        gains[0] = worth(to);
        // Who stands where he has a way, whatever is in between: few of all ways.
        let stands = |way: &&Coming| taken & way.here != 0 && way.kinds >> kinds[way.from] & 1 != 0;
        let near: SmallVec<[&Coming; 32]> = self.coming[to].iter().filter(stands).collect();
        while depth + 1 < LONGEST {
            side = 3 - side;
            let comes = |way: &&&Coming| {
                taken & way.here != 0
                    && self.owners[kinds[way.from] as usize] == side
                    && passes(way.path_condition, way.between, taken)
            };
            let coming = near.iter().filter(comes);
            let Some(way) = coming.min_by_key(|way| worth(way.from)) else {
                break;
            };
            depth += 1;
            gains[depth] = last - gains[depth - 1];
            last = worth(way.from);
            taken &= !way.here;
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
    use crate::written::game;

    const MEN: &str = r#"(game "Rooks and Wazirs" (players 2)
        (equipment { (board (square 8))
            (piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))
            (piece "Wazir" Each (move Step Orthogonal (to if:(not (is Friend (who at:(to))))
                (apply (if (is Enemy (who at:(to))) (remove (to))))))) })
        (rules
            (start { (place "Rook1" (sites {0 7})) (place "Wazir1" (sites Row 1))
                (place "Rook2" (sites {56 63})) (place "Wazir2" (sites Row 6)) })
            (play (forEach Piece)) (end (if (no Pieces Next) (result Mover Win)))))"#;

    /// The game, and how men are exchanged in it.
    fn known() -> (Game, Exchange) {
        let game = game(MEN);
        let judge = Evaluation::learn(&game, 1, Effort::LITTLE);
        let exchange = Exchange::of(&game, &judge).expect("all ways are known");
        (game, exchange)
    }

    /// What a rook of the first player wins by going from a site to A5 and taking a wazir there, where a rook stands on A1 and others
    /// elsewhere; and what rooks and wazirs are worth.
    fn taken(from: usize, others: &[(&str, usize)]) -> (i32, i32, i32) {
        let (game, exchange) = known();
        let kind = |name: &str| {
            let mut kinds = game.components().iter();
            kinds.position(|kind| kind.name == name).expect("a kind")
        };
        let men = [("Rook1", 0), ("Wazir2", 32)];
        let place = |&(name, slot): &(&str, usize)| (slot, Piece::of(kind(name)));
        let setup = SetUp {
            pieces: men.iter().chain(others).map(place).collect(),
            mover: 1,
            ..SetUp::default()
        };
        let state = game.set_up(&setup, &mut SplitMix64::new(1));
        let worth = |name: &str| exchange.worth[kind(name)];
        let (rook, wazir) = (worth("Rook1"), worth("Wazir1"));
        assert!(rook > wazir && wazir > 0, "{rook} {wazir}");
        (exchange.worth(&state, from, 32), rook, wazir)
    }

    #[test]
    fn what_nobody_guards_is_won() {
        let (gain, _, wazir) = taken(0, &[("Wazir2", 50)]);
        assert_eq!(gain, wazir);
    }

    #[test]
    fn who_takes_what_is_guarded_is_lost_for_it() {
        let (gain, rook, wazir) = taken(0, &[("Wazir2", 33)]);
        assert_eq!(gain, wazir - rook);
        // A man in between guards nothing.
        let (gain, _, wazir) = taken(0, &[("Rook2", 36), ("Wazir2", 35)]);
        assert_eq!(gain, wazir);
    }

    #[test]
    fn who_goes_where_he_is_taken_without_taking_anything_loses_himself() {
        let (game, exchange) = known();
        let state = game.start(&mut SplitMix64::new(1));
        let wazir = exchange.worth[state.what(8)];
        // From the second row to the third nobody can come, to the fifth a wazir of the sixth.
        assert_eq!(exchange.worth(&state, 8, 16), 0);
        assert_eq!(exchange.worth(&state, 8, 40), -wazir);
    }

    #[test]
    fn a_second_rook_behind_the_first_makes_the_guard_stay_away() {
        let (gain, _, wazir) = taken(24, &[("Rook2", 39), ("Rook1", 24)]);
        assert_eq!(gain, wazir);
        let (gain, rook, wazir) = taken(0, &[("Rook2", 39)]);
        assert_eq!(gain, wazir - rook);
    }
}
