//! External engines that speak CECP (T. Mann and H. G. Muller, "Chess Engine Communication
//! Protocol", version 2), with us in the place of XBoard.
//!
//! The engine is sent what XBoard would send: the moves of an opening in force mode, then `go`;
//! from then on it answers each move of the other side. It does not think on the opponent's time
//! (`easy`).

use std::time::{Duration, Instant};

use crate::notation::PlacedPiece;
use crate::process::EngineProcess;
use crate::time::TimeControl;
use crate::EngineError;

/// The answer of an engine that is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A move, as the engine writes it.
    Move(String),
    /// It resigns.
    Resigns,
    /// It claims that the game is over, with the result `1-0`, `0-1` or `1/2-1/2`.
    Claims(String),
    /// No answer in time, or the engine has exited.
    Silence,
}

/// The time for an engine to name its features. The protocol has two seconds; a busy machine may
/// need more.
const GREETING_TIME: Duration = Duration::from_secs(5);

/// The time for an engine that asks to wait with `done=0`; XBoard waits an hour.
const PREPARATION_TIME: Duration = Duration::from_secs(600);

/// The pause between two lines. Some engines (GNU Chess 6.2.7) wait for input after each line that
/// they have read, and miss a second line that came with it.
const LINE_PAUSE: Duration = Duration::from_millis(5);

/// The maximal time to wait for an answer.
const DAY: Duration = Duration::from_secs(24 * 3_600);

/// An external engine in a game, and its clock.
#[derive(Debug)]
pub struct ExternalEngine {
    process: EngineProcess,
    /// Whether `usermove` comes before moves.
    usermove: bool,
    /// The moves that the engine has not been sent yet.
    unsent: Vec<String>,
    /// The moves that it was sent last.
    sent: Vec<String>,
    /// Whether it answers the next move that it is sent.
    answers: bool,
    clock: TimeControl,
}

impl ExternalEngine {
    /// Starts an engine for an XBoard variant, with an average time for a move. `pieces` is the
    /// start position, for engines whose own may differ.
    ///
    /// # Errors
    /// If the engine cannot be started, ends at once, or does not play the variant.
    pub fn start(
        command: &str,
        variant: &str,
        pieces: Option<&[PlacedPiece]>,
        time: Duration,
    ) -> Result<ExternalEngine, EngineError> {
        // It does not read what it is sent.
        let ended = |_| EngineError::Ended {
            command: command.to_owned(),
        };
        let mut engine = ExternalEngine {
            process: EngineProcess::start(command, &[])?,
            usermove: false,
            unsent: Vec::new(),
            sent: Vec::new(),
            answers: false,
            clock: TimeControl::per_move(time),
        };
        let variants = engine.greet().map_err(ended)?;
        let plays = variants
            .as_ref()
            .is_none_or(|all| all.iter().any(|own| own == variant));
        if !plays {
            return Err(EngineError::Variant {
                command: command.to_owned(),
                variant: variant.to_owned(),
            });
        }
        engine.begin(variant).map_err(ended)?;
        if let Some(pieces) = pieces {
            engine.set_up(pieces).map_err(ended)?;
        }
        Ok(engine)
    }

    /// Greets the engine and reads its features; returns the variants that it plays, if it tells.
    fn greet(&mut self) -> std::io::Result<Option<Vec<String>>> {
        self.send("xboard\nprotover 2")?;
        let mut end = Instant::now() + GREETING_TIME;
        let mut variants = None;
        while let Some(line) = self.receive(end) {
            let Some(features) = line.trim().strip_prefix("feature ") else {
                continue;
            };
            for (name, value) in features_of(features) {
                match (name.as_str(), value.as_str()) {
                    ("usermove", value) => self.usermove = value == "1",
                    ("variants", all) => {
                        let all = all.split(',').map(|own| own.trim().to_owned());
                        variants = Some(all.collect());
                    }
                    ("done", "1") => return Ok(variants),
                    ("done", "0") => end = Instant::now() + PREPARATION_TIME,
                    _ => {}
                }
                self.send(&format!("accepted {name}"))?;
            }
        }
        Ok(variants)
    }

