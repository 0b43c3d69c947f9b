//! The table behind [`AnyTable`]: a match, its decision numbers, and the undone actions.

use cards::Seed;
use game::{
    BoardKind, ClaimWords, Game, MatchPhase, PerSeat, Playout, Policy, Race, Refusal, Rest, Rng, Seat, SeatSet, Show,
    Viewer, WrittenOptions, WrittenOptionsError, sort_compactly,
};
use serde_json::{Map, Value};

use crate::decision::{Arrivals, decisions_in};
use crate::intent::Checked;
use crate::{
    Accepted, AnyTable, Decision, Entry, FaceUp, HistoryStep, Intent, Json, Match, PublicEvent, Question, Setup,
    SolitaireTable, TableView,
};

/// A table at which `G` is played.
pub struct Table<G: Game> {
    setup: Setup,
    /// The options, converted to today's rules.
    today: WrittenOptions,
    current: Match<G>,
    at: PerSeat<u32>,
    /// The actions that can be redone. The next one to redo is last.
    undone: Vec<(Seat, G::Action)>,
    /// The number of entries in the log.
    length: usize,
    /// `true` once the player has been helped.
    assisted: bool,
    /// The seats that were advised in the current deal.
    advised: SeatSet,
    assisted_at_end: bool,
}

impl<G: Game + Show + Rest + Playout + Policy> Table<G> {
    /// Opens a table and deals the first deal.
    ///
    /// # Errors
    /// If the setup is not one of this game and these rules.
    pub fn new(setup: Setup) -> Result<Table<G>, SetupError> {
        assert_eq!(setup.game, G::ID, "the catalog opens tables by the game's name");
        let (options, rules) = WrittenOptions::read::<G>(setup.rules, setup.options.clone())?;
        if setup.number.is_some_and(|number| setup.names.len() != 1 || setup.seed != Seed::numbered(number)) {
            return Err(SetupError::Wrong(
                "numbered deals are for games of one seat, and their seed follows".to_owned(),
            ));
        }
        let current = Match::start_written(options, rules, setup.names.clone(), setup.seed)
            .map_err(|error| SetupError::Wrong(error.to_string()))?;
        let at = PerSeat::new(current.seats(), 1);
        Ok(Table {
            setup,
            today: WrittenOptions::today::<G>(&rules),
            current,
            at,
            undone: Vec::new(),
            length: 0,
            assisted: false,
            advised: SeatSet::EMPTY,
            assisted_at_end: false,
        })
    }

    /// Opens a table in the middle of a match. The log begins at this position. For tests that compare worlds.
    ///
    /// # Errors
    /// If the setup is not one of this game and these rules.
    #[cfg(feature = "worlds")]
    pub fn in_the_middle(setup: Setup, current: Match<G>) -> Result<Table<G>, SetupError> {
        Ok(Table { current, ..Table::new(setup)? })
    }

