//! What compact games are compiled to: the instruction tree ([`crate::ir`]) of games whose sites
//! hold pieces of a kind and nothing more, over sets that fit in one word.
//!
//! A word that has no translation makes the whole game one without a compact form. So everything
//! here is carried out, and as the reference evaluator carries it out.

use super::about::Zones;
use super::arrivals::Arrivals;
use super::settle::{KnownNum, KnownTest};
use crate::ir::{Cmp, Iter, Op};
use crate::layout::{Field, PlayerField};

/// A set of slots.
pub(super) type Bits = u64;

/// The slots there is room for.
pub(super) const ROOM: usize = Bits::BITS as usize;

/// The index of a leaf in [`super::Compact::leaves`]; the same as the rule's.
pub(super) type LeafId = u16;

/// The index of an effect; the same as in the game.
pub(super) type EffectId = u16;

/// A number.
#[derive(Clone, Debug, PartialEq)]
#[repr(u8)]
pub(super) enum Num {
    Const(i32),
    Bound(Iter),
    /// A number of the header.
    Field(Field),
    /// What a site holds, for sites below a bound.
    Count(Box<Num>, i32),
    /// The same of the site that is bound.
    CountAt(Iter, i32),
    What(Box<Num>),
    Who(Box<Num>),
    /// The pieces on all sites of a set.
    Sum(Box<Set>),
    /// The sites of a set.
    Size(Box<Set>),
    /// The pieces of the owners, of the kinds named, within a set.
    Pieces(Box<Pieces>),
    Bin(Op, Box<Num>, Box<Num>),
    Fold(Op, Box<Nums>),
    Abs(Box<Num>),
    If(Box<Test>, Box<Num>, Box<Num>),
    Truth(Box<Test>),
    /// An entry of a row; off where there is none.
    Row(Box<[i32]>, Box<Num>),
    /// An entry of sorted pairs; the key itself where there is none.
    Entry(Box<[(i32, i32)]>, Box<Num>),
    Player(PlayerField, Box<Num>),
    Var(usize),
    /// A site so many places on along a track.
    Along(Box<Along>),
    /// The first site of a track for which a condition holds.
    First(Box<First>),
    /// The so manyeth site of a set.
    Nth(Box<Set>, Box<Num>),
    /// The so manyeth of a list.
    Item(Box<Nums>, Box<Num>),
    /// How many numbers a list holds.
    Length(Box<Nums>),
    /// What the dice show together.
    Pips,
    /// What a die shows.
    Face(usize),
    /// What is written on a site; off where there is none.
    State(Box<Num>),
    /// How high the stack on a site is.
    Height(Box<Num>),
    /// A table of what is bound, of whose turn it is, and of the pips.
    Known(Box<KnownNum>),
    /// A site from a bound on; off below it.
    From(Box<Num>, i32),
}

/// Pieces to be counted.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pieces {
    pub whose: Whose,
    pub kinds: Option<Box<[u8]>>,
    pub within: Option<Set>,
}

/// Steps along a track.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Along {
    pub course: Course,
    pub from: Option<Num>,
    pub steps: Num,
}

/// A search along a track.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct First {
    pub course: Course,
    pub from: Option<Num>,
    pub cond: Option<Test>,
}

/// Which track.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Course {
    Fixed(usize),
    ByPlayer(Box<[Option<usize>]>, Num),
    Bound,
}

/// A list of numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Nums {
    List(Vec<Num>),
    Sites(Box<Set>),
    Remembered(Option<usize>),
    Players(Whose),
}

/// Players: bits of an owner mask.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Whose {
    One(Num),
    All,
    Each,
    Others,
    Mover,
    Nobody,
}

/// A set of sites.
#[derive(Clone, Debug, PartialEq)]
#[repr(u8)]
pub(super) enum Set {
    Const(Bits),
    /// By a number.
    Row(Box<[Bits]>, Num),
    List(Vec<Num>),
    Numbers(Nums),
    /// Those among a set that the owners hold, with pieces of these kinds where any are named.
    Held(Whose, Option<Box<[u8]>>, Bits),
    /// Those with a piece, among a set, on which a number is written.
    Written(Num, Bits),
    /// Those without a piece among a set.
    Bare(Bits),
    Union(Vec<Set>),
    Intersection(Vec<Set>),
    Difference(Box<Set>, Box<Set>),
    If(Box<Test>, Box<Set>, Option<Box<Set>>),
    Filter(Box<Set>, Box<Test>),
    /// For each number of a list, bound as value and as player.
    EachValue(Nums, Box<Set>),
    EachSite(Box<Set>, Box<Set>),
    /// The site that a field names.
    Field(Field),
    Pending,
    Track(Box<Stretch>),
}

/// A part of a track.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stretch {
    pub course: Course,
    pub from: Option<Num>,
    pub to: Option<Num>,
}

