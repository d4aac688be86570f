//! Moves of xiangqi by squares (ICCS) and by files and steps (WXF).

use ludarium_engine::Move;

use super::coordinate::{between, grid, only, Squares};
use super::played::{At, Played};
use super::{pgn, Format};
use crate::position::{self, Grid};

/// The letters of WXF.
const LETTERS: [&str; 7] = ["K", "A", "E", "H", "R", "C", "P"];

/// The letters of the pieces that never need a mark of front or rear: their moves tell them apart.
const PLAIN: [&str; 2] = ["A", "E"];

/// The tag with the notation of the moves, and the tag with the family.
pub(super) const NOTATION: &str = "Format";
const FAMILY: (&str, &str) = ("Game", "Chinese Chess");

/// The format of a PGN file by its tag.
pub(super) fn format_of(notation: &str) -> Option<Format> {
    match notation.to_uppercase().as_str() {
        "ICCS" => Some(Format::Iccs),
        "WXF" => Some(Format::Wxf),
        _ => None,
    }
}

/// The place of a piece as its player counts: the file from its right, from 1, and the rank from
/// its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    file: usize,
    rank: usize,
}

fn place(grid: &Grid, slot: usize, player: usize) -> Option<Place> {
    let columns = grid.first().map_or(0, Vec::len);
    let mut rows = grid.iter().enumerate();
    let (row, column) = rows.find_map(|(row, slots)| {
        let column = slots.iter().position(|own| *own == Some(slot))?;
        Some((row, column))
    })?;
    Some(match player {
        1 => Place {
            file: columns - column,
            rank: row,
        },
        _ => Place {
            file: column + 1,
            rank: grid.len() - 1 - row,
        },
    })
}

/// The move of a written ply: `H2-E2`, `h2e2`, `C2=5`, `H8+7`, `R+-2`.
///
/// # Errors
/// If it means no legal move, or several.
pub(super) fn read(at: At, text: &str) -> Result<Vec<Move>, String> {
    let grid = grid(at.rules.game)?;
    let bare = text.trim_end_matches(['!', '?', '#']);
    let small = bare.replace('-', "").to_lowercase();
    if let Some((from, to)) = Squares::FromZero.split(&small) {
        let slot = |name: &str| Squares::FromZero.slot(&grid, name);
        if let (Some(from), Some(to)) = (slot(from), slot(to)) {
            return only(at, between(at, from, to, None));
        }
    }
    let chars: Vec<char> = bare.chars().collect();
    let [first, second, direction, number] = chars.as_slice() else {
        return Err(format!("{bare} is no move of xiangqi"));
    };
    // The mark of front or rear may stand before the piece: `+R-2`.
    let (piece, origin) = match first.is_alphabetic() {
        true => (*first, *second),
        false => (*second, *first),
    };
    let number = number.to_digit(10).ok_or("a move ends with a number")? as usize;
    let forward = match direction {
        '+' => Some(true),
        '-' => Some(false),
        '=' | '.' => None,
        other => return Err(format!("what does {other} mean?")),
    };
    let fits = |mv: &Move| {
        let meant = told(at, &grid, *mv)?;
        let same = at.rules.is_named(meant.what, &piece.to_string())
            && (meant.forward, meant.number) == (forward, number);
        let from = match origin {
            '+' => meant.is_front == Some(true),
            '-' => meant.is_front == Some(false),
            file => file.to_digit(10) == Some(meant.from.file as u32),
        };
        (same && from).then_some(())
    };
    let moves: Vec<Vec<Move>> = at
        .legal()
        .into_iter()
        .filter(|mv| fits(mv).is_some())
        .map(|mv| vec![mv])
        .collect();
    only(at, moves)
}

/// What WXF tells of a move.
struct Told {
    what: usize,
    from: Place,
    /// Forward or back; `None` along the rank.
    forward: Option<bool>,
    /// Steps along the file, or else the new file.
    number: usize,
    /// Whether the piece is the first or the last of several of its kind on its file.
    is_front: Option<bool>,
}

