//! One match, step by step, with its record.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cards::{Seed, join, split};
use catalog::{CardGame, Visit, visit};
use game::{Chosen, Game, Observe, PlayError, Prompt, Rng, Seat, SeatSet, Shuffles, Viewer, read_options, width};
use serde_json::{Map, Value};
use table::Match;
use table::record::{Raw, Watch, different_cards, walk};

use super::opponent::answer;
use super::{EnvError, Reward};

/// One match of any game. When a deal ends, the next is dealt immediately.
///
/// One seat at a time is *asked*, in the same order as in searches and rollouts. First the seats that can cut in are
/// asked, then the first seat that must act. With [`act`](State::act), the caller names a seat and an action in
/// notation, and may use another order.
pub trait State: Send + Sync {
    /// Returns the game's id.
    fn game(&self) -> &'static str;

    /// Returns the number of seats.
    fn seats(&self) -> u8;

    /// Returns true once the match is over.
    fn is_over(&self) -> bool;

    /// Returns the seat that is asked, and true if play waits for it; `None` when the match is over.
    fn asked(&self) -> Option<(Seat, bool)>;

    /// Returns the seats that play waits for.
    fn must(&self) -> SeatSet;

    /// Returns the seats that can cut in. This set reveals something about the hands, so do not show it to a player.
    fn may(&self) -> SeatSet;

    /// Returns the numbers that the seat that is asked may choose; none when the match is over.
    fn legal_numbers(&self) -> Vec<usize>;

    /// Returns the legal actions of a seat in notation, ascending.
    fn legal(&self, seat: Seat) -> Vec<String>;

    /// Returns the meaning of a number for the seat that is asked: an action, `not now`, or a part of an action.
    ///
    /// # Errors
    /// If the seat may not choose the number.
    fn describe(&self, number: usize) -> Result<String, EnvError>;

    /// Returns the next number to choose for this action of the seat that is asked.
    ///
    /// # Errors
    /// If the action is not legal. The error says why.
    fn number_of(&self, action: &str) -> Result<usize, EnvError>;

    /// Chooses a number for the seat that is asked.
    ///
    /// # Errors
    /// If the number is not allowed.
    fn play(&mut self, number: usize) -> Result<(), EnvError>;

    /// Plays an action of a seat. The player of a solitaire can also `give up`.
    ///
    /// # Errors
    /// If the action is not legal. The error says why, with the rule's number.
    fn act(&mut self, seat: Seat, action: &str) -> Result<(), EnvError>;

    /// Writes the observation of a seat. `out` must have the width of [`Spec`](super::Spec).
    fn observe(&self, seat: Seat, out: &mut [i8]);

    /// Writes the hidden cards: the channels of [`Spec::hidden`](super::Spec), in which seats are counted from `seat`.
    fn reveal(&self, seat: Seat, out: &mut [i8]);

    /// Writes the mask of the seat that is asked: 1 for each number that it may choose, 0 for the others.
    fn mask(&self, mask: &mut [i8]);

    /// Returns the rows of the numbers that may be chosen, one after another, in ascending order of the numbers.
    fn rows(&self) -> Vec<i8>;

    /// Returns the view of a viewer as JSON.
    fn view(&self, viewer: Viewer) -> String;

    /// Returns the gain of each seat in this match; more is better.
    fn returns(&self, reward: Reward) -> Vec<f32>;

    /// Returns each seat's total points in the match so far, as the rules count them.
    fn totals(&self) -> Vec<i32>;

    /// Returns the number of finished deals.
    fn deals(&self) -> usize;

    /// Returns the winners, once the match is over.
    fn winners(&self) -> Option<Vec<Seat>>;

    /// Returns the actions of the whole match: seats and notation.
    fn actions(&self) -> Vec<(Seat, String)>;

    /// Returns the record. Without `all_cards`, the record contains only facts that may be known while the match goes
    /// on.
    ///
    /// # Errors
    /// If this is a sampled world or the decks were chosen, because the cards do not follow from a seed.
    fn record(&self, names: Vec<String>, all_cards: bool) -> Result<String, EnvError>;

    /// Samples a world: a deal that is consistent with everything that a seat has seen. All consistent deals are
    /// equally likely. The match goes on from that deal.
    ///
    /// # Errors
    /// If the match is over.
    fn world(&self, seat: Seat, seed: u64) -> Result<Box<dyn State>, EnvError>;

