//! One match among bots.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cards::Seed;
use catalog::CardGame;
use game::{Chosen, PerSeat, Prompt, Seat, SeatSet, SeatsError, Viewer, relative_utility, width};
use search::Ask;
use table::{Match, MatchPhase};

use crate::outcome::{Capped, Dealt, MatchOutcome, TimedDecision};
use crate::player::{Entrant, Player, TimeSource};
use crate::policy::Questions;

pub(crate) struct Contest<'a, G: CardGame> {
    pub(crate) rules: G::Rules,
    /// The player of each seat.
    pub(crate) entrants: &'a [&'a Entrant],
    /// The limit of actions in a deal. The actions of thrown-in deals just before the deal count towards the limit too.
    pub(crate) cap: u32,
    pub(crate) wants_record: bool,
    /// The clock, which measures all decisions with a choice and ends those that have a time limit.
    pub(crate) clock: Option<&'a dyn TimeSource>,
}

impl<'a, G: CardGame> Contest<'a, G> {
    /// Plays a match without policies, and reports it to `watch`. Each bot gets its own seed. No bot gets the seed of
    /// the match.
    pub(crate) fn watched(
        &self,
        seed: Seed,
        bot_seed: impl Fn(u8) -> u64,
        watch: &mut impl DealObserver<G>,
    ) -> Result<MatchOutcome, SeatsError> {
        let mut playing = self.begin(seed, bot_seed)?;
        assert!(!playing.run(watch), "a policy is asked in batches");
        Ok(playing.outcome())
    }

    pub(crate) fn begin(&'a self, seed: Seed, bot_seed: impl Fn(u8) -> u64) -> Result<Playing<'a, G>, SeatsError> {
        let names = self.entrants.iter().map(|entrant| entrant.name().to_owned()).collect();
        let current = Match::<G>::start(self.rules, names, seed)?;
        let players = self.entrants.iter().zip(0..).map(|(entrant, seat)| entrant.sit(bot_seed(seat))).collect();
        let mut playing = Playing {
            contest: self,
            current,
            players,
            deals: Vec::new(),
            decisions: Vec::new(),
            actions: 0,
            in_deal: 0,
            capped: None,
            passed: SeatSet::EMPTY,
            question: None,
        };
        playing.notify(|player, current, seat| player.on_deal(current, seat));
        Ok(playing)
    }
}

pub(crate) struct Playing<'a, G: CardGame> {
    contest: &'a Contest<'a, G>,
    current: Match<G>,
    /// The player of each seat; `None` for a policy.
    players: Vec<Option<Box<dyn Player<G>>>>,
    deals: Vec<Dealt>,
    decisions: Vec<TimedDecision>,
    actions: u64,
    in_deal: u32,
    capped: Option<Capped>,
    /// The seats that declined to cut in at this position.
    passed: SeatSet,
    question: Option<PolicyQuestion<G>>,
}

struct PolicyQuestion<G: CardGame> {
    prompt: Prompt<G::Draft>,
    legal: Vec<G::Action>,
    mask: Vec<i8>,
}

