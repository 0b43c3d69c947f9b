//! One match, step by step.

use std::sync::atomic::AtomicBool;

use arena::envs::{State, from_record, spec, start};
use cards::Seed;
use game::{Rng, Seat, Viewer};
use serde_json::Map;

fn names(state: &dyn State) -> Vec<String> {
    (0..state.seats()).map(|seat| format!("p{seat}")).collect()
}

/// Plays random numbers until the match is over or `most` were chosen.
fn play(state: &mut dyn State, rng: &mut Rng, most: usize) {
    for _ in 0..most {
        if state.is_over() {
            break;
        }
        state.play(rng.pick(&state.legal_numbers())).unwrap();
    }
}

#[test]
fn every_game_by_numbers_is_a_record_that_checks_and_comes_back() {
    for entry in catalog::entries() {
        let mut state = start(entry.id, Map::new(), None, Seed::numbered(0xe7), "").unwrap();
        let mut rng = Rng::new(1);
        play(state.as_mut(), &mut rng, 1_500);
        let record = state.record(names(state.as_ref()), true).unwrap();
        catalog::check(&table::record::Raw::read(&record).unwrap())
            .unwrap_or_else(|fault| panic!("{}: {fault}", entry.id));
        let back = from_record(&record, None).unwrap();
        assert_eq!(back.actions(), state.actions(), "{}", entry.id);
        assert_eq!(back.view(Viewer::All), state.view(Viewer::All), "{}", entry.id);
        assert_eq!(back.returns(), state.returns());
        let early = from_record(&record, Some((0, 3))).unwrap();
        assert_eq!(early.actions(), state.actions()[..3]);
        assert!(from_record(&record, Some((999, 0))).err().unwrap().to_string().contains("does not come to"));
        if !state.is_over() && entry.id != "rouge-et-noir" {
            let sealed = state.record(names(state.as_ref()), false).unwrap();
            assert!(sealed.contains("\"seed\":null"), "the seed would tell the cards to come");
            assert!(from_record(&sealed, None).err().unwrap().to_string().contains("has no seed"));
        }
    }
}

#[test]
fn numbers_and_notation_are_two_names_of_one_thing() {
    for entry in catalog::entries() {
        let mut state = start(entry.id, Map::new(), None, Seed::numbered(7), "").unwrap();
        let mut rng = Rng::new(2);
        for _ in 0..200 {
            let Some((seat, must)) = state.asked() else { break };
            let before = state.actions().len();
            let number = rng.pick(&state.legal_numbers());
            let text = state.describe(number).unwrap();
            if text.starts_with("choose ") {
                state.play(number).unwrap();
                continue;
            }
            if text != "not now" && entry.id != "hearts" {
                assert_eq!(state.number_of(&text).unwrap(), number, "{}: {text}", entry.id);
                assert!(state.legal(seat).contains(&text));
            }
            let mut other = state.copy();
            state.play(number).unwrap();
            if text == "not now" {
                assert!(!must && state.actions().len() == before);
            } else {
                other.act(seat, &text).unwrap();
                assert_eq!(other.view(Viewer::All), state.view(Viewer::All));
                assert_eq!(other.actions(), state.actions());
            }
        }
    }
}

#[test]
fn a_world_looks_the_same_to_its_seat() {
    for entry in catalog::entries() {
        let spec = spec(entry.id).unwrap();
        let mut state = start(entry.id, Map::new(), None, Seed::numbered(9), "").unwrap();
        let mut rng = Rng::new(3);
        play(state.as_mut(), &mut rng, 30);
        for seat in Seat::all(state.seats()) {
            let mut world = state.world(seat, 5).unwrap();
            assert_eq!(world.view(Viewer::Seat(seat)), state.view(Viewer::Seat(seat)), "{}", entry.id);
            let seen = |state: &dyn State| {
                let mut out = vec![0; spec.width];
                state.observe(seat, &mut out);
                out
            };
            assert_eq!(seen(world.as_ref()), seen(state.as_ref()));
            play(world.as_mut(), &mut rng, 40);
            assert!(world.record(names(world.as_ref()), true).is_err(), "its cards follow from no seed");
        }
    }
}

#[test]
fn bots_choose_numbers() {
    for entry in catalog::entries() {
        let mut state = start(entry.id, Map::new(), None, Seed::numbered(11), "").unwrap();
        for step in 0..40 {
            if state.is_over() {
                break;
            }
            let level = ["random", "beginner", "rule"][step % 3];
            let number = state.advise(level, step as u64, &AtomicBool::new(false)).unwrap();
            assert_eq!(
                number,
                state.advise(level, step as u64, &AtomicBool::new(false)).unwrap(),
                "the same seed, the same answer"
            );
            state.play(number).unwrap();
        }
    }
}

#[test]
fn what_is_wrong_is_said_with_its_rule() {
    let mut state = start("schwarze-dame", Map::new(), None, Seed::numbered(1), "").unwrap();
    let error = state.act(Seat::new(0), "play 2c").unwrap_err();
    assert!(error.to_string().starts_with("seat 0 may not play 2c: "), "{error}");
    let card = state.legal(Seat::new(1))[0].clone();
    state.act(Seat::new(1), &card).unwrap();
    let suit = card.chars().last().unwrap();
    let hand: serde_json::Value = serde_json::from_str(&state.view(Viewer::Seat(Seat::new(2)))).unwrap();
    let hand: Vec<&str> = hand["hands"][2].as_array().unwrap().iter().map(|card| card.as_str().unwrap()).collect();
    let other = hand.iter().find(|card| !card.ends_with(suit)).unwrap();
    let error = state.act(Seat::new(2), &format!("play {other}")).unwrap_err();
    assert!(error.to_string().ends_with("[S3]"), "{error}");
    assert!(state.play(99).unwrap_err().to_string().contains("may not choose 99"));
    assert!(state.act(Seat::new(7), "play 2c").unwrap_err().to_string().contains("no seat 7"));
    assert!(state.describe(99).is_err() && state.number_of("not now").is_err() && state.number_of("jump").is_err());
    assert!(start("bridge", Map::new(), None, Seed::numbered(1), "").is_err());
}

#[test]
fn a_saved_match_goes_on() {
    for entry in catalog::entries() {
        for most in [0, 1, 2, 40, 150] {
            let mut state = start(entry.id, Map::new(), None, Seed::numbered(5), "").unwrap();
            play(state.as_mut(), &mut Rng::new(most), most as usize);
            let worlds: Vec<_> = state.world(Seat::new(0), most).into_iter().collect();
            for mut one in [state].into_iter().chain(worlds) {
                let (options, seed, log) = one.save();
                let options = serde_json::from_str(&options).unwrap();
                let mut other = start(entry.id, options, Some(one.seats()), seed.parse().unwrap(), &log).unwrap();
                for state in [&mut one, &mut other] {
                    play(state.as_mut(), &mut Rng::new(9), 30);
                }
                assert_eq!(one.actions(), other.actions(), "{}", entry.id);
                assert_eq!(one.view(Viewer::All), other.view(Viewer::All));
                assert_eq!(one.legal_numbers(), other.legal_numbers());
            }
        }
    }
    for damaged in ["x", "#", "#x", "@[0", "@[7,1]", "0fly", "0play 2c", "=0", "é"] {
        assert!(start("schwarze-dame", Map::new(), None, Seed::numbered(1), damaged).is_err(), "{damaged}");
    }
}
