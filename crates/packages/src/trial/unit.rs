//! The unit of systemd, run without systemd.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use super::chroot::{Chroot, output};

/// How exposed systemd may find the unit, in tenths of its scale from 0 to 10: below 2 it says OK.
const EXPOSURE: u32 = 20;

pub(super) struct Unit {
    name: String,
    text: String,
}

/// The service that runs; killed when it is dropped.
pub(super) struct Service {
    child: Child,
    pub(super) address: SocketAddr,
}

impl Unit {
    pub(super) fn read(path: &Path) -> Result<Unit, String> {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Unit { name, text })
    }

    fn value(&self, key: &str) -> Result<&str, String> {
        let found = self.text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='));
        found.ok_or_else(|| format!("the unit has no {key}"))
    }

    /// `systemd-analyze` reads it: no unknown setting, no program that is not there.
    pub(super) fn checked_by_systemd(&self, debian: &Chroot) -> Result<(), String> {
        let (_folder, copy) = self.copied(debian)?;
        let mut verify = Command::new("systemd-analyze");
        let done = verify.args(["verify", "--man=no"]).arg(&copy).output();
        let done =
            done.map_err(|error| format!("cannot run systemd-analyze (Debian: apt install systemd): {error}"))?;
        // It says what it does not like, and succeeds all the same. Other units of this machine are its own affair.
        let said = String::from_utf8_lossy(&done.stderr);
        let of_ours: Vec<&str> = said.lines().filter(|line| line.contains("cardroom")).collect();
        match of_ours.is_empty() {
            true => Ok(()),
            false => Err(format!("systemd-analyze verify: {}", of_ours.join("\n"))),
        }
    }

    /// `systemd-analyze` finds it little exposed.
    pub(super) fn little_exposed(&self, debian: &Chroot) -> Result<(), String> {
        let (_folder, copy) = self.copied(debian)?;
        let threshold = format!("--threshold={EXPOSURE}");
        output(Command::new("systemd-analyze").args(["security", "--offline=true", &threshold]).arg(&copy)).map(drop)
    }

    /// A copy, in a folder that it is deleted with, with the program where this machine's systemd looks for it.
    fn copied(&self, debian: &Chroot) -> Result<(tempfile::TempDir, PathBuf), String> {
        let program = self.value("ExecStart")?.split(' ').next().unwrap_or_default();
        let here = self.text.replace(program, &debian.path(program).display().to_string());
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        // Of a template, systemd reads an instance.
        let copy = folder.path().join(self.name.replace('@', "@one"));
        fs::write(&copy, here).map_err(|error| format!("{}: {error}", copy.display()))?;
        Ok((folder, copy))
    }

    /// What systemd does at the start: the folder of the data, then the program, as the user.
    pub(super) fn start(&self, debian: &Chroot) -> Result<Service, String> {
        let user = self.value("User")?;
        let data = debian.path(&format!("var/lib/{}", self.value("StateDirectory")?));
        let failed = |error: std::io::Error| format!("{}: {error}", data.display());
        let id = |flag| {
            let id = debian.run(&["id", flag, user])?;
            id.trim().parse::<u32>().map_err(|error| format!("id {flag} {user}: {error}"))
        };
        let mode = u32::from_str_radix(self.value("StateDirectoryMode")?, 8).map_err(|error| error.to_string())?;
        fs::create_dir_all(&data).map_err(failed)?;
        chown(&data, Some(id("-u")?), Some(id("-g")?)).map_err(failed)?;
        fs::set_permissions(&data, fs::Permissions::from_mode(mode)).map_err(failed)?;
        let as_user = format!("{user}:{}", self.value("Group")?);
        Service::start(debian.command(Some(&as_user)).args(self.value("ExecStart")?.split(' ')))
    }
}

impl Service {
    /// Starts it, and waits until it says where it is.
    pub(super) fn start(command: &mut Command) -> Result<Service, String> {
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().map_err(|error| error.to_string())?;
        let mut line = String::new();
        let out = child.stdout.take().ok_or("no output")?;
        BufReader::new(out).read_line(&mut line).map_err(|error| error.to_string())?;
        let address = line.trim().strip_prefix("cardroom is at http://").map(|at| at.replace("localhost", "127.0.0.1"));
        let Some(Ok(address)) = address.map(|address| address.parse()) else {
            let _ = child.kill();
            return Err(format!("the service did not start: {line:?}, {:?}", child.wait()));
        };
        Ok(Service { child, address })
    }

    /// Asks it to end, as systemd does, and waits until it has.
    pub(super) fn stop(&mut self) -> Result<(), String> {
        output(Command::new("kill").arg("-TERM").arg(self.child.id().to_string()))?;
        let ended = self.child.wait().map_err(|error| error.to_string())?;
        if ended.success() { Ok(()) } else { Err(format!("the service was asked to end and failed: {ended}")) }
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
