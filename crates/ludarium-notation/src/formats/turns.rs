//! Turns of several moves, such as the leaps of a capture.

use ludarium_engine::{Move, SplitMix64, State};

use super::played::{At, Played};

/// The maximal number of turns that are listed.
const MAX_TURNS: usize = 5_000;

/// The maximal number of moves of a turn.
const MAX_MOVES: usize = 40;

/// What a player does until another is to move.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// The moves.
    pub moves: Vec<Move>,
    /// The slots that the piece visits: the origin, and the target of each move.
    pub visited: Vec<i32>,
    /// The position after them.
    pub after: State,
}

impl Turn {
    /// Whether the turn goes over these slots: it begins and ends so, and visits those between in
    /// this order, with others among them.
    pub fn passes(&self, slots: &[i32]) -> bool {
        let mut visited = self.visited.iter();
        let ends = self.visited.first() == slots.first() && self.visited.last() == slots.last();
        ends && slots.len() > 1 && slots.iter().all(|slot| visited.any(|own| own == slot))
    }
}

/// All turns from a position. `visits` says whether a first move is of interest.
pub(super) fn turns(at: At, visits: impl Fn(Move) -> bool) -> Vec<Turn> {
    let mut found = Vec::new();
    for mv in at.legal().into_iter().filter(|mv| visits(*mv)) {
        let (after, chance) = at.after(mv);
        let turn = Turn {
            moves: vec![mv],
            visited: vec![mv.origin(), mv.target()],
            after,
        };
        extend(at, turn, &chance, &mut found);
    }
    found
}

/// Adds the turns that continue a turn, or the turn itself if it is complete.
fn extend(at: At, turn: Turn, chance: &SplitMix64, found: &mut Vec<Turn>) {
    let goes_on = turn.after.mover() == at.state.mover() && !turn.after.over();
    if !goes_on || turn.moves.len() >= MAX_MOVES || found.len() >= MAX_TURNS {
        found.push(turn);
        return;
    }
    let here = At {
        state: &turn.after,
        chance,
        ..at
    };
    for mv in here.legal() {
        let (after, chance) = here.after(mv);
        let mut next = turn.clone();
        next.moves.push(mv);
        next.visited.push(mv.target());
        next.after = after;
        extend(at, next, &chance, found);
    }
}

/// The turn that begins with the move at an index of a game.
pub(super) fn turn_at(played: &Played, index: usize) -> Turn {
    let mover = played.made[index].before.mover();
    let same = played.made[index..].iter();
    let same = same.take_while(|made| made.before.mover() == mover);
    let moves: Vec<Move> = same.map(|made| made.mv).collect();
    let next = played.made.get(index + moves.len());
    let targets = moves.iter().map(Move::target);
    Turn {
        visited: std::iter::once(moves[0].origin()).chain(targets).collect(),
        after: next.map_or(&played.state, |made| &made.before).clone(),
        moves,
    }
}
