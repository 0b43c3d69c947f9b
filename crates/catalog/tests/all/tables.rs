//! Tests of tables of every game through the type-erased interface: decision numbers, undo, restoring from logs,
//! records.

use std::sync::atomic::AtomicBool;

use catalog::{CardGame, Visit, bot, entries, open, setup, visit};
use game::{Seat, Viewer};
use serde_json::{Map, Value, json};
use table::record::{Counts, Raw, RecordFault, walk};
use table::{
    Accepted, AnyBot, AnyTable, Entry, Intent, MatchPhase, PublicEvent, Question, Refusal, Setup, SolitaireTable, Why,
};

fn seat(index: u8) -> Seat {
    Seat::new(index)
}

fn make(game: &str, seats: usize, options: Value, number: u64) -> Setup {
    let Value::Object(options) = options else { panic!("options are an object") };
    let names = (0..seats).map(|seat| format!("player {seat}")).collect();
    setup(game, &options, names, cards::Seed::numbered(number)).unwrap()
}

/// Checks an action, adds its entry to the log as a store would, and applies it. Returns the events.
fn act(table: &mut dyn AnyTable, log: &mut Vec<Entry>, seat: Seat, text: &str) -> Vec<PublicEvent> {
    let at = table.at(seat);
    let accepted = table
        .check(Intent::Act { seat, at: Some(at), action: text })
        .unwrap_or_else(|e| panic!("{seat} {text}: {e:?}"));
    log.push(accepted.entry().clone());
    table.apply(accepted)
}

fn first_legal(table: &dyn AnyTable, seat: Seat) -> String {
    table.legal(seat)[0].clone()
}

fn check_record(line: &str) -> Result<Counts, RecordFault> {
    struct Check<'a>(&'a Raw<'a>);
    impl Visit for Check<'_> {
        type Output = Result<Counts, RecordFault>;
        fn visit<G: CardGame>(self) -> Self::Output {
            walk::<G>(self.0, &mut ())
        }
    }
    let raw = Raw::read(line)?;
    visit(raw.game(), Check(&raw)).unwrap()
}

/// Lets bots play a match through the same interface as people, and checks every position on the way.
fn play_through(setup: Setup, level: &str, most: usize) -> (Box<dyn AnyTable>, Vec<Entry>) {
    let seats = setup.names.len() as u8;
    let mut bots: Vec<Box<dyn AnyBot>> =
        (0..seats).map(|seat| bot(setup.game, level, u64::from(seat)).unwrap()).collect();
    let cancel = AtomicBool::new(false);
    let mut table = open(setup).unwrap();
    let mut log = Vec::new();
    for _ in 0..most {
        match table.phase() {
            MatchPhase::Over => break,
            MatchPhase::Between => {
                assert!(table.must().is_empty() && table.may().is_empty());
                let accepted = table.check(Intent::Next).unwrap();
                log.push(accepted.entry().clone());
                assert_eq!(table.apply(accepted)[0], PublicEvent::Dealt);
                continue;
            }
            MatchPhase::Deal => {}
        }
        let from = table.first_asked();
        let asked = table.may().from_seat(from, seats).chain(table.must().from_seat(from, seats));
        let (seat, answer) = asked
            .collect::<Vec<Seat>>()
            .into_iter()
            .find_map(|seat| {
                let question = table.question(seat).expect("the turn names it");
                bots[seat.index()].answer(question, &cancel).map(|answer| (seat, answer))
            })
            .expect("somebody must act");
        assert_eq!(table.why(seat, &answer), None);
        let legal = table.legal(seat);
        for (text, with_facts) in legal.iter().zip(table.position(Viewer::Seat(seat)).legal) {
            let object = with_facts.value();
            assert_eq!(object["action"], text.as_str());
            assert_eq!(with_facts.text(), object.to_string(), "facts stand in the order of their names");
        }
        assert!(legal.is_sorted_by(|a, b| a.as_bytes() < b.as_bytes()), "byte order: {legal:?}");
        assert!(legal.contains(&answer));
        let before: Vec<u32> = Seat::all(seats).map(|seat| table.at(seat)).collect();
        let waited = table.must();
        let events = act(&mut *table, &mut log, seat, &answer);
        let PublicEvent::Acted { seat: by, full, public } = events.last().unwrap() else { panic!("{events:?}") };
        assert_eq!((*by, full), (seat, &answer));
        assert!(answer.starts_with(public), "others hear {public:?} of {answer:?}");
        for other in Seat::all(seats) {
            let called = table.must().has(other) && !waited.has(other);
            let grows = u32::from(other == seat || called);
            assert_eq!(table.at(other), before[other.index()] + grows, "seat {other} after {seat} {answer}");
        }
    }
    (table, log)
}