    /// Opens a table whose shuffles give these decks in this order, each with its top card first. For tests that
    /// compare worlds. The commitment still belongs to the setup's seed.
    ///
    /// # Errors
    /// If the setup is not one of this game and these rules.
    #[cfg(feature = "worlds")]
    pub fn from_decks<'a>(
        setup: Setup,
        decks: impl IntoIterator<Item = &'a [G::Card]>,
    ) -> Result<Table<G>, SetupError> {
        let (_, rules) = WrittenOptions::read::<G>(setup.rules, setup.options.clone())?;
        let mut table = Table::new(setup)?;
        let deal = G::deal(&rules, table.current.standing(), game::Shuffles::from_decks(decks));
        table.current = table.current.in_world(deal);
        Ok(table)
    }

    fn accept(&self, entry: Entry) -> Accepted {
        let first = Checked { entry, read: None };
        Accepted { first, more: Vec::new(), at: self.length }
    }

    fn accept_action(&self, seat: Seat, action: G::Action) -> Accepted {
        Accepted { first: checked_action::<G>(seat, action), more: Vec::new(), at: self.length }
    }

    /// Accepts actions that are done one after another. There is at least one.
    fn accept_actions(&self, mut actions: impl Iterator<Item = Checked>) -> Accepted {
        let first = actions.next().expect("there is an action");
        Accepted { first, more: actions.collect(), at: self.length }
    }

    fn one_seat(&self, words: &'static str) -> Result<(), Refusal> {
        if self.current.seats() == 1 { Ok(()) } else { Err(Refusal::new("several_seats", words)) }
    }

    fn read_legal(&self, seat: Seat, text: &str) -> Result<G::Action, Refusal> {
        self.has_seat(seat)?;
        match self.current.phase() {
            MatchPhase::Deal => {}
            MatchPhase::Between => return Err(Refusal::OVER),
            MatchPhase::Over => return Err(MATCH_OVER),
        }
        let action: G::Action =
            text.parse().map_err(|error: cards::NotationError| Refusal::new("notation", error.to_string()))?;
        let deal = self.current.deal();
        let mut legal = Vec::new();
        if deal.turn().names(seat) {
            deal.legal(seat, &mut legal);
        }
        if legal.binary_search(&action).is_ok() { Ok(action) } else { Err(deal.refusal(seat, action)) }
    }

    fn check_act(&self, seat: Seat, at: Option<u32>, text: &str) -> Result<Accepted, Refusal> {
        let stale = at.is_some_and(|at| self.at.get(seat.index()).is_some_and(|now| *now != at));
        if stale && self.current.phase() == MatchPhase::Deal {
            return Err(Refusal::new("stale", "That came too late: play has gone on. Look again, then choose."));
        }
        let action = self.read_legal(seat, text)?;
        Ok(self.accept_action(seat, action))
    }

    fn check_next(&self) -> Result<Accepted, Refusal> {
        match self.current.phase() {
            MatchPhase::Deal => Err(Refusal::new("deal_goes_on", "The deal is still being played.")),
            MatchPhase::Between => Ok(self.accept(Entry::Next)),
            MatchPhase::Over => Err(MATCH_OVER),
        }
    }

    fn check_position(&self, record: &str) -> Result<Accepted, Refusal> {
        if self.length > 0 {
            return Err(Refusal::new("deal_goes_on", "Practice begins before the first action of a table."));
        }
        let read = Match::<G>::at_position(&self.setup, record);
        let current = read.map_err(|fault| Refusal::new("record", format!("The position is wrong: {fault}.")))?;
        let entry = Entry::Position { record: record.to_owned() };
        Ok(Accepted { first: Checked { entry, read: Some(Box::new(current)) }, more: Vec::new(), at: 0 })
    }

    fn check_take_back(&self, seat: Seat, n: u32) -> Result<Accepted, Refusal> {
        if self.current.seats() == 1 {
            return self.check_undo(n);
        }
        let own = self.undoable_by(seat);
        let first = own.len().checked_sub(n as usize).and_then(|first| own.get(first));
        self.check_undo(first.map_or(0, |first| (self.current.actions().len() - first) as u32))
    }

    /// Returns the places, in the current deal, of the seat's actions that can be undone.
    fn undoable_by(&self, seat: Seat) -> Vec<usize> {
        let actions = self.current.actions();
        let first = actions.len() - self.current.undoable();
        actions.enumerate().skip(first).filter(|(_, (by, _))| *by == seat).map(|(at, _)| at).collect()
    }

    fn check_undo(&self, n: u32) -> Result<Accepted, Refusal> {
        if !self.current.is_practice() {
            self.one_seat("Only in a solitaire or in practice can an action be taken back.")?;
        }
        let undoable = self.current.undoable();
        if undoable == 0 && self.current.phase() == MatchPhase::Over {
            return Err(MATCH_OVER);
        }
        if n == 0 || n as usize > undoable {
            return Err(Refusal::new("nothing_to_undo", format!("{undoable} actions can be taken back, not {n}.")));
        }
        Ok(self.accept(Entry::Undo { n }))
    }

    fn check_redo(&self, n: u32) -> Result<Accepted, Refusal> {
        self.one_seat("Only in a solitaire can an action be taken back and done again.")?;
        let undone = if self.current.phase() == MatchPhase::Deal { self.undone.as_slice() } else { &[] };
        if n == 0 || n as usize > undone.len() {
            let words = format!("{} actions can be done again, not {n}.", undone.len());
            return Err(Refusal::new("nothing_to_redo", words));
        }
        let again = undone.iter().rev().take(n as usize);
        Ok(self.accept_actions(again.map(|(seat, action)| checked_action::<G>(*seat, *action))))
    }

    fn check_rest(&self, by: Seat) -> Result<Accepted, Refusal> {
        self.has_seat(by)?;
        let is_out = self.is_out(by);
        if !is_out && !self.is_decided(by) {
            return Err(Refusal::new("not_decided", "You can't prove that the rest is decided: play on."));
        }
        let mut deal = self.current.deal().clone();
        let mut rng = Rng::new(self.length as u64);
        let actions = std::iter::from_fn(|| {
            let seat = deal.turn().must().first()?;
            let sensible = if is_out { deal.rollout(seat, &mut rng) } else { None };
            let action = sensible.unwrap_or_else(|| deal.rest_action(by, seat));
            deal.apply(seat, action);
            Some(checked_action::<G>(seat, action))
        });
        Ok(self.accept_actions(actions.take(MOST_AT_ONCE)))
    }

    fn check_give_up(&self) -> Result<Accepted, Refusal> {
        self.one_seat("Only a solitaire can be given up.")?;
        match self.current.phase() {
            MatchPhase::Deal => Ok(self.accept(Entry::GiveUp)),
            MatchPhase::Between | MatchPhase::Over => Err(MATCH_OVER),
        }
    }

    fn check_assisted(&self) -> Result<Accepted, Refusal> {
        self.one_seat("Only in a solitaire is there help from what knows all cards.")?;
        Ok(self.accept(Entry::Assisted))
    }

    fn check_play_on(&self, kept: u32) -> Result<Accepted, Refusal> {
        self.one_seat("Only a solitaire can be played on from an earlier position.")?;
        match self.current.latest_return() {
            Some(latest) if kept as usize <= latest && kept as usize >= self.current.before_practice() => {
                Ok(self.accept(Entry::PlayOn { kept }))
            }
            Some(latest) => {
                let words = format!("This deal can be played on after at most {latest} of its actions, not {kept}.");
                Err(Refusal::new("nothing_to_undo", words))
            }
            None => Err(MATCH_OVER),
        }
    }

    fn check_advised(&self, seat: Seat) -> Result<Accepted, Refusal> {
        self.has_seat(seat)?;
        match self.current.phase() {
            MatchPhase::Deal => Ok(self.accept(Entry::Advised { seat })),
            MatchPhase::Between => Err(Refusal::OVER),
            MatchPhase::Over => Err(MATCH_OVER),
        }
    }

    fn has_seat(&self, seat: Seat) -> Result<(), Refusal> {
        if seat.index() < usize::from(self.current.seats()) { Ok(()) } else { Err(Refusal::new("no_seat", NO_SEAT)) }
    }

    /// Returns the legal actions of a seat, in the game's order; none if the seat cannot act.
    fn legal_actions(&self, seat: Seat) -> Vec<G::Action> {
        let mut legal = Vec::new();
        if (self.current.must() | self.current.may()).has(seat) {
            self.current.deal().legal(seat, &mut legal);
        }
        legal
    }

    fn act(&mut self, seat: Seat, action: G::Action) -> Vec<PublicEvent> {
        if self.undone.last() == Some(&(seat, action)) {
            self.undone.pop();
        } else {
            self.undone.clear();
        }
        let waited = self.current.must();
        let events = played(&mut self.current, seat, action);
        if self.current.phase() != MatchPhase::Deal {
            self.assisted_at_end = self.assisted;
        }
        self.at[seat] += 1;
        for next in self.current.must() - waited - SeatSet::only(seat) {
            self.at[next] += 1;
        }
        events
    }

    /// Applies an entry. Returns its events, in order.
    fn apply_checked(&mut self, checked: Checked) -> Vec<PublicEvent> {
        self.length += 1;
        match checked.entry {
            Entry::Act { seat, .. } => {
                let action = checked.read.expect("an act was read when it was checked");
                self.act(seat, *action.downcast().expect("it was checked at a table of the same game"))
            }
            Entry::Position { .. } => {
                let current = checked.read.expect("a position was read when it was checked");
                self.current = *current.downcast().expect("it was checked at a table of the same game");
                self.current.rename(self.setup.names.clone());
                Vec::new()
            }
            Entry::Next => {
                self.current.next();
                self.advised = SeatSet::EMPTY;
                self.at.iter_mut().for_each(|at| *at += 1);
                vec![PublicEvent::Dealt]
            }
            Entry::Undo { n } => {
                let undone = self.current.undo(n as usize);
                if self.current.seats() == 1 {
                    self.undone.extend(undone);
                }
                self.at.iter_mut().for_each(|at| *at += 1);
                vec![PublicEvent::Undone { n }]
            }
            Entry::GiveUp => {
                self.current.give_up();
                self.assisted_at_end = self.assisted;
                self.undone.clear();
                self.at.iter_mut().for_each(|at| *at += 1);
                vec![PublicEvent::GaveUp]
            }
            Entry::Advised { seat } => {
                self.advised.insert(seat);
                Vec::new()
            }
            Entry::Assisted => {
                self.assisted = true;
                Vec::new()
            }
            Entry::PlayOn { kept } => {
                let undone = self.current.go_back(kept as usize);
                self.undone.extend(undone);
                self.assisted = true;
                self.at.iter_mut().for_each(|at| *at += 1);
                vec![PublicEvent::PlayedOn]
            }
            Entry::TookOver { .. } => Vec::new(),
        }
    }
}

