//! Fitting the weights to labelled positions.

use std::sync::{
    Mutex,
    atomic::{AtomicUsize, Ordering},
};

use outflank::{
    board::Board,
    engine::eval::{FOLD, Features, STAGES, Stage, UNIT, Weights, pattern, stage_of},
};

use super::{data::Labelled, random::Random};

/// The size of a step: of a weight's gradient, over the root of the sum of
/// its squared gradients (Adagrad; Duchi, Hazan and Singer, 2011).
const STEP: f32 = 0.6;

/// Keeps the first steps of a weight that is seen rarely small.
const CAUTION: f32 = 3000.0;

/// The weights of all stages.
pub(crate) fn fit(positions: &[Labelled], passes: usize, threads: usize) -> Vec<Stage> {
    let next = AtomicUsize::new(0);
    let stages = Mutex::new(vec![None; STAGES]);
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= STAGES {
                        return;
                    }
                    let stage = fit_stage(positions, number, passes);
                    if let Ok(mut stages) = stages.lock() {
                        stages[number] = Some(stage);
                    }
                }
            });
        }
    });
    let stages = stages.into_inner().unwrap_or_default();
    stages.into_iter().flatten().collect()
}

/// The positions of a stage and those one disc off, which it shares with its
/// neighbours so that the estimate does not jump between them.
fn belongs(board: Board, number: usize) -> bool {
    let discs = 64 - board.empties().len();
    (discs - 1..=discs + 1).any(|discs| stage_of(discs) == number)
}

fn fit_stage(positions: &[Labelled], number: usize, passes: usize) -> Stage {
    let mut sample: Vec<&Labelled> = positions
        .iter()
        .filter(|position| belongs(position.board, number))
        .collect();
    let mut weights = vec![0_f32; FOLD.len()];
    let mut squares = vec![CAUTION; FOLD.len()];
    let mut random = Random::new(number as u64);
    for pass in 0..passes {
        for i in (1..sample.len()).rev() {
            sample.swap(i, random.below(i as u32 + 1) as usize);
        }
        let mut sum = 0_f64;
        // The last passes take smaller and smaller steps.
        let left = (passes - pass) as f32 / passes as f32;
        let step = STEP * left.sqrt();
        for position in &sample {
            let places = places(position.board);
            let estimate: f32 = places.iter().map(|&i| weights[i as usize]).sum();
            let error = f32::from(position.score) - estimate;
            sum += f64::from(error * error);
            for i in places.map(|place| place as usize) {
                squares[i] += error * error;
                weights[i] += step * error / squares[i].sqrt();
            }
        }
        if pass + 1 == passes {
            let mean = (sum / sample.len().max(1) as f64).sqrt();
            eprintln!(
                "stage {number}: {} positions, error {mean:.2}",
                sample.len()
            );
        }
    }
    let units = |weight: &f32| (weight * UNIT as f32).round().clamp(-32768.0, 32767.0) as i16;
    Stage::new(weights.iter().map(units).collect())
}

/// The places of a position's weights, folded.
fn places(board: Board) -> [u32; pattern::INSTANCES] {
    let places = Features::of(board).indices().places();
    places.map(|place| FOLD[place as usize])
}

/// Prints the error of weights by the number of empties.
pub(crate) fn report(weights: &Weights, positions: &[Labelled]) {
    let mut sums = [(0_u64, 0.0_f64, 0.0_f64); 61];
    for position in positions {
        let estimate = f64::from(weights.evaluate(position.board)) / f64::from(UNIT);
        let error = estimate - f64::from(position.score);
        let sum = &mut sums[position.board.empties().len() as usize % 61];
        sum.0 += 1;
        sum.1 += error.abs();
        sum.2 += error * error;
    }
    println!("empties  positions  mean absolute error  root mean square");
    for (empties, (count, absolute, square)) in sums.iter().enumerate() {
        if *count > 0 {
            let n = *count as f64;
            println!(
                "{empties:>7}  {count:>9}  {:>19.2}  {:>16.2}",
                absolute / n,
                (square / n).sqrt()
            );
        }
    }
}
