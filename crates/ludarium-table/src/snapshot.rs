//! What a viewer may see of a table, as data for programs that show it.

use std::borrow::Cow;

use ludarium_engine::{ContainerKind, State, View};
use ludarium_picture::{Scene, SiteLayout};
use serde::Serialize;

use crate::board_picture::{board_of, BoardPicture};
use crate::event::Proposal;
use crate::seat::Seat;
use crate::table::{Ending, Table, Turn};
use crate::time::Millis;

/// Somebody who looks at a table: a person with the keys of some seats, or a spectator.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Viewer(Vec<usize>);

impl Viewer {
    /// A viewer who plays for these players. Without any it is a spectator.
    #[must_use]
    pub fn new(mut players: Vec<usize>) -> Viewer {
        players.sort_unstable();
        players.dedup();
        Viewer(players)
    }

    /// Whether the viewer plays for a player.
    #[must_use]
    pub fn plays(&self, player: usize) -> bool {
        self.0.contains(&player)
    }
}

/// What a viewer sees at a moment.
#[derive(Clone, Debug, Serialize)]
pub struct Snapshot {
    /// The number of events so far.
    pub events: u64,
    /// The number of moves so far.
    pub ply: usize,
    /// The player to move, from 1; 0 once the game is over.
    pub mover: usize,
    /// Whether the viewer is to move.
    pub yours: bool,
    /// The players, from player 1.
    pub players: Vec<PlayerView>,
    /// What stands on the sites: of all that are not empty in a first snapshot, of those that have
    /// changed in a later one.
    pub sites: Vec<SiteView>,
    /// Whether [`Snapshot::sites`] holds only changes.
    pub partial: bool,
    /// The board, where it changes as the game goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardPicture>,
    /// What the players hold beside the board.
    pub hands: Vec<HandView>,
    /// The dice, as a picture.
    pub dice: Option<String>,
    /// The throw in words.
    pub throw: Option<String>,
    /// The legal moves, for the viewer who is to move: text, origin, target; -1 for none, and for
    /// a slot that is not shown.
    pub legal: Vec<(String, i32, i32)>,
    /// Origin and target of the last move that the viewer sees.
    pub last: Option<(i32, i32)>,
    /// The slots between which the last move carried single pieces one after the other, where it
    /// sows and nothing of it is hidden.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sown: Vec<(usize, usize)>,
    /// Whether the player to move is in check.
    pub check: bool,
    /// What the last move announced to the viewer.
    pub said: Vec<String>,
    /// The moves from [`Snapshot::moves_from`] on.
    pub moves: Vec<MoveView>,
    /// The number of moves before the first of [`Snapshot::moves`].
    pub moves_from: usize,
    /// The proposal that waits for answers.
    pub offer: Option<OfferView>,
    /// How the game ended.
    pub result: Option<ResultView>,
    /// The hash of the seed of all chance.
    pub commitment: String,
    /// The seed, once the game is over.
    pub seed: Option<String>,
}

/// A player as others see it.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerView {
    /// The number, from 1.
    pub player: usize,
    /// What the game calls the player: White, South.
    pub side: String,
    /// Who plays.
    pub name: String,
    /// `open`, `person` or `computer`.
    pub who: &'static str,
    /// Whether the name is that of an account, and not one that anybody can take.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub account: bool,
    /// Whether the viewer plays for it.
    pub you: bool,
    /// Milliseconds left; `None` if time is unlimited.
    pub left_ms: Option<Millis>,
    /// The score, in games that count points.
    pub score: Option<i32>,
}

/// What stands on a site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SiteView {
    /// The slot.
    pub slot: usize,
    /// The pieces as SVG, to stand in the group of the slot.
    pub svg: String,
    /// The pieces in words; empty if there is none.
    pub text: String,
}

/// What a player holds beside the board.
#[derive(Clone, Debug, Serialize)]
pub struct HandView {
    /// The player, from 1; 0 for a common stock.
    pub player: usize,
    /// The pieces.
    pub pieces: Vec<HeldPiece>,
}

