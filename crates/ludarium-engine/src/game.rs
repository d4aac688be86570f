//! A compiled game: immutable, shared by everything that plays it.

use std::fmt;
use std::sync::Arc;

use ludarium_board::{Board, Direction};

use crate::ir::{Bool, EffectId, End, Int, Iter, Moves, Origin, Rule, Table};
use crate::layout::{Container, Layout};
use crate::limit::ResourceLimits;
use crate::set::SiteSet;
use crate::start::StartRule;

/// The rules of a game, compiled. `Send + Sync`.
///
/// A clone copies the rules, which are some kilobytes to some megabytes; its states and moves are those
/// of the original. To hand one game to many users without a copy, share it in an [`Arc`].
#[derive(Clone)]
pub struct Game {
    pub(crate) name: String,
    pub(crate) players: usize,
    pub(crate) board: Arc<Board>,
    pub(crate) layout: Arc<Layout>,
    pub(crate) containers: Vec<Container>,
    /// Which container a site of the board's own type (or beyond) belongs to.
    pub(crate) container_of: Vec<u16>,
    /// By kind; entry 0 is "no piece".
    pub(crate) components: Vec<Component>,
    /// Owner by kind.
    pub(crate) owners: Vec<u8>,
    /// The games of a match, where this is one.
    pub(crate) series: Option<Arc<crate::series::Series>>,
    /// The kind that stands for the sites under large pieces; 0 if there are none such.
    pub(crate) cover: usize,
    /// Facing by player.
    pub(crate) facings: Vec<Direction>,
    pub(crate) dice: Vec<DiceHand>,
    pub(crate) tables: Vec<Table>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) effects: Vec<Moves>,
    /// By kind: the moves of pieces whose moves refer to themselves.
    pub(crate) piece_moves: Vec<Moves>,
    pub(crate) phases: Vec<Phase>,
    pub(crate) start: Vec<StartRule>,
    pub(crate) end: Vec<End>,
    pub(crate) meta: MetaRules,
    pub(crate) limits: TurnLimits,
    /// What playing it may take.
    pub(crate) resources: ResourceLimits,
    pub(crate) flags: Flags,
    /// Regions of the equipment that depend on the state or on chance.
    pub(crate) named_sites: Vec<NamedSites>,
    /// Decks and sets of dominoes.
    pub(crate) packs: Vec<Pack>,
    /// What rests on what, where a rule asks.
    pub(crate) support: Support,
    /// Effects that wait until all moves of a simultaneous round are made.
    pub(crate) delayed: Vec<EffectId>,
    /// Regions of the equipment by player (index = player, 0 neutral, players + 1 shared).
    pub(crate) player_regions: Vec<Vec<SiteSet>>,
    /// The rule of the pass that is made where nothing else is legal.
    pub(crate) forced_pass: crate::ir::RuleId,
    /// The rule of changing seats, where the game has it.
    pub(crate) swap_rule: Option<crate::ir::RuleId>,
    pub(crate) strings: Vec<Arc<str>>,
    /// Names of the variables, events, propositions and lists of remembered values.
    pub(crate) vars: Vec<Arc<str>>,
    pub(crate) events: Vec<Arc<str>>,
    pub(crate) lists: Vec<Option<Arc<str>>>,
    /// Every slot.
    pub(crate) every_site: SiteSet,
    /// What is to be found out, if it is a deduction puzzle.
    pub(crate) puzzle: Option<crate::puzzle::Puzzle>,
    /// The compiled path of the whole game, looked for when first asked for.
    pub(crate) kernel: std::sync::OnceLock<Option<Arc<crate::fast::Kernel>>>,
    /// How its moves are drawn, tried out when the first is.
    pub(crate) sampling_strategy: std::sync::OnceLock<crate::eval::SamplingStrategy>,
}

/// A phase of play.
#[derive(Clone, Debug)]
pub(crate) struct Phase {
    pub name: String,
    /// The player it belongs to, if not everybody.
    pub owner: Option<usize>,
    /// Everybody moves at the same time.
    pub simultaneous: bool,
    pub moves: Moves,
    pub end: Vec<End>,
    pub next: Vec<NextPhase>,
}

