//! The help of all commands: in groups, short, imperative, with values and one meaning for each short option.

use clap::{Command, CommandFactory};

use crate::{Arguments, GROUPS, command};

/// Every command with its path, `admin tables list`.
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

/// One letter means one thing in every command.
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
