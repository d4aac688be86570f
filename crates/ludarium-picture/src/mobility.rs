//! How a piece moves, as the engine computes it: with the piece alone on the board, and with an
//! enemy on each site in turn.

use std::collections::{BTreeMap, BTreeSet};

use ludarium_engine::state::Piece;
use ludarium_engine::{Action, Game, SetUp, SplitMix64, State};

use crate::marks::Mark;

/// Where a piece can move from a site.
#[derive(Clone, Debug)]
pub struct Mobility {
    /// The piece alone on the board.
    pub state: State,
    /// The slot it stands on.
    pub from: usize,
    /// The slots it can reach, and how.
    pub targets: Vec<(usize, Mark)>,
}

/// The number of throws to try where dice decide what may move.
const CHANCE_SEEDS: u64 = 24;
/// On larger boards the site with the most moves is not searched for.
const MAX_SITES_SEARCHED: usize = 400;
/// The largest number of positions with two enemies, a screen and a target, to try.
const MAX_SCREEN_POSITIONS: usize = 6000;

impl Mobility {
    /// Computes where a kind of piece can move. Without a site the piece stands where it has the
    /// most moves of all sites it can reach, nearest to the middle. `None` if it cannot move at
    /// all.
    #[must_use]
    pub fn of(game: &Game, what: usize, site: Option<usize>) -> Option<Mobility> {
        let mut probe = MobilityProbe::new(game, what)?;
        let partner_sets = probe.partner_sets();
        let (from, alone) = partner_sets.into_iter().find_map(|partners| {
            probe.partners = partners;
            let from = match site {
                Some(site) => site,
                None => probe.best_site()?,
            };
            let alone = probe.reachable(from, &[]).to;
            (!alone.is_empty()).then_some((from, alone))
        })?;
        let mut targets: BTreeMap<usize, Mark> =
            alone.iter().map(|slot| (*slot, Mark::Move)).collect();
        probe.captures(from, &alone, &mut targets);
        // Pieces added only because the rules require them are not shown.
        probe.partners.clear();
        Some(Mobility {
            state: probe.position(from, &[], 0),
            from,
            targets: targets.into_iter().collect(),
        })
    }
}

/// Computes the moves of one kind of piece.
struct MobilityProbe<'a> {
    game: &'a Game,
    what: usize,
    start: State,
    /// Kinds to use as an enemy: the most frequent one, and the counterpart of the piece.
    enemies: Vec<usize>,
    sites: usize,
    /// Pieces that the rules require for any move to be legal: slot and kind.
    partners: Vec<(usize, usize)>,
}

/// The sites a piece can reach.
#[derive(Default)]
struct Reachable {
    /// The targets of its moves.
    to: BTreeSet<usize>,
    /// Targets of moves that capture a piece standing elsewhere.
    by_capture: BTreeSet<usize>,
}

