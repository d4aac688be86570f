//! Directions: compiles names, absolute or relative to a piece, to tables of steps and rays.

use ludarium_board::{Direction, Relation, RelativeDirection, SiteType};
use ludarium_lud::{Ludeme, Node, Value};
use rustc_hash::FxHashMap;

use super::{Compiler, Res};
use crate::ir::{Dirs, Table, TableId};
use crate::layout::type_of_index;

impl Compiler {
    /// Directions over sites of type `site_type`; `default` is the absolute direction if none is
    /// given.
    pub fn dirs(&mut self, arg: Option<&Node>, site_type: usize, default: &str) -> Res<Dirs> {
        let Some(node) = arg else {
            let direction = Direction::from_name(default).unwrap_or(Direction::Adjacent);
            return Ok(Dirs::Table(self.table(site_type, vec![direction])));
        };
        match &node.value {
            Value::Word(word) => {
                self.named_dirs(node, &[word], site_type, Relation::Adjacent, false)
            }
            Value::Array(items) => {
                let words: Vec<&str> = items.iter().filter_map(Node::word).collect();
                self.named_dirs(node, &words, site_type, Relation::Adjacent, false)
            }
            Value::Call(call) => match call.ludeme {
                Ludeme::DirectionsAbsolute => self.dirs(call.args[0].as_ref(), site_type, default),
                Ludeme::DirectionsRelative => {
                    let words: Vec<&str> = call.args[0].as_ref().map_or(vec!["Forward"], |list| {
                        list.items().iter().filter_map(Node::word).collect()
                    });
                    let relation = call
                        .arg("of")
                        .and_then(Node::word)
                        .and_then(Relation::from_name)
                        .unwrap_or(Relation::Adjacent);
                    let by_site = self.flag(call.arg("bySite"), false)?;
                    self.named_dirs(node, &words, site_type, relation, by_site)
                }
                Ludeme::DirectionsBetween => {
                    let of = self.site_type(call.arg("siteType"));
                    let (Some(from), Some(to)) = (call.arg("from"), call.arg("to")) else {
                        return self.no_meaning(node);
                    };
                    let (from, to) = (Box::new(self.int(from)?), Box::new(self.int(to)?));
                    Ok(Dirs::Along {
                        site_type: of,
                        ends: Some((from, to)),
                        opposite: false,
                        tables: self.single_tables(site_type),
                    })
                }
                Ludeme::DirectionsIf => {
                    let [Some(cond), Some(yes), Some(no)] = &call.args[..] else {
                        return self.no_meaning(node);
                    };
                    let cond = Box::new(self.bool(cond)?);
                    let yes = Box::new(self.dirs(Some(yes), site_type, default)?);
                    let no = Box::new(self.dirs(Some(no), site_type, default)?);
                    Ok(Dirs::If(cond, yes, no))
                }
                Ludeme::DirectionsUnion => {
                    let [Some(first), Some(second)] = &call.args[..] else {
                        return self.no_meaning(node);
                    };
                    let first = self.dirs(Some(first), site_type, default)?;
                    let second = self.dirs(Some(second), site_type, default)?;
                    Ok(self.join(first, second))
                }
                Ludeme::DirectionsDifference => {
                    let [Some(first), Some(second)] = &call.args[..] else {
                        return self.no_meaning(node);
                    };
                    let first = self.dirs(Some(first), site_type, default)?;
                    let second = self.dirs(Some(second), site_type, default)?;
                    self.without(node, first, second)
                }
                Ludeme::DirectionsRandom => {
                    let (Some(of), Some(number)) = (call.arg("direction"), call.arg("num")) else {
                        return self.no_meaning(node);
                    };
                    let number = Box::new(self.int(number)?);
                    let of = self.dirs(Some(of), site_type, default)?;
                    self.flags.stochastic = true;
                    let Some(choice) = self.split_tables(of) else {
                        return self.no_meaning(node);
                    };
                    self.draws_lots();
                    Ok(Dirs::Random(Box::new(choice), number))
                }
                _ => self.no_meaning(node),
            },
            _ => self.no_meaning(node),
        }
    }

