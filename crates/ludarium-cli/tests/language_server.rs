//! The language server, as an editor starts it.

use std::io::{BufReader, Write as _};
use std::process::{ChildStdin, Command, Stdio};

use serde_json::{json, Value};

fn send(input: &mut ChildStdin, message: Value) {
    let text = message.to_string();
    write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
    input.flush().unwrap();
}

/// The next message of the server.
fn receive(output: &mut impl std::io::BufRead) -> Value {
    let mut length = 0;
    loop {
        let mut line = String::new();
        assert!(
            output.read_line(&mut line).unwrap() > 0,
            "the server has ended"
        );
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", number)) => length = number.parse().unwrap(),
            Some(_) => {}
            None => break,
        }
    }
    let mut text = vec![0; length];
    output.read_exact(&mut text).unwrap();
    serde_json::from_slice(&text).unwrap()
}

#[test]
fn an_editor_opens_a_file_and_gets_its_error() {
    let mut server = Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .arg("lsp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut input = server.stdin.take().unwrap();
    let mut output = BufReader::new(server.stdout.take().unwrap());
    let params = json!({ "capabilities": {} });
    send(
        &mut input,
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params }),
    );
    let about = receive(&mut output);
    assert!(about["result"]["capabilities"]["completionProvider"].is_object());
    send(
        &mut input,
        json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }),
    );
    let text = "(game \"A\" (players 2)\n    (equipment { (board (sqare 3)) })\n    (rules (play (move Pass)) (end (if (is Full) (result Mover Win)))))\n";
    let document =
        json!({ "uri": "file:///a.lud", "languageId": "lud", "version": 7, "text": text });
    send(
        &mut input,
        json!({
            "jsonrpc": "2.0",
            "method": "textDocument/didOpen",
            "params": { "textDocument": document },
        }),
    );
    let found = receive(&mut output);
    assert_eq!(found["method"], "textDocument/publishDiagnostics");
    assert_eq!(found["params"]["version"], 7);
    let error = &found["params"]["diagnostics"][0];
    assert_eq!(error["code"], "unknown-ludeme");
    assert_eq!(error["data"], "square");
    send(
        &mut input,
        json!({ "jsonrpc": "2.0", "id": 2, "method": "shutdown", "params": null }),
    );
    // What the check of the rules finds may come in between.
    while receive(&mut output)["id"] != 2 {}
    send(
        &mut input,
        json!({ "jsonrpc": "2.0", "method": "exit", "params": null }),
    );
    drop(input);
    assert!(server.wait().unwrap().success());
}
