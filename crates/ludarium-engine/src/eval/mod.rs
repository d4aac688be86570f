//! The reference evaluator: walks the instruction tree plainly.

mod act;
pub(crate) mod added_stones;
mod along_rays;
mod around;
pub(crate) mod attack;
mod attack_patterns;
mod automove;
mod bools;
mod bulk_count;
pub(crate) mod candidate;
mod candidate_source;
mod capture;
mod cards;
mod connect;
mod control_push;
mod dice;
mod dirs;
mod do_effect;
mod dominoes;
mod ends;
mod float;
mod for_each_piece;
mod generate;
mod generate_tested;
mod graph;
mod group;
mod hidden;
mod hurdles;
mod ints;
mod large_pieces;
mod leaves;
mod legality;
mod line;
mod listing_chance;
mod listing_entries;
pub(crate) mod listing_plan;
mod longest_turn;
mod mask;
mod may_must;
mod members;
mod meta;
pub(crate) mod move_bounds;
mod new_move;
mod occupied;
mod overflow;
mod owners;
mod patterns;
mod pending_asked;
mod perform;
mod piece_order;
mod pieces;
mod planned_listing;
mod puzzle;
mod reach_sets;
mod region_membership;
mod region_words;
mod rotate;
mod rotating_steps;
pub(crate) mod sample;
mod sample_counted;
mod sample_placement;
mod sampling_strategy;
#[cfg(test)]
mod set_walk_tests;
pub(crate) mod simple_moves;
mod simultaneous;
mod sites;
pub(crate) mod slide;
mod sow;
mod standing;
mod start;
mod static_reach;
mod stone_groups;
mod support;
mod tabulated;
mod target;
mod threat;
mod tile;
mod track_slide;
mod turn;
pub(crate) mod turn_continuation;

pub(crate) use attack_patterns::movement_patterns;

pub(crate) use meta::situation_hash;
pub(crate) use sampling_strategy::{max_rejections, SamplingStrategy};

use std::rc::Rc;

use smallvec::SmallVec;

use crate::action::{Action, Place};
use crate::chance::{Chance, SplitMix64};
use crate::game::Game;
use crate::ir::{Dirs, Iter, Table, ITERS, OFF};
use crate::layout::{type_of_index, Field, PlayerField};
use crate::limit::{Fault, ResourceLimits};
use crate::set::SiteSet;
use crate::state::State;
use crate::Move;

/// The number of sites of a set that is made, or gone through, in the time of one step.
const SITES_A_STEP: usize = 256;

