//! The laws that hold for every game. A game's tests call [`check_laws`] for each of its options and numbers of seats.

mod observing;
mod rest;

use cards::Seed;
use serde::de::DeserializeOwned;

use crate::{Game, Hint, Playout, Rng, Seat, Show, Shuffles, Turn, Viewer, Worlds};

pub use observing::check_observations;
pub use rest::{check_rest, takes_the_rest};

/// The matches that [`check_laws`] plays.
pub struct Case<G: Game> {
    /// House rules.
    pub rules: G::Rules,
    /// The number of seats.
    pub seats: u8,
    /// The number of the first match: match `k` has the seed of numbered deal `first + k`.
    pub first: u64,
    /// The number of matches.
    pub matches: u64,
    /// The number of actions after which a match is broken off.
    pub cap: u32,
    /// The game's own check of every position: conserved cards, sums of points.
    pub check: fn(&G),
    /// Returns whether this action shows the viewer an unknown card in this position: a draw, an exchange, a show of
    /// hands. Worlds that look the same to the viewer must still look the same after any other action.
    pub reveals: fn(&G, viewer: Seat, actor: Seat, G::Action) -> bool,
}

/// Returns the number of worlds that a test of a sampler draws: 200,000, or a million if `CARDROOM_LONG` is set.
#[must_use]
pub fn worlds_to_draw() -> u64 {
    if std::env::var_os("CARDROOM_LONG").is_some() { 1_000_000 } else { 200_000 }
}

/// Plays random matches and checks on every position that the laws hold:
///
/// * the same seed gives the same deal;
/// * `legal` is sorted, unique and not empty for each seat in `must` and in `may`, and empty for all other seats; no
///   seat is both in `must` and in `may`;
/// * if several seats choose at the same time, the choice is sealed ([`Playout::is_sealed`]);
/// * every legal action applies, and `play` accepts exactly the legal ones (actions from earlier in the match are tried
///   too);
/// * the notation and the JSON of actions, views, standings and options are read back unchanged;
/// * replaying the log gives the same views;
/// * a sampled world has the same view of the seat, the same `must` and the same own legal actions as the deal; after
///   the same actions of other seats, the seat still sees the same in the world and in the deal;
/// * the rule player and the random player answer with legal actions;
/// * the next standing of a finished deal has a dealer, totals and points for the seats that play.
///
/// # Panics
/// If a law is broken. The message names the law, the seed and the actions.
pub fn check_laws<G: Game + Show + Playout + Worlds + Hint>(case: &Case<G>) {
    for number in case.first..case.first + case.matches {
        check_match(case, number);
    }
}

fn check_match<G: Game + Show + Playout + Worlds + Hint>(case: &Case<G>, number: u64) {
    let seed = Seed::numbered(number);
    let mut rng = Rng::new(number);
    let mut standing = G::start(&case.rules, case.seats).expect("the case names seats of the game");
    let mut shuffles = Shuffles::from_seed(seed);
    reads_back(&case.rules);
    let mut seen: Vec<G::Action> = Vec::new();
    let mut left = case.cap;
    while G::ranking(&case.rules, &standing).is_none() && left > 0 {
        reads_back(&standing);
        let dealt = G::deal(&case.rules, &standing, shuffles.clone());
        let again = G::deal(&case.rules, &standing, shuffles.clone());
        assert!(same_views(&dealt, &again, case.seats), "deal {number}: the same seed gave another deal");
        let mut deal = dealt.clone();
        let mut log: Vec<(Seat, G::Action)> = Vec::new();
        loop {
            (case.check)(&deal);
            check_position(case, &deal, &log, &mut rng, &mut seen, number);
            if deal.turn().is_over() || left == 0 {
                break;
            }
            left -= 1;
            let (seat, action) = next(&deal, case.seats, &mut rng);
            deal.apply(seat, action);
            log.push((seat, action));
        }
        let mut replay = dealt;
        for (seat, action) in &log {
            replay.play(*seat, *action).unwrap_or_else(|e| panic!("deal {number}: the log does not replay: {e}"));
        }
        assert!(same_views(&deal, &replay, case.seats), "deal {number}: replaying the log gives other views");
        if !deal.turn().is_over() {
            return;
        }
        standing = deal.next_standing();
        shuffles = deal.shuffles().clone();
        assert_eq!(deal.points().seats(), case.seats);
        assert_eq!(G::totals(&standing).seats(), case.seats);
        assert!(G::dealer(&standing).index() < usize::from(case.seats));
        assert_eq!(G::value(&case.rules, &standing).seats(), case.seats);
    }
    if let Some(ranks) = G::ranking(&case.rules, &standing) {
        assert_eq!(ranks.seats(), case.seats);
        assert!(case.seats == 1 || ranks.contains(&0), "deal {number}: somebody wins: {ranks:?}");
    }
}

/// Chooses a random next action in the order of [`crate::playout`].
fn next<G: Playout>(deal: &G, seats: u8, rng: &mut Rng) -> (Seat, G::Action) {
    let Turn::Open { must, may } = deal.turn() else { unreachable!("the deal goes on") };
    may.from_seat(deal.first_asked(), seats)
        .chain(must)
        .find_map(|seat| deal.random(seat, rng).map(|action| (seat, action)))
        .expect("a seat that must act has an action")
}

