//! Records that are not games: the way along a track, the moves of a single man.

use ludarium_engine::{Chance, Move, Piece, SetUp, SplitMix64};
use ludarium_games::Entry;

use super::follow::Follower;
use super::ply::{Ply, Step};
use super::record::{Line, Record};
use crate::chosen::{Chosen, GameArgs};

/// Checks the order of the sites of tracks, line by line.
pub fn track(chosen: &Chosen, entry: &Entry, record: &Record) -> Result<String, String> {
    let follower = Follower::new(chosen, entry);
    let (mut tracks, mut moves) = (0, 0);
    for line in &record.lines {
        let at = |message: String| format!("{} (line {}): {message}", line.text, line.number);
        let Some(meaning) = entry.about.notation.tracks.get(&line.text) else {
            return Err(at(
                "the notation does not say which track this is".to_owned()
            ));
        };
        let sites = line.columns.first().map_or("", String::as_str);
        match &meaning.track {
            Some(name) => {
                let wanted: Vec<i32> = sites
                    .split_whitespace()
                    .map(|site| follower.slot(site).map(|slot| slot as i32))
                    .collect::<Result<_, _>>()
                    .map_err(at)?;
                let of = chosen.loaded.game.board().tracks.iter();
                let mut ways = of
                    .filter(|track| track.name.starts_with(name.as_str()))
                    .map(|track| {
                        let sites = track.steps.iter().map(|element| element.site);
                        (
                            track.owner,
                            sites.filter(|site| *site >= 0).collect::<Vec<i32>>(),
                        )
                    });
                let fits = ways.any(|(owner, way)| {
                    let own =
                        owner.is_none_or(|owner| owner as usize == meaning.player || owner == 0);
                    own && follows(&way, &wanted, meaning.part.is_some())
                });
                if !fits {
                    return Err(at(format!(
                        "no track {name} of player {} runs so",
                        meaning.player
                    )));
                }
                tracks += 1;
            }
            None => {
                possible(&follower, meaning.player, sites).map_err(at)?;
                moves += 1;
            }
        }
    }
    Ok(format!("{tracks} tracks, {moves} moves"))
}

/// Whether a way runs over the sites in this order: all round, or as a part of it.
fn follows(way: &[i32], wanted: &[i32], part: bool) -> bool {
    let Some(first) = wanted.first() else {
        return false;
    };
    if part {
        return way.windows(wanted.len()).any(|window| window == wanted);
    }
    // A loop may be told from any of its sites.
    way.iter()
        .enumerate()
        .filter(|(_, site)| *site == first)
        .any(|(start, _)| {
            let round = way.iter().cycle().skip(start).take(wanted.len());
            way.len() >= wanted.len() && round.eq(wanted.iter())
        })
}

/// The most games and plies that are tried until the dice allow a move.
const TRIES: u64 = 300;
const PLIES: usize = 40;

/// Whether a player's first move can be this one, under some throws.
fn possible(follower: &Follower, player: usize, text: &str) -> Result<(), String> {
    let plies = Ply::parse(text)?;
    let Some(Step::Move(from, to)) = plies.first().and_then(|ply| ply.steps.first()) else {
        return Err("not a move from a site to another".to_owned());
    };
    let (from, to) = (follower.slot(from)? as i32, follower.slot(to)? as i32);
    let is_it = |mv: &Move| mv.origin() == from && mv.target() == to;
    let mut legal = Vec::new();
    for seed in 0..TRIES {
        let mut chance = SplitMix64::new(seed);
        let mut state = follower.game.start(&mut chance);
        for _ in 0..PLIES {
            if state.over() {
                break;
            }
            legal.clear();
            follower.game.legal(&mut state, &mut legal);
            if state.mover() == player && legal.iter().any(is_it) {
                return Ok(());
            }
            let count = u32::try_from(legal.len()).unwrap_or(1).max(1);
            let Some(mv) = legal.get(chance.below(count) as usize) else {
                break;
            };
            follower.game.apply(&mut state, *mv, &mut chance);
        }
    }
    Err(format!("{text} was not possible in {TRIES} games"))
}

