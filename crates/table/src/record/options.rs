//! Options as a record has them: exactly the game's keys.

use game::{OptionError, Options};
use serde_json::{Map, Value};

/// Reads options of which every one is present.
///
/// # Errors
/// If a key is missing or unknown, a value has the wrong type or range, or the values do not go together.
pub fn read_all_options<O: Options>(options: &Map<String, Value>) -> Result<O, String> {
    if let Some(key) = options.keys().find(|key| !O::FIELDS.iter().any(|field| field.key == *key)) {
        return Err(OptionError::unknown::<O>(key).to_string());
    }
    if let Some(field) = O::FIELDS.iter().find(|field| !options.contains_key(field.key)) {
        return Err(format!("option {} is missing", field.key));
    }
    game::read_options(options).map_err(|e| e.to_string())
}
