//! Compact games: where every site holds a kind of piece and how many of it, and nothing more.
//!
//! Mancala boards and simple races are of this shape. Their rules are translated word by word
//! ([`words`], [`rules`]) into a code that runs over a position of a few hundred bytes; a rule that
//! has no translation leaves the whole game to the reference evaluator. The code does what the
//! evaluator does, in the same order, and draws the same tickets.

mod about;
mod act;
mod arrivals;
mod ask;
mod code;
mod dice;
mod draw;
mod fan;
mod generate;
mod position;
mod rules;
mod settle;
mod sow;
mod track;
mod turn;
mod value;
mod words;

use crate::chance::{Chance, SplitMix64};
use crate::game::{DiceHand, Game, TurnLimits};
use crate::layout::{Field, PlayerField};
use crate::rollout::Rollout;
use crate::state::State;

use super::features::{beyond_kernels, Feature};
use super::refusal::Refusals;
use super::repetition::PositionHistory;
use crate::ir::{self, GameResult, Owners, Repetition, ITERS, OFF};
use code::{Bits, Gen, Leaf, Whose, ROOM};
use generate::Deed;
use position::{Position, CELLS, PLAYERS};
use settle::Frame;
use track::Track;
use turn::{End, Next, Outcome, Phase};
use words::{below, Translator};

/// A compact game.
#[derive(Debug)]
pub(crate) struct Compact {
    frame: Frame,
    board_sites: usize,
    /// By kind.
    owners: Vec<u8>,
    /// Whether its owner has no other.
    sole: Vec<bool>,
    /// The slots of each container.
    containers: Vec<Bits>,
    dice: Vec<Hand>,
    dice_len: usize,
    /// The same, die by die, and the faces of each.
    dice_at: Vec<usize>,
    faces: Vec<Vec<i32>>,
    /// By rule; none where no move comes to it.
    leaves: Vec<Option<Leaf>>,
    effects: Vec<Gen>,
    phases: Vec<Phase>,
    end: Vec<End>,
    lists: usize,
    /// The kind that a bare count stands for.
    seed: u8,
    /// Whether a site may hold several pieces.
    counts: bool,
    /// How high stacks may grow, where pieces stand on each other; 0 where they do not.
    levels: usize,
    /// Whether all pieces are of one kind, and are counted.
    uniform: bool,
    rolls: bool,
    /// Whether what is written on a hole stays there.
    sows: bool,
    last_after: bool,
    phases_change: bool,
    passes_do_not_end: bool,
    limits: TurnLimits,
    repeats: Option<Repeats>,
}

/// How earlier positions are kept in mind.
#[derive(Clone, Copy, Debug)]
struct Repeats {
    /// The first cells of kinds and counts in a state.
    what: usize,
    count: usize,
    /// Whether it matters whose turn it is.
    situation: bool,
    /// Whether the position at the end of a turn counts, and not the one after its first move.
    of_turns: bool,
}

/// Dice thrown together.
#[derive(Debug)]
struct Hand {
    /// The first of them among all dice.
    first: usize,
    faces: Vec<Vec<i32>>,
    biased: Option<Vec<i32>>,
    even: Option<Even>,
}

/// The most faces of an even die.
const EVEN: usize = 8;

/// Dice that have the same faces, few and each as likely, and a power of two of them.
#[derive(Debug)]
struct Even {
    /// How many of 32 random bits are too many for one.
    spare: u32,
    /// By face.
    values: [i32; EVEN],
}

impl Hand {
    fn of(hand: &DiceHand, pips: Option<i32>) -> Hand {
        let alike = hand
            .faces
            .iter()
            .all(|faces| Some(faces) == hand.faces.first());
        let faces = hand.faces.first().filter(|faces| {
            alike && (2..=EVEN).contains(&faces.len()) && faces.len().is_power_of_two()
        });
        let even = faces.filter(|_| hand.biased.is_none() && pips.is_some());
        Hand {
            first: hand.first,
            faces: hand.faces.clone(),
            biased: hand.biased.clone(),
            even: even.map(|faces| {
                let mut values = [0; EVEN];
                values[..faces.len()].copy_from_slice(faces);
                Even {
                    spare: u32::BITS - faces.len().trailing_zeros(),
                    values,
                }
            }),
        }
    }
}

