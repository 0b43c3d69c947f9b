//! The configuration file of `cardroom serve`. Its settings have the same names as the options of the command line. If
//! both give a value, the command line has priority.

use std::ffi::OsString;
use std::path::Path;

use cards::printable;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use toml::{Table, Value};

use commands::{Failure, read_text};

/// The options that a file cannot set. They are the path of the file itself, and options that make the command do
/// something other than serve.
const NOT_IN_FILES: [&str; 3] = ["config", "check", "help"];

/// Returns all arguments of `cardroom serve`: first those of the command line, and then the settings of the file.
/// `given`: the parsed arguments of the command line. `serve`: the definition of the command.
///
/// # Errors
/// If the file cannot be read, or has a setting that does not exist or a value of the wrong kind.
pub(crate) fn with_file(
    file: &Path,
    serve: &Command,
    given: &ArgMatches,
    mut line: Vec<OsString>,
) -> Result<Vec<OsString>, Failure> {
    let name = printable(file);
    let table: Table = read_text(file)?
        .parse()
        .map_err(|error: toml::de::Error| Failure::usage(format_args!("{name}: {}", error.to_string().trim_end())))?;
    for (key, value) in &table {
        let arg = setting(serve, key).ok_or_else(|| {
            let known: Vec<&str> = settings(serve).filter_map(Arg::get_long).collect();
            Failure::usage(format_args!("{name}: there is no setting {key:?}; settings are {}", known.join(", ")))
        })?;
        let on_the_line = |arg: &Arg| given.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine);
        let excluded =
            serve.get_arguments().filter(|other| on_the_line(other)).any(|other| conflict(serve, arg, other));
        if on_the_line(arg) || excluded {
            continue;
        }
        line.extend(options(arg, key, value).map_err(|words| Failure::usage(format_args!("{name}: {words}")))?);
    }
    Ok(line)
}

/// Returns true if two options exclude each other. clap stores such a conflict at only one of the two options.
fn conflict(serve: &Command, one: &Arg, other: &Arg) -> bool {
    let names = |one, other: &Arg| serve.get_arg_conflicts_with(one).iter().any(|arg| arg.get_id() == other.get_id());
    names(one, other) || names(other, one)
}

/// Returns the options that a file may set.
fn settings(serve: &Command) -> impl Iterator<Item = &Arg> {
    serve.get_arguments().filter(|arg| arg.get_long().is_some_and(|long| !NOT_IN_FILES.contains(&long)))
}

fn setting<'a>(serve: &'a Command, key: &str) -> Option<&'a Arg> {
    settings(serve).find(|arg| arg.get_long() == Some(key))
}

/// Converts a setting to options of the command line.
fn options(arg: &Arg, key: &str, value: &Value) -> Result<Vec<OsString>, String> {
    let one = |value: &Value| match value {
        Value::String(text) => Ok(OsString::from(format!("--{key}={text}"))),
        Value::Integer(number) => Ok(OsString::from(format!("--{key}={number}"))),
        _ => Err(format!("{key} wants a text in quotes or a number")),
    };
    match (arg.get_action(), value) {
        (ArgAction::SetTrue, Value::Boolean(true)) => Ok(vec![format!("--{key}").into()]),
        (ArgAction::SetTrue, Value::Boolean(false)) => Ok(Vec::new()),
        (ArgAction::SetTrue, _) => Err(format!("{key} is true or false")),
        (ArgAction::Append, Value::Array(values)) => values.iter().map(one).collect(),
        (_, Value::Array(_)) => Err(format!("{key} has one value, no list")),
        (_, value) => one(value).map(|option| vec![option]),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use clap::Args;

    use super::*;
    use crate::serve::Arguments;

    fn serve() -> Command {
        let mut command = Arguments::augment_args(Command::new("serve"));
        command.build();
        command
    }

    /// Returns the options that a file adds to a command line.
    fn added(text: &str, line: &str) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("cardroom.toml");
        fs::write(&file, text).expect("written");
        let words: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        let given = serve().get_matches_from(&words);
        match with_file(&file, &serve(), &given, words.clone()) {
            Ok(all) => Ok(all[words.len()..].iter().map(|word| word.to_string_lossy().into_owned()).collect()),
            Err(Failure::Usage(error) | Failure::Failed(error)) => {
                Err(error.replace(&file.display().to_string(), "FILE"))
            }
            Err(_) => unreachable!("a file fails in words"),
        }
    }

    #[test]
    fn a_file_sets_what_the_command_line_leaves_out() {
        let text = "port = 8000\npublic-url = \"https://cards.example.org\"\nopen = false\ntrusted-proxy = [\"127.0.0.1\", \"::1\"]\n";
        assert_eq!(
            added(text, "serve --port 9000"),
            Ok(vec![
                "--public-url=https://cards.example.org".to_owned(),
                "--trusted-proxy=127.0.0.1".to_owned(),
                "--trusted-proxy=::1".to_owned(),
            ])
        );
        assert_eq!(added("lan = true\n", "serve"), Ok(vec!["--lan".to_owned()]));
        assert_eq!(added("lan = true\n", "serve --listen 127.0.0.1"), Ok(Vec::new()), "the command line wins");
        assert_eq!(added("", "serve"), Ok(Vec::new()));
    }

    #[test]
    fn a_wrong_file_is_refused_with_what_to_do() {
        for (text, error) in [
            ("prot = 1\n", "FILE: there is no setting \"prot\"; settings are open, bot-delay-ms, port, listen, "),
            ("check = true\n", "FILE: there is no setting \"check\"; settings are open, bot-delay-ms, port, "),
            ("lan = \"yes\"\n", "FILE: lan is true or false"),
            ("port = [1, 2]\n", "FILE: port has one value, no list"),
            ("port = 1.5\n", "FILE: port wants a text in quotes or a number"),
            ("port = \n", "FILE: TOML parse error at line 1, column 8"),
        ] {
            let found = added(text, "serve").expect_err(text);
            assert!(found.starts_with(error), "{found}");
        }
    }

    #[test]
    fn every_setting_of_a_file_is_an_option() {
        let command = serve();
        let known: Vec<&str> = settings(&command).filter_map(Arg::get_long).collect();
        assert!(known.contains(&"public-url") && !known.contains(&"config") && !known.contains(&"check"), "{known:?}");
    }
}