/// Returns the accepted redo of the last undone action.
fn redo(table: &dyn AnyTable) -> Result<Accepted, Refusal> {
    table.check(Intent::Redo { n: 1 })
}

#[test]
fn every_game_is_played_through_its_table_and_restored_from_its_log() {
    for entry in entries() {
        for number in 0..3 {
            let setup = make(entry.id, usize::from(entry.usual_seats), json!({}), number);
            let (table, log) = play_through(setup.clone(), "random", 1_500);
            let mut again = open(setup).unwrap();
            for entry in &log {
                let json = serde_json::to_string(entry).unwrap();
                again.restore(&serde_json::from_str(&json).unwrap()).unwrap();
            }
            for viewer in Seat::all(entry.usual_seats).map(Viewer::Seat).chain([Viewer::Public, Viewer::All]) {
                assert_eq!(again.position(viewer), table.position(viewer), "{}", entry.id);
            }
            assert_eq!(again.record(), table.record());
            check_record(&table.record()).unwrap_or_else(|fault| panic!("{}: {fault}", entry.id));
        }
    }
}

#[test]
fn a_log_of_another_table_is_refused_and_changes_nothing() {
    let mut table = open(make("schwarze-dame", 4, json!({}), 1)).unwrap();
    let before = table.record();
    let act = |seat, action: &str| Entry::Act { seat, action: action.to_owned() };
    let free = seat(2);
    for entry in [
        act(seat(0), "play Qs"),
        act(seat(7), "play Qs"),
        act(seat(1), "bid 20"),
        Entry::Next,
        Entry::Undo { n: 1 },
        Entry::GiveUp,
        Entry::Assisted,
        Entry::PlayOn { kept: 0 },
        Entry::TookOver { seat: seat(5), bot: None, why: Why::Away },
    ] {
        assert!(table.restore(&entry).is_err(), "{entry:?}");
        assert_eq!(table.record(), before);
        assert_eq!(table.at(free), 1);
    }
}

#[test]
fn a_running_match_gives_out_neither_seed_nor_the_deal_in_play() {
    let setup = make("schwarze-dame", 4, json!({"deals": 2}), 4);
    let (mut table, mut log) = play_through(setup.clone(), "random", 52);
    assert_eq!(table.phase(), MatchPhase::Between);
    let text = table.record();
    let between: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(between["deals"].as_array().unwrap().len(), 1);
    let accepted = table.check(Intent::Next).unwrap();
    table.apply(accepted);
    let leader = table.must().first().unwrap();
    let card = first_legal(&*table, leader);
    act(&mut *table, &mut log, leader, &card);
    assert_eq!(table.record(), text, "nothing of the second deal is in it");
    assert_eq!((&between["seed"], &between["winners"]), (&Value::Null, &Value::Null));
    assert_eq!(check_record(&table.record()), Ok(Counts { deals: 1, actions: 52 }));

    let (over, _) = play_through(setup, "random", 200);
    let record: Value = serde_json::from_str(&over.record()).unwrap();
    assert_eq!(record["seed"], cards::Seed::numbered(4).reveal());
    assert!(record["winners"].is_array());
}

