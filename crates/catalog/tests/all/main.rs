//! Tests of every game of the catalog through its type-erased interfaces. All tests are one program, because each
//! further program links everything again. `allocations` is a separate program because it has its own allocator, and
//! `second_solitaire` because it lists the test games.

mod advice;
mod games;
mod lessons;
mod nets;
mod practice;
mod puzzles;
mod solitaires;
mod tables;
