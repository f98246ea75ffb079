//! [`Miner`]: whether a position makes a puzzle, and which.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{
    Criteria, FILE_HEAD, Grade, Obvious, entry_text, id_of,
    look::{Thumb, look_choice},
};
use crate::{
    board::{Board, Move, Position, Score, Scoring, Square, Wld},
    engine::{Engine, EngineError, Goal, Limits, Options, Prover, Unproved},
    puzzle::{About, Judge, Problem, Puzzle, PuzzleFile, Refuted, Scene, Task},
    source::Source,
};

/// A position with fewer legal moves is no puzzle.
pub const LEAST_MOVES: u32 = 3;

/// Wipe-outs in more moves are not looked for.
pub const LONGEST_WIPE_OUT: u32 = 5;

/// The table of the solver, in bytes: games are short, and it is forgotten
/// after each.
const HASH: usize = 16 << 20;

/// The table of the looks, in bytes.
const LOOK_HASH: usize = 1 << 20;

/// So many wrong moves are refuted at most.
const MOST_REFUTED: usize = 3;

/// A refutation shows so many plies at most.
const SHOWN: usize = 8;

/// The solver has to find so many moves of the main line at most.
const MOST_OWN: usize = 4;

/// Looks for puzzles. What it finds in a position does not depend on what it
/// has seen before, once [`forget`](Self::forget) was called.
#[derive(Debug)]
pub struct Miner {
    engine: Engine,
    /// For looks a few plies ahead, which must not know what was solved.
    looker: Engine,
}

/// What the search found about a position that makes a puzzle.
pub(super) struct Find {
    pub(super) board: Board,
    pub(super) task: Task,
    /// The best score.
    pub(super) score: Score,
    pub(super) keys: Vec<Square>,
    /// The best line to its end, from the first key on, passes included.
    pub(super) line: Vec<Move>,
}

impl Miner {
    /// A miner that searches on one thread.
    ///
    /// # Errors
    /// [`EngineError`] when there is no memory.
    pub fn new() -> Result<Self, EngineError> {
        let engine = |hash| {
            Engine::new(Options {
                hash,
                ..Options::default()
            })
        };
        Ok(Self {
            engine: engine(HASH)?,
            looker: engine(LOOK_HASH)?,
        })
    }

    /// Forgets what was solved, so that the next game is mined as by a new
    /// miner.
    pub fn forget(&mut self) {
        self.engine.clear();
    }

    /// The engine of the solver.
    pub(super) const fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// The engine of the looks, which knows nothing yet.
    pub(super) fn looker(&mut self) -> &mut Engine {
        self.looker.clear();
        &mut self.looker
    }

    /// The puzzle that a position makes, if it makes one. It has an id, themes
    /// and a level, and no title and no source yet.
    ///
    /// # Errors
    /// [`Unproved`] when the flag was set.
    pub fn mine(
        &mut self,
        position: &Position,
        criteria: &Criteria,
        stop: &AtomicBool,
    ) -> Result<Option<Puzzle>, Unproved> {
        let Some(board) = position.board() else {
            return Ok(None);
        };
        let usual = position.rules().is_plain_8x8();
        let many = board.moves().len() >= LEAST_MOVES;
        if !usual || !many || !criteria.empties.contains(&position.empties()) {
            return Ok(None);
        }
        let Some(find) = self.find(board, criteria, stop)? else {
            return Ok(None);
        };
        self.puzzle(position, find, None, stop).map(Some)
    }

    /// What is wrong with a puzzle that was made, by the judge, which reads it
    /// as it will be written.
    ///
    /// # Errors
    /// [`Unproved`] when the flag was set.
    pub fn prove(&mut self, puzzle: &Puzzle, stop: &AtomicBool) -> Result<Vec<Problem>, Unproved> {
        let text = format!("{FILE_HEAD}{}", entry_text(puzzle));
        let source = Source::new(puzzle.id.as_str(), text);
        let mut problems = Vec::new();
        match PuzzleFile::read(&source) {
            Err(fault) => problems.push(Problem::from(*fault)),
            Ok(file) => {
                problems.extend(file.problems);
                for entry in &file.entries {
                    problems.extend(Judge::new(&mut self.engine, stop).judge(entry).problems);
                }
            }
        }
        if stop.load(Ordering::Relaxed) {
            return Err(Unproved);
        }
        Ok(problems)
    }

