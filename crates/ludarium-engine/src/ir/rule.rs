//! Rules: the leaves of the generators, with their origins, targets and effects.

use super::*;

/// A leaf of the tree of moves: something that generates or is a move, with what belongs to it.
#[derive(Clone, Debug)]
pub struct Rule {
    /// What it does.
    pub kind: RuleKind,
    /// Whether it was written as a decision (`(move ...)`).
    pub decision: bool,
    /// Effects that follow, innermost first.
    pub thens: Vec<EffectId>,
    /// Effects that come first (`do`), outermost first.
    pub before: Vec<EffectId>,
    /// Variables the move must remember to be carried out later, by the index in the load.
    pub stored_vars: Vec<Iter>,
    /// Whether the captures are more than fits in a move, and lie beside it.
    pub overflows: bool,
    /// Whether what the move does to its surroundings may draw lots.
    pub listing_chance: bool,
    /// The cell of a move's load in which its turn is kept, where the target names turns.
    pub rotation_cell: Option<usize>,
    /// Whether it uses up the die bound by `forEach Die`.
    pub uses_die: bool,
    /// Whether equal dice are played twice.
    pub replay_double: bool,
    /// The same rule without anything that comes before, with or after it, if there is any and it
    /// is wanted.
    pub without_effects: Option<RuleId>,
    /// The iterator that is bound again between what comes first and the rule: for what comes
    /// first, it is as [`Iter::Kept`] tells.
    pub shadowed: Option<Iter>,
    /// Where it was written.
    pub span: ludarium_lud::Span,
    /// Whether it may move pieces of another player than the mover, in that player's name.
    pub for_owner: bool,
    /// Which ludeme it is.
    pub ludeme: ludarium_lud::Ludeme,
    /// Whether it has an `(apply ...)`, which is settled before the move is carried out.
    pub has_apply: bool,
    /// Where it carries one piece somewhere, takes at most what stands there, and changes nothing else
    /// on the board: the kinds that it may make of the piece.
    pub simple_move: Option<Box<[i32]>>,
    /// Where such a rule puts what it takes into a hand: the kinds that may be taken, in order, with those that they become there.
    pub captured_to_hand: Box<[(i32, i32)]>,
    /// Whether it takes one piece from somewhere to an empty site of the board, and does nothing else.
    pub is_drop: bool,
    /// Whether it may leave the turn with its mover.
    pub turn_continuation: crate::eval::turn_continuation::TurnContinuation,
}

impl Rule {
    /// Whether its moves are as they are written: nothing comes before them, and nothing lies beside them that chance,
    /// turns or dice have a part in.
    pub fn is_standalone(&self) -> bool {
        self.is_standalone_except_dice() && !self.uses_die
    }

    /// The same but that its moves may use up a die.
    pub fn is_standalone_except_dice(&self) -> bool {
        self.before.is_empty()
            && !self.overflows
            && !self.listing_chance
            && self.rotation_cell.is_none()
            && self.shadowed.is_none()
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
    /// `(from ...)` of a rule that goes from somewhere.
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
    /// Where it takes from and to, if it takes one piece from somewhere to somewhere else, as it stands.
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

    /// What `(apply ...)` does, of the target and of what is passed.
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

impl Origin {
    /// Whether a move starts where the piece stands that moves.
    pub(crate) fn is_here(&self) -> bool {
        self.sites.is_none() && matches!(self.site, Int::Iter(Iter::From))
    }
}

impl Target {
    /// Whether a move finds its targets by directions alone.
    pub(crate) fn is_open(&self) -> bool {
        self.site.is_none() && self.sites.is_none()
    }
}

impl Rule {
    /// A decision of a kind with nothing around it.
    pub(crate) fn new(
        kind: RuleKind,
        ludeme: ludarium_lud::Ludeme,
        span: ludarium_lud::Span,
    ) -> Rule {
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
            shadowed: None,
            span,
            ludeme,
            has_apply: false,
            simple_move: None,
            captured_to_hand: Box::default(),
            is_drop: false,
            turn_continuation: crate::eval::turn_continuation::TurnContinuation::Maybe,
        }
    }
}

/// What a note says.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Message {
    Text(usize),
    Number(Int),
    Boolean(Box<Bool>),
    Numbers(Ints),
    Float(Box<Float>),
}

/// From where: `(from ...)`.
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

/// Where to: `(to ...)`.
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
    /// Whether `low` and `high` are one number.
    pub exact: bool,
    pub after: Int,
    pub cond: Option<Bool>,
    pub trail: Option<Int>,
    pub effect: Option<Effect>,
}

/// The leaves.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
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
        /// Along these tracks of the board instead.
        tracks: Vec<usize>,
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
        what: Vec<Int>,
        owner: Option<Int>,
        state: Option<Int>,
    },
    Pass,
    /// On to the next game of the match.
    NextInstance,
    PlayCard,
    /// So many pieces of a pack to each player, beginning with one.
    Deal {
        pack: usize,
        number: Int,
        first: Int,
    },
    /// A domino of those that nobody has.
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
    /// Everything remembered under any name.
    ForgetEverything,
    Trigger {
        event: usize,
        player: Int,
    },
    Note {
        text: Message,
        /// Whose number stands in front.
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
    /// All the moves of a list as one.
    Append(EffectId),
    /// A move of one list and a move of another, as one.
    Combine(EffectId, EffectId),
    /// A variable of a deduction puzzle gets its value.
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
    pub owner: Option<Int>,
    pub cond: Option<Bool>,
    pub sow_effect: Option<EffectId>,
    pub effect: Option<EffectId>,
    pub include_self: bool,
    pub origin: Option<Bool>,
    pub skip: Option<Bool>,
    pub backtracking: Option<Bool>,
    pub forward: Option<Bool>,
}

/// Which table of leaps.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum LeapRef {
    /// By site: the targets.
    Fixed(Vec<Vec<u16>>),
    /// By facing, then by site.
    ByFacing(Vec<Vec<Vec<u16>>>),
}
