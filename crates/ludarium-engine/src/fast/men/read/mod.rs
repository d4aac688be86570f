//! Reading the compiled rules of a game; whatever a board of men cannot do is `None`.

mod around;
mod deed;
mod gen;
mod kind;
mod ways;

use super::board::{Words, SLOTS};
use super::rule::{Deed, Kind, Rule, KEPT};
use super::terms::{is_bound, Test};
use crate::fast::refusal::{Part, Refusals};
use crate::game::Game;
use crate::ir::{self, RuleId, RuleKind};

/// What has been read of a game so far.
pub(super) struct Reader<'g> {
    pub game: &'g Game,
    refusals: &'g mut Refusals,
    /// Whether something is asked of what is kept beside the board.
    pub keeps_extra: bool,
    /// What was asked that changes when a turn begins.
    pub fleeting: Fleeting,
    /// Whether it is asked if the next player has a move.
    pub asks_next: bool,
    /// Whether what is read belongs to a choice of sites.
    pub choosing: bool,
    /// By number: not yet, being read, read.
    rules: Vec<Progress>,
    /// The kinds of pieces whose moves are being read.
    kinds: Vec<usize>,
    /// The sites of all tables, one after the other, and where those of each begin.
    pub paths: Vec<u16>,
    starts: Vec<u32>,
}

/// Whether something is asked that changes when a turn begins.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fleeting {
    /// By what may decide which moves there are.
    pub for_moves: bool,
    /// By effects that set the states of pieces, and do nothing else.
    pub for_states: bool,
}

#[derive(Clone, Debug)]
enum Progress {
    Unread,
    Reading,
    Read(Box<Rule>),
}

