//! Facts about boards: from geometry, from the rules of well-known games, and from the conventions
//! of the format.

use crate::described;

use described::{board, try_board};
use ludarium_board::{Board, Direction, Relation, RelativeDirection, SiteType, StaticRegion};
use SiteType::{Cell, Edge, Vertex};

fn labels(board: &Board, kind: SiteType, sites: &[u32]) -> Vec<String> {
    let mut labels: Vec<String> = sites
        .iter()
        .map(|&site| board.topology.site(kind, site).label.clone())
        .collect();
    labels.sort();
    labels
}

#[test]
fn the_chess_board_runs_from_a1_to_h8() {
    let chess = board("(board (square 8))");
    assert_eq!(chess.topology.len(Cell), 64);
    assert_eq!(chess.topology.len(Vertex), 81);
    assert_eq!(chess.topology.len(Edge), 144);
    assert_eq!(chess.topology.labelled(Cell, "A1"), Some(0));
    assert_eq!(chess.topology.labelled(Cell, "H1"), Some(7));
    assert_eq!(chess.topology.labelled(Cell, "H8"), Some(63));
    assert_eq!(chess.topology.labelled(Cell, "I1"), None);
}

#[test]
fn a_cell_of_the_chess_board_has_four_orthogonal_and_four_diagonal_neighbours() {
    let chess = board("(board (square 8))");
    let around = |relation| labels(&chess, Cell, chess.topology.neighbours(Cell, 27, relation));
    assert_eq!(around(Relation::Orthogonal), ["C4", "D3", "D5", "E4"]);
    assert_eq!(around(Relation::Diagonal), ["C3", "C5", "E3", "E5"]);
    assert_eq!(around(Relation::Adjacent).len(), 8);
    assert_eq!(chess.topology.neighbours(Cell, 0, Relation::All).len(), 3);
}

#[test]
fn a_rook_in_the_corner_sees_seven_cells_along_each_line() {
    let chess = board("(board (square 8))");
    let lines = chess.topology.radials(Cell, 0, Direction::Orthogonal);
    assert_eq!(
        lines
            .iter()
            .map(|line| line.sites.len())
            .collect::<Vec<_>>(),
        [8, 8]
    );
    let diagonal = chess.topology.radials(Cell, 0, Direction::NE);
    assert_eq!(diagonal[0].sites.last(), Some(&63));
    // A line from a middle site has a straight opposite.
    let east = &chess.topology.radials(Cell, 27, Direction::E)[0];
    assert_eq!(&*east.opposites[0], &[27, 26, 25, 24]);
}

#[test]
fn the_regions_of_the_chess_board_are_its_edges_and_corners() {
    let chess = board("(board (square 8))");
    let region = |region| chess.topology.region(Cell, region);
    assert_eq!(region(StaticRegion::Bottom), (0..8).collect::<Vec<_>>());
    assert_eq!(region(StaticRegion::Top), (56..64).collect::<Vec<_>>());
    assert_eq!(
        region(StaticRegion::Side(Direction::N)),
        region(StaticRegion::Top)
    );
    assert_eq!(region(StaticRegion::Corners), [0, 7, 56, 63]);
    assert_eq!(region(StaticRegion::Centre), [27, 28, 35, 36]);
    assert_eq!(region(StaticRegion::Outer).len(), 28);
    assert_eq!(region(StaticRegion::Inner).len(), 36);
    assert_eq!(region(StaticRegion::Phase(0)).len(), 32);
    assert_eq!(region(StaticRegion::Row(1)), (8..16).collect::<Vec<_>>());
}

#[test]
fn directions_turn_among_those_that_the_relation_has() {
    let chess = board("(board (square 8))");
    let seen = |relation, facing, relative| {
        chess
            .topology
            .resolve_relative(Cell, None, relation, facing, relative)
    };
    use Direction::*;
    assert_eq!(seen(Relation::Adjacent, N, RelativeDirection::FR), [NE]);
    assert_eq!(seen(Relation::Orthogonal, N, RelativeDirection::FR), [E]);
    assert_eq!(seen(Relation::Adjacent, S, RelativeDirection::FL), [SE]);
    assert_eq!(
        seen(Relation::Adjacent, N, RelativeDirection::Backward),
        [S]
    );
    assert_eq!(
        seen(Relation::Adjacent, N, RelativeDirection::Forwards),
        [N, NE, NW]
    );
    assert_eq!(seen(Relation::Diagonal, N, RelativeDirection::FR), [NE]);
    assert_eq!(seen(Relation::Diagonal, N, RelativeDirection::FL), [NW]);
}

