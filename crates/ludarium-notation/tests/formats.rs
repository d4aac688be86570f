//! Games in the notations of other programs.

use ludarium_engine::{Chance, Game, SplitMix64, State};
use ludarium_games::Entry;
use ludarium_notation::formats::{self, Format, Played};
use ludarium_notation::{SavedGame, SiteAndPieceNames};

fn load(entry: &Entry) -> Game {
    ludarium_games::load(entry, &[]).expect(entry.slug).game
}

/// Reads the only game of a text.
fn read(format: Format, text: &str) -> Result<(&'static Entry, Game, SavedGame), String> {
    let games = formats::parse(format, text).map_err(|error| error.to_string())?;
    assert_eq!(games.len(), 1, "{text}");
    let entry = games[0].entry().map_err(|error| error.to_string())?;
    let readings = games[0].readings(entry);
    let game = ludarium_games::load(entry, &readings).map_err(|error| error.to_string())?;
    let saved = games[0].saved(&game.game, Some(&entry.about), entry.slug, &readings);
    Ok((entry, game.game, saved.map_err(|error| error.to_string())?))
}

/// A random game of at most this many moves, saved.
fn random(entry: &Entry, game: &Game, seed: u64, length: usize) -> SavedGame {
    let names = SiteAndPieceNames::of(game, Some(&entry.about));
    let notation = names.notation(game);
    let mut chance = SplitMix64::new(seed);
    let mut pick = SplitMix64::new(seed + 1);
    let (mut state, mut legal) = (game.start(&mut chance), Vec::new());
    let mut moves = Vec::new();
    while moves.len() < length && !state.over() {
        game.legal(&mut state, &mut legal);
        let Some(count) = u32::try_from(legal.len()).ok().filter(|count| *count > 0) else {
            break;
        };
        let mv = legal[pick.below(count) as usize];
        moves.push(notation.write(&state, &chance, mv));
        game.apply(&mut state, mv, &mut chance);
    }
    SavedGame {
        game: entry.slug.to_owned(),
        seed,
        moves,
        ..SavedGame::default()
    }
}

fn written(
    format: Format,
    entry: &'static Entry,
    game: &Game,
    saved: &SavedGame,
) -> Result<(String, State), String> {
    let played = Played::new(game, Some(&entry.about), saved);
    let played = played.map_err(|(index, why)| format!("move {index}: {why}"))?;
    let text = formats::write(format, &played, &[])?;
    Ok((text, played.state().clone()))
}

/// Writes random games of a game and reads them back; `Err` if the format cannot hold them.
fn comes_back(
    format: Format,
    entry: &'static Entry,
    seeds: u64,
    length: usize,
) -> Result<(), String> {
    let game = load(entry);
    for seed in 1..=seeds {
        let saved = random(entry, &game, seed, length);
        let (text, state) = written(format, entry, &game, &saved)?;
        let (found, game, again) = read(format, &text).map_err(|why| format!("{why}\n{text}"))?;
        assert_eq!(found.slug, entry.slug, "{text}");
        assert_eq!(again.moves, saved.moves, "{}: {text}", entry.slug);
        let again = Played::new(&game, Some(&entry.about), &again).map_err(|(_, why)| why)?;
        let mut slots = 0..game.layout().slots;
        let start = |seed: u64| game.start(&mut SplitMix64::new(seed));
        let same = match slots
            .clone()
            .all(|slot| start(1).what(slot) == start(2).what(slot))
        {
            true => again.state() == &state,
            // A start that was drawn at random is a position now, with another history.
            false => slots.all(|slot| again.state().what(slot) == state.what(slot)),
        };
        assert!(same, "{}: {text}", entry.slug);
    }
    Ok(())
}

mod pgn {
    use super::*;

    /// Morphy's game against the Duke of Brunswick and Count Isouard, Paris 1858.
    const OPERA: &str = r#"[Event "Paris"]
[Site "Paris FRA"]
[Date "1858.??.??"]
[Round "?"]
[White "Paul Morphy"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]

1.e4 e5 2.Nf3 d6 3.d4 Bg4 {This is a weak move
already.} 4.dxe5 Bxf3 5.Qxf3 dxe5 6.Bc4 Nf6 7.Qb3 Qe7 8.Nc3 c6 9.Bg5 $1
(9.Bxf7+ Kd8 (9...Qxf7 10.Qxb7) 10.Qxb7 ; wins a pawn
) 9...b5?! 10.Nxb5! cxb5 11.Bxb5+ Nbd7 12.O-O-O Rd8 13.Rxd7 Rxd7 14.Rd1 Qe6
15.Bxd7+ Nxd7 16.Qb8+!! Nxb8 17.Rd8# 1-0
"#;

