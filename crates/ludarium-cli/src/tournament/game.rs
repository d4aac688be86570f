//! One game of a tournament.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ludarium_agents::evaluation::Evaluation;
use ludarium_agents::{Agent, Budget};
use ludarium_engine::{Game, Move, SplitMix64, State};
use ludarium_protocols::time::TimeControl;
use ludarium_protocols::{
    Answer, EngineError, ExternalEngine, GnuBackgammon, Promotions, Protocol, ProtocolMove,
    ProtocolNotation,
};

use super::player::Entrant;
use crate::clock;
use crate::error::Error;
use crate::game_args::Chosen;
use crate::interrupt;

/// The limits of a game.
#[derive(Clone, Copy, Debug)]
pub struct Allowed {
    /// Time per move, on average over 40 moves, unless nodes are given.
    pub time: Duration,
    /// Nodes per move.
    pub nodes: Option<u64>,
    /// Number of random opening plies.
    pub opening: usize,
    /// Number of plies after which a game is scored as a draw.
    pub limit: usize,
}

/// The result of a game.
#[derive(Clone, Debug, Default)]
pub struct End {
    /// The score of the first player from 0 to 1, averaged over its seats.
    pub score: f64,
    /// Number of plies.
    pub plies: usize,
    /// Whether it ended by the rules.
    pub over: bool,
    /// The reason why it ended, if it was neither the rules nor the limit.
    pub note: Option<String>,
    /// Time of the slowest move, in seconds.
    pub slowest: f64,
    /// Random seed of the throws.
    pub seed: u64,
    pub moves: Vec<Move>,
    /// The last move, with the position and the throws before it, if it ended the game.
    pub last: Option<(State, SplitMix64, Move)>,
    /// Whether it was cut off because the user asked for it.
    pub interrupted: bool,
}

impl End {
    /// The result of a game that could not begin, as the player on one side has ended.
    pub fn forfeited(side: usize, why: String) -> End {
        End {
            score: if side == 0 { 0.0 } else { 1.0 },
            note: Some(format!("{why}: lost")),
            ..End::default()
        }
    }
}

/// The player in a seat.
enum Sitter {
    Own(Box<dyn Agent>, TimeControl),
    External(Box<ExternalEngine>),
    Backgammon(Box<GnuBackgammon>),
}

/// The decision of the mover.
enum Choice {
    Move(usize),
    Resigns,
    /// A draw claim that the rules do not confirm.
    Draw,
    /// The programs disagree about the rules.
    Dispute(String),
    /// The mover does not answer: it loses.
    Forfeits(&'static str),
}

/// Why a game cannot begin.
pub enum NotSeated {
    /// A player of the pair (0 or 1) has ended already: it loses.
    Forfeit(usize, String),
    Error(Error),
}

impl From<NotSeated> for Error {
    fn from(why: NotSeated) -> Error {
        match why {
            NotSeated::Forfeit(_, why) => Error::new(why),
            NotSeated::Error(error) => error,
        }
    }
}

impl From<Error> for NotSeated {
    fn from(error: Error) -> NotSeated {
        NotSeated::Error(error)
    }
}

/// The first part of a turn that external engines treat as one move.
struct Half {
    text: String,
    promotions: Promotions,
    /// Whether it is a random opening move, so that no engine knows it yet.
    opening: bool,
}

/// A game between two players. In games for more, they occupy alternate seats.
pub struct Table<'g> {
    game: &'g Game,
    /// The index of the player, by seat.
    seats: Vec<usize>,
    sitters: Vec<Sitter>,
    /// The notation of moves for external engines, if there are any.
    notation: Option<ProtocolNotation>,
    /// The first part of a turn whose promotion is not chosen yet.
    half: Option<Half>,
    /// The promotion that an external engine named with its move.
    promotion: Option<Move>,
    /// Random seed of the opening and the throws, equal for both games of a pair of rounds.
    lots: u64,
    allowed: Allowed,
}

/// The variant name under which external engines play a game.
///
/// # Errors
/// If external engines cannot play the game; the error says why.
pub fn variant(chosen: &Chosen) -> Result<&str, Error> {
    let game = &chosen.loaded.game;
    let features = game.features();
    if game.players() != 2 || features.stochastic || features.hidden_information {
        return Err(format!(
            "{}: CECP is for two-player games without chance or hidden information",
            chosen.name
        )
        .into());
    }
    let own = chosen.protocol_game();
    own.variant().ok_or_else(|| {
        let error = |why: &str| Error::new(why).in_context(&chosen.name);
        match own.variant_readings() {
            Some(readings) if !readings.is_empty() => {
                error("external engines play it with other readings")
                    .with_hint(format!("--with \"{readings}\""))
            }
            Some(_) => error("external engines play it with the default readings"),
            None => error("no external engine is known that plays it by these rules")
                .with_hint("[protocol] in its about.toml names the engine variant"),
        }
    })
}

