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
}

impl Record {
    /// Reads a record.
    #[must_use]
    pub fn parse(text: &str) -> Record {
        let mut record = Record::default();
        for (index, line) in text.lines().enumerate() {
            if let Some(header) = line.strip_prefix('#') {
                if let Some((key, value)) = header.split_once(':') {
                    let (key, value) = (key.trim().to_owned(), value.trim().to_owned());
                    record.headers.push((key, value));
                }
            } else if !line.trim().is_empty() {
                let mut columns = line.split('\t').map(|column| column.trim().to_owned());
                let text = columns.next().unwrap_or_default();
                record.lines.push(Line {
                    number: index + 1,
                    text,
                    columns: columns.collect(),
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

/// A ply, as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ply {
    /// What is done, in order.
    pub steps: Vec<Step>,
    /// Sites from which men are taken.
    pub taken: Vec<String>,
    /// Where nothing stands on the first site of `a x b,c`: a man enters there and takes the others.
    pub enclosure: Option<(String, Vec<String>)>,
    /// The letter of what a man becomes.
    pub becomes: Option<String>,
    /// The throw before it.
    pub throw: Vec<u32>,
    /// Whether the transcriber could not decide it.
    pub undecided: bool,
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
    /// Nothing.
    Pass,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Site(String),
    Mark(char),
}

impl Ply {
    /// Reads a ply: `e2-e4`, `d4 x e5`, `b4-b3 xc3 -a3 xa4`, `place c5,c4`, `R@e5`, `e7-e8=Q`,
    /// `[4 1]` before it, `~` and `?` behind it.
    ///
    /// # Errors
    /// If it is none of these.
    pub fn parse(text: &str) -> Result<Ply, String> {
        let mut ply = Ply::default();
        let mut text = text.trim();
        loop {
            match text.chars().last() {
                Some('~') => {}
                Some('?') => ply.undecided = true,
                _ => break,
            }
            text = text[..text.len() - 1].trim_end();
        }
        if let Some(rest) = text.strip_prefix('[') {
            let (throw, rest) = rest.split_once(']').ok_or("a throw is not closed with ]")?;
            let numbers = throw.split([' ', ',']).filter(|part| !part.is_empty());
            ply.throw = numbers
                .map(|part| part.parse().map_err(|_| format!("not a throw: {part}")))
                .collect::<Result<_, _>>()?;
            text = rest.trim();
        }
        if text.is_empty() {
            return if ply.undecided {
                Ok(ply)
            } else {
                Err("an empty ply".to_owned())
            };
        }
        if text.eq_ignore_ascii_case("pass") {
            ply.steps.push(Step::Pass);
            return Ok(ply);
        }
        if let Some(sites) = text.strip_prefix("place ") {
            let sites = sites
                .split(',')
                .map(|site| Step::Place(None, site.trim().to_owned()));
            ply.steps.extend(sites);
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

    #[test]
    fn a_capture_in_chess_is_a_move() {
        let ply = Ply::parse("d4 x e5~").unwrap();
        assert_eq!(ply.steps, [step("d4", "e5")]);
        assert!(ply.taken.is_empty() && !ply.undecided);
    }

    #[test]
    fn men_taken_by_enclosure_are_listed_behind_the_move() {
        let ply = Ply::parse("d4-c4 xb4,c3").unwrap();
        assert_eq!(
            (ply.steps, ply.taken),
            (vec![step("d4", "c4")], vec!["b4".into(), "c3".into()])
        );
        let boats = Ply::parse("f6-d4 x d5 x e5 x e4").unwrap();
        assert_eq!(boats.taken, ["d5", "e5", "e4"]);
    }

    #[test]
    fn a_turn_that_goes_on_stands_on_one_line() {
        let ply = Ply::parse("b4-b3 xc3 -a3 xa4").unwrap();
        assert_eq!(ply.steps, [step("b4", "b3"), step("b3", "a3")]);
        assert_eq!(ply.taken, ["c3", "a4"]);
        let hops = Ply::parse("a3 x c5 x e7").unwrap();
        assert_eq!(hops.steps, [step("a3", "c5"), step("c5", "e7")]);
    }

    #[test]
    fn men_enter_castle_promote_and_pass() {
        let place =
            |letter: Option<&str>, site: &str| Step::Place(letter.map(str::to_owned), site.into());
        assert_eq!(Ply::parse("R@e5").unwrap().steps, [place(Some("R"), "e5")]);
        assert_eq!(Ply::parse("n16").unwrap().steps, [place(None, "n16")]);
        assert_eq!(
            Ply::parse("place c5,c4").unwrap().steps,
            [place(None, "c5"), place(None, "c4")]
        );
        assert_eq!(
            Ply::parse("e1,h1").unwrap().steps,
            [Step::Castle("e1".into(), "h1".into())]
        );
        assert_eq!(Ply::parse("pass").unwrap().steps, [Step::Pass]);
        assert_eq!(Ply::parse("e7-e8=Q").unwrap().becomes.as_deref(), Some("Q"));
    }

    #[test]
    fn a_throw_stands_before_its_move_and_a_doubt_behind() {
        let ply = Ply::parse("[4 1] a1-a5?").unwrap();
        assert_eq!((ply.throw, ply.undecided), (vec![4, 1], true));
    }

    #[test]
    fn a_stone_may_enter_and_take_others() {
        let ply = Ply::parse("e5 x d5,d6").unwrap();
        assert_eq!(
            ply.enclosure,
            Some(("e5".into(), vec!["d5".into(), "d6".into()]))
        );
        assert_eq!(Ply::parse("e5-e6 x d5").unwrap().enclosure, None);
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
