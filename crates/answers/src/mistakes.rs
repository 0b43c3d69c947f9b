//! A person's mistakes: how they are found in a finished deal, what a stored one must be, and when it comes back.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use catalog::MARKED;
use game::{Seat, Verdict, Viewer};
use protocol::{FoundMistakes, JudgedDeal, Mistake};
use room::{BegunWork, Finding, Work, WorkStep};
use sha2::{Digest, Sha256};
use table::Replay;
use table::record::Raw;

use crate::BadRequest;
use crate::imports::letters;

/// The maximum size of a stored mistake in bytes.
pub const MAX_BYTES: usize = 32 << 10;

/// The days after which a mistake comes back: after it was found or was wrong again, and after each right answer.
const DAYS: [i64; 4] = [1, 3, 10, 30];
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// The step of a mistake that is learned.
pub const LEARNED: u8 = DAYS.len() as u8;

/// A decision is a mistake if it cost at least this number of standard errors, and at least this number of points. The
/// margin of error that people see is one standard error, and choices within two are about equal.
const CLEAR: f64 = 4.0;
const LEAST: f64 = 1.0;

/// Returns whether a decision is a mistake: it lost clearly more than its margin of error, or it lost a solitaire that
/// could still be won, and it can be tried again.
#[must_use]
pub fn is_mistake(judged: &protocol::Judged) -> bool {
    let lost = (judged.outlook, judged.done.outlook) == (Some(Verdict::Winnable), Some(Verdict::Lost));
    judged.legal.len() > 1 && (lost || judged.cost >= LEAST.max(CLEAR * judged.error))
}

/// Returns the step of a mistake after an answer at `step`, and the time when it comes back.
#[must_use]
pub fn next_step(step: u8, right: bool, now_ms: i64) -> (u8, i64) {
    let step = if right { LEARNED.min(step.saturating_add(1)) } else { 0 };
    (step, now_ms + DAYS.get(usize::from(step)).unwrap_or(&0) * DAY_MS)
}

/// The judgement of a finished deal, which goes on step by step. It uses only what the seat saw, as an analysis does; a
/// solitaire is judged with all its cards.
pub struct DealJudgement {
    of: JudgedDeal,
    replay: Replay,
    work: BegunWork,
}

impl DealJudgement {
    /// Begins to judge a deal of a record.
    ///
    /// # Errors
    /// If the record is wrong, or has no such finished deal or seat.
    pub fn begin(of: JudgedDeal, record: &str) -> Result<DealJudgement, BadRequest> {
        let raw = Raw::read(record).map_err(|_| unknown())?;
        let entry = catalog::entry(raw.game())?;
        let seat = Seat::try_from(of.seat).map_err(|_| unknown())?;
        let deal = of.deal as usize;
        let replay = catalog::replay(&raw, deal, Viewer::Seat(seat)).map_err(|_| unknown())?;
        let mut replay = replay.filter(|_| of.game == entry.id).ok_or_else(unknown)?;
        replay.steps.clear();
        let decisions = catalog::decisions(&raw, Some(deal), Some(seat)).map_err(|_| unknown())?;
        let face_up = match *entry.seats.end() {
            1 => catalog::deals_face_up(&raw).map_err(|_| unknown())?.into_iter().nth(deal),
            _ => None,
        };
        let work = Work::Analyse { game: entry.id, deal: of.deal, decisions, face_up };
        Ok(DealJudgement { of, replay, work: work.begin() })
    }

    /// Judges the next decision. Returns the mistakes in the deal after the last one. If `cancel` is set, this is the
    /// last step.
    pub fn step(self, cancel: &AtomicBool) -> ControlFlow<FoundMistakes, DealJudgement> {
        let DealJudgement { of, replay, work } = self;
        let found = match work.step(&mut |_, _| {}, cancel) {
            WorkStep::More(work) => return ControlFlow::Continue(DealJudgement { of, replay, work }),
            WorkStep::Done(Some(Finding::Analysis { decisions, .. })) => decisions,
            WorkStep::Done(_) => Vec::new(),
        };
        let mistakes = found.into_iter().filter(|judged| judged.costliest && is_mistake(judged)).map(|judged| {
            let mistake = Mistake {
                id: String::new(),
                of: of.clone(),
                board: replay.board,
                options: replay.options.clone(),
                dealer: replay.dealer.index() as u8,
                before: replay.before.clone(),
                judged,
            };
            Mistake { id: id_of(&mistake), ..mistake }
        });
        ControlFlow::Break(FoundMistakes { mistakes: mistakes.filter(|one| written(one).is_some()).collect(), of })
    }
}

/// Returns the id of a mistake, which follows from the position: so the same mistake is never stored twice.
fn id_of(Mistake { of, options, judged, .. }: &Mistake) -> String {
    let position = (&of.game, options, of.seat, &judged.view);
    letters(&Sha256::digest(serde_json::to_vec(&position).expect("text, numbers and lists")))
}

