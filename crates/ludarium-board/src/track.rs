//! Tracks: the paths that pieces follow around the board.

use ludarium_lud::{Diagnostic, Ludeme, Node, Value};

use crate::direction::{Direction, SiteType};
use crate::number::{error, flag, number, whole, Built};
use crate::topology::Topology;

/// The site of a track where pieces leave the board, written `End`.
pub const END: i32 = -2;
/// A site off the board, written `Off`.
pub const OFF: i32 = -1;

/// One place of a track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrackElement {
    /// The site; [`END`] or [`OFF`] off the board.
    pub site: i32,
    /// The index of the previous place, if any.
    pub prev: Option<u32>,
    /// The index of the next place, if any.
    pub next: Option<u32>,
    /// How many times the site occurs earlier on the track. On boards with loops at the corners: 1
    /// if the step to this place follows a loop, else 0.
    pub bump: u32,
}

/// A named path over the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// Its name.
    pub name: String,
    /// The player it belongs to; `None` if it belongs to all.
    pub owner: Option<u32>,
    /// Its places in order.
    pub steps: Vec<TrackElement>,
    /// Whether the last place leads to the first.
    pub looped: bool,
    /// Whether pieces may follow it in one direction only.
    pub directed: bool,
    /// Whether it visits some site more than once.
    pub internal_loop: bool,
    /// By site, from [`END`] on: its first place, or [`NO_PLACE`].
    first_places: Vec<u32>,
    /// By place: the next place of the same site, or [`NO_PLACE`].
    next_places: Vec<u32>,
}

/// The place of a site that is not on a track.
const NO_PLACE: u32 = u32::MAX;

impl Track {
    pub(crate) fn new(
        name: String,
        owner: Option<u32>,
        sites: Vec<i32>,
        looped: bool,
        directed: bool,
    ) -> Track {
        let count = sites.len();
        let mut seen: rustc_hash::FxHashMap<i32, u32> = rustc_hash::FxHashMap::default();
        let steps: Vec<TrackElement> = sites
            .iter()
            .enumerate()
            .map(|(index, &site)| {
                let times = seen.entry(site).or_default();
                *times += 1;
                TrackElement {
                    site,
                    prev: match index {
                        0 if looped => Some(count as u32 - 1),
                        0 => None,
                        _ => Some(index as u32 - 1),
                    },
                    next: match index + 1 {
                        next if next < count => Some(next as u32),
                        _ if looped => Some(0),
                        _ => None,
                    },
                    bump: *times - 1,
                }
            })
            .collect();
        let mut first_places = Vec::new();
        let mut next_places = vec![NO_PLACE; count];
        for (place, step) in steps.iter().enumerate().rev() {
            let Ok(index) = usize::try_from(step.site.saturating_sub(END)) else {
                continue;
            };
            first_places.resize(first_places.len().max(index + 1), NO_PLACE);
            next_places[place] = std::mem::replace(&mut first_places[index], place as u32);
        }
        let internal_loop = steps.iter().any(|step| step.bump > 0 && step.site >= 0);
        Track {
            name,
            owner,
            steps,
            looped,
            directed,
            internal_loop,
            first_places,
            next_places,
        }
    }

    /// The index of the first place of a site; `None` if the site is not on the track.
    #[inline]
    #[must_use]
    pub fn place_of(&self, site: i32) -> Option<usize> {
        let index = usize::try_from(site.saturating_sub(END)).ok()?;
        let place = self.first_places.get(index).copied()?;
        (place != NO_PLACE).then_some(place as usize)
    }

    /// The indices of all places of a site, in order.
    pub fn places_of(&self, site: i32) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.place_of(site), |&place| {
            let next = self.next_places[place];
            (next != NO_PLACE).then_some(next as usize)
        })
    }

    /// The index of the place `steps` places further along; `None` beyond the end of a track that
    /// is no loop.
    #[inline]
    #[must_use]
    pub fn ahead(&self, place: usize, steps: usize) -> Option<usize> {
        let count = self.steps.len();
        if self.looped {
            return (place < count).then(|| (place + steps % count) % count);
        }
        place.checked_add(steps).filter(|&place| place < count)
    }
}

/// Maximum length of a track.
const MAX_TRACK_LENGTH: usize = 100_000;