fn check_position<G: Game + Show + Playout + Worlds + Hint>(
    case: &Case<G>,
    deal: &G,
    log: &[(Seat, G::Action)],
    rng: &mut Rng,
    seen: &mut Vec<G::Action>,
    number: u64,
) {
    let here = || {
        let log: Vec<String> = log.iter().map(|(seat, action)| format!("{seat} {action}")).collect();
        format!("numbered deal {number}, after {log:?}")
    };
    let turn = deal.turn();
    assert!((turn.must() & turn.may()).is_empty(), "a seat both must and may act: {}", here());
    assert_eq!(turn.is_over(), turn.must().is_empty(), "an open turn waits for somebody: {}", here());
    assert!(turn.must().len() < 2 || deal.is_sealed(), "several choose at once, in sight of each other: {}", here());
    for viewer in [Viewer::Public, Viewer::All] {
        reads_back(&deal.view(viewer));
    }
    if rng.below(8) == 0 {
        check_end(deal, &here);
    }
    for seat in Seat::all(case.seats) {
        let view = deal.view(Viewer::Seat(seat));
        reads_back(&view);
        let mut legal = Vec::new();
        deal.legal(seat, &mut legal);
        assert!(legal.is_sorted_by(|a, b| a < b), "legal is not sorted or not unique: {legal:?} {}", here());
        assert_eq!(legal.is_empty(), !turn.names(seat), "seat {seat}: legal and turn disagree: {}", here());
        for &action in &legal {
            assert_eq!(action.to_string().parse().as_ref(), Ok(&action), "notation: {}", here());
            reads_back(&action);
            reads_back(&deal.facts(seat, action));
            deal.clone().apply(seat, action);
            if seen.len() < 2_000 && !seen.contains(&action) {
                seen.push(action);
            }
        }
        for &action in seen.iter().filter(|_| rng.below(16) == 0).chain(&legal) {
            let lawful = legal.binary_search(&action).is_ok();
            let mut next = deal.clone();
            assert_eq!(next.play(seat, action).is_ok(), lawful, "seat {seat} {action}: {}", here());
            if !lawful {
                assert!(same_views(&next, deal, case.seats), "a refused action changed something: {}", here());
            }
        }
        if turn.names(seat) {
            let must = turn.must().has(seat);
            let answer = G::suggest(&view, &legal, must, rng);
            assert!(
                answer.map_or(!must, |a| legal.contains(&a)),
                "seat {seat}: the rule player's {answer:?}: {}",
                here()
            );
            for answer in [deal.random(seat, rng), deal.rollout(seat, rng)] {
                assert!(answer.map_or(!must, |a| legal.contains(&a)), "seat {seat}: {answer:?}: {}", here());
            }
        }
        if !turn.is_over() {
            let sampler = G::sampler(&view);
            for _ in 0..3 {
                let world = G::sample(&sampler, rng);
                check_world(case, deal, &world, seat, &legal, rng, &here);
            }
        }
    }
}

/// If the end is near enough for exact play, checks its choice: the seat to act gains nothing by any other action.
fn check_end<G: Hint>(deal: &G, here: &impl Fn() -> String) {
    let Some(seat) = deal.turn().must().first() else { return };
    let value = |mut deal: G| {
        if !deal.turn().is_over() {
            deal.play_out()?;
            assert!(deal.turn().is_over(), "played out and not over: {}", here());
        }
        Some(G::value(deal.rules(), &deal.next_standing())[seat])
    };
    let Some(best) = value(deal.clone()) else { return };
    let mut legal = Vec::new();
    deal.legal(seat, &mut legal);
    for action in legal {
        let mut next = deal.clone();
        next.apply(seat, action);
        let other = value(next).expect("nearer to the end");
        assert!(other <= best, "seat {seat} {action} brings {other}, the best play {best}: {}", here());
    }
}

/// Checks that the seat sees the same in the world and at the table, now and after the same actions of other seats.
fn check_world<G: Show + Playout>(
    case: &Case<G>,
    deal: &G,
    world: &G,
    seat: Seat,
    legal: &[G::Action],
    rng: &mut Rng,
    here: &impl Fn() -> String,
) {
    let viewer = Viewer::Seat(seat);
    assert_eq!(world.view(viewer), deal.view(viewer), "seat {seat}: a sampled world looks different: {}", here());
    assert_eq!(world.turn().must(), deal.turn().must(), "seat {seat}: `must` depends on hidden cards: {}", here());
    let mut own = Vec::new();
    world.legal(seat, &mut own);
    assert_eq!(own, legal, "seat {seat}: its legal actions depend on hidden cards: {}", here());
    let (mut real, mut twin) = (deal.clone(), world.clone());
    for _ in 0..4 {
        let turn = real.turn();
        let Some(actor) = turn.must().first() else { break };
        let Some(action) = real.random(actor, rng) else { break };
        let mut possible = Vec::new();
        if twin.turn().names(actor) {
            twin.legal(actor, &mut possible);
        }
        if possible.binary_search(&action).is_err() {
            break;
        }
        if (case.reveals)(&real, seat, actor, action) {
            break;
        }
        real.apply(actor, action);
        twin.apply(actor, action);
        let (mine, other) = (real.view(viewer), twin.view(viewer));
        assert_eq!(mine, other, "seat {seat}: {actor} {action} betrays hidden cards: {}", here());
        assert_eq!(real.turn().must(), twin.turn().must(), "seat {seat}: same views, another `must`: {}", here());
    }
}

fn same_views<G: Game>(a: &G, b: &G, seats: u8) -> bool {
    Seat::all(seats).map(Viewer::Seat).chain([Viewer::Public, Viewer::All]).all(|v| a.view(v) == b.view(v))
}

fn reads_back<T: serde::Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(thing: &T) {
    let json = serde_json::to_string(thing).expect("it is serialisable");
    let back: T = serde_json::from_str(&json).unwrap_or_else(|e| panic!("{json}: {e}"));
    assert_eq!(&back, thing, "{json}");
}
