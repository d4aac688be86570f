//! The land, and where places lie on its picture.

use super::MapFind;
use crate::letters::{self, Align};
use crate::svg::{number, pair, Paint, Point, Svg};

/// The outlines of the land; `data/README.md` names their source.
const LAND: &str = include_str!("../../data/land.txt");
/// Units of the outline data per degree.
const STEPS_PER_DEGREE: f64 = 20.0;

/// The width of the map in pixels.
pub(super) const MAP_WIDTH: f64 = 1200.0;
/// The largest and smallest height of the map, relative to its width.
const MAX_ASPECT: f64 = 1.1;
const MIN_ASPECT: f64 = 0.45;
/// The smallest extent of a map, in degrees.
const MIN_SPAN_DEGREES: f64 = 10.0;

const SEA: &str = "#dfeaf0";
const GROUND: &str = "#f2e7cd";
pub(super) const COAST: &str = "#9a8a6a";

/// Converts degrees to pixels.
pub(super) struct Projection {
    west: f64,
    north: f64,
    east: f64,
    south: f64,
    scale: f64,
    /// The length of a degree of longitude relative to a degree of latitude.
    longitude_scale: f64,
}

impl Projection {
    /// A projection of the part of the world that contains all finds.
    pub(super) fn of(places: &[MapFind]) -> Projection {
        let (mut west, mut east, mut south, mut north) =
            (180.0_f64, -180.0_f64, 90.0_f64, -90.0_f64);
        for place in places {
            west = west.min(place.longitude);
            east = east.max(place.longitude);
            south = south.min(place.latitude);
            north = north.max(place.latitude);
        }
        let middle = ((south + north) / 2.0).clamp(-75.0, 75.0);
        let longitude_scale = middle.to_radians().cos();
        let grow = |low: f64, high: f64, least: f64| {
            let margin = ((high - low) * 0.08)
                .max((least - (high - low)) / 2.0)
                .max(1.0);
            (low - margin, high + margin)
        };
        (west, east) = grow(west, east, MIN_SPAN_DEGREES / longitude_scale);
        (south, north) = grow(south, north, MIN_SPAN_DEGREES);
        // Keep the aspect ratio within its limits.
        let wide = (east - west) * longitude_scale;
        let high = north - south;
        if high > wide * MAX_ASPECT {
            let more = (high / MAX_ASPECT - wide) / longitude_scale / 2.0;
            (west, east) = (west - more, east + more);
        } else if high < wide * MIN_ASPECT {
            let more = (wide * MIN_ASPECT - high) / 2.0;
            (south, north) = (south - more, north + more);
        }
        let (south, north) = (south.max(-80.0), north.min(84.0));
        let (west, east) = (west.max(-180.0), east.min(180.0));
        Projection {
            west,
            north,
            east,
            south,
            scale: MAP_WIDTH / ((east - west) * longitude_scale),
            longitude_scale,
        }
    }

    pub(super) fn at(&self, longitude: f64, latitude: f64) -> Point {
        (
            (longitude - self.west) * self.longitude_scale * self.scale,
            (self.north - latitude) * self.scale,
        )
    }

    pub(super) fn height(&self) -> f64 {
        (self.north - self.south) * self.scale
    }
}

/// The outlines of the land as rings, in degrees.
pub(super) fn land_rings() -> impl Iterator<Item = Vec<(f64, f64)>> {
    let lines = LAND.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let mut numbers = line
            .split_ascii_whitespace()
            .filter_map(|text| text.parse::<i32>().ok());
        let (mut x, mut y) = (0, 0);
        let mut ring = Vec::new();
        while let (Some(dx), Some(dy)) = (numbers.next(), numbers.next()) {
            (x, y) = (x + dx, y + dy);
            ring.push((
                f64::from(x) / STEPS_PER_DEGREE,
                f64::from(y) / STEPS_PER_DEGREE,
            ));
        }
        ring
    })
}
pub(super) fn draw_land(svg: &mut Svg, projection: &Projection) {
    svg.rectangle(
        (0.0, 0.0),
        (MAP_WIDTH, projection.height()),
        0.0,
        Paint::fill(SEA),
    );
    let mut path = String::new();
    for ring in land_rings() {
        let outside = |inside: &dyn Fn(&(f64, f64)) -> bool| !ring.iter().any(inside);
        if outside(&|p| p.0 > projection.west)
            || outside(&|p| p.0 < projection.east)
            || outside(&|p| p.1 > projection.south)
            || outside(&|p| p.1 < projection.north)
        {
            continue;
        }
        for (index, (longitude, latitude)) in ring.iter().enumerate() {
            let (x, y) = projection.at(*longitude, *latitude);
            path.push_str(if index == 0 { "M" } else { "L" });
            path.push_str(&format!(
                "{} {}",
                number((x * 10.0).round() / 10.0),
                number((y * 10.0).round() / 10.0)
            ));
        }
        path.push('Z');
    }
    if !path.is_empty() {
        svg.path(&path, Paint::fill(GROUND).edge(COAST, 0.8));
    }
}

/// Draws meridians and parallels, at a spacing that suits the scale.
pub(super) fn draw_grid(svg: &mut Svg, projection: &Projection) {
    let span = projection.north - projection.south;
    let step = [1.0, 2.0, 5.0, 10.0, 20.0, 30.0]
        .into_iter()
        .find(|step| span / step <= 8.0)
        .unwrap_or(30.0);
    let mut path = String::new();
    let mut texts: Vec<(String, Point)> = Vec::new();
    let side = |value: f64, positive: &str, negative: &str| match value {
        0.0 => "0".to_owned(),
        value if value > 0.0 => format!("{value} {positive}"),
        value => format!("{} {negative}", -value),
    };
    let mut longitude = (projection.west / step).ceil() * step;
    while longitude <= projection.east {
        let (x, _) = projection.at(longitude, projection.north);
        path.push_str(&format!(
            "M{} V{}",
            pair((x, 0.0)),
            number(projection.height())
        ));
        texts.push((
            side(longitude, "E", "W"),
            (x + 14.0, projection.height() - 8.0),
        ));
        longitude += step;
    }
    let mut latitude = (projection.south / step).ceil() * step;
    while latitude <= projection.north {
        let (_, y) = projection.at(projection.west, latitude);
        path.push_str(&format!("M{} H{}", pair((0.0, y)), number(MAP_WIDTH)));
        texts.push((side(latitude, "N", "S"), (18.0, y - 8.0)));
        latitude += step;
    }
    svg.path(&path, Paint::line("#b9c4c4", 0.5));
    for (text, at) in texts {
        letters::write(svg, &text, at, 6.5, Align::Middle, "#7d8a8c");
    }
}
