//! Draws the board, the list of moves and the messages.

use ludarium_notation::number_words::counted;
use ludarium_notation::text_board::{Canvas, Ink};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, List, ListItem, Padding, Paragraph, Wrap};
use ratatui::Frame;

use super::view::{centred, visible};
use super::wrap::{wrapped, wrapped_items};
use super::Screen;
use crate::play::session::{Seat, Session};

/// The colours that players without a colour in their names get, by number; 0 is for neutral
/// pieces.
const COLOURS: [Color; 9] = [
    Color::Gray,
    Color::Cyan,
    Color::LightRed,
    Color::LightGreen,
    Color::LightYellow,
    Color::LightMagenta,
    Color::LightBlue,
    Color::White,
    Color::Green,
];

/// The colour that a player is called by: `White`, `Red king`. Black stands on grey, so that it can
/// be seen on a dark terminal.
fn named_colour(name: &str) -> Option<Style> {
    let first = name.split_whitespace().next()?.to_lowercase();
    let plain = |colour| Some(Style::new().fg(colour));
    match first.as_str() {
        "white" => plain(Color::White),
        "black" => Some(Style::new().fg(Color::Black).bg(Color::Gray)),
        "red" => plain(Color::LightRed),
        "blue" => plain(Color::LightBlue),
        "green" => plain(Color::LightGreen),
        "yellow" | "gold" => plain(Color::LightYellow),
        "grey" | "gray" | "silver" => plain(Color::Gray),
        "brown" | "orange" => plain(Color::Yellow),
        "purple" | "violet" | "pink" => plain(Color::LightMagenta),
        _ => None,
    }
}

/// The colours of the players: those they are called by, if all are called by different ones.
pub fn colours(session: &Session) -> Vec<Style> {
    let players = 1..=session.seats.len();
    let named = players
        .clone()
        .map(|player| named_colour(&session.name(player)));
    let named: Option<Vec<Style>> = named.collect();
    let differ = |styles: &Vec<Style>| {
        (1..styles.len()).all(|index| !styles[..index].contains(&styles[index]))
    };
    let styles = named.filter(differ).unwrap_or_else(|| {
        let others = players.map(|player| Style::new().fg(COLOURS[player.min(COLOURS.len() - 1)]));
        others.collect()
    });
    std::iter::once(Style::new().fg(COLOURS[0]))
        .chain(styles)
        .collect()
}

/// The most rows of the headline: the reason for an end may be long.
const MOST_HEAD: u16 = 6;

impl Screen {
    /// Draws everything.
    pub fn draw(&mut self, frame: &mut Frame) {
        let area = frame.area();
        let side = (area.width / 3).clamp(30, 46).min(area.width / 2);
        let [left, right] =
            Layout::horizontal([Constraint::Min(1), Constraint::Length(side)]).areas(area);
        self.draw_left(frame, left);
        self.draw_side(frame, right);
        self.draw_dialog(frame);
    }

    /// The board, and below it hands, dice and scores, and the characters of the pieces if there is
    /// room.
    fn draw_left(&mut self, frame: &mut Frame, area: Rect) {
        let width = usize::from(area.width);
        let beside = self.session.beside(self.looks_back);
        let mut below: Vec<Line> = beside
            .iter()
            .flat_map(|text| wrapped(text, width))
            .map(Line::from)
            .collect();
        let most = usize::from(area.height) / 3;
        if below.len() > most {
            below.truncate(most.saturating_sub(1));
            below.push(Line::from("…"));
        }
        let lowest = below.len();
        let room = (
            usize::from(area.width).saturating_sub(4),
            usize::from(area.height).saturating_sub(2 + lowest),
        );
        let canvas = match self.looks_back {
            Some(ply) => self.session.canvas_before(ply, self.coordinates, room),
            None => self.session.canvas(self.coordinates, room),
        };
        let size = (
            canvas.rows().map(<[_]>::len).max().unwrap_or(0),
            canvas.rows().count(),
        );
        let spare = room.1.saturating_sub(size.1);
        let dim = Style::new().add_modifier(Modifier::DIM);
        let legend = self.session.legend();
        let legend = legend.iter().flat_map(|text| wrapped_items(text, width));
        let legend: Vec<Line> = legend.map(|text| Line::styled(text, dim)).collect();
        let mut lines = below;
        if legend.len() <= spare {
            lines.extend(legend);
        }
        let height = lines.len();
        let [board_area, below_area] =
            Layout::vertical([Constraint::Min(3), Constraint::Length(height as u16)]).areas(area);
        self.areas.board = board_area;
        let room = (room.0, usize::from(board_area.height).saturating_sub(2));
        let offset = self.fitted(&canvas, size, room);
        self.scroll = self.scroll.map(|_| offset);
        self.shown_from = Some(offset);
        let title = match self.looks_back {
            Some(ply) => format!(" before ply {} of {} ", ply + 1, self.session.plies().len()),
            None => format!(" {} ", self.session.title()),
        };
        let block = Block::bordered()
            .title(title)
            .title_bottom(beyond(offset, size, room))
            .padding(Padding::horizontal(1));
        let board = self.canvas_lines(&canvas, offset, room);
        frame.render_widget(Paragraph::new(board).block(block), board_area);
        frame.render_widget(Paragraph::new(lines), below_area);
    }

