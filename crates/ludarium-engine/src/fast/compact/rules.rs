//! Translating moves, effects, and the leaves they come to.

use super::arrivals::Arrivals;
use super::code::{
    Course, Do, EachDie, EachPiece, EachSite, Gen, Kind, Lap, Leaf, Origin, Set, Sow, Target, Test,
    Way, Whose,
};
use super::track::Track;
use super::words::{below, Translator};
use crate::eval::move_bounds;
use crate::fast::refusal::Part;
use crate::ir::{self, EffectId, Int, Iter, Moves, Outer, Owners, Rule, RuleKind, Sites};
use crate::layout::PlayerField;

/// The laps of sowings that skip in more ways are not kept.
const MOST_ROWS: usize = 64;

impl Translator<'_> {
    /// The moves to choose from.
    pub fn decision(&mut self, moves: &Moves) -> Option<Gen> {
        // A stone on any empty site is drawn in a way of its own.
        let placing = |moves: &Moves| match moves {
            Moves::Rule(id) => match self.game.rules[usize::from(*id)].kind.target() {
                Some(to) => matches!(to.sites, Some(Sites::Empty(_))),
                None => false,
            },
            _ => false,
        };
        if placing(moves) {
            return None;
        }
        self.gen(moves)
    }

    /// What follows from a move, or is asked for.
    pub fn effect(&mut self, moves: &Moves) -> Option<Gen> {
        match throws(moves) {
            true => None,
            false => self.gen(moves),
        }
    }

    fn gen(&mut self, moves: &Moves) -> Option<Gen> {
        self.deeper(Part::Moves(moves), |translator| translator.gen_here(moves))
    }

    fn boxed_gen(&mut self, moves: &Moves) -> Option<Box<Gen>> {
        Some(Box::new(self.gen(moves)?))
    }

    fn otherwise(&mut self, moves: Option<&Moves>) -> Option<Option<Box<Gen>>> {
        match moves {
            Some(moves) => Some(Some(self.boxed_gen(moves)?)),
            None => Some(None),
        }
    }

    fn gens(&mut self, parts: &[Moves]) -> Option<Vec<Gen>> {
        parts.iter().map(|part| self.decision(part)).collect()
    }

    fn gen_here(&mut self, moves: &Moves) -> Option<Gen> {
        Some(match moves {
            Moves::None => Gen::None,
            Moves::Rule(id) => Gen::Leaf(*id),
            Moves::Rare(late) => Gen::Late(self.boxed_gen(&late.moves)?, late.max_moves),
            Moves::All(parts) => Gen::All(in_one_go(self.gens(parts)?)),
            Moves::If(cond, yes, no) => Gen::If(
                self.test(cond)?,
                self.boxed_gen(yes)?,
                self.otherwise(no.as_deref())?,
            ),
            Moves::RollIf(bit, cond, yes, no) => Gen::Branch(
                *bit,
                self.test(cond)?,
                self.boxed_gen(yes)?,
                self.otherwise(no.as_deref())?,
            ),
            Moves::Priority(parts) => Gen::Priority(self.gens(parts)?),
            Moves::ForEachPiece(piece) => Gen::EachPiece(Box::new(self.each_piece(piece)?)),
            Moves::ForEachSite {
                sites,
                moves,
                otherwise,
            } => Gen::EachSite(Box::new(EachSite {
                sites: self.set(sites)?,
                moves: self.gen(moves)?,
                otherwise: match otherwise {
                    Some(otherwise) => Some(self.gen(otherwise)?),
                    None => None,
                },
                most: move_bounds::max_moves(self.game, moves),
            })),
            Moves::ForEachValue { low, high, moves } => {
                Gen::EachValue(self.num(low)?, self.num(high)?, self.boxed_gen(moves)?)
            }
            Moves::ForEachValueIn(values, moves) => {
                Gen::EachValueIn(self.nums(values)?, self.boxed_gen(moves)?)
            }
            Moves::ForEachPlayer(moves) => Gen::EachPlayer(self.boxed_gen(moves)?),
            Moves::ForEachDie {
                hand,
                combined,
                cond,
                moves,
            } => Gen::EachDie(Box::new(EachDie {
                hand: *hand,
                combined: *combined,
                cond: self.condition(cond.as_ref())?,
                moves: self.gen(moves)?,
            })),
            Moves::Do {
                effect,
                shadowed: None,
                rolls,
                next,
                after,
                outer: Outer { first: 0, thens },
                pass,
                ..
            } if effect.is_none() || *rolls => {
                if after.is_some() && throws(next) {
                    return None;
                }
                let next = self.gen(next)?;
                Gen::Do(Box::new(Do {
                    rolls: *effect,
                    just_rolls: effect.is_some_and(|effect| self.just_rolls(effect)),
                    rolls_on: next.throws(),
                    fans: next.fans(),
                    next,
                    after: self.condition(after.as_deref())?,
                    outer: *thens,
                    pass: *pass,
                }))
            }
            _ => return None,
        })
    }

    fn just_rolls(&self, effect: EffectId) -> bool {
        let Some(Moves::Rule(id)) = self.game.effects.get(usize::from(effect)) else {
            return false;
        };
        let rule = &self.game.rules[usize::from(*id)];
        matches!(rule.kind, RuleKind::Roll) && rule.thens.is_empty() && !rule.uses_die
    }

    fn each_piece(&mut self, piece: &ir::ForEachPiece) -> Option<EachPiece> {
        if !self.is_own(piece.site_type) {
            return None;
        }
        let mut moves = Vec::new();
        for of_kind in &piece.moves {
            moves.push(match of_kind {
                Some(of_kind) => Some(self.gen(of_kind)?),
                None => None,
            });
        }
        let on_board = matches!(piece.container, Int::Const(0));
        let movers = matches!(piece.owners, Owners::One(Int::Mover));
        // The moves of other players' pieces are generated as if it were their turn.
        let whose = self.whose(&piece.owners)?;
        if !movers && !matches!(whose, Whose::Mover) {
            return None;
        }
        Some(EachPiece {
            whose,
            container: self.num(&piece.container)?,
            moves,
            own: on_board && movers && (self.game.layout.levels == 0 || piece.top),
            levels: self.game.layout.levels > 0 && !piece.top,
            one_each: match movers && self.game.layout.levels == 0 {
                true => self.ways_by_kind(&piece.moves),
                false => None,
            },
            alike: false,
        })
    }

    /// The ways of each kind of piece, if none ever has more than one move.
    fn ways_by_kind(&mut self, moves: &[Option<Moves>]) -> Option<Vec<Vec<Way>>> {
        let by_kind = moves.iter().map(|moves| {
            let mut ways = Vec::new();
            if let Some(moves) = moves {
                if !self.is_one(moves) {
                    return None;
                }
                self.ways(moves, &[], &mut ways)?;
            }
            Some(ways)
        });
        by_kind.collect()
    }

    /// Adds the ways of a piece, under what must hold above them.
    fn ways(&mut self, moves: &Moves, above: &[(Test, bool)], ways: &mut Vec<Way>) -> Option<()> {
        match moves {
            Moves::If(cond, yes, no) => {
                for (branch, must) in [(Some(yes), true), (no.as_ref(), false)] {
                    if let Some(branch) = branch {
                        let mut above = above.to_vec();
                        above.push((self.test(cond)?, must));
                        self.ways(branch, &above, ways)?;
                    }
                }
            }
            Moves::Rule(id) => {
                let mut asks = above.to_vec();
                let mut checks = false;
                if let Kind::FromTo(from, to, ..) = self.kind(&self.game.rules[usize::from(*id)])? {
                    let end = to.site?;
                    checks = from.cond.is_some() || to.cond.is_some();
                    // It must be a site, which then need not be asked again.
                    for (test, _) in &mut asks {
                        if let Test::About(site, _, off) = test {
                            *off &= *site != end;
                        }
                    }
                    let room = below(self.frame.slots) & !below(to.first as usize);
                    let arrives = Test::In(end, Set::Const(room));
                    asks.push((self.frame.settle_test(arrives), true));
                }
                let known = |test: &Test| matches!(test, Test::Known(known) if known.rows.iter == Iter::From);
                let (stands, asks): (Vec<_>, Vec<_>) =
                    asks.into_iter().partition(|(test, _)| known(test));
                let stands = stands.into_iter().map(|(test, must)| match must {
                    true => test,
                    false => Test::Not(Box::new(test)),
                });
                let stands = self.frame.settle_test(Test::And(stands.collect()));
                let arrivals = Arrivals::of(&stands, &asks, self.frame.slots);
                ways.push(Way {
                    leaf: *id,
                    stands,
                    asks,
                    checks,
                    arrivals: arrivals.filter(|_| !checks),
                });
            }
            _ => {}
        }
        Some(())
    }

    /// Whether a piece has one of these moves at most: conditions choose among moves of it to a
    /// single site.
    fn is_one(&self, moves: &Moves) -> bool {
        match moves {
            Moves::None => true,
            Moves::If(_, yes, no) => {
                self.is_one(yes) && no.as_ref().is_none_or(|no| self.is_one(no))
            }
            Moves::Rule(id) => match &self.game.rules[usize::from(*id)].kind {
                RuleKind::FromTo { from, to, .. } => {
                    from.is_here() && to.site.is_some() && to.sites.is_none()
                }
                RuleKind::Remove {
                    site_type,
                    single: Some(Int::Iter(Iter::From)),
                    ..
                } => self.is_own(*site_type),
                _ => false,
            },
            _ => false,
        }
    }

    /// A leaf.
    pub fn leaf(&mut self, rule: &Rule) -> Option<Leaf> {
        self.deeper(Part::Rule(rule), |translator| translator.leaf_here(rule))
    }

    fn leaf_here(&mut self, rule: &Rule) -> Option<Leaf> {
        let plain = rule.before.is_empty()
            && !rule.overflows
            && !rule.listing_chance
            && rule.rotation_cell.is_none()
            && rule.shadowed.is_none()
            && !rule.for_owner;
        let delayed = |effect: &EffectId| self.game.delayed.contains(effect);
        if !plain || rule.thens.iter().any(delayed) {
            return None;
        }
        let mut applied = None;
        if let Some(target) = rule.kind.target() {
            if let Some(effect) = &target.effect {
                if let Some(id) = effect.effect {
                    applied = Some((self.condition(effect.cond.as_ref())?, id));
                }
            }
        }
        let kind = self.kind(rule)?;
        let single = match &kind {
            Kind::FromTo(from, to, ..) => {
                from.sites.is_none() && to.sites.is_none() && to.list.is_none()
            }
            Kind::Sow(_)
            | Kind::MoveAgain
            | Kind::SetVar(..)
            | Kind::SetCounter(_)
            | Kind::Pass
            | Kind::Roll => true,
            _ => false,
        };
        let settles = match &rule.kind {
            RuleKind::Select { from, .. } => self.game.seed_count_condition(from).is_some(),
            _ => false,
        };
        let plain = rule.thens.is_empty()
            && rule.stored_vars.is_empty()
            && applied.is_none()
            && !rule.uses_die;
        let bare = plain && !matches!(kind, Kind::Sow(_));
        let idle =
            matches!(kind, Kind::Select(..) | Kind::Pass) && applied.is_none() && !rule.uses_die;
        Some(Leaf {
            kind,
            single,
            plain,
            bare,
            idle,
            settles,
            thens: rule.thens.clone(),
            captures: rule.stored_vars.clone(),
            pass: matches!(rule.kind, RuleKind::Pass),
            uses_die: rule.uses_die,
            replay_double: rule.replay_double,
            applied,
        })
    }

    fn kind(&mut self, rule: &Rule) -> Option<Kind> {
        Some(match &rule.kind {
            RuleKind::Pass => Kind::Pass,
            RuleKind::Roll => Kind::Roll,
            RuleKind::MoveAgain => Kind::MoveAgain,
            RuleKind::Select {
                from,
                to,
                mover: None,
            } => {
                let to = match to {
                    Some(to) => Some(self.target(to)?),
                    None => None,
                };
                Kind::Select(self.origin(from)?, to)
            }
            RuleKind::FromTo {
                from,
                to,
                count,
                copy: false,
                mover: None,
                stack,
            } => Kind::FromTo(
                self.origin(from)?,
                self.target(to)?,
                self.optional(count.as_ref())?,
                *stack,
            ),
            RuleKind::Add {
                what,
                state: None,
                to,
                count,
                ..
            } if !rule.kind.is_listed_twice() => Kind::Add(
                self.all(what)?,
                self.target(to)?,
                self.optional(count.as_ref())?,
            ),
            RuleKind::Remove {
                site_type,
                sites,
                single,
                level: None,
                at_end: false,
                count,
            } if single.is_some() || self.is_own(*site_type) => {
                let count = self.optional(count.as_ref())?;
                match single {
                    Some(single) => Kind::RemoveOne(self.site(*site_type, single)?, count),
                    // Tickets are drawn for all sites that the condition is asked of.
                    None => Kind::RemoveAll(
                        match sites {
                            Sites::Filter(of, cond) => {
                                Set::Filter(Box::new(self.set(of)?), Box::new(self.test(cond)?))
                            }
                            sites => self.set(sites)?,
                        },
                        count,
                    ),
                }
            }
            RuleKind::Sow(sow) if self.is_own(sow.site_type) => Kind::Sow(Box::new(self.sow(sow)?)),
            RuleKind::SetCount {
                site_type,
                at,
                value,
            } if self.game.layout.levels == 0 => {
                Kind::SetCount(self.site(*site_type, at)?, self.num(value)?)
            }
            RuleKind::SetState {
                site_type,
                at,
                level: None,
                value,
            } if self.game.layout.levels == 0 => {
                Kind::SetState(self.site(*site_type, at)?, self.num(value)?)
            }
            RuleKind::SetVar { var, value } => Kind::SetVar(*var, self.num(value)?),
            RuleKind::SetCounter(value) => Kind::SetCounter(self.num(value)?),
            RuleKind::SetScore { player, value, add } => Kind::SetPlayer(
                PlayerField::Score,
                self.whose(player)?,
                self.num(value)?,
                *add,
            ),
            RuleKind::SetPlayerValue { player, value } => Kind::SetPlayer(
                PlayerField::Value,
                self.whose(player)?,
                self.num(value)?,
                false,
            ),
            RuleKind::SetPending(sites, single) => Kind::SetPending(
                self.region(sites.as_ref())?,
                self.optional(single.as_ref())?,
            ),
            RuleKind::SetNextPlayer(players) => Kind::SetNext(self.nums(players)?),
            RuleKind::Propose(texts) => Kind::Propose(texts.clone()),
            RuleKind::Vote(texts) => Kind::Vote(texts.clone()),
            RuleKind::Remember {
                list,
                value,
                unique,
            } => Kind::Remember(*list, self.num(value)?, *unique),
            RuleKind::Forget { list, value } => Kind::Forget(*list, self.optional(value.as_ref())?),
            _ => return None,
        })
    }

    fn origin(&mut self, from: &ir::Origin) -> Option<Origin> {
        if from.level.is_some() {
            return None;
        }
        Some(Origin {
            first: self.first(from.site_type),
            site: self.num(&from.site)?,
            sites: self.region(from.sites.as_ref())?,
            cond: self.condition(from.cond.as_ref())?,
        })
    }

    fn target(&mut self, to: &ir::Target) -> Option<Target> {
        if to.level.is_some() || to.rotations.is_some() {
            return None;
        }
        let (sites, list): (Option<Set>, _) = match &to.sites {
            Some(Sites::List(list)) => (None, Some(self.all(list)?)),
            sites => (self.region(sites.as_ref())?, None),
        };
        Some(Target {
            first: self.first(to.site_type),
            site: self.optional(to.site.as_ref())?,
            sites,
            list,
            cond: self.condition(to.cond.as_ref())?,
        })
    }

    fn sow(&mut self, sow: &ir::Sow) -> Option<Sow> {
        // What depends on where seeds come from or how many are left is left to the evaluator, and
        // so are several captures unless each only carries away what one hole holds.
        let onward = sow.backtracking.is_some() || sow.forward.is_some();
        let carries = |effect: EffectId| match self.game.effect(effect) {
            Moves::Rule(id) => matches!(
                self.game.rules[usize::from(*id)].kind,
                RuleKind::FromTo { .. }
            ),
            _ => false,
        };
        let independent = !onward || sow.effect.is_none_or(carries);
        let one_by_one = sow.origin.is_none() || matches!(sow.per_hole, Int::Const(1));
        let passes_on = sow.include_self || sow.skip.is_none();
        if sow.captures_followed
            || sow.reads_from_or_value
            || !independent
            || !one_by_one
            || !passes_on
        {
            return None;
        }
        let skip = self.condition(sow.skip.as_ref())?;
        let known = |skip: &Test| matches!(skip, Test::Known(known) if known.rows.iter == Iter::To && known.rows.die == 0);
        let plain = matches!(sow.per_hole, Int::Const(..=1))
            && sow.sow_effect.is_none()
            && sow.origin.is_none()
            && skip.as_ref().is_none_or(known);
        let course = self.course(&sow.track)?;
        let laps = match &course {
            Course::Fixed(track) if plain => laps(self.frame.tracks.get(*track)?, skip.as_ref()),
            _ => Vec::new(),
        };
        Some(Sow {
            plain,
            laps,
            start: self.num(&sow.start)?,
            count: self.num(&sow.count)?,
            per_hole: self.num(&sow.per_hole)?,
            course,
            cond: self.condition(sow.cond.as_ref())?,
            sow_effect: sow.sow_effect,
            effect: sow.effect,
            include_self: sow.include_self,
            origin: self.condition(sow.origin.as_ref())?,
            skip,
            backtracking: self.condition(sow.backtracking.as_ref())?,
            forward: self.condition(sow.forward.as_ref())?,
        })
    }
}

