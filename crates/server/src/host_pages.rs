//! The pages that a host provides: privacy, imprint, contact. They are Markdown files, which become HTML at the start
//! of the server. HTML in the files is shown as text, pictures are left out, and links may lead only to pages and
//! addresses.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use protocol::HostPage;
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

/// All possible pages. The name of each is also the name of its file and of its address.
pub(crate) const ALL: [(HostPage, &str); 3] =
    [(HostPage::Privacy, "privacy"), (HostPage::Imprint, "imprint"), (HostPage::Contact, "contact")];
/// The languages of pages. The file of one language is named like `privacy.de.md`.
const LANGUAGES: [&str; 3] = ["en", "fr", "de"];
/// The largest file, in bytes.
const LARGEST: u64 = 256 * 1024;
/// The schemes of links to other sites.
const SCHEMES: [&str; 4] = ["https://", "http://", "mailto:", "tel:"];

/// The pages that a host provides, as whole HTML documents.
#[derive(Clone, Default)]
pub struct HostPages {
    /// The documents by the page's name, and then by language; `""` is the file without a language.
    documents: BTreeMap<&'static str, BTreeMap<&'static str, String>>,
}

impl HostPages {
    /// Reads a folder with `privacy.md`, `imprint.md`, `contact.md`, and files in one language such as `privacy.de.md`.
    ///
    /// # Errors
    /// If the folder or a file cannot be read, a file is too large or not UTF-8, or the folder has no page.
    pub fn read(folder: &Path) -> Result<HostPages, HostPagesError> {
        let mut documents: BTreeMap<_, BTreeMap<_, _>> = BTreeMap::new();
        fs::read_dir(folder).map_err(|error| HostPagesError::Unreadable(folder.to_owned(), error))?;
        for (_, name) in ALL {
            for language in LANGUAGES.into_iter().chain([""]) {
                let dot = if language.is_empty() { "" } else { "." };
                let file = folder.join(format!("{name}{dot}{language}.md"));
                if let Some(text) = read(&file)? {
                    documents.entry(name).or_default().insert(language, document(&text, language, name));
                }
            }
        }
        if documents.is_empty() {
            return Err(HostPagesError::Empty(folder.to_owned()));
        }
        Ok(HostPages { documents })
    }

    /// Returns the pages that the host provides.
    pub fn filled_in(&self) -> Vec<HostPage> {
        ALL.into_iter().filter(|(_, name)| self.documents.contains_key(name)).map(|(page, _)| page).collect()
    }

    /// Returns a page in the first of these languages in which it exists. If it exists in none of them, returns the
    /// version without a language. If that is missing, too, returns any version.
    pub(crate) fn document<'a>(&self, name: &str, languages: impl IntoIterator<Item = &'a str>) -> Option<&str> {
        let versions = self.documents.get(name)?;
        let wished = languages.into_iter().find_map(|language| versions.get(language));
        wished.or_else(|| versions.get("")).or_else(|| versions.values().next()).map(String::as_str)
    }
}

impl fmt::Debug for HostPages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("HostPages").field(&self.filled_in()).finish()
    }
}

/// The reason why the pages of a host cannot be used. The text is one line that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum HostPagesError {
    /// The file or folder cannot be read.
    #[error("{}: {}", .0.display(), .1)]
    Unreadable(PathBuf, io::Error),
    /// The file is too large.
    #[error("{}: a page has at most 256 KiB", .0.display())]
    Large(PathBuf),
    /// The folder has no page.
    #[error("{} has none of privacy.md, imprint.md and contact.md (or privacy.de.md and so on)", .0.display())]
    Empty(PathBuf),
}

fn read(file: &Path) -> Result<Option<String>, HostPagesError> {
    let unreadable = |error| HostPagesError::Unreadable(file.to_owned(), error);
    let mut bytes = Vec::new();
    match fs::File::open(file).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes)) {
        Ok(_) if bytes.len() as u64 > LARGEST => Err(HostPagesError::Large(file.to_owned())),
        Ok(_) => String::from_utf8(bytes).map(Some).map_err(|error| unreadable(io::Error::other(error))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unreadable(error)),
    }
}

