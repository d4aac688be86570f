//! A small SVG writer: shapes in drawing order, numbers with three decimals.

use std::fmt::Write as _;

/// A point of a picture; y grows downwards.
pub type Point = (f64, f64);

/// How a shape is painted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paint<'a> {
    /// The fill colour, if any.
    pub fill: Option<&'a str>,
    /// The colour and width of the outline, if any.
    pub stroke: Option<(&'a str, f64)>,
    /// Whether the outline is dashed.
    pub dashed: bool,
}

impl<'a> Paint<'a> {
    /// A fill without an outline.
    #[must_use]
    pub fn fill(colour: &'a str) -> Paint<'a> {
        Paint {
            fill: Some(colour),
            ..Paint::default()
        }
    }

    /// An outline without a fill.
    #[must_use]
    pub fn line(colour: &'a str, width: f64) -> Paint<'a> {
        Paint {
            stroke: Some((colour, width)),
            ..Paint::default()
        }
    }

    /// Adds an outline.
    #[must_use]
    pub fn edge(self, colour: &'a str, width: f64) -> Paint<'a> {
        Paint {
            stroke: Some((colour, width)),
            ..self
        }
    }

    /// Makes the outline dashed.
    #[must_use]
    pub fn dashed(self) -> Paint<'a> {
        Paint {
            dashed: true,
            ..self
        }
    }

    fn write(&self, out: &mut String) {
        let _ = write!(out, " fill=\"{}\"", self.fill.unwrap_or("none"));
        if let Some((colour, width)) = self.stroke {
            let _ = write!(
                out,
                " stroke=\"{colour}\" stroke-width=\"{}\"",
                number(width)
            );
            if self.dashed {
                let dash = number(width * 2.0);
                let _ = write!(out, " stroke-dasharray=\"{dash} {dash}\"");
            }
        }
        out.push_str("/>\n");
    }
}

/// Formats a number with at most three decimals.
#[must_use]
pub fn number(x: f64) -> String {
    let x = if x.is_finite() { x } else { 0.0 };
    match thousandths(x) {
        Some(thousandths) => number_of_thousandths(thousandths),
        None => number_exactly(x),
    }
}

/// Formats a number by all of its binary digits, which takes longer.
fn number_exactly(x: f64) -> String {
    let text = format!("{x:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" => "0".to_owned(),
        text => text.to_owned(),
    }
}

/// A number in thousandths; `None` where it is large, or so near the middle between two of them
/// that the error of a multiplication could decide.
fn thousandths(x: f64) -> Option<i64> {
    let scaled = x * 1000.0;
    let is_near_middle = (scaled.fract().abs() - 0.5).abs() < 1e-6;
    (scaled.abs() < 1e9 && !is_near_middle).then(|| scaled.round() as i64)
}

fn number_of_thousandths(thousandths: i64) -> String {
    let sign = if thousandths < 0 { "-" } else { "" };
    let (whole, rest) = (thousandths.abs() / 1000, thousandths.abs() % 1000);
    match rest {
        0 => format!("{sign}{whole}"),
        rest if rest % 100 == 0 => format!("{sign}{whole}.{}", rest / 100),
        rest if rest % 10 == 0 => format!("{sign}{whole}.{:02}", rest / 10),
        rest => format!("{sign}{whole}.{rest:03}"),
    }
}

/// Formats a point as `x y`, for paths.
#[must_use]
pub fn pair((x, y): Point) -> String {
    format!("{} {}", number(x), number(y))
}

/// Escapes text for SVG.
#[must_use]
pub fn escaped(text: &str) -> String {
    let allowed = text
        .chars()
        .filter(|c| !c.is_control() && !matches!(*c as u32, 0xFFFE | 0xFFFF));
    let mut out = String::with_capacity(text.len());
    for c in allowed {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

/// A drawing in progress.
#[derive(Clone, Debug, Default)]
pub struct Svg {
    body: String,
}

impl Svg {
    /// An empty drawing.
    #[must_use]
    pub fn new() -> Svg {
        Svg::default()
    }

    /// Draws a path.
    pub fn path(&mut self, path: &str, paint: Paint) {
        let _ = write!(self.body, "<path d=\"{path}\"");
        paint.write(&mut self.body);
    }

    /// Draws a circle.
    pub fn circle(&mut self, (x, y): Point, radius: f64, paint: Paint) {
        let _ = write!(
            self.body,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"",
            number(x),
            number(y),
            number(radius)
        );
        paint.write(&mut self.body);
    }

    /// Draws a rectangle with rounded corners.
    pub fn rectangle(&mut self, (x, y): Point, (width, height): Point, round: f64, paint: Paint) {
        let _ = write!(
            self.body,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
            number(x),
            number(y),
            number(width),
            number(height)
        );
        if round > 0.0 {
            let _ = write!(self.body, " rx=\"{}\"", number(round));
        }
        paint.write(&mut self.body);
    }

    /// Draws a straight line.
    pub fn line(&mut self, a: Point, b: Point, paint: Paint) {
        self.path(&format!("M{} L{}", pair(a), pair(b)), paint);
    }

    /// Puts what `draw` draws into a group with these attributes.
    pub fn group(&mut self, attributes: &str, draw: impl FnOnce(&mut Svg)) {
        let _ = writeln!(self.body, "<g {attributes}>");
        draw(self);
        self.body.push_str("</g>\n");
    }

    /// Draws in its own units: scaled, turned (degrees, clockwise), then moved to `at`.
    pub fn placed(&mut self, at: Point, turn: f64, scale: f64, draw: impl FnOnce(&mut Svg)) {
        let (x, y) = (number(at.0), number(at.1));
        let turned = match turn == 0.0 {
            true => String::new(),
            false => format!(" rotate({})", number(turn)),
        };
        let transform = format!("transform=\"translate({x} {y}){turned} scale({scale:.4})\"");
        self.group(&transform, draw);
    }

    /// Clips what `draw` draws to a rectangle. `name` must be unique in the picture.
    pub fn clipped(
        &mut self,
        name: &str,
        (x, y): Point,
        (width, height): Point,
        draw: impl FnOnce(&mut Svg),
    ) {
        let _ = writeln!(
            self.body,
            "<clipPath id=\"{name}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>",
            number(x),
            number(y),
            number(width),
            number(height)
        );
        self.group(&format!("clip-path=\"url(#{name})\""), draw);
    }

    /// Embeds the body of an SVG picture of size `inner`, scaled to a rectangle.
    pub fn nested(&mut self, (x, y): Point, (width, height): Point, inner: Point, body: &str) {
        let _ = writeln!(
            self.body,
            "<svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {}\">\n{body}</svg>",
            number(x),
            number(y),
            number(width),
            number(height),
            pair(inner)
        );
    }

    /// Appends another drawing.
    pub fn add(&mut self, other: &Svg) {
        self.body.push_str(&other.body);
    }

    /// Whether nothing was drawn.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.body.is_empty()
    }

    /// What was drawn, to be part of another picture.
    #[must_use]
    pub fn into_body(self) -> String {
        self.body
    }

    /// The complete SVG file, on a background of the colour `paper`.
    #[must_use]
    pub fn finish(self, title: &str, width: f64, height: f64, paper: &str) -> String {
        let (width, height) = (
            number(width.ceil().max(1.0)),
            number(height.ceil().max(1.0)),
        );
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n\
             <title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"{paper}\"/>\n{}</svg>\n",
            escaped(title),
            self.body
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fast_way_to_write_a_number_writes_what_the_exact_way_writes() {
        let mut numbers = vec![
            0.0,
            -0.0,
            1e8,
            1e9,
            1e15,
            -1e15,
            f64::MAX,
            f64::MIN_POSITIVE,
        ];
        // Around each ten-thousandth, in the middle of which the last decimal changes.
        for whole in (-20_000..20_000).chain(9_990_000..10_010_000) {
            let near = f64::from(whole) / 10_000.0;
            numbers.extend([
                near,
                near * (1.0 + f64::EPSILON),
                near * (1.0 - f64::EPSILON),
            ]);
            numbers.push(near + 1e-9);
        }
        for x in numbers {
            assert_eq!(number(x), number_exactly(x), "{x:e}");
        }
        assert_eq!(number(f64::NAN), "0");
        assert_eq!(number(-0.000_4), "0");
        assert_eq!(number(-1.05), "-1.05");
    }
}
