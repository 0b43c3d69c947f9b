//! Observations of a deal as numbers.

use game::{Channel, Channels, NetFile, Observe, Seat, net_file, width};
use tricks::{SEATS, seen};

use crate::score::penalty;
use crate::{Action, SchwarzeDame};

const fn channels() -> [Channel; 12] {
    let [trick, led, winning, to_play, played, void] = seen::channels("S3", "S4");
    [
        Channel::bits("hand", 52, "S8", "the cards in the hand"),
        trick,
        led,
        winning,
        to_play,
        played,
        void,
        Channel::numbers(
            "worth",
            1,
            (-55, 10),
            "S5",
            "the worth of the trick on the table as it lies; 10 before a lead",
        ),
        Channel::numbers("points", 4, (-90, 90), "S5", "the balance of each seat in this deal, own seat first"),
        Channel::numbers(
            "totals",
            4,
            (-128, 127),
            "S6",
            "the balance of each seat before this deal, divided by 10, own seat first",
        ),
        Channel::numbers("deals_left", 1, (0, 99), "S6", "how many deals come after this one"),
        Channel::bits("dealer", 4, "S6", "who dealt: own seat, next, opposite, previous"),
    ]
}

/// The channels of the row that describes an action: a card.
const fn row() -> [Channel; 4] {
    let [card, suit, rank] = seen::CARD;
    [card, suit, rank, Channel::numbers("costs", 1, (0, 26), "S5", "what the card costs the seat that takes it")]
}

/// The number of an action is the index of its card in the order of the pack.
impl Observe for SchwarzeDame {
    const OBSERVATION_VERSION: u32 = 1;
    const CHANNELS: &'static [Channel] = &const { channels() };
    const HIDDEN: &'static [Channel] = &[seen::hands("S8")];
    const ACTIONS: usize = 52;
    const ROW: &'static [Channel] = &const { row() };
    const NET: Option<NetFile> = Some(net_file!("../net.bin"));
    type Draft = ();

    fn observe(&self, seat: Seat, (): (), out: &mut [i8]) {
        debug_assert_eq!(out.len(), width(Self::CHANNELS));
        let mut out = Channels::new(out);
        out.cards(self.hands[seat.index()]);
        seen::observe(seat, &self.public.tricks, true, &mut out);
        out.clamped(self.public.worth.into());
        let relative = || seat.around(SEATS);
        relative().for_each(|seat| out.clamped(self.public.points[seat.index()].into()));
        relative().for_each(|seat| out.clamped(i32::from(self.standing.totals[seat]) / 10));
        out.clamped(i32::from(self.rules.deals()) - i32::from(self.standing.played) - 1);
        out.one_of(4, Some(seat.steps_to(self.standing.dealer, SEATS)));
        out.end();
    }

    fn reveal(&self, seat: Seat, out: &mut [i8]) {
        seen::reveal(seat, self.hands, &mut Channels::new(out));
    }

    fn mask(&self, _: Seat, (): (), _: &mut Vec<Action>, mask: &mut [i8]) {
        game::spread(game::in_pack_order(self.legal_cards()), mask);
    }

    fn action_at(&self, number: usize) -> Option<Action> {
        Some(Action(cards::Card::at(number)))
    }

    fn number_of(&self, _: Seat, (): (), _: &[Action], Action(card): Action) -> usize {
        card.index()
    }

    fn row(&self, _: Seat, (): (), _: &[Action], number: usize, out: &mut [i8]) {
        let card = cards::Card::at(number);
        let mut out = Channels::new(out);
        seen::card_row(card, &mut out);
        out.clamped(penalty(card).into());
        out.end();
    }
}
