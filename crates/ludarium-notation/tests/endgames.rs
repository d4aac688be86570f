//! Claims about endings of a king and one piece against a king, by all positions of them.

/// A board on which the two kings and a piece stand.
#[derive(Clone, Copy)]
struct Board {
    files: i32,
    ranks: i32,
    piece: Piece,
}

/// How the piece goes.
#[derive(Clone, Copy)]
enum Piece {
    Leaper(&'static [(i32, i32)]),
    Bishop,
}

const KING: &[(i32, i32)] = &[
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
];
const FERZ: &[(i32, i32)] = &[(1, 1), (-1, 1), (-1, -1), (1, -1)];
const KNIGHT: &[(i32, i32)] = &[
    (1, 2),
    (2, 1),
    (-1, 2),
    (-2, 1),
    (1, -2),
    (2, -1),
    (-1, -2),
    (-2, -1),
];

impl Board {
    fn squares(self) -> usize {
        (self.files * self.ranks) as usize
    }

    fn step(self, from: usize, (right, up): (i32, i32)) -> Option<usize> {
        let (file, rank) = (
            from as i32 % self.files + right,
            from as i32 / self.files + up,
        );
        let inside = (0..self.files).contains(&file) && (0..self.ranks).contains(&rank);
        inside.then_some((rank * self.files + file) as usize)
    }

    fn king_steps(self, from: usize) -> impl Iterator<Item = usize> {
        KING.iter().filter_map(move |way| self.step(from, *way))
    }

    fn beside(self, a: usize, b: usize) -> bool {
        a == b || self.king_steps(a).any(|square| square == b)
    }

    /// The squares that the piece attacks, with its king on the board.
    fn attacks(self, piece: usize, king: usize) -> Vec<usize> {
        match self.piece {
            Piece::Leaper(leaps) => leaps
                .iter()
                .filter_map(|way| self.step(piece, *way))
                .collect(),
            Piece::Bishop => FERZ
                .iter()
                .flat_map(|way| {
                    let line = std::iter::successors(self.step(piece, *way), |at| {
                        (*at != king).then(|| self.step(*at, *way)).flatten()
                    });
                    line.collect::<Vec<_>>()
                })
                .collect(),
        }
    }

    /// The squares that the lone king may go to.
    fn escapes(self, king: usize, piece: usize, lone: usize) -> Vec<usize> {
        let attacked = self.attacks(piece, king);
        let free = |to: &usize| {
            !self.beside(*to, king)
                && if *to == piece {
                    true
                } else {
                    !attacked.contains(to)
                }
        };
        self.king_steps(lone).filter(free).collect()
    }

    /// All legal positions with the lone king to move: of the king, the piece and the lone king.
    fn positions(self) -> impl Iterator<Item = (usize, usize, usize)> {
        let all = self.squares();
        let pairs = (0..all).flat_map(move |king| (0..all).map(move |piece| (king, piece)));
        pairs
            .flat_map(move |(king, piece)| (0..all).map(move |lone| (king, piece, lone)))
            .filter(move |&(king, piece, lone)| {
                king != piece && piece != lone && !self.beside(king, lone)
            })
    }

    fn mates(self) -> (usize, usize) {
        let (mut count, mut mates) = (0, 0);
        for (king, piece, lone) in self.positions() {
            count += 1;
            let attacked = || self.attacks(piece, king).contains(&lone);
            mates += usize::from(attacked() && self.escapes(king, piece, lone).is_empty());
        }
        (count, mates)
    }
}

#[test]
fn a_lone_general_bishop_or_knight_cannot_mate() {
    for piece in [Piece::Leaper(FERZ), Piece::Bishop, Piece::Leaper(KNIGHT)] {
        let board = Board {
            files: 8,
            ranks: 8,
            piece,
        };
        assert_eq!(board.mates(), (223_944, 0));
    }
}

/// The number of positions with the side of the piece to move, and the moves that the slowest
/// needs to mate; `None` if one is not won.
fn slowest_win(board: Board) -> Option<(usize, usize)> {
    let all = board.squares();
    let index = |king: usize, piece: usize, lone: usize| (king * all + piece) * all + lone;
    let attacks =
        |piece: usize, king: usize, lone: usize| board.attacks(piece, king).contains(&lone);
    let (mut lost, mut won) = (vec![false; all * all * all], vec![false; all * all * all]);
    let to_move = board.positions().collect::<Vec<_>>();
    // The lone king's positions that are still open, and those of the other side.
    let mut weak = to_move.clone();
    let mut strong: Vec<_> = to_move
        .into_iter()
        .filter(|&(king, piece, lone)| !attacks(piece, king, lone))
        .collect();
    let count = strong.len();
    weak.retain(|&(king, piece, lone)| {
        let mate = attacks(piece, king, lone) && board.escapes(king, piece, lone).is_empty();
        lost[index(king, piece, lone)] = mate;
        !mate
    });
    for moves in 1.. {
        let before = strong.len();
        let wins = |&(king, piece, lone): &(usize, usize, usize)| {
            let kings = board.king_steps(king);
            let mut kings = kings.filter(|to| *to != piece && !board.beside(*to, lone));
            let pieces = board.attacks(piece, king);
            let mut pieces = pieces.iter().filter(|to| **to != king && **to != lone);
            kings.any(|to| lost[index(to, piece, lone)])
                || pieces.any(|to| lost[index(king, *to, lone)])
        };
        let (now, open): (Vec<_>, Vec<_>) = strong.into_iter().partition(wins);
        for (king, piece, lone) in now {
            won[index(king, piece, lone)] = true;
        }
        strong = open;
        weak.retain(|&(king, piece, lone)| {
            let escapes = board.escapes(king, piece, lone);
            let over = !escapes.is_empty()
                && escapes
                    .iter()
                    .all(|to| *to != piece && won[index(king, piece, *to)]);
            lost[index(king, piece, lone)] = over;
            !over
        });
        if strong.is_empty() {
            return Some((count, moves));
        }
        if strong.len() == before {
            return None;
        }
    }
    None
}

/// Gollon, Chess Variations, p. 109: the piece that goes as the king has mating power.
#[test]
fn king_and_man_of_courier_chess_mate_a_lone_king() {
    let board = Board {
        files: 12,
        ranks: 8,
        piece: Piece::Leaper(KING),
    };
    assert_eq!(slowest_win(board), Some((738_728, 29)));
}
