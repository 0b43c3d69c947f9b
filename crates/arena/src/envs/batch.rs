//! Many matches that advance together, in buffers of the caller.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use catalog::{CardGame, Visit, visit};
use game::{PerSeat, Prompt, Rng, Seat, Shuffles, read_options, width};
use search::Level;
use serde_json::{Map, Value};

use super::opponent::answer;
use super::state::{MatchState, refuse_number};
use super::threads::Threads;
use super::{EnvError, Reward, Spec, State};

/// The player of a seat, the same in every match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Players {
    /// The caller plays the seat.
    Agent,
    /// A bot of this level or method.
    Bot(String),
}

/// A request for a batch.
pub struct Wish<'a> {
    /// The game's id.
    pub game: &'a str,
    /// The options; those that are left out have their defaults.
    pub options: Map<String, Value>,
    /// The number of players; `None` for the game's default.
    pub seats: Option<u8>,
    /// The number of matches.
    pub envs: usize,
    /// The seed of the first [`Batch::reset`]. Match i of a seed is the same in every batch and on any number of
    /// threads.
    pub seed: u64,
    /// The number of threads that step the matches; 0 for one a core.
    pub threads: usize,
    /// True if threads that wait for the next step keep their cores busy, for at most 10 ms. Waking up a sleeping core
    /// can take longer than a step.
    pub spin: bool,
    /// The number of choices after which a deal is broken off.
    pub max_steps: u32,
    /// The number whose changes are the rewards.
    pub reward: Reward,
    /// The reward of a number that the mask does not allow. The number then changes nothing, but counts as a choice.
    /// `None` if such a number is an error.
    pub illegal: Option<f32>,
    /// The player of each seat. If there are fewer entries than seats, the last entry is the player of all remaining
    /// seats. The caller plays at least one seat.
    pub players: Vec<Players>,
    /// A flag that ends the current step soon after the caller has set it. After that the matches have to be reset.
    pub stop: Arc<AtomicBool>,
}

/// The buffers that a step writes: one part for each match, in the order of the matches.
pub struct BatchBuffers<'a> {
    /// The observation of the seat that is asked: [`Spec::width`] numbers for each match.
    pub observation: &'a mut [i8],
    /// The mask of the numbers that this seat may choose: [`Spec::actions`] numbers for each match.
    pub mask: &'a mut [i8],
    /// The seat that is asked.
    pub seat: &'a mut [u8],
    /// The gain of each seat since the last step, one number for each seat of each match. When a deal ends,
    /// the gain is the change of the seat's [`Reward`]. During a deal the gain is 0, except after a number that the
    /// mask does not allow ([`Wish::illegal`]). Higher is better.
    pub reward: &'a mut [f32],
    /// 1 if a deal has ended since the last step. Then the observation already belongs to the next deal.
    pub done: &'a mut [u8],
    /// 1 if the deal was broken off because it had too many choices.
    pub truncated: &'a mut [u8],
    /// 1 if a match has ended since the last step, or its deal was broken off. Then the observation already belongs to
    /// the next match.
    pub over: &'a mut [u8],
    /// 1 for each seat that has won the match that has ended, one number for each seat of each match.
    pub won: &'a mut [u8],
    /// The observation of the seat that chose last, at the end of the last match that has ended or was broken off.
    pub last: &'a mut [i8],
    /// The hidden cards: [`Spec::hidden_width`] numbers for each match, in which seats are counted from the seat that
    /// is asked. Empty if the caller does not want them.
    pub hidden: &'a mut [i8],
}

/// The number of numbers that the buffers have for each match.
#[derive(Clone, Copy)]
struct Widths {
    observation: usize,
    mask: usize,
    seats: usize,
    hidden: usize,
}

/// Splits off the beginning of a buffer.
fn front<'a, T>(all: &mut &'a mut [T], len: usize) -> &'a mut [T] {
    all.split_off_mut(..len).expect("so many matches are left")
}

