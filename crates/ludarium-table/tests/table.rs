//! Games played at a table: commands, events, clocks, and what each seat sees.

use std::sync::Arc;

use ludarium_engine::Chance;
use ludarium_table::{
    Command, Dice, Event, Refusal, Rules, RulesId, Seat, Seed, Table, Terms, TimeControl, Turn,
    Viewer,
};
use proptest::prelude::*;

fn person(name: &str) -> Seat {
    Seat::Person {
        name: name.to_owned(),
        key: format!("key of {name}"),
        account: None,
    }
}

/// A seat with a key of its own that belongs to an account.
fn member(account: &str, key: &str) -> Seat {
    Seat::Person {
        name: account.to_owned(),
        key: key.to_owned(),
        account: Some(format!("account of {account}")),
    }
}

fn table_with(game: &str, seats: Vec<Seat>, time: TimeControl, seed: u8) -> Table {
    let id = RulesId {
        game: game.to_owned(),
        readings: Vec::new(),
    };
    let rules = Arc::new(Rules::load(&id).unwrap_or_else(|error| panic!("{error}")));
    let seed = Seed::new([seed; 32]);
    let terms = Terms {
        rules: rules.id().clone(),
        rules_hash: rules.hash().to_owned(),
        seats,
        time,
        commitment: seed.commitment(),
    };
    Table::new(rules, terms, seed, 0)
}

fn two(game: &str) -> Table {
    let seats = vec![person("Ada"), person("Bob")];
    table_with(game, seats, TimeControl::Unlimited, 1)
}

fn does(table: &mut Table, command: &Command) -> Result<Vec<Event>, Refusal> {
    let events = table.decide(command, 0)?;
    for event in &events {
        table.apply(event, 0).expect("what was decided can be done");
    }
    Ok(events)
}

fn moves(player: usize, text: &str) -> Command {
    Command::Move {
        player,
        text: text.to_owned(),
        ply: None,
    }
}

/// Fool's mate, and three in a row.
#[test]
fn the_result_says_why_the_game_is_over() {
    let mut table = two("chess");
    for (player, text) in [(1, "f2-f3"), (2, "e7-e5"), (1, "g2-g4"), (2, "d8-h4")] {
        does(&mut table, &moves(player, text)).expect("a legal move");
    }
    let result = table
        .snapshot(&Viewer::default(), 0)
        .result
        .expect("an end");
    assert_eq!(result.text, "Black wins: White is checkmated");
    let mut table = two("tic-tac-toe");
    for (player, text) in [(1, "a1"), (2, "b1"), (1, "a2"), (2, "b2"), (1, "a3")] {
        does(&mut table, &moves(player, text)).expect("a legal move");
    }
    let result = table
        .snapshot(&Viewer::default(), 0)
        .result
        .expect("an end");
    assert!(result.text.ends_with(": three in a row"), "{}", result.text);
}

#[test]
fn only_who_plays_alone_against_computers_may_choose_their_moves() {
    let computer = || Seat::Computer { level: 3 };
    let table = |game, seats| table_with(game, seats, TimeControl::Unlimited, 1);
    let (first, nobody) = (Viewer::new(vec![1]), Viewer::default());
    let alone = table("shatranj", vec![person("Ada"), computer()]);
    assert!(alone.lets_think(&first) && !alone.lets_think(&nobody));
    assert!(!two("shatranj").lets_think(&first));
    let others = vec![person("Ada"), computer(), computer(), Seat::Open];
    assert!(!table("chaturaji", others).lets_think(&first));
    // Its pieces would be told.
    assert!(!table("kriegspiel", vec![person("Ada"), computer()]).lets_think(&first));
}

#[test]
fn the_dice_are_the_chacha20_stream_of_the_seed() {
    // RFC 8439, A.1, test vector 1: the key stream of a zero key begins with 76 b8 e0 ad.
    let mut dice = Dice::new(&Seed::new([0; 32]));
    assert_eq!(dice.below(1 << 16), 0xb876);
}

#[test]
fn a_move_out_of_turn_or_against_the_rules_is_refused() {
    let mut table = two("shatranj");
    assert_eq!(
        does(&mut table, &moves(2, "e7-e6")),
        Err(Refusal::NotYourTurn)
    );
    let Err(Refusal::Illegal(why)) = does(&mut table, &moves(1, "e2-e4")) else {
        panic!("pawns of shatranj take one step");
    };
    assert!(
        why.contains("the piece on e2 does not go to e4: e2-e3"),
        "{why}"
    );
    assert!(does(&mut table, &moves(1, "e2-e3")).is_ok());
    let stale = Command::Move {
        player: 2,
        text: "e7-e6".to_owned(),
        ply: Some(0),
    };
    assert_eq!(does(&mut table, &stale), Err(Refusal::Stale));
    assert_eq!(table.turn(), Turn::Person(2));
}

