//! Tests of the inputs and outputs of commands. They are files, pipes, devices and standard output. Some file names are
//! not valid text. Some numbers make no sense.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Command, Output};

use crate::running::folder;

/// Runs a shell script in a folder, with `cardroom` as `$0`. The memory is limited, so a command that reads an endless
/// input without bounds fails.
fn shell(folder: &Path, script: &str) -> Output {
    Command::new("bash")
        .args(["-c", &format!("ulimit -v 4000000; set -o pipefail; {script}"), env!("CARGO_BIN_EXE_cardroom")])
        .current_dir(folder)
        .output()
        .expect("bash is there")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Returns the output of a script that succeeds.
fn printed(folder: &Path, script: &str) -> String {
    let output = shell(folder, script);
    assert!(output.status.success(), "{script}: {}", said(&output));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Checks that a script fails, and that its only line of output contains these words.
fn refused(folder: &Path, script: &str, words: &str) {
    let output = shell(folder, script);
    let said = said(&output);
    assert!(matches!(output.status.code(), Some(1 | 2)), "{script}: {:?} {said}", output.status);
    assert!(said.contains(words) && said.contains("error: "), "{script}: {said}");
}

const SOLVE: &str = "$0 solve rouge-et-noir --deals 1..3 --threads 1";

#[test]
fn outputs_that_are_no_regular_files_are_streams() {
    let folder = folder();
    let folder = folder.path();
    // The expected lines are: a header and three deals; three records; a header and three rows.
    for (output, lines) in [("--out", 4), ("--records", 3), ("--csv", 4)] {
        for to in ["-", "/dev/stdout", "/dev/fd/1"] {
            let text = printed(folder, &format!("{SOLVE} {output} {to}"));
            assert_eq!(text.lines().count(), lines, "the report is not among them: {text}");
        }
        let text = printed(folder, &format!("mkfifo f; cat f & {SOLVE} {output} f >/dev/null && wait && rm f"));
        assert_eq!(text.lines().count(), lines, "{text}");
        printed(folder, &format!("{SOLVE} {output} /dev/null"));
        refused(folder, &format!("{SOLVE} {output} /dev/full"), "No space left");
        refused(folder, &format!("{SOLVE} {output} ."), "Is a directory");
    }
    for (output, begin) in [("--json", "{\n"), ("--svg", "<svg")] {
        assert!(printed(folder, &format!("{SOLVE} {output} -")).starts_with(begin));
    }
    assert!(!folder.join("-").exists());
    // If the file of records is a stream, a stopped run cannot continue, because the stream lacks the records of the
    // finished deals.
    printed(folder, &format!("{SOLVE} --out run --records won"));
    refused(folder, &format!("{SOLVE} --out run --records -"), "fewer records than the output has won deals");
    assert!(printed(folder, "$0 solve merge - < run").contains("3 deals: 3 won"));
    assert_eq!(printed(folder, "$0 solve rouge-et-noir --deal 3 --records -").lines().count(), 1);
    refused(folder, "$0 backup --to -", "a backup is a new file, and no stream");
    // A mistake is reported before the work begins.
    refused(folder, &format!("{SOLVE} --out other --csv nowhere/x"), "nowhere/x: No such file");
    assert!(!folder.join("other").exists());
}

#[test]
fn nothing_reads_a_file_without_an_end() {
    let folder = folder();
    let folder = folder.path();
    printed(folder, "mkdir pages && ln -s /dev/zero pages/privacy.md");
    let serve = "$0 serve --check --data data";
    let store = format!("{serve} --store postgres://a@192.0.2.1/b");
    for (script, words) in [
        ("$0 record check /dev/zero", "/dev/zero:1: the line is longer than 64 MiB"),
        ("$0 record show - < /dev/zero", "-:1: the line is longer than 64 MiB"),
        ("$0 record legal /dev/zero", "longer than 64 MiB"),
        ("$0 analyse /dev/zero", "longer than 64 MiB"),
        ("$0 solve merge /dev/zero", "longer than 64 MiB"),
        ("$0 arena hearts --bots rule --net /dev/zero", "/dev/zero: it is larger than 64 MiB"),
        (&format!("{serve} --config /dev/zero"), "larger than 64 MiB"),
        (&format!("{serve} --words /dev/zero"), "larger than 64 MiB"),
        (&format!("{serve} --metrics 127.0.0.1:1 --metrics-token /dev/zero"), "larger than 64 MiB"),
        (&format!("{serve} --pages pages"), "256 KiB"),
        (&format!("{store} --store-password-file /dev/zero"), "larger than 16 MiB"),
        (&format!("{store} --store-ca /dev/zero"), "larger than 16 MiB"),
    ] {
        refused(folder, script, words);
    }
    // A regular file with one very long line cannot be the output of an earlier run. It is refused and stays unchanged.
    printed(folder, "truncate -s 70M long");
    refused(folder, &format!("{SOLVE} --out long"), "longer than 64 MiB");
    assert_eq!(folder.join("long").metadata().expect("it is there").len(), 70 << 20);
}

#[test]
fn names_of_files_need_not_be_text_and_do_not_control_the_terminal() {
    let folder = folder();
    let folder = folder.path();
    printed(folder, r"$0 simulate hearts --matches 1 --bots random --out $'bad\xff.jsonl' --json $'sum\xff'");
    for command in ["record check", "record show", "record legal", "analyse --simulations 2 --deal 0 --seat 0"] {
        printed(folder, &format!(r"$0 {command} $'bad\xff.jsonl'"));
    }
    printed(folder, r"$0 solve rouge-et-noir --deal 3 --out $'o\xff' --records $'r\xff' && $0 solve merge $'o\xff'");
    refused(folder, r"$0 record check $'none\xff'", r"none\xff: No such file");
    refused(folder, r"$0 record check $'e\e[31m\nx\u202e'", r"error: e\u{1b}[31m\nx\u{202e}: No such file");
    // Puts control characters into the names of players in a record.
    let name: &OsStr = OsStrExt::from_bytes(b"bad\xff.jsonl");
    let record = std::fs::read(folder.join(name)).expect("it is there");
    let record = String::from_utf8(record).expect("UTF-8").replace(r#"["random","#, r#"["\u202e\u009b2JEve\nBo","#);
    std::fs::write(folder.join("names.jsonl"), record).expect("written");
    for command in ["record show", "analyse --simulations 2 --deal 0 --seat 0"] {
        let text = printed(folder, &format!("$0 {command} names.jsonl"));
        assert!(text.contains(r"0 \u{202e}\u{9b}2JEve\nBo"), "{text}");
    }
}

#[test]
fn standard_output_that_is_full_or_closed_is_an_error() {
    let folder = folder();
    let folder = folder.path();
    for words in ["--help", "--version", "help", "solve --help", "simulate hearts --matches 1 --bots random --out -"] {
        refused(folder, &format!("$0 {words} > /dev/full"), "No space left");
        if cfg!(target_os = "linux") {
            refused(folder, &format!("$0 {words} >&-"), "standard output is closed");
        }
        // The reader discards the output, or reads only a part of it.
        printed(folder, &format!("$0 {words} > /dev/null"));
        printed(folder, &format!("$0 {words} > >(true)"));
    }
    // Programs that discard output open `/dev/null` for reading and writing.
    printed(folder, "$0 --version 1<> /dev/null");
}

#[test]
fn numbers_that_make_no_sense_are_refused() {
    let folder = folder();
    for words in [
        "simulate hearts --matches 1 --threads 10000000",
        "simulate hearts --matches 18446744073709551615",
        "simulate rouge-et-noir --numbered 0..18446744073709551615",
        "simulate hearts --matches 1 --bots pimc:4294967295",
        "arena hearts --bots rule --sets 18446744073709551615 --sweep 1,2",
        "arena hearts --bots rule --sets 1 --threads 4294967296",
        "arena hearts --bots pimc@18446744073709551615ms --sets 1",
        "arena hearts --bots pimc --budget 4294967295 --sets 1",
        "forecast hearts --mark x --when phase=play --matches 1 --threads 1025",
        "analyse x --threads 99999",
        "analyse x --simulations 4294967295",
        "solve rouge-et-noir --deals 1..99999999999",
        "solve rouge-et-noir --deals 0..18446744073709551614",
        "solve rouge-et-noir --deal 1 --budget 18446744073709551615",
        "solve rouge-et-noir --deal 1 --budget 0",
        "solve rouge-et-noir --deal 1 --difficulty 4294967295",
        "solve dominance rouge-et-noir --positions 18446744073709551615",
        "solve latency rouge-et-noir --deals 0..18446744073709551614",
    ] {
        let output = shell(folder.path(), &format!("$0 {words}"));
        assert_eq!(output.status.code(), Some(2), "{words}: {}", said(&output));
        assert!(said(&output).starts_with("error: "), "{words}: {}", said(&output));
    }
    assert_eq!(
        printed(folder.path(), "$0 simulate hearts --matches 1 --bots random --threads 64 --out -").lines().count(),
        1
    );
}
