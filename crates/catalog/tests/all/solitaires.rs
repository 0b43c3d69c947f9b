//! Tests of the deals and of the players of solitaires.

use std::sync::atomic::AtomicBool;

use cards::Seed;
use catalog::{daily, find_deal, opening, player, rate_deal};
use game::{Game, Seat, Shuffles, Turn, Verdict, Viewer};
use rouge_et_noir::RougeEtNoir;
use search::solve::RESHUFFLES;
use search::{Ask, Level};
use serde_json::Map;

const GAME: &str = "rouge-et-noir";
static GO_ON: AtomicBool = AtomicBool::new(false);

#[test]
fn the_opening_of_a_deal_is_what_lies_face_up() {
    let view = opening(GAME, 20_261_121_000).unwrap();
    assert_eq!(view["tableaus"].as_array().unwrap().len(), 8);
    assert_eq!(view["known"], serde_json::json!([]), "the stock is hidden");
    assert_ne!(view, opening(GAME, 20_261_122_000).unwrap());
    assert_eq!(opening("kael", 1).unwrap_err().key, "not_solved");
}

#[test]
fn the_deal_of_a_day_is_the_first_of_its_numbers_that_is_won() {
    for date in [20_261_121, 20_261_122, 20_280_229] {
        let deal = daily(GAME, date, &GO_ON).unwrap().expect("one of a thousand can be won");
        assert_eq!(deal / 1000, u64::from(date));
        for number in u64::from(date) * 1000..=deal {
            let verdict = rate_deal(GAME, &Map::new(), number, &GO_ON).unwrap().unwrap().verdict;
            assert_eq!(verdict == Verdict::Winnable, number == deal);
        }
    }
    assert_eq!(daily("kael", 20_261_121, &GO_ON).unwrap_err().key, "not_solved");
    assert_eq!(daily(GAME, 20_261_121, &AtomicBool::new(true)), Ok(None));
}

#[test]
fn a_deal_of_a_level_has_that_level() {
    let options = Map::new();
    for (easier, widest) in [(0, 1), (1, 8), (0, 512)] {
        let deal = find_deal(GAME, &options, (easier, widest), 5_000_000..5_010_000, &GO_ON).unwrap().unwrap();
        let rated = rate_deal(GAME, &options, deal, &GO_ON).unwrap().unwrap();
        assert_eq!(rated.verdict, Verdict::Winnable, "deal {deal}");
        assert!(rated.width <= widest && (easier == 0 || rated.width > easier), "deal {deal}: {rated:?}");
        assert!(rated.blind_won <= rated.reshuffles && rated.reshuffles == RESHUFFLES);
    }
}

/// Plays a numbered deal and returns whether it was won.
fn plays(of: Level, number: u64) -> bool {
    let rules = Default::default();
    let standing = RougeEtNoir::start(&rules, 1).unwrap();
    let mut deal = RougeEtNoir::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(number)));
    let mut bot = player::<RougeEtNoir>(of, 1);
    let (seat, cancel) = (Seat::new(0), AtomicBool::new(false));
    for _ in 0..2_000 {
        if deal.turn() == Turn::Over {
            return RougeEtNoir::ranking(&rules, &deal.next_standing()).is_some_and(|ranks| ranks[seat] == 0);
        }
        let mut legal = Vec::new();
        deal.legal(seat, &mut legal);
        let view = deal.view(Viewer::Seat(seat));
        let ask = Ask { seat, view: &view, legal: &legal, must: true, cancel: &cancel };
        let action = bot.decide(ask).expect("who must act acts");
        deal.play(seat, action).expect("bots play what is legal");
    }
    false
}

#[test]
fn the_solitaires_expert_and_master_are_its_own_players() {
    for of in [Level::Expert, Level::Master] {
        assert!((1..=20).all(|number| plays(of, number)), "{of:?}");
    }
    // The player that remembers the stock wins deals that the rule player loses.
    let lost: Vec<u64> = (1..=400).filter(|&number| !plays(Level::Club, number)).collect();
    assert!(!lost.is_empty());
    assert!(lost.iter().any(|&number| plays(Level::Master, number)), "{lost:?}");
}
