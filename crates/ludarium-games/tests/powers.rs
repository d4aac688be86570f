//! Promotion, captured pieces and castling, tried with every piece and compared with the rules.
//!
//! `powers.txt` states, from the `rules.md` of a game, what a piece is promoted to (`Pawn=Queen`),
//! what a captured piece is in the captor's hand (`Narigin>Gin`; with `!` it does not enter again),
//! and which pieces castle (`King+Rook`). The test sets up positions for each kind of piece, plays
//! its moves, and gathers the same.

use std::collections::{BTreeMap, BTreeSet};

use ludarium_engine::state::Piece;
use ludarium_engine::{Action, ContainerKind, Game, Move, SetUp, SplitMix64, State};

/// The variable with the slugs of games, separated by commas, for which the test prints what it
/// finds, in the form of `powers.txt`.
const PRINT: &str = "LUDARIUM_POWERS";

/// One game, and what was found out about its pieces.
struct Probe<'a> {
    game: &'a Game,
    start: State,
    sites: usize,
    found: BTreeSet<String>,
}

type Pieces = Vec<(usize, Piece)>;

impl<'a> Probe<'a> {
    fn new(game: &'a Game) -> Probe<'a> {
        let start = game.start(&mut SplitMix64::new(0));
        let sites = game.layout().board_sites;
        Probe {
            game,
            start,
            sites,
            found: BTreeSet::new(),
        }
    }

    fn base(&self, what: usize) -> &'a str {
        &self.game.components()[what].base
    }

    fn owner(&self, what: usize) -> usize {
        self.game.components()[what].owner
    }

    /// The kinds that belong to a player.
    fn kinds(&self) -> Vec<usize> {
        let players = 1..=self.game.players();
        (1..self.game.components().len())
            .filter(|what| players.contains(&self.owner(*what)))
            .collect()
    }

    /// The pieces of the start position whose kind passes the test.
    fn standing(&self, keep: impl Fn(usize) -> bool) -> Pieces {
        let slots = (0..self.sites).filter(|slot| !self.start.is_empty(*slot));
        slots
            .filter(|slot| keep(self.start.what(*slot)))
            .map(|slot| (slot, self.start.piece(slot, self.start.top(slot))))
            .collect()
    }

    fn count(&self, what: usize) -> usize {
        (0..self.sites)
            .filter(|slot| self.start.what(*slot) == what)
            .count()
    }

    fn set_up(&self, pieces: Pieces, mover: usize) -> State {
        let position = SetUp {
            pieces,
            mover,
            ..SetUp::default()
        };
        self.game.set_up(&position, &mut SplitMix64::new(0))
    }

    fn legal(&self, state: &mut State) -> Vec<Move> {
        let mut legal = Vec::new();
        if !state.over() {
            self.game.legal(state, &mut legal);
        }
        legal
    }

    fn after(&self, state: &State, mv: Move) -> State {
        let mut after = state.clone();
        self.game.apply(&mut after, mv, &mut SplitMix64::new(0));
        after
    }

    /// Sets of pieces that a game may need around the piece that is tried: none, those of which a
    /// player has one, and these without one kind.
    fn partners(&self) -> Vec<Pieces> {
        let single = |what: usize| self.owner(what) > 0 && self.count(what) == 1;
        let mut bases: Vec<&str> = self
            .kinds()
            .into_iter()
            .filter(|what| single(*what))
            .map(|what| self.base(what))
            .collect();
        bases.dedup();
        bases.sort_unstable();
        bases.dedup();
        let mut sets = vec![self.standing(single)];
        if bases.len() <= 4 {
            for base in bases {
                sets.push(self.standing(|what| single(what) && self.base(what) != base));
            }
        }
        sets
    }

