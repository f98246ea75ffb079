//! Published endgames as puzzles: the keys and scores of others are ours, and
//! positions that games have led to are legal. The files are read from the
//! folder that `OUTFLANK_DATA` names.

use std::{fs, path::PathBuf, sync::atomic::AtomicBool};

use outflank::{
    board::{Game, Move, Position, Score, Scoring, Square},
    engine::{Engine, Goal, Limits, Options},
    puzzle::{Entry, Judge, ProblemKind, PuzzleFile},
    source::Source,
};

static GO: AtomicBool = AtomicBool::new(false);

/// A file of the corpus, or `None` with a note.
fn corpus(file: &str) -> Option<String> {
    let folder = std::env::var_os("OUTFLANK_DATA").map(PathBuf::from);
    if folder.is_none() {
        println!("skipped: OUTFLANK_DATA does not name the folder of the samples");
    }
    folder.map(|folder| fs::read_to_string(folder.join(file)).unwrap())
}

/// The 91 endgames as a file of puzzles: the best score and the best moves.
fn endgames() -> Option<PuzzleFile> {
    let rows = corpus("puzzles/endgame_puzzles.tsv")?;
    let mut text = String::from("puzzles:\n");
    for row in rows.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [id, board, side, _, score, best, _] = cells[..] else {
            panic!("{row}");
        };
        text += &format!("  - id: {id}\n    position: |\n");
        for row in board.as_bytes().chunks(8) {
            text += &format!("      {}\n", std::str::from_utf8(row).unwrap());
        }
        let best: Vec<&str> = best
            .split([' ', ','])
            .filter(|key| !key.is_empty())
            .collect();
        text += &format!(
            "    to_move: {side}\n    task: best\n    score: {score}\n    solution: [{}]\n",
            best.join(", ")
        );
    }
    Some(PuzzleFile::read(&Source::new("endgames.yaml", text)).unwrap())
}

#[test]
fn published_endgames_have_the_published_keys_and_scores() {
    let Some(file) = endgames() else { return };
    assert_eq!(file.entries.len(), 91);
    let mut engine = Engine::new(Options::default()).unwrap();
    let mut judge = Judge::new(&mut engine, &GO);
    for entry in &file.entries {
        let verdict = judge.judge(entry);
        assert_eq!(verdict.problems, [], "{:?}", entry.id);
        assert_eq!(verdict.score, entry.puzzle.as_ref().unwrap().score);
    }
}

#[test]
fn a_published_endgame_with_a_key_left_out_is_not_unique() {
    let Some(file) = endgames() else { return };
    let keys = |entry: &&Entry| entry.puzzle.as_ref().unwrap().solution.len() > 1;
    let several: Vec<&Entry> = file.entries.iter().filter(keys).collect();
    assert!(several.len() >= 10, "{}", several.len());
    let mut engine = Engine::new(Options::default()).unwrap();
    let mut judge = Judge::new(&mut engine, &GO);
    for entry in several {
        let mut entry = entry.clone();
        let left_out = entry.puzzle.as_mut().unwrap().solution.remove(0);
        let verdict = judge.judge(&entry);
        let kinds: Vec<_> = verdict
            .problems
            .iter()
            .map(|problem| problem.kind)
            .collect();
        assert_eq!(kinds, [ProblemKind::NotUnique]);
        assert!(verdict.keys.contains(&left_out));
    }
}

/// The other best moves of the solver in a line, ply by ply, found by solving
/// the position after each move.
fn other_best_moves(position: &Position, line: &[Move]) -> Vec<(usize, Vec<Square>)> {
    let mut engine = Engine::new(Options::default()).unwrap();
    let mut score = |after: &Position| -> Score {
        let board = after.board().unwrap();
        let limits = Limits::none();
        let solution = engine.solve(board, Scoring::Official, Goal::Exact, limits);
        -solution.bounds.score().unwrap()
    };
    let mut game = Game::from_position(position.clone());
    let mut others = Vec::new();
    let mut ply = 0;
    for &mv in line {
        let before = game.last().clone();
        game.play(mv).unwrap();
        let Some(played) = mv.square() else { continue };
        ply += 1;
        if before.to_move() != position.to_move() || ply == 1 {
            continue;
        }
        let scores: Vec<(Square, Score)> = before
            .legal_moves()
            .into_iter()
            .map(|square| (square, score(&before.play(square.into()).unwrap())))
            .collect();
        let best = scores.iter().map(|&(_, score)| score).max().unwrap();
        let best = scores.iter().filter(|&&(_, score)| score == best);
        let best: Vec<Square> = best.map(|&(square, _)| square).collect();
        assert!(best.contains(&played));
        let rest: Vec<Square> = best.into_iter().filter(|&s| s != played).collect();
        if !rest.is_empty() {
            others.push((ply, rest));
        }
    }
    others
}

#[test]
fn duals_of_published_endgames_are_the_other_best_moves() {
    let Some(file) = endgames() else { return };
    let mut engine = Engine::new(Options::default()).unwrap();
    let mut judge = Judge::new(&mut engine, &GO);
    let mut duals = 0;
    for entry in &file.entries {
        let verdict = judge.judge(entry);
        let mut entry = entry.clone();
        let puzzle = entry.puzzle.as_mut().unwrap();
        let complete = judge.complete(puzzle, &verdict).unwrap().unwrap();
        let mut game = Game::from_position(puzzle.position.clone());
        for &square in &complete.line {
            game.play_with_passes(square.into()).unwrap();
        }
        puzzle.line = game.moves().to_vec();
        let expected = other_best_moves(&puzzle.position, &puzzle.line);
        let verdict = judge.judge(&entry);
        assert_eq!(verdict.problems, []);
        let told = verdict.remarks.iter();
        let told: Vec<(usize, Vec<Square>)> = told
            .filter(|remark| remark.kind == ProblemKind::Dual)
            .map(|remark| (remark.ply.unwrap(), remark.moves.clone()))
            .collect();
        assert_eq!(told, expected, "{:?}", entry.id);
        duals += told.len();
    }
    assert!(duals > 50, "{duals}");
}
