//! A sample of `cargo xtask cluster --trial` (docs/measurements/scale.md). During play, nodes and primaries of the
//! database are killed, and nodes are stopped for longer than their lease.

use load::{Blow, ClusterPrograms, blows};

use crate::postgres_server::PROGRAMS;

#[test]
fn a_part_that_is_killed_or_stopped_costs_no_move_and_play_goes_on() {
    let programs = ClusterPrograms { cardroom: env!("CARGO_BIN_EXE_cardroom").into(), postgres: PROGRAMS.clone() };
    let all = [(Blow::KillNode, 3), (Blow::FreezeNode, 1), (Blow::KillPrimary, 1), (Blow::FreezePrimary, 1)];
    let report = blows(&programs, &all, (4, 40.0), &|_| {}).expect("play goes on");
    assert_eq!(report.losses, [""; 0], "{}", report.text);
    println!("{}", report.text);
}
