//! How a game stands for the accounts that play in it.

use ludarium_table::{Seat, Table, Viewer};

use crate::store::accounts::{Outcome, PlayerSummary, Standing, Summary};

/// How a game stands for each account that plays in it, or has played in it until it was as
/// `before`. Empty if no account does.
pub fn standings(before: &Table, now: &Table) -> Vec<Standing> {
    let seats = before.seats().iter().chain(now.seats());
    let mut accounts: Vec<&str> = seats.filter_map(Seat::account).collect();
    accounts.sort_unstable();
    accounts.dedup();
    accounts
        .into_iter()
        .map(|account| standing(before, now, account))
        .collect()
}

/// The players of an account.
pub fn players_of(table: &Table, account: &str) -> Vec<usize> {
    let seats = table.seats().iter().zip(1..);
    let own = seats.filter(|(seat, _)| seat.account() == Some(account));
    own.map(|(_, player)| player).collect()
}

fn standing(before: &Table, now: &Table, account: &str) -> Standing {
    let own = players_of(now, account);
    // Somebody who has left a game of several has lost it, whatever happens there.
    let left = own.is_empty() && !players_of(before, account).is_empty();
    let mover = match now.is_over() {
        true => 0,
        false => now.state().mover(),
    };
    let outcome = match (&own[..], left) {
        (_, true) => Some(Outcome::Lost),
        ([player], _) if now.is_over() => outcome(now, *player),
        _ => None,
    };
    Standing {
        account: account.to_owned(),
        to_move: own.contains(&mover),
        over: left || now.is_over(),
        outcome,
        summary: Summary {
            players: players(now),
            mover,
            moves: now.plies().len(),
            last: last_move(now, &own),
            result: now.is_over().then(|| now.turn_text()),
        },
    }
}

fn players(table: &Table) -> Vec<PlayerSummary> {
    let seen = table.players_seen(&Viewer::default(), 0);
    let both = seen.into_iter().zip(table.seats());
    both.map(|(player, seat)| PlayerSummary {
        side: player.side,
        name: (player.who != "open" && !player.account).then_some(player.name),
        account: seat.account().map(str::to_owned),
    })
    .collect()
}

/// The last move, unless it is hidden from the players of an account.
fn last_move(table: &Table, own: &[usize]) -> Option<String> {
    let last = table.plies().last()?;
    let seen = table.is_over() || own.iter().any(|player| last.is_seen_by(*player));
    seen.then(|| last.text.clone())
}

/// The result for a player; none where nobody sat opposite. All players who share the first rank
/// have won, unless everybody shares it.
fn outcome(table: &Table, player: usize) -> Option<Outcome> {
    if table.seats().contains(&Seat::Open) {
        return None;
    }
    let outcome = table.outcome()?;
    let ranks = outcome.ranks.get(1..)?;
    let own = *ranks.get(player.checked_sub(1)?)?;
    if let [rank] = ranks {
        // In a game for one player rank 0 is a loss.
        return Some(if *rank > 0.0 {
            Outcome::Won
        } else {
            Outcome::Lost
        });
    }
    let first = ranks.iter().copied().fold(f64::INFINITY, f64::min);
    Some(match own <= first {
        true if ranks.iter().all(|rank| *rank <= first) => Outcome::Drawn,
        true => Outcome::Won,
        false => Outcome::Lost,
    })
}
