//! A compiled game: immutable, and shared by all its users.

use std::fmt;
use std::sync::Arc;

use ludarium_board::{Board, Direction};

use crate::ir::{Bool, EffectId, End, Int, Iter, Moves, Origin, Rule, RuleKind, Table};
use crate::layout::{Container, Layout};
use crate::limit::ResourceLimits;
use crate::set::SiteSet;
use crate::start::StartRule;

/// The rules of a game, compiled. `Send + Sync`.
///
/// A clone copies the rules (kilobytes to megabytes); its states and moves are interchangeable with
/// those of the original. To share one game without a copy, put it in an [`Arc`].
#[derive(Clone)]
pub struct Game {
    pub(crate) name: String,
    pub(crate) players: usize,
    pub(crate) board: Arc<Board>,
    pub(crate) layout: Arc<Layout>,
    pub(crate) containers: Vec<Container>,
    /// By site, from the board's own type on: the index of its container.
    pub(crate) container_of: Vec<u16>,
    /// The kinds of pieces; entry 0 is "no piece".
    pub(crate) components: Vec<Component>,
    /// The owner of each kind.
    pub(crate) owners: Vec<u8>,
    /// The games of a match, if this is a match.
    pub(crate) series: Option<Arc<crate::series::Series>>,
    /// The kind that marks the sites covered by large pieces; 0 if no piece is large.
    pub(crate) cover: usize,
    /// Whether the states keep lists of the pieces in stacks.
    pub(crate) lists_pieces: bool,
    /// The facing of each player's pieces.
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
    /// The limits of the resources that playing the game may use.
    pub(crate) resources: ResourceLimits,
    pub(crate) flags: Flags,
    /// Regions of the equipment that depend on the state or on chance.
    pub(crate) named_sites: Vec<NamedSites>,
    /// Decks and sets of dominoes.
    pub(crate) packs: Vec<Pack>,
    /// The sites that support other sites, if a rule needs them.
    pub(crate) support: Support,
    /// Effects that are delayed until all moves of a simultaneous round are made.
    pub(crate) delayed: Vec<EffectId>,
    /// Regions of the equipment by player (index = player, 0 neutral, players + 1 shared).
    pub(crate) player_regions: Vec<Vec<SiteSet>>,
    /// The rule of the forced pass, which is made if no other move is legal.
    pub(crate) forced_pass: crate::ir::RuleId,
    /// The rule of swapping seats, if the game has it.
    pub(crate) swap_rule: Option<crate::ir::RuleId>,
    pub(crate) strings: Vec<Arc<str>>,
    /// Names of the variables, events, propositions and lists of remembered values.
    pub(crate) vars: Vec<Arc<str>>,
    pub(crate) events: Vec<Arc<str>>,
    pub(crate) lists: Vec<Option<Arc<str>>>,
    /// Every slot.
    pub(crate) every_site: SiteSet,
    /// The deduction puzzle, if the game is one.
    pub(crate) puzzle: Option<crate::puzzle::Puzzle>,
    /// By type of site: what a search for enclosed sites needs; built on first use.
    pub(crate) surroundings: [std::sync::OnceLock<Surroundings>; 3],
    /// The kernel of the game, compiled on first use.
    pub(crate) kernel: std::sync::OnceLock<Option<Arc<crate::fast::Kernel>>>,
    /// The strategy for drawing random moves, determined at the first draw.
    pub(crate) sampling_strategy: std::sync::OnceLock<crate::eval::SamplingStrategy>,
}

/// The border of the board, and the steps by which it is reached.
#[derive(Clone, Debug)]
pub(crate) struct Surroundings {
    pub border: SiteSet,
    pub orthogonal: crate::ir::NeighbourSets,
}

/// A phase of play.
#[derive(Clone, Debug)]
pub(crate) struct Phase {
    pub name: String,
    /// The player that the phase belongs to; `None` for all players.
    pub owner: Option<usize>,
    /// Whether all players move at the same time.
    pub simultaneous: bool,
    pub moves: Moves,
    pub end: Vec<End>,
    pub next: Vec<NextPhase>,
}

