//! `ludarium compare`: games side by side.

use clap::Args;
use ludarium_games::profile::Profile;
use ludarium_games::{Entry, Kind, Status};
use serde_json::{json, Map, Value};
use textwrap::WrapAlgorithm;

use crate::error::{Error, Exit};
use crate::folders;
use crate::show::prose::width;

/// Arguments of `ludarium compare`.
#[derive(Args, Debug)]
pub struct Compare {
    /// Games, by family, slug or name; `*` matches anything
    #[arg(value_name = "GAME", required = true)]
    folders: Vec<String>,
    /// Random games from which to measure the properties of play
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: usize,
    /// Also show properties on which all games agree
    #[arg(long)]
    all: bool,
    /// Print one JSON array, for programs
    #[arg(long)]
    json: bool,
}

/// Games side by side in one table, at most.
const ABREAST: usize = 4;

/// The width of the column of a game in characters.
const WIDTH: usize = 26;

/// The greatest width of the column with the names of properties.
const NAME_WIDTH: usize = 20;

/// The number of games that find room side by side.
fn abreast(width: usize) -> usize {
    (width.saturating_sub(NAME_WIDTH) / (WIDTH + 2)).clamp(1, ABREAST)
}

impl Compare {
    /// Runs the command. The exit code is 2 if there is no such game, or none that can be loaded.
    pub fn run(self) -> Result<Exit, Error> {
        self.compare()?;
        Ok(Exit::Success)
    }

