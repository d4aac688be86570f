//! What lies beside the board: hands, dice, scores, losses.

use ludarium_engine::layout::ContainerKind;
use ludarium_engine::{Game, State};

use super::Glyphs;
use crate::words::Words;

/// Whether the throw that lies there belongs to who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Throw {
    /// It was made for this turn.
    Own,
    /// Nobody knows but the game, or it was made for another's turn.
    Unknown,
}

/// The lines below the board. `start` is the state to count losses from.
#[must_use]
pub fn status(
    game: &Game,
    (state, start): (&State, &State),
    glyphs: &Glyphs,
    words: &Words,
    throw: Throw,
) -> Vec<String> {
    let mut lines = Vec::new();
    for container in game.containers() {
        let slots = container.first..container.first + container.size;
        match container.kind {
            ContainerKind::Board => {}
            ContainerKind::Hand | ContainerKind::Deck => {
                let mut held: Vec<String> = Vec::new();
                for slot in slots {
                    let what = state.what(slot);
                    if what > 0 {
                        let count = state.count(slot).max(1);
                        let times = if count > 1 {
                            format!("×{count}")
                        } else {
                            String::new()
                        };
                        held.push(format!("{}{times}", glyphs.of(what)));
                    }
                }
                let text = if held.is_empty() {
                    "empty".to_owned()
                } else {
                    held.join(" ")
                };
                lines.push(format!(
                    "{}: {text}",
                    hand_name(game, container.owner, words)
                ));
            }
            ContainerKind::Dice => {}
        }
    }
    let counters = words.counters(game, state);
    let own = throw == Throw::Own && counters.is_empty() || words.dice_are_played_singly(state);
    if game.dice_just_rolled(state) || own {
        lines.extend(
            words
                .throw(game, state)
                .map(|throw| format!("Throw: {throw}")),
        );
    }
    lines.extend(counters);
    let scores: Vec<i32> = (1..=game.players())
        .map(|player| state.score(player))
        .collect();
    if scores.iter().any(|score| *score != 0) {
        let text: Vec<String> = scores
            .iter()
            .enumerate()
            .map(|(i, score)| format!("{} {score}", words.player(i + 1)))
            .collect();
        lines.push(format!("Scores: {}", text.join(", ")));
    }
    let lost = losses(game, state, start);
    if !lost.is_empty() {
        let text: Vec<String> = lost
            .into_iter()
            .map(|(what, count)| match count {
                1 => glyphs.of(what).to_owned(),
                _ => format!("{}×{count}", glyphs.of(what)),
            })
            .collect();
        lines.push(format!("Off the board: {}", text.join(" ")));
    }
    lines
}

fn hand_name(game: &Game, owner: usize, words: &Words) -> String {
    match owner {
        0 => "Shared hand".to_owned(),
        owner if owner > game.players() => "Shared hand".to_owned(),
        owner => format!("Hand of {}", words.player(owner)),
    }
}

/// The pieces that were there at the start and are no more, by kind.
fn losses(game: &Game, state: &State, start: &State) -> Vec<(usize, usize)> {
    let count = |state: &State| {
        let mut counts = vec![0usize; game.components().len()];
        for slot in 0..game.layout().slots {
            let height = state.height(slot);
            if height > 1 {
                for level in 0..height {
                    if let Some(count) = counts.get_mut(state.what_at(slot, level)) {
                        *count += 1;
                    }
                }
            } else if let Some(count) = counts.get_mut(state.what(slot)) {
                *count += usize::try_from(state.count(slot)).unwrap_or(0).max(1);
            }
        }
        counts
    };
    let (before, now) = (count(start), count(state));
    let pairs = before.into_iter().zip(now).enumerate().skip(1);
    pairs
        .filter(|(_, (before, now))| before > now)
        .map(|(what, (before, now))| (what, before - now))
        .collect()
}
