//! [`Annotation`]: what was found out about a game.

use serde::Serialize;

use crate::board::{ByColor, Color, Game, Move, Score, Scoring, Step};

use super::{Class, Remark, scores::Judgement};

/// What each move of a game cost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Annotation {
    /// What empty squares of the finished game count for.
    pub scoring: Scoring,
    /// The empty squares before the first move that was scored; every move
    /// from there on was. `None` when none was.
    pub exact_from: Option<u32>,
    /// Every move of the game, passes among them.
    pub plies: Vec<Ply>,
    /// What each side's moves cost together.
    pub summary: ByColor<Summary>,
    /// The last ply that changed the result with best play; `None` when no
    /// scored move did, or the record ends before the game does.
    pub decided: Option<usize>,
    /// Positions looked at.
    pub nodes: u64,
}

/// One move of a game. What was not computed is `None`, and `null` in JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ply {
    /// The number of the disc placed, from 1; passes have none.
    pub ply: Option<usize>,
    /// The side that moved.
    pub side: Color,
    /// The move, or `pass`.
    #[serde(rename = "move")]
    pub mv: Move,
    /// The empty squares before the move.
    pub empties: u32,
    /// The score of the move for the side that moved.
    pub score: Option<Score>,
    /// Whether both scores are proved.
    pub exact: bool,
    /// Every best move, in board order; empty when none was looked for, which
    /// is `null` in JSON.
    #[serde(serialize_with = "null_when_empty")]
    pub best: Vec<Move>,
    /// The score of the best moves for the side that moved.
    pub best_score: Option<Score>,
    /// `best_score` minus `score`, never negative.
    pub loss: Option<u16>,
    /// How bad the move is. A pass is always best: there was nothing else.
    pub class: Option<Class>,
    /// What else is proved, in words.
    pub remarks: Vec<Remark>,
}

/// What the moves of one side cost. Passes do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Summary {
    /// How many moves were scored.
    pub moves: usize,
    /// The discs they lost together; `None` when no move was scored.
    pub loss: Option<u32>,
    /// How many were best.
    pub best: usize,
    /// How many were good.
    pub good: usize,
    /// How many were inaccuracies.
    pub inaccuracies: usize,
    /// How many were mistakes.
    pub mistakes: usize,
    /// How many were blunders.
    pub blunders: usize,
}

impl Annotation {
    pub(super) fn new(
        game: &Game,
        steps: &[Step],
        judgements: Vec<Option<Judgement>>,
        nodes: u64,
    ) -> Self {
        let mut plies: Vec<Ply> = steps
            .iter()
            .zip(judgements)
            .map(|(step, judgement)| Ply::new(step, judgement))
            .collect();
        let mut decided = None;
        if game.is_complete()
            && let Some(last) = plies.iter_mut().rfind(|ply| ply.turns_the_result())
        {
            decided = last.ply;
            last.remarks.push(Remark::Decides);
        }
        Self {
            scoring: game.start().rules().scoring(),
            exact_from: plies.iter().find(|ply| ply.exact).map(|ply| ply.empties),
            summary: ByColor::from_fn(|side| Summary::of(plies.iter().filter(|p| p.side == side))),
            plies,
            decided,
            nodes,
        }
    }

    /// The moves that were scored: the end of the game, as far back as it
    /// went.
    #[must_use]
    pub fn scored(&self) -> &[Ply] {
        let first = self.plies.iter().position(|ply| ply.exact);
        first.and_then(|i| self.plies.get(i..)).unwrap_or_default()
    }
}

impl Ply {
    fn new(step: &Step, judgement: Option<Judgement>) -> Self {
        let mut ply = Self {
            ply: step.mv.square().map(|_| step.ply),
            side: step.side,
            mv: step.mv,
            empties: step.before.empties(),
            score: None,
            exact: false,
            best: Vec::new(),
            best_score: None,
            loss: None,
            class: None,
            remarks: Vec::new(),
        };
        if let Some(judgement) = judgement {
            let (score, best) = (judgement.score, judgement.best_score);
            ply.remarks = Remark::about(step, &judgement);
            ply.score = Some(score);
            ply.exact = true;
            ply.best = judgement.best;
            ply.best_score = Some(best);
            ply.loss = Some(best.0.abs_diff(score.0));
            ply.class = Some(Class::of(score, best));
        }
        ply
    }

    /// Whether the move changed what best play leads to.
    #[must_use]
    pub fn turns_the_result(&self) -> bool {
        self.score.map(Score::wld) != self.best_score.map(Score::wld)
    }
}

impl Summary {
    fn of<'a>(plies: impl Iterator<Item = &'a Ply>) -> Self {
        let mut summary = Self::default();
        for ply in plies.filter(|ply| ply.ply.is_some()) {
            let (Some(loss), Some(class)) = (ply.loss, ply.class) else {
                continue;
            };
            summary.moves += 1;
            *summary.loss.get_or_insert_default() += u32::from(loss);
            *summary.count_mut(class) += 1;
        }
        summary
    }

    /// How many moves were of a class.
    #[must_use]
    pub const fn count(&self, class: Class) -> usize {
        match class {
            Class::Best => self.best,
            Class::Good => self.good,
            Class::Inaccuracy => self.inaccuracies,
            Class::Mistake => self.mistakes,
            Class::Blunder => self.blunders,
        }
    }

    const fn count_mut(&mut self, class: Class) -> &mut usize {
        match class {
            Class::Best => &mut self.best,
            Class::Good => &mut self.good,
            Class::Inaccuracy => &mut self.inaccuracies,
            Class::Mistake => &mut self.mistakes,
            Class::Blunder => &mut self.blunders,
        }
    }
}

fn null_when_empty<S: serde::Serializer>(moves: &[Move], serializer: S) -> Result<S::Ok, S::Error> {
    if moves.is_empty() {
        serializer.serialize_none()
    } else {
        serializer.collect_seq(moves)
    }
}
