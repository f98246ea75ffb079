//! Stepping through pages with the keys of a terminal.
//!
//! [`Stepper`] and [`fit`] are pure: which page a key leads to, and which
//! part of a page a small terminal can show. [`step`] is the loop around
//! them.

use std::{
    io::{self, Write},
    sync::{
        Once,
        atomic::{AtomicBool, Ordering},
    },
};

use crossterm::{
    cursor,
    event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers},
    execute, queue, style, terminal,
};

use super::error::Status;

/// How many pages the page keys turn.
const LEAP: usize = 10;

/// The place in a row of pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stepper {
    pages: usize,
    at: usize,
}

/// How stepping ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The reader has seen enough of these pages.
    Next,
    /// The reader has seen enough.
    Quit,
    /// Ctrl-C.
    Interrupted,
}

impl Stepper {
    /// At the first of so many pages.
    pub(crate) const fn new(pages: usize) -> Self {
        Self { pages, at: 0 }
    }

    /// Goes where a key leads; `Some` when it ends the stepping.
    pub(crate) fn press(&mut self, key: KeyEvent) -> Option<Ending> {
        let last = self.pages.saturating_sub(1);
        // Some terminals report the release of a key, too.
        if key.kind == KeyEventKind::Release {
            return None;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return (key.code == KeyCode::Char('c')).then_some(Ending::Interrupted);
        }
        self.at = match key.code {
            KeyCode::Right | KeyCode::Down | KeyCode::Char(' ' | 'l' | 'j') | KeyCode::Enter => {
                self.at + 1
            }
            KeyCode::Left | KeyCode::Up | KeyCode::Char('h' | 'k') | KeyCode::Backspace => {
                self.at.saturating_sub(1)
            }
            KeyCode::PageDown => self.at + LEAP,
            KeyCode::PageUp => self.at.saturating_sub(LEAP),
            KeyCode::Home | KeyCode::Char('g') => 0,
            KeyCode::End | KeyCode::Char('G') => last,
            KeyCode::Char('n') => return Some(Ending::Next),
            KeyCode::Char('q' | 'Q') | KeyCode::Esc => return Some(Ending::Quit),
            _ => self.at,
        }
        .min(last);
        None
    }
}

/// Lets the reader step through so many pages, the first shown first. `page`
/// gives the text of one, its lines ended with line feeds.
pub(crate) fn step(pages: usize, page: impl Fn(usize) -> String) -> io::Result<Ending> {
    let mut stepper = Stepper::new(pages);
    let mut screen = Screen::enter()?;
    loop {
        screen.show(&page(stepper.at))?;
        // What is no key (the terminal's size has changed) shows the page anew.
        if let Event::Key(key) = event::read()?
            && let Some(ending) = stepper.press(key)
        {
            return Ok(ending);
        }
    }
}

/// The terminal in raw mode, on its other screen. It is put back when this is
/// dropped, before a panic speaks, and when a signal ends the program.
struct Screen {
    out: io::Stdout,
}

/// Whether the terminal is to be put back. It is put back once: doing it
/// again would move the cursor.
static ENTERED: AtomicBool = AtomicBool::new(false);

impl Screen {
    fn enter() -> io::Result<Self> {
        static WATCH: Once = Once::new();
        WATCH.call_once(|| {
            let speak = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                Self::leave();
                speak(panic);
            }));
            // Ctrl-C is a key in raw mode; this is for signals from outside.
            let _ = ctrlc::set_handler(|| {
                Self::leave();
                std::process::exit(Status::Interrupted.code().into());
            });
        });
        terminal::enable_raw_mode()?;
        ENTERED.store(true, Ordering::SeqCst);
        let mut screen = Self { out: io::stdout() };
        execute!(screen.out, terminal::EnterAlternateScreen, cursor::Hide)?;
        Ok(screen)
    }

    fn show(&mut self, page: &str) -> io::Result<()> {
        let (width, height) = match terminal::size()? {
            // Some terminals do not know their size.
            (0, _) | (_, 0) => (80, 24),
            size => size,
        };
        let mut lines = fit(page, width.into(), height.into()).into_iter();
        // One write a page: nothing flickers.
        let mut bytes = Vec::new();
        for row in 0..height {
            let line = lines.next().unwrap_or_default();
            queue!(
                bytes,
                cursor::MoveTo(0, row),
                terminal::Clear(terminal::ClearType::CurrentLine),
                style::Print(line),
            )?;
        }
        self.out.write_all(&bytes)?;
        self.out.flush()
    }

    /// Puts the terminal back, once.
    fn leave() {
        if !ENTERED.swap(false, Ordering::SeqCst) {
            return;
        }
        let _ = execute!(io::stdout(), cursor::Show, terminal::LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        Self::leave();
    }
}

