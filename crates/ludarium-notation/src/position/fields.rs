//! The fields of a position after its ranks: the mover, castling, en passant, clocks, hands.

use ludarium_engine::{ContainerKind, Game, State};

use super::castling;
use super::letters::Letters;
use super::written::{parse_hands, syntax, Held, Written};
use super::{PositionContext, PositionError, PositionErrorKind};

/// The meaning of the fields.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Fields {
    /// The mover, if the text names one.
    pub mover: Option<usize>,
    /// The castling field, if there is one.
    pub castling: Option<String>,
    /// The label of the square that a pawn has passed.
    pub en_passant: Option<String>,
    /// The number of plies since the last progress.
    pub clock: i32,
    /// The pieces in hand.
    pub hands: Vec<Held>,
    /// Whether the fields are those of SFEN.
    pub sfen: bool,
}

impl Fields {
    /// Gives the fields of a text their meaning in a game.
    ///
    /// # Errors
    /// If a field has no meaning, or names a mover that the game does not have.
    pub fn read(
        game: &Game,
        letters: &Letters,
        start: &State,
        context: &PositionContext,
        written: &Written,
    ) -> Result<Fields, PositionError> {
        if let Some(fields) = sfen(game, letters, start, written) {
            return Ok(fields);
        }
        let mover = written.mover.as_deref();
        let mut fields = Fields {
            mover: mover.map(|name| player(context, name)).transpose()?,
            hands: written.hands.clone().unwrap_or_default(),
            ..Fields::default()
        };
        let mut rest = written.fields.iter().map(String::as_str).peekable();
        let is_number = |field: &&str| field.chars().all(|c| c.is_ascii_digit());
        let rights = |field: &&str| *field == "-" || field.chars().all(char::is_alphabetic);
        fields.castling = rest.next_if(rights).map(str::to_owned);
        let site = rest.next_if(|field| !is_number(field));
        fields.en_passant = site.filter(|site| *site != "-").map(str::to_owned);
        if let Some(clock) = rest.next_if(is_number) {
            let number = clock.parse::<i32>();
            fields.clock =
                number.map_err(|_| syntax(&format!("the clock {clock} is too large")))?;
        }
        // The number of the move says nothing of the position.
        rest.next_if(is_number);
        match rest.next() {
            None => Ok(fields),
            Some(field) => Err(syntax(&format!("what does {field} mean after the mover?"))),
        }
    }
}

/// The fields of an SFEN: the mover, `b` for the player who moves first, the hands, and the number
/// of the move. `None` if the text is not written so, or cannot be: the game has no hands, or it
/// has castling, whose rights stand in the same place.
fn sfen(game: &Game, letters: &Letters, start: &State, written: &Written) -> Option<Fields> {
    let hands = game.containers().iter();
    let hands = hands.filter(|own| own.kind == ContainerKind::Hand).count();
    let possible = game.players() == 2 && hands >= 2 && written.hands.is_none();
    if !possible || castling::exists(game, letters, start) {
        return None;
    }
    let held = match written.fields.as_slice() {
        [held] => held,
        [held, number] if number.parse::<u32>().is_ok() => held,
        _ => return None,
    };
    let mover = match written.mover.as_deref() {
        Some("b") => 1,
        Some("w") => 2,
        _ => return None,
    };
    let hands = parse_hands(held).ok()?;
    let known = hands
        .iter()
        .all(|held| letters.piece(&held.pieces.letter).is_ok());
    (known && (held == "-" || !hands.is_empty())).then(|| Fields {
        mover: Some(mover),
        hands,
        sfen: true,
        ..Fields::default()
    })
}

/// The player that a position names as the mover: by a letter of the game's notation that only this
/// player's pieces have, by `w` (`r` in Chinese chess) or `b`, or by number.
fn player(context: &PositionContext, name: &str) -> Result<usize, PositionError> {
    let owned = context.owners.and_then(|owners| {
        let of = |letter: &String| letter.eq_ignore_ascii_case(name);
        let exact = owners.get(name).copied();
        let mut alike = owners.iter().filter(|(letter, _)| of(letter));
        let first = alike.next().map(|(_, owner)| *owner);
        exact.or_else(|| first.filter(|owner| alike.all(|(_, other)| other == owner)))
    });
    if let Some(owner) = owned.filter(|&owner| owner > 0) {
        return Ok(owner);
    }
    match name {
        "w" | "W" | "r" | "R" => Ok(1),
        "b" | "B" => Ok(2),
        number => number.parse().map_err(|_| {
            PositionError::new(PositionErrorKind::Player, format!("not a player: {number}"))
        }),
    }
}
