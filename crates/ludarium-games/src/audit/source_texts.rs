//! Checks against the texts of the sources, where somebody has them at hand: a quotation stands in
//! one of them, and whatever is no quotation is in our own words.

use std::path::Path;

use rustc_hash::FxHashSet;

use super::{Finding, Findings, Place};
use crate::about::About;
use crate::Entry;

/// A run of this many words that a source has too is a copy.
const COPIED_WORDS: usize = 8;

/// A quotation of fewer words may be a name or a term.
const QUOTED_WORDS: usize = 3;

/// The texts of sources, as words.
pub struct SourceTexts {
    /// Every text: its words, in lower case and without accents, each between spaces.
    texts: Vec<String>,
    /// All runs of [`COPIED_WORDS`] words.
    runs: FxHashSet<String>,
}

impl SourceTexts {
    /// Reads all `.txt` files of a folder.
    ///
    /// # Errors
    ///
    /// If the folder or a file cannot be read.
    pub fn read(folder: &Path) -> std::io::Result<SourceTexts> {
        let mut texts = Vec::new();
        for file in std::fs::read_dir(folder)? {
            let path = file?.path();
            if path.extension().is_some_and(|extension| extension == "txt") {
                let bytes = std::fs::read(&path)?;
                texts.push(String::from_utf8_lossy(&bytes).into_owned());
            }
        }
        Ok(SourceTexts::new(&texts))
    }

    /// Takes texts as they were printed or scanned: words divided at the end of a line are joined.
    ///
    /// ```
    /// let texts = ["The king may leap once like a kni-\nght, it is said."];
    /// let texts = ludarium_games::audit::SourceTexts::new(&texts);
    /// assert!(texts.contain("leap once like a knight"));
    /// assert!(!texts.contain("leap twice"));
    /// ```
    #[must_use]
    pub fn new<T: AsRef<str>>(texts: &[T]) -> SourceTexts {
        let mut runs = FxHashSet::default();
        let texts = texts.iter().map(|text| {
            let words = words(&text.as_ref().replace("-\n", ""));
            for run in words.windows(COPIED_WORDS) {
                runs.insert(run.join(" "));
            }
            format!(" {} ", words.join(" "))
        });
        let texts = texts.collect();
        SourceTexts { texts, runs }
    }

    /// Whether a text has these words, one after another.
    #[must_use]
    pub fn contain(&self, quotation: &str) -> bool {
        let sought = format!(" {} ", words(quotation).join(" "));
        self.texts.iter().any(|text| text.contains(&sought))
    }

    /// The problems of a folder: quotations that stand in no source, and copied words.
    #[must_use]
    pub fn check(&self, entry: &Entry) -> Vec<Finding> {
        let mut findings = Findings {
            entry,
            found: Vec::new(),
        };
        self.check_text(&mut findings, &Place::Rules, entry.rules);
        for (key, text) in prose(&entry.about) {
            self.check_text(&mut findings, &Place::About(key), text);
        }
        findings.found
    }

    fn check_text(&self, findings: &mut Findings, place: &Place, text: &str) {
        for paragraph in text.split("\n\n") {
            let (quoted, own) = quotations(paragraph);
            for quotation in quoted {
                let parts = quotation.split("...").flat_map(|part| part.split('…'));
                let stands = parts.into_iter().all(|part| self.contain(part));
                if words(quotation).len() >= QUOTED_WORDS && !stands {
                    let what = format!("no source says {quotation:?}");
                    findings.at(place.clone(), what);
                }
            }
            for passage in own {
                self.check_copied(findings, place, passage);
            }
        }
    }

    /// Reports the first run of words that a source has too, unless it is the title of a source.
    fn check_copied(&self, findings: &mut Findings, place: &Place, passage: &str) {
        let words = words(passage);
        let copied = words.windows(COPIED_WORDS).find(|run| {
            let run_text = run.join(" ");
            let prose = run.iter().all(|word| word.chars().all(char::is_alphabetic));
            prose && self.runs.contains(&run_text) && !is_title(&findings.entry.about, &run_text)
        });
        if let Some(run) = copied {
            let what = format!("has the words of a source: {:?}", run.join(" "));
            findings.at(place.clone(), what);
        }
    }
}

/// The words of a text in lower case, without accents.
fn words(text: &str) -> Vec<String> {
    let plain = text
        .chars()
        .flat_map(char::to_lowercase)
        .map(without_accent);
    let plain: String = plain.collect();
    let words = plain.split(|letter: char| !letter.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The letter below an accent, as scans often lose it.
fn without_accent(letter: char) -> char {
    match letter {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ā' => 'a',
        'ç' | 'ć' | 'č' => 'c',
        'è' | 'é' | 'ê' | 'ë' | 'ē' => 'e',
        'ì' | 'í' | 'î' | 'ï' | 'ī' | 'ı' => 'i',
        'ñ' | 'ń' => 'n',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'ō' => 'o',
        'ù' | 'ú' | 'û' | 'ü' | 'ū' => 'u',
        'ś' | 'š' => 's',
        letter => letter,
    }
}

/// What stands between quotation marks, and what stands outside.
fn quotations(text: &str) -> (Vec<&str>, Vec<&str>) {
    let mut parts = text.split(['"', '“', '”']);
    let (mut quoted, mut own) = (Vec::new(), Vec::new());
    while let Some(outside) = parts.next() {
        own.push(outside);
        quoted.extend(parts.next());
    }
    (quoted, own)
}

fn is_title(about: &About, run: &str) -> bool {
    let mut sources = about.sources.iter();
    sources.any(|source| words(&source.title).join(" ").contains(run))
}

/// The sentences of `about.toml`, each with the key of its entry.
fn prose(about: &About) -> Vec<(String, &str)> {
    fn add<'a>(prose: &mut Vec<(String, &'a str)>, key: &str, texts: &[Option<&'a String>]) {
        let texts = texts.iter().flatten();
        prose.extend(texts.map(|text| (key.to_owned(), text.as_str())));
    }
    let mut prose = Vec::new();
    add(&mut prose, "summary", &[Some(&about.summary)]);
    add(&mut prose, "missing", &[about.missing.as_ref()]);
    add(&mut prose, "[origin]", &[about.origin.note.as_ref()]);
    for source in &about.sources {
        add(
            &mut prose,
            &format!("[[sources]] {}", source.id),
            &[source.note.as_ref()],
        );
    }
    for reading in &about.readings {
        let key = format!("[[readings]] {}", reading.id);
        add(&mut prose, &key, &[Some(&reading.question)]);
        for answer in &reading.answers {
            add(&mut prose, &key, &[answer.note.as_ref()]);
        }
    }
    for open in &about.undecided {
        add(
            &mut prose,
            "[[undecided]]",
            &[Some(&open.question), open.note.as_ref()],
        );
    }
    for item in &about.evidence {
        let texts = [item.rules.as_ref(), item.content.as_ref()];
        add(&mut prose, &format!("[[evidence]] {}", item.id), &texts);
    }
    for claim in &about.claims {
        let texts = [Some(&claim.statement), claim.result.as_ref()];
        add(&mut prose, &format!("[[claims]] {}", claim.id), &texts);
    }
    for record in &about.records {
        let texts = [record.moves.as_ref(), record.note.as_ref()];
        add(&mut prose, &format!("[[records]] {}", record.file), &texts);
    }
    for note in &about.notes {
        add(&mut prose, "[[notes]]", &[Some(&note.text)]);
    }
    prose
}