    #[test]
    fn a_game_is_read_with_tags_comments_variations_and_glyphs() {
        let games = formats::parse(Format::Pgn, OPERA).expect("a game");
        assert_eq!(games[0].tag("White"), Some("Paul Morphy"));
        assert_eq!(games[0].result.as_deref(), Some("1-0"));
        let (entry, game, saved) = read(Format::Pgn, OPERA).expect("it follows the rules");
        assert_eq!(entry.about.protocol.variant.as_deref(), Some("normal"));
        assert_eq!(saved.moves.len(), 33);
        assert_eq!(saved.moves[22], "e1-c1,a1-d1");
        let (text, _) = written(Format::Pgn, entry, &game, &saved).expect("it is written");
        let words: Vec<&str> = text.split_whitespace().collect();
        for word in ["O-O-O", "Nbd7", "Qb8+", "Rd8#", "1-0", "17."] {
            assert!(words.contains(&word), "{word}: {text}");
        }
    }

    #[test]
    fn a_game_may_start_from_a_position_and_promote() {
        let text = "[SetUp \"1\"]\n[FEN \"4k3/1P6/8/8/5pP1/8/8/R3K3 b Q g3 0 1\"]\n\n\
                    1... fxg3 2. O-O-O g2 3. b8=N g1=Q 4. Na6 Qxd1+ 5. Kxd1 *";
        let (entry, game, saved) = read(Format::Pgn, text).expect("it follows the rules");
        let (again, state) = written(Format::Pgn, entry, &game, &saved).expect("it is written");
        for part in [
            "4k3/1P6/8/8/5pP1/8/8/R3K3 b Q g3 0 1",
            "1... fxg3",
            "b8=N",
            "g1=Q",
            "O-O-O",
        ] {
            assert!(again.contains(part), "{part}: {again}");
        }
        assert_eq!(state.mover(), 2);
    }

    #[test]
    fn a_file_may_hold_several_games() {
        let text = format!("{OPERA}\n[White \"A\"]\n\n1. d4 *\n\n1. e4 e5 1/2-1/2\n");
        let games = formats::parse(Format::Pgn, &text).expect("games");
        let plies: Vec<usize> = games.iter().map(|game| game.plies.len()).collect();
        assert_eq!(plies, [33, 1, 2]);
        assert_eq!(games[2].result.as_deref(), Some("1/2-1/2"));
    }

    #[test]
    fn what_cannot_be_read_has_a_place() {
        for (text, place) in [
            (
                "1. e4 e5 garbage 2. Nf3",
                "line 1, column 10: ply 3 (garbage)",
            ),
            ("1. e4 e5\n2. Ke3", "line 2, column 4: ply 3 (Ke3)"),
            ("1. e4 {open", "line 1, column 7"),
            ("1. e4 (1. d4", "line 1, column 7"),
            ("1. e4 )", "line 1, column 7"),
            ("1. e4 } e5", "line 1, column 7"),
            ("[White \"A\n1. e4", "line 1, column 8"),
            ("[White A]\n1. e4", "line 1, column 8"),
            ("[White \"A\"\n1. e4", "line 2, column 1"),
            (
                "[Variant \"no such game\"]\n1. e4",
                "line 1, column 1: there is no game",
            ),
            ("[FEN \"8/8 w\"]\n1. e4", "line 1, column 1"),
            ("", "line 1, column 1: there is no game"),
        ] {
            let error = read(Format::Pgn, text)
                .map(|read| read.2.moves)
                .expect_err(text);
            assert!(error.starts_with(place), "{text}: {error}");
        }
    }