fn checked_action<G: Game>(seat: Seat, action: G::Action) -> Checked {
    Checked { entry: Entry::Act { seat, action: action.to_string() }, read: Some(Box::new(action)) }
}

fn played<G: Game + Show>(current: &mut Match<G>, seat: Seat, action: G::Action) -> Vec<PublicEvent> {
    let shuffled = current.play(seat, action);
    let acted = PublicEvent::Acted { seat, full: action.to_string(), public: G::seen_by_others(action) };
    shuffled.then_some(PublicEvent::Shuffled).into_iter().chain([acted]).collect()
}

fn replayed_entry<G: Game + Show>(current: &mut Match<G>, entry: &Entry) -> Vec<PublicEvent> {
    match entry {
        Entry::Act { seat, action } => {
            let action = action.parse().expect("it was read when it was checked");
            played(current, *seat, action)
        }
        Entry::Undo { n } => {
            current.undo(*n as usize);
            vec![PublicEvent::Undone { n: *n }]
        }
        Entry::GiveUp => {
            current.give_up();
            vec![PublicEvent::GaveUp]
        }
        Entry::PlayOn { kept } => {
            current.go_back(*kept as usize);
            vec![PublicEvent::PlayedOn]
        }
        Entry::Position { .. } | Entry::Next | Entry::Assisted | Entry::Advised { .. } | Entry::TookOver { .. } => {
            Vec::new()
        }
    }
}

