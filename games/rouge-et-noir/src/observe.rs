//! Observations of a deal as numbers.

use cards::{Card, Suit};
use game::{Channel, Channels, Observe, Seat, mask_legal, width};

use crate::position::TALON;
use crate::{Action, Destination, FillEmpty, RougeEtNoir, Source, Spot};

const CHANNELS: &[Channel] = &[
    Channel::numbers(
        "foundations",
        8,
        (1, 13),
        "R2",
        "the value on top of each foundation, ace 1: two for each of clubs, diamonds, hearts, spades, the higher first",
    ),
    Channel::bits(
        "columns",
        8 * 52,
        "R3",
        "the cards of each column, 52 bits a column; a column builds down, so its lowest card is on top",
    ),
    Channel::bits("tops", 8 * 52, "R3", "the top card of each column; 52 bits a column"),
    Channel::numbers("lengths", 8, (0, 12), "R3", "how many cards each column has"),
    Channel::bits("hand", 52, "R4", "the card in hand"),
    Channel::numbers(
        "discard",
        88,
        (0, 52),
        "R13",
        "the cards of the discard pile, the top first: each card's place in the pack plus 1, 0 where there is none",
    ),
    Channel::numbers(
        "stock",
        88,
        (0, 52),
        "R13",
        "the known cards of the stock, the next first: each card's place in the pack plus 1, 0 where none is known",
    ),
    Channel::numbers("stock_len", 1, (0, 88), "R4", "how many cards the stock has"),
    Channel::numbers("redeals_left", 1, (-1, 3), "R10", "how many redeals are left; -1 for no limit"),
    Channel::numbers("redeals_used", 1, (0, 127), "R10", "how often the discard pile was redealt, 127 at most"),
    Channel::numbers(
        "since_turn",
        1,
        (0, 127),
        "R13",
        "how many actions since a card was last turned up or the waste was last turned over, 127 at most",
    ),
    Channel::numbers("points", 1, (8, 104), "R12", "how many cards are on the foundations"),
    Channel::bits("at_once", 1, "R9", "the option: whether an empty column fills itself"),
];

/// The channels of the row of an action.
const ROW: &[Channel] = &[
    Channel::bits("kind", 4, "", "the kind of the action: turn up, redeal, move, give up"),
    Channel::bits("from", 10, "R5", "where the card comes from: the hand, the discard pile, the eight columns"),
    Channel::bits("to", 10, "R6", "where the card goes: the eight columns, a foundation, the discard pile"),
    Channel::bits("suit", 4, "R1", "the suit of the card"),
    Channel::numbers("value", 1, (0, 13), "R2", "the value of the card, ace 1; 0 if no card is moved"),
    Channel::bits("empties", 1, "R7", "whether the move leaves a column empty"),
    Channel::bits("fills", 1, "R7", "whether the card goes to an empty column"),
];

/// The first number of each group of actions: turn, redeal, and then the moves by source and destination.
const TURN: usize = 0;
const REDEAL: usize = 1;
const MOVE: usize = 2;
/// The number of possible sources, which is also the number of possible destinations.
const ENDS: usize = 10;
const GIVE_UP: usize = MOVE + ENDS * ENDS;

const fn from(source: Source) -> usize {
    match source {
        Source::Hand => 0,
        Source::Discard => 1,
        Source::Tableau(spot) => 2 + spot.index(),
    }
}

const fn to(destination: Destination) -> usize {
    match destination {
        Destination::Tableau(spot) => spot.index(),
        Destination::Foundation => 8,
        Destination::Discard => 9,
    }
}

const fn number(action: Action) -> usize {
    match action {
        Action::Turn => TURN,
        Action::Redeal => REDEAL,
        Action::Move(source, destination) => MOVE + ENDS * from(source) + to(destination),
    }
}

/// Returns the action with this number; `None` stands for giving up.
fn action(number: usize) -> Option<Action> {
    Some(match number {
        TURN => Action::Turn,
        REDEAL => Action::Redeal,
        GIVE_UP.. => return None,
        _ => {
            let source = match (number - MOVE) / ENDS {
                0 => Source::Hand,
                1 => Source::Discard,
                spot => Source::Tableau(Spot::new(spot - 2)),
            };
            let destination = match (number - MOVE) % ENDS {
                8 => Destination::Foundation,
                9 => Destination::Discard,
                spot => Destination::Tableau(Spot::new(spot)),
            };
            Action::Move(source, destination)
        }
    })
}

