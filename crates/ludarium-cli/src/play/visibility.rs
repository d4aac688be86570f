//! Restricts the display in the terminal to what the viewer may know.

use std::borrow::Cow;

use ludarium_engine::{Move, State};
use ludarium_notation::text_board::{status, Canvas, Highlights, TextBoard, ThrowOwner};
use ludarium_notation::{sees_move, write_position};

use super::session::{Seat, Session};
use crate::error::Error;

impl Session {
    /// The viewer: the human player to move, or the one that moved last. `None` if there is no
    /// human player or the game is over; then everything is shown.
    fn eyes(&self) -> Option<usize> {
        let human = |player: &usize| {
            let seat = player.checked_sub(1).and_then(|seat| self.seats.get(seat));
            seat == Some(&Seat::Human)
        };
        if self.is_over() {
            return None;
        }
        let before = self.plies.iter().rev().map(|ply| ply.mover);
        let mut players = std::iter::once(self.mover()).chain(before);
        let last = players.find(human);
        last.or_else(|| (1..=self.seats.len()).find(human))
    }

    /// Whether something is hidden from the viewer.
    pub fn hides(&self) -> bool {
        matches!(self.shown(), Cow::Owned(_))
    }

    /// Whether several people play at this terminal, and the game hides something from one of them.
    pub fn hides_from_humans(&self) -> bool {
        let people = self.seats.iter().filter(|seat| **seat == Seat::Human);
        people.count() > 1 && self.chosen.loaded.game.features().hidden_information
    }

    /// The position before a ply as text, which `--position` takes; the current position without
    /// one.
    ///
    /// # Errors
    /// If the game hides something from somebody who plays here, or no text tells its pieces.
    pub fn position_text(&self, before: Option<usize>) -> Result<String, Error> {
        if self.hides() {
            return Err("the text would show what is hidden from you".into());
        }
        let ply = before.and_then(|ply| self.plies.get(ply));
        let state = ply.map_or(&self.state, |ply| &ply.before);
        let text = write_position(&self.chosen.loaded.game, self.chosen.about(), state);
        text.ok_or_else(|| "this position cannot be written as text".into())
    }

