//! Start rules.

use ludarium_lud::{Call, Diagnostic, Ludeme, Node};

use super::note::all_hidden_data;
use super::sites::needed;
use super::{Compiler, Res};
use crate::ir::{Int, Iter, Op, Owners, Sites, OFF};
use crate::set::SiteSet;
use crate::start::{Placing, Remembered, Spots, StartRule};

impl Compiler {
    /// The start rules in order, preceded by rules that place the dice.
    pub fn start_rules(&mut self, node: Option<&Node>) -> Res<Vec<StartRule>> {
        let mut rules = Vec::new();
        let mut what = 0;
        for hand in &self.dice {
            let first = self.containers[hand.container].first;
            for die in 0..hand.faces.len() {
                what += 1;
                rules.push(StartRule::Place(Box::new(Placing {
                    site_type: self.own,
                    kinds: vec![what],
                    at: Spots::List(vec![Int::Const((first + die) as i32)]),
                    counts: Vec::new(),
                    state: None,
                    rotation: None,
                    value: None,
                    stack: false,
                })));
            }
        }
        rules.extend(self.packs_at_start());
        let Some(node) = node else { return Ok(rules) };
        let call = self.call(node)?;
        let items = call.args.first().and_then(Option::as_ref);
        let items = items.map_or(&[][..], Node::items);
        rules.extend(self.each(items, |c, item| c.start_rule(item))?);
        Ok(rules)
    }

