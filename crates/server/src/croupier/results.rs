//! What a finished deal was for each person at the table.

use game::{Seat, Viewer};
use store::DealResult;
use table::Position;

use super::Croupier;
use crate::time::now_ms;

impl Croupier {
    /// Notes the results of the last deal, once.
    pub(super) fn note_results(&mut self) {
        let position = self.table.position(Viewer::Public);
        if position.deals.len() > self.noted {
            self.noted = position.deals.len();
            let results = self.results(&position);
            if !results.is_empty() {
                drop(self.house.store.note_results(results));
            }
        }
    }

    /// A result for each seat that a person holds.
    fn results(&self, position: &Position) -> Vec<DealResult> {
        let Some((_, points, _)) = position.deals.last() else { return Vec::new() };
        let (setup, at_ms) = (&self.setup, now_ms());
        let seats = setup.seats.len() as u8;
        let persons = (0_u8..).zip(&setup.seats).filter_map(|(seat, seated)| Some((seat, seated.session?)));
        persons
            .map(|(seat, session)| DealResult {
                table: self.id.clone(),
                deal: position.deals.len() as u32 - 1,
                seat,
                session,
                game: setup.game.clone(),
                rules: setup.rules,
                options: setup.options.clone(),
                seats,
                points: points[usize::from(seat)],
                took_ms: position.winners.as_ref().map(|_| self.played_ms().cast_signed()),
                won: position.winners.as_ref().map(|winners| winners.contains(&Seat::new(seat))),
                assisted: self.table.counts_as_assisted() || self.table.advised().has(Seat::new(seat)),
                daily: self.settings.daily,
                at_ms,
            })
            .collect()
    }
}
