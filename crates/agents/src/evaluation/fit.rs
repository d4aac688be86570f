//! Logistic regression with a prior.

/// A position of a game: what the player who is asked about has more of than the others, and how the
/// game ended for that player.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// Feature and difference; features that are equal are left out.
    pub features: Vec<(u16, f32)>,
    /// What the end was worth, 0 to 1.
    pub target: f32,
}

/// What a sample's end is worth by the weights, 0 to 1.
pub(super) fn foretold(weights: &[f64], sample: &Sample) -> f64 {
    let sum: f64 = sample
        .features
        .iter()
        .map(|&(feature, value)| weights[usize::from(feature)] * f64::from(value))
        .sum();
    1.0 / (1.0 + (-sum).exp())
}

/// The weights under which the samples are likeliest, not far from `prior`: leaving it by one
/// standard unit of a feature is believed no more than `trust` samples say so.
pub(super) fn fit(samples: &[Sample], prior: &[f64], trust: &[f64], rounds: usize) -> Vec<f64> {
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
    // Newton's step with the diagonal alone; the quarter is the most that a sample's curvature can be, and the
    // number of features that move together is small.
    let together = samples
        .iter()
        .map(|sample| sample.features.len())
        .max()
        .unwrap_or(1)
        .max(1) as f64;
    let mean = |feature: usize| spread[feature] / samples.len() as f64;
    let hold: Vec<f64> = (0..prior.len())
        .map(|feature| trust[feature] * mean(feature))
        .collect();
    let mut momentum = vec![0.0; prior.len()];
    for _ in 0..rounds {
        let mut slope = vec![0.0; prior.len()];
        for sample in samples {
            let wrong = f64::from(sample.target) - foretold(&weights, sample);
            for &(feature, value) in &sample.features {
                slope[usize::from(feature)] += wrong * f64::from(value);
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

/// How much better than always guessing the mean the weights foretell the samples: the share of the
/// variance that they explain, not below 0.
pub(super) fn explained(samples: &[Sample], weights: &[f64]) -> f64 {
    let number = samples.len().max(1) as f64;
    let mean = samples
        .iter()
        .map(|sample| f64::from(sample.target))
        .sum::<f64>()
        / number;
    let (mut blind, mut seeing) = (1e-9, 0.0);
    for sample in samples {
        blind += (f64::from(sample.target) - mean).powi(2);
        seeing += (f64::from(sample.target) - foretold(weights, sample)).powi(2);
    }
    (1.0 - seeing / blind).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_wins_is_worth_something_and_what_does_not_is_not() {
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
        assert!(explained(&samples, &weights) > 0.3);
    }
}
