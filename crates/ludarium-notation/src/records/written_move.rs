//! A ply as it is written.

use super::written::{self, Marks};

/// A ply, as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ply {
    /// What stands before the move to say who makes it: a man's sign, or a side.
    pub man: Option<Man>,
    /// What is done, in order.
    pub steps: Vec<Step>,
    /// Sites from which men are taken.
    pub taken: Vec<String>,
    /// Whether it is written as a capture.
    pub captures: bool,
    /// Sites on which men stay that might have been taken.
    pub spared: Vec<String>,
    /// Sites whose own man is lost by the ply.
    pub lost: Vec<String>,
    /// Where nothing stands on the first site of `a x b,c`: a man enters there and takes the others.
    pub enclosure: Option<(String, Vec<String>)>,
    /// The letter of what a man becomes.
    pub becomes: Option<String>,
    /// The site on which he then stands, where it is not the one he came to: `d3-d4=S@e5`.
    pub beside: Option<String>,
    /// The sign behind the move: of the man taken, or of what a man becomes.
    pub after: Option<String>,
    /// Whether a plus stands behind it: check, or a promotion where promoted men are written so.
    pub plus: bool,
    /// The throw before it.
    pub throw: Vec<Cast>,
    /// Whether the transcriber could not decide it.
    pub undecided: bool,
    /// What is written of it but for the throw: the game may list a move so.
    pub text: String,
    /// Why it says nothing, where it may still be the text of a move.
    pub unread: Option<String>,
}

/// What says who makes a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Man {
    /// A sign or a word.
    Sign(String),
    /// A dash: the sign of the line above in the same column.
    Ditto,
}

/// A part of a throw, as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Cast {
    /// A number.
    Number(i32),
    /// What people call it.
    Name(String),
}

impl Cast {
    /// Reads what stands in the brackets of a throw.
    pub fn read(text: &str) -> Vec<Cast> {
        let parts = text.split([' ', ',']).filter(|part| !part.is_empty());
        let read = |part: &str| match part.parse() {
            Ok(number) => Cast::Number(number),
            Err(_) => Cast::Name(part.to_owned()),
        };
        parts.map(read).collect()
    }
}

/// A part of a ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// From one site to another.
    Move(String, String),
    /// A man of whom only this is said comes to a site: his sign, or a file or rank of his site, or both.
    Come(String, String),
    /// A man enters, or a site is chosen; with the man's letter where it is written.
    Place(Option<String>, String),
    /// Two men at once: king and rook.
    Castle(String, String),
    /// Castling by its sign: `O-O`.
    Side(Side),
    /// A man's move, and with it another man's: castling written as two moves.
    Both([String; 2], [String; 2]),
    /// Two men change places.
    Exchange(String, String),
    /// Nothing.
    Pass,
}

/// To which side castling goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Where the edge is nearer to the king.
    Short,
    /// The other.
    Long,
    /// Not said.
    Either,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Site(String),
    Mark(char),
}

/// Words for a turn in which nothing is done.
const PASSES: [&str; 9] = [
    "pass", "passes", "passed", "skip", "no move", "none", "-", "--", "...",
];

impl Ply {
    /// Reads a ply: `e2-e4`, `d4 x e5`, `b4-b3 xc3 -a3 xa4`, `place c5,c4`, `R@e5`, `e7-e8=Q`, `d3-d4=S@e5`, `12-out`, `O-O`; by the
    /// man's sign and the square he comes to, `P 34`, `Kt x e5`, `R1-e2`, where a dash (`- 34`) repeats the sign above;
    /// `[4 1]` before it, or `W [4 1]`; `!e7` and `(not taken: c3)` behind it, the sign of the man taken, marks of check,
    /// and `~` and `?`. Where several moves make up the turn (`5-6, 5-7 x8`), there is one for each, the throw with the first.
    ///
    /// # Errors
    /// If it is none of these.
    pub fn parse(text: &str) -> Result<Vec<Ply>, String> {
        let whole_text = unthrown(text);
        let (text, undecided) = written::bare(text);
        let (throw, text) = split_throw(&text)?;
        let mut plies = Vec::new();
        if text.is_empty() {
            // Who throws and does nothing has lost his turn.
            match (undecided, throw.is_empty()) {
                (false, true) => return Err("an empty ply".to_owned()),
                (true, _) => plies.push(Ply::default()),
                (false, false) => plies.push(Ply {
                    steps: vec![Step::Pass],
                    ..Ply::default()
                }),
            }
        }
        for part in text.split(", ").filter(|part| !part.is_empty()) {
            let (part, marks) = written::unmarked(part);
            let ply = Ply::part(&part, &marks)?;
            plies.extend(std::iter::repeat_n(ply, marks.times));
        }
        if let Some(first) = plies.first_mut() {
            first.throw = throw;
        }
        plies.iter_mut().for_each(|ply| ply.undecided = undecided);
        if let [only] = plies.as_mut_slice() {
            only.text = whole_text;
        }
        Ok(plies)
    }

