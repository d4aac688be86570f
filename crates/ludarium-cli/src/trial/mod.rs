//! Recorded trials: the text format in which Ludii stores games.

mod action;
mod recorded_action;

pub use recorded_action::{agree, difference, RecordedAction};

use std::fmt;
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use ludarium_lud::Choices;

use crate::source;

/// One recorded game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trial {
    /// The options and the ruleset that were chosen; without any, the defaults.
    pub choices: Choices,
    /// The saved state of the generator before the start of the game.
    pub generator: [u8; 8],
    /// The actions of the start rules, one entry per recorded move.
    pub start: Vec<RecordedMove>,
    /// The decisions, in order.
    pub moves: Vec<RecordedMove>,
    /// The number of legal moves at each decision.
    pub legal: Vec<usize>,
    /// The rank of each player (index 0 is unused); `None` if the record stops before the end. The
    /// ranks are 0 if the game ended without ranks.
    pub rankings: Option<Vec<f64>>,
}

/// One recorded move.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedMove {
    /// The player to move, 0 for the start rules.
    pub mover: usize,
    /// The site where the move starts, if it has one.
    pub from: Option<u32>,
    /// The target site of the move, if it has one.
    pub to: Option<u32>,
    /// The elementary actions, consequences included.
    pub actions: Vec<RecordedAction>,
    /// The line as written.
    pub text: String,
}

/// Why a trial could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrialError(String);

impl fmt::Display for TrialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TrialError {}

fn bad(message: impl Into<String>) -> TrialError {
    TrialError(message.into())
}

/// The maximal unpacked size of a trial in bytes, well above that of the longest known one.
const LARGEST: u64 = 256 << 20;

impl Trial {
    /// Reads a trial from a file, gzipped or plain.
    pub fn open(path: &Path) -> Result<Trial, TrialError> {
        let bytes = std::fs::read(path).map_err(|e| bad(format!("{}: {e}", path.display())))?;
        let mut text = String::new();
        let read = if bytes.starts_with(&[0x1f, 0x8b]) {
            GzDecoder::new(&bytes[..])
                .take(LARGEST)
                .read_to_string(&mut text)
        } else {
            bytes.as_slice().take(LARGEST).read_to_string(&mut text)
        };
        read.map_err(|e| bad(format!("{}: {e}", path.display())))?;
        Trial::parse(&source::visible(text))
    }

    /// Reads a trial from its text.
    ///
    /// Older recorders do not say how many moves belong to the start. There is one legal move count
    /// for each decision, so the start has the moves without a count. In games without decisions,
    /// recorders also count the lack of moves, which is no decision.
    pub fn parse(text: &str) -> Result<Trial, TrialError> {
        let mut trial = Trial::default();
        let mut generator = None;
        let mut moves = Vec::new();
        let mut in_options = false;
        let mut ended = false;
        for (index, line) in text.lines().enumerate() {
            let at = |error: TrialError| bad(format!("line {}: {error}", index + 1));
            match line.trim() {
                "START GAME OPTIONS" => in_options = true,
                "END GAME OPTIONS" => in_options = false,
                option if in_options && !option.is_empty() => trial.choose(option),
                _ => {}
            }
            if in_options {
                continue;
            }
            let Some((key, value)) = line.split_once('=') else {
                continue;
            };
            match key.trim() {
                "RNG internal state" => generator = Some(parse_generator(value).map_err(at)?),
                "Move" => moves.push(RecordedMove::parse(value).map_err(at)?),
                "LEGAL MOVES LIST SIZE" => trial.legal.push(parse_number(value).map_err(at)?),
                "rankings" => {
                    let ranks = value.split(',').map(|r| r.trim().parse::<f64>());
                    trial.rankings = Some(
                        ranks
                            .collect::<Result<_, _>>()
                            .map_err(|e| at(bad(e.to_string())))?,
                    );
                }
                "winner" | "endtype" => ended = true,
                _ => {}
            }
        }
        // A record that was cut off has ranks of 0 and says nothing of the end.
        let unranked = |ranks: &Vec<f64>| ranks.iter().all(|&rank| rank == 0.0);
        if !ended && trial.rankings.as_ref().is_some_and(unranked) {
            trial.rankings = None;
        }
        trial.generator = generator.ok_or_else(|| bad("no state of the generator"))?;
        if trial.legal.last() == Some(&0) {
            trial.legal.pop();
        }
        let start = moves
            .len()
            .checked_sub(trial.legal.len())
            .ok_or_else(|| bad("more counts of legal moves than moves"))?;
        trial.moves = moves.split_off(start);
        trial.start = moves;
        Ok(trial)
    }

    /// Adds a choice of the header: an option's item as `Heading/Item`, or `Ruleset/Name`.
    fn choose(&mut self, choice: &str) {
        match choice.strip_prefix("Ruleset/") {
            Some(ruleset) => self.choices.ruleset = Some(ruleset.to_owned()),
            None => self.choices.options.push(choice.to_owned()),
        }
    }
}

fn parse_generator(text: &str) -> Result<[u8; 8], TrialError> {
    let mut state = [0; 8];
    let mut parts = text.split(',');
    for byte in &mut state {
        let part = parts
            .next()
            .ok_or_else(|| bad("the generator's state has fewer than 8 bytes"))?;
        let signed: i8 = part
            .trim()
            .parse()
            .map_err(|_| bad(format!("not a signed byte: {part}")))?;
        *byte = signed.to_le_bytes()[0];
    }
    Ok(state)
}

fn parse_number<T: std::str::FromStr>(text: &str) -> Result<T, TrialError> {
    text.trim()
        .parse()
        .map_err(|_| bad(format!("not a number: {text}")))
}

