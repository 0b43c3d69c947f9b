//! A decision of a seat, now or in the past.

use std::any::Any;

use game::{Game, MAX_SEATS, Playout, Seat, Show, Viewer};

use crate::matches::FinishedDeal;
use crate::record::{Raw, RecordFault, Watch, walk};
use crate::{FaceUp, Question};

/// A decision of a seat: the question, the action, and the place.
///
/// If several seats choose at the same time, each decision contains the position in which the decision began. Later
/// choices of other seats do not change the decision. So the decision is the same whenever it is evaluated.
///
/// A decision contains the seat's view at that time, never a deal: an evaluation cannot know more than the player did.
pub struct Decision {
    /// The deal, from 0.
    pub deal: usize,
    /// The index into the deal's `actions` in the record. If the seat acted, it is the index of the seat's action. If
    /// the seat let a chance pass, it is the index of the other seat's action at that moment.
    pub line: usize,
    /// The number of actions in the deal before this decision began.
    pub after: usize,
    /// The question. In a decision from a record, the decision number is unknown, and 0 stands for it.
    pub question: Question,
    /// The value of the standing before the deal for the seat ([`game::utility`]).
    pub before: f64,
    /// The seat's `Action` of the game; `None` if the seat let the chance pass, or has not acted yet.
    pub done: Option<Box<dyn Any + Send>>,
}

/// For seats that choose at the same time, the position in which the decision of each began. The caller passes every
/// position to [`see`](Arrivals::see).
pub(crate) struct Arrivals<G> {
    /// For each seat, the number of actions that had been done, and the position.
    came: [Option<(usize, G)>; MAX_SEATS],
}

impl<G: Game + Playout> Arrivals<G> {
    pub(crate) fn new() -> Arrivals<G> {
        Arrivals { came: [const { None }; MAX_SEATS] }
    }

    /// Notes the position of the deal after the first `after` actions.
    pub(crate) fn see(&mut self, after: usize, position: &G) {
        if !position.is_sealed() {
            *self = Arrivals::new();
            return;
        }
        for seat in position.turn().must() {
            self.came[seat.index()].get_or_insert_with(|| (after, position.clone()));
        }
    }

    /// Notes that the seat has acted, so that its next decision begins in a later position.
    pub(crate) fn acted(&mut self, seat: Seat) {
        self.came[seat.index()] = None;
    }

    /// Returns the decision of the seat at this position. The caller must already have passed the position to
    /// [`see`](Arrivals::see).
    pub(crate) fn decision(&self, seat: Seat, after: usize, position: &G) -> (usize, Question) {
        let must = position.turn().must().has(seat);
        let came = self.came[seat.index()].as_ref().filter(|_| must);
        let (after, position) = came.map_or((after, position), |(after, position)| (*after, position));
        let mut legal = Vec::new();
        position.legal(seat, &mut legal);
        let view = Box::new(position.view(Viewer::Seat(seat)));
        (after, Question { seat, at: 0, must, view, legal: Box::new(legal) })
    }
}

/// Returns the decisions of a record, in order. `deal` and `seat` limit them to one deal or one seat. If a seat may cut
/// in and another seat acts, the first seat also has a decision: it let the chance pass.
///
/// # Errors
/// The first fault of the record.
pub fn decisions<G: Game + Show + Playout>(
    raw: &Raw<'_>,
    deal: Option<usize>,
    seat: Option<Seat>,
) -> Result<Vec<Decision>, RecordFault> {
    let mut collect = CollectDecisions::<G> {
        rules: None,
        standing: None,
        deal,
        seat,
        after: 0,
        arrivals: Arrivals::new(),
        found: Vec::new(),
    };
    walk::<G>(raw, &mut collect)?;
    Ok(collect.found)
}

