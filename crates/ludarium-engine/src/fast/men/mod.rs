//! Men on a board: games for two or more in which men are placed, moved and taken, one to a site.
//!
//! The rules are read into terms over a position of bytes and bits: numbers, truths, places, deeds.
//! What they mean is what the evaluator means by them, and moves are drawn with the same tickets;
//! but nothing is kept of what the game does not ask about: no hash, no journal, no log.

mod along;
mod any;
mod bar;
mod between;
mod board;
mod capture;
mod choose;
mod deeds;
mod dependence;
mod dice;
mod draw;
mod effect;
mod ends;
mod eval;
mod extra;
mod front;
mod glance;
mod goes;
mod group;
mod hops;
mod line;
mod longest;
mod moves;
mod muster;
mod open;
mod pinch;
mod place;
mod reach;
mod read;
mod region;
mod repeats;
mod royal;
mod rule;
mod terms;
mod threat;
mod turn;

pub(crate) use muster::SampledMove;

use board::{Board, ByOwner, Words, PLAYERS, SLOTS};
use ends::{endings, Standing};
use extra::{Extra, Hand, Throws};
use glance::Ends;
use muster::Drawing;
use read::{Fleeting, Reader};
use rule::{Pieces, Ply, Rule, Task};
use terms::{Num, Region, Test};

use super::features::{beyond_kernels, Feature};
use super::refusal::Refusals;
use super::repetition::PositionHistory;
use crate::chance::{Chance, SplitMix64};
use crate::game::{Game, TurnLimits};
use crate::ir::OFF;
use crate::rollout::Rollout;
use crate::state::State;

/// Where moves come from.
#[derive(Clone, Debug)]
enum Gen {
    None,
    If(Test, Box<Gen>, Box<Gen>),
    /// After a throw.
    Thrown(Box<Thrown>),
    /// As `If`, where it was settled with the throw which of the two it is (bit of
    /// [`Extra::rolled`]).
    RollIf(u32, Test, Box<Gen>, Box<Gen>),
    /// For each die of a hand (and for several together).
    Dice(Box<dice::Dice>),
    /// For each player.
    Players(Box<Gen>),
    /// For each number from one to another.
    Values(Num, Num, Box<Gen>),
    Priority(Box<[Gen]>),
    All(Box<[Gen]>),
    Pieces(Box<Pieces>),
    Rule(u16),
    /// The one move of a rule for each of some sites.
    Sites(Region, u16),
    Safe(Box<Safe>),
    Late(Box<Late>),
    /// Those with which the turn lasts longest.
    Longest(Box<Gen>),
}

/// Moves for which dice are thrown.
#[derive(Clone, Debug)]
struct Thrown {
    /// When they are.
    cond: Test,
    moves: Gen,
    /// The pass where there is no move.
    pass: Option<u16>,
}

/// A few moves at most, looked at only where they are wanted.
#[derive(Clone, Debug)]
struct Late {
    most: u32,
    /// By player: the slots to which that player's may lead, where that is known.
    to: Option<Box<[Words]>>,
    moves: Gen,
}

impl Late {
    /// Whether no move of a player leads to a slot, whatever stands where.
    fn never(&self, player: usize, slot: usize) -> bool {
        let to = self.to.as_ref().and_then(|to| to.get(player));
        to.is_some_and(|to| to[slot / 64] >> (slot % 64) & 1 == 0)
    }
}

/// Moves after which something must hold.
#[derive(Clone, Debug)]
struct Safe {
    moves: Gen,
    cond: Test,
    /// Whether it must hold after moves, too, that would only threaten.
    ahead: bool,
    /// How many of the effects that follow a move are left out when it is tried.
    outer: usize,
    /// Who may not be threatened afterwards, where that is asked.
    royal: Option<royal::Royal>,
}

/// A game of men.
#[derive(Debug)]
pub(crate) struct PieceKernel {
    players: usize,
    slots: usize,
    board_sites: usize,
    on_board: Words,
    /// Whether several men may lie on one slot (of a hand).
    counts: bool,
    /// Whether men have states.
    states: bool,
    /// By kind.
    owners: Box<[u8]>,
    /// By player, a kind that looks where the player's men look: an empty site stands for it.
    stand_ins: ByOwner<usize>,
    /// By mover.
    classes: ByOwner<Box<[u8]>>,
    flips: Box<[Option<(u8, u8)>]>,
    rules: Box<[Rule]>,
    paths: Box<[u16]>,
    phases: Box<[Phase]>,
    ends: Ends,
    /// Whether the game goes on when all pass.
    pass_no_end: bool,
    /// What a rule compares that asks whether positions come again.
    repeats: Option<repeats::Repeats>,
    /// Whether what is pending may matter to any rule.
    pending_matters: bool,
    dice: Box<[Hand]>,
    dice_len: usize,
    /// Whether dice are thrown in play.
    rolls: bool,
    /// Whether anything is kept beside the board that moves change.
    keeps_extra: bool,
    limits: TurnLimits,
    /// Whether it is left to the next draw whether the next player has a move.
    waits: bool,
}

