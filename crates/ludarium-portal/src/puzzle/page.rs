//! The pages of the puzzles.
//!
//! `/puzzles/SLUG/ID?m=MOVE&m=MOVE&try=MOVE`: the moves made so far, and one that is tried. Nothing
//! is stored.

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::{Html, IntoResponse, Redirect, Response};
use ludarium_table::{BoardPicture, Table};

use super::judge::{judge, opening, solution, Assessment};
use super::{all, named, Puzzle};
use crate::app::{Portal, Problem};
use crate::play::embedded;
use crate::study::{everybody, Pairs, Shown, Study};

/// The puzzles of a game.
struct GameView {
    slug: &'static str,
    name: &'static str,
    puzzles: Vec<&'static Puzzle>,
}

#[derive(Template)]
#[template(path = "puzzles.html")]
struct ListPage {
    count: usize,
    games: Vec<GameView>,
    /// The slugs and names of games for one player.
    alone: Vec<(&'static str, &'static str)>,
}

/// All puzzles, by game.
pub async fn list(State(portal): State<Portal>) -> Result<Html<String>, Problem> {
    let puzzles: Vec<_> = tokio::task::block_in_place(|| all(&portal).collect());
    let mut games: Vec<GameView> = Vec::new();
    let count = puzzles.len();
    for puzzle in puzzles {
        match games.last_mut().filter(|own| own.slug == puzzle.entry.slug) {
            Some(game) => game.puzzles.push(puzzle),
            None => games.push(GameView {
                slug: puzzle.entry.slug,
                name: puzzle.entry.name(),
                puzzles: vec![puzzle],
            }),
        }
    }
    let alone = portal.library.cards().iter();
    let page = ListPage {
        count,
        games,
        alone: alone
            .filter(|card| card.playable && card.players == 1)
            .map(|card| (card.slug, card.name))
            .collect(),
    };
    Ok(Html(page.render()?))
}

#[derive(Template)]
#[template(path = "puzzle.html")]
struct PuzzlePage<'a> {
    puzzle: &'static Puzzle,
    address: String,
    ask: String,
    turn: String,
    board: String,
    made: &'a [String],
    legal: Vec<String>,
    answer: Option<Answer>,
    /// What the hint says, if one is asked for.
    hint: Option<String>,
    /// The address of the page with a hint.
    hint_address: String,
    solved: bool,
    study: String,
    solution: Option<SolutionView>,
    data: String,
}

/// What is said to a move that was tried.
struct Answer {
    /// Its class in the style sheet.
    class: &'static str,
    heading: &'static str,
    text: String,
}

/// The solution, to step through.
struct SolutionView {
    moves: Vec<String>,
    ply: usize,
    /// The address of the record that prints it; empty if the computer found it.
    printed: String,
}

/// The parts of an address.
#[derive(Default)]
struct Asked {
    made: Vec<String>,
    tried: Option<String>,
    hint: bool,
}

impl Asked {
    fn of(query: Pairs) -> Asked {
        let mut asked = Asked::default();
        for (name, value) in query {
            match name.as_str() {
                "m" => asked.made.push(value),
                "try" => asked.tried = Some(value.trim().to_owned()),
                "hint" => asked.hint = true,
                _ => {}
            }
        }
        asked
    }
}

fn address(puzzle: &Puzzle) -> String {
    format!("/puzzles/{}/{}", puzzle.entry.slug, puzzle.id)
}

/// The address of the puzzle after some moves.
fn address_after(puzzle: &Puzzle, moves: &[String], more: &[(&str, &str)]) -> String {
    let pairs = moves.iter().map(|text| ("m", text.as_str()));
    let pairs: Vec<(&str, &str)> = pairs.chain(more.iter().copied()).collect();
    let query = serde_urlencoded::to_string(pairs).unwrap_or_default();
    match query.is_empty() {
        true => address(puzzle),
        false => format!("{}?{query}", address(puzzle)),
    }
}

/// A puzzle after the moves of its address. A right move leads to the address with the reply.
pub async fn puzzle(
    State(portal): State<Portal>,
    Path((slug, id)): Path<(String, String)>,
    Query(query): Query<Pairs>,
) -> Result<Response, Problem> {
    let asked = Asked::of(query);
    tokio::task::block_in_place(|| {
        let puzzle = named(&portal, &slug, &id)?;
        if asked.made.is_empty() && asked.tried.is_none() {
            let first = opening(&portal, puzzle)?;
            if !first.is_empty() {
                return Ok(Redirect::to(&address_after(puzzle, &first, &[])).into_response());
            }
        }
        let (_, table) = puzzle.after(&portal, &asked.made)?;
        let mut answer = None;
        if let Some(tried) = asked.tried.as_ref().filter(|_| !table.is_over()) {
            match judge(&portal, puzzle, &asked.made, tried)? {
                Assessment::Right(replies) => {
                    let mut moves = asked.made.clone();
                    moves.push(tried.clone());
                    moves.extend(replies);
                    let next = address_after(puzzle, &moves, &[]);
                    return Ok(Redirect::to(&next).into_response());
                }
                assessment => answer = Some(spoken(puzzle, tried, &assessment)),
            }
        }
        let hint = asked
            .hint
            .then(|| hint(&portal, puzzle, &table, &asked.made));
        let shown = View {
            answer,
            hint: hint.flatten(),
            solution: None,
        };
        show(&portal, puzzle, &asked.made, shown)
    })
}

