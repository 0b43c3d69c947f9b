//! Writes `games/<id>/web/types.gen.ts` of every game. With `--check` it only checks whether the files are up to date.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let check = std::env::args().any(|arg| arg == "--check");
    let mut fine = true;
    for (id, text) in catalog::typescript() {
        let name = format!("games/{id}/web/types.gen.ts");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(&name);
        if check {
            if std::fs::read_to_string(&path).is_ok_and(|there| there == text) {
                continue;
            }
            eprintln!("{name} is not what the game's Rust types say: run `cargo xtask types` and commit it");
            fine = false;
        } else if let Err(error) = std::fs::create_dir_all(path.parent().expect("a file lies in a folder"))
            .and_then(|()| std::fs::write(&path, text))
        {
            eprintln!("{name}: {error}");
            fine = false;
        }
    }
    if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