#[test]
fn four_seats_put_a_card_at_once_and_a_double_click_is_refused() {
    let mut table = open(make("la-dame-noire", 4, json!({}), 2)).unwrap();
    let mut log = Vec::new();
    act(&mut *table, &mut log, seat(1), "bid 20");
    for other in [2, 3, 0] {
        act(&mut *table, &mut log, seat(other), "pass");
    }
    assert_eq!(table.must().len(), 4);
    let at: Vec<u32> = Seat::all(4).map(|seat| table.at(seat)).collect();
    for putter in [2, 0, 3] {
        let card = first_legal(&*table, seat(putter));
        // All four seats decide in the same position, so the decision numbers that they saw are still valid.
        let accepted =
            table.check(Intent::Act { seat: seat(putter), at: Some(at[usize::from(putter)]), action: &card }).unwrap();
        let events = table.apply(accepted);
        assert_eq!(
            [Viewer::All, Viewer::Public].map(|viewer| events[0].text(viewer)),
            [card.as_str(), "trade"],
            "[D6]"
        );
        let again = table
            .check(Intent::Act { seat: seat(putter), at: Some(at[usize::from(putter)]), action: &card })
            .unwrap_err();
        assert_eq!(again.key, "stale");
        assert_eq!(table.at(seat(1)), at[1], "that others have put a card asks seat 1 nothing new");
    }
    // [D7] Seat 2 calls Stop while the last card is being put. The round for which the call was meant is over.
    let meant = table.at(seat(2));
    let card = first_legal(&*table, seat(1));
    act(&mut *table, &mut log, seat(1), &card);
    assert_eq!(table.must().len(), 4, "the next round");
    assert!(Seat::all(4).all(|s| table.at(s) > at[s.index()]));
    assert_eq!(table.check(Intent::Act { seat: seat(2), at: Some(meant), action: "stop" }).unwrap_err().key, "stale");
    assert!(table.check(Intent::Act { seat: seat(2), at: Some(table.at(seat(2))), action: "stop" }).is_ok());
    assert!(table.check(Intent::act(seat(2), "stop")).is_ok(), "a held move is judged by legality alone");
}

#[test]
fn refusals_say_why_and_change_nothing() {
    let table = open(make("schwarze-dame", 4, json!({}), 7)).unwrap();
    let mine = table.at(seat(1));
    let key = |index: u8, at: u32, text: &str| {
        table.check(Intent::Act { seat: seat(index), at: Some(at), action: text }).unwrap_err().key
    };
    assert_eq!(key(1, mine, "lay the queen"), "notation");
    assert_eq!(key(1, mine + 1, "play Qs"), "stale");
    assert_eq!(key(6, mine, "play Qs"), "no_seat");
    let card = first_legal(&*table, seat(1));
    assert_eq!(key(0, mine, &card), "not_yours", "seat 0 learns nothing of seat 1's hand from another answer");
    assert_eq!(table.why(seat(1), &card), None);
    assert!(table.question(seat(0)).is_none());
    assert_eq!(table.check(Intent::Next).unwrap_err().key, "deal_goes_on");
    assert_eq!(table.check(Intent::Undo { n: 1 }).unwrap_err().key, "several_seats");
    assert_eq!(table.check(Intent::Redo { n: 1 }).unwrap_err().key, "several_seats");
    assert!(table.solitaire().is_none(), "several seats hide cards, and nobody is helped");
    assert_eq!(table.check(Intent::GiveUp).unwrap_err().key, "several_seats");
    assert!(
        table
            .check(Intent::Act { seat: seat(1), at: Some(mine), action: &"x".repeat(100_000) })
            .unwrap_err()
            .words
            .len()
            < 200
    );
}

#[test]
#[should_panic(expected = "applied once")]
fn what_was_checked_before_something_else_happened_is_not_applied() {
    let mut table = open(make("schwarze-dame", 4, json!({}), 7)).unwrap();
    let card = first_legal(&*table, seat(1));
    let [first, second] = [(); 2].map(|()| table.check(Intent::act(seat(1), &card)).unwrap());
    table.apply(first);
    table.apply(second);
}

fn solitaire(number: u64) -> Box<dyn AnyTable> {
    let setup = make("rouge-et-noir", 1, json!({}), number);
    open(Setup { number: Some(number), ..setup }).unwrap()
}

fn alone(table: &dyn AnyTable) -> &dyn SolitaireTable {
    table.solitaire().expect("a table of one seat")
}

