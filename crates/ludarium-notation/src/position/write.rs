//! Writing a position as text.

use std::collections::{HashMap, HashSet};

use ludarium_engine::ContainerKind;
use ludarium_engine::{Game, Piece, SetUp, SplitMix64, State};
use ludarium_games::About;
use ludarium_picture::Names;

use super::fields::Fields;
use super::letters::Letters;
use super::written::Written;
use super::{castling, counters, grid, pieces, read_with, Grid, PositionContext};
use crate::text_board::{letter_text, Glyphs, Style};

/// Writes a position as [`read`](super::read) reads it: ranks, hands in brackets where pieces are
/// in hand, and the number of the player to move. `None` where reading that back would give other
/// pieces, states or another mover: on boards that are not rectangular, or where pieces lie on its
/// lines.
///
/// The text tells pieces with their states, and the mover. Their values and rotations, counters,
/// dice, the game's history and what chess adds (en passant, the clock) are not part of it.
#[must_use]
pub fn write(game: &Game, context: &PositionContext, state: &State) -> Option<String> {
    let ranks = ranks(game, context, state)?;
    let layout = game.layout();
    let reads_back = |text: &String| {
        let read = read_with(game, context, text, &mut SplitMix64::new(0));
        read.is_ok_and(|read| {
            // The states on the board have been compared with the ranks.
            let same = |slot: usize| match slot < layout.board_sites {
                true => read.pieces_on(slot).eq(state.pieces_on(slot)),
                false => pieces_of(game, &read, slot).eq(pieces_of(game, state, slot)),
            };
            read.mover() == state.mover() && (0..layout.slots).all(same)
        })
    };
    let in_letters = |slots: HandSlots| {
        let hands = hands(game, context, state, slots);
        format!("{ranks}{hands} {}", state.mover())
    };
    let texts = [
        numbers(game, context, state),
        Some(in_letters(HandSlots::Untold)),
        Some(in_letters(HandSlots::Told)),
    ];
    texts.into_iter().flatten().find(reads_back)
}

/// The pieces on a slot, from the bottom up, without what no text tells of them: values and
/// rotations, and what dice show.
pub(crate) fn pieces_of<'a>(
    game: &'a Game,
    state: &'a State,
    slot: usize,
) -> impl Iterator<Item = Piece> + 'a {
    let told = |piece: Piece| Piece {
        count: piece.count,
        state: match game.components()[piece.what].die {
            Some(_) => 0,
            None => piece.state,
        },
        ..Piece::of(piece.what)
    };
    (0..state.height(slot)).map(move |level| told(state.piece(slot, level)))
}

/// The position as numbers, in a game whose pieces are all alike.
fn numbers(game: &Game, context: &PositionContext, state: &State) -> Option<String> {
    counters::letter(game, context.names)?;
    let rank = |row: &Vec<Option<usize>>| {
        let numbers = row
            .iter()
            .flatten()
            .map(|slot| state.count(*slot).to_string());
        numbers.collect::<Vec<_>>().join(" ")
    };
    let ranks: Vec<String> = grid(game).ok()?.iter().rev().map(rank).collect();
    let hands = game.containers().iter();
    let hands = hands.filter(|container| container.kind == ContainerKind::Hand);
    let held: Vec<i32> = hands.map(|hand| state.count(hand.first)).collect();
    let held = match held.iter().any(|number| *number > 0) {
        true => format!(" {held:?}"),
        false => String::new(),
    };
    Some(format!("{}{held} {}", ranks.join(" / "), state.mover()))
}

/// Whether the text of a hand tells which piece lies where in it and in which state.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HandSlots {
    Told,
    Untold,
}

/// The pieces in hand in brackets, their number before them where it is more than one; nothing if
/// there are none.
fn hands(game: &Game, context: &PositionContext, state: &State, slots: HandSlots) -> String {
    let glyphs = Glyphs::new(game, Style::Ascii, context.names);
    let tell =
        |piece: &Piece| slots == HandSlots::Told && piece.state != Piece::of(piece.what).state;
    let mut hands = vec![Vec::new(); game.players()];
    let mut owners_are_told = slots == HandSlots::Untold;
    let all = game.containers().iter();
    for hand in all.filter(|container| container.kind == ContainerKind::Hand) {
        let Some(held) = hands.get_mut(hand.owner.wrapping_sub(1)) else {
            continue;
        };
        for slot in hand.first..hand.first + hand.size {
            let pile: Vec<Piece> = pieces_of(game, state, slot).collect();
            let mut owners = pile.iter().map(|piece| glyphs.owner(piece.what));
            owners_are_told &= owners.all(|owner| owner == hand.owner);
            held.push(pile_text(&glyphs, &pile, tell));
        }
    }
    if hands.iter().flatten().all(String::is_empty) {
        return String::new();
    }
    let between = if slots == HandSlots::Told { "," } else { "" };
    let hands: Vec<String> = hands.iter().map(|held| held.join(between)).collect();
    format!("[{}]", hands.join(if owners_are_told { "" } else { "|" }))
}

