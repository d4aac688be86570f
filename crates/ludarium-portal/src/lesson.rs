//! Lessons: short texts beside a board, with moves to find.

use std::sync::OnceLock;

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::Html;
use ludarium_table::BoardPicture;
use serde::Deserialize;

use crate::app::{Portal, Problem};
use crate::markdown;
use crate::pages::entry_of;
use crate::play::embedded;
use crate::study::{everybody, Shown, Study};

/// The files of the lessons, in the order in which they are offered.
const FILES: [(&str, &str); 6] = [
    ("board", include_str!("../lessons/board.toml")),
    ("shatranj", include_str!("../lessons/shatranj.toml")),
    ("tab", include_str!("../lessons/tab.toml")),
    ("mancala", include_str!("../lessons/mancala.toml")),
    ("pachisi", include_str!("../lessons/pachisi.toml")),
    ("describing", include_str!("../lessons/describing.toml")),
];

/// A lesson.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Its title.
    title: String,
    /// What is learned, in a sentence.
    summary: String,
    steps: Vec<Step>,
}

/// A page of a lesson: a text, and a position of a game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    /// The text, in Markdown.
    text: String,
    /// The slug of the game.
    game: String,
    /// The readings, as `Heading/Item`.
    #[serde(default)]
    readings: Vec<String>,
    /// The position, if it is not that of the start.
    position: Option<String>,
    /// The seed of all chance.
    #[serde(default)]
    seed: u64,
    /// The moves that lead to the position.
    #[serde(default)]
    moves: Vec<String>,
    /// A move to find.
    task: Option<Task>,
}

/// A move to find.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Task {
    /// What is asked.
    ask: String,
    /// The moves that are right.
    right: Vec<String>,
    /// What is said to a right answer.
    praise: String,
    /// What is said to a wrong answer.
    hint: String,
}

impl Step {
    /// The position, after one more move if there is one.
    fn study(&self, more: Option<&str>) -> Study {
        let readings = self.readings.iter().filter_map(|text| text.split_once('/'));
        let moves = self.moves.iter().map(String::as_str).chain(more);
        Study {
            slug: self.game.clone(),
            readings: readings
                .map(|(heading, item)| (heading.to_owned(), item.to_owned()))
                .collect(),
            position: self.position.clone(),
            seed: self.seed,
            moves: moves.map(str::to_owned).collect(),
            ..Study::default()
        }
    }
}

/// All lessons with their names in addresses, or the error in a file.
fn lessons() -> &'static [(&'static str, Result<Lesson, String>)] {
    static LESSONS: OnceLock<Vec<(&'static str, Result<Lesson, String>)>> = OnceLock::new();
    LESSONS.get_or_init(|| {
        let read = |text| toml::from_str(text).map_err(|error| format!("{error}"));
        FILES.map(|(name, text)| (name, read(text))).into()
    })
}

fn lesson(name: &str) -> Result<&'static Lesson, Problem> {
    let found = lessons().iter().find(|(own, _)| *own == name);
    let lesson = found.and_then(|(_, lesson)| lesson.as_ref().ok());
    lesson.ok_or_else(|| Problem::not_found("There is no such lesson."))
}

#[derive(Template)]
#[template(path = "learn.html")]
struct LearnPage {
    lessons: Vec<(&'static str, &'static Lesson)>,
}

/// All lessons.
pub async fn list() -> Result<Html<String>, Problem> {
    let all = lessons().iter();
    let lessons = all.filter_map(|(name, lesson)| Some((*name, lesson.as_ref().ok()?)));
    let page = LearnPage {
        lessons: lessons.collect(),
    };
    Ok(Html(page.render()?))
}

#[derive(Template)]
#[template(path = "lesson.html")]
struct LessonPage<'a> {
    name: &'a str,
    lesson: &'static Lesson,
    number: usize,
    text: String,
    ask: Option<&'a str>,
    answer: Option<Answer<'a>>,
    throw: Option<&'a str>,
    board: String,
    legal: Vec<String>,
    /// The address at which the position can be played with.
    address: String,
    game: &'a str,
    game_name: String,
    data: String,
}