impl<G: CardGame> Playing<'_, G> {
    /// Plays until a policy is asked or the match is over. Returns true if a policy is asked.
    pub(crate) fn run(&mut self, watch: &mut impl DealObserver<G>) -> bool {
        if self.question.is_some() {
            return true;
        }
        loop {
            match self.current.phase() {
                MatchPhase::Over => break,
                MatchPhase::Between => {
                    // A thrown-in deal has no limit of its own: its actions count towards the limit of the next deal.
                    if !self.current.deal().is_thrown_in() {
                        self.in_deal = 0;
                    }
                    self.current.next();
                    self.notify(|player, current, seat| player.on_deal(current, seat));
                }
                MatchPhase::Deal if self.in_deal >= self.contest.cap => {
                    if self.current.seats() == 1 {
                        self.give_up();
                        self.capped = Some(Capped::GivenUp);
                    } else {
                        self.capped = Some(Capped::BrokenOff);
                    }
                    break;
                }
                MatchPhase::Deal => {
                    if self.passed.is_empty() {
                        watch.before(self.current.deal(), self.current.seats());
                    }
                    let Some((seat, action)) = self.next() else { return true };
                    self.act(seat, action, watch);
                }
            }
        }
        self.notify(|player, current, seat| player.on_end(current, seat));
        false
    }

    fn act(&mut self, seat: Seat, action: G::Action, watch: &mut impl DealObserver<G>) {
        self.notify(|player, current, listener| player.on_action(current.deal(), listener, seat, action));
        self.current.play(seat, action);
        self.passed = SeatSet::EMPTY;
        self.actions += 1;
        self.in_deal += 1;
        if self.current.phase() != MatchPhase::Deal {
            self.notify(|player, current, seat| player.on_score(current, seat));
            watch.on_score(self.current.deal(), self.current.seats());
            self.deals.push(dealt(&self.current));
        }
    }

    /// Returns the outcome. The match must be over.
    pub(crate) fn outcome(self) -> MatchOutcome {
        MatchOutcome {
            record: self.contest.wants_record.then(|| self.current.record()),
            deals: self.deals,
            totals: self.current.totals(),
            winners: self.current.winners(),
            actions: self.actions,
            capped: self.capped,
            decisions: self.decisions,
        }
    }

    /// Asks the players for the next action. Each seat that can cut in is asked once, in playing order from the seat to
    /// play. If no seat cuts in, the first seat that must act is asked. Returns `None` if a policy has to answer.
    fn next(&mut self) -> Option<(Seat, G::Action)> {
        let deal = self.current.deal();
        let seats = self.players.len() as u8;
        let turn = deal.turn();
        let from = deal.first_asked();
        let first = turn.must().from_seat(from, seats).next();
        let mut legal = Vec::new();
        for seat in (turn.may() - self.passed).from_seat(from, seats).chain(first) {
            let must = turn.must().has(seat);
            let Some(player) = &mut self.players[seat.index()] else {
                let (prompt, mut mask) = (Prompt::to(seat, must), vec![0; G::ACTIONS]);
                prompt.mask(deal, &mut legal, &mut mask);
                let question = PolicyQuestion { prompt, legal, mask };
                let forced = forced(deal, &question);
                if forced.is_none() {
                    self.question = Some(question);
                }
                return forced.map(|action| (seat, action));
            };
            legal.clear();
            deal.legal(seat, &mut legal);
            let view = deal.view(Viewer::Seat(seat));
            let cancel = Arc::new(AtomicBool::new(false));
            let ask = Ask { seat, view: &view, legal: &legal, must, cancel: &cancel };
            let has_choice = legal.len() + usize::from(!must) > 1;
            let clock = self.contest.clock;
            let answer = match clock.filter(|_| has_choice) {
                Some(timer) => {
                    let began = timer.now();
                    if let Some(time) = self.contest.entrants[seat.index()].time() {
                        timer.alarm(time, &cancel);
                    }
                    let answer = player.decide(ask, clock);
                    let took = timer.now().saturating_sub(began);
                    self.decisions.push(TimedDecision { seat, simulations: player.spent(), took });
                    answer
                }
                None => player.decide(ask, clock),
            };
            if let Some(action) = answer {
                assert!(legal.binary_search(&action).is_ok(), "seat {seat}: the bot's {action} is not legal");
                return Some((seat, action));
            }
            self.passed = self.passed | SeatSet::only(seat);
        }
        panic!("a bot had no answer though play waits for it");
    }

    pub(crate) fn asked(&self) -> Option<Seat> {
        self.question.as_ref().map(|question| question.prompt.seat)
    }

    /// Adds this match's question to `questions`, which collects the questions of all matches.
    ///
    /// # Panics
    /// If no policy is asked.
    pub(crate) fn ask(&self, questions: &mut Questions) {
        let question = self.question.as_ref().expect("a policy is asked");
        let Prompt { seat, draft, .. } = question.prompt;
        let from = questions.observation.len();
        questions.observation.resize(from + width(G::CHANNELS), 0);
        self.current.deal().observe(seat, draft, &mut questions.observation[from..]);
        questions.mask.extend_from_slice(&question.mask);
        questions.seat.push(seat.index() as u8);
        if let Some(rows) = &mut questions.rows {
            for number in (0..G::ACTIONS).filter(|&number| question.mask[number] == 1) {
                let from = rows.rows.len();
                rows.rows.resize(from + width(G::ROW), 0);
                let row = &mut rows.rows[from..];
                self.current.deal().row(seat, draft, &question.legal, number, row);
                rows.numbers.push(number as i32);
            }
            rows.offsets.push(rows.numbers.len() as i64);
        }
    }

    /// Gives up a solitaire.
    fn give_up(&mut self) {
        self.current.give_up();
        self.deals.push(dealt(&self.current));
    }

    /// Applies the policy's answer. Returns false if the mask does not allow the number.
    pub(crate) fn answer(&mut self, number: i32) -> bool {
        let mut question = self.question.take().expect("a policy is asked");
        let Some(number) = usize::try_from(number).ok().filter(|&number| question.mask.get(number) == Some(&1)) else {
            self.question = Some(question);
            return false;
        };
        let seat = question.prompt.seat;
        match question.prompt.choice(self.current.deal(), &question.legal, number) {
            Chosen::Act(action) => self.act(seat, action, &mut ()),
            Chosen::GiveUp => self.give_up(),
            Chosen::NotNow => self.passed = self.passed | SeatSet::only(seat),
            Chosen::More => {
                question.prompt.mask(self.current.deal(), &mut question.legal, &mut question.mask);
                self.question = Some(question);
            }
        }
        true
    }

    fn notify(&mut self, mut event: impl FnMut(&mut dyn Player<G>, &Match<G>, Seat)) {
        for (player, seat) in self.players.iter_mut().zip(0..) {
            if let Some(player) = player {
                event(&mut **player, &self.current, Seat::new(seat));
            }
        }
    }
}