/// Returns the decisions of a seat in a finished deal of a match at a table, as [`decisions`] reads them from its
/// record.
pub(crate) fn decisions_in<G: Game + Playout>(
    rules: &G::Rules,
    deal: usize,
    finished: &FinishedDeal<'_, G>,
    seat: Seat,
) -> Vec<Decision> {
    let mut collect = CollectDecisions::<G> {
        rules: Some(*rules),
        standing: Some(finished.standing.clone()),
        deal: None,
        seat: Some(seat),
        after: 0,
        arrivals: Arrivals::new(),
        found: Vec::new(),
    };
    let mut position = finished.dealt.clone();
    let mut line = 0;
    for step in finished.steps {
        // In a record, a shuffle is a line before the action that needs it.
        line += usize::from(step.shuffled.is_some());
        collect.acted(deal, line, &position, step.seat, step.action);
        position.apply(step.seat, step.action);
        line += 1;
    }
    collect.found
}

struct CollectDecisions<G: Game> {
    rules: Option<G::Rules>,
    /// The standing before the deal in play.
    standing: Option<G::Standing>,
    deal: Option<usize>,
    seat: Option<Seat>,
    /// The number of actions that have been done in the deal in play.
    after: usize,
    arrivals: Arrivals<G>,
    found: Vec<Decision>,
}

impl<G: Game + Show + Playout> Watch<G> for CollectDecisions<G> {
    fn begins(&mut self, rules: &G::Rules, names: &[String]) {
        let seats = u8::try_from(names.len()).expect("the number of seats was checked");
        self.rules = Some(*rules);
        self.standing = Some(G::start(rules, seats).expect("the number of seats was checked"));
    }

    fn dealt(&mut self, _: usize, _: Seat, _: &G) {
        self.after = 0;
        self.arrivals = Arrivals::new();
    }

    fn position(&mut self, _: usize, _: usize, position: &G) {
        if position.turn().is_over() {
            self.standing = Some(position.next_standing());
        }
    }

    fn act(&mut self, deal: usize, at: usize, position: &G, actor: Seat, action: G::Action) {
        if self.deal.is_none_or(|only| only == deal) {
            self.acted(deal, at, position, actor, action);
        }
    }
}

impl<G: Game + Playout> CollectDecisions<G> {
    /// Notes the decisions that end with this action: the decision of the actor, and the decisions of the seats that
    /// let a chance pass.
    fn acted(&mut self, deal: usize, at: usize, position: &G, actor: Seat, action: G::Action) {
        self.arrivals.see(self.after, position);
        let turn = position.turn();
        let passed = turn.may().into_iter().filter(|seat| *seat != actor).map(|seat| (seat, None));
        for (seat, done) in passed.chain([(actor, Some(action))]) {
            if self.seat.is_some_and(|only| only != seat) {
                continue;
            }
            let (after, question) = self.arrivals.decision(seat, self.after, position);
            let (rules, standing) = (self.rules.as_ref(), self.standing.as_ref());
            let begun = "a record begins before its actions";
            let before = game::utility::<G>(rules.expect(begun), standing.expect(begun), seat);
            let done = done.map(|action| Box::new(action) as Box<dyn Any + Send>);
            self.found.push(Decision { deal, line: at, after, question, before, done });
        }
        self.arrivals.acted(actor);
        self.after += 1;
    }
}

/// Returns the deals of a record of a game of one seat, each with all its cards and actions.
///
/// # Errors
/// The first fault of the record.
///
/// # Panics
/// In games of several seats, where nobody may see all cards.
pub fn deals_face_up<G: Game + Show>(raw: &Raw<'_>) -> Result<Vec<FaceUp>, RecordFault> {
    assert_eq!(*G::seats().end(), 1, "a solitaire");
    let mut collect = CollectDeals::<G>(Vec::new());
    walk::<G>(raw, &mut collect)?;
    let deals = collect.0.into_iter();
    Ok(deals
        .map(|(dealt, actions)| FaceUp { game: G::ID, dealt: Box::new(dealt), actions: Box::new(actions) })
        .collect())
}

/// Each deal before its first action, and its actions.
struct CollectDeals<G: Game>(Vec<(G, Vec<G::Action>)>);

impl<G: Game + Show> Watch<G> for CollectDeals<G> {
    fn dealt(&mut self, _: usize, _: Seat, position: &G) {
        self.0.push((position.clone(), Vec::new()));
    }

    fn act(&mut self, _: usize, _: usize, _: &G, _: Seat, action: G::Action) {
        self.0.last_mut().expect("a deal is dealt before it is played").1.push(action);
    }
}