/// The condition for changing to another phase.
#[derive(Clone, Debug)]
pub(crate) struct NextPhase {
    /// The player whose phase changes; `None` for all players.
    pub who: Option<Int>,
    pub cond: Bool,
    /// `None`: the phase after the one that the mover is in when the condition is asked.
    pub phase: Option<usize>,
}

/// The sites that a large piece covers, by its rotation and by the site it stands on.
pub(crate) type Shapes = Vec<Vec<Option<Box<[u16]>>>>;

/// A kind of piece.
#[derive(Clone, Debug)]
pub struct Component {
    /// The full name, with the number of the player it belongs to: `Pawn1`.
    pub name: String,
    /// The name without the number.
    pub base: String,
    /// The owner: 0 for none, then the players, players + 1 for all.
    pub owner: usize,
    /// The direction it faces, if it has its own.
    pub facing: Option<Direction>,
    /// The two states that a flip exchanges.
    pub flips: Option<(i32, i32)>,
    /// The faces, if it is a die.
    pub die: Option<Vec<i32>>,
    /// For a large piece: the other sites that it covers, by its rotation (its state) and its site;
    /// `None` where it does not fit.
    pub(crate) large: Option<Shapes>,
    /// The faces by state, for a die that lies on the board and is not thrown.
    pub(crate) faces: Option<Vec<i32>>,
    /// Its rank and value, if it is a card.
    pub(crate) card: Option<Card>,
    /// The pips of its two halves, if it is a domino: on the first four sites that it covers and
    /// on the others.
    pub(crate) pips: Option<(i32, i32)>,
    /// The paths printed on it, if it is a tile with paths.
    pub(crate) tile: Option<Tile>,
    /// Its own moves, as in the description.
    pub(crate) moves: Option<ludarium_lud::Node>,
}

/// A playing card.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Card {
    /// The suit, from 1; 0 for a card without a suit.
    pub suit: i32,
    pub rank: i32,
    pub value: i32,
    pub trump_rank: i32,
    pub trump_value: i32,
    /// Its weight in the shuffle of the deck.
    pub weight: i32,
}

/// A deck of cards or a set of dominoes, shuffled before the start.
#[derive(Clone, Debug)]
pub(crate) struct Pack {
    /// Where the cards lie; the dominoes that nobody holds lie nowhere.
    pub container: Option<usize>,
    pub dominoes: bool,
    pub kinds: Vec<usize>,
}

/// The paths printed on a tile.
#[derive(Clone, Debug)]
pub(crate) struct Tile {
    /// By side: its number of slots, where paths may end.
    pub slots: Vec<i32>,
    pub paths: Vec<Path>,
}

/// A path across a tile.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    /// The side and slot of each end.
    pub ends: [(i32, i32); 2],
    pub colour: i32,
}

/// Dice that are thrown together.
#[derive(Clone, Debug)]
pub(crate) struct DiceHand {
    pub container: usize,
    pub owner: usize,
    /// The index of the first die among all dice.
    pub first: usize,
    /// The faces of each die.
    pub faces: Vec<Vec<i32>>,
    /// The weights of the faces, if they are not equally likely.
    pub biased: Option<Vec<i32>>,
}

/// Meta rules.
#[derive(Clone, Debug, Default)]
pub(crate) struct MetaRules {
    pub swap: bool,
    pub no_repeat: Option<crate::ir::Repetition>,
    /// Whether the game continues after all players have passed.
    pub pass_no_end: bool,
    /// Whether the engine makes the only possible move on a site automatically.
    pub automove: bool,
    /// Whether unsupported pieces fall.
    pub gravity: bool,
    /// Whether a piece that supports several others may not move.
    pub pin: bool,
    /// Whether a piece may not be placed on a piece that falls because it moves away.
    pub no_stack_on_fallen: bool,
    /// Whether a move is illegal if the mover loses by it at once.
    pub no_suicide: bool,
}

impl MetaRules {
    /// Whether some moves that the play rules generate may be illegal, repetitions included.
    pub fn refuses(&self) -> bool {
        self.no_repeat.is_some() || self.forbids()
    }

