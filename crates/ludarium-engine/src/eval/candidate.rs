//! Candidate tables: the moves that a piece might make from a site, independent of the position.
//!
//! Where only one random move is wanted, drawing a candidate and testing whether it is legal is
//! much cheaper than listing every legal move.

use crate::game::Game;
use crate::ir::{Bool, Dirs, ForEachPiece, Int, Moves, Origin, RuleId, RuleKind};
use crate::ir::{Table, TableId, Target};

/// Games whose table would be larger than this have none.
const MAX_TABLE_SIZE: usize = 1 << 20;

/// A move that a piece might make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub rule: RuleId,
    /// The index of the guard (the conditions that enclose the rule).
    pub guard: u16,
    /// The direction table that `place` is a ray of.
    pub table: TableId,
    /// The target of a step or leap; the ray of a slide or hop.
    pub place: u16,
    /// The index of the move along the ray, from 0.
    pub nth: u16,
}

/// The candidates of one kind of piece.
#[derive(Clone, Debug)]
pub(crate) enum KindCandidates {
    /// The kind has no moves.
    Immobile,
    /// A table cannot represent the moves: they are listed.
    Unknown,
    /// The candidates by site: those of `site` are `candidates[first[site]..first[site + 1]]`.
    Known {
        first: Vec<u32>,
        candidates: Vec<Candidate>,
        /// The conditions that enclose a rule, with the value that each must have.
        guards: Vec<Vec<(Bool, bool)>>,
    },
}

/// The candidates of the pieces of one `(forEach Piece ...)`, by kind.
#[derive(Clone, Debug, Default)]
pub struct CandidateTable {
    kinds: Vec<KindCandidates>,
    /// The maximum number of candidates of a piece on any site, where most pieces have about that
    /// many. Padding with rejections is then cheaper than counting.
    uniform: Option<u32>,
    /// Whether some candidates are hops, most of which are rejected.
    has_hops: bool,
}

impl CandidateTable {
    /// Builds the tables.
    pub(crate) fn of(game: &Game, pieces: &ForEachPiece) -> CandidateTable {
        let mut space = MAX_TABLE_SIZE;
        let kinds = pieces.moves.iter().enumerate();
        let kinds = kinds.map(|(what, moves)| match moves {
            None => KindCandidates::Immobile,
            Some(moves) => {
                candidates_of_kind(game, what, moves, &mut space).unwrap_or(KindCandidates::Unknown)
            }
        });
        let kinds: Vec<KindCandidates> = kinds.collect();
        CandidateTable {
            uniform: uniform(game, &kinds),
            has_hops: kinds.iter().any(|kind| kind.has_hops(game)),
            kinds,
        }
    }

    /// Whether sampling candidates is better than listing the moves, where other pieces are sampled
    /// anyway.
    #[inline]
    pub(crate) fn worth_sampling(&self, alongside_others: bool) -> bool {
        !alongside_others || !self.has_hops
    }

    /// The maximum number of candidates of a piece on any site, where most pieces have about that
    /// many.
    #[inline]
    pub(crate) fn max_uniform(&self) -> Option<u32> {
        self.uniform
    }

    /// The candidates of a kind of piece.
    #[inline]
    pub(crate) fn of_kind(&self, what: usize) -> &KindCandidates {
        &self.kinds[what]
    }
}

impl KindCandidates {
    fn has_hops(&self, game: &Game) -> bool {
        let hop = |candidate: &Candidate| {
            let rule = &game.rules[usize::from(candidate.rule)];
            matches!(rule.kind, RuleKind::Hop { .. })
        };
        matches!(self, KindCandidates::Known { candidates, .. } if candidates.iter().any(hop))
    }

    /// The candidates of a piece on `site`.
    #[inline]
    pub fn at(&self, site: usize) -> &[Candidate] {
        match self {
            KindCandidates::Known {
                first, candidates, ..
            } if site + 1 < first.len() => {
                &candidates[first[site] as usize..first[site + 1] as usize]
            }
            _ => &[],
        }
    }

    /// The guard of a candidate.
    #[inline]
    pub fn guard(&self, candidate: Candidate) -> &[(Bool, bool)] {
        match self {
            KindCandidates::Known { guards, .. } => &guards[candidate.guard as usize],
            _ => &[],
        }
    }
}

