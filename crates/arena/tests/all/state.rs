//! Tests of a match that is played step by step.

use std::sync::atomic::AtomicBool;

use arena::envs::{Reward, State, from_record, spec, start};
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
        let mut state = start(entry.id, Map::new(), None, Seed::numbered(0xe7), &[], "").unwrap();
        let mut rng = Rng::new(1);
        play(state.as_mut(), &mut rng, 1_500);
        let record = state.record(names(state.as_ref()), true).unwrap();
        catalog::check(&table::record::Raw::read(&record).unwrap())
            .unwrap_or_else(|fault| panic!("{}: {fault}", entry.id));
        let back = from_record(&record, None).unwrap();
        assert_eq!(back.actions(), state.actions(), "{}", entry.id);
        assert_eq!(back.view(Viewer::All), state.view(Viewer::All), "{}", entry.id);
        assert_eq!(back.returns(Reward::Points), state.returns(Reward::Points));
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
        let mut state = start(entry.id, Map::new(), None, Seed::numbered(7), &[], "").unwrap();
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
        let mut state = start(entry.id, Map::new(), None, Seed::numbered(9), &[], "").unwrap();
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
        let mut state = start(entry.id, Map::new(), None, Seed::numbered(11), &[], "").unwrap();
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
    let mut state = start("schwarze-dame", Map::new(), None, Seed::numbered(1), &[], "").unwrap();
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
    let number: cards::Card = other.parse().unwrap();
    let error = state.play(number.index()).unwrap_err().to_string();
    assert!(error.starts_with("seat 2 may not choose") && error.ends_with("[S3]"), "{error}");
    assert!(state.play(99).unwrap_err().to_string().contains("may not choose 99"));
    assert!(state.act(Seat::new(7), "play 2c").unwrap_err().to_string().contains("no seat 7"));
    assert!(state.describe(99).is_err() && state.number_of("not now").is_err() && state.number_of("jump").is_err());
    assert!(start("bridge", Map::new(), None, Seed::numbered(1), &[], "").is_err());
}

#[test]
fn a_saved_match_goes_on() {
    for entry in catalog::entries() {
        for most in [0, 1, 2, 40, 150] {
            let mut state = start(entry.id, Map::new(), None, Seed::numbered(5), &[], "").unwrap();
            play(state.as_mut(), &mut Rng::new(most), most as usize);
            let worlds: Vec<_> = state.world(Seat::new(0), most).into_iter().collect();
            for mut one in [state].into_iter().chain(worlds) {
                let (options, seed, decks, log) = one.save();
                let options = serde_json::from_str(&options).unwrap();
                let seed = seed.parse().unwrap();
                let mut other = start(entry.id, options, Some(one.seats()), seed, &decks, &log).unwrap();
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
        assert!(start("schwarze-dame", Map::new(), None, Seed::numbered(1), &[], damaged).is_err(), "{damaged}");
    }
}

#[test]
fn random_play_of_a_solitaire_ends_by_giving_up() {
    let give_up = spec("rouge-et-noir").unwrap().give_up.unwrap();
    let mut given_up = 0;
    for seed in 0..60 {
        let mut state = start("rouge-et-noir", Map::new(), None, Seed::numbered(seed), &[], "").unwrap();
        assert!(!state.legal_numbers().contains(&give_up), "not before the stock has run out");
        play(state.as_mut(), &mut Rng::new(seed), arena::CAP as usize);
        assert!(state.is_over(), "match {seed}");
        let record = state.record(names(state.as_ref()), false).unwrap();
        catalog::check(&table::record::Raw::read(&record).unwrap()).unwrap();
        let back = from_record(&record, None).unwrap();
        let (options, seed, decks, log) = state.save();
        let options = serde_json::from_str(&options).unwrap();
        let saved = start("rouge-et-noir", options, None, seed.parse().unwrap(), &decks, &log).unwrap();
        for other in [back, saved] {
            assert!(other.is_over() && other.winners() == state.winners());
            assert_eq!(other.returns(Reward::Points), [state.totals()[0] as f32], "[R12]");
        }
        given_up += u32::from(log.ends_with("0give up\n"));
    }
    assert!(given_up > 10);
}

#[test]
fn a_player_can_give_up_at_any_time_by_name() {
    let mut state = start("rouge-et-noir", Map::new(), None, Seed::numbered(1), &[], "").unwrap();
    assert!(state.number_of("give up").is_err(), "the mask does not offer it");
    state.act(Seat::new(0), "give up").unwrap();
    assert!(state.is_over() && state.winners() == Some(Vec::new()) && state.totals() == [8]);
    assert!(state.act(Seat::new(0), "give up").is_err());
    let mut state = start("kael", Map::new(), None, Seed::numbered(1), &[], "").unwrap();
    assert!(state.act(Seat::new(0), "give up").is_err(), "only a solitaire");
}

#[test]
fn points_are_points_and_values_are_values() {
    let mut state = start("kael", Map::new(), None, Seed::numbered(3), &[], "").unwrap();
    while state.deals() < 2 {
        let number = state.advise("rule", 1, &AtomicBool::new(false)).unwrap();
        state.play(number).unwrap();
    }
    let points: Vec<f32> = state.totals().iter().map(|&total| -total as f32).collect();
    assert_eq!(state.returns(Reward::Points), points, "[K21] the fewest points win");
    assert_ne!(state.returns(Reward::Value), points);
    assert!("win".parse::<Reward>().is_err());
}

#[test]
fn decks_can_be_chosen() {
    for entry in catalog::entries().iter().filter(|entry| entry.id != "rouge-et-noir") {
        let deck = |seed: u64| {
            let state = start(entry.id, Map::new(), None, Seed::numbered(seed), &[], "").unwrap();
            let record: serde_json::Value =
                serde_json::from_str(&state.record(names(state.as_ref()), true).unwrap()).unwrap();
            record["deals"][0]["deck"].as_str().unwrap().to_owned()
        };
        let decks = [deck(7), deck(8)];
        let mut state = start(entry.id, Map::new(), None, Seed::numbered(1), &decks, "").unwrap();
        let twin = start(entry.id, Map::new(), None, Seed::numbered(7), &[], "").unwrap();
        assert_eq!(state.view(Viewer::All), twin.view(Viewer::All), "{}", entry.id);
        let mut rng = Rng::new(1);
        while state.deals() < 1 {
            play(state.as_mut(), &mut rng, 1);
        }
        assert_eq!(state.save().2, decks);
        assert!(state.record(names(state.as_ref()), true).is_err(), "no seed gives these cards");
        // After a sampled world nobody knows which deck comes next.
        let mut world = state.world(Seat::new(0), 3).unwrap();
        for state in [&mut state, &mut world] {
            play(state.as_mut(), &mut Rng::new(2), 200);
        }
        assert!(start(entry.id, Map::new(), None, Seed::numbered(1), &decks[..1], "").is_ok());
        let short = [decks[0].rsplit_once(' ').unwrap().0.to_owned()];
        let error = start(entry.id, Map::new(), None, Seed::numbered(1), &short, "").err().unwrap().to_string();
        assert!(error.starts_with("deck 0 has") && error.contains("missing"), "{error}");
    }
}
