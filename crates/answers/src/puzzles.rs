//! Puzzles: the choice of the next one, its question and answer, and the ratings of people and puzzles.

use catalog::{MinedPuzzle, PuzzleFile, PuzzlePosition, choice_facts, entry};
use game::{Viewer, sort_compactly};
use protocol::{PuzzleQuestion, PuzzleSolution, PuzzleStanding, PuzzleTry, PuzzleWish};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};
use table::ReplayStep;

use crate::BadRequest;
use crate::replays::{WantedReplay, message_of};

/// The longest file in a request, in bytes. The files of the page are far shorter.
const LONGEST: usize = 1 << 20;

/// The deviation of a puzzle's rating, which bots have estimated.
const ESTIMATED: f64 = 150.0;

/// A person's try of a puzzle, with the person's rating after it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct PersonalTry {
    /// The time of the try.
    pub at_ms: i64,
    /// True if the puzzle was solved.
    pub solved: bool,
    /// The number of the try, from 1. It orders tries of the same moment.
    number: u32,
    rating: f64,
    deviation: f64,
    volatility: f64,
}

/// Returns the person's standing in a game.
#[must_use]
pub fn standing(tries: &[PersonalTry]) -> PuzzleStanding {
    let tries = in_order(tries);
    let Glicko2Rating { rating, deviation, .. } = rating(&tries);
    let solved = tries.iter().filter(|it| it.solved).count() as u32;
    let streak = tries.iter().rev().take_while(|it| it.solved).count() as u32;
    PuzzleStanding { rating, deviation, tried: tries.len() as u32, solved, streak }
}

fn in_order(tries: &[PersonalTry]) -> Vec<PersonalTry> {
    let mut tries = tries.to_vec();
    sort_compactly(&mut tries, |one, other| (one.at_ms, one.number).cmp(&(other.at_ms, other.number)));
    tries
}

/// Returns the rating after the last of these tries, which are in order.
fn rating(tries: &[PersonalTry]) -> Glicko2Rating {
    let after = |last: &PersonalTry| Glicko2Rating {
        rating: last.rating,
        deviation: last.deviation,
        volatility: last.volatility,
    };
    tries.last().map_or_else(Glicko2Rating::new, after)
}

/// Reads the file of puzzles in a request, which is in hex.
///
/// # Errors
/// If it is not a file of puzzles. The error names the fault.
pub fn read_file(file: &str) -> Result<PuzzleFile, BadRequest> {
    let bytes = Some(file).filter(|file| file.len() <= 2 * LONGEST).and_then(|file| hex::decode(file).ok());
    let bytes = bytes.ok_or_else(|| BadRequest::new("malformed", "The file of puzzles is too long, or not in hex."))?;
    Ok(PuzzleFile::read(&bytes)?)
}

/// Returns the puzzle of the wish whose rating is nearest to the person's, as a question. `is_tried` says of a deal
/// whether the person has tried its puzzle. `None` if no puzzle is left.
///
/// # Errors
/// If the puzzle cannot be shown, because it is damaged.
pub fn next(
    file: &PuzzleFile,
    wish: &PuzzleWish,
    tries: &[PersonalTry],
    is_tried: impl Fn(u64) -> bool,
) -> Result<Option<PuzzleQuestion<Box<RawValue>>>, BadRequest> {
    let themes = entry(&file.head.game)?.themes;
    let wanted = wish.theme.as_deref().map(|key| themes.iter().position(|theme| *theme == key));
    let fits = |puzzle: &&MinedPuzzle| match wanted {
        Some(Some(place)) => puzzle.themes >> place & 1 == 1,
        Some(None) => false,
        None => true,
    };
    let standing = standing(tries);
    let left = file.puzzles.iter().filter(|puzzle| !is_tried(file.head.deal(puzzle.index))).filter(fits);
    let distance = |puzzle: &&MinedPuzzle| (f64::from(puzzle.rating) - standing.rating).abs();
    let nearest = left.min_by(|one, other| distance(one).total_cmp(&distance(other)));
    nearest.map(|puzzle| question(file, puzzle, standing)).transpose()
}

/// Returns a puzzle as the person sees it.
fn question(
    file: &PuzzleFile,
    puzzle: &MinedPuzzle,
    standing: PuzzleStanding,
) -> Result<PuzzleQuestion<Box<RawValue>>, BadRequest> {
    let viewer = Viewer::Seat(puzzle.seat);
    let mut steps = Vec::new();
    let PuzzlePosition { table, .. } = file.open(puzzle, &mut |table, since| {
        let view = RawValue::from_string(table.view(viewer).text().to_owned()).expect("a view is JSON");
        steps.push(ReplayStep { since, view, must: table.must() });
    })?;
    let position = table.position(viewer);
    let mut names = table.setup().names.clone();
    names[puzzle.seat.index()] = "Guest".to_owned();
    let replay = table::Replay {
        board: table.board(),
        options: table.options().clone(),
        names,
        dealer: position.dealer,
        before: position.totals,
        deals: Vec::new(),
        winners: None,
        steps,
    };
    Ok(PuzzleQuestion {
        deal: file.head.deal(puzzle.index),
        replay: message_of(&file.head.game, replay, WantedReplay { deal: 0, viewer }, &[], None, (&[], &[])),
        legal: position.legal.iter().map(table::Json::value).collect(),
        may_wait: table.may().has(puzzle.seat),
        rating: puzzle.rating,
        standing,
    })
}

