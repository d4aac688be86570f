//! Builds a [`Board`] from the board description.

use ludarium_lud::{Call, Diagnostic, Ludeme, Node, Value};

use crate::direction::SiteType;
use crate::graph::Graph;
use crate::number::{error, flag, number, size, Built};
use crate::operate;
use crate::shape;
use crate::split;
use crate::topology::Topology;
use crate::track::{self, Track};

/// Limits on the size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of vertices, edges or cells.
    pub sites: usize,
    /// Maximum number of pairs of edges that meet in a vertex, each pair counted twice and each
    /// edge with itself: the sum of the squares of the vertices' degrees.
    pub joints: usize,
    /// Maximum number of rows, columns, rings and the like.
    pub dimension: usize,
    /// Maximum nesting of graph functions.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            sites: 40_000,
            joints: 2_000_000,
            dimension: 1_000,
            depth: 64,
        }
    }
}

/// The kind of a board.
#[derive(Clone, Debug, PartialEq)]
pub enum BoardKind {
    /// A graph.
    Plain,
    /// Rows of holes, with or without stores.
    Mancala {
        /// Number of rows.
        rows: usize,
        /// Number of holes per row.
        columns: usize,
        /// The sites of the stores.
        stores: Vec<u32>,
    },
    /// A board with loops at the corners.
    Surakarta,
    /// No board: a finite part of an infinite tiling.
    Boardless {
        /// The middle site, where the first piece is placed.
        centre: u32,
    },
}

/// A board that is ready for play.
#[derive(Debug)]
pub struct Board {
    /// The graph.
    pub topology: Topology,
    /// The site type that applies where a rule names none.
    pub default_site: SiteType,
    /// The tracks, in the order of the description.
    pub tracks: Vec<Track>,
    /// The kind of the board.
    pub kind: BoardKind,
    /// Whether stacks may exceed the usual height.
    pub large_stack: bool,
    /// For puzzles: the range of values of the sites of each type, as (type, lowest, highest).
    pub values: Vec<(SiteType, i32, i32)>,
}

impl Board {
    /// The number of the first site that is not on the board; the sites of the hands start here.
    ///
    /// Hands consist of cells, so their numbers follow those of the board's cells as well as those
    /// of its default sites.
    #[must_use]
    pub fn hand_base(&self) -> usize {
        self.topology
            .len(SiteType::Cell)
            .max(self.topology.len(self.default_site))
    }
}

/// The context of a graph function.
pub(crate) struct Builder<'a> {
    pub limits: &'a Limits,
    /// The site type that the dimensions count.
    pub kind: SiteType,
}

/// The board of a game that names none: a single cell.
#[must_use]
pub fn default_board() -> Board {
    let mut graph = Graph::default();
    graph.polygon(&[
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [1.0, 1.0, 0.0],
        [0.0, 1.0, 0.0],
    ]);
    graph.renumber(true, true, true);
    plain(Topology::new(graph), SiteType::Cell)
}

fn plain(topology: Topology, default_site: SiteType) -> Board {
    Board {
        topology,
        default_site,
        tracks: Vec::new(),
        kind: BoardKind::Plain,
        large_stack: false,
        values: Vec::new(),
    }
}

/// Builds the board that a checked node describes. `players` is the number of players, which tracks
/// may belong to.
///
/// ```
/// use ludarium_board::{build, Direction, Limits, Relation, SiteType};
/// use ludarium_lud::{load, Choices, Definitions};
///
/// let text = r#"(game "Rooks" (players 2)
///     (equipment { (board (square 8)) (piece "Rook" Each) })
///     (rules (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"#;
/// let description = load("rooks.lud", text, &Definitions::none(), &Choices::defaults()).unwrap();
/// let equipment = description.game.call().unwrap().arg("equipment").unwrap();
/// let node = &equipment.call().unwrap().arg("items").unwrap().items()[0];
///
/// let board = build(node, 2, &Limits::default()).unwrap().topology;
/// assert_eq!(board.len(SiteType::Cell), 64);
/// let a1 = board.labelled(SiteType::Cell, "A1").unwrap();
/// assert_eq!(board.neighbours(SiteType::Cell, a1, Relation::Adjacent).len(), 3);
/// // The line to the north starts at a1 itself and ends at a8.
/// assert_eq!(board.radials(SiteType::Cell, a1, Direction::N)[0].sites.len(), 8);
/// ```
///
/// # Errors
/// If the board exceeds the limits, or its graph or a track is invalid.
pub fn build(node: &Node, players: usize, limits: &Limits) -> Result<Board, Vec<Diagnostic>> {
    let Some(call) = node.call() else {
        return Err(vec![Diagnostic::new(
            "bad-board",
            node.span,
            "expected a board",
        )]);
    };
    match call.ludeme {
        Ludeme::Board => graph_board(node, call, players, limits),
        Ludeme::MancalaBoard => shape::mancala::build(node, call, players, limits),
        Ludeme::SurakartaBoard => shape::surakarta::build(node, call, limits),
        Ludeme::Boardless => shape::boardless::build(node, call, limits),
        _ => Err(vec![Diagnostic::new(
            "bad-board",
            node.span,
            "expected a board",
        )]),
    }
}

