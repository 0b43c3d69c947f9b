//! How a reader is tried: with each text of its corpus, then with texts that are almost one of them, for
//! `CARDROOM_FUZZ_SECONDS`. A text that makes it fail is left in the corpus: it is tried first from then on.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use bolero::check;
use rustix::time::{ClockId, clock_gettime};

use super::almost::INPUT;

/// For how long a reader is tried in the tests; `cargo xtask test --long` says ten minutes.
const SECONDS: u64 = 6;

/// A reader that has taken so much of the processor never comes back.
const FOR_EVER: Duration = Duration::from_secs(120);

/// A reader and what it may take.
pub struct Trial {
    target: &'static str,
    /// The time of the processor that one text may take: how busy the machine is does not matter.
    bound: Duration,
    /// The clock of the thread or process that is measured.
    clock: ClockId,
    /// How long a text that failed is made shorter.
    shrink: Duration,
    /// The shortest text that failed.
    failed: Mutex<Option<String>>,
    /// The text that is being read, and what the process had taken when that began.
    now: Arc<Mutex<Option<(Duration, String)>>>,
}

impl Trial {
    /// A reader that is a function.
    pub fn of_function(target: &'static str, bound: Duration) -> Trial {
        let shrink = Duration::from_secs(5);
        Trial { target, bound, clock: ClockId::ThreadCPUTime, shrink, failed: Mutex::default(), now: Arc::default() }
    }

    /// A reader for which other threads work, and which remembers what it has read: a second reading says nothing.
    pub fn of_server(target: &'static str, bound: Duration) -> Trial {
        Trial { clock: ClockId::ProcessCPUTime, shrink: Duration::ZERO, ..Trial::of_function(target, bound) }
    }

    /// The texts of the corpus, a file each, in the order of their names.
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

    /// Gives the reader the inputs of which [`almost`](super::almost::almost) makes the samples as they are, then any.
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

    /// Reads a text, within the bound.
    pub fn within<T>(&self, text: &str, read: impl FnOnce() -> T) -> T {
        let reading = self.reading(text);
        let done = read();
        reading.done();
        done
    }

    /// A reading begins. If it ends without [`Reading::done`], the text has failed.
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
    /// It was read, within the bound.
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

/// Ends the process when a text is read for ever.
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

/// FNV-1a, for a name.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