/// Judges an answer, and rates it. Returns the solution, and the try to store. A puzzle that was tried before is judged,
/// but not rated again: then there is no try. `tries` are all tries of the person in the game.
///
/// # Errors
/// If the file has no such puzzle, or the puzzle is damaged.
pub fn answer(
    file: &PuzzleFile,
    asked: &PuzzleTry,
    tries: &[PersonalTry],
    is_tried: bool,
    now_ms: i64,
) -> Result<(PuzzleSolution, Option<PersonalTry>), BadRequest> {
    let puzzle = file.puzzles.iter().find(|puzzle| file.head.deal(puzzle.index) == asked.deal);
    let puzzle = puzzle.ok_or_else(|| BadRequest::new("unknown_puzzle", "The file has no such puzzle."))?;
    let PuzzlePosition { table, answer: best } = file.open(puzzle, &mut |_, _| {})?;
    let question = table.question(puzzle.seat).expect("the seat decides here");
    let facts = choice_facts(&file.head.game, &question, best.as_deref())?;
    let solved = asked.action == best || asked.action.as_ref().is_some_and(|action| facts.alike.contains(action));
    let mut tries = in_order(tries);
    let own = (!is_tried).then(|| rated(&tries, puzzle.rating, solved, now_ms));
    tries.extend(own);
    let legal = table.position(Viewer::Seat(puzzle.seat)).legal;
    let best = best.and_then(|best| legal.iter().map(table::Json::value).find(|legal: &Value| legal["action"] == best));
    let themes = entry(&file.head.game)?.themes.iter().enumerate();
    let solution = PuzzleSolution {
        solved,
        best,
        reasons: facts.reasons,
        margin: f64::from(puzzle.margin) / 10.0,
        error: f64::from(puzzle.error) / 100.0,
        themes: themes.filter(|(place, _)| puzzle.themes >> place & 1 == 1).map(|(_, key)| (*key).to_owned()).collect(),
        standing: standing(&tries),
    };
    Ok((solution, own))
}

/// Returns the try after `tries`, which are in order, with the person's rating after it: a game by Glicko-2 between the
/// person and the puzzle.
fn rated(tries: &[PersonalTry], puzzle: u32, solved: bool, at_ms: i64) -> PersonalTry {
    let puzzle = Glicko2Rating { rating: puzzle.into(), deviation: ESTIMATED, ..Glicko2Rating::new() };
    let outcome = if solved { Outcomes::WIN } else { Outcomes::LOSS };
    let (person, _) = glicko2(&rating(tries), &puzzle, &outcome, &Glicko2Config::new());
    let Glicko2Rating { rating, deviation, volatility } = person;
    PersonalTry { at_ms, solved, number: tries.len() as u32 + 1, rating, deviation, volatility }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(outcomes: &[(u32, bool)]) -> Vec<PersonalTry> {
        let mut tries: Vec<PersonalTry> = Vec::new();
        for (at, (puzzle, solved)) in outcomes.iter().enumerate() {
            tries.push(rated(&tries, *puzzle, *solved, at as i64 / 2));
        }
        tries
    }

    #[test]
    fn a_rating_rises_with_puzzles_solved_and_falls_with_others() {
        let begin = standing(&[]);
        assert_eq!((begin.rating, begin.deviation, begin.tried), (1500.0, 350.0, 0));
        let up = standing(&tried(&[(1500, true)]));
        let hard = standing(&tried(&[(1900, true)]));
        let down = standing(&tried(&[(1500, false)]));
        assert!(down.rating < 1500.0 && 1500.0 < up.rating && up.rating < hard.rating, "{down:?} {up:?} {hard:?}");
        assert!(up.deviation < begin.deviation, "a try makes it surer");
    }

    #[test]
    fn a_streak_begins_anew_after_a_puzzle_that_was_not_solved() {
        let mut tries = tried(&[(1200, true), (1200, false), (1300, true), (1300, true)]);
        tries.reverse();
        let standing = standing(&tries);
        assert_eq!((standing.tried, standing.solved, standing.streak), (4, 3, 2), "in the order of time");
    }

    #[test]
    fn a_file_that_is_none_is_refused_with_a_sentence() {
        for (file, words) in [("zz", "not in hex."), ("00", "Its first line is not"), ("", "Its first line is not")] {
            let refused = read_file(file).expect_err("no file");
            assert!(refused.key == "malformed" && refused.words.contains(words), "{}", refused.words);
        }
    }
}
