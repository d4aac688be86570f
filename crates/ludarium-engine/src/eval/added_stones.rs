//! What follows from placing a stone or carrying a piece, known without doing so.
//!
//! Where a rule places one piece and does nothing else to the board but take pieces of the enemy,
//! what is empty before the move is empty after it: a stone next to an empty site has a liberty.
//! Where nothing is taken, either, the key of the position differs by that one stone; and where a
//! piece is only carried to another site, by that piece and what it takes there.

use super::legality::by_player;
use super::stone_groups::Taken;
use super::Evaluator;
use crate::game::Game;
use crate::ir::{
    Bool, Capture, CaptureKind, Cmp, Dirs, Int, Iter, Mask, Moves, Repetition, RuleKind, TableId,
};
use crate::set::SiteSet;
use crate::state::mix;
use crate::Move;

/// What a rule does besides placing one piece of the mover's on the board: it takes pieces of the
/// enemy, and changes nothing else there, nor whose turn it is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Adding {
    /// The steps along which it encloses what it takes.
    encloses: Vec<TableId>,
    /// Whether it may take pieces in another way.
    takes_otherwise: bool,
    /// Whether it encloses under a condition.
    at_times: bool,
    /// Whether it spares some of the enemies that it encloses.
    spares_some: bool,
    /// Whether all that is enclosed is removed: every player has one kind of piece, and nothing
    /// else decides it.
    pub(super) takes_surely: bool,
    /// The steps by which groups of stones tell what it takes: it encloses all enemies along them
    /// and takes nothing else, and they lead both ways.
    pub(super) groups: Option<TableId>,
}

/// Determines the rules that only add a piece, once those are known that only carry one.
pub(crate) fn mark(game: &mut Game) {
    if game.layout.levels > 0 || game.cover > 0 {
        return;
    }
    for index in 0..game.rules.len() {
        game.rules[index].adding = adding(game, index);
    }
    let foreseen = game
        .rules
        .iter()
        .any(|rule| rule.only_carries || rule.adding.is_some());
    game.flags.keys_are_foreseen = foreseen && in_key(game);
}

/// Whether the kinds of pieces on the sites are all that the key of a position tells.
fn in_key(game: &Game) -> bool {
    game.layout.kinds_only && game.layout.places.is_empty()
}

fn adding(game: &Game, index: usize) -> Option<Adding> {
    let rule = &game.rules[index];
    let RuleKind::Add {
        what,
        to,
        state: None,
        count: None,
        stack: false,
    } = &rule.kind
    else {
        return None;
    };
    let own_kind = |what: &Int| {
        let kinds = by_player(what).filter(|(_, of_mover)| *of_mover);
        kinds.is_some_and(|(kinds, _)| {
            // What follows the players is for all of them together.
            let mut kinds = (kinds.iter().enumerate().skip(1)).take(game.players);
            kinds.all(|(player, &kind)| {
                let owner = usize::try_from(kind).ok().and_then(|k| game.owners.get(k));
                owner.is_some_and(|&owner| kind > 0 && usize::from(owner) == player)
            })
        })
    };
    let bare = rule.before.is_empty()
        // What is worked out before the stone stands begins at the last stone.
        && !rule.early_then
        && !rule.listing_chance
        && !rule.overflows
        && rule.rotation_cell.is_none()
        && to.site_type == game.layout.own
        && to.level.is_none();
    if !bare || !what.iter().all(own_kind) {
        return None;
    }
    let mut adding = Adding::default();
    let applied = to.effect.as_ref().and_then(|effect| effect.effect);
    let mut effects = applied.iter().chain(&rule.thens);
    effects.try_for_each(|&id| adding.add(game, game.effect(id), 0))?;
    let kinds = game.owners.iter().skip(1);
    let kinds_of = |player: usize| {
        kinds
            .clone()
            .filter(|own| usize::from(**own) == player)
            .count()
    };
    adding.takes_surely =
        !adding.at_times && game.players == 2 && (1..=2).all(|player| kinds_of(player) == 1);
    adding.groups = adding.encloses.first().copied().filter(|&table| {
        in_key(game)
            && !adding.takes_otherwise
            && !adding.spares_some
            && adding.encloses.iter().all(|other| *other == table)
            && game.tables[usize::from(table)].is_adjacency(game.layout.board_sites)
    });
    Some(adding)
}