    /// Whether some moves that the play rules generate are illegal.
    pub fn forbids(&self) -> bool {
        self.pin || self.no_stack_on_fallen || self.no_suicide
    }
}

/// The limits after which a game is drawn that its rules do not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnLimits {
    /// The number of moves after which it is drawn.
    pub moves: i32,
    /// The number of turns, of all players together, after which it is drawn.
    pub turns: i32,
}

impl TurnLimits {
    /// The format draws a game after this number of turns of each player,
    pub(crate) const TURNS: i32 = 1_250;
    /// and after this number of moves for each of these turns, or 10,000 moves in all.
    const MOVES_A_TURN: i32 = 8;

    /// The limits of a game that is drawn after `turns` turns of each player.
    pub(crate) fn after(turns: i32, players: usize) -> TurnLimits {
        TurnLimits {
            moves: turns.saturating_mul(TurnLimits::MOVES_A_TURN),
            turns: turns.saturating_mul(players.max(1) as i32),
        }
    }
}

/// A region of the equipment whose sites are not known before play.
#[derive(Clone, Debug)]
pub(crate) struct NamedSites {
    pub sites: crate::ir::Sites,
    /// For a region that depends on chance: its index among the lists of drawn sites, which follow
    /// the lists of the rules. It is drawn before the start and stays the same for the whole game.
    pub drawn: Option<usize>,
}

/// By site of the board's own type: the sites that it rests on, which are those in the layer right
/// below that touch it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Support {
    pub below: Vec<Vec<u16>>,
    pub above: Vec<Vec<u16>>,
}

/// The features that a game uses, determined by the compiler.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flags {
    pub stacking: bool,
    pub counts: bool,
    pub dice: bool,
    pub visited: bool,
    pub repetition: bool,
    pub teams: bool,
    /// Play depends on chance, not only the start.
    pub stochastic: bool,
    pub rotations: bool,
    pub to_clear: bool,
    /// Pieces are sown: the state of a hole belongs to the hole, not to its pieces.
    pub sows: bool,
    /// A rule reads the site of the last consequence of the last move.
    pub last_after: bool,
    /// A rule reads the sites that the last move passed.
    pub last_between: bool,
    /// A rule reads the sites that the last move has reached, those of pushed pieces included.
    pub last_reached: bool,
    /// A rule reads the origin of the first move of the turn.
    pub turn_from: bool,
    /// What is pending may matter to any move: not only the moves of some rules depend on it.
    pub pending_matters_anywhere: bool,
    /// The key of the position after a move may be known without making it: some rule only carries
    /// a piece or places one.
    pub keys_are_foreseen: bool,
    /// The kind of repetition that a rule tests.
    pub repetition_kind: Option<crate::ir::Repetition>,
    /// Of a turn of several moves, the position at its end counts for repetition, and not the one
    /// after its first move.
    pub repetition_of_turns: bool,
    /// Positions are recorded by rules, not after every turn.
    pub stored_states: bool,
    /// A rule asks whether all players have passed, or a single player may choose to pass: the game
    /// does not end by passes alone.
    pub passes_do_not_end: bool,
    /// A rule asks whether all players have passed, other than an end rule or a change of phase.
    pub all_passed_in_play: bool,
    /// The moves of some rule store more data than fits in a move.
    pub overflows: bool,
    /// Random numbers are drawn while moves are listed.
    pub listing_chance: bool,
    /// An effect compiled so far rolls dice.
    pub rolls: bool,
    /// Pieces move along tracks.
    pub along_tracks: bool,
    /// In some phase all players move at the same time.
    pub simultaneous: bool,
    /// Some phase changes to another.
    pub phases_change: bool,
    /// The number of conditions that enclose rolls of dice.
    pub roll_branches: u32,
    /// An end rule asks whether the next player can move, which the list of that player's moves
    /// says as well (see `compile/reply.rs`).
    pub list_answers_ends: bool,
}

