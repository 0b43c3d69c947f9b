//! Builds `crates/offline` for browsers, with Rust's library: so panics have no words, and code is made for size. The
//! library's source comes from rustup; where that cannot be had, Debian's packages of another compiler are unpacked into
//! `target/`. Nothing else is installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{Done, cargo, program, remap, root, step, succeeds, target};

/// The target of browsers.
const TARGET: &str = "wasm32-unknown-unknown";

/// Vectors of 128 bits, which browsers have since 2021 (Safari since 16.4, 2023): nets need them (crates/net/src/loops.rs). A
/// panic stops the module at once: nobody reads its words, nor where it was. Relocations say which function names which data.
const FLAGS: [&str; 5] = [
    "-Ctarget-feature=+simd128",
    "-Zunstable-options",
    "-Cpanic=immediate-abort",
    "-Zlocation-detail=none",
    "-Clink-arg=--emit-relocs",
];

/// Builds the module.
const MODULE_BUILD: [&str; 7] = ["rustc", "--locked", "--package", "offline", "--lib", "--crate-type", "cdylib"];

/// The folder in which the page looks for the module in two parts.
pub const PARTS: &str = "web/wasm";

/// Builds the card room without a server, and leaves it where the page looks for it.
pub fn build() -> Done {
    compile("the card room for browsers", cargo(&MODULE_BUILD))?;
    let folder = root().join(PARTS);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut split = program("node", &["crates/offline/module/split.mjs"]);
    split.arg(target().join(TARGET).join("site/offline.wasm")).arg(folder);
    step("its two parts", split)
}

/// Builds `crates/offline/examples/beside_native.rs` for browsers.
pub fn build_beside_native() -> Done {
    let build = cargo(&["build", "--locked", "--package", "offline", "--example", "beside_native"]);
    compile("seeded matches for browsers", build)
}

/// The module that [`build_beside_native`] leaves.
pub fn beside_native() -> PathBuf {
    target().join(TARGET).join("site/examples/beside_native.wasm")
}

/// Prints what each game, and what belongs to none, adds to the module.
pub fn sizes() -> Done {
    let mut build = cargo(&MODULE_BUILD);
    let folder = target().join("sizes");
    build.arg("--target-dir").arg(&folder);
    for_browsers(&mut build)?;
    // Names with the types in them.
    build.env("RUSTFLAGS", FLAGS.join(" ") + " -Csymbol-mangling-version=v0");
    step("the card room for browsers, with names", build)?;
    let module = folder.join(TARGET).join("site/offline.wasm");
    step("the sizes of its parts", program("node", &["crates/offline/module/sizes.mjs", &module.display().to_string()]))
}

/// Compiles for browsers.
fn compile(name: &str, mut build: Command) -> Done {
    for_browsers(&mut build)?;
    remap(&mut build, TARGET, &FLAGS);
    step(name, build)
}

/// Has a build made for browsers.
fn for_browsers(build: &mut Command) -> Done {
    build
        .args([
            "--target",
            TARGET,
            "--profile",
            "site",
            "-Zbuild-std=std,panic_abort",
            "-Zbuild-std-features=optimize_for_size",
        ])
        .env("RUSTC_BOOTSTRAP", "1");
    // What other programs want of a library is not for the module.
    build.env_remove("CARGO_RESOLVER_FEATURE_UNIFICATION");
    if !has_source() {
        // Without a network it cannot be had.
        succeeds("rustup", &["component", "add", "rust-src"]);
    }
    if !has_source() {
        with_debians_compiler(build)
            .map_err(|why| format!("{why}\nWithout it the page cannot play alone: rustup component add rust-src"))?;
    }
    Ok(())
}

/// Leaves empty files where the page looks for the module: a page that finds them says that it needs a server.
pub fn leave_out() -> Done {
    let folder = root().join(PARTS);
    fs::create_dir_all(&folder)
        .and_then(|()| {
            ["first", "rest"].iter().try_for_each(|part| fs::write(folder.join(part).with_extension("wasm"), []))
        })
        .map_err(|error| format!("{}: {error}", folder.display()))
}

/// True if the compiler has the source of Rust's library.
fn has_source() -> bool {
    sysroot().is_some_and(|sysroot| sysroot.join("lib/rustlib/src/rust/library").is_dir())
}

fn sysroot() -> Option<PathBuf> {
    let output = Command::new("rustc").args(["--print", "sysroot"]).output().ok()?;
    Some(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
}

/// Has a build done by Debian's compiler, which brings the source of Rust's library.
fn with_debians_compiler(build: &mut Command) -> Done {
    let folder = target().join("rust-web");
    let rustc = folder.join("usr/bin/rustc");
    if !rustc.exists() {
        unpack(&folder)?;
    }
    let linker = sysroot().unwrap_or_default().join("lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld");
    build
        .env("RUSTC", rustc)
        .env("LD_LIBRARY_PATH", folder.join("usr/lib/x86_64-linux-gnu"))
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
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
