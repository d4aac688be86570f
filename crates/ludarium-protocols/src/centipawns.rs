//! What is expected of a game, as boards want to be told: our agents expect a part of a win, programs of chess count hundredths of a
//! pawn.

/// More than a program can be ahead by its men: it stands for a win that is certain.
const CERTAIN: f64 = 10_000.0;

/// By how many hundredths of a pawn somebody is ahead who expects so much (1: a win, 0: a loss), to the nearest whole one; at most 10,000
/// either way.
///
/// `W = 1 / (1 + 10^(-P / 4))`, where P is a lead in pawns, was found in games of chess ("Pawn Advantage, Win Percentage, and Elo", Chess
/// Programming Wiki): half of a win at 0, 0.64 at a pawn, 0.95 at five.
pub fn centipawns(expectation: f64) -> i32 {
    let won = expectation.clamp(0.0, 1.0);
    let lead = 400.0 * (won / (1.0 - won)).log10();
    // Between the bounds every number is an `i32`.
    lead.round().clamp(-CERTAIN, CERTAIN) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_game_is_a_lead_of_nothing_and_two_thirds_of_a_win_one_of_a_pawn() {
        // The table of the Chess Programming Wiki, whose percentages are rounded to whole ones: 50, 64, 76 and 91 %.
        let table = [(0.50, 0), (0.64, 100), (0.76, 200), (0.91, 400)];
        for (won, lead) in table {
            let [low, high] = [won - 0.005, won + 0.005].map(centipawns);
            assert!((low..=high).contains(&lead), "{won}: {low} to {high}");
        }
        assert_eq!(centipawns(0.3), -centipawns(0.7));
    }

    #[test]
    fn what_is_certain_is_a_number_all_the_same() {
        assert_eq!([1.0, 0.0].map(centipawns), [10_000, -10_000]);
    }
}
