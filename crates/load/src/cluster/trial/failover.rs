//! Primaries that are gone while people play: Patroni starts them again, or promotes a standby.

use std::time::{Duration, Instant};

use crate::Done;
use crate::cluster::play::TrialPlay;
use crate::cluster::{Cluster, ClusterPlan, ClusterPrograms};

use super::check::check;
use super::report::{TrialReport, spread};

/// How often the primary goes, and who plays meanwhile.
#[derive(Clone, Copy)]
pub struct FailoverScale {
    /// `kill -9` of the primary with all its connections.
    pub kills: usize,
    /// The same, and of its Patroni, as when its machine is lost.
    pub losses: usize,
    /// The primary and its Patroni answer nothing any more (SIGSTOP), as when their network is lost, and go on when another one has
    /// their place.
    pub freezes: usize,
    /// Tables of four people.
    pub tables: usize,
    /// Moves a second, all tables together.
    pub moves_per_s: f64,
}

/// A fault of a primary.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PrimaryBlow {
    Kill,
    Loss,
    Freeze,
}

impl FailoverScale {
    /// The faults, with their names and counts.
    fn kinds(&self) -> [(PrimaryBlow, &'static str, usize); 3] {
        [
            (PrimaryBlow::Kill, "`kill -9` of the primary", self.kills),
            (PrimaryBlow::Loss, "`kill -9` of the primary and its Patroni", self.losses),
            (PrimaryBlow::Freeze, "SIGSTOP of the primary and its Patroni", self.freezes),
        ]
    }
}

/// Takes one primary after the other away, and checks the log.
pub fn failovers(programs: &ClusterPrograms, scale: FailoverScale, say: &dyn Fn(&str)) -> Done<TrialReport> {
    let mut cluster = Cluster::start(programs.clone(), ClusterPlan::trial(3))?;
    let play = TrialPlay::start(cluster.address, scale.tables, scale.moves_per_s)?;
    play.watch(Instant::now());
    play.all_go_on()?;
    let kinds = scale.kinds();
    let blows: Vec<PrimaryBlow> =
        kinds.iter().flat_map(|(blow, _, times)| std::iter::repeat_n(*blow, *times)).collect();
    let mut times: [Vec<Duration>; 3] = Default::default();
    for (number, blow) in blows.iter().enumerate() {
        say(&format!("failover {} of {}, {} moves", number + 1, blows.len(), play.acknowledged()));
        // At any moment between two looks of Patroni.
        std::thread::sleep(Duration::from_millis(number as u64 * 1_370 % 3_000));
        let took = fail_primary(&mut cluster, &play, *blow);
        times[*blow as usize].extend(took.map_err(|words| format!("{words}\n{}", cluster.databases.logs()))?);
    }
    let longest = times.iter().flatten().max().copied().unwrap_or_default();
    let mut report = TrialReport { longest, ..TrialReport::default() };
    report.line("## Primaries that are gone\n");
    report.line(&format!(
        "As above, with `docs/hosting/patroni.yml`; {} tables of four, {} moves a second. Seconds from the blow to the answer to a move that \
         was sent after it.\n",
        scale.tables, scale.moves_per_s
    ));
    report.line("| blow | times | tables | median | p99 | longest | target |\n|---|--:|--:|--:|--:|--:|--:|");
    for (blow, name, count) in kinds.into_iter().filter(|(_, _, count)| *count > 0) {
        let seconds = spread(&times[blow as usize]);
        let target = "median ≤ 20, longest ≤ 30".to_owned();
        report.row(&[vec![name.to_owned(), count.to_string()], seconds.to_vec(), vec![target]].concat());
    }
    check(play, &cluster, &mut report)?;
    cluster.stop()?;
    Ok(report)
}

/// Takes the primary away, waits until every table has gone on, and until the old primary is back in its place or a standby. How long
/// the tables took.
fn fail_primary(cluster: &mut Cluster, play: &TrialPlay, blow: PrimaryBlow) -> Done<Vec<Duration>> {
    let databases = &mut cluster.databases;
    let old = databases.primary().ok_or("no database is the primary")?;
    let began = Instant::now();
    match blow {
        PrimaryBlow::Kill => databases.signal(old, "KILL")?,
        PrimaryBlow::Loss => databases.signal_host(old, "KILL")?,
        PrimaryBlow::Freeze => databases.signal_host(old, "STOP")?,
    }
    play.watch(began);
    let times = play.all_go_on()?.into_iter().map(|(_, took)| took).collect();
    match blow {
        PrimaryBlow::Kill => {}
        PrimaryBlow::Loss => databases.run(old)?,
        // It believes that it is the primary, until it looks.
        PrimaryBlow::Freeze => databases.signal_host(old, "CONT")?,
    }
    play.watch(Instant::now());
    play.all_go_on()?;
    databases.wait_for_standby()?;
    Ok(times)
}
