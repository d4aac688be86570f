//! A client that speaks the protocol.

use std::thread::JoinHandle;
use std::time::Duration;

use lsp_server::{Connection, Message, Notification, Request, RequestId};
use ludarium_lsp::Surroundings;
use ludarium_lud::load;
use serde_json::{json, Value};

/// How long an answer may take before the test fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// A client, and the server that it talks to.
struct Client {
    connection: Connection,
    server: Option<JoinHandle<()>>,
    next: i32,
    /// Findings that came while something else was waited for.
    findings: Vec<Value>,
}

const URI: &str = "file:///line.lud";

/// The built-in definitions, and one game that a match may name.
fn surroundings() -> Surroundings {
    Surroundings::new(ludarium_games::definitions(), |of, name, choices| {
        // The file of the match is known, so that a game may lie beside it.
        assert!(of.sources.description.name.ends_with("line.lud"));
        let text = (name == "Line").then_some(RIGHT)?;
        load("Line.lud", text, &of.sources.definitions, choices).ok()
    })
}

const RIGHT: &str = r#"(game "Line" (players 2)
    (equipment { (board (square 3)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;

impl Client {
    fn new() -> Client {
        Client::with_settings(json!({}))
    }

    fn with_settings(settings: Value) -> Client {
        let (server, connection) = Connection::memory();
        let server =
            std::thread::spawn(move || ludarium_lsp::serve(&server, surroundings()).unwrap());
        let mut client = Client {
            connection,
            server: Some(server),
            next: 0,
            findings: Vec::new(),
        };
        let about = client.ask(
            "initialize",
            json!({
                "capabilities": { "workspace": { "inlayHint": { "refreshSupport": true } } },
                "initializationOptions": settings,
            }),
        );
        assert_eq!(about["serverInfo"]["name"], "ludarium");
        client.note("initialized", json!({}));
        client
    }

    fn note(&self, method: &str, params: Value) {
        let note = Notification::new(method.to_owned(), params);
        let sent = self.connection.sender.send(Message::Notification(note));
        sent.unwrap();
    }

    /// Sends a request and waits for its answer.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.try_ask(method, params)
            .unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    fn try_ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.next += 1;
        let id = RequestId::from(self.next);
        let request = Request::new(id.clone(), method.to_owned(), params);
        let sent = self.connection.sender.send(Message::Request(request));
        sent.unwrap();
        loop {
            match self.connection.receiver.recv_timeout(PATIENCE).unwrap() {
                Message::Response(response) if response.id == id => {
                    return match response.error {
                        Some(error) => Err(error.message),
                        None => Ok(response.result.unwrap_or(Value::Null)),
                    }
                }
                Message::Notification(note) => self.findings.push(note.params),
                other => panic!("{other:?}"),
            }
        }
    }

    fn open(&self, text: &str) {
        let document = json!({ "uri": URI, "languageId": "lud", "version": 1, "text": text });
        self.note("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Replaces a range, given as line, column, line, column.
    fn edit(&self, version: i32, range: [u32; 4], text: &str) {
        let range = json!({
            "start": { "line": range[0], "character": range[1] },
            "end": { "line": range[2], "character": range[3] },
        });
        self.note(
            "textDocument/didChange",
            json!({
                "textDocument": { "uri": URI, "version": version },
                "contentChanges": [{ "range": range, "text": text }],
            }),
        );
    }

    /// What is found first in this version of the text: the errors of its language, if these are
    /// others than before, or else what its rules show.
    fn findings(&mut self, version: i32) -> Vec<Value> {
        loop {
            let known = self.findings.iter().find(|it| it["version"] == version);
            if let Some(known) = known {
                return known["diagnostics"].as_array().unwrap().clone();
            }
            match self.connection.receiver.recv_timeout(PATIENCE).unwrap() {
                Message::Notification(note) => self.findings.push(note.params),
                other => panic!("{other:?}"),
            }
        }
    }

    fn at(line: u32, character: u32) -> Value {
        json!({
            "textDocument": { "uri": URI },
            "position": { "line": line, "character": character },
        })
    }

    fn end(mut self) {
        self.ask("shutdown", Value::Null);
        self.note("exit", Value::Null);
        self.server.take().unwrap().join().unwrap();
    }
}

/// The labels of the inlay hints of the open document.
fn hints(client: &mut Client) -> Vec<String> {
    let whole = json!({
        "start": { "line": 0, "character": 0 },
        "end": { "line": 99, "character": 0 },
    });
    let params = json!({ "textDocument": { "uri": URI }, "range": whole });
    let found = client.ask("textDocument/inlayHint", params);
    let labels = found.as_array().unwrap().iter();
    labels
        .map(|hint| hint["label"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn hints_about_defaults_follow_the_text_and_the_settings() {
    let text = r#"(define "Put" (move Add (to #1)))
(game "Line" (players 2)
    (equipment { (board (square 3)) (piece "Stone" Each) })
    (rules (play ("Put" (sites Empty))) (end (if (is Line 3) (result Mover Win)))))"#;
    let placeholder = " = (sites Empty)".to_owned();
    let through = "through: the site reached by the last…".to_owned();
    let mut client = Client::new();
    client.open(text);
    let shown = hints(&mut client);
    assert!(
        shown.contains(&placeholder) && shown.contains(&through),
        "{shown:?}"
    );
    client.edit(2, [3, 59, 3, 59], " through:0");
    let shown = hints(&mut client);
    assert!(!shown.contains(&through), "{shown:?}");

    // The server has an editor that pushes its settings ask again.
    let off = json!({ "ludarium": { "path": "x", "inlayHints": { "defaults": false } } });
    client.note(
        "workspace/didChangeConfiguration",
        json!({ "settings": off }),
    );
    loop {
        match client.connection.receiver.recv_timeout(PATIENCE).unwrap() {
            Message::Request(request) => {
                assert_eq!(request.method, "workspace/inlayHint/refresh");
                break;
            }
            Message::Notification(note) => client.findings.push(note.params),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(hints(&mut client), [placeholder]);
    client.end();

    let mut client = Client::with_settings(
        json!({ "inlayHints": { "placeholders": false, "defaults": false } }),
    );
    client.open(text);
    assert_eq!(hints(&mut client), Vec::<String>::new());
    client.end();
}

#[test]
fn settings_that_cannot_be_read_are_answered_with_what_is_wrong() {
    let client = Client::new();
    let wrong = json!({ "ludarium": { "inlayHints": { "defaults": "no" } } });
    client.note(
        "workspace/didChangeConfiguration",
        json!({ "settings": wrong }),
    );
    match client.connection.receiver.recv_timeout(PATIENCE).unwrap() {
        Message::Notification(note) => {
            assert_eq!(note.method, "window/showMessage");
            let text = note.params["message"].as_str().unwrap();
            assert!(text.contains("expected a boolean"), "{text}");
        }
        other => panic!("{other:?}"),
    }
}

const LINE: &str = r#"(define "Mark" (move Add (to (sites Emty))))
(game "Line of Three"
    (players 2)
    (equipment { (board (square 3)) (piece "Stone" Each) })
    (rules (play "Mark") (end (if (is Lin 3) (result Mover Win))))
)
"#;

#[test]
fn errors_come_while_typing_and_go_when_they_are_mended() {
    let mut client = Client::new();
    client.open(LINE);
    let found = client.findings(1);
    let codes: Vec<&str> = found
        .iter()
        .map(|it| it["code"].as_str().unwrap())
        .collect();
    assert_eq!(codes, ["unknown-word", "unknown-word"]);
    assert_eq!(
        found[0]["range"]["start"],
        json!({ "line": 0, "character": 36 })
    );

    // The quick fix of the first is what the hint says.
    let fixes = client.ask(
        "textDocument/codeAction",
        json!({
            "textDocument": { "uri": URI },
            "range": found[0]["range"],
            "context": { "diagnostics": [found[0]] },
        }),
    );
    assert_eq!(fixes[0]["title"], "Write Empty");
    let edit = &fixes[0]["edit"]["changes"][URI][0];
    assert_eq!(edit["newText"], "Empty");
    assert_eq!(edit["range"], found[0]["range"]);

    client.edit(2, [0, 36, 0, 40], "Empty");
    client.edit(3, [4, 38, 4, 41], "Line");
    assert_eq!(client.findings(3), Vec::<Value>::new());
    client.end();
}

#[test]
fn a_client_gets_an_answer_to_each_kind_of_request() {
    let mut client = Client::new();
    client.open(&LINE.replace("Emty", "Empty").replace("Lin ", "Line "));

    let symbols = client.ask(
        "textDocument/documentSymbol",
        json!({ "textDocument": { "uri": URI } }),
    );
    assert_eq!(symbols[0]["name"], "Mark");
    assert_eq!(symbols[1]["name"], "Line of Three");

    let place = client.ask("textDocument/definition", Client::at(4, 20));
    assert_eq!(
        place["range"]["start"],
        json!({ "line": 0, "character": 0 })
    );

    let mut params = Client::at(0, 10);
    params["context"] = json!({ "includeDeclaration": true });
    let uses = client.ask("textDocument/references", params);
    assert_eq!(uses.as_array().unwrap().len(), 2);

    let mut params = Client::at(0, 10);
    params["newName"] = json!("Put");
    let edit = client.ask("textDocument/rename", params);
    assert_eq!(edit["changes"][URI].as_array().unwrap().len(), 2);
    let mut params = Client::at(0, 10);
    params["newName"] = json!("a \"b\"");
    assert!(client.try_ask("textDocument/rename", params).is_err());

    let meaning = client.ask("textDocument/hover", Client::at(4, 36));
    let text = meaning["contents"]["value"].as_str().unwrap();
    assert!(text.contains("(is Line "), "{text}");

    let help = client.ask("textDocument/signatureHelp", Client::at(4, 43));
    let form = help["signatures"][0]["label"].as_str().unwrap();
    assert!(form.starts_with("(is Line "), "{form}");

    let offered = client.ask("textDocument/completion", Client::at(0, 30));
    let labels: Vec<&str> = offered["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["label"].as_str().unwrap())
        .collect();
    assert!(labels.contains(&"sites Empty"), "{labels:?}");
    let at = labels
        .iter()
        .position(|label| *label == "sites Empty")
        .unwrap();
    let shown = client.ask("completionItem/resolve", offered["items"][at].clone());
    let documentation = shown["documentation"]["value"].as_str().unwrap();
    assert!(documentation.contains("the empty ones"), "{documentation}");

    let whole = json!({ "textDocument": { "uri": URI } });
    let tokens = client.ask("textDocument/semanticTokens/full", whole.clone());
    assert_eq!(tokens["data"].as_array().unwrap().len() % 5, 0);
    let folds = client.ask("textDocument/foldingRange", whole.clone());
    assert_eq!(folds[0]["startLine"], 1);
    let mut params = whole;
    params["options"] = json!({ "tabSize": 4, "insertSpaces": true });
    let edits = client.ask("textDocument/formatting", params);
    assert!(edits[0]["newText"]
        .as_str()
        .unwrap()
        .contains("(game \"Line of Three\""));

    assert!(client
        .try_ask("textDocument/moniker", Client::at(0, 0))
        .is_err());
    client.end();
}

#[test]
fn what_only_the_rules_show_comes_after_the_errors_of_the_language() {
    let mut client = Client::new();
    let text = LINE.replace("Emty", "Empty").replace("Lin ", "Line ");
    client.open(&text.replace("(players 2)", "(players 2) (mode Alternating)"));
    assert_eq!(client.findings(1), Vec::<Value>::new());
    // The piece is named nowhere else: that is no error of the language.
    client.edit(2, [3, 36, 3, 36], "(piece \"Store\" Each) ");
    let warnings = client.findings(2);
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert_eq!(warnings[0]["code"], "unused-piece");
    assert_eq!(warnings[0]["severity"], 2);
    client.end();
}

#[test]
fn the_games_of_a_match_are_looked_for_where_the_match_lies() {
    let mut client = Client::new();
    let text = r#"(match "Two rounds" (players 2)
    (games { (subgame "Line" next:1) (subgame "Lime" next:0) })
    (end (if (= (count Trials) 2) (result P1 Win))))
"#;
    client.open(&text.replace("Lime", "Line"));
    assert_eq!(client.findings(1), Vec::<Value>::new());
    let column = text.lines().nth(1).unwrap().find("Lime").unwrap() as u32 - 1;
    // Of two, one is missing now.
    client.edit(2, [1, column + 3, 1, column + 4], "m");
    let found = client.findings(2);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0]["message"].as_str().unwrap().contains("Lime"),
        "{found:?}"
    );
    client.end();
}

#[test]
fn a_file_of_definitions_need_not_have_a_game() {
    let mut client = Client::new();
    let uri = "file:///rules.def";
    let open = |client: &Client, version: i32, text: &str| {
        let document = json!({ "uri": uri, "languageId": "lud", "version": version, "text": text });
        client.note("textDocument/didOpen", json!({ "textDocument": document }));
    };
    open(
        &client,
        1,
        "(define \"Mark\" (move Add (to (sites Empty))))",
    );
    assert_eq!(client.findings(1), Vec::<Value>::new());
    open(&client, 2, "(define \"Mark\" (move Add)) (game)");
    let found = client.findings(2);
    assert_eq!(found[0]["code"], "misplaced");
    assert_eq!(found[0]["range"]["start"]["character"], 27);
    // What may stand in a definition is known without a game.
    let at = json!({ "textDocument": { "uri": uri }, "position": { "line": 0, "character": 25 } });
    open(&client, 3, "(define \"Mark\" (move Add ))");
    let offered = client.ask("textDocument/completion", at);
    let labels = offered["items"].as_array().unwrap().iter();
    assert!(
        labels.map(|item| &item["label"]).any(|label| label == "to"),
        "{offered}"
    );
    client.end();
}

const CROSS: &str = r#"(game "Cross" (players { (player N) (player S) })
    (equipment { (board (square 3)) (piece "Stone" Each) })
    <Edge:more>
    (rules
        (play (move Add (to (sites Empty) if:<Edge:where>) (then (addScore Mover 2))))
        (end (if (is Line 3) (result Mover Win)))))
(option "Edge" <Edge> args:{ <where> } {
    (item "Open" <True> "stones go everywhere")**
    (item "Closed" <(!= (to) 4)> "nobody may take the middle")
})"#;

/// A position of the open document.
fn position(moves: &[&str], more: Value) -> Value {
    let mut params = json!({ "textDocument": { "uri": URI }, "moves": moves });
    for (key, value) in more.as_object().unwrap() {
        params[key] = value.clone();
    }
    params
}

fn cross() -> String {
    CROSS.replace("    <Edge:more>\n", "")
}

#[test]
fn the_game_that_is_written_can_be_played_move_by_move() {
    let mut client = Client::new();
    client.open(&cross());
    let start = client.ask("ludarium/position", position(&[], json!({})));
    assert_eq!(start["name"], "Cross");
    assert_eq!(start["snapshot"]["legal"].as_array().unwrap().len(), 9);
    assert_eq!(start["board"]["sites"].as_array().unwrap().len(), 9);
    assert!(start["board"]["svg"].as_str().unwrap().starts_with("<svg"));
    // The bottom row against two other stones.
    let line = ["a1", "a2", "b1", "b2", "c1"];
    let won = client.ask("ludarium/position", position(&line, json!({})));
    assert_eq!(won["snapshot"]["result"]["winner"], 1);
    assert_eq!(won["moves"].as_array().unwrap().len(), 5);
    assert_eq!(won["snapshot"]["legal"].as_array().unwrap().len(), 0);

    // The middle is closed by the other item of the option.
    let closed = json!({ "options": [["Edge", "Closed"]] });
    let start = client.ask("ludarium/position", position(&[], closed));
    assert_eq!(start["snapshot"]["legal"].as_array().unwrap().len(), 8);
    let option = &start["options"][0];
    assert_eq!(option["heading"], "Edge");
    assert_eq!(
        option["items"][option["chosen"].as_u64().unwrap() as usize][0],
        "Closed"
    );
    client.end();
}

#[test]
fn a_position_follows_the_text_and_says_why_there_is_none() {
    let mut client = Client::new();
    client.open(&cross());
    let illegal = client.try_ask("ludarium/position", position(&["a1", "a1"], json!({})));
    assert!(illegal.unwrap_err().starts_with("move 2: "));
    // Four in a row on a board of three by three: still a game.
    let text = cross();
    let (line, column) = text
        .lines()
        .enumerate()
        .find_map(|(index, line)| Some((index as u32, line.find("3))")? as u32)))
        .unwrap();
    client.edit(2, [line, column, line, column + 1], "4");
    let start = client.ask("ludarium/position", position(&[], json!({})));
    assert_eq!(start["snapshot"]["legal"].as_array().unwrap().len(), 16);
    client.edit(3, [line, column, line, column + 1], "(");
    let broken = client.try_ask("ludarium/position", position(&[], json!({})));
    assert!(broken.unwrap_err().starts_with("the description has"));
    let unknown = json!({ "textDocument": { "uri": "file:///other.lud" } });
    let error = client.try_ask("ludarium/position", unknown).unwrap_err();
    assert!(error.contains("is not open"), "{error}");
    client.end();
}

#[test]
fn a_computer_player_takes_the_win_that_is_there() {
    let mut client = Client::new();
    client.open(&cross());
    let two = ["a1", "a3", "b1", "b3"];
    let reply = client.ask("ludarium/reply", position(&two, json!({})));
    assert_eq!(reply["move"], "c1");
    let over = ["a1", "a3", "b1", "b3", "c1"];
    let reply = client.ask("ludarium/reply", position(&over, json!({})));
    assert_eq!(reply["move"], Value::Null);
    client.end();
}

#[test]
fn a_move_is_explained_with_the_ranges_of_what_was_evaluated() {
    let mut client = Client::new();
    client.open(&cross());
    let closed = json!({ "options": [["Edge", "Closed"]], "move": "b2" });
    let why = client.ask("ludarium/explain", position(&[], closed));
    assert_eq!(why["legal"], false);
    let steps = why["steps"].as_array().unwrap();
    let failed = steps
        .iter()
        .find(|step| step["kind"] == "fails")
        .expect("a condition");
    assert_eq!(failed["text"], "(!= (to) 4)");
    assert_eq!(failed["said"], json!(["to = b2", "compares 4 and 4"]));
    // The place of the condition is that in the option.
    let text = cross();
    let line = text
        .lines()
        .position(|line| line.contains("(!= (to) 4)"))
        .unwrap();
    assert_eq!(failed["range"]["start"]["line"], line);

    let what = client.ask("ludarium/explain", position(&[], json!({ "move": "b2" })));
    assert_eq!(what["legal"], true);
    let steps = what["steps"].as_array().unwrap();
    let effects: Vec<&Value> = steps.iter().filter(|step| step["kind"] == "does").collect();
    assert_eq!(effects.len(), 2, "the stone, and the score: {steps:?}");
    let site = &effects[0]["sites"][0];
    assert_eq!(
        (&site["slot"], &site["text"]),
        (&json!(4), &json!("Player 1 Stone"))
    );
    let said = effects[1]["said"].to_string();
    assert!(said.contains("score of player 1: 0 -> 2"), "{said}");
    client.end();
}

#[test]
fn a_description_that_never_comes_to_an_end_is_stopped() {
    // A hundred million conditions for one list of moves.
    let text = r#"(game "Long" (players 2)
        (equipment { (board (square 3)) (piece "Stone" Each) })
        (rules
            (play (forEach Value min:1 max:10000
                (forEach Value min:1 max:10000 (if (is Full) (move Pass)))))
            (end (if (is Full) (result Mover Win)))))"#;
    let mut client = Client::new();
    client.open(text);
    let begun = std::time::Instant::now();
    let position = client.ask("ludarium/position", position(&[], json!({})));
    let told = position["turn"].as_str().unwrap();
    assert!(
        told.contains("a decision takes more steps than the limit"),
        "{told}"
    );
    assert!(begun.elapsed() < PATIENCE / 2);
    client.end();
}
