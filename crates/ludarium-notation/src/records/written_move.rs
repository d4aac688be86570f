//! Moves as printed records write them.

use super::print_marks::{self, PrintMarks};
use super::RecordError;

/// A move as it is written, before any position gives it a meaning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrittenMove {
    /// What is written before the move to name the piece: its sign, or a side.
    pub piece: Option<PieceHint>,
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// Sites of captured pieces.
    pub taken: Vec<String>,
    /// Whether it is written as a capture.
    pub captures: bool,
    /// Sites of pieces that might have been captured and were not.
    pub spared: Vec<String>,
    /// Sites on which the mover loses a piece.
    pub lost: Vec<String>,
    /// The sites of `a x b,c`: if the first one is empty, a piece enters there and captures on the
    /// others.
    pub enclosure: Option<(String, Vec<String>)>,
    /// The letter of the piece after promotion.
    pub becomes: Option<String>,
    /// The site of the promoted piece, where it is not the target of the move: `d3-d4=S@e5`.
    pub beside: Option<String>,
    /// The sign after the move: of the captured piece, or of the promoted one.
    pub after: Option<String>,
    /// Whether a plus follows: check, or a promotion where promoted pieces are written with a plus.
    pub plus: bool,
    /// The throw before it.
    pub throw: Vec<Roll>,
    /// Whether the transcriber could not decide it.
    pub undecided: bool,
    /// The text without the throw: it may be a legal move's own text.
    pub text: String,
    /// Why the text is in no known notation; it may still be a legal move's own text.
    pub unread: Option<RecordError>,
}

/// What names the piece that moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PieceHint {
    /// A sign or a word.
    Sign(String),
    /// A dash: the sign of the same player's previous move.
    Ditto,
}

/// One item of a throw, as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Roll {
    /// A number.
    Number(i32),
    /// The name of a throw.
    Name(String),
}

impl Roll {
    /// Parses the text between the brackets of a throw.
    pub fn parse_all(text: &str) -> Vec<Roll> {
        let parts = text.split([' ', ',']).filter(|part| !part.is_empty());
        let read = |part: &str| match part.parse() {
            Ok(number) => Roll::Number(number),
            Err(_) => Roll::Name(part.to_owned()),
        };
        parts.map(read).collect()
    }
}

/// A step of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// From one site to another.
    Move(String, String),
    /// A piece comes to a site; the first text tells its sign, or the file or rank of its origin,
    /// or both.
    Come(String, String),
    /// A piece enters, or a site is chosen; with the piece's letter where it is written.
    Place(Option<String>, String),
    /// Two pieces at once: king and rook.
    Castle(String, String),
    /// Castling written as `O-O`.
    Side(CastlingSide),
    /// Two pieces' moves at once: castling written as two moves.
    Both([String; 2], [String; 2]),
    /// Two pieces change places.
    Exchange(String, String),
    /// A pass.
    Pass,
}

/// The side of castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingSide {
    /// The side on which the edge is nearer to the king.
    Short,
    /// The other side.
    Long,
    /// The text does not tell.
    Either,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Site(String),
    Mark(char),
}

/// Words for a pass.
const PASSES: [&str; 9] = [
    "pass", "passes", "passed", "skip", "no move", "none", "-", "--", "...",
];

impl WrittenMove {
    /// Parses a move:
    ///
    /// - by its sites: `e2-e4`, `d4 x e5`, `b4-b3 xc3 -a3 xa4`, `place c5,c4`, `R@e5`, `e7-e8=Q`,
    ///   `d3-d4=S@e5`, `12-out`, `O-O`;
    /// - by the piece's sign and its target: `P 34`, `Kt x e5`, `R1-e2`, where a dash (`- 34`)
    ///   repeats the sign above;
    /// - with a throw before it: `[4 1]`, or `W [4 1]`;
    /// - followed by `!e7` (the mover loses that piece), `(not taken: c3)`, the sign of the
    ///   captured piece, marks of check, `~` or `?`.
    ///
    /// A turn of several moves (`5-6, 5-7 x8`) gives one for each, the throw with the first.
    ///
    /// # Errors
    /// If the text is in none of these notations.
    pub fn parse(text: &str) -> Result<Vec<WrittenMove>, RecordError> {
        let whole_text = unthrown(text);
        let (text, undecided) = print_marks::bare(text);
        let (throw, text) = split_throw(&text)?;
        let mut plies = Vec::new();
        if text.is_empty() {
            // A throw without a move is a lost turn.
            match (undecided, throw.is_empty()) {
                (false, true) => return Err("an empty ply".into()),
                (true, _) => plies.push(WrittenMove::default()),
                (false, false) => plies.push(WrittenMove {
                    steps: vec![Step::Pass],
                    ..WrittenMove::default()
                }),
            }
        }
        for part in text.split(", ").filter(|part| !part.is_empty()) {
            let (part, marks) = print_marks::unmarked(part);
            let written = WrittenMove::part(&part, &marks)?;
            plies.extend(std::iter::repeat_n(written, marks.times));
        }
        if let Some(first) = plies.first_mut() {
            first.throw = throw;
        }
        plies
            .iter_mut()
            .for_each(|written| written.undecided = undecided);
        if let [only] = plies.as_mut_slice() {
            only.text = whole_text;
        }
        Ok(plies)
    }

