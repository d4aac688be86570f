//! Figures drawn as SVG: plain text, without fonts or other files.

use std::fmt::Write as _;

use crate::grid::Cell;
use crate::pentagon::Pentagon;
use crate::tour::Tour;
use crate::{Grid, Stage};

/// The side of a cell, and the margin round a figure.
const CELL: usize = 40;
const MARGIN: usize = 10;
/// The height of a line of text.
const LINE: usize = 22;
/// Maximum number of characters on a line of explanatory text.
const COLUMN: usize = 76;

const INK: &str = "#222";
const PAPER: &str = "#fffdf7";
const SHADE: &str = "#e9e2d0";
const MARK: &str = "#f6d98a";
const TRACK: &str = "#9a2a2a";

fn open(width: usize, height: usize) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"serif\" text-anchor=\"middle\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"{PAPER}\"/>\n"
    )
}

/// Escapes text for XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// The font size with which a number fits into its cell.
fn letters(grid: &Grid) -> usize {
    let digits = grid
        .numbers()
        .map(|(_, n)| n.to_string().len())
        .max()
        .unwrap_or(1);
    match digits {
        0..=2 => 18,
        3 => 15,
        4 => 12,
        _ => 9,
    }
}

/// Draws the cells of an array with their numbers, from a corner of the drawing.
fn cells(svg: &mut String, grid: &Grid, marked: &[Cell], left: usize, top: usize) {
    let size = letters(grid);
    for ((row, column), number) in grid.cells() {
        let (x, y) = (left + column * CELL, top + row * CELL);
        let fill = match (marked.contains(&(row, column)), number) {
            (true, _) => MARK,
            (false, Some(_)) => "#fff",
            (false, None) => "none",
        };
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"0.8\"/>"
        );
        if let Some(number) = number {
            let (x, y) = (x + CELL / 2, y + CELL / 2 + size / 3);
            let _ = writeln!(
                svg,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{INK}\">{number}</text>"
            );
        }
    }
}

/// Draws a square or another array of numbers; `marked` cells are highlighted.
///
/// ```
/// use ludarium_constructions::{svg, Grid};
///
/// let drawing = svg::array(&Grid::natural(3), &[(1, 1)]);
/// assert!(drawing.starts_with("<svg ") && drawing.contains(">5</text>"));
/// ```
#[must_use]
pub fn array(grid: &Grid, marked: &[Cell]) -> String {
    let (width, height) = (
        grid.columns() * CELL + 2 * MARGIN,
        grid.rows() * CELL + 2 * MARGIN,
    );
    let mut svg = open(width, height);
    cells(&mut svg, grid, marked, MARGIN, MARGIN);
    svg + "</svg>\n"
}

