//! Which moves the other players see, in games that hide something.

use ludarium_engine::{Game, Hidden, Move, State};

/// Whether a player sees a move, from `before` to `after`: its own, and those between sites that
/// are not hidden from it, before and afterwards. Simultaneous choices of others are not seen.
///
/// ```
/// use ludarium_engine::SplitMix64;
/// use ludarium_notation::sees_move;
///
/// let entry = ludarium_games::find("kriegspiel")?;
/// let game = ludarium_games::load(entry, &[])?.game;
/// let mut chance = SplitMix64::new(1);
/// let before = game.start(&mut chance);
/// let mut after = before.clone();
/// let mv = game.legal_moves(&mut before.clone())[0];
/// game.apply(&mut after, mv, &mut chance);
/// assert!(sees_move(&game, (&before, &after), mv, 1));
/// assert!(!sees_move(&game, (&before, &after), mv, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn sees_move(game: &Game, (before, after): (&State, &State), mv: Move, eyes: usize) -> bool {
    if eyes == before.mover() {
        return true;
    }
    let slots = [mv.origin(), mv.target()].map(|slot| usize::try_from(slot).ok());
    let hidden = |state: &State, slot: usize| {
        state.is_hidden(slot, Hidden::All, eyes) || state.is_hidden(slot, Hidden::What, eyes)
    };
    let mut slots = slots.into_iter().flatten();
    !game.is_simultaneous(before) && slots.all(|slot| !hidden(before, slot) && !hidden(after, slot))
}
