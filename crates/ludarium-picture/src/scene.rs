//! The whole picture: board, pieces, marks and the panel beside the board.

use std::borrow::Cow;

use ludarium_board::BoardKind;
use ludarium_engine::{Component, Game, State};
use ludarium_games::drawing::Citadel;
use ludarium_games::About;

use crate::artwork::Artwork;
use crate::board::{self, Margins, PAPER};
use crate::glyph_lookup::{PieceIcons, PieceSet};
use crate::layout::SiteLayout;
use crate::marks::{self, Marks};
use crate::piece::DrawnPiece;
use crate::piece_style::PieceStyle;
use crate::svg::Svg;

/// How a picture is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Pixels between neighbouring sites.
    pub cell: f64,
    /// Whether every site shows its name.
    pub coordinates: bool,
    /// Whether the panel lists the names of the pieces.
    pub legend: bool,
    /// Whether this is a diagram of moves, with a key to the marks and no panel.
    pub diagram: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            cell: 48.0,
            coordinates: false,
            legend: false,
            diagram: false,
        }
    }
}

/// A game, prepared for drawing any of its positions.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    pub(crate) game: &'a Game,
    pub(crate) artwork: Cow<'a, Artwork>,
}

/// The largest width or height in pixels; larger pictures are scaled down.
const MAX_SIDE_PX: f64 = 6000.0;

