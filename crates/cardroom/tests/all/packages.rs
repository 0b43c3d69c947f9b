//! The contents of the Debian package: the metadata `package.metadata.deb` in Cargo.toml, and the files that are packed
//! with the program. `cargo xtask dist` makes the package, and `packaging/trial.sh` installs it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::running::{cardroom, folder, refused};

const HERE: &str = env!("CARGO_MANIFEST_DIR");
const UNIT: &str = "usr/lib/systemd/system/cardroom.service";

fn run(command: &mut Command) -> String {
    let output = command.output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Returns the metadata of the package.
fn metadata(of: &str) -> toml::Value {
    let manifest = fs::read_to_string(Path::new(HERE).join("Cargo.toml")).expect("the manifest");
    let manifest: toml::Table = manifest.parse().expect("TOML");
    manifest["package"]["metadata"]["deb"][of].clone()
}

/// Returns the packed files, each with its path in the package, its path in the repository, and its mode.
fn packed() -> Vec<(String, PathBuf, String)> {
    let assets = metadata("assets");
    let assets = assets.as_array().expect("a list").iter().map(|asset| {
        let word = |at: usize| asset[at].as_str().expect("a word");
        let (_, name) = word(0).rsplit_once('/').expect("a path");
        let path = if word(1).ends_with('/') { format!("{}{name}", word(1)) } else { word(1).to_owned() };
        let here = if name == "cardroom" && word(1) == "usr/bin/" {
            PathBuf::from(env!("CARGO_BIN_EXE_cardroom"))
        } else {
            Path::new(HERE).join(word(0))
        };
        (path, here, word(2).to_owned())
    });
    assets.collect()
}

/// Returns the path in the repository of a file of the package.
fn here(path: &str) -> PathBuf {
    let found = packed().into_iter().find(|(packed, ..)| packed == path);
    let (_, here, _) = found.unwrap_or_else(|| panic!("{path} is not packed"));
    here.canonicalize().expect("it is there")
}

fn read(path: &str) -> String {
    fs::read_to_string(here(path)).expect("a text")
}

#[test]
fn what_is_packed_is_there_and_settings_of_hosts_stay() {
    let packed = packed();
    // Files that the build makes are not in the repository, so they are not checked.
    for (path, here, mode) in packed.iter().filter(|(_, here, _)| !here.to_string_lossy().contains("target/release/")) {
        let begin = fs::read(here).unwrap_or_else(|error| panic!("{path}: {}: {error}", here.display()));
        let is_program = begin.starts_with(b"#!") || begin.starts_with(b"\x7fELF");
        assert_eq!(mode, if is_program { "755" } else { "644" }, "{path}");
    }
    let settings: Vec<String> =
        packed.iter().filter(|(path, ..)| path.starts_with("etc/")).map(|(path, ..)| format!("/{path}")).collect();
    assert_eq!(metadata("conf-files"), toml::Value::from(settings), "an upgrade overwrites no setting");
    let scripts = Path::new(HERE).join(metadata("maintainer-scripts").as_str().expect("a folder"));
    for script in ["postinst", "prerm", "postrm"] {
        run(Command::new("sh").arg("-n").arg(scripts.join(script)));
    }
}

/// Checks that the unit for backups starts the script and reads the settings that are in the package. The unit for
/// servers starts the program directly.
#[test]
fn the_unit_of_backups_starts_what_is_packed_with_the_settings_that_are_packed() {
    let text = read("usr/lib/systemd/system/cardroom-backup.service");
    let value = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)).expect(key);
    let program = value("ExecStart=/").split(' ').next().expect("a program");
    assert!(read(program).starts_with("#!/bin/sh"), "it starts {program}");
    let settings = read(value("EnvironmentFile=/"));
    for variable in text.split("${").skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name) {
        assert!(settings.contains(&format!("\n{variable}=")), "{variable} is among the settings");
    }
}

