//! Claims of the sources that no form of `ludarium claims` covers: each test is named by the check
//! of its claim.

use std::collections::BTreeSet;

use ludarium_engine::state::Piece;
use ludarium_engine::{ContainerKind, Game, Move, SetUp, SplitMix64, State};
use ludarium_games::Entry;
use ludarium_notation::records::Replayer;

fn load(slug: &str, readings: &[(&str, &str)]) -> (&'static Entry, Game) {
    let entry = ludarium_games::find(slug).expect(slug);
    let own = |text: &str| text.to_owned();
    let readings: Vec<_> = readings
        .iter()
        .map(|(tag, item)| (own(tag), own(item)))
        .collect();
    (
        entry,
        ludarium_games::load(entry, &readings).expect(slug).game,
    )
}

/// The first player's piece of a name.
fn kind(game: &Game, name: &str) -> usize {
    let mut kinds = game.components().iter().enumerate();
    let found = kinds.find(|(_, kind)| kind.base == name && kind.owner == 1);
    found.expect(name).0
}

/// A game in which a piece of the first player stands alone on the board with a royal piece of
/// each side, on e1 and on d10 or d8.
struct Lone {
    game: Game,
    entry: &'static Entry,
    royal: &'static str,
}

impl Lone {
    fn new(slug: &str, readings: &[(&str, &str)], royal: &'static str) -> Self {
        let (entry, game) = load(slug, readings);
        Lone { game, entry, royal }
    }

    fn slot(&self, name: &str) -> Option<usize> {
        let replayer = Replayer::new(&self.game, Some(&self.entry.about));
        replayer.slot(name).ok()
    }

    fn piece(&self, name: &str, owner: usize) -> Piece {
        let mut kinds = self.game.components().iter().enumerate();
        let found = kinds.find(|(_, kind)| kind.base == name && kind.owner == owner);
        Piece::of(found.expect(name).0)
    }

    /// Where the piece may go from a site.
    fn targets(&self, piece: &str, from: usize) -> BTreeSet<usize> {
        let far = self.slot("d10").or_else(|| self.slot("d8"));
        let position = SetUp {
            pieces: vec![
                (self.slot("e1").expect("e1"), self.piece(self.royal, 1)),
                (far.expect("a far square"), self.piece(self.royal, 2)),
                (from, self.piece(piece, 1)),
            ],
            mover: 1,
            ..SetUp::default()
        };
        let mut state = self.game.set_up(&position, &mut SplitMix64::new(1));
        let mut legal = Vec::new();
        self.game.legal(&mut state, &mut legal);
        let own = legal.iter().filter(|mv| mv.origin() == from as i32);
        own.filter_map(|mv| usize::try_from(mv.target()).ok())
            .collect()
    }

    /// The number of sites that the piece comes to in any number of moves.
    fn reached(&self, piece: &str, from: &str) -> usize {
        let mut found = BTreeSet::new();
        let mut open = vec![self.slot(from).expect(from)];
        while let Some(at) = open.pop() {
            if found.insert(at) {
                open.extend(self.targets(piece, at));
            }
        }
        found.len()
    }
}

/// In the Chinese chess of Falkener Red begins, so that White passes first.
const WHITE_BEGINS: &[(&str, &str)] = &[("First move", "White")];

/// Calls `look` with each position of random games.
fn play(game: &Game, games: u64, mut look: impl FnMut(&mut State)) {
    for seed in 0..games {
        let mut chance = SplitMix64::new(seed);
        let mut state = game.start(&mut chance);
        let mut legal: Vec<Move> = Vec::new();
        loop {
            look(&mut state);
            game.legal(&mut state, &mut legal);
            if state.over() || legal.is_empty() {
                break;
            }
            let chosen = chance.index(legal.len() as u32) as usize;
            game.apply(&mut state, legal[chosen], &mut chance);
        }
    }
}

/// The pieces on the board and in the hands.
fn pieces(game: &Game, state: &State) -> i32 {
    let containers = game.containers().iter();
    let places = containers.filter(|own| own.kind != ContainerKind::Dice);
    let slots = places.flat_map(|own| own.first..own.first + own.size);
    slots.map(|slot| state.count(slot)).sum()
}

#[test]
fn guards_elephants_and_hasties_reach_few_points() {
    let guard = Lone::new("falkener-chinese-chess", WHITE_BEGINS, "General");
    assert_eq!(guard.reached("Guard", "d1"), 5);
    let elephant = Lone::new("gollon-chinese-chess", &[], "General");
    assert_eq!(elephant.reached("Elephant", "c1"), 7);
    let hasty = Lone::new("gollon-chaturanga-two-handed", &[], "Raja");
    assert_eq!(hasty.reached("Hasty", "c1"), 8);
}

