//! Works out simple start rules, to compare them with the placements of a trial.

use std::collections::BTreeSet;

use board::{Board, Direction, Relation, SiteType, StaticRegion};
use lud::{Call, Ludeme, Node, Value};

/// A game's parts that start rules refer to.
pub struct Rules<'a> {
    pub board: &'a Board,
    pub regions: Vec<&'a Call>,
}

impl<'a> Rules<'a> {
    pub fn new(board: &'a Board, game: &'a Node) -> Self {
        let mut regions = Vec::new();
        collect(game, &mut |call| {
            if call.ludeme == Ludeme::Regions {
                regions.push(call);
            }
        });
        Rules { board, regions }
    }

    fn kind(&self, node: Option<&Node>) -> SiteType {
        node.and_then(Node::word)
            .and_then(SiteType::from_name)
            .unwrap_or(self.board.default_site)
    }

    /// The sites that one start rule fills, if it is simple: (rule, sites).
    pub fn placed(&self, call: &Call) -> Option<Vec<u32>> {
        match call.ludeme {
            Ludeme::Place => {
                if call.arg("string2").is_some() {
                    return None;
                }
                let kind = self.kind(call.arg("siteType"));
                if let Some(coord) = call.arg("coord") {
                    return self.label(kind, coord.str()?).map(|site| vec![site]);
                }
                Some(vec![self.int(call.arg("int")?)?])
            }
            Ludeme::PlaceSites => {
                let kind = self.kind(call.arg("siteType"));
                if let Some(strings) = call.arg("strings") {
                    return strings
                        .items()
                        .iter()
                        .map(|label| self.label(kind, label.str()?))
                        .collect();
                }
                if let Some(ints) = call.arg("ints") {
                    return ints.items().iter().map(|int| self.int(int)).collect();
                }
                self.sites(call.arg("sites")?)
            }
            Ludeme::StartSetStartSites => match call.arg("at") {
                Some(at) if at.call().is_some_and(|call| call.ludeme.sort() == "sites") => {
                    self.sites(at)
                }
                Some(at) => Some(vec![self.int(at)?]),
                None => None,
            },
            _ => None,
        }
    }

    fn label(&self, kind: SiteType, label: &str) -> Option<u32> {
        Some(
            self.board
                .topology
                .labelled(kind, label)
                .unwrap_or(u32::MAX),
        )
    }

    fn int(&self, node: &Node) -> Option<u32> {
        let topology = &self.board.topology;
        match &node.value {
            Value::Int(value) => u32::try_from(*value).ok(),
            Value::Call(call) => match call.ludeme {
                Ludeme::CentrePoint => topology
                    .region(self.kind(call.arg("siteType")), StaticRegion::Centre)
                    .first()
                    .copied(),
                Ludeme::Coord => {
                    self.label(self.kind(call.arg("siteType")), call.arg("string")?.str()?)
                }
                Ludeme::CoordRowColumn => {
                    let kind = self.kind(call.arg("siteType"));
                    let (row, column) =
                        (self.int(call.arg("row")?)?, self.int(call.arg("column")?)?);
                    let sites = topology.sites(kind).iter();
                    Some(
                        sites
                            .zip(0..)
                            .find(|(s, _)| s.row == row && s.column == column)
                            .map_or(u32::MAX, |s| s.1),
                    )
                }
                Ludeme::IntSub => Some(
                    self.int(call.arg("int")?)?
                        .checked_sub(self.int(call.arg("int2")?)?)?,
                ),
                Ludeme::IntAdd => Some(self.int(call.arg("int")?)? + self.int(call.arg("int2")?)?),
                Ludeme::IntMul => Some(self.int(call.arg("int")?)? * self.int(call.arg("int2")?)?),
                _ => None,
            },
            _ => None,
        }
    }

