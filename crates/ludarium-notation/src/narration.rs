//! The actions of a move in words.

mod standing;

use ludarium_engine::{type_index, Action, Chance, Game, Hidden, Move, Place, State};

use self::standing::Standing;
use crate::{SiteAndPieceNames, Wording};

/// Tells actions one after another, with the pieces as they stand at each, to a reader from whom
/// nothing is hidden.
///
/// ```
/// use ludarium_engine::SplitMix64;
/// use ludarium_notation::{Narrator, SiteAndPieceNames, Wording};
///
/// let entry = ludarium_games::find("shatranj")?;
/// let loaded = ludarium_games::load(entry, &[])?;
/// let names = SiteAndPieceNames::of(&loaded.game, Some(&entry.about));
/// let wording = Wording::new(&loaded, Some(&entry.about));
/// let mut chance = SplitMix64::new(0);
/// let mut state = loaded.game.start(&mut chance);
/// let mv = names.notation(&loaded.game).parse(&state, &chance, "e2-e3")?;
/// let told = Narrator::new(&loaded.game, &names, &wording, &state).tell(mv, &chance);
/// assert_eq!(told, ["White's Baidaq goes from e2 to e3"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Narrator<'a> {
    game: &'a Game,
    names: &'a SiteAndPieceNames,
    wording: &'a Wording,
    /// The position before the actions.
    state: &'a State,
    /// The pieces as the actions so far have left them.
    standing: Standing<'a>,
}

/// The level of the topmost piece of a stack.
const TOP: i32 = -1;

