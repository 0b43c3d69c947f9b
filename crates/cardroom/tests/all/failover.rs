//! A sample of `cargo xtask cluster --trial` (docs/scale.md): the primary of the database is killed under play, and the supervisor of
//! docs/hosting.md promotes a standby. What is done to nodes has a module of its own (`nodes`).

use std::time::Duration;

use ::cluster::{ClusterPrograms, FailoverScale, failovers};

use crate::postgres_server::PROGRAMS;

#[test]
fn a_primary_that_is_killed_costs_no_move_and_play_goes_on() {
    let programs = ClusterPrograms {
        cardroom: env!("CARGO_BIN_EXE_cardroom").into(),
        postgres: PROGRAMS.clone(),
        supervisor: concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/hosting/supervisor.sh").into(),
    };
    let scale = FailoverScale { kills: 1, freezes: 1, cuts: 0, splits: 0, tables: 4, moves_per_s: 40.0 };
    let report = failovers(&programs, scale, &|_| {}).expect("play goes on");
    assert_eq!(report.losses, [""; 0], "{}", report.text);
    // A read that is under way at a primary that is gone may take half a minute: it is asked of the new one before.
    assert!(report.longest < Duration::from_secs(25), "{}", report.text);
    println!("{}", report.text);
}
