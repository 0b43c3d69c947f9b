//! Tests that in every game `turn`, `legal` with a buffer that is large enough, `apply`, random play and the rule
//! player's rollouts do not allocate.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use cards::Seed;
use catalog::{CardGame, Visit, entries, visit};
use game::{Rng, Seat, Shuffles, Turn};

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

/// The maximum number of actions in a deal. A random solitaire, or Kaël by players who never call, might never end.
const CAP: u32 = 1_000;
/// The capacity of the buffer. No position has as many actions.
const MOST: usize = 20_000;

struct Play;

impl Visit for Play {
    type Output = u32;

    fn visit<G: CardGame>(self) -> u32 {
        let rules = G::Rules::default();
        let mut legal: Vec<G::Action> = Vec::with_capacity(MOST);
        let mut rng = Rng::new(1);
        let mut actions = 0;
        for number in 1..=10_000 {
            if number > 200 && actions > 10_000 {
                break;
            }
            let (least, most) = (u64::from(*G::seats().start()), u64::from(*G::seats().end()));
            let seats = (least + number % (most - least + 1)) as u8;
            let standing = G::start(&rules, seats).expect("seats of the game");
            let mut deal = G::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(number)));
            let before = ALLOCATIONS.get();
            for _ in 0..CAP {
                let Turn::Open { must, may } = deal.turn() else { break };
                // `legal` is also called for seats that cannot act, because the frames of their pages need it.
                for seat in Seat::all(seats) {
                    legal.clear();
                    deal.legal(seat, &mut legal);
                }
                let mut asked = may.chain(must);
                let cut = asked.find_map(|seat| deal.random(seat, &mut rng).map(|action| (seat, action)));
                let (seat, action) = cut.expect("a seat that must act has an action");
                std::hint::black_box(deal.rollout(seat, &mut rng));
                deal.apply(seat, action);
                actions += 1;
            }
            let advice = "the defaults of Playout::random and Policy::rollout allocate";
            assert_eq!(ALLOCATIONS.get() - before, 0, "{}, numbered deal {number}: {advice}", G::ID);
        }
        actions
    }
}

#[test]
fn play_allocates_nothing() {
    for entry in entries() {
        let actions = visit(entry.id, Play).expect("a game of the catalog");
        assert!(actions > 10_000, "{}: {actions}", entry.id);
    }
    let before = ALLOCATIONS.get();
    drop(std::hint::black_box(vec![1]));
    assert_eq!(ALLOCATIONS.get() - before, 1, "the allocator counts");
}
