//! Matches: each of the games compiled, with what counts and what ends the match.

use ludarium_lud::{Choices, Description, Diagnostic, Ludeme, Node};

use super::assemble::compile_and;
use super::{Compiler, Res};
use crate::game::Game;
use crate::ir::{End, Int, RuleId, RuleKind};
use crate::limit::ResourceLimits;
use crate::series::{Instance, Series};

impl Game {
    /// Compiles a checked description; the games of a match are asked for by their names, with what the
    /// match chooses of their options.
    ///
    /// # Errors
    /// As [`Game::compile`]; also where a game of the match is not to be had.
    pub fn compile_with(
        description: &Description,
        others: impl FnMut(&str, &Choices) -> Option<Description>,
    ) -> Result<Game, Vec<Diagnostic>> {
        Game::compile_with_limits(description, &ResourceLimits::default(), others)
    }

    /// Compiles a checked description within limits of its size and of the time that playing may
    /// take; otherwise like [`Game::compile_with`].
    ///
    /// See [`ResourceLimits`] for an example. Where no game is a match, `others` is `|_, _| None`.
    ///
    /// # Errors
    /// As [`Game::compile_with`]; also where the board or the hands are beyond the limits.
    pub fn compile_with_limits(
        description: &Description,
        limits: &ResourceLimits,
        mut others: impl FnMut(&str, &Choices) -> Option<Description>,
    ) -> Result<Game, Vec<Diagnostic>> {
        let node = &description.game;
        match node.call() {
            Some(call) if call.ludeme == Ludeme::Match => {
                compile_match(node, limits, &mut others).map_err(|error| vec![error])
            }
            // A game or a match that is named only is the one of that name.
            Some(call) if matches!(call.ludeme, Ludeme::GameSubgame | Ludeme::MatchName) => {
                let name = call.args.first().and_then(Option::as_ref);
                let name = name.and_then(Node::str).unwrap_or_default();
                let named = |call: &ludarium_lud::Call| {
                    matches!(call.ludeme, Ludeme::GameSubgame | Ludeme::MatchName)
                };
                let found = others(name, &Choices::defaults())
                    .filter(|other| !other.game.call().is_some_and(named));
                match found {
                    Some(other) => Game::compile_with_limits(&other, limits, others),
                    None => {
                        let message = format!("there is no description of \"{name}\"");
                        Err(vec![Diagnostic::new("match", node.span, message)])
                    }
                }
            }
            _ => super::assemble::compile(node, limits).map_err(|error| vec![error]),
        }
    }
}

/// What one game of a match says besides its rules.
#[derive(Default)]
struct InstanceOptions {
    next: Option<Int>,
    result: Option<Int>,
    end: Vec<End>,
    next_game_rule: RuleId,
}

fn compile_match(
    node: &Node,
    limits: &ResourceLimits,
    others: &mut dyn FnMut(&str, &Choices) -> Option<Description>,
) -> Res<Game> {
    let wrong = |node: &Node, message: String| Diagnostic::new("match", node.span, message);
    let call = node
        .call()
        .ok_or_else(|| wrong(node, "a match is expected here".to_owned()))?;
    let games = call.arg("games").and_then(Node::call);
    let games = games.and_then(|games| games.args.first()?.as_ref());
    let ends = call.arg("end");
    let mut instances = Vec::new();
    let mut whole = None;
    let mut end = Vec::new();
    for item in games.map_or(&[][..], Node::items) {
        let Some(subgame) = item.call().filter(|call| call.ludeme == Ludeme::Subgame) else {
            continue;
        };
        let name = subgame
            .arg("string")
            .and_then(Node::str)
            .unwrap_or_default();
        let mut choices = Choices::defaults();
        if let Some(option) = subgame.arg("string2").and_then(Node::str) {
            choices = choices.with(option);
        }
        let description = others(name, &choices)
            .ok_or_else(|| wrong(item, format!("there is no description of \"{name}\"")))?;
        let compiled = |options: &mut InstanceOptions| {
            compile_and(&description.game, limits, &mut |compiler| {
                options.next = compiler.opt_int(subgame.arg("next"))?;
                options.result = compiler.opt_int(subgame.arg("result"))?;
                options.end = compiler.ends(ends)?;
                options.next_game_rule = compiler.next_game_rule_of(item)?;
                Ok(())
            })
        };
        let mut options = InstanceOptions::default();
        let game = compiled(&mut options)?;
        if instances.is_empty() {
            // What the match as a whole looks like, it looks like in its first game.
            whole = Some(compiled(&mut InstanceOptions::default())?);
            end = options.end;
        }
        instances.push(Instance {
            game,
            next: options.next,
            result: options.result,
            next_game_rule: options.next_game_rule,
        });
    }
    let Some(mut whole) = whole else {
        return Err(wrong(node, "a match needs a game".to_owned()));
    };
    whole.name = call
        .arg("string")
        .and_then(Node::str)
        .unwrap_or_default()
        .to_owned();
    if instances
        .iter()
        .any(|instance| instance.game.players != whole.players)
    {
        let message = "the games of a match are for as many players each".to_owned();
        return Err(wrong(node, message));
    }
    whole.series = Some(Box::new(Series {
        games: instances,
        end,
    }));
    Ok(whole)
}

impl Compiler {
    /// The rule of going on to the next game of a match.
    fn next_game_rule_of(&mut self, node: &Node) -> Res<RuleId> {
        self.plain_rule(RuleKind::NextInstance, node)
    }
}