impl Adding {
    /// Adds what an effect takes; `None` where it may do something else.
    fn add(&mut self, game: &Game, moves: &Moves, depth: u32) -> Option<()> {
        if depth > 16 {
            return None;
        }
        match moves {
            Moves::None => Some(()),
            Moves::All(parts) | Moves::Priority(parts) | Moves::Seq(parts) => parts
                .iter()
                .try_for_each(|part| self.add(game, part, depth + 1)),
            Moves::If(_, yes, no) => {
                let before = self.encloses.len();
                self.add(game, yes, depth + 1)?;
                let mut no = no.iter();
                no.try_for_each(|no| self.add(game, no, depth + 1))?;
                self.at_times |= self.encloses.len() > before;
                Some(())
            }
            Moves::Capture(capture) => self.add_capture(game, capture, depth + 1),
            Moves::Rule(id) => {
                let rule = &game.rules[usize::from(*id)];
                let beside_the_board = matches!(
                    rule.kind,
                    RuleKind::SetCounter(_)
                        | RuleKind::SetVar { .. }
                        | RuleKind::SetScore { .. }
                        | RuleKind::SetPlayerValue { .. }
                        | RuleKind::Remember { .. }
                );
                if !beside_the_board || !rule.before.is_empty() || rule.listing_chance {
                    return None;
                }
                let mut thens = rule.thens.iter();
                thens.try_for_each(|&then| self.add(game, game.effect(then), depth + 1))
            }
            _ => None,
        }
    }

    fn add_capture(&mut self, game: &Game, capture: &Capture, depth: u32) -> Option<()> {
        let Bool::At(captured @ (Iter::To | Iter::Between), mask) = &capture.target else {
            return None;
        };
        if capture.site_type != game.layout.own || !holds_enemies_only(mask) {
            return None;
        }
        let removes = capture
            .effect
            .as_ref()
            .is_some_and(|effect| removes_at_once(game, effect));
        self.spares_some |= !removes;
        self.spares_some |= !matches!(**mask, Mask::Enemy);
        let from_stone = matches!(capture.from, Int::LastTo | Int::Iter(Iter::To));
        match (capture.kind, &capture.dirs, &capture.except) {
            (CaptureKind::Enclose, Dirs::Table(table), None) if from_stone => {
                self.encloses.push(*table);
            }
            _ => self.takes_otherwise = true,
        }
        self.add_removal(game, capture.effect.as_ref()?, *captured, depth)
    }

    /// Adds what is done to a captured piece: it is removed.
    fn add_removal(
        &mut self,
        game: &Game,
        moves: &Moves,
        captured: Iter,
        depth: u32,
    ) -> Option<()> {
        let removal = match moves {
            Moves::All(parts) | Moves::Seq(parts) if depth < 16 => {
                let mut parts = parts.iter();
                return parts
                    .try_for_each(|part| self.add_removal(game, part, captured, depth + 1));
            }
            Moves::Rule(id) => &game.rules[usize::from(*id)],
            moves => return self.add(game, moves, depth + 1),
        };
        match &removal.kind {
            RuleKind::Remove {
                site_type,
                single: Some(Int::Iter(removed)),
                level: None,
                ..
            } if *site_type == game.layout.own && *removed == captured => {
                if !removal.before.is_empty() || removal.listing_chance {
                    return None;
                }
                let mut thens = removal.thens.iter();
                thens.try_for_each(|&then| self.add(game, game.effect(then), depth + 1))
            }
            _ => self.add(game, moves, depth + 1),
        }
    }
}

/// Whether an effect begins with the removal of a piece, whatever else holds.
fn removes_at_once(game: &Game, moves: &Moves) -> bool {
    match moves {
        Moves::All(parts) | Moves::Seq(parts) => parts
            .first()
            .is_some_and(|first| removes_at_once(game, first)),
        Moves::Rule(id) => matches!(
            game.rules[usize::from(*id)].kind,
            RuleKind::Remove { at_end: false, .. }
        ),
        _ => false,
    }
}

fn holds_enemies_only(mask: &Mask) -> bool {
    match mask {
        Mask::Enemy => true,
        Mask::And(parts) => parts.iter().any(holds_enemies_only),
        Mask::Or(parts) => !parts.is_empty() && parts.iter().all(holds_enemies_only),
        _ => false,
    }
}

/// What is the same for all moves of one list, to tell quickly which of them bring back an earlier
/// position.
pub(super) struct BeforeMoves {
    /// A bit for each of the positions since the last one that cannot come back, by its key.
    keys: Box<[u64; Self::WORDS]>,
    /// The player after the mover.
    next: usize,
    /// The steps by which stones take groups, and the empty sites on which a stone takes nothing.
    quiet: Option<(TableId, SiteSet)>,
}

