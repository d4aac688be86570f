//! Why games end, from the end rule that ended them.

use ludarium_engine::{Chance, SplitMix64, State};
use ludarium_games::{Entry, Loaded};
use ludarium_lud::{Node, Value};
use ludarium_notation::records::{read_position, replay, Verdict};
use ludarium_notation::{EndReasons, SiteAndPieceNames};

/// Why a game ends with the last of some moves, from the initial position or another.
#[track_caller]
fn reason(name: &str, position: &str, moves: &str) -> String {
    let entry = ludarium_games::find(name).unwrap();
    let loaded = ludarium_games::load(entry, &[]).unwrap();
    let about = Some(&entry.about);
    let reasons = EndReasons::new(&loaded, about).unwrap();
    let names = SiteAndPieceNames::of(&loaded.game, about);
    let mut chance = SplitMix64::new(1);
    let mut state = match position {
        "" => loaded.game.start(&mut chance),
        text => read_position(&loaded.game, about, text, &mut chance).unwrap(),
    };
    let mut last = None;
    for text in moves.split_whitespace() {
        assert_eq!(last, None, "{name}: over before {text}");
        let mv = names
            .notation(&loaded.game)
            .parse(&state, &chance, text)
            .unwrap();
        let why = reasons.of_move(&mut state, mv, &mut chance.clone());
        loaded.game.apply(&mut state, mv, &mut chance);
        last = state.over().then(|| why.map(|why| why.to_string()));
    }
    let why = last.unwrap_or_else(|| panic!("{name}: not over"));
    why.unwrap_or_else(|| panic!("{name}: no reason"))
}

/// Plays a game at random and says why it ends; `None` if that takes too long.
fn random_end(loaded: &Loaded, reasons: &EndReasons, seed: u64) -> Option<(Option<String>, State)> {
    let game = &loaded.game;
    let mut chance = SplitMix64::new(seed);
    let (mut state, mut legal) = (game.start(&mut chance), Vec::new());
    for _ in 0..2_000 {
        game.legal(&mut state, &mut legal);
        let mv = legal[chance.below(legal.len() as u32) as usize];
        let (mut before, mut then) = (state.clone(), chance.clone());
        game.apply(&mut state, mv, &mut chance);
        if state.over() {
            let why = reasons.of_move(&mut before, mv, &mut then);
            let is_over_by_rule = state.fault().is_none();
            return is_over_by_rule.then(|| (why.map(|why| why.to_string()), state));
        }
    }
    None
}

#[test]
fn a_king_that_is_attacked_and_cannot_escape_is_checkmated() {
    let fools_mate = "f2-f3 e7-e5 g2-g4 d8-h4";
    assert_eq!(
        reason("modern-chess", "", fools_mate),
        "White is checkmated"
    );
    // The end rule of shatranj asks for moves alone: mate and stalemate lose.
    let alone = "8/8/8/8/7P/1k6/7r/K7 b";
    assert_eq!(reason("shatranj", alone, "h2-h1"), "White is checkmated");
}

#[test]
fn a_king_that_is_not_attacked_and_cannot_move_is_stalemated() {
    let alone = "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1";
    assert_eq!(
        reason("modern-chess", alone, "c1-c7"),
        "Black is stalemated"
    );
}

#[test]
fn draws_name_repetition_and_the_number_of_moves() {
    let knights = "b1-c3 b8-c6 c3-b1 c6-b8 ".repeat(2);
    assert_eq!(
        reason("modern-chess", "", &knights),
        "the position came for the third time"
    );
    let clock = "4k3/8/8/8/8/8/8/R3K3 w - - 99 80";
    assert_eq!(
        reason("modern-chess", clock, "a1-a2"),
        "100 moves in a row without progress"
    );
}

#[test]
fn lines_and_full_boards_are_named() {
    let (line, full) = ("a1 b1 a2 b2 a3", "a1 b2 c3 a2 c2 c1 a3 b3 b1");
    assert_eq!(reason("tic-tac-toe", "", line), "three in a row");
    assert_eq!(reason("tic-tac-toe", "", full), "the board is full");
    assert_eq!(
        reason("connect-four", "", "a1 b1 a2 b2 a3 b3 a4"),
        "four in a row"
    );
    assert_eq!(reason("nim", "", "a1 a2 a3"), "no pieces are left");
}

#[test]
fn a_king_that_escapes_or_is_captured_ends_a_game_of_tafl() {
    let near_corner = "3k3/7/7/7/7/3a3/3a3 2";
    assert_eq!(
        reason("brandubh", near_corner, "d7-a7"),
        "Defenders' King has reached a7"
    );
    let beside_attacker = "7/7/7/7/7/2ak3/4a2 1";
    assert_eq!(
        reason("brandubh", beside_attacker, "e1-e2"),
        "Defenders have no King left"
    );
}

#[test]
fn the_last_piece_that_a_player_has_left_is_named() {
    // A king without pieces loses, unless it bares the other with its next move.
    let capture = "4k3/4p3/8/8/8/8/P7/4RK2 w";
    assert_eq!(
        reason("shatranj", capture, "e1xe7 e8-d8"),
        "Black has only the Shah left"
    );
}

