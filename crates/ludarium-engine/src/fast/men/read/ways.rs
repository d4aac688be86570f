//! Reading the tables of what men might do, by site.

use super::{Progress, Reader};
use crate::eval::candidate::{self, Candidate, CandidateTable};
use crate::fast::men::board::{ByOwner, Words};
use crate::fast::men::front::{OfKind, Sets};
use crate::fast::men::reach::is_shut;
use crate::fast::men::rule::{Guard, Kind, Pieces, Starts, Way, Ways};
use crate::fast::men::terms::{Num, Place, Test};
use crate::fast::men::{stand_in, Gen};
use crate::ir::{self, Bool, Dirs, ForEachPiece, Int, Iter, Origin, Owners, RuleId, RuleKind};

impl<'g> Reader<'g> {
    pub(super) fn starts(&mut self, id: RuleId, from: &Origin) -> Option<Starts> {
        if from.is_here() {
            return Some(Starts::Here);
        }
        if from.sites.is_some() || from.site_type != self.game.layout.own {
            return None;
        }
        let site = Num::of(self, &from.site)?;
        self.starts_at(id, site)
    }

    fn starts_at(&self, id: RuleId, site: Num) -> Option<Starts> {
        let kinds = (0..self.game.owners.len()).map(|what| {
            let sites = 0..self.game.layout.board_sites;
            let tickets = sites.map(|site| candidate::of_rule(self.game, what, id, site));
            self.ways(
                tickets.collect::<Option<Vec<_>>>()?,
                Box::new([Box::default()]),
                None,
            )
        });
        Some(Starts::At(site, kinds.collect::<Option<Box<[_]>>>()?))
    }

    /// Lets a rule that starts where the man stands that moves start there also where no table says
    /// so.
    pub(super) fn start_from_here(&mut self, id: u16) -> Option<()> {
        let Progress::Read(rule) = &mut self.rules[usize::from(id)] else {
            return None;
        };
        if !matches!(rule.kind.starts_mut(), Some(Starts::Here)) {
            return Some(());
        }
        let here = self.starts_at(id, Num::Iter(Iter::From))?;
        let Progress::Read(rule) = &mut self.rules[usize::from(id)] else {
            return None;
        };
        if let Some(starts) = rule.kind.starts_mut() {
            *starts = here;
        }
        rule.look_ahead(&self.paths, self.game);
        Some(())
    }

    /// By kind and site: the site some steps ahead, as [`Ahead`](crate::fast::men::terms::Ahead)
    /// asks for it.
    pub fn ahead(&self, steps: &Int, dirs: &Dirs) -> Option<Box<[Box<[i16]>]>> {
        let Int::Const(steps) = steps else {
            return None;
        };
        let alike = matches!(dirs, Dirs::Table(_));
        // For what stands on no site the mover looks.
        if !alike && (1..=self.game.players).any(|player| stand_in(self.game, player) == 0) {
            return None;
        }
        let step = usize::try_from(*steps).ok()?.checked_sub(1);
        let sites = 0..self.game.layout.board_sites;
        let kinds = (0..self.game.owners.len()).map(|what| {
            let tables = match (what, alike) {
                (0, false) => Vec::new(),
                _ => candidate::tables_of(self.game, what, dirs)?,
            };
            let ahead = |site: usize| {
                let mut rays = tables.iter().flat_map(|&table| {
                    let table = &self.game.tables[usize::from(table)];
                    table.rays_of(site).map(|ray| table.ray(ray))
                });
                let found = rays.find_map(|ray| ray.get(step?).copied());
                i16::try_from(found.map_or(site, usize::from)).ok()
            };
            sites.clone().map(ahead).collect::<Option<Box<[i16]>>>()
        });
        kinds.collect()
    }

