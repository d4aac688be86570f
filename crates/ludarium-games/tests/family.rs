//! The descriptions reproduce the comparative table of the tâb family.

use std::collections::BTreeSet;

use ludarium_games::profile::Profile;
use ludarium_games::Kind;

/// The table in the digest of the family, compiled from Board Games Studies 4 (2001), pp. 9-85.
fn table() -> &'static str {
    let family = ludarium_games::find("bgs-tab-family").expect("the family has a folder");
    let record = family
        .records
        .iter()
        .find(|(name, _)| *name == "bgs-tab-family-2.txt");
    record.expect("the table is a record of it").1
}

/// The number of random games for each game.
const GAMES: usize = 60;

/// A row of the table.
struct Row<'a> {
    slug: &'a str,
    cells: Vec<&'a str>,
}

const COLUMNS: [&str; 10] = [
    "rows",
    "cells",
    "men",
    "lots",
    "start_throw",
    "again_on",
    "stacking",
    "last_row",
    "course",
    "win",
];

impl<'a> Row<'a> {
    fn all() -> Vec<Row<'a>> {
        let lines = table().lines().filter(|line| !line.starts_with('#'));
        let rows = lines.filter_map(|line| {
            let mut cells = line.split('\t');
            let slug = cells.next()?;
            // Type I: pieces are captured by pieces that land on them. The other types have no rows
            // to compare.
            (cells.next()? == "I").then(|| Row {
                slug,
                cells: cells.collect(),
            })
        });
        rows.collect()
    }

    fn get(&self, column: &str) -> &'a str {
        let index = COLUMNS
            .iter()
            .position(|own| *own == column)
            .expect("a column");
        self.cells[index]
    }
}

/// The numbers in a text, except those in brackets, which are faces of throws.
fn numbers(text: &str) -> BTreeSet<i32> {
    let plain = text
        .split('(')
        .enumerate()
        .map(|(index, part)| match index {
            0 => part,
            _ => part.split_once(')').map_or("", |(_, rest)| rest),
        });
    let plain: Vec<&str> = plain.collect();
    let plain = plain.join(" ");
    let words = plain.split(|c: char| !c.is_ascii_digit());
    words.filter_map(|word| word.parse().ok()).collect()
}

/// Where the folder differs from the table, and why the folder is right.
const DIFFERENT: [(&str, &str, &str); 4] = [
    (
        "bgs-tab-egypt",
        "last_row",
        "frozen only while others run, as the passage has it; then on, as its source Lane has it",
    ),
    (
        "bgs-sahkku-friis",
        "win",
        "who has lost all his men has lost, though the king may still be on his side",
    ),
    (
        "bgs-tablan",
        "start_throw",
        "eight and twelve are played as twos, and free men as these do",
    ),
    (
        "bgs-kiust-oyun",
        "start_throw",
        "a throw of two takes an enemy though no man is free",
    ),
];

