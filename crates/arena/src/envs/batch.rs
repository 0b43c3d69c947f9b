//! Many matches that advance together, in buffers of the caller.

use std::iter;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use catalog::{CardGame, Visit, visit};
use game::{Prompt, Rng, Seat, Shuffles, read_options, width};
use search::Level;
use serde_json::{Map, Value};

use super::opponent::answer;
use super::state::MatchState;
use super::threads::Threads;
use super::{EnvError, Spec, State};

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
    /// The seed. Match i of a seed is the same in every batch and on any number of threads.
    pub seed: u64,
    /// The number of threads that step the matches; 0 for one a core.
    pub threads: usize,
    /// True if threads that wait for the next step keep their cores busy, for at most 10 ms. Waking up a sleeping core
    /// can take longer than a step.
    pub spin: bool,
    /// The number of choices after which a deal is broken off.
    pub max_steps: u32,
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
    /// The gain of each seat since the last step, one number for each seat of each match. During a deal the gain is 0.
    /// When a deal ends, the gain is the change of the seat's value in points. Higher is better.
    pub reward: &'a mut [f32],
    /// 1 if a deal has ended since the last step. Then the observation already belongs to the next deal.
    pub done: &'a mut [u8],
    /// 1 if the deal was broken off because it had too many choices.
    pub truncated: &'a mut [u8],
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
}

impl Buffers {
    /// Creates buffers for `envs` matches of `seats` seats.
    pub fn new(spec: &Spec, envs: usize, seats: usize) -> Buffers {
        Buffers {
            observation: vec![0; envs * spec.width],
            mask: vec![0; envs * spec.actions],
            seat: vec![0; envs],
            reward: vec![0.0; envs * seats],
            done: vec![0; envs],
            truncated: vec![0; envs],
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
        }
    }
}

/// Many matches of one game. A deal is an episode. When a deal ends, the next deal of the match follows; after the last
/// deal a new match begins.
pub trait Batch: Send {
    /// Returns the number of matches.
    fn envs(&self) -> usize;

    /// Returns the number of seats of each match.
    fn seats(&self) -> u8;

