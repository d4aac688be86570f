//! Boards as text, whatever their shape.
//!
//! A [`TextBoard`] is made once for a game: it gives each site a column and a row. Drawing a state
//! then fills a [`Canvas`], which prints as plain text and keeps for each character what it belongs
//! to, so that a terminal can show it in colour.
//!
//! ```
//! use ludarium_engine::SplitMix64;
//! use ludarium_notation::draw_board;
//!
//! let entry = ludarium_games::find("modern-chess")?;
//! let game = ludarium_games::load(entry, &[])?.game;
//! let state = game.start(&mut SplitMix64::new(1));
//! let text = draw_board(&game, Some(&entry.about), &state);
//! assert_eq!(text.lines().count(), 9);
//! assert!(text.contains("♔"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod axis;
mod canvas;
mod glyph;
mod status;

pub use canvas::{Canvas, Ink, Labels};
pub(crate) use glyph::letter_text;
pub use glyph::{Glyphs, Style};
pub use status::{status, ThrowOwner};

use std::collections::{BTreeMap, BTreeSet, HashMap};

use ludarium_board::{BoardKind, SiteType, Topology};
use ludarium_engine::{Game, Move, State};
use ludarium_games::About;
use ludarium_picture::Names;

use axis::Axes;

/// Draws a state in Unicode; `about` is what the library knows about a built-in game.
///
/// To draw many states of one game make a [`TextBoard`] and [`Glyphs`] once instead.
#[must_use]
pub fn draw_board(game: &Game, about: Option<&About>, state: &State) -> String {
    let names = about.map(Names::new).unwrap_or_default();
    let glyphs = Glyphs::new(game, Style::Unicode, &names);
    let board = TextBoard::new(game, &names);
    board
        .draw(state, &glyphs, Highlights::default())
        .to_string()
}

/// A column and a row for each site of a game's board, and the site's label.
#[derive(Clone, Debug)]
pub struct TextBoard {
    /// By slot: column, row and label of the sites that are drawn.
    spots: Vec<Option<Spot>>,
    lines: Vec<[(usize, usize); 2]>,
    margins: Option<Margins>,
    /// The names of layers, and where they stand.
    captions: Vec<((usize, usize), String)>,
    /// Whether the first and the last row hold the numbers of points.
    numbers_points: bool,
    /// The number of columns for a piece and its marks.
    room: usize,
    /// Whether holes are shown by their number of seeds alone.
    numbers: bool,
    /// Where lines meet between boxed cells, and the character for it.
    crossings: Vec<((usize, usize), char)>,
    width: usize,
    height: usize,
    /// By slot: labels of the game's own notation, also for sites of a hand (the citadels of
    /// Timur's chess).
    beside: BTreeMap<usize, String>,
}

#[derive(Clone, Debug)]
struct Spot {
    column: usize,
    row: usize,
    label: String,
    /// Whether it is shown even when it is empty.
    always: bool,
}

/// Letters below the columns and numbers beside the rows.
#[derive(Clone, Debug)]
struct Margins {
    columns: Vec<(usize, String)>,
    rows: Vec<(usize, String)>,
    left: usize,
}

/// What to point out when a board is drawn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Highlights<'a> {
    /// The last move: its origin and target.
    pub last: Option<Move>,
    /// Further slots to point out.
    pub slots: &'a [usize],
    /// Whether to show the coordinates of all sites instead of the pieces.
    pub coordinates: bool,
    /// Characters to draw on slots instead of what stands there.
    pub signs: &'a [(usize, char)],
}

/// How much space a board takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    Narrow,
    Compact,
    Labelled,
    Boxed,
}

/// Whether all lines of a board run along the axes of the screen.
fn is_rectilinear(topology: &Topology) -> bool {
    let graph = topology.graph();
    let ends =
        |edge: &ludarium_board::graph::Edge| edge.ends.map(|end| graph.vertices.get(end as usize));
    graph.edges.iter().map(ends).all(|ends| match ends {
        [Some(a), Some(b)] => (a[0] - b[0]).abs() < 1e-3 || (a[1] - b[1]).abs() < 1e-3,
        _ => false,
    })
}

/// The characters where lines meet, by the sides that the lines come from: 1 left, 2 right, 4
/// above, 8 below.
const CROSSINGS: [char; 16] = [
    ' ', '╴', '╶', '─', '╵', '┘', '└', '┴', '╷', '┐', '┌', '┬', '│', '┤', '├', '┼',
];

