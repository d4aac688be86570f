//! The regions and hints of puzzles.

use ludarium_board::Direction;
use ludarium_lud::{Call, Diagnostic, Ludeme, Node, Value};

use super::{Family, FamilyKind, Hint, Region};
use crate::compile::ints::{is_region, need};
use crate::compile::{Compiler, NamedRegion, Res};
use crate::ir::{Dirs, Int, Iter, Sites, OFF};
use crate::layout::type_of_index;
use crate::set::SiteSet;

impl Compiler {
    /// The hints and regions among the equipment of a puzzle.
    pub(in crate::compile) fn puzzle_regions(&mut self, items: &[Node]) -> Res<()> {
        for item in items {
            if let Some(call) = item.call().filter(|call| call.ludeme == Ludeme::Hints) {
                self.hints(item, call)?;
            }
        }
        for item in items {
            if let Some(call) = item.call().filter(|call| call.ludeme == Ludeme::Regions) {
                self.families(item, call)?;
            }
        }
        Ok(())
    }

    fn hints(&mut self, item: &Node, call: &Call) -> Res<()> {
        let site_type = self.site_type(call.arg("siteType"));
        for hint in need(item, call, "hints")?.items() {
            let inner = self.call(hint)?;
            let one = inner.ludeme == Ludeme::HintSite;
            let place = need(hint, inner, if one { "int" } else { "ints" })?;
            let mut sites = Vec::new();
            for site in place.items() {
                let site = self.constant(site)?;
                self.existing(site_type, site, hint)?;
                sites.push(site);
            }
            let value = inner.arg(if one { "int2" } else { "int" });
            let value = value.map_or(Ok(0), |value| self.constant(value))?;
            if let Some(puzzle) = &mut self.puzzle {
                puzzle.hints.push(Hint {
                    site_type,
                    sites,
                    value,
                });
            }
        }
        Ok(())
    }

    fn families(&mut self, item: &Node, call: &Call) -> Res<()> {
        let name = call.arg("string").and_then(Node::str).map(str::to_string);
        let hinted = call.arg("string2").and_then(Node::str).map(str::to_string);
        let names: Vec<String> = name.iter().cloned().chain(hinted).collect();
        let owner = match call.arg("roleType") {
            None => None,
            Some(role) => match self.player(Some(role))? {
                Int::Const(owner) => usize::try_from(owner).ok(),
                _ => return self.no_meaning(item),
            },
        };
        let value = need(item, call, "ints")?;
        let parts = match &value.value {
            Value::Array(list)
                if list
                    .iter()
                    .any(|part| part.word().is_some() || is_region(part)) =>
            {
                list
            }
            _ => std::slice::from_ref(value),
        };
        let mut listed = Vec::new();
        let mut kinds = Vec::new();
        for part in parts {
            match part.word() {
                Some(word) => kinds.push(FamilyKind::Static(word, part.span)),
                None => listed.push(self.fixed_sites(self.own, part)?),
            }
        }
        if !listed.is_empty() {
            kinds.push(FamilyKind::Listed(listed));
        }
        for kind in kinds {
            for region in self.of_family(&kind, self.own)? {
                // Rules find the regions by name, as in other games.
                self.regions.push(NamedRegion {
                    name: name.clone(),
                    owner,
                    sites: Sites::Const(region.sites.into_iter().collect()),
                });
            }
            let names = names.clone();
            if let Some(puzzle) = &mut self.puzzle {
                puzzle.regions.push(Family { names, kind });
            }
        }
        Ok(())
    }

    /// The regions of the equipment with a name (all, if none is given), by family.
    pub(super) fn families_named(
        &mut self,
        site_type: usize,
        name: Option<&str>,
        node: &Node,
    ) -> Res<Vec<Vec<Region>>> {
        let Some(puzzle) = &self.puzzle else {
            return self.no_meaning(node);
        };
        let mut found = Vec::new();
        for family in &puzzle.regions {
            if name.is_none_or(|name| family.names.iter().any(|own| own == name)) {
                found.push(self.of_family(&family.kind, site_type)?);
            }
        }
        if found.iter().all(Vec::is_empty) {
            let message = "the equipment has no regions for this to hold in";
            return Err(Diagnostic::new("no-regions", node.span, message)
                .hint("(regions { Columns Rows }) among the equipment names some"));
        }
        Ok(found)
    }

