//! Moves that follow a track: sowing, and tracks by name.

use super::{Compiler, Res};
use crate::ir::{Int, Iter, SlideTracks, Sow, TrackRef};
use ludarium_lud::{Call, Diagnostic, Node};

/// The name that stands for all tracks of the board.
const ALL_TRACKS: &str = "AllTracks";

impl Compiler {
    pub(super) fn sow(&mut self, node: &Node, call: &Call) -> Res<Sow> {
        let site_type = self.site_type(call.arg("siteType"));
        let start = call
            .arg("int")
            .map_or(Ok(Int::LastTo), |start| self.int(start))?;
        let count = match call.arg("count") {
            Some(count) => self.int(count)?,
            None => Int::Count {
                site_type,
                at: Box::new(start.clone()),
            },
        };
        // `(from)` is the hole sown from only in `origin:` and in the effect of a capture.
        let outer = std::mem::take(&mut self.used);
        let bound = [Iter::To, Iter::Value];
        let per_hole = match call.arg("numPerHole") {
            Some(number) => self.binding(&bound, |c| c.int(number))?,
            None => Int::Const(1),
        };
        let cond = self.binding(&bound, |c| c.opt_bool(call.arg("if")))?;
        let skip = self.binding(&bound, |c| c.opt_bool(call.arg("skipIf")))?;
        let backtracking = self.binding(&bound, |c| c.opt_bool(call.arg("backtracking")))?;
        let forward = self.binding(&bound, |c| c.opt_bool(call.arg("forward")))?;
        let sow_effect = call
            .arg("sowEffect")
            .map(|effect| self.effect_of(effect))
            .transpose()?;
        let of_effect = sow_effect.map_or(0, |effect| self.effect_used[effect as usize]);
        let reads_from = (self.used | of_effect) >> Iter::From as u32 & 1 == 1;
        let reads_value = of_effect >> Iter::Value as u32 & 1 == 1;
        self.used |= outer;
        let owner = self.opt_int(call.arg("owner"))?;
        let name = call.arg("string").and_then(Node::str);
        let track = match owner {
            Some(owner) => match self.track_named(name, owner, true, node)? {
                // An owner without a track does not sow along another one's.
                TrackRef::ByPlayer(mut tracks, owner) => {
                    for (player, track) in tracks.iter_mut().enumerate() {
                        *track = track.filter(|&track| {
                            let owner =
                                self.board.tracks[track].owner.map_or(0, |own| own as usize);
                            owner == 0 || owner == player || owner > self.players
                        });
                    }
                    TrackRef::ByPlayer(tracks, owner)
                }
                fixed => fixed,
            },
            // Without an owner, the first track with the name, regardless of its owner.
            None => self.first_track(name, node)?,
        };
        let captures = self.rules.len();
        // What follows a capture is worked out with it.
        self.firsts += 1;
        let effect = call
            .arg("apply")
            .map(|effect| self.effect_of(effect))
            .transpose();
        self.firsts -= 1;
        let effect = effect?;
        let followed = |rule: &crate::ir::Rule| !rule.thens.is_empty();
        let captures_followed = self.rules[captures..].iter().any(followed);
        for effect in [sow_effect, effect].into_iter().flatten() {
            self.used |= self.effect_used[effect as usize];
        }
        let include_self = self.flag(call.arg("includeSelf"), true)?;
        let bound = [Iter::To, Iter::From, Iter::Value];
        let origin = self.binding(&bound, |c| c.opt_bool(call.arg("origin")))?;
        Ok(Sow {
            site_type,
            start,
            count,
            per_hole,
            track,
            cond,
            sow_effect,
            effect,
            include_self,
            origin,
            skip,
            backtracking,
            forward,
            reads_from_or_value: reads_from || reads_value,
            captures_followed,
        })
    }

    /// The list of remembered values with a name.
    pub fn list_named(&mut self, name: Option<&Node>) -> usize {
        let name = name.and_then(Node::str);
        self.lists
            .iter()
            .position(|known| known.as_deref() == name)
            .unwrap_or_else(|| {
                self.lists.push(name.map(Into::into));
                self.lists.len() - 1
            })
    }

    /// The tracks of a name that pieces may slide along; `None` if the name is only a part of that
    /// of a track.
    pub(super) fn tracks_to_slide(&self, name: &str, node: &Node) -> Res<Option<SlideTracks>> {
        let only_beyond_loops = name == ALL_TRACKS;
        let all = self.board.tracks.iter().enumerate();
        let tracks: Vec<usize> = all
            .filter(|(_, track)| only_beyond_loops || track.name == name)
            .map(|(index, _)| index)
            .collect();
        if !tracks.is_empty() {
            return Ok(Some(SlideTracks {
                tracks,
                only_beyond_loops,
            }));
        }
        if (self.board.tracks.iter()).any(|track| track.name.contains(name)) {
            return Ok(None);
        }
        let message = format!("the board has no track called `{name}`");
        Err(Diagnostic::new("no-track", node.span, message))
    }

    /// The first track whose name contains `name`; the first of all where none is given.
    fn first_track(&self, name: Option<&str>, node: &Node) -> Res<TrackRef> {
        let fits =
            |track: &ludarium_board::Track| name.is_none_or(|name| track.name.contains(name));
        match self.board.tracks.iter().position(fits) {
            Some(index) => Ok(TrackRef::Fixed(index)),
            None => Err(Diagnostic::new(
                "no-track",
                node.span,
                "the board has no such track",
            )),
        }
    }

    /// The track of the given player with the name `name` (or a name that starts with it); without
    /// a name the player's own track, or the first of all.
    pub fn track_named(
        &mut self,
        name: Option<&str>,
        player: Int,
        owned: bool,
        node: &Node,
    ) -> Res<TrackRef> {
        let tracks = &self.board.tracks;
        let fits = |track: &ludarium_board::Track| {
            name.is_none_or(|name| track.name == name || track.name.contains(name))
        };
        let exact = name.and_then(|name| tracks.iter().position(|track| track.name == name));
        if let (Some(index), false) = (exact, owned) {
            return Ok(TrackRef::Fixed(index));
        }
        let of = |owner: usize| {
            tracks
                .iter()
                .position(|track| fits(track) && track.owner == Some(owner as u32))
                .or_else(|| {
                    tracks.iter().position(|track| {
                        fits(track)
                            && track
                                .owner
                                .is_none_or(|o| o == 0 || o as usize > self.players)
                    })
                })
        };
        let by_player: Vec<Option<usize>> = (0..self.players + 2).map(of).collect();
        let first = tracks.iter().position(fits);
        if first.is_none() {
            return match name {
                Some(name) => Err(Diagnostic::new(
                    "unknown-track",
                    node.span,
                    format!("there is no track \"{name}\""),
                )
                .hint("tracks are declared with (track \"Name\" ...) in the board")),
                None => Err(Diagnostic::new(
                    "no-track",
                    node.span,
                    "the board has no track",
                )),
            };
        }
        if by_player.iter().all(|found| *found == first) || by_player.iter().all(Option::is_none) {
            return Ok(TrackRef::Fixed(first.unwrap_or(0)));
        }
        let by_player = by_player.into_iter().map(|found| found.or(first)).collect();
        Ok(TrackRef::ByPlayer(by_player, Box::new(player)))
    }
}
