//! What a command leads to: events, or a refusal.

use std::fmt;

use ludarium_notation::Refused;

use crate::event::{Command, Event, Proposal};
use crate::seat::{claimable_seats, Seat};
use crate::table::Table;
use crate::time::Millis;

/// Why a command is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game is over.
    Over,
    /// The game has no such player.
    NoPlayer,
    /// The seat is taken.
    Taken,
    /// No seat of a guest has one of these keys.
    NothingToClaim,
    /// The account that claims a seat has another one.
    PlaysAlready,
    /// The name is empty or too long.
    Name,
    /// It is another player's turn.
    NotYourTurn,
    /// The move was chosen for a position that is no longer on the board.
    Stale,
    /// The move is not legal; says why or names the nearest moves.
    Illegal(String),
    /// There is nothing to take back.
    NothingToTakeBack,
    /// There is no proposal, or it is not for this player to answer.
    NoProposal,
    /// The computer players do not agree to a draw.
    ComputersPlayOn,
    /// Nobody's time is used up.
    TimeLeft,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::Over => "the game is over",
            Refusal::NoPlayer => "there is no such player",
            Refusal::Taken => "this seat is taken",
            Refusal::NothingToClaim => "there is no seat of yours to claim",
            Refusal::PlaysAlready => "your account has another seat in this game",
            Refusal::Name => "a name has 1 to 30 characters",
            Refusal::NotYourTurn => "it is another player's turn",
            Refusal::Stale => "the position has changed",
            Refusal::Illegal(why) => why,
            Refusal::NothingToTakeBack => "there is no move of yours to take back",
            Refusal::NoProposal => "there is nothing to answer",
            Refusal::ComputersPlayOn => "the computer plays on",
            Refusal::TimeLeft => "there is time left",
        })
    }
}

impl std::error::Error for Refusal {}

/// Why a line of moves cannot be made to its end. The moves before the one named are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BrokenLine {
    /// This move, counted from 1, is refused for this reason.
    Refused(usize, String),
    /// The caller stopped before this move, counted from 1.
    Stopped(usize),
}

impl fmt::Display for BrokenLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BrokenLine::Refused(number, why) => write!(f, "move {number}: {why}"),
            BrokenLine::Stopped(number) => {
                write!(f, "move {number}: the moves before it take too long")
            }
        }
    }
}

impl std::error::Error for BrokenLine {}

/// The level of the computer player that goes on for a player who leaves.
const REPLACEMENT_LEVEL: u8 = 3;

/// The largest number of characters of a name.
const NAME_CHARS: usize = 30;

/// A name as others see it.
fn shown_name(name: &str) -> Result<String, Refusal> {
    let name: String = name.trim().chars().filter(|c| !c.is_control()).collect();
    match (1..=NAME_CHARS).contains(&name.chars().count()) {
        true => Ok(name),
        false => Err(Refusal::Name),
    }
}

impl Table {
    /// Makes moves one after another for the player to move, at time 0, while `goes_on` says so.
    ///
    /// # Errors
    /// If a move is refused, or `goes_on` returns `false` before it.
    pub fn play_line(
        &mut self,
        moves: &[String],
        mut goes_on: impl FnMut() -> bool,
    ) -> Result<(), BrokenLine> {
        for (number, text) in (1..).zip(moves) {
            if !goes_on() {
                return Err(BrokenLine::Stopped(number));
            }
            let command = Command::Move {
                player: self.state.mover(),
                text: text.clone(),
                ply: None,
            };
            let refused = |why: String| BrokenLine::Refused(number, why);
            let events = self.decide(&command, 0);
            for event in events.map_err(|refusal| refused(refusal.to_string()))? {
                let done = self.apply(&event, 0);
                done.map_err(|error| refused(error.to_string()))?;
            }
        }
        Ok(())
    }

    /// What a command leads to. The events are to be stored, and then applied in their order.
    ///
    /// # Errors
    /// If the command is refused; nothing has changed.
    pub fn decide(&self, command: &Command, now: Millis) -> Result<Vec<Event>, Refusal> {
        // Finished games can be claimed, too.
        if self.is_over() && !matches!(command, Command::Claim { .. }) {
            return Err(Refusal::Over);
        }
        match command {
            Command::Claim {
                keys,
                account,
                name,
            } => self.decide_claim(keys, account, name),
            Command::Sit {
                player,
                name,
                key,
                account,
            } => self.decide_sit(*player, name, key, account.as_ref()),
            Command::Move { player, text, ply } => self.decide_move(*player, text, *ply),
            Command::OfferDraw { player } => self.decide_draw(*player),
            Command::AskTakeBack { player } => self.decide_take_back(*player),
            Command::Answer { player, agree } => self.decide_answer(*player, *agree),
            Command::Resign { player } => self.decide_resign(*player),
            Command::Flag => self.decide_flag(now),
        }
    }

    fn players(&self) -> usize {
        self.seats.len()
    }

    fn is_player(&self, player: usize) -> Result<(), Refusal> {
        match (1..=self.players()).contains(&player) {
            true => Ok(()),
            false => Err(Refusal::NoPlayer),
        }
    }

    /// The other players that other people play for: somebody may have several seats.
    fn other_people(&self, player: usize) -> Vec<usize> {
        let own = self.seat(player);
        let others = (1..=self.players()).filter(|other| *other != player);
        others
            .filter(|other| self.seat(*other).is_some_and(|seat| seat.is_another(own)))
            .collect()
    }