    /// The regions that a word denotes in a game that is not a puzzle.
    pub(in crate::compile) fn static_family(
        &self,
        word: &'static str,
        node: &Node,
    ) -> Res<Vec<Sites>> {
        let found = self.of_family(&FamilyKind::Static(word, node.span), self.own)?;
        let regions = found.into_iter().map(|region| region.sites);
        Ok(regions
            .map(|sites| Sites::Const(sites.into_iter().collect()))
            .collect())
    }

    fn of_family(&self, kind: &FamilyKind, site_type: usize) -> Res<Vec<Region>> {
        let plain = |sites: Vec<i32>| Region { sites, hint: None };
        let (word, span) = match kind {
            FamilyKind::Listed(regions) => {
                return Ok(regions.iter().cloned().map(plain).collect());
            }
            FamilyKind::Static(word, span) => (*word, *span),
        };
        let regions = match word {
            "HintRegions" => {
                let hints = self.puzzle.iter().flat_map(|puzzle| &puzzle.hints);
                let hinted = |hint: &Hint| Region {
                    sites: hint.sites.clone(),
                    hint: Some(hint.value),
                };
                return Ok(hints
                    .filter(|hint| hint.site_type == site_type)
                    .map(hinted)
                    .collect());
            }
            "AllSites" => {
                let count = self.board.topology.len(type_of_index(site_type)) as i32;
                Some(vec![(0..count).collect()])
            }
            "AllDirections" => Some(self.lines(site_type, Direction::Adjacent)),
            "Diagonals" => Some(self.main_diagonals(site_type)),
            "SubGrids" => self.sub_grids(site_type),
            "Touching" => Some(self.touching(site_type)),
            "Vertices" => Some(self.around_vertices(site_type)),
            // All regions that the equipment lists.
            "Regions" => {
                let named = self
                    .regions
                    .iter()
                    .filter_map(|region| match &region.sites {
                        Sites::Const(set) => Some(set.iter().collect()),
                        _ => None,
                    });
                Some(named.collect())
            }
            word => self.static_regions(site_type, word).map(|sets| {
                let list = |set: SiteSet| set.iter().collect();
                sets.into_iter().map(list).collect()
            }),
        };
        match regions {
            Some(regions) => Ok(regions.into_iter().map(plain).collect()),
            None => Err(Diagnostic::new(
                "no-regions",
                span,
                format!("this board has no regions {word}"),
            )),
        }
    }

