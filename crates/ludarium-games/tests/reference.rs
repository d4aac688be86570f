//! The language reference and the book around it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use ludarium_engine::SplitMix64;
use ludarium_games::reference::text::meaning;
use ludarium_games::reference::{
    book, entries, framed, frames, look_up, note, problems, title, Found, CHAPTERS,
};
use ludarium_lud::ludeme::FormPart;
use ludarium_lud::{Call, Choices, Description, Ludeme, Node, Value};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn read(text: &str) -> Result<Description, String> {
    let definitions = ludarium_games::definitions();
    ludarium_lud::load("example.lud", text, &definitions, &Choices::defaults())
        .map_err(|errors| errors.to_string())
}

fn ludemes(description: &Description) -> BTreeSet<Ludeme> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&Node> = vec![&description.game];
    while let Some(node) = open.pop() {
        match &node.value {
            Value::Call(Call { ludeme, args }) => {
                found.insert(*ludeme);
                open.extend(args.iter().flatten());
            }
            Value::Array(items) => open.extend(items),
            _ => {}
        }
    }
    found
}

/// Compiles a description and plays up to 500 random moves; returns the first error.
fn compiles(description: &Description) -> Result<(), String> {
    // A match names games that are described elsewhere; any game will do.
    let other = framed("graph", "(square 3)").and_then(|text| read(&text).ok());
    let game = ludarium_engine::Game::compile_with(description, |_, _| other.clone());
    let game = game.map_err(|errors| {
        let errors = errors.diagnostics.iter().map(ToString::to_string);
        errors.collect::<Vec<_>>().join("; ")
    })?;
    for seed in 0..3 {
        let (mut pick, mut chance) = (SplitMix64::new(seed), SplitMix64::new(!seed));
        let mut state = game.start(&mut chance);
        game.playout(&mut state, 500, &mut pick, &mut chance);
        if let Some(fault) = state.fault() {
            return Err(format!("seed {seed}: {fault}"));
        }
    }
    Ok(())
}

#[test]
fn notes_name_existing_forms_arguments_and_frames() {
    assert_eq!(problems(), [] as [String; 0]);
}

#[test]
fn every_example_is_playable_and_uses_its_ludeme() {
    let (mut mistaken, mut failing) = (Vec::new(), Vec::new());
    for ludeme in Ludeme::all() {
        for example in &note(ludeme).examples {
            let what = format!("{ludeme:?}: {}", example.text);
            let text = framed(example.frame, &example.text).expect("the frame is known");
            let description = read(&text).unwrap_or_else(|errors| panic!("{what}\n{errors}"));
            if !ludemes(&description).contains(&ludeme) {
                mistaken.push(what.clone());
            }
            if let Err(error) = compiles(&description) {
                failing.push(format!("{what}: {error}"));
            }
        }
    }
    assert!(
        mistaken.is_empty(),
        "these show another form:\n{}",
        mistaken.join("\n")
    );
    assert!(
        failing.is_empty(),
        "these do not compile, or cannot be played:\n{}",
        failing.join("\n")
    );
}

#[test]
fn every_form_has_an_example() {
    let without: Vec<Ludeme> = Ludeme::all()
        .filter(|&ludeme| note(ludeme).examples.is_empty())
        .collect();
    assert_eq!(without, []);
}

#[test]
fn every_form_belongs_to_exactly_one_entry() {
    let mut forms: Vec<Ludeme> = entries()
        .iter()
        .flat_map(|entry| entry.forms.clone())
        .collect();
    forms.sort_unstable();
    assert_eq!(forms, Ludeme::all().collect::<Vec<_>>());
}

#[test]
fn no_two_entries_of_a_chapter_share_a_title() {
    for kind in CHAPTERS {
        let titles: Vec<&str> = entries()
            .iter()
            .filter(|entry| entry.chapter == kind)
            .map(|entry| entry.title.as_str())
            .collect();
        let different: BTreeSet<&str> = titles.iter().copied().collect();
        assert_eq!(different.len(), titles.len(), "{}", kind.title);
    }
}

