//! GUIs that speak while a search runs.

use crate::dialogue;

use std::time::{Duration, Instant};

use dialogue::{Dialogue, SOON};

/// A minute: no test waits so long.
const LONG: &str = "60000";

/// A protocol with a game, its greeting and the answer to that, and a search that takes a minute.
struct Engine {
    arguments: [&'static str; 2],
    greeting: &'static str,
    greeted: &'static str,
    minute: String,
}

/// The protocols in which the GUI makes the moves.
fn engines() -> [Engine; 3] {
    let engine = |arguments: [&'static str; 2], greeted, minute: &str| Engine {
        arguments,
        greeting: arguments[0],
        greeted,
        minute: minute.to_owned(),
    };
    let movetime = format!("go movetime {LONG}");
    [
        engine(["uci", "modern-chess"], "uciok", &movetime),
        engine(
            ["usi", "gollon-shogi"],
            "usiok",
            &format!("go btime 0 wtime 0 byoyomi {LONG}"),
        ),
        engine(
            ["ucci", "gollon-chinese-chess"],
            "ucciok",
            "go time 3600 movestogo 40",
        ),
    ]
}

impl Engine {
    /// Begins a dialogue with the initial position.
    fn ready(&self) -> Dialogue {
        let mut gui = Dialogue::with(&self.arguments);
        gui.say(self.greeting);
        gui.hear(self.greeted);
        gui.say("isready");
        gui.hear("readyok");
        gui.say("position startpos");
        gui
    }
}

#[test]
fn stop_ends_every_search_with_a_move() {
    for engine in engines() {
        for go in [
            &engine.minute,
            "go infinite",
            "go depth 60",
            "go nodes 4000000000",
        ] {
            let mut gui = engine.ready();
            let begun = Instant::now();
            gui.say(go);
            gui.hear("info depth 1");
            gui.say("stop");
            gui.hear("bestmove");
            assert!(begun.elapsed() < SOON, "{go}");
        }
    }
}

#[test]
fn a_search_without_limit_waits_for_its_end_even_if_nothing_is_left_to_search() {
    // Mate in one: the search is over long before it is stopped.
    let mate = "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    for go in [
        "go infinite",
        "go ponder wtime 1000 btime 1000",
        "go infinite nodes 10",
    ] {
        let mut gui = engines()[0].ready();
        gui.say(mate);
        gui.say(go);
        assert_eq!(
            gui.hear_within("bestmove", Duration::from_secs(2)),
            None,
            "{go}"
        );
        gui.say("stop");
        assert!(gui.hear("bestmove").starts_with("bestmove a1a8"), "{go}");
    }
}

#[test]
fn a_ponder_hit_starts_the_clock() {
    for (engine, clock) in engines()
        .iter()
        .zip(["wtime 6000", "byoyomi 500", "time 6"])
    {
        let mut gui = engine.ready();
        gui.say(format!("go ponder {clock}"));
        assert_eq!(gui.hear_within("bestmove", Duration::from_secs(2)), None);
        gui.say("ponderhit");
        gui.hear("bestmove");
    }
}

#[test]
fn isready_is_answered_while_a_search_runs() {
    for engine in engines() {
        let mut gui = engine.ready();
        gui.say(&engine.minute);
        gui.hear("info depth 1");
        gui.say("isready");
        gui.hear("readyok");
        // The search has not ended by it.
        assert_eq!(
            gui.hear_within("bestmove", Duration::from_millis(500)),
            None
        );
        gui.say("stop");
        gui.hear("bestmove");
    }
}

#[test]
fn quit_and_the_end_of_the_input_end_the_program() {
    for engine in engines() {
        for go in [&engine.minute, "go infinite"] {
            for quits in [true, false] {
                let mut gui = engine.ready();
                gui.say(go);
                gui.hear("info depth 1");
                if quits {
                    gui.say("quit");
                }
                let begun = Instant::now();
                assert!(gui.close(), "{go}");
                assert!(begun.elapsed() < SOON, "{go}");
            }
        }
    }
    for quits in [true, false] {
        let mut gui = Dialogue::with(&["xboard", "modern-chess"]);
        gui.say("xboard\nprotover 2\nnew\npost\nst 60\ngo");
        gui.hear("1 ");
        if quits {
            gui.say("quit");
        }
        assert!(gui.close());
    }
}

