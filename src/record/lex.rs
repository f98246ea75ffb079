//! The words of a plain text, as a reader of move lists sees them.
//!
//! Every letter and digit of the text ends in some [`Lexeme`]; what stands
//! between them (blanks, commas, arrows, bullets) separates and says nothing.

use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::{tag, take_while_m_n, take_while1},
    character::complete::{digit1, satisfy},
    combinator::{map_res, not, opt, peek, recognize, rest, success, verify},
    multi::many1,
    sequence::{preceded, terminated},
};

use super::syntax::Expected;
use crate::{
    board::{Color, Square},
    source::Span,
};

/// A word with its place in the text that was lexed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lexeme {
    pub(super) atom: Atom,
    pub(super) span: Span,
    /// Whether it is a square in letters that only look like Latin ones.
    pub(super) lookalike: bool,
    /// Whether it belongs to a remark in brackets.
    pub(super) aside: bool,
}

/// What a word may be, before anything around it is looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Atom {
    /// The name of a square of some board.
    Square(Square),
    /// A pass by name.
    Pass,
    /// Hyphens that are a pass or a separator: how many.
    Dash(usize),
    /// Looks like a move and is none: `5f`, `z3`, what is glued to moves.
    Odd,
    /// Two letters: a mistyped move, or a word.
    Pair,
    /// A colour, by word or by mark.
    Side(Color),
    /// A number, with what it bears.
    Number(Number),
    /// Two numbers as a result has them: `62-1`, `19:45`.
    Pairing(u32, u32),
    /// Half a point each.
    Halves,
    /// A word with a colon after it.
    Label,
    /// A colon by itself.
    Colon,
    /// An opening bracket.
    Open,
    /// A closing bracket.
    Close,
    /// Any other word, a date, an address.
    Word,
}

/// A number of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) value: i32,
    /// It has a dot or a bracket after it, as move numbers have.
    pub(super) dotted: bool,
    /// It has a sign in front.
    pub(super) signed: bool,
}

impl Lexeme {
    /// Whether it names a square that boards in use have: up to 10×10.
    pub(super) fn is_good(&self) -> bool {
        matches!(self.atom, Atom::Square(square) if is_usual(square))
    }
}

/// Whether a board of up to 10×10 has the square. Names of larger boards'
/// squares look too much like other things (`B14`, `m4`) to start a list.
fn is_usual(square: Square) -> bool {
    square.col() < 10 && square.row() < 10
}

type Parsed<'a, T> = IResult<&'a str, T, Expected>;

/// The words of a text.
pub(super) fn lex(text: &str) -> Vec<Lexeme> {
    let folded = Folded::new(text);
    let mut lexemes = Vec::new();
    let mut rest = folded.text.as_ref();
    let total = rest.len();
    let mut before = ' ';
    while let Some(first) = rest.chars().next() {
        let (after, atoms) = match word(rest, before) {
            Ok((after, atoms)) => (after, atoms),
            Err(_) => (&rest[first.len_utf8()..], Vec::new()),
        };
        let start = total - rest.len();
        for (atom, from, to) in atoms {
            let span = Span::new(folded.locate(start + from), folded.locate(start + to));
            lexemes.push(Lexeme {
                lookalike: matches!(atom, Atom::Square(_)) && is_foreign(text, span),
                aside: false,
                atom,
                span,
            });
        }
        before = rest[..rest.len() - after.len()]
            .chars()
            .last()
            .unwrap_or(' ');
        rest = after;
    }
    lexemes
}

/// Atoms of one word with their offsets in it.
type Atoms = Vec<(Atom, usize, usize)>;

/// The word that a text begins with, after the character `before`.
fn word(text: &str, before: char) -> Parsed<'_, Atoms> {
    let single = |atom: Atom| move |word: &str| vec![(atom.clone(), 0, word.len())];
    // Looking for an address at every word of a long line would take time
    // that grows with its square.
    let after_blank = bounds_address(before);
    alt((
        preceded(verify(success(after_blank), |&may| may), address).map(single(Atom::Word)),
        alt((tag("@@@@"), tag("@@"), tag("パス"))).map(single(Atom::Pass)),
        brackets,
        (|text| signed(text, before)).map(|(atom, word): (Atom, &str)| vec![(atom, 0, word.len())]),
        take_while1(|c| c == '-').map(|word: &str| match word.len() {
            length @ 1..=2 => vec![(Atom::Dash(length), 0, length)],
            // A line under a text.
            _ => Vec::new(),
        }),
        tag(":").map(single(Atom::Colon)),
        mark,
        numbers,
        chunk,
    ))
    .parse(text)
}

