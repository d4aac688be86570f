//! Legality: whether a move leaves a royal piece attacked, decided without making the move.
//!
//! A simple move carries one piece to another site and captures at most what stands there. It opens
//! the lines through its origin and closes those through its target, so the attack table can be
//! queried for the board after the move. Where the table does not decide, the move is made and
//! taken back.

use std::cell::{Cell, RefCell};

use super::attack::{AttackTable, Attacked, CheckInfo, TentativeMove};
use super::standing::Standing;
use super::turn_continuation::TurnContinuation;
use super::Evaluator;
use crate::ir::{Bool, Int, Outer, RuleId, Sites, Threat};
use crate::layout::Field;
use crate::set::SiteSet;
use crate::Move;
use smallvec::SmallVec;

/// What is known about a condition before the moves are made after which it must hold.
#[derive(Debug)]
pub(super) struct Foreseen {
    pub safety: Option<KingSafety>,
    /// What each part says as the board stands, where that is known.
    standing: SmallVec<[Option<Standing>; 2]>,
    /// The sites on which a stone meets the whole condition.
    stones: Option<SiteSet>,
}

/// A royal piece, and how moves of its side can change the attacks on it.
///
/// Only pinned pieces can uncover an attack. When the royal piece is in check, other pieces must
/// capture the attacker or block its line.
#[derive(Debug)]
pub(super) struct KingSafety {
    royal: Royal,
    /// Which part of the condition is about the royal piece, if there are others.
    part: Option<usize>,
    /// Whether the royal piece is not attacked as the board stands.
    not_in_check: bool,
    /// Whether all moves of the opponents count as attacks, not just those of some pieces.
    all_moves: bool,
    check_info: CheckInfo,
}

impl KingSafety {
    /// The slot of the royal piece.
    pub fn slot(&self) -> usize {
        self.royal.slot
    }
}

/// A royal piece that is known not to be attacked, as long as the state does not change.
#[derive(Clone, Copy, Debug)]
pub(super) struct NotInCheck {
    royal: Royal,
    changes: usize,
    hash: u64,
}

/// The only piece of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Royal {
    kind: i32,
    owner: usize,
    slot: usize,
    /// Whether it is a piece of the next player, who is another after a move that lets the mover go
    /// on.
    of_next: bool,
}

impl<'a> Evaluator<'a> {
    /// Whether a condition holds after a move without the last `outer` of its effects.
    pub(crate) fn holds_after(&mut self, mv: Move, outer: Outer, cond: &'a Bool) -> bool {
        self.holds_after_given(None, mv, outer, cond)
    }