impl RecordedMove {
    /// Reads `[Move:mover=1,from=2,to=3,actions=[...],[...]]`.
    pub fn parse(text: &str) -> Result<RecordedMove, TrialError> {
        let inner = text
            .trim()
            .strip_prefix("[Move:")
            .and_then(|rest| rest.strip_suffix(']'))
            .ok_or_else(|| bad("a move is not of the form [Move:...]"))?;
        let (head, actions) = inner
            .split_once("actions=")
            .ok_or_else(|| bad("a move without actions"))?;
        let mut recorded = RecordedMove {
            mover: 0,
            from: None,
            to: None,
            actions: Vec::new(),
            text: text.trim().to_owned(),
        };
        for field in head.split(',').filter(|field| !field.is_empty()) {
            match field.split_once('=') {
                Some(("mover", value)) => recorded.mover = parse_number(value)?,
                Some(("from", value)) => recorded.from = Some(parse_number(value)?),
                Some(("to", value)) => recorded.to = Some(parse_number(value)?),
                // Other entries (levels, a state, the direction of an edge) repeat what the actions
                // say.
                _ => {}
            }
        }
        let list = actions
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
            .ok_or_else(|| bad("the actions of a move are not in brackets"))?;
        for action in list.split("],[") {
            recorded.actions.push(RecordedAction::parse(action)?);
        }
        Ok(recorded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "game=x.lud\nSTART GAME OPTIONS\nEND GAME OPTIONS\n\
        RNG internal state=8,7,6,5,4,3,2,-1\n\
        Move=[Move:mover=0,from=4,to=4,actions=[Add:type=Cell,to=4,what=2]]\n\
        Move=[Move:mover=1,from=4,to=5,levelMin=1,levelMax=1,actions=[Move:typeFrom=Cell,from=4,typeTo=Cell,to=5,decision=true],[SetCounter:counter=-1]]\n\
        Move=[Move:mover=2,actions=[Pass:decision=true,forced=true]]\n\
        LEGAL MOVES LIST SIZE = 3\nLEGAL MOVES LIST SIZE = 1\nrankings=0.0,1.0,2.0\n";

    #[test]
    fn a_trial_without_a_start_count_starts_with_the_moves_that_have_no_legal_count() {
        let trial = Trial::parse(SMALL).unwrap();
        assert_eq!((trial.start.len(), trial.moves.len()), (1, 2));
        assert_eq!(trial.legal, [3, 1]);
        assert_eq!(trial.rankings, Some(vec![0.0, 1.0, 2.0]));
        assert_eq!(trial.generator, [8, 7, 6, 5, 4, 3, 2, 255]);
    }

    #[test]
    fn a_count_of_no_moves_at_the_end_is_of_no_decision() {
        let counted = SMALL.replace("\nrankings", "\nLEGAL MOVES LIST SIZE = 0\nrankings");
        let trial = Trial::parse(&counted).unwrap();
        assert_eq!((trial.start.len(), trial.moves.len()), (1, 2));
        assert_eq!(trial.legal, [3, 1]);
    }

    #[test]
    fn a_forced_pass_has_neither_origin_nor_target() {
        let trial = Trial::parse(SMALL).unwrap();
        assert_eq!((trial.moves[0].from, trial.moves[0].to), (Some(4), Some(5)));
        assert_eq!((trial.moves[1].from, trial.moves[1].to), (None, None));
        assert_eq!(trial.moves[1].mover, 2);
    }

    #[test]
    fn the_header_names_options_and_a_ruleset() {
        let header = "OPTIONS\nBoard Size/6x6\nRuleset/Old = new\nEND GAME";
        let trial = Trial::parse(&SMALL.replacen("OPTIONS\nEND GAME", header, 1)).unwrap();
        let choices = Choices::defaults().with("Board Size/6x6");
        assert_eq!(trial.choices, choices.ruleset("Old = new"));
        assert_eq!(Trial::parse(SMALL).unwrap().choices, Choices::defaults());
    }

    #[test]
    fn a_record_that_says_nothing_of_the_end_was_cut_off() {
        let unranked = SMALL.replace("0.0,1.0,2.0", "0.0,0.0,0.0");
        assert_eq!(Trial::parse(&unranked).unwrap().rankings, None);
        let abandoned = format!("{unranked}winner=0\nendtype=NaturalEnd\n");
        let ranks = Trial::parse(&abandoned).unwrap().rankings;
        assert_eq!(ranks, Some(vec![0.0; 3]));
    }

    #[test]
    fn a_damaged_trial_is_an_error_with_its_line() {
        let damaged = SMALL.replace("to=5,levelMin", "to=five,levelMin");
        assert_eq!(
            Trial::parse(&damaged).unwrap_err().to_string(),
            "line 6: not a number: five"
        );
    }

    #[test]
    fn every_trial_of_the_corpora_reads() {
        let Some(root) = std::env::var_os("LUDARIUM_CORPUS") else {
            println!("skipped: no corpus");
            return;
        };
        let beside = |name| Path::new(&root).with_file_name(name);
        let others = [beside("ludii-options"), beside("crossbred")];
        let others = others.into_iter().filter(|root| root.is_dir());
        for root in others.chain([Path::new(&root).to_owned()]) {
            let corpus = crate::corpus::Corpus::open(&root).unwrap();
            for path in corpus.games.iter().flat_map(|game| &game.trials) {
                let trial = Trial::open(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
                assert_eq!(trial.moves.len(), trial.legal.len(), "{}", path.display());
            }
        }
    }
}
