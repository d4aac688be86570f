//! The rules of a game: meta rules, phases, play and end rules.

use ludarium_lud::{Call, Diagnostic, Ludeme, Node};

use super::{Compiler, Res, Scope};
use crate::game::{MetaRules, NextPhase, Phase};
use crate::ir::{Bool, Int, Moves, Repetition, Rule, RuleId, RuleKind};

/// The compiled rules of a game.
pub(crate) struct Rules {
    pub meta: MetaRules,
    pub phases: Vec<Phase>,
    pub end: Vec<crate::ir::End>,
    pub piece_moves: Vec<Moves>,
    pub forced_pass: RuleId,
    pub swap_rule: Option<RuleId>,
}

impl Compiler {
    /// Everything in `(rules ...)` except the start rules.
    pub fn rules(&mut self, node: &Node) -> Res<Rules> {
        let call = self.call(node)?;
        let mut meta = MetaRules::default();
        if let Some(rules) = call.arg("meta") {
            self.attempt(|c| c.meta_rules(rules, &mut meta));
        }
        let forced_pass = self.plain_rule(RuleKind::Pass, node)?;
        let swap_rule = if meta.swap {
            let swap = RuleKind::SwapPlayers(Int::Mover, Int::Prev(true));
            Some(self.plain_rule(swap, node)?)
        } else {
            None
        };
        let end = self.attempt(|c| c.ends(call.arg("end")));
        self.listing_chance = false;
        let phases = match call.ludeme {
            Ludeme::RulesPhases => self.attempt(|c| c.phases(call)),
            _ => self.attempt(|c| {
                let moves = c.play(c.need(call, "play")?)?;
                Ok(vec![Phase {
                    name: String::new(),
                    owner: None,
                    simultaneous: c.simultaneous,
                    moves,
                    end: Vec::new(),
                    next: Vec::new(),
                }])
            }),
        };
        let mut piece_moves = vec![Moves::None; self.components.len()];
        let mut done = rustc_hash::FxHashSet::default();
        while let Some(&what) = self.recursive.iter().find(|what| !done.contains(*what)) {
            done.insert(what);
            let Some(moves) = self.components[what].moves.clone() else {
                continue;
            };
            self.scope = Scope {
                what: Some(what),
                within: vec![what],
                ..Scope::default()
            };
            piece_moves[what] = self.attempt(|c| c.moves(&moves)).unwrap_or(Moves::None);
            self.scope = Scope::default();
        }
        self.flags.listing_chance = self.listing_chance;
        self.needs.listing_seed = self.listing_chance;
        // The order of the pieces determines the order of random draws.
        self.needs.order |= self.listing_chance;
        let (Some(end), Some(phases)) = (end, phases) else {
            return self.failed();
        };
        Ok(Rules {
            meta,
            phases,
            end,
            piece_moves,
            forced_pass,
            swap_rule,
        })
    }

    pub(super) fn plain_rule(&mut self, kind: RuleKind, node: &Node) -> Res<RuleId> {
        self.push_rule(Rule::new(kind, node.span))
    }

    fn play(&mut self, node: &Node) -> Res<Moves> {
        let call = self.call(node)?;
        self.scope = Scope::default();
        let moves = self.need(call, "moves")?;
        if self.players > 0 {
            return self.moves(moves);
        }
        // Without players there are no choices: all possible moves are made at once.
        let together = RuleKind::Append(self.effect_of(moves)?);
        Ok(Moves::Rule(self.plain_rule(together, node)?))
    }

