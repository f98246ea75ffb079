//! FSRS-6: how memory grows and fades.
//!
//! The formulas, their parameters and the names S, D and R are those of the
//! Free Spaced Repetition Scheduler, version 6 (Jarrett Ye and others, 2025:
//! "The Algorithm", in the wiki of open-spaced-repetition/fsrs4anki), with the
//! default parameters that fit the average of many users. The crate `fsrs` has
//! them too, along with the fitting of parameters to a user, which is not
//! needed here.

use super::Grade;

/// The default parameters.
const W: [f64; 21] = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835,
    0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];

/// The bounds of a stability, in days.
const STABILITY: (f64, f64) = (0.001, 36_500.0);
/// The bounds of a difficulty.
const DIFFICULTY: (f64, f64) = (1.0, 10.0);

/// The state of a memory.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct State {
    /// S: the days after which the chance of recall is 90 %.
    pub(super) stability: f64,
    /// D: from 1, easy, to 10.
    pub(super) difficulty: f64,
}

impl State {
    /// After the first review.
    pub(super) fn first(grade: Grade) -> Self {
        let [again, hard, good, easy, ..] = W;
        let stability = match grade {
            Grade::Again => again,
            Grade::Hard => hard,
            Grade::Good => good,
            Grade::Easy => easy,
        };
        Self::new(stability, first_difficulty(grade))
    }

    fn new(stability: f64, difficulty: f64) -> Self {
        Self {
            stability: stability.clamp(STABILITY.0, STABILITY.1),
            difficulty: difficulty.clamp(DIFFICULTY.0, DIFFICULTY.1),
        }
    }

    /// After another review on a later day.
    pub(super) fn reviewed(self, grade: Grade, days: u32) -> Self {
        let chance = self.retrievability(days);
        let stability = match grade {
            Grade::Again => self.forgotten(chance),
            _ => self.recalled(grade, chance),
        };
        Self::new(stability, self.next_difficulty(grade))
    }

    /// After another review on the same day.
    pub(super) fn reviewed_at_once(self, grade: Grade) -> Self {
        let growth = (W[17] * (number(grade) - 3.0 + W[18])).exp() * self.stability.powf(-W[19]);
        let growth = match grade {
            Grade::Again => growth,
            _ => growth.max(1.0),
        };
        Self::new(self.stability * growth, self.next_difficulty(grade))
    }

    /// R: the chance of recall, so many days after the review.
    pub(super) fn retrievability(self, days: u32) -> f64 {
        (1.0 + factor() * f64::from(days) / self.stability).powf(-W[20])
    }

    /// The days after which the chance of recall is as wanted.
    pub(super) fn interval(self, wanted: f64) -> f64 {
        self.stability / factor() * (wanted.powf(-1.0 / W[20]) - 1.0)
    }

    fn recalled(self, grade: Grade, chance: f64) -> f64 {
        let modifier = match grade {
            Grade::Hard => W[15],
            Grade::Easy => W[16],
            _ => 1.0,
        };
        let growth = W[8].exp()
            * (11.0 - self.difficulty)
            * self.stability.powf(-W[9])
            * ((W[10] * (1.0 - chance)).exp() - 1.0);
        self.stability * (1.0 + growth * modifier)
    }

    fn forgotten(self, chance: f64) -> f64 {
        let after = W[11]
            * self.difficulty.powf(-W[12])
            * ((self.stability + 1.0).powf(W[13]) - 1.0)
            * (W[14] * (1.0 - chance)).exp();
        after.min(self.stability / (W[17] * W[18]).exp())
    }

    fn next_difficulty(self, grade: Grade) -> f64 {
        let change = -W[6] * (number(grade) - 3.0);
        let damped = self.difficulty + change * (10.0 - self.difficulty) / 9.0;
        W[7] * first_difficulty(Grade::Easy) + (1.0 - W[7]) * damped
    }
}

/// Makes the chance 90 % after as many days as the stability has.
fn factor() -> f64 {
    0.9f64.powf(-1.0 / W[20]) - 1.0
}

fn first_difficulty(grade: Grade) -> f64 {
    W[4] - (W[5] * (number(grade) - 1.0)).exp() + 1.0
}

/// The number that the formulas have for a grade.
const fn number(grade: Grade) -> f64 {
    match grade {
        Grade::Again => 1.0,
        Grade::Hard => 2.0,
        Grade::Good => 3.0,
        Grade::Easy => 4.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(state: State, stability: f64, difficulty: f64) {
        // The published values are worked out in 32 bits.
        let near = |got: f64, want: f64| (got - want).abs() < 1e-4 * want;
        assert!(near(state.stability, stability), "{state:?}");
        assert!(near(state.difficulty, difficulty), "{state:?}");
    }

    /// The vector that the implementations of FSRS-6 share: the tests
    /// `test_memory_state` of fsrs-rs 6.6 and `test_memo_state` of py-fsrs 6.
    #[test]
    fn the_vector_of_the_other_implementations() {
        let mut state = State::first(Grade::Again).reviewed_at_once(Grade::Good);
        for days in [1, 3, 8, 21] {
            state = state.reviewed(Grade::Good, days);
        }
        close(state, 53.626_91, 6.357_486_7);
    }

    /// From the documentation of `next_states` in fsrs-rs 6.6.
    #[test]
    fn first_reviews_have_the_published_states() {
        close(State::first(Grade::Again), 0.212, 6.4133);
        close(State::first(Grade::Hard), 1.2931, 5.112_170_7);
        close(State::first(Grade::Good), 2.3065, 2.118_104);
        close(State::first(Grade::Easy), 8.2956, 1.0);
    }

    /// The test `test_next_interval` of fsrs-rs 6.6.
    #[test]
    fn intervals_are_the_published_ones() {
        let state = State::new(1.0, 5.0);
        let published = [
            3_116_766.0,
            34_793.0,
            2_508.0,
            387.0,
            90.0,
            27.0,
            9.0,
            3.0,
            1.0,
        ];
        for (tenths, days) in (1..).zip(published) {
            let wanted = f64::from(tenths) / 10.0;
            let got = state.interval(wanted).round().max(1.0);
            assert!((got - days).abs() <= days * 1e-5, "{wanted}: {got}");
        }
    }

    #[test]
    fn states_stay_within_their_bounds() {
        for grade in [Grade::Again, Grade::Hard, Grade::Good, Grade::Easy] {
            let mut state = State::first(grade);
            for days in [1, 0, u32::MAX, 7].into_iter().cycle().take(400) {
                state = state.reviewed(grade, days).reviewed_at_once(grade);
                assert!((0.001..=36_500.0).contains(&state.stability), "{state:?}");
                assert!((1.0..=10.0).contains(&state.difficulty), "{state:?}");
            }
        }
    }
}
