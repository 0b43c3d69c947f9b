//! The table in a request.

use cards::Seed;
use catalog::{CatalogError, GameEntry};
use protocol::{NewTable, Open, Settings};
use room::names::{NameError, bot_for};
use room::settings::SettingsError;
use room::{PersonId, Seated};

use crate::{BadRequest, MAX_DEAL, USUAL_LEVEL};

/// The default number of seconds after which a bot plays for an absent person at a public table.
const PUBLIC_GRACE_S: u32 = 60;

/// The checked setup of a table.
#[derive(Clone, Debug)]
pub struct TableSetup {
    /// The match.
    pub table: table::Setup,
    /// The settings of the table.
    pub settings: Settings,
    /// The players of the seats. The person who sent the request has seat 0.
    pub seats: Vec<Seated>,
    /// `true` if the match begins immediately.
    pub begins: bool,
}

/// Checks a request for a table and returns the setup. `seed` makes a new random seed.
///
/// # Errors
/// If the request cannot be carried out. The error says why.
pub fn setup(
    asked: &NewTable,
    (person, name): (PersonId, &str),
    seed: impl FnOnce() -> Seed,
) -> Result<TableSetup, BadRequest> {
    let entry = catalog::entry(&asked.game)?;
    let seats = asked.seats.unwrap_or(entry.usual_seats);
    catalog::check_seats(entry.id, seats)?;
    let levels = levels(asked, &entry, seats)?;
    let level_of = |index: usize| levels.get(index).or(levels.last()).map_or(USUAL_LEVEL, String::as_str);
    let open = asked.open.unwrap_or_default();
    if open != Open::Alone && *entry.seats.end() == 1 {
        return Err(BadRequest::new("open", "This is a solo game: only you can play it."));
    }
    let mut seated = vec![Seated::default(); usize::from(seats)];
    if let Some(first) = seated.first_mut() {
        *first = Seated { name: name.to_owned(), person: Some(person), bot: None };
    }
    if open == Open::Alone {
        for seat in 1..seated.len() {
            seated[seat] = bot_for(&seated, level_of(seat - 1));
        }
    }
    let mut settings = settings(asked, open, level_of(0))?;
    // The player's page takes part in the shuffle, so the match begins only when this page connects.
    let waits = open == Open::Alone && seats > 1 && asked.shuffles.unwrap_or_default();
    settings.begins_when_full |= waits;
    if settings.assist && !entry.solved {
        return Err(BadRequest::new("assist", "Help exists in solo games only."));
    }
    let seed = numbered(asked, &entry)?.unwrap_or_else(seed);
    let names = seated.iter().map(|seated| seated.name.clone()).collect();
    let mut table = catalog::setup(&asked.game, &asked.options.clone().unwrap_or_default(), names, seed)?;
    table.number = asked.deal;
    // `open` checks the remaining parts of the setup.
    catalog::open(table.clone())?;
    Ok(TableSetup { table, settings, seats: seated, begins: open == Open::Alone && !waits })
}

/// Checks a name that somebody chose.
///
/// # Errors
/// If the name is not allowed.
pub fn name(words: &str) -> Result<String, BadRequest> {
    room::names::name(words).map_err(|why| {
        let key = match why {
            NameError::Length => "name",
            NameError::Unreadable => "name_unreadable",
            NameError::Reserved => "name_reserved",
        };
        BadRequest::new(key, why.to_string())
    })
}

/// Checks and returns the requested levels of the bots. The last level also applies to the remaining bots.
fn levels(asked: &NewTable, entry: &GameEntry, seats: u8) -> Result<Vec<String>, BadRequest> {
    let levels = asked.bots.clone().unwrap_or_default();
    levels.iter().try_for_each(|level| check_level(entry, level))?;
    let bots = seats.saturating_sub(1);
    if levels.len() > usize::from(bots) {
        return Err(BadRequest::new("bots", format!("This table has {bots} seats for bots, not {}.", levels.len())));
    }
    Ok(levels)
}

pub(crate) fn check_level(entry: &GameEntry, level: &str) -> Result<(), BadRequest> {
    if entry.levels.contains(&level) { Ok(()) } else { Err(CatalogError::unknown_level(level).into()) }
}

/// Returns the seed of the numbered deal in the request.
fn numbered(asked: &NewTable, entry: &GameEntry) -> Result<Option<Seed>, BadRequest> {
    match asked.deal {
        Some(_) if !entry.numbered => Err(BadRequest::new("not_numbered", "Only solo games have numbered deals.")),
        Some(deal) if deal > MAX_DEAL => {
            Err(BadRequest::new("deal", format!("A deal's number is at most {MAX_DEAL}.")))
        }
        deal => Ok(deal.map(Seed::numbered)),
    }
}

