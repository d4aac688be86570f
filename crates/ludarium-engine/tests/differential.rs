//! Listing with tables gives the same moves as listing by the rules.

use crate::described;
use crate::small;

use ludarium_engine::{Game, SplitMix64, State};

/// Plays a random game and lists the moves of every position in both ways.
fn check_game(name: &str, game: &Game, seed: u64, plies: usize) -> usize {
    let (mut chance, mut pick) = (SplitMix64::new(seed), SplitMix64::new(!seed));
    let mut state = game.start(&mut chance);
    let (mut fast, mut plain) = (Vec::new(), Vec::new());
    for ply in 0..plies {
        if state.over() {
            return ply;
        }
        game.legal(&mut state, &mut fast);
        game.legal_reference(&mut state, &mut plain);
        assert_eq!(fast, plain, "{name}, seed {seed}, ply {ply}");
        let mv = fast[pick.index(fast.len() as u32) as usize];
        game.apply(&mut state, mv, &mut chance);
    }
    plies
}

#[test]
fn listing_by_tables_equals_listing_by_rules() {
    let mut seen = 0;
    for (name, game) in described::games() {
        for seed in 0..2 {
            seen += check_game(name, game, seed, 60);
        }
    }
    assert!(seen > 0, "no position was tested");
}

/// The number of turns, each made move by move; `None` if they take more moves than are left.
fn turns(game: &Game, state: &mut State, left: &mut usize) -> Option<u64> {
    let mut chance = SplitMix64::new(0);
    let mover = state.mover();
    let mut legal = Vec::new();
    game.legal(state, &mut legal);
    *left = left.checked_sub(legal.len())?;
    let mut all = 0;
    for &mv in legal.iter().filter(|&&mv| !game.is_forced_pass(mv)) {
        let mark = game.apply_marked(state, mv, &mut chance);
        let goes_on = state.mover() == mover && !state.over();
        let made = if goes_on {
            turns(game, state, left)
        } else {
            Some(1)
        };
        state.undo(mark);
        all += made?;
    }
    Some(all)
}

#[test]
fn counting_turns_equals_making_them() {
    let mut seen = 0;
    for (name, game) in described::games() {
        if game.players() != 2 || game.features().stochastic {
            continue;
        }
        let (mut chance, mut pick) = (SplitMix64::new(7), SplitMix64::new(8));
        let mut state = game.start(&mut chance);
        for ply in 0..2 {
            game.playout(&mut state, 9, &mut pick, &mut chance);
            if state.over() {
                break;
            }
            // Turns that set up many pieces have too many combinations to count.
            if let Some(made) = turns(game, &mut state, &mut 300) {
                assert_eq!(game.perft(&mut state, 1), made, "{name}, look {ply}");
                seen += 1;
            }
        }
    }
    assert!(seen > 50, "hardly a position was looked at");
}

/// The first player's moves, as pairs of sites, with rooks or with kings and rooks on the given
/// sites.
fn moves_of(start: &str) -> Vec<(i32, i32)> {
    let game = small::game(
        r#"(board (square 5))
           (piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))))))
           (piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))))))
           (piece "Bishop" Each (move Slide Diagonal (to if:(is Enemy (who at:(to))))))"#,
        &format!(
            r#"(start {{ {start} }})
               (play (do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover)))))
               (end (if (no Moves Next) (result Next Loss)))"#
        ),
    );
    let mut state = small::begin(&game);
    let (mut fast, mut plain) = (Vec::new(), Vec::new());
    game.legal(&mut state, &mut fast);
    game.legal_reference(&mut state, &mut plain);
    assert_eq!(fast, plain, "{start}");
    assert_eq!(game.perft(&mut state, 1), plain.len() as u64, "{start}");
    fast.iter().map(|mv| (mv.origin(), mv.target())).collect()
}

#[test]
fn a_pinned_piece_stays_on_its_line_or_captures_the_rook() {
    // The king on the first site of the first row, and a rook of each side in the same row.
    let pieces = r#"(place "King1" 0) (place "Rook1" 2) (place "Rook2" 4) (place "King2" 24)"#;
    let moves = moves_of(pieces);
    let rook: Vec<_> = moves.iter().filter(|(from, _)| *from == 2).collect();
    assert_eq!(rook, [&(2, 3), &(2, 4), &(2, 1)]);
}

#[test]
fn two_pieces_between_a_rook_and_the_king_are_not_pinned() {
    let pieces = r#"(place "King1" 0) (place "Rook1" {1 2}) (place "Rook2" 4) (place "King2" 24)"#;
    let moves = moves_of(pieces);
    assert!(moves.contains(&(1, 6)) && moves.contains(&(2, 7)));
}

