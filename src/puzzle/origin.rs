//! [`Origin`]: whether a game can have led to a position, proved either way
//! where it can be.
//!
//! Moves are taken back, the latest first, until the start of a game is
//! reached or no position is left. A position has very many predecessors, so
//! of those with as many discs only the most promising are followed. Where
//! none was left aside and none is left over, no game leads to the position.

use std::{
    collections::HashSet,
    sync::{
        OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use super::{
    legal::unplayable,
    unplay::{LastDisc, State, Unplayed},
};
use crate::board::{Board, Game, Move, Position, Rules, Square, Symmetry};

/// All positions up to this ply are known, and how they come about.
const OPENING: usize = 7;

/// So many positions of a ply are followed; the next number is tried where the
/// one before did not lead to the start.
const WIDTHS: [usize; 2] = [10, 60];

/// At a glance positions are followed as long as there are no more.
const GLANCE: usize = 300;

/// So many predecessors of a position are looked at.
const PREDECESSORS: usize = 600;

/// So many of the positions followed may have the same successor, as a part of
/// all: those that are much alike end alike.
const FAMILIES: usize = 3;

/// Up to these plies so many times as many positions are followed: there are
/// fewer ways on, and each costs less.
const MORE: [(usize, usize); 2] = [(14, 20), (22, 4)];

/// Whether a game can have led to a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// These moves from the start lead there, passes included.
    Game(Vec<Move>),
    /// No game does, and why.
    Impossible(String),
    /// Neither was proved.
    Unknown,
}

impl Origin {
    /// What can be said at a glance: a game where few discs were placed, and
    /// that none leads to a position where few predecessors are to be looked
    /// at. Takes some milliseconds.
    ///
    /// ```
    /// use outflank::{board::{Position, Rules}, puzzle::Origin};
    ///
    /// let start = "---------------------------OX------XO--------------------------- X";
    /// let start = Position::parse(start, Rules::othello())?;
    /// assert_eq!(Origin::glance(&start), Origin::Game(vec![]));
    ///
    /// // The colours are the wrong way round.
    /// let crossed = "---------------------------XO------OX--------------------------- X";
    /// let crossed = Position::parse(crossed, Rules::othello())?;
    /// assert!(matches!(Origin::glance(&crossed), Origin::Impossible(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn glance(position: &Position) -> Self {
        let no_stop = AtomicBool::new(false);
        let Some(state) = state(position) else {
            return Self::Unknown;
        };
        if state.plies() > 0 && !state.has_last_move() {
            let message = "no game leads here: no disc can have been placed last";
            return Self::Impossible(message.to_owned());
        }
        let mut search = Search::new(state, GLANCE, Manner::Whole);
        search.origin(position, &no_stop)
    }

    /// Looks for a game that leads to a position of Othello. The work is
    /// bounded: it takes seconds at most, less when the flag is set, and does
    /// not always find a game that there is.
    #[must_use]
    pub fn find(position: &Position, stop: &AtomicBool) -> Self {
        let glance = Self::glance(position);
        let (Some(state), Self::Unknown) = (state(position), &glance) else {
            return glance;
        };
        let searches = WIDTHS.map(|width| Search::new(state, width, Manner::Best));
        searches
            .into_iter()
            .map(|mut search| search.origin(position, stop))
            .find(|origin| *origin != Self::Unknown)
            .unwrap_or(Self::Unknown)
    }

    /// A game that was found, if it leads to the position.
    fn checked(position: &Position, squares: &[Square]) -> Self {
        let mut game = Game::new(Rules::othello());
        for &square in squares {
            if game.play_with_passes(square.into()).is_err() {
                return Self::Unknown;
            }
        }
        if game.last() != position {
            game.pass_if_forced();
        }
        match game.last() == position {
            true => Self::Game(game.moves().to_vec()),
            false => Self::Unknown,
        }
    }
}

fn state(position: &Position) -> Option<State> {
    let turn = position.to_move();
    position.board().map(|board| State { board, turn })
}

