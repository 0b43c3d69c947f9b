//! Sorting where speed does not matter. The compiler makes a copy of the standard library's sort for each type and each
//! comparison. A copy takes 5 to 13 KB, and all copies together take a tenth of the module for browsers.

use std::cmp::Ordering;

/// Sorts items and keeps the order of equal ones, like [`slice::sort_by`], with a twentieth of the code. It allocates
/// a number for each item and calls the comparison by pointer, so it is too slow for thousands of calls a second.
///
/// ```
/// let mut words = ["trump", "suit", "deal", "trick"];
/// game::sort_compactly(&mut words, |one, other| one.len().cmp(&other.len()));
/// assert_eq!(words, ["suit", "deal", "trump", "trick"]);
/// ```
pub fn sort_compactly<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut from = order(items.len(), &|one, other| compare(&items[one], &items[other]));
    // The permutation consists of cycles. Each place of a cycle gets the item of the next place.
    for first in 0..from.len() {
        let mut place = first;
        while from[place] != first {
            let next = from[place];
            items.swap(place, next);
            from[place] = place;
            place = next;
        }
        from[place] = place;
    }
}

/// Returns, for each place after the sort, the place that its item had before.
fn order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|&one, &other| compare(one, other));
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    #[test]
    fn it_does_what_the_standard_sort_does() {
        let mut rng = Rng::stream(7, 0);
        for count in 0..200 {
            let mut items: Vec<(u32, usize)> = (0..count).map(|place| (rng.below(20), place)).collect();
            let mut same = items.clone();
            sort_compactly(&mut items, |one, other| one.0.cmp(&other.0));
            same.sort_by_key(|one| one.0);
            assert_eq!(items, same);
        }
    }
}
