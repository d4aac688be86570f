//! Sets of sites as bit sets.

/// Words stored inline, without allocation: room for 384 sites.
const INLINE: usize = 6;

/// A set of small non-negative numbers (sites), one bit each.
#[derive(Clone, Debug, Default)]
pub struct SiteSet {
    /// The number of words in use; if it exceeds [`INLINE`], all words are in `spilled`.
    len: usize,
    inline: [u64; INLINE],
    spilled: Vec<u64>,
}

impl SiteSet {
    /// An upper bound (exclusive) of the numbers in a set; boards are much smaller.
    const LIMIT: i32 = 1 << 20;

    /// The empty set, with room for the numbers below `sites`.
    #[inline]
    #[must_use]
    pub fn new(sites: usize) -> Self {
        let len = sites.div_ceil(64);
        SiteSet {
            len,
            inline: [0; INLINE],
            spilled: if len > INLINE {
                vec![0; len]
            } else {
                Vec::new()
            },
        }
    }

    #[inline]
    pub(crate) fn words(&self) -> &[u64] {
        if self.len > INLINE {
            &self.spilled
        } else {
            &self.inline[..self.len]
        }
    }

    #[inline]
    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        if self.len > INLINE {
            &mut self.spilled
        } else {
            &mut self.inline[..self.len]
        }
    }

    /// Makes room for at least `len` words.
    fn widen(&mut self, len: usize) {
        if len <= self.len {
            return;
        }
        if len > INLINE {
            if self.len <= INLINE {
                // Sets are filled in ascending order: doubling the capacity saves further
                // allocations.
                let mut spilled = Vec::with_capacity(2 * len);
                spilled.extend_from_slice(self.words());
                self.spilled = spilled;
            }
            self.spilled.resize(len, 0);
        }
        self.len = len;
    }

    /// The numbers `0..sites`.
    #[must_use]
    pub fn full(sites: usize) -> Self {
        let mut set = SiteSet::new(sites);
        set.words_mut().fill(u64::MAX);
        set.truncate(sites);
        set
    }

    /// A set that is a copy of the given words.
    #[must_use]
    #[inline]
    pub fn from_words(words: &[u64]) -> Self {
        let mut set = SiteSet::new(words.len() * 64);
        for (mine, word) in set.words_mut().iter_mut().zip(words) {
            *mine = *word;
        }
        set
    }

    /// Whether `site` is in the set; `false` for negative numbers.
    #[inline]
    #[must_use]
    pub fn contains(&self, site: i32) -> bool {
        let index = site as usize;
        site >= 0
            && self
                .words()
                .get(index >> 6)
                .is_some_and(|word| word >> (index & 63) & 1 == 1)
    }

    /// Adds `site`; negative numbers and numbers too large for any board are ignored.
    #[inline]
    pub fn insert(&mut self, site: i32) {
        // A negative number is beyond the last word, too.
        let index = site as usize;
        match self.words_mut().get_mut(index >> 6) {
            Some(word) => *word |= 1 << (index & 63),
            None => self.insert_beyond(site),
        }
    }

    /// Adds a site that needs more words.
    fn insert_beyond(&mut self, site: i32) {
        if !(0..Self::LIMIT).contains(&site) {
            return;
        }
        let index = site as usize;
        self.widen((index >> 6) + 1);
        self.words_mut()[index >> 6] |= 1 << (index & 63);
    }

    /// Removes `site`.
    #[inline]
    pub fn remove(&mut self, site: i32) {
        let index = site as usize;
        if site >= 0 {
            if let Some(word) = self.words_mut().get_mut(index >> 6) {
                *word &= !(1 << (index & 63));
            }
        }
    }

    /// The number of sites in the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words()
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words().iter().all(|&word| word == 0)
    }

    /// The sites in ascending order.
    pub fn iter(&self) -> Bits<'_> {
        Bits {
            words: self.words(),
            index: 0,
            word: self.words().first().copied().unwrap_or(0),
        }
    }

    /// Removes all sites.
    pub fn clear(&mut self) {
        self.words_mut().fill(0);
    }

    /// Removes the sites that fail a test.
    pub fn retain(&mut self, mut test: impl FnMut(i32) -> bool) {
        for (index, word) in self.words_mut().iter_mut().enumerate() {
            *word = bits_where(*word, |bit| test((index << 6 | bit) as i32));
        }
    }

    /// Removes every site that is not below `first`.
    pub fn truncate(&mut self, first: usize) {
        let words = self.words_mut();
        let whole = (first >> 6).min(words.len());
        if let [word, rest @ ..] = &mut words[whole..] {
            *word &= (1 << (first & 63)) - 1;
            rest.fill(0);
        }
    }

    /// Removes every site outside a range.
    pub fn retain_range(&mut self, within: std::ops::Range<usize>) {
        self.truncate(within.end);
        let (whole, rest) = (within.start >> 6, within.start & 63);
        let words = self.words_mut();
        let (below, from) = words.split_at_mut(whole.min(words.len()));
        below.fill(0);
        if let Some(word) = from.first_mut() {
            *word &= u64::MAX << rest;
        }
    }

    /// The `n`-th smallest site, counted from 0.
    #[must_use]
    pub fn nth(&self, n: usize) -> Option<i32> {
        nth(self.words(), n)
    }

    /// The smallest site of the set.
    #[must_use]
    pub fn first(&self) -> Option<i32> {
        self.iter().next()
    }

    /// Adds the sites of `other`.
    pub fn union_with(&mut self, other: &SiteSet) {
        self.widen(other.len);
        for (mine, theirs) in self.words_mut().iter_mut().zip(other.words()) {
            *mine |= theirs;
        }
    }

    /// Adds the sites of a word.
    #[inline]
    pub(crate) fn add_word(&mut self, index: usize, sites: u64) {
        if sites != 0 {
            self.widen(index + 1);
            self.words_mut()[index] |= sites;
        }
    }

    /// Removes the sites of `other`.
    pub fn subtract(&mut self, other: &SiteSet) {
        for (mine, theirs) in self.words_mut().iter_mut().zip(other.words()) {
            *mine &= !theirs;
        }
    }

    /// Adds the sites of the set in `words`.
    pub fn union_words(&mut self, words: &[u64]) {
        for (mine, theirs) in self.words_mut().iter_mut().zip(words) {
            *mine |= theirs;
        }
    }

    /// Removes the sites that are not in the set in `words`.
    pub fn intersect_words(&mut self, words: &[u64]) {
        for (index, mine) in self.words_mut().iter_mut().enumerate() {
            *mine &= words.get(index).copied().unwrap_or(0);
        }
    }

    /// Removes the sites of the set in `words`.
    pub fn subtract_words(&mut self, words: &[u64]) {
        for (mine, theirs) in self.words_mut().iter_mut().zip(words) {
            *mine &= !theirs;
        }
    }

    /// Removes the sites that are not in `other`.
    pub fn intersect_with(&mut self, other: &SiteSet) {
        for (index, mine) in self.words_mut().iter_mut().enumerate() {
            *mine &= other.words().get(index).copied().unwrap_or(0);
        }
    }

    /// Whether the two sets have a site in common.
    #[must_use]
    pub fn intersects(&self, other: &SiteSet) -> bool {
        let mut words = self.words().iter().zip(other.words());
        words.any(|(mine, theirs)| mine & theirs != 0)
    }

    /// Whether the two sets hold the same sites, whatever their capacity.
    #[must_use]
    pub fn same(&self, other: &SiteSet) -> bool {
        self.iter().eq(other.iter())
    }
}

