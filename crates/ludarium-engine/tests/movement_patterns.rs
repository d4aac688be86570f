//! Movement patterns read from the rules ([`Game::movement_patterns`]).

use ludarium_engine::{Game, MovementPattern, PathCondition};

/// Two fortresses of four points in the corners of a board of 5 x 5, and a river behind the third
/// row.
fn game() -> Game {
    let text = r#"(game "Fortresses" (players {(player N) (player S)})
        (equipment { (board (square 5) use:Vertex)
            (piece "General" Each (move Step Orthogonal (to if:(and (is In (to) (sites Mover "Fortress"))
                (not (is Friend (who at:(to))))) (apply (if (is Enemy (who at:(to))) (remove (to)))))))
            (piece "Soldier" Each (move Step
                (if (is In (from) (sites Mover "Home")) Forward (directions {Forward Leftward Rightward}))
                (to if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) (remove (to)))))))
            (piece "Horse" Each (move Leap { {F F R F} {F F L F} }
                (to if:(and (not (is Friend (who at:(to))))
                        (all Sites (intersection (sites Around (from) Orthogonal) (sites Around (to) Diagonal)) if:(is Empty (site))))
                    (apply (if (is Enemy (who at:(to))) (remove (to)))))))
            (regions "Fortress" P1 (sites {"A1" "B1" "A2" "B2"})) (regions "Fortress" P2 (sites {"D5" "E5" "D4" "E4"}))
            (regions "Home" P1 (sites {0..14})) (regions "Home" P2 (sites {10..24})) })
        (rules
            (start { (place "General1" coord:"A1") (place "General2" coord:"E5") (place "Soldier1" coord:"C2")
                (place "Soldier2" coord:"C4") (place "Horse1" coord:"B1") (place "Horse2" coord:"D5") })
            (play (forEach Piece)) (end (if (no Moves Next) (result Next Loss)))))"#;
    let (definitions, choices) = (
        ludarium_lud::Definitions::none(),
        ludarium_lud::Choices::defaults(),
    );
    let description =
        ludarium_lud::load("fortresses.lud", text, &definitions, &choices).expect("it is right");
    Game::compile(&description).expect("it compiles")
}

fn ways(game: &Game, name: &str) -> Vec<MovementPattern> {
    let mut kinds = game.components().iter();
    let what = kinds.position(|kind| kind.name == name).expect("a kind");
    game.movement_patterns(what).expect("they are known")
}

fn ends(ways: &[MovementPattern], from: u16) -> Vec<u16> {
    let own = ways.iter().filter(|way| way.from == from);
    own.map(|way| way.to).collect()
}

#[test]
fn a_general_does_not_leave_its_fortress() {
    let game = game();
    let (first, second) = (ways(&game, "General1"), ways(&game, "General2"));
    assert_eq!(ends(&first, 0), [1, 5]);
    assert_eq!(ends(&first, 6), [1, 5], "B2 is the corner of the fortress");
    assert_eq!(ends(&second, 18), [19, 23], "D4 is that of the other");
    assert!(first.iter().all(|way| [0, 1, 5, 6].contains(&way.to)));
}

#[test]
fn a_soldier_goes_sideways_only_beyond_the_river() {
    let game = game();
    let (first, second) = (ways(&game, "Soldier1"), ways(&game, "Soldier2"));
    assert_eq!(ends(&first, 12), [17]);
    assert_eq!(ends(&first, 17), [16, 18, 22]);
    assert_eq!(ends(&second, 12), [7]);
    assert_eq!(ends(&second, 7), [2, 6, 8]);
}

#[test]
fn a_horse_goes_past_the_point_beside_it_that_has_to_be_empty() {
    let horse = ways(&game(), "Horse1");
    let between = |to: u16| {
        let mut own = horse.iter().filter(|way| (way.from, way.to) == (12, to));
        let way = own.next().expect("it goes there");
        assert!(own.next().is_none());
        way.between.clone()
    };
    // From C3 to B5 and D5 past C4, to E4 and E2 past D3, to A2 past B3.
    assert_eq!(
        [21, 23, 19, 9, 5].map(between),
        [[17], [17], [13], [13], [11]]
    );
}

/// Leaps over one piece: of draughts, over the adjacent enemy to the point beyond; of a cannon,
/// over whatever stands first, however far. A piece that flies over enemies may leap over several.
#[test]
fn a_leap_over_one_piece_has_one_piece_between_its_ends() {
    let game = crate::small::game(
        r#"(board (rectangle 1 7))
        (piece "Man" Each (move Hop Orthogonal (between if:(is Enemy (who at:(between)))
            (apply (remove (between)))) (to if:(is Empty (to)))))
        (piece "Cannon" Each (move Hop Orthogonal
            (between before:(count Columns) after:(count Columns) if:(is Occupied (between)))
            (to if:(is Empty (to)) (apply if:(is Enemy (who at:(to))) (remove (to))))))
        (piece "Vaulter" Each (move Hop Orthogonal
            (between before:(count Columns) after:(count Columns) if:(is Enemy (who at:(between))))
            (to if:(not (is Friend (who at:(to)))))))
        (piece "Sled" Each (move Slide Orthogonal (to
            if:(and (is Enemy (who at:(to))) (is In (to) (sites {6}))) (apply (remove (to))))))"#,
        r#"(start { (place "Man1" (sites {0})) (place "Cannon1" (sites {1}))
            (place "Vaulter1" (sites {2})) (place "Sled1" (sites {3})) (place "Man2" (sites {6})) })
        (play (forEach Piece)) (end (if (no Moves Next) (result Next Loss)))"#,
    );
    let seen = |name: &str| {
        let ways = ways(&game, name).into_iter().filter(|way| way.from == 0);
        ways.map(|way| (way.to, way.path_condition))
            .collect::<Vec<_>>()
    };
    let one = PathCondition::OneOccupied;
    assert_eq!(seen("Man1"), [(2, one)]);
    assert_eq!(
        seen("Cannon1"),
        [(2, one), (3, one), (4, one), (5, one), (6, one)]
    );
    let any = seen("Vaulter1");
    assert!(
        any.iter().all(|(_, way)| *way == PathCondition::Any),
        "{any:?}"
    );
    // It takes on the last square alone, but may stop before.
    let sled = seen("Sled1").into_iter().map(|(to, _)| to);
    assert_eq!(sled.collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
}
