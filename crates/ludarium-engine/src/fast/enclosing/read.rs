//! Recognises enclosing games by their rules.

use super::stones::Kinds;
use super::{Enclosing, Ending, FinalScore, Neighbours};
use crate::fast::{kinds_placed, one_phase, Stones};
use crate::game::Game;
use crate::ir::{
    Bool, Capture, CaptureKind, Cmp, Dirs, EffectId, End, GameResult, Int, Iter, Mask, Moves, Op,
    Outer, Owners, Repetition, Rule, RuleId, RuleKind, Sites, Verdict,
};

impl Enclosing {
    /// The kernel of a game, if its rules have this form.
    pub(in crate::fast) fn of(game: &Game) -> Option<Enclosing> {
        let layout = &game.layout;
        let bare = layout.levels == 0
            && layout.count == 0
            && layout.state == 0
            && layout.rotation == 0
            && layout.value == 0
            && layout.slots == layout.board_sites
            && !game.meta.swap
            && !game.flags.stored_states
            && game.delayed.is_empty();
        let phase = one_phase(game).filter(|_| bare)?;
        let repetition = match game.meta.no_repeat {
            None => None,
            // Situations are distinguished by who has passed, which is not kept here.
            Some(kind @ Repetition::Positional) => {
                (game.flags.repetition_kind == Some(kind)).then_some(Some(kind))?
            }
            Some(_) => return None,
        };
        let (placing, pass) = match &phase.moves {
            Moves::All(parts) => match &parts[..] {
                [placing, Moves::Rule(pass)] => (placing, Some(*pass)),
                _ => return None,
            },
            placing => (placing, None),
        };
        if pass.is_some_and(|pass| !passes(&game.rules[usize::from(pass)])) {
            return None;
        }
        let placing = placement(game, placing)?;
        let ends = phase.end.iter().chain(&game.end);
        let ends: Vec<Ending> = ends.map(|end| ending(game, end)).collect::<Option<_>>()?;
        (!ends.is_empty()).then_some(Enclosing {
            sites: layout.board_sites,
            placed: placing.stones,
            kinds: Kinds {
                kinds: placing.stones.kinds,
                first: layout.what,
            },
            near: placing.near,
            may_pass: pass.is_some(),
            score_per_capture: placing.capture.score_per_capture,
            event: placing.capture.event,
            after_captures: placing.after_captures,
            repetition,
            ends,
            pass_no_end: game.meta.pass_no_end || game.flags.passes_do_not_end,
            limits: game.turn_limits(),
        })
    }
}

/// Whether a rule's moves have no effects that are resolved in advance.
fn is_plain(rule: &Rule) -> bool {
    rule.is_standalone() && !rule.has_apply
}

fn passes(rule: &Rule) -> bool {
    matches!(rule.kind, RuleKind::Pass) && is_plain(rule) && rule.thens.is_empty()
}

/// How stones are placed.
struct Placement {
    stones: Stones,
    near: Neighbours,
    capture: CaptureEffect,
    /// Whether enclosed stones are captured before the liberties of the new stone are tested.
    after_captures: bool,
}

/// A stone on any empty site that captures the stones it encloses, if its group has a liberty.
fn placement(game: &Game, moves: &Moves) -> Option<Placement> {
    let own = game.layout.own;
    let Moves::Do {
        effect: None,
        shadowed: None,
        rolls: false,
        next,
        after: Some(after),
        outer: Outer { first: 0, thens },
        pass: None,
        ..
    } = moves
    else {
        return None;
    };
    let Moves::Rule(id) = **next else { return None };
    let rule = &game.rules[usize::from(id)];
    let RuleKind::Add {
        what,
        state: None,
        to,
        count: None,
        stack: false,
    } = &rule.kind
    else {
        return None;
    };
    let anywhere = matches!(&to.sites, Some(Sites::Empty(site_type)) if *site_type == own);
    let plain = is_plain(rule)
        && anywhere
        && to.site.is_none()
        && to.cond.is_none()
        && to.level.is_none()
        && to.rotations.is_none()
        && to.effect.is_none()
        && !rule.kind.is_listed_twice();
    let [then] = &rule.thens[..] else { return None };
    let kinds = kinds_placed(game, what).filter(|_| plain)?;
    let (table, capture) = capture(game, *then)?;
    let near = Neighbours::of(game, table)?;
    let has_liberty = match &**after {
        Bool::Compare(
            Cmp::Gt,
            Int::CountLiberties {
                site_type,
                at,
                dirs: Dirs::Table(of),
                cond: None,
            },
            Int::Const(0),
        ) => {
            *site_type == own
                && matches!(at.as_deref(), None | Some(Int::LastTo))
                && Neighbours::of(game, *of).as_ref() == Some(&near)
        }
        _ => false,
    };
    let after_captures = match thens {
        0 => true,
        1 => false,
        _ => return None,
    };
    has_liberty.then_some(Placement {
        stones: Stones { rule: id, kinds },
        near,
        capture,
        after_captures,
    })
}

