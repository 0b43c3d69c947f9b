//! Searches in real games. All tests are one program, so that they are linked once.

mod partners;
mod rouge_et_noir;
mod turning_point;
