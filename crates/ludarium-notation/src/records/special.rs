//! Records that are not games: the order of a track's sites, the reach of a single piece.

use ludarium_engine::{Chance, Game, Move, Piece, SetUp, SplitMix64};
use ludarium_games::Entry;

use super::follow::Replayer;
use super::record::{Line, Record};
use super::written_move::{Step, WrittenMove};
use super::RecordError;
use crate::number_words::counted;
use crate::position::PositionError;

/// Checks the order of the sites of tracks, line by line.
pub fn track(game: &Game, entry: &Entry, record: &Record) -> Result<String, RecordError> {
    let replayer = Replayer::new(game, Some(&entry.about));
    let (mut tracks, mut moves) = (0, 0);
    for line in &record.lines {
        let at = |error: RecordError| -> RecordError {
            format!("{} (line {}): {error}", line.text, line.number).into()
        };
        let Some(meaning) = entry.about.notation.tracks.get(&line.text) else {
            return Err(at("the notation does not say which track this is".into()));
        };
        let sites = line.columns.first().map_or("", String::as_str);
        match &meaning.track {
            Some(name) => {
                let wanted: Vec<i32> = sites
                    .split_whitespace()
                    .map(|site| replayer.slot(site).map(|slot| slot as i32))
                    .collect::<Result<_, _>>()
                    .map_err(|error: PositionError| at(error.into()))?;
                let of = game.board().tracks.iter();
                let mut tracks_of_name = of
                    .filter(|track| track.name.starts_with(name.as_str()))
                    .map(|track| {
                        let sites = track.steps.iter().map(|element| element.site);
                        (
                            track.owner,
                            sites.filter(|site| *site >= 0).collect::<Vec<i32>>(),
                        )
                    });
                let fits = tracks_of_name.any(|(owner, track)| {
                    let own =
                        owner.is_none_or(|owner| owner as usize == meaning.player || owner == 0);
                    own && follows(&track, &wanted, meaning.part.is_some())
                });
                if !fits {
                    let message = format!("no track {name} of player {} runs so", meaning.player);
                    return Err(at(message.into()));
                }
                tracks += 1;
            }
            None => {
                possible(&replayer, meaning.player, sites).map_err(at)?;
                moves += 1;
            }
        }
    }
    Ok(format!(
        "{}, {}",
        counted(tracks, "track"),
        counted(moves, "move")
    ))
}

/// Whether a track has these sites in this order: all of it, or as a part.
fn follows(track: &[i32], wanted: &[i32], part: bool) -> bool {
    let Some(first) = wanted.first() else {
        return false;
    };
    if part {
        return track.windows(wanted.len()).any(|window| window == wanted);
    }
    // The list of a loop may begin on any of its sites.
    track
        .iter()
        .enumerate()
        .filter(|(_, site)| *site == first)
        .any(|(start, _)| {
            let round = track.iter().cycle().skip(start).take(wanted.len());
            track.len() >= wanted.len() && round.eq(wanted.iter())
        })
}

/// The maximal number of games, and of moves in each, that are tried until the dice allow a move.
const MAX_GAMES: u64 = 300;
const MAX_MOVES: usize = 40;

/// Checks that a move is possible for a player under some throws.
fn possible(replayer: &Replayer, player: usize, text: &str) -> Result<(), RecordError> {
    let plies = WrittenMove::parse(text)?;
    let Some(Step::Move(from, to)) = plies.first().and_then(|written| written.steps.first()) else {
        return Err("not a move from a site to another".into());
    };
    let (from, to) = (replayer.slot(from)? as i32, replayer.slot(to)? as i32);
    let is_it = |mv: &Move| mv.origin() == from && mv.target() == to;
    let mut legal = Vec::new();
    for seed in 0..MAX_GAMES {
        let mut chance = SplitMix64::new(seed);
        let mut state = replayer.game.start(&mut chance);
        for _ in 0..MAX_MOVES {
            if state.over() {
                break;
            }
            legal.clear();
            replayer.game.legal(&mut state, &mut legal);
            if state.mover() == player && legal.iter().any(is_it) {
                return Ok(());
            }
            let count = u32::try_from(legal.len()).unwrap_or(1).max(1);
            let Some(mv) = legal.get(chance.below(count) as usize) else {
                break;
            };
            replayer.game.apply(&mut state, *mv, &mut chance);
        }
    }
    Err(format!("{text} was not possible in {MAX_GAMES} games").into())
}

