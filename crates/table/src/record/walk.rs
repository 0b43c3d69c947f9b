//! The verification of a record: all of it is played again from the first card.

use std::borrow::Cow;

use cards::{Seed, join, split};
use game::{Game, PerSeat, PlayError, Seat, SeatsError, Show, Shuffles, WrittenOptions};
use serde_json::value::RawValue;

use super::RecordFault;
use super::raw::{Keys, Raw, missing, read_deal};

/// An observer of the play of a record. Everything that is passed to a watcher has been verified.
pub trait Watch<G: Game> {
    /// Called with the record's head.
    fn begins(&mut self, _rules: &G::Rules, _names: &[String]) {}
    /// Called when a deal has been dealt.
    fn dealt(&mut self, _deal: usize, _dealer: Seat, _position: &G) {}
    /// Called with each position: before line `at` of `actions`, and at the end of each deal.
    fn position(&mut self, _deal: usize, _at: usize, _position: &G) {}
    /// Called before an action that shuffles cards (K8).
    fn shuffled(&mut self, _deal: usize, _at: usize) {}
    /// Called before a legal action, with the position before the action.
    fn act(&mut self, _deal: usize, _at: usize, _position: &G, _seat: Seat, _action: G::Action) {}
    /// Called when a deal has its points. `given_up`: the deal is a solitaire that was given up.
    fn scored(&mut self, _deal: usize, _points: &[Option<i32>], _totals: &[i32], _given_up: bool) {}
    /// Called at the end of the record, with `None` if the match was broken off.
    fn ends(&mut self, _winners: Option<&[Seat]>) {}
}

impl<G: Game> Watch<G> for () {}

/// The numbers of verified deals and actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Deals, thrown-in ones included.
    pub deals: u64,
    /// Lines of `actions` that are actions of seats.
    pub actions: u64,
}

/// Plays a record of `G`.
///
/// # Errors
/// The first fault of the record. The watcher has got everything that precedes the fault.
pub fn walk<G: Game + Show>(raw: &Raw<'_>, watch: &mut dyn Watch<G>) -> Result<Counts, RecordFault> {
    let (_, rules) = WrittenOptions::read::<G>(raw.rules(), raw.options()?).map_err(RecordFault::new)?;
    let seats = u8::try_from(raw.seats()?).unwrap_or(u8::MAX);
    SeatsError::check::<G>(seats).map_err(RecordFault::new)?;
    let head = RecordHead::read(raw, seats)?;
    watch.begins(&rules, &head.names);
    let deals = raw.deals()?;
    let shuffles = match head.seed {
        Some(seed) => Shuffles::from_seed(seed),
        None => given_shuffles::<G>(&deals, None),
    };
    let standing = G::start(&rules, head.seats).map_err(RecordFault::new)?;
    let mut walk = Walk { rules, head, watch, standing, shuffles, counts: Counts::default(), end: DealEnd::Between };
    for (number, text) in deals.iter().enumerate() {
        let last = number + 1 == deals.len();
        walk.deal(number, text, last).map_err(|fault| fault.in_deal(number))?;
    }
    walk.finish()
}

/// The part of a record before its deals, and the winners.
struct RecordHead {
    seats: u8,
    names: Vec<String>,
    seed: Option<Seed>,
    winners: Option<Vec<u64>>,
}

impl RecordHead {
    fn read(raw: &Raw<'_>, seats: u8) -> Result<RecordHead, RecordFault> {
        let names = raw.names()?;
        if names.len() != usize::from(seats) {
            return Err(RecordFault::new(format_args!("there are {} names for {seats} seats", names.len())));
        }
        let seed = match raw.seed()? {
            None => None,
            Some(text) => Some(text.parse().map_err(|error| RecordFault::new(format_args!("seed: {error}")))?),
        };
        let winners = raw.winners()?;
        if let Some(attempts) = raw.entropy()? {
            super::entropy::check(&attempts, seats, seed)?;
            if seed.is_none() && winners.is_some() {
                let why = "seed: the match is over, so the seed that was made together is no secret any more";
                return Err(RecordFault::new(why));
            }
        }
        Ok(RecordHead { seats, names, seed, winners })
    }
}

