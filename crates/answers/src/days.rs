//! The deals of the day: in every game of several players four deals a day, the same for everybody.
//!
//! A deal is a match of one deal with a seed of its own, so that no action changes the cards of a later deal. The
//! person's seat moves on with the deals, as the dealer would. Each decision of a bot has a seed of its own
//! ([`room::bot_seed_of_day`]). So everybody meets the same bots, and par is what `champion` reaches against them.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use cards::Seed;
use catalog::{CatalogError, GameEntry};
use game::{MatchPhase, Seat, parse_json};
use jiff::civil::Date;
use protocol::{DayCount, DayDeal, DayMoment, MomentChoice, Open, Settings};
use room::names::bot_for;
use room::{PersonId, Seated, bot_seed_of_day};
use serde::{Deserialize, Serialize};
use table::{AnyTable, Entry};

use crate::BadRequest;
use crate::daily::number_of;
use crate::new_table::{self, TableSetup};

/// The number of deals of a day.
pub const DEALS: u8 = 4;

/// The level of the bots on the other seats.
pub const LEVEL: &str = "expert";

/// The level whose mean is par.
pub const PAR_LEVEL: &str = "champion";

/// The levels whose results are in the histogram from the first minute on, with the number of their matches.
pub const OTHER_LEVELS: [(&str, u64); 4] = [("beginner", 2), ("club", 3), ("expert", 3), ("master", 2)];

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

/// Returns the seed of a deal.
#[must_use]
pub fn seed(secret: Seed, date: Date, game: &GameEntry, deal: u8) -> Seed {
    secret.of_day(number_of(date), game.id, deal)
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

/// The course of a deal for one seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealRun {
    /// The points of the deal.
    pub points: i32,
    /// The seat's actions in order.
    pub moves: Vec<String>,
}

/// The deals of a day as a bot played them in the person's seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BotRun {
    /// The level of the bot.
    pub level: String,
    /// The deals in order.
    pub deals: Vec<DealRun>,
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

/// Returns the par of a deal, and the number of matches that it is the mean of.
#[must_use]
pub fn par(bots: &[BotRun], deal: usize) -> Option<(f64, u32)> {
    let champions = bots.iter().filter(|run| run.level == PAR_LEVEL);
    let points: Vec<i32> = champions.filter_map(|run| Some(run.deals.get(deal)?.points)).collect();
    let sum: i64 = points.iter().copied().map(i64::from).sum();
    (!points.is_empty()).then(|| (sum as f64 / points.len() as f64, points.len() as u32))
}

/// Returns the number of people and bots that reached each total, in ascending order.
#[must_use]
pub fn totals(people: &[Vec<DealRun>], bots: &[BotRun]) -> Vec<DayCount> {
    let mut counts: BTreeMap<i32, DayCount> = BTreeMap::new();
    let sum = |deals: &[DealRun]| deals.iter().map(|deal| deal.points).sum::<i32>();
    let mut add = |total: i32, people: u32, bots: u32| {
        let count = counts.entry(total).or_insert(DayCount { total, ..DayCount::default() });
        (count.people, count.bots) = (count.people + people, count.bots + bots);
    };
    let whole = |deals: &[DealRun]| deals.len() == usize::from(DEALS);
    people.iter().filter(|deals| whole(deals)).for_each(|deals| add(sum(deals), 1, 0));
    bots.iter().filter(|run| whole(&run.deals)).for_each(|run| add(sum(&run.deals), 0, 1));
    counts.into_values().collect()
}

/// The number of results in a position from which on it says something about its actions.
const SAME_POSITION: usize = 8;

/// Returns the decision of `mine` after which the results of all who were in the same position differed most. The same
/// own actions lead to the same position, because the bots are the same. Each of `others` is a person's course
/// (`true`) or a bot's.
#[must_use]
pub fn moment(mine: &DealRun, others: &[(&DealRun, bool)]) -> Option<DayMoment> {
    let mut best: Option<(f64, DayMoment)> = None;
    let mut there: Vec<&(&DealRun, bool)> = others.iter().collect();
    for (after, action) in mine.moves.iter().enumerate() {
        there.retain(|(run, _)| run.moves.len() > after);
        if there.len() < SAME_POSITION {
            break;
        }
        let choices = choices(&there, after);
        let all = there.len() as f64;
        let mean = there.iter().map(|(run, _)| f64::from(run.points)).sum::<f64>() / all;
        let share = |choice: &MomentChoice| f64::from(choice.people + choice.bots) / all;
        let spread: f64 = choices.iter().map(|choice| share(choice) * (choice.points - mean).abs()).sum();
        if choices.len() > 1 && best.as_ref().is_none_or(|(most, _)| spread > *most) {
            best = Some((spread, DayMoment { after: after as u32, action: action.clone(), choices }));
        }
        there.retain(|(run, _)| run.moves[after] == *action);
    }
    best.map(|(_, moment)| moment)
}

