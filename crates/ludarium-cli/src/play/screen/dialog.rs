//! What stands over the board: pages of text, and questions.

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Padding, Paragraph};
use ratatui::Frame;

use super::wrap::wrapped;
use super::Screen;
use crate::play::kept::Unfinished;
use crate::play::saving::save;
use ludarium_notation::number_words::counted;

/// The width of the text of a page, in columns.
pub const TEXT_WIDTH: usize = 72;

/// A page or a question over the board. All keys belong to it.
pub enum Dialog {
    /// A text: rules, sources, help.
    Page(Page),
    /// What becomes of the game that is left.
    Leave,
    /// Whether to go on with an unfinished game.
    Resume(Box<Unfinished>),
    /// This player may look now.
    Curtain(usize),
}

/// A page of text.
pub struct Page {
    title: &'static str,
    text: String,
    scroll: usize,
    /// The furthest that the page scrolls, as it was drawn last.
    furthest: usize,
}

impl Page {
    /// A page, from its top.
    pub fn new(title: &'static str, text: String) -> Page {
        Page {
            title,
            text,
            scroll: 0,
            furthest: 0,
        }
    }

    /// Scrolls by a number of lines.
    pub fn scroll_by(&mut self, lines: i16) {
        let scrolled = self.scroll.saturating_add_signed(isize::from(lines));
        self.scroll = scrolled.min(self.furthest);
    }

    /// Scrolls, or returns `false` if the key closes the page.
    fn key(&mut self, key: KeyCode) -> bool {
        match key {
            KeyCode::Down | KeyCode::Char('j') => self.scroll_by(1),
            KeyCode::Up | KeyCode::Char('k') => self.scroll_by(-1),
            KeyCode::PageDown | KeyCode::Char(' ') => self.scroll_by(15),
            KeyCode::PageUp => self.scroll_by(-15),
            KeyCode::Home => self.scroll = 0,
            KeyCode::End => self.scroll_by(i16::MAX),
            _ => return false,
        }
        true
    }
}

impl Screen {
    /// Handles a key while a dialog is open.
    pub fn dialog_key(&mut self, dialog: Dialog, key: KeyEvent) {
        let stays = match dialog {
            Dialog::Page(mut page) => page.key(key.code).then_some(Dialog::Page(page)),
            Dialog::Leave => (!self.leave_key(key.code)).then_some(Dialog::Leave),
            Dialog::Resume(found) => self.resume_key(found, key.code).map(Dialog::Resume),
            Dialog::Curtain(mover) if key.code == KeyCode::Enter => {
                self.viewer = Some(mover);
                None
            }
            Dialog::Curtain(mover) => Some(Dialog::Curtain(mover)),
        };
        if stays.is_some() {
            self.dialog = stays;
        }
    }

    /// Goes on with the unfinished game, or not; returns it if the question stays.
    fn resume_key(&mut self, mut found: Box<Unfinished>, key: KeyCode) -> Option<Box<Unfinished>> {
        match key {
            KeyCode::Enter => match self.session.resume(*found, &[]) {
                Ok(kept) => {
                    self.kept = Some(kept);
                    self.say_where_it_stands("The game goes on");
                    self.moved();
                }
                Err(error) => self.say(format!("It cannot be gone on with: {error}")),
            },
            KeyCode::Char('n') | KeyCode::Esc => {}
            KeyCode::Char('d') => found.kept.discard(),
            _ => return Some(found),
        }
        self.session.learn();
        None
    }

    fn leave_key(&mut self, key: KeyCode) -> bool {
        match key {
            KeyCode::Enter | KeyCode::Char('q') => self.leaving = true,
            KeyCode::Char('s') => match save(&mut self.session, None, false) {
                Ok(name) => {
                    self.saved_as = Some(name);
                    self.leaving = true;
                }
                Err(error) => self.say(error.to_string()),
            },
            KeyCode::Char('d') => {
                self.kept.iter_mut().for_each(|kept| kept.discard());
                self.leaving = true;
            }
            KeyCode::Esc => {}
            _ => return false,
        }
        true
    }

    /// Draws the dialog over the board.
    pub fn draw_dialog(&mut self, frame: &mut Frame) {
        match &mut self.dialog {
            Some(Dialog::Page(page)) => draw_page(frame, page),
            Some(Dialog::Leave) => {
                let keeps = match &self.kept {
                    Some(_) => "Enter  leave; the game is kept, and offered next time\n",
                    None => "Enter  leave without keeping the game\n",
                };
                let text = format!(
                    "The game is not over.\n\n{keeps}s      save it to a file and leave\n\
                     d      leave and delete it\nEsc    go on playing"
                );
                draw_box(frame, " Leave? ", &text);
            }
            Some(Dialog::Resume(found)) => {
                let moves = counted(found.saved.moves.len(), "move");
                let text = format!(
                    "A game of {moves} was not finished.\n\nEnter  go on with it\n\
                     n      a new game; that one stays\nd      a new game; delete that one"
                );
                draw_box(frame, " Go on? ", &text);
            }
            Some(Dialog::Curtain(mover)) => {
                let text = format!(
                    "{} is to move, and the others may not look.\n\nEnter  show the board",
                    self.session.name(*mover)
                );
                frame.render_widget(Clear, frame.area());
                draw_box(frame, " Change places ", &text);
            }
            None => {}
        }
    }
}

/// The middle of an area, at most so wide and high.
fn middle(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    }
}

fn draw_box(frame: &mut Frame, title: &str, text: &str) {
    let width = text
        .lines()
        .map(|line| line.chars().count())
        .max()
        .unwrap_or(0);
    let size = (width as u16 + 6, text.lines().count() as u16 + 4);
    let area = middle(frame.area(), size.0, size.1);
    let block = Block::bordered()
        .title(title)
        .padding(Padding::new(2, 2, 1, 1));
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(text).block(block), area);
}

fn draw_page(frame: &mut Frame, page: &mut Page) {
    let area = frame.area();
    let width = area.width.saturating_sub(4).min(TEXT_WIDTH as u16 + 4);
    let place = middle(area, width, area.height.saturating_sub(2));
    let (columns, rows) = (width.saturating_sub(4), place.height.saturating_sub(2));
    let lines = wrapped(&page.text, usize::from(columns));
    let rows = usize::from(rows);
    page.furthest = lines.len().saturating_sub(rows);
    page.scroll = page.scroll.min(page.furthest);
    let (first, last) = (page.scroll + 1, (page.scroll + rows).min(lines.len()));
    let block = Block::bordered()
        .title(format!(" {} ", page.title))
        .title_bottom(match page.furthest {
            0 => " Esc closes ".to_owned(),
            _ => format!(
                " lines {first} to {last} of {}: ↑ ↓ scroll, Esc closes ",
                lines.len()
            ),
        })
        .padding(Padding::horizontal(1));
    let shown = lines.into_iter().skip(page.scroll).take(rows);
    let text = Paragraph::new(shown.map(Line::from).collect::<Vec<_>>());
    frame.render_widget(Clear, place);
    frame.render_widget(text.block(block), place);
}
