//! A printed game followed ply by ply.

use std::collections::HashMap;

use engine::{Action, Game, Move, SplitMix64, State};
use library::Entry;

use super::record::{Ply, Record, Step};
use crate::chosen::Chosen;
use crate::draw::{Glyphs, Names, Plan, Style};
use crate::notation::Notation;
use crate::position::{self, Setting};

/// A game in which a record is followed.
pub struct Follower<'a> {
    /// The game.
    pub game: &'a Game,
    /// The names of its sites.
    pub plan: Plan,
    /// The letters of its pieces.
    pub glyphs: Glyphs,
    slots: HashMap<String, usize>,
    implied_pass: bool,
    forced_moves: bool,
}

/// The most unprinted moves made between two plies.
const UNPRINTED: usize = 500;

/// What the dice of a record without throws follow from; any number will do.
const SEED: u64 = 0;

impl<'a> Follower<'a> {
    /// Prepares to follow records of a game.
    pub fn new(chosen: &'a Chosen, entry: &Entry) -> Follower<'a> {
        let game = &chosen.loaded.game;
        let names = Names::new(&entry.about);
        let plan = Plan::new(game, &names);
        let slots = (0..game.layout().sites).rev();
        let slots = slots.map(|slot| (plan.label(game, slot as i32).to_lowercase(), slot));
        let mut slots: HashMap<String, usize> = slots.collect();
        // Single letters that name sites are told apart by case.
        slots.extend(
            names
                .sites
                .iter()
                .map(|(slot, label)| (label.clone(), *slot)),
        );
        Follower {
            game,
            slots,
            glyphs: Glyphs::new(game, Style::Ascii, &names),
            plan,
            implied_pass: entry.about.notation.implied_pass,
            forced_moves: entry.about.notation.forced_moves,
        }
    }

    /// The slot that a record calls so.
    pub fn slot(&self, name: &str) -> Result<usize, String> {
        let found = self
            .slots
            .get(name)
            .or_else(|| self.slots.get(&name.to_lowercase()));
        found
            .copied()
            .ok_or_else(|| format!("there is no site {name}"))
    }

    /// Plays a ply, if the rules allow it.
    fn ply(
        &self,
        state: &State,
        chance: &SplitMix64,
        ply: &Ply,
    ) -> Result<(State, SplitMix64), String> {
        let entering = match &ply.enclosure {
            Some((site, taken)) if state.is_empty(self.slot(site)?) => Some(Ply {
                steps: vec![Step::Place(None, site.clone())],
                taken: taken.clone(),
                ..Ply::default()
            }),
            _ => None,
        };
        let ply = entering.as_ref().unwrap_or(ply);
        for step in &ply.steps {
            match step {
                Step::Move(from, to) | Step::Castle(from, to) => {
                    self.slot(from)?;
                    self.slot(to)?;
                }
                Step::Place(_, at) => {
                    self.slot(at)?;
                }
                Step::Pass => {}
            }
        }
        let (mut state, mut chance) = (state.clone(), chance.clone());
        let mut legal = Vec::new();
        for unprinted in 0..UNPRINTED {
            if let Some(after) = self.steps(&state, &chance, ply, 0) {
                return Ok(after);
            }
            legal.clear();
            self.game.legal(&mut state, &mut legal);
            let next = match legal.as_slice() {
                [only] if self.forced_moves || self.game.is_pass(*only) => Some(*only),
                moves if self.implied_pass && unprinted == 0 => {
                    moves.iter().copied().find(|mv| self.game.is_pass(*mv))
                }
                _ => None,
            };
            let Some(mv) = next else { break };
            self.game.apply(&mut state, mv, &mut chance);
        }
        // A player who cannot move may simply be passed over by the rules.
        if ply.steps == [Step::Pass] {
            return Ok((state, chance));
        }
        Err(self.why_not(&mut state, &chance, ply))
    }

    /// Plays the steps from `index` on, each as a move of the game.
    fn steps(
        &self,
        state: &State,
        chance: &SplitMix64,
        ply: &Ply,
        index: usize,
    ) -> Option<(State, SplitMix64)> {
        let Some(step) = ply.steps.get(index) else {
            return self.finish(state, chance, ply);
        };
        let mut state = state.clone();
        let mut legal = Vec::new();
        self.game.legal(&mut state, &mut legal);
        for mv in legal {
            if self.fits(&mut state, chance, mv, step) {
                let (mut after, mut chance) = (state.clone(), chance.clone());
                self.game.apply(&mut after, mv, &mut chance);
                if let Some(end) = self.steps(&after, &chance, ply, index + 1) {
                    return Some(end);
                }
            }
        }
        None
    }

    /// Checks what the ply says of its end: men taken, promotion (which may be a move of its own).
    fn finish(&self, state: &State, chance: &SplitMix64, ply: &Ply) -> Option<(State, SplitMix64)> {
        let target = match ply.steps.last() {
            Some(Step::Move(_, to) | Step::Place(_, to)) => self.slot(to).ok(),
            _ => None,
        };
        let gone = |site: &String| {
            self.slot(site)
                .is_ok_and(|slot| state.is_empty(slot) || Some(slot) == target)
        };
        if !ply.taken.iter().all(gone) {
            return None;
        }
        let Some((letter, target)) = ply.becomes.as_ref().zip(target) else {
            return Some((state.clone(), chance.clone()));
        };
        let is_it = |state: &State| {
            self.glyphs
                .letter(state.what(target))
                .eq_ignore_ascii_case(letter)
        };
        if is_it(state) {
            return Some((state.clone(), chance.clone()));
        }
        let (mut before, mut legal) = (state.clone(), Vec::new());
        self.game.legal(&mut before, &mut legal);
        legal.into_iter().find_map(|mv| {
            let (mut after, mut chance) = (state.clone(), chance.clone());
            self.game.apply(&mut after, mv, &mut chance);
            is_it(&after).then_some((after, chance))
        })
    }

    fn fits(&self, state: &mut State, chance: &SplitMix64, mv: Move, step: &Step) -> bool {
        let slot = |name: &String| self.slot(name).map_or(-1, |slot| slot as i32);
        match step {
            Step::Pass => self.game.is_pass(mv),
            Step::Place(letter, at) => {
                let there = mv.target() == slot(at) || (mv.target() < 0 && mv.origin() == slot(at));
                there
                    && !self.game.is_pass(mv)
                    && letter.as_ref().is_none_or(|letter| {
                        let actions = self.game.explain(state, mv, &mut chance.clone());
                        actions
                            .iter()
                            .any(|action| self.enters(state, action, letter))
                    })
            }
            Step::Move(from, to) => {
                if mv.origin() == slot(from) && mv.target() == slot(to) {
                    return true;
                }
                if mv.origin() >= 0 && mv.origin() != slot(from) {
                    return false;
                }
                let actions = self.game.explain(state, mv, &mut chance.clone());
                actions
                    .iter()
                    .any(|action| self.moves(action, slot(from), slot(to)))
            }
            Step::Castle(king, rook) => {
                if mv.origin() != slot(king) {
                    return false;
                }
                let actions = self.game.explain(state, mv, &mut chance.clone());
                actions.iter().any(|action| {
                    matches!(action, Action::Move { from, .. } if self.at(*from) == slot(rook))
                })
            }
        }
    }

    fn at(&self, place: engine::Place) -> i32 {
        let kind = engine::layout::type_index(place.kind);
        self.game
            .layout()
            .slot(kind, place.site)
            .map_or(-1, |slot| slot as i32)
    }

    fn moves(&self, action: &Action, from: i32, to: i32) -> bool {
        match action {
            Action::Move { from: a, to: b, .. } | Action::StackMove { from: a, to: b, .. } => {
                self.at(*a) == from && self.at(*b) == to
            }
            _ => false,
        }
    }

    fn enters(&self, state: &State, action: &Action, letter: &str) -> bool {
        let what = match action {
            Action::Add { what, .. } => usize::try_from(*what).unwrap_or(0),
            Action::Move { from, .. } => {
                usize::try_from(self.at(*from)).map_or(0, |slot| state.what(slot))
            }
            _ => return false,
        };
        self.glyphs.letter(what).eq_ignore_ascii_case(letter)
    }

    fn why_not(&self, state: &mut State, chance: &SplitMix64, ply: &Ply) -> String {
        if self.game.outcome(state).is_some() {
            return "the game is over".to_owned();
        }
        let mut legal = Vec::new();
        self.game.legal(state, &mut legal);
        let notation = Notation {
            game: self.game,
            plan: &self.plan,
            glyphs: &self.glyphs,
        };
        let texts = notation.texts(state, chance, &legal);
        let origin = ply.steps.first().and_then(|step| match step {
            Step::Move(from, _) | Step::Castle(from, _) => self.slot(from).ok(),
            _ => None,
        });
        let from_there: Vec<&str> = legal
            .iter()
            .zip(&texts)
            .filter(|(mv, _)| origin.is_none_or(|origin| mv.origin() == origin as i32))
            .map(|(_, text)| text.as_str())
            .take(12)
            .collect();
        format!(
            "not legal for player {}; legal {}: {}",
            state.mover(),
            if origin.is_some() {
                "from there"
            } else {
                "are"
            },
            if from_there.is_empty() {
                "nothing".to_owned()
            } else {
                from_there.join(" ")
            }
        )
    }
}

/// Follows a game or a line of play to its end; how much was checked.
pub fn game(chosen: &Chosen, entry: &Entry, record: &Record) -> Result<String, String> {
    let follower = Follower::new(chosen, entry);
    let names = Names::new(&entry.about);
    let mut chance = SplitMix64::new(SEED);
    let mut state = start(&follower, entry, &names, record, &mut chance)?;
    let mut undecided = Vec::new();
    let mut boards = 0;
    for (index, line) in record.lines.iter().enumerate() {
        let at = |message: String| {
            format!(
                "ply {} ({}, line {}): {message}",
                index + 1,
                line.text,
                line.number
            )
        };
        let ply = Ply::parse(&line.text).map_err(at)?;
        if ply.undecided {
            undecided.push(format!("ply {} ({})", index + 1, line.text));
            if ply.steps.is_empty() {
                break;
            }
        }
        (state, chance) = follower.ply(&state, &chance, &ply).map_err(at)?;
        if let Some(board) = line
            .columns
            .iter()
            .find_map(|column| column.strip_prefix("board "))
        {
            // The moves that follow without a choice belong to this ply.
            (state, chance) = follower
                .forced_until(state, chance, entry, board)
                .map_err(at)?;
            boards += 1;
        }
    }
    let mut said = format!("{} plies", record.lines.len());
    if boards > 0 {
        said.push_str(&format!(", {boards} boards as printed"));
    }
    if let Some(end) = record.header("end").filter(|end| end.contains('/')) {
        compare_end(&follower, &names, &state, end)?;
        said.push_str(", the end as stated");
    }
    if !undecided.is_empty() {
        said.push_str(&format!("; undecided: {}", undecided.join(", ")));
    }
    Ok(said)
}

/// The position after so many plies of a record.
pub fn after(
    chosen: &Chosen,
    entry: &Entry,
    record: &Record,
    plies: usize,
) -> Result<State, String> {
    let follower = Follower::new(chosen, entry);
    let names = Names::new(&entry.about);
    let mut chance = SplitMix64::new(SEED);
    let mut state = start(&follower, entry, &names, record, &mut chance)?;
    for (index, line) in record.lines.iter().take(plies).enumerate() {
        let at = |message: String| format!("ply {} ({}): {message}", index + 1, line.text);
        let ply = Ply::parse(&line.text).map_err(at)?;
        (state, chance) = follower.ply(&state, &chance, &ply).map_err(at)?;
    }
    Ok(state)
}

impl Follower<'_> {
    /// Makes moves without a choice until the board is as printed.
    fn forced_until(
        &self,
        mut state: State,
        mut chance: SplitMix64,
        entry: &Entry,
        board: &str,
    ) -> Result<(State, SplitMix64), String> {
        let wanted: Vec<i32> = board
            .split([' ', '/', '|'])
            .filter_map(|number| number.trim().parse().ok())
            .collect();
        let sites: Vec<usize> = entry
            .about
            .notation
            .rows
            .values()
            .flatten()
            .filter_map(|site| usize::try_from(*site).ok())
            .collect();
        if sites.len() != wanted.len() {
            return Ok((state, chance));
        }
        let mut legal = Vec::new();
        let counts = |state: &State| {
            sites
                .iter()
                .map(|site| state.count(*site))
                .collect::<Vec<_>>()
        };
        let first = counts(&state);
        for _ in 0..UNPRINTED {
            if counts(&state) == wanted {
                return Ok((state, chance));
            }
            self.game.legal(&mut state, &mut legal);
            let [only] = legal.as_slice() else { break };
            self.game.apply(&mut state, *only, &mut chance);
        }
        let shown = first
            .iter()
            .map(i32::to_string)
            .collect::<Vec<_>>()
            .join(" ");
        Err(format!("the board is {shown} and not {board}"))
    }
}

