//! The leaves of the tree of moves: what generates or is a single move.

use lud::{Call, Diagnostic, Ludeme, Node, Value};

use super::{Compiler, Res};
use crate::action::Hidden;
use crate::ir::{
    Effect, Hurdle, Int, Ints, Iter, LeapRef, Moves, Origin, Owners, Rule, RuleKind, Sow, Target,
    TrackRef, Turn, INFINITY,
};

/// The iterators that a move itself remembers.
const FROM_TO: u32 = 1 << Iter::From as u32 | 1 << Iter::To as u32;

impl Compiler {
    /// A leaf, with everything that belongs to it.
    pub fn leaf(&mut self, node: &Node, call: &Call) -> Res<Moves> {
        let own = self.then_of(call)?;
        let used = std::mem::take(&mut self.used);
        let kind = self.rule_kind(node, call);
        let mut needed = self.used;
        self.used |= used;
        let kind = kind?;
        let decision = matches!(call.ludeme.sort(), "decision") || call.ludeme == Ludeme::Append;
        let mut thens: Vec<_> = own.into_iter().collect();
        // A placement that is offered twice takes what follows from around it twice, too.
        let times = if kind.offered_twice(decision) { 2 } else { 1 };
        for &then in &self.scope.thens {
            thens.extend(std::iter::repeat_n(then, times));
        }
        let before = self.scope.before.clone();
        for &effect in thens.iter().chain(&before) {
            needed |= self.effect_used[effect as usize];
        }
        let mut bound = self.scope.bound;
        if matches!(
            kind,
            RuleKind::Hop { .. } | RuleKind::Slide { .. } | RuleKind::Shoot { .. }
        ) {
            bound |= 1 << Iter::Between as u32;
        }
        let uses_die = self.scope.in_die;
        let replay_double = uses_die && self.scope.replay_double;
        if uses_die {
            needed |= 1 << Iter::Die as u32;
        }
        let mut captures: Vec<Iter> = Iter::ALL
            .into_iter()
            .filter(|&iter| (needed & bound & !FROM_TO) >> iter as u32 & 1 == 1)
            .collect();
        captures.sort_by_key(|&iter| iter != Iter::Die);
        if captures.len() + kind.load() > 5 {
            let message = "a move of this rule would have to remember more than fits in a move";
            return Err(Diagnostic::new("not-carried-out", node.span, message));
        }
        let rule = Rule {
            kind,
            decision,
            thens,
            before,
            captures,
            uses_die,
            for_owner: self.scope.for_owner,
            replay_double,
            span: node.span,
            ludeme: call.ludeme,
        };
        Ok(Moves::Rule(self.push_rule(rule)?))
    }

    /// The pass that stands in for the moves of `(do ... next:...)` where there are none.
    pub fn pass_instead(&mut self, call: &Call) -> Res<u16> {
        let thens = self.scope.thens.clone();
        let needed = thens
            .iter()
            .fold(0, |used, &effect| used | self.effect_used[effect as usize]);
        let captures = Iter::ALL
            .into_iter()
            .filter(|&iter| (needed & self.scope.bound & !FROM_TO) >> iter as u32 & 1 == 1)
            .take(5)
            .collect();
        self.push_rule(Rule {
            kind: RuleKind::Pass,
            decision: true,
            thens,
            before: self.scope.before.clone(),
            captures,
            uses_die: false,
            for_owner: false,
            replay_double: false,
            span: lud::Span::default(),
            ludeme: call.ludeme,
        })
    }