    fn compare(&self) -> Result<(), Error> {
        let entries = folders::meant(&self.folders)?;
        let games: Vec<&'static Entry> = entries
            .into_iter()
            .filter(|entry| entry.kind() != Kind::Construction)
            .collect();
        if games.is_empty() {
            return Err("there is no game among them".into());
        }
        let columns = folders::each(
            &games,
            "games",
            |entry| entry.slug.to_owned(),
            |entry| Some(properties(entry, self.games)),
        );
        let (games, columns): (Vec<&&'static Entry>, Vec<_>) = columns.into_iter().unzip();
        let columns = columns.into_iter().collect::<Result<Vec<_>, Error>>()?;
        if self.json {
            let all: Vec<Value> = games.into_iter().zip(&columns).map(as_json).collect();
            println!("{}", json!(all));
            return Ok(());
        }
        let rows = rows(&columns, self.all || columns.len() == 1);
        let slugs: Vec<&str> = games.iter().map(|entry| entry.slug).collect();
        let numbers: Vec<usize> = (0..games.len()).collect();
        for part in numbers.chunks(abreast(width())) {
            show(part, &slugs, &rows);
        }
        Ok(())
    }
}

/// The names of properties, and their values for one game.
type Properties = Vec<(String, String)>;

/// The text of a property that a game does not have.
const NOTHING: &str = "–";

/// The prefix of the heading of a reading.
const READING: &str = "reading: ";

fn properties(entry: &&'static Entry, games: usize) -> Result<Properties, Error> {
    let about = &entry.about;
    let mut all: Properties = Vec::new();
    let mut add = |name: &str, value: String| {
        if !value.is_empty() {
            all.push((name.to_owned(), value));
        }
    };
    add("name", entry.name().to_owned());
    add("place", about.origin.place.clone().unwrap_or_default());
    add("players", about.players.to_string());
    if entry.status() == Status::Incomplete {
        add("missing", entry.missing().unwrap_or_default().to_owned());
    }
    if entry.kind() == Kind::Game {
        let profile = Profile::of(entry, games).map_err(|e| format!("{}: {e}", entry.slug))?;
        let seen = &profile.play;
        let played = seen.games.max(1);
        let percent = |part: usize| format!("{:.0} %", 100.0 * part as f64 / played as f64);
        add("rows", profile.row_count());
        add("sites of a row", profile.cells());
        add("pieces", profile.pieces());
        add("dice", profile.dice());
        add("starting throw", profile.start_throws());
        add("throws again on", profile.throws_again());
        add("pieces share a site", sharing(&profile));
        // Rows are compared only in race games, where pieces run along them.
        if seen.rows < WIDEST_RACE && !profile.start_throws().is_empty() {
            add("course by rows", seen.row_path());
            let leaves = if seen.leaves_last_row() {
                "leave it"
            } else {
                "stay in it"
            };
            add("in the last row", leaves.to_owned());
        }
        let won = seen.ends.won;
        if won > 0 {
            let share = 100.0 * seen.ends.annihilated as f64 / won as f64;
            add(
                "opponent out of pieces",
                format!("{share:.0} % of the wins"),
            );
        }
        for (player, wins) in seen.ends.winners.iter().enumerate().skip(1) {
            add(&format!("player {player} first"), percent(*wins));
        }
        add(
            "drawn",
            percent(seen.ends.winners.first().copied().unwrap_or(0)),
        );
        add(
            "length",
            format!("{:.0} plies", seen.plies as f64 / played as f64),
        );
        for (heading, item) in &profile.readings {
            add(&format!("{READING}{heading}"), item.clone());
        }
    }
    Ok(all)
}

/// Boards with more rows than this are not race boards with pieces that run along the rows.
const WIDEST_RACE: usize = 7;

/// Whether pieces of one side stand together, and in which rows, counted from that side.
fn sharing(profile: &Profile) -> String {
    let rows: Vec<String> = profile
        .play
        .shared_rows
        .iter()
        .map(usize::to_string)
        .collect();
    match (rows.is_empty(), profile.play.rows < WIDEST_RACE) {
        (true, _) => "never".to_owned(),
        (false, true) => format!("in row {}", rows.join(", ")),
        (false, false) => "yes".to_owned(),
    }
}

fn as_json((entry, properties): (&&Entry, &Properties)) -> Value {
    let mut object = Map::new();
    object.insert("game".to_owned(), json!(entry.slug));
    let mut readings = Map::new();
    for (name, value) in properties {
        match name.strip_prefix(READING) {
            Some(heading) => readings.insert(heading.to_owned(), json!(value)),
            None => object.insert(name.clone(), json!(value)),
        };
    }
    object.insert("readings".to_owned(), Value::Object(readings));
    Value::Object(object)
}

/// The rows of the table: a property, and its value for each game. Without `all`, rows in which all
/// games agree are left out.
fn rows(columns: &[Properties], all: bool) -> Vec<(String, Vec<String>)> {
    let mut names: Vec<&String> = Vec::new();
    for (name, _) in columns.iter().flatten() {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    // The readings come last; readings that only one game has are left out.
    let asked = |name: &&String| {
        let has = |column: &&Properties| column.iter().any(|(own, _)| own == *name);
        columns.len() == 1 || !name.starts_with(READING) || columns.iter().filter(has).count() > 1
    };
    names.retain(asked);
    names.sort_by_key(|name| name.starts_with(READING));
    let row = |name: &&String| {
        let values = columns.iter().map(|column| {
            let own = column.iter().find(|(own, _)| own == *name);
            own.map_or_else(|| NOTHING.to_owned(), |(_, value)| value.clone())
        });
        ((*name).clone(), values.collect::<Vec<_>>())
    };
    let differ =
        |(_, values): &(String, Vec<String>)| all || values.windows(2).any(|v| v[0] != v[1]);
    names.iter().map(row).filter(differ).collect()
}

fn show(part: &[usize], slugs: &[&str], rows: &[(String, Vec<String>)]) {
    let wide = rows
        .iter()
        .map(|(name, _)| name.chars().count())
        .max()
        .unwrap_or(0)
        .min(NAME_WIDTH);
    let line = |name: &str, cells: Vec<String>| {
        let cells = cells.iter().map(|cell| format!("{cell:<WIDTH$}"));
        let text = format!("{name:<wide$}  {}", cells.collect::<Vec<_>>().join("  "));
        println!("{}", text.trim_end());
    };
    let row = |name: &str, values: Vec<&str>| {
        let name = wrapped(name, NAME_WIDTH);
        let cells: Vec<Vec<String>> = values.iter().map(|value| wrapped(value, WIDTH)).collect();
        let high = cells.iter().chain([&name]).map(Vec::len).max().unwrap_or(0);
        let part = |of: &Vec<String>, number: usize| of.get(number).cloned().unwrap_or_default();
        for number in 0..high {
            let own = cells.iter().map(|cell| part(cell, number));
            line(&part(&name, number), own.collect());
        }
    };
    row("", part.iter().map(|game| slugs[*game]).collect());
    let told = |values: &Vec<String>| part.iter().any(|game| values[*game] != NOTHING);
    for (name, values) in rows.iter().filter(|(_, values)| told(values)) {
        row(
            name,
            part.iter().map(|game| values[*game].as_str()).collect(),
        );
    }
    println!();
}

/// Breaks a text into lines no wider than a column.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let options = textwrap::Options::new(width).wrap_algorithm(WrapAlgorithm::FirstFit);
    let lines = textwrap::wrap(text, options);
    lines.into_iter().map(|line| line.into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_words_stand_alone_and_short_ones_together() {
        let lines = wrapped("16: 8 Pawn + 2 Rook + 2 Knight + 2 Bishop", WIDTH);
        assert_eq!(lines, ["16: 8 Pawn + 2 Rook + 2", "Knight + 2 Bishop"]);
        assert_eq!(
            wrapped("gollon-four-seasons-chess", 20),
            ["gollon-four-seasons-", "chess"]
        );
    }

    #[test]
    fn a_table_is_no_wider_than_the_terminal() {
        assert_eq!([40, 80, 100, 200].map(abreast), [1, 2, 2, 4]);
        for width in [80, 100, 200] {
            assert!(NAME_WIDTH + abreast(width) * (WIDTH + 2) <= width);
        }
    }

    #[test]
    fn properties_on_which_all_agree_are_left_out() {
        let game = |rows: &str| {
            vec![
                ("players".to_owned(), "2".to_owned()),
                ("rows".to_owned(), rows.to_owned()),
            ]
        };
        let both = [game("3"), game("4")];
        assert_eq!(
            rows(&both, false),
            [("rows".to_owned(), vec!["3".to_owned(), "4".to_owned()])]
        );
        assert_eq!(rows(&both, true).len(), 2);
    }
}
