//! The output of the shapes and operators of boards, checked against geometry and against recorded
//! games that name sites by number.

use crate::described;

use described::{board, try_board};
use ludarium_board::graph::{distance, Point};
use ludarium_board::{Board, Direction, Relation, SiteType, StaticRegion};
use SiteType::{Cell, Edge, Vertex};

fn points(board: &Board, kind: SiteType) -> Vec<Point> {
    let sites = board.topology.sites(kind);
    sites.iter().map(|site| site.point).collect()
}

/// The number of faces with this number of sides.
fn sided(board: &Board, sides: usize) -> usize {
    let faces = &board.topology.graph().faces;
    faces.iter().filter(|face| face.len() == sides).count()
}

/// Whether a board is symmetric under a rotation by this part of a full turn about its centre.
fn turns(board: &Board, part: f64) -> bool {
    let points = points(board, Vertex);
    let middle = ludarium_board::graph::mean(points.iter().copied());
    let (sin, cos) = (std::f64::consts::TAU * part).sin_cos();
    points.iter().all(|p| {
        let (x, y) = (p[0] - middle[0], p[1] - middle[1]);
        let at = [
            middle[0] + x * cos - y * sin,
            middle[1] + x * sin + y * cos,
            p[2],
        ];
        points.iter().any(|&q| distance(at, q) < 0.01)
    })
}

const FLAT: [&str; 30] = [
    "square 5",
    "square Diamond 3",
    "square Limping 4",
    "square {4 3 -1 2 3}",
    "square 4 diagonals:Solid",
    "square 5 diagonals:Alternating",
    "square 6 diagonals:Concentric",
    "square 6 diagonals:Radiating",
    "rectangle 3 7",
    "hex 4",
    "hex Star 3",
    "hex Limping 3",
    "hex Triangle 5",
    "hex Prism 3 4",
    "hex Rectangle 4 6",
    "tri Hexagon 4",
    "tri Star 3",
    "tri {3 4 3 4 3}",
    "tiling T31212 3",
    "tiling T33336 3",
    "tiling T33344 3",
    "tiling T33434 3",
    "tiling T3464 3",
    "tiling T3636 3",
    "tiling T4612 3",
    "tiling T488 3",
    "tiling T333333_33434 3",
    "brick 4",
    "brick Diamond 4 trim:True",
    "quadhex 3",
];

#[test]
fn a_flat_board_has_one_vertex_more_than_it_has_edges_beyond_its_cells() {
    // Euler: V - E + F = 1, without the outer face.
    for shape in FLAT {
        for kind in ["Cell", "Vertex"] {
            let board = board(&format!("(board ({shape}) use:{kind})"));
            let [vertices, edges, cells] =
                [Vertex, Edge, Cell].map(|kind| board.topology.len(kind) as i64);
            assert_eq!(vertices - edges + cells, 1, "{shape} by {kind}");
        }
    }
}

#[test]
fn no_edge_of_a_tiling_of_regular_polygons_is_longer_than_another() {
    for shape in FLAT.iter().filter(|shape| shape.starts_with("tiling")) {
        let board = board(&format!("(board ({shape}))"));
        let graph = board.topology.graph();
        for edge in &graph.edges {
            let [a, b] = edge.ends.map(|v| graph.vertices[v as usize]);
            assert!((distance(a, b) - 1.0).abs() < 1e-6, "{shape}");
        }
    }
}

#[test]
fn a_board_in_a_hexagon_of_side_three_repeats_its_largest_tile_nineteen_times() {
    // 3 n (n - 1) + 1 positions.
    for (tiling, sides) in [
        ("T31212", 12),
        ("T4612", 12),
        ("T33336", 6),
        ("T3464", 6),
        ("T3636", 6),
    ] {
        let board = board(&format!("(board (tiling {tiling} 3))"));
        assert_eq!(sided(&board, sides), 19, "{tiling}");
    }
    assert_eq!(sided(&board("(board (tiling T488 3))"), 8), 9);
}