    /// How hard a puzzle is, by the first of its keys; `None` when it has
    /// none.
    ///
    /// # Errors
    /// [`Unproved`] when the flag was set.
    pub fn grade(&mut self, puzzle: &Puzzle, stop: &AtomicBool) -> Result<Option<Grade>, Unproved> {
        let (Some(board), Some(&key)) = (puzzle.position.board(), puzzle.solution.first()) else {
            return Ok(None);
        };
        let Some(after) = board.play(key) else {
            return Ok(None);
        };
        let limits = Limits::until(stop);
        let solved = self
            .engine
            .solve(after, Scoring::Official, Goal::Exact, limits);
        let score = -solved.score().ok_or(Unproved)?;
        let mut line = vec![Move::Place(key)];
        line.extend(solved.pv);
        let looker = self.looker();
        Ok(Some(Grade::of(
            looker,
            board,
            (puzzle.task, score),
            key,
            &line,
        )))
    }

    /// What there is to find in a position.
    fn find(
        &mut self,
        board: Board,
        criteria: &Criteria,
        stop: &AtomicBool,
    ) -> Result<Option<Find>, Unproved> {
        let limits = Limits::until(stop);
        let solved = self
            .engine
            .solve(board, Scoring::Official, Goal::Exact, limits);
        let score = solved.score().ok_or(Unproved)?;
        if score == Score::MAX {
            return wipe_out(board, criteria, stop);
        }
        let Some(key) = solved.best.and_then(Move::square) else {
            return Ok(None);
        };
        if criteria.refuse_obvious && Obvious::key(board, key).is_some() {
            return Ok(None);
        }
        let Some(task) = self.only(board, key, score, criteria, stop)? else {
            return Ok(None);
        };
        Ok(Some(Find {
            board,
            task,
            score,
            keys: vec![key],
            line: solved.pv,
        }))
    }

    /// The task that the key alone attains, if there is one.
    fn only(
        &mut self,
        board: Board,
        key: Square,
        score: Score,
        criteria: &Criteria,
        stop: &AtomicBool,
    ) -> Result<Option<Task>, Unproved> {
        let price = i16::try_from(criteria.min_loss.max(1)).unwrap_or(i16::MAX);
        let dear = Score(score.0.saturating_sub(price).saturating_add(1));
        // Every other move has to stay below this.
        let (turned, task) = match score.wld() {
            Wld::Win => (Score(1), Task::Win),
            Wld::Draw => (Score::DRAW, Task::Draw),
            Wld::Loss => (dear, Task::Best),
        };
        if self.others_reach(board, key, turned.max(dear), stop)? {
            return Ok(None);
        }
        if score.wld() == Wld::Loss {
            return Ok(Some(Task::Best));
        }
        if turned >= dear || !self.others_reach(board, key, turned, stop)? {
            return Ok(Some(task));
        }
        Ok(Some(Task::Best))
    }

