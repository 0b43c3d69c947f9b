//! The appearance of letters, by the tables of Unicode. The program for browsers is built without these tables, because
//! they would be a tenth of its size. Only one person plays in a browser, so names are compared there without the
//! tables.

/// Returns the letters of a text in their usual forms (NFKC), without wide, small and joined forms.
#[cfg(feature = "unicode-tables")]
pub(crate) fn usual_forms(words: &str) -> impl Iterator<Item = char> {
    unicode_normalization::UnicodeNormalization::nfkc(words)
}

/// Returns the letters of a text unchanged.
#[cfg(not(feature = "unicode-tables"))]
pub(crate) fn usual_forms(words: &str) -> impl Iterator<Item = char> {
    words.chars()
}

/// Returns the same letters for all texts that look alike (Unicode Technical Standard 39).
#[cfg(feature = "unicode-tables")]
pub(crate) fn skeleton(words: &str) -> impl Iterator<Item = char> {
    unicode_security::confusable_detection::skeleton(words)
}

/// Returns the letters of a text unchanged. So only equal texts count as similar.
#[cfg(not(feature = "unicode-tables"))]
pub(crate) fn skeleton(words: &str) -> impl Iterator<Item = char> {
    words.chars()
}
