//! From where a piece might come to a site, on the board as it stands.
//!
//! A question such as "is the king attacked?" asks for moves to one site. Looking from there along
//! the lines by which pieces may come, most of them end at a piece that could not: nobody's rules
//! need be looked at. What is left is asked of the rules themselves, so a line may promise too
//! much, but never too little.

use std::collections::BTreeMap;

use super::slide::needs_empty;
use super::ticket::facing;
use crate::game::Game;
use crate::ir::{Bool, Dirs, ForEachPiece, Int, Iter, LeapRef, Mask, Moves};
use crate::ir::{Origin, RuleKind, TableId, Target};
use crate::state::State;

/// Boards with more sites than this get no lines: they would be larger than they are worth.
const MOST_SITES: usize = 512;

/// Sets of kinds, by the remainder of their number: a bit may stand for several kinds.
type Kinds = u64;

fn bit(kind: usize) -> Kinds {
    1 << (kind & 63)
}

/// The lines that lead to each site.
#[derive(Clone, Debug, Default)]
pub struct Approaches {
    /// Those of a site are `lines[first[site]..first[site + 1]]`; empty where nothing is known.
    first: Vec<u32>,
    /// Each a range of `stops`.
    lines: Vec<(u32, u32)>,
    stops: Vec<Stop>,
    /// Kinds of which nothing is known: they may come from anywhere.
    open: Kinds,
}

/// A site on a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Stop {
    slot: u16,
    /// Whether no stop behind this one can be come from over a piece.
    last_over: bool,
    /// The kinds that may come from here if nothing is in between.
    free: Kinds,
    /// The same, but to empty sites only.
    quiet: Kinds,
    /// The kinds that may come whatever is in between.
    over: Kinds,
}

impl Approaches {
    /// The lines for the pieces of a `(forEach Piece ...)`.
    pub(crate) fn of(game: &Game, pieces: &ForEachPiece) -> Approaches {
        let sites = game.layout.board_sites;
        if game.layout.slots > MOST_SITES {
            return Approaches::default();
        }
        let mut ways = Ways::default();
        let mut open = 0;
        for (what, moves) in pieces.moves.iter().enumerate() {
            let Some(moves) = moves else { continue };
            if ways.add_moves(game, what, moves, 0).is_none() {
                open |= bit(what);
            }
        }
        let mut trees = vec![Tree::default(); sites];
        ways.plant(game, &mut trees);
        let mut all = Approaches {
            first: vec![0],
            open,
            ..Approaches::default()
        };
        for tree in &trees {
            tree.flatten(&mut all);
            all.first.push(all.lines.len() as u32);
        }
        all
    }

    /// Calls `found` with each slot from which a piece of `owner` might come to `target`; a slot may
    /// come twice. `None`, without any call, where that is not known.
    pub(crate) fn each(
        &self,
        state: &State,
        owners: &[u8],
        owner: usize,
        target: usize,
        mut found: impl FnMut(usize),
    ) -> Option<()> {
        if target + 1 >= self.first.len() {
            return None;
        }
        let kinds = state.kinds();
        let owned = |what: usize| usize::from(owners[what]) == owner;
        let quiet = if kinds[target] == 0 { Kinds::MAX } else { 0 };
        let lines = self.first[target] as usize..self.first[target + 1] as usize;
        for &(start, end) in &self.lines[lines] {
            let mut over = false;
            for stop in &self.stops[start as usize..end as usize] {
                let slot = usize::from(stop.slot);
                let what = kinds[slot] as usize;
                if what == 0 {
                    continue;
                }
                let may = if over {
                    stop.over
                } else {
                    stop.over | stop.free | stop.quiet & quiet
                };
                if may & bit(what) != 0 && owned(what) {
                    found(slot);
                }
                over = true;
                if stop.last_over {
                    break;
                }
            }
        }
        if self.open != 0 {
            for slot in state.owned_bits(owner) {
                if self.open & bit(kinds[slot as usize] as usize) != 0 {
                    found(slot as usize);
                }
            }
        }
        Some(())
    }
}

