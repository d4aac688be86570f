//! Rights to castle, where king and rooks may stand anywhere and where pieces are missing.

use ludarium_engine::{Game, SplitMix64, State};
use ludarium_notation::formats::{self, Format, Played};
use ludarium_notation::{position, SavedGame};
use ludarium_picture::Names;

fn set_up(name: &str, text: &str) -> (Game, State) {
    let entry = ludarium_games::find(name).expect(name);
    let game = ludarium_games::load(entry, &[]).expect(name).game;
    let names = Names::new(&entry.about);
    let state = position::read(&game, &names, text, &mut SplitMix64::new(1)).expect(text);
    (game, state)
}

/// A position as it is written for other programs.
fn rewritten(name: &str, text: &str) -> String {
    let entry = ludarium_games::find(name).expect(name);
    let game = ludarium_games::load(entry, &[]).expect(name).game;
    let saved = SavedGame {
        game: name.to_owned(),
        position: Some(text.to_owned()),
        ..SavedGame::default()
    };
    let played = Played::new(&game, Some(&entry.about), &saved).expect(text);
    let written = formats::write(Format::Uci, &played, &[]).expect(text);
    let (_, fen) = written.trim().split_once("fen ").expect("a position");
    fen.to_owned()
}

/// As python-chess writes them (`Board.fen()`): the file where another rook stands farther out.
#[test]
fn a_right_of_an_inner_rook_is_its_file() {
    for (name, given, written) in [
        ("chess960", "1r2k2r/8/8/8/8/8/8/R2RK1RR w DGb - 0 1", "GDq"),
        (
            "chess960",
            "1r2k2r/8/8/8/8/8/8/R2RK1RR w HAhb - 0 1",
            "KQkq",
        ),
        ("chess960", "4k3/8/8/8/8/8/8/R2RK1RR w - - 0 1", "-"),
        ("modern-chess", "r3k2r/8/8/8/8/8/8/R3K2R w Qk - 0 1", "Qk"),
    ] {
        let fen = rewritten(name, given);
        assert_eq!(fen.split(' ').nth(2), Some(written), "{given}: {fen}");
    }
}

/// A king without rooks has no right to lose: its first move changes nothing but its place.
#[test]
fn without_a_field_of_castling_only_pairs_have_rights() {
    for (with_field, without) in [
        ("4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w"),
        ("4k2r/8/8/8/8/8/4K3/R6R w k -", "4k2r/8/8/8/8/8/4K3/R6R w"),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
            "r3k2r/8/8/8/8/8/8/R3K2R w",
        ),
    ] {
        let hash = |text: &str| set_up("modern-chess", text).1.hash();
        assert_eq!(hash(with_field), hash(without), "{without}");
    }
}

/// The states of kings and rooks that stand where they did not at the start are no rights: a Raja
/// who has not leapt yet (Gollon, p. 27), a king who castles after a step ahead.
#[test]
fn what_kings_and_rooks_remember_elsewhere_is_kept() {
    for (name, text, site, state) in [
        (
            "gollon-chaturanga-two-handed",
            "4k3/8/8/8/8/3[K:1]4/8/7R w",
            "D3",
            1,
        ),
        (
            "gollon-chaturanga-two-handed",
            "3k4/8/8/8/8/8/8/4K3 w",
            "E1",
            1,
        ),
        (
            "ludii-shatranj-egypt",
            "3k4/8/8/8/8/8/4[K:2]3/7R w",
            "H1",
            1,
        ),
        (
            "ludii-shatranj-egypt",
            "3k4/8/8/8/8/8/4[K:2]3/7R w",
            "E2",
            2,
        ),
    ] {
        let (game, read) = set_up(name, text);
        let board = game.board();
        let slot = board.topology.labelled(board.default_site, site);
        let slot = slot.expect(site) as usize;
        assert_eq!(read.state_at(slot, 0), state, "{name}: {text}: {site}");
    }
}