#[test]
fn in_double_check_only_the_king_moves() {
    // A rook on the king's row and a bishop on its diagonal; either could be captured.
    let pieces = r#"(place "King1" 0) (place "Rook1" {9 17}) (place "Rook2" 4) (place "Bishop2" 12)
                 (place "King2" 24)"#;
    let moves = moves_of(pieces);
    assert!(!moves.is_empty() && moves.iter().all(|(from, _)| *from == 0));
}

#[test]
fn in_check_other_pieces_capture_the_attacker_or_interpose() {
    let pieces = r#"(place "King1" 0) (place "Rook1" {9 12}) (place "Rook2" 4) (place "King2" 24)"#;
    let moves = moves_of(pieces);
    let others: Vec<_> = moves.iter().filter(|(from, _)| *from != 0).collect();
    assert_eq!(others, [&(9, 4), &(12, 2)]);
}

/// King and pawn against a rook on the far row; the pawn promotes to the given piece.
fn by_rule_and_table(becomes: &str) -> Vec<(i32, i32)> {
    let game = small::game(
        r#"(board (square 4))
           (piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))))))
           (piece "Pawn" P1 N (move Step Forward (to if:(is Empty (to)))
               (then (if (is In (last To) (sites Top)) (promote (last To) (piece (id PIECE Mover)))))))
           (piece "Rook" P2 (move Slide Orthogonal (to if:(is Enemy (who at:(to))))))
           (piece "Queen" P1)"#
            .replace("PIECE", &format!("{becomes:?}"))
            .as_str(),
        r#"(start { (place "King1" 0) (place "King2" 7) (place "Pawn1" 9) (place "Rook2" 15) })
           (play (do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover)))))
           (end (if (no Moves Next) (result Next Loss)))"#,
    );
    let mut state = small::begin(&game);
    let (mut fast, mut plain) = (Vec::new(), Vec::new());
    game.legal(&mut state, &mut fast);
    game.legal_reference(&mut state, &mut plain);
    assert_eq!(fast, plain, "{becomes}");
    fast.iter().map(|mv| (mv.origin(), mv.target())).collect()
}

#[test]
fn a_pawn_may_not_promote_to_an_attacked_king() {
    assert!(by_rule_and_table("Queen").contains(&(9, 13)));
    assert!(!by_rule_and_table("King").contains(&(9, 13)));
}

/// Plays a random game and tests at every position the moves listed there and the moves listed two
/// plies before.
fn check_candidates(name: &str, game: &Game, seed: u64, plies: usize) -> usize {
    let (mut chance, mut pick) = (SplitMix64::new(seed), SplitMix64::new(!seed));
    let mut state = game.start(&mut chance);
    let mut legal = Vec::new();
    let mut before = [Vec::new(), Vec::new()];
    let mut asked = 0;
    for ply in 0..plies {
        if state.over() {
            break;
        }
        let mut listed = Vec::new();
        let deferred = game.pseudo_legal(&mut state, None, &mut listed);
        let aimed = |mv: &&ludarium_engine::Move| mv.target() >= 0;
        let others: &Vec<ludarium_engine::Move> = &before[ply % 2];
        for mv in listed.iter().chain(others).filter(aimed) {
            let told = game.is_pseudo_legal(&mut state, *mv);
            let is = deferred && listed.contains(mv);
            assert_eq!(told, is, "{name}, seed {seed}, ply {ply}: {mv:?}");
            asked += usize::from(is);
        }
        before[ply % 2] = listed;
        game.legal(&mut state, &mut legal);
        let mv = legal[pick.index(legal.len() as u32) as usize];
        game.apply(&mut state, mv, &mut chance);
    }
    asked
}

#[test]
fn a_move_is_pseudo_legal_exactly_if_it_is_listed() {
    let mut asked = 0;
    for (name, game) in described::games() {
        asked += check_candidates(name, game, 1, 30);
    }
    assert!(asked > 1_000, "{asked}");
}

/// Plays a random game and makes every move twice: normally, and with the assumption that the next
/// player can move. Returns how often the assumption was made.
fn check_assumptions(name: &str, game: &Game, seed: u64, plies: usize) -> usize {
    let (mut chance, mut pick) = (SplitMix64::new(seed), SplitMix64::new(!seed));
    let mut state = game.start(&mut chance);
    let (mut legal, mut next) = (Vec::new(), Vec::new());
    let mut supposed = 0;
    for ply in 0..plies {
        if state.over() {
            break;
        }
        game.legal(&mut state, &mut legal);
        let mv = legal[pick.index(legal.len() as u32) as usize];
        let mut hoping = state.clone();
        let (_, open) = game.apply_assuming_reply(&mut hoping, mv, &mut chance.clone());
        game.apply(&mut state, mv, &mut chance);
        supposed += usize::from(open);
        game.legal(&mut hoping, &mut next);
        let stuck = next.iter().all(|mv| mv.target() < 0);
        if !(open && stuck) {
            assert!(hoping == state, "{name}, seed {seed}, ply {ply}: {mv:?}");
        }
    }
    supposed
}

