//! Numbered deals: found by level, and rated.

use std::sync::atomic::AtomicBool;

use protocol::{DealLevel, DealWish, RatedDeal, Verdict};

use crate::{BadRequest, MAX_DEAL};

/// The highest deal number at which a search begins: short numbers can be said aloud.
const PICKED_FROM: u64 = 10_000_000;

/// A search for a deal that somebody wishes.
#[derive(Clone, Debug)]
pub struct DealSearch(DealWish);

impl DealSearch {
    /// Checks what somebody wishes.
    ///
    /// # Errors
    /// Says what cannot be had.
    pub fn read(wish: DealWish) -> Result<DealSearch, BadRequest> {
        catalog::options(&wish.game, &wish.options.clone().unwrap_or_default())?;
        if wish.deal.is_some_and(|deal| deal > MAX_DEAL) {
            return Err(BadRequest::new("deal", format!("A deal's number is at most {MAX_DEAL}.")));
        }
        Ok(DealSearch(wish))
    }

    /// Searches for it, from a random number on, and rates it. It may take some seconds.
    ///
    /// # Errors
    /// If there is none, or it was not found before the search was cancelled.
    pub fn find(self, random: u64, cancel: &AtomicBool) -> Result<RatedDeal, BadRequest> {
        let DealWish { game, options, deal, level } = self.0;
        let options = options.unwrap_or_default();
        let deal = match deal {
            Some(deal) => Some(deal),
            None => catalog::find_deal(&game, &options, widths(level), random % PICKED_FROM, cancel)?,
        };
        let rated = match deal {
            Some(deal) => catalog::rate_deal(&game, &options, deal, cancel)?.map(|rated| (deal, rated)),
            None => None,
        };
        let words = "No deal of this level found in time. Try again, or choose another level.";
        let (deal, rated) = rated.ok_or_else(|| BadRequest::new("no_deal", words))?;
        let won = rated.verdict == Verdict::Winnable;
        Ok(RatedDeal {
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
        })
    }
}

/// For a level: the widest beam that must fail, and the widest that is tried.
fn widths(level: Option<DealLevel>) -> (usize, usize) {
    match level {
        None => (0, 512),
        Some(DealLevel::Easy) => (0, 1),
        Some(DealLevel::Medium) => (1, 8),
        Some(DealLevel::Hard) => (8, 512),
    }
}
