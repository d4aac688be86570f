//! Rules of men: what a move does, and where men may go.

use super::board::Words;
use super::terms::{Num, Place, Region, Test};
use crate::ir::{Iter, OFF};

/// A rule that moves come from.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub kind: Kind,
    /// What must hold of where it starts.
    pub from: Option<Test>,
    /// What is done on each hurdle passed, and at the target, before the move.
    pub on_way: Deed,
    pub on_target: Deed,
    /// What follows.
    pub thens: Box<[Deed]>,
    /// The variables that a move remembers.
    pub kept: Box<[Iter]>,
    /// Whether it may move another player's men, in that player's name.
    pub for_owner: bool,
    /// Whether it may leave something pending.
    pub leaves_pending: bool,
    /// Whether it may set the state of a piece that did not move.
    pub sets_states: bool,
    /// Whether its moves are surely the same whatever is pending.
    pub ignores_pending: bool,
    /// Whether it uses up the die that is bound.
    pub uses_die: bool,
    /// Whether a man goes along a line, and nothing else is done before what follows.
    pub only_steps: bool,
    /// Where it carries one man somewhere, takes at most what stands there, and changes nothing
    /// else on the board: the kinds that it may make of him.
    pub shifts: Option<Box<[i32]>>,
}

/// What a rule does.
#[derive(Clone, Debug)]
#[repr(u8)]
pub(super) enum Kind {
    Pass,
    /// One step or leap.
    Step {
        to: Test,
        starts: Starts,
    },
    Slide {
        /// Where it may pass; over empty sites, if that is not said.
        pass: Option<Place>,
        /// Where it may end although it may not pass.
        stop: Option<Place>,
        starts: Starts,
    },
    /// A slide of so many sites, or whose conditions are more than what stands on its sites.
    Glide {
        low: usize,
        high: usize,
        /// Where it may pass; over empty sites, if that is not said.
        pass: Option<Test>,
        /// Where it may end although it may not pass.
        stop: Option<Test>,
        /// Where it may end at all, if that is said.
        ends: Option<Test>,
        starts: Starts,
    },
    Hop {
        over: Hop,
        to: Test,
        starts: Starts,
    },
    /// A man appears on a site seen from another along a line of free sites.
    Shoot {
        what: Num,
        free: Test,
        ends: Test,
        starts: Starts,
    },
    /// A man appears on one of some sites.
    Place {
        what: Num,
        state: Option<Num>,
        at: Region,
        cond: Option<Test>,
    },
    /// A man appears on a site.
    Put {
        what: Num,
        state: Option<Num>,
        at: Num,
    },
    /// A man is carried from a site (of a hand) to an empty one.
    Enter {
        from: Num,
        to: Test,
    },
    /// A man is carried from one of some sites to one of others.
    Carry {
        from: Region,
        to: Region,
        cond: Test,
    },
    /// A man is carried from one of some sites to one of others, which that site may have a say in.
    Ferry {
        from: Choice,
        to: Choice,
        cond: Test,
    },
    /// A man is carried from one site to another.
    Shift {
        from: Num,
        to: Num,
        cond: Test,
    },
    Take {
        of: Region,
        cond: Test,
    },
    /// One of some sites is chosen, with one of some others, if there are such; nothing else
    /// happens.
    Select {
        from: Choice,
        to: Option<(Choice, Test)>,
        /// The choices of a second site from each, where tables hold them.
        ways: Option<Ways>,
    },
    /// The man on a site becomes one of some kinds.
    Promote {
        at: Num,
        what: Box<[Num]>,
    },
    /// All that a deed does, as one move.
    Append(Deed),
}

impl Kind {
    /// Whether a man comes from one site to another.
    pub fn takes_place(&self) -> bool {
        matches!(
            self,
            Kind::Step { .. } | Kind::Slide { .. } | Kind::Glide { .. } | Kind::Hop { .. }
        )
    }

    /// Whether moves need not be listed to draw one.
    pub fn is_source(&self) -> bool {
        matches!(
            self,
            Kind::Place { .. }
                | Kind::Enter { .. }
                | Kind::Carry { .. }
                | Kind::Take { .. }
                | Kind::Select {
                    from: Choice::Any(_),
                    to: None,
                    ..
                }
        )
    }

    /// Where its moves start, if they go along lines.
    pub fn starts_mut(&mut self) -> Option<&mut Starts> {
        match self {
            Kind::Step { starts, .. }
            | Kind::Slide { starts, .. }
            | Kind::Glide { starts, .. }
            | Kind::Hop { starts, .. }
            | Kind::Shoot { starts, .. } => Some(starts),
            _ => None,
        }
    }
}

