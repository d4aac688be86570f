//! The engine's actions in the format of the records.

use ludarium_board::SiteType;
use ludarium_engine::{Action, Hidden, Place};

use super::RecordedAction;

fn site_type(kind: SiteType) -> i32 {
    match kind {
        SiteType::Cell => 0,
        SiteType::Vertex => 1,
        SiteType::Edge => 2,
    }
}

/// A number below zero means "not given" in the engine's actions.
fn said(value: i32) -> Option<i32> {
    (value >= 0).then_some(value)
}

struct Writer(RecordedAction);

impl Writer {
    fn new(kind: &str) -> Writer {
        // Every kind named in this file is in the table of kinds; a test checks this.
        Writer(RecordedAction::of_kind(kind).unwrap_or_else(RecordedAction::pass))
    }

    fn n(self, field: &str, value: i32) -> Writer {
        Writer(self.0.with(field, value))
    }

    fn opt(self, field: &str, value: i32) -> Writer {
        Writer(self.0.with_option(field, said(value)))
    }

    fn flag(self, field: &str, value: bool) -> Writer {
        self.n(field, i32::from(value))
    }

    fn at(self, at: Place) -> Writer {
        self.n("type", site_type(at.kind)).n("to", at.site)
    }

    fn from(self, at: Place) -> Writer {
        self.n("typeFrom", site_type(at.kind)).n("from", at.site)
    }

    fn to(self, at: Place) -> Writer {
        self.n("typeTo", site_type(at.kind)).n("to", at.site)
    }

    fn text(self, text: &str) -> Writer {
        Writer(self.0.with_text(text))
    }
}

