//! What the plies of a record are in a game.

#[path = "follow/descriptive.rs"]
mod descriptive;
#[path = "follow/fit.rs"]
mod fit;
#[path = "follow/meaning.rs"]
mod meaning;
#[path = "follow/promoted.rs"]
mod promoted;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use ludarium_engine::{Game, Move, SplitMix64, State};
use ludarium_games::about::{About, Throw};
use ludarium_games::Entry;

use super::ply::{Cast, Ply, Step};
use super::throws;
use crate::chosen::Chosen;
use crate::draw::{Names, Style};
use crate::notation::{lettered, Signs};

/// A game in which a record is followed.
pub struct Follower<'a> {
    /// The game.
    pub game: &'a Game,
    /// The names of its sites and the letters of its pieces.
    pub signs: Signs,
    /// What the notation calls pieces and sites.
    pub(super) names: Names,
    slots: HashMap<String, usize>,
    /// Names that mean another site for each player.
    own_slots: HashMap<(usize, String), usize>,
    pub(super) throws: BTreeMap<String, Throw>,
    /// What throws are called at the table, with what then shows.
    pub(super) called: BTreeMap<String, i32>,
    /// Letters that may stand before a piece's to tell its owner.
    pub(super) prefixes: BTreeMap<String, usize>,
    /// By letter: what a man promoted to it may be.
    promoted: BTreeMap<String, Vec<String>>,
    /// The players' names, in small letters.
    sides: Vec<String>,
    implied_pass: bool,
    forced_moves: bool,
    /// Whether squares are called by the names of files: `K4`.
    pub(super) by_files: bool,
    /// Throws that were sought for long and never came up whole.
    pub(super) out_of_reach: RefCell<HashSet<Vec<Cast>>>,
}

/// The most unprinted moves made between two plies.
const UNPRINTED: usize = 500;

/// What the dice of a record without throws follow from; any number will do.
pub(super) const SEED: u64 = 0;

/// The most ways of reading the plies so far that are kept side by side.
pub(super) const BRANCHES: usize = 8;

/// The most moves that are tried to find a man's way in one turn.
const STEPS: usize = 2_000;

/// A position on the way, and what its dice follow from.
pub(super) type At = (State, SplitMix64);

/// A position that a ply leads to, and the first move of the ply.
type Found = (Move, At);

/// A way of reading a record so far.
#[derive(Clone)]
pub(super) struct Branch {
    /// The position.
    pub state: State,
    /// What its dice follow from.
    pub chance: SplitMix64,
    /// The throws of turns that are not printed.
    pub script: VecDeque<Cast>,
    /// By player: the sign of the last man that was written with one.
    pub signs: BTreeMap<usize, String>,
    /// Who made the last ply.
    pub last: Option<usize>,
    /// Whether dice were thrown after it.
    pub thrown: bool,
}

impl Branch {
    /// A position from which nothing is read yet.
    pub fn new(state: State, chance: SplitMix64) -> Branch {
        Branch {
            state,
            chance,
            script: VecDeque::new(),
            signs: BTreeMap::new(),
            last: None,
            thrown: true,
        }
    }
}

