//! Builds the board of every description of a corpus (the folder named by `LUDARIUM_CORPUS`) and
//! compares it with what the recorded trials say about it. Prints one line per game:
//! name, sites by kind, the first site of the hands, and what does not fit.

mod start;

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Instant;

use board::{build, default_board, Board, Limits, SiteType};
use lud::{load, Choices, Definitions, Ludeme, Node, Value};

fn main() {
    let Some(corpus) = std::env::var_os("LUDARIUM_CORPUS") else {
        println!("skipped: no corpus");
        return;
    };
    let wanted = std::env::args().nth(1);
    let corpus = PathBuf::from(corpus);
    let definitions = Definitions::from_files(read_all(&corpus.join("def"), "def"));
    let (mut built, mut total, mut fits, mut slow) = (0, 0, 0, (0.0, String::new()));
    for (name, text) in read_all(&corpus.join("lud"), "lud") {
        if wanted
            .as_ref()
            .is_some_and(|wanted| !name.contains(wanted.as_str()))
        {
            continue;
        }
        let Ok(description) = load(&name, &text, &definitions, &Choices::defaults()) else {
            println!("{name}\tdoes not load");
            continue;
        };
        if find(&description.game, &|l| {
            matches!(l, Ludeme::Match | Ludeme::MatchName)
        })
        .is_some()
        {
            continue;
        }
        total += 1;
        let node = find(&description.game, &|l| {
            matches!(
                l,
                Ludeme::Board | Ludeme::MancalaBoard | Ludeme::SurakartaBoard | Ludeme::Boardless
            )
        });
        let start = Instant::now();
        let board = match node.map(|node| build(node, 16, &Limits::default())) {
            None => Ok(default_board()),
            Some(board) => board,
        };
        let time = start.elapsed().as_secs_f64();
        if time > slow.0 {
            slow = (time, name.clone());
        }
        let short = Path::new(&name)
            .strip_prefix(&corpus)
            .unwrap_or(Path::new(&name))
            .display()
            .to_string();
        match board {
            Err(errors) => println!("ERROR\t{short}\t{}", errors[0]),
            Ok(board) => {
                built += 1;
                let found = trial(&corpus, &short);
                let mut verdict = compare(&description.game, &board, &found);
                let rules = start::Rules::new(&board, &description.game);
                let sites = found
                    .starts
                    .iter()
                    .filter_map(|(_, site, _)| u32::try_from(*site).ok())
                    .collect();
                for wrong in rules.compare(&description.game, &sites) {
                    verdict.push_str(&wrong);
                    verdict.push_str("; ");
                }
                if verdict.is_empty() {
                    fits += 1;
                }
                let counts: Vec<String> = SiteType::ALL
                    .iter()
                    .map(|&kind| board.topology.len(kind).to_string())
                    .collect();
                println!(
                    "STAT\t{short}\t{:?}\t{}",
                    board.default_site,
                    moves(&board, &found)
                );
                println!(
                    "{}\t{short}\t{:?}\t{}\t{:?}\t{:?}\t{}",
                    if verdict.is_empty() { "ok" } else { "BAD" },
                    board.default_site,
                    counts.join("/"),
                    found.hand,
                    found.most,
                    verdict
                );
            }
        }
    }
    println!(
        "built {built} of {total}, counts fit {fits}; slowest {:.3} s {}",
        slow.0, slow.1
    );
}

/// What the trials of a game say about its board.
#[derive(Default)]
struct Found {
    most: BTreeMap<String, i64>,
    /// The lowest site of the hands, where the start rules fill hands.
    hand: Option<i64>,
    /// The moves between sites of one kind.
    moves: Vec<(u32, u32)>,
    /// Every cell named.
    cells: std::collections::BTreeSet<i64>,
    starts: Vec<(String, i64, String)>,
}