/// The points of othello are the discs on the board.
#[test]
fn points_are_told_where_they_decide() {
    let entry = ludarium_games::find("othello").unwrap();
    let loaded = ludarium_games::load(entry, &[]).unwrap();
    let reasons = EndReasons::new(&loaded, Some(&entry.about)).unwrap();
    let (why, end) = random_end(&loaded, &reasons, 7).unwrap();
    let components = loaded.game.components();
    let slots = 0..loaded.game.layout().board_sites;
    let mut discs = [0; 3];
    slots.for_each(|slot| discs[components[end.what(slot)].owner] += 1);
    let (more, less) = (discs[1].max(discs[2]), discs[1].min(discs[2]));
    let why = why.unwrap();
    assert!(
        why.ends_with(&format!("; {more} points to {less}")),
        "{why}"
    );
}

#[test]
fn a_record_whose_game_ends_says_why() {
    let mate = "# slug: gollon-modern-chess\nf2-f3\ne7-e5\ng2-g4\nd8-h4\n";
    let ended = "4 plies; the end: White is checkmated".to_owned();
    assert_eq!(replay("mate.txt", mate), Verdict::Replays(ended));
    let open = "# slug: gollon-modern-chess\nf2-f3\n";
    assert_eq!(
        replay("open.txt", open),
        Verdict::Replays("1 ply".to_owned())
    );
}

#[test]
fn what_stands_or_is_left_is_told_by_its_place_and_number() {
    for (game, reading, seed, why) in [
        ("falkener-pachisi", None, 1, "4 pieces stand on"),
        (
            "falkener-ashta-kashte",
            None,
            1,
            "has 4 pieces in the middle",
        ),
        ("bgs-ahi", None, 1, "Runner has reached"),
        ("chaturaji", None, 1, "only one King is left"),
        (
            "falkener-alberuni-chess",
            Some(("Row", "Reversed")),
            7,
            "only one player has pieces left",
        ),
        (
            "falkener-alberuni-chess",
            Some(("Partners", "Opposite players")),
            7,
            "have no pieces left",
        ),
        (
            "gollon-burmese-chess",
            Some(("Lifted", "Own half")),
            8,
            "pieces are left",
        ),
        (
            "falkener-atep",
            Some(("Length", "Rod of five marks")),
            7,
            "6 points ahead",
        ),
    ] {
        let entry = ludarium_games::find(game).unwrap();
        let readings = reading.map(|(tag, item)| (tag.to_owned(), item.to_owned()));
        let loaded = ludarium_games::load(entry, &Vec::from_iter(readings)).unwrap();
        let reasons = EndReasons::new(&loaded, Some(&entry.about)).unwrap();
        let (told, _) = random_end(&loaded, &reasons, seed).unwrap();
        let told = told.unwrap();
        assert!(told.contains(why), "{game}: {told}");
    }
}

/// The default readings of a game, and each other reading by itself.
fn single_readings(entry: &Entry) -> Vec<Vec<(String, String)>> {
    let loaded = ludarium_games::load(entry, &[]).unwrap();
    let groups = loaded.description.options.iter();
    let single = groups.flat_map(|group| {
        let items = group.items.iter();
        items.map(|item| vec![(group.tag.clone(), item.name.clone())])
    });
    std::iter::once(Vec::new()).chain(single).collect()
}

fn pairs_of_readings(entry: &Entry) -> impl Iterator<Item = Vec<(String, String)>> {
    let single = single_readings(entry);
    let pairs = (0..single.len()).flat_map(move |one| {
        let single = single.clone();
        (one + 1..single.len()).map(move |other| [&single[one][..], &single[other][..]].concat())
    });
    pairs.filter(|pair| pair.len() == 2 && pair[0].0 != pair[1].0)
}

#[test]
fn every_end_that_the_library_names_is_one_of_its_game() {
    fn conditions(node: &Node, found: &mut Vec<String>) {
        found.push(node.to_string());
        match &node.value {
            Value::Call(call) => {
                let parts = call.args.iter().flatten();
                parts.for_each(|part| conditions(part, found));
            }
            Value::Array(items) => items.iter().for_each(|item| conditions(item, found)),
            _ => {}
        }
    }
    let mut named = 0;
    for entry in ludarium_games::entries() {
        let ends = &entry.about.table.ends;
        if ends.is_empty() {
            continue;
        }
        let mut found = Vec::new();
        for readings in single_readings(entry) {
            // Some readings go only together with another.
            if let Ok(loaded) = ludarium_games::load(entry, &readings) {
                conditions(&loaded.description.game, &mut found);
            }
        }
        for begins in ends.keys() {
            let starts = |text: &String| text.starts_with(begins.as_str());
            // Some ends are there under two readings together.
            let is_there = found.iter().any(starts)
                || pairs_of_readings(entry).any(|readings| {
                    let mut found = Vec::new();
                    if let Ok(loaded) = ludarium_games::load(entry, &readings) {
                        conditions(&loaded.description.game, &mut found);
                    }
                    found.iter().any(starts)
                });
            assert!(is_there, "{}: {begins}", entry.slug);
            named += 1;
        }
    }
    assert!(named > 0);
}

#[test]
fn every_game_of_the_library_that_ends_says_why() {
    for entry in ludarium_games::entries() {
        let Ok(loaded) = ludarium_games::load(entry, &[]) else {
            continue;
        };
        let Some(reasons) = EndReasons::new(&loaded, Some(&entry.about)) else {
            continue;
        };
        if let Some((why, _)) = random_end(&loaded, &reasons, 7) {
            let why = why.unwrap_or_default();
            // The words of the rule itself are for descriptions of one's own.
            let is_said = !why.is_empty() && !why.contains("by the rule");
            assert!(is_said, "{}: {why}", entry.slug);
        }
    }
}
