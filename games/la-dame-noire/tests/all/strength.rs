//! The strength of the rule player. Its parameters were found on deals 1,000,000 to 9,999,999, so other deals are
//! played here. The bounds leave room for chance, but not for a weaker player.

use game::{Game, Playout, Policy, Rng, Seat, Shuffles, Turn, Viewer};
use la_dame_noire::{LaDameNoire, Phase, Rules};

#[derive(Clone, Copy, PartialEq)]
enum Player {
    Random,
    Rule,
}

/// Plays a deal in which rule players get only views and return actions.
fn play(number: u64, players: [Player; 4]) -> LaDameNoire {
    let rules = Rules::default();
    let mut standing = LaDameNoire::start(&rules, 4).unwrap();
    standing.dealer = Seat::new((number % 4) as u8);
    let mut deal = LaDameNoire::deal(&rules, &standing, Shuffles::from_seed(cards::Seed::numbered(number)));
    let mut rng = Rng::new(number);
    let mut legal = Vec::new();
    for _ in 0..5_000 {
        let Turn::Open { must, may } = deal.turn() else { return deal };
        let (seat, action) = may
            .from_seat(deal.first_asked(), 4)
            .chain(must)
            .find_map(|seat| {
                let action = match players[seat.index()] {
                    Player::Random => deal.random(seat, &mut rng),
                    Player::Rule => {
                        legal.clear();
                        deal.legal(seat, &mut legal);
                        let view = deal.view(Viewer::Seat(seat));
                        LaDameNoire::suggest(&view, &legal, must.has(seat), &mut rng)
                    }
                };
                action.map(|action| (seat, action))
            })
            .expect("a seat that must act has an action");
        deal.apply(seat, action);
    }
    panic!("deal {number} does not end");
}

/// Returns a share with the half-width of its 95 % interval.
fn share(hits: u32, of: u32) -> (f64, f64) {
    let p = f64::from(hits) / f64::from(of);
    (p, 1.96 * (p * (1.0 - p) / f64::from(of)).sqrt())
}

fn measure(deals: u64) -> [(f64, f64); 4] {
    let first = 20_000_000;
    let (mut won, mut played) = (0, 0);
    for number in first..first + deals {
        let seat = (number / 4 % 4) as usize;
        let mut players = [Player::Random; 4];
        players[seat] = Player::Rule;
        let deal = play(number, players);
        let view = deal.view(Viewer::Public);
        if view.phase == Phase::Over {
            played += 1;
            won += u32::from(view.out[0].index() == seat);
        }
    }
    let (mut bets, mut kept, mut gains) = (0, 0, Vec::new());
    for number in first..first + deals {
        let view = play(number, [Player::Rule; 4]).view(Viewer::Public);
        if let Some(bet) = view.bet {
            bets += 1;
            kept += u32::from(view.out[0] == bet.seat);
            gains.push(f64::from(view.awards[bet.seat.index()].bet));
        }
    }
    let mean = gains.iter().sum::<f64>() / gains.len() as f64;
    let variance = gains.iter().map(|gain| (gain - mean).powi(2)).sum::<f64>() / gains.len() as f64;
    let gain = (mean, 1.96 * (variance / gains.len() as f64).sqrt());
    let found = [share(won, played), share(bets, deals as u32), share(kept, bets), gain];
    println!(
        "{deals} deals: first out against three random, a bet stands, its holder first out, its gain: {found:.3?}"
    );
    found
}

#[test]
fn the_rule_player_plays_well() {
    // Published figures use 2,000 deals:
    // LDN_DEALS=2000 cargo test --release -p la-dame-noire --test all strength -- --nocapture
    let deals = std::env::var("LDN_DEALS").ok().map_or(300, |deals| deals.parse().expect("a number of deals"));
    let [first, bets, kept, gain] = measure(deals);
    assert!(first.0 >= 0.80, "first out against three random: {first:.3?}");
    assert!(bets.0 >= 0.60, "a bet stands: {bets:.3?}");
    assert!(kept.0 >= 0.60, "the holder of the bet is first out: {kept:.3?}");
    assert!(gain.0 >= 4.0, "the holder gains: {gain:.3?}");
}
