//! Schwarze Dame: four players, thirteen tricks. A trick is worth ten, a heart costs what is printed on it, the queen
//! of spades costs 26, and the points of a deal add up to 0. The rules are in RULES.md, numbered S1 to S8.
//!
//! - `rules`: the options; `action`: what can be done
//! - `state`: a deal and how it begins; `play`: legal cards and what a card does; `score`: points and the match
//! - `view`: what a seat knows; `worlds`: deals that agree with it
//! - `hint`: how a sensible player plays; `reasons`: reasons for a card; `belief`: what played cards reveal about
//!   hands
//! - `endgame`: the last tricks, exactly
//!
//! ```
//! use game::{Game, Seat, Shuffles};
//! use schwarze_dame::{Rules, SchwarzeDame};
//!
//! let rules = Rules::default();
//! let standing = SchwarzeDame::start(&rules, 4)?;
//! let mut deal = SchwarzeDame::deal(&rules, &standing, Shuffles::from_seed(cards::Seed::numbered(1)));
//! let mut legal = Vec::new();
//! deal.legal(Seat::new(1), &mut legal); // the seat after the dealer leads, any card [S2]
//! assert_eq!(legal.len(), 13);
//! deal.play(Seat::new(1), legal[0])?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod belief;
mod endgame;
mod hint;
mod observe;
mod play;
mod reasons;
mod rules;
mod score;
mod state;
mod view;
mod worlds;

pub use action::{Action, Facts};
pub use rules::Rules;
pub use score::{Standing, penalty};
pub use state::SchwarzeDame;
pub use tricks::Trick;
pub use view::View;
pub use worlds::Sampler;

use game::{Belief, Claims, Endgame, Explain, Marks, Playout, Policy, Reason, Rest, Rng, Seat, Show, Viewer, Worlds};

impl Show for SchwarzeDame {
    type Facts = Facts;
    const LESSON: Option<&'static str> = Some(include_str!("../lesson.json"));

    fn facts(&self, _: Seat, Action(card): Action) -> Facts {
        Facts { card }
    }

    fn tell(&self, _: Seat, Action(card): Action, _: Viewer) -> String {
        let verb = if self.public.tricks.on_table().is_empty() { "leads" } else { "plays" };
        format!("{verb} {}", tricks::in_words(card))
    }
}

impl Claims for SchwarzeDame {}

/// A seat that takes every trick that is left knows what the deal brings.
impl Rest for SchwarzeDame {
    fn is_decided(view: &View) -> bool {
        rest(view).is_some() && view.hand().len() > 1
    }

    fn rest_action(&self, by: Seat, seat: Seat) -> Action {
        let legal = self.legal_cards();
        Action(match self.public.tricks.led() {
            _ if seat != by => legal.first().expect("the deal goes on"),
            Some(_) => rest(&View::of(self, Viewer::Seat(by))).unwrap_or_else(|| tricks::top(legal)),
            None => tricks::top(legal),
        })
    }
}

/// The card with which the seat to play takes every trick that is left.
fn rest(view: &View) -> Option<cards::Card> {
    let own = view.seat.filter(|seat| view.next == Some(*seat))?;
    tricks::takes_all(&view.public().tricks, own, view.hand(), &worlds::hidden(view))
}

impl Marks for SchwarzeDame {}

/// Uniform over the legal cards.
impl Playout for SchwarzeDame {
    fn random(&self, _: Seat, rng: &mut Rng) -> Option<Action> {
        Some(Action(rng.card(self.legal_cards())))
    }
}

impl Worlds for SchwarzeDame {
    type Sampler = Sampler;

    fn sampler(view: &View) -> Sampler {
        Sampler::new(view)
    }

    fn sample(sampler: &Sampler, rng: &mut Rng) -> SchwarzeDame {
        sampler.sample(rng)
    }
}

impl Policy for SchwarzeDame {
    fn suggest(view: &View, _: &[Action], _: bool, _: &mut Rng) -> Option<Action> {
        Some(Action(hint::suggest(view)))
    }

    fn rollout(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        Some(Action(hint::rollout(self, seat, rng)))
    }
}

impl Belief for SchwarzeDame {
    const CANDIDATES: u32 = 16;
    const REPLAYS: bool = true;

    fn likelihood(view: &View, world: &SchwarzeDame) -> f32 {
        belief::likelihood(view, world)
    }

    fn replay(view: &View, world: &SchwarzeDame, each: &mut dyn FnMut(&SchwarzeDame, Seat, Action)) {
        belief::replay(view, world, each);
    }
}

impl Endgame for SchwarzeDame {
    fn play_out(&mut self) -> Option<u32> {
        endgame::play_out(self)
    }
}

impl Explain for SchwarzeDame {
    fn reasons(view: &View, action: Option<Action>) -> Vec<Reason> {
        action.map_or(Vec::new(), |Action(card)| reasons::reasons(view, card))
    }
}
