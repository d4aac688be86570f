//! The record files: games, positions and lines printed in the sources.

/// A record, as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The header lines, as key and value.
    headers: Vec<(String, String)>,
    /// The plies, and other lines that are not headers.
    pub lines: Vec<Line>,
}

/// A line of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number in the file, from 1.
    pub number: usize,
    /// What stands before the first tab.
    pub text: String,
    /// The other columns.
    pub columns: Vec<String>,
    /// The position printed behind it, in a header line of its own.
    pub position: Option<String>,
}

impl Record {
    /// Reads a record. Keys of headers may be written in any case; lines that begin with `//` or `;` are remarks, and
    /// the number before a ply (`12. e2-e4`) says nothing.
    #[must_use]
    pub fn parse(text: &str) -> Record {
        let mut record = Record::default();
        for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            if let Some(header) = line.trim_start().strip_prefix('#') {
                if let Some((key, value)) = header.split_once(':') {
                    let (key, value) = (key.trim().to_lowercase(), value.trim().to_owned());
                    match record.lines.last_mut() {
                        Some(line) if key == "position after this ply" => {
                            line.position = Some(value);
                        }
                        _ => record.headers.push((key, value)),
                    }
                }
            } else if !line.trim().is_empty() && !line.trim_start().starts_with([';', '/']) {
                let line = unnumbered(line);
                let mut columns = line.split('\t').map(|column| column.trim().to_owned());
                let text = columns.next().unwrap_or_default();
                record.lines.push(Line {
                    number: index + 1,
                    text,
                    columns: columns.collect(),
                    position: None,
                });
            }
        }
        record
    }

    /// The value of the first header of this name.
    #[must_use]
    pub fn header<'a>(&'a self, key: &'a str) -> Option<&'a str> {
        self.all(key).next()
    }

    /// The values of all headers of this name.
    pub fn all<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        self.headers
            .iter()
            .filter(move |(own, _)| own == key)
            .map(|(_, value)| value.as_str())
    }
}

/// A line without the number of a ply before it: `12. e2-e4`, `12... e7-e5`.
fn unnumbered(line: &str) -> &str {
    let digits = line
        .trim_start()
        .trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = digits.len() < line.trim_start().len() && digits.starts_with('.');
    let ply = digits.trim_start_matches('.').trim_start();
    match numbered && ply.starts_with(char::is_alphabetic) {
        true => ply,
        false => line,
    }
}

/// A ply, as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ply {
    /// What is done, in order.
    pub steps: Vec<Step>,
    /// Sites from which men are taken.
    pub taken: Vec<String>,
    /// Sites on which men stay that might have been taken.
    pub spared: Vec<String>,
    /// Sites whose own man is lost by the ply.
    pub lost: Vec<String>,
    /// Where nothing stands on the first site of `a x b,c`: a man enters there and takes the others.
    pub enclosure: Option<(String, Vec<String>)>,
    /// The letter of what a man becomes.
    pub becomes: Option<String>,
    /// The throw before it.
    pub throw: Vec<Cast>,
    /// Whether the transcriber could not decide it.
    pub undecided: bool,
}

/// A part of a throw, as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// A man enters, or a site is chosen; with the man's letter where it is written.
    Place(Option<String>, String),
    /// Two men at once: king and rook.
    Castle(String, String),
    /// A man's move, and with it another man's: castling written as two moves.
    Both([String; 2], [String; 2]),
    /// Two men change places.
    Exchange(String, String),
    /// Nothing.
    Pass,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Site(String),
    Mark(char),
}

impl Ply {
    /// Reads a ply: `e2-e4`, `d4 x e5`, `b4-b3 xc3 -a3 xa4`, `place c5,c4`, `R@e5`, `e7-e8=Q`, `12-out`;
    /// `[4 1]` before it, or `W [4 1]`; `!e7` and `(not taken: c3)` behind it, and `~` and `?`. Where several moves
    /// make up the turn (`5-6, 5-7 x8`), there is one for each, the throw with the first.
    ///
    /// # Errors
    /// If it is none of these.
    pub fn parse(text: &str) -> Result<Vec<Ply>, String> {
        let mut text = text.trim();
        let mut undecided = false;
        loop {
            match text.chars().last() {
                Some('~') => {}
                Some('?') => undecided = true,
                _ => break,
            }
            text = text[..text.len() - 1].trim_end();
        }
        let throw;
        (throw, text) = split_throw(text)?;
        let mut plies = if text.is_empty() {
            match undecided || !throw.is_empty() {
                true => vec![Ply::default()],
                false => return Err("an empty ply".to_owned()),
            }
        } else {
            let parts = text.split(", ").map(Ply::part);
            parts.collect::<Result<Vec<_>, _>>()?
        };
        if let Some(first) = plies.first_mut() {
            first.throw = throw;
        }
        plies.iter_mut().for_each(|ply| ply.undecided = undecided);
        Ok(plies)
    }

