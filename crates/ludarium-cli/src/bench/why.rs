//! `ludarium bench --why`: which fast paths play a game, and what stands in the way of the others.

use ludarium_engine::fast_paths::{FastPaths, KernelKind, Obstacle, Sampling};
use ludarium_engine::ResourceLimits;
use ludarium_lud::{Description, Span};
use ludarium_notation::on_one_line;
use serde::Serialize;

use super::Bench;
use crate::error::{Error, Exit};
use crate::game_args::GameArgs;
use crate::interrupt;
use crate::source;

/// The fast paths of a game, for people and programs.
#[derive(Serialize)]
struct Report {
    game: String,
    /// What kind of game the kernel of its random games is for.
    kernel: Option<&'static str>,
    /// How random moves are drawn; in a match, each of its games has a way of its own.
    random_moves: Option<&'static str>,
    obstacles: Vec<ReportedObstacle>,
    /// Rules of pieces that are listed from tables and sets.
    planned_rules: usize,
    /// Rules of pieces that are interpreted.
    interpreted_rules: Vec<Ludeme>,
}

/// What keeps a kernel from playing a game.
#[derive(Serialize)]
struct ReportedObstacle {
    kernel: &'static str,
    /// A feature of the game that the kernel has no place for.
    #[serde(skip_serializing_if = "Option::is_none")]
    feature: Option<&'static str>,
    /// The ludeme that it has no translation for.
    #[serde(skip_serializing_if = "Option::is_none")]
    ludeme: Option<Ludeme>,
    /// The part of that ludeme, where it is not the whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<String>,
}

/// A part of the text.
#[derive(Serialize)]
struct Ludeme {
    /// `file:line:column`.
    place: String,
    ludeme: String,
}

/// Longer ludemes are cut off in a terminal, where a line is four columns longer.
const MOST_CHARACTERS: usize = 75;

impl Bench {
    /// Runs `--why`. The exit code is 1 if a game cannot be loaded.
    pub(super) fn explain(&self, names: &[String]) -> Result<Exit, Error> {
        interrupt::listen();
        let mut failed = false;
        let mut reports = Vec::new();
        for name in names {
            if interrupt::is_asked() {
                break;
            }
            match report(name, self) {
                Ok(report) if self.json => reports.push(report),
                Ok(report) => report.print(),
                Err(error) => {
                    error.report("ludarium bench");
                    failed = true;
                }
            }
        }
        if self.json {
            println!("{}", serde_json::json!({ "results": reports }));
        }
        Ok(Exit::success_if(!failed))
    }
}

fn report(name: &str, bench: &Bench) -> Result<Report, Error> {
    let chosen = GameArgs::new(name, &[], bench.defs.as_deref()).load()?;
    let description = &chosen.loaded.description;
    let nearby = |name: &str, choices: &_| source::game_nearby(description, name, choices);
    let paths = FastPaths::of(description, &ResourceLimits::default(), nearby)
        .map_err(|errors| errors.to_string())?;
    Ok(Report {
        game: chosen.loaded.game.name().to_owned(),
        kernel: paths.kernel.map(KernelKind::description),
        random_moves: paths.sampling.map(|sampling| match sampling {
            Sampling::Kernel => "by the kernel",
            Sampling::Candidates => "candidates until one is legal",
            Sampling::List => "from the list of all legal moves",
        }),
        obstacles: (paths.obstacles.into_iter())
            .map(|(kernel, obstacle)| reported(kernel, obstacle, description))
            .collect(),
        planned_rules: paths.planned_rules,
        interpreted_rules: (paths.interpreted_rules.iter())
            .filter_map(|&span| ludeme(span, description))
            .collect(),
    })
}

fn reported(kernel: KernelKind, obstacle: Obstacle, description: &Description) -> ReportedObstacle {
    let ludeme_at = |span| ludeme(span, description);
    let kernel = kernel.description();
    let (feature, ludeme, part) = match obstacle {
        Obstacle::Feature(feature) => (Some(feature), None, None),
        Obstacle::Ludeme(span) => (None, ludeme_at(span), None),
        Obstacle::Within { ludeme, part } => (None, ludeme.and_then(ludeme_at), Some(part)),
    };
    ReportedObstacle {
        kernel,
        feature,
        ludeme,
        part,
    }
}

/// The text of a span, on one line, with its place.
fn ludeme(span: Span, description: &Description) -> Option<Ludeme> {
    let source = description.sources.get(span.file)?;
    let (line, column) = source.line_column(span.start);
    let text = source.text.get(span.start as usize..span.end as usize)?;
    Some(Ludeme {
        place: format!("{}:{line}:{column}", source.name),
        ludeme: on_one_line(text),
    })
}

impl Ludeme {
    fn print(&self) {
        let mut shown: String = self.ludeme.chars().take(MOST_CHARACTERS).collect();
        if shown.len() < self.ludeme.len() {
            shown.push('…');
        }
        println!("    {}\n    {shown}", self.place);
    }
}

impl Report {
    fn print(&self) {
        println!("{}", self.game);
        match (self.kernel, self.random_moves) {
            (Some(kernel), _) => println!("  random games: by the kernel of {kernel}"),
            (None, Some(drawn)) => println!("  random games: by the evaluator, drawing {drawn}"),
            (None, None) => println!("  random games: those of its games"),
        }
        for obstacle in &self.obstacles {
            let kernel = obstacle.kernel;
            match (obstacle.feature, &obstacle.part) {
                (Some(feature), _) => println!("  no kernel of {kernel}, because of {feature}"),
                (None, None) => println!("  no kernel of {kernel}, which cannot translate"),
                (None, Some(part)) => {
                    println!("  no kernel of {kernel}, which cannot translate {part} in");
                }
            }
            obstacle.ludeme.iter().for_each(Ludeme::print);
        }
        let interpreted = self.interpreted_rules.len();
        if self.planned_rules + interpreted > 0 {
            println!(
                "  lists: {} rules of pieces from tables and sets, {interpreted} interpreted",
                self.planned_rules,
            );
        }
        self.interpreted_rules.iter().for_each(Ludeme::print);
    }
}
