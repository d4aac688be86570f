//! Kernels: random playouts of games of a known form, without interpreting the rules.
//!
//! A kernel recognises a game by its compiled rules, never by its name, and only if it implements
//! everything that the rules say. A kernel draws from chance exactly as the reference evaluator
//! does: the same seed gives the same game, ply for ply (`tests/rollouts.rs`).

mod alternating_turns;
mod compact;
mod enclosing;
mod features;
mod lines;
mod links;
mod men;
mod placing;
pub(crate) mod refusal;
mod repetition;
mod runs;
mod stacking;

use refusal::{Refusal, Refusals};

use crate::chance::{Chance, SplitMix64};
use crate::game::{Game, Phase};
use crate::ir::{Bool, End, GameResult, Int, Moves, Owners, RuleId, RuleKind, Sites, Verdict};
use crate::layout::Field;
use crate::mv::Move;
use crate::rollout::Rollout;
use crate::state::State;

pub(crate) use men::{PieceKernel, SampledMove};
pub(crate) use placing::KernelBuffers;

/// A kernel: a whole game as a loop over numbers and bits.
#[derive(Debug)]
pub(crate) enum Kernel {
    /// Stones placed on empty sites.
    Placing(placing::Placing),
    /// Stones dropped on stacks.
    Stacking(stacking::Stacking),
    /// Sowing and race games: sites that hold a kind of piece and a number.
    Compact(Box<compact::Compact>),
    /// Stones that capture the stones they enclose.
    Enclosing(enclosing::Enclosing),
    /// Pieces placed, moved and captured on a board.
    Pieces(Box<PieceKernel>),
}

impl Kernel {
    /// The kernel of a game, if its rules have a known form.
    pub fn of(game: &Game) -> Option<Kernel> {
        if game.tables.iter().any(|table| table.repeats_rays) {
            // The kernels know lines by their sites, not by the number of their directions.
            return None;
        }
        let mut unrecorded = Refusals::default();
        let phase = simple_phase(game);
        phase
            .and_then(|phase| placing::Placing::of(game, phase))
            .map(Kernel::Placing)
            .or_else(|| stacking::Stacking::of(game, phase?).map(Kernel::Stacking))
            .or_else(|| enclosing::Enclosing::of(game).map(Kernel::Enclosing))
            .or_else(|| {
                let pieces = PieceKernel::of(game, &mut unrecorded)?;
                Some(Kernel::Pieces(Box::new(pieces)))
            })
            .or_else(|| {
                let compact = compact::Compact::of(game, &mut unrecorded)?;
                Some(Kernel::Compact(Box::new(compact)))
            })
    }

    /// Why the two kernels that read rules part by part do not play a game: the kernel of pieces,
    /// and that of sowing and race games. None for a kernel that does.
    pub fn refusals(game: &Game) -> [Vec<Refusal>; 2] {
        let mut of = [Refusals::wanted(), Refusals::wanted()];
        if game.tables.iter().any(|table| table.repeats_rays) {
            of.iter_mut()
                .for_each(|of| of.feature("directions that share a line"));
        } else {
            let [pieces, compact] = &mut of;
            let plays = PieceKernel::of(game, pieces).is_some();
            pieces.settle(plays);
            let plays = compact::Compact::of(game, compact).is_some();
            compact.settle(plays);
        }
        of.map(Refusals::into_reasons)
    }

    /// The stones, if the kernel only places stones and reports each ([`Kernel::play`]).
    pub fn stones(&self) -> Option<&Stones> {
        match self {
            Kernel::Placing(placing) => Some(&placing.stones),
            Kernel::Stacking(stacking) => Some(&stacking.stones),
            Kernel::Enclosing(enclosing) => Some(enclosing.placed()),
            Kernel::Pieces(_) | Kernel::Compact(_) => None,
        }
    }

    /// The kernel that counts the moves of a phase to sample one; `None` where candidates are
    /// sampled.
    pub fn counting_kernel(&self, phase: usize) -> Option<&PieceKernel> {
        match self {
            Kernel::Pieces(pieces) if pieces.counts_moves(phase) => Some(pieces),
            _ => None,
        }
    }

    /// Plays on from a position. `None`, without drawing from `pick` or `chance`, where the kernel
    /// does not support the position. `record` receives the player and slot of each stone placed,
    /// if there are [`Kernel::stones`].
    #[allow(clippy::too_many_arguments)]
    pub fn play(
        &self,
        game: &Game,
        from: &State,
        limit: usize,
        pick: &mut SplitMix64,
        chance: &mut dyn Chance,
        buffers: &mut KernelBuffers,
        record: impl FnMut(usize, usize),
    ) -> Option<Rollout> {
        let turns = || alternating_turns::AlternatingTurns::of(game, from, limit);
        match self {
            Kernel::Placing(placing) => placing.play(from, turns()?, pick, buffers, record),
            Kernel::Stacking(stacking) => stacking.play(from, turns()?, pick, buffers, record),
            Kernel::Enclosing(enclosing) => {
                enclosing.play(from, limit, pick, &mut buffers.enclosing, record)
            }
            Kernel::Pieces(pieces) => pieces.play(game, from, limit, pick, chance),
            Kernel::Compact(compact) => compact.play(game, from, limit, pick, chance),
        }
    }
}

