//! `cargo xtask dist`: builds the files of a release and packs them with standard tools. The same commit gives the same
//! bytes in every folder.

use std::fs;
use std::path::{Path, PathBuf};

use crate::debian;
use crate::run::{Done, cargo, folders, output, program, remap, root, step, succeeds, target};
use crate::tasks::{manual, web};

const FOLDER: &str = "dist/release";

/// The tools that pack the Debian package, collect the licences, and list the crates (SBOM). They are written as
/// arguments of `cargo install`.
pub const CARGO_TOOLS: [&str; 3] = ["cargo-deb@3.8.0", "cargo-about@0.9.3 --features cli", "cargo-cyclonedx@0.5.9"];

/// The C compiler for a program that does not use the system's C library, and the compiler's package.
pub const MUSL_COMPILER: (&str, &str) = ("musl-gcc", "musl-tools");

/// The other programs that `dist` starts, with their packages. buildah needs `newuidmap` if it does not run as root.
pub const TOOLS: [(&str, &str); 4] =
    [("buildah", "buildah"), ("dpkg-deb", "dpkg"), ("jq", "jq"), ("newuidmap", "uidmap")];

/// The other programs that `packaging/trial.sh` starts, with their packages.
pub const TRIAL_TOOLS: [(&str, &str); 3] =
    [("curl", "curl"), ("mmdebstrap", "mmdebstrap"), ("systemd-analyze", "systemd")];