/// A piece's letter with its number before it where there are several.
fn numbered(count: i32, letter: &str) -> String {
    match count {
        ..=1 => letter.to_owned(),
        count => format!("{count}{letter}"),
    }
}

/// A piece's letter, in brackets if it is not a single one.
fn in_brackets(letter: &str) -> String {
    match letter.strip_prefix('+').unwrap_or(letter).chars().count() {
        1 => letter.to_owned(),
        _ => format!("[{letter}]"),
    }
}

/// Writes the ranks of a position, from the top; `None` where reading them back would give other
/// pieces.
fn ranks(game: &Game, context: &PositionContext, state: &State) -> Option<String> {
    let grid = grid(game).ok()?;
    let slots = grid.iter().rev().flatten().flatten();
    let own = slots.flat_map(|slot| pieces_of(game, state, *slot).map(|piece| (*slot, piece)));
    let own = paired(game, context, &grid, own.collect());
    // States are written where reading the letters alone gives others.
    let mut told = HashSet::new();
    for _ in 0..2 {
        let text = ranks_with_states(game, context, &grid, &own, &told);
        let read = paired(game, context, &grid, pieces(game, context, &text).ok()?);
        if read == own {
            return Some(text);
        }
        let differing = own.iter().filter(|piece| !read.contains(piece));
        told.extend(differing.map(|(slot, _)| *slot));
    }
    None
}

/// The ranks of a position with these pieces, from the bottom of each site up; on some slots, their
/// states are `told`.
fn ranks_with_states(
    game: &Game,
    context: &PositionContext,
    grid: &Grid,
    own: &[(usize, Piece)],
    told: &HashSet<usize>,
) -> String {
    let glyphs = Glyphs::new(game, Style::Ascii, context.names);
    let piles = own.chunk_by(|a, b| a.0 == b.0);
    let piles = piles.map(|pile| (pile[0].0, pile.iter().map(|(_, piece)| *piece).collect()));
    let piles: HashMap<usize, Vec<Piece>> = piles.collect();
    let text_on = |slot: usize| cell(&glyphs, &piles[&slot], told.contains(&slot));
    // Letters of several characters stand between commas, else everything but a letter in brackets.
    let wide = grid.first().is_some_and(|row| row.len() > 1)
        && piles.iter().any(|(slot, pile)| {
            let single = pile.len() == 1 && pile[0].count <= 1 && !told.contains(slot);
            single && text_on(*slot).chars().count() > 1
        });
    let rows = grid.iter().rev().map(|row| {
        let cells = row.iter().map(|slot| {
            let text = text_on(slot.filter(|slot| piles.contains_key(slot))?);
            let as_it_is = wide || text.chars().count() == 1;
            Some(if as_it_is { text } else { format!("[{text}]") })
        });
        rank(&cells.collect::<Vec<_>>(), if wide { "," } else { "" })
    });
    rows.collect::<Vec<String>>().join("/")
}

/// The letter of a piece, with its state if that is to be told and the letter does not.
fn letter_and_state<'g>(glyphs: &'g Glyphs, piece: &Piece, tell: bool) -> (&'g str, Option<i32>) {
    let mut in_states = glyphs.letters_of_states();
    let told = in_states.find(|(what, own, _)| (*what, *own) == (piece.what, piece.state));
    match told {
        Some((_, _, letter)) => (letter, None),
        None => (glyphs.letter(piece.what), tell.then_some(piece.state)),
    }
}

/// The text of a site of the board: a letter alone for a single piece.
fn cell(glyphs: &Glyphs, pile: &[Piece], tell_states: bool) -> String {
    match pile {
        [piece] if piece.count <= 1 => match letter_and_state(glyphs, piece, tell_states) {
            (letter, None) => letter.to_owned(),
            _ => pile_text(glyphs, pile, |_| tell_states),
        },
        _ => pile_text(glyphs, pile, |_| tell_states),
    }
}