impl ForEachPiece {
    /// The lines by which the pieces may come to a site.
    #[inline]
    pub(crate) fn approaches(&self, game: &Game) -> &Approaches {
        self.approaches.get_or_init(|| Approaches::of(game, self))
    }

    /// Whether only the topmost piece of each site moves.
    #[inline]
    pub(crate) fn only_topmost(&self, game: &Game) -> bool {
        game.layout.levels == 0 || self.top
    }
}

/// How far a move goes, and what stops it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    /// To the sites next to it; with `true` to empty ones only.
    Step(bool),
    /// Along the rays, so far at most, until something stands in the way.
    Slide(i32),
    /// Along the rays, whatever stands there.
    Over,
}

/// By which ways the pieces move, and which kinds each way is for.
#[derive(Debug, Default)]
struct Ways<'g> {
    along: BTreeMap<(TableId, Way), Kinds>,
    leaps: Vec<(&'g [Vec<u16>], Kinds)>,
}

impl<'g> Ways<'g> {
    /// Adds the ways of one kind's moves; `None` where they may lead anywhere.
    fn add_moves(
        &mut self,
        game: &'g Game,
        what: usize,
        moves: &'g Moves,
        depth: u32,
    ) -> Option<()> {
        if depth > 32 {
            return None;
        }
        let mut all = |parts: &[&'g Moves]| {
            (parts.iter()).try_for_each(|part| self.add_moves(game, what, part, depth + 1))
        };
        match moves {
            Moves::None => Some(()),
            Moves::Rule(id) => self.add_rule(game, what, &game.rules[*id as usize].kind),
            Moves::OfPiece(kind) => all(&[&game.piece_moves[*kind]]),
            Moves::All(parts) | Moves::Priority(parts) => all(&parts.iter().collect::<Vec<_>>()),
            Moves::If(_, yes, no) | Moves::RollIf(_, _, yes, no) => match no {
                Some(no) => all(&[yes, no]),
                None => all(&[yes]),
            },
            Moves::Do { next, .. } => all(&[next]),
            Moves::Late(late) => all(&[&late.moves]),
            Moves::MaxCaptures { moves, .. }
            | Moves::MaxMoves { moves, .. }
            | Moves::AvoidStored(moves) => all(&[moves]),
            _ => None,
        }
    }

    fn add_rule(&mut self, game: &'g Game, what: usize, kind: &'g RuleKind) -> Option<()> {
        let own = game.layout.own;
        let from_here = |from: &Origin, to: &Target| {
            (from.is_here() && to.is_open() && from.t == own && to.t == own).then_some(())
        };
        match kind {
            RuleKind::Pass => Some(()),
            RuleKind::Step { from, dirs, to, .. } => {
                from_here(from, to)?;
                let to_empty = matches!(&to.cond, Some(Bool::At(Iter::To, mask)) if matches!(**mask, Mask::Empty));
                self.add_along(game, what, dirs, Way::Step(to_empty))
            }
            RuleKind::Slide {
                from,
                dirs,
                tracks,
                between,
                to,
                ..
            } if tracks.is_empty() => {
                from_here(from, to)?;
                let way = match between.high {
                    Int::Const(high) if needs_empty(between, own) => Way::Slide(high),
                    _ => Way::Over,
                };
                self.add_along(game, what, dirs, way)
            }
            RuleKind::Hop { from, dirs, to, .. } => {
                from_here(from, to)?;
                self.add_along(game, what, dirs, Way::Over)
            }
            RuleKind::Leap { from, table, to } => {
                from_here(from, to)?;
                match (table, facing(game, what)) {
                    (LeapRef::Fixed(table), _) => self.leaps.push((table, bit(what))),
                    (LeapRef::ByFacing(tables), Some(facing)) => {
                        self.leaps.push((tables.get(facing as usize)?, bit(what)));
                    }
                    (LeapRef::ByFacing(tables), None) => {
                        self.leaps
                            .extend(tables.iter().map(|table| (&table[..], bit(what))));
                    }
                }
                Some(())
            }
            _ => None,
        }
    }

