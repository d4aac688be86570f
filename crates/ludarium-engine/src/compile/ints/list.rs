//! Lists of numbers.

use ludarium_lud::{Call, Ludeme, Node, Value};

use super::{is_region, need};
use crate::compile::{Compiler, Res};
use crate::ir::{Int, Ints, Iter, Owners, Sites};

impl Compiler {
    /// A list of numbers; a region is the list of its sites, a number the list of itself.
    pub fn ints(&mut self, node: &Node) -> Res<Ints> {
        self.inquiry(|c| match &node.value {
            Value::Array(items) => c.int_items(items),
            Value::Call(call) => c.ints_call(node, call),
            _ => Ok(Ints::List(vec![c.int(node)?])),
        })
    }

    fn int_items(&mut self, items: &[Node]) -> Res<Ints> {
        if items.iter().any(|item| {
            item.call()
                .is_some_and(|call| matches!(call.ludeme.sort(), "ints" | "sites"))
        }) {
            return Ok(Ints::Union(
                items
                    .iter()
                    .map(|item| self.ints(item))
                    .collect::<Res<_>>()?,
            ));
        }
        Ok(Ints::List(
            items
                .iter()
                .map(|item| self.int(item))
                .collect::<Res<_>>()?,
        ))
    }

    fn ints_call(&mut self, node: &Node, call: &Call) -> Res<Ints> {
        use Ludeme as L;
        if is_region(node) {
            return Ok(Ints::Sites(Box::new(self.sites(node)?)));
        }
        if call.ludeme.sort() == "int" {
            return Ok(Ints::List(vec![self.int(node)?]));
        }
        Ok(match call.ludeme {
            L::Array => return self.int_items(need(node, call, "ints")?.items()),
            L::ArraySites => Ints::Sites(Box::new(self.sites(need(node, call, "sites")?)?)),
            L::Team => {
                self.flags.teams = true;
                self.iter(Iter::Team);
                Ints::Team
            }
            L::ValuesRemembered => Ints::Remembered(Some(self.list_named(call.arg("string")))),
            L::IntsPlayersMany => {
                let owners = match need(node, call, "playersManyType")?.word() {
                    Some("All") => Owners::All,
                    Some("Ally") => Owners::Ally,
                    Some("Enemy") => Owners::Enemy,
                    Some("Friend") => Owners::Friend,
                    _ => Owners::NonMover,
                };
                let of = self.opt_boxed(call.arg("of"))?;
                let cond = self.player_condition(call.arg("if"))?;
                Ints::Players { owners, of, cond }
            }
            L::IntsPlayersTeam => {
                let word = need(node, call, "playersTeamType")?
                    .word()
                    .unwrap_or_default();
                let owners = self.owners_of_role(word);
                Ints::Players {
                    owners,
                    of: None,
                    cond: self.player_condition(call.arg("if"))?,
                }
            }
            L::IntsDifference => {
                let all = Box::new(self.ints(need(node, call, "ints")?)?);
                Ints::Difference(all, Box::new(self.ints(need(node, call, "ints2")?)?))
            }
            L::IntsIf => {
                let cond = Box::new(self.bool(need(node, call, "boolean")?)?);
                let yes = Box::new(self.ints(need(node, call, "ints")?)?);
                let no = call
                    .arg("ints2")
                    .map(|no| self.ints(no))
                    .transpose()?
                    .map(Box::new);
                Ints::If(cond, yes, no)
            }
            L::IntsUnion | L::IntsIntersection => {
                let both = vec![
                    self.ints(need(node, call, "ints")?)?,
                    self.ints(need(node, call, "ints2")?)?,
                ];
                if call.ludeme == L::IntsUnion {
                    Ints::Union(both)
                } else {
                    Ints::Intersection(both)
                }
            }
            L::IntsUnionList | L::IntsIntersectionList => {
                let Some(items) = call.args.first().and_then(Option::as_ref) else {
                    return self.no_meaning(node);
                };
                let all = items
                    .items()
                    .iter()
                    .map(|item| self.ints(item))
                    .collect::<Res<_>>()?;
                if call.ludeme == L::IntsUnionList {
                    Ints::Union(all)
                } else {
                    Ints::Intersection(all)
                }
            }
            L::Rotations => return self.rotations(node, call),
            L::Results => {
                let from = self.sites_or_site(need(node, call, "from")?)?;
                self.binding(&[Iter::From, Iter::To], |c| {
                    let to = c.sites_or_site(need(node, call, "to")?)?;
                    let value = c.int(need(node, call, "int")?)?;
                    let (value, hoisted) = c.hoisted(value, &[Iter::From, Iter::To]);
                    Ok(Ints::Results {
                        from: Box::new(from),
                        to: Box::new(to),
                        value: Box::new(value),
                        hoisted,
                    })
                })?
            }
            L::SizesGroup => {
                let site_type = self.site_type(call.arg("siteType"));
                let dirs = self.dirs(call.arg("direction"), site_type, "Adjacent")?;
                let min = self.opt_boxed(call.arg("min"))?;
                let mut owners = None;
                match call.arg("roleType") {
                    Some(arg)
                        if arg
                            .call()
                            .is_some_and(|inner| inner.ludeme.sort() == "boolean") =>
                    {
                        self.group_condition(Some(arg))?;
                        // Ludii finds no group by a condition alone.
                        return Ok(Ints::List(Vec::new()));
                    }
                    Some(arg) => owners = Some(self.owners(Some(arg), Owners::All)?),
                    None => {}
                }
                Ints::Sizes {
                    site_type,
                    dirs,
                    owners,
                    min,
                }
            }
            _ => return self.no_meaning(node),
        })
    }

    pub(in crate::compile) fn sites_or_site(&mut self, node: &Node) -> Res<Sites> {
        if is_region(node) {
            return self.sites(node);
        }
        let site: Int = self.int(node)?;
        Ok(Sites::List(vec![site]))
    }

    fn player_condition(&mut self, arg: Option<&Node>) -> Res<Option<Box<crate::ir::Bool>>> {
        let Some(node) = arg else { return Ok(None) };
        self.binding(&[Iter::Player], |c| Ok(Some(Box::new(c.bool(node)?))))
    }
}
