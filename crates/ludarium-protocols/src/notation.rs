//! How the protocols write squares, moves and positions.

use ludarium_engine::layout::ContainerKind;
use ludarium_engine::{Game, Move, SplitMix64, State};

use crate::game_args::Chosen;
use ludarium_notation::position;
use ludarium_notation::text_board::Style;
use ludarium_notation::{moves, SiteAndPieceNames};
use ludarium_picture::Names;

/// Whose way of writing it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convention {
    /// CECP: files are letters, ranks numbers; on boards of ten ranks and more these begin with 0 (T. Mann and
    /// H. G. Muller, "Chess Engine Communication Protocol", on the command `move`). Men in hand go `P@e5`.
    Cecp,
    /// UCI: the same, ranks begin with 1.
    Uci,
    /// USI: files are numbers from the first player's right, ranks letters from the far side. Men in hand go `P*5e`
    /// (T. Romstad, "The Universal Shogi Interface", draft 2).
    Usi,
    /// UCCI: files are letters, ranks begin with 0 (Xiangqi Wizard, "Universal Chinese Chess Protocol", version 3).
    Ucci,
}

/// The letters of SFEN: a `+` stands before those of promoted men.
const SHOGI: &str = "KRBGSNLP";
/// The letters of UCCI; `B` and `N` of its positions are also written `E` and `H`.
const XIANGQI: &str = "KAENRCPBH";

impl Convention {
    /// What a square is called, `None` where it has no name.
    fn square(self, column: usize, row: usize, columns: usize, rows: usize) -> Option<String> {
        let letter = |index: usize| Some(char::from(b'a' + u8::try_from(index).ok()?));
        let file = (columns <= 26).then(|| letter(column)).flatten();
        match self {
            Convention::Cecp if rows > 9 => Some(format!("{}{row}", file?)),
            Convention::Cecp | Convention::Uci => Some(format!("{}{}", file?, row + 1)),
            Convention::Usi => Some(format!("{}{}", columns - column, letter(rows - 1 - row)?)),
            Convention::Ucci => Some(format!("{}{row}", file?)),
        }
    }

    /// The letters that men may have, and the sides of the board, files before ranks, where the protocol is for
    /// one family of games.
    fn family(self) -> Option<(&'static str, (usize, usize))> {
        match self {
            Convention::Cecp | Convention::Uci => None,
            Convention::Usi => Some((SHOGI, (9, 9))),
            Convention::Ucci => Some((XIANGQI, (9, 10))),
        }
    }
}

/// A game's squares and men as a protocol calls them.
pub struct Script {
    convention: Convention,
    names: Names,
    signs: SiteAndPieceNames,
}

/// A move: the squares, and what is added to them.
pub(super) struct Written {
    pub(super) squares: String,
    pub(super) promotion: String,
}

impl Script {
    /// The script of a game.
    ///
    /// # Errors
    /// If the protocol is for games of another shape; says what the shape is, and what it is here.
    pub fn new(chosen: &Chosen, convention: Convention) -> Result<Script, String> {
        let game = &chosen.loaded.game;
        let mut names = chosen.names();
        for (letter, piece) in chosen.letters() {
            names.letters.insert(piece.clone(), letter.clone());
        }
        let sides = name_squares(game, convention, &mut names);
        let script = Script {
            convention,
            signs: SiteAndPieceNames::new(game, Style::Ascii, &names),
            names,
        };
        match convention.family() {
            Some((letters, wanted)) => script.suits(game, letters, wanted, sides),
            None => Ok(()),
        }?;
        Ok(script)
    }

