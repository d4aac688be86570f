//! Facts about the borders of boards: outlines, corners, sides, and cut-off parts.

use crate::described;

use described::board;
use ludarium_board::{Board, Direction, SiteType, StaticRegion};
use SiteType::{Cell, Vertex};

/// The number of sites in each row, from the bottom.
fn rows(board: &Board, kind: SiteType) -> Vec<usize> {
    let mut rows: Vec<usize> = Vec::new();
    for site in board.topology.sites(kind) {
        let row = site.row as usize;
        rows.resize(rows.len().max(row + 1), 0);
        rows[row] += 1;
    }
    rows
}

#[test]
fn a_hexagon_with_two_lengths_of_side_stands_on_the_second() {
    let two = board("(board (hex 2 3))");
    assert_eq!(rows(&two, Cell), [3, 4, 3, 2]);
    assert_eq!(
        rows(&board("(board (hex Limping 2 3))"), Cell),
        [3, 4, 3, 2]
    );
    let points = board("(board (tri Hexagon 2 3) use:Vertex)");
    assert_eq!(rows(&points, Vertex), [3, 4, 3, 2]);
}

#[test]
fn a_square_on_its_corner_has_the_same_squares_whatever_is_played_on() {
    let cells = board("(board (square Diamond 3))");
    assert_eq!(rows(&cells, Cell), [1, 3, 5, 3, 1]);
    let vertices = board("(board (square Diamond 3) use:Vertex)");
    assert_eq!(rows(&vertices, Cell), [1, 3, 5, 3, 1]);
    assert_eq!(rows(&vertices, Vertex), [2, 4, 6, 6, 4, 2]);
}

#[test]
fn the_sides_of_a_hexagon_end_at_its_corners() {
    let limping = board("(board (tri Limping 4) use:Vertex)");
    let side = |direction| {
        limping
            .topology
            .region(Vertex, StaticRegion::Side(direction))
    };
    use Direction::{NE, NW, SE, SW};
    let sides = [NE, NW, SE, SW].map(|direction| side(direction).len());
    assert_eq!(sides, [5, 5, 4, 4]);
    assert_eq!(side(Direction::S), [0, 1, 2, 3, 4]);
}

#[test]
fn the_border_of_a_hole_has_no_corners() {
    let holed = board("(board (remove (square 5) vertices:{ 12 }) use:Vertex)");
    let corners = holed.topology.region(Vertex, StaticRegion::Corners);
    assert_eq!(corners, [0, 4, 19, 23]);
}

#[test]
fn of_triangles_within_an_outline_only_columns_near_its_box_are_there() {
    let sites = |sides: &str| {
        let board = board(&format!("(board (tri {{ {sides} }}) use:Vertex)"));
        board.topology.len(Vertex)
    };
    // Hexagons with alternating side lengths: small ones are complete.
    assert_eq!(sites("3 5 3 5 3"), 36);
    assert_eq!(sites("4 5 4 5 4"), 48);
    // Larger ones lack the columns that lean away from the corner, unless the outline extends
    // farther there.
    assert!(sites("6 8 6 8 6") < 126);
    assert_eq!(sites("6 8 6 10 5"), 126);
}

#[test]
fn the_cells_of_a_dual_keep_their_numbers_when_it_is_turned() {
    let sides = |text: &str| -> Vec<usize> {
        let board = board(text);
        let cells = board.topology.sites(Cell);
        cells.iter().map(|site| site.vertices.len()).collect()
    };
    let whole = sides("(board (dual (tiling T3464 3)))");
    assert_eq!(sides("(board (rotate 30 (dual (tiling T3464 3))))"), whole);
    let cut = sides("(board (remove (rotate 30 (dual (tiling T3464 3))) cells:{ 0 }))");
    assert_eq!(cut, whole[1..]);
}
