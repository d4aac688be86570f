//! The pieces and dice of the equipment.

use super::{Compiler, Res};
use crate::game::Component;
use ludarium_board::Direction;
use ludarium_lud::{Call, Diagnostic, Ludeme, Node, Value};

impl Compiler {
    /// The faces of each die of a set.
    pub(super) fn faces(&self, call: &Call) -> Res<Vec<Vec<i32>>> {
        let number = call
            .arg("num")
            .map_or(Ok(1), |num| self.number(num))?
            .clamp(0, 1000) as usize;
        let sides = call
            .arg("d")
            .map_or(Ok(6), |sides| self.number(sides))?
            .clamp(1, 1000);
        // One parameter in three forms: faces for all dice, faces for each, the lowest face.
        let from = match call.arg("faces") {
            None => 1,
            Some(faces) => match &faces.value {
                Value::Array(items)
                    if items
                        .iter()
                        .any(|item| matches!(item.value, Value::Array(_))) =>
                {
                    return items.iter().map(|die| self.numbers(die)).collect();
                }
                Value::Array(_) => return Ok(vec![self.numbers(faces)?; number]),
                _ => self.number(faces)?,
            },
        };
        Ok(vec![(from..from + sides).collect(); number])
    }

    /// Numbers the kinds of pieces: dice first, then the pieces in the order of the description.
    pub(super) fn components(&mut self, items: &[Node]) -> Res<()> {
        if self.puzzle.is_some() {
            return self.values_as_pieces(items);
        }
        let dice: Vec<(usize, Vec<i32>)> = self
            .dice
            .iter()
            .flat_map(|hand| hand.faces.iter().map(|faces| (hand.owner, faces.clone())))
            .collect();
        for (owner, faces) in dice {
            let name = format!("Die{}", self.components.len());
            self.components.push(Component {
                die: Some(faces),
                owner,
                base: name.clone(),
                name,
                ..nothing()
            });
        }
        for item in items {
            let Some(call) = item.call() else { continue };
            let first = self.components.len();
            let made = self.attempt(|c| match call.ludeme {
                Ludeme::Piece => c.piece(item, call),
                // A tile is compiled like any other piece; it may be large or have paths printed on
                // it.
                Ludeme::Tile => c.piece(item, call),
                Ludeme::Component => c.piece_in_full(item, call),
                Ludeme::ComponentCard => c.single_card(item, call),
                Ludeme::Deck => c.deck(item, call),
                Ludeme::Dominoes => c.dominoes(item, call),
                Ludeme::Domino => c.single_domino(item, call),
                Ludeme::Die => c.single_die(item, call),
                Ludeme::Hints => c.printed_hints(item, call),
                _ => Ok(()),
            });
            if made.is_none() {
                self.components.truncate(first);
                self.stand_in(call);
            }
        }
        if self
            .components
            .iter()
            .skip(1)
            .all(|kind| kind.die.is_some())
        {
            self.default_pieces();
        }
        if self.components.len() >= 250 * 16 {
            let span = items
                .first()
                .map_or_else(ludarium_lud::Span::default, |item| item.span);
            return Err(Diagnostic::new(
                "too-large",
                span,
                "there are too many kinds of pieces",
            ));
        }
        Ok(())
    }

    /// Declares a piece that is invalid, so that references to it are not errors as well.
    fn stand_in(&mut self, call: &Call) {
        let piece = matches!(
            call.ludeme,
            Ludeme::Piece | Ludeme::Tile | Ludeme::Component
        );
        let name = piece.then(|| call.arg("string")).flatten();
        let Some(base) = name.and_then(Node::str) else {
            self.incomplete = true;
            return;
        };
        for owner in 0..=self.players + 1 {
            let name = match owner > self.players {
                true => base.to_string(),
                false => format!("{base}{owner}"),
            };
            let base = base.to_string();
            self.components.push(Component {
                name,
                base,
                owner,
                ..nothing()
            });
        }
    }

