//! Coordinates, and the parts of the world by which evidence is grouped.

use crate::about::{Evidence, Origin};
use crate::fold;

/// Coordinates of a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Degrees, north positive.
    pub latitude: f64,
    /// Degrees, east positive.
    pub longitude: f64,
    /// Whether they stand for a region, or for a place known only by its name or its game.
    pub approximate: bool,
}

impl Spot {
    fn about(latitude: f64, longitude: f64) -> Spot {
        Spot {
            latitude,
            longitude,
            approximate: true,
        }
    }

    /// The place of a piece of evidence. In order of precedence: its own coordinates; coordinates
    /// in the words of its place (`about 58.66 N 5.62 E`); a known place name; the game's origin.
    #[must_use]
    pub fn of(evidence: &Evidence, origin: &Origin) -> Option<Spot> {
        if let (Some(latitude), Some(longitude)) = (evidence.latitude, evidence.longitude) {
            return Some(Spot {
                latitude,
                longitude,
                approximate: evidence.approximate,
            });
        }
        let place = evidence.place.as_deref();
        let named = |place: &str| in_words(place).or_else(|| known(place));
        let own = origin.latitude.zip(origin.longitude);
        let own = own.map(|(latitude, longitude)| Spot::about(latitude, longitude));
        let same = place.is_some() && place == origin.place.as_deref();
        match same {
            true => own.or_else(|| place.and_then(named)),
            false => place.and_then(named).or(own),
        }
    }
}

/// Coordinates in words: `58.66 N 5.62 E`.
fn in_words(text: &str) -> Option<Spot> {
    let words: Vec<&str> = text
        .split([' ', ',', '(', ')', '°'])
        .filter(|word| !word.is_empty())
        .collect();
    let degrees = |word: &str, side: &str, positive: &str, negative: &str| {
        let degrees: f64 = word.parse().ok()?;
        match side {
            side if side == positive => Some(degrees),
            side if side == negative => Some(-degrees),
            _ => None,
        }
    };
    words.windows(4).find_map(|four| {
        let latitude = degrees(four[0], four[1], "N", "S")?;
        let longitude = degrees(four[2], four[3], "E", "W")?;
        Some(Spot::about(latitude, longitude))
    })
}

/// Known place names: towns, and countries and regions by a central point. The longest name in a
/// text wins.
const PLACES: &[(&str, f64, f64)] = &[
    ("Asia Minor", 39.0, 35.0),
    ("Baghdad", 33.3, 44.4),
    ("Beni Hasan", 27.9, 30.9),
    ("Boulak", 30.06, 31.23),
    ("Burma", 21.0, 96.0),
    ("Byzantium", 41.0, 28.98),
    ("Cairo", 30.04, 31.24),
    ("China", 35.0, 105.0),
    ("Constantinople", 41.0, 28.98),
    ("Denmark", 56.0, 9.5),
    ("Egypt", 27.0, 31.0),
    ("England", 52.5, -1.5),
    ("Ethiopia", 9.0, 39.0),
    ("Finland", 64.0, 26.0),
    ("Finnmark", 70.0, 25.0),
    ("France", 47.0, 2.5),
    ("Germany", 51.0, 10.0),
    ("Greece", 38.5, 23.0),
    ("Halicarnassus", 37.04, 27.42),
    ("India", 23.0, 79.0),
    ("Iraq", 33.0, 44.0),
    ("Italy", 42.5, 12.5),
    ("Japan", 36.0, 138.0),
    ("Java", -7.5, 110.0),
    ("Jerusalem", 31.78, 35.22),
    ("Korea", 37.0, 127.5),
    ("Kurna", 25.73, 32.61),
    ("Lagos", 6.45, 3.4),
    ("lakes of equatorial Africa", -1.0, 33.0),
    ("Lapland", 67.5, 22.0),
    ("London", 51.5, -0.12),
    ("Malay Peninsula", 4.0, 102.0),
    ("Marrakech", 31.63, -8.0),
    ("Mauritania", 20.0, -10.0),
    ("Mecca", 21.42, 39.83),
    ("Medinet Habu", 25.72, 32.6),
    ("Morocco", 32.0, -6.0),
    ("Near East", 33.0, 42.0),
    ("Norway", 61.0, 9.0),
    ("Orissa", 20.5, 84.5),
    ("Palestine", 31.9, 35.2),
    ("Persia", 32.5, 54.0),
    ("Rome", 41.9, 12.5),
    ("Russia", 56.0, 38.0),
    ("Saqqara", 29.87, 31.22),
    ("Senegal river", 16.6, -14.9),
    ("Siam", 15.0, 101.0),
    ("Somalia", 5.0, 46.0),
    ("Spain", 40.0, -4.0),
    ("Sudan", 15.5, 30.5),
    ("Sweden", 60.0, 15.0),
    ("Syria", 35.0, 38.0),
    ("Thailand", 15.0, 101.0),
    ("Thebes", 25.72, 32.6),
    ("Tibet", 31.0, 89.0),
    ("Tomb of Rashepses", 29.87, 31.22),
    ("Tunisia", 34.5, 9.5),
    ("Turkey", 39.0, 35.0),
    ("United States", 39.0, -98.0),
    ("Western Sahara", 25.0, -13.0),
];

