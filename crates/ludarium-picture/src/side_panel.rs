//! The panel beside the board: hands, dice, scores and the names of the pieces.

use ludarium_engine::{ContainerKind, State};

use crate::board::LABEL;
use crate::dice;
use crate::layout::SiteLayout;
use crate::letters::{self, Align};
use crate::piece;
use crate::scene::Scene;
use crate::svg::{Point, Svg};

impl Scene<'_> {
    /// Draws hands, dice and scores to the right of the board, and the names of the pieces if
    /// `legend`. Returns the width and height they take.
    pub(super) fn side_panel(
        &self,
        svg: &mut Svg,
        state: &State,
        layout: &SiteLayout,
        (left, top): Point,
        legend: bool,
    ) -> Point {
        let (game, players) = (self.game, self.game.players());
        let (mut width, mut y) = (0.0_f64, top);
        let row = 0.95;
        let mut hands: Vec<_> = game
            .containers()
            .iter()
            .filter(|container| matches!(container.kind, ContainerKind::Hand | ContainerKind::Deck))
            .collect();
        hands.sort_by_key(|container| std::cmp::Reverse(container.owner));
        for container in hands {
            let slots = container.first..container.first + container.size;
            let held: Vec<(usize, i32)> = slots
                .filter(|slot| state.what(*slot) != 0 && layout.spot(*slot).is_none())
                .map(|slot| (slot, state.count(slot).max(1)))
                .collect();
            if held.is_empty() {
                continue;
            }
            let mut x = left;
            if (1..=players).contains(&container.owner) && players > 1 {
                piece::draw_player_token(
                    svg,
                    container.owner,
                    self.style(container.owner),
                    (x + 0.25, y + row / 2.0),
                    0.5,
                );
                x += 0.65;
            }
            let begin = x;
            for (slot, count) in held {
                if x > begin + 4.0 {
                    x = begin;
                    y += row;
                }
                let Some(piece) = self.piece(state.what(slot), state.state_at(slot, 0)) else {
                    continue;
                };
                self.piece_group(svg, slot, state.what(slot), |svg| {
                    piece.draw(svg, (x + 0.4, y + row / 2.0), 0.8);
                });
                x += 0.85;
                if count > 1 {
                    let text = format!("×{count}");
                    letters::write(svg, &text, (x, y + row / 2.0), 0.28, Align::Start, LABEL);
                    x += letters::width(&text, 0.28) + 0.2;
                }
                width = width.max(x - left);
            }
            y += row;
        }
        let faces: Vec<&Vec<i32>> = game
            .components()
            .iter()
            .filter_map(|component| component.die.as_ref())
            .collect();
        let mut x = left;
        let dice = state.dice();
        for (index, value) in dice.iter().enumerate() {
            let Some(faces) = faces.get(index).or(faces.last()) else {
                break;
            };
            let die_width = dice::width(faces);
            if x + die_width > left + 5.0 {
                x = left;
                y += 1.1;
            }
            dice::draw(svg, faces, *value, (x + die_width / 2.0, y + 0.55));
            x += die_width + 0.1;
            width = width.max(x - left);
        }
        if !dice.is_empty() && x > left {
            y += 1.1;
        }
        let scores: Vec<i32> = (1..=players).map(|player| state.score(player)).collect();
        if scores.iter().any(|score| *score != 0) {
            for (index, score) in scores.iter().enumerate() {
                piece::draw_player_token(
                    svg,
                    index + 1,
                    self.style(index + 1),
                    (left + 0.25, y + 0.35),
                    0.5,
                );
                let text = score.to_string();
                letters::write(
                    svg,
                    &text,
                    (left + 0.7, y + 0.35),
                    0.28,
                    Align::Start,
                    LABEL,
                );
                width = width.max(0.7 + letters::width(&text, 0.28));
                y += 0.7;
            }
        }
        if legend {
            y += 0.2;
            for (what, name) in self.piece_names() {
                let Some(piece) = self.piece(what, 0) else {
                    continue;
                };
                piece.draw(svg, (left + 0.4, y + 0.45), 0.8);
                letters::write(
                    svg,
                    &name,
                    (left + 0.95, y + 0.45),
                    0.26,
                    Align::Start,
                    LABEL,
                );
                width = width.max(0.95 + letters::width(&name, 0.26));
                y += 0.9;
            }
        }
        (width, y - top)
    }

    /// The kinds of pieces, each name once: that of the first player who owns one.
    fn piece_names(&self) -> Vec<(usize, String)> {
        let components = self.game.components();
        let mut pieces: Vec<(usize, String)> = Vec::new();
        let mut kinds: Vec<usize> = (1..components.len()).collect();
        kinds.sort_by_key(|what| components[*what].owner.wrapping_sub(1));
        for what in kinds {
            let component = &components[what];
            let listed = pieces.iter().any(|(_, name)| *name == component.base);
            if component.die.is_none() && !listed {
                pieces.push((what, component.base.clone()));
            }
        }
        pieces
    }
}
