//! Evaluates the constant numbers in board descriptions.

use ludarium_lud::{Call, Diagnostic, Ludeme, Node, Value};

/// The result of building a part of a board.
pub(crate) type Built<T> = Result<T, Diagnostic>;

/// An error at a node.
pub(crate) fn error<T>(code: &'static str, node: &Node, message: impl Into<String>) -> Built<T> {
    Err(Diagnostic::new(code, node.span, message))
}

/// Maximum nesting of expressions; no board needs as much.
const MAX_DEPTH: usize = 64;

/// The value of a dimension, integer or float expression that is known before the game starts.
pub(crate) fn number(node: &Node) -> Built<f64> {
    value(node, 0)
}

/// The value of an integer expression that is known before the game starts. A floating-point value
/// is truncated.
///
/// # Errors
/// If the expression is not constant, or its absolute value is 10^9 or more.
pub fn whole(node: &Node) -> Built<i32> {
    let value = number(node)?;
    if value.is_finite() && value.abs() < 1e9 {
        Ok(value.trunc() as i32)
    } else {
        error(
            "bad-number",
            node,
            "this is not an integer between -10^9 and 10^9",
        )
    }
}

/// A dimension: an integer from 0 to `most`.
pub(crate) fn size(node: &Node, most: usize) -> Built<usize> {
    let value = whole(node)?;
    match usize::try_from(value) {
        Ok(value) if value <= most => Ok(value),
        Ok(_) => {
            let message = format!("a board dimension may be at most {most}");
            Err(Diagnostic::new("board-too-large", node.span, message)
                .hint(format!("this one is {value}")))
        }
        Err(_) => error("bad-number", node, "a board dimension may not be negative"),
    }
}

fn value(node: &Node, depth: usize) -> Built<f64> {
    if depth > MAX_DEPTH {
        return error("too-deep", node, "this expression is nested too deeply");
    }
    match &node.value {
        Value::Int(value) => Ok(f64::from(*value)),
        Value::Float(value) => Ok(*value),
        Value::Bool(value) => Ok(f64::from(u8::from(*value))),
        Value::Call(call) => arithmetic(node, call, depth),
        _ => error(
            "not-constant",
            node,
            "expected a number that is known before the game starts",
        ),
    }
}

fn arithmetic(node: &Node, call: &Call, depth: usize) -> Built<f64> {
    let mut values = Vec::new();
    for argument in call.args.iter().flatten() {
        for item in argument.items() {
            values.push(value(item, depth + 1)?);
        }
    }
    let first = values.first().copied().unwrap_or(0.0);
    let second = values.get(1).copied();
    let whole = matches!(
        call.ludeme,
        Ludeme::DimDiv | Ludeme::IntDiv | Ludeme::DimPow | Ludeme::IntPow
    );
    let result = match call.ludeme {
        Ludeme::DimAdd
        | Ludeme::DimAddList
        | Ludeme::FloatAdd
        | Ludeme::FloatAddList
        | Ludeme::IntAdd
        | Ludeme::IntAddList => values.iter().sum(),
        Ludeme::DimMul
        | Ludeme::DimMulList
        | Ludeme::FloatMul
        | Ludeme::FloatMulList
        | Ludeme::IntMul
        | Ludeme::IntMulList => values.iter().product(),
        Ludeme::DimSub | Ludeme::FloatSub | Ludeme::IntSub => match second {
            Some(second) => first - second,
            None => -first,
        },
        Ludeme::DimDiv | Ludeme::FloatDiv | Ludeme::IntDiv => match second {
            Some(second) if second != 0.0 => first / second,
            _ => return error("bad-number", node, "division by zero"),
        },
        Ludeme::DimPow | Ludeme::FloatPow | Ludeme::IntPow => first.powf(second.unwrap_or(1.0)),
        Ludeme::DimAbs | Ludeme::FloatAbs | Ludeme::IntAbs => first.abs(),
        Ludeme::IntMod => match second {
            Some(second) if second != 0.0 => first % second,
            _ => return error("bad-number", node, "division by zero"),
        },
        Ludeme::DimMax
        | Ludeme::FloatMax
        | Ludeme::FloatMaxList
        | Ludeme::IntMax
        | Ludeme::IntMaxList => values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        Ludeme::DimMin
        | Ludeme::FloatMin
        | Ludeme::FloatMinList
        | Ludeme::IntMin
        | Ludeme::IntMinList => values.iter().copied().fold(f64::INFINITY, f64::min),
        Ludeme::FloatCos => first.cos(),
        Ludeme::FloatSin => first.sin(),
        Ludeme::FloatTan => first.tan(),
        Ludeme::FloatExp => first.exp(),
        Ludeme::FloatLog => first.ln(),
        Ludeme::FloatLogTen => first.log10(),
        Ludeme::FloatSqrt => first.sqrt(),
        Ludeme::ToFloat => first,
        _ => {
            return error(
                "not-constant",
                node,
                "expected a number that is known before the game starts",
            )
        }
    };
    let result = if whole { result.trunc() } else { result };
    if result.is_finite() {
        Ok(result)
    } else {
        error("bad-number", node, "the value is not finite")
    }
}

/// A point of the plane or of space.
pub(crate) fn point(node: &Node) -> Built<[f64; 3]> {
    let mut point = [0.0; 3];
    let items = node.items();
    if items.len() < 2 || items.len() > 3 {
        return error("bad-point", node, "a point has two or three coordinates");
    }
    for (axis, item) in items.iter().enumerate() {
        point[axis] = number(item)?;
        if point[axis].abs() > 1e6 {
            return error("bad-point", item, "coordinates may be at most 1000000");
        }
    }
    Ok(point)
}

/// The value of an optional Boolean argument.
pub(crate) fn flag(call: &Call, name: &str, default: bool) -> bool {
    match crate::build::optional(call, name).map(|node| &node.value) {
        Some(Value::Bool(value)) => *value,
        _ => default,
    }
}
