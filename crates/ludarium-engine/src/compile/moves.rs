//! Moves and effects: the inner nodes of the tree. The leaves are in [`leaves`](super::leaves).

use ludarium_lud::{Call, Diagnostic, Ludeme, Node, Value};

use super::{Compiler, Res, Scope};
use crate::fast::refusal::Part;
use crate::ir::{
    Bool, CaptureKind, Dirs, EffectId, ForEachPiece, Int, Iter, Moves, Origin, Owners, Rule,
    RuleKind, TrackRef,
};

impl Compiler {
    /// Compiles alternatives to choose from, or effects.
    pub fn moves(&mut self, node: &Node) -> Res<Moves> {
        let outer = std::mem::take(&mut self.used);
        let first = self.rules.len();
        let moves = self.moves_of(node);
        self.note_pending(node, moves.as_ref().ok(), first);
        self.used |= outer;
        let moves = moves?;
        self.record_place(Part::Moves(&moves), node.span);
        Ok(moves)
    }

    fn moves_of(&mut self, node: &Node) -> Res<Moves> {
        let call = self.call(node)?;
        match call.ludeme {
            Ludeme::MovesOr | Ludeme::MovesAnd => {
                self.with_consequence(call, |c| Ok(Moves::All(c.both_parts(call)?)))
            }
            Ludeme::MovesOrList | Ludeme::MovesAndList => self.with_consequence(call, |c| {
                let mut parts = c.parts(call, "movess")?;
                Ok(match parts.len() {
                    1 => parts.swap_remove(0),
                    _ => Moves::All(parts),
                })
            }),
            // Only within an effect are all moves of a list made.
            Ludeme::AllCombinations if self.scope.in_effect => self.with_consequence(call, |c| {
                let first = Box::new(c.part(call, "moves")?);
                let second = Box::new(c.part(call, "moves2")?);
                Ok(Moves::Combinations(first, second))
            }),
            Ludeme::Seq => Ok(Moves::Seq(self.parts(call, "movess")?)),
            Ludeme::MovesIf => self.with_consequence(call, |c| {
                let rolls_before = std::mem::take(&mut c.flags.rolls);
                let mut cond = c.bool_arg(call, "boolean")?;
                if let Bool::CanMove(can) = &mut cond {
                    can.then_listed = lists_what_it_asks(call);
                }
                if let Bool::Const(known) = cond {
                    c.flags.rolls |= rolls_before;
                    let chosen = if known {
                        call.arg("moves")
                    } else {
                        call.arg("moves2")
                    };
                    return chosen.map_or(Ok(Moves::None), |moves| c.moves(moves));
                }
                let yes = c.attempt(|c| c.part(call, "moves"));
                let no = call.arg("moves2").map(|moves| c.moves(moves)).transpose()?;
                let Some(yes) = yes else {
                    return c.failed();
                };
                let rolls = std::mem::replace(&mut c.flags.rolls, rolls_before);
                c.flags.rolls |= rolls;
                if rolls && c.flags.roll_branches < 30 {
                    c.flags.roll_branches += 1;
                    let bit = c.flags.roll_branches;
                    return Ok(Moves::RollIf(
                        bit,
                        Box::new(cond),
                        Box::new(yes),
                        no.map(Box::new),
                    ));
                }
                Ok(Moves::If(Box::new(cond), Box::new(yes), no.map(Box::new)))
            }),
            Ludeme::Priority => {
                self.with_consequence(call, |c| Ok(Moves::Priority(c.both_parts(call)?)))
            }
            Ludeme::PriorityList => {
                self.with_consequence(call, |c| Ok(Moves::Priority(c.parts(call, "movess")?)))
            }
            Ludeme::Apply | Ludeme::ApplyIfEffect => self.apply_moves(node),
            Ludeme::AddScoreList => self.add_scores(call),
            Ludeme::ForEachPiece => self.with_consequence(call, |c| c.for_each_piece(call)),
            Ludeme::ForEachSite => {
                // An effect for the case that no site has a move has no consequences.
                let otherwise = call
                    .arg("noMoveYet")
                    .map(|moves| self.moves(moves))
                    .transpose()?
                    .map(Box::new);
                self.with_consequence(call, |c| {
                    let sites = c.sites(c.need(call, "sites")?)?;
                    let moves = Box::new(c.bound(&[Iter::Site], |c| c.part(call, "moves"))?);
                    Ok(Moves::ForEachSite {
                        sites,
                        moves,
                        otherwise,
                    })
                })
            }
            Ludeme::ForEachValue => self.with_consequence(call, |c| {
                let low = c.int(c.need(call, "min")?)?;
                let high = c.int(c.need(call, "max")?)?;
                let moves = Box::new(c.bound(&[Iter::Value], |c| c.part(call, "moves"))?);
                Ok(Moves::ForEachValue { low, high, moves })
            }),
            Ludeme::ForEachValueIn => self.with_consequence(call, |c| {
                let values = c.ints(c.need(call, "ints")?)?;
                Ok(Moves::ForEachValueIn(
                    values,
                    Box::new(c.bound(&[Iter::Value], |c| c.part(call, "moves"))?),
                ))
            }),
            // The `then` of this ludeme, and of the others without `with_consequence`, never
            // happens.
            Ludeme::ForEachPlayer => Ok(Moves::ForEachPlayer(Box::new(
                self.bound(&[Iter::Player], |c| c.part(call, "moves"))?,
            ))),
            Ludeme::ForEachTeam => self.with_consequence(call, |c| {
                c.flags.teams = true;
                Ok(Moves::ForEachTeam(Box::new(
                    c.bound(&[Iter::Team], |c| c.part(call, "moves"))?,
                )))
            }),
            Ludeme::ForEach => self.without_consequence(call, |c| {
                let players = c.ints(c.need(call, "ints")?)?;
                Ok(Moves::ForEachPlayerIn(
                    players,
                    Box::new(c.bound(&[Iter::Player], |c| c.part(call, "moves"))?),
                ))
            }),
            Ludeme::ForEachLevel => self.with_consequence(call, |c| {
                let site_type = c.site_type(call.arg("siteType"));
                let at = c.int(c.need(call, "int")?)?;
                let from_top =
                    call.arg("stackDirection").and_then(Node::word) != Some("FromBottom");
                let moves = Box::new(c.bound(&[Iter::Level], |c| c.part(call, "moves"))?);
                Ok(Moves::ForEachLevel {
                    site_type,
                    at,
                    from_top,
                    moves,
                })
            }),
            Ludeme::ForEachGroup => self.with_consequence(call, |c| {
                c.needs.order |= c.scope.in_effect;
                let site_type = c.site_type(call.arg("siteType"));
                let dirs = c.dirs(call.arg("direction"), site_type, "Adjacent")?;
                let mut cond = c.binding(&[Iter::To], |c| c.opt_bool(call.arg("if")))?;
                if cond.is_none() {
                    // The groups of the mover, by default.
                    let who = Int::Who {
                        site_type,
                        at: Box::new(Int::Iter(Iter::To)),
                        level: None,
                    };
                    cond = Some(Bool::Compare(crate::ir::Cmp::Eq, who, Int::Mover));
                }
                Ok(Moves::ForEachGroup {
                    site_type,
                    dirs,
                    cond,
                    // `(from)` is the first site of the group.
                    moves: Box::new(c.bound(&[Iter::From], |c| c.part(call, "moves"))?),
                })
            }),
            Ludeme::ForEachDirection => {
                self.with_consequence(call, |c| c.for_each_direction(node, call))
            }
            Ludeme::ForEachDie => self.with_consequence(call, |c| c.for_each_die(call)),
            Ludeme::Do => self.with_consequence(call, |c| c.compile_do(call)),
            Ludeme::MaxMoves => {
                let with_value = self.flag(call.arg("withValue"), false)?;
                let moves = Box::new(self.part(call, "moves")?);
                Ok(match call.arg("maxMovesType").and_then(Node::word) {
                    Some("Moves") => Moves::MaxMoves { with_value, moves },
                    _ => Moves::MaxCaptures { with_value, moves },
                })
            }
            Ludeme::MaxDistance => self.max_distance(node, call),
            Ludeme::FirstMoveOnTrack => self.with_consequence(call, |c| {
                let track = c.track_ref(call.arg("string"), call.arg("roleType"), node)?;
                let moves = Box::new(c.bound(&[Iter::Site], |c| c.part(call, "moves"))?);
                Ok(Moves::FirstOnTrack { track, moves })
            }),
            Ludeme::While => self.with_consequence(call, |c| {
                let cond = c.bool_arg(call, "boolean")?;
                Ok(Moves::While(
                    Box::new(cond),
                    Box::new(c.part(call, "moves")?),
                ))
            }),
            Ludeme::AvoidStoredState => self.with_consequence(call, |c| {
                Ok(Moves::AvoidStored(Box::new(c.part(call, "moves")?)))
            }),
            Ludeme::Custodial => {
                self.with_consequence(call, |c| c.capture(node, call, CaptureKind::Custodial))
            }
            Ludeme::Intervene => {
                self.with_consequence(call, |c| c.capture(node, call, CaptureKind::Intervene))
            }
            Ludeme::Surround => {
                self.without_consequence(call, |c| c.capture(node, call, CaptureKind::Surround))
            }
            Ludeme::Enclose => {
                self.with_consequence(call, |c| c.capture(node, call, CaptureKind::Enclose))
            }
            Ludeme::Directional => {
                self.without_consequence(call, |c| c.capture(node, call, CaptureKind::Directional))
            }
            Ludeme::RandomWeighted => {
                self.draws_lots();
                let weights = self.need(call, "floats")?.items().iter();
                let weights = weights
                    .map(|weight| self.float(weight))
                    .collect::<Res<Vec<_>>>()?;
                let moves = self.parts(call, "movess")?;
                Ok(Moves::RandomWeighted(
                    weights.into_iter().zip(moves).collect(),
                ))
            }
            Ludeme::RandomSelection => {
                self.draws_lots();
                let moves = Box::new(self.part(call, "moves")?);
                let number = self.int(self.need(call, "num")?)?;
                Ok(Moves::RandomSelection(moves, number))
            }
            Ludeme::Satisfy => self.satisfy(node, call),
            _ => self.leaf(node, call),
        }
    }

