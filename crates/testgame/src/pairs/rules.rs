//! House rules, in two versions.

use game::{Map, OptionField, OptionKind, Options, Value};
use serde::{Deserialize, Serialize};

const MOST: u16 = 1_000;

/// The options of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The number of points that ends the match. The match goes on to the end of the deal.
    to: u16,
    /// True if opposite seats are partners.
    pub partners: bool,
}

impl Rules {
    /// Creates rules for a match to this many points.
    ///
    /// # Panics
    /// If the number is not 1 to 1000.
    pub fn new(to: u16, partners: bool) -> Rules {
        assert!((1..=MOST).contains(&to), "1 to {MOST}");
        Rules { to, partners }
    }

    /// Returns the number of points that ends the match.
    pub fn to(self) -> u16 {
        self.to
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::new(300, true)
    }
}

impl Options for Rules {
    const FIELDS: &'static [OptionField] = &[
        OptionField { key: "to", kind: OptionKind::Int { min: 1, max: MOST as u32, none: false }, rule: "P1" },
        OptionField { key: "partners", kind: OptionKind::Bool, rule: "P2" },
    ];

    const OLDER: &'static [(u32, &'static [OptionField])] = &[(1, Rules::FIELDS.split_at(1).0)];

    fn upgrade(from: u32, mut options: Map<String, Value>) -> Option<Map<String, Value>> {
        if from < 2 {
            // "More than `to` points" means at least `to` + 1 points today. So the old limit of 1000 has no equivalent.
            let to = options["to"].as_u64()? + 1;
            if to > u64::from(MOST) {
                return None;
            }
            options.insert("to".to_owned(), to.into());
            options.insert("partners".to_owned(), false.into());
        }
        Some(options)
    }
}