    fn start_rule(&mut self, node: &Node) -> Res<StartRule> {
        let call = self.call(node)?;
        match call.ludeme {
            Ludeme::Place => self.place_one(node, call),
            Ludeme::PlaceSites => self.place_sites(node, call),
            Ludeme::PlaceStack => self.place_stack(node, call),
            Ludeme::PlaceRandomSites => {
                let site_type = self.site_type(call.arg("siteType"));
                let among = call
                    .arg("sites")
                    .map(|sites| self.sites(sites))
                    .transpose()?;
                let mut kinds = Vec::new();
                for name in needed(call, "strings", node)?.items() {
                    kinds.extend(self.kind_to_place(name)?);
                }
                let count = call
                    .arg("count")
                    .map_or(Ok(Int::Const(1)), |count| self.int(count))?;
                let state = self.opt_int(call.arg("state"))?;
                let value = self.opt_int(call.arg("value"))?;
                Ok(StartRule::Random {
                    site_type,
                    among,
                    kinds,
                    count,
                    state,
                    value,
                })
            }
            Ludeme::PlaceRandomSite => {
                let site_type = self.site_type(call.arg("siteType"));
                let at = self.int(needed(call, "int", node)?)?;
                let names = needed(call, "strings", node)?.items();
                let counts = call.arg("count").map_or(&[][..], Node::items);
                let mut pieces = Vec::new();
                for (index, name) in names.iter().enumerate() {
                    let count = counts
                        .get(index)
                        .map_or(Ok(Int::Const(1)), |count| self.int(count))?;
                    for what in self.kind_to_place(name)? {
                        pieces.push((what, count.clone()));
                    }
                }
                let state = self.opt_int(call.arg("state"))?;
                let value = self.opt_int(call.arg("value"))?;
                Ok(StartRule::RandomStack {
                    site_type,
                    at,
                    pieces,
                    state,
                    value,
                })
            }
            Ludeme::PlaceRandomStack => {
                let site_type = self.site_type(call.arg("siteType"));
                let at = self.int(needed(call, "int", node)?)?;
                let mut pieces = Vec::new();
                for pair in needed(call, "pairCounts", node)?.items() {
                    let pair = self.call(pair)?;
                    let [Some(name), Some(count)] = &pair.args[..] else {
                        return self.no_meaning(node);
                    };
                    let count = self.int(count)?;
                    for what in self.kind_to_place(name)? {
                        pieces.push((what, count.clone()));
                    }
                }
                Ok(StartRule::RandomStack {
                    site_type,
                    at,
                    pieces,
                    state: None,
                    value: None,
                })
            }
            Ludeme::StartSetStartSites => {
                let site_type = self.site_type(call.arg("siteType"));
                let value = self.int(needed(call, "int", node)?)?;
                let sites = self.sites(needed(call, "at", node)?)?;
                Ok(match call.arg("setStartSitesType").and_then(Node::word) {
                    Some("Cost") => StartRule::SetCost {
                        site_type,
                        sites,
                        value,
                    },
                    Some("Phase") => StartRule::SetPhase {
                        site_type,
                        sites,
                        value,
                    },
                    _ => StartRule::SetCount {
                        site_type,
                        sites,
                        value,
                    },
                })
            }
            Ludeme::StartSetStartPlayer => {
                let value = self.int(needed(call, "int", node)?)?;
                let players = self.owners(call.arg("roleType"), Owners::Each)?;
                Ok(match call.arg("setStartPlayerType").and_then(Node::word) {
                    Some("Amount") => StartRule::SetAmount { players, value },
                    _ => StartRule::SetScore { players, value },
                })
            }
            Ludeme::StartSetRole | Ludeme::StartSetRoleSites => self.set_owner(node, call),
            Ludeme::StartSetRememberValue => {
                let list = self.list_named(call.arg("string"));
                let value = needed(call, "int", node)?;
                let values = match self.sites(value)? {
                    Sites::Const(_) | Sites::List(_) if !is_sites(value) => {
                        Remembered::One(self.int(value)?)
                    }
                    sites => Remembered::Each(sites),
                };
                let unique = self.flag(call.arg("unique"), false)?;
                Ok(StartRule::Remember {
                    list,
                    values,
                    unique,
                })
            }
            Ludeme::StartSetTeam => {
                let team = self.int(needed(call, "int", node)?)?;
                let mut players = Vec::new();
                for role in needed(call, "roleTypes", node)?.items() {
                    match role.word().unwrap_or_default() {
                        "All" | "Each" | "Shared" => players.extend(1..=self.players),
                        // A role without a player in this variant of the game denotes no player.
                        role => players.extend(self.owners_written(role, node)?),
                    }
                }
                self.flags.teams = true;
                Ok(StartRule::Team { team, players })
            }
            Ludeme::StartSetHidden => {
                let site_type = self.site_type(call.arg("siteType"));
                let data = all_hidden_data(call.arg("hiddenData"));
                let sites = self.sites(needed(call, "at", node)?)?;
                let level = call
                    .arg("level")
                    .map_or(Ok(Int::Const(0)), |level| self.int(level))?;
                let hidden = self.opt_bool(call.arg("boolean"))?;
                let from = self.owners(call.arg("to"), Owners::All)?;
                Ok(StartRule::Hide {
                    site_type,
                    data,
                    sites,
                    level,
                    hidden,
                    from,
                })
            }
            Ludeme::StartForEachValue => {
                let low = self.int(needed(call, "min", node)?)?;
                let high = self.int(needed(call, "max", node)?)?;
                let body = needed(call, "startRule", node)?;
                let body = self.binding(&[Iter::Value], |c| c.start_rule(body))?;
                Ok(StartRule::ForEachValue {
                    low,
                    high,
                    body: Box::new(body),
                })
            }
            Ludeme::StartForEachSite => {
                let sites = self.sites(needed(call, "sites", node)?)?;
                let cond = call.arg("if");
                let cond = self.binding(&[Iter::Site], |c| c.opt_bool(cond))?;
                let body = needed(call, "startRule", node)?;
                let body = self.binding(&[Iter::Site], |c| c.start_rule(body))?;
                Ok(StartRule::ForEachSite {
                    sites,
                    cond,
                    body: Box::new(body),
                })
            }
            Ludeme::StartForEachPlayer => {
                let body = needed(call, "startRule", node)?;
                let body = self.binding(&[Iter::Player], |c| c.start_rule(body))?;
                Ok(StartRule::ForEachPlayer(Box::new(body)))
            }
            Ludeme::StartForEachTeam => {
                self.flags.teams = true;
                let body = needed(call, "startRule", node)?;
                let body = self.binding(&[Iter::Team], |c| c.start_rule(body))?;
                Ok(StartRule::ForEachTeam(Box::new(body)))
            }
            Ludeme::StartForEach => {
                let players = self.ints(needed(call, "ints", node)?)?;
                let body = needed(call, "startRule", node)?;
                let body = self.binding(&[Iter::Player], |c| c.start_rule(body))?;
                Ok(StartRule::ForEachPlayerIn(players, Box::new(body)))
            }
            Ludeme::StartDeal => self.deal_at_start(node, call),
            Ludeme::SplitDeck => Ok(StartRule::SplitDecks),
            Ludeme::StartSet if self.puzzle.is_some() => self.given(node, call),
            _ => self.no_meaning(node),
        }
    }

