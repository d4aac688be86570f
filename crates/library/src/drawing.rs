//! How a game's board and men are to be drawn, as far as the description does not say it: the keys
//! `[board]` and `[glyphs]` of `about.toml`.

use std::fmt;

use serde::Deserialize;

/// What the source's board looks like beyond its sites and lines.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BoardLook {
    /// What a site looks like; where nothing is said, cells are cells and points lie on lines.
    pub sites: Option<SiteLook>,
    /// Whether neighbouring cells have different colours.
    pub checkered: bool,
    /// The two neighbouring ranks, from 1, between which a river runs.
    pub river: Option<[u32; 2]>,
    /// Lines that the rules know nothing of, each between two sites: the diagonals of a palace.
    pub diagonals: Vec<[String; 2]>,
    /// Cells with a cross: castles, citadels, resting places.
    pub crossed: Vec<String>,
    /// Whether the sites are numbered: 1 is the first.
    pub numbered: bool,
    /// On what the men are drawn.
    pub men: MenLook,
    /// Whether of two players the first has the dark men.
    pub dark_first: bool,
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

/// On what men are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MenLook {
    /// On nothing; where more than two play, on a tablet of their owner's shape.
    #[default]
    Figures,
    /// On a disc.
    Discs,
    /// On a wedge that points the way its owner plays.
    Wedges,
}

/// What a kind of man is drawn as: a glyph, perhaps with a smaller one as its mark, as in
/// `"pawn of elephant"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "String")]
pub struct Figure {
    /// What it is.
    pub glyph: Glyph,
    /// What it belongs to.
    pub of: Option<Glyph>,
}

impl TryFrom<String> for Figure {
    type Error = String;

    fn try_from(text: String) -> Result<Figure, String> {
        let (glyph, of) = match text.split_once(" of ") {
            Some((glyph, of)) => (glyph, Some(of)),
            None => (text.as_str(), None),
        };
        Ok(Figure {
            glyph: Glyph::named(glyph.trim())?,
            of: of.map(|of| Glyph::named(of.trim())).transpose()?,
        })
    }
}

macro_rules! glyphs {
    ($($name:ident $text:literal $words:literal)*) => {
        /// A drawing of a kind of man.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs)] // the names say it
        pub enum Glyph { $($name),* }

        impl Glyph {
            /// All of them.
            pub const ALL: &'static [Glyph] = &[$(Glyph::$name),*];

            /// What `about.toml` calls it.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Glyph::$name => $text),* }
            }

            /// The names of pieces that it stands for where nothing is said, folded.
            fn words(self) -> &'static str {
                match self { $(Glyph::$name => $words),* }
            }
        }
    };
}