    /// Parses a move that may also be written as the game lists its moves: `b2-b4 (throw 2)`. In
    /// that case `unread` holds the error of [`WrittenMove::parse`].
    pub fn parse_or_keep(text: &str) -> Vec<WrittenMove> {
        WrittenMove::parse(text).unwrap_or_else(|why| {
            let (bare, undecided) = print_marks::bare(text);
            let throw = split_throw(&bare).map_or_else(|_| Vec::new(), |(throw, _)| throw);
            let written = WrittenMove {
                text: unthrown(text),
                throw,
                undecided,
                unread: Some(why),
                ..WrittenMove::default()
            };
            vec![written]
        })
    }

    /// The move without what is said of captures and promotion.
    #[must_use]
    pub fn without_marks(&self) -> WrittenMove {
        WrittenMove {
            captures: false,
            becomes: None,
            beside: None,
            after: None,
            plus: false,
            ..self.clone()
        }
    }

    /// Parses one move of a turn.
    fn part(text: &str, marks: &PrintMarks) -> Result<WrittenMove, RecordError> {
        let mut written = WrittenMove {
            after: marks.after.clone(),
            plus: marks.plus,
            captures: marks.captures,
            ..WrittenMove::default()
        };
        let mut text = text.trim();
        if let Some((before, after)) = text.split_once("(not taken:") {
            let (sites, _) = after
                .split_once(')')
                .ok_or("a remark is not closed with )")?;
            written.spared = sites
                .split(',')
                .map(|site| site.trim().to_owned())
                .collect();
            text = before.trim();
        }
        while let Some((before, lost)) = text.rsplit_once('!') {
            // A space after the mark tells that another move follows.
            if !lost.chars().all(char::is_alphanumeric) {
                return Err(format!("what does !{lost} mean?").into());
            }
            written.lost.push(lost.to_owned());
            text = before.trim();
        }
        if let Some((first, rest)) = text.split_once(char::is_whitespace) {
            let word = first.trim_end_matches([':', '.']);
            let is_pass = PASSES.iter().any(|pass| word.eq_ignore_ascii_case(pass));
            if is_pass && word.starts_with(char::is_alphabetic) {
                return Err(format!("{rest} stands behind a pass").into());
            }
            let castles = word.to_lowercase().starts_with("castle");
            // In `QKt x P` and `KBP - K4` the word begins the move; `BxKt QPxB` are two moves.
            let goes_on = ["-", "x "]
                .iter()
                .any(|mark| rest.trim_start().starts_with(mark));
            let goes_on = goes_on || print_marks::takes_by_signs(word);
            let castles = castles || goes_on;
            if word.len() > 2 && word.chars().all(char::is_alphabetic) && !castles {
                // In `place c5,c4` and `enter @C` the word adds nothing to the sites.
                let rest = rest.trim().trim_start_matches('@');
                let plain =
                    |site: &str| !site.is_empty() && site.chars().all(char::is_alphanumeric);
                if rest.split(',').all(|site| plain(site.trim())) && word == first {
                    let sites = rest.split(',');
                    let sites = sites.map(|site| Step::Place(None, site.trim().to_owned()));
                    written.steps.extend(sites);
                    return Ok(written);
                }
            }
            // `White: e2-e4`, `Knight g1-f3`.
            let is_word = word.len() > 2 && !castles;
            if word.chars().all(char::is_alphabetic) && (is_word || word != first) {
                written.piece = Some(PieceHint::Sign(word.to_owned()));
                text = rest.trim();
            }
        }
        if PASSES.iter().any(|word| text.eq_ignore_ascii_case(word)) {
            written.steps.push(Step::Pass);
            return Ok(written);
        }
        if let Some(side) = castling(text) {
            written.steps.push(Step::Side(side));
            return Ok(written);
        }
        if let Some((first, second)) = text.split_once("<>") {
            let sites = (first.trim().to_owned(), second.trim().to_owned());
            written.steps.push(Step::Exchange(sites.0, sites.1));
            return Ok(written);
        }
        if let Some(moves) = two_moves(text) {
            let [first, second] = moves;
            written.steps.push(Step::Both(first, second));
            return Ok(written);
        }
        let tokens = tokens(text)?;
        written.enclosure = enclosure(&tokens);
        let read = written.read(&tokens);
        if written.enclosure.is_none() {
            read?;
        }
        Ok(written)
    }

