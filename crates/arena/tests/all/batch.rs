//! Tests of environments that play many matches at once.

use arena::envs::{Batch, Buffers, Players, Reward, Wish, batch, spec};
use serde_json::{Map, Value};

fn options(text: &str) -> Map<String, Value> {
    match serde_json::from_str(text).unwrap() {
        Value::Object(map) => map,
        _ => panic!("{text}"),
    }
}

fn wish(game: &str, envs: usize, threads: usize) -> Wish<'_> {
    Wish {
        game,
        options: Map::new(),
        seats: None,
        envs,
        seed: 0xe7,
        threads,
        spin: false,
        max_steps: 3_000,
        reward: Reward::Points,
        illegal: None,
        players: vec![Players::Agent],
        stop: Default::default(),
    }
}

/// Returns, for each mask, a random number that the mask allows.
fn choose(mask: &[i8], wide: usize, rng: &mut game::Rng) -> Vec<i32> {
    mask.chunks(wide)
        .map(|mask| {
            let allowed: Vec<i32> = (0..).zip(mask).filter(|(_, bit)| **bit == 1).map(|(number, _)| number).collect();
            rng.pick(&allowed)
        })
        .collect()
}

/// Returns everything that a batch writes over some steps.
fn story(mut of: Box<dyn Batch>, game: &str, steps: usize) -> Vec<u8> {
    let spec = spec(game).unwrap();
    let mut buffers = Buffers::new(&spec, of.envs(), of.seats().into());
    of.reset(None, buffers.borrow()).unwrap();
    let mut rng = game::Rng::new(3);
    let mut all = Vec::new();
    for _ in 0..steps {
        let actions = choose(&buffers.mask, spec.actions, &mut rng);
        of.step(&actions, buffers.borrow()).unwrap();
        all.extend(buffers.observation.iter().map(|&number| number as u8));
        all.extend(&buffers.seat);
        all.extend(&buffers.done);
        all.extend(buffers.reward.iter().flat_map(|reward| reward.to_le_bytes()));
    }
    all
}

#[test]
fn the_same_seed_is_the_same_story_on_any_number_of_threads() {
    for entry in catalog::entries() {
        let one = story(batch(wish(entry.id, 13, 1)).unwrap(), entry.id, 120);
        for (threads, spin) in [(2, false), (2, true), (5, false)] {
            let many = batch(Wish { spin, ..wish(entry.id, 13, threads) }).unwrap();
            assert!(one == story(many, entry.id, 120), "{}", entry.id);
        }
        let other = batch(Wish { seed: 1, ..wish(entry.id, 13, 1) }).unwrap();
        assert!(one != story(other, entry.id, 120), "{}: another seed", entry.id);
    }
}

#[test]
fn a_match_is_the_same_whatever_else_is_in_the_batch() {
    let spec = spec("kael").unwrap();
    let mut seen = Vec::new();
    for envs in [1, 4] {
        let mut batch = batch(wish("kael", envs, 1)).unwrap();
        let mut buffers = Buffers::new(&spec, envs, 4);
        batch.reset(None, buffers.borrow()).unwrap();
        seen.push(buffers.observation[..spec.width].to_vec());
    }
    assert_eq!(seen[0], seen[1]);
}

#[test]
fn deals_end_and_what_they_bring_adds_up() {
    let spec = spec("schwarze-dame").unwrap();
    let mut batch = batch(wish("schwarze-dame", 6, 1)).unwrap();
    let mut buffers = Buffers::new(&spec, 6, 4);
    batch.reset(None, buffers.borrow()).unwrap();
    let mut rng = game::Rng::new(4);
    for step in 1..=52 * 9 {
        let actions = choose(&buffers.mask, spec.actions, &mut rng);
        batch.step(&actions, buffers.borrow()).unwrap();
        let ended = step % 52 == 0;
        assert_eq!(
            buffers.done,
            vec![u8::from(ended); 6],
            "a deal has 52 choices, and a match of 8 deals another after it"
        );
        for reward in buffers.reward.chunks(4) {
            assert_eq!(reward.iter().sum::<f32>(), 0.0, "[S5]");
            assert!(ended || reward.iter().all(|&points| points == 0.0));
        }
    }
    assert!(buffers.truncated.iter().all(|&bit| bit == 0));
}