/// Checks where a single man can go: `piece@cell`, a count, the cells.
pub fn mobility(chosen: &Chosen, entry: &Entry, record: &Record) -> Result<String, String> {
    let follower = Follower::new(chosen, entry);
    let mut checked = 0;
    for line in &record.lines {
        let at = |message: String| format!("{} (line {}): {message}", line.text, line.number);
        if line.text.contains('@') {
            let under = reading_named(entry, &line.text);
            match under {
                // The man under one of the readings, which his letter names.
                Some((heading, item)) => {
                    let loaded = GameArgs::new(entry.slug, &[(heading, item)], None).load();
                    let chosen = loaded.map_err(at)?;
                    lone(&Follower::new(&chosen, entry), line).map_err(at)?;
                }
                None => lone(&follower, line).map_err(at)?,
            }
            checked += 1;
        }
    }
    if checked == 0 {
        return Err("no line `man@site`: kind = \"table\" is for numbers".to_owned());
    }
    Ok(format!("{checked} men reach what is printed"))
}

/// The reading whose answer is what stands before the `@`: `E1@g2`.
fn reading_named(entry: &Entry, text: &str) -> Option<(String, String)> {
    let (name, _) = text.split_once('@')?;
    entry.about.readings.iter().find_map(|reading| {
        let named = reading.answers.iter().any(|answer| answer.item == name);
        named.then(|| (reading.option.clone(), name.to_owned()))
    })
}

fn lone(follower: &Follower, line: &Line) -> Result<(), String> {
    let plies = Ply::parse(&line.text)?;
    let Some(Step::Place(Some(letter), site)) = plies.first().and_then(|ply| ply.steps.first())
    else {
        return Err("not written piece@cell".to_owned());
    };
    let slot = follower.slot(site)?;
    let mut wanted: Vec<usize> = line
        .columns
        .get(1)
        .map_or("", String::as_str)
        .split_whitespace()
        .map(|site| follower.slot(site))
        .collect::<Result<_, _>>()?;
    wanted.sort_unstable();
    let components = follower.game.components();
    let name = |what: usize| {
        follower
            .signs
            .glyphs
            .letter(what)
            .trim_end_matches(|c: char| c.is_ascii_digit())
    };
    let letter = letter.trim_end_matches(|c: char| c.is_ascii_digit());
    let kinds = (1..components.len()).filter(|what| name(*what).eq_ignore_ascii_case(letter));
    let mut last = Vec::new();
    for what in kinds {
        let goals = follower.alone(what, slot, None);
        if goals == wanted {
            return Ok(());
        }
        last = goals;
    }
    let shown: Vec<String> = last
        .iter()
        .map(|slot| follower.signs.plan.label(follower.game, *slot as i32))
        .collect();
    Err(format!(
        "it reaches {}",
        if shown.is_empty() {
            "nothing".into()
        } else {
            shown.join(" ")
        }
    ))
}

/// What a start that depends on lots follows from; any number will do.
const SEED: u64 = 0;

/// How many throws are tried for a man whose moves depend on them.
const THROWS: u64 = 200;

impl Follower<'_> {
    /// The sites that a man alone on the board can go to.
    pub fn alone(&self, what: usize, slot: usize, phase: Option<&str>) -> Vec<usize> {
        let game = self.game;
        let start = game.start(&mut SplitMix64::new(SEED));
        let mut piece = Piece::of(what);
        if start.what(slot) == what {
            // He has not moved yet: a pawn may go two steps.
            piece.state = start.state_at(slot, 0);
        }
        let position = SetUp {
            pieces: vec![(slot, piece)],
            mover: game.components()[what].owner,
            phase: phase.map(str::to_owned),
            ..SetUp::default()
        };
        // Where lots are thrown, what they allow under any throw counts.
        let throws = if game.features().dice { THROWS } else { 1 };
        let (mut goals, mut legal) = (Vec::new(), Vec::new());
        for seed in SEED..SEED + throws {
            let mut state = game.set_up(&position, &mut SplitMix64::new(seed));
            game.legal(&mut state, &mut legal);
            let own = legal.iter().filter(|mv| mv.origin() == slot as i32);
            goals.extend(own.filter_map(|mv| usize::try_from(mv.target()).ok()));
        }
        goals.sort_unstable();
        goals.dedup();
        goals
    }
}
