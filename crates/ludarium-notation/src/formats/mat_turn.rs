//! A turn of backgammon: the legal moves that a written turn means.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt;

use ludarium_engine::{Move, SplitMix64, State};

use super::played::{At, Rules};

/// A step of a checker between points as its player counts them: 25 is the bar, 0 off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Step {
    pub from: i32,
    pub to: i32,
    pub hits: bool,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.from {
            25 => f.write_str("bar")?,
            from => write!(f, "{from}")?,
        }
        match self.to {
            0 => f.write_str("/off")?,
            to => write!(f, "/{to}")?,
        }
        f.write_str(if self.hits { "*" } else { "" })
    }
}

/// The numbers of the sites as a player counts them.
pub(super) struct Points(BTreeMap<i32, i32>);

impl Points {
    /// The numbers that the game's own notation gives to the points of a player.
    ///
    /// # Errors
    /// If it numbers none.
    pub fn new(rules: &Rules, player: usize) -> Result<Points, String> {
        let notation = rules.about.map(|about| &about.notation);
        let sites = notation.and_then(|notation| notation.sites.get(&player.to_string()));
        let sites = sites.ok_or("the points of the game have no numbers")?;
        let numbered = sites.iter().filter_map(|(name, site)| {
            let point = if name == "bar" {
                25
            } else {
                name.parse().ok()?
            };
            Some((*site, point))
        });
        Ok(Points(numbered.collect()))
    }

    /// The point of a slot of the board.
    fn of(&self, at: At, slot: i32) -> Option<i32> {
        let slot = usize::try_from(slot).ok()?;
        let on_board = slot < at.rules.game.layout().board_sites;
        let site = on_board.then(|| at.rules.game.site_of_slot(slot).site)?;
        self.0.get(&site).copied()
    }
}

/// The step that a move is; `None` if it moves no checker.
pub(super) fn step_of(at: At, mv: Move, points: &Points) -> Option<Step> {
    if at.rules.game.is_pass(mv) {
        return None;
    }
    let from = points.of(at, mv.origin())?;
    if mv.origin() == mv.target() {
        return Some(Step {
            from,
            to: 0,
            hits: false,
        });
    }
    let slot = usize::try_from(mv.target()).ok()?;
    let what = at.state.what(slot);
    Some(Step {
        from,
        to: points.of(at, mv.target())?,
        hits: what != 0 && at.rules.owner(what) != at.state.mover(),
    })
}

/// A way to play a turn.
struct Way {
    moves: Vec<Move>,
    steps: Vec<Step>,
    state: State,
}

/// How much the number of checkers on each point changes.
fn changes(steps: &[Step]) -> BTreeMap<i32, i32> {
    let mut changes = BTreeMap::new();
    for step in steps {
        *changes.entry(step.from).or_insert(0) -= 1;
        *changes.entry(step.to).or_insert(0) += 1;
    }
    changes.retain(|_, change| *change != 0);
    changes
}

fn pips(steps: &[Step]) -> i32 {
    steps.iter().map(|step| step.from - step.to).sum()
}

/// The moves of a turn that come to the same as the steps of a written one. A step may be that of
/// several dice.
///
/// # Errors
/// If there are none, or several that differ in what they hit.
pub(super) fn turn(at: At, points: &Points, wanted: &[Step]) -> Result<Vec<Move>, String> {
    let mut ways = Vec::new();
    let search = Search {
        at,
        points,
        player: at.state.mover(),
        changes: changes(wanted),
        pips: pips(wanted),
    };
    let begun = Way {
        moves: Vec::new(),
        steps: Vec::new(),
        state: at.state.clone(),
    };
    search.extend(begun, at.chance, &mut HashSet::new(), wanted, &mut ways);
    let without_hits = |steps: &[Step]| {
        let steps = steps.iter().map(|step| Step {
            hits: false,
            ..*step
        });
        steps.collect::<Vec<Step>>()
    };
    let written = without_hits(wanted);
    let hits = |steps: &[Step]| steps.iter().filter(|step| step.hits).count();
    let targets = |way: &Way| {
        let hits = way.steps.iter().filter(|step| step.hits);
        hits.map(|step| step.to).collect::<BTreeSet<i32>>()
    };
    // Not everybody writes the stars of hits: without them, all ways must hit the same.
    let alike = || {
        ways.windows(2)
            .all(|pair| targets(&pair[0]) == targets(&pair[1]))
    };
    // In the order that is written; or else by the same steps; or else with as many hits.
    let in_order = ways
        .iter()
        .position(|way| without_hits(&way.steps) == written);
    let sorted = |mut steps: Vec<Step>| {
        steps.sort();
        steps
    };
    let same_steps = |way: &Way| sorted(without_hits(&way.steps)) == sorted(written.clone());
    let found = in_order
        .or_else(|| ways.iter().position(same_steps))
        .or_else(|| ways.iter().position(|way| hits(&way.steps) == hits(wanted)))
        .or_else(|| (!ways.is_empty() && alike()).then_some(0));
    match (found, ways.len()) {
        (Some(index), _) => Ok(ways.swap_remove(index).moves),
        (None, 0) if wanted.is_empty() => Err("the throw can be played".to_owned()),
        (None, 0) => Err("the rules do not allow to play the throw so".to_owned()),
        (None, _) => Err("it is not clear which checkers are hit".to_owned()),
    }
}

/// What a turn has to come to.
struct Search<'s> {
    at: At<'s>,
    points: &'s Points,
    player: usize,
    changes: BTreeMap<i32, i32>,
    pips: i32,
}

impl Search<'_> {
    /// Collects the ways to go on with a turn. A position is visited once in each order of steps
    /// that may be the written one.
    fn extend(
        &self,
        way: Way,
        chance: &SplitMix64,
        seen: &mut HashSet<(u64, bool, usize)>,
        wanted: &[Step],
        ways: &mut Vec<Way>,
    ) {
        let ends = !way.moves.is_empty() && (way.state.over() || way.state.mover() != self.player);
        if ends {
            if changes(&way.steps) == self.changes {
                ways.push(way);
            }
            return;
        }
        let at = At {
            state: &way.state,
            chance,
            ..self.at
        };
        for mv in at.legal() {
            let step = step_of(at, mv, self.points);
            if step.is_none() && !self.at.rules.game.is_pass(mv) {
                continue;
            }
            let steps: Vec<Step> = way.steps.iter().copied().chain(step).collect();
            if pips(&steps) > self.pips {
                continue;
            }
            let same =
                |(own, wanted): (&Step, &Step)| (own.from, own.to) == (wanted.from, wanted.to);
            let in_order = steps.len() <= wanted.len() && steps.iter().zip(wanted).all(same);
            let (state, chance) = at.after(mv);
            let hits = steps.iter().filter(|step| step.hits).count();
            let ended = state.over() || state.mover() != self.player;
            if !ended && !seen.insert((state.hash(), in_order, hits)) {
                continue;
            }
            let mut moves = way.moves.clone();
            moves.push(mv);
            let next = Way {
                moves,
                steps,
                state,
            };
            self.extend(next, &chance, seen, wanted, ways);
        }
    }
}
