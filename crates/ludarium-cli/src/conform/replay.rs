//! Replays one trial ply by ply until it ends or diverges.

use std::time::{Duration, Instant};

use ludarium_engine::{Action, Game, Move, SplitMix64, State};

use super::finding::{Finding, Kind};
use super::round;
use crate::trial::{agree, difference, RecordedAction, RecordedMove, Trial};
use ludarium_notation::number_words::counted;

/// A divergence of the engine from the record.
#[derive(Clone)]
pub struct Divergence {
    /// The difference.
    pub finding: Finding,
    /// The position, and its legal moves.
    pub at: Option<Position>,
}

/// The position of a divergence.
#[derive(Clone)]
pub struct Position {
    /// The state before the recorded move.
    pub state: State,
    /// The random generator at this point.
    pub chance: SplitMix64,
    /// Our legal moves in this position.
    pub legal: Vec<Move>,
    /// The previous move, if there is one.
    pub before: Option<Move>,
}

impl Divergence {
    fn early(kind: Kind, expected: impl Into<String>, found: impl Into<String>) -> Box<Divergence> {
        Box::new(Divergence {
            finding: Finding::new(kind, expected, found),
            at: None,
        })
    }
}

/// Replays a trial under the exact test: the start, the number of legal moves at every ply, the
/// recorded move among them, the end and the ranking.
///
/// Returns the number of plies played, or the first difference.
pub fn replay(game: &Game, trial: &Trial, limit: Duration) -> Result<usize, Box<Divergence>> {
    let begun = Instant::now();
    let mut chance = SplitMix64::new(u64::from_le_bytes(trial.generator));
    let (mut state, placements) = game.start_logged(&mut chance);
    compare_start(trial, &placements)?;
    let mut legal = Vec::new();
    let mut before = None;
    for (ply, recorded) in trial.moves.iter().enumerate() {
        let generator = chance.clone();
        let differs = |kind, expected: String, found: String, state: &State, legal: &[Move]| {
            let finding = Finding {
                ply: Some(ply),
                ..Finding::new(kind, expected, found)
            };
            let at = Position {
                state: state.clone(),
                chance: generator.clone(),
                legal: legal.to_vec(),
                before,
            };
            Err(Box::new(Divergence {
                finding,
                at: Some(at),
            }))
        };
        if begun.elapsed() > limit {
            let expected = counted(trial.moves.len(), "ply");
            let found = format!("{} in {} s", counted(ply, "ply"), limit.as_secs());
            return differs(Kind::TooSlow, expected, found, &state, &[]);
        }
        if state.over() {
            let expected = counted(trial.moves.len() - ply, "more ply");
            return differs(
                Kind::EndedEarly,
                expected,
                ranks_text(game, &state),
                &state,
                &[],
            );
        }
        game.legal(&mut state, &mut legal);
        if recorded.mover > game.players() && game.is_simultaneous(&state) {
            let choices = round::choices(game, &state, &chance);
            if choices != trial.legal[ply] {
                let expected = trial.legal[ply].to_string();
                return differs(Kind::Count, expected, choices.to_string(), &state, &legal);
            }
            let Some(chosen) = round::find(game, &state, &chance, recorded) else {
                let expected = actions_text(&recorded.actions);
                let found = "no choices that do this together".into();
                return differs(Kind::Move, expected, found, &state, &legal);
            };
            for mv in chosen {
                game.apply(&mut state, mv, &mut chance);
            }
            before = None;
            continue;
        }
        // A decision composed of several players' moves is recorded with mover 0.
        if recorded.mover != 0 && state.mover() != recorded.mover {
            let expected = format!("player {} to move", recorded.mover);
            let found = format!("player {}", state.mover());
            return differs(Kind::Mover, expected, found, &state, &legal);
        }
        if legal.len() != trial.legal[ply] {
            let expected = trial.legal[ply].to_string();
            return differs(
                Kind::Count,
                expected,
                legal.len().to_string(),
                &state,
                &legal,
            );
        }
        let Some(played) = find(game, &mut state, &generator, &legal, recorded) else {
            let (found, how) = nearest(game, &mut state, &generator, &legal, recorded);
            let expected = actions_text(&recorded.actions);
            return differs(Kind::Move, expected, found, &state, &legal).map_err(
                |mut divergence| {
                    divergence.finding.difference = how;
                    divergence
                },
            );
        };
        game.apply(&mut state, played, &mut chance);
        before = Some(played);
    }
    let plies = trial.moves.len();
    let end = |kind, expected: String, found: String| {
        let finding = Finding {
            ply: Some(plies),
            ..Finding::new(kind, expected, found)
        };
        let at = Position {
            state: state.clone(),
            chance: chance.clone(),
            legal: Vec::new(),
            before,
        };
        Err(Box::new(Divergence {
            finding,
            at: Some(at),
        }))
    };
    let Some(expected) = &trial.rankings else {
        // The record stops while the game goes on.
        return match state.over() {
            true => end(
                Kind::EndedEarly,
                "more plies".into(),
                ranks_text(game, &state),
            ),
            false => Ok(plies),
        };
    };
    let Some(outcome) = game.outcome(&state) else {
        return end(
            Kind::GoesOn,
            format!("the end, ranks {}", ranks(expected)),
            "the game goes on".into(),
        );
    };
    let same = expected.len() == outcome.ranks.len()
        && expected
            .iter()
            .zip(&outcome.ranks)
            .skip(1)
            .all(|(a, b)| (a - b).abs() < 1e-6);
    if !same {
        return end(Kind::Ranking, ranks(expected), ranks(&outcome.ranks));
    }
    Ok(plies)
}