    #[allow(clippy::too_many_lines)] // one arm per ludeme
    fn rule_kind(&mut self, node: &Node, call: &Call) -> Res<RuleKind> {
        let arg = |name: &str| {
            call.ludeme
                .parameter(name)
                .and_then(|index| call.args[index].as_ref())
        };
        Ok(match call.ludeme {
            Ludeme::Append => RuleKind::Append(self.effect_of(self.need(call, "nonDecision")?)?),
            Ludeme::MoveStep | Ludeme::Step => {
                let from = self.origin(arg("from"))?;
                let dirs = self.dirs(arg("direction"), from.t, "Adjacent")?;
                let to = self.target(self.need(call, "to")?)?;
                RuleKind::Step {
                    from,
                    dirs,
                    to,
                    stack: self.flag(arg("stack"), false),
                }
            }
            Ludeme::MoveSlide | Ludeme::Slide => {
                let from = self.origin(arg("from"))?;
                let dirs = self.dirs(arg("direction"), from.t, "Adjacent")?;
                let track = match arg("string") {
                    Some(name) => Some(self.track_ref(Some(name), None, node)?),
                    None => None,
                };
                let between = self.hurdle(arg("between"), (Int::Const(1), Int::Const(INFINITY)))?;
                let to = self.opt_target(arg("to"), from.t)?;
                RuleKind::Slide {
                    from,
                    dirs,
                    track,
                    between,
                    to,
                    stack: self.flag(arg("stack"), false),
                }
            }
            Ludeme::MoveHop | Ludeme::Hop => {
                let from = self.origin(arg("from"))?;
                let dirs = self.dirs(arg("direction"), from.t, "Adjacent")?;
                let between = self.hurdle(arg("between"), (Int::Const(1), Int::Const(1)))?;
                let to = self.target(self.need(call, "to")?)?;
                RuleKind::Hop {
                    from,
                    dirs,
                    between,
                    to,
                    stack: self.flag(arg("stack"), false),
                }
            }
            Ludeme::MoveLeap | Ludeme::Leap => {
                let from = self.origin(arg("from"))?;
                let walks = walks(self.need(call, "stepTypess")?);
                let forward = self.flag(arg("forward"), false);
                let rotations = self.flag(arg("rotations"), true);
                let table = self.leap_table(from.t, &walks, forward, rotations);
                let to = self.target(self.need(call, "to")?)?;
                RuleKind::Leap { from, table, to }
            }
            Ludeme::MoveShoot | Ludeme::Shoot => {
                let piece = self.call(self.need(call, "withPiece")?)?;
                let what = self
                    .piece_kinds(piece)?
                    .0
                    .into_iter()
                    .next()
                    .unwrap_or(Int::Const(0));
                let mut from = self.origin(arg("from"))?;
                if arg("from").is_none() {
                    from.site = Int::LastTo;
                }
                let dirs = self.dirs(arg("absoluteDirection"), from.t, "Adjacent")?;
                let between = self.hurdle(arg("between"), (Int::Const(1), Int::Const(INFINITY)))?;
                let to = self.opt_target(arg("to"), from.t)?;
                RuleKind::Shoot {
                    what,
                    from,
                    dirs,
                    between,
                    to,
                }
            }
            Ludeme::Move | Ludeme::FromTo => {
                let from = self.origin(arg("from"))?;
                let to = self.target(self.need(call, "to")?)?;
                let count = self.opt_int(arg("count"))?;
                let copy = self.flag(arg("copy"), false);
                let stack = self.flag(arg("stack"), false);
                let mover = arg("roleType")
                    .map(|role| self.player(Some(role)))
                    .transpose()?;
                RuleKind::FromTo {
                    from,
                    to,
                    count,
                    copy,
                    stack,
                    mover,
                }
            }
            Ludeme::MoveSite | Ludeme::Add | Ludeme::Claim => {
                let (what, state) = match arg("withPiece") {
                    Some(piece) => {
                        let piece = self.call(piece)?;
                        self.piece_kinds(piece)?
                    }
                    None => (vec![self.mover_piece()], None),
                };
                let to = self.target(self.need(call, "to")?)?;
                let claim = call.ludeme == Ludeme::Claim
                    || arg("moveSiteType").and_then(Node::word) == Some("Claim");
                if claim {
                    RuleKind::Claim { what, state, to }
                } else {
                    let count = self.opt_int(arg("count"))?;
                    RuleKind::Add {
                        what,
                        state,
                        to,
                        count,
                        stack: self.flag(arg("stack"), false),
                    }
                }
            }
            Ludeme::MoveSelect | Ludeme::Select => {
                let from = self.origin(arg("from"))?;
                let to = arg("to").map(|to| self.target(to)).transpose()?;
                let mover = arg("roleType")
                    .map(|role| self.player(Some(role)))
                    .transpose()?;
                RuleKind::Select { from, to, mover }
            }
            Ludeme::MoveRemove | Ludeme::Remove => {
                let t = self.site_type(arg("siteType"));
                let at = arg("int").or_else(|| arg("sites"));
                let Some(at) = at else {
                    return self.not_yet(node);
                };
                let (sites, single) = self.place_argument(at)?;
                let level = self.opt_int(arg("level"))?;
                let at_end = arg("at").and_then(Node::word) == Some("EndOfTurn");
                self.flags.to_clear |= at_end;
                let count = self.opt_int(arg("count"))?;
                RuleKind::Remove {
                    t,
                    sites,
                    single,
                    level,
                    at_end,
                    count,
                }
            }
            Ludeme::MovePromote | Ludeme::Promote => {
                let t = self.site_type(arg("siteType"));
                let at = match arg("int") {
                    Some(at) => self.int(at)?,
                    None => self.iter(Iter::To),
                };
                let piece = self.call(self.need(call, "withPiece")?)?;
                let (what, state) = self.piece_kinds(piece)?;
                let owner_arg = arg("byPlayer").or_else(|| arg("roleType"));
                let owner = owner_arg
                    .map(|owner| self.player(Some(owner)))
                    .transpose()?;
                RuleKind::Promote {
                    t,
                    at,
                    what,
                    owner,
                    state,
                }
            }
            Ludeme::Pass => RuleKind::Pass,
            Ludeme::MoveSimple if arg("moveSimpleType").and_then(Node::word) == Some("Pass") => {
                RuleKind::Pass
            }
            Ludeme::MoveMessage | Ludeme::Propose | Ludeme::Vote => {
                let texts = self
                    .need(call, "string")?
                    .items()
                    .iter()
                    .filter_map(Node::str)
                    .collect::<Vec<_>>();
                let ids = texts
                    .into_iter()
                    .map(|text| Self::intern(&mut self.strings, text))
                    .collect();
                let vote = call.ludeme == Ludeme::Vote
                    || arg("moveMessageType").and_then(Node::word) == Some("Vote");
                if vote {
                    RuleKind::Vote(ids)
                } else {
                    RuleKind::Propose(ids)
                }
            }
            Ludeme::MoveSwapPlayers | Ludeme::SwapPlayers => {
                RuleKind::SwapPlayers(self.player(arg("int"))?, self.player(arg("int2"))?)
            }
            Ludeme::MoveSwapPieces | Ludeme::SwapPieces => {
                let first = arg("int").map_or(Ok(Int::LastFrom), |node| self.int(node))?;
                let second = arg("int2").map_or(Ok(Int::LastTo), |node| self.int(node))?;
                RuleKind::SwapPieces { first, second }
            }
            Ludeme::MoveSetNextPlayer | Ludeme::SetNextPlayer => {
                let who = arg("byPlayer").or_else(|| arg("ints"));
                let Some(who) = who else {
                    return self.not_yet(node);
                };
                match &who.value {
                    Value::Call(call) if call.ludeme.sort() == "ints" => {
                        RuleKind::SetNextPlayer(self.ints(who)?)
                    }
                    Value::Array(_) => RuleKind::SetNextPlayer(self.ints(who)?),
                    _ => RuleKind::SetNextPlayer(Ints::List(vec![self.player(Some(who))?])),
                }
            }
            Ludeme::MoveAgain => RuleKind::MoveAgain,
            Ludeme::SetPlayer => {
                let player = self.owners(arg("byPlayer"), Owners::One(Int::Mover))?;
                let value = self.int(self.need(call, "int")?)?;
                match arg("setPlayerType").and_then(Node::word) {
                    Some("Score") => RuleKind::SetScore {
                        player,
                        value,
                        add: false,
                    },
                    _ => RuleKind::SetPlayerValue { player, value },
                }
            }
            Ludeme::AddScore => {
                let player = self.owners(arg("byPlayer"), Owners::One(Int::Mover))?;
                RuleKind::SetScore {
                    player,
                    value: self.int(self.need(call, "int")?)?,
                    add: true,
                }
            }
            Ludeme::SetSite => {
                let t = self.site_type(arg("siteType"));
                let at = self.int(self.need(call, "at")?)?;
                let level = self.opt_int(arg("level"))?;
                let value = self.int(self.need(call, "int")?)?;
                match arg("setSiteType").and_then(Node::word) {
                    Some("State") => RuleKind::SetState {
                        t,
                        at,
                        level,
                        value,
                    },
                    Some("Count") => RuleKind::SetCount { t, at, value },
                    _ => RuleKind::SetPieceValue {
                        t,
                        at,
                        level,
                        value,
                    },
                }
            }
            Ludeme::SetValue => {
                let value = self.opt_int(arg("int"))?;
                match arg("setValueType").and_then(Node::word) {
                    Some("Counter") => RuleKind::SetCounter(value.unwrap_or(Int::Const(-1))),
                    _ => RuleKind::SetPot(value.unwrap_or(Int::Const(0))),
                }
            }
            Ludeme::SetVar => {
                let var = arg("string")
                    .and_then(Node::str)
                    .map(|name| Self::intern(&mut self.vars, name));
                RuleKind::SetVar {
                    var,
                    value: self.opt_int(arg("int"))?.unwrap_or(Int::Const(-1)),
                }
            }
            Ludeme::SetPending => match arg("int").or_else(|| arg("sites")) {
                None => RuleKind::SetPending(None, None),
                Some(at) => {
                    let (sites, single) = self.place_argument(at)?;
                    RuleKind::SetPending(Some(sites), single)
                }
            },
            Ludeme::SetTeam => {
                let team = self.int(self.need(call, "int")?)?;
                let roles = self
                    .need(call, "roleTypes")?
                    .items()
                    .iter()
                    .filter_map(Node::word)
                    .collect::<Vec<_>>();
                let owners = roles
                    .into_iter()
                    .map(|role| self.owners_of_role(role))
                    .collect();
                self.flags.teams = true;
                RuleKind::SetTeam { team, owners }
            }
            Ludeme::SetHidden => {
                let t = self.site_type(arg("siteType"));
                let data = hidden_data(arg("hiddenData"));
                let Some(at) = arg("at").or_else(|| arg("sites")) else {
                    return self.not_yet(node);
                };
                let (sites, _) = self.place_argument(at)?;
                let level = self.opt_int(arg("level"))?;
                let hidden = arg("boolean").map(|hidden| self.bool(hidden)).transpose()?;
                let to = self.owners(arg("to"), Owners::One(Int::Mover))?;
                RuleKind::SetHidden {
                    t,
                    data,
                    sites,
                    level,
                    hidden,
                    to,
                }
            }
            Ludeme::SetRotation | Ludeme::MoveSetRotation => {
                let to = arg("to").map(|to| self.target(to)).transpose()?;
                let values = match arg("ints").or_else(|| arg("int")) {
                    Some(values) => values
                        .items()
                        .iter()
                        .map(|value| self.int(value))
                        .collect::<Res<Vec<_>>>()?,
                    None => Vec::new(),
                };
                self.flags.rotations = true;
                let previous = self.flag(arg("previous"), true);
                let next = self.flag(arg("next"), true);
                RuleKind::SetRotation {
                    to,
                    values,
                    previous,
                    next,
                }
            }
            Ludeme::RememberValue => {
                let list = self.list_named(arg("string"));
                let unique = self.flag(arg("unique"), false);
                RuleKind::Remember {
                    list,
                    value: self.int(self.need(call, "int")?)?,
                    unique,
                }
            }
            Ludeme::RememberState => {
                self.flags.repetition = true;
                self.flags.stored_states = true;
                RuleKind::RememberState
            }
            Ludeme::ForgetValue => {
                let list = self.list_named(arg("string"));
                RuleKind::Forget {
                    list,
                    value: Some(self.int(self.need(call, "int")?)?),
                }
            }
            Ludeme::ForgetValueAll => RuleKind::Forget {
                list: self.list_named(arg("string")),
                value: None,
            },
            Ludeme::Trigger => {
                let event = arg("string").and_then(Node::str).unwrap_or("");
                let event = Self::intern(&mut self.events, event);
                RuleKind::Trigger {
                    event,
                    player: self.player(arg("int"))?,
                }
            }
            Ludeme::Note => match arg("string").and_then(Node::str) {
                Some(text) => {
                    let text = Self::intern(&mut self.strings, text);
                    RuleKind::Note {
                        text,
                        to: self.owners(arg("to"), Owners::Each)?,
                    }
                }
                None => return self.not_yet(node),
            },
            Ludeme::Roll => {
                self.flags.rolls = true;
                self.flags.stochastic = true;
                RuleKind::Roll
            }
            Ludeme::Flip => {
                let t = self.site_type(arg("siteType"));
                let at = match arg("int") {
                    Some(at) => self.int(at)?,
                    None => self.iter(Iter::To),
                };
                RuleKind::Flip { t, at }
            }
            Ludeme::Sow => {
                self.flags.sows = true;
                RuleKind::Sow(Box::new(self.sow(node, call)?))
            }
            Ludeme::Attract => {
                let from = self.origin(arg("from"))?;
                let site = if arg("from").is_some() {
                    from.site
                } else {
                    Int::LastTo
                };
                RuleKind::Attract {
                    t: from.t,
                    from: site,
                    dirs: self.dirs(arg("absoluteDirection"), from.t, "Adjacent")?,
                }
            }
            Ludeme::Push => {
                let from = self.origin(arg("from"))?;
                let site = if arg("from").is_some() {
                    from.site
                } else {
                    Int::LastTo
                };
                RuleKind::Push {
                    t: from.t,
                    from: site,
                    dirs: self.dirs(arg("direction"), from.t, "Adjacent")?,
                }
            }
            Ludeme::TakeControl => {
                let of = self.owners(arg("of"), Owners::One(Int::Next))?;
                let by = self.player(arg("by"))?;
                let t = self.site_type(arg("siteType"));
                let sites = match arg("at").or_else(|| arg("to")) {
                    Some(at) => Some(self.place_argument(at)?.0),
                    None => None,
                };
                RuleKind::TakeControl { t, of, by, sites }
            }
            _ => return self.not_yet(node),
        })
    }