/// After 1. e2-e4 e7-e5 2. Qd1-h5 the pawn f7 stands between the queen and the king.
#[test]
fn a_refused_move_is_explained_unless_pieces_are_hidden() {
    let illegal = |table: &mut Table, player, text| match does(table, &moves(player, text)) {
        Err(Refusal::Illegal(why)) => why,
        other => panic!("{text}: {other:?}"),
    };
    let mut open = two("chess");
    for (player, text) in [(1, "e2-e4"), (2, "e7-e5"), (1, "d1-h5")] {
        let done = does(&mut open, &moves(player, text));
        assert!(done.is_ok(), "{text}: {done:?}");
    }
    let why = illegal(&mut open, 2, "f7-f6");
    assert!(why.contains("after f7-f6 the King could be taken"), "{why}");
    let why = illegal(&mut open, 2, "e4-e3");
    assert!(why.contains("e4 is White's, and Black is to move"), "{why}");
    let mut hidden = two("kriegspiel");
    let why = illegal(&mut hidden, 1, "e7-e6");
    assert!(!why.contains("Black's") && !why.contains("stands"), "{why}");
}

#[test]
fn only_an_open_seat_can_be_taken() {
    let mut table = table_with(
        "shatranj",
        vec![person("Ada"), Seat::Open],
        TimeControl::Unlimited,
        1,
    );
    let sit = |player: usize, name: &str| Command::Sit {
        player,
        name: name.to_owned(),
        key: "hash".to_owned(),
        account: None,
    };
    assert_eq!(does(&mut table, &sit(1, "Eve")), Err(Refusal::Taken));
    assert_eq!(does(&mut table, &sit(3, "Eve")), Err(Refusal::NoPlayer));
    assert_eq!(does(&mut table, &sit(2, "  \u{7}")), Err(Refusal::Name));
    assert!(does(&mut table, &sit(2, " Bob\u{1b}[2J ")).is_ok());
    let Some(Seat::Person { name, .. }) = table.seat(2) else {
        panic!("Bob sits there");
    };
    assert_eq!(name, "Bob[2J", "control characters are left out");
}

#[test]
fn two_seats_of_one_account_are_played_by_one_person() {
    let seats = |second| {
        let seats = vec![member("Ada", "one"), member(second, "two")];
        let mut table = table_with("shatranj", seats, TimeControl::Unlimited, 1);
        does(&mut table, &moves(1, "e2-e3")).expect("it is legal");
        does(&mut table, &Command::AskTakeBack { player: 1 }).expect("there is a move");
        table
    };
    assert_eq!(seats("Ada").plies().len(), 0, "nobody else is asked");
    assert_eq!(seats("Bob").plies().len(), 1, "Bob has not agreed");
}

fn claim(keys: &[&str], account: &str) -> Command {
    Command::Claim {
        keys: keys.iter().map(|key| (*key).to_owned()).collect(),
        account: format!("account of {account}"),
        name: account.to_owned(),
    }
}

#[test]
fn an_account_claims_the_seats_of_the_guest_whose_keys_it_has_and_no_others() {
    let mut table = two("shatranj");
    for keys in [&["key of Eve"][..], &[], &[""]] {
        let refused = does(&mut table, &claim(keys, "Eve"));
        assert_eq!(refused, Err(Refusal::NothingToClaim), "{keys:?}");
    }
    does(&mut table, &moves(1, "e2-e3")).expect("it is legal");
    let before = table.clone();
    let claimed = does(&mut table, &claim(&["key of Ada", "x"], "Cay")).expect("it is theirs");
    assert_eq!(table.seats(), [member("Cay", "key of Ada"), person("Bob")]);
    assert_eq!(table.plies().len(), 1, "the game goes on");
    // Who has the key still plays, but cannot take the seat away.
    let again = does(&mut table, &claim(&["key of Ada"], "Eve"));
    assert_eq!(again, Err(Refusal::NothingToClaim));
    let opposite = does(&mut table, &claim(&["key of Bob"], "Cay"));
    assert_eq!(opposite, Err(Refusal::PlaysAlready));
    let mut replayed = before;
    for event in &claimed {
        replayed.apply(event, 0).expect("it was applied before");
    }
    assert_eq!(replayed.seats(), table.seats());
}

