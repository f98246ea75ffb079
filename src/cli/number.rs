//! Whole numbers as values of options.

use std::ops::RangeInclusive;

/// Reads a whole number within bounds, and says these when it is none.
pub(crate) fn whole<T: TryFrom<i128>>(
    bounds: RangeInclusive<i128>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync {
    move |text| {
        let number = text.parse().ok().filter(|number| bounds.contains(number));
        number
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| {
                let (least, most) = (bounds.start(), bounds.end());
                format!("`{text}` is not a whole number from {least} to {most}")
            })
    }
}

/// Reads a ply: more of them than any game has, counted from either end.
pub(crate) fn ply(text: &str) -> Result<i32, String> {
    whole(-9999..=9999)(text)
}

/// Reads the length of a side of the board.
pub(crate) fn size(text: &str) -> Result<u8, String> {
    let size = whole(4..=16)(text).ok().filter(|size| size % 2 == 0);
    size.ok_or_else(|| format!("`{text}` is not an even number from 4 to 16"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_kept_and_said() {
        let read = whole::<u8>(1..=5);
        assert_eq!(read("1"), Ok(1));
        assert_eq!(read("5"), Ok(5));
        for wrong in [
            "0",
            "6",
            "-1",
            "abc",
            "",
            "2.5",
            "99999999999999999999999999999999999999999",
        ] {
            let said = format!("`{wrong}` is not a whole number from 1 to 5");
            assert_eq!(read(wrong), Err(said));
        }
        assert_eq!(ply("-12"), Ok(-12));
        assert!(ply("2147483648").is_err());
    }

    #[test]
    fn sizes_are_even() {
        assert_eq!(size("4"), Ok(4));
        assert_eq!(size("16"), Ok(16));
        for wrong in ["2", "7", "18", "300", "x"] {
            let said = format!("`{wrong}` is not an even number from 4 to 16");
            assert_eq!(size(wrong), Err(said));
        }
    }
}
