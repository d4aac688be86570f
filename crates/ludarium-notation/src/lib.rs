//! Moves, positions, boards, saved games and printed records of games as text.
//!
//! - [`moves`]: writes legal moves (`e2-e4`, `P@e5`) and finds the move that a text means.
//! - [`position`]: positions in the style of chess's FEN; [`read_position`] also reads lists of
//!   pieces.
//! - [`text_board`]: a board of any shape as lines of characters; [`draw_board`] in one call.
//! - [`saved`]: saved games.
//! - [`formats`]: games as other programs read and write them.
//! - [`records`]: printed games in the notations of their sources, replayed under the rules.
//! - [`announcements`]: what a move announces, and to whom.
//! - [`sees_move`]: whether a player sees a move of another.
//! - [`Wording`] and [`throw_table`]: the names of players and throws, and the odds of throws.
//!
//! Everything here turns text into values and back. Nothing reads a clock or a file, or prints.
//!
//! ```
//! use ludarium_engine::SplitMix64;
//! use ludarium_notation::{draw_board, SiteAndPieceNames};
//!
//! let entry = ludarium_games::find("shatranj")?;
//! let game = ludarium_games::load(entry, &[])?.game;
//! let mut chance = SplitMix64::new(1);
//! let mut state = game.start(&mut chance);
//!
//! let names = SiteAndPieceNames::of(&game, Some(&entry.about));
//! let mv = names.notation(&game).parse(&state, &chance, "e2-e3")?;
//! game.apply(&mut state, mv, &mut chance);
//! println!("{}", draw_board(&game, Some(&entry.about), &state));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod announcement;
mod dice;
mod ending;
pub mod examples;
pub mod formats;
mod headers;
pub mod moves;
mod narration;
pub mod number_words;
pub mod position;
mod reasons;
pub mod records;
mod refusal;
pub mod saved;
pub mod text_board;
mod visible;
mod wording;

pub use announcement::announcements;
pub use dice::throw_table;
pub use ending::{EndReason, EndReasons};
pub use moves::{MoveTextError, Notation, SiteAndPieceNames};
pub use narration::Narrator;
pub use position::{PositionError, PositionErrorKind};
pub use reasons::{on_one_line, Change, Finding, Reason, Reasons};
pub use records::{read_position, write_position, Record, RecordError};
pub use refusal::{Nearby, Refused};
pub use saved::{SavedGame, SavedGameError};
pub use text_board::{draw_board, TextBoard};
pub use visible::sees_move;
pub use wording::Wording;
