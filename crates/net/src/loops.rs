//! The inner loops of a pass, over slices of the same length.
//!
//! On native targets they are plain loops, which the compiler turns into vector instructions. The module for browsers
//! is compiled for size, so its loops stay plain. `simd128` writes the same sums with 128-bit vectors for browsers that
//! have them.

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub(crate) use plain::{add, add_times, dot};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) use simd128::{add, add_times, dot};

mod plain {
    #[inline(always)]
    pub(crate) fn add(sums: &mut [i32], row: &[i32]) {
        for (sum, &weight) in sums.iter_mut().zip(row) {
            *sum += weight;
        }
    }

    #[inline(always)]
    pub(crate) fn add_times(sums: &mut [i32], row: &[i32], factor: i32) {
        for (sum, &weight) in sums.iter_mut().zip(row) {
            *sum += factor * weight;
        }
    }

    #[inline(always)]
    pub(crate) fn dot(a: &[i16], b: &[i16]) -> i32 {
        let mut sum = 0;
        for (&a, &b) in a.iter().zip(b) {
            sum += i32::from(a) * i32::from(b);
        }
        sum
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128 {
    use core::arch::wasm32::{i32x4_add, i32x4_dot_i16x8, i32x4_mul, i32x4_splat, v128};

    use pulp::bytemuck::cast;

    use super::plain;

    pub(crate) fn add(sums: &mut [i32], row: &[i32]) {
        let (fours, rest) = sums.as_chunks_mut::<4>();
        let (row_fours, row_rest) = row.as_chunks::<4>();
        for (sum, weights) in fours.iter_mut().zip(row_fours) {
            *sum = cast(i32x4_add(cast(*sum), cast(*weights)));
        }
        plain::add(rest, row_rest);
    }

    pub(crate) fn add_times(sums: &mut [i32], row: &[i32], factor: i32) {
        let (fours, rest) = sums.as_chunks_mut::<4>();
        let (row_fours, row_rest) = row.as_chunks::<4>();
        let factors = i32x4_splat(factor);
        for (sum, weights) in fours.iter_mut().zip(row_fours) {
            *sum = cast(i32x4_add(cast(*sum), i32x4_mul(factors, cast(*weights))));
        }
        plain::add_times(rest, row_rest, factor);
    }

    pub(crate) fn dot(a: &[i16], b: &[i16]) -> i32 {
        let (a_eights, a_rest) = a.as_chunks::<8>();
        let (b_eights, b_rest) = b.as_chunks::<8>();
        let mut sums: v128 = i32x4_splat(0);
        for (&a, &b) in a_eights.iter().zip(b_eights) {
            sums = i32x4_add(sums, i32x4_dot_i16x8(cast(a), cast(b)));
        }
        let sums: [i32; 4] = cast(sums);
        sums.into_iter().sum::<i32>() + plain::dot(a_rest, b_rest)
    }
}
