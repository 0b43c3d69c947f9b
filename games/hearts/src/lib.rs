//! Hearts: four players, thirteen tricks. Every heart is a point against the player who takes it, and the queen of
//! spades is thirteen. A player who takes them all shoots the moon. The rules are in RULES.md, numbered H1 to H13.
//!
//! - `rules`: the options; `action`: what can be done
//! - `state`: a deal and how it begins; `giving`: passing three cards; `play`: legal cards and what a card does
//! - `score`: points and the match
//! - `view`: what a seat knows; `worlds`: deals that agree with it
//! - `hint`: how a sensible player plays; `reasons`: reasons for a choice; `belief`: what played cards reveal
//!   about hands
//!
//! ```
//! use game::{Game, Seat, Shuffles};
//! use hearts::{Hearts, Rules};
//!
//! let rules = Rules::default();
//! let standing = Hearts::start(&rules, 4)?;
//! let mut deal = Hearts::deal(&rules, &standing, Shuffles::from_seed(cards::Seed::numbered(1)));
//! assert_eq!(deal.turn().must().len(), 4); // everybody gives three cards to the left [H3]
//! let mut legal = Vec::new();
//! deal.legal(Seat::new(2), &mut legal);
//! assert_eq!(legal.len(), 286); // any three of thirteen
//! deal.play(Seat::new(2), legal[0])?;
//! assert_eq!(deal.turn().must().len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod belief;
mod giving;
mod hint;
mod observe;
mod play;
mod reasons;
mod rules;
mod score;
mod state;
mod view;
mod worlds;

pub use action::{Action, Facts, Gift};
pub use giving::Giving;
pub use rules::{Moon, Rules};
pub use score::{Standing, penalty};
pub use state::{Hearts, Phase};
pub use tricks::Trick;
pub use view::View;
pub use worlds::Sampler;

use game::{Belief, Claims, Endgame, Explain, Marks, Playout, Policy, Reason, Rest, Rng, Seat, Show, Viewer, Worlds};

impl Show for Hearts {
    type Facts = Facts;
    const LESSON: Option<&'static str> = Some(include_str!("../lesson.json"));

    fn facts(&self, seat: Seat, action: Action) -> Facts {
        match action {
            Action::Give(gift) => Facts { cards: gift.cards().to_vec(), to: self.public.giving.from(seat) },
            Action::Play(card) => Facts { cards: vec![card], to: None },
        }
    }

    /// [H4] The others see that somebody has chosen, never what.
    fn seen_by_others(action: Action) -> String {
        match action {
            Action::Give(_) => "give".to_owned(),
            Action::Play(_) => action.to_string(),
        }
    }

    fn tell(&self, seat: Seat, action: Action, viewer: Viewer) -> String {
        match action {
            Action::Give(gift) => {
                let to = self.public.giving.from(seat).expect("cards are given in this deal");
                if viewer.sees(seat) {
                    let [first, second, third] = gift.cards().map(tricks::in_words);
                    format!("gives {first}, {second} and {third} to seat {to}")
                } else {
                    format!("chooses three cards for seat {to}")
                }
            }
            Action::Play(card) => {
                let verb = if self.public.tricks.on_table().is_empty() { "leads" } else { "plays" };
                format!("{verb} {}", tricks::in_words(card))
            }
        }
    }
}

impl Claims for Hearts {}

/// The deal is decided once no point is left. Before that a seat that takes every trick that is left knows what the deal brings. It leads
/// hearts last, so that [H8] does not bar them. In the first trick others may not discard what they like [H7].
impl Rest for Hearts {
    fn is_decided(view: &View) -> bool {
        let Some(own) = view.seat.filter(|seat| view.next == Some(*seat)) else { return false };
        view.hand().len() > 1 && !view.takers.is_empty() && (view.harmless || rest(view, own).is_some())
    }

    fn rest_action(&self, by: Seat, seat: Seat) -> Action {
        let legal = self.legal_cards();
        let top = tricks::top((legal - play::HEARTS).or(legal));
        Action::Play(match self.public.tricks.led() {
            _ if seat != by => legal.first().expect("the deal goes on"),
            Some(_) => rest(&View::of(self, Viewer::Seat(by)), by).unwrap_or(top),
            None => top,
        })
    }
}

/// The card with which the seat to play takes every trick that is left.
fn rest(view: &View, own: Seat) -> Option<cards::Card> {
    tricks::takes_all(&view.public().tricks, own, view.hand(), &worlds::hidden(view))
}

impl Marks for Hearts {
    const MARKS: &'static [&'static str] = &["took no point", "took the queen", "shot the moon"];

    fn mark(&self, mark: usize, seat: Seat) -> bool {
        match Self::MARKS[mark] {
            "took no point" => self.public.taken[seat.index()] == 0,
            "took the queen" => self.public.queen == Some(seat),
            _ => self.public.shooter() == Some(seat),
        }
    }
}

/// Uniform over the legal actions: any three cards of the hand, any card that may be played.
impl Playout for Hearts {
    fn random(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        Some(match self.public.phase {
            Phase::Giving => Action::Give(Gift::random(self.hands[seat.index()], rng)),
            _ => Action::Play(rng.card(self.legal_cards())),
        })
    }

    /// [H4] All give before anybody takes up.
    fn is_sealed(&self) -> bool {
        matches!(self.public.phase, Phase::Giving)
    }
}

impl Worlds for Hearts {
    type Sampler = Sampler;

    fn sampler(view: &View) -> Sampler {
        Sampler::new(view)
    }

    fn sample(sampler: &Sampler, rng: &mut Rng) -> Hearts {
        sampler.sample(rng)
    }
}

impl Policy for Hearts {
    fn suggest(view: &View, _: &[Action], _: bool, _: &mut Rng) -> Option<Action> {
        Some(hint::suggest(view))
    }

    fn rollout(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        Some(hint::rollout(self, seat, rng))
    }

    fn narrow(view: &View, legal: &mut Vec<Action>) {
        hint::narrow(view, legal);
    }
}

impl Belief for Hearts {
    const POOL: u32 = 128;
    const REPLAYS: bool = true;

    fn likelihood(view: &View, world: &Hearts) -> f32 {
        belief::likelihood(view, world)
    }

    fn replay(view: &View, world: &Hearts, each: &mut dyn FnMut(&Hearts, Seat, Action)) {
        belief::replay(view, world, each);
    }
}

impl Endgame for Hearts {}

impl Explain for Hearts {
    fn reasons(view: &View, action: Option<Action>) -> Vec<Reason> {
        action.map_or(Vec::new(), |action| reasons::reasons(view, action))
    }
}
