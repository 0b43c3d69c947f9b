//! The Python package: builds its wheel, and runs its tests in a separate environment.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{Done, program, root, step, succeeds, target};
use crate::tasks::{ALL_TARGETS, binary, whole};

const INTERPRETERS: [&str; 5] = ["python3.14", "python3.13", "python3.12", "python3.11", "python3"];

/// Builds the wheel into `dist/`.
pub fn wheel() -> Done {
    let python = environment()?;
    let mut build = Command::new(&python);
    build.args(["-m", "maturin", "build", "--release", "--out"]).arg(root().join("dist"));
    // No interpreter is passed, because Maturin chooses one itself.
    build
        .current_dir(root().join("python"))
        .env("CARGO", std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()));
    step("build the Python package", build)
}

/// Programs outside the package whose types are also checked.
const EXAMPLES: [&str; 2] = ["../examples/ppo.py", "../examples/ppo_ray.py"];

/// Checks the types and runs the tests of the built package. With `long`, also runs the slow tests: PyTorch, a second
/// type checker, and Ray.
pub fn test(long: bool) -> Done {
    let python = environment()?;
    // The build has the same targets as the other tests. With other targets, libraries would get fewer features, and
    // most of them would be compiled again.
    step("build the Python package's library", whole("build", &ALL_TARGETS))?;
    let site = site()?;
    let run = |args: &[&str]| {
        let mut command = Command::new(&python);
        command.args(args).current_dir(root().join("python")).env("PYTHONPATH", &site);
        command.env("MYPYPATH", format!("{}:../examples", site.display()));
        // The package comes from the test installation and not from the current folder. This also holds for programs
        // that the tests start.
        command.env("PYTHONSAFEPATH", "1").env("PYDEVD_DISABLE_FILE_VALIDATION", "1");
        // Training uses this setting too. For small layers, the threads of OpenBLAS cost more time for waiting than
        // they save.
        command.env("OPENBLAS_NUM_THREADS", "1");
        command
    };
    step("types of the Python package", run(&["-m", "mypy", "--strict", "-p", "cardroom"]))?;
    step("types of its examples", run(&[&["-m", "mypy"], &EXAMPLES[..]].concat()))?;
    step("tests of the Python package", run(&["-m", "pytest", "--quiet", "--durations=5"]))?;
    if long {
        install(&python, "python/requirements-long.txt")?;
        step("types of the trainer", run(&["-m", "mypy", "train"]))?;
        step("types by pyright", run(&["-m", "pyright", "--pythonpath", &python.display().to_string()]))?;
        // Workers of Ray look for modules first in the folder in which the test runs. So the tests run in a folder
        // without the package's source.
        let mut tests = run(&["-m", "pytest", "--quiet", "-c", "python/pyproject.toml", "python/tests_long"]);
        tests.current_dir(root());
        step("long tests of the Python package", tests)?;
    }
    Ok(())
}

/// Builds the package as an installation would contain it: its modules, and the library from `target/debug` beside
/// them.
fn site() -> Result<PathBuf, String> {
    let site = target().join("python-site");
    let package = site.join("cardroom");
    let fail = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    if package.exists() {
        fs::remove_dir_all(&package).map_err(|error| fail(&package, error))?;
    }
    copy(&root().join("python/cardroom"), &package)?;
    let library = binary("debug", "lib_cardroom.so");
    fs::copy(&library, package.join("_cardroom.abi3.so")).map_err(|error| fail(&library, error))?;
    Ok(site)
}

fn copy(from: &Path, to: &Path) -> Done {
    let fail = |error: std::io::Error| format!("{}: {error}", from.display());
    fs::create_dir_all(to).map_err(fail)?;
    for entry in fs::read_dir(from).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        let name = path.file_name().expect("a name");
        if path.is_dir() {
            if name != "__pycache__" {
                copy(&path, &to.join(name))?;
            }
        } else if path.extension().is_none_or(|ending| ending != "so") {
            fs::copy(&path, to.join(name)).map_err(fail)?;
        }
    }
    Ok(())
}

/// Creates an environment with the packages in `python/requirements.txt`, unless it exists already. Returns the path of
/// its interpreter.
fn environment() -> Result<PathBuf, String> {
    let folder = target().join("python");
    let python = folder.join("bin/python");
    let wanted = root().join("python/requirements.txt");
    let wanted_text = fs::read(&wanted).map_err(|error| format!("{}: {error}", wanted.display()))?;
    let stamp = folder.join(".cardroom-requirements");
    if fs::read(&stamp).is_ok_and(|installed| installed == wanted_text) {
        return Ok(python);
    }
    let check = "import sys; sys.exit(sys.version_info < (3, 11))";
    let found = INTERPRETERS.into_iter().find(|name| succeeds(name, &["-c", check]));
    let found = found.ok_or("the Python package needs CPython 3.11 or newer: install it and run this again")?;
    let mut create = program(found, &["-m", "venv"]);
    create.arg(&folder);
    step("make an environment for Python", create)?;
    install(&python, "python/requirements.txt")?;
    fs::write(&stamp, wanted_text).map_err(|error| format!("{}: {error}", stamp.display()))?;
    Ok(python)
}

fn install(python: &Path, requirements: &str) -> Done {
    let mut install = Command::new(python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"]);
    install.arg(root().join(requirements));
    step("install what the Python package is tested with", install)
}
