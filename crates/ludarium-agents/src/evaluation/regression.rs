//! Logistic regression with a prior.

/// A position of a game: the differences between a player and the others, and the result for that
/// player.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// Feature and difference, sorted by feature; zero differences are left out.
    pub features: Vec<(u16, f32)>,
    /// The result, 0 to 1.
    pub target: f32,
}

/// The predicted result of a sample, 0 to 1.
pub(super) fn predict(weights: &[f64], sample: &Sample) -> f64 {
    let sum: f64 = sample
        .features
        .iter()
        .map(|&(feature, value)| weights[usize::from(feature)] * f64::from(value))
        .sum();
    1.0 / (1.0 + (-sum).exp())
}

/// The maximum likelihood weights with a prior: `prior_weight` is the number of samples that must
/// contradict the prior of a feature to move its weight by a standard unit.
pub(super) fn fit(
    samples: &[Sample],
    prior: &[f64],
    prior_weight: &[f64],
    rounds: usize,
) -> Vec<f64> {
    let mut weights = prior.to_vec();
    if samples.is_empty() {
        return weights;
    }
    let mut spread = vec![1e-9f64; prior.len()];
    for sample in samples {
        for &(feature, value) in &sample.features {
            spread[usize::from(feature)] += f64::from(value * value);
        }
    }
    // A Newton step with the diagonal of the curvature alone. A sample's curvature is at most a
    // quarter, and few features are correlated.
    let together = samples
        .iter()
        .map(|sample| sample.features.len())
        .max()
        .unwrap_or(1)
        .max(1) as f64;
    let mean = |feature: usize| spread[feature] / samples.len() as f64;
    let hold: Vec<f64> = (0..prior.len())
        .map(|feature| prior_weight[feature] * mean(feature))
        .collect();
    let mut momentum = vec![0.0; prior.len()];
    for _ in 0..rounds {
        let mut slope = vec![0.0; prior.len()];
        for sample in samples {
            let error = f64::from(sample.target) - predict(&weights, sample);
            for &(feature, value) in &sample.features {
                slope[usize::from(feature)] += error * f64::from(value);
            }
        }
        for feature in 0..weights.len() {
            let pull = hold[feature] * (weights[feature] - prior[feature]);
            let curve = 0.25 * together.min(12.0) * spread[feature] + hold[feature] + 1e-6;
            momentum[feature] = 0.8 * momentum[feature] + (slope[feature] - pull) / curve;
            weights[feature] += momentum[feature];
        }
    }
    weights
}

/// Newton's method stops when no weight changes by more than this share.
const TOLERANCE: f64 = 1e-4;

/// The maximum likelihood weights with a prior, by Newton's method with the full curvature matrix.
/// With correlated features (all pieces of a side, in a game between unequal players) [`fit`] does
/// not converge. `hold` is the inverse variance of the prior of each weight.
pub(super) fn fit_newton(
    samples: &[Sample],
    prior: &[f64],
    hold: &[f64],
    rounds: usize,
) -> Vec<f64> {
    let mut weights = prior.to_vec();
    let size = prior.len();
    for _ in 0..rounds {
        let mut curve = vec![0.0; size * size];
        let mut slope = vec![0.0; size];
        for (feature, own) in hold.iter().enumerate() {
            curve[feature * size + feature] = *own;
            slope[feature] = own * (prior[feature] - weights[feature]);
        }
        for sample in samples {
            let predicted = predict(&weights, sample);
            let error = f64::from(sample.target) - predicted;
            // A sample with a nearly certain result says little, but something.
            let curvature = (predicted * (1.0 - predicted)).max(1e-3);
            for (number, &(first, value)) in sample.features.iter().enumerate() {
                let (first, value) = (usize::from(first), f64::from(value));
                slope[first] += error * value;
                let row = &mut curve[first * size..][..size];
                // The lower triangle of the symmetric matrix suffices.
                for &(second, other) in &sample.features[..=number] {
                    row[usize::from(second)] += curvature * value * f64::from(other);
                }
            }
        }
        let step = cholesky_solve(curve, slope);
        let mut converged = true;
        for (weight, step) in weights.iter_mut().zip(step) {
            *weight += step;
            converged &= step.abs() <= TOLERANCE * weight.abs().max(TOLERANCE);
        }
        if converged {
            break;
        }
    }
    weights
}