/// The score for each captured stone, and the event that a capture triggers for the other player.
#[derive(Default)]
struct CaptureEffect {
    score_per_capture: i32,
    event: Option<u32>,
}

/// The effect that captures enclosed enemy stones, and its directions.
fn capture(game: &Game, effect: EffectId) -> Option<(crate::ir::TableId, CaptureEffect)> {
    let Moves::Capture(capture) = game.effect(effect) else {
        return None;
    };
    let Capture {
        kind: CaptureKind::Enclose,
        site_type,
        from: Int::LastTo,
        dirs: Dirs::Table(table),
        target,
        except: None,
        with: None,
        effect: Some(effects),
        ..
    } = &**capture
    else {
        return None;
    };
    let enemies = matches!(target, Bool::At(Iter::Between, mask) if **mask == Mask::Enemy);
    if *site_type != game.layout.own || !enemies {
        return None;
    }
    let parts = match effects {
        Moves::All(parts) => &parts[..],
        one => std::slice::from_ref(one),
    };
    let mut capture = CaptureEffect::default();
    let mut removed = false;
    for part in parts {
        let Moves::Rule(id) = part else { return None };
        removed |= effect_removes(game, *id, &mut capture)?;
    }
    removed.then_some((*table, capture))
}

/// Reads an effect on each enclosed stone; returns whether it removes the stone.
fn effect_removes(game: &Game, id: RuleId, capture: &mut CaptureEffect) -> Option<bool> {
    let rule = &game.rules[usize::from(id)];
    if !is_plain(rule) || !rule.thens.is_empty() {
        return None;
    }
    match &rule.kind {
        RuleKind::Remove {
            site_type,
            single: Some(Int::Iter(Iter::Between)),
            level: None,
            at_end: false,
            count: None,
            ..
        } if *site_type == game.layout.own => return Some(true),
        RuleKind::SetScore {
            player: Owners::One(Int::Mover),
            value: Int::Const(score_per_capture),
            add: true,
        } if capture.score_per_capture == 0 => capture.score_per_capture = *score_per_capture,
        RuleKind::Trigger {
            event,
            player: Int::Next,
        } if capture.event.is_none() => capture.event = Some(*event as u32 & 31),
        _ => return None,
    }
    Some(false)
}

fn ending(game: &Game, end: &End) -> Option<Ending> {
    let End::If {
        cond,
        inner,
        result: Some(result),
    } = end
    else {
        return None;
    };
    if !inner.is_empty() {
        return None;
    }
    match (cond, result) {
        (Bool::AllPassed, GameResult::ByScore { scores, misere }) => {
            let scores = scores.iter().map(|(player, score)| match player {
                Int::Const(player @ 1..=2) => Some((*player as usize, final_score(game, score)?)),
                _ => None,
            });
            Some(Ending::Scores {
                scores: scores.collect::<Option<_>>()?,
                misere: *misere,
            })
        }
        (
            Bool::Triggered(event, Int::Next),
            GameResult::Of(Owners::One(Int::Mover), Verdict::Win),
        ) => Some(Ending::Wins(*event as u32 & 31)),
        _ => None,
    }
}

fn final_score(game: &Game, score: &Int) -> Option<FinalScore> {
    let own = game.layout.own;
    let player = |player: &Int| match player {
        Int::Const(player @ 1..=2) => Some(*player as usize),
        _ => None,
    };
    Some(match score {
        Int::Const(value) => FinalScore::Points(*value),
        Int::Score(of) => FinalScore::Score(player(of)?),
        Int::SizeTerritory {
            site_type,
            owner,
            dirs: Dirs::Table(table),
        } if *site_type == own => {
            FinalScore::Territory(player(owner)?, Neighbours::of(game, *table)?)
        }
        Int::CountSites(sites) => match &**sites {
            Sites::Occupied {
                site_type,
                owners: Owners::One(of),
                container: None,
                kinds: None,
                ..
            } if *site_type == own => FinalScore::Stones(player(of)?),
            _ => return None,
        },
        Int::Bin(Op::Add, first, second) => FinalScore::Both(Box::new([
            final_score(game, first)?,
            final_score(game, second)?,
        ])),
        _ => return None,
    })
}
