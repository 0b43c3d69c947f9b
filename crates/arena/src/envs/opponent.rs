//! Bots in an environment. Random and rule players read the deal directly, because this is fast. All other bots use
//! their views.

use std::sync::atomic::AtomicBool;

use catalog::CardGame;
use game::{Prompt, Rng, Viewer};
use search::{Ask, Level};

/// Returns the answer of a bot of this level. `None` means "not now". The only source of chance is the seed, because
/// the bot remembers nothing from earlier decisions. Once `cancel` is set, the function returns soon.
pub(crate) fn answer<G: CardGame>(
    level: Level,
    seed: u64,
    (deal, ask): (&G, &Prompt<G::Draft>),
    legal: &mut Vec<G::Action>,
    cancel: &AtomicBool,
) -> Option<G::Action> {
    let Prompt { seat, must, .. } = *ask;
    match level {
        Level::Random => deal.random(seat, &mut Rng::new(seed)),
        Level::Club => deal.rollout(seat, &mut Rng::new(seed)),
        level => {
            legal.clear();
            deal.legal(seat, legal);
            let view = deal.view(Viewer::Seat(seat));
            catalog::player::<G>(level, seed).decide(Ask { seat, view: &view, legal, must, cancel })
        }
    }
}