#[test]
fn both_seats_of_a_guest_who_plays_for_both_are_claimed_and_so_is_a_finished_game() {
    let seats = vec![person("Ada"), person("Ada")];
    let mut table = table_with("shatranj", seats, TimeControl::Unlimited, 1);
    does(&mut table, &Command::Resign { player: 1 }).expect("the game goes on");
    assert!(table.is_over());
    does(&mut table, &claim(&["key of Ada"], "Ada")).expect("both are hers");
    let both = [member("Ada", "key of Ada"), member("Ada", "key of Ada")];
    assert_eq!(table.seats(), both);
    assert!(table.is_over());
}

#[test]
fn a_claim_costs_no_time() {
    let clock = TimeControl::Clock {
        initial: 60_000,
        increment: 5_000,
    };
    let mut table = table_with("shatranj", vec![person("Ada"), person("Bob")], clock, 1);
    let due = table.clocks().runs_out_at();
    let claimed = table.decide(&claim(&["key of Ada"], "Ada"), 20_000);
    for event in claimed.expect("it is hers") {
        table.apply(&event, 20_000).expect("it was decided");
    }
    assert_eq!(table.clocks().runs_out_at(), due);
}

/// Games are stored with their seats: what was stored before there were accounts is read.
#[test]
fn a_seat_without_an_account_is_stored_as_it_always_was() {
    let stored = r#"{"who":"person","name":"Ada","key":"key of Ada"}"#;
    assert_eq!(
        serde_json::from_str::<Seat>(stored).expect("a seat"),
        person("Ada")
    );
    assert_eq!(
        serde_json::to_string(&person("Ada")).expect("a text"),
        stored
    );
    let players = |seat| {
        let table = table_with(
            "shatranj",
            vec![seat, Seat::Open],
            TimeControl::Unlimited,
            1,
        );
        serde_json::to_value(&table.snapshot(&Viewer::default(), 0).players).expect("a value")
    };
    assert_eq!(players(member("Ada", "one"))[0]["account"], true);
    assert_eq!(players(person("Ada"))[0].get("account"), None);
}

#[test]
fn a_move_is_taken_back_when_all_others_agree_and_other_dice_follow() {
    let mut table = two("tab");
    let throw = |table: &Table| table.state().dice();
    let start = table.snapshot(&Viewer::default(), 0);
    // Until the turn has passed, so that dice were thrown in between.
    while table.state().mover() == 1 {
        let text = table.choices().texts[0].clone();
        does(&mut table, &moves(1, &text)).expect("it is legal");
    }
    let plies = table.plies().len();
    does(&mut table, &Command::AskTakeBack { player: 1 }).expect("there is a move");
    assert_eq!(table.plies().len(), plies, "player 2 has not agreed yet");
    let answer = |player, agree| Command::Answer { player, agree };
    assert_eq!(does(&mut table, &answer(1, true)), Err(Refusal::NoProposal));
    does(&mut table, &answer(2, true)).expect("it was asked");
    assert_eq!(table.plies().len(), plies - 1);
    // All the way back: the first throw is the one that was on the table.
    while !table.plies().is_empty() {
        does(&mut table, &Command::AskTakeBack { player: 1 }).expect("there is a move");
        does(&mut table, &answer(2, true)).expect("it was asked");
    }
    assert_eq!(table.snapshot(&Viewer::default(), 0).throw, start.throw);
    assert_eq!(throw(&table).len(), 4);
}

#[test]
fn computers_let_moves_be_taken_back_and_agree_to_no_draw() {
    let seats = vec![person("Ada"), Seat::Computer { level: 1 }];
    let mut table = table_with("shatranj", seats, TimeControl::Unlimited, 1);
    does(&mut table, &moves(1, "e2-e3")).expect("it is legal");
    does(&mut table, &moves(2, "e7-e6")).expect("it is legal");
    let back = does(&mut table, &Command::AskTakeBack { player: 1 });
    assert_eq!(back, Ok(vec![Event::TakenBack { plies: 0 }]));
    assert!(table.plies().is_empty());
    let draw = does(&mut table, &Command::OfferDraw { player: 1 });
    assert_eq!(draw, Err(Refusal::ComputersPlayOn));
}

#[test]
fn somebody_who_plays_for_both_sides_has_nobody_to_ask() {
    let seats = vec![person("Ada"), person("Ada")];
    let mut table = table_with("shatranj", seats, TimeControl::Unlimited, 1);
    does(&mut table, &moves(1, "e2-e3")).expect("it is legal");
    let back = does(&mut table, &Command::AskTakeBack { player: 1 });
    assert_eq!(back, Ok(vec![Event::TakenBack { plies: 0 }]));
    let draw = does(&mut table, &Command::OfferDraw { player: 1 });
    assert_eq!(draw, Ok(vec![Event::DrawAgreed]));
}