impl<'a> BatchBuffers<'a> {
    /// Splits off the parts of the first `count` matches.
    fn split_off(&mut self, count: usize, of: Widths) -> BatchBuffers<'a> {
        BatchBuffers {
            observation: front(&mut self.observation, count * of.observation),
            mask: front(&mut self.mask, count * of.mask),
            seat: front(&mut self.seat, count),
            reward: front(&mut self.reward, count * of.seats),
            done: front(&mut self.done, count),
            truncated: front(&mut self.truncated, count),
            over: front(&mut self.over, count),
            won: front(&mut self.won, count * of.seats),
            last: front(&mut self.last, count * of.observation),
            hidden: front(&mut self.hidden, count * of.hidden),
        }
    }
}

/// The results of a step for one match.
struct MatchRow<'r, 'a> {
    /// The allowed numbers, which the caller cannot change.
    allowed: &'r mut [i8],
    observation: &'a mut [i8],
    mask: &'a mut [i8],
    /// The other buffers of several matches, and the place of this match among them.
    out: &'r mut BatchBuffers<'a>,
    place: usize,
    of: Widths,
}

/// Returns the part of a buffer that belongs to the match at a place.
fn part<T>(buffer: &mut [T], place: usize, width: usize) -> &mut [T] {
    &mut buffer[place * width..][..width]
}

impl MatchRow<'_, '_> {
    fn clear(&mut self) {
        let MatchRow { out, place, of, .. } = self;
        part(out.reward, *place, of.seats).fill(0.0);
        part(out.won, *place, of.seats).fill(0);
        (out.done[*place], out.truncated[*place], out.over[*place]) = (0, 0, 0);
    }
}

/// Buffers for a caller that has none.
pub struct Buffers {
    /// See [`BatchBuffers::observation`].
    pub observation: Vec<i8>,
    /// See [`BatchBuffers::mask`].
    pub mask: Vec<i8>,
    /// See [`BatchBuffers::seat`].
    pub seat: Vec<u8>,
    /// See [`BatchBuffers::reward`].
    pub reward: Vec<f32>,
    /// See [`BatchBuffers::done`].
    pub done: Vec<u8>,
    /// See [`BatchBuffers::truncated`].
    pub truncated: Vec<u8>,
    /// See [`BatchBuffers::over`].
    pub over: Vec<u8>,
    /// See [`BatchBuffers::won`].
    pub won: Vec<u8>,
    /// See [`BatchBuffers::last`].
    pub last: Vec<i8>,
    /// See [`BatchBuffers::hidden`].
    pub hidden: Vec<i8>,
}

impl Buffers {
    /// Creates buffers for `envs` matches of `seats` seats, with those for the hidden cards.
    pub fn new(spec: &Spec, envs: usize, seats: usize) -> Buffers {
        Buffers {
            observation: vec![0; envs * spec.width],
            mask: vec![0; envs * spec.actions],
            seat: vec![0; envs],
            reward: vec![0.0; envs * seats],
            done: vec![0; envs],
            truncated: vec![0; envs],
            over: vec![0; envs],
            won: vec![0; envs * seats],
            last: vec![0; envs * spec.width],
            hidden: vec![0; envs * spec.hidden_width],
        }
    }

    /// Borrows the buffers for a step.
    pub fn borrow(&mut self) -> BatchBuffers<'_> {
        BatchBuffers {
            observation: &mut self.observation,
            mask: &mut self.mask,
            seat: &mut self.seat,
            reward: &mut self.reward,
            done: &mut self.done,
            truncated: &mut self.truncated,
            over: &mut self.over,
            won: &mut self.won,
            last: &mut self.last,
            hidden: &mut self.hidden,
        }
    }
}

/// Many matches of one game. A deal is an episode. When a deal ends, the next deal of the match follows; after the last
/// deal a new match begins. Until the first [`reset`](Batch::reset) there are no matches.
pub trait Batch: Send {
    /// Returns the number of matches.
    fn envs(&self) -> usize;

    /// Returns the number of seats of each match.
    fn seats(&self) -> u8;

