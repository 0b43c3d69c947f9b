//! The files for containers, checked without running containers: `cardroom serve` must accept every option in them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::running::{cardroom, folder, refused};

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the project's root")
}

/// Returns the options of each service that runs `cardroom serve`.
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
    let data = folder();
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
            // No database listens at this address.
            option.replace("%2Fvar%2Frun%2Fpostgresql", "localhost:9")
        };
        let options: Vec<String> = options.iter().map(here).collect();
        refused(&check(&options), "the database localhost:9/cardroom cannot be used");
    }
}
