//! How many moves men have, told for all of them at once, and which is the n-th.
//!
//! Where all ways of the men of a kind are told by fronts, a move is drawn without a blank and
//! without a list. The evaluator draws so, too; where debug assertions are on it lists the moves as
//! well, and puts them in the order in which they are counted here: by fronts, then by slots; after
//! them those that are in no front.

use super::draw::count;
use super::front::{ByClass, Front, OfKind};
use super::reach::is_shut;
use super::read::Reader;
use super::region::both;
use super::rule::{Pieces, Ply, Way, Ways};
use super::terms::{Region, Test};
use super::{Course, Gen, Phase, PieceKernel};
use crate::chance::SplitMix64;
use crate::game::Game;
use crate::mv::Move;
use crate::set::nth;
use crate::state::State;

/// Men of a kind who have only moves that are told by fronts.
#[derive(Clone, Debug)]
pub(super) struct Rank {
    pub front: Front,
    /// By slot: the move of a man there.
    plies: Box<[Ply]>,
}

/// Of so few fronts most men of few kinds are.
const FEWEST: usize = 4;

/// With more fronts than this men are not counted where tickets may be drawn instead.
const MOST: usize = 8;

/// More fronts than this are never counted for one move.
const WIDEST: usize = 16;

/// How moves of a phase are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drawing {
    /// By tickets, or from a list.
    Tickets,
    /// By counting those of few fronts, or of many; of as many as a muster has room for.
    Fewest,
    Few,
    Many,
}

impl Ways {
    /// All of them that may ever be open, each with the site.
    pub fn by_site(&self) -> impl Iterator<Item = (usize, &Way)> + Clone {
        let sites = 0..self.first.len().saturating_sub(1);
        let each = sites.flat_map(|site| self.at(site).iter().map(move |way| (site, way)));
        each.filter(|(_, way)| !is_shut(&self.guards[usize::from(way.guard)]))
    }
}

/// What men of a kind are counted by; `None` where some of their ways on so many sites are not told
/// by what stands on two sites, or two men on one site would go alike.
pub(super) fn ranks<'w>(
    ways: impl Iterator<Item = (usize, &'w Way)>,
    sites: usize,
) -> Option<Box<[Rank]>> {
    let mut ranks = Vec::<Rank>::new();
    for (site, way) in ways {
        if way.gate.classes.contains(&0) {
            continue;
        }
        if !way.sure || way.nth > 0 || way.clear > 0 {
            return None;
        }
        let ply = way.goes_surely(site);
        let front = Front::of_way(way, site);
        let many = ranks.len();
        match ranks.iter_mut().find(|rank| rank.front.goes_as(&front)) {
            Some(rank) if rank.front.has(site) => return None,
            Some(rank) => {
                rank.front.add(site);
                rank.plies[site] = ply;
            }
            None if many == MOST => return None,
            None => {
                let plies = vec![ply; sites].into();
                ranks.push(Rank { front, plies });
            }
        }
    }
    Some(ranks.into())
}

impl Gen {
    /// How one of these moves is drawn: by counting them where there are men in ranks, and all
    /// other moves are listed at any rate.
    pub fn drawing(&self, reader: &Reader<'_>) -> Drawing {
        let most = self.ranks(reader).unwrap_or(0);
        let width = self.width();
        if !(1..=MOST).contains(&most) || width > WIDEST {
            Drawing::Tickets
        } else if width > MOST {
            Drawing::Many
        } else if width > FEWEST {
            Drawing::Few
        } else {
            Drawing::Fewest
        }
    }

    /// How many ranks are counted at once at most.
    fn width(&self) -> usize {
        match self {
            Gen::If(_, yes, no) => yes.width().max(no.width()),
            Gen::Priority(parts) => parts.iter().map(Gen::width).max().unwrap_or(0),
            Gen::All(parts) => parts.iter().map(Gen::width).sum(),
            Gen::Pieces(pieces) if pieces.counted => pieces.most_ranks(),
            _ => 0,
        }
    }