fn told(at: At, grid: &Grid, mv: Move) -> Option<Told> {
    let player = at.state.mover();
    let origin = usize::try_from(mv.origin()).ok()?;
    let what = at.state.what(origin);
    let from = place(grid, origin, player)?;
    let to = place(grid, usize::try_from(mv.target()).ok()?, player)?;
    let forward = match to.rank.cmp(&from.rank) {
        std::cmp::Ordering::Equal => None,
        order => Some(order.is_gt()),
    };
    let slots = 0..at.rules.game.layout().board_sites;
    let others = slots.filter(|slot| *slot != origin && at.state.what(*slot) == what);
    let others = others.filter_map(|slot| place(grid, slot, player));
    let ranks: Vec<usize> = others
        .filter(|other| other.file == from.file)
        .map(|other| other.rank)
        .collect();
    let is_front = if ranks.is_empty() {
        None
    } else if ranks.iter().all(|rank| *rank < from.rank) {
        Some(true)
    } else {
        ranks.iter().all(|rank| *rank > from.rank).then_some(false)
    };
    Some(Told {
        what,
        from,
        forward,
        number: match to.file == from.file {
            true => to.rank.abs_diff(from.rank),
            false => to.file,
        },
        is_front,
    })
}

/// A move in WXF; by its squares where a file has more than two pieces of the kind.
fn wxf(at: At, grid: &Grid, mv: Move) -> Option<String> {
    let meant = told(at, grid, mv)?;
    let mut letters = LETTERS.into_iter();
    let letter = letters.find(|letter| at.rules.is_named(meant.what, letter))?;
    let origin = match meant.is_front.filter(|_| !PLAIN.contains(&letter)) {
        Some(true) => "+".to_owned(),
        Some(false) => "-".to_owned(),
        None => meant.from.file.to_string(),
    };
    let direction = match meant.forward {
        Some(true) => '+',
        Some(false) => '-',
        None => '=',
    };
    let text = format!("{letter}{origin}{direction}{}", meant.number);
    match read(at, &text) {
        Ok(moves) if moves == [mv] => Some(text),
        _ => iccs(grid, mv),
    }
}

/// A move by its squares: `H2-E2`.
fn iccs(grid: &Grid, mv: Move) -> Option<String> {
    let square = |slot: i32| Squares::FromZero.name(grid, usize::try_from(slot).ok()?);
    let text = format!("{}-{}", square(mv.origin())?, square(mv.target())?);
    Some(text.to_uppercase())
}

/// Writes a game as PGN with these moves.
pub(super) fn write(
    played: &Played,
    format: Format,
    tags: &[(String, String)],
) -> Result<String, String> {
    let rules = &played.rules;
    let grid = grid(rules.game)?;
    if (grid.first().map_or(0, Vec::len), grid.len()) != (9, 10) {
        return Err("this notation is for xiangqi on nine files and ten ranks".to_owned());
    }
    let mut words = Vec::new();
    for (index, made) in played.made.iter().enumerate() {
        let (at, first) = (played.before(index), made.before.mover() == 1);
        if first || index == 0 {
            let number = words
                .iter()
                .filter(|word: &&String| word.contains('.'))
                .count()
                + 1;
            words.push(format!("{number}{}", if first { "." } else { "..." }));
        }
        let text = match format {
            Format::Wxf => wxf(at, &grid, made.mv),
            _ => iccs(&grid, made.mv),
        };
        words.push(text.ok_or_else(|| format!("{} is no move of xiangqi", made.text))?);
    }
    let notation = if format == Format::Wxf { "WXF" } else { "ICCS" };
    let mut further = vec![
        (FAMILY.0, FAMILY.1.to_owned()),
        ("Variant", played.saved.game.clone()),
        (NOTATION, notation.to_owned()),
    ];
    if let Some(position) = &played.saved.position {
        let start = played.made.first();
        let start = start.map_or(&played.state, |made| &made.before);
        let fen = position::standard(rules.game, rules.about, position, start)?;
        further.push(("FEN", fen));
    }
    Ok(pgn::assemble(
        played,
        tags,
        pgn::result(played, tags),
        &further,
        &words,
    ))
}
