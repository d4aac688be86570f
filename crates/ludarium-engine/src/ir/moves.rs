//! Generators: how moves come about.

use super::*;

/// Moves and effects: both decisions to choose from and what follows from them.
// A game has some hundred of these: their size does not matter, a box more on the way to them would.
#[derive(Clone, Debug)]
#[allow(missing_docs, clippy::large_enum_variant)]
pub enum Moves {
    /// No move at all.
    None,
    Rule(RuleId),
    /// A few moves at most, beside those of the pieces.
    Rare(Box<RareMoves>),
    /// The moves of a kind of piece, compiled once on their own (where they refer to themselves).
    OfPiece(usize),
    /// All of the moves of each.
    All(Vec<Moves>),
    If(Box<Bool>, Box<Moves>, Option<Box<Moves>>),
    /// As `If`, where one of the branches throws dice: which one it is was settled with the throw
    /// (bit of [`Field::Rolled`](crate::layout::Field)), since the dice may change the condition.
    RollIf(u32, Box<Bool>, Box<Moves>, Option<Box<Moves>>),
    /// The first that has any.
    Priority(Vec<Moves>),
    /// Each in turn, applied before the next is looked at.
    Seq(Vec<Moves>),
    ForEachPiece(Box<ForEachPiece>),
    ForEachSite {
        sites: Sites,
        moves: Box<Moves>,
        otherwise: Option<Box<Moves>>,
    },
    ForEachValue {
        low: Int,
        high: Int,
        moves: Box<Moves>,
    },
    ForEachValueIn(Ints, Box<Moves>),
    ForEachPlayer(Box<Moves>),
    ForEachTeam(Box<Moves>),
    ForEachPlayerIn(Ints, Box<Moves>),
    ForEachLevel {
        site_type: usize,
        at: Int,
        from_top: bool,
        moves: Box<Moves>,
    },
    ForEachGroup {
        site_type: usize,
        dirs: Dirs,
        cond: Option<Bool>,
        moves: Box<Moves>,
    },
    ForEachDirection {
        site_type: usize,
        from: Int,
        dirs: Dirs,
        low: Int,
        high: Int,
        between: Option<Bool>,
        to: Option<Bool>,
        moves: Box<Moves>,
    },
    ForEachDie {
        hand: usize,
        combined: bool,
        cond: Option<Bool>,
        moves: Box<Moves>,
    },
    /// Within an effect: the moves of the first before each of those of the second, which are
    /// looked for after them; nothing where the second has none.
    DoInEffect(EffectId, Box<Moves>, RuleId),
    /// `effect` first, then the moves; `rolls` where the effect throws dice (done once per ply,
    /// before the moves are asked for).
    Do {
        effect: Option<EffectId>,
        /// The iterator that is bound again in the moves, and must be kept for the effect.
        shadowed: Option<Iter>,
        rolls: bool,
        next: Box<Moves>,
        after: Option<Box<Bool>>,
        /// Whether the condition counts for moves that would threaten, too: it can fail without a threat.
        in_lookahead: bool,
        /// How many of the effects that follow come from here or further out: the condition is
        /// looked at before these.
        outer_effects: usize,
        /// The pass where `next` has no move.
        pass: Option<RuleId>,
    },
    MaxCaptures {
        with_value: bool,
        moves: Box<Moves>,
    },
    MaxMoves {
        with_value: bool,
        moves: Box<Moves>,
    },
    MaxDistance {
        track: TrackRef,
        moves: Box<Moves>,
    },
    FirstOnTrack {
        track: TrackRef,
        moves: Box<Moves>,
    },
    While(Box<Bool>, Box<Moves>),
    AvoidStored(Box<Moves>),
    /// Sites enclosed, surrounded, in between: see the kind.
    Capture(Box<Capture>),
    RandomWeighted(Vec<(Float, Moves)>),
    RandomSelection(Box<Moves>, Int),
    /// Each of the first with each of the second, one after the other (as part of an effect).
    Combinations(Box<Moves>, Box<Moves>),
    /// Setting a variable of the deduction puzzle that the game is.
    Satisfy,
}

/// Moves that are looked at only where they are wanted.
#[derive(Clone, Debug)]
pub struct RareMoves {
    /// How many there are at most.
    pub max_moves: u32,
    /// By player: the slots to which that player's may lead, where that is known.
    pub targets: Option<Box<[crate::set::SiteSet]>>,
    /// The moves.
    pub moves: Moves,
}

impl RareMoves {
    /// Whether no move of a player leads to a slot, whatever stands where.
    pub(crate) fn never_reach(&self, player: usize, slot: i32) -> bool {
        let targets = self
            .targets
            .as_ref()
            .and_then(|targets| targets.get(player));
        targets.is_some_and(|targets| !targets.contains(slot))
    }

    /// Whether no move of a player leads to one of some slots, whatever stands where.
    pub(crate) fn never_reach_any(&self, player: usize, slots: &crate::set::SiteSet) -> bool {
        let targets = self
            .targets
            .as_ref()
            .and_then(|targets| targets.get(player));
        targets.is_some_and(|targets| !targets.intersects(slots))
    }
}

/// Captures as an effect of the last move: each emits the moves of `effect` with the site bound.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Capture {
    pub kind: CaptureKind,
    pub site_type: usize,
    pub from: Int,
    pub dirs: Dirs,
    /// Which sites may be captured (bound as [`Iter::Between`], for `directional`, `surround`, ... as the kind says).
    pub target: Option<Bool>,
    /// What must stand beyond (bound as [`Iter::To`]).
    pub friend: Option<Bool>,
    pub low: Int,
    pub high: Int,
    pub except: Option<Int>,
    pub with: Option<Int>,
    pub effect: Option<Moves>,
}

/// The ways of capturing that look around the piece moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum CaptureKind {
    Custodial,
    Intervene,
    Surround,
    Enclose,
    Directional,
}

/// `(forEach Piece ...)`.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct ForEachPiece {
    pub site_type: usize,
    pub owners: Owners,
    /// The container whose pieces move (a container number).
    pub container: Int,
    /// By kind of piece: its moves; `None` where it has none or is not named.
    pub moves: Vec<Option<Moves>>,
    /// Pieces on every type of site of the board, not only of type `site_type`.
    pub anywhere: bool,
    /// Only the topmost pieces of stacks.
    pub top: bool,
    /// The order matters: the moves are all made, one after the other.
    pub ordered: bool,
    /// From where the pieces might come to a site, made when first asked for.
    pub attack_table: std::sync::OnceLock<crate::eval::attack::AttackTable>,
    /// How their moves are listed, made when first asked for.
    pub listing: std::sync::OnceLock<crate::eval::listing_plan::ListingPlan>,
    /// What the pieces might do, made when first asked for.
    pub candidates: std::sync::OnceLock<crate::eval::candidate::CandidateTable>,
}