/// Whether the profile agrees with a cell of the table; `None` if the cell cannot be compared.
fn agrees(profile: &Profile, column: &str, cell: &str) -> Option<bool> {
    if cell.starts_with('?') {
        return None;
    }
    let play = &profile.play;
    let crosses = |from, to| play.row_steps.contains(&(from, to));
    let given = numbers(cell);
    Some(match column {
        "rows" => given.contains(&(profile.rows.first()?.len() as i32)),
        "cells" if cell.contains('+') => profile.cells().starts_with(cell),
        "cells" => {
            let rows = profile.rows.iter().filter_map(|rows| rows.first());
            let own: BTreeSet<i32> = rows.map(|cells| *cells as i32).collect();
            match (cell.contains('-'), given.first().zip(given.last())) {
                (_, None) => return None, // "n": as many as one likes
                (true, Some((least, most))) => own.iter().all(|n| (least..=most).contains(&n)),
                (false, _) => given.is_subset(&own),
            }
        }
        "men" => {
            let own: BTreeSet<i32> = profile
                .pieces
                .iter()
                .map(|pieces| pieces.kinds.first().map_or(0, |k| k.1))
                .collect();
            match (cell.contains('-'), given.first().zip(given.last())) {
                (_, None) => return None,
                (true, Some((least, most))) => own.contains(least) && own.contains(most),
                (false, Some(_)) => own.iter().any(|n| given.contains(n)),
            }
        }
        "lots" => {
            let faces = match cell {
                cell if cell.contains("long dice") || cell.contains("knucklebones") => 4,
                _ => 2,
            };
            let count = profile.dice.first()?.get(&faces).copied().unwrap_or(0);
            numbers(cell.split(' ').next()?).contains(&(count as i32))
        }
        "start_throw" if cell == "dal=1" => profile.start_throws() == "1 on any",
        // Combinations of white and black, and words, stand for numbers of our own choosing.
        "start_throw" | "again_on"
            if given.is_empty() || cell.contains('-') || cell.contains("more") =>
        {
            match cell {
                "double dal" => profile.throws_again() == "1-1",
                "none" => profile.throws_again() == "none",
                _ => return None,
            }
        }
        "start_throw" => numbers(&profile.start_throws()) == given,
        "again_on" => numbers(&profile.throws_again()) == given,
        "stacking" => match cell {
            "no" => play.shared_rows.is_empty(),
            "from row 2" => play.shared_rows.first() == Some(&2),
            _ => !play.shared_rows.is_empty(),
        },
        "last_row" => match cell {
            "runs on" | "returns" => play.leaves_last_row(),
            "frozen" | "immune and frozen" => !play.leaves_last_row(),
            _ => return None,
        },
        "course" => match cell {
            "own,2,3,enemy" => crosses(1, 2) && crosses(2, 3) && crosses(3, 4) && !crosses(2, 1),
            "own,2,3,enemy and back" => crosses(3, 4) && crosses(4, 3) && crosses(3, 2),
            "own,mid,enemy" => crosses(1, 2) && crosses(2, 3) && !crosses(2, 1),
            "own,mid,enemy and back" => crosses(2, 3) && crosses(3, 2) && crosses(2, 1),
            "own,mid,enemy,(mid,enemy)*" => crosses(2, 3) && crosses(3, 2) && !crosses(2, 1),
            "own,mid,enemy,mid,own cycle" => crosses(2, 3) && crosses(3, 2) && crosses(2, 1),
            _ => return None,
        },
        "win" if cell == "annihilate" => {
            let won = play.ends.won;
            // Without a won game there is nothing to compare.
            if won == 0 {
                return None;
            }
            play.ends.annihilated == won
        }
        _ => return None,
    })
}

#[test]
fn descriptions_reproduce_the_comparative_table_of_the_tab_family() {
    let (mut compared, mut games, mut wrong) = (0, 0, Vec::new());
    for row in Row::all() {
        let entry = ludarium_games::entries()
            .iter()
            .find(|entry| entry.slug == row.slug);
        let Some(entry) = entry.filter(|entry| entry.kind() == Kind::Game) else {
            continue;
        };
        let profile = Profile::of(entry, GAMES).unwrap_or_else(|e| panic!("{}: {e}", row.slug));
        games += 1;
        for column in COLUMNS {
            let cell = row.get(column);
            let known = DIFFERENT
                .iter()
                .any(|(slug, own, _)| (*slug, *own) == (row.slug, column));
            match agrees(&profile, column, cell) {
                None => continue,
                Some(agrees) if agrees != known => compared += 1,
                Some(_) => wrong.push(format!(
                    "{} {column}: the table says {cell:?}; rows {}, cells {}, men {}, lots {}, start {}, again {}, shared {:?}, course {}, ends {:?}",
                    row.slug, profile.row_count(), profile.cells(), profile.pieces(), profile.dice(), profile.start_throws(),
                    profile.throws_again(), profile.play.shared_rows, profile.play.row_path(), profile.play.ends
                )),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        games >= 2 && compared >= 7 * games,
        "{compared} cells of {games} games"
    );
}
