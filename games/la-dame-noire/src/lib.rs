//! La Dame Noire: four players bet that they will be the first to go out, trade cards to the left until somebody
//! calls stop, and then play combinations: singletons, beggars, straights, quartos, libras. The rules are in
//! RULES.md, numbered D1 to D21.
//!
//! - `rules`: the options; `action`: what can be done; `combination`: what can be played, and what beats what
//! - `state`: a deal and how it begins; `bidding`, `trading`, `showdown`: its parts; `play`: whose turn it is, what
//!   is legal
//! - `score`: points and the match
//! - `view`: what a seat knows; `worlds`: deals that agree with it
//! - `playout`: random play; `endgame`: the last plays, exactly
//! - `plan`: how to split a hand into combinations; `hint`: how a sensible player plays; `reasons`: reasons for an
//!   action
//! - `tell`: actions in words
//!
//! ```
//! use game::{Game, Seat, Shuffles};
//! use la_dame_noire::{Action, LaDameNoire, Rules};
//!
//! let rules = Rules::default();
//! let standing = LaDameNoire::start(&rules, 4)?;
//! let mut deal = LaDameNoire::deal(&rules, &standing, Shuffles::from_seed(cards::Seed::numbered(1)));
//! deal.play(Seat::new(1), "bid 100".parse()?)?; // the seat after the dealer speaks first [D3], and 100 ends the auction
//! assert_eq!(deal.turn().must().len(), 4); // everybody puts a card for the left neighbour [D6]
//! assert!(deal.play(Seat::new(0), Action::Stop).is_err()); // one exchange comes first [D7]
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod belief;
mod bidding;
mod combination;
mod endgame;
mod hint;
mod observe;
mod plan;
mod play;
mod playout;
mod reasons;
mod rules;
mod score;
mod showdown;
mod state;
#[cfg(test)]
mod stopping_tests;
mod tell;
mod trading;
mod view;
mod worlds;

pub use action::{Action, Facts};
pub use combination::{CombinationKind, Play, Power};
pub use rules::Rules;
pub use score::{Award, Standing, worth};
pub use state::{LaDameNoire, Phase};
pub use view::{Bet, CoupChoice, CoupOn, Laid, Makes, Trade, Trick, View};
pub use worlds::Sampler;

use game::{Belief, Claims, Endgame, Explain, Marks, Playout, Policy, Reason, Rest, Rng, Seat, Show, Viewer, Worlds};

use state::SEATS;

impl Show for LaDameNoire {
    type Facts = Facts;
    const LESSON: Option<&'static str> = Some(include_str!("../lesson.json"));

    fn facts(&self, seat: Seat, action: Action) -> Facts {
        tell::facts(self, seat, action)
    }

    fn seen_by_others(action: Action) -> String {
        match action {
            // [D6] The others see that a card was put, never which.
            Action::Trade(_) => "trade".to_owned(),
            _ => action.to_string(),
        }
    }

    fn tell(&self, seat: Seat, action: Action, viewer: Viewer) -> String {
        tell::tell(self, seat, action, viewer)
    }
}

impl Claims for LaDameNoire {}

impl Rest for LaDameNoire {}

impl Marks for LaDameNoire {
    /// The holder wins its bet when it is the first out [D21]; a bet stands in every deal that is not thrown in [D5].
    const MARKS: &'static [&'static str] = &["first out", "last", "held the bet", "bet won"];

    fn mark(&self, mark: usize, seat: Seat) -> bool {
        let first = self.public.out.first() == Some(seat);
        let holds = self.public.bet.is_some_and(|(holder, _)| holder == seat);
        match Self::MARKS[mark] {
            "first out" => first,
            "last" => self.public.out.seats().get(3) == Some(&seat),
            "held the bet" => holds,
            _ => holds && first,
        }
    }

    fn mark_among(mark: usize) -> Option<usize> {
        let held = Self::MARKS.iter().position(|name| *name == "held the bet");
        held.filter(|_| Self::MARKS[mark] == "bet won")
    }
}

/// In bidding uniform over the calls. In trading a seat that has to put a card puts any of its hand; directly after that
/// it calls stop with chance 1/16 where a stop is allowed, and never else. In the showdown uniform over the combinations
/// *by rank* and the pass where one is possible, then uniform over the suits of the combination; so a pass is as likely as
/// each combination, and a hand with three sevens does not play sevens three times as often. The coup is uniform over the
/// four choices.
impl Playout for LaDameNoire {
    fn random(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        playout::random(self, seat, rng)
    }

    fn first_asked(&self) -> Seat {
        match self.public.phase {
            Phase::Trading => self.standing.dealer.after(1, SEATS),
            _ => self.public.next,
        }
    }

    /// [D6] Everybody puts a card face down.
    fn is_sealed(&self) -> bool {
        matches!(self.public.phase, Phase::Trading)
    }
}

impl Worlds for LaDameNoire {
    type Sampler = Sampler;

    fn sampler(view: &View) -> Sampler {
        Sampler::new(view)
    }

    fn sample(sampler: &Sampler, rng: &mut Rng) -> LaDameNoire {
        sampler.sample(rng)
    }
}

impl Policy for LaDameNoire {
    fn suggest(view: &View, _: &[Action], must: bool, _: &mut Rng) -> Option<Action> {
        hint::suggest(view, must)
    }

    fn rollout(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        hint::rollout(self, seat, rng)
    }

    /// [D7] Stop is always possible once it is allowed, and ends trading for all: a random player considers it with
    /// chance 1/8, once a round, when it has just put its card.
    fn considered(view: &View, action: Action, must: bool, rng: &mut Rng) -> bool {
        action != Action::Stop || !must && view.put_last == view.seat && rng.below(playout::STOP_OFFERED) == 0
    }
}

impl Belief for LaDameNoire {
    /// [D3] Who holds the bet thinks well of its cards: docs/bots.md has what that is worth.
    const CANDIDATES: u32 = 16;

    fn likelihood(view: &View, world: &LaDameNoire) -> f32 {
        belief::likelihood(view, world)
    }
}

impl Endgame for LaDameNoire {
    fn play_out(&mut self) -> Option<u32> {
        endgame::play_out(self)
    }
}

impl Explain for LaDameNoire {
    fn reasons(view: &View, action: Option<Action>) -> Vec<Reason> {
        reasons::reasons(view, action)
    }
}