/// Which positions are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// All, or the search ends.
    Whole,
    /// The most promising.
    Best,
}

/// What a search came to.
enum Found {
    /// The start, by these moves.
    Start(Vec<Square>),
    /// Every predecessor was followed, and none goes back to the start.
    Nothing,
    /// Some were left aside.
    GaveUp,
}

/// A position on the way back.
#[derive(Debug, Clone, Copy)]
struct Node {
    state: State,
    /// The move that was taken back to come here, and from which position of
    /// the ply after this.
    square: Option<Square>,
    later: usize,
}

/// A search back to the start, ply by ply.
struct Search {
    width: usize,
    manner: Manner,
    /// The positions followed, ply by ply, the latest first.
    levels: Vec<Vec<Node>>,
    /// Whether no predecessor was left aside.
    complete: bool,
}

impl Search {
    fn new(state: State, width: usize, manner: Manner) -> Self {
        let node = Node {
            state,
            square: None,
            later: 0,
        };
        Self {
            width,
            manner,
            levels: vec![vec![node]],
            complete: true,
        }
    }

    /// What the search says of the position that it begins with.
    fn origin(&mut self, position: &Position, stop: &AtomicBool) -> Origin {
        match self.run(stop) {
            Found::Start(moves) => Origin::checked(position, &moves),
            Found::GaveUp => Origin::Unknown,
            Found::Nothing => Origin::Impossible(match self.levels.len() {
                0 | 1 => "no game leads here: no game of so few moves does".to_owned(),
                2 => "no game leads here: the last move cannot be taken back".to_owned(),
                levels => format!(
                    "no game leads here: no position {} moves before can come about",
                    levels - 1
                ),
            }),
        }
    }

    fn run(&mut self, stop: &AtomicBool) -> Found {
        let openings = openings();
        loop {
            let Some(level) = self.levels.last() else {
                return Found::GaveUp;
            };
            let Some(first) = level.first() else {
                return if self.complete {
                    Found::Nothing
                } else {
                    Found::GaveUp
                };
            };
            if first.state.plies() <= OPENING {
                let known = level.iter().position(|node| knows(openings, node.state));
                return match known {
                    Some(at) => Found::Start(self.game(openings, at)),
                    None if self.complete => Found::Nothing,
                    None => Found::GaveUp,
                };
            }
            if stop.load(Ordering::Relaxed) {
                return Found::GaveUp;
            }
            let (before, complete) = self.back(level);
            self.complete &= complete;
            if !self.complete && self.manner == Manner::Whole {
                return Found::GaveUp;
            }
            self.levels.push(before);
        }
    }

    /// The most promising positions one ply before those of a level; whether
    /// they are all there are.
    fn back(&self, level: &[Node]) -> (Vec<Node>, bool) {
        let mut seen = HashSet::new();
        let mut before: Vec<Node> = Vec::new();
        let ply = level.first().map_or(0, |node| node.state.plies());
        let width = self.width_at(ply.saturating_sub(1));
        let mut complete = true;
        for (later, node) in level.iter().enumerate() {
            let mut looked = 0;
            complete &= node.state.take_back(&mut |unplayed| {
                looked += 1;
                let Unplayed {
                    square,
                    before: state,
                } = unplayed;
                if may_be(state) && seen.insert(state) {
                    let square = Some(square);
                    before.push(Node {
                        state,
                        square,
                        later,
                    });
                }
                looked < PREDECESSORS && !(self.manner == Manner::Whole && before.len() > width)
            });
        }
        if before.len() > width {
            complete = false;
            before.sort_by_cached_key(|node| (-promise(node.state), node.state));
            let mut families = vec![0; level.len()];
            before.retain(|node| {
                families.get_mut(node.later).is_some_and(|size| {
                    *size += 1;
                    *size <= (width / FAMILIES).max(2)
                })
            });
            before.truncate(width);
        }
        (before, complete)
    }