    /// Directions given by names, where absolute and relative ones may be mixed.
    fn named_dirs(
        &mut self,
        node: &Node,
        words: &[&str],
        site_type: usize,
        relation: Relation,
        by_site: bool,
    ) -> Res<Dirs> {
        let mut absolute = Vec::new();
        let mut relative = Vec::new();
        let mut last = Vec::new();
        for word in words {
            match (
                Direction::from_name(word),
                RelativeDirection::from_name(word),
            ) {
                (Some(direction), _) => absolute.push(direction),
                (_, Some(RelativeDirection::SameDirection)) => last.push(false),
                (_, Some(RelativeDirection::OppositeDirection)) => last.push(true),
                (_, Some(direction)) => relative.push(direction),
                _ => return self.no_meaning(node),
            }
        }
        let mut all: Option<Dirs> = None;
        if !relative.is_empty() {
            all = Some(self.relative_dirs(site_type, &relative, relation, by_site));
        }
        if !absolute.is_empty() {
            let absolute = Dirs::Table(self.table(site_type, absolute));
            all = Some(match all {
                Some(dirs) => self.join(dirs, absolute),
                None => absolute,
            });
        }
        for opposite in last {
            let along = Dirs::Along {
                site_type,
                ends: None,
                opposite,
                tables: self.single_tables(site_type),
            };
            all = Some(match all {
                Some(dirs) => self.join(dirs, along),
                None => along,
            });
        }
        match all {
            Some(dirs) => {
                self.note_directions(node, words, site_type, &dirs);
                Ok(dirs)
            }
            None => self.no_meaning(node),
        }
    }

    fn relative_dirs(
        &mut self,
        site_type: usize,
        relative: &[RelativeDirection],
        relation: Relation,
        by_site: bool,
    ) -> Dirs {
        let kind = type_of_index(site_type);
        if self.scope.heading {
            let tables = (0..Direction::CCW as usize + 3)
                .map(|index| {
                    self.relative_table(
                        site_type,
                        relative,
                        relation,
                        by_site,
                        Direction::ALL[index],
                    )
                })
                .collect();
            return Dirs::ByHeading(tables);
        }
        if !self.flags.rotations {
            if let Some(what) = self.scope.what {
                let facing = self.facing_of(what);
                return Dirs::Table(
                    self.relative_table(site_type, relative, relation, by_site, facing),
                );
            }
        }
        // A piece that does not face a point of the compass faces along the board's own directions
        // only.
        let tables = (0..Direction::CCW as usize + 3)
            .map(|index| {
                self.relative_table(
                    site_type,
                    relative,
                    relation,
                    by_site,
                    Direction::ALL[index],
                )
            })
            .collect();
        if self.flags.rotations {
            let circle = self
                .board
                .topology
                .supported(kind, relation)
                .iter()
                .copied()
                .filter(|direction| direction.is_compass())
                .collect();
            return Dirs::Turned { tables, circle };
        }
        Dirs::ByFacing(tables)
    }

    /// The facing of a kind of piece: its own, or its owner's.
    pub fn facing_of(&self, what: usize) -> Direction {
        self.components
            .get(what)
            .and_then(|component| {
                component
                    .facing
                    .or_else(|| self.facings.get(component.owner).copied())
            })
            .unwrap_or(Direction::N)
    }

    fn relative_table(
        &mut self,
        site_type: usize,
        relative: &[RelativeDirection],
        relation: Relation,
        by_site: bool,
        facing: Direction,
    ) -> TableId {
        let kind = type_of_index(site_type);
        let resolve = |topology: &ludarium_board::Topology, at: Option<u32>| {
            let mut found = Vec::new();
            for &one in relative {
                for direction in topology.resolve_relative(kind, at, relation, facing, one) {
                    if !found.contains(&direction) {
                        found.push(direction);
                    }
                }
            }
            found
        };
        if !by_site {
            let found = resolve(&self.board.topology, None);
            return self.table(site_type, found);
        }
        let table = build(
            &self.board.topology,
            site_type,
            resolve(&self.board.topology, None),
            |topology, site| resolve(topology, Some(site)),
        );
        self.push_table(table)
    }

    /// The table of these directions over sites of type `site_type`, created on first use.
    pub fn table(&mut self, site_type: usize, dirs: Vec<Direction>) -> TableId {
        let key = (site_type, dirs);
        if let Some(&id) = self.table_ids.get(&key) {
            return id;
        }
        let table = build(&self.board.topology, site_type, key.1.clone(), |_, _| {
            key.1.clone()
        });
        let id = self.push_table(table);
        self.table_ids.insert(key, id);
        id
    }