    /// [`Evaluator::holds_after`], using what is known before any move.
    pub(super) fn holds_after_given(
        &mut self,
        foreseen: Option<&Foreseen>,
        mv: Move,
        outer: Outer,
        cond: &'a Bool,
    ) -> bool {
        let stones = foreseen.and_then(|foreseen| foreseen.stones.as_ref());
        if stones.is_some_and(|sites| self.places_stone_on(sites, mv)) {
            #[cfg(debug_assertions)]
            self.assert_same_when_made(mv, outer, cond, true);
            return true;
        }
        let mut undecided: SmallVec<[&'a Bool; 4]> = SmallVec::new();
        for (index, part) in parts_of(cond).iter().enumerate() {
            let plain = match self.reference_mode {
                true => None,
                false => self.part_decided_after(foreseen, mv, index, part),
            };
            #[cfg(debug_assertions)]
            if let Some(holds) = plain {
                self.assert_same_when_made(mv, outer, part, holds);
            }
            match plain {
                Some(true) => {}
                Some(false) => return false,
                None => undecided.push(part),
            }
        }
        undecided.is_empty()
            || self.with_move_made(mv, outer, |eval| {
                eval.set_next_after();
                undecided.iter().all(|part| eval.bool(part))
            })
    }

    /// Whether a part of a condition holds after a move, where that can be said without making it.
    fn part_decided_after(
        &mut self,
        foreseen: Option<&Foreseen>,
        mv: Move,
        index: usize,
        part: &'a Bool,
    ) -> Option<bool> {
        let Some(foreseen) = foreseen else {
            return self.decided_after(mv, part, None);
        };
        if let Some(standing) = &foreseen.standing[index] {
            return self.stands_after(standing, mv);
        }
        let about_it = |safety: &&KingSafety| safety.part.is_none_or(|part| part == index);
        match foreseen.safety.as_ref().filter(about_it) {
            None => self.decided_after(mv, part, None),
            Some(safety) => {
                let known = self.is_safe_after(safety, mv);
                known.or_else(|| self.decided_after(mv, part, Some(safety.royal)))
            }
        }
    }

    /// What is known about a condition before the moves are made after which it must hold.
    pub(super) fn foresee(&mut self, cond: &'a Bool) -> Foreseen {
        let parts = parts_of(cond).iter();
        Foreseen {
            safety: self.king_safety(cond),
            standing: parts.map(|part| self.standing_value(part)).collect(),
            stones: self.where_liberties_suffice(cond),
        }
    }

    /// Sets the next player as `ifAfterwards` sees it after a move: the player whom the move has
    /// chosen or, if the mover would go on, the previous player.
    fn set_next_after(&mut self) {
        if self.lookahead_depth > 0 {
            return;
        }
        let chosen = self.state.field(Field::NextSet);
        if chosen == self.mover() {
            let prev = self.state.field(Field::Prev);
            self.state.set_field(Field::Next, prev);
        } else if chosen > 0 {
            self.state.set_field(Field::Next, chosen);
        }
    }

    /// Whether a condition holds after a move, where the board before the move decides that.
    fn decided_after(&mut self, mv: Move, cond: &'a Bool, royal: Option<Royal>) -> Option<bool> {
        match cond {
            Bool::Not(inner) => self.decided_after(mv, inner, royal).map(|holds| !holds),
            Bool::Threatened(threat) => match self.attacked_after(mv, threat, royal) {
                Attacked::No => Some(false),
                Attacked::Maybe => None,
                Attacked::Yes => Some(true),
            },
            Bool::Compare(cmp, first, second) => self.liberties_decide(mv, *cmp, first, second),
            Bool::And(parts) => self.decided_after_all(mv, parts, true),
            Bool::Or(parts) => self.decided_after_all(mv, parts, false),
            _ => None,
        }
    }

    /// Whether all conditions (with `all`: false, any of them) hold after a move, where the board
    /// before the move decides that.
    fn decided_after_all(&mut self, mv: Move, parts: &'a [Bool], all: bool) -> Option<bool> {
        let mut known = Some(all);
        for part in parts {
            match self.decided_after(mv, part, None) {
                Some(holds) if holds == all => {}
                Some(holds) => return Some(holds),
                None => known = None,
            }
        }
        known
    }

    /// Computes pins and evasions for the royal piece that a condition, or a part of it, protects.
    fn king_safety(&mut self, cond: &'a Bool) -> Option<KingSafety> {
        let parts = parts_of(cond);
        let protects = |part: &'a Bool| self.royal_piece(forbidden_threat(part)?);
        let royals = parts.iter().map(protects).enumerate();
        let (part, royal) = royals
            .into_iter()
            .find_map(|(at, royal)| Some((at, royal?)))?;
        let threat = forbidden_threat(&parts[part])?;
        let check_info = RefCell::new(CheckInfo {
            pinned: SiteSet::new(self.game.layout.slots),
            screens: SiteSet::new(self.game.layout.slots),
            evasions: None,
        });
        let calls = Cell::new(0);
        let attacked = self.attacked_by_any(threat, royal.owner, royal.slot, &|table, opponent| {
            calls.set(calls.get() + 1);
            let mut check_info = check_info.borrow_mut();
            table.check_info(
                self.state,
                &self.game.owners,
                opponent,
                royal.slot,
                &mut check_info,
            )
        });
        let mut check_info = check_info.into_inner();
        if attacked < Attacked::Yes || calls.get() > 1 {
            // Evasions are valid only for a certain attack that a single table finds.
            check_info.evasions = None;
        }
        let not_in_check = attacked == Attacked::No;
        Some(KingSafety {
            royal,
            part: (parts.len() > 1).then_some(part),
            not_in_check,
            all_moves: threat.moves.is_none(),
            check_info,
        })
    }

    /// Whether a condition is about the same royal piece after a move as before it.
    fn keeps_royal(&self, mv: Move, royal: &Royal) -> bool {
        let continuation = &self.game.rules[usize::from(mv.rule)].turn_continuation;
        !royal.of_next || matches!(continuation, TurnContinuation::Never)
    }

    /// Whether the royal piece is safe after a move, where pins and evasions decide that.
    #[inline]
    pub(super) fn is_safe_after(&self, safety: &KingSafety, mv: Move) -> Option<bool> {
        let from = usize::try_from(mv.origin()).ok()?;
        let royal = &safety.royal;
        let beside = self.keeps_royal(mv, royal)
            && self.is_simple_move(mv.rule, from, usize::try_from(mv.target()).ok()?, royal)
            && from != royal.slot
            && mv.target() != royal.slot as i32
            && self.owner_at(from) == royal.owner as i32;
        match &safety.check_info.evasions {
            _ if !beside => None,
            Some(evasions) => (!evasions.contains(mv.target())).then_some(false),
            None if safety.not_in_check => {
                let stays = !safety.check_info.pinned.contains(from as i32);
                let keeps_out = !safety.check_info.screens.contains(mv.target());
                (stays && keeps_out).then_some(true)
            }
            None => None,
        }
    }

    /// Whether the royal piece stays safe after all simple moves from a slot, except captures of
    /// the royal piece itself.
    #[inline]
    pub(super) fn stays_safe_without(&self, safety: &KingSafety, from: usize) -> bool {
        safety.not_in_check
            && safety.part.is_none()
            && !safety.royal.of_next
            && from != safety.royal.slot
            && !safety.check_info.pinned.contains(from as i32)
            && safety.check_info.screens.is_empty()
            && self.state.count(from) == 1
            && self.owner_at(from) == safety.royal.owner as i32
    }

    /// That the royal piece is not in check, as a fact about the current state.
    pub(super) fn not_in_check(&self, safety: Option<&KingSafety>) -> Option<NotInCheck> {
        let safety = safety.filter(|safety| safety.not_in_check && safety.all_moves)?;
        Some(NotInCheck {
            royal: safety.royal,
            changes: self.state.changes(),
            hash: self.state.hash(),
        })
    }

    /// Runs `work` while a royal piece is known not to be in check.
    pub(super) fn with_not_in_check<T>(
        &mut self,
        safe: Option<NotInCheck>,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let around = std::mem::replace(&mut self.not_in_check, safe);
        let done = work(self);
        self.not_in_check = around;
        done
    }

    /// Whether the piece that a threat is about is known not to be attacked.
    pub(super) fn is_known_unattacked(&mut self, threat: &'a Threat) -> bool {
        let Some(safe) = self.not_in_check else {
            return false;
        };
        let as_it_was = safe.changes == self.state.changes() && safe.hash == self.state.hash();
        threat.moves.is_none() && as_it_was && self.royal_kind_of(threat) == Some(safe.royal.kind)
    }

    /// Whether a royal piece is attacked after a move.
    fn attacked_after(&mut self, mv: Move, threat: &'a Threat, royal: Option<Royal>) -> Attacked {
        let (Ok(from), Ok(to)) = (usize::try_from(mv.origin()), usize::try_from(mv.target()))
        else {
            return Attacked::Maybe;
        };
        let Some(royal) = royal.or_else(|| self.royal_piece(threat)) else {
            return Attacked::Maybe;
        };
        if !self.keeps_royal(mv, &royal) {
            return Attacked::Maybe;
        }
        if self.game.rules[usize::from(mv.rule)].is_drop {
            return self.attacked_after_drop(threat, royal, TentativeMove { from, to });
        }
        if !self.is_simple_move(mv.rule, from, to, &royal)
            || self.owner_at(from) != royal.owner as i32
        {
            return Attacked::Maybe;
        }
        if to == royal.slot && from != to {
            // A capture of the royal piece by its own side.
            return Attacked::Maybe;
        }
        let slot = if royal.slot == from { to } else { royal.slot };
        let tentative = TentativeMove { from, to };
        self.attacked_by_any(threat, royal.owner, slot, &|table, opponent| {
            table.attacked_after(self.state, &self.game.owners, opponent, slot, tentative)
        })
    }

    /// Whether a royal piece is attacked after a piece was dropped from a hand on an empty site of
    /// the board.
    fn attacked_after_drop(
        &mut self,
        threat: &'a Threat,
        royal: Royal,
        tentative: TentativeMove,
    ) -> Attacked {
        let TentativeMove { from, to } = tentative;
        let layout = &self.game.layout;
        let entering = layout.in_hand(from) && to < layout.board_sites && self.state.is_empty(to);
        let what = self.state.what(from);
        if !entering || what as i32 == royal.kind || layout.in_hand(royal.slot) {
            return Attacked::Maybe;
        }
        let entered = usize::from(self.game.owners[what]);
        self.attacked_by_any(threat, royal.owner, royal.slot, &|table, opponent| {
            let (owners, target) = (&self.game.owners, royal.slot);
            let known = table.attacked_after(self.state, owners, opponent, target, tentative);
            let comes = opponent == entered && table.may_attack_from(self.state, what, to, target);
            known.max(if comes { Attacked::Maybe } else { Attacked::No })
        })
    }

    /// Whether a move is simple, and neither makes another piece royal nor changes the royal piece.
    #[inline]
    fn is_simple_move(&self, rule: RuleId, from: usize, to: usize, royal: &Royal) -> bool {
        let rule = &self.game.rules[usize::from(rule)];
        let shifts = rule.simple_move.as_deref();
        if self.state.count(from) > 1 {
            // Other pieces stay behind on the origin.
            return false;
        }
        if !rule.captured_to_hand.is_empty() && !self.state.is_empty(to) {
            // The captured piece goes into a hand, if the tables name its kind.
            let victim = self.state.what(to) as i32;
            let known = rule
                .captured_to_hand
                .iter()
                .find(|(kind, _)| *kind == victim);
            if known.is_none_or(|(_, becomes)| *becomes == royal.kind) {
                return false;
            }
        }
        // A royal piece that is promoted is no longer royal.
        shifts.is_some_and(|made| {
            made.is_empty() || !made.contains(&royal.kind) && from != royal.slot
        })
    }

    /// The royal piece that a threat is about, if it is the only one of its kind.
    fn royal_piece(&mut self, threat: &'a Threat) -> Option<Royal> {
        let kind = self.royal_kind_of(threat)?;
        let known = u32::try_from(kind).ok().filter(|&known| known > 0)?;
        let owner = usize::from(*self.game.owners.get(known as usize)?);
        let slot = only_slot_of(self.state.kinds(), known)?;
        let of_next = matches!(threat.kind.as_ref().and_then(by_player), Some((_, false)));
        Some(Royal {
            kind,
            owner,
            slot,
            of_next,
        })
    }

    /// The kind that a threat is about, if it is about all pieces of one kind.
    fn royal_kind_of(&mut self, threat: &'a Threat) -> Option<i32> {
        if self.lookahead_depth > 0 || threat.site_type != self.game.layout.own {
            return None;
        }
        Some(self.int(royal_kind(threat)?))
    }

    /// Whether an opponent of `owner` attacks a slot, where `by_table` queries the attack table of
    /// a player's pieces.
    fn attacked_by_any(
        &self,
        threat: &'a Threat,
        owner: usize,
        slot: usize,
        by_table: &dyn Fn(&AttackTable, usize) -> Attacked,
    ) -> Attacked {
        let mut worst = Attacked::No;
        for opponent in 1..=self.game.players {
            if self.friends(opponent as i32, owner as i32) {
                continue;
            }
            let moves = match &threat.moves {
                Some(moves) => moves,
                None => &self.phase_of(opponent).moves,
            };
            worst = worst.max(self.attacked_by(moves, opponent, slot, &|piece| {
                by_table(piece.attack_table(self.game), opponent)
            }));
        }
        worst
    }

    /// Checks a decision against the position after the move.
    #[cfg(debug_assertions)]
    pub(super) fn assert_same_when_made(
        &mut self,
        mv: Move,
        outer: Outer,
        cond: &'a Bool,
        holds: bool,
    ) {
        if self.reference_mode {
            return;
        }
        let tried = self.cross_check(|eval| {
            eval.with_move_made(mv, outer, |eval| {
                eval.set_next_after();
                eval.bool(cond)
            })
        });
        assert!(
            tried.is_none_or(|tried| tried == holds),
            "{mv:?} was decided as {holds}, which is wrong after the move"
        );
    }
}

/// The slot of the only piece of a kind.
fn only_slot_of(kinds: &[u32], kind: u32) -> Option<usize> {
    // Rows of eight slots are compared with vector instructions.
    let mut rows = kinds.chunks(8).enumerate();
    let has = |row: &[u32]| row.iter().fold(false, |has, &other| has | (other == kind));
    let (at, row) = rows.find(|(_, row)| has(row))?;
    let (mut inside, first) = (row.iter(), |&other: &u32| other == kind);
    let place = inside.position(first)?;
    let again = inside.any(|&other| other == kind) || rows.any(|(_, row)| has(row));
    (!again).then_some(at * 8 + place)
}

/// The parts of a condition that must all hold.
pub(super) fn parts_of(cond: &Bool) -> &[Bool] {
    match cond {
        Bool::And(parts) => parts,
        one => std::slice::from_ref(one),
    }
}

/// The threat that a condition excludes.
fn forbidden_threat(cond: &Bool) -> Option<&Threat> {
    match cond {
        Bool::Not(inner) => match &**inner {
            Bool::Threatened(threat) => Some(threat),
            _ => None,
        },
        _ => None,
    }
}

/// The kind of piece that a threat is about, if it is about all pieces of one kind.
fn royal_kind(threat: &Threat) -> Option<&Int> {
    let kind = threat.kind.as_ref()?;
    let own = by_player(kind)?;
    match &threat.sites {
        None => Some(kind),
        Some(Sites::List(sites)) => match &sites[..] {
            [Int::Where {
                state: None, kinds, ..
            }] if by_player(kinds) == Some(own) => Some(kind),
            _ => None,
        },
        Some(_) => None,
    }
}

/// The kinds by player of a name like "the mover's king", and whether the player is the mover (or
/// else the next).
pub(super) fn by_player(kind: &Int) -> Option<(&[i32], bool)> {
    match kind {
        Int::ByPlayer(kinds, player) => match **player {
            Int::Mover => Some((kinds, true)),
            Int::Next => Some((kinds, false)),
            _ => None,
        },
        _ => None,
    }
}
