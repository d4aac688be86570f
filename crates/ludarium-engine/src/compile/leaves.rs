//! The leaves of the generator tree: rules that generate moves or are a single move.

use ludarium_lud::{Call, Ludeme, Node, Value};

use super::note::all_hidden_data;
use super::{Compiler, Res};
use crate::ir::{
    Bool, EffectId, Int, Ints, Iter, Moves, Origin, Owners, Rule, RuleKind, SlideTracks, INFINITY,
};

/// The iterators that every move stores.
pub(super) const FROM_TO: u32 = 1 << Iter::From as u32 | 1 << Iter::To as u32;

/// The number of payload cells of a move.
pub(super) const ROOM: usize = 5;

impl Compiler {
    /// A leaf with its context.
    pub fn leaf(&mut self, node: &Node, call: &Call) -> Res<Moves> {
        let mut own = match call.ludeme {
            // The `then` of these is checked, but never carried out.
            Ludeme::MoveSetNextPlayer
            | Ludeme::SetNextPlayer
            | Ludeme::SetPending
            | Ludeme::SetValue
            | Ludeme::Trigger => {
                self.then_of(call)?;
                None
            }
            _ => self.then_of(call)?,
        };
        let used = std::mem::take(&mut self.used);
        let chance_before = std::mem::take(&mut self.listing_chance);
        let kind = self.rule_kind(node, call);
        let listing_chance = self.listing_chance;
        self.listing_chance |= chance_before;
        let mut needed = self.used;
        self.used |= used;
        let mut kind = kind?;
        if self.lose_effects_of_large(&mut kind) {
            own = None;
        }
        let decision = matches!(call.ludeme.sort(), "decision")
            || matches!(call.ludeme, Ludeme::Append | Ludeme::AllCombinations);
        // A placement that is listed twice gets what its context puts on it twice.
        let times = 1 + usize::from(kind.is_listed_twice());
        let repeated = |effects: &[EffectId]| -> Vec<EffectId> {
            let each = effects.iter();
            each.flat_map(|&effect| std::iter::repeat_n(effect, times))
                .collect()
        };
        let mut thens: Vec<_> = own.into_iter().collect();
        thens.extend(repeated(&self.scope.thens));
        let before = repeated(&self.scope.before);
        let shadowed = self.shadowed_for(node, &before)?;
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
        if shadowed.is_some() {
            needed |= 1 << Iter::Shadowed as u32;
            bound |= 1 << Iter::Shadowed as u32;
        }
        let uses_die = self.scope.in_die;
        let replay_double = uses_die && self.scope.replay_double;
        if uses_die {
            needed |= 1 << Iter::Die as u32;
        }
        let mut stored_vars: Vec<Iter> = Iter::ALL
            .into_iter()
            .filter(|&iter| (needed & bound & !FROM_TO) >> iter as u32 & 1 == 1)
            .collect();
        stored_vars.sort_by_key(|&iter| iter != Iter::Die);
        // A large tile that moves or comes also stores its rotation.
        let lies = matches!(kind, RuleKind::FromTo { .. } | RuleKind::Add { .. })
            && self.has_large_pieces();
        let cells = kind.payload_cells() + usize::from(lies);
        let rotation_cell = kind.target().and_then(|to| to.rotations.as_ref());
        let rotation_cell = rotation_cell.map(|_| cells);
        let overflows = listing_chance
            || stored_vars.len() + cells + usize::from(rotation_cell.is_some()) > ROOM;
        self.flags.overflows |= overflows;
        // Recorded trials work out that of a claim of a region after it, like any other.
        let early_then =
            own.is_some() && matches!(&kind, RuleKind::Claim { to, .. } if to.sites.is_none());
        let mut rule = Rule {
            decision,
            thens,
            before,
            stored_vars,
            overflows,
            listing_chance,
            rotation_cell,
            uses_die,
            for_owner: self.scope.for_owner,
            replay_double,
            shadowed,
            early_then,
            ..Rule::new(kind, node.span)
        };
        let effect_may_fail = |rule: &Rule| {
            let effect = rule.kind.target().and_then(|to| to.effect.as_ref());
            effect.is_some_and(|effect| effect.cond.is_some())
        };
        if times > 1 && effect_may_fail(&rule) {
            let mut thens: Vec<_> = own.into_iter().collect();
            thens.extend_from_slice(&self.scope.thens);
            let before = self.scope.before.clone();
            rule.listed_once = Some(self.push_rule(Rule {
                thens,
                before,
                ..rule.clone()
            })?);
        }
        if rule.kind.is_followed_once() && !rule.thens.is_empty() {
            rule.without_thens = Some(self.push_rule(Rule {
                thens: Vec::new(),
                ..rule.clone()
            })?);
        }
        Ok(Moves::Rule(self.push_rule(rule)?))
    }