    /// Reads one move of a ply.
    fn part(text: &str) -> Result<Ply, String> {
        let mut ply = Ply::default();
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
        if ["pass", "skip"]
            .iter()
            .any(|word| text.eq_ignore_ascii_case(word))
        {
            ply.steps.push(Step::Pass);
            return Ok(ply);
        }
        if let Some((word, rest)) = text.split_once(' ') {
            // `place c5,c4`, `enter @C`: the word says what the rest shows.
            if word.len() > 2 && word.chars().all(char::is_alphabetic) {
                let sites = rest.trim().trim_start_matches('@').split(',');
                let sites = sites.map(|site| Step::Place(None, site.trim().to_owned()));
                ply.steps.extend(sites);
                return Ok(ply);
            }
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
        for token in tokens {
            match (token, mark) {
                (Token::Mark(c), _) => mark = Some(*c),
                (Token::Site(site), None) if at.is_none() => at = Some(site.clone()),
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
                    mark = None;
                }
                (Token::Site(site), _) => return Err(format!("{site} stands alone")),
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
}

/// Whether a word stands for what is beyond the board.
pub fn is_out(name: &str) -> bool {
    ["out", "off", "home"]
        .iter()
        .any(|word| name.eq_ignore_ascii_case(word))
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
    let side = |text: &str| text.len() == 1 && text.chars().all(char::is_alphabetic);
    let bare = match text.split_once(' ') {
        Some((first, rest)) if side(first) && rest.trim_start().starts_with('[') => {
            rest.trim_start()
        }
        _ => text,
    };
    match bare.strip_prefix('[') {
        Some(rest) => {
            let (throw, rest) = rest.split_once(']').ok_or("a throw is not closed with ]")?;
            Ok((Cast::read(throw), rest.trim()))
        }
        None => Ok((Vec::new(), text)),
    }
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
    for token in rest {
        match token {
            Token::Site(site) => taken.push(site.clone()),
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
        let next_digit = text[at + c.len_utf8()..]
            .trim_start()
            .starts_with(char::is_alphanumeric);
        match c {
            '-' | '=' | '@' | ',' => tokens.push(Token::Mark(c)),
            '×' => tokens.push(Token::Mark('x')),
            ' ' | '~' => {}
            // An x is a mark where a site stands before it and another follows.
            'x' if next_digit && matches!(tokens.last(), Some(Token::Site(_))) => {
                tokens.push(Token::Mark('x'));
            }
            c if c.is_alphanumeric() || c == '+' => {
                let mut site = c.to_string();
                let mut digits = c.is_ascii_digit();
                while let Some((_, c)) = chars.peek().copied() {
                    // A site is letters, then digits: `b4xc3` has two.
                    let goes_on = c.is_ascii_digit() || (c.is_alphabetic() && !digits && c != 'x');
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
mod tests {
    use super::*;

    fn step(from: &str, to: &str) -> Step {
        Step::Move(from.into(), to.into())
    }

    fn ply(text: &str) -> Ply {
        let mut plies = Ply::parse(text).unwrap();
        assert_eq!(plies.len(), 1, "{text}");
        plies.remove(0)
    }

    #[test]
    fn headers_and_plies_are_read_however_they_are_written() {
        let plain = Record::parse("# slug: a\n# end: x/y\ne2-e4\ne7-e5\n");
        let other = "\u{feff}  #END : x/y\r\n#Slug:a\r\n\r\n; a remark\r\n// another\r\n1. e2-e4 \r\n1... e7-e5\r\n";
        let other = Record::parse(other);
        for key in ["slug", "end"] {
            assert_eq!(plain.header(key), other.header(key), "{key}");
        }
        let texts = |record: &Record| -> Vec<String> {
            record.lines.iter().map(|line| line.text.clone()).collect()
        };
        assert_eq!(texts(&plain), texts(&other));
        // A number that is a site stays.
        assert_eq!(texts(&Record::parse("12-out\n12\n")), ["12-out", "12"]);
    }

    #[test]
    fn a_capture_in_chess_is_a_move() {
        let ply = ply("d4 x e5~");
        assert_eq!(ply.steps, [step("d4", "e5")]);
        assert!(ply.taken.is_empty() && !ply.undecided);
    }

    #[test]
    fn men_taken_by_enclosure_are_listed_behind_the_move() {
        let ply = ply("d4-c4 xb4,c3");
        assert_eq!(
            (ply.steps, ply.taken),
            (vec![step("d4", "c4")], vec!["b4".into(), "c3".into()])
        );
        let boats = self::ply("f6-d4 x d5 x e5 x e4");
        assert_eq!(boats.taken, ["d5", "e5", "e4"]);
    }

    #[test]
    fn a_turn_that_goes_on_stands_on_one_line() {
        let ply = ply("b4-b3 xc3 -a3 xa4");
        assert_eq!(ply.steps, [step("b4", "b3"), step("b3", "a3")]);
        assert_eq!(ply.taken, ["c3", "a4"]);
        let hops = self::ply("a3 x c5 x e7");
        assert_eq!(hops.steps, [step("a3", "c5"), step("c5", "e7")]);
    }

    #[test]
    fn men_enter_castle_promote_and_pass() {
        let place =
            |letter: Option<&str>, site: &str| Step::Place(letter.map(str::to_owned), site.into());
        assert_eq!(ply("R@e5").steps, [place(Some("R"), "e5")]);
        assert_eq!(ply("n16").steps, [place(None, "n16")]);
        assert_eq!(
            ply("place c5,c4").steps,
            [place(None, "c5"), place(None, "c4")]
        );
        assert_eq!(ply("e1,h1").steps, [Step::Castle("e1".into(), "h1".into())]);
        let both = |from: &str, to: &str| [from.to_owned(), to.to_owned()];
        assert_eq!(
            ply("e1-g1,i1-f1").steps,
            [Step::Both(both("e1", "g1"), both("i1", "f1"))]
        );
        assert_eq!(
            ply("c7<>c8~").steps,
            [Step::Exchange("c7".into(), "c8".into())]
        );
        assert_eq!(ply("pass").steps, [Step::Pass]);
        assert_eq!(ply("e7-e8=Q").becomes.as_deref(), Some("Q"));
    }

    #[test]
    fn a_throw_stands_before_its_move_and_a_doubt_behind() {
        let ply = ply("[4 1] a1-a5?");
        let throw = vec![Cast::Number(4), Cast::Number(1)];
        assert_eq!((ply.throw, ply.undecided), (throw, true));
        let named = self::ply("W [bagra 4] a1-a5");
        assert_eq!(named.throw, [Cast::Name("bagra".into()), Cast::Number(4)]);
        assert_eq!(named.steps, [step("a1", "a5")]);
        assert_eq!(self::ply("B [2] pass").steps, [Step::Pass]);
    }

    #[test]
    fn a_stone_may_enter_and_take_others() {
        let ply = ply("e5 x d5,d6");
        assert_eq!(
            ply.enclosure,
            Some(("e5".into(), vec!["d5".into(), "d6".into()]))
        );
        assert_eq!(self::ply("e5-e6 x d5").enclosure, None);
    }

    #[test]
    fn a_turn_of_several_moves_is_as_many_plies() {
        let turn = Ply::parse("B [1 2] 7-8 x8, 12-out~").unwrap();
        assert_eq!(turn.len(), 2);
        assert_eq!(
            (&turn[0].steps[..], &turn[0].taken[..]),
            (&[step("7", "8")][..], &["8".to_owned()][..])
        );
        assert_eq!(turn[1].steps, [step("12", "out")]);
        assert_eq!((turn[0].throw.len(), turn[1].throw.len()), (2, 0));
    }

    #[test]
    fn what_is_lost_and_what_is_spared_stands_behind_the_move() {
        let lost = ply("c7-e7 xe6 !e7");
        assert_eq!(
            (lost.taken, lost.lost),
            (vec!["e6".to_owned()], vec!["e7".to_owned()])
        );
        let spared = ply("i7-h7 (not taken: h8)");
        assert_eq!(
            (spared.steps, spared.spared),
            (vec![step("i7", "h7")], vec!["h8".to_owned()])
        );
        assert_eq!(ply("enter @C").steps, [Step::Place(None, "C".into())]);
    }

    #[test]
    fn a_position_behind_a_ply_belongs_to_it() {
        let record = Record::parse("a1-a2?\n# position after this ply: 2/1r\na2-a3\n");
        assert_eq!(record.lines[0].position.as_deref(), Some("2/1r"));
        assert_eq!(record.lines[1].position, None);
    }

    #[test]
    fn headers_and_plies_are_told_apart() {
        let record = Record::parse("# slug: a-b\n# note: x\n\ne2-e4\t1. P-K4\n");
        assert_eq!(record.header("slug"), Some("a-b"));
        assert_eq!(record.lines.len(), 1);
        assert_eq!(
            (record.lines[0].number, record.lines[0].text.as_str()),
            (4, "e2-e4")
        );
    }
}
