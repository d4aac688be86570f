//! The ends of a move: `from`, `to`, `between`, `piece`.

use super::{Compiler, Res};
use crate::ir::{Effect, Hurdle, Int, Iter, Origin, Target};
use ludarium_lud::{Call, Node, Value};

impl Compiler {
    /// The piece that a player adds when the rule names none: the one whose number is that of the
    /// player.
    pub(super) fn piece_numbered_like_mover(&self) -> Int {
        let kinds = self.components.len();
        let numbered = |player: usize| match player {
            0 => -1,
            player if player < kinds => player as i32,
            _ => -1,
        };
        Int::ByPlayer(
            (0..self.players + 2).map(numbered).collect(),
            Box::new(Int::Mover),
        )
    }

    /// The kinds that `(piece ...)` names for a given owner: of each text, the first kind whose
    /// name contains it and that the player owns. 0, no piece, where there is none.
    pub(super) fn kinds_of_owner(&mut self, piece: &Call, owner: &Int) -> Res<Vec<Int>> {
        let index = piece.args.iter().position(Option::is_some).unwrap_or(0);
        let Some(Some(named)) = piece.args.get(index) else {
            return Ok(Vec::new());
        };
        let mut kinds = Vec::new();
        for item in named.items() {
            let Value::Str(name) = &item.value else {
                kinds.push(self.int(item)?);
                continue;
            };
            let of = |owner: usize| {
                let mut all = self.components.iter().enumerate().skip(1);
                let fits = all.find(|(_, kind)| kind.owner == owner && kind.name.contains(&**name));
                fits.map_or(0, |(what, _)| what as i32)
            };
            kinds.push(match owner {
                Int::Const(owner) => Int::Const(usize::try_from(*owner).map_or(0, of)),
                owner => Int::ByPlayer(
                    (0..self.players + 2).map(of).collect(),
                    Box::new(owner.clone()),
                ),
            });
        }
        Ok(kinds)
    }

    /// The kinds and the state that `(piece ...)` names.
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

    /// The kind with the name `name`: an exact match, or with the number of the given player.
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
                site_type: self.own,
                site,
                sites: None,
                level: None,
                cond: None,
            });
        };
        let call = self.call(node)?;
        let site_type = self.site_type(call.arg("siteType"));
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
            site_type,
            site,
            sites,
            level,
            cond,
        })
    }

    pub(super) fn opt_target(&mut self, arg: Option<&Node>, site_type: usize) -> Res<Target> {
        match arg {
            Some(node) => self.target(node),
            None => Ok(Target {
                site_type,
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
        let site_type = self.site_type(call.arg("siteType"));
        let (sites, site) = match call.arg("sites") {
            None => (None, None),
            Some(at) if self.is_number(at) => (None, Some(self.int(at)?)),
            Some(at) => (Some(self.sites(at)?), None),
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
            site_type,
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
            let used = self.effect_used[effect as usize];
            self.used |= used;
            // The effects of a move on its surroundings are evaluated when a decision is listed.
            self.listing_chance |= used & super::USES_CHANCE != 0 && !self.scope.in_effect;
        }
        Ok(Effect { cond, effect })
    }

    /// `(between ...)`, with the range that applies by default.
    pub(super) fn hurdle(&mut self, arg: Option<&Node>, range: (Int, Int)) -> Res<Hurdle> {
        let mut hurdle = Hurdle {
            before: Int::Const(0),
            low: range.0,
            high: range.1,
            exact: false,
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
            hurdle.exact = self.call(range)?.ludeme == ludarium_lud::Ludeme::Exact;
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
}
