//! The lines below a board: hands, dice, counters, scores, captured pieces.

use std::collections::HashMap;

use ludarium_engine::ContainerKind;
use ludarium_engine::{Game, State};

use super::{hand_word, Glyphs};
use crate::Wording;

/// Whose throw the dice on the table show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThrowOwner {
    /// The mover's, made for this turn.
    Mover,
    /// Another player's, or unknown: the throw is shown only where the state itself tells that it
    /// was just made.
    Unknown,
}

/// The lines below the board: hands, dice, counters, scores, and the pieces that the state has lost
/// since `start`.
#[must_use]
pub fn status(
    game: &Game,
    (state, start): (&State, &State),
    glyphs: &Glyphs,
    wording: &Wording,
    throw: ThrowOwner,
) -> Vec<String> {
    let mut lines = Vec::new();
    for container in game.containers() {
        let slots = container.first..container.first + container.size;
        match container.kind {
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
                    hand_name(game, container.owner, wording)
                ));
            }
            _ => {}
        }
    }
    let counters = wording.counters(game, state);
    let own =
        throw == ThrowOwner::Mover && counters.is_empty() || wording.dice_are_played_singly(state);
    if game.dice_just_rolled(state) || own {
        lines.extend(
            wording
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
            .map(|(i, score)| format!("{} {score}", wording.player(i + 1)))
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

fn hand_name(game: &Game, owner: usize, wording: &Wording) -> String {
    let hand = hand_word(game);
    match owner {
        owner if (1..=game.players()).contains(&owner) => {
            let (first, rest) = hand.split_at(1);
            let first = first.to_uppercase();
            format!("{first}{rest} of {}", wording.player(owner))
        }
        _ => format!("Shared {hand}"),
    }
}

/// The number of pieces lost since the start, by kind. A piece that has changed sides is not lost.
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
    let components = game.components();
    let mut gains: HashMap<&str, usize> = HashMap::new();
    for (what, kind) in components.iter().enumerate().skip(1) {
        *gains.entry(&kind.base).or_default() += now[what].saturating_sub(before[what]);
    }
    let mut losses = Vec::new();
    for (what, kind) in components.iter().enumerate().skip(1) {
        let lost = before[what].saturating_sub(now[what]);
        let gained = gains.entry(&kind.base).or_default();
        let turned = lost.min(*gained);
        *gained -= turned;
        losses.extend((lost > turned).then_some((what, lost - turned)));
    }
    losses
}
