//! The report of `ludarium test` as a page of HTML that needs nothing beside it.

use std::ops::Range;

use askama::Template;
use ludarium_games::profile::{RandomPlay, Share};
use ludarium_notation::examples::{Example, Failure};
use ludarium_notation::number_words::counted;
use ludarium_notation::Wording;

use super::{Random, Unused};

/// The number of columns for the lengths of games, at most, and the size of their picture, whose
/// width is that of the page.
const MAX_COLUMNS: usize = 40;
const COLUMNS_WIDTH: f64 = 600.0;
const COLUMNS_HEIGHT: f64 = 110.0;

#[derive(Template)]
#[template(path = "test_report.html")]
struct Page<'a> {
    game: &'a str,
    examples: Vec<ExampleRow<'a>>,
    examples_file: &'a str,
    failed: usize,
    counts: Vec<Count>,
    random: Option<Charts>,
    positions: u64,
    legend: Vec<LegendEntry>,
    lines: Vec<Line<'a>>,
}

struct ExampleRow<'a> {
    line: usize,
    title: &'a str,
    failures: &'a [Failure],
}

/// How many of the parts of a description random games have shown.
struct Count {
    shown: usize,
    all: usize,
    what: &'static str,
}

/// The results and the lengths of random games as pictures.
struct Charts {
    games: usize,
    bars: Vec<Bar>,
    lengths: String,
    columns: Vec<Column>,
    shortest: usize,
    longest: usize,
}

/// A share of all games, and its interval, in percent.
struct Bar {
    name: String,
    share: f64,
    low: f64,
    high: f64,
}

struct Column {
    left: String,
    top: String,
    width: String,
    height: String,
    about: String,
}

struct LegendEntry {
    class: &'static str,
    meaning: &'static str,
    number: usize,
}

/// A line of the description.
struct Line<'a> {
    number: usize,
    parts: Vec<Part<'a>>,
}

struct Part<'a> {
    text: &'a str,
    mark: Option<Mark>,
}

/// What random games do not show of a part of the description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Rule,
    Effect,
    Always,
    Never,
    Unasked,
}

impl Mark {
    const ALL: [Mark; 5] = [
        Mark::Rule,
        Mark::Effect,
        Mark::Never,
        Mark::Always,
        Mark::Unasked,
    ];

    fn class(self) -> &'static str {
        match self {
            Mark::Rule => "rule",
            Mark::Effect => "effect",
            Mark::Always => "always",
            Mark::Never => "never",
            Mark::Unasked => "unasked",
        }
    }

    fn meaning(self) -> &'static str {
        match self {
            Mark::Rule => "this rule never gave a legal move",
            Mark::Effect => "this effect was never carried out",
            Mark::Always => "this condition always held",
            Mark::Never => "this condition never held",
            Mark::Unasked => "this condition was never asked",
        }
    }
}

/// The page about a game: its examples, each with what fails in it, and random games.
pub fn page(
    game: &str,
    text: &str,
    (examples_file, examples): (&str, &[(Example, Vec<Failure>)]),
    random: Option<&Random>,
) -> Result<String, askama::Error> {
    let rows: Vec<ExampleRow> = examples
        .iter()
        .map(|(example, failures)| ExampleRow {
            line: example.line,
            title: &example.title,
            failures,
        })
        .collect();
    let marks = random.map_or_else(Vec::new, marks);
    let conditions = random.and_then(|random| random.conditions.as_ref());
    let legend = Mark::ALL.map(|mark| LegendEntry {
        class: mark.class(),
        meaning: mark.meaning(),
        number: marks.iter().filter(|(_, own)| *own == mark).count(),
    });
    let shows_text = conditions.is_some();
    Page {
        game,
        failed: rows.iter().filter(|row| !row.failures.is_empty()).count(),
        examples: rows,
        examples_file,
        counts: random.map_or_else(Vec::new, counts),
        random: random.filter(|random| random.games > 0).map(charts),
        positions: conditions.map_or(0, |conditions| conditions.positions),
        legend: legend
            .into_iter()
            .filter(|entry| entry.number > 0)
            .collect(),
        lines: if shows_text {
            lines(text, marks)
        } else {
            Vec::new()
        },
    }
    .render()
}

/// The parts that random games do not show.
fn marks(random: &Random) -> Vec<(Range<usize>, Mark)> {
    let mut all = Vec::new();
    let mut add = |list: &[Unused], mark| {
        all.extend(list.iter().map(|part| (part.bytes.clone(), mark)));
    };
    add(&random.unused, Mark::Rule);
    if let Some(conditions) = &random.conditions {
        add(&conditions.idle, Mark::Effect);
        add(&conditions.always, Mark::Always);
        add(&conditions.never, Mark::Never);
        add(&conditions.unasked, Mark::Unasked);
    }
    all
}

fn counts(random: &Random) -> Vec<Count> {
    let mut counts = vec![Count {
        shown: random.rules.saturating_sub(random.unused.len()),
        all: random.rules,
        what: "rules gave a legal move",
    }];
    if let Some(seen) = &random.conditions {
        let same = seen.always.len() + seen.never.len() + seen.unasked.len();
        counts.push(Count {
            shown: seen.conditions.saturating_sub(same),
            all: seen.conditions,
            what: "conditions differed",
        });
        counts.push(Count {
            shown: seen.effects.saturating_sub(seen.idle.len()),
            all: seen.effects,
            what: "effects were carried out",
        });
    }
    counts.retain(|count| count.all > 0);
    counts
}