/// The text broken into lines.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let full = lines
            .last()
            .is_some_and(|l| !l.is_empty() && l.chars().count() + word.chars().count() >= COLUMN);
        if full {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

/// Draws the stages of a construction one below the other, each with its title and text; `track`
/// draws the leaps between consecutive numbers.
#[must_use]
pub fn stages(stages: &[&Stage], track: bool) -> String {
    let widest = stages
        .iter()
        .map(|s| s.grid.columns() * CELL)
        .max()
        .unwrap_or(0);
    let width = widest.max(COLUMN * 8) + 2 * MARGIN;
    let mut body = String::new();
    let mut y = MARGIN;
    for (index, stage) in stages.iter().enumerate() {
        let _ = writeln!(
            body,
            "<text x=\"{MARGIN}\" y=\"{}\" font-size=\"17\" font-weight=\"bold\" text-anchor=\"start\" fill=\"{INK}\">{}. {}</text>",
            y + LINE - 6,
            index + 1,
            escaped(&stage.title)
        );
        y += LINE;
        for line in wrapped(&stage.text) {
            let _ = writeln!(
                body,
                "<text x=\"{MARGIN}\" y=\"{}\" font-size=\"15\" text-anchor=\"start\" fill=\"{INK}\">{}</text>",
                y + LINE - 6,
                escaped(&line)
            );
            y += LINE;
        }
        y += MARGIN;
        cells(&mut body, &stage.grid, &stage.marked, MARGIN, y);
        if track {
            let path = crate::tour::path_of(&stage.grid);
            leaps(&mut body, &path, false, MARGIN, y);
        }
        y += stage.grid.rows() * CELL + 2 * MARGIN;
    }
    open(width, y) + &body + "</svg>\n"
}

/// Width at which stages side by side begin a new line.
const MAX_STRIP_WIDTH: usize = 1100;

/// Draws the stages of a construction side by side, each under its title.
#[must_use]
pub fn strip(stages: &[&Stage]) -> String {
    let (mut left, mut top, mut high, mut wide) = (MARGIN, MARGIN, 0, 0);
    let mut body = String::new();
    for stage in stages {
        // A letter of a title is about nine units wide.
        let own = (stage.grid.columns() * CELL).max(stage.title.chars().count() * 9);
        if left > MARGIN && left + own > MAX_STRIP_WIDTH {
            (left, top, high) = (MARGIN, top + high + 2 * MARGIN, 0);
        }
        let _ = writeln!(
            body,
            "<text x=\"{left}\" y=\"{}\" font-size=\"16\" font-style=\"italic\" text-anchor=\"start\" fill=\"{INK}\">{}</text>",
            top + LINE - 8,
            escaped(&stage.title)
        );
        cells(&mut body, &stage.grid, &stage.marked, left, top + LINE);
        left += own + 3 * MARGIN;
        high = high.max(stage.grid.rows() * CELL + LINE);
        wide = wide.max(left - 2 * MARGIN);
    }
    open(wide, top + high + MARGIN) + &body + "</svg>\n"
}

/// Draws the line through the cells of a path.
fn leaps(svg: &mut String, path: &[Cell], closed: bool, left: usize, top: usize) {
    let middle =
        |(row, column): Cell| (left + column * CELL + CELL / 2, top + row * CELL + CELL / 2);
    let points: Vec<String> = path
        .iter()
        .map(|cell| {
            let (x, y) = middle(*cell);
            format!("{x},{y}")
        })
        .collect();
    let shape = if closed { "polygon" } else { "polyline" };
    let _ = writeln!(
        svg,
        "<{shape} points=\"{}\" fill=\"none\" stroke=\"{TRACK}\" stroke-width=\"1.6\" stroke-linejoin=\"round\" stroke-opacity=\"0.75\"/>",
        points.join(" ")
    );
    for (cell, fill) in [(path.first(), TRACK), (path.last(), PAPER)] {
        if let Some(cell) = cell {
            let (x, y) = middle(*cell);
            let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"5\" fill=\"{fill}\" stroke=\"{TRACK}\" stroke-width=\"1.6\"/>");
        }
    }
}

/// Draws a tour on its board: the track, a full dot at its beginning and an open one at its end,
/// and optionally the numbers of the cells.
///
/// ```
/// use ludarium_constructions::{svg, tour};
///
/// let (_, beverley) = tour::printed_magic_tours().next().unwrap();
/// assert!(svg::tour(&beverley, true).contains("<polyline points=\"30,30 "));
/// ```
#[must_use]
pub fn tour(tour: &Tour, numbers: bool) -> String {
    let board = &tour.board;
    let (width, height) = (
        board.columns() * CELL + 2 * MARGIN,
        board.rows() * CELL + 2 * MARGIN,
    );
    let mut svg = open(width, height);
    for (row, column) in board.cells() {
        let fill = if (row + column) % 2 == 0 {
            "#fff"
        } else {
            SHADE
        };
        let (x, y) = (MARGIN + column * CELL, MARGIN + row * CELL);
        let _ = writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"0.4\"/>");
    }
    leaps(&mut svg, &tour.path, tour.is_closed(), MARGIN, MARGIN);
    if numbers {
        for (index, (row, column)) in tour.path.iter().enumerate() {
            let (x, y) = (MARGIN + column * CELL + 3, MARGIN + row * CELL + 12);
            let _ = writeln!(
                svg,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"11\" text-anchor=\"start\" fill=\"{INK}\">{}</text>",
                index + 1
            );
        }
    }
    svg + "</svg>\n"
}

