//! When a game has a concept.

use std::collections::BTreeSet;

use ludarium_board::graph::Basis;
use ludarium_board::{BoardKind, SiteType};
use ludarium_engine::{ContainerKind, Features, Game};
use ludarium_lud::{Call, Node};

use super::{Concept, Group};
use crate::sheet::each_call;
use crate::{reference, Loaded};

/// What the tests of the concepts look at.
pub(super) struct Rules<'a> {
    game: &'a Game,
    features: Features,
    /// The titles of the ludemes that are used.
    used: BTreeSet<String>,
    /// Titles with those of a ludeme around them: `(to, remove)`.
    within: BTreeSet<(String, String)>,
}

/// The ludemes of which it matters what stands in them.
const OUTER: [&str; 4] = ["to", "between", "end", "custodial"];

impl<'a> Rules<'a> {
    pub(super) fn of(loaded: &'a Loaded) -> Rules<'a> {
        let (mut used, mut within) = (BTreeSet::new(), BTreeSet::new());
        each_call(&loaded.description.game, &mut |call| {
            let title = reference::title_of(call);
            if OUTER.contains(&title.as_str()) {
                for inner in inside(call) {
                    each_call(inner, &mut |call| {
                        within.insert((title.clone(), reference::title_of(call)));
                    });
                }
            }
            used.insert(title);
        });
        Rules {
            game: &loaded.game,
            features: loaded.game.features(),
            used,
            within,
        }
    }

    /// Whether one of these ludemes is used.
    fn uses(&self, titles: &[&str]) -> bool {
        titles.iter().any(|title| self.used.contains(*title))
    }

    /// Whether one of these ludemes stands inside another.
    fn uses_within(&self, outer: &str, titles: &[&str]) -> bool {
        let known = |title: &&str| {
            let pair = (outer.to_owned(), (*title).to_owned());
            self.within.contains(&pair)
        };
        titles.iter().any(known)
    }

    fn basis(&self) -> Basis {
        self.game.board().topology.graph().basis
    }

    fn stands_on(&self, kind: SiteType) -> bool {
        let board = self.game.board();
        matches!(board.kind, BoardKind::Plain | BoardKind::Surakarta) && board.default_site == kind
    }
}

fn inside(call: &Call) -> impl Iterator<Item = &Node> {
    call.args.iter().flatten()
}

const fn concept(
    group: Group,
    slug: &'static str,
    name: &'static str,
    meaning: &'static str,
    test: fn(&Rules) -> bool,
) -> Concept {
    Concept {
        slug,
        name,
        group,
        meaning,
        test,
    }
}

/// All concepts, by group.
pub(super) const CONCEPTS: &[Concept] = &[
    concept(
        Group::Players,
        "solitaire",
        "Solitaire",
        "One player.",
        |rules| rules.game.players() == 1,
    ),
    concept(
        Group::Players,
        "two-players",
        "Two players",
        "Two players.",
        |rules| rules.game.players() == 2,
    ),
    concept(
        Group::Players,
        "more-players",
        "Three or more players",
        "Three or more players.",
        |rules| rules.game.players() > 2,
    ),
    concept(
        Group::Players,
        "teams",
        "Teams",
        "Some players are partners.",
        |rules| rules.features.teams,
    ),
    concept(
        Group::Players,
        "moving-again",
        "Moving again",
        "A move can give its player another one.",
        |rules| rules.uses(&["moveAgain"]),
    ),
    concept(
        Group::Players,
        "passing",
        "Passing",
        "A player may leave out a turn by a move of its own.",
        |rules| rules.uses(&["move Pass", "pass"]),
    ),
    concept(
        Group::Luck,
        "no-chance",
        "No chance",
        "Nothing is thrown, drawn or shuffled.",
        |rules| !rules.features.stochastic,
    ),
    concept(
        Group::Luck,
        "dice",
        "Dice or lots",
        "Dice, sticks, shells or other lots are thrown.",
        |rules| rules.features.stochastic,
    ),
    concept(
        Group::Luck,
        "hidden-pieces",
        "Hidden pieces",
        "A player does not see everything on the board.",
        |rules| rules.features.hidden_information,
    ),
    concept(
        Group::Board,
        "squares",
        "Squares",
        "The pieces stand on the squares of a board.",
        |rules| rules.stands_on(SiteType::Cell) && rules.basis() == Basis::Square,
    ),
    concept(
        Group::Board,
        "hexagons",
        "Hexagons",
        "The cells of the board are hexagons.",
        |rules| rules.stands_on(SiteType::Cell) && rules.basis() == Basis::Hexagonal,
    ),
    concept(
        Group::Board,
        "points",
        "Points of lines",
        "The pieces stand where lines meet.",
        |rules| rules.stands_on(SiteType::Vertex),
    ),
    concept(
        Group::Board,
        "edges",
        "Edges",
        "The pieces are the lines between points.",
        |rules| rules.stands_on(SiteType::Edge),
    ),
    concept(
        Group::Board,
        "pits",
        "Pits",
        "The board has rows of pits that hold seeds.",
        |rules| matches!(rules.game.board().kind, BoardKind::Mancala { .. }),
    ),
    concept(
        Group::Board,
        "tracks",
        "Tracks",
        "The board has tracks that the rules follow.",
        |rules| !rules.game.board().tracks.is_empty() && !rules.uses(&["sow"]),
    ),
    concept(
        Group::Board,
        "layers",
        "Layers",
        "Some places of the board lie above others.",
        |rules| {
            let board = rules.game.board();
            let sites = board.topology.sites(board.default_site);
            sites.iter().any(|site| site.layer > 0)
        },
    ),
    concept(
        Group::Equipment,
        "stacks",
        "Stacks",
        "Pieces stand on each other.",
        |rules| rules.features.stacking,
    ),
    concept(
        Group::Equipment,
        "hands",
        "Hands",
        "Pieces wait beside the board, and enter it.",
        |rules| {
            let containers = rules.game.containers().iter();
            let hands = containers.filter(|own| own.kind == ContainerKind::Hand);
            hands.count() > 0 && rules.uses(&["handSite", "sites Hand"])
        },
    ),
    concept(
        Group::Equipment,
        "promotion",
        "Promotion",
        "A piece can become one of another kind.",
        |rules| rules.uses(&["promote", "move Promote"]),
    ),
    concept(
        Group::Moves,
        "steps",
        "Steps",
        "A piece goes to a neighbouring site.",
        |rules| rules.uses(&["move Step", "step"]),
    ),
    concept(
        Group::Moves,
        "slides",
        "Slides",
        "A piece goes as far along a line as it likes.",
        |rules| rules.uses(&["move Slide", "slide"]),
    ),
    concept(
        Group::Moves,
        "leaps",
        "Leaps",
        "A piece goes to a site that is no neighbour, over whatever lies between.",
        |rules| rules.uses(&["move Leap", "leap"]),
    ),
    concept(
        Group::Moves,
        "hops",
        "Hops",
        "A piece goes over another one.",
        |rules| rules.uses(&["move Hop", "hop"]),
    ),
    concept(
        Group::Moves,
        "placing",
        "Placing",
        "New pieces are put on the board.",
        |rules| rules.uses(&["move Add", "move Claim", "add", "claim"]),
    ),
    concept(
        Group::Moves,
        "sowing",
        "Sowing",
        "The pieces of a site are spread over the sites after it.",
        |rules| rules.uses(&["sow"]),
    ),
    concept(
        Group::Moves,
        "shooting",
        "Shooting",
        "A piece closes a site that it can reach.",
        |rules| rules.uses(&["move Shoot", "shoot"]),
    ),
    concept(
        Group::Moves,
        "exchange",
        "Exchanging places",
        "Two pieces change places.",
        |rules| rules.uses(&["move Swap Pieces", "swap Pieces"]),
    ),
    concept(
        Group::Captures,
        "replacement",
        "By replacement",
        "A piece takes what stands where it goes.",
        |rules| rules.uses_within("to", &["remove"]),
    ),
    concept(
        Group::Captures,
        "hop-capture",
        "By hopping",
        "A piece takes what it hops over.",
        |rules| rules.uses(&["move Hop", "hop"]) && rules.uses_within("between", &["remove"]),
    ),
    concept(
        Group::Captures,
        "custodial",
        "Between two",
        "A piece is taken that stands between two of the other side.",
        |rules| rules.uses(&["custodial"]),
    ),
    concept(
        Group::Captures,
        "enclosing",
        "By enclosing",
        "Pieces without a free site beside them are taken.",
        |rules| rules.uses(&["enclose", "surround"]),
    ),
    concept(
        Group::Captures,
        "forced-captures",
        "Forced choices",
        "Some moves must be preferred, such as captures, or the largest of them.",
        |rules| rules.uses(&["priority", "max Captures", "max Moves"]),
    ),
    concept(
        Group::Aims,
        "attack",
        "Attack on a piece",
        "The rules ask whether a piece is attacked: check and mate.",
        |rules| rules.uses(&["is Threatened"]),
    ),
    concept(
        Group::Aims,
        "line",
        "Lines",
        "Pieces in a line have an effect, or win.",
        |rules| rules.uses(&["is Line"]),
    ),
    concept(
        Group::Aims,
        "connection",
        "Connection",
        "Regions are connected by pieces.",
        |rules| rules.uses(&["is Connected"]),
    ),
    concept(
        Group::Aims,
        "no-pieces",
        "Having none left",
        "It matters for the end whether a player has pieces left.",
        |rules| rules.uses_within("end", &["no Pieces", "count Pieces"]),
    ),
    concept(
        Group::Aims,
        "no-moves",
        "Having no move",
        "It matters for the end whether a player can move.",
        |rules| rules.uses_within("end", &["no Moves", "can Move"]),
    ),
    concept(
        Group::Aims,
        "score",
        "Points",
        "Points are counted.",
        |rules| rules.uses(&["byScore", "addScore", "score", "set Score", "payoffs"]),
    ),
    concept(
        Group::Aims,
        "repetition",
        "Repetition",
        "A rule says what happens when a position comes again.",
        |rules| rules.features.repetition,
    ),
    concept(
        Group::Aims,
        "puzzle",
        "Deduction",
        "A puzzle whose sites are given values until all conditions hold.",
        |rules| rules.game.puzzle().is_some(),
    ),
];