/// Sites to choose from.
#[derive(Clone, Debug)]
pub(super) enum Choice {
    One(Num),
    Any(Region),
    /// These, one by one, be some of them the same.
    List(Box<[Num]>),
}

/// Where the moves of a rule start that go along lines.
#[derive(Clone, Debug)]
pub(super) enum Starts {
    /// Where the man stands that moves.
    Here,
    /// On this site, with the ways of the man on it.
    At(Num, Box<[Ways]>),
}

/// What a hop leaps over: so many hurdles, with so many empty sites before and behind.
#[derive(Clone, Debug)]
pub(super) struct Hop {
    pub before: usize,
    pub low: usize,
    pub high: usize,
    /// The number of hurdles where the position decides it; 0 stands for a step.
    pub exact: Option<Num>,
    pub after: usize,
    pub hurdle: Test,
    /// Where it ends: on the first such site, beyond those that may be passed.
    pub stop: Option<Test>,
    /// What the first hurdle is at any rate, if somebody must stand there or no empty sites lie
    /// before it.
    pub first: Option<Place>,
}

impl Hop {
    /// What the first of some hurdles is at any rate.
    pub fn first(hurdle: &Test, before: usize) -> Option<Place> {
        let place = match hurdle {
            Test::At(Iter::Between, place) => Some(place),
            Test::All(parts) => parts.iter().find_map(|part| match part {
                Test::At(Iter::Between, place) => Some(place),
                _ => None,
            }),
            _ => None,
        };
        let somebody = |place: &Place| match place {
            Place::Class(classes) | Place::ClassIn(classes, _) => classes & 1 == 0,
            _ => false,
        };
        place
            .filter(|place| before == 0 || somebody(place))
            .cloned()
    }
}

/// The conditions above a rule, with what each must come to.
pub(super) type Guard = Box<[(Test, bool)]>;

/// What men of one kind might do, by site: those of `site` are `ways[first[site]..first[site +
/// 1]]`.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    pub first: Box<[u32]>,
    pub ways: Box<[Way]>,
    pub guards: Box<[Guard]>,
    /// Sets of sites, of as many words as those of the board.
    pub clear: Box<[u64]>,
    /// By site: where one of the enemy's men must stand for any of them to be open, if that is so.
    pub prey: Option<Box<[Words]>>,
}

/// One move that a man might make.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub rule: u16,
    pub guard: u16,
    /// The target, where it is known.
    pub to: u16,
    /// The sites along a line, as a part of the paths, and which of the moves along it.
    pub path: (u32, u32),
    pub nth: u16,
    /// What is looked at first.
    pub gate: Gate,
    /// Where nobody may stand, as a part of a list that begins with nothing; 0 if that is not told.
    pub clear: u32,
    /// Whether that is all that the kind of rule asks, and whether it is all that anything asks.
    pub told: bool,
    pub sure: bool,
    /// Whether nothing changes on the board but that the man comes to the target, and nothing is
    /// left pending.
    pub calm: bool,
    /// Whether its rule may set the state of a piece that did not move.
    pub sets_states: bool,
    /// Whether the move remembers, besides, which die is played.
    pub by_die: bool,
    /// What the variables are then bound to that the move remembers.
    pub kept: Kept,
}

impl Way {
    /// A way of a rule, under the first guard, of which nothing else is known yet.
    pub fn new(rule: u16, to: u16, path: (u32, u32)) -> Way {
        Way {
            rule,
            guard: 0,
            to,
            path,
            nth: 0,
            gate: Gate::OPEN,
            clear: 0,
            told: false,
            sure: false,
            calm: false,
            sets_states: false,
            by_die: false,
            kept: [0; KEPT],
        }
    }
}

/// Of which classes (see [`class`](super::place::class), by bits) what stands on two sites must be
/// for a way to be open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gate {
    pub sites: [u16; 2],
    pub classes: [u8; 2],
}

impl Ways {
    /// Ways that no guard shuts; where those from each site begin, and at last where they end.
    pub fn unguarded(first: Vec<u32>, ways: Vec<Way>) -> Ways {
        Ways {
            first: first.into(),
            ways: ways.into(),
            guards: Box::new([Box::default()]),
            clear: Box::default(),
            prey: None,
        }
    }

