//! Generators of moves.

use super::*;

/// Moves and effects: both the decisions to choose from and their consequences.
// A game has some hundred of these, so their size does not matter, but another box would cost time.
#[derive(Clone, Debug)]
// One of the ludemes is called `max Moves`.
#[allow(missing_docs, clippy::large_enum_variant, clippy::enum_variant_names)]
#[repr(u8)]
pub enum Moves {
    /// No move.
    None,
    Rule(RuleId),
    /// A few moves at most, which stand beside those of the pieces.
    Rare(Box<RareMoves>),
    /// The moves of a kind of piece whose moves refer to themselves.
    OfPiece(usize),
    /// The moves of all parts.
    All(Vec<Moves>),
    If(Box<Bool>, Box<Moves>, Option<Box<Moves>>),
    /// `If` where one of the branches rolls dice. The branch is chosen with the roll (a bit of
    /// [`Field::Rolled`](crate::layout::Field)), since the dice may change the condition.
    RollIf(u32, Box<Bool>, Box<Moves>, Option<Box<Moves>>),
    /// The moves of the first part that has any.
    Priority(Vec<Moves>),
    /// Each part in turn, carried out before the next is generated.
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
    /// Within an effect: the moves of the first part precede each move of the second, which is
    /// generated after them. Nothing if the second part has no move.
    DoInEffect(EffectId, Box<Moves>, RuleId),
    /// `effect` first, then the moves. `rolls`: the effect rolls dice, which is done once per ply,
    /// before the moves are listed.
    Do {
        effect: Option<EffectId>,
        /// The variable that the moves bind again, and whose outer value the effect needs.
        shadowed: Option<Iter>,
        rolls: bool,
        next: Box<Moves>,
        after: Option<Box<Bool>>,
        /// Whether the condition also applies to moves of the look-ahead, since it can fail without
        /// a threat.
        in_lookahead: bool,
        /// The effects around it, without which the condition is evaluated.
        outer: Outer,
        /// The pass that stands for `next` without moves.
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
    FirstOnTrack {
        track: TrackRef,
        moves: Box<Moves>,
    },
    While(Box<Bool>, Box<Moves>),
    AvoidStored(Box<Moves>),
    /// Captures by position: custodial, surround and so on.
    Capture(Box<Capture>),
    RandomWeighted(Vec<(Float, Moves)>),
    RandomSelection(Box<Moves>, Int),
    /// Each move of the first with each of the second, one after the other (as part of an effect).
    Combinations(Box<Moves>, Box<Moves>),
    /// Sets a variable of a deduction puzzle.
    Satisfy,
}

/// Moves that are generated only when they are needed.
#[derive(Clone, Debug)]
pub struct RareMoves {
    /// The maximum number of moves.
    pub max_moves: u32,
    /// By player: the slots that the player's moves may lead to, if known.
    pub targets: Option<Box<[crate::set::SiteSet]>>,
    /// The moves.
    pub moves: Moves,
}

/// The effects of the rules in a `(do ...)` that belong to what stands around it. The condition of
/// the `do` is evaluated without them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outer {
    /// The number of first parts of other `do`s, at the front: they have been carried out before
    /// the moves are listed.
    pub first: usize,
    /// The number of consequences, at the end.
    pub thens: usize,
}

impl Moves {
    /// Whether the moves are surely the same whatever is pending. `rules` are those of the game.
    pub(crate) fn ignore_pending(&self, rules: &[Rule]) -> bool {
        match self {
            Moves::None => true,
            Moves::Rule(id) => rules[usize::from(*id)].ignores_pending,
            Moves::All(parts) => parts.iter().all(|part| part.ignore_pending(rules)),
            // Where the condition asks for what is pending, no rule below it ignores that.
            Moves::If(_, yes, no) => {
                let no = no.as_ref();
                yes.ignore_pending(rules) && no.is_none_or(|no| no.ignore_pending(rules))
            }
            _ => false,
        }
    }
}

impl RareMoves {
    /// Whether no move of a player can lead to a slot, in any position.
    pub(crate) fn never_reach(&self, player: usize, slot: i32) -> bool {
        let targets = self
            .targets
            .as_ref()
            .and_then(|targets| targets.get(player));
        targets.is_some_and(|targets| !targets.contains(slot))
    }

    /// Whether no move of a player can lead to one of some slots, in any position.
    pub(crate) fn never_reach_any(&self, player: usize, slots: &crate::set::SiteSet) -> bool {
        let targets = self
            .targets
            .as_ref()
            .and_then(|targets| targets.get(player));
        targets.is_some_and(|targets| !targets.intersects(slots))
    }
}

/// Captures as an effect of the last move: generates the moves of `effect` with each captured site
/// bound.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Capture {
    pub kind: CaptureKind,
    pub site_type: usize,
    pub from: Int,
    pub dirs: Dirs,
    /// The condition on a captured site, which is bound as [`Iter::To`] for captures by directional
    /// and intervening moves, and as [`Iter::Between`] for the others.
    pub target: Bool,
    /// The condition on the site beyond (bound as [`Iter::To`]), for custodial captures and those
    /// that surround.
    pub friend: Option<Bool>,
    pub low: Int,
    pub high: Int,
    pub except: Option<Int>,
    pub with: Option<Int>,
    pub effect: Option<Moves>,
    /// Whether the condition on a captured site or the effect reads `(between)` where the site is
    /// `(to)`, or the other way round.
    pub uses_other_site: bool,
    /// If the condition on a captured site asks for emptiness: the steps by which the border of an
    /// enclosed group must form one chain.
    pub chain: Option<super::TableId>,
}

/// The kinds of captures by position.
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
    /// The index of the container whose pieces move.
    pub container: Int,
    /// By kind of piece: its moves; `None` where it has none or is not named.
    pub moves: Vec<Option<Moves>>,
    /// Whether pieces on all site types of the board move, not only on `site_type`.
    pub anywhere: bool,
    /// Whether only the topmost pieces of stacks move.
    pub top: bool,
    /// Whether the order matters because all moves are made, one after the other.
    pub ordered: bool,
    /// Which pieces may attack a site; built on first use.
    pub attack_table: std::sync::OnceLock<crate::eval::attack::AttackTable>,
    /// How the moves are listed; built on first use.
    pub listing: std::sync::OnceLock<crate::eval::listing_plan::ListingPlan>,
    /// The moves that the pieces might make; built on first use.
    pub candidates: std::sync::OnceLock<crate::eval::candidate::CandidateTable>,
}
