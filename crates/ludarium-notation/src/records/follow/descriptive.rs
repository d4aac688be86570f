//! Moves told by the names of files, as English books had them: `P-K4`, `KtxP`, `KBP x P`, `R(R1)-K1`.
//!
//! A file is called after the man who stands on it in the player's first row at the start, with the side of king or
//! queen before his sign where there are two of him; the ranks count from the player who moves.

use ludarium_engine::{Action, Move, SplitMix64, State};

use super::{Branch, Follower, SEED};
use crate::replay::ply::{Man, Ply, Step};

/// The sign of a pawn, who is called after his file.
const PAWN: &str = "P";

/// The files of a board as a player calls them.
struct Files {
    /// Each man of the first row: his column and kind, and whether he stands on the queen's side.
    men: Vec<(u32, usize, bool)>,
    /// The row of the first rank, and whether the ranks count down from it.
    home: u32,
    down: bool,
}

/// Of whom a word speaks.
struct Meant<'t> {
    sign: &'t str,
    /// Files, where the word names one: of pawns.
    columns: Option<Vec<u32>>,
    /// Whether he is the queen's, where the word says so.
    queens: Option<bool>,
}

impl Follower<'_> {
    /// Whether a ply names a square that the board does not have by its file: `P-K4`.
    pub fn tells_by_files(&self, ply: &Ply) -> bool {
        let [Step::Move(_, to)] = ply.steps.as_slice() else {
            return false;
        };
        let head = to.trim_end_matches(|c: char| c.is_ascii_digit());
        let ranked = head.len() < to.len() && head.starts_with(['K', 'Q']);
        ranked
            && self.slot(to).is_err()
            && self
                .files(1)
                .is_some_and(|files| !self.columns(&files, head).is_empty())
    }

    /// The one legal move that a ply in this notation tells; nothing, if it is written otherwise.
    ///
    /// # Errors
    /// If none is legal or several are.
    pub(super) fn by_files(&self, branch: &Branch, ply: &Ply) -> Result<Option<Step>, String> {
        let state = &branch.state;
        let player = state.mover();
        let files = self.by_files.then(|| self.files(player)).flatten();
        let ([Step::Move(from, to)], Some(files)) = (ply.steps.as_slice(), files) else {
            return Ok(None);
        };
        // `R(R1)-K1`: the square he comes from stands behind his sign.
        let (word, origins) = match &ply.man {
            Some(Man::Sign(sign)) if self.man(&files, sign).is_some() => {
                (sign.as_str(), self.squares(&files, from))
            }
            _ => (from.as_str(), Vec::new()),
        };
        let Some(who) = self.man(&files, word) else {
            return Ok(None);
        };
        let targets = self.squares(&files, to);
        let victim = self.man(&files, to).filter(|_| ply.captures);
        if targets.is_empty() && victim.is_none() {
            return Ok(None);
        }
        let (mut position, mut legal) = (state.clone(), Vec::new());
        self.game.legal(&mut position, &mut legal);
        let mut ways: Vec<(usize, usize)> = Vec::new();
        for mv in legal {
            let Some((origin, target)) = self.ends(mv) else {
                continue;
            };
            let comes = match &victim {
                Some(victim) => self.takes(state, &branch.chance, mv, victim),
                None => targets.contains(&target),
            };
            let is_he = self.is_one(state, origin, &who)
                && (origins.is_empty() || origins.contains(&origin));
            if is_he && comes && !ways.contains(&(origin, target)) {
                ways.push((origin, target));
            }
        }
        if let (Some(queens), true) = (who.queens, ways.len() > 1) {
            let half = |slot: usize| {
                self.column(slot)
                    .is_some_and(|column| files.is_queens(column) == queens)
            };
            ways.retain(|(origin, _)| half(*origin));
        }
        let label = |slot: usize| self.signs.plan.label(self.game, slot as i32);
        match ways.as_slice() {
            [(origin, target)] => Ok(Some(Step::Move(label(*origin), label(*target)))),
            [] => Err(format!("no {word} of player {player} can go so")),
            several => {
                let told = several
                    .iter()
                    .map(|(origin, target)| format!("{}-{}", label(*origin), label(*target)));
                Err(format!(
                    "it may be {}",
                    told.collect::<Vec<_>>().join(" or ")
                ))
            }
        }
    }

    /// The first row of a player at the start, where a king and one other man of his kind alone stand beside each other.
    fn files(&self, player: usize) -> Option<Files> {
        let state = self.game.start(&mut SplitMix64::new(SEED));
        let own = |slot: &usize| {
            state.what(*slot) != 0 && self.signs.glyphs.owner(state.what(*slot)) == player
        };
        let board = 0..self.game.layout().board_sites;
        let king = board
            .clone()
            .filter(own)
            .find(|slot| self.is_written(state.what(*slot), "K"))?;
        let (home, kings) = (self.row(king)?, self.column(king)?);
        let row = board
            .filter(own)
            .filter(|slot| self.row(*slot) == Some(home));
        let men: Vec<(u32, usize)> = row
            .filter_map(|slot| Some((self.column(slot)?, state.what(slot))))
            .collect();
        let alone = |what: usize| men.iter().filter(|(_, own)| *own == what).count() == 1;
        let mut beside = men
            .iter()
            .filter(|(column, what)| column.abs_diff(kings) == 1 && alone(*what));
        let queen = beside.clone().find(|(_, what)| self.is_written(*what, "Q"));
        let queen = queen.or_else(|| beside.next())?.0;
        let queens = |column: u32| (column < kings) == (queen < kings) && column != kings;
        let rows = (0..self.game.layout().board_sites).filter_map(|slot| self.row(slot));
        let last = rows.max()?;
        Some(Files {
            men: men
                .iter()
                .map(|(column, what)| (*column, *what, queens(*column)))
                .collect(),
            home,
            down: home * 2 > last,
        })
    }

    fn row(&self, slot: usize) -> Option<u32> {
        let board = self.game.board();
        let site = board.topology.sites(board.default_site).get(slot)?;
        Some(site.row)
    }

    fn column(&self, slot: usize) -> Option<u32> {
        let board = self.game.board();
        let site = board.topology.sites(board.default_site).get(slot)?;
        Some(site.column)
    }

    /// Origin and target of a move on the board.
    fn ends(&self, mv: Move) -> Option<(usize, usize)> {
        let on_board = |slot: i32| {
            usize::try_from(slot)
                .ok()
                .filter(|slot| *slot < self.game.layout().board_sites)
        };
        on_board(mv.origin())
            .zip(on_board(mv.target()))
            .filter(|(origin, target)| origin != target)
    }

    /// The columns of the files that a word names: `KB`, `B` of either side.
    fn columns(&self, files: &Files, word: &str) -> Vec<u32> {
        let sided = [("K", false), ("Q", true)];
        let named = |what: usize, queens: bool| {
            let of_side = sided.iter().any(|(side, own)| {
                *own == queens
                    && word
                        .strip_prefix(side)
                        .is_some_and(|sign| self.is_written(what, sign))
            });
            of_side || self.is_written(what, word)
        };
        let men = files
            .men
            .iter()
            .filter(|(_, what, queens)| named(*what, *queens));
        men.map(|(column, ..)| *column).collect()
    }

    /// The squares that a word may name: `K4`, `QB3`, `B3`.
    fn squares(&self, files: &Files, word: &str) -> Vec<usize> {
        let head = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let Some(rank) = word[head.len()..]
            .parse::<u32>()
            .ok()
            .and_then(|rank| rank.checked_sub(1))
        else {
            return Vec::new();
        };
        let row = match files.down {
            true => files.home.checked_sub(rank),
            false => files.home.checked_add(rank),
        };
        let columns = self.columns(files, head);
        let named = |slot: &usize| {
            row.is_some()
                && self.row(*slot) == row
                && self
                    .column(*slot)
                    .is_some_and(|column| columns.contains(&column))
        };
        (0..self.game.layout().board_sites).filter(named).collect()
    }

    /// The man of whom a word speaks: `Kt`, `KR`, `QBP`.
    fn man<'t>(&self, files: &Files, word: &'t str) -> Option<Meant<'t>> {
        let plain = |sign| Meant {
            sign,
            columns: None,
            queens: None,
        };
        if word.contains(|c: char| c.is_ascii_digit()) {
            return None;
        }
        if self.is_sign(word) {
            return Some(plain(word));
        }
        let (head, last) = word.split_at_checked(word.len().checked_sub(1)?)?;
        let columns = self.columns(files, head);
        if !columns.is_empty() && last.eq_ignore_ascii_case(PAWN) && self.is_sign(last) {
            return Some(Meant {
                columns: Some(columns),
                ..plain(last)
            });
        }
        let sided = [("K", false), ("Q", true)].into_iter();
        let mut sided = sided.filter_map(|(side, queens)| Some((word.strip_prefix(side)?, queens)));
        let (sign, queens) = sided.find(|(sign, _)| self.is_sign(sign))?;
        Some(Meant {
            queens: Some(queens),
            ..plain(sign)
        })
    }

    /// Whether the man on a site may be the one a word speaks of, whosever he is.
    fn is_one(&self, state: &State, slot: usize, meant: &Meant) -> bool {
        let on_file = |columns: &Vec<u32>| {
            self.column(slot)
                .is_some_and(|column| columns.contains(&column))
        };
        self.is_written(state.what(slot), meant.sign) && meant.columns.as_ref().is_none_or(on_file)
    }

    /// Whether a move takes such a man, where it arrives or in passing.
    fn takes(&self, state: &State, chance: &SplitMix64, mv: Move, victim: &Meant) -> bool {
        let Some((_, target)) = self.ends(mv) else {
            return false;
        };
        let foreign = |slot: usize| {
            state.what(slot) != 0
                && self.signs.glyphs.owner(state.what(slot)) != state.mover()
                && self.is_one(state, slot, victim)
        };
        if state.what(target) != 0 {
            return foreign(target);
        }
        let actions = self
            .game
            .explain(&mut state.clone(), mv, &mut chance.clone());
        actions.iter().any(|action| match action {
            Action::Remove { at, .. } => usize::try_from(self.at(*at)).is_ok_and(foreign),
            _ => false,
        })
    }
}

impl Files {
    /// Whether a column lies on the queen's side.
    fn is_queens(&self, column: u32) -> bool {
        self.men
            .iter()
            .any(|(own, _, queens)| *own == column && *queens)
    }
}