impl Compact {
    /// The compact form of a game, if it has one.
    pub(super) fn of(game: &Game, refusals: &mut Refusals) -> Option<Compact> {
        let layout = &game.layout;
        refusals.unless(&beyond_kernels(game))?;
        refusals.unless(&foreign_features(game))?;
        let tracks = game
            .board
            .tracks
            .iter()
            .map(|track| Track::of(track, layout.slots));
        let frame = Frame {
            players: game.players,
            slots: layout.slots,
            pips: most_pips(game),
            tracks: tracks.collect::<Option<_>>()?,
        };
        let mut translator = Translator {
            game,
            frame: &frame,
            refusals,
            depth: 0,
        };
        let phases = game.phases.iter().map(|phase| translator.phase(phase));
        let phases: Vec<Phase> = phases.collect::<Option<_>>()?;
        let effects = game.effects.iter().map(|effect| translator.effect(effect));
        let effects: Vec<Gen> = effects.collect::<Option<_>>()?;
        let end = translator.ends(&game.end)?;
        // The pass that is made where nothing else is legal is never listed.
        let pass = usize::from(game.forced_pass);
        let mut leaves = Vec::new();
        for (index, rule) in game.rules.iter().enumerate() {
            let leaf = translator.leaf(rule);
            if leaf
                .as_ref()
                .is_none_or(|leaf| leaf.captures.len() > generate::KEPT)
                && index != pass
            {
                return None;
            }
            leaves.push(leaf);
        }
        let owners = game.owners.clone();
        let sole = |owner: &u8| owners.iter().filter(|&other| other == owner).count() == 1;
        let sole = owners.iter().map(sole).collect();
        let mut containers = Vec::new();
        for container in &game.containers {
            containers.push(below(container.first + container.size) & !below(container.first));
        }
        let dice = game
            .dice
            .iter()
            .map(|hand| Hand::of(hand, frame.pips))
            .collect();
        Some(Compact {
            frame,
            board_sites: layout.board_sites,
            owners,
            sole,
            containers,
            dice,
            dice_len: layout.dice_len,
            dice_at: dice_at(game).collect(),
            faces: game
                .dice
                .iter()
                .flat_map(|hand| hand.faces.clone())
                .collect(),
            leaves,
            effects,
            phases,
            end,
            lists: game.lists.len(),
            seed: u8::try_from(game.seed()).ok()?,
            counts: game.flags.counts,
            levels: layout.levels,
            uniform: game.flags.counts && layout.levels == 0 && game.owners.len() == 2,
            rolls: game.flags.rolls,
            sows: game.flags.sows,
            last_after: game.flags.last_after,
            phases_change: game.flags.phases_change,
            limits: game.turn_limits(),
            passes_do_not_end: game.meta.pass_no_end
                || game.flags.passes_do_not_end
                || game.flags.stochastic,
            repeats: game.flags.repetition_kind.map(|kind| Repeats {
                what: layout.what,
                count: layout.count,
                situation: kind == Repetition::Situational,
                of_turns: game.flags.repetition_of_turns,
            }),
        })
    }

    /// All players, as bits.
    #[inline]
    fn everybody(&self) -> u32 {
        (2 << self.frame.players) - 2
    }

