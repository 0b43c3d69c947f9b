//! Deals for examples: the cards are given, and the moves are written as text.

use cards::{Card, split};
use game::{Game, Seat, Show, Shuffles, Viewer};
use rouge_et_noir::{Action, Facts, FillEmpty, RougeEtNoir, Rules, View};

pub const SEAT: Seat = Seat::new(0);

pub fn choice(redeals: u8) -> Rules {
    Rules::new(FillEmpty::Choice, Some(redeals)).unwrap()
}

pub fn at_once(redeals: u8) -> Rules {
    Rules::new(FillEmpty::AtOnce, Some(redeals)).unwrap()
}

#[derive(Clone)]
pub struct Table {
    pub deal: RougeEtNoir,
    rules: Rules,
}

impl Table {
    /// Returns a deal with these eight cards on the tableaus and these first cards of the stock. The other cards of the
    /// stock have the order of the pack.
    pub fn new(rules: Rules, dealt: &str, stock: &str) -> Table {
        let mut deck = split::<Card>(&format!("{dealt} {stock}")).unwrap();
        deck.extend(rest(&deck));
        Table::of(rules, &deck)
    }

    /// Returns a deal with these eight cards on the tableaus and these last cards of the stock.
    pub fn ending_in(rules: Rules, dealt: &str, last: &str) -> Table {
        let (mut deck, last) = (split::<Card>(dealt).unwrap(), split::<Card>(last).unwrap());
        deck.extend(rest(&[&deck[..], &last].concat()));
        deck.extend(last);
        Table::of(rules, &deck)
    }

    pub fn of(rules: Rules, deck: &[Card]) -> Table {
        let standing = RougeEtNoir::start(&rules, 1).unwrap();
        Table { deal: RougeEtNoir::deal(&rules, &standing, Shuffles::from_decks([deck])), rules }
    }

    /// Plays actions that are separated by semicolons.
    pub fn play(&mut self, actions: &str) {
        for action in actions.split("; ") {
            self.deal.play(SEAT, action.parse().unwrap()).unwrap_or_else(|refused| panic!("{refused}"));
        }
    }

    /// Turns and discards all cards of the stock.
    pub fn discard_all(&mut self) {
        while self.view().stock > 0 {
            self.play("turn; hand discard");
        }
    }

    pub fn refused(&self, action: &str, rule: &str, key: &str) {
        let before = self.deal.view(Viewer::All);
        let mut deal = self.deal.clone();
        let refused = deal.play(SEAT, action.parse().unwrap()).expect_err(action);
        assert_eq!((refused.refusal.rule.as_deref(), &*refused.refusal.key), (Some(rule), key), "{action}");
        assert_eq!(deal.view(Viewer::All), before, "a refusal changes nothing");
    }

    pub fn legal(&self) -> String {
        let mut legal = Vec::new();
        self.deal.legal(SEAT, &mut legal);
        legal.iter().map(Action::to_string).collect::<Vec<_>>().join(", ")
    }

    pub fn facts(&self, action: &str) -> Facts {
        self.deal.facts(SEAT, action.parse().unwrap())
    }

    /// Returns the destination of a single tap on that source, or an empty text if a tap does nothing.
    pub fn best(&self, from: &str) -> String {
        let mut legal = Vec::new();
        self.deal.legal(SEAT, &mut legal);
        let best: Vec<String> = legal
            .iter()
            .filter(|action| self.deal.facts(SEAT, **action).best)
            .map(Action::to_string)
            .filter(|text| text.split(' ').next() == Some(from))
            .collect();
        assert!(best.len() <= 1, "{best:?}");
        best.concat()
    }

    pub fn view(&self) -> View {
        self.deal.view(Viewer::Seat(SEAT))
    }

    pub fn rank(&self) -> u8 {
        RougeEtNoir::ranking(&self.rules, &self.deal.next_standing()).expect("a match is one deal")[SEAT]
    }
}

/// Returns the cards of the pack that are not in the deck yet.
pub fn rest(deck: &[Card]) -> Vec<Card> {
    let mut rest = RougeEtNoir::pack();
    for card in deck {
        let place = rest.iter().position(|other| other == card).expect("the pack has the card that often");
        rest.remove(place);
    }
    rest
}
