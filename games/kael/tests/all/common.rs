//! Deals for tests: the hands are given, and the actions are written as in a record.

use game::{Game, PerSeat, Seat, Shuffles};
use kael::{Action, Card, Hand, Kael, Outcome, Rules, Standing, View, pack};

/// A deal in play.
#[derive(Clone)]
pub struct Table {
    /// The deal.
    pub deal: Kael,
}

/// Parses cards in notation.
pub fn cards(text: &str) -> Vec<Card> {
    cards::split(text).expect("cards")
}

/// Returns the whole pack with these cards first and the other cards in canonical order.
pub fn deck_from(first: &[Card]) -> Vec<Card> {
    let rest = Hand::PACK - first.iter().copied().collect();
    first.iter().copied().chain(rest.cards()).collect()
}

/// Returns a standing of this number of seats: all totals are 0, nobody is out, seat 0 deals.
pub fn standing(seats: u8) -> Standing {
    Kael::start(&Rules::default(), seats).expect("2 to 8")
}

impl Table {
    /// Deals `hands` and turns up the card `up`. The cards of `deck` follow, the top card first. Seat 0 deals.
    pub fn new(hands: &[&str], up: &str, deck: &str) -> Table {
        Table::with(Rules::default(), hands, up, deck, &[])
    }

    /// Deals under these rules. `later` are the new decks that are made from the pile during the deal, each with its
    /// top card first.
    pub fn with(rules: Rules, hands: &[&str], up: &str, deck: &str, later: &[&str]) -> Table {
        Table::at(rules, standing(hands.len() as u8), hands, up, deck, later)
    }

    /// Deals within a match. Seats that are out of the match have an empty hand.
    pub fn at(rules: Rules, standing: Standing, hands: &[&str], up: &str, deck: &str, later: &[&str]) -> Table {
        let hands: Vec<Vec<Card>> = hands.iter().map(|hand| cards(hand)).collect();
        let seats = hands.len();
        let size = hands.iter().map(Vec::len).max().expect("somebody plays");
        let dealer = standing.dealer.index();
        let order = (1..=seats).map(|step| (dealer + step) % seats).filter(|&seat| !hands[seat].is_empty());
        let mut first: Vec<Card> =
            (0..size).flat_map(|i| order.clone().map(move |seat| (seat, i))).map(|(seat, i)| hands[seat][i]).collect();
        first.extend(cards(up));
        first.extend(cards(deck));
        let decks: Vec<Vec<Card>> =
            std::iter::once(deck_from(&first)).chain(later.iter().map(|deck| cards(deck))).collect();
        assert!(
            {
                let mut sorted = decks[0].clone();
                sorted.sort();
                sorted == pack()
            },
            "the cards are of one pack"
        );
        let shuffles = Shuffles::from_decks(decks.iter().map(Vec::as_slice));
        let mut table = Table { deal: Kael::deal(&rules, &standing, shuffles) };
        table.play(&format!("{dealer} deal {size}"));
        table
    }

    /// Plays actions written as `SEAT ACTION; SEAT ACTION; …`.
    pub fn play(&mut self, line: &str) -> &mut Table {
        for part in line.split(';').map(str::trim) {
            let (seat, action) = read(part);
            self.deal.play(seat, action).unwrap_or_else(|error| panic!("{error}"));
        }
        self
    }

    /// Returns the rule and the key of the refusal of `SEAT ACTION`. The deal does not change.
    pub fn refuses(&mut self, part: &str) -> String {
        let (seat, action) = read(part);
        let refusal = self.deal.play(seat, action).expect_err("it is refused").refusal;
        format!("{} {}", refusal.rule.as_deref().unwrap_or("-"), refusal.key)
    }

    /// Returns the legal actions of a seat, separated by commas.
    pub fn legal(&self, seat: u8) -> String {
        let mut legal = Vec::new();
        self.deal.legal(Seat::new(seat), &mut legal);
        legal.iter().map(Action::to_string).collect::<Vec<_>>().join(", ")
    }

    /// Returns true if `SEAT ACTION` is legal.
    pub fn can(&self, part: &str) -> bool {
        let (seat, action) = read(part);
        let mut legal = Vec::new();
        self.deal.legal(seat, &mut legal);
        legal.contains(&action)
    }

    /// Returns the view of a seat.
    pub fn view(&self, seat: u8) -> View {
        self.deal.view(game::Viewer::Seat(Seat::new(seat)))
    }

    /// Returns the hand of a seat.
    pub fn hand(&self, seat: u8) -> String {
        self.view(seat).hand().to_string()
    }

    /// Returns the pile, its top card last.
    pub fn pile(&self) -> String {
        cards::join(&self.view(0).pile)
    }

    /// Returns the seat to act.
    pub fn next(&self) -> Option<usize> {
        self.view(0).next.map(Seat::index)
    }

    /// Returns the seats that can cut in.
    pub fn may(&self) -> Vec<usize> {
        self.deal.turn().may().map(Seat::index).collect()
    }

    /// Returns the outcome of the deal.
    pub fn outcome(&self) -> Outcome {
        self.view(0).outcome.expect("the deal is over")
    }

    /// Returns the points of the deal; `None` for seats without points.
    pub fn points(&self) -> Vec<Option<i32>> {
        self.deal.points().to_vec()
    }

    /// Returns the totals after the deal.
    pub fn totals(&self) -> Vec<i32> {
        let totals: PerSeat<i32> = Kael::totals(&self.deal.next_standing());
        totals.to_vec()
    }
}

fn read(part: &str) -> (Seat, Action) {
    let (seat, action) = part.split_once(' ').expect("seat and action");
    (Seat::new(seat.parse().expect("a seat")), action.parse().expect("an action"))
}

/// Returns a finished deal in which these hands of two cards were counted. The first player after the dealer calls. The
/// hand of a seat that is out is empty. If a seat does not call, its first card must be 1 to 8, because the deal needs
/// a second copy of that card.
pub fn counted(rules: Rules, standing: Standing, hands: &[&str]) -> Table {
    let seats = hands.len();
    let dealer = standing.dealer.index();
    let order: Vec<usize> = (1..=seats).map(|step| (dealer + step) % seats).filter(|&s| !hands[s].is_empty()).collect();
    let finals: Vec<Vec<Card>> = hands.iter().map(|hand| cards(hand)).collect();
    // Each seat lays a high card and draws its second card. Later it lays its first card and draws an equal one.
    let dealt: Vec<String> = (0..seats)
        .map(|s| if hands[s].is_empty() { String::new() } else { format!("{} {}", finals[s][0], 9 + s % 4) })
        .collect();
    let mut deck: Vec<Card> = order.iter().map(|&s| finals[s][1]).collect();
    deck.extend(order[1..].iter().map(|&s| finals[s][0]));
    let dealt: Vec<&str> = dealt.iter().map(String::as_str).collect();
    let mut table = Table::at(rules, standing, &dealt, "13", &cards::join(&deck), &[]);
    for &s in &order {
        table.play(&format!("{s} lay {}; {s} draw deck", 9 + s % 4));
    }
    table.play(&format!("{} kael", order[0]));
    for &s in &order[1..] {
        table.play(&format!("{s} lay {}; {s} draw deck", finals[s][0]));
    }
    table.play(&format!("{} show", order[0]));
    for (s, hand) in finals.iter().enumerate() {
        let mut hand = hand.clone();
        hand.sort();
        assert_eq!(table.hand(s as u8), cards::join(&hand));
    }
    table
}
