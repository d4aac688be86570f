//! The whole picture: board, pieces, marks and the panel beside the board.

use ludarium_board::BoardKind;
use ludarium_engine::{Component, Game, State};
use ludarium_games::drawing::{BoardLook, Citadel, SiteLook};
use ludarium_games::About;

use crate::board::{self, PAPER};
use crate::glyph_lookup::PieceIcons;
use crate::layout::{SiteLayout, SiteSpot, POINT_LENGTH};
use crate::letters::{self, Align};
use crate::marks::{self, Marks};
use crate::names::Names;
use crate::piece::DrawnPiece;
use crate::piece_style::PieceStyle;
use crate::svg::{Paint, Point, Svg};

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
    pub(crate) look: BoardLook,
    piece_icons: PieceIcons,
    names: Names,
    /// By slot: the name of its site.
    pub(crate) labels: Vec<String>,
}

/// The largest width or height in pixels; larger pictures are scaled down.
const MAX_SIDE_PX: f64 = 6000.0;
const HALO: &str = "#fbf7ee";
/// The number of pieces of a stack that are drawn.
const MAX_STACK_SHOWN: usize = 4;

impl<'a> Scene<'a> {
    /// Prepares to draw a game, following `about.toml` for a built-in one.
    #[must_use]
    pub fn new(game: &'a Game, about: Option<&About>) -> Scene<'a> {
        let names = about.map(Names::new).unwrap_or_default();
        let topology = &game.board().topology;
        let label = |slot: usize| {
            let place = game.site_of_slot(slot);
            let site = usize::try_from(place.site).ok();
            let own = site.and_then(|site| topology.sites(place.kind).get(site));
            match names.sites.get(&slot) {
                Some(name) => name.clone(),
                None => own
                    .map(|site| site.label.to_lowercase())
                    .unwrap_or_default(),
            }
        };
        Scene {
            game,
            look: about.map(|about| about.board.clone()).unwrap_or_default(),
            piece_icons: PieceIcons::new(game, about, &names),
            labels: (0..game.layout().slots).map(label).collect(),
            names,
        }
    }

    /// The icons of the pieces.
    #[must_use]
    pub fn piece_icons(&self) -> &PieceIcons {
        &self.piece_icons
    }

    /// Where the sites are drawn, for programs that add to the picture.
    #[must_use]
    pub fn layout(&self, state: &State) -> SiteLayout {
        let mut layout = SiteLayout::new(self.game, self.look.sites, state);
        let citadels = self
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
        board::slot_by_label(&self.labels, label)
    }

    /// Draws a position as SVG.
    #[must_use]
    pub fn draw(&self, state: &State, marks: &Marks, options: &Options) -> String {
        let layout = self.layout(state);
        let [left, top, right, bottom] = layout.bounds;
        let painter = self.painter(&layout);
        let mut board = Svg::new();
        painter.draw(&mut board);
        let (mut left_margin, mut below) = (0.0, 0.0);
        if !matches!(self.game.board().kind, BoardKind::Boardless { .. }) || options.coordinates {
            (left_margin, below) = painter.coordinates(&mut board, options.coordinates);
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
            below += 0.3;
            let key_width = marks::draw_key(&mut board, marks, (left, bottom + below));
            below += 0.3;
            ((key_width - (right - left) - 0.6).max(0.0), 0.0)
        } else {
            self.side_panel(
                &mut side,
                state,
                &layout,
                (right + 0.7, top + 0.1),
                options.legend,
            )
        };
        let width = right - left
            + left_margin
            + 2.0 * margin
            + if side_width > 0.0 {
                side_width + 0.6
            } else {
                0.0
            };
        let height = (bottom - top + below).max(side_height + 0.2) + 2.0 * margin;
        let unit = options.cell.min(MAX_SIDE_PX / width.max(height)).max(1.0);
        let mut svg = Svg::new();
        svg.placed(
            ((margin + left_margin - left) * unit, (margin - top) * unit),
            0.0,
            unit,
            |svg| {
                svg.group("id=\"board\"", |svg| svg.add(&board));
                if side_width > 0.0 {
                    svg.group("id=\"side-panel\"", |svg| svg.add(&side));
                }
            },
        );
        svg.finish(self.game.name(), width * unit, height * unit, PAPER)
    }

    pub(crate) fn style(&self, owner: usize) -> PieceStyle {
        PieceStyle::of(owner, self.game.players(), self.look.dark_first)
    }

    /// The drawing of a kind of piece in a state.
    pub(crate) fn piece(&self, what: usize, state: i32) -> Option<DrawnPiece<'_>> {
        let component = self.game.components().get(what).filter(|_| what > 0)?;
        let letters = &self.names.states;
        Some(DrawnPiece {
            icon: self.piece_icons.of(what)?,
            style: self.style(component.owner),
            look: self.piece_icons.look,
            facing: self.facing(component),
            state: letters
                .get(&(component.base.clone(), state, component.owner))
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

    /// Draws the pieces on a site.
    pub(crate) fn draw_site(
        &self,
        svg: &mut Svg,
        layout: &SiteLayout,
        state: &State,
        slot: usize,
        spot: &SiteSpot,
    ) {
        let height = if self.game.layout().levels > 0 {
            state.height(slot)
        } else {
            1
        };
        let count = usize::try_from(state.count(slot)).unwrap_or(0);
        if state.what(slot) == 0 {
            return;
        }
        if layout.look == SiteLook::Pits {
            return self.draw_pit(svg, state, slot, spot, count);
        }
        let pieces: Vec<DrawnPiece> = match height {
            0 | 1 => {
                let piece = self.piece(state.what(slot), state.state_at(slot, 0));
                piece
                    .into_iter()
                    .cycle()
                    .take(count.clamp(1, MAX_STACK_SHOWN * 4))
                    .collect()
            }
            _ => (0..height)
                .filter_map(|level| {
                    self.piece(state.what_at(slot, level), state.state_at(slot, level))
                })
                .collect(),
        };
        if layout.look == SiteLook::Points {
            return pieces_on_point(svg, layout, spot, &pieces, count.max(height));
        }
        let total = count.max(height);
        let size = 0.92 * spot.size;
        if pieces.len() <= 1 || total <= 1 {
            if let Some(piece) = pieces.last() {
                piece.draw(svg, spot.at, size);
            }
            return;
        }
        // A stack leans a little so that each piece shows; the count is beside it.
        let shown = pieces.len().min(MAX_STACK_SHOWN);
        let lean = 0.13 * spot.size;
        for (index, piece) in pieces[pieces.len() - shown..].iter().enumerate() {
            let lift = lean * (index as f64 - (shown as f64 - 1.0) / 2.0);
            piece.draw(
                svg,
                (spot.at.0 - 0.06 * spot.size, spot.at.1 - lift),
                size * 0.84,
            );
        }
        count_badge(
            svg,
            total,
            (spot.at.0 + 0.3 * spot.size, spot.at.1 + 0.3 * spot.size),
            spot.size,
        );
    }

    /// Draws counters in a pit as a heap, with their number if it is more than three.
    fn draw_pit(&self, svg: &mut Svg, state: &State, slot: usize, spot: &SiteSpot, count: usize) {
        let owner = self
            .game
            .components()
            .get(state.what(slot))
            .map_or(0, |c| c.owner);
        let style = self.style(owner);
        const MAX_SEEDS: usize = 24;
        let shown = count.clamp(1, MAX_SEEDS);
        let room = 0.34 * spot.size;
        let seed = if shown <= 7 { 0.1 } else { 0.075 } * spot.size;
        for index in 0..shown {
            // Spread evenly like the seeds of a sunflower, for any count.
            let reach = match shown {
                1 => 0.0,
                _ => (room - seed) * ((index as f64 + 0.5) / shown as f64).sqrt(),
            };
            let angle = index as f64 * 2.399_963;
            let at = (
                spot.at.0 + reach * angle.cos(),
                spot.at.1 + reach * angle.sin(),
            );
            svg.circle(at, seed, Paint::fill(style.fill).edge(style.edge, 0.025));
        }
        if count > 3 {
            count_badge(
                svg,
                count,
                (spot.at.0 + 0.33 * spot.size, spot.at.1 + 0.33 * spot.size),
                spot.size,
            );
        }
    }
}

/// Draws pieces on a long point, from its base; their number if there is no room for all.
fn pieces_on_point(
    svg: &mut Svg,
    layout: &SiteLayout,
    spot: &SiteSpot,
    pieces: &[DrawnPiece],
    total: usize,
) {
    let [_, top, _, bottom] = layout.bounds;
    let down = if spot.at.1 < (top + bottom) / 2.0 {
        1.0
    } else {
        -1.0
    };
    let max_shown = 5;
    for (index, piece) in pieces.iter().take(max_shown).enumerate() {
        let y = spot.at.1
            + down * index as f64 * (POINT_LENGTH - 1.0) / (max_shown as f64 - 1.0) * 0.92;
        piece.draw(svg, (spot.at.0, y), 0.92);
    }
    if total > max_shown.min(pieces.len()) {
        count_badge(
            svg,
            total,
            (
                spot.at.0,
                spot.at.1 + down * (max_shown as f64 - 1.0) * 0.92,
            ),
            1.0,
        );
    }
}

/// Draws a number on a small disc.
fn count_badge(svg: &mut Svg, count: usize, at: Point, size: f64) {
    let text = count.to_string();
    let height = 0.24 * size;
    let radius = (letters::width(&text, height) / 2.0 + 0.06 * size).max(0.18 * size);
    svg.circle(at, radius, Paint::fill(HALO).edge("#1f1a17", 0.025 * size));
    letters::write(svg, &text, at, height, Align::Middle, "#1f1a17");
}