/// One evaluation: a game, a state, the variables bound so far.
pub(crate) struct Evaluator<'a> {
    pub game: &'a Game,
    pub state: &'a mut State,
    pub env: [i32; ITERS],
    /// The region bound by `forEach of:` and the like.
    pub region: Option<Rc<SiteSet>>,
    pub chance: &'a mut dyn Chance,
    /// What is drawn instead while moves are listed or sampled: that must not use up the game's own
    /// chance.
    pub listing_rng: Option<SplitMix64>,
    /// Records the elementary actions, if set.
    pub log: Option<Vec<Action>>,
    /// Records what is evaluated, if set.
    pub trace: Option<Box<crate::trace::Recorder>>,
    /// A move that is being made has swapped players.
    pub swapped: bool,
    /// The players whom the end rules put out of the game after this move.
    out_this_move: ends::OutThisMove,
    /// The values by which the end rules last ranked the players.
    pub ranked_values: Option<Vec<f64>>,
    /// Inside a look at the opponent's replies: rules that would look again are not asked.
    pub lookahead_depth: u32,
    /// The moves asked for are those of the decision that the last throw was made for.
    pub in_decision: bool,
    /// The dice are being thrown for the next decision.
    pub rolling: bool,
    /// What `(from)` stood for outside of the leaf whose origin it stands for now.
    pub outer_from: i32,
    /// Inside the question whether a player can move.
    pub in_mobility_test: bool,
    /// Whether the ends of the game ask that question, or go by a supposition.
    pub reply_assumption: ReplyAssumption,
    /// Whether it went by the supposition, so that the game may be over after all.
    pub assumed_reply: bool,
    /// Where the latest elementary action of the move being carried out happened.
    pub last_action_to: i32,
    /// Where that action came from.
    pub last_action_from: i32,
    /// How many moves deep it is that moves are only tried.
    pub trial_depth: u32,
    /// The direction that `forEach Direction` follows.
    pub heading: ludarium_board::Direction,
    /// What moves remember that do not hold it all.
    pub overflow: Vec<overflow::Overflow>,
    /// Following a turn to its end to find the longest (`true`: the one that captures most).
    pub longest_turn_search: Option<bool>,
    /// What was found where turns were followed to their end, in this evaluation.
    longest_cache: longest_turn::LongestCache,
    /// Where the moves of an effect are spread out that are carried out to see what follows.
    pub expanded: Option<Vec<crate::Move>>,
    /// Steps that may still be taken; none once the evaluation was stopped.
    pub steps_left: u32,
    /// The limits of the game, at hand.
    max_depth: u32,
    max_moves: usize,
    /// How moves are drawn; nothing, while that is tried out.
    sampling_strategy: Option<SamplingStrategy>,
    /// Tickets drawn, and how many there were: what the trial looks at.
    candidates_drawn: u32,
    candidate_count: u32,
    /// The royal piece of the moves that are being generated, where nobody comes to it.
    not_in_check: Option<legality::NotInCheck>,
    /// How deep the rules nest at the moment.
    pub depth: u32,
    /// The rules are asked one by one, as they are written: no table is made use of.
    pub reference_mode: bool,
    /// Whether the moves of the next decision are kept where they are listed to draw their random
    /// numbers: for evaluators that draw one of them next.
    pub keeps_list: bool,
    next_list: Option<listing_chance::NextList>,
    /// The number of changes that can be undone in the position whose moves are being listed.
    lists_at: Option<usize>,
    /// The groups of stones of a position whose moves are being listed.
    stone_groups: Option<Box<stone_groups::StoneGroups>>,
    /// The values of [`Int::Hoisted`](crate::ir::Int::Hoisted) in the loops that run.
    hoisted: tabulated::Slots,
    /// Why the evaluation was stopped, if it was.
    pub fault: Option<Fault>,
}

/// What the caller of a generator wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Want {
    /// Every move.
    All,
    /// Whether there is any.
    Any,
    /// Whether there is one that reaches this slot.
    To(u16),
}

/// Where generated moves go.
#[derive(Debug)]
pub(crate) struct MoveSink {
    pub moves: Vec<Move>,
    pub want: Want,
    /// Nothing more is wanted.
    pub done: bool,
    /// Those of the moves (by their index) that are one with the next.
    pub joined_with_next: Vec<usize>,
    /// Moves to other slots may be left out of the list, but need not be.
    pub target_filter: Option<SiteSet>,
    /// Moves from other slots may be left out of the list, but need not be.
    pub origin_filter: Option<u16>,
}

impl MoveSink {
    pub fn new(want: Want, moves: Vec<Move>) -> MoveSink {
        MoveSink {
            moves,
            want,
            done: false,
            joined_with_next: Vec::new(),
            target_filter: None,
            origin_filter: None,
        }
    }

    /// Whether no move is left out that could tell whether there is any.
    #[inline]
    pub fn takes_all(&self) -> bool {
        !matches!(self.want, Want::To(_))
            && self.target_filter.is_none()
            && self.origin_filter.is_none()
    }

    /// Whether moves from a slot are of use.
    #[inline]
    pub fn wants_origin(&self, slot: usize) -> bool {
        self.origin_filter
            .is_none_or(|from| usize::from(from) == slot)
    }

    /// Whether a move to a slot is of use.
    #[inline]
    pub fn wants_target(&self, slot: i32) -> bool {
        self.target_filter
            .as_ref()
            .is_none_or(|filter| filter.contains(slot))
    }