    /// The state as the viewer sees it; borrowed if nothing is hidden.
    pub(super) fn shown(&self) -> Cow<'_, State> {
        let Some(eyes) = self.eyes() else {
            return Cow::Borrowed(&self.state);
        };
        let view = self.chosen.loaded.game.view(&self.state, eyes);
        match view.is_complete() {
            true => Cow::Borrowed(&self.state),
            false => Cow::Owned(view.shown().clone()),
        }
    }

    /// Whether the viewer sees the last move of a state, made in the state `before`.
    fn is_seen(&self, before: &State, mv: Move) -> bool {
        let game = &self.chosen.loaded.game;
        let sees = |eyes| sees_move(game, (before, &self.state), mv, eyes);
        self.eyes().is_none_or(sees)
    }

    /// The moves of a simultaneous round, once all players have chosen.
    pub(super) fn choices_of_round(&self) -> Option<String> {
        let game = &self.chosen.loaded.game;
        let last = self.plies.last()?;
        if !game.is_simultaneous(&last.before) || self.state.waiting() > 0 {
            return None;
        }
        let begun = self
            .plies
            .iter()
            .rposition(|ply| ply.before.waiting() == 0)?;
        let round = self.plies[begun..].iter();
        let told = round.map(|ply| format!("{} {}", self.name(ply.mover), ply.text));
        Some(told.collect::<Vec<_>>().join(", "))
    }

    /// The text of the last move as the viewer sees it.
    pub(super) fn told(&self) -> String {
        match self.plies.last() {
            Some(ply) if self.is_seen(&ply.before, ply.mv) => ply.text.clone(),
            Some(_) => "unseen".to_owned(),
            None => String::new(),
        }
    }

    /// The board with the last move marked, or with coordinates instead of pieces. It is drawn with
    /// boxes if that fits into `room` (columns, rows).
    pub fn canvas(&self, coordinates: bool, room: (usize, usize)) -> Canvas {
        let seen = self.plies.last();
        let seen = seen.filter(|ply| self.is_seen(&ply.before, ply.mv));
        let unknown = self.unknown();
        let marks = Highlights {
            last: seen.map(|ply| ply.mv),
            coordinates,
            signs: &unknown,
            ..Highlights::default()
        };
        let plan = self.plan(coordinates, room);
        plan.draw(&self.shown(), &self.signs.glyphs, marks)
    }

    /// The board as it was before a ply, with the move before that marked. Nothing may be hidden.
    pub fn canvas_before(&self, ply: usize, coordinates: bool, room: (usize, usize)) -> Canvas {
        let last = ply.checked_sub(1).and_then(|ply| self.plies.get(ply));
        let marks = Highlights {
            last: last.map(|ply| ply.mv),
            coordinates,
            ..Highlights::default()
        };
        let state = self.plies.get(ply).map_or(&self.state, |ply| &ply.before);
        let plan = self.plan(coordinates, room);
        plan.draw(state, &self.signs.glyphs, marks)
    }

    /// The board in another position of this game, as lines of text. Nothing may be hidden.
    pub fn board_of(&self, state: &State, slots: &[usize]) -> String {
        let marks = Highlights {
            slots,
            ..Highlights::default()
        };
        let plan = self.plan(false, (0, 0));
        plan.draw(state, &self.signs.glyphs, marks).to_string()
    }

    /// How the board is drawn in so much room: with all its lines if they fit, without them if not,
    /// so that as much as possible is seen of a board that does not fit at all. Without a room the
    /// board is drawn as usual.
    fn plan(&self, coordinates: bool, room: (usize, usize)) -> &TextBoard {
        let fits = |plan: &&TextBoard| {
            let (width, height) = plan.size();
            width <= room.0 && height <= room.1
        };
        let usual = &self.signs.board;
        let all = [&self.boxed, usual, &self.narrow];
        match coordinates {
            true => &self.labelled,
            false if room == (0, 0) => usual,
            false => all.into_iter().find(fits).unwrap_or(&self.narrow),
        }
    }

    /// Sites with a piece whose kind the viewer does not know, each with a question mark.
    fn unknown(&self) -> Vec<(usize, char)> {
        let Some(eyes) = self.eyes() else {
            return Vec::new();
        };
        let game = &self.chosen.loaded.game;
        let view = game.view(&self.state, eyes);
        if view.is_complete() {
            return Vec::new();
        }
        let slots = 0..game.layout().slots;
        slots
            .filter(|slot| view.at(*slot).what.is_none() && view.shown().what(*slot) != 0)
            .map(|slot| (slot, '?'))
            .collect()
    }

    /// Status lines: hands, dice, scores, losses, mixed stacks. They are those of the position
    /// before a ply, if one is given; then nothing may be hidden.
    pub fn beside(&self, before: Option<usize>) -> Vec<String> {
        let game = &self.chosen.loaded.game;
        let ply = before.and_then(|ply| self.plies.get(ply));
        let thrower = ply.map_or(self.thrower, |ply| ply.thrower);
        let throw = match thrower {
            Some(_) => ThrowOwner::Mover,
            None => ThrowOwner::Unknown,
        };
        let shown = match ply {
            Some(ply) => Cow::Borrowed(&ply.before),
            None => self.shown(),
        };
        // An unseen piece is not necessarily lost, so losses are shown only if the viewer sees
        // everything.
        let start = match &shown {
            Cow::Borrowed(_) => &self.start,
            Cow::Owned(shown) => shown,
        };
        let mut lines = status(
            game,
            (&shown, start),
            &self.signs.glyphs,
            &self.words,
            throw,
        );
        let stacks = self
            .signs
            .board
            .mixed_stacks(game, &shown, &self.signs.glyphs);
        if !stacks.is_empty() {
            lines.push(format!("Stacks, from the bottom: {}", stacks.join(", ")));
        }
        if ply.is_none() && !self.said.is_empty() {
            lines.push(format!("Announced: {}", self.said.join("; ")));
        }
        lines
    }

    /// The characters of the pieces, player by player.
    pub fn legend(&self) -> Vec<String> {
        let game = &self.chosen.loaded.game;
        let lines = self.signs.glyphs.legend(&self.words).into_iter();
        lines
            .map(|(owner, line)| format!("{}: {line}", self.words.owner(game, owner)))
            .collect()
    }
}
