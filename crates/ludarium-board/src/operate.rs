//! Operators that change and combine graphs.

use ludarium_lud::{Call, Node, Value};
use rustc_hash::FxHashSet;

use crate::build::{argument, Builder};
use crate::graph::{distance, Basis, Edge, Graph, Point};
use crate::number::{error, flag, number, point, whole, Built};
use crate::shape::{faces, outline};

/// The centre of the bounding box of all points.
fn middle(graph: &Graph) -> Point {
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for point in &graph.vertices {
        for axis in 0..3 {
            low[axis] = low[axis].min(point[axis]);
            high[axis] = high[axis].max(point[axis]);
        }
    }
    if graph.vertices.is_empty() {
        return [0.0; 3];
    }
    std::array::from_fn(|axis| (low[axis] + high[axis]) / 2.0)
}

/// `(rotate degrees graph)`.
pub(crate) fn rotate(node: &Node, call: &Call, mut graph: Graph) -> Built<Graph> {
    let angle = number(argument(call, "float", node)?)?.to_radians();
    let centre = middle(&graph);
    let (sin, cos) = angle.sin_cos();
    graph.transform(
        |p| {
            let (x, y) = (p[0] - centre[0], p[1] - centre[1]);
            [
                centre[0] + x * cos - y * sin,
                centre[1] + x * sin + y * cos,
                p[2],
            ]
        },
        |t| [t[0] * cos - t[1] * sin, t[0] * sin + t[1] * cos],
    );
    Ok(graph)
}

/// `(shift x y z graph)`.
pub(crate) fn shift(node: &Node, call: &Call, mut graph: Graph) -> Built<Graph> {
    let by = [
        number(argument(call, "float", node)?)?,
        number(argument(call, "float2", node)?)?,
        call.arg("float3").map_or(Ok(0.0), number)?,
    ];
    graph.transform(|p| std::array::from_fn(|axis| p[axis] + by[axis]), |t| t);
    Ok(graph)
}

/// `(scale x y z graph)`.
pub(crate) fn scale(node: &Node, call: &Call, mut graph: Graph) -> Built<Graph> {
    let x = number(argument(call, "float", node)?)?;
    let y = call.arg("float2").map_or(Ok(x), number)?;
    let by = [x, y, call.arg("float3").map_or(Ok(1.0), number)?];
    graph.transform(
        |p| std::array::from_fn(|axis| p[axis] * by[axis]),
        |t| [t[0] * by[0], t[1] * by[1]],
    );
    Ok(graph)
}

/// `(skew amount graph)`.
pub(crate) fn skew(node: &Node, call: &Call, mut graph: Graph) -> Built<Graph> {
    let amount = number(argument(call, "float", node)?)?;
    graph.transform(
        |p| [p[0] + amount * p[1], p[1], p[2]],
        |t| [t[0] + amount * t[1], t[1]],
    );
    Ok(graph)
}

/// Combines graphs; with `merge`, points at the same place become one.
pub(crate) fn combine(graphs: &[Graph], merge: bool) -> Graph {
    let basis = graphs.first().map_or(Basis::None, |graph| graph.basis);
    let mut all = Graph::of(basis);
    for graph in graphs {
        if graph.basis != basis {
            all.basis = Basis::None;
        }
        let place: Vec<u32> = graph
            .vertices
            .iter()
            .zip(&graph.pivots)
            .map(
                |(&point, &pivot)| match all.vertex_at(point).filter(|_| merge) {
                    Some(there) => there,
                    None => all.push_vertex(point, pivot),
                },
            )
            .collect();
        for edge in &graph.edges {
            all.curve(
                place[edge.ends[0] as usize],
                place[edge.ends[1] as usize],
                edge.tangents,
            );
        }
    }
    // The faces are computed again, which also determines their order.
    all.faces = faces::around(&all);
    all
}

/// Joins points that lie at most a unit apart.
///
/// # Errors
/// If there are more than `most` such pairs; the error is their number so far.
pub(crate) fn connect(graph: &mut Graph, most: usize) -> Result<(), usize> {
    let reach = 1.0 + 1e-3;
    let count = graph.vertices.len() as u32;
    let mut order: Vec<u32> = (0..count).collect();
    order.sort_by(|&a, &b| graph.vertices[a as usize][0].total_cmp(&graph.vertices[b as usize][0]));
    let mut pairs = Vec::new();
    for (place, &a) in order.iter().enumerate() {
        for &b in &order[place + 1..] {
            let (p, q) = (graph.vertices[a as usize], graph.vertices[b as usize]);
            if q[0] - p[0] > reach {
                break;
            }
            if distance(p, q) <= reach {
                pairs.push((a.min(b), a.max(b)));
            }
        }
        if pairs.len() > most {
            return Err(pairs.len());
        }
    }
    pairs.sort_unstable();
    for (a, b) in pairs {
        graph.edge(a, b);
    }
    graph.faces = faces::around(graph);
    Ok(())
}

