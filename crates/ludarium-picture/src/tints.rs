//! The tints of sites that belong to a player.

use std::collections::BTreeMap;

use crate::piece_style::PieceStyle;
use crate::scene::Scene;

/// The share of the player's colour in a tint; the rest is the colour of the board.
const STRENGTH: f64 = 0.6;
const DARK_STRENGTH: f64 = 0.35;
const GROUND: u32 = 0x00f5_ead2;

impl Scene<'_> {
    /// By slot: the tint of its site, for the sites that `about.toml` or the rules give to a
    /// player.
    pub(crate) fn player_tints(&self) -> BTreeMap<usize, String> {
        let mut tints = BTreeMap::new();
        for player in 1..=self.game.players() {
            let tint = tint(&self.style(player));
            let named = self.artwork.look.tinted.get(&player.to_string());
            let named = named.into_iter().flatten();
            let mut slots: Vec<usize> = named.flat_map(|text| self.run(text)).collect();
            if self.artwork.look.regions {
                let regions = self.game.regions(player).iter();
                let sites = regions.flat_map(|region| region.iter());
                slots.extend(sites.filter_map(|site| usize::try_from(site).ok()));
            }
            for slot in slots {
                tints.entry(slot).or_insert_with(|| tint.clone());
            }
        }
        tints
    }

    /// The slots of a site (`j2`) or of the run of sites between two (`j2-j8`).
    fn run(&self, text: &str) -> Vec<usize> {
        if let Some(slot) = self.slot(text) {
            return vec![slot];
        }
        let ends = text.split_once('-');
        let ends = ends.and_then(|(a, b)| Some((self.slot(a)?, self.slot(b)?)));
        let Some((a, b)) = ends else {
            return Vec::new();
        };
        let board = self.game.board();
        let sites = board.topology.sites(board.default_site);
        let (Some(a), Some(b)) = (sites.get(a), sites.get(b)) else {
            return Vec::new();
        };
        let within = |x: f64, a: f64, b: f64| a.min(b) - 1e-3 <= x && x <= a.max(b) + 1e-3;
        let on_run = sites.iter().enumerate().filter(|(_, site)| {
            let [x, y, _] = site.point;
            within(x, a.point[0], b.point[0]) && within(y, a.point[1], b.point[1])
        });
        on_run.map(|(slot, _)| slot).collect()
    }
}

/// A player's colour mixed with that of the board.
fn tint(style: &PieceStyle) -> String {
    let colour = u32::from_str_radix(style.fill.trim_start_matches('#'), 16).unwrap_or(GROUND);
    let strength = match style.detail == style.edge {
        true => STRENGTH,
        false => DARK_STRENGTH,
    };
    let mixed = [16, 8, 0].map(|shift| {
        let part = |colour: u32| f64::from(colour >> shift & 255);
        (part(colour) * strength + part(GROUND) * (1.0 - strength)).round() as u32
    });
    let [red, green, blue] = mixed;
    format!("#{red:02x}{green:02x}{blue:02x}")
}
