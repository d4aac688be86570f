//! Squares, moves and positions as the protocols write them.

use ludarium_engine::ContainerKind;
use ludarium_engine::{Game, Move, SplitMix64, State};
use ludarium_notation::moves;
use ludarium_notation::text_board::Style;
use ludarium_notation::{position, SiteAndPieceNames};
use ludarium_picture::Names;

use crate::library::board_size;
use crate::{ProtocolError, ProtocolGame};

/// A protocol between GUIs and engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Protocol {
    /// XBoard's CECP: files are letters and ranks numbers, from 0 on boards of ten ranks or more
    /// (T. Mann and H. G. Muller, "Chess Engine Communication Protocol", on the command `move`).
    /// Pieces are dropped as `P@e5`.
    Xboard,
    /// UCI: files are letters and ranks numbers from 1.
    Uci,
    /// USI: files are numbers from the first player's right and ranks letters from the far side.
    /// Pieces are dropped as `P*5e` (T. Romstad, "The Universal Shogi Interface", draft 2).
    Usi,
    /// GTP: files are letters without `I` and ranks numbers from 1, and stones are placed
    /// (G. Farneback, "Specification of the Go Text Protocol, version 2", draft 2).
    Gtp,
    /// UCCI: files are letters and ranks numbers from 0 (Xiangqi Wizard, "Universal Chinese Chess
    /// Protocol", version 3).
    Ucci,
}

/// The letters of SFEN; promoted pieces have a `+` before theirs.
const SHOGI: &str = "KRBGSNLP";
/// The letters of UCCI; `B` and `N` are also written `E` and `H` in its positions.
const XIANGQI: &str = "KAENRCPBH";

impl Protocol {
    /// The name of the protocol, in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Protocol::Xboard => "xboard",
            Protocol::Uci => "uci",
            Protocol::Usi => "usi",
            Protocol::Gtp => "gtp",
            Protocol::Ucci => "ucci",
        }
    }

    /// The name of a square; `None` if the protocol has none for it.
    fn square(self, column: usize, row: usize, columns: usize, rows: usize) -> Option<String> {
        let letter = |index: usize| Some(char::from(b'a' + u8::try_from(index).ok()?));
        let file = (columns <= 26).then(|| letter(column)).flatten();
        match self {
            Protocol::Xboard if rows > 9 => Some(format!("{}{row}", file?)),
            Protocol::Xboard | Protocol::Uci => Some(format!("{}{}", file?, row + 1)),
            Protocol::Usi => Some(format!("{}{}", columns - column, letter(rows - 1 - row)?)),
            // The letter I is left out.
            Protocol::Gtp => {
                let letter = letter(column + usize::from(column >= 8))?;
                Some(format!("{letter}{}", row + 1))
            }
            Protocol::Ucci => Some(format!("{}{row}", file?)),
        }
    }

    /// The letters of pieces, and the files and ranks of the board, if the protocol is for one
    /// family of games.
    fn family(self) -> Option<(&'static str, (usize, usize))> {
        match self {
            Protocol::Xboard | Protocol::Uci | Protocol::Gtp => None,
            Protocol::Usi => Some((SHOGI, (9, 9))),
            Protocol::Ucci => Some((XIANGQI, (9, 10))),
        }
    }
}

/// Writes and reads a game's moves and positions as a protocol does.
#[derive(Clone, Debug)]
pub struct ProtocolNotation {
    protocol: Protocol,
    names: Names,
    site_names: SiteAndPieceNames,
}

/// A piece on a square, as [`ExternalEngine`](crate::ExternalEngine) sends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedPiece {
    /// The player who owns it, from 1.
    pub owner: usize,
    /// Its letter, a capital.
    pub letter: String,
    /// Its square.
    pub square: String,
}

/// The text of a move: its squares, and the letter of a promotion.
pub(crate) struct MoveText {
    pub(crate) squares: String,
    pub(crate) promotion: String,
}