#[test]
fn a_draw_needs_everybody_and_a_move_declines_it() {
    let mut table = two("shatranj");
    does(&mut table, &Command::OfferDraw { player: 1 }).expect("an offer");
    does(&mut table, &moves(1, "e2-e3")).expect("it is legal");
    let agree = Command::Answer {
        player: 2,
        agree: true,
    };
    assert_eq!(does(&mut table, &agree), Err(Refusal::NoProposal));
    does(&mut table, &Command::OfferDraw { player: 2 }).expect("an offer");
    let agree = Command::Answer {
        player: 1,
        agree: true,
    };
    does(&mut table, &agree).expect("it was asked");
    assert!(table.is_over());
    let result = table.snapshot(&Viewer::default(), 0).result;
    assert_eq!(
        result.map(|result| result.text),
        Some("Draw by agreement".to_owned())
    );
    assert_eq!(does(&mut table, &moves(2, "e7-e6")), Err(Refusal::Over));
}

#[test]
fn who_resigns_loses_between_two_and_is_replaced_among_four() {
    let mut table = two("shatranj");
    does(&mut table, &Command::Resign { player: 1 }).expect("it may");
    let outcome = table.outcome().expect("an outcome");
    assert_eq!(
        (outcome.winner, outcome.utility(1), outcome.utility(2)),
        (2, 0.0, 1.0)
    );
    let seats = ["Ada", "Bob", "Cay", "Dan"].map(person).to_vec();
    let mut four = table_with("chaturaji", seats, TimeControl::Unlimited, 1);
    does(&mut four, &Command::Resign { player: 3 }).expect("it may");
    assert!(!four.is_over());
    assert_eq!(four.seat(3).and_then(Seat::level), Some(3));
}

#[test]
fn who_runs_out_of_time_loses_but_not_while_a_seat_is_open() {
    let control = TimeControl::Clock {
        initial: 60_000,
        increment: 0,
    };
    let mut table = table_with("shatranj", vec![person("Ada"), person("Bob")], control, 1);
    assert_eq!(table.decide(&Command::Flag, 59_999), Err(Refusal::TimeLeft));
    let flag = table.decide(&Command::Flag, 60_000).expect("time is up");
    assert_eq!(flag, [Event::Flagged { player: 1 }]);
    table.apply(&flag[0], 60_000).expect("it can be done");
    assert_eq!(table.outcome().map(|outcome| outcome.winner), Some(2));
    let open = table_with("shatranj", vec![person("Ada"), Seat::Open], control, 1);
    assert_eq!(open.decide(&Command::Flag, 1 << 40), Err(Refusal::TimeLeft));
}

#[test]
fn the_seed_is_shown_after_the_game_and_its_hash_before() {
    let mut table = two("tab");
    let seen = table.snapshot(&Viewer::default(), 0);
    assert_eq!(seen.seed, None);
    does(&mut table, &Command::Resign { player: 1 }).expect("it may");
    let end = table.snapshot(&Viewer::default(), 0);
    let bytes = end
        .seed
        .as_deref()
        .and_then(ludarium_table::unhex)
        .expect("32 bytes");
    assert_eq!(Seed::new(bytes).commitment(), seen.commitment);
}

/// Everything that a viewer is sent, as text.
fn told(table: &Table, viewer: &Viewer) -> String {
    serde_json::to_string(&table.snapshot(viewer, 0)).expect("it is JSON")
}

#[test]
fn kriegspiel_shows_nobody_what_the_other_side_does() {
    let mut table = two("kriegspiel");
    does(&mut table, &moves(1, "e2-e4")).expect("it is legal");
    let (white, black) = (Viewer::new(vec![1]), Viewer::new(vec![2]));
    assert!(told(&table, &white).contains("e2-e4"));
    for other in [black.clone(), Viewer::default()] {
        let text = told(&table, &other);
        assert!(
            !text.contains("e2") && !text.contains("e4"),
            "the move is shown"
        );
        assert!(!text.contains("\"text\":\"White "), "a white piece is seen");
    }
    assert_eq!(
        told(&table, &black).matches("\"text\":\"Black ").count(),
        16
    );
    let spectator = table.snapshot(&Viewer::default(), 0);
    assert!(spectator.sites.is_empty() && table.past(0, 0).is_none());
    // After the game everything is shown.
    does(&mut table, &Command::Resign { player: 1 }).expect("it may");
    assert!(told(&table, &Viewer::default()).contains("e2-e4"));
    assert!(table.past(0, 0).is_some());
}

