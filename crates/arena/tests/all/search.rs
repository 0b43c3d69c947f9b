//! Tests of bots that search, in every game of several seats. These bots do not use hidden cards. They give equal
//! answers to equal questions. They stop when they are cancelled.

use std::sync::atomic::AtomicBool;

use cards::Seed;
use catalog::{CardGame, Visit, player, visit};
use game::{Rng, Seat, Shuffles, Turn, Viewer};
use search::{Ask, Endings, Level, Rollouts};

/// Returns every game that four people can play.
fn games() -> impl Iterator<Item = &'static str> {
    catalog::entries().into_iter().filter(|entry| entry.seats.contains(&4)).map(|entry| entry.id)
}

const METHODS: [Level; 11] = [
    Level::Beginner,
    Level::Net,
    Level::Pimc(40, Endings::Rule),
    Level::Pimc(40, Endings::Exact),
    Level::Resampling(40),
    Level::Close(40),
    Level::NetRollouts(40),
    Level::Ismcts(40, Rollouts::Rule),
    Level::Ismcts(40, Rollouts::Random),
    Level::Ismcts(40, Rollouts::Net),
    Level::Advice(40),
];

/// A decision of a deal: the seat that was asked, and whether play waits for it.
struct Asked<G> {
    deal: G,
    seat: Seat,
    must: bool,
}

/// Returns the positions of a few deals that the rule player plays.
fn positions<G: CardGame>(from: u64, deals: u64) -> Vec<Asked<G>> {
    let rules = G::Rules::default();
    let mut asked = Vec::new();
    for number in from..from + deals {
        let standing = G::start(&rules, 4).expect("four can play");
        let mut deal = G::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(number)));
        let mut rng = Rng::new(number);
        for _ in 0..300 {
            let Turn::Open { must, may } = deal.turn() else { break };
            asked.extend(may.map(|seat| Asked { deal: deal.clone(), seat, must: false }));
            let seat = must.first().expect("somebody must act");
            asked.push(Asked { deal: deal.clone(), seat, must: true });
            let action = deal.rollout(seat, &mut rng).expect("who must act acts");
            deal.apply(seat, action);
        }
    }
    asked
}

fn decide<G: CardGame>(asked: &Asked<G>, deal: &G, of: Level, cancel: bool) -> Option<G::Action> {
    let mut legal = Vec::new();
    deal.legal(asked.seat, &mut legal);
    let view = deal.view(Viewer::Seat(asked.seat));
    let cancel = AtomicBool::new(cancel);
    let ask = Ask { seat: asked.seat, view: &view, legal: &legal, must: asked.must, cancel: &cancel };
    let answer = player::<G>(of, 7).decide(ask);
    match answer {
        Some(action) => assert!(legal.contains(&action), "{} {of:?}: {action} is not legal", G::ID),
        None => assert!(!asked.must, "{} {of:?} does not act though it must", G::ID),
    }
    answer
}

struct NoPeeking;
impl Visit for NoPeeking {
    type Output = ();
    fn visit<G: CardGame>(self) {
        let mut rng = Rng::new(3);
        let mut different = 0;
        for asked in positions::<G>(1_000_101, 2).iter().step_by(5) {
            let view = asked.deal.view(Viewer::Seat(asked.seat));
            // Another deal that looks the same to this seat.
            let other = G::sample(&G::sampler(&view), &mut rng);
            different += u32::from(Seat::all(4).any(|seat| {
                seat != asked.seat && other.view(Viewer::Seat(seat)) != asked.deal.view(Viewer::Seat(seat))
            }));
            for of in METHODS {
                let here = decide(asked, &asked.deal, of, false);
                assert_eq!(here, decide(asked, &other, of, false), "{} {of:?} peeks", G::ID);
                assert_eq!(here, decide(asked, &asked.deal, of, false), "{} {of:?} is not the same twice", G::ID);
            }
        }
        assert!(different > 3, "{}: the other deals must be others", G::ID);
    }
}

#[test]
fn what_is_hidden_changes_no_choice() {
    for game in games() {
        visit(game, NoPeeking).unwrap();
    }
}

struct Stops;
impl Visit for Stops {
    type Output = ();
    fn visit<G: CardGame>(self) {
        for asked in positions::<G>(1_000_201, 1).iter().step_by(7) {
            // So many simulations would take hours if the bot were not stopped.
            for of in METHODS.into_iter().filter(|method| method.searches()) {
                decide(asked, &asked.deal, of.with_simulations(u32::MAX), true);
            }
        }
    }
}

#[test]
fn who_is_told_to_stop_answers_at_once() {
    for game in games() {
        visit(game, Stops).unwrap();
    }
}

/// A check of the estimates of choices. Close choices get more simulations than others. The best choice comes first.
struct Considers;
impl Visit for Considers {
    type Output = ();
    fn visit<G: CardGame>(self) {
        let cancel = AtomicBool::new(false);
        let mut considered = 0;
        let options = |asked: &Asked<G>| {
            let mut legal = Vec::new();
            asked.deal.legal(asked.seat, &mut legal);
            legal
        };
        // Also checks positions with exactly two actions of which one is rash, such as Kaël's call with the last card.
        let is_rash = |asked: &Asked<G>| {
            let view = asked.deal.view(Viewer::Seat(asked.seat));
            let sampler = G::sampler(&view);
            let legal = options(asked);
            legal.len() == 2 && legal.iter().any(|action| G::is_rash(&view, *action, &sampler, &mut Rng::new(1)))
        };
        let between_two = positions::<G>(1_000_301, 40).into_iter().filter(|asked| asked.must && is_rash(asked));
        let between_two: Vec<Asked<G>> = between_two.take(2).collect();
        assert_eq!(between_two.len(), if G::ID == "kael" { 2 } else { 0 }, "{}", G::ID);
        for asked in positions::<G>(1_000_301, 1).into_iter().step_by(9).chain(between_two) {
            let legal = options(&asked);
            let view = asked.deal.view(Viewer::Seat(asked.seat));
            for of in
                [Level::Pimc(200, Endings::Rule), Level::Pimc(200, Endings::Exact), Level::Ismcts(200, Rollouts::Rule)]
            {
                let mut bot = player::<G>(of, 1);
                let ask = Ask { seat: asked.seat, view: &view, legal: &legal, must: asked.must, cancel: &cancel };
                let estimates = bot.consider(ask);
                if legal.len() + usize::from(!asked.must) < 2 {
                    assert!(estimates.is_empty(), "{}: nothing to choose", G::ID);
                    continue;
                }
                considered += 1;
                let all: u32 = estimates.iter().map(|estimate| estimate.simulations).sum();
                // If a bot solves an ending exactly, `spent` counts the simulations that would take the same time. So
                // `spent` can exceed the sum over all choices.
                let dearer = of == Level::Pimc(200, Endings::Exact) && all < bot.spent();
                assert!(all == bot.spent() || dearer, "{} {of:?}: {all} of {}", G::ID, bot.spent());
                assert!(estimates.iter().all(|estimate| estimate.points.is_finite() && estimate.error >= 0.0));
                let ask = Ask { seat: asked.seat, view: &view, legal: &legal, must: asked.must, cancel: &cancel };
                let chosen = player::<G>(of, 1).decide(ask);
                assert_eq!(estimates[0].action, chosen, "{} {of:?}: the best comes first", G::ID);
            }
        }
        assert!(considered > 4, "{}", G::ID);
    }
}

#[test]
fn choices_are_weighed() {
    for game in games() {
        visit(game, Considers).unwrap();
    }
}
