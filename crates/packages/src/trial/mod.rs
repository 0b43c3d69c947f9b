//! Tries the package as a host meets it: on an empty Debian it installs an older version, changes the configuration,
//! upgrades, and removes the package. There is no systemd in a chroot. So the trial runs the commands of the unit as
//! its user, and has systemd's own checks read the unit.

mod chroot;
mod container;
mod request;
mod unit;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use packages::{read_control, repacked};

use chroot::Chroot;
use request::{HttpAnswer, ask};
use unit::Unit;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The package.
    #[arg(long)]
    deb: PathBuf,
    /// The image for containers.
    #[arg(long)]
    image: Option<PathBuf>,
    /// Where the Debian is made; what is there is deleted.
    #[arg(long)]
    folder: PathBuf,
}

/// What the older package is called: any release is newer.
const OLDER: &str = "0.0.0";
const CONFIGURATION: &str = "etc/cardroom.toml";
const UNIT: &str = "usr/lib/systemd/system/cardroom.service";
/// Those that a host starts if it wants to.
const OTHER_UNITS: [&str; 3] = ["cardroom@.service", "cardroom-backup.service", "cardroom-supervisor.service"];
const ENABLED: &str = "etc/systemd/system/multi-user.target.wants/cardroom.service";

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let begin = Instant::now();
    let debian = Chroot::make(&arguments.folder.join("debian"))?;
    told(begin, "a Debian with nothing in it");
    let files = arguments.folder.join("packages");
    fs::create_dir_all(&files).map_err(|error| format!("{}: {error}", files.display()))?;
    let older = files.join("older.deb");
    // Whoever made the older one thought of other settings: the upgrade meets two changes of one file.
    repacked(&arguments.deb, OLDER, "# An older file.\ndata = \"/var/lib/cardroom\"\n", &older)?;

    let install = Instant::now();
    debian.install(&older)?;
    installed(&debian)?;
    told(install, "installed");
    set_port(&debian)?;
    let unit = units(&debian)?;
    let mut service = unit.start(&debian)?;
    let page = ask(service.address, "GET", "/", None, None)?;
    wanted(page.status == 200 && page.body.contains("<script"), || format!("the page: {} {}", page.status, page.body))?;
    told(install, "installed, started, and the page is served");
    debian.run(&["/usr/bin/cardroom", "health", "--address", &service.address.to_string()])?;
    let (table, cookie) = open_table(&service)?;
    service.stop()?;

    let upgrade = Instant::now();
    debian.install(&arguments.deb)?;
    upgraded(&debian, &arguments.deb)?;
    let unit = units(&debian)?;
    let mut service = unit.start(&debian)?;
    let mine = ask(service.address, "GET", "/api/v1/me", Some(&cookie), None)?;
    wanted(mine.body.contains(&table), || format!("after the upgrade the table is gone: {}", mine.body))?;
    service.stop()?;
    told(upgrade, "upgraded: the configuration, the person and the table are there");

    let remove = Instant::now();
    debian.run(&["apt-get", "-qq", "remove", "cardroom"])?;
    removed(&debian)?;
    debian.run(&["apt-get", "-qq", "purge", "cardroom"])?;
    purged(&debian)?;
    told(remove, "removed and purged: the games stay");
    debian.delete()?;
    if let Some(image) = &arguments.image {
        let start = Instant::now();
        container::tried(image, &arguments.folder.join("image"))?;
        told(start, "the image: read by skopeo, unpacked by umoci, healthy");
    }
    told(begin, "all of it");
    Ok(())
}

/// The unit of the service. systemd's own checks read it and the others.
fn units(debian: &Chroot) -> Result<Unit, String> {
    let unit = Unit::read(&debian.path(UNIT))?;
    unit.checked_by_systemd(debian)?;
    unit.little_exposed(debian)?;
    for name in OTHER_UNITS {
        Unit::read(&debian.path("usr/lib/systemd/system").join(name))?.checked_by_systemd(debian)?;
    }
    Ok(unit)
}

/// What an installation leaves.
fn installed(debian: &Chroot) -> Result<(), String> {
    for path in [
        "usr/bin/cardroom",
        CONFIGURATION,
        UNIT,
        ENABLED,
        "usr/share/man/man1/cardroom-serve.1.gz",
        "usr/share/bash-completion/completions/cardroom",
    ] {
        // A link of systemd leads to a path of that Debian.
        let there = debian.path(path).symlink_metadata().is_ok();
        wanted(there, || format!("/{path} is not there"))?;
    }
    let user = debian.run(&["getent", "passwd", "cardroom"])?;
    wanted(user.trim_end().ends_with(":/var/lib/cardroom:/usr/sbin/nologin"), || format!("the user: {user}"))?;
    debian
        .run(&["dpkg", "--verify", "cardroom"])
        .and_then(|changed| wanted(changed.is_empty(), || format!("dpkg --verify: {changed}")))
}

/// A change by the host: a port that nobody else has.
fn set_port(debian: &Chroot) -> Result<(), String> {
    let path = debian.path(CONFIGURATION);
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).map_err(failed)?.port();
    let text = fs::read_to_string(&path).map_err(failed)?;
    fs::write(&path, format!("{text}port = {port}\n")).map_err(failed)
}

/// A person comes and begins a solitaire: the table and the person's cookie.
fn open_table(service: &unit::Service) -> Result<(String, String), String> {
    let answer = ask(service.address, "POST", "/api/v1/tables", None, Some(r#"{"game":"rouge-et-noir"}"#))?;
    let id = answer.body.split('"').nth(3).unwrap_or_default().to_owned();
    wanted(answer.status == 201 && !id.is_empty(), || format!("no table: {} {}", answer.status, answer.body))?;
    let HttpAnswer { cookie, .. } = answer;
    Ok((id, cookie.ok_or("the person got no cookie")?))
}

fn upgraded(debian: &Chroot, deb: &Path) -> Result<(), String> {
    let version = debian.run(&["dpkg-query", "--show", "--showformat=${Version}", "cardroom"])?;
    let expect = read_control(deb, "Version")?;
    wanted(version == expect, || format!("the version is {version}, not {expect}"))?;
    let configuration = fs::read_to_string(debian.path(CONFIGURATION)).map_err(|error| error.to_string())?;
    let kept = configuration.starts_with("# An older file.") && configuration.contains("port = ");
    wanted(kept, || format!("the host's configuration was replaced: {configuration}"))?;
    let offered = debian.path("etc/cardroom.toml.dpkg-dist");
    wanted(offered.exists(), || "the new configuration is not beside the host's".to_owned())
}

fn removed(debian: &Chroot) -> Result<(), String> {
    wanted(!debian.path("usr/bin/cardroom").exists(), || "the program is still there".to_owned())?;
    wanted(debian.path(CONFIGURATION).exists(), || "the configuration is gone before a purge".to_owned())
}

fn purged(debian: &Chroot) -> Result<(), String> {
    for path in [CONFIGURATION, ENABLED, "etc/systemd/system/cardroom.service"] {
        wanted(debian.path(path).symlink_metadata().is_err(), || format!("/{path} is still there"))?;
    }
    let data = debian.path("var/lib/cardroom/cardroom.sqlite");
    wanted(data.exists(), || "a purge deleted the games".to_owned())
}

/// Fails with these words if something is not so.
fn wanted(so: bool, words: impl FnOnce() -> String) -> Result<(), String> {
    if so { Ok(()) } else { Err(words()) }
}

fn told(since: Instant, what: &str) {
    println!("{:>6.1} s  {what}", since.elapsed().as_secs_f64());
}