#[test]
fn the_configuration_of_the_package_is_what_serve_reads_and_names_every_setting() {
    let folder = folder();
    let path = here("etc/cardroom.toml");
    let check = |path: &Path| run(&mut cardroom(&["serve", "--check", "--config", &path.to_string_lossy()]));
    assert!(check(&path).contains("listens on 127.0.0.1:7878\n"), "this machine alone, until the host says otherwise");
    let text = fs::read_to_string(&path).expect("the file");
    let wrong = folder.path().join("wrong.toml");
    fs::write(&wrong, "nothing = 1\n").expect("a file");
    let refused = cardroom(&["serve", "--check", "--config", &wrong.to_string_lossy()]).output().expect("it runs");
    let refused = String::from_utf8(refused.stderr).expect("UTF-8");
    let (_, settings) = refused.trim().split_once("settings are ").expect("the list of settings");
    for setting in settings.split(", ") {
        let offered = text.lines().any(|line| line.trim_start_matches('#').starts_with(&format!("{setting} = ")));
        assert!(offered, "cardroom.toml does not offer {setting}");
    }
    // `serve` accepts each commented-out setting alone. Settings that concern a database, or the nodes that share it,
    // are checked together with the address of the database.
    let offers = text.lines().filter_map(|line| line.strip_prefix('#')).filter(|line| line.contains(" = "));
    // Settings that name a file are valid only if the file exists.
    let named = ["metrics", "metrics-token", "words", "pages"];
    let names_a_file = |line: &str| named.iter().any(|name| line.starts_with(&format!("{name} = ")));
    let one = folder.path().join("one.toml");
    let beside_a_database =
        |line: &str| ["store", "advertise", "listen-for-nodes"].iter().any(|name| line.starts_with(name));
    for line in offers.clone().filter(|line| !beside_a_database(line) && !names_a_file(line)) {
        fs::write(&one, format!("{line}\n")).expect("a file");
        check(&one);
    }
    let etc = folder.path().join("etc");
    fs::create_dir_all(etc.join("cardroom/pages")).expect("a folder");
    for (file, text) in [
        ("cardroom-metrics-token", "sixteen letters and more"),
        ("cardroom/words.txt", "bad"),
        ("cardroom/pages/privacy.md", "# Privacy"),
    ] {
        fs::write(etc.join(file), text).expect("a file");
    }
    let with_files: Vec<String> = offers.filter(|line| names_a_file(line)).map(|line| format!("{line}\n")).collect();
    assert_eq!(with_files.len(), named.len());
    fs::write(&one, with_files.concat().replace("/etc/", &format!("{}/", etc.display()))).expect("a file");
    let said = check(&one);
    assert!(said.contains("metrics on 127.0.0.1:9878") && said.contains("page privacy\n"), "{said}");
}

/// Checks that the settings in docs/host/quick-start.md are accepted without a warning. They are for a server behind a
/// proxy.
#[test]
fn the_settings_that_hosts_are_told_are_taken_without_a_warning() {
    let guide = fs::read_to_string(Path::new(HERE).join("../../docs/host/quick-start.md")).expect("docs");
    let (_, rest) = guide.split_once("```toml\n").expect("settings");
    let (settings, _) = rest.split_once("```").expect("their end");
    let folder = folder();
    let file = folder.path().join("cardroom.toml");
    fs::write(&file, settings).expect("a file");
    let said = run(&mut cardroom(&["serve", "--check", "--config", &file.to_string_lossy()]));
    assert!(said.contains("links begin with https://cards.example.org\n"), "{said}");
    assert!(said.contains("The configuration is valid.") && !said.contains("warning"), "{said}");
}

/// Checks the settings in docs/host/several-machines.md for a node on one of several machines. The server knows all settings, and
/// reads the files that they name. An address where nothing listens replaces the address of the database.
#[test]
fn the_settings_of_a_node_that_hosts_are_told_are_known() {
    let guide = fs::read_to_string(Path::new(HERE).join("../../docs/host/several-machines.md")).expect("docs");
    let (_, rest) = guide.split_once("```toml\n").expect("settings");
    let (settings, _) = rest.split_once("```").expect("their end");
    let folder = folder();
    let certificate =
        rcgen::generate_simple_self_signed(["db1.example.org".to_owned()]).expect("a certificate").cert.pem();
    let files = [("password", "secret\n".to_owned()), ("ca.pem", certificate)];
    files.iter().for_each(|(name, text)| fs::write(folder.path().join(name), text).expect("a file"));
    let of_keys = |name: &str| folder.path().join(name).display().to_string();
    let settings = [
        ("/var/lib/cardroom", folder.path().join("data").display().to_string()),
        ("@db1.example.org,db2.example.org,db3.example.org/", "@localhost:9/".to_owned()),
        ("/etc/cardroom.password", of_keys("password")),
        ("/etc/cardroom-ca.pem", of_keys("ca.pem")),
    ]
    .iter()
    .fold(settings.to_owned(), |text, (of_docs, here)| {
        assert!(text.contains(of_docs), "{of_docs}: {text}");
        text.replace(of_docs, here)
    });
    for setting in ["listen = ", "public-url = ", "trusted-proxy = ", "node = ", "advertise = "] {
        assert!(settings.lines().any(|line| line.trim_start().starts_with(setting)), "{setting}: {settings}");
    }
    let file = folder.path().join("cardroom.toml");
    fs::write(&file, settings).expect("a file");
    let checked = cardroom(&["serve", "--check", "--config", &file.to_string_lossy()]).output().expect("it runs");
    refused(&checked, "the database localhost:9/cardroom cannot be used");
}