#[test]
fn commands_that_wait_for_a_search_are_carried_out_in_their_order() {
    let mut gui = engines()[0].ready();
    gui.say("go nodes 300\nposition fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\ngo nodes 3000\nisready");
    let first = gui.hear("bestmove");
    assert!(!first.starts_with("bestmove a1a8"), "{first}");
    assert!(gui.hear("bestmove").starts_with("bestmove a1a8"));
    // A new position ends a search without limit, which nobody could want any more.
    gui.say("position startpos\ngo infinite");
    gui.hear("info depth 1");
    gui.say("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\ngo depth 1");
    assert!(!gui.hear("bestmove").starts_with("bestmove a1a8"));
    assert!(gui.hear("bestmove").starts_with("bestmove a1a8"));
}

#[test]
fn xboard_can_ask_for_a_move_at_once_and_take_the_turn_away() {
    let mut gui = Dialogue::with(&["xboard", "modern-chess"]);
    gui.say("xboard\nprotover 2\nnew\npost\nst 60\ngo");
    gui.hear("1 ");
    gui.say("?");
    gui.hear("move ");
    gui.say("usermove a7a6");
    gui.hear("1 ");
    // No move comes once the turn is taken away, and the next ping is answered.
    gui.say("force\nping 5");
    gui.hear("pong 5");
    gui.say("new\nst 60\ngo");
    gui.hear("1 ");
    gui.say("setboard 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\nsd 3\ngo\nping 6");
    gui.hear("pong 6");
    gui.say("quit");
    let moves: Vec<String> = gui.all();
    let moves = moves.iter().filter(|line| line.starts_with("move "));
    let moves: Vec<&String> = moves.collect();
    assert_eq!(moves.len(), 2, "{moves:?}");
    assert_eq!(moves[1], "move a1a8");
}

#[test]
fn xboard_analyses_until_it_says_exit() {
    let mut gui = Dialogue::with(&["xboard", "modern-chess"]);
    gui.say("xboard\nprotover 2\nnew\nforce\npost\nanalyze");
    gui.hear("1 ");
    gui.say(".\nusermove e2e4\nping 1");
    gui.hear("pong 1");
    let line = gui.hear("1 ");
    // Black is to move in the position analysed.
    let mv = line.split(' ').nth(4).expect("a move");
    assert!(matches!(mv.as_bytes()[1], b'7' | b'8'), "{line}");
    gui.say("usermove e7e5\nundo\nundo\nexit\nping 2");
    gui.hear("pong 2");
    gui.say("quit");
    assert!(gui.all().iter().all(|line| !line.starts_with("move ")));
}

#[test]
fn bytes_that_are_not_utf_8_make_no_difference_beyond_their_line() {
    for engine in engines() {
        let mut gui = engine.ready();
        gui.say(b"setoption name UCI_Opponent value none none human M\xfcller");
        gui.say(b"setoption bookfiles \xc5\xe5\xc5\xd7.dat");
        gui.say(b"\xff\xfe\x00");
        gui.say("isready");
        gui.hear("readyok");
        gui.say("go infinite");
        gui.hear("info depth 1");
        gui.say(b"\xc5\xe5 stop");
        assert_eq!(
            gui.hear_within("bestmove", Duration::from_millis(500)),
            None
        );
        gui.say("stop");
        gui.hear("bestmove");
    }
    let mut gui = Dialogue::with(&["xboard", "modern-chess"]);
    gui.say(b"xboard\nprotover 2\nname M\xfcller\nping 1");
    gui.hear("pong 1");
}

#[test]
fn a_line_without_end_is_passed_over() {
    let mut gui = engines()[0].ready();
    gui.say(vec![b'x'; 3 << 20]);
    gui.say("isready");
    gui.hear("readyok");
}
