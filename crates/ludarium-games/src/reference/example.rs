//! Examples of ludemes, and the small games (frames) in which they are tested.

use std::sync::OnceLock;

/// Part of a description that shows a ludeme in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The frame in which the example is tested.
    pub frame: &'static str,
    /// The example.
    pub text: String,
}

/// A small game with a placeholder for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The name by which examples refer to it.
    pub name: &'static str,
    /// The place of the placeholder in the game, in words.
    pub place: &'static str,
    /// The description, with `EXAMPLE` as the placeholder.
    pub text: &'static str,
}

/// The placeholder in a frame.
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

/// Puts a text into a frame and returns the whole description. `None` if there is no such frame.
///
/// ```
/// let game = ludarium_games::reference::framed("moves", "(move Add (to (sites Empty)))").unwrap();
/// let definitions = ludarium_games::definitions();
/// assert!(ludarium_games::load_text("example.lud", &game, &definitions, &[]).is_ok());
/// ```
#[must_use]
pub fn framed(frame: &str, text: &str) -> Option<String> {
    let frame = frames().iter().find(|known| known.name == frame)?;
    Some(frame.text.replace(OPEN, text))
}
