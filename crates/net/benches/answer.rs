//! Measures how long each net takes to answer: `cargo bench -p net`. The observations are in the folder of the net.

use divan::counter::ItemsCount;
use net::{Net, Space};

fn main() {
    divan::main();
}

/// A net, and the observations for it.
struct Learned {
    game: &'static str,
    file: &'static [u8],
    vectors: &'static str,
}

impl std::fmt::Display for Learned {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.game)
    }
}

macro_rules! learned {
    ($($game:literal),*) => {
        [$(Learned {
            game: $game,
            file: include_bytes!(concat!("../../../games/", $game, "/net.bin")),
            vectors: include_str!(concat!("../../../games/", $game, "/tests/net.json")),
        }),*]
    };
}

const NETS: [Learned; 2] = learned!("hearts", "schwarze-dame");

/// The observations of the test vectors.
fn observations(vectors: &str) -> Vec<Vec<i8>> {
    let lists = vectors.split("\"observation\":[").skip(1).map(|rest| rest.split(']').next().expect("a list"));
    lists.map(|list| list.split(',').map(|number| number.parse().expect("a number")).collect()).collect()
}

#[divan::bench(args = NETS)]
fn answer(bencher: divan::Bencher<'_, '_>, learned: &Learned) {
    let net = Net::read(learned.file).expect("a net");
    let observations = observations(learned.vectors);
    let mut space = Space::default();
    bencher.counter(ItemsCount::new(observations.len())).bench_local(|| {
        let answers = observations.iter().map(|observation| net.answer(observation, &mut space)[0]);
        answers.fold(0i32, i32::wrapping_add)
    });
}

#[divan::bench(args = NETS)]
fn read(bencher: divan::Bencher<'_, '_>, learned: &Learned) {
    bencher.bench(|| Net::read(divan::black_box(learned.file)).expect("a net"));
}
