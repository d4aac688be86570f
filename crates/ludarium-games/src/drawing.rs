//! How a game's board and pieces are drawn where the description does not determine it: the keys
//! `[board]` and `[glyphs]` of `about.toml`.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;

/// The look of the board in the source, beyond its sites and lines.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BoardLook {
    /// What a site looks like. By default cells are drawn as cells and vertices as points on lines.
    pub sites: Option<SiteLook>,
    /// How the parts of the board lie.
    pub arrangement: Arrangement,
    /// Whether neighbouring cells have different colours.
    pub checkered: bool,
    /// The two neighbouring ranks, from 1, between which a river runs.
    pub river: Option<[u32; 2]>,
    /// Lines without meaning in the rules, each between two sites: the diagonals of a palace.
    pub diagonals: Vec<[String; 2]>,
    /// Cells with a cross: castles, citadels, resting places.
    pub crossed: Vec<String>,
    /// Groups of cells that the board shows as one.
    pub merged: Vec<Vec<String>>,
    /// By player: sites in a tint of its colour, each a site or a run of sites (`"j2-j8"`).
    pub tinted: BTreeMap<String, Vec<String>>,
    /// Whether the regions that the rules give to each player have a tint of its colour.
    pub regions: bool,
    /// Sites of hands that are drawn as cells beside the board.
    pub citadels: Vec<Citadel>,
    /// Whether the star points of go boards of this size are marked.
    pub stars: bool,
    /// The numbers of columns and rows after which a heavier line divides the board.
    pub sections: Option<[u32; 2]>,
    /// The names of the tracks to draw.
    pub course: Vec<String>,
    /// What the columns stand for, from the left.
    pub columns: Vec<String>,
    /// What the rows stand for, from the lowest.
    pub rows: Vec<String>,
    /// Whether every site shows its name, or its number on the first track drawn.
    pub numbered: bool,
    /// What the pieces look like.
    #[serde(alias = "men")] // the key before it was renamed
    pub pieces: PieceLook,
    /// Whether the first of two players has the dark pieces.
    pub dark_first: bool,
}

/// A site of a hand that is drawn as a cell beside the board: its name, the site next to it, and
/// the side of that site on which it lies.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Citadel(pub String, pub String, pub Side);

/// A side or corner of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[allow(missing_docs)] // the points of the compass
pub enum Side {
    N,
    NE,
    E,
    SE,
    S,
    SW,
    W,
    NW,
}

impl Side {
    /// One step in this direction: to the right, and down.
    #[must_use]
    pub fn step(self) -> (f64, f64) {
        match self {
            Side::N => (0.0, -1.0),
            Side::NE => (1.0, -1.0),
            Side::E => (1.0, 0.0),
            Side::SE => (1.0, 1.0),
            Side::S => (0.0, 1.0),
            Side::SW => (-1.0, 1.0),
            Side::W => (-1.0, 0.0),
            Side::NW => (-1.0, -1.0),
        }
    }
}

/// What a site looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SiteLook {
    /// A cell with its border.
    Cells,
    /// A point where lines meet.
    Lines,
    /// A small round hole.
    Holes,
    /// A pit that holds counters.
    Pits,
    /// The long point of a backgammon board.
    Points,
}

/// How the parts of a board lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arrangement {
    /// As in the graph of the description.
    #[default]
    AsGraph,
    /// Three equal parts meet in a hexagon, their lowest rows outwards; clockwise in the order in
    /// which they lie in the graph.
    Hexagon,
    /// The sites of the longest track along a spiral, the first outside.
    Spiral,
}

/// What pieces look like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PieceLook {
    /// Free-standing figures; with more than two players, tokens of their owner's shape.
    #[default]
    Figures,
    /// Discs.
    Discs,
    /// Wedges that point in their owner's direction of play.
    Wedges,
}

/// The character of a kind of piece in a traditional set: one, or one for each player.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Characters {
    /// The same for all players.
    All(char),
    /// By player, from player 1.
    Each(Vec<char>),
}

