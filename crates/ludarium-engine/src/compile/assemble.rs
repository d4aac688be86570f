//! Assembles a game from its compiled parts.

use std::sync::Arc;

use ludarium_lud::{Description, Diagnostic, Errors, Node};

use super::{Compiler, Res, Settings};
use crate::game::{Game, TurnLimits};
use crate::ir::Sites;
use crate::limit::ResourceLimits;
use crate::set::SiteSet;

impl Game {
    /// Compiles a checked description.
    ///
    /// ```
    /// use ludarium_engine::Game;
    /// use ludarium_lud::{load, Choices, Definitions, Errors};
    ///
    /// fn compiled(text: &str) -> Result<Game, Errors> {
    ///     let description = load("game.lud", text, &Definitions::none(), &Choices::defaults())?;
    ///     Game::compile(&description)
    /// }
    ///
    /// let text = r#"
    ///     (game "Lines" (players 2)
    ///         (equipment { (board (square 3)) (piece "Mark" Each) })
    ///         (rules
    ///             (start (place "Marc1" 0))
    ///             (play (move Add (to (sites Empty))))
    ///             (end (if (is Repeat times:1) (result Mover Draw)))))"#;
    /// let errors = compiled(text).unwrap_err().to_string();
    /// assert_eq!(
    ///     errors,
    ///     "game.lud:5:27: the equipment has no piece called `Marc1`\n\
    ///      game.lud:7:39: a position repeats when it comes for the second time, or a later one",
    /// );
    /// ```
    ///
    /// # Errors
    /// If the description is invalid: it requires something impossible, or contains something that
    /// has no meaning in its context (code `no-meaning`). All parts that do not depend on each
    /// other are compiled, and the errors of all of them are returned, in the order of the text.
    /// They are rendered with their places and hints, like those of [`ludarium_lud::load`].
    pub fn compile(description: &Description) -> Result<Game, Errors> {
        Game::compile_with_limits(description, &ResourceLimits::default(), |_, _| None)
    }
}

/// Errors, by the description that contains them.
pub(crate) struct Failure {
    /// The errors of the game.
    pub game: Vec<Diagnostic>,
    /// The errors of the other expressions.
    pub also: Vec<Diagnostic>,
}

impl Failure {
    fn of_game(errors: Vec<Diagnostic>) -> Failure {
        Failure {
            game: errors,
            also: Vec::new(),
        }
    }
}

pub(super) fn compile(node: &Node, settings: &Settings) -> Result<Game, Vec<Diagnostic>> {
    compile_and(node, settings, &mut |_| Ok(())).map_err(|failure| failure.game)
}

/// Compiles a game, and other expressions in its context.
pub(crate) fn compile_and(
    node: &Node,
    settings: &Settings,
    also: &mut dyn FnMut(&mut Compiler) -> Res<()>,
) -> Result<Game, Failure> {
    let mut compiler = Compiler::new(node, settings).map_err(Failure::of_game)?;
    // The name, the start and the course of the game.
    let read = match compiler.incomplete {
        true => None,
        false => compiler.attempt(|c| {
            let call = c.call(node)?;
            let name = call.arg("string").and_then(Node::str);
            c.simultaneous = is_simultaneous(call.arg("mode")) == Some(true);
            let rules_node = c.need(call, "rules")?;
            let rules_call = c.call(rules_node)?;
            let start = c.attempt(|c| c.start_rules(rules_call.arg("start")));
            let rules = c.rules(rules_node)?;
            Ok((name.unwrap_or_default().to_owned(), start, rules))
        }),
    };
    let of_game = std::mem::take(&mut compiler.errors);
    if !compiler.incomplete {
        compiler.attempt(also);
    }
    let of_also = std::mem::take(&mut compiler.errors);
    let (Some((name, Some(start), rules)), true, true) =
        (read, of_game.is_empty(), of_also.is_empty())
    else {
        return Err(Failure {
            game: of_game.in_order(),
            also: of_also.in_order(),
        });
    };
    let puzzle = compiler.puzzle.take();
    if compiler.needs.stacking && compiler.components.iter().any(|kind| kind.large.is_some()) {
        let message = "pieces that cover several sites do not stack";
        let error = Diagnostic::new("large-stack", node.span, message);
        return Err(Failure::of_game(vec![error]));
    }
    let mut game = assemble(compiler, name, start, rules);
    let mut errors = Vec::new();
    let most = settings.limits.slots.min(ResourceLimits::SLOTS);
    if game.layout.slots > most {
        let message = format!("a game may have at most {most} sites of all types");
        let hint = format!("this one has {}: choose a smaller board", game.layout.slots);
        errors.push(Diagnostic::new("too-large", node.span, message).hint(hint));
    }
    if game.events.len() > MAX_EVENTS {
        let message = format!("more than {MAX_EVENTS} events have names");
        errors.push(Diagnostic::new("too-large", node.span, message));
    }
    if !errors.is_empty() {
        return Err(Failure::of_game(errors));
    }
    if game.lists_pieces {
        Arc::make_mut(&mut game.layout).piece_lists = game.list_count() - game.owners.len();
    }
    let fingerprint = super::fingerprint::of_game(node, &game.layout, game.list_count());
    Arc::make_mut(&mut game.layout).fingerprint = fingerprint;
    game.flags.simultaneous = game.phases.iter().any(|phase| phase.simultaneous);
    game.flags.phases_change = game.phases.iter().any(|phase| !phase.next.is_empty());
    game.flags.list_answers_ends = super::reply::list_answers_ends(node, &game);
    crate::eval::move_bounds::mark_rare(&mut game);
    crate::eval::simple_moves::mark(&mut game);
    crate::eval::added_stones::mark(&mut game);
    crate::eval::turn_continuation::mark(&mut game);
    game.puzzle = puzzle.and_then(|puzzle| puzzle.finish(&game.layout));
    Ok(game)
}

