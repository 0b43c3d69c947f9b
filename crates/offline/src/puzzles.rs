//! Requests about puzzles. The page sends the file with each request, so the module stores only the person's tries.

use answers::puzzles::{self, PersonalTry};
use protocol::{PuzzleTry, PuzzleWish};
use room::Now;
use serde_json::Value;

use crate::answer::{Answered, DeviceAnswer, read_body};
use crate::device::{DeviceIndex, json, puzzle_key};

pub(crate) fn next(index: &DeviceIndex, body: Option<&Value>) -> Answered {
    let wish: PuzzleWish = read_body(body)?;
    let file = puzzles::read_file(&wish.file)?;
    let tries = tries(index, &file.head.game);
    let is_tried = |deal| index.tries.contains_key(&puzzle_key(&file.head.game, deal));
    match puzzles::next(&file, &wish, &tries, is_tried)? {
        Some(question) => DeviceAnswer::json(&question),
        None => Err(DeviceAnswer::error(404, "no_puzzle", "You have tried all of these puzzles.")),
    }
}

pub(crate) fn answer(index: &DeviceIndex, now: Now, body: Option<&Value>) -> Answered {
    let asked: PuzzleTry = read_body(body)?;
    let file = puzzles::read_file(&asked.file)?;
    let key = puzzle_key(&file.head.game, asked.deal);
    let is_tried = index.tries.contains_key(&key);
    let tries = tries(index, &file.head.game);
    let (solution, own) = puzzles::answer(&file, &asked, &tries, is_tried, now.unix_ms)?;
    let changes = own.map(|own| (key, Some(json(&own)))).into_iter().collect();
    DeviceAnswer::store(changes, 200, &solution)
}

/// Returns the person's tries of the puzzles of a game.
fn tries(index: &DeviceIndex, game: &str) -> Vec<PersonalTry> {
    let of_game = index.tries.iter().filter(|(key, _)| key.split('/').nth(1) == Some(game));
    of_game.map(|(_, one)| *one).collect()
}
