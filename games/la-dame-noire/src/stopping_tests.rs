//! Tests that justify why the rule player calls stop after one exchange: a player who waits longer loses points.

use game::{Game, Rng, Seat, Shuffles, Turn};

use crate::hint::{KNOWLEDGE, Knowledge, Sight, choose};
use crate::{LaDameNoire, Rules};

/// Plays a deal and returns the number of exchanges and the points of each seat.
fn play(number: u64, players: [&Knowledge; 4]) -> (u16, [i16; 4]) {
    let rules = Rules::default();
    let mut standing = LaDameNoire::start(&rules, 4).unwrap();
    standing.dealer = Seat::new((number % 4) as u8);
    let mut deal = LaDameNoire::deal(&rules, &standing, Shuffles::from_seed(cards::Seed::numbered(number)));
    let mut rng = Rng::new(number ^ 0x570b);
    while let Turn::Open { must, may } = deal.turn() {
        // If several seats may act, the order in which they are asked begins at a random seat.
        let open = must | may;
        let start = Seat::new(rng.below(4) as u8);
        let (seat, action) = open
            .from_seat(start, 4)
            .find_map(|seat| {
                let seen = Sight {
                    me: seat,
                    public: &deal.public,
                    hand: deal.hands[seat.index()],
                    held: deal.hands.map(|hand| hand.len() as u8),
                    may_stop: deal.may_stop(),
                    has_put: deal.put[seat.index()].is_some(),
                };
                choose(players[seat.index()], &seen).map(|action| (seat, action))
            })
            .expect("a seat that must act has an action");
        deal.apply(seat, action);
    }
    (deal.public.exchanges, deal.public.awards().map(|award| award.points()))
}

/// Returns the mean points of one player per deal minus the mean of the three others, with the half-width of the 95 %
/// interval. Each deal is played four times, with that player in each seat. Also returns how many deals had 0, 1, …
/// 6, and 7 or more exchanges.
fn gain(first: u64, sets: u64, one: &Knowledge, others: &Knowledge) -> (f64, f64, [u32; 8]) {
    let mut exchanges = [0; 8];
    let gains: Vec<f64> = (first..first + sets)
        .map(|number| {
            let set: f64 = (0..4)
                .map(|seat| {
                    let mut players = [others; 4];
                    players[seat] = one;
                    let (n, points) = play(number, players);
                    exchanges[usize::from(n).min(7)] += 1;
                    let all: i16 = points.iter().sum();
                    f64::from(points[seat]) - f64::from(all - points[seat]) / 3.0
                })
                .sum();
            set / 4.0
        })
        .collect();
    let mean = gains.iter().sum::<f64>() / gains.len() as f64;
    let variance = gains.iter().map(|gain| (gain - mean).powi(2)).sum::<f64>() / (gains.len() - 1) as f64;
    (mean, 1.96 * (variance / gains.len() as f64).sqrt(), exchanges)
}

/// The plan costs up to which seats call stop: first for the holder of the bet, then for the others. All are lower than
/// those of the rule player, so seats trade longer. The first comparison used deals from 3,000,000 on.
const LONGER: [(f32, f32); 4] = [(3.2, 3.1), (2.8, 2.7), (2.4, 2.3), (2.0, 1.9)];

#[test]
fn who_stops_first_gains_among_players_who_trade_longer() {
    // Published figures use 4,000 sets:
    // LDN_SETS=4000 cargo test --release -p la-dame-noire --lib stopping -- --nocapture
    let sets = std::env::var("LDN_SETS").ok().map(|sets| sets.parse().expect("a number of sets"));
    let compared = if sets.is_some() { &LONGER[..] } else { &LONGER[3..] };
    let (first, sets) = (20_000_000, sets.unwrap_or(400));
    for (holder, other) in compared {
        let longer = Knowledge { stop_holder: *holder, stop_other: *other, ..KNOWLEDGE };
        let (among, width, _) = gain(first, sets, &KNOWLEDGE, &longer);
        let (deviates, its_width, _) = gain(first, sets, &longer, &KNOWLEDGE);
        let (_, _, exchanges) = gain(first, sets / 4, &longer, &longer);
        println!(
            "{holder}, {other}: the rule player among three of these {among:+.2} ± {width:.2}, one of these among three \
             rule players {deviates:+.2} ± {its_width:.2}, exchanges where all are these {exchanges:?}"
        );
        assert!(among > width, "{holder}, {other}: {among:.2} ± {width:.2}");
        assert!(deviates < its_width, "{holder}, {other}: {deviates:.2} ± {its_width:.2}");
    }
}
