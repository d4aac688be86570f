//! Writes down what the evaluator does, as a tree of steps.

use super::{EndCause, Event, Step, Trace, Variable};
use crate::action::Action;
use crate::eval::{Evaluator, MoveSink, Want};
use crate::ir::{Bool, End, Iter, Moves, Rule, RuleId, TracedBool, OFF};
use crate::{Game, Move};

/// The moves that are asked about, by their slots.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Focus {
    pub from: Option<usize>,
    pub to: Option<usize>,
}

impl Focus {
    fn is_on(self, mv: Move) -> bool {
        let goes = |wanted: Option<usize>, slot: i32| {
            wanted.is_none_or(|wanted| i32::try_from(wanted) == Ok(slot))
        };
        goes(self.from, mv.origin()) && goes(self.to, mv.target())
    }
}

/// The number of steps that an effect counts as.
const EFFECT: usize = 10;

/// The steps recorded so far.
#[derive(Debug)]
pub(crate) struct Recorder {
    /// The steps of each level that is open, the outermost first.
    open: Vec<Vec<Step>>,
    focus: Option<Focus>,
    /// The sites on straight lines from the origin to the target in question.
    way: Vec<i32>,
    /// Everything that is evaluated now is about the moves in question.
    within_focus: bool,
    /// The actions of the effects that are being carried out, the outermost first.
    actions: Vec<Vec<Action>>,
    /// Why the game ended, if it did.
    pub ending: Option<EndCause>,
    /// Whether nothing is recorded now, because the end rules alone are of interest.
    paused: bool,
    /// The turns ahead of the position at which is recorded: 0, or 1 in the moves of a threat.
    lookahead: u32,
    steps: usize,
}

impl Recorder {
    /// Records everything that is evaluated, or only what has to do with some moves of a game.
    pub fn new(focus: Option<Focus>) -> Recorder {
        Recorder {
            open: vec![Vec::new()],
            within_focus: focus.is_none(),
            focus,
            way: Vec::new(),
            actions: Vec::new(),
            ending: None,
            paused: false,
            lookahead: 0,
            steps: 0,
        }
    }

    /// A recorder of end rules alone.
    pub fn of_ends() -> Recorder {
        Recorder {
            paused: true,
            ..Recorder::new(None)
        }
    }

    /// A recorder for moves from one slot to another.
    pub fn of_moves(game: &Game, focus: Focus) -> Recorder {
        let mut recorder = Recorder::new(Some(focus));
        let own = |slot: Option<usize>| slot.filter(|&slot| slot < game.layout.board_sites);
        if let (Some(from), Some(to)) = (own(focus.from), own(focus.to)) {
            for table in &game.tables {
                for ray in table.rays_of(from) {
                    let sites = table.ray(ray).iter().map(|&site| usize::from(site));
                    if sites.clone().any(|site| site == to) {
                        let passed = sites.take_while(|&site| site != to);
                        recorder.way.extend(passed.map(|site| site as i32));
                    }
                }
            }
        }
        recorder
    }

    pub fn finish(mut self) -> Trace {
        Trace {
            cut: self.is_full(),
            steps: self.open.swap_remove(0),
        }
    }

    /// Opens a level: what is recorded from now on is within the step that [`Recorder::close`]
    /// adds.
    fn open(&mut self) {
        self.open.push(Vec::new());
    }

    fn close(&mut self, event: Event) {
        let within = self.open.pop().unwrap_or_default();
        self.add(event, within);
    }

    /// Adds a step. One that was begun before the recorder was full is still added.
    fn add(&mut self, event: Event, within: Vec<Step>) {
        self.steps += match event {
            // It holds a position.
            Event::Effect { .. } => EFFECT,
            _ => 1,
        };
        if let Some(level) = self.open.last_mut() {
            level.push(Step { event, within });
        }
    }

    fn is_full(&self) -> bool {
        self.steps >= Trace::MOST
    }

    /// Records an action of the effect that is being carried out.
    pub fn note_action(&mut self, action: &Action) {
        if let Some(actions) = self.actions.last_mut() {
            actions.push(action.clone());
        }
    }
}

impl<'a> Evaluator<'a> {
    /// Whether what begins to be evaluated is to be recorded.
    fn begins_step(&self) -> bool {
        self.records() && self.trace.as_deref().is_some_and(|known| !known.is_full())
    }

    /// Whether what is evaluated now can be recorded: not what players could do later, except for
    /// the moves of a threat.
    fn records(&self) -> bool {
        let recorder = self.trace.as_deref();
        recorder
            .is_some_and(|recorder| recorder.lookahead == self.lookahead_depth && !recorder.paused)
            && self.trial_depth == 0
            && !self.in_mobility_test
    }

