//! Tests that use the `cardroom` command as people do. All tests are one program, because each further program links
//! everything again.

#[cfg(unix)]
mod admin;
mod analyse;
mod arena;
mod backup;
mod certificates;
#[path = "../../../server/tests/all/client.rs"]
mod client;
#[cfg(unix)]
mod compose;
#[cfg(unix)]
mod copy;
#[cfg(unix)]
mod costs;
#[cfg(target_os = "linux")]
mod disk;
#[cfg(unix)]
mod drill;
#[path = "../../../server/tests/all/engine.rs"]
mod engine;
mod engines;
mod entropy;
#[cfg(target_os = "linux")]
mod failover;
#[cfg(unix)]
mod files;
mod forecast;
mod forged;
mod health;
#[cfg(unix)]
mod hostile;
mod hostile_guests;
mod load;
mod logs;
mod monitoring;
mod new_games;
#[cfg(unix)]
mod node_drain;
#[cfg(unix)]
mod node_engines;
#[cfg(unix)]
mod node_forwarding;
#[cfg(unix)]
mod node_list;
#[cfg(unix)]
mod node_options;
#[cfg(unix)]
mod node_people;
#[cfg(unix)]
mod nodes;
#[cfg(target_os = "linux")]
mod packages;
mod play;
mod play_at_server;
mod player;
#[cfg(unix)]
mod postgres;
#[cfg(unix)]
mod postgres_drill;
#[cfg(unix)]
#[path = "../../../store/tests/all/postgres_server.rs"]
mod postgres_server;
mod progress;
#[cfg(unix)]
#[path = "../../../store/tests/all/proxy.rs"]
#[allow(dead_code)]
mod proxy;
mod pty;
mod puzzles;
mod records;
mod running;
mod serve;
mod simulate;
mod solve;
#[cfg(target_os = "linux")]
mod support;
#[cfg(unix)]
mod test_cluster;
mod upgrade;
