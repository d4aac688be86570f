//! Numbers, truths and sets of sites, read from the compiled rules for a board of men.

use super::along::AheadAlong;
use super::bar::Bar;
use super::board::{Words, SLOTS};
use super::group::{Group, Groups};
pub(super) use super::place::Place;
use super::place::PlaceAhead;
use super::read::Reader;
pub(super) use super::region::Region;
use super::repeats::Repeats;
use super::Gen;
use crate::fast::counts_dice;
use crate::fast::refusal::Part;
use crate::ir::{Bool, Cmp, Dirs, Int, Ints, Iter, Op, Owners, Sites};
use crate::set::SiteSet;

/// A number.
#[derive(Clone, Debug)]
#[repr(u8)]
pub(super) enum Num {
    Const(i32),
    Iter(Iter),
    Mover,
    Next,
    Prev,
    LastFrom,
    LastTo,
    Counter,
    /// The value left pending.
    Pending,
    /// A variable, the one without a name, and the value of a player.
    Var(usize),
    Temp,
    Value(Box<Num>),
    Moves,
    Turns,
    MovesThisTurn,
    What(Box<Num>),
    Who(Box<Num>),
    State(Box<Num>),
    /// How many men stand on a slot, if it is one of these.
    Count(Box<Num>, std::ops::Range<usize>),
    Score(Box<Num>),
    /// An entry of a table; -1 beyond its end.
    Entry(Box<[i32]>, Box<Num>),
    /// What a map says of a number: sorted pairs; what it does not know stands for itself.
    Map(Box<[(i32, i32)]>, Box<Num>),
    /// The site some steps ahead of one, as the man there looks; the site itself where there is
    /// none.
    Ahead(Box<Ahead>),
    AheadAlong(Box<AheadAlong>),
    /// The first site of the board where a man of a kind stands (in a state, if one is named).
    Where(Box<Num>, Option<Box<Num>>),
    Bin(Op, Box<Num>, Box<Num>),
    If(Box<Test>, Box<Num>, Box<Num>),
    /// The men of one player.
    Men(Box<Num>),
    /// The men whose state is a number.
    InState(Box<Num>),
    /// The men on some sites.
    MenOn(Box<Region>),
    /// How many men of some kinds there are, on the board and in hands, of each at most so many.
    OfKinds(Box<[(usize, i32)]>),
    Size(Box<Region>),
    Groups(Box<Groups>),
    /// Men of the group on a site, or free sites beside it.
    GroupSize(Box<Group>, Box<Num>),
    Liberties(Box<Group>, Box<Num>),
}

/// The sites a fixed number of steps ahead.
#[derive(Clone, Debug)]
pub(super) struct Ahead {
    pub at: Num,
    /// By kind, and by site.
    pub sites: Box<[Box<[i16]>]>,
}

/// A truth.
#[derive(Clone, Debug)]
#[repr(u8)]
pub(super) enum Test {
    Const(bool),
    At(Iter, Place),
    /// A condition, and what mostly tells at a glance that it does not hold.
    Barred(Bar, Box<Test>),
    All(Box<[Test]>),
    Any(Box<[Test]>),
    Not(Box<Test>),
    If(Box<Test>, Box<Test>, Box<Test>),
    Compare(Cmp, Num, Num),
    Is(Num, Place),
    In(Num, Box<Region>),
    Even(Num),
    Enemy(Num),
    Line(Box<super::line::Line>),
    Stuck(Num),
    NextIsStuck,
    Can(Box<Gen>),
    Each(Box<Region>, Box<Test>),
    AllPassed,
    WasPass,
    /// No site of the board is empty.
    Full,
    /// Two regions are the same.
    Same(Box<[Region; 2]>),
    /// Whether a list holds a number.
    Remembered(Num, usize),
    OneOf(Num, Box<[Num]>),
    DieShows(Num),
    DiceUsed,
    /// Whether a player is still in the game.
    Active(Num),
    Triggered(u32, Num),
    Visited(Num),
    /// Whether something is pending.
    Pending,
    Threatened(Box<Threat>),
    /// The positions have come round three times.
    Cycle,
    /// The position has come about so many times.
    Repeated(usize),
    /// A man (of a kind, if one is named) stands on one of some sites.
    Within(Option<Num>, Box<Region>),
}

/// Whether men of a kind, or sites, could be come to by an opponent's men.
#[derive(Clone, Debug)]
pub(super) struct Threat {
    pub kind: Option<Num>,
    pub sites: Option<Region>,
    /// By which moves, if not by all.
    pub moves: Option<Gen>,
}