    /// Plays on from a position; `None`, and nothing is drawn, where that is beyond the compact
    /// form.
    pub(super) fn play(
        &self,
        game: &Game,
        from: &State,
        limit: usize,
        pick: &mut SplitMix64,
        chance: &mut dyn Chance,
    ) -> Option<Rollout> {
        if from.over() || from.fault().is_some() || !from.choices.is_empty() {
            return None;
        }
        let begun = pick.clone();
        // The dice are thrown from a generator that can be gone back to.
        let dice = match (self.rolls, chance.listing_state()) {
            (true, state) => SplitMix64::new(state?),
            (false, _) => SplitMix64::new(0),
        };
        let mut play = Play {
            kernel: self,
            at: Position::of(&game.layout, &self.owners, &self.dice_at, from)?,
            env: [OFF; ITERS],
            acted: OFF,
            acted_from: OFF,
            supposing: 0,
            deciding: false,
            asking: false,
            depth: 0,
            steps_left: MOST_STEPS,
            failed: false,
            lists: from.lists.iter().take(self.lists).cloned().collect(),
            past: PositionHistory::default(),
            before: Vec::new(),
            lists_before: Vec::new(),
            made: false,
            just_won: 0,
            just_lost: 0,
            spare: Vec::new(),
            draws_unseen: chance.draws_discarded_rolls(),
            dice,
        };
        play.add_up();
        if let Some(repeats) = self.repeats {
            // A single position is this one: it may go by another number.
            if from.history.len() > 1 {
                play.past.has_earlier = true;
                from.history.iter().for_each(|&key| play.past.add(key));
            } else {
                let key = play.key(repeats);
                play.past.add(key);
            }
        }
        let mut plies = 0;
        while plies < limit && !play.over() {
            let deed = play.draw_move(pick);
            play.make_move(deed);
            if play.failed {
                *pick = begun;
                return None;
            }
            plies += 1;
            play.env = [OFF; ITERS];
            play.steps_left = MOST_STEPS;
        }
        if self.rolls {
            chance.resume(play.dice.state());
        }
        Some(play.rollout(plies))
    }
}

/// A decision of more steps is left to the reference evaluator.
const MOST_STEPS: u32 = 1 << 20;

/// A game under way.
struct Play<'k> {
    kernel: &'k Compact,
    at: Position,
    env: [i32; ITERS],
    /// Where the latest elementary action happened, and where it came from.
    acted: i32,
    acted_from: i32,
    /// How many moves deep it is that moves are only tried.
    supposing: u32,
    /// The moves asked for are those of the decision that the last throw was made for.
    deciding: bool,
    /// Inside the question whether a player can move.
    asking: bool,
    depth: u32,
    steps_left: u32,
    /// What has come up is beyond the compact form.
    failed: bool,
    lists: Vec<Vec<i32>>,
    past: PositionHistory,
    /// The positions from before the moves that are being tried out, and what was remembered in
    /// them.
    before: Vec<Position>,
    lists_before: Vec<Vec<Vec<i32>>>,
    /// The move drawn has been made already.
    made: bool,
    /// The players who won with the last move, and those who lost one by one with it, as bits.
    just_won: u32,
    just_lost: u32,
    /// Lists to be used again.
    spare: Vec<Vec<Deed>>,
    /// Whether throws are drawn that nobody gets to see.
    draws_unseen: bool,
    dice: SplitMix64,
}

impl Play<'_> {
    /// Counts a step; `false` where there have been too many.
    #[inline]
    fn step(&mut self) -> bool {
        self.steps_left = self.steps_left.saturating_sub(1);
        if self.steps_left == 0 {
            self.give_up();
        }
        self.steps_left > 0
    }

    /// Counts a step in which something is done.
    #[inline]
    fn deed(&mut self) -> bool {
        self.steps_left = self.steps_left.saturating_sub(100);
        self.step()
    }

    fn spent(&self) -> bool {
        self.steps_left == 0
    }

    /// Leaves the game to the reference evaluator.
    #[cold]
    fn give_up(&mut self) {
        self.failed = true;
        self.steps_left = 0;
    }

    fn rollout(&self, plies: usize) -> Rollout {
        if !self.over() {
            return Rollout::unfinished(plies, self.kernel.frame.players);
        }
        let mut doubled = [0; PLAYERS + 1];
        for (player, doubled) in doubled.iter_mut().enumerate() {
            *doubled = self.at.player(PlayerField::Rank, player) as u8;
        }
        let winner = self.at.field(Field::Winner) as usize;
        Rollout::ranked(plies, winner, &doubled[..=self.kernel.frame.players])
    }
}

/// The slots of all dice.
fn dice_at(game: &Game) -> impl Iterator<Item = usize> + '_ {
    game.dice.iter().flat_map(|hand| {
        let first = game.containers[hand.container].first;
        first..first + hand.faces.len()
    })
}

/// The most that the dice show together, if that is never below zero and not much.
fn most_pips(game: &Game) -> Option<i32> {
    let mut most: i32 = 0;
    for faces in game.dice.iter().flat_map(|hand| &hand.faces) {
        let (least, highest) = (faces.iter().min()?, faces.iter().max()?);
        most = most.checked_add(*highest).filter(|_| *least >= 0)?;
    }
    Some(most).filter(|&most| most <= 64)
}