#[derive(Debug)]
struct Phase {
    moves: Gen,
    drawing: Drawing,
    /// What its moves ask for that changes when a turn begins.
    fleeting: Fleeting,
    ends: Ends,
    next: Box<[Next]>,
}

/// When a player's phase gives way to another.
#[derive(Debug)]
struct Next {
    who: Option<Num>,
    cond: Test,
    /// `None`: the phase after that of the mover.
    phase: Option<i32>,
}

impl PieceKernel {
    /// The kernel of a game, if it is one of men.
    pub fn of(game: &Game, refusals: &mut Refusals) -> Option<PieceKernel> {
        refusals.unless(&beyond_kernels(game))?;
        refusals.unless(&foreign_features(game))?;
        let layout = &game.layout;
        let mut reader = Reader::new(game, refusals);
        let phases = game.phases.iter().map(|phase| {
            let next = phase.next.iter().map(|next| {
                Some(Next {
                    who: match &next.who {
                        Some(who) => Some(Num::of(&mut reader, who)?),
                        None => None,
                    },
                    cond: Test::of(&mut reader, &next.cond)?,
                    phase: next.phase.map(|phase| phase as i32),
                })
            });
            let next = next.collect::<Option<_>>()?;
            reader.fleeting = Fleeting::default();
            let moves = Gen::of_phase(&mut reader, &phase.moves)?;
            let fleeting = reader.fleeting;
            Some(Phase {
                drawing: match game.flags.rolls {
                    true => Drawing::Tickets,
                    false => moves.drawing(&reader),
                },
                moves,
                fleeting,
                ends: Ends::new(endings(&mut reader, &phase.end)?, game.players),
                next,
            })
        });
        let phases = phases.collect::<Option<Box<[_]>>>()?;
        // Where something must hold after the moves of men whom no table holds, the evaluator knows
        // more of who could come (Chinese chess: 31,700 instructions a move evaluated, 56,900
        // here).
        if phases
            .iter()
            .any(|phase| phase.moves.is_safe() && phase.moves.has_others())
        {
            return None;
        }
        // Where something must hold after moves that last longest, the evaluator says which these
        // are.
        if phases.iter().any(|phase| phase.moves.seeks_longest())
            && phases.iter().any(|phase| phase.moves.is_safe())
        {
            return None;
        }
        let ends = Ends::new(endings(&mut reader, &game.end)?, game.players);
        let on_board = reader.slots(true);
        let keeps_extra = reader.keeps_extra;
        let asks_next = reader.asks_next;
        let (rules, paths) = reader.into_rules();
        let flips = game.components.iter().map(|kind| match kind.flips {
            None => Some(None),
            Some((one, other)) => Some(Some((u8::try_from(one).ok()?, u8::try_from(other).ok()?))),
        });
        let mut kernel = PieceKernel {
            players: game.players,
            slots: layout.sites,
            board_sites: layout.board_sites,
            on_board,
            counts: layout.count > 0,
            states: layout.state > 0,
            owners: game.owners.clone().into(),
            stand_ins: std::array::from_fn(|player| stand_in(game, player)),
            classes: std::array::from_fn(|mover| classes(game, mover)),
            flips: flips.collect::<Option<_>>()?,
            rules: rules.into(),
            paths: paths.into(),
            phases,
            ends,
            pass_no_end: game.meta.pass_no_end
                || game.flags.passes_do_not_end
                || game.flags.stochastic,
            repeats: repeats::Repeats::of(game),
            pending_matters: game.flags.pending_matters_anywhere,
            dice: extra::hands(game),
            dice_len: layout.dice_len,
            rolls: game.flags.rolls,
            keeps_extra: game.flags.dice || !game.vars.is_empty() || keeps_extra,
            limits: game.turn_limits(),
            waits: false,
        };
        if asks_next {
            kernel.note_waiting(game);
        }
        Some(kernel)
    }

    /// Whether moves of a phase are drawn by counting all, as from a list.
    pub fn counts_moves(&self, phase: usize) -> bool {
        let phase = self.phases.get(phase);
        phase.is_some_and(|phase| phase.drawing != Drawing::Tickets)
    }

