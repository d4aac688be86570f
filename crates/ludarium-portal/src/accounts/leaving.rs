//! How an account leaves its games, before it is deleted.

use ludarium_table::Command;

use super::standing::players_of;
use super::DELETED;
use crate::live::{Chooser, Games};
use crate::store::accounts::AccountChange;
use crate::store::StoreError;

/// How many games are read at a time.
const AT_ONCE: usize = 100;

/// Takes an account out of all its games. It gives up those that go on.
///
/// # Errors
/// If the database fails.
pub async fn leave_all(games: &Games, account: &str) -> Result<(), StoreError> {
    loop {
        let some = games.store().games_of(account, 0, AT_ONCE).await?;
        if some.is_empty() {
            return Ok(());
        }
        for game in some {
            if !game.standing.over {
                give_up(games, &game.id, account).await;
            }
            let leave = AccountChange::LeaveGame {
                account: account.to_owned(),
                game: game.id.clone(),
                name: DELETED.to_owned(),
            };
            games.store().change_accounts(leave).await?;
            if let Err(error) = games.read_again(&game.id).await {
                eprintln!("{}: {error}", game.id);
            }
        }
    }
}

/// Resigns for an account, if the game can go on at all.
async fn give_up(games: &Games, id: &str, account: &str) {
    let Ok(live) = games.find(id).await else {
        return;
    };
    for player in players_of(&live.table(), account) {
        // With the first of several players the game may be over.
        let resign = Command::Resign { player };
        let _ = games.command(&live, &resign, Chooser::Server).await;
    }
}
