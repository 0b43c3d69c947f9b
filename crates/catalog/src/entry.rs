//! The entry of a game in the list of games.

use std::ops::RangeInclusive;

use game::{BoardKind, OptionField, Options, Show, SolveJob, write_value};
use serde_json::{Map, Value};

use crate::{CardGame, CatalogError, simulations};

/// A game in the list.
#[derive(Clone, Debug)]
pub struct GameEntry {
    /// The game's id.
    pub id: &'static str,
    /// The version of the rules for new matches.
    pub rules: u32,
    /// The kind of the game's board.
    pub board: BoardKind,
    /// The possible numbers of players.
    pub seats: RangeInclusive<u8>,
    /// The default number of players: four if four can play.
    pub usual_seats: u8,
    /// The game's options, in the order in which they are written.
    pub options: &'static [OptionField],
    /// The default of each option.
    pub defaults: Map<String, Value>,
    /// The options of the shortest match.
    pub shortest: Map<String, Value>,
    /// The levels of the game's bots, weakest first.
    pub levels: &'static [&'static str],
    /// `true` if the game has numbered deals, as one-seat games do.
    pub numbered: bool,
    /// `true` if the game can be solved, so that its table can help ([`solve_position`](crate::solve_position)).
    pub solved: bool,
    /// `true` if the game has races for claims (K12).
    pub races: bool,
    /// The marks that are counted beside points, each with its name. The second value of a mark that occurs only
    /// together with another mark is the other mark's number ([`game::Show::mark_among`]).
    pub marks: Vec<(&'static str, Option<usize>)>,
    /// The themes of the game's puzzles ([`game::Explain::THEMES`]).
    pub themes: &'static [&'static str],
}

impl GameEntry {
    fn of<G: CardGame>() -> GameEntry {
        let seats = G::seats();
        let Value::Object(defaults) = write_value(&G::Rules::default()) else { unreachable!("options are an object") };
        GameEntry {
            id: G::ID,
            rules: G::RULES_VERSION,
            board: <G as Show>::BOARD,
            usual_seats: 4.clamp(*seats.start(), *seats.end()),
            numbered: *seats.end() == 1,
            solved: is_solved::<G>(),
            seats,
            options: <G::Rules as Options>::FIELDS,
            defaults,
            shortest: parse_all(G::Rules::SHORTEST, G::Rules::FIELDS),
            levels: simulations(G::ID).levels(),
            races: G::CLAIMS.is_some(),
            marks: G::MARKS.iter().enumerate().map(|(mark, name)| (*name, G::mark_among(mark))).collect(),
            themes: G::THEMES,
        }
    }
}

/// Reads the words of options.
fn parse_all(words: &[(&str, &str)], fields: &[OptionField]) -> Map<String, Value> {
    let mut all = Map::new();
    for &(key, word) in words {
        let field = fields.iter().find(|field| field.key == key).expect("an option of the game");
        all.insert(key.to_owned(), field.parse(word).expect("a value of the option"));
    }
    all
}

/// Returns whether a game can be solved.
fn is_solved<G: CardGame>() -> bool {
    struct Yes;
    impl<G> SolveJob<G> for Yes {
        type Output = ();
        fn run(self) {}
    }
    G::if_solved(Yes).is_some()
}

macro_rules! list {
    ($($(#[$only:meta])? $game:ty: $simulations:ident $(, $method:ident($number:literal))?;)*) => {
        /// Returns all games, in the order of the start page.
        pub fn entries() -> Vec<GameEntry> {
            let entries = [$($(#[$only])? GameEntry::of::<$game>(),)*];
            entries.into_iter().filter(|entry| is_listed(entry.id)).collect()
        }
    };
}
each_game!(list);

/// True once a test has called [`list_test_games`].
#[cfg(feature = "testgames")]
static TEST_GAMES_LISTED: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);

/// Makes the list of this process show the test games, as the variable `CARDROOM_TEST_GAMES` does.
#[cfg(feature = "testgames")]
pub fn list_test_games() {
    TEST_GAMES_LISTED.store(true, std::sync::atomic::Ordering::Relaxed);
}

/// Returns whether the list shows a game. It shows test games only to those who asked for them.
#[cfg(feature = "testgames")]
fn is_listed(id: &str) -> bool {
    use game::Game;
    ![testgame::Pairs::ID, testgame::Stairs::ID].contains(&id)
        || TEST_GAMES_LISTED.load(std::sync::atomic::Ordering::Relaxed)
        || std::env::var_os("CARDROOM_TEST_GAMES").is_some()
}

#[cfg(not(feature = "testgames"))]
fn is_listed(_: &str) -> bool {
    true
}

/// Returns the game with this id.
///
/// # Errors
/// If there is no such game. The error lists the existing ones.
pub fn entry(id: &str) -> Result<GameEntry, CatalogError> {
    entries().into_iter().find(|entry| entry.id == id).ok_or_else(|| CatalogError::unknown_game(id))
}
