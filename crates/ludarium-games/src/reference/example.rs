//! Examples, and the small games that they are put into to be tried.

use std::sync::OnceLock;

/// A piece of a description that shows a ludeme at work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The frame that it is put into.
    pub frame: &'static str,
    /// The example.
    pub text: String,
}

/// A game with a place left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// What examples call it.
    pub name: &'static str,
    /// Where in a game the open place is, in words.
    pub place: &'static str,
    /// The description, with `OPEN` at the open place.
    pub text: &'static str,
}

/// What stands at the open place of a frame.
const OPEN: &str = "EXAMPLE";

/// All frames.
pub fn frames() -> &'static [Frame] {
    static FRAMES: OnceLock<Vec<Frame>> = OnceLock::new();
    FRAMES.get_or_init(|| {
        let text = include_str!("../../notes/frames.txt");
        let frame = |block: &'static str| {
            let (head, text) = block.split_once('\n')?;
            let (name, place) = head.split_once(':')?;
            Some(Frame {
                name: name.trim(),
                place: place.trim(),
                text: text.trim(),
            })
        };
        text.split("== ").skip(1).filter_map(frame).collect()
    })
}

/// The whole description that comes of putting a text into a frame, if there is such a frame.
///
/// ```
/// let game = ludarium_games::reference::framed("moves", "(move Add (to (sites Empty)))").unwrap();
/// assert!(ludarium_games::load_text("example.lud", &game, &ludarium_games::definitions(), &[]).is_ok());
/// ```
#[must_use]
pub fn framed(frame: &str, text: &str) -> Option<String> {
    let frame = frames().iter().find(|known| known.name == frame)?;
    Some(frame.text.replace(OPEN, text))
}
