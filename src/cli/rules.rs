//! The options that choose the rules of the game.

use outflank::{
    board::{Aim, Color, Rules, RulesError, Scoring, Square, Start},
    record::JudgeOptions,
};

use super::number;

/// Options shared by the commands that know rules.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Rules")]
pub(crate) struct RulesArgs {
    /// Squares along a side: 4, 6, ... 16
    #[arg(long, value_name = "N", value_parser = number::size, allow_negative_numbers = true)]
    size: Option<u8>,
    /// How the first four discs lie
    #[arg(long)]
    start: Option<StartArg>,
    /// Anti-reversi: fewer discs win
    #[arg(long)]
    anti: bool,
    /// A square that cannot be filled; may be repeated
    #[arg(long, value_name = "SQUARE")]
    hole: Vec<Square>,
    /// The side that moves first
    #[arg(long, value_name = "COLOR")]
    first: Option<ColorArg>,
    #[command(flatten)]
    scoring: ScoringArg,
}

/// What the empty squares of a finished game count for.
#[derive(Debug, Clone, Copy, clap::Args)]
#[command(next_help_heading = "Rules")]
pub(crate) struct ScoringArg {
    /// What empty squares of a finished game count for: `official` gives them
    /// to the winner, `discs` counts only discs on the board
    #[arg(long, value_name = "RULE")]
    scoring: Option<ScoringName>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum StartArg {
    Othello,
    Mirrored,
    Parallel,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum ColorArg {
    Black,
    White,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum ScoringName {
    Official,
    Discs,
}

impl ScoringArg {
    /// The way of counting that was asked for, the official one if none was.
    pub(crate) fn scoring(self) -> Scoring {
        match self.scoring {
            Some(ScoringName::Discs) => Scoring::Discs,
            Some(ScoringName::Official) | None => Scoring::Official,
        }
    }
}

impl RulesArgs {
    /// The rules that the options describe.
    pub(crate) fn rules(&self) -> Result<Rules, RulesError> {
        let mut rules = Rules::othello().with_scoring(self.scoring.scoring());
        if let Some(size) = self.size {
            rules = rules.with_size(size)?;
        }
        if let Some(start) = self.start {
            rules = rules.with_start(match start {
                StartArg::Othello => Start::Othello,
                StartArg::Mirrored => Start::Mirrored,
                StartArg::Parallel => Start::Parallel,
            });
        }
        if let Some(first) = self.first {
            rules = rules.with_first(match first {
                ColorArg::Black => Color::Black,
                ColorArg::White => Color::White,
            });
        }
        if self.anti {
            rules = rules.with_aim(Aim::Fewest);
        }
        self.hole
            .iter()
            .try_fold(rules, |rules, &square| rules.with_hole(square))
    }

    /// How games are judged: under these rules, and from another start that
    /// suits the moves better when none was asked for by name.
    pub(crate) fn judging(&self) -> Result<JudgeOptions, RulesError> {
        let fixed = self.size.is_some()
            || self.start.is_some()
            || !self.hole.is_empty()
            || self.first.is_some();
        Ok(JudgeOptions {
            rules: self.rules()?,
            guess: !fixed,
            ..JudgeOptions::default()
        })
    }
}