    /// Whether some move but the key scores so much.
    fn others_reach(
        &mut self,
        board: Board,
        key: Square,
        score: Score,
        stop: &AtomicBool,
    ) -> Result<bool, Unproved> {
        if score <= Score::MIN {
            return Ok(true);
        }
        let mut others: Vec<Board> = board
            .moves()
            .into_iter()
            .filter(|&square| square != key)
            .filter_map(|square| board.play(square))
            .collect();
        others.sort_by_key(|after| after.moves().len());
        for after in others {
            // Seen from the other side: more than the negative is too much.
            let above = Score(1 - score.0);
            let goal = Goal::AtLeast(above);
            let limits = Limits::until(stop);
            let solved = self.engine.solve(after, Scoring::Official, goal, limits);
            if !solved.bounds.settle(goal) {
                return Err(Unproved);
            }
            if solved.bounds.lo < above {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The puzzle that a find makes. `played` is a wrong move to refute first.
    pub(super) fn puzzle(
        &mut self,
        position: &Position,
        find: Find,
        played: Option<Square>,
        stop: &AtomicBool,
    ) -> Result<Puzzle, Unproved> {
        let Find {
            board,
            task,
            score,
            keys,
            line,
        } = find;
        let refutations = self.refute(board, &keys, score, played, stop)?;
        let mut about = About::default();
        if let Some(&key) = keys.first() {
            let looker = self.looker();
            let grade = Grade::of(looker, board, (task, score), key, &line);
            let look = looker.look_ahead(board, 2);
            let scene = Scene::new(board, key);
            let scene = scene.map(|scene| scene.with_line(&line).with_score(score).with_look(look));
            let themes = scene.map(|scene| scene.themes()).unwrap_or_default();
            about.themes = themes.iter().map(ToString::to_string).collect();
            about.level = Some(grade.level());
        }
        let line = match task {
            Task::WipeOut { .. } => line,
            _ => self.instructive(board, task, &line, stop)?,
        };
        Ok(Puzzle {
            id: id_of(board, task),
            about,
            position: position.clone(),
            task,
            score: matches!(task, Task::Best | Task::WipeOut { .. }).then_some(score),
            solution: keys,
            line,
            variations: Vec::new(),
            refutations,
            game: None,
            constructed: false,
        })
    }

    /// The main line as far as the solver has only moves: to the first of its
    /// moves, after the key, beside which another would do.
    fn instructive(
        &mut self,
        board: Board,
        task: Task,
        line: &[Move],
        stop: &AtomicBool,
    ) -> Result<Vec<Move>, Unproved> {
        let goal = match task {
            Task::Best | Task::WipeOut { .. } | Task::HelpWipeOut { .. } | Task::Flip { .. } => {
                Goal::Exact
            }
            Task::Win | Task::Draw => Goal::Wld,
        };
        let mut here = board;
        let mut end = 0;
        let mut own = 0;
        for (index, &mv) in line.iter().enumerate() {
            let solver = index % 2 == 0;
            if let (true, Move::Place(_)) = (solver, mv) {
                own += 1;
                if own > 1 {
                    let limits = Limits::until(stop);
                    let solved = self
                        .engine
                        .solve_moves(here, Scoring::Official, goal, limits);
                    if !solved.settled(goal) {
                        return Err(Unproved);
                    }
                    let choice = solved.best(goal).len() > 1;
                    if choice || solved.moves.len() < 2 || own > MOST_OWN {
                        break;
                    }
                }
                end = index + 1;
            }
            here = match mv {
                Move::Pass => here.pass(),
                Move::Place(square) => here.play(square).ok_or(Unproved)?,
            };
        }
        Ok(line.get(..end).unwrap_or(line).to_vec())
    }

    /// The refutations of the most tempting wrong moves: first the one that
    /// was played, then what the rules of thumb point at, then what looks one,
    /// two and four plies ahead prefer.
    fn refute(
        &mut self,
        board: Board,
        keys: &[Square],
        score: Score,
        played: Option<Square>,
        stop: &AtomicBool,
    ) -> Result<Vec<Refuted>, Unproved> {
        let thumbs = [Thumb::Corner, Thumb::MostFlips, Thumb::Edge];
        let mut tempting: Vec<Square> = played.into_iter().collect();
        tempting.extend(thumbs.iter().filter_map(|thumb| thumb.choice(board)));
        let looker = self.looker();
        tempting.extend(
            [1, 2, 4]
                .into_iter()
                .filter_map(|depth| look_choice(looker, board, depth)),
        );
        let mut refuted: Vec<Refuted> = Vec::new();
        for square in tempting {
            let first = Move::Place(square);
            let again = refuted
                .iter()
                .any(|known| known.line.first() == Some(&first));
            if keys.contains(&square) || again || refuted.len() == MOST_REFUTED {
                continue;
            }
            let Some(after) = board.play(square) else {
                continue;
            };
            let limits = Limits::until(stop);
            let solved = self
                .engine
                .solve(after, Scoring::Official, Goal::Exact, limits);
            let worth = -solved.score().ok_or(Unproved)?;
            // A slower wipe-out costs nothing that could be told in discs.
            if worth >= score {
                continue;
            }
            let mut line = vec![first];
            line.extend(solved.pv.into_iter().take(SHOWN - 1));
            refuted.push(Refuted { score: worth, line });
        }
        Ok(refuted)
    }
}

/// The wipe-out of a board where one is forced, if the shortest takes several
/// moves, not too many, and begins with one move only.
fn wipe_out(
    board: Board,
    criteria: &Criteria,
    stop: &AtomicBool,
) -> Result<Option<Find>, Unproved> {
    let mut prover = Prover::new(stop).with_hash(HASH);
    let proof = prover.prove_within(board, LONGEST_WIPE_OUT)?;
    let Some(proof) = proof.filter(|proof| proof.moves >= 2) else {
        return Ok(None);
    };
    let [key] = proof.best[..] else {
        return Ok(None);
    };
    if criteria.refuse_obvious && Obvious::key(board, key).is_some() {
        return Ok(None);
    }
    Ok(Some(Find {
        board,
        task: Task::WipeOut {
            within: Some(proof.moves),
        },
        score: Score::MAX,
        keys: vec![key],
        line: proof.pv,
    }))
}