/// Solves a linear system with a symmetric positive definite matrix, by Cholesky decomposition.
fn cholesky_solve(mut matrix: Vec<f64>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for row in 0..size {
        for column in 0..=row {
            let both = (0..column).map(|at| matrix[row * size + at] * matrix[column * size + at]);
            let rest = matrix[row * size + column] - both.sum::<f64>();
            matrix[row * size + column] = match row == column {
                true => rest.max(1e-12).sqrt(),
                false => rest / matrix[column * size + column],
            };
        }
    }
    for row in 0..size {
        let known = (0..row).map(|at| matrix[row * size + at] * right[at]);
        right[row] = (right[row] - known.sum::<f64>()) / matrix[row * size + row];
    }
    for row in (0..size).rev() {
        let known = (row + 1..size).map(|at| matrix[at * size + row] * right[at]);
        right[row] = (right[row] - known.sum::<f64>()) / matrix[row * size + row];
    }
    right
}

/// The mean negative log-likelihood of the samples.
pub(super) fn mean_log_loss(samples: &[Sample], weights: &[f64]) -> f64 {
    let of = |sample: &Sample| {
        let (predicted, target) = (predict(weights, sample), f64::from(sample.target));
        -(target * predicted.max(1e-9).ln() + (1.0 - target) * (1.0 - predicted).max(1e-9).ln())
    };
    samples.iter().map(of).sum::<f64>() / samples.len().max(1) as f64
}

/// The share of the variance of the samples that the weights explain, at least 0.
pub(super) fn explained_variance(samples: &[Sample], weights: &[f64]) -> f64 {
    let number = samples.len().max(1) as f64;
    let mean = samples
        .iter()
        .map(|sample| f64::from(sample.target))
        .sum::<f64>()
        / number;
    let (mut total, mut residual) = (1e-9, 0.0);
    for sample in samples {
        total += (f64::from(sample.target) - mean).powi(2);
        residual += (f64::from(sample.target) - predict(weights, sample)).powi(2);
    }
    (1.0 - residual / total).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_predictive_feature_gets_its_weight_and_noise_gets_none() {
        let sample = |value: f32, noise: f32, target: f32| Sample {
            features: vec![(0, value), (1, noise)],
            target,
        };
        let mut samples = Vec::new();
        for index in 0..200 {
            let noise = if index % 2 == 0 { 1.0 } else { -1.0 };
            samples.push(sample(1.0, noise, if index % 10 < 8 { 1.0 } else { 0.0 }));
            samples.push(sample(-1.0, noise, if index % 10 < 8 { 0.0 } else { 1.0 }));
        }
        let weights = fit(&samples, &[0.0, 0.0], &[1.0, 1.0], 200);
        // Four wins in five: the odds are 4, their logarithm 1.39.
        assert!((weights[0] - 4f64.ln()).abs() < 0.05, "{weights:?}");
        assert!(weights[1].abs() < 0.05, "{weights:?}");
        assert!(explained_variance(&samples, &weights) > 0.3);
    }

    #[test]
    fn newton_converges_with_correlated_features() {
        // Four of five with an extra piece of either kind win, and seven of eight with one of both;
        // the second kind rarely occurs alone.
        let sample = |first: f32, second: f32, target: f32| Sample {
            features: vec![(0, first), (1, second)],
            target,
        };
        let mut samples = Vec::new();
        for index in 0..4_000 {
            let won = if index % 10 < 8 { 1.0 } else { 0.0 };
            samples.push(sample(10.0, 9.0, won));
            if index % 10 == 0 {
                samples.push(sample(9.0, 10.0, if index % 80 < 70 { 1.0 } else { 0.0 }));
            }
        }
        let weights = fit_newton(&samples, &[0.0, 0.0], &[1e-6, 1e-6], 50);
        // At the optimum both cases are predicted as often as they occur.
        assert!(
            (10.0 * weights[0] + 9.0 * weights[1] - 4f64.ln()).abs() < 0.01,
            "{weights:?}"
        );
        assert!(
            (9.0 * weights[0] + 10.0 * weights[1] - 7f64.ln()).abs() < 0.01,
            "{weights:?}"
        );
        let rough = fit(&samples, &[0.0, 0.0], &[1e-6, 1e-6], 80);
        assert!((rough[0] - weights[0]).abs() > 0.1, "{rough:?}");
    }
}