fn graph_board(
    node: &Node,
    call: &Call,
    players: usize,
    limits: &Limits,
) -> Result<Board, Vec<Diagnostic>> {
    let kind = call
        .arg("use")
        .and_then(Node::word)
        .and_then(SiteType::from_name)
        .unwrap_or(SiteType::Cell);
    let graph = argument(call, "graph", node)
        .and_then(|graph| Builder { limits, kind }.graph(graph))
        .map_err(|error| vec![error])?;
    let mut board = plain(Topology::new(graph), kind);
    board.tracks = track::tracks(call.arg("track"), &board.topology, kind, players)?;
    board.large_stack = flag(call, "largeStack", false);
    for item in call.arg("values").map_or(&[][..], Node::items) {
        board
            .values
            .push(values(item).map_err(|error| vec![error])?);
    }
    Ok(board)
}

fn values(node: &Node) -> Built<(SiteType, i32, i32)> {
    let call = node.call().filter(|call| call.ludeme == Ludeme::Values);
    let (Some(kind), Some(range)) = (
        call.and_then(|call| call.arg("siteType")?.word())
            .and_then(SiteType::from_name),
        call.and_then(|call| call.arg("range")?.call()),
    ) else {
        return error("bad-values", node, "expected a site type and a range");
    };
    let bounds: Vec<i32> = range
        .args
        .iter()
        .flatten()
        .map(|bound| Ok(number(bound)? as i32))
        .collect::<Built<_>>()?;
    match bounds[..] {
        [low, high] => Ok((kind, low, high)),
        [only] => Ok((kind, only, only)),
        _ => error("bad-values", node, "expected a range"),
    }
}

/// The error for a graph with more sites than the limit.
fn too_large(node: &Node, sites: usize, most: usize) -> Diagnostic {
    let message = format!("a board may have at most {most} sites");
    Diagnostic::new("board-too-large", node.span, message)
        .hint(format!("this graph has {sites}: choose smaller dimensions"))
}

/// A required argument.
pub(crate) fn argument<'a>(call: &'a Call, name: &str, node: &Node) -> Built<&'a Node> {
    match call.arg(name) {
        Some(argument) => Ok(argument),
        None => error(
            "missing-argument",
            node,
            format!("missing argument `{name}`"),
        ),
    }
}

/// An argument that only some of the forms that share a function have.
pub(crate) fn optional<'a>(call: &'a Call, name: &str) -> Option<&'a Node> {
    call.ludeme.parameter(name).and_then(|_| call.arg(name))
}

/// The shape of a tiling; its argument has different names in different forms.
pub(crate) fn shape_of<'a>(call: &'a Call, name: &str) -> Option<&'a str> {
    optional(call, name)
        .or_else(|| optional(call, "shapeType"))?
        .word()
}

