//! A finished deal of a record, replayed from the view of one seat.

use std::marker::PhantomData;

use game::{BoardKind, Game, Seat, SeatSet, Show, Viewer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::PublicEvent;
use crate::record::{Raw, RecordFault, Watch, walk};

/// A deal as one viewer saw it, action by action, and the scores of the whole match.
pub struct Replay {
    /// The kind of the game's board.
    pub board: BoardKind,
    /// All options of the game.
    pub options: Map<String, Value>,
    /// A name for each seat.
    pub names: Vec<String>,
    /// The dealer.
    pub dealer: Seat,
    /// The totals before the deal.
    pub before: Vec<i32>,
    /// All finished deals of the record: dealer, points, totals.
    pub deals: Vec<(Seat, Vec<Option<i32>>, Vec<i32>)>,
    /// The winners, if the match is over.
    pub winners: Option<Vec<Seat>>,
    /// The view before the first action, and the view after each action.
    pub steps: Vec<ReplayStep>,
}

/// A position of a deal.
pub struct ReplayStep {
    /// The events since the step before.
    pub since: Vec<PublicEvent>,
    /// The game's view, as JSON.
    pub view: Box<RawValue>,
    /// Seats that play waits for.
    pub must: SeatSet,
}

/// The maximum size of all views together, in bytes. Deals of people or bots stay far below it, but a malicious record
/// could exceed it.
const MOST_BYTES: usize = 32 << 20;

/// Replays a finished deal of a record; `None` if the record has no such deal or no such seat.
///
/// The replay shows whatever the record contains, so give out only replays of records that may be given out.
///
/// # Errors
/// The first fault of the record, or that its views would take more than 32 MiB.
pub fn replay<G: Game + Show>(raw: &Raw<'_>, deal: usize, viewer: Viewer) -> Result<Option<Replay>, RecordFault> {
    let replay = Replay {
        board: G::BOARD,
        options: Map::new(),
        names: Vec::new(),
        dealer: Seat::default(),
        before: Vec::new(),
        deals: Vec::new(),
        winners: None,
        steps: Vec::new(),
    };
    let mut collect = CollectSteps::<G> {
        replay,
        deal,
        viewer,
        dealer: Seat::default(),
        events: Vec::new(),
        shuffled: false,
        bytes: 0,
        game: PhantomData,
    };
    walk::<G>(raw, &mut collect)?;
    if collect.bytes > MOST_BYTES {
        return Err(RecordFault::new(format_args!("deal {deal} is too long to be watched")));
    }
    Ok((collect.deal < collect.replay.deals.len()).then_some(collect.replay))
}

struct CollectSteps<G> {
    replay: Replay,
    /// The number of the deal to replay. If the match does not have the viewer's seat, it is a number that no deal has.
    deal: usize,
    viewer: Viewer,
    dealer: Seat,
    /// The events since the last step.
    events: Vec<PublicEvent>,
    /// `true` if the last line was a shuffle, which does not change the position.
    shuffled: bool,
    /// The bytes of the views so far.
    bytes: usize,
    game: PhantomData<G>,
}

impl<G: Game + Show> Watch<G> for CollectSteps<G> {
    fn begins(&mut self, rules: &G::Rules, names: &[String]) {
        let Value::Object(options) = game::write_value(rules) else { unreachable!("options are an object") };
        let seats = u8::try_from(names.len()).expect("the number of seats was checked");
        if self.viewer.seat().is_some_and(|seat| seat.index() >= names.len()) {
            self.deal = usize::MAX;
        }
        self.replay.options = options;
        self.replay.names = names.to_vec();
        let start = G::start(rules, seats).expect("the number of seats was checked");
        self.replay.before = G::totals(&start).to_vec();
    }

    fn dealt(&mut self, deal: usize, dealer: Seat, _: &G) {
        self.dealer = dealer;
        if deal == self.deal {
            self.replay.dealer = dealer;
        }
    }

    fn position(&mut self, deal: usize, _: usize, position: &G) {
        if deal != self.deal || std::mem::take(&mut self.shuffled) || self.bytes > MOST_BYTES {
            return;
        }
        let view = position.view(self.viewer);
        let view = serde_json::value::to_raw_value(&view).expect("views are text, numbers and lists");
        self.bytes += view.get().len();
        let since = std::mem::take(&mut self.events);
        self.replay.steps.push(ReplayStep { since, view, must: position.turn().must() });
    }

    fn shuffled(&mut self, deal: usize, _: usize) {
        if deal == self.deal {
            self.shuffled = true;
            self.events.push(PublicEvent::Shuffled);
        }
    }

    fn act(&mut self, deal: usize, _: usize, _: &G, seat: Seat, action: G::Action) {
        if deal == self.deal {
            let (full, public) = (action.to_string(), G::seen_by_others(action));
            self.events.push(PublicEvent::Acted { seat, full, public });
        }
    }

    fn scored(&mut self, deal: usize, points: &[Option<i32>], totals: &[i32], _: bool) {
        if deal < self.deal {
            self.replay.before = totals.to_vec();
        }
        self.replay.deals.push((self.dealer, points.to_vec(), totals.to_vec()));
    }

    fn ends(&mut self, winners: Option<&[Seat]>) {
        self.replay.winners = winners.map(<[Seat]>::to_vec);
    }
}
