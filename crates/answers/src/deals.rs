//! Numbered deals: search by level, and rating.

use std::sync::atomic::{AtomicBool, Ordering};

use protocol::{DealLevel, DealWish, RatedDeal, Verdict};

use crate::{BadRequest, MAX_DEAL};

/// The upper limit of the number at which a search begins. With this limit, people can say the numbers of deals aloud.
const PICKED_FROM: u64 = 10_000_000;

/// The maximum number of deals that a search tries, which takes a few seconds. The limit is not a time, because a busy
/// machine would then find less.
const SEARCHED: u64 = 6000;
const STEP: u64 = 100;

/// A search for a requested deal.
#[derive(Clone, Debug)]
pub struct DealSearch {
    wish: DealWish,
    tried: u64,
}

impl DealSearch {
    /// Checks a request for a deal.
    ///
    /// # Errors
    /// If the request cannot be carried out. The error says why.
    pub fn read(wish: DealWish) -> Result<DealSearch, BadRequest> {
        catalog::options(&wish.game, &wish.options.clone().unwrap_or_default())?;
        if wish.deal.is_some_and(|deal| deal > MAX_DEAL) {
            return Err(BadRequest::new("deal", format!("A deal's number is at most {MAX_DEAL}.")));
        }
        Ok(DealSearch { wish, tried: 0 })
    }

    /// Finds the deal and rates it. The search starts at a random number and may take some seconds.
    ///
    /// # Errors
    /// If no deal was found, or the search was cancelled.
    pub fn find(mut self, random: u64, cancel: &AtomicBool) -> Result<RatedDeal, BadRequest> {
        loop {
            if let Some(found) = self.step(random, cancel)? {
                return Ok(found);
            }
        }
    }

    /// Does the next step of the search. Returns `None` if another step must follow.
    ///
    /// # Errors
    /// If no deal was found, or the search was cancelled.
    pub fn step(&mut self, random: u64, cancel: &AtomicBool) -> Result<Option<RatedDeal>, BadRequest> {
        let DealWish { game, options, deal, level } = &self.wish;
        let options = options.clone().unwrap_or_default();
        let from = random % PICKED_FROM + self.tried;
        let deal = match deal {
            Some(deal) => Some(*deal),
            None => catalog::find_deal(game, &options, widths(*level), from..from + STEP, cancel)?,
        };
        self.tried += STEP;
        if deal.is_none() && self.tried < SEARCHED && !cancel.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let rated = match deal {
            Some(deal) => catalog::rate_deal(game, &options, deal, cancel)?.map(|rated| (deal, rated)),
            None => None,
        };
        let words = "No deal of this level found. Try again, or choose another level.";
        let (deal, rated) = rated.ok_or_else(|| BadRequest::new("no_deal", words))?;
        let won = rated.verdict == Verdict::Winnable;
        Ok(Some(RatedDeal {
            deal,
            verdict: rated.verdict,
            level: won.then_some(match rated.width {
                0 | 1 => DealLevel::Easy,
                2..=8 => DealLevel::Medium,
                _ => DealLevel::Hard,
            }),
            width: won.then_some(rated.width as u32),
            reshuffles: rated.reshuffles,
            blind_won: rated.blind_won,
        }))
    }
}

/// For a level, returns the width of the widest beam that must not win the deal, and of the widest beam to try.
fn widths(level: Option<DealLevel>) -> (usize, usize) {
    match level {
        None => (0, 512),
        Some(DealLevel::Easy) => (0, 1),
        Some(DealLevel::Medium) => (1, 8),
        Some(DealLevel::Hard) => (8, 512),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The budget is a number of deals, so a slow machine tries as many as a fast one.
    #[test]
    fn a_search_goes_on_step_by_step_and_finds_what_it_finds_at_once() {
        let go_on = AtomicBool::new(false);
        let wish = |level| DealWish { game: "rouge-et-noir".to_owned(), level: Some(level), ..DealWish::default() };
        let easy = DealSearch::read(wish(DealLevel::Easy)).expect("a wish");
        let found = easy.clone().step(7, &go_on).expect("one of a hundred is easy").expect("in the first step");
        assert_eq!((found.deal, found.level), (easy.find(7, &go_on).expect("found").deal, Some(DealLevel::Easy)));
        // One deal in two thousand is hard.
        let mut hard = DealSearch::read(wish(DealLevel::Hard)).expect("a wish");
        assert!(hard.step(1, &go_on).expect("there are more").is_none() && hard.tried == STEP);
        hard.tried = SEARCHED - STEP;
        assert_eq!(hard.step(1, &go_on).expect_err("it was the last step").key, "no_deal");
        assert_eq!(hard.step(1, &AtomicBool::new(true)).expect_err("it is cancelled").key, "no_deal");
    }
}
