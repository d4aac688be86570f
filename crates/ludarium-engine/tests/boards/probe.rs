//! The description that probes one property of a board.

/// The moves whose number is a property, one less than the number in the list: each description
/// also offers a pass, so that 0 shows as 1.
fn moves(property: &str) -> Option<String> {
    if property == "vertex-of-cell" {
        return Some(
            "(forEach Site (sites Board Cell) (forEach Site (sites Incident Vertex of:Cell \
             at:(site)) (move Select (from (sites {0})))))"
                .to_string(),
        );
    }
    let (property, kind) = property.rsplit_once('-')?;
    let select = |region: &str| format!("(move Select (from {kind} {region}))");
    let present = |axis: &str| {
        format!(
            "(forEach Value min:0 max:60 (if (!= 0 (count Sites in:(sites {axis} {kind} \
             (value)))) (move Select (from (sites {{0}})))))"
        )
    };
    let each = |region: &str| {
        format!(
            "(forEach Site (sites Board {kind}) (forEach Site {region} (move Select (from {kind} \
             (site)))))"
        )
    };
    let named = |name: &str| select(&format!("(sites {name} {kind})"));
    Some(match property.split_once('-') {
        Some(("sum", way)) => each(&format!("(sites Around {kind} (site) {way})")),
        Some(("ray", way)) => each(&format!("(sites Direction from:(site) {way} {kind})")),
        Some(("side", way)) => select(&format!("(sites Side {kind} {way})")),
        Some(_) => return None,
        None => match property {
            "n" => named("Board"),
            "rows" => present("Row"),
            "cols" => present("Column"),
            "row1" => select(&format!("(sites Row {kind} 1)")),
            "col1" => select(&format!("(sites Column {kind} 1)")),
            "phases" => select(&format!("(sites Phase {kind} 0)")),
            "corners" => named("Corners"),
            "convexcorners" => named("ConvexCorners"),
            "concavecorners" => named("ConcaveCorners"),
            "outer" => named("Outer"),
            "perimeter" => named("Perimeter"),
            "inner" => named("Inner"),
            "centre" => named("Centre"),
            "top" => named("Top"),
            "bottom" => named("Bottom"),
            "left" => named("Left"),
            "right" => named("Right"),
            "major" => named("Major"),
            "minor" => named("Minor"),
            _ => return None,
        },
    })
}

/// The description whose first turn has as many moves as the property's number says.
pub fn description(board: &str, property: &str) -> Option<String> {
    let played = if property.ends_with("-Vertex") {
        "Vertex"
    } else {
        "Cell"
    };
    let moves = moves(property)?;
    Some(format!(
        r#"(game "Probe" (players 2)
    (equipment {{ (board {board} use:{played}) (piece "Disc" Each) }})
    (rules (play (or {moves} (move Pass))) (end (if (= 99 (counter)) (result Mover Win)))))"#
    ))
}