    /// Restarts all matches from their beginning.
    ///
    /// # Errors
    /// If a buffer has the wrong size.
    fn reset(&mut self, view: &mut BatchBuffers<'_>) -> Result<(), EnvError>;

    /// Plays one number in each match, and lets bots play until the caller is asked again. The step checks each number
    /// against its own copy of the masks, and ignores the masks in the caller's buffer.
    ///
    /// # Errors
    /// If a buffer has the wrong size, or a number is not allowed. An error changes no match.
    fn step(&mut self, actions: &[i32], view: &mut BatchBuffers<'_>) -> Result<(), EnvError>;

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

    /// Plays `steps` random choices in each match without writing observations, to measure stepping alone.
    fn random_steps(&mut self, steps: usize, view: &mut BatchBuffers<'_>) -> Result<(), EnvError>;

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
    fn load(&mut self, saved: &str, view: &mut BatchBuffers<'_>) -> Result<(), EnvError>;
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
    threads: Option<Threads>,
    stop: Arc<AtomicBool>,
    envs: Vec<Env<G>>,
    /// The allowed numbers of each match: a copy, because the caller may change its own buffer of masks.
    masks: Vec<i8>,
}

struct Env<G: CardGame> {
    /// The match and its number of deals. After the last deal a new match begins.
    current: MatchState<G>,
    /// The seed of the shuffles of the match.
    shuffles: u64,
    /// The number of choices in this deal.
    steps: u32,
    /// The seed, and the number of random numbers drawn so far. Together they determine all further random numbers.
    seed: u64,
    drawn: u64,
}

/// A match as [`Batch::save`] writes it: `seed`, `shuffles`, `steps`, `drawn` and the log.
type SavedMatch = (u64, u64, u32, u64, String);

/// The results of a step for one match.
struct MatchRow<'a> {
    allowed: &'a mut [i8],
    observation: &'a mut [i8],
    mask: &'a mut [i8],
    seat: &'a mut u8,
    reward: &'a mut [f32],
    done: &'a mut u8,
    truncated: &'a mut u8,
}

impl<G: CardGame> Env<G> {
    fn new(place: &RunningMatches<G>, number: u64, saved: Option<SavedMatch>) -> Result<Env<G>, EnvError> {
        let (seed, shuffles, steps, drawn, log) = saved.unwrap_or_else(|| {
            let seed = Rng::stream(place.seed, number).bits();
            (seed, Rng::new(seed).bits(), 0, 0, String::new())
        });
        let mut current = MatchState::start(place.rules, place.seats, None, Shuffles::of_world(shuffles))?;
        current.replay(&log)?;
        current.ask()?;
        (current.deals, current.start) = (0, G::value(&place.rules, &current.standing));
        Ok(Env { current, shuffles, steps, seed, drawn })
    }

    fn rng(&mut self) -> Rng {
        self.drawn = self.drawn.wrapping_add(1);
        Rng::stream(self.seed, self.drawn)
    }

    /// Plays for the bots until the caller is asked. Scores the deals that end meanwhile.
    fn run(&mut self, place: &Shared<'_>, row: &mut MatchRow<'_>) {
        while !place.stop.load(Ordering::Relaxed) {
            if self.current.deals > 0 || self.steps >= place.max_steps {
                self.next_deal(row, self.current.deals == 0);
            }
            let ask = self.ask();
            let Some(level) = place.bots[ask.seat.index()] else { return self.show(row) };
            self.steps += 1;
            let seed = self.rng().bits();
            let MatchState { deal, legal, .. } = &mut self.current;
            match answer(level, seed, (deal, &ask), legal, place.stop) {
                Some(action) => self.current.apply(ask.seat, action),
                None => self.current.choose(ask, G::NOT_NOW.expect("only a seat that may act lets it pass")),
            }
        }
    }

    fn ask(&self) -> Prompt<G::Draft> {
        self.current.ask.expect("a match that is over is followed by another")
    }

    fn show(&mut self, row: &mut MatchRow<'_>) {
        let ask = self.ask();
        self.current.deal.observe(ask.seat, ask.draft, row.observation);
        ask.mask(&self.current.deal, &mut self.current.legal, row.allowed);
        row.mask.copy_from_slice(row.allowed);
        *row.seat = ask.seat.index() as u8;
    }

    /// Ends the deal and deals the next, or starts a new match if the deal is broken off.
    fn next_deal(&mut self, row: &mut MatchRow<'_>, broken_off: bool) {
        *row.done = 1;
        *row.truncated |= u8::from(broken_off);
        let MatchState { rules, seats, ref standing, .. } = self.current;
        let after = G::value(&rules, standing);
        for ((reward, before), after) in row.reward.iter_mut().zip(self.current.start.iter()).zip(after.iter()) {
            *reward += after - before;
        }
        (self.current.deals, self.current.start, self.steps) = (0, after, 0);
        if broken_off || self.current.is_over() {
            self.shuffles = self.rng().bits();
            let shuffles = Shuffles::of_world(self.shuffles);
            self.current = MatchState::start(rules, seats, None, shuffles).expect("so many seats have played before");
        }
    }

    fn step(&mut self, number: usize, place: &Shared<'_>, row: &mut MatchRow<'_>) {
        row.reward.fill(0.0);
        (*row.done, *row.truncated) = (0, 0);
        self.steps += 1;
        self.current.choose(self.ask(), number);
        self.run(place, row);
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

struct Shared<'a> {
    bots: &'a [Option<Level>],
    max_steps: u32,
    stop: &'a AtomicBool,
}

/// Splits the observations by match. For a game without channels it returns empty parts without end.
fn chunks(observations: &mut [i8], size: usize) -> impl Iterator<Item = &mut [i8]> + Send {
    observations.chunks_mut(size.max(1)).chain(iter::repeat_with(Default::default))
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
        let Wish { envs, seed, max_steps, stop, .. } = wish;
        let (all, masks) = (Vec::new(), vec![0; envs * G::ACTIONS]);
        let mut matches = RunningMatches { rules, seats, bots, seed, max_steps, threads, stop, envs: all, masks };
        matches.begin(vec![None; envs])?;
        Ok(matches)
    }

    fn begin(&mut self, saved: Vec<Option<SavedMatch>>) -> Result<(), EnvError> {
        self.envs = (0..).zip(saved).map(|(number, saved)| Env::new(self, number, saved)).collect::<Result<_, _>>()?;
        Ok(())
    }

    fn check(&self, view: &BatchBuffers<'_>) -> Result<(), EnvError> {
        let envs = self.envs.len();
        let expect = |what: &str, is: usize, wanted: usize| {
            if is == wanted {
                Ok(())
            } else {
                Err(EnvError::value(format!("the buffer {what} has {is} numbers; {envs} matches need {wanted}")))
            }
        };
        expect("observation", view.observation.len(), envs * width(G::CHANNELS))?;
        expect("mask", view.mask.len(), envs * G::ACTIONS)?;
        expect("seat", view.seat.len(), envs)?;
        expect("reward", view.reward.len(), envs * usize::from(self.seats))?;
        expect("done", view.done.len(), envs)?;
        expect("truncated", view.truncated.len(), envs)
    }

    /// Calls a function with every match and its part of the buffers, on all threads.
    fn each(
        &mut self,
        view: &mut BatchBuffers<'_>,
        work: impl Fn(usize, &mut Env<G>, &mut MatchRow<'_>, &Shared<'_>) + Sync,
    ) {
        let shared = Shared { bots: &self.bots, max_steps: self.max_steps, stop: &self.stop };
        let seats = usize::from(self.seats);
        let some = |first: usize, envs: &mut [Env<G>], allowed: &mut [i8], view: BatchBuffers<'_>| {
            let rows = allowed
                .chunks_exact_mut(G::ACTIONS)
                .zip(chunks(view.observation, width(G::CHANNELS)))
                .zip(view.mask.chunks_exact_mut(G::ACTIONS))
                .zip(view.seat)
                .zip(view.reward.chunks_exact_mut(seats))
                .zip(view.done)
                .zip(view.truncated);
            for (place, (env, row)) in envs.iter_mut().zip(rows).enumerate() {
                let ((((((allowed, observation), mask), seat), reward), done), truncated) = row;
                let mut row = MatchRow { allowed, observation, mask, seat, reward, done, truncated };
                work(first + place, env, &mut row, &shared);
            }
        };
        let whole = BatchBuffers {
            observation: &mut *view.observation,
            mask: &mut *view.mask,
            seat: &mut *view.seat,
            reward: &mut *view.reward,
            done: &mut *view.done,
            truncated: &mut *view.truncated,
        };
        let Some(threads) = &self.threads else { return some(0, &mut self.envs, &mut self.masks, whole) };
        let count = threads.count();
        // In each step, a thread begins with the same matches as in the step before. So these matches stay in the cache
        // of the thread's core. If a thread wakes up late, other threads step some of its matches.
        let piece = self.envs.len().div_ceil(PIECES * count).max(1);
        let mut pieces = self
            .envs
            .chunks_mut(piece)
            .zip(self.masks.chunks_mut(piece * G::ACTIONS))
            .zip(chunks(whole.observation, piece * width(G::CHANNELS)))
            .zip(whole.mask.chunks_mut(piece * G::ACTIONS))
            .zip(whole.seat.chunks_mut(piece))
            .zip(whole.reward.chunks_mut(piece * seats))
            .zip(whole.done.chunks_mut(piece))
            .zip(whole.truncated.chunks_mut(piece))
            .enumerate();
        let shares: Vec<_> = (0..count).map(|_| Mutex::new(pieces.by_ref().take(PIECES).collect::<Vec<_>>())).collect();
        let next = |thread: usize| {
            (0..count)
                .map(|step| (thread + step) % count)
                .find_map(|share| shares[share].lock().unwrap_or_else(PoisonError::into_inner).pop())
        };
        threads.run(|thread| {
            while let Some((number, part)) = next(thread) {
                let (((((((envs, allowed), observation), mask), seat), reward), done), truncated) = part;
                some(number * piece, envs, allowed, BatchBuffers { observation, mask, seat, reward, done, truncated });
            }
        });
    }
}

impl<G: CardGame> Batch for RunningMatches<G> {
    fn envs(&self) -> usize {
        self.envs.len()
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn reset(&mut self, view: &mut BatchBuffers<'_>) -> Result<(), EnvError> {
        self.check(view)?;
        self.begin(vec![None; self.envs.len()])?;
        self.each(view, |_, env, row, shared| {
            env.run(shared, row);
            row.reward.fill(0.0);
            (*row.done, *row.truncated) = (0, 0);
        });
        Ok(())
    }

    fn step(&mut self, actions: &[i32], view: &mut BatchBuffers<'_>) -> Result<(), EnvError> {
        self.check(view)?;
        if actions.len() != self.envs.len() {
            let words = format!("{} actions for {} matches", actions.len(), self.envs.len());
            return Err(EnvError::value(words));
        }
        let mut masks = self.masks.chunks_exact(G::ACTIONS).zip(actions);
        if let Some(place) = masks.position(|(mask, &number)| mask.get(number as usize) != Some(&1)) {
            let number = actions[place];
            return Err(EnvError::illegal(format!(
                "action {number} of match {place} is not allowed by its mask (numbers go from 0 to {})",
                G::ACTIONS - 1
            )));
        }
        self.each(view, |place, env, row, shared| env.step(actions[place] as usize, shared, row));
        Ok(())
    }

    fn row_offsets(&self, offsets: &mut [i64]) -> Result<(), EnvError> {
        if offsets.len() != self.envs.len() + 1 {
            return Err(EnvError::value(format!("offsets needs {} numbers", self.envs.len() + 1)));
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

    fn random_steps(&mut self, steps: usize, view: &mut BatchBuffers<'_>) -> Result<(), EnvError> {
        self.check(view)?;
        self.each(view, |_, env, row, shared| {
            for _ in (0..steps).take_while(|_| !shared.stop.load(Ordering::Relaxed)) {
                let count: u32 = row.allowed.iter().map(|&bit| bit as u32).sum();
                let chosen = env.rng().below(count);
                let mut seen = 0;
                let number = row.allowed.iter().position(|&bit| {
                    seen += bit as u32;
                    seen > chosen
                });
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
        let save = |env: &Env<G>| (env.seed, env.shuffles, env.steps, env.drawn, env.current.save().2);
        let all: Vec<SavedMatch> = self.envs.iter().map(save).collect();
        serde_json::to_string(&all).expect("it is numbers and text")
    }

    fn load(&mut self, saved: &str, view: &mut BatchBuffers<'_>) -> Result<(), EnvError> {
        self.check(view)?;
        let all: Option<Vec<Option<SavedMatch>>> = serde_json::from_str(saved).ok();
        let all = all.filter(|all| all.len() == self.envs.len());
        self.begin(all.ok_or_else(|| EnvError::value("this is not what such a batch has saved"))?)?;
        self.each(view, |_, env, row, _| env.show(row));
        Ok(())
    }
}
