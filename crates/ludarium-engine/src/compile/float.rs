//! Compiles floating-point expressions.

use ludarium_lud::{Diagnostic, Ludeme, Node, Value};

use super::ints::need;
use super::{Compiler, Res};
use crate::ir::{Bool, Float, FloatFunction, FloatOp, Int};

impl Compiler {
    /// Compiles a floating-point expression.
    pub fn float(&mut self, node: &Node) -> Res<Float> {
        use Ludeme as L;
        let call = match &node.value {
            Value::Int(value) => return Ok(Float::Const(f64::from(*value))),
            Value::Float(value) => return Ok(Float::Const(*value)),
            Value::Call(call) => call,
            _ => {
                let message = "a number is expected here";
                return Err(Diagnostic::new("expected-number", node.span, message));
            }
        };
        let function = match call.ludeme {
            L::FloatAbs => FloatFunction::Abs,
            L::FloatCos => FloatFunction::Cos,
            L::FloatExp => FloatFunction::Exp,
            L::FloatLog => FloatFunction::Log,
            L::FloatLogTen => FloatFunction::Log10,
            L::FloatSin => FloatFunction::Sin,
            L::FloatSqrt => FloatFunction::Sqrt,
            L::FloatTan => FloatFunction::Tan,
            L::ToFloat => return self.as_float(need(node, call, "boolean")?),
            _ => {
                let op = match call.ludeme {
                    L::FloatAdd | L::FloatAddList => FloatOp::Add,
                    L::FloatMul | L::FloatMulList => FloatOp::Mul,
                    L::FloatMax | L::FloatMaxList => FloatOp::Max,
                    L::FloatMin | L::FloatMinList => FloatOp::Min,
                    L::FloatSub => FloatOp::Sub,
                    L::FloatDiv => FloatOp::Div,
                    L::FloatPow => FloatOp::Pow,
                    // An integer is accepted as a floating-point number.
                    _ => return Ok(Float::FromInt(Box::new(self.int(node)?))),
                };
                let parts = call.args.iter().flatten().flat_map(Node::items);
                let parts = parts.map(|part| self.float(part)).collect::<Res<_>>()?;
                return Ok(fold(op, parts));
            }
        };
        let of = self.float(need(node, call, "float")?)?;
        Ok(match of {
            Float::Const(of) => Float::Const(function.apply(of)),
            of => Float::Of(function, Box::new(of)),
        })
    }

    /// A Boolean or an integer as a floating-point number.
    fn as_float(&mut self, node: &Node) -> Res<Float> {
        let value = match &node.value {
            Value::Bool(_) => true,
            Value::Call(call) => call.ludeme.sort() == "boolean",
            _ => false,
        };
        if value {
            return Ok(match self.bool(node)? {
                Bool::Const(value) => Float::Const(f64::from(u8::from(value))),
                value => Float::FromBool(Box::new(value)),
            });
        }
        Ok(match self.int(node)? {
            Int::Const(value) => Float::Const(f64::from(value)),
            value => Float::FromInt(Box::new(value)),
        })
    }
}

fn fold(op: FloatOp, parts: Vec<Float>) -> Float {
    let known: Option<Vec<f64>> = parts
        .iter()
        .map(|part| match part {
            Float::Const(value) => Some(*value),
            _ => None,
        })
        .collect();
    let folded = known.and_then(|known| known.into_iter().reduce(|a, b| op.apply(a, b)));
    folded.map_or(Float::Fold(op, parts), Float::Const)
}
