//! Tests that going back in a deal costs a bounded number of moves, however long the deal is. So the cost of restoring
//! a log of 10,000 entries grows only linearly. This holds for any undone, given up and continued deals.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use cards::{NotationError, Seed};
use game::{
    Game, MatchStanding, OptionField, Options, PerSeat, Playout, Refusal, Rest, Rng, Seat, Show, Shuffles, Standing,
    Turn, Viewer,
};
use serde::{Deserialize, Serialize};
use table::{AnyTable, Entry, Intent, Setup, Table};

/// The number of actions that were applied to deals of any table.
static APPLIED: AtomicU64 = AtomicU64::new(0);
/// The number of actions that were written as text.
static WRITTEN: AtomicU64 = AtomicU64::new(0);
/// The lock of the counters, because only one test at a time may count.
static COUNTING: Mutex<()> = Mutex::new(());

/// The number of steps after which the deal is lost.
const LOST: u32 = 8_000;

/// A long solitaire that nobody can win: each action adds a step.
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
        WRITTEN.fetch_add(1, Ordering::Relaxed);
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
    type Standing = Standing;
    type Action = Step;
    type View = u32;

    fn seats() -> RangeInclusive<u8> {
        1..=1
    }

    fn pack() -> Vec<Step> {
        vec![Step::Step]
    }

    fn deal(_: &Rules, _: &Standing, shuffles: Shuffles) -> Steps {
        Steps { shuffles, count: 0 }
    }

    fn rules(&self) -> &Rules {
        &Rules {}
    }

    fn turn(&self) -> Turn {
        if self.count < LOST { Turn::of(Seat::new(0)) } else { Turn::Over }
    }

    fn legal(&self, _: Seat, actions: &mut Vec<Step>) {
        if self.count < LOST {
            actions.push(Step::Step);
        }
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

    fn next_standing(&self) -> Standing {
        Standing::start(1)
    }

    fn shuffles(&self) -> &Shuffles {
        &self.shuffles
    }

    fn ranking(_: &Rules, _: &Standing) -> Option<PerSeat<u8>> {
        Some(PerSeat::new(1, 1))
    }

    fn view(&self, _: Viewer) -> u32 {
        self.count
    }
}

impl Rest for Steps {}

impl game::Policy for Steps {}
impl Playout for Steps {
    fn random(&self, _: Seat, _: &mut Rng) -> Option<Step> {
        Some(Step::Step)
    }
}

impl Show for Steps {
    type Facts = ();

    fn facts(&self, _: Seat, _: Step) {}
}

fn open() -> Table<Steps> {
    let names = vec!["a".to_owned()];
    let setup =
        Setup { game: "steps", rules: 1, options: Default::default(), names, seed: Seed::numbered(1), number: None };
    Table::new(setup).expect("it can be played")
}

/// Returns how many actions are applied, and how many are written as text, when this log is restored.
fn cost(log: &[Entry]) -> (u64, u64) {
    let before = (APPLIED.load(Ordering::Relaxed), WRITTEN.load(Ordering::Relaxed));
    let mut table = open();
    for entry in log {
        table.restore(entry).expect("it was accepted before");
    }
    (APPLIED.load(Ordering::Relaxed) - before.0, WRITTEN.load(Ordering::Relaxed) - before.1)
}

/// A table, and the log of its entries.
struct Play {
    table: Table<Steps>,
    log: Vec<Entry>,
    steps: u32,
}

impl Play {
    /// Returns a deal in which `steps` moves have been made.
    fn after(steps: u32) -> Play {
        let mut play = Play { table: open(), log: Vec::new(), steps: 0 };
        (0..steps).for_each(|_| play.step());
        play
    }

    fn act(&mut self, intent: Intent<'_>) {
        let accepted = self.table.check(intent).expect("it is legal");
        self.log.push(accepted.entry().clone());
        self.table.apply(accepted);
    }

    fn step(&mut self) {
        self.act(Intent::act(Seat::new(0), "step"));
        self.steps += 1;
    }

    fn undo(&mut self, n: u32) {
        self.act(Intent::Undo { n });
        self.steps -= n;
    }

