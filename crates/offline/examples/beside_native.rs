//! A program that compares two forms of the card room: native code, and a module in a browser or in Node. It plays
//! seeded matches and hashes all messages in them, and it does the work that is timed.
//! `crates/offline/tests/beside_native.mjs` and `web/test/module.e2e.ts` run both forms and compare the results.
//!
//! ```text
//! beside_native hashes 1 50          a line for each game and seed: the hash of a match
//! beside_native transcript kael expert 1   every message of a match with three bots of this level
//! beside_native playouts             random deals a second, of each game
//! beside_native solve 1 100          milliseconds for each numbered deal of Rouge et Noir
//! ```

#![expect(unsafe_code, reason = "a function that JavaScript calls keeps its name")]

#[path = "../tests/all/page.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod page;
#[path = "../tests/all/seeded.rs"]
mod seeded;

use std::cell::RefCell;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use cards::Seed;
use catalog::{CardGame, Solitaire, Visit, VisitSolitaire};
use game::{Rng, Shuffles, playout};
use page::{Kept, Page};
use search::solve::{self, Budget, SolveResult};

/// The greatest number of actions of a deal, which no deal reaches.
const CAP: u32 = 5_000;

/// Returns the games in the order of the catalog. JavaScript refers to a game by its index in this list.
fn games() -> Vec<&'static str> {
    catalog::entries().iter().map(|entry| entry.id).collect()
}

/// Plays deals at random, and returns the number of actions.
fn play_out(game: &str, deals: u32) -> u64 {
    struct PlayOut(u32);
    impl Visit for PlayOut {
        type Output = u64;
        fn visit<G: CardGame>(self) -> u64 {
            let rules = G::Rules::default();
            let seats = 4.clamp(*G::seats().start(), *G::seats().end());
            let standing = G::start(&rules, seats).expect("seats of the game");
            let deal = G::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(1)));
            let mut rng = Rng::new(1);
            (0..self.0).map(|_| u64::from(playout(&mut deal.clone(), &mut rng, CAP))).sum()
        }
    }
    catalog::visit(game, PlayOut(deals)).expect("a game of the catalog")
}

/// Solves a numbered deal of Rouge et Noir. Returns 1 if it was won, 0 if it is lost, and 2 if the search proved
/// neither.
fn solve_deal(deal: u64) -> u32 {
    struct SolveOne(u64);
    impl VisitSolitaire for SolveOne {
        type Output = u32;
        fn visit<G: Solitaire>(self) -> u32 {
            let rules = G::Rules::default();
            let standing = G::start(&rules, 1).expect("one seat");
            let deal = G::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(self.0)));
            match solve::solve(&rules, &deal, &Budget::usual(), &AtomicBool::new(false)).result {
                SolveResult::Won(_) => 1,
                SolveResult::Lost => 0,
                SolveResult::Unknown => 2,
            }
        }
    }
    catalog::visit_solitaire("rouge-et-noir", SolveOne(deal)).expect("a solitaire")
}

thread_local! {
    static HASH: RefCell<[u8; 32]> = const { RefCell::new([0; 32]) };
}

/// Returns the address of the hash of the match with this seed. The 32 bytes are valid until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn hash(game: u32, seed: u32) -> *const u8 {
    HASH.with_borrow_mut(|hash| {
        *hash = seeded::hash(games()[game as usize], seed.into());
        hash.as_ptr()
    })
}

/// Plays deals of a game at random.
#[unsafe(no_mangle)]
pub extern "C" fn playouts(game: u32, deals: u32) -> u32 {
    play_out(games()[game as usize], deals) as u32
}

/// Solves a numbered deal of Rouge et Noir.
#[unsafe(no_mangle)]
pub extern "C" fn solve(deal: u32) -> u32 {
    solve_deal(deal.into())
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<u64>().expect("a number");
    match arguments[..] {
        ["hashes", from, to] => {
            for (game, seed) in
                games().iter().flat_map(|game| (number(from)..=number(to)).map(move |seed| (game, seed)))
            {
                let hash: String = seeded::hash(game, seed).iter().map(|byte| format!("{byte:02x}")).collect();
                println!(r#"{{"game":"{game}","seed":{seed},"hash":"{hash}"}}"#);
            }
        }
        ["transcript", game, level, seed] => {
            let mut page = Page::with_transcript(number(seed));
            seeded::play(&mut page, seeded::short_table(game, level));
            let Kept::Transcript(lines) = page.kept else { unreachable!("a transcript is kept") };
            lines.iter().for_each(|line| println!("{line}"));
        }
        ["playouts"] => {
            for game in games() {
                let (mut deals, began) = (0, Instant::now());
                while began.elapsed().as_secs_f64() < 1.0 {
                    play_out(game, 100);
                    deals += 100;
                }
                println!(
                    r#"{{"game":"{game}","deals_a_second":{}}}"#,
                    f64::from(deals) / began.elapsed().as_secs_f64()
                );
            }
        }
        ["solve", from, to] => {
            for deal in number(from)..=number(to) {
                let began = Instant::now();
                let result = solve_deal(deal);
                println!(r#"{{"deal":{deal},"result":{result},"ms":{}}}"#, began.elapsed().as_secs_f64() * 1e3);
            }
        }
        _ => {
            eprintln!("usage: beside_native hashes FROM TO | transcript GAME LEVEL SEED | playouts | solve FROM TO");
            std::process::exit(2);
        }
    }
}
