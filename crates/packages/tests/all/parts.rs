//! What is in the binary, and that nothing is left out or added.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use packages::{Release, SoftwarePart, licences, parts, sbom};
use serde_json::Value;

static PARTS: LazyLock<Vec<SoftwarePart>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    parts(&root, "x86_64-unknown-linux-musl").expect("the parts of the workspace")
});

fn part(purl_begin: &str) -> Option<&'static SoftwarePart> {
    PARTS.iter().find(|part| part.purl.starts_with(purl_begin))
}

#[test]
fn what_is_linked_is_a_part_and_what_builds_or_tests_is_none() {
    for there in ["axum@", "rusqlite@", "libsqlite3-sys@", "mimalloc@", "kael@", "cardroom@", "rustls@"] {
        assert!(part(&format!("pkg:cargo/{there}")).is_some(), "{there}");
    }
    // A build script's, a derive's, one of a feature that is off, tests', another system's.
    for absent in ["cc@", "serde_derive@", "ts-rs@", "insta@", "bolero@", "windows-sys@", "packages@"] {
        assert_eq!(part(&format!("pkg:cargo/{absent}")), None, "{absent}");
    }
    assert!(part("pkg:npm/preact@").is_some() && part("pkg:npm/%40preact/signals@").is_some());
    assert_eq!(part("pkg:npm/vite@"), None, "it only builds the page");
    assert!(
        part("pkg:cargo/server@")
            .is_some_and(|server| server.uses.iter().any(|used| used.starts_with("pkg:cargo/axum@")))
    );
}

#[test]
fn a_part_of_others_has_a_checksum_and_a_licence() {
    let others: Vec<&SoftwarePart> = PARTS.iter().filter(|part| !part.ours).collect();
    assert!(others.len() > 150, "{}", others.len());
    for part in others {
        let digits = part.checksum.as_ref().map(|(algorithm, digits)| (*algorithm, digits.len()));
        assert!(matches!(digits, Some(("SHA-256", 64) | ("SHA-512", 128))), "{}: {digits:?}", part.purl);
        assert!(!part.licence.is_empty(), "{}", part.purl);
    }
}

#[test]
fn the_list_is_closed_and_the_same_from_every_folder() {
    let release = Release {
        binary: "cardroom".into(),
        target: "x86_64-unknown-linux-musl".to_owned(),
        version: "1.2.3".to_owned(),
        commit: "c0ffee".to_owned(),
        epoch: 1_700_000_000,
        licences: String::new(),
    };
    let text = sbom(&release, &PARTS).expect("a list");
    assert!(!text.contains(env!("CARGO_MANIFEST_DIR").trim_end_matches("crates/packages")), "a path of this machine");
    let list: Value = serde_json::from_str(&text).expect("JSON");
    let components = list["components"].as_array().expect("components");
    assert_eq!(components.len() + 1, PARTS.len());
    let mut names: BTreeSet<&str> = components.iter().filter_map(|part| part["bom-ref"].as_str()).collect();
    names.extend(list["metadata"]["component"]["bom-ref"].as_str());
    assert_eq!(names.len(), PARTS.len(), "no name twice");
    for edge in list["dependencies"].as_array().expect("edges") {
        let ends = edge["dependsOn"].as_array().into_iter().flatten().chain([&edge["ref"]]);
        ends.for_each(|end| assert!(names.contains(end.as_str().unwrap_or_default()), "{end}"));
    }
}

#[test]
fn licences_come_with_their_texts() {
    let text = licences(&PARTS).expect("licences");
    for words in ["\naxum ", "Permission is hereby granted, free of charge", "Rich Felker", "\npreact ", "Jason Miller"]
    {
        assert!(text.contains(words), "{words}");
    }
    assert!(!text.contains("\nkael "), "ours are not those of others");
}