/// What the kernel has no place for besides what no kernel has: its sites hold nothing but a kind
/// and a number (or a height), and turns are made of moves alone.
fn foreign_features(game: &Game) -> [Feature; 10] {
    let (flags, layout) = (&game.flags, &game.layout);
    // What a position is remembered by: kinds and numbers.
    let repeats = match flags.repetition_kind {
        None => !flags.repetition,
        // What is pending may tell situations apart, which takes a list of moves to know.
        Some(Repetition::Situational) if !flags.rolls && leaves_pending(game) => false,
        Some(Repetition::Positional | Repetition::Situational) => {
            layout.levels == 0
                && layout.count > 0
                && layout.state == 0
                && layout.rotation == 0
                && layout.value == 0
        }
        Some(_) => false,
    };
    [
        ("more than 64 sites", layout.slots > ROOM),
        (
            "one player, or more than four",
            !(2..=PLAYERS).contains(&game.players),
        ),
        (
            "more than 255 kinds of pieces",
            game.owners.len() > usize::from(u8::MAX),
        ),
        (
            "more variables or dice than have room",
            game.vars.len() > CELLS || layout.dice_len > CELLS,
        ),
        ("sites of several types", layout.slots != layout.sites),
        (
            "rules that depend on the order in which pieces arrived",
            layout.order > 0 || layout.piece_lists > 0,
        ),
        (
            "counts of pieces by places on tracks",
            !layout.places.is_empty(),
        ),
        ("sites visited in a turn", flags.visited),
        ("pieces removed at the end of a turn", flags.to_clear),
        (
            "repetition of positions with more than kinds and numbers",
            !repeats,
        ),
    ]
}

/// Whether a rule leaves something pending for the next move.
fn leaves_pending(game: &Game) -> bool {
    let mut rules = game.rules.iter();
    rules.any(|rule| matches!(rule.kind, ir::RuleKind::SetPending(..)))
}

impl Translator<'_> {
    fn phase(&mut self, phase: &crate::game::Phase) -> Option<Phase> {
        let next = phase.next.iter().map(|next| {
            Some(Next {
                who: self.optional(next.who.as_ref())?,
                cond: self.test(&next.cond)?,
                phase: next.phase.map(|phase| phase as i32),
            })
        });
        let next = next.collect::<Option<_>>()?;
        Some(Phase {
            moves: self.decision(&phase.moves)?,
            end: self.ends(&phase.end)?,
            next,
        })
    }

    fn ends(&mut self, ends: &[ir::End]) -> Option<Vec<End>> {
        ends.iter().map(|end| self.end(end)).collect()
    }

    fn end(&mut self, end: &ir::End) -> Option<End> {
        Some(match end {
            ir::End::If {
                cond,
                inner,
                result,
            } => {
                let outcome = match result {
                    Some(result) => Some(self.outcome(result)?),
                    None => None,
                };
                End::If(self.test(cond)?, self.ends(inner)?, outcome)
            }
            ir::End::ForEach {
                owners,
                tracks: false,
                cond,
                result,
            } => {
                // Only players are asked, so neutral pieces make no difference here.
                let whose = match owners {
                    Owners::NonMover => Whose::Others,
                    owners => self.whose(owners)?,
                };
                End::ForEach(whose, self.test(cond)?, self.outcome(result)?)
            }
            ir::End::ForEach { .. } => return None,
        })
    }

    fn outcome(&mut self, result: &GameResult) -> Option<Outcome> {
        Some(match result {
            GameResult::Of(owners, verdict) => {
                // Players of one side who win leave no others to play on.
                if matches!(owners, Owners::Friend | Owners::Ally | Owners::Team(_)) {
                    return None;
                }
                let singly = matches!(owners, Owners::Each);
                Outcome::Of(self.whose(owners)?, *verdict, singly)
            }
            GameResult::ByScore { scores, misere } => {
                let scores = scores.iter().map(|(player, score)| {
                    let player = self.num(player)?;
                    Some((player, self.num(score)?))
                });
                Outcome::ByScore(scores.collect::<Option<_>>()?, *misere)
            }
            GameResult::Payoffs(_) => return None,
        })
    }
}
