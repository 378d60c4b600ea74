//! What costs would be if the values of the columns were independent: used to guess how far to list and
//! which route is cheaper, never in a proof.

/// About how many standard deviations below the mean the least of `2^d` normal numbers lies.
pub(super) fn deviations(d: usize) -> f64 {
    let bits = d.max(1) as f64 * std::f64::consts::LN_2;
    // The tail of the normal law: P(X < −z) = exp(−z²/2) / (z √(2π)), solved for 2^−d by iteration.
    let mut z = (2.0 * bits).sqrt();
    for _ in 0..4 {
        z = (2.0 * (bits - (z.max(0.5) * (2.0 * std::f64::consts::PI).sqrt()).ln())).max(0.0).sqrt();
    }
    z
}

/// About the least cost of the `2^d` elements of a code with the given sums of weights and of their squares.
pub(super) fn least(d: usize, weight: f64, squares: f64) -> f64 {
    (weight - deviations(d) * squares.sqrt()).max(0.0) / 2.0
}

/// About the probability that a normal number lies more than `z` standard deviations below the mean.
pub(super) fn tail(z: f64) -> f64 {
    match z {
        z if z < 0.0 => 1.0 - tail(-z),
        // A bound that is close for large and small z alike (Borjesson and Sundberg 1979).
        z => {
            (-z * z / 2.0).exp()
                / ((0.661 * z + 0.339 * (z * z + 5.51).sqrt()) * (2.0 * std::f64::consts::PI).sqrt())
        }
    }
}
