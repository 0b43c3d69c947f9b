//! A decision of a seat, to be looked at again.

use std::marker::PhantomData;

use game::{Game, PerSeat, Seat, Show, Viewer};

use crate::Question;
use crate::record::{Fault, Raw, Watch, walk};

/// What a seat was asked, what it did, and where.
///
/// It holds what the seat knew then, never a deal: whoever judges it cannot know more than the player did.
pub struct Decision {
    /// The deal, from 0.
    pub deal: usize,
    /// The index into the deal's `actions` in the record: of the action itself or, where a chance was let pass, of what
    /// somebody else did.
    pub line: usize,
    /// What the seat was asked. Its decision number is not known from a record: 0.
    pub question: Question,
    /// What the standing before the deal was worth to each seat ([`Game::value`]).
    pub before: PerSeat<f32>,
    /// What it did, in notation; `None`: it let the chance pass.
    pub done: Option<String>,
}

/// All decisions of a record, in order; those of one seat and one deal if they are named. A seat that may cut in has a
/// decision in every position in which another acts: it let the chance pass.
///
/// # Errors
/// The first fault of the record.
pub fn decisions<G: Game + Show>(
    raw: &Raw<'_>,
    deal: Option<usize>,
    seat: Option<Seat>,
) -> Result<Vec<Decision>, Fault> {
    let mut collect = Collect::<G> { rules: None, standing: None, deal, seat, found: Vec::new(), game: PhantomData };
    walk::<G>(raw, &mut collect)?;
    Ok(collect.found)
}

struct Collect<G: Game> {
    rules: Option<G::Rules>,
    /// Before the deal in play.
    standing: Option<G::Standing>,
    deal: Option<usize>,
    seat: Option<Seat>,
    found: Vec<Decision>,
    game: PhantomData<G>,
}

impl<G: Game + Show> Watch<G> for Collect<G> {
    fn begins(&mut self, rules: &G::Rules, names: &[String]) {
        let seats = u8::try_from(names.len()).expect("the number of seats was checked");
        self.rules = Some(*rules);
        self.standing = Some(G::start(rules, seats).expect("the number of seats was checked"));
    }

    fn position(&mut self, _: usize, _: usize, position: &G) {
        if position.turn().is_over() {
            self.standing = Some(position.settle());
        }
    }

    fn act(&mut self, deal: usize, at: usize, position: &G, actor: Seat, action: G::Action) {
        if self.deal.is_some_and(|only| only != deal) {
            return;
        }
        let turn = position.turn();
        let passed = turn.may().into_iter().filter(|seat| *seat != actor).map(|seat| (seat, None));
        for (seat, done) in passed.chain([(actor, Some(action.to_string()))]) {
            if self.seat.is_some_and(|only| only != seat) {
                continue;
            }
            let mut legal = Vec::new();
            position.legal(seat, &mut legal);
            let (rules, standing) = (self.rules.as_ref(), self.standing.as_ref());
            let begun = "a record begins before its actions";
            self.found.push(Decision {
                deal,
                line: at,
                question: Question {
                    seat,
                    at: 0,
                    must: turn.must().has(seat),
                    view: Box::new(position.view(Viewer::Seat(seat))),
                    legal: Box::new(legal),
                },
                before: G::value(rules.expect(begun), standing.expect(begun)),
                done,
            });
        }
    }
}