/// When to go to another phase.
#[derive(Clone, Debug)]
pub(crate) struct NextPhase {
    /// Whose phase changes; `None`: everybody's.
    pub who: Option<Int>,
    pub cond: Bool,
    pub phase: usize,
}

/// What a large piece covers, by the way it lies and by the site it stands on.
pub(crate) type Shapes = Vec<Vec<Option<Box<[u16]>>>>;

/// A kind of piece.
#[derive(Clone, Debug)]
pub struct Component {
    /// The full name, with the number of the player it belongs to: `Pawn1`.
    pub name: String,
    /// The name without the number.
    pub base: String,
    /// The owner: 0 nobody, then the players, players + 1 for all.
    pub owner: usize,
    /// The direction it faces, if it has one of its own.
    pub facing: Option<Direction>,
    /// States that flip into each other.
    pub flips: Option<(i32, i32)>,
    /// The faces, if it is a die.
    pub die: Option<Vec<i32>>,
    /// Where it covers more than the site it stands on: by the way it lies (its state) and by that
    /// site, the others; `None` where it has no room.
    pub(crate) large: Option<Shapes>,
    /// The faces it shows by its state, if it is a die that is not thrown.
    pub(crate) faces: Option<Vec<i32>>,
    /// Its rank and worth, if it is a card.
    pub(crate) card: Option<Card>,
    /// The pips of its halves, if it is a domino: on the site it stands on, and on the other.
    pub(crate) pips: Option<(i32, i32)>,
    /// The paths printed on it, if it is a tile that has any.
    pub(crate) tile: Option<Tile>,
    /// Its own moves, as written.
    pub(crate) moves: Option<ludarium_lud::Node>,
}

/// A playing card.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Card {
    /// From 1; 0 for a card of no suit.
    pub suit: i32,
    pub rank: i32,
    pub value: i32,
    pub trump_rank: i32,
    pub trump_value: i32,
    /// How readily it is drawn when the deck is shuffled.
    pub weight: i32,
}

/// A deck of cards, or a set of dominoes: what is shuffled before the start.
#[derive(Clone, Debug)]
pub(crate) struct Pack {
    pub container: usize,
    pub dominoes: bool,
    pub kinds: Vec<usize>,
}

/// The paths printed on a tile.
#[derive(Clone, Debug)]
pub(crate) struct Tile {
    /// How many slots, where paths may end, each side has.
    pub slots: Vec<i32>,
    pub paths: Vec<Path>,
}

/// A line across a tile.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    /// Side and slot of its two ends.
    pub ends: [(i32, i32); 2],
    pub colour: i32,
}

/// A set of dice thrown together.
#[derive(Clone, Debug)]
pub(crate) struct DiceHand {
    pub container: usize,
    pub owner: usize,
    /// First die, among all dice.
    pub first: usize,
    /// Faces of each die.
    pub faces: Vec<Vec<i32>>,
    /// Weights of the faces, if they are not alike.
    pub biased: Option<Vec<i32>>,
}

/// The rules about the rules.
#[derive(Clone, Debug, Default)]
pub(crate) struct MetaRules {
    pub swap: bool,
    pub no_repeat: Option<crate::ir::Repetition>,
    /// Whether the game goes on when everybody passes.
    pub pass_no_end: bool,
    /// Whether moves make themselves where only one is possible on a site.
    pub automove: bool,
    /// Whether pieces fall that rest on nothing.
    pub gravity: bool,
    /// Whether pieces must stay on which several rest.
    pub pin: bool,
    /// Whether pieces may not be put on what falls when they go.
    pub no_stack_on_fallen: bool,
    /// Whether no move may be made with which one loses at once.
    pub no_suicide: bool,
}

impl MetaRules {
    /// Whether some of the moves that the rules of play offer may not be made.
    pub fn forbids(&self) -> bool {
        self.pin || self.no_stack_on_fallen || self.no_suicide
    }
}

/// When a game is drawn that its rules do not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnLimits {
    /// The number of moves after which it is drawn.
    pub moves: i32,
    /// The number of turns, of all players together, after which it is drawn.
    pub turns: i32,
}

