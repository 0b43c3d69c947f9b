//! Primaries that are killed or frozen while people play: the supervisor promotes a standby.

use std::fs;
use std::time::{Duration, Instant};

use load::Done;

use crate::cluster::{Cluster, ClusterPlan, ClusterPrograms};
use crate::databases::{NAMES, until};
use crate::play::TrialPlay;

use super::check::check;
use super::report::{TrialReport, spread};

/// How often the primary goes, and who plays meanwhile.
#[derive(Clone, Copy)]
pub struct FailoverScale {
    /// `kill -9` of the primary with all its connections.
    pub kills: usize,
    /// The primary answers nothing any more (SIGSTOP of all its processes), and comes back when another one has its place.
    pub freezes: usize,
    /// Tables of four people.
    pub tables: usize,
    /// Moves a second, all tables together.
    pub moves_per_s: f64,
}

/// Takes one primary after the other away, and checks the log.
///
/// # Errors
/// If a part does not start, or a table does not go on.
pub fn failovers(programs: &ClusterPrograms, scale: FailoverScale, say: &dyn Fn(&str)) -> Done<TrialReport> {
    let plan = ClusterPlan {
        nodes: 3,
        standbys: true,
        port: 0,
        options: vec!["--commands-per-second=0".to_owned()],
        networks: false,
    };
    let mut cluster = Cluster::start(programs.clone(), plan)?;
    let play = TrialPlay::start(cluster.address, scale.tables, scale.moves_per_s)?;
    let (mut killed, mut frozen) = (Vec::new(), Vec::new());
    play.watch(Instant::now());
    play.all_go_on()?;
    for blow in 0..scale.kills + scale.freezes {
        let kills = blow < scale.kills;
        say(&format!("failover {} of {}, {} moves", blow + 1, scale.kills + scale.freezes, play.acknowledged()));
        std::thread::sleep(Duration::from_millis(blow as u64 * 37 % 250));
        let old = cluster.databases.primary();
        let began = Instant::now();
        if kills {
            cluster.databases.kill(old)?;
        } else {
            cluster.databases.signal(old, "STOP")?;
        }
        play.watch(began);
        let went_on = play.all_go_on()?.into_iter().map(|(_, took)| took);
        if kills {
            killed.extend(went_on)
        } else {
            frozen.extend(went_on)
        }
        let new = promoted(&cluster, blow + 1)?;
        if !kills {
            // It believes that it is the primary, until the supervisor finds it. Nobody confirms what it would write.
            cluster.databases.signal(old, "CONT")?;
            play.watch(Instant::now());
            play.all_go_on()?;
            cluster.databases.kill(old)?;
        }
        cluster.databases.promoted(new);
        cluster.databases.follow(old)?;
        play.watch(Instant::now());
        play.all_go_on()?;
    }
    let longest = killed.iter().chain(&frozen).max().copied().unwrap_or_default();
    let mut report = TrialReport { longest, ..TrialReport::default() };
    report.line("## Primaries that are gone\n");
    report.line(&format!(
        "As above, with `docs/hosting/supervisor.sh`; {} tables of four, {} moves a second. Seconds from the blow to the answer to a move that \
         was sent after it.\n",
        scale.tables, scale.moves_per_s
    ));
    report.line("| blow | times | tables | median | p99 | longest | target, longest |\n|---|--:|--:|--:|--:|--:|--:|");
    for (name, count, times, target) in [
        ("`kill -9` of the primary", scale.kills, &killed, "≤ 5"),
        ("SIGSTOP of the primary, for good", scale.freezes, &frozen, "≤ 10"),
    ] {
        let cells =
            [vec![name.to_owned(), count.to_string()], spread(times).to_vec(), vec![target.to_owned()]].concat();
        report.row(&cells);
    }
    check(play, &cluster, &mut report)?;
    cluster.stop()?;
    Ok(report)
}

/// The server that the supervisor has promoted for the n-th time.
fn promoted(cluster: &Cluster, n: usize) -> Done<usize> {
    let mut found = None;
    until("the supervisor promotes a standby", || {
        let log = fs::read_to_string(cluster.log("supervisor")).unwrap_or_default();
        let mut promotions = log.lines().filter_map(|line| line.split_once("promoted "));
        let name = promotions.nth(n - 1).and_then(|(_, rest)| rest.split(' ').next().map(str::to_owned));
        found = name.and_then(|name| NAMES.iter().position(|known| *known == name));
        Ok(found.is_some())
    })?;
    found.ok_or_else(|| "the supervisor names no server".to_owned())
}