#[test]
fn a_title_is_the_keyword_and_its_required_words() {
    assert_eq!(title(Ludeme::MoveHop), "move Hop");
    assert_eq!(title(Ludeme::IsSite), "is Empty, Occupied");
    assert_eq!(title(Ludeme::Tiling), "tiling");
}

#[test]
fn a_ludeme_is_found_by_its_names() {
    let forms = |name: &str| -> Vec<Ludeme> {
        match look_up(name) {
            Found::Entries(entries) => entries
                .iter()
                .flat_map(|entry| entry.forms.clone())
                .collect(),
            other => panic!("{name}: {other:?}"),
        }
    };
    assert_eq!(forms("(move Hop)"), [Ludeme::MoveHop]);
    assert_eq!(forms("movehop"), [Ludeme::MoveHop]);
    assert_eq!(forms("is empty"), [Ludeme::IsSite]);
    assert_eq!(forms("hop"), [Ludeme::Hop]);
    assert!(forms("is").len() > 20);
    assert!(forms("equals").contains(&Ludeme::Eq));
}

#[test]
fn what_is_said_of_an_argument_is_not_said_of_another_of_its_type() {
    let of = |form: Ludeme| -> Vec<String> {
        let parts = form.parts().into_iter();
        let arguments = parts.filter_map(|part| match part {
            FormPart::Argument(argument) => Some(argument),
            FormPart::Word(_) => None,
        });
        arguments.map(|argument| meaning(form, &argument)).collect()
    };
    let track = of(Ludeme::Track);
    assert!(track[0].contains("identifies the track"), "{track:?}");
    assert!(!track[1].contains("identifies the track"), "{track:?}");
    let hand = of(Ludeme::HandSite);
    assert!(hand[0].contains("the player"), "{hand:?}");
    assert!(!hand[1].contains("the player"), "{hand:?}");
}

#[test]
fn a_word_of_the_language_is_distinguished_from_a_ludeme() {
    assert!(matches!(look_up("siteType"), Found::Words("siteType", words) if words.len() == 3));
    assert!(
        matches!(look_up("OffDiagonal"), Found::Word("OffDiagonal", kinds) if kinds.contains(&"relationType"))
    );
}

#[test]
fn a_misspelt_ludeme_is_answered_with_the_nearest_names() {
    let Found::Nothing(near) = look_up("custodail") else {
        panic!("that is no name");
    };
    assert_eq!(near.first().map(String::as_str), Some("custodial"));
}

#[test]
fn every_frame_is_used_by_an_example() {
    let used: BTreeSet<&str> = Ludeme::all()
        .flat_map(|ludeme| &note(ludeme).examples)
        .map(|example| example.frame)
        .collect();
    for frame in frames() {
        assert!(used.contains(frame.name), "{}", frame.name);
    }
}

#[test]
fn the_pages_of_the_reference_are_up_to_date() {
    for page in book::pages() {
        let path = docs().join("src").join(&page.path);
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            text == page.text,
            "docs/src/{} is not what the table says; run `ludarium ludemes --book docs/src`",
            page.path
        );
    }
}

#[test]
fn the_book_lists_every_page() {
    let summary =
        std::fs::read_to_string(docs().join("src/SUMMARY.md")).expect("there is a summary");
    for page in book::pages() {
        let link = format!("({})", page.path);
        assert!(summary.contains(&link), "{}", page.path);
    }
    for link in links(&summary) {
        let there = docs().join("src").join(link).is_file();
        assert!(there, "there is no page {link}");
    }
}