impl ProtocolNotation {
    /// The notation of a game in a protocol.
    ///
    /// # Errors
    /// If the protocol is for another family of games: [`ProtocolError::Unsuitable`] says what
    /// differs.
    pub fn new(game: &ProtocolGame, protocol: Protocol) -> Result<ProtocolNotation, ProtocolError> {
        let mut names = game.names();
        let letters = game.letters();
        let game = &game.loaded.game;
        for (letter, piece) in letters {
            names.letters.insert(piece.clone(), letter.clone());
        }
        let sides = name_squares(game, protocol, &mut names);
        let notation = ProtocolNotation {
            protocol,
            site_names: SiteAndPieceNames::new(game, Style::Ascii, &names),
            names,
        };
        if protocol == Protocol::Gtp {
            check_placement(game).map_err(ProtocolError::Unsuitable)?;
        }
        if let Some((letters, wanted)) = protocol.family() {
            notation
                .check_family(game, letters, wanted, sides)
                .map_err(ProtocolError::Unsuitable)?;
        }
        Ok(notation)
    }

    /// Checks that a game has the board, the hands and the letters of a protocol's family.
    fn check_family(
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
        if self.protocol == Protocol::Usi && hands < game.players() {
            return Err(
                "this protocol is for games with men in hand; here nobody has a hand".to_owned(),
            );
        }
        for (what, piece) in game.components().iter().enumerate().skip(1) {
            let letter = self.site_names.glyphs.letter(what).to_uppercase();
            let plain = letter.strip_prefix('+').unwrap_or(&letter);
            let promoted = plain.len() < letter.len();
            let known = plain.len() == 1 && letters.contains(plain);
            if piece.die.is_none() && (!known || (promoted && self.protocol == Protocol::Ucci)) {
                return Err(format!(
                    "this protocol has no letter for {} (its letters are {letters}); the game's about.toml may \
                     tell one under [protocol.letters]",
                    piece.base
                ));
            }
        }
        Ok(())
    }

    /// Reads a position as the protocol writes it, the text after `fen`, `sfen` or `setboard`, and
    /// sets it up.
    ///
    /// # Errors
    /// If the text is not a position of the game.
    pub fn read_position(
        &self,
        game: &Game,
        text: &str,
        chance: &mut SplitMix64,
    ) -> Result<State, ProtocolError> {
        let mut words = text.split_whitespace();
        let text = match self.protocol {
            Protocol::Xboard | Protocol::Uci | Protocol::Gtp => text.to_owned(),
            // Black moves first, up the board, and hands are a field of their own: `... b RB2p 1`.
            Protocol::Usi => {
                let (board, mover) = (words.next().unwrap_or_default(), words.next());
                let hands = words.next().unwrap_or("-");
                let mover = if mover == Some("w") { 2 } else { 1 };
                format!("{board}[{hands}] {mover}")
            }
            // Red, written w or r, moves first.
            Protocol::Ucci => {
                let board = words.next().unwrap_or_default();
                let mover = if words.next() == Some("b") { 2 } else { 1 };
                format!("{} {mover}", self.own_letters(board))
            }
        };
        Ok(position::read(game, &self.names, &text, chance)?)
    }

    /// The pieces of a state, from the top; none if the board is not rectangular.
    #[must_use]
    pub fn placed_pieces(&self, game: &Game, state: &State) -> Vec<PlacedPiece> {
        let grid = position::grid(game).unwrap_or_default();
        let slots = grid.iter().rev().flatten().flatten().copied();
        let pieces = slots.filter(|slot| state.what(*slot) != 0).map(|slot| {
            let what = state.what(slot);
            PlacedPiece {
                owner: self.site_names.glyphs.owner(what),
                letter: self.site_names.glyphs.letter(what).to_uppercase(),
                square: self.square(game, slot),
            }
        });
        pieces.collect()
    }

