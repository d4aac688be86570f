//! Replays the written moves of a record as legal moves of a game.

mod algebraic;
mod descriptive;
mod end;
mod fit;
mod meaning;
mod promoted;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use ludarium_engine::{Game, Move, SplitMix64, State};
use ludarium_games::about::{About, Throw};
use ludarium_picture::Names;

use self::end::Expected;
use super::last_move::LastMove;
use super::written_move::{Roll, Step, WrittenMove};
use super::{throws, RecordError};
use crate::moves::{square_of_numbers, SiteAndPieceNames};
use crate::position::PositionError;
use crate::text_board::Style;

/// Gives the written moves of records a meaning in one game.
///
/// ```
/// use ludarium_engine::SplitMix64;
/// use ludarium_notation::records::Replayer;
///
/// let entry = ludarium_games::find("modern-chess")?;
/// let game = ludarium_games::load(entry, &[])?.game;
/// let replayer = Replayer::new(&game, Some(&entry.about));
/// let chance = SplitMix64::new(1);
/// let (mut state, mut legal) = (game.start(&mut chance.clone()), Vec::new());
/// game.legal(&mut state, &mut legal);
/// let found = replayer.matching_moves(&state, &chance, &legal, "Nf3");
/// assert_eq!(found.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Replayer<'a> {
    /// The game.
    pub game: &'a Game,
    /// The names of its sites and the letters of its pieces.
    pub labels: SiteAndPieceNames,
    /// What the game's own notation calls pieces and sites.
    pub(super) names: Names,
    slots: HashMap<String, usize>,
    /// Site names that mean another site for each player.
    own_slots: HashMap<(usize, String), usize>,
    pub(super) throws: BTreeMap<String, Throw>,
    /// The value of each throw that has a name of its own.
    pub(super) named_throws: BTreeMap<String, i32>,
    /// Letters before a piece's letter that tell its owner.
    pub(super) prefixes: BTreeMap<String, usize>,
    /// By letter: the pieces that a promotion to it may give.
    promoted: BTreeMap<String, Vec<String>>,
    /// The players' names.
    pub(super) sides: Vec<String>,
    implied_pass: bool,
    forced_moves: bool,
    /// Whether squares are named by files, as in `K4`.
    pub(super) by_files: bool,
    /// Throws that a long search did not produce.
    pub(super) out_of_reach: RefCell<HashSet<Vec<Roll>>>,
    /// The last move that ended the game.
    pub(super) last_end: RefCell<Option<LastMove>>,
}

/// The maximal number of unprinted moves between two printed ones.
const MAX_UNPRINTED_MOVES: usize = 500;

/// The seed of the dice where a record names none; any number will do.
pub(super) const SEED: u64 = 0;

/// The maximal number of interpretations of the moves so far that are followed in parallel.
pub(super) const MAX_INTERPRETATIONS: usize = 8;

/// The maximal number of moves tried to find a piece's path in one turn.
const MAX_PATH_MOVES: usize = 2_000;

/// A position, and the generator that its dice continue with.
pub(super) type Reached = (State, SplitMix64);

/// The first move of a written move, and the position after all of it.
type Found = (Move, Reached);

/// One interpretation of the moves of a record so far.
#[derive(Clone)]
pub(super) struct Interpretation {
    /// The position.
    pub state: State,
    /// The generator that its dice continue with.
    pub chance: SplitMix64,
    /// The throws of turns that are not printed.
    pub script: VecDeque<Roll>,
    /// By player: the sign of the last piece that was written with one.
    pub last_signs: BTreeMap<usize, String>,
    /// The player who made the last move.
    pub last: Option<usize>,
    /// Whether dice were thrown after it.
    pub thrown: bool,
    /// The passes written after it for players that the rules pass over.
    pub passes: usize,
}

