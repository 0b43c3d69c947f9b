//! Undo costs a bounded number of moves, however long the deal is: a log of 10,000 events is restored at linear cost.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};

use cards::{NotationError, Seed};
use game::{
    Claims, Game, Marks, OptionField, Options, PerSeat, Playout, Refusal, Rest, Rng, Seat, SeatsError, Show, Shuffles,
    Turn, Viewer,
};
use serde::{Deserialize, Serialize};
use table::{AnyTable, Entry, Intent, Setup, Table};

/// How often an action was applied to a deal of any table.
static APPLIED: AtomicU64 = AtomicU64::new(0);

/// A solitaire without an end: each action adds a step.
#[derive(Clone)]
struct Steps {
    shuffles: Shuffles,
    count: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {}

impl Options for Rules {
    const FIELDS: &'static [OptionField] = &[];
}

/// The only card and the only action.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Step {
    Step,
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("step")
    }
}

impl std::str::FromStr for Step {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Step, NotationError> {
        if text == "step" { Ok(Step::Step) } else { Err(NotationError::new("\"step\"", text)) }
    }
}

impl Game for Steps {
    const ID: &'static str = "steps";
    const RULES_VERSION: u32 = 1;
    type Card = Step;
    type Rules = Rules;
    type Standing = ();
    type Action = Step;
    type View = u32;

    fn seats() -> RangeInclusive<u8> {
        1..=1
    }

    fn pack() -> Vec<Step> {
        vec![Step::Step]
    }

    fn start(_: &Rules, seats: u8) -> Result<(), SeatsError> {
        SeatsError::check::<Steps>(seats)
    }

    fn deal(_: &Rules, (): &(), shuffles: Shuffles) -> Steps {
        Steps { shuffles, count: 0 }
    }

    fn rules(&self) -> &Rules {
        &Rules {}
    }

    fn turn(&self) -> Turn {
        Turn::of(Seat::new(0))
    }

    fn legal(&self, _: Seat, actions: &mut Vec<Step>) {
        actions.push(Step::Step);
    }

    fn apply(&mut self, _: Seat, _: Step) {
        APPLIED.fetch_add(1, Ordering::Relaxed);
        self.count += 1;
    }

    fn refusal(&self, _: Seat, _: Step) -> Refusal {
        Refusal::NOT_YOUR_TURN
    }

    fn points(&self) -> PerSeat<Option<i32>> {
        PerSeat::new(1, None)
    }

    fn settle(&self) {}

    fn shuffles(&self) -> &Shuffles {
        &self.shuffles
    }

    fn dealer((): &()) -> Seat {
        Seat::new(0)
    }

    fn totals((): &()) -> PerSeat<i32> {
        PerSeat::new(1, 0)
    }

    fn ranking(_: &Rules, (): &()) -> Option<PerSeat<u8>> {
        None
    }

    fn value(_: &Rules, (): &()) -> PerSeat<f32> {
        PerSeat::new(1, 0.0)
    }

    fn view(&self, _: Viewer) -> u32 {
        self.count
    }
}

impl Claims for Steps {}

impl Rest for Steps {}
impl Marks for Steps {}

impl Playout for Steps {
    fn random(&self, _: Seat, _: &mut Rng) -> Option<Step> {
        Some(Step::Step)
    }
}

impl Show for Steps {
    type Facts = ();

    fn facts(&self, _: Seat, _: Step) {}

    fn tell(&self, _: Seat, _: Step, _: Viewer) -> String {
        "steps".to_owned()
    }
}

fn open() -> Table<Steps> {
    let names = vec!["a".to_owned()];
    let setup =
        Setup { game: "steps", rules: 1, options: Default::default(), names, seed: Seed::numbered(1), number: None };
    Table::new(setup).expect("it can be played")
}

/// How many actions restoring this log applies.
fn cost(log: &[Entry]) -> u64 {
    let before = APPLIED.load(Ordering::Relaxed);
    let mut table = open();
    for entry in log {
        table.restore(entry).expect("it was accepted before");
    }
    APPLIED.load(Ordering::Relaxed) - before
}

/// 5,000 moves, then a move taken back and made again, time after time: the worst that a log of 10,000 events can ask.
#[test]
fn a_log_of_moves_taken_back_is_restored_at_linear_cost() {
    const MOVES: usize = 5_000;
    let mut table = open();
    let mut log = Vec::new();
    let mut act = |intent: Intent<'_>| {
        let accepted = table.check(intent).expect("it is legal");
        log.push(accepted.entry().clone());
        table.apply(accepted);
    };
    for _ in 0..MOVES {
        act(Intent::act(Seat::new(0), "step"));
    }
    for _ in 0..MOVES / 2 {
        act(Intent::Undo { n: 1 });
        act(Intent::act(Seat::new(0), "step"));
    }
    let events = log.len() as u64;
    let cost = cost(&log);
    assert!(cost >= events - MOVES as u64 / 2, "each move is made: {cost}");
    assert!(cost <= 33 * events, "{cost} moves for {events} events");
}