    /// Where the board begins on the screen, if it was drawn without being scrolled.
    pub fn offset(&self) -> (usize, usize) {
        let room = (
            usize::from(self.areas.board.width).saturating_sub(4),
            usize::from(self.areas.board.height).saturating_sub(2),
        );
        let canvas = self.session.canvas(self.coordinates, room);
        let size = (
            canvas.rows().map(<[_]>::len).max().unwrap_or(0),
            canvas.rows().count(),
        );
        self.fitted(&canvas, size, room)
    }

    /// The first column and row that are shown: as scrolled, or so that the last move is seen. If
    /// that marks nothing, the board stays where it is; at first the middle of its lowest rows is
    /// shown, where most first players have their pieces.
    fn fitted(
        &self,
        canvas: &Canvas,
        size: (usize, usize),
        room: (usize, usize),
    ) -> (usize, usize) {
        let most = (size.0.saturating_sub(room.0), size.1.saturating_sub(room.1));
        let wanted = self.scroll.unwrap_or_else(|| match last_marked(canvas) {
            Some(cell) => centred(canvas, cell, room),
            None => self.shown_from.unwrap_or((most.0 / 2, most.1)),
        });
        (wanted.0.min(most.0), wanted.1.min(most.1))
    }

    fn draw_side(&mut self, frame: &mut Frame, area: Rect) {
        let messages = (area.height / 3).clamp(3, 12);
        let headline = self.headline();
        let lines = wrapped(&headline, usize::from(area.width)).len();
        let head_height = u16::try_from(lines)
            .unwrap_or(MOST_HEAD)
            .clamp(3, MOST_HEAD);
        let [head, moves, talk, input] = Layout::vertical([
            Constraint::Length(head_height),
            Constraint::Min(4),
            Constraint::Length(messages),
            Constraint::Length(3),
        ])
        .areas(area);
        let style = match self.session.is_over() {
            true => self.colours[0],
            false => self.colour(self.session.mover()),
        };
        frame.render_widget(
            Paragraph::new(headline)
                .style(style.add_modifier(Modifier::BOLD))
                .wrap(Wrap { trim: true }),
            head,
        );
        // The computer's legal moves are not listed: they could reveal hidden information.
        let own = self.session.seat_to_move() == Seat::Human && !self.session.is_over();
        let items: Vec<ListItem> = self
            .fitting
            .iter()
            .filter(|_| own)
            .map(|index| {
                ListItem::new(format!("{:>3} {}", index + 1, self.session.texts()[*index]))
            })
            .collect();
        let title = match (own, self.session.texts().len()) {
            (true, all) => format!(" {} of {} ", items.len(), counted(all, "move")),
            (false, _) => " moves ".to_owned(),
        };
        let mut block = Block::bordered().title(title);
        if own && self.input.is_empty() && self.session.only_move().is_some() {
            block = block.title_bottom(" Enter plays it ");
        }
        let list = List::new(items)
            .block(block)
            .highlight_style(Style::new().add_modifier(Modifier::REVERSED));
        self.areas.list = moves;
        frame.render_stateful_widget(list, moves, &mut self.list);
        let told: Vec<String> = self
            .messages
            .iter()
            .flat_map(|text| wrapped(text, usize::from(talk.width)))
            .collect();
        let shown = told.len().saturating_sub(usize::from(messages));
        let talked: Vec<Line> = told[shown..]
            .iter()
            .map(|text| Line::from(text.as_str()))
            .collect();
        frame.render_widget(Paragraph::new(talked), talk);
        // The end of a long line is what is being typed.
        let room = usize::from(input.width).saturating_sub(4);
        let hidden = self.input.chars().count().saturating_sub(room);
        let end: String = self.input.chars().skip(hidden).collect();
        let prompt = Paragraph::new(format!("{end}▏")).block(
            Block::bordered()
                .title(" move or command ")
                .title_bottom(" F1 help "),
        );
        frame.render_widget(prompt, input);
    }

