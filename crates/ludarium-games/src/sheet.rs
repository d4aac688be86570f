//! A machine-readable description of a game, for programs that list, configure or draw it.

use std::collections::BTreeMap;

use ludarium_board::{Board, SiteType, Topology};
use ludarium_engine::{Container, ContainerKind, Game};
use ludarium_lud::{Description, Node, Value};
use serde::Serialize;

/// The version of the format of [`Sheet`]. It increases when a reader of older sheets would be
/// misled.
pub const VERSION: u32 = 1;

/// A game as data. Sites are identified by number, as in moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sheet {
    /// The version of the format: [`VERSION`].
    pub version: u32,
    /// The name in the description.
    pub name: String,
    /// The players in order, from player 1.
    pub players: Vec<PlayerSheet>,
    /// The names of the games, if this is a match of several.
    pub games: Vec<String>,
    /// The phases of play; a single unnamed one if the rules define none.
    pub phases: Vec<String>,
    /// Properties of the game.
    pub features: FeatureSheet,
    /// The board.
    pub board: BoardSheet,
    /// The board, hands, dice and decks, in the order of their sites.
    pub containers: Vec<ContainerSheet>,
    /// The kinds of pieces, numbered from 1.
    pub pieces: Vec<PieceSheet>,
    /// The options of the description, with the chosen items.
    pub options: Vec<OptionSheet>,
    /// Named sets of choices.
    pub rulesets: Vec<RulesetSheet>,
    /// The ludemes used, with the number of uses.
    pub ludemes: BTreeMap<String, usize>,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerSheet {
    /// The player's number, from 1.
    pub number: usize,
    /// The number of kinds of pieces that belong to the player.
    pub pieces: usize,
    /// The numbers of the containers that belong to the player.
    pub containers: Vec<usize>,
}

/// Properties of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)] // the fields of `ludarium_engine::Features`, and `puzzle`: whether it is a deduction puzzle
pub struct FeatureSheet {
    pub stochastic: bool,
    pub dice: bool,
    pub hidden_information: bool,
    pub stacking: bool,
    pub counts: bool,
    pub teams: bool,
    pub large_pieces: bool,
    pub boardless: bool,
    pub swap: bool,
    pub puzzle: bool,
    pub state_bytes: usize,
}

/// A board: a graph with coordinates in the plane, in the units of the description's shapes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoardSheet {
    /// The kind of sites that pieces stand on by default: `cell`, `vertex` or `edge`.
    pub site_type: &'static str,
    /// The vertices, by number.
    pub vertices: Vec<SiteSheet>,
    /// The edges, by number.
    pub edges: Vec<EdgeSheet>,
    /// The cells, by number.
    pub cells: Vec<CellSheet>,
    /// The tracks.
    pub tracks: Vec<TrackSheet>,
}

/// A site of a board: the fields common to vertices, edges and cells.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SiteSheet {
    /// The centre: x to the right, y up, z the height.
    pub point: [f64; 3],
    /// The coordinate label.
    pub label: String,
    /// The row, counted from the bottom.
    pub row: u32,
    /// The column, counted from the left.
    pub column: u32,
    /// The layer, counted from the lowest.
    pub layer: u32,
    /// The colour class, different from that of all neighbours.
    pub phase: u32,
}

/// An edge.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EdgeSheet {
    /// The fields common to all sites.
    #[serde(flatten)]
    pub site: SiteSheet,
    /// The vertices at its ends.
    pub ends: [u32; 2],
    /// The tangents at the ends of a curved edge (a cubic Hermite curve).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tangents: Option<[[f64; 2]; 2]>,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CellSheet {
    /// The fields common to all sites.
    #[serde(flatten)]
    pub site: SiteSheet,
    /// The vertices around it, in order.
    pub vertices: Vec<u32>,
    /// Its edges.
    pub edges: Vec<u32>,
}

