//! The refusal of a request.

use catalog::CatalogError;

/// The reason why a request is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadRequest {
    /// The stable key, for programs and for the page's own text.
    pub key: &'static str,
    /// A sentence in English.
    pub words: String,
}

impl BadRequest {
    pub(crate) fn new(key: &'static str, words: impl Into<String>) -> BadRequest {
        BadRequest { key, words: words.into() }
    }
}

impl From<CatalogError> for BadRequest {
    fn from(CatalogError { key, words }: CatalogError) -> BadRequest {
        // The catalog's words have no capital letter and no full stop, because they follow a colon elsewhere.
        BadRequest { key, words: sentence(&words) }
    }
}

/// Writes the words as a sentence, with a capital letter and a full stop.
fn sentence(words: &str) -> String {
    let mut chars = words.chars();
    let first = chars.next().map(|first| first.to_ascii_uppercase().to_string()).unwrap_or_default();
    let stop = if words.ends_with(['.', '?']) { "" } else { "." };
    format!("{first}{}{stop}", chars.as_str())
}

#[cfg(test)]
mod tests {
    use super::sentence;

    #[test]
    fn sentences_begin_and_end() {
        assert_eq!(sentence("there is no game \"x\""), "There is no game \"x\".");
        assert_eq!(sentence("Done."), "Done.");
        assert_eq!(sentence(""), ".");
    }
}
