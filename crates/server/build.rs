//! A release binary has the page inside: it is built again when the page was. A debug binary reads it from the disk, but
//! only from a folder that was there when it was built.

use std::path::Path;

fn main() {
    let release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    println!("cargo:rerun-if-changed=build.rs");
    match (release, Path::new("../../web/dist").exists()) {
        (_, false) => println!("cargo:rerun-if-changed=../../web"),
        (true, true) => println!("cargo:rerun-if-changed=../../web/dist"),
        (false, true) => {}
    }
}
