//! Floating-point expressions.

use super::Evaluator;
use crate::ir::Float;

impl<'a> Evaluator<'a> {
    /// Evaluates a floating-point expression; 0 instead of NaN.
    pub fn float(&mut self, float: &'a Float) -> f64 {
        let value = match float {
            Float::Const(value) => *value,
            Float::FromInt(value) => f64::from(self.int(value)),
            Float::FromBool(value) => f64::from(u8::from(self.bool(value))),
            Float::Fold(op, parts) => {
                let mut parts = parts.iter();
                let first = parts.next().map_or(0.0, |first| self.float(first));
                parts.fold(first, |sum, part| op.apply(sum, self.float(part)))
            }
            Float::Of(function, of) => function.apply(self.float(of)),
        };
        if value.is_nan() {
            0.0
        } else {
            value
        }
    }
}