impl<'g> Table<'g> {
    /// Seats the players with their evaluations. The seats are swapped in every other round.
    ///
    /// # Errors
    /// If an external engine does not start, has ended or does not play the game.
    pub fn new(
        chosen: &'g Chosen,
        pair: [&Entrant; 2],
        round: usize,
        seed: u64,
        known: [Option<Arc<Evaluation>>; 2],
        allowed: Allowed,
    ) -> Result<Table<'g>, NotSeated> {
        let game = &chosen.loaded.game;
        let seats: Vec<usize> = (0..game.players()).map(|seat| (seat + round) % 2).collect();
        let lots = seed
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .wrapping_add(round as u64 / 2);
        let external = pair.iter().any(|own| matches!(own, Entrant::External(_)));
        let notation = external.then(|| {
            let game = chosen.protocol_game();
            ProtocolNotation::new(&game, Protocol::Xboard).map_err(|error| error.to_string())
        });
        let notation = notation.transpose().map_err(Error::from)?;
        let protocol = chosen.about().map(|about| &about.protocol);
        let told = notation
            .as_ref()
            .filter(|_| protocol.is_some_and(|own| own.set_up));
        let start = game.start(&mut SplitMix64::new(lots));
        let pieces = told.map(|notation| notation.placed_pieces(game, &start));
        let own = |seat: usize| lots ^ (round as u64) << 40 ^ (seat as u64) << 50;
        let sit = |(seat, side): (usize, &usize)| match pair[*side] {
            Entrant::Own(machine) => {
                let mut agent = machine.build(own(seat), game, known[*side].clone());
                // Prepare the agent before its clock starts.
                agent.prepare(game);
                Ok(Sitter::Own(agent, TimeControl::per_move(allowed.time)))
            }
            Entrant::External(command) => {
                let variant = variant(chosen)?;
                let pieces = pieces.as_deref();
                match ExternalEngine::start(command, variant, pieces, allowed.time) {
                    Ok(engine) => Ok(Sitter::External(Box::new(engine))),
                    Err(ended @ EngineError::Ended { .. }) => {
                        Err(NotSeated::Forfeit(*side, ended.to_string()))
                    }
                    Err(error) => Err(Error::from(error).into()),
                }
            }
            Entrant::Backgammon(command) => {
                let program = GnuBackgammon::start(command, game).map_err(Error::from)?;
                Ok(Sitter::Backgammon(Box::new(program)))
            }
        };
        let sitters = seats.iter().enumerate().map(sit);
        let sitters = sitters.collect::<Result<Vec<Sitter>, NotSeated>>()?;
        Ok(Table {
            game,
            sitters,
            notation,
            half: None,
            promotion: None,
            lots,
            seats,
            allowed,
        })
    }

    /// Plays the game.
    pub fn play(mut self) -> End {
        let mut chance = SplitMix64::new(self.lots);
        let mut pick = SplitMix64::new(self.lots ^ 0x0be9);
        let mut state = self.game.start(&mut chance);
        let mut legal = Vec::new();
        let mut end = End {
            score: 0.5,
            seed: self.lots,
            ..End::default()
        };
        while !state.over() && end.plies < self.allowed.limit {
            self.game.legal(&mut state, &mut legal);
            let Some(number) = u32::try_from(legal.len()).ok().filter(|number| *number > 0) else {
                break;
            };
            let mover = state.mover();
            let begun_so = self.half.as_ref().is_some_and(|half| half.opening);
            let opening = end.plies < self.allowed.opening || begun_so;
            let choice = if opening {
                Choice::Move(pick.index(number) as usize)
            } else {
                let begun = Instant::now();
                let choice = self.choose(&state, &chance, &legal);
                end.slowest = end.slowest.max(begun.elapsed().as_secs_f64());
                choice
            };
            // Ctrl-C cuts the search off, so that its move does not count.
            if interrupt::is_asked() {
                end.interrupted = true;
                return end;
            }
            let made = match choice {
                Choice::Move(index) => {
                    self.tell(&state, &chance, &legal, index, opening);
                    legal.get(index).ok_or(Choice::Draw)
                }
                other => Err(other),
            };
            match made {
                Ok(mv) => {
                    end.moves.push(*mv);
                    let before = (state.clone(), chance.clone(), *mv);
                    self.game.apply(&mut state, *mv, &mut chance);
                    end.last = state.over().then_some(before);
                }
                Err(choice @ (Choice::Resigns | Choice::Forfeits(_))) => {
                    end.note = Some(match choice {
                        Choice::Forfeits(why) => why.to_owned(),
                        _ => "resigned".to_owned(),
                    });
                    end.score = match self.seats.get(mover.wrapping_sub(1)) {
                        Some(0) => 0.0,
                        _ => 1.0,
                    };
                    return end;
                }
                Err(Choice::Dispute(text)) => {
                    end.note = Some(format!("the programs disagree, counted as drawn: {text}"));
                    return end;
                }
                Err(Choice::Draw | Choice::Move(_)) => {
                    end.note = Some("a draw was claimed".to_owned());
                    return end;
                }
            }
            end.plies += 1;
        }
        let Some(outcome) = self.game.outcome(&state) else {
            let fault = state.fault();
            end.note = fault.map(|fault| format!("the engine stopped the game: {fault}"));
            return end;
        };
        end.over = true;
        let mut got = [(0.0, 0.0); 2];
        for (seat, side) in self.seats.iter().enumerate() {
            got[*side].0 += outcome.utility(seat + 1);
            got[*side].1 += 1.0;
        }
        let mean = |side: usize| -> f64 { got[side].0 / f64::max(got[side].1, 1.0) };
        // With more than two players, the score compares the mean utilities of both sides.
        end.score = 0.5 + (mean(0) - mean(1)) / 2.0;
        end
    }

    fn choose(&mut self, state: &State, chance: &SplitMix64, legal: &[Move]) -> Choice {
        let mover = state.mover();
        if let Some(said) = self.promotion.take() {
            let index = legal.iter().position(|mv| *mv == said);
            let missed = Choice::Dispute("the promotion is not a legal move".to_owned());
            return index.map_or(missed, Choice::Move);
        }
        match self.sitters.get_mut(mover.wrapping_sub(1)) {
            None => Choice::Move(0),
            Some(Sitter::Own(agent, control)) => {
                let view = self.game.view(state, mover);
                let begun = Instant::now();
                let timer = match self.allowed.nodes {
                    Some(_) => clock::unlimited(),
                    None => clock::start_move(control.move_time()),
                };
                let nodes = self.allowed.nodes.unwrap_or(u64::MAX);
                let mut budget = Budget::clock(&timer).at_most(nodes);
                let index = agent.choose(&view, legal, &mut budget);
                control.moved(begun.elapsed());
                Choice::Move(index)
            }
            Some(Sitter::Backgammon(program)) => match program.choose(self.game, state, legal) {
                Ok(index) => Choice::Move(index),
                Err(error) => Choice::Dispute(error.to_string()),
            },
            Some(Sitter::External(engine)) => {
                let text = match engine.choose() {
                    Ok(Answer::Move(text)) => text,
                    Ok(Answer::Resigns) => return Choice::Resigns,
                    Ok(Answer::Claims(result)) if result == "1/2-1/2" => return Choice::Draw,
                    Ok(Answer::Claims(result)) if lost(mover, &result) => return Choice::Resigns,
                    Ok(Answer::Claims(result)) => {
                        return Choice::Dispute(format!("{result} is claimed"));
                    }
                    Ok(Answer::Silence) => return Choice::Forfeits("no answer: lost"),
                    Err(error) => return Choice::Dispute(error.to_string()),
                };
                let notation = self.notation.as_ref();
                let found =
                    notation.map(|own| own.find_move(self.game, state, chance, legal, &text));
                match found {
                    Some(Ok(ProtocolMove { index, promotion })) => {
                        self.promotion = promotion;
                        Choice::Move(index)
                    }
                    _ => Choice::Dispute(format!("{text} is not a legal move")),
                }
            }
        }
    }

    /// Sends a complete move to the external engines that did not make it.
    fn tell(
        &mut self,
        state: &State,
        chance: &SplitMix64,
        legal: &[Move],
        index: usize,
        opening: bool,
    ) {
        let (Some(notation), Some(&mv)) = (&self.notation, legal.get(index)) else {
            return;
        };
        let text = match self.half.take() {
            Some(half) => half.text + half.promotions.letter(mv),
            None => {
                let texts = notation.texts(self.game, state, chance, legal);
                let text = texts.get(index).cloned().unwrap_or_default();
                let promotions = notation.promotions(self.game, state, chance, mv);
                if !promotions.is_empty() {
                    self.half = Some(Half {
                        text,
                        promotions,
                        opening,
                    });
                    return;
                }
                text
            }
        };
        for (seat, sitter) in self.sitters.iter_mut().enumerate() {
            match sitter {
                Sitter::External(engine) if opening || seat + 1 != state.mover() => {
                    engine.add_move(&text);
                }
                _ => {}
            }
        }
    }
}

/// Whether a result is a loss for a player.
fn lost(player: usize, result: &str) -> bool {
    matches!((player, result), (1, "0-1") | (2, "1-0"))
}
