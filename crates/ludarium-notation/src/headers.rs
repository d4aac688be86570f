//! The header lines of saved games and records, `# key: value`, and those that are mistyped.

/// The keys of headers on which the moves of a game depend.
const MEANINGFUL: [&str; 9] = [
    "game",
    "slug",
    "with",
    "readings",
    "options",
    "seed",
    "start",
    "throws",
    "exception",
];

/// A key that resembles `game`, and also names it.
const NAME: &str = "name";

/// The key that is probably meant by one that has no meaning.
pub(crate) fn meant(key: &str) -> Option<&'static str> {
    let key = key.to_lowercase();
    match key == NAME || MEANINGFUL.contains(&key.as_str()) {
        true => None,
        false => ludarium_lud::nearest(&key, MEANINGFUL),
    }
}

/// The key at the beginning of a line without a colon, if what follows looks like its value: most
/// such lines are remarks.
pub(crate) fn without_colon(header: &str) -> Option<&'static str> {
    let mut words = header.split_whitespace();
    let (key, value) = (words.next()?.to_lowercase(), words.next()?);
    let key = MEANINGFUL.into_iter().find(|own| *own == key)?;
    let fits = match key {
        "seed" => value.parse::<u64>().is_ok(),
        "start" => value.contains('/'),
        "with" | "readings" | "options" => value.contains(['/', '=']),
        _ => false,
    };
    fits.then_some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_with_a_typing_error_is_known() {
        for (key, key_meant) in [
            ("sart", "start"),
            ("Strat", "start"),
            ("seeds", "seed"),
            ("wiht", "with"),
            ("option", "options"),
            ("excepton", "exception"),
        ] {
            assert_eq!(meant(key), Some(key_meant), "{key}");
        }
        for key in [
            "Start",
            "seed",
            "exception",
            "note",
            "end",
            "name",
            "part",
            "order",
            "source",
            "date",
            "white",
            "seats",
            "terms",
            "result",
            "letters",
            "first",
        ] {
            assert_eq!(meant(key), None, "{key}");
        }
    }

    #[test]
    fn a_line_without_a_colon_is_a_header_only_if_a_value_follows() {
        assert_eq!(without_colon(" seed 42"), Some("seed"));
        assert_eq!(without_colon("Start 8/8/8 w"), Some("start"));
        assert_eq!(without_colon("with bare=loses"), Some("with"));
        for remark in ["start of the game", "with a knight", "seed", "game two", ""] {
            assert_eq!(without_colon(remark), None, "{remark}");
        }
    }
}
