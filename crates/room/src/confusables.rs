//! How people read letters, by the tables of Unicode. They take a tenth of a program for browsers: there one person plays,
//! and names are compared without them.

/// The letters of a text in their usual forms (NFKC): wide, small and joined forms are gone.
#[cfg(feature = "unicode-tables")]
pub(crate) fn usual_forms(words: &str) -> impl Iterator<Item = char> {
    unicode_normalization::UnicodeNormalization::nfkc(words)
}

/// The letters of a text.
#[cfg(not(feature = "unicode-tables"))]
pub(crate) fn usual_forms(words: &str) -> impl Iterator<Item = char> {
    words.chars()
}

/// The same for texts that look alike (Unicode Technical Standard 39).
#[cfg(feature = "unicode-tables")]
pub(crate) fn skeleton(words: &str) -> impl Iterator<Item = char> {
    unicode_security::confusable_detection::skeleton(words)
}

/// The letters of a text: no others look like them.
#[cfg(not(feature = "unicode-tables"))]
pub(crate) fn skeleton(words: &str) -> impl Iterator<Item = char> {
    words.chars()
}
