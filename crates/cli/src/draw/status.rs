//! What lies beside the board: hands, dice, scores, losses.

use engine::layout::ContainerKind;
use engine::{Game, State};

use super::Glyphs;

/// The lines below the board. `start` is the state to count losses from.
#[must_use]
pub fn status(game: &Game, state: &State, start: &State, glyphs: &Glyphs) -> Vec<String> {
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
                lines.push(format!("{}: {text}", hand_name(game, container.owner)));
            }
            ContainerKind::Dice => {}
        }
    }
    let dice = state.dice();
    if !dice.is_empty() {
        // A die that is used shows nothing; on lots, though, 0 is a face like any other.
        let faces = game
            .components()
            .iter()
            .filter_map(|component| component.die.as_ref());
        let zero = if faces.flatten().any(|face| *face == 0) {
            "0"
        } else {
            "-"
        };
        let shown: Vec<String> = dice
            .iter()
            .map(|value| {
                if *value == 0 {
                    zero.to_owned()
                } else {
                    value.to_string()
                }
            })
            .collect();
        lines.push(format!("Dice: {}", shown.join(" ")));
    }
    let scores: Vec<i32> = (1..=game.players())
        .map(|player| state.score(player))
        .collect();
    if scores.iter().any(|score| *score != 0) {
        let text: Vec<String> = scores
            .iter()
            .enumerate()
            .map(|(i, s)| format!("player {} {s}", i + 1))
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

fn hand_name(game: &Game, owner: usize) -> String {
    match owner {
        0 => "Shared hand".to_owned(),
        owner if owner > game.players() => "Shared hand".to_owned(),
        owner => format!("Hand of player {owner}"),
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
