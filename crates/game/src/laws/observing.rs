//! The laws of observations and of actions by number.

use cards::Seed;

use super::{Case, next};
use crate::{Channel, Chosen, Game, Hint, Observe, Prompt, Rng, Seat, Show, Shuffles, Turn, Worlds, width};

/// Plays random matches and checks on every position that the laws of [`Observe`] hold:
///
/// * an observation writes every number, each in the range of its channel, and so do the hidden channels;
/// * in a world that agrees with the seat's view, the observation and the mask are the same, now and after the same
///   actions of others;
/// * numbers of the mask lead to each legal action, and each number of the mask leads to a legal action;
/// * the numbers of a row are in range, and different actions have different rows;
/// * a deal played by numbers ends like the same deal played by actions.
///
/// # Panics
/// If a law is broken. The message names the law and the number of the deal.
pub fn check_observations<G: Game + Show + Observe + Worlds + Hint>(case: &Case<G>) {
    named_once(&[G::CHANNELS, G::HIDDEN].concat());
    named_once(G::ROW);
    for number in case.first..case.first + case.matches {
        let mut rng = Rng::new(number);
        let mut standing = G::start(&case.rules, case.seats).expect("the case names seats of the game");
        let mut shuffles = Shuffles::from_seed(Seed::numbered(number));
        let mut left = case.cap;
        while G::ranking(&case.rules, &standing).is_none() && left > 0 {
            let mut deal = G::deal(&case.rules, &standing, shuffles);
            by_numbers(&deal, case, number);
            loop {
                // Only about a third of the positions are checked, because sampling worlds takes longer than play.
                let looks = left == case.cap || deal.turn().is_over() || rng.below(3) == 0;
                for seat in Seat::all(case.seats).filter(|_| looks) {
                    check_seat(case, &deal, seat, &mut rng, number);
                }
                if deal.turn().is_over() || left == 0 {
                    break;
                }
                left -= 1;
                let (seat, action) = next(&deal, case.seats, &mut rng);
                deal.apply(seat, action);
            }
            standing = deal.next_standing();
            shuffles = deal.shuffles().clone();
        }
    }
}

fn named_once(channels: &[Channel]) {
    for (at, channel) in channels.iter().enumerate() {
        assert!(channel.len > 0 && channel.low < channel.high, "{}: it holds nothing", channel.name);
        assert!(channels[..at].iter().all(|other| other.name != channel.name), "{}: named twice", channel.name);
    }
}

fn observation<G: Observe>(deal: &G, seat: Seat) -> Vec<i8> {
    let mut out = vec![0; width(G::CHANNELS)];
    deal.observe(seat, G::Draft::default(), &mut out);
    let mut again = vec![99; out.len()];
    deal.observe(seat, G::Draft::default(), &mut again);
    assert_eq!(out, again, "seat {seat}: something was not written");
    in_range(G::CHANNELS, &out);
    out
}

fn check_hidden<G: Observe>(deal: &G, seat: Seat) {
    let [zeros, nines] = [0, 99].map(|before| {
        let mut out = vec![before; width(G::HIDDEN)];
        deal.reveal(seat, &mut out);
        out
    });
    assert_eq!(zeros, nines, "seat {seat}: a hidden channel was not written");
    in_range(G::HIDDEN, &zeros);
}

fn in_range(channels: &[Channel], mut numbers: &[i8]) {
    for channel in channels {
        let (own, rest) = numbers.split_at(channel.len);
        numbers = rest;
        let range = channel.low..=channel.high;
        assert!(own.iter().all(|number| range.contains(number)), "{}: {own:?} is not in {range:?}", channel.name);
    }
}

fn check_seat<G: Show + Observe + Worlds>(case: &Case<G>, deal: &G, seat: Seat, rng: &mut Rng, number: u64) {
    let seen = observation(deal, seat);
    check_hidden(deal, seat);
    let turn = deal.turn();
    if turn.names(seat) {
        check_actions(deal, seat, number);
    }
    if turn.is_over() {
        return;
    }
    let world = G::sample(&G::sampler(&deal.view(crate::Viewer::Seat(seat))), rng);
    assert_eq!(observation(&world, seat), seen, "deal {number}: seat {seat} observes hidden cards");
    if turn.names(seat) {
        assert_eq!(
            mask(&world, seat).1,
            mask(deal, seat).1,
            "deal {number}: the mask of seat {seat} shows hidden cards"
        );
    }
    let (mut real, mut twin) = (deal.clone(), world);
    for _ in 0..4 {
        let Some(actor) = real.turn().must().first() else { break };
        let Some(action) = real.random(actor, rng) else { break };
        let mut possible = Vec::new();
        if twin.turn().names(actor) {
            twin.legal(actor, &mut possible);
        }
        if possible.binary_search(&action).is_err() || (case.reveals)(&real, seat, actor, action) {
            break;
        }
        real.apply(actor, action);
        twin.apply(actor, action);
        assert_eq!(
            observation(&real, seat),
            observation(&twin, seat),
            "deal {number}: {actor} {action} lets seat {seat} observe hidden cards"
        );
    }
}