    /// Returns the number that a bot of this level chooses for the seat that is asked. Once `cancel` is set, returns
    /// soon.
    ///
    /// # Errors
    /// If there is no such level, or the match is over.
    fn advise(&self, level: &str, seed: u64, cancel: &AtomicBool) -> Result<usize, EnvError>;

    /// Returns a copy of the match.
    fn copy(&self) -> Box<dyn State>;

    /// Returns the arguments of [`start`]: the options as JSON, the seed of the real match, the decks, and the log.
    fn save(&self) -> (String, String, Vec<String>, String);
}

/// Starts a match, and replays a log that [`State::save`] wrote, or an empty log. `decks` are the decks of the first
/// deals, top first. The decks of later deals follow from the seed.
///
/// # Errors
/// If there is no such game, option or number of seats, if a deck is not the pack, or if the log is damaged. Also if
/// another version of this program wrote the log, because other versions sample other worlds.
pub fn start(
    game: &str,
    options: Map<String, Value>,
    seats: Option<u8>,
    seed: Seed,
    decks: &[String],
    log: &str,
) -> Result<Box<dyn State>, EnvError> {
    struct StartState<'a>(Map<String, Value>, Option<u8>, Seed, &'a [String], &'a str);
    impl Visit for StartState<'_> {
        type Output = Result<Box<dyn State>, EnvError>;
        fn visit<G: CardGame>(self) -> Self::Output {
            let StartState(options, seats, seed, decks, log) = self;
            let rules = read_options(&options).map_err(EnvError::value)?;
            let seats = seats.unwrap_or(4.clamp(*G::seats().start(), *G::seats().end()));
            let decks = read_decks::<G>(decks)?;
            let mut state = MatchState::<G>::start(rules, seats, Some(seed), Shuffles::from_seed(seed), decks)?;
            state.replay(log)?;
            Ok(Box::new(state))
        }
    }
    visit(game, StartState(options, seats, seed, decks, log))?
}

fn read_decks<G: CardGame>(decks: &[String]) -> Result<Arc<[Vec<G::Card>]>, EnvError> {
    let sorted = |mut cards: Vec<G::Card>| {
        cards.sort_unstable();
        cards
    };
    let pack = sorted(G::pack());
    let read = |(number, text): (usize, &String)| {
        let deck: Vec<G::Card> = split(text).map_err(|error| EnvError::value(format!("deck {number}: {error}")))?;
        let found = sorted(deck.clone());
        if found != pack {
            return Err(EnvError::value(different_cards(&format!("deck {number}"), &found, &pack)));
        }
        Ok(deck)
    };
    decks.iter().enumerate().map(read).collect()
}

/// Replays a record up to a position: after `deals` finished deals and `actions` actions of the next deal. Without a
/// position, replays the whole record.
///
/// # Errors
/// If the record has a fault or no seed, or ends before that position.
pub fn from_record(line: &str, place: Option<(usize, usize)>) -> Result<Box<dyn State>, EnvError> {
    struct ReadPosition<'a>(&'a Raw<'a>, Option<(usize, usize)>);
    impl Visit for ReadPosition<'_> {
        type Output = Result<Box<dyn State>, EnvError>;
        fn visit<G: CardGame>(self) -> Self::Output {
            let mut taken = Taken::<G> { rules: None, seats: 0, actions: Vec::new(), given_up: false };
            walk::<G>(self.0, &mut taken).map_err(EnvError::value)?;
            let seed = self.0.seed().map_err(EnvError::value)?;
            let seed: Seed = seed
                .ok_or_else(|| EnvError::value("the record has no seed: the cards to come are not known"))?
                .parse()
                .map_err(EnvError::value)?;
            let rules = taken.rules.expect("a record has rules");
            let shuffles = Shuffles::from_seed(seed);
            let mut play = MatchState::<G>::start(rules, taken.seats, Some(seed), shuffles, Arc::default())?;
            for (number, deal) in taken.actions.iter().enumerate() {
                let done = match self.1 {
                    Some((deals, actions)) if number == deals => deal.get(..actions),
                    Some((deals, _)) if number > deals => Some(&[][..]),
                    _ => Some(&deal[..]),
                };
                for &(seat, action) in done.ok_or_else(|| not_there(self.1))? {
                    if play.apply(seat, action) {
                        play.deal_next();
                    }
                }
            }
            if self.1.is_some_and(|(deals, actions)| (deals, actions) > (taken.actions.len(), 0)) {
                return Err(not_there(self.1));
            }
            if taken.given_up && self.1.is_none() {
                play.give_up();
            }
            Ok(Box::new(play))
        }
    }
    let raw = Raw::read(line).map_err(EnvError::value)?;
    visit(raw.game(), ReadPosition(&raw, place))?
}