    /// Whether a game is of the family that a protocol is for, by its board, its hands and its men.
    fn suits(
        &self,
        game: &Game,
        letters: &str,
        wanted: (usize, usize),
        sides: Option<(usize, usize)>,
    ) -> Result<(), String> {
        let (files, ranks) = wanted;
        let board = format!("this protocol is for boards of {files} files and {ranks} ranks");
        match sides {
            Some(sides) if sides == wanted => {}
            Some((files, ranks)) => {
                return Err(format!("{board}; this one has {files} and {ranks}"))
            }
            None => return Err(format!("{board}; this one is not rectangular")),
        }
        let hands = game.containers().iter();
        let hands = hands.filter(|own| own.kind == ContainerKind::Hand).count();
        if self.convention == Convention::Usi && hands < game.players() {
            return Err(
                "this protocol is for games with men in hand; here nobody has a hand".to_owned(),
            );
        }
        for (what, piece) in game.components().iter().enumerate().skip(1) {
            let letter = self.signs.glyphs.letter(what).to_uppercase();
            let plain = letter.strip_prefix('+').unwrap_or(&letter);
            let promoted = plain.len() < letter.len();
            let known = plain.len() == 1 && letters.contains(plain);
            if piece.die.is_none() && (!known || (promoted && self.convention == Convention::Ucci))
            {
                return Err(format!(
                    "this protocol has no letter for {} (its letters are {letters}); the game's about.toml may \
                     tell one under [protocol.letters]",
                    piece.base
                ));
            }
        }
        Ok(())
    }

    /// Sets up a position as the protocol writes it: what follows `fen`, `sfen` or `setboard`.
    ///
    /// # Errors
    /// If the text is no position of the game.
    pub fn set_up(
        &self,
        game: &Game,
        text: &str,
        chance: &mut SplitMix64,
    ) -> Result<State, String> {
        let mut words = text.split_whitespace();
        let text = match self.convention {
            Convention::Cecp | Convention::Uci => text.to_owned(),
            // Black moves first and up the board, and hands stand apart: `... b RB2p 1`.
            Convention::Usi => {
                let (board, mover) = (words.next().unwrap_or_default(), words.next());
                let hands = words.next().unwrap_or("-");
                let mover = if mover == Some("w") { 2 } else { 1 };
                format!("{board}[{hands}] {mover}")
            }
            // Red is written w or r, and moves first.
            Convention::Ucci => {
                let board = words.next().unwrap_or_default();
                let mover = if words.next() == Some("b") { 2 } else { 1 };
                format!("{} {mover}", self.own_letters(board))
            }
        };
        position::read(game, &self.names, &text, chance).map_err(|error| error.to_string())
    }

    /// Who stands where, for programs that have to be told: owner, letter and square, from the top.
    #[must_use]
    pub fn men(&self, game: &Game, state: &State) -> Vec<(usize, String, String)> {
        let grid = position::grid(game).unwrap_or_default();
        let slots = grid.iter().rev().flatten().flatten().copied();
        let men = slots.filter(|slot| state.what(*slot) != 0).map(|slot| {
            let what = state.what(slot);
            let letter = self.signs.glyphs.letter(what).to_uppercase();
            let square = self.signs.board.label(game, slot as i32);
            (self.signs.glyphs.owner(what), letter, square)
        });
        men.collect()
    }

    /// A position of UCCI with the letters that this game has of the two for elephant and horse.
    fn own_letters(&self, board: &str) -> String {
        let has = |letter: char| self.names.letters.values().any(|own| own.contains(letter));
        let own = |letter: char| match letter.to_ascii_uppercase() {
            'B' if !has('B') => 'E',
            'N' if !has('N') => 'H',
            'E' if !has('E') => 'B',
            'H' if !has('H') => 'N',
            same => same,
        };
        let letters = board.chars().map(|letter| match letter.is_lowercase() {
            true => own(letter).to_ascii_lowercase(),
            false => own(letter),
        });
        letters.collect()
    }

    /// The legal moves as the protocol writes them, in their order.
    #[must_use]
    pub fn texts(
        &self,
        game: &Game,
        state: &State,
        chance: &SplitMix64,
        legal: &[Move],
    ) -> Vec<String> {
        let written = self.written(game, state, chance, legal);
        let text = |own: Written| own.squares + &own.promotion;
        written.into_iter().map(text).collect()
    }