/// Whether an address begins after the character, and ends before it.
fn bounds_address(c: char) -> bool {
    c.is_whitespace() || matches!(c, '(' | ')' | '<' | '>' | '"')
}

/// A web or mail address.
fn address(text: &str) -> Parsed<'_, &str> {
    let run = take_while1(|c: char| !bounds_address(c));
    let run = preceded(peek(satisfy(char::is_alphanumeric)), run);
    verify(run, |run: &str| {
        let mail = run.split_once('@').is_some_and(|(name, host)| {
            name.ends_with(char::is_alphanumeric)
                && host.starts_with(char::is_alphabetic)
                && host.contains('.')
        });
        mail || run.contains("://") || has_prefix(run, "www.")
    })
    .parse(text)
}

fn brackets(text: &str) -> Parsed<'_, Atoms> {
    alt((
        satisfy(|c| matches!(c, '(' | '[' | '{')).map(|_| Atom::Open),
        satisfy(|c| matches!(c, ')' | ']' | '}')).map(|_| Atom::Close),
    ))
    .map(|atom| vec![(atom, 0, 1)])
    .parse(text)
}

/// A number with a sign in front: `-04`; or a plus that marks Black's move.
fn signed(text: &str, before: char) -> Parsed<'_, (Atom, &str)> {
    let plus = terminated(tag("+"), peek(square)).map(|word| (Atom::Side(Color::Black), word));
    let number = verify(
        recognize((
            satisfy(|c| matches!(c, '+' | '-')),
            digit1,
            opt(preceded(tag("."), digit1)),
        )),
        |_: &str| !before.is_alphanumeric(),
    )
    .map(|word: &str| {
        let number = Number {
            value: word.parse::<f64>().map_or(0, |value| value as i32),
            dotted: false,
            signed: true,
        };
        (Atom::Number(number), word)
    });
    alt((plus, number)).parse(text)
}

/// A colour by a mark of one character.
fn mark(text: &str) -> Parsed<'_, Atoms> {
    satisfy(|c| matches!(c, '黒' | '白' | '●' | '○' | '⚫' | '⚪' | '▲' | '△'))
        .map(|c| {
            let black = matches!(c, '黒' | '●' | '⚫' | '▲');
            let side = if black { Color::Black } else { Color::White };
            vec![(Atom::Side(side), 0, c.len_utf8())]
        })
        .parse(text)
}

/// Digits that no letter follows: a move number, a result, a date, a time.
fn numbers(text: &str) -> Parsed<'_, Atoms> {
    let halves =
        alt((tag("1/2-1/2"), tag("½-½"))).map(|word: &str| vec![(Atom::Halves, 0, word.len())]);
    alt((halves, number_groups)).parse(text)
}

fn number_groups(text: &str) -> Parsed<'_, Atoms> {
    // `1.5f` is the number 1 and then the word `5f`: a group of digits that
    // goes on in letters is no group.
    let group = |text| terminated(digit1, peek(not(satisfy(char::is_alphanumeric)))).parse(text);
    let (mut rest, first) = group(text)?;
    let mut groups = vec![first];
    let mut marks = Vec::new();
    while let Ok((after, (mark, next))) =
        (satisfy(|c| matches!(c, '-' | ':' | '.' | '/')), group).parse(rest)
    {
        groups.push(next);
        marks.push(mark);
        rest = after;
    }
    let value = |digits: &str| digits.parse::<u32>().unwrap_or(u32::MAX);
    let atom = match (groups.as_slice(), marks.as_slice()) {
        ([only], _) => {
            let dot = alt((take_while1(|c| c == '.'), tag(")"))).parse(rest);
            let dotted = dot.is_ok();
            if let Ok((after, _)) = dot as Parsed<'_, &str> {
                rest = after;
            }
            Atom::Number(Number {
                value: i32::try_from(value(only)).unwrap_or(i32::MAX),
                dotted,
                signed: false,
            })
        }
        // Times and dates fill up with zeros, results do not.
        ([a, b], ['-' | ':']) if !filled_up(a) && !filled_up(b) => {
            Atom::Pairing(value(a), value(b))
        }
        _ => Atom::Word,
    };
    Ok((rest, vec![(atom, 0, text.len() - rest.len())]))
}

fn filled_up(digits: &str) -> bool {
    digits.len() > 1 && digits.starts_with('0')
}