#[test]
fn boards_look_the_same_when_they_are_turned() {
    for (shape, part) in [
        ("square 5", 0.25),
        ("square Diamond 3", 0.25),
        ("square 5 diagonals:Radiating", 0.25),
        ("hex 4", 1.0 / 6.0),
        ("hex Star 3", 1.0 / 6.0),
        ("hex Limping 3", 1.0 / 3.0),
        ("tri Hexagon 4", 1.0 / 6.0),
        ("tiling T31212 3", 1.0 / 6.0),
        ("tiling T3464 3", 1.0 / 6.0),
        ("tiling T3636 3", 1.0 / 6.0),
        ("tiling T4612 3", 1.0 / 6.0),
        ("tiling T488 3", 0.25),
        ("quadhex 3", 1.0 / 6.0),
        ("concentric Triangle rings:3", 1.0 / 3.0),
        ("concentric {1 8 8}", 1.0 / 8.0),
    ] {
        let board = board(&format!("(board ({shape}) use:Vertex)"));
        assert!(turns(&board, part), "{shape}");
    }
}

#[test]
fn walls_rings_and_hexagons_of_squares_have_the_cells_that_they_count() {
    for (text, cells) in [
        ("(board (quadhex 4))", 96),
        ("(board (concentric {4 8 12}))", 24),
        ("(board (concentric {1 6}))", 7),
        // Two rows of four whole bricks, and between them a row of three.
        ("(board (brick 3))", 11),
        // The outer bricks of the long rows are halves.
        ("(board (brick 3 trim:True))", 11),
        ("(board (brick Diamond 3))", 9),
        (
            "(board (repeat 3 4 step:{{1 0} {0 1}} (poly {{0 0} {0 1} {1 1} {1 0}})))",
            12,
        ),
        ("(board (wedge 4))", 0),
    ] {
        assert_eq!(board(text).topology.len(Cell), cells, "{text}");
    }
}

#[test]
fn a_spiral_is_one_line_from_its_middle_outwards() {
    let spiral = board("(board (spiral turns:4 sites:60) use:Vertex)");
    let ends = |site: u32| {
        spiral
            .topology
            .neighbours(Vertex, site, Relation::Orthogonal)
            .to_vec()
    };
    assert_eq!((ends(0), ends(59)), (vec![1], vec![58]));
    assert!((1..59).all(|site| ends(site) == [site - 1, site + 1]));
}

#[test]
fn a_tiling_named_by_its_basis_is_the_tiling() {
    for (basis, own) in [
        ("regular Square Diamond 3", "square Diamond 3"),
        ("regular Square Rectangle 3 5", "rectangle 3 5"),
        ("regular Hexagonal Star 2", "hex Star 2"),
        ("regular Triangular Hexagon 3", "tri Hexagon 3"),
        ("regular Brick Square 3", "brick Square 3"),
        ("regular Celtic Square 3", "celtic 3"),
        ("regular QuadHex Hexagon 3", "quadhex 3"),
        ("regular T3636 Hexagon 2", "tiling T3636 2"),
        (
            "regular SquarePyramidal Square 3",
            "square 3 pyramidal:True",
        ),
        ("regular Concentric Square 3", "concentric Square rings:3"),
    ] {
        let [basis, own] = [basis, own].map(|shape| board(&format!("(board ({shape}))")));
        assert_eq!(points(&basis, Cell), points(&own, Cell));
    }
}

#[test]
fn knotwork_has_a_crossing_on_every_line_of_its_grid() {
    for (rows, columns) in [(1, 1), (2, 3), (4, 4)] {
        let knot = board(&format!("(board (celtic {rows} {columns}) use:Vertex)"));
        let lines = rows * (columns + 1) + columns * (rows + 1);
        assert_eq!(
            knot.topology.len(Vertex),
            lines + 4,
            "and a turn at each corner"
        );
        // Each crossing joins four strands; a turn joins two.
        let inner =
            (0..lines as u32 + 4).filter(|&at| knot.topology.site(Vertex, at).edges.len() == 4);
        assert_eq!(inner.count(), lines, "{rows} {columns}");
    }
    // The squares of the grid, the vertices inside it, and those on its border.
    let knot = board("(board (celtic 3))");
    assert_eq!(sided(&knot, 4), 9 + 4);
    assert_eq!(sided(&knot, 3), 12);
    assert!(turns(&knot, 0.25));
    let cut = board("(board (celtic { 2 2 2 2 }))");
    assert_eq!(
        cut.topology.len(Cell),
        board("(board (celtic 2))").topology.len(Cell)
    );
}

