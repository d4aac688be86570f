//! Several pictures side by side, with captions.

use crate::board::{LABEL, PAPER};
use crate::letters::{self, Align};
use crate::svg::{Paint, Svg};

/// The margin around the pictures and between them, relative to their height.
const MARGIN: f64 = 0.05;
/// The space for captions, and the height of their capitals, relative to the height of a picture.
const CAPTION_SPACE: f64 = 0.1;
const CAPTION_HEIGHT: f64 = 0.042;
/// The radius of the corners of the sheet, relative to the height of a picture.
const CORNER: f64 = 0.04;

/// Composes pictures made by [`Scene::draw`](crate::Scene::draw) side by side, each `height` pixels
/// high, with a caption below each. `pictures` holds (caption, SVG).
///
/// The sheet has rounded corners and nothing around it, so it can be shown on any background. The
/// ids of the pictures' elements are removed, because they would not be unique. A text that is not
/// such a picture is left out.
///
/// ```
/// use ludarium_engine::SplitMix64;
/// use ludarium_picture::{row, Marks, Options, Scene};
///
/// let entry = ludarium_games::find("shatranj").unwrap();
/// let game = ludarium_games::load(entry, &[]).unwrap().game;
/// let state = game.start(&mut SplitMix64::new(0));
/// let scene = Scene::new(&game, Some(&entry.about));
/// let svg = scene.draw(&state, &Marks::default(), &Options::default());
/// let two = row(&[("Shatranj", &svg), ("Once more", &svg)], 400.0);
/// assert_eq!(two.matches("<svg").count(), 3);
/// ```
#[must_use]
pub fn row(pictures: &[(&str, &str)], height: f64) -> String {
    let (margin, caption) = (MARGIN * height, CAPTION_SPACE * height);
    let mut content = Svg::new();
    let mut x = margin;
    for (text, picture) in pictures {
        let Some(picture) = Picture::read(picture) else {
            continue;
        };
        let width = height * picture.width / picture.height;
        content.nested(
            (x, margin),
            (width, height),
            (picture.width, picture.height),
            &without_ids(picture.body),
        );
        let middle = (x + width / 2.0, margin + height + 0.55 * caption);
        let capitals = CAPTION_HEIGHT * height;
        letters::write(&mut content, text, middle, capitals, Align::Middle, LABEL);
        x += width + margin;
    }
    let size = (x, height + 2.0 * margin + caption);
    let mut sheet = Svg::new();
    sheet.rectangle((0.0, 0.0), size, CORNER * height, Paint::fill(PAPER));
    sheet.add(&content);
    let titles: Vec<&str> = pictures.iter().map(|(text, _)| *text).collect();
    sheet.finish(&titles.join(", "), size.0, size.1, "none")
}

/// A picture, taken apart.
struct Picture<'a> {
    width: f64,
    height: f64,
    body: &'a str,
}

impl Picture<'_> {
    fn read(svg: &str) -> Option<Picture<'_>> {
        let (head, rest) = svg.split_once('>')?;
        let size = |name: &str| -> Option<f64> {
            let after = head.split_once(&format!(" {name}=\""))?.1;
            after.split_once('"')?.0.parse().ok()
        };
        // The title and the background belong to the single picture.
        let body = rest.split_once("/>\n")?.1.strip_suffix("</svg>\n")?;
        Some(Picture {
            width: size("width")?,
            height: size("height")?,
            body,
        })
    }
}

fn without_ids(body: &str) -> String {
    let mut parts = body.split(" id=\"");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str(part.split_once('"').map_or(part, |(_, rest)| rest));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_removed_and_everything_else_stays() {
        let body = "<g id=\"site-1\">\n<path d=\"M0 0\"/>\n</g>\n";
        assert_eq!(without_ids(body), "<g>\n<path d=\"M0 0\"/>\n</g>\n");
    }

    #[test]
    fn what_is_not_a_picture_is_left_out() {
        assert_eq!(
            row(&[("x", "no picture")], 100.0).matches("<svg").count(),
            1
        );
    }
}
