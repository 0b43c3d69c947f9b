//! The Debian package and the archive, made from this program. `cargo xtask dist --trial` installs the package.

use std::fs;
use std::path::Path;
use std::process::Command;

use packages::{Packing, Release, archive, deb, image, read_control};

use crate::compose::keys;
use crate::running::{cardroom, folder, refused};

fn release() -> Release {
    Release {
        binary: env!("CARGO_BIN_EXE_cardroom").into(),
        target: format!("{}-unknown-linux-gnu", std::env::consts::ARCH),
        version: "1.2.3".to_owned(),
        commit: "c0ffee".to_owned(),
        epoch: 1_700_000_000,
        licences: "the licences of all parts".to_owned(),
    }
}

fn run(command: &mut Command) -> String {
    let output = command.output().expect("it runs (Debian: apt install dpkg tar)");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Makes the package and unpacks it, its control files below `DEBIAN`.
fn unpacked(folder: &Path) -> String {
    let name = deb(&release(), folder, Packing::Quick).expect("a package");
    run(Command::new("dpkg-deb").arg("--raw-extract").arg(folder.join(&name)).arg(folder.join("unpacked")));
    name
}

#[test]
fn a_package_has_each_file_with_its_mode_and_nobody_of_this_machine() {
    let folder = folder();
    let name = unpacked(folder.path());
    let package = folder.path().join(name);
    // mode, owner, size, date, time, path
    let list = run(Command::new("dpkg-deb").arg("--contents").arg(&package).env("TZ", "UTC"));
    let found = |path: &str| {
        let line = list.lines().find(|line| line.ends_with(&format!(" .{path}")));
        let words: Vec<&str> = line.unwrap_or_else(|| panic!("{path} is not in\n{list}")).split_whitespace().collect();
        (words[0].to_owned(), words[1].to_owned())
    };
    for (path, mode) in [
        ("/usr/bin/cardroom", "-rwxr-xr-x"),
        ("/etc/cardroom.toml", "-rw-r--r--"),
        ("/usr/lib/systemd/system/cardroom.service", "-rw-r--r--"),
        ("/usr/lib/systemd/system/cardroom-backup.service", "-rw-r--r--"),
        ("/usr/lib/systemd/system/cardroom-backup.timer", "-rw-r--r--"),
        ("/usr/lib/cardroom/backup.sh", "-rwxr-xr-x"),
        ("/etc/cardroom-backup.env", "-rw-r--r--"),
        ("/usr/lib/systemd/system/cardroom-supervisor.service", "-rw-r--r--"),
        ("/usr/lib/systemd/system/cardroom@.service", "-rw-r--r--"),
        ("/usr/lib/cardroom/supervisor.sh", "-rwxr-xr-x"),
        ("/etc/cardroom-supervisor.env", "-rw-r--r--"),
        ("/usr/share/man/man1/cardroom.1.gz", "-rw-r--r--"),
        ("/usr/share/man/man1/cardroom-serve.1.gz", "-rw-r--r--"),
        ("/usr/share/bash-completion/completions/cardroom", "-rw-r--r--"),
        ("/usr/share/zsh/vendor-completions/_cardroom", "-rw-r--r--"),
        ("/usr/share/fish/vendor_completions.d/cardroom.fish", "-rw-r--r--"),
        ("/usr/share/doc/cardroom/copyright", "-rw-r--r--"),
        ("/usr/share/doc/cardroom/licences.gz", "-rw-r--r--"),
        ("/usr/share/doc/cardroom/hosting.md", "-rw-r--r--"),
        ("/usr/share/doc/cardroom/hosting/haproxy.cfg", "-rw-r--r--"),
        ("/usr/share/doc/cardroom/", "drwxr-xr-x"),
        ("/", "drwxr-xr-x"),
    ] {
        assert_eq!(found(path), (mode.to_owned(), "root/root".to_owned()), "{path}");
    }
    for line in list.lines() {
        assert!(line.contains(" root/root ") && line.contains(" 2023-11-14 22:13 "), "{line}");
    }
    let field = |name| read_control(&package, name).expect("a field");
    assert_eq!(field("Version"), "1.2.3");
    assert!(field("Depends").starts_with("adduser, libc6 (>= 2."), "{}", field("Depends"));
    let control = folder.path().join("unpacked/DEBIAN");
    let conffiles = fs::read_to_string(control.join("conffiles")).expect("a list");
    assert_eq!(conffiles, "/etc/cardroom.toml\n/etc/cardroom-backup.env\n/etc/cardroom-supervisor.env\n");
    let sums = fs::read_to_string(control.join("md5sums")).expect("a list");
    assert!(sums.contains("  usr/bin/cardroom\n") && !sums.contains("etc/"), "{sums}");
    run(Command::new("md5sum")
        .args(["--quiet", "--check", "DEBIAN/md5sums"])
        .current_dir(folder.path().join("unpacked")));
    for script in ["postinst", "prerm", "postrm"] {
        run(Command::new("sh").arg("-n").arg(control.join(script)));
    }
    let again = folder.path().join("again");
    fs::create_dir(&again).expect("a folder");
    let name = deb(&release(), &again, Packing::Quick).expect("a package");
    assert!(fs::read(again.join(name)).expect("a package") == fs::read(package).expect("a package"), "the same bytes");
}

#[test]
fn the_configuration_of_the_package_is_what_serve_reads_and_names_every_setting() {
    let folder = folder();
    unpacked(folder.path());
    let path = folder.path().join("unpacked/etc/cardroom.toml");
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
    // Each offer is one that serve takes, alone. Those of a database are taken beside its address, those of a bus beside a database.
    let offers = text.lines().filter_map(|line| line.strip_prefix('#')).filter(|line| line.contains(" = "));
    // Those that name a file are taken where there is one.
    let named = ["metrics", "metrics-token", "words", "pages"];
    let names_a_file = |line: &str| named.iter().any(|name| line.starts_with(&format!("{name} = ")));
    let one = folder.path().join("one.toml");
    for line in
        offers.clone().filter(|line| !line.starts_with("store") && !line.starts_with("bus") && !names_a_file(line))
    {
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

/// The first settings in docs/hosting.md are those of a server behind a proxy.
#[test]
fn the_settings_that_hosts_are_told_are_taken_without_a_warning() {
    let guide = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/hosting.md")).expect("docs");
    let (_, rest) = guide.split_once("```toml\n").expect("settings");
    let (settings, _) = rest.split_once("```").expect("their end");
    let folder = folder();
    let file = folder.path().join("cardroom.toml");
    fs::write(&file, settings).expect("a file");
    let said = run(&mut cardroom(&["serve", "--check", "--config", &file.to_string_lossy()]));
    assert!(said.contains("links begin with https://cards.example.org\n"), "{said}");
    assert!(said.contains("The configuration is valid.") && !said.contains("warning"), "{said}");
}

/// The settings of a node on one of several machines: all of them are known, and the files that they name are read. Nobody is called as
/// its database here.
#[test]
fn the_settings_of_a_node_that_hosts_are_told_are_known() {
    let guide = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/hosting.md")).expect("docs");
    let (_, section) = guide.split_once("### Three nodes on several machines\n").expect("the section");
    let (_, rest) = section.split_once("```toml\n").expect("settings");
    let (settings, _) = rest.split_once("```").expect("their end");
    let (folder, keys) = (folder(), keys());
    let of_keys = |name: &str| keys.path().join("cardroom").join(name).display().to_string();
    let settings = [
        ("/var/lib/cardroom", folder.path().join("data").display().to_string()),
        ("@db1.example.org,db2.example.org,db3.example.org/", "@localhost:9/".to_owned()),
        ("/etc/cardroom.password", of_keys("store.password")),
        ("/etc/cardroom.bus", of_keys("bus.credentials")),
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
    refused(&checked, "The database localhost:9/cardroom cannot be used");
}

#[test]
fn the_unit_starts_what_the_package_installs() {
    let folder = folder();
    unpacked(folder.path());
    let unit = folder.path().join("unpacked/usr/lib/systemd/system/cardroom.service");
    let unit = fs::read_to_string(unit).expect("the unit");
    let line = unit.lines().find_map(|line| line.strip_prefix("ExecStart=")).expect("what it starts");
    let words: Vec<&str> = line.split(' ').collect();
    for path in words.iter().filter_map(|word| word.strip_prefix('/')) {
        assert!(folder.path().join("unpacked").join(path).exists(), "/{path}");
    }
    // With the options that this program has: only the file lies elsewhere.
    let file = folder.path().join("unpacked/etc/cardroom.toml");
    let words: Vec<String> =
        words[1..].iter().map(|word| word.replace("/etc/cardroom.toml", &file.to_string_lossy())).collect();
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    words.push("--check");
    assert!(run(&mut cardroom(&words)).contains("The configuration is valid."));
    assert!(unit.contains("\nUser=cardroom\n") && unit.contains("\nStateDirectory=cardroom\n"));
}

/// A node that boots before its database is tried again until the database is there. A setting that only a person can mend is not.
#[test]
fn the_unit_tries_again_when_the_database_is_away_and_not_when_the_configuration_is_wrong() {
    let folder = folder();
    unpacked(folder.path());
    let unit = fs::read_to_string(folder.path().join("unpacked/usr/lib/systemd/system/cardroom.service"));
    let unit = unit.expect("the unit");
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
    let folder = folder();
    unpacked(folder.path());
    let read = |name: &str| {
        fs::read_to_string(folder.path().join("unpacked/usr/lib/systemd/system").join(name)).expect("a unit")
    };
    let of_node = read("cardroom.service")
        .replace("a server for card games", "a server for card games, node %i")
        .replace("/etc/cardroom.toml", "/etc/cardroom-%i.toml")
        .replace("StateDirectory=cardroom\n", "StateDirectory=cardroom-%i\n")
        .replace("/var/lib/cardroom\n", "/var/lib/cardroom-%i\n");
    assert_eq!(read("cardroom@.service"), of_node);
}

#[test]
fn systemd_reads_all_units() {
    let folder = folder();
    unpacked(folder.path());
    let units = folder.path().join("unpacked/usr/lib/systemd/system");
    let mut read = Vec::new();
    for unit in fs::read_dir(&units).expect("units") {
        let name = unit.expect("a unit").file_name().into_string().expect("UTF-8");
        // The programs lie here; of a template, systemd reads an instance.
        let unpacked = folder.path().join("unpacked");
        let text = fs::read_to_string(units.join(&name)).expect("a unit");
        let text = text.replace("=/usr/", &format!("={}/usr/", unpacked.display()));
        let copy = folder.path().join(name.replace('@', "@one"));
        fs::write(&copy, text).expect("a file");
        read.push(copy);
    }
    assert_eq!(read.len(), 5, "{read:?}");
    let verify = |unit: &Path| {
        let said = Command::new("systemd-analyze").args(["verify", "--man=no"]).arg(unit).output();
        let said = said.expect("it runs (Debian: apt install systemd)").stderr;
        // It succeeds whatever it says. Other units of this machine are its own affair.
        let said = String::from_utf8(said).expect("UTF-8");
        said.lines().filter(|line| line.contains("cardroom")).map(str::to_owned).collect::<Vec<_>>()
    };
    for unit in &read {
        assert_eq!(verify(unit), [""; 0], "{}", unit.display());
    }
    // It does say what is wrong.
    let wrong = folder.path().join("cardroom-wrong.service");
    fs::write(&wrong, "[Service]\nExecStart=/nowhere/cardroom\n").expect("a file");
    assert!(!verify(&wrong).is_empty());
}

#[test]
fn the_archive_has_one_folder_and_the_program_where_binstall_looks() {
    let folder = folder();
    let name = archive(&release(), folder.path()).expect("an archive");
    run(Command::new("tar").arg("-xzf").arg(folder.path().join(&name)).arg("-C").arg(folder.path()));
    let unpacked = folder.path().join(name.strip_suffix(".tar.gz").expect("an archive"));
    for path in ["cardroom.service", "cardroom.toml", "share/man/man1/cardroom.1.gz", "copyright", "licences.gz"] {
        assert!(unpacked.join(path).is_file(), "{path}");
    }
    let version = run(Command::new(unpacked.join("cardroom")).arg("--version"));
    assert_eq!(version, format!("cardroom {}\n", env!("CARGO_PKG_VERSION")));
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).expect("the manifest");
    let manifest: toml::Table = manifest.parse().expect("TOML");
    let binstall = &manifest["package"]["metadata"]["binstall"];
    let filled = |key: &str| {
        let text = binstall[key].as_str().expect(key).replace("{ name }", "cardroom").replace("{ version }", "1.2.3");
        text.replace("{ target }", &release().target)
            .replace("{ archive-suffix }", ".tar.gz")
            .replace("{ bin }", "cardroom")
    };
    assert!(filled("pkg-url").ends_with(&format!("/v1.2.3/{name}")), "{}", filled("pkg-url"));
    assert!(folder.path().join(filled("bin-dir")).is_file(), "{}", filled("bin-dir"));
}

#[cfg(target_env = "gnu")]
#[test]
fn no_image_is_made_of_a_program_that_needs_a_c_library() {
    let folder = folder();
    let refused = image(&release(), folder.path()).expect_err("nothing else is in an image");
    assert!(refused.contains("needs a C library"), "{refused}");
}
