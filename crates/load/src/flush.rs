//! The time to flush the disk that contains the server's data. No durable move can be faster than a flush.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::measure::milliseconds;
use crate::{Done, while_};

/// The times of a flush in milliseconds.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Flush {
    /// The median.
    pub p50_ms: f64,
    /// The 99th percentile.
    pub p99_ms: f64,
}

/// The number of bytes that a commit of one move writes to the log: four pages.
const WRITTEN: usize = 4 * 4096;
/// The number of flushes, which is enough for a 99th percentile.
const TIMES: usize = 400;

/// Overwrites parts of an existing file, as a database does with its log once the log has its full size, and flushes
/// each time.
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