fn entry(table: &mut dyn AnyTable, accepted: Result<table::Accepted, table::Refusal>) -> Vec<PublicEvent> {
    table.apply(accepted.unwrap())
}

#[test]
fn a_solitaire_is_undone_and_redone_and_its_record_holds_the_line_that_stands() {
    let (me, mut log) = (seat(0), Vec::new());
    let mut table = solitaire(11);
    for _ in 0..12 {
        let action = first_legal(&*table, me);
        act(&mut *table, &mut log, me, &action);
    }
    let stood = table.record();
    let legal = table.position(Viewer::Seat(me)).legal;
    assert_eq!(table.position(Viewer::Seat(me)).undo, 12);
    assert_eq!(table.check(Intent::Undo { n: 13 }).unwrap_err().key, "nothing_to_undo");
    assert_eq!(table.check(Intent::Undo { n: 0 }).unwrap_err().key, "nothing_to_undo");
    assert_eq!(table.check(Intent::Redo { n: 1 }).unwrap_err().key, "nothing_to_redo");

    let at = table.at(me);
    let undo = table.check(Intent::Undo { n: 5 });
    assert_eq!(entry(&mut *table, undo)[0], PublicEvent::Undone { n: 5 });
    assert!(table.at(me) > at);
    let undo = table.check(Intent::Undo { n: 2 });
    entry(&mut *table, undo);
    let position = table.position(Viewer::Seat(me));
    assert_eq!((position.undo, position.redo), (5, 7));
    assert_eq!(table.check(Intent::Redo { n: 8 }).unwrap_err().key, "nothing_to_redo");
    // One redo can repeat all undone actions, in their order.
    let again = table.check(Intent::Redo { n: 7 }).unwrap();
    assert_eq!(again.one_by_one().filter(|redo| matches!(redo.entry(), Entry::Act { .. })).count(), 7);
    let again = table.check(Intent::Redo { n: 7 });
    assert_eq!(entry(&mut *table, again).len(), 7);
    assert_eq!(table.record(), stood, "undone actions leave no trace");
    assert_eq!(table.position(Viewer::Seat(me)).legal, legal);

    // After another action, the undone actions cannot be redone any more.
    let other = loop {
        let undo = table.check(Intent::Undo { n: 1 });
        entry(&mut *table, undo);
        let undone = match redo(&*table).unwrap().entry() {
            Entry::Act { action, .. } => action.clone(),
            other => panic!("{other:?}"),
        };
        if let Some(other) = table.legal(me).into_iter().find(|action| *action != undone) {
            break other;
        }
    };
    act(&mut *table, &mut log, me, &other);
    assert_eq!(table.position(Viewer::Seat(me)).redo, 0);
    check_record(&table.record()).unwrap();
}

#[test]
fn cards_that_were_seen_stay_seen_after_an_undo() {
    let (me, mut log) = (seat(0), Vec::new());
    let mut table = solitaire(5);
    let fresh = table.position(Viewer::Seat(me));
    act(&mut *table, &mut log, me, "turn");
    let undo = table.check(Intent::Undo { n: 1 });
    entry(&mut *table, undo);
    let after = table.position(Viewer::Seat(me));
    assert_eq!(after.legal, fresh.legal);
    assert_ne!(after.view, fresh.view, "the view remembers the card that was turned");
}

#[test]
fn a_solitaire_is_given_up_with_the_points_it_has() {
    let (me, mut log) = (seat(0), Vec::new());
    let mut table = solitaire(8);
    let give_up = table.check(Intent::GiveUp);
    assert_eq!(entry(&mut *table, give_up)[0], PublicEvent::GaveUp);
    let position = table.position(Viewer::Seat(me));
    assert_eq!((position.phase, position.winners), (MatchPhase::Over, Some(Vec::new())));
    assert_eq!(position.deals, [(me, vec![Some(8)], vec![8])], "[R12] the eight aces");
    assert_eq!(check_record(&table.record()), Ok(Counts { deals: 1, actions: 0 }));
    for refused in [
        table.check(Intent::GiveUp),
        table.check(Intent::Undo { n: 1 }),
        table.check(Intent::Next),
        table.check(Intent::act(me, "turn")),
    ] {
        assert_eq!(refused.unwrap_err().key, "match_over");
    }
    let mut played = solitaire(8);
    act(&mut *played, &mut log, me, "turn");
    let running: Value = serde_json::from_str(&played.record()).unwrap();
    assert_eq!(running["deals"][0]["actions"], json!(["0 turn"]), "a solitaire hides nothing from its own player");
    assert_eq!(running["winners"], Value::Null);
    check_record(&played.record()).unwrap();
}

