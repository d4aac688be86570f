//! Searches of the board by sets find what searches from site to site find.

use ludarium_board::Relation;
use ludarium_lud::{Choices, Definitions};

use super::group::Member;
use super::Evaluator;
use crate::chance::{Chance, SplitMix64};
use crate::game::Game;
use crate::ir::{
    AroundKind, Bool, Capture, Cmp, Dirs, Int, Iter, LoopTest, Mask, Moves, Owners, SightKind,
    Sites,
};
use crate::layout::{type_of_index, Field};
use crate::set::{word_at, SiteSet};
use crate::state::{Piece, State};

/// Boards with fewer than 64 sites, with more than 64, and with more than fit in a set without
/// allocation.
const BOARDS: [&str; 8] = [
    "(board (square 5))",
    "(board (square 9) use:Vertex)",
    "(board (hex 5))",
    "(board (tri 9))",
    "(board (tiling T3464 2) use:Vertex)",
    "(board (square 6) use:Edge)",
    "(board (square 20))",
    "(board (hex 13))",
];

fn game(board: &str, then: &str) -> Game {
    let text = format!(
        "(game \"Walks\" (players 2)
            (equipment {{ {board} (piece \"Disc\" Each) (piece \"Cross\" Each)
                (piece \"Stone\" Neutral) }})
            (rules (play (move Add (to (sites Empty)) (then {then})))
                (end (if (is Full) (result Mover Draw)))))"
    );
    let (definitions, choices) = (Definitions::none(), Choices::defaults());
    let description = ludarium_lud::load("walks", &text, &definitions, &choices);
    let description = description.unwrap_or_else(|errors| panic!("{errors}"));
    Game::compile(&description).unwrap_or_else(|errors| panic!("{errors}"))
}

/// A game whose rules ask for groups along several directions.
fn game_with_groups(board: &str) -> Game {
    let counts = "(count Groups Orthogonal) (count Groups Diagonal) (count Groups All)
        (count Groups Forward) (count Groups N)";
    game(board, &format!("(addScore P1 (+ {{ {counts} }}))"))
}

/// Positions with pieces of all kinds, in which few or most sites are occupied.
fn positions(game: &Game) -> impl Iterator<Item = State> + '_ {
    (0..12).map(|seed| {
        let mut chance = SplitMix64::new(seed);
        let mut state = game.start(&mut chance);
        for slot in 0..game.layout.board_sites {
            let what = chance.below(game.owners.len() as u32 + seed as u32) as usize;
            if what < game.owners.len() {
                state.put(slot, Piece::of(what), &game.owners);
            }
        }
        state.set_field(Field::Mover, 1 + seed as i32 % 2);
        state
    })
}

fn at_to(game: &Game, property: fn(usize, Box<Int>) -> Int) -> Int {
    property(game.layout.own, Box::new(Int::Iter(Iter::To)))
}

fn who(site_type: usize, at: Box<Int>) -> Int {
    let level = None;
    Int::Who {
        site_type,
        at,
        level,
    }
}

fn what(site_type: usize, at: Box<Int>) -> Int {
    let level = None;
    Int::What {
        site_type,
        at,
        level,
    }
}

/// Conditions on a site that the sets of the state answer.
fn conditions(game: &Game) -> Vec<Bool> {
    let at = |mask| Bool::At(Iter::To, Box::new(mask));
    let not = |mask| Mask::Not(Box::new(mask));
    let even = (0..game.layout.sites as i32).step_by(2).collect();
    let equal = |first, second| Bool::Compare(Cmp::Eq, first, second);
    vec![
        at(Mask::Empty),
        at(Mask::Occupied),
        at(Mask::Mover),
        at(Mask::Enemy),
        at(Mask::And(vec![Mask::Const(even), not(Mask::OfKind(2))])),
        at(Mask::Or(vec![Mask::Empty, Mask::Friend])),
        equal(at_to(game, who), Int::Mover),
        equal(at_to(game, who), Int::Const(0)),
        equal(Int::Const(7), at_to(game, who)),
        equal(at_to(game, what), Int::Const(3)),
        equal(at_to(game, what), Int::Const(0)),
        Bool::Compare(Cmp::Ne, at_to(game, what), Int::Next),
        Bool::Not(Box::new(equal(at_to(game, who), Int::Next))),
        Bool::And(vec![
            Bool::IsNext(at_to(game, who)),
            equal(at_to(game, what), Int::Const(2)),
        ]),
    ]
}

#[test]
fn a_component_has_the_sites_that_a_walk_reaches() {
    for board in BOARDS {
        let game = game_with_groups(board);
        let conditions = conditions(&game);
        let mut members = vec![
            Member::Empty,
            Member::Owners(0b10),
            Member::Owners(0b111),
            Member::Owners(u32::MAX),
            Member::EmptyOrOwners(0b100),
        ];
        members.extend((0..5).map(Member::Kind));
        members.extend(conditions.iter().map(Member::If));
        let all: Vec<Dirs> = (0..game.tables.len() as u16).map(Dirs::Table).collect();
        for mut state in positions(&game) {
            let mut chance = SplitMix64::new(1);
            let mut eval = Evaluator::new(&game, &mut state, &mut chance);
            for (dirs, table) in all.iter().zip(&game.tables) {
                for &member in &members {
                    let set = eval.members(member, table.site_type);
                    let set = set.unwrap_or_else(|| panic!("{member:?}"));
                    for site in (0..game.layout.board_sites as i32).step_by(7) {
                        let found = eval.component(table, site, &set, (dirs, member));
                        let mut walked = SiteSet::default();
                        eval.flood_by_sites(table.site_type, site, dirs, member, &mut walked);
                        assert!(found.same(&walked), "{board} {member:?} {site}");
                        eval.reset();
                    }
                }
            }
        }
    }
}

#[test]
fn distances_and_neighbours_by_sets_are_those_of_a_walk() {
    let kinds = [
        AroundKind::Empty,
        AroundKind::NotEmpty,
        AroundKind::Own,
        AroundKind::NotOwn,
        AroundKind::Enemy,
        AroundKind::NotEnemy,
    ];
    for board in BOARDS {
        let game = game_with_groups(board);
        let own = game.layout.own;
        let conditions = conditions(&game);
        let all: Vec<Dirs> = (0..game.tables.len() as u16).map(Dirs::Table).collect();
        for mut state in positions(&game) {
            let mut chance = SplitMix64::new(1);
            let mut eval = Evaluator::new(&game, &mut state, &mut chance);
            for (dirs, table) in all.iter().zip(&game.tables) {
                for cond in conditions.iter().map(Some).chain([None]) {
                    let from = 3;
                    let open = eval.open_to_steps(own, cond).expect("sets answer");
                    let far = eval.at_distance_by_sets(&[table], open.clone(), from, 1..=3);
                    let walked = eval.at_distance_by_sites(&[table], cond, from, 1..=3);
                    assert!(far.same(&walked), "{board} {cond:?}");
                    let to: SiteSet = [1, 17].into_iter().collect();
                    let steps = eval.steps_by_sets(table, open, from, &to);
                    let walked = eval.steps_by_sites(own, dirs, cond, from, &to);
                    assert_eq!(steps, walked, "{board} {cond:?}");
                    for kind in kinds.map(Some).into_iter().chain([None]) {
                        let near = eval.around_by_sets(own, &to, kind, dirs, cond);
                        let near = near.expect("sets answer");
                        let walked = eval.around_by_sites(own, &to, kind, 1, dirs, (cond, false));
                        assert!(near.same(&walked), "{board} {kind:?} {cond:?}");
                    }
                    eval.reset();
                }
            }
        }
    }
}

#[test]
fn what_is_seen_and_reached_along_rays_by_sets_is_what_a_walk_finds() {
    let kinds = [
        SightKind::Empty,
        SightKind::Piece,
        SightKind::Both,
        SightKind::Farthest,
    ];
    let mut by_sets = 0;
    for board in BOARDS {
        let game = game_with_groups(board);
        let own = game.layout.own;
        let conditions = conditions(&game);
        for mut state in positions(&game) {
            let mut chance = SplitMix64::new(1);
            let mut eval = Evaluator::new(&game, &mut state, &mut chance);
            for table in &game.tables {
                let rays = table.ray_sets();
                for ray in 0..table.rays.len() {
                    for kind in kinds {
                        let free = word_at(eval.state.empty(), 0);
                        let Some(seen) = rays.seen_in_word(ray, free, kind) else {
                            continue;
                        };
                        let mut walked = SiteSet::default();
                        eval.see_along(own, table.ray(ray), kind, &mut walked);
                        let seen = SiteSet::from_words(&[seen]);
                        assert!(seen.same(&walked), "{board} {kind:?} {:?}", table.ray(ray));
                        by_sets += 1;
                    }
                    for stop in conditions.iter().map(Some).chain([None]) {
                        let Some(stops) = eval.stop_word(own, stop) else {
                            continue;
                        };
                        if let Some(reached) = rays.reached_in_word(ray, !stops, stops) {
                            let mut walked = SiteSet::default();
                            eval.go_along(table.ray(ray).iter(), (stop, true), &mut walked);
                            let reached = SiteSet::from_words(&[reached]);
                            assert!(reached.same(&walked), "{board} {stop:?}");
                        }
                    }
                    eval.reset();
                }
            }
        }
    }
    assert!(
        by_sets > 10_000,
        "rays that go up or down in number are known"
    );
}

#[test]
fn what_a_ring_encloses_cannot_reach_the_border() {
    for board in BOARDS {
        let game = game_with_groups(board);
        let own = game.layout.own;
        let (kind, topology) = (type_of_index(own), &game.board.topology);
        let sites = game.layout.board_sites as u32;
        let test = |surround| LoopTest {
            site_type: own,
            surround,
            dirs: Dirs::Table(0),
            owner: Int::Const(1),
            starts: Some(Sites::Const(SiteSet::full(sites as usize))),
            path: false,
        };
        let tests = [test(None), test(Some(vec![Owners::One(Int::Const(2))]))];
        for mut state in positions(&game) {
            let owned = SiteSet::from_words(state.owned(1));
            let outside = |site: u32| {
                let mut walk = vec![site];
                let mut next = 0;
                while let Some(&here) = walk.get(next) {
                    next += 1;
                    if topology.at_border(kind, here) {
                        return true;
                    }
                    for &near in topology.neighbours(kind, here, Relation::Orthogonal) {
                        if !walk.contains(&near) && !owned.contains(near as i32) {
                            walk.push(near);
                        }
                    }
                }
                false
            };
            let enclosed = |&site: &u32| !owned.contains(site as i32) && !outside(site);
            let all: SiteSet = (0..sites)
                .filter(enclosed)
                .map(|site| site as i32)
                .collect();
            let mut enemies = all.clone();
            enemies.intersect_words(state.owned(2));
            let mut chance = SplitMix64::new(1);
            let mut eval = Evaluator::new(&game, &mut state, &mut chance);
            for (test, expected) in tests.iter().zip([all, enemies]) {
                let (ring, inside) = eval.ring_and_inside(test);
                assert!(ring.same(&owned), "{board}");
                assert!(inside.same(&expected), "{board}");
            }
        }
    }
}

/// The captures by enclosing among some moves.
fn captures(moves: &Moves) -> Vec<&Capture> {
    match moves {
        Moves::Capture(capture) => vec![capture],
        Moves::All(parts) | Moves::Seq(parts) => parts.iter().flat_map(captures).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn a_group_is_enclosed_where_a_walk_says_so() {
    let rules = [
        "if:(is Enemy (who at:(between)))",
        "if:(or (is Enemy (who at:(between))) (is Empty (between)))",
        "if:(= (who at:(between)) (next))",
    ];
    let (mut enclosed, mut open) = (0, 0);
    for board in BOARDS {
        for (rule, except) in rules
            .iter()
            .flat_map(|rule| [(rule, 0), (rule, 1), (rule, 3)])
        {
            let game = game(
                board,
                &format!(
                    "(enclose (from (last To)) Orthogonal
                        (between {rule} (apply (remove (between)))) numException:{except})"
                ),
            );
            let captures: Vec<&Capture> = game.effects.iter().flat_map(captures).collect();
            let capture = *captures.first().expect("the rule");
            for mut state in positions(&game) {
                let mut chance = SplitMix64::new(1);
                let mut eval = Evaluator::new(&game, &mut state, &mut chance);
                for table in eval.tables(&capture.dirs, 0) {
                    let mut search = eval.enclosure_search(capture, table, except);
                    let search = search.as_mut().expect("sets answer");
                    for start in 0..game.layout.board_sites as i32 {
                        let found = eval.may_enclose(capture, table, search, start);
                        let walked = eval.enclosed_group(capture, table, start, except);
                        assert_eq!(found, walked.is_some(), "{board} {rule} {except} {start}");
                        match found {
                            true => enclosed += 1,
                            false => open += 1,
                        }
                        eval.reset();
                    }
                }
            }
        }
    }
    assert!(enclosed > 100 && open > 100, "{enclosed} {open}");
}
