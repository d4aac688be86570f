//! The containers that rules name: hands, and the board.

use ludarium_lud::{Diagnostic, Node};

use super::{Compiler, Res};
use crate::ir::Int;
use crate::layout::ContainerKind;

impl Compiler {
    /// The container with a name: `Hand` is the hand of the piece's owner.
    pub(super) fn container_for(&self, name: &str, what: usize, node: &Node) -> Res<usize> {
        let owner = self.components[what].owner;
        let found = self
            .containers
            .iter()
            .position(|c| c.name == name)
            .or_else(|| self.hand_called(name, owner));
        found.ok_or_else(|| {
            let node = node
                .call()
                .and_then(|call| call.arg("string2"))
                .unwrap_or(node);
            let topology = &self.board.topology;
            match topology.labelled(self.board.default_site, name) {
                Some(_) => {
                    let message = format!("`{name}` is a site, and no hand or other container");
                    let error = Diagnostic::new("missing-label", node.span, message);
                    error.suggest("coord:").hint("write `coord:` before it")
                }
                None => {
                    let names = self.containers.iter().map(|container| &*container.name);
                    let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
                    let hint = format!("the containers are {}", names.join(", "));
                    no_container(name, node).hint(hint)
                }
            }
        })
    }

    /// The hand of a player with this name, without the player's number.
    fn hand_called(&self, name: &str, owner: usize) -> Option<usize> {
        self.containers.iter().position(|c| {
            c.kind == ContainerKind::Hand
                && c.owner == owner
                && c.name.trim_end_matches(char::is_numeric) == name
        })
    }

    /// The number of the container with a name: `Hand` is the mover's hand.
    pub(super) fn container_called(&self, name: &str, node: &Node) -> Res<Int> {
        if let Some(index) = self.containers.iter().position(|c| c.name == name) {
            return Ok(Int::Const(index as i32));
        }
        let hands = (0..self.players + 2).map(|owner| self.hand_called(name, owner));
        let hands: Vec<Option<usize>> = hands.collect();
        if hands.iter().all(Option::is_none) {
            return Err(no_container(name, node));
        }
        let number = |hand: Option<usize>| hand.map_or(crate::ir::OFF, |index| index as i32);
        let hands = hands.into_iter().map(number).collect();
        Ok(Int::ByPlayer(hands, Box::new(Int::Mover)))
    }
}

fn no_container(name: &str, node: &Node) -> Diagnostic {
    let message = format!("the equipment has no container called `{name}`");
    Diagnostic::new("unknown-container", node.span, message)
}
