//! Checks of a game's folder: its texts must agree with each other, and random games must end.
//!
//! ```
//! let game = ludarium_games::find("shatranj").unwrap();
//! assert_eq!(ludarium_games::audit::folder(game), []);
//! for variant in ludarium_games::audit::variants(game).unwrap() {
//!     let played = ludarium_games::audit::play(game, &variant, 1, 7);
//!     assert_eq!(played.map(|played| played.games), Ok(1));
//! }
//! ```

mod about;
mod citations;
mod display_names;
mod name_parts;
mod play;
mod provenance;
mod readings;
mod source_texts;

use std::fmt;

pub use citations::{all_citations, citations, exceptions, exceptions_text, Rule};
pub use play::{play, variants, Played, Variant};
pub use source_texts::SourceTexts;

use crate::reference::definitions;
use crate::{entries, fold, Entry, Kind, LoadError, Status};

/// The place of a problem in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// `about.toml`, with the entry in it: `[[readings]] draw`.
    About(String),
    /// `game.lud`.
    Description,
    /// `rules.md`.
    Rules,
    /// Another file in the folder: `records/x.txt`.
    File(String),
}

/// A problem with a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The folder: `chess/gollon-shatranj`.
    pub folder: String,
    /// The place in it.
    pub place: Place,
    /// What is wrong.
    pub what: String,
}

impl Finding {
    /// A problem with the folder of a game.
    #[must_use]
    pub fn new(entry: &Entry, place: Place, what: impl Into<String>) -> Finding {
        Finding {
            folder: format!("{}/{}", entry.family, entry.slug),
            place,
            what: what.into(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/", self.folder)?;
        match &self.place {
            Place::About(key) if key.is_empty() => f.write_str("about.toml")?,
            Place::About(key) => write!(f, "about.toml, {key}")?,
            Place::Description => f.write_str("game.lud")?,
            Place::Rules => f.write_str("rules.md")?,
            Place::File(file) => f.write_str(file)?,
        }
        write!(f, ": {}", self.what)
    }
}

/// Collects the problems of one folder.
struct Findings<'a> {
    entry: &'a Entry,
    found: Vec<Finding>,
}

impl Findings<'_> {
    /// Adds a problem with an entry of `about.toml`.
    fn about(&mut self, key: &str, what: impl Into<String>) {
        let place = Place::About(key.to_owned());
        self.found.push(Finding::new(self.entry, place, what));
    }

    fn at(&mut self, place: Place, what: impl Into<String>) {
        self.found.push(Finding::new(self.entry, place, what));
    }
}

/// Checks the texts of a folder and returns all problems. It plays no games; see [`play`].
#[must_use]
pub fn folder(entry: &Entry) -> Vec<Finding> {
    let mut findings = Findings {
        entry,
        found: Vec::new(),
    };
    if let Some(problem) = &entry.problem {
        findings.about("", problem.trim_end());
        return findings.found;
    }
    names(&mut findings);
    status(&mut findings);
    if entry.rules.trim().is_empty() {
        findings.at(Place::Rules, "is empty or missing");
    }
    about::check(&mut findings);
    provenance::check(&mut findings);
    if entry.kind() == Kind::Game {
        match crate::load(entry, &[]) {
            Ok(loaded) => {
                readings::check(&mut findings, &loaded);
                display_names::check(&mut findings, &loaded);
                name_parts::check(&mut findings, &loaded);
            }
            Err(LoadError::About(what) | LoadError::Missing(what) | LoadError::Reading(what)) => {
                findings.at(Place::Description, what);
            }
            Err(LoadError::Description(errors)) => {
                findings.at(Place::Description, errors.to_string());
            }
        }
    }
    findings.found
}

/// Checks the shared definitions and returns all problems.
#[must_use]
pub fn shared_definitions() -> Vec<Finding> {
    let wrong = definitions::unexplained()
        .into_iter()
        .map(|(file, name)| (file, format!("{name:?} has no comment")));
    let unused = definitions::unused()
        .into_iter()
        .map(|(file, name)| (file, format!("{name:?} is not used")));
    let findings = wrong.chain(unused).map(|(file, what)| Finding {
        folder: "defs".to_owned(),
        place: Place::File(file),
        what,
    });
    findings.collect()
}

