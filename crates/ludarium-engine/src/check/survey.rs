//! What a description contains: its ludemes, and the names that its equipment gives.

use ludarium_lud::{Call, Description, Ludeme, Node, Value};

/// A kind of piece, region, track or map of the equipment.
pub(super) struct Named<'a> {
    pub node: &'a Node,
    pub call: &'a Call,
    /// The name; empty if there is none.
    pub name: &'a str,
    /// The word for its owner, if one is written.
    pub role: Option<&'static str>,
}

impl Named<'_> {
    /// The players that own it: 0 is nobody, `players` + 1 all together.
    pub fn owners(&self, players: usize) -> Vec<usize> {
        match self.role {
            None | Some("Shared" | "All") => vec![players + 1],
            Some("Each") => (1..=players).collect(),
            Some("Neutral") => vec![0],
            Some(role) => role
                .strip_prefix('P')
                .and_then(|number| number.parse().ok())
                .into_iter()
                .collect(),
        }
    }
}

/// The parts of the description of one game.
pub(super) struct Survey<'a> {
    pub players: usize,
    /// All ludemes of the game, in the order of the text.
    pub calls: Vec<(&'a Node, &'a Call)>,
    /// All strings that are not the name of something in the equipment.
    pub strings: Vec<&'a Node>,
    pub pieces: Vec<Named<'a>>,
    pub regions: Vec<Named<'a>>,
    pub tracks: Vec<Named<'a>>,
    pub maps: Vec<Named<'a>>,
    pub phases: Vec<Named<'a>>,
    /// Whether pieces come with names of their own: cards, dominoes.
    pub has_packs: bool,
    /// Whether part of the equipment could not be read, so that names may be missing.
    pub is_incomplete: bool,
    /// The text of the description: other options, and the metadata, may use names.
    text: &'a str,
}

