//! The law of deals that are decided, and a slow test of whether a deal is decided.

use crate::{Game, PerSeat, Rest, Rng, Seat, Viewer};

fn legal<G: Game>(deal: &G, seat: Seat) -> Vec<G::Action> {
    let mut legal = Vec::new();
    deal.legal(seat, &mut legal);
    legal
}

fn points_by<G: Game>(deal: &G, mut choose: impl FnMut(&G, Seat) -> G::Action) -> PerSeat<Option<i32>> {
    let mut deal = deal.clone();
    while let Some(seat) = deal.turn().must().first() {
        let action = choose(&deal, seat);
        deal.apply(seat, action);
    }
    deal.points()
}

/// Checks a deal that a seat may offer to end. All `tries` random plays of the other seats have to give the same
/// points. Returns whether the seat may offer the end.
///
/// # Panics
/// If the points differ.
pub fn check_rest<G: Game + Rest>(deal: &G, own: Seat, tries: u32, rng: &mut Rng) -> bool {
    if !G::is_decided(&deal.view(Viewer::Seat(own))) {
        return false;
    }
    let rest = points_by(deal, |deal, seat| deal.rest_action(own, seat));
    for _ in 0..tries {
        let other = points_by(deal, |deal, seat| match seat == own {
            true => deal.rest_action(own, seat),
            false => {
                let legal = legal(deal, seat);
                legal[rng.below(legal.len() as u32) as usize]
            }
        });
        assert_eq!(other, rest, "it is decided, and yet the others matter");
    }
    true
}

/// Returns whether `own`, who sees all cards, takes all tricks after this action, whatever the other seats do. `lost`
/// returns whether a public view shows that another seat has just taken a trick. The function tries all plays.
pub fn takes_the_rest<G: Game>(
    deal: &G,
    own: Seat,
    (seat, action): (Seat, G::Action),
    lost: &impl Fn(&G::View) -> bool,
) -> bool {
    let mut next = deal.clone();
    next.apply(seat, action);
    if lost(&next.view(Viewer::Public)) {
        return false;
    }
    let Some(seat) = next.turn().must().first() else { return true };
    let mut all = legal(&next, seat).into_iter();
    let takes = |action| takes_the_rest(&next, own, (seat, action), lost);
    if seat == own { all.any(takes) } else { all.all(takes) }
}