    /// All straight lines of maximal length across the board, with steps in these directions.
    fn lines(&self, site_type: usize, directions: Direction) -> Vec<Vec<i32>> {
        let (topology, kind) = (&self.board.topology, type_of_index(site_type));
        let mut lines: Vec<Vec<i32>> = Vec::new();
        for site in 0..topology.len(kind) as u32 {
            for radial in topology.radials(kind, site, directions) {
                // From its end only: a line that continues behind its origin is part of a longer
                // one.
                let begins = radial.opposites.iter().all(|back| back.len() < 2);
                if begins && radial.sites.len() > 1 {
                    let mut line: Vec<i32> = radial.sites.iter().map(|&site| site as i32).collect();
                    line.sort_unstable();
                    lines.push(line);
                }
            }
        }
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    /// The number of rows and columns, if the board has a site at each crossing of a row and a
    /// column.
    fn full_square(&self, site_type: usize) -> Option<u32> {
        let sites = self.board.topology.sites(type_of_index(site_type));
        let rows = sites.iter().map(|site| site.row).max()? + 1;
        let columns = sites.iter().map(|site| site.column).max()? + 1;
        (rows == columns && sites.len() == rows as usize * columns as usize).then_some(rows)
    }

    fn sites_where(&self, site_type: usize, wanted: impl Fn(u32, u32) -> bool) -> Vec<i32> {
        let sites = self.board.topology.sites(type_of_index(site_type)).iter();
        let found = sites
            .enumerate()
            .filter(|(_, site)| wanted(site.row, site.column));
        found.map(|(index, _)| index as i32).collect()
    }

    /// The two diagonals from corner to corner of a square board; the longest diagonals of other
    /// boards.
    fn main_diagonals(&self, site_type: usize) -> Vec<Vec<i32>> {
        let Some(side) = self.full_square(site_type) else {
            let mut lines = self.lines(site_type, Direction::Diagonal);
            let longest = lines.iter().map(Vec::len).max().unwrap_or(0);
            lines.retain(|line| line.len() == longest);
            return lines;
        };
        vec![
            self.sites_where(site_type, |row, column| row == column),
            self.sites_where(site_type, |row, column| row + column + 1 == side),
        ]
    }

    /// The blocks of a square board with the size of a row: square if possible, otherwise wider
    /// than high by as little as possible.
    fn sub_grids(&self, site_type: usize) -> Option<Vec<Vec<i32>>> {
        let side = self.full_square(site_type)?;
        let high = (1..=side)
            .rev()
            .find(|high| high * high <= side && side % high == 0)?;
        let wide = side / high;
        let blocks =
            (0..side / high).flat_map(|row| (0..side / wide).map(move |column| (row, column)));
        Some(
            blocks
                .map(|at| {
                    self.sites_where(site_type, |row, column| (row / high, column / wide) == at)
                })
                .collect(),
        )
    }

    /// For each vertex of the board, the sites that meet in it; for sites that are vertices, those
    /// around each cell.
    fn around_vertices(&self, site_type: usize) -> Vec<Vec<i32>> {
        let (topology, kind) = (&self.board.topology, type_of_index(site_type));
        let (centres, around): (_, fn(&ludarium_board::Site) -> &Vec<u32>) = match kind {
            ludarium_board::SiteType::Cell => {
                (ludarium_board::SiteType::Vertex, |site| &site.cells)
            }
            ludarium_board::SiteType::Edge => {
                (ludarium_board::SiteType::Vertex, |site| &site.edges)
            }
            ludarium_board::SiteType::Vertex => {
                (ludarium_board::SiteType::Cell, |site| &site.vertices)
            }
        };
        let sites = topology.sites(centres).iter();
        let regions = sites.map(|site| around(site).iter().map(|&near| near as i32).collect());
        regions.collect()
    }

    /// Each pair of sites that touch, even if only at a corner: cells or edges with a common
    /// vertex, vertices with a common edge.
    fn touching(&self, site_type: usize) -> Vec<Vec<i32>> {
        let (topology, kind) = (&self.board.topology, type_of_index(site_type));
        let common = match kind {
            ludarium_board::SiteType::Vertex => ludarium_board::SiteType::Edge,
            _ => ludarium_board::SiteType::Vertex,
        };
        let mut pairs = Vec::new();
        for corner in topology.sites(common) {
            let around = match kind {
                ludarium_board::SiteType::Cell => &corner.cells,
                ludarium_board::SiteType::Edge => &corner.edges,
                ludarium_board::SiteType::Vertex => &corner.vertices,
            };
            for (index, &first) in around.iter().enumerate() {
                for &second in &around[..index] {
                    pairs.push(vec![first.min(second) as i32, first.max(second) as i32]);
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// The number of the current hint of `forAll Hint`, or of the hint of a site (-1 where it has
    /// none).
    pub(in crate::compile) fn hint_value(&mut self, node: &Node, call: &Call) -> Res<Int> {
        let Some(at) = call.arg("at") else {
            self.used |= 1 << Iter::Hint as u32;
            return match self.known(Iter::Hint) {
                Some(value) => Ok(Int::Const(value)),
                None if self.puzzle.is_none() => Ok(Int::Iter(Iter::Hint)),
                None => self.no_meaning(node),
            };
        };
        let site_type = self.site_type(call.arg("siteType"));
        if self.puzzle.is_none() {
            return self.printed_hint(site_type, at);
        }
        let site = self.known_number(at)?;
        let mut hints = self.puzzle.iter().flat_map(|puzzle| &puzzle.hints);
        let here = hints.find(|hint| hint.site_type == site_type && hint.sites.contains(&site));
        Ok(Int::Const(here.map_or(OFF, |hint| hint.value)))
    }

    /// The hints of a game that is not a puzzle.
    pub(in crate::compile) fn printed_hints(&mut self, item: &Node, call: &Call) -> Res<()> {
        let site_type = self.site_type(call.arg("siteType"));
        for hint in need(item, call, "hints")?.items() {
            let inner = self.call(hint)?;
            let one = inner.ludeme == Ludeme::HintSite;
            let place = need(hint, inner, if one { "int" } else { "ints" })?;
            let value = inner.arg(if one { "int2" } else { "int" });
            let value = value.map_or(Ok(0), |value| self.number(value))?;
            for site in place.items() {
                let site = self.number(site)?;
                self.existing(site_type, site, hint)?;
                self.hints.push((site_type, site, value));
            }
        }
        Ok(())
    }

    /// The sites on which hints are printed in a game that is not a puzzle.
    pub(in crate::compile) fn hinted_sites(&self, site_type: usize) -> Sites {
        let here = self.hints.iter().filter(|hint| hint.0 == site_type);
        Sites::Const(here.map(|hint| hint.1).collect())
    }

    fn printed_hint(&mut self, site_type: usize, at: &Node) -> Res<Int> {
        let at = self.int(at)?;
        let mut table = vec![OFF; self.board.topology.len(type_of_index(site_type))];
        for &(_, site, value) in self.hints.iter().filter(|hint| hint.0 == site_type) {
            if let Some(entry) = table.get_mut(site as usize) {
                *entry = value;
            }
        }
        Ok(Int::SiteTable {
            table,
            at: Box::new(at),
        })
    }

    /// The sites, ascending, of a region that does not depend on the values.
    pub(super) fn fixed_sites(&mut self, site_type: usize, node: &Node) -> Res<Vec<i32>> {
        Ok(self.fixed_set(site_type, node)?.iter().collect())
    }

    fn fixed_set(&mut self, site_type: usize, node: &Node) -> Res<SiteSet> {
        let two = |c: &mut Self, call: &Call| -> Res<(SiteSet, SiteSet)> {
            let first = c.fixed_set(site_type, need(node, call, "sites")?)?;
            Ok((first, c.fixed_set(site_type, need(node, call, "sites2")?)?))
        };
        let Some(call) = node.call() else {
            return self.known_sites(node);
        };
        match call.ludeme {
            Ludeme::SitesSimple
                if call.arg("sitesSimpleType").and_then(Node::word) == Some("Hint") =>
            {
                let Some(puzzle) = &self.puzzle else {
                    return self.no_meaning(node);
                };
                let all = puzzle.hints.iter().enumerate();
                let wanted = all.filter(|(index, hint)| match puzzle.hint {
                    Some(current) => *index == current,
                    None => hint.site_type == site_type,
                });
                Ok(wanted
                    .flat_map(|(_, hint)| hint.sites.iter().copied())
                    .collect())
            }
            Ludeme::SitesAround => self.fixed_around(node, call),
            Ludeme::SitesDirection => self.fixed_direction(node, call),
            Ludeme::SitesIncident => self.fixed_incident(node, call),
            Ludeme::SitesDifference => {
                let (mut first, second) = two(self, call)?;
                first.subtract(&second);
                Ok(first)
            }
            Ludeme::SitesUnion => {
                let (mut first, second) = two(self, call)?;
                first.union_with(&second);
                Ok(first)
            }
            Ludeme::SitesIntersection => {
                let (mut first, second) = two(self, call)?;
                first.intersect_with(&second);
                Ok(first)
            }
            _ => self.known_sites(node),
        }
    }

    /// The sites of a region that the compiler can evaluate.
    fn known_sites(&mut self, node: &Node) -> Res<SiteSet> {
        match self.sites(node)? {
            Sites::Const(set) => Ok(set),
            Sites::ByIndex(sets, index) => match *index {
                Int::Const(index) => {
                    let set = usize::try_from(index)
                        .ok()
                        .and_then(|index| sets.get(index));
                    Ok(set.cloned().unwrap_or_default())
                }
                _ => self.no_meaning(node),
            },
            _ if !is_region(node) => Ok([self.known_number(node)?].into_iter().collect()),
            _ => self.no_meaning(node),
        }
    }

    fn table_of(&mut self, call: &Call, name: &str, site_type: usize, node: &Node) -> Res<usize> {
        match self.dirs(call.arg(name), site_type, "Adjacent")? {
            Dirs::Table(id) if usize::from(id) < self.tables.len() => Ok(usize::from(id)),
            _ => self.no_meaning(node),
        }
    }

    pub(super) fn fixed_around(&mut self, node: &Node, call: &Call) -> Res<SiteSet> {
        if let Some(dynamic) = call.arg("regionTypeDynamic") {
            return self.no_meaning(dynamic);
        }
        let site_type = self.site_type(call.arg("siteType"));
        let of = self.fixed_set(site_type, need(node, call, "int")?)?;
        let far = call
            .arg("distance")
            .map_or(Ok(1), |far| self.constant(far))?;
        let table = self.table_of(call, "absoluteDirection", site_type, node)?;
        let table = &self.tables[table];
        let mut around = SiteSet::default();
        for site in of.iter().filter_map(|site| usize::try_from(site).ok()) {
            if far == 1 {
                around.union_with(
                    &table
                        .steps_of(site)
                        .iter()
                        .map(|&to| i32::from(to))
                        .collect(),
                );
            }
            // For greater distances, the sites at exactly that distance along each line.
            for ray in table.rays_of(site).filter(|_| far > 1) {
                around.union_with(
                    &table
                        .ray(ray)
                        .get(far as usize - 1)
                        .map(|&to| i32::from(to))
                        .into_iter()
                        .collect(),
                );
            }
        }
        if self.flag(call.arg("includeSelf"), false)? {
            around.union_with(&of);
        } else {
            around.subtract(&of);
        }
        Ok(around)
    }

    fn fixed_direction(&mut self, node: &Node, call: &Call) -> Res<SiteSet> {
        if let Some(stop) = call.arg("stop") {
            return self.no_meaning(stop);
        }
        let mut sites: SiteSet = self.fixed_rays(node, call)?.into_iter().flatten().collect();
        if self.flag(call.arg("included"), false)? {
            let site_type = self.site_type(call.arg("siteType"));
            sites.union_with(&self.fixed_set(site_type, need(node, call, "from")?)?);
        }
        Ok(sites)
    }

    /// The sites of `(sites Direction ...)`, direction by direction, nearest first.
    pub(super) fn fixed_rays(&mut self, node: &Node, call: &Call) -> Res<Vec<Vec<i32>>> {
        let site_type = self.site_type(call.arg("siteType"));
        let from = self.fixed_set(site_type, need(node, call, "from")?)?;
        let far = call
            .arg("distance")
            .map(|far| self.constant(far))
            .transpose()?;
        let far = far.map_or(usize::MAX, |far| usize::try_from(far).unwrap_or(0));
        let table = self.table_of(call, "direction", site_type, node)?;
        let table = &self.tables[table];
        let mut rays = Vec::new();
        for site in from.iter().filter_map(|site| usize::try_from(site).ok()) {
            for ray in table.rays_of(site) {
                let ray = table.ray(ray).iter().take(far);
                rays.push(ray.map(|&site| i32::from(site)).collect());
            }
        }
        Ok(rays)
    }

    fn fixed_incident(&mut self, node: &Node, call: &Call) -> Res<SiteSet> {
        if let Some(owner) = call.arg("owner") {
            return self.no_meaning(owner);
        }
        let of = self.site_type(call.arg("of"));
        let at = self.known_number(need(node, call, "at")?)?;
        self.existing(of, at, node)?;
        let result = type_of_index(self.site_type(call.arg("siteType")));
        let topology = &self.board.topology;
        let touching = topology.incident(result, type_of_index(of), at as u32);
        Ok(touching.map(|site| site as i32).collect())
    }
}