impl Interpretation {
    /// The interpretation before the first move.
    pub fn new(state: State, chance: SplitMix64) -> Interpretation {
        Interpretation {
            state,
            chance,
            script: VecDeque::new(),
            last_signs: BTreeMap::new(),
            last: None,
            thrown: true,
            passes: 0,
        }
    }
}

impl<'a> Replayer<'a> {
    /// Prepares to replay records of a game; `about` is what the library knows about a built-in
    /// game.
    #[must_use]
    pub fn new(game: &'a Game, about: Option<&About>) -> Replayer<'a> {
        let names = about.map(Names::new).unwrap_or_default();
        let notation = about
            .map(|about| about.notation.clone())
            .unwrap_or_default();
        let players = about.map_or(&[][..], |about| &about.table.players);
        let labels = SiteAndPieceNames::new(game, Style::Ascii, &names);
        let slots = (0..game.layout().sites).rev();
        let slots = slots.map(|slot| (labels.board.label(game, slot as i32).to_lowercase(), slot));
        let mut slots: HashMap<String, usize> = slots.collect();
        // Sites named by single letters are case-sensitive.
        slots.extend(
            names
                .sites
                .iter()
                .map(|(slot, label)| (label.clone(), *slot)),
        );
        let mut own_slots = HashMap::new();
        for (player, sites) in &notation.sites {
            for (name, site) in sites {
                if let (Ok(player), Ok(site)) = (player.parse(), usize::try_from(*site)) {
                    own_slots.insert((player, name.to_lowercase()), site);
                }
            }
        }
        Replayer {
            game,
            slots,
            own_slots,
            throws: notation.throws,
            named_throws: about
                .map(|about| throws::named_throws(&about.table))
                .unwrap_or_default(),
            prefixes: notation.prefixes,
            promoted: notation.promoted,
            sides: players.to_vec(),
            names,
            labels,
            implied_pass: notation.implied_pass,
            forced_moves: notation.forced_moves,
            by_files: false,
            out_of_reach: RefCell::default(),
            last_end: RefCell::default(),
        }
    }

    /// The slot of a site, by its label in the game's notation or by numbers as Falkener prints
    /// them.
    ///
    /// # Errors
    /// If the game has no such site.
    pub fn slot(&self, name: &str) -> Result<usize, PositionError> {
        let found = self
            .slots
            .get(name)
            .or_else(|| self.slots.get(&name.to_lowercase()))
            .or_else(|| self.slots.get(&square_of_numbers(name)?));
        found
            .copied()
            .ok_or_else(|| PositionError::unknown_site(name))
    }

    /// The slot of a site as a player names it.
    pub(super) fn slot_of(&self, player: usize, name: &str) -> Result<usize, PositionError> {
        match self.own_slots.get(&(player, name.to_lowercase())) {
            Some(slot) => Ok(*slot),
            None => self.slot(name),
        }
    }

    /// Plays a written move: all positions that it may lead to, the likeliest first. `next` is the
    /// throw that follows it.
    ///
    /// # Errors
    /// If the rules allow no such move.
    pub(super) fn play(
        &self,
        branch: &Interpretation,
        written: &WrittenMove,
        next: &[Roll],
    ) -> Result<Vec<Interpretation>, RecordError> {
        let mover = branch.state.mover();
        let before = branch;
        let mut branch = branch.clone();
        let mut legal = Vec::new();
        let mut first_error = None;
        for unprinted in 0..MAX_UNPRINTED_MOVES {
            let shown = self.shows(&branch.state, &written.throw);
            if shown || self.holds(&branch.state, &written.throw) {
                match self.play_here(&branch, written, next) {
                    Ok(mut after) if !after.is_empty() => {
                        self.listed_first(&branch, written, next, &mut after);
                        return Ok(after);
                    }
                    read => {
                        if let Some(after) = self.listed(&branch, written, next) {
                            return Ok(vec![after]);
                        }
                        if let Err(why) = read {
                            first_error.get_or_insert(why);
                        }
                    }
                }
            }
            legal.clear();
            self.game.legal(&mut branch.state, &mut legal);
            let made = match legal.as_slice() {
                [only] if self.forced_moves || self.game.is_pass(*only) => Some(*only),
                moves if self.implied_pass && unprinted == 0 || !branch.script.is_empty() => {
                    moves.iter().copied().find(|mv| self.game.is_pass(*mv))
                }
                _ => None,
            };
            let Some(mv) = made else { break };
            let throw = match branch.script.pop_front() {
                Some(roll) => vec![roll],
                None => written.throw.clone(),
            };
            let (state, chance) = self.after((&branch.state, &branch.chance), mv, &throw);
            (branch.state, branch.chance) = (state, chance);
        }
        // A player who cannot move may simply be passed over by the rules.
        let players = self.game.players();
        let last = branch.last.unwrap_or(0) % players;
        let passed_over = (mover + players - last - 1) % players;
        if written.steps == [Step::Pass] && !branch.state.over() && branch.passes < passed_over {
            branch.passes += 1;
            return Ok(vec![branch]);
        }
        // In a turn that continues without a throw, the printed throw is the used part of an
        // earlier one.
        if !before.thrown && before.last == Some(mover) && !written.throw.is_empty() {
            if let Ok(after) = self.play_here(before, written, next) {
                if !after.is_empty() {
                    return Ok(after);
                }
            }
        }
        Err(first_error
            .unwrap_or_else(|| self.not_legal(&mut branch.state, &branch.chance, written)))
    }

    /// The positions that a written move leads to from this very position; none if it is not legal.
    fn play_here(
        &self,
        branch: &Interpretation,
        written: &WrittenMove,
        next: &[Roll],
    ) -> Result<Vec<Interpretation>, RecordError> {
        if let Some(why) = &written.unread {
            return Err(why.clone());
        }
        let (state, chance) = (&branch.state, &branch.chance);
        let player = state.mover();
        for written in self.meanings(branch, written)? {
            // The piece that moves should be on its target afterwards; other ends come second.
            let piece = match written.steps.first() {
                Some(Step::Move(from, _)) => self.slot_of(player, from).ok(),
                _ => None,
            };
            let piece = piece.map(|slot| state.what(slot));
            for stays in [true, false] {
                let end = Expected {
                    next,
                    before: state,
                    stays,
                    player,
                    piece,
                };
                let mut found = Vec::new();
                self.play_steps((state, chance), &written, 0, end, None, &mut found);
                if found.is_empty() {
                    continue;
                }
                if written.becomes.is_some() && written.beside.is_none() {
                    let end = Expected {
                        stays: false,
                        ..end
                    };
                    self.play_steps((state, chance), &written, 0, end, None, &mut found);
                }
                // One legal move may be listed just so, where the text was read as several moves.
                let in_one = |(mv, _): &Found| match written.steps.as_slice() {
                    [Step::Move(_, to)] => {
                        self.slot_of(player, to).map(|slot| slot as i32) == Ok(mv.target())
                    }
                    _ => true,
                };
                if !found.iter().any(in_one) {
                    if let Some(listed) = self.listed(branch, &written, next) {
                        return Ok(vec![listed]);
                    }
                }
                let firsts: Vec<Move> = found.iter().map(|(mv, _)| *mv).collect();
                let kept = self.algebraic(state, &written, &firsts);
                let kept: Vec<Move> = kept.into_iter().map(|index| firsts[index]).collect();
                found.retain(|(mv, _)| kept.contains(mv));
                if let Some(error) = self.ambiguity(branch, &written, &found) {
                    return Err(error);
                }
                self.promoted_first(&written, &mut found);
                return Ok(self.interpretations(branch, &written, found));
            }
            let found = self.in_one_move(branch, &written, next);
            if !found.is_empty() {
                return Ok(self.interpretations(branch, &written, found));
            }
        }
        match self.out_of_turn(player, written) {
            Some(why) => Err(why),
            None => Ok(Vec::new()),
        }
    }

    /// Whether a legal move's own text is just the written one.
    pub(super) fn lists(&self, branch: &Interpretation, written: &WrittenMove) -> bool {
        self.move_of_text(branch, written).is_some()
    }

    /// The position after the legal move whose own text is just the written one.
    fn listed(
        &self,
        branch: &Interpretation,
        written: &WrittenMove,
        next: &[Roll],
    ) -> Option<Interpretation> {
        let mv = self.move_of_text(branch, written)?;
        let (state, chance) = self.after((&branch.state, &branch.chance), mv, next);
        Some(Interpretation {
            thrown: chance != branch.chance,
            state,
            chance,
            last: Some(branch.state.mover()),
            passes: 0,
            ..branch.clone()
        })
    }

    /// The legal move whose own text is just the written one.
    fn move_of_text(&self, branch: &Interpretation, written: &WrittenMove) -> Option<Move> {
        if written.text.is_empty() {
            return None;
        }
        let mut state = branch.state.clone();
        let mut legal = Vec::new();
        self.game.legal(&mut state, &mut legal);
        let notation = self.labels.notation(self.game);
        let choices = notation.distinct(&state, &branch.chance, &legal);
        let texts = notation.texts(&state, &branch.chance, &choices);
        // Records put spaces around the capture mark.
        let close = |text: &str| text.replace(" x ", "x");
        let written = close(&written.text);
        let index = texts.iter().position(|text| close(text) == written)?;
        Some(choices[index])
    }

    /// Puts the legal move whose own text is just the written one first.
    fn listed_first(
        &self,
        branch: &Interpretation,
        written: &WrittenMove,
        next: &[Roll],
        found: &mut [Interpretation],
    ) {
        if found.len() < 2 {
            return;
        }
        let listed = self.listed(branch, written, next);
        let same = |own: &Interpretation| {
            let listed = listed.as_ref();
            listed.is_some_and(|listed| listed.state == own.state)
        };
        if let Some(index) = found.iter().position(same) {
            found[..=index].rotate_right(1);
        }
    }

    /// The interpretations after a written move.
    fn interpretations(
        &self,
        before: &Interpretation,
        written: &WrittenMove,
        found: Vec<Found>,
    ) -> Vec<Interpretation> {
        let mut signs = before.last_signs.clone();
        if let Some(sign) = self.sign_of(before, written) {
            signs.insert(before.state.mover(), sign);
        }
        let branch = |(_, (state, chance)): Found| Interpretation {
            thrown: chance != before.chance,
            state,
            chance,
            script: before.script.clone(),
            last_signs: signs.clone(),
            last: Some(before.state.mover()),
            passes: 0,
        };
        found.into_iter().map(branch).collect()
    }

    /// Plays the steps from `index` on, each as a move of the game.
    fn play_steps(
        &self,
        (state, chance): (&State, &SplitMix64),
        written: &WrittenMove,
        index: usize,
        end: Expected,
        first: Option<Move>,
        found: &mut Vec<Found>,
    ) {
        if found.len() >= MAX_INTERPRETATIONS {
            return;
        }
        let Some(step) = written.steps.get(index) else {
            let ended = self.check_end((state, chance), written, end, first);
            let ended = ended.into_iter().flat_map(|at| {
                let chosen = self.choices_of_promotion(&at, written, end);
                std::iter::once(at).chain(chosen)
            });
            for at in ended {
                let new = found.iter().all(|(_, (own, _))| *own != at.0);
                found.extend(first.filter(|_| new).map(|mv| (mv, at)));
            }
            return;
        };
        // The throw that follows is the last move's.
        let throw = match index + 1 == written.steps.len() {
            true => end.next,
            false => &[],
        };
        let mut state = state.clone();
        let mut legal = Vec::new();
        self.game.legal(&mut state, &mut legal);
        let before = found.len();
        for mv in legal {
            if self.matches_step(&mut state, chance, mv, step) {
                let (after, chance) = self.after((&state, chance), mv, throw);
                let first = first.or(Some(mv));
                self.play_steps((&after, &chance), written, index + 1, end, first, found);
            }
        }
        let path = match step {
            Step::Move(from, to) if found.len() == before => {
                let sites = (self.slot_of(end.player, from), self.slot_of(end.player, to));
                sites.0.ok().zip(sites.1.ok())
            }
            _ => None,
        };
        if let Some((from, to)) = path {
            // The piece may get there by several moves of one turn: leaps, or one die after the
            // other.
            let mut budget = MAX_PATH_MOVES;
            for (mv, (after, chance)) in
                self.paths((&state, chance), (from, to), throw, end.player, &mut budget)
            {
                let first = first.or(Some(mv));
                self.play_steps((&after, &chance), written, index + 1, end, first, found);
            }
        }
    }

    /// The positions after a piece has moved from one site to another by several moves of one turn,
    /// each with the first move.
    fn paths(
        &self,
        (state, chance): (&State, &SplitMix64),
        (from, to): (usize, usize),
        throw: &[Roll],
        player: usize,
        budget: &mut usize,
    ) -> Vec<Found> {
        let (mut state, mut legal) = (state.clone(), Vec::new());
        self.game.legal(&mut state, &mut legal);
        let own = legal.into_iter().filter(|mv| mv.origin() == from as i32);
        let mut paths = Vec::new();
        for mv in own {
            let Some(target) = usize::try_from(mv.target()).ok() else {
                continue;
            };
            let Some(left) = budget.checked_sub(1) else {
                break;
            };
            *budget = left;
            if target == to {
                paths.push((mv, self.after((&state, chance), mv, throw)));
                continue;
            }
            let (after, chance) = self.after((&state, chance), mv, &[]);
            if target != from && after.mover() == player && !after.over() {
                let on = self.paths((&after, &chance), (target, to), throw, player, budget);
                paths.extend(on.into_iter().map(|(_, at)| (mv, at)));
            }
        }
        paths
    }

    /// The error for a move that is not legal: it names the legal moves of the same origin or
    /// target.
    fn not_legal(
        &self,
        state: &mut State,
        chance: &SplitMix64,
        written: &WrittenMove,
    ) -> RecordError {
        if self.game.outcome(state).is_some() {
            return "the game is over".into();
        }
        let mut legal = Vec::new();
        self.game.legal(state, &mut legal);
        let notation = self.labels.notation(self.game);
        let texts = notation.texts(state, chance, &legal);
        let origin = written.steps.first().and_then(|step| match step {
            Step::Move(from, _)
            | Step::Castle(from, _)
            | Step::Exchange(from, _)
            | Step::Both([from, _], _) => self.slot(from).ok(),
            Step::Come(..) | Step::Place(..) | Step::Side(_) | Step::Pass => None,
        });
        let target = written.steps.first().and_then(|step| match step {
            Step::Come(_, to) | Step::Place(None, to) => self.slot(to).ok(),
            _ => None,
        });
        let comes = |mv: &Move| target.is_some_and(|target| mv.target() == target as i32);
        let some_come = legal.iter().any(comes);
        let from_there: Vec<&str> = legal
            .iter()
            .zip(&texts)
            .filter(|(mv, _)| origin.is_none_or(|origin| mv.origin() == origin as i32))
            .filter(|(mv, _)| !some_come || comes(mv))
            .map(|(_, text)| text.as_str())
            .take(12)
            .collect();
        let message = format!(
            "not legal for player {}; legal {}: {}",
            state.mover(),
            match (origin, some_come) {
                (Some(_), _) => "from there",
                (None, true) => "to there",
                (None, false) => "are",
            },
            if from_there.is_empty() {
                "nothing".to_owned()
            } else {
                from_there.join(" ")
            }
        );
        message.into()
    }
}