fn charts(random: &Random) -> Charts {
    let play = &random.play;
    let named = random.players.iter().zip(1..);
    let mut shares: Vec<(String, Share)> = named
        .map(|(name, player)| {
            (
                format!("{name} {}", Wording::verb_of(name, "wins")),
                play.wins(player),
            )
        })
        .collect();
    shares.push(("Drawn".to_owned(), play.draws()));
    if play.unfinished().count > 0 {
        shares.push(("Not ended".to_owned(), play.unfinished()));
    }
    let mut lengths = format!(
        "Half of the games have at most {} moves.",
        random.median_moves
    );
    if let Some((mean, half)) = play.mean() {
        lengths = format!("{lengths} The mean is {mean:.1} ± {half:.1}.");
    }
    if play.unfinished().count > 0 {
        let limit = RandomPlay::LIMIT;
        lengths = format!("{lengths} Games were cut off after {limit} moves.");
    }
    Charts {
        games: random.games,
        bars: shares.into_iter().map(bar).collect(),
        lengths,
        columns: columns(play.lengths()),
        shortest: play.shortest().unwrap_or(0),
        longest: play.longest().unwrap_or(0),
    }
}

fn bar((name, share): (String, Share)) -> Bar {
    let (low, high) = share.interval();
    Bar {
        name,
        share: 100.0 * share.count as f64 / share.games.max(1) as f64,
        low: 100.0 * low,
        high: 100.0 * high,
    }
}

/// Columns for the lengths of games, which are in ascending order.
fn columns(lengths: &[usize]) -> Vec<Column> {
    let (Some(&shortest), Some(&longest)) = (lengths.first(), lengths.last()) else {
        return Vec::new();
    };
    let step = (longest - shortest + 1).div_ceil(MAX_COLUMNS);
    let mut counts = vec![0usize; (longest - shortest + 1).div_ceil(step)];
    for length in lengths {
        counts[(length - shortest) / step] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(1).max(1);
    let width = COLUMNS_WIDTH / counts.len() as f64;
    let column = |(index, &count): (usize, &usize)| {
        let height = COLUMNS_HEIGHT * count as f64 / most as f64;
        let from = shortest + index * step;
        let to = (from + step - 1).min(longest);
        let moves = match from == to {
            true => from.to_string(),
            false => format!("{from} to {to}"),
        };
        Column {
            left: format!("{:.1}", index as f64 * width),
            top: format!("{:.1}", COLUMNS_HEIGHT - height),
            // A gap between columns.
            width: format!("{:.1}", (width - 1.0).max(1.0)),
            height: format!("{height:.1}"),
            about: format!("{}, {}", counted(moves, "move"), counted(count, "game")),
        }
    };
    counts.iter().enumerate().map(column).collect()
}

/// The lines of a text, in parts with the mark of the innermost marked range around each.
fn lines(text: &str, mut marks: Vec<(Range<usize>, Mark)>) -> Vec<Line<'_>> {
    let mut painted: Vec<Option<Mark>> = vec![None; text.len()];
    marks.sort_by_key(|(range, _)| std::cmp::Reverse(range.len()));
    for (range, mark) in marks {
        if let Some(part) = painted.get_mut(range) {
            part.fill(Some(mark));
        }
    }
    let mut next = 0;
    let mut lines = Vec::new();
    for (index, whole) in text.split_inclusive('\n').enumerate() {
        let start = next;
        next += whole.len();
        let line = whole.trim_end();
        let indent = line.len() - line.trim_start().len();
        let mut parts = vec![Part {
            text: &line[..indent],
            mark: None,
        }];
        let mut begun = indent;
        for end in indent + 1..=line.len() {
            let ends = end == line.len() || painted[start + end] != painted[start + begun];
            if ends {
                parts.push(Part {
                    text: &line[begun..end],
                    mark: painted[start + begun],
                });
                begun = end;
            }
        }
        lines.push(Line {
            number: index + 1,
            parts,
        });
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_goes_from_line_to_line_without_its_indentation_and_the_innermost_counts() {
        let text = "(a\n  (b c)\n  d)\n";
        let lines = lines(text, vec![(0..15, Mark::Rule), (5..10, Mark::Never)]);
        let shown = |line: &Line| -> Vec<(String, Option<Mark>)> {
            let parts = line.parts.iter().filter(|part| !part.text.is_empty());
            parts
                .map(|part| (part.text.to_owned(), part.mark))
                .collect()
        };
        assert_eq!(shown(&lines[0]), [("(a".to_owned(), Some(Mark::Rule))]);
        let second = [
            ("  ".to_owned(), None),
            ("(b c)".to_owned(), Some(Mark::Never)),
        ];
        assert_eq!(shown(&lines[1]), second);
        let third = [("  ".to_owned(), None), ("d)".to_owned(), Some(Mark::Rule))];
        assert_eq!(shown(&lines[2]), third);
    }

    #[test]
    fn columns_count_each_game_once() {
        let found = columns(&[5, 5, 7]);
        let about: Vec<&str> = found.iter().map(|column| &*column.about).collect();
        let three = ["5 moves, 2 games", "6 moves, 0 games", "7 moves, 1 game"];
        assert_eq!(about, three);
        // A hundred lengths share forty columns.
        let many: Vec<usize> = (1..=100).collect();
        let found = columns(&many);
        assert_eq!(found.len(), 34);
        assert_eq!(found[0].about, "1 to 3 moves, 3 games");
        assert_eq!(found[33].about, "100 moves, 1 game");
    }
}
