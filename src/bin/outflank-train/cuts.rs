//! Fitting what Multi-ProbCut needs to know: how much a shallow search errs.

use std::sync::{
    Mutex,
    atomic::{AtomicUsize, Ordering},
};

use outflank::engine::{Engine, Options};

use super::{data::Labelled, random::Random};

/// Positions that are looked at.
const SAMPLE: usize = 2000;

/// The deepest searches that are compared with shallower ones, besides those
/// to the end of the game.
const DEEPEST: u32 = 10;

/// With more empty squares no search goes to the end of the game.
const SOLVED: u32 = 20;

/// The errors of all searches of one kind: so deep, against so shallow.
#[derive(Debug, Clone, Copy, Default)]
struct Errors {
    count: u32,
    squares: f64,
}

impl Errors {
    fn deviation(self) -> f64 {
        (self.squares / f64::from(self.count)).sqrt()
    }
}

/// A kind of comparison: empty squares, plies of the deep search, and plies
/// of the shallow one.
type Kind = (u32, u32, u32);

/// Searches a sample and prints the deviations and the fit.
pub(crate) fn fit(positions: &[Labelled], threads: usize) -> anyhow::Result<()> {
    let sample = sample(positions);
    let next = AtomicUsize::new(0);
    let all = Mutex::new(std::collections::BTreeMap::<Kind, Errors>::new());
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1))
            .map(|_| {
                scope.spawn(|| -> anyhow::Result<()> {
                    let mut engine = Engine::new(Options::default())?;
                    while let Some(position) = sample.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let found = compare(&mut engine, position);
                        let Ok(mut all) = all.lock() else { break };
                        for (kind, error) in found {
                            let errors = all.entry(kind).or_default();
                            errors.count += 1;
                            errors.squares += error * error;
                        }
                    }
                    Ok(())
                })
            })
            .collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().unwrap_or(Ok(())))
    })?;
    let all = all.into_inner().unwrap_or_default();
    println!("empties  deep  shallow  positions  deviation  fitted");
    for (name, to_the_end) in [("AHEAD", false), ("TO_THE_END", true)] {
        let kinds: Vec<_> = all
            .iter()
            .filter(|((empties, deep, _), errors)| {
                (empties == deep) == to_the_end && errors.count >= 20
            })
            .map(|(&kind, errors)| (kind, errors.count, errors.deviation()))
            .collect();
        // The logarithm of a deviation, linear in the plies of both searches;
        // a kind counts by the root of its number.
        let mut system = Least::default();
        for &((_, deep, shallow), count, deviation) in &kinds {
            let row = [1.0, deep.into(), shallow.into()];
            system.add(row, deviation.max(0.3).ln(), f64::from(count).sqrt());
        }
        let fitted = system.solve();
        for ((empties, deep, shallow), count, deviation) in kinds {
            let fit = fitted[0] + fitted[1] * f64::from(deep) + fitted[2] * f64::from(shallow);
            println!(
                "{empties:>7}  {deep:>4}  {shallow:>7}  {count:>9}  {deviation:>9.2}  {:>6.2}",
                fit.exp()
            );
        }
        println!("{name}: [{}]", fitted.map(|c| format!("{c:.4}")).join(", "));
    }
    Ok(())
}

/// Positions from all of the endgame and the late middle game.
fn sample(positions: &[Labelled]) -> Vec<Labelled> {
    let mut random = Random::new(1);
    let mut sample = Vec::with_capacity(SAMPLE);
    while sample.len() < SAMPLE && !positions.is_empty() {
        let position = positions[random.below(positions.len() as u32) as usize];
        let empties = position.board.empties().len();
        if (10..=32).contains(&empties) && position.score.abs() < 40 {
            sample.push(position);
        }
    }
    sample
}

/// All comparisons for one position: searches of the same parity, since odd
/// and even ones err in different ways.
fn compare(engine: &mut Engine, position: &Labelled) -> Vec<(Kind, f64)> {
    let empties = position.board.empties().len();
    let mut scores: Vec<(u32, f64)> = (0..=DEEPEST.min(empties - 2))
        .map(|depth| (depth, engine.look_ahead(position.board, depth).0.into()))
        .collect();
    if empties <= SOLVED {
        let exact = engine.look_ahead(position.board, empties);
        scores.push((empties, exact.0.into()));
    }
    let mut found = Vec::new();
    for &(deep, score) in &scores {
        for &(shallow, guess) in &scores {
            if shallow + 2 <= deep && (shallow % 2 == deep % 2 || shallow == 0) {
                found.push(((empties, deep, shallow), score - guess));
            }
        }
    }
    found
}

/// Weighted least squares, by the normal equations.
#[derive(Debug, Default)]
struct Least {
    rows: [[f64; 4]; 3],
}

impl Least {
    fn add(&mut self, row: [f64; 3], value: f64, weight: f64) {
        for (sums, x) in self.rows.iter_mut().zip(row) {
            for (sum, y) in sums.iter_mut().zip(row.into_iter().chain([value])) {
                *sum += weight * x * y;
            }
        }
    }

    /// Gauss and Jordan's elimination; the equations are few and definite.
    fn solve(mut self) -> [f64; 3] {
        for i in 0..3 {
            let pivot = self.rows[i][i];
            self.rows[i] = self.rows[i].map(|x| x / pivot);
            for j in (0..3).filter(|&j| j != i) {
                let factor = self.rows[j][i];
                for k in 0..4 {
                    self.rows[j][k] -= factor * self.rows[i][k];
                }
            }
        }
        self.rows.map(|row| row[3])
    }
}
