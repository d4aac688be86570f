//! Messages of a game in the terminal: the mover, the throw, the result.

use ludarium_engine::trace::Tracer;
use ludarium_engine::{Move, Outcome, SplitMix64};
use ludarium_notation::number_words::counted;
use ludarium_notation::{EndReason, EndReasons, Narrator, Nearby, Reason, Reasons, Refused};

use super::session::Session;

impl Session {
    /// The name of a player.
    pub fn name(&self, player: usize) -> String {
        self.words.player(player)
    }

    /// A verb in the form that goes with the name of the mover.
    pub fn verb(&self, singular: &'static str) -> &'static str {
        self.words.verb(self.mover(), singular)
    }

    /// The prefix of a line that reports a move: the name of the mover, with its throw if there is
    /// one.
    pub fn moves_now(&self) -> String {
        let game = &self.chosen.loaded.game;
        let throw = self.words.throw(game, &self.state);
        match throw.filter(|_| game.dice_just_rolled(&self.state)) {
            Some(throw) => {
                let (name, throws) = (self.name(self.mover()), self.verb("throws"));
                format!("{name} {throws} {throw}:")
            }
            None => format!("{}:", self.name(self.mover())),
        }
    }

    /// Tells what happens in this position.
    pub(super) fn narrator(&self) -> Narrator<'_> {
        Narrator::new(
            &self.chosen.loaded.game,
            &self.signs,
            &self.words,
            &self.state,
        )
    }