/// A track.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrackSheet {
    /// Its name.
    pub name: String,
    /// The player it belongs to; absent if it is common to all.
    pub owner: Option<u32>,
    /// Its sites in order; -1 stands for a place off the board, -2 for the end.
    pub sites: Vec<i32>,
    /// Whether the last site leads to the first.
    pub looped: bool,
}

/// A container: anything that has sites.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ContainerSheet {
    /// Its name.
    pub name: String,
    /// `board`, `hand`, `dice` or `deck`.
    pub kind: &'static str,
    /// The player it belongs to; 0 means no one, a number above the number of players means all.
    pub owner: usize,
    /// Its first site.
    pub first: usize,
    /// The number of its sites.
    pub size: usize,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PieceSheet {
    /// Its number, from 1.
    pub number: usize,
    /// The full name.
    pub name: String,
    /// The name without the player's number.
    pub base: String,
    /// The player it belongs to; 0 means no one, a number above the number of players means all.
    pub owner: usize,
    /// The direction it faces, if it has its own.
    pub facing: Option<&'static str>,
    /// The two states between which it flips.
    pub flips: Option<(i32, i32)>,
    /// The numbers on its faces, if it is a die.
    pub faces: Option<Vec<i32>>,
}

/// An option of the description.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OptionSheet {
    /// The heading.
    pub heading: String,
    /// The short name.
    pub tag: String,
    /// The items to choose from.
    pub items: Vec<ItemSheet>,
    /// The index of the chosen item, from 0.
    pub chosen: usize,
}

/// An item of an option.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ItemSheet {
    /// Its name.
    pub name: String,
    /// What it means.
    pub description: String,
    /// How strongly it is recommended. The item with the most stars is the default.
    pub stars: u8,
}

/// A named set of choices.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RulesetSheet {
    /// Its name.
    pub name: String,
    /// The items it chooses, as `Heading/Item`.
    pub items: Vec<String>,
    /// How strongly it is recommended.
    pub stars: u8,
}

impl Sheet {
    /// Describes a game.
    ///
    /// ```
    /// let loaded = ludarium_games::load(ludarium_games::find("shatranj").unwrap(), &[]).unwrap();
    /// let sheet = ludarium_games::Sheet::new(&loaded.description, &loaded.game);
    /// assert_eq!((sheet.board.cells.len(), sheet.board.cells[8].site.label.as_str()), (64, "A2"));
    /// assert!(!sheet.features.stochastic);
    /// ```
    #[must_use]
    pub fn new(description: &Description, game: &Game) -> Sheet {
        let containers: Vec<ContainerSheet> = game.containers().iter().map(container).collect();
        let pieces = pieces(game);
        let player = |number: usize| PlayerSheet {
            number,
            pieces: pieces.iter().filter(|piece| piece.owner == number).count(),
            containers: (0..containers.len())
                .filter(|&index| containers[index].owner == number)
                .collect(),
        };
        Sheet {
            version: VERSION,
            name: game.name().to_owned(),
            players: (1..=game.players()).map(player).collect(),
            games: game.games().map(|game| game.name().to_owned()).collect(),
            phases: game.phases().map(str::to_owned).collect(),
            features: features(game),
            board: board(game.board()),
            containers,
            options: description.options.iter().map(option).collect(),
            rulesets: description
                .rulesets
                .iter()
                .map(|ruleset| RulesetSheet {
                    name: ruleset.name.clone(),
                    items: ruleset.items.clone(),
                    stars: ruleset.stars,
                })
                .collect(),
            ludemes: vocabulary(&description.game),
            pieces,
        }
    }
}

/// The titles of the ludemes in a checked tree, with the number of uses.
#[must_use]
pub fn vocabulary(game: &Node) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    each_call(game, &mut |call| {
        *found.entry(crate::reference::title_of(call)).or_default() += 1;
    });
    found
}

