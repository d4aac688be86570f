//! Moves and positions of every built-in game are read back from their text.

use ludarium_engine::{Chance, Game, SplitMix64, State};
use ludarium_games::Entry;
use ludarium_notation::{read_position, write_position, SiteAndPieceNames};

/// The number of moves played in each game.
const MOVES: usize = 6;

fn games() -> impl Iterator<Item = (&'static Entry, Game)> {
    ludarium_games::games().iter().map(|entry| {
        let loaded = ludarium_games::load(entry, &[]).expect(entry.slug);
        (entry, loaded.game)
    })
}

/// Plays random moves, and calls `check` before each of them.
fn play(game: &Game, mut check: impl FnMut(&State, &SplitMix64, &[ludarium_engine::Move], usize)) {
    let mut chance = SplitMix64::new(1);
    let mut pick = SplitMix64::new(2);
    let (mut state, mut legal) = (game.start(&mut chance), Vec::new());
    for _ in 0..MOVES {
        game.legal(&mut state, &mut legal);
        let Some(count) = u32::try_from(legal.len()).ok().filter(|count| *count > 0) else {
            return;
        };
        let index = pick.below(count) as usize;
        check(&state, &chance, &legal, index);
        game.apply(&mut state, legal[index], &mut chance);
    }
}

#[test]
fn a_written_move_is_parsed_as_the_same_move() {
    for (entry, game) in games() {
        let names = SiteAndPieceNames::of(&game, Some(&entry.about));
        let notation = names.notation(&game);
        play(&game, |state, chance, legal, index| {
            let text = notation.write(state, chance, legal[index]);
            let parsed = notation.parse(state, chance, &text);
            let first = notation.first_equivalent(state, chance, legal)[index];
            assert_eq!(parsed, Ok(legal[first]), "{}: {text}", entry.slug);
        });
    }
}

/// The number of moves after which a game's positions are no longer tried.
const MOVES_OF_POSITIONS: usize = 60;

/// The games with pieces on the lines of the board, whose positions have no text.
const WITHOUT_TEXT: [&str; 1] = ["dots-and-boxes"];

#[test]
fn every_position_of_every_game_is_read_from_its_text() {
    for (entry, game) in games() {
        let about = Some(&entry.about);
        let castles = entry.family == "chess" || entry.slug.contains("chess");
        let (mut state, mut chance) = (game.start(&mut SplitMix64::new(1)), SplitMix64::new(2));
        let start = state.clone();
        let mut legal = Vec::new();
        for _ in 0..MOVES_OF_POSITIONS {
            let text = write_position(&game, about, &state);
            if text.is_none() && WITHOUT_TEXT.contains(&entry.slug) {
                break;
            }
            let text = text.unwrap_or_else(|| panic!("no text of a position of {}", entry.slug));
            let read = read_position(&game, about, &text, &mut SplitMix64::new(3));
            let read = read.unwrap_or_else(|error| panic!("{}: {text}: {error}", entry.slug));
            for slot in 0..game.layout().slots {
                let levels = |state: &State| 0..state.height(slot);
                let pieces = |state: &State| state.pieces_on(slot).collect::<Vec<_>>();
                let states = |state: &State| -> Vec<i32> {
                    levels(state)
                        .map(|level| state.state_at(slot, level))
                        .collect()
                };
                // A king or rook that has not moved, and cannot castle for want of a partner, is
                // like one that has. Dice fall again.
                let unmoved = castles && state.what(slot) == start.what(slot);
                let cannot_castle = unmoved && states(&read) == [0];
                if slot < game.layout().board_sites && !cannot_castle {
                    assert_eq!(states(&read), states(&state), "{}: {text}", entry.slug);
                }
                assert_eq!(pieces(&read), pieces(&state), "{}: {text}", entry.slug);
            }
            assert_eq!(read.mover(), state.mover(), "{}: {text}", entry.slug);
            assert_eq!(
                write_position(&game, about, &read),
                Some(text),
                "{}",
                entry.slug
            );
            game.legal(&mut state, &mut legal);
            let Some(count) = u32::try_from(legal.len()).ok().filter(|count| *count > 0) else {
                break;
            };
            game.apply(&mut state, legal[chance.below(count) as usize], &mut chance);
        }
    }
}

/// Texts with characters changed, left out and put in are positions or errors; none of them panics
/// or asks for endless memory.
#[test]
fn damaged_positions_are_refused_or_read() {
    const CHANGES: [&str; 16] = [
        "",
        "[",
        "]",
        "(",
        ")",
        ":",
        "/",
        ",",
        "|",
        "9",
        "99999999999",
        " ",
        "+",
        "K",
        "é",
        "-",
    ];
    let mut read = 0;
    for (entry, game) in games().step_by(7) {
        let about = Some(&entry.about);
        let mut chance = SplitMix64::new(5);
        let start = game.start(&mut chance);
        let Some(text) = write_position(&game, about, &start) else {
            continue;
        };
        for _ in 0..100 {
            let mut damaged: Vec<String> = text.chars().map(String::from).collect();
            for _ in 0..=chance.below(2) {
                let at = chance.below(damaged.len() as u32) as usize;
                CHANGES[chance.below(16) as usize].clone_into(&mut damaged[at]);
            }
            let result = read_position(&game, about, &damaged.concat(), &mut SplitMix64::new(1));
            read += usize::from(result.is_ok());
        }
    }
    assert!(read > 0, "some changes leave a position");
}

/// A game that was kept before its pits had letters is read by the labels of the board.
#[test]
fn pits_with_letters_are_still_found_by_their_labels() {
    let entry = ludarium_games::find("oware").expect("a game");
    let game = ludarium_games::load(entry, &[]).expect("it loads").game;
    let names = SiteAndPieceNames::of(&game, Some(&entry.about));
    let notation = names.notation(&game);
    let chance = SplitMix64::new(1);
    let state = game.start(&mut chance.clone());
    let by = |text: &str| notation.parse(&state, &chance, text);
    assert!(by("C").is_ok());
    assert_eq!(by("c1"), by("C"));
}
