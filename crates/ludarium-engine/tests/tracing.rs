//! Traces: what the rules evaluate for a move, as the evaluator goes through them.

use ludarium_engine::trace::{Event, Trace, Tracer, Variable};
use ludarium_engine::{Action, Game, Move, SplitMix64, State};
use ludarium_lud::{load, Choices, Definitions, Description, Span};

use crate::described;

/// Two kinds of pieces on a board of five by five: runners that slide along rows and columns as
/// far as the way is free and take what stands in it, and a guard that must not be left where it
/// can be taken. Who cannot move passes.
const RUNNERS: &str = r#"
(game "Runners" (players {(player N) (player S)})
    (equipment {
        (board (square 5))
        (piece "Runner" Each
            (move Slide (directions Orthogonal)
                (between if:(is Empty (between)))
                (to if:(and (!= (who at:(to)) 0) (is Enemy (who at:(to)))) (apply (remove (to))))))
        (piece "Guard" Each (move Step (directions Forward) (to if:(is Empty (to)))))
    })
    (rules
        (start { (place "Runner1" 0) (place "Guard1" 2) (place "Runner2" 24) (place "Guard2" 22) })
        (play (priority {
            (do (forEach Piece) ifAfterwards:(not (is Threatened (id "Guard" Mover) at:(where "Guard" Mover))))
            (move Pass)
        }))
        (end (if (no Pieces Next) (result Mover Win)))))
"#;

fn described(text: &str) -> Description {
    load("game.lud", text, &Definitions::none(), &Choices::defaults()).unwrap()
}

fn tracer(text: &str) -> (Tracer, State) {
    let tracer = Tracer::new(&described(text)).unwrap();
    let state = tracer.game().start(&mut SplitMix64::new(1));
    (tracer, state)
}

fn text_of(text: &str, span: Span) -> String {
    let words = text[span.start as usize..span.end as usize].split_whitespace();
    words.collect::<Vec<_>>().join(" ")
}

/// The conditions that did not hold, with the value of a variable.
fn refused(text: &str, trace: &Trace, variable: Variable) -> Vec<(String, Option<i32>)> {
    let failed = trace.flat().filter_map(|(_, step)| match &step.event {
        Event::Condition {
            span,
            holds: false,
            bindings,
            ..
        } => {
            let bound = bindings.iter().find(|(known, _)| *known == variable);
            Some((text_of(text, *span), bound.map(|&(_, value)| value)))
        }
        _ => None,
    });
    failed.collect()
}

#[test]
fn the_condition_that_keeps_a_slide_from_its_target_is_named_with_the_site_in_the_way() {
    let (tracer, mut state) = tracer(RUNNERS);
    // The runner on 0 would pass the guard on 2.
    let trace = tracer.why(&mut state, Some(0), Some(4));
    let failed = refused(RUNNERS, &trace, Variable::Between);
    assert!(
        failed.contains(&("(is Empty (between))".to_owned(), Some(2))),
        "{failed:?}"
    );
    // The other way, along the file, leads elsewhere.
    let sites = failed.iter().filter_map(|(_, site)| *site);
    assert!(sites.max() < Some(5), "{failed:?}");
}

#[test]
fn the_parts_of_a_condition_are_within_it_with_their_numbers() {
    let (tracer, mut state) = tracer(RUNNERS);
    let trace = tracer.why(&mut state, Some(0), Some(2));
    let whole = trace.flat().find_map(|(_, step)| match &step.event {
        Event::Condition {
            span,
            holds,
            bindings,
            ..
        } if text_of(RUNNERS, *span).starts_with("(and ")
            && bindings.contains(&(Variable::To, 2)) =>
        {
            Some((*holds, step))
        }
        _ => None,
    });
    let (holds, step) = whole.expect("the condition on the target");
    assert!(!holds, "an own guard stands there");
    let parts: Vec<_> = step
        .within
        .iter()
        .filter_map(|part| match &part.event {
            Event::Condition {
                span,
                holds,
                compared,
                ..
            } => Some((text_of(RUNNERS, *span), *holds, *compared)),
            _ => None,
        })
        .collect();
    assert_eq!(
        parts,
        [
            ("(!= (who at:(to)) 0)".to_owned(), true, Some((1, 0))),
            ("(is Enemy (who at:(to)))".to_owned(), false, None),
        ]
    );
}

