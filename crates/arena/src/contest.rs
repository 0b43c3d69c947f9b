//! One match among bots.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cards::Seed;
use catalog::CardGame;
use game::{PerSeat, Seat, SeatsError, Viewer};
use search::Ask;
use serde::Serialize;
use table::{Match, Phase};

use crate::player::{Clock, Entrant, Player};

/// What a match is played with.
pub(crate) struct Contest<'a, G: CardGame> {
    pub(crate) rules: G::Rules,
    /// Who plays on each seat.
    pub(crate) entrants: &'a [&'a Entrant],
    /// The most actions of a deal; thrown-in deals before it count with it.
    pub(crate) cap: u32,
    pub(crate) wants_record: bool,
    /// For budgets in time, and to time decisions.
    pub(crate) clock: Option<&'a dyn Clock>,
}

/// A match that reached the cap.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Capped {
    /// A solitaire was given up.
    GivenUp,
    /// A match of several seats was broken off.
    BrokenOff,
}

/// What is counted of a match.
pub(crate) struct Outcome {
    pub(crate) record: Option<String>,
    pub(crate) deals: Vec<Dealt>,
    pub(crate) totals: Vec<i32>,
    pub(crate) winners: Option<Vec<Seat>>,
    pub(crate) actions: u64,
    pub(crate) capped: Option<Capped>,
    /// Those with a choice, where there is a clock.
    pub(crate) decisions: Vec<Decision>,
}

/// A decision with a choice.
#[derive(Clone, Copy)]
pub(crate) struct Decision {
    pub(crate) seat: Seat,
    pub(crate) simulations: u32,
    pub(crate) took: Duration,
}

/// A finished deal.
pub(crate) struct Dealt {
    pub(crate) points: Vec<Option<i32>>,
    /// For each seat by how many thousandths of a point its standing gained on the mean of the others', by
    /// [`Game::value`](game::Game::value): more is better in every game.
    pub(crate) gains: Vec<i64>,
    /// For each seat a bit for each of the game's marks.
    pub(crate) marks: Vec<u32>,
    /// The same seat dealt again: it counted for nothing (D5).
    pub(crate) thrown_in: bool,
}