    /// The kind with this name, or all of several players' kinds that share the name.
    fn kind_to_place(&self, name: &Node) -> Res<Vec<usize>> {
        let wanted = name.str().unwrap_or_default();
        if let Some(what) = self
            .components
            .iter()
            .position(|kind| kind.name == wanted && !wanted.is_empty())
        {
            return Ok(vec![what]);
        }
        let found = self.kinds_named(wanted);
        if found.is_empty() {
            let message = format!("the equipment has no piece called `{wanted}`");
            return Err(Diagnostic::new("unknown-piece", name.span, message));
        }
        Ok(found)
    }

    fn place_one(&mut self, node: &Node, call: &Call) -> Res<StartRule> {
        let site_type = self.site_type(call.arg("siteType"));
        let name = needed(call, "string", node)?;
        let kinds = self.kind_to_place(name)?;
        let count = self.opt_int(call.arg("count"))?;
        let placing = Placing {
            site_type,
            kinds: Vec::new(),
            at: Spots::List(Vec::new()),
            counts: count.into_iter().collect(),
            state: self.opt_int(call.arg("state"))?,
            rotation: self.opt_int(call.arg("rotation"))?,
            value: self.opt_int(call.arg("value"))?,
            stack: false,
        };
        let site = match (call.arg("int"), call.arg("coord").and_then(Node::str)) {
            (Some(site), _) => Some(self.int(site)?),
            (None, Some(label)) => Some(Int::Const(self.site_labelled(site_type, label, node))),
            _ => None,
        };
        let container = call.arg("string2").and_then(Node::str);
        let mut rules = Vec::new();
        for &what in &kinds {
            let mut numbered = None;
            // A neutral piece has no hand, where other pieces of its name have one.
            if kinds.len() > 1
                && self.components[what].owner == 0
                && container.is_some_and(|name| self.container_for(name, what, node).is_err())
            {
                continue;
            }
            let at = match container {
                None => match &site {
                    Some(site) => listed(vec![site.clone()]),
                    None => return self.no_meaning(node),
                },
                Some(container) => {
                    let index = self.container_for(container, what, node)?;
                    let first = self.containers[index].first as i32;
                    match &site {
                        Some(site) => Spots::List(vec![offset(site.clone(), first)]),
                        // As in Ludii, a container named in full gets, on its first site, the piece
                        // with the number of the container, whatever piece is named.
                        None if self.containers[index].name == container => {
                            if !(1..self.components.len()).contains(&index) {
                                return self.no_meaning(node);
                            }
                            numbered = Some(index);
                            Spots::List(vec![Int::Const(first)])
                        }
                        None => Spots::Container(index),
                    }
                }
            };
            let what = numbered.unwrap_or(what);
            self.note_start(what, site_type, &at);
            rules.push(StartRule::Place(Box::new(Placing {
                kinds: vec![what],
                at,
                ..placing.clone()
            })));
        }
        Ok(one_or_all(rules))
    }

