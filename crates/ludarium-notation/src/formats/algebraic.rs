//! Standard algebraic notation, and moves as chess programs send them.

use ludarium_engine::{Action, Move, State};

use super::played::{At, Played};

/// The letter of the piece whose moves are written without one.
const PAWN: &str = "P";

/// A move as it is written, before a position gives it a meaning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Written {
    /// The letter of the piece; empty for a pawn.
    piece: String,
    /// Whether it enters from the hand.
    drops: bool,
    /// The file, rank or square of the origin, as far as it is written.
    origin: String,
    captures: bool,
    target: String,
    /// The letter of the piece after promotion.
    becomes: Option<String>,
}

/// A text without marks of check, glyphs and `e.p.`
fn bare(text: &str) -> &str {
    let text = text.trim_end_matches(['+', '#', '!', '?', '†', '‡']);
    let ep = ["e.p.", "ep"]
        .iter()
        .find_map(|mark| text.strip_suffix(mark));
    ep.unwrap_or(text).trim_end()
}

/// The number of ranks that castling goes over, by `O-O` and `O-O-O`: whether it is the long one.
fn castling(text: &str) -> Option<bool> {
    match text.to_uppercase().replace('0', "O").as_str() {
        "O-O" | "OO" => Some(false),
        "O-O-O" | "OOO" => Some(true),
        _ => None,
    }
}

impl Written {
    fn parse(text: &str) -> Option<Written> {
        let mut written = Written::default();
        let mut text = text;
        // The promotion: `e8=Q`, `e8(Q)`, `e8/Q`, `e8Q`, `e7e8q`.
        let end = text.rfind(|c: char| c.is_ascii_digit())? + 1;
        let after = text[end..].trim_matches(['=', '(', ')', '/']);
        if !after.is_empty() {
            if !after.chars().all(|c| c.is_alphabetic() || c == '+') {
                return None;
            }
            written.becomes = Some(after.to_uppercase());
        }
        text = &text[..end];
        if let Some((piece, target)) = text.split_once('@') {
            written.piece = piece.to_owned();
            written.drops = true;
            written.target = target.to_owned();
            return Some(written);
        }
        let digits = text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (file, _) = text[..digits].char_indices().next_back()?;
        written.target = text[file..].to_owned();
        let mut before = &text[..file];
        while let Some(less) = before.strip_suffix(['x', ':', '-', '×']) {
            written.captures |= !before.ends_with('-');
            before = less;
        }
        let small = before.find(|c: char| c.is_lowercase() || c.is_ascii_digit());
        let (piece, origin) = before.split_at(small.unwrap_or(before.len()));
        written.piece = piece.to_owned();
        written.origin = origin.to_owned();
        Some(written)
    }
}

/// The legal moves that a written ply is, one after the other: a promotion may be a choice of its
/// own.
///
/// # Errors
/// If the text means no legal move, or several.
pub(super) fn read(at: At, text: &str) -> Result<Vec<Move>, String> {
    let text = bare(text);
    if let Some(long) = castling(text) {
        let castles = |mv: &Move| long_side(at, *mv) == Some(long);
        let moves: Vec<Move> = at.legal().into_iter().filter(castles).collect();
        return match moves.as_slice() {
            [only] => Ok(vec![*only]),
            _ => Err("the rules do not allow to castle so".to_owned()),
        };
    }
    let Some(written) = Written::parse(text) else {
        return at.find(text).map(|mv| vec![mv]);
    };
    let fitting = fitting(at, &written);
    match fitting.as_slice() {
        [only] => Ok(only.clone()),
        [] => at.find(text).map(|mv| vec![mv]),
        several => {
            let moves: Vec<Move> = several.iter().map(|moves| moves[0]).collect();
            Err(format!("it may be {}", at.texts(&moves).join(" or ")))
        }
    }
}

/// The sequences of legal moves that fit a written ply.
fn fitting(at: At, written: &Written) -> Vec<Vec<Move>> {
    let becomes = written.becomes.as_deref();
    let target = at.rules.slot(&written.target);
    target.map_or_else(Vec::new, |target| {
        candidates(at, target, becomes, |mv| fits(at, written, mv))
    })
}