glyphs! {
    King "king" "king shah raja rajah rey roi re konig rex emperor sultan khan jiang kung osho gyokusho jarl"
    Queen "queen" "queen dame reina amazon empress"
    General "general" "general fers ferz firz firzan farzin alferza marshal senapati met sitke jenerali chieftain chief captain"
    Vizier "vizier" "vizier wazir wezir vezir minister mantri pradhan"
    Mandarin "mandarin" "mandarin shi guard counselor counsellor councillor adviser advisor"
    Sage "sage" "sage elder grandfather"
    Fool "fool" "fool jester schleich sneak"
    Prince "prince" "prince shahzada crownprince padwar thane dwar"
    Princess "princess" "princess"
    Pawn "pawn" "pawn baidaq baidak piyade peon bidaq fuhyo footman padati bia nay"
    Soldier "soldier" "soldier zu bing byung jol warrior panthan tau militia"
    Bishop "bishop" "bishop kakugyo"
    Elephant "elephant" "elephant fil pil phil hasti gaja xiang sang alfil khon greatelephant drunkenelephant"
    Horse "horse" "horse knight faras asp asva ma cavalier keima caballo springer"
    Rook "rook" "rook rukh roque hisha castle tower ruhk rokh"
    Chariot "chariot" "chariot ratha ju cha che yathah wagon"
    Cannon "cannon" "cannon pao po gun howitzer"
    Courier "courier" "courier messenger"
    Giraffe "giraffe" "giraffe zarafah zurafa zaraffa zarafa"
    Camel "camel" "camel jamal ushtur"
    Lion "lion" "lion leon asad sher"
    Leopard "leopard" "leopard cheetah panther jaguar"
    Tiger "tiger" "tiger bagh"
    Gryphon "gryphon" "gryphon griffin aanca anka eagle bird"
    Unicorn "unicorn" "unicorn unicornio rhinoceros rhino karkadan"
    Crocodile "crocodile" "crocodile cocatriz luqam"
    Bull "bull" "bull ox cow buffalo"
    WarEngine "war engine" "warengine dabbabah dabbaba dababa dahja"
    Boat "boat" "boat ship nauka"
    Sentinel "sentinel" "sentinel picket taliah talia scout"
    Flag "flag" "flag banner flyer flier odwar"
    Spear "spear" "spear lance kyosha"
    Sword "sword" "sword"
    Bow "bow" "bow archer"
    Star "star" "star gold kinsho goldgeneral"
    Crescent "crescent" "crescent silver ginsho silvergeneral moon"
    Dog "dog" "hound"
    Hyena "hyena" "hyena wolf jackal"
    Fox "fox" "fox"
    Hare "hare" "hare rabbit"
    Goat "goat" "goat kid"
    Sheep "sheep" "sheep lamb"
    Goose "goose" "goose hen duck fowl chicken dove"
    Woman "woman" "woman mother wife lady girl daughter"
    Man "man" "person traveller pilgrim human"
    Peg "peg" "peg dog kelb thrall stickman"
    Draughtsman "draughtsman" "draughtsman disc disk counter checker man piece"
    Crowned "crowned" "doublecounter discdouble crowneddisc dama dooleman"
    Stone "stone" "stone ball bead"
    Seed "seed" "seed shell bean pebble"
    Ring "ring" "ring circle"
    Cross "cross" "cross x"
    Square "square" "square block cube"
    Triangle "triangle" "triangle pyramid"
    Diamond "diamond" "diamond marker"
    Hexagon "hexagon" "hexagon hex"
    Dot "dot" "dot"
    Heart "heart" "heart"
    Sun "sun" "sun"
    Tree "tree" "tree"
    House "house" "house town home"
}

impl Glyph {
    /// The glyph of a name.
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
            format!("no glyph is called {name:?}{hint}")
        })
    }

    /// The glyph that the name of a piece suggests, if it does.
    #[must_use]
    pub fn guess(piece: &str) -> Option<Glyph> {
        let folded = crate::fold(piece);
        // What else a name says (`King_noCross`, `Pawn2`) changes nothing about the man.
        let plain = folded.trim_end_matches(|c: char| c.is_ascii_digit());
        let first = piece.split(['_', ' ']).next().map(crate::fold);
        let called = |name: &str| {
            let own = |glyph: &&Glyph| glyph.words().split(' ').any(|word| word == name);
            Glyph::ALL.iter().find(own).copied()
        };
        called(plain).or_else(|| called(&first.unwrap_or_default()))
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
    fn the_second_counsellor_is_known_by_all_his_names() {
        for name in ["Firzan", "Fers", "Ferz_noCross", "Ferz", "Alferza"] {
            assert_eq!(Glyph::guess(name), Some(Glyph::General), "{name}");
        }
    }

    #[test]
    fn a_pawn_may_be_marked_with_the_piece_it_belongs_to() {
        let figure = Figure::try_from("pawn of war engine".to_owned()).unwrap();
        assert_eq!(
            (figure.glyph, figure.of),
            (Glyph::Pawn, Some(Glyph::WarEngine))
        );
    }

    #[test]
    fn a_slip_in_the_name_of_a_glyph_is_answered_with_the_nearest() {
        let error = Figure::try_from("elefant".to_owned()).unwrap_err();
        assert!(error.contains("did you mean elephant"), "{error}");
    }
}
