//! The tables that make listing fast change nothing of what is listed.

mod described;
mod small;

use engine::{Game, SplitMix64};

/// Plays a random game, and lists the moves of every position in both ways.
fn check_game(name: &str, game: &Game, seed: u64, plies: usize) -> usize {
    let (mut chance, mut pick) = (SplitMix64::new(seed), SplitMix64::new(!seed));
    let mut state = game.start(&mut chance);
    let (mut fast, mut plain) = (Vec::new(), Vec::new());
    for ply in 0..plies {
        if state.over() {
            return ply;
        }
        game.legal(&mut state, &mut fast);
        game.legal_plainly(&mut state, &mut plain);
        assert_eq!(fast, plain, "{name}, seed {seed}, ply {ply}");
        let mv = fast[pick.index(fast.len() as u32) as usize];
        game.apply(&mut state, mv, &mut chance);
    }
    plies
}

#[test]
fn moves_are_listed_by_tables_as_by_the_rules() {
    let mut seen = 0;
    for (name, game) in described::games() {
        for seed in 0..2 {
            seen += check_game(name, game, seed, 60);
        }
    }
    assert!(seen > 0, "no position was looked at");
}

/// King and pawn against a rook on the far row, where the pawn becomes what is named.
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
    game.legal_plainly(&mut state, &mut plain);
    assert_eq!(fast, plain, "{becomes}");
    fast.iter().map(|mv| (mv.origin(), mv.target())).collect()
}

#[test]
fn a_pawn_may_not_become_a_king_where_a_rook_attacks_it() {
    assert!(by_rule_and_table("Queen").contains(&(9, 13)));
    assert!(!by_rule_and_table("King").contains(&(9, 13)));
}