#[test]
fn a_cannon_with_nothing_in_its_lines_cannot_move() {
    let cannon = Lone::new("falkener-chinese-chess", WHITE_BEGINS, "General");
    let targets = |name: &str| {
        cannon
            .targets("Cannon", cannon.slot(name).expect(name))
            .len()
    };
    assert_eq!(["a2", "c5", "f6", "i9"].map(targets), [0; 4]);
    // The general of e1 is between the cannon and the points beyond it.
    assert!(targets("a1") > 0);
}

#[test]
fn an_army_of_san_kwo_chi_has_sixteen_pieces_and_two_banners() {
    let (_, game) = load("gollon-san-kwo-chi", &[]);
    assert_eq!(game.layout().board_sites, 3 * 5 * 9);
    let state = game.start(&mut SplitMix64::new(1));
    for army in 0..3 {
        let own = 45 * army..45 * (army + 1);
        let named = |name: &str| {
            let kinds = own.clone().map(|slot| &game.components()[state.what(slot)]);
            kinds
                .filter(|kind| kind.owner == army + 1 && kind.base == name)
                .count()
        };
        let orthodox = [
            "General", "Mandarin", "Elephant", "Horse", "Chariot", "Cannon", "Soldier",
        ];
        assert_eq!(orthodox.map(named), [1, 2, 2, 2, 2, 2, 5]);
        assert_eq!(named("Banner"), 2);
    }
}

#[test]
fn squares_of_falkener_are_a_file_and_a_row_from_nought() {
    let (entry, game) = load("falkener-maharajah", &[]);
    let replayer = Replayer::new(&game, Some(&entry.about));
    let squares = [("10", "a1"), ("57", "e8"), ("14", "a5")];
    let middle = [("43", "d4"), ("44", "d5"), ("53", "e4"), ("54", "e5")];
    for (number, name) in squares.into_iter().chain(middle) {
        assert_eq!(
            replayer.slot(number).ok(),
            replayer.slot(name).ok(),
            "{number}"
        );
    }
}

#[test]
fn one_number_of_alberuni_names_the_elephant_twice_as_often_as_the_tower() {
    let (_, game) = load("falkener-alberuni-chess", &[]);
    let mut named: [BTreeSet<String>; 7] = Default::default();
    let mut legal = Vec::new();
    play(&game, 20, |state| {
        let dice = state.dice();
        let number = usize::try_from(dice[0]).expect("a number");
        if state.over() || dice.iter().any(|die| *die != dice[0]) {
            return;
        }
        game.legal(state, &mut legal);
        let moved = legal
            .iter()
            .filter_map(|mv| usize::try_from(mv.origin()).ok());
        let kinds = moved.map(|slot| state.what(slot)).filter(|what| *what > 0);
        named[number].extend(kinds.map(|what| game.components()[what].base.clone()));
    });
    let kinds = |number: usize| named[number].iter().map(String::as_str).collect::<Vec<_>>();
    for (number, names) in [
        (1, vec!["King", "Pawn"]),
        (2, vec!["Tower"]),
        (3, vec!["Horse"]),
        (4, vec!["Elephant"]),
        (5, vec!["King", "Pawn"]),
        (6, vec!["Elephant"]),
    ] {
        assert_eq!(kinds(number), names, "{number}");
    }
}

#[test]
fn an_elephant_of_alberuni_reaches_fifteen_squares_along_two_margins() {
    let (entry, game) = load("falkener-alberuni-chess", &[]);
    let replayer = Replayer::new(&game, Some(&entry.about));
    let elephant = kind(&game, "Elephant");
    let margins = |name: &str| name.starts_with('a') || name.ends_with('8');
    let slot = |name: &str| replayer.slot(name).expect("a square");
    let names =
        || ('a'..='h').flat_map(|file| ('1'..='8').map(move |rank| format!("{file}{rank}")));
    let edge: BTreeSet<usize> = names()
        .filter(|name| margins(name))
        .map(|name| slot(&name))
        .collect();
    // From a1 along the a-file with one number, and along the upper margin with the next.
    let first = replayer.lone_targets(elephant, slot("a1"), None);
    let along: Vec<usize> = first.into_iter().filter(|to| edge.contains(to)).collect();
    let then = along
        .iter()
        .flat_map(|from| replayer.lone_targets(elephant, *from, None));
    let mut both: BTreeSet<usize> = then.filter(|to| edge.contains(to)).collect();
    both.extend(along.iter().copied());
    assert_eq!(both.len(), 15, "with the square that it stands on");
}