/// Whether a `(mode ...)` makes all players move at the same time; `None` if there is none.
pub(super) fn is_simultaneous(mode: Option<&Node>) -> Option<bool> {
    let word = mode?.call()?.args.first()?.as_ref()?.word()?;
    Some(word == "Simultaneous")
}

/// The events that happened to a player are the bits of one number.
const MAX_EVENTS: usize = 32;

fn assemble(
    compiler: Compiler,
    name: String,
    start: Vec<crate::start::StartRule>,
    rules: super::rules::Rules,
) -> Game {
    let player_regions = compiler.player_regions();
    let support = if compiler.needs_support {
        compiler.support()
    } else {
        Default::default()
    };
    let mut compiler = compiler;
    compiler.needs.order |= compiler.where_reads_order(&start);
    let layout = compiler.layout();
    let lists_pieces = compiler.lists_pieces();
    let slots = layout.slots;
    let mut container_of = vec![0; compiler.sites];
    for (index, container) in compiler.containers.iter().enumerate() {
        container_of[container.first..container.first + container.size].fill(index as u16);
    }
    let owners = compiler
        .components
        .iter()
        .map(|component| component.owner as u8)
        .collect();
    let mut owners: Vec<u8> = owners;
    let mut cover = 0;
    if compiler.components.iter().any(|kind| kind.large.is_some()) {
        // The sites under a large piece have no owner, not even the neutral player.
        cover = compiler.components.len();
        owners.push(compiler.players as u8 + 2);
        compiler.components.push(super::pieces::nothing());
    }
    Game {
        cover,
        lists_pieces,
        series: None,
        name,
        players: compiler.players,
        layout: Arc::new(layout),
        containers: compiler.containers,
        container_of,
        owners,
        components: compiler.components,
        facings: compiler.facings,
        dice: compiler.dice,
        tables: compiler.tables,
        rules: compiler.rules,
        effects: compiler.effects,
        piece_moves: rules.piece_moves,
        phases: rules.phases,
        start,
        end: rules.end,
        meta: rules.meta,
        limits: TurnLimits::after(compiler.turns, compiler.players),
        resources: compiler.limits,
        flags: compiler.flags,
        delayed: compiler.delayed,
        packs: compiler.packs,
        named_sites: compiler.named_sites,
        support,
        player_regions,
        forced_pass: rules.forced_pass,
        swap_rule: rules.swap_rule,
        strings: compiler.strings,
        vars: compiler.vars,
        events: compiler.events,
        lists: compiler.lists,
        every_site: SiteSet::full(slots),
        puzzle: None,
        surroundings: Default::default(),
        kernel: std::sync::OnceLock::new(),
        sampling_strategy: std::sync::OnceLock::new(),
        board: Arc::new(compiler.board),
    }
}

impl Compiler {
    /// The fixed regions of the equipment, by player.
    fn player_regions(&self) -> Vec<Vec<SiteSet>> {
        let of = |player: usize| {
            let fixed = |region: &super::NamedRegion| match &region.sites {
                Sites::Const(sites) if region.owner == Some(player) => Some(sites.clone()),
                _ => None,
            };
            self.regions.iter().filter_map(fixed).collect()
        };
        (0..self.players + 2).map(of).collect()
    }
}
