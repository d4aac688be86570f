//! Random games under every reading: they must end by the game's own rules, and the rules must
//! detect every threat to a royal piece.

use std::fmt;

use ludarium_engine::{Fault, Game, Move, Rollouts, SplitMix64, State};

use super::{Finding, Place};
use ludarium_lud::Choices;

use crate::{load, load_chosen, Entry, Kind, LoadError, Loaded};

/// A game under one choice of readings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The choices that differ from the defaults, as (heading, item).
    pub with: Vec<(String, String)>,
}

/// The heading that stands for a choice of ruleset.
const RULESET: &str = "ruleset";

/// The option and item that leave dead positions to the players' agreement. Random games, which
/// never agree, may then go on for ever.
const UNBOUNDED_PLAY: (&str, &str) = ("Fruitless play", "Never");

impl Variant {
    /// Loads a game under these readings.
    ///
    /// # Errors
    /// If it does not compile, or has no such option.
    pub fn load(&self, entry: &Entry) -> Result<Loaded, LoadError> {
        let choose = |choices: Choices, (tag, item): &(String, String)| match tag.as_str() {
            RULESET => choices.ruleset(item.clone()),
            tag => choices.with(format!("{tag}/{item}")),
        };
        load_chosen(entry, &self.with.iter().fold(Choices::defaults(), choose))
    }

    /// Whether a game under these readings may go on for ever.
    #[must_use]
    pub fn may_be_endless(&self) -> bool {
        let is_so =
            |(tag, item): &(String, String)| (tag.as_str(), item.as_str()) == UNBOUNDED_PLAY;
        self.with.iter().any(is_so)
    }

    /// The defaults of all options.
    #[must_use]
    pub fn defaults() -> Variant {
        Variant { with: Vec::new() }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.with.is_empty() {
            return f.write_str("with the defaults");
        }
        let words = self.with.iter();
        let words: Vec<String> = words
            .map(|(tag, item)| format!("with {tag}={item}"))
            .collect();
        f.write_str(&words.join(", "))
    }
}

/// The variants to check: the defaults, each reading that is not a default, one at a time, and each
/// ruleset.
///
/// # Errors
/// If the game does not load.
pub fn variants(entry: &Entry) -> Result<Vec<Variant>, Finding> {
    let mut variants = vec![Variant::defaults()];
    if entry.kind() != Kind::Game {
        return Ok(Vec::new());
    }
    let loaded = load(entry, &[]).map_err(|error| refused(entry, &variants[0], &error))?;
    for group in &loaded.description.options {
        for (index, item) in group.items.iter().enumerate() {
            if index != group.chosen {
                variants.push(Variant {
                    with: vec![(group.heading.clone(), item.name.clone())],
                });
            }
        }
    }
    let rulesets = loaded.description.rulesets.iter();
    variants.extend(rulesets.map(|ruleset| Variant {
        with: vec![(RULESET.to_owned(), ruleset.name.clone())],
    }));
    Ok(variants)
}

fn refused(entry: &Entry, variant: &Variant, error: &LoadError) -> Finding {
    Finding::new(
        entry,
        Place::Description,
        format!("{variant}, the game does not load: {error}"),
    )
}

/// Totals of random games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// The number of games.
    pub games: usize,
    /// The number of moves.
    pub plies: usize,
}

/// Plays random games.
///
/// # Errors
/// If the game does not load, a game does not end by its own rules, or the rules miss a threat.
pub fn play(entry: &Entry, variant: &Variant, games: usize, seed: u64) -> Result<Played, Finding> {
    let loaded = variant
        .load(entry)
        .map_err(|error| refused(entry, variant, &error))?;
    if let Some((seed, plies)) = missed_threat(&loaded.game, seed) {
        let what = format!(
            "{variant}, random game {seed}: after {plies} moves the rules miss a threat to a piece that an opponent could then capture \
             (within a test for threats, Next is still the next player of the game, not the opponent of the attacker)"
        );
        return Err(Finding::new(entry, Place::Description, what));
    }
    let mut rollouts = Rollouts::new(&loaded.game);
    let mut played = Played::default();
    for index in 0..games as u64 {
        let seed = seed.wrapping_mul(0x9e37_79b9).wrapping_add(index);
        match game(&loaded.game, &mut rollouts, seed) {
            Ok(plies) => {
                played.games += 1;
                played.plies += plies;
            }
            Err(Stuck::Limit(plies)) if variant.may_be_endless() => {
                played.games += 1;
                played.plies += plies;
            }
            Err(why) => {
                let what = format!("{variant}, random game {seed}: {why}");
                return Err(Finding::new(entry, Place::Description, what));
            }
        }
    }
    Ok(played)
}

/// The number of positions of random games that are checked for missed threats.
const POSITIONS_CHECKED: usize = 1000;

