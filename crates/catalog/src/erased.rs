//! A type-erased bot, for type-erased tables.

use std::sync::atomic::AtomicBool;

use game::{Game, Rng, Seat};
use search::{Ask, Bot, SharedDecision, play_part};
use table::{AnyBot, AnySearch, BotSearch, Question};

/// A bot of some game as an [`AnyBot`].
pub(crate) struct Erased<G: Game>(Box<dyn Bot<G>>);

impl<G: Game> Erased<G> {
    /// Forgets the type.
    pub(crate) fn new(bot: Box<dyn Bot<G>>) -> Erased<G> {
        Erased(bot)
    }
}

impl<G: Game> AnyBot for Erased<G> {
    /// # Panics
    /// If the question is of another game's table, or the bot answers with what is not legal: bugs.
    fn answer(&mut self, question: Question, cancel: &AtomicBool) -> Option<String> {
        let asked = TypedQuestion::<G>::of(question);
        let answer = self.0.decide(asked.ask(cancel));
        asked.written(answer)
    }

    /// # Panics
    /// If the question is of another game's table: a bug.
    fn begin(&mut self, question: Question) -> Result<Box<dyn BotSearch>, Question> {
        let asked = TypedQuestion::<G>::of(question);
        match self.0.begin(&asked.ask(&AtomicBool::new(false))) {
            Some(search) => Ok(Box::new(ErasedSearch { asked, search })),
            None => Err(asked.question()),
        }
    }

    fn end(&mut self, search: &dyn BotSearch) -> Option<String> {
        let (answer, rng) = search.choice();
        self.0.end(rng);
        answer
    }
}

/// A question in the types of its game.
struct TypedQuestion<G: Game> {
    seat: Seat,
    at: u32,
    must: bool,
    view: Box<G::View>,
    legal: Vec<G::Action>,
}

impl<G: Game> TypedQuestion<G> {
    fn of(question: Question) -> TypedQuestion<G> {
        let Question { seat, at, must, view, legal } = question;
        let own = "a table asks bots of its own game";
        TypedQuestion { seat, at, must, view: view.downcast().expect(own), legal: *legal.downcast().expect(own) }
    }

    fn question(self) -> Question {
        let TypedQuestion { seat, at, must, view, legal } = self;
        Question { seat, at, must, view, legal: Box::new(legal) }
    }

    fn ask<'a>(&'a self, cancel: &'a AtomicBool) -> Ask<'a, G> {
        Ask { seat: self.seat, view: &self.view, legal: &self.legal, must: self.must, cancel }
    }

    /// The answer in notation.
    fn written(&self, answer: Option<G::Action>) -> Option<String> {
        match answer {
            Some(action) => {
                assert!(self.legal.binary_search(&action).is_ok(), "a bot of {} answered {action}: not legal", G::ID);
                Some(action.to_string())
            }
            None => {
                assert!(!self.must, "a bot of {} had no answer though play waits for it", G::ID);
                None
            }
        }
    }
}

/// A bot's search as an [`AnySearch`].
struct ErasedSearch<G: Game> {
    asked: TypedQuestion<G>,
    search: Box<dyn SharedDecision<G>>,
}

impl<G: Game> AnySearch for ErasedSearch<G> {
    fn draw(&mut self) -> bool {
        self.search.draw(&self.asked.ask(&AtomicBool::new(false)), usize::MAX);
        self.search.drawn() > 0
    }

    fn play(&mut self, part: usize, parts: usize) -> Vec<f64> {
        play_part(&mut *self.search, &self.asked.ask(&AtomicBool::new(false)), part, parts)
    }

    fn expected(&self) -> usize {
        self.search.drawn() * self.search.candidates()
    }

    fn meet(&mut self, values: &[f64]) {
        self.search.meet(values);
    }
}

impl<G: Game> BotSearch for ErasedSearch<G> {
    fn choice(&self) -> (Option<String>, Rng) {
        let (answer, rng) = self.search.choice();
        (self.asked.written(answer), rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Seat, Viewer};
    use schwarze_dame::SchwarzeDame;
    use search::{Endings, Level, Rollouts, Simulations, level};
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
                (0..4).map(|seed| Erased::new(level(name, Simulations::USUAL, seed))).collect();
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

    /// Whether or not its search can be shared, each bot decides as it does alone.
    #[test]
    fn a_decision_is_the_same_for_any_number_of_workers() {
        let never = AtomicBool::new(false);
        for (name, is_shared) in [
            (Level::Club, false),
            (Level::Master, true),
            (Level::Pimc(60, Endings::Rule), true),
            (Level::Pimc(60, Endings::Exact), false),
            (Level::Search2026(60), true),
            (Level::Close(60), true),
            (Level::NetRollouts(60), true),
            (Level::Ismcts(60, Rollouts::Rule), false),
            (Level::Advice(60), false),
        ] {
            let mut table = table();
            let bot = || Erased::<SchwarzeDame>::new(level(name, Simulations::USUAL, 7));
            let (mut alone, mut workers) = (bot(), [bot(), bot(), bot()]);
            let mut shared = 0;
            for _ in 0..12 {
                let seat = table.must().first().expect("the deal goes on");
                let question = || table.question(seat).unwrap();
                let expected = alone.answer(question(), &never).unwrap();
                let begun = workers.each_mut().map(|worker| worker.begin(question()).map_err(drop));
                if begun.iter().all(Result::is_ok) {
                    shared += 1;
                    let mut searches = begun.map(|search| search.expect("it has begun"));
                    while searches.each_mut().map(|search| search.draw())[0] {
                        let parts = searches.iter_mut().enumerate().flat_map(|(part, search)| search.play(part, 3));
                        let values: Vec<f64> = parts.collect();
                        assert!(searches.iter().all(|search| search.expected() == values.len()), "{name:?}");
                        searches.iter_mut().for_each(|search| search.meet(&values));
                    }
                    for (worker, search) in workers.iter_mut().zip(&searches) {
                        assert_eq!(worker.end(&**search).as_ref(), Some(&expected), "{name:?}");
                    }
                } else {
                    assert!(begun.iter().all(Result::is_err), "{name:?}");
                    for worker in &mut workers {
                        assert_eq!(worker.answer(question(), &never).as_ref(), Some(&expected), "{name:?}");
                    }
                }
                let at = question().at;
                let accepted = table.check(Intent::Act { seat, at: Some(at), action: &expected }).unwrap();
                table.apply(accepted);
            }
            assert_eq!(shared > 0, is_shared, "{name:?}");
        }
    }

    #[test]
    #[should_panic(expected = "bots of its own game")]
    fn a_question_of_another_game_is_a_bug() {
        let question = Question { seat: Seat::new(0), at: 1, must: true, view: Box::new(1), legal: Box::new(2) };
        Erased::<SchwarzeDame>::new(level(Level::Club, Simulations::USUAL, 1))
            .answer(question, &AtomicBool::new(false));
    }
}
