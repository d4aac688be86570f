//! The limits, options and positions that GUIs set.

use crate::dialogue;

use std::time::{Duration, Instant};

use dialogue::{said, Dialogue};

/// The moves of the answers to `go`.
fn best(told: &[String]) -> Vec<&str> {
    let best = told
        .iter()
        .filter_map(|line| line.strip_prefix("bestmove "));
    best.filter_map(|text| text.split(' ').next()).collect()
}

/// The number after a word of the last line of information.
fn last(told: &[String], word: &str) -> u64 {
    let mut info = told.iter().filter(|line| line.starts_with("info depth"));
    let line = info.next_back().expect("information");
    let mut words = line.split(' ').skip_while(|own| *own != word);
    let number = words.nth(1).and_then(|text| text.parse().ok());
    number.unwrap_or_else(|| panic!("no {word} in {line}"))
}

#[test]
fn depth_nodes_mate_and_time_are_obeyed() {
    let go = |go: &str| {
        said(
            &["uci", "modern-chess"],
            &format!("uci\nisready\n{go}\nquit\n"),
        )
    };
    assert_eq!(last(&go("go depth 1"), "depth"), 1);
    let told = go("go depth 4");
    assert_eq!(last(&told, "depth"), 4);
    assert!(last(&go("go nodes 500"), "nodes") <= 500);
    let begun = Instant::now();
    go("go mate 1");
    go("go depth 60 movetime 300");
    go("go wtime 3000 btime 1 winc 0 binc 0");
    assert!(begun.elapsed() < Duration::from_secs(20));
    // Mate in two: the search tells it.
    let told = go("position fen 7k/8/5K2/8/8/8/8/1R6 w - - 0 1\ngo mate 2");
    assert!(
        told.iter().any(|line| line.contains("score mate 2")),
        "{told:?}"
    );
    let told = go("position fen 7k/5ppp/8/8/8/8/8/1K1R4 w - - 0 1\ngo mate 1");
    assert!(
        told.iter().any(|line| line.contains("score mate 1")),
        "{told:?}"
    );
    assert_eq!(best(&told), ["d1d8"]);
    let told = go("position fen 6rk/6pp/8/6N1/8/8/8/K7 w - - 0 1 moves g5f7\ngo depth 3");
    assert_eq!(best(&told), ["(none)"]);
}

#[test]
fn a_tree_search_obeys_a_depth_too() {
    let told = said(
        &["uci", "modern-chess", "--agent", "mcts"],
        "uci\nisready\ngo depth 1\ngo depth 2\nquit\n",
    );
    assert_eq!(best(&told).len(), 2);
    assert!(last(&told, "nodes") < 100_000);
}

#[test]
fn searchmoves_and_banmoves_restrict_the_choice() {
    let told = said(
        &["uci", "modern-chess"],
        "uci\nisready\nposition startpos\ngo searchmoves h2h3 nodes 1000\n\
         go nodes 300 searchmoves a2a3 h2h3\ngo searchmoves e7e5 nodes 10\n\
         position fen 8/6P1/8/8/8/2k5/8/K7 w - - 0 1\ngo searchmoves g7g8n depth 1\nquit\n",
    );
    let best = best(&told);
    assert_eq!(best[0], "h2h3");
    assert!(["a2a3", "h2h3"].contains(&best[1]), "{best:?}");
    // No legal move was named.
    assert!(matches!(best[2].as_bytes()[1], b'1' | b'2'), "{best:?}");
    assert_eq!(best[3], "g7g8n");

    // The only moves that keep the chariots from being taken are banned one after another.
    let fen = "position fen 4k4/9/9/R8/1R7/9/9/9/9/3K5 w - - 0 1";
    let answer = |banned: &str| {
        let script = format!("ucci\nisready\n{fen}\n{banned}\ngo depth 1\nquit\n");
        let told = said(&["ucci", "gollon-chinese-chess"], &script);
        let mut told = told.into_iter();
        told.find(|line| line.contains("bestmove"))
            .expect("an answer")
    };
    let free = answer("");
    let banned = free.split(' ').nth(1).expect("a move");
    assert_ne!(answer(&format!("banmoves {banned}")), free);
}

#[test]
fn a_ban_is_for_one_position_only() {
    let king = "position fen 4k4/4a4/9/9/9/9/9/9/9/3K5 w - - 0 1";
    let script = format!(
        "ucci\nisready\n{king}\nbanmoves d0d1\ngo depth 1\n{king}\ngo depth 1\n\
         {king}\nbanmoves d0d1 d0e0\ngo depth 1\nquit\n"
    );
    let told = said(&["ucci", "gollon-chinese-chess"], &script);
    let answers: Vec<&String> = told
        .iter()
        .filter(|line| line.contains("bestmove"))
        .collect();
    assert_eq!(answers.len(), 3, "{told:?}");
    assert!(!answers[0].contains("d0d1"), "{answers:?}");
}

