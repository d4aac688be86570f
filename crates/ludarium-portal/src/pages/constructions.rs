//! Magic squares and tours, constructed step by step.
//!
//! `/constructions/NAME?order=N&from=CELL&closed=on&step=K`: each step has its address.

use askama::Template;
use axum::extract::{Path, Query};
use ludarium_constructions::square::{self, Options};
use ludarium_constructions::tour::{self, Board, Leaper, Task, Tour};
use ludarium_constructions::{svg, verify, Error, Grid, Stage, Working};
use serde::{Deserialize, Serialize};

use super::{page, Page};
use crate::app::Problem;
use crate::play::embedded;

/// The largest order on a page, so that a step can be seen at once.
const MAX_ORDER: usize = 20;

/// The orders of the boards of tours that can be made on any board.
const TOUR_ORDERS: std::ops::RangeInclusive<usize> = 5..=12;

/// The order of the chess board.
const CHESS_ORDER: usize = 8;

/// A method of squares or of tours.
#[derive(Clone, Copy)]
enum Method {
    Square(&'static square::Method),
    Tour(&'static tour::Method),
}

impl Method {
    /// The method with exactly this name.
    fn named(name: &str) -> Option<Method> {
        let squares = square::methods().iter().map(Method::Square);
        let mut all = squares.chain(tour::methods().iter().map(Method::Tour));
        all.find(|method| method.name() == name)
    }

    fn name(self) -> &'static str {
        match self {
            Method::Square(method) => method.name,
            Method::Tour(method) => method.name,
        }
    }

    fn title(self) -> &'static str {
        match self {
            Method::Square(method) => method.title,
            Method::Tour(method) => method.title,
        }
    }

    fn author(self) -> &'static str {
        match self {
            Method::Square(method) => method.author,
            Method::Tour(method) => method.author,
        }
    }

    fn pages(self) -> &'static str {
        match self {
            Method::Square(method) => method.pages,
            Method::Tour(method) => method.pages,
        }
    }

    /// The orders that can be chosen.
    fn orders(self) -> Vec<usize> {
        match self {
            Method::Square(method) => (1..=MAX_ORDER)
                .filter(|order| method.orders.contains(*order))
                .collect(),
            Method::Tour(method) if method.takes_any_board() => TOUR_ORDERS.collect(),
            Method::Tour(_) => vec![CHESS_ORDER],
        }
    }

    fn usual_order(self) -> usize {
        match self {
            Method::Square(method) => method.orders.first(),
            Method::Tour(_) => CHESS_ORDER,
        }
    }

    fn can_close(self) -> bool {
        matches!(self, Method::Tour(method) if method.can_close())
    }

    fn is_tour(self) -> bool {
        matches!(self, Method::Tour(_))
    }

    fn work(self, asked: &Asked, order: usize) -> Result<Working, Error> {
        if !self.orders().contains(&order) {
            let orders: Vec<String> = self.orders().iter().map(usize::to_string).collect();
            return Err(Error::Other(format!(
                "{}: choose order {}",
                self.title(),
                orders.join(", ")
            )));
        }
        match self {
            Method::Square(method) => method.work(order, &Options::default()),
            Method::Tour(method) => {
                let board = Board::rectangle(order, order)?;
                let from = asked.from.trim();
                let from = (!from.is_empty()).then(|| board.cell(from)).transpose()?;
                method.work(&Task {
                    from,
                    closed: self.can_close() && asked.is_closed(),
                    board,
                    ..Task::default()
                })
            }
        }
    }

    /// What the finished figure is, as the verifier says.
    fn verdict(self, grid: &Grid) -> String {
        match self {
            Method::Tour(_) => tour::verify(grid, None, Leaper::KNIGHT).name(),
            Method::Square(_) => {
                let verdict = verify::square(grid);
                match (verdict.constant, verdict.hollow) {
                    (Some(constant), false) => format!("{}, constant {constant}", verdict.name()),
                    _ => verdict.name(),
                }
            }
        }
    }
}

/// The name of the construction that a game of the library is about.
pub fn of(slug: &str) -> Option<&'static str> {
    let name = slug.strip_prefix("falkener-")?;
    Method::named(name).map(Method::name)
}

/// What an address asks for.
#[derive(Debug, Default, Deserialize)]
pub struct Asked {
    order: Option<usize>,
    /// The first cell of a tour.
    #[serde(default)]
    from: String,
    #[serde(default)]
    closed: String,
    step: Option<usize>,
}