    /// The pass that replaces the moves of `(do ... next:...)` where there are none.
    pub fn substitute_pass(&mut self) -> Res<u16> {
        let thens = self.scope.thens.clone();
        let needed = thens
            .iter()
            .fold(0, |used, &effect| used | self.effect_used[effect as usize]);
        let stored_vars: Vec<Iter> = Iter::ALL
            .into_iter()
            .filter(|&iter| (needed & self.scope.bound & !FROM_TO) >> iter as u32 & 1 == 1)
            .collect();
        let overflows = stored_vars.len() > ROOM;
        self.flags.overflows |= overflows;
        self.push_rule(Rule {
            thens,
            before: self.scope.before.clone(),
            stored_vars,
            overflows,
            ..Rule::new(RuleKind::Pass, ludarium_lud::Span::default())
        })
    }

    /// A game for one player in which a pass can be chosen does not end by passing.
    fn note_pass(&mut self) {
        self.flags.passes_do_not_end |= self.players == 1;
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
                let mut from = self.origin(arg("from"))?;
                if from.sites.take().is_some() {
                    // A step begins at a single site: from a region there is none.
                    from.cond = Some(Bool::Const(false));
                }
                let dirs = self.dirs(arg("direction"), from.site_type, "Adjacent")?;
                let to = self.target(self.need(call, "to")?)?;
                RuleKind::Step {
                    from,
                    dirs,
                    to,
                    stack: self.flag(arg("stack"), false)?,
                }
            }
            Ludeme::MoveSlide | Ludeme::Slide => {
                let mut from = self.origin(arg("from"))?;
                let dirs = self.dirs(arg("direction"), from.site_type, "Adjacent")?;
                let tracks = match arg("string").and_then(Node::str) {
                    Some(name) => self.tracks_to_slide(name, node)?,
                    None => Some(SlideTracks::default()),
                };
                let tracks = tracks.unwrap_or_else(|| {
                    // No track has exactly this name: there is nothing to slide along.
                    from.cond = Some(Bool::Const(false));
                    SlideTracks::default()
                });
                let between = self.hurdle(arg("between"), (Int::Const(1), Int::Const(INFINITY)))?;
                let to = self.opt_target(arg("to"), from.site_type)?;
                RuleKind::Slide {
                    from,
                    dirs,
                    tracks,
                    between,
                    to,
                    stack: self.flag(arg("stack"), false)?,
                }
            }
            Ludeme::MoveHop | Ludeme::Hop => {
                // A hop begins at one site: it does not iterate over a region.
                let from = Origin {
                    sites: None,
                    ..self.origin(arg("from"))?
                };
                let dirs = self.dirs(arg("direction"), from.site_type, "Adjacent")?;
                let mut between = self.hurdle(arg("between"), (Int::Const(1), Int::Const(1)))?;
                if arg("between").is_some() {
                    // Without `(between)` every site is a hurdle; with one that has no condition,
                    // none is.
                    between.cond.get_or_insert(Bool::Const(false));
                }
                let to = self.target(self.need(call, "to")?)?;
                RuleKind::Hop {
                    from,
                    dirs,
                    between,
                    to,
                    stack: self.flag(arg("stack"), false)?,
                }
            }
            Ludeme::MoveLeap | Ludeme::Leap => {
                let from = self.origin(arg("from"))?;
                let walks = super::walk::walks(self.need(call, "stepTypess")?);
                let forward = self.flag(arg("forward"), false)?;
                let rotations = self.flag(arg("rotations"), true)?;
                let table = self.leap_table(from.site_type, &walks, forward, rotations);
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
                let dirs = self.dirs(arg("absoluteDirection"), from.site_type, "Adjacent")?;
                let mut between =
                    self.hurdle(arg("between"), (Int::Const(1), Int::Const(INFINITY)))?;
                let mut to = self.opt_target(arg("to"), from.site_type)?;
                // The effect of the target is never carried out.
                to.effect = None;
                if to.cond.is_some() {
                    // The condition of the target takes the place of the test for emptiness.
                    between.cond.get_or_insert(Bool::Const(true));
                }
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
                let copy = self.flag(arg("copy"), false)?;
                // A number of pieces is a part of a stack. With a level instead, only the piece at
                // that level moves.
                let stack = match &count {
                    Some(_) => self.needs.stacking || self.flag(arg("stack"), false)?,
                    None => self.flag(arg("stack"), false)? && from.level.is_none(),
                };
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
                let (mut what, state) = match arg("withPiece") {
                    Some(piece) => {
                        let piece = self.call(piece)?;
                        self.piece_kinds(piece)?
                    }
                    None => (vec![self.piece_numbered_like_mover()], None),
                };
                let to = self.target(self.need(call, "to")?)?;
                if to.sites.is_none() {
                    // On a single site only the first of several pieces is offered.
                    what.truncate(1);
                }
                // A claim of several pieces, or of a stack, works like any placement.
                let claim = (call.ludeme == Ludeme::Claim
                    || arg("moveSiteType").and_then(Node::word) == Some("Claim"))
                    && arg("count").is_none()
                    && !self.flag(arg("stack"), false)?;
                if claim {
                    RuleKind::Claim { what, state, to }
                } else {
                    let count = self.opt_int(arg("count"))?;
                    RuleKind::Add {
                        what,
                        state,
                        to,
                        count,
                        stack: self.flag(arg("stack"), false)?,
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
                let site_type = self.site_type(arg("siteType"));
                let at = arg("int").or_else(|| arg("sites"));
                let Some(at) = at else {
                    return self.no_meaning(node);
                };
                let (sites, single) = self.place_argument(at)?;
                let level = self.opt_int(arg("level"))?;
                let at_end = arg("at").and_then(Node::word) == Some("EndOfTurn");
                self.flags.to_clear |= at_end;
                let count = self.opt_int(arg("count"))?;
                RuleKind::Remove {
                    site_type,
                    sites,
                    single,
                    level,
                    at_end,
                    count,
                }
            }
            Ludeme::MovePromote | Ludeme::Promote => {
                let site_type = self.site_type(arg("siteType"));
                let at = match arg("int") {
                    Some(at) => self.int(at)?,
                    None => self.iter(Iter::To),
                };
                let piece = self.call(self.need(call, "withPiece")?)?;
                let owner_arg = arg("byPlayer").or_else(|| arg("roleType"));
                // The state that `(piece ...)` names is ignored.
                let (mut what, _) = self.piece_kinds(piece)?;
                if let Some(owner) = owner_arg {
                    let owner = self.player(Some(owner))?;
                    what = self.kinds_of_owner(piece, &owner)?;
                }
                RuleKind::Promote {
                    site_type,
                    at,
                    what,
                }
            }
            Ludeme::AllCombinations => RuleKind::Combine(
                self.effect_of(self.need(call, "moves")?)?,
                self.effect_of(self.need(call, "moves2")?)?,
            ),
            Ludeme::Pass => {
                self.note_pass();
                RuleKind::Pass
            }
            Ludeme::Deal
            | Ludeme::TakeDomino
            | Ludeme::SetTrumpSuit
            | Ludeme::MoveSetTrumpSuit
            | Ludeme::Bet
            | Ludeme::MoveBet
            | Ludeme::PlayCard
            | Ludeme::MoveSimple
                if arg("moveSimpleType").and_then(Node::word) != Some("Pass") =>
            {
                self.card_rule(node, call)?
            }
            Ludeme::MoveSimple if arg("moveSimpleType").and_then(Node::word) == Some("Pass") => {
                self.note_pass();
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
                    return self.no_meaning(node);
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
                let site_type = self.site_type(arg("siteType"));
                let at = self.int(self.need(call, "at")?)?;
                let level = self.opt_int(arg("level"))?;
                let value = self.int(self.need(call, "int")?)?;
                match arg("setSiteType").and_then(Node::word) {
                    Some("State") => RuleKind::SetState {
                        site_type,
                        at,
                        level,
                        value,
                    },
                    Some("Count") => RuleKind::SetCount {
                        site_type,
                        at,
                        value,
                    },
                    _ => RuleKind::SetPieceValue {
                        site_type,
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
                let site_type = self.site_type(arg("siteType"));
                let data = all_hidden_data(arg("hiddenData"));
                let Some(at) = arg("at").or_else(|| arg("sites")) else {
                    return self.no_meaning(node);
                };
                let (sites, _) = self.place_argument(at)?;
                let level = self.opt_int(arg("level"))?;
                let hidden = arg("boolean").map(|hidden| self.bool(hidden)).transpose()?;
                let to = self.owners(arg("to"), Owners::One(Int::Mover))?;
                RuleKind::SetHidden {
                    site_type,
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
                let previous = self.flag(arg("previous"), true)?;
                let next = self.flag(arg("next"), true)?;
                RuleKind::SetRotation {
                    to,
                    values,
                    previous,
                    next,
                }
            }
            Ludeme::RememberValue => {
                let list = self.list_named(arg("string"));
                let unique = self.flag(arg("unique"), false)?;
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
            Ludeme::ForgetValueAll => match arg("string") {
                Some(name) => RuleKind::Forget {
                    list: self.list_named(Some(name)),
                    value: None,
                },
                None => RuleKind::ForgetEverything,
            },
            Ludeme::Trigger => {
                let event = arg("string").and_then(Node::str).unwrap_or("");
                let event = Self::intern(&mut self.events, event);
                RuleKind::Trigger {
                    event,
                    player: self.player(arg("int"))?,
                }
            }
            Ludeme::Note => {
                let Some(text) = arg("string") else {
                    return self.no_meaning(node);
                };
                let player = arg("player")
                    .map(|player| self.player(Some(player)))
                    .transpose()?;
                RuleKind::Note {
                    text: self.message(text)?,
                    player,
                    to: self.owners(arg("to"), Owners::Each)?,
                }
            }
            Ludeme::Roll => {
                self.flags.rolls = true;
                self.flags.stochastic = true;
                RuleKind::Roll
            }
            Ludeme::Flip => {
                let site_type = self.site_type(arg("siteType"));
                let at = match arg("int") {
                    Some(at) => self.int(at)?,
                    None => self.iter(Iter::To),
                };
                RuleKind::Flip { site_type, at }
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
                    site_type: from.site_type,
                    from: site,
                    dirs: self.dirs(arg("absoluteDirection"), from.site_type, "Adjacent")?,
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
                    site_type: from.site_type,
                    from: site,
                    dirs: self.dirs(arg("direction"), from.site_type, "Adjacent")?,
                }
            }
            Ludeme::TakeControl => {
                let of = self.owners(arg("of"), Owners::One(Int::Next))?;
                let by = self.player(arg("by"))?;
                let site_type = self.site_type(arg("siteType"));
                let sites = match arg("at").or_else(|| arg("to")) {
                    Some(at) => Some(self.place_argument(at)?.0),
                    None => None,
                };
                RuleKind::TakeControl {
                    site_type,
                    of,
                    by,
                    sites,
                }
            }
            _ => return self.no_meaning(node),
        })
    }
}
