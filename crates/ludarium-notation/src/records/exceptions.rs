//! Known exceptions to the rules: `# exception: ply 127 the king may not go there`.

use std::collections::BTreeMap;

use super::record::Record;
use super::RecordError;

/// The key of the header.
const KEY: &str = "exception";

/// The plies of a record that are known to break a rule, from 1, each with the reason.
pub(super) fn exceptions(record: &Record) -> Result<BTreeMap<usize, String>, RecordError> {
    let texts = record.all(KEY).zip(record.places_of(KEY));
    let stated = texts.map(|(text, (line, column))| {
        read(text).ok_or_else(|| {
            let wrong = "an exception is written `# exception: ply 12 why`, and not";
            RecordError::from(format!("line {line}, column {column}: {wrong} {text:?}"))
        })
    });
    let stated: BTreeMap<usize, String> = stated.collect::<Result<_, _>>()?;
    let plies = record.lines.len();
    match stated.keys().find(|ply| !(1..=plies).contains(*ply)) {
        Some(ply) => Err(format!("an exception names ply {ply}, of {plies}").into()),
        None => Ok(stated),
    }
}

/// Reads `ply 127 (e2-e4): why`: the number, and the rest as it stands.
fn read(text: &str) -> Option<(usize, String)> {
    let rest = text.trim().strip_prefix("ply")?.trim_start();
    let end = rest
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(rest.len());
    let (number, why) = rest.split_at(end);
    let why = why.trim_start_matches([' ', ':', ',', ';', '-', '.']);
    Some((number.parse().ok()?, why.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exception_names_its_ply_and_its_reason() {
        let all = |header: &str| {
            exceptions(&Record::parse(&format!(
                "# slug: a\n{header}\na1-a2\na2-a3\n"
            )))
        };
        let one = |ply: usize, why: &str| Ok(BTreeMap::from([(ply, why.to_owned())]));
        assert_eq!(
            all("# exception: ply 2 leaps: a pawn"),
            one(2, "leaps: a pawn")
        );
        assert_eq!(all("# Exception: ply 1: it leaps"), one(1, "it leaps"));
        assert_eq!(all("# exception: ply 2"), one(2, ""));
        assert_eq!(all("# note: ply 2"), Ok(BTreeMap::new()));
        assert!(all("# exception: the second").is_err());
        assert!(all("# exception: ply 3 is not there").is_err());
    }
}
