//! Makes Cargo build the server again when the page has changed. A release binary contains the page, so the release
//! build fails if the page is missing. A debug binary reads the page from the disk, but only if the page existed when
//! the binary was built.

use std::env;
use std::path::Path;

/// The variable that permits a release binary without a page, for example to measure the server.
const WITHOUT: &str = "CARDROOM_WITHOUT_PAGE";

fn main() {
    let release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed={WITHOUT}");
    let page = Path::new("../../web/dist/index.html").exists();
    match (release, page) {
        (_, false) => println!("cargo:rerun-if-changed=../../web"),
        (true, true) => println!("cargo:rerun-if-changed=../../web/dist"),
        (false, true) => {}
    }
    if release && !page && env::var_os(WITHOUT).is_none() {
        println!(
            "cargo::error=the page is not built, and it is a part of this binary. Build it with `cargo xtask web` (it needs \
             Node), then run this again; or set {WITHOUT}=1 for a server without a page"
        );
    }
}
