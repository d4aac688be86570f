//! What a game may have that no kernel which translates rules part by part has a place for.

use crate::game::Game;

/// A feature of games in words, and whether a game has it.
pub(super) type Feature = (&'static str, bool);

/// The features that neither the kernel of pieces nor that of sowing and races has a place for.
pub(super) fn beyond_kernels(game: &Game) -> [Feature; 17] {
    let (flags, layout, meta) = (&game.flags, &game.layout, &game.meta);
    [
        ("a match", game.series.is_some()),
        ("a deduction puzzle", game.puzzle.is_some()),
        ("pieces that cover several sites", game.cover != 0),
        ("cards or dominoes", !game.packs.is_empty()),
        (
            "regions that depend on the position",
            !game.named_sites.is_empty(),
        ),
        (
            "effects delayed to the end of a round",
            !game.delayed.is_empty(),
        ),
        (
            "a rule against repeating positions",
            meta.no_repeat.is_some(),
        ),
        (
            "meta rules that forbid, make or follow moves",
            meta.forbids() || meta.automove || meta.gravity,
        ),
        ("seats that may be swapped", meta.swap),
        ("teams", flags.teams),
        (
            "a rule that asks whether all have passed",
            flags.all_passed_in_play,
        ),
        ("moves that store more than fits in a move", flags.overflows),
        ("chance while moves are listed", flags.listing_chance),
        ("simultaneous moves", flags.simultaneous),
        (
            "a rule that reads the origin of the turn, or records positions",
            flags.turn_from || flags.stored_states,
        ),
        ("hidden pieces", layout.hidden > 0),
        (
            "costs or changing phases of sites",
            layout.cost > 0 || layout.site_phase > 0,
        ),
    ]
}
