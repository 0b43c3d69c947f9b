//! Makes the setup of a new table from a request.

use cards::Seed;
use catalog::GameEntry;
use protocol::{NewTable, Open, Settings};
use room::names::NameError;
use room::names::bot_for;
use room::settings::SettingsError;
use room::{PersonId, Seated};
use store::Session;

use crate::error::ApiError;
use crate::ids::{new_id, random};
use crate::stored::{USUAL_LEVEL, json, stored_seat};
use crate::time::now_ms;

/// Whole numbers beyond this are not exact in the page's language.
pub(crate) const MAX_DEAL: u64 = (1 << 53) - 1;

/// At a public table a bot plays for somebody who has been away this long.
const PUBLIC_GRACE_S: u32 = 60;

/// The setup of the table that somebody asked for; the asker gets seat 0. Everything is checked here.
pub(crate) fn new_setup(asked: &NewTable, session: &Session) -> Result<store::Setup, ApiError> {
    let entry = catalog::entry(&asked.game)?;
    let seats = asked.seats.unwrap_or(entry.usual_seats);
    catalog::check_seats(entry.id, seats)?;
    let levels = levels(asked, &entry, seats)?;
    let open = asked.open.unwrap_or_default();
    if open != Open::Alone && *entry.seats.end() == 1 {
        return Err(ApiError::bad("open", "This is a solo game: only you can play it."));
    }
    let mut seated = vec![Seated::default(); usize::from(seats)];
    if let Some(first) = seated.first_mut() {
        *first = Seated { name: session.name.clone(), person: Some(PersonId(session.id.0)), bot: None };
    }
    if open == Open::Alone {
        for seat in 1..usize::from(seats) {
            seated[seat] = bot_for(&seated, &level_of(&levels, seat - 1));
        }
    }
    let settings = settings(asked, open, level_of(&levels, 0))?;
    let seed = seed(asked, &entry)?;
    let assist = asked.assist.unwrap_or(false);
    if assist && !entry.solved {
        return Err(ApiError::bad("assist", "Help exists in solo games only."));
    }
    let names = seated.iter().map(|seated| seated.name.clone()).collect();
    let mut setup = catalog::setup(&asked.game, &asked.options.clone().unwrap_or_default(), names, seed)?;
    setup.number = asked.deal;
    // Opening it finds anything that is still wrong.
    catalog::open(setup.clone())?;
    let now = now_ms();
    Ok(store::Setup {
        id: new_id(),
        game: setup.game.to_owned(),
        rules: setup.rules,
        options: json(&setup.options),
        settings: json(&settings),
        seed,
        number: setup.number,
        seats: seated.into_iter().map(stored_seat).collect(),
        host: Some(session.id),
        created_ms: now,
        started_ms: (open == Open::Alone).then_some(now),
    })
}

/// The levels of the bots that somebody asked for.
fn levels(asked: &NewTable, entry: &GameEntry, seats: u8) -> Result<Vec<String>, ApiError> {
    let levels = asked.bots.clone().unwrap_or_default();
    for level in &levels {
        if !entry.levels.contains(&level.as_str()) {
            return Err(catalog::CatalogError::unknown_level(level).into());
        }
    }
    let seats = seats.saturating_sub(1);
    if levels.len() > usize::from(seats) {
        return Err(ApiError::bad("bots", format!("This table has {seats} seats for bots, not {}.", levels.len())));
    }
    Ok(levels)
}

/// The seed of the deal that somebody asked for, or a new one.
fn seed(asked: &NewTable, entry: &GameEntry) -> Result<Seed, ApiError> {
    match asked.deal {
        None => Ok(Seed::new(random())),
        Some(_) if !entry.numbered => Err(ApiError::bad("not_numbered", "Only solo games have numbered deals.")),
        Some(deal) if deal > MAX_DEAL => Err(ApiError::bad("deal", format!("A deal's number is at most {MAX_DEAL}."))),
        Some(deal) => Ok(Seed::numbered(deal)),
    }
}

/// The settings of the table that somebody asked for.
fn settings(asked: &NewTable, open: Open, level: String) -> Result<Settings, ApiError> {
    let usual_grace = match open {
        Open::Public => PUBLIC_GRACE_S,
        Open::Alone | Open::Friends => 0,
    };
    let not_had = |error: SettingsError| match error {
        SettingsError::Grace => ApiError::bad("grace_s", error.to_string()),
        SettingsError::Delay => ApiError::bad("watch_delay_s", error.to_string()),
    };
    Ok(Settings {
        races: asked.races.unwrap_or_default(),
        open,
        clock: asked.clock.unwrap_or_default(),
        grace_s: room::settings::grace(asked.grace_s.unwrap_or(usual_grace)).map_err(not_had)?,
        watch: asked.watch.unwrap_or(open != Open::Alone),
        watch_delay_s: room::settings::delay(asked.watch_delay_s.unwrap_or_default()).map_err(not_had)?,
        chat: asked.chat.unwrap_or_default(),
        level,
        fill_s: None,
        assist: asked.assist.unwrap_or_default(),
        // For several people the host must allow it.
        advice: asked.advice.unwrap_or(open == Open::Alone),
        begins_when_full: open == Open::Public,
        daily: None,
    })
}

/// A name that somebody chose.
pub(crate) fn name(words: &str) -> Result<String, ApiError> {
    room::names::name(words).map_err(|why| match why {
        NameError::Length => ApiError::bad("name", why.to_string()),
        NameError::Reserved => ApiError::bad("name_reserved", why.to_string()),
    })
}

/// The level of bot number `index`. The last level that was named repeats.
fn level_of(levels: &[String], index: usize) -> String {
    levels.get(index).or(levels.last()).map_or(USUAL_LEVEL, String::as_str).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use room::settings::{MAX_DELAY_S, MAX_GRACE_S};
    use store::SessionId;

    fn ann() -> Session {
        Session { id: SessionId(1), name: "Bo".to_owned() }
    }

    fn ask(text: &str) -> Result<store::Setup, ApiError> {
        new_setup(&serde_json::from_str(text).expect("a request"), &ann())
    }

    fn refused(text: &str, expect: &str) {
        let words = ask(text).expect_err(text).body().words;
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
        assert_eq!(setup.options, r#"{"deals":8}"#);
        assert_ne!(ask(r#"{"game":"schwarze-dame"}"#).unwrap().id, setup.id);
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
            let longest: NewTable = serde_json::from_str(&asked(most)).unwrap();
            assert!(new_setup(&longest, &ann()).is_ok(), "{setting}");
        }
    }
}
