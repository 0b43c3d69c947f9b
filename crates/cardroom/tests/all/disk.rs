//! Tests of a real server on a failing disk. The disk is full, is read-only, or returns less than was written. After
//! each failure the server says in words what to do. It never continues with wrong data. An acknowledged move is lost
//! only if the files themselves have lost the move.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use game::Rng;
use rustix::process::{Pid, Resource, Rlimit, geteuid, getrlimit, prlimit};

use crate::client::Client;
use crate::player::Player;
use crate::running::{Running, folder, long, serve};

async fn no_panics(person: &mut Client) {
    let metrics = person.get("/metrics").await.body;
    assert!(metrics.contains("\ncardroom_panics_total 0\n"), "{metrics}");
}

/// Limits the size of the files that the server may write from now on. With `None` any size is allowed.
fn limit_files(server: &Running, bytes: Option<u64>) {
    let pid = Pid::from_raw(server.child.id().cast_signed());
    let maximum = getrlimit(Resource::Fsize).maximum;
    prlimit(pid, Resource::Fsize, Rlimit { current: bytes.or(maximum), maximum }).expect("a limit");
}

/// Checks a disk without space, and a disk with space for a few pages. The server refuses moves in words, and
/// `/healthz` reports the failure. Once there is space again, the same commands succeed. Nothing is lost.
#[tokio::test]
async fn a_disk_that_takes_no_more_refuses_moves_and_play_goes_on_when_there_is_room() {
    for round in 0..if long() { 50 } else { 2 } {
        let data = folder();
        let server = Running::start(data.path());
        let mut player = Player::come(&server, round).await;
        let mut socket = player.sit().await;
        assert_eq!(player.play(&mut socket, 10).await, None);
        let log = fs::metadata(data.path().join("cardroom.sqlite-wal")).expect("a log").len();
        limit_files(&server, Some(if round == 0 { 0 } else { log + 1 + u64::from(player.rng.below(40_000)) }));
        let ended = player.play(&mut socket, 10_000).await.expect("nothing can be stored");
        let fault = if ended["t"] == "refused" { &ended["refusal"] } else { &ended };
        assert!(ended.is_null() || fault["key"] == "store" || fault["key"] == "disk_full", "{ended}");
        let health = player.person.get("/healthz").await;
        match (health.status, health.body.as_str()) {
            (503, "the data cannot be used\n") => {}
            // The refused write was too long for the remaining space, but a shorter write still succeeds, so the server
            // is healthy.
            (200, _) if round > 0 => {}
            other => panic!("{other:?}"),
        }
        assert_eq!(player.person.get("/api/v1/games").await.status, 200, "the server goes on");
        limit_files(&server, None);
        let mut socket = player.sit().await;
        assert_eq!(player.play(&mut socket, 30).await, None, "there is room again");
        assert_eq!(player.person.get("/healthz").await.status, 200);
        player.verify(&mut socket, data.path()).await;
        no_panics(&mut player.person).await;
    }
}

/// Checks that a server that cannot write to its data does not start, and says the reason and what to do.
#[tokio::test]
async fn on_a_disk_that_cannot_be_written_to_no_server_begins() {
    let data = folder();
    let mut server = Running::start(data.path());
    let mut player = Player::come(&server, 3).await;
    let mut socket = player.sit().await;
    assert_eq!(player.play(&mut socket, 20).await, None);
    server.stop();
    let set = |folder: u32, file: u32| {
        for entry in fs::read_dir(data.path()).expect("a folder") {
            fs::set_permissions(entry.expect("an entry").path(), Permissions::from_mode(file)).expect("ours");
        }
        fs::set_permissions(data.path(), Permissions::from_mode(folder)).expect("ours");
    };
    set(0o555, 0o444);
    let output = if geteuid().is_root() {
        // Root ignores the modes of files. So another user starts the program. This user needs a copy of the program in
        // a public folder.
        let reachable = folder();
        fs::set_permissions(reachable.path(), Permissions::from_mode(0o755)).expect("ours");
        let copy = reachable.path().join("cardroom");
        fs::copy(env!("CARGO_BIN_EXE_cardroom"), &copy).expect("a copy");
        let plain = serve(data.path());
        Command::new(copy).args(plain.get_args()).current_dir("/").uid(65534).gid(65534).output().expect("it runs")
    } else {
        serve(data.path()).output().expect("it runs")
    };
    refused_to_begin(&output.stderr, "nothing can be written to the data folder");
    set(0o700, 0o600);
    // A limit of 0 bytes on the size of files has the same effect as a read-only disk.
    let plain = serve(data.path());
    let limited = Command::new("sh")
        .args(["-c", "ulimit -f 0 && exec \"$0\" \"$@\""])
        .arg(plain.get_program())
        .args(plain.get_args())
        .output()
        .expect("it runs");
    refused_to_begin(&limited.stderr, "nothing can be written to the data folder");
    let server = Running::start(data.path());
    player.person.address = server.address;
    let mut socket = player.sit().await;
    player.verify(&mut socket, data.path()).await;
}

