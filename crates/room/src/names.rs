//! Names that people choose. They are readable, contain nothing invisible, and no two at a table look alike.

use crate::confusables::{is_hidden, is_mark, lowercase, skeleton, usual_forms};
use crate::seated::Seated;

const MAX_NAME_CHARS: usize = 24;
/// The maximum number of combining marks on one letter. More marks would cover the lines above and below.
const MOST_MARKS: usize = 3;
/// The words by which the page addresses its reader, in each language.
const READERS: [&str; 3] = ["You", "Vous", "Du"];
/// The names of bots at a table with people.
const BOT_NAMES: [&str; 9] = ["Bo", "Cleo", "Dov", "Eda", "Fay", "Gus", "Hal", "Ines", "Jon"];

/// The reason why a name cannot be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NameError {
    /// The name is too short or too long.
    #[error("A name has 1 to 24 characters. An emoji can count as several.")]
    Length,
    /// The name cannot be read: it has control characters, or marks without letters.
    #[error("This name has characters that can't be shown. Leave them out.")]
    Unreadable,
    /// The page addresses its reader by this name.
    #[error("The page uses this name for you. Choose another.")]
    Reserved,
}

/// Returns a chosen name in its normal form (NFKC), without characters that are invisible or change the direction of
/// writing.
///
/// # Errors
/// The fault of the name.
pub fn name(words: &str) -> Result<String, NameError> {
    let seen: String =
        usual_forms(words).map(|c| if c.is_whitespace() { ' ' } else { c }).filter(|c| is_seen(*c)).collect();
    let name = seen.split_whitespace().collect::<Vec<_>>().join(" ");
    let length = name.chars().count();
    let control = words.chars().any(|c| c.is_control() && !c.is_whitespace());
    let readable = name.chars().next().is_some_and(|first| !is_mark(first)) && !too_many_marks(&name);
    if control || !(readable || name.is_empty()) {
        return Err(NameError::Unreadable);
    }
    if !(1..=MAX_NAME_CHARS).contains(&length) {
        return Err(NameError::Length);
    }
    if READERS.iter().any(|reader| alike(reader, &name)) {
        return Err(NameError::Reserved);
    }
    Ok(name)
}

/// Returns another person's text on one line, without characters that are invisible or change the direction of writing.
/// Characters that join letters, or the parts of an emoji, stay.
pub fn on_a_line(words: &str) -> String {
    let spaced = words.chars().map(|c| if c.is_whitespace() || c.is_control() { ' ' } else { c });
    let seen: String = spaced.filter(|c| is_seen(*c) || joins(*c)).collect();
    seen.split_whitespace().filter(|word| word.chars().any(|c| !joins(c))).collect::<Vec<_>>().join(" ")
}

/// Returns a bot for a seat, with a name that nobody at the table has.
///
/// # Panics
/// If more than eight seats are taken. No table has more seats.
pub fn bot_for(seats: &[Seated], level: &str) -> Seated {
    let name = BOT_NAMES.iter().find(|name| seats.iter().all(|seated| !alike(&seated.name, name)));
    let name = name.expect("there are more names than seats");
    Seated { name: (*name).to_owned(), person: None, bot: Some(level.to_owned()) }
}

/// Returns a person's name at a table with these seats. If the name looks like another one, a number is added. The name
/// is not refused, because two people can really have the same name. If it were refused, the second person could not
/// join a friend's table.
///
/// # Panics
/// If more than eight seats are taken. No table has more seats.
pub fn name_beside(seats: &[Seated], name: &str) -> String {
    let taken = |name: &str| seats.iter().any(|seated| alike(&seated.name, name));
    if !taken(name) {
        return name.to_owned();
    }
    let short: String = name.chars().take(MAX_NAME_CHARS - 2).collect();
    let numbered = (2..=9).map(|n| format!("{} {n}", short.trim_end())).find(|name| !taken(name));
    numbered.expect("a table has at most eight seats")
}

/// True if two names look alike. Upper and lower case, spaces and scripts make no difference.
pub(crate) fn alike(one: &str, other: &str) -> bool {
    one == other || look(one) == look(other)
}

/// Returns the same text for all names that look alike (Unicode Technical Standard 39).
fn look(name: &str) -> String {
    let upper: String = skeleton(name).filter(|c| !c.is_whitespace()).collect();
    // The second skeleton is needed because a capital letter can resemble other letters than its lowercase form does.
    skeleton(&lowercase(&upper)).collect()
}

fn is_seen(c: char) -> bool {
    c == ' ' || !(is_hidden(c) || is_blank(c))
}

/// True for joiners and variation selectors, which are parts of words in many scripts, and parts of emojis.
fn joins(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}' | '\u{FE00}'..='\u{FE0F}')
}

