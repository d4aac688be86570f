//! A game described for programs: everything that is needed to draw it, list it or choose it.

use std::collections::BTreeMap;

use ludarium_board::{Board, SiteType, Topology};
use ludarium_engine::{Container, ContainerKind, Game};
use ludarium_lud::{Description, Node, Value};
use serde::Serialize;

/// The number of the form of [`Sheet`]: it grows when a reader of older sheets would be misled.
pub const VERSION: u32 = 1;

/// A game as data. Sites are named by their numbers, as moves name them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sheet {
    /// [`VERSION`].
    pub version: u32,
    /// The name in the description.
    pub name: String,
    /// The players in order, the first being number 1.
    pub players: Vec<PlayerSheet>,
    /// The names of the games, if it is a match of several.
    pub games: Vec<String>,
    /// The phases of play; one without a name where the rules have none.
    pub phases: Vec<String>,
    /// What sort of game it is.
    pub features: FeatureSheet,
    /// The board.
    pub board: BoardSheet,
    /// The board, the hands, the dice: whatever has sites, in the order of the sites.
    pub containers: Vec<ContainerSheet>,
    /// The kinds of pieces; their numbers begin with 1.
    pub pieces: Vec<PieceSheet>,
    /// What the description leaves to be chosen, and what was chosen.
    pub options: Vec<OptionSheet>,
    /// Named sets of choices.
    pub rulesets: Vec<RulesetSheet>,
    /// The ludemes used, and how often.
    pub ludemes: BTreeMap<String, usize>,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerSheet {
    /// From 1.
    pub number: usize,
    /// How many kinds of pieces are the player's own.
    pub pieces: usize,
    /// The numbers of the containers that are the player's own.
    pub containers: Vec<usize>,
}

/// What sort of game it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)] // the names are those of `ludarium_engine::Features`; `puzzle`: there is something to find out
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

/// A board: a graph with places in the plane, the unit being what the description's shapes use.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoardSheet {
    /// The kind of sites that pieces stand on where nothing else is said.
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

/// What is known of any site of a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SiteSheet {
    /// Its middle.
    pub point: [f64; 3],
    /// Its coordinate.
    pub label: String,
    /// From below.
    pub row: u32,
    /// From the left.
    pub column: u32,
    /// From the ground.
    pub layer: u32,
    /// Its colour, where neighbours are coloured differently.
    pub phase: u32,
}

/// An edge.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EdgeSheet {
    /// What every site has.
    #[serde(flatten)]
    pub site: SiteSheet,
    /// The vertices at its ends.
    pub ends: [u32; 2],
    /// The tangents at the ends, where it is a curve (cubic, in the manner of Hermite).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tangents: Option<[[f64; 2]; 2]>,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CellSheet {
    /// What every site has.
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
    /// The player that it belongs to; absent where it is everybody's.
    pub owner: Option<u32>,
    /// Its sites in order; -1 stands for a place off the board, -2 for its end.
    pub sites: Vec<i32>,
    /// Whether the last leads to the first.
    pub looped: bool,
}

/// Something that has sites.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ContainerSheet {
    /// Its name.
    pub name: String,
    /// `board`, `hand`, `dice` or `deck`.
    pub kind: &'static str,
    /// The player it belongs to; 0 for nobody, one more than there are players for all.
    pub owner: usize,
    /// Its first site.
    pub first: usize,
    /// How many sites it has.
    pub size: usize,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PieceSheet {
    /// From 1.
    pub number: usize,
    /// Its full name.
    pub name: String,
    /// The name without the player's number.
    pub base: String,
    /// The player it belongs to; 0 for nobody, one more than there are players for all.
    pub owner: usize,
    /// The direction it faces, if it has one of its own.
    pub facing: Option<&'static str>,
    /// The two states between which it flips.
    pub flips: Option<(i32, i32)>,
    /// The numbers on its faces, if it is a die.
    pub faces: Option<Vec<i32>>,
}

/// A question that the description leaves open.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OptionSheet {
    /// What is asked.
    pub heading: String,
    /// Its short name.
    pub tag: String,
    /// The possible answers.
    pub items: Vec<ItemSheet>,
    /// Which of them was chosen, from 0.
    pub chosen: usize,
}

/// A possible answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ItemSheet {
    /// Its name.
    pub name: String,
    /// What it means.
    pub description: String,
    /// How strongly it is recommended; the most recommended is the default.
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

/// The titles of the ludemes in a checked tree, and how often each occurs.
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

/// A coordinate to six places: enough to draw with, and the same on every machine.
fn tidy(x: f64) -> f64 {
    let rounded = (x * 1e6).round() / 1e6;
    // No "-0".
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