    fn phases(&mut self, call: &Call) -> Res<Vec<Phase>> {
        let nodes = self.need(call, "phases")?.items();
        let names: Vec<String> = nodes
            .iter()
            .filter_map(|node| node.call()?.arg("string")?.str().map(str::to_owned))
            .collect();
        let mut phases = Vec::with_capacity(nodes.len());
        let mut failed = false;
        for (index, node) in nodes.iter().enumerate() {
            let phase = self.call(node)?;
            let simultaneous =
                super::assemble::is_simultaneous(phase.arg("mode")).unwrap_or(self.simultaneous);
            let owner = match phase.arg("roleType").and_then(Node::word) {
                None | Some("Shared" | "All" | "Each") => None,
                Some(role) => role
                    .strip_prefix('P')
                    .and_then(|number| number.parse().ok()),
            };
            let around = std::mem::replace(&mut self.simultaneous, simultaneous);
            let moves = self.attempt(|c| {
                let own = c.play(c.need(phase, "play")?)?;
                // Moves beside the phases are offered in each of them.
                let Some(common) = call.arg("play") else {
                    return Ok(own);
                };
                Ok(Moves::All(vec![own, c.play(common)?]))
            });
            self.simultaneous = around;
            let end = self.attempt(|c| c.ends(phase.arg("end")));
            let items = phase.arg("nextPhase").map_or(&[][..], Node::items);
            let next = self.attempt(|c| c.each(items, |c, item| c.next_phase(item, index, &names)));
            let (Some(moves), Some(end), Some(next)) = (moves, end, next) else {
                failed = true;
                continue;
            };
            let name = names.get(index).cloned().unwrap_or_default();
            phases.push(Phase {
                name,
                owner,
                simultaneous,
                moves,
                end,
                next,
            });
        }
        if failed {
            return self.failed();
        }
        if phases.is_empty() {
            return Err(Diagnostic::new(
                "no-phase",
                ludarium_lud::Span::default(),
                "the rules have no phase",
            ));
        }
        Ok(phases)
    }

    fn next_phase(&mut self, node: &Node, index: usize, names: &[String]) -> Res<NextPhase> {
        let call = self.call(node)?;
        let who = match call.arg("roleType") {
            None => None,
            Some(role) => match role.word() {
                Some("Shared" | "All" | "Each") => None,
                _ => Some(self.player(Some(role))?),
            },
        };
        self.after_moves = true;
        let cond = call
            .arg("boolean")
            .map_or(Ok(Bool::Const(true)), |cond| self.bool(cond));
        self.after_moves = false;
        let cond = cond?;
        let phase =
            match call.arg("string").and_then(Node::str) {
                // A player who is named is in this phase.
                None => who.as_ref().map(|_| (index + 1) % names.len().max(1)),
                Some(name) => Some(names.iter().position(|known| known == name).ok_or_else(
                    || {
                        Diagnostic::new(
                            "unknown-phase",
                            node.span,
                            format!("there is no phase \"{name}\""),
                        )
                        .hint(format!("the phases are {}", names.join(", ")))
                    },
                )?),
            };
        Ok(NextPhase { who, cond, phase })
    }

    fn meta_rules(&mut self, node: &Node, meta: &mut MetaRules) -> Res<()> {
        let call = self.call(node)?;
        let rules = call.args.iter().flatten().flat_map(Node::items);
        self.each(rules, |c, rule| c.meta_rule(rule, meta))?;
        self.needs_support |= meta.gravity || meta.pin || meta.no_stack_on_fallen;
        Ok(())
    }

    fn meta_rule(&mut self, rule: &Node, meta: &mut MetaRules) -> Res<()> {
        let inner = self.call(rule)?;
        match inner.ludeme {
            Ludeme::MetaSwap => meta.swap = true,
            Ludeme::Automove => meta.automove = true,
            Ludeme::PassEnd => {
                meta.pass_no_end = inner.arg("passEndType").and_then(Node::word) == Some("NoEnd")
            }
            Ludeme::MetaNoRepeat => {
                let kind = repetition(inner.arg("repetitionType"));
                // The reference compares the situations of a turn before it passes with those after
                // it has passed, which differ: no move is refused.
                meta.no_repeat = (kind != Repetition::SituationalInTurn).then_some(kind);
                self.flags.repetition = true;
                self.flags.repetition_kind = Some(kind);
            }
            Ludeme::TurnLimit => {
                let limit = self.need(inner, "int")?;
                self.turns = self.constant(limit)?;
                if self.turns < 1 {
                    let message = "a limit of turns is at least 1";
                    return Err(Diagnostic::new("bad-limit", limit.span, message));
                }
            }
            Ludeme::Gravity => meta.gravity = true,
            Ludeme::PinSupportMultiple => meta.pin = true,
            Ludeme::NoStackOnFallen => meta.no_stack_on_fallen = true,
            Ludeme::MetaNoSuicide => meta.no_suicide = true,
            _ => return self.no_meaning(rule),
        }
        Ok(())
    }
}

/// The kind of repetition that the argument names; positional if there is none.
pub(super) fn repetition(arg: Option<&Node>) -> Repetition {
    match arg.and_then(Node::word) {
        Some("PositionalInTurn") => Repetition::PositionalInTurn,
        Some("Situational") => Repetition::Situational,
        Some("SituationalInTurn") => Repetition::SituationalInTurn,
        _ => Repetition::Positional,
    }
}