/// A piece beside the board.
#[derive(Clone, Debug, Serialize)]
pub struct HeldPiece {
    /// The slot, as moves name it.
    pub slot: usize,
    /// The piece as a picture.
    pub svg: String,
    /// The piece in words.
    pub text: String,
    /// How many.
    pub count: i32,
}

/// A move of the record.
#[derive(Clone, Debug, Serialize)]
pub struct MoveView {
    /// The player, from 1.
    pub player: usize,
    /// The text; `None` where the viewer does not see the move.
    pub text: Option<String>,
}

/// A proposal.
#[derive(Clone, Debug, Serialize)]
pub struct OfferView {
    /// The player who proposes.
    pub by: usize,
    /// `draw` or `take-back`.
    pub what: &'static str,
    /// Whether the viewer is asked.
    pub asks_you: bool,
}

/// How a game ended.
#[derive(Clone, Debug, Serialize)]
pub struct ResultView {
    /// The sole winner; 0 if there is none.
    pub winner: usize,
    /// By player from player 1: the rank, 1 for the first; 0 if there are no ranks.
    pub ranks: Vec<f64>,
    /// The result in words.
    pub text: String,
}

/// The state as a viewer sees it.
struct Sight<'a> {
    state: Cow<'a, State>,
    /// The player through whose eyes it is seen; `None` where everything is seen.
    eyes: Option<usize>,
    /// Nothing may be shown, because the viewer is nobody from whom nothing is hidden.
    blind: bool,
}

impl Table {
    /// The board with what a viewer may see on it.
    #[must_use]
    pub fn board(&self, viewer: &Viewer) -> BoardPicture {
        let sight = self.sight(viewer);
        board_of(&self.rules.scene(), &sight.state, !sight.blind)
    }

    /// Everything that a viewer may see.
    #[must_use]
    pub fn snapshot(&self, viewer: &Viewer, now: Millis) -> Snapshot {
        self.view(viewer, now, None)
    }

    /// What has changed for a viewer since the table was as `before`, which must be an earlier
    /// stage of this table.
    #[must_use]
    pub fn changes(&self, before: &Table, viewer: &Viewer, now: Millis) -> Snapshot {
        self.view(viewer, now, Some(before))
    }

    /// The sites on which something else stands in another position of this game, as that position
    /// has them, for somebody from whom nothing is hidden.
    #[must_use]
    pub fn sites_changed(&self, now: &State) -> Vec<SiteView> {
        let scene = self.rules.scene();
        let layout = self.rules.layout(&scene, now);
        let slots = 0..self.rules.game().layout().slots;
        let slots: Vec<usize> = slots
            .filter(|&slot| !same_at(&self.state, now, slot))
            .collect();
        let contents = scene.site_contents(&layout, now, &slots);
        let both = slots.iter().zip(contents);
        both.map(|(&slot, svg)| SiteView {
            slot,
            svg,
            text: self.site_text(now, slot, None),
        })
        .collect()
    }

    /// The position after a number of moves, for a viewer who steps through the record: sites,
    /// hands and the last move. `None` while the game hides something and goes on.
    #[must_use]
    pub fn past(&self, plies: usize, now: Millis) -> Option<Snapshot> {
        let hides = self.rules.game().features().hidden_information;
        if plies > self.plies.len() || (hides && !self.is_over()) {
            return None;
        }
        let mut past = self.clone();
        past.rewind(plies);
        Some(past.view(&Viewer::default(), now, None))
    }

    fn rewind(&mut self, plies: usize) {
        self.state = self.replayed(plies).0;
        self.plies.truncate(plies);
    }

