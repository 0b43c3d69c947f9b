//! One match among bots.

use std::sync::atomic::AtomicBool;

use cards::Seed;
use catalog::{CardGame, player};
use game::{Seat, SeatsError, Viewer};
use search::{Ask, Bot, Level};
use serde::Serialize;
use table::{Match, Phase};

/// What a match is played with.
pub(crate) struct Contest<'a, G: CardGame> {
    pub(crate) rules: G::Rules,
    pub(crate) names: &'a [String],
    pub(crate) levels: &'a [Level],
    /// The most actions of a deal; thrown-in deals before it count with it.
    pub(crate) cap: u32,
    pub(crate) wants_record: bool,
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
}

/// A finished deal.
pub(crate) struct Dealt {
    pub(crate) points: Vec<Option<i32>>,
    /// For each seat a bit for each of the game's marks.
    pub(crate) marks: Vec<u32>,
    /// The same seat dealt again: it counted for nothing (D5).
    pub(crate) thrown_in: bool,
}

impl<G: CardGame> Contest<'_, G> {
    /// Plays a match. Bots know their own seeds and nothing of the match's.
    pub(crate) fn play(&self, seed: Seed, bot_seed: impl Fn(u8) -> u64) -> Result<Outcome, SeatsError> {
        let mut course = Match::<G>::start(self.rules, self.names.to_vec(), seed)?;
        let mut bots: Vec<Box<dyn Bot<G>>> =
            self.levels.iter().zip(0..).map(|(l, seat)| player::<G>(*l, bot_seed(seat))).collect();
        let mut deals: Vec<Dealt> = Vec::new();
        let (mut actions, mut in_deal) = (0, 0);
        let mut capped = None;
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
                    let (seat, action) = next(course.deal(), course.seats(), &mut bots);
                    course.play(seat, action);
                    actions += 1;
                    in_deal += 1;
                    if course.phase() != Phase::Deal {
                        deals.push(dealt(&course));
                    }
                }
            }
        }
        Ok(Outcome {
            record: self.wants_record.then(|| course.record()),
            deals,
            totals: course.totals(),
            winners: course.winners(),
            actions,
            capped,
        })
    }
}

/// Asks the bots what happens next: seats that can cut in once each, in playing order from the seat to play, then the
/// first of those that play waits for.
fn next<G: CardGame>(deal: &G, seats: u8, bots: &mut [Box<dyn Bot<G>>]) -> (Seat, G::Action) {
    let cancel = AtomicBool::new(false);
    let turn = deal.turn();
    let from = deal.first_asked();
    let mut legal = Vec::new();
    let first = turn.must().from_seat(from, seats).next();
    for seat in turn.may().from_seat(from, seats).chain(first) {
        let must = turn.must().has(seat);
        legal.clear();
        deal.legal(seat, &mut legal);
        let view = deal.view(Viewer::Seat(seat));
        let answer = bots[seat.index()].decide(Ask { seat, view: &view, legal: &legal, must, cancel: &cancel });
        if let Some(action) = answer {
            assert!(legal.binary_search(&action).is_ok(), "seat {seat}: the bot's {action} is not legal");
            return (seat, action);
        }
    }
    panic!("a bot had no answer though play waits for it");
}

fn dealt<G: CardGame>(course: &Match<G>) -> Dealt {
    let deal = course.deal();
    let marks = Seat::all(course.seats())
        .map(|seat| (0..G::MARKS.len()).filter(|&mark| deal.mark(mark, seat)).fold(0, |set, mark| set | 1 << mark))
        .collect();
    Dealt { points: deal.points().to_vec(), marks, thrown_in: false }
}
