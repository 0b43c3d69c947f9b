//! Exhaustive search by the game's own rules, without packing, pruning or ordering. It shares only the deal with the
//! search that it checks.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use game::{Game, Seat, Solve};
use sha2::{Digest, Sha256};

use super::Exhausted;

const SEAT: Seat = Seat::new(0);

/// Tries every line of [`Game::legal`] and [`Game::apply`], up to `nodes` positions. Visited positions are remembered
/// by 128 bits of the SHA-256 of their [`Solve::reference_key`]. Also returns the number of positions that the search
/// has made.
pub fn reference_search<G: Solve>(
    rules: &G::Rules,
    deal: &G,
    nodes: u64,
    cancel: &AtomicBool,
) -> (Exhausted<Vec<G::Action>>, u64) {
    let mut seen: HashSet<[u8; 16]> = HashSet::new();
    let mut bytes = Vec::new();
    let mut new = |deal: &G| {
        bytes.clear();
        deal.reference_key(&mut bytes);
        let hash: [u8; 32] = Sha256::digest(&bytes).into();
        let new = seen.insert(hash[..16].try_into().expect("16 of 32 bytes"));
        (new, seen.len() as u64)
    };
    new(deal);
    let mut count = 1;
    let mut line: Vec<G::Action> = Vec::new();
    let mut tried = vec![(deal.clone(), legal(deal))];
    loop {
        let Some((from, actions)) = tried.last_mut() else { return (Exhausted::Lost, count) };
        let Some(action) = actions.pop() else {
            tried.pop();
            line.pop();
            continue;
        };
        let mut to = from.clone();
        to.apply(SEAT, action);
        let (is_new, total) = new(&to);
        count = total;
        if !is_new {
            continue;
        }
        line.push(action);
        if to.turn().is_over() && is_won::<G>(rules, &to) {
            return (Exhausted::Won(line), count);
        }
        if count >= nodes || cancel.load(Ordering::Relaxed) {
            return (Exhausted::Limit, count);
        }
        let actions = legal(&to);
        tried.push((to, actions));
    }
}

fn legal<G: Game>(deal: &G) -> Vec<G::Action> {
    let mut actions = Vec::new();
    if !deal.turn().is_over() {
        deal.legal(SEAT, &mut actions);
    }
    actions
}

/// Returns true if a deal that is over was won.
pub(crate) fn is_won<G: Game>(rules: &G::Rules, deal: &G) -> bool {
    G::ranking(rules, &deal.next_standing()).is_some_and(|ranks| ranks[SEAT] == 0)
}