    /// The ways that tickets by site stand for, and of which classes those are that are not of who
    /// moves, if all are of one player's men.
    fn ways(
        &self,
        tickets: Vec<Vec<Candidate>>,
        guards: Box<[Guard]>,
        others: Option<u8>,
    ) -> Option<Ways> {
        let mut first = vec![0];
        let mut ways = Vec::new();
        let mut prey = Some(Vec::new());
        for tickets in tickets {
            let begin = ways.len();
            ways.extend(tickets.into_iter().map(|ticket| self.way(ticket)));
            first.push(ways.len() as u32);
            let of_site = self.prey(&ways[begin..]);
            prey = prey.zip(of_site).map(|(mut prey, of_site)| {
                prey.push(of_site);
                prey
            });
        }
        let mut all = Ways {
            first: first.into(),
            ways: ways.into(),
            guards,
            clear: Box::default(),
            prey: prey.map(Into::into),
        };
        let open: Box<[bool]> = all.guards.iter().map(|guard| guard.is_empty()).collect();
        let mut sets = Sets::new(self.game);
        for (site, way) in all.each_mut() {
            if let Progress::Read(rule) = &self.rules[usize::from(way.rule)] {
                way.look_ahead(rule, site, (&self.paths, others), &mut sets);
                way.sure &= open[usize::from(way.guard)];
            }
        }
        all.clear = sets.into();
        Some(all)
    }

    /// Where an enemy must stand for any of some ways to be open; `None` if there are others than
    /// leaps over enemies.
    fn prey(&self, ways: &[Way]) -> Option<Words> {
        let mut prey = Words::default();
        for way in ways {
            let Progress::Read(rule) = &self.rules[usize::from(way.rule)] else {
                return None;
            };
            let Kind::Hop { over, .. } = &rule.kind else {
                return None;
            };
            let enemy = |place: &Place| matches!(place, Place::Class(classes) | Place::ClassIn(classes, _) if *classes == Place::ENEMIES);
            if !over.first.as_ref().is_some_and(enemy) {
                return None;
            }
            let path = &self.paths[way.path.0 as usize..way.path.1 as usize];
            for &site in path.iter().take(over.before.saturating_add(1)) {
                prey[usize::from(site) / 64] |= 1 << (site % 64);
            }
        }
        Some(prey)
    }

    /// Of which classes all is that is not the mover's.
    fn others(&self) -> u8 {
        let kinds = &self.game.components;
        let nobodys = kinds
            .iter()
            .skip(1)
            .any(|kind| kind.owner == 0 && kind.die.is_none());
        match nobodys {
            true => 0b1011,
            false => 0b1001,
        }
    }

    fn way(&self, ticket: Candidate) -> Way {
        let along = !matches!(
            self.game.rules[usize::from(ticket.rule)].kind,
            RuleKind::Step { .. } | RuleKind::Leap { .. }
        );
        let path = match along {
            true => self.ray(ticket.table, usize::from(ticket.place)),
            false => (0, 0),
        };
        Way {
            guard: ticket.guard,
            nth: ticket.nth,
            ..Way::new(ticket.rule, ticket.place, path)
        }
    }

    pub fn ray(&self, table: ir::TableId, ray: usize) -> (u32, u32) {
        let (start, end) = self.game.tables[usize::from(table)].rays[ray];
        let before = self.starts[usize::from(table)];
        (before + start, before + end)
    }

    /// The rays that a shot from where a kind of man stands may go along.
    pub(super) fn shots(&self, id: RuleId, what: usize, dirs: &Dirs) -> Option<Ways> {
        let tables = candidate::tables_of(self.game, what, dirs)?;
        let (mut first, mut ways) = (vec![0], Vec::new());
        for site in 0..self.game.layout.board_sites {
            for &table in &tables {
                for ray in self.game.tables[usize::from(table)].rays_of(site) {
                    ways.push(Way::new(id, 0, self.ray(table, ray)));
                }
            }
            first.push(ways.len() as u32);
        }
        Some(Ways::unguarded(first, ways))
    }

