//! Finds the piece that a move means where it names less than two squares: a sign, a side, a file.

use ludarium_engine::{Move, SplitMix64, State};

use super::{Expected, Found, Interpretation, Replayer, SEED};
use crate::records::record::{Line, Record};
use crate::records::written_move::{is_out, PieceHint, Step, WrittenMove};
use crate::records::RecordError;

/// The signs of a knight where no other piece has this letter: English abbreviations, Gollon's H,
/// and the horse's head that Falkener's printer had, which looks like a 2 (Games Ancient and
/// Oriental, 1892, pp. 115-118).
const KNIGHT_SIGNS: [&str; 5] = ["Kt", "Kn", "N", "H", "2"];

/// The names of pieces that have these signs.
const KNIGHT_NAMES: [&str; 2] = ["Knight", "Horse"];

impl Replayer<'_> {
    /// Whether a sign means a kind of piece: its letter, its name, or a usual sign of a knight.
    pub(crate) fn is_written(&self, what: usize, sign: &str) -> bool {
        let name = self
            .game
            .components()
            .get(what)
            .map(|kind| kind.base.as_str());
        let Some(name) = name.filter(|_| what > 0) else {
            return false;
        };
        let knight = KNIGHT_NAMES
            .iter()
            .any(|knight| name.eq_ignore_ascii_case(knight));
        self.plain_letter(what)
            .eq_ignore_ascii_case(self.without_prefix(sign))
            || name.eq_ignore_ascii_case(sign)
            || (knight
                && KNIGHT_SIGNS
                    .iter()
                    .any(|own| own.eq_ignore_ascii_case(sign)))
            || self.is_standard(name, sign)
    }

    /// Whether other programs write the piece of this name so, and the game's notation writes no
    /// piece so.
    fn is_standard(&self, name: &str, sign: &str) -> bool {
        let sign = sign.to_uppercase();
        let named = self.names.standard.get(&sign);
        let is_own = || {
            let kinds = self.game.components();
            let mut kinds = (1..kinds.len()).filter(|what| kinds[*what].die.is_none());
            kinds.any(|what| self.plain_letter(what).eq_ignore_ascii_case(&sign))
        };
        named.is_some_and(|piece| piece == name) && !is_own()
    }

    /// Whether a sign means any kind of piece.
    pub(super) fn is_sign(&self, sign: &str) -> bool {
        let kinds = self.game.components();
        (1..kinds.len()).any(|what| kinds[what].die.is_none() && self.is_written(what, sign))
    }

    /// The player that a word means: by the prefix of its pieces, by name, or by the first letter
    /// of a name, if no other name begins with it.
    pub(in crate::records) fn side(&self, word: &str) -> Option<usize> {
        let word = word.to_lowercase();
        let prefixed = self
            .prefixes
            .iter()
            .find(|(own, _)| own.to_lowercase() == word);
        if let Some((_, player)) = prefixed {
            return Some(*player);
        }
        let bare = |name: &str| {
            let name = name.to_lowercase();
            name.strip_prefix("the ").unwrap_or(&name).to_owned()
        };
        let fits = |name: &String| {
            bare(name) == word || (word.len() == 1 && bare(name).starts_with(&word))
        };
        let mut named = self.sides.iter().enumerate().filter(|(_, name)| fits(name));
        let first = named.next().map(|(index, _)| index + 1);
        first.filter(|_| named.next().is_none())
    }

    /// The ways to split a word into a sign and a part of a site's name: `N`, `Nb`, `R1`, `e`.
    fn parts<'t>(&'t self, word: &'t str) -> impl Iterator<Item = (&'t str, &'t str)> + 't {
        let ends = word.char_indices().map(|(at, _)| at).chain([word.len()]);
        let parts = ends.filter_map(|at| word.split_at_checked(at));
        parts.filter(|(sign, _)| sign.is_empty() || self.is_sign(sign))
    }

    /// Whether a site has this name, or its name begins or ends with it.
    fn is_hint(&self, slot: usize, hint: &str) -> bool {
        let label = self
            .labels
            .board
            .label(self.game, slot as i32)
            .to_lowercase();
        let hint = hint.to_lowercase();
        label.starts_with(&hint) || label.ends_with(&hint) || self.slot(&hint) == Ok(slot)
    }

    /// Whether a word can name the piece that moves.
    fn names_piece(&self, word: &str) -> bool {
        let sites = 0..self.game.layout().board_sites;
        self.parts(word)
            .any(|(_, hint)| hint.is_empty() || sites.clone().any(|slot| self.is_hint(slot, hint)))
    }

    /// Whether a word fits the piece on a site.
    pub(super) fn is_meant(&self, state: &State, slot: usize, word: &str) -> bool {
        self.parts(word).any(|(sign, hint)| {
            (sign.is_empty() || self.is_written(state.what(slot), sign))
                && (hint.is_empty() || self.is_hint(slot, hint))
        })
    }

    /// Splits `Nf3` and `Kt65` into the piece and its target.
    fn cut<'t>(&self, player: usize, word: &'t str) -> Option<(&'t str, &'t str)> {
        let places = word
            .char_indices()
            .skip(1)
            .filter_map(|(at, _)| word.split_at_checked(at));
        let mut fitting =
            places.filter(|(who, to)| self.slot_of(player, to).is_ok() && self.names_piece(who));
        fitting.next()
    }

    /// The sign that a move is written with; for a dash the one of the player's previous move.
    pub(super) fn sign_of(&self, branch: &Interpretation, written: &WrittenMove) -> Option<String> {
        let sign = match written.piece.as_ref()? {
            PieceHint::Sign(sign) => Some(sign),
            PieceHint::Ditto => branch.last_signs.get(&branch.state.mover()),
        };
        sign.filter(|sign| self.names_piece(sign)).cloned()
    }

    /// The error for a move that names a side whose turn it is not.
    pub(super) fn out_of_turn(&self, player: usize, written: &WrittenMove) -> Option<RecordError> {
        let Some(PieceHint::Sign(word)) = &written.piece else {
            return None;
        };
        let other = self.side(word).is_some_and(|side| side != player);
        other.then(|| format!("it is not the turn of {word}").into())
    }

    /// What a written move may mean in a position, the likeliest first; none if its origin is
    /// empty.
    ///
    /// # Errors
    /// If a site, a sign or a side in it is unknown, or belongs to another player.
    pub(super) fn meanings(
        &self,
        branch: &Interpretation,
        written: &WrittenMove,
    ) -> Result<Vec<WrittenMove>, RecordError> {
        let player = branch.state.mover();
        // If the first site is empty, a piece enters there and captures on the others.
        let entering = written.enclosure.as_ref().and_then(|(site, taken)| {
            let slot = self.slot_of(player, site).ok()?;
            branch.state.is_empty(slot).then(|| WrittenMove {
                steps: vec![Step::Place(None, site.clone())],
                taken: taken.clone(),
                ..written.clone()
            })
        });
        let written = entering.as_ref().unwrap_or(written);
        if let Some(step) = self.by_files(branch, written)? {
            let plain = WrittenMove {
                piece: None,
                steps: vec![step],
                ..written.clone()
            };
            return self.with_sign_after(written, vec![plain]);
        }
        let word = match &written.piece {
            None => None,
            Some(PieceHint::Sign(word)) => Some(word.as_str()),
            Some(PieceHint::Ditto) => {
                let above = branch.last_signs.get(&player);
                Some(above.ok_or("no sign stands above the dash")?.as_str())
            }
        };
        let side = word.and_then(|word| self.side(word));
        if let Some(word) = word {
            if side != Some(player) && !self.names_piece(word) {
                let message = match side {
                    Some(_) => format!("it is not the turn of {word}"),
                    None => format!("what does {word} mean?"),
                };
                return Err(message.into());
            }
        }
        let of_side = word.is_none() || side == Some(player);
        let sign = word.filter(|word| self.names_piece(word));
        let with = |first: Step| {
            let mut written = written.clone();
            written.steps[0] = first;
            written
        };
        let mut meanings = Vec::new();
        match written.steps.first() {
            Some(Step::Place(None, at)) => {
                if let Some(sign) = sign {
                    meanings.push(with(Step::Come(sign.to_owned(), at.clone())));
                    // A piece enters from the hand only if none on the board can go there.
                    meanings.push(with(Step::Place(Some(sign.to_owned()), at.clone())));
                }
                match (self.slot_of(player, at), self.cut(player, at)) {
                    (Err(_), Some((who, to))) => {
                        meanings.push(with(Step::Come(who.to_owned(), to.to_owned())));
                    }
                    _ if of_side => meanings.push(written.clone()),
                    _ => {}
                }
            }
            Some(Step::Move(from, to)) => match self.slot_of(player, from) {
                Ok(slot) => {
                    let is_it = sign.is_some_and(|sign| self.is_meant(&branch.state, slot, sign));
                    if of_side || is_it {
                        meanings.push(written.clone());
                    } else if !branch.state.is_empty(slot) {
                        let sign = sign.unwrap_or_default();
                        return Err(format!("the piece on {from} is not written {sign}").into());
                    }
                }
                Err(_) if self.names_piece(from) => {
                    let who = sign.filter(|_| !of_side).unwrap_or_default();
                    meanings.push(with(Step::Come(format!("{who}{from}"), to.clone())));
                }
                Err(error) => return Err(error.into()),
            },
            _ => meanings.push(written.clone()),
        }
        for meaning in &meanings {
            self.check_sites(player, meaning)?;
        }
        self.with_sign_after(written, meanings)
    }

    /// Adds the second meaning of a sign after a move: the captured piece, or the promoted one.
    fn with_sign_after(
        &self,
        written: &WrittenMove,
        meanings: Vec<WrittenMove>,
    ) -> Result<Vec<WrittenMove>, RecordError> {
        let Some(sign) = &written.after else {
            return Ok(meanings);
        };
        if !self.is_sign(sign) {
            return Err(format!("what does {sign} mean?").into());
        }
        let both = meanings.into_iter().flat_map(|meaning| {
            let becomes = WrittenMove {
                after: None,
                becomes: Some(sign.clone()),
                ..meaning.clone()
            };
            [meaning, becomes]
        });
        Ok(both.collect())
    }

    /// Checks that the board has all the sites of a written move.
    fn check_sites(&self, player: usize, written: &WrittenMove) -> Result<(), RecordError> {
        if let Some(site) = &written.beside {
            self.slot_of(player, site)?;
        }
        for step in &written.steps {
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

    /// The error for a move that several pieces could make, where it tells too little.
    pub(super) fn ambiguity(
        &self,
        branch: &Interpretation,
        written: &WrittenMove,
        found: &[Found],
    ) -> Option<RecordError> {
        let says_little = matches!(
            written.steps.first(),
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
        let notation = self.labels.notation(self.game);
        let texts = notation.texts(&branch.state, &branch.chance, &moves);
        Some(format!("it may be {}", texts.join(" or ")).into())
    }

    /// Whether a move written as a capture captured something, and the piece whose sign follows it.
    pub(super) fn captured(
        &self,
        state: &State,
        written: &WrittenMove,
        end: &Expected,
        first: Option<Move>,
    ) -> bool {
        if !written.captures && written.after.is_none() {
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
        match &written.after {
            None => gone.next().is_some(),
            Some(sign) => gone.any(|slot| {
                let what = before.what(slot);
                self.is_written(what, sign) && self.labels.glyphs.owner(what) != end.player
            }),
        }
    }

    /// Whether any line of a record is written as a move; otherwise it is a table.
    #[must_use]
    pub fn has_moves(&self, record: &Record) -> bool {
        let known = |name: &str| {
            let mut players = 0..=self.game.players();
            players.any(|player| self.slot_of(player, name).is_ok())
        };
        let square =
            |name: &str| name.contains(|c: char| c.is_ascii_digit()) || is_out(name) || known(name);
        let plays = |step: &Step| match step {
            Step::Move(from, to) | Step::Castle(from, to) | Step::Exchange(from, to) => {
                (square(from) || self.names_piece(from)) && square(to)
            }
            Step::Place(None, at) => known(at) || self.cut(0, at).is_some(),
            Step::Place(Some(_), _) | Step::Come(..) => true,
            Step::Both(..) | Step::Side(_) | Step::Pass => true,
        };
        let plies = |line: &Line| WrittenMove::parse(&line.text).unwrap_or_default();
        let mut lines = record.lines.iter();
        lines.any(|line| {
            plies(line)
                .iter()
                .any(|written| written.steps.iter().any(plays))
        }) || self.begins_as_listed(record)
    }

    /// Whether the first line of a record is the text of a legal move at the start.
    fn begins_as_listed(&self, record: &Record) -> bool {
        let first = record
            .lines
            .first()
            .map(|line| WrittenMove::parse_or_keep(&line.text));
        let first = first.as_ref().and_then(|plies| plies.first());
        first.is_some_and(|written| {
            let (state, chance) = self.start(&SplitMix64::new(SEED), &written.throw);
            self.listed(&Interpretation::new(state, chance), written, &[])
                .is_some()
        })
    }

    /// The moves of a list that a text may mean, as indices: coordinates, signs (`Nf3`, `Kt 65`) or
    /// castling, as in printed games. Empty if the text is not a single move in a known notation.
    #[must_use]
    pub fn matching_moves(
        &self,
        state: &State,
        chance: &SplitMix64,
        choices: &[Move],
        entered: &str,
    ) -> Vec<usize> {
        let plies = WrittenMove::parse(entered).unwrap_or_default();
        let [written] = plies.as_slice() else {
            return Vec::new();
        };
        let branch = Interpretation::new(state.clone(), chance.clone());
        let meanings = self.meanings(&branch, written).unwrap_or_default();
        let by_meaning = meanings.iter().map(|written| {
            let [step] = written.steps.as_slice() else {
                return Vec::new();
            };
            let mut state = state.clone();
            let mut fitting = Vec::new();
            for (index, mv) in choices.iter().enumerate() {
                if self.matches_step(&mut state, chance, *mv, step)
                    && self.ends_as_written((&branch.state, chance), *mv, written)
                {
                    fitting.push(index);
                }
            }
            let moves: Vec<Move> = fitting.iter().map(|index| choices[*index]).collect();
            let kept = self.algebraic(&branch.state, written, &moves);
            kept.into_iter().map(|kept| fitting[kept]).collect()
        });
        let mut found = by_meaning.filter(|fitting| !fitting.is_empty());
        found.next().unwrap_or_default()
    }
}
