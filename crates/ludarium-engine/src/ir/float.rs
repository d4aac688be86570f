//! Floating-point expressions.

use super::*;

/// A floating-point expression, evaluated in a state.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Float {
    Const(f64),
    FromInt(Box<Int>),
    FromBool(Box<Bool>),
    Fold(FloatOp, Vec<Float>),
    Of(FloatFunction, Box<Float>),
}

/// Arithmetic on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    Pow,
    Min,
    Max,
}

impl FloatOp {
    /// Division by zero gives 0, as for integers.
    #[must_use]
    pub fn apply(self, first: f64, second: f64) -> f64 {
        match self {
            FloatOp::Add => first + second,
            FloatOp::Sub => first - second,
            FloatOp::Mul => first * second,
            FloatOp::Div if second == 0.0 => 0.0,
            FloatOp::Div => first / second,
            FloatOp::Pow => first.powf(second),
            FloatOp::Min => first.min(second),
            FloatOp::Max => first.max(second),
        }
    }
}

/// Functions of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum FloatFunction {
    Abs,
    Cos,
    Exp,
    Log,
    Log10,
    Sin,
    Sqrt,
    Tan,
}

impl FloatFunction {
    /// The value of the function; angles are in radians.
    #[must_use]
    pub fn apply(self, of: f64) -> f64 {
        match self {
            FloatFunction::Abs => of.abs(),
            FloatFunction::Cos => of.cos(),
            FloatFunction::Exp => of.exp(),
            FloatFunction::Log => of.ln(),
            FloatFunction::Log10 => of.log10(),
            FloatFunction::Sin => of.sin(),
            FloatFunction::Sqrt => of.sqrt(),
            FloatFunction::Tan => of.tan(),
        }
    }
}
