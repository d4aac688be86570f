//! Sets of the values of a variable.

/// The values that a variable of a puzzle may still have: some of the numbers from 0 to
/// [`Values::MAX`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Values(u128);

impl Values {
    /// The greatest value that a variable may have.
    pub const MAX: i32 = 127;

    /// No value at all.
    pub const NONE: Values = Values(0);

    /// The set of one value; empty if it is out of range.
    #[inline]
    #[must_use]
    pub const fn one(value: i32) -> Values {
        if value >= 0 && value <= Values::MAX {
            Values(1 << value)
        } else {
            Values(0)
        }
    }

    /// The values from `low` to `high`, both included, as far as they are in range.
    ///
    /// ```
    /// use ludarium_engine::puzzle::Values;
    ///
    /// assert!(Values::range(1, 9).iter().eq(1..=9));
    /// assert_eq!(Values::range(3, 2), Values::NONE);
    /// ```
    #[must_use]
    pub fn range(low: i32, high: i32) -> Values {
        let (low, high) = (low.max(0), high.min(Values::MAX));
        if low > high {
            return Values::NONE;
        }
        let width = (high - low + 1) as u32;
        let ones = if width >= u128::BITS {
            u128::MAX
        } else {
            (1 << width) - 1
        };
        Values(ones << low)
    }

    /// Whether `value` is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, value: i32) -> bool {
        self.0 & Values::one(value).0 != 0
    }

    /// Whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of values in the set.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The value, if the set has exactly one.
    #[inline]
    #[must_use]
    pub const fn only(self) -> Option<i32> {
        if self.0 != 0 && self.0 & (self.0 - 1) == 0 {
            Some(self.0.trailing_zeros() as i32)
        } else {
            None
        }
    }

    /// The smallest and the greatest value; (0, 0) for the empty set.
    #[inline]
    #[must_use]
    pub const fn ends(self) -> (i32, i32) {
        if self.0 == 0 {
            (0, 0)
        } else {
            let high = Values::MAX - self.0.leading_zeros() as i32;
            (self.0.trailing_zeros() as i32, high)
        }
    }

    /// The values in both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Values) -> Values {
        Values(self.0 & other.0)
    }

    /// The values in either set.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Values) -> Values {
        Values(self.0 | other.0)
    }

    /// The values that are not in the other set.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Values) -> Values {
        Values(self.0 & !other.0)
    }

    /// All values, ascending.
    pub fn iter(self) -> impl Iterator<Item = i32> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let value = left.trailing_zeros() as i32;
                left &= left - 1;
                value
            })
        })
    }
}

impl FromIterator<i32> for Values {
    fn from_iter<T: IntoIterator<Item = i32>>(values: T) -> Values {
        values
            .into_iter()
            .fold(Values::NONE, |set, value| set.or(Values::one(value)))
    }
}

impl std::fmt::Debug for Values {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
