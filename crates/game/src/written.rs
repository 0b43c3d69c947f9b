//! The written form of options: the options with the version of their rules, and their conversion to today's rules.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value};

use crate::{Game, OptionError, OptionField, Options};

/// The options of a match in a record, a stored table or an imported file: exactly the options of one version of the
/// rules, in the order in which that version writes them.
///
/// A match stores these options beside its converted rules, and writes them unchanged.
#[derive(Clone, PartialEq, Debug)]
pub struct WrittenOptions {
    version: u32,
    fields: &'static [OptionField],
    /// The options: exactly the keys of `fields`, each with a value in range.
    values: Map<String, Value>,
}

impl WrittenOptions {
    /// Returns the options of a new match.
    pub fn today<G: Game>(rules: &G::Rules) -> WrittenOptions {
        let Value::Object(values) = crate::write_value(rules) else { unreachable!("options are an object") };
        WrittenOptions { version: G::RULES_VERSION, fields: G::Rules::FIELDS, values }
    }

    /// Reads options of `version` of the rules and converts them to today's. For records, stored tables and imported
    /// files.
    ///
    /// # Errors
    /// If the version is unknown, the options do not fit it, or today's rules cannot play them.
    pub fn read<G: Game>(
        version: u32,
        values: Map<String, Value>,
    ) -> Result<(WrittenOptions, G::Rules), WrittenOptionsError> {
        let fields = fields_of::<G>(version)
            .ok_or_else(|| WrittenOptionsError::UnknownVersion { version, known: versions::<G>() })?;
        check_all(fields, &values)?;
        let today = if version == G::RULES_VERSION {
            values.clone()
        } else {
            G::Rules::upgrade(version, values.clone()).ok_or(WrittenOptionsError::NotPlayable { version })?
        };
        check_all(G::Rules::FIELDS, &today)?;
        let rules = crate::read_options(&today)?;
        Ok((WrittenOptions { version, fields, values }, rules))
    }

    /// Returns the version of the rules.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Returns the value of each option of that version.
    pub fn values(&self) -> &Map<String, Value> {
        &self.values
    }
}

/// Writes an object with the keys in the order of their version.
impl Serialize for WrittenOptions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.fields.len()))?;
        for field in self.fields {
            map.serialize_entry(field.key, &self.values[field.key])?;
        }
        map.end()
    }
}

/// Returns the options of a version; `None` if the version is unknown.
fn fields_of<G: Game>(version: u32) -> Option<&'static [OptionField]> {
    if version == G::RULES_VERSION {
        return Some(G::Rules::FIELDS);
    }
    G::Rules::OLDER.iter().find(|(older, _)| *older == version).map(|(_, fields)| *fields)
}

/// Returns the known versions, in ascending order.
fn versions<G: Game>() -> Vec<u32> {
    G::Rules::OLDER.iter().map(|(older, _)| *older).chain([G::RULES_VERSION]).collect()
}

/// Checks that the object has exactly these options, each with a value in range.
fn check_all(fields: &'static [OptionField], values: &Map<String, Value>) -> Result<(), OptionError> {
    if let Some(key) = values.keys().find(|key| !fields.iter().any(|field| field.key == *key)) {
        return Err(OptionError::unknown(key, fields));
    }
    if let Some(field) = fields.iter().find(|field| !values.contains_key(field.key)) {
        return Err(OptionError::new(format!("option {} is missing", field.key)));
    }
    fields.iter().try_for_each(|field| field.check(&values[field.key]))
}

/// The reason why written options cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WrittenOptionsError {
    /// The program does not know the version of the rules.
    #[error("rules is {version}; only {} known", known_versions(known))]
    UnknownVersion {
        /// The version in the request.
        version: u32,
        /// The known versions of this game, in ascending order.
        known: Vec<u32>,
    },
    /// The version is known, but today's rules cannot play its options.
    #[error("these options of version {version} of the rules can no longer be played")]
    NotPlayable {
        /// The version of the rules.
        version: u32,
    },
    /// The options do not fit their version.
    #[error(transparent)]
    Wrong(#[from] OptionError),
}

fn known_versions(known: &[u32]) -> String {
    match known {
        [only] => format!("version {only} is"),
        all => format!("versions {} are", all.iter().map(u32::to_string).collect::<Vec<String>>().join(", ")),
    }
}