    /// Tells why a text is no legal move.
    fn refused(&self) -> Refused<'_, SplitMix64> {
        let texts = self.listed.iter().map(|&index| self.texts[index].as_str());
        Refused {
            game: &self.chosen.loaded.game,
            names: &self.signs,
            wording: &self.words,
            state: &self.state,
            chance: &self.chance,
            moves: self.legal.iter().copied().zip(texts).collect(),
        }
    }

    /// What the rules evaluate for the sites that a text names; nothing if it names none, or if the
    /// game is a match, whose rules are those of other descriptions.
    pub(super) fn reasons_against(&self, entered: &str) -> Vec<Reason> {
        let asked = self.refused().asked_about(entered);
        let (Some((from, to)), Some(tracer)) = (asked, self.tracer()) else {
            return Vec::new();
        };
        let mut state = self.state.clone();
        let trace = tracer.why(&mut state, from, Some(to));
        self.reasons(&tracer).of_trace(&trace, &self.state)
    }

    /// What a legal move does, step by step, with the conditions that are asked on the way.
    pub(super) fn reasons_for(&self, mv: Move) -> Vec<Reason> {
        let Some(tracer) = self.tracer() else {
            return Vec::new();
        };
        let (mut state, mut chance) = (self.state.clone(), self.chance.clone());
        let trace = tracer.effects(&mut state, mv, &mut chance);
        self.reasons(&tracer).of_trace(&trace, &self.state)
    }

    fn tracer(&self) -> Option<Tracer> {
        Tracer::new(&self.chosen.loaded.description).ok()
    }

    fn reasons<'a>(&'a self, tracer: &'a Tracer) -> Reasons<'a> {
        Reasons {
            game: tracer.game(),
            description: &self.chosen.loaded.description,
            names: &self.signs,
            wording: &self.words,
        }
    }

    /// Why a move that the user typed is not legal, as far as that can be told.
    pub(super) fn refusal(&self, entered: &str) -> Option<String> {
        // What is hidden from the viewer may be the reason.
        match self.hides() {
            true => None,
            false => self.refused().why(entered),
        }
    }

    /// The legal moves near a text that is none: those from the first site that it names, and those
    /// to the last one.
    pub(super) fn nearby(&self, entered: &str) -> Nearby<'_> {
        self.refused().nearby(entered)
    }

    /// A warning if the rules of the game are not fully known.
    pub fn reconstruction(&self) -> Option<String> {
        let missing = self.chosen.entry?.missing()?;
        Some(format!(
            "This is a reconstruction: the rules of the game are not fully known ({missing})."
        ))
    }

    /// The only legal move, if there is exactly one.
    pub fn only_move(&self) -> Option<&str> {
        match self.texts.as_slice() {
            [only] if self.seats.len() > 1 => Some(only),
            _ => None,
        }
    }

    /// The mover, or the result of a finished game.
    pub fn headline(&self) -> String {
        if let Some(player) = self.resigned {
            let resigned = format!("{} resigned.", self.name(player));
            // Of several opponents none has won yet.
            return match self.seats.len() {
                2 => {
                    let winner = 3 - player;
                    let wins = self.words.wins(winner);
                    format!("{} {wins}: {resigned}", self.name(winner))
                }
                _ => resigned,
            };
        }
        if !self.state.over() {
            let game = &self.chosen.loaded.game;
            let phase = self.words.phase(game, &self.state);
            let phase = phase.map_or(String::new(), |phase| format!("; {phase}"));
            return format!(
                "{} to move ({}){phase}.",
                self.name(self.mover()),
                self.seat_to_move().word()
            );
        }
        let moves = counted(self.plies.len(), "move");
        match self.chosen.loaded.game.outcome(&self.state) {
            Some(outcome) => {
                let result = self.result(&outcome);
                match &self.ended_by {
                    Some(why) => format!("{result} after {moves}: {why}."),
                    None => format!("{result} after {moves}."),
                }
            }
            None => match self.state.fault() {
                Some(fault) => format!("The game was stopped after {moves}: {fault}."),
                None => format!("The game was stopped after {moves}."),
            },
        }
    }

    /// Why the last move ended the game, if it did and that can be told.
    pub(super) fn why_it_ended(&self) -> Option<EndReason> {
        let last = self.plies.last().filter(|_| self.state.over())?;
        // That a puzzle is solved says it all.
        let is_solved = |outcome: Outcome| self.seats.len() == 1 && outcome.winner == 1;
        if self
            .chosen
            .loaded
            .game
            .outcome(&self.state)
            .is_some_and(is_solved)
        {
            return None;
        }
        let reasons = EndReasons::new(&self.chosen.loaded, self.chosen.about())?;
        let (mut before, mut chance) = (last.before.clone(), last.chance.clone());
        reasons.of_move(&mut before, last.mv, &mut chance)
    }

    /// The result in words.
    fn result(&self, outcome: &Outcome) -> String {
        let ranks = &outcome.ranks[1.min(outcome.ranks.len())..];
        if self.seats.len() == 1 {
            return match outcome.winner {
                1 => "Solved".to_owned(),
                _ => "Not solved".to_owned(),
            };
        }
        let alike = |rank: f64, other: f64| (rank - other).abs() < 1e-9;
        let first = ranks.iter().copied().fold(f64::INFINITY, f64::min);
        if ranks.iter().all(|rank| alike(*rank, first)) {
            return "A draw".to_owned();
        }
        let at = |rank: f64| -> String {
            let there = ranks.iter().zip(1..).filter(|(own, _)| alike(**own, rank));
            let names: Vec<String> = there.map(|(_, player)| self.name(player)).collect();
            names.join(" and ")
        };
        let mut places: Vec<f64> = ranks.to_vec();
        places.sort_by(f64::total_cmp);
        places.dedup_by(|a, b| alike(*a, *b));
        let winners = ranks
            .iter()
            .zip(1..)
            .filter(|(rank, _)| alike(**rank, first));
        let verb = match winners.map(|(_, player)| player).collect::<Vec<_>>()[..] {
            [only] => self.words.wins(only),
            _ => "win",
        };
        match places.as_slice() {
            // The winner determines the result, unless several other players finished at different
            // ranks.
            [_, _] => format!("{} {verb}", at(first)),
            [_, rest @ ..] => {
                let rest: Vec<String> = rest.iter().map(|rank| at(*rank)).collect();
                format!("{} {verb}, then come {},", at(first), rest.join(", "))
            }
            [] => "The game is over".to_owned(),
        }
    }
}
