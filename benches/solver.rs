//! How long solving takes: the first positions of the FFO test, each from an
//! empty table.

mod common;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use outflank::{
    board::Scoring,
    engine::{Engine, Goal, Limits, Options},
};

fn solve(c: &mut Criterion) {
    let boards = common::ffo();
    let Ok(mut engine) = Engine::new(Options::default()) else {
        return;
    };
    let mut group = c.benchmark_group("FFO 1-19");
    group.sample_size(10);
    for (name, goal) in [("exact", Goal::Exact), ("win/loss/draw", Goal::Wld)] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for &board in &boards {
                    engine.clear();
                    let limits = Limits::none();
                    black_box(engine.solve(black_box(board), Scoring::Official, goal, limits));
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, solve);
criterion_main!(benches);
