//! Files of puzzles (docs/bots/puzzles.md). A puzzle is a decision with one clearly best choice. Its file holds the
//! number of the deal and the actions before the decision, not a position, so later bots and views do not change it.
//!
//! A file begins with a line of JSON, the [`PuzzleHead`]. The puzzles follow in the order of their deals. Each puzzle
//! begins with its length in bytes. After the length come the fields of [`MinedPuzzle`] as numbers (one number contains
//! both the seat and the answer), and then the path. All numbers are LEB128.

use cards::Seed;
use game::{MatchPhase, Seat, read_json};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use table::{AnyTable, Intent, PublicEvent, Setup};

use crate::{CatalogError, entry, open};

/// The version of the format.
const FORMAT: &str = "cardroom-puzzles/1";

/// The longest first line of a file, in bytes.
const LONGEST_HEAD: usize = 4_096;

/// The upper limit of the number of a file's first deal. With this limit, the page can represent the numbers of all
/// deals of the file exactly.
const FIRST_BELOW: u64 = 1 << 52;

/// The names of the players in puzzles.
const NAMES: [&str; 4] = ["Ada", "Bo", "Cleo", "Dov"];

/// The largest number of matches of a run, and of actions before a puzzle. No rule ends a deal of Kaël. [K22]
const MOST_MATCHES: u64 = 1 << 32;
const MOST_ACTIONS: u32 = 5_000;

/// The first line of a file: the run that found its puzzles.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleHead {
    /// The version of the format.
    format: String,
    /// The game's id.
    pub game: String,
    /// The version of the rules, and all options of this version.
    rules: u32,
    options: Map<String, Value>,
    /// The commit of the program that judged the puzzles.
    pub judge: String,
    /// The number of simulated deals of a search.
    pub simulations: u32,
    /// The number of the deal of match 0. Match `n` begins with the deal of the number `first + n`.
    first: u64,
}

/// A puzzle in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MinedPuzzle {
    /// The number of the match in the run. The puzzle is in the first deal of this match. A file contains, in place of
    /// this number, the number of matches between this match and the match of the previous puzzle.
    pub index: u64,
    /// The seat that decides.
    pub seat: Seat,
    /// The best choice, by its place among the seat's legal actions in byte order. "Not now" comes after all actions.
    pub answer: u32,
    /// The points by which the answer beats the second-best choice, in tenths.
    pub margin: u32,
    /// The standard error of the margin, in hundredths of a point.
    pub error: u32,
    /// The estimated rating.
    pub rating: u32,
    /// The themes: one bit for each of [`GameEntry::themes`](crate::GameEntry::themes).
    pub themes: u32,
    /// The number of actions before the decision.
    pub actions: u32,
    /// The actions before the decision. Each is its place among the [`choices`] of all seats, in as few bits as the
    /// number of choices needs. The first action is in the lowest bits of the first byte.
    pub path: Vec<u8>,
}

/// A file of puzzles that was read.
#[derive(Clone, PartialEq, Debug)]
pub struct PuzzleFile {
    /// The run that found the puzzles.
    pub head: PuzzleHead,
    /// The puzzles.
    pub puzzles: Vec<MinedPuzzle>,
}

/// The position of a puzzle.
pub struct PuzzlePosition {
    /// The table, at which the seat has to decide.
    pub table: Box<dyn AnyTable>,
    /// The answer in notation; `None` for "not now".
    pub answer: Option<String>,
}