/// A run of letters and digits of one alphabet: moves, or a word.
fn chunk(text: &str) -> Parsed<'_, Atoms> {
    let (rest, run) = alt((
        take_while1(|c: char| c.is_alphanumeric() && !is_ideograph(c)),
        take_while1(is_ideograph),
    ))
    .parse(text)?;
    let label = rest.trim_start_matches(' ').starts_with(':');
    let one = |atom| vec![(atom, 0, run.len())];
    if let Some(side) = color_word(run) {
        return Ok((rest, one(Atom::Side(side))));
    }
    if color_letter(run).is_some()
        && (label
            || rest.starts_with(')')
            || peek(preceded(many1(satisfy(|c| matches!(c, ' ' | ','))), square))
                .parse(rest)
                .is_ok())
    {
        return Ok((
            rest,
            color_letter(run)
                .map(|side| one(Atom::Side(side)))
                .unwrap_or_default(),
        ));
    }
    if let Some(atoms) = moves(run) {
        return Ok((rest, atoms));
    }
    let (letters, digits) = (
        run.chars().any(|c| c.is_ascii_alphabetic()),
        run.chars().any(|c| c.is_ascii_digit()),
    );
    let atom = match run.chars().count() {
        _ if label => Atom::Label,
        ..=3 if letters && digits && run.is_ascii() => Atom::Odd,
        2 if run.is_ascii() => Atom::Pair,
        _ => Atom::Word,
    };
    Ok((rest, one(atom)))
}

/// Whether a word names a square of the usual board with its row first: `5f`.
pub(super) fn is_turned(word: &str) -> bool {
    matches!(word.as_bytes(), [b'1'..=b'8', b'a'..=b'h' | b'A'..=b'H'])
}

/// Squares that are all written row first: `5f6d3c`. Read as squares, a
/// number before them and a letter after them would be left over.
fn turned_moves(run: &str) -> Option<Atoms> {
    let pairs: Vec<&str> = run
        .as_bytes()
        .chunks(2)
        .map(|pair| std::str::from_utf8(pair).unwrap_or_default())
        .collect();
    let all = pairs.len() > 1 && pairs.iter().all(|pair| is_turned(pair));
    all.then(|| {
        (0..pairs.len())
            .map(|i| (Atom::Odd, 2 * i, 2 * i + 2))
            .collect()
    })
}

/// The moves of a run of letters and digits, `None` when it is a word.
fn moves(run: &str) -> Option<Atoms> {
    if let Some(turned) = turned_moves(run) {
        return Some(turned);
    }
    if !run.contains(|c: char| c.is_ascii_digit()) && pass(run).is_err() {
        return None;
    }
    let mut atoms = Vec::new();
    let mut rest = run;
    let numbered = terminated(digit1::<_, Expected>, peek(square)).parse(rest);
    if let Ok((after, digits)) = numbered {
        let number = Number {
            value: digits.parse().ok()?,
            dotted: true,
            signed: false,
        };
        atoms.push((Atom::Number(number), 0, digits.len()));
        rest = after;
    }
    let (mut good, mut bad) = (0, 0);
    while let Some(first) = rest.chars().next() {
        let start = run.len() - rest.len();
        let (after, atom) = match piece(rest) {
            Ok(parsed) => parsed,
            Err(_) => (&rest[first.len_utf8()..], Atom::Odd),
        };
        let end = run.len() - after.len();
        match (&atom, atoms.last_mut()) {
            (Atom::Square(square), _) if is_usual(*square) => good += 1,
            (Atom::Square(_) | Atom::Pass, _) => {}
            // Letters that nothing begins with are one odd word.
            (Atom::Odd, Some((Atom::Odd, _, odd_end)))
                if after.len() + first.len_utf8() == rest.len() =>
            {
                *odd_end = end;
                rest = after;
                continue;
            }
            _ => bad += 1,
        }
        atoms.push((atom, start, end));
        rest = after;
    }
    let alone = matches!(atoms.as_slice(), [(Atom::Square(_) | Atom::Pass, ..)]);
    (alone || good > 0 && good >= bad).then_some(atoms)
}

/// A square, a pass, or a square with its letter and digit exchanged.
fn piece(text: &str) -> Parsed<'_, Atom> {
    alt((
        pass.map(|_| Atom::Pass),
        square.map(Atom::Square),
        (
            satisfy(|c| c.is_ascii_digit()),
            satisfy(|c| c.is_ascii_alphabetic()),
            peek(not(satisfy(|c| c.is_ascii_digit()))),
        )
            .map(|_| Atom::Odd),
    ))
    .parse(text)
}