#[test]
fn assuming_a_reply_errs_only_where_there_is_none() {
    let mut supposed = 0;
    for (name, game) in described::games() {
        supposed += check_assumptions(name, game, 1, 60);
    }
    assert!(supposed > 500, "{supposed}");
}

/// Plays a random game and makes every move twice: listing what follows apart and at once.
fn check_lists(name: &str, game: &Game, seed: u64, plies: usize) {
    let (mut chance, mut pick) = (SplitMix64::new(seed), SplitMix64::new(!seed));
    let mut state = game.start(&mut chance);
    let (mut legal, mut at_once) = (Vec::new(), Vec::new());
    game.legal(&mut state, &mut legal);
    for ply in 0..plies {
        if state.over() {
            break;
        }
        let mv = legal[pick.index(legal.len() as u32) as usize];
        let mut other = state.clone();
        game.apply_and_list(&mut other, mv, &mut chance.clone(), &mut at_once);
        game.apply(&mut state, mv, &mut chance);
        game.legal(&mut state, &mut legal);
        assert!(state == other, "{name}, seed {seed}, ply {ply}: {mv:?}");
        assert_eq!(legal, at_once, "{name}, seed {seed}, ply {ply}: {mv:?}");
    }
}

#[test]
fn moves_listed_with_a_move_are_those_listed_after_it() {
    for (name, game) in described::games() {
        for seed in 0..4 {
            check_lists(name, game, seed, 80);
        }
    }
}

/// Go on a small board, where stones are often taken and positions often come back.
fn stones(meta: &str, pieces: &str, place: &str, take: &str, liberty: &str) -> Game {
    small::compiled(&format!(
        r#"(game "Stones" (players 2) (equipment {{ (board (square 4)) {pieces} }})
            (rules (meta {meta})
                (play (or (do (move Add {place} (to (sites Empty)) (then {take})) {liberty}) (move Pass)))
                (end (if (all Passed) (result Mover Draw)))))"#
    ))
}

/// A stone that takes something, or has no empty site beside it, is judged by the groups beside it.
#[test]
fn stones_are_judged_by_their_groups_as_by_placing_them() {
    let one = r#"(piece "Stone" Each)"#;
    let two = r#"(piece "Stone" Each) (piece "Rock" Each)"#;
    let rock = r#"(piece (id "Rock" Mover))"#;
    let enclose = "(enclose (from (last To)) Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between)))))";
    let sometimes = format!("(if (is Odd (count Moves)) {enclose})");
    let sparing = "(enclose (from (last To)) Orthogonal (between if:(and (is Enemy (who at:(between))) (!= 5 (between))) (apply (remove (between)))))";
    let keeping = "(enclose (from (last To)) Orthogonal (between if:(is Enemy (who at:(between))) (apply (if (!= 5 (between)) (remove (between))))))";
    let liberty = "ifAfterwards:(< 0 (count Liberties at:(last To) Orthogonal))";
    let two_liberties = "ifAfterwards:(< 1 (count Liberties at:(last To) Orthogonal))";
    let games = [
        stones("(no Repeat Positional)", one, "", enclose, liberty),
        stones("(no Repeat Situational)", one, "", enclose, liberty),
        stones("(no Repeat Positional)", one, "", enclose, two_liberties),
        stones("(no Repeat Positional)", one, "", &sometimes, liberty),
        stones("(no Repeat Positional)", one, "", sparing, liberty),
        stones("(no Repeat Positional)", one, "", keeping, liberty),
        stones("(no Repeat Positional)", two, "", enclose, liberty),
        stones("(no Repeat Positional)", two, rock, enclose, liberty),
    ];
    for (index, game) in games.iter().enumerate() {
        let plies: usize = (0..40)
            .map(|seed| check_game(&index.to_string(), game, seed, 120))
            .sum();
        assert!(plies > 500, "game {index} was over after {plies} plies");
    }
}