    /// The classes of the kinds, as a mover sees them.
    #[inline]
    fn classes_of(&self, mover: i32) -> &[u8] {
        &self.classes[(mover as usize).min(PLAYERS)]
    }

    /// Of how many words the sets of a board are.
    fn words(&self) -> usize {
        words_of(self.slots)
    }

    /// The sites of a part of the paths.
    #[inline]
    fn path(&self, (start, end): (u32, u32)) -> &[u16] {
        &self.paths[start as usize..end as usize]
    }

    /// Plays on from a position; `None`, and nothing is drawn, where it holds more than the kernel
    /// knows.
    pub fn play(
        &self,
        game: &Game,
        from: &State,
        limit: usize,
        pick: &mut SplitMix64,
        chance: &mut dyn Chance,
    ) -> Option<Rollout> {
        match self.words() {
            1 => self.play_in::<1>(game, from, limit, pick, chance),
            2 => self.play_in::<2>(game, from, limit, pick, chance),
            _ => self.play_in::<4>(game, from, limit, pick, chance),
        }
    }

    fn play_in<const W: usize>(
        &self,
        game: &Game,
        from: &State,
        limit: usize,
        pick: &mut SplitMix64,
        chance: &mut dyn Chance,
    ) -> Option<Rollout> {
        let begun = pick.clone();
        let mut course = self.course::<W>(game, from, chance)?;
        let rollout = course.play(limit, pick);
        if course.failed {
            *pick = begun;
            return None;
        }
        if self.rolls {
            chance.resume(course.throws.state());
        }
        Some(rollout)
    }
}

impl PieceKernel {
    /// A state to go on from, if it holds no more than the kernel knows.
    fn course<const W: usize>(
        &self,
        game: &Game,
        from: &State,
        chance: &dyn Chance,
    ) -> Option<Course<'_, W>> {
        let board = Board::of(game, from)?;
        let extra = Extra::of(game, from)?;
        let throws = Throws::of(self.rolls, chance)?;
        let standing = Standing::of(game.players, from);
        let mut course = Course::of(self, board, extra, throws, standing);
        course.remember(&from.history);
        Some(course)
    }
}

/// Of how many words the sets of so many slots are.
fn words_of(slots: usize) -> usize {
    match slots.div_ceil(64) {
        0 | 1 => 1,
        2 => 2,
        _ => SLOTS / 64,
    }
}

/// What the kernel has no place for besides what no kernel has: it plays games for a few players,
/// one piece to a site, with nothing about the piece but its kind and state.
fn foreign_features(game: &Game) -> [Feature; 14] {
    let (flags, layout) = (&game.flags, &game.layout);
    let repeats = || repeats::Repeats::of(game).is_some() && !flags.dice;
    let owned = |kind: &crate::game::Component| kind.owner <= game.players || kind.die.is_some();
    [
        (
            "one player, or more than six",
            !(2..=PLAYERS).contains(&game.players),
        ),
        (
            "more dice, variables or remembered lists than have room",
            !Extra::has_room(game),
        ),
        ("chance other than dice", flags.stochastic && !flags.dice),
        ("chance while moves are listed", layout.listing_seed > 0),
        (
            "repetition of positions with more than pieces and states",
            flags.repetition && !repeats(),
        ),
        (
            "a rule that reads the last consequence of a move",
            flags.last_after,
        ),
        ("sowing", flags.sows),
        ("pieces that move along tracks", flags.along_tracks),
        ("stacks", layout.levels > 0),
        ("more than 256 sites", layout.sites > SLOTS),
        ("rotations of pieces", layout.rotation > 0),
        ("values of pieces", layout.value > 0),
        ("more than 256 kinds of pieces", game.owners.len() > 256),
        (
            "pieces shared by all players",
            !game.components.iter().all(owned),
        ),
    ]
}

/// A kind of a player's that looks where all of the player's do; 0 if there is none.
fn stand_in(game: &Game, player: usize) -> usize {
    let mut kinds = game.components.iter();
    let found = kinds.position(|kind| kind.owner == player && kind.facing.is_none());
    found.unwrap_or(0)
}

/// The classes of all kinds, as a mover sees them.
fn classes(game: &Game, mover: usize) -> Box<[u8]> {
    let owners = game.owners.iter().enumerate();
    owners
        .map(|(kind, &owner)| place::class(kind, owner, mover))
        .collect()
}