    /// The index of the move that a text of the protocol means. What becomes of a man need not be said where he has no
    /// choice.
    ///
    /// # Errors
    /// If it is no legal move.
    pub fn find(
        &self,
        game: &Game,
        state: &State,
        chance: &SplitMix64,
        legal: &[Move],
        text: &str,
    ) -> Result<usize, String> {
        let written = self.written(game, state, chance, legal);
        // XBoard says with = that a man stays what he is.
        let text = text.trim_end_matches('=');
        let exact = |own: &Written| {
            let (squares, promotion) = (&own.squares, &own.promotion);
            format!("{squares}{promotion}").eq_ignore_ascii_case(text)
        };
        if let Some(index) = written.iter().position(exact) {
            return Ok(index);
        }
        let begins = |own: &&Written| {
            let head = text.get(..own.squares.len());
            head.is_some_and(|head| head.eq_ignore_ascii_case(&own.squares))
        };
        let longest = written.iter().filter(begins).map(|own| own.squares.len());
        let longest = longest.max().unwrap_or(usize::MAX);
        let mut fitting = (0..written.len())
            .filter(|&index| begins(&&written[index]) && written[index].squares.len() == longest);
        match (fitting.next(), fitting.next()) {
            (Some(only), None) => Ok(only),
            (Some(_), Some(_)) => Err(format!("{text} may be several moves")),
            (None, _) => {
                let texts = written
                    .iter()
                    .map(|own| own.squares.clone() + &own.promotion);
                moves::find(text, &texts.collect::<Vec<_>>(), &[])
                    .map_err(|error| error.to_string())
            }
        }
    }

    pub(super) fn written(
        &self,
        game: &Game,
        state: &State,
        chance: &SplitMix64,
        legal: &[Move],
    ) -> Vec<Written> {
        let notation = self.signs.notation(game);
        let texts = notation.texts(state, chance, legal);
        let moves = legal.iter().zip(&texts);
        moves
            .map(|(mv, text)| self.write(game, state, *mv, text))
            .collect()
    }

    /// A move, which people write as `text`.
    fn write(&self, game: &Game, state: &State, mv: Move, text: &str) -> Written {
        let sites = game.layout().board_sites;
        let on_board = |slot: i32| usize::try_from(slot).ok().filter(|slot| *slot < sites);
        let hand = |slot: i32| {
            let slot = usize::try_from(slot).ok()?;
            (slot >= sites && game.layout().in_hand(slot)).then_some(slot)
        };
        let label = |slot: usize| self.signs.board.label(game, slot as i32);
        let promotion = text.split([',', '(', '#']).next();
        let promotion = promotion.and_then(|text| Some(text.split_once('=')?.1));
        match (mv.origin(), mv.target()) {
            (from, to) if hand(from).is_some() && on_board(to).is_some() => {
                let what = hand(from).map_or(0, |slot| state.what(slot));
                let letter = self.signs.glyphs.letter(what).to_uppercase();
                let sign = if self.convention == Convention::Usi {
                    '*'
                } else {
                    '@'
                };
                let target = on_board(to).map(label).unwrap_or_default();
                Written {
                    squares: format!("{letter}{sign}{target}"),
                    promotion: String::new(),
                }
            }
            (from, to)
                if on_board(from).is_some()
                    && on_board(to).is_some()
                    && (from != to || promotion.is_some()) =>
            {
                let target = (from != to).then_some(to);
                let squares = [from].into_iter().chain(target);
                let squares = squares.filter_map(on_board).map(label);
                let promotion = promotion.unwrap_or_default().to_lowercase();
                Written {
                    squares: squares.collect(),
                    promotion: match promotion.strip_prefix('+') {
                        Some(_) => "+".to_owned(),
                        None => promotion,
                    },
                }
            }
            _ => Written {
                squares: coordinates(text),
                promotion: String::new(),
            },
        }
    }
}

