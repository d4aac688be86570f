//! Exact probabilities.

use std::fmt;
use std::ops::{Add, Mul};

/// A probability as a fraction in lowest terms: a double six is 1/36, not 0.0277...
///
/// ```
/// use ludarium_engine::Probability;
/// let six = Probability::new(1, 6);
/// assert_eq!(six + six, Probability::new(1, 3));
/// assert_eq!((six * six).to_string(), "1/36");
/// ```
///
/// Denominators are limited to 128 bits. A smaller probability becomes zero when it is multiplied,
/// and sums of such numbers are rounded. (It takes about fifty dice at once to reach the limit.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probability {
    numerator: u128,
    denominator: u128,
}

fn common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

impl Probability {
    /// The probability of a certain event.
    pub const ONE: Probability = Probability {
        numerator: 1,
        denominator: 1,
    };

    /// The probability of an impossible event.
    pub const ZERO: Probability = Probability {
        numerator: 0,
        denominator: 1,
    };

    /// The fraction of favourable cases among all cases; zero if there are no cases.
    #[must_use]
    pub fn new(cases: u128, among: u128) -> Probability {
        if cases == 0 || among == 0 {
            return Probability::ZERO;
        }
        let divisor = common_divisor(cases, among);
        Probability {
            numerator: cases / divisor,
            denominator: among / divisor,
        }
    }

    /// The numerator of the fraction in lowest terms.
    #[must_use]
    pub fn numerator(self) -> u128 {
        self.numerator
    }

    /// The denominator of the fraction in lowest terms.
    #[must_use]
    pub fn denominator(self) -> u128 {
        self.denominator
    }

    /// The probability as a number from 0 to 1, rounded.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

impl Mul for Probability {
    type Output = Probability;

    fn mul(self, other: Probability) -> Probability {
        // Cancel crosswise first: the products are then in lowest terms and as small as possible.
        let one = Probability::new(self.numerator, other.denominator);
        let two = Probability::new(other.numerator, self.denominator);
        match (
            one.numerator.checked_mul(two.numerator),
            one.denominator.checked_mul(two.denominator),
        ) {
            (Some(numerator), Some(denominator)) if numerator > 0 => Probability {
                numerator,
                denominator,
            },
            _ => Probability::ZERO,
        }
    }
}

impl Add for Probability {
    type Output = Probability;

    fn add(self, other: Probability) -> Probability {
        let divisor = common_divisor(self.denominator, other.denominator);
        let exact = || {
            let left = self.numerator.checked_mul(other.denominator / divisor)?;
            let right = other.numerator.checked_mul(self.denominator / divisor)?;
            let denominator = self.denominator.checked_mul(other.denominator / divisor)?;
            Some(Probability::new(left.checked_add(right)?, denominator))
        };
        exact().unwrap_or_else(|| {
            const FINE: f64 = (1u64 << 53) as f64;
            let sum = self.to_f64() + other.to_f64();
            Probability::new((sum * FINE).round() as u128, FINE as u128)
        })
    }
}

impl std::iter::Sum for Probability {
    fn sum<I: Iterator<Item = Probability>>(all: I) -> Probability {
        all.fold(Probability::ZERO, Add::add)
    }
}

impl fmt::Display for Probability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_exact_and_in_lowest_terms() {
        let half = Probability::new(2, 4);
        assert_eq!((half.numerator(), half.denominator()), (1, 2));
        let dice = (0..36).map(|_| Probability::new(1, 36));
        assert_eq!(dice.sum::<Probability>(), Probability::ONE);
        assert_eq!(Probability::new(3, 0), Probability::ZERO);
    }

    #[test]
    fn what_is_too_unlikely_is_impossible_and_nothing_overflows() {
        let card = (1..=52).map(|left| Probability::new(1, left));
        let deck = card.fold(Probability::ONE, Mul::mul);
        assert_eq!(deck, Probability::ZERO);
        let tiny = Probability::new(1, u128::MAX);
        let sum = tiny + Probability::new(1, u128::MAX - 1);
        assert!(sum.to_f64() < 1e-15);
    }
}