/// Checks that the last line says why the server does not start and what to do, and that the program did not panic.
fn refused_to_begin(said: &[u8], words: &str) {
    let said = String::from_utf8_lossy(said);
    let last = said.lines().last().unwrap_or_default();
    assert!(last.contains(words) && last.contains("--data"), "{said}");
    assert!(!said.contains("panicked"), "{said}");
}

/// The kinds of damage to the files of a server that has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Damage {
    LogCut,
    LogEndScribbled,
    LogBitFlipped,
    LogGone,
    IndexScribbled,
    LastPageCut,
    LastPageTorn,
    LastPageScribbled,
    PageZeroed,
    HeadScribbled,
    LastEventsGone,
    EventGone,
}

impl Damage {
    const ALL: [Damage; 12] = [
        Damage::LogCut,
        Damage::LogEndScribbled,
        Damage::LogBitFlipped,
        Damage::LogGone,
        Damage::IndexScribbled,
        Damage::LastPageCut,
        Damage::LastPageTorn,
        Damage::LastPageScribbled,
        Damage::PageZeroed,
        Damage::HeadScribbled,
        Damage::LastEventsGone,
        Damage::EventGone,
    ];

    fn is_of_the_file(self) -> bool {
        use Damage::{HeadScribbled, LastPageCut, LastPageScribbled, LastPageTorn, PageZeroed};
        matches!(self, LastPageCut | LastPageTorn | LastPageScribbled | PageZeroed | HeadScribbled)
    }

    fn done_to(self, data: &Path, rng: &mut Rng) {
        let [file, log, index] = ["", "-wal", "-shm"].map(|end| data.join(format!("cardroom.sqlite{end}")));
        let bytes = |path: &Path| fs::read(path).expect("a file");
        let some = |below: usize, rng: &mut Rng| rng.below(u32::try_from(below).expect("small")) as usize;
        let scribble = |bytes: &mut [u8], rng: &mut Rng| bytes.fill_with(|| rng.below(256) as u8);
        let change = |path: &Path, with: &mut dyn FnMut(&mut Vec<u8>)| {
            let mut all = bytes(path);
            with(&mut all);
            fs::write(path, all).expect("a file");
        };
        let sql = |sql: &str| {
            let done = rusqlite::Connection::open(&file).expect("ours").execute(sql, []).expect("SQL");
            assert_ne!(done, 0, "{sql}");
        };
        match self {
            Damage::LogCut => change(&log, &mut |all| all.truncate(some(all.len(), rng))),
            Damage::LogEndScribbled => change(&log, &mut |all| {
                let from = all.len() - 1 - some(4096, rng);
                scribble(&mut all[from..], rng);
            }),
            Damage::LogBitFlipped => change(&log, &mut |all| {
                let at = some(all.len(), rng);
                all[at] ^= 1 << rng.below(8);
            }),
            Damage::LogGone => fs::remove_file(&log).expect("a log"),
            Damage::IndexScribbled => change(&index, &mut |all| scribble(all, rng)),
            Damage::LastPageCut => change(&file, &mut |all| all.truncate(all.len() - 4096)),
            Damage::LastPageTorn => change(&file, &mut |all| all.truncate(all.len() - 1 - some(4095, rng))),
            Damage::LastPageScribbled => change(&file, &mut |all| {
                let from = all.len() - 4096;
                scribble(&mut all[from..], rng);
            }),
            Damage::PageZeroed => change(&file, &mut |all| {
                let page = 1 + some(all.len() / 4096 - 1, rng);
                all[page * 4096..][..4096].fill(0);
            }),
            Damage::HeadScribbled => change(&file, &mut |all| scribble(&mut all[..16], rng)),
            Damage::LastEventsGone => sql("DELETE FROM events WHERE seq >= (SELECT max(seq) - 30 FROM events)"),
            Damage::EventGone => sql("DELETE FROM events WHERE seq = (SELECT max(seq) - 30 FROM events)"),
        }
    }
}