    /// How many ranks are looked at for one move at most; `None` where there are moves better drawn
    /// in another way. Men who are not counted are listed beside others who are.
    fn ranks(&self, reader: &Reader<'_>) -> Option<usize> {
        let of = |gen: &Gen| gen.ranks(reader);
        match self {
            Gen::None | Gen::Longest(_) => Some(0),
            Gen::If(_, yes, no) => Some(of(yes)?.max(of(no)?)),
            // What comes before the last is listed otherwise, which is dearer.
            Gen::Priority(parts) => {
                let first = parts.iter().filter_map(of).max().unwrap_or(0);
                Some(parts.last().map_or(Some(0), of)?.max(first.min(MOST)))
            }
            Gen::All(parts) => {
                let tickets = |part: &&Gen| matches!(part, Gen::Pieces(pieces) if !pieces.counted);
                let others = parts.iter().filter(|part| !tickets(part));
                let most = others.map(of).sum::<Option<usize>>()?;
                (most > 0 || !parts.iter().any(|part| tickets(&part))).then_some(most)
            }
            Gen::Pieces(pieces) if pieces.whose.is_some() => Some(0),
            Gen::Pieces(pieces) if !pieces.counted => None,
            Gen::Pieces(pieces) => Some(pieces.most_ranks()),
            Gen::Rule(id) => (!reader.is_source(*id)).then_some(0),
            // As good as a rank: where something would be captured is a set.
            Gen::Sites(_, id) => reader.captures(*id).then_some(1),
            _ => None,
        }
    }
}

/// The moves of men to draw from, rank by rank.
struct Muster<'k, const W: usize, const N: usize> {
    ranks: [Option<&'k Rank>; N],
    sets: [[u64; W]; N],
    /// How many moves there are in each rank and those before it; beyond the last rank there is
    /// nobody.
    upto: [u32; N],
    many: usize,
    counted: u32,
}

impl<'k, const W: usize> Course<'k, W> {
    /// A uniformly random one of a phase's moves.
    #[inline(always)]
    pub(super) fn draw_in(&mut self, phase: &'k Phase, pick: &mut SplitMix64) -> Option<Ply> {
        // Which moves it is about is mostly told at a glance.
        let mut moves = &phase.moves;
        while let Gen::If(Test::Barred(bar, cond), yes, no) = moves {
            let holds = !self.is_barred(*bar, cond) && self.test(cond);
            moves = if holds { yes } else { no };
        }
        if let (Drawing::Fewest, Gen::Pieces(pieces)) = (phase.drawing, moves) {
            if pieces.counted {
                return self.draw_of_men::<FEWEST>(pieces, pick);
            }
        }
        match phase.drawing {
            Drawing::Tickets => self.draw(moves, pick),
            Drawing::Fewest => self.sample_counted::<FEWEST>(moves, pick),
            Drawing::Few => self.sample_counted::<MOST>(moves, pick),
            Drawing::Many => self.sample_counted::<WIDEST>(moves, pick),
        }
    }

    /// A uniformly random one of moves that are counted.
    pub(super) fn sample_counted<const N: usize>(
        &mut self,
        gen: &'k Gen,
        pick: &mut SplitMix64,
    ) -> Option<Ply> {
        match gen {
            Gen::If(cond, yes, no) => match self.test(cond) {
                true => self.sample_counted::<N>(yes, pick),
                false => self.sample_counted::<N>(no, pick),
            },
            Gen::Priority(parts) => {
                let sets = self.by_class(self.board.mover as usize);
                for (at, part) in parts.iter().enumerate() {
                    // Where the last are counted that tells as much, or any of many fronts. Of
                    // others it costs less time to ask first, though more instructions.
                    let counts = (at + 1 == parts.len() || N > MOST) && part.is_all_counted();
                    if !counts && self.nobody_starts_among(part, &sets) {
                        continue;
                    }
                    let ply = match part {
                        Gen::All(_) | Gen::Pieces(_) => self.draw_mustered::<N>(part, &sets, pick),
                        part => self.sample_counted::<N>(part, pick),
                    };
                    if ply.is_some() {
                        return ply;
                    }
                }
                None
            }
            Gen::All(_) | Gen::Pieces(_) => {
                let sets = self.by_class(self.board.mover as usize);
                self.draw_mustered::<N>(gen, &sets, pick)
            }
            Gen::Sites(region, id) => self.draw_captor(region, *id, pick),
            _ => {
                let list = self.list(gen);
                self.draw_listed(list, pick)
            }
        }
    }

    /// The same of men who are all counted.
    #[inline(always)]
    fn draw_of_men<const N: usize>(
        &self,
        pieces: &'k Pieces,
        pick: &mut SplitMix64,
    ) -> Option<Ply> {
        let mover = self.board.mover as usize;
        if let [kind] = &*pieces.of_owner[mover] {
            if let (1, true, [steps], Some(ranks)) = (W, kind.only_steps, &*kind.steps, &kind.ranks)
            {
                let men = self.on_board(kind.kind)[0];
                let empty = self.board.empty()[0];
                let sets = steps.map(|way| men & way.on & empty.rotate_right(way.by));
                return draw_step(&sets, ranks, pick);
            }
        }
        let sets = self.by_class(mover);
        let mut muster = Muster::<W, N>::new();
        self.count_men(pieces, &sets, &mut muster);
        muster.draw(&[], pick)
    }

