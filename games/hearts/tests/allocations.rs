//! `legal`, with a warm buffer, and `apply` allocate nothing; nor do random play and the rule player's rollouts.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use cards::Seed;
use game::{Game, Hint, Playout, Rng, Shuffles};
use hearts::{Hearts, Rules};

thread_local!(static ALLOCATIONS: Cell<u64> = const { Cell::new(0) });

struct Counting;

#[expect(unsafe_code, reason = "an allocator is unsafe by its trait; this one counts and hands on")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn play_allocates_nothing() {
    let rules = Rules::default();
    let standing = Hearts::start(&rules, 4).unwrap();
    let mut legal = Vec::with_capacity(286);
    let mut rng = Rng::new(1);
    for number in 1..=200 {
        let mut deal = Hearts::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(number)));
        let before = ALLOCATIONS.get();
        let mut played = 0;
        while let Some(seat) = deal.turn().must().first() {
            legal.clear();
            deal.legal(seat, &mut legal);
            let rolled = deal.rollout(seat, &mut rng).expect("play waits for this seat");
            let drawn = deal.random(seat, &mut rng).expect("play waits for this seat");
            assert!(legal.contains(&rolled));
            deal.clone().apply(seat, rolled);
            deal.apply(seat, drawn);
            played += 1;
        }
        assert_eq!(played, 4 + 52);
        assert_eq!(ALLOCATIONS.get() - before, 0, "numbered deal {number}");
    }
    let before = ALLOCATIONS.get();
    drop(std::hint::black_box(vec![1]));
    assert_eq!(ALLOCATIONS.get() - before, 1, "the allocator counts");
}
