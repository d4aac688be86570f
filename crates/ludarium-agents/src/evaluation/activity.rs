//! What men do where they stand: how freely they move, and what presses on a king (men who reach the sites about the one who
//! must not be lost count for more the more of them do).

use ludarium_engine::{Game, SplitMix64, State};

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

/// As many moves as a man has on average are worth so many hundredths of the man; of those who are worth more than the least
/// of them, fewer (the root of both).
const FREEDOM: f64 = 6.0;

/// The average is that of so many boards, of which one site in so many is taken.
const BOARDS: usize = 16;
const THIN: u32 = 3;

/// Where men go and press, and what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Activity {
    owners: Vec<usize>,
    /// By kind, then slot; nothing of kinds that do not press.
    reach: Vec<Vec<Reach>>,
    /// By kind: how heavily it presses.
    weight: Vec<i32>,
    /// By kind: what a site is worth that it reaches, in parts of a point ([`PARTS`]); 0 of kinds that do not come back.
    free: Vec<i32>,
    /// By kind, then slot: the sites about a king there; nothing of other kinds.
    about: Vec<Vec<Slots>>,
    man: i32,
    /// [`PRESSURE`], in hundredths of it.
    pressure: i32,
}

/// Parts of a point.
const PARTS: i32 = 16;

impl Activity {
    /// What follows from the rules; `None` where nobody must not be lost, or too little is known.
    pub fn of(game: &Game, judge: &Evaluation) -> Option<Activity> {
        let ways = judge.has_lone.then(|| ways(game)).flatten()?;
        let slots = game.layout().slots;
        let man = judge.least().max(1);
        let mut all = Activity {
            owners: (0..ways.len()).map(|what| judge.owner(what)).collect(),
            reach: vec![Vec::new(); ways.len()],
            weight: vec![0; ways.len()],
            free: vec![0; ways.len()],
            about: vec![Vec::new(); ways.len()],
            man,
            pressure: (f64::from(PRESSURE) * 100.0 * judge.active[0]).round() as i32,
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
        all.value_freedom(judge, slots);
        Some(all)
    }

    /// Says what a site is worth to each kind that roams.
    fn value_freedom(&mut self, judge: &Evaluation, slots: usize) {
        let roaming = |what: &usize| judge.roams[*what] && !self.reach[*what].is_empty();
        let roaming: Vec<usize> = (0..self.reach.len()).filter(roaming).collect();
        let worth = |what: usize| f64::from(judge.worth(what).max(0));
        let Some(least) = roaming.iter().map(|&what| worth(what)).reduce(f64::min) else {
            return;
        };
        for what in roaming {
            let sites = average(&self.reach[what], slots);
            let all = judge.active[1] * FREEDOM / 100.0 * (worth(what) * least).sqrt();
            self.free[what] = (all * f64::from(PARTS) / sites.max(1.0)).round() as i32;
        }
    }

    /// What it is worth to the first player, in points.
    pub fn judge(&self, state: &State) -> i32 {
        let (pressed, free) = self.pressed_and_free(state);
        pressed + free
    }

    /// What presses on kings, and how freely men move: each as it is worth to the first player.
    fn pressed_and_free(&self, state: &State) -> (i32, i32) {
        let kinds = state.kinds();
        let (mut taken, mut about): (Slots, [Slots; 4]) = (0, [0; 4]);
        let mut men: [Slots; 3] = [0; 3];
        // Words are cheaper than pairs of them.
        for (index, row) in kinds.chunks(64).enumerate() {
            // Nobody's, each player's, and what is anybody's.
            let mut own: [u64; 4] = [0; 4];
            for (at, &what) in row.iter().enumerate().filter(|(_, what)| **what != 0) {
                let owner = self.owners[what as usize].min(3);
                own[owner] |= 1 << at;
                if let Some(here) = self.about[what as usize].get(index << 6 | at) {
                    about[owner] |= here;
                }
            }
            let wide = |word: u64| Slots::from(word) << (index << 6);
            taken |= wide(own.iter().fold(0, |all, own| all | own));
            men[1] |= wide(own[1]);
            men[2] |= wide(own[2]);
        }
        let (mut pressing, mut free) = ([(0, 0); 3], [0; 3]);
        let mut left = taken;
        while left != 0 {
            let slot = left.trailing_zeros() as usize;
            left &= left - 1;
            let what = kinds[slot] as usize;
            let Some(reach) = self.reach[what].get(slot) else {
                continue;
            };
            let owner = self.owners[what];
            let reached = reach.on(taken);
            // Counting bits takes longer than all else; pawns need it not, nor who is far from the king.
            let worth = self.free[what];
            if worth != 0 {
                free[owner] += worth * (reached & !men[owner]).count_ones() as i32;
            }
            let on = reached & about[3 - owner];
            if on != 0 {
                let own = &mut pressing[owner];
                let on = on.count_ones().min(ABOUT) as i32;
                *own = (own.0 + 1, own.1 + self.weight[what] * on);
            }
        }
        let worth = |player: usize| match pressing[player] {
            // One alone does no harm.
            (0 | 1, _) => 0,
            (_, heavy) => {
                let [heavy, man] = [heavy, self.man].map(i64::from);
                let worth = heavy * heavy / 100 * i64::from(self.pressure) / 100 * man / 1_000;
                worth.min(i64::from(CRUSHING) * man) as i32
            }
        };
        (worth(1) - worth(2), (free[1] - free[2]) / PARTS)
    }
}

/// How many sites a man of one kind reaches on average, wherever it stands.
fn average(reach: &[Reach], slots: usize) -> f64 {
    let mut chance = SplitMix64::new(1);
    let mut sum = 0;
    for _ in 0..BOARDS {
        let taken = (0..slots).filter(|_| chance.index(THIN) == 0);
        let taken = taken.fold(0, |all: Slots, slot| all | bit(slot));
        let reached = reach.iter().map(|reach| reach.on(taken).count_ones());
        sum += reached.sum::<u32>();
    }
    f64::from(sum) / (BOARDS * slots.max(1)) as f64
}

#[cfg(test)]
mod tests {
    use ludarium_engine::state::Piece;
    use ludarium_engine::{SetUp, SplitMix64};