/// The state that a record starts from.
fn start(
    follower: &Follower,
    entry: &Entry,
    names: &Names,
    record: &Record,
    chance: &mut SplitMix64,
) -> Result<State, String> {
    let text = record.header("start").unwrap_or("initial");
    let position = text
        .split("  ")
        .next()
        .unwrap_or(text)
        .split(" with ")
        .next()
        .unwrap_or(text);
    let first = position.split_whitespace().next().unwrap_or("");
    if text.starts_with("initial") || !first.contains('/') {
        return Ok(follower.game.start(chance));
    }
    let prefixes = Some(&entry.about.notation.prefixes);
    let (phase, mover) = (super::start_phase(entry), first_mover(record));
    let setting = Setting {
        names,
        prefixes,
        phase,
        mover: mover.as_deref(),
    };
    position::set_up_for(follower.game, &setting, position.trim(), chance)
}

/// The site of the first ply's man, whose owner moves first where the record does not say.
fn first_mover(record: &Record) -> Option<String> {
    let ply = Ply::parse(&record.lines.first()?.text).ok()?;
    match ply.steps.into_iter().next()? {
        Step::Move(from, _) | Step::Castle(from, _) => Some(from),
        _ => None,
    }
}

fn compare_end(follower: &Follower, names: &Names, state: &State, end: &str) -> Result<(), String> {
    let end = end.split_whitespace().next().unwrap_or(end);
    let setting = Setting {
        names,
        prefixes: None,
        phase: None,
        mover: None,
    };
    let wanted = position::pieces(follower.game, &setting, end)?;
    for slot in 0..follower.game.layout().board_sites {
        let stated = wanted
            .iter()
            .find(|(own, _)| *own == slot)
            .map_or(0, |(_, piece)| piece.what);
        if stated != state.what(slot) {
            return Err(format!(
                "at the end {:?} stands on {}, and {:?} was stated",
                follower.glyphs.letter(state.what(slot)),
                follower.plan.label(follower.game, slot as i32),
                follower.glyphs.letter(stated)
            ));
        }
    }
    Ok(())
}
