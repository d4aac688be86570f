//! The sites on tracks.

use ludarium_lud::{Call, Ludeme, Node};

use super::need;
use crate::compile::{Compiler, Res};
use crate::ir::{Int, Iter, TrackRef};

impl Compiler {
    /// The track that one or two arguments denote: a name, a role or a player, and then a name.
    pub(super) fn track_of(
        &mut self,
        node: &Node,
        who: Option<&Node>,
        name: Option<&Node>,
    ) -> Res<TrackRef> {
        let is_name = who.is_some_and(|who| who.str().is_some());
        let name = name.or(who.filter(|_| is_name));
        self.track_ref(name, who.filter(|_| !is_name), node)
    }

    /// `(trackSite ...)`.
    pub(super) fn track_site(&mut self, node: &Node, call: &Call) -> Res<Int> {
        Ok(match call.ludeme {
            Ludeme::TrackSiteMove => {
                self.flags.along_tracks = true;
                let track = self.track_of(node, call.arg("roleType"), None)?;
                let from = match call.arg("from") {
                    Some(from) => self.int(from)?,
                    None => self.iter(Iter::From),
                };
                let steps = Box::new(self.int(need(node, call, "steps")?)?);
                Int::TrackMove {
                    track,
                    from: Some(Box::new(from)),
                    steps,
                }
            }
            Ludeme::TrackSiteFirstSite => {
                let track = self.track_of(node, call.arg("byPlayer"), call.arg("string"))?;
                let from = self.opt_boxed(call.arg("from"))?;
                let cond = self.group_condition(call.arg("if"))?;
                Int::TrackFirst { track, from, cond }
            }
            _ => Int::TrackEnd(self.track_of(node, call.arg("byPlayer"), call.arg("string"))?),
        })
    }
}
