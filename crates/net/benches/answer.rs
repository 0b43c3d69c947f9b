//! How long an answer takes: `cargo bench -p net`. The observations are those beside the net of Schwarze Dame.

use divan::counter::ItemsCount;
use net::{Net, Space};

const FILE: &[u8] = include_bytes!("../../../games/schwarze-dame/net.bin");
const VECTORS: &str = include_str!("../../../games/schwarze-dame/tests/net.json");

fn main() {
    divan::main();
}

/// The observations of the test vectors.
fn observations() -> Vec<Vec<i8>> {
    let lists = VECTORS.split("\"observation\":[").skip(1).map(|rest| rest.split(']').next().expect("a list"));
    lists.map(|list| list.split(',').map(|number| number.parse().expect("a number")).collect()).collect()
}

#[divan::bench]
fn answer(bencher: divan::Bencher<'_, '_>) {
    let net = Net::read(FILE).expect("a net");
    let observations = observations();
    let mut space = Space::default();
    bencher.counter(ItemsCount::new(observations.len())).bench_local(|| {
        let answers = observations.iter().map(|observation| net.answer(observation, &mut space)[0]);
        answers.fold(0i32, i32::wrapping_add)
    });
}

#[divan::bench]
fn read(bencher: divan::Bencher<'_, '_>) {
    bencher.bench(|| Net::read(divan::black_box(FILE)).expect("a net"));
}
