//! Tests of the guided first deals: each is a valid deal, and every explained decision is the learner's own.

use catalog::{Lesson, check, entries, lesson};
use game::Viewer;
use serde_json::Value;
use table::record::Raw;

fn lessons() -> Vec<(&'static str, Lesson)> {
    entries().iter().filter_map(|entry| Some((entry.id, lesson(entry.id).unwrap()?))).collect()
}

#[test]
fn every_game_has_a_lesson_whose_record_holds() {
    let games: Vec<&str> = entries().iter().map(|entry| entry.id).collect();
    assert_eq!(lessons().iter().map(|(game, _)| *game).collect::<Vec<_>>(), games);
    for (game, lesson) in lessons() {
        let raw = Raw::read(lesson.record()).unwrap();
        assert_eq!(raw.game(), game);
        check(&raw).unwrap_or_else(|fault| panic!("{game}: {fault}"));
        let last = lesson.replay().steps.pop().expect("positions");
        assert!(last.must.is_empty(), "{game}: the deal is played to its end");
    }
}

#[test]
fn three_to_six_decisions_are_explained_and_all_are_the_learners() {
    for (game, lesson) in lessons() {
        let steps = lesson.steps();
        assert!((3..=6).contains(&steps.len()), "{game} has {}", steps.len());
        assert!(steps.is_sorted_by(|a, b| a.at < b.at), "{game}");
        let replay = lesson.replay();
        for (number, step) in steps.iter().enumerate() {
            let place = format!("{game}, {}", step.key);
            let decision = lesson.decision(number).unwrap();
            let legal: Vec<&str> = decision.legal.iter().map(|legal| legal["action"].as_str().unwrap()).collect();
            // A claim out of turn (K10) is a choice even if it is the only action, because the learner need not make
            // it.
            let awaited = replay.steps[step.at].must.into_iter().any(|seat| seat == lesson.seat());
            assert!(legal.len() > 1 || !awaited, "{place}: there is something to choose");
            assert!(legal.contains(&decision.action.as_str()), "{place}: {}", decision.action);
            // The replay has the same action at this place.
            let event = &replay.steps[step.at + 1].since[0];
            assert_eq!(
                (event.seat(), event.text(Viewer::All)),
                (Some(lesson.seat()), decision.action.as_str().into()),
                "{place}"
            );
            let mut named: Vec<&str> = step
                .also
                .iter()
                .chain(step.others.iter().flat_map(|other| &other.actions))
                .map(String::as_str)
                .collect();
            for action in &named {
                assert!(legal.contains(action), "{place}: {action} is legal");
                assert_ne!(*action, decision.action, "{place}: the right action is not spoken against");
            }
            named.sort_unstable();
            assert!(named.is_sorted_by(|a, b| a < b), "{place}: one answer to one action");
        }
        assert!(lesson.decision(steps.len()).is_none());
    }
}

#[test]
fn what_is_against_the_rules_is_answered_with_the_rule() {
    let lesson = lesson("schwarze-dame").unwrap().unwrap();
    let refused = (0..lesson.steps().len()).find_map(|step| {
        let replay = lesson.replay();
        let view: Value = serde_json::from_str(replay.steps[lesson.steps()[step].at].view.get()).unwrap();
        let legal = lesson.decision(step).unwrap().legal;
        let hand = view["hands"][lesson.seat().index()].as_array().unwrap();
        let barred = hand.iter().find(|card| legal.iter().all(|legal| legal["card"] != **card))?;
        Some(lesson.why(step, &format!("play {}", barred.as_str().unwrap())).expect("it is against the rules"))
    });
    assert_eq!(refused.expect("somewhere suit must be followed").rule.as_deref(), Some("S3"));
    assert_eq!(lesson.why(0, "play joker").expect("no card").key, "notation");
    assert!(lesson.why(0, &lesson.decision(0).unwrap().action).is_none());
}

/// A lesson shows only what the learner's seat sees.
#[test]
fn a_lesson_shows_no_hidden_card() {
    for (game, lesson) in lessons() {
        let raw = Raw::read(lesson.record()).unwrap();
        let seen = catalog::replay(&raw, 0, Viewer::Seat(lesson.seat())).unwrap().unwrap();
        let replayed = lesson.replay();
        assert_eq!(replayed.steps.len(), seen.steps.len(), "{game}");
        for (a, b) in replayed.steps.iter().zip(&seen.steps) {
            assert_eq!(a.view.get(), b.view.get(), "{game}");
        }
    }
}

#[test]
fn an_unknown_game_has_no_lesson() {
    assert_eq!(lesson("bridge").err().unwrap().key, "unknown_game");
}