    fn width_at(&self, ply: usize) -> usize {
        let more = MORE.iter().find(|&&(to, _)| ply <= to);
        self.width * more.map_or(1, |&(_, times)| times)
    }

    /// The moves from the start to the position, by way of a known one of the
    /// last level.
    fn game(&self, openings: &Openings, at: usize) -> Vec<Square> {
        let mut moves = Vec::new();
        let mut at = at;
        for level in self.levels.iter().rev() {
            let Some(node) = level.get(at) else { break };
            if moves.is_empty() {
                moves = opening(openings, node.state);
            }
            moves.extend(node.square);
            at = node.later;
        }
        moves
    }
}

/// Whether nothing that is seen at once speaks against a position on the way.
fn may_be(state: State) -> bool {
    unplayable(state.board).is_empty()
        && if state.plies() <= OPENING {
            knows(openings(), state)
        } else {
            state.has_last_move()
        }
}

/// How likely a position is to go back to the start; more is better. Found by
/// trying: discs near the centre, many discs that either side can have placed
/// last, and few places where the colours meet.
fn promise(state: State) -> i32 {
    let board = state.board;
    let far: i32 = (!board.empties())
        .into_iter()
        .map(|square| {
            let from_centre = |at: u8| (i32::from(at) * 2 - 7).pow(2);
            from_centre(square.col()) + from_centre(square.row())
        })
        .sum();
    let last = LastDisc::all(board).count() + LastDisc::all(board.pass()).count();
    10 * last as i32 - far - 5 * meetings(board) as i32
}

/// How many pairs of neighbours in a row or a column have different colours.
fn meetings(board: Board) -> u32 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    let (one, other) = (board.player.0, board.opponent.0);
    let above = (one & (other >> 8)) | (other & (one >> 8));
    let beside = (one & ((other & NOT_A) >> 1)) | (other & ((one & NOT_A) >> 1));
    above.count_ones() + beside.count_ones()
}

/// The positions of each ply up to [`OPENING`].
type Openings = Vec<HashSet<State>>;

/// The positions of each ply, up to the symmetries that keep the start as it
/// is. No side has to pass so early.
fn openings() -> &'static Openings {
    static OPENINGS: OnceLock<Openings> = OnceLock::new();
    OPENINGS.get_or_init(|| {
        let mut plies = vec![HashSet::from([reduced(State::START)])];
        for ply in 0..OPENING {
            let next = plies[ply].iter().flat_map(|&state| children(state));
            let next = next.map(|(_, state)| reduced(state)).collect();
            plies.push(next);
        }
        plies
    })
}

fn children(state: State) -> impl Iterator<Item = (Square, State)> {
    state.board.moves().into_iter().filter_map(move |square| {
        let board = state.board.play(square)?;
        let turn = !state.turn;
        Some((square, State { board, turn }))
    })
}

/// The least of the positions that are the same up to a symmetry of the start.
fn reduced(state: State) -> State {
    const OF_THE_START: [Symmetry; 3] = [
        Symmetry::Rotate180,
        Symmetry::Transpose,
        Symmetry::AntiTranspose,
    ];
    let turned = OF_THE_START.map(|symmetry| symmetry.board(state.board));
    let board = turned.into_iter().fold(state.board, Board::min);
    State { board, ..state }
}

/// Whether a position of the opening comes about in a game.
fn knows(openings: &Openings, state: State) -> bool {
    let ply = openings.get(state.plies());
    ply.is_some_and(|ply| ply.contains(&reduced(state)))
}

/// The moves that lead to a known position.
fn opening(openings: &Openings, state: State) -> Vec<Square> {
    let mut moves = Vec::new();
    let mut state = state;
    while state.plies() > 0 {
        let mut found = None;
        state.take_back(&mut |unplayed| {
            if knows(openings, unplayed.before) {
                found = Some(unplayed);
            }
            found.is_none()
        });
        let Some(unplayed) = found else { break };
        moves.push(unplayed.square);
        state = unplayed.before;
    }
    moves.reverse();
    moves
}
