//! What of a game's pictures is the same in every position.

use std::collections::BTreeMap;

use ludarium_engine::{Game, SplitMix64};
use ludarium_games::drawing::BoardLook;
use ludarium_games::About;

use crate::glyph_lookup::{PieceIcons, PieceSet};
use crate::names::Names;
use crate::piece_style;
use crate::scene::Scene;

/// The icons, names and colours of a game. To find them takes longer than to draw a few pieces, so
/// a program that draws many positions makes them once and keeps them beside the game.
///
/// ```
/// use ludarium_engine::SplitMix64;
/// use ludarium_picture::{Artwork, Scene};
///
/// let entry = ludarium_games::find("shatranj")?;
/// let game = ludarium_games::load(entry, &[]).unwrap().game;
/// let artwork = Artwork::new(&game, Some(&entry.about));
/// let state = game.start(&mut SplitMix64::new(0));
/// assert_eq!(
///     Scene::with_artwork(&game, &artwork).draw_live(&state).svg,
///     Scene::new(&game, Some(&entry.about)).draw_live(&state).svg,
/// );
/// # Ok::<(), ludarium_games::UnknownGame>(())
/// ```
#[derive(Clone, Debug)]
pub struct Artwork {
    pub(crate) look: BoardLook,
    pub(crate) piece_icons: PieceIcons,
    pub(crate) names: Names,
    /// By slot: the name of its site.
    pub(crate) labels: Vec<String>,
    /// The colours that the players are called by, if all are called by different ones.
    pub(crate) fills: Vec<&'static str>,
    /// By slot: the tint of its site, if it belongs to a player.
    pub(crate) tints: BTreeMap<usize, String>,
    /// By name of a piece: the state in which all such pieces begin, which needs no letter.
    pub(crate) first_states: BTreeMap<String, i32>,
}

impl Artwork {
    /// Finds the artwork of a game, following `about.toml` for a built-in one.
    #[must_use]
    pub fn new(game: &Game, about: Option<&About>) -> Artwork {
        Artwork::with_set(game, about, PieceSet::default())
    }

    /// Finds the artwork of a game with pieces of a set.
    #[must_use]
    pub fn with_set(game: &Game, about: Option<&About>, set: PieceSet) -> Artwork {
        let names = about.map(Names::new).unwrap_or_default();
        let topology = &game.board().topology;
        let label = |slot: usize| {
            let place = game.site_of_slot(slot);
            let site = usize::try_from(place.site).ok();
            let own = site.and_then(|site| topology.sites(place.kind).get(site));
            names.site_name(slot, own.map_or("", |site| site.label.as_str()))
        };
        let mut artwork = Artwork {
            // A description of which nothing is known may be one of go.
            look: about.map_or_else(
                || BoardLook {
                    stars: true,
                    ..BoardLook::default()
                },
                |about| about.board.clone(),
            ),
            piece_icons: PieceIcons::of_set(game, about, &names, set),
            fills: about
                .map(|about| piece_style::named_fills(&about.table.players))
                .unwrap_or_default(),
            first_states: first_states(game, &names),
            labels: (0..game.layout().slots).map(label).collect(),
            names,
            tints: BTreeMap::new(),
        };
        artwork.tints = Scene::with_artwork(game, &artwork).player_tints();
        artwork
    }
}

/// By name of a piece that has letters for its states: the state that all such pieces have at the
/// start.
fn first_states(game: &Game, names: &Names) -> BTreeMap<String, i32> {
    let mut states: BTreeMap<String, Option<i32>> = BTreeMap::new();
    if names.states.is_empty() {
        return BTreeMap::new();
    }
    let start = game.start(&mut SplitMix64::new(0));
    for slot in 0..game.layout().slots {
        let height = match game.layout().levels {
            0 => usize::from(start.what(slot) != 0),
            _ => start.height(slot),
        };
        for level in 0..height {
            let kind = match height {
                1 => start.what(slot),
                _ => start.what_at(slot, level),
            };
            let Some(component) = game.components().get(kind).filter(|_| kind > 0) else {
                continue;
            };
            let state = start.state_at(slot, level);
            let common = states.entry(component.base.clone()).or_insert(Some(state));
            if *common != Some(state) {
                *common = None;
            }
        }
    }
    let common = |(name, state): (String, Option<i32>)| Some((name, state?));
    states.into_iter().filter_map(common).collect()
}
