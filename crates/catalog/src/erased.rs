//! A type-erased bot, for type-erased tables.

use std::sync::atomic::AtomicBool;

use game::Game;
use search::{Ask, Bot};
use table::{AnyBot, Question};

/// A bot of a game as an [`AnyBot`].
pub(crate) struct Erased<G: Game>(pub(crate) Box<dyn Bot<G>>);

impl<G: Game> AnyBot for Erased<G> {
    /// # Panics
    /// If the question belongs to another game, or the bot's answer is not legal. Both are bugs.
    fn answer(&mut self, question: Question, cancel: &AtomicBool) -> Option<String> {
        let own = "a table asks bots of its own game";
        let Question { seat, must, view, legal, .. } = question;
        let view: Box<G::View> = view.downcast().expect(own);
        let legal: Box<Vec<G::Action>> = legal.downcast().expect(own);
        match self.0.decide(Ask { seat, view: &view, legal: &legal, must, cancel }) {
            Some(action) => {
                assert!(legal.binary_search(&action).is_ok(), "a bot of {} answered {action}: not legal", G::ID);
                Some(action.to_string())
            }
            None => {
                assert!(!must, "a bot of {} had no answer though play waits for it", G::ID);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Seat, Viewer};
    use schwarze_dame::SchwarzeDame;
    use search::{Level, Simulations, level};
    use table::{AnyTable, Intent, Setup, Table};

    fn table() -> Table<SchwarzeDame> {
        let serde_json::Value::Object(options) = serde_json::json!({"deals": 1}) else { unreachable!() };
        Table::new(Setup {
            game: "schwarze-dame",
            rules: 1,
            options,
            names: ["a", "b", "c", "d"].map(str::to_owned).to_vec(),
            seed: cards::Seed::numbered(5),
            number: None,
        })
        .unwrap()
    }

    #[test]
    fn bots_play_a_deal_at_a_table() {
        for name in [Level::Random, Level::Club] {
            let mut table = table();
            let mut bots: Vec<Erased<SchwarzeDame>> =
                (0..4).map(|seed| Erased(level(name, Simulations::USUAL, seed))).collect();
            let cancel = AtomicBool::new(false);
            while let Some(seat) = table.must().first() {
                assert!(table.question(seat.after(1, 4)).is_none(), "nobody else is asked");
                let question = table.question(seat).unwrap();
                let at = question.at;
                let answer = bots[seat.index()].answer(question, &cancel).unwrap();
                let accepted = table.check(Intent::Act { seat, at: Some(at), action: &answer }).unwrap();
                table.apply(accepted);
            }
            assert_eq!(table.position(Viewer::Public).deals.len(), 1);
        }
    }

    #[test]
    #[should_panic(expected = "bots of its own game")]
    fn a_question_of_another_game_is_a_bug() {
        let question = Question { seat: Seat::new(0), at: 1, must: true, view: Box::new(1), legal: Box::new(2) };
        Erased::<SchwarzeDame>(level(Level::Club, Simulations::USUAL, 1)).answer(question, &AtomicBool::new(false));
    }
}
