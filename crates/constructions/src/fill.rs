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
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(seed)
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
    fn part(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Exchanges tried before the search begins anew, and beginnings before it gives up.
const STEPS: usize = 4_000_000;
const BEGINNINGS: u64 = 8;

/// An order of the numbers with which all lines add up, found by simulated annealing; `None` if none was found.
pub(crate) fn fill(numbers: &[i64], lines: &Lines) -> Option<Vec<i64>> {
    (0..BEGINNINGS).find_map(|seed| anneal(numbers, lines, seed))
}

fn anneal(numbers: &[i64], lines: &Lines, seed: u64) -> Option<Vec<i64>> {
    let mut dice = Dice::new(seed);
    let mut at = numbers.to_vec();
    for i in (1..at.len()).rev() {
        at.swap(i, dice.below(i + 1));
    }
    // What every line has too much.
    let over = |cells: &Vec<usize>, sum: &i64| cells.iter().map(|i| at[*i]).sum::<i64>() - sum;
    let mut over: Vec<i64> = lines
        .cells
        .iter()
        .zip(&lines.sums)
        .map(|(c, s)| over(c, s))
        .collect();
    let mut wrong: i64 = over.iter().map(|o| o.abs()).sum();
    let mut heat = numbers.len() as f64 / 2.0;
    let cooling = (0.15_f64 / heat).powf(1.0 / STEPS as f64);
    for _ in 0..STEPS {
        if wrong == 0 {
            return Some(at);
        }
        heat *= cooling;
        let (a, b) = (dice.below(at.len()), dice.below(at.len()));
        let more = at[b] - at[a];
        if more == 0 {
            continue;
        }
        let move_by = |over: &mut [i64], by: i64| {
            lines.through[a].iter().for_each(|l| over[*l] += by);
            lines.through[b].iter().for_each(|l| over[*l] -= by);
        };
        let touched = || lines.through[a].iter().chain(&lines.through[b]);
        // A line through both cells is summed twice before and after, and has not changed.
        let before: i64 = touched().map(|l| over[*l].abs()).sum();
        move_by(&mut over, more);
        let after: i64 = touched().map(|l| over[*l].abs()).sum();
        let worse = after - before;
        if worse <= 0 || dice.part() < (-worse as f64 / heat).exp() {
            at.swap(a, b);
            wrong += worse;
        } else {
            move_by(&mut over, -more);
        }
    }
    None
}
