//! A match: its deals, the standing after each deal, and its record.

use cards::{Seed, ShuffleAttempt, join};
use game::{Game, PerSeat, Seat, SeatSet, SeatsError, Show, Shuffles, WrittenOptions};

use crate::MatchPhase;
use crate::record::{Deal, Record, SeedOrigin};

/// A match from its first card to its winners. A match does not check actions: its callers, such as
/// [`Table`](crate::Table), check an action before they play it.
pub struct Match<G: Game> {
    rules: G::Rules,
    /// The rules in the form in which the records of this match contain them.
    options: WrittenOptions,
    names: Vec<String>,
    seed: Seed,
    /// At a practice table, the number of actions of the current deal that were done before practice began.
    practice: Option<usize>,
    /// The attempts of the shuffle that made the seed, if the players shuffled together.
    attempts: Vec<ShuffleAttempt>,
    /// The standing before the current deal.
    standing: G::Standing,
    /// The current deal before its first action. Undo replays the deal from here if `marks` has no copy.
    dealt: G,
    deal: G,
    deck: String,
    steps: Vec<PlayedAction<G::Action>>,
    /// The record's lines of the steps up to the latest end of the deal. A deal can be played on and finished again
    /// many times, and each time only the lines of the new steps are written.
    written: WrittenLines,
    /// In games of one seat, copies of the deal after every [`MARK_EVERY`] steps. Undo replays the deal from the last
    /// copy.
    marks: Vec<G>,
    /// The finished deals in the form of a record. They include the current deal once it is finished.
    deals: Vec<Deal>,
    earlier: Vec<PlayedDeal<G>>,
    stage: MatchStage,
}

/// The number of steps between two marks. With marks, undo replays at most this many steps, however long the deal is.
const MARK_EVERY: usize = 32;

enum MatchStage {
    Deal,
    Between,
    Over(Vec<Seat>),
    GivenUp,
}

/// The lines of a record for the first steps of a deal.
#[derive(Default)]
struct WrittenLines {
    /// The number of these steps.
    steps: usize,
    lines: Vec<String>,
}

#[derive(Clone)]
pub(crate) struct PlayedAction<A> {
    pub(crate) seat: Seat,
    pub(crate) action: A,
    /// The new deck, if the action shuffled one (K8).
    pub(crate) shuffled: Option<String>,
}

impl<A: std::fmt::Display> PlayedAction<A> {
    /// Returns the lines of a record for this step: the shuffle, if there was one, and the action.
    pub(crate) fn lines(&self) -> impl Iterator<Item = String> {
        let shuffle = self.shuffled.as_ref().map(|cards| format!("* shuffle {cards}"));
        shuffle.into_iter().chain([format!("{} {}", self.seat, self.action)])
    }

    /// Returns the number of these lines.
    fn count(&self) -> usize {
        1 + usize::from(self.shuffled.is_some())
    }
}

/// A deal before the current one.
#[derive(Clone)]
struct PlayedDeal<G: Game> {
    standing: G::Standing,
    dealt: G,
    steps: Vec<PlayedAction<G::Action>>,
}

pub(crate) struct FinishedDeal<'a, G: Game> {
    /// The standing before the deal.
    pub(crate) standing: &'a G::Standing,
    /// The deal before its first action.
    pub(crate) dealt: &'a G,
    pub(crate) steps: &'a [PlayedAction<G::Action>],
}

impl<G: Game + Show> Match<G> {
    /// Begins a match and deals its first deal.
    ///
    /// # Errors
    /// If the game cannot have as many seats as there are names.
    pub fn start(rules: G::Rules, names: Vec<String>, seed: Seed) -> Result<Match<G>, SeatsError> {
        Match::start_written(WrittenOptions::today::<G>(&rules), rules, names, seed)
    }

