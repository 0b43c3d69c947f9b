//! Many matches at once, in buffers of the caller.

use std::sync::{Mutex, PoisonError};

use catalog::{CardGame, Visit, visit};
use game::{PerSeat, Prompt, Rng, Seat, Shuffles, read_options, width};
use serde_json::{Map, Value};

use crate::opponent::Opponent;
use crate::threads::Threads;
use crate::{EnvError, Spec};

/// Who plays a seat of every match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Players {
    /// The caller.
    Agent,
    /// A bot of this level or method.
    Bot(String),
}

/// A batch that is wanted.
pub struct Wish<'a> {
    /// The game's id.
    pub game: &'a str,
    /// House rules; those that are left out keep their defaults.
    pub options: Map<String, Value>,
    /// How many play; the default number if it is left out.
    pub seats: Option<u8>,
    /// How many matches.
    pub envs: usize,
    /// Match i of seed s is the same in every batch and on any number of threads.
    pub seed: u64,
    /// How many threads step the matches; 0 for as many as there are cores.
    pub threads: usize,
    /// Whether threads that wait for the next step keep their cores busy, for at most 10 ms. A core that sleeps can take longer
    /// to wake than a step takes.
    pub spin: bool,
    /// A deal is broken off after this number of choices.
    pub max_steps: u32,
    /// Who plays each seat. The last entry stands for all seats after it. The caller plays at least one.
    pub players: Vec<Players>,
}

/// The buffers that a step writes: one part for each match, in order.
pub struct BatchBuffers<'a> {
    /// The observation of the seat that is asked: [`Spec::width`] numbers for each match.
    pub observation: &'a mut [i8],
    /// The mask of the numbers that it may choose: [`Spec::actions`] for each match.
    pub mask: &'a mut [i8],
    /// Who is asked.
    pub seat: &'a mut [u8],
    /// The gain of each seat since the step before: the change of its value at the end of a deal, in points, higher
    /// is better; 0 during a deal. One number for each seat of each match.
    pub reward: &'a mut [f32],
    /// 1 if a deal has ended since the step before; the observation is that of the next deal.
    pub done: &'a mut [u8],
    /// 1 if it was broken off because it took too many choices.
    pub truncated: &'a mut [u8],
}

/// Buffers for a caller who has none.
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
    /// Buffers for `envs` matches of `seats` seats.
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

    /// To be written.
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

/// Many matches of one game. A deal is an episode: when one ends, the next of its match is dealt, and after the last a new
/// match begins.
pub trait Batch: Send {
    /// How many matches.
    fn envs(&self) -> usize;

    /// How many seats each has.
    fn seats(&self) -> u8;

    /// Starts all matches again from their beginning.
    ///
    /// # Errors
    /// If a buffer has the wrong size.
    fn reset(&mut self, view: &mut BatchBuffers<'_>) -> Result<(), EnvError>;

    /// Plays one number in each match, then bots until the caller is asked again.
    ///
    /// # Errors
    /// If a buffer has the wrong size, or a number is not in its mask; no match has moved then.
    fn step(&mut self, actions: &[i32], view: &mut BatchBuffers<'_>) -> Result<(), EnvError>;

    /// How many rows the masks allow, match by match: `offsets` gets one more number than there are matches, the first 0.
    ///
    /// # Errors
    /// If the buffer has the wrong size.
    fn row_offsets(&self, offsets: &mut [i64]) -> Result<(), EnvError>;

    /// Writes the row of each number that the masks allow, and the number itself.
    ///
    /// # Errors
    /// If a buffer is too small for them.
    fn rows(&self, offsets: &[i64], rows: &mut [i8], numbers: &mut [i32]) -> Result<(), EnvError>;

    /// Plays `steps` random choices in each match without writing observations, to measure stepping alone.
    fn random_steps(&mut self, steps: usize, view: &mut BatchBuffers<'_>) -> Result<(), EnvError>;

    /// The choices of bots of a level for the caller's seats: a number of each mask, in the matches that are `asked` (all if that is
    /// `None`); the others' numbers stay as they are. The matches are shared by all threads.
    ///
    /// # Errors
    /// If there is no such level, or a buffer has the wrong size.
    fn advise(&mut self, level: &str, asked: Option<&[bool]>, actions: &mut [i32]) -> Result<(), EnvError>;
}

/// Makes a batch.
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
    players: Vec<Players>,
    seed: u64,
    max_steps: u32,
    threads: Option<Threads>,
    envs: Vec<Env<G>>,
}

/// One match.
struct Env<G: CardGame> {
    standing: G::Standing,
    deal: G,
    ask: Prompt<G::Draft>,
    legal: Vec<G::Action>,
    /// Choices in this deal.
    steps: u32,
    rng: Rng,
    /// A bot for each seat that is not the caller's.
    bots: Vec<Option<Opponent<G>>>,
}

/// What a step writes of one match.
struct MatchRow<'a> {
    observation: &'a mut [i8],
    mask: &'a mut [i8],
    seat: &'a mut u8,
    reward: &'a mut [f32],
    done: &'a mut u8,
    truncated: &'a mut u8,
}

impl<G: CardGame> Env<G> {
    fn new(place: &RunningMatches<G>, number: u64) -> Result<Env<G>, EnvError> {
        let mut rng = Rng::stream(place.seed, number);
        let standing = G::start(&place.rules, place.seats).map_err(EnvError::value)?;
        let deal = G::deal(&place.rules, &standing, Shuffles::of_world(rng.bits()));
        let bots = Seat::all(place.seats)
            .map(|seat| match place.player(seat) {
                Players::Agent => Ok(None),
                Players::Bot(name) => Opponent::named(name, rng.bits()).map(Some),
            })
            .collect::<Result<Vec<_>, _>>()?;
        let ask = Prompt::first(&deal).expect("a deal begins with somebody");
        Ok(Env { standing, deal, ask, legal: Vec::new(), steps: 0, rng, bots })
    }