/// Checks the sites that a single piece can reach: `piece@cell`, a count, the cells.
pub fn mobility(game: &Game, entry: &Entry, record: &Record) -> Result<String, RecordError> {
    let replayer = Replayer::new(game, Some(&entry.about));
    let mut checked = 0;
    for line in &record.lines {
        let at = |error: RecordError| -> RecordError {
            format!("{} (line {}): {error}", line.text, line.number).into()
        };
        if line.text.contains('@') {
            let under = reading_named(entry, &line.text);
            match under {
                // The letter names a reading under which the piece moves so.
                Some(reading) => {
                    let loaded = ludarium_games::load(entry, &[reading]);
                    let game = loaded.map_err(|error| at(error.into()))?.game;
                    lone(&Replayer::new(&game, Some(&entry.about)), line).map_err(at)?;
                }
                None => lone(&replayer, line).map_err(at)?,
            }
            checked += 1;
        }
    }
    if checked == 0 {
        return Err("no line `piece@site`: kind = \"table\" is for numbers".into());
    }
    Ok(format!("{checked} pieces reach what is printed"))
}

/// The reading that has the text before the `@` as an answer: `E1@g2`.
fn reading_named(entry: &Entry, text: &str) -> Option<(String, String)> {
    let (name, _) = text.split_once('@')?;
    entry.about.readings.iter().find_map(|reading| {
        let named = reading.answers.iter().any(|answer| answer.item == name);
        named.then(|| (reading.option.clone(), name.to_owned()))
    })
}

/// Checks the sites that the piece of one line can reach.
fn lone(replayer: &Replayer, line: &Line) -> Result<(), RecordError> {
    let plies = WrittenMove::parse(&line.text)?;
    let Some(Step::Place(Some(letter), site)) =
        plies.first().and_then(|written| written.steps.first())
    else {
        return Err("not written piece@cell".into());
    };
    let slot = replayer.slot(site)?;
    let mut wanted: Vec<usize> = line
        .columns
        .get(1)
        .map_or("", String::as_str)
        .split_whitespace()
        .map(|site| replayer.slot(site))
        .collect::<Result<_, _>>()?;
    wanted.sort_unstable();
    let components = replayer.game.components();
    let name = |what: usize| {
        replayer
            .labels
            .glyphs
            .letter(what)
            .trim_end_matches(|c: char| c.is_ascii_digit())
    };
    let letter = letter.trim_end_matches(|c: char| c.is_ascii_digit());
    let kinds = (1..components.len()).filter(|what| name(*what).eq_ignore_ascii_case(letter));
    let mut last = Vec::new();
    for what in kinds {
        let goals = replayer.lone_targets(what, slot, None);
        if goals == wanted {
            return Ok(());
        }
        last = goals;
    }
    let shown: Vec<String> = last
        .iter()
        .map(|slot| replayer.labels.board.label(replayer.game, *slot as i32))
        .collect();
    let reached = match shown.is_empty() {
        true => "nothing".to_owned(),
        false => shown.join(" "),
    };
    Err(format!("it reaches {reached}").into())
}

/// The seed of a start that depends on dice; any number will do.
const SEED: u64 = 0;

/// The number of throws that are tried for a piece whose moves depend on them.
const THROWS: u64 = 200;

impl Replayer<'_> {
    /// The slots that a piece of a kind can move to from a slot if no other piece is on the board,
    /// in ascending order. `phase` is the phase of play, where it is not the first.
    #[must_use]
    pub fn lone_targets(&self, what: usize, slot: usize, phase: Option<&str>) -> Vec<usize> {
        let game = self.game;
        let start = game.start(&mut SplitMix64::new(SEED));
        let mut piece = Piece::of(what);
        if start.what(slot) == what {
            // The piece has not moved yet: a pawn may go two steps.
            piece.state = start.state_at(slot, 0);
        }
        let position = SetUp {
            pieces: vec![(slot, piece)],
            mover: game.components()[what].owner,
            phase: phase.map(str::to_owned),
            ..SetUp::default()
        };
        // Where dice are thrown, the moves under any throw count.
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