    use super::*;
    use crate::evaluation::Effort;
    use crate::written::game;

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

    /// The rules of [`ROOKS`], and what men do there.
    fn rooks() -> (Game, Activity) {
        let game = game(ROOKS);
        let judge = Evaluation::learn(&game, 1, Effort::LITTLE);
        let activity = Activity::of(&game, &judge).expect("there are kings");
        (game, activity)
    }

    /// A position of men on slots; the first player's king stands on A1, the second player's on H8.
    fn position(game: &Game, men: &[(&str, usize)]) -> State {
        let kind = |name: &str| {
            let mut kinds = game.components().iter();
            Piece::of(kinds.position(|kind| kind.name == name).expect("a kind"))
        };
        let kings = [("King1", 0), ("King2", 63)];
        let men = kings.iter().chain(men);
        let setup = SetUp {
            pieces: men.map(|&(name, slot)| (slot, kind(name))).collect(),
            mover: 1,
            ..SetUp::default()
        };
        game.set_up(&setup, &mut SplitMix64::new(1))
    }

    #[test]
    fn who_has_room_counts_for_more_than_who_is_shut_in() {
        let (game, activity) = rooks();
        let free = |men: &[(&str, usize)]| activity.pressed_and_free(&position(&game, men)).1;
        // A rook on D4, and one on B1 between his king and wazirs of his own.
        let open = free(&[("Rook1", 27), ("Wazir1", 9), ("Wazir1", 2)]);
        let shut = free(&[("Rook1", 1), ("Wazir1", 9), ("Wazir1", 2)]);
        assert!(open > shut, "{open} {shut}");
        let same = free(&[("Rook1", 27), ("Rook2", 36)]);
        assert_eq!(same, 0);
    }

    #[test]
    fn two_rooks_beside_a_king_press_on_him_and_one_or_two_far_off_do_not() {
        let (game, activity) = rooks();
        let pressed = |rooks: &[usize], owner: usize| {
            let name = format!("Rook{owner}");
            let men: Vec<_> = rooks.iter().map(|&slot| (name.as_str(), slot)).collect();
            activity.pressed_and_free(&position(&game, &men)).0
        };
        // G and the seventh row lead to the king's neighbours, the middle of the board does not.
        assert!(pressed(&[6, 48], 1) > 0);
        assert_eq!(pressed(&[6], 1), 0);
        assert_eq!(pressed(&[27, 36], 1), 0);
        // What presses on the first player's king is worth as much to the second.
        assert_eq!(pressed(&[57, 15], 2), -pressed(&[6, 48], 1));
    }
}
