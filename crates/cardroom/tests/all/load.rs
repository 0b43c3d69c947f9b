//! The load generator against a real server for a few seconds. Its measurements must be plausible, and a connection
//! must cost far less than the 128 KiB that sockets get by default (10.5 to 10.8 KiB here in a debug build).

use std::path::Path;

use load::{Scale, round};

#[test]
fn tables_of_four_play_under_load_and_idle_connections_cost_little() {
    let scale = Scale { tables: 4, warm_s: 0.5, counted_s: 2.0, rate: 20.0, idle: 400, champions: 2 };
    let cardroom = Path::new(env!("CARGO_BIN_EXE_cardroom"));
    let data = tempfile::tempdir().expect("a folder");
    let round = round(("this build", cardroom), data.path(), &scale, None, &|_| {}).expect("everybody plays");
    assert!(round.fast.moves > 40, "{round:?}");
    assert!(round.fast.moves_per_s > round.calm.moves_per_s, "{round:?}");
    // On a busy machine moves can be late, but they are never early.
    assert!(round.calm.moves > 10 && round.calm.moves_per_s <= 22.0, "{round:?}");
    for phase in [round.fast, round.calm] {
        assert!(phase.cpu_us > 0.0 && phase.p50_ms > 0.0 && phase.p50_ms <= phase.p99_ms, "{round:?}");
    }
    let champions = round.champions.expect("asked for");
    assert!(champions.answers > 10 && champions.p50_ms <= 50.0 && champions.cores > 0.05, "{round:?}");
    let idle = round.idle.expect("asked for");
    assert_eq!(idle.connections, 400);
    assert!(idle.kib > 1.0 && idle.kib < 16.0, "{round:?}");
}
