//! Lessons, the guided first deals. They are the same for everybody and come only from the game's own record.

use game::Viewer;
use protocol::{Lesson, LessonAnswer, LessonStep, WhyNot};

use crate::BadRequest;
use crate::replays::{WantedReplay, message_of};

/// Returns the guided first deal of a game as JSON of a [`Lesson`]: the learner's view of the deal, and the explained
/// decisions. `None` if the game has no lesson.
///
/// # Errors
/// If there is no such game.
pub fn lesson(game: &str) -> Result<Option<String>, BadRequest> {
    let Some(lesson) = catalog::lesson(game)? else { return Ok(None) };
    let step = |(number, step): (usize, &catalog::Explained)| {
        let decision = lesson.decision(number).expect("it is one of its steps");
        LessonStep {
            at: u32::try_from(step.at).expect("a deal is not so long"),
            key: step.key.clone(),
            rule: step.rule.clone(),
            action: decision.action,
            also: step.also.clone(),
            others: step.others.iter().map(answer).collect(),
            legal: decision.legal,
        }
    };
    let steps = lesson.steps().iter().enumerate().map(step).collect();
    let asked = WantedReplay { deal: 0, viewer: Viewer::Seat(lesson.seat()) };
    let replay = message_of(game, lesson.replay(), asked, &[], None, (&[], &[]));
    Ok(Some(serde_json::to_string(&Lesson { replay, steps }).expect("text, numbers and lists")))
}

/// Returns the reason why the learner may not take this action in the decision with the number `step`, from 0. `None`
/// if there is no such decision.
///
/// # Errors
/// If there is no such game.
pub fn why(game: &str, step: usize, action: &str) -> Result<Option<WhyNot>, BadRequest> {
    let lesson = catalog::lesson(game)?.filter(|lesson| step < lesson.steps().len());
    Ok(lesson.map(|lesson| WhyNot { refusal: lesson.why(step, action) }))
}

fn answer(answer: &catalog::AnswerWords) -> LessonAnswer {
    LessonAnswer { key: answer.key.clone(), actions: answer.actions.clone() }
}
