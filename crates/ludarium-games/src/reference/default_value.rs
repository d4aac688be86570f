//! What a ludeme takes where an optional argument is not written.

use ludarium_lud::ludeme::Argument;
use ludarium_lud::Ludeme;

use super::{general, note};

/// What a form takes if this optional argument is not written, in the words of the notes; `None`
/// if it then takes nothing, or if the notes do not say.
///
/// ```
/// use ludarium_games::reference::default_value;
/// use ludarium_lud::ludeme::FormPart;
/// use ludarium_lud::Ludeme;
///
/// let parts = Ludeme::MoveSlide.parts();
/// let default = |name| {
///     let argument = parts.iter().find_map(|part| match part {
///         FormPart::Argument(argument) if argument.name == name => Some(argument),
///         _ => None,
///     });
///     default_value(Ludeme::MoveSlide, argument.unwrap())
/// };
/// assert_eq!(default("between").as_deref(), Some("empty sites"));
/// assert_eq!(default("then"), None);
/// ```
#[must_use]
pub fn default_value(form: Ludeme, argument: &Argument) -> Option<String> {
    if !argument.optional {
        return None;
    }
    let own = note(form).arguments.get(argument.name).copied();
    stated(own.or_else(|| general(argument.name))?)
}

/// The default that the meaning of an argument states: `default: 3`, `Each (the default)`,
/// `(FromTop, the default)`, or `(by default an enemy)`, which may come twice.
fn stated(meaning: &str) -> Option<String> {
    if let Some((_, rest)) = meaning.split_once("default: ") {
        let end = rest.find(';').or_else(|| rest.find(". "));
        return Some(rest[..end.unwrap_or(rest.len())].to_owned());
    }
    if let Some(at) = meaning.find("the default)") {
        let before = meaning[..at].trim_end_matches([' ', ',', '(']);
        let word = before.rsplit(|c: char| !c.is_alphanumeric()).next();
        return word.filter(|word| !word.is_empty()).map(str::to_owned);
    }
    let brackets = meaning.split("(by default ").skip(1);
    let all: Vec<&str> = brackets.filter_map(|rest| rest.split(')').next()).collect();
    (!all.is_empty()).then(|| all.join("; "))
}

#[cfg(test)]
mod tests {
    use super::stated;

    #[test]
    fn a_default_is_read_from_each_way_to_state_it() {
        for (meaning, default) in [
            ("the number of lines; default: 3", Some("3")),
            ("the limit; default: 1,250. A game is also drawn", Some("1,250")),
            ("the owner; Each (the default) makes one kind", Some("Each")),
            ("whether to hide (True, the default) or to show", Some("True")),
            (
                "what is captured (by default an enemy), and what happens to it (by default it is removed)",
                Some("an enemy; it is removed"),
            ),
            ("what follows after this", None),
        ] {
            assert_eq!(stated(meaning).as_deref(), default, "{meaning}");
        }
    }
}
