//! Checks of the citations: that each statement about the past says where it stands.
//!
//! The library was written before these checks, so that `exceptions.tsv` lists how many findings
//! of each kind a folder may still have. The list may only shrink.

use std::fmt;

use super::{Finding, Findings, Place};
use crate::about::{Answer, Claim, Source};
use crate::check::{Check, Property as P};
use crate::Entry;

/// Values of `support` that are not ids of sources.
const NO_SOURCE: [&str; 2] = ["guess", "inference"];

/// Clauses of a folder that may cite the pages of a whole chapter.
const CHAPTER_CLAUSES: usize = 5;

/// Pages that a clause may cite at once.
const CLAUSE_PAGES: u32 = 3;

/// A quotation of fewer words may be a name or a term.
const QUOTED_WORDS: usize = 3;

/// A kind of finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// A quotation has a page.
    QuotationPage,
    /// Clauses have pages of their own, not those of a chapter.
    PageRange,
    /// `rules.md` cites the sources that support an answer.
    SupportCited,
    /// Coordinates say where they come from.
    Coordinates,
    /// The check of a claim looks at what the claim says.
    ClaimCheck,
    /// A source supports the default of a reading, or a note says why it is chosen.
    DefaultSupport,
}

impl Rule {
    const ALL: [Rule; 6] = [
        Rule::QuotationPage,
        Rule::PageRange,
        Rule::SupportCited,
        Rule::Coordinates,
        Rule::ClaimCheck,
        Rule::DefaultSupport,
    ];