/// For at most this number of moves all keys are compared with each.
const FEW_MOVES: usize = 8;

impl BeforeMoves {
    const WORDS: usize = 128;

    fn bit(key: u64) -> (usize, u64) {
        ((key >> 6) as usize % Self::WORDS, 1 << (key & 63))
    }

    /// Whether no earlier position has this key, or one that shares its bit.
    fn is_new(&self, key: u64) -> bool {
        let (word, bit) = Self::bit(key);
        self.keys[word] & bit == 0
    }
}

impl<'a> Evaluator<'a> {
    /// What the moves of a list have in common, if that is worth its work and nothing is pending.
    pub(super) fn before_listed(&mut self, moves: &[Move]) -> Option<BeforeMoves> {
        let worth =
            moves.len() > FEW_MOVES && self.game.flags.keys_are_foreseen && !self.reference_mode;
        if !worth || self.is_pending() {
            return None;
        }
        let mut keys = Box::new([0; BeforeMoves::WORDS]);
        for key in self.earlier_keys() {
            let (word, bit) = BeforeMoves::bit(*key);
            keys[word] |= bit;
        }
        let by_groups = |mv: &Move| {
            self.game.rules[usize::from(mv.rule)]
                .adding
                .as_ref()?
                .groups
        };
        let table = moves.first().and_then(by_groups);
        let quiet = table.filter(|_| self.lookahead_depth == 0);
        Some(BeforeMoves {
            keys,
            next: self.next_player(self.state.mover(), 0) as usize,
            quiet: quiet.and_then(|table| Some((table, self.where_stones_take_nothing(table)?))),
        })
    }

    /// The empty sites on which a stone meets a condition about its liberties, as it finds one
    /// beside it; `None` if the condition asks for something else, too.
    pub(super) fn where_liberties_suffice(&self, cond: &Bool) -> Option<SiteSet> {
        let Bool::Compare(cmp, first, second) = cond else {
            return None;
        };
        let (table, cmp, bound) = self.asked_liberties(*cmp, first, second)?;
        if self.reference_mode || cmp.settled_from(1, bound) != Some(true) {
            return None;
        }
        let sites = self.game.layout.board_sites;
        let mut suffice = SiteSet::new(sites);
        let breathing = (0..sites).filter(|&site| self.has_empty_neighbour(table, site));
        breathing.for_each(|site| suffice.insert(site as i32));
        Some(suffice)
    }

    /// Whether a move places a stone on one of these sites and takes pieces of the enemy at most.
    #[inline]
    pub(super) fn places_stone_on(&self, sites: &SiteSet, mv: Move) -> bool {
        let rule = &self.game.rules[usize::from(mv.rule)];
        rule.adding.is_some() && sites.contains(mv.target())
    }

    /// The steps along which a comparison counts the liberties of the stone placed last, and the
    /// constant that it compares them with.
    fn asked_liberties(&self, cmp: Cmp, first: &Int, second: &Int) -> Option<(TableId, Cmp, i32)> {
        let (liberties, cmp, bound) = match (first, second) {
            (first, Int::Const(bound)) => (first, cmp, *bound),
            (Int::Const(bound), second) => (second, cmp.turned(), *bound),
            _ => return None,
        };
        let Int::CountLiberties {
            site_type,
            at,
            dirs: Dirs::Table(table),
            cond: None,
        } = liberties
        else {
            return None;
        };
        let of_stone = matches!(at.as_deref(), None | Some(Int::LastTo));
        let known = of_stone && *site_type == self.game.layout.own && self.lookahead_depth == 0;
        known.then_some((*table, cmp, bound))
    }

    /// Whether a comparison of the placed stone's liberties with a constant holds after a move,
    /// where one liberty decides it and the stone finds one.
    pub(super) fn liberties_decide(
        &mut self,
        mv: Move,
        cmp: Cmp,
        first: &'a Int,
        second: &'a Int,
    ) -> Option<bool> {
        let (table, cmp, bound) = self.asked_liberties(cmp, first, second)?;
        let rule = &self.game.rules[usize::from(mv.rule)];
        let adding = rule.adding.as_ref()?;
        let holds = cmp.settled_from(1, bound)?;
        let to = usize::try_from(mv.target()).ok()?;
        if self.has_empty_neighbour(table, to) {
            return Some(holds);
        }
        if adding.groups != Some(table) {
            return None;
        }
        match self.keeps_liberty(mv, adding, to)? {
            true => Some(holds),
            false => Some(cmp.holds(0, bound)),
        }
    }