#[test]
fn a_lost_solitaire_can_be_played_on_from_an_earlier_position() {
    let mut setups = (0..200).map(|number| make("rouge-et-noir", 1, json!({"redeals": 0}), number));
    let (mut table, _) = setups
        .find_map(|setup| {
            let (table, log) = play_through(setup, "random", 3_000);
            (table.position(Viewer::Public).winners == Some(Vec::new())).then_some((table, log))
        })
        .expect("random play without redeals loses some of 200 deals");
    assert_eq!(table.phase(), MatchPhase::Over);
    check_record(&table.record()).unwrap();
    let undo = table.check(Intent::Undo { n: 4 });
    entry(&mut *table, undo);
    assert_eq!(table.phase(), MatchPhase::Deal);
    assert!(table.position(Viewer::Seat(seat(0))).deals.is_empty());
    for _ in 0..4 {
        let redo = redo(&*table);
        entry(&mut *table, redo);
    }
    assert_eq!(table.phase(), MatchPhase::Over);
}

#[test]
fn a_deal_that_was_given_up_is_played_on_and_counts_as_assisted_from_then() {
    let (me, mut log) = (seat(0), Vec::new());
    let mut table = solitaire(8);
    act(&mut *table, &mut log, me, "turn");
    act(&mut *table, &mut log, me, "hand discard");
    assert!(!alone(&*table).assisted());
    let give_up = table.check(Intent::GiveUp);
    entry(&mut *table, give_up);
    let assisted = table.check(Intent::Assist);
    assert!(entry(&mut *table, assisted).is_empty(), "nothing has happened in the game");
    assert!(alone(&*table).assisted() && !alone(&*table).counts_as_assisted(), "it was lost without help");
    assert_eq!(table.check(Intent::PlayOn { kept: 3 }).unwrap_err().key, "nothing_to_undo");
    for kept in [2, 1, 0] {
        let play_on = table.check(Intent::PlayOn { kept });
        assert_eq!(entry(&mut *table, play_on)[0], PublicEvent::PlayedOn);
        let position = table.position(Viewer::Seat(me));
        assert_eq!((position.phase, position.undo, position.redo), (MatchPhase::Deal, kept, 2 - kept));
        assert!(position.deals.is_empty() && alone(&*table).counts_as_assisted());
    }
    assert_eq!(alone(&*table).actions(), [] as [&str; 0]);
    let redo = redo(&*table);
    entry(&mut *table, redo);
    assert_eq!(alone(&*table).actions(), ["turn"]);
    check_record(&table.record()).unwrap();
}

#[test]
fn who_sees_what_is_told_when_the_deal_is_over() {
    let (table, _) = play_through(make("schwarze-dame", 4, json!({"deals": 1}), 9), "club", 60);
    let position = table.position(Viewer::Seat(seat(2)));
    assert_eq!(position.phase, MatchPhase::Over);
    assert_eq!(position.totals.iter().sum::<i32>(), 0, "[S5]");
    assert_eq!(position.deals[0].2, position.totals);
    assert!(position.legal.is_empty() && position.must.is_empty());
    let best = *position.totals.iter().max().unwrap();
    let winners: Vec<Seat> = Seat::all(4).filter(|s| position.totals[s.index()] == best).collect();
    assert_eq!(position.winners, Some(winners));
    assert_eq!(table.check(Intent::act(seat(2), "play Qs")).unwrap_err().key, "match_over");
}

