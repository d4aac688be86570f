//! Compiles `(do ...)`: its first part, and what the rules that follow need to know about it.

use ludarium_lud::{Call, Diagnostic, Ludeme, Node, Value};

use super::leaves::FROM_TO;
use super::{Compiler, Res};
use crate::ir::{Bool, EffectId, Iter, Moves, Outer};

impl Compiler {
    /// `(forEach Die ...)`. Its conditions `combined` and `replayDouble` are asked when the moves
    /// are listed.
    pub(super) fn for_each_die(&mut self, call: &Call) -> Res<Moves> {
        let hand = match call.arg("int") {
            Some(hand) => self.constant(hand)?.max(0) as usize,
            None => 0,
        };
        let mut condition = |name: &str| match call.arg(name) {
            Some(node) => self.bool(node),
            None => Ok(Bool::Const(false)),
        };
        let (combined, double) = (condition("combined")?, condition("replayDouble")?);
        // As in Ludii, more than three dice are not combined.
        let few = self.dice.get(hand).is_none_or(|dice| dice.faces.len() <= 3);
        let each = |c: &mut Self, combined: bool, double: bool| {
            let cond = c.binding(&[Iter::Pips], |c| c.opt_bool(call.arg("if")))?;
            let in_die = std::mem::replace(&mut c.scope.in_die, true);
            let outer = std::mem::replace(&mut c.scope.replay_double, double);
            let moves = c.bound(&[Iter::Pips, Iter::Die], |c| c.part(call, "moves"));
            c.scope.in_die = in_die;
            c.scope.replay_double = outer;
            Ok(Moves::ForEachDie {
                hand,
                combined: combined && few,
                cond,
                moves: Box::new(moves?),
            })
        };
        let by_double = |c: &mut Self, combined: bool| {
            c.by_condition(&double, |c, double| each(c, combined, double))
        };
        self.by_condition(&combined, by_double)
    }

    /// Moves that differ by whether a condition holds when they are listed.
    fn by_condition(
        &mut self,
        cond: &Bool,
        moves: impl Fn(&mut Self, bool) -> Res<Moves>,
    ) -> Res<Moves> {
        Ok(match cond {
            Bool::Const(holds) => moves(self, *holds)?,
            cond => {
                let (yes, no) = (moves(self, true)?, moves(self, false)?);
                Moves::If(Box::new(cond.clone()), Box::new(yes), Some(Box::new(no)))
            }
        })
    }

    /// `(do first next:.. ifAfterwards:..)`, a decision or a part of an effect.
    pub(super) fn compile_do(&mut self, call: &Call) -> Res<Moves> {
        let first = self.need(call, "moves")?;
        let after = call
            .arg("ifAfterwards")
            .map(|node| self.bool(node))
            .transpose()?
            .map(Box::new);
        let in_lookahead =
            (after.as_deref()).is_some_and(|cond| cond.without_threats() != Some(true));
        let outer = Outer {
            first: self.scope.before.len(),
            thens: self.scope.thens.len(),
        };
        // With a condition only, there is no first part.
        let looked_at = |next: Moves, after| Moves::Do {
            effect: None,
            shadowed: None,
            rolls: false,
            next: Box::new(next),
            after,
            in_lookahead,
            outer,
            pass: None,
        };
        let Some(next) = call.arg("next") else {
            let first = self.moves(first)?;
            // With neither, there is nothing to choose from.
            return Ok(match after {
                Some(_) => looked_at(first, after),
                None => Moves::None,
            });
        };
        if let (Some((roll, others)), false) = (roll_and_others(first), self.scope.in_effect) {
            return self.compile_do(&roll_first(call, roll, others));
        }
        let rolls_before = std::mem::take(&mut self.flags.rolls);
        self.firsts += 1;
        let effect = self.effect_of(first);
        self.firsts -= 1;
        let effect = effect?;
        let rolls = self.flags.rolls;
        self.flags.rolls |= rolls_before;
        if self.scope.in_effect {
            let next = self.moves(next)?;
            let next = match after {
                None => next,
                Some(_) => looked_at(next, after),
            };
            let pass = self.substitute_pass()?;
            return Ok(Moves::DoInEffect(effect, Box::new(next), pass));
        }
        let outer_shadowed = std::mem::take(&mut self.shadowed);
        if !rolls {
            self.scope.before.push(effect);
        }
        let next = self.moves(next);
        let shadowed = std::mem::replace(&mut self.shadowed, outer_shadowed);
        // Without a move, a pass takes its place, with the same consequences.
        let pass = self.substitute_pass();
        if !rolls {
            self.scope.before.pop();
        }
        Ok(Moves::Do {
            effect: Some(effect),
            shadowed,
            rolls,
            next: Box::new(next?),
            after,
            in_lookahead,
            outer,
            pass: Some(pass?),
        })
    }