    #[inline]
    pub fn push(&mut self, mv: Move) {
        match self.want {
            Want::All => {
                self.moves.push(mv);
                self.done = self.moves.len() > ResourceLimits::MOVES;
            }
            Want::Any => {
                self.moves.push(mv);
                self.done = true;
            }
            Want::To(slot) => {
                if mv.to == slot {
                    self.moves.push(mv);
                    self.done = true;
                }
            }
        }
    }
}

/// Whether the end rules assume that the next player has a legal reply, which is expensive to find
/// out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReplyAssumption {
    /// No: the search for a legal reply is made.
    Off,
    /// Yes, once the evaluation of the end rules begins.
    Pending,
    /// Yes: the end rules are being evaluated.
    Active,
}

/// A list of directions' tables, resolved for one origin.
pub(crate) type Tables<'g> = SmallVec<[&'g Table; 2]>;

impl<'a> Evaluator<'a> {
    pub fn new(game: &'a Game, state: &'a mut State, chance: &'a mut dyn Chance) -> Evaluator<'a> {
        Evaluator {
            game,
            state,
            env: [OFF; ITERS],
            region: None,
            chance,
            listing_rng: None,
            log: None,
            trace: None,
            swapped: false,
            out_this_move: ends::OutThisMove::default(),
            ranked_values: None,
            lookahead_depth: 0,
            in_decision: false,
            rolling: false,
            outer_from: OFF,
            in_mobility_test: false,
            reply_assumption: ReplyAssumption::Off,
            assumed_reply: false,
            last_action_to: OFF,
            last_action_from: OFF,
            trial_depth: 0,
            heading: ludarium_board::Direction::N,
            overflow: Vec::new(),
            longest_turn_search: None,
            longest_cache: longest_turn::LongestCache::default(),
            expanded: None,
            steps_left: game.resources.steps,
            max_depth: game.resources.depth,
            max_moves: game.resources.moves,
            sampling_strategy: game.sampling_strategy.get().copied(),
            candidates_drawn: 0,
            candidate_count: 0,
            not_in_check: None,
            depth: 0,
            reference_mode: false,
            keeps_list: false,
            next_list: None,
            lists_at: None,
            stone_groups: None,
            hoisted: tabulated::Slots::new(),
            fault: None,
        }
    }

    /// What rules draw from.
    pub fn rng(&mut self) -> &mut dyn Chance {
        match &mut self.listing_rng {
            Some(own) => own,
            None => &mut *self.chance,
        }
    }

    /// Forgets what the last evaluation left behind.
    pub fn reset(&mut self) {
        self.env = [OFF; ITERS];
        self.outer_from = OFF;
        self.last_action_to = OFF;
        self.overflow.clear();
        self.longest_cache = longest_turn::LongestCache::default();
        self.steps_left = self.game.resources.steps;
    }

    /// The steps made since the evaluation began.
    pub fn steps_made(&self) -> u64 {
        u64::from(self.game.resources.steps - self.steps_left)
    }

    /// Counts a step; `false` if the evaluation is stopped and should return at once.
    #[inline]
    pub fn step(&mut self) -> bool {
        if self.steps_left == 0 {
            self.stop(Fault::TooLong);
            return false;
        }
        self.steps_left -= 1;
        true
    }

    /// Counts `number` steps at once.
    #[inline]
    pub fn steps(&mut self, number: usize) -> bool {
        self.steps_left = self
            .steps_left
            .saturating_sub(u32::try_from(number).unwrap_or(u32::MAX));
        self.step()
    }

    /// Stops the evaluation: no rule is looked at from here on.
    #[cold]
    pub fn stop(&mut self, fault: Fault) {
        self.fault.get_or_insert(fault);
        self.steps_left = 0;
    }

    /// Counts an effect, which costs more time or memory than a step.
    #[inline]
    pub fn charge_effect(&mut self) -> bool {
        self.steps(100)
    }

    /// Counts sites that a search of the board visits; `false` if the evaluation is stopped.
    #[inline]
    pub fn charge_sites(&mut self, number: usize) -> bool {
        self.steps(8 * number)
    }

    /// Evaluates `ask`, to check a result found in another way; `None` if the evaluation is
    /// stopped. Restores the step count and the fault.
    pub fn cross_check<T>(&mut self, ask: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let (steps, fault) = (self.steps_left, self.fault);
        let answer = ask(self);
        let answered = self.fault.is_none().then_some(answer);
        (self.steps_left, self.fault) = (steps, fault);
        answered
    }

    /// Does something that may lead to the same rules again, if it is not too deep for that.
    #[inline]
    pub fn nested<T: Default>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        if self.depth >= self.max_depth {
            self.stop(Fault::TooDeep);
            return T::default();
        }
        self.depth += 1;
        let done = work(self);
        self.depth -= 1;
        done
    }