#[test]
fn the_unit_starts_what_the_package_installs() {
    let unit = read(UNIT);
    let line = unit.lines().find_map(|line| line.strip_prefix("ExecStart=")).expect("what it starts");
    // The command has the options of the unit, but its files are in a folder of the test.
    let words = line.split(' ').map(|word| match word.strip_prefix('/') {
        Some(path) => here(path).to_string_lossy().into_owned(),
        None => word.to_owned(),
    });
    let words: Vec<String> = words.collect();
    assert!(run(Command::new(&words[0]).args(&words[1..]).arg("--check")).contains("The configuration is valid."));
    assert!(unit.contains("\nUser=cardroom\n") && unit.contains("\nStateDirectory=cardroom\n"));
}

/// Checks that systemd restarts a node until its database is available, but does not restart a node with a wrong
/// setting.
#[test]
fn the_unit_tries_again_when_the_database_is_away_and_not_when_the_configuration_is_wrong() {
    let folder = folder();
    let unit = read(UNIT);
    for line in ["Restart=on-failure", "RestartSec=2", "StartLimitIntervalSec=0", "RestartPreventExitStatus=2"] {
        assert!(unit.lines().any(|there| there == line), "{line}");
    }
    assert!(!unit.contains("ExecStartPre"), "nothing before the program asks for what may be away");
    let file = folder.path().join("cardroom.toml");
    let data = folder.path().join("data");
    for (setting, status) in
        [("store = \"postgres://cardroom@127.0.0.1:9/cardroom\"", 1), ("prot = 1", 2), ("port = \"x\"", 2)]
    {
        fs::write(&file, format!("data = \"{}\"\n{setting}\n", data.display())).expect("a file");
        let ended = cardroom(&["serve", "--config", &file.to_string_lossy()]).output().expect("it runs");
        assert_eq!(ended.status.code(), Some(status), "{setting}: {ended:?}");
    }
}

#[test]
fn the_unit_of_a_node_is_that_of_the_service_with_files_of_its_own() {
    let of_node = read(UNIT)
        .replace("a server for card games", "a server for card games, node %i")
        .replace("/etc/cardroom.toml", "/etc/cardroom-%i.toml")
        .replace("StateDirectory=cardroom\n", "StateDirectory=cardroom-%i\n")
        .replace("/var/lib/cardroom\n", "/var/lib/cardroom-%i\n");
    assert_eq!(read("usr/lib/systemd/system/cardroom@.service"), of_node);
}

#[test]
fn systemd_reads_all_units() {
    let folder = folder();
    let mut units = Vec::new();
    for (path, here, _) in packed().into_iter().filter(|(path, ..)| path.starts_with("usr/lib/systemd/system/")) {
        let text = fs::read_to_string(here).expect("a unit");
        // The programs are taken from the repository. systemd cannot check a template itself, so it gets an instance of
        // the template.
        let lines = text.lines().map(|line| match line.strip_prefix("ExecStart=/") {
            Some(words) => {
                let (program, rest) = words.split_once(' ').unwrap_or((words, ""));
                format!("ExecStart={} {rest}\n", self::here(program).display())
            }
            None => format!("{line}\n"),
        });
        let name = path.rsplit('/').next().unwrap_or_default().replace('@', "@one");
        units.push(folder.path().join(name));
        fs::write(units.last().expect("a unit"), lines.collect::<String>()).expect("a file");
    }
    assert_eq!(units.len(), 4, "{units:?}");
    let verify = |unit: &Path| {
        let said = Command::new("systemd-analyze").args(["verify", "--man=no"]).arg(unit).output();
        let said = said.expect("it runs (Debian: apt install systemd)").stderr;
        // systemd-analyze succeeds even if it reports errors, so its output is checked. Reports on other units of this
        // machine do not matter.
        let said = String::from_utf8(said).expect("UTF-8");
        said.lines().filter(|line| line.contains("cardroom")).map(str::to_owned).collect::<Vec<_>>()
    };
    for unit in &units {
        assert_eq!(verify(unit), [""; 0], "{}", unit.display());
    }
    // A wrong unit shows that systemd-analyze would report errors.
    let wrong = folder.path().join("cardroom-wrong.service");
    fs::write(&wrong, "[Service]\nExecStart=/nowhere/cardroom\n").expect("a file");
    assert!(!verify(&wrong).is_empty());
}
