//! What a move announces, and to whom.

use ludarium_engine::{type_index, Action, Game};

use crate::{SiteAndPieceNames, Wording};

/// What the actions of a move announce, each with the player who hears it, without repetition.
/// Where a game announces sites by their numbers, their names follow what was said before:
/// `White captures on` and 34 become `White captures on c5`.
///
/// ```
/// use ludarium_engine::SplitMix64;
/// use ludarium_notation::{announcements, SiteAndPieceNames, Wording};
///
/// let entry = ludarium_games::find("kriegspiel")?;
/// let loaded = ludarium_games::load(entry, &[])?;
/// let names = SiteAndPieceNames::of(&loaded.game, Some(&entry.about));
/// let wording = Wording::new(&loaded, Some(&entry.about));
/// let mut chance = SplitMix64::new(0);
/// let mut state = loaded.game.start(&mut chance);
/// let mv = names.notation(&loaded.game).parse(&state, &chance, "e2-e4")?;
/// let actions = loaded.game.explain(&mut state, mv, &mut chance);
/// let said = announcements(&loaded.game, &names, &wording, &actions);
/// assert!(said.contains(&(2, "White has moved".to_owned())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn announcements(
    game: &Game,
    names: &SiteAndPieceNames,
    wording: &Wording,
    actions: &[Action],
) -> Vec<(usize, String)> {
    let site = |message: &str| -> Option<String> {
        let number: i32 = message.parse().ok().filter(|_| wording.announces_sites)?;
        let slot = game
            .layout()
            .slot(type_index(game.board().default_site), number)?;
        Some(names.board.label(game, i32::try_from(slot).ok()?))
    };
    let mut said: Vec<(usize, String)> = Vec::new();
    for action in actions {
        let Action::Note { message, player } = action else {
            continue;
        };
        let player = usize::try_from(*player).unwrap_or(0);
        let before = said.iter_mut().rev().find(|(hearer, _)| *hearer == player);
        match (site(message), before) {
            (Some(site), Some((_, before))) => {
                before.push(' ');
                before.push_str(&site);
            }
            (Some(site), None) => said.push((player, site)),
            (None, _) => {
                let note = (player, message.to_string());
                if !said.contains(&note) {
                    said.push(note);
                }
            }
        }
    }
    said
}
