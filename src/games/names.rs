//! Names of players and tournaments, and when two of them are one.
//!
//! A name is kept as it is written, and two spellings are two names: `Zebra`
//! and `Zebra+` are two programs. Only in two records of the same moves may a
//! difference of case and punctuation be one of spelling, and there it is
//! taken for that.

/// A name as it is searched for: letters and digits, in lower case.
pub(super) fn folded(name: &str) -> String {
    let kept = name.chars().filter(|c| c.is_alphanumeric());
    let folded: String = kept.flat_map(char::to_lowercase).collect();
    if folded.is_empty() {
        return name.trim().to_lowercase();
    }
    folded
}

/// The column in which a part of a name is looked for, and the text that is
/// looked for there: without letters and digits it is the name itself.
pub(super) fn part_of_name(part: &str) -> (&'static str, String) {
    if part.trim().is_empty() || part.contains(char::is_alphanumeric) {
        return ("folded", folded(part));
    }
    ("name", part.trim().to_owned())
}

/// WTHOR cuts the names of players here.
const CUT: usize = 19;

/// Whether two names in records of the same moves are one person's, apart
/// from case and punctuation; words stay words. A name that WTHOR has cut is
/// the one that goes on.
pub(super) fn is_same(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let (short_words, long_words) = (words(short), words(long));
    let is_cut = short.chars().count() == CUT;
    short_words == long_words || is_cut && long_words.starts_with(&short_words)
}

/// The words of a name, in lower case, a blank between them.
fn words(name: &str) -> String {
    let mut words = String::with_capacity(name.len());
    let mut apart = false;
    for c in name.chars() {
        if c.is_alphanumeric() {
            if apart && !words.is_empty() {
                words.push(' ');
            }
            words.extend(c.to_lowercase());
            apart = false;
        } else {
            // O'Brien is one word.
            apart |= !matches!(c, '\'' | '’');
        }
    }
    if words.is_empty() {
        return name.trim().to_lowercase();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_searched_for_without_case_and_punctuation() {
        assert_eq!(folded("Préqualif de  Paris"), folded("PRÉQUALIF DE PARIS"));
        assert_eq!(folded("Saio (Benjamin Selby)"), "saiobenjaminselby");
        assert_eq!(folded("***"), "***");
    }

    #[test]
    fn spellings_of_one_name_are_the_same() {
        for (a, b) in [
            ("Rose Brian", "ROSE, Brian"),
            ("O'Brien  Pat", "OBrien Pat."),
            ("Saio (Benjamin Selby)", "saio benjamin selby"),
            ("Schotte Jean-Christ", "Schotte Jean-Christophe"),
            ("Édouard", "édouard"),
        ] {
            assert!(is_same(a, b) && is_same(b, a), "{a} {b}");
        }
        for (a, b) in [
            ("Li Wei", "Liwei"),
            ("Rose Brian", "Rose B"),
            ("Rose", "Rosenkrantz"),
            ("***", "!!!"),
            ("saio", "saio1"),
        ] {
            assert!(!is_same(a, b) && !is_same(b, a), "{a} {b}");
        }
    }
}
