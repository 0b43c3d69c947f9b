//! Tests of searches in real games. They are one program, so that the code is linked only once.

mod decisive;
mod partners;
mod rouge_et_noir;
mod turning_point;
