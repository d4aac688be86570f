//! Fills cells with numbers so that lines have given sums, by simulated annealing.

/// Sets of cells with their target sums. Cells are named by their index.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    cells: Vec<Vec<usize>>,
    sums: Vec<i64>,
    /// For each cell: the lines that contain it.
    through: Vec<Vec<usize>>,
}

impl Lines {
    /// No lines yet, over this number of cells.
    pub(crate) fn new(cells: usize) -> Lines {
        Lines {
            cells: Vec::new(),
            sums: Vec::new(),
            through: vec![Vec::new(); cells],
        }
    }

    /// Adds a line. A cell listed twice counts twice.
    pub(crate) fn add(&mut self, cells: Vec<usize>, sum: i64) {
        for cell in &cells {
            self.through[*cell].push(self.cells.len());
        }
        self.cells.push(cells);
        self.sums.push(sum);
    }
}

/// A small pseudo-random generator with the same results on every machine.
#[derive(Clone, Debug)]
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// The next number (splitmix64).
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    /// A number from 0 up to but excluding 1.
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Swaps tried before the search restarts, and restarts before it gives up.
const ANNEALING_STEPS: usize = 3_000_000;
const RESTARTS: u64 = 12;
/// The temperature at the end of an attempt: lines are then off by less than 1 on average, and
/// occasionally all sums are right.
const FINAL_TEMPERATURE: f64 = 0.45;

/// Finds an order of the numbers in which all lines have their sums; `None` if the search fails.
pub(crate) fn fill(numbers: &[i64], lines: &Lines) -> Option<Vec<i64>> {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    (0..RESTARTS).find_map(|seed| anneal(&sorted, lines, seed))
}

fn anneal(numbers: &[i64], lines: &Lines, seed: u64) -> Option<Vec<i64>> {
    let count = numbers.len();
    let mut rng = Rng::new(seed);
    // For each cell the rank of its number, and for each rank its cell.
    let mut rank: Vec<usize> = (0..count).collect();
    for i in (1..count).rev() {
        rank.swap(i, rng.below(i + 1));
    }
    let mut cell_of = vec![0; count];
    rank.iter()
        .enumerate()
        .for_each(|(cell, rank)| cell_of[*rank] = cell);
    // The excess of each line over its sum.
    let excess =
        |cells: &Vec<usize>, sum: &i64| cells.iter().map(|i| numbers[rank[*i]]).sum::<i64>() - sum;
    let mut excess: Vec<i64> = lines
        .cells
        .iter()
        .zip(&lines.sums)
        .map(|(c, s)| excess(c, s))
        .collect();
    let mut wrong: i64 = excess.iter().map(|o| o.abs()).sum();
    let mut temperature = count as f64 / 2.0;
    let cooling = (FINAL_TEMPERATURE / temperature).powf(1.0 / ANNEALING_STEPS as f64);
    for _ in 0..ANNEALING_STEPS {
        if wrong == 0 {
            return Some(rank.iter().map(|r| numbers[*r]).collect());
        }
        temperature *= cooling;
        // Swap numbers of similar rank: others are hardly ever accepted at low temperatures.
        let first = rng.below(count);
        let second = first + 1 + rng.below(2 + temperature as usize);
        if second >= count {
            continue;
        }
        let (a, b) = (cell_of[first], cell_of[second]);
        let more = numbers[second] - numbers[first];
        let move_by = |excess: &mut [i64], by: i64| {
            lines.through[a].iter().for_each(|l| excess[*l] += by);
            lines.through[b].iter().for_each(|l| excess[*l] -= by);
        };
        let touched = || lines.through[a].iter().chain(&lines.through[b]);
        // A line through both cells does not change, and counts twice before and after.
        let before: i64 = touched().map(|l| excess[*l].abs()).sum();
        move_by(&mut excess, more);
        let after: i64 = touched().map(|l| excess[*l].abs()).sum();
        let worse = after - before;
        if worse <= 0 || rng.unit() < (-worse as f64 / temperature).exp() {
            rank.swap(a, b);
            cell_of.swap(first, second);
            wrong += worse;
        } else {
            move_by(&mut excess, -more);
        }
    }
    None
}
