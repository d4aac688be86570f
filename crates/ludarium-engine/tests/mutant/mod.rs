//! Corrupted descriptions.

pub mod play;
pub mod seeds;
pub mod text;
pub mod tree;

use ludarium_engine::{Chance, SplitMix64};

/// A number below `n`, which is at least 1.
pub fn below(random: &mut SplitMix64, n: usize) -> usize {
    random.below(u32::try_from(n).expect("nothing here is that large")) as usize
}

/// A random item.
pub fn pick<'a, T>(random: &mut SplitMix64, items: &'a [T]) -> Option<&'a T> {
    match items.len() {
        0 => None,
        len => items.get(below(random, len)),
    }
}

/// A random integer out of some unusual ones.
pub fn unusual_number(random: &mut SplitMix64) -> i32 {
    const ODD: [i32; 18] = [
        0,
        1,
        -1,
        2,
        -2,
        5,
        16,
        17,
        33,
        -40,
        300,
        4_096,
        40_000,
        65_536,
        1_000_000_000,
        -1_000_000_000,
        i32::MAX,
        i32::MIN,
    ];
    if below(random, 2) == 0 {
        below(random, 12) as i32 - 2
    } else {
        ODD[below(random, ODD.len())]
    }
}
