//! Games in which most moves place pieces.

use ludarium_engine::{Game, SplitMix64, State};

use crate::evaluation::in_hand;

/// Plies of a random game from which the style is determined.
const SAMPLE_PLIES: usize = 80;

/// How a game places pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlacementStyle {
    /// Most moves place pieces. Then the pieces on the board predict the winner well, but predict
    /// poorly how a half-full position continues: playouts to the end have been found to be more
    /// accurate (see "Playing strength" in the book).
    pub dominant: bool,
    /// Pieces stay where they are: nothing is moved, captured or flipped.
    pub permanent: bool,
}

/// The placement style of a game, observed in the first plies of a random game.
pub(crate) fn placement_style(game: &Game) -> PlacementStyle {
    let (mut chance, mut legal) = (SplitMix64::new(0), Vec::new());
    let mut state = game.start(&mut chance);
    let slots = game.layout().slots;
    let on_board: Vec<usize> = (0..slots).filter(|&slot| !in_hand(game, slot)).collect();
    let snapshot = |state: &State| -> Vec<(usize, i32)> {
        let count_pieces = |slot: &usize| state.pieces_on(*slot).map(|(_, count)| count).sum();
        let seen = on_board.iter();
        seen.map(|slot| (state.what(*slot), count_pieces(slot)))
            .collect()
    };
    let (mut plies, mut placements, mut permanent, mut before) = (0, 0, true, snapshot(&state));
    while plies < SAMPLE_PLIES && !state.over() {
        game.legal(&mut state, &mut legal);
        let Some(number) = u32::try_from(legal.len()).ok().filter(|number| *number > 0) else {
            break;
        };
        let mv = legal[chance.index(number) as usize];
        game.apply(&mut state, mv, &mut chance);
        let now = snapshot(&state);
        let count_pieces = |all: &[(usize, i32)]| all.iter().map(|(_, count)| count).sum::<i32>();
        plies += 1;
        placements += usize::from(count_pieces(&now) > count_pieces(&before));
        let mut sites = before.iter().zip(&now);
        permanent &= sites.all(|(before, now)| before.0 == 0 || before.0 == now.0);
        before = now;
    }
    PlacementStyle {
        dominant: 2 * placements > plies,
        permanent,
    }
}
