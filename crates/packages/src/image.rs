//! The image for containers: an OCI layout in one tar file, made without a container engine. `manifest.json` beside the
//! layout is what engines read that know only Docker's own form.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::program::{Needs, needs};
use crate::release::Release;
use crate::tree::{FileTree, gzip};

/// The number of the user and the group as whom the program runs: none that a system has.
pub const USER: u32 = 65_532;

const MANIFEST: &str = "application/vnd.oci.image.manifest.v1+json";
const CONFIG: &str = "application/vnd.oci.image.config.v1+json";
const LAYER: &str = "application/vnd.oci.image.layer.v1.tar+gzip";
const INDEX: &str = "application/vnd.oci.image.index.v1+json";

/// Nanoseconds in a second: healthchecks count in these.
const SECOND: u64 = 1_000_000_000;

/// Writes `cardroom-VERSION-ARCHITECTURE.oci.tar`; returns its name.
///
/// # Errors
/// If the binary needs a C library, as nothing else is in the image, or the file cannot be written.
pub fn image(release: &Release, to: &Path) -> Result<String, String> {
    if needs(&release.binary)? != Needs::Nothing {
        return Err(format!("{} needs a C library, and an image has none", release.binary.display()));
    }
    let name = format!("cardroom-{}-{}.oci.tar", release.version, release.architecture()?);
    let layer = files(release)?.to_tar("", release.epoch).map_err(|error| format!("{name}: {error}"))?;
    let tar = layout(release, &layer)?.to_tar("", release.epoch).map_err(|error| format!("{name}: {error}"))?;
    fs::write(to.join(&name), tar).map_err(|error| format!("{name}: {error}"))?;
    Ok(name)
}

/// What is in a container: the program, its licences, a name for its user, a folder for its data.
fn files(release: &Release) -> Result<FileTree, String> {
    let mut tree = FileTree::default();
    for (path, mode, contents) in release.installed()?.files() {
        // Nobody reads manuals in there.
        if path.starts_with("usr/bin/") || path.starts_with("usr/share/doc/") {
            tree.file(path, mode, contents);
        }
    }
    tree.file("etc/passwd", 0o644, format!("cardroom:x:{USER}:{USER}:cardroom:/data:/usr/sbin/nologin\n"));
    tree.file("etc/group", 0o644, format!("cardroom:x:{USER}:\n"));
    tree.folder("data", 0o700, USER);
    tree.folder("tmp", 0o1777, 0);
    Ok(tree)
}

/// The layout around one layer.
fn layout(release: &Release, layer: &[u8]) -> Result<FileTree, String> {
    let packed = gzip(layer);
    let config = config(release, &digest(layer))?.to_string().into_bytes();
    let manifest = json!({
        "schemaVersion": 2,
        "mediaType": MANIFEST,
        "config": descriptor(CONFIG, &config),
        "layers": [descriptor(LAYER, &packed)],
    });
    let manifest = manifest.to_string().into_bytes();
    let tag = format!("cardroom:{}", release.version);
    let mut entry = descriptor(MANIFEST, &manifest);
    entry["platform"] = json!({ "architecture": release.architecture()?, "os": "linux" });
    entry["annotations"] = json!({ "org.opencontainers.image.ref.name": tag });
    let index = json!({ "schemaVersion": 2, "mediaType": INDEX, "manifests": [entry] });
    let blob = |bytes: &[u8]| format!("blobs/sha256/{}", hex_digest(bytes));
    let docker = json!([{ "Config": blob(&config), "RepoTags": [tag], "Layers": [blob(&packed)] }]);
    let mut tree = FileTree::default();
    tree.file("oci-layout", 0o644, json!({ "imageLayoutVersion": "1.0.0" }).to_string());
    tree.file("index.json", 0o644, index.to_string());
    tree.file("manifest.json", 0o644, docker.to_string());
    for bytes in [config, manifest, packed] {
        tree.file(&blob(&bytes), 0o644, bytes);
    }
    Ok(tree)
}