    /// The pieces of a game that declares none: seeds for holes, otherwise a piece of each player.
    fn default_pieces(&mut self) {
        let (base, owners) = match self.board.kind {
            ludarium_board::BoardKind::Mancala { .. } => ("Seed", vec![self.players + 1]),
            _ => ("Piece", (1..=self.players).collect()),
        };
        for owner in owners {
            let name = if owner > self.players {
                base.to_string()
            } else {
                format!("{base}{owner}")
            };
            self.components.push(Component {
                name,
                base: base.to_string(),
                owner,
                ..nothing()
            });
        }
    }

    /// A die that lies on the board and is turned, not thrown: its state determines the face it
    /// shows.
    fn single_die(&mut self, item: &Node, call: &Call) -> Res<()> {
        let faces = self.number(super::ints::need(item, call, "numFaces")?)?;
        if !(1..=1000).contains(&faces) {
            let message = "a die has 1 to 1000 faces";
            return Err(Diagnostic::new("bad-dice", item.span, message));
        }
        let first = self.components.len();
        self.piece(item, call)?;
        for kind in &mut self.components[first..] {
            kind.faces = Some((1..=faces).collect());
        }
        Ok(())
    }

    /// A piece in the most general form, with all its arguments.
    fn piece_in_full(&mut self, item: &Node, call: &Call) -> Res<()> {
        let first = self.components.len();
        self.piece(item, call)?;
        let walks = call
            .arg("stepTypess")
            .map(super::walk::walks)
            .unwrap_or_default();
        if walks.iter().all(Vec::is_empty) {
            return Ok(());
        }
        let large = self.shapes_of(&walks);
        for kind in &mut self.components[first..] {
            kind.large = Some(large.clone());
        }
        Ok(())
    }

    pub(super) fn piece(&mut self, item: &Node, call: &Call) -> Res<()> {
        let base = call
            .arg("string")
            .and_then(Node::str)
            .unwrap_or_default()
            .to_string();
        let role = call.arg("roleType").and_then(Node::word);
        let role = role.unwrap_or(if call.ludeme == Ludeme::Tile {
            "Shared"
        } else {
            "Each"
        });
        let of = |name: &str| {
            let index = call.ludeme.parameter(name)?;
            call.args.get(index)?.as_ref()
        };
        let facing = of("directionFacing")
            .and_then(Node::word)
            .and_then(Direction::from_name);
        let flips = match of("flips").and_then(Node::call) {
            Some(flips) => {
                let values = flips
                    .args
                    .iter()
                    .flatten()
                    .map(|value| self.number(value))
                    .collect::<Res<Vec<_>>>()?;
                match values[..] {
                    [a, b] => Some((a, b)),
                    _ => None,
                }
            }
            None => None,
        };
        let moves = of("moves").cloned();
        let large = self.shapes(call);
        let tile = match call.ludeme {
            Ludeme::Tile => self.paths(item, call)?,
            _ => None,
        };
        for owner in self.owners_written(role, item)? {
            let name = if owner > self.players {
                base.clone()
            } else {
                format!("{base}{owner}")
            };
            self.components.push(Component {
                name,
                base: base.clone(),
                owner,
                facing: self.given_facings.get(owner).copied().flatten().or(facing),
                flips,
                large: large.clone(),
                tile: tile.clone(),
                moves: moves.clone(),
                ..nothing()
            });
        }
        Ok(())
    }

    /// The players that a role of the equipment denotes: one, or each in turn; none if this variant
    /// of the game has fewer players.
    pub(super) fn owners_written(&self, role: &str, node: &Node) -> Res<Vec<usize>> {
        Ok(match role {
            "Each" => (1..=self.players).collect(),
            "Shared" | "All" => vec![self.players + 1],
            "Neutral" => vec![0],
            _ => match role
                .strip_prefix('P')
                .and_then(|number| number.parse::<usize>().ok())
            {
                Some(player) => Vec::from_iter((player <= self.players).then_some(player)),
                None => {
                    let message = format!("nothing in the equipment can belong to {role}");
                    return Err(Diagnostic::new("no-such-player", node.span, message));
                }
            },
        })
    }
}

/// "No piece", the first of the kinds.
pub(super) fn nothing() -> Component {
    Component {
        name: String::new(),
        base: String::new(),
        owner: 0,
        facing: None,
        flips: None,
        die: None,
        large: None,
        faces: None,
        card: None,
        pips: None,
        tile: None,
        moves: None,
    }
}