/// `(intersect ...)`: the vertices and edges common to all graphs.
pub(crate) fn intersect(graphs: &[Graph]) -> Graph {
    let Some((first, others)) = graphs.split_first() else {
        return Graph::default();
    };
    let mut graph = first.clone();
    let in_all = |point: Point| others.iter().all(|other| other.vertex_at(point).is_some());
    let points = graph.vertices.clone();
    let joined = |edge: &Edge| {
        others.iter().all(|other| {
            let [a, b] = edge.ends.map(|v| other.vertex_at(points[v as usize]));
            matches!((a, b), (Some(a), Some(b)) if other.has_edge(a, b))
        })
    };
    graph.retain(
        |v| in_all(points[v as usize]),
        |_, edge| joined(edge),
        |_, _| true,
    );
    graph
}

/// Whether the elements to add or remove are given by index rather than by position.
fn is_index(node: &Node) -> bool {
    node.items()
        .first()
        .is_some_and(|item| !matches!(item.value, Value::Array(_)))
}

/// `(remove graph cells: edges: vertices:)`.
pub(crate) fn remove(call: &Call, mut graph: Graph) -> Built<Graph> {
    let trim = flag(call, "trimEdges", true);
    let mut cells: FxHashSet<usize> = FxHashSet::default();
    if let Some(list) = call.arg("cells") {
        if is_index(list) {
            for item in list.items() {
                let value = whole(item)?;
                cells.extend(usize::try_from(value).ok());
            }
        } else {
            for item in list.items() {
                let mut wanted = Vec::new();
                for corner in item.items() {
                    wanted.extend(graph.vertex_at(point(corner)?));
                }
                wanted.sort_unstable();
                for (place, face) in graph.faces.iter().enumerate() {
                    let mut face = face.clone();
                    face.sort_unstable();
                    if face == wanted {
                        cells.insert(place);
                    }
                }
            }
        }
        remove_faces(&mut graph, &cells, trim);
    }
    if let Some(list) = call.arg("edges") {
        let mut edges: FxHashSet<(u32, u32)> = FxHashSet::default();
        for item in list.items() {
            let [a, b] = item.items() else {
                return error("bad-graph", item, "an edge needs two ends");
            };
            let (a, b) = if is_index(item) {
                let ends = (whole(a)?, whole(b)?);
                (u32::try_from(ends.0).ok(), u32::try_from(ends.1).ok())
            } else {
                (graph.vertex_at(point(a)?), graph.vertex_at(point(b)?))
            };
            if let (Some(a), Some(b)) = (a, b) {
                edges.insert((a.min(b), a.max(b)));
            }
        }
        graph.retain(
            |_| true,
            |_, edge| {
                !edges.contains(&(
                    edge.ends[0].min(edge.ends[1]),
                    edge.ends[0].max(edge.ends[1]),
                ))
            },
            |_, _| true,
        );
    }
    if let Some(list) = call.arg("vertices") {
        let mut vertices: FxHashSet<u32> = FxHashSet::default();
        for item in list.items() {
            if matches!(item.value, Value::Array(_)) {
                vertices.extend(graph.vertex_at(point(item)?));
            } else {
                vertices.extend(u32::try_from(whole(item)?).ok());
            }
        }
        graph.retain(|v| !vertices.contains(&v), |_, _| true, |_, _| true);
    }
    Ok(graph)
}

/// Removes faces, and with `trim` the edges that belong to no other face. Vertices remain, so that
/// their numbers do not change.
fn remove_faces(graph: &mut Graph, gone: &FxHashSet<usize>, trim: bool) {
    if !trim {
        graph.retain(|_| true, |_, _| true, |place, _| !gone.contains(&place));
        return;
    }
    let sides = |face: &[u32]| -> Vec<(u32, u32)> {
        (0..face.len())
            .map(|i| (face[i], face[(i + 1) % face.len()]))
            .map(|(a, b)| (a.min(b), a.max(b)))
            .collect()
    };
    let (mut kept, mut lost) = (FxHashSet::default(), FxHashSet::default());
    for (place, face) in graph.faces.iter().enumerate() {
        if gone.contains(&place) {
            &mut lost
        } else {
            &mut kept
        }
        .extend(sides(face));
    }
    let orphan: FxHashSet<(u32, u32)> = lost.difference(&kept).copied().collect();
    let drawn = |edge: &Edge| {
        !orphan.contains(&(
            edge.ends[0].min(edge.ends[1]),
            edge.ends[0].max(edge.ends[1]),
        ))
    };
    graph.retain(
        |_| true,
        |_, edge| drawn(edge),
        |place, _| !gone.contains(&place),
    );
}

