//! The showdown: tricks of combinations, going out, and the coup de grâce.

use cards::CardSet;
use game::{Refusal, Seat, SeatSet};

use crate::combination::{Moves, Power, Top, each_play};
use crate::score::worth;
use crate::state::{Phase, Public};
use crate::{Action, LaDameNoire, Play};

impl LaDameNoire {
    /// Starts the showdown. The seat that holds the bet leads. [D9]
    pub(crate) fn show_down(&mut self) {
        let (holder, _) = self.public.bet.expect("trading follows a bet");
        self.moves = self.hands.map(Moves::of);
        self.public.phase = Phase::Showdown;
        self.lead(holder);
    }

    /// Returns the combinations that `seat` may play: any if it leads, else those that beat the top. [D9] [D10]
    pub(crate) fn playable(&self, seat: Seat) -> Moves {
        self.moves[seat.index()].above(self.public.top, self.hands[seat.index()])
    }

    /// Adds all plays that beat the top of the trick, and the pass unless the seat leads. [D9] [D10]
    pub(crate) fn legal_plays(&self, seat: Seat, actions: &mut Vec<Action>) {
        if !self.public.top.is_nothing() {
            actions.push(Action::Pass);
        }
        let hand = self.hands[seat.index()];
        for power in self.playable(seat).powers(hand) {
            each_play(hand, power, |play| actions.push(Action::Play(play)));
        }
    }

    pub(crate) fn lay(&mut self, seat: Seat, play: Play) {
        let power = play.power().expect("only combinations are played");
        let hand = &mut self.hands[seat.index()];
        *hand = *hand - play.cards();
        self.moves[seat.index()] = Moves::of(*hand);
        let gone_out = hand.is_empty();
        self.public.lay(seat, play.cards(), power, self.rules.pass_ends_trick);
        if !gone_out {
            return self.next_play(seat);
        }
        let public = &mut self.public;
        public.out.push(seat);
        match public.out.seats().len() {
            1 if worth(public.trick) > 0 => {
                // [D17] The trick has points, so the first seat out chooses before play goes on.
                public.phase = Phase::Coup;
                public.next = seat;
            }
            // [D13] Nobody may beat the first seat's last play.
            1 => self.collect(seat),
            // [D14] The play of the second seat out may be beaten, unless the option lets that seat collect
            // immediately.
            2 if self.rules.every_out_collects => self.collect(seat),
            2 => self.next_play(seat),
            _ => {
                // [D14] The third seat out takes the trick and ends the deal. [D16] The last seat's cards are in no
                // trick.
                public.take(seat);
                let last = public.out.still_in().first().expect("one seat is left");
                public.out.push(last);
                public.phase = Phase::Over;
            }
        }
    }

    /// Passes in the showdown. [D12]
    pub(crate) fn pass_play(&mut self, seat: Seat) {
        self.public.passed.insert(seat);
        self.next_play(seat);
    }

    /// Carries out the choice of the first seat out: gives the trick to an opponent's pile, or keeps it. [D17]
    pub(crate) fn choose(&mut self, seat: Seat, to: Option<Seat>) {
        self.public.coup = to;
        self.public.phase = Phase::Showdown;
        self.public.take(to.unwrap_or(seat));
        self.lead(seat);
    }

    /// Gives the turn to the next seat that holds cards and may still play. If there is none, the trick is over. [D12]
    fn next_play(&mut self, seat: Seat) {
        let top_seat = self.public.top_seat;
        match Public::after(seat, self.public.out.still_in() - self.public.passed - SeatSet::only(top_seat)) {
            Some(next) => self.public.next = next,
            None => self.collect(top_seat),
        }
    }

    /// Gives the trick to `seat`, which leads the next one. [D12]
    fn collect(&mut self, seat: Seat) {
        self.public.take(seat);
        self.lead(seat);
    }

    /// Gives the lead to `seat` or, if it has no cards, to the next seat with cards. [D15]
    fn lead(&mut self, seat: Seat) {
        self.public.next = self.public.lead(seat);
    }

    pub(crate) fn refuse_play(&self, seat: Seat, play: Play) -> Refusal {
        if !self.hands[seat.index()].has_all(play.cards()) {
            return Refusal::NOT_YOURS;
        }
        match play.power() {
            Some(_) => Refusal::rule("D10", "too_weak", "That doesn't beat the combination on top."),
            None => no_combination(play.cards()),
        }
    }

    pub(crate) const MUST_LEAD: Refusal = Refusal::rule("D9", "must_lead", "You lead: play a combination.");
    /// The refusal of a coup on one's own pile.
    pub(crate) const NOT_TO_YOURSELF: Refusal = Refusal::rule(
        "D17",
        "coup_opponent",
        "In a coup you give the trick to an opponent. To have it yourself, keep it.",
    );
}

fn no_combination(cards: CardSet) -> Refusal {
    let mut ranks: Vec<u8> = cards.map(|card| card.rank() as u8).collect();
    ranks.sort_unstable();
    let alike = ranks.iter().all(|rank| *rank == ranks[0]);
    match ranks.len() {
        2 | 3 if alike => Refusal::rule("D11", "no_pairs", "Pairs and trios aren't combinations here."),
        2 => Refusal::rule(
            "D10",
            "no_beggar",
            "A beggar is two cards equally far from 8, such as 2 and ace, or 7 and 9.",
        ),
        5 | 8 | 11 => Refusal::rule(
            "D10",
            "no_run",
            "Five cards are five consecutive ranks, or a libra: pair, single, pair of consecutive ranks. The ace is high only.",
        ),
        7 => Refusal::rule("D10", "no_libra_of_seven", "A libra has 5, 8 or 11 cards and ends with a pair."),
        _ => Refusal::rule("D10", "no_combination", "These cards don't make a combination."),
    }
}

impl Public {
    pub(crate) fn lay(&mut self, seat: Seat, cards: CardSet, power: Power, pass_ends_trick: bool) {
        self.played.push(seat, cards, self.top.is_nothing());
        self.trick = self.trick | cards;
        self.top = Top::of(power);
        self.top_seat = seat;
        if !pass_ends_trick {
            self.passed = SeatSet::EMPTY;
        }
    }

    fn take(&mut self, seat: Seat) {
        let pile = &mut self.piles[seat.index()];
        *pile = *pile | self.trick;
        self.trick = CardSet::EMPTY;
        self.top = Top::NOTHING;
        self.passed = SeatSet::EMPTY;
    }

    /// Returns the seat that leads after `seat` has taken a trick: `seat`, or the next seat that is still in. [D15]
    fn lead(&self, seat: Seat) -> Seat {
        self.out.still_in().from_seat(seat, 4).next().expect("somebody holds cards until the deal is over")
    }
}