    /// Who is to move and does what, or the result.
    fn headline(&self) -> String {
        let seat = self.session.seat_to_move();
        let learns = match self.session.learns_for() {
            Some(time) if time.as_secs() > 0 => {
                format!(" The computer learns the game: {} s.", time.as_secs())
            }
            _ => String::new(),
        };
        match self.session.thinks() && seat != Seat::Human {
            true => {
                let name = self.session.name(self.session.mover());
                format!(
                    "{name} ({}) {} …{learns}",
                    seat.word(),
                    self.session.verb("thinks")
                )
            }
            false => format!("{}{learns}", self.session.headline()),
        }
    }

    fn colour(&self, owner: usize) -> Style {
        self.colours.get(owner).copied().unwrap_or_default()
    }

    fn ink_style(&self, ink: Ink) -> Style {
        match ink {
            Ink::Plain => Style::new(),
            Ink::Faint => Style::new().fg(Color::DarkGray),
            Ink::Label => Style::new()
                .fg(Color::DarkGray)
                .add_modifier(Modifier::ITALIC),
            Ink::Piece(owner) => self.colour(owner).add_modifier(Modifier::BOLD),
            Ink::Marked(owner) => self
                .colour(owner)
                .add_modifier(Modifier::BOLD | Modifier::UNDERLINED | Modifier::REVERSED),
        }
    }

    /// A part of the canvas as coloured lines; neighbouring cells with the same ink form one span.
    fn canvas_lines(
        &self,
        canvas: &Canvas,
        offset: (usize, usize),
        room: (usize, usize),
    ) -> Vec<Line<'static>> {
        let line = |row: &Vec<(char, Ink)>| {
            let spans = row.chunk_by(|a, b| a.1 == b.1).map(|run| {
                let text: String = run.iter().map(|(c, _)| c).collect();
                Span::styled(text, self.ink_style(run[0].1))
            });
            Line::from(spans.collect::<Vec<_>>())
        };
        visible(canvas, offset, room).iter().map(line).collect()
    }
}

/// Where the last move is marked: the column and row of the last such cell.
fn last_marked(canvas: &Canvas) -> Option<(usize, usize)> {
    let rows = canvas.rows().enumerate();
    let mut cells = rows.flat_map(|(row, cells)| {
        let cells = cells.iter().enumerate();
        cells.map(move |(column, (_, ink))| ((column, row), *ink))
    });
    cells.find_map(|(place, ink)| matches!(ink, Ink::Marked(_)).then_some(place))
}

/// What tells that a board goes on beyond the screen; empty if it does not.
fn beyond(offset: (usize, usize), size: (usize, usize), room: (usize, usize)) -> String {
    let arrows = [
        (offset.0 > 0, '◀'),
        (offset.1 > 0, '▲'),
        (offset.1 + room.1 < size.1, '▼'),
        (offset.0 + room.0 < size.0, '▶'),
    ];
    let arrows: String = arrows
        .into_iter()
        .filter_map(|(goes_on, arrow)| goes_on.then_some(arrow))
        .collect();
    match arrows.is_empty() {
        true => String::new(),
        false => format!(" goes on {arrows} (Shift with an arrow) "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_that_goes_on_says_where() {
        assert_eq!(beyond((0, 0), (40, 20), (40, 20)), "");
        assert!(beyond((0, 3), (40, 30), (40, 20)).contains("▲▼"));
        assert!(beyond((5, 0), (60, 20), (40, 20)).contains("◀▶"));
    }
}