    fn read(&mut self, tokens: &[Token]) -> Result<(), RecordError> {
        let mut at: Option<String> = None;
        let mut mark = None;
        // After a hyphen an x lists captured pieces; before that it is the move itself.
        let mut hyphen = false;
        let told = self.after.is_some();
        for (index, token) in tokens.iter().enumerate() {
            if self.after.is_some() && !told {
                return Err("a sign behind the move does not end it".into());
            }
            match (token, mark) {
                (Token::Mark('-'), _) if index == 0 && self.piece.is_none() => {
                    self.piece = Some(PieceHint::Ditto);
                }
                (Token::Mark(c), _) => mark = Some(*c),
                (Token::Site(site), None) if at.is_none() => at = Some(site.clone()),
                (Token::Site(site), None | Some('@'))
                    if self.becomes.is_some() && self.beside.is_none() =>
                {
                    self.beside = Some(site.clone());
                    mark = None;
                }
                (Token::Site(site), Some('@')) => {
                    self.steps.push(Step::Place(at.take(), site.clone()));
                    mark = None;
                }
                (Token::Site(site), Some('=')) => {
                    self.becomes = Some(site.clone());
                    mark = None;
                }
                (Token::Site(site), Some('x' | ',')) if hyphen => self.taken.push(site.clone()),
                (Token::Site(site), Some(',')) => {
                    let king = at.take().ok_or("a comma before the first site")?;
                    self.steps.push(Step::Castle(king, site.clone()));
                    mark = None;
                }
                (Token::Site(site), Some(c @ ('-' | 'x'))) => {
                    let from = at.replace(site.clone()).ok_or("a move without an origin")?;
                    self.steps.push(Step::Move(from, site.clone()));
                    hyphen |= c == '-';
                    self.captures |= c == 'x';
                    mark = None;
                }
                (Token::Site(site), _) => {
                    let first = at.take().unwrap_or_default();
                    at = Some(self.beside(first, site)?);
                }
            }
            if matches!(token, Token::Site(_)) && hyphen && mark == Some('x') {
                mark = Some(',');
            }
        }
        if self.steps.is_empty() {
            let site = at.ok_or("no site")?;
            self.steps.push(Step::Place(None, site));
        }
        Ok(())
    }

    /// Reads two names without a mark between them: a sign and a site in either order, or two
    /// numbers, which are a move. Returns the site that the move continues from.
    fn beside(&mut self, first: String, second: &str) -> Result<String, RecordError> {
        let has_digit = |name: &str| name.contains(|c: char| c.is_ascii_digit());
        let numbers = |name: &str| name.chars().all(|c| c.is_ascii_digit());
        let begins = self.steps.is_empty() && self.piece.is_none();
        // Falkener's sign for the knight looks like a 2.
        let sign = !has_digit(&first) || first == "2" || first.starts_with(char::is_uppercase);
        if begins && sign && has_digit(second) {
            self.piece = Some(PieceHint::Sign(first));
            Ok(second.to_owned())
        } else if begins && self.after.is_none() && numbers(&first) && numbers(second) {
            self.steps.push(Step::Move(first, second.to_owned()));
            Ok(second.to_owned())
        } else if !has_digit(second) && has_digit(&first) && self.after.is_none() {
            self.after = Some(second.to_owned());
            Ok(first)
        } else {
            Err(format!("{second} stands alone").into())
        }
    }
}

/// Whether a word means off the board.
pub fn is_out(name: &str) -> bool {
    ["out", "off", "home"]
        .iter()
        .any(|word| name.eq_ignore_ascii_case(word))
}

/// Parses `O-O`, `0-0-0`, `castles`, `castles (K)`, `castles Q R`.
fn castling(text: &str) -> Option<CastlingSide> {
    let kept = text.chars().filter(|c| c.is_alphanumeric());
    let letters: String = kept.flat_map(char::to_lowercase).collect();
    match letters.replace('0', "o").as_str() {
        "oo" if text.contains('-') => Some(CastlingSide::Short),
        "ooo" if text.contains('-') => Some(CastlingSide::Long),
        word => {
            let rest = word.strip_prefix("castle")?;
            let rest = rest.strip_prefix('s').unwrap_or(rest);
            // `Castles P-KKt4` is two moves.
            match rest {
                "" => Some(CastlingSide::Either),
                "k" | "kr" | "kside" | "king" | "kingside" | "kingsside" => {
                    Some(CastlingSide::Short)
                }
                "q" | "qr" | "qside" | "queen" | "queenside" | "queensside" => {
                    Some(CastlingSide::Long)
                }
                _ => None,
            }
        }
    }
}

