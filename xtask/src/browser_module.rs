//! Builds `crates/offline` and Rust's library for browsers. Both are compiled for size, without the texts of panics.
//! Then Binaryen's `wasm-split` splits the module into chunks. The source of the library comes from rustup. If rustup
//! cannot get it, Debian's packages of another compiler are unpacked into `target/`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::debian;
use crate::run::{Done, cargo, program, remap, root, step, succeeds, target};

const TARGET: &str = "wasm32-unknown-unknown";

/// The flags of the compiler. Nets need vectors of 128 bits (crates/net/src/loops.rs), which browsers have had since
/// 2021 (Safari since 16.4, 2023). A panic stops the module at once, because nobody reads its text. To split the module
/// by games, each function keeps its own code, and its name says the types. The table of functions grows with each
/// split.
const FLAGS: [&str; 7] = [
    "-Ctarget-feature=+simd128",
    "-Zunstable-options",
    "-Cpanic=immediate-abort",
    "-Zlocation-detail=none",
    "-Csymbol-mangling-version=v0",
    "-Zmerge-functions=disabled",
    "-Clink-arg=--growable-table",
];

/// The arguments of cargo that build Rust's library.
const LIBRARY_BUILD: [&str; 2] = ["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"];

const MODULE_BUILD: [&str; 7] = ["rustc", "--locked", "--package", "offline", "--lib", "--crate-type", "cdylib"];

/// The program that splits the module, with its package.
pub const SPLITTER: (&str, &str) = ("wasm-split", "binaryen");

/// The folder in which the page looks for the chunks of the module.
pub const CHUNKS: &str = "web/wasm";

/// Builds the module with the card room without a server, and writes its chunks into [`CHUNKS`].
pub fn build() -> Done {
    debian::tools(&[SPLITTER])?;
    compile("the card room for browsers", cargo(&MODULE_BUILD))?;
    let mut split = program("node", &["crates/offline/module/split.mjs"]);
    split.arg(target().join(TARGET).join("site/offline.wasm")).arg(empty_folder()?);
    step("its chunks", split)
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

fn compile(name: &str, mut build: Command) -> Done {
    for_browsers(&mut build)?;
    remap(&mut build, TARGET, &FLAGS);
    step(name, build)
}

fn for_browsers(build: &mut Command) -> Done {
    build.args(["--target", TARGET, "--profile", "site"]).args(LIBRARY_BUILD).env("RUSTC_BOOTSTRAP", "1");
    // With feature unification, libraries would get features that only other programs need.
    build.env_remove("CARGO_RESOLVER_FEATURE_UNIFICATION");
    if !has_library_source() {
        // This fails without a network. The result is ignored, because the next line looks for the source again.
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
    let first = empty_folder()?.join("first.wasm");
    fs::write(&first, []).map_err(|error| format!("{}: {error}", first.display()))
}

/// Removes the chunks of an earlier build. Returns their folder.
fn empty_folder() -> Result<PathBuf, String> {
    let folder = root().join(CHUNKS);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
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