/// Where no position may come back, a piece that is carried is judged by the key of the position.
#[test]
fn carried_pieces_are_judged_by_the_position_as_by_moving_them() {
    let game = |meta: &str, to: &str, then: &str| {
        small::compiled(&format!(
            r#"(game "Carried" (players 2) (equipment {{ (board (square 3))
                (piece "Man" Each (move Step (to if:(not (is Friend (who at:(to)))) {to}) {then}))
                (piece "Lord" Each) }})
            (rules (meta {meta}) (start {{ (place "Man1" {{0 1}}) (place "Man2" {{7 8}}) }})
                (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"#
        ))
    };
    let take = "(apply (remove (to)))";
    let promote = r#"(then (if (is In (last To) (sites {2 6})) (promote (last To) (piece (id "Lord" Mover)))))"#;
    let again = "(then (if (is In (last To) (sites {3 5})) (moveAgain)))";
    let counted = "(then (and (set Var \"Far\" (last To)) (addScore Mover 1)))";
    let last = "(then (if (= 4 (last To)) (remove (last To))))";
    for meta in [
        "(no Repeat Positional)",
        "(no Repeat Situational)",
        "(no Repeat PositionalInTurn)",
    ] {
        for (to, then) in [
            (take, ""),
            ("", ""),
            (take, promote),
            (take, again),
            (take, counted),
            (take, last),
        ] {
            let game = game(meta, to, then);
            let plies: usize = (0..30).map(|seed| check_game(then, &game, seed, 80)).sum();
            assert!(plies > 200, "{meta} {then}: over after {plies} plies");
        }
    }
}

/// Generals in palaces that may not face each other, horses past a leg, cannons over a screen, and
/// janggi's, which neither leap over a cannon nor take one; all on a board where checks abound.
const PALACES: &str = r#"
(define "Ours" (is Friend (who at:(to))))
(define "Take" (apply (if (is Enemy (who at:(to))) (remove (to)))))
(game "Palaces" (players {(player N) (player S)})
    (equipment { (board (rectangle 6 5) use:Vertex)
        (piece "General" Each
            (move Step Orthogonal (to if:(and (is In (to) (sites Mover "Palace")) (not "Ours")) "Take")))
        (piece "Horse" Each
            (move Leap { {F F R F} {F F L F} }
                (to
                    if:(and
                        (not "Ours")
                        (all Sites
                            (intersection (sites Around (from) Orthogonal) (sites Around (to) Diagonal))
                            if:(is Empty (site))))
                    "Take")))
        (piece "Cannon" Each
            (or
                (move Slide Orthogonal)
                (move Hop Orthogonal
                    (between before:(count Rows) after:(count Rows) if:(is Occupied (between)))
                    (to if:(is Empty (to)) (apply if:(is Enemy (who at:(to))) (remove (to)))))))
        (piece "Gun" Each
            (or
                (move Hop Orthogonal
                    (between before:(count Rows) after:(count Rows)
                        if:(and (is Occupied (between)) (not (= (what at:(between)) (id "Gun" P1)))))
                    (to if:(is Empty (to))))
                (move Hop Orthogonal
                    (between before:(count Rows) after:(count Rows)
                        if:(and (is Occupied (between)) (not (= (what at:(between)) (id "Gun" P1)))))
                    (to if:(is Empty (to)) (apply if:(is Enemy (who at:(to))) (remove (to)))))))
        (piece "Chariot" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) "Take")))
        (regions "Palace" P1 (sites {"B1" "C1" "D1" "B2" "C2" "D2"}))
        (regions "Palace" P2 (sites {"B6" "C6" "D6" "B5" "C5" "D5"})) })
    (rules
        (start {
            (place "General1" coord:"C1") (place "General2" coord:"C6")
            (place "Horse1" {"A1" "C2"}) (place "Horse2" {"E6" "C5"})
            (place "Cannon1" {"B1" "E2"}) (place "Cannon2" {"D6" "A5"})
            (place "Gun1" coord:"A2") (place "Gun2" coord:"E5")
            (place "Chariot1" coord:"E1") (place "Chariot2" coord:"A6") })
        (play
            (do (forEach Piece)
                ifAfterwards:(and
                    (not (is Threatened (id "General" Mover) at:(where "General" Mover)))
                    (not
                        (and
                            (= (column of:(where "General" P1)) (column of:(where "General" P2)))
                            (= 0
                                (count Sites
                                    in:(intersection
                                        (sites Between N from:(where "General" P1) to:(where "General" P2))
                                        (sites Occupied by:All)))))))))
        (end (if (no Moves Next) (result Mover Win)))))
"#;

#[test]
fn checks_over_screens_and_past_legs_are_found_without_making_the_moves() {
    let game = small::compiled(PALACES);
    let seen: usize = (0..200)
        .map(|seed| check_game("Palaces", &game, seed, 60))
        .sum();
    assert!(seen > 3_000, "{seen} positions");
}