    /// Bots play until the caller is asked. Deals that end on the way are settled.
    fn run(&mut self, place: &Shared<G>, row: &mut MatchRow<'_>) {
        loop {
            if self.deal.turn().is_over() {
                self.next_deal(place, row, false);
            } else if self.steps >= place.max_steps {
                self.next_deal(place, row, true);
            }
            let seat = self.ask.seat;
            let Some(bot) = &mut self.bots[seat.index()] else { break };
            self.steps += 1;
            match bot.answer(&self.deal, seat, self.ask.must, &mut self.legal, &mut self.rng) {
                Some(action) => {
                    self.deal.apply(seat, action);
                    if let Some(next) = Prompt::first(&self.deal) {
                        self.ask = next;
                    }
                }
                None => self.ask.pass(&self.deal),
            }
        }
        self.deal.observe(self.ask.seat, self.ask.draft, row.observation);
        self.ask.mask(&self.deal, &mut self.legal, row.mask);
        *row.seat = self.ask.seat.index() as u8;
    }

    fn next_deal(&mut self, place: &Shared<G>, row: &mut MatchRow<'_>, broken_off: bool) {
        let Shared { rules, seats, .. } = *place;
        *row.done = 1;
        *row.truncated |= u8::from(broken_off);
        let mut shuffles = self.deal.shuffles().clone();
        if !broken_off {
            let before: PerSeat<f32> = G::value(rules, &self.standing);
            self.standing = self.deal.settle();
            let after = G::value(rules, &self.standing);
            for ((reward, before), after) in row.reward.iter_mut().zip(before.iter()).zip(after.iter()) {
                *reward += after - before;
            }
        }
        if broken_off || G::ranking(rules, &self.standing).is_some() {
            self.standing = G::start(rules, seats).expect("the match was started with this number of seats");
            shuffles = Shuffles::of_world(self.rng.bits());
        }
        self.deal = G::deal(rules, &self.standing, shuffles);
        self.ask = Prompt::first(&self.deal).expect("a deal begins with somebody");
        self.steps = 0;
    }

    fn step(&mut self, number: usize, place: &Shared<G>, row: &mut MatchRow<'_>) {
        row.reward.fill(0.0);
        (*row.done, *row.truncated) = (0, 0);
        self.steps += 1;
        self.ask.play(&mut self.deal, &self.legal, number);
        self.run(place, row);
    }

    /// What a bot of a level, which exists, would choose: a number of the mask, which is written as well.
    fn advice(&mut self, level: &str, mask: &mut [i8]) -> i32 {
        let mut bot = Opponent::<G>::named(level, self.rng.bits()).expect("the level was looked up");
        let Prompt { seat, must, draft, .. } = self.ask;
        let answer = bot.answer(&self.deal, seat, must, &mut self.legal, &mut self.rng);
        self.ask.mask(&self.deal, &mut self.legal, mask);
        match answer {
            Some(chosen) => self.deal.number_of(seat, draft, &self.legal, chosen) as i32,
            None => G::NOT_NOW.expect("only a seat that may act lets it pass") as i32,
        }
    }