impl<'a> Survey<'a> {
    /// The survey of a description of one game; `None` for a match.
    pub fn of(description: &'a Description) -> Option<Survey<'a>> {
        let game = &description.game;
        let call = game.call().filter(|call| call.ludeme == Ludeme::Game)?;
        let mut survey = Survey {
            players: 0,
            calls: Vec::new(),
            strings: Vec::new(),
            pieces: Vec::new(),
            regions: Vec::new(),
            tracks: Vec::new(),
            maps: Vec::new(),
            phases: Vec::new(),
            has_packs: false,
            is_incomplete: false,
            text: &description.sources.description.text,
        };
        survey.visit(game, None);
        survey.players = call.arg("players").map_or(0, players);
        let equipment = call.arg("equipment").and_then(Node::call);
        let items = equipment.and_then(|equipment| equipment.args.first()?.as_ref());
        survey.is_incomplete = items.is_none_or(|items| {
            let items = items.items().iter();
            items.clone().next().is_none() || items.clone().any(is_unnamed)
        });
        Some(survey)
    }

    fn visit(&mut self, node: &'a Node, parent: Option<Ludeme>) {
        match &node.value {
            Value::Call(call) => {
                self.calls.push((node, call));
                self.note_name(node, call);
                for (index, arg) in call.args.iter().enumerate() {
                    let Some(arg) = arg else { continue };
                    // The first string of an item is its own name.
                    let own_name = index == 0 && is_item(call.ludeme) && arg.str().is_some();
                    if !own_name {
                        self.visit(arg, Some(call.ludeme));
                    }
                }
            }
            Value::Array(items) => {
                for item in items {
                    self.visit(item, parent);
                }
            }
            Value::Str(_) if parent != Some(Ludeme::Game) => self.strings.push(node),
            _ => {}
        }
    }

    fn note_name(&mut self, node: &'a Node, call: &'a Call) {
        let list = match call.ludeme {
            Ludeme::Piece
            | Ludeme::Tile
            | Ludeme::Component
            | Ludeme::ComponentCard
            | Ludeme::Die
            | Ludeme::Domino => &mut self.pieces,
            Ludeme::Regions => &mut self.regions,
            Ludeme::Track => &mut self.tracks,
            Ludeme::MapPairs | Ludeme::MapArrays => &mut self.maps,
            Ludeme::Phase => &mut self.phases,
            Ludeme::Deck | Ludeme::Dominoes | Ludeme::Dice => {
                self.has_packs |= call.ludeme != Ludeme::Dice;
                return;
            }
            _ => return,
        };
        let has = |name: &str| call.ludeme.parameter(name).is_some();
        let role = match call.ludeme {
            // A track has [int | roleType], named after the first type.
            Ludeme::Track => call.args.get(3).and_then(Option::as_ref),
            _ if has("roleType") => call.arg("roleType"),
            _ => None,
        };
        list.push(Named {
            node,
            call,
            name: call.args[0]
                .as_ref()
                .and_then(Node::str)
                .unwrap_or_default(),
            role: role.and_then(Node::word),
        });
    }

    /// The ludemes of these forms.
    pub fn of_forms<'s>(
        &'s self,
        forms: &'s [Ludeme],
    ) -> impl Iterator<Item = (&'a Node, &'a Call)> + 's {
        self.calls
            .iter()
            .copied()
            .filter(|(_, call)| forms.contains(&call.ludeme))
    }

    /// Whether any ludeme has one of these forms.
    pub fn has(&self, forms: &[Ludeme]) -> bool {
        self.of_forms(forms).next().is_some()
    }

    /// Whether a name of the equipment occurs in the text of the description more often than it is
    /// defined: another choice of options may use it, or the metadata.
    pub fn is_written_elsewhere(&self, name: &str) -> bool {
        let all = [&self.pieces, &self.regions, &self.tracks, &self.maps];
        let all = all.into_iter().flatten();
        let defined = all.filter(|one| one.name == name && one.node.span.file.0 == 0);
        let quoted = format!("\"{name}");
        let written = self.text.match_indices(&quoted).filter(|(at, _)| {
            let rest = &self.text[at + quoted.len()..];
            // The name of a piece may have the number of its owner.
            rest.trim_start_matches(|c: char| c.is_ascii_digit())
                .starts_with('"')
        });
        written.count() > defined.count()
    }

    /// Whether the game is a deduction puzzle.
    pub fn is_puzzle(&self) -> bool {
        self.has(&[Ludeme::Satisfy, Ludeme::PuzzleIsSolved])
    }
}

/// An argument, if the form has one of that name and it is written.
pub(super) fn arg<'a>(call: &'a Call, name: &str) -> Option<&'a Node> {
    let index = call.ludeme.parameter(name)?;
    call.args[index].as_ref()
}

/// Whether an item has a name that could not be read.
fn is_unnamed(item: &Node) -> bool {
    match &item.value {
        Value::Wrong => true,
        Value::Call(call) => {
            let first = call.args.first().and_then(Option::as_ref);
            is_item(call.ludeme) && first.is_some_and(|name| name.value == Value::Wrong)
        }
        _ => false,
    }
}

/// Whether the first argument of a form is the name that it gives to something.
fn is_item(ludeme: Ludeme) -> bool {
    matches!(
        ludeme,
        Ludeme::Piece
            | Ludeme::Tile
            | Ludeme::Component
            | Ludeme::ComponentCard
            | Ludeme::Die
            | Ludeme::Domino
            | Ludeme::Regions
            | Ludeme::Track
            | Ludeme::MapPairs
            | Ludeme::MapArrays
            | Ludeme::Phase
            | Ludeme::Hints
    )
}

/// The number of players.
fn players(node: &Node) -> usize {
    let Some(call) = node.call() else { return 0 };
    match (call.ludeme, call.args.first().and_then(Option::as_ref)) {
        (Ludeme::PlayersList, Some(list)) => list.items().len(),
        (
            _,
            Some(Node {
                value: Value::Int(number),
                ..
            }),
        ) => usize::try_from(*number).unwrap_or(0),
        _ => 0,
    }
}