    fn place_sites(&mut self, node: &Node, call: &Call) -> Res<StartRule> {
        let site_type = self.site_type(call.arg("siteType"));
        let mut list = Vec::new();
        for site in call.arg("ints").map_or(&[][..], Node::items) {
            list.push(self.int(site)?);
        }
        for label in call.arg("strings").map_or(&[][..], Node::items) {
            list.push(Int::Const(self.site_labelled(
                site_type,
                label.str().unwrap_or_default(),
                label,
            )));
        }
        let mut regions = Vec::new();
        if let Some(sites) = call.arg("sites") {
            regions.push(self.sites(sites)?);
        }
        // Sites listed next to a region are added to it.
        let at = if list.is_empty() {
            Spots::Regions(regions)
        } else if regions.is_empty() {
            listed(list)
        } else {
            regions.push(Sites::List(list));
            Spots::Regions(regions)
        };
        let counts = self.each_int(call.arg("counts"))?;
        let state = self.opt_int(call.arg("state"))?;
        let rotation = self.opt_int(call.arg("rotation"))?;
        let value = self.opt_int(call.arg("value"))?;
        let mut rules = Vec::new();
        for what in self.kind_to_place(needed(call, "string", node)?)? {
            self.note_start(what, site_type, &at);
            rules.push(StartRule::Place(Box::new(Placing {
                site_type,
                kinds: vec![what],
                at: at.clone(),
                counts: counts.clone(),
                state: state.clone(),
                rotation: rotation.clone(),
                value: value.clone(),
                stack: false,
            })));
        }
        Ok(one_or_all(rules))
    }

    fn place_stack(&mut self, node: &Node, call: &Call) -> Res<StartRule> {
        let site_type = self.site_type(call.arg("siteType"));
        let [items, container, _, place, ..] = &call.args[..] else {
            return self.no_meaning(node);
        };
        let mut kinds = Vec::new();
        for name in items.as_ref().map_or(&[][..], Node::items) {
            kinds.extend(self.kind_to_place(name)?.first().copied());
        }
        let held = match (container.as_ref().and_then(Node::str), kinds.first()) {
            (Some(name), Some(&what)) => Some(self.container_for(name, what, node)?),
            _ => None,
        };
        let at = match place {
            Some(place) if held.is_some() && self.is_number(place) => {
                let first = held.map_or(0, |index| self.containers[index].first as i32);
                Spots::List(vec![offset(self.int(place)?, first)])
            }
            Some(place) => match &place.value {
                ludarium_lud::Value::Str(label) => listed(vec![Int::Const(
                    self.site_labelled(site_type, label, place),
                )]),
                ludarium_lud::Value::Array(items) => {
                    let mut list = Vec::new();
                    for item in items {
                        list.push(match item.str() {
                            Some(label) => Int::Const(self.site_labelled(site_type, label, item)),
                            None => self.int(item)?,
                        });
                    }
                    listed(list)
                }
                _ => Spots::Regions(vec![self.sites(place)?]),
            },
            None => match held {
                Some(index) => Spots::Container(index),
                None => return self.no_meaning(node),
            },
        };
        let counts = match call.arg("count") {
            // As in Ludii, `counts:` is ignored where several pieces are stacked.
            Some(count) if kinds.len() > 1 && is_list(count) => Vec::new(),
            Some(count) => self.each_int(Some(count))?,
            None => Vec::new(),
        };
        let placing = Placing {
            site_type,
            kinds,
            at,
            counts,
            state: self.opt_int(call.arg("state"))?,
            rotation: self.opt_int(call.arg("rotation"))?,
            value: self.opt_int(call.arg("value"))?,
            stack: true,
        };
        for &what in &placing.kinds {
            self.note_start(what, site_type, &placing.at);
        }
        Ok(StartRule::Place(Box::new(placing)))
    }

