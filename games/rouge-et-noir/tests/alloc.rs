//! Tests that `legal`, `apply`, `turn` and random choices do not allocate.
#![expect(unsafe_code, reason = "an allocator that counts")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use cards::Seed;
use game::{Game, Playout, Rng, Seat, Shuffles};
use rouge_et_noir::{FillEmpty, RougeEtNoir, Rules};

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: all calls are passed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller satisfies the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller satisfies the contract of `dealloc`.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn play_does_not_allocate() {
    let seat = Seat::new(0);
    let mut legal = Vec::with_capacity(102);
    for fill in [FillEmpty::Choice, FillEmpty::AtOnce] {
        let rules = Rules::new(fill, Some(1)).unwrap();
        let standing = RougeEtNoir::start(&rules, 1).unwrap();
        for number in 1..=20 {
            let mut deal = RougeEtNoir::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(number)));
            let mut rng = Rng::new(number);
            let before = COUNT.with(Cell::get);
            assert!(before > 0, "the allocator counts");
            for _ in 0..1_000 {
                if deal.turn().is_over() {
                    break;
                }
                legal.clear();
                deal.legal(seat, &mut legal);
                let _ = deal.clone().random(seat, &mut rng);
                deal.apply(seat, rng.pick(&legal));
            }
            assert_eq!(COUNT.with(Cell::get), before);
        }
    }
}
