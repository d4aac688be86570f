//! Evidence for programs: JSON, comma-separated values and GeoJSON.
//!
//! ```
//! use ludarium_games::evidence::{all, export};
//!
//! let finds: Vec<_> = all().iter().collect();
//! assert_eq!(export::csv(&finds).lines().next().unwrap().split(',').count(), 23);
//! assert_eq!(export::geojson(&finds)["type"], "FeatureCollection");
//! ```

use serde_json::{json, Value};

use super::Find;

/// All properties of a piece of evidence.
fn properties(find: &Find) -> Value {
    let evidence = find.evidence;
    json!({
        "id": evidence.id,
        "game": find.entry.slug,
        "also_in": find.others.iter().map(|entry| entry.slug).collect::<Vec<_>>(),
        "called": find.game(),
        "family": find.entry.family,
        "type": evidence.kind.name(),
        "date": find.date(),
        "date_from": evidence.date_from,
        "date_to": evidence.date_to,
        "year_from": find.years.map(|years| years.first),
        "year_to": find.years.map(|years| years.last),
        "place": evidence.place,
        "region": find.region.name(),
        "latitude": find.spot.map(|spot| spot.latitude),
        "longitude": find.spot.map(|spot| spot.longitude),
        "approximate": find.spot.map(|spot| spot.approximate),
        "rules": evidence.rules,
        "content": evidence.content,
        "confidence": evidence.confidence,
        "ages": evidence.ages,
        "social_status": evidence.social_status,
        "genders": evidence.genders,
        "source": evidence.source.as_ref().map(|id| find.source(id)),
    })
}

/// All properties of each find, as one array.
#[must_use]
pub fn json(finds: &[&Find]) -> Value {
    finds.iter().map(|find| properties(find)).collect()
}

/// The columns of a CSV table, in order.
const COLUMNS: [&str; 23] = [
    "id",
    "game",
    "also_in",
    "called",
    "family",
    "type",
    "date",
    "date_from",
    "date_to",
    "year_from",
    "year_to",
    "place",
    "region",
    "latitude",
    "longitude",
    "approximate",
    "rules",
    "content",
    "confidence",
    "ages",
    "social_status",
    "genders",
    "source",
];

/// A table of comma-separated values (RFC 4180) with a header line.
#[must_use]
pub fn csv(finds: &[&Find]) -> String {
    let mut table = format!("{}\n", COLUMNS.join(","));
    for find in finds {
        let all = properties(find);
        let row: Vec<String> = COLUMNS.iter().map(|column| field(&all[*column])).collect();
        table.push_str(&row.join(","));
        table.push('\n');
    }
    table
}

/// A value as a CSV field (RFC 4180).
fn field(value: &Value) -> String {
    let text = match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(field).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    };
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}

/// A collection of points (RFC 7946); evidence without a place has no geometry.
#[must_use]
pub fn geojson(finds: &[&Find]) -> Value {
    let features = finds.iter().map(|find| {
        let point = find
            .spot
            .map(|spot| json!({ "type": "Point", "coordinates": [spot.longitude, spot.latitude] }));
        json!({
            "type": "Feature",
            "id": format!("{}/{}", find.entry.slug, find.evidence.id),
            "geometry": point,
            "properties": properties(find),
        })
    });
    json!({ "type": "FeatureCollection", "features": features.collect::<Vec<_>>() })
}

#[cfg(test)]
mod tests {
    use super::super::all;
    use super::*;

    #[test]
    fn commas_and_quotes_stand_between_quotes() {
        assert_eq!(field(&json!("a, \"b\"")), "\"a, \"\"b\"\"\"");
        assert_eq!(field(&json!("plain")), "plain");
        assert_eq!(field(&Value::Null), "");
        assert_eq!(field(&json!(-1600)), "-1600");
    }

    #[test]
    fn the_columns_are_all_that_is_known() {
        let Some(find) = all().first() else { return };
        let known = properties(find);
        let known = known.as_object().expect("an object");
        assert_eq!(known.len(), COLUMNS.len());
        assert!(COLUMNS.iter().all(|column| known.contains_key(*column)));
    }
}
