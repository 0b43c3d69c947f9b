//! Tests of the games' nets. Each net fits the observations and actions of its game. Its answers are exactly the
//! answers that its trainer computed.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use cards::Seed;
use catalog::{CardGame, Visit, bot, entries, level_of, needs_net, player, visit};
use game::{NetFile, Observe, Shuffles, Turn, Viewer, width};
use net::{Net, Space, UNIT};
use search::{Ask, Level, net_of};
use serde_json::Value;

/// Returns the games that have a net.
fn nets() -> Vec<&'static str> {
    entries().into_iter().map(|entry| entry.id).filter(|id| level_of(id, "net").is_ok()).collect()
}

/// Returns the trainer's test vectors: observations, and the net's answers in whole numbers and in floats.
fn vectors(game: &str) -> Vec<(Vec<i8>, Vec<i32>, Vec<f64>)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(game).join("tests/net.json");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let all: Vec<Value> = serde_json::from_str(&text).expect("a list");
    let list = |vector: &Value, name: &str| vector[name].as_array().expect("numbers").clone();
    let whole = |number: &Value| number.as_i64().expect("a whole number");
    all.iter()
        .map(|vector| {
            let observation = list(vector, "observation").iter().map(|n| i8::try_from(whole(n)).unwrap()).collect();
            let answer = list(vector, "answer").iter().map(|n| i32::try_from(whole(n)).unwrap()).collect();
            let floats = list(vector, "floats").iter().map(|n| n.as_f64().expect("a number")).collect();
            (observation, answer, floats)
        })
        .collect()
}

struct Compare;
impl Visit for Compare {
    type Output = ();
    fn visit<G: CardGame>(self) {
        let net = net_of::<G>().expect("a net");
        let outputs = if G::NET_BY_ROW { width(G::ROW) } else { G::ACTIONS };
        assert_eq!((net.observation_version(), net.outputs()), (G::OBSERVATION_VERSION, outputs), "{}", G::ID);
        let Some(NetFile::Embedded(file)) = <G as Observe>::NET else { panic!("a file") };
        assert!(file.len() <= 200_000, "{}: a net is small", G::ID);
        let mut space = Space::default();
        let (mut wrong, mut count) = (0.0, 0.0);
        let vectors = vectors(G::ID);
        assert!(vectors.len() >= 20);
        for (observation, answer, floats) in vectors {
            assert_eq!(observation.len(), width(G::CHANNELS));
            assert_eq!(net.answer(&observation, &mut space), answer, "{}: not what the trainer computed", G::ID);
            for (ours, theirs) in answer.iter().zip(floats) {
                wrong += (f64::from(*ours) / f64::from(UNIT) - theirs).abs();
                count += 1.0;
            }
        }
        let mean: f64 = wrong / count;
        assert!(mean < 0.1, "{}: whole numbers are {mean} from the floats on average", G::ID);
    }
}

#[test]
fn each_net_answers_as_its_trainer_computed() {
    let nets = nets();
    assert_eq!(nets, ["schwarze-dame", "hearts"]);
    for game in nets {
        visit(game, Compare).unwrap();
    }
}

#[test]
fn all_nets_together_are_small() {
    struct Size;
    impl Visit for Size {
        type Output = usize;
        fn visit<G: CardGame>(self) -> usize {
            let Some(NetFile::Embedded(file)) = <G as Observe>::NET else { panic!("a file") };
            file.len()
        }
    }
    let bytes: usize = nets().into_iter().map(|game| visit(game, Size).unwrap()).sum();
    assert!(bytes <= 1_000_000, "{bytes} bytes of nets are in a program");
}

#[test]
fn a_net_tells_which_run_it_is_from() {
    struct Run;
    impl Visit for Run {
        type Output = String;
        fn visit<G: CardGame>(self) -> String {
            let net: &Net = &net_of::<G>().expect("a net");
            net.run().iter().map(|byte| format!("{byte:02x}")).collect()
        }
    }
    for game in nets() {
        let run = visit(game, Run).unwrap();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/measurements/net-{game}.md"));
        let card = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(card.contains(&run), "{} names the run {run}", path.display());
    }
}

/// A page loads the net of each game that has a net file (web/src/offline/nets.ts). A game must have a net file if its
/// champion searches with a net, and only then.
#[test]
fn a_page_has_the_nets_of_the_champions_and_no_others() {
    for entry in entries() {
        let net = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(entry.id).join("net.bin");
        assert_eq!(net.exists(), needs_net(entry.id, "champion") == Ok(true), "{}", entry.id);
    }
}

#[test]
fn a_game_without_a_net_says_so() {
    for method in ["net", "net-rollouts:9", "ismcts-net:9"] {
        let error = bot("kael", method, 1).err().expect("it has none");
        assert_eq!(error.words, "kael has no net: cardroom arena takes one by --net FILE", "{method}");
        assert!(bot("schwarze-dame", method, 1).is_ok() && needs_net("schwarze-dame", method) == Ok(true), "{method}");
    }
}

/// A check of a bot that uses a net and rollouts. The bot plays a deal twice. Its actions are legal. It uses nearly its
/// whole budget of simulations. The same seed gives the same play.
struct LooksAhead;
impl Visit for LooksAhead {
    type Output = ();
    fn visit<G: CardGame>(self) {
        let play = || {
            let rules = G::Rules::default();
            let standing = G::start(&rules, *G::seats().start()).expect("the usual rules");
            let mut deal = G::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(5)));
            let mut bot = player::<G>(Level::NetRollouts(24), 3);
            let (cancel, mut played) = (AtomicBool::new(false), Vec::new());
            while let Turn::Open { must, .. } = deal.turn() {
                let seat = must.first().expect("it waits for somebody");
                let mut legal = Vec::new();
                deal.legal(seat, &mut legal);
                let view = deal.view(Viewer::Seat(seat));
                let ask = Ask { seat, view: &view, legal: &legal, must: true, cancel: &cancel };
                let action = bot.decide(ask).expect("who must act acts");
                deal.play(seat, action).expect("a bot plays what is legal");
                assert!(bot.spent() <= 24 + 6, "{}", bot.spent());
                played.push((action.to_string(), bot.spent()));
            }
            played
        };
        let once = play();
        assert!(once.iter().any(|(_, spent)| *spent >= 24), "{}: it looks ahead", G::ID);
        assert_eq!(once, play(), "{}", G::ID);
    }
}

#[test]
fn a_net_that_looks_ahead_plays_the_same_for_the_same_seed() {
    for game in nets() {
        visit(game, LooksAhead).unwrap();
    }
    assert!(level_of("rouge-et-noir", "net-rollouts:5").is_err(), "it has no net");
}