    /// Whether a step leads from a slot of the board's own type to another one without a piece.
    pub(super) fn has_empty_neighbour(&self, table: TableId, slot: usize) -> bool {
        let near = self.game.tables[usize::from(table)].steps_of(slot);
        let mut near = near.iter().map(|&site| usize::from(site));
        near.any(|site| site != slot && self.state.is_empty(site))
    }

    /// The key of the board after a stone was placed that is known to take nothing.
    #[inline]
    fn key_after_quiet_stone(&self, before: &BeforeMoves, mv: Move) -> Option<u64> {
        let (table, sites) = before.quiet.as_ref()?;
        let rule = &self.game.rules[usize::from(mv.rule)];
        let by_groups = rule.adding.as_ref()?.groups == Some(*table);
        if !by_groups || !sites.contains(mv.target()) {
            return None;
        }
        self.key_with(mv, usize::from(mv.to))
    }

    /// The key of the board with the piece that a move places.
    #[inline]
    fn key_with(&self, mv: Move, to: usize) -> Option<u64> {
        let kind = u32::try_from(mv.payload[0]).ok().filter(|&kind| kind > 0)?;
        Some(self.state.hash() ^ mix(self.game.layout.what + to, kind))
    }

    /// The key of the board after a move; `None` where the move may do more than carry a piece or
    /// place one.
    fn key_after(&mut self, mv: Move) -> Option<u64> {
        let game = self.game;
        let to = usize::try_from(mv.target()).ok()?;
        let known = game.flags.keys_are_foreseen
            && self.lookahead_depth == 0
            && to < game.layout.board_sites;
        let rule = &game.rules[usize::from(mv.rule)];
        match &rule.adding {
            _ if !known => None,
            Some(adding) => self.key_after_adding(adding, mv, to),
            None if rule.only_carries => self.key_after_carrying(mv, to),
            None => None,
        }
    }

    /// The key of the board after a piece was carried to `to`.
    fn key_after_carrying(&self, mv: Move, to: usize) -> Option<u64> {
        let layout = &self.game.layout;
        let from = usize::try_from(mv.origin()).ok()?;
        let kind = |slot: usize| u32::try_from(self.state.what(slot)).ok();
        let (piece, taken) = (kind(from)?, kind(to)?);
        let leaves = from != to && from < layout.board_sites && piece > 0;
        let changed = mix(layout.what + from, piece)
            ^ mix(layout.what + to, piece)
            ^ mix(layout.what + to, taken);
        leaves.then_some(self.state.hash() ^ changed)
    }

    /// The key of the board after a piece was placed on `to`; `None` where something may be taken.
    fn key_after_adding(&mut self, adding: &Adding, mv: Move, to: usize) -> Option<u64> {
        let free = self.state.is_empty(to) && self.state.is_free(to);
        if adding.takes_otherwise || !free {
            return None;
        }
        let key = self.key_with(mv, to)?;
        match self.taken_by_stone(adding, to) {
            Some(Taken::Nothing) => return Some(key),
            Some(Taken::Groups { key: taken }) => return Some(key ^ taken),
            None => {}
        }
        for &table in &adding.encloses {
            let near = |site: usize| {
                let steps = self.game.tables[usize::from(table)].around(site);
                steps.filter_map(|site| usize::try_from(site).ok())
            };
            let enemy = |site: &usize| self.is_enemy(self.owner_at(*site), self.mover());
            // A stone of the enemy that keeps a liberty of its own is not taken, nor is its group.
            let breathes =
                |site: usize| near(site).any(|free| free != to && self.state.is_free(free));
            if !near(to).filter(enemy).all(breathes) {
                return None;
            }
        }
        Some(key)
    }

    /// Whether a move brings back an earlier position, where that is known without making it.
    pub(super) fn repeats_surely(
        &mut self,
        mv: Move,
        repetition: Repetition,
        before: Option<&BeforeMoves>,
    ) -> Option<bool> {
        // What is pending may count in a situation, which takes the moves after this one to know.
        if self.reference_mode || before.is_none() && self.is_pending() {
            return None;
        }
        let quiet = before.and_then(|before| self.key_after_quiet_stone(before, mv));
        let key = match quiet {
            Some(key) => key,
            None => self.key_after(mv)?,
        };
        let next = match before {
            Some(before) => before.next,
            None => self.next_player(self.state.mover(), 0) as usize,
        };
        let key = self.key_in_situation(key, repetition, next);
        let is_new = before.is_some_and(|before| before.is_new(key));
        Some(!is_new && self.has_come_before(key, 1))
    }
}