    #[test]
    fn what_is_no_move_and_no_result_is_not_passed_over() {
        for (text, place, why) in [
            ("1. e4 -- 2. d4 *", "line 1, column 7", "--"),
            ("1. e4 0-1 1-0", "line 1, column 11", "1-0"),
            (
                "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *",
                "line 3, column 4",
                "no legal move",
            ),
        ] {
            let games = formats::parse(Format::Pgn, text).map_err(|error| error.to_string());
            let error = games.and_then(|_| read(Format::Pgn, text));
            let error = error.map(|read| read.2.moves).expect_err(text);
            assert!(
                error.starts_with(place) && error.contains(why),
                "{text}: {error}"
            );
        }
    }

    #[test]
    fn random_games_of_the_chess_family_come_back() {
        let mut held = 0;
        for entry in ludarium_games::games() {
            // Games of the variants of other programs are played longer.
            let length = if entry.about.protocol.variant.is_some() {
                150
            } else {
                24
            };
            match comes_back(Format::Pgn, entry, 1, length) {
                Ok(()) => held += 1,
                // What a format cannot hold is refused, never written wrongly.
                Err(why) => assert!(
                    entry.about.protocol.variant.is_none(),
                    "{}: {why}",
                    entry.slug
                ),
            }
        }
        assert!(held > 30, "PGN holds {held} games");
    }
}

mod pdn {
    use super::*;

    /// Games as pydraughts writes them, with the number of their kind and the position at the end.
    const GAMES: [(&str, &str, &str); 3] = [
        (
            "21",
            "1. 11-16 22-18 2. 10-15 18x11 3. 8x15 23-18 4. 15x22 26x17 5. 4-8 24-20 6. 7-11 27-24
             7. 11-15 20x4 8. 2-7 17-13 9. 3-8 4x18 10. 9-14 18x11 11. 1-6 31-26 12. 5-9 32-27
             13. 6-10 13x6 14. 12-16 11x20 15. 10-14 27-23 16. 14-17 21x14 *",
            "B:W14,23,24,25,26,28,29,30,6,K20:B",
        ),
        (
            "20,W,10,10,N2,0",
            "1.32-28 20-25 2.31-26 18-22 3.38-32 19-24 4.43-38 24-29 5.33x24 22x33 6.39x28 14-20
             7.36-31 20x29 8.34x23 17-21 9.26x17 11x33 10.38x29 10-14 11.42-38 6-11 12.47-42 16-21
             13.23-18 12x34 14.40x29 21-26 15.44-40 1-6 16.32-28 4-10 17.49-44 13-18 18.38-32 18-22
             19.28x17 11x22 20.40-34 25-30 21.35x24 7-12 22.32-28 22x33 *",
            "W:W24,29,31,34,37,41,42,44,45,46,48,50:B10,12,14,15,2,26,3,33,5,6,8,9",
        ),
        (
            "20",
            "32-28 18-23 31-26 23x32 38x27 16-21 27x16 13-18 26-21 17x26 42-38 18-22 33-28 22x31
             36x27 12-18 34-29 8-12 35-30 11-17 16-11 7x16 43-38 17-22 38-33 22x31 33-28 18-23 29x7
             1x12 49-43 19-24 30x19 14x32 48-42 12-17 40-34 16-21 43-38 32x43 39x48 20-24 42-37
             31x42 *",
            "W:W34,41,44,45,46,47,48,50:B10,15,17,2,21,24,26,3,4,42,5,6,9",
        ),
    ];

    #[test]
    fn games_of_another_program_lead_where_it_says() {
        for (number, moves, end) in GAMES {
            let text = format!("[GameType \"{number}\"]\n\n{moves}\n");
            let (entry, game, saved) = read(Format::Pdn, &text).expect("it follows the rules");
            let played = Played::new(&game, Some(&entry.about), &saved);
            let played = played.map_err(|(_, why)| why).expect("it replays");
            let end = format!("[GameType \"{number}\"]\n[FEN \"{end}\"]\n*\n");
            let (_, _, end) = read(Format::Pdn, &end).expect("a position");
            let end = Played::new(&game, Some(&entry.about), &end);
            let end = end.map_err(|(_, why)| why).expect("it is set up");
            for slot in 0..game.layout().board_sites {
                let (own, wanted) = (played.state().what(slot), end.state().what(slot));
                assert_eq!(own, wanted, "{number}: slot {slot}");
            }
        }
    }

