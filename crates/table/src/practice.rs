//! Practice from a position of another match. The position is a record that is broken off there: the match so far, with
//! its decks and without its seed. A table that begins with this record plays on from the position.
//!
//! - [`fork`] makes the record. It can deal the cards again that a seat has not seen
//! - [`Match::at_position`] verifies the record, and begins the match

use cards::{Seed, join};
use game::{Game, Rng, Seat, Show, Shuffles, Viewer, WrittenOptions};

use crate::matches::PlayedAction;
use crate::record::{Deal, FORMAT, PRACTICE, Raw, Record, RecordFault, given_shuffles, read_cards, walk};
use crate::{Match, MatchPhase, Setup};

/// The maximum number of lines of actions before a position. Replaying so many takes some milliseconds.
const MOST_LINES: usize = 2000;

/// The maximum number of attempts to swap two cards, and the approximate number of actions that all attempts together
/// may replay.
const MOST_SWAPS: usize = 3000;
const MOST_REPLAYED: usize = 60_000;

/// A position of a record, from which practice begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForkPoint {
    /// The number of the deal, from 0.
    pub deal: usize,
    /// The number of the deal's actions before the position.
    pub step: usize,
    /// The seat whose unseen cards are dealt again, and a random number. `None` if all cards stay the same.
    pub redealt: Option<(Seat, u64)>,
}

/// A record that is broken off at a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fork {
    /// The record, as one JSON line without the line end and without the names of people.
    pub record: String,
    /// The points of the whole deal; `None` if it is not finished in the original record.
    pub points: Option<Vec<Option<i32>>>,
}

/// Breaks a record off at a position. `None` if the record does not have this position.
///
/// # Errors
/// The first fault of the record, or that the position cannot be played on from.
pub fn fork<G: Game + Show>(raw: &Raw<'_>, wanted: ForkPoint) -> Result<Option<Fork>, RecordFault> {
    let (options, _) = WrittenOptions::read::<G>(raw.rules(), raw.options()?).map_err(RecordFault::new)?;
    let names = vec![String::new(); raw.names()?.len()];
    let texts = raw.deals()?.into_iter().take(wanted.deal + 1);
    let read = |text: &serde_json::value::RawValue| {
        serde_json::from_str::<Deal>(text.get()).map_err(|e| RecordFault::new(format_args!("no deal: {e}")))
    };
    let mut deals = texts.map(read).collect::<Result<Vec<Deal>, RecordFault>>()?;
    let Some(last) = deals.get_mut(wanted.deal) else { return Ok(None) };
    let (points, _) = (last.points.take(), last.totals.take());
    let ends = last.actions.iter().enumerate().filter(|(_, line)| !line.starts_with("* ")).map(|(at, _)| at + 1);
    let Some(end) = std::iter::once(0).chain(ends).nth(wanted.step) else { return Ok(None) };
    last.actions.truncate(end);
    if deals.iter().map(|deal| deal.actions.len()).sum::<usize>() > MOST_LINES {
        return Err(RecordFault::new(format_args!("more than {MOST_LINES} actions lead to this position")));
    }
    let written = |deals: &[Deal]| {
        let record = Record {
            format: FORMAT,
            rules: raw.rules(),
            game: G::ID,
            options: &options,
            seats: names.len() as u8,
            names: &names,
            seed: None,
            entropy: None,
            deals: deals.iter().collect(),
            winners: None,
            origin: Some(PRACTICE),
        };
        serde_json::to_string(&record).expect("a record is text and numbers")
    };
    let mut record = written(&deals);
    if let Some((seat, random)) = wanted.redealt {
        let setup = Setup {
            game: G::ID,
            rules: raw.rules(),
            options: raw.options()?,
            names: names.clone(),
            seed: Seed::numbered(0),
            number: None,
        };
        let current = Match::<G>::at_position(&setup, &record)?;
        let redealt = Redeal::of(&current, &deals[wanted.deal].deck, seat)?.shuffled(&mut Rng::new(random));
        let last = &mut deals[wanted.deal];
        (last.deck, last.actions) = redealt.written();
        record = written(&deals);
    }
    Ok(Some(Fork { record, points }))
}

impl<G: Game + Show> Match<G> {
    /// Begins practice at the end of a record that is broken off. Shuffles after this position follow from the seed of
    /// the setup.
    ///
    /// # Errors
    /// The first fault of the record, or that the record is not a position of this setup's game.
    pub(crate) fn at_position(setup: &Setup, record: &str) -> Result<Match<G>, RecordFault> {
        let raw = Raw::read(record)?;
        let fits = raw.game() == G::ID && raw.rules() == setup.rules && raw.options()? == setup.options;
        if !fits || raw.names()?.len() != setup.names.len() || raw.seed()?.is_some() {
            return Err(RecordFault::new("it is not a position of this table"));
        }
        walk::<G>(&raw, &mut ())?;
        let (options, rules) = WrittenOptions::read::<G>(setup.rules, raw.options()?).map_err(RecordFault::new)?;
        let shuffles = given_shuffles::<G>(&raw.deals()?, Some(setup.seed));
        let begun = Match::start_shuffled(options, rules, setup.names.clone(), setup.seed, shuffles);
        let mut current = begun.map_err(RecordFault::new)?;
        for deal in 0..raw.deals()?.len() {
            if deal > 0 {
                current.next();
            }
            for (seat, action) in raw.actions(deal)? {
                current.play(seat, action.parse().map_err(RecordFault::new)?);
            }
        }
        match current.phase() {
            MatchPhase::Deal => Ok(current.into_practice()),
            MatchPhase::Between | MatchPhase::Over => Err(RecordFault::new("the deal is over")),
        }
    }
}