#[test]
fn every_link_of_the_book_leads_somewhere() {
    let src = docs().join("src");
    for folder in [src.clone(), src.join("ludemes")] {
        for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
            let Ok(text) = std::fs::read_to_string(entry.path()) else {
                continue; // a folder
            };
            for link in links(&text).filter(|link| !link.starts_with("http")) {
                let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
                // A link to a heading of the same page names no page; a picture is no text.
                let page = match file {
                    "" => text.clone(),
                    file => {
                        let bytes = std::fs::read(folder.join(file)).unwrap_or_default();
                        String::from_utf8_lossy(&bytes).into_owned()
                    }
                };
                let place = entry.path().display().to_string();
                assert!(!page.is_empty(), "{place}: there is no page {file}");
                let found = anchor.is_empty() || page.contains(&format!("{{#{anchor}}}"));
                assert!(found, "{place}: {file} has no heading {anchor}");
            }
        }
    }
}

fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
}

/// The blocks of code in a chapter: the text after the fence, and the code.
fn blocks(chapter: &str) -> Vec<(String, String)> {
    let mut blocks: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in chapter.lines() {
        match (line.strip_prefix("```"), inside) {
            (Some(info), false) => {
                blocks.push((info.to_owned(), String::new()));
                inside = true;
            }
            (Some(_), true) => inside = false,
            (None, true) => {
                if let Some((_, text)) = blocks.last_mut() {
                    text.push_str(line);
                    text.push('\n');
                }
            }
            (None, false) => {}
        }
    }
    blocks
}

#[test]
fn every_description_in_the_chapters_compiles() {
    let mut seen = 0;
    let chapters = std::fs::read_dir(docs().join("src")).expect("the book is there");
    for entry in chapters.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Ok(text) = std::fs::read_to_string(entry.path()) else {
            continue; // a folder
        };
        if name == "definitions.md" {
            continue; // the definitions themselves, which the games compile with
        }
        for (info, block) in blocks(&text) {
            let mut words = info.split([',', ' ']);
            if words.next() != Some("lud") {
                continue;
            }
            let whole = match words.next() {
                Some(frame) => framed(frame, block.trim()).expect("the frame is known"),
                None => block.clone(),
            };
            let description =
                read(&whole).unwrap_or_else(|errors| panic!("{name}: {block}\n{errors}"));
            assert_eq!(compiles(&description), Ok(()), "{name}: {block}");
            for ruleset in &description.rulesets {
                let choices = Choices::defaults().ruleset(ruleset.name.clone());
                let definitions = ludarium_games::definitions();
                let other = ludarium_lud::load("example.lud", &whole, &definitions, &choices)
                    .unwrap_or_else(|errors| panic!("{name}: {}: {errors}", ruleset.name));
                assert_eq!(compiles(&other), Ok(()), "{name}: {}", ruleset.name);
            }
            seen += 1;
        }
    }
    assert!(seen >= 7, "only {seen} blocks of code were found");
}

#[test]
fn a_sheet_describes_the_whole_game() {
    let entry = ludarium_games::find("falkener-backgammon").expect("it is built in");
    let loaded = ludarium_games::load(entry, &[]).expect("it compiles");
    let sheet = ludarium_games::Sheet::new(&loaded.description, &loaded.game);
    assert_eq!(sheet.players.len(), 2);
    assert!(sheet.features.dice && sheet.features.stochastic);
    assert!(!sheet.features.hidden_information);
    assert!(sheet.features.state_bytes > 100);
    assert_eq!(sheet.containers[0].kind, "board");
    assert!(sheet.containers.iter().any(|held| held.kind == "dice"));
    // The sites of a container follow those of the previous one.
    for pair in sheet.containers.windows(2) {
        assert!(pair[0].first + pair[0].size <= pair[1].first);
    }
    let board = &sheet.board;
    for cell in &board.cells {
        let vertices_exist = cell
            .vertices
            .iter()
            .all(|&vertex| (vertex as usize) < board.vertices.len());
        let edges_exist = cell
            .edges
            .iter()
            .all(|&edge| (edge as usize) < board.edges.len());
        assert!(vertices_exist && edges_exist);
    }
    assert_eq!(sheet.options.len(), loaded.description.options.len());
    assert!(sheet.ludemes.contains_key("roll"));
}
