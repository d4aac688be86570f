//! A printed game followed ply by ply.

mod fit;

use std::collections::{BTreeMap, HashMap, VecDeque};

use engine::{Game, SplitMix64, State};
use library::about::Throw;
use library::Entry;

use super::positions::{compare_end, first_mover, set_up, start};
use super::record::{is_out, Cast, Line, Ply, Record, Step};
use crate::chosen::Chosen;
use crate::draw::{Glyphs, Names, Plan, Style};
use crate::notation::{lettered, Notation};

/// A game in which a record is followed.
pub struct Follower<'a> {
    /// The game.
    pub game: &'a Game,
    /// The names of its sites.
    pub plan: Plan,
    /// The letters of its pieces.
    pub glyphs: Glyphs,
    slots: HashMap<String, usize>,
    /// Names that mean another site for each player.
    own_slots: HashMap<(usize, String), usize>,
    pub(super) throws: BTreeMap<String, Throw>,
    /// Letters that may stand before a piece's to tell its owner.
    pub(super) prefixes: BTreeMap<String, usize>,
    implied_pass: bool,
    forced_moves: bool,
}

/// The most unprinted moves made between two plies.
const UNPRINTED: usize = 500;

/// What the dice of a record without throws follow from; any number will do.
pub(super) const SEED: u64 = 0;

