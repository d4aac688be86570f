//! Readings: the options of a description, chosen by short names.

use ludarium_lud::{Choices, Description, OptionGroup};

use crate::name::{fold, nearest};

/// The choices for readings given as `(tag, choice)`.
///
/// A tag is the option's tag or heading; a choice is an item's name or the beginning of one. The
/// tag `ruleset` chooses a ruleset. Case and punctuation do not matter.
///
/// # Errors
/// If there is no such option or item: with the existing ones.
pub fn choose(description: &Description, readings: &[(String, String)]) -> Result<Choices, String> {
    let mut choices = Choices::defaults();
    for (tag, choice) in readings {
        let group = description
            .options
            .iter()
            .find(|group| is_called(group, tag));
        match group {
            Some(group) => {
                let names = group.items.iter().map(|item| item.name.as_str());
                let item = pick(choice, names)
                    .map_err(|message| format!("{:?} of {:?}: {message}", choice, group.heading))?;
                choices = choices.with(format!("{}/{item}", group.heading));
            }
            None if fold(tag) == "ruleset" => {
                let names = description
                    .rulesets
                    .iter()
                    .map(|ruleset| ruleset.name.as_str());
                let ruleset = pick(choice, names)
                    .map_err(|message| format!("the ruleset {choice:?}: {message}"))?;
                choices = choices.ruleset(ruleset);
            }
            None => return Err(no_option(description, tag)),
        }
    }
    Ok(choices)
}

fn is_called(group: &OptionGroup, tag: &str) -> bool {
    fold(&group.tag) == fold(tag) || fold(&group.heading) == fold(tag)
}

/// The one name that equals the choice, or else starts with it.
fn pick<'a>(choice: &str, names: impl Iterator<Item = &'a str>) -> Result<&'a str, String> {
    let names: Vec<&str> = names.collect();
    let wanted = fold(choice);
    if let Some(name) = names.iter().find(|name| fold(name) == wanted) {
        return Ok(name);
    }
    // "Modern" is short for "Ruleset/Modern".
    let last = |name: &str| name.rsplit('/').next().map(fold);
    let short: Vec<&&str> = names
        .iter()
        .filter(|name| last(name).is_some_and(|name| name == wanted))
        .collect();
    if let [only] = short.as_slice() {
        return Ok(only);
    }
    let begins: Vec<&&str> = names
        .iter()
        .filter(|name| !wanted.is_empty() && fold(name).starts_with(&wanted))
        .collect();
    match begins.as_slice() {
        [only] => Ok(only),
        [] if names.is_empty() => Err("there is nothing to choose from".to_owned()),
        [] => {
            // The short forms are named in full.
            let lasts = names
                .iter()
                .map(|name| name.rsplit('/').next().unwrap_or(name));
            let near = nearest(choice, lasts, 1).into_iter().next();
            let near = near.map_or_else(String::new, |near| format!("did you mean {near}? "));
            Err(format!("{near}choose one of {}", names.join(", ")))
        }
        _ => Err(format!("choose one of {}", names.join(", "))),
    }
}

fn no_option(description: &Description, tag: &str) -> String {
    if description.options.is_empty() {
        return format!("there is no reading {tag:?}: this game has none");
    }
    let groups = description.options.iter();
    let names = groups.flat_map(|group| [group.tag.as_str(), group.heading.as_str()]);
    match nearest(tag, names, 1).first() {
        Some(near) => format!("there is no reading {tag:?} (did you mean {near}?)"),
        None => {
            let tags = description.options.iter().map(|group| group.tag.as_str());
            format!(
                "there is no reading {tag:?}; this game has {}",
                tags.collect::<Vec<_>>().join(", ")
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ruleset_is_chosen_by_the_last_part_of_its_name() {
        let names = || ["Ruleset/Modern", "Ruleset/Source"].into_iter();
        assert_eq!(pick("modern", names()), Ok("Ruleset/Modern"));
    }

    #[test]
    fn the_beginning_of_one_item_is_enough() {
        let names = || ["Bare king wins", "Bare king draws"].into_iter();
        assert_eq!(pick("bare-king-w", names()), Ok("Bare king wins"));
        assert_eq!(
            pick("bare", names()).unwrap_err(),
            "choose one of Bare king wins, Bare king draws"
        );
        assert_eq!(
            pick("bear king wins", names()).unwrap_err(),
            "did you mean Bare king wins? choose one of Bare king wins, Bare king draws"
        );
        assert!(pick("any", [].into_iter()).is_err());
    }
}
