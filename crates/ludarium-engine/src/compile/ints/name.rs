//! Names that denote numbers: pieces, coordinates, hands, maps.

use ludarium_lud::{Call, Node};

use super::need;
use crate::compile::{Compiler, Res};
use crate::ir::{Int, OFF};
use crate::layout::{type_of_index, ContainerKind};

impl Compiler {
    /// The kind of piece, or else the container, that `(id "Name")` denotes.
    pub(super) fn id_of(&mut self, node: &Node) -> Res<Int> {
        let name = node.str().unwrap_or_default();
        let exact = (1..self.components.len()).find(|&what| self.components[what].name == name);
        match exact.or_else(|| self.kinds_named(name).first().copied()) {
            Some(what) => Ok(Int::Const(what as i32)),
            None => {
                let container = self.containers.iter().position(|known| known.name == name);
                match (container, self.player_of_role(name)) {
                    (Some(container), _) => Ok(Int::Const(container as i32)),
                    (None, Some(player)) => Ok(player),
                    // An unknown name denotes nothing.
                    (None, None) => Ok(Int::Const(OFF)),
                }
            }
        }
    }

    /// The kind of piece with a name without number, of the player that `role` names.
    pub(super) fn named_kind(&mut self, node: &Node, call: &Call, role: &str) -> Res<Int> {
        let name_node = need(node, call, "string")?;
        let name = name_node.str().unwrap_or_default();
        let player = self.int(need(node, call, role)?)?;
        // The first kind of the owner whose name contains this one: "bishop general" is found
        // before a later "bishop".
        let of = |owner: usize| {
            let own = (1..self.components.len()).find(|&what| {
                let kind = &self.components[what];
                kind.owner == owner && kind.name.contains(name)
            });
            own.map_or(OFF, |what| what as i32)
        };
        Ok(match player {
            Int::Const(player) => Int::Const(usize::try_from(player).map_or(OFF, of)),
            player => Int::ByPlayer((0..self.players + 2).map(of).collect(), Box::new(player)),
        })
    }

    /// The site with a coordinate such as "A1".
    pub(super) fn coordinate(&mut self, node: &Node, site_type: usize) -> Res<Int> {
        let label = node.str().unwrap_or_default();
        Ok(Int::Const(self.site_labelled(site_type, label, node)))
    }

    /// The site in a row and column; [`OFF`] if there is none.
    pub(super) fn site_in(&self, site_type: usize, row: i32, column: i32) -> i32 {
        let sites = self.board.topology.sites(type_of_index(site_type));
        sites
            .iter()
            .position(|site| site.row as i32 == row && site.column as i32 == column)
            .map_or(OFF, |site| site as i32)
    }

    /// `(handSite player index)`.
    pub(super) fn hand_site(&mut self, node: &Node, call: &Call) -> Res<Int> {
        let player = self.int(need(node, call, "int")?)?;
        let index = self.opt_int(call.arg("int2"))?.unwrap_or(Int::Const(0));
        let first: Vec<i32> = (0..self.players + 2)
            .map(|owner| {
                self.containers
                    .iter()
                    .find(|container| {
                        container.kind == ContainerKind::Hand && container.owner == owner
                    })
                    .map_or(OFF, |container| container.first as i32)
            })
            .collect();
        Ok(match (player, index) {
            (Int::Const(player), Int::Const(index)) => {
                let first = usize::try_from(player)
                    .ok()
                    .and_then(|player| first.get(player).copied())
                    .unwrap_or(OFF);
                Int::Const(if first < 0 {
                    OFF
                } else {
                    first.saturating_add(index)
                })
            }
            (player, Int::Const(0)) => Int::ByPlayer(first, Box::new(player)),
            (player, index) => Int::HandSite {
                player: Box::new(player),
                index: Box::new(index),
            },
        })
    }

    /// `(mapEntry "Name" key)`: a look-up in all maps of that name, or in all maps.
    pub(super) fn map_entry(&mut self, node: &Node, call: &Call) -> Res<Int> {
        let name = call.arg("string").and_then(Node::str);
        let key = self.int(need(node, call, "int")?)?;
        let mut pairs: Vec<(i32, i32)> = Vec::new();
        for (map, entries) in &self.maps {
            if name.is_some() && map.as_deref() != name {
                continue;
            }
            for &(from, to) in entries {
                if pairs.iter().all(|&(known, _)| known != from) {
                    pairs.push((from, to));
                }
            }
        }
        if pairs.is_empty() {
            // Without such a map the result is the key itself.
            return Ok(key);
        }
        pairs.sort_unstable();
        Ok(match key {
            Int::Const(key) => Int::Const(
                pairs
                    .binary_search_by_key(&key, |pair| pair.0)
                    .map_or(key, |at| pairs[at].1),
            ),
            key => Int::MapEntry(pairs, Box::new(key)),
        })
    }
}