    /// Deals the first deal of a match that was begun under `options`. `rules` are these options, converted to today's
    /// rules.
    ///
    /// # Errors
    /// If the game cannot have as many seats as there are names.
    pub(crate) fn start_written(
        options: WrittenOptions,
        rules: G::Rules,
        names: Vec<String>,
        seed: Seed,
    ) -> Result<Match<G>, SeatsError> {
        Match::start_shuffled(options, rules, names, seed, Shuffles::from_seed(seed))
    }

    /// Begins a match whose shuffles are given. `seed` is the seed that its record shows.
    pub(crate) fn start_shuffled(
        options: WrittenOptions,
        rules: G::Rules,
        names: Vec<String>,
        seed: Seed,
        shuffles: Shuffles,
    ) -> Result<Match<G>, SeatsError> {
        let seats = u8::try_from(names.len()).unwrap_or(u8::MAX);
        SeatsError::check::<G>(seats)?;
        let standing = G::start(&rules, seats)?;
        let deck = deck_of::<G>(&shuffles);
        let deal = G::deal(&rules, &standing, shuffles);
        Ok(Match {
            rules,
            options,
            names,
            seed,
            practice: None,
            attempts: Vec::new(),
            standing,
            dealt: deal.clone(),
            deal,
            deck,
            steps: Vec::new(),
            written: WrittenLines::default(),
            marks: Vec::new(),
            deals: Vec::new(),
            earlier: Vec::new(),
            stage: MatchStage::Deal,
        })
    }

    /// Returns this match without its earlier deals, and with its current deal before the first action. This deal can
    /// then be replayed.
    pub(crate) fn again(&self) -> Match<G> {
        Match {
            rules: self.rules,
            options: self.options.clone(),
            names: self.names.clone(),
            seed: self.seed,
            practice: self.practice,
            attempts: self.attempts.clone(),
            standing: self.standing.clone(),
            dealt: self.dealt.clone(),
            deal: self.dealt.clone(),
            deck: self.deck.clone(),
            steps: Vec::new(),
            written: WrittenLines::default(),
            marks: Vec::new(),
            deals: Vec::new(),
            earlier: Vec::new(),
            stage: MatchStage::Deal,
        }
    }

    /// Returns the same match with another current deal, as if that deal had been dealt. For tests that compare worlds.
    #[cfg(feature = "worlds")]
    #[must_use]
    pub fn in_world(&self, deal: G) -> Match<G> {
        Match { dealt: deal.clone(), deal, deals: self.deals.clone(), earlier: self.earlier.clone(), ..self.again() }
    }

    /// Returns the number of seats.
    pub fn seats(&self) -> u8 {
        self.names.len() as u8
    }

    /// Returns a name for each seat.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Gives the seats other names.
    ///
    /// # Panics
    /// If the number of names is not the number of seats.
    pub fn rename(&mut self, names: Vec<String>) {
        assert_eq!(names.len(), self.names.len(), "a name for each seat");
        self.names = names;
    }

    /// Stores the attempts of the shuffle that made the seed. From now on the record contains them.
    pub(crate) fn shuffled_together(&mut self, attempts: Vec<ShuffleAttempt>) {
        self.attempts = attempts;
    }

    /// Returns the attempts of the shared shuffle, with their secrets; none if the players did not shuffle together.
    pub(crate) fn attempts(&self) -> &[ShuffleAttempt] {
        &self.attempts
    }

    /// Returns the house rules.
    pub fn rules(&self) -> &G::Rules {
        &self.rules
    }

    /// Returns the current deal with all its cards: the deal in play, or the last finished one.
    pub fn deal(&self) -> &G {
        &self.deal
    }

    /// Returns the standing before the current deal.
    pub fn standing(&self) -> &G::Standing {
        &self.standing
    }

    /// Returns the phase of the match.
    pub fn phase(&self) -> MatchPhase {
        match self.stage {
            MatchStage::Deal => MatchPhase::Deal,
            MatchStage::Between => MatchPhase::Between,
            MatchStage::Over(_) | MatchStage::GivenUp => MatchPhase::Over,
        }
    }

