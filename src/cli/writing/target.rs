//! The names of formats and of first moves as options give them.

use clap::{
    builder::{PossibleValue, TypedValueParser},
    error::ErrorKind,
};
use outflank::{board::Square, record::write::Target};

/// The first move of Othello, seen four ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum FirstMove {
    F5,
    C4,
    D3,
    E6,
}

impl FirstMove {
    pub(super) fn square(self) -> Option<Square> {
        let (col, row) = match self {
            Self::F5 => (5, 4),
            Self::C4 => (2, 3),
            Self::D3 => (3, 2),
            Self::E6 => (4, 5),
        };
        Square::new(col, row)
    }
}

/// Reads the name of a format, and lists all of them in the help.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TargetParser;

impl TypedValueParser for TargetParser {
    type Value = Target;

    fn parse_ref(
        &self,
        command: &clap::Command,
        _: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> std::result::Result<Target, clap::Error> {
        let name = value.to_string_lossy();
        name.parse().map_err(|error| {
            let names: Vec<&str> = Target::ALL.iter().map(|target| target.name()).collect();
            let text = format!("{error}; formats are {}\n", names.join(", "));
            clap::Error::raw(ErrorKind::InvalidValue, text).with_cmd(command)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let value = |target: Target| PossibleValue::new(target.name()).help(target.about());
        Some(Box::new(Target::ALL.into_iter().map(value)))
    }
}