impl<'a> Scene<'a> {
    /// Prepares to draw a game, following `about.toml` for a built-in one.
    #[must_use]
    pub fn new(game: &'a Game, about: Option<&About>) -> Scene<'a> {
        Scene::with_set(game, about, PieceSet::default())
    }

    /// Prepares to draw a game with pieces of a set.
    ///
    /// ```
    /// use ludarium_picture::{PieceSet, Scene, Symbol};
    ///
    /// let entry = ludarium_games::find("xiangqi")?;
    /// let game = ludarium_games::load(entry, &[]).unwrap().game;
    /// let symbol = |set| {
    ///     let scene = Scene::with_set(&game, Some(&entry.about), set);
    ///     let general = game.components().iter().position(|kind| kind.name == "General1");
    ///     scene.piece_icons().of(general.unwrap()).unwrap().symbol.clone()
    /// };
    /// assert_eq!(symbol(PieceSet::Characters), Symbol::Letters("帥".to_owned()));
    /// assert!(matches!(symbol(PieceSet::Pictures), Symbol::Glyph(_)));
    /// # Ok::<(), ludarium_games::UnknownGame>(())
    /// ```
    #[must_use]
    pub fn with_set(game: &'a Game, about: Option<&About>, set: PieceSet) -> Scene<'a> {
        Scene {
            game,
            artwork: Cow::Owned(Artwork::with_set(game, about, set)),
        }
    }

    /// Draws a game with artwork that was made for it before.
    #[must_use]
    pub fn with_artwork(game: &'a Game, artwork: &'a Artwork) -> Scene<'a> {
        Scene {
            game,
            artwork: Cow::Borrowed(artwork),
        }
    }

    /// The icons of the pieces.
    #[must_use]
    pub fn piece_icons(&self) -> &PieceIcons {
        &self.artwork.piece_icons
    }

    /// Where the sites are drawn, for programs that add to the picture.
    #[must_use]
    pub fn layout(&self, state: &State) -> SiteLayout {
        let mut layout = SiteLayout::arranged(
            self.game,
            self.artwork.look.sites,
            self.artwork.look.arrangement,
            state,
        );
        let citadels = self
            .artwork
            .look
            .citadels
            .iter()
            .filter_map(|Citadel(name, by, side)| {
                Some((self.slot(name)?, self.slot(by)?, side.step()))
            });
        layout.add_off_board_cells(&citadels.collect::<Vec<_>>());
        layout
    }

    /// The slot of the site with this name.
    #[must_use]
    pub fn slot(&self, label: &str) -> Option<usize> {
        board::slot_by_label(&self.artwork.labels, label)
    }

    /// Draws a position as SVG.
    #[must_use]
    pub fn draw(&self, state: &State, marks: &Marks, options: &Options) -> String {
        let layout = self.layout(state);
        let [left, top, right, bottom] = layout.bounds;
        let painter = self.painter(&layout);
        let mut board = Svg::new();
        painter.draw(&mut board);
        let mut margins = Margins::default();
        if !matches!(self.game.board().kind, BoardKind::Boardless { .. }) || options.coordinates {
            margins = painter.coordinates(&mut board, options.coordinates);
        }
        marks.draw_last(&mut board, &layout);
        for (slot, spot) in layout.spots.iter().enumerate() {
            if let Some(spot) = spot {
                self.draw_site(&mut board, &layout, state, slot, spot);
            }
        }
        for (slot, mark) in &marks.targets {
            if let Some(spot) = layout.spot(*slot) {
                marks::draw_target(&mut board, *mark, spot, state.what(*slot) != 0);
            }
        }
        let margin = 0.4;
        let mut side = Svg::new();
        let (side_width, side_height) = if options.diagram {
            margins.bottom += 0.3;
            let at = (left, bottom + margins.bottom);
            let key_width = marks::draw_key(&mut board, marks, at);
            margins.bottom += 0.3;
            ((key_width - (right - left) - 0.6).max(0.0), 0.0)
        } else {
            let at = (right + margins.right + 0.7, top + 0.1);
            let size = self.side_panel(&mut side, state, &layout, at, options.legend);
            // A cross leaves room for the panel in its corner.
            if margins.top < 0.1 && size.0 > 0.0 && layout.has_free_corner(size) {
                side = Svg::new();
                let at = (right - size.0 - 0.1, top + 0.1);
                self.side_panel(&mut side, state, &layout, at, options.legend);
                (0.0, 0.0)
            } else {
                size
            }
        };
        let beside = match side_width > 0.0 {
            true => side_width + 0.6,
            false => 0.0,
        };
        let width = right - left + margins.left + margins.right + 2.0 * margin + beside;
        let board_height = bottom - top + margins.bottom;
        let height = margins.top + board_height.max(side_height + 0.2) + 2.0 * margin;
        let unit = options.cell.min(MAX_SIDE_PX / width.max(height)).max(1.0);
        let origin = (margin + margins.left - left, margin + margins.top - top);
        let mut svg = Svg::new();
        svg.placed((origin.0 * unit, origin.1 * unit), 0.0, unit, |svg| {
            svg.group("id=\"board\"", |svg| svg.add(&board));
            if !side.is_empty() {
                svg.group("id=\"side-panel\"", |svg| svg.add(&side));
            }
        });
        svg.finish(self.game.name(), width * unit, height * unit, PAPER)
    }

    pub(crate) fn style(&self, owner: usize) -> PieceStyle {
        let style = PieceStyle::of(owner, self.game.players(), self.artwork.look.dark_first);
        let fill = owner
            .checked_sub(1)
            .and_then(|seat| self.artwork.fills.get(seat));
        match fill.filter(|_| owner <= self.game.players()) {
            Some(fill) => style.filled(fill),
            None => style,
        }
    }

    /// The drawing of a kind of piece in a state.
    pub(crate) fn piece(&self, what: usize, state: i32) -> Option<DrawnPiece<'_>> {
        let component = self.game.components().get(what).filter(|_| what > 0)?;
        let letters = &self.artwork.names.states;
        let marked = self.artwork.first_states.get(&component.base) != Some(&state);
        Some(DrawnPiece {
            icon: self.artwork.piece_icons.of(what)?,
            style: self.style(component.owner),
            look: self.artwork.piece_icons.look,
            facing: self.facing(component),
            state: letters
                .get(&(component.base.clone(), state, component.owner))
                .filter(|_| marked)
                .map(String::as_str),
        })
    }

    /// The direction a piece faces: its own, else towards the opponents of its owner's seat.
    fn facing(&self, component: &Component) -> f64 {
        let compass = ludarium_board::Direction::compass();
        let own = component
            .facing
            .and_then(|facing| compass.iter().position(|own| *own == facing));
        match (own, component.owner, self.game.players()) {
            (Some(place), ..) => 360.0 * place as f64 / compass.len() as f64,
            (None, 2, 2) => 180.0,
            (None, owner @ 2..=4, 3..=4) => 90.0 * (owner - 1) as f64,
            _ => 0.0,
        }
    }
}
