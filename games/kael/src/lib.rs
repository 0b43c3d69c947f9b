//! Kaël: two to eight players with a few cards each, who lay what is high and keep what is low, until somebody calls:
//! with the lowest hand it costs nothing, with any other it costs twenty. The rules are in RULES.md, numbered K1 to K22.
//!
//! `card` and `hand` the cards · `rules` the options · `action` what can be done · `state` a deal, its deck and pile ·
//! `play` whose turn it is, what is legal, what an action does · `score` points, landings, the match · `memory` what is
//! remembered after a new deck · `view` what a seat knows · `worlds` what it does not · `playout` fast random play ·
//! `hint` how a sensible player plays, `belief` what the others' play says of their cards, `reasons` what speaks for an act.
//!
//! ```
//! use game::{Game, Seat, Shuffles};
//! use kael::{Kael, Rules};
//!
//! let rules = Rules::default();
//! let standing = Kael::start(&rules, 4)?;
//! let mut deal = Kael::deal(&rules, &standing, Shuffles::from_seed(cards::Seed::numbered(1)));
//! deal.play(Seat::new(0), "deal 5".parse()?)?; // [K2]
//! let mut legal = Vec::new();
//! deal.legal(Seat::new(1), &mut legal); // the seat after the dealer plays first [K3]
//! deal.play(Seat::new(1), legal[0])?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod belief;
mod card;
mod hand;
mod hint;
mod memory;
mod observe;
mod play;
mod playout;
mod reasons;
mod rules;
mod score;
mod show;
mod state;
mod view;
mod worlds;

pub use action::{Action, Facts, Kind, Source};
pub use card::{Card, pack};
pub use hand::Hand;
pub use memory::Event;
pub use rules::{CallFrom, CutFrom, FalseCall, GoodDraw, Landings, MatchEnd, Rules};
pub use score::{CALL_LIMIT, Count, FAILED_CALL, LANDING, LAST_TOTAL, Outcome, Standing};
pub use state::{Fresh, Kael};
pub use view::{Step, View};
pub use worlds::Sampler;

use game::{Game, Hint, PerSeat, Reason, Refusal, Rng, Seat, SeatsError, Shuffles, Simulations, Turn, Viewer, Worlds};

impl Game for Kael {
    const ID: &'static str = "kael";
    const RULES_VERSION: u32 = 2;
    type Card = Card;
    type Rules = Rules;
    type Standing = Standing;
    type Action = Action;
    type View = View;

    /// [K1]
    fn seats() -> std::ops::RangeInclusive<u8> {
        2..=8
    }

    fn pack() -> Vec<Card> {
        pack().to_vec()
    }

    fn start(_: &Rules, seats: u8) -> Result<Standing, SeatsError> {
        Standing::start(seats)
    }

    fn deal(rules: &Rules, standing: &Standing, shuffles: Shuffles) -> Kael {
        Kael::new(*rules, *standing, shuffles)
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn turn(&self) -> Turn {
        self.turn()
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<Action>) {
        self.legal(seat, actions);
    }

    fn apply(&mut self, seat: Seat, action: Action) {
        self.apply(seat, action);
    }

    fn refusal(&self, seat: Seat, action: Action) -> Refusal {
        self.refusal(seat, action)
    }

    fn points(&self) -> PerSeat<Option<i32>> {
        self.points()
    }

    fn settle(&self) -> Standing {
        self.settle()
    }

    fn shuffles(&self) -> &Shuffles {
        &self.shuffles
    }

    fn dealer(standing: &Standing) -> Seat {
        standing.dealer
    }

    fn totals(standing: &Standing) -> PerSeat<i32> {
        standing.totals.map(i32::from)
    }

    fn ranking(rules: &Rules, standing: &Standing) -> Option<PerSeat<u8>> {
        standing.ranking(rules)
    }

    fn value(rules: &Rules, standing: &Standing) -> PerSeat<f32> {
        standing.value(rules)
    }

    fn view(&self, viewer: Viewer) -> View {
        self.view(viewer)
    }
}

impl Worlds for Kael {
    type Sampler = Sampler;

    fn sampler(view: &View) -> Sampler {
        Sampler::new(view)
    }

    fn sample(sampler: &Sampler, rng: &mut Rng) -> Kael {
        sampler.sample(rng)
    }
}

impl Hint for Kael {
    const SIMULATIONS: Simulations = Simulations { expert: 400, master: 4_000 };

    /// Players keep what is low: docs/bots.md has what knowing that is worth.
    const BELIEF: u32 = 16;

    fn suggest(view: &View, legal: &[Action], must: bool, rng: &mut Rng) -> Option<Action> {
        hint::suggest(view, legal, must, rng)
    }

    fn rollout(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        hint::rollout(self, seat, rng)
    }

    fn likelihood(view: &View, world: &Kael) -> f32 {
        belief::likelihood(view, world)
    }

    fn is_rash(view: &View, action: Action, sampler: &Sampler, rng: &mut Rng) -> bool {
        action == Action::Kael && belief::is_rash(view, sampler, Kael::BELIEF, rng)
    }

    fn reasons(view: &View, action: Option<Action>) -> Vec<Reason> {
        reasons::reasons(view, action)
    }
}
