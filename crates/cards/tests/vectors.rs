//! Every vector of the record page: decks, commitments, run seeds, and Kaël's reshuffles.

use cards::Seed;
use serde_json::Value;

/// The canonical packs of docs/records.md, as words.
fn pack(game: &str) -> Vec<String> {
    let plain: Vec<String> = cards::pack52().iter().map(ToString::to_string).collect();
    match game {
        "rouge-et-noir" => {
            let no_aces: Vec<String> = plain.into_iter().filter(|c| !c.starts_with('A')).collect();
            [no_aces.clone(), no_aces].concat()
        }
        "kael" => {
            let mut pack: Vec<String> = ["-1", "0", "0"].map(String::from).to_vec();
            pack.extend((1..=13).flat_map(|n| vec![n.to_string(); 4]));
            pack.push("X".into());
            pack
        }
        _ => plain,
    }
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().expect("a text")
}

#[test]
fn all_vectors() {
    let vectors: Value = serde_json::from_str(include_str!("shuffle-vectors.json")).unwrap();
    let decks = vectors["vectors"].as_array().unwrap();
    assert_eq!(decks.len(), 24);
    for vector in decks {
        let seed: Seed = text(vector, "seed").parse().unwrap();
        assert_eq!(Seed::numbered(vector["deal"].as_u64().unwrap()), seed);
        assert_eq!(seed.commitment().to_string(), text(vector, "commitment"));
        let mut deck = pack(text(vector, "game"));
        seed.shuffle(vector["shuffle"].as_u64().unwrap(), &mut deck);
        assert_eq!(deck.join(" "), text(vector, "deck"));
    }
    for vector in vectors["kael_k8"].as_array().unwrap() {
        let seed: Seed = text(vector, "seed").parse().unwrap();
        let mut deck: Vec<&str> = text(vector, "cards").split(' ').collect();
        seed.shuffle(vector["shuffle"].as_u64().unwrap(), &mut deck);
        assert_eq!(deck.join(" "), text(vector, "deck"));
    }
    for vector in vectors["run_seeds"].as_array().unwrap() {
        let seed = Seed::padded(text(vector, "seed")).unwrap().of_match(vector["match"].as_u64().unwrap());
        assert_eq!(seed.reveal(), text(vector, "match_seed"));
    }
}