/// The end of the last deal so far.
enum DealEnd {
    /// The latest deal was finished, or no deal has begun.
    Between,
    /// The deal is a solitaire that was given up.
    GivenUp,
    /// The deal was not finished: the match was broken off.
    BrokenOff,
}

struct Walk<'w, G: Game> {
    rules: G::Rules,
    head: RecordHead,
    watch: &'w mut dyn Watch<G>,
    /// The standing before the next deal.
    standing: G::Standing,
    shuffles: Shuffles,
    counts: Counts,
    end: DealEnd,
}

impl<G: Game + Show> Walk<'_, G> {
    fn deal(&mut self, number: usize, text: &RawValue, last: bool) -> Result<(), RecordFault> {
        if G::ranking(&self.rules, &self.standing).is_some() {
            return Err(RecordFault::new("the match was over before this deal"));
        }
        let paper = read_deal(text)?;
        let dealer = G::dealer(&self.standing);
        let written: u64 = paper.read("dealer")?;
        if written != dealer.index() as u64 {
            return Err(RecordFault::new(format_args!("dealer is {written}; seat {dealer} deals")));
        }
        let deck = read_cards::<G>(&paper.read::<String>("deck")?)
            .map_err(|error| RecordFault::new(format_args!("deck: {error}")))?;
        self.check_shuffle("deck", &deck, G::pack(), &self.shuffles)?;
        let position = G::deal(&self.rules, &self.standing, self.shuffles.clone());
        self.watch.dealt(number, dealer, &position);
        let position = self.actions(number, &paper.list("actions")?, position)?;
        self.score(number, &paper, &position, last)
    }

    fn actions(&mut self, number: usize, lines: &[&RawValue], mut position: G) -> Result<G, RecordFault> {
        let mut shuffled = false;
        for (at, text) in lines.iter().enumerate() {
            self.watch.position(number, at, &position);
            let fault = |fault: RecordFault| fault.at_action(at);
            let line = read_line(text).map_err(fault)?;
            if let Some(cards) = line.strip_prefix("* ") {
                let next = lines.get(at + 1).copied();
                self.check_reshuffle(cards, next, &position, shuffled).map_err(fault)?;
                shuffled = true;
                self.watch.shuffled(number, at);
                continue;
            }
            let (seat, action) = self.read_action(&line).map_err(fault)?;
            let mut legal = Vec::new();
            if position.turn().names(seat) {
                position.legal(seat, &mut legal);
            }
            if legal.binary_search(&action).is_err() {
                let refusal = position.refusal(seat, action);
                let why = PlayError { seat, action: action.to_string(), refusal };
                return Err(fault(RecordFault::new(why)));
            }
            if !shuffled && position.shuffled_by(seat, action).is_some() {
                return Err(fault(RecordFault::new(
                    "this needs a shuffle: \"* shuffle CARDS\" stands directly before it",
                )));
            }
            shuffled = false;
            self.watch.act(number, at, &position, seat, action);
            position.apply(seat, action);
            self.counts.actions += 1;
        }
        self.watch.position(number, lines.len(), &position);
        Ok(position)
    }

    fn read_action(&self, line: &str) -> Result<(Seat, G::Action), RecordFault> {
        let &[digit @ b'0'..=b'9', b' ', ..] = line.as_bytes() else {
            return Err(RecordFault::new(format_args!("expected \"SEAT ACTION\", found {:?}", short(line))));
        };
        if digit - b'0' >= self.head.seats {
            return Err(RecordFault::new(format_args!("there is no seat {}", char::from(digit))));
        }
        let text = &line[2..];
        let action: G::Action = text.parse().map_err(RecordFault::new)?;
        let notation = action.to_string();
        if notation != text {
            return Err(RecordFault::new(format_args!("{:?} is written {notation:?}", short(text))));
        }
        Ok((Seat::new(digit - b'0'), action))
    }

    /// Checks that `* shuffle CARDS` stands directly before the action that needs it, once, and nowhere else (K8).
    fn check_reshuffle(
        &self,
        line: &str,
        next: Option<&RawValue>,
        position: &G,
        again: bool,
    ) -> Result<(), RecordFault> {
        let Some(cards) = line.strip_prefix("shuffle ") else {
            return Err(RecordFault::new(format_args!("expected \"* shuffle CARDS\", found {:?}", short(line))));
        };
        let cards = read_cards::<G>(cards).map_err(|error| RecordFault::new(format_args!("shuffle: {error}")))?;
        let due = next.filter(|_| !again).and_then(|text| {
            let line = read_line(text).ok()?;
            let (seat, action) = self.read_action(&line).ok()?;
            let mut legal = Vec::new();
            if position.turn().names(seat) {
                position.legal(seat, &mut legal);
            }
            legal.binary_search(&action).ok()?;
            position.shuffled_by(seat, action)
        });
        let due = due.ok_or_else(|| {
            RecordFault::new("no shuffle is due here: it stands directly before the draw that needs it")
        })?;
        self.check_shuffle("shuffle", &cards, due, position.shuffles())
    }

    /// Checks that the order of a deck has exactly the cards that were shuffled, and that it follows from the seed, if
    /// any.
    fn check_shuffle(
        &self,
        part: &str,
        found: &[G::Card],
        mut concerned: Vec<G::Card>,
        shuffles: &Shuffles,
    ) -> Result<(), RecordFault> {
        let [found_sorted, due] = [found, &concerned].map(|cards| {
            let mut cards = cards.to_vec();
            cards.sort_unstable();
            cards
        });
        if found_sorted != due {
            return Err(RecordFault::new(different_cards(part, &found_sorted, &due)));
        }
        if self.head.seed.is_some() {
            shuffles.clone().shuffle(&mut concerned);
            if let Some(place) = found.iter().zip(&concerned).position(|(a, b)| a != b) {
                let (found, due) = (found[place], concerned[place]);
                return Err(RecordFault::new(format_args!(
                    "{part} does not follow from the seed: card {place} is {found}, the seed says {due}"
                )));
            }
        }
        Ok(())
    }

    /// Checks the points and totals of a deal, and whether the deal may end here.
    fn score(&mut self, number: usize, paper: &Keys<'_>, position: &G, last: bool) -> Result<(), RecordFault> {
        self.counts.deals += 1;
        let points: Option<Vec<Option<i64>>> = paper.read_if_given("points")?;
        let totals: Option<Vec<i64>> = paper.read_if_given("totals")?;
        let over = position.turn().is_over();
        let given_up = !over && self.head.seats == 1 && self.head.winners.as_ref().is_some_and(Vec::is_empty);
        if !over && !last {
            return Err(RecordFault::new("the deal is not finished, yet another follows"));
        }
        if !over && !given_up {
            if self.head.winners.is_some() {
                return Err(RecordFault::new("the deal is not finished, yet winners is not null"));
            }
            if points.is_some() || totals.is_some() {
                return Err(RecordFault::new("the deal is not finished, yet it has points or totals"));
            }
            self.end = DealEnd::BrokenOff;
            return Ok(());
        }
        let awarded = position.points();
        let totals_due = if over {
            self.standing = position.next_standing();
            self.shuffles = position.shuffles().clone();
            G::totals(&self.standing)
        } else {
            self.end = DealEnd::GivenUp;
            let mut totals = G::totals(&self.standing);
            totals.iter_mut().zip(awarded.iter()).for_each(|(total, points)| *total += points.unwrap_or(0));
            totals
        };
        let points = points.ok_or_else(|| missing("points"))?;
        let due: Vec<Option<i64>> = awarded.iter().map(|points| points.map(i64::from)).collect();
        if points != due {
            return Err(RecordFault::new(format_args!("points are {}, not {}", list(&due), list(&points))));
        }
        let totals = totals.ok_or_else(|| missing("totals"))?;
        let due: Vec<i64> = totals_due.iter().map(|total| i64::from(*total)).collect();
        if totals != due {
            return Err(RecordFault::new(format_args!("totals are {}, not {}", list(&due), list(&totals))));
        }
        self.watch.scored(number, &awarded, &totals_due, given_up);
        Ok(())
    }

    fn finish(self) -> Result<Counts, RecordFault> {
        let due: Option<Vec<Seat>> = match self.end {
            DealEnd::BrokenOff => None,
            DealEnd::GivenUp => Some(Vec::new()),
            DealEnd::Between => G::ranking(&self.rules, &self.standing).map(|ranks: PerSeat<u8>| {
                ranks.by_seat().filter(|(_, rank)| *rank == 0).map(|(seat, _)| seat).collect()
            }),
        };
        let seats = due.as_ref().map(|due| due.iter().map(|seat| seat.index() as u64).collect::<Vec<u64>>());
        if seats != self.head.winners {
            let [due, found] = [&seats, &self.head.winners].map(|w| w.as_ref().map_or("null".to_owned(), |w| list(w)));
            let why = if seats.is_some() { "the match is over" } else { "the match is not over" };
            return Err(RecordFault::new(format_args!("{why}: winners are {due}, not {found}")));
        }
        self.watch.ends(due.as_deref());
        Ok(self.counts)
    }
}

