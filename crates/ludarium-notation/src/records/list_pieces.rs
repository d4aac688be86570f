//! Writing a position as a list of pieces, as [`Replayer::parse_piece_list`] reads it.

use std::collections::HashSet;

use ludarium_engine::{Piece, SplitMix64, State};

use super::follow::{Replayer, SEED};
use crate::position::pieces_of;

/// Equal pieces on a slot, and on which level of its stack they begin.
struct Pile {
    level: usize,
    owner: usize,
    what: usize,
    slot: usize,
    count: i32,
    state: i32,
}

impl Replayer<'_> {
    /// Writes a position as a list of pieces, with their states where their places do not tell
    /// them; `None` where reading it back would give other pieces.
    pub(super) fn piece_list(&self, state: &State) -> Option<String> {
        let like = self.start(&SplitMix64::new(SEED), &[]).0;
        let slots = 0..self.game.layout().slots;
        let mut told = HashSet::new();
        for _ in 0..2 {
            let text = self.list(state, &told);
            let setup = self.parse_piece_list(&text, None, &like).ok()?;
            let read = self.game.set_up(&setup, &mut SplitMix64::new(SEED));
            let differs = |slot: &usize| {
                !pieces_of(self.game, &read, *slot).eq(pieces_of(self.game, state, *slot))
            };
            let differing: Vec<usize> = slots.clone().filter(differs).collect();
            if differing.is_empty() {
                return (read.mover() == state.mover()).then_some(text);
            }
            told.extend(differing);
        }
        None
    }

    /// The text of a list of pieces; on some slots, their states are `told`.
    fn list(&self, state: &State, told: &HashSet<usize>) -> String {
        let piles = self.piles(state);
        let sides = piles.chunk_by(|a, b| (a.level, a.owner) == (b.level, b.owner));
        let mut parts: Vec<String> = sides.map(|side| self.side_text(side, told)).collect();
        parts.push(format!("{} to move", self.side_name(state.mover())));
        parts.join("; ")
    }

    /// The pieces, level by level, since what is named later lies higher, and by owner and kind.
    fn piles(&self, state: &State) -> Vec<Pile> {
        let mut piles = Vec::new();
        for slot in 0..self.game.layout().slots {
            let pieces: Vec<Piece> = pieces_of(self.game, state, slot).collect();
            let equal = pieces.windows(2).all(|pair| pair[0] == pair[1]);
            let levels = if equal { 1 } else { pieces.len() };
            for (level, piece) in pieces.iter().take(levels).enumerate() {
                piles.push(Pile {
                    level,
                    owner: self.labels.glyphs.owner(piece.what),
                    what: piece.what,
                    slot,
                    count: if equal { state.count(slot) } else { 1 },
                    state: piece.state,
                });
            }
        }
        // Pieces of nobody come last.
        piles.sort_by_key(|pile| {
            (
                pile.level,
                pile.owner == 0,
                pile.owner,
                pile.what,
                pile.slot,
            )
        });
        piles
    }

    /// The pieces of one owner.
    fn side_text(&self, side: &[Pile], told: &HashSet<usize>) -> String {
        let sign = |pile: &Pile| self.labels.glyphs.letter(pile.what);
        let in_hand = |pile: &&Pile| {
            self.game.layout().in_hand(pile.slot)
                && self.labels.board.is_in_hand(self.game, pile.slot)
        };
        let (held, placed): (Vec<&Pile>, Vec<&Pile>) = side.iter().partition(in_hand);
        let site = |pile: &&Pile| {
            let label = self.labels.board.label(self.game, pile.slot as i32);
            let state = match told.contains(&pile.slot) {
                true => format!(":{}", pile.state),
                false => String::new(),
            };
            match pile.count {
                ..=1 => format!("{label}{state}"),
                count => format!("{label}{state}({count})"),
            }
        };
        let kinds = placed.chunk_by(|a, b| a.what == b.what);
        let mut words: Vec<String> = kinds
            .map(|kind| {
                let sites: Vec<String> = kind.iter().map(site).collect();
                format!("{} {}", sign(kind[0]), sites.join(" "))
            })
            .collect();
        if !held.is_empty() {
            let held = held
                .iter()
                .map(|pile| format!("{} {}", pile.count, sign(pile)));
            words.push(format!("in hand {}", held.collect::<Vec<_>>().join(", ")));
        }
        let owner = side.first().map_or(0, |pile| pile.owner);
        format!("{}: {}", self.side_name(owner), words.join(", "))
    }

    /// The name of a player, or of those who own what is no player's.
    fn side_name(&self, owner: usize) -> String {
        match (
            owner,
            owner.checked_sub(1).and_then(|index| self.sides.get(index)),
        ) {
            (0, _) => "Nobody".to_owned(),
            (owner, _) if owner > self.game.players() => "Everybody".to_owned(),
            (_, Some(name)) => name.clone(),
            (owner, None) => format!("Player {owner}"),
        }
    }
}
