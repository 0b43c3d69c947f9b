//! The deals of the day: in every game of several players four deals a day, the same for everybody.
//!
//! A deal is a match of one deal with a seed of its own, so that no action changes the cards of a later deal. The
//! person's seat moves on with the deals, as the dealer would. Each decision of a bot has a seed of its own
//! ([`room::bot_seed_of_day`]). So everybody meets the same bots, and par is what `champion` reaches against them.

use std::sync::atomic::{AtomicBool, Ordering};

use cards::Seed;
use catalog::{CatalogError, GameEntry};
use game::{MatchPhase, Seat, parse_json};
use protocol::{DayDeal, DayRun, DealRun, Open, Settings};
use room::names::bot_for;
use room::{PersonId, Seated, bot_seed_of_day};
use table::{AnyTable, Entry};

use crate::BadRequest;
use crate::new_table::{self, TableSetup};

/// The number of deals of a day.
pub const DEALS: u8 = 4;

/// The level of the bots on the other seats.
pub const LEVEL: &str = "expert";

/// The level whose mean is par.
pub const PAR_LEVEL: &str = "champion";

/// The levels whose results are shown from the first minute on: one match each.
pub const OTHER_LEVELS: [&str; 10] =
    ["club", "expert", "beginner", "master", "club", "expert", "beginner", "master", "club", "expert"];

/// The secret of the practice sets that follow from the date, for everybody.
pub const PRACTICE_SECRET: Seed = Seed::new([0; 32]);

/// Returns the games that have deals of the day: those of several players that have the level of par.
pub fn games() -> impl Iterator<Item = GameEntry> {
    catalog::entries().into_iter().filter(|entry| *entry.seats.end() > 1 && entry.levels.contains(&PAR_LEVEL))
}

/// Returns a game that has deals of the day.
///
/// # Errors
/// If there is no such game.
pub fn game(id: &str) -> Result<GameEntry, BadRequest> {
    let words = "This game or this day has no deals of the day.";
    games().find(|entry| entry.id == id).ok_or_else(|| BadRequest::new("no_day", words))
}

/// Returns the seed of a deal of a date such as 20261201.
#[must_use]
pub fn seed(secret: Seed, date: u32, game: &GameEntry, deal: u8) -> Seed {
    secret.of_day(date, game.id, deal)
}

/// Returns the person's seat in a deal.
#[must_use]
pub fn seat_of(game: &GameEntry, deal: u8) -> Seat {
    Seat::new(deal % game.usual_seats)
}

/// Returns the setup of a table with a deal.
///
/// # Errors
/// If the deal does not exist.
pub fn setup(
    game: &GameEntry,
    day: DayDeal,
    seed: Seed,
    (person, name): (PersonId, &str),
) -> Result<TableSetup, BadRequest> {
    if day.deal >= DEALS {
        return Err(BadRequest::new("day_deal", "The deals are played in order, from 0 to 3."));
    }
    let own = seat_of(game, day.deal).index();
    let mut seats = vec![Seated::default(); usize::from(game.usual_seats)];
    seats[own] = Seated { name: name.to_owned(), person: Some(person), bot: None };
    for index in (0..seats.len()).filter(|index| *index != own) {
        seats[index] = bot_for(&seats, LEVEL);
    }
    let names = seats.iter().map(|seated| seated.name.clone()).collect();
    let table = catalog::setup(game.id, &game.shortest, names, seed)?;
    let usual = new_table::settings(&Default::default(), Open::Alone, LEVEL)?;
    let settings = Settings { advice: false, day: Some(day), ..usual };
    Ok(TableSetup { table, settings, seats, begins: true })
}

/// Plays a deal with a bot in the person's seat. The bot's random choices follow from `dice`. `None` if `cancel` was
/// set.
///
/// # Errors
/// If the game or the level does not exist.
pub fn play(
    game: &GameEntry,
    (deal, seed): (u8, Seed),
    (level, dice): (&str, Seed),
    cancel: &AtomicBool,
) -> Result<Option<DealRun>, CatalogError> {
    let own = seat_of(game, deal);
    let player = |seat: Seat| if seat == own { (level, dice) } else { (LEVEL, seed) };
    let mut table = opened(game, seed)?;
    while !is_finished(table.as_ref()) {
        let entry = next_entry(table.as_ref(), |table, seat| {
            let (level, dice) = player(seat);
            let mut bot = catalog::bot(game.id, level, bot_seed_of_day(table, dice, seat))?;
            Ok(table.question(seat).and_then(|question| bot.answer(question, cancel)))
        })?;
        if cancel.load(Ordering::Relaxed) {
            return Ok(None);
        }
        table.restore(&entry).expect("a bot's action is legal");
    }
    Ok(run_of(&table.broken_off_record(), own))
}

fn opened(game: &GameEntry, seed: Seed) -> Result<Box<dyn AnyTable>, CatalogError> {
    let names = (0..game.usual_seats).map(|seat| seat.to_string()).collect();
    catalog::open(catalog::setup(game.id, &game.shortest, names, seed)?)
}

/// Returns whether the deal is finished. After a deal that was thrown in, a game with the option `deals` deals again, as
/// at a table ([`room`]).
fn is_finished(table: &dyn AnyTable) -> bool {
    let has_end = table.setup().options.contains_key("deals");
    table.phase() == MatchPhase::Over || (table.phase() == MatchPhase::Between && !has_end)
}