/// A truth.
#[derive(Clone, Debug, PartialEq)]
#[repr(u8)]
pub(super) enum Test {
    Const(bool),
    And(Vec<Test>),
    Or(Vec<Test>),
    Not(Box<Test>),
    Xor(Box<Test>, Box<Test>),
    If(Box<Test>, Box<Test>, Option<Box<Test>>),
    Compare(Cmp, Num, Num),
    /// With a number that is known beforehand.
    Against(Cmp, Num, i32),
    In(Num, Set),
    /// Whether what is bound is in a set known beforehand.
    Lies(Iter, Bits),
    /// Whether the site that a field names is.
    LastIn(Field, Bits),
    Listed(Num, Nums),
    Same(Set, Set),
    Empty(Num),
    Filled(Num),
    /// Whether the piece on a site is the owners'.
    OwnedBy(Num, Whose),
    OfKind(Num, u8),
    Friend(Num),
    Enemy(Num),
    /// Whether what is bound has a piece of another player.
    FoeAt(Iter),
    /// Whether the dice show one of these numbers together.
    Throw(Counts),
    Is(Field, Num),
    True(Num),
    Even(Num),
    Odd(Num),
    Active(Num),
    Each(Set, Box<Test>),
    /// Whether a player who is not next had no move when last to move.
    Stuck(Num),
    /// Whether the owners have no piece.
    Pieceless(Whose),
    /// Whether the next player has no move.
    NextStuck,
    CanMove(Box<Gen>),
    Pending,
    Full,
    Cycle,
    DiceEqual,
    DiceUsed,
    AnyDie(Num),
    AllPassed,
    /// Whether a field holds this.
    Holds(Field, i32),
    /// A table.
    Known(Box<KnownTest>),
    /// Whether a site is in a set; what holds where it is none.
    About(Num, Zones, bool),
    /// Whether there is a piece on a set.
    Some(Set),
    /// Whether what the bound site holds is one of these numbers, for sites below a bound.
    Counts(Iter, i32, Counts),
}

/// A set of numbers of pieces: those below the room of a word, and whether those above are in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counts {
    pub few: Bits,
    pub more: bool,
}

impl Counts {
    /// Those that compare so with a number.
    pub fn of(cmp: Cmp, with: i32) -> Counts {
        let few = (0..Bits::BITS).filter(|&count| cmp.holds(count as i32, with));
        Counts {
            few: few.fold(0, |few, count| few | 1 << count),
            more: cmp.holds(Bits::BITS as i32, with),
        }
    }

    /// Whether these are all numbers but none.
    #[inline]
    pub fn is_any(self) -> bool {
        self.few == !1 && self.more
    }

    #[inline]
    pub fn has(self, count: u32) -> bool {
        match count < Bits::BITS {
            true => self.few >> count & 1 == 1,
            false => self.more,
        }
    }

    pub fn and(self, other: Counts) -> Counts {
        Counts {
            few: self.few & other.few,
            more: self.more && other.more,
        }
    }

    pub fn or(self, other: Counts) -> Counts {
        Counts {
            few: self.few | other.few,
            more: self.more || other.more,
        }
    }
}

/// No more of the pieces of a player and the like are drawn from side by side.
pub(super) const MOST_PARTS: usize = 4;

/// What generates moves or effects.
#[derive(Clone, Debug, PartialEq)]
#[repr(u8)]
pub(super) enum Gen {
    None,
    Leaf(LeafId),
    /// So many moves at most.
    Late(Box<Gen>, u32),
    All(Vec<Gen>),
    If(Test, Box<Gen>, Option<Box<Gen>>),
    /// A branch chosen when the dice were thrown.
    Branch(u32, Test, Box<Gen>, Option<Box<Gen>>),
    Priority(Vec<Gen>),
    EachPiece(Box<EachPiece>),
    EachSite(Box<EachSite>),
    EachValue(Num, Num, Box<Gen>),
    EachValueIn(Nums, Box<Gen>),
    EachPlayer(Box<Gen>),
    EachDie(Box<EachDie>),
    Do(Box<Do>),
}

/// The pieces of some players in a container.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct EachPiece {
    pub whose: Whose,
    pub container: Num,
    /// By kind.
    pub moves: Vec<Option<Gen>>,
    /// Whether the mover's pieces on the board are meant, one on a site.
    pub own: bool,
    /// Whether every piece of a stack counts.
    pub levels: bool,
    /// By kind: its moves, where no piece ever has more than one.
    pub one_each: Option<Vec<Vec<Way>>>,
    /// Whether these pieces, with one move each at most, move as those named before them do.
    pub alike: bool,
}

impl Gen {
    /// Whether all moves are those of pieces with one each at most.
    pub fn fans(&self) -> bool {
        match self {
            Gen::If(_, yes, no) | Gen::Branch(_, _, yes, no) => {
                yes.fans() && no.as_ref().is_none_or(|no| no.fans())
            }
            Gen::All(parts) => {
                parts.len() <= MOST_PARTS
                    && parts.iter().all(
                        |part| matches!(part, Gen::EachPiece(piece) if piece.one_each.is_some()),
                    )
            }
            Gen::EachPiece(piece) => piece.one_each.is_some(),
            Gen::None => true,
            _ => false,
        }
    }