impl Asked {
    fn is_closed(&self) -> bool {
        !self.closed.is_empty()
    }
}

#[derive(Template)]
#[template(path = "constructions.html")]
struct ListPage {
    squares: Vec<Method>,
    tours: Vec<Method>,
}

/// All methods.
pub async fn list() -> Page {
    page(&ListPage {
        squares: square::methods().iter().map(Method::Square).collect(),
        tours: tour::methods().iter().map(Method::Tour).collect(),
    })
}

/// A cell of the figure on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
struct CellView {
    text: String,
    class: &'static str,
}

/// One stage, for the page and its script: the cells by rows, and the order in which new numbers
/// are written.
#[derive(Serialize)]
struct StageView {
    title: String,
    text: String,
    /// The numbers by rows.
    rows: Vec<Vec<Option<i64>>>,
    /// The numbers that it adds, in ascending order; empty if it changes others.
    adds: Vec<i64>,
    marked: Vec<(usize, usize)>,
}

impl StageView {
    fn of(stage: &Stage, before: Option<&Stage>) -> StageView {
        let grid = &stage.grid;
        let row = |row: usize| {
            (0..grid.columns())
                .map(|column| grid.get((row, column)))
                .collect()
        };
        StageView {
            title: stage.title.clone(),
            text: stage.text.clone(),
            rows: (0..grid.rows()).map(row).collect(),
            adds: added(grid, before.map(|stage| &stage.grid)),
            marked: stage.marked.clone(),
        }
    }

    /// The number of steps: one for each number that is added.
    fn steps(&self) -> usize {
        self.adds.len().max(1)
    }

    /// The cells after some of its steps.
    fn cells(&self, steps: usize) -> Vec<Vec<CellView>> {
        let all = steps >= self.steps();
        let hidden = self.adds.get(steps..).unwrap_or(&[]);
        let newest = steps.checked_sub(1).and_then(|last| self.adds.get(last));
        let rows = self.rows.iter().enumerate();
        let cell = |row: usize, column: usize, number: Option<i64>| {
            let shown = number.filter(|number| !hidden.contains(number));
            CellView {
                text: shown.map_or_else(String::new, |number| number.to_string()),
                class: match (shown.is_some() && shown.as_ref() == newest, all) {
                    (true, _) => "newest",
                    (false, true) if self.marked.contains(&(row, column)) => "marked",
                    _ => "",
                },
            }
        };
        rows.map(|(row, numbers)| {
            let numbers = numbers.iter().enumerate();
            numbers
                .map(|(column, number)| cell(row, column, *number))
                .collect()
        })
        .collect()
    }
}

/// The numbers of a figure that the one before has not, in ascending order, if it has all the
/// others in their cells.
fn added(grid: &Grid, before: Option<&Grid>) -> Vec<i64> {
    let same_size =
        before.is_none_or(|own| (own.rows(), own.columns()) == (grid.rows(), grid.columns()));
    let kept = same_size
        && before.is_none_or(|own| {
            own.numbers()
                .all(|(cell, number)| grid.get(cell) == Some(number))
        });
    if !kept {
        return Vec::new();
    }
    let is_new = |cell| before.is_none_or(|own| own.get(cell).is_none());
    let new = grid.numbers().filter(|(cell, _)| is_new(*cell));
    let mut numbers: Vec<i64> = new.map(|(_, number)| number).collect();
    numbers.sort_unstable();
    let before = numbers.len();
    numbers.dedup();
    // Numbers that occur twice are written in one step.
    if numbers.len() == before {
        numbers
    } else {
        Vec::new()
    }
}

#[derive(Template)]
#[template(path = "construction.html")]
struct ConstructionPage<'a> {
    method: Method,
    asked: &'a Asked,
    order: usize,
    orders: Vec<usize>,
    problem: Option<String>,
    stage: Option<StepView>,
    data: String,
}

/// A step of a construction.
struct StepView {
    title: String,
    text: String,
    cells: Vec<Vec<CellView>>,
    step: usize,
    steps: usize,
    /// The address without the step.
    address: String,
    /// What the figure is, when it is finished.
    verdict: Option<String>,
    /// The track of a finished tour.
    track: Option<String>,
}