#[test]
fn a_player_of_backgammon_has_167_points_to_run() {
    let (entry, game) = load("falkener-backgammon", &[("Opening", "First player")]);
    let state = game.start(&mut SplitMix64::new(1));
    let own = kind(&game, "Man");
    // A point is named by the number of points that a piece has still to run from it.
    let sites = &entry.about.notation.sites["1"];
    let run = |point: usize| {
        let slot = usize::try_from(sites[&point.to_string()]).expect("a site");
        point * state.height(slot) * usize::from(state.what(slot) == own)
    };
    assert_eq!((1..=24).map(run).sum::<usize>(), 167);
}

#[test]
fn a_game_of_backgammon_counts_one_two_or_three() {
    let (_, game) = load("falkener-backgammon", &[]);
    let mut scores = BTreeSet::new();
    play(&game, 300, |state| {
        if state.over() {
            scores.insert(state.score(1).max(state.score(2)));
        }
    });
    assert_eq!(scores.into_iter().collect::<Vec<_>>(), [1, 2, 3]);
}

#[test]
fn men_are_often_taken_up_in_german_backgammon() {
    let (_, game) = load("falkener-german-backgammon", &[]);
    let hands = |player: usize| {
        let mut hands = game.containers().iter();
        let own = hands.find(|own| own.kind == ContainerKind::Hand && own.owner == player);
        own.expect("a hand").first + 1
    };
    let (mut taken, mut before) = (0, [0, 0]);
    play(&game, 50, |state| {
        let now = [1, 2].map(|player| state.count(hands(player)));
        taken += (0..2)
            .map(|own| (now[own] - before[own]).max(0))
            .sum::<i32>();
        before = now;
    });
    assert!(taken > 50 * 20, "{taken} in 50 games");
}

#[test]
fn taken_men_of_the_egyptian_games_change_sides_and_stay() {
    for (slug, count) in [("falkener-sacred-way", 8), ("falkener-sacred-way-ten", 20)] {
        let (_, game) = load(slug, &[]);
        let mut all = 0;
        play(&game, 100, |state| {
            assert_eq!(pieces(&game, state), count, "{slug}");
            let own = |player: usize| {
                let slots = 0..game.layout().slots;
                let men = slots.filter(|slot| game.components()[state.what(*slot)].owner == player);
                men.map(|slot| state.count(slot)).sum::<i32>()
            };
            all += i32::from(state.over() && (own(1) == count || own(2) == count));
        });
        assert!(
            slug != "falkener-sacred-way" || all > 0,
            "nobody had all men in the end"
        );
    }
}

#[test]
fn men_of_the_bowl_are_always_24_with_the_prisoners() {
    let (_, game) = load("falkener-bowl", &[]);
    play(&game, 100, |state| {
        if !state.over() {
            assert_eq!(pieces(&game, state) + state.score(1) + state.score(2), 24);
        }
    });
}

#[test]
fn one_of_the_four_players_of_ahime_finds_no_pellet() {
    let (_, game) = load("bgs-ahime", &[]);
    let runners = |state: &State| state.height(0);
    play(&game, 100, |state| {
        assert!(runners(state) <= 3);
        assert!(!state.over() || runners(state) == 3, "three have arrived");
    });
}

#[test]
fn a_man_of_turkish_draughts_goes_to_and_fro_sideways() {
    let (entry, game) = load("falkener-turkish-draughts", &[]);
    let replayer = Replayer::new(&game, Some(&entry.about));
    let man = kind(&game, "Man");
    let slot = |name: &str| replayer.slot(name).expect("a square");
    for file in 'a'..'h' {
        let next = char::from(file as u8 + 1);
        let (here, there) = (slot(&format!("{file}4")), slot(&format!("{next}4")));
        assert!(replayer.lone_targets(man, here, None).contains(&there));
        assert!(replayer.lone_targets(man, there, None).contains(&here));
    }
}

#[test]
fn the_concordance_of_cazaux_and_pritchard_has_79_entries() {
    let entries = ludarium_games::entries().iter();
    let folder = entries
        .clone()
        .find(|entry| entry.slug == "bgs-reviews-games-mentioned");
    let rules = folder.expect("the folder").rules;
    let (_, table) = rules
        .split_once("| Cazaux | p. | Pritchard | p. |")
        .expect("the table");
    let lines = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    assert_eq!(lines.count(), 79);
}

