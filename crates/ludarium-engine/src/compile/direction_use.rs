//! Warns of lists of directions in which nothing lies on the board.

use ludarium_board::{BoardKind, Direction, Relation, RelativeDirection, SiteType, Topology};
use ludarium_lud::{Diagnostic, Node, Span};
use rustc_hash::FxHashMap;

use super::Compiler;
use crate::ir::{Dirs, TableId};
use crate::layout::type_of_index;

/// The lists of directions of a description by their places: a warning, unless one of their uses
/// leads somewhere.
pub(crate) type DirectionUse = FxHashMap<Span, Option<Diagnostic>>;

impl Compiler {
    /// Notes whether directions lead anywhere.
    pub(super) fn note_directions(&mut self, node: &Node, words: &[&str], kind: usize, of: &Dirs) {
        let leads = self.leads(of) || matches!(self.board.kind, BoardKind::Boardless { .. });
        let known = self.direction_use.get(&node.span);
        if known.is_some_and(Option::is_none) {
            return;
        }
        let warning = match leads {
            true => None,
            false => Some(warning(
                &self.board.topology,
                node,
                words,
                type_of_index(kind),
            )),
        };
        self.direction_use.insert(node.span, warning);
    }

    /// Whether some site has a neighbour in one of the directions.
    fn leads(&self, dirs: &Dirs) -> bool {
        let table = |id: &TableId| {
            let table = self.tables.get(*id as usize);
            table.is_none_or(|table| !table.steps.is_empty() || !table.rays.is_empty())
        };
        match dirs {
            Dirs::Table(id) => table(id),
            Dirs::ByFacing(tables) | Dirs::ByHeading(tables) | Dirs::Turned { tables, .. } => {
                tables.iter().any(table)
            }
            Dirs::Union(first, second) => self.leads(first) || self.leads(second),
            // They are known only during play.
            Dirs::If(..) | Dirs::Difference(..) | Dirs::Random(..) | Dirs::Along { .. } => true,
        }
    }

    /// The warnings of directions that lead nowhere wherever they are used.
    pub(crate) fn take_idle_directions(&mut self) -> Vec<Diagnostic> {
        let noted = std::mem::take(&mut self.direction_use);
        noted.into_values().flatten().collect()
    }
}

fn warning(topology: &Topology, node: &Node, words: &[&str], kind: SiteType) -> Diagnostic {
    let sites = match kind {
        SiteType::Cell => "cells",
        SiteType::Vertex => "vertices",
        SiteType::Edge => "edges",
    };
    let message = match words {
        [only] => format!("`{only}` leads nowhere on the {sites} of this board"),
        _ => format!("none of these directions leads anywhere on the {sites} of this board"),
    };
    let warning = Diagnostic::new("no-direction", node.span, message);
    let leads = |direction: &Direction| {
        let mut all = 0..topology.len(kind) as u32;
        all.any(|site| !topology.steps(kind, site, *direction).is_empty())
    };
    // Relative to a piece, they may lead somewhere among the directions of another relation.
    let relative: Vec<RelativeDirection> = words
        .iter()
        .filter_map(|word| RelativeDirection::from_name(word))
        .collect();
    let leads_of = |relation: &&Relation| {
        let facings = Direction::ALL.iter().filter(|facing| facing.is_compass());
        let mut turned = facings.flat_map(|&facing| {
            let resolve = move |&one: &RelativeDirection| {
                topology.resolve_relative(kind, None, **relation, facing, one)
            };
            relative.iter().flat_map(resolve)
        });
        turned.any(|direction| leads(&direction))
    };
    if let Some(relation) = Relation::ALL.iter().find(leads_of) {
        return warning.hint(format!("write of:{}", relation.direction().name()));
    }
    let here = topology.supported(kind, Relation::All).iter();
    let here: Vec<&str> = here
        .filter(|direction| direction.is_single() && leads(direction))
        .map(|direction| direction.name())
        .collect();
    match here.is_empty() {
        true => warning,
        false => warning.hint(format!("directions here: {}", here.join(", "))),
    }
}
