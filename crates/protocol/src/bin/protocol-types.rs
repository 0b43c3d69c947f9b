//! Writes `web/src/net/protocol.gen.ts`. With `--check` it only checks whether the file is up to date.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/net/protocol.gen.ts");
    let text = protocol::typescript();
    if std::env::args().any(|arg| arg == "--check") {
        if std::fs::read_to_string(&path).is_ok_and(|there| there == text) {
            return ExitCode::SUCCESS;
        }
        eprintln!(
            "web/src/net/protocol.gen.ts is not what crates/protocol says: run `cargo xtask types` and commit it"
        );
        return ExitCode::FAILURE;
    }
    match std::fs::write(&path, text) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("web/src/net/protocol.gen.ts: {error}");
            ExitCode::FAILURE
        }
    }
}