#[test]
fn bots_play_the_other_seats_and_rule_beats_random() {
    let mut gained = [0.0; 2];
    for (place, level) in ["random", "rule"].into_iter().enumerate() {
        let players = vec![Players::Agent, Players::Bot(level.to_owned())];
        let mut batch = batch(Wish { players, ..wish("schwarze-dame", 200, 2) }).unwrap();
        let spec = spec("schwarze-dame").unwrap();
        let mut buffers = Buffers::new(&spec, 200, 4);
        batch.reset(None, buffers.borrow()).unwrap();
        let mut actions = vec![0; 200];
        for _ in 0..13 {
            assert!(buffers.seat.iter().all(|&seat| seat == 0));
            batch.advise("rule", None, &mut actions).unwrap();
            batch.step(&actions, buffers.borrow()).unwrap();
            gained[place] += buffers.reward.chunks(4).map(|reward| f64::from(reward[0])).sum::<f64>() / 200.0;
        }
        assert!(buffers.done.iter().all(|&done| done == 1), "thirteen cards are a deal");
    }
    assert!(gained[0] > 8.0, "a rule player against three random ones: {gained:?}");
    assert!(gained[1].abs() < 5.0, "and against three of its kind: {gained:?}");
}

#[test]
fn a_deal_that_never_ends_is_broken_off() {
    let spec = spec("la-dame-noire").unwrap();
    let mut batch = batch(Wish { max_steps: 40, ..wish("la-dame-noire", 2, 1) }).unwrap();
    let mut buffers = Buffers::new(&spec, 2, 4);
    batch.reset(None, buffers.borrow()).unwrap();
    let mut broken = 0;
    for _ in 0..120 {
        // Chooses the last number that the mask allows, except "not now". So bids are high, and nobody calls stop.
        let actions: Vec<i32> = buffers
            .mask
            .chunks(spec.actions)
            .map(|mask| mask.iter().rposition(|&bit| bit == 1).unwrap() as i32)
            .map(|last| if last == spec.not_now.unwrap() as i32 { last } else { (last - 1).max(0) })
            .collect();
        batch.step(&actions, buffers.borrow()).unwrap();
        broken += buffers.truncated.iter().map(|&bit| u32::from(bit)).sum::<u32>();
    }
    assert!(broken > 0);
}

#[test]
fn rows_come_with_their_numbers() {
    for entry in catalog::entries() {
        let spec = spec(entry.id).unwrap();
        let mut batch = batch(wish(entry.id, 7, 1)).unwrap();
        let mut buffers = Buffers::new(&spec, 7, entry.usual_seats.into());
        batch.reset(None, buffers.borrow()).unwrap();
        let mut rng = game::Rng::new(5);
        for _ in 0..60 {
            let mut offsets = vec![0; 8];
            batch.row_offsets(&mut offsets).unwrap();
            let all = offsets[7] as usize;
            let mut rows = vec![9; all * spec.row_width];
            let mut numbers = vec![-1; all];
            batch.rows(&mut rows, &mut numbers).unwrap();
            for (place, mask) in buffers.mask.chunks(spec.actions).enumerate() {
                let own = &numbers[offsets[place] as usize..offsets[place + 1] as usize];
                let allowed: Vec<i32> = (0..).zip(mask).filter(|(_, bit)| **bit == 1).map(|(n, _)| n).collect();
                assert_eq!(own, allowed, "{}", entry.id);
            }
            assert!(rows.iter().all(|&number| number != 9 || entry.id != "hearts"), "rows are written whole");
            let actions = choose(&buffers.mask, spec.actions, &mut rng);
            batch.step(&actions, buffers.borrow()).unwrap();
        }
    }
}

