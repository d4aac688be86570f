//! Board outlines: polygons, and walks given by the lengths of their sides.

use ludarium_lud::{Call, Ludeme, Node};

use crate::build::Builder;
use crate::graph::Point;
use crate::number::{error, point, whole, Built};

/// The polygons of a `(poly ...)`: one, or its rotations about the origin.
pub(crate) fn polygons(node: &Node) -> Built<Vec<Vec<Point>>> {
    let call = node
        .call()
        .filter(|call| matches!(call.ludeme, Ludeme::Poly | Ludeme::PolyDim));
    let Some(points) = call.and_then(|call| call.args.first()?.as_ref()) else {
        return error("bad-polygon", node, "expected a polygon");
    };
    let points: Vec<Point> = points.items().iter().map(point).collect::<Built<_>>()?;
    let turns = call
        .and_then(|call| call.arg("rotns"))
        .map_or(Ok(1), whole)?;
    /// Maximum number of rotations.
    const MAX_TURNS: i32 = 360;
    if !(1..=MAX_TURNS).contains(&turns) {
        let message = format!("a polygon may be rotated 1 to {MAX_TURNS} times");
        return error("bad-polygon", node, message);
    }
    let turned = |turn: i32| {
        let (sin, cos) = (std::f64::consts::TAU * f64::from(turn) / f64::from(turns)).sin_cos();
        let about = |p: &Point| [p[0] * cos - p[1] * sin, p[0] * sin + p[1] * cos, p[2]];
        points.iter().map(about).collect()
    };
    Ok((0..turns).map(turned).collect())
}

/// Whether a point lies in one of the outlines that cut a graph; see [`encloses`].
pub(crate) fn enclose(outlines: &[Vec<Point>], at: Point) -> bool {
    outlines.iter().any(|outline| encloses(outline, at))
}

/// The lowest and highest coordinates of all outlines.
pub(crate) fn bounds_of(outlines: &[Vec<Point>]) -> ([f64; 2], [f64; 2]) {
    bounds(&outlines.concat())
}

/// The outline of a board, from its first argument: a polygon, or the lengths of its sides going
/// clockwise, each counting the sites along it. A negative length turns the other way.
pub(crate) fn outline(
    builder: &Builder,
    node: &Node,
    call: &Call,
    turn: f64,
    more: usize,
) -> Built<Vec<Vec<Point>>> {
    let Some(first) = call
        .args
        .iter()
        .flatten()
        .find(|argument| argument.word().is_none())
    else {
        return error("bad-polygon", node, "expected an outline");
    };
    if first.call().is_some() {
        return polygons(first);
    }
    let mut lengths = Vec::new();
    for item in first.items() {
        let length = whole(item)?;
        if length.unsigned_abs() as usize > builder.limits.dimension {
            return error("board-too-large", item, "this side is too long");
        }
        lengths.push(length);
    }
    let full = (std::f64::consts::TAU / turn).round() as usize;
    if lengths.is_empty() || lengths.len() > 4 * full {
        return error(
            "bad-polygon",
            first,
            "this is not a valid list of side lengths",
        );
    }
    // The first side leads up on the left for squares, and to the right along the top for
    // triangles.
    let mut heading = if full == 4 { turn } else { 0.0 };
    let mut at = [0.0f64, 0.0, 0.0];
    let mut points = vec![at];
    // The lengths are repeated until the last side follows from the others.
    let sides = lengths.len().max(full - 1);
    for &length in lengths.iter().cycle().take(sides) {
        let steps = f64::from(length.abs()) + more as f64 - 1.0;
        if length < 0 {
            heading += 2.0 * turn;
        }
        at = [
            at[0] + steps * heading.cos(),
            at[1] + steps * heading.sin(),
            0.0,
        ];
        points.push(at);
        heading -= turn;
    }
    Ok(vec![points])
}

/// The lowest and highest coordinates.
fn bounds(points: &[Point]) -> ([f64; 2], [f64; 2]) {
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for point in points {
        for axis in 0..2 {
            low[axis] = low[axis].min(point[axis]);
            high[axis] = high[axis].max(point[axis]);
        }
    }
    if points.is_empty() {
        ([0.0; 2], [0.0; 2])
    } else {
        (low, high)
    }
}

/// Points this close to the border lie on it.
const BORDER: f64 = 0.001;

/// How far a polygon that cuts a graph extends beyond its border, or ends short of it. Recorded
/// boards need a value between 0.032 and 0.064.
pub(crate) const MARGIN: f64 = 0.05;

/// Whether a point lies in a polygon or on its border.
pub(crate) fn contains(polygon: &[Point], at: Point) -> bool {
    inside(polygon, at) || to_border(polygon, at) < BORDER
}

/// Whether a point lies within an outline that cuts a graph. A clockwise outline extends a little
/// beyond its border; an anticlockwise one ends a little short of it.
fn encloses(outline: &[Point], at: Point) -> bool {
    if area(outline) < 0.0 {
        inside(outline, at) || to_border(outline, at) < MARGIN
    } else {
        inside(outline, at) && to_border(outline, at) > MARGIN
    }
}

fn to_border(polygon: &[Point], at: Point) -> f64 {
    (0..polygon.len())
        .map(|i| to_segment(at, polygon[i], polygon[(i + 1) % polygon.len()]))
        .fold(f64::INFINITY, f64::min)
}

/// Whether a point lies in a polygon, by the number of its sides to the right of the point.
pub(crate) fn inside(polygon: &[Point], at: Point) -> bool {
    let mut inside = false;
    for i in 0..polygon.len() {
        let (a, b) = (polygon[i], polygon[(i + 1) % polygon.len()]);
        if (a[1] > at[1]) != (b[1] > at[1])
            && at[0] < (b[0] - a[0]) * (at[1] - a[1]) / (b[1] - a[1]) + a[0]
        {
            inside = !inside;
        }
    }
    inside
}

fn to_segment(p: Point, a: Point, b: Point) -> f64 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let square = dx * dx + dy * dy;
    let along = if square > 0.0 {
        ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square
    } else {
        0.0
    };
    let along = along.clamp(0.0, 1.0);
    (p[0] - a[0] - along * dx).hypot(p[1] - a[1] - along * dy)
}

/// The signed area: positive if the corners run anticlockwise.
pub(crate) fn area(polygon: &[Point]) -> f64 {
    let sides = (0..polygon.len()).map(|i| (polygon[i], polygon[(i + 1) % polygon.len()]));
    sides.map(|(a, b)| (a[0] * b[1] - b[0] * a[1]) / 2.0).sum()
}