#[test]
fn the_points_of_a_go_board_are_its_sites() {
    let go = board("(board (square 19) use:Vertex)");
    assert_eq!(go.default_site, Vertex);
    assert_eq!(go.topology.len(Vertex), 361);
    assert_eq!(go.topology.labelled(Vertex, "S19"), Some(360));
    assert_eq!(
        go.topology
            .neighbours(Vertex, 20, Relation::Orthogonal)
            .len(),
        4
    );
    // Vertices across a square are diagonal neighbours, but they do not touch.
    assert_eq!(
        go.topology.neighbours(Vertex, 20, Relation::Adjacent).len(),
        4
    );
    assert_eq!(go.topology.neighbours(Vertex, 20, Relation::All).len(), 8);
}

#[test]
fn the_board_of_hex_is_a_rhombus_of_121_cells() {
    let hex = board("(board (hex Diamond 11))");
    assert_eq!(hex.topology.len(Cell), 121);
    for side in [Direction::NE, Direction::NW, Direction::SE, Direction::SW] {
        assert_eq!(
            hex.topology.region(Cell, StaticRegion::Side(side)).len(),
            11,
            "{side:?}"
        );
    }
    let most = (0..121)
        .map(|cell| {
            hex.topology
                .neighbours(Cell, cell, Relation::Orthogonal)
                .len()
        })
        .max();
    assert_eq!(most, Some(6));
}

#[test]
fn a_hexagon_of_side_six_has_91_cells_in_three_colours() {
    let hex = board("(board (hex 6))");
    let topology = &hex.topology;
    assert_eq!(topology.len(Cell), 91);
    assert_eq!(topology.labelled(Cell, "A1"), Some(0));
    assert_eq!(topology.labelled(Cell, "A6"), Some(40));
    assert_eq!(topology.labelled(Cell, "K11"), Some(90));
    assert_eq!(topology.region(Cell, StaticRegion::ConvexCorners).len(), 6);
    let phases = (0..91).map(|cell| topology.site(Cell, cell).phase).max();
    assert_eq!(phases, Some(2));
    use Direction::*;
    assert_eq!(
        topology.supported(Cell, Relation::Orthogonal),
        [NNE, E, SSE, SSW, W, NNW]
    );
    assert_eq!(
        topology.supported(Cell, Relation::Diagonal),
        [N, ENE, ESE, S, WSW, WNW]
    );
    // After a quarter turn the same cells keep their numbers and get other labels.
    let turned = board("(board (rotate 90 (hex 6)))");
    assert_eq!(turned.topology.labelled(Cell, "B1"), Some(30));
    assert_eq!(turned.topology.labelled(Cell, "A2"), Some(51));
    assert_eq!(
        turned.topology.supported(Cell, Relation::Orthogonal),
        [N, ENE, ESE, S, WSW, WNW]
    );
}

#[test]
fn the_known_boards_have_their_known_sizes() {
    let sizes = [
        ("(board (hex Star 4))", Cell, 121),
        ("(board (hex Limping 2))", Cell, 12),
        ("(board (hex Prism 7 6))", Cell, 114),
        ("(board (tri Hexagon 3) use:Vertex)", Vertex, 19),
        ("(board (tri 4) use:Vertex)", Vertex, 10),
        ("(board (tiling T3464 2) use:Vertex)", Vertex, 72),
        ("(board (tiling T33434 3) use:Vertex)", Vertex, 62),
        ("(board (concentric Square rings:3) use:Vertex)", Vertex, 24),
        ("(board (concentric {1 8}) use:Vertex)", Vertex, 9),
        (
            "(board (square 5 diagonals:Alternating) use:Vertex)",
            Cell,
            32,
        ),
        ("(board (square 4 pyramidal:True) use:Vertex)", Vertex, 30),
        ("(board (wedge 3) use:Vertex)", Vertex, 7),
        ("(board (spiral turns:5 sites:88) use:Vertex)", Vertex, 88),
        ("(board (complete (regular Star 8)) use:Edge)", Edge, 28),
        ("(board (dual (square 5)))", Vertex, 25),
        ("(boardless Hexagonal)", Cell, 1261),
        ("(boardless Square)", Cell, 1681),
        ("(board (quadhex 4))", Cell, 96),
        ("(mancalaBoard 2 6)", Vertex, 14),
        ("(mancalaBoard 4 8 store:None)", Vertex, 32),
        ("(surakartaBoard (square 6))", Vertex, 36),
    ];
    for (text, kind, count) in sizes {
        assert_eq!(board(text).topology.len(kind), count, "{text}");
    }
}