impl<'a> Narrator<'a> {
    /// A narrator of what happens in a position.
    #[must_use]
    pub fn new(
        game: &'a Game,
        names: &'a SiteAndPieceNames,
        wording: &'a Wording,
        state: &'a State,
    ) -> Narrator<'a> {
        Narrator {
            game,
            names,
            wording,
            state,
            standing: Standing::new(game, state),
        }
    }

    /// What a legal move does, action by action, as the engine carries it out.
    #[must_use]
    pub fn tell(mut self, mv: Move, chance: &(impl Chance + Clone)) -> Vec<String> {
        let (mut state, mut chance) = (self.state.clone(), chance.clone());
        let actions = self.game.explain(&mut state, mv, &mut chance);
        actions.iter().map(|action| self.action(action)).collect()
    }

    /// One action, after those that were told before.
    pub fn action(&mut self, action: &Action) -> String {
        match self.of_pieces(action) {
            Some(text) => text,
            None => self.of_values(action),
        }
    }

    /// Actions that change which pieces stand where.
    fn of_pieces(&mut self, action: &Action) -> Option<String> {
        Some(match *action {
            Action::Move {
                from,
                to,
                level_from,
                count,
                stack,
                ..
            } => {
                let (what, ends) = (self.what(from, level_from), self.ends(from, to));
                if let (Some(from), Some(to)) = (self.slot(from), self.slot(to)) {
                    match stack {
                        true => self.standing.move_levels(from, to, None),
                        false => self.standing.move_pieces((from, level_from), to, count),
                    }
                }
                match (stack, count) {
                    (true, _) => format!("the stack goes {ends}"),
                    (false, ..=1) => format!("{} goes {ends}", self.piece(what)),
                    (false, count) => format!("{count} of {} go {ends}", self.piece(what)),
                }
            }
            Action::StackMove { from, to, levels } => {
                let ends = self.ends(from, to);
                if let (Some(from), Some(to)) = (self.slot(from), self.slot(to)) {
                    self.standing.move_levels(from, to, Some(levels));
                }
                format!("the upper {levels} pieces of a stack go {ends}")
            }
            Action::Copy { from, to } => {
                let what = self.what(from, TOP);
                self.put(to, what, 1);
                format!(
                    "a copy of {} goes {}",
                    self.piece(what),
                    self.ends(from, to)
                )
            }
            Action::Add {
                at, what, count, ..
            } => {
                self.put(at, what, count);
                let (piece, at) = (self.piece(what), self.label(at));
                match count {
                    ..=1 => format!("{piece} is put on {at}"),
                    count => format!("{count} of {piece} are put on {at}"),
                }
            }
            Action::Insert { at, level, what } => {
                if let Some(slot) = self.slot(at) {
                    self.standing.insert(slot, level, what);
                }
                let (piece, at) = (self.piece(what), self.label(at));
                format!("{piece} is put into the stack on {at}, at level {level}")
            }
            Action::Remove { at, level, applied } => {
                let what = self.what(at, level);
                if let (Some(slot), true) = (self.slot(at), applied) {
                    let all = i32::MAX;
                    self.standing.take(slot, level, all);
                }
                let when = match applied {
                    true => "",
                    false => " at the end of the turn",
                };
                format!(
                    "{} on {} is removed{when}",
                    self.piece(what),
                    self.label(at)
                )
            }
            Action::Promote { at, what } => {
                let before = self.what(at, TOP);
                if let Some(slot) = self.slot(at) {
                    self.standing.promote(slot, what);
                }
                let (before, after) = (self.piece(before), self.kind(what));
                format!("{before} on {} becomes {after}", self.label(at))
            }
            Action::SetCount { at, what, count } => {
                if let Some(slot) = self.slot(at) {
                    self.standing.set_count(slot, what, count);
                }
                format!("{count} of {} lie on {}", self.piece(what), self.label(at))
            }
            _ => return None,
        })
    }

    /// Actions that leave the pieces where they are.
    fn of_values(&self, action: &Action) -> String {
        match action {
            Action::Select { from, to, .. } => match to.filter(|to| to != from) {
                Some(to) => format!("{} and {} are chosen", self.label(*from), self.label(to)),
                None => format!("{} is chosen", self.label(*from)),
            },
            Action::SetState { at, state, .. } => {
                format!("the state on {} becomes {state}", self.label(*at))
            }
            Action::SetValue { at, value, .. } => {
                format!("the value on {} becomes {value}", self.label(*at))
            }
            Action::SetRotation { at, rotation } => {
                format!("the rotation on {} becomes {rotation}", self.label(*at))
            }
            Action::SetCost { at, cost } => {
                format!("the cost of {} becomes {cost}", self.label(*at))
            }
            Action::SetHidden {
                at,
                data,
                who,
                hidden,
                ..
            } => {
                let how = if *hidden { "hidden from" } else { "shown to" };
                let (data, at, who) = (property(*data), self.label(*at), self.player(*who));
                format!("{data} on {at} is {how} {who}")
            }
            Action::SetScore { player, score, add } => match add {
                true => format!("{} scores {score}", self.player(*player)),
                false => format!("the score of {} becomes {score}", self.player(*player)),
            },
            Action::SetValueOfPlayer { player, value } => {
                format!("the value of {} becomes {value}", self.player(*player))
            }
            Action::SetAmount { player, amount } => {
                format!("the amount of {} becomes {amount}", self.player(*player))
            }
            Action::SetNextPlayer { player } => format!("{} moves next", self.player(*player)),
            Action::SetCounter { counter } => format!("the counter becomes {counter}"),
            Action::SetTemp { value } => format!("the temporary value becomes {value}"),
            Action::SetPot { value } => format!("the pot becomes {value}"),
            Action::SetPending { value: Some(value) } => {
                format!("{} is pending", self.site_or_number(*value))
            }
            Action::SetPending { value: None } => "a pending state begins".to_owned(),
            Action::SetVar { name, value } => format!("the variable {name:?} becomes {value}"),
            Action::SetTrumpSuit { suit } => format!("suit {suit} is trump"),
            Action::AddPlayerToTeam { team, player } => {
                format!("{} joins team {team}", self.player(*player))
            }
            Action::SwapPlayers { first, second } => {
                let (first, second) = (self.player(*first), self.player(*second));
                format!("{first} and {second} change sides")
            }
            Action::RememberValue { name, value } => {
                format!("{value} is remembered{}", list_name(name.as_deref()))
            }
            Action::ForgetValue { name, value } => {
                format!("{value} is forgotten{}", list_name(name.as_deref()))
            }
            Action::SetDie { state, .. } => format!("a die shows {state}"),
            Action::UseDie { die, .. } => format!("die {} is used", die + 1),
            Action::SetDiceAllEqual { equal: true } => "all dice are equal".to_owned(),
            Action::SetDiceAllEqual { equal: false } => "the dice are not all equal".to_owned(),
            Action::Pass { forced: true } => "passes, as there is no move".to_owned(),
            Action::Pass { forced: false } => "passes".to_owned(),
            Action::Propose { text } => format!("{text:?} is proposed"),
            Action::Vote { text } => format!("{text:?} is voted for"),
            Action::Trigger { event, player } => {
                format!("the event {event:?} happens for {}", self.player(*player))
            }
            Action::Note { message, player } => {
                let hears = self.verb(*player, "hears");
                format!("{} {hears} {message:?}", self.player(*player))
            }
            Action::Bet { player, amount } => {
                let bets = self.verb(*player, "bets");
                format!("{} {bets} {amount}", self.player(*player))
            }
            Action::RememberState => "the position is remembered".to_owned(),
            Action::NextInstance => "the next game of the match begins".to_owned(),
            other => format!("{other:?}"),
        }
    }

    fn slot(&self, place: Place) -> Option<usize> {
        let layout = self.game.layout();
        layout.slot(type_index(place.kind), place.site)
    }

    /// The kind of piece on a level of a site, 0 for none.
    fn what(&mut self, at: Place, level: i32) -> i32 {
        let slot = self.slot(at);
        slot.map_or(0, |slot| self.standing.what(slot, level))
    }

    fn put(&mut self, at: Place, what: i32, count: i32) {
        if let Some(slot) = self.slot(at) {
            self.standing.put(slot, what, count);
        }
    }

    /// A piece with its owner: `White's Pawn`.
    fn piece(&self, what: i32) -> String {
        let index = usize::try_from(what).unwrap_or(0);
        let owner = self.names.glyphs.owner(index);
        match (1..=self.game.players()).contains(&owner) {
            true => format!("{}'s {}", self.wording.player(owner), self.kind(what)),
            false => self.kind(what),
        }
    }

    /// The name of a kind of piece, without the number of its owner.
    fn kind(&self, what: i32) -> String {
        let components = self.game.components();
        let component = usize::try_from(what).ok().filter(|what| *what > 0);
        match component.and_then(|what| components.get(what)) {
            // The pieces of a puzzle are numbers.
            Some(own) => match own.name.trim_end_matches(|c: char| c.is_ascii_digit()) {
                "" => own.name.clone(),
                kind => kind.to_owned(),
            },
            None => "a piece".to_owned(),
        }
    }

    fn label(&self, at: Place) -> String {
        self.names.notation(self.game).place(at)
    }

    fn ends(&self, from: Place, to: Place) -> String {
        format!("from {} to {}", self.label(from), self.label(to))
    }

    /// A value that is the number of a site, mostly.
    fn site_or_number(&self, value: i32) -> String {
        let game = self.game;
        match usize::try_from(value)
            .ok()
            .filter(|slot| *slot < game.layout().board_sites)
        {
            Some(slot) => self.label(game.site_of_slot(slot)),
            None => value.to_string(),
        }
    }

    fn player(&self, player: i32) -> String {
        let index = usize::try_from(player).unwrap_or(0);
        match (1..=self.game.players()).contains(&index) {
            true => self.wording.player(index),
            false => format!("player {player}"),
        }
    }

    /// A verb in the form that goes with the name of a player.
    fn verb(&self, player: i32, singular: &'static str) -> &'static str {
        let index = usize::try_from(player).unwrap_or(0);
        self.wording.verb(index, singular)
    }
}

fn property(data: Hidden) -> &'static str {
    match data {
        Hidden::All => "everything",
        Hidden::What => "the kind of the piece",
        Hidden::Who => "the owner of the piece",
        Hidden::State => "the state",
        Hidden::Count => "the number of pieces",
        Hidden::Rotation => "the rotation",
        Hidden::Value => "the value",
    }
}

fn list_name(name: Option<&str>) -> String {
    name.map_or_else(String::new, |name| format!(" in {name:?}"))
}