/// Notes which pieces move as those named just before them.
fn in_one_go(mut parts: Vec<Gen>) -> Vec<Gen> {
    let mut before: Option<&EachPiece> = None;
    for part in &mut parts {
        match part {
            Gen::EachPiece(piece) => {
                piece.alike = before.is_some_and(|before| asks_alike(before, piece));
                before = Some(piece);
            }
            _ => before = None,
        }
    }
    parts
}

/// Whether the same is asked of both pieces, whatever they then do.
fn asks_alike(one: &EachPiece, other: &EachPiece) -> bool {
    let same = |(one, other): (&Way, &Way)| {
        !one.checks && !other.checks && one.stands == other.stands && one.asks == other.asks
    };
    let all = |(one, other): (&Vec<Way>, &Vec<Way>)| {
        one.len() == other.len() && one.iter().zip(other).all(same)
    };
    match (&one.one_each, &other.one_each) {
        (Some(one), Some(other)) => one.len() == other.len() && one.iter().zip(other).all(all),
        _ => false,
    }
}

/// The laps of a sowing from each place of a track, row by row of what is skipped.
fn laps(track: &Track, skip: Option<&Test>) -> Vec<Lap> {
    let rows = match skip {
        Some(Test::Known(known)) => &known.words[..],
        _ => &[0],
    };
    if !track.on_slots || rows.len() > MOST_ROWS {
        return Vec::new();
    }
    let places = 0..track.slots.len();
    rows.iter()
        .flat_map(|&skipped| places.clone().map(move |origin| track.lap(origin, skipped)))
        .collect()
}

/// Whether moves begin with a throw somewhere.
fn throws(moves: &Moves) -> bool {
    match moves {
        Moves::Do { rolls, next, .. } => *rolls || throws(next),
        Moves::RollIf(_, _, yes, no) | Moves::If(_, yes, no) => {
            throws(yes) || no.as_ref().is_some_and(|no| throws(no))
        }
        Moves::All(parts) | Moves::Priority(parts) => parts.iter().any(throws),
        Moves::Rare(late) => throws(&late.moves),
        Moves::ForEachSite { moves, .. } | Moves::ForEachDie { moves, .. } => throws(moves),
        _ => false,
    }
}