    fn play_on(&mut self, kept: u32) {
        self.act(Intent::PlayOn { kept });
        self.steps = kept;
    }

    fn is_lost(&self) -> bool {
        self.steps == LOST
    }

    /// Restores the log, and checks that each entry costs a bounded number of moves and that each move is written a
    /// bounded number of times.
    fn restore(&self) {
        let entries = self.log.len() as u64;
        let moves = self.log.iter().filter(|entry| matches!(entry, Entry::Act { .. })).count() as u64;
        let (applied, written) = cost(&self.log);
        assert!(applied >= moves, "each move is made: {applied}");
        assert!(applied <= 33 * entries, "{applied} moves for {entries} entries");
        assert!(written >= moves && written <= 5 * entries, "{written} moves were written for {entries} entries");
    }
}

fn counting() -> MutexGuard<'static, ()> {
    COUNTING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The log has 5,000 moves. After them, the last move is undone and made again 2,500 times.
#[test]
fn a_log_of_moves_taken_back_is_restored_at_linear_cost() {
    let _alone = counting();
    let mut play = Play::after(5_000);
    for _ in 0..2_500 {
        play.undo(1);
        play.step();
    }
    play.restore();
}

/// The log has 5,000 moves, and after them the deal is given up and played on, many times.
#[test]
fn a_log_of_deals_given_up_and_played_on_is_restored_at_linear_cost() {
    let _alone = counting();
    let mut play = Play::after(5_000);
    for _ in 0..2_500 {
        play.act(Intent::GiveUp);
        play.play_on(play.steps);
    }
    play.restore();
    let mut play = Play::after(4_999);
    for _ in 0..1_500 {
        play.act(Intent::GiveUp);
        play.play_on(play.steps - 1);
        play.step();
    }
    play.restore();
}

/// The log has moves until the deal is lost, and after them the last move is undone and made again, many times.
#[test]
fn a_log_of_a_deal_lost_again_and_again_is_restored_at_linear_cost() {
    let _alone = counting();
    let mut play = Play::after(LOST);
    for _ in 0..1_000 {
        play.undo(1);
        play.step();
    }
    for _ in 0..500 {
        play.play_on(LOST - 1);
        play.step();
    }
    play.restore();
}

/// The log has all kinds of entries in random order.
#[test]
fn a_log_of_everything_in_any_order_is_restored_at_linear_cost() {
    let _alone = counting();
    for seed in 0..8 {
        let mut rng = Rng::new(seed);
        let mut play = Play::after(if seed % 2 == 0 { 4_000 } else { LOST - 20 });
        let mut given_up = false;
        while play.log.len() < 10_000 {
            let back = if rng.chance(0.05) { 1 + rng.below(40) } else { 1 };
            if play.steps <= back && !given_up {
                play.step();
                continue;
            }
            match rng.below(10) {
                0 if !given_up && !play.is_lost() => {
                    play.act(Intent::GiveUp);
                    given_up = true;
                }
                1 | 2 if !given_up => play.undo(back),
                3 => {
                    play.play_on(play.steps.saturating_sub(back));
                    given_up = false;
                }
                4 => {
                    let room = (1..=8).take_while(|n| play.table.check(Intent::Redo { n: *n }).is_ok()).count();
                    for _ in 0..room.min(3) {
                        play.step();
                    }
                }
                _ if !given_up && !play.is_lost() => play.step(),
                _ => {}
            }
        }
        play.restore();
    }
}

/// A deal that was given up and played on, with undone actions, has the same record as a deal that was played straight.
#[test]
fn a_deal_that_was_finished_before_has_the_same_record() {
    let _alone = counting();
    let mut play = Play::after(100);
    play.act(Intent::GiveUp);
    play.play_on(70);
    play.act(Intent::GiveUp);
    play.play_on(70);
    (0..5).for_each(|_| play.step());
    play.undo(15);
    play.step();
    play.act(Intent::GiveUp);
    let mut straight = Play::after(61);
    straight.act(Intent::GiveUp);
    assert_eq!(play.table.record(), straight.table.record());
}