fn names(findings: &mut Findings) {
    let entry = findings.entry;
    let about = &entry.about;
    if about.slug != entry.slug {
        findings.about(
            "slug",
            format!("is {:?}, not the folder's name", about.slug),
        );
    }
    if about.family != entry.family {
        let what = format!(
            "is {:?}, but the folder is in {}",
            about.family, entry.family
        );
        findings.about("family", what);
    }
    if about.name.trim().is_empty() {
        findings.about("name", "is empty");
    }
    if about.summary.trim().is_empty() {
        findings.about("summary", "is empty");
    }
    let own: Vec<String> = entry.names().map(fold).collect();
    for other in entries().iter().filter(|other| other.slug != entry.slug) {
        let shared = other.names().find(|name| own.contains(&fold(name)));
        if let Some(name) = shared {
            findings.about(
                "aliases",
                format!("{} has the name {name:?} too", other.slug),
            );
        }
    }
}

fn status(findings: &mut Findings) {
    let entry = findings.entry;
    let missing = entry.about.missing.as_deref().map(str::trim);
    match (entry.kind(), entry.about.status, missing) {
        (Kind::Lost, Status::Playable, _) => findings.about(
            "status",
            "is playable, but there is no game.lud; write \"incomplete\" and what is missing",
        ),
        (_, Status::Incomplete, None | Some("")) => {
            findings.about("missing", "is empty, but the status is incomplete");
        }
        (_, Status::Playable, Some(_)) => {
            findings.about("missing", "is not empty, but the status is playable");
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::About;

    const TEXT: &str = r#"(game "Three" (players 2)
        (equipment { (board (square 3)) (piece "Mark" Each) })
        (rules (play (move Add (to (sites Empty))))
            (end (if (is Line <Length:n>) (result Mover Win)))))
        (option "Length" <Length> args:{ <n> } {
            (item "Three" <3> "Three.")* (item "Two" <2> "Two.") })"#;

    const ABOUT: &str = r#"
        slug = "a-three"
        name = "Three"
        family = "territory"
        players = 2
        summary = "Three in a row."
        [[sources]]
        id = "a"
        title = "A book"
        [[readings]]
        id = "length"
        option = "Length"
        question = "How many?"
        default = "Three"
        [[readings.answers]]
        item = "Three"
        support = ["a"]
        [[readings.answers]]
        item = "Two"
        support = ["guess"]
        [[records]]
        file = "records/a.txt"
        kind = "game"
    "#;

    fn three(about: &str, text: &'static str) -> Entry {
        Entry {
            family: "territory",
            slug: "a-three",
            about: About::parse(about).unwrap(),
            about_text: "",
            problem: None,
            description: text,
            rules: "# Three",
            weights: "",
            agent: "",
            examples: "",
            records: &[("a.txt", "a1\n")],
        }
    }

    /// The findings after a replacement in `about.toml`.
    fn found(from: &str, to: &str) -> String {
        assert!(ABOUT.contains(from), "{from}");
        let findings = folder(&three(&ABOUT.replace(from, to), TEXT));
        let lines: Vec<String> = findings.iter().map(Finding::to_string).collect();
        lines.join("\n")
    }

    #[test]
    fn a_folder_in_order_has_no_findings_and_its_readings_play() {
        let entry = three(ABOUT, TEXT);
        assert_eq!(folder(&entry), []);
        let variants = variants(&entry).unwrap();
        assert_eq!(variants.len(), 2, "the default and the other length");
        for variant in &variants {
            assert_eq!(play(&entry, variant, 5, 1).map(|p| p.games), Ok(5));
        }
    }

    #[test]
    fn options_and_readings_correspond() {
        let place = "territory/a-three/about.toml, [[readings]] length";
        for (from, to, what) in [
            (
                "default = \"Three\"",
                "default = \"Two\"",
                "the default is \"Two\", but game.lud marks \"Three\" with the star",
            ),
            (
                "item = \"Two\"",
                "item = \"Four\"",
                "the option has no item \"Four\"",
            ),
            (
                "item = \"Two\"",
                "item = \"Four\"",
                "there is no answer for the item \"Two\"",
            ),
            (
                "option = \"Length\"",
                "option = \"Breadth\"",
                "game.lud has no option \"Breadth\"",
            ),
        ] {
            let found = found(from, to);
            assert!(found.contains(&format!("{place}: {what}")), "{found}");
        }
        let found = found("option = \"Length\"", "option = \"Breadth\"");
        assert!(found.contains("about.toml: there is no reading for the option \"Length\""));
    }

    #[test]
    fn named_sources_files_and_variables_exist() {
        let sources = found("support = [\"a\"]", "support = [\"b\"]");
        assert!(sources.contains("there is no source \"b\""), "{sources}");
        let records = found("records/a.txt", "records/b.txt");
        assert!(
            records.contains("there is no file records/b.txt"),
            "{records}"
        );
        assert!(
            records.contains("records/a.txt: about.toml does not list it"),
            "{records}"
        );
        let players = found("players = 2", "players = 3");
        assert!(players.contains("the description has 2"), "{players}");
        let table = "kind = \"game\"";
        let found_in = |line: &str| found(table, &format!("{table}\n[table]\n{line}"));
        for (line, what) in [
            (
                "players = [\"White\"]",
                "names 1 players, but the game has 2",
            ),
            (
                "players = [\"White\", \"White\"]",
                "two players have the same name",
            ),
            (
                "counters = { lives = \"Lives\" }",
                "the game has no variable \"lives\"",
            ),
            (
                "throws = { 1 = \"tab\" }",
                "names throws, but the game has no dice",
            ),
            (
                "states = { Mark = { one = \"asleep\" } }",
                "\"one\" is not a number",
            ),
        ] {
            assert!(found_in(line).contains(what), "{line}: {}", found_in(line));
        }
        let lost = found("players = 2", "players = 2\nstatus = \"incomplete\"");
        assert!(lost.contains("about.toml, missing: is empty"), "{lost}");
    }

    #[test]
    fn names_that_contain_each_other_are_reported() {
        let found = |pieces: &str| {
            let text = TEXT.replace("(piece \"Mark\" Each)", pieces);
            folder(&three(ABOUT, text.leak()))
        };
        let other = "(piece \"Kin\" P1) (piece \"King\" P2) (regions \"Camp\" P1 {0})";
        assert_eq!(found(other), [], "of different players");
        let findings = found("(piece \"Kin\" Each) (piece \"King\" Each)");
        let [finding] = &findings[..] else {
            panic!("{findings:?}");
        };
        let what = "piece \"King\" contains the name of piece \"Kin\"";
        assert!(finding.what.contains(what), "{finding}");
        let regions =
            "(piece \"Mark\" Each) (regions \"Gate\" P1 {0}) (regions \"Gateway\" P1 {1})";
        assert_eq!(found(regions).len(), 1);
    }

    #[test]
    fn a_year_of_publication_is_no_time_of_play() {
        let dated = |text: &str| {
            let source = "title = \"A book\"";
            found(source, &format!("{source}\nyear = 1955\n{text}"))
        };
        let origin = dated("[origin]\nfrom = 1901\nto = 1955");
        assert!(
            origin.contains("to = 1955 is the year in which a source was published"),
            "{origin}"
        );
        assert!(!origin.contains("from = 1901"), "{origin}");
        let seen = |kind: &str| {
            dated(&format!(
                "[[evidence]]\nid = \"seen\"\ntype = \"{kind}\"\n\
                 date_from = \"1955-01-01\"\ndate_to = \"1955-12-31\""
            ))
        };
        let play = seen("Ethnography");
        assert!(
            play.contains("[[evidence]] seen: its dates are the years"),
            "{play}"
        );
        // A text is of its year, whatever it describes.
        assert_eq!(seen("Contemporary rule description"), "");
    }

    #[test]
    fn a_guess_is_no_default_where_a_source_supports_another_answer() {
        let guessed = ABOUT.replace("support = [\"a\"]", "support = [\"guess\"]");
        let other = "item = \"Two\"\n        support = [\"guess\"]";
        assert!(guessed.contains(other));
        let guessed = guessed.replace(other, &other.replace("guess", "a"));
        let findings = folder(&three(&guessed, TEXT));
        let text = findings.first().map(Finding::to_string).unwrap_or_default();
        assert!(
            text.contains("[[readings]] length: the default is a guess"),
            "{text}"
        );

        let reason = "item = \"Three\"\n        note = \"Two is too easy.\"";
        let with_reason = guessed.replace("item = \"Three\"", reason);
        assert_eq!(folder(&three(&with_reason, TEXT)), []);
    }

    #[test]
    fn quotations_stand_in_a_source_and_other_words_are_ours() {
        let book =
            "If a player has three of his marks in a row, wheth-\ner upright, level or aslant, he has \
                    won, says Élise.";
        let texts = SourceTexts::new(&[book]);
        let found = |rules: &'static str| {
            let mut entry = three(ABOUT, TEXT);
            entry.rules = rules;
            let findings = texts.check(&entry);
            findings.iter().map(Finding::to_string).collect::<Vec<_>>()
        };
        assert_eq!(
            found("Three in line win, \"whether upright, level or aslant\"."),
            [""; 0]
        );
        assert_eq!(found("\"has won ... says Elise\""), [""; 0]);
        assert_eq!(
            found("Three win, \"upright or level\"."),
            ["territory/a-three/rules.md: no source says \"upright or level\""]
        );
        assert_eq!(
            found("A player who has three of his marks in a row, whether upright or not, wins."),
            ["territory/a-three/rules.md: has the words of a source: \
              \"has three of his marks in a row\""]
        );
    }

    /// The rules of citation that a folder with these texts breaks.
    fn broken(about: &str, rules: &'static str) -> Vec<Rule> {
        let mut entry = three(about, TEXT);
        entry.rules = rules;
        all_citations(&entry)
            .into_iter()
            .map(|(rule, _)| rule)
            .collect()
    }

    const CITED: &str = "# Three\n\n[A] is A book, pp. 1-9.\n\n- Three in a row win [A, p. 2].\n";

    #[test]
    fn quotations_and_clauses_have_pages_of_their_own() {
        assert_eq!(broken(ABOUT, CITED), []);
        let quoted = "# Three\n\n[A] is A book, pp. 1-9.\n\n- They win, \"three in a row\" [A].\n";
        assert_eq!(broken(ABOUT, quoted), [Rule::QuotationPage]);
        let chapter = "# Three\n\n[A] is A book, pp. 1-9.\n\n- A [A].\n- B [A].\n- C [A].\n\
                       - D [A].\n- E [A].\n- F [A].\n";
        assert_eq!(broken(ABOUT, chapter), [Rule::PageRange]);
        let one_page = "# Three\n\n[A] is A book, p. 9.\n\n- A [A].\n- B [A].\n- C [A].\n\
                        - D [A].\n- E [A].\n- F, \"as they say\" [A].\n";
        assert_eq!(broken(ABOUT, one_page), []);
    }

    #[test]
    fn support_defaults_and_coordinates_are_explained() {
        assert_eq!(broken(ABOUT, "# Three\n"), [Rule::SupportCited]);
        let guessed = ABOUT.replacen("support = [\"a\"]", "support = [\"guess\"]", 1);
        assert_eq!(broken(&guessed, CITED), [Rule::DefaultSupport]);
        let place = |note: &str| {
            let origin = format!(
                "[origin]\nlatitude = 1.0\nlongitude = 2.0\nnote = \"{note}\"\n[[sources]]"
            );
            broken(&ABOUT.replacen("[[sources]]", &origin, 1), CITED)
        };
        assert_eq!(place("Of a town."), [Rule::Coordinates]);
        assert_eq!(place("The coordinates are not in the source."), []);
    }

    #[test]
    fn a_check_looks_at_what_its_claim_says() {
        let claim = |statement: &str, check: &str| {
            let claim = format!(
                "[[claims]]\nid = \"x\"\nsource = \"a\"\npage = \"2\"\nstatement = \"{statement}\"\n\
                 check = \"{check}\"\nverdict = \"holds\"\nresult = \"So.\"\n[[records]]"
            );
            broken(&ABOUT.replacen("[[records]]", &claim, 1), CITED)
        };
        let fault = [Rule::ClaimCheck];
        assert_eq!(
            claim("The diagonals agree.", "figure: records/a.txt; semi-magic"),
            fault
        );
        assert_eq!(
            claim("The diagonals agree.", "figure: records/a.txt; magic"),
            []
        );
        assert_eq!(
            claim("It is re-entering.", "figure: records/a.txt; tour"),
            fault
        );
        assert_eq!(claim("The first wins.", "replay: records/a.txt"), fault);
        assert_eq!(claim("The moves are legal.", "replay: records/a.txt"), []);
        assert_eq!(claim("It is so.", "hand: looked at"), fault);
        assert_eq!(claim("It is so.", "hand: the test so in tests/so.rs"), []);
        assert_eq!(claim("It is so.", "hand: the proof is in [a]"), []);
        assert_eq!(claim("It is so.", "hand: the proof is in [b]"), fault);
    }

    #[test]
    fn no_folder_has_more_exceptions_than_are_listed() {
        let written = std::env::var("LUDARIUM_EXCEPTIONS").unwrap_or_default();
        if ["write", "renew"].contains(&written.as_str()) {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/audit/exceptions.tsv");
            let text = exceptions_text(entries(), written == "renew");
            std::fs::write(path, text).unwrap();
            return;
        }
        let excess = entries().iter().flat_map(citations);
        let excess: Vec<String> = excess.map(|finding| finding.to_string()).collect();
        assert!(excess.is_empty(), "{}", excess.join("\n"));
    }

    #[test]
    fn a_game_ended_only_by_the_turn_limit_is_reported() {
        const ENDLESS: &str = r#"(game "Round and round" (players 2)
            (equipment { (board (square 3)) (piece "Mark" Each) })
            (rules (start { (place "Mark1" 0) (place "Mark2" 8) })
                (play (forEach Piece (move Step (to if:(is Empty (to))))))
                (end (if (is Line 3) (result Mover Win)))))"#;
        let entry = three(ABOUT, ENDLESS);
        let variant = Variant::defaults();
        let why = play(&entry, &variant, 1, 1).unwrap_err();
        assert!(why.what.contains("turn limit"), "{why}");
    }
}