#[test]
fn a_move_that_exposes_the_guard_is_refused_by_the_condition_after_it() {
    // The runner on 7 stands between its guard on 2 and the enemy on 22.
    let text = RUNNERS.replace("(place \"Runner1\" 0)", "(place \"Runner1\" 7)");
    let text = text.replace(
        "(place \"Runner2\" 24) (place \"Guard2\" 22)",
        "(place \"Runner2\" 22) (place \"Guard2\" 24)",
    );
    let (tracer, mut state) = tracer(&text);
    let trace = tracer.why(&mut state, Some(7), Some(8));
    let after = trace.flat().find_map(|(_, step)| match step.event {
        Event::After { from: 7, to: 8 } => Some(step),
        _ => None,
    });
    let after = after.expect("the condition is asked in the position after the move");
    match &after.within[0].event {
        Event::Condition { span, holds, .. } => {
            assert!(!holds);
            assert!(text_of(&text, *span).starts_with("(not (is Threatened"));
        }
        other => panic!("{other:?}"),
    }
    // The runner on 22 could take the guard: its way is free, and an enemy stands at the end of it.
    let threat = trace.flat().find_map(|(_, step)| match step.event {
        Event::Threat { span, from, to } => Some((text_of(&text, span), (from, to), step)),
        _ => None,
    });
    let (rule, ends, step) = threat.expect("a threat");
    assert!(rule.starts_with("(move Slide"), "{rule}");
    assert_eq!(ends, (22, 2));
    let inner = Trace {
        steps: step.within.clone(),
        cut: false,
    };
    let held = inner.flat().filter_map(|(_, part)| match &part.event {
        Event::Condition {
            holds: true,
            bindings,
            ..
        } => {
            let mut bindings = bindings.iter();
            bindings.find(|(known, _)| *known == Variable::Between)
        }
        _ => None,
    });
    let passed: Vec<i32> = held.map(|&(_, site)| site).collect();
    assert!(
        [17, 12, 7].iter().all(|site| passed.contains(site)),
        "{passed:?}"
    );
    // The rule itself lists the move.
    let listed = trace.flat().any(|(_, step)| match &step.event {
        Event::Rule { span, moves } => {
            *moves == 1 && text_of(&text, *span).starts_with("(move Slide")
        }
        _ => false,
    });
    assert!(listed);
    // Along the file the guard stays covered.
    let trace = tracer.why(&mut state, Some(7), Some(12));
    let holds = trace.flat().any(|(_, step)| {
        matches!(step.event, Event::After { .. })
            && matches!(step.within[0].event, Event::Condition { holds: true, .. })
    });
    assert!(holds);
}

#[test]
fn a_condition_about_a_region_has_its_sites() {
    let text = RUNNERS.replace(
        "(to if:(is Empty (to)))",
        "(to if:(and (is Empty (to)) (is In (to) (difference (sites Board) (sites Row 1)))))",
    );
    let (tracer, mut state) = tracer(&text);
    let trace = tracer.why(&mut state, Some(2), Some(7));
    let asked = trace.flat().find_map(|(_, step)| match &step.event {
        Event::Condition {
            span,
            holds,
            region: Some(region),
            ..
        } => Some((text_of(&text, *span), *holds, region.clone())),
        _ => None,
    });
    let (condition, holds, region) = asked.expect("the condition about the region");
    assert!(
        condition.starts_with("(is In (to)") && !holds,
        "{condition}"
    );
    let all_but_the_second_row: Vec<usize> = (0..25).filter(|slot| slot / 5 != 1).collect();
    assert_eq!(region, all_but_the_second_row);
}

#[test]
fn alternatives_by_priority_say_how_far_they_were_asked() {
    let (tracer, mut state) = tracer(RUNNERS);
    let trace = tracer.why(&mut state, Some(0), Some(1));
    let asked: Vec<(usize, usize, bool)> = trace
        .flat()
        .filter_map(|(_, step)| match step.event {
            Event::Priority { asked, of, found } => Some((asked, of, found)),
            _ => None,
        })
        .collect();
    assert_eq!(asked, [(1, 2, true)], "there are moves, so nobody passes");
}

#[test]
fn effects_come_one_by_one_with_the_position_after_each() {
    // The runner on 0 takes the one on 20.
    let text = RUNNERS.replace("(place \"Runner2\" 24)", "(place \"Runner2\" 20)");
    let (tracer, mut state) = tracer(&text);
    let game = tracer.game();
    let capture = game
        .legal_moves(&mut state)
        .into_iter()
        .find(|mv| (mv.origin(), mv.target()) == (0, 20))
        .expect("the file is free");
    let before = state.clone();
    let trace = tracer.effects(&mut state, capture, &mut SplitMix64::new(2));
    assert!(state == before, "told, not done");
    let mut effects = Vec::new();
    for (depth, step) in trace.flat() {
        if let Event::Effect {
            span,
            actions,
            state,
        } = &step.event
        {
            let head: String = text_of(&text, *span).chars().take(7).collect();
            effects.push((depth, head, actions.clone(), state.is_empty(20)));
        }
    }
    // The capture is a part of the move, and comes before the piece arrives.
    assert_eq!(effects.len(), 2);
    assert_eq!((effects[0].0, effects[1].0), (0, 1));
    assert_eq!(effects[1].1, "(remove");
    assert!(matches!(effects[1].2[..], [Action::Remove { .. }]));
    assert!(
        effects[1].3,
        "nothing stands there between capture and move"
    );
    assert!(matches!(effects[0].2[..], [Action::Move { .. }]));
    assert!(!effects[0].3, "now the runner does");
    // The end rule was asked, and does not hold.
    let ended = refused(&text, &trace, Variable::From);
    assert!(
        ended.iter().any(|(cond, _)| cond == "(no Pieces Next)"),
        "{ended:?}"
    );
}