impl<'a> MobilityProbe<'a> {
    fn new(game: &'a Game, what: usize) -> Option<MobilityProbe<'a>> {
        let component = game.components().get(what).filter(|_| what > 0)?;
        let start = game.start(&mut SplitMix64::new(0));
        let layout = game.layout();
        let is_enemy = |other: usize| {
            let owner = game.components()[other].owner;
            owner != component.owner && (1..=game.players()).contains(&owner)
        };
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for slot in 0..layout.slots {
            let other = start.what(slot);
            if other != 0 && is_enemy(other) && game.components()[other].die.is_none() {
                *counts.entry(other).or_default() += 1;
            }
        }
        let commonest = counts
            .iter()
            .max_by_key(|(_, count)| **count)
            .map(|(other, _)| *other);
        let counterpart = (1..game.components().len())
            .find(|other| is_enemy(*other) && game.components()[*other].base == component.base);
        let mut enemies: Vec<usize> = commonest.into_iter().chain(counterpart).collect();
        enemies.dedup();
        Some(MobilityProbe {
            game,
            what,
            start,
            enemies,
            sites: layout.board_sites,
            partners: Vec::new(),
        })
    }

    /// Sets of pieces that the rules may require: none, or a piece of which the player has only
    /// one.
    fn partner_sets(&self) -> Vec<Vec<(usize, usize)>> {
        let mut places: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for slot in 0..self.sites {
            places.entry(self.start.what(slot)).or_default().push(slot);
        }
        let components = self.game.components();
        let single = |what: &usize| {
            places
                .get(what)
                .filter(|slots| slots.len() == 1 && *what > 0)
                .map(|slots| (slots[0], *what))
        };
        let owner = components[self.what].owner;
        let mut partner_sets = vec![Vec::new()];
        for what in (1..components.len())
            .filter(|what| components[*what].owner == owner && *what != self.what)
        {
            let Some(own) = single(&what) else { continue };
            let others: Vec<(usize, usize)> = (1..components.len())
                .filter(|other| *other != what && components[*other].base == components[what].base)
                .filter_map(|other| single(&other))
                .collect();
            partner_sets.push(vec![own]);
            partner_sets.push(std::iter::once(own).chain(others).collect());
        }
        partner_sets
    }

    /// The piece on a site, with enemies; the seed decides the throw.
    fn position(&self, from: usize, enemies: &[(usize, usize)], seed: u64) -> State {
        let owner = self.game.components()[self.what].owner;
        let mut piece = Piece::of(self.what);
        if self.start.what(from) == self.what {
            piece.state = self.start.state_at(from, self.start.top(from));
        }
        let mut pieces = vec![(from, piece)];
        let taken = |slot: usize| slot == from || enemies.iter().any(|(own, _)| *own == slot);
        let partners = self.partners.iter().filter(|(slot, _)| !taken(*slot));
        pieces.extend(partners.map(|(slot, what)| (*slot, Piece::of(*what))));
        pieces.extend(enemies.iter().map(|(slot, what)| (*slot, Piece::of(*what))));
        let setup = SetUp {
            pieces,
            mover: owner,
            ..SetUp::default()
        };
        self.game.set_up(&setup, &mut SplitMix64::new(seed))
    }

    /// The sites the piece can move to.
    fn reachable(&self, from: usize, enemies: &[(usize, usize)]) -> Reachable {
        let seeds = if self.game.features().stochastic {
            CHANCE_SEEDS
        } else {
            1
        };
        let mut reachable = Reachable::default();
        let mut legal = Vec::new();
        for seed in 0..seeds {
            let mut state = self.position(from, enemies, seed);
            self.game.legal(&mut state, &mut legal);
            for mv in &legal {
                let own = usize::try_from(mv.origin()) == Ok(from);
                let target = usize::try_from(mv.target()).ok();
                let on_board = |slot: &usize| own && *slot != from && *slot < self.sites;
                let Some(target) = target.filter(on_board) else {
                    continue;
                };
                reachable.to.insert(target);
                if enemies.iter().any(|(slot, _)| *slot != target)
                    && !reachable.by_capture.contains(&target)
                {
                    let actions = self
                        .game
                        .explain(&mut state, *mv, &mut SplitMix64::new(seed));
                    let takes = |action: &Action| match action {
                        Action::Remove { at, .. } => {
                            let kind = ludarium_engine::type_index(at.kind);
                            let slot = self.game.layout().slot(kind, at.site);
                            enemies
                                .iter()
                                .any(|(own, _)| Some(*own) == slot && *own != target)
                        }
                        _ => false,
                    };
                    if actions.iter().any(takes) {
                        reachable.by_capture.insert(target);
                    }
                }
            }
        }
        reachable
    }

    /// Of the sites the piece can reach in a game, the one with the most moves, nearest to the
    /// middle.
    fn best_site(&self) -> Option<usize> {
        let own: Vec<usize> = (0..self.sites)
            .filter(|slot| self.start.what(*slot) == self.what)
            .collect();
        if self.sites > MAX_SITES_SEARCHED {
            return own
                .first()
                .copied()
                .or_else(|| self.middle(&(0..self.sites).collect::<Vec<_>>()));
        }
        let entering = own.is_empty();
        let mut queue = if entering {
            (0..self.sites).collect()
        } else {
            own
        };
        let mut moves: BTreeMap<usize, usize> = BTreeMap::new();
        while let Some(slot) = queue.pop() {
            if moves.contains_key(&slot) {
                continue;
            }
            let reachable = self.reachable(slot, &[]).to;
            moves.insert(slot, reachable.len());
            queue.extend(reachable);
        }
        let most = moves.values().copied().max()?;
        let freest: Vec<usize> = moves
            .iter()
            .filter(|(_, count)| **count == most)
            .map(|(slot, _)| *slot)
            .collect();
        self.middle(&freest)
    }

    /// The site nearest to the middle of the board.
    fn middle(&self, slots: &[usize]) -> Option<usize> {
        let sites = self
            .game
            .board()
            .topology
            .sites(self.game.board().default_site);
        let middle = ludarium_board::graph::mean(sites.iter().map(|site| site.point));
        let distance = |slot: &usize| {
            let point = sites.get(*slot).map_or(middle, |site| site.point);
            // Ties go to the lowest, leftmost site, where captures ahead are visible.
            ludarium_board::graph::distance(point, middle) + 1e-4 * (point[0] + point[1])
        };
        slots
            .iter()
            .copied()
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }

    /// Adds the moves that only an enemy makes possible.
    fn captures(&self, from: usize, alone: &BTreeSet<usize>, targets: &mut BTreeMap<usize, Mark>) {
        let mut found = false;
        let mut blocked: BTreeSet<usize> = BTreeSet::new();
        for slot in (0..self.sites).filter(|slot| *slot != from) {
            let mut taken = false;
            for enemy in &self.enemies {
                let reachable = self.reachable(from, &[(slot, *enemy)]);
                taken |= reachable.to.contains(&slot);
                // A captured piece was jumped over or enclosed.
                for beyond in &reachable.by_capture {
                    let mark = match alone.contains(beyond) {
                        true => Mark::Either,
                        false => Mark::Capture,
                    };
                    targets.insert(*beyond, mark);
                    found = true;
                }
            }
            if taken {
                found = true;
                let mark = match alone.contains(&slot) {
                    true => Mark::Either,
                    false => Mark::Capture,
                };
                targets.insert(slot, mark);
            } else if alone.contains(&slot) {
                blocked.insert(slot);
            }
        }
        if found || blocked.is_empty() || blocked.len() * self.sites > MAX_SCREEN_POSITIONS {
            return;
        }
        // No single enemy can be captured: perhaps a capture needs a screen.
        let Some(enemy) = self.enemies.first() else {
            return;
        };
        for slot in (0..self.sites).filter(|slot| *slot != from) {
            let captured_over = |screen: &usize| {
                *screen != slot
                    && self
                        .reachable(from, &[(*screen, *enemy), (slot, *enemy)])
                        .to
                        .contains(&slot)
            };
            if blocked.iter().any(captured_over) {
                let mark = if alone.contains(&slot) {
                    Mark::Either
                } else {
                    Mark::Capture
                };
                targets.insert(slot, mark);
            }
        }
    }
}
