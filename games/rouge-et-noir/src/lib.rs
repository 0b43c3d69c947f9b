//! Rouge et Noir: a solitaire with two packs. Red builds on black and black on red, single cards move, and the stock
//! is gone through twice. The rules are in RULES.md, numbered R1 to R14.
//!
//! - `rules`: the options; `action`: what can be done; `tableau`: a column, the foundations
//! - `position`: where every card lies, legal actions and what they do; `state`: a deal and how it begins
//! - `safe`: which cards may go up without being asked; `score`: points and the match
//! - `view`: what the player knows; `worlds`: deals that agree with it
//! - `hint`: how a sensible player plays; `worth`: its evaluation of a position; `reasons`: reasons for a move
//! - `solve`: the deal as a puzzle for search; `tell`: actions in words
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

use game::{Belief, Claims, Endgame, Explain, Marks, Playout, Policy, Reason, Rest, Rng, Seat, Show, Viewer, Worlds};

impl Show for RougeEtNoir {
    type Facts = Facts;
    const LESSON: Option<&'static str> = Some(include_str!("../lesson.json"));

    fn facts(&self, _: Seat, action: Action) -> Facts {
        self.facts(action)
    }

    fn tell(&self, _: Seat, action: Action, viewer: Viewer) -> String {
        self.tell(action, viewer)
    }
}

impl Claims for RougeEtNoir {}

impl Rest for RougeEtNoir {}

impl Marks for RougeEtNoir {}

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

impl Policy for RougeEtNoir {
    fn suggest(view: &View, legal: &[Action], _: bool, _: &mut Rng) -> Option<Action> {
        Some(hint::suggest(view, legal))
    }

    fn rollout(&self, _: Seat, rng: &mut Rng) -> Option<Action> {
        Some(hint::rollout(self, rng))
    }
}

impl Belief for RougeEtNoir {}

impl Endgame for RougeEtNoir {}

impl Explain for RougeEtNoir {
    fn reasons(view: &View, action: Option<Action>) -> Vec<Reason> {
        action.map_or(Vec::new(), |action| reasons::reasons(view, action))
    }
}