    /// A position of UCCI with the letters that this game has for elephant and horse.
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

    /// The texts of legal moves, in their order.
    #[must_use]
    pub fn texts(
        &self,
        game: &Game,
        state: &State,
        chance: &SplitMix64,
        legal: &[Move],
    ) -> Vec<String> {
        let written = self.move_texts(game, state, chance, legal);
        let text = |own: MoveText| own.squares + &own.promotion;
        written.into_iter().map(text).collect()
    }

    /// The index of the legal move that a text means. The letter of a promotion may be missing if
    /// there is only one choice.
    ///
    /// # Errors
    /// If the text means no legal move, or several.
    pub fn find(
        &self,
        game: &Game,
        state: &State,
        chance: &SplitMix64,
        legal: &[Move],
        text: &str,
    ) -> Result<usize, ProtocolError> {
        let written = self.move_texts(game, state, chance, legal);
        // XBoard writes = for a piece that does not promote.
        let text = text.trim_end_matches('=');
        let exact = |own: &MoveText| {
            let (squares, promotion) = (&own.squares, &own.promotion);
            format!("{squares}{promotion}").eq_ignore_ascii_case(text)
        };
        if let Some(index) = written.iter().position(exact) {
            return Ok(index);
        }
        let begins = |own: &&MoveText| {
            let Some((head, rest)) = text.split_at_checked(own.squares.len()) else {
                return false;
            };
            // A digit more would be another square; stones are never promoted.
            let only_promotes = match self.protocol {
                Protocol::Gtp => rest.is_empty(),
                _ => !rest.starts_with(|c: char| c.is_ascii_digit()),
            };
            head.eq_ignore_ascii_case(&own.squares) && only_promotes
        };
        let longest = written.iter().filter(begins).map(|own| own.squares.len());
        let longest = longest.max().unwrap_or(usize::MAX);
        let mut fitting = (0..written.len())
            .filter(|&index| begins(&&written[index]) && written[index].squares.len() == longest);
        match (fitting.next(), fitting.next()) {
            (Some(only), None) => Ok(only),
            (Some(_), Some(_)) => Err(ProtocolError::AmbiguousMove(text.to_owned())),
            (None, _) => {
                let texts = written
                    .iter()
                    .map(|own| own.squares.clone() + &own.promotion);
                Ok(moves::find(text, &texts.collect::<Vec<_>>(), &[])?)
            }
        }
    }

    pub(crate) fn move_texts(
        &self,
        game: &Game,
        state: &State,
        chance: &SplitMix64,
        legal: &[Move],
    ) -> Vec<MoveText> {
        let notation = self.site_names.notation(game);
        let texts = notation.texts(state, chance, legal);
        let moves = legal.iter().zip(&texts);
        moves
            .map(|(mv, text)| self.write(game, state, *mv, text))
            .collect()
    }

    /// The name of a square.
    pub(crate) fn square(&self, game: &Game, slot: usize) -> String {
        self.site_names.board.label(game, slot as i32)
    }