    /// Whether something is thrown, or chosen when the dice are.
    pub fn throws(&self) -> bool {
        match self {
            Gen::Do(block) => block.rolls.is_some() || block.rolls_on,
            Gen::If(_, yes, no) => yes.throws() || no.as_ref().is_some_and(|no| no.throws()),
            Gen::Branch(..) => true,
            Gen::All(parts) | Gen::Priority(parts) => parts.iter().any(Gen::throws),
            Gen::Late(gen, _) => gen.throws(),
            _ => false,
        }
    }
}

/// A move that a piece has where some conditions hold.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Way {
    pub leaf: LeafId,
    /// What the site, the turn and the throw decide.
    pub stands: Test,
    /// What else must hold, or must not.
    pub asks: Vec<(Test, bool)>,
    /// Whether the leaf itself has conditions.
    pub checks: bool,
    /// All of this as tables, where these tell it.
    pub arrivals: Option<Arrivals>,
}

/// The sites of a set.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct EachSite {
    pub sites: Set,
    pub moves: Gen,
    pub otherwise: Option<Gen>,
    /// The most moves for one site, if that is known.
    pub most: Option<u32>,
}

/// The dice of a hand.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct EachDie {
    pub hand: usize,
    pub combined: bool,
    pub cond: Option<Test>,
    pub moves: Gen,
}

/// Moves with what comes before them, or must hold after them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Do {
    /// The throw.
    pub rolls: Option<EffectId>,
    /// Whether that is a throw of all dice and nothing else.
    pub just_rolls: bool,
    /// Whether something in the moves is thrown or chosen with the throw, too.
    pub rolls_on: bool,
    /// Whether all the moves are those of pieces with one each at most.
    pub fans: bool,
    pub next: Gen,
    pub after: Option<Test>,
    pub outer: usize,
    pub pass: Option<LeafId>,
}

/// A leaf with what belongs to it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Leaf {
    pub kind: Kind,
    pub thens: Vec<EffectId>,
    pub captures: Vec<Iter>,
    pub pass: bool,
    pub uses_die: bool,
    pub replay_double: bool,
    /// Whether it never is more than one deed.
    pub single: bool,
    /// Whether nothing comes of it but what it does itself, and that asks for nothing bound.
    pub bare: bool,
    /// Whether nothing is bound for it and nothing comes of it but what it does itself.
    pub plain: bool,
    /// Whether nothing is done but what follows.
    pub idle: bool,
    /// Whether what it asks of its origins is settled for all of them before one is drawn.
    pub settles: bool,
    /// What its `(apply ...)` does.
    pub applied: Option<(Option<Test>, EffectId)>,
}

/// Where from.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Origin {
    /// The first site that is a slot.
    pub first: i32,
    pub site: Num,
    pub sites: Option<Set>,
    pub cond: Option<Test>,
}

/// Where to.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Target {
    /// The first site that is a slot.
    pub first: i32,
    pub site: Option<Num>,
    pub sites: Option<Set>,
    /// A list keeps its order and its repetitions.
    pub list: Option<Vec<Num>>,
    pub cond: Option<Test>,
}

/// What a leaf does.
#[derive(Clone, Debug, PartialEq)]
#[repr(u8)]
pub(super) enum Kind {
    Pass,
    Roll,
    MoveAgain,
    Select(Origin, Option<Target>),
    /// How many, and whether a stack moves as one.
    FromTo(Origin, Target, Option<Num>, bool),
    Add(Vec<Num>, Target, Option<Num>),
    RemoveOne(Num, Option<Num>),
    RemoveAll(Set, Option<Num>),
    Sow(Box<Sow>),
    SetCount(Num, Num),
    SetState(Num, Num),
    SetVar(Option<usize>, Num),
    SetCounter(Num),
    SetPlayer(PlayerField, Whose, Num, bool),
    SetPending(Option<Set>, Option<Num>),
    SetNext(Nums),
    Propose(Vec<usize>),
    Vote(Vec<usize>),
    Remember(usize, Num, bool),
    Forget(usize, Option<Num>),
}

/// The way of seeds once round.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lap {
    /// The slots on which they fall, and the places of these on the track.
    pub slots: Box<[u8]>,
    pub places: Box<[u8]>,
    /// By how many have fallen: the slots on which they lie.
    pub reached: Box<[Bits]>,
}

/// Sowing.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sow {
    pub start: Num,
    pub count: Num,
    pub per_hole: Num,
    pub course: Course,
    pub cond: Option<Test>,
    pub sow_effect: Option<EffectId>,
    pub effect: Option<EffectId>,
    pub include_self: bool,
    /// Whether one seed falls after the other, and nothing between them.
    pub plain: bool,
    /// Where they fall, by what is skipped and the place where the seeds lie; none where that is
    /// not known.
    pub laps: Vec<Lap>,
    pub origin: Option<Test>,
    pub skip: Option<Test>,
    pub backtracking: Option<Test>,
    pub forward: Option<Test>,
}
