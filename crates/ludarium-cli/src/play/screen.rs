//! Full-screen interface.

use std::time::Duration;

use ludarium_notation::moves;
use ludarium_notation::text_board::{Canvas, Ink};
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, List, ListItem, ListState, Padding, Paragraph, Wrap};
use ratatui::{DefaultTerminal, Frame};

use super::command::{Command, HELP};
use super::line::{load, save};
use super::session::{word, Seat, Session};
use crate::error::Error;

/// The colours of the players' pieces, by player number; index 0 is for neutral pieces.
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

/// Plays in the full-screen interface.
pub fn play(session: Session) -> Result<(), Error> {
    let mut terminal = ratatui::try_init()?;
    let mut screen = Screen::new(session);
    let result = screen.run(&mut terminal);
    ratatui::restore();
    if result.is_ok() && screen.session.plies().len() > 0 {
        println!("{}", screen.session.headline());
    }
    result
}

/// A text page shown over the board: rules, sources, help.
struct Page {
    title: &'static str,
    text: String,
    scroll: u16,
}

struct Screen {
    session: Session,
    input: String,
    /// Indices of the moves that match the input.
    fitting: Vec<usize>,
    list: ListState,
    messages: Vec<String>,
    coordinates: bool,
    page: Option<Page>,
    leaving: bool,
}

impl Screen {
    fn new(session: Session) -> Screen {
        let mut screen = Screen {
            session,
            input: String::new(),
            fitting: Vec::new(),
            list: ListState::default(),
            messages: vec![
                "Type a move or select one with ↑ ↓, then press Enter. F1 shows help.".to_owned(),
            ],
            coordinates: false,
            page: None,
            leaving: false,
        };
        screen.filter();
        screen
    }