fn choices(there: &[&(&DealRun, bool)], after: usize) -> Vec<MomentChoice> {
    let mut choices: BTreeMap<&str, (MomentChoice, f64)> = BTreeMap::new();
    for (run, person) in there.iter().copied() {
        let action = run.moves[after].as_str();
        let empty = || (MomentChoice { action: action.to_owned(), people: 0, bots: 0, points: 0.0 }, 0.0);
        let (choice, sum) = choices.entry(action).or_insert_with(empty);
        *(if *person { &mut choice.people } else { &mut choice.bots }) += 1;
        *sum += f64::from(run.points);
    }
    let mut choices: Vec<MomentChoice> = choices
        .into_values()
        .map(|(choice, sum)| {
            let points = sum / f64::from(choice.people + choice.bots);
            MomentChoice { points, ..choice }
        })
        .collect();
    choices.sort_by_key(|choice| u32::MAX - (choice.people + choice.bots));
    choices
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATE: Date = Date::constant(2026, 12, 1);

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
            let day = DayDeal { date: number_of(DATE), deal, first: true };
            let setup = setup(&game, day, dealt(&game, deal).1, (PersonId(7), "Ann")).expect("a setup");
            assert_eq!(setup.seats.iter().position(|seated| seated.person.is_some()), Some(usize::from(deal)));
            assert!(!setup.settings.advice && !setup.settings.watch && setup.begins, "{:?}", setup.settings);
            assert!(setup.seats.iter().all(|seated| seated.person.is_some() || seated.bot.as_deref() == Some(LEVEL)));
        }
        assert_eq!(super::game("rouge-et-noir").expect_err("a solitaire").key, "no_day");
    }

    fn run(points: i32, moves: &[&str]) -> DealRun {
        DealRun { points, moves: moves.iter().map(|action| (*action).to_owned()).collect() }
    }

    #[test]
    fn par_is_the_mean_of_the_champions_and_totals_count_whole_tries() {
        let bot = |level: &str, points: [i32; 4]| BotRun {
            level: level.to_owned(),
            deals: points.map(|points| run(points, &[])).into(),
        };
        let bots = [bot("champion", [3, 0, 0, 7]), bot("champion", [4, 0, 0, -7]), bot("club", [90, 0, 0, 0])];
        assert_eq!((par(&bots, 0), par(&bots, 3), par(&bots[2..], 0)), (Some((3.5, 2)), Some((0.0, 2)), None));
        let whole = bots[0].deals.clone();
        let people = [whole.clone(), whole[..3].to_vec(), whole];
        let count = |total, people, bots| DayCount { total, people, bots };
        assert_eq!(totals(&people, &bots), [count(-3, 0, 1), count(10, 2, 1), count(90, 0, 1)]);
    }

    #[test]
    fn the_moment_is_the_decision_after_which_results_differ_most() {
        let others: Vec<DealRun> = (0..12)
            .map(|n| match n % 3 {
                0 => run(10, &["a", "bet", "x"]),
                1 => run(-20, &["a", "pass", "x"]),
                _ => run(n, &["b", "pass", "y"]),
            })
            .collect();
        let others: Vec<(&DealRun, bool)> = others.iter().zip((0..12).map(|n| n < 4)).collect();
        let moment = moment(&run(10, &["a", "bet", "x"]), &others).expect("one");
        let choice =
            |action: &str, people, bots, points| MomentChoice { action: action.to_owned(), people, bots, points };
        assert_eq!((moment.after, moment.action.as_str()), (1, "bet"));
        assert_eq!(moment.choices, [choice("bet", 2, 2, 10.0), choice("pass", 1, 3, -20.0)]);
        // In a position that few have reached, nothing is said.
        assert_eq!(super::moment(&run(0, &["c", "d"]), &others[..7]), None);
    }
}
