//! A server as a separate process, and its figures from the kernel (/proc, so it needs Linux).

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::{Done, while_};

/// The number of clock ticks a second in /proc. The kernel's interface fixes it at 100 on every architecture on which
/// Rust runs.
const TICKS: f64 = 100.0;

/// A core for the server and another for the players, so that they do not compete for processor time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cores {
    /// The core of the server.
    pub server: usize,
    /// The core of the players.
    pub players: usize,
}

/// A running server. It is killed when this value is dropped.
pub struct ServerProcess {
    child: Child,
    /// The address on which it listens.
    pub address: SocketAddr,
}

impl ServerProcess {
    /// Starts `cardroom serve` with this data folder.
    pub fn cardroom(binary: &Path, data: &Path, core: Option<usize>) -> Done<ServerProcess> {
        let mut command = pinned(binary, core);
        // The limit of commands is off, because the players here are faster than people and all come from this machine.
        command.arg("serve").args(["--port", "0", "--commands-per-second", "0", "--data"]).arg(data);
        let name = format!("{command:?}");
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().map_err(while_(&format!("start {name}")))?;
        let mut lines = BufReader::new(child.stdout.take().expect("piped"));
        let mut line = String::new();
        loop {
            line.clear();
            let read = lines.read_line(&mut line).map_err(while_(&name))?;
            if read == 0 {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("{name} ended before it said where it is"));
            }
            if let Some(address) = line.trim().strip_prefix("cardroom is at http://") {
                let address = address.parse().map_err(while_(address))?;
                // All further output is read and discarded, so that the server never has to wait until it is read.
                std::thread::spawn(move || std::io::copy(&mut lines, &mut std::io::sink()));
                return Ok(ServerProcess { child, address });
            }
        }
    }

    /// Returns the user and system time that all threads have used so far.
    pub fn cpu(&self) -> Done<Duration> {
        cpu_of(&self.child.id().to_string())
    }

    /// Returns the resident memory in bytes.
    pub fn memory(&self) -> Done<u64> {
        let file = format!("/proc/{}/status", self.child.id());
        let status = fs::read_to_string(&file).map_err(while_(&file))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        kib.map(|kib| kib * 1024).ok_or_else(|| format!("{file} has no VmRSS"))
    }

    /// Asks the server to end, and waits until it has ended.
    pub fn stop(mut self) -> Done<()> {
        let asked = Command::new("kill").arg("-TERM").arg(self.child.id().to_string()).status();
        asked.map_err(while_("kill"))?;
        for _ in 0..1000 {
            if self.child.try_wait().map_err(while_("wait"))?.is_some() {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        Err("the server did not end within ten seconds".to_owned())
    }
}

pub(crate) fn check_no_bug(address: SocketAddr) -> Done<()> {
    let metrics = get(address, "/metrics")?;
    match metrics.contains("\ncardroom_panics_total 0\n") {
        true => Ok(()),
        false => Err(format!("the server met a bug, or does not count them: {metrics}")),
    }
}

/// Returns the body of a successful answer, which must come within some seconds.
pub(crate) fn get(address: SocketAddr, path: &str) -> Done<String> {
    let patience = Some(Duration::from_secs(10));
    let mut stream = TcpStream::connect(address).map_err(while_(path))?;
    stream.set_read_timeout(patience).map_err(while_(path))?;
    let request = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).map_err(while_(path))?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).map_err(while_(path))?;
    match answer.split_once("\r\n\r\n") {
        Some((head, body)) if head.starts_with("HTTP/1.1 200") || head.starts_with("HTTP/1.0 200") => {
            Ok(body.to_owned())
        }
        _ => Err(format!("{path}: {}", answer.lines().next().unwrap_or("no answer"))),
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the processor time of a process; "self" is this process.
pub fn cpu_of(process: &str) -> Done<Duration> {
    let [user, system, ..] = stat(process)?.times;
    Ok(Duration::from_secs_f64((user + system) / TICKS))
}

/// Returns the processor time of a process and its children, including those that have ended. A database has one child
/// for each connection.
pub fn cpu_of_family(process: u32) -> Done<Duration> {
    let mut ticks: f64 = stat(&process.to_string())?.times.iter().sum();
    for entry in fs::read_dir("/proc").map_err(while_("/proc"))?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        // A process that has ended in the meantime has no file.
        if name.bytes().all(|byte| byte.is_ascii_digit())
            && let Ok(found) = stat(&name)
            && found.parent == process
        {
            ticks += found.times.iter().sum::<f64>();
        }
    }
    Ok(Duration::from_secs_f64(ticks / TICKS))
}

/// Figures of a process in /proc: its parent, and the user and system times of the process and of its children that
/// have ended.
struct ProcessStat {
    parent: u32,
    times: [f64; 4],
}

fn stat(process: &str) -> Done<ProcessStat> {
    let file = format!("/proc/{process}/stat");
    let stat = fs::read_to_string(&file).map_err(while_(&file))?;
    // The name is in brackets and can contain spaces, so the fields are counted after it. Field 4 is the parent, and
    // fields 14 to 17 are the times.
    let after = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let fields: Vec<&str> = after.split_whitespace().collect();
    let number = |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok());
    match [number(1), number(11), number(12), number(13), number(14)] {
        [Some(parent), Some(a), Some(b), Some(c), Some(d)] => {
            Ok(ProcessStat { parent: parent as u32, times: [a, b, c, d] })
        }
        _ => Err(format!("{file} reads otherwise than expected")),
    }
}

fn pinned(program: &Path, core: Option<usize>) -> Command {
    match core {
        Some(core) => {
            let mut command = Command::new("taskset");
            command.args(["-c", &core.to_string()]).arg(program);
            command
        }
        None => Command::new(program),
    }
}

/// Returns the number of files that this process may open.
pub fn open_files() -> u64 {
    let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(u64::MAX)
}

/// Returns advice if this process may open too few files for the wanted number of connections.
pub fn raise_advice(connections: usize) -> Option<String> {
    let needed = connections as u64 + 200;
    let there = open_files();
    (there < needed)
        .then(|| format!("{connections} connections need {needed} open files, {there} are allowed: ulimit -n {needed}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_that_is_used_is_seen() {
        let before = cpu_of("self").unwrap();
        let start = std::time::Instant::now();
        let mut sum = 0_u64;
        while start.elapsed() < Duration::from_millis(300) {
            sum = sum.wrapping_mul(31).wrapping_add(7);
        }
        assert!(sum != 1);
        let used = cpu_of("self").unwrap() - before;
        assert!(used >= Duration::from_millis(20), "{used:?}");
        assert!(cpu_of("no such process").is_err());
        let all = cpu_of_family(std::process::id()).unwrap();
        assert!(all >= used, "{all:?}");
    }

    #[test]
    fn too_few_files_are_said_in_words() {
        assert!(open_files() > 0);
        assert_eq!(raise_advice(0), None);
        assert!(raise_advice(usize::MAX / 2).unwrap().contains("ulimit -n "));
    }
}