/// The maximum number of actions that are played together to end a decided deal. The limit is necessary because no rule
/// ends a deal of Kaël. [K22]
const MOST_AT_ONCE: usize = 1000;
const NO_SEAT: &str = "There is no such seat at this table.";
const MATCH_OVER: Refusal = Refusal::fixed("match_over", "The match is over.");

impl<G: Game + Show + Rest + Playout + Policy> AnyTable for Table<G> {
    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn options(&self) -> &Map<String, Value> {
        self.today.values()
    }

    fn phase(&self) -> MatchPhase {
        self.current.phase()
    }

    fn must(&self) -> SeatSet {
        self.current.must()
    }

    fn may(&self) -> SeatSet {
        self.current.may()
    }

    fn deal(&self) -> u32 {
        self.current.number() as u32
    }

    fn first_asked(&self) -> Seat {
        if self.current.must().is_empty() { Seat::default() } else { self.current.deal().first_asked() }
    }

    fn at(&self, seat: Seat) -> u32 {
        self.at[seat]
    }

    fn race(&self) -> Race {
        match self.current.phase() {
            MatchPhase::Deal => self.current.deal().race(),
            MatchPhase::Between | MatchPhase::Over => Race::None,
        }
    }

    fn board(&self) -> BoardKind {
        G::BOARD
    }

    fn partners(&self, seat: Seat) -> SeatSet {
        G::team(self.current.rules(), self.current.seats(), seat).filter(|other| *other != seat).collect()
    }

    fn claims(&self) -> Option<ClaimWords> {
        G::CLAIMS
    }

    fn is_claim(&self, text: &str) -> bool {
        text.parse().is_ok_and(G::is_claim)
    }

    fn check(&self, intent: Intent<'_>) -> Result<Accepted, Refusal> {
        match intent {
            Intent::Act { seat, at, action } => self.check_act(seat, at, action),
            Intent::Position { record } => self.check_position(record),
            Intent::Next => self.check_next(),
            Intent::TakeBack { seat, n } => self.check_take_back(seat, n),
            Intent::Undo { n } => self.check_undo(n),
            Intent::Redo { n } => self.check_redo(n),
            Intent::GiveUp => self.check_give_up(),
            Intent::Assist => self.check_assisted(),
            Intent::PlayOn { kept } => self.check_play_on(kept),
            Intent::Advise { seat } => self.check_advised(seat),
            Intent::TakeOver { seat, bot, why } => {
                self.has_seat(seat)?;
                Ok(self.accept(Entry::TookOver { seat, bot, why }))
            }
            Intent::Rest { by } => self.check_rest(by),
        }
    }