/// True for invisible characters that are not format characters. They are the other characters of
/// Default_Ignorable_Code_Point, the blank Braille pattern, and an empty note head. Also true for replacement
/// characters.
fn is_blank(c: char) -> bool {
    matches!(c,
        '\u{034F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}' | '\u{2800}'
        | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FFA0}' | '\u{FFFC}' | '\u{FFFD}' | '\u{16FE4}' | '\u{1D159}' | '\u{E0100}'..='\u{E01EF}')
}

fn too_many_marks(name: &str) -> bool {
    let mut row = 0;
    name.chars().any(|c| {
        row = if is_mark(c) { row + 1 } else { 0 };
        row > MOST_MARKS
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_printable() {
        assert_eq!(name("  Ann   Lee "), Ok("Ann Lee".to_owned()));
        assert_eq!(name(&"é".repeat(24)), Ok("é".repeat(24)));
        // Seven family emojis have 49 code points, and 28 without the joiners.
        for bad in ["", "   ", &"x".repeat(25), "\u{200b}\u{fffc}", &"👨‍👩‍👧‍👦".repeat(7)] {
            assert_eq!(name(bad), Err(NameError::Length), "{bad:?}");
        }
        for bad in ["a\u{7}b", "A\0B", "\u{301}", &format!("a{}", "\u{334}".repeat(4))] {
            assert_eq!(name(bad), Err(NameError::Unreadable), "{bad:?}");
        }
        for good in
            ["Ann-Lee O’Neill", &format!("a{}", "\u{334}".repeat(3)), "Zoë", "Нина", "שרה", "李小龍", "Ann 🂡", "Nguyễn"]
        {
            assert_eq!(name(good), Ok(good.to_owned()));
        }
    }

    #[test]
    fn nothing_that_cannot_be_seen_is_in_a_name() {
        for hidden in [
            '\u{200B}',
            '\u{200D}',
            '\u{202E}',
            '\u{2066}',
            '\u{2069}',
            '\u{2060}',
            '\u{00AD}',
            '\u{FEFF}',
            '\u{E0041}',
            '\u{3164}',
            '\u{115F}',
            '\u{FE0F}',
            '\u{034F}',
            '\u{2800}',
            '\u{E000}',
            '\u{180E}',
            '\u{061C}',
            '\u{FFF9}',
            '\u{FFFC}',
            '\u{FFFD}',
            '\u{1D159}',
            '\u{16FE4}',
        ] {
            assert_eq!(name(&format!("A{hidden}nn")), Ok("Ann".to_owned()), "{:x}", u32::from(hidden));
            assert!(name(&hidden.to_string()).is_err(), "{:x}", u32::from(hidden));
        }
        assert_eq!(name("Ａｎｎ"), Ok("Ann".to_owned()), "normalised");
        assert_eq!(name("Ann\u{00A0}Lee"), Ok("Ann Lee".to_owned()));
    }

    #[test]
    fn words_of_others_turn_no_line_around() {
        for turns in ['\u{202A}', '\u{202B}', '\u{202D}', '\u{202E}', '\u{2066}', '\u{2067}', '\u{2069}', '\u{200F}'] {
            assert_eq!(on_a_line(&format!("A{turns}nn\n Lee")), "Ann Lee", "{:x}", u32::from(turns));
            assert_eq!(on_a_line(&turns.to_string()), "");
        }
        assert_eq!(on_a_line("\u{200D} \u{FE0F}"), "", "nothing to see");
        for kept in ["می\u{200C}خواهم", "👨\u{200D}👩\u{200D}👧", "❤\u{FE0F}", "שלום"] {
            assert_eq!(on_a_line(kept), kept);
        }
    }

    #[test]
    fn nobody_is_called_what_the_page_calls_its_reader() {
        for bad in ["You", "you", "YOU", "Y\u{043E}u", "Yo\u{200B}u", "Vous", "du"] {
            assert_eq!(name(bad), Err(NameError::Reserved), "{bad:?}");
        }
        assert!(name("Youssef").is_ok());
    }

    #[test]
    fn names_that_look_alike_are_numbered() {
        let seated = |name: &str| Seated { name: name.to_owned(), person: None, bot: None };
        let seats = [seated("Ann"), Seated::default(), seated("Bo")];
        for other in ["Ann", "ann", "ANN", "\u{0410}nn", "A nn"] {
            assert_eq!(name_beside(&seats, other), format!("{other} 2"), "{other:?}");
        }
        assert_eq!(name_beside(&seats, "B\u{043E}"), "B\u{043E} 2", "nor like a bot");
        assert_eq!(name_beside(&seats, "Anna"), "Anna");
        assert_eq!(name_beside(&[seated("Ann"), seated("Ann 2")], "Ann"), "Ann 3");
        assert!(alike("Ill", "lIl") && alike("modern", "modem"));
    }
}
