//! Tests of every game of the catalog through its type-erased interfaces. All tests are one program, because each
//! further program links everything again. Only `allocations` is a separate program, because it has its own allocator.

mod advice;
mod games;
mod lessons;
mod nets;
mod puzzles;
mod tables;