    fn sight(&self, viewer: &Viewer) -> Sight<'_> {
        let game = self.rules.game();
        let whole = Sight {
            state: Cow::Borrowed(&self.state),
            eyes: None,
            blind: false,
        };
        if self.is_over() || !game.features().hidden_information {
            return whole;
        }
        let mover = self.state.mover();
        let before = self.plies.iter().rev().map(|ply| ply.player);
        let mut turns = std::iter::once(mover).chain(before);
        let eyes = turns.find(|player| viewer.plays(*player));
        let Some(eyes) = eyes.or_else(|| viewer.0.first().copied()) else {
            return Sight {
                blind: true,
                ..whole
            };
        };
        let view = game.view(&self.state, eyes);
        Sight {
            state: match view.is_complete() {
                true => Cow::Borrowed(&self.state),
                false => Cow::Owned(view.shown().clone()),
            },
            eyes: Some(eyes),
            blind: false,
        }
    }

    fn view(&self, viewer: &Viewer, now: Millis, before: Option<&Table>) -> Snapshot {
        let game = self.rules.game();
        let scene = self.rules.scene();
        let sight = self.sight(viewer);
        let old = before.map(|before| before.sight(viewer));
        let layout = self.rules.layout(&scene, &sight.state);
        // Between two stages moves may have been taken back and others made.
        let moves_from = before.map_or(0, |before| {
            let both = self.plies.iter().zip(&before.plies);
            both.take_while(|(own, old)| own.is_same(old)).count()
        });
        let mover = if self.is_over() {
            0
        } else {
            self.state.mover()
        };
        let yours = viewer.plays(mover);
        let seen = |ply: &&crate::Ply| match sight.eyes {
            _ if sight.blind => false,
            Some(eyes) => ply.is_seen_by(eyes),
            None => true,
        };
        let mut state = self.state.clone();
        let royal = !game.royal_kinds(&mut state).is_empty();
        let hands = match sight.blind {
            true => Vec::new(),
            false => self.hands_seen(&scene, &layout, &sight),
        };
        let open_sight = sight.eyes.is_none() && !sight.blind;
        Snapshot {
            events: self.events(),
            ply: self.plies.len(),
            mover,
            yours,
            players: self.players_seen(viewer, now),
            sites: self.sites_seen((&scene, &layout), &sight, old.as_ref()),
            partial: before.is_some(),
            board: self
                .rules
                .has_no_bounds()
                .then(|| board_of(&scene, &sight.state, !sight.blind)),
            legal: match yours {
                true => self.legal_moves(&layout, &hands),
                false => Vec::new(),
            },
            hands,
            dice: scene.dice_svg(&sight.state).filter(|_| !sight.blind),
            throw: self
                .rules
                .wording()
                .throw(game, &sight.state)
                .filter(|_| !sight.blind),
            last: self
                .plies
                .last()
                .filter(seen)
                .map(|ply| (ply.mv.origin(), ply.mv.target())),
            sown: self
                .plies
                .last()
                .filter(|_| open_sight)
                .map_or_else(Vec::new, |ply| ply.sown.clone()),
            check: open_sight && !self.is_over() && royal && game.is_in_check(&mut state),
            said: self.said_to(viewer),
            moves: self.plies[moves_from..]
                .iter()
                .map(|ply| MoveView {
                    player: ply.player,
                    text: Some(ply).filter(seen).map(|ply| ply.text.clone()),
                })
                .collect(),
            moves_from,
            offer: self.offer_seen(viewer),
            result: self.is_over().then(|| self.result()),
            commitment: self.seed.commitment(),
            seed: self.is_over().then(|| self.seed.reveal()),
        }
    }

    /// The players, from player 1.
    #[must_use]
    pub fn players_seen(&self, viewer: &Viewer, now: Millis) -> Vec<PlayerView> {
        let scores = (1..=self.seats.len()).map(|player| self.state.score(player));
        let counts = scores.clone().any(|score| score != 0);
        let seats = self.seats.iter().zip(scores).enumerate();
        seats
            .map(|(index, (seat, score))| {
                let player = index + 1;
                let (who, name) = match seat {
                    Seat::Open => ("open", String::new()),
                    Seat::Person { name, .. } => ("person", name.clone()),
                    Seat::Computer { level } => ("computer", format!("Computer, level {level}")),
                };
                PlayerView {
                    player,
                    side: self.rules.wording().player(player),
                    name,
                    who,
                    account: seat.account().is_some(),
                    you: viewer.plays(player),
                    left_ms: self.clocks.left(player, now),
                    score: counts.then_some(score),
                }
            })
            .collect()
    }

    fn sites_seen(
        &self,
        (scene, layout): (&Scene, &SiteLayout),
        sight: &Sight,
        old: Option<&Sight>,
    ) -> Vec<SiteView> {
        if sight.blind {
            return Vec::new();
        }
        let game = self.rules.game();
        let state = &sight.state;
        let slots: Vec<usize> = (0..game.layout().slots)
            .filter(|&slot| match old {
                Some(old) if !old.blind => !same_at(&old.state, state, slot),
                _ => !state.is_empty(slot),
            })
            .collect();
        let view = sight.eyes.map(|eyes| game.view(&self.state, eyes));
        let contents = scene.site_contents(layout, state, &slots);
        let texts = slots
            .iter()
            .map(|slot| self.site_text(state, *slot, view.as_ref()));
        let both = slots.iter().zip(contents.into_iter().zip(texts));
        both.map(|(&slot, (svg, text))| SiteView { slot, svg, text })
            .collect()
    }

    /// What stands on a site, in words: `White Firzan`, `3 South pieces`.
    fn site_text(&self, state: &State, slot: usize, view: Option<&View>) -> String {
        if state.is_empty(slot) {
            return String::new();
        }
        if view.is_some_and(|view| view.at(slot).what.is_none()) {
            return "unknown piece".to_owned();
        }
        let piece = self.piece_text(state.what(slot));
        let pieces = usize::try_from(state.count(slot)).unwrap_or(0);
        match pieces.max(state.height(slot)) {
            0 | 1 => piece,
            count => format!("{count} × {piece}"),
        }
    }

    fn piece_text(&self, what: usize) -> String {
        let components = self.rules.game().components();
        let Some(piece) = components.get(what) else {
            return String::new();
        };
        match (1..=self.seats.len()).contains(&piece.owner) && self.seats.len() > 1 {
            true => format!(
                "{} {}",
                self.rules.wording().player(piece.owner),
                piece.base
            ),
            false => piece.base.clone(),
        }
    }

    fn hands_seen(&self, scene: &Scene, layout: &SiteLayout, sight: &Sight) -> Vec<HandView> {
        let game = self.rules.game();
        let state = &sight.state;
        let hands = scene.hand_slots(layout).into_iter();
        let held = hands.map(|(container, slots)| HandView {
            player: match game.containers()[container].kind {
                ContainerKind::Hand => game.containers()[container].owner,
                _ => 0,
            },
            pieces: slots
                .into_iter()
                .filter(|slot| state.what(*slot) != 0)
                .filter_map(|slot| {
                    let (what, local) = (state.what(slot), state.state_at(slot, 0));
                    Some(HeldPiece {
                        slot,
                        svg: scene.piece_svg(what, local)?,
                        text: self.piece_text(what),
                        count: state.count(slot).max(1),
                    })
                })
                .collect(),
        });
        held.filter(|hand| !hand.pieces.is_empty()).collect()
    }

    /// The legal moves with the slots that a viewer can choose. A slot that is neither on the board
    /// nor holds a piece beside it is none.
    fn legal_moves(&self, layout: &SiteLayout, hands: &[HandView]) -> Vec<(String, i32, i32)> {
        let held = |slot: usize| {
            let mut pieces = hands.iter().flat_map(|hand| &hand.pieces);
            pieces.any(|piece| piece.slot == slot)
        };
        let chosen = |slot: i32| match usize::try_from(slot) {
            Ok(own) if layout.spot(own).is_some() || held(own) => slot,
            _ => -1,
        };
        let choices = self.choices.texts.iter().zip(&self.choices.moves);
        choices
            .map(|(text, mv)| (text.clone(), chosen(mv.origin()), chosen(mv.target())))
            .collect()
    }

    fn said_to(&self, viewer: &Viewer) -> Vec<String> {
        let mut said: Vec<String> = Vec::new();
        for (player, text) in self.plies.last().map_or(&[][..], |ply| &ply.said) {
            if viewer.plays(*player) && !said.contains(text) {
                said.push(text.clone());
            }
        }
        said
    }

    fn offer_seen(&self, viewer: &Viewer) -> Option<OfferView> {
        let offer = self.offer.as_ref()?;
        let asked = |player: &usize| *player != offer.by && !offer.agreed.contains(player);
        Some(OfferView {
            by: offer.by,
            what: match offer.what {
                Proposal::Draw => "draw",
                Proposal::TakeBack { .. } => "take-back",
            },
            asks_you: viewer.0.iter().any(asked),
        })
    }

    fn result(&self) -> ResultView {
        let outcome = self.outcome();
        let wording = self.rules.wording();
        let winner = outcome.as_ref().map_or(0, |outcome| outcome.winner);
        let reason = match self.ending {
            None => {
                let why = self.plies.last().and_then(|ply| ply.why_over.as_ref());
                why.map_or(String::new(), |why| format!(": {why}"))
            }
            Some(Ending::Agreement) => " by agreement".to_owned(),
            Some(Ending::Resignation(player)) => format!(": {} resigned", wording.player(player)),
            Some(Ending::Time(player)) => format!(": {} ran out of time", wording.player(player)),
        };
        let players = self.seats.len();
        let text = match (&outcome, winner) {
            (None, _) => "The engine had to stop this game: its rules lead too far.".to_owned(),
            (Some(outcome), _) if players == 1 => match outcome.utility(1) {
                solved if solved >= 1.0 => "Solved".to_owned(),
                _ => format!("Not solved{reason}"),
            },
            (Some(outcome), 0) => self.shared_result(&outcome.ranks) + &reason,
            (Some(_), winner) => {
                let (name, wins) = (wording.player(winner), wording.wins(winner));
                format!("{name} {wins}{reason}")
            }
        };
        ResultView {
            winner,
            ranks: outcome.map_or(vec![0.0; players], |outcome| outcome.ranks[1..].to_vec()),
            text,
        }
    }

    /// A result without a sole winner: a draw, or several who share the first rank.
    fn shared_result(&self, ranks: &[f64]) -> String {
        let players = 1..ranks.len();
        let best = players
            .clone()
            .map(|player| ranks[player])
            .fold(f64::MAX, f64::min);
        let first: Vec<String> = players
            .filter(|player| (ranks[*player] - best).abs() < 1e-9)
            .map(|player| self.rules.wording().player(player))
            .collect();
        match first.len() + 1 == ranks.len() {
            true => "Draw".to_owned(),
            false => format!("{} win", first.join(" and ")),
        }
    }

    /// Who is to act, in words for people.
    #[must_use]
    pub fn turn_text(&self) -> String {
        if let Some(fault) = self.choices.fault {
            return format!("The engine stopped: {fault}.");
        }
        let side = |player: usize| self.rules.wording().player(player);
        match self.turn() {
            Turn::Over => self.result().text,
            Turn::Person(player) | Turn::Computer { player, .. } => {
                format!("{} to move", side(player))
            }
            Turn::Open(player) => format!("{} to move: the seat is open", side(player)),
        }
    }
}

/// Whether the same pieces stand on a slot of two states.
fn same_at(a: &State, b: &State, slot: usize) -> bool {
    let height = a.height(slot);
    a.what(slot) == b.what(slot)
        && a.count(slot) == b.count(slot)
        && height == b.height(slot)
        && (0..height.max(1)).all(|level| {
            a.what_at(slot, level) == b.what_at(slot, level)
                && a.state_at(slot, level) == b.state_at(slot, level)
        })
}