    /// The same of moves of men, with what stands where, as the mover sees it.
    #[inline]
    fn draw_mustered<const N: usize>(
        &mut self,
        gen: &'k Gen,
        sets: &ByClass<W>,
        pick: &mut SplitMix64,
    ) -> Option<Ply> {
        let mut muster = Muster::<W, N>::new();
        let mut listed = Vec::new();
        let parts = match gen {
            Gen::All(parts) => &parts[..],
            gen => std::slice::from_ref(gen),
        };
        for part in parts {
            match part {
                Gen::Pieces(pieces) if pieces.counted => self.count_men(pieces, sets, &mut muster),
                part => self.count(part, sets, &mut muster, &mut listed),
            }
        }
        let ply = muster.draw(&listed, pick);
        if listed.capacity() > 0 {
            self.give_back(listed);
        }
        ply
    }

    /// Counts the moves of men in ranks, and lists the others.
    fn count<const N: usize>(
        &mut self,
        gen: &'k Gen,
        sets: &ByClass<W>,
        muster: &mut Muster<'k, W, N>,
        listed: &mut Vec<Ply>,
    ) {
        match gen {
            Gen::Pieces(pieces) if pieces.counted => self.count_men(pieces, sets, muster),
            Gen::If(cond, yes, no) => {
                let gen = if self.test(cond) { yes } else { no };
                self.count(gen, sets, muster, listed);
            }
            Gen::All(gens) => {
                let each = gens.iter();
                each.for_each(|gen| self.count(gen, sets, muster, listed));
            }
            _ => {
                if listed.capacity() == 0 {
                    *listed = self.lists.pop().unwrap_or_default();
                }
                self.list_into(gen, listed);
            }
        }
    }

    #[inline(always)]
    fn count_men<const N: usize>(
        &self,
        pieces: &'k Pieces,
        sets: &ByClass<W>,
        muster: &mut Muster<'k, W, N>,
    ) {
        for kind in &pieces.of_owner[self.board.mover as usize] {
            let men = self.on_board(kind.kind);
            if men == [0; W] {
                continue;
            }
            let Some(ranks) = &kind.ranks else { continue };
            for rank in ranks {
                // There are never more (`Gen::drawing`).
                let many = muster.many % N;
                let set = self.abreast(&men, &rank.front, sets);
                muster.counted += count(&set);
                muster.ranks[many] = Some(rank);
                muster.sets[many] = set;
                muster.upto[many] = muster.counted;
                muster.many = many + 1;
            }
        }
    }

    /// A random one of the moves of a rule that captures from each of some sites.
    fn draw_captor(&mut self, region: &'k Region, id: u16, pick: &mut SplitMix64) -> Option<Ply> {
        let set = both(self.region(region), self.captors_of(id)?);
        let total = count(&set);
        if total == 0 {
            return None;
        }
        let site = nth(&set, pick.index(total) as usize)?;
        Some(self.on(id, site))
    }
}

impl<const W: usize, const N: usize> Muster<'_, W, N> {
    /// Of nobody.
    #[inline]
    fn new() -> Self {
        Muster {
            ranks: [None; N],
            sets: [[0; W]; N],
            upto: [u32::MAX; N],
            many: 0,
            counted: 0,
        }
    }

    /// A random one of them, and of others that were listed.
    #[inline(always)]
    fn draw(&self, listed: &[Ply], pick: &mut SplitMix64) -> Option<Ply> {
        let counted = self.counted;
        let total = counted + listed.len() as u32;
        if total == 0 {
            return None;
        }
        let n = pick.index(total);
        if n >= counted {
            return listed.get((n - counted) as usize).copied();
        }
        let at = passed(&self.upto, n);
        let rank = (*self.ranks.get(at)?)?;
        rank.draws(self.sets.get(at)?, self.upto.get(at)? - n)
    }
}

/// How many of some rising numbers are no greater than another: all are looked at, since nobody
/// could foresee which.
#[inline(always)]
fn passed<const N: usize>(upto: &[u32; N], n: u32) -> usize {
    upto.iter().map(|&upto| usize::from(upto <= n)).sum()
}

/// A random one of the moves of men who stand on some slots, by rank.
#[inline(always)]
fn draw_step(sets: &[u64; 4], ranks: &[Rank], pick: &mut SplitMix64) -> Option<Ply> {
    let mut many = 0;
    let upto = sets.map(|set| {
        many += set.count_ones();
        many
    });
    if many == 0 {
        return None;
    }
    let n = pick.index(many);
    let at = passed(&upto, n);
    ranks.get(at)?.draws(&[*sets.get(at)?], upto.get(at)? - n)
}