    /// Notes in the state why the evaluation was stopped, if it was: the game goes no further.
    pub fn report_fault(&mut self) -> bool {
        if let Some(fault) = self.fault {
            self.state.set_field(Field::Fault, fault.number());
            self.state.set_field(Field::Over, 1);
        }
        self.fault.is_some()
    }

    #[inline]
    pub fn get(&self, iter: Iter) -> i32 {
        self.env[iter as usize]
    }

    /// Binds a variable and returns its old value.
    #[inline]
    pub fn bind(&mut self, iter: Iter, value: i32) -> i32 {
        std::mem::replace(&mut self.env[iter as usize], value)
    }

    /// The slot of a site of type `site_type`; `None` for a site that does not exist.
    #[inline]
    pub fn slot(&self, site_type: usize, site: i32) -> Option<usize> {
        self.game.layout.slot(site_type, site)
    }

    /// The place of a slot, for the log.
    pub fn place(&self, slot: usize) -> Place {
        let (site_type, site) = self.game.layout.site(slot);
        Place {
            kind: type_of_index(site_type),
            site,
        }
    }

    #[inline]
    pub fn mover(&self) -> i32 {
        self.state.field(Field::Mover)
    }

    #[inline]
    pub fn log_action(&mut self, action: impl FnOnce() -> Action) {
        if let Some(log) = &mut self.log {
            let action = action();
            if let Some(recorder) = &mut self.trace {
                recorder.note_action(&action);
            }
            log.push(action);
        }
    }

    /// Does what is only looked at: it is not told, and no part of what is spread out.
    #[inline]
    pub fn unlogged<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let (log, spread) = (self.log.take(), self.expanded.take());
        let done = work(self);
        (self.log, self.expanded) = (log, spread);
        done
    }

    /// The owner of the (topmost) piece on a slot.
    #[inline]
    pub fn owner_at(&self, slot: usize) -> i32 {
        i32::from(self.game.owners[self.state.what(slot)])
    }

    /// Whether two players are on one side.
    #[inline]
    pub fn friends(&self, first: i32, second: i32) -> bool {
        if first == second {
            return true;
        }
        let players = self.game.players as i32;
        let known = 1..=players;
        if !self.game.flags.teams || !known.contains(&first) || !known.contains(&second) {
            return false;
        }
        let team = self.state.player(PlayerField::Team, first as usize);
        team != 0 && team == self.state.player(PlayerField::Team, second as usize)
    }

    /// Whether a number is that of an enemy of a player: of anyone but nobody (0) and the friends
    /// of the player, numbers that are no players among them.
    #[inline]
    pub fn is_enemy(&self, number: i32, player: i32) -> bool {
        number != 0 && !self.friends(number, player)
    }

    /// The tables of directions, as they apply to a piece on `slot`.
    pub fn tables(&mut self, dirs: &'a Dirs, slot: usize) -> Tables<'a> {
        let mut found = Tables::new();
        self.tables_into(dirs, slot, &mut found);
        found
    }
}