    /// The recorder, if what is evaluated now is to be recorded.
    fn recorder(&mut self) -> Option<&mut Recorder> {
        match self.records() {
            true => self.trace.as_deref_mut(),
            false => None,
        }
    }

    /// Whether the variables are bound to sites that no move in question has to do with.
    fn is_beside_focus(&self) -> bool {
        let Some(recorder) = self.trace.as_deref().filter(|known| !known.within_focus) else {
            return false;
        };
        let Some(Focus { from, to }) = recorder.focus else {
            return false;
        };
        let site = |slot: Option<usize>| slot.map(|slot| self.game.layout.site(slot).1);
        let (from, to) = (site(from), site(to));
        let bound = |iter: Iter| Some(self.get(iter)).filter(|&site| site != OFF);
        let other_origin =
            || bound(Iter::From).is_some_and(|site| Some(site) != from.or(Some(site)));
        let elsewhere = |iter: Iter| {
            let (site, to) = (bound(iter)?, to?);
            Some(site != to && from != Some(site) && !recorder.way.contains(&site))
        };
        let variables = [Iter::To, Iter::Between, Iter::Site];
        other_origin()
            || variables
                .into_iter()
                .any(|iter| elsewhere(iter) == Some(true))
    }

    /// Applies an end rule and records it, if nobody only looks ahead.
    pub(crate) fn traced_end(&mut self, end: &'a End) {
        let is_real = self.lookahead_depth == 0 && self.trial_depth == 0;
        if let (Some(recorder), true) = (self.trace.as_deref_mut(), is_real) {
            let paused = std::mem::take(&mut recorder.paused);
            recorder.open();
            self.ranked_values = None;
            self.apply_end_rule(end);
            let over = self.state.over();
            let scores = self.ranked_values.take();
            if let Some(recorder) = self.trace.as_deref_mut() {
                recorder.paused = paused;
                let steps = recorder.open.pop().unwrap_or_default();
                if over {
                    recorder.ending = Some(EndCause::Rule {
                        steps: steps.clone(),
                        scores: scores.clone(),
                    });
                }
                if let Some(level) = recorder.open.last_mut() {
                    level.extend(steps);
                }
            }
            self.ranked_values = scores;
        } else {
            self.apply_end_rule(end);
        }
    }

    /// Records why the game ends, where no end rule ended it.
    pub(crate) fn trace_ending(&mut self, cause: EndCause) {
        let is_real = self.lookahead_depth == 0 && self.trial_depth == 0;
        if let (Some(recorder), true) = (self.trace.as_deref_mut(), is_real) {
            recorder.ending = Some(cause);
        }
    }

    /// Evaluates a condition and records it.
    pub(crate) fn traced_bool(&mut self, traced: &'a TracedBool) -> bool {
        if !self.begins_step() {
            return self.bool(&traced.cond);
        }
        if self.is_beside_focus() {
            return self.untraced(|eval| eval.bool(&traced.cond));
        }
        let bound = |(variable, iter): (Variable, Iter)| {
            let value = self.get(iter);
            (value != OFF).then_some((variable, value))
        };
        let bindings: Vec<(Variable, i32)> = Variable::ALL.into_iter().filter_map(bound).collect();
        if let Some(recorder) = self.recorder() {
            recorder.open();
        }
        let (holds, compared) = match &traced.cond {
            Bool::Compare(cmp, first, second) => {
                let numbers = (self.int(first), self.int(second));
                (cmp.holds(numbers.0, numbers.1), Some(numbers))
            }
            cond => (self.bool(cond), None),
        };
        let region = self.region_of(&traced.cond);
        if let Some(recorder) = self.recorder() {
            recorder.close(Event::Condition {
                span: traced.span,
                condition: traced.written.clone(),
                holds,
                compared,
                bindings,
                region,
            });
        }
        holds
    }

    /// The slots of the region that a condition asks about. A region that depends on chance would
    /// be drawn once more.
    fn region_of(&mut self, cond: &'a Bool) -> Option<Vec<usize>> {
        let Bool::In(_, region) = cond else {
            return None;
        };
        if self.game.flags.stochastic {
            return None;
        }
        let sites = self.untraced(|eval| eval.sites(region));
        let own = self.game.layout.own;
        Some(
            sites
                .iter()
                .filter_map(|site| self.slot(own, site))
                .collect(),
        )
    }

