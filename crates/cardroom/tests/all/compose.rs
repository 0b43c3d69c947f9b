//! The files for containers, as far as they can be checked without containers: every option is one that `cardroom serve` knows,
//! and the keys that the cluster makes are good.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::running::{cardroom, folder, refused};

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the project's root")
}

/// The options of each service that runs `cardroom serve`.
fn services(file: &Path) -> BTreeMap<String, Vec<String>> {
    let text = fs::read_to_string(file).expect("it is there");
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut service = String::new();
    for line in text.lines() {
        let words = line.trim_start();
        match line.len() - words.len() {
            2 if words.ends_with(':') => words.trim_end_matches(':').clone_into(&mut service),
            6 if words.starts_with("- --") => {
                let option = words.trim_start_matches("- ").replace("${CARDROOM_HOST}", "cards.example.org");
                let option = match option.split_once("${CARDROOM_HOST:?") {
                    Some((before, _)) => format!("{before}cards.example.org"),
                    None => option,
                };
                found.entry(service.clone()).or_default().push(option);
            }
            _ => {}
        }
    }
    found
}

fn check(options: &[String]) -> Output {
    cardroom(&["serve", "--check"]).args(options).output().expect("it runs")
}

/// The folders that each service sees as /keys, filled as at the first start.
pub fn keys() -> tempfile::TempDir {
    let keys = folder();
    ["postgres", "cardroom"].iter().for_each(|of| fs::create_dir(keys.path().join(of)).expect("a folder"));
    for _ in 0..2 {
        let made =
            Command::new("sh").arg(root().join("docs/hosting/cluster/certificates.sh")).arg(keys.path()).output();
        let made = made.expect("sh runs");
        assert!(made.status.success(), "{made:?}");
    }
    keys
}

#[test]
fn one_server_in_a_container_is_given_options_that_it_knows() {
    let data = folder();
    let options = services(&root().join("compose.yaml")).remove("cardroom").expect("the service");
    assert!(options.len() > 4, "{options:?}");
    let data = data.path().join("data").display().to_string();
    let options: Vec<String> =
        options.iter().map(|option| option.replace("--data=/data", &format!("--data={data}"))).collect();
    let output = check(&options);
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn the_nodes_of_the_cluster_are_given_options_that_they_know_and_differ_in_their_names_alone() {
    let (data, keys) = (folder(), keys());
    let services = services(&root().join("docs/hosting/cluster/compose.yaml"));
    let names: Vec<&str> = services.keys().map(String::as_str).collect();
    assert_eq!(names, ["one", "three", "two"]);
    for (name, options) in &services {
        let own = options.iter().filter(|option| option.contains(name.as_str()));
        assert_eq!(own.cloned().collect::<Vec<_>>(), [format!("--node={name}"), format!("--advertise={name}:7900")]);
        let shared =
            |name: &str| -> Vec<&String> { services[name].iter().filter(|option| !option.contains(name)).collect() };
        assert_eq!(shared(name), shared("one"));
        let here = |option: &String| {
            let option = option.replace("=/data", &format!("={}", data.path().join(name).display()));
            let option = option.replace("=/keys/", &format!("={}/cardroom/", keys.path().display()));
            // Nobody is called so here.
            option.replace("@db1,db2,db3/", "@localhost:9/")
        };
        let options: Vec<String> = options.iter().map(here).collect();
        refused(&check(&options), "The database localhost:9/cardroom cannot be used");
        // What is in the files of keys is read: without one it says so.
        let without: Vec<String> = options.iter().map(|option| option.replace("store.password", "nothing")).collect();
        refused(&check(&without), "nothing: No such file");
    }
}

#[test]
fn the_keys_of_the_cluster_are_those_of_its_services() {
    let keys = keys();
    let file = |name: &str| keys.path().join(name);
    for (host, of, fits) in
        [("db1", "postgres", true), ("db2", "postgres", true), ("db3", "postgres", true), ("db4", "postgres", false)]
    {
        let verified = Command::new("openssl")
            .args(["verify", "-verify_hostname", host, "-CAfile"])
            .args([file("cardroom/ca.pem"), file(&format!("{of}/cert.pem"))])
            .output()
            .expect("openssl runs");
        assert_eq!(verified.status.success(), fits, "{host}: {verified:?}");
    }
    let password = |name: &str| fs::read_to_string(file(name)).expect("made");
    assert_eq!(password("cardroom/store.password"), password("postgres/store.password"));
    assert!(!file("cardroom/ca.key").exists() && !file("postgres/ca.key").exists(), "nobody can make more");
}
