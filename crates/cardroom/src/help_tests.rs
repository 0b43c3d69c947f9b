//! Checks the help of all commands. The help is short, in groups and in the imperative. Options have value names. Each
//! short option has only one meaning. The page of the options of `serve` is made of the help.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Arg, Command, CommandFactory};

use crate::{Arguments, GROUPS, command};

/// Collects every command with its path, as in `admin tables list`.
fn all(command: &Command, path: &str, found: &mut Vec<(String, Command)>) {
    for one in command.get_subcommands().filter(|one| one.get_name() != "help") {
        let path = format!("{path} {}", one.get_name());
        found.push((path.clone(), one.clone()));
        all(one, &path, found);
    }
}

fn commands() -> Vec<(String, Command)> {
    let (mut root, mut found) = (Arguments::command(), Vec::new());
    root.build();
    all(&root, "cardroom", &mut found);
    found
}

#[test]
fn every_command_stands_in_one_group() {
    let mut listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
    let root = Arguments::command();
    let mut there: Vec<&str> = root.get_subcommands().map(Command::get_name).chain(["help"]).collect();
    listed.sort_unstable();
    there.sort_unstable();
    assert_eq!(listed, there);
    let help = command().render_help().to_string();
    let at = |text: &str| help.find(text).unwrap_or_else(|| panic!("{text} in {help}"));
    assert!(at("Play:") < at("serve ") && at("serve ") < at("Host:") && at("man ") < at("Options:"), "{help}");
}