/// Visits every ludeme of a checked tree.
pub(crate) fn each_call<'a>(game: &'a Node, visit: &mut impl FnMut(&'a ludarium_lud::Call)) {
    let mut open = vec![game];
    while let Some(node) = open.pop() {
        match &node.value {
            Value::Call(call) => {
                visit(call);
                open.extend(call.args.iter().flatten());
            }
            Value::Array(items) => open.extend(items),
            _ => {}
        }
    }
}

fn features(game: &Game) -> FeatureSheet {
    let features = game.features();
    FeatureSheet {
        stochastic: features.stochastic,
        dice: features.dice,
        hidden_information: features.hidden_information,
        stacking: features.stacking,
        counts: features.counts,
        teams: features.teams,
        large_pieces: features.large_pieces,
        boardless: features.boardless,
        swap: features.swap,
        puzzle: game.puzzle().is_some(),
        state_bytes: features.state_bytes,
    }
}

fn board(board: &Board) -> BoardSheet {
    let topology = &board.topology;
    let numbered = |kind| 0..topology.len(kind) as u32;
    let edge = |index: u32| {
        let edge = &topology.graph().edges[index as usize];
        EdgeSheet {
            site: site(topology, SiteType::Edge, index),
            ends: edge.ends,
            tangents: edge.tangents,
        }
    };
    let cell = |index: u32| {
        let cell = topology.site(SiteType::Cell, index);
        CellSheet {
            site: site(topology, SiteType::Cell, index),
            vertices: cell.vertices.clone(),
            edges: cell.edges.clone(),
        }
    };
    BoardSheet {
        site_type: match board.default_site {
            SiteType::Cell => "cell",
            SiteType::Vertex => "vertex",
            SiteType::Edge => "edge",
        },
        vertices: numbered(SiteType::Vertex)
            .map(|index| site(topology, SiteType::Vertex, index))
            .collect(),
        edges: numbered(SiteType::Edge).map(edge).collect(),
        cells: numbered(SiteType::Cell).map(cell).collect(),
        tracks: board
            .tracks
            .iter()
            .map(|track| TrackSheet {
                name: track.name.clone(),
                owner: track.owner,
                sites: track.steps.iter().map(|step| step.site).collect(),
                looped: track.looped,
            })
            .collect(),
    }
}

fn site(topology: &Topology, kind: SiteType, index: u32) -> SiteSheet {
    let site = topology.site(kind, index);
    SiteSheet {
        point: site.point.map(tidy),
        label: site.label.clone(),
        row: site.row,
        column: site.column,
        layer: site.layer,
        phase: site.phase,
    }
}

/// Rounds a coordinate to six decimals, so that it is the same on every machine.
fn tidy(x: f64) -> f64 {
    let rounded = (x * 1e6).round() / 1e6;
    // Avoids "-0".
    if rounded == 0.0 {
        0.0
    } else {
        rounded
    }
}

fn container(container: &Container) -> ContainerSheet {
    ContainerSheet {
        name: container.name.clone(),
        kind: match container.kind {
            ContainerKind::Board => "board",
            ContainerKind::Hand => "hand",
            ContainerKind::Dice => "dice",
            ContainerKind::Deck => "deck",
            _ => "other",
        },
        owner: container.owner,
        first: container.first,
        size: container.size,
    }
}

fn pieces(game: &Game) -> Vec<PieceSheet> {
    let kinds = game.components().iter().enumerate().skip(1);
    kinds
        .map(|(number, kind)| PieceSheet {
            number,
            name: kind.name.clone(),
            base: kind.base.clone(),
            owner: kind.owner,
            facing: kind.facing.map(ludarium_board::Direction::name),
            flips: kind.flips,
            faces: kind.die.clone(),
        })
        .collect()
}

fn option(group: &ludarium_lud::OptionGroup) -> OptionSheet {
    OptionSheet {
        heading: group.heading.clone(),
        tag: group.tag.clone(),
        items: group
            .items
            .iter()
            .map(|item| ItemSheet {
                name: item.name.clone(),
                description: item.description.clone(),
                stars: item.stars,
            })
            .collect(),
        chosen: group.chosen,
    }
}
