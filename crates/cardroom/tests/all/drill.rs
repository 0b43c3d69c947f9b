//! A drill of the recipe for encrypted backups in docs/host/backups.md. The test makes a backup of a server under play. It
//! encrypts, decrypts and restores the backup. Then play goes on.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::player::Player;
use crate::postgres_server::{PROGRAMS, PostgresServer};
use crate::running::{Running, cardroom, folder, record_is_right};

fn recipe(file: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/hosting").canonicalize();
    folder.expect("the recipes").join(file)
}

fn backup(data: &Path, to: &Path, settings: &[(&str, String)]) -> Output {
    let mut command = Command::new("sh");
    command.arg(recipe("backup.sh"));
    for name in ["AGE_RECIPIENT", "GPG_KEY_FILE", "CARDROOM_STORE"] {
        command.env_remove(name);
    }
    command.env("CARDROOM", env!("CARGO_BIN_EXE_cardroom")).env("CARDROOM_DATA", data).env("CARDROOM_BACKUPS", to);
    command.envs(settings.iter().map(|(name, value)| (name, value))).output().expect("sh runs")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).into_iter().flatten().map(|entry| entry.expect("an entry").path()).collect()
}

/// The programs with which the recipe can encrypt. `cargo xtask test` installs both.
const PROGRAMS_THAT_ENCRYPT: [&str; 2] = ["age", "gpg"];