#[test]
fn bricks_lie_in_rows_aside_or_around_half_a_brick() {
    let limping = board("(board (brick Limping 3 4))");
    assert_eq!(limping.topology.len(Cell), 14, "as (brick 3 4)");
    let spiral = board("(board (brick Spiral 3))");
    assert_eq!(spiral.topology.len(Cell), 1 + 4 * (1 + 2));
    assert!(turns(&spiral, 0.25));
}

#[test]
fn a_quadhex_in_thirds_has_three_parts_with_gaps_between_them() {
    let (whole, thirds) = (
        board("(board (quadhex 2))"),
        board("(board (quadhex 2 thirds:True))"),
    );
    assert!(turns(&thirds, 1.0 / 3.0));
    // The three gaps are cells, and so is the triangle in the middle.
    assert_eq!(thirds.topology.len(Cell), whole.topology.len(Cell) + 3 + 1);
    let quads = |board: &Board| sided(board, 4);
    assert_eq!(quads(&whole), quads(&thirds));
}

#[test]
fn a_polygon_may_be_turned_about_the_origin() {
    let one = "(poly { {0 0} {1 0} {1 1} {0 1} }";
    let repeated = board(&format!(
        "(board (repeat 1 1 step:{{ {{3 0}} {{0 3}} }} {one} rotns:4)))"
    ));
    assert_eq!(repeated.topology.len(Cell), 4);
    assert!(turns(&repeated, 0.25));
    let hole = board("(board (hole (shift -2 -2 (square 4)) (poly { {0.1 0.1} {0.9 0.1} {0.9 0.9} {0.1 0.9} } rotns:4)))");
    assert_eq!(hole.topology.len(Cell), 16 - 4);
}

#[test]
fn loops_run_around_triangles_and_hexagons_as_around_squares() {
    for (graph, sides, loops) in [("square 6", 4, 2), ("tri 6", 3, 2), ("tri Hexagon 3", 6, 2)] {
        let looped = board(&format!("(surakartaBoard ({graph}))"));
        assert_eq!(
            looped.tracks.len(),
            2 * loops,
            "{graph}: each loop both ways"
        );
        for track in &looped.tracks {
            assert!(track.looped);
            let bumps: u32 = track.steps.iter().map(|step| step.bump).sum();
            assert_eq!(bumps, sides, "{graph}: a bow at each corner");
        }
    }
    // The line next to the lower side of a triangle of six has five vertices, and so have the
    // others.
    let looped = board("(surakartaBoard (tri 6) loops:1)");
    assert_eq!(looped.tracks[0].steps.len(), 3 * 5);
}

#[test]
fn what_cannot_be_built_is_said_and_not_built_as_something_else() {
    for graph in [
        "regular Square Star 3",
        "regular Mesh Square 3",
        "regular Celtic Star 3",
    ] {
        let error = try_board(&format!("(board ({graph}))")).expect_err(graph);
        assert!(error.contains("has no shape"), "{graph}: {error}");
    }
}

#[test]
fn a_row_half_a_line_above_another_is_told_apart_only_where_labels_would_clash() {
    let label = |board: &Board, site: usize| board.topology.sites(Vertex)[site].label.clone();
    let stores = board("(mancalaBoard 2 5)");
    assert_eq!(label(&stores, 0), "A1");
    let crossed = board("(board (square 3 diagonals:Solid) use:Vertex)");
    let site = crossed.topology.labelled(Vertex, "B2");
    let middle = site.map(|site| crossed.topology.site(Vertex, site).point);
    assert_eq!(middle, Some([0.5, 0.5, 0.0]));
}

#[test]
fn the_crossings_of_a_pentagram_are_numbered_as_they_are_found() {
    let star = board("(board (splitCrossings (regular Star 5)) use:Vertex)");
    let line = |from, to| {
        let lines = star.topology.radials(Vertex, from, Direction::Orthogonal);
        lines.iter().any(|line| line.sites.get(2) == Some(&to))
    };
    // Jumps from recorded games.
    for (from, to) in [(8, 4), (2, 9), (7, 0), (3, 6), (5, 3), (6, 0), (5, 2)] {
        assert!(line(from, to), "{from} to {to}");
    }
}