    /// The text of a king's move onto its own rook in XBoard, which has squares only for castling
    /// from the ordinary array; `None` for other moves and protocols.
    fn castling(&self, game: &Game, state: &State, mv: Move) -> Option<&'static str> {
        let slot = |slot: i32| {
            let slot = usize::try_from(slot).ok()?;
            (slot < game.layout().board_sites).then_some(slot)
        };
        let (from, to) = (slot(mv.origin())?, slot(mv.target())?);
        let glyphs = &self.site_names.glyphs;
        let is = |slot: usize, letter: &str| {
            let what = state.what(slot);
            what != 0
                && glyphs.owner(what) == state.mover()
                && glyphs.letter(what).eq_ignore_ascii_case(letter)
        };
        let castles = self.protocol == Protocol::Xboard && is(from, KING) && is(to, ROOK);
        let board = game.board();
        let sites = board.topology.sites(board.default_site);
        castles.then(|| match sites[to].column > sites[from].column {
            true => "O-O",
            false => "O-O-O",
        })
    }

    /// A move, whose usual text is `text`.
    fn write(&self, game: &Game, state: &State, mv: Move, text: &str) -> MoveText {
        let sites = game.layout().board_sites;
        let on_board = |slot: i32| usize::try_from(slot).ok().filter(|slot| *slot < sites);
        let hand = |slot: i32| {
            let slot = usize::try_from(slot).ok()?;
            (slot >= sites && game.layout().in_hand(slot)).then_some(slot)
        };
        let label = |slot: usize| self.square(game, slot);
        let promotion = text.split([',', '(', '#']).next();
        let promotion = promotion.and_then(|text| Some(text.split_once('=')?.1));
        // A stone may turn others, which the usual text tells.
        let vertex = on_board(mv.target()).filter(|_| self.protocol == Protocol::Gtp);
        let castling = || self.castling(game, state, mv).map(str::to_owned);
        if let Some(squares) = vertex.map(label).or_else(castling) {
            return MoveText {
                squares,
                promotion: String::new(),
            };
        }
        match (mv.origin(), mv.target()) {
            (from, to) if hand(from).is_some() && on_board(to).is_some() => {
                let what = hand(from).map_or(0, |slot| state.what(slot));
                let letter = self.site_names.glyphs.letter(what).to_uppercase();
                let sign = if self.protocol == Protocol::Usi {
                    '*'
                } else {
                    '@'
                };
                let target = on_board(to).map(label).unwrap_or_default();
                MoveText {
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
                MoveText {
                    squares: squares.collect(),
                    promotion: match promotion.strip_prefix('+') {
                        Some(_) => "+".to_owned(),
                        None => promotion,
                    },
                }
            }
            _ => MoveText {
                squares: coordinates(text),
                promotion: String::new(),
            },
        }
    }
}

/// The letters of the pieces that castle.
const KING: &str = "K";
const ROOK: &str = "R";

/// The greatest board of GTP.
const MAX_GTP_SIZE: usize = 25;

/// Checks that in a game two players put stones of one kind each on a square board.
fn check_placement(game: &Game) -> Result<(), String> {
    match board_size(game) {
        Some(2..=MAX_GTP_SIZE) => {}
        Some(size) => {
            return Err(format!(
                "this protocol is for boards of 2 to {MAX_GTP_SIZE} lines; this one has {size}"
            ))
        }
        None => return Err("this protocol is for square boards".to_owned()),
    }
    let kinds = |player: usize| {
        let kinds = game.components().iter().skip(1);
        kinds.filter(|kind| kind.owner == player).count()
    };
    let mut state = game.start(&mut SplitMix64::new(1));
    let mut legal = Vec::new();
    game.legal(&mut state, &mut legal);
    let places = |mv: &Move| {
        let slot = usize::try_from(mv.target()).ok();
        mv.origin() == mv.target()
            && slot.is_some_and(|slot| slot < game.layout().board_sites && state.is_empty(slot))
    };
    let passes = |mv: &Move| mv.target() < 0;
    let only_places = legal.iter().any(places) && legal.iter().all(|mv| places(mv) || passes(mv));
    match [kinds(1), kinds(2)] == [1, 1] && only_places {
        true => Ok(()),
        false => Err(
            "this protocol is for games in which each player puts stones of one kind on the board"
                .to_owned(),
        ),
    }
}