/// The lines of a page that a terminal has room for, each cut to its width.
/// Every character counts as one column; colour codes take none.
fn fit(page: &str, width: usize, height: usize) -> Vec<String> {
    page.lines()
        .take(height)
        .map(|line| {
            let mut kept = String::new();
            let mut columns = 0;
            let mut in_code = false;
            for c in line.chars() {
                // A colour code runs from ESC to `m`.
                in_code |= c == '\x1b';
                if in_code {
                    in_code = c != 'm';
                    kept.push(c);
                } else if columns < width {
                    columns += 1;
                    kept.push(c);
                }
            }
            kept
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where a row of keys leads on so many pages.
    fn walk(pages: usize, keys: &[KeyCode]) -> usize {
        let mut stepper = Stepper::new(pages);
        for &key in keys {
            assert_eq!(stepper.press(key.into()), None);
        }
        stepper.at
    }

    #[test]
    fn arrows_step_and_stop_at_the_ends() {
        use KeyCode::{End, Home, Left, PageDown, PageUp, Right};
        assert_eq!(walk(61, &[Right, Right, Left]), 1);
        assert_eq!(walk(61, &[Left]), 0);
        assert_eq!(walk(61, &[End]), 60);
        assert_eq!(walk(61, &[End, Right]), 60);
        assert_eq!(walk(61, &[End, Left]), 59);
        assert_eq!(walk(61, &[End, Home]), 0);
        assert_eq!(walk(61, &[PageDown, PageDown, PageUp, Right]), 11);
        assert_eq!(walk(8, &[PageDown]), 7);
        assert_eq!(walk(1, &[Right, End, PageDown]), 0);
    }

    #[test]
    fn letters_are_commands_only_without_control() {
        let mut stepper = Stepper::new(5);
        let control = |c| KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL);
        assert_eq!(stepper.press(control('q')), None);
        assert_eq!(stepper.press(control('c')), Some(Ending::Interrupted));
        assert_eq!(stepper.press(KeyCode::Char('c').into()), None);
        assert_eq!(stepper.press(KeyCode::Char('q').into()), Some(Ending::Quit));
        assert_eq!(stepper.press(KeyCode::Esc.into()), Some(Ending::Quit));
        assert_eq!(stepper.press(KeyCode::Char('n').into()), Some(Ending::Next));
        assert_eq!(stepper.at, 0);
    }

    #[test]
    fn the_release_of_a_key_does_nothing() {
        let mut stepper = Stepper::new(5);
        let mut key = KeyEvent::from(KeyCode::Right);
        key.kind = KeyEventKind::Release;
        assert_eq!(stepper.press(key), None);
        assert_eq!(stepper.at, 0);
    }

    #[test]
    fn pages_are_cut_to_the_terminal() {
        assert_eq!(fit("abc\nde\nf\n", 2, 2), ["ab", "de"]);
        assert_eq!(fit("●○·\n", 2, 9), ["●○"]);
        // Colour is switched off again behind the cut.
        assert_eq!(
            fit("\x1b[42m●\x1b[0m\x1b[42m○\x1b[0m", 1, 1),
            ["\x1b[42m●\x1b[0m\x1b[42m\x1b[0m"]
        );
        assert_eq!(fit("abc", 0, 0), Vec::<String>::new());
    }
}