#[test]
fn xboard_limits_depth_and_time() {
    let begun = Instant::now();
    let told = said(
        &["xboard", "modern-chess"],
        "xboard\nprotover 2\nnew\npost\nsd 1\nlevel 40 5 0\ngo\nforce\nnew\nst 0.2\ngo\nquit\n",
    );
    assert!(begun.elapsed() < Duration::from_secs(20));
    let moved = told.iter().position(|line| line.starts_with("move "));
    let posted = &told[..moved.expect("a move")];
    let depths = posted
        .iter()
        .filter_map(|line| line.split(' ').next()?.parse::<u32>().ok());
    assert_eq!(depths.max(), Some(1), "{told:?}");
}

#[test]
fn options_are_offered_and_work() {
    let mut gui = Dialogue::with(&["uci", "modern-chess"]);
    gui.say("uci");
    for option in [
        "Hash type spin default 16 min 1",
        "Threads type spin default 1 min 1",
        "MultiPV type spin default 1 min 1",
        "Skill Level type spin default 20 min 0 max 20",
        "Ponder type check",
        "UCI_Variant type combo default chess var chess",
    ] {
        gui.hear(&format!("option name {option}"));
    }
    gui.hear("uciok");
    gui.say("setoption name MultiPV value 3\nsetoption name Hash value 2\nsetoption name threads value 2");
    gui.say("position startpos\ngo depth 2");
    gui.hear("info depth 2 multipv 3");
    gui.hear("bestmove");
    // The weakest player spends few nodes, whatever its time.
    gui.say("setoption name MultiPV value 1\nsetoption name Skill Level value 0\ngo movetime 3000");
    let begun = Instant::now();
    gui.hear("bestmove");
    assert!(begun.elapsed() < Duration::from_secs(3));
    gui.say("setoption name Skill Level value 99\nsetoption name Nonsense value 3\nsetoption\ngo nodes 1");
    gui.hear("bestmove");

    let mut gui = Dialogue::with(&["usi", "gollon-shogi"]);
    gui.say("usi");
    gui.hear("option name Skill_Level type spin");
    gui.hear("usiok");
    gui.say("setoption name USI_Hash value 32\nsetoption name USI_Ponder value true\nisready");
    gui.hear("readyok");
}

#[test]
fn a_position_that_is_over_has_no_move() {
    let told = said(
        &["uci", "modern-chess"],
        "uci\nposition fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo nodes 50\n\
         position fen rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\ngo nodes 50\n\
         position fen 4k3/8/8/8/8/8/8/R3K3 w - - 100 80\ngo nodes 50\nquit\n",
    );
    assert_eq!(best(&told), ["(none)"; 3]);
    let xboard = |board: &str| {
        let script = format!("xboard\nprotover 2\nnew\nforce\nsetboard {board}\ngo\nquit\n");
        let told = said(&["xboard", "modern-chess"], &script);
        assert!(
            told.iter().all(|line| !line.starts_with("move ")),
            "{told:?}"
        );
        let result = told.into_iter().find(|line| line.contains(" {"));
        result.expect("a result")
    };
    assert!(xboard("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").starts_with("1/2-1/2 {"));
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    assert!(xboard(mated).starts_with("0-1 {"));
    // A king in the corner behind three golds.
    let told = said(
        &["usi", "gollon-shogi"],
        "usi\nposition sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 2\ngo nodes 50\nquit\n",
    );
    assert_eq!(best(&told), ["resign"]);
    let told = said(
        &["ucci", "gollon-chinese-chess"],
        "ucci\nposition fen R3k4/1R7/9/9/9/9/9/9/9/3K5 b - - 0 1\ngo depth 1\nquit\n",
    );
    assert!(told.contains(&"nobestmove".to_owned()), "{told:?}");
}

#[test]
fn after_a_position_that_was_refused_there_is_none() {
    let told = said(
        &["uci", "modern-chess"],
        "uci\nposition startpos moves e2e4\n\
         position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBXX w KQkq - 0 1\ngo nodes 50\n\
         position startpos moves e2e4 e2e4\ngo nodes 50\n\
         position startpos moves e2e4\ngo nodes 50\nquit\n",
    );
    assert_eq!(best(&told)[..2], ["(none)"; 2]);
    assert!(matches!(best(&told)[2].as_bytes()[1], b'7' | b'8'));
    let told = said(
        &["xboard", "modern-chess"],
        "xboard\nprotover 2\nnew\nsetboard 8/8/8/8/8/8/8/8/8 w - - 0 1\nusermove e2e4\ngo\nquit\n",
    );
    let has = |begin: &str| told.iter().any(|line| line.starts_with(begin));
    assert!(has("tellusererror Illegal position"), "{told:?}");
    assert!(
        has("Illegal move: e2e4") && has("Error (no position): go"),
        "{told:?}"
    );
    assert!(!has("move "));
}