impl PartialEq for SiteSet {
    fn eq(&self, other: &Self) -> bool {
        self.words() == other.words()
    }
}

impl Eq for SiteSet {}

impl std::hash::Hash for SiteSet {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.words().hash(state);
    }
}

impl FromIterator<i32> for SiteSet {
    fn from_iter<T: IntoIterator<Item = i32>>(sites: T) -> Self {
        let mut set = SiteSet::default();
        for site in sites {
            set.insert(site);
        }
        set
    }
}

/// A word of a set; 0 beyond its end.
#[inline]
pub(crate) fn word_at(words: &[u64], index: usize) -> u64 {
    words.get(index).copied().unwrap_or(0)
}

/// Whether a site is in a set.
#[inline]
pub(crate) fn has(words: &[u64], site: u16) -> bool {
    word_at(words, usize::from(site >> 6)) >> (site & 63) & 1 == 1
}

/// Adds a site to a set that has a word for it.
pub(crate) fn insert(words: &mut [u64], site: u16) {
    if let Some(word) = words.get_mut(usize::from(site >> 6)) {
        *word |= 1 << (site & 63);
    }
}

/// The bits of a word that pass a test.
pub(crate) fn bits_where(word: u64, mut test: impl FnMut(usize) -> bool) -> u64 {
    let (mut rest, mut found) = (word, 0);
    while rest != 0 {
        let lowest = rest & rest.wrapping_neg();
        rest ^= lowest;
        if test(lowest.trailing_zeros() as usize) {
            found |= lowest;
        }
    }
    found
}

/// The words of a set of `len` words, with their indices, without the bits outside a range; `word`
/// gives a word of the set.
pub(crate) fn words_within<'w>(
    within: std::ops::Range<usize>,
    len: usize,
    word: impl Fn(usize) -> u64 + 'w,
) -> impl Iterator<Item = (usize, u64)> + 'w {
    let (first, end) = (within.start >> 6, within.end.div_ceil(64).min(len));
    (first..end.max(first)).map(move |index| {
        let mut word = word(index);
        if index == first {
            word &= u64::MAX << (within.start & 63);
        }
        if index == within.end >> 6 {
            word &= (1 << (within.end & 63)) - 1;
        }
        (index, word)
    })
}

