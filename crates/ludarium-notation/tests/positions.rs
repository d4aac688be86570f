//! Positions as the programs of the world write them.

use ludarium_engine::{Game, SplitMix64, State};
use ludarium_lud::{Choices, Definitions};
use ludarium_notation::{position, read_position, write_position, PositionErrorKind};
use ludarium_picture::Names;

fn load(name: &str) -> (&'static ludarium_games::Entry, Game) {
    let entry = ludarium_games::find(name).expect(name);
    let game = ludarium_games::load(entry, &[]).expect(name).game;
    (entry, game)
}

fn set_up(name: &str, text: &str) -> Result<(Game, State), position::PositionError> {
    let (entry, game) = load(name);
    let state = read_position(&game, Some(&entry.about), text, &mut SplitMix64::new(1))?;
    Ok((game, state))
}

fn moves(name: &str, text: &str) -> u64 {
    let (game, mut state) = set_up(name, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    game.perft(&mut state, 1)
}

fn refused(name: &str, text: &str) -> PositionErrorKind {
    let error = set_up(name, text).map(drop).expect_err(text);
    error.kind()
}

/// The initial position of each game as GUIs and engines write it.
const INITIAL: [(&str, &str); 9] = [
    (
        "modern-chess",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ),
    (
        "gollon-shatranj",
        "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1",
    ),
    (
        "gollon-courier-chess",
        "rnebmk1wbenr/1ppppp1pppp1/6f5/p5p4p/P5P4P/6F5/1PPPPP1PPPP1/RNEBMK1WBENR w - - 0 1",
    ),
    (
        "gollon-capablancas-chess",
        "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1",
    ),
    (
        "gollon-chinese-chess",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    ),
    (
        "falkener-chinese-chess",
        "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r - - 0 1",
    ),
    (
        "gollon-shogi",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    ),
    (
        "falkener-japanese-chess",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    ),
    (
        "gollon-thai-chess",
        "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
    ),
];

#[test]
fn the_initial_position_is_read_as_every_program_writes_it() {
    for (name, text) in INITIAL {
        let (game, mut state) =
            set_up(name, text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut start = game.start(&mut SplitMix64::new(1));
        // Other arrays of the same game may be meant: the number of pieces is the same.
        let pieces = |state: &State| {
            let slots = 0..game.layout().slots;
            slots.filter(|slot| !state.is_empty(*slot)).count()
        };
        assert_eq!(pieces(&state), pieces(&start), "{name}");
        if name != "gollon-courier-chess" {
            assert_eq!(
                game.perft(&mut state, 2),
                game.perft(&mut start, 2),
                "{name}"
            );
        }
        let spelled = format!("fen {text}");
        assert!(set_up(name, &spelled).is_ok(), "{name}: {spelled}");
    }
    // Counted by Fairy-Stockfish and python-shogi.
    assert_eq!(moves("gollon-chinese-chess", INITIAL[4].1), 44);
    assert_eq!(moves("gollon-shogi", INITIAL[6].1), 30);
}

/// The numbers of pieces on the sites that are not empty, by the labels of the board.
fn numbers(name: &str, text: &str) -> Vec<(String, Vec<usize>)> {
    let (game, state) = set_up(name, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let board = game.board();
    let slots = (0..game.layout().board_sites).filter(|slot| !state.is_empty(*slot));
    let owner = |what: usize| game.components()[what].owner;
    let pieces = slots.map(|slot| {
        let label = &board.topology.sites(board.default_site)[slot].label;
        let owners = state
            .pieces_on(slot)
            .flat_map(|(what, count)| std::iter::repeat_n(owner(what), count as usize));
        (label.clone(), owners.collect())
    });
    pieces.collect()
}

fn on(label: &str, owners: &[usize]) -> (String, Vec<usize>) {
    (label.to_owned(), owners.to_vec())
}

#[test]
fn a_site_holds_as_many_pieces_as_the_text_puts_there() {
    let dogs = [on("B1", &[1]), on("E2", &[1, 1]), on("I4", &[2])];
    for text in [
        "8n/9/4[2V]4/1S7 1",
        ". . . . . . . . n / 9 / . . . . [2V] . . . . / . S . . . . . . . 1",
        "South: V e2(2), S b1; North: n i4; South to move",
        "1: V e2 e2, S b1; 2: n i4",
    ] {
        assert_eq!(numbers("bgs-tab-egypt", text), dogs, "{text}");
    }
    // The case of a letter tells the state, which a number tells as well.
    let states = |text: &str| {
        let (game, state) = set_up("bgs-tab-egypt", text).expect(text);
        let slots = (0..game.layout().board_sites).filter(|slot| !state.is_empty(*slot));
        slots
            .map(|slot| state.state_at(slot, 0))
            .collect::<Vec<i32>>()
    };
    assert_eq!(
        states("South: S a2, s b2, V c2; North: n a4, N b4"),
        [0, 1, 2, 1, 0]
    );
    assert_eq!(
        states("South: S:2 a2 b2:1, s:0 c2; North: n a4"),
        [2, 1, 0, 1]
    );
    // What is written last lies on top.
    let mixed = [on("A1", &[1, 2, 2]), on("I4", &[2])];
    for text in [
        "8n/9/9/[S2n]8 1",
        "South: S a1; North: n a1(2), n i4; South to move",
    ] {
        assert_eq!(numbers("bgs-tab-egypt", text), mixed, "{text}");
    }
}

/// Kalah's pits and stores, from the rules: a seed that ends in an empty pit of one's own takes
/// what lies opposite.
#[test]
fn seeds_are_set_up_by_numbers() {
    let text = "4 4 4 4 4 4 / 0 1 0 4 4 4 4 0 1";
    let (game, mut state) = set_up("kalah", text).expect(text);
    let (mut legal, mut chance) = (Vec::new(), SplitMix64::new(1));
    game.legal(&mut state, &mut legal);
    let first = legal.iter().find(|mv| mv.origin() == 1);
    game.apply(
        &mut state,
        *first.expect("the pit can be sown"),
        &mut chance,
    );
    let stores = |state: &State| [0, 13].map(|slot| state.count(slot));
    assert_eq!(stores(&state), [0, 5]);
    // Stores beside the board stand in brackets.
    let text = "0 0 0 0 0 1 / 1 0 0 0 0 0 [22, 24] 1";
    let (game, state) = set_up("oware", text).expect(text);
    let layout = game.layout();
    let beside: Vec<i32> = (layout.board_sites..layout.sites)
        .map(|slot| state.count(slot))
        .collect();
    assert_eq!(beside, [22, 24]);
}

#[test]
fn numbers_that_do_not_fit_the_board_are_refused() {
    for (text, why) in [
        (
            "4 4 4 4 4 / 4 4 4 4 4 4 1",
            "rank 2 has 5 numbers, and the board 6 sites there",
        ),
        ("4 4 4 4 4 4 4 / 4 4 4 4 4 4 1", "rank 2 has 7 numbers"),
        ("4 4 4 4 4 4 / 4 4 4", "rank 1 has 3 numbers"),
        ("4 4 4 4 4 4 1", "1 rank, and the board has 2"),
        ("4 4 4 4 x 4 / 4 4 4 4 4 4 1", "x is no number of pieces"),
        (
            "4 4 4 4 4 4 / 4 4 4 4 4 4 [a, 0] 1",
            "a is no number of pieces",
        ),
        ("4 4 4 4 4 4 / 4 4 4 4 4 4 9", "player 9 is to move"),
    ] {
        let error = set_up("oware", text).map(drop).expect_err(text);
        assert!(error.to_string().contains(why), "{text}: {error}");
    }
}

#[test]
fn more_pieces_than_a_site_has_room_for_are_refused() {
    use PositionErrorKind::{Piece, Site, Syntax};
    for (name, text, kind) in [
        ("shatranj", "4k3/8/8/8/8/8/8/[2K]7 w", Site),
        ("shatranj", "4k3/8/8/8/8/8/8/[KR]7 w", Site),
        ("shatranj", "White: K e1, R e1; Black: K e8", Site),
        ("shatranj", "White: K e1(2); Black: K e8", Site),
        ("oware", "Everybody: S c1(0)", Site),
        ("oware", "4 4 4 4 4 4 / 4 4 4 4 4 5000 1", Syntax),
        ("bgs-tab-egypt", "9/9/[999S]8/9 1", Site),
        ("bgs-tab-egypt", "South: S a1(999999999)", Site),
        ("bgs-tab-egypt", "9/9/[2Q]8/9 1", Piece),
        ("bgs-tab-egypt", "9/9/[S2]8/9 1", Syntax),
        ("bgs-tab-egypt", "9/9/[S:]8/9 1", Syntax),
        ("bgs-tab-egypt", "9/9/[2S/9 1", Syntax),
    ] {
        assert_eq!(refused(name, text), kind, "{text}");
    }
}

/// Each kind of piece of round chess has its own starting state but for the pawns, Gollon's
/// Baidaqs, whose direction is theirs: no other needs it told.
#[test]
fn a_list_tells_states_only_where_places_do_not() {
    let (entry, game) = load("gollon-round-chess");
    let about = Some(&entry.about);
    let start = game.start(&mut SplitMix64::new(1));
    let text = write_position(&game, about, &start).expect("a list");
    assert!(
        text.starts_with("White: ") && !text.contains("K d16:"),
        "{text}"
    );
}

#[test]
fn a_state_is_told_where_the_place_does_not_tell_it() {
    // A rook that has come back to its corner: python-chess counts 25 moves with K and kq.
    let text = "r3k2r/8/8/8/8/8/8/[R:0]3K2R 1";
    assert_eq!(moves("modern-chess", text), 25);
    assert_eq!(moves("modern-chess", "r3k2r/8/8/8/8/8/8/R3K2R 1"), 26);
}

#[test]
fn a_right_to_castle_is_a_side_or_the_file_of_a_rook() {
    // Counted by python-chess.
    for (rights, count) in [
        ("KQkq", 26),
        ("HAha", 26),
        ("HA", 26),
        ("Hh", 25),
        ("K", 25),
        ("Ah", 25),
        ("Qk", 25),
        ("-", 24),
    ] {
        let text = format!("r3k2r/8/8/8/8/8/8/R3K2R w {rights} - 0 1");
        assert_eq!(moves("modern-chess", &text), count, "{rights}");
    }
    for (text, name) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w GA - 0 1", "modern-chess"),
        ("r3k2r/8/8/8/8/8/8/R3K3 w KQ - 0 1", "modern-chess"),
        ("r3k2r/8/8/8/8/8/4K3/R6R w KQ - 0 1", "modern-chess"),
        (
            "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQ -",
            "gollon-shatranj",
        ),
    ] {
        assert_eq!(refused(name, text), PositionErrorKind::Castling, "{text}");
    }
}

#[test]
fn where_the_array_is_drawn_by_lot_the_rooks_of_the_text_castle() {
    // Counted by python-chess.
    for (text, count) in [
        (
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            528,
        ),
        (
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9",
            528,
        ),
        ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", 525),
        ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w G - 0 1", 482),
        ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w - - 0 1", 482),
    ] {
        let (game, mut state) = set_up("chess960", text).expect(text);
        assert_eq!(game.perft(&mut state, 2), count, "{text}");
    }
}

#[test]
fn an_sfen_has_hands_and_a_number() {
    let board = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    // Counted by python-shogi.
    for (text, count) in [
        (format!("{board} b RB2p"), 112),
        (format!("{board} b RB2p 1"), 112),
        (format!("{board} w - 1"), 30),
        (format!("sfen {board} b - 1"), 30),
        ("4k4/9/9/9/9/9/9/9/4K4 w 2P3rs 12".to_owned(), 163),
        ("k8/9/4+R4/9/9/9/4p4/9/4K4 b - 5".to_owned(), 22),
    ] {
        assert_eq!(moves("gollon-shogi", &text), count, "{text}");
    }
    // Hands in brackets go with the fields of chess, in which white moves first.
    let (_, state) = set_up("gollon-shogi", &format!("{board}[-] b 0 1")).expect("a position");
    assert_eq!(state.mover(), 2);
}

/// As FEN is specified, the square behind a pawn that has just gone two steps.
#[test]
fn a_square_that_no_pawn_has_passed_is_refused() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let advanced = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
    for text in [
        format!("{start} w KQkq e3 0 1"),
        format!("{start} b KQkq e3 0 1"),
        format!("{advanced} w KQkq e3 0 1"),
        format!("{advanced} b KQkq e4 0 1"),
        format!("{advanced} b KQkq d3 0 1"),
    ] {
        assert_eq!(
            refused("modern-chess", &text),
            PositionErrorKind::Site,
            "{text}"
        );
    }
    let text = format!("{advanced} b KQkq e3 0 1");
    assert_eq!(moves("modern-chess", &text), 20);
}

#[test]
fn fields_without_a_meaning_are_refused() {
    let board = "4k3/8/8/8/8/8/8/4K3";
    for rest in [
        "w - - x",
        "w - - 0 1 2",
        "w - - 0 1 bm",
        "w KQx/ - 0 1",
        "w - - -3",
    ] {
        let text = format!("{board} {rest}");
        assert!(set_up("modern-chess", &text).is_err(), "{text}");
    }
    for rest in [
        "w",
        "w -",
        "w - -",
        "w - - 7",
        "w - - 7 12",
        "w 7 12",
        "1",
        "b - -",
    ] {
        let text = format!("{board} {rest}");
        assert!(set_up("modern-chess", &text).is_ok(), "{text}");
    }
}

/// A game whose letters and drawn characters differ.
const NAUGHTS: &str = r#"(game "Naughts" (players 2)
    (equipment { (board (square 3)) (piece "Disc" P1) (piece "Cross" P2) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;

#[test]
fn the_letters_of_the_drawing_are_read_and_an_error_names_those_of_positions() {
    let loaded = ludarium_lud::load(
        "naughts.lud",
        NAUGHTS,
        &Definitions::none(),
        &Choices::defaults(),
    );
    let game = Game::compile(&loaded.expect("a description")).expect("a game");
    let names = Names::default();
    let read = |text: &str| position::read(&game, &names, text, &mut SplitMix64::new(1));
    let first = read("D2/1c1/3 2").expect("a position");
    for same in ["O2/1X1/3 2", "○2/1×1/3 2", "○2/1●1/3 2", "d2/1C1/3 2"] {
        let state = read(same).unwrap_or_else(|error| panic!("{same}: {error}"));
        assert_eq!(state.what(4), first.what(4), "{same}");
        assert_eq!(state.what(6), first.what(6), "{same}");
    }
    let error = read("Z2/3/3 2").expect_err("no piece is Z").to_string();
    assert!(
        error.contains("D Disc") && error.contains("c Cross"),
        "{error}"
    );
}

#[test]
fn what_no_game_reaches_is_told() {
    let odd = |text: &str| {
        let (game, state) = set_up("modern-chess", text).expect(text);
        position::oddities(&game, &state)
    };
    for (text, wanted) in [
        (
            "rhbkkbhr/pppppppp/8/8/8/8/PPPPPPPP/RHBQKBHR w KQkq - 0 1",
            "player 2 has 2",
        ),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "player 1 has 0"),
        (
            "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
            "player 2, who is not to move, is in check",
        ),
    ] {
        let found = odd(text);
        assert!(
            found.iter().any(|own| own.contains(wanted)),
            "{text}: {found:?}"
        );
    }
    for text in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1",
    ] {
        assert!(odd(text).is_empty(), "{text}: {:?}", odd(text));
    }
    // No start position is odd, whatever the game.
    for entry in ludarium_games::games() {
        let game = ludarium_games::load(entry, &[]).expect(entry.slug).game;
        let start = game.start(&mut SplitMix64::new(1));
        assert_eq!(position::oddities(&game, &start), [""; 0], "{}", entry.slug);
    }
}

/// With three players the letters of the voyage's pieces name their owners: `d1` is a site and, in
/// another case, the sign of the first player's djinn.
#[test]
fn a_word_behind_a_piece_is_its_site_even_if_it_is_a_sign_too() {
    let entry = ludarium_games::find("bgs-voyage-la-mecque").expect("a game");
    let three = [("Number of players".to_owned(), "3".to_owned())];
    let game = ludarium_games::load(entry, &three).expect("it loads").game;
    let set_up =
        |text: &str| read_position(&game, Some(&entry.about), text, &mut SplitMix64::new(1));
    let state = set_up("Player 1: Mother d1, Djinn e1").expect("a position");
    let board = game.board();
    let on = |label: &str| {
        let slot = board.topology.labelled(board.default_site, label);
        let slot = slot.expect("a site") as usize;
        game.components()[state.piece(slot, 0).what].name.clone()
    };
    assert_eq!([on("D1"), on("E1")], ["Mother1", "Djinn1"]);
    let error = set_up("Player 1: Mother, Djinn e1").expect_err("no site for the mother");
    assert_eq!(error.kind(), PositionErrorKind::Site);
}
