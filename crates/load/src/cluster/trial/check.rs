//! The checks at the end of a trial under play. The acknowledged moves are compared with the stored moves. Every record
//! is checked by the rules.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::cardroom::LoadTable;
use crate::cluster::Cluster;
use crate::cluster::databases::succeed;
use crate::cluster::ledger;
use crate::cluster::play::TrialPlay;
use crate::connection::ask;
use crate::{Done, while_};

use super::report::TrialReport;
use super::served::block_on;

/// The status of a node that cannot answer yet.
const UNAVAILABLE: u16 = 503;
/// The time limit for repeated requests for a record that is not available yet, and the delay between two requests.
const ASKED_AGAIN_FOR: Duration = Duration::from_secs(30);
const AGAIN: Duration = Duration::from_millis(200);

/// Ends the play, and adds to a report which moves are stored and which are lost. Returns the number of acknowledged
/// moves.
pub(crate) fn check(play: TrialPlay, cluster: &Cluster, report: &mut TrialReport) -> Done<usize> {
    let people = play.tables.clone();
    let end = play.end()?;
    let found = ledger::check(&end.ledger, &cluster.databases)?;
    let (records, faulty) = check_records(cluster, &people)?;
    report.line("");
    report.line(
        "| acknowledged moves | lost | doubled | forked | stored without an answer | wrong answers | faulty records | lines lost |",
    );
    report.line("|--:|--:|--:|--:|--:|--:|--:|--:|");
    let losses = [
        ("lost", found.lost),
        ("doubled", found.doubled),
        ("forked", found.forked),
        ("stored without an answer", found.unanswered),
        ("a wrong answer", end.unexpected),
        ("a faulty record", faulty),
    ];
    let mut cells = vec![found.acknowledged.to_string()];
    cells.extend(losses.iter().map(|(_, all)| all.len().to_string()));
    cells[6] += &format!(" of {records}");
    cells.push(end.lost_lines.to_string());
    report.row(&cells);
    losses.iter().for_each(|(what, all)| report.loss(what, all));
    report.losses.extend((0..cluster.addresses().len()).filter_map(|node| cluster.check_no_bug(node).err()));
    Ok(found.acknowledged)
}

/// Checks the record of every table by the rules. Returns the number of records, and the faulty ones.
fn check_records(cluster: &Cluster, people: &[LoadTable]) -> Done<(usize, Vec<String>)> {
    let mut faulty = Vec::new();
    let file = cluster.log("record").with_extension("jsonl");
    for table in people {
        let path = format!("/api/v1/tables/{}/record", table.id);
        let asked_first = Instant::now();
        let answer = loop {
            let answer = block_on(ask(table.household, cluster.address, &path, Some(&table.cookies[0]), None))?;
            // A node that has just lost its table or the database answers that it is unavailable. The page would ask
            // again, and so does this check.
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
