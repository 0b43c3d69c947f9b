//! The sizes and meanings of the numbers by which a game is presented.

use std::ops::RangeInclusive;

use catalog::{CardGame, Visit, visit};
use game::{Channel, width};

use super::EnvError;

/// The sizes and meanings of the numbers by which a game is presented.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The game's id.
    pub game: &'static str,
    /// The possible numbers of players.
    pub seats: RangeInclusive<u8>,
    /// The version of the channels and of the action numbers ([`game::Observe::OBSERVATION_VERSION`]).
    pub version: u32,
    /// The channels of an observation.
    pub channels: &'static [Channel],
    /// The channels of an action's row.
    pub row: &'static [Channel],
    /// The channels of the hidden cards.
    pub hidden: &'static [Channel],
    /// The number of numbers in an observation.
    pub width: usize,
    /// The number of numbers in a row.
    pub row_width: usize,
    /// The number of numbers in the channels of the hidden cards.
    pub hidden_width: usize,
    /// The number of action numbers.
    pub actions: usize,
    /// The action number of "not now", if seats can cut in.
    pub not_now: Option<usize>,
    /// The action number of giving up, in solitaires.
    pub give_up: Option<usize>,
}

/// Returns the sizes and meanings of a game's numbers.
///
/// # Errors
/// If there is no such game.
pub fn spec(game: &str) -> Result<Spec, EnvError> {
    struct SpecOf;
    impl Visit for SpecOf {
        type Output = Spec;
        fn visit<G: CardGame>(self) -> Spec {
            Spec {
                game: G::ID,
                seats: G::seats(),
                version: G::OBSERVATION_VERSION,
                channels: G::CHANNELS,
                row: G::ROW,
                hidden: G::HIDDEN,
                width: width(G::CHANNELS),
                row_width: width(G::ROW),
                hidden_width: width(G::HIDDEN),
                actions: G::ACTIONS,
                not_now: G::NOT_NOW,
                give_up: G::GIVE_UP,
            }
        }
    }
    Ok(visit(game, SpecOf)?)
}

/// Returns the page docs/bots/observations.md, which explains the numbers of every game.
pub fn document() -> String {
    let mut text = String::from(INTRODUCTION);
    for entry in catalog::entries() {
        let spec = spec(entry.id).expect("the catalog has it");
        let Spec { game, version, width, row_width, actions, not_now, give_up, hidden, .. } = spec;
        text += &format!(
            "\n## {game}\n\nVersion {version}. An observation has {width} numbers. Actions have {actions} numbers"
        );
        for (number, name) in [(not_now, "not now"), (give_up, "give up")] {
            text += &number.map_or(String::new(), |number| format!(" ({number} is \"{name}\")"));
        }
        text += &format!(". A row has {row_width} numbers.\n\n### Observation\n\n");
        table(spec.channels, &mut text);
        if !hidden.is_empty() {
            text += "\n### Hidden cards\n\n";
            table(hidden, &mut text);
        }
        text += "\n### Row of an action\n\n";
        table(spec.row, &mut text);
    }
    text
}

const INTRODUCTION: &str = "\
# Observations and actions as numbers

Programs that learn get a match as numbers: Python programs through [the package](python.md), Rust programs through
`crates/arena`. The trait `Observe` (`crates/game/src/observe.rs`) defines them.

An observation contains what one seat knows and remembers, and nothing else. If two deals look the same to the seat, its
observations of them are equal (`game::laws::check_observations`). The numbers are signed bytes. Seats are counted from the
observer's own seat, in the direction of play. Cards are in the order of their pack: 2c to Ac, 2d to Ad, 2h to Ah, 2s to
As. The cards of Kaël are in the order -1, 0 to 13, X.

An action has a number. In Schwarze Dame and Hearts the number is the card's place in the pack. To pass three cards in
Hearts, a seat chooses three numbers, one after another. In Kaël and Rouge et Noir each action has a fixed number. In La
Dame Noire the number is the action's place among the legal actions in ascending order. The number \"not now\" lets a
chance to act out of turn pass. With \"give up\" the player of Rouge et Noir ends the deal; the mask offers it when the
stock has run out and no card is in hand.

The *row* of an action describes the action in numbers. Every game has rows. In La Dame Noire only the row says what an
action is.

The channels of the *hidden cards* show what no player may know: all hands, and the cards to come. Only a caller that asks
for all cards gets them, as a critic does while a policy is trained. Seats are counted from the same seat as in the observation.

In the tables, `place` is where a channel begins, and `size` is how many numbers it has. `rule` is the rule of the
game's RULES.md that makes the numbers known to the seat.
";

fn table(channels: &[Channel], text: &mut String) {
    *text += "| channel | place | size | range | rule | what it holds |\n|---|---|---|---|---|---|\n";
    let mut place = 0;
    for Channel { name, len, low, high, rule, what } in channels {
        *text += &format!("| `{name}` | {place} | {len} | {low} to {high} | {rule} | {what} |\n");
        place += len;
    }
}
