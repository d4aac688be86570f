//! Patterns, rings and the extent of large pieces; the sites of winning moves.

use ludarium_board::Direction;
use smallvec::SmallVec;

use super::Evaluator;
use crate::ir::{Iter, LoopTest, MovePart, Moves, Outer, Pattern, RuleKind, Turn};
use crate::layout::{type_of_index, Field, PlayerField};
use crate::set::SiteSet;
use crate::Move;

type Kinds = SmallVec<[i32; 8]>;

impl<'a> Evaluator<'a> {
    /// `(is Pattern ...)`: whether a walk from the site, begun in any direction, meets the given
    /// kinds in order.
    pub fn is_pattern(&mut self, pattern: &'a Pattern) -> bool {
        let Some((from, kinds)) = self.pattern_start(pattern) else {
            return false;
        };
        let wheel = self.pattern_directions(pattern);
        let mut walks = 0..wheel.len();
        walks.any(|first| {
            self.pattern_walk(pattern, from, &kinds, (&wheel, first))
                .is_some()
        })
    }

    /// `(sites Pattern ...)`: the sites of all walks of the pattern that meet the given kinds in
    /// order.
    pub fn pattern_sites(&mut self, pattern: &'a Pattern) -> SiteSet {
        let mut set = SiteSet::new(self.game.layout.lens[pattern.site_type]);
        let Some((from, kinds)) = self.pattern_start(pattern) else {
            return set;
        };
        let wheel = self.pattern_directions(pattern);
        for first in 0..wheel.len() {
            let walked = self.pattern_walk(pattern, from, &kinds, (&wheel, first));
            walked
                .into_iter()
                .flatten()
                .for_each(|site| set.insert(site));
        }
        set
    }

    /// The directions of a pattern, clockwise: those of the board that stay in the layer.
    fn pattern_directions(&self, pattern: &Pattern) -> SmallVec<[Direction; 16]> {
        let kind = type_of_index(pattern.site_type);
        let topology = &self.game.board.topology;
        let all = topology.supported(kind, ludarium_board::Relation::Orthogonal);
        (all.iter()
            .copied()
            .filter(|direction| direction.is_compass()))
        .collect()
    }

    /// Where the walks begin, and the kinds that they must meet; `None` if the first is not there.
    fn pattern_start(&mut self, pattern: &'a Pattern) -> Option<(u32, Kinds)> {
        let from = self.int(&pattern.from);
        let kinds: Kinds = match &pattern.kinds {
            Some(kinds) => kinds.iter().map(|kind| self.int(kind)).collect(),
            None => self
                .slot(pattern.site_type, from)
                .map(|slot| self.state.what(slot) as i32)
                .into_iter()
                .collect(),
        };
        let site = u32::try_from(from).ok()?;
        if site as usize >= self.game.layout.lens[pattern.site_type] {
            return None;
        }
        let slot = self.slot(pattern.site_type, from)?;
        let first = *kinds.first()?;
        (self.state.what(slot) as i32 == first).then_some((site, kinds))
    }

    /// The sites of the walk that begins in one of the directions of the wheel, if they hold the
    /// given kinds in order.
    fn pattern_walk(
        &self,
        pattern: &Pattern,
        from: u32,
        kinds: &[i32],
        (wheel, first): (&[Direction], usize),
    ) -> Option<SmallVec<[i32; 16]>> {
        let kind = type_of_index(pattern.site_type);
        let topology = &self.game.board.topology;
        let matches = |site: u32, step: usize| {
            self.slot(pattern.site_type, site as i32)
                .is_some_and(|slot| self.state.what(slot) as i32 == kinds[step % kinds.len()])
        };
        let mut walked = SmallVec::new();
        walked.push(from as i32);
        let (mut site, mut facing, mut step) = (from, first, 0);
        for turn in &pattern.walk {
            match turn {
                Turn::Left => facing = (facing + wheel.len() - 1) % wheel.len(),
                Turn::Right => facing = (facing + 1) % wheel.len(),
                Turn::Forward => {
                    site = *topology.steps(kind, site, wheel[facing]).first()?;
                    step += 1;
                    if !matches(site, step) {
                        return None;
                    }
                    walked.push(site as i32);
                }
            }
        }
        Some(walked)
    }