/// The properties of a game, for programs that select or present games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// The game has an element of chance: dice, random draws or shuffles.
    pub stochastic: bool,
    /// Dice are thrown.
    pub dice: bool,
    /// Some information is hidden from a player.
    pub hidden_information: bool,
    /// Pieces stand on each other.
    pub stacking: bool,
    /// Several pieces may lie on one site.
    pub counts: bool,
    /// Players form teams.
    pub teams: bool,
    /// Some piece covers more than one site.
    pub large_pieces: bool,
    /// There is no board: the pieces form the playing area.
    pub boardless: bool,
    /// The second player may take over the first move (pie rule).
    pub swap: bool,
    /// Some rule refers to earlier positions.
    pub repetition: bool,
    /// The size of a state in bytes. Lists of remembered values and earlier positions, if the rules
    /// use them, need additional memory.
    pub state_bytes: usize,
}

impl fmt::Debug for Game {
    /// Prints only the name: the rules would fill pages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl Game {
    /// The name of the game in its description.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The games of a match, in order; empty for a single game.
    pub fn games(&self) -> impl Iterator<Item = &Game> {
        let series = self.series.iter();
        series.flat_map(|series| series.games.iter().map(|instance| &instance.game))
    }

    /// The names of the phases of play, in order.
    pub fn phases(&self) -> impl Iterator<Item = &str> {
        self.phases.iter().map(|phase| phase.name.as_str())
    }

    /// The properties of the game.
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
    /// all players have chosen (see [`State::waiting`](crate::State::waiting)).
    #[must_use]
    pub fn is_simultaneous(&self, state: &crate::State) -> bool {
        let game = self.playing(state);
        let phase = state.player(crate::layout::PlayerField::Phase, state.mover()) as usize;
        let phase = game.phases.get(phase);
        !state.over() && phase.is_some_and(|phase| phase.simultaneous)
    }

    /// The border of the board, and the orthogonal neighbours of each site of a type.
    pub(crate) fn surroundings(&self, site_type: usize) -> &Surroundings {
        self.surroundings[site_type].get_or_init(|| {
            let topology = &self.board.topology;
            let kind = crate::layout::type_of_index(site_type);
            let sites = self.layout.lens[site_type];
            let at_border = |&site: &i32| topology.at_border(kind, site as u32);
            let orthogonal = |site: usize| {
                let relation = ludarium_board::Relation::Orthogonal;
                let near = topology.neighbours(kind, site as u32, relation);
                near.iter().map(|&near| near as usize)
            };
            Surroundings {
                border: (0..sites as i32).filter(at_border).collect(),
                orthogonal: crate::ir::NeighbourSets::new(sites, orthogonal),
            }
        })
    }

    /// The number of players.
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

    /// The regions of the equipment that are fixed for the whole game and belong to `player`: 0 for
    /// no one, players + 1 for all. They are sets of slots.
    #[must_use]
    pub fn regions(&self, player: usize) -> &[SiteSet] {
        self.player_regions.get(player).map_or(&[], Vec::as_slice)
    }

    /// The kinds of pieces; entry 0 is "no piece".
    #[must_use]
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// The deduction puzzle, if the game is one.
    #[must_use]
    pub fn puzzle(&self) -> Option<&crate::puzzle::Puzzle> {
        self.puzzle.as_ref()
    }

    /// The memory layout of the game's states.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The kind of piece that a count without a kind denotes: the first that is not a die.
    pub(crate) fn seed(&self) -> usize {
        (1..self.components.len())
            .find(|&what| self.components[what].die.is_none())
            .unwrap_or(0)
    }

    /// The last kind of piece of the equipment.
    pub(crate) fn last_kind(&self) -> Option<usize> {
        let covering = usize::from(self.cover > 0);
        (self.components.len() - covering)
            .checked_sub(1)
            .filter(|&what| what > 0)
    }