#[test]
fn what_stands_in_the_way_of_a_slide_is_named_though_no_condition_says_so() {
    let text = RUNNERS.replace("(between if:(is Empty (between)))", "");
    let (tracer, mut state) = tracer(&text);
    let trace = tracer.why(&mut state, Some(0), Some(4));
    let blocked: Vec<usize> = trace
        .flat()
        .filter_map(|(_, step)| match step.event {
            Event::Blocked { slot, .. } => Some(slot),
            _ => None,
        })
        .collect();
    assert_eq!(blocked, [2], "the guard, and nothing on the file");
}

#[test]
fn a_trace_that_would_be_too_long_is_cut_and_says_so() {
    // Forty thousand conditions for one list of moves.
    let text = r#"(game "Long" (players 2)
        (equipment { (board (square 3)) (piece "Mark" Each) })
        (rules
            (play (or (move Add (to (sites Empty)))
                (forEach Value min:1 max:200 (forEach Value min:1 max:200 (if (is Full) (move Pass))))))
            (end (if (is Full) (result Mover Draw)))))"#;
    let (tracer, mut state) = tracer(text);
    let trace = tracer.why(&mut state, None, None);
    assert!(trace.cut);
    assert!(trace.flat().count() <= Trace::MOST + 1);
    assert_eq!(tracer.game().legal_moves(&mut state).len(), 9);
    // One effect for each of five thousand numbers, each with its position.
    let text = text.replace(
        "(to (sites Empty))",
        "(to (sites Empty)) (then (forEach Value min:1 max:5000 (set Counter (value))))",
    );
    let (tracer, mut state) = self::tracer(&text);
    let first = tracer.game().legal_moves(&mut state)[0];
    let trace = tracer.effects(&mut state, first, &mut SplitMix64::new(1));
    assert!(trace.cut);
    let effects = trace
        .flat()
        .filter(|(_, step)| matches!(step.event, Event::Effect { .. }));
    assert!(effects.count() <= Trace::MOST / 10 + 1);
}

/// The actions of all effects of a trace.
fn actions(trace: &Trace) -> usize {
    let of = |step: &ludarium_engine::trace::Step| match &step.event {
        Event::Effect { actions, .. } => actions.len(),
        _ => 0,
    };
    trace.flat().map(|(_, step)| of(step)).sum()
}

/// Plays a random game side by side; asks why for a legal move and for another in each position.
fn compare(name: &str, game: &Game, tracer: &Tracer, plies: usize) -> usize {
    let traced = tracer.game();
    let (mut pick, mut chance) = (SplitMix64::new(3), SplitMix64::new(4));
    let mut state = game.start(&mut chance.clone());
    let other = traced.start(&mut chance);
    assert_eq!(state.hash(), other.hash(), "{name}: the start");
    let mut explained = 0;
    for ply in 0..plies {
        let mut legal = Vec::new();
        game.legal(&mut state, &mut legal);
        let mut same: Vec<Move> = Vec::new();
        traced.legal(&mut state, &mut same);
        assert_eq!(legal, same, "{name}, ply {ply}: the legal moves");
        let Some(mv) = game.sample(&mut state, &mut pick) else {
            break;
        };
        let slot = |site: i32| usize::try_from(site).ok();
        let before = state.clone();
        let trace = tracer.why(&mut state, slot(mv.origin()), slot(mv.target()));
        assert!(state == before, "{name}, ply {ply}: asking changes nothing");
        explained += trace.flat().count();
        let trace = tracer.effects(&mut state, mv, &mut chance.clone());
        assert!(
            state == before,
            "{name}, ply {ply}: telling changes nothing"
        );
        explained += actions(&trace);
        game.apply(&mut state, mv, &mut chance);
    }
    explained
}

/// [`compare`] for a description that compiles.
fn compare_description(name: &str, description: &Description, plies: usize) -> usize {
    let Ok(game) = Game::compile(description) else {
        return 0;
    };
    let tracer = Tracer::new(description).expect("it compiles untraced");
    compare(name, &game, &tracer, plies)
}

#[test]
fn traced_games_have_the_moves_and_positions_of_games_that_are_not() {
    let mut recorded = 0;
    for (name, description) in described::descriptions() {
        recorded += compare_description(&name, &description, 6);
    }
    assert!(recorded > 10_000, "{recorded} steps");
}

#[test]
fn so_do_traced_games_of_the_corpus() {
    let Some(descriptions) = described::descriptions_of_the_corpus() else {
        return;
    };
    for (name, description) in descriptions {
        compare_description(&name, &description, 8);
    }
}