    /// `(max Distance ...)`: all of the moves, whatever their distance along the track; none,
    /// where the board has no such track.
    fn max_distance(&mut self, node: &Node, call: &Call) -> Res<Moves> {
        let moves = self.part(call, "moves")?;
        let track = self.track_ref(call.arg("string"), call.arg("roleType"), node);
        Ok(track.map_or(Moves::None, |_| moves))
    }

    /// A required argument.
    pub fn need<'n>(&self, call: &'n Call, name: &str) -> Res<&'n Node> {
        call.arg(name).ok_or_else(|| {
            let message = format!("({}) lacks its {name}", call.ludeme.pattern());
            Diagnostic::new("missing-argument", ludarium_lud::Span::default(), message)
        })
    }

    pub(super) fn part(&mut self, call: &Call, name: &str) -> Res<Moves> {
        self.moves(self.need(call, name)?)
    }

    fn parts(&mut self, call: &Call, name: &str) -> Res<Vec<Moves>> {
        let items = self.need(call, name)?.items();
        self.each(items, |c, item| c.moves(item))
    }

    fn both_parts(&mut self, call: &Call) -> Res<Vec<Moves>> {
        self.each(["moves", "moves2"], |c, name| c.part(call, name))
    }

    /// Compiles a required Boolean argument.
    pub fn bool_arg(&mut self, call: &Call, name: &str) -> Res<Bool> {
        self.bool(self.need(call, name)?)
    }

    /// Compiles `body`, in which `iters` are bound for the generated moves.
    pub fn bound<T>(&mut self, iters: &[Iter], body: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        let (was, again) = (self.scope.bound, self.scope.again);
        for &iter in iters {
            // The first part of a `do` may refer to the outer of the two.
            if self.scope.bound >> iter as u32 & 1 == 1 && !self.scope.before.is_empty() {
                self.scope.again |= 1 << iter as u32;
            }
            self.scope.bound |= 1 << iter as u32;
        }
        let result = self.binding(iters, body);
        self.scope.bound = was;
        self.scope.again = again;
        result
    }

    /// Compiles `body` so that the `then` of `call` follows every move in it.
    fn with_consequence(
        &mut self,
        call: &Call,
        body: impl FnOnce(&mut Self) -> Res<Moves>,
    ) -> Res<Moves> {
        match self.then_of(call) {
            Ok(None) => body(self),
            Ok(Some(effect)) => {
                self.scope.thens.insert(0, effect);
                let moves = body(self);
                self.scope.thens.remove(0);
                moves
            }
            Err(error) => {
                // The body may be invalid as well.
                self.attempt(body);
                Err(error)
            }
        }
    }

    /// Compiles `body` of a ludeme whose `then` is checked, but never carried out.
    fn without_consequence(
        &mut self,
        call: &Call,
        body: impl FnOnce(&mut Self) -> Res<Moves>,
    ) -> Res<Moves> {
        let then = self.then_of(call);
        let moves = body(self);
        then?;
        moves
    }

    /// The effect in the `then` of a call.
    pub fn then_of(&mut self, call: &Call) -> Res<Option<EffectId>> {
        let Some(index) = call.ludeme.parameter("then") else {
            return Ok(None);
        };
        let Some(Some(node)) = call.args.get(index) else {
            return Ok(None);
        };
        let then = self.call(node)?;
        let inner = self.need(then, "nonDecision")?;
        let effect = self.effect_of(inner)?;
        // Effects can only be delayed if moves are made simultaneously.
        if self.simultaneous && self.flag(then.arg("applyAfterAllMoves"), false)? {
            self.delayed.push(effect);
        }
        Ok(Some(effect))
    }

    /// Compiles an effect on its own, without the consequences of the enclosing moves. The same
    /// effect of the same piece is compiled once: a long definition may be used in a thousand
    /// places.
    pub fn effect_of(&mut self, node: &Node) -> Res<EffectId> {
        let place = (node.span, self.scope.what, self.scope.within.clone());
        // Effects in the first part of a `do` have twins, delayed effects a list of their own, and
        // puzzles their own constants: these are not shared.
        let plain = self.firsts == 0 && !self.simultaneous && self.puzzle.is_none();
        let known = self.shared_effects.get(&place).into_iter().flatten();
        let known = known.into_iter().find(|(known, _)| known == node);
        if let (Some((_, effect)), true) = (known, plain) {
            self.used |= self.effect_used[*effect as usize];
            return Ok(*effect);
        }
        let scope = Scope {
            what: self.scope.what,
            within: self.scope.within.clone(),
            in_effect: true,
            ..Scope::default()
        };
        let outer = std::mem::replace(&mut self.scope, scope);
        let used = std::mem::take(&mut self.used);
        let (rolls, shadowed) = (std::mem::take(&mut self.flags.rolls), self.shadowed);
        let moves = self.moves(node);
        self.scope = outer;
        let effect_used = self.used;
        self.used |= used;
        // A shared effect that rolls would not set the flag for its later users.
        let shared = plain && !self.flags.rolls && self.shadowed == shadowed;
        self.flags.rolls |= rolls;
        let effect = self.push_effect(moves?, effect_used);
        if shared {
            let list = self.shared_effects.entry(place).or_default();
            list.push((node.clone(), effect));
        }
        Ok(effect)
    }

    fn for_each_piece(&mut self, call: &Call) -> Res<Moves> {
        self.needs.order |= self.scope.in_effect;
        self.walks_pieces = true;
        let site_type = self.site_type(call.arg("on"));
        let owner_arg = call.arg("byPlayer");
        let owners = self.owners(owner_arg, Owners::One(Int::Mover))?;
        let top = self.flag(call.arg("top"), false)?;
        let container = match call.arg("container") {
            None => Int::Const(0),
            Some(node) => match &node.value {
                Value::Str(name) => self.container_called(name, node)?,
                _ => self.int(node)?,
            },
        };
        let names: Option<Vec<&Node>> =
            call.arg("string").map(|node| node.items().iter().collect());
        let mut moves = vec![None; self.components.len()];
        let own_scope = self.scope.what;
        let was_for = self.scope.for_owner;
        self.scope.for_owner = !matches!(owners, Owners::One(Int::Mover));
        let mut failed = false;
        for (what, slot) in moves.iter_mut().enumerate().skip(1) {
            if let Some(names) = &names {
                let component = &self.components[what];
                let named = |name: &str| component.name == name || component.base == name;
                if !names.iter().any(|name| name.str().is_some_and(named)) {
                    continue;
                }
            }
            let own = self.components[what].moves.clone();
            let Some(node) = call.arg("moves").or(own.as_ref()) else {
                continue;
            };
            if call.arg("moves").is_none() && self.scope.within.contains(&what) {
                // The moves of this piece refer to themselves (in a condition or consequence).
                *slot = Some(Moves::OfPiece(what));
                self.recursive.insert(what);
                continue;
            }
            self.scope.what = Some(what);
            self.scope.within.push(what);
            *slot = self.attempt(|c| {
                c.bound(&[Iter::Level], |c| {
                    c.bound(&[Iter::From], |c| c.moves(node))
                })
            });
            self.scope.within.pop();
            self.scope.what = own_scope;
            failed |= slot.is_none();
        }
        self.scope.for_owner = was_for;
        if failed {
            return self.failed();
        }
        Ok(Moves::ForEachPiece(Box::new(ForEachPiece {
            site_type,
            owners,
            container,
            moves,
            anywhere: call.arg("on").is_none(),
            top,
            ordered: self.scope.in_effect,
            attack_table: std::sync::OnceLock::new(),
            listing: std::sync::OnceLock::new(),
            candidates: std::sync::OnceLock::new(),
        })))
    }

    fn for_each_direction(&mut self, node: &Node, call: &Call) -> Res<Moves> {
        let from = call.arg("from");
        let origin = self.origin(from)?;
        let site_type = origin.site_type;
        // Within another direction, relative directions are relative to that one.
        self.scope.heading = self.scope.in_direction;
        let dirs = self.dirs(call.arg("direction"), site_type, "Adjacent");
        self.scope.heading = false;
        let dirs = dirs?;
        let was_in = std::mem::replace(&mut self.scope.in_direction, true);
        let compiled = self.along_directions(node, call, origin, dirs);
        self.scope.in_direction = was_in;
        compiled
    }

    fn along_directions(
        &mut self,
        node: &Node,
        call: &Call,
        origin: Origin,
        dirs: Dirs,
    ) -> Res<Moves> {
        let site_type = origin.site_type;
        let mut low = Int::Const(1);
        let mut high = Int::Const(1);
        let mut between = None;
        if let Some(hurdle) = call.arg("between") {
            let hurdle = self.call(hurdle)?;
            if let Some(range) = hurdle.arg("range") {
                (low, high) = self.range(range)?;
            }
            between = self.binding(&[Iter::Between, Iter::To], |c| c.opt_bool(hurdle.arg("if")))?;
        }
        let argument = call.arg("to");
        let Some(argument) = argument else {
            return self.no_meaning(node);
        };
        let inner = self.call(argument)?;
        let (to, moves) = if inner.ludeme == Ludeme::To {
            let to = self.binding(&[Iter::To], |c| c.opt_bool(inner.arg("if")))?;
            let moves = self.bound(&[Iter::To, Iter::Between], |c| match inner.arg("apply") {
                Some(apply) => c.apply_moves(apply),
                None => Ok(Moves::None),
            })?;
            (to, moves)
        } else {
            (
                None,
                self.bound(&[Iter::To, Iter::Between], |c| c.moves(argument))?,
            )
        };
        Ok(Moves::ForEachDirection {
            site_type,
            from: origin.site,
            dirs,
            low,
            high,
            between,
            to,
            moves: Box::new(moves),
        })
    }

    /// The moves in `(apply if:cond effect)`, as a tree.
    pub fn apply_moves(&mut self, node: &Node) -> Res<Moves> {
        let call = self.call(node)?;
        match call.ludeme {
            Ludeme::Apply => self.part(call, "nonDecision"),
            Ludeme::ApplyIfEffect => {
                let cond = self.bool_arg(call, "if")?;
                Ok(Moves::If(
                    Box::new(cond),
                    Box::new(self.part(call, "nonDecision")?),
                    None,
                ))
            }
            _ => Ok(Moves::None),
        }
    }

    /// `(addScore {players} {scores})`: the consequences come after the last of them.
    fn add_scores(&mut self, call: &Call) -> Res<Moves> {
        let following = self.then_of(call)?;
        let players = call.args.first().and_then(Option::as_ref);
        let scores = call.args.get(1).and_then(Option::as_ref);
        let (Some(players), Some(scores)) = (players, scores) else {
            return Ok(Moves::None);
        };
        let mut parts = Vec::new();
        let last = players.items().len().min(scores.items().len());
        let around = std::mem::take(&mut self.scope.thens);
        for (index, (player, score)) in players.items().iter().zip(scores.items()).enumerate() {
            let player = self.owners(Some(player), Owners::One(Int::Mover))?;
            let kind = RuleKind::SetScore {
                player,
                value: self.int(score)?,
                add: true,
            };
            if index + 1 == last {
                self.scope.thens = following.into_iter().chain(around.clone()).collect();
            }
            parts.push(self.effect_rule(kind)?);
        }
        self.scope.thens = around;
        Ok(Moves::All(parts))
    }

    /// A leaf composed of compiled parts: an effect without conditions of its own.
    fn effect_rule(&mut self, kind: RuleKind) -> Res<Moves> {
        let thens = self.scope.thens.clone();
        let needed = thens
            .iter()
            .fold(0, |used, &effect| used | self.effect_used[effect as usize]);
        let stored_vars: Vec<Iter> = Iter::ALL
            .into_iter()
            .filter(|&iter| (needed & self.scope.bound) >> iter as u32 & 1 == 1)
            .collect();
        let overflows = stored_vars.len() + kind.payload_cells() > super::leaves::ROOM;
        self.flags.overflows |= overflows;
        let rule = Rule {
            decision: false,
            thens,
            before: self.scope.before.clone(),
            stored_vars,
            overflows,
            ..Rule::new(kind, ludarium_lud::Span::default())
        };
        Ok(Moves::Rule(self.push_rule(rule)?))
    }

    /// The track denoted by a name, an owner or both; without either, the mover's or the first
    /// track.
    pub fn track_ref(
        &mut self,
        name: Option<&Node>,
        owner: Option<&Node>,
        node: &Node,
    ) -> Res<TrackRef> {
        let player = self.player(owner)?;
        self.track_named(name.and_then(Node::str), player, owner.is_some(), node)
    }
}

/// Whether `(if (can Move X) Y ...)` lists as Y the moves X, whatever follows them.
fn lists_what_it_asks(call: &Call) -> bool {
    let asked = call.arg("boolean").and_then(Node::call);
    let asked = asked.filter(|asked| asked.ludeme == Ludeme::CanMove);
    let asked = asked.and_then(|asked| asked.arg("moves"));
    let (Some(asked), Some(listed)) = (asked.and_then(Node::call), call.arg("moves")) else {
        return false;
    };
    let Some(listed) = listed.call().filter(|listed| listed.ludeme == asked.ludeme) else {
        return false;
    };
    let then = asked.ludeme.parameter("then");
    let same = |(index, pair): (usize, (&Option<Node>, &Option<Node>))| match pair {
        _ if Some(index) == then => true,
        (Some(asked), Some(listed)) => ludarium_lud::same_meaning(asked, listed),
        (asked, listed) => asked.is_none() && listed.is_none(),
    };
    asked.args.iter().zip(&listed.args).enumerate().all(same)
}
