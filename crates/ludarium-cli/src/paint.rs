//! `ludarium draw`: a game as a picture.

use std::path::PathBuf;

use clap::Args;
use ludarium_engine::{Game, SplitMix64, State};
use ludarium_picture::map::{self, MapFind};
use ludarium_picture::{Mark, Marks, Options, PieceSet, Scene};

use crate::error::{Error, Exit};
use crate::evidence::Which;
use crate::game_args::{Chosen, OptionalGame};
use crate::image::Target;
use crate::{replay, source};

/// Arguments of `ludarium draw`.
#[derive(Args, Debug)]
pub struct Draw {
    #[command(flatten)]
    game: OptionalGame,
    /// Instead of a game, draw a map of the places where games were found; filter with --game,
    /// --region, --from, --to and --type
    #[arg(long, conflicts_with = "game")]
    evidence: bool,
    /// Instead of a game, draw all available piece images with their names
    #[arg(long, conflicts_with_all = ["game", "evidence"])]
    glyphs: bool,
    #[command(flatten)]
    which: Which,
    /// A position instead of the start: ranks from the top, digits for gaps, then the mover
    #[arg(long, value_name = "FEN", conflicts_with = "load")]
    position: Option<String>,
    /// A record, a saved game or a file of another program; draw the position after its last move
    #[arg(long, alias = "record", value_name = "FILE")]
    load: Option<PathBuf>,
    /// Draw the position after N plies of the loaded game
    #[arg(long, value_name = "N", requires = "load")]
    ply: Option<usize>,
    /// Mark the targets of legal moves, from all sites or from one site
    #[arg(long, value_name = "SITE", num_args = 0..=1)]
    targets: Option<Option<String>>,
    /// Show the name of every site
    #[arg(long)]
    coordinates: bool,
    /// Show the names of the pieces beside the board
    #[arg(long)]
    legend: bool,
    /// Draw pictures on the pieces instead of the characters of a traditional set
    #[arg(long)]
    pictures: bool,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    target: Target,
}

impl Draw {
    /// Runs the command. The exit code is 2 if the game could not be loaded, the position could not
    /// be set up, or the picture could not be written.
    pub fn run(self) -> Result<Exit, Error> {
        self.draw()?;
        Ok(Exit::Success)
    }

    fn draw(&self) -> Result<(), Error> {
        if !self.target.is_some() {
            return Err("name an output file: --svg FILE, --png FILE, or both".into());
        }
        if self.glyphs {
            return self
                .target
                .write(&ludarium_picture::glyph_sheet(f64::from(self.target.cell)));
        }
        if self.evidence {
            return self.target.write(&map::draw(&places(&self.which)?));
        }
        if self.which.is_some() {
            return Err("--game, --region, --from, --to and --type go with --evidence".into());
        }
        let (chosen, state) = self.state()?;
        let game = &chosen.loaded.game;
        let set = match self.pictures {
            true => PieceSet::Pictures,
            false => PieceSet::Characters,
        };
        let scene = Scene::with_set(game, chosen.about(), set);
        let (from, to) = state.last();
        let mut marks = Marks {
            last: (state.moves() > 0).then_some((from, to)),
            ..Marks::default()
        };
        if let Some(site) = &self.targets {
            marks.targets = targets(game, &scene, &state, site.as_deref())?;
        }
        let options = Options {
            cell: f64::from(self.target.cell),
            coordinates: self.coordinates,
            legend: self.legend,
            ..Options::default()
        };
        self.target.write(&scene.draw(&state, &marks, &options))
    }

    fn state(&self) -> Result<(Chosen, State), Error> {
        let game = self.game.named()?;
        if let Some(file) = &self.load {
            let text = source::read_text(file)?;
            let name = file.display().to_string();
            return replay::position_after(&name, &text, game.as_ref(), self.ply);
        }
        let game = game.ok_or("name a game, or say --evidence for a map of the finds")?;
        let chosen = game.load()?;
        let mut chance = SplitMix64::new(self.seed);
        let state = match &self.position {
            None => chosen.loaded.game.start(&mut chance),
            Some(text) => chosen.read_position(text, &mut chance)?,
        };
        Ok((chosen, state))
    }
}

/// The target sites of legal moves, from one site if one is named.
fn targets(
    game: &Game,
    scene: &Scene,
    state: &State,
    site: Option<&str>,
) -> Result<Vec<(usize, Mark)>, Error> {
    let named = |site: &str| {
        scene
            .slot(site)
            .ok_or_else(|| format!("there is no site {site}"))
    };
    let from = site.map(named).transpose()?;
    let (mut state, mut legal) = (state.clone(), Vec::new());
    game.legal(&mut state, &mut legal);
    let mut targets: Vec<(usize, Mark)> = Vec::new();
    for mv in legal {
        let target = usize::try_from(mv.target()).ok();
        let target = target.filter(|slot| *slot < game.layout().slots);
        let Some(target) = target else { continue };
        let meant = match from {
            None => mv.origin() != mv.target() || game.players() == 1 || state.is_empty(target),
            Some(from) => usize::try_from(mv.origin()) == Ok(from) && target != from,
        };
        if meant && !targets.iter().any(|(own, _)| *own == target) {
            targets.push((
                target,
                if state.is_empty(target) {
                    Mark::Move
                } else {
                    Mark::Capture
                },
            ));
        }
    }
    Ok(targets)
}

/// The finds with a known place.
fn places(which: &Which) -> Result<Vec<MapFind>, Error> {
    let finds = which.finds()?;
    let places: Vec<MapFind> = finds.iter().copied().filter_map(MapFind::of).collect();
    match places.is_empty() {
        true => Err("no matching find has a known place".into()),
        false => Ok(places),
    }
}
