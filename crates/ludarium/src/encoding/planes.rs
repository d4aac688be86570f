//! What a player sees, as planes of numbers over the sites.

use ludarium_engine::{ContainerKind, Hidden, State, View};

use crate::Game;

/// How observations are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObservationOptions {
    /// Whether players are named from the viewer's seat (`own`, `opponent1`, ...) and not by their
    /// numbers.
    pub relative: bool,
    /// In games with stacks: the number of levels, from the top, whose pieces have planes.
    pub levels: usize,
}

impl Default for ObservationOptions {
    fn default() -> ObservationOptions {
        ObservationOptions {
            relative: false,
            levels: 4,
        }
    }
}

/// Writes what a player sees of a state, and nothing else: everything is read from the player's
/// [`View`].
///
/// An observation has two parts: planes, which have a number for each slot of the game, and
/// scalars. Slots are the sites of the board, then those of hands and other containers, then the
/// sites of the board's other types if the game uses them; moves refer to the same slots.
#[derive(Clone, Debug)]
pub struct Planes {
    game: Game,
    options: ObservationOptions,
    names: Vec<String>,
    scalar_names: Vec<String>,
    /// By viewer (from 1), then by kind: the plane of the kind, or [`NO_PLANE`].
    plane_of_kind: Vec<Vec<u16>>,
    /// The number of planes of one level.
    kinds: usize,
    /// The number of levels with planes.
    levels: usize,
    sections: Sections,
    phases: usize,
    /// The slots of dice. The scalars tell what these show.
    dice: Vec<std::ops::Range<usize>>,
}

/// The first plane of each section after those of the pieces, where the game has it.
#[derive(Clone, Copy, Debug, Default)]
struct Sections {
    height: Option<usize>,
    count: Option<usize>,
    state: Option<usize>,
    rotation: Option<usize>,
    value: Option<usize>,
    /// Hidden slots; the owners of covered pieces follow.
    hidden: Option<usize>,
    /// The origin of the last move; the target follows.
    last: usize,
}

const NO_PLANE: u16 = u16::MAX;

/// A seat at the table: of a player, or of what belongs to no one or to all.
fn seat_names(players: usize, relative: bool) -> Vec<String> {
    let own = (0..players).map(|seat| match (relative, seat) {
        (false, _) => format!("player{}", seat + 1),
        (true, 0) => "own".to_owned(),
        (true, _) if players == 2 => "opponent".to_owned(),
        (true, _) => format!("opponent{seat}"),
    });
    own.collect()
}

impl Planes {
    /// The observations of a game.
    #[must_use]
    pub fn new(game: &Game, options: ObservationOptions) -> Planes {
        let rules = game.rules();
        let layout = rules.layout();
        let seats = seat_names(game.players(), options.relative);
        let (mut names, plane_of_kind) = kind_planes(game, options.relative);
        let kinds = names.len();
        let hides = rules.features().hidden_information;
        let levels = match layout.levels {
            0 => 1,
            all => options.levels.clamp(1, all),
        };
        for below in 1..levels {
            let under = names[..kinds].iter();
            let under: Vec<String> = under.map(|name| format!("below{below}:{name}")).collect();
            names.extend(under);
        }
        let mut section = |present: bool, wanted: &[String]| {
            let first = names.len();
            present.then(|| {
                names.extend_from_slice(wanted);
                first
            })
        };
        let one = |name: &str| [name.to_owned()];
        let covered = seats.iter().map(|seat| format!("covered:{seat}"));
        let hidden: Vec<String> = one("hidden").into_iter().chain(covered).collect();
        let sections = Sections {
            height: section(layout.levels > 0, &one("height")),
            count: section(layout.counts(), &one("count")),
            state: section(layout.has_states(), &one("state")),
            rotation: section(layout.has_rotations(), &one("rotation")),
            value: section(layout.has_values(), &one("value")),
            hidden: section(hides, &hidden),
            last: section(true, &[one("last_from"), one("last_to")].concat()).unwrap_or(0),
        };
        let phases = match rules.phases().count() {
            1 => 0,
            number => number,
        };
        Planes {
            game: game.clone(),
            options,
            names,
            scalar_names: scalar_names(game, &seats, phases),
            plane_of_kind,
            kinds,
            levels,
            sections,
            phases,
            dice: dice_slots(game),
        }
    }

    /// The game that is observed.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The options that the observations were made with.
    #[must_use]
    pub fn options(&self) -> ObservationOptions {
        self.options
    }

    /// The names of the planes, in order.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The names of the scalars, in order.
    #[must_use]
    pub fn scalar_names(&self) -> &[String] {
        &self.scalar_names
    }