    fn push_table(&mut self, table: Table) -> TableId {
        self.tables.push(table);
        (self.tables.len() - 1) as TableId
    }

    /// One table for each single direction of the board, by number of the direction.
    fn single_tables(&mut self, site_type: usize) -> Vec<TableId> {
        let none = self.table(site_type, Vec::new());
        let mut tables = vec![none; Direction::All as usize];
        for direction in self
            .board
            .topology
            .supported(type_of_index(site_type), Relation::All)
            .to_vec()
        {
            if direction.is_single() {
                tables[direction as usize] = self.table(site_type, vec![direction]);
            }
        }
        tables
    }

    /// The single directions of a table, with classes of directions expanded.
    fn single_directions(&self, id: TableId) -> Vec<Direction> {
        let Some(table) = self.tables.get(id as usize) else {
            return Vec::new();
        };
        let topology = &self.board.topology;
        let kind = type_of_index(table.site_type);
        let mut found: Vec<Direction> = Vec::new();
        let mut add = |direction: Direction| {
            if !found.contains(&direction) {
                found.push(direction);
            }
        };
        for &direction in &table.dirs {
            match Relation::from_name(direction.name()) {
                Some(relation) => topology
                    .supported(kind, relation)
                    .iter()
                    .copied()
                    .for_each(&mut add),
                None => add(direction),
            }
        }
        found
    }

    fn join(&mut self, first: Dirs, second: Dirs) -> Dirs {
        if let (Dirs::Table(a), Dirs::Table(b)) = (&first, &second) {
            let (a, b) = (&self.tables[*a as usize], &self.tables[*b as usize]);
            if a.site_type == b.site_type
                && self.table_ids.contains_key(&(a.site_type, a.dirs.clone()))
            {
                let (site_type, mut dirs) = (a.site_type, a.dirs.clone());
                for &direction in &b.dirs {
                    if !dirs.contains(&direction) {
                        dirs.push(direction);
                    }
                }
                return Dirs::Table(self.table(site_type, dirs));
            }
        }
        Dirs::Union(Box::new(first), Box::new(second))
    }

    fn without(&mut self, node: &Node, first: Dirs, second: Dirs) -> Res<Dirs> {
        match (&first, &second) {
            (Dirs::ByFacing(many), Dirs::Table(less)) => {
                let tables = many
                    .iter()
                    .map(|&id| self.table_difference(id, *less))
                    .collect();
                return Ok(Dirs::ByFacing(tables));
            }
            (Dirs::Table(all), Dirs::ByFacing(less)) => {
                let tables = less
                    .iter()
                    .map(|&id| self.table_difference(*all, id))
                    .collect();
                return Ok(Dirs::ByFacing(tables));
            }
            (Dirs::ByFacing(many), Dirs::ByFacing(less)) => {
                let both = many.iter().zip(less);
                let tables = both
                    .map(|(&id, &other)| self.table_difference(id, other))
                    .collect();
                return Ok(Dirs::ByFacing(tables));
            }
            (Dirs::If(cond, yes, no), _) => {
                let yes = self.without(node, (**yes).clone(), second.clone())?;
                let no = self.without(node, (**no).clone(), second.clone())?;
                return Ok(Dirs::If(cond.clone(), Box::new(yes), Box::new(no)));
            }
            (_, Dirs::If(cond, yes, no)) => {
                let yes = self.without(node, first.clone(), (**yes).clone())?;
                let no = self.without(node, first.clone(), (**no).clone())?;
                return Ok(Dirs::If(cond.clone(), Box::new(yes), Box::new(no)));
            }
            _ => {}
        }
        if let (Dirs::Table(first), Dirs::Table(second)) = (&first, &second) {
            return Ok(Dirs::Table(self.table_difference(*first, *second)));
        }
        // Directions known only during play are subtracted one by one.
        let (Some(first), Some(second)) = (self.split_tables(first), self.split_tables(second))
        else {
            return self.no_meaning(node);
        };
        Ok(Dirs::Difference(Box::new(first), Box::new(second)))
    }

