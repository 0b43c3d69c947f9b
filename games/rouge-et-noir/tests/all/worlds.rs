//! Tests that sampled worlds agree with everything the player has seen, and that each order of the unseen stock has the
//! same chance.

use std::collections::BTreeMap;

use cards::{Card, Seed, join};
use game::{Game, Playout, Rng, Shuffles, Viewer, Worlds};
use rouge_et_noir::{Action, FillEmpty, RougeEtNoir, Rules};

use crate::table::{SEAT, Table, choice};

/// Returns all different orders of the cards.
fn orders(cards: &[Card]) -> Vec<Vec<Card>> {
    if cards.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (i, &first) in cards.iter().enumerate() {
        if cards[..i].contains(&first) {
            continue;
        }
        let mut others = cards.to_vec();
        others.remove(i);
        all.extend(orders(&others).into_iter().map(|rest| [&[first], &rest[..]].concat()));
    }
    all
}

#[test]
fn every_order_of_the_unseen_stock_has_the_same_chance() {
    // Two of the five cards are equal. So there are 60 orders, and two arrangements of the pack lead to each of them.
    for (unseen, known) in [("9c 9c 4d Ts 2h", 0), ("9c 9c 4d Ts 2h", 2)] {
        let mut table = Table::ending_in(choice(1), "Kc Kd Kh Ks Kc Kd Kh Ks", unseen);
        while table.view().stock > 5 {
            table.play("turn; hand discard");
        }
        if known == 2 {
            let mut before = table.deal.clone();
            table.play("turn; hand discard; turn");
            before.remember(&table.deal);
            table.deal = before;
        }
        let view = table.view();
        assert_eq!((view.stock, view.known.len()), (5, known));
        let possible = orders(&cards::split(unseen).unwrap()[known..]);
        let mut counts: BTreeMap<Vec<Card>, u32> = possible.into_iter().map(|order| (order, 0)).collect();
        let sampler = RougeEtNoir::sampler(&view);
        let mut rng = Rng::new(1);
        let draws = 60_000;
        for _ in 0..draws {
            let stock = RougeEtNoir::sample(&sampler, &mut rng).view(Viewer::All).known;
            assert_eq!(stock[..known], view.known);
            *counts.get_mut(&stock[known..]).expect("a possible order") += 1;
        }
        let expected = f64::from(draws) / counts.len() as f64;
        let chi: f64 = counts.values().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
        // The critical values of chi-square for 59 and for 5 degrees of freedom at p = 0.001.
        let limit = if known == 0 { 98.3 } else { 20.5 };
        assert!(chi < limit, "chi-square {chi} over {} orders", counts.len());
    }
}

#[test]
fn worlds_contradict_no_past() {
    let mut rng = Rng::new(7);
    let mut worlds = 0;
    for number in 1_u64.. {
        let fill = [FillEmpty::Choice, FillEmpty::AtOnce][number as usize % 2];
        let rules = Rules::new(fill, [Some(0), Some(1), Some(3), None][number as usize / 2 % 4]).unwrap();
        let standing = RougeEtNoir::start(&rules, 1).unwrap();
        let dealt = RougeEtNoir::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(number)));
        let deck: Vec<Card> = {
            let view = dealt.view(Viewer::All);
            [view.tableaus.concat(), view.known].concat()
        };
        let mut deal = dealt.clone();
        let mut log: Vec<Action> = Vec::new();
        for _ in 0..rng.below(400) {
            if deal.turn().is_over() {
                break;
            }
            // The test turns a card more often than a random player would, to get through the stock.
            let turn = "turn".parse().unwrap();
            let action = match deal.play(SEAT, turn) {
                Ok(()) => turn,
                Err(_) => {
                    let action = deal.random(SEAT, &mut rng).unwrap();
                    deal.apply(SEAT, action);
                    action
                }
            };
            log.push(action);
        }
        let view = deal.view(Viewer::Seat(SEAT));
        let mut legal = Vec::new();
        deal.legal(SEAT, &mut legal);
        let sampler = RougeEtNoir::sampler(&view);
        for _ in 0..500 {
            let world = RougeEtNoir::sample(&sampler, &mut rng);
            worlds += 1;
            assert_eq!(world.view(Viewer::Seat(SEAT)), view);
            assert_eq!(world.turn(), deal.turn());
            let mut own = Vec::new();
            world.legal(SEAT, &mut own);
            assert_eq!(own, legal);
            // In the first pass, a deck that ends with the stock of the sampled world allows all past actions.
            if view.redeals_used == 0 && worlds % 10 == 0 {
                let stock = world.view(Viewer::All).known;
                let twin = [&deck[..deck.len() - stock.len()], &stock].concat();
                let mut replay = Table::of(rules, &twin).deal;
                for &action in &log {
                    replay.play(SEAT, action).unwrap_or_else(|e| panic!("deal {number}, {}: {e}", join(&twin)));
                }
                assert_eq!(replay.view(Viewer::All), world.view(Viewer::All));
            }
        }
        if worlds >= game::laws::worlds_to_draw() {
            return;
        }
    }
}
