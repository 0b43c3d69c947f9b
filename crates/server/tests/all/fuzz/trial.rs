//! Tries a reader with each text of its corpus. Then tries it, for `CARDROOM_FUZZ_SECONDS`, with texts that are almost
//! like one of the samples. If the reader fails for a text, the text is added to the corpus, so later runs try it
//! first.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use bolero::check;
use rustix::time::{ClockId, clock_gettime};

use super::almost::INPUT;

/// The time, in seconds, for which a test tries a reader. `cargo xtask test --long` tries it for ten minutes.
const SECONDS: u64 = 6;

/// The processor time after which a reader counts as hanging.
const FOR_EVER: Duration = Duration::from_secs(120);

/// A reader and its limit.
pub struct Trial {
    target: &'static str,
    /// The greatest processor time for one text. Unlike real time, it does not depend on how busy the machine is.
    bound: Duration,
    /// The clock that measures the processor time, either of the thread or of the process.
    clock: ClockId,
    /// The time for which a shorter version of a failed text is searched.
    shrink: Duration,
    /// The shortest text that failed.
    failed: Mutex<Option<String>>,
    /// The text that is being read, with the processor time of the process when the reading began.
    now: Arc<Mutex<Option<(Duration, String)>>>,
}

impl Trial {
    /// Makes a trial of a reader that is a plain function.
    pub fn of_function(target: &'static str, bound: Duration) -> Trial {
        let shrink = Duration::from_secs(5);
        Trial { target, bound, clock: ClockId::ThreadCPUTime, shrink, failed: Mutex::default(), now: Arc::default() }
    }

    /// Makes a trial of a reader that has several threads and remembers earlier texts. The trial searches for no
    /// shorter text, because reading a text again would prove nothing.
    pub fn of_server(target: &'static str, bound: Duration) -> Trial {
        Trial { clock: ClockId::ProcessCPUTime, shrink: Duration::ZERO, ..Trial::of_function(target, bound) }
    }

    /// Returns the texts of the corpus, one from each file, in the order of the names.
    pub fn corpus(&self) -> Vec<String> {
        let mut files: Vec<PathBuf> = fs::read_dir(self.folder())
            .unwrap_or_else(|error| panic!("{}: {error}", self.folder().display()))
            .map(|entry| entry.expect("an entry").path())
            .collect();
        files.sort();
        let text = |file: &PathBuf| String::from_utf8_lossy(&fs::read(file).expect("a file")).trim_end().to_owned();
        files.iter().map(text).collect()
    }

    fn folder(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(self.target)
    }

    /// Tries the reader with unchanged samples, and then with random inputs ([`almost`](super::almost::almost)).
    pub fn run(&self, samples: usize, mut read: impl FnMut(&[u8])) {
        let mut tried = 0_u64;
        let mut read = AssertUnwindSafe(|input: &[u8]| {
            read(input);
            tried += 1;
        });
        let (target, now) = (self.target, self.now.clone());
        thread::spawn(move || watch(target, &now));
        let all = u8::try_from(samples).expect("a byte chooses the sample");
        let tested = catch_unwind(AssertUnwindSafe(|| {
            (0..all).for_each(|sample| read(&[sample]));
            let seconds = std::env::var("CARDROOM_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
            let time = Duration::from_secs(seconds.unwrap_or(SECONDS));
            check!().with_test_time(time).with_shrink_time(self.shrink).with_max_len(INPUT).for_each(
                move |input: &[u8]| {
                    let read = &mut read;
                    read(input);
                },
            );
        }));
        println!("{}: {tried} texts", self.target);
        if let Err(panic) = tested {
            if let Some(text) = self.failed.lock().expect("a text").take() {
                let file = self.folder().join(format!("found-{:08x}", hash(&text)));
                fs::write(&file, &text).expect("the corpus can be written to");
                println!("{}: {text:?} is left in {}", self.target, file.display());
            }
            resume_unwind(panic);
        }
    }

    /// Reads a text and checks the limit.
    pub fn within<T>(&self, text: &str, read: impl FnOnce() -> T) -> T {
        let reading = self.reading(text);
        let done = read();
        reading.done();
        done
    }

    /// Begins the reading of a text. If it ends without [`Reading::done`], the reader has failed for this text.
    pub fn reading<'a>(&'a self, text: &'a str) -> Reading<'a> {
        let begin = time(self.clock);
        *self.now.lock().expect("a text") = Some((time(ClockId::ProcessCPUTime), text.to_owned()));
        Reading { trial: self, text, begin, done: false }
    }
}

/// A text that is being read.
pub struct Reading<'a> {
    trial: &'a Trial,
    text: &'a str,
    begin: Duration,
    done: bool,
}

impl Reading<'_> {
    /// Ends the reading and checks the limit.
    pub fn done(mut self) {
        let took = time(self.trial.clock).saturating_sub(self.begin);
        assert!(took < self.trial.bound, "{took:?} of the processor for {} bytes", self.text.len());
        *self.trial.now.lock().expect("a text") = None;
        self.done = true;
    }
}

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        if self.done {
            return;
        }
        let mut failed = self.trial.failed.lock().expect("a text");
        if failed.as_ref().is_none_or(|other| self.text.len() < other.len()) {
            *failed = Some(self.text.to_owned());
        }
    }
}

/// Ends the process if reading a text takes for ever.
fn watch(target: &'static str, now: &Mutex<Option<(Duration, String)>>) {
    loop {
        thread::sleep(Duration::from_secs(1));
        if let Some((begin, text)) = &*now.lock().expect("a text")
            && time(ClockId::ProcessCPUTime).saturating_sub(*begin) > FOR_EVER
        {
            eprintln!("{target} hangs: {FOR_EVER:?} of the processor for {text:?}");
            std::process::abort();
        }
    }
}

fn time(clock: ClockId) -> Duration {
    let now = clock_gettime(clock);
    Duration::new(now.tv_sec.cast_unsigned(), u32::try_from(now.tv_nsec).expect("less than a second"))
}

/// Returns the FNV-1a hash of a text, for a file name.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
