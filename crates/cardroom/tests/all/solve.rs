//! `cardroom solve` as a process.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn cardroom(folder: &Path, arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .output()
        .expect("the program was built")
}

fn done(folder: &Path, arguments: &str) -> String {
    let output = cardroom(folder, arguments);
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the lines of an output without their times.
fn lines(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    text.lines().map(|line| line.split(",\"ms\"").next().unwrap().to_owned()).collect()
}

#[test]
fn every_won_deal_is_a_record_that_checks() {
    let folder = tempfile::tempdir().unwrap();
    let report = done(folder.path(), "solve rouge-et-noir --deals 1..12 --threads 1 --records won.jsonl");
    assert!(report.contains("12 deals: 12 won, 0 proven lost, 0 unknown"), "{report}");
    assert!(done(folder.path(), "record check won.jsonl").contains("12"));
}

#[test]
fn options_change_the_game_and_wrong_ones_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        "solve rouge-et-noir --deals 1..4 --option fill_empty=at_once --option redeals=2 --records won.jsonl";
    done(folder.path(), arguments);
    done(folder.path(), "record check won.jsonl");
    for wrong in ["--option redeals=4", "--option redeal=1", "--shard 3/2", "--budget much"] {
        let output = cardroom(folder.path(), &format!("solve rouge-et-noir --deal 1 {wrong}"));
        assert_eq!(output.status.code(), Some(2), "{wrong}");
    }
    assert_eq!(cardroom(folder.path(), "solve kael --deal 1").status.code(), Some(2));
}

#[test]
fn a_run_that_was_stopped_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let run = "solve rouge-et-noir --deals 5..14 --threads 2 --out out.jsonl --records won.jsonl";
    done(folder.path(), run);
    let out = folder.path().join("out.jsonl");
    let records = folder.path().join("won.jsonl");
    let (all, won) = (lines(&out), fs::read(&records).unwrap());
    // Cuts the output as if the run had stopped in the middle of a line, after it had written the record of this deal.
    let text = fs::read_to_string(&out).unwrap();
    let cut: usize = text.split_inclusive('\n').take(5).map(str::len).sum();
    fs::write(&out, &text[..cut + 9]).unwrap();
    done(folder.path(), run);
    assert_eq!(lines(&out), all);
    assert_eq!(fs::read(&records).unwrap(), won);
    let other = cardroom(folder.path(), "solve rouge-et-noir --deals 5..15 --out out.jsonl");
    assert_eq!(other.status.code(), Some(2), "another run does not go on there");
}

#[test]
fn shards_join_to_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let run = |shard: &str, name: &str| {
        let files = format!("--out {name}.jsonl --records {name}.won");
        done(folder.path(), &format!("solve rouge-et-noir --deals 1..11 --threads 1 --shard {shard} {files}"));
    };
    run("1/1", "whole");
    for (shard, name) in [("1/3", "a"), ("2/3", "b"), ("3/3", "c")] {
        run(shard, name);
    }
    let merge = "solve merge b.jsonl a.jsonl c.jsonl --from-records b.won --from-records a.won --from-records c.won";
    done(
        folder.path(),
        &format!("{merge} --out all.jsonl --records all.won --csv all.csv --json all.json --svg all.svg"),
    );
    let path = |name: &str| folder.path().join(name);
    assert_eq!(lines(&path("all.jsonl")), lines(&path("whole.jsonl")));
    assert_eq!(fs::read(path("all.won")).unwrap(), fs::read(path("whole.won")).unwrap());
    assert_eq!(fs::read_to_string(path("all.csv")).unwrap().lines().count(), 12);
    assert!(fs::read_to_string(path("all.svg")).unwrap().ends_with("</svg>\n"));
    let missing = cardroom(folder.path(), "solve merge a.jsonl c.jsonl --out some.jsonl");
    assert!(!missing.status.success(), "deal 2 is in none of them");
}

#[test]
fn the_player_who_does_not_see_the_stock_wins_most_deals() {
    let folder = tempfile::tempdir().unwrap();
    done(folder.path(), "solve rouge-et-noir --deals 1..5 --blind --threads 1 --out blind.jsonl --records won.jsonl");
    let won = lines(&folder.path().join("blind.jsonl")).iter().filter(|line| line.contains("\"won\"")).count();
    assert!(won >= 4, "{won} of 5");
    done(folder.path(), "record check won.jsonl");
}

#[test]
fn what_search_leaves_out_can_be_checked() {
    let folder = tempfile::tempdir().unwrap();
    let output = done(folder.path(), "solve dominance rouge-et-noir --positions 300 --threads 1");
    assert!(output.contains("0 mismatches"), "{output}");
}

#[test]
fn the_difficulty_of_a_deal_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let output = done(folder.path(), "solve rouge-et-noir --deal 3 --difficulty 5");
    assert!(output.contains("a beam of 1 wins it") && output.contains("of 5 reshuffles of the stock"), "{output}");
    let several = cardroom(folder.path(), "solve rouge-et-noir --deals 1..3 --difficulty");
    assert_eq!(several.status.code(), Some(2), "one deal at a time");
}

#[test]
fn what_help_costs_is_measured_on_positions_that_a_bot_meets() {
    let folder = tempfile::tempdir().unwrap();
    let output = done(folder.path(), "solve latency rouge-et-noir --deals 3..4 --every 20");
    assert!(output.starts_with("2 deals, ") && output.contains("unknown 0 (0.00 %)"), "{output}");
    assert!(output.contains("ms: median "), "{output}");
}
