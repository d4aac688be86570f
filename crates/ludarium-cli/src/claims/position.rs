//! Claims about positions: how a game starts, and how far its pieces move.

use ludarium_engine::ContainerKind;
use ludarium_engine::{Game, PerftUnit, PerftWatch, SplitMix64, State};
use ludarium_games::check::{Place, Reach};
use ludarium_notation::number_words::counted;
use ludarium_notation::position::{self, PositionContext};
use ludarium_notation::records::Replayer;
use ludarium_picture::Names;

use super::{Deadline, Test, Tested};
use crate::error::Error;

/// Random seed of a start position with chance; any number will do.
const SEED: u64 = 0;

/// Sets up a position in the notation of the game's records.
pub(super) fn set_up(test: &Test, text: &str) -> Result<State, Error> {
    let notation = &test.entry.about.notation;
    let names = Names::new(&test.entry.about);
    let context = PositionContext {
        names: &names,
        prefixes: Some(&notation.prefixes),
        owners: Some(&notation.owners),
        phase: notation.start_phase.as_deref(),
        mover: None,
    };
    let game = &test.chosen.loaded.game;
    let text = with_number(test, text);
    Ok(position::read_with(
        game,
        &context,
        &text,
        &mut SplitMix64::new(SEED),
    )?)
}

/// The text with the mover's number in place of a letter that stands for a player.
fn with_number(test: &Test, text: &str) -> String {
    let notation = &test.entry.about.notation;
    let board_ends = text.rfind(']').map_or(0, |at| at + 1);
    let mut fields: Vec<String> = text[board_ends..].split(' ').map(str::to_owned).collect();
    let letter = fields.iter_mut().skip(1).find(|field| !field.is_empty());
    if let Some(letter) = letter {
        let player = notation.owners.get(letter.as_str());
        let player = player.or_else(|| notation.prefixes.get(letter.as_str()));
        if let Some(player) = player {
            *letter = player.to_string();
        }
    }
    format!("{}{}", &text[..board_ends], fields.join(" "))
}

/// Ends a count when the time is up.
struct Until(Deadline);

impl PerftWatch for Until {
    fn stops(&mut self) -> bool {
        !self.0.in_time()
    }
}

/// Counts the sequences of legal moves from the start.
pub(super) fn perft(test: &Test, counts: &[(u32, u64)]) -> Tested {
    let game = &test.chosen.loaded.game;
    let mut state = game.start(&mut SplitMix64::new(SEED));
    for &(depth, wanted) in counts {
        if !test.deadline.in_time() {
            return Tested::undecided(format!("no time left for depth {depth}"));
        }
        let unit = PerftUnit::Turns { longest: u32::MAX };
        let mut until = Until(test.deadline);
        let Ok(count) = game.perft_watched(&mut state, depth, unit, &mut until) else {
            return Tested::undecided(format!("no time left within depth {depth}"));
        };
        if count != wanted {
            return Tested::is(
                false,
                format!("depth {depth} gives {count}, and not {wanted}"),
            );
        }
    }
    let depths = counts.iter().map(|(depth, _)| depth.to_string());
    let depths = depths.collect::<Vec<_>>().join(", ");
    Tested::is(true, format!("the same numbers at depths {depths}"))
}

/// Tests whether the game starts from a written position. Hands are compared if the text has any.
pub(super) fn starts_so(test: &Test, text: &str) -> Result<Tested, Error> {
    let game = &test.chosen.loaded.game;
    let wanted = set_up(test, text)?;
    let start = game.start(&mut SplitMix64::new(SEED));
    let replayer = Replayer::new(&test.chosen.loaded.game, Some(&test.entry.about));
    let with_hands = text.contains('[') && text.trim_end().rfind(']') > text.rfind('/');
    for container in game.containers() {
        let compared = match container.kind {
            ContainerKind::Board => true,
            ContainerKind::Hand => with_hands,
            _ => false,
        };
        for slot in container.first..container.first + container.size {
            let piece = |state: &State| (state.what(slot), state.count(slot));
            if compared && piece(&wanted) != piece(&start) {
                let told = |state: &State| match piece(state) {
                    (0, _) => "nothing".to_owned(),
                    (what, 1) => replayer.labels.glyphs.letter(what).to_owned(),
                    (what, count) => format!("{count} {}", replayer.labels.glyphs.letter(what)),
                };
                return Ok(Tested::is(
                    false,
                    format!(
                        "at the start there is {} on {}, and not {}",
                        told(&start),
                        replayer.labels.board.label(game, slot as i32),
                        told(&wanted)
                    ),
                ));
            }
        }
    }
    if wanted.mover() != start.mover() {
        let said = format!("{} begins", test.wording().player(start.mover()));
        return Ok(Tested::is(false, said));
    }
    Ok(Tested::is(true, "the start position is that line"))
}

/// Tests how far pieces move that stand alone on the board.
pub(super) fn reach(test: &Test, all: &[Reach]) -> Result<Tested, Error> {
    let replayer = Replayer::new(&test.chosen.loaded.game, Some(&test.entry.about));
    let game = &test.chosen.loaded.game;
    let (mut said, mut good) = (Vec::new(), true);
    for reach in all {
        let what = kind(game, &reach.piece)?;
        let phase = test.entry.about.notation.start_phase.as_deref();
        let goals = |slot| replayer.lone_targets(what, slot, phase).len() as u64;
        let sites: u64 = match &reach.from {
            Place::Site(name) => goals(replayer.slot(name)?),
            Place::EverySite => (0..game.layout().board_sites).map(goals).sum(),
        };
        good &= sites == reach.sites;
        let from = match &reach.from {
            Place::Site(name) => format!("at {name}"),
            Place::EverySite => "over the board".to_owned(),
        };
        said.push(format!(
            "{} {from}: {}",
            reach.piece,
            counted(sites, "site")
        ));
    }
    Ok(Tested::is(good, said.join(", ")))
}

/// The first player's piece of this name.
fn kind(game: &Game, name: &str) -> Result<usize, Error> {
    let kinds = || (1..game.components().len()).map(|what| (what, &game.components()[what]));
    let called = |kind: &ludarium_engine::Component| kind.base == name || kind.name == name;
    let own = kinds().find(|(_, kind)| called(kind) && kind.owner == 1);
    own.or_else(|| kinds().find(|(_, kind)| called(kind)))
        .map(|(what, _)| what)
        .ok_or_else(|| {
            let mut names: Vec<&str> = kinds().map(|(_, kind)| kind.base.as_str()).collect();
            names.dedup();
            format!("there is no piece {name:?}; there are {}", names.join(", ")).into()
        })
}
