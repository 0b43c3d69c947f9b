//! Deals for tests: the hands are given, and the actions are written as text.

use std::borrow::Cow;

use cards::{Card, CardSet, pack52};
use game::{Game, Seat, Shuffles, Viewer, read_options};
use la_dame_noire::{Action, LaDameNoire, Rules, Standing, View};

pub fn rules(options: &str) -> Rules {
    let serde_json::Value::Object(options) = serde_json::from_str(options).unwrap() else { panic!("{options}") };
    read_options(&options).unwrap()
}

pub fn cards(text: &str) -> CardSet {
    cards::split::<Card>(text).unwrap().into_iter().collect()
}

/// Returns the deck that deals these hands if seat 0 is the dealer, in packets of 3-2-3-2-3 from seat 1 on. [D1]
/// Incomplete hands are filled up with the other cards in the order of the pack, seat 0 first.
pub fn deck(hands: [&str; 4]) -> Vec<Card> {
    let mut hands = hands.map(|hand| cards(hand).collect::<Vec<Card>>());
    let named: CardSet = hands.iter().flatten().copied().collect();
    assert_eq!(named.len() as usize, hands.iter().map(Vec::len).sum::<usize>(), "a card is named twice");
    let mut rest = pack52().into_iter().filter(|card| !named.has(*card));
    for hand in &mut hands {
        hand.extend(rest.by_ref().take(13 - hand.len()));
    }
    let mut hands = hands.map(Vec::into_iter);
    let mut deck = Vec::new();
    for packet in [3, 2, 3, 2, 3] {
        for seat in [1, 2, 3, 0] {
            deck.extend(hands[seat].by_ref().take(packet));
        }
    }
    assert_eq!(deck.len(), 52);
    deck
}

pub struct Table(pub LaDameNoire);

impl Table {
    pub fn new(options: &str, hands: [&str; 4]) -> Table {
        let rules = rules(options);
        Table::with(&rules, &LaDameNoire::start(&rules, 4).unwrap(), &[deck(hands)])
    }

    pub fn with(rules: &Rules, standing: &Standing, decks: &[Vec<Card>]) -> Table {
        Table(LaDameNoire::deal(rules, standing, Shuffles::from_decks(decks.iter().map(Vec::as_slice))))
    }

    /// Plays actions written as `1 bid 20; 2 pass`; each must be legal.
    pub fn play(&mut self, actions: &str) -> &mut Table {
        for line in actions.split(';').map(str::trim).filter(|line| !line.is_empty()) {
            let (seat, action) = read(line);
            self.0.play(seat, action).unwrap_or_else(|error| panic!("{line}: {error}"));
        }
        self
    }

    /// Returns the key and the rule of the refusal of an illegal action.
    pub fn refused(&self, line: &str) -> (&'static str, Option<&'static str>) {
        let (seat, action) = read(line);
        let mut next = self.0.clone();
        let refusal = next.play(seat, action).expect_err(line).refusal;
        assert!(next.view(Viewer::All) == self.0.view(Viewer::All), "a refused action changed something: {line}");
        (fixed(refusal.key), refusal.rule.map(fixed))
    }

    pub fn all(&self) -> View {
        self.0.view(Viewer::All)
    }

    pub fn seen_by(&self, seat: u8) -> View {
        self.0.view(Viewer::Seat(Seat::new(seat)))
    }

    pub fn hand(&self, seat: usize) -> CardSet {
        self.all().hands[seat].unwrap()
    }

    /// Returns the seats that must act.
    pub fn must(&self) -> Vec<usize> {
        self.0.turn().must().map(Seat::index).collect()
    }

    pub fn may(&self) -> Vec<usize> {
        self.0.turn().may().map(Seat::index).collect()
    }

    pub fn points(&self) -> Vec<i32> {
        self.0.points().iter().map(|points| points.unwrap()).collect()
    }

    pub fn legal(&self, seat: u8) -> Vec<String> {
        let mut legal = Vec::new();
        self.0.legal(Seat::new(seat), &mut legal);
        legal.iter().map(Action::to_string).collect()
    }
}

fn read(line: &str) -> (Seat, Action) {
    let (seat, action) = line.split_once(' ').expect(line);
    (Seat::new(seat.parse().expect(line)), action.parse().unwrap_or_else(|error| panic!("{line}: {error}")))
}

/// Returns the text of a refusal, which must be borrowed, because refusals of a game do not allocate.
fn fixed(words: Cow<'static, str>) -> &'static str {
    let Cow::Borrowed(words) = words else { panic!("{words} was made when it was refused") };
    words
}