#[test]
fn steps_through_the_record_show_the_positions_of_the_game() {
    let mut table = two("shatranj");
    let first = table.snapshot(&Viewer::default(), 0);
    does(&mut table, &moves(1, "e2-e3")).expect("it is legal");
    let past = table.past(0, 0).expect("nothing is hidden");
    assert_eq!(past.sites, first.sites);
    assert_eq!(table.past(1, 0).map(|past| past.last), Some(Some((12, 20))));
    assert!(table.past(2, 0).is_none());
}

const GAMES: [&str; 7] = [
    "shatranj",
    "tab",
    "kriegspiel",
    "chaturaji",
    "oware",
    "backgammon",
    "gollon-madhouse-chess",
];

/// Any command of any player: `which` and `choice` are drawn.
fn any_command(table: &Table, player: usize, which: u8, choice: usize) -> Command {
    let texts = &table.choices().texts;
    match which {
        0 => Command::OfferDraw { player },
        1 => Command::AskTakeBack { player },
        2 => Command::Answer {
            player,
            agree: choice % 3 != 0,
        },
        3 if choice % 40 == 0 => Command::Resign { player },
        4 => Command::Flag,
        5 => moves(player, "nonsense"),
        _ => {
            let text = texts.get(choice % texts.len().max(1));
            moves(table.state().mover(), text.map_or("pass", String::as_str))
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_events_of_any_game_lead_to_the_same_table_again(
        game in 0..GAMES.len(),
        seed in any::<u8>(),
        drawn in prop::collection::vec((1..5_usize, 0..24_u8, any::<u16>()), 1..60),
    ) {
        let game = GAMES[game];
        let players = if game == "chaturaji" { 4 } else { 2 };
        let seats: Vec<Seat> = ["Ada", "Bob", "Cay", "Dan"][..players].iter().map(|name| person(name)).collect();
        let mut table = table_with(game, seats.clone(), TimeControl::Unlimited, seed);
        let start = table.clone();
        let mut shown: Vec<(Viewer, serde_json::Value)> = Vec::new();
        let viewers: Vec<Viewer> = (0..=players).map(|player| {
            Viewer::new(if player == 0 { Vec::new() } else { vec![player] })
        }).collect();
        let sites = |table: &Table, viewer: &Viewer| {
            let seen = table.snapshot(viewer, 0);
            serde_json::to_value(seen.sites).expect("it is JSON")
        };
        for viewer in &viewers {
            shown.push((viewer.clone(), sites(&table, viewer)));
        }
        let mut events = Vec::new();
        for (player, which, choice) in drawn {
            let before = table.clone();
            let command = any_command(&table, player.min(players), which, usize::from(choice));
            let decided = table.decide(&command, 0);
            for event in decided.unwrap_or_default() {
                table.apply(&event, 0).expect("what was decided can be done");
                events.push(event);
            }
            // The changes, put into what was shown, are what is shown now.
            for (viewer, old) in &mut shown {
                let changes = table.changes(&before, viewer, 0);
                let mut known: Vec<serde_json::Value> = old.as_array().cloned().unwrap_or_default();
                for change in changes.sites {
                    known.retain(|site| site["slot"] != change.slot);
                    if !change.text.is_empty() {
                        known.push(serde_json::to_value(change).expect("it is JSON"));
                    }
                }
                known.sort_by_key(|site| site["slot"].as_u64());
                let now = serde_json::Value::Array(known);
                prop_assert_eq!(&now, &sites(&table, viewer));
                *old = now;
            }
        }
        // Stored and read, the events lead to the same table.
        let stored = serde_json::to_string(&events).expect("it is JSON");
        let events: Vec<Event> = serde_json::from_str(&stored).expect("it is JSON");
        let mut again = start;
        for event in &events {
            again.apply(event, 0).expect("it was applied before");
        }
        for viewer in &viewers {
            prop_assert_eq!(told(&table, viewer), told(&again, viewer));
        }
    }
}

/// Oware: a house's four seeds fall one by one into the next four houses.
#[test]
fn a_sowing_lists_the_way_of_each_seed() {
    let mut table = two("oware");
    does(&mut table, &moves(1, "C")).expect("a legal move");
    let snapshot = table.snapshot(&Viewer::default(), 0);
    assert_eq!(snapshot.sown, [(2, 3), (2, 4), (2, 5), (2, 11)]);
    let mut chess = two("shatranj");
    does(&mut chess, &moves(1, "e2-e3")).expect("a legal move");
    assert!(chess.snapshot(&Viewer::default(), 0).sown.is_empty());
}