#[test]
fn merels_lines_join_the_middles_of_the_sides() {
    let merels = board("(board (concentric Square rings:3) use:Vertex)");
    assert_eq!(merels.topology.len(Edge), 32);
    let corners = board("(board (concentric Square rings:3 joinCorners:True) use:Vertex)");
    assert_eq!(corners.topology.len(Edge), 40);
}

#[test]
fn a_track_written_as_a_way_of_a_turtle_goes_around_the_holes() {
    let oware = board("(mancalaBoard 2 6 (track \"Track\" \"1,E,N,W\" loop:True))");
    let track = &oware.tracks[0];
    let sites: Vec<i32> = track.steps.iter().map(|step| step.site).collect();
    assert_eq!(sites, [1, 2, 3, 4, 5, 6, 12, 11, 10, 9, 8, 7]);
    assert!(track.looped);
    assert_eq!(track.steps[11].next, Some(0));
}

#[test]
fn a_track_may_pass_the_stores_of_a_sowing_board() {
    let kalah = board("(mancalaBoard 2 6 (track \"Track\" \"0,ESE,E,ENE,WNW,N,W\" loop:True))");
    let sites: Vec<i32> = kalah.tracks[0].steps.iter().map(|step| step.site).collect();
    assert_eq!(sites, [0, 1, 2, 3, 4, 5, 6, 13, 12, 11, 10, 9, 8, 7]);
}

#[test]
fn the_loops_of_surakarta_pass_each_of_their_crossings_twice() {
    let surakarta = board("(surakartaBoard (square 6) loops:2)");
    assert_eq!(surakarta.tracks.len(), 4);
    for track in &surakarta.tracks {
        assert_eq!(track.steps.len(), 24);
        assert_eq!(track.steps.iter().filter(|step| step.bump > 0).count(), 4);
    }
}

#[test]
fn a_track_may_count_its_steps_and_leave_the_board() {
    let board = board("(board (square 4) (track \"Way\" \"0,E2,N,End\" P1 directed:True))");
    let track = &board.tracks[0];
    let sites: Vec<i32> = track.steps.iter().map(|step| step.site).collect();
    assert_eq!(sites, [0, 1, 2, 6, 10, 14, ludarium_board::track::END]);
    assert_eq!(track.owner, Some(1));
    assert_eq!(track.steps[6].next, None);
}

#[test]
fn a_board_that_is_too_large_is_refused() {
    for text in [
        "(board (square 900))",
        "(board (hex 500))",
        "(board (complete (square 60)))",
    ] {
        let error = try_board(text).expect_err(text);
        assert!(error.contains("at most"), "{error}");
    }
}

#[test]
fn odd_sizes_make_odd_boards_but_never_a_crash() {
    for shape in [
        "square",
        "rectangle",
        "hex",
        "hex Star",
        "hex Triangle",
        "hex Limping",
        "tri",
        "tri Hexagon",
        "tri Limping",
        "tri Star",
        "hex Prism",
        "wedge",
        "square Diamond",
        "tiling T488",
        "tiling T33336",
        "tiling T31212",
        "tiling T4612",
        "tiling T33344",
        "tiling T3636",
        "regular",
    ] {
        for size in [0, 1, 2, 3] {
            for kind in ["Cell", "Vertex", "Edge"] {
                if let Ok(board) = try_board(&format!("(board ({shape} {size}) use:{kind})")) {
                    for kind in SiteType::ALL {
                        for site in 0..board.topology.len(kind) as u32 {
                            let _ = board.topology.radials(kind, site, Direction::All);
                        }
                        let _ = board.topology.region(kind, StaticRegion::Corners);
                        let _ = board.topology.region(kind, StaticRegion::Centre);
                    }
                }
            }
        }
    }
}

#[test]
fn a_board_of_sixty_by_sixty_is_built_whole() {
    let large = board("(board (square 60))");
    assert_eq!(large.topology.len(Cell), 3600);
    assert_eq!(
        large.topology.radials(Cell, 0, Direction::NE)[0]
            .sites
            .len(),
        60
    );
}