fn not_there(place: Option<(usize, usize)>) -> EnvError {
    let (deals, actions) = place.unwrap_or_default();
    EnvError::value(format!("the record does not come to action {actions} of deal {deals}"))
}

/// The actions of a record, deal by deal.
struct Taken<G: CardGame> {
    rules: Option<G::Rules>,
    seats: u8,
    actions: Vec<Vec<(Seat, G::Action)>>,
    given_up: bool,
}

impl<G: CardGame> Watch<G> for Taken<G> {
    fn begins(&mut self, rules: &G::Rules, names: &[String]) {
        self.rules = Some(*rules);
        self.seats = names.len() as u8;
    }

    fn dealt(&mut self, _: usize, _: Seat, _: &G) {
        self.actions.push(Vec::new());
    }

    fn act(&mut self, _: usize, _: usize, _: &G, seat: Seat, action: G::Action) {
        self.actions.last_mut().expect("a deal was dealt").push((seat, action));
    }

    fn scored(&mut self, _: usize, _: &[Option<i32>], _: &[i32], given_up: bool) {
        self.given_up = given_up;
    }
}

#[derive(Clone)]
pub(crate) struct MatchState<G: CardGame> {
    pub(crate) rules: G::Rules,
    pub(crate) seats: u8,
    /// The seed of the shuffles; `None` in a batch.
    seed: Option<Seed>,
    /// The decks of the first deals, if the caller has chosen them.
    decks: Arc<[Vec<G::Card>]>,
    pub(crate) standing: G::Standing,
    pub(crate) deal: G,
    pub(crate) ask: Option<Prompt<G::Draft>>,
    log: Vec<(Seat, G::Action)>,
    /// All steps that are not actions, each with the number of actions before it. Some steps are numbers that do not
    /// complete an action. The other steps are worlds that were sampled for a seat with a seed.
    steps: Vec<(usize, Option<Seat>, u64)>,
    deals: usize,
    given_up: bool,
    /// Working space of [`State::play`].
    pub(crate) legal: Vec<G::Action>,
    /// More working space of [`State::play`].
    mask: Vec<i8>,
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The action of a solitaire that its rules do not list.
const GIVE_UP: &str = "give up";

/// Returns the reason why the mask of a question does not allow a number.
pub(crate) fn refuse_number<G: CardGame>(deal: &G, seat: Seat, number: usize) -> String {
    if number >= G::ACTIONS {
        return format!("numbers go from 0 to {}", G::ACTIONS - 1);
    }
    match deal.action_at(number) {
        Some(action) => {
            let refusal = deal.refusal(seat, action);
            PlayError { seat, action: action.to_string(), refusal }.to_string()
        }
        None => "no legal action has this number now".to_owned(),
    }
}

fn not_allowed<G: CardGame>(deal: &G, seat: Seat, number: usize) -> EnvError {
    EnvError::illegal(format!("seat {seat} may not choose {number} now: {}", refuse_number(deal, seat, number)))
}

/// A question, and the list of the seat's legal actions that `Prompt::mask` has filled.
type MaskedPrompt<G> = (Prompt<<G as Observe>::Draft>, Vec<<G as Game>::Action>);

impl<G: CardGame> MatchState<G> {
    pub(crate) fn start(
        rules: G::Rules,
        seats: u8,
        seed: Option<Seed>,
        shuffles: Shuffles,
        decks: Arc<[Vec<G::Card>]>,
    ) -> Result<Self, EnvError> {
        let standing = G::start(&rules, seats).map_err(EnvError::value)?;
        let shuffles = match decks.first() {
            Some(deck) => shuffles.with_next(deck),
            None => shuffles,
        };
        let deal = G::deal(&rules, &standing, shuffles);
        let ask = Prompt::first(&deal);
        let (log, steps, legal, mask) = (Vec::new(), Vec::new(), Vec::new(), vec![0; G::ACTIONS]);
        let (deals, given_up) = (0, false);
        Ok(MatchState { rules, seats, seed, decks, standing, deal, ask, log, steps, deals, given_up, legal, mask })
    }

