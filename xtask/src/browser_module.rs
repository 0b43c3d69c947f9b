//! Builds `crates/offline` and Rust's library for browsers. Both are compiled for size, without the texts of panics.
//! The source of the library comes from rustup. If rustup cannot get it, Debian's packages of another compiler are
//! unpacked into `target/`. Nothing else is installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{Done, cargo, program, remap, root, step, succeeds, target};

const TARGET: &str = "wasm32-unknown-unknown";

/// The flags of the compiler. Nets need vectors of 128 bits (crates/net/src/loops.rs). Browsers have had them since
/// 2021 (Safari since 16.4, 2023). A panic stops the module at once, because nobody reads its text.
const FLAGS: [&str; 4] =
    ["-Ctarget-feature=+simd128", "-Zunstable-options", "-Cpanic=immediate-abort", "-Zlocation-detail=none"];

/// The arguments of cargo that build Rust's library.
const LIBRARY_BUILD: [&str; 2] = ["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"];

const MODULE_BUILD: [&str; 7] = ["rustc", "--locked", "--package", "offline", "--lib", "--crate-type", "cdylib"];

/// The path at which the page looks for the module.
pub const MODULE: &str = "web/wasm/offline.wasm";

/// Builds the module with the card room without a server, and writes it to [`MODULE`].
pub fn build() -> Done {
    compile("the card room for browsers", cargo(&MODULE_BUILD))?;
    let built = target().join(TARGET).join("site/offline.wasm");
    leave(&fs::read(&built).map_err(|error| format!("{}: {error}", built.display()))?)
}

/// Builds `crates/offline/examples/beside_native.rs` for browsers.
pub fn build_beside_native() -> Done {
    let build = cargo(&["build", "--locked", "--package", "offline", "--example", "beside_native"]);
    compile("seeded matches for browsers", build)
}

/// Returns the path of the module that [`build_beside_native`] builds.
pub fn beside_native() -> PathBuf {
    target().join(TARGET).join("site/examples/beside_native.wasm")
}

/// Prints how many bytes each game adds to the module, and how many bytes belong to no game.
pub fn sizes() -> Done {
    let mut build = cargo(&MODULE_BUILD);
    let folder = target().join("sizes");
    build.arg("--target-dir").arg(&folder);
    for_browsers(&mut build)?;
    // Function names, which contain the types, are needed to assign code to games.
    build.env("CARGO_PROFILE_SITE_STRIP", "false").env("RUSTFLAGS", FLAGS.join(" ") + " -Csymbol-mangling-version=v0");
    step("the card room for browsers, with names", build)?;
    let module = folder.join(TARGET).join("site/offline.wasm");
    step(
        "the sizes of its parts",
        program("node", &["crates/offline/examples/sizes.mjs", &module.display().to_string()]),
    )
}

fn compile(name: &str, mut build: Command) -> Done {
    for_browsers(&mut build)?;
    remap(&mut build, TARGET, &FLAGS);
    step(name, build)
}

fn for_browsers(build: &mut Command) -> Done {
    build.args(["--target", TARGET, "--profile", "site"]).args(LIBRARY_BUILD).env("RUSTC_BOOTSTRAP", "1");
    // Features that other programs need of a library do not belong into the module.
    build.env_remove("CARGO_RESOLVER_FEATURE_UNIFICATION");
    if !has_library_source() {
        // Without a network rustup cannot add it.
        succeeds("rustup", &["component", "add", "rust-src"]);
    }
    if !has_library_source() {
        with_debians_compiler(build)
            .map_err(|why| format!("{why}\nWithout it the page cannot play alone: rustup component add rust-src"))?;
    }
    Ok(())
}

/// Writes an empty file in place of the module. A page that finds the empty file says that it needs a server.
pub fn leave_out() -> Done {
    leave(&[])
}

fn leave(bytes: &[u8]) -> Done {
    let module = root().join(MODULE);
    let written = fs::create_dir_all(root().join("web/wasm")).and_then(|()| fs::write(&module, bytes));
    written.map_err(|error| format!("{}: {error}", module.display()))
}

/// Returns true if the compiler has the source of Rust's library.
fn has_library_source() -> bool {
    sysroot().is_some_and(|sysroot| sysroot.join("lib/rustlib/src/rust/library").is_dir())
}

fn sysroot() -> Option<PathBuf> {
    let output = Command::new("rustc").args(["--print", "sysroot"]).output().ok()?;
    Some(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
}

/// Prepares a build with Debian's compiler, whose package contains the source of Rust's library.
fn with_debians_compiler(build: &mut Command) -> Done {
    let folder = target().join("rust-web");
    let rustc = folder.join("usr/bin/rustc");
    if !rustc.exists() {
        unpack(&folder)?;
    }
    let linker = sysroot().unwrap_or_default().join("lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld");
    build.env("RUSTC", rustc).env("LD_LIBRARY_PATH", folder.join("usr/lib/x86_64-linux-gnu"));
    build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
    Ok(())
}

/// Downloads the packages and unpacks them into a folder.
fn unpack(folder: &Path) -> Done {
    if !succeeds("apt-get", &["--version"]) {
        return Err("the source of Rust's library is missing".to_owned());
    }
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let wanted = r#"
        apt-get update -qq || true
        std=$(apt-cache depends libstd-rust-web-dev | sed -n 's/.*Depends: \(libstd-rust-web-[0-9.]*\)$/\1/p' | head -n 1)
        llvm=$(apt-cache depends "$std" | sed -n 's/.*Depends: \(libllvm[0-9]*\)$/\1/p' | head -n 1)
        apt-get download -qq rustc-web libstd-rust-web-dev rust-web-src "$std" "$llvm"
        for package in *.deb; do dpkg -x "$package" .; done
        rm -- *.deb
    "#;
    let mut unpack = program("sh", &["-ec", wanted]);
    unpack.current_dir(folder);
    step("unpack Debian's compiler for browsers", unpack)
}