/// Searches random games for a position in which the rules see no threat to a royal piece of the
/// mover, although the next player could capture it if the mover passed. Returns the seed of the
/// game and the number of moves.
fn missed_threat(game: &Game, seed: u64) -> Option<(u64, usize)> {
    let mut checked = 0;
    for seed in (seed..).take(POSITIONS_CHECKED) {
        let (mut pick, mut chance) = (SplitMix64::new(seed), SplitMix64::new(!seed));
        let mut state = game.start(&mut chance);
        while !state.over() {
            if checked == POSITIONS_CHECKED {
                return None;
            }
            checked += 1;
            if misses_threat(game, &mut state) {
                return Some((seed, state.moves()));
            }
            if game.playout(&mut state, 1, &mut pick, &mut chance) == 0 {
                break;
            }
        }
    }
    None
}

fn misses_threat(game: &Game, state: &mut State) -> bool {
    let (mover, guarded) = (state.mover(), game.royal_kinds(state));
    if guarded.is_empty() {
        return false;
    }
    let Some(mark) = game.null_move(state) else {
        return false;
    };
    let mut legal = Vec::new();
    game.legal(state, &mut legal);
    let taken = |mv: &Move| {
        let what = state.kinds().get(usize::from(mv.to));
        what.is_some_and(|what| guarded.contains(&(*what as usize)))
    };
    let found = state.mover() != mover && legal.iter().any(taken);
    state.undo(mark);
    found
}

/// Why a random game did not end by its own rules, with the number of moves.
#[derive(Clone, Copy, Debug)]
enum Stuck {
    NoMove(usize),
    Fault(usize, Fault),
    Limit(usize),
}

impl fmt::Display for Stuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stuck::NoMove(plies) => {
                write!(f, "after {plies} moves there is no legal move and no end")
            }
            Stuck::Fault(plies, fault) => write!(f, "stopped after {plies} moves: {fault}"),
            Stuck::Limit(plies) => {
                write!(f, "ended only by the turn limit, after {plies} moves")
            }
        }
    }
}

/// Plays a random game and returns the number of moves.
fn game(game: &Game, rollouts: &mut Rollouts<'_>, seed: u64) -> Result<usize, Stuck> {
    let (mut pick, mut chance) = (SplitMix64::new(seed), SplitMix64::new(!seed));
    let mut state = game.start(&mut chance);
    let limits = game.turn_limits();
    let [max_moves, max_turns] = [limits.moves, limits.turns].map(|limit| limit.max(1) as usize);
    // A game this short reaches no limit, so it needs no counting of turns.
    let safe_plies = max_moves.min(max_turns) - 1;
    let (mut fast_pick, mut fast_chance) = (pick.clone(), chance.clone());
    let fast = rollouts.play(&state, safe_plies, &mut fast_pick, &mut fast_chance);
    if fast.over && fast.plies < safe_plies {
        return Ok(fast.plies);
    }
    // Replay the same game, counting turns.
    let (mut plies, mut turns) = (0, 1);
    while !state.over() && plies < max_moves {
        let mover = state.mover();
        if game.playout(&mut state, 1, &mut pick, &mut chance) == 0 {
            break;
        }
        plies += 1;
        turns += usize::from(state.mover() != mover);
    }
    if let Some(fault) = state.fault() {
        return Err(Stuck::Fault(plies, fault));
    }
    if !state.over() && plies < max_moves {
        return Err(Stuck::NoMove(plies));
    }
    if plies >= max_moves || turns >= max_turns {
        return Err(Stuck::Limit(plies));
    }
    Ok(plies)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game whose guards move straight ahead, and sideways as well if `where_aside` holds.
    fn guards(where_aside: &str) -> Game {
        let text = format!(
            r#"(game "Kings and Guards" (players {{(player N) (player S)}})
                (equipment {{ (board (square 5))
                    (piece "King" Each (move Step (to if:(not (is Friend (who at:(to))))
                        (apply (if (is Enemy (who at:(to))) (remove (to)))))))
                    (piece "Guard" Each (move Step
                        (if {where_aside} (directions {{Forward Leftward Rightward}}) Forward)
                        (to if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) (remove (to)))))))
                    (regions "Half" P1 (expand (sites Bottom) steps:1)) (regions "Half" P2 (expand (sites Top) steps:1)) }})
                (rules
                    (start {{ (place "King1" coord:"C1") (place "Guard1" {{"B1" "D1"}})
                        (place "King2" coord:"C5") (place "Guard2" {{"B5" "D5"}}) }})
                    (play (do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover)))))
                    (end (if (no Moves Next) (result Mover Win)))))"#
        );
        let (definitions, choices) = (ludarium_lud::Definitions::none(), Choices::defaults());
        let description = ludarium_lud::load("guards.lud", &text, &definitions, &choices).unwrap();
        Game::compile(&description).unwrap()
    }

    #[test]
    fn a_move_that_depends_on_the_next_player_hides_a_threat() {
        let of_next = guards(r#"(is In (from) (sites Next "Half"))"#);
        let (seed, moves) =
            missed_threat(&of_next, 1).expect("guards go aside, and do not threaten to");
        assert_eq!(missed_threat(&of_next, seed), Some((seed, moves)));
        let of_mover = guards(r#"(not (is In (from) (sites Mover "Half")))"#);
        assert_eq!(missed_threat(&of_mover, 1), None);
    }
}
