//! The speed of every game in the catalog through the public traits, on one core: `cargo bench`. Arguments select
//! benchmarks by name: `cargo bench -- worlds`, `cargo bench -- schwarze-dame`.
//!
//! "item/s" means deals, worlds, samplers or positions a second.

use std::fmt;
use std::time::Duration;

use cards::Seed;
use catalog::{CardGame, Visit, visit};
use divan::counter::ItemsCount;
use divan::{Bencher, Divan};
use game::{Rng, Shuffles, Viewer, perft::perft, playout, rollout};

fn main() {
    // There are many short samples, because the machine may have other work at the same time.
    Divan::from_args().min_time(Duration::from_millis(500)).max_time(Duration::from_secs(2)).main();
}

/// The greatest number of actions of a deal. Random solitaires, and Kaël by players who never call, might never end.
const CAP: u32 = 5_000;

/// Returns numbered deal 1 for four seats, or for as many as the game has. In Kaël the dealer gives everybody five
/// cards.
fn dealt<G: CardGame>() -> G {
    let rules = G::Rules::default();
    let seats = if G::seats().contains(&4) { 4 } else { *G::seats().start() };
    let standing = G::start(&rules, seats).expect("seats of the game");
    let mut deal = G::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(1)));
    if let (Some(dealer), Ok(five)) = (deal.turn().must().first(), "deal 5".parse()) {
        deal.play(dealer, five).expect("five cards can be dealt to four");
    }
    deal
}

fn games() -> impl Iterator<Item = &'static str> {
    catalog::entries().into_iter().map(|entry| entry.id)
}

/// Measures deals that are played at random to the end: `clone` of a dealt deal, and `game::playout`.
#[divan::bench(args = games())]
fn random_playouts(bencher: Bencher, game: &str) {
    play(bencher, game, Player::Random);
}

/// Measures deals that the rule player plays on all seats: `clone` of a dealt deal, and `game::rollout`.
#[divan::bench(args = games())]
fn rule_playouts(bencher: Bencher, game: &str) {
    play(bencher, game, Player::Rule);
}

#[derive(Clone, Copy)]
enum Player {
    Random,
    Rule,
}

fn play(bencher: Bencher, game: &str, player: Player) {
    struct Play<'a, 'b>(Bencher<'a, 'b>, Player);
    impl Visit for Play<'_, '_> {
        type Output = ();
        fn visit<G: CardGame>(self) {
            let Play(bencher, player) = self;
            let deal = dealt::<G>();
            let mut rng = Rng::new(1);
            let mut play = || {
                let mut deal = deal.clone();
                let actions = match player {
                    Player::Random => playout(&mut deal, &mut rng, CAP),
                    Player::Rule => rollout(&mut deal, &mut rng, CAP),
                };
                assert!(actions > 0);
                divan::black_box(&deal);
                actions
            };
            // A sample plays about 20,000 actions. So cold caches and the resolution of the clock matter as little as
            // in a search.
            let deals = 1 + 20_000 / play();
            bencher.counter(ItemsCount::new(deals)).bench_local(|| (0..deals).map(|_| play()).sum::<u32>());
        }
    }
    visit(game, Play(bencher, player)).expect("a game of the catalog");
}

/// The number of samplers or worlds that are made in one sample. Making a single one takes hardly longer than the
/// resolution of the clock.
const AT_ONCE: u32 = 100;

/// A position of a deal that was played at random.
#[derive(Clone, Copy)]
struct Moment {
    game: &'static str,
    /// The part of the deal that has been played, in percent.
    percent: u32,
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}%", self.game, self.percent)
    }
}

fn moments() -> impl Iterator<Item = Moment> {
    games().flat_map(|game| [0, 50, 90].map(|percent| Moment { game, percent }))
}

/// Measures drawing complete deals that agree with the knowledge of the seat to act.
#[divan::bench(args = moments())]
fn worlds(bencher: Bencher, moment: Moment) {
    sample(bencher, moment, Work::Draw);
}

/// Measures the preparation that is needed once for each decision, before worlds are drawn.
#[divan::bench(args = moments())]
fn samplers(bencher: Bencher, moment: Moment) {
    sample(bencher, moment, Work::Build);
}

#[derive(Clone, Copy)]
enum Work {
    Build,
    Draw,
}

fn sample(bencher: Bencher, moment: Moment, work: Work) {
    struct Sample<'a, 'b>(Bencher<'a, 'b>, Moment, Work);
    impl Visit for Sample<'_, '_> {
        type Output = ();
        fn visit<G: CardGame>(self) {
            let Sample(bencher, moment, work) = self;
            let mut deal = dealt::<G>();
            let length = playout(&mut deal.clone(), &mut Rng::new(1), CAP);
            playout(&mut deal, &mut Rng::new(1), length * moment.percent / 100);
            let seat = deal.turn().must().first().expect("the deal goes on");
            let view = deal.view(Viewer::Seat(seat));
            let bencher = bencher.counter(ItemsCount::new(AT_ONCE));
            match work {
                Work::Build => bencher.bench_local(|| {
                    (0..AT_ONCE).for_each(|_| drop(divan::black_box(G::sampler(divan::black_box(&view)))));
                }),
                Work::Draw => {
                    let sampler = G::sampler(&view);
                    let mut rng = Rng::new(1);
                    assert!(G::sample(&sampler, &mut rng).view(Viewer::Seat(seat)) == view);
                    bencher.bench_local(|| {
                        (0..AT_ONCE).for_each(|_| drop(divan::black_box(G::sample(&sampler, &mut rng))));
                    });
                }
            }
        }
    }
    visit(moment.game, Sample(bencher, moment, work)).expect("a game of the catalog");
}

/// Measures how fast `game::perft` counts positions, with `legal`, `clone` and `apply`, as a search without knowledge
/// of the game would.
#[divan::bench(args = games())]
fn positions(bencher: Bencher, game: &str) {
    struct Count<'a, 'b>(Bencher<'a, 'b>);
    impl Visit for Count<'_, '_> {
        type Output = ();
        fn visit<G: CardGame>(self) {
            let deal = dealt::<G>();
            let depth = (1..).find(|&depth| perft(&deal, depth) >= 20_000).expect("a deal has many positions");
            let positions = perft(&deal, depth);
            self.0.counter(ItemsCount::new(positions)).bench_local(|| assert_eq!(perft(&deal, depth), positions));
        }
    }
    visit(game, Count(bencher)).expect("a game of the catalog");
}
