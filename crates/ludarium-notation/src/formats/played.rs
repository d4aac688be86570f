//! A game as it was played: the positions and moves, and the letters of its pieces.

use ludarium_engine::{Action, Game, Move, SplitMix64, State};
use ludarium_games::About;
use ludarium_picture::Names;

use super::{algebraic, parse, Format};
use crate::moves::{find, SiteAndPieceNames};
use crate::position::is_drawn_by_lot;
use crate::records::{read_position, Replayer};
use crate::saved::{split_throw, with_throw};
use crate::text_board::Style;
use crate::{EndReason, EndReasons, SavedGame};

/// A game with the names of its sites and pieces.
pub(super) struct Rules<'a> {
    pub game: &'a Game,
    pub about: Option<&'a About>,
    pub replayer: Replayer<'a>,
    pub labels: SiteAndPieceNames,
    /// Whether the array at the start is drawn at random.
    pub by_lot: bool,
}

/// A position in which a move is read or written.
#[derive(Clone, Copy)]
pub(super) struct At<'p> {
    pub rules: &'p Rules<'p>,
    pub state: &'p State,
    /// The generator of the dice.
    pub chance: &'p SplitMix64,
}

/// A move that was made.
#[derive(Clone, Debug)]
pub(super) struct Made {
    /// The position before it.
    pub before: State,
    /// The generator of its dice.
    pub chance: SplitMix64,
    /// The move.
    pub mv: Move,
    /// Its text in the game's own notation.
    pub text: String,
    /// The throw that the dice before it were made to show.
    pub throw: Option<String>,
}

impl<'a> Rules<'a> {
    pub fn new(game: &'a Game, about: Option<&'a About>) -> Rules<'a> {
        let names = about.map(Names::new).unwrap_or_default();
        Rules {
            game,
            about,
            replayer: Replayer::new(game, about),
            labels: SiteAndPieceNames::new(game, Style::Ascii, &names),
            by_lot: is_drawn_by_lot(game),
        }
    }

    /// The letter that other programs write for a kind of piece: a capital.
    pub fn letter(&self, what: usize) -> String {
        let name = &self.game.components()[what].base;
        let letters = self.about.map(|about| &about.protocol.letters);
        let mut letters = letters.into_iter().flatten();
        match letters.find(|(_, piece)| *piece == name) {
            Some((letter, _)) => letter.clone(),
            None => {
                let letter = self.labels.glyphs.letter(what).to_uppercase();
                letter
                    .trim_end_matches(|c: char| c.is_ascii_digit())
                    .to_owned()
            }
        }
    }

    /// Whether a letter means a kind of piece: one of the letters that other programs write, or
    /// else one of the game's own notation.
    pub fn is_named(&self, what: usize, letter: &str) -> bool {
        let letter = letter.to_uppercase();
        let mut kinds = 1..self.game.components().len();
        match kinds.any(|what| self.letter(what) == letter) {
            true => self.letter(what) == letter,
            false => self.replayer.is_written(what, &letter),
        }
    }

    /// The slot of a square, by its label.
    pub fn slot(&self, label: &str) -> Option<usize> {
        let slot = self.replayer.slot(label).ok()?;
        let own = self.labels.board.label(self.game, slot as i32);
        own.eq_ignore_ascii_case(label).then_some(slot)
    }

    /// The label of a slot of the board.
    pub fn label(&self, slot: i32) -> Option<String> {
        let on_board = usize::try_from(slot).ok()? < self.game.layout().board_sites;
        on_board.then(|| self.labels.board.label(self.game, slot).to_lowercase())
    }

    /// The owner of a kind of piece; 0 for neutral pieces.
    pub fn owner(&self, what: usize) -> usize {
        self.game
            .components()
            .get(what)
            .map_or(0, |kind| kind.owner)
    }
}

impl At<'_> {
    /// The legal moves, without those that do the same as another.
    pub fn legal(&self) -> Vec<Move> {
        let (mut state, mut legal) = (self.state.clone(), Vec::new());
        if !state.over() {
            self.rules.game.legal(&mut state, &mut legal);
        }
        let notation = self.rules.labels.notation(self.rules.game);
        notation.distinct(self.state, self.chance, &legal)
    }

    /// The texts of moves in the game's own notation.
    pub fn texts(&self, moves: &[Move]) -> Vec<String> {
        let notation = self.rules.labels.notation(self.rules.game);
        notation.texts(self.state, self.chance, moves)
    }

    /// The legal move that a text of the game's own notation means.
    pub fn find(&self, text: &str) -> Result<Move, String> {
        let legal = self.legal();
        let texts = self.texts(&legal);
        let notation = self.rules.labels.notation(self.rules.game);
        let found = find(text, &texts, &notation.by_other_names(&legal, &texts));
        let found = found.map(|index| legal[index]).map_err(|e| e.to_string());
        found.or_else(|error| {
            let replayer = &self.rules.replayer;
            let matching = replayer.matching_moves(self.state, self.chance, &legal, text);
            match matching.as_slice() {
                [only] => Ok(legal[*only]),
                _ => Err(error),
            }
        })
    }

    /// The position after a move.
    pub fn after(&self, mv: Move) -> (State, SplitMix64) {
        let (mut state, mut chance) = (self.state.clone(), self.chance.clone());
        self.rules.game.apply(&mut state, mv, &mut chance);
        (state, chance)
    }

    /// What a move does.
    pub fn actions(&self, mv: Move) -> Vec<Action> {
        let mut state = self.state.clone();
        (self.rules.game).explain(&mut state, mv, &mut self.chance.clone())
    }

    /// The kinds that a piece may be promoted to, each with its move, where the mover has nothing
    /// else to choose.
    pub fn promotions(&self) -> Vec<(Move, usize)> {
        let legal = self.legal();
        let promoted = legal.iter().filter_map(|mv| {
            let actions = self.actions(*mv);
            actions.iter().find_map(|action| match action {
                Action::Promote { what, .. } => Some((*mv, usize::try_from(*what).ok()?)),
                _ => None,
            })
        });
        let promoted: Vec<(Move, usize)> = promoted.collect();
        match promoted.len() == legal.len() {
            true => promoted,
            false => Vec::new(),
        }
    }
}

