//! The network: requests over HTTP, the WebSocket of a table, and the stored sessions and shuffles.

mod address;
mod http;
mod private_file;
mod session;
mod shuffles;
mod socket;

pub use address::is_link;
pub(crate) use address::{Address, LinkTarget};
pub(crate) use http::Client;
pub use http::Trouble;
pub(crate) use session::Sessions;
pub(crate) use shuffles::ShuffleFile;
pub(crate) use socket::{Received, TableSocket};

use cards::is_control;
use serde_json::Value;

/// Removes control characters and marks that change the direction of text from all texts of a server. Otherwise a name
/// could move the cursor of the terminal.
pub(crate) fn clean(value: &mut Value) {
    match value {
        Value::String(text) => {
            if text.contains(is_control) {
                *text = text.replace(is_control, "");
            }
        }
        Value::Array(values) => values.iter_mut().for_each(clean),
        Value::Object(fields) => fields.values_mut().for_each(clean),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Returns a text without control characters.
pub(crate) fn cleaned(text: &str) -> String {
    text.replace(is_control, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_server_says_loses_its_control_characters() {
        let mut value = serde_json::json!({"name": "A\u{1b}[2Jnn\u{202e}", "list": ["\u{9b}31mred", 3]});
        clean(&mut value);
        assert_eq!(value, serde_json::json!({"name": "A[2Jnn", "list": ["31mred", 3]}));
        assert_eq!(cleaned("a\r\nb\t"), "ab");
    }
}