/// Whether a variable is one that is bound here.
pub(super) fn is_bound(iter: Iter) -> bool {
    matches!(
        iter,
        Iter::From
            | Iter::To
            | Iter::Between
            | Iter::Site
            | Iter::Player
            | Iter::Value
            | Iter::Pips
            | Iter::Die
    )
}

/// A set as words; `None` where it holds more than a board may have.
pub(super) fn words(set: &SiteSet) -> Option<Words> {
    let mut words = Words::default();
    for site in set.iter() {
        let site = usize::try_from(site).ok().filter(|&site| site < SLOTS)?;
        words[site / 64] |= 1 << (site % 64);
    }
    Some(words)
}

impl Num {
    pub fn of(r: &mut Reader<'_>, int: &Int) -> Option<Num> {
        let int = int.untabulated();
        r.reading(Part::Number(int), |r| Num::read(r, int))
    }

    fn read(r: &mut Reader<'_>, int: &Int) -> Option<Num> {
        r.fleeting.for_moves |= matches!(
            int,
            Int::Counter | Int::CountTurns | Int::CountMovesThisTurn
        );
        let layout = &r.game.layout;
        let own = layout.own;
        let here = |site_type: usize| site_type == own;
        Some(match int {
            Int::Const(value) => Num::Const(*value),
            Int::Iter(iter) if is_bound(*iter) => Num::Iter(*iter),
            Int::Var(var) => {
                r.keeps_extra = true;
                Num::Var(*var)
            }
            Int::Temp => {
                r.keeps_extra = true;
                Num::Temp
            }
            Int::PlayerValue(player) => {
                r.keeps_extra = true;
                Num::Value(Self::boxed(r, player)?)
            }
            Int::Mover => Num::Mover,
            Int::Next => Num::Next,
            Int::Prev(false) => Num::Prev,
            Int::LastFrom => Num::LastFrom,
            Int::LastTo => Num::LastTo,
            Int::Counter => Num::Counter,
            Int::CountMoves => Num::Moves,
            Int::CountTurns => Num::Turns,
            Int::Pending => Num::Pending,
            Int::MapEntry(pairs, key) => Num::Map(pairs.clone().into(), Self::boxed(r, key)?),
            Int::Ahead {
                site_type,
                at,
                steps,
                dirs,
            } if here(*site_type) && matches!(dirs, Dirs::Along { .. }) => {
                Num::AheadAlong(Box::new(AheadAlong::of(r, at, steps, dirs)?))
            }
            Int::Ahead {
                site_type,
                at,
                steps,
                dirs,
            } if here(*site_type) => Num::Ahead(Box::new(Ahead {
                at: Self::of(r, at)?,
                sites: r.ahead(steps, dirs)?,
            })),
            Int::Where {
                site_type,
                kinds,
                state,
                by_order,
            } if here(*site_type) && !(*by_order && layout.order > 0) => Num::Where(
                Self::boxed(r, kinds)?,
                match state {
                    Some(state) => Some(Self::boxed(r, state)?),
                    None => None,
                },
            ),
            Int::CountMovesThisTurn => Num::MovesThisTurn,
            Int::What {
                site_type,
                at,
                level: None,
            } if here(*site_type) => Num::What(Self::boxed(r, at)?),
            Int::Who {
                site_type,
                at,
                level: None,
            } if here(*site_type) => Num::Who(Self::boxed(r, at)?),
            Int::State {
                site_type,
                at,
                level: None,
            } if here(*site_type) => Num::State(Self::boxed(r, at)?),
            Int::Count { site_type, at } if *site_type == 0 || here(*site_type) => {
                // The sites of the hands are cells, whatever those of the board are.
                let slots = match (*site_type == 0, here(*site_type)) {
                    (true, true) => 0..layout.sites,
                    (true, false) => layout.board_sites.max(layout.lens[0])..layout.sites,
                    _ => 0..layout.lens[*site_type],
                };
                Num::Count(Self::boxed(r, at)?, slots)
            }
            Int::Score(player) => Num::Score(Self::boxed(r, player)?),
            Int::ByPlayer(table, key) => Num::Entry(table.clone().into(), Self::boxed(r, key)?),
            Int::SiteTable { table, at, .. } => {
                Num::Entry(table.clone().into(), Self::boxed(r, at)?)
            }
            Int::Bin(op, first, second) => match (op, Self::of(r, first)?, Self::of(r, second)?) {
                (Op::Add, Num::OfKinds(first), Num::OfKinds(second)) => {
                    Num::OfKinds(first.iter().chain(&second).copied().collect())
                }
                (Op::Min, Num::Const(most @ 0..), Num::OfKinds(kinds))
                | (Op::Min, Num::OfKinds(kinds), Num::Const(most @ 0..))
                    if kinds.len() == 1 =>
                {
                    Num::OfKinds(
                        kinds
                            .iter()
                            .map(|&(kind, few)| (kind, few.min(most)))
                            .collect(),
                    )
                }
                (op, first, second) => Num::Bin(*op, Box::new(first), Box::new(second)),
            },
            Int::If(cond, yes, no) => Num::If(
                Box::new(Test::of(r, cond)?),
                Self::boxed(r, yes)?,
                Self::boxed(r, no)?,
            ),
            Int::CountPieces {
                site_type,
                owners,
                kinds,
                within,
                cond: None,
                ..
            } if site_type.is_none() || *site_type == Some(own) => match (&**owners, kinds, within)
            {
                // Dice count as shared pieces.
                (owners, ..) if counts_dice(r.game, owners) => return None,
                (Owners::One(player), None, None) => Num::Men(Self::boxed(r, player)?),
                (owners, kinds, within) => {
                    let everywhere = r.slots(false);
                    let mut men = Region::of_owners(r, owners, everywhere)?;
                    if let Some(kinds) = kinds {
                        // A player has none of the others' kinds.
                        let of = |kind: usize| r.game.owners.get(kind).map(|&owner| owner.into());
                        let kinds = kinds.iter().copied();
                        let kinds: Vec<usize> = match owners {
                            Owners::One(Int::Const(player)) => {
                                kinds.filter(|&kind| of(kind) == Some(*player)).collect()
                            }
                            _ => kinds.collect(),
                        };
                        if let (Owners::One(Int::Const(_)), &[kind], None, 0) =
                            (owners, &kinds[..], within, layout.count)
                        {
                            return Some(Num::OfKinds([(kind, i32::MAX)].into()));
                        }
                        let kinds = kinds.iter().map(|&kind| Num::Const(kind as i32));
                        men = Region::OfKinds(Box::new(men), kinds.collect());
                    }
                    if let Some(within) = within {
                        men = Region::All([men, Region::of(r, within)?].into());
                    }
                    Num::MenOn(Box::new(men))
                }
            },
            Int::CountSites(sites) => match &**sites {
                Sites::State { site_type, state } if here(*site_type) => {
                    Num::InState(Self::boxed(r, state)?)
                }
                sites => Num::Size(Box::new(Region::of(r, sites)?)),
            },
            Int::CountGroups { .. } => Num::Groups(Box::new(Groups::of(r, int)?)),
            Int::SizeGroup {
                site_type,
                at,
                dirs,
                cond,
            } => Num::GroupSize(
                Box::new(Group::of(r, *site_type, dirs, cond.as_deref())?),
                Self::boxed(r, at)?,
            ),
            Int::CountLiberties {
                site_type,
                at,
                dirs,
                cond,
            } => Num::Liberties(
                Box::new(Group::of(r, *site_type, dirs, cond.as_deref())?),
                match at {
                    Some(at) => Self::boxed(r, at)?,
                    None => Box::new(Num::LastTo),
                },
            ),
            _ => return None,
        })
    }