/// The text of pieces that lie on each other, from the bottom up, with the states that `tell` asks
/// for and their letters do not tell.
fn pile_text(glyphs: &Glyphs, pile: &[Piece], tell: impl Fn(&Piece) -> bool) -> String {
    // A number behind a state would be part of it.
    let one_by_one = pile.len() > 1 && pile.iter().any(&tell);
    let runs = pile.chunk_by(|a, b| (a.what, a.state) == (b.what, b.state));
    let text = runs.map(|run| {
        let piece = match letter_and_state(glyphs, &run[0], tell(&run[0])) {
            (letter, None) => in_brackets(letter),
            (letter, Some(state)) => format!("{}:{state}", in_brackets(letter)),
        };
        match one_by_one {
            true => piece.repeat(run.len()),
            false => numbered(run.iter().map(|piece| piece.count).sum(), &piece),
        }
    });
    text.collect()
}

/// The pieces, a king or a rook that cannot castle for want of a partner as one that has moved.
fn paired(
    game: &Game,
    context: &PositionContext,
    grid: &Grid,
    pieces: Vec<(usize, Piece)>,
) -> Vec<(usize, Piece)> {
    let letters = Letters::new(game, context);
    let start = game.start(&mut SplitMix64::new(0));
    let mut setup = SetUp {
        pieces,
        ..SetUp::default()
    };
    castling::keep_pairs(game, &letters, grid, &start, &mut setup);
    setup.pieces
}

/// Writes a rank: its letters, with numbers for the empty sites between them.
fn rank(row: &[Option<String>], between: &str) -> String {
    let mut cells: Vec<String> = Vec::new();
    let mut free = 0;
    for cell in row.iter().chain([&Some(String::new())]) {
        match cell {
            None => free += 1,
            Some(letter) => {
                cells.extend((free > 0).then(|| free.to_string()));
                cells.push(letter.clone());
                free = 0;
            }
        }
    }
    cells.pop();
    cells.join(between)
}

/// Writes a position as the programs of chess do: in their letters, with the fields of FEN. `text`
/// is the position as [`read_position`](crate::read_position) read it, and `state` what it read:
/// the square passed by a pawn and the clock are only in the text.
///
/// # Errors
/// If the board is not rectangular, or the position cannot be written otherwise either.
pub(crate) fn standard(
    game: &Game,
    about: Option<&About>,
    text: &str,
    state: &State,
) -> Result<String, String> {
    let names = about.map(Names::new).unwrap_or_default();
    let context = PositionContext::of_game(&names, about);
    let grid = grid(game).map_err(|error| error.to_string())?;
    let layout = game.layout();
    let is_shared = |what: usize| game.components()[what].owner > game.players();
    let mut several = (0..layout.slots).filter(|slot| state.count(*slot) > 1);
    // Chess programs know neither several pieces on a site nor pieces of all players.
    if several.any(|slot| slot < layout.board_sites || is_shared(state.what(slot))) {
        let text = write(game, &context, state);
        return text.ok_or_else(|| "this position cannot be written as text".to_owned());
    }
    let start = game.start(&mut SplitMix64::new(0));
    let letters = Letters::new(game, &context);
    let written = Written::parse(text).ok();
    let fields = written
        .and_then(|written| Fields::read(game, &letters, &start, &context, &written).ok())
        .unwrap_or_default();
    let glyphs = Glyphs::new(game, Style::Ascii, &names);
    let protocol = about.map(|about| &about.protocol.letters);
    let letter = |what: usize| {
        let component = &game.components()[what];
        let mut own = protocol.into_iter().flatten();
        let own = own.find(|(_, piece)| **piece == component.base);
        let letter = own.map_or_else(
            || glyphs.letter(what).to_owned(),
            |(letter, _)| letter_text(letter, component.owner, game.players(), true),
        );
        in_brackets(&letter)
    };
    let cell = |slot: &Option<usize>| {
        let slot = slot.filter(|slot| !state.is_empty(*slot));
        slot.map(|slot| letter(state.what(slot)))
    };
    let ranks = grid.iter().rev().map(|row| {
        let cells: Vec<Option<String>> = row.iter().map(cell).collect();
        rank(&cells, "")
    });
    let mut board = ranks.collect::<Vec<_>>().join("/");
    let held = (game.layout().board_sites..game.layout().slots)
        .filter(|slot| game.layout().in_hand(*slot) && !state.is_empty(*slot));
    let held = held.map(|slot| letter(state.what(slot)).repeat(state.count(slot).max(1) as usize));
    let held: String = held.collect();
    if !held.is_empty() {
        board = format!("{board}[{held}]");
    }
    let mover = match (state.mover(), names.owned.is_empty()) {
        (1, true) => "w".to_owned(),
        (2, true) => "b".to_owned(),
        (player, _) => player.to_string(),
    };
    let rights = castling::rights(game, &letters, &grid, &start, state);
    let passed = fields.en_passant.unwrap_or_else(|| "-".to_owned());
    Ok(format!(
        "{board} {mover} {rights} {passed} {} 1",
        fields.clock
    ))
}
