//! The part of a board that is shown on a screen on which it does not fit.

use ludarium_notation::text_board::{Canvas, Ink};

/// The rows of a board in a room of columns and rows, scrolled by an offset. The labels beside the
/// rows and of the columns stay in view.
pub(super) fn visible(
    canvas: &Canvas,
    offset: (usize, usize),
    room: (usize, usize),
) -> Vec<Vec<(char, Ink)>> {
    let kept = Kept::of(canvas, room);
    let rows: Vec<&[(char, Ink)]> = canvas.rows().collect();
    let (above, rest) = rows.split_at(kept.above.min(rows.len()));
    let (board, below) = rest.split_at(rest.len().saturating_sub(kept.below));
    let shown = room.1.saturating_sub(kept.above + kept.below);
    let board = board.iter().skip(offset.1).take(shown);
    let part = |row: &&[(char, Ink)]| {
        let (labels, board) = row.split_at(kept.left.min(row.len()));
        let shown = board.iter().skip(offset.0);
        let shown = shown.take(room.0.saturating_sub(kept.left));
        labels.iter().chain(shown).copied().collect()
    };
    above.iter().chain(board).chain(below).map(part).collect()
}

/// The offset by which a cell of the board is in the middle of the room.
pub(super) fn centred(
    canvas: &Canvas,
    cell: (usize, usize),
    room: (usize, usize),
) -> (usize, usize) {
    let kept = Kept::of(canvas, room);
    let middle = |at: usize, before: usize, kept: usize, room: usize| {
        let from_first = at.saturating_sub(before);
        from_first.saturating_sub(room.saturating_sub(kept) / 2)
    };
    (
        middle(cell.0, kept.left, kept.left, room.0),
        middle(cell.1, kept.above, kept.above + kept.below, room.1),
    )
}

/// The columns and rows of labels that are not scrolled away: none in a room that has hardly more.
struct Kept {
    left: usize,
    above: usize,
    below: usize,
}

impl Kept {
    fn of(canvas: &Canvas, room: (usize, usize)) -> Kept {
        let labels = canvas.labels();
        let unless_narrow = |kept: usize, room: usize| match 3 * kept <= room {
            true => kept,
            false => 0,
        };
        let has_height = 3 * (labels.above + labels.below) <= room.1;
        Kept {
            left: unless_narrow(labels.left, room.0),
            above: if has_height { labels.above } else { 0 },
            below: if has_height { labels.below } else { 0 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludarium_engine::SplitMix64;
    use ludarium_notation::text_board::{Glyphs, Highlights, Style, TextBoard};

    fn board_of_go() -> Canvas {
        let entry = ludarium_games::find("go").unwrap();
        let game = ludarium_games::load(entry, &[]).unwrap().game;
        let names = Default::default();
        let state = game.start(&mut SplitMix64::new(1));
        let glyphs = Glyphs::new(&game, Style::Ascii, &names);
        TextBoard::new(&game, &names).draw(&state, &glyphs, Highlights::default())
    }

    fn text(rows: &[Vec<(char, Ink)>]) -> Vec<String> {
        let line = |row: &Vec<(char, Ink)>| row.iter().map(|(c, _)| c).collect();
        rows.iter().map(line).collect()
    }

    #[test]
    fn a_board_that_fits_is_shown_whole() {
        let canvas = board_of_go();
        let all: Vec<Vec<(char, Ink)>> = canvas.rows().map(<[_]>::to_vec).collect();
        assert_eq!(visible(&canvas, (0, 0), (200, 200)), all);
    }

    #[test]
    fn a_scrolled_board_keeps_the_labels_of_its_rows_and_columns() {
        let canvas = board_of_go();
        let (all, room) = (canvas.rows().count(), (20, 10));
        for down in [0, 3, all - room.1] {
            let shown = text(&visible(&canvas, (8, down), room));
            assert_eq!(shown.len(), room.1);
            assert!(shown.iter().all(|line| line.chars().count() == room.0));
            // A line without a label may lie between two rows.
            let labelled = shown
                .iter()
                .filter_map(|line| line.trim_start().split(' ').next());
            let numbers = labelled.filter_map(|label| label.parse::<u32>().ok());
            assert!(numbers.count() >= 4, "{shown:#?}");
            let letters = shown[room.1 - 1].split_whitespace();
            assert!(letters.clone().count() >= 3, "{shown:#?}");
            assert!(
                letters
                    .clone()
                    .all(|label| label.len() == 1 && label != "a"),
                "{shown:#?}"
            );
        }
    }

    #[test]
    fn a_letter_stays_below_its_column() {
        let canvas = board_of_go();
        let column = |rows: &[Vec<(char, Ink)>], letter: char| {
            rows.last().unwrap().iter().position(|(c, _)| *c == letter)
        };
        let whole = column(&visible(&canvas, (0, 0), (200, 200)), 'h').unwrap();
        let scrolled = column(&visible(&canvas, (8, 0), (30, 10)), 'h').unwrap();
        assert_eq!(scrolled + 8, whole);
    }
}
