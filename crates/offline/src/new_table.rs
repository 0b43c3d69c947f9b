//! The table that somebody asked for: a person alone, or with bots.

use cards::Seed;
use catalog::{CatalogError, GameEntry};
use protocol::{NewTable, Open, Settings};
use room::names::bot_for;
use room::{KeptState, Seated};

use crate::kept::{KeptSeat, ME, Setup};

/// The level of bots if none is asked for.
const USUAL_LEVEL: &str = "club";
/// Whole numbers beyond this are not exact in the page's language.
const MAX_DEAL: u64 = (1 << 53) - 1;

/// Why there is no such table.
pub(crate) struct NoTable {
    pub(crate) key: &'static str,
    pub(crate) words: String,
}

impl NoTable {
    fn new(key: &'static str, words: impl Into<String>) -> NoTable {
        NoTable { key, words: words.into() }
    }
}

impl From<CatalogError> for NoTable {
    fn from(CatalogError { key, words }: CatalogError) -> NoTable {
        // The catalog's words go on after a colon elsewhere; here they are a sentence.
        let mut letters = words.chars();
        let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
        NoTable { key, words: format!("{first}{}.", letters.as_str()) }
    }
}

/// The setup of the table that somebody asked for, who gets seat 0. Everything is checked here.
pub(crate) fn new_setup(asked: &NewTable, name: &str, seed: Seed, unix_ms: i64) -> Result<Setup, NoTable> {
    let entry = catalog::entry(&asked.game)?;
    if asked.open.is_some_and(|open| open != Open::Alone) {
        return Err(NoTable::new("open", "Other people can only be met on a server."));
    }
    let seats = asked.seats.unwrap_or(entry.usual_seats);
    catalog::check_seats(entry.id, seats)?;
    let levels = levels(asked, &entry, seats)?;
    let level_of = |index: usize| levels.get(index).or(levels.last()).map_or(USUAL_LEVEL, String::as_str);
    let mut seated = vec![Seated::default(); usize::from(seats)];
    seated[0] = Seated { name: name.to_owned(), person: Some(ME), bot: None };
    for seat in 1..seated.len() {
        seated[seat] = bot_for(&seated, level_of(seat - 1));
    }
    let assist = asked.assist.unwrap_or_default();
    if assist && !entry.solved {
        return Err(NoTable::new("assist", "Help exists in solo games only."));
    }
    let names = seated.iter().map(|seated| seated.name.clone()).collect();
    let seed = numbered(asked, &entry)?.unwrap_or(seed);
    let mut setup = catalog::setup(&asked.game, &asked.options.clone().unwrap_or_default(), names, seed)?;
    setup.number = asked.deal;
    // Opening it finds anything that is still wrong.
    catalog::open(setup.clone())?;
    Ok(Setup {
        game: setup.game.to_owned(),
        rules: setup.rules,
        options: setup.options,
        settings: settings(asked, level_of(0)),
        seed: seed.reveal(),
        number: setup.number,
        seats: seated.into_iter().map(KeptSeat::from).collect(),
        created_ms: unix_ms,
        started_ms: Some(unix_ms),
        state: KeptState::default(),
    })
}

/// The levels of the bots that somebody asked for.
fn levels(asked: &NewTable, entry: &GameEntry, seats: u8) -> Result<Vec<String>, NoTable> {
    let levels = asked.bots.clone().unwrap_or_default();
    if let Some(level) = levels.iter().find(|level| !entry.levels.contains(&level.as_str())) {
        return Err(CatalogError::unknown_level(level).into());
    }
    let bots = seats.saturating_sub(1);
    if levels.len() > usize::from(bots) {
        return Err(NoTable::new("bots", format!("This table has {bots} seats for bots, not {}.", levels.len())));
    }
    Ok(levels)
}

/// The seed of the numbered deal that somebody asked for.
fn numbered(asked: &NewTable, entry: &GameEntry) -> Result<Option<Seed>, NoTable> {
    match asked.deal {
        Some(_) if !entry.numbered => Err(NoTable::new("not_numbered", "Only solo games have numbered deals.")),
        Some(deal) if deal > MAX_DEAL => Err(NoTable::new("deal", format!("A deal's number is at most {MAX_DEAL}."))),
        deal => Ok(deal.map(Seed::numbered)),
    }
}

/// Nobody else comes: what concerns other people stays as it is.
fn settings(asked: &NewTable, level: &str) -> Settings {
    Settings {
        races: asked.races.unwrap_or_default(),
        open: Open::Alone,
        clock: asked.clock.unwrap_or_default(),
        grace_s: None,
        watch: false,
        level: level.to_owned(),
        assist: asked.assist.unwrap_or_default(),
        advice: asked.advice.unwrap_or(true),
        ..Settings::default()
    }
}