    fn run(&mut self, terminal: &mut DefaultTerminal) -> Result<(), Error> {
        while !self.leaving {
            terminal.draw(|frame| self.draw(frame))?;
            let machine = !self.session.is_over() && self.session.seat_to_move() != Seat::Human;
            // While the computer plays, keys are handled only between its moves.
            let waiting = || event::poll(Duration::ZERO).map_err(|e| e.to_string());
            if machine && self.page.is_none() && !waiting()? {
                let told = self.session.moves_now();
                let text = self.session.agent_move();
                self.say(format!("{told} {text}"));
                self.filter();
                continue;
            }
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
                _ => {}
            }
        }
        Ok(())
    }

    fn say(&mut self, message: impl Into<String>) {
        const KEPT: usize = 200;
        self.messages.push(message.into());
        if self.messages.len() > KEPT {
            self.messages.remove(0);
        }
    }

    /// Filters the moves by the input.
    fn filter(&mut self) {
        let texts = self.session.texts();
        self.fitting = (0..texts.len())
            .filter(|index| moves::begins_with(&texts[*index], &self.input))
            .collect();
        self.list.select((!self.fitting.is_empty()).then_some(0));
    }

    fn key(&mut self, key: KeyEvent) {
        if let Some(page) = &mut self.page {
            match key.code {
                KeyCode::Down | KeyCode::Char('j') => page.scroll = page.scroll.saturating_add(1),
                KeyCode::Up | KeyCode::Char('k') => page.scroll = page.scroll.saturating_sub(1),
                KeyCode::PageDown | KeyCode::Char(' ') => {
                    page.scroll = page.scroll.saturating_add(15)
                }
                KeyCode::PageUp => page.scroll = page.scroll.saturating_sub(15),
                _ => self.page = None,
            }
            return;
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c' | 'd') if control => self.leaving = true,
            KeyCode::Char('z') if control => self.obey(Command::Undo),
            KeyCode::F(1) => self.obey(Command::Help),
            KeyCode::F(2) => self.obey(Command::Rules),
            KeyCode::F(3) => self.obey(Command::Sources),
            KeyCode::F(4) => self.obey(Command::Hint),
            KeyCode::F(5) => self.obey(Command::Coordinates),
            KeyCode::F(6) => self.obey(Command::Undo),
            KeyCode::Esc if !self.input.is_empty() => {
                self.input.clear();
                self.filter();
            }
            KeyCode::Esc => self.say("Type quit to leave."),
            KeyCode::Down => self.list.select_next(),
            KeyCode::Up => self.list.select_previous(),
            KeyCode::PageDown => self.list.scroll_down_by(10),
            KeyCode::PageUp => self.list.scroll_up_by(10),
            KeyCode::Backspace => {
                self.input.pop();
                self.filter();
            }
            KeyCode::Enter => self.enter(),
            KeyCode::Char(c) if !control => {
                self.input.push(c);
                self.filter();
            }
            _ => {}
        }
    }

    /// Runs the typed command or move; otherwise plays the move selected in the list.
    fn enter(&mut self) {
        let typed = std::mem::take(&mut self.input);
        let picked = self
            .list
            .selected()
            .and_then(|row| self.fitting.get(row).copied());
        match Command::parse(&typed) {
            Some(Command::Move(text)) => match (self.session.find(&text), picked) {
                (Ok(index), _) | (Err(_), Some(index)) => self.make(index),
                (Err(error), None) => self.say(error.to_string()),
            },
            Some(command) => self.obey(command),
            None => match picked {
                Some(index) => self.make(index),
                None if self.session.is_over() => self.say("The game is over: undo, save or quit."),
                None => {}
            },
        }
        self.filter();
    }

    fn make(&mut self, index: usize) {
        if self.session.is_over() {
            return;
        }
        let told = self.session.moves_now();
        let text = self.session.make(index);
        self.say(format!("{told} {text}"));
    }

    fn obey(&mut self, command: Command) {
        let page = |title, text| {
            Some(Page {
                title,
                text,
                scroll: 0,
            })
        };
        match command {
            Command::Move(_) | Command::Board | Command::Moves => {}
            Command::Undo => {
                if !self.session.undo() {
                    self.say("Nothing to take back.");
                }
            }
            Command::Hint => {
                for line in self.session.hint() {
                    self.say(line);
                }
            }
            Command::Save(name) => match save(&self.session, name) {
                Ok(name) => self.say(format!("Saved as {name}.")),
                Err(error) => self.say(error.to_string()),
            },
            Command::Load(name) => {
                if let Err(message) = load(&mut self.session, &name) {
                    self.say(message.to_string());
                }
            }
            Command::Resign if self.session.is_over() => {}
            Command::Resign => self.session.resign(),
            Command::Auto => self.session.leave_to_machine(),
            Command::Solve => match self.session.solve() {
                Ok(message) => self.say(message),
                Err(error) => self.say(error.to_string()),
            },
            Command::Rules => self.page = page("Rules", self.session.rules()),
            Command::Sources => self.page = page("Sources", self.session.sources()),
            Command::Readings => self.page = page("Readings", self.session.readings()),
            Command::Legend => self.page = page("Pieces", self.session.legend().join("\n")),
            Command::Coordinates => self.coordinates = !self.coordinates,
            Command::Help => self.page = page("Help", help()),
            Command::Quit => self.leaving = true,
        }
        self.filter();
    }

    fn draw(&mut self, frame: &mut Frame) {
        let area = frame.area();
        let side = (area.width / 3).clamp(34, 46).min(area.width / 2);
        let [left, right] =
            Layout::horizontal([Constraint::Min(1), Constraint::Length(side)]).areas(area);
        let beside = self.session.beside();
        let legend = self.session.legend();
        let below = (beside.len() + legend.len()) as u16 + 1;
        let [board_area, below_area] = Layout::vertical([
            Constraint::Min(3),
            Constraint::Length(below.min(left.height / 2)),
        ])
        .areas(left);
        let inside = (
            board_area.width.saturating_sub(4),
            board_area.height.saturating_sub(2),
        );
        let room = (usize::from(inside.0), usize::from(inside.1));
        let canvas = self.session.canvas(self.coordinates, room);
        let board = canvas_lines(&canvas);
        let title = format!(" {} ", self.session.chosen.loaded.game.name());
        let block = Block::bordered()
            .title(title)
            .padding(Padding::horizontal(1));
        frame.render_widget(Paragraph::new(board).block(block), board_area);
        let mut lines: Vec<Line> = beside.into_iter().map(Line::from).collect();
        lines.extend(
            legend
                .into_iter()
                .map(|text| Line::styled(text, Style::new().add_modifier(Modifier::DIM))),
        );
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), below_area);
        self.draw_side(frame, right);
        if let Some(page) = &self.page {
            draw_page(frame, page);
        }
    }

    fn draw_side(&mut self, frame: &mut Frame, area: Rect) {
        let messages = (area.height / 3).clamp(3, 12);
        let [head, moves, talk, input] = Layout::vertical([
            Constraint::Length(3),
            Constraint::Min(4),
            Constraint::Length(messages),
            Constraint::Length(3),
        ])
        .areas(area);
        let seat = self.session.seat_to_move();
        let thinks = !matches!(
            seat,
            Seat::Human | Seat::Machine(ludarium_agents::AgentSpec::Random)
        );
        let thinking = !self.session.is_over() && thinks;
        let headline = match thinking {
            true => {
                let name = self.session.name(self.session.mover());
                let does = match self.session.learns() {
                    true => "learns the game",
                    false => "thinks",
                };
                format!("{name} ({}) {does} …", word(seat))
            }
            false => self.session.headline(),
        };
        let style = player_style(if self.session.is_over() {
            0
        } else {
            self.session.mover()
        });
        frame.render_widget(
            Paragraph::new(headline)
                .style(style.add_modifier(Modifier::BOLD))
                .wrap(Wrap { trim: true }),
            head,
        );
        // The computer's legal moves are not listed: they could reveal hidden information.
        let own = seat == Seat::Human;
        let items: Vec<ListItem> = self
            .fitting
            .iter()
            .filter(|_| own)
            .map(|index| {
                ListItem::new(format!("{:>3} {}", index + 1, self.session.texts()[*index]))
            })
            .collect();
        let title = match own {
            true => format!(" {} of {} moves ", items.len(), self.session.texts().len()),
            false => " moves ".to_owned(),
        };
        let list = List::new(items)
            .block(Block::bordered().title(title))
            .highlight_style(Style::new().add_modifier(Modifier::REVERSED));
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
        let prompt = Paragraph::new(format!("{}▏", self.input)).block(
            Block::bordered()
                .title(" move or command ")
                .title_bottom(" F1 help "),
        );
        frame.render_widget(prompt, input);
    }
}

