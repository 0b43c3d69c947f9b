//! Seeded matches: the same seed gives the same messages on every machine and in every browser.
//! `examples/beside_native.rs` plays these matches, both natively and as a module.

use serde_json::{Value, json};

use crate::page::{Kept, Page};

/// The number of actions after which a solitaire is given up.
pub const MOST: u64 = 150;

/// Returns the level of the bots in the match with this seed. In some matches bots search. A search computes with
/// fractions, and fractions could differ between machines.
fn level(seed: u64) -> &'static str {
    match seed % 50 {
        0 => "expert",
        n if n % 3 == 0 => "random",
        n if n % 3 == 1 => "club",
        _ => "beginner",
    }
}

/// Returns the request for a new table of a game. The match has one deal, or as few deals as the rules of the game
/// allow.
pub fn short_table(game: &str, level: &str) -> Value {
    let entry = catalog::entries().into_iter().find(|entry| entry.id == game).expect("a game of the catalog");
    let bots = if entry.usual_seats > 1 { json!([level]) } else { json!([]) };
    json!({ "game": game, "bots": bots, "options": entry.shortest })
}

/// Plays the match to its end.
pub fn play(page: &mut Page, table: Value) {
    page.open_new(table);
    let mut steps = 0;
    while page.step(MOST) {
        steps += 1;
        assert!(steps < 100_000, "the match goes on and on");
    }
}

/// Returns the hash of all messages of the card room in the match with this seed.
pub fn hash(game: &str, seed: u64) -> [u8; 32] {
    let mut page = Page::with_hash(seed);
    play(&mut page, short_table(game, level(seed)));
    let Kept::Hash(hash) = page.kept else { unreachable!("a hash is kept") };
    sha2::Digest::finalize(hash).into()
}
