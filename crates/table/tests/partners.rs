//! Tests of partners at a table, who win together.

use cards::Seed;
use game::{Rng, Seat, Viewer};
use serde_json::{Value, json};
use table::{AnyTable, Intent, MatchPhase, Setup, Table};
use testgame::Pairs;

#[test]
fn partners_win_together_by_their_sum() {
    let Value::Object(options) = json!({"to": 6, "partners": true}) else { unreachable!() };
    let mut upset = 0;
    for number in 1..40 {
        let names = ["a", "b", "c", "d"].map(String::from).to_vec();
        let options = options.clone();
        let setup = Setup { game: "pairs", rules: 2, options, names, seed: Seed::numbered(number), number: None };
        let mut table = Table::<Pairs>::new(setup).expect("it can be played");
        let mut rng = Rng::new(number);
        while table.phase() != MatchPhase::Over {
            let accepted = match table.must().first() {
                Some(seat) => {
                    let legal = table.legal(seat);
                    let action = &legal[rng.below(legal.len() as u32) as usize];
                    table.check(Intent::act(seat, action)).expect("it is legal")
                }
                None => table.check(Intent::Next).expect("a deal is over"),
            };
            table.apply(accepted);
        }
        let position = table.position(Viewer::Public);
        let totals = &position.totals;
        let sums = [totals[0] + totals[2], totals[1] + totals[3]];
        let expect: Vec<Seat> = match sums[0].cmp(&sums[1]) {
            std::cmp::Ordering::Greater => vec![Seat::new(0), Seat::new(2)],
            std::cmp::Ordering::Less => vec![Seat::new(1), Seat::new(3)],
            std::cmp::Ordering::Equal => Seat::all(4).collect(),
        };
        assert_eq!(position.winners.as_ref(), Some(&expect), "{totals:?}");
        let most = totals.iter().max().expect("four totals");
        upset += u32::from(!expect.iter().any(|seat| totals[seat.index()] == *most));
        let record: Value = serde_json::from_str(&table.record()).expect("JSON");
        assert_eq!(record["winners"].as_array().expect("a list").len(), expect.len());
    }
    assert!(upset > 0, "somewhere who has most loses with its partner");
}