impl Characters {
    /// The character on the pieces of a player, counted from 1.
    #[must_use]
    pub fn of(&self, player: usize) -> Option<char> {
        match self {
            Characters::All(character) => Some(*character),
            Characters::Each(characters) => characters.get(player.checked_sub(1)?).copied(),
        }
    }
}

/// The drawing of a kind of piece: a glyph, optionally with a smaller one as its mark, as in `"pawn
/// of elephant"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "String")]
pub struct PieceGlyph {
    /// The drawing.
    pub glyph: Glyph,
    /// The small mark: what the piece belongs to.
    pub mark: Option<Glyph>,
}

impl TryFrom<String> for PieceGlyph {
    type Error = String;

    fn try_from(text: String) -> Result<PieceGlyph, String> {
        let (glyph, mark) = match text.split_once(" of ") {
            Some((glyph, mark)) => (glyph, Some(mark)),
            None => (text.as_str(), None),
        };
        Ok(PieceGlyph {
            glyph: Glyph::named(glyph.trim())?,
            mark: mark.map(|mark| Glyph::named(mark.trim())).transpose()?,
        })
    }
}

macro_rules! glyphs {
    ($($name:ident $text:literal $words:literal)*) => {
        /// A built-in drawing of a piece.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs)] // the names say it
        pub enum Glyph { $($name),* }

        impl Glyph {
            /// All glyphs.
            pub const ALL: &'static [Glyph] = &[$(Glyph::$name),*];

            /// The name in `about.toml`.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Glyph::$name => $text),* }
            }

            /// Folded names of pieces that are drawn with this glyph by default, separated by
            /// spaces.
            fn piece_names(self) -> &'static str {
                match self { $(Glyph::$name => $words),* }
            }
        }
    };
}

glyphs! {
    King "king" "king shah raja rajah rey roi re konig rex emperor sultan khan jiang kung osho gyokusho jarl khun koung mingyi padshah"
    Queen "queen" "queen dame reina amazon empress rani"
    General "general" "general fers ferz firz firzan farzin alferza marshal senapati met sitke jenerali chieftain chief captain commander"
    Vizier "vizier" "vizier wazir wezir vezir minister mantri pradhan vizir"
    Mandarin "mandarin" "mandarin shi guard counselor counsellor councillor adviser advisor sa"
    Sage "sage" "sage elder grandfather"
    Fool "fool" "fool jester schleich sneak"
    Prince "prince" "prince shahzada crownprince padwar thane"
    Princess "princess" "princess"
    Pawn "pawn" "pawn baidaq baidak piyade peon bidaq fuhyo footman padati bia nay paidal ne fu"
    Soldier "soldier" "soldier zu bing byung jol warrior panthan tau militia pyeng panthon than footsoldier"
    Bishop "bishop" "bishop kakugyo kaku bishopgeneral"
    Elephant "elephant" "elephant fil pil phil hasti gaja xiang sang alfil khon greatelephant drunkenelephant hasty syang sin drunkelephant gajah"
    Horse "horse" "horse knight faras asp asva ma cavalier keima caballo springer ashwa ghora kuda myin thoat"
    Rook "rook" "rook rukh roque hisha castle tower ruhk rokh roca"
    Chariot "chariot" "chariot ratha ju cha che yathah wagon tcha yattah flyingchariot"
    Cannon "cannon" "cannon pao po gun howitzer hpo"
    Courier "courier" "courier messenger"
    Giraffe "giraffe" "giraffe zarafah zurafa zaraffa zarafa"
    Camel "camel" "camel jamal ushtur"
    Lion "lion" "lion leon asad sher"
    Leopard "leopard" "leopard cheetah panther jaguar"
    Tiger "tiger" "tiger bagh"
    Gryphon "gryphon" "gryphon griffin aanca anka eagle bird"
    Unicorn "unicorn" "unicorn unicornio rhinoceros rhino karkadan karkaddan"
    Crocodile "crocodile" "crocodile cocatriz luqam"
    Bull "bull" "bull ox cow buffalo"
    WarEngine "war engine" "warengine dabbabah dabbaba dababa dahja machinist"
    Boat "boat" "boat ship nauka rua"
    Sentinel "sentinel" "sentinel picket taliah talia scout dwar kotwal"
    Flag "flag" "flag banner flyer flier odwar"
    Spear "spear" "spear lance kyosha yari spearman"
    Sword "sword" "sword swordsman"
    Bow "bow" "bow archer"
    Star "star" "star gold kinsho goldgeneral kin"
    Crescent "crescent" "crescent silver ginsho silvergeneral moon gin"
    Dog "dog" "hound"
    Hyena "hyena" "hyena wolf jackal"
    Fox "fox" "fox"
    Hare "hare" "hare rabbit"
    Goat "goat" "goat kid ahu gazelle"
    Sheep "sheep" "sheep lamb"
    Goose "goose" "goose hen duck fowl chicken dove"
    Woman "woman" "woman mother wife lady girl daughter witch ogress urdabegini"
    Man "man" "person traveller pilgrim human father"
    Peg "peg" "peg dog kelb thrall stickman stick runner"
    Sleeper "sleeper" "sleeper pup"
    Draughtsman "draughtsman" "draughtsman disc disk counter checker man piece"
    Crowned "crowned" "doublecounter discdouble crowneddisc dama dooleman officer"
    Cone "cone" "cone"
    Reel "reel" "reel"
    Stone "stone" "stone ball bead marker marble"
    Seed "seed" "seed shell bean pebble"
    Ring "ring" "ring circle"
    Cross "cross" "cross x"
    Square "square" "square block cube"
    Triangle "triangle" "triangle pyramid"
    Diamond "diamond" "diamond"
    Hexagon "hexagon" "hexagon hex"
    Dot "dot" "dot"
    Heart "heart" "heart"
    Sun "sun" "sun"
    Tree "tree" "tree"
    House "house" "house town home"
}