fn document(markdown: &str, language: &str, name: &str) -> String {
    let mut title = String::new();
    let mut body = String::new();
    html::push_html(&mut body, safe(markdown, &mut title).into_iter());
    if title.is_empty() {
        name.clone_into(&mut title);
    }
    let mut head = String::new();
    html::push_html(&mut head, [Event::Text(CowStr::from(title))].into_iter());
    let language = if language.is_empty() { String::new() } else { format!(" lang=\"{language}\"") };
    format!(
        "<!doctype html>\n<html{language}>\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{head} · Cardroom</title>\n\
         <link rel=\"icon\" href=\"/favicon.svg\">\n<link rel=\"stylesheet\" href=\"/host.css\">\n</head>\n<body>\n\
         <p><a href=\"/\">Cardroom</a></p>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )
}

/// Returns the safe part of a Markdown text. The first heading becomes the title.
fn safe<'a>(markdown: &'a str, title: &mut String) -> Vec<Event<'a>> {
    let mut shown = Vec::new();
    // For each open link, `true` if the link is shown as a link.
    let mut links = Vec::new();
    let (mut in_title, mut titled) = (false, false);
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match &event {
            Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }) if !titled => in_title = true,
            Event::End(TagEnd::Heading(_)) if in_title => (in_title, titled) = (false, true),
            Event::Text(text) | Event::Code(text) if in_title => title.push_str(text),
            _ => {}
        }
        match event {
            Event::Html(text) | Event::InlineHtml(text) => shown.push(Event::Text(text)),
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => {}
            Event::Start(Tag::Link { ref dest_url, .. }) => {
                let is_shown = is_safe(dest_url);
                links.push(is_shown);
                if is_shown {
                    shown.push(event);
                }
            }
            Event::End(TagEnd::Link) => {
                if links.pop().unwrap_or_default() {
                    shown.push(event);
                }
            }
            other => shown.push(other),
        }
    }
    shown
}

fn is_safe(link: &str) -> bool {
    let link = link.to_ascii_lowercase();
    // A browser removes control characters and then reads `//host` and `/\host` as addresses of another host.
    let is_here = link.starts_with('/') && !link[1..].starts_with(['/', '\\']) && !link.contains(char::is_control);
    is_here || SCHEMES.iter().any(|scheme| link.starts_with(scheme))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(markdown: &str) -> String {
        let whole = document(markdown, "", "privacy");
        let body = whole.split_once("<main>\n").expect("a body").1;
        body.split_once("</main>").expect("its end").0.to_owned()
    }

    #[test]
    fn markdown_becomes_html() {
        let whole =
            document("# Who *we* are\n\nA [club](https://club.example.org).\n\n- one\n- two\n", "de", "imprint");
        assert!(
            whole.contains("<title>Who we are · Cardroom</title>") && whole.contains("<html lang=\"de\">"),
            "{whole}"
        );
        assert!(
            whole.contains("<h1>Who <em>we</em> are</h1>\n<p>A <a href=\"https://club.example.org\">club</a>.</p>")
        );
        assert!(whole.contains("<li>one</li>"), "{whole}");
        assert!(document("plain text", "", "imprint").contains("<title>imprint · Cardroom</title>"));
    }

    #[test]
    fn markup_is_shown_as_text_and_nothing_is_run_or_fetched() {
        for (written, never) in [
            ("<script>alert(1)</script>", "<script"),
            ("a <b onclick='x()'>b</b>", "<b"),
            ("<div>\n<img src=x onerror=y>\n</div>", "<img"),
            ("![spy](https://spy.example.org/a.png)", "<img"),
            ("[a](javascript:alert(1))", "href"),
            ("[a](JaVaScRiPt:alert(1))", "href"),
            ("[a](data:text/html,x)", "href"),
            ("[a](https://x.example.org/\"onclick=\"y)", "\"onclick"),
            ("<javascript:alert(1)>", "href"),
            ("[a](//evil.example.org)", "href"),
            ("[a](/\\evil.example.org)", "href"),
            ("[a](</&#9;/evil.example.org>)", "href"),
            ("# <script>x</script>", "<script"),
        ] {
            let html = shown(written);
            assert!(!html.to_lowercase().contains(never), "{written}: {html}");
        }
        assert!(shown("<script>alert(1)</script>").contains("&lt;script&gt;alert(1)"));
        assert!(shown("[a](javascript:alert(1))").contains('a'), "the words of a link stay");
        assert!(shown("[a](/privacy)").contains("href=\"/privacy\""));
        let whole = document("# </title><script>x</script>", "", "privacy");
        assert!(!whole.contains("<script") && whole.matches("</title>").count() == 1, "{whole}");
    }

    #[test]
    fn a_page_is_shown_in_its_readers_language_if_it_has_that() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
        assert!(matches!(HostPages::read(folder.path()), Err(HostPagesError::Empty(_))));
        write("privacy.md", "any");
        write("privacy.de.md", "deutsch");
        write("contact.fr.md", "français");
        write("notes.md", "mine");
        let pages = HostPages::read(folder.path()).expect("pages");
        assert_eq!(pages.filled_in(), [HostPage::Privacy, HostPage::Contact]);
        let has = |name, languages: &[&str], words| {
            pages.document(name, languages.iter().copied()).expect("a page").contains(words)
        };
        assert!(has("privacy", &["de", "en"], "deutsch") && has("privacy", &["fr", "de"], "deutsch"));
        assert!(has("privacy", &["en"], "any") && has("contact", &["en"], "français"));
        assert_eq!(pages.document("imprint", ["en"]), None);
        write("imprint.md", &"x".repeat(300_000));
        assert!(HostPages::read(folder.path()).expect_err("too large").to_string().contains("256 KiB"));
        assert!(HostPages::read(&folder.path().join("none")).is_err());
    }
}
