//! Rules: the leaves of the generators, with their origins, targets and effects.

use super::*;

/// A leaf of the tree of generators: a rule that generates moves, with everything attached to it.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The generator and action.
    pub kind: RuleKind,
    /// Whether it was written as a decision (`(move ...)`).
    pub decision: bool,
    /// The consequences, innermost first.
    pub thens: Vec<EffectId>,
    /// Effects before the move (`do`), outermost first.
    pub before: Vec<EffectId>,
    /// The variables that the move stores to be carried out later, in the order of its payload.
    pub stored_vars: Vec<Iter>,
    /// Whether the variables do not fit into the payload of a move.
    pub overflows: bool,
    /// Whether the effects of the move on its surroundings may draw from chance.
    pub listing_chance: bool,
    /// The payload cell of the rotation, where the target names rotations.
    pub rotation_cell: Option<usize>,
    /// Whether the move uses up the die bound by `forEach Die`.
    pub uses_die: bool,
    /// Whether equal dice are played twice.
    pub replay_double: bool,
    /// A copy of the rule without effects before, with or after the move, if it has any and the
    /// copy is needed.
    pub without_effects: Option<RuleId>,
    /// For a rule that makes one move in several steps: a copy without consequences, which makes
    /// all steps but the last.
    pub without_thens: Option<RuleId>,
    /// For a placement that is listed twice where the condition of its effect holds: the copy that
    /// is listed where the condition fails. The effects of the rules around it stand on it once.
    pub listed_once: Option<RuleId>,
    /// Whether the first consequence is worked out before the move is carried out.
    pub early_then: bool,
    /// The variable that is bound again between the first part of a `do` and the rule; the first
    /// part uses [`Iter::Shadowed`].
    pub shadowed: Option<Iter>,
    /// The location in the description.
    pub span: ludarium_lud::Span,
    /// Whether the rule may move pieces of another player, on that player's behalf.
    pub for_owner: bool,
    /// Whether the rule has an `(apply ...)`, which is resolved before the move is carried out.
    pub has_apply: bool,
    /// Whether its moves are surely the same whatever is pending.
    pub ignores_pending: bool,
    /// If the rule carries one piece, captures at most what stands on its target, and changes
    /// nothing else on the board: the kinds that the piece may become.
    pub simple_move: Option<Box<[i32]>>,
    /// If such a rule puts captured pieces into a hand: the kinds that may be captured, in order,
    /// with those that they become.
    pub captured_to_hand: Box<[(i32, i32)]>,
    /// Whether its simple moves leave the piece as it is, and set nothing on the board, whose turn
    /// it is, or what is pending.
    pub only_carries: bool,
    /// Whether the rule carries one piece to an empty site of the board and does nothing else.
    pub is_drop: bool,
    /// What the rule takes, if it places one piece of the mover's on the board and otherwise only
    /// takes pieces of the enemy.
    pub adding: Option<crate::eval::added_stones::Adding>,
    /// Whether the mover may move again.
    pub turn_continuation: crate::eval::turn_continuation::TurnContinuation,
}

impl Rule {
    /// Whether the rule stands alone: there are no effects before it, and its moves involve no
    /// chance, rotations or dice.
    pub fn is_standalone(&self) -> bool {
        self.is_standalone_except_dice() && !self.uses_die
    }

    /// Whether the rule stands alone, except that its moves may use up a die.
    pub fn is_standalone_except_dice(&self) -> bool {
        self.before.is_empty()
            && !self.overflows
            && !self.listing_chance
            && self.rotation_cell.is_none()
            && self.shadowed.is_none()
    }

    /// Whether all that carrying out a move of the rule does is the action of the rule itself.
    #[inline]
    pub fn acts_alone(&self) -> bool {
        self.before.is_empty()
            && self.thens.is_empty()
            && !self.has_apply
            && !self.uses_die
            && self.rotation_cell.is_none()
            && !matches!(self.kind, RuleKind::Sow(_))
    }
}