    /// Begins all matches anew, with the cards of this seed. Without a seed, the first call uses the seed of the
    /// [`Wish`], and each later call uses a new seed that follows from the last one.
    ///
    /// # Errors
    /// If a buffer has the wrong size.
    fn reset(&mut self, seed: Option<u64>, view: BatchBuffers<'_>) -> Result<(), EnvError>;

    /// Plays one number in each match, and lets bots play until the caller is asked again. The step checks each number
    /// against its own copy of the masks, and ignores the masks in the caller's buffer.
    ///
    /// # Errors
    /// If a buffer has the wrong size, or a number is not allowed ([`Wish::illegal`]). An error changes no match.
    fn step(&mut self, actions: &[i32], view: BatchBuffers<'_>) -> Result<(), EnvError>;

    /// Writes where the rows of each match begin in the output of [`Batch::rows`]. The first number is 0. An additional
    /// last number marks the end of the last match's rows.
    ///
    /// # Errors
    /// If the buffer has the wrong size.
    fn row_offsets(&self, offsets: &mut [i64]) -> Result<(), EnvError>;

    /// Writes all numbers that the masks allow, each with its row.
    ///
    /// # Errors
    /// If a buffer is too small.
    fn rows(&self, rows: &mut [i8], numbers: &mut [i32]) -> Result<(), EnvError>;

    /// Plays `steps` random choices in each match, to measure stepping without an agent.
    fn random_steps(&mut self, steps: usize, view: BatchBuffers<'_>) -> Result<(), EnvError>;

    /// Writes a choice for each match in which the caller is asked. A bot of this level chooses one of the numbers that
    /// the mask allows. `asked` selects the matches that get a choice; `None` selects all matches. All threads share
    /// the work.
    ///
    /// # Errors
    /// If there is no such level, or a buffer has the wrong size.
    fn advise(&mut self, level: &str, asked: Option<&[bool]>, actions: &mut [i32]) -> Result<(), EnvError>;

    /// Returns the state of all matches as text.
    fn save(&self) -> String;

    /// Restores the state that a batch of the same [`Wish`] has saved, and writes observations, masks and seats.
    ///
    /// # Errors
    /// If a buffer has the wrong size, or if no such batch has saved the text.
    fn load(&mut self, saved: &str, view: BatchBuffers<'_>) -> Result<(), EnvError>;
}

/// Creates a batch.
///
/// # Errors
/// If there is no such game, option, level or number of seats.
pub fn batch(wish: Wish<'_>) -> Result<Box<dyn Batch>, EnvError> {
    struct MakeBatch<'a>(Wish<'a>);
    impl Visit for MakeBatch<'_> {
        type Output = Result<Box<dyn Batch>, EnvError>;
        fn visit<G: CardGame>(self) -> Self::Output {
            Ok(Box::new(RunningMatches::<G>::new(self.0)?))
        }
    }
    visit(wish.game, MakeBatch(wish))?
}

/// The number of pieces into which a thread's matches are divided in a step.
const PIECES: usize = 8;

struct RunningMatches<G: CardGame> {
    rules: G::Rules,
    seats: u8,
    /// The level of the bot on each seat; `None` for a seat of the caller.
    bots: Vec<Option<Level>>,
    seed: u64,
    max_steps: u32,
    reward: Reward,
    illegal: Option<f32>,
    threads: Option<Threads>,
    stop: Arc<AtomicBool>,
    /// The number of matches, also before they have begun.
    count: usize,
    envs: Vec<Env<G>>,
    /// The allowed numbers of each match: a copy, because the caller may change its own buffer of masks.
    masks: Vec<i8>,
}

struct Env<G: CardGame> {
    /// The match. After the last deal a new match begins.
    current: MatchState<G>,
    /// The seed of the shuffles of the match.
    shuffles: u64,
    /// The number of choices in this deal.
    steps: u32,
    /// The numbers whose changes are the rewards, before this deal.
    before: PerSeat<f32>,
    /// The seat of the caller that was asked last.
    asked: Seat,
    /// The seed, and the number of random numbers drawn so far. Together they determine all further random numbers.
    seed: u64,
    drawn: u64,
}

/// A match as [`Batch::save`] writes it: `seed`, `shuffles`, `steps`, `drawn` and the log.
type SavedMatch = (u64, u64, u32, u64, String);

impl<G: CardGame> Env<G> {
    fn new(place: &RunningMatches<G>, number: u64, saved: Option<SavedMatch>) -> Result<Env<G>, EnvError> {
        let (seed, shuffles, steps, drawn, log) = saved.unwrap_or_else(|| {
            let seed = Rng::stream(place.seed, number).bits();
            (seed, Rng::new(seed).bits(), 0, 0, String::new())
        });
        let mut current = start(place.rules, place.seats, shuffles)?;
        current.replay(&log)?;
        current.ask()?;
        let before = place.reward.of::<G>(&place.rules, &current.standing);
        Ok(Env { current, shuffles, steps, before, asked: Seat::new(0), seed, drawn })
    }

    fn rng(&mut self) -> Rng {
        self.drawn = self.drawn.wrapping_add(1);
        Rng::stream(self.seed, self.drawn)
    }

    /// Plays for the bots until the caller is asked. Scores the deals that end meanwhile. `has_ended` is true if the
    /// deal has just ended.
    fn run(&mut self, place: &Shared<'_>, row: &mut MatchRow<'_, '_>, mut has_ended: bool) {
        while !place.stop.load(Ordering::Relaxed) {
            if has_ended {
                self.score_deal(place.reward, row, false);
            } else if self.steps >= place.max_steps {
                // A solitaire that is broken off is given up, so it brings the points that it has.
                if self.current.seats == 1 {
                    self.current.give_up();
                }
                self.score_deal(place.reward, row, true);
            }
            let ask = self.ask();
            let Some(level) = place.bots[ask.seat.index()] else { return self.show(row) };
            self.steps += 1;
            let seed = self.rng().bits();
            let MatchState { deal, legal, .. } = &mut self.current;
            has_ended = match answer(level, seed, (deal, &ask), legal, place.stop) {
                Some(action) => self.current.apply(ask.seat, action),
                None => self.current.choose(ask, G::NOT_NOW.expect("only a seat that may act lets it pass")),
            };
        }
    }

    fn ask(&self) -> Prompt<G::Draft> {
        self.current.ask.expect("a match that is over is followed by another")
    }

    fn show(&mut self, row: &mut MatchRow<'_, '_>) {
        let ask = self.ask();
        let MatchRow { allowed, observation, mask, out, place, of } = row;
        let MatchState { deal, legal, .. } = &mut self.current;
        deal.observe(ask.seat, ask.draft, observation);
        ask.mask(deal, legal, allowed);
        mask.copy_from_slice(allowed);
        out.seat[*place] = ask.seat.index() as u8;
        if of.hidden > 0 {
            deal.reveal(ask.seat, part(out.hidden, *place, of.hidden));
        }
        self.asked = ask.seat;
    }

    /// Scores a deal that has ended or is broken off. Starts a new match if the deal was the last.
    fn score_deal(&mut self, reward: Reward, row: &mut MatchRow<'_, '_>, broken_off: bool) {
        let MatchRow { out, place, of, .. } = row;
        out.done[*place] = 1;
        out.truncated[*place] |= u8::from(broken_off);
        let MatchState { rules, seats, ref standing, .. } = self.current;
        let after = reward.of::<G>(&rules, standing);
        let gains = part(out.reward, *place, of.seats);
        for ((gain, before), after) in gains.iter_mut().zip(self.before.iter()).zip(after.iter()) {
            *gain += after - before;
        }
        (self.before, self.steps) = (after, 0);
        if broken_off || G::ranking(&rules, &self.current.standing).is_some() {
            out.over[*place] = 1;
            let last = part(out.last, *place, of.observation);
            self.current.deal.observe(self.asked, G::Draft::default(), last);
            let won = part(out.won, *place, of.seats);
            won.fill(0);
            self.current.winners().into_iter().flatten().for_each(|seat| won[seat.index()] = 1);
            self.shuffles = self.rng().bits();
            self.current = start(rules, seats, self.shuffles).expect("so many seats have played before");
            self.before = reward.of::<G>(&rules, &self.current.standing);
        } else {
            self.current.deal_next();
        }
    }

    fn step(&mut self, number: usize, place: &Shared<'_>, row: &mut MatchRow<'_, '_>) {
        self.steps += 1;
        let is_allowed = row.allowed[number] == 1;
        if !is_allowed {
            part(row.out.reward, row.place, row.of.seats)[self.asked.index()] = place.illegal;
        }
        let has_ended = is_allowed && self.current.choose(self.ask(), number);
        self.run(place, row, has_ended);
    }

    /// Returns the number that a bot of this level chooses among those that the mask allows. Also writes the mask.
    fn advice(&mut self, level: Level, mask: &mut [i8], stop: &AtomicBool) -> i32 {
        let (ask, seed) = (self.ask(), self.rng().bits());
        let MatchState { deal, legal, .. } = &mut self.current;
        let answer = answer(level, seed, (deal, &ask), legal, stop);
        ask.mask(deal, legal, mask);
        match answer {
            Some(chosen) => deal.number_of(ask.seat, ask.draft, legal, chosen) as i32,
            None => G::NOT_NOW.expect("only a seat that may act lets it pass") as i32,
        }
    }
}

/// Starts a match whose cards follow from a number.
fn start<G: CardGame>(rules: G::Rules, seats: u8, shuffles: u64) -> Result<MatchState<G>, EnvError> {
    MatchState::start(rules, seats, None, Shuffles::of_world(shuffles), Arc::default())
}

struct Shared<'a> {
    bots: &'a [Option<Level>],
    max_steps: u32,
    reward: Reward,
    illegal: f32,
    stop: &'a AtomicBool,
}

impl<G: CardGame> RunningMatches<G> {
    fn new(wish: Wish<'_>) -> Result<RunningMatches<G>, EnvError> {
        let rules: G::Rules = read_options(&wish.options).map_err(EnvError::value)?;
        let seats = wish.seats.unwrap_or(4.clamp(*G::seats().start(), *G::seats().end()));
        game::SeatsError::check::<G>(seats).map_err(EnvError::value)?;
        if wish.envs == 0 {
            return Err(EnvError::value("num_envs is 0: a batch has at least one match"));
        }
        if wish.players.is_empty() || wish.players.len() > usize::from(seats) {
            return Err(EnvError::value(format!("name 1 to {seats} players, not {}", wish.players.len())));
        }
        if !wish.players.contains(&Players::Agent) {
            return Err(EnvError::value("every seat has a bot: leave one to the agent"));
        }
        let level = |seat: Seat| match wish.players.get(seat.index()).or(wish.players.last()) {
            Some(Players::Bot(name)) => catalog::level_of(G::ID, name).map(Some),
            _ => Ok(None),
        };
        let bots = Seat::all(seats).map(level).collect::<Result<_, _>>()?;
        let threads = Threads::new(wish.threads, wish.envs, wish.spin)?;
        let Wish { envs: count, seed, max_steps, reward, illegal, stop, .. } = wish;
        let (envs, masks) = (Vec::new(), vec![0; count * G::ACTIONS]);
        Ok(RunningMatches { rules, seats, bots, seed, max_steps, reward, illegal, threads, stop, count, envs, masks })
    }

