//! Tests with every test vector of docs/bots/records.md: decks, commitments, run seeds, and Kaël's reshuffles.

use cards::{Nonce, Seed, combined_seed};
use serde_json::Value;

/// Returns the canonical pack of a game as in docs/bots/records.md, each card as a word.
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

/// These vectors come from `entropy_vectors.py`, which uses only docs/bots/records.md and hashlib.
#[test]
fn all_vectors_of_common_shuffles() {
    let vectors: Value = serde_json::from_str(include_str!("entropy-vectors.json")).unwrap();
    let number = |value: &Value| u32::try_from(value.as_u64().unwrap()).unwrap();
    let nonces = vectors["nonces"].as_array().unwrap();
    let seeds = vectors["seeds"].as_array().unwrap();
    assert_eq!((nonces.len(), seeds.len()), (4, 4));
    for vector in nonces {
        let nonce: Nonce = text(vector, "n").parse().unwrap();
        let seat = number(&vector["seat"]) as u8;
        let sealed = nonce.sealed(text(vector, "C").parse().unwrap(), number(&vector["k"]), seat);
        assert_eq!(sealed.to_string(), text(vector, "h"));
    }
    for vector in seeds {
        let given = vector["n"].as_array().unwrap().iter();
        let given: Vec<Option<Nonce>> = given.map(|n| n.as_str().map(|n| n.parse().unwrap())).collect();
        let seed = combined_seed(text(vector, "S").parse().unwrap(), number(&vector["k"]), &given);
        assert_eq!(seed.reveal(), text(vector, "seed"));
    }
}