    /// The piece a player adds when none is named: the first kind it owns.
    fn mover_piece(&self) -> Int {
        let first = |player: usize| {
            (1..self.components.len())
                .find(|&what| {
                    self.components[what].owner == player && self.components[what].die.is_none()
                })
                .or_else(|| {
                    (1..self.components.len()).find(|&what| {
                        self.components[what].owner == self.players + 1
                            && self.components[what].die.is_none()
                    })
                })
                .map_or(-1, |what| what as i32)
        };
        Int::ByPlayer(
            (0..self.players + 2).map(first).collect(),
            Box::new(Int::Mover),
        )
    }

    /// The kinds named in `(piece ...)`, and the state given there.
    pub fn piece_kinds(&mut self, piece: &Call) -> Res<(Vec<Int>, Option<Int>)> {
        let state = self.opt_int(piece.arg("state"))?;
        let index = piece.args.iter().position(Option::is_some).unwrap_or(0);
        let Some(Some(named)) = piece.args.get(index) else {
            return Ok((Vec::new(), state));
        };
        let mut kinds = Vec::new();
        for item in named.items() {
            match &item.value {
                Value::Str(name) => kinds.push(self.kind_by_name(name, Int::Mover)),
                _ => kinds.push(self.int(item)?),
            }
        }
        Ok((kinds, state))
    }