/// The sequences of legal moves of a piece to a site, with the promotion to a letter. `piece` is
/// the kind of the piece that a move moves, if the move is meant at all.
pub(super) fn candidates(
    at: At,
    target: usize,
    becomes: Option<&str>,
    piece: impl Fn(Move) -> Option<usize>,
) -> Vec<Vec<Move>> {
    let rules = at.rules;
    let comes =
        |mv: &Move| usize::try_from(mv.target()) == Ok(target) && mv.origin() != mv.target();
    let mut moves: Vec<Vec<Move>> = Vec::new();
    for mv in at.legal().into_iter().filter(comes) {
        let Some(what) = piece(mv) else {
            continue;
        };
        let (after, chance) = at.after(mv);
        let now = after.what(target);
        let Some(letter) = becomes else {
            // Where a piece need not promote, it does not.
            let onto_own = rules.owner(at.state.what(target)) == rules.owner(what);
            if now == what || onto_own || rules.owner(now) != rules.owner(what) {
                moves.push(vec![mv]);
            }
            continue;
        };
        if now != what && rules.is_named(now, letter) {
            moves.push(vec![mv]);
        } else if after.mover() == at.state.mover() {
            let after = At {
                state: &after,
                chance: &chance,
                ..at
            };
            let choices = after.promotions().into_iter();
            let choices = choices.filter(|(_, what)| rules.is_named(*what, letter));
            moves.extend(choices.map(|(promotion, _)| vec![mv, promotion]));
        }
    }
    moves
}

/// The kind of the piece that a move moves, if it fits what is written of it.
fn fits(at: At, written: &Written, mv: Move) -> Option<usize> {
    let from = usize::try_from(mv.origin()).ok()?;
    let what = at.state.what(from);
    let origin = at.rules.label(mv.origin());
    if what == 0 || written.drops != origin.is_none() {
        return None;
    }
    let whole = origin.as_ref() == Some(&written.origin);
    let letter = match written.piece.as_str() {
        "" => written.drops || whole || is_pawn(at, what),
        letter => at.rules.is_named(what, letter),
    };
    let hint = written.origin.as_str();
    let hinted = origin.is_none_or(|own| own.starts_with(hint) || own.ends_with(hint));
    (letter && hinted).then_some(what)
}

/// Whether a kind of piece is written without a letter. Where no piece is a pawn, all are.
fn is_pawn(at: At, what: usize) -> bool {
    let pawn = |what: usize| at.rules.is_named(what, PAWN);
    pawn(what) || !(1..at.rules.game.components().len()).any(pawn)
}

/// For castling, whether it is on the side where more squares lie between the king and the edge; in
/// the middle of the board or in an array that is drawn at random, on the side of the first files.
/// `None` for other moves.
fn long_side(at: At, mv: Move) -> Option<bool> {
    let layout = at.rules.game.layout();
    let own = |slot: usize| {
        let what = (slot < layout.board_sites).then(|| at.state.what(slot))?;
        (what != 0 && at.rules.owner(what) == at.state.mover()).then_some(slot)
    };
    let king = own(usize::try_from(mv.origin()).ok()?)?;
    let moved = at
        .actions(mv)
        .into_iter()
        .filter_map(|action| match action {
            Action::Move { from, .. } => {
                own(layout.slot(ludarium_engine::type_index(from.kind), from.site)?)
            }
            _ => None,
        });
    // The king may also move onto its own rook.
    let onto = usize::try_from(mv.target()).ok().and_then(own);
    let rook = onto.into_iter().chain(moved).find(|slot| *slot != king)?;
    let board = at.rules.game.board();
    let sites = board.topology.sites(board.default_site);
    let (king, rook) = (sites.get(king)?, sites.get(rook)?);
    let row = || sites.iter().filter(|site| site.row == king.row);
    let left = row().filter(|site| site.column < king.column).count();
    let right = row().filter(|site| site.column > king.column).count();
    Some(match rook.column < king.column {
        // Where the array is drawn at random, the king may stand anywhere.
        first_files if at.rules.by_lot => first_files,
        true => left >= right,
        false => right > left,
    })
}

/// Writes the move at an index of a game, with the promotion that follows it as a move of its own.
/// Returns the number of moves, too.
pub(super) fn write(played: &Played, index: usize) -> (String, usize) {
    let made = &played.made[index];
    let at = played.before(index);
    let (promotion, moves, after) = played.promotion(index);
    let text = match long_side(at, made.mv) {
        Some(true) => "O-O-O".to_owned(),
        Some(false) => "O-O".to_owned(),
        None => {
            let text = squares(at, made.mv, after, promotion);
            text.unwrap_or_else(|| made.text.replace(' ', ""))
        }
    };
    (text + check(at, after), moves)
}

/// The mark of check or mate.
fn check(at: At, after: &State) -> &'static str {
    let (game, mover) = (at.rules.game, at.state.mover());
    match game.outcome(after) {
        Some(outcome) if outcome.winner == mover => "#",
        Some(_) => "",
        None if after.mover() != mover && game.is_in_check(&mut after.clone()) => "+",
        None => "",
    }
}

