//! What is learned about kinds of pieces: promotions, reversibility, piece values.

use ludarium_engine::{Move, State};

use super::learn::{
    Learner, FORWARD_SHARE, MAX_POSITIONS, POSITION_EVERY, PROMOTION_SHARE, REVERSIBLE_SHARE,
};
use super::mobility::{piece_value, Mobility};
use super::{is_die, Captures};

/// The minimum mobility on a sparse board of a kind that counts as mobile.
const MIN_MOBILE_MOVES: f64 = 2.0;

impl Learner<'_> {
    /// Keeps a position of a random game at intervals.
    pub(super) fn keep_position(&mut self, state: &State, made: usize) {
        for slot in 0..self.hand.len() {
            let what = state.what(slot);
            if what > 0 && !self.hand[slot] {
                self.seen.stood[what][slot] = true;
            }
        }
        if made % POSITION_EVERY == 0 && self.seen.positions.len() < MAX_POSITIONS {
            self.seen.positions.push(state.clone());
        }
    }

    /// The kind of the piece that a move of `mover` moves or promotes.
    pub(super) fn acting_kind(&self, state: &State, mv: Move, mover: usize) -> Option<usize> {
        let slots = self.hand.len();
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let slot = if from < slots { from } else { to };
        if slot >= slots || to >= slots || self.hand[slot] {
            return None;
        }
        let what = state.what(slot);
        (what > 0 && self.owners[what] == mover).then_some(what)
    }

    /// Records a promotion.
    pub(super) fn note_promotion(&mut self, state: &State, mv: Move, before: usize) {
        let now = state.what(usize::from(mv.to));
        let same = self.owners[now] == self.owners[before];
        if same && self.bases[now] != self.bases[before] && !self.promotions[before].contains(&now)
        {
            self.promotions[before].push(now);
        }
    }

    /// How pieces were seen to be captured.
    pub(super) fn captures(&self) -> Captures {
        let total = self.capture_counts.0 + self.capture_counts.1;
        match total {
            0 => Captures::None,
            _ if self.capture_counts.1 * 20 <= total => Captures::Replacement,
            _ => Captures::Other,
        }
    }

    /// Whether a player always had exactly one piece of the kind.
    fn is_royal(&self, what: usize) -> bool {
        let slots = self.hand.len();
        let number = |state: &State| (0..slots).filter(|&slot| state.what(slot) == what).count();
        self.seen.positions.iter().all(|state| number(state) == 1)
    }

    /// Counts mobility on sparse boards, if there are several kinds that capture by replacement.
    pub(super) fn count_open_mobility(&mut self) {
        let game = self.game;
        let players = game.players();
        let owned = |what: usize| (1..=players).contains(&self.owners[what]);
        let kinds: Vec<usize> = (1..self.owners.len())
            .filter(|&what| owned(what) && !is_die(game, what))
            .collect();
        let names = |what: &usize| self.bases[*what];
        let several = kinds
            .iter()
            .map(names)
            .any(|name| name != self.bases[kinds[0]]);
        let features = game.features();
        let unsuitable = features.stacking || features.stochastic || features.large_pieces;
        if unsuitable || !several || players < 2 || self.captures() != Captures::Replacement {
            return;
        }
        let scattered: Vec<usize> = kinds
            .iter()
            .copied()
            .filter(|&what| !self.is_royal(what))
            .collect();
        let counted = Mobility::count(game, &self.seen, &self.owners, &scattered, &mut self.chance);
        let Some(mobility) = counted else { return };
        let values = (0..self.names).map(|name| {
            let own = || {
                kinds
                    .iter()
                    .copied()
                    .filter(|&what| self.bases[what] == name)
            };
            match own().next() {
                Some(_) => piece_value(
                    mobility.mean(own()) * mobility.capture_factor(own()),
                    mobility.two_move_range(own()),
                ),
                None => 0.0,
            }
        });
        self.values = Some(values.collect());
        self.counted = Some(mobility);
    }

    /// The relative bonus of each kind on each site: for more moves there, and for being near
    /// promotion to a more valuable kind.
    pub(super) fn compute_site_bonus(&mut self) {
        let (Some(mobility), Some(values)) = (&self.counted, &self.values) else {
            return;
        };
        for what in 1..self.owners.len() {
            let own = values[self.bases[what]];
            if own <= 0.0 || self.is_royal(what) {
                continue;
            }
            let others = self.promotions[what].iter();
            let best = others
                .map(|&other| values[self.bases[other]])
                .fold(own, f64::max);
            let reversible = mobility.is_reversible(what);
            if reversible {
                // A potential of reversible moves is noise.
                self.progress[what].fill(0.0);
            }
            let height = &self.progress[what];
            let share = if reversible {
                REVERSIBLE_SHARE
            } else {
                FORWARD_SHARE
            };
            let kinds =
                || (0..self.bases.len()).filter(|&other| self.bases[other] == self.bases[what]);
            let (mean, range) = (mobility.mean(kinds()), mobility.two_move_range(kinds()));
            let capture_factor = mobility.capture_factor(kinds());
            for (slot, height) in height.iter().enumerate() {
                let here = piece_value(mobility.on_site(what, slot, mean) * capture_factor, range)
                    / own
                    - 1.0;
                let nearness = ((1.0 + height) / 2.0).powi(2);
                self.site_bonus[what][slot] =
                    share * here + PROMOTION_SHARE * (best / own - 1.0) * nearness;
            }
        }
    }

    /// By kind: whether it is royal.
    pub(super) fn royal_kinds(&self) -> Vec<bool> {
        let counted = self.values.is_some();
        (0..self.owners.len())
            .map(|what| counted && what > 0 && self.is_royal(what))
            .collect()
    }

    /// By kind: whether it is mobile and reversible.
    pub(super) fn reversible_kinds(&self) -> Vec<bool> {
        let reversible = |what: usize| {
            let Some(mobility) = &self.counted else {
                return false;
            };
            let same = |other: &usize| self.bases[*other] == self.bases[what];
            let kinds = (0..self.bases.len()).filter(same);
            let far = what > 0 && mobility.mean(kinds) >= MIN_MOBILE_MOVES;
            far && mobility.is_reversible(what) && !self.is_royal(what)
        };
        (0..self.owners.len()).map(reversible).collect()
    }
}
