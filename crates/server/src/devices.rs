//! Stores the times when devices were last seen.

use std::collections::HashSet;
use std::sync::Arc;

use axum::http::{HeaderMap, header};
use parking_lot::Mutex;
use store::{EventStore, TokenHash};

/// A day. The time when a device was seen is stored at most once a day.
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// The size at which the list in memory is emptied. After that, a device that comes again on the same day is stored a
/// second time, which is harmless.
const MOST_RECORDED: usize = 10_000;

/// The devices whose visit is already stored, so that a visit is stored only once a day.
#[derive(Default)]
pub(crate) struct DevicesSeen {
    /// Devices whose visit is stored, each with the day of the visit.
    recorded: Mutex<HashSet<(TokenHash, i64)>>,
}

impl DevicesSeen {
    /// Stores that a device was seen today, unless that is stored already.
    pub(crate) fn note(&self, store: &Arc<dyn EventStore>, device: TokenHash, headers: &HeaderMap, now_ms: i64) {
        let today = now_ms / DAY_MS;
        let mut recorded = self.recorded.lock();
        if recorded.len() >= MOST_RECORDED {
            recorded.clear();
        }
        if recorded.insert((device, today)) {
            let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
            // Nobody waits for this write. If it is lost, the stored time is only a day too early.
            drop(store.note_device(device, today * DAY_MS, &browser(agent)));
        }
    }

    /// Empties the list, because some devices no longer exist. Devices that come again are stored again.
    pub(crate) fn let_go(&self) {
        self.recorded.lock().clear();
    }
}

/// Returns the usual names of the browser and the system. More detail would identify a device better than necessary.
fn browser(agent: &str) -> String {
    let find =
        |list: &[(&str, &'static str)]| list.iter().find(|(part, _)| agent.contains(part)).map(|(_, name)| *name);
    // Most browsers claim to be several browsers. The first match in this list is the right one.
    let browser = find(&[
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser/", "Samsung Internet"),
        ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"),
        ("CriOS/", "Chrome"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ]);
    let system = find(&[
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS X", "macOS"),
        ("CrOS", "ChromeOS"),
        ("Linux", "Linux"),
    ]);
    browser.into_iter().chain(system).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_told_by_what_people_call_them() {
        let windows =
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0";
        for (agent, words) in [
            (format!("{windows} Safari/537.36"), "Chrome, Windows"),
            (format!("{windows} Safari/537.36 Edg/126.0.0.0"), "Edge, Windows"),
            ("Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0".to_owned(), "Firefox, Android"),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Safari/604.1"
                    .to_owned(),
                "Safari, iPhone",
            ),
            ("curl/8.5.0".to_owned(), ""),
            (String::new(), ""),
        ] {
            assert_eq!(browser(&agent), words, "{agent}");
        }
    }
}
