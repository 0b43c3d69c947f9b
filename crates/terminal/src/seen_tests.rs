//! Tests that compare a terminal's own play with records: records of real matches, and the forged records of the page's
//! tests (`web/test/forge.ts`).

use serde_json::Value;

use crate::fair::{RecordedShuffle, judged};
use crate::match_tests::Match;
use crate::seen::SeenDeal;
use crate::taking_part::OwnShuffle;
use wording::{Language, WordLists};

fn says(record: &str, device: &OwnShuffle) -> Vec<String> {
    let record: Option<RecordedShuffle> = serde_json::from_str(record).ok();
    judged(record.as_ref(), Some(device), Some(0), &WordLists::new(Language::English, None)).lines
}

fn file(name: &str) -> Vec<Value> {
    let path = format!("{}/../cardroom/tests/records/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Returns the data that the terminal on seat 0 would store in the match of this record.
fn device_of(record: &str) -> OwnShuffle {
    let record: Value = serde_json::from_str(record).unwrap();
    let seats = record["names"].as_array().unwrap().len();
    let mut device = OwnShuffle::default();
    for (number, deal) in record["deals"].as_array().unwrap().iter().enumerate() {
        let lines: Vec<&str> = deal["actions"].as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
        let is_packed = lines.iter().any(|line| line.contains(" bid "));
        let size = lines[0].split_once(" deal ").map_or(13, |(_, size)| size.parse().unwrap());
        let place = (2 * seats - 1 - deal["dealer"].as_u64().unwrap() as usize) % seats;
        let packets: &[usize] = if is_packed { &[3, 2, 3, 2, 3] } else { &[1; 13] };
        let mut deck = deal["deck"].as_str().unwrap().split(' ');
        let rounds = packets.iter().flat_map(|packet| {
            let round: Vec<&str> = deck.by_ref().take(packet * seats).collect();
            round.into_iter().skip(packet * place).take(*packet).map(str::to_owned).collect::<Vec<_>>()
        });
        let hand: Vec<String> = rounds.take(size).collect();
        let own = (1..).zip(&lines).filter_map(|(step, line)| Some((step, line.strip_prefix("0 ")?.to_owned())));
        // Play in solitaires is not compared.
        if seats > 1 {
            device.add_play(SeenDeal { deal: number as u32, seat: 0, hand, moves: own.collect() });
        }
    }
    device
}

#[test]
fn a_real_match_of_each_game_is_what_the_terminal_saw() {
    for game in ["schwarze-dame", "la-dame-noire", "kael", "hearts"] {
        let mut played = Match::of(game, Language::English);
        let mut device = OwnShuffle::default();
        let mut record = String::new();
        for _ in 0..3 {
            loop {
                // Two terminals with the same folder see the same frames.
                for _ in 0..2 {
                    SeenDeal::of(played.now()).into_iter().for_each(|seen| device.add_play(seen));
                }
                if !played.step() {
                    break;
                }
            }
            record = played.record();
            if played.is_over() {
                break;
            }
            played.next_deal();
        }
        let lines = says(&record, &device);
        assert!(!lines.iter().any(|line| line.starts_with('✗')), "{game}: {lines:?}");
        assert!(lines.iter().any(|line| line.starts_with("✓ Your cards in")), "{game}: {lines:?}");
        assert!(lines.iter().any(|line| line.starts_with("✓ Your moves in")), "{game}: {lines:?}");
        assert!(
            !device.differs && device.seen.iter().all(|seen| !seen.hand.is_empty() && !seen.moves.is_empty()),
            "{game}"
        );
        // The data are changed as if this terminal had been dealt another card, and as if it had played another action.
        let mut other = device.clone();
        other.seen[0].hand[0] = "X9".to_owned();
        assert!(says(&record, &other).contains(&"✗ Deal 1: your device was dealt other cards.".to_owned()), "{game}");
        let mut other = device;
        other.seen[0].moves[0].1 = "play X9".to_owned();
        let lines = says(&record, &other);
        assert_eq!(lines[1], "The record doesn’t match what your device saw at the table: it was changed.");
        assert!(lines.iter().any(|line| line.starts_with("✗ Deal 1: your device saw you make other moves")), "{game}");
    }
}

#[test]
fn honest_records_are_what_a_terminal_saw_and_forged_ones_are_not() {
    let honest = file("honest");
    let record = |name: &Value| honest.iter().find(|one| one["name"] == *name).unwrap()["record"].as_str().unwrap();
    for one in &honest {
        let text = one["record"].as_str().unwrap();
        let lines = says(text, &device_of(text));
        assert!(!lines.iter().any(|line| line.starts_with('✗')), "{}: {lines:?}", one["name"]);
    }
    let mut found = 0;
    for one in file("forged-play").iter().filter(|one| one["sees"] == "hand" || one["sees"] == "moves") {
        let lines = says(one["record"].as_str().unwrap(), &device_of(record(&one["of"])));
        // Unlike the page, the terminal does not count the moves of its seat, so it does not find additional moves.
        let has_more =
            ["an own move twice", "the move of another as an own one"].contains(&one["name"].as_str().unwrap());
        assert_eq!(lines[0] == "Something is wrong", !has_more, "{}: {lines:?}", one["name"]);
        found += u32::from(!has_more);
    }
    assert!(found >= 10);
}