    /// Reads a ply that may be written in no notation, but as the game lists its moves: `b2-b4 (throw 2)`.
    pub fn listed(text: &str) -> Vec<Ply> {
        Ply::parse(text).unwrap_or_else(|why| {
            let (bare, undecided) = written::bare(text);
            let throw = split_throw(&bare).map_or_else(|_| Vec::new(), |(throw, _)| throw);
            let ply = Ply {
                text: unthrown(text),
                throw,
                undecided,
                unread: Some(why),
                ..Ply::default()
            };
            vec![ply]
        })
    }

    /// The same move, of which nobody knows whom it takes and what the man becomes.
    #[must_use]
    pub fn without_marks(&self) -> Ply {
        Ply {
            captures: false,
            becomes: None,
            beside: None,
            after: None,
            plus: false,
            ..self.clone()
        }
    }

    /// Reads one move of a ply.
    fn part(text: &str, marks: &Marks) -> Result<Ply, String> {
        let mut ply = Ply {
            after: marks.after.clone(),
            plus: marks.plus,
            captures: marks.captures,
            ..Ply::default()
        };
        let mut text = text.trim();
        if let Some((before, after)) = text.split_once("(not taken:") {
            let (sites, _) = after
                .split_once(')')
                .ok_or("a remark is not closed with )")?;
            ply.spared = sites
                .split(',')
                .map(|site| site.trim().to_owned())
                .collect();
            text = before.trim();
        }
        while let Some((before, lost)) = text.rsplit_once('!') {
            ply.lost.push(lost.trim().to_owned());
            text = before.trim();
        }
        if let Some((first, rest)) = text.split_once(char::is_whitespace) {
            let word = first.trim_end_matches([':', '.']);
            let is_pass = PASSES.iter().any(|pass| word.eq_ignore_ascii_case(pass));
            if is_pass && word.starts_with(char::is_alphabetic) {
                return Err(format!("{rest} stands behind a pass"));
            }
            let castles = word.to_lowercase().starts_with("castle");
            // `QKt x P`, `KBP - K4`: the word begins the move; `BxKt QPxB` are two.
            let goes_on = ["-", "x "]
                .iter()
                .any(|mark| rest.trim_start().starts_with(mark));
            let goes_on = goes_on || written::takes_by_signs(word);
            let castles = castles || goes_on;
            if word.len() > 2 && word.chars().all(char::is_alphabetic) && !castles {
                // `place c5,c4`, `enter @C`: the word says what the rest shows.
                let rest = rest.trim().trim_start_matches('@');
                let plain =
                    |site: &str| !site.is_empty() && site.chars().all(char::is_alphanumeric);
                if rest.split(',').all(|site| plain(site.trim())) && word == first {
                    let sites = rest.split(',');
                    let sites = sites.map(|site| Step::Place(None, site.trim().to_owned()));
                    ply.steps.extend(sites);
                    return Ok(ply);
                }
            }
            // `White: e2-e4`, `Knight g1-f3`.
            let is_word = word.len() > 2 && !castles;
            if word.chars().all(char::is_alphabetic) && (is_word || word != first) {
                ply.man = Some(Man::Sign(word.to_owned()));
                text = rest.trim();
            }
        }
        if PASSES.iter().any(|word| text.eq_ignore_ascii_case(word)) {
            ply.steps.push(Step::Pass);
            return Ok(ply);
        }
        if let Some(side) = castling(text) {
            ply.steps.push(Step::Side(side));
            return Ok(ply);
        }
        if let Some((first, second)) = text.split_once("<>") {
            let sites = (first.trim().to_owned(), second.trim().to_owned());
            ply.steps.push(Step::Exchange(sites.0, sites.1));
            return Ok(ply);
        }
        if let Some(moves) = two_moves(text) {
            let [first, second] = moves;
            ply.steps.push(Step::Both(first, second));
            return Ok(ply);
        }
        let tokens = tokens(text)?;
        ply.enclosure = enclosure(&tokens);
        let read = ply.read(&tokens);
        if ply.enclosure.is_none() {
            read?;
        }
        Ok(ply)
    }