/// The single phase of a game for two with alternating turns, without chance, continued turns or
/// memory.
fn simple_phase(game: &Game) -> Option<&Phase> {
    one_phase(game).filter(|_| game.meta.no_repeat.is_none())
}

/// The single phase of such a game, which may also forbid repetitions.
fn one_phase(game: &Game) -> Option<&Phase> {
    let flags = &game.flags;
    let layout = &game.layout;
    let simple = game.players == 2
        && game.series.is_none()
        && game.puzzle.is_none()
        && game.cover == 0
        && !game.meta.forbids()
        && !game.meta.automove
        && !game.meta.gravity
        && game.rules.iter().all(|rule| rule.rotation_cell.is_none())
        && !flags.stochastic
        && !flags.dice
        && !flags.rolls
        && !flags.counts
        && !flags.teams
        && !flags.overflows
        && !flags.simultaneous
        && layout.slots == layout.board_sites
        && layout.hidden == 0;
    let [phase] = &game.phases[..] else {
        return None;
    };
    (simple && phase.next.is_empty() && phase.owner.is_none() && !phase.simultaneous)
        .then_some(phase)
}

/// The stones of a game in which nothing else moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stones {
    rule: RuleId,
    /// By player (from 1): the kind.
    kinds: [usize; 3],
}

impl Stones {
    /// The move that places a stone.
    pub fn placed(&self, player: usize, slot: usize) -> Move {
        let slot = slot as i32;
        let mut mv = Move::new(self.rule, slot, slot);
        (mv.payload[0], mv.payload[1]) = (self.kinds[player] as i16, 1);
        mv
    }
}

/// The stones that each player places, and the target sites, if the only moves are placements of a
/// single piece without further effects.
fn placement<'g>(game: &'g Game, phase: &'g Phase, stack: bool) -> Option<(Stones, &'g Sites)> {
    let Moves::Rule(id) = phase.moves else {
        return None;
    };
    let rule = &game.rules[usize::from(id)];
    let RuleKind::Add {
        what,
        state: None,
        to,
        count: None,
        stack: on_stack,
    } = &rule.kind
    else {
        return None;
    };
    let plain = *on_stack == stack
        && to.site.is_none()
        && to.cond.is_none()
        && to.level.is_none()
        && !rule.has_apply
        && rule.thens.is_empty()
        && rule.before.is_empty()
        && !rule.uses_die;
    // Where passing does not end the game, a full board does not end it, either.
    let ends = !game.meta.pass_no_end && !game.flags.passes_do_not_end;
    let kinds = kinds_placed(game, what).filter(|_| plain && ends)?;
    Some((Stones { rule: id, kinds }, to.sites.as_ref()?))
}

/// The conditions under which the mover wins (or loses), in order.
fn endings<'g>(game: &'g Game, phase: &'g Phase) -> Option<Vec<(&'g Bool, bool)>> {
    let ends = phase.end.iter().chain(&game.end);
    ends.map(|end| match end {
        End::If {
            cond,
            inner,
            result: Some(GameResult::Of(Owners::One(player), verdict)),
        } if inner.is_empty() => match (player, verdict) {
            (Int::Mover, Verdict::Win) | (Int::Next, Verdict::Loss) => Some((cond, true)),
            (Int::Mover, Verdict::Loss) | (Int::Next, Verdict::Win) => Some((cond, false)),
            _ => None,
        },
        _ => None,
    })
    .collect()
}

/// By player: the kind of piece that the player places.
fn kinds_placed(game: &Game, what: &[Int]) -> Option<[usize; 3]> {
    let [what] = what else { return None };
    let kind = |player: usize| match what {
        Int::Const(kind) => usize::try_from(*kind).ok(),
        Int::ByPlayer(kinds, key) if matches!(**key, Int::Mover) => {
            usize::try_from(*kinds.get(player)?).ok()
        }
        _ => None,
    };
    let kinds = [0, kind(1)?, kind(2)?];
    // The owner of a stone must determine its kind.
    let own = |player: usize| {
        kinds[player] > 0 && game.owners.get(kinds[player]) == Some(&(player as u8))
    };
    (own(1) && own(2)).then_some(kinds)
}

/// Whether all stones of a player in a position are of the kind that the player places.
fn only_of_kinds(from: &State, kinds: [usize; 3]) -> bool {
    let known = |player: usize| {
        (from.owned_bits(player)).all(|slot| from.what(slot as usize) == kinds[player])
    };
    known(1)
        && known(2)
        // There must be no neutral or shared pieces.
        && from.owned_bits(0).next().is_none()
        && from.owned_bits(3).next().is_none()
        && from.field(Field::PendingValue) == 0
}

/// Whether a `(count Pieces ...)` of these owners may include the dice, which lie beside the board.
pub(super) fn counts_dice(game: &Game, owners: &Owners) -> bool {
    let player = |owner: usize| (1..=game.players).contains(&owner);
    game.dice.iter().any(|dice| match owners {
        Owners::All => true,
        Owners::One(Int::Const(owner)) => *owner == dice.owner as i32,
        _ => player(dice.owner),
    })
}