    fn is_out(&self, seat: Seat) -> bool {
        let points = self.current.deal().points();
        self.current.phase() == MatchPhase::Deal && points.get(seat.index()).is_some_and(Option::is_none)
    }

    fn is_decided(&self, seat: Seat) -> bool {
        self.current.must() == SeatSet::only(seat) && G::is_decided(&self.current.deal().view(Viewer::Seat(seat)))
    }

    fn solitaire(&self) -> Option<&dyn SolitaireTable> {
        (self.current.seats() == 1).then_some(self)
    }

    fn rename(&mut self, names: Vec<String>) {
        self.current.rename(names.clone());
        self.setup.names = names;
    }

    fn shuffled_together(&mut self, attempts: Vec<cards::ShuffleAttempt>) {
        self.current.shuffled_together(attempts);
    }

    fn attempts(&self) -> &[cards::ShuffleAttempt] {
        self.current.attempts()
    }

    fn apply(&mut self, accepted: Accepted) -> Vec<PublicEvent> {
        assert_eq!(
            accepted.at, self.length,
            "what was checked is applied once, to the same table, before anything else"
        );
        let mut events = self.apply_checked(accepted.first);
        events.extend(accepted.more.into_iter().flat_map(|checked| self.apply_checked(checked)));
        events
    }

    fn why(&self, seat: Seat, text: &str) -> Option<Refusal> {
        self.read_legal(seat, text).err()
    }

    fn legal(&self, seat: Seat) -> Vec<String> {
        let mut legal: Vec<String> = self.legal_actions(seat).iter().map(ToString::to_string).collect();
        sort_compactly(&mut legal, String::cmp);
        legal
    }

    fn view(&self, viewer: Viewer) -> Json {
        Json::of(&self.current.deal().view(viewer))
    }

    fn totals(&self) -> Vec<i32> {
        self.current.totals()
    }

    fn position(&self, viewer: Viewer) -> TableView {
        let current = &self.current;
        let deal = current.deal();
        let actions = viewer.seat().map_or_else(Vec::new, |seat| self.legal_actions(seat));
        let mut legal: Vec<(String, G::Action)> =
            actions.into_iter().map(|action| (action.to_string(), action)).collect();
        sort_compactly(&mut legal, |a, b| a.0.cmp(&b.0));
        TableView {
            phase: current.phase(),
            at: viewer.seat().map_or(0, |seat| self.at[seat]),
            deal: current.number() as u32,
            dealer: G::dealer(current.standing()),
            view: self.view(viewer),
            must: current.must(),
            legal: match viewer.seat() {
                Some(seat) => {
                    legal.into_iter().map(|(text, action)| written(text, &deal.facts(seat, action))).collect()
                }
                None => Vec::new(),
            },
            totals: current.totals(),
            deals: current
                .deals()
                .iter()
                .map(|deal| {
                    let finished = "a finished deal has points and totals";
                    let points = deal.points.clone().expect(finished);
                    (deal.dealer, points, deal.totals.clone().expect(finished))
                })
                .collect(),
            winners: current.winners(),
            undo: match viewer.seat().filter(|_| current.seats() > 1) {
                Some(seat) => self.undoable_by(seat).len() as u32,
                None => current.undoable() as u32,
            },
            redo: if current.phase() == MatchPhase::Deal { self.undone.len() as u32 } else { 0 },
        }
    }

    fn history(
        &self,
        before: &mut dyn Iterator<Item = &Entry>,
        entries: &mut dyn Iterator<Item = &Entry>,
        seen_as: &dyn Fn(MatchPhase) -> Viewer,
    ) -> Vec<HistoryStep> {
        let mut current = self.current.again();
        let step = |current: &Match<G>, events| {
            let viewer = seen_as(current.phase());
            HistoryStep { events, viewer, view: Json::of(&current.deal().view(viewer)) }
        };
        for entry in before {
            replayed_entry(&mut current, entry);
        }
        let mut steps = vec![step(&current, Vec::new())];
        for entry in entries {
            let events = replayed_entry(&mut current, entry);
            steps.push(step(&current, events));
        }
        steps
    }

