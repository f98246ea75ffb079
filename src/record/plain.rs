//! Plain text: games in it are told apart by blank lines, by tags, and by
//! what is legal; lines that are positions stand for themselves.

use std::io::BufRead;

use super::{
    Format, RawRecord,
    draft::Draft,
    fen,
    games::{Progress, Reading},
    moves::TextLine,
    obf, pgn,
    read::{Found, ReadError, ReadOptions, Stream},
};

/// Reads plain text.
pub(super) struct Plain {
    /// The lines of a game that may go on.
    draft: Draft,
    progress: Progress,
}

/// What the next line is.
enum Next {
    /// A blank line, and whether it ends the game because there is no room.
    Blank(bool),
    /// A tag, which begins a game.
    Tag,
    Position(Box<RawRecord>),
    Words(TextLine, Reading),
    /// A line of a record that is too long already.
    Skipped,
}

impl Plain {
    pub(super) fn new(options: ReadOptions) -> Self {
        Self {
            draft: Draft::default(),
            progress: Progress::new(options.rules),
        }
    }

    /// The next record.
    pub(super) fn next<R: BufRead>(
        &mut self,
        stream: &mut Stream<R>,
    ) -> Result<Option<Found>, ReadError> {
        if stream.options.format == Some(Format::Pgn) {
            return tagged(stream);
        }
        while let Some(next) = self.look(stream)? {
            // A line that is not the game's ends it, and is read the next time.
            let ends = match &next {
                Next::Tag | Next::Position(_) | Next::Words(_, Reading::Begins) => true,
                Next::Blank(full) => *full,
                Next::Words(..) | Next::Skipped => false,
            };
            if ends && let Some(game) = self.end_game(stream, true) {
                return Ok(Some(game));
            }
            match next {
                Next::Tag => {
                    self.draft = Draft::default();
                    return tagged(stream);
                }
                Next::Position(record) => {
                    self.draft = Draft::default();
                    let line = stream.text_line()?;
                    return Ok(line.map(|line| stream.found_in_line(line, *record)));
                }
                Next::Words(words, reading) => {
                    if let Some(game) = self.take_line(stream, words, reading)? {
                        return Ok(Some(game));
                    }
                }
                Next::Blank(_) => {
                    if let Some(line) = stream.lines.next()? {
                        self.draft.push_blank(line);
                    }
                }
                Next::Skipped => {
                    stream.lines.next()?;
                }
            }
        }
        Ok(self.end_game(stream, false))
    }

    /// What the next line is; `None` at the end.
    fn look<R: BufRead>(&self, stream: &mut Stream<R>) -> Result<Option<Next>, ReadError> {
        let options = stream.options;
        let Some(line) = stream.lines.peek()? else {
            return Ok(None);
        };
        if line.is_blank() {
            let full = self.draft.is_full() || self.draft.has_no_room(line);
            return Ok(Some(Next::Blank(full)));
        }
        let any_format = options.format.is_none();
        if any_format && pgn::tag_name(&line.text).is_some() {
            return Ok(Some(Next::Tag));
        }
        if self.draft.is_full() {
            return Ok(Some(Next::Skipped));
        }
        let position = || {
            let fen = || fen::read(&line.text, options.rules);
            obf::read(&line.text, 0, options.rules).or_else(fen)
        };
        if any_format && let Some(record) = position() {
            return Ok(Some(Next::Position(Box::new(record))));
        }
        let words = TextLine::new(&line.text);
        let reading = match words.list {
            None => Reading::GoesOn,
            Some(_) => self.progress.judge(&words, self.draft.ends_blank()),
        };
        Ok(Some(Next::Words(words, reading)))
    }

    /// Adds a line to the game. Prose that finds no room ends it; of a line
    /// that is too long itself and begins with no moves nothing is kept.
    fn take_line<R: BufRead>(
        &mut self,
        stream: &mut Stream<R>,
        words: TextLine,
        reading: Reading,
    ) -> Result<Option<Found>, ReadError> {
        let Some(line) = stream.text_line()? else {
            return Ok(None);
        };
        let mut ended = None;
        let is_prose = words.list.is_none();
        // Prose makes room: the game before it ends, and other prose, which
        // would only have headed a game, is left out.
        if line.cut && is_prose || self.draft.has_no_room(&line) {
            if is_prose {
                ended = self.end_game(stream, false);
            }
            if !self.progress.has_moves() {
                self.draft = Draft::default();
            }
        }
        if line.cut && is_prose {
            self.draft.note_skipped(line.number);
            return Ok(ended);
        }
        if !is_prose {
            self.progress.add(&words);
        }
        self.draft.push(line, words, reading);
        Ok(ended)
    }

    /// The game of the draft, if it has moves. When another one follows, the
    /// draft begins anew with the prose that is its heading.
    fn end_game<R>(&mut self, stream: &Stream<R>, another: bool) -> Option<Found> {
        if !self.progress.has_moves() {
            return None;
        }
        self.progress.restart();
        let mut draft = std::mem::take(&mut self.draft);
        if another {
            self.draft = draft.split_heading();
        }
        let record = draft.read_moves()?;
        Some(draft.finish(&stream.name, record))
    }
}

/// A game with tags: its tags, and its moves up to the next tags or, after
/// its result or before another move 1, to the next blank line.
fn tagged<R: BufRead>(stream: &mut Stream<R>) -> Result<Option<Found>, ReadError> {
    let mut draft = Draft::default();
    let mut first_tag: Option<String> = None;
    let (mut has_moves, mut ended) = (false, false);
    while let Some(line) = stream.lines.peek()? {
        let after_blank = draft.ends_blank();
        match pgn::tag_name(&line.text) {
            Some(_) if has_moves => break,
            Some(name) if after_blank && first_tag.as_deref() == Some(name) => break,
            Some(name) => {
                first_tag.get_or_insert_with(|| name.to_owned());
            }
            None if line.is_blank() && draft.has_no_room(line) => break,
            None if line.is_blank() => {}
            None if has_moves && after_blank && (ended || pgn::begins_game(&line.text)) => break,
            None => {
                has_moves = true;
                ended = pgn::ends_game(&line.text);
            }
        }
        match stream.lines.next()? {
            Some(line) if line.is_blank() => draft.push_blank(line),
            Some(line) => draft.push_line(line),
            None => break,
        }
    }
    if draft.is_empty() {
        return Ok(None);
    }
    let record = pgn::read(draft.text(), stream.options.rules);
    Ok(Some(draft.finish(&stream.name, record)))
}