    /// Whether a man on a site has nobody to leap over.
    #[inline]
    pub fn has_no_prey<const W: usize>(&self, slot: usize, enemies: &[u64; W]) -> bool {
        let Some(prey) = self.prey.as_ref().and_then(|prey| prey.get(slot)) else {
            return false;
        };
        prey.iter()
            .zip(enemies)
            .all(|(prey, enemies)| prey & enemies == 0)
    }

    /// All of them, each with the site.
    pub fn each_mut(&mut self) -> impl Iterator<Item = (usize, &mut Way)> {
        let mut left = self.ways.iter_mut();
        let sites = self.first.windows(2).enumerate();
        sites.flat_map(move |(site, pair)| {
            let of_site: Vec<_> = left.by_ref().take((pair[1] - pair[0]) as usize).collect();
            of_site.into_iter().map(move |way| (site, way))
        })
    }

    /// Those of a man on a site.
    #[inline]
    pub fn at(&self, slot: usize) -> &[Way] {
        match self.first.get(slot..slot + 2) {
            Some(&[first, end]) => &self.ways[first as usize..end as usize],
            _ => &[],
        }
    }
}

/// `(forEach Piece ...)` of one player's men on the board.
#[derive(Clone, Debug)]
pub(super) struct Pieces {
    /// Whose, if not the mover's: his men move as in his own turn, which the mover's follows.
    pub whose: Option<Num>,
    /// By kind.
    pub kinds: Box<[Option<Ways>]>,
    /// By owner.
    pub of_owner: super::board::ByOwner<Box<[super::front::OfKind]>>,
    /// How many ways a man has, by kind and site.
    pub many: Box<[u16]>,
    /// By kind: the moves of men who go in a way that no table holds; none where all go by tables.
    pub others: Box<[Option<super::Gen>]>,
    /// The tickets of each man, where all have nearly as many.
    pub most: Option<u32>,
    /// Whether they are the mover's, with a few ways each, of which nothing more is asked than who
    /// stands where.
    pub sure: bool,
    /// Whether the moves of all men can be counted.
    pub counted: bool,
    /// Whether moves are drawn from them beside others.
    pub drawn_beside: bool,
    /// Who might come to each site, where tables can hold that; made when first asked for.
    pub reach: std::sync::OnceLock<Option<super::reach::Reach>>,
}

impl Pieces {
    /// How many ways a man of a kind has on a site of the board, of which there are so many.
    #[inline]
    pub fn tickets(&self, kind: usize, site: usize, sites: usize) -> u32 {
        self.many
            .get(kind * sites + site)
            .map_or(0, |&many| many.into())
    }

    /// The moves of men of a kind who go in a way that no table holds.
    #[inline]
    pub fn other(&self, what: usize) -> Option<&super::Gen> {
        self.others.get(what).and_then(Option::as_ref)
    }
}

/// What is done beside a move.
#[derive(Clone, Debug)]
#[repr(u8)]
pub(super) enum Deed {
    Nothing,
    If(Test, Box<Deed>, Box<Deed>),
    All(Box<[Deed]>),
    /// The same of so few, each of which does one thing at most, that they need no list.
    Few(Box<[Deed]>),
    Each(Region, Box<Deed>),
    Capture(Box<Capture>),
    /// Each in turn, as it comes to be after those before it.
    Sequence(Box<[Deed]>),
    /// Each of the first with each of the second.
    Pairs(Box<Deed>, Box<Deed>),
    /// Now, or at the end of the turn.
    Remove(Num, bool),
    RemoveAll(Region, bool),
    Again,
    Promote {
        at: Num,
        what: Num,
    },
    Trigger {
        event: u32,
        player: Num,
    },
    Score {
        player: Num,
        value: Num,
        add: bool,
    },
    Counter(Num),
    /// Something is said, which changes nothing.
    Note,
    /// What is kept beside the board: variables, the value of a player, lists.
    Var(u8, Num),
    Temp(Num),
    Value {
        player: Num,
        value: Num,
    },
    Remember(u8, Num),
    Forget(u8, Num),
    /// For each player.
    Players(Box<Deed>),
    Add {
        what: Num,
        state: Option<Num>,
        at: Num,
    },
    Flip(Num),
    State {
        at: Num,
        value: Num,
    },
    /// A site or a value is left pending for the next move.
    Pending(Num),
    PendingAll(Region),
    /// All moves of a rule.
    Go(u16),
    /// What follows each thing that a deed does.
    Followed(Box<Deed>, Box<Follow>),
}

