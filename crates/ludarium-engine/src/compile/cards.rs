//! Cards and dominoes: the kinds of a deck and of a set, and the rules to deal and play them.

use ludarium_lud::{Call, Diagnostic, Ludeme, Node};

use super::ints::need;
use super::pieces::nothing;
use super::{Compiler, Res};
use crate::game::{Card, Component, Pack, Shapes};
use crate::ir::{CardProperty, Int, Op, Owners, RuleKind};
use crate::layout::ContainerKind;
use crate::start::StartRule;

/// The greatest size of a pack, far above any real one.
const MOST: i32 = 2_000;

impl Compiler {
    /// The containers of decks, and the sets of dominoes.
    pub(super) fn packs(&mut self, items: &[Node]) -> Res<()> {
        for item in items {
            let Some(call) = item.call() else { continue };
            let (name, owner, number) = match call.ludeme {
                Ludeme::Deck => {
                    let role = call.arg("roleType").and_then(Node::word);
                    let owners = self.owners_written(role.unwrap_or("Shared"), item)?;
                    let cards = self.cards_written(item, call)?.len() as i32;
                    let suits = self.suits(item, call)?;
                    ("Deck", owners.first().copied().unwrap_or(0), cards * suits)
                }
                Ludeme::Dominoes => {
                    let most = self.most_pips(item, call)?;
                    ("", self.players + 1, (most + 1) * (most + 2) / 2)
                }
                _ => continue,
            };
            let dominoes = call.ludeme == Ludeme::Dominoes;
            if number > MOST {
                let message = format!("a pack has at most {MOST} pieces");
                return Err(Diagnostic::new("too-large", item.span, message));
            }
            let container = (!dominoes).then_some(self.containers.len());
            if !dominoes {
                self.add_container(name, ContainerKind::Deck, owner, number.max(0) as usize);
            }
            self.limit_sites(item)?;
            self.flags.stochastic = true;
            self.packs.push(Pack {
                container,
                dominoes,
                kinds: Vec::new(),
            });
        }
        Ok(())
    }

    fn suits(&self, item: &Node, call: &Call) -> Res<i32> {
        let suits = call
            .arg("suits")
            .map_or(Ok(4), |suits| self.number(suits))?;
        if (0..=MOST).contains(&suits) {
            return Ok(suits);
        }
        let message = format!("a deck has 0 to {MOST} suits");
        Err(Diagnostic::new("bad-deck", item.span, message))
    }

    fn most_pips(&self, item: &Node, call: &Call) -> Res<i32> {
        let most = call.arg("upTo").map_or(Ok(6), |most| self.number(most))?;
        if (0..=50).contains(&most) {
            return Ok(most);
        }
        let message = "the halves of dominoes have 0 to 50 pips";
        Err(Diagnostic::new("bad-dominoes", item.span, message))
    }

    /// The cards of one suit: those that the deck lists, or a number of cards whose values equal
    /// their ranks.
    fn cards_written(&self, item: &Node, call: &Call) -> Res<Vec<Card>> {
        if let Some(list) = call.arg("deckCards") {
            let cards = list.items().iter();
            return cards.map(|card| self.card_written(card)).collect();
        }
        let number = call
            .arg("cardsBySuit")
            .map_or(Ok(13), |number| self.number(number))?;
        if !(0..=MOST).contains(&number) {
            let message = format!("a suit has 0 to {MOST} cards");
            return Err(Diagnostic::new("bad-deck", item.span, message));
        }
        let worth = |place: i32| Card {
            suit: 0,
            rank: place,
            value: place,
            trump_rank: place,
            trump_value: place,
            weight: 1,
        };
        Ok((1..=number).map(worth).collect())
    }

    fn card_written(&self, node: &Node) -> Res<Card> {
        let call = self.call(node)?;
        let number = |name: &str| -> Res<Option<i32>> {
            let given = call.ludeme.parameter(name).and_then(|_| call.arg(name));
            given.map(|number| self.number(number)).transpose()
        };
        let rank = self.number(need(node, call, "rank")?)?;
        let value = self.number(need(node, call, "value")?)?;
        Ok(Card {
            suit: number("suit")?.unwrap_or(0),
            rank,
            value,
            // Without values of their own, trumps are like other cards.
            trump_rank: number("trumpRank")?.unwrap_or(rank),
            trump_value: number("trumpValue")?.unwrap_or(value),
            weight: number("biased")?.unwrap_or(1).max(0),
        })
    }

    /// The kinds of a `(deck ...)`, one suit after the other.
    pub(super) fn deck(&mut self, item: &Node, call: &Call) -> Res<()> {
        let cards = self.cards_written(item, call)?;
        let role = call.arg("roleType").and_then(Node::word);
        let owners = self.owners_written(role.unwrap_or("Shared"), item)?;
        let owner = owners.first().copied().unwrap_or(0);
        let mut kinds = Vec::new();
        for suit in 1..=self.suits(item, call)? {
            for card in &cards {
                kinds.push(self.components.len());
                let base = format!("Card{}", kinds.len());
                self.components.push(Component {
                    name: base.clone(),
                    base,
                    owner,
                    card: Some(Card { suit, ..*card }),
                    ..nothing()
                });
            }
        }
        self.fill_pack(false, kinds);
        Ok(())
    }

    /// A single `(card ...)`, which belongs to no deck.
    pub(super) fn single_card(&mut self, item: &Node, call: &Call) -> Res<()> {
        let card = self.card_written(item)?;
        let first = self.components.len();
        self.piece(item, call)?;
        for kind in &mut self.components[first..] {
            kind.card = Some(card);
        }
        Ok(())
    }