/// What is said to a move that was tried.
struct Answer<'a> {
    tried: &'a str,
    right: bool,
    text: &'a str,
}

/// A move that a reader tries.
#[derive(Debug, Deserialize)]
pub struct Tried {
    r#try: Option<String>,
}

/// The first page of a lesson.
pub async fn first(
    portal: State<Portal>,
    Path(name): Path<String>,
    tried: Query<Tried>,
) -> Result<Html<String>, Problem> {
    step(portal, Path((name, 1)), tried).await
}

/// A page of a lesson.
pub async fn step(
    State(portal): State<Portal>,
    Path((name, number)): Path<(String, usize)>,
    Query(tried): Query<Tried>,
) -> Result<Html<String>, Problem> {
    let lesson = lesson(&name)?;
    let step = number
        .checked_sub(1)
        .and_then(|index| lesson.steps.get(index));
    let step = step.ok_or_else(|| Problem::not_found("The lesson has no such page."))?;
    let tried = tried.r#try.as_deref().map(str::trim);
    tokio::task::block_in_place(|| show(&portal, &name, lesson, number, step, tried))
}

fn show(
    portal: &Portal,
    name: &str,
    lesson: &'static Lesson,
    number: usize,
    step: &Step,
    tried: Option<&str>,
) -> Result<Html<String>, Problem> {
    let (_, before) = step.study(None).open(portal)?;
    let texts = &before.choices().texts;
    let tried = tried.filter(|text| texts.iter().any(|own| own == text));
    let answer = step.task.as_ref().zip(tried).map(|(task, tried)| {
        let right = task.right.iter().any(|own| own == tried);
        Answer {
            tried,
            right,
            text: if right { &task.praise } else { &task.hint },
        }
    });
    let done = answer.as_ref().is_some_and(|answer| answer.right);
    // A right move stays on the board; after a wrong one the reader tries again.
    let study = step.study(tried.filter(|_| done));
    let (_, table) = study.open(portal)?;
    let viewer = everybody(&table);
    let (mut snapshot, board) = (table.snapshot(&viewer, 0), table.board(&viewer));
    let asks = step.task.is_some() && !done;
    if !asks {
        snapshot.legal.clear();
    }
    let places = BoardPicture {
        svg: String::new(),
        ..board.clone()
    };
    let entry = entry_of(portal, &study.slug)?;
    let page = LessonPage {
        name,
        lesson,
        number,
        text: markdown::html(&step.text),
        ask: step.task.as_ref().map(|task| task.ask.as_str()),
        answer,
        throw: snapshot.throw.as_deref(),
        legal: match asks {
            true => texts.clone(),
            false => Vec::new(),
        },
        address: study.address(),
        game: entry.slug,
        game_name: entry.name().to_owned(),
        data: embedded(&Shown::asking(entry.slug, &places, &snapshot)),
        board: board.svg,
    };
    Ok(Html(page.render()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;

    #[tokio::test(flavor = "multi_thread")]
    async fn each_position_of_a_lesson_can_be_reached_and_each_task_has_right_and_wrong_moves() {
        let portal = Portal::new(Store::open(None).await.expect("a database"));
        assert_eq!(lessons().len(), 6);
        for (name, lesson) in lessons() {
            let lesson = lesson
                .as_ref()
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            let tasks = lesson.steps.iter().filter(|step| step.task.is_some());
            assert!(tasks.count() >= 2, "{name} lets nobody try anything");
            for (index, step) in lesson.steps.iter().enumerate() {
                let place = format!("{name}, page {}", index + 1);
                let opened = tokio::task::block_in_place(|| step.study(None).open(&portal));
                let (_, table) = opened.unwrap_or_else(|error| panic!("{place}: {error:?}"));
                let Some(task) = &step.task else { continue };
                let legal = &table.choices().texts;
                for right in &task.right {
                    assert!(
                        legal.contains(right),
                        "{place}: {right} is none of {legal:?}"
                    );
                }
                assert!(
                    !task.right.is_empty() && task.right.len() < legal.len(),
                    "{place}"
                );
            }
        }
    }
}
