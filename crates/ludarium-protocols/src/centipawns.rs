//! Converts the agents' expectation of a win into centipawns, which GUIs show.

/// The centipawns of a certain win, more than any lead in material.
const CERTAIN_WIN: f64 = 10_000.0;

/// The lead in centipawns of a player who expects this share of a win (1: a win, 0: a loss),
/// rounded, and at most 10,000 either way.
///
/// The formula `W = 1 / (1 + 10^(-P / 4))` for a lead of P pawns was fitted to games of chess
/// ("Pawn Advantage, Win Percentage, and Elo", Chess Programming Wiki).
///
/// ```
/// assert_eq!(ludarium_protocols::centipawns(0.5), 0);
/// assert_eq!(ludarium_protocols::centipawns(1.0), 10_000);
/// ```
#[must_use]
pub fn centipawns(expectation: f64) -> i32 {
    let won = expectation.clamp(0.0, 1.0);
    let lead = 400.0 * (won / (1.0 - won)).log10();
    // Every number between the bounds is an `i32`.
    lead.round().clamp(-CERTAIN_WIN, CERTAIN_WIN) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leads_are_those_of_the_published_table() {
        // The table of the Chess Programming Wiki, whose percentages are rounded to whole ones: 50,
        // 64, 76 and 91 %.
        let table = [(0.50, 0), (0.64, 100), (0.76, 200), (0.91, 400)];
        for (won, lead) in table {
            let [low, high] = [won - 0.005, won + 0.005].map(centipawns);
            assert!((low..=high).contains(&lead), "{won}: {low} to {high}");
        }
        assert_eq!(centipawns(0.3), -centipawns(0.7));
    }

    #[test]
    fn a_certain_result_is_a_finite_number() {
        assert_eq!([1.0, 0.0].map(centipawns), [10_000, -10_000]);
    }
}
