//! Turns, legal actions, and reasons for refusals.

use cards::{Card, pack52};
use game::{Game, PerSeat, Refusal, Seat, SeatSet, Shuffles, Turn, Viewer};

use crate::state::{Phase, SEATS};
use crate::{Action, LaDameNoire, Rules, Standing, View};

impl Game for LaDameNoire {
    const ID: &'static str = "la-dame-noire";
    const RULES_VERSION: u32 = 1;
    type Card = Card;
    type Rules = Rules;
    /// Seat 0 deals first. [D2]
    type Standing = Standing;
    type Action = Action;
    type View = View;

    fn seats() -> std::ops::RangeInclusive<u8> {
        SEATS..=SEATS
    }

    fn pack() -> Vec<Card> {
        pack52().to_vec()
    }

    fn deal(rules: &Rules, standing: &Standing, shuffles: Shuffles) -> LaDameNoire {
        LaDameNoire::new(*rules, *standing, shuffles)
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn turn(&self) -> Turn {
        match self.public.phase {
            Phase::Bidding | Phase::Showdown | Phase::Coup => Turn::of(self.public.next),
            Phase::Trading => {
                // [D6] Seats that have not put a card must act. [D7] Seats that have put a card may still call stop.
                let put = self.givers();
                let may = if self.may_stop() { put } else { SeatSet::EMPTY };
                Turn::Open { must: SeatSet::all(SEATS) - put, may }
            }
            Phase::ThrownIn | Phase::Over => Turn::Over,
        }
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<Action>) {
        match self.public.phase {
            Phase::Trading => self.legal_trades(seat, actions),
            Phase::ThrownIn | Phase::Over => {}
            _ if seat != self.public.next => {}
            Phase::Bidding => self.legal_calls(actions),
            Phase::Showdown => self.legal_plays(seat, actions),
            Phase::Coup => {
                actions.extend(Seat::all(SEATS).filter(|to| *to != seat).map(Action::Coup));
                actions.push(Action::Keep);
            }
        }
    }

    // Inlined, because playouts apply an action every 20 ns, and the call alone took a sixth of that time. The figures
    // are from `cargo bench -- random_playouts`.
    #[inline(always)]
    fn apply(&mut self, seat: Seat, action: Action) {
        match action {
            Action::Pass if self.public.phase == Phase::Bidding => self.pass_bid(seat),
            Action::Pass => self.pass_play(seat),
            Action::Bid(points) => self.bid(seat, points),
            Action::Trade(card) => self.put(seat, card),
            Action::Stop => self.stop(),
            Action::Play(play) => self.lay(seat, play),
            Action::Coup(to) => self.choose(seat, Some(to)),
            Action::Keep => self.choose(seat, None),
        }
    }

    fn refusal(&self, seat: Seat, action: Action) -> Refusal {
        let phase = self.public.phase;
        if matches!(phase, Phase::ThrownIn | Phase::Over) {
            return Refusal::OVER;
        }
        match (phase, action) {
            (Phase::Trading, Action::Trade(_)) => self.refuse_trade(seat),
            (Phase::Trading, Action::Stop) => LaDameNoire::STOP_TOO_EARLY,
            (Phase::Showdown | Phase::Coup, Action::Trade(_) | Action::Stop) => LaDameNoire::TRADING_OVER,
            (Phase::Showdown, Action::Play(play)) if !self.hands[seat.index()].has_all(play.cards()) => {
                Refusal::NOT_YOURS
            }
            (Phase::Bidding, Action::Pass | Action::Bid(_))
            | (Phase::Showdown, Action::Pass | Action::Play(_))
            | (Phase::Coup, Action::Keep | Action::Coup(_))
                if seat != self.public.next =>
            {
                Refusal::NOT_YOUR_TURN
            }
            (Phase::Bidding, Action::Bid(points)) => self.refuse_bid(points),
            (Phase::Showdown, Action::Pass) => LaDameNoire::MUST_LEAD,
            (Phase::Showdown, Action::Play(play)) => self.refuse_play(seat, play),
            (Phase::Coup, Action::Coup(_)) => LaDameNoire::NOT_TO_YOURSELF,
            _ => Refusal::NOT_NOW,
        }
    }

    fn points(&self) -> PerSeat<Option<i32>> {
        let awards = self.public.awards();
        PerSeat::from_fn(SEATS, |seat| Some(awards[seat.index()].points().into()))
    }

    /// Returns true if nobody bet. [D5]
    fn is_thrown_in(&self) -> bool {
        self.public.phase == Phase::ThrownIn
    }

    /// Passes the deal to the next seat [D2]. After a deal that was thrown in, the same dealer deals again [D5].
    fn next_standing(&self) -> Standing {
        match self.public.phase {
            Phase::ThrownIn => self.standing,
            _ => self.standing.after(&self.public.awards().map(|award| award.points())),
        }
    }

    fn shuffles(&self) -> &Shuffles {
        &self.shuffles
    }

    /// Ranks the seats after the last deal: the best total wins, and seats with equal totals share a rank. [D2]
    fn ranking(rules: &Rules, standing: &Standing) -> Option<PerSeat<u8>> {
        (standing.played >= rules.deals().into()).then(|| standing.places(|one, other| one > other))
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }
}
