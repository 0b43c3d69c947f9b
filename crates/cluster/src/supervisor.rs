//! The script that watches the servers of PostgreSQL and promotes a standby: docs/hosting/supervisor.sh.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use load::Done;

use crate::child::Daemon;
use crate::databases::until;
use crate::network::NodeNetwork;

/// A supervisor that runs. It ends with this.
pub struct Supervisor {
    daemon: Daemon,
    log: PathBuf,
}

impl Supervisor {
    /// Starts it. `programs` is the folder with the programs of PostgreSQL, `servers` the name and the connection of each server. What
    /// it says is added to the end of `log`.
    ///
    /// # Errors
    /// If it does not start.
    pub fn start(script: &Path, programs: &Path, servers: &[(&'static str, String)], log: &Path) -> Done<Supervisor> {
        Supervisor::run(&command(script, programs, servers), log)
    }

    /// The same in a network of its own.
    pub(crate) fn start_in(
        network: &NodeNetwork,
        script: &Path,
        programs: &Path,
        servers: &[(&'static str, String)],
        log: &Path,
    ) -> Done<Supervisor> {
        Supervisor::run(&network.command(&command(script, programs, servers), None), log)
    }

    fn run(command: &Command, log: &Path) -> Done<Supervisor> {
        Ok(Supervisor { daemon: Daemon::start("the supervisor", command, None, log)?, log: log.to_owned() })
    }

    /// Its process.
    pub fn id(&self) -> u32 {
        self.daemon.id()
    }

    /// Everything that was said, also by supervisors that had the same log before.
    pub fn said(&self) -> String {
        fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// Waits until these words were said so often.
    ///
    /// # Errors
    /// If they never are.
    pub fn says(&self, words: &str, times: usize) -> Done<()> {
        let said = until(words, || Ok(self.said().matches(words).count() >= times));
        said.map_err(|error| format!("{error}\n{}", self.said()))
    }
}

fn command(script: &Path, programs: &Path, servers: &[(&'static str, String)]) -> Command {
    let mut command = Command::new("env");
    command.arg(format!("PSQL={}", programs.join("psql").display())).arg("sh").arg(script);
    command.args(servers.iter().map(|(name, connection)| format!("{name}={connection}")));
    command
}
