//! Setups of tables: made from what somebody asked for, and read back from the store.

use cards::Seed;
use protocol::{NewTable, Open, Settings};
use room::log_entry::LogEntry;
use room::names::bot_for;
use room::{PersonId, Seated};
use serde::Serialize;
use store::{Session, SessionId, Stored};
use table::AnyTable;

use crate::fault::Fault;
use crate::time::now_ms;

/// Letters of a table's id: no two that look alike.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// 16 letters of 5 bits: 80 bits, so ids cannot be guessed.
const ID_LETTERS: usize = 16;
/// Whole numbers beyond this are not exact in the page's language.
pub(crate) const MAX_DEAL: u64 = (1 << 53) - 1;
/// The level of bots unless something else is said.
pub(crate) const USUAL_LEVEL: &str = "club";
/// At a public table a bot plays for somebody who has been away so long.
const PUBLIC_GRACE_S: u32 = 60;
const MAX_GRACE_S: u32 = 24 * 60 * 60;
const MAX_DELAY_S: u32 = 600;

/// A setup for what somebody asked for, who gets seat 0. Everything is checked before anything is stored.
pub(crate) fn new_setup(asked: &NewTable, session: &Session) -> Result<store::Setup, Fault> {
    let entry = catalog::entry(&asked.game)?;
    let seats = asked.seats.unwrap_or(entry.usual_seats);
    catalog::check_seats(entry.id, seats)?;
    let levels = asked.bots.clone().unwrap_or_default();
    for level in &levels {
        if !entry.levels.contains(&level.as_str()) {
            return Err(catalog::CatalogError::unknown_level(level).into());
        }
    }
    if levels.len() > usize::from(seats.saturating_sub(1)) {
        return Err(Fault::bad(
            "bots",
            format!("This table has {} seats for bots, not {}.", seats.saturating_sub(1), levels.len()),
        ));
    }
    let open = asked.open.unwrap_or_default();
    if open != Open::Alone && *entry.seats.end() == 1 {
        return Err(Fault::bad("open", "This is a solo game: only you can play it."));
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
    let seed = match asked.deal {
        None => Seed::new(random()),
        Some(_) if !entry.numbered => {
            return Err(Fault::bad("not_numbered", "Only solo games have numbered deals."));
        }
        Some(deal) if deal > MAX_DEAL => {
            return Err(Fault::bad("deal", format!("A deal's number is at most {MAX_DEAL}.")));
        }
        Some(deal) => Seed::numbered(deal),
    };
    let assist = asked.assist.unwrap_or(false);
    if assist && !entry.solved {
        return Err(Fault::bad("assist", "Help exists in solo games only."));
    }
    let names = seated.iter().map(|seated| seated.name.clone()).collect();
    let mut setup = catalog::setup(&asked.game, &asked.options.clone().unwrap_or_default(), names, seed)?;
    setup.number = asked.deal;
    // Opening it finds whatever is still wrong.
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

/// What was agreed about a table, from what was asked for.
fn settings(asked: &NewTable, open: Open, level: String) -> Result<Settings, Fault> {
    let usual_grace = match open {
        Open::Public => PUBLIC_GRACE_S,
        Open::Alone | Open::Friends => 0,
    };
    let grace_s = asked.grace_s.unwrap_or(usual_grace);
    if grace_s > MAX_GRACE_S {
        return Err(Fault::bad(
            "grace_s",
            format!("A seat is kept for {MAX_GRACE_S} seconds at most; 0: without limit."),
        ));
    }
    let watch_delay_s = asked.watch_delay_s.unwrap_or_default();
    if watch_delay_s > MAX_DELAY_S {
        return Err(Fault::bad("watch_delay_s", format!("The spectator delay is at most {MAX_DELAY_S} seconds.")));
    }
    Ok(Settings {
        races: asked.races.unwrap_or_default(),
        open,
        clock: asked.clock.unwrap_or_default(),
        grace_s: (grace_s > 0).then_some(grace_s),
        watch: asked.watch.unwrap_or(open != Open::Alone),
        watch_delay_s,
        chat: asked.chat.unwrap_or_default(),
        level,
        fill_s: None,
        assist: asked.assist.unwrap_or_default(),
        // Where several people sit, the host must want it.
        advice: asked.advice.unwrap_or(open == Open::Alone),
        begins_when_full: open == Open::Public,
        daily: None,
    })
}

/// A seat as the store has it.
pub(crate) fn stored_seat(seated: Seated) -> store::Seated {
    let Seated { name, person, bot } = seated;
    store::Seated { name, session: person.map(|person| SessionId(person.0)), bot }
}

/// A seat as a room has it.
pub(crate) fn room_seat(seated: &store::Seated) -> Seated {
    let store::Seated { name, session, bot } = seated.clone();
    Seated { name, person: session.map(|session| PersonId(session.0)), bot }
}

/// A name that somebody chose.
pub(crate) fn name(words: &str) -> Result<String, Fault> {
    room::names::name(words).map_err(|why| Fault::bad("name", why))
}

/// The options of a stored table as today's rules have them; as they were written if today's rules cannot play them.
pub(crate) fn options_of(setup: &store::Setup) -> serde_json::Map<String, serde_json::Value> {
    let written = serde_json::from_str(&setup.options).unwrap_or_default();
    catalog::todays_options(&setup.game, setup.rules, &written).unwrap_or(written)
}

/// The settings of a stored table. Those of a table that was made before a setting was known have its default.
pub(crate) fn settings_of(setup: &store::Setup) -> Settings {
    let mut settings: Settings = serde_json::from_str(&setup.settings).unwrap_or_default();
    if settings.level.is_empty() {
        USUAL_LEVEL.clone_into(&mut settings.level);
    }
    settings
}

/// Notes that a table plays the deal of a day.
pub(crate) fn set_daily(setup: &mut store::Setup, date: u32) {
    setup.settings = json(&Settings { daily: Some(date), ..settings_of(setup) });
}

/// If a table plays the deal of a day: which.
pub(crate) fn daily_of(setup: &store::Setup) -> Option<u32> {
    settings_of(setup).daily
}

/// The table of a stored match, before its events.
pub(crate) fn open(stored: &Stored) -> Result<Box<dyn AnyTable>, Fault> {
    let setup = &stored.setup;
    let broken = |error: &dyn std::fmt::Display| {
        tracing::error!(table = setup.id, %error, "the setup of a stored table cannot be read");
        Fault::BrokenTable
    };
    let entry = catalog::entry(&setup.game).map_err(|_| Fault::ClosedGame { game: setup.game.clone() })?;
    catalog::open(table::Setup {
        game: entry.id,
        rules: setup.rules,
        options: serde_json::from_str(&setup.options).map_err(|e| broken(&e))?,
        names: setup.seats.iter().map(|seated| seated.name.clone()).collect(),
        seed: setup.seed,
        number: setup.number,
    })
    .map_err(|error| match error.key {
        "closed_table" => Fault::ClosedTable { rules: setup.rules },
        _ => broken(&error),
    })
}

/// A table as it is after its log, and the log.
pub(crate) struct Folded {
    pub(crate) table: Box<dyn AnyTable>,
    pub(crate) log: Vec<LogEntry>,
}

/// Folds a stored log into a table, away from the async threads: a long solitaire has thousands of entries.
pub(crate) async fn fold(stored: Stored, log: Vec<LogEntry>) -> Result<Folded, Fault> {
    let folding = tokio::task::spawn_blocking(move || {
        let mut table = open(&stored)?;
        room::restore(table.as_mut(), &log).map_err(|(number, error)| {
            tracing::error!(table = stored.setup.id, number, error, "a stored entry cannot be read back");
            Fault::BrokenTable
        })?;
        Ok(Folded { table, log })
    });
    // A panic was counted; the stored game cannot be read back.
    folding.await.unwrap_or(Err(Fault::BrokenTable))
}

/// The level of bot number `index`: the last one named repeats.
fn level_of(levels: &[String], index: usize) -> String {
    levels.get(index).or(levels.last()).map_or(USUAL_LEVEL, String::as_str).to_owned()
}

pub(crate) fn new_id() -> String {
    letters(&random::<ID_LETTERS>())
}

/// An id from random bytes, or from those of a hash.
pub(crate) fn letters(bytes: &[u8]) -> String {
    bytes.iter().take(ID_LETTERS).map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has random bits");
    bytes
}

pub(crate) fn json(thing: &impl Serialize) -> String {
    serde_json::to_string(thing).expect("options and settings are text, numbers and words")
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::SessionId;

    fn ann() -> Session {
        Session { id: SessionId(1), name: "Bo".to_owned() }
    }

    fn ask(text: &str) -> Result<store::Setup, Fault> {
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