/// Builds the tracks given as an argument of a board.
pub(crate) fn tracks(
    node: Option<&Node>,
    topology: &Topology,
    kind: SiteType,
    players: usize,
) -> Result<Vec<Track>, Vec<Diagnostic>> {
    let (mut tracks, mut errors) = (Vec::new(), Vec::new());
    for item in node.map_or(&[][..], Node::items) {
        match track(item, topology, kind, players) {
            Ok(track) => tracks.push(track),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() {
        Ok(tracks)
    } else {
        Err(errors)
    }
}

fn track(node: &Node, topology: &Topology, kind: SiteType, players: usize) -> Built<Track> {
    let Some(call) = node.call().filter(|call| call.ludeme == Ludeme::Track) else {
        return error("bad-track", node, "expected a track");
    };
    let [name, places, _, owner, _] = &call.args[..] else {
        return error("bad-track", node, "this track is malformed");
    };
    let name = name
        .as_ref()
        .and_then(|name| name.str())
        .unwrap_or_default()
        .to_string();
    let mut sites = Vec::new();
    match places.as_ref() {
        Some(places) => match &places.value {
            Value::Str(text) => follow_directions(places, text, topology, kind, &mut sites)?,
            _ => {
                for place in places.items() {
                    sites.push(entry(place)?);
                    if sites.len() > MAX_TRACK_LENGTH {
                        return error("bad-track", place, "this track is too long");
                    }
                }
            }
        },
        None => return error("bad-track", node, "this track has no sites"),
    }
    if let Some(bad) = sites.iter().find(|&&site| site > 1_000_000) {
        return error("bad-track", node, format!("there is no site {bad}"));
    }
    let owner = match owner {
        Some(owner) => player(owner, players)?,
        None => None,
    };
    Ok(Track::new(
        name,
        owner,
        sites,
        flag(call, "loop", false),
        flag(call, "directed", false),
    ))
}

fn entry(node: &Node) -> Built<i32> {
    match &node.value {
        Value::Word("End") => Ok(END),
        Value::Word("Off") => Ok(OFF),
        _ => whole(node),
    }
}

fn player(node: &Node, players: usize) -> Built<Option<u32>> {
    let owner = match &node.value {
        Value::Word(word) => match word
            .strip_prefix('P')
            .and_then(|digits| digits.parse::<u32>().ok())
        {
            Some(owner) => owner,
            None => return Ok(None),
        },
        _ => number(node)? as u32,
    };
    Ok((owner > 0 && owner as usize <= players.max(16)).then_some(owner))
}

/// Follows a track written as sites and directions: `20,3,W,N1,E,End`.
fn follow_directions(
    node: &Node,
    text: &str,
    topology: &Topology,
    kind: SiteType,
    sites: &mut Vec<i32>,
) -> Built<()> {
    for word in text
        .split(',')
        .map(str::trim)
        .filter(|word| !word.is_empty())
    {
        if word == "End" {
            sites.push(END);
        } else if word == "Off" {
            sites.push(OFF);
        } else if let Ok(site) = word.parse::<i32>() {
            sites.push(site);
        } else {
            let digits = word.trim_start_matches(|c: char| !c.is_ascii_digit());
            let name = &word[..word.len() - digits.len()];
            let Some(direction) = Direction::from_name(name).filter(|d| d.is_single()) else {
                return error(
                    "bad-track",
                    node,
                    format!("`{word}` is neither a site nor a direction"),
                );
            };
            let most = digits.parse::<usize>().unwrap_or(usize::MAX);
            let Some(&start) = sites.last().filter(|&&site| site >= 0) else {
                return error("bad-track", node, "a track must start at a site");
            };
            let radials = topology.radials(kind, start as u32, direction);
            if let Some(radial) = radials.first() {
                sites.extend(
                    radial
                        .sites
                        .iter()
                        .skip(1)
                        .take(most)
                        .map(|&site| site as i32),
                );
            }
        }
        if sites.len() > MAX_TRACK_LENGTH {
            return error("bad-track", node, "this track is too long");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(sites: &[i32], looped: bool) -> Track {
        Track::new("track".into(), None, sites.to_vec(), looped, true)
    }

    #[test]
    fn the_first_place_of_a_site_counts_and_so_does_the_end() {
        let track = of(&[7, 3, 7, 0, END], false);
        let places = [7, 3, 0, END, OFF, 5, i32::MIN, i32::MAX].map(|site| track.place_of(site));
        assert_eq!(
            places,
            [Some(0), Some(1), Some(3), Some(4), None, None, None, None]
        );
    }

    #[test]
    fn a_site_has_all_of_its_places_in_order() {
        let track = of(&[7, 3, 7, 7, 0, END], true);
        let places = |site| track.places_of(site).collect::<Vec<_>>();
        assert_eq!(places(7), [0, 2, 3]);
        assert_eq!(places(0), [4]);
        assert_eq!(places(END), [5]);
        assert_eq!(places(5), [0; 0]);
    }

    #[test]
    fn ahead_is_so_many_next_places_away() {
        for looped in [false, true] {
            let track = of(&[4, 5, 6, 7, 8], looped);
            for place in 0..5 {
                let mut expected = Some(place);
                for steps in 0..12 {
                    assert_eq!(
                        track.ahead(place, steps),
                        expected,
                        "{looped} {place} {steps}"
                    );
                    expected = expected
                        .and_then(|place| track.steps[place].next)
                        .map(|n| n as usize);
                }
            }
        }
        assert_eq!(of(&[], true).ahead(0, 3), None);
    }
}