impl<G: CardGame> Contest<'_, G> {
    /// Plays a match. Bots know their own seeds and nothing of the match's.
    pub(crate) fn play(&self, seed: Seed, bot_seed: impl Fn(u8) -> u64) -> Result<Outcome, SeatsError> {
        self.watched(seed, bot_seed, &mut ())
    }

    /// The same, while somebody looks on.
    pub(crate) fn watched(
        &self,
        seed: Seed,
        bot_seed: impl Fn(u8) -> u64,
        watch: &mut impl Watch<G>,
    ) -> Result<Outcome, SeatsError> {
        let names = self.entrants.iter().map(|entrant| entrant.name().to_owned()).collect();
        let mut course = Match::<G>::start(self.rules, names, seed)?;
        let mut players: Vec<Box<dyn Player<G>>> =
            self.entrants.iter().zip(0..).map(|(entrant, seat)| entrant.sit(bot_seed(seat))).collect();
        let mut deals: Vec<Dealt> = Vec::new();
        let mut decisions = Vec::new();
        let (mut actions, mut in_deal) = (0, 0);
        let mut capped = None;
        listen(&mut players, |player, seat| player.dealt(&course, seat));
        loop {
            match course.phase() {
                Phase::Over => break,
                Phase::Between => {
                    let dealer = G::dealer(course.standing());
                    course.next();
                    // [D5] Thrown-in deals have no limit of their own: they count with the deal that follows.
                    if G::dealer(course.standing()) == dealer {
                        deals.last_mut().expect("a deal was finished").thrown_in = true;
                    } else {
                        in_deal = 0;
                    }
                    listen(&mut players, |player, seat| player.dealt(&course, seat));
                }
                Phase::Deal if in_deal >= self.cap => {
                    if course.seats() == 1 {
                        course.give_up();
                        deals.push(dealt(&course));
                        capped = Some(Capped::GivenUp);
                    } else {
                        capped = Some(Capped::BrokenOff);
                    }
                    break;
                }
                Phase::Deal => {
                    watch.before(course.deal(), course.seats());
                    let (seat, action) = self.next(course.deal(), &mut players, &mut decisions);
                    listen(&mut players, |player, listener| player.happens(course.deal(), listener, seat, action));
                    course.play(seat, action);
                    actions += 1;
                    in_deal += 1;
                    if course.phase() != Phase::Deal {
                        listen(&mut players, |player, seat| player.scored(&course, seat));
                        watch.scored(course.deal(), course.seats());
                        deals.push(dealt(&course));
                    }
                }
            }
        }
        listen(&mut players, |player, seat| player.over(&course, seat));
        Ok(Outcome {
            record: self.wants_record.then(|| course.record()),
            deals,
            totals: course.totals(),
            winners: course.winners(),
            actions,
            capped,
            decisions,
        })
    }

    /// Asks the players what happens next: seats that can cut in once each, in playing order from the seat to play, then
    /// the first of those that play waits for.
    fn next(&self, deal: &G, players: &mut [Box<dyn Player<G>>], decisions: &mut Vec<Decision>) -> (Seat, G::Action) {
        let seats = players.len() as u8;
        let turn = deal.turn();
        let from = deal.first_asked();
        let mut legal = Vec::new();
        let first = turn.must().from_seat(from, seats).next();
        for seat in turn.may().from_seat(from, seats).chain(first) {
            let must = turn.must().has(seat);
            legal.clear();
            deal.legal(seat, &mut legal);
            let view = deal.view(Viewer::Seat(seat));
            let cancel = Arc::new(AtomicBool::new(false));
            let ask = Ask { seat, view: &view, legal: &legal, must, cancel: &cancel };
            let player = &mut players[seat.index()];
            let has_choice = legal.len() + usize::from(!must) > 1;
            let answer = match self.clock.filter(|_| has_choice) {
                Some(clock) => {
                    let began = clock.now();
                    if let Some(time) = self.entrants[seat.index()].time() {
                        clock.alarm(time, &cancel);
                    }
                    let answer = player.decide(ask, self.clock);
                    let took = clock.now().saturating_sub(began);
                    decisions.push(Decision { seat, simulations: player.spent(), took });
                    answer
                }
                None => player.decide(ask, self.clock),
            };
            if let Some(action) = answer {
                assert!(legal.binary_search(&action).is_ok(), "seat {seat}: the bot's {action} is not legal");
                return (seat, action);
            }
        }
        panic!("a bot had no answer though play waits for it");
    }
}

/// Somebody who sees all cards and says nothing.
pub(crate) trait Watch<G: CardGame> {
    /// This is the position before the next action.
    fn before(&mut self, deal: &G, seats: u8);
    /// The deal is over.
    fn scored(&mut self, deal: &G, seats: u8);
}

impl<G: CardGame> Watch<G> for () {
    fn before(&mut self, _: &G, _: u8) {}
    fn scored(&mut self, _: &G, _: u8) {}
}

fn listen<G: CardGame>(players: &mut [Box<dyn Player<G>>], mut tell: impl FnMut(&mut dyn Player<G>, Seat)) {
    for (player, seat) in players.iter_mut().zip(0..) {
        tell(&mut **player, Seat::new(seat));
    }
}

fn dealt<G: CardGame>(course: &Match<G>) -> Dealt {
    let deal = course.deal();
    let marks = Seat::all(course.seats())
        .map(|seat| (0..G::MARKS.len()).filter(|&mark| deal.mark(mark, seat)).fold(0, |set, mark| set | 1 << mark))
        .collect();
    Dealt { points: deal.points().to_vec(), gains: gains(course), marks, thrown_in: false }
}

/// What the deal changed, in thousandths of a point: whole numbers add up to the same in any order.
fn gains<G: CardGame>(course: &Match<G>) -> Vec<i64> {
    let (rules, deal) = (course.rules(), course.deal());
    if !deal.turn().is_over() {
        return vec![0; usize::from(course.seats())];
    }
    let before = G::value(rules, course.standing());
    let after = G::value(rules, &deal.settle());
    let change = PerSeat::from_fn(course.seats(), |seat| f64::from(after[seat]) - f64::from(before[seat]));
    let all: f64 = change.iter().sum();
    let others = f64::from(course.seats().max(2) - 1);
    change.iter().map(|own| ((own - (all - own) / others) * 1_000.0).round() as i64).collect()
}