    /// The name in `exceptions.tsv`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Rule::QuotationPage => "quotation-page",
            Rule::PageRange => "page-range",
            Rule::SupportCited => "support-cited",
            Rule::Coordinates => "coordinates",
            Rule::ClaimCheck => "claim-check",
            Rule::DefaultSupport => "default-support",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The citations of a folder that are missing, including the exceptions.
#[must_use]
pub fn all_citations(entry: &Entry) -> Vec<(Rule, Finding)> {
    let mut found = Vec::new();
    let mut collect = |rule: Rule, check: fn(&mut Findings)| {
        let mut findings = Findings {
            entry,
            found: Vec::new(),
        };
        check(&mut findings);
        found.extend(findings.found.into_iter().map(|finding| (rule, finding)));
    };
    collect(Rule::QuotationPage, quotations);
    collect(Rule::PageRange, page_ranges);
    collect(Rule::SupportCited, support);
    collect(Rule::Coordinates, coordinates);
    collect(Rule::ClaimCheck, claims);
    collect(Rule::DefaultSupport, defaults);
    found
}

/// The citations of a folder that are missing. Findings of a kind are left out while there are no
/// more of them than `exceptions.tsv` lists.
#[must_use]
pub fn citations(entry: &Entry) -> Vec<Finding> {
    let all = all_citations(entry);
    let many = |rule: Rule| {
        all.iter().filter(|(own, _)| *own == rule).count() > exceptions(entry.slug, rule)
    };
    let kept = all.iter().filter(|(rule, _)| many(*rule));
    kept.map(|(_, finding)| finding.clone()).collect()
}

/// The number of findings of a kind that `exceptions.tsv` lists for a folder.
#[must_use]
pub fn exceptions(slug: &str, rule: Rule) -> usize {
    let lines = include_str!("exceptions.tsv").lines();
    let own = lines.filter_map(|line| {
        let mut fields = line.split('\t');
        let is_own = fields.next() == Some(slug) && fields.next() == Some(rule.name());
        is_own
            .then(|| fields.next()?.parse::<usize>().ok())
            .flatten()
    });
    own.sum()
}

/// The text of `exceptions.tsv` for the library as it is. Unless `growing`, no count exceeds the
/// one listed now.
#[must_use]
pub fn exceptions_text(entries: &[Entry], growing: bool) -> String {
    let head = include_str!("exceptions.tsv").lines();
    let head = head.take_while(|line| line.starts_with('#'));
    let mut text: String = head.flat_map(|line| [line, "\n"]).collect();
    for entry in entries {
        let all = all_citations(entry);
        for rule in Rule::ALL {
            let count = all.iter().filter(|(own, _)| *own == rule).count();
            let most = match growing {
                true => usize::MAX,
                false => exceptions(entry.slug, rule),
            };
            let count = count.min(most);
            if count > 0 {
                text += &format!("{}\t{rule}\t{count}\n", entry.slug);
            }
        }
    }
    text
}

/// The clauses of a text in Markdown: paragraphs, and the items of lists.
fn clauses(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split("\n\n").flat_map(|paragraph| {
        let mut clauses: Vec<String> = Vec::new();
        for line in paragraph.lines() {
            match clauses.last_mut() {
                Some(clause) if !line.starts_with("- ") => {
                    clause.push(' ');
                    clause.push_str(line.trim());
                }
                _ => clauses.push(line.to_owned()),
            }
        }
        clauses
    })
}

/// The pages that a text names: `p. 52`, `pp. 33-52`, and volume and line such as `v. 12`.
fn pages(text: &str) -> Vec<(u32, u32)> {
    let mut found = Vec::new();
    for mark in ["p. ", "pp. ", "v. ", "vv. "] {
        for (at, _) in text.match_indices(mark) {
            let before = text[..at].chars().next_back();
            if before.is_some_and(char::is_alphabetic) {
                continue;
            }
            let rest = &text[at + mark.len()..];
            let number = |text: &str| -> Option<(u32, usize)> {
                let digits = text.chars().take_while(char::is_ascii_digit).count();
                Some((text[..digits].parse().ok()?, digits))
            };
            let Some((first, digits)) = number(rest) else {
                continue;
            };
            let last = rest[digits..]
                .strip_prefix(['-', '–'])
                .and_then(number)
                .map_or(first, |(last, _)| last.max(first));
            found.push((first, last));
        }
    }
    found
}

/// The number of pages of the widest range.
fn widest(pages: &[(u32, u32)]) -> u32 {
    let widths = pages.iter().map(|(first, last)| last - first + 1);
    widths.max().unwrap_or(0)
}

/// The abbreviations in brackets of a text: `[G]` and the letters of `[G, p. 52]` or `[G: guess]`.
fn abbreviations(text: &str) -> impl Iterator<Item = &str> {
    text.split('[').skip(1).filter_map(|rest| {
        let letters = rest.find(|letter: char| !letter.is_ascii_alphanumeric())?;
        let name = &rest[..letters];
        let ends = rest[letters..].starts_with([']', ',', ':', ';']);
        let short = (1..=2).contains(&name.len()) && name.starts_with(|c: char| c.is_uppercase());
        (ends && short).then_some(name)
    })
}

/// The pages of an abbreviation, where `rules.md` defines it: `[G] is John Gollon, ..., pp. 3-9`.
fn defined_pages(rules: &str, abbreviation: &str) -> Vec<(u32, u32)> {
    let mark = format!("[{abbreviation}] is ");
    let Some(at) = rules.find(&mark) else {
        return Vec::new();
    };
    let rest = &rules[at + mark.len()..];
    let end = rest.find("\n\n").unwrap_or(rest.len());
    let end = rest[..end].find('[').unwrap_or(end);
    pages(&rest[..end].replace('\n', " "))
}

fn quotations(findings: &mut Findings) {
    let rules = findings.entry.rules;
    for clause in clauses(rules) {
        let quoted = clause.split(['"', '“', '”']).skip(1).step_by(2);
        let long = quoted
            .filter(|text| text.split_whitespace().count() >= QUOTED_WORDS)
            .collect::<Vec<_>>();
        let cited = abbreviations(&clause).map(|short| widest(&defined_pages(rules, short)));
        let has_page = !pages(&clause).is_empty()
            || cited
                .into_iter()
                .any(|width| (1..=CLAUSE_PAGES).contains(&width));
        if let Some(first) = long.first().filter(|_| !has_page) {
            findings.at(Place::Rules, format!("the quotation {first:?} has no page"));
        }
    }
}

fn page_ranges(findings: &mut Findings) {
    let rules = findings.entry.rules;
    let wide = |clause: &String| {
        clause.starts_with("- ")
            && pages(clause).is_empty()
            && abbreviations(clause)
                .any(|short| widest(&defined_pages(rules, short)) > CLAUSE_PAGES)
    };
    let count = clauses(rules).filter(wide).count();
    if count > CHAPTER_CLAUSES {
        let what = format!("{count} clauses cite the pages of a chapter, not their own");
        findings.at(Place::Rules, what);
    }
}

/// Whether `rules.md` names a source: by the last name of its author, or by its title.
fn is_cited(rules: &str, source: &Source) -> bool {
    let author = source.author.as_deref().unwrap_or_default();
    let name = author.split_whitespace().next_back().unwrap_or_default();
    let name = name.trim_end_matches([',', '.']);
    // A line may end within the title.
    let flat = rules.split_whitespace().collect::<Vec<_>>().join(" ");
    (!name.is_empty() && flat.contains(name)) || flat.contains(source.title.as_str())
}

fn support(findings: &mut Findings) {
    let about = &findings.entry.about;
    for reading in &about.readings {
        for answer in &reading.answers {
            for id in &answer.support {
                let source = about.sources.iter().find(|source| source.id == *id);
                let cited = source.is_none_or(|source| is_cited(findings.entry.rules, source));
                if !cited && !NO_SOURCE.contains(&id.as_str()) {
                    let key = format!("[[readings]] {}", reading.id);
                    let what = format!(
                        "{id} supports {:?}, but rules.md does not cite it",
                        answer.item
                    );
                    findings.about(&key, what);
                }
            }
        }
    }
}

fn coordinates(findings: &mut Findings) {
    let about = &findings.entry.about;
    // The Digital Ludeme Project gives coordinates of its own.
    let portal = |id: &str| id.starts_with("DLP.");
    let says = |texts: &[&Option<String>]| {
        let mut texts = texts.iter().filter_map(|text| text.as_deref());
        texts.any(|text| text.contains("oordinates"))
    };
    let what = "has coordinates; say that they are not in the source, or where they come from";
    for item in about.evidence.iter().filter(|item| !portal(&item.id)) {
        if item.latitude.is_some() && !says(&[&item.content, &item.rules]) {
            findings.about(&format!("[[evidence]] {}", item.id), what);
        }
    }
    let own = !about.evidence.iter().any(|item| portal(&item.id));
    if own && about.origin.latitude.is_some() && !says(&[&about.origin.note]) {
        findings.about("[origin]", what);
    }
}

fn claims(findings: &mut Findings) {
    for claim in &findings.entry.about.claims {
        let check = claim.check.as_deref().map(str::parse::<Check>);
        let Some(Ok(check)) = check else {
            continue; // reported with the entries
        };
        if let Some(what) = claim_fault(claim, &check) {
            findings.about(&format!("[[claims]] {}", claim.id), what);
        }
    }
}

/// Why a check does not look at what a claim says, as far as its words show.
fn claim_fault(claim: &Claim, check: &Check) -> Option<String> {
    let statement = claim.statement.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| statement.contains(word));
    // Numbers of move sequences are counted by programs, which have no pages.
    let counted = matches!(check, Check::Perft(_));
    let cites = claim.source.as_deref();
    if !counted && claim.page.is_none() && cites.is_some_and(|id| !NO_SOURCE.contains(&id)) {
        return Some("has a source, but no page".to_owned());
    }
    match check {
        Check::Hand(words) => {
            let named = [".rs", ".txt", "records/", ".toml", "http"];
            let proved = cites.is_some_and(|id| words.contains(&format!("the proof is in [{id}]")));
            let names = proved || named.iter().any(|part| words.contains(part));
            (!names).then(|| {
                "is checked by hand; name the test, the record or the text that shows it".to_owned()
            })
        }
        Check::Replay(_) => (!says(&["legal", "replay", "fit the rules", "possible"])).then(|| {
            "its check replays records, which only shows that their moves are legal; say so, or \
             check what it says"
                .to_owned()
        }),
        Check::Figure { properties, .. } | Check::Square { properties, .. } => {
            let has = |any: &[P]| properties.iter().any(|own| any.contains(own));
            let all = [P::Magic, P::Bordered];
            let lines = [P::SemiMagic, P::HalfLines, P::Quarters, P::OneExchange];
            let wanting = [
                (
                    "diagonal",
                    says(&["diagonal"]),
                    has(&all) || has(&[P::Diagonals, P::Pandiagonal, P::HalfLines]),
                ),
                (
                    "rows",
                    says(&["rows "]),
                    has(&all) || has(&lines) || has(&[P::Rows]),
                ),
                (
                    "columns",
                    says(&["columns"]),
                    has(&all) || has(&lines) || has(&[P::Columns]),
                ),
                (
                    "whether the tour returns",
                    says(&["re-entering", "closed"]),
                    has(&[P::ClosedTour, P::OpenTour]),
                ),
            ];
            let missed = wanting.iter().find(|(_, said, looked)| *said && !*looked);
            missed.map(|(what, ..)| format!("its check does not look at {what}"))
        }
        _ => None,
    }
}

fn defaults(findings: &mut Findings) {
    for reading in &findings.entry.about.readings {
        let mut answers = reading.answers.iter();
        let default = answers.find(|answer| answer.item == reading.default);
        if default.is_some_and(unsupported) {
            findings.about(
                &format!("[[readings]] {}", reading.id),
                "no source supports the default; say in its note why it is chosen",
            );
        }
    }
}

fn unsupported(default: &Answer) -> bool {
    let mut support = default.support.iter();
    support.all(|id| NO_SOURCE.contains(&id.as_str())) && default.note.is_none()
}