    pub(crate) fn replay(&mut self, log: &str) -> Result<(), EnvError> {
        for line in log.lines() {
            let damaged = || EnvError::value(format!("no saved match has the line {line:.40}"));
            let (mark, rest) = line.split_at_checked(1).unwrap_or_default();
            match mark {
                "=" if rest == VERSION => {}
                "=" => return Err(EnvError::value(format!("{VERSION} reads no match that another version saved"))),
                "#" => self.play(rest.parse().map_err(|_| damaged())?)?,
                "@" => {
                    let (seat, seed) = serde_json::from_str(rest).map_err(|_| damaged())?;
                    *self = self.sample(seat, seed)?;
                }
                seat => {
                    let seat = seat.parse().ok().and_then(|seat: u8| Seat::try_from(seat).ok());
                    self.act(seat.ok_or_else(damaged)?, rest)?;
                }
            }
        }
        Ok(())
    }

    /// Chooses a number that the mask allows. `self.legal` must be the list that `Prompt::mask` has filled. Returns
    /// true if the deal has ended: then [`deal_next`](MatchState::deal_next) comes next.
    pub(crate) fn choose(&mut self, mut ask: Prompt<G::Draft>, number: usize) -> bool {
        match ask.choice(&self.deal, &self.legal, number) {
            Chosen::Act(action) => return self.apply(ask.seat, action),
            Chosen::GiveUp => {
                self.give_up();
                return true;
            }
            Chosen::NotNow => ask.pass(&self.deal),
            Chosen::More => {}
        }
        self.steps.push((self.log.len(), None, number as u64));
        self.ask = Some(ask);
        false
    }

    /// Plays a legal action. Returns true if the deal has ended: then [`deal_next`](MatchState::deal_next) comes next.
    pub(crate) fn apply(&mut self, seat: Seat, action: G::Action) -> bool {
        // The action is complete, so the numbers that led to it need not be logged any more.
        while self.steps.pop_if(|(_, world, _)| world.is_none()).is_some() {}
        self.deal.apply(seat, action);
        self.log.push((seat, action));
        self.ask = Prompt::first(&self.deal);
        let has_ended = self.ask.is_none();
        if has_ended {
            self.score_deal();
        }
        has_ended
    }

    /// Gives up a solitaire. The deal is scored as it stands.
    pub(crate) fn give_up(&mut self) {
        self.ask = None;
        self.given_up = true;
        self.score_deal();
    }

    fn score_deal(&mut self) {
        self.standing = self.deal.next_standing();
        self.deals += 1;
    }

    /// Deals the next deal, unless the match is over.
    pub(crate) fn deal_next(&mut self) {
        if G::ranking(&self.rules, &self.standing).is_some() {
            return;
        }
        let shuffles = self.deal.shuffles().clone();
        let shuffles = match self.decks.get(self.deals) {
            Some(deck) if !self.is_world() => shuffles.with_next(deck),
            _ => shuffles,
        };
        self.deal = G::deal(&self.rules, &self.standing, shuffles);
        self.ask = Prompt::first(&self.deal);
    }

    /// Returns true if this is a sampled world or has come from one.
    fn is_world(&self) -> bool {
        self.steps.iter().any(|(_, world, _)| world.is_some())
    }

    pub(crate) fn ask(&self) -> Result<Prompt<G::Draft>, EnvError> {
        self.ask.ok_or_else(|| EnvError::over("the match is over: start a new one"))
    }

    /// Returns the list of legal actions that `Prompt::mask` has filled for the seat that is asked, and the mask.
    fn asked_mask(&self, ask: &Prompt<G::Draft>) -> (Vec<G::Action>, Vec<i8>) {
        let (mut legal, mut mask) = (Vec::new(), vec![0; G::ACTIONS]);
        ask.mask(&self.deal, &mut legal, &mut mask);
        (legal, mask)
    }

    fn allowed(&self, number: usize) -> Result<MaskedPrompt<G>, EnvError> {
        let ask = self.ask()?;
        let (legal, mask) = self.asked_mask(&ask);
        if mask.get(number) == Some(&1) { Ok((ask, legal)) } else { Err(not_allowed(&self.deal, ask.seat, number)) }
    }

    fn sample(&self, seat: Seat, seed: u64) -> Result<MatchState<G>, EnvError> {
        self.ask()?;
        if seat.index() >= usize::from(self.seats) {
            return Err(EnvError::value(format!("there is no seat {seat}: there are {}", self.seats)));
        }
        let sampler = G::sampler(&self.deal.view(Viewer::Seat(seat)));
        let deal = G::sample(&sampler, &mut Rng::new(seed));
        // The real match may ask a seat that can cut in. Views do not show these seats, so the sampled world may ask
        // another seat.
        let ask = self.ask.filter(|ask| ask.must && deal.turn().may() == SeatSet::EMPTY).or(Prompt::first(&deal));
        let mut world = MatchState { deal, ask, ..self.clone() };
        world.steps.push((self.log.len(), Some(seat), seed));
        Ok(world)
    }