impl<'g> Reader<'g> {
    pub fn new(game: &'g Game, refusals: &'g mut Refusals) -> Reader<'g> {
        let (mut paths, mut starts) = (Vec::new(), Vec::new());
        for table in &game.tables {
            starts.push(paths.len() as u32);
            paths.extend_from_slice(&table.path);
        }
        Reader {
            game,
            refusals,
            keeps_extra: false,
            fleeting: Fleeting::default(),
            asks_next: false,
            choosing: false,
            rules: vec![Progress::Unread; game.rules.len()],
            kinds: Vec::new(),
            paths,
            starts,
        }
    }

    /// All slots, or those of the board.
    pub fn slots(&self, on_board: bool) -> Words {
        let layout = &self.game.layout;
        let end = if on_board {
            layout.board_sites
        } else {
            layout.sites
        };
        let mut words = Words::default();
        for slot in 0..end.min(SLOTS) {
            words[slot / 64] |= 1 << (slot % 64);
        }
        words
    }

    /// The rules read, by number, with an empty one for those that were not asked for.
    pub fn into_rules(self) -> (Vec<Rule>, Vec<u16>) {
        let rules = self.rules.into_iter().map(|progress| match progress {
            Progress::Read(rule) => *rule,
            _ => Rule {
                kind: Kind::Pass,
                from: None,
                on_way: Deed::Nothing,
                on_target: Deed::Nothing,
                thens: Box::default(),
                kept: Box::default(),
                for_owner: false,
                leaves_pending: false,
                sets_states: false,
                ignores_pending: false,
                uses_die: false,
                only_steps: false,
                shifts: None,
            },
        });
        (rules.collect(), self.paths)
    }

    /// Whether the moves of a rule that was read need not be listed to draw one.
    pub fn is_source(&self, id: u16) -> bool {
        match &self.rules[usize::from(id)] {
            Progress::Read(rule) => rule.kind.is_source(),
            _ => false,
        }
    }

    /// Whether all that a rule that was read does is to capture something, and sets tell from
    /// where.
    pub fn captures(&self, id: u16) -> bool {
        match &self.rules[usize::from(id)] {
            Progress::Read(rule) => matches!(&rule.kind, Kind::Append(Deed::Capture(capture))
                if capture.has_captors()),
            _ => false,
        }
    }

    /// Whether what a rule that was read does before its moves is the same wherever the pieces
    /// stand.
    pub fn applies_the_same(&self, id: u16) -> bool {
        match &self.rules[usize::from(id)] {
            Progress::Read(rule) => rule.on_way.is_fixed() && rule.on_target.is_fixed(),
            _ => false,
        }
    }

    /// Reads a part of the rules; records it where there is no reading.
    pub fn reading<T>(
        &mut self,
        part: Part<'_>,
        read: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let before = self.refusals.len();
        let found = read(self);
        self.refusals.close(before, found.is_some(), part);
        found
    }

    /// Reads moves of a kind of piece. If they ask for its own moves (the king that may not step
    /// where another would take it), they are left to the evaluator, as are rules that do.
    fn reading_kind<T>(
        &mut self,
        what: usize,
        read: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        if self.kinds.contains(&what) {
            return None;
        }
        self.kinds.push(what);
        let found = read(self);
        self.kinds.pop();
        found
    }

    /// Reads a rule that moves come from.
    fn rule(&mut self, id: RuleId) -> Option<u16> {
        let index = usize::from(id);
        match &self.rules[index] {
            Progress::Read(_) => return Some(id),
            // A rule that asks for its own moves is left to the evaluator.
            Progress::Reading => return None,
            Progress::Unread => self.rules[index] = Progress::Reading,
        }
        let rule = self.reading(Part::Rule(&self.game.rules[index]), |r| r.read_rule(id))?;
        self.rules[index] = Progress::Read(Box::new(rule));
        Some(id)
    }

    fn read_rule(&mut self, id: RuleId) -> Option<Rule> {
        let rule = &self.game.rules[usize::from(id)];
        // Equal dice that are played twice are left to the evaluator.
        let plain =
            is_bare(rule) && !(rule.uses_die && rule.replay_double) && !rule.kind.is_listed_twice();
        // Who moves another's man does so in that player's name.
        let own = match &rule.kind {
            RuleKind::Step { from, .. }
            | RuleKind::Leap { from, .. }
            | RuleKind::Slide { from, .. }
            | RuleKind::Hop { from, .. } => from.is_here(),
            _ => !rule.for_owner,
        };
        if !plain || rule.for_owner && !own {
            return None;
        }
        let (kind, from) = self.kind(id, &rule.kind)?;
        let effect = |r: &mut Self, effect: Option<&ir::Effect>| -> Option<Deed> {
            let Some(effect) = effect else {
                return Some(Deed::Nothing);
            };
            let deed = match effect.effect {
                Some(id) => Deed::of(r, r.game.effect(id))?,
                None => Deed::Nothing,
            };
            Some(match &effect.cond {
                Some(cond) => Deed::If(Test::of(r, cond)?, Box::new(deed), Box::new(Deed::Nothing)),
                None => deed,
            })
        };
        let on_target = effect(self, rule.kind.target().and_then(|to| to.effect.as_ref()))?;
        let on_way = match &rule.kind {
            RuleKind::Hop { between, .. } => effect(self, between.effect.as_ref())?,
            _ => Deed::Nothing,
        };
        // Of a slide the effect belongs to arrivals that the condition singles out.
        let on_target = match (&rule.kind, on_target) {
            (_, Deed::Nothing) => Deed::Nothing,
            (RuleKind::Slide { to, .. }, deed) => match &to.cond {
                Some(cond) => {
                    let cond = Test::of(self, cond)?;
                    Deed::If(cond, Box::new(deed), Box::new(Deed::Nothing))
                }
                None => deed,
            },
            (_, deed) => deed,
        };
        // Who comes takes the place of what stands there at any rate.
        let on_target = match kind.takes_place() && self.game.layout.count == 0 {
            true => on_target.without_taking(),
            false => on_target,
        };
        let thens = rule.thens.iter().map(|&id| self.consequence(id));
        let thens = thens.collect::<Option<Box<[_]>>>()?;
        let may = |does: fn(&Deed) -> bool| thens.iter().chain([&on_way, &on_target]).any(does);
        let (leaves_pending, sets_states) = (may(Deed::leaves_pending), may(Deed::sets_states));
        let carried = matches!(rule.kind, RuleKind::FromTo { .. });
        let bare = matches!((&on_way, &on_target), (Deed::Nothing, Deed::Nothing));
        let mut rule = Rule {
            only_steps: bare && !rule.uses_die && rule.stored_vars.is_empty() && kind.takes_place(),
            leaves_pending,
            sets_states,
            ignores_pending: rule.ignores_pending,
            uses_die: rule.uses_die,
            kind,
            from,
            on_way,
            on_target,
            thens,
            kept: rule.stored_vars.clone().into(),
            for_owner: rule.for_owner,
            shifts: rule
                .simple_move
                .clone()
                .filter(|_| rule.captured_to_hand.is_empty() && !carried),
        };
        rule.look_ahead(&self.paths, self.game);
        Some(rule)
    }

    /// Reads an effect that follows a move.
    fn consequence(&mut self, id: ir::EffectId) -> Option<Deed> {
        let before = std::mem::take(&mut self.fleeting.for_moves);
        let deed = Deed::of(self, self.game.effect(id))?;
        if deed.only_sets_states() {
            self.fleeting.for_states |= self.fleeting.for_moves;
            self.fleeting.for_moves = false;
        }
        self.fleeting.for_moves |= before;
        Some(deed)
    }
}

/// Whether nothing comes before a rule or belongs to it but what follows it, and its moves remember
/// what a [`Ply`](super::Ply) can hold.
fn is_bare(rule: &ir::Rule) -> bool {
    rule.is_standalone_except_dice()
        && rule.stored_vars.len() <= KEPT
        && rule.stored_vars.iter().copied().all(is_bound)
}
