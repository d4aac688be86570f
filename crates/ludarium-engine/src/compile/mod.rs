//! The compiler from a checked description to a [`Game`].
//!
//! Each file compiles one sort of ludeme to nodes of the instruction tree ([`ir`](crate::ir)). A
//! construct that is well formed but has no meaning in its context is reported as an error.

mod around;
pub(crate) mod assemble;
mod bools;
mod capture;
mod cards;
mod containers;
mod direction_use;
mod dirs;
mod do_effect;
mod end;
mod equipment;
mod errors;
mod fingerprint;
mod float;
mod implied_arguments;
mod ints;
mod leaves;
mod mask;
pub(super) mod moves;
mod needs;
mod note;
mod patterns;
mod payload;
mod pending;
mod piece_lists;
mod pieces;
pub(crate) mod places;
mod puzzle;
pub(crate) mod reads;
mod region;
mod reply;
mod rules;
pub(crate) mod series;
mod sites;
mod start;
mod tabulate;
mod target;
mod tile;
mod track;
mod walk;

use std::rc::Rc;
use std::sync::Arc;

use ludarium_board::{Board, Direction, SiteType};
use ludarium_lud::{Call, Diagnostic, Ludeme, Node, Value};
use rustc_hash::FxHashMap;

use crate::game::{Component, DiceHand, Flags};
use crate::ir::{self, Bool, EffectId, Int, Iter, Moves, Owners, Rule, RuleId, Table, TableId};
use crate::layout::{type_index, Container, Needs};
use crate::limit::ResourceLimits;
use crate::set::SiteSet;

/// The result of compiling one node.
pub(crate) type Res<T> = Result<T, Diagnostic>;

/// How a description is compiled.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    pub limits: ResourceLimits,
    /// Whether conditions keep their places, for traces.
    pub traced: bool,
    /// Where the places of all parts are recorded, if they are wanted.
    pub places: Option<Rc<places::Places>>,
}

/// The state of the compiler.
pub(crate) struct Compiler {
    pub players: usize,
    pub limits: ResourceLimits,
    /// Whether conditions keep their places, for traces.
    pub traced: bool,
    /// Where the places of all parts are recorded, if they are wanted.
    pub places: Option<Rc<places::Places>>,
    pub board: Board,
    /// The index of the board's own type of site.
    pub own: usize,
    pub containers: Vec<Container>,
    /// The number of sites of the board's own type and of all containers.
    pub sites: usize,
    pub components: Vec<Component>,
    pub facings: Vec<Direction>,
    /// What is being compiled is evaluated once a move with its consequences is complete.
    pub after_moves: bool,
    /// The facings that the description gives the players. They count before those of pieces.
    pub given_facings: Vec<Option<Direction>>,
    pub dice: Vec<DiceHand>,
    /// The regions of the equipment, with name, owner (if any) and sites.
    pub regions: Vec<NamedRegion>,
    /// The maps of the equipment, with name and pairs.
    pub maps: Vec<NamedMap>,
    pub tables: Vec<Table>,
    pub table_ids: FxHashMap<(usize, Vec<Direction>), TableId>,
    /// The directions at each site, for tables whose directions differ between sites.
    pub dirs_by_site: FxHashMap<TableId, Vec<Vec<Direction>>>,
    pub rules: Vec<Rule>,
    pub effects: Vec<Moves>,
    pub strings: Vec<Arc<str>>,
    pub vars: Vec<Arc<str>>,
    pub events: Vec<Arc<str>>,
    pub lists: Vec<Option<Arc<str>>>,
    pub flags: Flags,
    pub scope: Scope,
    /// The iterators used since the last reset, as bits (1 << Iter).
    pub used: u32,
    /// How many conditions, numbers and regions enclose what is being compiled.
    pub inquiries: usize,
    /// Whether the listing of moves draws random numbers, in generators or in effects of moves.
    pub listing_chance: bool,
    /// The iterators used by each effect, as bits.
    pub effect_used: Vec<u32>,
    /// The effects that can be shared, by their place and the pieces that they were compiled for.
    pub shared_effects: FxHashMap<EffectPlace, Vec<(Node, EffectId)>>,
    /// What the states of the game must hold.
    pub needs: Needs,
    /// The number of nested `do` whose first part is being compiled.
    pub firsts: usize,
    /// The iterator whose outer value the `do` being compiled must preserve.
    pub shadowed: Option<Iter>,
    /// Kinds whose moves refer to themselves.
    pub recursive: rustc_hash::FxHashSet<usize>,
    /// The start sites of each kind of piece, from the start rules.
    pub start_sites: FxHashMap<usize, SiteSet>,
    /// Regions of the equipment that depend on the state or on chance.
    pub named_sites: Vec<crate::game::NamedSites>,
    /// Decks and sets of dominoes.
    pub packs: Vec<crate::game::Pack>,
    /// The numbers that hints print on sites, in a game that is not a puzzle: type of site, site,
    /// number.
    pub hints: Vec<(usize, i32, i32)>,
    /// Whether a rule depends on which pieces rest on which.
    pub needs_support: bool,
    /// The number of phases; a game without phases has one.
    pub phase_count: i32,
    /// The relations by which rules count steps, with the type of site.
    pub step_relations: Vec<(usize, ludarium_board::Relation)>,
    /// Whether a rule walks the pieces of a player.
    pub walks_pieces: bool,
    /// Whether a rule asks whether some player has no pieces.
    pub asks_for_none: bool,
    /// The kinds that rules look for by name.
    pub kinds_sought: std::collections::BTreeSet<i32>,
    /// The number of slots for values that are computed once in a loop.
    pub hoisted: usize,
    /// The number of turns of each player after which the game is drawn.
    pub turns: i32,
    /// Whether all players move at the same time, unless a phase says otherwise.
    pub simultaneous: bool,
    /// Effects that are delayed until all moves of a simultaneous round are made.
    pub delayed: Vec<EffectId>,
    /// The deduction puzzle, if the game is one.
    pub puzzle: Option<Box<puzzle::Draft>>,
    pub errors: errors::Errors,
    pub warnings: errors::Warnings,
    /// The lists of directions that lead nowhere, as far as they are known to.
    pub direction_use: direction_use::DirectionUse,
    /// Some of the equipment is missing, because it is wrong: the rules may refer to it.
    pub incomplete: bool,
}