impl RuleKind {
    /// The effects in `(apply ...)`.
    pub(crate) fn apply_effects_mut(&mut self) -> [Option<&mut Option<Effect>>; 2] {
        match self {
            RuleKind::Step { to, .. }
            | RuleKind::Leap { to, .. }
            | RuleKind::FromTo { to, .. }
            | RuleKind::Add { to, .. }
            | RuleKind::Claim { to, .. }
            | RuleKind::Select { to: Some(to), .. } => [Some(&mut to.effect), None],
            RuleKind::Hop { between, to, .. }
            | RuleKind::Slide { between, to, .. }
            | RuleKind::Shoot { between, to, .. } => {
                [Some(&mut to.effect), Some(&mut between.effect)]
            }
            _ => [None, None],
        }
    }
}

impl RuleKind {
    /// The `(from ...)` of a rule that has one.
    pub(crate) fn origin(&self) -> Option<&Origin> {
        match self {
            RuleKind::Step { from, .. }
            | RuleKind::Slide { from, .. }
            | RuleKind::Hop { from, .. }
            | RuleKind::Leap { from, .. }
            | RuleKind::FromTo { from, .. } => Some(from),
            _ => None,
        }
    }

    /// `(to ...)` of a rule that has one.
    pub(crate) fn target(&self) -> Option<&Target> {
        match self {
            RuleKind::Step { to, .. }
            | RuleKind::Slide { to, .. }
            | RuleKind::Hop { to, .. }
            | RuleKind::Leap { to, .. }
            | RuleKind::Shoot { to, .. }
            | RuleKind::FromTo { to, .. }
            | RuleKind::Add { to, .. }
            | RuleKind::Claim { to, .. } => Some(to),
            RuleKind::Select { to, .. } => to.as_ref(),
            _ => None,
        }
    }
}

impl RuleKind {
    /// The origin and target of a rule that moves a single piece unchanged.
    pub(crate) fn single_piece_transfer(&self) -> Option<(&Origin, &Target)> {
        match self {
            RuleKind::FromTo {
                from,
                to,
                count: None,
                copy: false,
                stack: false,
                mover: None,
            } => Some((from, to)),
            _ => None,
        }
    }

    /// The effects in `(apply ...)` of the target and of the sites passed.
    pub(crate) fn apply_effects(&self) -> impl Iterator<Item = EffectId> + '_ {
        let passed = match self {
            RuleKind::Hop { between, .. }
            | RuleKind::Slide { between, .. }
            | RuleKind::Shoot { between, .. } => between.effect.as_ref(),
            _ => None,
        };
        let target = self.target().and_then(|to| to.effect.as_ref());
        let both = [target, passed].into_iter().flatten();
        both.filter_map(|applied| applied.effect)
    }
}

impl LeapRef {
    /// The targets by site, for a piece with a facing, or without any.
    pub(crate) fn of_facing(&self, facing: Option<ludarium_board::Direction>) -> &[Vec<u16>] {
        match (self, facing) {
            (LeapRef::Fixed(table), _) => table,
            (LeapRef::ByFacing { nowhere, .. }, None) => nowhere,
            (LeapRef::ByFacing { facing: tables, .. }, Some(facing)) => {
                tables.get(facing as usize).map_or(&[], |table| table)
            }
        }
    }
}

impl Origin {
    /// Whether the origin is the site of the piece that moves.
    pub(crate) fn is_here(&self) -> bool {
        self.sites.is_none() && matches!(self.site, Int::Iter(Iter::From))
    }
}

impl Target {
    /// Whether the targets are given by directions alone.
    pub(crate) fn is_open(&self) -> bool {
        self.site.is_none() && self.sites.is_none()
    }
}

