//! Comparisons of numbers at the end of a game in words.

use ludarium_lud::{Call, Ludeme, Node, Value};

use super::facts::{arg, is_last_target, word, Asked};
use super::EndWords;
use crate::number_words::counted;
use crate::text_board::hand_word;

impl EndWords<'_> {
    /// A comparison that holds, by the number that the game has reached.
    pub(super) fn compared(&self, asked: &Asked) -> Option<String> {
        let mut sides = asked.call.args.iter().flatten();
        let (first, second) = (sides.next()?, sides.next()?);
        let (one, other) = asked.compared?;
        use Ludeme as L;
        // Which side is small, so that few of something are left.
        let (first_is_less, second_is_less) = match asked.call.ludeme {
            L::Lt | L::Le => (true, false),
            L::Gt | L::Ge => (false, true),
            _ => (false, false),
        };
        if asked.call.ludeme == L::Ne {
            return None;
        }
        let is_equal = asked.call.ludeme == L::Eq;
        let is_off = |node: &Node| node.word() == Some("Off");
        if is_equal && (is_off(first) || is_off(second)) {
            let mut pieces = [first, second].into_iter();
            let (player, kind) = pieces.find_map(|site| self.piece_asked(asked, site))?;
            return Some(self.has_left(player, 0, Some(kind), false));
        }
        if is_equal && (is_last_target(first) || is_last_target(second)) {
            return self.reached();
        }
        if is_equal {
            let mut sites = [first, second].into_iter();
            if let Some(reached) = sites.find_map(|site| self.piece_reached(asked, site)) {
                return Some(reached);
            }
        }
        self.number(asked, first, one, first_is_less)
            .or_else(|| self.number(asked, second, other, second_is_less))
    }

    /// What has a value, and which.
    fn number(&self, asked: &Asked, node: &Node, value: i32, few: bool) -> Option<String> {
        let call = node.call()?;
        use Ludeme as L;
        match call.ludeme {
            L::CountComponent if word(call) == Some("Pieces") => {
                if arg(call, &["if"]).is_some() {
                    return None;
                }
                let place = self.place(arg(call, &["in"]))?;
                let whose = arg(call, &["roleType", "of"])?;
                if whose.word() == Some("All") {
                    return Some(match value {
                        0 => format!("no pieces are left{place}"),
                        1 => format!("only one piece is left{place}"),
                        many => format!("{many} pieces are left{place}"),
                    });
                }
                let player = self.player_in(asked, whose)?;
                let kind = arg(call, &["string"]).and_then(Node::str);
                // What is left on the board is a remnant; what stands in a region has come there.
                let is_remnant = value == 0 || !place.starts_with(" in ");
                let has = match is_remnant {
                    true => self.has_left(player, value, kind, few),
                    false => self.has(player, value, kind, few),
                };
                Some(has + &place)
            }
            L::SizeStack => {
                let site = match arg(call, &["at", "in"])?.value {
                    Value::Int(site) => site,
                    _ => return None,
                };
                let verb = if value == 1 { "stands" } else { "stand" };
                let pieces = counted(value, "piece");
                Some(format!("{pieces} {verb} on {}", self.label(site)))
            }
            L::IntSub => {
                let mut scores = call.args.iter().flatten();
                let (more, _) = (
                    self.scorer(asked, scores.next()?)?,
                    self.scorer(asked, scores.next()?)?,
                );
                let is = self.plural(more, "is", "are");
                Some(format!(
                    "{} {is} {} ahead",
                    self.name(more),
                    counted(value, "point")
                ))
            }
            L::IntMin => self.fewest(asked, call, value),
            L::IntAdd | L::IntAddList => {
                let none = (value == 0).then(|| self.none_of(asked, node)).flatten();
                none.or_else(|| self.of_several(asked, node, value))
            }
            L::CountGroups => {
                let cond = arg(call, &["if"])?.call()?;
                let mut sides = cond.args.iter().flatten();
                let player = match cond.ludeme {
                    L::Eq if value == 1 => sides.find_map(|side| self.player_in(asked, side))?,
                    _ => return None,
                };
                Some(format!(
                    "the pieces of {} form one group",
                    self.name(player)
                ))
            }
            L::CountSite if value == 0 => {
                let sites = arg(call, &["in"])?.call()?;
                let is_empty = |node: &Node| node.word() == Some("Empty");
                let asks_empty = sites.args.iter().flatten().any(is_empty);
                asks_empty.then(|| "no free place is left".to_owned())
            }
            L::CountSite => {
                let hand = call.args.iter().flatten().find_map(Node::call)?;
                let player = match hand.ludeme {
                    L::HandSite => self.player_in(asked, hand.args.first()?.as_ref()?)?,
                    _ => return None,
                };
                let has = self.plural(player, "has", "have");
                let hand = hand_word(self.reasons.game);
                Some(format!("{} {has} {value} in {hand}", self.name(player)))
            }
            L::CountSimple if word(call) == Some("Moves") => {
                Some(format!("{value} moves have been made"))
            }
            L::CountSimple if word(call) == Some("Turns") => {
                Some(format!("{value} turns have been made"))
            }
            L::Score => {
                let player = self.scorer(asked, node)?;
                let has = self.plural(player, "has", "have");
                Some(format!(
                    "{} {has} {}",
                    self.name(player),
                    counted(value, "point")
                ))
            }
            L::Counter => Some(self.fruitless(value)),
            L::Var => {
                let name = arg(call, &["string"])?.str()?;
                let told = self.reasons.wording.table.counters.get(name)?;
                Some(format!("{told}: {value}"))
            }
            _ => None,
        }
    }

    /// A player has no pieces of several kinds, whose numbers are added up.
    fn none_of(&self, asked: &Asked, sum: &Node) -> Option<String> {
        let (mut waiting, mut kinds, mut owner) = (vec![sum], Vec::new(), None);
        while let Some(node) = waiting.pop() {
            let call = node.call()?;
            match call.ludeme {
                Ludeme::IntAdd | Ludeme::IntAddList => {
                    let terms = call.args.iter().flatten().flat_map(Node::items);
                    waiting.extend(terms.collect::<Vec<_>>().into_iter().rev());
                }
                Ludeme::CountComponent if arg(call, &["in"]).is_none() => {
                    let player = self.player_in(asked, arg(call, &["roleType", "of"])?)?;
                    if *owner.get_or_insert(player) != player || arg(call, &["if"]).is_some() {
                        return None;
                    }
                    kinds.push(arg(call, &["string"])?.str()?);
                }
                _ => return None,
            }
        }
        let (last, rest) = kinds.split_last()?;
        let kinds = match rest {
            [] => (*last).to_owned(),
            rest => format!("{} or {last}", rest.join(", ")),
        };
        Some(self.has_left(owner?, 0, Some(&kinds), false))
    }

    /// The player whose score a number is.
    fn scorer(&self, asked: &Asked, score: &Node) -> Option<usize> {
        let call = score.call().filter(|call| call.ludeme == Ludeme::Score)?;
        self.player_in(asked, call.args.first()?.as_ref()?)
    }

    /// The player who has the smaller number of pieces.
    fn fewest(&self, asked: &Asked, min: &Call, value: i32) -> Option<String> {
        let terms = min.args.iter().flatten();
        let owners: Option<Vec<usize>> = terms
            .map(|term| match self.pieces_counted(asked, term)? {
                (owner, None) => Some(owner),
                _ => None,
            })
            .collect();
        let mut owners = owners?.into_iter();
        let with_fewest = owners.find(|owner| self.pieces_of(*owner) == value)?;
        Some(self.has_left(with_fewest, value, None, value > 0))
    }

    /// The pieces of several players, added up, or the players who have any.
    fn of_several(&self, asked: &Asked, sum: &Node, value: i32) -> Option<String> {
        let terms = sum.call()?.args.iter().flatten().flat_map(Node::items);
        let terms: Vec<&Node> = terms.collect();
        let sides: Option<Vec<&Node>> = terms.iter().map(|term| at_most_one(term)).collect();
        let are_sides = sides.is_some();
        let counts = sides.unwrap_or(terms).into_iter();
        let counts: Option<Vec<(usize, Option<&str>)>> = counts
            .map(|count| self.pieces_counted(asked, count))
            .collect();
        let (mut owners, kinds): (Vec<usize>, Vec<Option<&str>>) = counts?.into_iter().unzip();
        owners.dedup();
        let kind = *kinds.first()?;
        if owners.len() < 2 || kinds.iter().any(|other| *other != kind) {
            return None;
        }
        Some(match (value, kind) {
            (0, kind) => {
                let names: Vec<String> = owners.iter().map(|owner| self.name(*owner)).collect();
                format!(
                    "{} have no {} left",
                    names.join(" and "),
                    kind.unwrap_or("pieces")
                )
            }
            (1, Some(kind)) => format!("only one {kind} is left"),
            (many, Some(kind)) => format!("{} are left", counted(many, kind)),
            (1, None) if are_sides => "only one player has pieces left".to_owned(),
            (many, None) if are_sides => format!("{many} players have pieces left"),
            (1, None) => "only one piece is left".to_owned(),
            (many, None) => format!("{many} pieces are left"),
        })
    }

    /// Whose pieces are counted, and of which kind, where they are counted without a condition and
    /// wherever they stand.
    fn pieces_counted<'n>(
        &self,
        asked: &Asked,
        count: &'n Node,
    ) -> Option<(usize, Option<&'n str>)> {
        let call = count.call()?;
        let is_plain = call.ludeme == Ludeme::CountComponent
            && word(call) == Some("Pieces")
            && arg(call, &["if"]).is_none()
            && arg(call, &["in"]).is_none();
        if !is_plain {
            return None;
        }
        let owner = self.player_in(asked, arg(call, &["roleType", "of"])?)?;
        Some((owner, arg(call, &["string"]).and_then(Node::str)))
    }

    /// The moves without a capture or whatever else starts the count again. The first move of the
    /// game and the move that starts the count leave it at 0, before the end rules read it.
    fn fruitless(&self, counter: i32) -> String {
        let moves = match i32::try_from(self.ending.state.moves()) {
            Ok(moves) if moves == counter + 2 => moves,
            _ => counter + 1,
        };
        format!("{moves} moves in a row without progress")
    }

    /// How many pieces a player has left.
    pub(super) fn has_left(
        &self,
        player: usize,
        number: i32,
        kind: Option<&str>,
        few: bool,
    ) -> String {
        self.has(player, number, kind, few) + " left"
    }

    /// How many pieces a player has.
    fn has(&self, player: usize, number: i32, kind: Option<&str>, few: bool) -> String {
        let (name, has) = (self.name(player), self.plural(player, "has", "have"));
        let only = if few { "only " } else { "" };
        match (number, kind) {
            (0, Some(kind)) => format!("{name} {has} no {kind}"),
            (0, None) => format!("{name} {has} no pieces"),
            (number, Some(kind)) => format!("{name} {has} {only}{}", counted(number, kind)),
            (1, None) => match self.last_piece(player) {
                Some(kind) => format!("{name} {has} only the {kind}"),
                None => format!("{name} {has} only one piece"),
            },
            (number, None) => format!("{name} {has} {only}{number} pieces"),
        }
    }

    /// The name of the only piece of a player on the board, if the game has several kinds.
    fn last_piece(&self, player: usize) -> Option<String> {
        let game = self.reasons.game;
        let own = game.components().iter().filter(|kind| kind.owner == player);
        if own.count() < 2 {
            return None;
        }
        let state = &self.ending.state;
        let all = (0..game.layout().board_sites).flat_map(|slot| state.pieces_on(slot));
        let mut kinds = all.filter_map(|(what, _)| {
            let kind = game.components().get(what)?;
            (kind.owner == player).then(|| kind.base.clone())
        });
        let first = kinds.next()?;
        kinds.next().is_none().then_some(first)
    }
}

/// What is counted in `(min 1 (count Pieces ..))`: whether there is any.
fn at_most_one(node: &Node) -> Option<&Node> {
    let call = node.call().filter(|call| call.ludeme == Ludeme::IntMin)?;
    let mut terms = call.args.iter().flatten();
    let (first, second) = (terms.next()?, terms.next()?);
    match (&first.value, &second.value) {
        (Value::Int(1), _) => Some(second),
        (_, Value::Int(1)) => Some(first),
        _ => None,
    }
}
