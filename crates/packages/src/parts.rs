//! What a binary is made of: our crates, those of others, and the packages of the page; as a list for programs
//! (CycloneDX).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Map, Value, json};

use crate::release::Release;

/// A crate or package that is in the binary.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SoftwarePart {
    /// Its name and kind as a package URL: `pkg:cargo/axum@0.8.4`.
    pub purl: String,
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its licences, as SPDX writes them.
    pub licence: String,
    /// Whether it is of this project.
    pub ours: bool,
    /// The checksum of its source: the algorithm and hex digits.
    pub checksum: Option<(&'static str, String)>,
    /// The package URLs of the parts that it uses.
    pub uses: BTreeSet<String>,
    /// The folder of its source on this machine.
    pub folder: PathBuf,
}

/// All parts of `cardroom` for a target, in order. Asks Cargo; reads the lock files.
///
/// # Errors
/// If Cargo fails, or a lock file has another form.
pub fn parts(root: &Path, target: &str) -> Result<Vec<SoftwarePart>, String> {
    let mut all = crates(root, target)?;
    all.extend(packages_of_the_page(root)?);
    all.sort();
    Ok(all)
}

/// The crates that are linked: those of the build and the tests are not.
fn crates(root: &Path, target: &str) -> Result<Vec<SoftwarePart>, String> {
    // Only `tree` knows the features with which this one binary is built.
    let tree =
        ["tree", "--package", "cardroom", "--edges", "normal,no-proc-macro", "--target", target, "--prefix", "none"];
    let tree = cargo(root, &[&tree[..], &["--locked", "--format", "{p}"]].concat())?;
    let linked: BTreeSet<(&str, &str)> = tree
        .lines()
        .filter_map(|line| {
            let mut words = line.split(' ');
            Some((words.next()?, words.next()?.strip_prefix('v')?))
        })
        .collect();
    let metadata = cargo(root, &["metadata", "--format-version", "1", "--locked", "--filter-platform", target])?;
    let metadata: Value = serde_json::from_str(&metadata).map_err(|error| format!("cargo metadata: {error}"))?;
    let sums = cargo_checksums(root)?;
    let mut found = BTreeMap::new();
    for package in list(&metadata["packages"]) {
        let (name, version) = (text(&package["name"]), text(&package["version"]));
        if linked.contains(&(name.as_str(), version.as_str())) {
            let checksum = sums.get(&(name.clone(), version.clone()));
            let manifest = PathBuf::from(text(&package["manifest_path"]));
            let part = SoftwarePart {
                purl: format!("pkg:cargo/{name}@{version}"),
                licence: text(&package["license"]).replace('/', " OR "),
                ours: package["source"].is_null(),
                checksum: checksum.map(|sum| ("SHA-256", sum.clone())),
                uses: BTreeSet::new(),
                folder: manifest.parent().map(Path::to_owned).unwrap_or_default(),
                name,
                version,
            };
            found.insert(text(&package["id"]), part);
        }
    }
    if found.len() != linked.len() {
        return Err(format!("cargo tree names {} crates, cargo metadata knows {} of them", linked.len(), found.len()));
    }
    for node in list(&metadata["resolve"]["nodes"]) {
        let normal = |edge: &&Value| list(&edge["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
        let uses = list(&node["deps"]).iter().filter(normal).filter_map(|edge| found.get(&text(&edge["pkg"])));
        let uses: BTreeSet<String> = uses.map(|part| part.purl.clone()).collect();
        if let Some(part) = found.get_mut(&text(&node["id"])) {
            part.uses = uses;
        }
    }
    Ok(found.into_values().collect())
}

fn cargo(root: &Path, arguments: &[&str]) -> Result<String, String> {
    let program = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(program).args(arguments).current_dir(root).output();
    let output = output.map_err(|error| format!("cannot run cargo: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!("cargo {}: {}", arguments[0], String::from_utf8_lossy(&output.stderr).trim()))
    }
}

/// The checksums of Cargo.lock, by name and version.
fn cargo_checksums(root: &Path) -> Result<BTreeMap<(String, String), String>, String> {
    let lock = read(&root.join("Cargo.lock"))?;
    let lock: toml::Table = lock.parse().map_err(|error| format!("Cargo.lock: {error}"))?;
    let packages = lock.get("package").and_then(toml::Value::as_array).ok_or("Cargo.lock has no packages")?;
    let of = |package: &toml::Value, key: &str| package.get(key).and_then(toml::Value::as_str).map(str::to_owned);
    let sum = |package| Some(((of(package, "name")?, of(package, "version")?), of(package, "checksum")?));
    Ok(packages.iter().filter_map(sum).collect())
}

/// The packages of package-lock.json that are not only for the build.
fn packages_of_the_page(root: &Path) -> Result<Vec<SoftwarePart>, String> {
    let lock = read(&root.join("package-lock.json"))?;
    let lock: Value = serde_json::from_str(&lock).map_err(|error| format!("package-lock.json: {error}"))?;
    let packages = lock["packages"].as_object().ok_or("package-lock.json has no packages")?;
    let is_part =
        |(path, package): &(&String, &Value)| !path.is_empty() && package["dev"] != true && package["optional"] != true;
    let parts = packages.iter().filter(is_part).map(|(path, package)| {
        let name = path.rsplit_once("node_modules/").map_or(path.as_str(), |(_, name)| name).to_owned();
        let version = text(&package["version"]);
        let uses = package["dependencies"].as_object().into_iter().flat_map(Map::keys);
        let uses = uses.filter_map(|name| Some(npm_purl(name, packages.get(&format!("node_modules/{name}"))?)));
        SoftwarePart {
            purl: npm_purl(&name, package),
            licence: text(&package["license"]),
            ours: false,
            checksum: package["integrity"].as_str().and_then(|sum| sum.strip_prefix("sha512-")).and_then(base64_to_hex),
            uses: uses.collect(),
            folder: root.join(path),
            name,
            version,
        }
    });
    Ok(parts.collect())
}

fn npm_purl(name: &str, package: &Value) -> String {
    format!("pkg:npm/{}@{}", name.replace('@', "%40"), text(&package["version"]))
}

fn base64_to_hex(text: &str) -> Option<(&'static str, String)> {
    BASE64_STANDARD.decode(text).ok().map(|bytes| ("SHA-512", hex::encode(bytes)))
}

/// The list as CycloneDX 1.5. Without a serial number, so that it is the same every time.
///
/// # Errors
/// If the date of the release is in no calendar.
pub fn sbom(release: &Release, parts: &[SoftwarePart]) -> Result<String, String> {
    let (binary, rest): (Vec<&SoftwarePart>, Vec<&SoftwarePart>) =
        parts.iter().partition(|part| part.ours && part.name == "cardroom");
    let binary = binary.first().ok_or("cardroom is not among its own parts")?;
    let mut uses: Vec<Value> = Vec::new();
    for part in parts {
        let mut used: Vec<&String> = part.uses.iter().collect();
        if part.purl == binary.purl {
            // The page is inside.
            used.extend(parts.iter().filter(|part| part.purl.starts_with("pkg:npm/")).map(|part| &part.purl));
        }
        uses.push(json!({ "ref": part.purl, "dependsOn": used }));
    }
    let document = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": release.date()?,
            "tools": { "components": [{ "type": "application", "name": "cargo xtask dist" }] },
            "component": component(binary, "application"),
            "properties": [
                { "name": "cardroom:commit", "value": release.commit },
                { "name": "cardroom:target", "value": release.target },
            ],
        },
        "components": rest.iter().map(|part| component(part, "library")).collect::<Vec<_>>(),
        "dependencies": uses,
    });
    serde_json::to_string_pretty(&document).map(|text| text + "\n").map_err(|error| error.to_string())
}

fn component(part: &SoftwarePart, kind: &str) -> Value {
    let mut component = json!({
        "type": kind,
        "bom-ref": part.purl,
        "name": part.name,
        "version": part.version,
        "purl": part.purl,
        "licenses": [{ "expression": part.licence }],
    });
    if let Some((algorithm, digits)) = &part.checksum {
        component["hashes"] = json!([{ "alg": algorithm, "content": digits }]);
    }
    component
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
