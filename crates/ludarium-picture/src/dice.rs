//! Dice and casting sticks, as they fell.

use crate::letters::{self, Align};
use crate::svg::{Paint, Point, Svg};

const BONE: &str = "#fffaf0";
const INK: &str = "#1f1a17";
const BARK: &str = "#7a5230";
const PEN: f64 = 0.035;

/// The width of a die or stick.
#[must_use]
pub fn width(faces: &[i32]) -> f64 {
    match faces.len() {
        0..=2 => 0.42,
        4 => 0.55,
        _ => 0.85,
    }
}

/// Draws a die or stick centred on `at`. A value that is on no face means that it has been used.
pub fn draw(svg: &mut Svg, faces: &[i32], value: i32, at: Point) {
    match faces.len() {
        0..=2 => stick(svg, faces, value, at),
        4 => long_die(svg, faces, value, at),
        _ => die(svg, faces, value, at),
    }
}

/// A split stick: the flat side, which has the higher value, is light and notched.
fn stick(svg: &mut Svg, faces: &[i32], value: i32, (x, y): Point) {
    let flat = faces.iter().max() == Some(&value);
    let fill = if flat { BONE } else { BARK };
    svg.rectangle(
        (x - 0.14, y - 0.46),
        (0.28, 0.92),
        0.13,
        Paint::fill(fill).edge(INK, PEN),
    );
    if flat {
        svg.path(
            &format!(
                "M{} {:.2} v0.56 M{} {:.2} l0.12 0.12 M{} {:.2} l0.12 0.12",
                x,
                y - 0.28,
                x - 0.06,
                y - 0.06,
                x - 0.06,
                y + 0.06
            ),
            Paint::line(INK, PEN),
        );
    } else {
        svg.path(
            &format!("M{} {:.2} v0.5", x - 0.05, y - 0.25),
            Paint::line("#c59a6b", PEN),
        );
    }
}

/// A four-sided long die.
fn long_die(svg: &mut Svg, faces: &[i32], value: i32, (x, y): Point) {
    let used = !faces.contains(&value);
    let paint = Paint::fill(BONE).edge(INK, PEN);
    svg.rectangle(
        (x - 0.21, y - 0.46),
        (0.42, 0.92),
        0.08,
        if used { paint.dashed() } else { paint },
    );
    if used {
        return;
    }
    if (1..=6).contains(&value) {
        // Pips in pairs; the last odd one is centred.
        let rows = (value + 1) / 2;
        for pip in 0..value {
            let row = pip / 2;
            let alone = value % 2 == 1 && pip == value - 1;
            let dx = match alone {
                true => 0.0,
                false => 0.09 - 0.18 * f64::from(pip % 2),
            };
            let dy = (f64::from(row) - f64::from(rows - 1) / 2.0) * 0.24;
            svg.circle((x + dx, y + dy), 0.06, Paint::fill(INK));
        }
    } else {
        letters::write(svg, &value.to_string(), (x, y), 0.3, Align::Middle, INK);
    }
}

/// The positions of the pips, in thirds of a side.
const PIPS: [&[(i32, i32)]; 7] = [
    &[],
    &[(0, 0)],
    &[(-1, 1), (1, -1)],
    &[(-1, 1), (0, 0), (1, -1)],
    &[(-1, -1), (-1, 1), (1, -1), (1, 1)],
    &[(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    &[(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
];

fn die(svg: &mut Svg, faces: &[i32], value: i32, (x, y): Point) {
    let used = !faces.contains(&value);
    let paint = Paint::fill(BONE).edge(INK, PEN);
    svg.rectangle(
        (x - 0.38, y - 0.38),
        (0.76, 0.76),
        0.12,
        if used { paint.dashed() } else { paint },
    );
    if used {
        return;
    }
    match usize::try_from(value)
        .ok()
        .and_then(|value| PIPS.get(value))
    {
        Some(pips) if faces.len() <= 6 => {
            for (column, row) in *pips {
                let at = (x + 0.21 * f64::from(*column), y + 0.21 * f64::from(*row));
                svg.circle(at, 0.075, Paint::fill(INK));
            }
        }
        _ => letters::write(svg, &value.to_string(), (x, y), 0.36, Align::Middle, INK),
    }
}
