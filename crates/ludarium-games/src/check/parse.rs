//! A recursive-descent parser for checks.

use super::{
    Aim, Check, CheckError, Expected, Fraction, Measure, Place, Property, Reach, Relation,
};

/// The forms of all checks, for help texts.
pub const FORMS: [&str; 13] = [
    "position: FEN",
    "replay: records/FILE [...]",
    "reach: PIECE at SITE = N | PIECE over the board = N [, ...]",
    "forced: FEN | start; player P wins | draws within N plies",
    "perft: DEPTH = N [, ...]",
    "random: N games; player P first | drawn >= | <= X % | mean plies >= | <= X",
    "match: N games, uct SECONDS; as in random",
    "chance: SUM = A/B [, ...]",
    "figure: records/FILE [...]; PROPERTY [, ...]",
    "square: METHOD, order N | orders N [...] | orders N to M [by S]; PROPERTY [, ...]",
    "alike: METHOD and METHOD, orders N [...]",
    "tours: [closed] FxR = | >= | <= N",
    "hand: WORDS",
];

/// The rest of a text.
struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

type Read<T> = Result<T, CheckError>;

pub(super) fn check(text: &str) -> Read<Check> {
    let mut cursor = Cursor { text, at: 0 };
    cursor.blank();
    let start = cursor.at;
    let Some((name, _)) = cursor.rest().split_once(':') else {
        let names = FORMS.map(|form| form.split(':').next().unwrap_or_default());
        return Err(cursor.wrong(format!(
            "a check begins with one of {} and a colon",
            names.join(", ")
        )));
    };
    cursor.at += name.len() + 1;
    let check = match name.trim() {
        "position" => Check::Position(cursor.words("no position is given")?),
        "replay" => Check::Replay(cursor.files()?),
        "reach" => {
            let mut all = vec![cursor.reach()?];
            while cursor.next(",") {
                all.push(cursor.reach()?);
            }
            Check::Reach(all)
        }
        "forced" => cursor.forced()?,
        "perft" => {
            let mut counts = vec![cursor.perft()?];
            while cursor.next(",") {
                counts.push(cursor.perft()?);
            }
            Check::Perft(counts)
        }
        "random" => {
            let games = cursor.games()?;
            let expected = cursor.expected()?;
            Check::Random { games, expected }
        }
        "match" => {
            let games = cursor.games()?;
            cursor.token(",")?;
            cursor.token("uct")?;
            let seconds = cursor.number("a number of seconds")?;
            let expected = cursor.expected()?;
            Check::Match {
                games,
                seconds,
                expected,
            }
        }
        "chance" => Check::Chance(cursor.chances()?),
        "figure" => {
            let records = cursor.files()?;
            let properties = cursor.properties()?;
            Check::Figure {
                records,
                properties,
            }
        }
        "square" => {
            let method = cursor.until(",")?;
            let orders = cursor.orders()?;
            let properties = cursor.properties()?;
            Check::Square {
                method,
                orders,
                properties,
            }
        }
        "alike" => {
            let methods = [cursor.until(" and ")?, cursor.until(",")?];
            let orders = cursor.orders()?;
            Check::Alike { methods, orders }
        }
        "tours" => cursor.tours()?,
        "hand" => Check::Hand(cursor.words("the text is missing")?),
        name => {
            cursor.at = start;
            return Err(cursor.wrong(format!("there is no check {name:?}")));
        }
    };
    cursor.blank();
    match cursor.rest() {
        "" => Ok(check),
        rest => Err(cursor.wrong(format!("unexpected {rest:?}"))),
    }
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn blank(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn wrong(&self, what: impl Into<String>) -> CheckError {
        CheckError {
            column: self.text[..self.at].chars().count() + 1,
            what: what.into(),
        }
    }

    fn missing(&self, what: &str) -> CheckError {
        self.wrong(format!("{what} is missing"))
    }

    /// Skips the token if it comes next, and returns whether it did.
    fn next(&mut self, token: &str) -> bool {
        self.blank();
        let is_so = self.rest().starts_with(token);
        if is_so {
            self.at += token.len();
        }
        is_so
    }

    fn token(&mut self, token: &str) -> Read<()> {
        match self.next(token) {
            true => Ok(()),
            false => Err(self.missing(token)),
        }
    }

    /// The rest of the text.
    fn words(&mut self, missing: &str) -> Read<String> {
        let words = self.rest().trim();
        if words.is_empty() {
            return Err(self.wrong(missing));
        }
        self.at = self.text.len();
        Ok(words.to_owned())
    }

    /// The words before a mark, which is skipped.
    fn until(&mut self, mark: &str) -> Read<String> {
        self.blank();
        let Some((words, _)) = self.rest().split_once(mark) else {
            self.at = self.text.len();
            return Err(self.missing(mark.trim()));
        };
        if words.trim().is_empty() {
            return Err(self.wrong("a name is missing"));
        }
        self.at += words.len() + mark.len();
        Ok(words.trim().to_owned())
    }

    fn word(&mut self) -> &'a str {
        self.blank();
        let rest = self.rest();
        let end = rest.find(|c: char| c.is_whitespace() || matches!(c, ';' | ','));
        let word = &rest[..end.unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    /// A depth and the number of sequences of that length.
    fn perft(&mut self) -> Read<(u32, u64)> {
        let depth = self.number("a depth")?;
        self.token("=")?;
        Ok((depth, self.number("a number of sequences")?))
    }

    /// A number, possibly with commas between thousands.
    fn number<T: std::str::FromStr>(&mut self, what: &str) -> Read<T> {
        self.blank();
        let rest = self.rest();
        let mut end = 0;
        for (index, c) in rest.char_indices() {
            let sign = c == '-' && index == 0;
            let thousands = c == ',' && index > 0 && {
                let digits = rest[index + 1..].bytes().take_while(u8::is_ascii_digit);
                digits.count() == 3
            };
            let point = c == '.' && rest[index + 1..].starts_with(|c: char| c.is_ascii_digit());
            if !(c.is_ascii_digit() || sign || thousands || point) {
                break;
            }
            end = index + 1;
        }
        let number = rest[..end].replace(',', "").parse();
        let number = number.map_err(|_| self.missing(what))?;
        self.at += end;
        Ok(number)
    }

    fn games(&mut self) -> Read<u32> {
        let games = self.number("a number of games")?;
        self.token("games")?;
        Ok(games)
    }

    fn player(&mut self) -> Read<usize> {
        self.number("the number of a player")
    }

    fn files(&mut self) -> Read<Vec<String>> {
        let mut files = Vec::new();
        loop {
            self.blank();
            let start = self.at;
            let file = self.word();
            match (file.starts_with("records/"), file.is_empty()) {
                (true, _) => files.push(file.to_owned()),
                (false, true) if !files.is_empty() => return Ok(files),
                (false, _) => {
                    self.at = start;
                    return Err(self.missing("records/ and the name of a file"));
                }
            }
        }
    }

    fn reach(&mut self) -> Read<Reach> {
        self.blank();
        let start = self.at;
        let Some((before, _)) = self.rest().split_once('=') else {
            self.at = self.text.len();
            return Err(self.missing_two("= and a number"));
        };
        let (piece, from) = match before.trim_end().strip_suffix("over the board") {
            Some(piece) => (piece, Place::EverySite),
            None => match before.rsplit_once(" at ") {
                Some((piece, site)) => (piece, Place::Site(site.trim().to_owned())),
                None => {
                    self.at = start + before.trim_end().len();
                    return Err(self.missing("at SITE, or over the board,"));
                }
            },
        };
        self.at = start + before.len() + 1;
        let sites = self.number("a number of sites")?;
        Ok(Reach {
            piece: piece.trim().to_owned(),
            from,
            sites,
        })
    }

    fn missing_two(&self, what: &str) -> CheckError {
        self.wrong(format!("{what} are missing"))
    }

    fn forced(&mut self) -> Read<Check> {
        let position = self.until(";")?;
        self.token("player")?;
        let player = self.player()?;
        let aim = match (self.next("wins"), self.next("draws")) {
            (true, _) => Aim::Win,
            (_, true) => Aim::Draw,
            _ => return Err(self.missing("wins or draws")),
        };
        self.token("within")?;
        let plies = self.number("a number of plies")?;
        self.token("plies")?;
        Ok(Check::Forced {
            position: Some(position).filter(|position| position != "start"),
            player,
            aim,
            plies,
        })
    }

    fn relation(&mut self) -> Option<Relation> {
        match (self.next(">="), self.next("<=")) {
            (true, _) => Some(Relation::AtLeast),
            (_, true) => Some(Relation::AtMost),
            _ => None,
        }
    }

    fn expected(&mut self) -> Read<Expected> {
        self.token(";")?;
        let measure = if self.next("player") {
            let player = self.player()?;
            self.token("first")?;
            Measure::First(player)
        } else if self.next("drawn") {
            Measure::Drawn
        } else if self.next("mean plies") {
            Measure::MeanPlies
        } else {
            return Err(self.missing("player P first, drawn, or mean plies,"));
        };
        let relation = self.relation();
        let relation = relation.ok_or_else(|| self.missing(">= or <="))?;
        let bound = self.number("a number")?;
        if measure != Measure::MeanPlies {
            self.token("%")?;
        }
        Ok(Expected {
            measure,
            relation,
            bound,
        })
    }

    fn chances(&mut self) -> Read<Vec<(i32, Fraction)>> {
        let mut chances = Vec::new();
        loop {
            let sum = self.number("the sum of a throw")?;
            self.token("=")?;
            let cases = self.number("a number of cases")?;
            self.token("/")?;
            self.blank();
            let start = self.at;
            let among = self.number("a number of cases")?;
            if among == 0 || cases > among {
                self.at = start;
                return Err(self.wrong("not a probability"));
            }
            chances.push((sum, Fraction { cases, among }));
            if !self.next(",") {
                return Ok(chances);
            }
        }
    }

    fn properties(&mut self) -> Read<Vec<Property>> {
        self.token(";")?;
        let mut properties = Vec::new();
        loop {
            self.blank();
            let words = self.rest().split(',').next().unwrap_or_default();
            let number = |before: &str| words.trim().strip_prefix(before)?.trim().parse().ok();
            let order = number("compartments of order ").and_then(|n| usize::try_from(n).ok());
            let difference: Option<i64> = number("opposite differ by ");
            let mut plain = Property::PLAIN.into_iter();
            let property = (order.map(Property::Compartments))
                .or(difference.map(Property::Opposite))
                .or_else(|| plain.find(|own| own.to_string() == words.trim()));
            let Some(property) = property else {
                return Err(self.wrong(format!("there is no property {:?}", words.trim())));
            };
            properties.push(property);
            self.at += words.len();
            if !self.next(",") {
                return Ok(properties);
            }
        }
    }

    /// `order 4`, `orders 3 5 7` or `orders 3 to 101 by 2`.
    fn orders(&mut self) -> Read<Vec<usize>> {
        /// The largest order of a square, which bounds the running time of a check.
        const MAX_ORDER: usize = 1000;
        self.token("order")?;
        self.next("s");
        let mut orders = vec![self.number("an order")?];
        if self.next("to") {
            let first = orders[0];
            let last = self.number("an order")?;
            let step: usize = match self.next("by") {
                true => self.number("a step")?,
                false => 1,
            };
            if last > MAX_ORDER {
                return Err(self.wrong(format!("{MAX_ORDER} is the largest order")));
            }
            return Ok((first..=last).step_by(step.max(1)).collect());
        }
        self.blank();
        while self.rest().starts_with(|c: char| c.is_ascii_digit()) {
            orders.push(self.number("an order")?);
            self.blank();
        }
        Ok(orders)
    }

    fn tours(&mut self) -> Read<Check> {
        let closed = self.next("closed");
        let files = self.number("a number of files")?;
        self.token("x")?;
        let ranks = self.number("a number of ranks")?;
        let relation = self.relation();
        if relation.is_none() {
            self.token("=")?;
        }
        let number = self.number("a number of tours")?;
        Ok(Check::Tours {
            board: (files, ranks),
            closed,
            relation,
            number,
        })
    }
}