impl TurnLimits {
    /// The format draws games after so many turns of each player,
    pub(crate) const TURNS: i32 = 1_250;
    /// and after so many moves for each of these, or 10,000 in all.
    const MOVES_A_TURN: i32 = 8;

    /// Those of a game that is drawn after so many turns of each player.
    pub(crate) fn after(turns: i32, players: usize) -> TurnLimits {
        TurnLimits {
            moves: turns.saturating_mul(TurnLimits::MOVES_A_TURN),
            turns: turns.saturating_mul(players.max(1) as i32),
        }
    }
}

/// A region of the equipment that is not known before play.
#[derive(Clone, Debug)]
pub(crate) struct NamedSites {
    pub sites: crate::ir::Sites,
    /// Where it depends on chance: drawn before the start and kept for the whole game, in the list of
    /// this number behind those of the rules.
    pub drawn: Option<usize>,
}

/// Which sites of the board's own type rest on which: those in the layer right below that they touch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Support {
    pub below: Vec<Vec<u16>>,
    pub above: Vec<Vec<u16>>,
}

/// What a game uses, found while compiling.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flags {
    pub stacking: bool,
    pub counts: bool,
    pub dice: bool,
    pub visited: bool,
    pub repetition: bool,
    pub teams: bool,
    /// Chance takes part in play, and not only in the start.
    pub stochastic: bool,
    pub rotations: bool,
    pub to_clear: bool,
    /// Pieces are sown: the state of a hole is the hole's, not the pieces'.
    pub sows: bool,
    /// A rule asks where the last consequence of the last move happened.
    pub last_after: bool,
    /// A rule asks where the first move of the turn came from.
    pub turn_from: bool,
    /// Which repetition a rule asks about.
    pub repetition_kind: Option<crate::ir::Repetition>,
    /// Positions are remembered by rules, not after every turn.
    pub stored_states: bool,
    /// A rule of its own says what happens when everybody passes.
    pub passes_do_not_end: bool,
    /// Some rule's moves remember more than fits in a move.
    pub overflows: bool,
    /// Lots are drawn while the moves are listed.
    pub listing_chance: bool,
    /// Some effect compiled so far throws dice.
    pub rolls: bool,
    /// Pieces move along tracks.
    pub along_tracks: bool,
    /// In some phase everybody moves at the same time.
    pub simultaneous: bool,
    /// Some phase gives way to another.
    pub phases_change: bool,
    /// How many conditions lie above throws of dice.
    pub roll_branches: u32,
}

/// What sort of game it is: what those want to know who choose among games, or present one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// Chance has a part in it: dice, lots, shuffles.
    pub stochastic: bool,
    /// Dice are thrown.
    pub dice: bool,
    /// Something is hidden from a player.
    pub hidden_information: bool,
    /// Pieces stand on each other.
    pub stacking: bool,
    /// Several pieces may lie on one site.
    pub counts: bool,
    /// Players form teams.
    pub teams: bool,
    /// Some piece covers several sites.
    pub large_pieces: bool,
    /// There is no board: pieces build up the playing area.
    pub boardless: bool,
    /// The second player may take over the first move.
    pub swap: bool,
    /// Some rule looks at positions that came about before.
    pub repetition: bool,
    /// Bytes of one state. Remembered lists and earlier positions, where the rules ask for them,
    /// grow beyond that.
    pub state_bytes: usize,
}

impl fmt::Debug for Game {
    /// Its name only: the rules fill pages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl Game {
    /// The name in the description.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The games of a match, in order; none where it is a single game.
    pub fn games(&self) -> impl Iterator<Item = &Game> {
        let series = self.series.iter();
        series.flat_map(|series| series.games.iter().map(|instance| &instance.game))
    }

    /// The names of the phases of play, in order.
    pub fn phases(&self) -> impl Iterator<Item = &str> {
        self.phases.iter().map(|phase| phase.name.as_str())
    }