impl PuzzleHead {
    /// Returns the first line of a new file. `seed` determines the deals.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn new(game: &str, judge: &str, simulations: u32, seed: Seed) -> Result<PuzzleHead, CatalogError> {
        let entry = entry(game)?;
        Ok(PuzzleHead {
            format: FORMAT.to_owned(),
            game: entry.id.to_owned(),
            rules: entry.rules,
            options: entry.defaults,
            judge: judge.to_owned(),
            simulations,
            first: seed.of_bot(0, 0) % FIRST_BELOW,
        })
    }

    /// Returns the number of the deal of a match.
    pub fn deal(&self, index: u64) -> u64 {
        self.first + index
    }

    /// Returns the seed of the run's bots and searches, which reveals nothing about shuffles.
    pub fn dice(&self) -> Seed {
        Seed::numbered(self.first).of_match(0)
    }

    /// Opens the table of a match, before its first action.
    ///
    /// # Errors
    /// If today's program cannot play the game by these rules.
    pub fn table(&self, index: u64) -> Result<Box<dyn AnyTable>, CatalogError> {
        let entry = entry(&self.game)?;
        let (deal, options) = (self.deal(index), self.options.clone());
        let number = entry.numbered.then_some(deal);
        let names = NAMES.iter().take(entry.usual_seats.into()).map(ToString::to_string).collect();
        open(Setup { game: entry.id, rules: self.rules, options, names, seed: Seed::numbered(deal), number })
    }

    /// Returns the first line of the file, with its end.
    pub fn write(&self) -> Vec<u8> {
        let mut line = serde_json::to_vec(self).expect("text and numbers");
        line.push(b'\n');
        line
    }
}

impl MinedPuzzle {
    /// Returns the puzzle in the form of a file. For the first puzzle, `next` is 0. For any other puzzle, it is one
    /// more than the number of the previous puzzle's match.
    pub fn write(&self, next: u64) -> Vec<u8> {
        let MinedPuzzle { index, seat, answer, margin, error, rating, themes, actions, path } = self;
        let who = u64::from(*answer) << 3 | seat.index() as u64;
        let mut body = Vec::new();
        for number in [index - next, who].into_iter().chain([margin, error, rating, themes, actions].map(|&n| n.into()))
        {
            write_number(number, &mut body);
        }
        body.extend(path);
        let mut bytes = Vec::new();
        write_number(body.len() as u64, &mut bytes);
        bytes.extend(body);
        bytes
    }

    fn read(mut body: &[u8], next: u64) -> Option<MinedPuzzle> {
        let [index, who] = [read_number(&mut body)?, read_number(&mut body)?];
        let mut number = || u32::try_from(read_number(&mut body)?).ok();
        let [margin, error, rating, themes, actions] = [number()?, number()?, number()?, number()?, number()?];
        let index = next.checked_add(index).filter(|&index| index < MOST_MATCHES)?;
        let (seat, answer) = (Seat::new((who & 7) as u8), u32::try_from(who >> 3).ok()?);
        let path = body.to_vec();
        (actions <= MOST_ACTIONS).then_some(MinedPuzzle {
            index,
            seat,
            answer,
            margin,
            error,
            rating,
            themes,
            actions,
            path,
        })
    }
}

impl PuzzleFile {
    /// Reads a file.
    ///
    /// # Errors
    /// If the file is damaged, or ends within a puzzle. The error names the place.
    pub fn read(bytes: &[u8]) -> Result<PuzzleFile, CatalogError> {
        let (file, end) = PuzzleFile::read_whole_puzzles(bytes)?;
        match end == bytes.len() {
            true => Ok(file),
            false => Err(malformed(format_args!("it ends within puzzle {}", file.puzzles.len() + 1))),
        }
    }

    /// Reads a file that a stopped run may have left unfinished. Returns the whole puzzles, and the number of bytes
    /// that they and the first line take.
    ///
    /// # Errors
    /// If the file is damaged. The error names the place.
    pub fn read_whole_puzzles(bytes: &[u8]) -> Result<(PuzzleFile, usize), CatalogError> {
        let line = bytes.iter().take(LONGEST_HEAD).position(|&byte| byte == b'\n');
        let head = line.and_then(|end| str::from_utf8(&bytes[..end]).ok()).and_then(|line| read_json(line).ok());
        let head: PuzzleHead = head
            .filter(|head: &PuzzleHead| head.format == FORMAT && head.first < FIRST_BELOW)
            .ok_or_else(|| malformed(format_args!("its first line is not that of {FORMAT}")))?;
        head.table(0)?;
        let mut rest = &bytes[line.expect("it was read") + 1..];
        let (mut puzzles, mut next, mut end) = (Vec::new(), 0, bytes.len() - rest.len());
        // If a run was stopped, the file can end within a number or within a puzzle.
        while let Some(length) = read_number(&mut rest) {
            let Some((body, after)) = usize::try_from(length).ok().and_then(|length| rest.split_at_checked(length))
            else {
                break;
            };
            let puzzle = MinedPuzzle::read(body, next)
                .ok_or_else(|| malformed(format_args!("puzzle {} is damaged", puzzles.len() + 1)))?;
            next = puzzle.index + 1;
            puzzles.push(puzzle);
            rest = after;
            end = bytes.len() - rest.len();
        }
        Ok((PuzzleFile { head, puzzles }, end))
    }