impl From<&Action> for RecordedAction {
    fn from(action: &Action) -> RecordedAction {
        let new = Writer::new;
        let written = match action {
            Action::Move {
                from,
                to,
                level_from,
                level_to,
                count,
                state,
                rotation,
                stack,
            } => new("Move")
                .from(*from)
                .to(*to)
                .opt("levelFrom", *level_from)
                .opt("levelTo", *level_to)
                .n("count", *count)
                .opt("state", *state)
                .opt("rotation", *rotation)
                .flag("stack", *stack),
            Action::StackMove { from, to, levels } => {
                new("StackMove").from(*from).to(*to).n("numLevel", *levels)
            }
            Action::Copy { from, to } => new("Copy").from(*from).to(*to),
            Action::Add {
                at,
                what,
                count,
                state,
                rotation,
                value,
                level,
                stack: _,
            } => new("Add")
                .at(*at)
                .n("what", *what)
                .n("count", (*count).max(1))
                .opt("state", *state)
                .opt("rotation", *rotation)
                .opt("value", *value)
                .opt("level", *level),
            Action::Insert { at, level, what } => {
                new("Insert").at(*at).opt("level", *level).n("what", *what)
            }
            Action::Remove { at, level, applied } => new("Remove")
                .at(*at)
                .opt("level", *level)
                .flag("applied", *applied),
            Action::Select {
                from,
                to,
                level_from,
                level_to,
            } => {
                let select = new("Select")
                    .from(*from)
                    .opt("levelFrom", *level_from)
                    .opt("levelTo", *level_to);
                match to {
                    Some(to) => select.to(*to),
                    None => select,
                }
            }
            Action::Promote { at, what } => new("Promote").at(*at).n("what", *what),
            Action::SetState { at, level, state } => new("SetState")
                .at(*at)
                .opt("level", *level)
                .n("state", *state),
            Action::SetCount { at, what, count } => new("SetCount")
                .at(*at)
                .opt("what", *what)
                .n("count", *count),
            Action::SetValue { at, level, value } => new("SetValue")
                .at(*at)
                .opt("level", *level)
                .n("value", *value),
            Action::SetRotation { at, rotation } => {
                new("SetRotation").at(*at).n("rotation", *rotation)
            }
            Action::SetCost { at, cost } => new("SetCost").at(*at).n("cost", *cost),
            Action::SetHidden {
                at,
                level,
                data,
                who,
                hidden,
            } => {
                let kind = match data {
                    Hidden::All => "SetHidden",
                    Hidden::What => "SetHiddenWhat",
                    Hidden::Who => "SetHiddenWho",
                    Hidden::State => "SetHiddenState",
                    Hidden::Count => "SetHiddenCount",
                    Hidden::Rotation => "SetHiddenRotation",
                    Hidden::Value => "SetHiddenValue",
                };
                new(kind)
                    .at(*at)
                    .opt("level", *level)
                    .n("who", *who)
                    .flag("value", *hidden)
            }
            Action::SetScore { player, score, add } => new("SetScore")
                .n("player", *player)
                .n("score", *score)
                .flag("add", *add),
            Action::SetValueOfPlayer { player, value } => new("SetValueOfPlayer")
                .n("player", *player)
                .n("value", *value),
            Action::SetAmount { player, amount } => {
                new("SetAmount").n("player", *player).n("amount", *amount)
            }
            Action::SetNextPlayer { player } => new("SetNextPlayer").n("player", *player),
            Action::SetCounter { counter } => new("SetCounter").n("counter", *counter),
            Action::SetTemp { value } => new("SetTemp").n("temp", *value),
            Action::SetPot { value } => new("SetPot").n("pot", *value),
            Action::SetPending { value: Some(value) } => new("SetPending").n("value", *value),
            Action::SetPending { value: None } => new("SetPending"),
            Action::SetVar { name, value } => new("SetVar").text(name).n("value", *value),
            Action::SetTrumpSuit { suit } => new("SetTrumpSuit").n("suit", *suit),
            Action::AddPlayerToTeam { team, player } => {
                new("AddPlayerToTeam").n("team", *team).n("player", *player)
            }
            Action::SwapPlayers { first, second } => {
                new("Swap").n("player1", *first).n("player2", *second)
            }
            Action::RememberValue { name, value } => {
                named(new("RememberValue"), name).n("value", *value)
            }
            Action::ForgetValue { name, value } => {
                named(new("ForgetValue"), name).n("value", *value)
            }
            Action::SetDie { at, state } => new("SetStateAndUpdateDice")
                .n("site", at.site)
                .n("state", *state),
            Action::UseDie { hand, die, at } => new("UseDie")
                .n("indexHandDice", *hand)
                .n("indexDie", *die)
                .n("site", at.site),
            Action::SetDiceAllEqual { equal } => new("SetDiceAllEqual").flag("value", *equal),
            Action::Pass { forced: _ } => new("Pass"),
            Action::Propose { text } => new("Propose").text(text),
            Action::Vote { text } => new("Vote").text(text),
            Action::Trigger { event, player } => new("Trigger").text(event).n("player", *player),
            Action::Note { message, player } => new("Note").text(message).n("to", *player),
            Action::Bet { player, amount } => new("Bet").n("player", *player).n("bet", *amount),
            Action::RememberState => new("StoreStateInContext"),
            Action::NextInstance => new("NextInstance"),
            // The recorded games contain no other actions.
            _ => return RecordedAction::pass(),
        };
        written.0
    }
}

fn named(writer: Writer, name: &Option<std::sync::Arc<str>>) -> Writer {
    match name {
        Some(name) => writer.text(name),
        None => writer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_of_the_engine_reads_like_a_recorded_one() {
        let at = |site| Place {
            kind: SiteType::Vertex,
            site,
        };
        let action = Action::Move {
            from: at(3),
            to: at(4),
            level_from: -1,
            level_to: -1,
            count: 1,
            state: -1,
            rotation: -1,
            stack: false,
        };
        let recorded =
            RecordedAction::parse("Move:typeFrom=Vertex,from=3,typeTo=Vertex,to=4,decision=true")
                .unwrap();
        assert!(recorded.agrees(&RecordedAction::from(&action)));
    }

    #[test]
    fn a_store_without_a_name_agrees_with_one_recorded_as_null() {
        let recorded = RecordedAction::parse("RememberValue:name=null,value=7").unwrap();
        assert!(
            recorded.agrees(&RecordedAction::from(&Action::RememberValue {
                name: None,
                value: 7
            }))
        );
        let named = Action::RememberValue {
            name: Some("Ko".into()),
            value: 7,
        };
        assert!(!recorded.agrees(&RecordedAction::from(&named)));
    }
}