/// Actions are numbered: `turn`, `redeal`, then the moves by source (hand, discard, t1 to t8) and by destination (t1 to
/// t8, f, discard), and giving up.
impl Observe for RougeEtNoir {
    const OBSERVATION_VERSION: u32 = 2;
    const CHANNELS: &'static [Channel] = CHANNELS;
    const HIDDEN: &'static [Channel] = &[Channel::numbers(
        "cards_to_come",
        TALON,
        (0, 52),
        "R4",
        "the cards of the stock, the next first: each place in the pack plus 1, 0 where there is none",
    )];
    const ACTIONS: usize = GIVE_UP + 1;
    const GIVE_UP: Option<usize> = Some(GIVE_UP);
    const ROW: &'static [Channel] = ROW;
    type Draft = ();

    fn observe(&self, _: Seat, (): (), out: &mut [i8]) {
        debug_assert_eq!(out.len(), width(CHANNELS));
        let position = &self.position;
        let mut out = Channels::new(out);
        for suit in Suit::ALL {
            out.number(position.foundations.first(suit) as i8);
            out.number(position.foundations.second(suit) as i8);
        }
        position.tableaus.iter().for_each(|tableau| out.cards(tableau.cards().collect()));
        position.tableaus.iter().for_each(|tableau| out.one_of(52, tableau.top().map(Card::index)));
        position.tableaus.iter().for_each(|tableau| out.number(tableau.len() as i8));
        out.one_of(52, position.hand(&self.order).map(Card::index));
        let mut places = [0; TALON];
        let mut count = 0;
        for place in position.discard() {
            places[count] = self.order[place].index() as i8 + 1;
            count += 1;
        }
        places[..count].reverse();
        out.numbers(&places);
        places.fill(0);
        for (known, place) in position.stock().take(self.known()).enumerate() {
            places[known] = self.order[place].index() as i8 + 1;
        }
        out.numbers(&places);
        out.number(position.stock_len() as i8);
        out.number(position.redeals_left().map_or(-1, |left| left as i8));
        out.number(self.memory.redeals_used.min(127) as i8);
        out.number(self.memory.since_turn.min(127) as i8);
        out.number(position.foundations.cards() as i8);
        out.bit(self.rules.fill_empty == FillEmpty::AtOnce);
        out.end();
    }

    fn reveal(&self, _: Seat, out: &mut [i8]) {
        out.fill(0);
        let stock = self.position.stock().map(|place| self.order[place].index() as i8 + 1);
        out.iter_mut().zip(stock).for_each(|(to, card)| *to = card);
    }

    fn mask(&self, seat: Seat, (): (), legal: &mut Vec<Action>, mask: &mut [i8]) {
        mask_legal(self, seat, legal, mask, number);
    }

    fn action_at(&self, number: usize) -> Option<Action> {
        action(number)
    }

    /// A player can always give up [R11]. The mask offers it when the stock has run out and no card is in hand. Random
    /// play therefore ends, but it does not give up in the first moves.
    fn may_give_up(&self) -> bool {
        self.position.stock_len() == 0 && !self.position.is_holding()
    }

    fn number_of(&self, _: Seat, (): (), _: &[Action], action: Action) -> usize {
        number(action)
    }

    fn row(&self, _: Seat, (): (), _: &[Action], number: usize, out: &mut [i8]) {
        let position = &self.position;
        let action = action(number);
        let (kind, ends) = match action {
            Some(Action::Turn) => (0, None),
            Some(Action::Redeal) => (1, None),
            Some(Action::Move(source, destination)) => (2, Some((source, destination))),
            None => (3, None),
        };
        let card = ends.and_then(|(source, _)| position.card(&self.order, source));
        let column = |spot: Spot| &position.tableaus[spot.index()];
        let mut out = Channels::new(out);
        out.one_of(4, Some(kind));
        out.one_of(10, ends.map(|(source, _)| from(source)));
        out.one_of(10, ends.map(|(_, destination)| to(destination)));
        out.one_of(4, card.map(|card| card.suit() as usize));
        out.number(card.map_or(0, |card| crate::tableau::value(card) as i8));
        out.bit(matches!(ends, Some((Source::Tableau(spot), _)) if column(spot).len() == 1));
        out.bit(matches!(ends, Some((_, Destination::Tableau(spot))) if column(spot).is_empty()));
        out.end();
    }
}