    fn decide_sit(
        &self,
        player: usize,
        name: &str,
        key: &str,
        account: Option<&String>,
    ) -> Result<Vec<Event>, Refusal> {
        self.is_player(player)?;
        if self.seat(player) != Some(&Seat::Open) {
            return Err(Refusal::Taken);
        }
        let seat = Seat::Person {
            name: shown_name(name)?,
            key: key.to_owned(),
            account: account.cloned(),
        };
        Ok(vec![Event::Sat { player, seat }])
    }

    fn decide_claim(
        &self,
        keys: &[String],
        account: &str,
        name: &str,
    ) -> Result<Vec<Event>, Refusal> {
        if self
            .seats
            .iter()
            .any(|seat| seat.account() == Some(account))
        {
            return Err(Refusal::PlaysAlready);
        }
        let name = shown_name(name)?;
        let claimed = claimable_seats(&self.seats, keys, account).into_iter();
        let events = claimed.filter_map(|player| match self.seat(player)? {
            Seat::Person { key, .. } => {
                let seat = Seat::Person {
                    name: name.clone(),
                    key: key.clone(),
                    account: Some(account.to_owned()),
                };
                Some(Event::Sat { player, seat })
            }
            _ => None,
        });
        let events: Vec<Event> = events.collect();
        match events.is_empty() {
            true => Err(Refusal::NothingToClaim),
            false => Ok(events),
        }
    }

    fn decide_move(
        &self,
        player: usize,
        text: &str,
        ply: Option<usize>,
    ) -> Result<Vec<Event>, Refusal> {
        if ply.is_some_and(|ply| ply != self.plies.len()) {
            return Err(Refusal::Stale);
        }
        if player != self.state.mover() {
            return Err(Refusal::NotYourTurn);
        }
        let found = self.choices.find(text);
        let index = found.map_err(|error| match self.why_not(text) {
            Some(why) => Refusal::Illegal(format!("{} is not legal: {why}", text.trim())),
            None => Refusal::Illegal(error.to_string()),
        })?;
        Ok(vec![Event::Moved {
            player,
            text: self.choices.texts[index].clone(),
        }])
    }

    /// Why a text is no legal move, as far as that can be told to the player to move.
    fn why_not(&self, text: &str) -> Option<String> {
        let rules = &self.rules;
        let (game, state) = (rules.game(), &self.state);
        // What is hidden from the player may be the reason.
        if !game.view(state, state.mover()).is_complete() {
            return None;
        }
        let choices = &self.choices;
        let texts = choices.texts.iter().map(String::as_str);
        let refused = Refused {
            game,
            names: rules.names(),
            wording: rules.wording(),
            state,
            chance: &self.dice,
            moves: choices.moves.iter().copied().zip(texts).collect(),
        };
        refused.why(text)
    }

    fn decide_draw(&self, player: usize) -> Result<Vec<Event>, Refusal> {
        self.is_player(player)?;
        let computer = self.seats.iter().any(|seat| seat.level().is_some());
        if !self.other_people(player).is_empty() {
            let offer = Proposal::Draw;
            return Ok(vec![Event::Offered { player, offer }]);
        }
        match computer || self.players() == 1 {
            true => Err(Refusal::ComputersPlayOn),
            // One person plays for all.
            false => Ok(vec![Event::DrawAgreed]),
        }
    }

    fn decide_take_back(&self, player: usize) -> Result<Vec<Event>, Refusal> {
        self.is_player(player)?;
        let own = self.plies.iter().rposition(|ply| ply.player == player);
        let plies = own.ok_or(Refusal::NothingToTakeBack)?;
        Ok(vec![match self.other_people(player).is_empty() {
            true => Event::TakenBack { plies },
            false => Event::Offered {
                player,
                offer: Proposal::TakeBack { plies },
            },
        }])
    }

    fn decide_answer(&self, player: usize, agree: bool) -> Result<Vec<Event>, Refusal> {
        let offer = self.offer.as_ref().ok_or(Refusal::NoProposal)?;
        if !agree {
            self.is_player(player)?;
            return Ok(vec![Event::Declined { player }]);
        }
        let asked = self.other_people(offer.by);
        if !asked.contains(&player) || offer.agreed.contains(&player) {
            return Err(Refusal::NoProposal);
        }
        let mut events = vec![Event::Agreed { player }];
        let all = |other: &usize| *other == player || offer.agreed.contains(other);
        if asked.iter().all(all) {
            events.push(match offer.what {
                Proposal::Draw => Event::DrawAgreed,
                Proposal::TakeBack { plies } => Event::TakenBack { plies },
            });
        }
        Ok(events)
    }

    fn decide_resign(&self, player: usize) -> Result<Vec<Event>, Refusal> {
        self.is_player(player)?;
        let others_play_on = self.players() > 2 && !self.other_people(player).is_empty();
        Ok(vec![match others_play_on {
            true => Event::Left {
                player,
                level: REPLACEMENT_LEVEL,
            },
            false => Event::Resigned { player },
        }])
    }

    fn decide_flag(&self, now: Millis) -> Result<Vec<Event>, Refusal> {
        let (Some(player), Some(end)) = (self.clocks.running(), self.clocks.runs_out_at()) else {
            return Err(Refusal::TimeLeft);
        };
        // A computer player is the server's own, and its slowness not the player's fault.
        if now < end || self.seat(player).is_some_and(|seat| !seat.is_person()) {
            return Err(Refusal::TimeLeft);
        }
        Ok(vec![match self.players() > 2 {
            true => Event::Left {
                player,
                level: REPLACEMENT_LEVEL,
            },
            false => Event::Flagged { player },
        }])
    }
}
