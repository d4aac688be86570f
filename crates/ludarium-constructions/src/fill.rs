//! Filling cells with numbers so that lines add up, by exchanging numbers that stand wrong.

/// Sets of cells with the sums they are to have. Cells are named by their index.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    cells: Vec<Vec<usize>>,
    sums: Vec<i64>,
    /// By cell: the lines it lies on.
    through: Vec<Vec<usize>>,
}

impl Lines {
    /// No lines yet, on so many cells.
    pub(crate) fn new(cells: usize) -> Lines {
        Lines {
            cells: Vec::new(),
            sums: Vec::new(),
            through: vec![Vec::new(); cells],
        }
    }

    /// Adds a line. A cell named twice counts twice.
    pub(crate) fn add(&mut self, cells: Vec<usize>, sum: i64) {
        for cell in &cells {
            self.through[*cell].push(self.cells.len());
        }
        self.cells.push(cells);
        self.sums.push(sum);
    }
}

/// A small generator of numbers that look random and are the same on every machine.
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

    /// A number from 0 to below 1.
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Exchanges tried before the search begins anew, and beginnings before it gives up.
const ANNEALING_STEPS: usize = 3_000_000;
const RESTARTS: u64 = 12;
/// The heat at the end of a beginning: lines are wrong by less than 1 on average then, and now and then all are right.
const FINAL_TEMPERATURE: f64 = 0.45;

/// An order of the numbers with which all lines add up, found by simulated annealing; `None` if none was found.
pub(crate) fn fill(numbers: &[i64], lines: &Lines) -> Option<Vec<i64>> {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    (0..RESTARTS).find_map(|seed| anneal(&sorted, lines, seed))
}

fn anneal(numbers: &[i64], lines: &Lines, seed: u64) -> Option<Vec<i64>> {
    let count = numbers.len();
    let mut rng = Rng::new(seed);
    // By cell the place of its number among all of them, and by place the cell.
    let mut rank: Vec<usize> = (0..count).collect();
    for i in (1..count).rev() {
        rank.swap(i, rng.below(i + 1));
    }
    let mut cell_of = vec![0; count];
    rank.iter()
        .enumerate()
        .for_each(|(cell, rank)| cell_of[*rank] = cell);
    // What every line has too much.
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
        // Numbers near each other: exchanging others is hardly ever accepted once it is cool.
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
        // A line through both cells is summed twice before and after, and has not changed.
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