/// Damages files after a `kill -9`: cuts, tears, overwrites or deletes them. Three outcomes are permitted. First, no
/// server starts, and the error says what to do. Second, the server refuses the table in words. Third, the table goes
/// on from an earlier position of the same match.
#[tokio::test]
async fn damaged_data_end_in_words_or_in_an_earlier_moment_of_the_same_match() {
    let rounds = if long() { 40 } else { 1 };
    for round in 0..rounds {
        let killed = folder();
        let mut server = Running::start(killed.path());
        let mut player = Player::come(&server, 11 + round).await;
        let mut socket = player.sit().await;
        assert_eq!(player.play(&mut socket, 120).await, None);
        // The actions so far are in the database file. All later actions will be in its write-ahead log.
        server.stop();
        let rested = copy(killed.path());
        server = Running::start(killed.path());
        player.person.address = server.address;
        let mut socket = player.sit().await;
        assert_eq!(player.play(&mut socket, 40).await, None);
        server.kill();
        for damage in Damage::ALL {
            // If there is a write-ahead log, its pages replace those of the file. So damage to the file is tested on
            // the copy without a log.
            let data = copy(if damage.is_of_the_file() { rested.path() } else { killed.path() });
            damage.done_to(data.path(), &mut player.rng);
            let outcome = after(damage, data.path(), &player).await;
            println!("{damage:?}: {outcome}");
        }
    }
}

/// Copies the files of a folder. A killed server also leaves its administration socket behind, which is not a file.
fn copy(of: &Path) -> tempfile::TempDir {
    let copied = folder();
    for entry in fs::read_dir(of).expect("a folder") {
        let from = entry.expect("an entry").path();
        if !from.is_file() {
            continue;
        }
        fs::copy(&from, copied.path().join(from.file_name().expect("a name"))).expect("a copy");
    }
    copied
}

/// Starts a server on damaged data, and returns the outcome.
async fn after(damage: Damage, data: &Path, before: &Player) -> String {
    let told = data.join("told");
    let stderr = File::create(&told).expect("a file");
    let told = || fs::read_to_string(&told).expect("text");
    let Ok(server) = Running::spawn(serve(data).stderr(stderr)) else {
        let told = told();
        refused_to_begin(told.as_bytes(), "");
        assert!(["is damaged", "is not a database"].iter().any(|words| told.contains(words)), "{told}");
        return told.lines().last().unwrap_or_default().to_owned();
    };
    let mut player = before.again(&server);
    let outcome = match player.person.connect(&player.table, None).await {
        Err(answer) => {
            let (status, key, words) = answer.error();
            assert!(status >= 400 && words.ends_with('.'), "{answer:?}");
            assert_ne!(damage, Damage::IndexScribbled, "the index is made again");
            format!("{key}: {words}")
        }
        Ok(mut socket) => {
            socket.name = "after-".into();
            assert_ne!(damage, Damage::EventGone, "what follows a gap is not played");
            match player.play(&mut socket, 20).await {
                Some(ended) => {
                    assert!(
                        ended.is_null() || ended["key"] == "store" || ended["refusal"]["key"] == "store",
                        "{ended}"
                    );
                    "refused while it was played".to_owned()
                }
                None => {
                    let stored = player.stored_when_the_deal_is_over(&mut socket).await;
                    let after = player.said();
                    let kept = stored.len() - after.len();
                    let said = before.said();
                    assert_eq!(stored[kept..], after, "what came after");
                    assert!(said.starts_with(&stored[..kept].iter().map(String::as_str).collect::<Vec<_>>()));
                    assert!(damage != Damage::IndexScribbled || kept == said.len(), "nothing is lost");
                    format!("goes on after {kept} of {} actions", said.len())
                }
            }
        }
    };
    assert_eq!(player.person.get("/api/v1/games").await.status, 200, "the server goes on");
    no_panics(&mut player.person).await;
    match damage {
        Damage::LogGone => assert!(told().contains("cardroom.sqlite-wal is missing"), "{}", told()),
        // In these cases the test opened the file to damage it. Opening the file merged the log into the file and
        // removed the log.
        Damage::LastEventsGone | Damage::EventGone => {}
        _ => assert!(!told().contains("is missing"), "{}", told()),
    }
    assert!(!told().contains("panicked"), "{}", told());
    outcome
}