    pub(super) fn pieces(&mut self, piece: &ForEachPiece) -> Option<Pieces> {
        let on_board = piece.site_type == self.game.layout.own
            && !piece.ordered
            && matches!(piece.container, Int::Const(0));
        let whose = match &piece.owners {
            Owners::One(Int::Mover) => None,
            Owners::One(player) => Some(Num::of(self, player)?),
            _ => return None,
        };
        if !on_board {
            return None;
        }
        let tickets = piece
            .candidates
            .get_or_init(|| CandidateTable::of(self.game, piece));
        let mut kinds = Vec::new();
        let mut others = Vec::new();
        for what in 0..piece.moves.len() {
            let candidate::KindCandidates::Known { guards, .. } = tickets.of_kind(what) else {
                match tickets.of_kind(what) {
                    candidate::KindCandidates::Immobile => {}
                    _ => {
                        others.resize(piece.moves.len(), None);
                        others[what] = match &piece.moves[what] {
                            Some(moves) => Some(self.reading_kind(what, |r| Gen::of(r, moves))?),
                            None => None,
                        };
                    }
                }
                kinds.push(None);
                continue;
            };
            let read = |r: &mut Self, guard: &[(Bool, bool)]| {
                let tests = guard.iter();
                let tests = tests.map(|(cond, must)| Some((Test::of(r, cond)?, *must)));
                tests.collect::<Option<Guard>>()
            };
            let mut guards = self.reading_kind(what, |r| {
                let guards = guards.iter().map(|guard| read(r, guard));
                guards.collect::<Option<Vec<Guard>>>()
            })?;
            // What a guard says of the site where a man stands is known before the game.
            let (open, shut) = (guards.len() as u16, guards.len() as u16 + 1);
            let owner = i32::from(self.game.owners[what]);
            let settled = |ticket: &Candidate, site: usize| {
                let guard = &guards[usize::from(ticket.guard)];
                let mut each = guard.iter().map(|(cond, must)| {
                    cond.settled(what as i32, owner, site).map(|is| is == *must)
                });
                match each.clone().any(|fits| fits == Some(false)) {
                    true => shut,
                    false if each.all(|fits| fits == Some(true)) => open,
                    false => ticket.guard,
                }
            };
            let sites = 0..self.game.layout.board_sites;
            let by_site: Vec<Vec<Candidate>> = sites
                .map(|site| {
                    let tickets = tickets.of_kind(what).at(site).iter();
                    let settled = tickets.map(|ticket| Candidate {
                        guard: settled(ticket, site),
                        ..*ticket
                    });
                    settled.collect()
                })
                .collect();
            guards.extend([Guard::default(), Box::new([(Test::Const(false), true)])]);
            for ticket in by_site.iter().flatten() {
                self.rule(ticket.rule)?;
            }
            let others = (owner > 0).then(|| self.others());
            kinds.push(Some(self.ways(by_site, guards.into(), others)?));
        }
        let of_owner: ByOwner<Box<[OfKind]>> = std::array::from_fn(|owner| {
            let of = |(kind, ways): (usize, &Option<Ways>)| {
                if usize::from(self.game.owners[kind]) != owner {
                    return None;
                }
                match (ways, others.get(kind)) {
                    (Some(ways), _) => Some(OfKind::of(kind, ways)),
                    (None, Some(Some(moves))) => Some(self.choosers(kind, moves)),
                    (None, _) => None,
                }
            };
            kinds.iter().enumerate().filter_map(of).collect()
        });
        let sites = self.game.layout.board_sites;
        let many = |ways: &Option<Ways>, site: usize| match ways {
            Some(ways) => u16::try_from(ways.at(site).len()).ok(),
            None => Some(0),
        };
        let many = kinds
            .iter()
            .flat_map(|ways| (0..sites).map(move |site| many(ways, site)));
        let mut men = of_owner[1..].iter().flatten();
        let ranked = whose.is_none() && men.all(|men| men.ranks.is_some());
        let by_die = |ways: &Ways| ways.ways.iter().any(|way| way.by_die);
        let all_sure = |ways: &Ways| {
            let mut all = ways.ways.iter();
            let mut sites = ways.first.windows(2);
            // As many as a word has bits.
            sites.all(|ends| ends[1] - ends[0] <= u64::BITS)
                && all.all(|way| way.sure || is_shut(&ways.guards[usize::from(way.guard)]))
        };
        Some(Pieces {
            sure: whose.is_none() && others.is_empty() && kinds.iter().flatten().all(all_sure),
            counted: ranked && !kinds.iter().flatten().any(by_die),
            whose,
            of_owner,
            many: many.collect::<Option<_>>()?,
            kinds: kinds.into(),
            others: others.into(),
            most: tickets.max_uniform(),
            drawn_beside: tickets.worth_sampling(true),
            reach: std::sync::OnceLock::new(),
        })
    }
}
