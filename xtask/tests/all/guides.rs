//! Checks of the guides: README and ARCHITECTURE.md stay short, and everything that guides name, link to or tell people
//! to run exists.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::sources::files::{files, root, text};

/// The greatest length of README in bytes. A reader should learn in twenty seconds what cardroom is, why to use it, and
/// the first command.
const MOST_OF_README: usize = 4096;
/// The greatest length of ARCHITECTURE.md in bytes. Reading it takes a quarter of an hour.
const MOST_OF_ARCHITECTURE: usize = 16 << 10;
const MOST_OF_PICTURES: u64 = 150_000;

#[test]
fn readme_and_architecture_are_short() {
    let [readme, architecture] = ["README.md", "ARCHITECTURE.md"].map(|name| text(&root().join(name)));
    assert!(readme.len() <= MOST_OF_README, "README.md has {} bytes", readme.len());
    assert!(architecture.len() <= MOST_OF_ARCHITECTURE, "ARCHITECTURE.md has {} bytes", architecture.len());
    for command in ["\ncargo xtask serve ", "\ncargo xtask test "] {
        assert!(readme.contains(command), "{command}");
    }
    let pictures = links(&readme).into_iter().filter(|link| link.starts_with("docs/pictures/"));
    let sizes: Vec<u64> = pictures.map(|link| fs::metadata(root().join(link)).expect("a picture").len()).collect();
    assert!(!sizes.is_empty() && sizes.iter().sum::<u64>() <= MOST_OF_PICTURES, "{sizes:?}");
}

/// Returns the lines of a Markdown text that are not in a code block.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        is_code ^= fence;
        !is_code && !fence
    })
}

/// Returns the targets of the links and pictures of a text, and the files that mdBook includes. A target in SUMMARY.md
/// is empty if it is a heading.
fn links(text: &str) -> Vec<&str> {
    let parts = |begin: &'static str| prose(text).flat_map(move |line| line.split(begin).skip(1));
    let links = parts("](").filter_map(|part| part.split_once(')'));
    let included = parts("{{#include ").filter_map(|part| part.split_once("}}"));
    links.chain(included).map(|(target, _)| target).filter(|target| !target.is_empty()).collect()
}

/// Returns the anchors that GitHub gives to the headings of a text.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = prose(text).filter(|line| line.starts_with('#'));
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    let anchor = |line: &str| line.trim_start_matches('#').trim().chars().filter(kept).collect::<String>();
    headings.map(|line| anchor(line).to_lowercase().replace(' ', "-")).collect()
}

/// Returns the links of a guide whose targets do not exist.
fn dead(guide: &Path) -> Vec<String> {
    let text_here = text(guide);
    let is_here = |link: &str| {
        // Links to other sites are not checked, and neither are links to pages of GitHub that are outside the
        // repository's files.
        if link.contains(':') || link.starts_with("../../") && guide.parent() == Some(&root()) {
            return true;
        }
        let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
        let target = if path.is_empty() { guide.to_owned() } else { guide.with_file_name(path) };
        target.exists() && (anchor.is_empty() || anchors(&text(&target)).contains(anchor))
    };
    let links = links(&text_here);
    links.into_iter().filter(|link| !is_here(link)).map(|link| format!("{}: {link}", guide.display())).collect()
}

#[test]
fn links_lead_somewhere() {
    let guides = files(&root(), &[".md"]);
    assert!(guides.len() > 30);
    let dead: Vec<String> = guides.iter().flat_map(|guide| dead(guide)).collect();
    assert!(dead.is_empty(), "{dead:#?}");
}

#[test]
fn a_dead_link_is_found() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let guide = folder.join("guide.md");
    let source = "## Who asks?\n[a](#who-asks) [b](#who) [c](guide.md#who-asks) [d](none.md)\n```\n[e](no)\n```\n";
    fs::write(&guide, source).expect("a file");
    let dead = dead(&guide);
    let ends: Vec<&str> = dead.iter().filter_map(|line| line.rsplit_once(' ').map(|(_, link)| link)).collect();
    assert_eq!(ends, ["#who", "none.md"]);
}