    #[test]
    fn a_file_without_a_kind_is_english_and_a_capture_may_be_told_in_full() {
        let (entry, ..) = read(Format::Pdn, "1. 11-15 22-18 2. 15x22 25x18 *").expect("a game");
        assert!(entry
            .about
            .formats
            .pdn
            .as_deref()
            .is_some_and(|own| own.starts_with("21")));
        let fen = "[FEN \"B:W15,23,29:B10,1.\"]";
        for capture in ["10x19x26", "10x26"] {
            let text = format!("{fen}\n1. {capture} *");
            let (_, _, saved) = read(Format::Pdn, &text).unwrap_or_else(|why| panic!("{why}"));
            assert_eq!(saved.moves.len(), 2, "{capture}");
        }
        for (text, place) in [
            (
                "1. 11-15 22-18 2. 15x23",
                "line 1, column 19: ply 3 (15x23)",
            ),
            (
                "1. 11-33",
                "line 1, column 4: ply 1 (11-33): there is no square 33",
            ),
            ("[GameType \"99\"]\n*", "line 1, column 1: no game"),
            ("[FEN \"X:W1\"]\n*", "line 1, column 1: who is to move"),
        ] {
            let error = read(Format::Pdn, text)
                .map(|read| read.2.moves)
                .expect_err(text);
            assert!(error.starts_with(place), "{text}: {error}");
        }
    }

    #[test]
    fn random_games_of_draughts_come_back() {
        let mut held = 0;
        for entry in ludarium_games::games() {
            if entry.about.formats.pdn.is_some() {
                let held_now = comes_back(Format::Pdn, entry, 4, 150);
                held_now.unwrap_or_else(|why| panic!("{}: {why}", entry.slug));
                held += 1;
            }
        }
        assert!(held >= 3, "PDN holds {held} games");
    }
}

mod sgf {
    use super::*;

    #[test]
    fn stones_are_placed_from_the_top_left_and_set_up_by_the_root() {
        let text = "(;FF[4]GM[4]SZ[15]PB[A \\] B]\n;B[hh];W[ai](;B[oa];W[])(;B[bb]))";
        let error = read(Format::Sgf, text)
            .map(|read| read.2.moves)
            .expect_err("no pass");
        assert!(error.starts_with("line 2, column 22: ply 4 (W)"), "{error}");
        let (_, _, saved) = read(Format::Sgf, &text.replace(";W[])", ")")).expect("a game");
        assert_eq!(
            saved.moves,
            ["H8", "A7", "O15"].map(|label| saved_label(&saved, label))
        );
        let set_up = "(;GM[4]SZ[19]AB[aa:bb]AW[ss]PL[W];W[jj])";
        let (entry, game, saved) = read(Format::Sgf, set_up).expect("a game");
        assert_eq!(saved.readings, [("Size".to_owned(), "19 lines".to_owned())]);
        let played = Played::new(&game, Some(&entry.about), &saved);
        let state = played
            .map_err(|(_, why)| why)
            .expect("it replays")
            .state()
            .clone();
        let stones = (0..game.layout().board_sites).filter(|slot| !state.is_empty(*slot));
        assert_eq!((stones.count(), state.mover()), (6, 1));
        let (text, _) = written(Format::Sgf, entry, &game, &saved).expect("it is written");
        for part in ["SZ[19]", "AB[ab][bb][aa][ba]", "AW[ss]", "PL[W]", ";W[jj]"] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    /// A label in the case that the game writes it in.
    fn saved_label(saved: &SavedGame, label: &str) -> String {
        let small = saved.moves.iter().all(|own| own.to_lowercase() == *own);
        if small {
            label.to_lowercase()
        } else {
            label.to_owned()
        }
    }

    #[test]
    fn what_cannot_be_read_has_a_place() {
        for (text, place) in [
            (
                "(;GM[4];B[zz])",
                "line 1, column 10: ply 1 (Bzz): there is no point zz",
            ),
            (
                "(;GM[4];B[hh];W[hh])",
                "line 1, column 16: ply 2 (Whh): it is not legal",
            ),
            (
                "(;GM[4];W[hh])",
                "line 1, column 10: ply 1 (Whh): it is not the turn of W",
            ),
            ("(;GM[99];B[hh])", "line 1, column 1: no game"),
            ("(;GM[4]SZ[7];B[aa])", "line 1, column 1: no board"),
            ("(;GM[4];B[hh]", "line 1, column 1: the game is not closed"),
            (
                "(;GM[4];B[hh];AB[aa])",
                "line 1, column 17: stones are set up",
            ),
        ] {
            let error = read(Format::Sgf, text)
                .map(|read| read.2.moves)
                .expect_err(text);
            assert!(error.starts_with(place), "{text}: {error}");
        }
    }

    #[test]
    fn random_games_of_stones_come_back() {
        let mut held = 0;
        for entry in ludarium_games::games() {
            if entry.about.formats.sgf.is_some() {
                let held_now = comes_back(Format::Sgf, entry, 2, 100);
                held_now.unwrap_or_else(|why| panic!("{}: {why}", entry.slug));
                held += 1;
            }
        }
        assert!(held >= 2, "SGF holds {held} games");
    }
}

mod protocols {
    use super::*;