fn compare_start(trial: &Trial, placements: &[Vec<Action>]) -> Result<(), Box<Divergence>> {
    let ours: Vec<RecordedAction> = placements
        .iter()
        .flatten()
        .map(RecordedAction::from)
        .collect();
    let theirs: Vec<RecordedAction> = trial
        .start
        .iter()
        .flat_map(|m| m.actions.iter().cloned())
        .collect();
    if agree(&theirs, &ours) {
        return Ok(());
    }
    let missing = theirs
        .iter()
        .find(|action| !ours.iter().any(|our| action.agrees(our)));
    let extra = ours
        .iter()
        .find(|action| !theirs.iter().any(|their| their.agrees(action)));
    let text = |count: usize, action: Option<&RecordedAction>| match action {
        Some(action) => format!("{count} actions, one of them {action}"),
        None => format!("{count} actions"),
    };
    let (expected, found) = (text(theirs.len(), missing), text(ours.len(), extra));
    Err(Divergence::early(Kind::Start, expected, found))
}

/// The legal move with the effects of the recorded one.
fn find(
    game: &Game,
    state: &mut State,
    chance: &SplitMix64,
    legal: &[Move],
    recorded: &RecordedMove,
) -> Option<Move> {
    let mut candidates = legal
        .iter()
        .copied()
        .filter(|mv| could_be(game, *mv, recorded));
    candidates.find(|mv| agree(&recorded.actions, &actions(game, state, chance, *mv)))
}

/// Whether the origin and target of a move match the record.
pub fn could_be(game: &Game, mv: Move, recorded: &RecordedMove) -> bool {
    let fits = |slot: i32, site: Option<u32>| match (usize::try_from(slot), site) {
        (Ok(slot), Some(site)) => i64::from(game.site_of_slot(slot).site) == i64::from(site),
        _ => true,
    };
    fits(mv.origin(), recorded.from) && fits(mv.target(), recorded.to)
}

/// The actions of a move in the format of the records; `chance` is the generator at that point.
pub fn actions(
    game: &Game,
    state: &mut State,
    chance: &SplitMix64,
    mv: Move,
) -> Vec<RecordedAction> {
    game.explain(state, mv, &mut chance.clone())
        .iter()
        .map(RecordedAction::from)
        .collect()
}

/// The actions of the most similar of our moves between the same sites, and where they differ.
fn nearest(
    game: &Game,
    state: &mut State,
    chance: &SplitMix64,
    legal: &[Move],
    recorded: &RecordedMove,
) -> (String, String) {
    let near = legal
        .iter()
        .copied()
        .filter(|mv| could_be(game, *mv, recorded));
    let all: Vec<Vec<RecordedAction>> = near.map(|mv| actions(game, state, chance, mv)).collect();
    let alike = |ours: &Vec<RecordedAction>| {
        recorded
            .actions
            .iter()
            .zip(ours)
            .take_while(|(a, b)| a.agrees(b))
            .count()
    };
    match all.iter().max_by_key(|ours| alike(ours)) {
        None => (
            "no legal move between these sites".into(),
            "no move between the sites".into(),
        ),
        Some(ours) => {
            let text = actions_text(ours);
            let text = match all.len() {
                1 => text,
                many => format!("{many} moves, the nearest {text}"),
            };
            (text, difference(&recorded.actions, ours))
        }
    }
}

/// A list of actions on one line.
pub fn actions_text(actions: &[RecordedAction]) -> String {
    actions
        .iter()
        .map(RecordedAction::to_string)
        .collect::<Vec<_>>()
        .join("; ")
}

fn ranks(ranks: &[f64]) -> String {
    ranks
        .iter()
        .skip(1)
        .map(f64::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

fn ranks_text(game: &Game, state: &State) -> String {
    match game.outcome(state) {
        Some(outcome) => format!("the end, ranks {}", ranks(&outcome.ranks)),
        None => "the end".into(),
    }
}