/// Returns the action of a seat that must act, if it has only one legal action.
fn forced<G: CardGame>(deal: &G, question: &PolicyQuestion<G>) -> Option<G::Action> {
    let mut allowed = (0..G::ACTIONS).filter(|&number| question.mask[number] == 1);
    let mut prompt = question.prompt;
    let (true, Some(only), None) = (prompt.must, allowed.next(), allowed.next()) else { return None };
    match prompt.choice(deal, &question.legal, only) {
        Chosen::Act(action) => Some(action),
        Chosen::NotNow | Chosen::GiveUp | Chosen::More => None,
    }
}

/// An observer that sees all cards.
pub(crate) trait DealObserver<G: CardGame> {
    /// Called before each action, with the position.
    fn before(&mut self, deal: &G, seats: u8);
    /// Called when the deal is over.
    fn on_score(&mut self, deal: &G, seats: u8);
}

impl<G: CardGame> DealObserver<G> for () {
    fn before(&mut self, _: &G, _: u8) {}
    fn on_score(&mut self, _: &G, _: u8) {}
}

fn dealt<G: CardGame>(current: &Match<G>) -> Dealt {
    let deal = current.deal();
    let marks = Seat::all(current.seats())
        .map(|seat| (0..G::MARKS.len()).filter(|&mark| deal.mark(mark, seat)).fold(0, |set, mark| set | 1 << mark))
        .collect();
    Dealt { points: deal.points().to_vec(), gains: gains(current), marks, thrown_in: deal.is_thrown_in() }
}

/// Returns each seat's gain in the deal, in thousandths of a point. The gains are whole numbers, so the order of adding
/// does not matter.
fn gains<G: CardGame>(current: &Match<G>) -> Vec<i64> {
    let (rules, deal) = (current.rules(), current.deal());
    if !deal.turn().is_over() {
        return vec![0; usize::from(current.seats())];
    }
    let before = G::value(rules, current.standing());
    let after = G::value(rules, &deal.next_standing());
    let seats = current.seats();
    let change = PerSeat::from_fn(seats, |seat| f64::from(after[seat]) - f64::from(before[seat]));
    let gain = |seat| relative_utility(seats, G::team(rules, seats, seat), |other| change[other]);
    Seat::all(seats).map(|seat| (gain(seat) * 1_000.0).round() as i64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use testgame::{Pairs, Rules};

    fn played(partners: bool, cap: u32) -> MatchOutcome {
        let rules = Rules::new(20, partners);
        let bots: Vec<Entrant> =
            ["rule", "random"].map(|name| Entrant::named(name, None, Duration::ZERO).expect("a bot")).into();
        let entrants = [&bots[0], &bots[1], &bots[0], &bots[1]];
        let contest = Contest::<Pairs> { rules, entrants: &entrants, cap, wants_record: true, clock: None };
        contest.watched(Seed::numbered(3), u64::from, &mut ()).expect("four play")
    }

    #[test]
    fn partners_win_together_and_gain_the_same() {
        let outcome = played(true, 1_000);
        let winners = outcome.winners.expect("it is over");
        assert_eq!(
            winners,
            [Seat::new(0), Seat::new(2)],
            "the rule players beat the random ones: {:?}",
            outcome.totals
        );
        for deal in &outcome.deals {
            let points: Vec<i64> =
                deal.points.iter().map(|points| i64::from(points.expect("everybody plays"))).collect();
            let lead = (points[0] + points[2] - points[1] - points[3]) * 500;
            assert_eq!(deal.gains, [lead, -lead, lead, -lead], "half a point each for a trick of the team");
        }
        let alone = played(false, 1_000);
        assert!(alone.deals.iter().any(|deal| deal.gains[0] != deal.gains[2]), "everybody for itself");
    }

    #[test]
    fn a_deal_counts_though_the_same_seat_deals_again() {
        let outcome = played(true, 16);
        assert!(outcome.deals.len() > 3 && outcome.capped.is_none(), "16 actions a deal, and each deal begins from 0");
        assert!(outcome.deals.iter().all(|deal| !deal.thrown_in), "seat 0 leads every deal of this game");
    }
}