    /// The number of slots that each plane has a number for.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.game.rules().layout().slots
    }

    /// The length of all planes together.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len() * self.slots()
    }

    /// Whether there is nothing to write.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// New buffers for planes and scalars.
    #[must_use]
    pub fn buffers(&self) -> (Vec<f32>, Vec<f32>) {
        (vec![0.0; self.len()], vec![0.0; self.scalar_names.len()])
    }

    /// Writes what `viewer` (from 1) sees of a state.
    ///
    /// # Panics
    /// If the buffers do not have the lengths of [`Planes::buffers`], or there is no such player.
    pub fn write(&self, state: &State, viewer: usize, planes: &mut [f32], scalars: &mut [f32]) {
        let view = self.game.rules().view(state, viewer);
        self.write_view(&view, planes, scalars);
    }

    /// Writes a view of this game, as [`Planes::write`] does.
    ///
    /// # Panics
    /// As [`Planes::write`].
    pub fn write_view(&self, view: &View<'_>, planes: &mut [f32], scalars: &mut [f32]) {
        self.write_planes(view, planes);
        self.write_scalars(view, scalars);
    }

    /// Writes the planes of a view of this game.
    ///
    /// # Panics
    /// If the buffer does not have the length [`Planes::len`].
    pub fn write_planes(&self, view: &View<'_>, planes: &mut [f32]) {
        assert_eq!(planes.len(), self.len(), "the length of the planes");
        planes.fill(0.0);
        self.write_pieces(view, planes);
        self.write_properties(view.shown(), planes);
        self.write_hidden(view, planes);
        self.write_last(view, planes);
    }

    fn write_pieces(&self, view: &View<'_>, planes: &mut [f32]) {
        let (state, sites) = (view.shown(), self.slots());
        let of_kind = &self.plane_of_kind[view.player()];
        let mut set = |slot: usize, what: usize, below: usize| {
            let plane = of_kind.get(what).copied().unwrap_or(NO_PLANE);
            if plane != NO_PLANE && !is_hidden(view, slot, Hidden::What) {
                planes[(below * self.kinds + usize::from(plane)) * sites + slot] = 1.0;
            }
        };
        for (slot, &what) in state.kinds().iter().enumerate() {
            if what == 0 {
                continue;
            }
            set(slot, what as usize, 0);
            for below in 1..self.levels.min(state.height(slot)) {
                set(slot, state.what_at(slot, state.top(slot) - below), below);
            }
        }
    }

    fn write_properties(&self, state: &State, planes: &mut [f32]) {
        let sites = self.slots();
        let mut write = |plane: Option<usize>, number: &dyn Fn(usize) -> i32| {
            let Some(plane) = plane else { return };
            let row = &mut planes[plane * sites..][..sites];
            for (slot, cell) in row.iter_mut().enumerate() {
                *cell = number(slot) as f32;
            }
            self.dice
                .iter()
                .for_each(|dice| row[dice.clone()].fill(0.0));
        };
        let top = |slot: usize| state.top(slot);
        write(self.sections.height, &|slot| state.count(slot));
        write(self.sections.count, &|slot| state.count(slot));
        write(self.sections.state, &|slot| state.state_at(slot, top(slot)));
        write(self.sections.rotation, &|slot| {
            state.rotation_at(slot, top(slot))
        });
        write(self.sections.value, &|slot| state.value_at(slot, top(slot)));
    }

    fn write_hidden(&self, view: &View<'_>, planes: &mut [f32]) {
        let (Some(plane), false) = (self.sections.hidden, view.is_complete()) else {
            return;
        };
        let (sites, state) = (self.slots(), view.shown());
        let players = self.game.players();
        for slot in 0..sites {
            if !is_hidden(view, slot, Hidden::What) {
                continue;
            }
            planes[plane * sites + slot] = 1.0;
            let owner = match state.is_empty(slot) {
                true => None,
                false => view.at(slot).who,
            };
            if let Some(owner @ 1..) = owner.filter(|owner| *owner <= players) {
                let seat = self.seat(owner, view.player());
                planes[(plane + 1 + seat) * sites + slot] = 1.0;
            }
        }
    }

    /// The last move, where the view shows it.
    fn write_last(&self, view: &View<'_>, planes: &mut [f32]) {
        let (sites, (from, to)) = (self.slots(), view.shown().last());
        for (offset, slot) in [from, to].into_iter().enumerate() {
            if let Some(slot) = usize::try_from(slot).ok().filter(|&slot| slot < sites) {
                planes[(self.sections.last + offset) * sites + slot] = 1.0;
            }
        }
    }

    /// Writes the scalars of a view of this game.
    ///
    /// # Panics
    /// If the buffer does not have one number for each of [`Planes::scalar_names`].
    pub fn write_scalars(&self, view: &View<'_>, scalars: &mut [f32]) {
        assert_eq!(
            scalars.len(),
            self.scalar_names.len(),
            "the number of scalars"
        );
        scalars.fill(0.0);
        let (state, viewer, players) = (view.shown(), view.player(), self.game.players());
        let (movers, rest) = scalars.split_at_mut(players);
        if let mover @ 1.. = state.mover() {
            if !state.over() && mover <= players {
                movers[self.seat(mover, viewer)] = 1.0;
            }
        }
        let (viewers, rest) = rest.split_at_mut(players);
        viewers[viewer - 1] = 1.0;
        let (phases, rest) = rest.split_at_mut(self.phases);
        if let Some(phase) = phases.get_mut(state.phase(viewer)) {
            *phase = 1.0;
        }
        let (scores, rest) = rest.split_at_mut(players);
        let (amounts, rest) = rest.split_at_mut(players);
        for player in 1..=players {
            let seat = self.seat(player, viewer);
            scores[seat] = state.score(player) as f32;
            amounts[seat] = state.amount(player) as f32;
        }
        let dice = state.dice();
        let (thrown, rest) = rest.split_at_mut(dice.len());
        for (cell, value) in thrown.iter_mut().zip(dice) {
            *cell = value as f32;
        }
        rest[0] = state.moves() as f32;
        // Where something is hidden, the counter would tell what an unseen move was.
        if let Some(counter) = rest.get_mut(1) {
            *counter = state.counter() as f32;
        }
    }

    /// The seat of a player, from 0: by number, or counted from the viewer.
    fn seat(&self, player: usize, viewer: usize) -> usize {
        seat(player, viewer, self.game.players(), self.options.relative)
    }
}

