//! Matches: compiles each game, what it contributes to the score, and what ends the match.

use std::sync::Arc;

use ludarium_lud::{Call, Choices, Description, Diagnostic, Errors, Ludeme, Node};

use super::assemble::{compile, compile_and};
use super::{Compiler, Res, Settings};
use crate::game::Game;
use crate::ir::{End, Int, RuleId, RuleKind};
use crate::limit::ResourceLimits;
use crate::series::{Instance, Series};

impl Game {
    /// Compiles a checked description; the games of a match are looked up by name, with the options
    /// that the match selects.
    ///
    /// # Errors
    /// The errors of [`Game::compile`], and an error if a game of the match is not found. If one of
    /// its games is invalid, the errors are those of that game's description.
    pub fn compile_with(
        description: &Description,
        others: impl FnMut(&str, &Choices) -> Option<Description>,
    ) -> Result<Game, Errors> {
        Game::compile_with_limits(description, &ResourceLimits::default(), others)
    }

    /// Compiles a checked description within limits on its size and on the time that playing may
    /// take; otherwise like [`Game::compile_with`].
    ///
    /// See [`ResourceLimits`] for an example. If no game is a match, `others` is `|_, _| None`.
    ///
    /// # Errors
    /// The errors of [`Game::compile_with`], and an error if the board or the hands exceed the
    /// limits.
    pub fn compile_with_limits(
        description: &Description,
        limits: &ResourceLimits,
        mut others: impl FnMut(&str, &Choices) -> Option<Description>,
    ) -> Result<Game, Errors> {
        let settings = Settings {
            limits: *limits,
            traced: false,
            places: None,
        };
        compile_described(description, &settings, &mut others)
    }
}

/// Finds the description of a game by its name and its options.
pub(crate) type Others<'a> = &'a mut dyn FnMut(&str, &Choices) -> Option<Description>;

/// Compiles a game, or a match with its games.
pub(crate) fn compile_described(
    description: &Description,
    settings: &Settings,
    others: Others<'_>,
) -> Result<Game, Errors> {
    let node = &description.game;
    let named = |call: &Call| matches!(call.ludeme, Ludeme::GameSubgame | Ludeme::MatchName);
    match node.call() {
        Some(call) if call.ludeme == Ludeme::Match => {
            compile_match(description, call, settings, others)
        }
        // A game or match given only by name is looked up under that name.
        Some(call) if named(call) => {
            let name = call.args.first().and_then(Option::as_ref);
            let name = name.and_then(Node::str).unwrap_or_default();
            let found = others(name, &Choices::defaults())
                .filter(|other| !other.game.call().is_some_and(named));
            match found {
                Some(other) => compile_described(&other, settings, others),
                None => Err(errors_of(description, vec![unknown(node, name)])),
            }
        }
        _ => compile(node, settings).map_err(|errors| errors_of(description, errors)),
    }
}

fn errors_of(description: &Description, diagnostics: Vec<Diagnostic>) -> Errors {
    Errors {
        diagnostics,
        sources: description.sources.clone(),
    }
}

fn wrong(node: &Node, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new("match", node.span, message)
}

fn unknown(node: &Node, name: &str) -> Diagnostic {
    Diagnostic::new(
        "unknown-game",
        node.span,
        format!("there is no description of \"{name}\", a game of this match"),
    )
}

/// What a match specifies for one of its games besides the rules.
#[derive(Default)]
struct InstanceOptions {
    next: Option<Int>,
    result: Option<Int>,
    end: Vec<End>,
    next_game_rule: RuleId,
}

fn compile_match(
    description: &Description,
    call: &Call,
    settings: &Settings,
    others: Others<'_>,
) -> Result<Game, Errors> {
    let node = &description.game;
    let games = call.arg("games").and_then(Node::call);
    let games = games.and_then(|games| games.args.first()?.as_ref());
    let ends = call.arg("end");
    let mut instances = Vec::new();
    let mut whole = None;
    let mut end = Vec::new();
    let mut errors = super::errors::Errors::default();
    let mut errors_of_game = None;
    for item in games.map_or(&[][..], Node::items) {
        let Some(subgame) = item.call().filter(|call| call.ludeme == Ludeme::Subgame) else {
            continue;
        };
        let name = subgame.arg("string").and_then(Node::str);
        let name = name.unwrap_or_default();
        let mut choices = Choices::defaults();
        if let Some(option) = subgame.arg("string2").and_then(Node::str) {
            choices = choices.with(option);
        }
        let Some(other) = others(name, &choices) else {
            errors.add(unknown(item, name));
            continue;
        };
        let compiled = |options: &mut InstanceOptions| {
            compile_and(&other.game, settings, &mut |compiler| {
                options.next = compiler.opt_int(subgame.arg("next"))?;
                options.result = compiler.opt_int(subgame.arg("result"))?;
                options.end = compiler.ends(ends)?;
                options.next_game_rule = compiler.next_game_rule_of(item)?;
                Ok(())
            })
        };
        let mut options = InstanceOptions::default();
        let game = match compiled(&mut options) {
            Ok(game) => game,
            Err(failure) => {
                failure.also.into_iter().for_each(|error| errors.add(error));
                if !failure.game.is_empty() {
                    errors_of_game.get_or_insert_with(|| errors_of(&other, failure.game));
                }
                continue;
            }
        };
        if instances.is_empty() {
            // The equipment of the match as a whole is that of its first game.
            whole = compiled(&mut InstanceOptions::default()).ok();
            end = options.end;
        }
        instances.push(Instance {
            game,
            next: options.next,
            result: options.result,
            next_game_rule: options.next_game_rule,
        });
    }
    if !errors.is_empty() {
        return Err(errors_of(description, errors.in_order()));
    }
    if let Some(errors) = errors_of_game {
        return Err(errors);
    }
    let Some(mut whole) = whole else {
        let error = wrong(node, "a match needs a game");
        return Err(errors_of(description, vec![error]));
    };
    let name = call.arg("string").and_then(Node::str);
    whole.name = name.unwrap_or_default().to_owned();
    let players = whole.players;
    if (instances.iter()).any(|instance| instance.game.players != players) {
        let error = wrong(node, "the games of a match are for as many players each");
        return Err(errors_of(description, vec![error]));
    }
    let games = instances
        .iter()
        .map(|instance| instance.game.layout.fingerprint);
    let fingerprint = super::fingerprint::of_match(node, games);
    Arc::make_mut(&mut whole.layout).fingerprint = fingerprint;
    whole.series = Some(Arc::new(Series {
        games: instances,
        end,
    }));
    Ok(whole)
}

impl Compiler {
    /// The rule for continuing with the next game of a match.
    fn next_game_rule_of(&mut self, node: &Node) -> Res<RuleId> {
        self.plain_rule(RuleKind::NextInstance, node)
    }
}