    /// The kind called `name`: exactly, or for the given player.
    pub fn kind_by_name(&self, name: &str, player: Int) -> Int {
        if let Some(what) =
            (1..self.components.len()).find(|&what| self.components[what].name == name)
        {
            return Int::Const(what as i32);
        }
        let of = |owner: usize| {
            (1..self.components.len())
                .find(|&what| {
                    self.components[what].base == name && self.components[what].owner == owner
                })
                .map_or(-1, |what| what as i32)
        };
        Int::ByPlayer((0..self.players + 2).map(of).collect(), Box::new(player))
    }

    /// Sites, and the number if it is a single one.
    pub fn place_argument(&mut self, node: &Node) -> Res<(crate::ir::Sites, Option<Int>)> {
        if self.is_number(node) {
            let site = self.int(node)?;
            Ok((crate::ir::Sites::List(vec![site.clone()]), Some(site)))
        } else {
            Ok((self.sites(node)?, None))
        }
    }

    /// Whether a node is a number rather than a region.
    pub fn is_number(&self, node: &Node) -> bool {
        match &node.value {
            Value::Int(_) => true,
            Value::Word(_) => true,
            Value::Call(call) => call.ludeme.sort() == "int",
            _ => false,
        }
    }

    /// `(from ...)`; `(from)` where absent.
    pub fn origin(&mut self, arg: Option<&Node>) -> Res<Origin> {
        let Some(node) = arg else {
            let site = self.iter(Iter::From);
            return Ok(Origin {
                t: self.own,
                site,
                sites: None,
                level: None,
                cond: None,
            });
        };
        let call = self.call(node)?;
        let t = self.site_type(call.arg("siteType"));
        let (site, sites) = match call.arg("sites") {
            None => (self.iter(Iter::From), None),
            Some(at) if self.is_number(at) => (self.int(at)?, None),
            Some(at) => (self.iter(Iter::From), Some(self.sites(at)?)),
        };
        let level = self.opt_int(call.arg("level"))?;
        let cond = self
            .opt_bool(call.arg("if"))?
            .map(|cond| self.simplified(cond));
        Ok(Origin {
            t,
            site,
            sites,
            level,
            cond,
        })
    }

