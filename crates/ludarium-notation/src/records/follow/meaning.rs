//! Who is meant where a record says less than both squares: a man's sign, a side, a file.

use ludarium_engine::{Move, SplitMix64, State};

use super::{Branch, End, Follower, Found, SEED};
use crate::replay::ply::{is_out, Man, Ply, Step};
use crate::replay::record::{Line, Record};

/// How a knight is written where no other man has this letter: shortened in English, Gollon's H, and the horse's head that Falkener's printer had,
/// which looks like a 2 (Games Ancient and Oriental, 1892, pp. 115-118).
const KNIGHT: [&str; 5] = ["Kt", "Kn", "N", "H", "2"];

/// The kinds that are so written.
const KNIGHTS: [&str; 2] = ["Knight", "Horse"];

impl Follower<'_> {
    /// Whether a kind of man is written with a sign: its letter, its name, or what is usual for a knight.
    pub(in crate::replay) fn is_written(&self, what: usize, sign: &str) -> bool {
        let name = self
            .game
            .components()
            .get(what)
            .map(|kind| kind.base.as_str());
        let Some(name) = name.filter(|_| what > 0) else {
            return false;
        };
        let knight = KNIGHTS
            .iter()
            .any(|knight| name.eq_ignore_ascii_case(knight));
        self.plain_letter(what)
            .eq_ignore_ascii_case(self.without_prefix(sign))
            || name.eq_ignore_ascii_case(sign)
            || (knight && KNIGHT.iter().any(|own| own.eq_ignore_ascii_case(sign)))
    }

    pub(super) fn is_sign(&self, sign: &str) -> bool {
        let kinds = self.game.components();
        (1..kinds.len()).any(|what| kinds[what].die.is_none() && self.is_written(what, sign))
    }

    /// The player whom a word means: by the prefix of the men, by name, or by the first letter of a name that no other
    /// begins with.
    pub(in crate::replay) fn side(&self, word: &str) -> Option<usize> {
        let word = word.to_lowercase();
        let prefixed = self
            .prefixes
            .iter()
            .find(|(own, _)| own.to_lowercase() == word);
        if let Some((_, player)) = prefixed {
            return Some(*player);
        }
        let bare = |name: &str| name.strip_prefix("the ").unwrap_or(name).to_owned();
        let fits = |name: &String| {
            bare(name) == word || (word.len() == 1 && bare(name).starts_with(&word))
        };
        let mut named = self.sides.iter().enumerate().filter(|(_, name)| fits(name));
        let first = named.next().map(|(index, _)| index + 1);
        first.filter(|_| named.next().is_none())
    }

    /// The sign and the part of a site's name that a word may be made of: `N`, `Nb`, `R1`, `e`.
    fn parts<'t>(&'t self, word: &'t str) -> impl Iterator<Item = (&'t str, &'t str)> + 't {
        let ends = word.char_indices().map(|(at, _)| at).chain([word.len()]);
        let parts = ends.filter_map(|at| word.split_at_checked(at));
        parts.filter(|(sign, _)| sign.is_empty() || self.is_sign(sign))
    }

    /// Whether a site is called so, or its name begins or ends so.
    fn is_hint(&self, slot: usize, hint: &str) -> bool {
        let label = self.signs.plan.label(self.game, slot as i32).to_lowercase();
        let hint = hint.to_lowercase();
        label.starts_with(&hint) || label.ends_with(&hint) || self.slot(&hint) == Ok(slot)
    }

    /// Whether a word can say which man comes.
    fn says_who(&self, word: &str) -> bool {
        let sites = 0..self.game.layout().board_sites;
        self.parts(word)
            .any(|(_, hint)| hint.is_empty() || sites.clone().any(|slot| self.is_hint(slot, hint)))
    }

    /// Whether a word fits the man on a site.
    pub(super) fn is_meant(&self, state: &State, slot: usize, word: &str) -> bool {
        self.parts(word).any(|(sign, hint)| {
            (sign.is_empty() || self.is_written(state.what(slot), sign))
                && (hint.is_empty() || self.is_hint(slot, hint))
        })
    }

    /// Cuts `Nf3` and `Kt65` into who comes and where to.
    fn cut<'t>(&self, player: usize, word: &'t str) -> Option<(&'t str, &'t str)> {
        let places = word
            .char_indices()
            .skip(1)
            .filter_map(|(at, _)| word.split_at_checked(at));
        let mut fitting =
            places.filter(|(who, to)| self.slot_of(player, to).is_ok() && self.says_who(who));
        fitting.next()
    }

    /// The sign with which a ply is written, the one above for a dash.
    pub(super) fn sign_of(&self, branch: &Branch, ply: &Ply) -> Option<String> {
        let sign = match ply.man.as_ref()? {
            Man::Sign(sign) => Some(sign),
            Man::Ditto => branch.signs.get(&branch.state.mover()),
        };
        sign.filter(|sign| self.says_who(sign)).cloned()
    }

    /// Whose turn it is not, where a ply names a side.
    pub(super) fn out_of_turn(&self, player: usize, ply: &Ply) -> Option<String> {
        let Some(Man::Sign(word)) = &ply.man else {
            return None;
        };
        let other = self.side(word).is_some_and(|side| side != player);
        other.then(|| format!("it is not the turn of {word}"))
    }

    /// What a ply may mean in a position, what is likeliest first; none, if the site it begins on is empty.
    ///
    /// # Errors
    /// If a site, a sign or a side in it is unknown or somebody else's.
    pub(super) fn readings(&self, branch: &Branch, ply: &Ply) -> Result<Vec<Ply>, String> {
        let player = branch.state.mover();
        // Where nothing stands on the first site a man enters there and takes the others.
        let entering = ply.enclosure.as_ref().and_then(|(site, taken)| {
            let slot = self.slot_of(player, site).ok()?;
            branch.state.is_empty(slot).then(|| Ply {
                steps: vec![Step::Place(None, site.clone())],
                taken: taken.clone(),
                ..ply.clone()
            })
        });
        let ply = entering.as_ref().unwrap_or(ply);
        if let Some(step) = self.by_files(branch, ply)? {
            let told = Ply {
                man: None,
                steps: vec![step],
                ..ply.clone()
            };
            return self.with_sign_behind(ply, vec![told]);
        }
        let word = match &ply.man {
            None => None,
            Some(Man::Sign(word)) => Some(word.as_str()),
            Some(Man::Ditto) => {
                let above = branch.signs.get(&player);
                Some(above.ok_or("no sign stands above the dash")?.as_str())
            }
        };
        let side = word.and_then(|word| self.side(word));
        if let Some(word) = word {
            if side != Some(player) && !self.says_who(word) {
                return Err(match side {
                    Some(_) => format!("it is not the turn of {word}"),
                    None => format!("what does {word} mean?"),
                });
            }
        }
        let of_side = word.is_none() || side == Some(player);
        let sign = word.filter(|word| self.says_who(word));
        let with = |first: Step| {
            let mut ply = ply.clone();
            ply.steps[0] = first;
            ply
        };
        let mut readings = Vec::new();
        match ply.steps.first() {
            Some(Step::Place(None, at)) => {
                if let Some(sign) = sign {
                    readings.push(with(Step::Come(sign.to_owned(), at.clone())));
                    // Only where none can go there one enters from the hand.
                    readings.push(with(Step::Place(Some(sign.to_owned()), at.clone())));
                }
                match (self.slot_of(player, at), self.cut(player, at)) {
                    (Err(_), Some((who, to))) => {
                        readings.push(with(Step::Come(who.to_owned(), to.to_owned())));
                    }
                    _ if of_side => readings.push(ply.clone()),
                    _ => {}
                }
            }
            Some(Step::Move(from, to)) => match self.slot_of(player, from) {
                Ok(slot) => {
                    let is_it = sign.is_some_and(|sign| self.is_meant(&branch.state, slot, sign));
                    if of_side || is_it {
                        readings.push(ply.clone());
                    } else if !branch.state.is_empty(slot) {
                        let sign = sign.unwrap_or_default();
                        return Err(format!("the man on {from} is not written {sign}"));
                    }
                }
                Err(_) if self.says_who(from) => {
                    let who = sign.filter(|_| !of_side).unwrap_or_default();
                    readings.push(with(Step::Come(format!("{who}{from}"), to.clone())));
                }
                Err(why) => return Err(why),
            },
            _ => readings.push(ply.clone()),
        }
        for reading in &readings {
            self.know_sites(player, reading)?;
        }
        self.with_sign_behind(ply, readings)
    }

    /// The sign behind a move is of the man taken, or of what a man becomes.
    fn with_sign_behind(&self, ply: &Ply, readings: Vec<Ply>) -> Result<Vec<Ply>, String> {
        let Some(sign) = &ply.after else {
            return Ok(readings);
        };
        if !self.is_sign(sign) {
            return Err(format!("what does {sign} mean?"));
        }
        let both = readings.into_iter().flat_map(|reading| {
            let becomes = Ply {
                after: None,
                becomes: Some(sign.clone()),
                ..reading.clone()
            };
            [reading, becomes]
        });
        Ok(both.collect())
    }

    /// Whether the board has all the sites of a ply.
    fn know_sites(&self, player: usize, ply: &Ply) -> Result<(), String> {
        if let Some(site) = &ply.beside {
            self.slot_of(player, site)?;
        }
        for step in &ply.steps {
            let sites = match step {
                Step::Move(from, to) | Step::Castle(from, to) | Step::Exchange(from, to) => {
                    vec![from, to]
                }
                Step::Come(_, at) | Step::Place(_, at) => vec![at],
                Step::Both(first, second) => first.iter().chain(second).collect(),
                Step::Side(_) | Step::Pass => Vec::new(),
            };
            for site in sites {
                if !is_out(site) {
                    self.slot_of(player, site)?;
                }
            }
        }
        Ok(())
    }

    /// The men of whom any may be meant, where a ply says too little.
    pub(super) fn several(&self, branch: &Branch, ply: &Ply, found: &[Found]) -> Option<String> {
        let says_little = matches!(
            ply.steps.first(),
            Some(Step::Come(..) | Step::Place(None, _) | Step::Side(_))
        );
        let on_board = |mv: &&Move| {
            let origin = usize::try_from(mv.origin()).ok();
            origin.is_some_and(|slot| slot < self.game.layout().board_sites)
                && mv.origin() != mv.target()
        };
        let mut moves: Vec<Move> = Vec::new();
        for mv in found.iter().map(|(mv, _)| mv).filter(on_board) {
            let same = |own: &Move| (own.origin(), own.target()) == (mv.origin(), mv.target());
            if !moves.iter().any(same) {
                moves.push(*mv);
            }
        }
        if !says_little || moves.len() < 2 {
            return None;
        }
        let notation = self.signs.notation(self.game);
        let texts = notation.texts(&branch.state, &branch.chance, &moves);
        Some(format!("it may be {}", texts.join(" or ")))
    }

    /// Whether a ply that is written as a capture took something, and the man whose sign stands behind it.
    pub(super) fn took(&self, state: &State, ply: &Ply, end: &End, first: Option<Move>) -> bool {
        if !ply.captures && ply.after.is_none() {
            return true;
        }
        let before = end.before;
        let origin = first.and_then(|mv| usize::try_from(mv.origin()).ok());
        let mut gone = (0..self.game.layout().board_sites).filter(|&slot| {
            before.what(slot) != 0
                && Some(slot) != origin
                && (before.what(slot) != state.what(slot)
                    || before.count(slot) > state.count(slot)
                    || before.height(slot) > state.height(slot))
        });
        match &ply.after {
            None => gone.next().is_some(),
            Some(sign) => gone.any(|slot| {
                let what = before.what(slot);
                self.is_written(what, sign) && self.signs.glyphs.owner(what) != end.player
            }),
        }
    }

    /// Whether a line of a record is written as a move, and not as a line of a table.
    pub fn is_play(&self, record: &Record) -> bool {
        let known = |name: &str| {
            let mut players = 0..=self.game.players();
            players.any(|player| self.slot_of(player, name).is_ok())
        };
        let square =
            |name: &str| name.contains(|c: char| c.is_ascii_digit()) || is_out(name) || known(name);
        let plays = |step: &Step| match step {
            Step::Move(from, to) | Step::Castle(from, to) | Step::Exchange(from, to) => {
                (square(from) || self.says_who(from)) && square(to)
            }
            Step::Place(None, at) => known(at) || self.cut(0, at).is_some(),
            Step::Place(Some(_), _) | Step::Come(..) => true,
            Step::Both(..) | Step::Side(_) | Step::Pass => true,
        };
        let plies = |line: &Line| Ply::parse(&line.text).unwrap_or_default();
        let mut lines = record.lines.iter();
        lines.any(|line| plies(line).iter().any(|ply| ply.steps.iter().any(plays)))
            || self.begins_as_listed(record)
    }

    /// Whether the first line of a record is a move just as the game lists it at the start.
    fn begins_as_listed(&self, record: &Record) -> bool {
        let first = record.lines.first().map(|line| Ply::listed(&line.text));
        let first = first.as_ref().and_then(|plies| plies.first());
        first.is_some_and(|ply| {
            let (state, chance) = self.begun(&SplitMix64::new(SEED), &ply.throw);
            self.listed(&Branch::new(state, chance), ply, &[]).is_some()
        })
    }

    /// The moves among some that a single ply may mean, by their places; none where it is no single move or cannot be
    /// read.
    pub fn meant(
        &self,
        state: &State,
        chance: &SplitMix64,
        choices: &[Move],
        entered: &str,
    ) -> Vec<usize> {
        let plies = Ply::parse(entered).unwrap_or_default();
        let [ply] = plies.as_slice() else {
            return Vec::new();
        };
        let branch = Branch::new(state.clone(), chance.clone());
        let readings = self.readings(&branch, ply).unwrap_or_default();
        let by_reading = readings.iter().map(|ply| {
            let [step] = ply.steps.as_slice() else {
                return Vec::new();
            };
            let mut state = state.clone();
            let mut fitting = Vec::new();
            for (index, mv) in choices.iter().enumerate() {
                if self.fits(&mut state, chance, *mv, step)
                    && self.comes_to((&branch.state, chance), *mv, ply)
                {
                    fitting.push(index);
                }
            }
            fitting
        });
        let mut found = by_reading.filter(|fitting| !fitting.is_empty());
        found.next().unwrap_or_default()
    }
}