/// A construction after some of its steps; without a number, finished.
pub async fn construction(Path(name): Path<String>, Query(asked): Query<Asked>) -> Page {
    let method = Method::named(&name);
    let method = method.ok_or_else(|| Problem::not_found("There is no such method."))?;
    let order = asked.order.unwrap_or(method.usual_order());
    let working = tokio::task::block_in_place(|| method.work(&asked, order));
    let (problem, working) = match working {
        Ok(working) => (None, Some(working)),
        Err(error) => (Some(error.to_string()), None),
    };
    let stages = working.as_ref().map_or_else(Vec::new, Working::stages);
    let views: Vec<StageView> = stages
        .iter()
        .enumerate()
        .map(|(index, stage)| {
            let before = index.checked_sub(1).map(|before| stages[before]);
            StageView::of(stage, before)
        })
        .collect();
    let stage = match &working {
        Some(working) => Some(step_view(method, &asked, order, &views, working)?),
        None => None,
    };
    page(&ConstructionPage {
        method,
        order,
        orders: method.orders(),
        problem,
        data: embedded(&views),
        stage,
        asked: &asked,
    })
}

fn step_view(
    method: Method,
    asked: &Asked,
    order: usize,
    stages: &[StageView],
    working: &Working,
) -> Result<StepView, Problem> {
    let steps = stages.iter().map(StageView::steps).sum();
    let step = asked.step.unwrap_or(steps);
    let mut left = step;
    let shown = stages.iter().find(|stage| {
        let here = (1..=stage.steps()).contains(&left) || step == 0;
        left -= if here { 0 } else { stage.steps().min(left) };
        here
    });
    let none = || Problem::not_found("The construction has fewer steps.");
    let shown = shown.ok_or_else(none)?;
    let finished = step == steps;
    let mut pairs = vec![("order", order.to_string())];
    if method.is_tour() && !asked.from.trim().is_empty() {
        pairs.push(("from", asked.from.trim().to_owned()));
    }
    if method.can_close() && asked.is_closed() {
        pairs.push(("closed", "on".to_owned()));
    }
    let query = serde_urlencoded::to_string(pairs).unwrap_or_default();
    Ok(StepView {
        title: shown.title.clone(),
        text: shown.text.clone(),
        cells: shown.cells(left),
        step,
        steps,
        address: format!("/constructions/{}?{query}", method.name()),
        verdict: finished.then(|| method.verdict(working.result())),
        track: (finished && method.is_tour()).then(|| track(working.result())),
    })
}

/// The track of a tour, drawn.
fn track(grid: &Grid) -> String {
    let mut cells: Vec<_> = grid.numbers().collect();
    cells.sort_unstable_by_key(|(_, number)| *number);
    let board = Board::rectangle(grid.columns(), grid.rows()).unwrap_or_else(|_| Board::chess());
    let tour = Tour {
        board,
        leaper: Leaper::KNIGHT,
        path: cells.into_iter().map(|(cell, _)| cell).collect(),
    };
    svg::tour(&tour, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Falkener, p. 271: 1 stands below the middle cell; then down and to the right.
    #[test]
    fn a_step_writes_one_number() {
        let method = Method::named("odd-square-agrippa").expect("a method");
        let working = method.work(&Asked::default(), 5).expect("a square");
        let stages = working.stages();
        let first = StageView::of(stages[0], None);
        assert_eq!(first.adds, [1, 2, 3, 4, 5]);
        let cells = first.cells(2);
        assert_eq!((cells[3][2].text.as_str(), cells[3][2].class), ("1", ""));
        assert_eq!(
            (cells[4][3].text.as_str(), cells[4][3].class),
            ("2", "newest")
        );
        assert_eq!(cells[0][4].text, "", "3 is not written yet");
        let last = StageView::of(stages[2], Some(stages[1]));
        assert_eq!((last.adds.first(), last.adds.last()), (Some(&7), Some(&25)));
    }

    #[test]
    fn each_method_makes_each_order_that_can_be_chosen_and_the_steps_end_in_the_figure() {
        let squares = square::methods().iter().map(Method::Square);
        for method in squares.chain(tour::methods().iter().map(Method::Tour)) {
            for order in method.orders() {
                let working = method.work(&Asked::default(), order);
                let working = working.unwrap_or_else(|e| panic!("{} {order}: {e}", method.name()));
                let stages = working.stages();
                let before = stages.len().checked_sub(2).map(|index| stages[index]);
                let last = StageView::of(stages[stages.len() - 1], before);
                let shown = last.cells(last.steps()).concat();
                let numbers = shown.iter().filter(|cell| !cell.text.is_empty()).count();
                assert_eq!(
                    numbers,
                    working.result().numbers().count(),
                    "{}",
                    method.name()
                );
            }
        }
    }
}
