//! Observations of a deal as numbers. The three cards of a gift are chosen one by one, in any order.

use cards::{Card, CardSet};
use game::{Channel, Channels, Chosen, Game, NetFile, Observe, PerSeat, Seat, net_file, width};
use tricks::{SEATS, seen};

use crate::score::penalty;
use crate::state::Phase;
use crate::{Action, Gift, Giving, Hearts, Moon, Standing};

const fn channels() -> [Channel; 23] {
    let [trick, led, winning, to_play, played, void] = seen::channels("H6", "H10");
    [
        Channel::bits("hand", 52, "H2", "the cards in the hand, without the three that the seat has chosen to pass"),
        trick,
        led,
        winning,
        to_play,
        played,
        void,
        Channel::bits("is_giving", 1, "H3", "whether the seats are choosing cards to pass"),
        Channel::bits("giving", 4, "H3", "to whom cards are passed in this deal: left, right, across, nobody"),
        Channel::bits(
            "draft",
            52,
            "H3",
            "the cards that the seat has chosen so far, while it chooses the three one by one",
        ),
        Channel::bits("gave", 52, "H4", "the three cards that the seat has passed or chosen to pass"),
        Channel::bits("got", 52, "H4", "the three cards that the seat was passed; none while the seats are choosing"),
        Channel::bits("chosen", 4, "H4", "who has chosen three cards, own seat first"),
        Channel::bits("broken", 1, "H8", "whether a heart has been played"),
        Channel::numbers("worth", 1, (0, 26), "H11", "the points of the trick on the table"),
        Channel::numbers(
            "taken",
            4,
            (0, 26),
            "H11",
            "the points that each seat has taken in this deal, own seat first",
        ),
        Channel::bits("queen", 4, "H11", "who has taken the queen of spades: own seat, next, opposite, previous"),
        Channel::numbers(
            "totals",
            4,
            (-128, 127),
            "H13",
            "the total of each seat before this deal, divided by 2, own seat first",
        ),
        Channel::numbers("limit", 1, (0, 125), "H13", "the total that ends the match, divided by 2"),
        Channel::bits("gives_cards", 1, "H3", "the option: whether cards are passed in this match"),
        Channel::bits("moon_own", 1, "H12", "the option: whether shooting the moon takes 26 off one's own total"),
        Channel::bits("shooting", 4, "H12", "who has taken all the points so far, if any have been taken"),
        Channel::bits("dealer", 4, "H2", "who dealt: own seat, next, opposite, previous"),
    ]
}

/// The channels of the row that describes an action: the card that is played or passed.
const fn row() -> [Channel; 5] {
    let [card, suit, rank] = seen::CARD;
    [
        card,
        suit,
        rank,
        Channel::numbers("costs", 1, (0, 13), "H11", "what the card costs the seat that takes it"),
        Channel::bits("gives", 1, "H3", "whether the card is passed instead of played"),
    ]
}

/// The number of an action is the index of its card in the order of the pack. A gift consists of three such numbers.
impl Observe for Hearts {
    const OBSERVATION_VERSION: u32 = 1;
    const CHANNELS: &'static [Channel] = &const { channels() };
    const HIDDEN: &'static [Channel] = &[
        seen::hands("H2"),
        Channel::bits(
            "gifts",
            4 * 52,
            "H4",
            "the cards that each seat has passed or chosen to pass, own seat first; 52 bits a seat",
        ),
    ];
    const ACTIONS: usize = 52;
    const ROW: &'static [Channel] = &const { row() };
    const NET: Option<NetFile> = Some(net_file!("../net.bin"));
    /// The cards chosen so far to be passed.
    type Draft = CardSet;

    fn observe(&self, seat: Seat, draft: CardSet, out: &mut [i8]) {
        debug_assert_eq!(out.len(), width(Self::CHANNELS));
        let public = &self.public;
        let is_giving = self.phase() == Phase::Giving;
        let giver = public.giving.to(seat).filter(|_| !is_giving);
        let mut out = Channels::new(out);
        out.cards(self.hands[seat.index()]);
        seen::observe(seat, &public.tricks, !is_giving, &mut out);
        out.bit(is_giving);
        out.one_of(
            4,
            Some(match public.giving {
                Giving::Left => 0,
                Giving::Right => 1,
                Giving::Across => 2,
                Giving::Nobody => 3,
            }),
        );
        out.cards(draft);
        out.cards(self.gifts[seat.index()]);
        out.cards(giver.map_or(CardSet::EMPTY, |giver| self.gifts[giver.index()]));
        let relative = || seat.around(SEATS);
        relative().for_each(|seat| out.bit(public.chosen.has(seat)));
        out.bit(public.broken);
        out.number(public.worth as i8);
        relative().for_each(|seat| out.number(public.taken[seat.index()] as i8));
        out.one_of(4, public.queen.map(|taker| seat.steps_to(taker, SEATS)));
        relative().for_each(|seat| out.clamped(i32::from(self.standing.totals[seat]) / 2));
        out.number((self.rules.to() / 2) as i8);
        out.bit(self.rules.giving);
        out.bit(self.rules.moon == Moon::Own);
        let taken: u8 = public.taken.iter().sum();
        relative().for_each(|seat| out.bit(taken > 0 && public.taken[seat.index()] == taken));
        out.one_of(4, Some(seat.steps_to(self.standing.dealer, SEATS)));
        out.end();
    }

    fn reveal(&self, seat: Seat, out: &mut [i8]) {
        let mut out = Channels::new(out);
        seen::reveal(seat, self.hands, &mut out);
        seen::reveal(seat, self.gifts, &mut out);
        out.end();
    }

    fn mask(&self, seat: Seat, draft: CardSet, _: &mut Vec<Action>, mask: &mut [i8]) {
        let cards = match self.phase() {
            Phase::Giving => self.hands[seat.index()] - draft,
            Phase::Play | Phase::Over => self.legal_cards(),
        };
        game::spread(game::in_pack_order(cards), mask);
    }

    /// Returns the negated totals, because points are bad. [H11]
    fn score(standing: &Standing) -> PerSeat<f32> {
        Self::totals(standing).map(|total| -(total as f32))
    }

    fn action_at(&self, number: usize) -> Option<Action> {
        (self.phase() != Phase::Giving).then(|| Action::Play(Card::at(number)))
    }

    fn choose(&self, _: Seat, draft: &mut CardSet, _: &[Action], number: usize) -> Chosen<Action> {
        if let Some(play) = self.action_at(number) {
            return Chosen::Act(play);
        }
        draft.insert(Card::at(number));
        Gift::new(*draft).map_or(Chosen::More, |gift| Chosen::Act(Action::Give(gift)))
    }

    fn number_of(&self, _: Seat, draft: CardSet, _: &[Action], action: Action) -> usize {
        let card = match action {
            Action::Play(card) => card,
            Action::Give(gift) => (gift.set() - draft).first().expect("three cards are chosen, and no more"),
        };
        card.index()
    }

    fn row(&self, _: Seat, _: CardSet, _: &[Action], number: usize, out: &mut [i8]) {
        let card = Card::at(number);
        let mut out = Channels::new(out);
        seen::card_row(card, &mut out);
        out.number(penalty(card) as i8);
        out.bit(self.phase() == Phase::Giving);
        out.end();
    }
}