/// The steps that pack the program in `$BUILT` into the folder of the release, in order.
const PACKING: [(&str, &str); 6] = [
    (
        "licences of the crates, of the toolchain and of the page",
        r#"
        cd "$ROOT"
        cargo about generate --frozen --fail --target "$TARGET" --manifest-path crates/cardroom/Cargo.toml \
            --config packaging/about.toml --output-file "$BUILT/licences" packaging/licences.hbs
        cat packaging/toolchain-licences.txt >>"$BUILT/licences"
        npm ls --omit dev --all --parseable | grep /node_modules/ | sort | while read -r package; do
            printf '\n%s, in the page:\n\n' "${package##*/node_modules/}"
            cat "$package"/LICENSE*
        done >>"$BUILT/licences"
        gzip -9nf "$BUILT/licences" "$BUILT"/man/*.1
        "#,
    ),
    (
        "Debian package",
        r#"
        folder=$PWD
        cd "$ROOT"
        cargo deb --locked --package cardroom --no-build --no-strip --deb-revision= --profile "$PROFILE" \
            --target "$TARGET" --output "$folder"
        "#,
    ),
    (
        "archive: the files of the package",
        r#"
        rm -rf "$BUILT/tree"
        dpkg-deb --extract cardroom_*.deb "$BUILT/tree"
        name=cardroom-$VERSION-$TARGET
        tar --create --file "$name.tar.gz" --use-compress-program 'gzip -9n' --sort=name --mtime="@$SOURCE_DATE_EPOCH" \
            --owner=0 --group=0 --numeric-owner --transform="s,^bin/,,;s,^,$name/," \
            --directory "$BUILT/tree/usr" bin/cardroom lib share --directory .. etc
        "#,
    ),
    // The image is in the OCI format, in a single file that every version of Docker can read.
    (
        "image for containers: some of them",
        r#"
        case $TARGET in *-musl) ;; *) echo "none: it would need a C library" && exit ;; esac
        file=$PWD/cardroom-$VERSION-$(dpkg --print-architecture).image.tar
        cd "$BUILT/tree"
        install -m 644 "$ROOT/packaging/passwd" "$ROOT/packaging/group" etc
        mkdir image
        mkdir -m 700 image/data
        mkdir -m 1777 image/tmp
        buildah build --format oci --timestamp "$SOURCE_DATE_EPOCH" --file "$ROOT/packaging/Dockerfile" \
            --label "org.opencontainers.image.version=$VERSION" --label "org.opencontainers.image.revision=$COMMIT" \
            --tag "docker-archive:$file:cardroom:$VERSION" .
        "#,
    ),
    // `cargo cyclonedx` writes a list of crates beside each manifest.
    (
        "list of all parts",
        r#"
        parts=$PWD/cardroom-$VERSION-$TARGET.cdx.json
        cd "$ROOT"
        trap 'find benches crates games xtask -name release-parts.json -delete' EXIT
        cargo cyclonedx --quiet --format json --spec-version 1.5 --no-build-deps --target "$TARGET" \
            --manifest-path crates/cardroom/Cargo.toml --override-filename release-parts
        npm sbom --sbom-format cyclonedx --omit dev --package-lock-only |
            jq --slurp --arg root "$(pwd -P)" --arg commit "$COMMIT" --from-file packaging/sbom.jq \
                crates/cardroom/release-parts.json /dev/stdin >"$parts"
        "#,
    ),
    (
        "versions of the tools, and checksums",
        r#"
        {
            printf 'commit %s\ndate %s\ntarget %s\n' "$COMMIT" "$SOURCE_DATE_EPOCH" "$TARGET"
            for tool in rustc cc node npm wasm-split 'cargo deb' 'cargo about' 'cargo cyclonedx' buildah; do
                echo "$tool: $($tool --version | head -n 1)"
            done
        } >"cardroom-$VERSION-$TARGET.built-with.txt"
        sha256sum -- * >../SHA256SUMS
        mv ../SHA256SUMS .
        ls -sh
        "#,
    ),
];

/// A script that runs the same command in a clone in another folder and compares the results. The results must be the
/// same bytes. The name of that folder is longer, so a path in any file would make a difference.
const AGAIN: &str = r#"
    clone=$BUILT/twice/the-same-again
    rm -rf "$clone"
    git clone --quiet . "$clone"
    cd "$clone"
    git checkout --quiet --detach "$COMMIT"
    CARGO_TARGET_DIR=$clone/target cargo xtask dist --profile "$PROFILE"
    diff --recursive --brief "$ROOT/dist/release" dist/release
    rm -rf "$clone"
"#;

struct Release {
    /// The commit. If files differ from it, the text says so.
    commit: String,
    /// The date of the commit in seconds since 1970. All files get this date.
    epoch: String,
    /// The target in Rust's notation.
    target: String,
    profile: String,
}

/// Builds the files of a release. With `--twice`, builds them again in another folder and compares them. `--profile
/// NAME` is for experiments.
pub fn dist(args: &[String]) -> Done {
    let (mut twice, mut profile) = (false, "dist".to_owned());
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--twice" => twice = true,
            "--profile" => profile = args.next().ok_or("--profile wants the name of a profile")?.clone(),
            other => return Err(format!("dist knows --twice and --profile NAME, not {other:?}")),
        }
    }
    if std::env::consts::OS != "linux" {
        return Err("packages are made on Linux: use `cargo xtask build` here".into());
    }
    tools()?;
    let (commit, epoch) = commit()?;
    if twice && commit.contains(' ') {
        return Err("--twice compares with what is committed: commit or remove your changes first".into());
    }
    let release = Release { commit, epoch, target: choose_target()?, profile };
    release.make()?;
    if self::commit()?.0 != release.commit {
        return Err("the checkout has changed while it was built, so nobody can build the same: build again".into());
    }
    if twice { release.run("the same again in another folder", AGAIN, &root()) } else { Ok(()) }
}

/// Checks that all tools are installed. The error names the commands that install the missing ones.
fn tools() -> Done {
    let is_there = |tool: &&str| {
        let name = tool.split('@').next().unwrap_or_default().trim_start_matches("cargo-");
        output(cargo(&[name, "--version"])).is_ok()
    };
    let missing: Vec<String> = CARGO_TOOLS.into_iter().filter(|tool| !is_there(tool)).map(install).collect();
    if missing.is_empty() { debian::tools(&TOOLS) } else { Err(format!("run this first: {}", missing.join(" && "))) }
}

/// Returns the command that installs one of these tools.
pub fn install(tool: &str) -> String {
    format!("cargo install --locked {tool}")
}

/// Returns the current commit and its date. Outside a git repository, the date comes from `SOURCE_DATE_EPOCH`.
fn commit() -> Result<(String, String), String> {
    let git = |args: &[&str]| output(program("git", args));
    let given = std::env::var("SOURCE_DATE_EPOCH").ok();
    let Ok(id) = git(&["rev-parse", "HEAD"]) else {
        let epoch = given.ok_or("this is no git repository: set SOURCE_DATE_EPOCH to the date of the release")?;
        return Ok(("unknown, outside of git".to_owned(), epoch));
    };
    let epoch = given.map_or_else(|| git(&["log", "-1", "--format=%ct"]), Ok)?;
    let clean = git(&["status", "--porcelain"])?.is_empty();
    Ok((if clean { id } else { format!("{id} with changes") }, epoch))
}

/// Returns the target that does not use the system's C library. If rustup cannot add it, returns this machine's target.
fn choose_target() -> Result<String, String> {
    let [musl, gnu] = ["musl", "gnu"].map(|library| format!("{}-unknown-linux-{library}", std::env::consts::ARCH));
    if succeeds("rustup", &["target", "add", &musl]) {
        return debian::tools(&[MUSL_COMPILER]).map(|()| musl);
    }
    eprintln!(
        "\n== rustup target add {musl} failed: the binary needs the C library of this machine, and there is no image"
    );
    Ok(gnu)
}

impl Release {
    /// Returns the folder into which cargo writes the program. It also holds the files that are packed with the
    /// program.
    fn built(&self) -> PathBuf {
        target().join(&self.target).join(&self.profile)
    }

    fn make(&self) -> Done {
        web(true)?;
        let mut build = cargo(&["build", "--locked", "--package", "cardroom"]);
        build.args(["--profile", &self.profile, "--target", &self.target]);
        remap(&mut build, &self.target, &[]);
        build.env("SOURCE_DATE_EPOCH", &self.epoch);
        if let Some(commit) = self.commit.get(..9).filter(|id| id.bytes().all(|byte| byte.is_ascii_hexdigit())) {
            build.env("CARDROOM_COMMIT", commit);
        }
        step(&format!("build cardroom for {}", self.target), build)?;
        names_no_folder(&self.built().join("cardroom"))?;
        manual(&self.built())?;
        let to = root().join(FOLDER);
        let _ = fs::remove_dir_all(&to);
        fs::create_dir_all(&to).map_err(|error| format!("{}: {error}", to.display()))?;
        PACKING.iter().try_for_each(|(name, script)| self.run(name, script, &to))
    }

    /// Runs a script of a step in a folder. Environment variables contain the names and the date for the files.
    fn run(&self, name: &str, script: &str, folder: &Path) -> Done {
        let mut shell = program("sh", &["-euc", script]);
        shell.current_dir(folder).env("ROOT", root()).env("BUILT", self.built());
        shell.env("VERSION", env!("CARGO_PKG_VERSION")).env("TARGET", &self.target).env("PROFILE", &self.profile);
        shell.env("COMMIT", &self.commit).env("SOURCE_DATE_EPOCH", &self.epoch);
        step(name, shell)
    }
}

/// Checks that a program contains no path of this machine, because such a path would differ on another machine.
fn names_no_folder(binary: &Path) -> Done {
    let bytes = fs::read(binary).map_err(|error| format!("{}: {error}", binary.display()))?;
    for folder in folders() {
        let folder = folder.display().to_string();
        if bytes.windows(folder.len()).any(|window| window == folder.as_bytes()) {
            return Err(format!("{} contains {folder}: what is built elsewhere would differ", binary.display()));
        }
    }
    Ok(())
}