impl Rule {
    /// A decision without effects.
    pub(crate) fn new(kind: RuleKind, span: ludarium_lud::Span) -> Rule {
        Rule {
            kind,
            decision: true,
            thens: Vec::new(),
            before: Vec::new(),
            stored_vars: Vec::new(),
            overflows: false,
            listing_chance: false,
            rotation_cell: None,
            uses_die: false,
            for_owner: false,
            replay_double: false,
            without_effects: None,
            without_thens: None,
            listed_once: None,
            early_then: false,
            shadowed: None,
            span,
            has_apply: false,
            ignores_pending: false,
            simple_move: None,
            captured_to_hand: Box::default(),
            only_carries: false,
            is_drop: false,
            adding: None,
            turn_continuation: crate::eval::turn_continuation::TurnContinuation::Maybe,
        }
    }
}

/// The content of a note.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Message {
    Text(usize),
    Number(Int),
    Boolean(Box<Bool>),
    Numbers(Ints),
    Float(Box<Float>),
}

/// `(from ...)`.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Origin {
    pub site_type: usize,
    pub site: Int,
    /// Several origins.
    pub sites: Option<Sites>,
    pub level: Option<Int>,
    pub cond: Option<Bool>,
}

/// `(to ...)`.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Target {
    pub site_type: usize,
    pub sites: Option<Sites>,
    pub site: Option<Int>,
    pub level: Option<Int>,
    pub rotations: Option<Ints>,
    pub cond: Option<Bool>,
    pub effect: Option<Effect>,
}

/// `(apply ...)`.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Effect {
    pub cond: Option<Bool>,
    pub effect: Option<EffectId>,
}

/// `(between ...)`.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Hurdle {
    pub before: Int,
    pub low: Int,
    pub high: Int,
    /// Whether `low` and `high` come from one number.
    pub exact: bool,
    pub after: Int,
    pub cond: Option<Bool>,
    pub trail: Option<Int>,
    pub effect: Option<Effect>,
}

/// The tracks that a slide follows, by number; none if it goes along directions.
#[derive(Clone, Debug, Default)]
pub struct SlideTracks {
    /// The tracks.
    pub tracks: Vec<usize>,
    /// Whether only sites beyond a loop of the track can be reached.
    pub only_beyond_loops: bool,
}

impl SlideTracks {
    /// Whether the slide goes along directions instead.
    pub(crate) fn is_empty(&self) -> bool {
        self.tracks.is_empty()
    }
}