#[test]
fn summaries_are_short_and_imperative() {
    let mut found = Vec::new();
    for (path, command) in commands() {
        let about = command.get_about().expect("a summary").to_string();
        let verb = about.split([' ', ',']).next().unwrap_or_default();
        if about.len() > 60 || about.contains('\n') || about.ends_with('.') || verb.ends_with('s') {
            found.push(format!("{path}: {about}"));
        }
        for arg in command.get_arguments().filter(|arg| !["help", "version"].contains(&arg.get_id().as_str())) {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            if help.is_empty() || help.len() > 80 || help.ends_with('.') || help.starts_with(char::is_lowercase) {
                found.push(format!("{path} {}: {help}", arg.get_id()));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn values_are_listed_where_the_types_know_them() {
    for (path, id, some) in [
        ("cardroom simulate", "game", "kael"),
        ("cardroom solve", "game", "rouge-et-noir"),
        ("cardroom play", "level", "champion"),
        ("cardroom play", "colours", "256"),
        ("cardroom play", "lang", "fr"),
        ("cardroom serve", "log", "debug"),
        ("cardroom record show", "lang", "de"),
    ] {
        let all = commands();
        let (_, command) = all.iter().find(|(named, _)| named == path).expect("a command");
        let arg = command.get_arguments().find(|arg| arg.get_id() == id).expect("an argument");
        assert!(arg.get_possible_values().iter().any(|value| value.matches(some, false)), "{path} {id}");
    }
}

/// Checks that a short option means the same in every command.
#[test]
fn short_options_mean_the_same_everywhere() {
    for (path, command) in commands() {
        for arg in command.get_arguments() {
            let (Some(short), Some(long)) = (arg.get_short(), arg.get_long()) else { continue };
            let known: &[&str] = match short {
                'd' => &["data"],
                'h' => &["help"],
                'j' => &["threads"],
                'n' => &["matches", "sets", "positions"],
                'o' => &["out"],
                'p' => &["port"],
                's' => &["seed"],
                'V' => &["version"],
                _ => &[],
            };
            assert!(known.contains(&long), "{path}: -{short} is --{long}");
        }
    }
}

/// Returns the command lines of a guide, from code blocks and inline code, without trailing comments.
fn command_lines(guide: &str) -> Vec<String> {
    let (blocks, prose): (Vec<_>, Vec<_>) = guide.split("```").enumerate().partition(|(at, _)| at % 2 == 1);
    let lines = blocks.iter().flat_map(|(_, block)| block.lines());
    let marked = prose.iter().flat_map(|(_, prose)| prose.split('`').skip(1).step_by(2));
    let commands = lines.chain(marked).flat_map(|line| line.split(" && ")).filter_map(|command| {
        let command = command.trim().trim_start_matches("$ ").trim_start_matches("./").trim_start_matches("until ");
        let rest = command.strip_prefix("cardroom ")?;
        Some(rest.split(['|', ';', '#', '>', '<']).next()?.split("   ").next()?.trim().to_owned())
    });
    commands.filter(|rest| !rest.is_empty()).collect()
}

/// Returns the first word of a command line that is neither a command nor an option, if there is one.
fn unknown(root: &Command, line: &str) -> Option<String> {
    let mut words = line.split([' ', '\n', ',', '=', '[', ']', '(', ')']).filter(|word| !word.is_empty()).peekable();
    let mut command = root;
    while let Some(below) = words.peek().and_then(|word| command.find_subcommand(word)) {
        command = below;
        words.next();
    }
    let first = words.peek().copied().unwrap_or_default();
    let is_group = command.has_subcommands() && command.get_positionals().next().is_none();
    if is_group && first.starts_with(|c: char| c.is_ascii_lowercase()) {
        return Some(first.to_owned());
    }
    let mut options = words.filter_map(|word| word.strip_prefix("--")).filter(|word| !word.is_empty());
    let is_known = |option: &str| {
        let arguments = command.get_arguments().chain(root.get_arguments());
        arguments.into_iter().any(|arg| {
            arg.get_long() == Some(option) || arg.get_all_aliases().is_some_and(|others| others.contains(&option))
        })
    };
    options.find(|option| !is_known(option)).map(|option| format!("--{option}"))
}

/// Returns the Markdown files in a folder and its subfolders.
fn markdown(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries
        .flat_map(|path| match path.is_dir() {
            true => markdown(&path),
            false => vec![path],
        })
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .collect()
}

#[test]
fn the_guides_name_commands_and_options_that_exist() {
    let mut root = Arguments::command();
    root.build();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut guides = markdown(&folder.join("docs"));
    guides.extend(["README.md", "CONTRIBUTING.md", "SECURITY.md"].map(|name| folder.join(name)));
    let (mut lines, mut wrong) = (0, Vec::new());
    for guide in guides {
        for line in command_lines(&fs::read_to_string(&guide).expect("a guide")) {
            lines += 1;
            let name = guide.file_name().expect("a name").to_string_lossy();
            wrong.extend(unknown(&root, &line).map(|word| format!("{name}: {word} in cardroom {line}")));
        }
    }
    assert!(lines > 100, "{lines}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_command_or_an_option_that_does_not_exist_is_found() {
    let mut root = Arguments::command();
    root.build();
    let guide = "`cardroom serve --port N` and `cardroom sreve`\n```\ncardroom admin tables lsit\ncardroom simulate kael --colour   a comment --x\n```\n";
    let found: Vec<_> = command_lines(guide).iter().map(|line| unknown(&root, line)).collect();
    assert_eq!(found, [Some("lsit".into()), Some("--colour".into()), None, Some("sreve".into())]);
}

/// Returns a row of the page of options: the option, its help with the possible values, and its default.
fn row(arg: &Arg) -> String {
    let short = arg.get_short().map(|short| format!("`-{short}`, ")).unwrap_or_default();
    let value: Vec<_> = arg.get_value_names().unwrap_or_default().iter().map(|name| format!(" <{name}>")).collect();
    let value = if arg.get_action().takes_values() { value.concat() } else { String::new() };
    let help = arg.get_long_help().or(arg.get_help()).map(ToString::to_string).unwrap_or_default();
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|");
    let names: Vec<_> = arg.get_possible_values().iter().map(|value| format!("`{}`", value.get_name())).collect();
    let one_of = if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) };
    let default: Vec<_> = arg.get_default_values().iter().map(|value| format!("`{}`", value.display())).collect();
    let default = if arg.get_action().takes_values() { default.concat() } else { String::new() };
    format!("| {short}`--{}{value}` | {help}{one_of} | {default} |\n", arg.get_long().expect("a long option"))
}

#[test]
fn the_page_of_options_is_true() {
    let all = commands();
    let (_, serve) = all.iter().find(|(named, _)| named == "cardroom serve").expect("a command");
    let mut page = "# Options of `cardroom serve`\n\nEach can also stand in [a configuration file](install.md#a-configuration-file), \
        by the same name: `port = 7878`. The\ncommand line wins.\n"
        .to_owned();
    let mut heading = None;
    for arg in serve.get_arguments().filter(|arg| arg.get_id() != "help") {
        if heading != Some(arg.get_help_heading()) {
            heading = Some(arg.get_help_heading());
            let title = arg.get_help_heading().unwrap_or("General");
            page += &format!("\n## {title}\n\n| option | what it does | default |\n|---|---|---|\n");
        }
        page += &row(arg);
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/host/options.md");
    if std::env::var_os("WRITE_DOCS").is_some() {
        fs::write(path, &page).expect(path);
    }
    let written = fs::read_to_string(path).expect(path);
    assert!(written == page, "WRITE_DOCS=1 cargo test -p cardroom the_page_of_options writes it again");
}
