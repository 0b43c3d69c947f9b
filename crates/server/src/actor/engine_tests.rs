//! Tests of an engine at a table, without a network. The clock is virtual: it advances only while all tasks wait.

use std::collections::{BTreeMap, BTreeSet};

use axum::extract::ws::Utf8Bytes;
use cards::{Card, Seed};
use game::{Rng, Seat, Viewer};
use protocol::{Command, FromEngine, MatchPhase};
use serde_json::{Value, json};
use store::EventStore;
use tokio::sync::{mpsc, oneshot};

use super::Mail;
use super::tests::{TestTable, cards_in};
use crate::error::ApiError;
use crate::time::now_ms;
use room::{EnginePass, Pace};

/// An engine's connection, and all messages that were sent over it.
struct Line {
    number: room::EngineId,
    outbox: mpsc::Receiver<Utf8Bytes>,
    inbox: Vec<Value>,
    /// The messages of `inbox` as they were sent, as text.
    texts: Vec<String>,
}

impl Line {
    fn listen(&mut self) {
        while let Ok(text) = self.outbox.try_recv() {
            self.inbox.push(serde_json::from_str(&text).expect("JSON"));
            self.texts.push(text.to_string());
        }
    }

    fn inbox(&self, kind: &str) -> Vec<&Value> {
        self.inbox.iter().filter(|message| message["t"] == kind).collect()
    }

    /// Returns the last message if it is a question.
    fn question(&mut self) -> Option<Value> {
        self.listen();
        self.inbox.last().filter(|message| message["t"] == "ask").cloned()
    }

    fn is_over(&self) -> bool {
        self.inbox.last().is_some_and(|message| message["t"] == "quit")
    }
}

fn pass(seat: u8, hash: &str) -> EnginePass {
    EnginePass { seat, hash: hash.to_owned(), expires_ms: now_ms() + 60_000, log: 0, from: 0 }
}

async fn give(room: &TestTable, by: i64, pass: EnginePass) -> Result<(), ApiError> {
    let (reply, answer) = oneshot::channel();
    let input = Box::new(move |request| room::Input::SeatEngine { request, by: room::PersonId(by), pass });
    assert!(room.mailbox().await.send(Box::new(Mail::Request { input, reply })).await.is_ok());
    answer.await.expect("an answer").map(drop)
}

async fn come(room: &TestTable, hash: &str) -> Result<Line, ApiError> {
    let (outbox, messages) = mpsc::channel(1000);
    let (reply, answer) = oneshot::channel();
    let (hash, called) = (hash.to_owned(), "Iron".to_owned());
    assert!(room.mailbox().await.send(Box::new(Mail::EngineJoins { hash, called, outbox, reply })).await.is_ok());
    let number = answer.await.expect("an answer")?;
    let mut line = Line { number, outbox: messages, inbox: Vec::new(), texts: Vec::new() };
    line.listen();
    Ok(line)
}

async fn act(room: &TestTable, line: &Line, id: &Value, action: &str) {
    let (id, action) = (id.as_u64().expect("a number"), action.to_owned());
    assert!(
        room.mailbox()
            .await
            .send(Box::new(Mail::Input(room::Input::EngineAnswered { engine: line.number, id, action })))
            .await
            .is_ok()
    );
}

/// Opens a table of four with an engine in the last seat and people in the others, and begins the match.
async fn with_engine(asked: Value, seed: Seed) -> (TestTable, Line) {
    let mut room = TestTable::open(asked, 3, seed, Pace::fixed(5)).await;
    give(&room, 1, pass(3, "aa")).await.expect("a seat");
    let line = come(&room, "aa").await.expect("welcome");
    room.send(0, Command::Begin { cmd: "begin".to_owned() }).await;
    room.run_until_idle().await;
    (room, line)
}

fn friends(options: Value) -> Value {
    json!({"game": "schwarze-dame", "open": "friends", "options": options, "bots": ["random"]})
}

#[tokio::test(start_paused = true)]
async fn strangers_who_have_begun_agree_to_no_engine() {
    let asked = json!({"game": "schwarze-dame", "open": "public", "bots": ["random"]});
    let mut room = TestTable::open(asked, 3, Seed::numbered(1), Pace::fixed(5)).await;
    room.send(0, Command::Begin { cmd: "begin".to_owned() }).await;
    room.run_until_idle().await;
    let refused = give(&room, 1, pass(3, "aa")).await;
    assert!(matches!(refused, Err(ApiError::Bad { ref key, .. }) if key == "begun"), "{refused:?}");
    assert!(come(&room, "aa").await.is_err(), "nobody is let in with what was refused");
}