/// One game being played.
struct Course<'k, const W: usize> {
    men: &'k PieceKernel,
    board: Board<W>,
    /// All slots where men stand who are somebody's or nobody's, or may come to.
    slots: [u64; W],
    /// The classes of kinds, as the mover sees them.
    classes: &'k [u8],
    /// By player, where the last man stood that was found to have a move.
    movable: ByOwner<usize>,
    /// By player, a way that was found to be open.
    open_ways: ByOwner<Option<open::OpenWay<'k>>>,
    /// Lists in reserve.
    shares: Box<[(u32, u32)]>,
    lists: Vec<Vec<Ply>>,
    tasks: Vec<Vec<Task<'k>>>,
    /// Whether it is being asked if the other side has a move.
    asking: bool,
    /// Whether the first thing that a deed does is all that is wanted.
    first_only: bool,
    /// What must hold after the move being drawn.
    safe: Option<&'k Safe>,
    /// By phase: the men who go plainly; nothing as long as nobody has asked.
    plain: Vec<Option<reach::Plain<'k>>>,
    /// By owner: who must not be threatened, as far as that was last asked.
    watches: ByOwner<threat::Watch<W>>,
    /// The number of the position, among all that were looked at.
    position: u64,
    positions: u64,
    /// Whether moves are only supposed, or looked for only to see where they lead.
    supposing: bool,
    looking_ahead: bool,
    /// Moves of rules that ignore what is pending may be left out.
    of_pending: bool,
    /// Whether a turn is being followed to its end.
    seeking: bool,
    /// What `(from)` stood for outside of the choice being made.
    outer_from: i32,
    /// The positions that have been, where a rule asks for them.
    past: PositionHistory,
    /// Of which position, with whose turn, the number was last asked for, and that number.
    keyed: ((u64, i32), u64),
    state_key: repeats::StateKey,
    /// Who is still in the game.
    standing: Standing,
    extra: Extra,
    throws: Throws,
    /// Whether the moves asked for are those of the decision that the last throw was made for.
    deciding: bool,
    /// Whether it is asked if there is a move at all.
    can_move: bool,
    /// The pass to fall back on where the decision has no other move.
    fallback: Option<u16>,
    /// Whether something came up that is beyond the kernel.
    failed: bool,
    guess: turn::Guess,
    /// Whether all players are in phases that no other follows.
    settled: bool,
}

impl<'k, const W: usize> Course<'k, W> {
    fn of(
        men: &'k PieceKernel,
        board: Board<W>,
        extra: Extra,
        throws: Throws,
        standing: Standing,
    ) -> Self {
        Course {
            men,
            classes: men.classes_of(board.mover),
            slots: board.slots(),
            board,
            movable: [0; PLAYERS + 1],
            open_ways: [None; PLAYERS + 1],
            shares: Box::default(),
            lists: Vec::new(),
            tasks: Vec::new(),
            asking: false,
            first_only: false,
            safe: None,
            plain: Vec::new(),
            watches: [threat::Watch::default(); PLAYERS + 1],
            position: 0,
            positions: 0,
            supposing: false,
            looking_ahead: false,
            of_pending: false,
            seeking: false,
            outer_from: OFF,
            past: PositionHistory::default(),
            keyed: ((u64::MAX, 0), 0),
            state_key: repeats::StateKey::default(),
            standing,
            extra,
            throws,
            deciding: false,
            can_move: false,
            fallback: None,
            failed: false,
            guess: turn::Guess::default(),
            settled: men.phases.len() < 2,
        }
    }

    /// Makes it a player's turn, or asks as if it were.
    #[inline]
    fn set_mover(&mut self, mover: i32) {
        self.board.mover = mover;
        self.classes = self.men.classes_of(mover);
    }

    /// Who comes after a player, of those who are still in the game.
    #[inline]
    fn follower(&self, mover: i32) -> i32 {
        match self.men.players {
            2 => 3 - mover,
            players => self.follower_of_many(mover, players as i32),
        }
    }

    fn follower_of_many(&self, mover: i32, players: i32) -> i32 {
        let mut next = mover % players + 1;
        for _ in 0..players {
            if self.standing.is_in(next) {
                break;
            }
            next = next % players + 1;
        }
        next
    }

    /// Notes that the position is not the one that it was.
    #[inline]
    fn changed(&mut self) {
        self.positions += 1;
        self.position = self.positions;
    }

    fn phase(&self) -> &'k Phase {
        let phase = self.board.phase[self.board.mover as usize].max(0) as usize;
        &self.men.phases[phase.min(self.men.phases.len() - 1)]
    }
}
