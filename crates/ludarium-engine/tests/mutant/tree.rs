//! Mutants of checked trees: replaces a term by another of its sort.

use ludarium_engine::SplitMix64;
use ludarium_lud::{Call, Description, Ludeme, Node, Value};

use super::seeds::Seeds;
use super::{below, pick, unusual_number};

/// Expanded trees are never deeper.
const DEEPEST: usize = 200;

/// The greatest number of terms of a mutant.
const LARGEST: usize = 60_000;

/// A description with up to six changes.
pub fn mutate(seeds: &Seeds, random: &mut SplitMix64) -> (String, Description) {
    let Some((name, description)) = pick(random, &seeds.descriptions) else {
        panic!("the project has games");
    };
    let mut description = description.clone();
    for _ in 0..=below(random, 6) {
        let before = description.game.clone();
        let at = below(random, size(&before));
        change(&mut description.game, at, None, seeds, random);
        if depth(&description.game) > DEEPEST || size(&description.game) > LARGEST {
            description.game = before;
        }
    }
    (name.clone(), description)
}

fn parts(node: &Node) -> Box<dyn Iterator<Item = &Node> + '_> {
    match &node.value {
        Value::Call(call) => Box::new(call.args.iter().flatten()),
        Value::Array(items) => Box::new(items.iter()),
        _ => Box::new(std::iter::empty()),
    }
}

fn size(node: &Node) -> usize {
    1 + parts(node).map(size).sum::<usize>()
}

fn depth(node: &Node) -> usize {
    1 + parts(node).map(depth).max().unwrap_or(0)
}

/// Changes the term number `at`, counted from the root. `place` is the ludeme and the parameter
/// that the term is the argument of.
fn change(
    node: &mut Node,
    mut at: usize,
    place: Option<(Ludeme, usize)>,
    seeds: &Seeds,
    random: &mut SplitMix64,
) {
    if at == 0 {
        return change_here(node, place, seeds, random);
    }
    at -= 1;
    let mut visit = |part: &mut Node, place, random: &mut SplitMix64| {
        let size = size(part);
        if at < size {
            change(part, at, place, seeds, random);
            return true;
        }
        at -= size;
        false
    };
    match &mut node.value {
        Value::Call(call) => {
            let ludeme = call.ludeme;
            for (index, arg) in call.args.iter_mut().enumerate() {
                if let Some(arg) = arg {
                    if visit(arg, Some((ludeme, index)), random) {
                        return;
                    }
                }
            }
        }
        Value::Array(items) => {
            for item in items {
                if visit(item, place, random) {
                    return;
                }
            }
        }
        _ => {}
    }
}

fn change_here(
    node: &mut Node,
    place: Option<(Ludeme, usize)>,
    seeds: &Seeds,
    random: &mut SplitMix64,
) {
    let other = place
        .and_then(|place| seeds.others.get(&place))
        .and_then(|known| pick(random, known));
    match &mut node.value {
        Value::Int(number) => *number = unusual_number(random),
        Value::Bool(truth) => *truth = !*truth,
        Value::Float(number) => {
            *number = [0.0, -1.5, 1e-9, 1e9, 1e308, 0.01][below(random, 6)];
        }
        Value::Array(items) if below(random, 2) == 0 => change_array(items, random),
        Value::Word(_) | Value::Str(_) | Value::Array(_) | Value::Wrong => {
            if let Some(other) = other {
                *node = other.clone();
            }
        }
        Value::Call(call) => match below(random, 8) {
            0 => change_args(call, random),
            1 => {
                // A subterm of the same sort replaces the term.
                let sort = call.ludeme.sort();
                let mut inner = Vec::new();
                of_sort(node, sort, &mut inner);
                if let Some(part) = pick(random, &inner).map(|part| (*part).clone()) {
                    *node = part;
                }
            }
            2 => {
                // The term becomes a subterm of another of the same sort.
                let sort = call.ludeme.sort();
                let whole = seeds.calls.get(sort).and_then(|known| pick(random, known));
                if let Some(whole) = whole {
                    let mut whole = whole.clone();
                    if put_inside(&mut whole, sort, node) {
                        *node = whole;
                    }
                }
            }
            3 if call.ludeme.sort() == "int" => {
                node.value = Value::Int(unusual_number(random));
            }
            _ => {
                let known = seeds.calls.get(call.ludeme.sort());
                if let Some(other) = known.and_then(|known| pick(random, known)) {
                    *node = other.clone();
                }
            }
        },
    }
}

fn change_array(items: &mut Vec<Node>, random: &mut SplitMix64) {
    if items.is_empty() {
        return;
    }
    let (one, other) = (below(random, items.len()), below(random, items.len()));
    match below(random, 5) {
        0 => {
            items.remove(one);
        }
        1 => items.insert(other, items[one].clone()),
        2 => items.swap(one, other),
        3 => items.clear(),
        _ => {
            let item = items[one].clone();
            items.extend(std::iter::repeat_n(item, 40));
        }
    }
}

/// Removes an argument, or swaps two.
fn change_args(call: &mut Call, random: &mut SplitMix64) {
    let written: Vec<usize> = (0..call.args.len())
        .filter(|&index| call.args[index].is_some())
        .collect();
    let (Some(&one), Some(&other)) = (pick(random, &written), pick(random, &written)) else {
        return;
    };
    let sort = |index: usize| Some(call.args[index].as_ref()?.call()?.ludeme.sort());
    if one != other && sort(one).is_some() && sort(one) == sort(other) {
        call.args.swap(one, other);
    } else {
        call.args[one] = None;
    }
}

fn of_sort<'n>(node: &'n Node, sort: &str, found: &mut Vec<&'n Node>) {
    for part in parts(node) {
        if part.call().is_some_and(|call| call.ludeme.sort() == sort) {
            found.push(part);
        }
        of_sort(part, sort, found);
    }
}

/// Puts `term` in place of the first term of its sort inside `whole`.
fn put_inside(whole: &mut Node, sort: &str, term: &Node) -> bool {
    let mut put = |part: &mut Node| {
        if part.call().is_some_and(|call| call.ludeme.sort() == sort) {
            *part = term.clone();
            true
        } else {
            put_inside(part, sort, term)
        }
    };
    match &mut whole.value {
        Value::Call(call) => call.args.iter_mut().flatten().any(&mut put),
        Value::Array(items) => items.iter_mut().any(&mut put),
        _ => false,
    }
}