    fn begin(&mut self, variant: &str) -> std::io::Result<()> {
        self.send("new")?;
        if variant != "normal" {
            self.send(&format!("variant {variant}"))?;
        }
        let (moves, whole) = self.clock.session();
        let seconds = whole.as_secs().max(1);
        let clock = format!("level {moves} {}:{:02} 0", seconds / 60, seconds % 60);
        self.send(&format!("force\n{clock}\neasy\nnopost"))
    }

    /// Sends the start position by the old command `edit`, which engines without `setboard` know
    /// too: first the pieces of the player who moves first.
    fn set_up(&mut self, pieces: &[PlacedPiece]) -> std::io::Result<()> {
        let of = |player: usize| {
            let own = pieces.iter().filter(move |piece| piece.owner == player);
            let placed = own.map(|piece| format!("{}{}\n", piece.letter, piece.square));
            placed.collect::<String>()
        };
        self.send(&format!("edit\n#\n{}c\n{}.", of(1), of(2)))
    }

    /// Adds a move that the engine did not make; it is sent when the engine is to move again.
    pub fn add_move(&mut self, text: &str) {
        self.unsent.push(match self.usermove {
            true => format!("usermove {text}"),
            false => text.to_owned(),
        });
    }

    /// Lets the engine move.
    ///
    /// # Errors
    /// If it refuses a move that it was sent.
    pub fn choose(&mut self) -> Result<Answer, EngineError> {
        // Output since its last move; a refusal may also come later, with the answer. An engine
        // that claims a result there (Fairy-Max by its rule of fifty moves) does not play on.
        let mut claimed = None;
        while let Some(line) = self.process.try_receive() {
            refused(&line, &self.sent)?;
            let answer = answer_in(&line).filter(|own| !matches!(own, Answer::Move(_)));
            claimed = answer.or(claimed);
        }
        if let Some(claimed) = claimed {
            return Ok(claimed);
        }
        let hundredths = self.clock.left().as_millis() / 10;
        let clocks = format!("time {hundredths}\notim {hundredths}");
        self.sent = std::mem::take(&mut self.unsent);
        let asked = match (&self.sent[..], self.answers) {
            ([only], true) => format!("{clocks}\n{only}"),
            (moves, _) => {
                let moves: String = moves.iter().map(|text| format!("{text}\n")).collect();
                format!("force\n{moves}{clocks}\ngo")
            }
        };
        if self.send(&asked).is_err() {
            return Ok(Answer::Silence);
        }
        self.answers = true;
        let begun = Instant::now();
        let patience = self.clock.session().1.saturating_mul(10).min(DAY);
        let end = begun + patience + Duration::from_secs(10);
        let answer = loop {
            let Some(line) = self.receive(end) else {
                break Answer::Silence;
            };
            refused(&line, &self.sent)?;
            if let Some(answer) = answer_in(&line) {
                break answer;
            }
        };
        self.clock.moved(begun.elapsed());
        Ok(answer)
    }

    fn send(&mut self, text: &str) -> std::io::Result<()> {
        for (number, line) in text.lines().enumerate() {
            if number > 0 {
                std::thread::sleep(LINE_PAUSE);
            }
            self.process.send(line)?;
        }
        Ok(())
    }

    fn receive(&mut self, end: Instant) -> Option<String> {
        self.process.receive(end)
    }
}

impl Drop for ExternalEngine {
    fn drop(&mut self) {
        // An engine that does not quit is killed.
        let _ = self.send("quit");
        self.process.wait_briefly();
    }
}

/// The features of one line, `name=value`; a value with spaces is in quotes.
fn features_of(text: &str) -> Vec<(String, String)> {
    let mut features = Vec::new();
    let mut rest = text.trim();
    while let Some((name, after)) = rest.split_once('=') {
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        features.push((name.trim().to_owned(), value.to_owned()));
        rest = after.trim_start();
    }
    features
}

