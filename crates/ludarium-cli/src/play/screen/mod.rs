//! Full-screen interface.

mod dialog;
mod draw;
mod view;
mod wrap;

use std::time::Duration;

use ludarium_notation::moves;
use ludarium_notation::number_words::counted;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::widgets::ListState;
use ratatui::DefaultTerminal;

use self::dialog::{Dialog, Page};
use super::command::{Command, HELP};
use super::kept::{Kept, Unfinished};
use super::saving::{load, save};
use super::session::{Reply, Seat, Session};
use crate::error::Error;

/// How long the screen waits for a key while a computer player thinks or learns.
const TICK: Duration = Duration::from_millis(50);

/// The longest input line, in characters.
const LONGEST: usize = 200;

/// Plays in the full-screen interface. The game is kept as it goes on; an unfinished one is offered
/// first.
pub fn play(
    session: Session,
    kept: Option<Kept>,
    unfinished: Option<Unfinished>,
) -> Result<(), Error> {
    let mut terminal = ratatui::try_init()?;
    // A terminal without a mouse or marked pastes ignores this.
    let _ = execute!(std::io::stdout(), EnableMouseCapture, EnableBracketedPaste);
    let mut screen = Screen::new(session, kept, unfinished);
    let result = screen.run(&mut terminal);
    let _ = execute!(
        std::io::stdout(),
        DisableMouseCapture,
        DisableBracketedPaste
    );
    ratatui::restore();
    if result.is_ok() && screen.session.plies().len() > 0 {
        println!("{}", screen.session.headline());
        if let Some(name) = &screen.saved_as {
            println!("Saved as {name}.");
        }
        if let Some(kept) = screen.kept.filter(|_| !screen.session.is_over()) {
            if kept.path().exists() {
                println!("The game is kept: `ludarium play` offers to go on with it.");
            }
        }
    }
    result
}

struct Screen {
    session: Session,
    kept: Option<Kept>,
    input: String,
    /// Indices of the moves that match the input.
    fitting: Vec<usize>,
    /// The move that a key or the mouse has chosen, if any.
    list: ListState,
    messages: Vec<String>,
    coordinates: bool,
    dialog: Option<Dialog>,
    /// The ply before which the board is shown, while the player looks back.
    looks_back: Option<usize>,
    /// How far the board is scrolled, in columns and rows; `None` follows the last move.
    scroll: Option<(usize, usize)>,
    /// Where the board was shown last; a move that marks nothing does not move it.
    shown_from: Option<(usize, usize)>,
    /// The file that the game was saved to as it was left.
    saved_as: Option<String>,
    /// The human player who last saw the board, where something is hidden.
    viewer: Option<usize>,
    /// The colours of the players, by number; 0 is for neutral pieces.
    colours: Vec<Style>,
    /// Where things were drawn last.
    areas: Areas,
    leaving: bool,
}

/// Where the parts of the screen were drawn last, for the mouse.
#[derive(Clone, Copy, Debug, Default)]
struct Areas {
    board: Rect,
    list: Rect,
}

impl Screen {
    fn new(session: Session, kept: Option<Kept>, unfinished: Option<Unfinished>) -> Screen {
        let colours = draw::colours(&session);
        let mut screen = Screen {
            session,
            kept,
            input: String::new(),
            fitting: Vec::new(),
            list: ListState::default(),
            messages: vec![
                "Type a move, or choose one with ↑ ↓, and press Enter. F1 shows help.".to_owned(),
            ],
            coordinates: false,
            dialog: None,
            looks_back: None,
            scroll: None,
            shown_from: None,
            saved_as: None,
            viewer: None,
            colours,
            areas: Areas::default(),
            leaving: false,
        };
        if let Some(warning) = screen.session.reconstruction() {
            screen.say(warning);
        }
        screen.filter();
        screen.dialog = unfinished.map(|found| Dialog::Resume(Box::new(found)));
        if screen.dialog.is_none() {
            screen.session.learn();
        }
        screen
    }