/// The key of a shared effect: its place in the description, the kind of piece whose moves it
/// belongs to, and the kinds around it.
pub(crate) type EffectPlace = (ludarium_lud::Span, Option<usize>, Vec<usize>);

/// A bit in the set of iterators used: random numbers are drawn.
pub(crate) const USES_CHANCE: u32 = 1 << 31;

/// A bit in the set of iterators used: what is pending is asked.
pub(crate) const USES_PENDING: u32 = 1 << 30;

/// The same, where the rules are noted to which it may matter.
pub(crate) const PENDING_ASKED_BELOW: u32 = 1 << 29;

/// A map of the equipment: its name and its pairs.
pub(crate) type NamedMap = (Option<String>, Vec<(i32, i32)>);

/// A region of the equipment.
#[derive(Clone, Debug)]
pub(crate) struct NamedRegion {
    pub name: Option<String>,
    pub owner: Option<usize>,
    pub sites: ir::Sites,
}

/// The context of the node that is being compiled.
#[derive(Clone, Default)]
pub(crate) struct Scope {
    /// The kind of piece whose moves are being compiled.
    pub what: Option<usize>,
    pub thens: Vec<EffectId>,
    pub before: Vec<EffectId>,
    pub in_die: bool,
    /// Whether the node is part of an effect, not of a decision.
    pub in_effect: bool,
    /// Whether equal dice of the enclosing moves are played twice.
    pub replay_double: bool,
    /// The kinds of pieces whose moves enclose this node.
    pub within: Vec<usize>,
    /// Whether the node is within the moves of a `forEach Direction`.
    pub in_direction: bool,
    /// Whether the node is within moves of pieces that may belong to another player.
    pub for_owner: bool,
    /// Whether directions are relative to the direction of the enclosing `forEach Direction`.
    pub heading: bool,
    /// The iterators bound around this node, as bits (1 << Iter).
    pub bound: u32,
    /// Those of them that were bound again after the first part of a `do`.
    pub again: u32,
}

impl Compiler {
    /// The error for a construct that is well formed but has no meaning in its context.
    pub fn no_meaning<T>(&self, node: &Node) -> Res<T> {
        let what = match &node.value {
            Value::Call(call) => format!("({})", call.ludeme.pattern()),
            Value::Word(word) => (*word).to_string(),
            _ => "this".to_string(),
        };
        Err(Diagnostic::new(
            "no-meaning",
            node.span,
            format!("{what} has no meaning here"),
        ))
    }

