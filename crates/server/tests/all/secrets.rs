//! Checks that secret types cannot be sent. A seed does not implement `Serialize`, so no derive can send it. If it did,
//! this file would not compile. The catalog checks the same for the deal of every game.

use serde::{Deserialize, Serialize};
use static_assertions::{assert_impl_all, assert_not_impl_any};

// A seed, and all types that contain one.
assert_not_impl_any!(cards::Seed: Serialize, Deserialize<'static>);
assert_not_impl_any!(game::Shuffles: Serialize, Deserialize<'static>);
assert_not_impl_any!(table::Setup: Serialize, Deserialize<'static>);
assert_not_impl_any!(store::StoredSetup: Serialize, Deserialize<'static>);
assert_not_impl_any!(store::Stored: Serialize, Deserialize<'static>);

// The help for the player of a solitaire reads all cards of a deal through this type. No code can print or send it.
assert_not_impl_any!(table::FaceUp: Serialize, Deserialize<'static>, std::fmt::Debug);

// These types may be sent. The assertions show that the check itself works: the assertions above would fail for these
// types.
assert_impl_all!(protocol::Frame: Serialize);
assert_impl_all!(<schwarze_dame::SchwarzeDame as game::Game>::View: Serialize);

#[test]
fn nor_do_debug_texts_show_them() {
    let seed = cards::Seed::new([0xab; 32]);
    let names = ["a", "b", "c", "d"].map(String::from).to_vec();
    let setup = catalog::setup("schwarze-dame", &Default::default(), names, seed).expect("a setup");
    for text in [format!("{setup:?}"), format!("{seed:?}"), format!("{:?}", game::Shuffles::from_seed(seed))] {
        assert!(!text.contains("abab") && !text.contains("171"), "{text}");
    }
}