fn trial(corpus: &Path, short: &str) -> Found {
    let mut found = Found::default();
    let folder = corpus.join(
        short
            .replacen("lud/", "trials/", 1)
            .trim_end_matches(".lud"),
    );
    for place in 0..2 {
        let Ok(file) = std::fs::File::open(folder.join(format!("RandomTrial_{place}.txt.gz")))
        else {
            continue;
        };
        let mut text = String::new();
        if flate2::read::GzDecoder::new(file)
            .read_to_string(&mut text)
            .is_err()
        {
            continue;
        }
        for line in text.lines().filter(|line| line.starts_with("Move=")) {
            for action in line.split('[').skip(2) {
                let field = |name: &str| {
                    action.split([',', ']']).find_map(|part| {
                        let part = part.rsplit_once(':').map_or(part, |(_, rest)| rest);
                        part.strip_prefix(name)?
                            .strip_prefix('=')
                            .map(str::to_string)
                    })
                };
                if let (Some("Move"), Some(a), Some(b), Some(from), Some(to)) = (
                    action.split(':').next(),
                    field("typeFrom"),
                    field("typeTo"),
                    field("from"),
                    field("to"),
                ) {
                    if let (true, true, Ok(from), Ok(to)) = (
                        a == b,
                        action.contains("decision=true"),
                        from.parse(),
                        to.parse(),
                    ) {
                        found.moves.push((from, to));
                    }
                }
                for (kind, site) in [("typeFrom", "from"), ("typeTo", "to"), ("type", "to")] {
                    if let (Some(kind), Some(Ok(site))) =
                        (field(kind), field(site).map(|s| s.parse::<i64>()))
                    {
                        if kind == "Cell" {
                            found.cells.insert(site);
                        }
                        let most = found.most.entry(kind.clone()).or_insert(-1);
                        *most = (*most).max(site);
                        if line.contains("mover=0") && place == 0 {
                            found
                                .starts
                                .push((kind, site, field("what").unwrap_or_default()));
                        }
                    }
                }
            }
        }
    }
    found
}

fn compare(game: &Node, board: &Board, found: &Found) -> String {
    let mut wrong = Vec::new();
    let mut containers = 0;
    count_containers(game, &mut containers);
    let kind = format!("{:?}", board.default_site);
    let base = board.topology.len(board.default_site) as i64;
    for (other, most) in &found.most {
        let here = SiteType::from_name(other).map_or(0, |kind| board.topology.len(kind) as i64);
        let room = if *other == kind { base } else { here.max(base) };
        let hands = if other == "Cell" { containers } else { 0 };
        if *most >= room + hands {
            wrong.push(format!("{other} {most} >= {room}+{hands}"));
        }
    }
    // Pieces in hands stand on cells beyond the board.
    let room = board.hand_base() as i64;
    let above: Vec<i64> = found
        .cells
        .iter()
        .copied()
        .filter(|&site| site >= board.topology.len(SiteType::Cell) as i64)
        .collect();
    if let (Some(&low), true) = (above.first(), containers > 0) {
        if low < room || low >= room + containers {
            wrong.push(format!("hand at {low}, board has {room}"));
        }
        wrong.extend((low != room).then(|| format!("(hand {low}-{room})")));
    }
    wrong.join("; ")
}

/// How the recorded moves go: along which relation, or along a line, or neither.
fn moves(board: &Board, found: &Found) -> String {
    use board::{Direction, Relation};
    let (kind, topology) = (board.default_site, &board.topology);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for &(from, to) in &found.moves {
        let is = |relation| topology.neighbours(kind, from, relation).contains(&to);
        let way = if from as usize >= topology.len(kind) || to as usize >= topology.len(kind) {
            continue;
        } else if is(Relation::Orthogonal) {
            "orthogonal"
        } else if is(Relation::Diagonal) {
            "diagonal"
        } else if is(Relation::OffDiagonal) {
            "off"
        } else if topology
            .radials(kind, from, Direction::All)
            .iter()
            .any(|line| line.sites.contains(&to))
        {
            "line"
        } else {
            "other"
        };
        *counts.entry(way).or_default() += 1;
    }
    format!("{counts:?}")
}

fn count_containers(node: &Node, count: &mut i64) {
    match &node.value {
        Value::Call(call) => {
            match call.ludeme {
                Ludeme::Hand => {
                    let size = match call.arg("size").map(|n| &n.value) {
                        Some(Value::Int(size)) => i64::from(*size),
                        _ => 1,
                    };
                    *count += size * 8;
                }
                Ludeme::Dice => *count += 8,
                Ludeme::Deck => *count += 60,
                Ludeme::Dominoes => *count += 60,
                _ => {}
            }
            for argument in call.args.iter().flatten() {
                count_containers(argument, count);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| count_containers(item, count)),
        _ => {}
    }
}

fn find<'a>(node: &'a Node, wanted: &dyn Fn(Ludeme) -> bool) -> Option<&'a Node> {
    match &node.value {
        Value::Call(call) if wanted(call.ludeme) => Some(node),
        Value::Call(call) => call
            .args
            .iter()
            .flatten()
            .find_map(|argument| find(argument, wanted)),
        Value::Array(items) => items.iter().find_map(|item| find(item, wanted)),
        _ => None,
    }
}

fn read_all(folder: &Path, extension: &str) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == extension) {
                if let Ok(text) = std::fs::read_to_string(&path) {
                    files.push((path.display().to_string(), text));
                }
            }
        }
    }
    files.sort();
    files
}