    #[test]
    fn moves_are_read_by_their_squares() {
        for (format, text, moves) in [
            (Format::Uci, "position startpos moves e2e4 e7e5 g1f3", 3),
            (
                Format::Uci,
                "position fen 4k3/1P6/8/8/8/8/8/R3K3 w Q - 0 1 moves b7b8n e8e7 e1c1",
                4,
            ),
            (
                Format::Usi,
                "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e",
                5,
            ),
            (
                Format::Usi,
                "sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1 moves P*5e 5a5b",
                2,
            ),
            (Format::Ucci, "position startpos moves h2e2 h9g7", 2),
        ] {
            let (entry, game, saved) = read(format, text).unwrap_or_else(|why| panic!("{why}"));
            assert_eq!(saved.moves.len(), moves, "{text}");
            let again = written(format, entry, &game, &saved)
                .expect("it is written")
                .0;
            let listed = |text: &str| {
                text.split_once("moves")
                    .map(|(_, moves)| moves.trim().to_owned())
            };
            assert_eq!(listed(&again), listed(text), "{again}");
        }
        for (format, text, place) in [
            (
                Format::Uci,
                "position startpos moves e2e4 e7e4",
                "line 1, column 30: ply 2 (e7e4)",
            ),
            (
                Format::Usi,
                "position startpos moves 7g7d",
                "line 1, column 25: ply 1 (7g7d)",
            ),
            (Format::Uci, "startpos e2e4", "line 1, column 10"),
            (Format::Uci, "e2e4", "line 1, column 1"),
            (Format::Uci, "", "line 1, column 1"),
        ] {
            let error = read(format, text).map(|read| read.2.moves).expect_err(text);
            assert!(error.starts_with(place), "{text}: {error}");
        }
    }

    #[test]
    fn random_games_come_back() {
        for (variant, format) in [
            ("modern-chess", Format::Uci),
            ("shogi", Format::Usi),
            ("shogi", Format::Csa),
            ("shogi", Format::Kif),
            ("xiangqi", Format::Ucci),
            ("xiangqi", Format::Iccs),
            ("xiangqi", Format::Wxf),
        ] {
            let entry = ludarium_games::find(variant).expect(variant);
            let held = comes_back(format, entry, 2, 120);
            held.unwrap_or_else(|why| panic!("{format} {variant}: {why}"));
        }
    }
}

mod csa {
    use super::*;

    #[test]
    fn a_game_is_read_with_names_times_and_result() {
        let text =
            "'a comment\nV2.2\nN+Sente\nN-Gote\n$EVENT:Test\nPI\n+\n+7776FU\nT12\n-3334FU,T6\n\
                    +8822UM\n-3122GI\n+0055KA\n%TORYO\n";
        let games = formats::parse(Format::Csa, text).expect("a game");
        assert_eq!(games[0].tag("Black"), Some("Sente"));
        assert_eq!(games[0].result.as_deref(), Some("%TORYO"));
        let (entry, game, saved) = read(Format::Csa, text).expect("it follows the rules");
        assert_eq!(saved.moves.len(), 5);
        let (again, _) = written(Format::Csa, entry, &game, &saved).expect("it is written");
        assert!(
            again.contains("PI\n+\n+7776FU\n-3334FU\n+8822UM\n"),
            "{again}"
        );
        let handicap = text.replace("PI", "PI82HI22KA").replace("\n+\n", "\n-\n");
        let error = read(Format::Csa, &handicap)
            .map(|read| read.2.moves)
            .expect_err("not X's turn");
        assert!(
            error.starts_with("line 8, column 1: ply 1 (+7776FU)"),
            "{error}"
        );
    }
}

mod xiangqi {
    use super::*;

