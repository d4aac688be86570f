//! Figures worked out stage by stage.

use crate::grid::{Cell, Grid};

/// One stage of a construction: what is done, and how the figure stands then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// What the stage is called.
    pub title: String,
    /// What is done in it, for somebody who does it by hand.
    pub text: String,
    /// The figure after it.
    pub grid: Grid,
    /// Cells worth looking at.
    pub marked: Vec<Cell>,
}

/// A figure with the stages that led to it; the last stage is the figure.
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
    /// Begins with a figure that nothing leads to.
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

    /// Goes on to another stage.
    #[must_use]
    pub fn then(mut self, title: &str, text: impl Into<String>, grid: Grid) -> Working {
        let next = Working::from_last(title, text, grid).last;
        self.before.push(std::mem::replace(&mut self.last, next));
        self
    }

    /// Marks cells of the stage last added.
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

    /// The finished figure, the stages given away.
    #[must_use]
    pub fn into_result(self) -> Grid {
        self.last.grid
    }

    /// The same with every number of the figure changed; the stages before stay as they are taught.
    #[must_use]
    pub fn changed(self, title: &str, text: &str, change: impl Fn(i64) -> i64) -> Working {
        let grid = self.last.grid.changed(change);
        self.then(title, text, grid)
    }
}
