//! A program that plays dealt deals of Schwarze Dame at random through the public traits, and prints how many:
//! `playouts 1000000`. `benches/openspiel.py` measures the time, so that both engines are timed by the same clock.

use cards::Seed;
use game::{Game, Rng, Shuffles, playout};
use schwarze_dame::{Rules, SchwarzeDame};

fn main() {
    let playouts: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).expect("usage: playouts NUMBER");
    let rules = Rules::default();
    let standing = SchwarzeDame::start(&rules, 4).expect("four seats");
    let deal = SchwarzeDame::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(1)));
    let mut rng = Rng::new(1);
    let mut cards = 0;
    for _ in 0..playouts {
        let mut deal = deal.clone();
        cards += u64::from(playout(&mut deal, &mut rng, 100));
        std::hint::black_box(&deal);
    }
    assert_eq!(cards, 52 * playouts, "every deal is played to the end");
    println!("{{\"playouts\":{playouts},\"cards\":{cards}}}");
}
