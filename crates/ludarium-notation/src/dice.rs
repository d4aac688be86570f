//! Tables of a game's throws and their probabilities.

use std::fmt::Write as _;

use ludarium_engine::Probability;
use ludarium_games::ThrowOdds;

/// The maximal number of throws that are listed one by one; of more, only the sums are.
const MAX_LISTED_THROWS: usize = 36;

/// The dice, sticks or other lots of a game and the probability of every throw, one line each.
///
/// ```
/// use ludarium_games::ThrowOdds;
///
/// let loaded = ludarium_games::load(ludarium_games::find("falkener-backgammon")?, &[])?;
/// let lots = ThrowOdds::of(&loaded.description, &loaded.game).expect("it has dice");
/// let table = ludarium_notation::throw_table(&lots);
/// assert!(table.starts_with("2 with the faces 1 2 3 4 5 6"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn throw_table(lots: &ThrowOdds) -> String {
    let mut text = format!("{}\n", faces(lots));
    let sums = lots.sums();
    // Where each sum has only one throw, the sums are enough.
    if lots.throws.len() > sums.len() && lots.throws.len() <= MAX_LISTED_THROWS {
        text.push_str("  throws\n");
        for (throw, likely) in &lots.throws {
            let shown: Vec<String> = throw.iter().map(i32::to_string).collect();
            let _ = writeln!(text, "    {:<12}{}", shown.join(" "), probability(*likely));
        }
        text.push_str("  sums\n");
    }
    for (sum, likely) in &sums {
        let worth = match lots.values.get(sum) {
            Some(worth) if worth != sum => format!("{sum} counts {worth}"),
            _ => sum.to_string(),
        };
        let _ = writeln!(text, "    {worth:<12}{}", probability(*likely));
    }
    text
}

fn probability(likely: Probability) -> String {
    format!(
        "{:<12}{:>6.2} %",
        likely.to_string(),
        100.0 * likely.to_f64()
    )
}

/// The faces of the lots; equal lots are counted.
fn faces(lots: &ThrowOdds) -> String {
    let mut kinds: Vec<(&[i32], usize)> = Vec::new();
    for faces in &lots.faces {
        match kinds.iter_mut().find(|(own, _)| *own == faces.as_slice()) {
            Some((_, count)) => *count += 1,
            None => kinds.push((faces, 1)),
        }
    }
    let texts: Vec<String> = kinds
        .iter()
        .map(|(faces, count)| {
            let faces: Vec<String> = faces.iter().map(i32::to_string).collect();
            format!("{count} with the faces {}", faces.join(" "))
        })
        .collect();
    texts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str) -> String {
        let loaded = ludarium_games::load(ludarium_games::find(name).unwrap(), &[]).unwrap();
        throw_table(&ThrowOdds::of(&loaded.description, &loaded.game).unwrap())
    }

    #[test]
    fn the_sticks_of_tab_are_shown_with_their_values() {
        let text = of("bgs-tab-egypt");
        assert!(text.starts_with("4 with the faces 0 1\n"), "{text}");
        // Lane, Manners and Customs (1860), p. 347: none white counts six.
        assert!(
            text.contains("    0 counts 6  1/16          6.25 %\n"),
            "{text}"
        );
        assert!(
            text.contains("    2           3/8          37.50 %\n"),
            "{text}"
        );
    }

    #[test]
    fn two_dice_are_listed_throw_by_throw() {
        let text = of("falkener-backgammon");
        assert!(
            text.contains("    6 6         1/36          2.78 %\n"),
            "{text}"
        );
        assert!(
            text.contains("    1 2         1/18          5.56 %\n"),
            "{text}"
        );
    }
}