fn mask<G: Observe>(deal: &G, seat: Seat) -> (Vec<G::Action>, Vec<i8>) {
    let (mut legal, mut mask) = (Vec::new(), vec![7; G::ACTIONS]);
    deal.mask(seat, G::Draft::default(), &mut legal, &mut mask);
    assert!(mask.iter().all(|bit| matches!(bit, 0 | 1)), "the mask of seat {seat} was not written whole");
    (legal, mask)
}

/// Checks that every legal action has its numbers and its row.
fn check_actions<G: Observe>(deal: &G, seat: Seat, number: u64) {
    let mut actions = Vec::new();
    deal.legal(seat, &mut actions);
    let mut reached = vec![0; G::ACTIONS];
    for &action in &actions {
        let mut draft = G::Draft::default();
        let (mut legal, mut mask) = (Vec::new(), vec![0; G::ACTIONS]);
        loop {
            deal.mask(seat, draft, &mut legal, &mut mask);
            let chosen = deal.number_of(seat, draft, &legal, action);
            assert_eq!(mask[chosen], 1, "deal {number}: {action} has number {chosen}, which the mask forbids");
            if draft == G::Draft::default() {
                reached[chosen] = 1;
            }
            match deal.choose(seat, &mut draft, &legal, chosen) {
                Chosen::More => {}
                Chosen::Act(other) => {
                    assert_eq!(other, action, "deal {number}: number {chosen} is another action");
                    break;
                }
                Chosen::NotNow | Chosen::GiveUp => panic!("deal {number}: {action} has the number of no action"),
            }
        }
    }
    let (legal, possible) = mask(deal, seat);
    let first_only = actions.len() == possible.iter().filter(|&&bit| bit == 1).count();
    if first_only {
        assert_eq!(possible, reached, "deal {number}: a number of the mask is no action");
    }
    let mut rows: Vec<Vec<i8>> = Vec::new();
    for chosen in (0..G::ACTIONS).filter(|&chosen| possible[chosen] == 1) {
        let mut row = vec![0; width(G::ROW)];
        deal.row(seat, G::Draft::default(), &legal, chosen, &mut row);
        in_range(G::ROW, &row);
        assert!(!rows.contains(&row), "deal {number}: two actions have the same row");
        rows.push(row);
    }
}

/// Plays a deal by numbers and checks that it ends like the same deal played by actions.
fn by_numbers<G: Observe>(dealt: &G, case: &Case<G>, number: u64) {
    let mut rng = Rng::new(number);
    let (mut deal, mut twin) = (dealt.clone(), dealt.clone());
    let mut ask = Prompt::first(&deal).expect("a deal begins with somebody");
    let (mut legal, mut mask) = (Vec::new(), vec![0; G::ACTIONS]);
    for _ in 0..case.cap {
        let Turn::Open { must, may } = deal.turn() else { break };
        assert!(if ask.must { must.has(ask.seat) } else { may.has(ask.seat) }, "deal {number}: seat {}", ask.seat);
        ask.mask(&deal, &mut legal, &mut mask);
        let possible: Vec<usize> = (0..G::ACTIONS).filter(|&chosen| mask[chosen] == 1).collect();
        let chosen = rng.pick(&possible);
        let (seat, choice) = (ask.seat, { ask }.choice(&deal, &legal, chosen));
        if choice == Chosen::GiveUp {
            break;
        }
        let changed = ask.play(&mut deal, &legal, chosen);
        assert_eq!(changed, matches!(choice, Chosen::Act(_)));
        if let Chosen::Act(action) = choice {
            twin.play(seat, action).unwrap_or_else(|error| panic!("deal {number}: number {chosen}: {error}"));
        }
    }
    assert!(super::same_views(&deal, &twin, case.seats), "deal {number}: by numbers it went another way");
}
