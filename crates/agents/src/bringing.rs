//! Games in which men are brought in all the time.

use engine::{Game, SplitMix64, State};

use crate::evaluation::in_hand;

/// Plies of the game by which it is told whether men are brought in all the time.
const TRIED: usize = 80;

/// Whether most moves bring in men. What stands on the board foretells the winner well then, and how a position that is half
/// full goes on all the worse: playouts to the end have been found to tell more (see "How strong they are" in the book).
pub(crate) fn brings_in(game: &Game) -> bool {
    let (mut chance, mut legal) = (SplitMix64::new(0), Vec::new());
    let mut state = game.start(&mut chance);
    let slots = game.layout().slots;
    let men = |state: &State| {
        let inside = (0..slots).filter(|&slot| !in_hand(game, slot));
        let men = inside.flat_map(|slot| state.pieces_on(slot));
        men.map(|(_, count)| count).sum::<i32>()
    };
    let (mut made, mut more, mut before) = (0, 0, men(&state));
    while made < TRIED && !state.over() {
        game.legal(&mut state, &mut legal);
        let Some(number) = u32::try_from(legal.len()).ok().filter(|number| *number > 0) else {
            break;
        };
        let mv = legal[chance.index(number) as usize];
        game.apply(&mut state, mv, &mut chance);
        let now = men(&state);
        made += 1;
        more += usize::from(now > before);
        before = now;
    }
    2 * more > made
}