    fn opt_target(&mut self, arg: Option<&Node>, t: usize) -> Res<Target> {
        match arg {
            Some(node) => self.target(node),
            None => Ok(Target {
                t,
                sites: None,
                site: None,
                level: None,
                rotations: None,
                cond: None,
                effect: None,
            }),
        }
    }

    /// `(to ...)`.
    pub fn target(&mut self, node: &Node) -> Res<Target> {
        let call = self.call(node)?;
        let t = self.site_type(call.arg("siteType"));
        let (sites, site) = match call.arg("sites") {
            None => (None, None),
            Some(at) => {
                let (sites, single) = self.place_argument(at)?;
                (if single.is_some() { None } else { Some(sites) }, single)
            }
        };
        let level = self.opt_int(call.arg("level"))?;
        let rotations = call
            .arg("rotations")
            .map(|node| self.ints(node))
            .transpose()?;
        let cond = self
            .opt_bool(call.arg("if"))?
            .map(|cond| self.simplified(cond));
        let effect = call.arg("apply").map(|node| self.apply(node)).transpose()?;
        Ok(Target {
            t,
            sites,
            site,
            level,
            rotations,
            cond,
            effect,
        })
    }

    fn apply(&mut self, node: &Node) -> Res<Effect> {
        let call = self.call(node)?;
        let cond = call
            .ludeme
            .parameter("if")
            .and_then(|i| call.args[i].as_ref());
        let cond = self.opt_bool(cond)?;
        let effect = call
            .ludeme
            .parameter("nonDecision")
            .and_then(|i| call.args[i].as_ref());
        let effect = effect.map(|effect| self.effect_of(effect)).transpose()?;
        if let Some(effect) = effect {
            self.used |= self.effect_used[effect as usize];
        }
        Ok(Effect { cond, effect })
    }

