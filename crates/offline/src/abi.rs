//! The functions of the WebAssembly module. JavaScript writes a text at [`input`] and reads the answer at [`output`].
//! Texts are JSON in UTF-8. A worker has one card room.

#![expect(unsafe_code, reason = "a function that JavaScript calls keeps its name")]

use std::cell::RefCell;
use std::mem::ManuallyDrop;
use std::time::Duration;

use room::{Instant, Now};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{BotWorker, FromPage, Offline, Start, WorkerRequest};

#[derive(Default)]
struct Module {
    bot_worker: BotWorker,
    input: Vec<u8>,
    output: Vec<u8>,
    /// Code that drops it would be loaded for nothing.
    offline: ManuallyDrop<Option<Offline>>,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::default();
}

#[derive(Serialize)]
struct Failed {
    error: String,
}

impl Module {
    fn read<T: DeserializeOwned>(&self) -> Result<T, String> {
        let text = std::str::from_utf8(&self.input).map_err(|error| error.to_string())?;
        game::read_json(text).map_err(|error| error.to_string())
    }

    fn answer(&mut self, answer: &impl Serialize) -> usize {
        self.output = serde_json::to_vec(answer).expect("answers are text and numbers");
        self.output.len()
    }

    fn fail(&mut self, error: impl ToString) -> usize {
        self.answer(&Failed { error: error.to_string() })
    }
}

fn instant(ms: f64) -> Instant {
    Instant::after(Duration::try_from_secs_f64(ms / 1000.0).unwrap_or_default())
}

/// Returns the address for a text of `length` bytes. It is valid until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    MODULE.with_borrow_mut(|module| {
        module.input = vec![0; length];
        module.input.as_mut_ptr()
    })
}

/// Returns the address of the last answer. It is valid until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    MODULE.with_borrow(|module| module.output.as_ptr())
}

/// Starts the card room. The input is a [`Start`]. Returns the length of the answer, `{}` or `{"error": …}`.
#[unsafe(no_mangle)]
pub extern "C" fn start() -> usize {
    MODULE.with_borrow_mut(|module| {
        let started = module.read().and_then(|start: Start| Offline::start(&start).map_err(|error| error.to_string()));
        match started {
            Ok(offline) => {
                module.offline = ManuallyDrop::new(Some(offline));
                module.answer(&serde_json::Map::new())
            }
            Err(error) => module.fail(error),
        }
    })
}

/// Handles a message. The input is a [`FromPage`]. `ms` is a monotonic clock, `unix_ms` is Unix time. Returns the
/// length of the answer, a [`crate::WhatFollows`] or `{"error": …}`.
#[unsafe(no_mangle)]
pub extern "C" fn post(ms: f64, unix_ms: f64) -> usize {
    let now = Now { instant: instant(ms), unix_ms: unix_ms as i64 };
    MODULE.with_borrow_mut(|module| match (module.read::<FromPage>(), &mut *module.offline) {
        (Ok(message), Some(offline)) => {
            let answer = offline.post(now, message);
            module.answer(&answer)
        }
        (Err(error), _) => module.fail(error),
        (_, None) => module.fail("nothing has begun: call start first"),
    })
}

/// Runs a bot, or the next step of a helper. The next `post` returns its answer. `ms` is the clock of [`post`].
#[unsafe(no_mangle)]
pub extern "C" fn think(ms: f64) {
    MODULE.with_borrow_mut(|module| {
        if let Some(offline) = &mut *module.offline {
            offline.think(instant(ms));
        }
    });
}

/// Loads the net of a game. The input is the game's id, a line feed, and the file. Returns the length of the answer,
/// `{}` or `{"error": …}`.
#[unsafe(no_mangle)]
pub extern "C" fn load_net() -> usize {
    MODULE.with_borrow_mut(|module| {
        let end = module.input.iter().position(|&byte| byte == b'\n').unwrap_or(module.input.len());
        let (game, rest) = module.input.split_at(end);
        match catalog::load_net(&String::from_utf8_lossy(game), rest.get(1..).unwrap_or_default()) {
            Ok(()) => module.answer(&serde_json::Map::new()),
            Err(error) => module.fail(error),
        }
    })
}

/// Answers a question in a worker. The input is a [`WorkerRequest`]. Returns the length of the answer, a
/// [`crate::WorkerAnswer`] or `{"error": …}`.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    MODULE.with_borrow_mut(|module| {
        let asked = module.read::<WorkerRequest>();
        let answer = asked.and_then(|asked| module.bot_worker.answer(&asked).map_err(|error| error.to_string()));
        match answer {
            Ok(answer) => module.answer(&answer),
            Err(error) => module.fail(error),
        }
    })
}

/// Finds the mistakes in a finished deal. The input is a list: a [`protocol::JudgedDeal`], and the record of its match.
/// Returns the length of the answer: a [`protocol::FoundMistakes`], null if the net of the game is missing, or
/// `{"error": …}`.
#[unsafe(no_mangle)]
pub extern "C" fn judge() -> usize {
    MODULE.with_borrow_mut(|module| {
        let asked = module.read::<(protocol::JudgedDeal, String)>();
        let found = asked.and_then(|(of, record)| crate::judge(of, &record).map_err(|refused| refused.words));
        match found {
            Ok(found) => module.answer(&found),
            Err(error) => module.fail(error),
        }
    })
}
