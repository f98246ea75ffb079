//! Glicko-2: ratings with an uncertainty (Mark E. Glickman, "Example of the
//! Glicko-2 system", 2013).

use serde::Serialize;

/// How much the volatility may change: small values keep it steady. Glickman
/// names 0.3 to 1.2 as reasonable.
const TAU: f64 = 0.5;
/// Points of a rating for one unit of the scale that is calculated on.
const SCALE: f64 = 173.7178;
/// The rating in the middle of the scale.
const MIDDLE: f64 = 1500.0;
/// Nobody is less known than somebody who has never played.
const UNKNOWN: f64 = 350.0;
/// When the search for the volatility ends.
const CLOSE: f64 = 1e-6;
/// No volatility is greater, however surprising the results: Glickman's own
/// examples stay below it, and lichess has the same limit.
const WILDEST: f64 = 0.1;

/// A rating.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Rating {
    /// The strength: 1500 for somebody unknown. Who is 200 points ahead
    /// scores three in four.
    pub rating: f64,
    /// How far from it the true strength may be: within two deviations with a
    /// chance of 95 %.
    pub deviation: f64,
    /// How much the strength is expected to change in a rating period.
    pub volatility: f64,
}

impl Default for Rating {
    /// Somebody unknown: 1500, give or take 350.
    fn default() -> Self {
        Self::new(MIDDLE, UNKNOWN)
    }
}

impl Rating {
    /// A rating with the usual volatility of 0.06.
    #[must_use]
    pub const fn new(rating: f64, deviation: f64) -> Self {
        Self {
            rating,
            deviation,
            volatility: 0.06,
        }
    }

    /// The rating after a period with these results: opponents, by their
    /// ratings before the period, and what was scored against them, from 0 to
    /// 1. Without results the deviation grows.
    #[must_use]
    pub fn after(self, results: &[(Self, f64)]) -> Self {
        if results.is_empty() {
            return self.rested(1);
        }
        // The names of the paper: mu is the rating, phi the deviation, v the
        // variance of the rating that the results allow, delta the improvement
        // that they suggest.
        let (mu, phi) = (self.mu(), self.phi());
        let mut information = 0.0;
        let mut surplus = 0.0;
        for (opponent, score) in results {
            let g = weight(opponent.phi());
            let expected = 1.0 / (1.0 + (-g * (mu - opponent.mu())).exp());
            information += g * g * expected * (1.0 - expected);
            surplus += g * (score - expected);
        }
        let v = 1.0 / information;
        if !v.is_finite() {
            // The opponents are so far away that nothing can be learnt.
            return self.rested(1);
        }
        let volatility = volatility(self.volatility, phi, v, v * surplus);
        let before = phi * phi + volatility * volatility;
        let phi = 1.0 / (1.0 / before + 1.0 / v).sqrt();
        let mu = mu + phi * phi * surplus;
        Self {
            rating: mu * SCALE + MIDDLE,
            deviation: (phi * SCALE).min(UNKNOWN),
            volatility,
        }
    }

    /// The rating after so many periods without results: the same, less
    /// certain.
    #[must_use]
    pub fn rested(self, periods: u32) -> Self {
        let growth = self.volatility * self.volatility * f64::from(periods);
        let phi = (self.phi() * self.phi() + growth).sqrt();
        Self {
            deviation: (phi * SCALE).min(UNKNOWN),
            ..self
        }
    }

    fn mu(self) -> f64 {
        (self.rating - MIDDLE) / SCALE
    }

    fn phi(self) -> f64 {
        self.deviation / SCALE
    }
}

/// How much a result counts against somebody of this deviation: the g of the
/// paper.
fn weight(phi: f64) -> f64 {
    let pi = std::f64::consts::PI;
    1.0 / (1.0 + 3.0 * phi * phi / (pi * pi)).sqrt()
}

/// The new volatility: step 5 of the paper, the Illinois method.
fn volatility(old: f64, phi: f64, v: f64, delta: f64) -> f64 {
    let a = (old * old).ln();
    let f = |x: f64| {
        let e = x.exp();
        let d = phi * phi + v + e;
        e * (delta * delta - d) / (2.0 * d * d) - (x - a) / (TAU * TAU)
    };
    let mut low = a;
    let mut high = if delta * delta > phi * phi + v {
        (delta * delta - phi * phi - v).ln()
    } else {
        let mut k = 1.0;
        while f(a - k * TAU) < 0.0 {
            k += 1.0;
        }
        a - k * TAU
    };
    let (mut at_low, mut at_high) = (f(low), f(high));
    while (high - low).abs() > CLOSE {
        let middle = low + (low - high) * at_low / (at_high - at_low);
        let at_middle = f(middle);
        if at_middle * at_high <= 0.0 {
            (low, at_low) = (high, at_high);
        } else {
            at_low /= 2.0;
        }
        (high, at_high) = (middle, at_middle);
    }
    (low / 2.0).exp().min(WILDEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example that the paper works out: it gives 1464.06, 151.52 and
    /// 0.05999.
    #[test]
    fn the_example_of_the_paper() {
        let results = [
            (Rating::new(1400.0, 30.0), 1.0),
            (Rating::new(1550.0, 100.0), 0.0),
            (Rating::new(1700.0, 300.0), 0.0),
        ];
        let after = Rating::new(1500.0, 200.0).after(&results);
        assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.059_99).abs() < 0.000_01, "{after:?}");
    }

    #[test]
    fn who_rests_becomes_less_certain() {
        let known = Rating::new(1800.0, 50.0);
        // Step 6 of the paper: the root of the squares' sum.
        let one = (50.0f64.powi(2) + (0.06 * SCALE).powi(2)).sqrt();
        assert!((known.after(&[]).deviation - one).abs() < 1e-9);
        assert_eq!(known.rested(0), known);
        assert_eq!(known.rested(u32::MAX).deviation, 350.0);
        assert_eq!(known.rested(9).rating, 1800.0);
    }

    #[test]
    fn numbers_stay_numbers() {
        let (strong, unknown) = (Rating::new(3000.0, 30.0), Rating::default());
        for (mut one, results) in [
            (Rating::new(100.0, 30.0), vec![(strong, 1.0); 1000]),
            (Rating::new(100.0, 30.0), vec![(strong, 1.0)]),
            (unknown, vec![(unknown, 0.0); 1000]),
            (Rating::new(1e6, 30.0), vec![(unknown, 0.0)]),
        ] {
            for _ in 0..100 {
                one = one.after(&results);
                assert!(one.rating.is_finite(), "{one:?}");
                assert!(one.deviation > 0.0 && one.deviation <= 350.0, "{one:?}");
                assert!(one.volatility > 0.0 && one.volatility <= 0.1, "{one:?}");
            }
        }
    }

    /// One step for many surprising results goes too far; a step for each
    /// does not.
    #[test]
    fn a_step_for_each_result_finds_the_strength() {
        let hard = Rating::new(2100.0, 200.0);
        let in_one = Rating::default().after(&[(hard, 1.0); 15]);
        assert!(in_one.rating > 4000.0, "{in_one:?}");
        let one_by_one = (0..15).fold(Rating::default(), |rating, _| rating.after(&[(hard, 1.0)]));
        assert!(
            (2300.0..2900.0).contains(&one_by_one.rating),
            "{one_by_one:?}"
        );
    }
}