/// A deal with the same course whose unseen cards lie elsewhere. Two cards change places again and again, as long as
/// every action stays legal and the viewer sees the same in every position. If a hidden action of another seat names
/// one of the two cards, it names the other card instead.
#[derive(Clone)]
struct Redeal<'m, G: Game> {
    current: &'m Match<G>,
    viewer: Seat,
    /// The pack, and the cards of each later shuffle of the deal (K8), top first.
    decks: Vec<Vec<G::Card>>,
    actions: Vec<(Seat, G::Action)>,
    /// The indices of the hidden actions of other seats.
    hidden: Vec<usize>,
}

impl<'m, G: Game + Show> Redeal<'m, G> {
    fn of(current: &'m Match<G>, deck: &str, viewer: Seat) -> Result<Redeal<'m, G>, RecordFault> {
        let later = current.steps().iter().filter_map(|step| step.shuffled.as_deref());
        let decks = std::iter::once(deck).chain(later).map(read_cards::<G>).collect::<Result<_, _>>();
        let actions: Vec<(Seat, G::Action)> = current.actions().collect();
        let is_hidden =
            |(seat, action): &(Seat, G::Action)| *seat != viewer && G::seen_by_others(*action) != action.to_string();
        let hidden = (0..actions.len()).filter(|at| is_hidden(&actions[*at])).collect();
        Ok(Redeal { current, viewer, decks: decks.map_err(RecordFault::new)?, actions, hidden })
    }

    fn shuffled(mut self, rng: &mut Rng) -> Redeal<'m, G> {
        let seen = self.views().expect("it is the course of a record");
        for _ in 0..MOST_SWAPS.min(MOST_REPLAYED / seen.len()) {
            let swapped = self.swapped(rng);
            if swapped.as_ref().is_some_and(|other| other.replay(|at, view| seen[at] == view)) {
                self = swapped.unwrap_or(self);
            }
        }
        self
    }

    /// Returns the deal after a swap of two random cards; `None` if they are equal.
    fn swapped(&self, rng: &mut Rng) -> Option<Redeal<'m, G>> {
        let mut other = self.clone();
        let number = rng.below(other.decks.len() as u32) as usize;
        let deck = &mut other.decks[number];
        let places = [(); 2].map(|()| rng.below(deck.len() as u32) as usize);
        let [one, two] = places.map(|place| deck[place].to_string());
        deck.swap(places[0], places[1]);
        let rename = |word: &str| match word {
            _ if word == one => two.clone(),
            _ if word == two => one.clone(),
            _ => word.to_owned(),
        };
        for at in &self.hidden {
            let action = &mut other.actions[*at].1;
            let words: Vec<String> = action.to_string().split(' ').map(rename).collect();
            *action = words.join(" ").parse().ok()?;
        }
        (one != two).then_some(other)
    }

    /// Replays the deal. Returns whether every action is legal, every shuffle has its cards, and `fits` accepts every
    /// position as the viewer sees it.
    fn replay(&self, mut fits: impl FnMut(usize, G::View) -> bool) -> bool {
        let sorted = |mut cards: Vec<G::Card>| {
            cards.sort_unstable();
            cards
        };
        let shuffles = Shuffles::from_decks(self.decks.iter().map(Vec::as_slice));
        let mut position = G::deal(self.current.rules(), self.current.standing(), shuffles);
        let (mut legal, mut later) = (Vec::new(), self.decks[1..].iter());
        for (at, (seat, action)) in self.actions.iter().enumerate() {
            if !fits(at, position.view(Viewer::Seat(self.viewer))) || !position.turn().names(*seat) {
                return false;
            }
            legal.clear();
            position.legal(*seat, &mut legal);
            if legal.binary_search(action).is_err() {
                return false;
            }
            if let Some(cards) = position.shuffled_by(*seat, *action)
                && later.next().map(|deck| sorted(deck.clone())) != Some(sorted(cards))
            {
                return false;
            }
            position.apply(*seat, *action);
        }
        fits(self.actions.len(), position.view(Viewer::Seat(self.viewer)))
    }

    /// Returns every position as the viewer sees it.
    fn views(&self) -> Option<Vec<G::View>> {
        let mut views = Vec::new();
        let replayed = self.replay(|_, view| {
            views.push(view);
            true
        });
        replayed.then_some(views)
    }

    /// Returns the deck, and the lines of the record.
    fn written(&self) -> (String, Vec<String>) {
        let mut later = self.decks[1..].iter().map(|deck| join(deck));
        let steps = self.current.steps().iter().zip(&self.actions).map(|(step, (seat, action))| PlayedAction {
            seat: *seat,
            action: *action,
            shuffled: step.shuffled.as_ref().and_then(|_| later.next()),
        });
        (join(&self.decks[0]), steps.flat_map(|step| step.lines().collect::<Vec<_>>()).collect())
    }
}