/// Draws a circle of rings and sectors: one ring per row of the array, from the innermost outwards.
#[must_use]
pub fn circle(grid: &Grid, middle: i64) -> String {
    let step = 34.0;
    let (rings, sectors) = (grid.rows().max(1), grid.columns().max(1));
    let radius = |ring: f64| step * (ring + 1.2);
    let centre = radius(rings as f64) + MARGIN as f64;
    let size = (2.0 * centre) as usize;
    let mut svg = open(size, size);
    for ring in 0..=rings {
        let _ = writeln!(
            svg,
            "<circle cx=\"{centre:.1}\" cy=\"{centre:.1}\" r=\"{:.1}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"0.8\"/>",
            radius(ring as f64)
        );
    }
    let at =
        |angle: f64, radius: f64| (centre + radius * angle.sin(), centre - radius * angle.cos());
    let turn = |sector: f64| sector * std::f64::consts::TAU / sectors as f64;
    for sector in 0..sectors {
        let ((x, y), (u, v)) = (
            at(turn(sector as f64), radius(0.0)),
            at(turn(sector as f64), radius(rings as f64)),
        );
        let _ = writeln!(svg, "<line x1=\"{x:.1}\" y1=\"{y:.1}\" x2=\"{u:.1}\" y2=\"{v:.1}\" stroke=\"{INK}\" stroke-width=\"0.8\"/>");
    }
    for ((ring, sector), number) in grid.numbers() {
        let (x, y) = at(turn(sector as f64 + 0.5), radius(ring as f64 + 0.5));
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"15\" fill=\"{INK}\">{number}</text>",
            y + 5.0
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{centre:.1}\" y=\"{:.1}\" font-size=\"18\" fill=\"{INK}\">{middle}</text>",
        centre + 6.0
    );
    svg + "</svg>\n"
}

/// Draws a pentagon with its rings.
#[must_use]
pub fn pentagon(pentagon: &Pentagon) -> String {
    let step = 64.0;
    let centre = step * (pentagon.rings.len() as f64 + 0.4);
    let size = (2.0 * centre) as usize;
    let mut svg = open(size, size);
    let corner = |k: usize, corner: usize| {
        let angle = std::f64::consts::TAU * corner as f64 / 5.0;
        let radius = step * k as f64;
        (centre + radius * angle.sin(), centre - radius * angle.cos())
    };
    let point = |svg: &mut String, (x, y): (f64, f64), number: i64| {
        let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"12\" fill=\"{PAPER}\" stroke=\"{INK}\" stroke-width=\"0.6\"/>");
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"13\" fill=\"{INK}\">{number}</text>",
            y + 4.5
        );
    };
    for k in 1..=pentagon.rings.len() {
        let corners: Vec<String> = (0..5)
            .map(|c| corner(k, c))
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect();
        let _ = writeln!(
            svg,
            "<polygon points=\"{}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"0.8\"/>",
            corners.join(" ")
        );
    }
    point(&mut svg, (centre, centre), pentagon.middle);
    for (k, ring) in (1..).zip(&pentagon.rings) {
        for (index, number) in ring.iter().enumerate() {
            let (from, to) = (corner(k, index / (2 * k)), corner(k, index / (2 * k) + 1));
            let part = (index % (2 * k)) as f64 / (2 * k) as f64;
            point(
                &mut svg,
                (
                    from.0 + part * (to.0 - from.0),
                    from.1 + part * (to.1 - from.1),
                ),
                *number,
            );
        }
    }
    svg + "</svg>\n"
}