    /// The kinds of `(dominoes ...)`: each pair of numbers once.
    pub(super) fn dominoes(&mut self, item: &Node, call: &Call) -> Res<()> {
        let most = self.most_pips(item, call)?;
        let large = self.domino_shapes();
        let mut kinds = Vec::new();
        for low in 0..=most {
            for high in low..=most {
                kinds.push(self.components.len());
                let base = format!("Domino{low}{high}");
                self.components.push(Component {
                    name: base.clone(),
                    base,
                    owner: self.players + 1,
                    large: Some(large.clone()),
                    pips: Some((low, high)),
                    ..nothing()
                });
            }
        }
        self.fill_pack(true, kinds);
        Ok(())
    }

    /// A single `(domino ...)`, which belongs to no set.
    pub(super) fn single_domino(&mut self, item: &Node, call: &Call) -> Res<()> {
        let value = self.number(need(item, call, "value")?)?;
        let value2 = self.number(need(item, call, "value2")?)?;
        let large = self.domino_shapes();
        let first = self.components.len();
        self.piece(item, call)?;
        for kind in &mut self.components[first..] {
            kind.pips = Some((value, value2));
            kind.large = Some(large.clone());
        }
        Ok(())
    }

    /// The sites of a domino, four for each half: two wide and four long.
    fn domino_shapes(&self) -> Shapes {
        use crate::ir::Turn::{Forward, Left, Right};
        let walk = [
            Forward, Right, Forward, Right, Forward, Left, Forward, Left, Forward, Right, Forward,
            Right, Forward,
        ];
        self.shapes_of(&[walk.into()])
    }

    fn fill_pack(&mut self, dominoes: bool, kinds: Vec<usize>) {
        let empty = |pack: &&mut Pack| pack.dominoes == dominoes && pack.kinds.is_empty();
        if let Some(pack) = self.packs.iter_mut().find(empty) {
            pack.kinds = kinds;
        }
    }

    /// The rules, before the start rules, that shuffle the decks and put them into their
    /// containers.
    pub(super) fn packs_at_start(&self) -> Vec<StartRule> {
        let decks = (0..self.packs.len()).filter(|&pack| !self.packs[pack].dominoes);
        decks.map(StartRule::Shuffle).collect()
    }

    /// The number of dominoes that are neither on the board nor in a hand.
    pub(super) fn dominoes_left(&self) -> Option<Int> {
        let pack = self.packs.iter().find(|pack| pack.dominoes)?;
        let dealt = Int::CountPieces {
            site_type: None,
            owners: Box::new(Owners::All),
            kinds: Some(pack.kinds.clone()),
            within: None,
            cond: None,
            listed: false,
        };
        let all = Int::Const(pack.kinds.len() as i32);
        Some(Int::Bin(Op::Sub, Box::new(all), Box::new(dealt)))
    }

    /// `(deal ...)` before the first move.
    pub(super) fn deal_at_start(&mut self, node: &Node, call: &Call) -> Res<StartRule> {
        let number = call
            .arg("int")
            .map_or(Ok(1), |number| self.number(number))?;
        Ok(StartRule::Deal {
            pack: self.pack_dealt(node, call)?,
            number,
        })
    }

    /// The pack that a `(deal ...)` deals from.
    fn pack_dealt(&self, node: &Node, call: &Call) -> Res<usize> {
        let dominoes = need(node, call, "dealableType")?.word() == Some("Dominoes");
        self.pack(dominoes, node)
    }

    pub(super) fn pack(&self, dominoes: bool, node: &Node) -> Res<usize> {
        let found = self.packs.iter().position(|pack| pack.dominoes == dominoes);
        found.ok_or_else(|| {
            let (what, how) = match dominoes {
                true => ("dominoes", "(dominoes)"),
                false => ("deck of cards", "(deck)"),
            };
            let message = format!("the equipment has no {what}");
            Diagnostic::new("no-pack", node.span, message).hint(format!("{how} adds it"))
        })
    }

    /// `(deal ...)`, `(playCard)`, `(take Domino)`, the trump suit, bets.
    pub(super) fn card_rule(&mut self, node: &Node, call: &Call) -> Res<RuleKind> {
        Ok(match call.ludeme {
            Ludeme::Deal => RuleKind::Deal {
                pack: self.pack_dealt(node, call)?,
                number: self.opt_int(call.arg("int"))?.unwrap_or(Int::Const(1)),
                first: self
                    .opt_int(call.arg("beginWith"))?
                    .unwrap_or(Int::Const(1)),
            },
            Ludeme::TakeDomino => RuleKind::TakeDomino(self.pack(true, node)?),
            Ludeme::SetTrumpSuit | Ludeme::MoveSetTrumpSuit => {
                let suits = need(node, call, "int")?;
                RuleKind::SetTrumpSuit(self.ints(suits)?)
            }
            Ludeme::Bet | Ludeme::MoveBet => {
                let (low, high) = self.range(need(node, call, "range")?)?;
                RuleKind::Bet {
                    player: self.player(call.arg("byPlayer"))?,
                    low,
                    high,
                }
            }
            _ => RuleKind::PlayCard,
        })
    }

    /// `(card Rank at:...)` and the like.
    pub(super) fn card_property(&mut self, node: &Node, call: &Call) -> Res<Int> {
        let property = match need(node, call, "cardSiteType")?.word() {
            Some("Rank") => CardProperty::Rank,
            Some("Suit") => CardProperty::Suit,
            Some("TrumpRank") => CardProperty::TrumpRank,
            _ => CardProperty::TrumpValue,
        };
        Ok(Int::Card {
            property,
            at: Box::new(self.int(need(node, call, "at")?)?),
            level: self.opt_int(call.arg("level"))?.map(Box::new),
        })
    }
}