/// Names the squares of a rectangular board as a protocol does; returns its files and ranks. `None`
/// for other boards.
fn name_squares(game: &Game, protocol: Protocol, names: &mut Names) -> Option<(usize, usize)> {
    let grid = position::grid(game).ok()?;
    let (rows, columns) = (grid.len(), grid.first().map_or(0, Vec::len));
    for (row, slots) in grid.iter().enumerate() {
        for (column, slot) in slots.iter().enumerate() {
            let square = protocol.square(column, row, columns, rows);
            let (Some(slot), Some(square)) = (slot, square) else {
                continue;
            };
            match protocol {
                // Rows may be counted from the top, as the game's players do.
                Protocol::Gtp => _ = names.sites.entry(*slot).or_insert(square),
                _ => _ = names.sites.insert(*slot, square),
            }
        }
    }
    Some((columns, rows))
}

/// The text of a move that is not from one square of the board to another: `P@e5`.
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
    use ludarium_games::{Entry, Loaded};

    fn load(name: &str) -> (&'static Entry, Loaded) {
        let entry = ludarium_games::find(name).expect("a game");
        (entry, ludarium_games::load(entry, &[]).expect("it loads"))
    }

    fn notation(
        (entry, loaded): &(&'static Entry, Loaded),
        protocol: Protocol,
    ) -> Result<ProtocolNotation, ProtocolError> {
        let game = ProtocolGame {
            loaded,
            about: Some(&entry.about),
            name: entry.slug,
        };
        ProtocolNotation::new(&game, protocol)
    }

    fn first_moves(name: &str, protocol: Protocol) -> Vec<String> {
        let loaded = load(name);
        let notation = notation(&loaded, protocol).expect("it suits");
        let game = &loaded.1.game;
        let mut chance = SplitMix64::new(1);
        let mut state = game.start(&mut chance);
        let mut legal = Vec::new();
        game.legal(&mut state, &mut legal);
        notation.texts(game, &state, &chance, &legal)
    }

    #[test]
    fn each_protocol_has_its_own_squares() {
        let has = |texts: Vec<String>, text: &str| texts.iter().any(|own| own == text);
        assert!(has(first_moves("modern-chess", Protocol::Uci), "e2e4"));
        assert!(has(first_moves("modern-chess", Protocol::Xboard), "e2e4"));
        assert!(has(first_moves("gollon-shogi", Protocol::Usi), "5g5f"));
        assert!(has(first_moves("gollon-shogi", Protocol::Xboard), "e3e4"));
        assert!(has(
            first_moves("gollon-chinese-chess", Protocol::Ucci),
            "e3e4"
        ));
        assert!(has(
            first_moves("gollon-chinese-chess", Protocol::Xboard),
            "e3e4"
        ));
        assert!(has(
            first_moves("gollon-chinese-chess", Protocol::Uci),
            "e4e5"
        ));
    }

    #[test]
    fn a_game_of_another_shape_is_refused_with_the_reason() {
        let refused = |name: &str, protocol| {
            let loaded = load(name);
            notation(&loaded, protocol)
                .map(drop)
                .unwrap_err()
                .to_string()
        };
        let chess = refused("modern-chess", Protocol::Usi);
        assert!(
            chess.contains("9 files and 9 ranks; this one has 8 and 8"),
            "{chess}"
        );
        let shogi = refused("gollon-shogi", Protocol::Ucci);
        assert!(
            shogi.contains("9 files and 10 ranks; this one has 9 and 9"),
            "{shogi}"
        );
    }

    #[test]
    fn the_letter_of_the_only_promotion_may_be_missing() {
        let loaded = load("gollon-shatranj");
        let notation = notation(&loaded, Protocol::Xboard).expect("it suits");
        let game = &loaded.1.game;
        let mut chance = SplitMix64::new(1);
        let position = "7k/P6r/8/8/8/8/8/KR6 w";
        let mut state = notation
            .read_position(game, position, &mut chance)
            .expect("a position");
        let mut legal = Vec::new();
        game.legal(&mut state, &mut legal);
        let find = |text: &str| notation.find(game, &state, &chance, &legal, text);
        assert!(find("a7a8").is_ok());
        assert_eq!(find("a7a8"), find("a7a8q"));
        assert!(find("a7a6").is_err());
    }
}