#[test]
fn took_over_is_logged_and_changes_no_decision() {
    let mut table = open(make("kael", 3, json!({}), 9)).unwrap();
    let at = table.at(seat(1));
    let took = table.check(Intent::TakeOver { seat: seat(1), bot: Some("club".to_owned()), why: Why::Away });
    assert!(entry(&mut *table, took).is_empty());
    assert_eq!(table.at(seat(1)), at);
    assert_eq!(table.check(Intent::TakeOver { seat: seat(3), bot: None, why: Why::Away }).unwrap_err().key, "no_seat");
    let _: Map<String, Value> = table.setup().options.clone();
}

#[test]
fn the_log_says_why_somebody_else_plays() {
    let read = |text: &str| serde_json::from_str::<Entry>(text).unwrap();
    let took = |bot: Option<&str>, why| Entry::TookOver { seat: seat(1), bot: bot.map(str::to_owned), why };
    assert_eq!(read(r#"{"kind":"took_over","seat":1,"bot":null}"#), took(None, Why::Away));
    for why in [Why::Away, Why::Clock, Why::Left, Why::Removed, Why::Joined] {
        let entry = took(None, why);
        assert_eq!(read(&serde_json::to_string(&entry).unwrap()), entry);
    }
}

#[test]
fn the_record_has_the_names_that_the_seats_have_now() {
    let mut table = open(make("kael", 2, json!({}), 9)).unwrap();
    table.rename(vec!["Zoe".to_owned(), "Bo".to_owned()]);
    assert_eq!(table.setup().names, ["Zoe", "Bo"]);
    assert!(table.record().contains(r#""names":["Zoe","Bo"]"#), "{}", table.record());
}

/// Returns a solitaire after a number of random actions, and its log.
fn wandered(actions: usize) -> (Box<dyn AnyTable>, Vec<Entry>) {
    let cancel = AtomicBool::new(false);
    let wander = |number: u64| {
        let mut table = open(make("rouge-et-noir", 1, json!({"redeals": null}), number)).unwrap();
        let mut player = bot("rouge-et-noir", "random", number).unwrap();
        let mut log = Vec::new();
        while log.len() < actions && table.phase() == MatchPhase::Deal {
            let action = player.answer(table.question(seat(0)).unwrap(), &cancel).unwrap();
            act(&mut *table, &mut log, seat(0), &action);
        }
        (table.phase() == MatchPhase::Deal).then_some((table, log))
    };
    (1..).find_map(wander).expect("some deal lasts so long")
}

#[test]
fn what_was_taken_back_leaves_the_position_as_if_it_had_never_been_done() {
    let (mut table, log) = wandered(200);
    // The table stores its position from time to time. The undos have different lengths. Some go back beyond a stored
    // position, and others do not.
    for n in [1, 1, 30, 31, 32, 33, 1, 64] {
        let undo = table.check(Intent::Undo { n });
        entry(&mut *table, undo);
        let stands = table.position(Viewer::Seat(seat(0))).undo as usize;
        let mut fresh = open(table.setup().clone()).unwrap();
        for done in &log[..stands] {
            fresh.restore(done).unwrap();
        }
        assert_eq!(table.record(), fresh.record(), "{stands} actions stand");
        let legal = |table: &dyn AnyTable| table.position(Viewer::Seat(seat(0))).legal;
        assert_eq!(legal(&*table), legal(&*fresh), "{stands} actions stand");
    }
    // All undone actions are redone.
    for _ in 0..193 {
        let redo = redo(&*table);
        entry(&mut *table, redo);
    }
    let mut fresh = open(table.setup().clone()).unwrap();
    log.iter().for_each(|done| fresh.restore(done).unwrap());
    assert_eq!(table.record(), fresh.record());
}

#[test]
fn a_log_of_undo_and_redo_costs_as_much_late_in_a_deal_as_early() {
    let fold = |depth: usize| {
        let (table, mut log) = wandered(depth);
        let Some(last) = log.last().cloned() else { panic!("something was done") };
        for _ in 0..300 {
            log.extend([Entry::Undo { n: 1 }, last.clone()]);
        }
        let once = || {
            let mut fresh = open(table.setup().clone()).unwrap();
            log[..depth].iter().for_each(|done| fresh.restore(done).unwrap());
            let began = std::time::Instant::now();
            log[depth..].iter().for_each(|done| fresh.restore(done).unwrap());
            began.elapsed()
        };
        // The quickest of three runs counts, because other work of the machine only adds time.
        (0..3).map(|_| once()).min().expect("three")
    };
    let (early, late) = (fold(5), fold(1000));
    // Before tables stored positions during a deal, an undo late in the deal took about a hundred times as long.
    assert!(late < early * 8, "{late:?} late, {early:?} early");
}

/// Returns a decision as text: its place, the seat, the question, and the action in notation.
fn text_of(game: &str, decision: &table::Decision) -> String {
    struct Done<'a>(&'a table::Decision);
    impl Visit for Done<'_> {
        type Output = Option<String>;
        fn visit<G: CardGame>(self) -> Self::Output {
            let own = "a decision is told in the types of its game";
            self.0.done.as_ref().map(|done| done.downcast_ref::<G::Action>().expect(own).to_string())
        }
    }
    let asked = catalog::write_question(game, &decision.question).unwrap();
    let done = visit(game, Done(decision)).unwrap();
    let table::Decision { deal, line, after, before, .. } = decision;
    format!("{deal} {line} {after} {} {done:?} {asked:?}", before.to_bits())
}

/// A table returns the same decisions of its finished deals as its record, even if cards were shuffled in the middle of
/// a deal.
#[test]
fn a_table_tells_the_decisions_of_its_record() {
    let mut shuffles = 0;
    for entry in entries() {
        let seats = usize::from(*entry.seats.end());
        let (mut table, _) = play_through(make(entry.id, seats, json!({}), 11), "club", 700);
        if table.solitaire().is_some() && table.phase() == MatchPhase::Deal {
            let given_up = table.check(Intent::GiveUp).unwrap();
            table.apply(given_up);
        }
        let record = table.broken_off_record();
        shuffles += record.matches("* shuffle ").count();
        let raw = Raw::read(&record).unwrap();
        let finished = table.position(Viewer::Public).deals.len() as u32;
        assert!(finished > 0, "{}", entry.id);
        for (deal, seat) in (0..finished).flat_map(|deal| (0..seats as u8).map(move |index| (deal, seat(index)))) {
            let live = table.decisions(deal, seat).unwrap();
            let read = catalog::decisions(&raw, Some(deal as usize), Some(seat)).unwrap();
            let [live, read] = [live, read].map(|all| all.iter().map(|one| text_of(entry.id, one)).collect::<Vec<_>>());
            assert_eq!(live, read, "{} deal {deal} seat {seat}", entry.id);
        }
        assert_eq!(table.decisions(finished, seat(0)).err().map(|refusal| refusal.key), Some("deal_goes_on".into()));
    }
    assert!(shuffles > 0, "a deck was used up");
}

#[test]
fn bots_play_a_deal_at_a_table() {
    for level in ["random", "club"] {
        let mut table = open(make("schwarze-dame", 4, json!({"deals": 1}), 5)).unwrap();
        let mut bots: Vec<Box<dyn AnyBot>> = (0..4).map(|seed| bot("schwarze-dame", level, seed).unwrap()).collect();
        let cancel = AtomicBool::new(false);
        while let Some(seat) = table.must().first() {
            assert!(table.question(seat.after(1, 4)).is_none(), "nobody else is asked");
            let question = table.question(seat).unwrap();
            let at = question.at;
            let answer = bots[seat.index()].answer(question, &cancel).unwrap();
            let accepted = table.check(Intent::Act { seat, at: Some(at), action: &answer }).unwrap();
            table.apply(accepted);
        }
        assert_eq!(table.position(Viewer::Public).deals.len(), 1);
    }
}

#[test]
#[should_panic(expected = "bots of its own game")]
fn a_question_of_another_game_is_a_bug() {
    let question = Question { seat: seat(0), at: 1, must: true, view: Box::new(1), legal: Box::new(2) };
    bot("schwarze-dame", "club", 1).unwrap().answer(question, &AtomicBool::new(false));
}