/// `(hole graph poly)` and `(remove graph poly)`: removes the faces whose centre lies inside.
pub(crate) fn hole(node: &Node, call: &Call, mut graph: Graph) -> Built<Graph> {
    let outlines = outline::polygons(argument(call, "poly", node)?)?;
    let inside = |point: Point| {
        let holes = |outline: &Vec<Point>| outline::contains(outline, point);
        outlines.iter().any(holes)
    };
    let gone: FxHashSet<usize> = graph
        .faces
        .iter()
        .enumerate()
        .filter(|(_, face)| inside(graph.face_middle(face)))
        .map(|(place, _)| place)
        .collect();
    let trim =
        call.ludeme != ludarium_lud::Ludeme::GraphRemovePoly || flag(call, "trimEdges", true);
    remove_faces(&mut graph, &gone, trim);
    Ok(graph)
}

/// `(keep graph poly)` keeps the vertices inside, `(clip graph poly)` removes them.
pub(crate) fn keep(node: &Node, call: &Call, mut graph: Graph) -> Built<Graph> {
    let outlines = outline::polygons(argument(call, "poly", node)?)?;
    let points = graph.vertices.clone();
    let inside = |point: Point| outline::enclose(&outlines, point);
    let wanted = call.ludeme == ludarium_lud::Ludeme::Keep;
    graph.retain(
        |v| inside(points[v as usize]) == wanted,
        |_, _| true,
        |_, _| true,
    );
    if !wanted {
        // What surrounds the hole is a cell, too, if it is one ring of edges.
        graph.faces = faces::around(&graph);
    }
    Ok(graph)
}

/// `(add graph vertices: edges: edgesCurved: cells:)`.
pub(crate) fn add(builder: &Builder, node: &Node, call: &Call, mut graph: Graph) -> Built<Graph> {
    if let Some(list) = call.arg("vertices") {
        builder.check_size(list, list.items().len())?;
        for item in list.items() {
            graph.vertex(point(item)?);
        }
    }
    // Edges and cells at a vertex that does not exist are left out.
    let end = |graph: &mut Graph, node: &Node| -> Built<Option<u32>> {
        if matches!(node.value, Value::Array(_)) {
            return Ok(Some(graph.vertex(point(node)?)));
        }
        let index = u32::try_from(whole(node)?).ok();
        Ok(index.filter(|&index| (index as usize) < graph.vertices.len()))
    };
    for item in call.arg("edges").map_or(&[][..], Node::items) {
        let [a, b] = item.items() else {
            return error("bad-graph", item, "an edge needs two ends");
        };
        if let (Some(a), Some(b)) = (end(&mut graph, a)?, end(&mut graph, b)?) {
            graph.edge(a, b);
        }
    }
    for item in call.arg("edgesCurved").map_or(&[][..], Node::items) {
        let [a, b, from, to] = item.items() else {
            return error(
                "bad-graph",
                item,
                "a curved edge needs two ends and two tangents",
            );
        };
        let (a, b) = (end(&mut graph, a)?, end(&mut graph, b)?);
        let (from, to) = (point(from)?, point(to)?);
        if let (Some(a), Some(b)) = (a, b) {
            graph.curve(a, b, Some([[from[0], from[1]], [to[0], to[1]]]));
        }
    }
    for item in call.arg("cells").map_or(&[][..], Node::items) {
        let corners: Option<Vec<u32>> = item
            .items()
            .iter()
            .map(|corner| end(&mut graph, corner))
            .collect::<Built<_>>()?;
        if let Some(corners) = corners {
            graph.face(&corners);
        }
    }
    if flag(call, "connect", false) {
        builder.connect(node, &mut graph)?;
    }
    Ok(graph)
}

/// `(dual graph)`: a vertex for each face, and an edge between faces that share one.
pub(crate) fn dual(graph: &Graph) -> Graph {
    let mut dual = Graph::of(match graph.basis {
        Basis::Square => Basis::Square,
        Basis::Hexagonal => Basis::Triangular,
        Basis::Triangular => Basis::Hexagonal,
        _ => Basis::None,
    });
    let mut beside: rustc_hash::FxHashMap<(u32, u32), Vec<u32>> = rustc_hash::FxHashMap::default();
    for (place, face) in graph.faces.iter().enumerate() {
        dual.push_vertex(graph.face_middle(face), None);
        for i in 0..face.len() {
            let (a, b) = (face[i], face[(i + 1) % face.len()]);
            beside
                .entry((a.min(b), a.max(b)))
                .or_default()
                .push(place as u32);
        }
    }
    for edge in &graph.edges {
        let [a, b] = edge.ends;
        if let Some([one, other]) = beside.get(&(a.min(b), a.max(b))).map(|faces| &faces[..]) {
            dual.edge(*one, *other);
        }
    }
    dual.faces = faces::around_as_drawn(&dual);
    dual
}

