//! Tests of inferences from the other players' turns about their cards, and of calls that are too risky.

use cards::Seed;
use game::{Belief, Game, Policy, Rng, Seat, Shuffles, Turn, Viewer, Worlds};
use kael::{Action, Kael, Rules, Step, View};

use crate::common::Table;

/// Returns turns on which a player may call, from deals between rule players.
fn turns(numbers: std::ops::Range<u64>) -> Vec<(Kael, View)> {
    let rules = Rules::default();
    let standing = Kael::start(&rules, 4).unwrap();
    let mut met = Vec::new();
    for number in numbers {
        let mut deal = Kael::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(number)));
        let mut rng = Rng::new(number);
        for _ in 0..500 {
            let Turn::Open { must, may } = deal.turn() else { break };
            let first = must.first().unwrap();
            let view = deal.view(Viewer::Seat(first));
            if view.step == Step::Play && view.turns >= 8 {
                met.push((deal.clone(), view));
            }
            let claim = may.into_iter().find_map(|seat| Some((seat, deal.rollout(seat, &mut rng)?)));
            let (seat, action) = claim.unwrap_or_else(|| (first, deal.rollout(first, &mut rng).unwrap()));
            deal.apply(seat, action);
        }
    }
    met
}

#[test]
fn the_truth_is_likelier_than_most_worlds() {
    let (mut better, mut all) = (0, 0);
    for (deal, view) in turns(6_000_001..6_000_081) {
        let truth = Kael::likelihood(&view, &deal);
        let sampler = Kael::sampler(&view);
        let mut rng = Rng::new(1);
        let worlds = (0..20).map(|_| Kael::likelihood(&view, &Kael::sample(&sampler, &mut rng)));
        all += 20;
        better += worlds.filter(|likely| truth > *likely).count();
    }
    assert!(all > 10_000, "{all}");
    assert!(better * 4 > all * 3, "what is true is likelier than {better} of {all} others");
}

#[test]
fn a_close_look_leaves_the_others_more_high_cards() {
    let mut worlds = 0;
    for (_, view) in turns(6_000_001..6_000_005) {
        let sampler = Kael::sampler(&view);
        let mut rng = Rng::new(1);
        for _ in 0..20 {
            let world = Kael::sample(&sampler, &mut rng);
            let (brief, close) = (Kael::likelihood(&view, &world), Kael::closely(&view, &world));
            assert!(close >= brief, "{close} and {brief}");
            worlds += u32::from(close > 2.0 * brief);
        }
    }
    assert!(worlds > 100, "{worlds}");
}

fn is_rash(table: &Table, seat: u8) -> bool {
    let view = table.view(seat);
    Kael::is_rash(&view, Action::Kael, &Kael::sampler(&view), &mut Rng::new(1))
}

#[test]
fn a_call_is_rash_with_too_much_or_where_others_hold_fewer_cards() {
    let around = "1 lay 7 7; 1 draw deck; 2 lay 9; 2 draw deck; 0 lay 13; 0 draw deck";
    let mut table = Table::new(&["13 12 11 9 8", "-1 0 1 7 7", "10 10 9 8 7"], "13", "2 6 6 5 5 5");
    table.play(around);
    assert!(!is_rash(&table, 1), "two, when the others have had a turn of five cards");
    let mut table = Table::new(&["13 12 11 9 8", "4 0 1 7 7", "10 10 9 8 7"], "13", "2 6 6 5 5 5");
    table.play(around);
    assert!(is_rash(&table, 1), "seven would be a mistake [K18]");
    let mut table = Table::new(&["13 13", "5 7", "12 12"], "13", "0 6 6 5 5 5");
    table.play("1 lay 7; 1 draw deck; 2 lay 12 12; 2 draw deck; 0 lay 13 13; 0 draw deck");
    assert!(is_rash(&table, 1), "five against single cards");
    let view = table.view(1);
    assert!(!Kael::is_rash(&view, "lay 5".parse().unwrap(), &Kael::sampler(&view), &mut Rng::new(1)));
}

#[test]
fn who_has_called_with_too_much_is_not_read() {
    let (deal, view) = turns(6_000_001..6_000_002).swap_remove(0);
    let mut reckless = view.clone();
    for seat in Seat::all(4) {
        reckless.standing.mistakes[seat] = 1;
    }
    assert!(Kael::likelihood(&view, &deal) < 1.0);
    assert_eq!(Kael::likelihood(&reckless, &deal), 1.0);
}
