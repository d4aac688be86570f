//! Pairings and the order of games.

use clap::ValueEnum;

/// Pairing system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Pairing {
    /// All agents play each other
    RoundRobin,
    /// The first agent plays all others
    Gauntlet,
    /// Each agent plays the next one in the list
    Neighbours,
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fixture {
    /// Index of the game.
    pub game: usize,
    /// Indices of the players.
    pub pair: (usize, usize),
    /// The round, from 0; the seats are swapped in every other round.
    pub round: usize,
}

impl Pairing {
    fn meet(self, first: usize, second: usize) -> bool {
        match self {
            Pairing::RoundRobin => true,
            Pairing::Gauntlet => first == 0,
            Pairing::Neighbours => second == first + 1,
        }
    }

    /// All games in the order of play: two rounds at a time, so that the two games of a pair with
    /// swapped seats are consecutive.
    pub fn fixtures(self, games: usize, players: usize, rounds: usize) -> Vec<Fixture> {
        let mut fixtures = Vec::new();
        for start in (0..rounds).step_by(2) {
            for game in 0..games {
                for first in 0..players {
                    for second in (first + 1..players).filter(|second| self.meet(first, *second)) {
                        let rounds = start..rounds.min(start + 2);
                        fixtures.extend(rounds.map(|round| Fixture {
                            game,
                            pair: (first, second),
                            round,
                        }));
                    }
                }
            }
        }
        fixtures
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_whom_the_pairing_says() {
        let pairs = |pairing: Pairing| -> Vec<(usize, usize)> {
            let fixtures = pairing.fixtures(1, 4, 1);
            fixtures.iter().map(|fixture| fixture.pair).collect()
        };
        assert_eq!(pairs(Pairing::RoundRobin).len(), 6);
        assert_eq!(pairs(Pairing::Gauntlet), [(0, 1), (0, 2), (0, 3)]);
        assert_eq!(pairs(Pairing::Neighbours), [(0, 1), (1, 2), (2, 3)]);
    }

    #[test]
    fn games_with_changed_seats_follow_each_other() {
        let fixtures = Pairing::RoundRobin.fixtures(2, 2, 5);
        assert_eq!(fixtures.len(), 10);
        let order: Vec<(usize, usize)> = fixtures.iter().map(|f| (f.game, f.round)).collect();
        assert_eq!(order[..6], [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (0, 3)]);
        assert_eq!(order[8..], [(0, 4), (1, 4)]);
    }
}