/// Where horizontal and vertical lines meet.
fn crossings(lines: &[[(usize, usize); 2]]) -> Vec<((usize, usize), char)> {
    let mut sides: HashMap<(usize, usize), usize> = HashMap::new();
    for [a, b] in lines {
        let (first, second) = if a <= b { (a, b) } else { (b, a) };
        // Columns count to the right, rows downwards.
        let (ahead, back) = if first.1 == second.1 { (2, 1) } else { (8, 4) };
        *sides.entry(*first).or_default() |= ahead;
        *sides.entry(*second).or_default() |= back;
    }
    sides
        .into_iter()
        .map(|(spot, sides)| (spot, CROSSINGS[sides & 15]))
        .collect()
}

/// A board is not drawn higher than this number of rows just to show the names of empty sites: it
/// should fit a usual terminal.
const MAX_ROWS_FOR_NAMES: usize = 30;

impl TextBoard {
    /// A board with as little space as its pieces need.
    #[must_use]
    pub fn new(game: &Game, names: &Names) -> TextBoard {
        TextBoard::fit(game, names, Look::Compact)
    }

    /// A board without the lines between its sites, for a screen that is too narrow for them; a
    /// round board keeps them, because it cannot be understood without.
    #[must_use]
    pub fn narrow(game: &Game, names: &Names) -> TextBoard {
        TextBoard::fit(game, names, Look::Narrow)
    }

    /// A board with space for the coordinates of all sites, however large it gets.
    #[must_use]
    pub fn labelled(game: &Game, names: &Names) -> TextBoard {
        TextBoard::fit(game, names, Look::Labelled)
    }

    /// A board with lines between its cells where these are rectangular; it is twice as high.
    #[must_use]
    pub fn boxed(game: &Game, names: &Names) -> TextBoard {
        TextBoard::fit(game, names, Look::Boxed)
    }