    /// Returns the seats that play waits for; none unless a deal is being played.
    pub fn must(&self) -> SeatSet {
        match self.stage {
            MatchStage::Deal => self.deal.turn().must(),
            _ => SeatSet::EMPTY,
        }
    }

    /// Returns the seats that can cut in.
    pub fn may(&self) -> SeatSet {
        match self.stage {
            MatchStage::Deal => self.deal.turn().may(),
            _ => SeatSet::EMPTY,
        }
    }

    /// Returns the finished deals.
    pub fn deals(&self) -> &[Deal] {
        &self.deals
    }

    /// Returns a finished deal as it was played; `None` if there is no such deal.
    pub(crate) fn finished(&self, deal: usize) -> Option<FinishedDeal<'_, G>> {
        if let Some(PlayedDeal { standing, dealt, steps }) = self.earlier.get(deal) {
            return Some(FinishedDeal { standing, dealt, steps });
        }
        let in_view = FinishedDeal { standing: &self.standing, dealt: &self.dealt, steps: &self.steps };
        (deal == self.earlier.len() && deal < self.deals.len()).then_some(in_view)
    }

    /// Returns the number of the current deal, from 0.
    pub fn number(&self) -> usize {
        match self.stage {
            MatchStage::Deal => self.deals.len(),
            _ => self.deals.len() - 1,
        }
    }

    /// Returns the totals before the current deal, or after the deal once it is finished.
    pub fn totals(&self) -> Vec<i32> {
        match self.stage {
            MatchStage::Deal => G::totals(&self.standing).to_vec(),
            _ => self.deals.last().and_then(|deal| deal.totals.clone()).expect("a finished deal has totals"),
        }
    }

    /// Returns the winners, once the match is over.
    pub fn winners(&self) -> Option<Vec<Seat>> {
        match &self.stage {
            MatchStage::Deal | MatchStage::Between => None,
            MatchStage::Over(winners) => Some(winners.clone()),
            MatchStage::GivenUp => Some(Vec::new()),
        }
    }

    /// Returns the actions of the current deal.
    pub fn actions(&self) -> impl DoubleEndedIterator<Item = (Seat, G::Action)> + ExactSizeIterator + '_ {
        self.steps.iter().map(|step| (step.seat, step.action))
    }

    /// Applies a legal action. Scores the deal if the action ends it. Returns whether the action shuffled cards (K8).
    pub fn play(&mut self, seat: Seat, action: G::Action) -> bool {
        debug_assert!(matches!(self.stage, MatchStage::Deal), "a deal is being played");
        let shuffled = self.deal.shuffled_by(seat, action).map(|mut cards| {
            self.deal.shuffles().clone().shuffle(&mut cards);
            join(&cards)
        });
        let has_shuffled = shuffled.is_some();
        self.deal.apply(seat, action);
        self.steps.push(PlayedAction { seat, action, shuffled });
        if self.seats() == 1 && self.steps.len().is_multiple_of(MARK_EVERY) {
            self.marks.push(self.deal.clone());
        }
        if self.deal.turn().is_over() {
            self.finish_deal();
        }
        has_shuffled
    }

    /// Deals the next deal.
    ///
    /// # Panics
    /// Unless the current deal is finished and another one follows.
    pub fn next(&mut self) {
        assert!(matches!(self.stage, MatchStage::Between), "a deal is finished and another follows");
        let standing = self.deal.next_standing();
        let shuffles = self.deal.shuffles().clone();
        self.deck = deck_of::<G>(&shuffles);
        self.deal = G::deal(&self.rules, &standing, shuffles);
        self.earlier.push(PlayedDeal {
            standing: std::mem::replace(&mut self.standing, standing),
            dealt: std::mem::replace(&mut self.dealt, self.deal.clone()),
            steps: std::mem::take(&mut self.steps),
        });
        self.written = WrittenLines::default();
        self.marks.clear();
        self.practice = self.practice.map(|_| 0);
        self.stage = MatchStage::Deal;
    }

    /// Makes the present position the beginning of practice.
    pub(crate) fn into_practice(self) -> Match<G> {
        Match { practice: Some(self.steps.len()), ..self }
    }

    /// Returns the actions of the current deal, with the shuffles.
    pub(crate) fn steps(&self) -> &[PlayedAction<G::Action>] {
        &self.steps
    }

    /// Returns the number of actions of the current deal that were done before practice began.
    pub(crate) fn before_practice(&self) -> usize {
        self.practice.unwrap_or(0)
    }

    /// Returns whether this is practice from a position of another match.
    pub(crate) fn is_practice(&self) -> bool {
        self.practice.is_some()
    }

    /// Returns how many actions can be undone: 0 in games of several seats, and 0 once a solitaire is won or given up.
    /// In a practice match: all actions of the current deal since the practice began.
    pub fn undoable(&self) -> usize {
        if let Some(before) = self.practice {
            return self.steps.len() - before;
        }
        match &self.stage {
            _ if self.seats() > 1 => 0,
            MatchStage::Deal => self.steps.len(),
            MatchStage::Over(winners) if winners.is_empty() => self.steps.len(),
            MatchStage::Over(_) | MatchStage::Between | MatchStage::GivenUp => 0,
        }
    }

    /// Undoes the last `n` actions. Returns them in reverse order, because the earliest action is the first to be
    /// redone. Cards that the player has seen stay known.
    ///
    /// # Panics
    /// If fewer actions can be undone.
    pub fn undo(&mut self, n: usize) -> Vec<(Seat, G::Action)> {
        assert!(n <= self.undoable(), "no more actions are taken back than can be");
        self.go_back(self.steps.len() - n)
    }

    /// Copies the player's knowledge from `other`, another match with the same current deal.
    pub(crate) fn remember(&mut self, other: &Match<G>) {
        self.deal.remember(&other.deal);
    }

    /// Returns the current deal before its first action.
    pub fn dealt(&self) -> &G {
        &self.dealt
    }

    /// Returns the latest position to which [`go_back`](Match::go_back) can lead, as a number of actions. If the deal
    /// was given up, this is the present position. `None` in games of several seats, and once a deal is won. In
    /// practice there is always a way back.
    pub fn latest_return(&self) -> Option<usize> {
        let after_end = || self.steps.len().checked_sub(1);
        match &self.stage {
            _ if self.seats() > 1 && !self.is_practice() => None,
            MatchStage::Deal | MatchStage::GivenUp => Some(self.steps.len()),
            MatchStage::Over(winners) if winners.is_empty() => after_end(),
            MatchStage::Over(_) | MatchStage::Between => after_end().filter(|_| self.is_practice()),
        }
    }

    /// Goes back to the position after the first `kept` actions of the deal. Play goes on from this position. Returns
    /// the undone actions in reverse order, because the earliest action is the first to be redone. Cards that the
    /// player has seen stay known.
    ///
    /// # Panics
    /// If there is no way back to that position: see [`latest_return`](Match::latest_return).
    pub fn go_back(&mut self, kept: usize) -> Vec<(Seat, G::Action)> {
        assert!(self.latest_return().is_some_and(|latest| kept <= latest), "there is a way back to that position");
        if !matches!(self.stage, MatchStage::Deal) {
            let lines = self.deals.pop().map(|deal| deal.actions).unwrap_or_default();
            self.written = WrittenLines { steps: self.steps.len(), lines };
            self.stage = MatchStage::Deal;
        }
        let undone = self.steps.split_off(kept);
        let written = self.written.steps.saturating_sub(kept);
        let lines: usize = undone[..written].iter().map(PlayedAction::count).sum();
        self.written.lines.truncate(self.written.lines.len() - lines);
        self.written.steps -= written;
        self.marks.truncate(kept / MARK_EVERY);
        let mut deal = self.marks.last().unwrap_or(&self.dealt).clone();
        for step in &self.steps[self.marks.len() * MARK_EVERY..] {
            deal.apply(step.seat, step.action);
        }
        deal.remember(&self.deal);
        self.deal = deal;
        undone.into_iter().rev().map(|step| (step.seat, step.action)).collect()
    }

    /// Gives up a one-seat game. The deal is scored as it stands.
    ///
    /// # Panics
    /// In games of several seats, and unless a deal is being played.
    pub fn give_up(&mut self) {
        assert!(self.seats() == 1 && matches!(self.stage, MatchStage::Deal), "a solitaire is being played");
        let points = self.deal.points();
        let mut totals = G::totals(&self.standing);
        for (total, points) in totals.iter_mut().zip(points.iter()) {
            *total += points.unwrap_or(0);
        }
        self.finish(points, totals);
        self.stage = MatchStage::GivenUp;
    }

    /// Returns the record with its seed, of a match that is over or is broken off here.
    pub fn record(&self) -> String {
        let unfinished = matches!(self.stage, MatchStage::Deal).then(|| {
            let lines = self.written.lines.clone();
            self.paper(self.written_after(lines), None)
        });
        // The first decks of a practice match do not follow from its seed, so its record has no seed.
        let seed = self.practice.is_none().then(|| self.seed.reveal());
        self.write(seed, unfinished.as_ref())
    }

    /// Returns the record without the seed and the deal in play. Everything in it may be known while the match goes on.
    pub fn sealed_record(&self) -> String {
        self.write(None, None)
    }

    fn write(&self, seed: Option<String>, unfinished: Option<&Deal>) -> String {
        let record = Record {
            format: crate::record::FORMAT,
            rules: self.options.version(),
            game: G::ID,
            options: &self.options,
            seats: self.seats(),
            names: &self.names,
            entropy: SeedOrigin::of(&self.attempts, seed.is_some()),
            seed,
            deals: self.deals.iter().chain(unfinished).collect(),
            winners: self.winners(),
            origin: self.practice.map(|_| crate::record::PRACTICE),
        };
        serde_json::to_string(&record).expect("a record is text and numbers")
    }

    fn finish_deal(&mut self) {
        let standing = self.deal.next_standing();
        self.finish(self.deal.points(), G::totals(&standing));
        self.stage = match G::ranking(&self.rules, &standing) {
            None => MatchStage::Between,
            Some(ranks) => {
                MatchStage::Over(ranks.by_seat().filter(|(_, rank)| *rank == 0).map(|(seat, _)| seat).collect())
            }
        };
    }

    /// Adds the current deal to the finished deals.
    fn finish(&mut self, points: PerSeat<Option<i32>>, totals: PerSeat<i32>) {
        let lines = std::mem::take(&mut self.written.lines);
        let deal = self.paper(self.written_after(lines), Some((points, totals)));
        self.written = WrittenLines::default();
        self.deals.push(deal);
    }

    /// Returns `lines`, which contain the steps that are already written, together with the lines of all later steps.
    fn written_after(&self, mut lines: Vec<String>) -> Vec<String> {
        lines.extend(self.steps[self.written.steps..].iter().flat_map(PlayedAction::lines));
        lines
    }

    /// Returns the current deal in the form of a record.
    fn paper(&self, actions: Vec<String>, score: Option<(PerSeat<Option<i32>>, PerSeat<i32>)>) -> Deal {
        let (points, totals) = score.unzip();
        Deal {
            dealer: G::dealer(&self.standing),
            deck: self.deck.clone(),
            actions,
            points: points.map(|points| points.to_vec()),
            totals: totals.map(|totals| totals.to_vec()),
        }
    }
}

fn deck_of<G: Game>(shuffles: &Shuffles) -> String {
    let mut deck = G::pack();
    shuffles.clone().shuffle(&mut deck);
    join(&deck)
}