/// A game as it was played.
pub struct Played<'a> {
    pub(super) rules: Rules<'a>,
    /// What it was started from, without the moves.
    pub(super) saved: SavedGame,
    pub(super) made: Vec<Made>,
    pub(super) state: State,
    chance: SplitMix64,
    /// The throw that the dice of the position at the end were made to show.
    throw: Option<String>,
}

impl<'a> Played<'a> {
    /// Why the last move ended the game, if it did.
    #[must_use]
    pub fn end_reason(&self, reasons: &EndReasons) -> Option<EndReason> {
        let last = self.made.last().filter(|_| self.state.over())?;
        reasons.of_move(&mut last.before.clone(), last.mv, &mut last.chance.clone())
    }

    /// A saved game, replayed. `about` is what the library knows about a built-in game.
    ///
    /// # Errors
    /// If the position cannot be set up, or a move is not legal: the index of the move, and why.
    pub fn new(
        game: &'a Game,
        about: Option<&'a About>,
        saved: &SavedGame,
    ) -> Result<Played<'a>, (usize, String)> {
        let mut played = Played::start(game, about, saved).map_err(|why| (0, why))?;
        for (index, text) in saved.moves.iter().enumerate() {
            let (throw, text) = split_throw(text);
            if let Some(throw) = throw {
                played.show(throw).map_err(|why| (index, why))?;
            }
            let mv = played.at().find(text).map_err(|why| (index, why))?;
            played.make(mv);
        }
        Ok(played)
    }

    /// Plays moves as people or programs write them: `e2-e4`, `Nf3`, `e7e8q`, each with the throw
    /// in brackets before it that it needs: `[6 2] 24-18`.
    ///
    /// # Errors
    /// If one is not legal: its index in `texts`, and why.
    pub fn follow(&mut self, texts: &[&str]) -> Result<(), (usize, String)> {
        for (index, text) in texts.iter().enumerate() {
            let (throw, text) = split_throw(text);
            if let Some(throw) = throw {
                self.show(throw).map_err(|why| (index, why))?;
            }
            let at = self.at();
            let found = at.find(text).map(|mv| vec![mv]);
            let moves = found.or_else(|why| algebraic::read(at, text).map_err(|_| why));
            let moves = moves.map_err(|why| (index, why))?;
            moves.into_iter().for_each(|mv| self.make(mv));
        }
        Ok(())
    }

    /// A saved game before its moves.
    pub(super) fn start(
        game: &'a Game,
        about: Option<&'a About>,
        saved: &SavedGame,
    ) -> Result<Played<'a>, String> {
        let mut chance = SplitMix64::new(saved.seed);
        let state = match &saved.position {
            Some(text) => {
                read_position(game, about, text, &mut chance).map_err(|e| e.to_string())?
            }
            None => game.start(&mut chance),
        };
        Ok(Played {
            rules: Rules::new(game, about),
            saved: SavedGame {
                moves: Vec::new(),
                ..saved.clone()
            },
            made: Vec::new(),
            state,
            chance,
            throw: None,
        })
    }

    /// The position at the end.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The positions before each move and at the end, each with the generator of its dice and the
    /// move that is made in it.
    pub fn plies(&self) -> impl Iterator<Item = (&State, &SplitMix64, Option<Move>)> {
        let made = self.made.iter();
        let made = made.map(|made| (&made.before, &made.chance, Some(made.mv)));
        made.chain([(&self.state, &self.chance, None)])
    }

    /// The position at the end, to read a move in.
    pub(super) fn at(&self) -> At<'_> {
        At {
            rules: &self.rules,
            state: &self.state,
            chance: &self.chance,
        }
    }

    /// The position before the move at an index.
    pub(super) fn before(&self, index: usize) -> At<'_> {
        let made = &self.made[index];
        At {
            rules: &self.rules,
            state: &made.before,
            chance: &made.chance,
        }
    }

    /// The kind that the piece of the move at an index is promoted to by a move of its own that
    /// follows, the number of moves, and the position after them.
    pub(super) fn promotion(&self, index: usize) -> (Option<usize>, usize, &State) {
        let next = self.made.get(index + 1);
        let promotion = next.and_then(|next| {
            let promotions = self.before(index + 1).promotions();
            let promoted = promotions.iter().find(|(mv, _)| *mv == next.mv)?;
            let same = next.before.mover() == self.made[index].before.mover();
            same.then_some(promoted.1)
        });
        let moves = 1 + usize::from(promotion.is_some());
        let after = self.made.get(index + moves).map(|made| &made.before);
        (promotion, moves, after.unwrap_or(&self.state))
    }

    /// Makes a legal move.
    pub(super) fn make(&mut self, mv: Move) {
        let notation = self.rules.labels.notation(self.rules.game);
        let text = notation.write(&self.state, &self.chance, mv);
        let (before, chance) = (self.state.clone(), self.chance.clone());
        self.rules.game.apply(&mut self.state, mv, &mut self.chance);
        self.made.push(Made {
            before,
            chance,
            mv,
            text,
            throw: self.throw.take(),
        });
    }

    /// Makes the dice of the next move show a throw: the last move, or the start, throws them
    /// again.
    ///
    /// # Errors
    /// If they cannot show it.
    pub fn show(&mut self, throw: &str) -> Result<(), String> {
        let (rules, saved) = (&self.rules, &self.saved);
        let shown = match self.made.last() {
            Some(made) => rules.replayer.thrown(throw, &made.chance, |chance| {
                let mut after = made.before.clone();
                rules.game.apply(&mut after, made.mv, chance);
                after
            }),
            None => {
                let start = SplitMix64::new(saved.seed);
                rules.replayer.thrown(throw, &start, |chance| {
                    let read =
                        |text: &String| read_position(rules.game, rules.about, text, chance).ok();
                    let position = saved.position.as_ref().and_then(read);
                    position.unwrap_or_else(|| rules.game.start(chance))
                })
            }
        };
        let shown = shown.ok_or_else(|| format!("the dice cannot show {throw} here"))?;
        if shown != (self.state.clone(), self.chance.clone()) {
            (self.state, self.chance) = shown;
            self.throw = Some(throw.to_owned());
        }
        Ok(())
    }

    /// The moves in the game's own notation, with the throws that they need.
    #[must_use]
    pub fn texts(&self) -> Vec<String> {
        let texts = self.made.iter();
        texts
            .map(|made| with_throw(made.throw.as_deref(), &made.text))
            .collect()
    }

    /// The winner: 0 if nobody has won, `None` while the game goes on.
    pub(super) fn winner(&self) -> Option<usize> {
        let outcome = self.rules.game.outcome(&self.state)?;
        Some(outcome.winner)
    }

    /// Whether a position is that at the end. Where the start is drawn at random, a position that
    /// was set up has another history, and where dice are thrown, those of the next move differ:
    /// its pieces and mover are compared.
    fn is_like(&self, other: &State) -> bool {
        let piece = |state: &State, slot: usize| {
            (state.what(slot), state.count(slot), state.state_at(slot, 0))
        };
        let mut slots = 0..self.rules.game.layout().slots;
        match self.rules.by_lot || self.rules.game.features().dice {
            false => self.state == *other,
            true => {
                let same = slots.all(|slot| piece(&self.state, slot) == piece(other, slot));
                same && self.state.mover() == other.mover()
            }
        }
    }

    /// Checks that a text in a format holds just this game.
    pub(super) fn reads_back(&self, format: Format, text: &str) -> Result<(), String> {
        let games = parse(format, text).map_err(|error| error.to_string())?;
        let [only] = games.as_slice() else {
            return Err("it is read as several games".to_owned());
        };
        let saved = &self.saved;
        let read = only.saved(
            self.rules.game,
            self.rules.about,
            &saved.game,
            &saved.readings,
        );
        let read = read.map_err(|error| error.to_string())?;
        let texts: Vec<&str> = self.made.iter().map(|made| made.text.as_str()).collect();
        let read_moves: Vec<&str> = read.moves.iter().map(|text| split_throw(text).1).collect();
        let differs = texts
            .iter()
            .zip(&read_moves)
            .position(|(own, read)| own != read);
        match differs {
            Some(index) => Err(format!(
                "move {} ({}) is read as {}",
                index + 1,
                texts[index],
                read_moves[index]
            )),
            None if texts.len() != read.moves.len() => Err(format!(
                "{} moves, and {} are read",
                texts.len(),
                read.moves.len()
            )),
            None => {
                let again = Played::new(self.rules.game, self.rules.about, &read);
                match again.map(|again| self.is_like(&again.state)) {
                    Ok(true) => Ok(()),
                    Ok(false) => Err("the position at the end is another".to_owned()),
                    Err((_, why)) => Err(why),
                }
            }
        }
    }
}