#[test]
fn an_outline_that_turns_clockwise_takes_its_border_in() {
    let cells = |points: &str| {
        board(&format!("(board (square (poly {{{points}}})))"))
            .topology
            .len(Cell)
    };
    assert_eq!(cells("{0 0} {0 4} {4 4} {4 0}"), 16);
    assert_eq!(cells("{0 0} {4 0} {4 4} {0 4}"), 4);
    let kept = board("(board (keep (square 4) (poly {{0 0} {0 2} {2 2} {2 0}})))");
    assert_eq!(kept.topology.len(Cell), 4);
    let clipped = board("(board (clip (square 4) (poly {{0 0} {0 2} {2 2} {2 0}})))");
    assert_eq!(clipped.topology.len(Vertex), 16);
}

#[test]
fn radiating_diagonals_run_from_the_middle_to_the_corners_and_nowhere_else() {
    let board = board("(board (square 5 diagonals:Radiating) use:Vertex)");
    let slanted = board.topology.len(Edge) - 40;
    assert_eq!(slanted, 8);
    let middle = board
        .topology
        .neighbours(Vertex, 12, Relation::Orthogonal)
        .len();
    assert_eq!(middle, 8);
}

#[test]
fn a_line_inwards_ends_in_the_middle() {
    let round = board("(board (concentric {1 6 6}) use:Vertex)");
    let inwards = &round.topology.radials(Vertex, 5, Direction::In)[0].sites;
    assert_eq!(inwards[..], [5, 0]);
    // No step outwards has the name of the line, but all of these are orthogonal.
    let across = round.topology.radials(Vertex, 5, Direction::Orthogonal);
    let across = across.iter().find(|line| line.sites[1] == 0).unwrap();
    assert_eq!(across.sites[..3], [5, 0, 2]);
    // A slanting step from one ring to the next neither turns nor leads inwards.
    assert_eq!(round.topology.steps(Vertex, 7, Direction::In), [1]);
    assert_eq!(round.topology.steps(Vertex, 7, Direction::CCW), [8]);
}

#[test]
fn lines_around_a_wide_field_make_no_cell_of_it() {
    // A ring of 9 by 9 squares around a hole with 28 sides, and one with 12.
    let ring = |size: usize| {
        let inner = size - 2;
        board(&format!(
            "(board (merge {{(rectangle 1 {size}) (shift 0 {} (rectangle 1 {size})) \
             (shift 0 1 (rectangle {inner} 1)) (shift {} 1 (rectangle {inner} 1))}}))",
            size - 1,
            size - 1,
        ))
        .topology
        .len(Cell)
    };
    assert_eq!(ring(9), 32);
    assert_eq!(ring(5), 17);
}

#[test]
fn opposite_corners_of_a_square_with_a_point_on_its_side_stay_opposite() {
    let board =
        board("(board (merge (rectangle 2 3) (shift 1 0 (scale 0.5 (rectangle 3 1)))) use:Vertex)");
    let far = |site| {
        let mut all = board
            .topology
            .neighbours(Vertex, site, Relation::All)
            .to_vec();
        all.retain(|other| {
            !board
                .topology
                .neighbours(Vertex, site, Relation::Orthogonal)
                .contains(other)
        });
        all
    };
    assert_eq!(far(0), [4]);
    assert_eq!(far(5), [1]);
}

#[test]
fn a_vertex_without_lines_is_inner_where_a_cell_surrounds_it() {
    let board = board("(board (add (square 1) vertices:{{0.5 0.5} {3 3}}))");
    let outer = board.topology.region(Vertex, StaticRegion::Outer);
    assert_eq!(outer, [0, 1, 2, 3, 5]);
}

#[test]
fn around_a_point_of_merged_parts_the_cells_are_numbered_from_the_east() {
    // A rotated column of two cells, and a row of three on top of it.
    let joined =
        board("(board (merge { (rotate 90 (rectangle 1 2)) (shift -0.5 1.5 (rectangle 1 3)) }))");
    let middles: Vec<[f64; 2]> = (0..5)
        .map(|cell| joined.topology.site(Cell, cell).point)
        .map(|point| [point[0].round(), point[1].round()])
        .collect();
    // The column's right side is numbered first; from its upper end the cells lie to the east, then
    // to the north.
    assert_eq!(
        middles,
        [[1.0, 0.0], [1.0, 1.0], [2.0, 2.0], [1.0, 2.0], [0.0, 2.0]]
    );
}
