//! What is known about games, as lists and dictionaries.

use ludarium::board::{Relation, SiteType};
use ludarium::games::about::EvidenceKind;
use ludarium::games::Entry;
use ludarium::Game;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// The names of the folders of the built-in games, which `load` takes.
#[pyfunction]
pub fn games() -> Vec<&'static str> {
    ludarium::games::games()
        .iter()
        .map(|entry| entry.slug)
        .collect()
}

/// Games of which rules are lost.
#[pyfunction]
pub fn lost_games() -> Vec<&'static str> {
    ludarium::games::lost()
        .iter()
        .map(|entry| entry.slug)
        .collect()
}

/// What kind of game it is.
pub fn features<'py>(py: Python<'py>, game: &Game) -> PyResult<Bound<'py, PyDict>> {
    let features = game.rules().features();
    let dict = PyDict::new(py);
    for (name, value) in [
        ("stochastic", features.stochastic),
        ("dice", features.dice),
        ("hidden_information", features.hidden_information),
        ("stacking", features.stacking),
        ("counts", features.counts),
        ("teams", features.teams),
        ("large_pieces", features.large_pieces),
        ("boardless", features.boardless),
        ("swap", features.swap),
        ("puzzle", game.rules().puzzle().is_some()),
    ] {
        dict.set_item(name, value)?;
    }
    dict.set_item("state_bytes", features.state_bytes)?;
    Ok(dict)
}

/// The rules that can be read in more than one way.
pub fn readings<'py>(py: Python<'py>, game: &Game) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for group in &game.description().options {
        let dict = PyDict::new(py);
        let name = |index: usize| group.items.get(index).map(|item| item.name.as_str());
        let default = (0..group.items.len())
            .rev()
            .max_by_key(|&index| group.items[index].stars);
        let known = game
            .entry()
            .and_then(|entry| about_reading(entry, &group.heading));
        dict.set_item("name", &group.heading)?;
        dict.set_item("chosen", name(group.chosen))?;
        dict.set_item("default", default.and_then(name))?;
        dict.set_item("question", known.map(|known| known.question.as_str()))?;
        dict.set_item("confidence", known.and_then(|known| known.confidence))?;
        let choices = PyList::empty(py);
        for item in &group.items {
            let answers = known.map_or(&[][..], |known| &known.answers);
            let answer = answers.iter().find(|answer| answer.item == item.name);
            let choice = PyDict::new(py);
            choice.set_item("name", &item.name)?;
            choice.set_item("description", &item.description)?;
            choice.set_item("support", answer.map_or(&[][..], |answer| &answer.support))?;
            choice.set_item("note", answer.and_then(|answer| answer.note.as_deref()))?;
            choices.append(choice)?;
        }
        dict.set_item("choices", choices)?;
        list.append(dict)?;
    }
    Ok(list)
}

fn about_reading<'a>(
    entry: &'a Entry,
    heading: &str,
) -> Option<&'a ludarium::games::about::Reading> {
    let mut readings = entry.about.readings.iter();
    readings.find(|reading| reading.option == heading)
}

/// The sources of a built-in game; the rules follow the first.
pub fn sources<'py>(py: Python<'py>, game: &Game) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for source in game.entry().map_or(&[][..], |entry| &entry.about.sources) {
        let dict = PyDict::new(py);
        dict.set_item("id", &source.id)?;
        dict.set_item("author", source.author.as_deref())?;
        dict.set_item("title", &source.title)?;
        dict.set_item("publisher", source.publisher.as_deref())?;
        dict.set_item("year", source.year)?;
        dict.set_item("pages", source.pages.as_deref())?;
        dict.set_item("note", source.note.as_deref())?;
        list.append(dict)?;
    }
    Ok(list)
}

/// The evidence of a built-in game, in the order of its folder.
pub fn evidence<'py>(py: Python<'py>, game: &Game) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for evidence in game.entry().map_or(&[][..], |entry| &entry.about.evidence) {
        let dict = PyDict::new(py);
        let kind = match evidence.kind {
            EvidenceKind::Ethnography => "ethnography",
            EvidenceKind::Artifact => "artifact",
            EvidenceKind::ContemporaryRuleDescription => "contemporary rule description",
            EvidenceKind::SecondaryLiterature => "secondary literature",
        };
        dict.set_item("id", &evidence.id)?;
        dict.set_item("kind", kind)?;
        dict.set_item("game", evidence.game.as_deref())?;
        dict.set_item("date_from", evidence.date_from.as_deref())?;
        dict.set_item("date_to", evidence.date_to.as_deref())?;
        dict.set_item("place", evidence.place.as_deref())?;
        dict.set_item("latitude", evidence.latitude)?;
        dict.set_item("longitude", evidence.longitude)?;
        dict.set_item("approximate", evidence.approximate)?;
        dict.set_item("rules", evidence.rules.as_deref())?;
        dict.set_item("content", evidence.content.as_deref())?;
        dict.set_item("confidence", evidence.confidence)?;
        dict.set_item("source", evidence.source.as_deref())?;
        list.append(dict)?;
    }
    Ok(list)
}

fn type_name(kind: SiteType) -> &'static str {
    match kind {
        SiteType::Cell => "cell",
        SiteType::Vertex => "vertex",
        SiteType::Edge => "edge",
    }
}

/// The slots of a game, in order. A slot outside of the graph of the board, as in a hand, has no
/// coordinates.
pub fn grid<'py>(py: Python<'py>, game: &Game) -> PyResult<Bound<'py, PyList>> {
    let rules = game.rules();
    let (layout, topology) = (rules.layout(), &rules.board().topology);
    let list = PyList::empty(py);
    for slot in 0..layout.slots {
        let dict = PyDict::new(py);
        let place = rules.site_of_slot(slot);
        let index = usize::try_from(place.site)
            .ok()
            .filter(|_| !layout.in_hand(slot));
        let site = index.and_then(|index| topology.sites(place.kind).get(index));
        dict.set_item("label", game.names().board.label(rules, slot as i32))?;
        dict.set_item("type", type_name(place.kind))?;
        dict.set_item("site", place.site)?;
        dict.set_item("row", site.map(|site| site.row))?;
        dict.set_item("column", site.map(|site| site.column))?;
        dict.set_item("layer", site.map(|site| site.layer))?;
        dict.set_item("point", site.map(|site| site.point))?;
        let neighbours = |relation| {
            let near = site.map(|_| topology.neighbours(place.kind, place.site as u32, relation));
            let near = near.unwrap_or_default().iter();
            let slot = |&site: &u32| {
                let kind = ludarium::engine::type_index(place.kind);
                layout.slot(kind, site as i32)
            };
            near.filter_map(slot).collect::<Vec<usize>>()
        };
        dict.set_item("orthogonal", neighbours(Relation::Orthogonal))?;
        dict.set_item("adjacent", neighbours(Relation::Adjacent))?;
        list.append(dict)?;
    }
    Ok(list)
}