    /// `(between ...)` with the range that applies where none is written.
    fn hurdle(&mut self, arg: Option<&Node>, range: (Int, Int)) -> Res<Hurdle> {
        let mut hurdle = Hurdle {
            before: Int::Const(0),
            low: range.0,
            high: range.1,
            after: Int::Const(0),
            cond: None,
            trail: None,
            effect: None,
        };
        let Some(node) = arg else { return Ok(hurdle) };
        let call = self.call(node)?;
        if let Some(before) = call.arg("before") {
            hurdle.before = self.int(before)?;
        }
        if let Some(after) = call.arg("after") {
            hurdle.after = self.int(after)?;
        }
        if let Some(range) = call.arg("range") {
            (hurdle.low, hurdle.high) = self.range(range)?;
        }
        hurdle.cond = self
            .opt_bool(call.arg("if"))?
            .map(|cond| self.simplified(cond));
        hurdle.trail = self.opt_int(call.arg("trail"))?;
        hurdle.effect = call
            .arg("apply")
            .map(|apply| self.apply(apply))
            .transpose()?;
        Ok(hurdle)
    }

    fn sow(&mut self, node: &Node, call: &Call) -> Res<Sow> {
        let t = self.site_type(call.arg("siteType"));
        let start = call
            .arg("int")
            .map_or(Ok(Int::LastTo), |start| self.int(start))?;
        let count = match call.arg("count") {
            Some(count) => self.int(count)?,
            None => Int::Count {
                t,
                at: Box::new(start.clone()),
            },
        };
        let bound = [Iter::To, Iter::From, Iter::Value];
        let per_hole = match call.arg("numPerHole") {
            Some(number) => self.binding(&bound, |c| c.int(number))?,
            None => Int::Const(1),
        };
        let owner = self.opt_int(call.arg("owner"))?;
        let name = call.arg("string").and_then(Node::str);
        let track = match &owner {
            Some(owner) => self.track_named(name, owner.clone(), true, node)?,
            // Without an owner it is the first track of the name, whoever it belongs to.
            None => self.first_track(name, node)?,
        };
        let cond = self.binding(&bound, |c| c.opt_bool(call.arg("if")))?;
        let skip = self.binding(&bound, |c| c.opt_bool(call.arg("skipIf")))?;
        let sow_effect = call
            .arg("sowEffect")
            .map(|effect| self.effect_of(effect))
            .transpose()?;
        let effect = call
            .arg("apply")
            .map(|effect| self.effect_of(effect))
            .transpose()?;
        for effect in [sow_effect, effect].into_iter().flatten() {
            self.used |= self.effect_used[effect as usize];
        }
        let backtracking = self.binding(&bound, |c| c.opt_bool(call.arg("backtracking")))?;
        let forward = self.binding(&bound, |c| c.opt_bool(call.arg("forward")))?;
        let include_self = self.flag(call.arg("includeSelf"), true);
        let origin = self.binding(&bound, |c| c.opt_bool(call.arg("origin")))?;
        Ok(Sow {
            t,
            start,
            count,
            per_hole,
            track,
            owner,
            cond,
            sow_effect,
            effect,
            include_self,
            origin,
            skip,
            backtracking,
            forward,
        })
    }

