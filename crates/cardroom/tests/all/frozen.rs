//! `rule-2026` and `expert-2026` play what `rule` and `expert` played at commit 94f1eef: strength is measured against them.

use sha2::{Digest, Sha256};

use crate::support::cardroom;

/// The deals of the records, by a hash. At 94f1eef the same came out of
///
/// ```text
/// cardroom simulate GAME --bots rule --matches N --seed 2026 OPTIONS --threads 1 --out - | sed 's/.*"deals":/"deals":/' | sha256sum
/// ```
const PLAYED: [(&str, &str, &str); 10] = [
    ("schwarze-dame", "rule-2026 --matches 4 --option deals=1", "2caa66e97b387fff"),
    ("schwarze-dame", "expert-2026 --matches 1 --option deals=1", "66e8ebd3d1daf82b"),
    ("la-dame-noire", "rule-2026 --matches 4 --option deals=1", "3e33c7be334d7d1a"),
    ("la-dame-noire", "expert-2026 --matches 1 --option deals=1", "dda34745ad930e99"),
    ("kael", "rule-2026 --matches 4", "7ee9c2769ceab645"),
    ("kael", "expert-2026 --matches 1 --seats 2", "d16d9ee2bc6e5bbd"),
    ("hearts", "rule-2026 --matches 4 --option to=30", "723ae21731d0ef12"),
    ("hearts", "expert-2026 --matches 1 --option to=30", "f40a8f71d4b1b00f"),
    ("rouge-et-noir", "rule-2026 --matches 4", "ef3a43404e93a143"),
    ("rouge-et-noir", "expert-2026 --matches 1", "995db31d78934646"),
];

#[test]
fn the_players_of_2026_play_as_they_did() {
    for (game, bots, hash) in PLAYED {
        let said = cardroom(&format!("simulate {game} --bots {bots} --seed 2026 --threads 1 --out -"));
        assert_eq!(said.code, Some(0), "{game} {bots}: {}", said.err);
        let mut played = Sha256::new();
        for record in said.out.lines() {
            let deals = record.rfind("\"deals\":").expect("a record has deals");
            played.update(&record[deals..]);
            played.update("\n");
        }
        let found: String = played.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(found, hash, "{game}: {bots}");
    }
}
