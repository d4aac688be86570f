//! What happens at a table, and what may be asked of it.

use serde::{Deserialize, Serialize};

use crate::rules::{Rules, RulesId};
use crate::seat::Seat;
use crate::time::TimeControl;

/// The terms on which a game begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The game and its readings.
    pub rules: RulesId,
    /// The hash of the rules ([`Rules::hash`](crate::Rules::hash)).
    pub rules_hash: String,
    /// By player, from player 1: who sits there.
    pub seats: Vec<Seat>,
    /// How long the players may think.
    pub time: TimeControl,
    /// The hash of the seed of all chance ([`Seed::commitment`](crate::Seed::commitment)).
    pub commitment: String,
}

impl Terms {
    /// Terms on which one person plays for all players, and nobody looks at a clock.
    #[must_use]
    pub fn for_one_person(rules: &Rules) -> Terms {
        let seat = Seat::Person {
            name: "You".to_owned(),
            key: String::new(),
            account: None,
        };
        Terms {
            rules: rules.id().clone(),
            rules_hash: rules.hash().to_owned(),
            seats: vec![seat; rules.game().players()],
            time: TimeControl::Unlimited,
            commitment: String::new(),
        }
    }
}

/// Something that has happened. A table is the sum of its events; players are numbered from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Event {
    /// A person has taken an open seat, or an account has claimed the seat of a guest.
    Sat {
        /// The player.
        player: usize,
        /// The person.
        seat: Seat,
    },
    /// A player has moved.
    Moved {
        /// The player.
        player: usize,
        /// The move, in the notation of the game.
        text: String,
    },
    /// A player proposes something to all others.
    Offered {
        /// The player.
        player: usize,
        /// What is proposed.
        offer: Proposal,
    },
    /// A player agrees to what is proposed.
    Agreed {
        /// The player.
        player: usize,
    },
    /// A player declines what is proposed, or withdraws the own proposal.
    Declined {
        /// The player.
        player: usize,
    },
    /// Moves are taken back, down to this number of them.
    TakenBack {
        /// The number of moves that are left.
        plies: usize,
    },
    /// The players have agreed on a draw.
    DrawAgreed,
    /// A player has resigned.
    Resigned {
        /// The player.
        player: usize,
    },
    /// A player has left a game of more than two; a computer player goes on.
    Left {
        /// The player.
        player: usize,
        /// The level of the computer player.
        level: u8,
    },
    /// A player has used up all time.
    Flagged {
        /// The player.
        player: usize,
    },
    /// The game goes on after an interruption, which is nobody's time.
    Resumed,
}

/// What a player can propose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Proposal {
    /// A draw.
    Draw,
    /// To take moves back, down to this number of them.
    TakeBack {
        /// The number of moves that are left.
        plies: usize,
    },
}

/// What may be asked of a table. The sender's right to the seat has been checked before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Command {
    /// Take an open seat.
    Sit {
        /// The player.
        player: usize,
        /// The name to show.
        name: String,
        /// The SHA-256 of the key of the seat.
        key: String,
        /// The account that the seat is to belong to.
        account: Option<String>,
    },
    /// Give all seats of a guest to an account. The keys of the seats hold on.
    Claim {
        /// The SHA-256 of the keys that the guest has.
        keys: Vec<String>,
        /// The account.
        account: String,
        /// The name to show.
        name: String,
    },
    /// Make a move.
    Move {
        /// The player.
        player: usize,
        /// The move as text.
        text: String,
        /// The number of moves before it: a move for an older position is refused.
        #[serde(default)]
        ply: Option<usize>,
    },
    /// Propose a draw.
    OfferDraw {
        /// The player.
        player: usize,
    },
    /// Ask to take back the last own move, and what followed it.
    AskTakeBack {
        /// The player.
        player: usize,
    },
    /// Answer a proposal.
    Answer {
        /// The player.
        player: usize,
        /// Whether the player agrees.
        agree: bool,
    },
    /// Give up.
    Resign {
        /// The player.
        player: usize,
    },
    /// Find out whether the player to move has used up all time.
    Flag,
}