pub(crate) fn settings(asked: &NewTable, open: Open, level: &str) -> Result<Settings, BadRequest> {
    let usual_grace = match open {
        Open::Public => PUBLIC_GRACE_S,
        Open::Alone | Open::Friends => 0,
    };
    let not_had = |error: SettingsError| match error {
        SettingsError::Grace => BadRequest::new("grace_s", error.to_string()),
        SettingsError::Delay => BadRequest::new("watch_delay_s", error.to_string()),
    };
    Ok(Settings {
        races: asked.races.unwrap_or_default(),
        open,
        clock: asked.clock.unwrap_or_default(),
        grace_s: room::settings::grace(asked.grace_s.unwrap_or(usual_grace)).map_err(not_had)?,
        watch: asked.watch.unwrap_or(open != Open::Alone),
        watch_delay_s: room::settings::delay(asked.watch_delay_s.unwrap_or_default()).map_err(not_had)?,
        chat: asked.chat.unwrap_or_default(),
        level: level.to_owned(),
        fill_s: None,
        assist: asked.assist.unwrap_or_default(),
        // At a table for several people, advice is off unless the request turns it on.
        advice: asked.advice.unwrap_or(open == Open::Alone),
        begins_when_full: open == Open::Public,
        daily: None,
        one_per_network: asked.one_per_network.unwrap_or(open == Open::Public),
        practice: None,
        day: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use room::settings::{MAX_DELAY_S, MAX_GRACE_S};

    fn ask(text: &str) -> Result<TableSetup, BadRequest> {
        setup(&serde_json::from_str(text).expect("a request"), (PersonId(1), "Bo"), || Seed::numbered(5))
    }

    fn refused(text: &str, expect: &str) {
        let words = ask(text).expect_err(text).words;
        assert!(words.contains(expect), "{text}: {words}");
    }

    #[test]
    fn a_person_and_bots_with_names_of_their_own() {
        let setup = ask(r#"{"game":"schwarze-dame","bots":["random","club"]}"#).unwrap();
        let bots: Vec<Option<&str>> = setup.seats.iter().map(|s| s.bot.as_deref()).collect();
        assert_eq!(bots, [None, Some("random"), Some("club"), Some("club")]);
        let mut names: Vec<&str> = setup.seats.iter().map(|s| s.name.as_str()).collect();
        assert_eq!(names[0], "Bo");
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 4);
        assert_eq!(setup.table.options, *serde_json::json!({ "deals": 8 }).as_object().unwrap());
    }

    #[test]
    fn a_table_of_one_person_and_bots_waits_for_the_page_that_shuffles() {
        let alone = |text: &str| ask(text).unwrap();
        let waits = |setup: &TableSetup| (setup.begins, setup.settings.begins_when_full);
        assert_eq!(waits(&alone(r#"{"game":"schwarze-dame"}"#)), (true, false));
        assert_eq!(waits(&alone(r#"{"game":"schwarze-dame","shuffles":false}"#)), (true, false));
        assert_eq!(waits(&alone(r#"{"game":"schwarze-dame","shuffles":true}"#)), (false, true));
        // A solitaire has no other seat that could shuffle.
        assert_eq!(waits(&alone(r#"{"game":"rouge-et-noir","shuffles":true}"#)), (true, false));
    }

    #[test]
    fn what_cannot_be_opened_is_refused_in_words() {
        refused(r#"{"game":"bridge"}"#, "There is no game \"bridge\"; the games are ");
        refused(r#"{"game":"schwarze-dame","options":{"jokers":2}}"#, "There is no option \"jokers\"");
        refused(r#"{"game":"schwarze-dame","options":{"deals":0}}"#, "Option deals is a number from 1 to 100");
        refused(r#"{"game":"schwarze-dame","seats":5}"#, "has 4 seats, not 5");
        refused(r#"{"game":"schwarze-dame","bots":["grandmaster"]}"#, "There is no bot \"grandmaster\"");
        refused(r#"{"game":"schwarze-dame","bots":["club","club","club","club"]}"#, "3 seats for bots");
        refused(r#"{"game":"schwarze-dame","deal":7}"#, "Only solo games");
        refused(r#"{"game":"schwarze-dame","assist":true}"#, "Help exists in solo games only");
        for seats in (0..4).chain(5..=255) {
            refused(&format!(r#"{{"game":"schwarze-dame","seats":{seats}}}"#), "has 4 seats");
        }
        for game in catalog::entries() {
            for seats in (0..=255).filter(|seats| !game.seats.contains(seats)) {
                for open in ["alone", "friends", "public"] {
                    let id = game.id;
                    refused(&format!(r#"{{"game":"{id}","seats":{seats},"open":"{open}"}}"#), &format!("not {seats}"));
                }
            }
        }
        for (setting, most) in [("grace_s", MAX_GRACE_S), ("watch_delay_s", MAX_DELAY_S)] {
            let asked = |n: u32| format!(r#"{{"game":"schwarze-dame","open":"friends","{setting}":{n}}}"#);
            refused(&asked(most + 1), &format!("{most} seconds"));
            assert!(ask(&asked(most)).is_ok(), "{setting}");
        }
    }
}