    fn sites(&self, node: &Node) -> Option<Vec<u32>> {
        let topology = &self.board.topology;
        let call = node.call()?;
        let both = |a: &str, b: &str| Some((self.sites(call.arg(a)?)?, self.sites(call.arg(b)?)?));
        Some(match call.ludeme {
            Ludeme::SitesSimple => {
                use StaticRegion as R;
                let region = match call.arg("sitesSimpleType")?.word()? {
                    "Board" => R::Board,
                    "Bottom" => R::Bottom,
                    "Top" => R::Top,
                    "Left" => R::Left,
                    "Right" => R::Right,
                    "Corners" => R::Corners,
                    "ConvexCorners" => R::ConvexCorners,
                    "ConcaveCorners" => R::ConcaveCorners,
                    "Centre" => R::Centre,
                    "Inner" => R::Inner,
                    "Outer" => R::Outer,
                    "Perimeter" => R::Perimeter,
                    "Major" => R::Major,
                    "Minor" => R::Minor,
                    _ => return None,
                };
                topology.region(self.kind(call.arg("siteType")), region)
            }
            Ludeme::SitesIndex => {
                let index = self.int(call.arg("int")?)?;
                let region = match call.arg("sitesIndexType")?.word()? {
                    "Row" => StaticRegion::Row(index),
                    "Column" => StaticRegion::Column(index),
                    "Layer" => StaticRegion::Layer(index),
                    "Phase" => StaticRegion::Phase(index),
                    _ => return None,
                };
                topology.region(self.kind(call.arg("siteType")), region)
            }
            Ludeme::SitesSide => {
                let direction = Direction::from_name(call.arg("byPlayer")?.word()?)?;
                topology.region(
                    self.kind(call.arg("siteType")),
                    StaticRegion::Side(direction),
                )
            }
            Ludeme::SitesCoords => {
                let kind = self.kind(call.arg("siteType"));
                call.arg("strings")?
                    .items()
                    .iter()
                    .map(|label| self.label(kind, label.str()?))
                    .collect::<Option<_>>()?
            }
            Ludeme::SitesList => call
                .arg("ints")?
                .items()
                .iter()
                .map(|int| self.int(int))
                .collect::<Option<_>>()?,
            Ludeme::Expand => {
                if call.arg("int").is_some() {
                    return None;
                }
                let from = match call.arg("sites")? {
                    node if node
                        .call()
                        .is_some_and(|call| call.ludeme.sort() == "sites") =>
                    {
                        self.sites(node)?
                    }
                    node => vec![self.int(node)?],
                };
                let steps = call.arg("steps").map_or(Some(1), |steps| self.int(steps))?;
                let relation = match call.arg("absoluteDirection").and_then(Node::word) {
                    None => Relation::Adjacent,
                    Some(name) => Relation::from_name(name)?,
                };
                topology.expand(self.kind(call.arg("siteType")), &from, steps, relation)
            }
            Ludeme::SitesUnion => {
                let (mut a, b) = both("sites", "sites2")?;
                a.extend(b);
                a
            }
            Ludeme::SitesUnionList => {
                let mut all = Vec::new();
                for part in call.arg("sitess")?.items() {
                    all.extend(self.sites(part)?);
                }
                all
            }
            Ludeme::SitesDifference => {
                let a = self.sites(call.arg("sites")?)?;
                let b = match call.arg("sites2")? {
                    node if node
                        .call()
                        .is_some_and(|call| call.ludeme.sort() == "sites") =>
                    {
                        self.sites(node)?
                    }
                    node => vec![self.int(node)?],
                };
                a.into_iter().filter(|site| !b.contains(site)).collect()
            }
            Ludeme::SitesIntersection => {
                let (a, b) = both("sites", "sites2")?;
                a.into_iter().filter(|site| b.contains(site)).collect()
            }
            Ludeme::SitesIntersectionList => {
                let parts = call
                    .arg("sitess")?
                    .items()
                    .iter()
                    .map(|p| self.sites(p))
                    .collect::<Option<Vec<_>>>()?;
                let (first, rest) = parts.split_first()?;
                first
                    .iter()
                    .copied()
                    .filter(|site| rest.iter().all(|part| part.contains(site)))
                    .collect()
            }
            Ludeme::SitesRegion => {
                let name = call.arg("string").and_then(Node::str);
                let role = call.arg("byPlayer").and_then(Node::word);
                if call.arg("byPlayer").is_some() && role.is_none() {
                    return None;
                }
                let mut all = Vec::new();
                let mut found = false;
                for region in &self.regions {
                    let same_name =
                        name.is_none() || region.arg("string").and_then(Node::str) == name;
                    let same_role =
                        role.is_none() || region.arg("roleType").and_then(Node::word) == role;
                    if same_name && same_role {
                        found = true;
                        all.extend(self.region(region.arg("ints")?)?);
                    }
                }
                if !found {
                    return None;
                }
                all
            }
            _ => return None,
        })
    }

    fn region(&self, node: &Node) -> Option<Vec<u32>> {
        let mut all = Vec::new();
        for item in node.items() {
            match self.int(item) {
                Some(site) => all.push(site),
                None => all.extend(self.sites(item)?),
            }
        }
        Some(all)
    }

    /// Compares what the start rules place with the sites of a trial.
    pub fn compare(&self, game: &'a Node, starts: &BTreeSet<u32>) -> Vec<String> {
        let mut wrong = Vec::new();
        let (mut all, mut complete) = (BTreeSet::new(), true);
        let mut inside_start = false;
        collect(game, &mut |call| {
            if call.ludeme == Ludeme::Start {
                inside_start = true;
            }
            if call.ludeme.sort() != "startRule" {
                return;
            }
            match self.placed(call) {
                None => complete = false,
                Some(sites) => {
                    let missing: Vec<&u32> =
                        sites.iter().filter(|site| !starts.contains(site)).collect();
                    if !missing.is_empty() {
                        let missing: Vec<String> = missing
                            .iter()
                            .map(|&&site| {
                                if site == u32::MAX {
                                    "?".to_string()
                                } else {
                                    site.to_string()
                                }
                            })
                            .collect();
                        wrong.push(format!(
                            "{:?} places {} that the trial leaves",
                            call.ludeme,
                            missing.join(" ")
                        ));
                    }
                    all.extend(sites);
                }
            }
        });
        if complete && inside_start && wrong.is_empty() {
            let base = self.board.hand_base() as u32;
            let extra: Vec<&u32> = starts
                .iter()
                .filter(|&&site| site < base && !all.contains(&site))
                .collect();
            if !extra.is_empty() {
                wrong.push(format!("the trial also places {extra:?}"));
            }
        }
        wrong
    }
}

/// Visits every call.
pub fn collect<'a>(node: &'a Node, visit: &mut dyn FnMut(&'a Call)) {
    match &node.value {
        Value::Call(call) => {
            visit(call);
            for argument in call.args.iter().flatten() {
                collect(argument, visit);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, visit)),
        _ => {}
    }
}
