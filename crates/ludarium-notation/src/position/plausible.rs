//! Positions that no game reaches.

use ludarium_engine::{Game, SetUp, SplitMix64, State};

/// What is odd about a position, in sentences: a player has not the royal pieces that it starts
/// with, or the player who is not to move is in check. Empty where the rules know no check.
#[must_use]
pub fn oddities(game: &Game, state: &State) -> Vec<String> {
    let layout = game.layout();
    if game.players() != 2 || layout.levels > 0 || game.features().dice {
        return Vec::new();
    }
    let start = game.start(&mut SplitMix64::new(0));
    let with_mover = |of: &State, mover: usize| {
        let slots = (0..layout.slots).filter(|slot| !of.is_empty(*slot));
        let pieces = slots.map(|slot| (slot, of.piece(slot, 0)));
        let setup = SetUp {
            pieces: pieces.collect(),
            mover,
            phase: Some(game.phase(of, mover).to_owned()),
            ..SetUp::default()
        };
        game.set_up(&setup, &mut SplitMix64::new(0))
    };
    let (mut odd, mut has_royals) = (Vec::new(), false);
    for player in 1..=game.players() {
        let kinds = game.royal_kinds(&mut with_mover(&start, player));
        for what in kinds {
            let component = &game.components()[what];
            if component.owner != player {
                continue;
            }
            has_royals = true;
            let number = |of: &State| {
                let slots = 0..layout.board_sites;
                slots.filter(|slot| of.what(*slot) == what).count()
            };
            let (now, usual) = (number(state), number(&start));
            if now != usual && usual > 0 {
                odd.push(format!(
                    "player {player} has {now} of the piece {} and starts with {usual}",
                    component.base
                ));
            }
        }
    }
    let waiting = 3 - state.mover();
    if has_royals && odd.is_empty() && game.is_in_check(&mut with_mover(state, waiting)) {
        odd.push(format!("player {waiting}, who is not to move, is in check"));
    }
    odd
}