    fn advised(&self) -> SeatSet {
        self.advised
    }

    fn decisions(&self, deal: u32, seat: Seat) -> Result<Vec<Decision>, Refusal> {
        self.has_seat(seat)?;
        let unfinished = || Refusal::new("deal_goes_on", "That deal is not finished.");
        let finished = self.current.finished(deal as usize).ok_or_else(unfinished)?;
        Ok(decisions_in(self.current.rules(), deal as usize, &finished, seat))
    }

    fn decision(&self, seat: Seat) -> Option<Decision> {
        if !(self.current.must() | self.current.may()).has(seat) {
            return None;
        }
        let mut arrivals = Arrivals::new();
        let mut position = self.current.dealt().clone();
        let mut after = 0;
        if self.current.deal().is_sealed() {
            for (actor, action) in self.current.actions() {
                arrivals.see(after, &position);
                arrivals.acted(actor);
                position.apply(actor, action);
                after += 1;
            }
        }
        let (position, after) = (self.current.deal(), self.current.actions().len());
        arrivals.see(after, position);
        let (after, question) = arrivals.decision(seat, after, position);
        Some(Decision {
            deal: self.current.number(),
            line: after,
            after,
            question: Question { at: self.at[seat], ..question },
            before: game::utility::<G>(self.current.rules(), self.current.standing(), seat),
            done: None,
        })
    }

    fn question(&self, seat: Seat) -> Option<Question> {
        let must = self.current.must().has(seat);
        if !must && !self.current.may().has(seat) {
            return None;
        }
        let deal = self.current.deal();
        let mut legal = Vec::new();
        deal.legal(seat, &mut legal);
        let view = Box::new(deal.view(Viewer::Seat(seat)));
        Some(Question { seat, at: self.at[seat], must, view, legal: Box::new(legal) })
    }

    fn record(&self) -> String {
        if self.current.seats() == 1 || self.current.phase() == MatchPhase::Over {
            self.current.record()
        } else {
            self.current.sealed_record()
        }
    }

    fn broken_off_record(&self) -> String {
        self.current.record()
    }
}

impl<G: Game + Show + Rest + Playout + Policy> SolitaireTable for Table<G> {
    fn assisted(&self) -> bool {
        self.assisted
    }

    fn counts_as_assisted(&self) -> bool {
        if self.current.phase() == MatchPhase::Deal { self.assisted } else { self.assisted_at_end }
    }

    fn face_up(&self) -> FaceUp {
        FaceUp {
            game: G::ID,
            dealt: Box::new(self.current.dealt().clone()),
            actions: Box::new(self.current.actions().map(|(_, action)| action).collect::<Vec<G::Action>>()),
        }
    }

    fn actions(&self) -> Vec<String> {
        self.current.actions().map(|(_, action)| action.to_string()).collect()
    }

    fn beside(&self) -> Box<dyn AnyTable> {
        let mut beside = Table::<G>::new(self.setup.clone()).expect("this table was opened like that");
        beside.current = self.current.again();
        for (seat, action) in self.current.actions() {
            beside.act(seat, action);
            beside.length += 1;
        }
        beside.current.remember(&self.current);
        Box::new(beside)
    }
}

/// Returns a legal action as pages read it: `{"action": …}` with the public facts of the action in the same object.
pub fn with_facts<G: Game + Show>(deal: &G, seat: Seat, action: G::Action) -> Json {
    written(action.to_string(), &deal.facts(seat, action))
}

fn written<F: serde::Serialize>(action: String, facts: &F) -> Json {
    #[derive(serde::Serialize)]
    struct WrittenAction<'a, F> {
        action: String,
        #[serde(flatten)]
        facts: &'a F,
    }
    Json::of(&WrittenAction { action, facts })
}

/// A setup with which no table can be opened.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// The match was begun under rules that this program cannot play, so it stays closed. The text names the rules.
    #[error("{0}")]
    Closed(String),
    /// The setup is not one of this game. The text says why.
    #[error("{0}")]
    Wrong(String),
}

impl From<WrittenOptionsError> for SetupError {
    fn from(error: WrittenOptionsError) -> SetupError {
        match &error {
            WrittenOptionsError::UnknownVersion { .. } | WrittenOptionsError::NotPlayable { .. } => {
                SetupError::Closed(error.to_string())
            }
            WrittenOptionsError::Wrong(_) => SetupError::Wrong(error.to_string()),
        }
    }
}
