//! Site types, relations between sites, and directions.

/// A kind of graph element that pieces may occupy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SiteType {
    /// A point of the graph.
    Vertex,
    /// A line between two points.
    Edge,
    /// A face of the graph.
    Cell,
}

impl SiteType {
    /// All site types.
    pub const ALL: [SiteType; 3] = [SiteType::Vertex, SiteType::Edge, SiteType::Cell];

    /// The site type written as `name` in a description.
    #[must_use]
    pub fn from_name(name: &str) -> Option<SiteType> {
        match name {
            "Vertex" => Some(SiteType::Vertex),
            "Edge" => Some(SiteType::Edge),
            "Cell" => Some(SiteType::Cell),
            _ => None,
        }
    }
}

/// A relation between two sites of the same type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// Cells that share an edge; vertices joined by an edge; edges that share an end.
    Orthogonal,
    /// Opposite across a corner.
    Diagonal,
    /// Touching at a corner, but neither orthogonal nor straight across the corner.
    OffDiagonal,
    /// Every site that touches.
    Adjacent,
    /// All relations together, and sites on the layers above and below.
    All,
}

impl Relation {
    /// All relations, in order.
    pub const ALL: [Relation; 5] = [
        Relation::Orthogonal,
        Relation::Diagonal,
        Relation::OffDiagonal,
        Relation::Adjacent,
        Relation::All,
    ];

    /// The relation written as `name` in a description.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Relation> {
        Relation::ALL
            .into_iter()
            .find(|relation| relation.direction().name() == name)
    }

    /// The class of directions that belong to this relation.
    #[must_use]
    pub fn direction(self) -> Direction {
        match self {
            Relation::Orthogonal => Direction::Orthogonal,
            Relation::Diagonal => Direction::Diagonal,
            Relation::OffDiagonal => Direction::OffDiagonal,
            Relation::Adjacent => Direction::Adjacent,
            Relation::All => Direction::All,
        }
    }
}

macro_rules! named {
    ($(#[$doc:meta])* $kind:ident { $($name:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum $kind { $($name),* }

        impl $kind {
            /// Every value, in order.
            pub const ALL: &'static [$kind] = &[$($kind::$name),*];

            /// The name in a description.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $($kind::$name => stringify!($name)),* }
            }

            /// The value written as `name` in a description.
            #[must_use]
            pub fn from_name(name: &str) -> Option<$kind> {
                match name { $(stringify!($name) => Some($kind::$name),)* _ => None }
            }
        }
    };
}

named! {
    /// A direction on the board, or a class of directions.
    ///
    /// The order is: the sixteen compass points, clockwise from north; the rotational directions of
    /// round boards; the spatial directions of layered boards; the classes.
    Direction {
        N, NNE, NE, ENE, E, ESE, SE, SSE, S, SSW, SW, WSW, W, WNW, NW, NNW,
        CW, CCW, In, Out,
        U, UN, UNE, UE, USE, US, USW, UW, UNW,
        D, DN, DNE, DE, DSE, DS, DSW, DW, DNW,
        All, Angled, Adjacent, Axial, Orthogonal, Diagonal, OffDiagonal,
        SameLayer, Upward, Downward, Rotational, Base, Support,
    }
}

impl Direction {
    /// The number of values.
    pub const COUNT: usize = Direction::ALL.len();

    /// The sixteen compass points, clockwise from north.
    #[must_use]
    pub fn compass() -> &'static [Direction] {
        &Direction::ALL[..16]
    }

    /// Whether it is one of the sixteen compass points.
    #[must_use]
    pub fn is_compass(self) -> bool {
        (self as usize) < 16
    }

    /// Whether it names a single direction rather than a class.
    #[must_use]
    pub fn is_single(self) -> bool {
        self < Direction::All
    }

    /// The direction turned clockwise by `sixteenths` of a full turn. Only compass points turn.
    ///
    /// ```
    /// use ludarium_board::Direction;
    ///
    /// assert_eq!(Direction::N.turned(4), Direction::E);
    /// assert_eq!(Direction::N.turned(-2), Direction::NW);
    /// ```
    #[must_use]
    pub fn turned(self, sixteenths: i32) -> Direction {
        if self.is_compass() {
            Direction::ALL[(self as i32 + sixteenths).rem_euclid(16) as usize]
        } else {
            self
        }
    }

    /// The opposite direction.
    #[must_use]
    pub fn opposite(self) -> Direction {
        use Direction::*;
        match self {
            CW => CCW,
            CCW => CW,
            In => Out,
            Out => In,
            U => D,
            UN => DS,
            UNE => DSW,
            UE => DW,
            USE => DNW,
            US => DN,
            USW => DNE,
            UW => DE,
            UNW => DSE,
            D => U,
            DN => US,
            DNE => USW,
            DE => UW,
            DSE => UNW,
            DS => UN,
            DSW => UNE,
            DW => UE,
            DNW => USE,
            Upward => Downward,
            Downward => Upward,
            other => other.turned(8),
        }
    }

    /// The compass part: `NE` for `UNE` and for `NE` itself; none for straight up and down.
    #[must_use]
    pub fn level(self) -> Option<Direction> {
        use Direction::*;
        let eight = [N, NE, E, SE, S, SW, W, NW];
        match self as usize {
            0..=15 => Some(self),
            21..=28 => Some(eight[self as usize - 21]),
            30..=37 => Some(eight[self as usize - 30]),
            _ => None,
        }
    }
}

named! {
    /// A direction relative to the facing of a piece or player.
    RelativeDirection {
        Forward, Backward, Rightward, Leftward,
        Forwards, Backwards, Rightwards, Leftwards,
        FL, FLL, FLLL, BL, BLL, BLLL, FR, FRR, FRRR, BR, BRR, BRRR,
        SameDirection, OppositeDirection,
    }
}