/// A position on the way, and what its dice follow from.
pub(super) type At = (State, SplitMix64);

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
        let notation = &entry.about.notation;
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
            throws: notation.throws.clone(),
            prefixes: notation.prefixes.clone(),
            glyphs: Glyphs::new(game, Style::Ascii, &names),
            plan,
            implied_pass: notation.implied_pass,
            forced_moves: notation.forced_moves,
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
    fn slot_of(&self, player: usize, name: &str) -> Result<usize, String> {
        match self.own_slots.get(&(player, name.to_lowercase())) {
            Some(slot) => Ok(*slot),
            None => self.slot(name),
        }
    }

    /// Plays a ply, if the rules allow it; `next` is the throw that comes after it, `script` those of turns that are not
    /// printed.
    fn ply(
        &self,
        (state, chance): (&State, &SplitMix64),
        ply: &Ply,
        next: &[Cast],
        script: &mut VecDeque<Cast>,
    ) -> Result<At, String> {
        let player = state.mover();
        let entering = match &ply.enclosure {
            Some((site, taken)) if state.is_empty(self.slot_of(player, site)?) => Some(Ply {
                steps: vec![Step::Place(None, site.clone())],
                taken: taken.clone(),
                ..ply.clone()
            }),
            _ => None,
        };
        let ply = entering.as_ref().unwrap_or(ply);
        for step in &ply.steps {
            match step {
                Step::Move(from, to) | Step::Castle(from, to) | Step::Exchange(from, to) => {
                    self.slot_of(player, from)?;
                    if !is_out(to) {
                        self.slot_of(player, to)?;
                    }
                }
                Step::Place(_, at) => {
                    self.slot_of(player, at)?;
                }
                Step::Both(first, second) => {
                    for site in first.iter().chain(second) {
                        self.slot_of(player, site)?;
                    }
                }
                Step::Pass => {}
            }
        }
        let (mut state, mut chance) = (state.clone(), chance.clone());
        let mut legal = Vec::new();
        for unprinted in 0..UNPRINTED {
            if self.shows(&state, &ply.throw) {
                // A man who arrives stays there, unless it cannot be otherwise.
                let player = state.mover();
                let man = match ply.steps.first() {
                    Some(Step::Move(from, _)) => self.slot_of(player, from).ok(),
                    _ => None,
                };
                let man = man.map(|slot| state.what(slot));
                let found = [true, false].into_iter().find_map(|stays| {
                    let end = End {
                        next,
                        stays,
                        player,
                        man,
                    };
                    self.steps((&state, &chance), ply, 0, end)
                });
                if let Some(after) = found {
                    return Ok(after);
                }
            }
            legal.clear();
            self.game.legal(&mut state, &mut legal);
            let made = match legal.as_slice() {
                [only] if self.forced_moves || self.game.is_pass(*only) => Some(*only),
                moves if self.implied_pass && unprinted == 0 || !script.is_empty() => {
                    moves.iter().copied().find(|mv| self.game.is_pass(*mv))
                }
                _ => None,
            };
            let Some(mv) = made else { break };
            let throw = match script.pop_front() {
                Some(cast) => vec![cast],
                None => ply.throw.clone(),
            };
            (state, chance) = self.made((&state, &chance), mv, &throw);
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
        (state, chance): (&State, &SplitMix64),
        ply: &Ply,
        index: usize,
        end: End,
    ) -> Option<At> {
        let Some(step) = ply.steps.get(index) else {
            return self.finish((state, chance), ply, end);
        };
        // The throw that follows is the last move's.
        let throw = match index + 1 == ply.steps.len() {
            true => end.next,
            false => &[],
        };
        let mut state = state.clone();
        let mut legal = Vec::new();
        self.game.legal(&mut state, &mut legal);
        for mv in legal {
            if self.fits(&mut state, chance, mv, step) {
                let (after, chance) = self.made((&state, chance), mv, throw);
                if let Some(end) = self.steps((&after, &chance), ply, index + 1, end) {
                    return Some(end);
                }
            }
        }
        None
    }

    /// Checks what the ply says of its end: men taken, spared and lost, promotion (which may be a
    /// move of its own).
    fn finish(&self, (state, chance): (&State, &SplitMix64), ply: &Ply, end: End) -> Option<At> {
        let target = match ply.steps.last() {
            Some(Step::Move(_, to) | Step::Place(_, to)) => self.slot_of(end.player, to).ok(),
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
            && (there || !end.stays);
        if !fits {
            return None;
        }
        let Some((letter, target)) = ply.becomes.as_ref().zip(target) else {
            return Some((state.clone(), chance.clone()));
        };
        let plain = |what: usize| self.plain_letter(what);
        let letter = self.without_prefix(letter);
        let is_it = |state: &State| {
            let now = plain(state.what(target));
            // Where the promoted man is written `+R`, the record may also name what it became like.
            let promoted = now.strip_prefix('+').is_some_and(|old| {
                end.man
                    .is_some_and(|man| plain(man).eq_ignore_ascii_case(old))
            });
            now.eq_ignore_ascii_case(letter) || promoted
        };
        if is_it(state) {
            return Some((state.clone(), chance.clone()));
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
        let notation = Notation {
            game: self.game,
            plan: &self.plan,
            glyphs: &self.glyphs,
            shown: None,
        };
        let texts = notation.texts(state, chance, &legal);
        let origin = ply.steps.first().and_then(|step| match step {
            Step::Move(from, _)
            | Step::Castle(from, _)
            | Step::Exchange(from, _)
            | Step::Both([from, _], _) => self.slot(from).ok(),
            Step::Place(..) | Step::Pass => None,
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

/// What a ply has to come to besides what is written of it.
#[derive(Clone, Copy, Debug)]
struct End<'a> {
    /// The throw that follows.
    next: &'a [Cast],
    /// Whether the man who arrives stays where he arrives.
    stays: bool,
    /// Who makes the ply.
    player: usize,
    /// The kind of the man who moves first in it.
    man: Option<usize>,
}

/// Follows a game or a line of play to its end; how much was checked.
pub fn game(chosen: &Chosen, entry: &Entry, record: &Record) -> Result<String, String> {
    follow(chosen, entry, record, usize::MAX).map(|(said, _)| said)
}

/// Follows so many plies of a record: how much was checked, and where it leads.
pub fn follow(
    chosen: &Chosen,
    entry: &Entry,
    record: &Record,
    most: usize,
) -> Result<(String, State), String> {
    let follower = Follower::new(chosen, entry);
    let names = Names::new(&entry.about);
    let place = |index: usize, line: &Line, message: String| {
        let Line { text, number, .. } = line;
        format!("ply {} ({text}, line {number}): {message}", index + 1)
    };
    let read =
        record.lines.iter().enumerate().map(|(index, line)| {
            Ply::parse(&line.text).map_err(|message| place(index, line, message))
        });
    let plies: Vec<Vec<Ply>> = read.collect::<Result<_, _>>()?;
    let throw_of = |index: usize| {
        let ply = plies.get(index).and_then(|parts| parts.first());
        ply.map_or(&[][..], |ply| &ply.throw)
    };
    let mut script: VecDeque<Cast> = Cast::read(record.header("throws").unwrap_or("")).into();
    let first = match script.pop_front() {
        Some(cast) => vec![cast],
        None => throw_of(0).to_vec(),
    };
    let (mut state, mut chance) = start(&follower, entry, &names, record, &first)?;
    let mut undecided = Vec::new();
    // Whether an undecided ply was made since a position was printed, and which ply breaks the rules after it.
    let (mut doubted, mut broken) = (false, None);
    let mut boards = 0;
    let most = most.min(record.lines.len());
    let mut followed = most;
    for (index, line) in record.lines.iter().take(most).enumerate() {
        let at = |message: String| place(index, line, message);
        let parts = &plies[index];
        let doubtful = parts.first().is_some_and(|ply| ply.undecided);
        if doubtful {
            undecided.push(format!("ply {} ({})", index + 1, line.text));
        }
        let mut made = Ok((state.clone(), chance.clone()));
        for (part, ply) in parts.iter().enumerate() {
            if ply.steps.is_empty() && ply.undecided {
                made = Err("nothing is written of it".to_owned());
            }
            let next = match part + 1 == parts.len() {
                true => throw_of(index + 1),
                false => &[],
            };
            made = made.and_then(|(state, chance)| {
                follower.ply((&state, &chance), ply, next, &mut script)
            });
        }
        match (made, &line.position) {
            (Ok(after), _) => {
                (state, chance) = after;
                doubted |= doubtful;
            }
            // What could not be decided is not followed; the printed position goes on.
            (Err(_), Some(position)) if doubtful => {
                let mover = (record.lines.get(index + 1)).and_then(first_mover);
                let mover = mover.as_deref();
                state = set_up(&follower, entry, &names, position, mover, &mut chance)?;
                doubted = false;
            }
            (Err(_), None) if doubtful => {
                followed = index;
                break;
            }
            // It may be the undecided ply that was read wrongly: nothing can be said from here on.
            (Err(message), _) if doubted => {
                broken = Some(at(message));
                followed = index;
                break;
            }
            (Err(message), _) => return Err(at(message)),
        }
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
    let mut said = format!("{followed} plies");
    if boards > 0 {
        said.push_str(&format!(", {boards} boards as printed"));
    }
    let whole = followed == record.lines.len();
    if let Some(end) = record
        .header("end")
        .filter(|end| end.contains('/') && whole)
    {
        compare_end(&follower, entry, &state, end)?;
        said.push_str(", the end as stated");
    }
    if !undecided.is_empty() {
        said.push_str(&format!("; undecided: {}", undecided.join(", ")));
    }
    if let Some(broken) = broken {
        let left = record.lines.len() - followed;
        said.push_str(&format!(
            "; the last {left} plies not followed, since after these {broken}"
        ));
    }
    Ok((said, state))
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
