//! What must not leave cannot leave: a deal and a seed are no `Serialize`, so no derive can carry them over the wire. If
//! one of them becomes so, this file does not compile.

use serde::{Deserialize, Serialize};
use static_assertions::{assert_impl_all, assert_not_impl_any};

// A seed, and whatever holds one.
assert_not_impl_any!(cards::Seed: Serialize, Deserialize<'static>);
assert_not_impl_any!(game::Shuffles: Serialize, Deserialize<'static>);
assert_not_impl_any!(table::Setup: Serialize, Deserialize<'static>);
assert_not_impl_any!(store::Setup: Serialize, Deserialize<'static>);
assert_not_impl_any!(store::Stored: Serialize, Deserialize<'static>);

// A deal with its cards face up.
assert_not_impl_any!(schwarze_dame::SchwarzeDame: Serialize, Deserialize<'static>);
assert_not_impl_any!(la_dame_noire::LaDameNoire: Serialize, Deserialize<'static>);
assert_not_impl_any!(kael::Kael: Serialize, Deserialize<'static>);
assert_not_impl_any!(rouge_et_noir::RougeEtNoir: Serialize, Deserialize<'static>);

// What helps a solitaire's player reads a deal; nobody can print or send it.
assert_not_impl_any!(table::FaceUp: Serialize, Deserialize<'static>, std::fmt::Debug);

// What may leave: these would show if the assertions above meant nothing.
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