    fn add_along(&mut self, game: &Game, what: usize, dirs: &Dirs, way: Way) -> Option<()> {
        let mut add = |id: TableId| *self.along.entry((id, way)).or_default() |= bit(what);
        match dirs {
            Dirs::Table(id) => add(*id),
            Dirs::ByFacing(ids) => match facing(game, what) {
                Some(facing) => add(*ids.get(facing as usize)?),
                None => ids.iter().copied().for_each(add),
            },
            Dirs::If(_, yes, no) | Dirs::Union(yes, no) => {
                self.add_along(game, what, yes, way)?;
                self.add_along(game, what, no, way)?;
            }
            _ => return None,
        }
        Some(())
    }

    /// Puts the ways into the trees of the sites that they lead to.
    fn plant(&self, game: &Game, trees: &mut [Tree]) {
        for (&(id, way), &kinds) in &self.along {
            let table = &game.tables[id as usize];
            for from in 0..trees.len() {
                if let Way::Step(quiet) = way {
                    for &to in table.steps_of(from) {
                        let stop = trees[usize::from(to)].walk(&[], from as u16);
                        *if quiet {
                            &mut stop.quiet
                        } else {
                            &mut stop.free
                        } |= kinds;
                    }
                    continue;
                }
                for ray in table.rays_of(from) {
                    let path = table.ray(ray);
                    let far = match way {
                        Way::Slide(high) => path.len().min(high.max(0) as usize),
                        _ => path.len(),
                    };
                    for (passed, &to) in path[..far].iter().enumerate() {
                        let tree = &mut trees[usize::from(to)];
                        if way == Way::Over {
                            tree.walk(&[], from as u16).over |= kinds;
                        } else {
                            tree.walk(&path[..passed], from as u16).free |= kinds;
                        }
                    }
                }
            }
        }
        for (table, kinds) in &self.leaps {
            for (from, targets) in table.iter().enumerate().take(trees.len()) {
                for &to in targets {
                    if let Some(tree) = trees.get_mut(usize::from(to)) {
                        tree.walk(&[], from as u16).free |= kinds;
                    }
                }
            }
        }
    }
}

/// The ways to one site: those that begin with the same sites share a branch.
#[derive(Clone, Debug, Default)]
struct Tree {
    stop: Stop,
    branches: Vec<Tree>,
}

impl Tree {
    /// The stop for `from`, reached from the root over the sites of `path`, the last of them first.
    fn walk(&mut self, path: &[u16], from: u16) -> &mut Stop {
        let mut tree = self;
        for &slot in path.iter().rev().chain(std::iter::once(&from)) {
            let known = tree.branches.iter().position(|next| next.stop.slot == slot);
            let index = known.unwrap_or_else(|| {
                tree.branches.push(Tree::default());
                tree.branches.len() - 1
            });
            tree = &mut tree.branches[index];
            tree.stop.slot = slot;
        }
        &mut tree.stop
    }

    /// Writes the lines of a tree: one to the end of each branch. What several lines share counts in
    /// the first of them only.
    fn flatten(&self, all: &mut Approaches) {
        let mut way = Vec::new();
        for branch in &self.branches {
            branch.lines(&mut way, all);
        }
    }

    fn lines(&self, way: &mut Vec<Stop>, all: &mut Approaches) {
        way.push(self.stop);
        for branch in &self.branches {
            branch.lines(way, all);
        }
        if self.branches.is_empty() {
            let start = all.stops.len();
            let mut over = 0;
            for stop in way.iter_mut().rev() {
                all.stops.push(Stop {
                    last_over: over == 0,
                    ..*stop
                });
                over |= stop.over;
                (stop.free, stop.quiet, stop.over) = (0, 0, 0);
            }
            all.stops[start..].reverse();
            all.lines.push((start as u32, all.stops.len() as u32));
        }
        way.pop();
    }
}
