//! Tests that the puzzle of the solver and the game have the same moves, with the same effects.

use cards::Seed;
use game::{Game, Puzzle, Rng, Shuffles, Solve};

use super::position::{Face, TalonPosition};
use super::{Move, Talon};
use crate::state::PLAYER;
use crate::{Action, Destination, FillEmpty, RougeEtNoir, Rules, Source};

/// The places of all cards, the foundations and the redeals left. The columns are sorted, and the card in hand counts
/// as the first card of the stock.
type Content = (Vec<u32>, Vec<Face>, Vec<Face>, [u8; 4], Option<u8>);

fn content(puzzle: &Talon, position: &TalonPosition) -> Content {
    let mut columns: Vec<u32> = position.columns.iter().map(|column| column.code()).collect();
    columns.sort_unstable();
    let faces = |places: u128| {
        (0..puzzle.cards.len()).filter(|place| places >> place & 1 == 1).map(|place| puzzle.cards[place]).collect()
    };
    let redeals = puzzle.redeals.map(|redeals| redeals - position.pass);
    (columns, faces(position.discarded()), faces(position.stock()), position.found, redeals)
}

fn of_deal(deal: &RougeEtNoir) -> Content {
    let puzzle = deal.puzzle();
    content(&puzzle, &puzzle.start())
}

fn walk(rules: Rules, seed: u64, steps: usize, mut look: impl FnMut(&RougeEtNoir)) {
    let mut rng = Rng::new(seed);
    let standing = RougeEtNoir::start(&rules, 1).unwrap();
    let mut deal = RougeEtNoir::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(1_000_000 + seed)));
    let mut legal = Vec::new();
    for _ in 0..steps {
        if deal.turn() == game::Turn::Over {
            return;
        }
        look(&deal);
        legal.clear();
        deal.legal(PLAYER, &mut legal);
        // The test prefers moves to foundations, so that the walk reaches late positions of the deal.
        let up = legal.iter().position(|a| matches!(a, Action::Move(_, Destination::Foundation)));
        let choice = up.filter(|_| rng.chance(0.8)).unwrap_or_else(|| rng.below(legal.len() as u32) as usize);
        deal.apply(PLAYER, legal[choice]);
    }
}

fn all_rules() -> impl Iterator<Item = Rules> {
    [FillEmpty::Choice, FillEmpty::AtOnce]
        .into_iter()
        .flat_map(|fill| [Some(0), Some(1), Some(2), Some(3), None].map(|redeals| Rules::new(fill, redeals).unwrap()))
}

#[test]
fn every_move_of_the_puzzle_is_legal_and_leads_where_it_says() {
    let mut tried = 0;
    for rules in all_rules() {
        for seed in 0..3 {
            walk(rules, seed, 150, |deal| {
                let puzzle = deal.puzzle();
                let start = puzzle.start();
                let mut moves = Vec::new();
                puzzle.moves(&start, &mut moves);
                for &step in &moves {
                    let mut after = start;
                    puzzle.make(&mut after, step);
                    let mut played = deal.clone();
                    for action in deal.actions(&[step]) {
                        played.play(PLAYER, action).unwrap();
                    }
                    if !puzzle.is_won(&after) {
                        if is_turn(step) {
                            // In the game the turned card is in hand [R4]; in the puzzle it is on the discard pile
                            // already.
                            played.play(PLAYER, Action::Move(Source::Hand, Destination::Discard)).unwrap();
                        }
                        assert_eq!(of_deal(&played), content(&puzzle, &after), "{rules:?}: {step:?}");
                    }
                    tried += 1;
                }
            });
        }
    }
    assert!(tried > 3_000, "{tried}");
}

fn is_turn(step: Move) -> bool {
    step.target() == super::moves::Target::Discard
}

#[test]
fn every_action_of_the_game_is_in_the_puzzle() {
    let mut tried = 0;
    for rules in all_rules() {
        for seed in 0..3 {
            walk(rules, seed, 150, |deal| {
                let puzzle = deal.puzzle();
                let mut reached = Vec::new();
                let mut moves = Vec::new();
                puzzle.moves(&puzzle.start(), &mut moves);
                for step in moves {
                    let mut after = puzzle.start();
                    puzzle.make(&mut after, step);
                    reached.push(content(&puzzle, &after));
                    if is_turn(step) {
                        let mut next = Vec::new();
                        puzzle.steps(&after, &mut next);
                        for step in next {
                            let mut after = after;
                            puzzle.make(&mut after, step);
                            reached.push(content(&puzzle, &after));
                        }
                    }
                }
                let mut legal = Vec::new();
                deal.legal(PLAYER, &mut legal);
                for action in legal {
                    let mut played = deal.clone();
                    played.apply(PLAYER, action);
                    match action {
                        // The puzzle has no card in hand: a turned card still counts as the next card of the stock, so
                        // turning a card changes nothing.
                        Action::Turn => assert_eq!(of_deal(&played), of_deal(deal), "[R4]"),
                        Action::Redeal | Action::Move(Source::Hand, Destination::Discard) => {}
                        Action::Move(..) => {
                            assert!(reached.contains(&of_deal(&played)), "{rules:?}: {action} is not in the puzzle");
                            tried += 1;
                        }
                    }
                }
            });
        }
    }
    assert!(tried > 1_500, "{tried}");
}

#[test]
fn equal_keys_are_equal_contents() {
    for rules in all_rules() {
        let standing = RougeEtNoir::start(&rules, 1).unwrap();
        let deal = RougeEtNoir::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(1_000_000)));
        let puzzle = deal.puzzle();
        let mut seen = std::collections::BTreeMap::new();
        let mut rng = Rng::new(1);
        let mut moves = Vec::new();
        for _ in 0..60 {
            let mut position = puzzle.start();
            for _ in 0..40 {
                moves.clear();
                puzzle.moves(&position, &mut moves);
                if moves.is_empty() || puzzle.is_won(&position) {
                    break;
                }
                moves.sort_by_key(|&step| puzzle.reach(&position, step));
                puzzle.make(&mut position, moves[rng.below(moves.len().min(8) as u32) as usize]);
                let now = (content(&puzzle, &position), puzzle.signature(&position));
                let before = seen.entry(puzzle.key(&position)).or_insert_with(|| now.clone());
                assert_eq!(*before, now);
            }
        }
        let contents: std::collections::BTreeSet<_> = seen
            .values()
            .map(|((columns, discard, stock, ..), _)| format!("{columns:?}{discard:?}{stock:?}"))
            .collect();
        if rules.redeals() == Some(0) {
            assert_eq!(contents.len(), seen.len(), "different keys are different contents");
        }
    }
}

#[test]
fn the_second_encoding_tells_positions_apart() {
    let rules = Rules::default();
    let mut seen = std::collections::BTreeMap::new();
    walk(rules, 3, 2_000, |deal| {
        let mut bytes = Vec::new();
        deal.reference_key(&mut bytes);
        let now = (of_deal(deal), deal.position.is_holding());
        assert_eq!(*seen.entry(bytes).or_insert_with(|| now.clone()), now);
    });
    assert!(seen.len() > 100);
}