/// Returns a mistake as it is stored; `None` if it is too large.
#[must_use]
pub fn written(mistake: &Mistake) -> Option<String> {
    Some(serde_json::to_string(mistake).expect("text, numbers and lists")).filter(|text| text.len() <= MAX_BYTES)
}

/// Checks the mistakes that a device has found.
///
/// # Errors
/// If they are not mistakes in one deal of a game.
pub fn checked(found: &FoundMistakes) -> Result<(), BadRequest> {
    let seats = catalog::entry(&found.of.game)?.seats;
    let is_right = |mistake: &Mistake| {
        let Mistake { id, of, before, dealer, judged, .. } = mistake;
        *of == found.of
            && u8::try_from(before.len()).is_ok_and(|count| seats.contains(&count) && count > of.seat.max(*dealer))
            && is_mistake(judged)
            && judged.legal.iter().all(|legal| legal["action"].is_string())
            && !judged.advice.choices.is_empty()
            && *id == id_of(mistake)
            && written(mistake).is_some()
    };
    match found.mistakes.len() <= MARKED && found.mistakes.iter().all(is_right) {
        true => Ok(()),
        false => Err(BadRequest::new("malformed", "These are not mistakes of this deal.")),
    }
}

fn unknown() -> BadRequest {
    BadRequest::new("unknown_deal", "This deal doesn't exist or isn't finished, or the seat doesn't exist.")
}

#[cfg(test)]
mod tests {
    use protocol::Judged;
    use serde_json::json;

    use super::*;

    const TRICKS: &str = include_str!("../../cardroom/tests/records/schwarze-dame.jsonl");
    const HEARTS: &str = include_str!("../../cardroom/tests/records/hearts.jsonl");
    const SOLITAIRE: &str = include_str!("../../cardroom/tests/records/rouge-et-noir.jsonl");

    fn of(game: &str, seat: u8) -> JudgedDeal {
        JudgedDeal { table: "t".to_owned(), game: game.to_owned(), deal: 0, seat }
    }

    fn judged(of: JudgedDeal, record: &str) -> FoundMistakes {
        let mut judgement = DealJudgement::begin(of, record.trim_end()).expect("a finished deal");
        loop {
            match judgement.step(&AtomicBool::new(false)) {
                ControlFlow::Continue(more) => judgement = more,
                ControlFlow::Break(found) => return found,
            }
        }
    }

    /// Returns a decision with this cost and error.
    fn decision(cost: f64, error: f64) -> Judged {
        let legal = json!({"action": "play Qs"});
        let choice =
            json!({"legal": legal, "points": 1.0, "error": 1.0, "equal": false, "rash": false, "outlook": null});
        let judged = json!({
            "line": 0, "after": 0, "view": {}, "done": choice, "cost": cost, "error": error, "costliest": true,
            "outlook": null, "advice": {"choices": [choice], "reasons": []},
            "legal": [{"action": "play Qs"}, {"action": "play Ks"}], "alike": [],
        });
        serde_json::from_value(judged).expect("a decision")
    }

    #[test]
    fn a_mistake_cost_clearly_more_than_its_margin_of_error() {
        for (cost, error, expected) in [
            (4.0, 1.0, true),
            (3.9, 1.0, false),
            (0.9, 0.0, false),
            (1.0, 0.0, true),
            (30.0, 8.0, false),
            (0.0, 0.0, false),
        ] {
            assert_eq!(is_mistake(&decision(cost, error)), expected, "{cost} ± {error}");
        }
        let forced = Judged { legal: Vec::new(), ..decision(20.0, 1.0) };
        assert!(!is_mistake(&forced), "it cannot be tried again");
        let lost = Judged { outlook: Some(Verdict::Winnable), ..decision(0.0, 0.0) };
        assert!(!is_mistake(&lost), "it was still winnable afterwards, or is not known");
        let done = protocol::Choice { outlook: Some(Verdict::Lost), ..lost.done.clone() };
        assert!(is_mistake(&Judged { done, ..lost }), "it lost a solitaire");
    }

    #[test]
    fn a_mistake_comes_back_after_1_3_10_and_30_days_until_it_is_right_each_time() {
        let days = |(step, due_ms): (u8, i64)| (step, (due_ms - 5) / DAY_MS);
        let right: Vec<_> = (0..4).map(|step| days(next_step(step, true, 5))).collect();
        assert_eq!(right, [(1, 3), (2, 10), (3, 30), (LEARNED, 0)]);
        assert_eq!((0..5).map(|step| days(next_step(step, false, 5))).collect::<Vec<_>>(), [(0, 1); 5]);
        assert_eq!(next_step(u8::MAX, true, 5), (LEARNED, 5));
    }

