//! Tests of the server from outside, over HTTP and WebSocket. All are one program, so that they are linked once.

mod advice;
mod assist;
mod client;
mod closed;
mod devices;
mod doors;
mod engine;
mod engines;
mod fuzz;
mod health;
mod host;
mod limits;
mod numbers;
mod openapi;
mod others;
mod person;
mod replay;
mod results;
mod secrets;
mod starving;
mod stores;
mod stress;
mod tables;
mod test_server;
mod together;
mod work;
