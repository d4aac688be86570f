//! Reading the compiled rules of a game; whatever a board of men cannot do is `None`.

mod deed;
mod gen;

use super::board::{Words, SLOTS};
use super::rule::{Deed, Guard, Hop, Kind, Pieces, Rule, Starts, Way, Ways};
use super::terms::{Num, Place, Region, Test};
use crate::eval::ticket::{self, Ticket, Tickets};
use crate::game::Game;
use crate::ir::{
    self, Bool, Dirs, ForEachPiece, Hurdle, Int, Iter, Origin, Owners, RuleId, RuleKind, Sites,
    Target,
};

/// What has been read of a game so far.
pub(super) struct Reader<'g> {
    pub game: &'g Game,
    /// By number: not yet, being read, read.
    rules: Vec<Progress>,
    /// The sites of all tables, one after the other, and where those of each begin.
    pub paths: Vec<u16>,
    starts: Vec<u32>,
}

#[derive(Clone, Debug)]
enum Progress {
    Unread,
    Reading,
    Read(Box<Rule>),
}

impl<'g> Reader<'g> {
    pub fn new(game: &'g Game) -> Reader<'g> {
        let (mut paths, mut starts) = (Vec::new(), Vec::new());
        for table in &game.tables {
            starts.push(paths.len() as u32);
            paths.extend_from_slice(&table.path);
        }
        Reader {
            game,
            rules: vec![Progress::Unread; game.rules.len()],
            paths,
            starts,
        }
    }

    /// All slots, or those of the board.
    pub fn slots(&self, on_board: bool) -> Words {
        let layout = &self.game.layout;
        let end = if on_board {
            layout.board_sites
        } else {
            layout.sites
        };
        let mut words = Words::default();
        for slot in 0..end.min(SLOTS) {
            words[slot / 64] |= 1 << (slot % 64);
        }
        words
    }

    /// The rules read, by number, with an empty one for those that were not asked for.
    pub fn into_rules(self) -> (Vec<Rule>, Vec<u16>) {
        let rules = self.rules.into_iter().map(|progress| match progress {
            Progress::Read(rule) => *rule,
            _ => Rule {
                kind: Kind::Pass,
                from: None,
                on_way: Deed::Nothing,
                on_target: Deed::Nothing,
                thens: Box::default(),
                kept: Box::default(),
                shifts: None,
            },
        });
        (rules.collect(), self.paths)
    }

    /// Reads a rule that moves come from.
    fn rule(&mut self, id: RuleId) -> Option<u16> {
        let index = usize::from(id);
        match &self.rules[index] {
            Progress::Read(_) => return Some(id),
            // A rule that asks for its own moves is left to the evaluator.
            Progress::Reading => return None,
            Progress::Unread => self.rules[index] = Progress::Reading,
        }
        let rule = self.read_rule(id)?;
        self.rules[index] = Progress::Read(Box::new(rule));
        Some(id)
    }

    fn read_rule(&mut self, id: RuleId) -> Option<Rule> {
        let rule = &self.game.rules[usize::from(id)];
        let plain = rule.before.is_empty()
            && !rule.spills
            && !rule.draws
            && rule.turned.is_none()
            && !rule.uses_die
            && rule.kept.is_none()
            && rule.captures.len() <= 2
            && rule
                .captures
                .iter()
                .all(|iter| matches!(iter, Iter::From | Iter::To | Iter::Between | Iter::Site))
            && !rule.kind.offered_twice(rule.decision);
        // Who moves another's man does so in that player's name.
        let own = match &rule.kind {
            RuleKind::Step { from, .. }
            | RuleKind::Leap { from, .. }
            | RuleKind::Slide { from, .. }
            | RuleKind::Hop { from, .. } => from.is_here(),
            _ => !rule.for_owner,
        };
        if !plain || rule.for_owner && !own {
            return None;
        }
        let (kind, from) = self.kind(id, &rule.kind)?;
        // Men who join others of their kind are not counted on the board.
        if self.game.flags.counts && kind.may_join() {
            return None;
        }
        let effect = |r: &mut Self, effect: Option<&ir::Effect>| -> Option<Deed> {
            let Some(effect) = effect else {
                return Some(Deed::Nothing);
            };
            let deed = match effect.effect {
                Some(id) => Deed::of(r, r.game.effect(id))?,
                None => Deed::Nothing,
            };
            Some(match &effect.cond {
                Some(cond) => Deed::If(Test::of(r, cond)?, Box::new(deed), Box::new(Deed::Nothing)),
                None => deed,
            })
        };
        let on_target = effect(self, rule.kind.target().and_then(|to| to.effect.as_ref()))?;
        let on_way = match &rule.kind {
            RuleKind::Hop { between, .. } => effect(self, between.effect.as_ref())?,
            _ => Deed::Nothing,
        };
        // Of a slide the effect belongs to arrivals that the condition singles out.
        let on_target = match (&rule.kind, on_target) {
            (_, Deed::Nothing) => Deed::Nothing,
            (RuleKind::Slide { to, .. }, deed) => match &to.cond {
                Some(cond) => {
                    let cond = Test::of(self, cond)?;
                    Deed::If(cond, Box::new(deed), Box::new(Deed::Nothing))
                }
                None => deed,
            },
            (_, deed) => deed,
        };
        let thens = rule
            .thens
            .iter()
            .map(|&id| Deed::of(self, self.game.effect(id)));
        Some(Rule {
            kind,
            from,
            on_way,
            on_target,
            thens: thens.collect::<Option<_>>()?,
            kept: rule.captures.clone().into(),
            shifts: rule.shifts.clone(),
        })
    }

    fn kind(&mut self, id: RuleId, kind: &'g RuleKind) -> Option<(Kind, Option<Test>)> {
        let own = self.game.layout.own;
        let cond = |r: &mut Self, from: &Origin| -> Option<Option<Test>> {
            if from.level.is_some() {
                return None;
            }
            Some(match &from.cond {
                Some(cond) => Some(Test::of(r, cond)?),
                None => None,
            })
        };
        Some(match kind {
            RuleKind::Pass => (Kind::Pass, None),
            RuleKind::Step {
                from,
                to,
                stack: false,
                ..
            }
            | RuleKind::Leap { from, to, .. } => {
                let kind = Kind::Step {
                    to: self.target(to)?,
                    starts: self.starts(id, from)?,
                };
                (kind, cond(self, from)?)
            }
            RuleKind::Slide {
                from,
                between,
                to,
                tracks,
                stack: false,
                ..
            } if tracks.is_empty() && between.effect.is_none() && between.trail.is_none() => {
                let masks = crate::eval::slide::needs_only_sets(own, between, to)?;
                let place = |r: &mut Self, mask: Option<&ir::Mask>| match mask {
                    Some(mask) => Place::of(r, mask).map(Some),
                    None => Some(None),
                };
                let kind = Kind::Slide {
                    pass: place(self, masks.pass)?,
                    stop: place(self, masks.stop)?,
                    starts: self.starts(id, from)?,
                };
                (kind, cond(self, from)?)
            }
            RuleKind::Hop {
                from,
                between,
                to,
                stack: false,
                ..
            } if to
                .effect
                .as_ref()
                .is_none_or(|effect| effect.cond.is_none()) =>
            {
                let kind = Kind::Hop {
                    over: self.hop(between)?,
                    to: self.target(to)?,
                    starts: self.starts(id, from)?,
                };
                (kind, cond(self, from)?)
            }
            RuleKind::Shoot {
                what,
                from,
                dirs,
                between,
                to,
            } if to.is_open()
                && to.t == own
                && from.t == own
                && from.sites.is_none()
                && between.effect.is_none()
                && to.effect.is_none() =>
            {
                let free = match &between.cond {
                    Some(cond) => Test::of(self, cond)?,
                    None => Test::At(Iter::Between, Place::EMPTY),
                };
                let kinds = (0..self.game.owners.len()).map(|what| self.shots(id, what, dirs));
                let kinds = kinds.collect::<Option<Box<[_]>>>()?;
                let kind = Kind::Shoot {
                    what: Num::of(self, what)?,
                    free,
                    ends: self.target(to)?,
                    starts: Starts::At(Num::of(self, &from.site)?, kinds),
                };
                (kind, cond(self, from)?)
            }
            RuleKind::Add {
                what,
                state,
                to,
                count: None,
                stack: false,
            } if to.effect.is_none() && to.cond.is_none() && to.level.is_none() => {
                let [what] = &what[..] else { return None };
                let what = Num::of(self, what)?;
                let state = self.maybe(state.as_ref())?;
                let kind = match (&to.site, &to.sites) {
                    (None, Some(Sites::Empty(t))) if *t == own => Kind::Place { what, state },
                    (Some(site), None) if to.t == own => {
                        let at = Num::of(self, site)?;
                        Kind::Put { what, state, at }
                    }
                    _ => return None,
                };
                (kind, None)
            }
            RuleKind::FromTo {
                from,
                to,
                count: None,
                copy: false,
                stack: false,
                mover: None,
            } if from.t == own && to.t == own && to.site.is_none() => {
                let test = self.target_of_carry(to)?;
                let kind = match (&from.sites, to.sites.as_ref()?) {
                    (None, Sites::Empty(t)) if *t == own => Kind::Enter {
                        from: Num::of(self, &from.site)?,
                        to: test,
                    },
                    (Some(origins), to @ (Sites::Empty(_) | Sites::Const(_))) => Kind::Carry {
                        from: Region::of(self, origins)?,
                        to: Region::of(self, to)?,
                        cond: test,
                    },
                    _ => return None,
                };
                (kind, cond(self, from)?)
            }
            RuleKind::Remove {
                t,
                sites,
                single: None,
                level: None,
                at_end: false,
                count: None,
            } if *t == own => {
                let (of, cond) = match sites {
                    Sites::Filter(of, cond) => (&**of, Test::of(self, cond)?),
                    of => (of, Test::Const(true)),
                };
                let of = Region::of(self, of)?;
                (Kind::Take { of, cond }, None)
            }
            RuleKind::Promote {
                t,
                at,
                what,
                owner,
                state: None,
            } if *t == own => {
                let what = what.iter().map(|what| self.promoted(what, owner.as_ref()));
                let what = what.collect::<Option<_>>()?;
                let at = Num::of(self, at)?;
                (Kind::Promote { at, what }, None)
            }
            RuleKind::Append(effect) => {
                let deed = Deed::of(self, self.game.effect(*effect))?;
                (Kind::Append(deed), None)
            }
            _ => return None,
        })
    }

    /// The kind that a man becomes, who may become that of another player.
    fn promoted(&mut self, what: &Int, owner: Option<&Int>) -> Option<Num> {
        match (what, owner) {
            (Int::ByPlayer(kinds, _), Some(owner)) => {
                // The kind of this name that the given player owns.
                let owner = Num::of(self, owner)?;
                Some(Num::Entry(kinds.clone().into(), Box::new(owner)))
            }
            (what, _) => Num::of(self, what),
        }
    }

    pub fn maybe_test(&mut self, cond: Option<&Bool>) -> Option<Option<Test>> {
        match cond {
            Some(cond) => Test::of(self, cond).map(Some),
            None => Some(None),
        }
    }

    pub fn maybe(&mut self, int: Option<&Int>) -> Option<Option<Num>> {
        match int {
            Some(int) => Num::of(self, int).map(Some),
            None => Some(None),
        }
    }

    /// What must hold of a target that is found along a line.
    fn target(&mut self, to: &Target) -> Option<Test> {
        let plain = to.is_open() && to.t == self.game.layout.own;
        if !plain || to.level.is_some() || to.rotations.is_some() {
            return None;
        }
        match &to.cond {
            Some(cond) => Test::of(self, cond),
            None => Some(Test::Const(true)),
        }
    }

    fn target_of_carry(&mut self, to: &Target) -> Option<Test> {
        if to.level.is_some() || to.rotations.is_some() {
            return None;
        }
        match &to.cond {
            Some(cond) => Test::of(self, cond),
            None => Some(Test::Const(true)),
        }
    }

    fn hop(&mut self, between: &Hurdle) -> Option<Hop> {
        let number = |int: &Int| match int {
            Int::Const(value) => usize::try_from(*value).ok(),
            _ => None,
        };
        let exact = match (&between.low, between.exact) {
            (Int::Const(_), _) | (_, false) => None,
            (exact, true) => Some(Num::of(self, exact)?),
        };
        let (low, high) = match exact {
            Some(_) => (0, 0),
            None => (number(&between.low)?, number(&between.high)?),
        };
        // Who leaps over nobody at all is left to the evaluator, where that is not told by a number.
        if exact.is_none() && (low == 0 || high == 0) {
            return None;
        }
        Some(Hop {
            before: number(&between.before)?,
            low,
            high,
            exact,
            after: number(&between.after)?,
            hurdle: match &between.cond {
                Some(cond) => Test::of(self, cond)?,
                None => Test::Const(true),
            },
        })
    }

    fn starts(&mut self, id: RuleId, from: &Origin) -> Option<Starts> {
        if from.is_here() {
            return Some(Starts::Here);
        }
        if from.sites.is_some() || from.t != self.game.layout.own {
            return None;
        }
        let kinds = (0..self.game.owners.len()).map(|what| {
            let sites = 0..self.game.layout.board_sites;
            let tickets = sites.map(|site| ticket::of_rule(self.game, what, id, site));
            self.ways(
                tickets.collect::<Option<Vec<_>>>()?,
                Box::new([Box::default()]),
            )
        });
        let kinds = kinds.collect::<Option<Box<[_]>>>()?;
        Some(Starts::At(Num::of(self, &from.site)?, kinds))
    }

    /// The ways that tickets by site stand for.
    fn ways(&self, tickets: Vec<Vec<Ticket>>, guards: Box<[Guard]>) -> Option<Ways> {
        let mut first = vec![0];
        let mut ways = Vec::new();
        for tickets in tickets {
            for ticket in tickets {
                ways.push(self.way(ticket));
            }
            first.push(ways.len() as u32);
        }
        Some(Ways {
            first: first.into(),
            ways: ways.into(),
            guards,
        })
    }

    fn way(&self, ticket: Ticket) -> Way {
        let along = !matches!(
            self.game.rules[usize::from(ticket.rule)].kind,
            RuleKind::Step { .. } | RuleKind::Leap { .. }
        );
        Way {
            rule: ticket.rule,
            guard: ticket.guard,
            to: ticket.place,
            path: match along {
                true => self.ray(ticket.table, usize::from(ticket.place)),
                false => (0, 0),
            },
            nth: ticket.nth,
        }
    }

    fn ray(&self, table: ir::TableId, ray: usize) -> (u32, u32) {
        let (start, end) = self.game.tables[usize::from(table)].rays[ray];
        let before = self.starts[usize::from(table)];
        (before + start, before + end)
    }

    /// The rays that a shot from where a kind of man stands may go along.
    fn shots(&self, id: RuleId, what: usize, dirs: &Dirs) -> Option<Ways> {
        let tables = ticket::tables_of(self.game, what, dirs)?;
        let (mut first, mut ways) = (vec![0], Vec::new());
        for site in 0..self.game.layout.board_sites {
            for &table in &tables {
                for ray in self.game.tables[usize::from(table)].rays_of(site) {
                    ways.push(Way {
                        rule: id,
                        guard: 0,
                        to: 0,
                        path: self.ray(table, ray),
                        nth: 0,
                    });
                }
            }
            first.push(ways.len() as u32);
        }
        Some(Ways {
            first: first.into(),
            ways: ways.into(),
            guards: Box::new([Box::default()]),
        })
    }

    fn pieces(&mut self, piece: &ForEachPiece) -> Option<Pieces> {
        let of_mover = piece.t == self.game.layout.own
            && !piece.ordered
            && matches!(piece.container, Int::Const(0))
            && matches!(&piece.owners, Owners::One(Int::Mover));
        if !of_mover {
            return None;
        }
        let tickets = piece.tickets.get_or_init(|| Tickets::of(self.game, piece));
        let mut kinds = Vec::new();
        for what in 0..piece.moves.len() {
            let ticket::Kind::Known { guards, .. } = tickets.of_kind(what) else {
                match tickets.of_kind(what) {
                    ticket::Kind::Still => kinds.push(None),
                    _ => return None,
                }
                continue;
            };
            let read = |r: &mut Self, guard: &[(Bool, bool)]| {
                let tests = guard.iter();
                let tests = tests.map(|(cond, must)| Some((Test::of(r, cond)?, *must)));
                tests.collect::<Option<Guard>>()
            };
            let guards = guards.iter().map(|guard| read(self, guard));
            let guards = guards.collect::<Option<Box<[_]>>>()?;
            let sites = 0..self.game.layout.board_sites;
            let by_site: Vec<Vec<Ticket>> = sites
                .map(|site| tickets.of_kind(what).at(site).to_vec())
                .collect();
            for ticket in by_site.iter().flatten() {
                self.rule(ticket.rule)?;
            }
            kinds.push(Some(self.ways(by_site, guards)?));
        }
        Some(Pieces {
            kinds: kinds.into(),
            most: tickets.alike(),
            reach: std::sync::OnceLock::new(),
        })
    }
}
