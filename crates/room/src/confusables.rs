//! The appearance of letters, by the tables of Unicode. The program for browsers is built without these tables, because
//! the tables would be a tenth of its size. In a browser only one person plays, so names are compared without the
//! tables.

pub(crate) use looks::*;

#[cfg(feature = "unicode-tables")]
mod looks {
    use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

    /// Returns the letters of a text in their usual forms (NFKC), without wide, small and joined forms.
    pub(crate) fn usual_forms(words: &str) -> impl Iterator<Item = char> {
        unicode_normalization::UnicodeNormalization::nfkc(words)
    }

    /// Returns the same letters for all texts that look alike (Unicode Technical Standard 39).
    pub(crate) fn skeleton(words: &str) -> impl Iterator<Item = char> {
        unicode_security::confusable_detection::skeleton(words)
    }

    /// Returns a text in lowercase.
    pub(crate) fn lowercase(words: &str) -> String {
        words.to_lowercase()
    }

    /// Returns the lowercase of the uppercase of a text, so `ß` becomes `ss`.
    pub(crate) fn fold_case(words: &str) -> String {
        words.to_uppercase().to_lowercase()
    }

    /// True for characters that are not shown, such as those that change the direction of writing.
    pub(crate) fn is_hidden(c: char) -> bool {
        matches!(
            c.general_category(),
            GeneralCategory::Control
                | GeneralCategory::Format
                | GeneralCategory::Surrogate
                | GeneralCategory::PrivateUse
                | GeneralCategory::Unassigned
                | GeneralCategory::LineSeparator
                | GeneralCategory::ParagraphSeparator
        )
    }

    /// True for marks over and under letters.
    pub(crate) fn is_mark(c: char) -> bool {
        matches!(c.general_category(), GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark)
    }

    /// True for letters, digits and marks.
    pub(crate) fn is_word_character(c: char) -> bool {
        c.is_alphanumeric() || c.general_category_group() == GeneralCategoryGroup::Mark
    }
}

/// The same functions without tables. They know ranges of characters, and no letters that look alike.
#[cfg(not(feature = "unicode-tables"))]
mod looks {
    pub(crate) fn usual_forms(words: &str) -> impl Iterator<Item = char> {
        words.chars()
    }

    pub(crate) fn skeleton(words: &str) -> impl Iterator<Item = char> {
        words.chars()
    }

    pub(crate) fn lowercase(words: &str) -> String {
        words.to_ascii_lowercase()
    }

    pub(crate) fn fold_case(words: &str) -> String {
        words.to_ascii_lowercase()
    }

    pub(crate) fn is_hidden(c: char) -> bool {
        c.is_control()
            || matches!(c,
                '\u{AD}' | '\u{61C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
                | '\u{E000}'..='\u{F8FF}' | '\u{FEFF}' | '\u{FFF0}'..='\u{FFFB}' | '\u{E0000}'..)
    }

    pub(crate) fn is_mark(c: char) -> bool {
        matches!(c, '\u{300}'..='\u{36F}' | '\u{483}'..='\u{489}' | '\u{1AB0}'..='\u{1AFF}' | '\u{1DC0}'..='\u{1DFF}'
            | '\u{20D0}'..='\u{20FF}' | '\u{FE20}'..='\u{FE2F}')
    }

    pub(crate) fn is_word_character(c: char) -> bool {
        c.is_alphanumeric() || is_mark(c)
    }
}
