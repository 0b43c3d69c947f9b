//! A sample of `cargo xtask cluster --trial` (docs/scale.md): the primary of the database is killed under play, alone and with its Patroni.
//! Faults of nodes have a module of their own (`nodes`).

use load::{ClusterPrograms, FailoverScale, failovers};

use crate::postgres_server::PROGRAMS;

#[test]
fn a_primary_that_is_killed_costs_no_move_and_play_goes_on() {
    let programs = ClusterPrograms { cardroom: env!("CARGO_BIN_EXE_cardroom").into(), postgres: PROGRAMS.clone() };
    let scale = FailoverScale { kills: 1, losses: 0, freezes: 1, tables: 4, moves_per_s: 40.0 };
    let report = failovers(&programs, scale, &|_| {}).expect("play goes on");
    assert_eq!(report.losses, [""; 0], "{}", report.text);
    println!("{}", report.text);
}