fn quietly(command: &mut Command) -> String {
    let output = command.output().expect("it runs");
    assert!(output.status.success(), "{command:?}: {output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Makes a pair of keys in a folder. Returns the recipe's setting for the public key: its name and its value.
fn keys(program: &str, place: &Path) -> (&'static str, String) {
    std::fs::create_dir(place).expect("a folder");
    std::fs::set_permissions(place, PermissionsExt::from_mode(0o700)).expect("its owner's");
    if program == "age" {
        let key = place.join("key.txt");
        quietly(Command::new("age-keygen").arg("--output").arg(&key));
        return ("AGE_RECIPIENT", quietly(Command::new("age-keygen").arg("-y").arg(&key)).trim().to_owned());
    }
    let gpg =
        |words: &[&str]| quietly(Command::new("gpg").env("GNUPGHOME", place).args(["--batch", "--quiet"]).args(words));
    gpg(&["--passphrase", "", "--quick-generate-key", "host@example.org", "default", "default", "never"]);
    let public = place.join("public.asc");
    std::fs::write(&public, gpg(&["--armor", "--export", "host@example.org"])).expect("a file");
    ("GPG_KEY_FILE", public.to_str().expect("a plain path").to_owned())
}

fn decrypt(program: &str, place: &Path, sealed: &Path, plain: &Path) {
    if program == "age" {
        let mut age = Command::new("age");
        age.args(["--decrypt", "--identity"]).arg(place.join("key.txt")).arg("--output").arg(plain).arg(sealed);
        return drop(quietly(&mut age));
    }
    let mut gpg = Command::new("gpg");
    gpg.env("GNUPGHOME", place).args(["--batch", "--quiet", "--output"]).arg(plain).arg("--decrypt").arg(sealed);
    quietly(&mut gpg);
    // The agent would outlive its folder.
    let _ = Command::new("gpgconf").env("GNUPGHOME", place).args(["--kill", "all"]).output();
}

#[tokio::test]
async fn an_encrypted_backup_of_a_server_under_play_is_restored_and_played_on() {
    let (data, place) = (folder(), folder());
    let server = Running::start(data.path());
    let mut player = Player::come(&server, 7).await;
    let mut socket = player.sit().await;
    assert_eq!(player.play(&mut socket, 5).await, None);
    drop(socket);
    // Without a key the recipe makes no backup, because the backup would not be encrypted.
    let open = place.path().join("open");
    let output = backup(data.path(), &open, &[]);
    assert!(!output.status.success() && String::from_utf8_lossy(&output.stderr).contains("GPG_KEY_FILE"), "{output:?}");
    assert_eq!(files(&open), Vec::<PathBuf>::new(), "nothing is left");

    let mut copies = Vec::new();
    for program in PROGRAMS_THAT_ENCRYPT {
        let (home, to) = (place.path().join(program), place.path().join(format!("{program}-backups")));
        let setting = keys(program, &home);
        // If the key cannot be read, nothing is encrypted, and no unencrypted file is left.
        let wrong = backup(data.path(), &to, &[(setting.0, "/nowhere".to_owned())]);
        assert!(!wrong.status.success() && files(&to).is_empty(), "{wrong:?}: {:?}", files(&to));
        let output = backup(data.path(), &to, &[setting]);
        assert!(output.status.success(), "{output:?}");
        let [sealed] = &files(&to)[..] else { panic!("only what is encrypted: {:?}", files(&to)) };
        let bytes = std::fs::read(sealed).expect("readable");
        assert!(!bytes.windows(15).any(|part| part == b"SQLite format 3"), "it is encrypted");
        let plain = place.path().join(format!("{program}.sqlite"));
        decrypt(program, &home, sealed, &plain);
        copies.push(plain);
    }
    // The server of the lost machine ends.
    drop(server);
    for plain in copies {
        let fresh = plain.with_extension("data");
        quietly(cardroom(&["restore", "--from"]).arg(&plain).arg("--data").arg(&fresh));
        let mut server = Running::start(&fresh);
        // Both programs encrypted a backup of the same moment, so the same player plays on from each copy.
        let mut again = player.again(&server);
        let mut socket = again.sit().await;
        let stored = again.stored_when_the_deal_is_over(&mut socket).await;
        assert_eq!(stored[..5], player.said(), "what was acknowledged is there");
        let record = again.person.get(&format!("/api/v1/tables/{}/record", again.table)).await.body;
        record_is_right(place.path(), &record);
        server.stop();
    }
}

/// Checks that the same recipe makes an encrypted dump if the data are in a database.
#[tokio::test]
async fn an_encrypted_dump_of_a_database_is_restored_and_played_on() {
    let (postgres, data, place) = (PostgresServer::start(), folder(), folder());
    let server = Running::start_with(data.path(), &["--store", &postgres.address()]);
    let mut player = Player::come(&server, 6).await;
    let mut socket = player.sit().await;
    assert_eq!(player.play(&mut socket, 20).await, None);
    drop(socket);
    let [program, _] = PROGRAMS_THAT_ENCRYPT;
    let (home, to) = (place.path().join("keys"), place.path().join("backups"));
    let key = keys(program, &home);
    let path = format!("{}:{}", PROGRAMS.display(), std::env::var("PATH").unwrap_or_default());
    let of = |store: String| [key.clone(), ("CARDROOM_STORE", store), ("PATH", path.clone())];
    // If the database does not answer, no file is left.
    let wrong = backup(data.path(), &to, &of("postgres://house@%2Fnowhere/house".to_owned()));
    assert!(!wrong.status.success() && files(&to).is_empty(), "{wrong:?}: {:?}", files(&to));
    // Without the setting CARDROOM_STORE the recipe would back up the file of the folder. This file is old or does not
    // exist.
    let wrong = backup(data.path(), &to, std::slice::from_ref(&key));
    let said = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(!wrong.status.success() && said.contains("set CARDROOM_STORE"), "{wrong:?}");
    let output = backup(data.path(), &to, &of(postgres.address()));
    assert!(output.status.success(), "{output:?}");
    let [sealed] = &files(&to)[..] else { panic!("only what is encrypted: {:?}", files(&to)) };
    assert!(sealed.to_string_lossy().contains(".dump."), "{sealed:?}");
    assert!(!std::fs::read(sealed).expect("readable").windows(5).any(|part| part == b"PGDMP"), "it is encrypted");
    let plain = place.path().join("cardroom.dump");
    decrypt(program, &home, sealed, &plain);
    drop(server);
    postgres.sql("postgres", "CREATE DATABASE restored");
    let restored = postgres.address().replace("/house", "/restored").replace("/restored@", "/house@");
    quietly(Command::new(PROGRAMS.join("pg_restore")).arg(format!("--dbname={restored}")).arg(&plain));
    let fresh = folder();
    let server = Running::start_with(fresh.path(), &["--store", &restored]);
    player.person.address = server.address;
    let mut socket = player.sit_soon().await;
    assert_eq!(player.play(&mut socket, 5).await, None);
    player.verify(&mut socket, fresh.path()).await;
}

#[test]
fn backups_that_are_old_are_deleted_and_nothing_else() {
    let (data, place) = (folder(), folder());
    drop(Running::start(data.path()));
    let [program, _] = PROGRAMS_THAT_ENCRYPT;
    let setting = keys(program, &place.path().join("keys"));
    let to = place.path().join("backups");
    std::fs::create_dir(&to).expect("a folder");
    let day = std::time::Duration::from_secs(24 * 60 * 60);
    let found = [
        ("cardroom-a.sqlite.gpg", 40),
        ("cardroom-b.sqlite.age", 40),
        ("cardroom-c.sqlite.age", 3),
        ("cardroom-d.dump.gpg", 40),
        ("cardroom-e.dump.age", 40),
        ("cardroom-f.dump.age", 3),
        ("notes.gpg", 40),
    ];
    for (name, days) in found {
        let file = std::fs::File::create(to.join(name)).expect("a file");
        file.set_modified(std::time::SystemTime::now() - day * days).expect("a date");
    }
    let output = backup(data.path(), &to, &[setting]);
    assert!(output.status.success(), "{output:?}");
    let left: Vec<&str> = found.iter().map(|(name, _)| *name).filter(|name| to.join(name).exists()).collect();
    assert_eq!(left, ["cardroom-c.sqlite.age", "cardroom-f.dump.age", "notes.gpg"]);
    assert_eq!(files(&to).len(), 4, "and the new one");
}

/// Checks that systemd accepts the units, if systemd is installed.
#[test]
fn systemd_reads_the_timer() {
    let units = std::fs::read_to_string(recipe("cardroom-backup.timer")).expect("a unit");
    let calendar = units.lines().find_map(|line| line.strip_prefix("OnCalendar=")).expect("a time");
    let analyze = |command: &mut Command| match command.output() {
        Ok(output) => {
            assert!(output.status.success(), "{output:?}");
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            // Messages about other units of this machine do not matter.
            assert!(!said.contains("cardroom-backup"), "{said}");
        }
        Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::NotFound, "{error}"),
    };
    analyze(Command::new("systemd-analyze").args(["calendar", calendar]));
    let service = std::fs::read_to_string(recipe("cardroom-backup.service")).expect("a unit");
    assert!(service.contains("\nExecStart=/usr/lib/cardroom/backup.sh\n"), "where the package puts the recipe");
    let units = folder();
    let here = |text: &str| {
        let places =
            [("/usr/lib/cardroom/backup.sh", "backup.sh"), ("/etc/cardroom-backup.env", "cardroom-backup.env")];
        places.iter().fold(text.to_owned(), |text, (place, file)| text.replace(place, &recipe(file).to_string_lossy()))
    };
    let [one, other] = ["service", "timer"].map(|kind| {
        let name = format!("cardroom-backup.{kind}");
        let text = std::fs::read_to_string(recipe(&name)).expect("a unit");
        std::fs::write(units.path().join(&name), here(&text)).expect("a file");
        units.path().join(name)
    });
    let mut verify = Command::new("systemd-analyze");
    analyze(verify.args(["verify", "--man=no"]).arg(one).arg(other));
}
