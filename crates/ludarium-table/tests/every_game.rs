//! Every game of the library, played at a table: what the board of a browser relies on.

use std::collections::BTreeSet;
use std::sync::Arc;

use ludarium_engine::{Chance, SplitMix64};
use ludarium_table::{
    Command, Rules, RulesId, Seat, Seed, SentPosition, Snapshot, Table, Terms, TimeControl, Viewer,
};

/// The most moves that are played of a game.
const MOVES: usize = 60;

fn table(slug: &str) -> Table {
    let id = RulesId {
        game: slug.to_owned(),
        readings: Vec::new(),
    };
    let rules = Arc::new(Rules::load(&id).unwrap_or_else(|error| panic!("{slug}: {error}")));
    let seed = Seed::new([3; 32]);
    let ada = || Seat::Person {
        name: "Ada".to_owned(),
        key: "hash".to_owned(),
        account: None,
    };
    let terms = Terms {
        rules: rules.id().clone(),
        rules_hash: rules.hash().to_owned(),
        seats: (0..rules.game().players()).map(|_| ada()).collect(),
        time: TimeControl::Unlimited,
        commitment: seed.commitment(),
    };
    Table::new(rules, terms, seed, 0)
}

/// The slots that can be clicked: sites of the board, and pieces beside it.
fn clickable(table: &Table, viewer: &Viewer, seen: &Snapshot) -> BTreeSet<i32> {
    let board = table.board(viewer);
    let sites = board.sites.iter().map(|site| site.slot);
    let hands = seen.hands.iter().flat_map(|hand| &hand.pieces);
    let slots = sites.chain(hands.map(|piece| piece.slot));
    slots.filter_map(|slot| i32::try_from(slot).ok()).collect()
}

/// The position of a table, as another program that it is sent to sets it up.
fn sent_and_set_up(table: &Table) -> Table {
    let sent = serde_json::to_string(&SentPosition::of(table)).expect("it is JSON");
    let received: SentPosition = serde_json::from_str(&sent).expect("it is JSON");
    let set_up = received.open(table.rules().clone());
    set_up.unwrap_or_else(|error| panic!("{}: {error}", received.rules.game))
}

#[test]
fn every_move_of_every_game_can_be_chosen_and_is_read_back() {
    let mut faults = Vec::new();
    for entry in ludarium_games::games() {
        let mut table = table(entry.slug);
        let viewer = Viewer::new((1..=table.seats().len()).collect());
        let mut pick = SplitMix64::new(7);
        for ply in 0..MOVES {
            let seen = table.snapshot(&viewer, 0);
            if table.is_over() {
                break;
            }
            // Whole lists are looked at now and then: they are what takes time.
            if ply % 10 == 0 {
                let slots = clickable(&table, &viewer, &seen);
                let texts: BTreeSet<&str> = seen.legal.iter().map(|mv| mv.0.as_str()).collect();
                if texts.len() != seen.legal.len() {
                    faults.push(format!("{}: two moves have one text", entry.slug));
                }
                let lost = seen.legal.iter().find(|(_, from, to)| {
                    let chosen = |slot: i32| slot < 0 || slots.contains(&slot);
                    !chosen(*from) || !chosen(*to)
                });
                let again = sent_and_set_up(&table);
                if again.choices().texts != table.choices().texts {
                    faults.push(format!("{}: other moves in the position sent", entry.slug));
                }
                if let Some((text, from, to)) = lost {
                    faults.push(format!("{}: {text} ({from} to {to})", entry.slug));
                    break;
                }
            }
            let count = u32::try_from(seen.legal.len()).unwrap_or(1).max(1);
            let choice = seen.legal.get(pick.below(count) as usize);
            let Some((text, ..)) = choice else {
                faults.push(format!("{}: it goes on without a move", entry.slug));
                break;
            };
            let command = Command::Move {
                player: table.state().mover(),
                text: text.clone(),
                ply: Some(ply),
            };
            let events = match table.decide(&command, 0) {
                Ok(events) => events,
                Err(why) => {
                    faults.push(format!("{}: {text} is refused: {why}", entry.slug));
                    break;
                }
            };
            for event in &events {
                table
                    .apply(event, 0)
                    .unwrap_or_else(|error| panic!("{}: {error}", entry.slug));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
