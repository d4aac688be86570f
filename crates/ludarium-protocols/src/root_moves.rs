//! The moves among which our player chooses, where a GUI restricts them.

use ludarium_engine::Move;

use crate::search_info::SearchRoot;

/// The moves among which our player chooses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum RootMoves {
    #[default]
    All,
    Only(Vec<String>),
    Except(Vec<String>),
}

/// The moves to choose from.
pub(crate) struct Choices {
    pub legal: Vec<Move>,
    /// The promotions to choose from after a move, where they are restricted.
    promotions: Vec<(Move, Move)>,
}

impl Choices {
    pub fn of(root: &SearchRoot<'_>, all: &[Move], wanted: &RootMoves) -> Choices {
        let mut choices = Choices {
            legal: all.to_vec(),
            promotions: Vec::new(),
        };
        let (RootMoves::Only(texts) | RootMoves::Except(texts)) = wanted else {
            return choices;
        };
        let found = texts.iter().filter_map(|text| {
            let found = root
                .notation
                .find_move(root.game, root.state, root.chance, all, text);
            found.ok().map(|found| (all[found.index], found.promotion))
        });
        let found: Vec<(Move, Option<Move>)> = found.collect();
        match wanted {
            RootMoves::Only(_) if !found.is_empty() => {
                choices
                    .legal
                    .retain(|mv| found.iter().any(|(own, _)| own == mv));
                let promotions = found.iter().filter_map(|(mv, own)| Some((*mv, (*own)?)));
                choices.promotions.extend(promotions);
            }
            RootMoves::Except(_) => {
                // A move is left as long as one of its promotions is.
                for &(mv, promotion) in &found {
                    let left = match promotion {
                        Some(promotion) => {
                            let mut left = choices.promotions_of(root, mv);
                            left.retain(|own| *own != promotion);
                            left
                        }
                        None => Vec::new(),
                    };
                    choices.promotions.retain(|(own, _)| *own != mv);
                    match left.is_empty() {
                        true => choices.legal.retain(|own| *own != mv),
                        false => choices.promotions.extend(left.iter().map(|own| (mv, *own))),
                    }
                }
            }
            // None of the moves is legal: there is no restriction.
            RootMoves::Only(_) | RootMoves::All => {}
        }
        choices
    }

    /// The promotions to choose from after a move.
    pub fn promotions_of(&self, root: &SearchRoot<'_>, mv: Move) -> Vec<Move> {
        let own = self.promotions.iter().filter(|(before, _)| *before == mv);
        let own: Vec<Move> = own.map(|(_, promotion)| *promotion).collect();
        match own.is_empty() {
            false => own,
            true => (root.notation)
                .promotions(root.game, root.state, root.chance, mv)
                .moves(),
        }
    }
}
