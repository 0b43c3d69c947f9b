//! The time of a flush of the disk under the server's data. No durable move can be faster.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::measure::milliseconds;
use crate::{Done, while_};

/// Times of a flush in milliseconds.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Flush {
    /// The middle one.
    pub p50_ms: f64,
    /// All but one in a hundred are faster.
    pub p99_ms: f64,
}

/// As much as a commit of one move writes to the log: four pages.
const WRITTEN: usize = 4 * 4096;
/// How often: enough for one in a hundred.
const TIMES: usize = 400;

/// Overwrites an existing file, as a log that has grown once does, and flushes each time.
pub fn flush(folder: &Path) -> Done<Flush> {
    let failed = while_("measuring how long a flush takes");
    let timed = |mut file: File| {
        file.write_all(&vec![1; WRITTEN * TIMES])?;
        file.sync_all()?;
        file.seek(SeekFrom::Start(0))?;
        let mut times = Vec::with_capacity(TIMES);
        for _ in 0..TIMES {
            file.write_all(&[2; WRITTEN])?;
            let start = Instant::now();
            file.sync_data()?;
            times.push(start.elapsed());
        }
        Ok(times)
    };
    let mut times = tempfile::tempfile_in(folder).and_then(timed).map_err(failed)?;
    let [p50_ms, p99_ms] = milliseconds(&mut times, [0.5, 0.99]);
    Ok(Flush { p50_ms, p99_ms })
}