    fn is_allowed(&self, number: i32, mask: &[i8]) -> bool {
        usize::try_from(number).ok().and_then(|number| mask.get(number)) == Some(&1)
    }
}

/// What all matches of a batch share.
struct Shared<'a, G: CardGame> {
    rules: &'a G::Rules,
    seats: u8,
    max_steps: u32,
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
        let threads = Threads::new(wish.threads, wish.spin)?;
        let Wish { envs, seed, max_steps, players, .. } = wish;
        let mut matches =
            RunningMatches { rules, seats, players, seed, max_steps, threads, envs: Vec::with_capacity(envs) };
        matches.envs = (0..envs as u64).map(|number| Env::new(&matches, number)).collect::<Result<_, _>>()?;
        Ok(matches)
    }

    fn player(&self, seat: Seat) -> &Players {
        self.players.get(seat.index()).unwrap_or_else(|| self.players.last().expect("there is one"))
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

    /// Does something with every match and its part of the buffers, on all threads.
    fn each(
        &mut self,
        view: &mut BatchBuffers<'_>,
        work: impl Fn(usize, &mut Env<G>, &mut MatchRow<'_>, &Shared<G>) + Sync,
    ) {
        let shared = Shared::<G> { rules: &self.rules, seats: self.seats, max_steps: self.max_steps };
        let seats = usize::from(self.seats);
        let some = |first: usize, envs: &mut [Env<G>], view: BatchBuffers<'_>| {
            let rows = view
                .observation
                .chunks_exact_mut(width(G::CHANNELS))
                .zip(view.mask.chunks_exact_mut(G::ACTIONS))
                .zip(view.seat)
                .zip(view.reward.chunks_exact_mut(seats))
                .zip(view.done)
                .zip(view.truncated);
            for (place, (env, row)) in envs.iter_mut().zip(rows).enumerate() {
                let (((((observation, mask), seat), reward), done), truncated) = row;
                let mut row = MatchRow { observation, mask, seat, reward, done, truncated };
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
        let Some(threads) = &self.threads else { return some(0, &mut self.envs, whole) };
        let count = threads.count();
        // Every thread has matches of its own, which stay in its core's cache from step to step. A thread that wakes late
        // leaves pieces of them to the others.
        let piece = self.envs.len().div_ceil(PIECES * count).max(1);
        let mut pieces = self
            .envs
            .chunks_mut(piece)
            .zip(whole.observation.chunks_mut(piece * width(G::CHANNELS)))
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
            while let Some((number, ((((((envs, observation), mask), seat), reward), done), truncated))) = next(thread)
            {
                some(number * piece, envs, BatchBuffers { observation, mask, seat, reward, done, truncated });
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
        self.envs = (0..self.envs.len() as u64).map(|number| Env::new(self, number)).collect::<Result<_, _>>()?;
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
        let masks = view.mask.chunks_exact(G::ACTIONS);
        let illegal =
            self.envs.iter().zip(masks).zip(actions).position(|((env, mask), &number)| !env.is_allowed(number, mask));
        if let Some(place) = illegal {
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
        let mut mask = vec![0; G::ACTIONS];
        let mut legal = Vec::new();
        offsets[0] = 0;
        for (place, env) in self.envs.iter().enumerate() {
            env.ask.mask(&env.deal, &mut legal, &mut mask);
            offsets[place + 1] = offsets[place] + mask.iter().map(|&bit| i64::from(bit)).sum::<i64>();
        }
        Ok(())
    }

    fn rows(&self, offsets: &[i64], rows: &mut [i8], numbers: &mut [i32]) -> Result<(), EnvError> {
        let envs = self.envs.len();
        let all = usize::try_from(offsets.last().copied().unwrap_or(0)).unwrap_or(0);
        let wide = width(G::ROW);
        if offsets.len() != envs + 1 || rows.len() < all * wide || numbers.len() < all {
            let words = format!(
                "{all} rows of {wide} numbers are needed; the buffers have {} and {}",
                rows.len(),
                numbers.len()
            );
            return Err(EnvError::value(words));
        }
        let mut mask = vec![0; G::ACTIONS];
        let mut legal = Vec::new();
        let mut each = rows.chunks_exact_mut(wide).zip(numbers);
        for env in &self.envs {
            env.ask.mask(&env.deal, &mut legal, &mut mask);
            for number in (0..G::ACTIONS).filter(|&number| mask[number] == 1) {
                let (row, to) = each.next().expect("there is room for all");
                row.fill(0);
                env.deal.row(env.ask.seat, env.ask.draft, &legal, number, row);
                *to = number as i32;
            }
        }
        Ok(())
    }

    fn random_steps(&mut self, steps: usize, view: &mut BatchBuffers<'_>) -> Result<(), EnvError> {
        self.check(view)?;
        self.each(view, |_, env, row, shared| {
            for _ in 0..steps {
                let count: u32 = row.mask.iter().map(|&bit| bit as u32).sum();
                let chosen = env.rng.below(count);
                let mut seen = 0;
                let number = row.mask.iter().position(|&bit| {
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
        Opponent::<G>::named(level, 0)?;
        // A search takes long, and some take much longer than others: each thread takes one match after the other.
        let queue = Mutex::new(self.envs.iter_mut().zip(actions).enumerate());
        let is_asked = |place: usize| asked.is_none_or(|asked| asked[place]);
        let work = || {
            let mut mask = vec![0; G::ACTIONS];
            let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).find(|(place, _)| is_asked(*place));
            while let Some((_, (env, action))) = next() {
                *action = env.advice(level, &mut mask);
            }
        };
        match &self.threads {
            Some(threads) => threads.run(|_| work()),
            None => work(),
        }
        Ok(())
    }
}
