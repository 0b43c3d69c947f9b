//! Setups of tables: made from what somebody asked for, and read back from the store.

use cards::Seed;
use protocol::{NewTable, Races};
use serde::{Deserialize, Serialize};
use store::{Seated, Session, Stored};
use table::{AnyTable, Entry};

use crate::fault::{Fault, sentence};
use crate::time::now_ms;

/// Letters of a table's id: no two that look alike.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// 16 letters of 5 bits: 80 bits, so ids cannot be guessed.
const ID_LETTERS: usize = 16;
/// Whole numbers beyond this are not exact in the page's language.
const MAX_DEAL: u64 = (1 << 53) - 1;
/// The level of bots unless something else is said.
const USUAL_LEVEL: &str = "club";
/// What bots are called at a table with people.
const BOT_NAMES: [&str; 8] = ["Bo", "Cleo", "Dov", "Eda", "Fay", "Gus", "Hal", "Ines"];

/// Settings of a table: what is no option of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Settings {
    #[serde(default)]
    pub(crate) races: Races,
    /// Whether the table helps its player when asked. Off by default.
    #[serde(default)]
    pub(crate) assist: bool,
    /// Whether a seat is advised when it asks. Off at tables that were opened before there was advice.
    #[serde(default)]
    pub(crate) advice: bool,
}

/// A setup for what somebody asked for, who gets seat 0. Everything is checked before anything is stored.
pub(crate) fn new_setup(asked: &NewTable, session: &Session) -> Result<store::Setup, Fault> {
    let entry = catalog::entry(&asked.game)?;
    let seats = asked.seats.unwrap_or(entry.usual_seats);
    let levels = asked.bots.clone().unwrap_or_default();
    for level in &levels {
        if !entry.levels.contains(&level.as_str()) {
            return Err(catalog::CatalogError::unknown_level(level).into());
        }
    }
    if levels.len() > usize::from(seats.saturating_sub(1)) {
        return Err(Fault::bad(
            "bots",
            format!("There are {} seats for bots, not {}.", seats.saturating_sub(1), levels.len()),
        ));
    }
    let mut names = BOT_NAMES.iter().filter(|name| **name != session.name).cycle();
    let seated: Vec<Seated> = (0..seats)
        .map(|seat| match seat {
            0 => Seated { name: session.name.clone(), session: Some(session.id), bot: None },
            _ => Seated {
                name: (*names.next().expect("a cycle has no end")).to_owned(),
                session: None,
                bot: Some(level_of(&levels, usize::from(seat) - 1)),
            },
        })
        .collect();
    let seed = match asked.deal {
        None => Seed::new(random()),
        Some(_) if !entry.numbered => {
            return Err(Fault::bad("not_numbered", "Only games for one have numbered deals."));
        }
        Some(deal) if deal > MAX_DEAL => {
            return Err(Fault::bad("deal", format!("A deal's number is at most {MAX_DEAL}.")));
        }
        Some(deal) => Seed::numbered(deal),
    };
    // Where several people sit, the host must want it.
    let alone = seated.iter().filter(|seated| seated.bot.is_none()).count() == 1;
    let advice = asked.advice.unwrap_or(alone);
    let assist = asked.assist.unwrap_or(false);
    if assist && !entry.solved {
        return Err(Fault::bad("assist", "Only a game for one that can be solved has help at its table."));
    }
    let names = seated.iter().map(|seated| seated.name.clone()).collect();
    let mut setup = catalog::setup(&asked.game, &asked.options.clone().unwrap_or_default(), names, seed)?;
    setup.number = asked.deal;
    // Opening it finds whatever is still wrong.
    catalog::open(setup.clone())?;
    Ok(store::Setup {
        id: new_id(),
        game: setup.game.to_owned(),
        rules: setup.rules,
        options: json(&setup.options),
        settings: json(&Settings { races: asked.races.unwrap_or_default(), assist, advice }),
        seed,
        number: setup.number,
        seats: seated,
        created_ms: now_ms(),
    })
}

/// The table of a stored match, before its events.
pub(crate) fn open(stored: &Stored) -> Result<Box<dyn AnyTable>, Fault> {
    let setup = &stored.setup;
    if setup.rules != game::RULES_VERSION {
        return Err(Fault::ClosedTable { rules: setup.rules });
    }
    let broken = |error: &dyn std::fmt::Display| {
        tracing::error!(table = setup.id, %error, "the setup of a stored table cannot be read");
        Fault::BrokenTable
    };
    let entry = catalog::entry(&setup.game).map_err(|e| broken(&e))?;
    catalog::open(table::Setup {
        game: entry.id,
        rules: setup.rules,
        options: serde_json::from_str(&setup.options).map_err(|e| broken(&e))?,
        names: setup.seats.iter().map(|seated| seated.name.clone()).collect(),
        seed: setup.seed,
        number: setup.number,
    })
    .map_err(|e| broken(&e))
}

/// Folds stored events into a table. Returns who did the last action of the deal in play, if anybody has.
pub(crate) fn restore(table: &mut dyn AnyTable, id: &str, events: &[store::Event]) -> Result<(), Fault> {
    for (seq, event) in events.iter().enumerate() {
        let done = serde_json::from_str(&event.entry)
            .map_err(|e| e.to_string())
            .and_then(|entry: Entry| table.restore(&entry).map_err(|refused| refused.words));
        if let Err(error) = done {
            tracing::error!(table = id, seq, error, "a stored event cannot be read back");
            return Err(Fault::BrokenTable);
        }
    }
    Ok(())
}

/// The level of bot number `index`: the last one named repeats.
fn level_of(levels: &[String], index: usize) -> String {
    levels.get(index).or(levels.last()).map_or(USUAL_LEVEL, String::as_str).to_owned()
}

fn new_id() -> String {
    let bytes: [u8; ID_LETTERS] = random();
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has random bits");
    bytes
}

fn json(thing: &impl Serialize) -> String {
    serde_json::to_string(thing).expect("options and settings are text, numbers and words")
}

/// A name that somebody chose for itself.
pub(crate) fn name(words: &str) -> Result<String, Fault> {
    let name = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let length = name.chars().count();
    if (1..=24).contains(&length) && !name.chars().any(char::is_control) {
        Ok(name)
    } else {
        Err(Fault::bad("name", sentence("a name has 1 to 24 characters")))
    }
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
        refused(r#"{"game":"schwarze-dame","deal":7}"#, "Only games for one");
        refused(r#"{"game":"schwarze-dame","assist":true}"#, "Only a game for one that can be solved");
        refused(r#"{"game":"schwarze-dame","seats":0}"#, "has 4 seats");
    }

    #[test]
    fn names_are_short_and_printable() {
        assert_eq!(name("  Ann   Lee "), Ok("Ann Lee".to_owned()));
        assert_eq!(name(&"é".repeat(24)), Ok("é".repeat(24)));
        for bad in ["", "   ", &"x".repeat(25), "a\u{7}b"] {
            assert!(name(bad).is_err(), "{bad:?}");
        }
    }
}
