//! Determines the data that the states of a game need.

use super::Compiler;
use crate::layout::type_index;
use ludarium_lud::{Call, Ludeme, Node, Value};

impl Compiler {
    /// Determines the data that a state needs from the ludemes of the description.
    pub(super) fn scan(&mut self, game: &Call) {
        for arg in game.args.iter().flatten() {
            self.scan_node(arg);
        }
        self.flags.stacking = self.needs.stacking;
        self.flags.counts = self.needs.counts;
        self.flags.rotations = self.needs.rotations;
    }

    fn scan_node(&mut self, node: &Node) {
        match &node.value {
            Value::Array(items) => items.iter().for_each(|item| self.scan_node(item)),
            Value::Word(word) => {
                if let Some(kind) = ludarium_board::SiteType::from_name(word) {
                    if type_index(kind) != self.own {
                        self.needs.types[type_index(kind)] = true;
                    }
                }
            }
            Value::Call(call) if self.scan_call(call) => {
                let of_hand = call.args.iter().flatten().any(is_hand_site);
                for arg in call.args.iter().flatten() {
                    if !(of_hand && self.never_on_board(arg)) {
                        self.scan_node(arg);
                    }
                }
            }
            _ => {}
        }
    }

    /// Whether a node is a site type in which the number of a site in a hand is never that of a
    /// site on the board, as in `(count Cell at:(handSite Mover))` on a board that is played on its
    /// vertices. The sites of this type on the board are not needed for it.
    fn never_on_board(&self, node: &Node) -> bool {
        let site_type = node.word().and_then(ludarium_board::SiteType::from_name);
        let lens = self.lens();
        site_type.is_some_and(|site_type| lens[type_index(site_type)] <= lens[self.own])
    }

    /// Records the needs of a ludeme; `false` where its arguments have no influence on them.
    fn scan_call(&mut self, call: &Call) -> bool {
        use Ludeme as L;
        let needs = &mut self.needs;
        match call.ludeme {
            // The words in a graph do not denote sites that the rules use.
            L::Board | L::SurakartaBoard | L::Boardless => return false,
            L::MancalaBoard => {
                needs.counts = true;
                return false;
            }
            L::PlaceStack
            | L::PlaceRandomStack
            | L::PlaceRandomSite
            | L::TopLevel
            | L::SizeStack
            | L::CountStack
            | L::ForEachLevel
            | L::SitesForEachLevel
            | L::Level
            | L::WhereLevel
            | L::WhereLevelSite => needs.stacking = true,
            L::SetSite | L::StartSetStartSites => match call
                .args
                .first()
                .and_then(Option::as_ref)
                .and_then(Node::word)
            {
                Some("Count") => needs.counts = true,
                Some("State") => needs.states = true,
                Some("Value") => needs.values = true,
                Some("Cost") => needs.costs = true,
                Some("Phase") => needs.phases = true,
                _ => {}
            },
            // Pieces in a hand are counted per site.
            L::Sow | L::Hand => needs.counts = true,
            L::State | L::Flip | L::Flips => needs.states = true,
            // A rule that counts the pieces on a site implies that there may be several.
            L::CountSite => {
                needs.counts |= call.arg("countSiteType").is_none() && call.arg("in").is_some();
            }
            L::Dice | L::Die => needs.states = true,
            // A deck is one stack; dealt cards may also be stacked.
            L::Deck => {
                needs.stacking = true;
                needs.large_stack = true;
                needs.values = true;
                needs.hidden = true;
            }
            L::Dominoes => {
                needs.states = true;
                needs.hidden = true;
            }
            L::Domino => needs.states = true,
            L::Component => needs.states = true,
            // The rotation of a large tile is its state.
            L::Tile => needs.states |= call.arg("stepTypes").is_some(),
            L::SitesEdge => {
                needs.types[type_index(ludarium_board::SiteType::Edge)] |= self.own != 2
            }
            L::SitesIndex => {
                let word = call.arg("sitesIndexType").and_then(Node::word);
                needs.states |= word == Some("State");
            }
            L::RulesPhases => {
                let phases = call.arg("phases").map_or(0, |phases| phases.items().len());
                self.phase_count = i32::try_from(phases).unwrap_or(i32::MAX);
            }
            L::CountSteps if call.arg("effect").is_none() => {
                let site_type = self.site_type(call.arg("siteType"));
                let relation = self.relation(call.arg("relationType"));
                self.step_relations.push((site_type, relation));
            }
            L::ValuePiece => needs.values = true,
            L::Rotation | L::SetRotation | L::MoveSetRotation | L::Rotations => {
                needs.rotations = true
            }
            L::SetHidden | L::StartSetHidden | L::IsHidden | L::SitesHidden => needs.hidden = true,
            L::Cost => needs.costs = true,
            L::SetTeam | L::StartSetTeam | L::Team => self.flags.teams = true,
            L::Roll | L::ValueRandom | L::RandomSelection | L::RandomWeighted => {
                self.flags.stochastic = true
            }
            _ => {}
        }
        let needs = &mut self.needs;
        for (name, arg) in call.ludeme.parameters().iter().zip(&call.args) {
            let Some(arg) = arg else { continue };
            match *name {
                "level" if call.ludeme != L::Layer => needs.stacking = true,
                "stack" | "byLevel" => needs.stacking |= arg.value == Value::Bool(true),
                "count" | "counts" => {
                    needs.counts |=
                        !matches!(call.ludeme, L::Remove | L::MoveRemove | L::PlaceStack);
                }
                "state" => needs.states = true,
                "maxState" => needs.states = true,
                "rotation" | "rotations" | "newRotation" => {
                    needs.rotations |= !matches!(arg.value, Value::Bool(_))
                }
                "value" => {
                    needs.values |= matches!(
                        call.ludeme,
                        L::Place
                            | L::PlaceSites
                            | L::PlaceStack
                            | L::PlaceRandomSites
                            | L::PlaceRandomSite
                    );
                }
                "maxValue" => needs.values = true,
                "at" => self.flags.to_clear |= arg.word() == Some("EndOfTurn"),
                _ => {}
            }
        }
        true
    }
}

/// Whether a node is the site of a hand.
fn is_hand_site(node: &Node) -> bool {
    matches!(&node.value, Value::Call(call) if call.ludeme == Ludeme::HandSite)
}
