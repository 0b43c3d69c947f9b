//! `packages make` writes the files of a release; `packages trial` installs, starts, upgrades and removes the package
//! in a Debian of its own. `cargo xtask dist` calls both.

mod trial;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use packages::{Needs, Packing, Release, archive, checksums, deb, image, licences, needs, parts, sbom};

/// The files of a release of cardroom.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Order,
}

#[derive(Subcommand)]
enum Order {
    /// Writes all files of a release into a folder.
    Make(Make),
    /// Installs, starts, upgrades and removes the package in a Debian of its own. As root, on Debian.
    Trial(trial::Arguments),
}

#[derive(clap::Args)]
struct Make {
    /// The binary, built for the target.
    #[arg(long)]
    binary: PathBuf,
    /// As Rust names it.
    #[arg(long)]
    target: String,
    /// The commit from which it was built.
    #[arg(long)]
    commit: String,
    /// The date of that commit, in seconds since 1970.
    #[arg(long)]
    epoch: u64,
    /// What else it was built with, one line each.
    #[arg(long)]
    with: Vec<String>,
    /// The root of the workspace.
    #[arg(long)]
    root: PathBuf,
    /// The folder for the files, which is empty.
    #[arg(long)]
    to: PathBuf,
}

fn make(arguments: &Make) -> Result<(), String> {
    let to = &arguments.to;
    let parts = parts(&arguments.root, &arguments.target)?;
    let release = Release {
        binary: arguments.binary.clone(),
        target: arguments.target.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: arguments.commit.clone(),
        epoch: arguments.epoch,
        licences: licences(&parts)?,
    };
    let mut files = vec![archive(&release, to)?, deb(&release, to, Packing::Small)?];
    match needs(&release.binary)? {
        Needs::Nothing => files.push(image(&release, to)?),
        Needs::Glibc(version) => {
            println!("no image: the binary needs glibc {version}, and nothing else is in an image")
        }
    }
    let write = |name: &str, text: String| {
        fs::write(to.join(name), text).map(|()| name.to_owned()).map_err(|error| format!("{name}: {error}"))
    };
    files.push(write(&format!("cardroom-{}-{}.cdx.json", release.version, release.target), sbom(&release, &parts)?)?);
    let mut built = format!("commit {}\ndate {}\ntarget {}\n", release.commit, release.date()?, release.target);
    arguments.with.iter().for_each(|line| built = format!("{built}{line}\n"));
    files.push(write(&format!("cardroom-{}-{}.built-with.txt", release.version, release.target), built)?);
    write("SHA256SUMS", checksums(to, &files)?)?;
    for name in files {
        let bytes = fs::metadata(to.join(&name)).map_err(|error| format!("{name}: {error}"))?.len();
        println!("{:>9} KB  {name}", bytes / 1000);
    }
    Ok(())
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Order::Make(arguments) => make(&arguments),
        Order::Trial(arguments) => trial::run(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(words) => {
            eprintln!("packages: {words}");
            ExitCode::FAILURE
        }
    }
}