    /// Reads an action of a seat. `legal` is working space.
    fn checked(&self, seat: Seat, action: &str, legal: &mut Vec<G::Action>) -> Result<G::Action, EnvError> {
        if seat.index() >= usize::from(self.seats) {
            return Err(EnvError::value(format!("there is no seat {seat}: there are {}", self.seats)));
        }
        self.ask()?;
        let action: G::Action = action.parse().map_err(EnvError::value)?;
        legal.clear();
        if self.deal.turn().names(seat) {
            self.deal.legal(seat, legal);
        }
        if legal.binary_search(&action).is_ok() {
            return Ok(action);
        }
        let refusal = self.deal.refusal(seat, action);
        Err(EnvError::illegal(PlayError { seat, action: action.to_string(), refusal }))
    }
}

impl<G: CardGame> State for MatchState<G> {
    fn game(&self) -> &'static str {
        G::ID
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn is_over(&self) -> bool {
        self.ask.is_none()
    }

    fn asked(&self) -> Option<(Seat, bool)> {
        self.ask.map(|ask| (ask.seat, ask.must))
    }

    fn must(&self) -> SeatSet {
        self.deal.turn().must()
    }

    fn may(&self) -> SeatSet {
        self.deal.turn().may()
    }

    fn legal_numbers(&self) -> Vec<usize> {
        let Some(ask) = self.ask else { return Vec::new() };
        let (_, mask) = self.asked_mask(&ask);
        (0..G::ACTIONS).filter(|&number| mask[number] == 1).collect()
    }

    fn legal(&self, seat: Seat) -> Vec<String> {
        let mut legal = Vec::new();
        if seat.index() < usize::from(self.seats) && self.deal.turn().names(seat) {
            self.deal.legal(seat, &mut legal);
        }
        legal.iter().map(ToString::to_string).collect()
    }

    fn describe(&self, number: usize) -> Result<String, EnvError> {
        let (mut ask, legal) = self.allowed(number)?;
        Ok(match ask.choice(&self.deal, &legal, number) {
            Chosen::Act(action) => action.to_string(),
            Chosen::NotNow => "not now".to_owned(),
            Chosen::GiveUp => GIVE_UP.to_owned(),
            Chosen::More => format!("choose {}", cards::Card::at(number)),
        })
    }

    fn number_of(&self, action: &str) -> Result<usize, EnvError> {
        let ask = self.ask()?;
        if action == "not now" {
            let not_now = G::NOT_NOW.filter(|_| !ask.must);
            return not_now.ok_or_else(|| EnvError::illegal(format!("play waits for seat {}", ask.seat)));
        }
        if action == GIVE_UP {
            let number = G::GIVE_UP.filter(|_| self.deal.may_give_up());
            return number.ok_or_else(|| EnvError::illegal("giving up has no number now"));
        }
        let action = self.checked(ask.seat, action, &mut Vec::new())?;
        let (legal, _) = self.asked_mask(&ask);
        Ok(self.deal.number_of(ask.seat, ask.draft, &legal, action))
    }

    fn play(&mut self, number: usize) -> Result<(), EnvError> {
        let ask = self.ask()?;
        ask.mask(&self.deal, &mut self.legal, &mut self.mask);
        if self.mask.get(number) != Some(&1) {
            return Err(not_allowed(&self.deal, ask.seat, number));
        }
        if self.choose(ask, number) {
            self.deal_next();
        }
        Ok(())
    }

    fn act(&mut self, seat: Seat, action: &str) -> Result<(), EnvError> {
        if action == GIVE_UP && self.seats == 1 {
            self.ask()?;
            self.give_up();
            return Ok(());
        }
        let mut legal = std::mem::take(&mut self.legal);
        let action = self.checked(seat, action, &mut legal);
        self.legal = legal;
        if self.apply(seat, action?) {
            self.deal_next();
        }
        Ok(())
    }

    fn observe(&self, seat: Seat, out: &mut [i8]) {
        let draft = self.ask.filter(|ask| ask.seat == seat).map_or(G::Draft::default(), |ask| ask.draft);
        self.deal.observe(seat, draft, out);
    }

    fn reveal(&self, seat: Seat, out: &mut [i8]) {
        self.deal.reveal(seat, out);
    }