    /// The condition on the counts of the origin sites, in games where all pieces are seeds. It is
    /// evaluated for all sites before one of them is drawn.
    pub(crate) fn seed_count_condition<'g>(&self, from: &'g Origin) -> Option<&'g Bool> {
        let seeds = self.flags.counts && self.layout.levels == 0 && self.owners.len() == 2;
        let cond = from.cond.as_ref()?;
        (seeds && cond.asks_for_count_on(Iter::From)).then_some(cond)
    }

    /// Whether the description itself lists a pass somewhere.
    pub(crate) fn lists_passes(&self) -> bool {
        let own = self.rules.iter().enumerate();
        own.filter(|&(id, _)| id != usize::from(self.forced_pass))
            .any(|(_, rule)| rule.decision && matches!(rule.kind, RuleKind::Pass))
    }

    /// The number of rotations of a piece: the larger of the numbers of directions that cells and
    /// vertices support.
    pub(crate) fn rotations(&self) -> i32 {
        let supported = |kind| {
            let relation = ludarium_board::Relation::All;
            self.board.topology.supported(kind, relation).len()
        };
        let cells = supported(ludarium_board::SiteType::Cell);
        let vertices = supported(ludarium_board::SiteType::Vertex);
        cells.max(vertices).max(1) as i32
    }

    /// Whether a number computed by the rules is the number of a kind of piece.
    #[inline]
    pub(crate) fn is_kind(&self, what: i32) -> bool {
        what > 0 && (what as usize) < self.owners.len()
    }

    /// The index of the list of a state that holds the targets of automatic moves.
    pub(crate) fn automove_list(&self) -> usize {
        self.lists.len() + 1
    }

    /// The index of the list of a state that holds the sites of a region drawn before the start.
    pub(crate) fn drawn_list(&self, drawn: usize) -> usize {
        self.automove_list() + 1 + drawn
    }

    /// The number of lists in a state.
    pub(crate) fn list_count(&self) -> usize {
        let drawn = self
            .named_sites
            .iter()
            .filter(|named| named.drawn.is_some());
        let passed = usize::from(self.flags.last_between);
        let pushed = usize::from(self.flags.last_reached);
        let who_passed = usize::from(self.remembers_passes());
        let first = self.automove_list() + 1 + drawn.count();
        first + who_passed + pushed + passed + self.piece_list_count()
    }

    /// The number of lists of pieces, which are the last lists of a state.
    fn piece_list_count(&self) -> usize {
        if self.lists_pieces {
            self.owners.len()
        } else {
            0
        }
    }

    /// The index of the list of a state that holds the slots that the last move passed, if a rule
    /// reads them.
    pub(crate) fn passed_list(&self) -> Option<usize> {
        let end = || self.list_count() - self.piece_list_count();
        self.flags.last_between.then(|| end() - 1)
    }

    /// Whether situations that may not be repeated are distinguished by who has passed last.
    fn remembers_passes(&self) -> bool {
        self.meta.no_repeat == Some(crate::ir::Repetition::Situational)
    }

    /// The index of the list of a state that holds the players whose last move was a pass, as bits,
    /// if a rule tells situations apart by them.
    pub(crate) fn who_passed_list(&self) -> Option<usize> {
        let after = usize::from(self.flags.last_reached) + usize::from(self.flags.last_between);
        let end = || self.list_count() - self.piece_list_count() - after;
        self.remembers_passes().then(|| end() - 1)
    }

    /// The index of the list of a state that holds the slots onto which the last move has pushed
    /// pieces, if a rule reads them.
    pub(crate) fn pushed_list(&self) -> Option<usize> {
        let passed = usize::from(self.flags.last_between);
        let end = || self.list_count() - self.piece_list_count() - passed;
        self.flags.last_reached.then(|| end() - 1)
    }

    /// The limits after which a game is drawn that its rules do not end.
    #[must_use]
    pub fn turn_limits(&self) -> TurnLimits {
        self.limits
    }

    /// The limits that the game was compiled with.
    #[must_use]
    pub fn resource_limits(&self) -> ResourceLimits {
        self.resources
    }

    /// The kernel of the game, if it has one.
    pub(crate) fn kernel(&self) -> Option<&crate::fast::Kernel> {
        let find = || crate::fast::Kernel::of(self).map(Arc::new);
        self.kernel.get_or_init(find).as_deref()
    }

    pub(crate) fn effect(&self, id: EffectId) -> &Moves {
        &self.effects[id as usize]
    }
}