/// What is said to a move that is not right.
fn spoken(puzzle: &Puzzle, tried: &str, assessment: &Assessment) -> Answer {
    let count = puzzle.moves();
    let moves = if count == 1 { "move" } else { "moves" };
    let text = match assessment {
        Assessment::Wrong(Some(reply)) => {
            format!("{tried} does not win within {count} {moves}: the answer is {reply}.")
        }
        Assessment::Unknown => {
            format!("The computer could not find out in time whether {tried} wins.")
        }
        _ => format!("{tried} does not win within {count} {moves}."),
    };
    match assessment {
        Assessment::Unknown => Answer {
            class: "hint",
            heading: "Not known.",
            text,
        },
        _ => Answer {
            class: "wrong",
            heading: "Not this one.",
            text,
        },
    }
}

/// Where the piece stands that moves next in the solution, if the moves so far follow it.
fn hint(portal: &Portal, puzzle: &Puzzle, table: &Table, made: &[String]) -> Option<String> {
    let solution = solution(portal, puzzle).ok()?.moves;
    let next = solution.get(made.len());
    let Some(next) = next.filter(|_| solution.starts_with(made)) else {
        return Some("Your moves are not those of the solution.".to_owned());
    };
    let viewer = everybody(table);
    let legal = table.snapshot(&viewer, 0).legal;
    let (_, from, _) = legal.into_iter().find(|(text, _, _)| text == next)?;
    let sites = table.board(&viewer).sites;
    let site = sites
        .into_iter()
        .find(|site| i32::try_from(site.slot) == Ok(from));
    Some(match site {
        Some(site) => format!("The solution moves from {}.", site.label),
        None => "The solution moves no piece of the board.".to_owned(),
    })
}

/// What a page of a puzzle shows besides the position.
struct View {
    answer: Option<Answer>,
    hint: Option<String>,
    solution: Option<SolutionView>,
}

fn show(
    portal: &Portal,
    puzzle: &'static Puzzle,
    made: &[String],
    view: View,
) -> Result<Response, Problem> {
    let (study, table) = puzzle.after(portal, made)?;
    let viewer = everybody(&table);
    let (mut snapshot, board) = (table.snapshot(&viewer, 0), table.board(&viewer));
    let solved = puzzle.is_solved(&table);
    let asks = view.solution.is_none() && !table.is_over();
    let legal = match asks {
        true => table.choices().texts.clone(),
        false => Vec::new(),
    };
    if !asks {
        snapshot.legal.clear();
    }
    let places = BoardPicture {
        svg: String::new(),
        ..board.clone()
    };
    let tried = table.plies().iter().any(|ply| ply.player == puzzle.player);
    let right = (tried && view.solution.is_none() && view.answer.is_none()).then(|| {
        let text = match (solved, made.last()) {
            (true, _) => "Solved.".to_owned(),
            (false, Some(reply)) => format!("The answer is {reply}. Go on."),
            (false, None) => String::new(),
        };
        Answer {
            class: "right",
            heading: "Right.",
            text,
        }
    });
    let first = table.state().mover();
    let count = puzzle.moves();
    let winner = table.rules().wording().player(puzzle.player);
    let page = PuzzlePage {
        address: address(puzzle),
        ask: format!(
            "{winner} wins within {count} {}{}.",
            if count == 1 { "move" } else { "moves" },
            if made.is_empty() && first == puzzle.player {
                ", and moves first"
            } else {
                ""
            },
        ),
        turn: table.turn_text(),
        made,
        legal,
        answer: view.answer.or(right),
        hint: view.hint,
        hint_address: address_after(puzzle, made, &[("hint", "1")]),
        solved,
        study: Study::address(&study),
        solution: view.solution,
        data: embedded(&Shown::asking(puzzle.entry.slug, &places, &snapshot)),
        board: board.svg,
        puzzle,
    };
    Ok(Html(page.render()?).into_response())
}

/// The solution after some of its moves.
pub async fn solved(
    State(portal): State<Portal>,
    Path((slug, id, ply)): Path<(String, String, usize)>,
) -> Result<Response, Problem> {
    tokio::task::block_in_place(|| {
        let puzzle = named(&portal, &slug, &id)?;
        let solution = solution(&portal, puzzle)?;
        let made = solution.moves.get(..ply);
        let made = made.ok_or_else(|| Problem::not_found("The solution has fewer moves."))?;
        let made = made.to_vec();
        let view = View {
            answer: None,
            hint: None,
            solution: Some(SolutionView {
                moves: solution.moves,
                ply,
                printed: solution.address,
            }),
        };
        show(&portal, puzzle, &made, view)
    })
}
