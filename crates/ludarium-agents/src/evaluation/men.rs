//! What is learned of the kinds of men themselves: which become others, which roam, what their moves are worth.

use ludarium_engine::{Move, State};

use super::learn::{Learner, GOING_ON, HOPE, KEPT, KEPT_EVERY, ROAMING};
use super::mobility::{weighed, Mobility};
use super::{is_die, Captures};

/// A kind that has this many moves on a thinly peopled board goes somewhere.
const FAR: f64 = 2.0;

impl Learner<'_> {
    /// Keeps a position of a random game now and then.
    pub(super) fn keep(&mut self, state: &State, made: usize) {
        for slot in 0..self.hand.len() {
            let what = state.what(slot);
            if what > 0 && !self.hand[slot] {
                self.seen.stood[what][slot] = true;
            }
        }
        if made % KEPT_EVERY == 0 && self.seen.positions.len() < KEPT {
            self.seen.positions.push(state.clone());
        }
    }

    /// What the man is that a move of `mover` moves, or makes another.
    pub(super) fn standing(&self, state: &State, mv: Move, mover: usize) -> Option<usize> {
        let slots = self.hand.len();
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let slot = if from < slots { from } else { to };
        if slot >= slots || to >= slots || self.hand[slot] {
            return None;
        }
        let what = state.what(slot);
        (what > 0 && self.owners[what] == mover).then_some(what)
    }

    /// Notes what became of a man.
    pub(super) fn note_becoming(&mut self, state: &State, mv: Move, before: usize) {
        let now = state.what(usize::from(mv.to));
        let same = self.owners[now] == self.owners[before];
        if same && self.bases[now] != self.bases[before] && !self.becoming[before].contains(&now) {
            self.becoming[before].push(now);
        }
    }

    /// How pieces are taken, by what was seen.
    pub(super) fn captures(&self) -> Captures {
        let total = self.taken.0 + self.taken.1;
        match total {
            0 => Captures::None,
            _ if self.taken.1 * 20 <= total => Captures::Replacement,
            _ => Captures::Otherwise,
        }
    }

    /// Kinds of which a player never had more or fewer than one.
    fn is_lone(&self, what: usize) -> bool {
        let slots = self.hand.len();
        let number = |state: &State| (0..slots).filter(|&slot| state.what(slot) == what).count();
        self.seen.positions.iter().all(|state| number(state) == 1)
    }

    /// Counts moves on thinly peopled boards, where several kinds of men take each other by going where they stand.
    pub(super) fn spread_out(&mut self) {
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
        let odd = features.stacking || features.stochastic || features.large_pieces;
        if odd || !several || players < 2 || self.captures() != Captures::Replacement {
            return;
        }
        let scattered: Vec<usize> = kinds
            .iter()
            .copied()
            .filter(|&what| !self.is_lone(what))
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
                Some(_) => weighed(
                    mobility.mean(own()) * mobility.edge(own()),
                    mobility.range(own()),
                ),
                None => 0.0,
            }
        });
        self.values = Some(values.collect());
        self.counted = Some(mobility);
    }

    /// How much more than elsewhere each man is worth on each site: where he has more moves, and the nearer he is to becoming
    /// another who is worth more.
    pub(super) fn lean_by_site(&mut self) {
        let (Some(mobility), Some(values)) = (&self.counted, &self.values) else {
            return;
        };
        for what in 1..self.owners.len() {
            let own = values[self.bases[what]];
            if own <= 0.0 || self.is_lone(what) {
                continue;
            }
            let others = self.becoming[what].iter();
            let best = others
                .map(|&other| values[self.bases[other]])
                .fold(own, f64::max);
            let back = mobility.comes_back(what);
            if back {
                // A potential of moves that can be taken back is chance.
                self.progress[what].fill(0.0);
            }
            let height = &self.progress[what];
            let share = if back { ROAMING } else { GOING_ON };
            let kinds =
                || (0..self.bases.len()).filter(|&other| self.bases[other] == self.bases[what]);
            let (mean, range) = (mobility.mean(kinds()), mobility.range(kinds()));
            let edge = mobility.edge(kinds());
            for (slot, height) in height.iter().enumerate() {
                let here = weighed(mobility.on(what, slot, mean) * edge, range) / own - 1.0;
                let nearness = ((1.0 + height) / 2.0).powi(2);
                self.lean[what][slot] = share * here + HOPE * (best / own - 1.0) * nearness;
            }
        }
    }

    /// By kind: whether it is somebody's only one of a kind, which is never taken.
    pub(super) fn lone(&self) -> Vec<bool> {
        let counted = self.values.is_some();
        (0..self.owners.len())
            .map(|what| counted && what > 0 && self.is_lone(what))
            .collect()
    }

    /// By kind: whether it comes back to where it was, and goes somewhere.
    pub(super) fn roaming(&self) -> Vec<bool> {
        let roams = |what: usize| {
            let Some(mobility) = &self.counted else {
                return false;
            };
            let same = |other: &usize| self.bases[*other] == self.bases[what];
            let kinds = (0..self.bases.len()).filter(same);
            let far = what > 0 && mobility.mean(kinds) >= FAR;
            far && mobility.comes_back(what) && !self.is_lone(what)
        };
        (0..self.owners.len()).map(roams).collect()
    }
}