impl Rank {
    /// The move of that one of some men of it with whom there are so many left.
    #[inline(always)]
    fn draws<const W: usize>(&self, men: &[u64; W], left: u32) -> Option<Ply> {
        let slot = nth(men, count(men).wrapping_sub(left) as usize)?;
        self.plies.get(slot as usize).copied()
    }
}

impl PieceKernel {
    /// Draws one of the counted moves that the mover has in a state: its rule, and where it begins
    /// and ends; `None` where the state holds more than the kernel knows.
    pub fn sample_counted(
        &self,
        game: &Game,
        from: &State,
        pick: &mut SplitMix64,
    ) -> Option<Option<SampledMove>> {
        match self.words() {
            1 => self.draw_counted_in::<1>(game, from, pick),
            2 => self.draw_counted_in::<2>(game, from, pick),
            _ => self.draw_counted_in::<4>(game, from, pick),
        }
    }

    fn draw_counted_in<const W: usize>(
        &self,
        game: &Game,
        from: &State,
        pick: &mut SplitMix64,
    ) -> Option<Option<SampledMove>> {
        let mut course = self.course::<W>(game, from, &SplitMix64::new(0))?;
        course.deciding = true;
        let ply = course.draw_in(course.phase(), pick);
        Some(ply.map(|ply| SampledMove {
            rule: ply.rule,
            from: i32::from(ply.from),
            to: i32::from(ply.to),
        }))
    }

    /// Puts moves of a phase in the order in which they are counted, as men of some kinds stand on
    /// the slots.
    pub fn sort_moves(&self, phase: usize, moves: &mut [Move], what: impl Fn(usize) -> usize) {
        let Some(phase) = self.phases.get(phase) else {
            return;
        };
        let mut men = Vec::new();
        phase.moves.counted_men(&mut men);
        moves.sort_by_cached_key(|mv| {
            let slot = Some(usize::from(mv.from)).filter(|&slot| slot < self.board_sites);
            let mut places = men.iter().enumerate();
            let place = places.find_map(|(nth, pieces)| {
                let (kind, rank) = pieces.place(mv, what(slot?))?;
                Some((nth, kind, rank, slot))
            });
            // All others follow.
            (place.is_none(), place)
        });
    }
}

/// A move that was drawn: its rule, and where it begins and ends, -1 for nowhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SampledMove {
    pub rule: u16,
    pub from: i32,
    pub to: i32,
}

impl Gen {
    /// Whether all of them are moves of men who are counted.
    fn is_all_counted(&self) -> bool {
        match self {
            Gen::Pieces(pieces) => pieces.counted,
            Gen::All(parts) => parts.iter().all(Gen::is_all_counted),
            _ => false,
        }
    }

    /// The men who are counted, in their order.
    fn counted_men<'g>(&'g self, men: &mut Vec<&'g Pieces>) {
        match self {
            Gen::If(_, yes, no) => {
                yes.counted_men(men);
                no.counted_men(men);
            }
            Gen::Priority(parts) | Gen::All(parts) => {
                parts.iter().for_each(|part| part.counted_men(men));
            }
            Gen::Pieces(pieces) if pieces.counted => men.push(pieces),
            _ => {}
        }
    }
}

impl Pieces {
    /// How many ranks there are of one owner's men, at most.
    fn most_ranks(&self) -> usize {
        let of_kind = |kind: &OfKind| kind.ranks.as_ref().map_or(0, |ranks| ranks.len());
        let kinds = self.of_owner.iter();
        let each = kinds.map(|kinds| kinds.iter().map(of_kind).sum());
        each.max().unwrap_or(0)
    }

    /// The place of a move among those of men of a kind who are counted: which kind of its owner's,
    /// and which rank.
    fn place(&self, mv: &Move, what: usize) -> Option<(usize, usize)> {
        let slot = usize::from(mv.from);
        let goes = |rank: &Rank| {
            let ply = rank.plies.get(slot);
            let ply = ply.filter(|_| rank.front.has(slot));
            ply.is_some_and(|ply| (ply.rule, ply.to) == (mv.rule, mv.to as i16))
        };
        self.of_owner.iter().find_map(|kinds| {
            let nth = kinds.iter().position(|kind| kind.kind == what)?;
            let mut ranks = kinds[nth].ranks.iter().flatten();
            Some((nth, ranks.position(goes)?))
        })
    }
}