/// Makes all players, the engine included, play their first playable card, until `enough` returns `true`.
async fn play(room: &mut TestTable, line: &mut Line, mut enough: impl FnMut(&TestTable, &Line) -> bool) {
    for step in 0..2000 {
        room.wait(6).await;
        let question = line.question();
        if enough(room, line) {
            return;
        }
        if let Some(question) = question {
            let action = question["legal"][0].as_str().expect("something is legal").to_owned();
            act(room, line, &question["id"], &action).await;
        } else if let Some(seat) = room.next() {
            let action = room.legal(seat)[0].clone();
            room.act(seat, &format!("c{step}"), &action).await;
        } else if room.guests[0].frame.phase == MatchPhase::Between {
            for seat in 0..3 {
                room.send(seat, Command::Next { cmd: format!("n{step}") }).await;
            }
        }
    }
    panic!("it goes on for ever");
}

#[tokio::test(start_paused = true)]
async fn an_engine_hears_of_no_card_before_its_seat_may_know_it() {
    for number in 0..3 {
        let (mut room, mut line) = with_engine(friends(json!({"deals": 2})), Seed::numbered(number)).await;
        play(&mut room, &mut line, |_, line| line.is_over()).await;
        let mut known: BTreeSet<Card> = BTreeSet::new();
        let mut over = false;
        for message in &line.inbox {
            match message["t"].as_str().expect("a kind") {
                "deal" => {
                    known = serde_json::from_value(message["view"]["hands"][3].clone()).expect("a hand");
                    assert_eq!(known.len(), 13);
                    over = false;
                }
                "event" => {
                    let played = message["action"].as_str().expect("words").strip_prefix("play ").expect("a card");
                    known.insert(played.parse().expect("a card"));
                }
                // All cards of the deal are open now.
                "score" => over = true,
                _ => {}
            }
            let mut found = BTreeSet::new();
            cards_in(message, &mut found);
            assert!(over || found.is_subset(&known), "{message}");
        }
        let of = |kind: &str| line.inbox(kind).len();
        assert_eq!(
            (of("new"), of("deal"), of("event"), of("ask"), of("score"), of("game_over")),
            (1, 2, 104, 26, 2, 1)
        );
        assert_eq!(line.inbox("new")[0]["names"][3], "Iron");
        assert_eq!(line.inbox("new")[0]["seat"], 3);
    }
}

fn verb(action: &str) -> &str {
    action.split(' ').next().expect("a verb")
}

/// Returns the messages that an engine receives until the first card is shown. All players at this table lay and draw
/// cards without looking at them.
async fn sent_in_kael(seed: Seed) -> Vec<Value> {
    let asked = json!({"game": "kael", "seats": 4, "open": "friends", "races": "strict"});
    let (mut room, mut line) = with_engine(asked, seed).await;
    room.act(0, "deal", "deal 2").await;
    for step in 0..40 {
        room.wait(6).await;
        line.listen();
        let Some(seat) = room.next() else { break };
        let Some(action) = room.legal(seat).into_iter().find(|action| ["draw", "show"].contains(&verb(action))) else {
            break;
        };
        room.act(seat, &format!("c{step}"), &action).await;
    }
    for message in &mut line.inbox {
        // The seed differs between runs, because the engine gets it for its own random numbers.
        if let Some(message) = message.as_object_mut() {
            message.remove("seed");
        }
    }
    line.inbox
}