    fn read(&mut self, tokens: &[Token]) -> Result<(), String> {
        let mut at: Option<String> = None;
        let mut mark = None;
        // Once a man has moved with a hyphen, an x lists men taken; before that it is the move.
        let mut hyphen = false;
        let told = self.after.is_some();
        for (index, token) in tokens.iter().enumerate() {
            if self.after.is_some() && !told {
                return Err("a sign behind the move does not end it".to_owned());
            }
            match (token, mark) {
                (Token::Mark('-'), _) if index == 0 && self.man.is_none() => {
                    self.man = Some(Man::Ditto);
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

    /// Two names beside each other, without a mark between them: a sign before its site or behind it; two numbers are a
    /// move. Where it goes on from.
    fn beside(&mut self, first: String, second: &str) -> Result<String, String> {
        let has_digit = |name: &str| name.contains(|c: char| c.is_ascii_digit());
        let numbers = |name: &str| name.chars().all(|c| c.is_ascii_digit());
        let begins = self.steps.is_empty() && self.man.is_none();
        // A 2 is Falkener's horse's head.
        let sign = !has_digit(&first) || first == "2" || first.starts_with(char::is_uppercase);
        if begins && sign && has_digit(second) {
            self.man = Some(Man::Sign(first));
            Ok(second.to_owned())
        } else if begins && self.after.is_none() && numbers(&first) && numbers(second) {
            self.steps.push(Step::Move(first, second.to_owned()));
            Ok(second.to_owned())
        } else if !has_digit(second) && has_digit(&first) && self.after.is_none() {
            self.after = Some(second.to_owned());
            Ok(first)
        } else {
            Err(format!("{second} stands alone"))
        }
    }
}

/// Whether a word stands for what is beyond the board.
pub fn is_out(name: &str) -> bool {
    ["out", "off", "home"]
        .iter()
        .any(|word| name.eq_ignore_ascii_case(word))
}

/// Reads `O-O`, `0-0-0`, `castles`, `castles (K)`, `castles Q R`.
fn castling(text: &str) -> Option<Side> {
    let kept = text.chars().filter(|c| c.is_alphanumeric());
    let letters: String = kept.flat_map(char::to_lowercase).collect();
    match letters.replace('0', "o").as_str() {
        "oo" if text.contains('-') => Some(Side::Short),
        "ooo" if text.contains('-') => Some(Side::Long),
        word => {
            let rest = word.strip_prefix("castle")?;
            let rest = rest.strip_prefix('s').unwrap_or(rest);
            // `Castles P-KKt4` is two plies.
            match rest {
                "" => Some(Side::Either),
                "k" | "kr" | "kside" | "king" | "kingside" | "kingsside" => Some(Side::Short),
                "q" | "qr" | "qside" | "queen" | "queenside" | "queensside" => Some(Side::Long),
                _ => None,
            }
        }
    }
}

/// Reads `e1-g1,i1-f1`.
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

/// Cuts a throw in brackets off, with the letter of a side before it.
fn split_throw(text: &str) -> Result<(Vec<Cast>, &str), String> {
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
            Ok((Cast::read(throw), rest.trim_start_matches([':', ' '])))
        }
        None => Ok((Vec::new(), text)),
    }
}

/// What is written behind a throw in brackets.
fn unthrown(text: &str) -> String {
    split_throw(text)
        .map_or(text, |(_, rest)| rest)
        .trim()
        .to_owned()
}

/// Reads `a x b,c` as a man entering on a and taking b and c.
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

fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let behind = &text[at + c.len_utf8()..];
        let next = behind.trim_start().chars().next();
        let next_name = next.is_some_and(char::is_alphanumeric);
        let next_digit = next.is_some_and(|c| c.is_ascii_digit());
        let after_site = matches!(tokens.last(), Some(Token::Site(_)));
        // A capital X is a mark where it cannot be a sign: apart from both, or between two sites.
        let apart = text[..at].ends_with([' ', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
        match c {
            '-' | '=' | '@' | ',' => tokens.push(Token::Mark(c)),
            '×' | ':' if after_site => tokens.push(Token::Mark('x')),
            // A drop, where a man's sign stands before it; else the hit man of backgammon.
            '*' | '\'' if after_site && next_name => tokens.push(Token::Mark('@')),
            '*' => {}
            // `24/18`, `6/off`; `e8/Q` is a promotion, and `e8/1` a site of the second of several boards.
            '/' if next_digit || is_out(behind.trim()) => tokens.push(Token::Mark('-')),
            '/' if next_name => tokens.push(Token::Mark('=')),
            ' ' | '~' | '(' | ')' => {}
            // An x is a mark where a site stands before it and another follows.
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
            other => return Err(format!("what does {other:?} mean?")),
        }
    }
    Ok(tokens)
}

#[cfg(test)]
#[path = "written_move/tests.rs"]
mod tests;