    /// `(sites Loop ...)`: the sites that a ring encloses, or the pieces of the ring that touch
    /// them.
    pub fn loop_sites(&mut self, test: &'a LoopTest, inside: bool) -> SiteSet {
        let (ring, enclosed) = self.ring_and_inside(test);
        if inside {
            return enclosed;
        }
        let kind = type_of_index(test.site_type);
        let topology = &self.game.board.topology;
        let mut touching = SiteSet::default();
        for site in enclosed.iter() {
            for &near in topology.neighbours(kind, site as u32, ludarium_board::Relation::All) {
                if ring.contains(near as i32) {
                    touching.insert(near as i32);
                }
            }
        }
        touching
    }

    /// `(sites LargePiece ...)`: the site and those that the piece on it covers.
    pub fn large_piece(&self, site_type: usize, at: i32) -> SiteSet {
        let mut set = SiteSet::default();
        let Some(slot) = self.slot(site_type, at) else {
            return set;
        };
        if !self.state.is_empty(slot) {
            set.insert(at);
            self.add_covered(&mut set);
        }
        set
    }

    /// `(sites Winning ...)`.
    pub fn winning_sites(&mut self, player: i32, moves: &'a Moves) -> SiteSet {
        let mut set = SiteSet::default();
        if !(1..=self.game.players as i32).contains(&player) || self.lookahead_depth > 0 {
            return set;
        }
        let (mover, next) = (
            self.state.field(Field::Mover),
            self.state.field(Field::Next),
        );
        let saved = self.env;
        self.state.set_field(Field::Mover, player);
        self.state
            .set_field(Field::Next, self.next_player(player as usize, 0));
        let list = self.list_moves(moves);
        self.lookahead_depth += 1;
        for &mv in &list {
            let won = self.with_move_made(mv, Outer::default(), |eval| {
                eval.check_end();
                eval.state.player(PlayerField::Rank, player as usize) == 2
            });
            if won && mv.target() >= 0 {
                set.insert(self.game.layout.site(mv.target() as usize).1);
            }
        }
        self.lookahead_depth -= 1;
        self.recycle(list);
        self.state.set_field(Field::Mover, mover);
        self.state.set_field(Field::Next, next);
        self.env = saved;
        set
    }

    /// `(sites From ...)`, `(sites To ...)`, `(sites Between ...)` for one move.
    pub(super) fn part_of_move(&mut self, mv: Move, part: MovePart, set: &mut SiteSet) {
        let slot = match part {
            MovePart::From => mv.origin(),
            MovePart::To => mv.target(),
            MovePart::Between => {
                let passed = match &self.game.rules[mv.rule as usize].kind {
                    RuleKind::Hop { dirs, .. } => self.hurdles(dirs, mv),
                    RuleKind::Slide { dirs, tracks, .. } if tracks.is_empty() => {
                        self.passed(dirs, mv)
                    }
                    RuleKind::Shoot { dirs, .. } => self.passed(dirs, mv),
                    _ => Vec::new(),
                };
                passed.into_iter().for_each(|site| {
                    set.insert(site);
                });
                return;
            }
        };
        if slot >= 0 {
            set.insert(self.game.layout.site(slot as usize).1);
        }
    }

    /// The union of the region over all teams.
    pub(super) fn sites_of_teams(&mut self, body: &'a crate::ir::Sites) -> SiteSet {
        let mut set = SiteSet::default();
        for team in self.teams() {
            let old = self.bind(Iter::Team, team);
            let part = self.sites(body);
            self.bind(Iter::Team, old);
            set.union_with(&part);
        }
        set
    }

    /// The numbers of all teams, in order.
    pub(super) fn teams(&self) -> Vec<i32> {
        let mut teams: Vec<i32> = (1..=self.game.players)
            .map(|player| self.state.player(PlayerField::Team, player))
            .filter(|&team| team > 0)
            .collect();
        teams.sort_unstable();
        teams.dedup();
        teams
    }
}