    /// The number of columns and rows that the drawing takes.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        let left = self.margins.as_ref().map_or(1, |margins| margins.left + 2);
        (
            left + self.width + 1,
            self.height + usize::from(self.margins.is_some()),
        )
    }

    fn fit(game: &Game, names: &Names, look: Look) -> TextBoard {
        let topology = &game.board().topology;
        let own = game.board().default_site;
        let layout = game.layout();
        let numbers = matches!(game.board().kind, BoardKind::Mancala { .. });
        let stacks = layout.levels > 0 || layout.counts();
        let numbered = game.players() > 2 && !glyph::has_discs(game, names);
        let mut room = 1 + usize::from(numbered) + if stacks { 2 } else { 0 };
        if game.puzzle().is_some() {
            let digits = game.components().iter().map(|value| value.name.len());
            room = room.max(digits.max().unwrap_or(1));
        }
        let boxed =
            look == Look::Boxed && own == SiteType::Cell && !numbers && is_rectilinear(topology);
        // A round board cannot be understood without its lines.
        let cells = own == SiteType::Cell || (names.cells && is_rectilinear(topology));
        let lineless = look == Look::Narrow && is_rectilinear(topology);
        let drawn_lines = boxed || (!cells && !numbers && !lineless);

        let mut points: Vec<(usize, [f64; 3], String)> = Vec::new();
        for slot in (0..layout.board_sites).chain(layout.sites..layout.slots) {
            let place = game.site_of_slot(slot);
            let sites = topology.sites(place.kind);
            if let Some(site) = usize::try_from(place.site)
                .ok()
                .and_then(|index| sites.get(index))
            {
                // A notation may tell sites apart by case; the board's own labels are written
                // small.
                points.push((slot, site.point, names.site_name(slot, &site.label)));
            }
        }
        let vertices = topology.sites(SiteType::Vertex);
        let corners: Vec<[f64; 3]> = if drawn_lines {
            vertices.iter().map(|site| site.point).collect()
        } else {
            Vec::new()
        };
        // Where a puzzle's numbers stand on lines or corners, these need places of their own.
        let beside = game.puzzle().filter(|puzzle| {
            let mut places = puzzle.variables().iter().map(|variable| variable.place);
            places.any(|place| place.kind != own)
        });
        let shown = |slot: usize| match beside {
            None => slot < layout.board_sites,
            Some(puzzle) => puzzle.variables().iter().any(|v| v.slot == slot),
        };
        let own_points: Vec<[f64; 3]> = points
            .iter()
            .filter(|(slot, ..)| *slot < layout.board_sites || beside.is_some())
            .map(|(_, p, _)| *p)
            .collect();
        let place = |room: usize| {
            let columns = match look {
                _ if boxed => (room + 1).max(4),
                // Stacks of ten or more, which are rare, then touch their neighbours.
                Look::Narrow if stacks => room,
                _ => room + 1,
            };
            let axes = Axes::fit(&own_points, &corners, columns, drawn_lines && !boxed);
            let mut spots = vec![None; layout.slots];
            for (slot, point, label) in &points {
                let (column, row) = axes.place(*point);
                let (label, always) = (label.clone(), shown(*slot));
                spots[*slot] = Some(Spot {
                    column,
                    row,
                    label,
                    always,
                });
            }
            let layers = points
                .iter()
                .filter(|(slot, ..)| *slot < layout.board_sites);
            let layers: Vec<usize> = layers.map(|(_, point, _)| axes.layer(*point)).collect();
            let margins = Margins::find(&spots[..layout.board_sites], &layers);
            (axes, spots, margins)
        };
        let (mut axes, mut spots, mut margins) = place(room);
        let longest = points
            .iter()
            .map(|(.., label)| label.chars().count())
            .max()
            .unwrap_or(0);
        if margins.is_none() && longest > room {
            // Sites without a row and column on the margin should have room for their own names.
            let wider = place(longest);
            if look == Look::Labelled || wider.0.height() <= MAX_ROWS_FOR_NAMES {
                room = longest;
                (axes, spots, margins) = wider;
            }
        }
        if numbers && margins.is_none() {
            // Before the number of seeds stands the name of the pit.
            room += longest + 1;
            (axes, spots, margins) = place(room);
        }
        let graph = topology.graph();
        let mut lines = Vec::new();
        if drawn_lines {
            for edge in &graph.edges {
                let ends = edge.ends.map(|end| Some(vertices.get(end as usize)?.point));
                if let [Some(a), Some(b)] = ends {
                    // From one layer to another the line would lead across the panels between.
                    if axes.layer(a) == axes.layer(b) {
                        lines.push([axes.place(a), axes.place(b)]);
                    }
                }
            }
        }
        let mut captions = captions(&axes, &points);
        let mut crossings = if boxed { crossings(&lines) } else { Vec::new() };
        let ends = captions
            .iter()
            .map(|((column, _), text)| column + text.len());
        let width = (axes.width() + room.max(longest)).max(ends.max().unwrap_or(0));
        let mut height = axes.height();
        let point_numbers = point_numbers(&spots, names, height);
        let numbers_points = point_numbers.is_some();
        if let Some([above, below]) = point_numbers {
            // A row for the numbers above the board, and one below it.
            spots.iter_mut().flatten().for_each(|spot| spot.row += 1);
            lines.iter_mut().flatten().for_each(|(_, row)| *row += 1);
            crossings.iter_mut().for_each(|((_, row), _)| *row += 1);
            for (row, _) in margins.iter_mut().flat_map(|margins| &mut margins.rows) {
                *row += 1;
            }
            let numbered = |row: usize| move |(column, text)| ((column, row), text);
            captions.extend(above.into_iter().map(numbered(0)));
            captions.extend(below.into_iter().map(numbered(height + 1)));
            height += 2;
        }
        TextBoard {
            spots,
            lines,
            margins,
            captions,
            numbers_points,
            room,
            numbers,
            crossings,
            width,
            height,
            beside: names.sites.clone(),
        }
    }

    /// The label of a slot's site: `c3`; for a site of a hand `hand`, or `hand:2` where the hand
    /// has several sites. A negative slot has the label `-`.
    #[must_use]
    pub fn label(&self, game: &Game, slot: i32) -> String {
        let spot = usize::try_from(slot)
            .ok()
            .and_then(|slot| self.spots.get(slot)?.as_ref());
        match spot {
            Some(spot) if !spot.label.is_empty() => spot.label.clone(),
            _ => match usize::try_from(slot)
                .ok()
                .and_then(|slot| self.beside.get(&slot))
            {
                Some(name) => name.clone(),
                None => hand_label(game, slot),
            },
        }
    }

    /// Whether a slot is a site of a hand, and not a cell beside the board that has a label of its
    /// own.
    #[must_use]
    pub fn is_in_hand(&self, game: &Game, slot: usize) -> bool {
        let spot = self.spots.get(slot).and_then(Option::as_ref);
        game.layout().in_hand(slot)
            && spot.is_none_or(|spot| spot.label.is_empty())
            && !self.beside.contains_key(&slot)
    }

    /// Draws a state with the characters of `glyphs`.
    #[must_use]
    pub fn draw(&self, state: &State, glyphs: &Glyphs, marks: Highlights) -> Canvas {
        let left = self.margins.as_ref().map_or(1, |margins| margins.left + 2);
        let mut canvas = Canvas::new(
            left + self.width + 1,
            self.height + usize::from(self.margins.is_some()),
        );
        canvas.set_labels(Labels {
            left: self.margins.as_ref().map_or(0, |margins| margins.left + 1),
            above: usize::from(self.numbers_points),
            below: usize::from(self.numbers_points) + usize::from(self.margins.is_some()),
        });
        for [(c0, r0), (c1, r1)] in &self.lines {
            canvas.line((left + c0, *r0), (left + c1, *r1), glyphs.ascii());
        }
        for ((column, row), c) in &self.crossings {
            let c = if glyphs.ascii() { '+' } else { *c };
            canvas.write(left + column, *row, c.encode_utf8(&mut [0; 4]), Ink::Faint);
        }
        for ((column, row), text) in &self.captions {
            canvas.write(left + column, *row, text, Ink::Label);
        }
        if let Some(margins) = &self.margins {
            for (row, text) in &margins.rows {
                canvas.write(margins.left - text.chars().count(), *row, text, Ink::Label);
            }
            for (column, text) in &margins.columns {
                canvas.write(left + column, self.height, text, Ink::Label);
            }
        }
        let last = marks.last.map(|mv| [mv.origin(), mv.target()]);
        for (slot, spot) in self.spots.iter().enumerate() {
            let Some(spot) = spot else { continue };
            let marked = marks.slots.contains(&slot)
                || last.is_some_and(|slots| slots.contains(&i32::try_from(slot).unwrap_or(-1)));
            let what = state.what(slot);
            if what == 0 && !spot.always && !marked {
                continue;
            }
            let sign = marks.signs.iter().find(|(own, _)| *own == slot);
            let (text, ink) = if let Some((_, sign)) = sign {
                (sign.to_string(), Ink::Label)
            } else if marks.coordinates {
                (spot.label.clone(), Ink::Label)
            } else {
                self.text_at(state, slot, spot, glyphs)
            };
            let ink = if marked { ink.marked() } else { ink };
            let mut column = left + spot.column;
            if self.numbers && self.margins.is_none() && !marks.coordinates {
                canvas.write(column, spot.row, &spot.label, Ink::Label);
                column += spot.label.chars().count() + 1;
            }
            let width = text.chars().count();
            canvas.write(column, spot.row, &text, ink);
            if marked && column > 0 && !marks.coordinates {
                canvas.write(column - 1, spot.row, "[", ink);
                canvas.write(column + width, spot.row, "]", ink);
            }
        }
        canvas
    }

    fn text_at(&self, state: &State, slot: usize, spot: &Spot, glyphs: &Glyphs) -> (String, Ink) {
        let what = state.what(slot);
        let count = state.count(slot);
        if self.numbers {
            let ink = if count == 0 {
                Ink::Faint
            } else {
                Ink::Piece(glyphs.owner(what))
            };
            return (count.to_string(), ink);
        }
        if what == 0 {
            let label = spot.label.clone();
            let named = self.margins.is_none()
                && label.chars().count() <= self.room + 1
                && !label.is_empty();
            return match named && self.lines.is_empty() {
                true => (label, Ink::Faint),
                false if !self.crossings.is_empty() => (" ".to_owned(), Ink::Faint),
                false => (glyphs.empty().to_string(), Ink::Faint),
            };
        }
        let mut text = glyphs
            .in_state(what, state.state_at(slot, state.top(slot)))
            .to_owned();
        if count > 1 {
            text.push_str(&count.to_string());
        }
        (text, Ink::Piece(glyphs.owner(what)))
    }

    /// The stacks that hold pieces of more than one kind, from the bottom up: `c3 = ○●○`.
    #[must_use]
    pub fn mixed_stacks(&self, game: &Game, state: &State, glyphs: &Glyphs) -> Vec<String> {
        let mut stacks = Vec::new();
        for slot in 0..self.spots.len() {
            let height = state.height(slot);
            let kinds: Vec<usize> = (0..height)
                .map(|level| state.what_at(slot, level))
                .collect();
            if kinds.windows(2).any(|pair| pair[0] != pair[1]) {
                let pieces: String = kinds.iter().map(|what| glyphs.of(*what)).collect();
                stacks.push(format!("{} = {pieces}", self.label(game, slot as i32)));
            }
        }
        stacks
    }
}

