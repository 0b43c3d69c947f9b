//! docs/hosting/supervisor.sh at real servers of PostgreSQL, one primary and two standbys. It is stopped and started at bad moments: it
//! must never choose, and so never fence, the wrong server. That play goes on after a failover is tested in `failover`.

use std::path::Path;
use std::time::{Duration, Instant};

use ::cluster::{Databases, NAMES, Supervisor};

use crate::postgres_server::{PROGRAMS, folder};

struct Watched {
    databases: Databases,
    folder: tempfile::TempDir,
}

impl Watched {
    fn start() -> Watched {
        let folder = folder();
        let databases = Databases::start(folder.path(), &PROGRAMS, true, Vec::new()).expect("three servers");
        Watched { databases, folder }
    }

    /// The first server is named last: it is the primary at the beginning, and no order of the names may help it later.
    fn supervisor(&self) -> Supervisor {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/hosting/supervisor.sh");
        let mut servers = self.databases.connections();
        servers.reverse();
        let log = self.folder.path().join("supervisor.log");
        Supervisor::start(&script, &PROGRAMS, &servers, &log).expect("it starts")
    }

    fn ask(&self, server: usize, sql: &str) -> String {
        self.databases.ask(server, sql).expect("an answer")
    }

    fn comes_true(&self, server: usize, sql: &str) {
        let began = Instant::now();
        while self.ask(server, sql) != "t" {
            assert!(began.elapsed() < Duration::from_secs(60), "never so at {}: {sql}", NAMES[server]);
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn is_fenced(&self, server: usize) -> bool {
        self.ask(server, "SHOW default_transaction_read_only") == "on"
    }

    fn only_the_first_is_fenced(&self) {
        // A server reads its settings again a moment after it was told to.
        self.comes_true(0, "SELECT current_setting('default_transaction_read_only') = 'on'");
        assert!(!self.is_fenced(1) && !self.is_fenced(2));
    }

    /// Takes a write and has a standby that confirms it.
    fn is_the_primary(&self, server: usize) {
        self.comes_true(server, "SELECT count(*) > 0 FROM pg_stat_replication WHERE state = 'streaming'");
        self.ask(server, "CREATE TABLE written (i INT)");
        self.ask(server, "DROP TABLE written");
    }

    /// Kills the primary, and waits until the supervisor has promoted another server.
    fn fail_over(&mut self, supervisor: &Supervisor) -> usize {
        let old = self.databases.primary();
        self.databases.kill(old).expect("it ran");
        let end = format!("in place of {}", NAMES[old]);
        supervisor.says(&end, 1).expect("a promotion");
        let said = supervisor.said();
        let new = said
            .lines()
            .find(|line| line.ends_with(&end))
            .and_then(|line| NAMES.iter().position(|name| line.contains(&format!("promoted {name} "))));
        let new = new.expect("it says which one");
        self.databases.promoted(new);
        new
    }
}

#[test]
fn a_supervisor_that_starts_after_a_failover_waits_for_all_servers_and_fences_the_old_primary() {
    let mut watched = Watched::start();
    let supervisor = watched.supervisor();
    supervisor.says("the primary is d1", 1).expect("the primary");
    let new = watched.fail_over(&supervisor);
    drop(supervisor);
    // The old primary is away: it could as well be the new one.
    let supervisor = watched.supervisor();
    supervisor.says("before it chooses the primary: d1 does not", 1).expect("it waits");
    // The old primary comes back, and believes that it is the primary.
    watched.databases.start_again(0).expect("it starts");
    supervisor.says(&format!("the primary is {}", NAMES[new]), 1).expect("the new primary");
    supervisor.says("d1 was a primary before", 1).expect("the old one");
    watched.only_the_first_is_fenced();
    watched.is_the_primary(new);
    drop(supervisor);
    // Again, with both there from the beginning, and the old one fenced already or not.
    for (fenced, times) in [(true, 2), (false, 3)] {
        if !fenced {
            watched.ask(0, "ALTER SYSTEM RESET default_transaction_read_only");
            watched.ask(0, "SELECT pg_reload_conf()");
        }
        let supervisor = watched.supervisor();
        supervisor.says(&format!("the primary is {}", NAMES[new]), times).expect("the new primary");
        supervisor.says("d1 was a primary before", times).expect("the old one");
        watched.only_the_first_is_fenced();
    }
    watched.is_the_primary(new);
    // Without the new primary nobody chooses the old one.
    watched.databases.kill(new).expect("it ran");
    let supervisor = watched.supervisor();
    supervisor.says(&format!("before it chooses the primary: {} does not", NAMES[new]), 1).expect("it waits");
    assert!(watched.is_fenced(0));
}

#[test]
fn a_supervisor_that_starts_lets_standbys_follow_that_were_stopped_from_receiving() {
    let watched = Watched::start();
    // As a supervisor leaves them that is stopped amid a failover.
    for standby in [1, 2] {
        watched.ask(standby, "ALTER SYSTEM SET primary_conninfo = ''");
        watched.ask(standby, "SELECT pg_reload_conf()");
    }
    watched.comes_true(0, "SELECT count(*) = 0 FROM pg_stat_replication");
    let supervisor = watched.supervisor();
    for standby in ["d2", "d3"] {
        supervisor.says(&format!("{standby} follows d1 again"), 1).expect("it follows");
    }
    watched.comes_true(0, "SELECT count(*) = 2 FROM pg_stat_replication WHERE state = 'streaming'");
    // And while it runs.
    watched.ask(1, "ALTER SYSTEM SET primary_conninfo = ''");
    watched.ask(1, "SELECT pg_reload_conf()");
    supervisor.says("d2 follows d1 again", 2).expect("it follows");
    watched.is_the_primary(0);
}

#[test]
fn a_person_has_to_decide_between_two_primaries_of_the_same_timeline() {
    let mut watched = Watched::start();
    watched.databases.kill(0).expect("it ran");
    // Neither knows of the other, so both begin the second timeline.
    for server in [1, 2] {
        assert_eq!(watched.ask(server, "SELECT pg_promote()"), "t");
    }
    watched.databases.start_again(0).expect("it starts");
    let supervisor = watched.supervisor();
    supervisor.says("are both primaries with the timeline 2: a person has to stop the wrong one", 1).expect("it waits");
    assert!((0..3).all(|server| !watched.is_fenced(server)));
    // A person has stopped one and made it a standby of the other.
    watched.databases.kill(2).expect("it ran");
    watched.databases.promoted(1);
    watched.databases.follow(2).expect("it follows");
    supervisor.says("the primary is d2", 1).expect("the one that is left");
    supervisor.says("d1 was a primary before", 1).expect("the old one");
    watched.is_the_primary(1);
}

#[test]
fn a_primary_that_is_fenced_is_not_chosen_until_a_person_lifts_that() {
    let watched = Watched::start();
    watched.ask(0, "ALTER SYSTEM SET default_transaction_read_only = on");
    watched.ask(0, "SELECT pg_reload_conf()");
    watched.comes_true(0, "SELECT current_setting('default_transaction_read_only') = 'on'");
    let supervisor = watched.supervisor();
    supervisor.says("d1 is the only primary or the latest one, and is fenced", 1).expect("it waits");
    watched.ask(0, "ALTER SYSTEM RESET default_transaction_read_only");
    watched.ask(0, "SELECT pg_reload_conf()");
    supervisor.says("the primary is d1", 1).expect("the primary");
}

#[test]
fn a_standby_that_a_person_promotes_is_the_primary_also_when_the_old_one_comes_back() {
    let mut watched = Watched::start();
    let supervisor = watched.supervisor();
    supervisor.says("the primary is d1", 1).expect("the primary");
    watched.databases.kill(2).expect("it ran");
    watched.databases.kill(0).expect("it ran");
    supervisor.says("the primary d1 is gone, and d3 cannot be reached: a person has to decide", 1).expect("it waits");
    assert_eq!(watched.ask(1, "SELECT pg_promote()"), "t");
    watched.databases.promoted(1);
    watched.databases.follow(2).expect("it follows");
    supervisor.says("somebody else has promoted d2", 1).expect("it notices");
    watched.databases.start_again(0).expect("it starts");
    supervisor.says("the primary is d2", 1).expect("the new primary");
    supervisor.says("d1 was a primary before", 1).expect("the old one");
    watched.only_the_first_is_fenced();
    watched.is_the_primary(1);
}
