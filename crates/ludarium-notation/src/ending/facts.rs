//! What the conditions of an end rule found, as facts about the players and the board.

use ludarium_engine::trace::{Event, Step};
use ludarium_lud::{Call, Ludeme, Node, Value};

use super::EndWords;
use crate::number_words::{number_word, ordinal};

/// Something that holds at the end of a game.
#[derive(Clone, Debug)]
pub(crate) enum Fact {
    /// A player has no legal move.
    NoMoves(usize),
    /// A player whose king is attacked has no legal move.
    Mated(usize),
    /// A player whose king is not attacked has no legal move.
    Stalemated(usize),
    /// The piece of a player with this name is attacked.
    Attacked(usize, String),
    /// Anything else, in words.
    Said(String),
    /// A condition for which there are no other words than its own.
    Rule(Node),
}

impl EndWords<'_> {
    /// A fact in words, if it has any.
    pub(super) fn fact(&self, fact: &Fact) -> Option<String> {
        let name = |player: &usize| self.name(*player);
        let (is, has) = (
            |player: &usize| self.plural(*player, "is", "are"),
            |player: &usize| self.plural(*player, "has", "have"),
        );
        Some(match fact {
            Fact::NoMoves(player) => match self.is_without_pieces(*player) {
                true => format!("{} {} no pieces left", name(player), has(player)),
                false => format!("{} {} no legal move", name(player), has(player)),
            },
            Fact::Mated(player) => format!("{} {} checkmated", name(player), is(player)),
            Fact::Stalemated(player) => format!("{} {} stalemated", name(player), is(player)),
            Fact::Attacked(player, piece) => format!("{} {piece} is attacked", self.whose(*player)),
            Fact::Said(text) => text.clone(),
            Fact::Rule(_) => return None,
        })
    }

    /// Collects the facts that make a condition hold.
    pub(super) fn facts(&self, step: &Step, facts: &mut Vec<Fact>) {
        let Event::Condition {
            condition,
            holds: true,
            compared,
            bindings,
            ..
        } = &step.event
        else {
            return;
        };
        let Some(call) = condition.call() else {
            return;
        };
        if let Some(says) = self.named(condition) {
            return facts.push(Fact::Said(says));
        }
        let asked = Asked {
            call,
            compared: *compared,
            player: bindings.iter().find_map(|(variable, value)| {
                let is_player = *variable == ludarium_engine::trace::Variable::Player;
                is_player.then(|| usize::try_from(*value).ok())?
            }),
        };
        let before = facts.len();
        use Ludeme as L;
        match call.ludeme {
            L::BoolAnd | L::BoolAndList => {
                step.within.iter().for_each(|part| self.facts(part, facts));
            }
            // The first alternative that holds, and the branch that was taken, are asked last.
            L::BoolOr | L::BoolOrList | L::BoolIf => {
                if let Some(last) = step.within.last() {
                    self.facts(last, facts);
                }
            }
            // Whose turn it was is no reason.
            L::IsPlayer => return,
            _ => facts.extend(self.leaf(&asked)),
        }
        if facts.len() == before {
            facts.push(Fact::Rule((**condition).clone()));
        }
    }

    /// What the library says of a condition.
    fn named(&self, condition: &Node) -> Option<String> {
        let table = &self.reasons.wording.table;
        if table.ends.is_empty() {
            return None;
        }
        let says = table.end(&condition.to_string())?;
        let players = 1..=self.reasons.game.players();
        Some(players.fold(says.to_owned(), |says, player| {
            says.replace(&format!("{{P{player}}}"), &self.name(player))
        }))
    }

    fn leaf(&self, asked: &Asked) -> Option<Fact> {
        use Ludeme as L;
        let call = asked.call;
        let said = |text: &str| Some(Fact::Said(text.to_owned()));
        match call.ludeme {
            L::NoMoves => {
                let player = self.player_in(asked, arg(call, &["roleType"])?)?;
                Some(Fact::NoMoves(player))
            }
            L::BoolNot => {
                let inner = arg(call, &["boolean"])?.call()?;
                match inner.ludeme {
                    L::CanMove => self.forced_player(asked, arg(inner, &["moves"])?),
                    // Not all sites are without it: one has it.
                    L::AllSites => {
                        let each = arg(inner, &["if"])?.call()?;
                        let of_one = match each.ludeme {
                            L::BoolNot => arg(each, &["boolean"])?.call()?,
                            _ => return None,
                        };
                        self.leaf(&Asked {
                            call: of_one,
                            compared: None,
                            player: asked.player,
                        })
                    }
                    _ => None,
                }
            }
            L::AllSites => self.all_in_region(asked).map(Fact::Said),
            L::IsSite if word(call) == Some("Empty") => {
                let hand = arg(call, &["int"])?.call()?;
                let slot = match hand.ludeme {
                    L::HandSite => self.hand(asked, hand)?,
                    _ => return None,
                };
                let player = self.player_in(asked, hand.args.first()?.as_ref()?)?;
                let (whose, label) = (self.whose(player), self.label(slot));
                Some(Fact::Said(format!("{whose} {label} is empty")))
            }
            L::IsComponent if word(call) == Some("Threatened") => {
                let piece = arg(call, &["int"])?.call()?;
                let player = self.player_in(asked, arg(piece, &["roleType"])?)?;
                let name = arg(piece, &["string"])?.str()?.to_owned();
                Some(Fact::Attacked(player, name))
            }
            L::NoPieces => self.no_pieces(asked).map(Fact::Said),
            L::IsLine => {
                let length = match arg(call, &["int"])?.value {
                    Value::Int(length) => number_word(length),
                    _ => return said("a line"),
                };
                Some(Fact::Said(format!("{length} in a row")))
            }
            L::IsConnect => match (word(call), self.any_player(asked)) {
                (Some("Connected"), Some(player)) => {
                    let has = self.plural(player, "has", "have");
                    let name = self.name(player);
                    Some(Fact::Said(format!("{name} {has} connected its sides")))
                }
                (Some("Connected"), None) => said("the sides are connected"),
                _ => said("the sides are cut off from each other"),
            },
            L::IsLoop => said("a closed loop"),
            L::IsRepeat => match arg(call, &["times"]).map(|times| &times.value) {
                Some(Value::Int(times)) => Some(Fact::Said(format!(
                    "the position came for the {} time",
                    ordinal(*times)
                ))),
                Some(_) => said("the position came too many times"),
                None => said("the position came again"),
            },
            L::IsSimple => match word(call) {
                Some("Full") => said("the board is full"),
                Some("Cycle") => said("the game goes round in a circle"),
                _ => None,
            },
            L::IsTarget => said("the target is reached"),
            L::PuzzleIsSolved => said("the puzzle is solved"),
            L::WasPass => said("the last move was a pass"),
            L::AllSimple if word(call) == Some("Passed") => said("all players have passed"),
            L::IsIn => {
                let site = arg(call, &["int"])?;
                arg(call, &["sites"])?;
                match is_last_target(site) {
                    true => self.reached(),
                    false => self.piece_reached(asked, site),
                }
                .map(Fact::Said)
            }
            L::Eq | L::Ne | L::Lt | L::Le | L::Gt | L::Ge => self.compared(asked).map(Fact::Said),
            _ => None,
        }
    }

    /// The player who has none of these moves, if they are those of its pieces.
    fn forced_player(&self, asked: &Asked, moves: &Node) -> Option<Fact> {
        let call = moves.call()?;
        if call.ludeme.keyword() == "do" {
            let inner = call.args.iter().flatten().next()?;
            return self.forced_player(asked, inner);
        }
        let is_for_each = call.ludeme.keyword() == "forEach";
        match (is_for_each, arg(call, &["roleType"])) {
            (true, Some(role)) => Some(Fact::NoMoves(self.player_in(asked, role)?)),
            _ => None,
        }
    }

    fn no_pieces(&self, asked: &Asked) -> Option<String> {
        let place = self.place(arg(asked.call, &["in"]))?;
        let whose = arg(asked.call, &["roleType", "of"])?;
        if whose.word() == Some("All") {
            return Some(format!("no pieces are left{place}"));
        }
        let player = self.player_in(asked, whose)?;
        let kind = arg(asked.call, &["string"]).and_then(Node::str);
        Some(self.has_left(player, 0, kind, false) + &place)
    }

    /// The place of a count: nothing for the whole board, ` on Rings` for a region with a name.
    pub(super) fn place(&self, sites: Option<&Node>) -> Option<String> {
        let Some(sites) = sites else {
            return Some(String::new());
        };
        let mut args = sites.call()?.args.iter().flatten();
        let is_board = args.clone().all(|arg| arg.word() == Some("Board"));
        let is_centre = |arg: &Node| matches!(arg.items(), [only] if is_centre_point(only));
        match args.clone().find_map(Node::str) {
            Some(name) => Some(format!(" in {name}")),
            None if is_board => Some(" on the board".to_owned()),
            None => args.any(is_centre).then(|| " in the middle".to_owned()),
        }
    }

    /// All pieces of a player stand in a region with a name.
    fn all_in_region(&self, asked: &Asked) -> Option<String> {
        let pieces = arg(asked.call, &["sites"])?.call()?;
        let player = self.player_in(asked, arg(pieces, &["by"])?)?;
        let each = arg(asked.call, &["if"])?.call()?;
        if each.ludeme != Ludeme::IsIn || pieces.ludeme.keyword() != "sites" {
            return None;
        }
        let region = arg(each, &["sites"])?.call()?;
        let name = region.args.iter().flatten().find_map(Node::str)?;
        Some(format!("all pieces of {} are in {name}", self.name(player)))
    }

    /// The piece that `(where "King" P2)` names has reached its place.
    pub(super) fn piece_reached(&self, asked: &Asked, site: &Node) -> Option<String> {
        let (player, kind) = self.piece_asked(asked, site)?;
        let game = self.reasons.game;
        let stands = |slot: &usize| {
            let what = self.ending.state.what(*slot);
            let known = game.components().get(what);
            known.is_some_and(|known| known.base == kind && known.owner == player)
        };
        let slot = (0..game.layout().board_sites).find(stands)?;
        let label = self.label(i32::try_from(slot).ok()?);
        Some(format!("{} {kind} has reached {label}", self.whose(player)))
    }

    /// The owner and the name of the piece whose place is asked for.
    pub(super) fn piece_asked<'n>(
        &self,
        asked: &Asked,
        site: &'n Node,
    ) -> Option<(usize, &'n str)> {
        let call = site.call()?;
        if call.ludeme != Ludeme::Where {
            return None;
        }
        let kind = arg(call, &["string"])?.str()?;
        let mut args = call.args.iter().flatten();
        let player = args.find_map(|arg| self.player_in(asked, arg))?;
        Some((player, kind))
    }

    /// The slot of a player's hand.
    pub(super) fn hand(&self, asked: &Asked, hand: &Call) -> Option<i32> {
        let player = self.player_in(asked, hand.args.first()?.as_ref()?)?;
        let game = self.reasons.game;
        let container = game.containers().iter().find(|container| {
            container.owner == player && container.kind == ludarium_engine::ContainerKind::Hand
        })?;
        i32::try_from(container.first).ok()
    }

    /// A player that an argument names.
    fn any_player(&self, asked: &Asked) -> Option<usize> {
        let words = asked.call.args.iter().flatten().skip(1);
        words
            .filter(|arg| arg.word().is_some())
            .find_map(|arg| self.player_in(asked, arg))
    }

    pub(super) fn label(&self, slot: i32) -> String {
        let game = self.reasons.game;
        self.reasons.names.board.label(game, slot)
    }

    /// Where the last move went.
    pub(super) fn reached(&self) -> Option<String> {
        let (_, to) = self.ending.state.last();
        if to < 0 {
            return None;
        }
        let mover = self.ending.mover;
        let has = self.plural(mover, "has", "have");
        Some(format!(
            "{} {has} reached {}",
            self.name(mover),
            self.label(to)
        ))
    }

    pub(super) fn name(&self, player: usize) -> String {
        self.reasons.wording.player(player)
    }

    /// The name of a player in the possessive.
    fn whose(&self, player: usize) -> String {
        self.reasons.wording.possessive(player)
    }

    /// The verb that goes with the name of a player.
    pub(super) fn plural(
        &self,
        player: usize,
        singular: &'static str,
        plural: &'static str,
    ) -> &'static str {
        match self.reasons.wording.is_plural(player) {
            true => plural,
            false => singular,
        }
    }

    pub(super) fn player_in(&self, asked: &Asked, node: &Node) -> Option<usize> {
        let players = self.reasons.game.players();
        let player = match &node.value {
            Value::Word("Mover") => self.ending.mover,
            Value::Word("Next") => self.ending.next,
            Value::Word("Enemy") if players == 2 => 3 - self.ending.mover,
            Value::Word("Player") => asked.player?,
            Value::Word(role) => role.strip_prefix('P')?.parse().ok()?,
            Value::Int(player) => usize::try_from(*player).ok()?,
            Value::Call(call) => match call.ludeme {
                Ludeme::Mover => self.ending.mover,
                Ludeme::Next => self.ending.next,
                Ludeme::IterPlayer => asked.player?,
                Ludeme::Id if arg(call, &["string"]).is_none() => {
                    return self.player_in(asked, arg(call, &["roleType"])?);
                }
                _ => return None,
            },
            _ => return None,
        };
        (1..=players).contains(&player).then_some(player)
    }
}

/// A condition that holds.
pub(super) struct Asked<'a> {
    pub call: &'a Call,
    /// The numbers that it compared.
    pub compared: Option<(i32, i32)>,
    /// The player of the loop that it stands in.
    pub player: Option<usize>,
}

/// The argument of the first of these names that the form of a call has, if it is present.
pub(super) fn arg<'c>(call: &'c Call, names: &[&str]) -> Option<&'c Node> {
    let index = names.iter().find_map(|name| call.ludeme.parameter(name))?;
    call.args.get(index)?.as_ref()
}

/// The first argument of a ludeme, if it is a word.
pub(super) fn word(call: &Call) -> Option<&'static str> {
    call.args.first()?.as_ref()?.word()
}

fn is_centre_point(node: &Node) -> bool {
    node.call()
        .is_some_and(|call| call.ludeme == Ludeme::CentrePoint)
}

/// Whether a site is where the last move went.
pub(super) fn is_last_target(node: &Node) -> bool {
    node.call()
        .is_some_and(|call| call.ludeme == Ludeme::Last && word(call) == Some("To"))
}
