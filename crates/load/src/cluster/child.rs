//! A program that runs beside this one and ends with it.

use std::fs::OpenOptions;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::process::cpu_of_family;
use crate::{Done, while_};

/// A program that was started. It is killed when this value is dropped, or when this process ends.
pub struct Daemon {
    name: String,
    child: Child,
}

impl Daemon {
    /// Starts a program as this user, or as another one. Its output is appended to a file. The program is in a separate
    /// process group, so Ctrl-C in a terminal does not reach it.
    pub fn start(name: &str, program: &Command, user: Option<(u32, u32)>, log: &Path) -> Done<Daemon> {
        let file = |_| OpenOptions::new().create(true).append(true).open(log).map_err(while_(name));
        let [out, err] = [file(1)?, file(2)?];
        let mut command = Command::new("setpriv");
        command.args(["--pdeathsig", "KILL"]);
        if let Some((user, group)) = user {
            command.args([&format!("--reuid={user}"), &format!("--regid={group}"), "--clear-groups"]);
        }
        command.arg(program.get_program()).args(program.get_args());
        if let Some(folder) = program.get_current_dir() {
            command.current_dir(folder);
        }
        let child = command.stdin(Stdio::null()).stdout(out).stderr(err).process_group(0).spawn();
        Ok(Daemon { name: name.to_owned(), child: child.map_err(while_("setpriv"))? })
    }

    /// Returns the process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns true while the program runs.
    pub fn runs(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Sends a signal, such as "STOP", to the program but not to its children.
    pub fn signal(&self, signal: &str) -> Done<()> {
        send(signal, &[self.id()])
    }

    /// Kills the program and its children with `kill -9`, and waits until it has ended.
    pub fn kill(mut self) -> Done<()> {
        let killed = send("KILL", &with_children(self.id()));
        let _ = self.child.wait();
        killed
    }

    /// Waits until the program ends.
    pub fn ends(mut self) -> Done<()> {
        let until = Instant::now() + Duration::from_secs(10);
        while self.runs() {
            if Instant::now() > until {
                return Err(format!("{} did not end within ten seconds", self.name));
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(())
    }

    /// Returns the processor time of the program and its children so far.
    pub fn cpu(&self) -> Done<Duration> {
        cpu_of_family(self.id())
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        if self.runs() {
            let _ = send("KILL", &with_children(self.id()));
            let _ = self.child.wait();
        }
    }
}

/// Returns the ids of a process and its children.
pub(crate) fn with_children(of: u32) -> Vec<u32> {
    let list = Command::new("ps").args(["-o", "pid=", "--ppid", &of.to_string()]).output();
    let text = list.map(|list| String::from_utf8_lossy(&list.stdout).into_owned()).unwrap_or_default();
    [of].into_iter().chain(text.split_whitespace().filter_map(|id| id.parse().ok())).collect()
}

pub(crate) fn send(signal: &str, processes: &[u32]) -> Done<()> {
    let mut kill = Command::new("kill");
    kill.arg(format!("-{signal}")).args(processes.iter().map(ToString::to_string));
    let sent = kill.stderr(Stdio::null()).status().map_err(while_("kill"))?;
    // If there are children, one of them may have ended in the meantime, and then the signal fails.
    if sent.success() || processes.len() > 1 { Ok(()) } else { Err(format!("process {} has ended", processes[0])) }
}