impl Builder<'_> {
    /// Builds the graph that a node describes.
    pub(crate) fn graph(&self, node: &Node) -> Built<Graph> {
        self.nested(node, 0)
    }

    pub(crate) fn nested(&self, node: &Node, depth: usize) -> Built<Graph> {
        if depth > self.limits.depth {
            return error(
                "too-deep",
                node,
                "graph functions are nested too deeply here",
            );
        }
        let Value::Call(call) = &node.value else {
            return error("bad-graph", node, "expected a graph");
        };
        let graph = self.function(node, call, depth)?;
        let sites = graph
            .vertices
            .len()
            .max(graph.edges.len())
            .max(graph.faces.len());
        if sites > self.limits.sites {
            return Err(too_large(node, sites, self.limits.sites));
        }
        let mut degrees = vec![0usize; graph.vertices.len()];
        for vertex in graph.edges.iter().flat_map(|edge| edge.ends) {
            degrees[vertex as usize] += 1;
        }
        self.check_joints(node, degrees.iter().map(|degree| degree * degree).sum())?;
        Ok(graph)
    }

    /// Joins points that lie at most a unit apart.
    pub(crate) fn connect(&self, node: &Node, graph: &mut Graph) -> Built<()> {
        operate::connect(graph, self.limits.sites)
            .map_err(|edges| too_large(node, edges, self.limits.sites))
    }

    /// Rejects a graph in which too many pairs of edges meet at a vertex (each pair counted twice,
    /// and each edge with itself): all of them are neighbours.
    pub(crate) fn check_joints(&self, node: &Node, pairs: usize) -> Built<()> {
        let most = self.limits.joints;
        if pairs <= most {
            return Ok(());
        }
        let message = format!("on a board at most {most} pairs of edges may meet in a vertex");
        Err(Diagnostic::new("board-too-large", node.span, message)
            .hint(format!("in this graph {pairs} do: leave out edges")))
    }

    /// The dimension of this name, if present.
    pub(crate) fn dim(&self, call: &Call, name: &str) -> Built<Option<usize>> {
        optional(call, name)
            .map(|node| size(node, self.limits.dimension))
            .transpose()
    }

    /// A required dimension.
    pub(crate) fn dim_of(&self, node: &Node, call: &Call, name: &str) -> Built<usize> {
        size(argument(call, name, node)?, self.limits.dimension)
    }

    /// Rejects a board that would have too many sites before it is built.
    pub(crate) fn check_size(&self, node: &Node, sites: usize) -> Built<()> {
        if sites > self.limits.sites {
            return Err(too_large(node, sites, self.limits.sites));
        }
        Ok(())
    }

    /// Whether the dimensions count cells rather than vertices.
    pub(crate) fn counts_cells(&self) -> bool {
        self.kind == SiteType::Cell
    }

    fn function(&self, node: &Node, call: &Call, depth: usize) -> Built<Graph> {
        use Ludeme as L;
        match call.ludeme {
            L::Square => shape::square::square(self, node, call),
            L::SquarePoly => shape::square::square_outline(self, node, call),
            L::Rectangle => shape::square::rectangle(self, node, call),
            L::Hex => shape::hex::hex(self, node, call),
            L::HexPoly => shape::hex::hex_outline(self, node, call),
            L::Tri => shape::tri::tri(self, node, call),
            L::TriPoly => shape::tri::tri_outline(self, node, call),
            L::Tiling => shape::tiling::tiling(self, node, call),
            L::TilingPoly => shape::tiling::tiling_outline(self, node, call),
            L::Celtic => shape::celtic::celtic(self, node, call),
            L::CelticPoly => shape::celtic::celtic_outline(self, node, call),
            L::Brick => shape::brick::brick(self, node, call),
            L::Quadhex => shape::quadhex::quadhex(self, node, call),
            L::Concentric => shape::concentric::concentric(self, node, call),
            L::Wedge => shape::simple::wedge(self, node, call),
            L::Regular => shape::simple::regular(self, node, call),
            L::RegularBasis => self.regular(node, call),
            L::Spiral => shape::simple::spiral(self, node, call),
            L::Repeat => shape::simple::repeat(self, node, call),
            L::GraphExplicit => shape::simple::explicit(self, node, call),
            L::GraphEmpty => Ok(Graph::default()),
            L::GraphOf | L::Recoordinate => self.inner(node, call, depth),
            L::Merge | L::MergeList | L::GraphUnion | L::GraphUnionList => {
                let merge = matches!(call.ludeme, L::Merge | L::MergeList);
                let mut graph = operate::combine(&self.parts(call, depth)?, merge);
                if flag(call, "connect", false) {
                    self.connect(node, &mut graph)?;
                }
                Ok(graph)
            }
            L::GraphIntersect | L::GraphIntersectList => {
                Ok(operate::intersect(&self.parts(call, depth)?))
            }
            L::GraphRemove => operate::remove(call, self.inner(node, call, depth)?),
            L::GraphRemovePoly | L::Hole => {
                operate::hole(node, call, self.inner(node, call, depth)?)
            }
            L::Keep | L::Clip => operate::keep(node, call, self.inner(node, call, depth)?),
            L::GraphAdd => {
                let graph = match call.arg("graph") {
                    Some(_) => self.inner(node, call, depth)?,
                    None => Graph::default(),
                };
                operate::add(self, node, call, graph)
            }
            L::Dual => Ok(operate::dual(&self.inner(node, call, depth)?)),
            L::Subdivide => operate::subdivide(self, call, self.inner(node, call, depth)?),
            L::Complete => operate::complete(self, node, call, self.inner(node, call, depth)?),
            L::SplitCrossings => split::split_crossings(self, node, self.inner(node, call, depth)?),
            L::Trim => Ok(operate::trim(self.inner(node, call, depth)?)),
            L::Layers => operate::layers(self, node, call, &self.inner(node, call, depth)?),
            L::MakeFaces => Ok(operate::make_faces(self.inner(node, call, depth)?)),
            L::Renumber => Ok(operate::renumber(call, self.inner(node, call, depth)?)),
            L::Rotate => operate::rotate(node, call, self.inner(node, call, depth)?),
            L::Scale => operate::scale(node, call, self.inner(node, call, depth)?),
            L::Shift => operate::shift(node, call, self.inner(node, call, depth)?),
            L::Skew => operate::skew(node, call, self.inner(node, call, depth)?),
            _ => error("bad-graph", node, "expected a graph"),
        }
    }

    /// `(regular basis shape n m)`: delegates to the function of the tiling, given the shape.
    fn regular(&self, node: &Node, call: &Call) -> Built<Graph> {
        let word = |name: &str| call.arg(name).and_then(Node::word).unwrap_or_default();
        let (basis, shape) = (word("basisType"), word("shapeType"));
        let six = [
            "Hexagon",
            "Triangle",
            "Diamond",
            "Prism",
            "Star",
            "Limping",
            "Rectangle",
            "Square",
        ];
        let square = ["Square", "Rectangle", "Diamond", "Limping"];
        let shapes: &[&str] = match basis {
            "Square" => &square,
            "SquarePyramidal" => &["Square"],
            "Hexagonal" | "Triangular" => &six,
            "Brick" => &[
                "Square",
                "Rectangle",
                "Diamond",
                "Prism",
                "Limping",
                "Spiral",
            ],
            "Celtic" => &["Square", "Rectangle"],
            "QuadHex" => &["Hexagon"],
            "Concentric" | "Morris" => &["Square", "Triangle", "Hexagon"],
            "Circle" => &["Circle"],
            _ if basis.starts_with('T') => {
                &["Hexagon", "Diamond", "Rhombus", "Square", "Rectangle"]
            }
            _ => &[],
        };
        if !shapes.contains(&shape) {
            let message = format!("the tiling {basis} has no shape {shape}");
            return error("bad-graph", node, message);
        }
        match (basis, call.arg("dim2")) {
            ("Square", Some(_)) if shape != "Rectangle" => {
                error("bad-graph", node, "only a rectangle has two dimensions")
            }
            ("Square", Some(_)) => shape::square::rectangle(self, node, call),
            ("Square", None) => shape::square::square(self, node, call),
            ("SquarePyramidal", _) => shape::square::pyramid_of(self, node, call),
            ("Hexagonal", _) => shape::hex::hex(self, node, call),
            ("Triangular", _) => shape::tri::tri(self, node, call),
            ("Brick", _) => shape::brick::brick(self, node, call),
            ("Celtic", _) => shape::celtic::celtic(self, node, call),
            ("QuadHex", _) => shape::quadhex::quadhex(self, node, call),
            ("Concentric" | "Morris" | "Circle", _) => {
                shape::concentric::of_shape(self, node, call, shape)
            }
            _ => shape::tiling::tiling_of(self, node, call, basis),
        }
    }

    /// The graph that an operator changes.
    fn inner(&self, node: &Node, call: &Call, depth: usize) -> Built<Graph> {
        self.nested(argument(call, "graph", node)?, depth + 1)
    }

    /// The graphs that an operator combines.
    fn parts(&self, call: &Call, depth: usize) -> Built<Vec<Graph>> {
        let mut parts = Vec::new();
        for argument in call
            .args
            .iter()
            .flatten()
            .filter(|argument| !matches!(argument.value, Value::Bool(_)))
        {
            for part in argument.items() {
                parts.push(self.nested(part, depth + 1)?);
            }
        }
        Ok(parts)
    }
}
