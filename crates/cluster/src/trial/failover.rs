//! Kills, freezes and cuts off primaries while people play: the supervisor promotes a standby.

use std::fs;
use std::time::{Duration, Instant};

use load::Done;

use crate::cluster::{Cluster, ClusterPlan, ClusterPrograms, Networks};
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
    /// The primary is cut off from everything, and connected again when another one has its place. Only as root.
    pub cuts: usize,
    /// The primary is cut off from the supervisor and one standby only. Only as root.
    pub splits: usize,
    /// Tables of four people.
    pub tables: usize,
    /// Moves a second, all tables together.
    pub moves_per_s: f64,
}

/// What is done to a primary.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PrimaryBlow {
    Kill,
    Freeze,
    Cut,
    Split,
}

impl FailoverScale {
    /// What is done, what it is called, how often, and how long play may take to go on.
    fn kinds(&self) -> [(PrimaryBlow, &'static str, usize, &'static str); 4] {
        [
            (PrimaryBlow::Kill, "`kill -9` of the primary", self.kills, "≤ 5"),
            (PrimaryBlow::Freeze, "SIGSTOP of the primary, for good", self.freezes, "≤ 10"),
            (PrimaryBlow::Cut, "the primary is cut off from everything", self.cuts, "≤ 10"),
            (PrimaryBlow::Split, "the primary is cut off from the supervisor and one standby", self.splits, "≤ 10"),
        ]
    }
}

/// Takes one primary after the other away, and checks the log.
///
/// # Errors
/// If a part does not start, or a table does not go on.
pub fn failovers(programs: &ClusterPrograms, scale: FailoverScale, say: &dyn Fn(&str)) -> Done<TrialReport> {
    let options = vec!["--commands-per-second=0".to_owned()];
    let networks = if scale.cuts + scale.splits > 0 { Networks::Databases } else { Networks::None };
    let plan = ClusterPlan { nodes: 3, standbys: true, port: 0, options, networks };
    let mut cluster = Cluster::start(programs.clone(), plan)?;
    let play = TrialPlay::start(cluster.address, scale.tables, scale.moves_per_s)?;
    play.watch(Instant::now());
    play.all_go_on()?;
    let kinds = scale.kinds();
    let blows: Vec<PrimaryBlow> =
        kinds.iter().flat_map(|(blow, _, times, _)| std::iter::repeat_n(*blow, *times)).collect();
    let mut times: [Vec<Duration>; 4] = Default::default();
    for (number, blow) in blows.iter().enumerate() {
        say(&format!("failover {} of {}, {} moves", number + 1, blows.len(), play.acknowledged()));
        std::thread::sleep(Duration::from_millis(number as u64 * 37 % 250));
        times[*blow as usize].extend(fail_over(&mut cluster, &play, *blow, number)?);
    }
    let longest = times.iter().flatten().max().copied().unwrap_or_default();
    let mut report = TrialReport { longest, ..TrialReport::default() };
    report.line("## Primaries that are gone\n");
    report.line(&format!(
        "As above, with `docs/hosting/supervisor.sh`; {} tables of four, {} moves a second. Seconds from the blow to the answer to a move that \
         was sent after it.\n",
        scale.tables, scale.moves_per_s
    ));
    report.line("| blow | times | tables | median | p99 | longest | target, longest |\n|---|--:|--:|--:|--:|--:|--:|");
    for (blow, name, count, target) in kinds.into_iter().filter(|(_, _, count, _)| *count > 0) {
        let seconds = spread(&times[blow as usize]);
        let cells = [vec![name.to_owned(), count.to_string()], seconds.to_vec(), vec![target.to_owned()]].concat();
        report.row(&cells);
    }
    check(play, &cluster, &mut report)?;
    cluster.stop()?;
    Ok(report)
}

/// Takes the primary away, waits until every table has gone on, and makes the old primary a standby of the new one. How long
/// the tables took.
fn fail_over(cluster: &mut Cluster, play: &TrialPlay, blow: PrimaryBlow, number: usize) -> Done<Vec<Duration>> {
    let old = cluster.databases.primary();
    let other = (old + 1 + number % 2) % NAMES.len();
    let began = Instant::now();
    match blow {
        PrimaryBlow::Kill => cluster.databases.kill(old)?,
        PrimaryBlow::Freeze => cluster.databases.signal(old, "STOP")?,
        PrimaryBlow::Cut => cluster.databases.cut(old)?,
        PrimaryBlow::Split => cluster.split(old, other, true)?,
    }
    play.watch(began);
    let mut times: Vec<Duration> = play.all_go_on()?.into_iter().map(|(_, took)| took).collect();
    let new = promoted(cluster, number + 1)?;
    if blow == PrimaryBlow::Split {
        // Until now play could go on at the old primary, which the nodes still reach. From now on nobody confirms there.
        play.watch(Instant::now());
        times = play.all_go_on()?.into_iter().map(|(_, took)| took).collect();
    }
    // It believes that it is the primary, until the supervisor finds it. Nobody confirms what it would write.
    match blow {
        PrimaryBlow::Kill => {}
        PrimaryBlow::Freeze => cluster.databases.signal(old, "CONT")?,
        PrimaryBlow::Cut => cluster.databases.heal(old)?,
        PrimaryBlow::Split => cluster.split(old, other, false)?,
    }
    if blow != PrimaryBlow::Kill {
        play.watch(Instant::now());
        play.all_go_on()?;
        cluster.databases.kill(old)?;
    }
    cluster.databases.promoted(new);
    cluster.databases.follow(old)?;
    play.watch(Instant::now());
    play.all_go_on()?;
    Ok(times)
}

/// The server that the supervisor has promoted for the n-th time.
fn promoted(cluster: &Cluster, n: usize) -> Done<usize> {
    let mut found = None;
    until("the supervisor promotes a standby", || {
        let log = fs::read_to_string(cluster.log("supervisor")).unwrap_or_default();
        let mut promotions = log.lines().filter_map(|line| line.split_once("supervisor: promoted "));
        let name = promotions.nth(n - 1).and_then(|(_, rest)| rest.split(' ').next().map(str::to_owned));
        found = name.and_then(|name| NAMES.iter().position(|known| *known == name));
        Ok(found.is_some())
    })?;
    found.ok_or_else(|| "the supervisor names no server".to_owned())
}