fn seat(player: usize, viewer: usize, players: usize, relative: bool) -> usize {
    match relative {
        true => (player + players - viewer) % players,
        false => player - 1,
    }
}

/// Whether a property of a slot is hidden from the viewer.
fn is_hidden(view: &View<'_>, slot: usize, data: Hidden) -> bool {
    !view.is_complete() && {
        let (state, player) = (view.shown(), view.player());
        state.is_hidden(slot, Hidden::All, player) || state.is_hidden(slot, data, player)
    }
}

fn dice_slots(game: &Game) -> Vec<std::ops::Range<usize>> {
    let containers = game.rules().containers().iter();
    let dice = containers.filter(|container| container.kind == ContainerKind::Dice);
    dice.map(|dice| dice.first..dice.first + dice.size)
        .collect()
}

/// What fills the sites that a large piece covers beside its own, which have a kind without a name.
pub const PART_OF_LARGE_PIECE: &str = "(part)";

/// The names of the planes of pieces; and by viewer (entry 0 is unused) and kind, the plane.
fn kind_planes(game: &Game, relative: bool) -> (Vec<String>, Vec<Vec<u16>>) {
    let (rules, players) = (game.rules(), game.players());
    let seats = seat_names(players, relative);
    let mut names: Vec<String> = Vec::new();
    let mut of_viewer = vec![Vec::new()];
    for viewer in 1..=players {
        let of_kind = rules.components().iter().enumerate().map(|(what, kind)| {
            if what == 0 || kind.die.is_some() {
                return NO_PLANE;
            }
            let name = match (relative, kind.owner) {
                _ if kind.name.is_empty() => format!("piece:{PART_OF_LARGE_PIECE}"),
                (false, _) => format!("piece:{}", kind.name),
                (true, 0) => format!("piece:neutral:{}", kind.base),
                (true, owner) if owner > players => format!("piece:shared:{}", kind.base),
                (true, owner) => {
                    let seat = seat(owner, viewer, players, relative);
                    format!("piece:{}:{}", seats[seat], kind.base)
                }
            };
            let known = names.iter().position(|own| *own == name);
            let plane = known.unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            });
            plane as u16
        });
        let of_kind = of_kind.collect();
        of_viewer.push(of_kind);
    }
    (names, of_viewer)
}

fn scalar_names(game: &Game, seats: &[String], phases: usize) -> Vec<String> {
    let players = 1..=game.players();
    let mut names: Vec<String> = seats.iter().map(|seat| format!("mover:{seat}")).collect();
    names.extend(players.map(|player| format!("viewer:player{player}")));
    if phases > 0 {
        names.extend(game.rules().phases().map(|phase| format!("phase:{phase}")));
    }
    names.extend(seats.iter().map(|seat| format!("score:{seat}")));
    names.extend(seats.iter().map(|seat| format!("amount:{seat}")));
    let dice = 0..game.rules().layout().dice_len;
    names.extend(dice.map(|die| format!("die:{die}")));
    names.push("moves".to_owned());
    if !game.rules().features().hidden_information {
        names.push("counter".to_owned());
    }
    names
}
