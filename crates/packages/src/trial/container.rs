//! The image, read by the tools of others, and run without a container engine.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::chroot::output;
use super::request::ask;
use super::unit::Service;
use super::wanted;

pub(super) fn tried(image: &Path, folder: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(failed)?;
    }
    let layout = folder.join("layout");
    fs::create_dir_all(&layout).map_err(failed)?;
    let read = output(Command::new("skopeo").arg("inspect").arg(format!("oci-archive:{}", image.display())))?;
    let read: Value = serde_json::from_str(&read).map_err(|error| format!("skopeo inspect: {error}"))?;
    wanted(read["Layers"].as_array().is_some_and(|layers| layers.len() == 1), || format!("not one layer: {read}"))?;
    // Docker's own form of the same file.
    output(Command::new("skopeo").arg("inspect").arg(format!("docker-archive:{}", image.display())))?;
    output(Command::new("tar").arg("--extract").arg("--directory").arg(&layout).arg("--file").arg(image))?;
    let index = fs::read_to_string(layout.join("index.json")).map_err(failed)?;
    let index: Value = serde_json::from_str(&index).map_err(|error| format!("index.json: {error}"))?;
    let tag = index["manifests"][0]["annotations"]["org.opencontainers.image.ref.name"].as_str();
    let tag = tag.ok_or("the image has no name")?;
    let bundle = folder.join("bundle");
    output(Command::new("umoci").arg("unpack").arg("--image").arg(format!("{}:{tag}", layout.display())).arg(&bundle))?;
    run(&bundle)?;
    fs::remove_dir_all(folder).map_err(failed)
}

/// Does what the unpacked configuration says, with a port that nobody else has.
fn run(bundle: &Path) -> Result<(), String> {
    let config = fs::read_to_string(bundle.join("config.json")).map_err(|error| format!("config.json: {error}"))?;
    let config: Value = serde_json::from_str(&config).map_err(|error| format!("config.json: {error}"))?;
    let process = &config["process"];
    let user = format!("{}:{}", process["user"]["uid"], process["user"]["gid"]);
    wanted(!user.starts_with("0:"), || "it would run as root".to_owned())?;
    let words = process["args"].as_array().ok_or("config.json has no arguments")?;
    let words = words.iter().filter_map(Value::as_str);
    let chroot = |words: &[&str]| {
        let mut command = Command::new("chroot");
        command.arg(format!("--userspec={user}")).arg(bundle.join("rootfs")).args(words);
        command.env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        command
    };
    let words: Vec<&str> = words.chain(["--port", "0"]).collect();
    let mut service = Service::start(&mut chroot(&words))?;
    let page = ask(service.address, "GET", "/", None, None)?;
    wanted(page.status == 200 && page.body.contains("<script"), || format!("the page: {}", page.status))?;
    let address = service.address.to_string();
    output(&mut chroot(&["/usr/bin/cardroom", "health", "--address", &address]))?;
    service.stop()?;
    let data = bundle.join("rootfs/data/cardroom.sqlite");
    wanted(data.exists(), || "the data are not in /data".to_owned())?;
    let unhealthy = chroot(&["/usr/bin/cardroom", "health", "--address", &address]).output();
    wanted(unhealthy.is_ok_and(|done| !done.status.success()), || "a stopped server is called healthy".to_owned())
}