    /// Begins all matches, or restores saved ones. After a stop, only some of them have begun.
    fn begin(&mut self, saved: Vec<Option<SavedMatch>>) -> Result<(), EnvError> {
        let each = (0..).zip(saved).take_while(|_| !self.stop.load(Ordering::Relaxed));
        self.envs = each.map(|(number, saved)| Env::new(self, number, saved)).collect::<Result<_, _>>()?;
        Ok(())
    }

    /// Returns the numbers of numbers that the buffers have for each match.
    fn widths(&self, view: &BatchBuffers<'_>) -> Result<Widths, EnvError> {
        let (envs, seats) = (self.count, usize::from(self.seats));
        let hidden = if view.hidden.is_empty() { 0 } else { width(G::HIDDEN) };
        let of = Widths { observation: width(G::CHANNELS), mask: G::ACTIONS, seats, hidden };
        let lengths = [
            ("observation", view.observation.len(), of.observation),
            ("mask", view.mask.len(), of.mask),
            ("seat", view.seat.len(), 1),
            ("reward", view.reward.len(), seats),
            ("done", view.done.len(), 1),
            ("truncated", view.truncated.len(), 1),
            ("over", view.over.len(), 1),
            ("won", view.won.len(), seats),
            ("last", view.last.len(), of.observation),
            ("hidden", view.hidden.len(), hidden),
        ];
        match lengths.iter().find(|(_, is, of)| *is != envs * of) {
            None => Ok(of),
            Some((what, is, of)) => {
                let words = format!("the buffer {what} has {is} numbers; {envs} matches need {}", envs * of);
                Err(EnvError::value(words))
            }
        }
    }

