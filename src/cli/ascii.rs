//! `--ascii`: what is written in ASCII where a name or a message is not.

use std::borrow::Cow;

/// The letters from `À` to `ÿ` without their accents.
const LATIN: &str = "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty";

/// A text for people in ASCII: letters lose their accents, and what has
/// nothing near is a question mark.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\0'..='\x7f' => plain.push(c),
            '‐'..='―' | '−' => plain.push('-'),
            '‘' | '’' => plain.push('\''),
            '“' | '”' => plain.push('"'),
            '…' => plain.push_str("..."),
            _ => {
                let latin = (c as usize).checked_sub(0xc0);
                plain.push_str(latin.and_then(|at| LATIN.get(at..=at)).unwrap_or("?"));
            }
        }
    }
    Cow::Owned(plain)
}

/// A JSON text in ASCII that says the same.
pub(crate) fn json(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii() {
            plain.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            plain.push_str(&format!("\\u{unit:04x}"));
        }
    }
    Cow::Owned(plain)
}

/// An XML or HTML text in ASCII that says the same.
pub(crate) fn xml(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\0'..='\x7f' => plain.push(c),
            _ => plain.push_str(&format!("&#x{:x};", c as u32)),
        }
    }
    Cow::Owned(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_lose_their_accents() {
        assert_eq!(
            plain("Préqualif de Paris, 36–28…"),
            "Prequalif de Paris, 36-28..."
        );
        assert_eq!(plain("8×8, Ÿ ÿ À ÷"), "8x8, ? y A /");
        assert_eq!(plain("長野"), "??");
        assert_eq!(LATIN.len(), 64);
    }

    #[test]
    fn json_says_the_same() {
        let name = "長野 é ♔ 𝔸";
        let text = json(&format!("[\"{name}\"]")).into_owned();
        assert!(text.is_ascii());
        assert_eq!(serde_json::from_str::<[String; 1]>(&text).unwrap()[0], name);
    }
}