    #[test]
    fn moves_are_told_by_squares_or_by_files_and_steps() {
        // The same game in both.
        let games = [
            ("ICCS", "1. H2-E2 H9-G7 2. H0-G2 I9-H9 3. I0-H0 H9-H8"),
            ("WXF", "1. C2=5 H8+7 2. H2+3 R9=8 3. R1=2 R8+1"),
        ];
        let read = games.map(|(notation, moves)| {
            let text = format!("[Game \"Chinese Chess\"]\n[Format \"{notation}\"]\n\n{moves} *\n");
            let (entry, game, saved) =
                read(Format::Pgn, &text).unwrap_or_else(|why| panic!("{why}"));
            let format = if notation == "WXF" {
                Format::Wxf
            } else {
                Format::Iccs
            };
            let (again, _) = written(format, entry, &game, &saved).expect("it is written");
            assert!(again.contains(moves), "{again}");
            saved.moves
        });
        assert_eq!(read[0].len(), 6);
        assert_eq!(read[0], read[1]);
    }

    #[test]
    fn the_first_of_two_on_a_file_has_a_plus() {
        let fen = "3k5/9/9/9/R8/9/9/R8/9/4K4 w - - 0 1";
        for (ply, target) in [
            ("R+=5", "e6"),
            ("R-=5", "e3"),
            ("R++1", "a7"),
            ("R--1", "a2"),
        ] {
            let text = format!("[Format \"WXF\"]\n[FEN \"{fen}\"]\n\n1. {ply} *\n");
            let (_, _, saved) = read(Format::Wxf, &text).unwrap_or_else(|why| panic!("{why}"));
            assert!(saved.moves[0].ends_with(target), "{ply}: {:?}", saved.moves);
        }
    }
}

mod kif {
    use super::*;

    const GAME: &str =
        "# ---- Kifu for Windows\n開始日時：2026/11/27\n手合割：平手\n先手：Sente\n後手：Gote\n\
        手数----指手---------消費時間--\n\
        \u{20}  1 ７六歩(77)   ( 0:16/00:00:16)\n*a comment\n\
        \u{20}  2 ３四歩(33)   ( 0:00/00:00:00)+\n\
        \u{20}  3 ２二角成(88)\n\u{20}  4 同　銀(31)\n\u{20}  5 ５五角打\n\u{20}  6 投了\n\
        まで5手で先手の勝ち\n\n変化：3手\n\u{20}  3 ６六歩(67)\n";

    #[test]
    fn a_game_is_read_as_shogi_programs_write_it() {
        let games = formats::parse(Format::Kif, GAME).expect("a game");
        assert_eq!(games[0].tag("White"), Some("Gote"));
        assert_eq!(games[0].result.as_deref(), Some("投了"));
        let (entry, game, saved) = read(Format::Kif, GAME).expect("it follows the rules");
        assert_eq!(saved.moves.len(), 5);
        let (text, _) = written(Format::Kif, entry, &game, &saved).expect("it is written");
        for part in [
            "   3 ２二角成(88)\n   4 同　銀(31)\n   5 ５五角打\n",
            "手合割：平手",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let wrong = GAME.replace("２二角成(88)", "２三角成(88)");
        let error = read(Format::Kif, &wrong)
            .map(|read| read.2.moves)
            .expect_err("illegal");
        assert!(error.starts_with("line 10, column 6: ply 3"), "{error}");
    }

    #[test]
    fn handicaps_and_diagrams_are_positions() {
        let handicap = "手合割：二枚落ち\n手数----指手---------消費時間--\n   1 ６二銀(71)\n";
        let (entry, game, saved) = read(Format::Kif, handicap).expect("it follows the rules");
        let (text, state) = written(Format::Kif, entry, &game, &saved).expect("it is written");
        assert_eq!(state.mover(), 1);
        for part in [
            "| ・ ・ ・ ・ ・ ・ ・ ・ ・|二",
            "後手番",
            "   1 ６二銀(71)",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
