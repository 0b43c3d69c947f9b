//! A program that asks the plain tree searcher (with random rollouts) for the first card of a dealt deal of Schwarze
//! Dame. It asks again and again, and prints the number of simulations: `searches SIMULATIONS DECISIONS`.
//! `benches/openspiel.py` measures the time, so that both engines are timed by the same clock.

use std::sync::atomic::AtomicBool;

use cards::Seed;
use game::{Game, Shuffles};
use schwarze_dame::{Rules, SchwarzeDame};
use search::{Ask, Bot, Ismcts, Rollouts};

fn main() {
    let mut numbers = std::env::args().skip(1).map(|n| n.parse().ok());
    let (Some(Some(simulations)), Some(Some(decisions))) = (numbers.next(), numbers.next()) else {
        panic!("usage: searches SIMULATIONS DECISIONS");
    };
    let rules = Rules::default();
    let standing = SchwarzeDame::start(&rules, 4).expect("four seats");
    let deal = SchwarzeDame::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(1)));
    let seat = deal.turn().must().first().expect("somebody leads");
    let view = deal.view(game::Viewer::Seat(seat));
    let mut legal = Vec::new();
    deal.legal(seat, &mut legal);
    let cancel = AtomicBool::new(false);
    let mut bot = Ismcts::<SchwarzeDame>::new(1, simulations, Rollouts::Random);
    let mut spent = 0;
    for _ in 0..decisions {
        let choice = bot.decide(Ask { seat, view: &view, legal: &legal, must: true, cancel: &cancel });
        std::hint::black_box(choice);
        spent += u64::from(Bot::<SchwarzeDame>::spent(&bot));
    }
    println!("{{\"simulations\":{spent}}}");
}
