//! Pictures that follow a game: the board once, and then only the sites that change.

use ludarium_board::BoardKind;
use ludarium_engine::{ContainerKind, State};

use crate::board::{BoardPainter, Margins, PAPER};
use crate::dice;
use crate::layout::SiteLayout;
use crate::scene::{Options, Scene};
use crate::svg::{Point, Svg};

/// A board whose sites can be redrawn one by one.
///
/// The pieces of slot 17 are in the group with the id `at-17`; the group is empty while the site
/// is. A program that shows the picture replaces what is in a group by
/// [`Scene::site_contents`]. The coordinates are paths in the group of class `labels`, so that a
/// program that turns the board can keep them upright.
#[derive(Clone, Debug)]
pub struct LivePicture {
    /// The picture.
    pub svg: String,
    /// Its width and height in pixels.
    pub size: Point,
    /// The pixels of a unit of the groups of the sites, and where their origin lies in pixels.
    pub unit: f64,
    /// See [`LivePicture::unit`].
    pub origin: Point,
    /// By slot: the centre of the site and the size of a piece on it, in pixels; `None` where the
    /// slot is not drawn on the board.
    pub spots: Vec<Option<(Point, f64)>>,
}

impl Scene<'_> {
    /// Draws the board with a group for each site, and without the panel beside it.
    ///
    /// ```
    /// use ludarium_engine::SplitMix64;
    /// use ludarium_picture::Scene;
    ///
    /// let entry = ludarium_games::find("shatranj")?;
    /// let game = ludarium_games::load(entry, &[]).unwrap().game;
    /// let scene = Scene::new(&game, Some(&entry.about));
    /// let state = game.start(&mut SplitMix64::new(0));
    /// let picture = scene.draw_live(&state);
    /// assert_eq!(picture.svg.matches("<g id=\"at-").count(), 64);
    /// // The board alone has the same groups, all empty.
    /// assert!(scene.draw_live_board(&state).svg.len() < picture.svg.len());
    /// // e4 is empty: nothing is drawn in its group.
    /// assert_eq!(scene.site_contents(&scene.layout(&state), &state, &[28]), [""]);
    /// # Ok::<(), ludarium_games::UnknownGame>(())
    /// ```
    #[must_use]
    pub fn draw_live(&self, state: &State) -> LivePicture {
        self.draw_live_with(state, true)
    }

    /// [`Scene::draw_live`] without the pieces.
    #[must_use]
    pub fn draw_live_board(&self, state: &State) -> LivePicture {
        self.draw_live_with(state, false)
    }

    fn draw_live_with(&self, state: &State, pieces: bool) -> LivePicture {
        let layout = self.layout(state);
        let painter = self.painter(&layout);
        let mut board = Svg::new();
        painter.draw(&mut board);
        let mut margins = Margins::default();
        if !matches!(self.game.board().kind, BoardKind::Boardless { .. }) {
            board.group("class=\"labels\"", |svg| {
                margins = painter.coordinates(svg, false);
            });
        }
        for (slot, spot) in layout.spots.iter().enumerate() {
            let Some(spot) = spot else { continue };
            board.group(&format!("id=\"at-{slot}\""), |svg| {
                if pieces {
                    self.draw_site(svg, &layout, state, slot, spot);
                }
            });
        }
        let margin = 0.2;
        let [left, top, right, bottom] = layout.bounds;
        let width = right - left + margins.left + margins.right + 2.0 * margin;
        let height = bottom - top + margins.top + margins.bottom + 2.0 * margin;
        let unit = Options::default().cell;
        let origin = (
            (margin + margins.left - left) * unit,
            (margin + margins.top - top) * unit,
        );
        let mut svg = Svg::new();
        svg.placed(origin, 0.0, unit, |svg| svg.add(&board));
        let place = |spot: &crate::SiteSpot| {
            let at = (origin.0 + spot.at.0 * unit, origin.1 + spot.at.1 * unit);
            (at, spot.size * unit)
        };
        let size = ((width * unit).ceil(), (height * unit).ceil());
        LivePicture {
            svg: svg.finish(self.game.name(), size.0, size.1, PAPER),
            size,
            unit,
            origin,
            spots: layout
                .spots
                .iter()
                .map(|spot| spot.as_ref().map(place))
                .collect(),
        }
    }

    /// What stands in the groups of these slots in [`Scene::draw_live`], in order, for any position
    /// of the game. `layout` is that of [`Scene::layout`], which is the same for all positions
    /// except on a board without bounds.
    #[must_use]
    pub fn site_contents(
        &self,
        layout: &SiteLayout,
        state: &State,
        slots: &[usize],
    ) -> Vec<String> {
        let content = |slot: &usize| {
            let mut svg = Svg::new();
            if let Some(spot) = layout.spot(*slot) {
                self.draw_site(&mut svg, layout, state, *slot, spot);
            }
            svg.into_body()
        };
        slots.iter().map(content).collect()
    }

    /// The slots of hands and decks that are not drawn on the board, by container.
    #[must_use]
    pub fn hand_slots(&self, layout: &SiteLayout) -> Vec<(usize, Vec<usize>)> {
        let off_board = |slot: &usize| layout.spot(*slot).is_none();
        let containers = self.game.containers().iter().enumerate();
        let hands = containers.filter(|(_, container)| {
            matches!(container.kind, ContainerKind::Hand | ContainerKind::Deck)
        });
        hands
            .map(|(index, container)| {
                let slots = container.first..container.first + container.size;
                (index, slots.filter(off_board).collect())
            })
            .collect()
    }

    /// A picture of one piece, 48 pixels wide and high; `None` if `what` is no kind of piece.
    #[must_use]
    pub fn piece_svg(&self, what: usize, state: i32) -> Option<String> {
        let piece = self.piece(what, state)?;
        let mut svg = Svg::new();
        let side = Options::default().cell;
        svg.placed((0.0, 0.0), 0.0, side, |svg| {
            piece.draw(svg, (0.5, 0.5), 0.92)
        });
        let name = &self.game.components()[what].base;
        Some(svg.finish(name, side, side, "none"))
    }

    /// A picture of the dice or casting sticks as they lie; `None` if the game has none, or before
    /// the first throw.
    #[must_use]
    pub fn dice_svg(&self, state: &State) -> Option<String> {
        let components = self.game.components().iter();
        let faces: Vec<&Vec<i32>> = components.filter_map(|kind| kind.die.as_ref()).collect();
        let values = state.dice();
        let last = faces.last()?;
        let (mut svg, mut x) = (Svg::new(), 0.1);
        let mut drawn = Svg::new();
        for (index, value) in values.iter().enumerate() {
            let faces = faces.get(index).unwrap_or(last);
            let width = dice::width(faces);
            dice::draw(&mut drawn, faces, *value, (x + width / 2.0, 0.55));
            x += width + 0.1;
        }
        if values.is_empty() {
            return None;
        }
        let unit = Options::default().cell;
        svg.placed((0.0, 0.0), 0.0, unit, |svg| svg.add(&drawn));
        Some(svg.finish("dice", x * unit, 1.1 * unit, "none"))
    }

    pub(crate) fn painter<'a>(&'a self, layout: &'a SiteLayout) -> BoardPainter<'a> {
        BoardPainter {
            game: self.game,
            layout,
            look: &self.artwork.look,
            labels: &self.artwork.labels,
            tints: &self.artwork.tints,
            names: &self.artwork.names,
        }
    }

    /// By slot: the name of its site.
    #[must_use]
    pub fn labels(&self) -> &[String] {
        &self.artwork.labels
    }
}
