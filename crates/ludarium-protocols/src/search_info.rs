//! What a search tells a GUI about the moves that it has found.

use std::time::Duration;

use ludarium_agents::{Line, Report};
use ludarium_engine::{Game, Move, SplitMix64, State};

use crate::{centipawns, ProtocolNotation};

/// What a search has found.
pub(crate) struct SearchInfo {
    pub depth: u32,
    pub nodes: u64,
    pub time: Duration,
    /// The best moves, the best first.
    pub lines: Vec<LineInfo>,
}

impl SearchInfo {
    /// The time in milliseconds.
    pub fn milliseconds(&self) -> u128 {
        self.time.as_millis()
    }

    /// The nodes searched in a second.
    pub fn nodes_per_second(&self) -> u128 {
        u128::from(self.nodes) * 1_000 / self.milliseconds().max(1)
    }
}

/// A move with its value and the play that is expected after it.
pub(crate) struct LineInfo {
    pub centipawns: i32,
    /// The number of moves of the winner until a forced win; negative if the opponent wins.
    pub mate: Option<i64>,
    pub moves: Vec<String>,
}

/// The position that a search begins with, and the notation of its moves.
pub(crate) struct SearchRoot<'r> {
    pub game: &'r Game,
    pub notation: &'r ProtocolNotation,
    pub state: &'r State,
    pub chance: &'r SplitMix64,
    /// The number of best moves to tell.
    pub lines: usize,
}

impl SearchRoot<'_> {
    /// Describes what a search has found; `None` if it has found nothing.
    pub fn describe(&self, report: &Report, time: Duration) -> Option<SearchInfo> {
        let lines = report.lines.iter().take(self.lines);
        let lines: Vec<LineInfo> = lines.map(|line| self.line(line)).collect();
        let longest = lines.first()?.moves.len() as u32;
        Some(SearchInfo {
            // A tree search has no depth: the length of its best line stands for it.
            depth: if report.depth > 0 {
                report.depth
            } else {
                longest.max(1)
            },
            nodes: report.nodes,
            time,
            lines,
        })
    }

    fn line(&self, line: &Line) -> LineInfo {
        let mate = line.plies.map(|plies| {
            let moves = i64::from(plies.div_ceil(2));
            if line.value > 0.5 {
                moves
            } else {
                -moves
            }
        });
        LineInfo {
            centipawns: centipawns(line.value),
            mate,
            moves: self.texts(&line.moves),
        }
    }

    /// The texts of moves in succession. A promotion that is a decision of its own belongs to the
    /// move before.
    pub fn texts(&self, moves: &[Move]) -> Vec<String> {
        let (mut state, mut chance) = (self.state.clone(), self.chance.clone());
        let (mut texts, mut legal) = (Vec::new(), Vec::new());
        let mut rest = moves.iter();
        while let Some(&mv) = rest.next() {
            self.game.legal(&mut state, &mut legal);
            if state.over() || !legal.contains(&mv) {
                break;
            }
            let Some(mut text) = (self.notation)
                .texts(self.game, &state, &chance, &[mv])
                .pop()
            else {
                break;
            };
            let promotions = self.notation.promotions(self.game, &state, &chance, mv);
            self.game.apply(&mut state, mv, &mut chance);
            if let Some(usual) = promotions.moves().first() {
                let chosen = rest.next().unwrap_or(usual);
                text += promotions.letter(*chosen);
                self.game.apply(&mut state, *chosen, &mut chance);
            }
            texts.push(text);
        }
        texts
    }
}