/// The maximum number of candidates on any site, unless pieces have far fewer on average. `None`
/// also where some kind has no table, or some kind of a player does not move at all.
fn uniform(game: &Game, kinds: &[KindCandidates]) -> Option<u32> {
    let (mut most, mut all, mut sites) = (0, 0, 0);
    for (what, kind) in kinds.iter().enumerate() {
        match kind {
            KindCandidates::Immobile
                if (1..=game.players).contains(&usize::from(game.owners[what])) =>
            {
                return None;
            }
            KindCandidates::Immobile => {}
            KindCandidates::Unknown => return None,
            KindCandidates::Known {
                first, candidates, ..
            } => {
                most = first
                    .windows(2)
                    .map(|pair| pair[1] - pair[0])
                    .fold(most, u32::max);
                all += candidates.len();
                sites += first.len() - 1;
            }
        }
    }
    (most as usize * sites <= 2 * all).then_some(most)
}

/// The candidates of one kind on every site; `None` where a table cannot hold them.
fn candidates_of_kind(
    game: &Game,
    what: usize,
    moves: &Moves,
    space: &mut usize,
) -> Option<KindCandidates> {
    let rules = rules_of(game, moves, 0)?;
    let sites = game.layout.lens[game.layout.own];
    let (mut first, mut candidates) = (vec![0], Vec::new());
    for (rule, _) in &rules {
        starts_at_piece(game, *rule)?;
    }
    for site in 0..sites {
        for (guard, (rule, _)) in rules.iter().enumerate() {
            add_rule(game, what, *rule, guard as u16, site, &mut candidates)?;
        }
        if candidates.len() > *space {
            return None;
        }
        first.push(candidates.len() as u32);
    }
    *space -= candidates.len();
    Some(KindCandidates::Known {
        first,
        candidates,
        guards: rules.into_iter().map(|(_, guard)| guard).collect(),
    })
}

/// A rule with the conditions that enclose it.
type GuardedRule = (RuleId, Vec<(Bool, bool)>);

/// The rules of a piece's moves, each with the conditions that enclose it; `None` where the moves
/// are more than a list of rules.
fn rules_of(game: &Game, moves: &Moves, depth: u32) -> Option<Vec<GuardedRule>> {
    if depth > 16 {
        return None;
    }
    let with_guard = |moves: &Moves, cond: &Bool, must: bool| {
        let mut rules = rules_of(game, moves, depth + 1)?;
        for (_, guard) in &mut rules {
            guard.insert(0, (cond.clone(), must));
        }
        Some(rules)
    };
    match moves {
        Moves::None => Some(Vec::new()),
        Moves::Rule(id) => Some(vec![(*id, Vec::new())]),
        Moves::OfPiece(what) => rules_of(game, &game.piece_moves[*what], depth + 1),
        Moves::All(parts) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(rules_of(game, part, depth + 1)?);
            }
            Some(all)
        }
        Moves::If(cond, yes, no) => {
            let mut rules = with_guard(yes, cond, true)?;
            if let Some(no) = no {
                rules.extend(with_guard(no, cond, false)?);
            }
            Some(rules)
        }
        _ => None,
    }
}

/// `Some` if a rule starts at the site of the piece.
fn starts_at_piece(game: &Game, rule: RuleId) -> Option<()> {
    let (RuleKind::Step { from, .. }
    | RuleKind::Leap { from, .. }
    | RuleKind::Slide { from, .. }
    | RuleKind::Hop { from, .. }) = &game.rules[usize::from(rule)].kind
    else {
        return None;
    };
    from.is_here().then_some(())
}

/// The candidates of one rule for a piece on `site`, whatever the origin of the rule is; `None`
/// where a table cannot hold them.
pub(crate) fn of_rule(
    game: &Game,
    what: usize,
    rule: RuleId,
    site: usize,
) -> Option<Vec<Candidate>> {
    let mut candidates = Vec::new();
    add_rule(game, what, rule, 0, site, &mut candidates)?;
    Some(candidates)
}