    /// The list of remembered values called so.
    pub fn list_named(&mut self, name: Option<&Node>) -> usize {
        let name = name.and_then(Node::str);
        self.lists
            .iter()
            .position(|known| known.as_deref() == name)
            .unwrap_or_else(|| {
                self.lists.push(name.map(Into::into));
                self.lists.len() - 1
            })
    }

    /// The first track whose name contains `name`; the first of all where none is given.
    fn first_track(&self, name: Option<&str>, node: &Node) -> Res<TrackRef> {
        let fits = |track: &board::Track| name.is_none_or(|name| track.name.contains(name));
        match self.board.tracks.iter().position(fits) {
            Some(index) => Ok(TrackRef::Fixed(index)),
            None => Err(Diagnostic::new(
                "no-track",
                node.span,
                "the board has no such track",
            )),
        }
    }

    /// The track called `name` (or whose name starts so) of the given player; without a name the
    /// player's own track, or the first of all.
    pub fn track_named(
        &mut self,
        name: Option<&str>,
        player: Int,
        owned: bool,
        node: &Node,
    ) -> Res<TrackRef> {
        let tracks = &self.board.tracks;
        let fits = |track: &board::Track| {
            name.is_none_or(|name| track.name == name || track.name.contains(name))
        };
        let exact = name.and_then(|name| tracks.iter().position(|track| track.name == name));
        if let (Some(index), false) = (exact, owned) {
            return Ok(TrackRef::Fixed(index));
        }
        let of = |owner: usize| {
            tracks
                .iter()
                .position(|track| fits(track) && track.owner == Some(owner as u32))
                .or_else(|| {
                    tracks.iter().position(|track| {
                        fits(track)
                            && track
                                .owner
                                .is_none_or(|o| o == 0 || o as usize > self.players)
                    })
                })
        };
        let by_player: Vec<Option<usize>> = (0..self.players + 2).map(of).collect();
        let first = tracks.iter().position(fits);
        if first.is_none() {
            return match name {
                Some(name) => Err(Diagnostic::new(
                    "unknown-track",
                    node.span,
                    format!("there is no track \"{name}\""),
                )
                .hint("tracks are declared with (track \"Name\" ...) in the board")),
                None => Err(Diagnostic::new(
                    "no-track",
                    node.span,
                    "the board has no track",
                )),
            };
        }
        if by_player.iter().all(|found| *found == first) || by_player.iter().all(Option::is_none) {
            return Ok(TrackRef::Fixed(first.unwrap_or(0)));
        }
        let by_player = by_player.into_iter().map(|found| found.or(first)).collect();
        Ok(TrackRef::ByPlayer(by_player, Box::new(player)))
    }

    fn leap_table(
        &mut self,
        t: usize,
        walks: &[Vec<Turn>],
        forward: bool,
        rotations: bool,
    ) -> LeapRef {
        if forward {
            let facings = board::Direction::compass();
            return LeapRef::ByFacing(
                facings
                    .iter()
                    .map(|&facing| self.leaps(t, walks, Some(facing), rotations))
                    .collect(),
            );
        }
        let _ = rotations;
        LeapRef::Fixed(self.leaps(t, walks, None, true))
    }