/// A move from square to square or from the hand.
fn squares(at: At, mv: Move, after: &State, promotion: Option<usize>) -> Option<String> {
    let rules = at.rules;
    let target = rules.label(mv.target())?;
    let what = at.state.what(usize::try_from(mv.origin()).ok()?);
    if what == 0 || mv.origin() == mv.target() {
        return None;
    }
    let Some(origin) = rules.label(mv.origin()) else {
        return Some(format!("{}@{target}", rules.letter(what)));
    };
    let own = rules.owner(what);
    let foreign = |state: &State| {
        let sites = 0..rules.game.layout().board_sites;
        let kinds = sites.map(|slot| state.what(slot));
        kinds
            .filter(|what| *what != 0 && rules.owner(*what) != own)
            .count()
    };
    let takes = match foreign(after) < foreign(at.state) {
        true => "x",
        false => "",
    };
    let hint = hint(at, mv, what, &origin);
    let piece = match rules.is_named(what, PAWN) {
        // A pawn that captures has its file in front even if it is the only one.
        true if hint.is_empty() && !takes.is_empty() => file_and_rank(&origin).0.to_owned(),
        true => hint,
        false => format!("{}{hint}", rules.letter(what)),
    };
    let now = promotion.or_else(|| {
        let now = after.what(usize::try_from(mv.target()).ok()?);
        (now != 0 && now != what && rules.owner(now) == own).then_some(now)
    });
    let becomes = now.map_or_else(String::new, |now| format!("={}", rules.letter(now)));
    Some(format!("{piece}{takes}{target}{becomes}"))
}

/// What tells the origin of a move from that of other pieces with the same letter that may go to
/// the same square: nothing, the file, the rank, or both.
fn hint(at: At, mv: Move, what: usize, origin: &str) -> String {
    let letter = at.rules.letter(what);
    let legal = at.legal().into_iter();
    let others =
        legal.filter(|other| other.target() == mv.target() && other.origin() != mv.origin());
    let alike = others.filter(|other| {
        let slot = usize::try_from(other.origin()).ok();
        let what = slot.map_or(0, |slot| at.state.what(slot));
        what != 0 && at.rules.letter(what) == letter
    });
    let rivals: Vec<String> = alike
        .filter_map(|other| at.rules.label(other.origin()))
        .collect();
    let (file, rank) = file_and_rank(origin);
    let alone = |part: &dyn Fn(&str) -> bool| !rivals.iter().any(|other| part(other));
    if rivals.is_empty() {
        String::new()
    } else if alone(&|other| file_and_rank(other).0 == file) {
        file.to_owned()
    } else if alone(&|other| file_and_rank(other).1 == rank) {
        rank.to_owned()
    } else {
        origin.to_owned()
    }
}

fn file_and_rank(label: &str) -> (&str, &str) {
    let file = label.trim_end_matches(|c: char| c.is_ascii_digit());
    label.split_at(file.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_split_into_its_parts() {
        let parts = |text: &str| {
            let written = Written::parse(bare(text)).unwrap_or_default();
            (
                written.piece,
                written.origin,
                written.target,
                written.becomes,
            )
        };
        let is = |piece: &str, origin: &str, target: &str, becomes: Option<&str>| {
            let becomes = becomes.map(str::to_owned);
            (
                piece.to_owned(),
                origin.to_owned(),
                target.to_owned(),
                becomes,
            )
        };
        for (text, wanted) in [
            ("e4", is("", "", "e4", None)),
            ("Nf3+", is("N", "", "f3", None)),
            ("bxc3", is("", "b", "c3", None)),
            ("Bxc3!?", is("B", "", "c3", None)),
            ("R1a3", is("R", "1", "a3", None)),
            ("Qh4xe1#", is("Q", "h4", "e1", None)),
            ("exd8=Q+", is("", "e", "d8", Some("Q"))),
            ("e8(N)", is("", "", "e8", Some("N"))),
            ("e7e8q", is("", "e7", "e8", Some("Q"))),
            ("e7-e8", is("", "e7", "e8", None)),
            ("exd6 e.p.", is("", "e", "d6", None)),
            ("N@f3", is("N", "", "f3", None)),
            ("Kj10", is("K", "", "j10", None)),
        ] {
            assert_eq!(parts(text), wanted, "{text}");
        }
        assert_eq!(castling(bare("0-0-0+")), Some(true));
        assert_eq!(castling("O-O"), Some(false));
        assert_eq!(castling("Oo3"), None);
    }
}
