//! Measures how much it helps to see all cards. The result is an upper bound for players who see only their own cards.
//!
//! One seat sees every hand. It tries each of its legal choices 40 times on the true deal and lets rules of thumb play
//! the deal to its end. The three other seats choose by the same rules of thumb without seeing all hands. In one run,
//! the seat that sees all cards aims at points. In another run, it aims at being first out. No bot of the program may
//! play like this, because bots are given only views.
//!
//! Run it with `cargo run --release -p la-dame-noire --example open_cards -- 400`, which plays 400 deals for each aim.

use cards::Seed;
use game::{Game, Playout, Policy, Rng, Seat, Shuffles, Turn, Viewer, rollout};
use la_dame_noire::{Action, LaDameNoire, Phase, Rules};

const TRIES: u64 = 40;
/// The number of the first deal. No parameter was tuned on deals from this number on.
const FIRST: u64 = 30_000_000;
/// The number to add to the number of a deal that was thrown in. The sum is the number of the deal that is played
/// instead.
const NEXT: u64 = 1_000_000;

#[derive(Clone, Copy)]
enum Want {
    Points,
    FirstOut,
}

impl Want {
    fn of(self, deal: &LaDameNoire, seat: Seat) -> f64 {
        match self {
            Want::Points => {
                let points = deal.points();
                // A deal that was thrown in has none.
                let of = |seat: Seat| f64::from(points[seat].unwrap_or(0));
                let all: f64 = Seat::all(4).map(of).sum();
                of(seat) - (all - of(seat)) / 3.0
            }
            Want::FirstOut => f64::from(u8::from(is_first(deal, seat))),
        }
    }
}

fn main() {
    let deals: u64 = match std::env::args().nth(1).map(|deals| deals.parse()) {
        Some(Ok(deals)) if deals > 1 => deals,
        _ => {
            eprintln!("open_cards DEALS: how many deals, at least two");
            std::process::exit(2);
        }
    };
    println!("{deals} deals, one seat sees all cards, 95 % intervals");
    for (name, want) in [("points", Want::Points), ("to be first out", Want::FirstOut)] {
        let (mut first, mut held, mut won, mut gains, mut points) = (0, 0, 0, Vec::new(), 0.0);
        for number in 0..deals {
            let seat = Seat::new((number % 4) as u8);
            let deal = play(FIRST + number / 4, seat, want);
            let is_first = is_first(&deal, seat);
            first += u32::from(is_first);
            if deal.view(Viewer::Public).bet.is_some_and(|bet| bet.seat == seat) {
                held += 1;
                won += u32::from(is_first);
            }
            gains.push(Want::Points.of(&deal, seat));
            points += f64::from(deal.points()[seat].unwrap_or(0));
        }
        let n = deals as f64;
        let share = f64::from(first) / n;
        let gain = gains.iter().sum::<f64>() / n;
        let variance = gains.iter().map(|one| (one - gain).powi(2)).sum::<f64>() / (n - 1.0);
        println!(
            "wants {name}: first out {:.1} ± {:.1} %, {won} of {held} bets won, {:.1} points a deal, which is {gain:+.1} ± {:.1} \
             against the mean of the others",
            100.0 * share,
            196.0 * (share * (1.0 - share) / n).sqrt(),
            points / n,
            1.96 * (variance / n).sqrt(),
        );
    }
}

/// A deal with a bet.
fn play(mut number: u64, sees_all: Seat, want: Want) -> LaDameNoire {
    let rules = Rules::default();
    let standing = LaDameNoire::start(&rules, 4).expect("four seats");
    loop {
        let mut deal = LaDameNoire::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(number)));
        let mut rng = Rng::new(number);
        while let Turn::Open { must, may } = deal.turn() {
            let (seat, action) = may
                .from_seat(deal.first_asked(), 4)
                .chain(must)
                .find_map(|seat| {
                    let must = must.has(seat);
                    let action = if seat == sees_all {
                        best(&deal, seat, must, want, &mut rng)
                    } else {
                        by_rule(&deal, seat, must, &mut rng)
                    };
                    action.map(|action| (seat, action))
                })
                .expect("a seat that must act has an action");
            deal.apply(seat, action);
        }
        if deal.view(Viewer::Public).phase == Phase::Over {
            return deal;
        }
        number += NEXT;
    }
}

fn by_rule(deal: &LaDameNoire, seat: Seat, must: bool, rng: &mut Rng) -> Option<Action> {
    let mut legal = Vec::new();
    deal.legal(seat, &mut legal);
    LaDameNoire::suggest(&deal.view(Viewer::Seat(seat)), &legal, must, rng)
}

/// Returns the choice with the best average result on the true cards, or the rule player's choice if no other is
/// better.
fn best(deal: &LaDameNoire, seat: Seat, must: bool, want: Want, rng: &mut Rng) -> Option<Action> {
    let by_rule = by_rule(deal, seat, must, rng);
    let mut legal = Vec::new();
    deal.legal(seat, &mut legal);
    let others = legal.into_iter().map(Some).chain((!must).then_some(None)).filter(|choice| *choice != by_rule);
    let mut best = (by_rule, worth(deal, seat, by_rule, want));
    for choice in others {
        let worth = worth(deal, seat, choice, want);
        if worth > best.1 {
            best = (choice, worth);
        }
    }
    best.0
}

fn worth(deal: &LaDameNoire, seat: Seat, choice: Option<Action>, want: Want) -> f64 {
    let tried = |dice: u64| {
        let mut deal = deal.clone();
        let mut rng = Rng::new(dice);
        let next = deal.turn().must().first().expect("play waits for somebody");
        let (actor, action) = match choice {
            Some(action) => (seat, action),
            None => (next, deal.rollout(next, &mut rng).expect("a seat that must act has an action")),
        };
        deal.apply(actor, action);
        rollout(&mut deal, &mut rng, 5_000);
        want.of(&deal, seat)
    };
    (0..TRIES).map(tried).sum::<f64>() / TRIES as f64
}

fn is_first(deal: &LaDameNoire, seat: Seat) -> bool {
    deal.view(Viewer::Public).out.first() == Some(&seat)
}