    /// By site, where the walks lead: from every first direction, or from those that face `facing`.
    fn leaps(
        &self,
        t: usize,
        walks: &[Vec<Turn>],
        facing: Option<board::Direction>,
        _rotations: bool,
    ) -> Vec<Vec<u16>> {
        let kind = crate::layout::type_of_index(t);
        let topology = &self.board.topology;
        (0..topology.len(kind) as u32)
            .map(|site| {
                let mut found: Vec<u16> = Vec::new();
                for walk in walks {
                    for &first in topology.supported(kind, board::Relation::Orthogonal) {
                        if facing.is_some_and(|facing| facing != first) {
                            continue;
                        }
                        if let Some(to) = self.walk_from(kind, site, first, walk) {
                            if !found.contains(&(to as u16)) {
                                found.push(to as u16);
                            }
                        }
                    }
                }
                found
            })
            .collect()
    }

    /// Where a walk ends that starts in a direction; `None` if it leaves the board.
    pub fn walk_from(
        &self,
        kind: board::SiteType,
        from: u32,
        first: board::Direction,
        walk: &[Turn],
    ) -> Option<u32> {
        let topology = &self.board.topology;
        let around = topology.supported(kind, board::Relation::Orthogonal);
        let mut site = from;
        let mut heading = around.iter().position(|&direction| direction == first)?;
        for turn in walk {
            match turn {
                Turn::Forward => {
                    site = *topology.steps(kind, site, around[heading]).first()?;
                }
                Turn::Left => heading = (heading + around.len() - 1) % around.len(),
                Turn::Right => heading = (heading + 1) % around.len(),
            }
        }
        Some(site)
    }
}

/// The walks `{ {F F R F} ... }`.
pub(super) fn walks(node: &Node) -> Vec<Vec<Turn>> {
    node.items()
        .iter()
        .map(|walk| {
            walk.items()
                .iter()
                .filter_map(|step| match step.word()? {
                    "F" => Some(Turn::Forward),
                    "L" => Some(Turn::Left),
                    "R" => Some(Turn::Right),
                    _ => None,
                })
                .collect()
        })
        .collect()
}

/// The kinds of hidden data named; everything where none is.
pub(super) fn hidden_data(arg: Option<&Node>) -> Vec<Hidden> {
    let Some(node) = arg else {
        return vec![Hidden::All];
    };
    node.items()
        .iter()
        .map(|item| match item.word() {
            Some("What") => Hidden::What,
            Some("Who") => Hidden::Who,
            Some("State") => Hidden::State,
            Some("Count") => Hidden::Count,
            Some("Rotation") => Hidden::Rotation,
            Some("Value") => Hidden::Value,
            _ => Hidden::All,
        })
        .collect()
}

impl RuleKind {
    /// Whether the moves of a decision of this kind are each generated twice: placements that do
    /// something to their target first (and put down a single piece).
    pub(crate) fn offered_twice(&self, decision: bool) -> bool {
        decision && matches!(self, RuleKind::Add { to, count: None, .. } if to.effect.is_some())
    }

    /// Cells of a move's load that the rule itself fills, from the front.
    pub(crate) fn load(&self) -> usize {
        match self {
            RuleKind::Hop { .. } | RuleKind::Slide { .. } | RuleKind::Shoot { .. } => 2,
            RuleKind::SetScore { .. }
            | RuleKind::SetPlayerValue { .. }
            | RuleKind::SetHidden { .. } => 3,
            RuleKind::SetState { .. } | RuleKind::SetPieceValue { .. } => 3,
            RuleKind::Remove { .. } => 2,
            RuleKind::SetCount { .. } | RuleKind::SetVar { .. } | RuleKind::SetCounter(_) => 2,
            RuleKind::SetPot(_) | RuleKind::Remember { .. } | RuleKind::Forget { .. } => 2,
            RuleKind::SetPending(..) | RuleKind::Bet { .. } | RuleKind::FromTo { .. } => 2,
            RuleKind::Add { .. } | RuleKind::Claim { .. } | RuleKind::Promote { .. } => 2,
            RuleKind::SetNextPlayer(_) | RuleKind::Propose(_) | RuleKind::Vote(_) => 1,
            RuleKind::SetRotation { .. } | RuleKind::Trigger { .. } | RuleKind::Note { .. } => 1,
            RuleKind::TakeControl { .. } | RuleKind::Sow(_) => 2,
            _ => 0,
        }
    }
}