impl<'a> Follower<'a> {
    /// Prepares to follow records of a game.
    pub fn new(chosen: &'a Chosen, entry: &Entry) -> Follower<'a> {
        Follower::of(&chosen.loaded.game, Some(&entry.about))
    }

    /// The same for a game of which the library knows this, or nothing.
    pub fn of(game: &'a Game, about: Option<&About>) -> Follower<'a> {
        let names = about.map(Names::new).unwrap_or_default();
        let notation = about
            .map(|about| about.notation.clone())
            .unwrap_or_default();
        let players = about.map_or(&[][..], |about| &about.table.players);
        let signs = Signs::new(game, Style::Ascii, &names);
        let slots = (0..game.layout().sites).rev();
        let slots = slots.map(|slot| (signs.plan.label(game, slot as i32).to_lowercase(), slot));
        let mut slots: HashMap<String, usize> = slots.collect();
        // Single letters that name sites are told apart by case.
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
        Follower {
            game,
            slots,
            own_slots,
            throws: notation.throws,
            called: about
                .map(|about| throws::called(&about.table))
                .unwrap_or_default(),
            prefixes: notation.prefixes,
            promoted: notation.promoted,
            sides: players.iter().map(|name| name.to_lowercase()).collect(),
            names,
            signs,
            implied_pass: notation.implied_pass,
            forced_moves: notation.forced_moves,
            by_files: false,
            out_of_reach: RefCell::default(),
        }
    }

    /// The slot that a record calls so.
    pub fn slot(&self, name: &str) -> Result<usize, String> {
        let found = self
            .slots
            .get(name)
            .or_else(|| self.slots.get(&name.to_lowercase()))
            .or_else(|| self.slots.get(&lettered(name)?));
        found
            .copied()
            .ok_or_else(|| format!("there is no site {name}"))
    }

    /// The same for a player, for whom a name may mean another site.
    pub(super) fn slot_of(&self, player: usize, name: &str) -> Result<usize, String> {
        match self.own_slots.get(&(player, name.to_lowercase())) {
            Some(slot) => Ok(*slot),
            None => self.slot(name),
        }
    }

    /// Plays a ply, if the rules allow it: where it may lead, what is likeliest first. `next` is the throw that comes
    /// after it.
    pub(super) fn ply(
        &self,
        branch: &Branch,
        ply: &Ply,
        next: &[Cast],
    ) -> Result<Vec<Branch>, String> {
        let mover = branch.state.mover();
        let before = branch;
        let mut branch = branch.clone();
        let mut legal = Vec::new();
        let mut told = None;
        for unprinted in 0..UNPRINTED {
            let shown = self.shows(&branch.state, &ply.throw);
            if shown || self.holds(&branch.state, &ply.throw) {
                match self.here(&branch, ply, next) {
                    Ok(mut after) if !after.is_empty() => {
                        self.listed_first(&branch, ply, next, &mut after);
                        return Ok(after);
                    }
                    read => {
                        if let Some(after) = self.listed(&branch, ply, next) {
                            return Ok(vec![after]);
                        }
                        if let Err(why) = read {
                            told.get_or_insert(why);
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
                Some(cast) => vec![cast],
                None => ply.throw.clone(),
            };
            let (state, chance) = self.made((&branch.state, &branch.chance), mv, &throw);
            (branch.state, branch.chance) = (state, chance);
        }
        // A player who cannot move may simply be passed over by the rules.
        let passed_over = |last: usize| last % self.game.players() + 1 != mover;
        if ply.steps == [Step::Pass] && branch.last.is_none_or(passed_over) {
            return Ok(vec![branch]);
        }
        // In a turn that goes on without a throw, what stands like one is the part of an earlier throw that is used.
        if !before.thrown && before.last == Some(mover) && !ply.throw.is_empty() {
            if let Ok(after) = self.here(before, ply, next) {
                if !after.is_empty() {
                    return Ok(after);
                }
            }
        }
        Err(told.unwrap_or_else(|| self.why_not(&mut branch.state, &branch.chance, ply)))
    }

    /// Where a ply leads that is made in this very position; nowhere, if it is not legal.
    fn here(&self, branch: &Branch, ply: &Ply, next: &[Cast]) -> Result<Vec<Branch>, String> {
        if let Some(why) = &ply.unread {
            return Err(why.clone());
        }
        let (state, chance) = (&branch.state, &branch.chance);
        let player = state.mover();
        for ply in self.readings(branch, ply)? {
            // A man who arrives stays there, unless it cannot be otherwise.
            let man = match ply.steps.first() {
                Some(Step::Move(from, _)) => self.slot_of(player, from).ok(),
                _ => None,
            };
            let man = man.map(|slot| state.what(slot));
            for stays in [true, false] {
                let end = End {
                    next,
                    before: state,
                    stays,
                    player,
                    man,
                };
                let mut found = Vec::new();
                self.steps((state, chance), &ply, 0, end, None, &mut found);
                if found.is_empty() {
                    continue;
                }
                if ply.becomes.is_some() && ply.beside.is_none() {
                    let end = End {
                        stays: false,
                        ..end
                    };
                    self.steps((state, chance), &ply, 0, end, None, &mut found);
                }
                // The list knows one move for what was read as several.
                let in_one = |(mv, _): &Found| match ply.steps.as_slice() {
                    [Step::Move(_, to)] => {
                        self.slot_of(player, to).map(|slot| slot as i32) == Ok(mv.target())
                    }
                    _ => true,
                };
                if !found.iter().any(in_one) {
                    if let Some(listed) = self.listed(branch, &ply, next) {
                        return Ok(vec![listed]);
                    }
                }
                if let Some(several) = self.several(branch, &ply, &found) {
                    return Err(several);
                }
                self.promoted_first(&ply, &mut found);
                return Ok(self.branches(branch, &ply, found));
            }
            let found = self.at_once(branch, &ply, next);
            if !found.is_empty() {
                return Ok(self.branches(branch, &ply, found));
            }
        }
        match self.out_of_turn(player, ply) {
            Some(why) => Err(why),
            None => Ok(Vec::new()),
        }
    }

    /// Where the move leads that is listed just as a ply is written.
    fn listed(&self, branch: &Branch, ply: &Ply, next: &[Cast]) -> Option<Branch> {
        if ply.text.is_empty() {
            return None;
        }
        let mut state = branch.state.clone();
        let mut legal = Vec::new();
        self.game.legal(&mut state, &mut legal);
        let notation = self.signs.notation(self.game);
        let choices = notation.distinct(&state, &branch.chance, &legal);
        let texts = notation.texts(&state, &branch.chance, &choices);
        // Records leave room about the mark of a capture.
        let close = |text: &str| text.replace(" x ", "x");
        let written = close(&ply.text);
        let index = texts.iter().position(|text| close(text) == written)?;
        let (state, chance) = self.made((&state, &branch.chance), choices[index], next);
        Some(Branch {
            thrown: chance != branch.chance,
            state,
            chance,
            last: Some(branch.state.mover()),
            ..branch.clone()
        })
    }

    /// Where a ply may be several moves: that is likeliest which is listed just so.
    fn listed_first(&self, branch: &Branch, ply: &Ply, next: &[Cast], found: &mut [Branch]) {
        if found.len() < 2 {
            return;
        }
        let listed = self.listed(branch, ply, next);
        let same = |own: &Branch| {
            let listed = listed.as_ref();
            listed.is_some_and(|listed| listed.state == own.state)
        };
        if let Some(index) = found.iter().position(same) {
            found[..=index].rotate_right(1);
        }
    }

    /// What a ply that was made leads to.
    fn branches(&self, before: &Branch, ply: &Ply, found: Vec<Found>) -> Vec<Branch> {
        let mut signs = before.signs.clone();
        if let Some(sign) = self.sign_of(before, ply) {
            signs.insert(before.state.mover(), sign);
        }
        let branch = |(_, (state, chance)): Found| Branch {
            thrown: chance != before.chance,
            state,
            chance,
            script: before.script.clone(),
            signs: signs.clone(),
            last: Some(before.state.mover()),
        };
        found.into_iter().map(branch).collect()
    }

    /// Plays the steps from `index` on, each as a move of the game.
    fn steps(
        &self,
        (state, chance): (&State, &SplitMix64),
        ply: &Ply,
        index: usize,
        end: End,
        first: Option<Move>,
        found: &mut Vec<Found>,
    ) {
        if found.len() >= BRANCHES {
            return;
        }
        let Some(step) = ply.steps.get(index) else {
            let ended = self.finish((state, chance), ply, end, first);
            let ended = ended.into_iter().flat_map(|at| {
                let chosen = self.promotions(&at, ply, end);
                std::iter::once(at).chain(chosen)
            });
            for at in ended {
                let new = found.iter().all(|(_, (own, _))| *own != at.0);
                found.extend(first.filter(|_| new).map(|mv| (mv, at)));
            }
            return;
        };
        // The throw that follows is the last move's.
        let throw = match index + 1 == ply.steps.len() {
            true => end.next,
            false => &[],
        };
        let mut state = state.clone();
        let mut legal = Vec::new();
        self.game.legal(&mut state, &mut legal);
        let before = found.len();
        for mv in legal {
            if self.fits(&mut state, chance, mv, step) {
                let (after, chance) = self.made((&state, chance), mv, throw);
                let first = first.or(Some(mv));
                self.steps((&after, &chance), ply, index + 1, end, first, found);
            }
        }
        let way = match step {
            Step::Move(from, to) if found.len() == before => {
                let sites = (self.slot_of(end.player, from), self.slot_of(end.player, to));
                sites.0.ok().zip(sites.1.ok())
            }
            _ => None,
        };
        if let Some((from, to)) = way {
            // He may go there by several moves of one turn: leaps, or the dice one after the other.
            let mut budget = STEPS;
            for (mv, (after, chance)) in
                self.ways((&state, chance), (from, to), throw, end.player, &mut budget)
            {
                let first = first.or(Some(mv));
                self.steps((&after, &chance), ply, index + 1, end, first, found);
            }
        }
    }

    /// Where a man comes who goes from one site to another by moves of his own in one turn, with the first of them.
    fn ways(
        &self,
        (state, chance): (&State, &SplitMix64),
        (from, to): (usize, usize),
        throw: &[Cast],
        player: usize,
        budget: &mut usize,
    ) -> Vec<Found> {
        let (mut state, mut legal) = (state.clone(), Vec::new());
        self.game.legal(&mut state, &mut legal);
        let own = legal.into_iter().filter(|mv| mv.origin() == from as i32);
        let mut ways = Vec::new();
        for mv in own {
            let Some(target) = usize::try_from(mv.target()).ok() else {
                continue;
            };
            let Some(left) = budget.checked_sub(1) else {
                break;
            };
            *budget = left;
            if target == to {
                ways.push((mv, self.made((&state, chance), mv, throw)));
                continue;
            }
            let (after, chance) = self.made((&state, chance), mv, &[]);
            if target != from && after.mover() == player && !after.over() {
                let on = self.ways((&after, &chance), (target, to), throw, player, budget);
                ways.extend(on.into_iter().map(|(_, at)| (mv, at)));
            }
        }
        ways
    }

    /// Whether a move comes to what a ply of one move says of its end.
    fn comes_to(&self, (state, chance): (&State, &SplitMix64), mv: Move, ply: &Ply) -> bool {
        let after = self.made((state, chance), mv, &[]);
        let end = End {
            next: &[],
            before: state,
            stays: false,
            player: state.mover(),
            man: None,
        };
        self.finish((&after.0, &after.1), ply, end, Some(mv))
            .is_some()
    }

    /// Checks what the ply says of its end: men taken, spared and lost, promotion (which may be a
    /// move of its own).
    fn finish(
        &self,
        (state, chance): (&State, &SplitMix64),
        ply: &Ply,
        end: End,
        first: Option<Move>,
    ) -> Option<At> {
        let target = match ply.steps.last() {
            Some(Step::Move(_, to) | Step::Come(_, to) | Step::Place(_, to)) => {
                self.slot_of(end.player, to).ok()
            }
            _ => None,
        };
        // Where names mean other sites for each player, the men taken are named by their own.
        let named = |site: &String| {
            let name = site.to_lowercase();
            let mut others = (self.own_slots.iter())
                .filter(|((player, own), _)| *own == name && *player != end.player);
            others
                .next()
                .map_or_else(|| self.slot(site).ok(), |(_, slot)| Some(*slot))
        };
        let empty = |site: &String| named(site).is_some_and(|slot| state.is_empty(slot));
        let gone = |site: &String| {
            named(site).is_some_and(|slot| state.is_empty(slot) || Some(slot) == target)
        };
        let there = !ply.lost.is_empty() || target.is_none_or(|target| !state.is_empty(target));
        let fits = ply.taken.iter().all(gone)
            && ply.lost.iter().all(empty)
            && !ply.spared.iter().any(empty)
            && (there || !end.stays)
            && self.took(state, ply, &end, first);
        if !fits {
            return None;
        }
        let Some((letter, target)) = ply.becomes.as_ref().zip(self.stands(state, ply, &end)) else {
            return Some((state.clone(), chance.clone()));
        };
        let is_it = |state: &State| self.has_become(state.what(target), letter, end.man);
        if is_it(state) {
            return Some((state.clone(), chance.clone()));
        }
        // Nobody promotes by a move of the opponent's.
        if state.mover() != end.player {
            return None;
        }
        let (mut before, mut legal) = (state.clone(), Vec::new());
        self.game.legal(&mut before, &mut legal);
        legal.into_iter().find_map(|mv| {
            let after = self.made((state, chance), mv, end.next);
            is_it(&after.0).then_some(after)
        })
    }

    fn why_not(&self, state: &mut State, chance: &SplitMix64, ply: &Ply) -> String {
        if self.game.outcome(state).is_some() {
            return "the game is over".to_owned();
        }
        let mut legal = Vec::new();
        self.game.legal(state, &mut legal);
        let notation = self.signs.notation(self.game);
        let texts = notation.texts(state, chance, &legal);
        let origin = ply.steps.first().and_then(|step| match step {
            Step::Move(from, _)
            | Step::Castle(from, _)
            | Step::Exchange(from, _)
            | Step::Both([from, _], _) => self.slot(from).ok(),
            Step::Come(..) | Step::Place(..) | Step::Side(_) | Step::Pass => None,
        });
        let target = ply.steps.first().and_then(|step| match step {
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
        format!(
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
        )
    }
}

/// What a ply has to come to besides what is written of it.
#[derive(Clone, Copy)]
struct End<'a> {
    /// The throw that follows.
    next: &'a [Cast],
    /// The position before it.
    before: &'a State,
    /// Whether the man who arrives stays where he arrives.
    stays: bool,
    /// Who makes the ply.
    player: usize,
    /// The kind of the man who moves first in it.
    man: Option<usize>,
}
