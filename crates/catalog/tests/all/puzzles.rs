//! Tests of the files of puzzles in the folders of the games.

use std::fs;
use std::path::Path;

use catalog::{PuzzleFile, choice_facts, choices, entry, pack_path};
use game::{Rng, Viewer};

/// Returns the files of puzzles of all games.
fn files() -> Vec<Vec<u8>> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let games = fs::read_dir(games).expect("games").map(|game| game.expect("a game").path().join("puzzles"));
    let files = games.filter_map(|folder| fs::read_dir(folder).ok()).flatten();
    let mut paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    paths.into_iter().map(|path| fs::read(path).expect("a file")).collect()
}

#[test]
fn every_puzzle_is_a_decision_with_a_legal_answer_and_its_themes() {
    let files = files();
    assert!(files.len() >= 5, "each game has puzzles: {}", files.len());
    for bytes in &files {
        let file = PuzzleFile::read(bytes).expect("a file of puzzles");
        let game = &file.head.game;
        assert!(!file.puzzles.is_empty(), "{game}");
        for puzzle in &file.puzzles {
            let mut places = Vec::new();
            let mut before: Option<Vec<_>> = None;
            let position = file
                .open(puzzle, &mut |table, events| {
                    let acted =
                        events.iter().find_map(|event| Some((event.seat()?, event.text(Viewer::All).into_owned())));
                    if let (Some(before), Some(acted)) = (&before, acted) {
                        places.push((before.iter().position(|one| *one == acted).expect("it was legal"), before.len()));
                    }
                    before = Some(choices(table));
                })
                .expect("it can be played");
            assert_eq!(places.len(), puzzle.actions as usize);
            assert_eq!(pack_path(places.into_iter()), puzzle.path, "{game}: the path is packed as it was");
            let question = position.table.question(puzzle.seat).expect("the seat decides");
            let legal = position.table.legal(puzzle.seat);
            assert!(legal.len() + usize::from(!question.must) > 1, "{game}: there is a choice");
            match &position.answer {
                Some(answer) => assert!(legal.contains(answer)),
                None => assert!(!question.must),
            }
            let facts = choice_facts(game, &question, position.answer.as_deref()).expect("a legal answer");
            assert_eq!(facts.themes, puzzle.themes, "{game}, match {}", puzzle.index);
            assert_eq!(puzzle.themes >> entry(game).expect("a game").themes.len(), 0);
        }
    }
}

#[test]
fn a_file_is_written_as_it_was_read() {
    for bytes in files() {
        let file = PuzzleFile::read(&bytes).expect("a file of puzzles");
        let mut written = file.head.write();
        let mut next = 0;
        for puzzle in &file.puzzles {
            written.extend(puzzle.write(next));
            next = puzzle.index + 1;
        }
        assert!(written == bytes, "{}", file.head.game);
    }
}

#[test]
fn a_puzzle_takes_few_bytes() {
    for bytes in files() {
        let file = PuzzleFile::read(&bytes).expect("a file of puzzles");
        let each = (bytes.len() - file.head.write().len()) / file.puzzles.len();
        // 2,000 puzzles of the solitaire and 5,000 of each other game take at most 250 KB.
        let most = if entry(&file.head.game).expect("a game").solved { 125 } else { 50 };
        assert!(each <= most, "{}: {each} bytes", file.head.game);
    }
}

#[test]
fn a_cut_file_is_refused_and_its_whole_puzzles_are_read() {
    for bytes in files() {
        let whole = PuzzleFile::read(&bytes).expect("a file of puzzles");
        let error = PuzzleFile::read(&bytes[..bytes.len() - 1]).expect_err("it is cut");
        assert!(error.words.contains(&format!("within puzzle {}", whole.puzzles.len())), "{error}");
        let (cut, end) = PuzzleFile::read_whole_puzzles(&bytes[..bytes.len() - 1]).expect("its beginning");
        assert_eq!(cut.puzzles, whole.puzzles[..whole.puzzles.len() - 1]);
        assert_eq!(PuzzleFile::read(&bytes[..end]).expect("whole puzzles"), cut);
    }
}

#[test]
fn hostile_bytes_are_refused_and_never_panic() {
    for text in ["", "\n", "{}\n", "[]\n", "cardroom-puzzles/1\n", &"x".repeat(10_000)] {
        let error = PuzzleFile::read(text.as_bytes()).expect_err("no file of puzzles");
        assert!(error.words.contains("its first line"), "{error}");
    }
    let mut rng = Rng::new(45);
    let (mut refused, mut opened) = (0, 0);
    for bytes in files() {
        for _ in 0..1_000 {
            let mut bad = bytes.clone();
            for _ in 0..=rng.below(3) {
                let at = rng.below(bad.len() as u32) as usize;
                match rng.below(4) {
                    0 => bad[at] = rng.bits() as u8,
                    1 => bad[at] ^= 1 << rng.below(8),
                    2 => bad.truncate(at.max(1)),
                    _ => bad.insert(at, rng.bits() as u8),
                }
            }
            let Ok(file) = PuzzleFile::read(&bad) else {
                refused += 1;
                continue;
            };
            for puzzle in &file.puzzles {
                match file.open(puzzle, &mut |_, _| {}) {
                    Ok(position) => {
                        opened += 1;
                        assert!(position.table.question(puzzle.seat).is_some());
                    }
                    Err(error) => assert!(error.words.contains("is damaged"), "{error}"),
                }
            }
        }
    }
    assert!(refused > 100 && opened > 100, "{refused} files refused, {opened} puzzles opened");
}