    fn run(&mut self, terminal: &mut DefaultTerminal) -> Result<(), Error> {
        while !self.leaving {
            self.draw_curtain();
            terminal.draw(|frame| self.draw(frame))?;
            if self.dialog.is_none() {
                self.session.ask();
            }
            let busy = self.session.thinks() || self.session.learns_for().is_some();
            if !busy || event::poll(TICK)? {
                // All that is already there is handled before the screen is drawn again.
                loop {
                    self.handle(event::read()?);
                    if self.leaving || !event::poll(Duration::ZERO)? {
                        break;
                    }
                }
            }
            match self.session.reply(Some(Duration::ZERO)) {
                Some(Reply::Moved(told)) => {
                    self.say(told);
                    self.moved();
                }
                Some(Reply::Hint(lines)) => lines.into_iter().for_each(|line| self.say(line)),
                None => {}
            }
        }
        Ok(())
    }

    /// Before another player sees what only it may see, the players change places.
    fn draw_curtain(&mut self) {
        if self.session.seat_to_move() != Seat::Human || self.session.is_over() {
            return;
        }
        let mover = self.session.mover();
        if self.viewer.is_none() || !self.session.hides_from_humans() {
            self.viewer = Some(mover);
        }
        if self.viewer != Some(mover) && self.dialog.is_none() {
            self.dialog = Some(Dialog::Curtain(mover));
        }
    }

    fn say(&mut self, message: impl Into<String>) {
        const KEPT: usize = 200;
        self.messages.push(message.into());
        if self.messages.len() > KEPT {
            self.messages.remove(0);
        }
    }

    /// Says how far a game has come that is gone on with.
    fn say_where_it_stands(&mut self, what: &str) {
        let moves = counted(self.session.plies().len(), "move");
        self.say(format!("{what} after {moves}. {}", self.session.headline()));
    }

    /// After a move, or any other change of the game.
    fn moved(&mut self) {
        self.looks_back = None;
        self.scroll = None;
        self.filter();
        if let Some(kept) = &mut self.kept {
            if let Err(error) = kept.update(&self.session) {
                self.kept = None;
                self.say(format!("The game cannot be kept: {error}"));
            }
        }
        if self.session.is_over() {
            self.say("Type rematch, record, save, undo or quit.");
        }
    }

