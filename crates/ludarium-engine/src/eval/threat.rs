//! Evaluates what a player could do if it were that player's turn.

use super::attack::Attacked;
use super::{Evaluator, MoveSink, ReplyAssumption, Want};
use crate::ir::{Bool, ForEachPiece, Int, Iter, Moves, Owners, Threat, ITERS, OFF};
use crate::layout::{Field, PlayerField};
use crate::state::Piece;
use crate::Move;

impl<'a> Evaluator<'a> {
    /// The moves of a player in the player's current phase.
    fn moves_of(&self, player: i32) -> Option<&'a Moves> {
        let game = self.game;
        let phase = usize::try_from(player)
            .map_or(0, |player| self.state.player(PlayerField::Phase, player));
        game.phases
            .get(usize::try_from(phase).unwrap_or(0))
            .map(|phase| &phase.moves)
    }

    /// Runs `look` as if it were `player`'s turn, with nothing bound.
    fn as_mover<T>(&mut self, player: i32, look: impl FnOnce(&mut Self) -> T) -> T {
        let fields = [Field::Mover, Field::Next, Field::Prev];
        let old = fields.map(|field| self.state.field(field));
        let env = std::mem::replace(&mut self.env, [OFF; ITERS]);
        // The die and its pips remain bound.
        self.env[Iter::Pips as usize] = env[Iter::Pips as usize];
        self.env[Iter::Die as usize] = env[Iter::Die as usize];
        if player != old[0] {
            self.state.set_field(Field::Mover, player);
            self.state.set_field(Field::Next, old[0]);
            self.state.set_field(Field::Prev, old[0]);
        }
        let in_decision = std::mem::replace(&mut self.in_decision, false);
        let found = self.unlogged(look);
        self.in_decision = in_decision;
        for (field, value) in fields.into_iter().zip(old) {
            self.state.set_field(field, value);
        }
        self.env = env;
        found
    }

    /// Whether one of the moves leads to a slot.
    fn any_leads_to(&mut self, moves: &'a Moves, slot: usize) -> bool {
        let buffer = self.state.buffers.moves.pop().unwrap_or_default();
        let mut out = MoveSink::new(Want::To(slot as u16), buffer);
        self.generate(moves, &mut out);
        let found = !out.moves.is_empty();
        if let (Some(&threat), true) = (out.moves.first(), self.trace.is_some()) {
            self.trace_threat(moves, threat);
        }
        let mut buffer = out.moves;
        buffer.clear();
        self.state.buffers.moves.push(buffer);
        found
    }

    /// `(can Move ...)`.
    pub fn can_move(&mut self, moves: &'a Moves) -> bool {
        let env = self.env;
        self.trial_depth += 1;
        let found = self.unlogged(|eval| match eval.game.meta.no_repeat {
            // A repetition is no move. (Repetition is not tested within moves that are only tried.)
            Some(repetition) if eval.trial_depth == 1 => {
                let list = eval.list_moves(moves);
                let found = list
                    .iter()
                    .any(|&mv| eval.allowed_by_repetition(mv, repetition, None));
                eval.recycle(list);
                found
            }
            _ => eval.has_move(moves),
        });
        self.trial_depth -= 1;
        self.env = env;
        found
    }

    /// `(no Moves ...)`.
    pub fn has_no_moves(&mut self, player: &'a Int) -> bool {
        let next = matches!(player, Int::Next);
        let player = self.int(player);
        if !next {
            // For any player but the next, the last turn of that player decides.
            return player > 0 && self.state.player(PlayerField::Stalemated, player as usize) != 0;
        }
        if self.reply_assumption == ReplyAssumption::Active {
            self.assumed_reply = true;
            return false;
        }
        let Some(moves) = self.moves_of(player) else {
            return true;
        };
        if player < 1 || player > self.game.players as i32 {
            return false;
        }
        if self.in_mobility_test {
            // The mobility test is nested in a mobility test: a rule tests whether the opponent can
            // move, within the opponent's moves.
            return false;
        }
        self.in_mobility_test = true;
        let mover = self.state.field(Field::Mover);
        let none = self.as_mover(player, |eval| {
            // The turn in question follows this one, even if it is the same player's.
            eval.state.set_field(Field::Prev, mover);
            let next_player = eval.next_player(player as usize, 0);
            eval.state.set_field(Field::Next, next_player);
            !eval.has_move(moves)
        });
        self.in_mobility_test = false;
        none
    }

    /// The moves of a player whose turn follows this one, or has just begun.
    pub(super) fn moves_in_turn(&mut self, player: usize) -> Vec<Move> {
        let listed = self.in_turn_of(player, |eval, moves| {
            let buffer = eval.state.buffers.moves.pop().unwrap_or_default();
            let mut out = MoveSink::new(Want::All, buffer);
            eval.generate(moves, &mut out);
            out.moves
        });
        listed.unwrap_or_default()
    }

    /// Looks at the moves of a player whose turn follows this one, or has just begun, as if it were
    /// that turn; `None` if the player has no moves at all.
    pub(super) fn in_turn_of<T>(
        &mut self,
        player: usize,
        look: impl FnOnce(&mut Self, &'a Moves) -> T,
    ) -> Option<T> {
        let moves = self.moves_of(player as i32)?;
        let nested = std::mem::replace(&mut self.in_mobility_test, true);
        let found = self.as_mover(player as i32, |eval| {
            let next = eval.next_player(player, 0);
            eval.state.set_field(Field::Next, next);
            look(eval, moves)
        });
        self.in_mobility_test = nested;
        Some(found)
    }

    /// The number of the mover's moves.
    pub fn count_legal_moves(&mut self) -> i32 {
        let mover = self.mover();
        let Some(moves) = self.moves_of(mover) else {
            return 0;
        };
        if std::mem::replace(&mut self.in_mobility_test, true) {
            return 0;
        }
        let count = self.as_mover(mover, |eval| {
            let buffer = eval.state.buffers.moves.pop().unwrap_or_default();
            let mut out = MoveSink::new(Want::All, buffer);
            eval.generate(moves, &mut out);
            let count = out.moves.len() as i32;
            let mut buffer = out.moves;
            buffer.clear();
            eval.state.buffers.moves.push(buffer);
            count
        });
        self.in_mobility_test = false;
        count
    }

    /// `(is Threatened ...)`: whether an opponent of the mover, moving now, could reach the site of
    /// the piece.
    pub fn is_threatened(&mut self, threat: &'a Threat) -> bool {
        if !self.is_known_unattacked(threat) {
            return self.find_threat(threat);
        }
        #[cfg(debug_assertions)]
        {
            let found = self.cross_check(|eval| eval.find_threat(threat));
            assert_ne!(found, Some(true), "attacked although known not to be");
        }
        false
    }

    fn find_threat(&mut self, threat: &'a Threat) -> bool {
        let kind = threat.kind.as_ref().map(|kind| self.int(kind));
        if kind.is_some_and(|kind| kind < 1) {
            // A piece that is none is not threatened, wherever it is looked for.
            return false;
        }
        if kind.is_none() && threat.sites.is_none() {
            // Any piece of any player, threatened by an opponent of its owner.
            return (1..=self.game.players).any(|owner| {
                let slots: Vec<usize> = self
                    .state
                    .owned_bits(owner)
                    .map(|slot| slot as usize)
                    .collect();
                self.are_threatened(threat, kind, owner as i32, &slots)
            });
        }
        let mut slots: smallvec::SmallVec<[usize; 8]> = smallvec::SmallVec::new();
        match &threat.sites {
            Some(sites) => {
                let sites = self.sites(sites);
                slots.extend(
                    sites
                        .iter()
                        .filter_map(|site| self.slot(threat.site_type, site)),
                );
            }
            None => {
                let wanted = kind.and_then(|kind| usize::try_from(kind).ok());
                let owner = match wanted {
                    Some(kind) => usize::from(self.game.owners.get(kind).copied().unwrap_or(0)),
                    None => self.state.mover(),
                };
                for slot in self.state.owned_bits(owner) {
                    let slot = slot as usize;
                    if wanted.is_none_or(|kind| self.state.what(slot) == kind) {
                        slots.push(slot);
                    }
                }
            }
        }
        // The owner of the piece decides who may threaten it; a site alone counts as the mover's.
        let owner = match kind
            .and_then(|kind| usize::try_from(kind).ok())
            .and_then(|kind| self.game.owners.get(kind))
        {
            Some(&owner) if owner > 0 => i32::from(owner),
            _ => self.mover(),
        };
        self.are_threatened(threat, kind, owner, &slots)
    }

    /// Whether moves of a player who is not to move reach a slot, as far as the board alone
    /// decides.
    fn attacked(&self, moves: &'a Moves, player: usize, slot: usize) -> Attacked {
        self.attacked_by(moves, player, slot, &|piece| {
            (piece.attack_table(self.game)).attacked(self.state, &self.game.owners, player, slot)
        })
    }

    /// [`Evaluator::attacked`], where `by_piece` decides about the moves of the pieces.
    pub(super) fn attacked_by(
        &self,
        moves: &'a Moves,
        player: usize,
        slot: usize,
        by_piece: &dyn Fn(&'a ForEachPiece) -> Attacked,
    ) -> Attacked {
        let by = |part: &'a Moves| self.attacked_by(part, player, slot, by_piece);
        match moves {
            Moves::None => Attacked::No,
            Moves::All(parts) => {
                let mut best = Attacked::No;
                for part in parts {
                    best = best.max(by(part));
                }
                best
            }
            Moves::Priority(parts) => {
                let any = parts.iter().any(|part| by(part) > Attacked::No);
                if any {
                    Attacked::Maybe
                } else {
                    Attacked::No
                }
            }
            // Conditions on the position after a move do not apply to threats.
            Moves::Do {
                effect: None,
                next,
                in_lookahead: false,
                pass: None,
                ..
            } => by(next),
            Moves::Do { next, .. } => by(next).min(Attacked::Maybe),
            Moves::Rare(rare) => match rare.never_reach(player, slot as i32) {
                true => Attacked::No,
                false => Attacked::Maybe,
            },
            // For a player who moves hypothetically, the previous player is another.
            Moves::If(cond, _, no) if matches!(**cond, Bool::IsPrev(Int::Mover)) => {
                no.as_ref().map_or(Attacked::No, |no| by(no))
            }
            Moves::If(_, yes, no) => {
                let no = no.as_ref().map_or(Attacked::No, |no| by(no));
                by(yes).max(no).min(Attacked::Maybe)
            }
            Moves::ForEachPiece(piece) => {
                if !matches!(piece.owners, Owners::One(Int::Mover))
                    || !piece.only_topmost(self.game)
                {
                    return Attacked::Maybe;
                }
                let on_board = piece.site_type == self.game.layout.own
                    && matches!(piece.container, Int::Const(0));
                let surest = match on_board {
                    true => Attacked::Yes,
                    false => Attacked::Maybe,
                };
                by_piece(piece).min(surest)
            }
            _ => Attacked::Maybe,
        }
    }

    /// Whether an opponent of the owner could reach one of the slots.
    fn are_threatened(
        &mut self,
        threat: &'a Threat,
        kind: Option<i32>,
        owner: i32,
        slots: &[usize],
    ) -> bool {
        // Threats are not evaluated within the moves that threaten.
        if self.lookahead_depth > 0 {
            return false;
        }
        for opponent in 1..=self.game.players as i32 {
            if self.friends(opponent, owner) {
                continue;
            }
            let moves = match &threat.moves {
                Some(moves) => Some(moves),
                None => self.moves_of(opponent),
            };
            let Some(moves) = moves else { continue };
            for &slot in slots {
                let taken = self.owner_at(slot);
                let attacked = match self.reference_mode {
                    true => Attacked::Maybe,
                    false => self.attacked(moves, opponent as usize, slot),
                };
                let found = match attacked {
                    Attacked::No => false,
                    Attacked::Yes if taken > 0 && !self.friends(opponent, taken) => true,
                    _ => self.can_reach((opponent, owner), moves, slot, kind),
                };
                #[cfg(debug_assertions)]
                self.assert_same_as_reference(found, |eval| {
                    eval.can_reach((opponent, owner), moves, slot, kind)
                });
                if found {
                    return true;
                }
            }
        }
        false
    }

    /// Whether a player could reach a slot by these moves, after a turn of the other player.
    fn can_reach(
        &mut self,
        players: (i32, i32),
        moves: &'a Moves,
        slot: usize,
        kind: Option<i32>,
    ) -> bool {
        if self.can_reach_now(players, moves, slot) {
            return true;
        }
        // If the piece is not there yet, also tests whether it could be captured there.
        let absent = kind.filter(|&kind| {
            self.game.is_kind(kind) && self.game.layout.levels == 0 && self.state.is_empty(slot)
        });
        let Some(kind) = absent else { return false };
        let mark = self.state.mark();
        self.state
            .put(slot, Piece::of(kind as usize), &self.game.owners);
        let found = self.can_reach_now(players, moves, slot);
        self.state.undo(mark);
        found
    }

    /// Whether one of the moves, made by `opponent` after a turn of `owner`, would reach the slot.
    fn can_reach_now(
        &mut self,
        (opponent, owner): (i32, i32),
        moves: &'a Moves,
        slot: usize,
    ) -> bool {
        self.lookahead_depth += 1;
        // Only the mover changes; the next player remains.
        let next = self.state.field(Field::Next);
        let found = self.as_mover(opponent, |eval| {
            eval.state.set_field(Field::Next, next);
            eval.state.set_field(Field::Prev, owner);
            eval.any_leads_to(moves, slot)
        });
        self.lookahead_depth -= 1;
        found
    }

    /// Checks a result against the rules without tables, unless the rules draw from chance.
    #[cfg(debug_assertions)]
    fn assert_same_as_reference(&mut self, found: bool, ask: impl FnOnce(&mut Self) -> bool) {
        if self.game.flags.stochastic || self.reference_mode {
            return;
        }
        self.reference_mode = true;
        let plain = self.cross_check(ask);
        self.reference_mode = false;
        assert!(
            plain.is_none_or(|plain| plain == found),
            "the attack table and the rules differ"
        );
    }
}
