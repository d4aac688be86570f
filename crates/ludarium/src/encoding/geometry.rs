//! What the slots of a game are: the same for all its positions.

use ludarium_board::SiteType;
use ludarium_engine::ContainerKind;

use crate::Game;

/// Planes that are the same for all positions of a game: its containers, the types of its sites,
/// and the regions of its equipment.
#[derive(Clone, Debug, PartialEq)]
pub struct StaticPlanes {
    /// The names of the planes, in order.
    pub names: Vec<String>,
    /// The planes, one after the other: 1 for the slots that belong to what is named, else 0.
    pub values: Vec<f32>,
}

/// The planes that are the same for all positions of a game.
#[must_use]
pub fn static_planes(game: &Game) -> StaticPlanes {
    let rules = game.rules();
    let (slots, players) = (rules.layout().slots, game.players());
    let mut planes = StaticPlanes {
        names: Vec::new(),
        values: Vec::new(),
    };
    let mut add = |name: String, holds: &dyn Fn(usize) -> bool| {
        let plane = (0..slots).map(|slot| f32::from(u8::from(holds(slot))));
        planes.names.push(name);
        planes.values.extend(plane);
    };
    for container in rules.containers() {
        let sites = container.first..container.first + container.size;
        let name = match container.kind {
            ContainerKind::Board => "container:board".to_owned(),
            _ => format!("container:{}", container.name),
        };
        add(name, &|slot| sites.contains(&slot));
    }
    for (kind, name) in [
        (SiteType::Cell, "type:cell"),
        (SiteType::Vertex, "type:vertex"),
        (SiteType::Edge, "type:edge"),
    ] {
        let of_kind = |slot: usize| rules.site_of_slot(slot).kind == kind;
        let own = (0..slots).filter(|&slot| of_kind(slot)).count();
        if own > 0 && own < slots {
            add(name.to_owned(), &of_kind);
        }
    }
    for owner in 0..=players + 1 {
        for (index, region) in rules.regions(owner).iter().enumerate() {
            let name = match owner {
                0 => format!("region:neutral:{index}"),
                owner if owner > players => format!("region:shared:{index}"),
                owner => format!("region:player{owner}:{index}"),
            };
            add(name, &|slot| region.contains(slot as i32));
        }
    }
    planes
}
