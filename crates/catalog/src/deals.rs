//! Numbered deals of a solitaire: the deal of the day, search by level, rating.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use cards::Seed;
use game::{Shuffles, Verdict, Viewer, read_options, write_value};
use search::solve::{self, Budget, RESHUFFLES, SolveResult, Thoughtful};
use serde_json::{Map, Value};

use crate::{CatalogError, Solitaire, VisitSolitaire, visit_solitaire};

/// The difference between the first deal numbers of two consecutive days.
const A_DAY: u64 = 1000;

/// The difficulty of a numbered deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rated {
    /// The verdict on the deal with all cards known.
    pub verdict: Verdict,
    /// The width of the narrowest beam that wins the deal; 0 if a few positions are enough. Valid only if the deal can
    /// be won.
    pub width: usize,
    /// The number of deals with the hidden cards shuffled again.
    pub reshuffles: u32,
    /// The number of these deals won by a player that does not see the stock.
    pub blind_won: u32,
}

/// Returns the deal of a day, for a date such as 20261121. Each day has a thousand deal numbers. The deal of the day is
/// the first of these deals that the solver wins with the usual options (docs/bots/records.md). `None` if `cancel` was
/// set.
///
/// # Errors
/// If the game cannot be solved.
pub fn daily(game: &str, date: u32, cancel: &AtomicBool) -> Result<Option<u64>, CatalogError> {
    let first = u64::from(date) * A_DAY;
    first_won(game, &Map::new(), (&Budget::usual(), 0), first..first + A_DAY, cancel)
}

/// Returns a spectator's view of a numbered deal before its first action, with the usual options.
///
/// # Errors
/// If the game cannot be solved.
pub fn opening(game: &str, number: u64) -> Result<Value, CatalogError> {
    struct DealOpening(u64);
    impl VisitSolitaire for DealOpening {
        type Output = Result<Value, CatalogError>;
        fn visit<G: Solitaire>(self) -> Self::Output {
            let view = dealt::<G>(&rules::<G>(&Map::new())?, self.0).view(Viewer::Public);
            Ok(write_value(&view))
        }
    }
    visit_solitaire(game, DealOpening(number))?
}

/// Returns the first deal in `numbers` whose narrowest winning beam is wider than `easier` and at most `widest` wide.
/// `None` if there is none, or if the search was cancelled.
///
/// # Errors
/// If the game cannot be solved, or the options do not fit it.
pub fn find_deal(
    game: &str,
    options: &Map<String, Value>,
    (easier, widest): (usize, usize),
    numbers: Range<u64>,
    cancel: &AtomicBool,
) -> Result<Option<u64>, CatalogError> {
    let widths = [1, 8, 64, 512].into_iter().filter(|&width| width <= widest).collect();
    let budget = Budget { widths, exact: 0, ..Budget::quick() };
    first_won(game, options, (&budget, easier), numbers, cancel)
}

/// Returns the difficulty of a numbered deal. `None` if `cancel` was set.
///
/// # Errors
/// If the game cannot be solved, or the options do not fit it.
pub fn rate_deal(
    game: &str,
    options: &Map<String, Value>,
    deal: u64,
    cancel: &AtomicBool,
) -> Result<Option<Rated>, CatalogError> {
    struct Rate<'a>(&'a Map<String, Value>, u64, &'a AtomicBool);
    impl VisitSolitaire for Rate<'_> {
        type Output = Result<Option<Rated>, CatalogError>;
        fn visit<G: Solitaire>(self) -> Self::Output {
            let Rate(options, number, cancel) = self;
            let rules = rules::<G>(options)?;
            let budget = Budget::usual().up_to(512);
            let found = solve::difficulty(&rules, &dealt::<G>(&rules, number), (&budget, RESHUFFLES), number, cancel);
            Ok(found.map(|found| {
                let (verdict, width) = match found.thoughtful {
                    Thoughtful::Beam(width) => (Verdict::Winnable, width),
                    Thoughtful::Lost => (Verdict::Lost, 0),
                    Thoughtful::Unknown => (Verdict::Unknown, 0),
                };
                Rated { verdict, width, reshuffles: found.of, blind_won: found.won }
            }))
        }
    }
    visit_solitaire(game, Rate(options, deal, cancel))?
}

fn first_won(
    game: &str,
    options: &Map<String, Value>,
    (budget, easier): (&Budget, usize),
    numbers: Range<u64>,
    cancel: &AtomicBool,
) -> Result<Option<u64>, CatalogError> {
    struct FindDeal<'a>(&'a Map<String, Value>, &'a Budget, usize, Range<u64>, &'a AtomicBool);
    impl VisitSolitaire for FindDeal<'_> {
        type Output = Result<Option<u64>, CatalogError>;
        fn visit<G: Solitaire>(self) -> Self::Output {
            let FindDeal(options, budget, easier, mut numbers, cancel) = self;
            let rules = rules::<G>(options)?;
            let fits = |number: &u64| {
                let solution = solve::solve(&rules, &dealt::<G>(&rules, *number), budget, cancel);
                let found = matches!(solution.result, SolveResult::Won(_)) && (easier == 0 || solution.width > easier);
                found || cancel.load(Ordering::Relaxed)
            };
            Ok(numbers.find(fits).filter(|_| !cancel.load(Ordering::Relaxed)))
        }
    }
    visit_solitaire(game, FindDeal(options, budget, easier, numbers, cancel))?
}

fn rules<G: Solitaire>(options: &Map<String, Value>) -> Result<G::Rules, CatalogError> {
    read_options(options).map_err(|error| CatalogError::new("options", error))
}

fn dealt<G: Solitaire>(rules: &G::Rules, number: u64) -> G {
    let standing = G::start(rules, 1).expect("a solitaire has one seat");
    G::deal(rules, &standing, Shuffles::from_seed(Seed::numbered(number)))
}