    /// Records the move with which an opponent could reach a slot, and its conditions, which are
    /// evaluated once more. `moves` are all moves of the opponent, as they would be now.
    pub(crate) fn trace_threat(&mut self, moves: &'a Moves, threat: Move) {
        // Moves that depend on chance would be drawn once more.
        let is_asked = !self.game.flags.stochastic
            && !self.game.flags.listing_chance
            && self.lookahead_depth == 1
            && self.trial_depth == 0
            && !self.in_mobility_test
            && self.trace.as_deref().is_some_and(|recorder| {
                recorder.lookahead == 0 && !recorder.paused && !recorder.is_full()
            });
        if !is_asked {
            return;
        }
        let slot = |slot: i32| usize::try_from(slot).ok();
        let (from, to) = (slot(threat.origin()), slot(threat.target()));
        let mut inner = Recorder::of_moves(self.game, Focus { from, to });
        inner.lookahead = 1;
        let outer = self.trace.replace(Box::new(inner));
        let mut out = MoveSink::new(Want::All, Vec::new());
        self.generate(moves, &mut out);
        let inner = std::mem::replace(&mut self.trace, outer);
        let recorded = inner.map(|recorder| (recorder.steps, recorder.finish().steps));
        let (steps, within) = recorded.unwrap_or_default();
        let span = self.game.rules[usize::from(threat.rule)].span;
        if let Some(recorder) = self.trace.as_deref_mut() {
            recorder.steps += steps;
            let (from, to) = (threat.origin(), threat.target());
            recorder.add(Event::Threat { span, from, to }, within);
        }
    }

    fn untraced<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let recorder = self.trace.take();
        let done = work(self);
        self.trace = recorder;
        done
    }

    /// Lists the moves of a rule and records it.
    pub(crate) fn generate_rule_traced(&mut self, id: RuleId, out: &mut MoveSink) {
        if !self.begins_step() {
            return self.generate_rule_untraced(id, out);
        }
        if self.is_beside_focus() {
            return self.untraced(|eval| eval.generate_rule_untraced(id, out));
        }
        let before = out.moves.len();
        if let Some(recorder) = self.recorder() {
            recorder.open();
        }
        self.generate_rule_untraced(id, out);
        let span = self.game.rules[usize::from(id)].span;
        if let Some(recorder) = self.recorder() {
            let listed = &out.moves[before.min(out.moves.len())..];
            let asked = |mv: &&Move| recorder.focus.is_none_or(|focus| focus.is_on(**mv));
            let moves = listed.iter().filter(asked).count();
            recorder.close(Event::Rule { span, moves });
        }
    }

    /// Whether a site that a slide or a shot comes to is free, which is asked where its rule says
    /// nothing about its way. What stands in the way is recorded.
    #[inline]
    pub(crate) fn way_is_free(&mut self, rule: &'a Rule, slot: usize) -> bool {
        let free = self.state.is_free(slot);
        if !free && self.begins_step() && !self.is_beside_focus() {
            let blocked = Event::Blocked {
                span: rule.span,
                slot,
            };
            if let Some(recorder) = self.recorder() {
                recorder.add(blocked, Vec::new());
            }
        }
        free
    }

    /// Records how far alternatives by priority were asked.
    pub(crate) fn trace_priority(&mut self, asked: usize, of: usize, found: bool) {
        if !self.begins_step() || self.is_beside_focus() {
            return;
        }
        if let Some(recorder) = self.recorder() {
            recorder.add(Event::Priority { asked, of, found }, Vec::new());
        }
    }

    /// Evaluates something in the position after a move that is only tried, and records that.
    pub(crate) fn traced_after<T>(&mut self, mv: Move, look: impl FnOnce(&mut Self) -> T) -> T {
        if !self.begins_step() {
            return look(self);
        }
        let focus = self.trace.as_deref().and_then(|recorder| recorder.focus);
        if focus.is_none_or(|focus| !focus.is_on(mv)) {
            return self.untraced(look);
        }
        let mut outer = false;
        if let Some(recorder) = self.recorder() {
            recorder.open();
            outer = std::mem::replace(&mut recorder.within_focus, true);
        }
        let seen = look(self);
        if let Some(recorder) = self.recorder() {
            recorder.within_focus = outer;
            recorder.close(Event::After {
                from: mv.origin(),
                to: mv.target(),
            });
        }
        seen
    }

    /// Carries out a rule's own part of a move and records its actions.
    pub(crate) fn traced_effect(&mut self, rule: &'a Rule, carry_out: impl FnOnce(&mut Self)) {
        let records = self.begins_step();
        if records {
            if let Some(recorder) = self.recorder() {
                recorder.open();
                recorder.actions.push(Vec::new());
            }
        }
        carry_out(self);
        if records {
            let state = Box::new(self.state.clone());
            if let Some(recorder) = self.recorder() {
                let actions = recorder.actions.pop().unwrap_or_default();
                recorder.close(Event::Effect {
                    span: rule.span,
                    actions,
                    state,
                });
            }
        }
    }
}