    /// Looks for promotions by moves of a kind from every site.
    fn promotions(&mut self, what: usize) {
        let mover = self.owner(what);
        let mut states: BTreeSet<i32> = BTreeSet::from([0]);
        states.extend(
            self.standing(|own| own == what)
                .iter()
                .map(|(_, piece)| piece.state),
        );
        for (index, partners) in self.partners().into_iter().enumerate() {
            // Only a pawn is promoted because another piece is lost.
            if index > 0 && self.count(what) < 3 {
                break;
            }
            for from in 0..self.sites {
                for &state in &states {
                    let piece = Piece {
                        state,
                        ..Piece::of(what)
                    };
                    let mut pieces = partners.clone();
                    pieces.retain(|(slot, own)| *slot != from && own.what != what);
                    pieces.push((from, piece));
                    let mut at = self.set_up(pieces, mover);
                    for mv in self.legal(&mut at) {
                        let to = usize::try_from(mv.target()).ok();
                        let Some(to) = to.filter(|to| *to < self.sites) else {
                            continue;
                        };
                        if usize::try_from(mv.origin()) != Ok(from) {
                            continue;
                        }
                        let mut after = self.after(&at, mv);
                        self.promoted(what, &after, to);
                        if after.mover() == mover {
                            for choice in self.legal(&mut after) {
                                if choice.target() == mv.target() {
                                    let chosen = self.after(&after, choice);
                                    self.promoted(what, &chosen, to);
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    fn promoted(&mut self, what: usize, after: &State, to: usize) {
        let now = after.what(to);
        if now != 0 && self.owner(now) == self.owner(what) && self.base(now) != self.base(what) {
            let found = format!("{}={}", self.base(what), self.base(now));
            self.found.insert(found);
        }
    }

    /// What an enemy of each kind is in the hand of a captor, and whether it can enter again.
    fn captures(&mut self) {
        let kinds = self.kinds();
        let hands: Vec<usize> = (self.game.containers().iter())
            .filter(|container| container.kind == ContainerKind::Hand)
            .flat_map(|container| container.first..container.first + container.size)
            .collect();
        if hands.is_empty() {
            return;
        }
        let middle = self.sites / 2;
        for &enemy in &kinds {
            let captor = kinds.iter().find_map(|&captor| {
                let owner = self.owner(captor);
                let other = owner != self.owner(enemy);
                other.then(|| self.capture(captor, enemy, middle)).flatten()
            });
            let Some((captor, mut after)) = captor else {
                continue;
            };
            let held: Vec<usize> = hands
                .iter()
                .copied()
                .filter(|slot| !after.is_empty(*slot))
                .collect();
            for slot in held {
                let name = self.base(after.what(slot));
                // The other player makes any move; then the piece may enter.
                let enters = self.owner(after.what(slot)) == self.owner(captor)
                    && match self.legal(&mut after).first() {
                        Some(&any) => {
                            let mut next = self.after(&after, any);
                            let legal = self.legal(&mut next);
                            legal
                                .iter()
                                .any(|mv| usize::try_from(mv.origin()) == Ok(slot))
                        }
                        None => false,
                    };
                let stays = if enters { "" } else { "!" };
                self.found
                    .insert(format!("{}>{name}{stays}", self.base(enemy)));
            }
        }
    }

    /// The position after some capture of the enemy by the captor near the middle.
    fn capture(&self, captor: usize, enemy: usize, middle: usize) -> Option<(usize, State)> {
        let mover = self.owner(captor);
        let single = |what: usize| self.count(what) == 1 && what != enemy && what != captor;
        let partners = self.standing(single);
        for near in 0..self.sites {
            if near == middle {
                continue;
            }
            let mut pieces = partners.clone();
            pieces.retain(|(slot, _)| *slot != near && *slot != middle);
            pieces.push((middle, Piece::of(captor)));
            pieces.push((near, Piece::of(enemy)));
            let mut at = self.set_up(pieces, mover);
            let takes = self.legal(&mut at).into_iter().find(|mv| {
                usize::try_from(mv.origin()) == Ok(middle)
                    && usize::try_from(mv.target()) == Ok(near)
            });
            if let Some(mv) = takes {
                let after = self.after(&at, mv);
                return Some((captor, after));
            }
        }
        None
    }

    /// Moves of two pieces at once, from where they stand at the start.
    fn castling(&mut self) {
        let kinds = self.kinds();
        let single = |what: &&usize| self.count(**what) == 1;
        let kings: Vec<usize> = kinds.iter().filter(single).copied().collect();
        for king in kings {
            for &rook in &kinds {
                if rook == king || self.owner(rook) != self.owner(king) || self.count(rook) > 2 {
                    continue;
                }
                let of = [self.base(king), self.base(rook)];
                let pieces = self.standing(|what| of.contains(&self.base(what)));
                let mut at = self.set_up(pieces, self.owner(king));
                for mv in self.legal(&mut at) {
                    let actions = self.game.explain(&mut at, mv, &mut SplitMix64::new(0));
                    let moved: BTreeSet<i32> = (actions.iter())
                        .filter_map(|action| match action {
                            Action::Move { from, .. } => Some(from.site),
                            _ => None,
                        })
                        .collect();
                    if moved.len() > 1 {
                        self.found.insert(of.join("+"));
                    }
                }
            }
        }
    }
}

/// What is found out about the pieces of a game without dice and stacks.
fn powers(game: &Game) -> BTreeSet<String> {
    let mut probe = Probe::new(game);
    for what in probe.kinds() {
        probe.promotions(what);
    }
    probe.captures();
    probe.castling();
    probe.found
}

#[test]
fn every_piece_has_the_powers_that_the_rules_say() {
    let print = std::env::var_os(PRINT);
    let mut stated: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for line in include_str!("powers.txt").lines() {
        if let Some((slug, words)) = line.split_once(':').filter(|_| !line.starts_with('#')) {
            let words = words.split_whitespace().map(str::to_owned);
            stated.insert(slug, words.collect());
        }
    }
    let mut wrong = Vec::new();
    let named = |slug: &str| match &print {
        Some(names) => names.to_string_lossy().split(',').any(|name| name == slug),
        None => stated.contains_key(slug),
    };
    for entry in ludarium_games::entries() {
        if !named(entry.slug) {
            continue;
        }
        let loaded = ludarium_games::load(entry, &[]).unwrap_or_else(|error| panic!("{error}"));
        let found = powers(&loaded.game);
        if print.is_some() {
            let found: Vec<&str> = found.iter().map(String::as_str).collect();
            println!("{}: {}", entry.slug, found.join(" "));
            continue;
        }
        let stated = &stated[entry.slug];
        let (more, less): (Vec<_>, Vec<_>) = (
            found.difference(stated).collect(),
            stated.difference(&found).collect(),
        );
        if !more.is_empty() || !less.is_empty() {
            wrong.push(format!(
                "{}: found and not stated {more:?}, stated and not found {less:?}",
                entry.slug
            ));
        }
    }
    assert!(print.is_some() || wrong.is_empty(), "{}", wrong.join("\n"));
}