    /// The call in `node`.
    pub fn call<'n>(&self, node: &'n Node) -> Res<&'n Call> {
        node.call().ok_or_else(|| {
            Diagnostic::new("expected-ludeme", node.span, "a ludeme is expected here")
        })
    }

    /// The index of the type of site that `arg` names, or of the board's own type.
    pub fn site_type(&self, arg: Option<&Node>) -> usize {
        match arg.and_then(Node::word) {
            Some("Cell") => type_index(SiteType::Cell),
            Some("Vertex") => type_index(SiteType::Vertex),
            Some("Edge") => type_index(SiteType::Edge),
            _ => self.own,
        }
    }

    /// Records that random numbers are drawn here.
    pub fn draws_lots(&mut self) {
        self.flags.stochastic = true;
        self.used |= USES_CHANCE;
        self.listing_chance |= !self.scope.in_effect;
    }

    /// An optional number.
    pub fn opt_int(&mut self, arg: Option<&Node>) -> Res<Option<Int>> {
        arg.map(|node| self.int(node)).transpose()
    }

    /// A Boolean that does not depend on the state; `default` if absent.
    pub fn flag(&mut self, arg: Option<&Node>, default: bool) -> Res<bool> {
        let Some(node) = arg else {
            return Ok(default);
        };
        match self.bool(node)? {
            Bool::Const(value) => Ok(value),
            _ => Err(Diagnostic::new(
                "not-constant",
                node.span,
                "a fixed Boolean is expected here",
            )),
        }
    }

    /// A number that does not depend on the state.
    pub fn constant(&mut self, node: &Node) -> Res<i32> {
        match self.int(node)? {
            Int::Const(value) => Ok(value),
            _ => Err(Diagnostic::new(
                "not-constant",
                node.span,
                "a fixed number is expected here",
            )),
        }
    }

    /// Records that an iterator is read.
    pub fn iter(&mut self, iter: Iter) -> Int {
        self.used |= 1 << iter as u32;
        self.known(iter).map_or(Int::Iter(iter), Int::Const)
    }

    /// Compiles `body`, in which `iters` are bound: their use inside is not recorded outside.
    pub fn binding<T>(&mut self, iters: &[Iter], body: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        let before = self.used;
        let result = self.without_known_values(iters, body);
        for &iter in iters {
            let bit = 1 << iter as u32;
            self.used = self.used & !bit | before & bit;
        }
        result
    }

    /// The single player that a role names, as a number computed in a state. `None` for roles that
    /// name several players.
    pub fn player_of_role(&mut self, role: &str) -> Option<Int> {
        Some(match role {
            "Mover" => Int::Mover,
            "Next" => Int::Next,
            "Prev" => Int::Prev(false),
            "Player" => self.iter(Iter::Player),
            "Neutral" => Int::Const(0),
            "Shared" | "All" | "Each" => Int::Const(self.players as i32 + 1),
            _ => Int::Const(role.strip_prefix('P')?.parse().ok()?),
        })
    }

    /// The players that a role names.
    pub fn owners_of_role(&mut self, role: &str) -> Owners {
        match role {
            "All" => Owners::All,
            "Each" => Owners::Each,
            "Enemy" => Owners::Enemy,
            "NonMover" => Owners::NonMover,
            "Friend" | "TeamMover" => Owners::Friend,
            "Ally" => Owners::Ally,
            _ => {
                if let Some(team) = role.strip_prefix("Team").and_then(|n| n.parse().ok()) {
                    return Owners::Team(Int::Const(team));
                }
                Owners::One(self.player_of_role(role).unwrap_or(Int::Const(0)))
            }
        }
    }

    /// A player given as `(player n)`, a number or a role word; `Mover` if absent.
    pub fn player(&mut self, arg: Option<&Node>) -> Res<Int> {
        let Some(node) = arg else {
            return Ok(Int::Mover);
        };
        match &node.value {
            Value::Word(role) => Ok(self.player_of_role(role).unwrap_or(Int::Mover)),
            Value::Call(call) if call.ludeme == Ludeme::ByPlayer => match call.arg("int") {
                Some(inner) => self.int(inner),
                None => Ok(Int::Mover),
            },
            _ => self.int(node),
        }
    }

    /// Players given as `(player n)`, a number or a role word; `default` if absent.
    pub fn owners(&mut self, arg: Option<&Node>, default: Owners) -> Res<Owners> {
        match arg {
            None => Ok(default),
            Some(node) => match &node.value {
                Value::Word(role) => Ok(self.owners_of_role(role)),
                _ => Ok(Owners::One(self.player(Some(node))?)),
            },
        }
    }

    /// All kinds whose name is `name`, or `name` plus a player's number.
    pub fn kinds_named(&self, name: &str) -> Vec<usize> {
        (1..self.components.len())
            .filter(|&what| {
                let component = &self.components[what];
                component.name == name || component.base == name
            })
            .collect()
    }

    /// All kinds whose name contains `name`.
    pub fn kinds_containing(&self, name: &str) -> Vec<usize> {
        (1..self.components.len())
            .filter(|&what| self.components[what].name.contains(name))
            .collect()
    }

    /// Adds a compiled effect to the game's list.
    pub fn push_effect(&mut self, moves: Moves, used: u32) -> EffectId {
        self.effects.push(moves);
        self.effect_used.push(used);
        (self.effects.len() - 1) as EffectId
    }

    pub fn push_rule(&mut self, mut rule: Rule) -> Res<RuleId> {
        rule.has_apply =
            (rule.kind.apply_effects_mut().into_iter().flatten()).any(|effect| effect.is_some());
        let id = self.rules.len();
        if id >= usize::from(u16::MAX) {
            return Err(Diagnostic::new(
                "too-large",
                rule.span,
                "the rules are too many (limit 65,534 leaves)",
            ));
        }
        self.rules.push(rule);
        if self.firsts > 0 {
            self.twin_without_effects(id)?;
        }
        Ok(id as RuleId)
    }

    /// The index of a name in a list of names; the name is added if it is new.
    pub fn intern(names: &mut Vec<Arc<str>>, name: &str) -> usize {
        names
            .iter()
            .position(|known| &**known == name)
            .unwrap_or_else(|| {
                names.push(name.into());
                names.len() - 1
            })
    }
}