/// The caption above each layer of a board that has several: the part of its sites' labels after
/// the slash, or else its number from below.
fn captions(axes: &Axes, points: &[(usize, [f64; 3], String)]) -> Vec<((usize, usize), String)> {
    if axes.layers() == 1 {
        return Vec::new();
    }
    let named = |layer: usize| {
        let mut own = points
            .iter()
            .filter(|(_, point, _)| axes.layer(*point) == layer);
        let (_, _, label) = own.next()?;
        Some(label.split_once('/')?.1.to_owned())
    };
    let caption = |layer| named(layer).unwrap_or_else(|| (layer + 1).to_string());
    (0..axes.layers())
        .map(|layer| (axes.caption(layer), format!("board {}", caption(layer))))
        .collect()
}

/// The columns and numbers of the points in the first row and in the last row, by which the first
/// player calls them; `None` if points are not numbered, or if others are, too.
fn point_numbers(
    spots: &[Option<Spot>],
    names: &Names,
    height: usize,
) -> Option<[Vec<(usize, String)>; 2]> {
    let mut rows = [Vec::new(), Vec::new()];
    for (slot, number) in &names.point_numbers {
        let spot = spots.get(*slot)?.as_ref()?;
        let row = match spot.row {
            0 => 0,
            row if row + 1 == height => 1,
            _ => return None,
        };
        rows[row].push((spot.column, number.clone()));
    }
    (!names.point_numbers.is_empty()).then_some(rows)
}

