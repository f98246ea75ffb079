//! The nearest of some words, for "did you mean".

/// The candidate nearest to a word, or `None` when none is near enough to be
/// what was meant. Case does not matter.
///
/// ```
/// use outflank::source::nearest;
///
/// assert_eq!(nearest("movse", ["name", "moves"]), Some("moves"));
/// assert_eq!(nearest("colour", ["name", "moves"]), None);
/// ```
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    // A third of the letters may be wrong, one in any case; a word that is
    // begun but not finished is near too.
    let bound = (word.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .filter_map(|candidate| {
            let lower = candidate.to_lowercase();
            let distance = strsim::osa_distance(&word, &lower);
            let begun = word.chars().count() >= 3 && lower.starts_with(&word);
            (distance <= bound || begun).then_some((distance, candidate))
        })
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}