/// Returns the orders of all decks in a record without a seed, in the sequence in which they are used. Verifies
/// nothing. The code that deals or applies an action checks each order before it uses the order. So no order after the
/// first fault is used. Further shuffles follow from the seed, if there is one.
pub(crate) fn given_shuffles<G: Game>(deals: &[&RawValue], seed: Option<Seed>) -> Shuffles {
    let mut orders: Vec<Vec<G::Card>> = Vec::new();
    let mut read = |text: &str| -> Option<()> {
        let cards = read_cards::<G>(text).ok()?;
        orders.push(cards);
        Some(())
    };
    let mut all = || -> Option<()> {
        for deal in deals {
            let paper = read_deal(deal).ok()?;
            read(&paper.read::<String>("deck").ok()?)?;
            for line in paper.list("actions").ok()? {
                if let Some(cards) = read_line(line).ok()?.strip_prefix("* shuffle ") {
                    read(cards)?;
                }
            }
        }
        Some(())
    };
    all();
    match seed {
        Some(seed) => orders.iter().rfold(Shuffles::from_seed(seed), |later, deck| later.with_next(deck)),
        None => Shuffles::from_decks(orders.iter().map(Vec::as_slice)),
    }
}

/// Reads cards. Refuses more than 255 cards, because no shuffle has so many.
pub(crate) fn read_cards<G: Game>(text: &str) -> Result<Vec<G::Card>, cards::NotationError> {
    const MOST: usize = u8::MAX as usize;
    if text.bytes().filter(|&b| b == b' ').count() >= MOST {
        return Err(cards::NotationError::new("at most 255 cards", text));
    }
    split(text)
}

fn read_line(text: &RawValue) -> Result<Cow<'_, str>, RecordFault> {
    #[derive(serde::Deserialize)]
    struct ActionText<'a>(#[serde(borrow)] Cow<'a, str>);
    let line: ActionText<'_> = serde_json::from_str(text.get()).map_err(|e| RecordFault::of_part("no action", &e))?;
    Ok(line.0)
}

/// Describes the difference between two sorted lists of cards.
pub fn different_cards<C: Copy + Ord + std::fmt::Display>(part: &str, found: &[C], due: &[C]) -> String {
    let only = |a: &[C], b: &[C]| -> Vec<C> {
        let mut rest = b.to_vec();
        a.iter().copied().filter(|card| rest.iter().position(|c| c == card).map(|i| rest.remove(i)).is_none()).collect()
    };
    let (extra, lacking) = (only(found, due), only(due, found));
    let mut words = format!("{part} has {} cards of {}", found.len(), due.len());
    if !lacking.is_empty() {
        words += &format!("; missing: {}", join(&lacking));
    }
    if !extra.is_empty() {
        words += &format!("; too many: {}", join(&extra));
    }
    words
}

fn list<T: serde::Serialize>(things: &[T]) -> String {
    serde_json::to_string(things).expect("numbers")
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}
