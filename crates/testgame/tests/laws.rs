//! The test game *Pairs* obeys the laws of games, so what tests show with it also holds for real games.

use game::laws::{Case, check_laws, check_observations};
use testgame::{Pairs, Rules};

#[test]
fn laws() {
    for partners in [false, true] {
        let case = Case::<Pairs> {
            rules: Rules::new(5, partners),
            seats: 4,
            first: 1,
            matches: 10,
            cap: 10_000,
            check: |_| {},
            reveals: |_, _, _, _| false,
        };
        check_laws(&case);
        check_observations(&case);
    }
}
