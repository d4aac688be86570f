//! Set-ups and moves as the sources print them, compared with the games.
//!
//! `charts.txt` has the squares of the charts, `moves.txt` the steps of single pieces. Both were
//! written from the sources, not from the descriptions of the games.

use std::collections::BTreeSet;

use ludarium_engine::{Game, SplitMix64};
use ludarium_games::Entry;
use ludarium_notation::records::Replayer;

type Squares = BTreeSet<String>;

/// The lines about one game.
struct Block {
    slug: &'static str,
    /// Whether the lines name all pieces on the board.
    complete: bool,
    reading: Option<&'static str>,
    lines: Vec<&'static str>,
}

fn blocks(text: &'static str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or("").trim();
        let head = line.strip_prefix('[').and_then(|line| line.split_once(']'));
        if let Some((slug, words)) = head {
            blocks.push(Block {
                slug,
                complete: words.split_whitespace().next() == Some("all"),
                reading: words.split_once("with ").map(|(_, item)| item),
                lines: Vec::new(),
            });
        } else if !line.is_empty() {
            let block = blocks.last_mut().expect("a game before its lines");
            block.lines.push(line);
        }
    }
    blocks
}

impl Block {
    fn load(&self) -> (&'static Entry, Game) {
        let entry = ludarium_games::find(self.slug).unwrap_or_else(|error| panic!("{error}"));
        let reading = self.reading.map(|text| {
            let (heading, item) = text.split_once('/').expect("Heading/Item");
            (heading.to_owned(), item.to_owned())
        });
        let readings: Vec<_> = reading.into_iter().collect();
        let loaded = ludarium_games::load(entry, &readings);
        let loaded = loaded.unwrap_or_else(|error| panic!("{}: {error}", self.slug));
        (entry, loaded.game)
    }

    /// The name of the game and of the reading, for messages.
    fn name(&self) -> String {
        match self.reading {
            Some(reading) => format!("{} with {reading}", self.slug),
            None => self.slug.to_owned(),
        }
    }
}

fn label(game: &Game, slot: usize) -> String {
    let (topology, kind) = (&game.board().topology, game.board().default_site);
    topology.site(kind, slot as u32).label.to_lowercase()
}

fn squares(text: &str) -> Squares {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Where the pieces of this name and owner stand at the start.
fn standing(game: &Game, piece: &str, owner: usize) -> Squares {
    let state = game.start(&mut SplitMix64::new(0));
    let stands = |slot: &usize| {
        let kind = &game.components()[state.what(*slot)];
        !state.is_empty(*slot) && kind.base == piece && kind.owner == owner
    };
    let slots = (0..game.layout().board_sites).filter(stands);
    slots.map(|slot| label(game, slot)).collect()
}

fn pieces_on_board(game: &Game) -> usize {
    let state = game.start(&mut SplitMix64::new(0));
    let slots = 0..game.layout().board_sites;
    slots.filter(|slot| !state.is_empty(*slot)).count()
}

#[test]
fn the_pieces_stand_as_in_the_printed_charts() {
    let mut wrong = Vec::new();
    for block in blocks(include_str!("charts.txt")) {
        let (_, game) = block.load();
        let mut stated = 0;
        for line in &block.lines {
            let (piece, places) = line.split_once('=').expect("Piece = squares | squares");
            let (first, second) = places.split_once('|').expect("squares | squares");
            for (owner, printed) in [(1, squares(first)), (2, squares(second))] {
                let found = standing(&game, piece.trim(), owner);
                stated += printed.len();
                // A chart that leaves a piece of one player out says nothing about it.
                if found != printed && (block.complete || !printed.is_empty()) {
                    wrong.push(format!(
                        "{}: {piece} of player {owner}: printed {printed:?}, found {found:?}",
                        block.name()
                    ));
                }
            }
        }
        if block.complete && stated != pieces_on_board(&game) {
            wrong.push(format!(
                "{}: {stated} pieces printed, {} found",
                block.name(),
                pieces_on_board(&game)
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A step in files and ranks.
type Step = (i32, i32);

fn step(text: &str) -> Step {
    let (file, rank) = text.split_once(',').expect("files,ranks");
    let number = |text: &str| text.parse().expect("a number");
    (number(file), number(rank))
}

/// The step in all directions of the board.
fn turned((file, rank): Step) -> impl Fn(usize) -> Step {
    move |turn| {
        let (file, rank) = if turn & 1 == 0 {
            (file, rank)
        } else {
            (rank, file)
        };
        let sign = |bit: usize| if turn & bit == 0 { 1 } else { -1 };
        (sign(2) * file, sign(4) * rank)
    }
}

/// The squares of a rectangular board that these steps reach.
fn steps_reach(game: &Game, replayer: &Replayer, from: &str, steps: &str) -> Squares {
    let sites = game.layout().board_sites;
    let on_board = |name: &String| replayer.slot(name).is_ok_and(|slot| slot < sites);
    let (file, rank) = from.split_at(1);
    let file = i32::from(file.as_bytes()[0]);
    let rank: i32 = rank.parse().expect("a rank");
    let mut reached = Squares::new();
    let mut go = |first: Step, then: Option<Step>| {
        let (mut file, mut rank) = (file + first.0, rank + first.1);
        loop {
            let name = u8::try_from(file).ok().filter(u8::is_ascii_lowercase);
            let name = name.map(|file| format!("{}{rank}", char::from(file)));
            match name.filter(|name| rank > 0 && on_board(name)) {
                Some(name) => reached.insert(name),
                None => break,
            };
            let Some(then) = then else { break };
            (file, rank) = (file + then.0, rank + then.1);
        }
    };
    for word in steps.split_whitespace() {
        let directed = word.strip_prefix('>');
        let repeated = word.strip_prefix('*');
        let plain = directed.or(repeated).unwrap_or(word);
        let (first, then) = match plain.split_once('+') {
            Some((first, then)) => (step(first), Some(step(then))),
            None => (step(plain), repeated.map(step)),
        };
        if directed.is_some() {
            go(first, then);
            continue;
        }
        for turn in 0..8 {
            go(turned(first)(turn), then.map(|then| turned(then)(turn)));
        }
    }
    reached
}

#[test]
fn the_pieces_move_as_the_sources_say() {
    let mut wrong = Vec::new();
    for block in blocks(include_str!("moves.txt")) {
        let (entry, game) = block.load();
        let replayer = Replayer::new(&game, Some(&entry.about));
        let phase = entry.about.notation.start_phase.as_deref();
        for line in &block.lines {
            let (who, steps) = line.split_once(':').expect("Piece square: steps");
            let (piece, from) = who.split_once(' ').expect("Piece square");
            let own = |kind: &ludarium_engine::Component| kind.base == piece && kind.owner == 1;
            let Some(what) = game.components().iter().position(own) else {
                wrong.push(format!("{}: there is no {piece}", block.name()));
                continue;
            };
            let slot = replayer
                .slot(from)
                .unwrap_or_else(|error| panic!("{error}"));
            let targets = replayer.lone_targets(what, slot, phase);
            // A citadel beside the board is no square of these lines.
            let on_board = targets
                .iter()
                .filter(|slot| **slot < game.layout().board_sites);
            let found: Squares = on_board.map(|slot| label(&game, *slot)).collect();
            let said = steps_reach(&game, &replayer, from, steps);
            if found != said {
                wrong.push(format!(
                    "{}: {who}: the source has {said:?}, the game {found:?}",
                    block.name()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
