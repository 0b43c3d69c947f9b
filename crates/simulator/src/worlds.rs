//! A situation in two worlds: a table in the middle of a deal, and the same table with other hidden cards. Both agree
//! with everything that one seat has seen.

use catalog::{CardGame, Visit};
use game::{Rng, Seat, Turn, Viewer, WrittenOptions};
use table::{AnyTable, Match, MatchPhase, Setup, Table};

/// A function that opens the same table each time it is called.
pub type Opening = Box<dyn Fn() -> Box<dyn AnyTable>>;

/// A table in two worlds. It can be opened again and again, because servers that take the table over load it again.
pub struct Situation {
    /// The table in the real world and in the other world.
    pub open: [Opening; 2],
    /// The seat that sees the same in both worlds.
    pub viewer: Seat,
    /// Returns an action as other seats see it.
    pub seen: fn(&str) -> String,
}

/// The number of worlds that are drawn. The one with the most legal actions in common with the real world is chosen.
const DRAWN: u32 = 4;

/// Plays a match at random, and looks for a second world. `actions` is the number of actions that are played; the start
/// of a further deal counts as one of them. Returns `None` if there is no second world, or if no deal is in play after
/// these actions.
pub fn situation(setup: &Setup, actions: u32, rng: &mut Rng) -> Option<Situation> {
    catalog::visit(setup.game, MakeSituation { setup, actions, rng }).expect("a game of the catalog")
}

struct MakeSituation<'a> {
    setup: &'a Setup,
    actions: u32,
    rng: &'a mut Rng,
}

impl Visit for MakeSituation<'_> {
    type Output = Option<Situation>;

    fn visit<G: CardGame>(self) -> Option<Situation> {
        let MakeSituation { setup, actions, rng } = self;
        let (_, rules) = WrittenOptions::read::<G>(setup.rules, setup.options.clone()).expect("a setup of a plan");
        let mut course = Match::<G>::start(rules, setup.names.clone(), setup.seed).expect("a setup of a plan");
        for _ in 0..actions {
            match course.phase() {
                MatchPhase::Over => return None,
                MatchPhase::Between => course.next(),
                MatchPhase::Deal => {
                    let (seat, action) = next(course.deal(), course.seats(), rng)?;
                    course.play(seat, action);
                }
            }
        }
        if course.phase() != MatchPhase::Deal {
            return None;
        }
        let deal = course.deal().clone();
        let viewer = Seat::new(rng.below(u32::from(course.seats())) as u8);
        let sampler = G::sampler(&deal.view(Viewer::Seat(viewer)));
        let worlds = (0..DRAWN).map(|_| G::sample(&sampler, rng));
        let all = deal.view(Viewer::All);
        let other = worlds.filter(|world| world.view(Viewer::All) != all || course.seats() == 1);
        let other = other.max_by_key(|world| shared(&deal, world, course.seats()))?;
        let open = [deal, other].map(|deal| -> Opening {
            let (setup, world) = (setup.clone(), course.in_world(deal));
            Box::new(move || {
                let again = world.in_world(world.deal().clone());
                Box::new(Table::in_the_middle(setup.clone(), again).expect("a setup of a plan"))
            })
        });
        Some(Situation { open, viewer, seen: seen::<G> })
    }
}

/// Returns the number of actions that are legal in both worlds.
fn shared<G: CardGame>(one: &G, other: &G, seats: u8) -> usize {
    let legal = |deal: &G, seat: Seat| {
        let mut legal = Vec::new();
        deal.legal(seat, &mut legal);
        legal
    };
    let both = Seat::all(seats).map(|seat| {
        let others = legal(other, seat);
        legal(one, seat).iter().filter(|action| others.contains(action)).count()
    });
    both.sum()
}

/// Returns a random next action. The seats are asked in the same order as in playouts.
fn next<G: CardGame>(deal: &G, seats: u8, rng: &mut Rng) -> Option<(Seat, G::Action)> {
    let Turn::Open { must, may } = deal.turn() else { return None };
    let mut asked = may.from_seat(deal.first_asked(), seats).chain(must);
    asked.find_map(|seat| deal.random(seat, rng).map(|action| (seat, action)))
}

fn seen<G: CardGame>(text: &str) -> String {
    text.parse().map_or_else(|_| text.to_owned(), |action: G::Action| G::seen_by_others(action))
}