fn known(text: &str) -> Option<Spot> {
    let words = |text: &str| {
        let words = text.split(|c: char| !c.is_alphanumeric()).map(fold);
        words.filter(|word| !word.is_empty()).collect::<Vec<_>>()
    };
    let own = words(text);
    let occurs = |name: &str| {
        let name = words(name);
        own.windows(name.len()).any(|part| part == name)
    };
    let fitting = PLACES.iter().filter(|(name, _, _)| occurs(name));
    let longest = fitting.max_by_key(|(name, _, _)| name.len());
    longest.map(|(_, latitude, longitude)| Spot::about(*latitude, *longitude))
}

/// A part of the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // the names say it; `Maghreb` includes the Sahara as far as northern Mauritania
pub enum Region {
    Egypt,
    NearEast,
    Maghreb,
    WestAfrica,
    EastAfrica,
    Scandinavia,
    Europe,
    CentralAsia,
    SouthAsia,
    SouthEastAsia,
    EastAsia,
    America,
    Elsewhere,
    /// The place is unknown.
    Unknown,
}

/// Latitudes from south to north, longitudes from west to east, in degrees.
type Bounds = ([f64; 2], [f64; 2]);

/// Boxes that make up the regions; the first that contains a place wins.
const BOXES: &[(Region, Bounds)] = &[
    (Region::Scandinavia, ([54.5, 82.0], [4.0, 32.5])),
    (Region::Egypt, ([21.9, 31.75], [25.0, 34.3])),
    (Region::NearEast, ([35.8, 42.2], [26.0, 63.0])),
    (Region::NearEast, ([12.5, 35.8], [34.3, 63.0])),
    (Region::Maghreb, ([19.0, 36.0], [-18.0, 25.0])),
    (Region::Maghreb, ([36.0, 37.6], [-2.5, 11.6])),
    (Region::WestAfrica, ([0.0, 19.0], [-26.0, 15.0])),
    (Region::EastAfrica, ([-13.0, 21.9], [15.0, 52.0])),
    (Region::Europe, ([34.0, 72.0], [-25.0, 45.0])),
    (Region::CentralAsia, ([36.0, 56.0], [45.0, 90.0])),
    (Region::SouthAsia, ([5.0, 36.0], [63.0, 92.0])),
    (Region::SouthEastAsia, ([-11.0, 23.0], [92.0, 108.0])),
    (Region::SouthEastAsia, ([-11.0, 20.0], [108.0, 141.0])),
    (Region::EastAsia, ([20.0, 54.0], [90.0, 150.0])),
    (Region::America, ([-60.0, 84.0], [-170.0, -30.0])),
];

impl Region {
    /// All regions, in the order of tables.
    pub const ALL: [Region; 14] = [
        Region::Egypt,
        Region::NearEast,
        Region::Maghreb,
        Region::WestAfrica,
        Region::EastAfrica,
        Region::Scandinavia,
        Region::Europe,
        Region::CentralAsia,
        Region::SouthAsia,
        Region::SouthEastAsia,
        Region::EastAsia,
        Region::America,
        Region::Elsewhere,
        Region::Unknown,
    ];

    /// The region of a place.
    #[must_use]
    pub fn of(spot: Spot) -> Region {
        let holds = |([south, north], [west, east]): &Bounds| {
            (*south..=*north).contains(&spot.latitude) && (*west..=*east).contains(&spot.longitude)
        };
        let found = BOXES.iter().find(|(_, own)| holds(own));
        found.map_or(Region::Elsewhere, |(region, _)| *region)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Region::Egypt => "Egypt",
            Region::NearEast => "Near East",
            Region::Maghreb => "Maghreb and Sahara",
            Region::WestAfrica => "West Africa",
            Region::EastAfrica => "East Africa",
            Region::Scandinavia => "Scandinavia",
            Region::Europe => "Europe",
            Region::CentralAsia => "Central Asia",
            Region::SouthAsia => "South Asia",
            Region::SouthEastAsia => "South-East Asia",
            Region::EastAsia => "East Asia",
            Region::America => "America",
            Region::Elsewhere => "Elsewhere",
            Region::Unknown => "Unknown",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_in_words_are_read() {
        let spot = in_words("Ånestad (an anecdote) (about 58.66 N 5.62 E)").unwrap();
        assert_eq!((spot.latitude, spot.longitude), (58.66, 5.62));
        let spot = in_words("Cerne Abbey, Dorset (about 50.81 N 2.48 W)").unwrap();
        assert_eq!((spot.latitude, spot.longitude), (50.81, -2.48));
        assert_eq!(in_words("N of the river, 3 days E"), None);
    }

    #[test]
    fn the_longest_matching_place_name_wins() {
        let west = known("Smara, Western Sahara").unwrap();
        assert_eq!(west.longitude, -13.0);
        let tomb = known("Tomb of Rashepses, Egypt").unwrap();
        assert_eq!(tomb.latitude, 29.87);
        assert_eq!(known("Romeville"), None, "whole words only");
    }

    #[test]
    fn evidence_without_a_place_takes_the_origin_of_its_game() {
        let origin = Origin {
            latitude: Some(56.955),
            longitude: Some(8.694),
            ..Origin::default()
        };
        let evidence: Evidence = toml::from_str("id = \"a\"\ntype = \"Artifact\"").unwrap();
        let spot = Spot::of(&evidence, &origin).unwrap();
        assert!(spot.approximate && spot.latitude == 56.955);
        let text = "id = \"a\"\ntype = \"Artifact\"\nlatitude = 1.0\nlongitude = 2.0";
        let spot = Spot::of(&toml::from_str(text).unwrap(), &origin).unwrap();
        assert!(!spot.approximate && spot.latitude == 1.0);
    }
}
