//! Players of others: programs that speak CECP (T. Mann and H. G. Muller, "Chess Engine Communication Protocol",
//! version 2), with us in the place of XBoard.
//!
//! The program is told what XBoard would tell it: moves that it has no part in (an opening) in "force" mode, then `go`;
//! from then on it answers each move of the other side. It does not think on our time (`easy`).

use std::time::{Duration, Instant};

use super::program::Program;
use crate::clock::Session;

/// What a program says when it is asked to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A move, in its own writing.
    Move(String),
    /// It gives up.
    Resigns,
    /// The game is over: the result that it claims, `1-0`, `0-1` or `1/2-1/2`.
    Claims(String),
    /// Nothing, as long as we waited, or the program has ended.
    Silence,
}

/// So long a program may take to say what it can do. The protocol has two seconds; a busy machine may need more.
const GREETING: Duration = Duration::from_secs(5);

/// So long it may take after it has asked for patience: XBoard waits an hour.
const PREPARING: Duration = Duration::from_secs(600);

/// Between two lines. Some programs wait for input to come when they have read a line, and do not see that another has come
/// with it (GNU Chess 6.2.7).
const PAUSE: Duration = Duration::from_millis(5);

/// Nobody is waited for longer.
const DAY: Duration = Duration::from_secs(24 * 3_600);

/// A program at the other side of a board, and its clock.
pub struct ExternalEngine {
    program: Program,
    /// The word before moves.
    usermove: bool,
    /// The moves that it has not been told yet, and those that it was told last.
    untold: Vec<String>,
    told: Vec<String>,
    /// It answers the next move that it is told.
    answers: bool,
    clock: Session,
}

impl ExternalEngine {
    /// Starts a program, for a variant as XBoard calls it, with so much time for a move on average. It is told who stands
    /// where (owner, letter, square) if it may begin from another array.
    ///
    /// # Errors
    /// If the program cannot be started, or does not play the variant.
    pub fn start(
        command: &str,
        variant: &str,
        men: Option<&[(usize, String, String)]>,
        time: Duration,
    ) -> Result<ExternalEngine, String> {
        let wrong = |error: std::io::Error| format!("{command}: {error}");
        let mut engine = ExternalEngine {
            program: Program::start(command, &[])?,
            usermove: false,
            untold: Vec::new(),
            told: Vec::new(),
            answers: false,
            clock: Session::of(time),
        };
        let variants = engine.greet().map_err(wrong)?;
        let plays = variants
            .as_ref()
            .is_none_or(|all| all.iter().any(|own| own == variant));
        if !plays {
            return Err(format!("{command} does not play the variant {variant}"));
        }
        engine.begin(variant).map_err(wrong)?;
        if let Some(men) = men {
            engine.set_up(men).map_err(wrong)?;
        }
        Ok(engine)
    }

    /// Says hello, and hears what the program can do; the variants that it plays, if it says.
    fn greet(&mut self) -> std::io::Result<Option<Vec<String>>> {
        self.say("xboard\nprotover 2")?;
        let mut end = Instant::now() + GREETING;
        let mut variants = None;
        while let Some(line) = self.hear(end) {
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
                    ("done", "0") => end = Instant::now() + PREPARING,
                    _ => {}
                }
                self.say(&format!("accepted {name}"))?;
            }
        }
        Ok(variants)
    }

    fn begin(&mut self, variant: &str) -> std::io::Result<()> {
        self.say("new")?;
        if variant != "normal" {
            self.say(&format!("variant {variant}"))?;
        }
        let (moves, whole) = self.clock.terms();
        let seconds = whole.as_secs().max(1);
        let clock = format!("level {moves} {}:{:02} 0", seconds / 60, seconds % 60);
        self.say(&format!("force\n{clock}\neasy\nnopost"))
    }

    /// Tells the array by the old command `edit`, which programs without `setboard` know too: first the men of the one who
    /// moves first.
    fn set_up(&mut self, men: &[(usize, String, String)]) -> std::io::Result<()> {
        let of = |player: usize| {
            let own = men.iter().filter(move |(owner, ..)| *owner == player);
            let placed = own.map(|(_, letter, square)| format!("{letter}{square}\n"));
            placed.collect::<String>()
        };
        self.say(&format!("edit\n#\n{}c\n{}.", of(1), of(2)))
    }

    /// Has it told a move that somebody else made when it is to move again.
    pub fn told(&mut self, text: &str) {
        self.untold.push(match self.usermove {
            true => format!("usermove {text}"),
            false => text.to_owned(),
        });
    }

    /// Lets the program move.
    ///
    /// # Errors
    /// If it took a move that it was told for illegal.
    pub fn choose(&mut self) -> Result<Answer, String> {
        // What it said after its last move; a refusal may also come later, with the answer. Who claims a result there (Fairy-Max, its rule
        // of fifty moves) plays no further.
        let mut claimed = None;
        while let Some(line) = self.program.heard() {
            refused(&line, &self.told)?;
            let answer = answer_in(&line).filter(|own| !matches!(own, Answer::Move(_)));
            claimed = answer.or(claimed);
        }
        if let Some(claimed) = claimed {
            return Ok(claimed);
        }
        let hundredths = self.clock.left().as_millis() / 10;
        let clocks = format!("time {hundredths}\notim {hundredths}");
        self.told = std::mem::take(&mut self.untold);
        let asked = match (&self.told[..], self.answers) {
            ([only], true) => format!("{clocks}\n{only}"),
            (moves, _) => {
                let moves: String = moves.iter().map(|text| format!("{text}\n")).collect();
                format!("force\n{moves}{clocks}\ngo")
            }
        };
        if self.say(&asked).is_err() {
            return Ok(Answer::Silence);
        }
        self.answers = true;
        let begun = Instant::now();
        let patience = self.clock.terms().1.saturating_mul(10).min(DAY);
        let end = begun + patience + Duration::from_secs(10);
        let answer = loop {
            let Some(line) = self.hear(end) else {
                break Answer::Silence;
            };
            refused(&line, &self.told)?;
            if let Some(answer) = answer_in(&line) {
                break answer;
            }
        };
        self.clock.moved(begun.elapsed());
        Ok(answer)
    }

    fn say(&mut self, text: &str) -> std::io::Result<()> {
        for (number, line) in text.lines().enumerate() {
            if number > 0 {
                std::thread::sleep(PAUSE);
            }
            self.program.say(line)?;
        }
        Ok(())
    }

    fn hear(&mut self, end: Instant) -> Option<String> {
        self.program.hear(end)
    }
}