#[test]
fn what_is_wrong_is_said() {
    let error = |wish: Wish<'_>| batch(wish).err().expect("an error").to_string();
    assert!(error(wish("bridge", 1, 1)).contains("there is no game \"bridge\"; the games are"));
    assert!(error(Wish { options: options(r#"{"deals":0}"#), ..wish("schwarze-dame", 1, 1) }).contains("deals"));
    assert!(error(Wish { seats: Some(9), ..wish("kael", 1, 1) }).contains("2 to 8 seats, not 9"));
    assert!(error(wish("kael", 0, 1)).contains("num_envs is 0"));
    let bots = |names: &[&str]| names.iter().map(|name| Players::Bot((*name).to_owned())).collect();
    assert!(error(Wish { players: bots(&["rule"]), ..wish("kael", 1, 1) }).contains("leave one to the agent"));
    let players = vec![Players::Agent, Players::Bot("grandmaster".to_owned())];
    assert!(error(Wish { players, ..wish("kael", 1, 1) }).contains("there is no bot \"grandmaster\""));

    let spec = spec("schwarze-dame").unwrap();
    let mut batch = batch(wish("schwarze-dame", 2, 1)).unwrap();
    let mut buffers = Buffers::new(&spec, 2, 4);
    batch.reset(None, buffers.borrow()).unwrap();
    let before = buffers.observation.clone();
    for (actions, words) in
        [(vec![0], "1 actions for 2 matches"), (vec![-1, 0], "action -1 of match 0"), (vec![52, 0], "action 52")]
    {
        let error = batch.step(&actions, buffers.borrow()).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
    }
    assert_eq!(before, buffers.observation, "no match has moved");
    let mut short = Buffers::new(&spec, 1, 4);
    assert!(batch.reset(None, short.borrow()).unwrap_err().to_string().contains("the buffer observation has"));
}

/// The output of a step: observations, masks, rewards, and flags for ended deals.
type Seen = (Vec<i8>, Vec<i8>, Vec<f32>, Vec<u8>);

/// Plays random numbers that the masks allow, and returns everything that the batch wrote.
fn steps(of: &mut dyn Batch, buffers: &mut Buffers, wide: usize, seed: u64) -> Vec<Seen> {
    let mut rng = game::Rng::new(seed);
    let mut all = Vec::new();
    for _ in 0..40 {
        let actions = choose(&buffers.mask, wide, &mut rng);
        of.step(&actions, buffers.borrow()).unwrap();
        all.push((buffers.observation.clone(), buffers.mask.clone(), buffers.reward.clone(), buffers.done.clone()));
    }
    all
}

#[test]
fn a_saved_batch_plays_on() {
    for entry in catalog::entries() {
        let spec = spec(entry.id).unwrap();
        let bots = || vec![Players::Agent, Players::Bot("random".to_owned())];
        let make = || {
            batch(Wish {
                players: if entry.usual_seats > 1 { bots() } else { vec![Players::Agent] },
                ..wish(entry.id, 5, 1)
            })
        };
        let (mut first, mut second) = (make().unwrap(), make().unwrap());
        let [mut here, mut there] = [0; 2].map(|_| Buffers::new(&spec, 5, first.seats().into()));
        first.reset(None, here.borrow()).unwrap();
        steps(first.as_mut(), &mut here, spec.actions, 1);
        second.load(&first.save(), there.borrow()).unwrap();
        assert!(here.observation == there.observation && here.mask == there.mask && here.seat == there.seat);
        let (one, other) =
            (steps(first.as_mut(), &mut here, spec.actions, 2), steps(second.as_mut(), &mut there, spec.actions, 2));
        assert!(one == other, "{}", entry.id);
        for damaged in ["", "[]", "[null]", &first.save().replace("0.", "9."), &first.save()[1..]] {
            assert!(second.load(damaged, there.borrow()).is_err(), "{damaged}");
        }
        assert!(
            steps(first.as_mut(), &mut here, spec.actions, 3) == steps(second.as_mut(), &mut there, spec.actions, 3),
            "nothing has changed"
        );
    }
}

#[test]
fn what_is_written_into_a_mask_changes_nothing() {
    let spec = spec("kael").unwrap();
    let mut batch = batch(wish("kael", 3, 1)).unwrap();
    let mut buffers = Buffers::new(&spec, 3, 4);
    batch.reset(None, buffers.borrow()).unwrap();
    let illegal: Vec<i32> =
        buffers.mask.chunks(spec.actions).map(|mask| mask.iter().position(|&bit| bit == 0).unwrap() as i32).collect();
    buffers.mask.fill(1);
    assert!(batch.step(&illegal, buffers.borrow()).unwrap_err().to_string().contains("of match 0"));
}

#[test]
fn a_batch_that_has_to_stop_stops() {
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let spec = spec("hearts").unwrap();
    let mut batch = batch(Wish { stop: stop.clone(), ..wish("hearts", 2, 2) }).unwrap();
    let mut buffers = Buffers::new(&spec, 2, 4);
    batch.reset(None, buffers.borrow()).unwrap();
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    // Each of these decisions would take years if it were not stopped.
    batch.advise("pimc:10000000", None, &mut [0; 2]).unwrap();
    batch.random_steps(usize::MAX, buffers.borrow()).unwrap();
}

#[test]
fn each_reset_begins_other_matches_and_a_seed_begins_the_same() {
    let spec = spec("hearts").unwrap();
    let mut of = batch(wish("hearts", 3, 1)).unwrap();
    let mut buffers = Buffers::new(&spec, 3, 4);
    let mut seen = |seed| {
        of.reset(seed, buffers.borrow()).unwrap();
        buffers.observation.clone()
    };
    let (made, next, seeded) = (seen(None), seen(None), seen(Some(5)));
    assert!(made != next && next != seeded);
    assert_eq!(seen(Some(0xe7)), made, "the seed of the wish");
    assert_eq!(seen(None), next, "the seed that follows from it");
    assert_eq!(seen(Some(5)), seeded);
}

#[test]
fn the_end_of_a_match_is_told_with_its_winners_and_last_observations() {
    let spec = spec("schwarze-dame").unwrap();
    let wish = Wish { options: options(r#"{"deals":2}"#), ..wish("schwarze-dame", 4, 2) };
    let mut batch = batch(wish).unwrap();
    let mut buffers = Buffers::new(&spec, 4, 4);
    batch.reset(None, buffers.borrow()).unwrap();
    let points: usize =
        spec.channels.iter().take_while(|channel| channel.name != "points").map(|channel| channel.len).sum();
    let mut rng = game::Rng::new(4);
    let mut totals = [[0.0; 4]; 4];
    for step in 1..=208 {
        let asked = buffers.seat.clone();
        let actions = choose(&buffers.mask, spec.actions, &mut rng);
        batch.step(&actions, buffers.borrow()).unwrap();
        assert_eq!(buffers.over, [u8::from(step % 104 == 0); 4], "a match has two deals");
        if step % 52 > 0 {
            continue;
        }
        for (place, totals) in totals.iter_mut().enumerate() {
            let gains = &buffers.reward[4 * place..][..4];
            totals.iter_mut().zip(gains).for_each(|(total, gain)| *total += gain);
            if step % 104 == 0 {
                let last = &buffers.last[place * spec.width..][..spec.width];
                let own = usize::from(asked[place]);
                let seen: Vec<f32> = (0..4).map(|step| gains[(own + step) % 4]).collect();
                let balance: Vec<f32> = last[points..points + 4].iter().map(|&number| number.into()).collect();
                assert_eq!(balance, seen, "the points at the end of the last deal, own seat first");
                let best = totals.iter().copied().fold(f32::MIN, f32::max);
                assert_eq!(buffers.won[4 * place..][..4], totals.map(|total| u8::from(total == best)), "[S6]");
                *totals = [0.0; 4];
            }
        }
    }
}

#[test]
fn hidden_cards_are_written_only_for_a_caller_that_wants_them() {
    for entry in catalog::entries() {
        let spec = spec(entry.id).unwrap();
        let [mut blind, mut seeing] = [0; 2].map(|_| batch(wish(entry.id, 5, 2)).unwrap());
        let [mut here, mut there] = [0; 2].map(|_| Buffers::new(&spec, 5, blind.seats().into()));
        here.hidden.clear();
        blind.reset(None, here.borrow()).unwrap();
        seeing.reset(None, there.borrow()).unwrap();
        assert!(there.hidden.iter().any(|&number| number != 0) || spec.hidden.is_empty(), "{}", entry.id);
        for seed in 0..3 {
            let one = steps(blind.as_mut(), &mut here, spec.actions, seed);
            assert!(one == steps(seeing.as_mut(), &mut there, spec.actions, seed), "{}", entry.id);
        }
        let mut short = Buffers::new(&spec, 5, blind.seats().into());
        short.hidden.truncate(1);
        assert!(blind.reset(None, short.borrow()).is_err() || spec.hidden.is_empty());
    }
}

#[test]
fn a_solitaire_that_is_broken_off_brings_the_points_that_it_has() {
    let spec = spec("rouge-et-noir").unwrap();
    let mut batch = batch(Wish { max_steps: 20, ..wish("rouge-et-noir", 3, 1) }).unwrap();
    let mut buffers = Buffers::new(&spec, 3, 1);
    batch.reset(None, buffers.borrow()).unwrap();
    for step in 1..=40 {
        let actions = choose(&buffers.mask, spec.actions, &mut game::Rng::new(step));
        batch.step(&actions, buffers.borrow()).unwrap();
        let ended = u8::from(step % 20 == 0);
        assert!([&buffers.done, &buffers.over, &buffers.truncated].iter().all(|flags| **flags == [ended; 3]));
        assert!(buffers.reward.iter().all(|&points| (points >= 8.0) == (ended == 1)), "[R12]");
    }
}

#[test]
fn an_illegal_number_costs_and_plays_nothing_if_the_caller_wants_that() {
    let spec = spec("hearts").unwrap();
    let mut batch = batch(Wish { illegal: Some(-2.0), max_steps: 5, ..wish("hearts", 2, 1) }).unwrap();
    let mut buffers = Buffers::new(&spec, 2, 4);
    batch.reset(None, buffers.borrow()).unwrap();
    let (seen, seat) = (buffers.observation.clone(), usize::from(buffers.seat[0]));
    let number = |bit: i8, buffers: &Buffers| buffers.mask[..52].iter().position(|&other| other == bit).unwrap() as i32;
    let right = choose(&buffers.mask, spec.actions, &mut game::Rng::new(1));
    batch.step(&[number(0, &buffers), right[1]], buffers.borrow()).unwrap();
    assert_eq!(buffers.observation[..spec.width], seen[..spec.width], "nothing was played");
    assert_ne!(buffers.observation[spec.width..], seen[spec.width..]);
    assert_eq!((buffers.reward[seat], buffers.reward.iter().filter(|&&points| points != 0.0).count()), (-2.0, 1));
    assert!(batch.step(&[52, right[1]], buffers.borrow()).is_err(), "no number of the game");
    for step in 2..=5 {
        let right = choose(&buffers.mask, spec.actions, &mut game::Rng::new(step));
        batch.step(&[number(0, &buffers), right[1]], buffers.borrow()).unwrap();
    }
    assert_eq!(buffers.truncated, [1, 1], "an agent that never learns is cut off");
}