/// How a container is run.
fn config(release: &Release, layer: &str) -> Result<Value, String> {
    let date = release.date()?;
    Ok(json!({
        "created": date,
        "architecture": release.architecture()?,
        "os": "linux",
        "config": {
            "User": format!("{USER}:{USER}"),
            "Env": ["PATH=/usr/bin"],
            "Entrypoint": ["/usr/bin/cardroom"],
            // A container is reached from outside of it, if its host publishes the port.
            "Cmd": ["serve", "--listen", "0.0.0.0", "--data", "/data"],
            "WorkingDir": "/data",
            "Volumes": { "/data": {} },
            "ExposedPorts": { "7878/tcp": {} },
            "StopSignal": "SIGTERM",
            "Labels": {
                "org.opencontainers.image.title": "cardroom",
                "org.opencontainers.image.version": release.version,
                "org.opencontainers.image.revision": release.commit,
                "org.opencontainers.image.created": date,
                "org.opencontainers.image.licenses": "MIT OR Apache-2.0",
            },
            // Docker's addition to the format; others ignore it.
            "Healthcheck": {
                "Test": ["CMD", "/usr/bin/cardroom", "health"],
                "Interval": 30 * SECOND,
                "Timeout": 5 * SECOND,
                "StartPeriod": 10 * SECOND,
                "Retries": 3,
            },
        },
        "rootfs": { "type": "layers", "diff_ids": [layer] },
        "history": [{ "created": date, "created_by": "cargo xtask dist" }],
    }))
}

fn descriptor(kind: &str, bytes: &[u8]) -> Value {
    json!({ "mediaType": kind, "digest": digest(bytes), "size": bytes.len() })
}

fn digest(bytes: &[u8]) -> String {
    format!("sha256:{}", hex_digest(bytes))
}

fn hex_digest(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    fn release() -> Release {
        Release {
            binary: "cardroom".into(),
            target: "x86_64-unknown-linux-musl".to_owned(),
            version: "1.2.3".to_owned(),
            commit: "c0ffee".to_owned(),
            epoch: 1_700_000_000,
            licences: String::new(),
        }
    }

    /// The files of a tar, by path.
    fn unpacked(tar: &[u8]) -> BTreeMap<String, Vec<u8>> {
        let mut archive = tar::Archive::new(tar);
        let entries = archive.entries().expect("a tar").map(|entry| {
            let mut entry = entry.expect("an entry");
            assert_eq!(entry.header().mtime().expect("a date"), 1_700_000_000);
            let path = entry.path().expect("a path").display().to_string();
            let mut contents = Vec::new();
            entry.read_to_end(&mut contents).expect("contents");
            (path, contents)
        });
        entries.collect()
    }

    /// What a descriptor describes: the right size and digest.
    fn blob<'a>(files: &'a BTreeMap<String, Vec<u8>>, described: &Value) -> &'a [u8] {
        let named = described["digest"].as_str().expect("a digest");
        let found = &files[&format!("blobs/{}", named.replace(':', "/"))];
        assert_eq!(described["size"], found.len());
        assert_eq!(named, digest(found));
        found
    }

    #[test]
    fn an_engine_finds_the_layer_from_the_index_and_it_is_unchanged() {
        let layer = b"the files of a container";
        let image = layout(&release(), layer).expect("a layout").to_tar("", release().epoch).expect("a tar");
        let files = unpacked(&image);
        assert_eq!(files["oci-layout"], br#"{"imageLayoutVersion":"1.0.0"}"#);
        let json = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).expect("JSON");
        let index = json(&files["index.json"]);
        assert_eq!(index["manifests"][0]["annotations"]["org.opencontainers.image.ref.name"], "cardroom:1.2.3");
        let manifest = json(blob(&files, &index["manifests"][0]));
        let config = json(blob(&files, &manifest["config"]));
        assert_eq!(manifest["layers"].as_array().map(Vec::len), Some(1));
        let mut unpacked = Vec::new();
        GzDecoder::new(blob(&files, &manifest["layers"][0])).read_to_end(&mut unpacked).expect("gzip");
        assert_eq!(unpacked, layer);
        assert_eq!(config["rootfs"]["diff_ids"], json!([digest(layer)]));
        assert_eq!(config["created"], "2023-11-14T22:13:20Z");
        assert_eq!(config["config"]["User"], "65532:65532", "not root");
        assert_eq!(config["config"]["Healthcheck"]["Test"][2], "health");
        // Docker's own list names the same blobs.
        let docker = &json(&files["manifest.json"])[0];
        assert_eq!(files[docker["Config"].as_str().expect("a path")], blob(&files, &manifest["config"]));
        assert_eq!(
            docker["Layers"][0].as_str().map(|path| &files[path][..]),
            Some(blob(&files, &manifest["layers"][0]))
        );
    }

    #[test]
    fn the_same_layer_gives_the_same_image() {
        let image = || layout(&release(), b"layer").expect("a layout").to_tar("", 1).expect("a tar");
        assert_eq!(image(), image());
    }
}
