//! The board as a picture with places, on which pieces are put later.

use ludarium_engine::State;
use ludarium_picture::Scene;
use serde::Serialize;

/// The board of a game, which stays the same: only what stands on the sites changes.
#[derive(Clone, Debug, Serialize)]
pub struct BoardPicture {
    /// The picture; the pieces of slot 17 are in the group `at-17`.
    pub svg: String,
    /// The width in pixels.
    pub width: f64,
    /// The height in pixels.
    pub height: f64,
    /// The pixels of a unit of the groups of the sites.
    pub unit: f64,
    /// Where the origin of the groups lies, in pixels.
    pub origin: (f64, f64),
    /// The sites.
    pub sites: Vec<SitePlace>,
}

/// Where a site is drawn.
#[derive(Clone, Debug, Serialize)]
pub struct SitePlace {
    /// The slot, as moves name it.
    pub slot: usize,
    /// The name of the site.
    pub label: String,
    /// Its centre in pixels from the left.
    pub x: f64,
    /// Its centre in pixels from the top.
    pub y: f64,
    /// The width of a piece in pixels.
    pub size: f64,
}

/// The board of a scene, with the pieces of a state or without.
pub(crate) fn board_of(scene: &Scene, state: &State, pieces: bool) -> BoardPicture {
    let picture = match pieces {
        true => scene.draw_live(state),
        false => scene.draw_live_board(state),
    };
    let places = picture.spots.iter().zip(scene.labels()).enumerate();
    BoardPicture {
        sites: places
            .filter_map(|(slot, (spot, label))| {
                let ((x, y), size) = (*spot)?;
                Some(SitePlace {
                    slot,
                    label: label.clone(),
                    x,
                    y,
                    size,
                })
            })
            .collect(),
        svg: picture.svg,
        unit: picture.unit,
        origin: picture.origin,
        width: picture.size.0,
        height: picture.size.1,
    }
}