/// What a hand is called: on a board of holes it is the store of a player.
pub(crate) fn hand_word(game: &Game) -> &'static str {
    match game.board().kind {
        BoardKind::Mancala { .. } => "store",
        _ => "hand",
    }
}

/// The label of a site of a hand: its number within the hand.
fn hand_label(game: &Game, slot: i32) -> String {
    let Ok(index) = usize::try_from(slot) else {
        return "-".to_owned();
    };
    for container in game.containers() {
        if (container.first..container.first + container.size).contains(&index) {
            return match container.size {
                1 => hand_word(game).to_owned(),
                _ => format!("{}:{}", hand_word(game), index - container.first + 1),
            };
        }
    }
    index.to_string()
}

impl Margins {
    /// The margins of a board whose labels name columns and rows consistently in each of its
    /// layers. A label may name the layer after a slash.
    fn find(spots: &[Option<Spot>], layers: &[usize]) -> Option<Margins> {
        let mut columns: HashMap<usize, String> = HashMap::new();
        let mut rows: HashMap<usize, String> = HashMap::new();
        let mut panels: HashMap<usize, BTreeSet<(usize, usize)>> = HashMap::new();
        for (spot, layer) in spots.iter().zip(layers) {
            let spot = spot.as_ref()?;
            let label = spot.label.split('/').next().unwrap_or_default();
            let digits = label.find(|c: char| c.is_ascii_digit())?;
            let (letters, number) = label.split_at(digits);
            panels
                .entry(*layer)
                .or_default()
                .insert((spot.column, spot.row));
            if letters.is_empty() || !number.chars().all(|c| c.is_ascii_digit()) {
                return None;
            }
            if columns
                .entry(spot.column)
                .or_insert_with(|| letters.to_owned())
                != letters
                || rows.entry(spot.row).or_insert_with(|| number.to_owned()) != number
            {
                return None;
            }
        }
        // Within a layer no name is used twice.
        let distinct = |used: BTreeSet<usize>, map: &HashMap<usize, String>| {
            let names: BTreeSet<&String> = used.iter().filter_map(|at| map.get(at)).collect();
            names.len() == used.len()
        };
        for spots in panels.values() {
            let (used, high) = spots.iter().copied().unzip();
            if !distinct(used, &columns) || !distinct(high, &rows) {
                return None;
            }
        }
        let left = rows.values().map(String::len).max()? + 1;
        Some(Margins {
            columns: columns.into_iter().collect(),
            rows: rows.into_iter().collect(),
            left,
        })
    }
}