/// Returns the next entry of the log. Asks each seat that may cut in once, in playing order, and then the first seat that
/// must act.
fn next_entry(
    table: &dyn AnyTable,
    mut ask: impl FnMut(&dyn AnyTable, Seat) -> Result<Option<String>, CatalogError>,
) -> Result<Entry, CatalogError> {
    if table.phase() == MatchPhase::Between {
        return Ok(Entry::Next);
    }
    let (from, seats) = (table.first_asked(), table.setup().names.len() as u8);
    let first = table.must().from_seat(from, seats).next();
    for seat in table.may().from_seat(from, seats).chain(first) {
        if let Some(action) = ask(table, seat)? {
            return Ok(Entry::Act { seat, action });
        }
    }
    unreachable!("a bot that must act has an answer")
}

/// Returns the course of a finished deal for a seat, from its record. Actions in deals that were thrown in before are
/// part of it.
#[must_use]
pub fn run_of(record: &str, seat: Seat) -> Option<DealRun> {
    let record = parse_json(record).ok()?;
    let deals = record["deals"].as_array()?;
    let own = format!("{} ", seat.index());
    let lines = deals.iter().flat_map(|deal| deal["actions"].as_array()).flatten();
    let moves = lines.filter_map(|line| Some(line.as_str()?.strip_prefix(&own)?.to_owned())).collect();
    let points = deals.last()?["points"][seat.index()].as_i64()?;
    Some(DealRun { points: i32::try_from(points).ok()?, moves })
}

/// Returns the par of all deals together: the mean of the champion. `None` before its first match.
#[must_use]
pub fn par(runs: &[DayRun]) -> Option<f64> {
    let champions: Vec<&DayRun> = runs.iter().filter(|run| run.level.as_deref() == Some(PAR_LEVEL)).collect();
    let points = champions.iter().flat_map(|run| run.deals.iter().flatten()).map(|deal| i64::from(deal.points));
    (!champions.is_empty()).then(|| points.sum::<i64>() as f64 / champions.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATE: u32 = 20_261_201;

    fn dealt(game: &GameEntry, deal: u8) -> (u8, Seed) {
        (deal, seed(PRACTICE_SECRET, DATE, game, deal))
    }

    fn played(game: &GameEntry, dealt: (u8, Seed), level: &str, number: u64) -> DealRun {
        let dice = dealt.1.of_match(number);
        play(game, dealt, (level, dice), &AtomicBool::new(false)).expect("a game").expect("to the end")
    }

    #[test]
    fn a_deal_is_played_to_its_end_and_again_in_the_same_way() {
        for game in games() {
            for deal in 0..DEALS {
                let dealt = dealt(&game, deal);
                let run = played(&game, dealt, "club", 1);
                assert!(!run.moves.is_empty(), "{}", game.id);
                assert_eq!(run, played(&game, dealt, "club", 1), "{}", game.id);
            }
        }
    }

    #[test]
    fn whoever_repeats_the_moves_of_another_meets_the_same_bots() {
        for id in ["schwarze-dame", "hearts"] {
            let game = game(id).expect("a game");
            let (deal, seed) = dealt(&game, 2);
            let run = played(&game, (deal, seed), "beginner", 5);
            let (own, mut moves) = (seat_of(&game, deal), run.moves.iter());
            let mut table = opened(&game, seed).expect("a table");
            while !is_finished(table.as_ref()) {
                let entry = next_entry(table.as_ref(), |table, seat| {
                    if seat == own {
                        return Ok(moves.next().cloned());
                    }
                    let mut bot = catalog::bot(id, LEVEL, bot_seed_of_day(table, seed, seat))?;
                    Ok(table.question(seat).and_then(|question| bot.answer(question, &AtomicBool::new(false))))
                });
                table.restore(&entry.expect("a bot")).expect("the same move is legal in the same position");
            }
            assert_eq!(run_of(&table.broken_off_record(), own), Some(run));
        }
    }

    #[test]
    fn a_setup_has_no_help_and_the_persons_seat_moves_on() {
        let game = game("kael").expect("a game");
        for deal in 0..DEALS {
            let day = DayDeal { date: DATE, deal, first: true };
            let setup = setup(&game, day, dealt(&game, deal).1, (PersonId(7), "Ann")).expect("a setup");
            assert_eq!(setup.seats.iter().position(|seated| seated.person.is_some()), Some(usize::from(deal)));
            assert!(!setup.settings.advice && !setup.settings.watch && setup.begins, "{:?}", setup.settings);
            assert!(setup.seats.iter().all(|seated| seated.person.is_some() || seated.bot.as_deref() == Some(LEVEL)));
        }
        assert_eq!(super::game("rouge-et-noir").expect_err("a solitaire").key, "no_day");
    }

    #[test]
    fn par_is_the_mean_of_the_champions() {
        let bot = |level: &str, points: [i32; 4]| DayRun {
            level: Some(level.to_owned()),
            deals: points.map(|points| Some(DealRun { points, moves: Vec::new() })).into(),
        };
        let runs = [bot("champion", [3, 0, 0, 7]), bot("champion", [4, 0, 0, -7]), bot("club", [90, 0, 0, 0])];
        assert_eq!((par(&runs), par(&runs[2..])), (Some(3.5), None));
    }
}