fn help() -> String {
    let mut text = String::from(
        "Type the beginning of a move: the list shows those that match.\n\
         Enter plays the selected one. ↑ and ↓ select another.\n\n\
         F2 rules   F3 sources   F4 hint   F5 coordinates   F6 undo\n\nCommands:\n",
    );
    for (word, does) in HELP {
        text.push_str(&format!("  {word:<12} {does}\n"));
    }
    text
}

/// Wraps a text between words at `width` columns; continuation lines are indented by two.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.len() - 1;
        let line = &mut lines[last];
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(format!("  {word}"));
        }
    }
    lines
}

fn draw_page(frame: &mut Frame, page: &Page) {
    let area = frame.area();
    let width = area.width.saturating_sub(4).min(100);
    let height = area.height.saturating_sub(2);
    let middle = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    let block = Block::bordered()
        .title(format!(" {} ", page.title))
        .title_bottom(" ↑ ↓ scroll, any other key closes ")
        .padding(Padding::horizontal(1));
    let text = Paragraph::new(page.text.as_str())
        .wrap(Wrap { trim: false })
        .scroll((page.scroll, 0));
    frame.render_widget(Clear, middle);
    frame.render_widget(text.block(block), middle);
}

fn player_style(owner: usize) -> Style {
    Style::new().fg(COLOURS[owner.min(COLOURS.len() - 1)])
}

fn ink_style(ink: Ink) -> Style {
    match ink {
        Ink::Plain => Style::new(),
        Ink::Faint => Style::new().fg(Color::DarkGray),
        Ink::Label => Style::new()
            .fg(Color::DarkGray)
            .add_modifier(Modifier::ITALIC),
        Ink::Piece(owner) => player_style(owner).add_modifier(Modifier::BOLD),
        Ink::Marked(owner) => player_style(owner).add_modifier(Modifier::BOLD | Modifier::REVERSED),
    }
}

/// Converts the canvas to coloured lines; neighbouring cells with the same ink form one span.
fn canvas_lines(canvas: &Canvas) -> Vec<Line<'static>> {
    let line = |row: &[(char, Ink)]| {
        let spans = row.chunk_by(|a, b| a.1 == b.1).map(|run| {
            let text: String = run.iter().map(|(c, _)| c).collect();
            Span::styled(text, ink_style(run[0].1))
        });
        Line::from(spans.collect::<Vec<_>>())
    };
    canvas.rows().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_broken_between_words() {
        let lines = wrapped("South throws 3, telateh (0 1 1 1): pass", 20);
        assert_eq!(lines, ["South throws 3,", "  telateh (0 1 1 1):", "  pass"]);
        assert_eq!(wrapped("pass", 20), ["pass"]);
    }
}
