//! English descriptive notation: `P-K4`, `KtxP`, `KBP x P`, `R(R1)-K1`.
//!
//! A file is named after the piece that stands on it in the player's first row at the start, with K
//! or Q for its side before the piece's sign where there are two; ranks count from the mover's
//! side.

use ludarium_engine::{Action, Move, SplitMix64, State};

use super::{Interpretation, Replayer, SEED};
use crate::records::written_move::{PieceHint, Step, WrittenMove};
use crate::records::RecordError;

/// The sign of a pawn, which is named after its file.
const PAWN: &str = "P";

/// The files of a board as a player names them.
struct Files {
    /// For each piece of the first row its column, its kind, and whether it is on the queen's side.
    pieces: Vec<(u32, usize, bool)>,
    /// The row of the first rank, and whether the ranks count down from it.
    home: u32,
    down: bool,
}

/// The piece that a word names.
struct NamedPiece<'t> {
    sign: &'t str,
    /// The columns of a pawn, where the word names its file.
    columns: Option<Vec<u32>>,
    /// Whether the piece is the queen's, where the word tells.
    queens: Option<bool>,
}

impl Replayer<'_> {
    /// Whether a written move names its target by file, as in `P-K4`, and not by a label of the
    /// board.
    pub(in crate::records) fn uses_file_names(&self, written: &WrittenMove) -> bool {
        let [Step::Move(_, to)] = written.steps.as_slice() else {
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

    /// The only legal move that a move in this notation means; `None` if it is written otherwise.
    ///
    /// # Errors
    /// If no such move is legal, or several are.
    pub(super) fn by_files(
        &self,
        branch: &Interpretation,
        written: &WrittenMove,
    ) -> Result<Option<Step>, RecordError> {
        let state = &branch.state;
        let player = state.mover();
        let files = self.by_files.then(|| self.files(player)).flatten();
        let ([Step::Move(from, to)], Some(files)) = (written.steps.as_slice(), files) else {
            return Ok(None);
        };
        // In `R(R1)-K1` the origin follows the piece's sign.
        let (word, origins) = match &written.piece {
            Some(PieceHint::Sign(sign)) if self.named_piece(&files, sign).is_some() => {
                (sign.as_str(), self.squares(&files, from))
            }
            _ => (from.as_str(), Vec::new()),
        };
        let Some(who) = self.named_piece(&files, word) else {
            return Ok(None);
        };
        let targets = self.squares(&files, to);
        let victim = self.named_piece(&files, to).filter(|_| written.captures);
        if targets.is_empty() && victim.is_none() {
            return Ok(None);
        }
        let (mut position, mut legal) = (state.clone(), Vec::new());
        self.game.legal(&mut position, &mut legal);
        let mut ends: Vec<(usize, usize)> = Vec::new();
        for mv in legal {
            let Some((origin, target)) = self.ends(mv) else {
                continue;
            };
            let comes = match &victim {
                Some(victim) => self.takes(state, &branch.chance, mv, victim),
                None => targets.contains(&target),
            };
            let is_it = self.is_one(state, origin, &who)
                && (origins.is_empty() || origins.contains(&origin));
            if is_it && comes && !ends.contains(&(origin, target)) {
                ends.push((origin, target));
            }
        }
        if let (Some(queens), true) = (who.queens, ends.len() > 1) {
            let half = |slot: usize| {
                self.column(slot)
                    .is_some_and(|column| files.is_queens(column) == queens)
            };
            ends.retain(|(origin, _)| half(*origin));
        }
        let label = |slot: usize| self.labels.board.label(self.game, slot as i32);
        match ends.as_slice() {
            [(origin, target)] => Ok(Some(Step::Move(label(*origin), label(*target)))),
            [] => Err(format!("no {word} of player {player} can go so").into()),
            several => {
                let texts = several
                    .iter()
                    .map(|(origin, target)| format!("{}-{}", label(*origin), label(*target)));
                let texts: Vec<String> = texts.collect();
                Err(format!("it may be {}", texts.join(" or ")).into())
            }
        }
    }

    /// The files by a player's first row at the start, if a king stands there beside a piece that
    /// is the only one of its kind.
    fn files(&self, player: usize) -> Option<Files> {
        let state = self.game.start(&mut SplitMix64::new(SEED));
        let own = |slot: &usize| {
            state.what(*slot) != 0 && self.labels.glyphs.owner(state.what(*slot)) == player
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
        let pieces: Vec<(u32, usize)> = row
            .filter_map(|slot| Some((self.column(slot)?, state.what(slot))))
            .collect();
        let alone = |what: usize| pieces.iter().filter(|(_, own)| *own == what).count() == 1;
        let mut beside = pieces
            .iter()
            .filter(|(column, what)| column.abs_diff(kings) == 1 && alone(*what));
        let queen = beside.clone().find(|(_, what)| self.is_written(*what, "Q"));
        let queen = queen.or_else(|| beside.next())?.0;
        let queens = |column: u32| (column < kings) == (queen < kings) && column != kings;
        let rows = (0..self.game.layout().board_sites).filter_map(|slot| self.row(slot));
        let last = rows.max()?;
        Some(Files {
            pieces: pieces
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

    /// The origin and target of a move on the board.
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

    /// The columns of the files that a word names: `KB`, or `B` of either side.
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
        let pieces = files
            .pieces
            .iter()
            .filter(|(_, what, queens)| named(*what, *queens));
        pieces.map(|(column, ..)| *column).collect()
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

    /// The piece that a word names: `Kt`, `KR`, `QBP`.
    fn named_piece<'t>(&self, files: &Files, word: &'t str) -> Option<NamedPiece<'t>> {
        let plain = |sign| NamedPiece {
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
            return Some(NamedPiece {
                columns: Some(columns),
                ..plain(last)
            });
        }
        let sided = [("K", false), ("Q", true)].into_iter();
        let mut sided = sided.filter_map(|(side, queens)| Some((word.strip_prefix(side)?, queens)));
        let (sign, queens) = sided.find(|(sign, _)| self.is_sign(sign))?;
        Some(NamedPiece {
            queens: Some(queens),
            ..plain(sign)
        })
    }

    /// Whether the piece on a site, of either owner, may be the named one.
    fn is_one(&self, state: &State, slot: usize, piece: &NamedPiece) -> bool {
        let on_file = |columns: &Vec<u32>| {
            self.column(slot)
                .is_some_and(|column| columns.contains(&column))
        };
        self.is_written(state.what(slot), piece.sign) && piece.columns.as_ref().is_none_or(on_file)
    }

    /// Whether a move captures the named piece, on its target or in passing.
    fn takes(&self, state: &State, chance: &SplitMix64, mv: Move, victim: &NamedPiece) -> bool {
        let Some((_, target)) = self.ends(mv) else {
            return false;
        };
        let foreign = |slot: usize| {
            state.what(slot) != 0
                && self.labels.glyphs.owner(state.what(slot)) != state.mover()
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
        self.pieces
            .iter()
            .any(|(own, _, queens)| *own == column && *queens)
    }
}
