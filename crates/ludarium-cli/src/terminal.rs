//! Inline images in terminals that support them.

use std::io::IsTerminal as _;

use ludarium_engine::State;
use ludarium_picture::{Marks, Options, Scene};

use crate::game_args::Chosen;
use crate::image;

/// The protocol for inline images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Images {
    /// The graphics protocol of kitty.
    Kitty,
    /// The inline images of iTerm2.
    ITerm,
}

/// Maximum payload of one chunk of kitty's protocol, in bytes.
const PIECE: usize = 4096;
/// Distance between neighbouring sites, in pixels.
const CELL: f64 = 36.0;

impl Images {
    /// The image protocol of standard output; `None` if `letters` is set or the output is not a
    /// terminal.
    pub fn of_terminal(letters: bool) -> Option<Images> {
        match letters || !std::io::stdout().is_terminal() {
            true => None,
            false => Images::told_by(|name| std::env::var(name).ok()),
        }
    }

    /// Detects the protocol from environment variables. Terminal multiplexers are excluded.
    fn told_by(variable: impl Fn(&str) -> Option<String>) -> Option<Images> {
        if variable("TMUX").is_some() || variable("STY").is_some() {
            return None;
        }
        let program = variable("TERM_PROGRAM").unwrap_or_default();
        let term = variable("TERM").unwrap_or_default();
        let kitty = variable("KITTY_WINDOW_ID").is_some()
            || ["xterm-kitty", "xterm-ghostty"].contains(&term.as_str())
            || program == "ghostty";
        match program.as_str() {
            _ if kitty => Some(Images::Kitty),
            "iTerm.app" | "WezTerm" => Some(Images::ITerm),
            _ => None,
        }
    }

    /// The escape sequence that shows the board of a game.
    pub fn board(self, chosen: &Chosen, state: &State) -> Option<String> {
        let scene = Scene::new(&chosen.loaded.game, chosen.about());
        let options = Options {
            cell: CELL,
            ..Options::default()
        };
        self.inline(&scene.draw(state, &Marks::default(), &options))
    }

    /// The escape sequence that shows an SVG picture.
    pub fn inline(self, svg: &str) -> Option<String> {
        let bytes = image::png(svg).ok()?;
        let text = base64(&bytes);
        Some(match self {
            Images::ITerm => format!("\x1b]1337;File=inline=1;size={}:{text}\x07", bytes.len()),
            Images::Kitty => {
                let mut out = String::new();
                let mut rest = text.as_str();
                let mut first = true;
                while !rest.is_empty() {
                    let (piece, after) = rest.split_at(rest.len().min(PIECE));
                    rest = after;
                    let more = u8::from(!rest.is_empty());
                    let head = if first { "a=T,f=100," } else { "" };
                    out.push_str(&format!("\x1b_G{head}m={more};{piece}\x1b\\"));
                    first = false;
                }
                out
            }
        })
    }
}

/// Encodes bytes as base64.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let at = |index: usize| u32::from(chunk.get(index).copied().unwrap_or(0));
        let three = at(0) << 16 | at(1) << 8 | at(2);
        for place in 0..4 {
            match place <= chunk.len() {
                true => text.push(char::from(
                    LETTERS[(three >> (18 - 6 * place) & 63) as usize],
                )),
                false => text.push('='),
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_rfc_4648() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn a_terminal_is_known_by_its_variables_but_not_within_another() {
        let told = |pairs: &[(&str, &str)]| {
            let pairs: Vec<(String, String)> = pairs
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect();
            Images::told_by(|name| {
                pairs
                    .iter()
                    .find(|(own, _)| own == name)
                    .map(|(_, value)| value.clone())
            })
        };
        assert_eq!(told(&[("TERM", "xterm-kitty")]), Some(Images::Kitty));
        assert_eq!(told(&[("TERM_PROGRAM", "iTerm.app")]), Some(Images::ITerm));
        assert_eq!(told(&[("TERM", "xterm-256color")]), None);
        assert_eq!(told(&[("TERM", "xterm-kitty"), ("TMUX", "1")]), None);
    }
}