    /// Splits directions so that each has a table of its own.
    fn split_tables(&mut self, dirs: Dirs) -> Option<Dirs> {
        match dirs {
            Dirs::Table(id) => {
                let site_type = self.tables.get(id as usize)?.site_type;
                let mut all: Option<Dirs> = None;
                for direction in self.single_directions(id) {
                    let one = Dirs::Table(self.table(site_type, vec![direction]));
                    all = Some(match all {
                        None => one,
                        Some(rest) => Dirs::Union(Box::new(rest), Box::new(one)),
                    });
                }
                all.or(Some(Dirs::Table(id)))
            }
            Dirs::Union(first, second) => Some(Dirs::Union(
                Box::new(self.split_tables(*first)?),
                Box::new(self.split_tables(*second)?),
            )),
            Dirs::Difference(first, second) => Some(Dirs::Difference(
                Box::new(self.split_tables(*first)?),
                Box::new(self.split_tables(*second)?),
            )),
            Dirs::If(cond, yes, no) => Some(Dirs::If(
                cond,
                Box::new(self.split_tables(*yes)?),
                Box::new(self.split_tables(*no)?),
            )),
            Dirs::ByFacing(tables) => Some(self.split_by_site(&tables, Dirs::ByFacing)),
            Dirs::ByHeading(tables) => Some(self.split_by_site(&tables, Dirs::ByHeading)),
            Dirs::Turned { tables, circle } => Some(self.split_by_site(&tables, |tables| {
                let circle = circle.clone();
                Dirs::Turned { tables, circle }
            })),
            Dirs::Along { .. } => Some(dirs),
            Dirs::Random(..) => None,
        }
    }

    /// Splits directions by facing: the first of each facing, the second of each, and so on.
    fn split_by_site(&mut self, tables: &[TableId], make: impl Fn(Vec<TableId>) -> Dirs) -> Dirs {
        let apart: Vec<Vec<Direction>> = tables
            .iter()
            .map(|&id| self.single_directions(id))
            .collect();
        let most = apart.iter().map(Vec::len).max().unwrap_or(0);
        let site_type = tables
            .first()
            .and_then(|&id| self.tables.get(id as usize))
            .map_or(self.own, |table| table.site_type);
        let mut all: Option<Dirs> = None;
        for nth in 0..most {
            let of_facing = |c: &mut Self, single_directions: &Vec<Direction>| {
                let one = single_directions.get(nth).into_iter().copied().collect();
                c.table(site_type, one)
            };
            let tables = apart
                .iter()
                .map(|single_directions| of_facing(self, single_directions));
            let one = make(tables.collect());
            all = Some(match all {
                None => one,
                Some(rest) => Dirs::Union(Box::new(rest), Box::new(one)),
            });
        }
        all.unwrap_or_else(|| make(tables.to_vec()))
    }

    /// The directions of one table without those that another has at the same site.
    fn table_difference(&mut self, id: TableId, less: TableId) -> TableId {
        let site_type = self
            .tables
            .get(id as usize)
            .map_or(self.own, |table| table.site_type);
        let all = self.single_directions(id);
        let known = self.single_directions(less);
        let left = all
            .iter()
            .copied()
            .filter(|direction| !known.contains(direction))
            .collect();
        let Some(named) = self.tables.get(less as usize) else {
            return id;
        };
        let named = named.dirs.clone();
        let mixed = self.mixes(id, site_type, &all);
        if !mixed
            && named
                .iter()
                .all(|direction| relation_of(*direction).is_none())
        {
            return self.table(site_type, left);
        }
        let kind = type_of_index(site_type);
        let topology = &self.board.topology;
        let left_at = |site: u32| {
            let taken = |one: &Direction| {
                named.iter().any(|&direction| match relation_of(direction) {
                    Some(relation) => topology.supported_at(kind, site, relation).contains(one),
                    None => direction == *one,
                })
            };
            let mut here = if mixed {
                self.directions_at(id, kind, site)
            } else {
                all.clone()
            };
            here.retain(|one| !taken(one));
            here
        };
        let sites: Vec<_> = (0..topology.len(kind) as u32).map(left_at).collect();
        let table = build(topology, site_type, left, |_, site| {
            sites[site as usize].clone()
        });
        let fewer = self.push_table(table);
        if mixed {
            self.dirs_by_site.insert(fewer, sites);
        }
        fewer
    }