#[test]
fn two_of_three_four_sided_dice_agree_in_40_throws_of_64() {
    let throws = (0..4).flat_map(|a| (0..4).flat_map(move |b| (0..4).map(move |c| [a, b, c])));
    let agree = throws.filter(|[a, b, c]| a == b || b == c || a == c);
    assert_eq!(agree.count(), 40);
}

#[test]
fn a_call_within_reach_is_right_one_time_in_six() {
    for shown in 0..=5 {
        for call in shown..=shown + 5 {
            assert_eq!((0..=5).filter(|other| shown + other == call).count(), 1);
        }
    }
}

#[test]
fn one_diagonal_through_a_square_is_always_the_longer() {
    for (file, rank) in (0..8i32).flat_map(|file| (0..8i32).map(move |rank| (file, rank))) {
        assert_ne!(8 - (file - rank).abs(), 8 - (file + rank - 7).abs());
    }
}

#[test]
fn sums_that_the_sources_print() {
    let grains: u128 = (0..64).map(|square| 1u128 << square).sum();
    assert_eq!(grains, 18_446_744_073_709_551_615, "the legend of Sissa");
    let army = [
        ("pawn", 4, 1),
        ("boat", 1, 2),
        ("horse", 1, 3),
        ("elephant", 1, 4),
        ("king", 1, 5),
    ];
    let worth: i32 = army.iter().map(|(_, count, points)| count * points).sum();
    assert_eq!(3 * worth, 54, "three armies of chaturaji");
    assert_eq!(
        (9 * 9, 2 * (81 + 60), 9 * 9 * 9),
        (81, 282, 729),
        "nine-cube chess"
    );
}

/// Falkener, p. 256: the loser's own pieces hold the six points on which a captive could enter.
#[test]
fn a_captive_of_turkish_backgammon_is_shut_out_by_its_own_side() {
    let (_, game) = load("falkener-turkish-backgammon", &[]);
    let piece = |owner: usize| {
        let mut kinds = game.components().iter();
        Piece::of(
            kinds
                .position(|kind| kind.owner == owner && kind.base == "Man")
                .expect("a man"),
        )
    };
    let mut containers = game.containers().iter();
    let hand = containers.find(|own| own.kind == ContainerKind::Hand && own.owner == 1);
    let captive = hand.expect("a hand").first + 1;
    // South's points 1 to 6 are the sites 23 to 18, its home 6 to 11; North's home is 12 to 17.
    let entering = [23, 23, 22, 21, 20, 19, 18].into_iter();
    let own = entering.chain([6; 7]).chain([captive]);
    let others = (0..14).map(|man| 12 + man % 6);
    let pieces = own.map(|slot| (slot, piece(1)));
    let position = SetUp {
        pieces: pieces.chain(others.map(|slot| (slot, piece(2)))).collect(),
        mover: 1,
        phase: Some("Play".to_owned()),
        ..SetUp::default()
    };
    let (mut legal, mut throws) = (Vec::new(), BTreeSet::new());
    for seed in 0..400 {
        let mut state = game.set_up(&position, &mut SplitMix64::new(seed));
        game.legal(&mut state, &mut legal);
        throws.insert(state.dice());
        assert!(
            legal.iter().all(|mv| mv.origin() < 0 && mv.target() < 0),
            "{:?}",
            state.dice()
        );
    }
    assert_eq!(throws.len(), 36);
}

/// The moves of a bishop and of a knight from all squares of an empty board.
fn bishop_and_knight(slug: &str) -> (usize, usize) {
    let (entry, game) = load(slug, &[]);
    let replayer = Replayer::new(&game, Some(&entry.about));
    let square = |file: i32, rank: i32| {
        let letter = u8::try_from(file).ok().map(|file| char::from(b'a' + file));
        let name = letter
            .filter(|_| rank > 0)
            .map(|letter| format!("{letter}{rank}"));
        name.is_some_and(|name| replayer.slot(&name).is_ok())
    };
    let (mut bishop, mut knight) = (0, 0);
    for (file, rank) in (0..16).flat_map(|file| (1..=16).map(move |rank| (file, rank))) {
        if !square(file, rank) {
            continue;
        }
        for (right, up) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let line = (1..16).take_while(|far| square(file + far * right, rank + far * up));
            bishop += line.count();
            let leaps = [(right, 2 * up), (2 * right, up)];
            let ends = leaps.iter().filter(|(x, y)| square(file + x, rank + y));
            knight += ends.count();
        }
    }
    (bishop, knight)
}

#[test]
fn the_bishop_gains_on_the_knight_on_the_board_of_double_chess() {
    assert_eq!(bishop_and_knight("gollon-modern-chess"), (560, 336));
    assert_eq!(bishop_and_knight("gollon-double-chess"), (2376, 992));
}