    #[test]
    fn the_mistakes_of_a_random_player_are_found_and_stand_the_check() {
        let found = judged(of("schwarze-dame", 1), TRICKS);
        assert!((1..=MARKED).contains(&found.mistakes.len()), "{found:?}");
        for mistake in &found.mistakes {
            let text = written(mistake).expect("it fits");
            assert_eq!(serde_json::from_str(&text).ok().as_ref(), Some(mistake), "{text}");
        }
        assert_eq!(judged(of("schwarze-dame", 1), TRICKS), found, "the same each time");
        let change = |change: &dyn Fn(&mut FoundMistakes)| {
            let mut other = found.clone();
            change(&mut other);
            other.mistakes.iter_mut().for_each(|mistake| mistake.id = id_of(mistake));
            checked(&other).map_err(|refused| refused.key)
        };
        assert!(change(&|_| {}).is_ok());
        let first =
            |change: &'static dyn Fn(&mut Mistake)| move |found: &mut FoundMistakes| change(&mut found.mistakes[0]);
        let wrong: [&'static dyn Fn(&mut Mistake); 7] = [
            &|mistake| mistake.of.table.push('x'),
            &|mistake| mistake.of.seat = 3,
            &|mistake| mistake.dealer = 4,
            &|mistake| _ = mistake.before.pop(),
            &|mistake| mistake.judged.cost = 0.5,
            &|mistake| mistake.judged.legal[0] = json!("play Qs"),
            &|mistake| mistake.judged.advice.choices.clear(),
        ];
        for (number, one) in wrong.into_iter().enumerate() {
            assert_eq!(change(&first(one)), Err("malformed"), "{number}");
        }
        assert_eq!(change(&|found| found.of.game = "bridge".to_owned()), Err("unknown_game"));
        assert_eq!(change(&|found| found.mistakes = vec![found.mistakes[0].clone(); MARKED + 1]), Err("malformed"));
        let padded = json!({"action": "play Qs", "words": "x".repeat(MAX_BYTES)});
        assert_eq!(change(&|found| found.mistakes[0].judged.legal[0] = padded.clone()), Err("malformed"), "too large");
        let mut other = found.clone();
        other.mistakes[0].id = "another".to_owned();
        assert!(checked(&other).is_err(), "the id follows from the position");
    }

    #[test]
    fn a_lost_solitaire_has_the_action_that_lost_it() {
        let found = judged(of("rouge-et-noir", 0), SOLITAIRE);
        assert!(found.mistakes.len() <= 1 && checked(&found).is_ok(), "{found:?}");
    }

    #[test]
    fn a_deal_that_is_not_there_is_not_judged() {
        for wrong in [
            JudgedDeal { deal: 9, ..of("schwarze-dame", 0) },
            of("schwarze-dame", 4),
            of("schwarze-dame", 99),
            of("hearts", 0),
        ] {
            let refused = DealJudgement::begin(wrong, TRICKS.trim_end()).err().expect("it is refused");
            assert_eq!(refused.key, "unknown_deal");
        }
        let refused = DealJudgement::begin(of("hearts", 0), "{}").err().expect("it is refused");
        assert_eq!(refused.key, "unknown_deal");
        let judgement = DealJudgement::begin(of("hearts", 0), HEARTS.trim_end()).expect("a finished deal");
        assert!(judgement.step(&AtomicBool::new(true)).is_break(), "who cancels it waits for one step");
    }

    /// A giving of three cards has 286 choices, more than any other decision.
    #[test]
    fn the_largest_mistake_fits() {
        let raw = Raw::read(HEARTS.trim_end()).expect("a record");
        let largest = (0..4).flat_map(|seat| {
            let seat = Seat::try_from(seat).expect("a seat");
            let mut decisions = catalog::decisions(&raw, Some(0), Some(seat)).expect("a record");
            decisions.truncate(1);
            let work = Work::Analyse { game: "hearts", deal: 0, decisions, face_up: None };
            match work.run(&mut |_, _| {}, &AtomicBool::new(false)) {
                Some(Finding::Analysis { decisions, .. }) => decisions,
                _ => Vec::new(),
            }
        });
        let largest = largest.max_by_key(|judged| judged.legal.len()).expect("a decision");
        assert_eq!(largest.legal.len(), 286, "no giving of these random players is a mistake");
        let replay = catalog::replay(&raw, 0, Viewer::Seat(Seat::default())).expect("a record").expect("a deal");
        let mistake = Mistake {
            id: "x".repeat(16),
            of: JudgedDeal { table: "x".repeat(64), ..of("hearts", 0) },
            board: replay.board,
            options: replay.options,
            dealer: 0,
            before: vec![i32::MIN; 4],
            judged: largest,
        };
        let text = written(&mistake).expect("it fits");
        assert!(text.len() > 4096, "{} bytes", text.len());
    }
}