/// The answer in a line, if it has one.
fn answer_in(line: &str) -> Option<Answer> {
    let mut words = line.split_whitespace();
    match words.next()? {
        "move" => Some(Answer::Move(words.next()?.to_owned())),
        "resign" => Some(Answer::Resigns),
        result @ ("1-0" | "0-1" | "1/2-1/2") => Some(Answer::Claims(result.to_owned())),
        // Older engines write `My move is : e7e5`.
        "My" => {
            let text = line.trim().strip_prefix("My move is")?;
            let text = text.trim_start_matches([' ', ':']);
            Some(Answer::Move(text.to_owned()))
        }
        _ => None,
    }
}

/// Checks that a line does not refuse one of the moves sent: as the protocol has it, or by an error
/// that names the move (Sjaak II).
fn refused(line: &str, sent: &[String]) -> Result<(), EngineError> {
    let line = line.trim();
    let of_move = |(_, what): (&str, &str)| sent.iter().any(|text| text == what);
    let error = line
        .strip_prefix("Error (")
        .and_then(|rest| rest.split_once("): "));
    match line.starts_with("Illegal move") || error.is_some_and(of_move) {
        true => Err(EngineError::Refused(line.to_owned())),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_may_stand_in_quotes() {
        let features = features_of("ping=1 myname=\"A b=c\"  variants=\"normal,shatranj\" done=1");
        let text = |(name, value): &(String, String)| format!("{name}:{value}");
        let texts: Vec<String> = features.iter().map(text).collect();
        assert_eq!(
            texts,
            [
                "ping:1",
                "myname:A b=c",
                "variants:normal,shatranj",
                "done:1"
            ]
        );
    }

    #[test]
    fn an_answer_is_a_move_a_resignation_or_a_claim() {
        assert_eq!(
            answer_in("move e2e4"),
            Some(Answer::Move("e2e4".to_owned()))
        );
        let moved = Some(Answer::Move("e7e5".to_owned()));
        assert_eq!(answer_in("My move is : e7e5"), moved);
        // Older engines repeat the moves that they were sent.
        assert_eq!(answer_in("1. ... e7e5"), None);
        assert_eq!(answer_in("resign"), Some(Answer::Resigns));
        let drawn = Answer::Claims("1/2-1/2".to_owned());
        assert_eq!(answer_in("1/2-1/2 {repetition}"), Some(drawn));
        assert_eq!(answer_in("  3  41  0  826  Hc2 Hg7"), None);
        assert_eq!(answer_in("1. e2e4"), None);
    }

    #[test]
    #[cfg(unix)]
    fn a_claim_right_after_a_move_is_read_on_the_next_turn() {
        let script = r#"while read line; do
            case $line in
                protover*) echo 'feature done=1' ;;
                go) echo 'move a2a3'; echo '1/2-1/2 {rule of fifty moves}' ;;
            esac
        done"#;
        let file = format!("ludarium-claims-{}.sh", std::process::id());
        let path = std::env::temp_dir().join(file);
        std::fs::write(&path, script).expect("a file for this test");
        let command = format!("sh {}", path.display());
        let second = Duration::from_secs(1);
        let mut engine =
            ExternalEngine::start(&command, "normal", None, second).expect("it starts");
        assert_eq!(engine.choose(), Ok(Answer::Move("a2a3".to_owned())));
        engine.add_move("a7a6");
        // Without the claim the answer would take ten times the engine's time.
        let drawn = Answer::Claims("1/2-1/2".to_owned());
        assert_eq!(engine.choose(), Ok(drawn));
        drop(engine);
        std::fs::remove_file(&path).expect("it was there");
    }

    #[test]
    fn a_move_is_refused_by_that_word_or_by_an_error_that_names_it() {
        let sent = ["e0e1".to_owned()];
        let refuses = |line: &str| refused(line, &sent).is_err();
        assert!(refuses("Illegal move: e0e1"));
        assert!(refuses("Illegal move (in check): e0e1"));
        assert!(refuses("Error (Illegal move or unknown command): e0e1"));
        // An unknown command is no refusal of a move.
        assert!(!refuses("Error (unknown command): easy"));
        assert!(!refuses("# all is well"));
    }
}
