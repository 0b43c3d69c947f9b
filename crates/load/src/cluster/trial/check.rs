//! The end of a trial under play: what was acknowledged against what is stored, and every record by the rules.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::cardroom::LoadTable;
use crate::cluster::Cluster;
use crate::cluster::databases::succeed;
use crate::cluster::ledger::{compare, stored};
use crate::cluster::play::TrialPlay;
use crate::connection::ask;
use crate::{Done, while_};

use super::report::TrialReport;

/// The status of a node that cannot answer yet.
const UNAVAILABLE: u16 = 503;
/// For how long a record is asked for again that cannot be had yet, and how often.
const ASKED_AGAIN_FOR: Duration = Duration::from_secs(30);
const AGAIN: Duration = Duration::from_millis(200);

/// Ends play, and adds to a report what was kept and what was not. How many moves were acknowledged.
pub(crate) fn check(play: TrialPlay, cluster: &Cluster, report: &mut TrialReport) -> Done<usize> {
    let people = play.people();
    let end = play.end()?;
    let found = compare(&end.ledger, &stored(&cluster.databases)?);
    let (records, faulty) = check_records(cluster, &people)?;
    report.line("");
    report.line(
        "| acknowledged moves | lost | doubled | forked | stored without an answer | wrong answers | faulty records | lines lost |",
    );
    report.line("|--:|--:|--:|--:|--:|--:|--:|--:|");
    report.row(&[
        found.acknowledged.to_string(),
        found.lost.len().to_string(),
        found.doubled.len().to_string(),
        found.forked.len().to_string(),
        found.unanswered.len().to_string(),
        end.unexpected.len().to_string(),
        format!("{} of {records}", faulty.len()),
        end.lost_lines.to_string(),
    ]);
    report.loss("lost", &found.lost);
    report.loss("doubled", &found.doubled);
    report.loss("forked", &found.forked);
    report.loss("stored without an answer", &found.unanswered);
    report.loss("a wrong answer", &end.unexpected);
    report.loss("a faulty record", &faulty);
    for node in 0..cluster.addresses().len() {
        if let Err(words) = cluster.check_no_bug(node) {
            report.losses.push(words);
        }
    }
    Ok(found.acknowledged)
}

/// Plays the record of every table through by the rules: how many there are, and which are not right.
fn check_records(cluster: &Cluster, people: &[LoadTable]) -> Done<(usize, Vec<String>)> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(while_("a runtime"))?;
    let mut faulty = Vec::new();
    let file = cluster.log("record").with_extension("jsonl");
    for table in people {
        let path = format!("/api/v1/tables/{}/record", table.id);
        let asked_first = Instant::now();
        let answer = loop {
            let asked = ask(table.household, cluster.address, &path, Some(&table.cookies[0]), None);
            let answer = runtime.block_on(asked)?;
            // A node that has just lost its table, or the database, says so: a page asks again.
            if answer.status != UNAVAILABLE || asked_first.elapsed() >= ASKED_AGAIN_FOR {
                break answer;
            }
            std::thread::sleep(AGAIN);
        };
        if answer.status != 200 {
            faulty.push(format!("{}: {} {}", table.id, answer.status, answer.body));
            continue;
        }
        fs::write(&file, answer.body).map_err(while_("a record"))?;
        let mut check = Command::new(cluster.cardroom());
        check.args(["record", "check"]).arg(&file).stdin(Stdio::null());
        if let Err(words) = succeed(&mut check) {
            faulty.push(format!("{}: {words}", table.id));
        }
    }
    Ok((people.len(), faulty))
}