/// The name of a square of the largest board. Of `f51` it is f5, and so of
/// `f15f`, where the 1 and the 5 cannot both belong to it and leave a move.
pub(super) fn square(text: &str) -> Parsed<'_, Square> {
    let digits = |n| take_while_m_n(n, n, |c: char| c.is_ascii_digit());
    let beyond_nine = verify(digits(2), |row: &str| {
        row.parse().is_ok_and(|row: u8| (10..=16).contains(&row))
    });
    let letter = || satisfy(|c| c.is_ascii_alphabetic());
    let begins_move = |rest: &&str| square_or_end(rest) || begins_pass(rest);
    let row = alt((
        terminated(beyond_nine, peek(verify(rest, begins_move))),
        digits(1),
    ));
    map_res(recognize((letter(), row)), str::parse).parse(text)
}

/// Whether a text goes on with a letter and a digit, or with no letter.
fn square_or_end(text: &str) -> bool {
    let mut chars = text.chars();
    let letter = chars.next().is_some_and(|c| c.is_ascii_alphabetic());
    !letter || chars.next().is_some_and(|c| c.is_ascii_digit())
}

/// A pass by name, whole or glued to the next move.
fn pass(text: &str) -> Parsed<'_, &str> {
    let names = ["passes", "passe", "pass", "pas", "pa", "ps"];
    for name in names {
        let Some(head) = text.get(..name.len()) else {
            continue;
        };
        let after = &text[name.len()..];
        let ends = || after.is_empty() || square(after).is_ok() || begins_pass(after);
        if has_prefix(head, name) && ends() {
            return Ok((after, head));
        }
    }
    Err(nom::Err::Error(Expected::new(text, "a pass")))
}

/// Whether a text may begin with a pass. What follows is not looked at: that
/// would go on to the end of the text.
fn begins_pass(text: &str) -> bool {
    has_prefix(text, "pa") || has_prefix(text, "ps")
}

fn has_prefix(text: &str, prefix: &str) -> bool {
    text.get(..prefix.len())
        .is_some_and(|head| head.eq_ignore_ascii_case(prefix))
}

fn color_word(word: &str) -> Option<Color> {
    match word.to_lowercase().as_str() {
        "black" | "schwarz" | "noir" | "noirs" => Some(Color::Black),
        "white" | "weiß" | "weiss" | "blanc" | "blancs" => Some(Color::White),
        _ => None,
    }
}

/// A colour by one letter, which is one only in the company that
/// [`chunk`] asks for.
fn color_letter(word: &str) -> Option<Color> {
    match word {
        "B" | "b" | "X" | "x" => Some(Color::Black),
        "W" | "w" | "O" | "o" => Some(Color::White),
        _ => None,
    }
}

/// Whether the character belongs to a script that is written without blanks.
fn is_ideograph(c: char) -> bool {
    c.is_alphanumeric()
        && matches!(c, '\u{2E80}'..='\u{D7FF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

fn is_foreign(text: &str, span: Span) -> bool {
    text.get(span.range()).is_some_and(|word| !word.is_ascii())
}

/// The Latin letter that a letter of another script looks like.
fn lookalike(c: char) -> Option<char> {
    Some(match c {
        'а' => 'a',
        'с' => 'c',
        'е' => 'e',
        'А' | 'Α' => 'A',
        'В' | 'Β' => 'B',
        'С' => 'C',
        'Е' | 'Ε' => 'E',
        'Н' | 'Η' => 'H',
        _ => return None,
    })
}

/// A text with full-width characters, look-alikes and dashes as the plain
/// ones that they stand for, and the way back to the places of the original.
struct Folded<'a> {
    text: std::borrow::Cow<'a, str>,
    /// For each byte the one of the original; empty when nothing differs.
    places: Vec<usize>,
}

impl<'a> Folded<'a> {
    fn new(text: &'a str) -> Self {
        if text.is_ascii() {
            return Self {
                text: text.into(),
                places: Vec::new(),
            };
        }
        let mut folded = String::with_capacity(text.len());
        let mut places = Vec::with_capacity(text.len() + 1);
        for (at, c) in text.char_indices() {
            folded.push(fold(c));
            places.resize(folded.len(), at);
        }
        places.push(text.len());
        Self {
            text: folded.into(),
            places,
        }
    }

    fn locate(&self, at: usize) -> usize {
        self.places.get(at).copied().unwrap_or(at)
    }
}

fn fold(c: char) -> char {
    match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
        '–' | '—' | '−' | '‐' | '‑' | '―' => '-',
        _ => lookalike(c).unwrap_or(c),
    }
}
