//! The games of the catalog through their erased faces. All tests are one program, so that they are linked once; only
//! `allocations`, which has an allocator of its own, is another.

mod advice;
mod games;
mod lessons;
mod nets;
mod tables;