    /// The single directions that a table has at one site.
    fn directions_at(&self, id: TableId, kind: SiteType, site: u32) -> Vec<Direction> {
        if let Some(sites) = self.dirs_by_site.get(&id) {
            return sites.get(site as usize).cloned().unwrap_or_default();
        }
        let dirs = self
            .tables
            .get(id as usize)
            .map_or(&[][..], |table| &table.dirs);
        let at = |&direction: &Direction| match relation_of(direction) {
            Some(relation) => self.board.topology.supported_at(kind, site, relation),
            None => vec![direction],
        };
        dirs.iter().flat_map(at).collect()
    }

    /// Whether a direction of a table leads to a neighbour of another kind from some site where the
    /// table lacks that direction: then the directions must be known for each site.
    fn mixes(&self, id: TableId, site_type: usize, all: &[Direction]) -> bool {
        let kind = type_of_index(site_type);
        let topology = &self.board.topology;
        self.dirs_by_site.contains_key(&id)
            || (0..topology.len(kind) as u32).any(|site| {
                let here = self.directions_at(id, kind, site);
                let leads = |&one: &Direction| !topology.steps(kind, site, one).is_empty();
                all.iter().any(|one| !here.contains(one) && leads(one))
            })
    }
}

/// The relation whose class of directions `direction` is.
fn relation_of(direction: Direction) -> Option<Relation> {
    Relation::from_name(direction.name())
}

/// Lays out the steps and rays of the directions that `of` names for each site.
fn build(
    topology: &ludarium_board::Topology,
    site_type: usize,
    dirs: Vec<Direction>,
    of: impl Fn(&ludarium_board::Topology, u32) -> Vec<Direction>,
) -> Table {
    let kind = type_of_index(site_type);
    let mut table = Table {
        dirs,
        site_type,
        step_at: vec![0],
        ray_at: vec![0],
        ..Table::default()
    };
    let mut wanted: Vec<Option<(u32, Vec<u16>)>> = Vec::new();
    let mut steps: Vec<u16> = Vec::new();
    let mut rays: Vec<&ludarium_board::Radial> = Vec::new();
    for site in 0..topology.len(kind) as u32 {
        steps.clear();
        rays.clear();
        for direction in of(topology, site) {
            // A ray stands once for each of the directions that lead along it.
            let known_before = rays.len();
            for &to in topology.steps(kind, site, direction) {
                if !steps.contains(&(to as u16)) {
                    steps.push(to as u16);
                }
            }
            for radial in topology.radials(kind, site, direction) {
                let mut of_direction = rays[known_before..].iter();
                if of_direction.any(|known| known.sites == radial.sites) {
                    continue;
                }
                let mut before = rays[..known_before].iter();
                table.repeats_rays |= before.any(|known| known.sites == radial.sites);
                rays.push(radial);
                let start = table.path.len() as u32;
                table
                    .path
                    .extend(radial.sites.iter().skip(1).map(|&to| to as u16));
                table.rays.push((start, table.path.len() as u32));
                table.ray_dir.push(radial.direction);
                let back = radial.opposites.first();
                wanted.push(
                    back.map(|path| (site, path.iter().skip(1).map(|&to| to as u16).collect())),
                );
            }
        }
        table.steps.extend_from_slice(&steps);
        table.step_at.push(table.steps.len() as u32);
        table.ray_at.push(table.rays.len() as u32);
    }
    table.opposite = vec![u32::MAX; table.rays.len()];
    let mut extra: FxHashMap<(u32, Vec<u16>), u32> = FxHashMap::default();
    for (ray, back) in wanted.into_iter().enumerate() {
        let Some((site, path)) = back else { continue };
        let known = table
            .rays_of(site as usize)
            .find(|&other| table.ray(other) == path);
        let other = match known {
            Some(other) => other as u32,
            None => *extra.entry((site, path)).or_insert_with_key(|(_, path)| {
                let start = table.path.len() as u32;
                table.path.extend_from_slice(path);
                table.rays.push((start, table.path.len() as u32));
                table.ray_dir.push(table.ray_dir[ray].opposite());
                table.opposite.push(ray as u32);
                (table.rays.len() - 1) as u32
            }),
        };
        table.opposite[ray] = other;
    }
    table
}
