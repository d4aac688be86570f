//! Figures constructed stage by stage.

use crate::grid::{Cell, Grid};

/// One stage of a construction: the instruction, and the figure after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The title of the stage.
    pub title: String,
    /// The instruction for carrying out the stage by hand.
    pub text: String,
    /// The figure after the stage.
    pub grid: Grid,
    /// Cells to highlight.
    pub marked: Vec<Cell>,
}

/// The stages of a construction; the last stage is the finished figure.
///
/// ```
/// use ludarium_constructions::square::{self, Options};
///
/// let method = square::method("odd-square-loubere").unwrap();
/// let working = method.work(5, &Options::default()).unwrap();
/// assert_eq!(working.result().get((0, 2)), Some(1));
/// assert!(working.stages().len() > 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Working {
    before: Vec<Stage>,
    last: Stage,
}

impl Working {
    /// A construction with a single stage.
    #[must_use]
    pub fn from_last(title: &str, text: impl Into<String>, grid: Grid) -> Working {
        Working {
            before: Vec::new(),
            last: Stage {
                title: title.to_owned(),
                text: text.into(),
                grid,
                marked: Vec::new(),
            },
        }
    }

    /// Adds a stage.
    #[must_use]
    pub fn then(mut self, title: &str, text: impl Into<String>, grid: Grid) -> Working {
        let next = Working::from_last(title, text, grid).last;
        self.before.push(std::mem::replace(&mut self.last, next));
        self
    }

    /// Marks cells of the last stage.
    #[must_use]
    pub fn marking(mut self, cells: impl IntoIterator<Item = Cell>) -> Working {
        self.last.marked = cells.into_iter().collect();
        self
    }

    /// The stages in order.
    #[must_use]
    pub fn stages(&self) -> Vec<&Stage> {
        self.before.iter().chain([&self.last]).collect()
    }

    /// The finished figure.
    #[must_use]
    pub fn result(&self) -> &Grid {
        &self.last.grid
    }

    /// The finished figure, without the stages.
    #[must_use]
    pub fn into_result(self) -> Grid {
        self.last.grid
    }

    /// Adds a stage in which every number of the figure is changed; the earlier stages stay.
    #[must_use]
    pub fn changed(self, title: &str, text: &str, change: impl Fn(i64) -> i64) -> Working {
        let grid = self.last.grid.changed(change);
        self.then(title, text, grid)
    }
}