/// Gives the squares of a rectangular board the names of a convention; files and ranks of the board, if it is one.
fn name_squares(game: &Game, convention: Convention, names: &mut Names) -> Option<(usize, usize)> {
    let grid = position::grid(game).ok()?;
    let (rows, columns) = (grid.len(), grid.first().map_or(0, Vec::len));
    for (row, slots) in grid.iter().enumerate() {
        for (column, slot) in slots.iter().enumerate() {
            let square = convention.square(column, row, columns, rows);
            if let (Some(slot), Some(square)) = (slot, square) {
                names.sites.insert(*slot, square);
            }
        }
    }
    Some((columns, rows))
}

/// A move that goes from no square of the board to another, as programs write it: `P@e5`.
fn coordinates(text: &str) -> String {
    let text = text.split([',', '(', '#']).next().unwrap_or(text);
    let lower = text.to_lowercase();
    match lower.split_once('@') {
        Some((piece, site)) => format!("{}@{site}", piece.to_uppercase()),
        None => lower.replace(['-', '='], ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_args::GameArgs;

    fn first_moves(name: &str, convention: Convention) -> Vec<String> {
        let chosen = GameArgs::new(name, &[], None).load().expect("it loads");
        let script = Script::new(&chosen, convention).expect("it suits");
        let game = &chosen.loaded.game;
        let mut chance = SplitMix64::new(1);
        let mut state = game.start(&mut chance);
        let mut legal = Vec::new();
        game.legal(&mut state, &mut legal);
        script.texts(game, &state, &chance, &legal)
    }

    #[test]
    fn the_pawn_before_the_king_goes_by_each_protocols_own_squares() {
        let has = |texts: Vec<String>, text: &str| texts.iter().any(|own| own == text);
        assert!(has(first_moves("modern-chess", Convention::Uci), "e2e4"));
        assert!(has(first_moves("modern-chess", Convention::Cecp), "e2e4"));
        assert!(has(first_moves("gollon-shogi", Convention::Usi), "5g5f"));
        assert!(has(first_moves("gollon-shogi", Convention::Cecp), "e3e4"));
        assert!(has(
            first_moves("gollon-chinese-chess", Convention::Ucci),
            "e3e4"
        ));
        assert!(has(
            first_moves("gollon-chinese-chess", Convention::Cecp),
            "e3e4"
        ));
        assert!(has(
            first_moves("gollon-chinese-chess", Convention::Uci),
            "e4e5"
        ));
    }

    #[test]
    fn a_game_of_another_shape_is_refused_with_the_reason() {
        let refused = |name: &str, convention| {
            let chosen = GameArgs::new(name, &[], None).load().expect("it loads");
            Script::new(&chosen, convention).map(drop).unwrap_err()
        };
        let chess = refused("modern-chess", Convention::Usi);
        assert!(
            chess.contains("9 files and 9 ranks; this one has 8 and 8"),
            "{chess}"
        );
        let shogi = refused("gollon-shogi", Convention::Ucci);
        assert!(
            shogi.contains("9 files and 10 ranks; this one has 9 and 9"),
            "{shogi}"
        );
    }

    #[test]
    fn a_man_who_cannot_but_promote_may_leave_that_unsaid() {
        let chosen = GameArgs::new("gollon-shatranj", &[], None)
            .load()
            .expect("it loads");
        let script = Script::new(&chosen, Convention::Cecp).expect("it suits");
        let game = &chosen.loaded.game;
        let mut chance = SplitMix64::new(1);
        let position = "7k/P7/8/8/8/8/8/K6R w";
        let mut state = script
            .set_up(game, position, &mut chance)
            .expect("a position");
        let mut legal = Vec::new();
        game.legal(&mut state, &mut legal);
        let find = |text: &str| script.find(game, &state, &chance, &legal, text);
        assert!(find("a7a8").is_ok());
        assert_eq!(find("a7a8"), find("a7a8q"));
        assert!(find("a7a6").is_err());
    }
}