/// Checks that the book (`cargo xtask book`) has all pages of docs, except for the measurements, each once. A page of
/// the book links only to other pages and files of the book, because nothing else is beside it when it is served.
#[test]
fn the_book_is_whole() {
    let docs = root().join("docs").canonicalize().expect("a folder");
    let summary = text(&docs.join("SUMMARY.md"));
    let mut listed: Vec<_> = links(&summary).into_iter().map(|page| docs.join(page)).collect();
    let outside = |path: &Path| path.starts_with(docs.join("measurements")) || !path.starts_with(&docs);
    let mut pages = files(&docs, &[".md"]);
    pages.retain(|page| !outside(page) && !page.ends_with("SUMMARY.md"));
    listed.sort();
    pages.sort();
    assert_eq!(listed, pages);
    let mut wrong = Vec::new();
    for page in &pages {
        let source = text(page);
        let begin = source.lines().skip(1).find(|line| !line.is_empty()).unwrap_or_default();
        if begin.starts_with("This page") {
            wrong.push(format!("{}: {begin}", page.display()));
        }
        let targets = links(&source).into_iter().filter(|link| !link.contains(':') && !link.starts_with('#'));
        let targets = targets.filter(|link| !source.contains(&format!("{{{{#include {link}")));
        let places = targets.map(|link| page.with_file_name(link.split('#').next().unwrap_or_default()));
        let places = places.map(|place| place.canonicalize().unwrap_or(place));
        wrong.extend(places.filter(|place| outside(place)).map(|to| format!("{}: {}", page.display(), to.display())));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Checks that a page of docs that a source, a setting or a workflow names exists.
#[test]
fn the_pages_that_sources_name_exist() {
    let is_path = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
    let (mut count, mut wrong) = (0, Vec::new());
    for file in
        files(&root(), &[".rs", ".ts", ".tsx", ".mjs", ".py", ".toml", ".yml", ".yaml", ".sh", ".md", ".cfg", ".env"])
    {
        let source = text(&file);
        for named in source.split("docs/").skip(1).filter_map(|rest| rest.split(|c| !is_path(c)).next()) {
            let page = named.trim_end_matches('.');
            if page.ends_with(".md") {
                count += 1;
                if !root().join("docs").join(page).exists() {
                    wrong.push(format!("{}: docs/{page}", file.display()));
                }
            }
        }
    }
    assert!(count > 100, "{count} pages are named");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Checks that the paths in code marks exist. They are relative to the root of the repository, or in ARCHITECTURE.md
/// also to `crates`.
#[test]
fn the_paths_in_guides_exist() {
    let tops = ["benches", "crates", "docs", "examples", "games", "packaging", "python", "web", "xtask", ".github"];
    // Folders that a build creates.
    let is_built = |path: &str| ["web/dist", "web/wasm"].iter().any(|folder| path.starts_with(folder));
    let is_path = |c: char| c.is_ascii_alphanumeric() || "/._-<>".contains(c);
    let (mut count, mut wrong) = (0, Vec::new());
    for guide in files(&root(), &[".md"]).iter().filter(|guide| !guide.ends_with("CHANGELOG.md")) {
        let folders = [root(), root().join("crates")];
        let folders = if guide.ends_with("ARCHITECTURE.md") { &folders[..] } else { &folders[..1] };
        let text = text(guide);
        let marked = text.split("```").step_by(2).flat_map(|prose| prose.split('`').skip(1).step_by(2));
        for path in marked.filter(|marked| marked.contains('/') && marked.chars().all(is_path) && !is_built(marked)) {
            let is_ours = tops.contains(&path.split('/').next().unwrap_or_default()) || folders.len() > 1;
            let path = path.replace("<id>", "rouge-et-noir");
            count += usize::from(is_ours);
            if is_ours && !folders.iter().any(|folder| folder.join(&path).exists()) {
                wrong.push(format!("{}: {path}", guide.display()));
            }
        }
    }
    assert!(count > 200, "{count} paths were found");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_commands_of_guides_and_workflows_exist() {
    let usage = Command::new(env!("CARGO_BIN_EXE_xtask")).arg("help").output().expect("it runs");
    let usage = String::from_utf8(usage.stdout).expect("UTF-8");
    let names = usage.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names: BTreeSet<&str> = names.filter(|name| !name.is_empty()).collect();
    assert!(names.len() > 10, "{names:?}");
    let mut wrong = Vec::new();
    for file in files(&root(), &[".md", ".yml", ".sh"]) {
        let text = text(&file);
        let asked = text.split("cargo xtask ").skip(1).filter_map(|rest| {
            let name = rest.split(|c: char| !c.is_ascii_alphanumeric()).next()?;
            (!name.is_empty()).then_some(name)
        });
        wrong.extend(asked.filter(|name| !names.contains(name)).map(|name| format!("{}: {name}", file.display())));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
