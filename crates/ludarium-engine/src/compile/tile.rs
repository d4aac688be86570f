//! Tiles: the paths printed on them, and the rotations in which pieces are placed.

use ludarium_board::{Direction, Relation};
use ludarium_lud::{Call, Diagnostic, Node};

use super::ints::need;
use super::{Compiler, Res};
use crate::game::{Path, Tile};
use crate::ir::{Int, Ints};
use crate::layout::type_of_index;

impl Compiler {
    /// The paths of a `(tile ...)`; `None` where it has none.
    pub(super) fn paths(&self, item: &Node, call: &Call) -> Res<Option<Tile>> {
        let Some(written) = call.arg("paths") else {
            return Ok(None);
        };
        let kind = type_of_index(self.own);
        let around = self.board.topology.supported(kind, Relation::Orthogonal);
        let sides = match call.arg("numSides") {
            Some(sides) => self.number(sides)?,
            None => around.len() as i32,
        };
        /// The greatest number of sides of a cell in the tilings of the language.
        const MOST: i32 = 24;
        if !(1..=MOST).contains(&sides) {
            let message = format!("a tile has 1 to {MOST} sides");
            return Err(Diagnostic::new("bad-tile", item.span, message));
        }
        // One parameter in two forms: slots for each side, or one number for all.
        let mut slots = match call.arg("slots") {
            Some(slots) => self.numbers(slots)?,
            None => vec![1],
        };
        if slots.len() == 1 {
            slots.resize(sides as usize, slots[0]);
        }
        if slots.len() != sides as usize {
            let message = format!("the slots of {sides} sides are expected");
            return Err(Diagnostic::new("bad-tile", item.span, message));
        }
        let mut paths = Vec::new();
        for path in written.items() {
            let inner = self.call(path)?;
            let number = |name: &str| inner.arg(name).map_or(Ok(0), |node| self.number(node));
            let from = (number("from")?, number("slotsFrom")?);
            let to = (number("to")?, number("slotsTo")?);
            let colour = self.number(need(path, inner, "colour")?)?;
            for (side, slot) in [from, to] {
                let there = usize::try_from(side).ok().and_then(|side| slots.get(side));
                if !there.is_some_and(|&slots| (0..slots).contains(&slot)) {
                    let message = format!("the tile has no slot {slot} on side {side}");
                    return Err(Diagnostic::new("bad-tile", path.span, message));
                }
            }
            paths.push(Path {
                ends: [from, to],
                colour,
            });
        }
        Ok(Some(Tile { slots, paths }))
    }

    /// `(rotations ...)`: the number of turns, from the first direction of the board, to each of
    /// these directions.
    pub(super) fn rotations(&mut self, node: &Node, call: &Call) -> Res<Ints> {
        let Some(written) = call.args.first().and_then(Option::as_ref) else {
            return self.no_meaning(node);
        };
        let kind = type_of_index(self.own);
        let topology = &self.board.topology;
        let circle = topology.supported(kind, Relation::Adjacent);
        let mut turns: Vec<Int> = Vec::new();
        for direction in written.items() {
            let Some(direction) = direction.word().and_then(Direction::from_name) else {
                return self.no_meaning(node);
            };
            let meant = match Relation::from_name(direction.name()) {
                Some(relation) => topology.supported(kind, relation),
                None => std::slice::from_ref(&direction),
            };
            for one in meant {
                let turn = circle.iter().position(|known| known == one);
                turns.extend(turn.map(|turn| Int::Const(turn as i32)));
            }
        }
        Ok(Ints::List(turns))
    }
}
