//! Chooses a game from the library, with a search.

use ludarium_games::{Entry, Kind};
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::{Constraint, Layout};
use ratatui::style::{Modifier, Style};
use ratatui::widgets::{Block, List, ListItem, ListState, Paragraph, Wrap};
use ratatui::Frame;

use crate::error::Error;
use ludarium_notation::number_words::counted;

/// Lets the user choose a game; `search` is what was typed so far. `None` if none is chosen.
///
/// # Errors
/// If the terminal cannot be used.
pub fn choose(search: &str) -> Result<Option<&'static Entry>, Error> {
    let mut terminal = ratatui::try_init()?;
    let mut chooser = Chooser::new(search);
    let chosen = loop {
        if let Err(error) = terminal.draw(|frame| chooser.draw(frame)) {
            break Err(error.into());
        }
        match event::read() {
            Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => {
                if let Some(done) = chooser.key(key) {
                    break Ok(done);
                }
            }
            Ok(Event::Paste(text)) => {
                chooser
                    .search
                    .push_str(text.lines().next().unwrap_or_default());
                chooser.filter();
            }
            Ok(_) => {}
            Err(error) => break Err(error.into()),
        }
    };
    ratatui::restore();
    chosen
}

struct Chooser {
    search: String,
    found: Vec<&'static Entry>,
    list: ListState,
}

impl Chooser {
    fn new(search: &str) -> Chooser {
        let mut chooser = Chooser {
            search: search.to_owned(),
            found: Vec::new(),
            list: ListState::default(),
        };
        chooser.filter();
        chooser
    }

    /// Finds the games whose names have the words typed so far.
    fn filter(&mut self) {
        self.found = ludarium_games::matching(&self.search);
        self.found.retain(|entry| entry.kind() == Kind::Game);
        self.list = ListState::default();
        if !self.found.is_empty() {
            self.list.select_first();
        }
    }

    /// Handles a key. The chooser is done with a game, or without one.
    fn key(&mut self, key: KeyEvent) -> Option<Option<&'static Entry>> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => return Some(None),
            KeyCode::Char('c' | 'd') if control => return Some(None),
            KeyCode::Enter => {
                let row = self.list.selected();
                return row.and_then(|row| self.found.get(row).copied()).map(Some);
            }
            KeyCode::Down => self.list.select_next(),
            KeyCode::Up => self.list.select_previous(),
            KeyCode::PageDown => self.list.scroll_down_by(10),
            KeyCode::PageUp => self.list.scroll_up_by(10),
            KeyCode::Home => self.list.select_first(),
            KeyCode::End => self.list.select_last(),
            KeyCode::Backspace => {
                self.search.pop();
                self.filter();
            }
            KeyCode::Char(c) if !control => {
                self.search.push(c);
                self.filter();
            }
            _ => {}
        }
        None
    }

    fn draw(&mut self, frame: &mut Frame) {
        let [search, games, about] = Layout::vertical([
            Constraint::Length(3),
            Constraint::Min(3),
            Constraint::Length(4),
        ])
        .areas(frame.area());
        let typed = Paragraph::new(format!("{}▏", self.search))
            .block(Block::bordered().title(" Which game? Type words of its name "));
        frame.render_widget(typed, search);
        let items = self.found.iter().map(|entry| ListItem::new(line(entry)));
        let list = List::new(items)
            .block(
                Block::bordered()
                    .title(format!(" {} ", counted(self.found.len(), "game")))
                    .title_bottom(" ↑ ↓ choose, Enter plays, Esc leaves "),
            )
            .highlight_style(Style::new().add_modifier(Modifier::REVERSED));
        frame.render_stateful_widget(list, games, &mut self.list);
        let row = self.list.selected();
        let chosen = row.and_then(|row| self.found.get(row));
        let told = chosen.map_or(String::new(), |entry| entry.about.summary.clone());
        let dim = Style::new().add_modifier(Modifier::DIM);
        frame.render_widget(
            Paragraph::new(told).style(dim).wrap(Wrap { trim: true }),
            about,
        );
    }
}

/// A game in the list: its name, its other names, its slug.
fn line(entry: &Entry) -> String {
    let unsure = match entry.missing() {
        Some(_) => " (reconstruction)",
        None => "",
    };
    format!("{}{unsure}  [{}]", entry.name(), entry.slug)
}
