//! Which fast paths apply, and what stands in the way of the others.

use ludarium_engine::fast_paths::{FastPaths, KernelKind, Obstacle, Sampling};
use ludarium_engine::ResourceLimits;
use ludarium_lud::{load, Choices, Definitions};

use crate::described;

fn paths(text: &str) -> FastPaths {
    let description =
        load("game.lud", text, &Definitions::none(), &Choices::defaults()).expect("well formed");
    FastPaths::of(&description, &ResourceLimits::default(), |_, _| None).expect("compiles")
}

/// A game of pieces that step, with some equipment more and some rule of the end.
fn steps(equipment: &str, end: &str) -> String {
    format!(
        r#"(game "Steps" (players 2)
            (equipment {{ (board (square 5)) {equipment}
                (piece "Scout" Each (move Step (to if:(is Empty (to))))) }})
            (rules (start {{ (place "Scout1" (sites Bottom)) (place "Scout2" (sites Top)) }})
                (play (forEach Piece)) (end {end})))"#
    )
}

fn obstacle(paths: &FastPaths, kernel: KernelKind) -> &Obstacle {
    let found = paths.obstacles.iter().find(|(kind, _)| *kind == kernel);
    &found.expect("an obstacle").1
}

#[test]
fn a_game_that_a_kernel_plays_has_no_obstacles() {
    let found = paths(&steps("", "(if (is Line 3) (result Mover Win))"));
    assert_eq!(found.kernel, Some(KernelKind::Pieces));
    assert_eq!(found.sampling, Some(Sampling::Kernel));
    assert!(found.obstacles.is_empty(), "{:?}", found.obstacles);
    // One rule for each of the two kinds, both listed from tables.
    assert_eq!(
        (found.planned_rules, &found.interpreted_rules[..]),
        (2, &[][..])
    );
}

#[test]
fn the_ludeme_without_a_translation_is_named_with_its_place() {
    let end = "(if (> (count Pieces Mover) (* (sizes Group P1))) (result Mover Win))";
    let text = steps("", end);
    let found = paths(&text);
    assert_eq!(found.kernel, None);
    let Obstacle::Ludeme(span) = obstacle(&found, KernelKind::Pieces) else {
        panic!("{:?}", found.obstacles);
    };
    let ludeme = &text[span.start as usize..span.end as usize];
    assert_eq!(ludeme, "(* (sizes Group P1))");
}

#[test]
fn what_concerns_the_whole_game_is_said_in_words() {
    let text = steps("", "(if (is Line 3) (result Mover Win))").replace("players 2", "players 7");
    let found = paths(&text);
    let Obstacle::Feature(feature) = obstacle(&found, KernelKind::Pieces) else {
        panic!("{:?}", found.obstacles);
    };
    assert!(feature.contains("more than six"), "{feature}");
}

/// A kernel is recognised by the same reading that records what stands in the way, so the two can
/// never both be there, nor both be missing.
#[test]
fn every_described_game_has_a_kernel_or_an_obstacle_for_each() {
    let mut without = 0;
    for (name, description) in described::descriptions() {
        let found = FastPaths::of(&description, &ResourceLimits::default(), |_, _| None);
        let found = found.unwrap_or_else(|errors| panic!("{name}: {errors}"));
        let expected = if found.kernel.is_some() { 0 } else { 2 };
        assert_eq!(found.obstacles.len(), expected, "{name}");
        without += usize::from(found.kernel.is_none());
        let drawn_by_kernel = found.sampling == Some(Sampling::Kernel);
        assert_eq!(found.kernel.is_some(), drawn_by_kernel, "{name}");
    }
    assert!(without > 0);
}