    /// Clears the results of the last step, and calls a function with every match and its part of the buffers, on all
    /// threads.
    fn each(
        &mut self,
        of: Widths,
        mut view: BatchBuffers<'_>,
        work: impl Fn(usize, &mut Env<G>, &mut MatchRow<'_, '_>, &Shared<'_>) + Sync,
    ) {
        let RunningMatches { bots, max_steps, reward, illegal, stop, threads, envs, masks, .. } = self;
        let illegal = illegal.unwrap_or_default();
        let shared = Shared { bots, max_steps: *max_steps, reward: *reward, illegal, stop };
        let some = |first: usize, envs: &mut [Env<G>], masks: &mut [i8], mut view: BatchBuffers<'_>| {
            view.reward.fill(0.0);
            [&mut view.done, &mut view.truncated, &mut view.over, &mut view.won]
                .into_iter()
                .for_each(|flags| flags.fill(0));
            let (mut observations, mut seen) = (std::mem::take(&mut view.observation), std::mem::take(&mut view.mask));
            for (place, (env, allowed)) in envs.iter_mut().zip(masks.chunks_exact_mut(G::ACTIONS)).enumerate() {
                let (observation, mask) = (front(&mut observations, of.observation), front(&mut seen, of.mask));
                let mut row = MatchRow { allowed, observation, mask, out: &mut view, place, of };
                work(first + place, env, &mut row, &shared);
            }
        };
        let Some(threads) = threads else { return some(0, envs, masks, view) };
        let count = threads.count();
        // In each step, a thread begins with the same matches as in the step before. So these matches stay in the cache
        // of the thread's core. If a thread wakes up late, other threads step some of its matches.
        let piece = envs.len().div_ceil(PIECES * count).max(1);
        let mut pieces = envs
            .chunks_mut(piece)
            .zip(masks.chunks_mut(piece * G::ACTIONS))
            .map(|(envs, masks)| (view.split_off(envs.len(), of), envs, masks))
            .enumerate();
        let shares: Vec<_> = (0..count).map(|_| Mutex::new(pieces.by_ref().take(PIECES).collect::<Vec<_>>())).collect();
        let next = |thread: usize| {
            (0..count)
                .map(|step| (thread + step) % count)
                .find_map(|share| shares[share].lock().unwrap_or_else(PoisonError::into_inner).pop())
        };
        threads.run(|thread| {
            while let Some((number, (view, envs, masks))) = next(thread) {
                some(number * piece, envs, masks, view);
            }
        });
    }
}

impl<G: CardGame> Batch for RunningMatches<G> {
    fn envs(&self) -> usize {
        self.count
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn reset(&mut self, seed: Option<u64>, view: BatchBuffers<'_>) -> Result<(), EnvError> {
        let of = self.widths(&view)?;
        let next = if self.envs.is_empty() { self.seed } else { Rng::stream(self.seed, u64::MAX).bits() };
        self.seed = seed.unwrap_or(next);
        self.begin(vec![None; self.count])?;
        self.each(of, view, |_, env, row, shared| {
            env.run(shared, row, false);
            row.clear();
        });
        Ok(())
    }

    fn step(&mut self, actions: &[i32], view: BatchBuffers<'_>) -> Result<(), EnvError> {
        let of = self.widths(&view)?;
        if actions.len() != self.envs.len() {
            let words = format!("{} actions for {} matches", actions.len(), self.envs.len());
            return Err(EnvError::value(words));
        }
        let mut masks = self.masks.chunks_exact(G::ACTIONS).zip(actions);
        let least = i8::from(self.illegal.is_none());
        if let Some(place) = masks.position(|(mask, &number)| mask.get(number as usize).is_none_or(|&bit| bit < least))
        {
            let (number, Env { current, asked, .. }) = (actions[place], &self.envs[place]);
            let why = refuse_number(&current.deal, *asked, number as usize);
            return Err(EnvError::illegal(format!(
                "action {number} of match {place} is not allowed by its mask: {why}"
            )));
        }
        self.each(of, view, |place, env, row, shared| env.step(actions[place] as usize, shared, row));
        Ok(())
    }

    fn row_offsets(&self, offsets: &mut [i64]) -> Result<(), EnvError> {
        if offsets.len() != self.count + 1 {
            return Err(EnvError::value(format!("offsets needs {} numbers", self.count + 1)));
        }
        offsets[0] = 0;
        for (place, mask) in self.masks.chunks_exact(G::ACTIONS).enumerate() {
            offsets[place + 1] = offsets[place] + mask.iter().map(|&bit| i64::from(bit)).sum::<i64>();
        }
        Ok(())
    }

    fn rows(&self, rows: &mut [i8], numbers: &mut [i32]) -> Result<(), EnvError> {
        let all: usize = self.masks.iter().map(|&bit| bit as usize).sum();
        let wide = width(G::ROW);
        if rows.len() < all * wide || numbers.len() < all {
            let words = format!(
                "{all} rows of {wide} numbers are needed; the buffers have {} and {}",
                rows.len(),
                numbers.len()
            );
            return Err(EnvError::value(words));
        }
        let mut each = rows.chunks_exact_mut(wide).zip(numbers);
        for (env, mask) in self.envs.iter().zip(self.masks.chunks_exact(G::ACTIONS)) {
            let (ask, MatchState { deal, legal, .. }) = (env.ask(), &env.current);
            for number in (0..G::ACTIONS).filter(|&number| mask[number] == 1) {
                let (row, to) = each.next().expect("there is room for all");
                row.fill(0);
                deal.row(ask.seat, ask.draft, legal, number, row);
                *to = number as i32;
            }
        }
        Ok(())
    }

    fn random_steps(&mut self, steps: usize, view: BatchBuffers<'_>) -> Result<(), EnvError> {
        let of = self.widths(&view)?;
        self.each(of, view, |_, env, row, shared| {
            for _ in (0..steps).take_while(|_| !shared.stop.load(Ordering::Relaxed)) {
                let count: u32 = row.allowed.iter().map(|&bit| bit as u32).sum();
                let chosen = env.rng().below(count);
                let mut seen = 0;
                let number = row.allowed.iter().position(|&bit| {
                    seen += bit as u32;
                    seen > chosen
                });
                row.clear();
                env.step(number.expect("a mask allows something"), shared, row);
            }
        });
        Ok(())
    }

    fn advise(&mut self, level: &str, asked: Option<&[bool]>, actions: &mut [i32]) -> Result<(), EnvError> {
        let envs = self.envs.len();
        if actions.len() != envs || asked.is_some_and(|asked| asked.len() != envs) {
            let asked = asked.map_or(envs, <[bool]>::len);
            return Err(EnvError::value(format!("{} actions and {asked} marks for {envs} matches", actions.len())));
        }
        let level = catalog::level_of(G::ID, level)?;
        // A search takes long, and some searches take much longer than others. So matches are not assigned in advance:
        // each thread takes the next match from a queue.
        let (stop, masks) = (&self.stop, self.masks.chunks_exact_mut(G::ACTIONS));
        let queue = Mutex::new(self.envs.iter_mut().zip(masks).zip(actions).enumerate());
        let is_asked = |place: usize| asked.is_none_or(|asked| asked[place]);
        let work = || {
            let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).find(|(place, _)| is_asked(*place));
            while let Some((_, ((env, mask), action))) = next().filter(|_| !stop.load(Ordering::Relaxed)) {
                *action = env.advice(level, mask, stop);
            }
        };
        match &self.threads {
            Some(threads) => threads.run(|_| work()),
            None => work(),
        }
        Ok(())
    }

    fn save(&self) -> String {
        let save = |env: &Env<G>| (env.seed, env.shuffles, env.steps, env.drawn, env.current.save().3);
        let all: Vec<SavedMatch> = self.envs.iter().map(save).collect();
        serde_json::to_string(&(self.seed, all)).expect("it is numbers and text")
    }

    fn load(&mut self, saved: &str, view: BatchBuffers<'_>) -> Result<(), EnvError> {
        let of = self.widths(&view)?;
        let read: Option<(u64, Vec<Option<SavedMatch>>)> = serde_json::from_str(saved).ok();
        let read = read.filter(|(_, all)| all.len() == self.count);
        let (seed, all) = read.ok_or_else(|| EnvError::value("this is not what such a batch has saved"))?;
        self.begin(all)?;
        self.seed = seed;
        self.each(of, view, |_, env, row, _| env.show(row));
        Ok(())
    }
}