impl Glyph {
    /// Finds a glyph by name.
    ///
    /// # Errors
    /// If there is none: with the nearest names.
    pub fn named(name: &str) -> Result<Glyph, String> {
        let found = Glyph::ALL.iter().find(|glyph| glyph.name() == name);
        found.copied().ok_or_else(|| {
            let nearest = crate::nearest(name, Glyph::ALL.iter().map(|glyph| glyph.name()), 3);
            let hint = match nearest.is_empty() {
                true => String::new(),
                false => format!(" (did you mean {}?)", nearest.join(", ")),
            };
            format!("there is no glyph {name:?}{hint}")
        })
    }

    /// The glyph for a folded name of a piece.
    fn of_piece_name(name: &str) -> Option<Glyph> {
        let own = |glyph: &&Glyph| glyph.piece_names().split(' ').any(|word| word == name);
        Glyph::ALL.iter().find(own).copied()
    }
}

/// Folded names of pieces that are drawn with a mark: name, glyph, mark.
const MARKED_PIECES: [(&str, Glyph, Glyph); 16] = [
    ("maharajah", Glyph::Queen, Glyph::Horse),
    ("veteran", Glyph::Peg, Glyph::Star),
    ("homing", Glyph::Peg, Glyph::House),
    ("returner", Glyph::Peg, Glyph::House),
    ("chancellor", Glyph::Rook, Glyph::Horse),
    ("marshall", Glyph::Rook, Glyph::Horse),
    ("archbishop", Glyph::Bishop, Glyph::Horse),
    ("cardinal", Glyph::Bishop, Glyph::Horse),
    ("dragonking", Glyph::Rook, Glyph::Star),
    ("ryuo", Glyph::Rook, Glyph::Star),
    ("dragonhorse", Glyph::Bishop, Glyph::Star),
    ("ryuma", Glyph::Bishop, Glyph::Star),
    ("tokin", Glyph::Pawn, Glyph::Star),
    ("freeking", Glyph::King, Glyph::Star),
    ("homer", Glyph::Peg, Glyph::House),
    ("rover", Glyph::Peg, Glyph::Star),
];

