//! How long solving takes: the first positions of the FFO test, each from an
//! empty table.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use outflank::{
    board::{Board, Position, Rules, Scoring},
    engine::{Engine, Goal, Limits, Options},
};

fn boards() -> Vec<Board> {
    include_str!("../tests/fixtures/solved.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let mut words = line.split(' ').skip(2);
            let (side, squares) = (words.next()?, words.next()?);
            let position = Position::parse(&format!("{squares} {side}"), Rules::othello());
            position.ok()?.board()
        })
        .collect()
}

fn solve(c: &mut Criterion) {
    let boards = boards();
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