/// Parses `e1-g1,i1-f1`.
fn two_moves(text: &str) -> Option<[[String; 2]; 2]> {
    let read = |part: &str| {
        let (from, to) = part.split_once('-')?;
        let site = |text: &str| {
            let text = text.trim();
            let plain = !text.is_empty() && text.chars().all(char::is_alphanumeric);
            plain.then(|| text.to_owned())
        };
        Some([site(from)?, site(to)?])
    };
    let (first, second) = text.split_once(',')?;
    Some([read(first)?, read(second)?])
}

/// Splits a throw in brackets, with the letter of a side before it, from the rest.
fn split_throw(text: &str) -> Result<(Vec<Roll>, &str), RecordError> {
    let side = |text: &str| text.chars().all(|c| c.is_alphabetic() || c == ':');
    let bare = match text.split_once(' ') {
        Some((first, rest)) if side(first) && rest.trim_start().starts_with('[') => {
            rest.trim_start()
        }
        _ => text,
    };
    match bare.strip_prefix('[') {
        Some(rest) => {
            let (throw, rest) = rest.split_once(']').ok_or("a throw is not closed with ]")?;
            Ok((Roll::parse_all(throw), rest.trim_start_matches([':', ' '])))
        }
        None => Ok((Vec::new(), text)),
    }
}

/// The text after a throw in brackets.
fn unthrown(text: &str) -> String {
    split_throw(text)
        .map_or(text, |(_, rest)| rest)
        .trim()
        .to_owned()
}

/// Reads `a x b,c` as a piece that enters on a and captures on b and c.
fn enclosure(tokens: &[Token]) -> Option<(String, Vec<String>)> {
    let (Token::Site(first), rest) = tokens.split_first()? else {
        return None;
    };
    if rest.first() != Some(&Token::Mark('x')) {
        return None;
    }
    let mut taken = Vec::new();
    let mut marked = false;
    for token in rest {
        let between = std::mem::replace(&mut marked, matches!(token, Token::Mark(_)));
        match token {
            Token::Site(site) if between => taken.push(site.clone()),
            Token::Site(_) => return None,
            Token::Mark('x' | ',') => {}
            Token::Mark(_) => return None,
        }
    }
    Some((first.clone(), taken))
}

fn tokens(text: &str) -> Result<Vec<Token>, RecordError> {
    let mut tokens = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let behind = &text[at + c.len_utf8()..];
        let next = behind.trim_start().chars().next();
        let next_name = next.is_some_and(char::is_alphanumeric);
        let next_digit = next.is_some_and(|c| c.is_ascii_digit());
        let after_site = matches!(tokens.last(), Some(Token::Site(_)));
        // A capital X is a mark where it cannot be a sign: after a space or a site.
        let apart = text[..at].ends_with([' ', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
        match c {
            '-' | '=' | '@' | ',' => tokens.push(Token::Mark(c)),
            '×' | ':' if after_site => tokens.push(Token::Mark('x')),
            // A drop after a piece's sign; else the hit of backgammon.
            '*' | '\'' if after_site && next_name => tokens.push(Token::Mark('@')),
            '*' => {}
            // `24/18`, `6/off`; `e8/Q` is a promotion, and `e8/1` a site of the second of several
            // boards.
            '/' if next_digit || is_out(behind.trim()) => tokens.push(Token::Mark('-')),
            '/' if next_name => tokens.push(Token::Mark('=')),
            ' ' | '~' | '(' | ')' => {}
            // An x is a mark between two sites.
            'x' if next_name && after_site => tokens.push(Token::Mark('x')),
            'X' if next_name && after_site && apart => tokens.push(Token::Mark('x')),
            c if c.is_alphanumeric() || c == '+' => {
                let mut site = c.to_string();
                let mut digits = c.is_ascii_digit();
                while let Some((at, c)) = chars.peek().copied() {
                    // A site is letters, then digits: `b4xc3` has two.
                    let layer = c == '/'
                        && digits
                        && !site.contains('/')
                        && site.starts_with(char::is_alphabetic)
                        && text[at + 1..].starts_with(|c: char| c.is_ascii_digit());
                    let goes_on =
                        layer || c.is_ascii_digit() || (c.is_alphabetic() && !digits && c != 'x');
                    if !goes_on {
                        break;
                    }
                    digits |= c.is_ascii_digit();
                    site.push(c);
                    chars.next();
                }
                tokens.push(Token::Site(site));
            }
            other => return Err(format!("what does {other:?} mean?").into()),
        }
    }
    Ok(tokens)
}

#[cfg(test)]
mod tests;