/// Whether a bit at or above `first` is set.
pub(crate) fn reaches(words: &[u64], first: usize) -> bool {
    let words = words.iter().skip(first >> 6).enumerate();
    words.fold(0, |found, (index, &word)| {
        found
            | if index == 0 {
                word >> (first & 63)
            } else {
                word
            }
    }) != 0
}

/// The number of bits set below `end`.
#[inline]
pub(crate) fn count_below(words: &[u64], end: usize) -> u32 {
    let whole: u32 = words[..end >> 6].iter().map(|word| word.count_ones()).sum();
    match (end & 63, words.get(end >> 6)) {
        (0, _) | (_, None) => whole,
        (rest, Some(word)) => whole + (word & ((1 << rest) - 1)).count_ones(),
    }
}

/// The position of the `n`-th set bit, counted from 0.
#[inline]
pub(crate) fn nth(words: &[u64], n: usize) -> Option<i32> {
    let mut left = n as u64;
    for (index, &word) in words.iter().enumerate() {
        let here = u64::from(word.count_ones());
        if left < here {
            return Some((index as i32) << 6 | nth_of_word(word, left));
        }
        left -= here;
    }
    None
}

const ONES: u64 = 0x0101_0101_0101_0101;

/// The number of bits set up to and including each byte, in that byte (Knuth, The Art of Computer
/// Programming 4A, 7.1.3).
#[inline]
fn counts_to_each_byte(word: u64) -> u64 {
    let pairs = word - (word >> 1 & (ONES * 0x55));
    let nibbles = (pairs & (ONES * 0x33)) + (pairs >> 2 & (ONES * 0x33));
    ((nibbles + (nibbles >> 4)) & (ONES * 0x0f)).wrapping_mul(ONES)
}

/// The position of the `n`-th set bit of a word, counted from 0; the word must have that many
/// (Vigna, "Broadword implementation of rank/select queries", 2008).
#[inline]
fn nth_of_word(word: u64, n: u64) -> i32 {
    // The bytes up to which at most `n` bits are set precede the byte of the result.
    const TOPS: u64 = ONES << 7;
    let counts = counts_to_each_byte(word);
    let before = (((n * ONES) | TOPS) - counts) & TOPS;
    let byte = before.count_ones() * 8;
    let passed = (counts << 8) >> byte & 0xff;
    let rest = (word >> byte) as u8;
    (byte + u32::from(NTH_OF_BYTE[usize::from(rest)][(n - passed) as usize & 7])) as i32
}

/// By byte and `n`: the position of the `n`-th set bit, counted from 0; 8 where there is none.
static NTH_OF_BYTE: [[u8; 8]; 256] = {
    let mut table = [[8; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut n) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[byte][n] = place as u8;
                n += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
};

/// The sites of a set of bits, ascending.
#[derive(Clone, Debug)]
pub struct Bits<'a> {
    words: &'a [u64],
    index: usize,
    word: u64,
}

impl<'a> Bits<'a> {
    /// An iterator over the bits of `words`.
    #[must_use]
    pub fn new(words: &'a [u64]) -> Self {
        Bits {
            words,
            index: 0,
            word: words.first().copied().unwrap_or(0),
        }
    }
}

impl Iterator for Bits<'_> {
    type Item = i32;

    #[inline]
    fn next(&mut self) -> Option<i32> {
        while self.word == 0 {
            self.index += 1;
            self.word = *self.words.get(self.index)?;
        }
        let bit = self.word.trailing_zeros();
        self.word &= self.word - 1;
        Some((self.index as i32) << 6 | bit as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_lies_within_the_range() {
        for (first, end) in [
            (0, 0),
            (0, 700),
            (3, 64),
            (64, 130),
            (65, 66),
            (500, 900),
            (9, 5),
        ] {
            let mut set = SiteSet::full(700);
            set.retain_range(first..end);
            let within = (first..end.min(700)).map(|site| site as i32);
            assert!(set.iter().eq(within), "{first}..{end}");
        }
    }

    #[test]
    fn a_set_holds_what_was_put_in_however_far_it_grew() {
        let sites: Vec<i32> = (0..40).map(|n| n * 31 % 1_000).collect();
        let mut sorted = sites.clone();
        sorted.sort_unstable();
        assert!(sites.into_iter().collect::<SiteSet>().iter().eq(sorted));
    }

    #[test]
    fn the_nth_bit_is_the_one_that_n_others_precede() {
        let words = [
            0,
            u64::MAX,
            0x8000_0000_0000_0001,
            1 << 40,
            0xdead_beef_0123_4567,
        ];
        let mut found = Vec::new();
        while let Some(bit) = nth(&words, found.len()) {
            found.push(bit);
        }
        assert_eq!(found, Bits::new(&words).collect::<Vec<_>>());
    }
}
