//! Moves and positions of every built-in game are read back from their text.

use ludarium_engine::{Chance, Game, SplitMix64, State};
use ludarium_games::Entry;
use ludarium_notation::position::{self, PositionContext};
use ludarium_notation::SiteAndPieceNames;
use ludarium_picture::Names;

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

#[test]
fn a_written_position_is_read_as_the_same_position() {
    let mut written = 0;
    for (entry, game) in games() {
        let names = Names::new(&entry.about);
        let context = PositionContext {
            owners: Some(&entry.about.notation.owners),
            prefixes: Some(&entry.about.notation.prefixes),
            ..PositionContext::new(&names)
        };
        play(&game, |state, _, _, _| {
            let Some(text) = position::write(&game, &context, state) else {
                return;
            };
            let mut chance = SplitMix64::new(3);
            let read = position::read_with(&game, &context, &text, &mut chance);
            let read = read.unwrap_or_else(|error| panic!("{}: {text}: {error}", entry.slug));
            let again = position::write(&game, &context, &read);
            assert_eq!(again.as_ref(), Some(&text), "{}", entry.slug);
            written += 1;
        });
    }
    assert!(written > 500, "only {written} positions can be written");
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
