//! How a piece moves, for `ludarium show --piece`.

use clap::Args;
use ludarium_engine::Game;
use ludarium_notation::text_board::{Glyphs, Highlights, Style, TextBoard};
use ludarium_picture::{Mark, Marks, Mobility, Options, Scene, Symbol};

use crate::error::Error;
use crate::game_args::Chosen;
use crate::image::Target;
use crate::terminal::Images;

/// The piece, and the output files of its diagram.
#[derive(Args, Debug)]
pub struct PieceArgs {
    /// Show how this piece moves: its name, its letter, or the name of its image; `all` for every
    /// kind of piece
    #[arg(long, value_name = "NAME")]
    piece: Option<String>,
    /// The site of the piece [default: the site with the most moves]
    #[arg(long, value_name = "SITE", requires = "piece")]
    at: Option<String>,
    #[command(flatten)]
    target: Target,
}

impl PieceArgs {
    /// Whether a piece was named.
    pub fn is_asked_for(&self) -> Result<bool, Error> {
        match self.piece.is_none() && self.target.is_some() {
            true => Err("--svg and --png go with --piece; `ludarium draw` draws the board".into()),
            false => Ok(self.piece.is_some()),
        }
    }

    /// Shows how the piece moves.
    pub fn show(&self, chosen: &Chosen, ascii: bool) -> Result<(), Error> {
        let game = &chosen.loaded.game;
        let name = self.piece.as_deref().unwrap_or_default();
        let scene = Scene::new(game, chosen.about());
        let kinds = kinds(chosen, &scene, name)?;
        if kinds.len() > 1 && self.target.is_some() {
            return Err("a picture shows one piece; name it".into());
        }
        let at = match &self.at {
            Some(site) => Some(
                scene
                    .slot(site)
                    .ok_or_else(|| format!("there is no site {site}"))?,
            ),
            None => None,
        };
        for what in kinds {
            let base = &game.components()[what].base;
            let Some(mobility) = Mobility::of(game, what, at) else {
                println!("{base} has no moves of its own.");
                continue;
            };
            let marks = Marks {
                targets: mobility.targets.clone(),
                ..Marks::default()
            };
            let options = Options {
                cell: f64::from(self.target.cell),
                diagram: true,
                ..Options::default()
            };
            if self.target.is_some() {
                let svg = scene.draw(&mobility.state, &marks, &options);
                self.target.write(&svg)?;
                continue;
            }
            println!("{base}");
            let image = Images::of_terminal(ascii)
                .and_then(|images| images.inline(&scene.draw(&mobility.state, &marks, &options)));
            match image {
                Some(image) => println!("{image}"),
                None => print!("{}", text(chosen, &mobility, ascii)),
            }
        }
        Ok(())
    }
}

/// A movement diagram, with the name above it, for every kind of piece that can move.
pub fn diagrams(chosen: &Chosen, ascii: bool) -> Vec<String> {
    let game = &chosen.loaded.game;
    let diagram = |what: &usize| {
        let mobility = Mobility::of(game, *what, None)?;
        let base = &game.components()[*what].base;
        Some(format!("{base}\n{}", text(chosen, &mobility, ascii)))
    };
    piece_kinds(game).iter().filter_map(diagram).collect()
}

/// The diagram as text.
fn text(chosen: &Chosen, mobility: &Mobility, ascii: bool) -> String {
    let game = &chosen.loaded.game;
    let names = chosen.names();
    let style = if ascii { Style::Ascii } else { Style::Unicode };
    let glyphs = Glyphs::new(game, style, &names);
    let sign = |mark: Mark| match (mark, ascii) {
        (Mark::Move, true) => 'o',
        (Mark::Move, false) => '•',
        (Mark::Capture, true) => 'x',
        (Mark::Capture, false) => '×',
        (Mark::Either, true) => '*',
        (Mark::Either, false) => '◉',
    };
    let signs: Vec<(usize, char)> = mobility
        .targets
        .iter()
        .map(|(slot, mark)| (*slot, sign(*mark)))
        .collect();
    let marks = Highlights {
        signs: &signs,
        ..Highlights::default()
    };
    let mut text = TextBoard::new(game, &names)
        .draw(&mobility.state, &glyphs, marks)
        .to_string();
    let mut meaning = Vec::new();
    for (mark, words) in [
        (Mark::Move, "moves"),
        (Mark::Either, "moves or captures"),
        (Mark::Capture, "captures only"),
    ] {
        if mobility.targets.iter().any(|(_, own)| *own == mark) {
            meaning.push(format!("{} {words}", sign(mark)));
        }
    }
    text.push_str(&format!("  {}\n", meaning.join("   ")));
    text
}

/// The kinds of pieces with a name or letter, of the first player that has one; `all` gives all
/// kinds of that player.
fn kinds(chosen: &Chosen, scene: &Scene, name: &str) -> Result<Vec<usize>, Error> {
    let game = &chosen.loaded.game;
    let wanted = ludarium_games::fold(name);
    let pieces = piece_kinds(game);
    if wanted == "all" {
        return Ok(pieces);
    }
    let glyphs = Glyphs::new(game, Style::Ascii, &chosen.names());
    let components = game.components();
    let found = pieces
        .iter()
        .find(|what| {
            let component = &components[**what];
            ludarium_games::fold(&component.base) == wanted
                || ludarium_games::fold(&component.name) == wanted
        })
        .or_else(|| {
            pieces
                .iter()
                .find(|what| glyphs.letter(**what).eq_ignore_ascii_case(name))
        });
    // Users who do not know the name may give the name of the image.
    let drawn = |what: &&usize| {
        let symbol = scene.piece_icons().of(**what).map(|icon| &icon.symbol);
        matches!(symbol, Some(Symbol::Glyph(glyph)) if ludarium_games::fold(glyph.name()) == wanted)
    };
    let found = found.or_else(|| pieces.iter().find(drawn));
    found.map(|what| vec![*what]).ok_or_else(|| {
        let all: Vec<&str> = pieces
            .iter()
            .map(|what| components[*what].base.as_str())
            .collect();
        format!(
            "there is no piece called {name:?}; there are {}",
            all.join(", ")
        )
        .into()
    })
}

/// The kinds of pieces, each name once: that of the lowest player that has it.
pub fn piece_kinds(game: &Game) -> Vec<usize> {
    let components = game.components();
    let mut pieces: Vec<usize> = (1..components.len())
        .filter(|what| components[*what].die.is_none())
        .collect();
    pieces.sort_by_key(|what| (components[*what].owner.wrapping_sub(1), *what));
    let mut seen = std::collections::BTreeSet::new();
    pieces.retain(|what| seen.insert(components[*what].base.clone()));
    pieces
}
