//! Tests of policies and of runs that are played in parts. A policy is an external player that answers batches of
//! numeric questions.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use arena::{
    Entrant, ExternalPolicy, Matches, Questions, Run, TimeSource, Tournament, compete, compete_part, join_sets,
    join_simulated, simulate, simulate_part,
};
use cards::Seed;

/// A clock that stands still.
struct Still;

impl TimeSource for Still {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
    fn alarm(&self, _: Duration, _: &Arc<AtomicBool>) {}
}

/// A policy that chooses the first number of each mask, or a number that is not allowed. It stores the number of
/// questions in each call.
#[derive(Debug, Default)]
struct First {
    wrong: AtomicBool,
    asked: Mutex<Vec<usize>>,
    wants_rows: bool,
}

impl ExternalPolicy for First {
    fn wants_rows(&self) -> bool {
        self.wants_rows
    }

    fn choose(&self, questions: Questions) -> Result<Vec<i32>, String> {
        let count = questions.seat.len();
        self.asked.lock().unwrap().push(count);
        let first = |mask: &[i8]| mask.iter().position(|&bit| bit == 1).unwrap() as i32;
        let actions: Vec<i32> = questions.mask.chunks(questions.mask.len() / count).map(first).collect();
        if let Some(rows) = questions.rows {
            assert_eq!((rows.offsets.len(), rows.offsets[count]), (count + 1, rows.numbers.len() as i64));
            assert!(rows.offsets.iter().zip(&actions).all(|(&at, &action)| rows.numbers[at as usize] == action));
        }
        Ok(if self.wrong.load(Ordering::Relaxed) { vec![-1; count] } else { actions })
    }
}

fn tournament(game: &str, policy: Arc<First>, threads: usize) -> Tournament {
    let rule = Entrant::named("rule", None, Duration::ZERO).unwrap();
    Tournament {
        game: game.to_owned(),
        options: catalog::entry(game).unwrap().shortest,
        seats: None,
        lineup: vec![Entrant::policy("first", policy), rule],
        seed: Seed::numbered(5),
        sets: 5,
        question: None,
        threads: NonZeroUsize::new(threads).unwrap(),
        cap: 400,
    }
}

#[test]
fn a_policy_plays_every_game_the_same_on_any_number_of_threads() {
    for game in ["la-dame-noire", "kael", "schwarze-dame", "hearts"] {
        let mut told = Vec::new();
        for threads in [1, 3] {
            let first = Arc::new(First { wants_rows: true, ..First::default() });
            let mut records = Vec::new();
            let results = compete(&tournament(game, first.clone(), threads), true, &Still, &mut |played| {
                records.extend_from_slice(played.records);
                Ok(())
            });
            let results = results.unwrap();
            assert_eq!((results.sets, results.entrants[0].bot.as_str()), (5, "first"), "{game}");
            assert!(
                records.iter().all(|line| catalog::check(&table::record::Raw::read(line).unwrap()).is_ok()),
                "{game}"
            );
            let asked = first.asked.lock().unwrap().clone();
            assert!(asked.iter().any(|&count| count > 4), "{game}: many are asked at once");
            told.push((serde_json::to_string(&results).unwrap(), records, asked));
        }
        assert_eq!(told[0], told[1], "{game}");
    }
}

#[test]
fn an_answer_that_is_not_allowed_ends_the_run() {
    let first = Arc::new(First::default());
    first.wrong.store(true, Ordering::Relaxed);
    let error = compete(&tournament("kael", first, 2), false, &Still, &mut |_| Ok(())).unwrap_err();
    assert!(error.to_string().contains("action -1 for question 0 is not allowed"), "{error}");
}

#[test]
fn parts_of_a_tournament_join_to_the_whole() {
    let tournament = tournament("schwarze-dame", Arc::default(), 1);
    let whole = compete(&tournament, false, &Still, &mut |_| Ok(())).unwrap();
    let part = |from, to| compete_part(&tournament, from..to, false, &Still, &mut |_| Ok(())).unwrap();
    let parts = [part(0, 2), part(2, 3), part(3, 5)];
    let joined = join_sets(&tournament, &parts).unwrap();
    assert_eq!(serde_json::to_string(&joined).unwrap(), serde_json::to_string(&whole).unwrap());
    // Parts that cover other sets have another result.
    let wrong = join_sets(&tournament, &[part(1, 3), part(0, 3)]).unwrap();
    assert_ne!(serde_json::to_string(&wrong).unwrap(), serde_json::to_string(&whole).unwrap());
    assert!(join_sets(&tournament, &[b"[[]]".to_vec()]).is_err() && join_sets(&tournament, &[b"{".to_vec()]).is_err());
}

#[test]
fn parts_of_a_simulation_join_to_the_whole() {
    for matches in [Matches::Count(7), Matches::Numbered(11..=17)] {
        let run = Run {
            game: "rouge-et-noir".to_owned(),
            options: Default::default(),
            seats: None,
            bots: vec!["first".to_owned()],
            seed: Seed::numbered(1),
            matches,
            threads: NonZeroUsize::MIN,
            cap: 60,
            clock: Duration::ZERO,
            policies: vec![("first".to_owned(), Arc::new(First::default()))],
        };
        let mut records = Vec::new();
        let whole = simulate(&run, true, &mut |played| {
            records.extend(played.record.map(str::to_owned));
            Ok(())
        });
        let mut of_parts = Vec::new();
        let mut part = |from, to| {
            let mut each = |played: arena::PlayedMatch<'_>| {
                of_parts.extend(played.record.map(str::to_owned));
                Ok(())
            };
            simulate_part(&run, from..to, true, &mut each).unwrap()
        };
        let parts = [part(0, 3), part(3, 3), part(3, 7)];
        let joined = join_simulated(&run, &parts).unwrap();
        assert_eq!(serde_json::to_string(&joined).unwrap(), serde_json::to_string(&whole.unwrap()).unwrap());
        assert_eq!(records, of_parts);
    }
}