    /// Whether it is never less than 0 or more than 255.
    pub fn fits_a_byte(&self) -> bool {
        match self {
            Num::Const(value) => u8::try_from(*value).is_ok(),
            Num::Mover | Num::Next | Num::Prev => true,
            _ => false,
        }
    }

    fn boxed(r: &mut Reader<'_>, int: &Int) -> Option<Box<Num>> {
        Some(Box::new(Self::of(r, int)?))
    }
}

impl Test {
    pub fn of(r: &mut Reader<'_>, test: &Bool) -> Option<Test> {
        let test = test.untabulated();
        r.reading(Part::Condition(test), |r| Test::read(r, test))
    }

    fn read(r: &mut Reader<'_>, test: &Bool) -> Option<Test> {
        r.fleeting.for_moves |= matches!(
            test,
            Bool::Visited(_) | Bool::Cycle | Bool::Repeat(..) | Bool::NoMoves(_)
        );
        let own = r.game.layout.own;
        let all = |r: &mut Reader<'_>, parts: &[Bool]| -> Option<Box<[Test]>> {
            parts.iter().map(|part| Test::of(r, part)).collect()
        };
        Some(match test {
            Bool::Const(truth) => Test::Const(*truth),
            Bool::At(iter @ (Iter::From | Iter::To | Iter::Between | Iter::Site), mask) => {
                Test::At(*iter, Place::of(r, mask)?)
            }
            Bool::And(parts) => Test::parts(all(r, parts)?, Test::All, Place::all),
            Bool::Or(parts) => Test::parts(all(r, parts)?, Test::Any, Place::any),
            Bool::Not(inner) => Test::Not(Self::boxed(r, inner)?),
            Bool::If(cond, yes, no) => Test::If(
                Self::boxed(r, cond)?,
                Self::boxed(r, yes)?,
                match no {
                    Some(no) => Self::boxed(r, no)?,
                    None => Box::new(Test::Const(false)),
                },
            ),
            Bool::Compare(cmp, first, second) => {
                Test::compare(*cmp, Num::of(r, first)?, Num::of(r, second)?)
            }
            Bool::In(site, sites) => Test::In(Num::of(r, site)?, Box::new(Region::of(r, sites)?)),
            Bool::Empty(site_type, site) if *site_type == own => {
                Test::Is(Num::of(r, site)?, Place::EMPTY)
            }
            Bool::Occupied(site_type, site) if *site_type == own => {
                Test::Is(Num::of(r, site)?, Place::OCCUPIED)
            }
            Bool::IsMover(player) => Test::compare(Cmp::Eq, Num::of(r, player)?, Num::Mover),
            Bool::IsNext(player) => Test::Compare(Cmp::Eq, Num::of(r, player)?, Num::Next),
            Bool::IsPrev(player) => Test::Compare(Cmp::Eq, Num::of(r, player)?, Num::Prev),
            Bool::Friend(player) => Test::compare(Cmp::Eq, Num::of(r, player)?, Num::Mover),
            Bool::Enemy(player) => match Num::of(r, player)? {
                Num::Who(at) => Test::on(*at, Place::ENEMY),
                player => Test::Enemy(player),
            },
            Bool::Even(value) => Test::Even(Num::of(r, value)?),
            Bool::Odd(value) => Test::Not(Box::new(Test::Even(Num::of(r, value)?))),
            Bool::Line(line) => Test::Line(Box::new(super::line::Line::of(r, line)?)),
            // Whether there would be a move is asked of a throw of its own.
            Bool::NoMoves(Int::Next) if r.game.flags.rolls => return None,
            Bool::NoMoves(Int::Next) => {
                r.asks_next = true;
                Test::NextIsStuck
            }
            Bool::NoMoves(player) => Test::Stuck(Num::of(r, player)?),
            Bool::CanMove(can) => Test::Can(Box::new(Gen::of(r, &can.moves)?)),
            Bool::AllSites(sites, cond) => {
                Test::Each(Box::new(Region::of(r, sites)?), Self::boxed(r, cond)?)
            }
            Bool::AllPassed => Test::AllPassed,
            Bool::Full => Test::Full,
            Bool::SameSites(first, second) => {
                Test::Same(Box::new([Region::of(r, first)?, Region::of(r, second)?]))
            }
            Bool::WasPass => {
                r.keeps_extra = true;
                Test::WasPass
            }
            Bool::InInts(value, list) => match &**list {
                Ints::Remembered(Some(list)) => {
                    r.keeps_extra = true;
                    Test::Remembered(Num::of(r, value)?, *list)
                }
                Ints::List(list) => {
                    let list = list.iter().map(|item| Num::of(r, item));
                    let list = list.collect::<Option<_>>()?;
                    Test::OneOf(Num::of(r, value)?, list)
                }
                _ => return None,
            },
            Bool::AnyDie(value) => Test::DieShows(Num::of(r, value)?),
            Bool::DiceUsed => Test::DiceUsed,
            Bool::IsActive(player) => Test::Active(Num::of(r, player)?),
            Bool::Threatened(threat) if threat.site_type == own => {
                let kind = match &threat.kind {
                    Some(kind) => Some(Num::of(r, kind)?),
                    None => None,
                };
                let sites = match &threat.sites {
                    Some(sites) => Some(Region::of(r, sites)?),
                    None if kind.is_none() => return None,
                    None => None,
                };
                let moves = match &threat.moves {
                    Some(moves) => Some(Gen::of(r, moves)?),
                    None => None,
                };
                Test::Threatened(Box::new(Threat { kind, sites, moves }))
            }
            Bool::Pending => Test::Pending,
            Bool::Cycle => Test::Cycle,
            Bool::Repeat(kind, times)
                if Repeats::of(r.game).is_some_and(|all| all.is_of(*kind)) =>
            {
                Test::Repeated(*times)
            }
            Bool::Visited(site) => Test::Visited(Num::of(r, site)?),
            Bool::Within { kind, sites } => {
                let kind = match kind {
                    Some(kind) => Some(Num::of(r, kind)?),
                    None => None,
                };
                Test::Within(kind, Box::new(Region::of(r, sites)?))
            }
            Bool::Triggered(event, player) => {
                Test::Triggered(*event as u32 & 31, Num::of(r, player)?)
            }
            _ => return None,
        })
    }

    /// How two numbers compare; whose or which man stands somewhere is asked of the site.
    fn compare(cmp: Cmp, first: Num, second: Num) -> Test {
        match (cmp, first, second) {
            (Cmp::Eq, Num::Who(at), Num::Mover) | (Cmp::Eq, Num::Mover, Num::Who(at)) => {
                Test::on(*at, Place::MOVER)
            }
            (Cmp::Eq, Num::What(at), Num::Const(kind @ 1..))
            | (Cmp::Eq, Num::Const(kind @ 1..), Num::What(at)) => {
                Test::on(*at, Place::OfKind(kind as usize))
            }
            (cmp, first, second) => Test::Compare(cmp, first, second),
        }
    }

    /// Whether a site is such a place.
    fn on(site: Num, place: Place) -> Test {
        match site {
            Num::Iter(iter) => Test::At(iter, place),
            Num::Ahead(ahead) => match (&ahead.at, PlaceAhead::of(&ahead, &place)) {
                (Num::Iter(iter), Some(place)) => Test::At(*iter, Place::Ahead(Box::new(place))),
                _ => Test::Is(Num::Ahead(ahead), place),
            },
            site => Test::Is(site, place),
        }
    }

    /// Several conditions; where all ask of one site, and of what lies ahead of it, what that site
    /// must be like.
    fn parts(
        parts: Box<[Test]>,
        joined: impl Fn(Box<[Test]>) -> Test,
        places: impl Fn(Vec<Place>) -> Place,
    ) -> Test {
        let at = |part: &Test| match part {
            Test::At(iter, place) if place.looks_ahead() => Some((*iter, place.clone())),
            _ => None,
        };
        let asked: Option<Vec<_>> = parts.iter().map(at).collect();
        match asked.as_deref() {
            Some([(first, _), others @ ..]) if others.iter().all(|(iter, _)| iter == first) => {
                let first = *first;
                let asked = asked.into_iter().flatten().map(|(_, place)| place);
                Test::At(first, places(asked.collect()))
            }
            _ => joined(parts),
        }
    }

    /// What is certain of it where a man of a kind and an owner is about to move, on a site, in his
    /// owner's turn.
    pub fn settled(&self, kind: i32, owner: i32, site: usize) -> Option<bool> {
        let has = |set: &Words| set[site / 64] >> (site % 64) & 1 == 1;
        let settled = |part: &Test| part.settled(kind, owner, site);
        match self {
            Test::Const(truth) => Some(*truth),
            Test::At(Iter::From, Place::In(set)) => Some(has(set)),
            Test::At(Iter::From, Place::OfKind(of)) => Some(kind == *of as i32),
            Test::In(Num::Iter(Iter::From), region) => match &**region {
                Region::Const(set) => Some(has(set)),
                Region::Entry(sets, key) => {
                    let key = match key {
                        Num::What(at) if matches!(**at, Num::Iter(Iter::From)) => kind,
                        Num::Mover if owner > 0 => owner,
                        _ => return None,
                    };
                    let set = usize::try_from(key).ok().and_then(|key| sets.get(key));
                    Some(set.is_some_and(has))
                }
                _ => None,
            },
            Test::Barred(_, inner) => settled(inner),
            Test::Not(inner) => settled(inner).map(|truth| !truth),
            Test::All(parts) => match parts.iter().any(|part| settled(part) == Some(false)) {
                true => Some(false),
                false => (parts.iter().all(|part| settled(part) == Some(true))).then_some(true),
            },
            _ => None,
        }
    }

    /// Whether it fails wherever a man of the other side stands on the target.
    pub fn bars_enemies(&self) -> bool {
        match self {
            Test::At(Iter::To | Iter::Between, place) => place.bars_enemies(),
            Test::Barred(_, inner) => inner.bars_enemies(),
            Test::All(parts) => parts.iter().any(Test::bars_enemies),
            _ => false,
        }
    }

    /// Whether it fails where nothing is pending.
    pub fn needs_pending(&self) -> bool {
        match self {
            Test::Pending => true,
            Test::Barred(_, inner) => inner.needs_pending(),
            Test::In(_, region) => matches!(**region, Region::Pending),
            Test::All(parts) => parts.iter().any(Test::needs_pending),
            _ => false,
        }
    }

    fn boxed(r: &mut Reader<'_>, test: &Bool) -> Option<Box<Test>> {
        Some(Box::new(Self::of(r, test)?))
    }
}