/// Words before a name that say that the piece was promoted or is a stronger version.
const PROMOTION_PREFIXES: [&str; 5] = ["New", "Nari", "Promoted", "Great", "Adventitious"];

impl PieceGlyph {
    /// Guesses the drawing from the name of a piece.
    ///
    /// ```
    /// use ludarium_games::drawing::{Glyph, PieceGlyph};
    ///
    /// let piece = PieceGlyph::guess("ElephantsPawn").unwrap();
    /// assert_eq!((piece.glyph, piece.mark), (Glyph::Pawn, Some(Glyph::Elephant)));
    /// ```
    #[must_use]
    pub fn guess(piece: &str) -> Option<PieceGlyph> {
        let folded = crate::fold(piece);
        // The rest of a name (`King_noCross`, `Pawn2`) does not change the drawing.
        let plain = folded.trim_end_matches(|c: char| c.is_ascii_digit());
        let first = piece.split(['_', ' ']).next().map(crate::fold);
        let plain_glyph = |glyph| PieceGlyph { glyph, mark: None };
        if let Some((_, glyph, mark)) = MARKED_PIECES.iter().find(|(name, ..)| *name == plain) {
            return Some(PieceGlyph {
                glyph: *glyph,
                mark: Some(*mark),
            });
        }
        if let Some(glyph) = Glyph::of_piece_name(plain) {
            return Some(plain_glyph(glyph));
        }
        let owner = piece
            .strip_prefix("PawnOf")
            .or_else(|| piece.strip_suffix("Pawn"));
        if let Some(owner) = owner.filter(|owner| !owner.is_empty()) {
            let folded = crate::fold(owner);
            let singular = folded.strip_suffix('s').unwrap_or(&folded);
            return Some(PieceGlyph {
                glyph: Glyph::Pawn,
                mark: Glyph::of_piece_name(&folded).or_else(|| Glyph::of_piece_name(singular)),
            });
        }
        let promoted = PROMOTION_PREFIXES
            .iter()
            .find_map(|word| piece.strip_prefix(word));
        let promoted = promoted.filter(|rest| rest.starts_with(|c: char| c.is_uppercase()));
        if let Some(glyph) = promoted.and_then(|rest| Glyph::of_piece_name(&crate::fold(rest))) {
            return Some(PieceGlyph {
                glyph,
                mark: Some(Glyph::Star),
            });
        }
        Glyph::of_piece_name(&first.unwrap_or_default()).map(plain_glyph)
    }
}

impl fmt::Display for Glyph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_names_of_the_counsellor_suggest_the_general() {
        for name in ["Firzan", "Fers", "Ferz_noCross", "Ferz", "Alferza"] {
            let guessed = PieceGlyph::guess(name).map(|piece| piece.glyph);
            assert_eq!(guessed, Some(Glyph::General), "{name}");
        }
    }

    #[test]
    fn a_pawn_may_be_marked_with_the_piece_it_belongs_to() {
        let piece = PieceGlyph::try_from("pawn of war engine".to_owned()).unwrap();
        assert_eq!(
            (piece.glyph, piece.mark),
            (Glyph::Pawn, Some(Glyph::WarEngine))
        );
    }

    #[test]
    fn a_promoted_piece_is_marked() {
        let piece = PieceGlyph::guess("NariGin").unwrap();
        assert_eq!(
            (piece.glyph, piece.mark),
            (Glyph::Crescent, Some(Glyph::Star))
        );
        assert_eq!(PieceGlyph::guess("Nariman"), None);
    }

    #[test]
    fn no_name_suggests_two_glyphs() {
        let mut seen = std::collections::BTreeSet::new();
        for glyph in Glyph::ALL {
            for word in glyph.piece_names().split(' ') {
                assert!(seen.insert(word), "{word}");
            }
        }
    }

    #[test]
    fn a_misspelt_glyph_is_answered_with_the_nearest_names() {
        let error = PieceGlyph::try_from("elefant".to_owned()).unwrap_err();
        assert!(error.contains("did you mean elephant"), "{error}");
    }
}
