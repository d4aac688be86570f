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
/// pieces or another mover: on boards that are not rectangular, or where pieces lie beside it.
///
/// The text tells pieces and mover only. Counters, dice, the game's history and what chess adds (en
/// passant, the clock) are not part of it.
#[must_use]
pub fn write(game: &Game, context: &PositionContext, state: &State) -> Option<String> {
    let ranks = ranks(game, context, state)?;
    let reads_back = |text: &String| {
        let read = read_with(game, context, text, &mut SplitMix64::new(0));
        read.is_ok_and(|read| {
            let same = |slot: usize| read.pieces_on(slot).eq(state.pieces_on(slot));
            read.mover() == state.mover() && (0..game.layout().slots).all(same)
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

/// Whether the text of a hand tells which piece lies where in it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HandSlots {
    Told,
    Untold,
}

/// The pieces in hand in brackets, their number before them where it is more than one; nothing if
/// there are none.
fn hands(game: &Game, context: &PositionContext, state: &State, slots: HandSlots) -> String {
    let glyphs = Glyphs::new(game, Style::Ascii, context.names);
    let mut hands = vec![Vec::new(); game.players()];
    let mut owners_are_told = slots == HandSlots::Untold;
    let all = game.containers().iter();
    for hand in all.filter(|container| container.kind == ContainerKind::Hand) {
        let Some(held) = hands.get_mut(hand.owner.wrapping_sub(1)) else {
            continue;
        };
        for slot in hand.first..hand.first + hand.size {
            let what = state.what(slot);
            let letter = in_brackets(glyphs.letter(what));
            owners_are_told &= what == 0 || glyphs.owner(what) == hand.owner;
            held.push(match what {
                0 => String::new(),
                _ => counted(state.count(slot), &letter),
            });
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
fn counted(count: i32, letter: &str) -> String {
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
#[must_use]
pub fn ranks(game: &Game, context: &PositionContext, state: &State) -> Option<String> {
    let grid = grid(game).ok()?;
    let slots = grid.iter().rev().flatten().flatten();
    let own = slots
        .flat_map(|slot| (0..state.height(*slot)).map(|level| (*slot, state.piece(*slot, level))));
    let own = paired(game, context, &grid, own.collect());
    // States are written where reading the letters alone gives others.
    let mut told = HashSet::new();
    for _ in 0..2 {
        let text = ranks_with_states(game, context, &grid, &own, &told);
        let read = paired(game, context, &grid, pieces(game, context, &text).ok()?);
        let alike = |pieces: &[(usize, Piece)]| -> Vec<_> {
            let pieces = pieces.iter();
            pieces
                .map(|(slot, piece)| (*slot, piece.what, piece.count, piece.state))
                .collect()
        };
        let (read, wanted) = (alike(&read), alike(&own));
        if read == wanted {
            return Some(text);
        }
        let differing = wanted.iter().filter(|piece| !read.contains(piece));
        told.extend(differing.map(|(slot, ..)| *slot));
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
    let piles: HashMap<usize, &[(usize, Piece)]> = own
        .chunk_by(|a, b| a.0 == b.0)
        .map(|pile| (pile[0].0, pile))
        .collect();
    let is_single = |slot: &usize| match piles[slot] {
        [(_, piece)] => piece.count <= 1 && !told.contains(slot),
        _ => false,
    };
    let cells = |row: &Vec<Option<usize>>| -> Vec<Option<(String, bool)>> {
        let text = |slot: &Option<usize>| {
            let slot = slot.filter(|slot| piles.contains_key(slot))?;
            Some((
                cell(&glyphs, piles[&slot], told.contains(&slot)),
                is_single(&slot),
            ))
        };
        row.iter().map(text).collect()
    };
    let rows: Vec<_> = grid.iter().rev().map(cells).collect();
    // Letters of several characters stand between commas, else everything but a letter in brackets.
    let mut single = rows
        .iter()
        .flatten()
        .flatten()
        .filter(|(_, single)| *single);
    let wide = single.any(|(letter, _)| letter.chars().count() > 1)
        && grid.first().is_some_and(|row| row.len() > 1);
    let rows = rows.into_iter().map(|row| {
        let cells = row.into_iter().map(|cell| {
            let (text, _) = cell?;
            let as_it_is = wide || text.chars().count() == 1;
            Some(if as_it_is { text } else { format!("[{text}]") })
        });
        rank(&cells.collect::<Vec<_>>(), if wide { "," } else { "" })
    });
    rows.collect::<Vec<String>>().join("/")
}

/// The text of the pieces on a slot, from the bottom up, with their states if these are to be told
/// and their letters do not tell them.
fn cell(glyphs: &Glyphs, pile: &[(usize, Piece)], tell_states: bool) -> String {
    let alike = |a: &Piece, b: &Piece| (a.what, a.state) == (b.what, b.state);
    let runs = pile.chunk_by(|(_, a), (_, b)| alike(a, b));
    let text = runs.map(|run| {
        let (_, piece) = run[0];
        let count = run.iter().map(|(_, piece)| piece.count).sum();
        let mut in_state = glyphs.letters_of_states();
        let letter = in_state.find(|(what, state, _)| (*what, *state) == (piece.what, piece.state));
        match letter {
            Some((_, _, letter)) if pile.len() == 1 && count <= 1 => letter.to_owned(),
            Some((_, _, letter)) => counted(count, &in_brackets(letter)),
            None => {
                let letter = glyphs.letter(piece.what);
                if tell_states {
                    // A number behind a state would be part of it.
                    let one = format!("{}:{}", in_brackets(letter), piece.state);
                    let (times, count) = if run.len() > 1 {
                        (run.len(), 1)
                    } else {
                        (1, count)
                    };
                    counted(count, &one).repeat(times)
                } else if pile.len() == 1 && count <= 1 {
                    letter.to_owned()
                } else {
                    counted(count, &in_brackets(letter))
                }
            }
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
/// If the board is not rectangular, or has stacks.
pub(crate) fn standard(
    game: &Game,
    about: Option<&About>,
    text: &str,
    state: &State,
) -> Result<String, String> {
    let names = about.map(Names::new).unwrap_or_default();
    let context = PositionContext {
        owners: about.map(|about| &about.notation.owners),
        ..PositionContext::new(&names)
    };
    let grid = grid(game).map_err(|error| error.to_string())?;
    if game.layout().levels > 0 {
        return Err("no position with stacks can be written".to_owned());
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