/// What follows something done, and the variables that it remembers.
#[derive(Clone, Debug)]
pub(super) struct Follow {
    pub kept: Box<[Iter]>,
    pub deeds: Box<[Deed]>,
}

/// What is taken by where it stands.
#[derive(Clone, Debug)]
pub(super) struct Capture {
    pub kind: crate::ir::CaptureKind,
    pub from: Num,
    pub target: Standing,
    pub friend: Standing,
    pub low: usize,
    pub high: usize,
    pub except: i32,
    /// The rays from each site: those of `site` are `rays[first[site]..first[site + 1]]`, with the
    /// ray opposite.
    pub first: Box<[u32]>,
    pub rays: Box<[Ray]>,
    /// The neighbours of each site.
    pub near: Box<[Box<[u16]>]>,
    pub path: Box<[u16]>,
    /// By site: the first sites of its rays.
    pub beside: Box<[Words]>,
    /// Where one man at most is taken on a ray, and not all at once: the first two sites of its
    /// rays.
    pub pairs: Option<super::pinch::Pairs>,
    /// Where the rays go along a line that is told by the position: these instead.
    pub lines: Option<super::along::RaysAlong>,
    pub effect: Deed,
    /// The effect, where it is the same for all sites captured.
    pub together: Option<Together>,
    /// The directions of the rays, where each goes on by the same number of slots from site to
    /// site: how many, and from which sites it goes on at all.
    pub ways: Option<Box<[(i16, Words)]>>,
    /// How often doubled a stretch reaches along any ray.
    pub doublings: u32,
}

/// What is done to all that is captured at once.
#[derive(Clone, Debug)]
pub(super) struct Together {
    /// Who comes to which site before, of which kind, in which state.
    pub first: Option<(Num, Num, Num)>,
    /// Whether what is captured is turned; else it is removed.
    pub turned: bool,
}

/// What must stand on a site around.
#[derive(Clone, Debug)]
pub(super) enum Standing {
    Place(Place),
    /// With the site bound.
    Test(Test),
}

/// A ray as a part of a path, and its opposite.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ray {
    pub start: u32,
    pub end: u32,
    pub opposite: u32,
    /// Its first site.
    pub beside: u16,
    /// Its sites as a set, where their order is that of their numbers.
    pub line: Option<Line>,
}

/// The sites of a ray as a set, by rising or by falling numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub sites: u64,
    pub rising: bool,
}

/// One elementary thing to do, with everything settled.
#[derive(Clone, Copy, Debug)]
#[repr(u8)]
pub(super) enum Act {
    Remove(u16),
    TakeLater(u16),
    Again(i32),
    Promote(u16, u8),
    Trigger(u32, u8),
    Score {
        player: u8,
        value: i32,
        add: bool,
    },
    Counter(i32),
    Note,
    Var(u8, i32),
    Temp(i32),
    Value(u8, i32),
    Remember(u8, i32),
    Forget(u8, i32),
    Add {
        at: u16,
        what: u8,
        state: Option<u8>,
    },
    Flip(u16),
    State(u16, u8),
    Pending(i32),
    Go(Ply),
}

impl Act {
    /// Where it begins and ends, -1 for nowhere.
    pub fn ends(&self) -> (i32, i32) {
        match *self {
            Act::Remove(at)
            | Act::TakeLater(at)
            | Act::Promote(at, ..)
            | Act::Add { at, .. }
            | Act::State(at, _)
            | Act::Flip(at) => (i32::from(at), i32::from(at)),
            Act::Go(ply) => (i32::from(ply.from), i32::from(ply.to)),
            _ => (OFF, OFF),
        }
    }
}

/// Something to do, and what follows it with what the variables were bound to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task<'k> {
    pub act: Act,
    pub follow: Option<(&'k Follow, Kept)>,
}

impl From<Act> for Task<'_> {
    fn from(act: Act) -> Self {
        Task { act, follow: None }
    }
}

/// What some variables were bound to.
pub(super) type Kept = [i16; KEPT];

/// The most variables that a move remembers.
pub(super) const KEPT: usize = 3;

/// A move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ply {
    pub rule: u16,
    /// -1 for none.
    pub from: i16,
    pub to: i16,
    /// The first hurdle of a hop in the paths, and how many there are.
    pub hurdle: u32,
    pub long: u16,
    /// The kind that a man becomes.
    pub what: u8,
    /// What the rule's variables were bound to.
    pub kept: Kept,
}
