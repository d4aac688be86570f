//! Games in which men are brought in all the time.

use ludarium_engine::{Game, SplitMix64, State};

use crate::evaluation::in_hand;

/// Plies of the game by which it is told whether men are brought in all the time.
const SAMPLE_PLIES: usize = 80;

/// How men are brought in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlacementStyle {
    /// Most moves bring in men. What stands on the board foretells the winner well then, and how a position that is half full goes on all
    /// the worse: playouts to the end have been found to tell more (see "How strong they are" in the book).
    pub dominant: bool,
    /// Whatever stands somewhere stays there as it is: nothing is moved, taken or turned over.
    pub permanent: bool,
}

/// How men are brought in, as the first plies of a random game show.
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