    /// The variable that the first part uses and that is bound again further in.
    pub(super) fn shadowed_for(&mut self, node: &Node, before: &[EffectId]) -> Res<Option<Iter>> {
        let used = |used, &effect: &EffectId| used | self.effect_used[effect as usize];
        let hidden = before.iter().fold(0, used) & self.scope.again & !FROM_TO;
        let mut hidden = Iter::ALL
            .into_iter()
            .filter(|&iter| hidden >> iter as u32 & 1 == 1);
        match (hidden.next(), hidden.next()) {
            (None, _) => Ok(None),
            (Some(iter), None) if self.shadowed.is_none_or(|outer_shadowed| outer_shadowed == iter) => {
                self.shadowed = Some(iter);
                Ok(Some(iter))
            }
            _ => Err(Diagnostic::new(
                "too-many-bindings",
                node.span,
                "what comes first asks for several values that are bound again further in (limit 1)",
            )),
        }
    }

    /// Within the first part of a `do`, gives a rule a twin without effects, if it has any.
    pub(super) fn twin_without_effects(&mut self, id: usize) -> Res<()> {
        let mut twin = self.rules[id].clone();
        let mut more = !twin.thens.is_empty() || !twin.before.is_empty();
        for effect in twin.kind.apply_effects_mut().into_iter().flatten() {
            more |= effect.take().is_some();
        }
        if more {
            twin.thens.clear();
            twin.before.clear();
            let firsts = std::mem::take(&mut self.firsts);
            let bare = self.push_rule(twin);
            self.firsts = firsts;
            self.rules[id].without_effects = Some(bare?);
        }
        Ok(())
    }
}

/// The roll of the dice in the first part of a `do`, and the effects beside it. The dice are rolled
/// when the turn begins; the others belong to each move.
fn roll_and_others(first: &Node) -> Option<(Node, Node)> {
    let both = first.call()?;
    let is_roll = |node: &Node| {
        let call = node.call();
        call.is_some_and(|call| {
            call.ludeme == Ludeme::Roll && call.args.iter().all(Option::is_none)
        })
    };
    let parts: Vec<Node> = match both.ludeme {
        Ludeme::MovesAndList => both.args.first()?.as_ref()?.items().to_vec(),
        Ludeme::MovesAnd => both.args[..2].iter().flatten().cloned().collect(),
        _ => return None,
    };
    let followed = both.args.last().is_some_and(Option::is_some);
    let (rolls, others): (Vec<Node>, Vec<Node>) = parts.into_iter().partition(is_roll);
    let roll = rolls
        .into_iter()
        .next()
        .filter(|_| !followed && !others.is_empty())?;
    let others = Call {
        ludeme: Ludeme::MovesAndList,
        args: vec![Some(node(first.span, Value::Array(others))), None],
    };
    Some((roll, node(first.span, Value::Call(others))))
}

/// `(do roll next:(do others next:..))` for a `do` whose first part is both.
fn roll_first(call: &Call, roll: Node, others: Node) -> Call {
    let span = others.span;
    let with = |args: &[(&str, Option<Node>)]| {
        let mut call = call.clone();
        for (name, arg) in args {
            if let Some(index) = call.ludeme.parameter(name) {
                call.args[index] = arg.clone();
            }
        }
        call
    };
    // What follows the whole is compiled around it.
    let inner = with(&[("moves", Some(others)), ("then", None)]);
    with(&[
        ("moves", Some(roll)),
        ("next", Some(node(span, Value::Call(inner)))),
        ("ifAfterwards", None),
    ])
}

fn node(span: ludarium_lud::Span, value: Value) -> Node {
    Node { span, value }
}
