//! What a page asks, and the answers.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;

use ludarium_table::{Command, Rules, RulesId, Seed, SentPosition, Table, Terms};
use ludarium_wasm::{Advisor, Reply, Request};

fn rules(game: &str, readings: &[(&str, &str)]) -> Arc<Rules> {
    let readings = readings
        .iter()
        .map(|(tag, choice)| ((*tag).to_owned(), (*choice).to_owned()));
    let id = RulesId {
        game: game.to_owned(),
        readings: readings.collect(),
    };
    Arc::new(Rules::load(&id).expect("a game of the library"))
}

fn table(rules: Arc<Rules>, moves: &[&str]) -> Table {
    let terms = Terms::for_one_person(&rules);
    let mut table = Table::new(rules, terms, Seed::of_number(1), 0);
    for text in moves {
        let command = Command::Move {
            player: table.state().mover(),
            text: (*text).to_owned(),
            ply: None,
        };
        for event in table.decide(&command, 0).expect("a legal move") {
            table.apply(&event, 0).expect("what was decided");
        }
    }
    table
}

/// An advisor whose clock goes on by a millisecond each time it looks.
fn advisor() -> Advisor {
    static LOOKS: AtomicU32 = AtomicU32::new(0);
    Advisor::new(|| f64::from(LOOKS.fetch_add(1, Ordering::Relaxed)) / 1000.0)
}

fn asked(table: &Table, level: u8) -> Request {
    Request::Move {
        level,
        position: SentPosition::of(table),
        seconds: 0.2,
        seed: 1,
    }
}

/// Both players threaten a line of three, and White to move completes its own.
#[test]
fn a_strong_player_completes_its_line() {
    let table = table(rules("tic-tac-toe", &[]), &["b2", "a3", "c3", "a2"]);
    let reply = advisor().reply(asked(&table, 10));
    assert!(
        matches!(&reply, Reply::Move(text) if text == "a1"),
        "{reply:?}"
    );
}

#[test]
fn all_levels_answer_with_a_legal_move_also_under_other_readings() {
    let mut advisor = advisor();
    let shatranj = rules("shatranj", &[]);
    let entry = shatranj.entry().expect("it is in the library");
    let reading = entry.about.readings.first().expect("it has readings");
    let other = reading
        .answers
        .iter()
        .find(|answer| answer.item != reading.default);
    let (tag, choice) = (&reading.option, &other.expect("two answers").item);
    for rules in [shatranj, rules("shatranj", &[(tag, choice)])] {
        let table = table(rules, &["e2-e3"]);
        for level in 1..=10 {
            let reply = advisor.reply(asked(&table, level));
            let Reply::Move(text) = reply else {
                panic!("level {level}: {reply:?}");
            };
            assert!(table.choices().texts.contains(&text), "{text}");
        }
    }
}

#[test]
fn an_analysis_has_lines_of_legal_moves_with_their_values() {
    let table = table(rules("tic-tac-toe", &[]), &["b2", "a3"]);
    let request = Request::Lines {
        position: SentPosition::of(&table),
        seconds: 0.5,
        seed: 1,
    };
    let Reply::Lines(lines) = advisor().reply(request) else {
        panic!("no lines");
    };
    assert!(!lines.is_empty());
    for line in &lines {
        assert!(table.choices().texts.contains(&line.moves[0]));
        assert!((0.0..=1.0).contains(&line.value), "{}", line.value);
    }
}

#[test]
fn what_is_no_question_and_what_is_of_other_rules_has_an_explanation() {
    let mut advisor = advisor();
    let told = advisor.answer("[]");
    assert!(
        told.starts_with(r#"{"problem":"this is no question"#),
        "{told}"
    );
    let mut position = SentPosition::of(&table(rules("tic-tac-toe", &[]), &[]));
    position.rules.game = "shatranj".to_owned();
    let request = Request::Move {
        level: 1,
        position,
        seconds: 0.1,
        seed: 1,
    };
    let Reply::Problem(why) = advisor.reply(request) else {
        panic!("a position of tic-tac-toe was set up for shatranj");
    };
    assert!(why.contains("another game"), "{why}");
}

/// What the language service tells, from JSON to JSON, until it has nothing more to do.
#[test]
fn an_editor_is_served() {
    let mut advisor = advisor();
    let mut told = Vec::new();
    let document = serde_json::json!({
        "uri": "file:///game.lud", "languageId": "lud", "version": 1, "text": "(game \"A\" (plaers 2))",
    });
    let hello = serde_json::json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} },
    });
    let opened = serde_json::json!({
        "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document },
    });
    for message in [hello, opened] {
        let request = serde_json::json!({ "ask": "language", "message": message });
        told.push(advisor.answer(&request.to_string()));
    }
    while told
        .last()
        .is_some_and(|last| last.ends_with("\"waits\":true}}"))
    {
        told.push(advisor.answer(r#"{"ask":"language","message":null}"#));
    }
    assert!(told[0].contains("\"serverInfo\""), "{}", told[0]);
    assert!(
        told.iter().any(|text| text.contains("`players`")),
        "{told:?}"
    );
}
