//! What each move of a game cost, and why.
//!
//! The exact score of every move is worked out from the end of the game
//! backwards, as far as that is asked for or can be afforded. What was not
//! computed stays unknown: no loss is ever guessed.
//!
//! ```
//! use outflank::annotate::{Class, Reach, annotate};
//! use outflank::board::{Color, Game, Move, Rules};
//! use outflank::engine::{Engine, Limits, Options};
//!
//! // The first game of the world championship final of 2023.
//! let text = "c4e3f4c5d6f3e6c3d3e2b6f5d2f6b4c1b3c2f1e1g5b5g4d7c6e7g6c7f8a3\
//!             f2a4a5f7d1g1a2g3g8h4h6h5g7e8b2a6a7b7a8b8c8d8g2b1a1h3h1h2h8h7";
//! let mut game = Game::new(Rules::othello());
//! for name in text.as_bytes().chunks(2) {
//!     let square: Move = std::str::from_utf8(name)?.parse()?;
//!     game.play_with_passes(square)?;
//! }
//!
//! // The exact scores of the last moves.
//! let mut engine = Engine::new(Options::default())?;
//! let report = annotate(&game, &mut engine, Reach::Empties(13), Limits::none())?;
//! let lost = report.plies.iter().find(|ply| ply.ply == Some(48)).ok_or("too short")?;
//! assert_eq!((lost.loss, lost.class), (Some(8), Some(Class::Mistake)));
//! assert_eq!(lost.remarks[0].to_string(), "turns a win into a loss: h8 wins by 4");
//! assert_eq!(report.decided, Some(48));
//!
//! // What each side lost; what was not computed is not guessed.
//! assert_eq!(report.summary[Color::White].loss, Some(12));
//! assert_eq!((report.plies[0].score, report.plies[0].loss), (None, None));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod class;
mod remark;
mod report;
mod scores;

use thiserror::Error;

use crate::{
    board::{Aim, Game, Step},
    engine::{Engine, Limits},
};

pub use class::Class;
pub use remark::Remark;
pub use report::{Annotation, Ply, Summary};

/// How far back from the end of a game the moves are scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Every move made with at most this many empty squares, whatever it
    /// takes.
    Empties(u32),
    /// As far as the search comes by looking at about this many positions. On
    /// one thread the same game is always scored equally far.
    Nodes(u64),
}

/// Why a game cannot be annotated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum AnnotateError {
    /// The board is smaller or larger than the solver's.
    #[error("only games on 8×8 can be annotated, not on {0}×{0}")]
    Size(u8),
    /// The board has holes.
    #[error("only games on the whole 8×8 board can be annotated, not on one with holes")]
    Holes,
    /// The side with fewer discs wins.
    #[error("anti-reversi cannot be annotated: the solver knows only games that most discs win")]
    Anti,
}

/// Scores the moves of a game from the end backwards.
///
/// The counting is that of the game's rules. When the flag of the limits is
/// set, what was found until then comes back. The listener hears of the nodes
/// of the whole game, and of the moves done and in total.
///
/// # Errors
/// [`AnnotateError`] for games under rules that the solver does not know.
pub fn annotate(
    game: &Game,
    engine: &mut Engine,
    reach: Reach,
    limits: Limits<'_>,
) -> Result<Annotation, AnnotateError> {
    let rules = game.start().rules();
    if rules.size() != 8 {
        return Err(AnnotateError::Size(rules.size()));
    }
    if !rules.is_plain_8x8() {
        return Err(AnnotateError::Holes);
    }
    if rules.aim() == Aim::Fewest {
        return Err(AnnotateError::Anti);
    }
    let steps: Vec<Step> = game.steps().collect();
    let (judgements, nodes) = scores::from_the_end(&steps, game.last(), engine, reach, limits);
    Ok(Annotation::new(game, &steps, judgements, nodes))
}
