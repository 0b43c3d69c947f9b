//! `legal` with a warm buffer and `apply` do not allocate.
#![allow(unsafe_code, reason = "counting allocations takes an allocator")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use game::{Game, Playout, Rng, Shuffles, Turn};
use la_dame_noire::{LaDameNoire, Rules};

struct Counting;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: hands everything on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn legal_and_apply_do_not_allocate() {
    let rules = Rules::default();
    let mut standing = LaDameNoire::start(&rules, 4).unwrap();
    let mut rng = Rng::new(1);
    let mut legal = Vec::with_capacity(20_000);
    let mut actions = 0;
    for number in 0..60 {
        standing.dealer = standing.dealer.after(1, 4);
        let mut deal = LaDameNoire::deal(&rules, &standing, Shuffles::from_seed(cards::Seed::numbered(number)));
        let before = COUNT.with(Cell::get);
        while let Turn::Open { must, may } = deal.turn() {
            for seat in must | may {
                legal.clear();
                deal.legal(seat, &mut legal);
            }
            let (seat, action) = may
                .chain(must)
                .find_map(|seat| deal.random(seat, &mut rng).map(|action| (seat, action)))
                .expect("a seat that must act has an action");
            deal.apply(seat, action);
            actions += 1;
        }
        assert_eq!(COUNT.with(Cell::get), before, "deal {number}");
    }
    assert!(actions > 3_000);
}
