//! Rouge et Noir: a solitaire with two packs. Red builds on black and black on red, single cards move, and the stock
//! is gone through twice. The rules are in RULES.md, numbered R1 to R14.
//!
//! `rules` the options · `action` what can be done · `tableau` a column, the foundations · `position` where every card
//! lies, legal actions and what they do · `state` a deal and how it begins · `safe` what may go up by itself · `score`
//! points and the match · `view` what the player knows · `worlds` what it does not · `hint` how a sensible player plays,
//! `worth` what a position promises it · `reasons` what speaks for a move · `solve` the deal as a
//! puzzle for search · `tell` actions in words.
//!
//! ```
//! use game::{Game, Seat, Shuffles};
//! use rouge_et_noir::{RougeEtNoir, Rules};
//!
//! let rules = Rules::default();
//! let standing = RougeEtNoir::start(&rules, 1)?;
//! let mut deal = RougeEtNoir::deal(&rules, &standing, Shuffles::from_seed(cards::Seed::numbered(1)));
//! deal.play(Seat::new(0), "turn".parse()?)?;
//! deal.play(Seat::new(0), "hand discard".parse()?)?; // [R6] the card in hand may always be discarded
//! assert_eq!(deal.points()[Seat::new(0)], Some(8)); // [R12] the eight aces
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod hint;
mod observe;
mod position;
mod reasons;
mod rules;
mod safe;
mod score;
pub mod solve;
mod state;
mod tableau;
mod tell;
mod view;
mod worlds;
mod worth;

pub use action::{Action, Destination, Facts, Source, Spot};
pub use rules::{FillEmpty, Rules};
pub use score::Standing;
pub use state::RougeEtNoir;
pub use view::{Filling, LastMove, Origin, View};
pub use worlds::Sampler;

use cards::Card;
use game::{
    Game, Hint, PerSeat, Playout, Reason, Refusal, Rng, Seat, SeatsError, Show, Shuffles, Turn, Viewer, Worlds,
};

use state::PLAYER;

impl Game for RougeEtNoir {
    const ID: &'static str = "rouge-et-noir";
    const RULES_VERSION: u32 = 1;
    type Card = Card;
    type Rules = Rules;
    type Standing = Standing;
    type Action = Action;
    type View = View;

    fn seats() -> std::ops::RangeInclusive<u8> {
        1..=1
    }

    /// The order of the 52 cards without the aces, twice: not ascending.
    fn pack() -> Vec<Card> {
        state::pack().to_vec()
    }

    fn start(_: &Rules, seats: u8) -> Result<Standing, SeatsError> {
        Standing::start(seats)
    }

    fn deal(rules: &Rules, _: &Standing, shuffles: Shuffles) -> RougeEtNoir {
        RougeEtNoir::new(*rules, shuffles)
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn turn(&self) -> Turn {
        self.turn()
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<Action>) {
        if seat == PLAYER {
            self.position.legal(&self.order, |action| actions.push(action));
        }
    }

    fn apply(&mut self, _: Seat, action: Action) {
        self.apply(action);
    }

    fn refusal(&self, seat: Seat, action: Action) -> Refusal {
        self.refusal(seat, action)
    }

    /// The cards on the foundations, also of a deal given up. [R12]
    fn points(&self) -> PerSeat<Option<i32>> {
        PerSeat::new(1, Some(self.points().into()))
    }

    /// Also of a deal given up: then it is lost. [R11]
    fn settle(&self) -> Standing {
        Standing { points: Some(self.points()) }
    }

    fn shuffles(&self) -> &Shuffles {
        &self.shuffles
    }

    fn dealer(_: &Standing) -> Seat {
        PLAYER
    }

    fn totals(standing: &Standing) -> PerSeat<i32> {
        PerSeat::new(1, standing.points.unwrap_or(0).into())
    }

    fn ranking(_: &Rules, standing: &Standing) -> Option<PerSeat<u8>> {
        standing.ranking()
    }

    fn value(rules: &Rules, standing: &Standing) -> PerSeat<f32> {
        standing.value(rules)
    }

    fn view(&self, viewer: Viewer) -> View {
        self.view(viewer)
    }
}

impl Show for RougeEtNoir {
    type Facts = Facts;
    const LESSON: Option<&'static str> = Some(include_str!("../lesson.json"));

    fn facts(&self, _: Seat, action: Action) -> Facts {
        self.facts(action)
    }

    fn tell(&self, _: Seat, action: Action, viewer: Viewer) -> String {
        self.tell(action, viewer)
    }

    /// A card that was turned up stays known, though turning it was undone.
    fn remember(&mut self, later: &RougeEtNoir) {
        self.memory.seen = self.memory.seen.max(later.memory.seen);
    }
}

/// Uniform over the legal actions. Such a player wanders from tableau to tableau, and a deal ends only when it is won or
/// nothing is legal, so give a cap: with 5,000 actions two deals of three end before it (half of them within 700),
/// without a redeal one of four.
impl Playout for RougeEtNoir {
    fn random(&self, _: Seat, rng: &mut Rng) -> Option<Action> {
        Some(self.random(rng))
    }
}

impl RougeEtNoir {
    fn random(&self, rng: &mut Rng) -> Action {
        // Twice: counting is cheaper than keeping.
        let mut count = 0;
        self.position.legal(&self.order, |_| count += 1);
        let mut left = rng.below(count);
        let mut chosen = None;
        self.position.legal(&self.order, |action| {
            if left == 0 && chosen.is_none() {
                chosen = Some(action);
            }
            left = left.wrapping_sub(1);
        });
        chosen.expect("who is asked has a legal action")
    }
}

impl Worlds for RougeEtNoir {
    type Sampler = Sampler;

    fn sampler(view: &View) -> Sampler {
        Sampler::new(view)
    }

    fn sample(sampler: &Sampler, rng: &mut Rng) -> RougeEtNoir {
        sampler.sample(rng)
    }
}

impl Hint for RougeEtNoir {
    fn suggest(view: &View, legal: &[Action], _: bool, _: &mut Rng) -> Option<Action> {
        Some(hint::suggest(view, legal))
    }

    fn rollout(&self, _: Seat, rng: &mut Rng) -> Option<Action> {
        Some(hint::rollout(self, rng))
    }

    fn reasons(view: &View, action: Option<Action>) -> Vec<Reason> {
        action.map_or(Vec::new(), |action| reasons::reasons(view, action))
    }
}
