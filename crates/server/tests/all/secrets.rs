//! Types that must not leave cannot leave: a seed is no `Serialize`, so no derive can carry it over the wire. If it
//! becomes so, this file does not compile. The same is said of every game's deal in the catalog.

use serde::{Deserialize, Serialize};
use static_assertions::{assert_impl_all, assert_not_impl_any};

// A seed, and whatever holds one.
assert_not_impl_any!(cards::Seed: Serialize, Deserialize<'static>);
assert_not_impl_any!(game::Shuffles: Serialize, Deserialize<'static>);
assert_not_impl_any!(table::Setup: Serialize, Deserialize<'static>);
assert_not_impl_any!(store::StoredSetup: Serialize, Deserialize<'static>);
assert_not_impl_any!(store::Stored: Serialize, Deserialize<'static>);

// The help for a solitaire's player reads a deal; nobody can print or send it.
assert_not_impl_any!(table::FaceUp: Serialize, Deserialize<'static>, std::fmt::Debug);

// Types that may leave: these would fail if the assertions above meant nothing.
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
