//! The laws that every game must satisfy, for every option, and the sums of points in this game.

use cards::CardSet;
use game::laws::{Case, check_laws, check_observations};
use game::{Game, Seat, Viewer, read_options};
use la_dame_noire::{Action, LaDameNoire, Phase, Rules, worth};

fn check(deal: &LaDameNoire) {
    let view = deal.view(Viewer::All);
    let hands = view.hands.iter().flatten().fold(CardSet::EMPTY, |all, hand| all | *hand);
    let put: CardSet = view.put_cards.into_iter().flatten().collect();
    let played: CardSet =
        view.tricks.iter().flat_map(|trick| &trick.plays).flat_map(|play| play.cards.iter().copied()).collect();
    assert_eq!(hands.len() + put.len() + played.len(), 52, "no card is in two places");
    assert_eq!(hands | put | played, CardSet::FULL, "cards are conserved");
    let piles: u8 = view.piles.iter().sum();
    assert_eq!(piles + view.worth + worth(hands | put), 37, "[D18] 37 points in the pack");
    let sum: i32 = deal.points().iter().flatten().sum();
    match view.phase {
        Phase::Over => {
            let bet = view.bet.expect("a deal that is played has a bet");
            let bet = if view.out[0] == bet.seat { i32::from(bet.points) } else { -i32::from(bet.points) };
            assert!((35 + bet..=37 + 35 + bet).contains(&sum), "[D18] [D20] [D21] {sum} with a bet of {bet}");
        }
        Phase::ThrownIn => {
            assert_eq!(sum, 0, "[D5]");
            assert_eq!(deal.next_standing(), view.standing, "[D5]");
        }
        _ => {}
    }
}

/// Returns true if the action reveals cards. The fourth put card starts an exchange, and each seat then sees the card
/// that it gets. [D6]
fn reveals(deal: &LaDameNoire, _: Seat, actor: Seat, action: Action) -> bool {
    matches!(action, Action::Trade(_)) && deal.turn().must().len() == 1 && deal.turn().must().has(actor)
}

fn rules(options: &str) -> Rules {
    let serde_json::Value::Object(options) = serde_json::from_str(options).unwrap() else { panic!("{options}") };
    read_options(&options).unwrap()
}

/// Plays all matches in a long run. A shorter run plays a third of the matches of each set of options.
#[test]
fn laws() {
    let long = std::env::var_os("CARDROOM_LONG").is_some();
    for (options, matches) in [
        (r#"{}"#, 2),
        (r#"{"deals":1}"#, 5),
        (r#"{"deals":1,"pass_is_final":true}"#, 5),
        (r#"{"deals":1,"min_trades":0}"#, 5),
        (r#"{"deals":1,"min_trades":4,"max_trades":4}"#, 3),
        (r#"{"deals":1,"min_trades":12}"#, 2),
        (r#"{"deals":1,"max_trades":0}"#, 5),
        (r#"{"deals":1,"max_trades":1,"every_out_collects":true}"#, 5),
        (r#"{"deals":1,"max_trades":2,"pass_ends_trick":true}"#, 5),
        (
            r#"{"deals":2,"pass_is_final":true,"min_trades":2,"max_trades":5,"every_out_collects":true,"pass_ends_trick":true}"#,
            6,
        ),
    ] {
        let matches = if long { matches } else { u64::div_ceil(matches, 3) };
        let case =
            Case::<LaDameNoire> { rules: rules(options), seats: 4, first: 1, matches, cap: 3_000, check, reveals };
        check_laws(&case);
        check_observations(&case);
    }
}

#[test]
fn perft() {
    game::perft::check::<LaDameNoire>(include_str!("../perft.txt"));
}