    /// Filters the moves by the input. None is chosen until a key chooses one.
    fn filter(&mut self) {
        let texts = self.session.texts();
        self.fitting = (0..texts.len())
            .filter(|index| moves::begins_with(&texts[*index], &self.input))
            .collect();
        self.list = ListState::default();
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                let control = key.modifiers.contains(KeyModifiers::CONTROL);
                let leaves = matches!(key.code, KeyCode::Char('c' | 'd')) && control;
                match self.dialog.take() {
                    // A second time it is meant.
                    Some(Dialog::Leave) if leaves => self.leaving = true,
                    _ if leaves => self.ask_to_leave(),
                    Some(dialog) => self.dialog_key(dialog, key),
                    None => self.key(key),
                }
            }
            Event::Paste(text) if self.dialog.is_none() => {
                // Terminals send the end of a line as a carriage return.
                let mut lines = text
                    .split(['\n', '\r'])
                    .filter(|line| !line.trim().is_empty());
                let line = lines.next().unwrap_or_default();
                line.chars().for_each(|c| self.type_char(c));
                if lines.next().is_some() {
                    self.say("Only the first line that you pasted was taken.");
                }
                self.filter();
            }
            Event::Mouse(mouse) => self.mouse(mouse),
            _ => {}
        }
    }

    fn type_char(&mut self, c: char) {
        if !c.is_control() && self.input.chars().count() < LONGEST {
            self.input.push(c);
        }
    }

    fn key(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let shift = key.modifiers.contains(KeyModifiers::SHIFT);
        match key.code {
            KeyCode::Char('z') if control => self.obey(Command::Undo),
            KeyCode::Left if shift => self.scroll_board(-4, 0),
            KeyCode::Right if shift => self.scroll_board(4, 0),
            KeyCode::Up if shift => self.scroll_board(0, -2),
            KeyCode::Down if shift => self.scroll_board(0, 2),
            KeyCode::Left => self.look_back(-1),
            KeyCode::Right => self.look_back(1),
            KeyCode::Home => self.look_back(isize::MIN),
            KeyCode::End => self.look_back(isize::MAX),
            KeyCode::F(1) => self.obey(Command::Help),
            KeyCode::F(2) => self.obey(Command::Rules),
            KeyCode::F(3) => self.obey(Command::Sources),
            KeyCode::F(4) => self.obey(Command::Hint),
            KeyCode::F(5) => self.obey(Command::Coordinates),
            KeyCode::F(6) => self.obey(Command::Undo),
            KeyCode::F(7) => self.obey(Command::Record),
            KeyCode::Esc if self.looks_back.is_some() => self.looks_back = None,
            KeyCode::Esc if self.list.selected().is_some() => self.list = ListState::default(),
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
                self.type_char(c);
                self.filter();
            }
            _ => {}
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        let at = Position::new(mouse.column, mouse.row);
        let by: i16 = match mouse.kind {
            MouseEventKind::ScrollDown => 3,
            MouseEventKind::ScrollUp => -3,
            MouseEventKind::Down(MouseButton::Left) if self.dialog.is_none() => {
                return self.click(at);
            }
            _ => return,
        };
        match &mut self.dialog {
            Some(Dialog::Page(page)) => page.scroll_by(by),
            Some(_) => {}
            None if self.areas.board.contains(at) => self.scroll_board(0, isize::from(by)),
            None if by > 0 => self.list.scroll_down_by(by.unsigned_abs()),
            None => self.list.scroll_up_by(by.unsigned_abs()),
        }
    }

    /// A click on a move chooses it, a second one plays it.
    fn click(&mut self, at: Position) {
        let inner = self.areas.list.inner(ratatui::layout::Margin::new(1, 1));
        if !inner.contains(at) || self.session.seat_to_move() != Seat::Human {
            return;
        }
        let row = self.list.offset() + usize::from(at.y - inner.y);
        if row >= self.fitting.len() {
            return;
        }
        match self.list.selected() == Some(row) {
            true => self.enter(),
            false => self.list.select(Some(row)),
        }
    }

    fn scroll_board(&mut self, columns: isize, rows: isize) {
        let (column, row) = self.scroll.unwrap_or_else(|| self.offset());
        let moved = (
            column.saturating_add_signed(columns),
            row.saturating_add_signed(rows),
        );
        self.scroll = Some(moved);
    }

    /// Goes back or forth in the record; the board shows the position there.
    fn look_back(&mut self, by: isize) {
        let all = self.session.plies().len();
        if self.session.hides() {
            return self.say("In a game with hidden pieces the record shows nothing back.");
        }
        let now = self.looks_back.unwrap_or(all);
        let then = now.saturating_add_signed(by).min(all);
        self.looks_back = (then < all).then_some(then);
    }

    /// Runs the typed command, or plays the typed or chosen move.
    fn enter(&mut self) {
        let typed = std::mem::take(&mut self.input);
        let chosen = self
            .list
            .selected()
            .and_then(|row| self.fitting.get(row).copied());
        let command = Command::parse(&typed);
        let moves = chosen.is_some() || matches!(command, None | Some(Command::Move(_)));
        if moves && self.session.is_over() {
            self.say("The game is over: rematch, record, save, undo or quit.");
            return self.filter();
        }
        if moves && self.session.seat_to_move() != Seat::Human {
            self.say("It is not your turn.");
            return self.filter();
        }
        match (command, chosen) {
            (_, Some(index)) => self.make(index),
            (Some(Command::Move(text)), None) => match self.session.find(&text) {
                Ok(index) => self.make(index),
                // What is listed as the only one that begins like this is meant.
                Err(error) => match self.fitting.as_slice() {
                    [only] => self.make(*only),
                    _ => self.say(error.to_string()),
                },
            },
            (Some(command), None) => self.obey(command),
            (None, None) => match self.session.only_move().is_some() {
                true => self.make(0),
                false => self.say("Type a move, or choose one with ↑ ↓."),
            },
        }
        self.filter();
    }

    fn make(&mut self, index: usize) {
        if self.session.is_over() || self.session.seat_to_move() != Seat::Human {
            return;
        }
        if let Some(ply) = self.looks_back.take() {
            return self.say(format!(
                "You were looking at the position before ply {}: now it is as it stands.",
                ply + 1
            ));
        }
        let told = self.session.make_and_tell(index);
        self.say(told);
        self.moved();
    }

    fn page(&mut self, title: &'static str, text: String) {
        self.dialog = Some(Dialog::Page(Page::new(title, text)));
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Move(_) => {}
            Command::Board => (self.looks_back, self.scroll) = (None, None),
            Command::Moves => self.say("The legal moves stand beside the board."),
            Command::Undo => match self.session.undo() {
                true => {
                    self.say(format!("Undone. {}", self.session.headline()));
                    self.moved();
                }
                false => self.say("Nothing to take back."),
            },
            Command::Hint => match self.session.ask_hint() {
                Some(lines) => lines.into_iter().for_each(|line| self.say(line)),
                None => self.say("Looking for the best move …"),
            },
            Command::Save { name, replace } => match save(&mut self.session, name, replace) {
                Ok(name) => {
                    self.say(format!(
                        "Saved as {name}. `ludarium analyse --load {name}` finds mistakes."
                    ));
                }
                Err(error) => self.say(error.to_string()),
            },
            Command::Load(name) => match load(&mut self.session, &name) {
                Ok(()) => {
                    self.say_where_it_stands("Loaded");
                    self.moved();
                }
                Err(message) => self.say(message.to_string()),
            },
            Command::Resign | Command::Auto if self.session.is_over() => {
                self.say("The game is over.");
            }
            Command::Resign => {
                self.session.resign();
                self.moved();
            }
            Command::Rematch => match self.session.rematch() {
                Ok(()) => {
                    self.say("A new game begins.");
                    self.moved();
                }
                Err(error) => self.say(error.to_string()),
            },
            Command::Record => self.page("Record", self.session.record()),
            Command::Position => match self.session.position_text(self.looks_back) {
                Ok(text) => self.page("Position", text),
                Err(error) => self.say(error.to_string()),
            },
            Command::Auto => {
                self.session.leave_to_machine();
                self.say("The computer plays on for you; undo gives you the seat back.");
            }
            Command::Solve => match self.session.solve() {
                Ok(message) => {
                    self.say(message);
                    self.moved();
                }
                Err(error) => self.say(error.to_string()),
            },
            Command::Rules => self.page("Rules", self.session.rules(dialog::TEXT_WIDTH)),
            Command::Sources => self.page("Sources", self.session.sources()),
            Command::Readings => self.page("Readings", self.session.readings()),
            Command::Legend => self.page("Pieces", self.session.legend().join("\n")),
            Command::Coordinates => self.coordinates = !self.coordinates,
            Command::Help => self.page("Help", help()),
            Command::Quit => self.ask_to_leave(),
        }
        self.filter();
    }

    /// Asks what becomes of an unfinished game; without one, the program ends.
    fn ask_to_leave(&mut self) {
        match self.session.is_over() || self.session.plies().len() == 0 {
            true => self.leaving = true,
            false => self.dialog = Some(Dialog::Leave),
        }
    }
}

fn help() -> String {
    let mut text = String::from(
        "Type a move, or the beginning of one: the list shows those that match.\n\
         ↑ and ↓ choose one of them, Enter plays it. The mouse chooses and plays as well.\n\n\
         ← and → go back and forth in the record, Home and End to its ends; `position` is\n\
         that on the board then.\n\
         Shift with an arrow scrolls a board that does not fit.\n\n\
         F2 rules   F3 sources   F4 hint   F5 coordinates   F6 undo   F7 record\n\nCommands:\n",
    );
    for (word, does) in HELP {
        text.push_str(&format!("  {word:<12} {does}\n"));
    }
    text
}
