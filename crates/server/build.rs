//! A release binary has the page inside: it is built again when the page was. A debug binary reads it from the disk.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        let built = std::path::Path::new("../../web/dist").exists();
        println!("cargo:rerun-if-changed={}", if built { "../../web/dist" } else { "../../web" });
    }
}