/// `(subdivide graph min:)`: divides each face with enough sides into triangles about its centre.
/// Boards played on vertices or edges have no cells afterwards.
pub(crate) fn subdivide(builder: &Builder, call: &Call, mut graph: Graph) -> Built<Graph> {
    let least = builder.dim(call, "min")?.unwrap_or(1);
    // The centres are numbered from the last face to the first.
    for face in std::mem::take(&mut graph.faces).into_iter().rev() {
        if face.len() < least {
            graph.face(&face);
            continue;
        }
        let middle = graph.face_middle(&face);
        let middle = graph.vertex(middle);
        for i in 0..face.len() {
            graph.face(&[face[i], face[(i + 1) % face.len()], middle]);
        }
    }
    if !builder.counts_cells() {
        graph.faces.clear();
    }
    Ok(graph)
}

/// `(complete graph eachCell:)`: an edge between every two vertices, of the board or of each face.
pub(crate) fn complete(
    builder: &Builder,
    node: &Node,
    call: &Call,
    mut graph: Graph,
) -> Built<Graph> {
    if flag(call, "eachCell", false) {
        for face in graph.faces.clone() {
            for (place, &a) in face.iter().enumerate() {
                for &b in &face[place + 1..] {
                    graph.edge(a, b);
                }
                builder.check_size(node, graph.edges.len())?;
            }
        }
        return Ok(graph);
    }
    let count = graph.vertices.len();
    builder.check_size(node, count * count / 2)?;
    builder.check_joints(node, count * count * count)?;
    // The edges are numbered again, pair by pair.
    graph.retain(|_| true, |_, _| false, |_, _| false);
    for a in 0..count as u32 {
        for b in a + 1..count as u32 {
            graph.edge(a, b);
        }
    }
    graph.faces = faces::uncrossed(&graph);
    Ok(graph)
}

/// `(trim graph)`: removes vertices without edges, and edges with a free end.
pub(crate) fn trim(mut graph: Graph) -> Graph {
    loop {
        let mut degree = vec![0u32; graph.vertices.len()];
        for edge in &graph.edges {
            for end in edge.ends {
                degree[end as usize] += 1;
            }
        }
        let before = (graph.vertices.len(), graph.edges.len());
        graph.retain(
            |v| degree[v as usize] > 0,
            |_, edge| edge.ends.iter().all(|&v| degree[v as usize] > 1),
            |_, _| true,
        );
        if before == (graph.vertices.len(), graph.edges.len()) {
            return graph;
        }
    }
}

/// `(layers count graph)`: copies one above the other, a unit apart.
pub(crate) fn layers(builder: &Builder, node: &Node, call: &Call, graph: &Graph) -> Built<Graph> {
    let count = builder.dim_of(node, call, "dim")?;
    builder.check_size(node, count * graph.edges.len().max(graph.vertices.len()))?;
    let mut all = Graph::of(graph.basis);
    let below = graph.vertices.len() as u32;
    for layer in 0..count as u32 {
        for &point in &graph.vertices {
            all.push_vertex([point[0], point[1], point[2] + f64::from(layer)], None);
        }
        for edge in &graph.edges {
            all.curve(
                edge.ends[0] + layer * below,
                edge.ends[1] + layer * below,
                edge.tangents,
            );
        }
        for face in &graph.faces {
            all.face(&face.iter().map(|v| v + layer * below).collect::<Vec<_>>());
        }
    }
    for layer in 1..count as u32 {
        for vertex in 0..below {
            all.edge(vertex + (layer - 1) * below, vertex + layer * below);
        }
    }
    all.renumber(true, true, true);
    Ok(all)
}

/// `(makeFaces graph)`.
pub(crate) fn make_faces(mut graph: Graph) -> Graph {
    graph.faces = faces::around(&graph);
    graph
}

/// `(renumber kinds graph)`.
pub(crate) fn renumber(call: &Call, mut graph: Graph) -> Graph {
    let kinds: Vec<&str> = call.args.iter().flatten().filter_map(Node::word).collect();
    let wanted = |kind: &str| kinds.is_empty() || kinds.contains(&kind);
    graph.renumber(wanted("Vertex"), wanted("Edge"), wanted("Cell"));
    graph
}