impl Drop for ExternalEngine {
    fn drop(&mut self) {
        // Who does not leave when told to is put out.
        let _ = self.say("quit");
        self.program.let_go();
    }
}

/// The features of one line: `name=value`, where a value with spaces stands in quotes.
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

fn answer_in(line: &str) -> Option<Answer> {
    let mut words = line.split_whitespace();
    match words.next()? {
        "move" => Some(Answer::Move(words.next()?.to_owned())),
        "resign" => Some(Answer::Resigns),
        result @ ("1-0" | "0-1" | "1/2-1/2") => Some(Answer::Claims(result.to_owned())),
        // The move as older programs write it: `My move is : e7e5`.
        "My" => {
            let text = line.trim().strip_prefix("My move is")?;
            let text = text.trim_start_matches([' ', ':']);
            Some(Answer::Move(text.to_owned()))
        }
        _ => None,
    }
}

/// Whether a line refuses one of the moves told: as the protocol has it, or as an error that names the move (Sjaak II).
fn refused(line: &str, told: &[String]) -> Result<(), String> {
    let line = line.trim();
    let of_move = |(_, what): (&str, &str)| told.iter().any(|text| text == what);
    let error = line
        .strip_prefix("Error (")
        .and_then(|rest| rest.split_once("): "));
    match line.starts_with("Illegal move") || error.is_some_and(of_move) {
        true => Err(line.to_owned()),
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
        // What older programs repeat of the moves that they were told.
        assert_eq!(answer_in("1. ... e7e5"), None);
        assert_eq!(answer_in("resign"), Some(Answer::Resigns));
        let drawn = Answer::Claims("1/2-1/2".to_owned());
        assert_eq!(answer_in("1/2-1/2 {repetition}"), Some(drawn));
        assert_eq!(answer_in("  3  41  0  826  Hc2 Hg7"), None);
        assert_eq!(answer_in("1. e2e4"), None);
    }

    #[test]
    #[cfg(unix)]
    fn what_is_claimed_right_after_a_move_is_heard_when_it_is_its_turn_again() {
        let script = r#"while read line; do
            case $line in
                protover*) echo 'feature done=1' ;;
                go) echo 'move a2a3'; echo '1/2-1/2 {rule of fifty moves}' ;;
            esac
        done"#;
        let file = format!("ludarium-claims-{}.sh", std::process::id());
        let path = std::env::temp_dir().join(file);
        std::fs::write(&path, script).expect("a file of the test's own");
        let command = format!("sh {}", path.display());
        let second = Duration::from_secs(1);
        let mut engine =
            ExternalEngine::start(&command, "normal", None, second).expect("it starts");
        assert_eq!(engine.choose(), Ok(Answer::Move("a2a3".to_owned())));
        engine.told("a7a6");
        // It would be waited for ten times as long as its clock runs.
        let drawn = Answer::Claims("1/2-1/2".to_owned());
        assert_eq!(engine.choose(), Ok(drawn));
        drop(engine);
        std::fs::remove_file(&path).expect("it was there");
    }

    #[test]
    fn a_move_is_refused_by_that_word_or_by_an_error_that_names_it() {
        let told = ["e0e1".to_owned()];
        let refuses = |line: &str| refused(line, &told).is_err();
        assert!(refuses("Illegal move: e0e1"));
        assert!(refuses("Illegal move (in check): e0e1"));
        assert!(refuses("Error (Illegal move or unknown command): e0e1"));
        // What it does not know it need not know.
        assert!(!refuses("Error (unknown command): easy"));
        assert!(!refuses("# all is well"));
    }
}
