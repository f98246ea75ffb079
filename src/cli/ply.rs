//! Plies that options name: `--at 12`, `--from -5`.

use outflank::board::Game;

use super::error::UserError;

/// The game up to and with the ply that an option names; a negative number
/// counts back from the end. `label` says which game an error is about.
pub(crate) fn up_to(label: &str, option: &str, n: i32, game: &Game) -> Result<Game, UserError> {
    game.up_to(n).ok_or_else(|| {
        let plies = game.plies();
        if plies == 0 {
            return UserError::new(format!(
                "{label}: there is no `{option} {n}`: there are no moves, only a position"
            ))
            .hint(format!("leave `{option}` out"));
        }
        let count = match plies {
            1 => "1 ply".to_owned(),
            _ => format!("{plies} plies"),
        };
        UserError::new(format!(
            "{label}: there is no `{option} {n}`: the game has {count}"
        ))
        .hint(format!(
            "`{option}` takes 0, the start, to {plies}, or -{plies} to -1 to count from the end"
        ))
    })
}

#[cfg(test)]
mod tests {
    use outflank::board::Rules;

    use super::*;

    #[test]
    fn plies_count_from_both_ends() {
        let mut game = Game::new(Rules::othello());
        let at = |n, game: &Game| {
            let part = up_to("x:1", "--at", n, game);
            part.map(|part| part.compact())
                .map_err(|error| error.to_string())
        };
        assert_eq!(at(0, &game).as_deref(), Ok(""));
        assert!(at(-1, &game).is_err());
        for square in ["f5", "d6", "c3"] {
            game.play(square.parse().unwrap()).unwrap();
        }
        assert_eq!(at(3, &game).as_deref(), Ok("f5d6c3"));
        assert_eq!(at(-1, &game).as_deref(), Ok("f5d6"));
        assert_eq!(at(-3, &game).as_deref(), Ok(""));
        for n in [4, -4, i32::MAX, i32::MIN] {
            let error = at(n, &game).unwrap_err();
            assert_eq!(
                error,
                format!("x:1: there is no `--at {n}`: the game has 3 plies")
            );
        }
    }
}
