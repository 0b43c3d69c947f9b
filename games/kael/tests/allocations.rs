//! `legal` with a warm buffer, `turn` and `apply` take nothing from the heap.

#![expect(unsafe_code, reason = "an allocator that counts is one")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use cards::Seed;
use game::{Game, Playout, Rng, Seat, Shuffles};
use kael::{Action, Kael, Rules};

struct Counting;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn play_does_not_allocate() {
    let rules = Rules::default();
    let mut actions: Vec<Action> = Vec::with_capacity(64);
    let mut rng = Rng::new(3);
    for number in 0..200 {
        let seats = 2 + (number % 7) as u8;
        let standing = Kael::start(&rules, seats).unwrap();
        let mut deal = Kael::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(number)));
        let before = COUNT.with(Cell::get);
        let mut acts = 0;
        while !deal.turn().is_over() && acts < 1_000 {
            let turn = deal.turn();
            for seat in Seat::all(seats) {
                actions.clear();
                deal.legal(seat, &mut actions);
            }
            let claim =
                turn.may().into_iter().find_map(|seat| deal.random(seat, &mut rng).map(|action| (seat, action)));
            let (seat, action) = claim.unwrap_or_else(|| {
                let seat = turn.must().first().unwrap();
                (seat, deal.random(seat, &mut rng).unwrap())
            });
            deal.apply(seat, action);
            acts += 1;
        }
        assert_eq!(COUNT.with(Cell::get), before, "deal {number}, {acts} acts");
    }
}