#[tokio::test(start_paused = true)]
async fn deals_that_differ_in_hidden_cards_alone_are_told_in_the_same_words() {
    let setup = |number| {
        let names = ["Ann", "P1", "P2", "Iron"].map(str::to_owned).to_vec();
        catalog::setup("kael", &Default::default(), names, Seed::numbered(number)).expect("a setup")
    };
    let dealt = |number| {
        let mut table = catalog::open(setup(number)).expect("a table");
        let deal = table.check(table::Intent::act(Seat::new(0), "deal 2")).expect("the dealer chooses");
        table.apply(deal);
        table
    };
    let mut seen: BTreeMap<String, u64> = BTreeMap::new();
    let mut pairs = 0;
    for number in 0.. {
        let table = dealt(number);
        let view = table.position(Viewer::Seat(Seat::new(3))).view.value().to_string();
        if let Some(other) = seen.insert(view, number) {
            let hidden = dealt(other).position(Viewer::All).view;
            assert_ne!(table.position(Viewer::All).view, hidden, "what is hidden differs");
            let (one, two) = (sent_in_kael(Seed::numbered(number)).await, sent_in_kael(Seed::numbered(other)).await);
            let same = one.iter().zip(&two).take_while(|(one, two)| one == two).count();
            assert!(same >= 3, "{one:?} {two:?}");
            // If the messages differ at all, the first difference must be an event that everybody has seen.
            for messages in [&one, &two] {
                assert!(messages.get(same).is_none_or(|message| message["t"] == "event"), "{:?}", messages[same]);
            }
            pairs += 1;
        }
        if pairs == 3 {
            break;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn what_comes_late_or_is_not_legal_the_rule_bot_decides_and_the_log_says_so() {
    let (mut room, mut line) = with_engine(friends(json!({"deals": 1})), Seed::numbered(7)).await;
    play(&mut room, &mut line, |_, line| line.inbox("ask").len() == 1).await;
    // The engine's action is not legal.
    let question = line.question().expect("a question");
    assert_eq!((&question["must"], &question["clock_ms"]), (&json!(true), &json!(5000)));
    act(&room, &line, &question["id"], "play Xx").await;
    room.wait(50).await;
    line.listen();
    assert_eq!(line.inbox("error")[0]["key"], "illegal");
    assert_eq!(line.inbox("event").last().expect("it was played")["seat"], 3);
    let info = room.guests[0].frame.seats[3].clone();
    assert_eq!((info.bot.as_deref(), info.here, info.replaced), (Some("engine"), true, Some(1)));
    assert_eq!(info.stand_in.as_deref(), Some("club"));
    // The engine's action is legal, so the engine plays its own seat again.
    play(&mut room, &mut line, |_, line| line.inbox("ask").len() == 3).await;
    assert_eq!(room.guests[0].frame.seats[3].stand_in, None);
    assert_eq!(room.guests[0].frame.seats[3].replaced, Some(1));
    // The engine answers too late three times. The third time it is disconnected.
    for times in 1..=3 {
        let question = line.question().expect("a question");
        room.wait(4990).await;
        assert_eq!(line.question().expect("there is time")["id"], question["id"]);
        room.wait(60).await;
        line.listen();
        let late = line.inbox("error").into_iter().filter(|error| error["key"] == "late").count();
        assert_eq!(late, times);
        // An answer that comes now is ignored.
        act(&room, &line, &question["id"], question["legal"][0].as_str().expect("words")).await;
        // After the third late answer the engine is disconnected, so the rule bot may also have begun the next trick.
        let replaced = room.guests[0].frame.seats[3].replaced.expect("an engine's seat");
        assert!(replaced == 1 + times as u32 || (times == 3 && replaced > 4), "{times}: {replaced}");
        if times < 3 {
            let asked = line.inbox("ask").len();
            play(&mut room, &mut line, |_, line| line.inbox("ask").len() > asked).await;
        }
    }
    assert!(line.is_over());
    assert!(!room.guests[0].frame.seats[3].here);
    // The rule bot plays until the engine connects again with the same token.
    for step in 0..20 {
        room.wait(20).await;
        if let Some(seat) = room.next() {
            let action = room.legal(seat)[0].clone();
            room.act(seat, &format!("d{step}"), &action).await;
        }
    }
    let replaced = room.guests[0].frame.seats[3].replaced.expect("an engine's seat");
    assert!(replaced > 5, "{replaced}");
    let mut line = come(&room, "aa").await.expect("welcome back");
    assert_eq!(line.inbox("deal").len(), 1, "it comes in while a deal is played");
    play(&mut room, &mut line, |_, line| line.is_over()).await;
    assert_eq!(room.guests[0].frame.seats[3].replaced, Some(replaced));
    let entries = room.store.events(&room.id).await.expect("stored");
    let players: Vec<Value> = entries.iter().map(|event| serde_json::from_str(&event.entry).expect("JSON")).collect();
    let players: Vec<&Value> = players.iter().filter(|e| e["kind"] == "took_over").map(|entry| &entry["bot"]).collect();
    assert_eq!(players, ["club", "engine", "club", "engine"]);
    // A server that loads the table again has the same number of replaced actions.
    room.stop.cancel();
    room.wait(1).await;
    let again = TestTable::of(room.store.clone(), room.id.clone(), 3, Pace::fixed(5)).await;
    assert_eq!(again.guests[0].frame.seats[3].replaced, Some(replaced));
}

#[tokio::test(start_paused = true)]
async fn a_line_that_is_lost_in_the_middle_of_a_question_keeps_nobody_waiting() {
    let (mut room, mut line) = with_engine(friends(json!({"deals": 1})), Seed::numbered(8)).await;
    play(&mut room, &mut line, |_, line| line.inbox("ask").len() == 2).await;
    assert!(room.mailbox().await.send(Box::new(Mail::EngineLeaves { engine: line.number })).await.is_ok());
    room.wait(20).await;
    assert_eq!(room.guests[0].frame.seats[3].replaced, Some(1));
    assert!(!room.guests[0].frame.must.contains(&3), "it has played");
}

#[tokio::test(start_paused = true)]
async fn a_token_is_the_hosts_to_make_for_a_seat_of_nobody_and_to_take_back() {
    let mut room = TestTable::open(friends(json!({})), 2, Seed::numbered(1), Pace::fixed(5)).await;
    assert_eq!(give(&room, 2, pass(3, "aa")).await, Err(ApiError::NotYourTable));
    assert!(matches!(give(&room, 1, pass(1, "aa")).await, Err(ApiError::Bad { key, .. }) if key == "taken"));
    assert!(matches!(give(&room, 1, pass(4, "aa")).await, Err(ApiError::Bad { key, .. }) if key == "unknown_seat"));
    give(&room, 1, pass(3, "aa")).await.expect("a seat");
    assert!(come(&room, "bb").await.is_err(), "a token of nothing");
    let mut line = come(&room, "aa").await.expect("welcome");
    // The engine moves with its seat.
    room.send(0, Command::Swap { cmd: "s".to_owned(), a: 2, b: 3 }).await;
    room.send(0, Command::Begin { cmd: "b".to_owned() }).await;
    room.run_until_idle().await;
    line.listen();
    assert_eq!(line.inbox("new")[0]["seat"], 2);
    // A second token for the same seat replaces the first one.
    give(&room, 1, pass(2, "cc")).await.expect("a token");
    line.listen();
    assert!(line.is_over());
    assert!(matches!(come(&room, "aa").await, Err(ApiError::UnknownToken)));
    let mut line = come(&room, "cc").await.expect("welcome");
    room.send(0, Command::Unseat { cmd: "u".to_owned(), seat: 2 }).await;
    room.run_until_idle().await;
    line.listen();
    assert!(line.is_over());
    assert!(matches!(come(&room, "cc").await, Err(ApiError::UnknownToken)));
    assert_eq!(room.guests[0].frame.seats[2].bot.as_deref(), Some("random"));
    // A token that has expired admits nobody.
    give(&room, 1, EnginePass { expires_ms: now_ms() - 1, ..pass(2, "dd") }).await.expect("a token");
    assert!(matches!(come(&room, "dd").await, Err(ApiError::UnknownToken)));
}

/// Returns a message without the contents of one of its fields.
fn without(message: &str, key: &str, open: char, close: char) -> String {
    let Some(begin) = message.find(&format!("\"{key}\":{open}")) else { return message.to_owned() };
    let begin = begin + key.len() + 4;
    let mut depth = 1;
    let end = message[begin..].find(|letter| {
        depth += i32::from(letter == open && open != close) - i32::from(letter == close);
        depth == 0
    });
    format!("{}…{}", &message[..begin], &message[begin + end.expect("it is closed")..])
}

/// Checks that the server conducts the conversation that docs/bots/engines.md shows.
#[tokio::test(start_paused = true)]
async fn the_conversation_in_the_docs_is_one() {
    let (mut room, mut line) = with_engine(friends(json!({"deals": 1})), Seed::numbered(20)).await;
    let mut acts = Vec::new();
    for _ in 0..2 {
        play(&mut room, &mut line, |_, line| line.inbox.last().is_some_and(|message| message["t"] == "ask")).await;
        let question = line.question().expect("a question");
        let action = if acts.is_empty() { "play Xx" } else { question["legal"][0].as_str().expect("words") };
        act(&room, &line, &question["id"], action).await;
        let answer = FromEngine::Act { id: question["id"].as_u64().expect("a number"), action: action.to_owned() };
        acts.push((line.inbox.len(), serde_json::to_string(&answer).expect("JSON")));
        room.wait(20).await;
        line.listen();
    }
    let mut text =
        String::from("> {\"t\":\"hello\",\"protocol\":\"cardroom-engine/1\"}\n< {\"t\":\"ready\",\"name\":\"Iron\"}\n");
    for (index, message) in line.texts.iter().enumerate() {
        text += &format!("> {}\n", without(&without(message, "view", '{', '}'), "seed", '"', '"'));
        for (_, act) in acts.iter().filter(|(after, _)| *after == index + 1) {
            text += &format!("< {act}\n");
        }
    }
    let docs = include_str!("../../../../docs/bots/engines.md");
    assert!(docs.contains(&text), "docs/bots/engines.md should have:\n{text}");
}

/// Checks questions that an engine need not answer: chances to claim in Kaël, and to call stop in La Dame Noire. In
/// other phases and in Hearts, several seats must choose at the same time.
#[tokio::test(start_paused = true)]
async fn chances_are_asked_with_not_now_and_play_goes_on_meanwhile() {
    for (game, number) in [("kael", 1), ("kael", 2), ("la-dame-noire", 1), ("la-dame-noire", 2), ("hearts", 1)] {
        let asked = json!({"game": game, "seats": 4, "open": "friends", "bots": ["random"], "races": "strict"});
        let (mut room, mut line) = with_engine(asked, Seed::numbered(number)).await;
        let mut rng = Rng::new(number);
        let (mut chances, mut turns) = (0, 0);
        for step in 0..600 {
            room.wait(10).await;
            if let Some(question) = line.question() {
                let legal: Vec<&str> =
                    question["legal"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
                let must = question["must"] == true;
                assert_eq!(must, !legal.contains(&"not now"), "{question}");
                chances += u32::from(!must);
                turns += u32::from(must);
                let action = legal[rng.below(legal.len() as u32) as usize];
                act(&room, &line, &question["id"], action).await;
            }
            for seat in 0..3 {
                let frame = &room.guests[seat].frame;
                let legal = room.legal(seat);
                match frame.phase {
                    MatchPhase::Between => room.send(seat, Command::Next { cmd: format!("n{step}") }).await,
                    MatchPhase::Deal if frame.must.contains(&(seat as u8)) && !legal.is_empty() => {
                        let action = &legal[rng.below(legal.len() as u32) as usize];
                        room.act(seat, &format!("c{step}"), action).await;
                    }
                    _ => {}
                }
            }
        }
        line.listen();
        assert!(turns > 5, "{game}: {turns}");
        assert!(chances > 0 || game != "kael", "{game}");
        assert!(line.inbox("error").is_empty(), "{game}: {:?}", line.inbox("error"));
        assert_eq!(room.guests[0].frame.seats[3].replaced, Some(0), "{game}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_engine_that_comes_in_the_middle_of_a_deal_plays_from_the_next() {
    let mut room = TestTable::open(friends(json!({"deals": 2})), 3, Seed::numbered(4), Pace::fixed(5)).await;
    room.send(0, Command::Begin { cmd: "begin".to_owned() }).await;
    room.run_until_idle().await;
    give(&room, 1, pass(3, "aa")).await.expect("a token");
    let mut line = come(&room, "aa").await.expect("welcome");
    play(&mut room, &mut line, |room, _| room.guests[0].frame.phase == MatchPhase::Between).await;
    let kinds = |line: &Line| -> Vec<String> {
        line.inbox.iter().map(|message| message["t"].as_str().expect("a kind").to_owned()).collect()
    };
    assert_eq!(kinds(&line), ["new"], "nothing of a hand that a bot has played");
    let mut found = BTreeSet::new();
    line.inbox.iter().for_each(|message| cards_in(message, &mut found));
    assert!(found.is_empty(), "{found:?}");
    // An engine with a second token, which connects in the middle of a deal, learns nothing more.
    play(&mut room, &mut line, |_, line| line.inbox("ask").len() > 1).await;
    assert_eq!(kinds(&line)[1], "deal");
    assert_eq!(room.guests[0].frame.seats[3].replaced, Some(0), "what the bot did before does not count");
    give(&room, 1, pass(3, "bb")).await.expect("a token");
    let mut second = come(&room, "bb").await.expect("welcome");
    room.wait(50).await;
    second.listen();
    assert_eq!(kinds(&second), ["new"]);
}