    fn mask(&self, mask: &mut [i8]) {
        match self.ask {
            Some(ask) => ask.mask(&self.deal, &mut Vec::new(), mask),
            None => mask.fill(0),
        }
    }

    fn rows(&self) -> Vec<i8> {
        let Some(ask) = self.ask else { return Vec::new() };
        let (legal, mask) = self.asked_mask(&ask);
        let wide = width(G::ROW);
        let mut rows = Vec::new();
        for number in (0..G::ACTIONS).filter(|&number| mask[number] == 1) {
            let from = rows.len();
            rows.resize(from + wide, 0);
            self.deal.row(ask.seat, ask.draft, &legal, number, &mut rows[from..]);
        }
        rows
    }

    fn view(&self, viewer: Viewer) -> String {
        serde_json::to_string(&self.deal.view(viewer)).expect("a view is text and numbers")
    }

    fn returns(&self, reward: Reward) -> Vec<f32> {
        let before = G::start(&self.rules, self.seats).expect("so many seats play");
        let [before, now] = [&before, &self.standing].map(|standing| reward.of::<G>(&self.rules, standing));
        now.iter().zip(before.iter()).map(|(now, before)| now - before).collect()
    }

    fn totals(&self) -> Vec<i32> {
        G::totals(&self.standing).to_vec()
    }

    fn deals(&self) -> usize {
        self.deals
    }

    fn winners(&self) -> Option<Vec<Seat>> {
        let ranks = G::ranking(&self.rules, &self.standing)?;
        Some(ranks.by_seat().filter(|(_, rank)| *rank == 0).map(|(seat, _)| seat).collect())
    }

    fn actions(&self) -> Vec<(Seat, String)> {
        self.log.iter().map(|(seat, action)| (*seat, action.to_string())).collect()
    }

    fn record(&self, names: Vec<String>, all_cards: bool) -> Result<String, EnvError> {
        let seed = self.seed.filter(|_| self.decks.is_empty() && !self.is_world());
        let seed = seed.ok_or_else(|| {
            EnvError::value("a sampled world or a match from given decks has no record: no seed gives its cards")
        })?;
        let mut paper = Match::<G>::start(self.rules, names, seed).map_err(EnvError::value)?;
        if paper.seats() != self.seats {
            return Err(EnvError::value(format!("{} names for {} seats", paper.seats(), self.seats)));
        }
        for &(seat, action) in &self.log {
            if paper.phase() == table::MatchPhase::Between {
                paper.next();
            }
            paper.play(seat, action);
        }
        if self.given_up {
            paper.give_up();
        }
        Ok(if all_cards || self.is_over() { paper.record() } else { paper.sealed_record() })
    }

    fn world(&self, seat: Seat, seed: u64) -> Result<Box<dyn State>, EnvError> {
        Ok(Box::new(self.sample(seat, seed)?))
    }

    fn advise(&self, level: &str, seed: u64, cancel: &AtomicBool) -> Result<usize, EnvError> {
        let ask = self.ask()?;
        let level = catalog::level_of(G::ID, level)?;
        let answer = answer(level, seed, (&self.deal, &ask), &mut Vec::new(), cancel);
        let (legal, _) = self.asked_mask(&ask);
        Ok(match answer {
            Some(action) => self.deal.number_of(ask.seat, ask.draft, &legal, action),
            None => G::NOT_NOW.expect("only a seat that may act lets it pass"),
        })
    }

    fn copy(&self) -> Box<dyn State> {
        Box::new(self.clone())
    }

    fn save(&self) -> (String, String, Vec<String>, String) {
        let options = serde_json::to_string(&self.rules).expect("options are an object");
        let mut log = String::with_capacity(16 * (self.log.len() + 1));
        _ = writeln!(log, "={VERSION}");
        let mut steps = self.steps.iter().peekable();
        for place in 0..=self.log.len() {
            while let Some((_, world, number)) = steps.next_if(|(before, ..)| *before == place) {
                _ = match world {
                    Some(seat) => writeln!(log, "@[{seat},{number}]"),
                    None => writeln!(log, "#{number}"),
                };
            }
            if let Some((seat, action)) = self.log.get(place) {
                _ = writeln!(log, "{seat}{action}");
            }
        }
        if self.given_up {
            _ = writeln!(log, "0{GIVE_UP}");
        }
        let decks = self.decks.iter().map(|deck| join(deck)).collect();
        (options, self.seed.map_or(String::new(), Seed::reveal), decks, log)
    }
}
