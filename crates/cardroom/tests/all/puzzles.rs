//! `cardroom puzzles` as a person runs it.

use std::fs;
use std::path::{Path, PathBuf};

use catalog::PuzzleFile;

use crate::support::{Said, cardroom};

/// Mines a few puzzles from short searches.
fn mine(file: &Path, more: &str) -> Said {
    let run = "puzzles mine kael --simulations 200 --judge test";
    cardroom(&format!("{run} --out {} {more}", file.display()))
}

/// Returns a folder, and a file in it with puzzles of eight matches.
fn mined() -> (tempfile::TempDir, PathBuf, Vec<u8>) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.puzzles");
    let said = mine(&file, "--matches 8 --threads 1");
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "no bar is drawn in a pipe");
    assert!(said.out.contains(" in 8 matches, ") && said.out.contains(" in an hour of a core"), "{}", said.out);
    let bytes = fs::read(&file).expect("the file");
    (folder, file, bytes)
}

/// Writes a file of puzzles.
fn write(file: &Path, puzzles: &PuzzleFile) {
    let (mut bytes, mut next) = (puzzles.head.write(), 0);
    for puzzle in &puzzles.puzzles {
        bytes.extend(puzzle.write(next));
        next = puzzle.index + 1;
    }
    fs::write(file, bytes).expect("a file");
}

#[test]
fn a_run_that_was_stopped_goes_on_and_any_number_of_threads_finds_the_same() {
    let (folder, file, bytes) = mined();
    let found = PuzzleFile::read(&bytes).expect("a file of puzzles");
    assert!(found.puzzles.len() >= 2, "{}", found.puzzles.len());
    assert_eq!((found.head.game.as_str(), found.head.judge.as_str()), ("kael", "test"));
    let other = folder.path().join("b.puzzles");
    assert_eq!(mine(&other, "--matches 8 --threads 3").code, Some(0));
    assert!(fs::read(&other).expect("the file") == bytes, "the same on three threads");
    // Cut the file within its last puzzle, as a stopped run may leave it.
    fs::write(&file, &bytes[..bytes.len() - 3]).expect("a file");
    assert_eq!(mine(&file, "--matches 8").code, Some(0));
    assert!(fs::read(&file).expect("the file") == bytes, "the run went on");
    // A finished run of eight matches can be continued to nine.
    assert_eq!(mine(&other, "--matches 9").code, Some(0));
    assert!(fs::read(&other).expect("the file").starts_with(&bytes));
    let said = mine(&file, "--matches 8 --seed 46");
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("holds puzzles of another run"), "{}", said.err);
}

#[test]
fn the_check_overturns_a_wrong_answer_and_no_other() {
    let (_folder, file, bytes) = mined();
    let mut puzzles = PuzzleFile::read(&bytes).expect("a file of puzzles");
    let all = puzzles.puzzles.len();
    let check = || cardroom(&format!("puzzles check {}", file.display()));
    let said = check();
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.out.starts_with(&format!("kael: 0 of {all} answers overturned")), "{}", said.out);
    let (last, index) = (puzzles.puzzles.last_mut().expect("a puzzle"), all - 1);
    let right = last.answer;
    last.answer = u32::from(right == 0);
    let (place, seat) = (last.index, last.seat);
    assert!(puzzles.open(&puzzles.puzzles[index], &mut |_, _| {}).is_ok(), "another legal action");
    write(&file, &puzzles);
    let said = check();
    let words = format!("1 of {all} answers overturned");
    assert!(said.out.contains(&words) && said.out.contains(&format!("match {place}, seat {seat}")), "{}", said.out);
}

#[test]
fn what_is_no_file_of_puzzles_is_refused() {
    let (_folder, file, bytes) = mined();
    let check = || cardroom(&format!("puzzles check {}", file.display()));
    fs::write(&file, &bytes[..bytes.len() - 1]).expect("a file");
    let said = check();
    assert!(said.code == Some(1) && said.err.contains("it ends within puzzle"), "{}", said.err);
    fs::write(&file, "puzzles\n").expect("a file");
    for said in [check(), mine(&file, "--matches 1")] {
        assert!(said.code == Some(1) && said.err.contains("its first line is not"), "{}", said.err);
    }
    for wrong in ["puzzles mine whist --matches 1 --out x", "puzzles mine kael --out x", "puzzles check"] {
        assert_eq!(cardroom(wrong).code, Some(2), "{wrong}");
    }
}
