//! Tests of twins: the same script runs in two worlds, and no viewer can distinguish the worlds.

use game::Viewer;
use simulator::twins::{Compared, compare};
use table::{AnyTable, Table};

/// For each game, the number of pairs that every run of the tests compares.
const PAIRS: u64 = 100;

#[test]
fn no_viewer_can_tell_two_worlds_apart() {
    for game in catalog::entries() {
        let all = (0..PAIRS).map(|seed| {
            compare(game.id, seed, 1, None)
                .unwrap_or_else(|broken| panic!("{}, seed {seed}: {}", game.id, broken.words))
        });
        let mut all: Vec<Compared> = all.flatten().collect();
        assert!(all.len() as u64 > PAIRS / 2, "{}: {} situations have another world", game.id, all.len());
        assert!(all.iter().map(|compared| compared.messages).sum::<u64>() > 1000);
        let steps = |compared: &Compared| compared.counted.of("inputs of rooms");
        all.sort_by_key(steps);
        let median = steps(&all[all.len() / 2]);
        assert!(median >= 20, "{}: a median of {median} steps", game.id);
    }
}

/// Checks that a table can be opened with given decks, and that its commitment is still that of its setup.
struct FromDecks<'a>(&'a catalog::GameEntry);

impl catalog::Visit for FromDecks<'_> {
    type Output = ();
    fn visit<G: catalog::CardGame>(self) {
        let names = (0..self.0.usual_seats).map(|seat| format!("Person {seat}")).collect();
        let setup = catalog::setup(G::ID, &Default::default(), names, cards::Seed::numbered(1)).expect("a setup");
        let (mut backwards, forwards) = (G::pack(), G::pack());
        backwards.reverse();
        let open = |deck: &[G::Card]| Table::<G>::from_decks(setup.clone(), [deck]).expect("a table");
        let [one, again, other] = [open(&backwards), open(&backwards), open(&forwards)];
        let view = |table: &Table<G>| table.position(Viewer::All).view;
        assert_eq!(view(&one), view(&again));
        assert_eq!(one.setup().seed.commitment(), other.setup().seed.commitment());
        // In Kaël the dealer first chooses how many cards everybody gets. Before that nobody sees anything of the deck.
        if self.0.id != "kael" {
            assert_ne!(view(&one), view(&other), "{}", self.0.id);
        }
    }
}

#[test]
fn a_table_is_opened_from_given_decks() {
    for game in catalog::entries() {
        catalog::visit(game.id, FromDecks(&game)).expect("a game of the catalog");
    }
}