/// Adds the candidates of one rule for a piece on `site`; `None` where a table cannot hold them.
fn add_rule(
    game: &Game,
    what: usize,
    rule: RuleId,
    guard: u16,
    site: usize,
    candidates: &mut Vec<Candidate>,
) -> Option<()> {
    let mut add = |table: TableId, place: usize, nth: usize| {
        candidates.push(Candidate {
            rule,
            guard,
            table,
            place: u16::try_from(place).ok()?,
            nth: nth as u16,
        });
        Some(())
    };
    if game.rules[rule as usize].rotation_cell.is_some() {
        return None;
    }
    let table_of = |id: TableId| &game.tables[id as usize];
    match &game.rules[rule as usize].kind {
        RuleKind::Step { from, dirs, to, .. } => {
            targets_by_direction(game, from, to)?;
            for id in tables_of(game, what, dirs)? {
                for &near in table_of(id).steps_of(site) {
                    add(id, usize::from(near), 0)?;
                }
            }
        }
        RuleKind::Leap { from, table, to } => {
            targets_by_direction(game, from, to)?;
            let facing = game.components.get(what)?.facing;
            let targets = table.of_facing(facing).get(site);
            for &near in targets.into_iter().flatten() {
                add(0, usize::from(near), 0)?;
            }
        }
        RuleKind::Slide {
            from,
            dirs,
            tracks,
            between,
            to,
            ..
        } if tracks.is_empty() => {
            targets_by_direction(game, from, to)?;
            let (Int::Const(low), Int::Const(high)) = (&between.low, &between.high) else {
                return None;
            };
            for id in tables_of(game, what, dirs)? {
                let table: &Table = table_of(id);
                for ray in table.rays_of(site) {
                    let length = table.ray(ray).len().min((*high).max(0) as usize);
                    for nth in 0..(length + 1).saturating_sub((*low).max(1) as usize) {
                        add(id, ray, nth)?;
                    }
                }
            }
        }
        RuleKind::Hop {
            from,
            dirs,
            between,
            to,
            ..
        } => {
            targets_by_direction(game, from, to)?;
            let Int::Const(after) = between.after else {
                return None;
            };
            let (low, high) = match (&between.low, &between.high) {
                (Int::Const(low), Int::Const(high)) if *high < 1 || *low < 1 => return None,
                (Int::Const(low), Int::Const(high)) => (low, high),
                _ if between.exact => {
                    // The number of hurdles is known only during play: one candidate per landing,
                    // for hops and for moves over nothing.
                    for id in tables_of(game, what, dirs)? {
                        let table = table_of(id);
                        for ray in table.rays_of(site) {
                            let most = (after.max(0) as usize + 1).min(table.ray(ray).len());
                            (0..most).try_for_each(|nth| add(id, ray, nth))?;
                        }
                    }
                    return Some(());
                }
                _ => return None,
            };
            for id in tables_of(game, what, dirs)? {
                let table = table_of(id);
                for ray in table.rays_of(site) {
                    let len = table.ray(ray).len();
                    let lengths = (*high).min(len as i32) - (*low).max(1) + 1;
                    let landings = (after.min(len as i32) + 1) * lengths.max(1);
                    // The landings of a hop lie beyond its hurdles, so at most `len - 1` of them
                    // fit.
                    let most = if lengths <= 1 {
                        (landings as usize).min(len.saturating_sub(1))
                    } else {
                        landings as usize
                    };
                    for nth in 0..most {
                        add(id, ray, nth)?;
                    }
                }
            }
        }
        _ => return None,
    }
    Some(())
}

/// Whether a rule starts on a site of the board's own type and finds its targets by directions
/// alone.
fn targets_by_direction(game: &Game, from: &Origin, to: &Target) -> Option<()> {
    (to.is_open() && from.site_type == game.layout.own).then_some(())
}

/// The tables of directions of a kind of piece, where they do not change during play.
pub(crate) fn tables_of(game: &Game, what: usize, dirs: &Dirs) -> Option<Vec<TableId>> {
    match dirs {
        Dirs::Table(id) => Some(vec![*id]),
        Dirs::ByFacing(ids) => ids
            .get(facing(game, what)? as usize)
            .map(|id| vec![*id])
            .or(Some(Vec::new())),
        Dirs::Union(first, second) => {
            let mut tables = tables_of(game, what, first)?;
            tables.extend(tables_of(game, what, second)?);
            Some(tables)
        }
        _ => None,
    }
}

/// The facing of a kind of piece; `None` where it depends on the mover.
pub(super) fn facing(game: &Game, what: usize) -> Option<ludarium_board::Direction> {
    let component = game.components.get(what)?;
    component
        .facing
        .or_else(|| game.facings.get(component.owner).copied())
}
