//! `cardroom admin drain`: drains a server, and waits until its process has ended. Otherwise the old process could
//! still run when a service manager is asked to start the service again. Then the service manager would do nothing.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use server::{AdminAnswer, AdminRequest, DrainRequest};

use commands::Failure;

use super::ask::{AdminConnection, ask};
use super::print;

/// The interval at which the command checks whether the drain was called off.
const LOOK: Duration = Duration::from_secs(1);

pub(super) fn run(drain: &DrainRequest, data: &Path, json: bool) -> Result<(), Failure> {
    let request = AdminRequest::Drain(drain.clone());
    if drain.cancel || drain.no_wait {
        return print::print(ask(data, &request)?, json);
    }
    let connection = AdminConnection::open(data)?;
    let process = WatchedProcess::of(&connection).map_err(cannot_wait)?;
    print::print(connection.answer(&request)?, json)?;
    while !process.ends_within(LOOK).map_err(cannot_wait)? {
        // If this server's process has ended, the answer may come from the next server, which does not drain. So the
        // answer means that the drain was cancelled only if this server's process still runs.
        if is_called_off(data) && !process.ends_within(Duration::ZERO).map_err(cannot_wait)? {
            return Err(Failure::Failed("the drain was called off: the server goes on".to_owned()));
        }
    }
    if !json {
        let printed = writeln!(io::stdout(), "It has ended.");
        printed.map_err(|error| Failure::io("standard output", &error))?;
    }
    Ok(())
}

fn cannot_wait(error: io::Error) -> Failure {
    Failure::Failed(format!("cannot wait for the end of the server ({error}): drain it with --no-wait"))
}

/// Returns true if this folder's server answers that it is not draining. A server that is about to end does not answer.
fn is_called_off(data: &Path) -> bool {
    matches!(ask(data, &AdminRequest::Draining), Ok(AdminAnswer::Draining { is_draining: false }))
}

/// A reference to the process of a server. The reference never means another process, even if the process id is reused.
struct WatchedProcess {
    #[cfg(target_os = "linux")]
    descriptor: rustix::fd::OwnedFd,
}

#[cfg(target_os = "linux")]
impl WatchedProcess {
    fn of(connection: &AdminConnection) -> io::Result<WatchedProcess> {
        use rustix::process::{Pid, PidfdFlags, pidfd_open};

        // The id is 0 for a process that is invisible from this container.
        let number = connection.process()?.and_then(Pid::from_raw);
        let number = number.ok_or_else(|| io::Error::other("its process cannot be seen from here"))?;
        Ok(WatchedProcess { descriptor: pidfd_open(number, PidfdFlags::empty())? })
    }

    fn ends_within(&self, time: Duration) -> io::Result<bool> {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};

        let time = Timespec::try_from(time).map_err(io::Error::other)?;
        match poll(&mut [PollFd::new(&self.descriptor, PollFlags::IN)], Some(&time)) {
            Ok(ended) => Ok(ended > 0),
            // An interrupted wait is repeated by the caller.
            Err(rustix::io::Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}

/// Only Linux reports the end of a process that is not a child.
#[cfg(not(target_os = "linux"))]
impl WatchedProcess {
    fn of(_: &AdminConnection) -> io::Result<WatchedProcess> {
        Err(io::Error::from(io::ErrorKind::Unsupported))
    }

    fn ends_within(&self, _: Duration) -> io::Result<bool> {
        unreachable!("nothing is watched")
    }
}