/// The kinds of rules.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
#[repr(u8)]
pub enum RuleKind {
    Step {
        from: Origin,
        dirs: Dirs,
        to: Target,
        stack: bool,
    },
    Slide {
        from: Origin,
        dirs: Dirs,
        /// Tracks of the board to follow instead of the directions.
        tracks: SlideTracks,
        between: Hurdle,
        to: Target,
        stack: bool,
    },
    Hop {
        from: Origin,
        dirs: Dirs,
        between: Hurdle,
        to: Target,
        stack: bool,
    },
    Leap {
        from: Origin,
        table: LeapRef,
        to: Target,
    },
    Shoot {
        what: Int,
        from: Origin,
        dirs: Dirs,
        between: Hurdle,
        to: Target,
    },
    FromTo {
        from: Origin,
        to: Target,
        count: Option<Int>,
        copy: bool,
        stack: bool,
        mover: Option<Int>,
    },
    Add {
        what: Vec<Int>,
        state: Option<Int>,
        to: Target,
        count: Option<Int>,
        stack: bool,
    },
    Claim {
        what: Vec<Int>,
        state: Option<Int>,
        to: Target,
    },
    Select {
        from: Origin,
        to: Option<Target>,
        mover: Option<Int>,
    },
    Remove {
        site_type: usize,
        sites: Sites,
        single: Option<Int>,
        level: Option<Int>,
        at_end: bool,
        count: Option<Int>,
    },
    Promote {
        site_type: usize,
        at: Int,
        /// The kinds to choose from; 0 removes the piece.
        what: Vec<Int>,
    },
    Pass,
    /// Continues with the next game of the match.
    NextInstance,
    PlayCard,
    /// Deals a number of pieces of a pack to each player, beginning with `first`.
    Deal {
        pack: usize,
        number: Int,
        first: Int,
    },
    /// Takes a domino from the pack.
    TakeDomino(usize),
    Propose(Vec<usize>),
    Vote(Vec<usize>),
    SwapPlayers(Int, Int),
    SwapPieces {
        first: Int,
        second: Int,
    },
    SetNextPlayer(Ints),
    MoveAgain,
    SetScore {
        player: Owners,
        value: Int,
        add: bool,
    },
    SetPlayerValue {
        player: Owners,
        value: Int,
    },
    SetState {
        site_type: usize,
        at: Int,
        level: Option<Int>,
        value: Int,
    },
    SetCount {
        site_type: usize,
        at: Int,
        value: Int,
    },
    SetPieceValue {
        site_type: usize,
        at: Int,
        level: Option<Int>,
        value: Int,
    },
    SetRotation {
        to: Option<Target>,
        values: Vec<Int>,
        previous: bool,
        next: bool,
    },
    SetCounter(Int),
    SetPot(Int),
    SetVar {
        var: Option<usize>,
        value: Int,
    },
    SetPending(Option<Sites>, Option<Int>),
    SetTeam {
        team: Int,
        owners: Vec<Owners>,
    },
    SetHidden {
        site_type: usize,
        data: Vec<crate::action::Hidden>,
        sites: Sites,
        level: Option<Int>,
        hidden: Option<Bool>,
        to: Owners,
    },
    SetTrumpSuit(Ints),
    Remember {
        list: usize,
        value: Int,
        unique: bool,
    },
    RememberState,
    Forget {
        list: usize,
        value: Option<Int>,
    },
    /// Empties all lists of remembered values.
    ForgetEverything,
    Trigger {
        event: usize,
        player: Int,
    },
    Note {
        text: Message,
        /// The player whose number precedes the text.
        player: Option<Int>,
        to: Owners,
    },
    Bet {
        player: Int,
        low: Int,
        high: Int,
    },
    Roll,
    Flip {
        site_type: usize,
        at: Int,
    },
    Sow(Box<Sow>),
    TakeControl {
        site_type: usize,
        of: Owners,
        by: Int,
        sites: Option<Sites>,
    },
    Attract {
        site_type: usize,
        from: Int,
        dirs: Dirs,
    },
    Push {
        site_type: usize,
        from: Int,
        dirs: Dirs,
    },
    /// All moves of a list as one.
    Append(EffectId),
    /// A move of one list and a move of another, as one.
    Combine(EffectId, EffectId),
    /// Sets a variable of a deduction puzzle.
    SetVariable,
}

/// `(sow ...)`.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Sow {
    pub site_type: usize,
    pub start: Int,
    pub count: Int,
    pub per_hole: Int,
    pub track: TrackRef,
    pub cond: Option<Bool>,
    pub sow_effect: Option<EffectId>,
    pub effect: Option<EffectId>,
    pub include_self: bool,
    pub origin: Option<Bool>,
    pub skip: Option<Bool>,
    pub backtracking: Option<Bool>,
    pub forward: Option<Bool>,
    /// Whether a condition or the effect on each hole reads `(from)`, or that effect `(value)`.
    pub reads_from_or_value: bool,
    /// Whether something follows a capture.
    pub captures_followed: bool,
}

/// A table of leaps.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum LeapRef {
    /// By site: the targets.
    Fixed(Vec<Vec<u16>>),
    /// By facing, then by site.
    ByFacing {
        /// By number of the facing.
        facing: Vec<Vec<Vec<u16>>>,
        /// Of a piece that faces nowhere.
        nowhere: Vec<Vec<u16>>,
    },
}