    /// What sort of game it is.
    #[must_use]
    pub fn features(&self) -> Features {
        let layout = &self.layout;
        Features {
            stochastic: self.flags.stochastic || self.flags.dice,
            dice: self.flags.dice,
            hidden_information: layout.hidden != 0,
            stacking: layout.levels > 0,
            counts: layout.count != 0 || layout.levels > 0,
            teams: self.flags.teams,
            large_pieces: self.cover != 0,
            boardless: matches!(self.board.kind, ludarium_board::BoardKind::Boardless { .. }),
            swap: self.meta.swap,
            repetition: self.flags.repetition || self.meta.no_repeat.is_some(),
            state_bytes: layout.bytes(),
        }
    }

    /// Whether the player to move chooses at the same time as the others: the moves are made when
    /// everybody has chosen (see [`State::waiting`](crate::State::waiting)).
    #[must_use]
    pub fn is_simultaneous(&self, state: &crate::State) -> bool {
        let game = self.playing(state);
        let phase = state.player(crate::layout::PlayerField::Phase, state.mover()) as usize;
        let phase = game.phases.get(phase);
        !state.over() && phase.is_some_and(|phase| phase.simultaneous)
    }

    /// How many players it has.
    #[must_use]
    pub fn players(&self) -> usize {
        self.players
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The board, the hands, the dice, in the order of their sites.
    #[must_use]
    pub fn containers(&self) -> &[Container] {
        &self.containers
    }

    /// The kinds of pieces; entry 0 stands for "no piece".
    #[must_use]
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// What is to be found out, if the game is a deduction puzzle.
    #[must_use]
    pub fn puzzle(&self) -> Option<&crate::puzzle::Puzzle> {
        self.puzzle.as_ref()
    }

    /// The offsets of everything in a state.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The kind of piece that a bare count stands for: the first that is not a die.
    pub(crate) fn seed(&self) -> usize {
        (1..self.components.len())
            .find(|&what| self.components[what].die.is_none())
            .unwrap_or(0)
    }

    /// What a choice of sites asks of their counts, where all pieces are seeds: it is settled for all sites
    /// before one is drawn.
    pub(crate) fn seed_count_condition<'g>(&self, from: &'g Origin) -> Option<&'g Bool> {
        let seeds = self.flags.counts && self.layout.levels == 0 && self.owners.len() == 2;
        let cond = from.cond.as_ref()?;
        (seeds && cond.asks_for_count_on(Iter::From)).then_some(cond)
    }

    /// How many rotations a piece on a site of type `site_type` may have.
    pub(crate) fn rotations_of(&self, site_type: usize) -> i32 {
        let kind = crate::layout::type_of_index(site_type);
        self.board
            .topology
            .supported(kind, ludarium_board::Relation::Adjacent)
            .len()
            .max(1) as i32
    }

    /// Whether a number computed by the rules is that of a kind of piece.
    #[inline]
    pub(crate) fn is_kind(&self, what: i32) -> bool {
        what > 0 && (what as usize) < self.owners.len()
    }

    /// The list of a state in which the targets of moves that made themselves are kept.
    pub(crate) fn automove_list(&self) -> usize {
        self.lists.len() + 1
    }

    /// The list of a state in which the sites of a region are kept that were drawn before the start.
    pub(crate) fn drawn_list(&self, drawn: usize) -> usize {
        self.automove_list() + 1 + drawn
    }

    /// How many lists a state has.
    pub(crate) fn list_count(&self) -> usize {
        let drawn = self
            .named_sites
            .iter()
            .filter(|named| named.drawn.is_some());
        self.automove_list() + 1 + drawn.count()
    }

    /// When a game is drawn that its rules do not end.
    #[must_use]
    pub fn turn_limits(&self) -> TurnLimits {
        self.limits
    }

    /// The limits that it was compiled with.
    #[must_use]
    pub fn resource_limits(&self) -> ResourceLimits {
        self.resources
    }

    /// The compiled path of the whole game, if it has one.
    pub(crate) fn kernel(&self) -> Option<&crate::fast::Kernel> {
        let find = || crate::fast::Kernel::of(self).map(Arc::new);
        self.kernel.get_or_init(find).as_deref()
    }

    pub(crate) fn effect(&self, id: EffectId) -> &Moves {
        &self.effects[id as usize]
    }
}
