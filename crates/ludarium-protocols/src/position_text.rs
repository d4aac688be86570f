//! The current position of a session, as text.

use ludarium_notation::position;

use crate::session::EngineSession;
use crate::time::TimeSource;

/// The number of passes after which a game is given up that does not end by them.
const MAX_FINAL_PASSES: usize = 8;

impl<C: TimeSource> EngineSession<'_, C> {
    /// The texts of the legal moves.
    pub(crate) fn move_texts(&self) -> Vec<String> {
        let rules = &self.game.loaded.game;
        self.state().map_or_else(Vec::new, |state| {
            (self.notation).texts(rules, state, &self.chance, &self.legal())
        })
    }

    /// The squares of all pieces, in capitals.
    pub(crate) fn stones(&self) -> Vec<String> {
        let pieces = self.state().map(|state| {
            let rules = &self.game.loaded.game;
            self.notation.placed_pieces(rules, state)
        });
        let pieces = pieces.unwrap_or_default().into_iter();
        pieces.map(|piece| piece.square.to_uppercase()).collect()
    }

    /// The position as text: `X` for the pieces of the first player, `O` for those of the second.
    pub(crate) fn drawing(&self) -> String {
        let rules = &self.game.loaded.game;
        let (Some(state), Ok(grid)) = (self.state(), position::grid(rules)) else {
            return String::new();
        };
        let mark = |slot: &Option<usize>| match slot.map(|slot| state.what(slot)) {
            None => ' ',
            Some(0) => '.',
            Some(what) => match rules.components()[what].owner {
                1 => 'X',
                2 => 'O',
                _ => '#',
            },
        };
        let named = |slots: &[Option<usize>]| -> Vec<String> {
            let slots = slots.iter().flatten();
            slots
                .map(|slot| self.notation.square(rules, *slot))
                .collect()
        };
        let rows = grid.iter().rev().map(|slots| {
            let marks: Vec<String> = slots.iter().map(|slot| mark(slot).to_string()).collect();
            let name = named(&slots[..1]).concat();
            let number = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
            format!("{number:>2} {}", marks.join(" "))
        });
        let files = grid.first().map_or_else(Vec::new, |slots| named(slots));
        let files = files.iter().filter_map(|name| name.chars().next());
        let files: Vec<String> = files.map(|file| file.to_uppercase().to_string()).collect();
        let rows: Vec<String> = rows.chain([format!("   {}", files.join(" "))]).collect();
        rows.join("\n")
    }

    /// The values by which the result is found if both players pass from now on; `None` if there
    /// are none, or the game does not end by that.
    pub(crate) fn final_values(&self) -> Option<Vec<f64>> {
        let rules = &self.game.loaded.game;
        let (mut state, mut chance) = (self.state()?.clone(), self.chance.clone());
        let mut legal = Vec::new();
        while !state.over() {
            rules.legal(&mut state, &mut legal);
            let texts = self.notation.texts(rules, &state, &chance, &legal);
            let pass = legal[texts.iter().position(|text| text == "pass")?];
            let passes = state.moves() - self.state()?.moves();
            if passes > MAX_FINAL_PASSES {
                return None;
            }
            rules.apply(&mut state, pass, &mut chance);
        }
        rules.final_values(&state)
    }
}
