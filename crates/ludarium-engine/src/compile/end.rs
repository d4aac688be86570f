//! End rules.

use ludarium_lud::{Diagnostic, Ludeme, Node};

use super::{Compiler, Res};
use crate::ir::{Bool, End, GameResult, Int, Iter, Owners, Verdict};

impl Compiler {
    /// `(end ...)`.
    pub fn ends(&mut self, node: Option<&Node>) -> Res<Vec<End>> {
        let Some(node) = node else {
            return Ok(Vec::new());
        };
        let call = self.call(node)?;
        let rules = call.args.iter().flatten().next();
        let Some(rules) = rules else {
            return Ok(Vec::new());
        };
        self.after_moves = true;
        let ends = self.each(rules.items(), |c, rule| c.end_rule(rule));
        self.after_moves = false;
        ends
    }

    fn end_rule(&mut self, node: &Node) -> Res<End> {
        let call = self.call(node)?;
        match call.ludeme {
            Ludeme::EndIf => {
                let cond = self.attempt(|c| c.bool_arg(call, "boolean"));
                let mut inner = Vec::new();
                let mut result = None;
                let items = call.args.iter().skip(1).flatten().flat_map(Node::items);
                self.each(items, |c, item| {
                    let sort = item.call().map_or("", |call| call.ludeme.sort());
                    if sort == "result" {
                        result = Some(c.game_result(item)?);
                    } else {
                        inner.push(c.end_rule(item)?);
                    }
                    Ok(())
                })?;
                let Some(cond) = cond else {
                    return self.failed();
                };
                Ok(End::If {
                    cond,
                    inner,
                    result,
                })
            }
            Ludeme::EndForEach => {
                let which = call
                    .args
                    .first()
                    .and_then(Option::as_ref)
                    .and_then(Node::word);
                let tracks = which == Some("Track");
                let owners = which.map_or(Owners::Each, |role| match role {
                    "Player" | "All" => Owners::Each,
                    role => self.owners_of_role(role),
                });
                let (cond, result) = self.bound(&[Iter::Player, Iter::Track], |c| {
                    Ok((
                        c.bool_arg(call, "if")?,
                        c.game_result(c.need(call, "result")?)?,
                    ))
                })?;
                Ok(End::ForEach {
                    owners,
                    tracks,
                    cond,
                    result,
                })
            }
            _ => Ok(End::If {
                cond: Bool::Const(true),
                inner: Vec::new(),
                result: Some(self.game_result(node)?),
            }),
        }
    }

    fn game_result(&mut self, node: &Node) -> Res<GameResult> {
        let call = self.call(node)?;
        match call.ludeme {
            Ludeme::Result => {
                let owners = match self.need(call, "roleType")?.word() {
                    Some("All") | None => Owners::Each,
                    Some(role) => self.owners_of_role(role),
                };
                let verdict = match self.need(call, "resultType")?.word() {
                    Some("Win") => Verdict::Win,
                    Some("Loss") => Verdict::Loss,
                    Some("Tie") => Verdict::Tie,
                    Some("Abandon") => Verdict::Abandon,
                    Some("Crash") => Verdict::Crash,
                    _ => Verdict::Draw,
                };
                Ok(GameResult::Of(owners, verdict))
            }
            Ludeme::ByScore => {
                let misere = self.flag(call.arg("misere"), false)?;
                let mut scores: Vec<(Int, Int)> = Vec::new();
                if let Some(list) = call.args.first().and_then(Option::as_ref) {
                    for item in list.items() {
                        let score = self.call(item)?;
                        let player = self.player(score.arg("roleType"))?;
                        scores.push((player, self.int(self.need(score, "int")?)?));
                    }
                }
                Ok(GameResult::ByScore { scores, misere })
            }
            Ludeme::Payoffs => {
                let mut payoffs = Vec::new();
                for item in call
                    .args
                    .first()
                    .and_then(Option::as_ref)
                    .map_or(&[][..], Node::items)
                {
                    let payoff = self.call(item)?;
                    let value = self.float(self.need(payoff, "float")?)?;
                    payoffs.push((self.player(payoff.arg("roleType"))?, value));
                }
                Ok(GameResult::Payoffs(payoffs))
            }
            _ => Err(Diagnostic::new(
                "expected-result",
                node.span,
                "a result is expected here",
            )),
        }
    }
}