    /// Plays the actions before a puzzle. Calls `watch` with the table before the first action, and after each action
    /// with the events that it caused.
    ///
    /// # Errors
    /// If the puzzle is damaged: its actions are not possible, or it has another number of bytes or no such answer.
    pub fn open(
        &self,
        puzzle: &MinedPuzzle,
        watch: &mut dyn FnMut(&dyn AnyTable, Vec<PublicEvent>),
    ) -> Result<PuzzlePosition, CatalogError> {
        let mut table = self.head.table(puzzle.index)?;
        let mut bits = Bits { bytes: &puzzle.path, at: 0 };
        let wrong = || malformed(format_args!("the puzzle of match {} is damaged", puzzle.index));
        watch(&*table, Vec::new());
        for _ in 0..puzzle.actions {
            let mut choices = choices(&*table);
            let place = bits.read(width(choices.len())).filter(|&place| place < choices.len()).ok_or_else(wrong)?;
            let (seat, action) = choices.swap_remove(place);
            let accepted = table.check(Intent::act(seat, &action)).map_err(|_| wrong())?;
            let events = table.apply(accepted);
            watch(&*table, events);
        }
        let mut legal = table.legal(puzzle.seat);
        let answer = puzzle.answer as usize;
        let may_wait = table.may().has(puzzle.seat) && answer == legal.len();
        let is_legal = answer < legal.len() || may_wait;
        if !is_legal || table.phase() != MatchPhase::Deal || puzzle.path.len() != bits.at.div_ceil(8) {
            return Err(wrong());
        }
        let answer = (!may_wait).then(|| legal.swap_remove(answer));
        Ok(PuzzlePosition { table, answer })
    }
}

/// Returns the legal actions of all seats that can act: seat by seat, each in byte order of the notation.
pub fn choices(table: &dyn AnyTable) -> Vec<(Seat, String)> {
    let seats = table.must() | table.may();
    seats.flat_map(|seat| table.legal(seat).into_iter().map(move |action| (seat, action))).collect()
}

/// Returns the path of actions, each of which is a place among a number of choices.
pub fn pack_path(places: impl Iterator<Item = (usize, usize)>) -> Vec<u8> {
    let (mut path, mut at) = (Vec::new(), 0);
    for (place, of) in places {
        for bit in 0..width(of) {
            if at % 8 == 0 {
                path.push(0);
            }
            path[at / 8] |= ((place >> bit & 1) as u8) << (at % 8);
            at += 1;
        }
    }
    path
}

struct Bits<'a> {
    bytes: &'a [u8],
    /// The number of bits that were read.
    at: usize,
}

impl Bits<'_> {
    fn read(&mut self, width: u32) -> Option<usize> {
        let mut number = 0;
        for bit in 0..width {
            number |= usize::from(self.bytes.get(self.at / 8)? >> (self.at % 8) & 1) << bit;
            self.at += 1;
        }
        Some(number)
    }
}

/// Returns the number of bits that are needed to number `of` choices.
fn width(of: usize) -> u32 {
    usize::BITS - of.saturating_sub(1).leading_zeros()
}

fn write_number(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a number, and removes it from the bytes. `None` if it is too large or has no end.
fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let length = bytes.iter().take(9).position(|byte| byte & 0x80 == 0)? + 1;
    let (number, rest) = bytes.split_at(length);
    *bytes = rest;
    Some(number.iter().rev().fold(0, |all, byte| all << 7 | u64::from(byte & 0x7f)))
}

fn malformed(words: std::fmt::Arguments<'_>) -> CatalogError {
    CatalogError::malformed(&words.to_string())
}