    /// `(set P1 ...)`: puts the piece with the player's number on sites.
    fn set_owner(&mut self, node: &Node, call: &Call) -> Res<StartRule> {
        let site_type = self.site_type(call.arg("siteType"));
        let owner = match call
            .arg("roleType")
            .and_then(Node::word)
            .and_then(|role| self.player_of_role(role))
        {
            Some(Int::Const(owner)) => owner as usize,
            _ => return self.no_meaning(node),
        };
        // Other roles stand for the first piece that belongs to them.
        let numbered = (1..=self.players).contains(&owner).then_some(owner);
        let mut own =
            (1..self.components.len()).filter(|&what| self.components[what].owner == owner);
        let what = numbered.or_else(|| own.next());
        let Some(what) = what.filter(|&what| what < self.components.len()) else {
            return self.no_meaning(node);
        };
        let mut list = Vec::new();
        let mut regions = Vec::new();
        for arg in call.args.iter().skip(2).flatten() {
            match &arg.value {
                ludarium_lud::Value::Str(label) => {
                    list.push(Int::Const(self.site_labelled(site_type, label, arg)))
                }
                ludarium_lud::Value::Array(_) | ludarium_lud::Value::Call(_) => {
                    regions.push(self.sites(arg)?)
                }
                _ => list.push(self.int(arg)?),
            }
        }
        let at = if list.is_empty() {
            Spots::Regions(regions)
        } else {
            listed(list)
        };
        self.note_start(what, site_type, &at);
        Ok(StartRule::Place(Box::new(Placing {
            site_type,
            kinds: vec![what],
            at,
            counts: Vec::new(),
            state: None,
            rotation: None,
            value: None,
            stack: false,
        })))
    }

    fn each_int(&mut self, arg: Option<&Node>) -> Res<Vec<Int>> {
        arg.map_or(&[][..], Node::items)
            .iter()
            .map(|item| self.int(item))
            .collect()
    }

    /// Records the start sites of a kind, for rules that refer to them.
    fn note_start(&mut self, what: usize, site_type: usize, at: &Spots) {
        if site_type != self.own {
            return;
        }
        let mut known = SiteSet::default();
        match at {
            Spots::List(list) => {
                for site in list {
                    if let Int::Const(site) = site {
                        known.insert(*site);
                    }
                }
            }
            Spots::Regions(regions) => {
                for region in regions {
                    if let Sites::Const(set) = region {
                        known.union_with(set);
                    }
                }
            }
            Spots::Container(_) => {}
        }
        self.start_sites.entry(what).or_default().union_with(&known);
    }
}

/// Sites in a list, without those that the board does not have.
fn listed(mut sites: Vec<Int>) -> Spots {
    sites.retain(|site| !matches!(site, Int::Const(OFF)));
    Spots::List(sites)
}

/// A site, counted from the first of its container.
fn offset(site: Int, first: i32) -> Int {
    match site {
        Int::Const(site) => Int::Const(site + first),
        site => Int::Bin(Op::Add, Box::new(Int::Const(first)), Box::new(site)),
    }
}

fn one_or_all(mut rules: Vec<StartRule>) -> StartRule {
    match rules.pop() {
        Some(only) if rules.is_empty() => only,
        Some(last) => {
            rules.push(last);
            StartRule::All(rules)
        }
        None => StartRule::All(rules),
    }
}

/// Whether a node is written as a list.
fn is_list(node: &Node) -> bool {
    matches!(node.value, ludarium_lud::Value::Array(_))
}

/// Whether a node is a region rather than a number.
fn is_sites(node: &Node) -> bool {
    match &node.value {
        ludarium_lud::Value::Array(_) => true,
        ludarium_lud::Value::Call(call) => call.ludeme.sort() == "sites",
        _ => false,
    }
}
