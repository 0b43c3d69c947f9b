//! Tests of advice in every game. Advice uses only the view. It is the same each time. It contains only legal actions.

use std::any::Any;
use std::cell::RefCell;
use std::sync::atomic::AtomicBool;

use cards::Seed;
use catalog::{AdviceBudget, CardGame, Choice, Judgement, Visit, advise, entries, judge, visit};
use game::{Rng, Seat, Shuffles, Turn, Viewer};
use table::{Decision, Question};

const BUDGET: AdviceBudget = AdviceBudget { simulations: Some(40), ..AdviceBudget::USUAL };

fn decision<G: CardGame>(deal: &G, seat: Seat, before: f64, done: Option<G::Action>) -> Decision {
    let mut legal = Vec::new();
    deal.legal(seat, &mut legal);
    let view = Box::new(deal.view(Viewer::Seat(seat)));
    let question = Question { seat, at: 0, must: deal.turn().must().has(seat), view, legal: Box::new(legal) };
    let done = done.map(|action| Box::new(action) as Box<dyn Any + Send>);
    Decision { deal: 0, line: 0, after: 0, question, before, done }
}

/// Calls `each` with positions of a game in which a seat has to act. The rule player has played up to these positions.
fn positions<G: CardGame>(each: impl Fn(G, Seat, &G::Rules, &G::Standing)) {
    let rules = G::Rules::default();
    let seats = entries().into_iter().find(|entry| entry.id == G::ID).expect("it is listed").usual_seats;
    let standing = G::start(&rules, seats).unwrap();
    let mut looked_at = 0;
    for number in 1..=6u64 {
        let mut deal = G::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(number)));
        let mut rng = Rng::new(number);
        for _ in 0..7 * number {
            let Turn::Open { must, .. } = deal.turn() else { break };
            let seat = must.first().expect("play waits for somebody");
            let action = deal.rollout(seat, &mut rng).expect("who must act acts");
            deal.apply(seat, action);
        }
        if let Some(seat) = deal.turn().must().first() {
            looked_at += 1;
            each(deal, seat, &rules, &standing);
        }
    }
    assert!(looked_at >= 3, "{}: the deals were over too soon", G::ID);
}

struct NoPeeking;

impl Visit for NoPeeking {
    type Output = ();
    fn visit<G: CardGame>(self) {
        let never = AtomicBool::new(false);
        positions::<G>(|deal, seat, rules, standing| {
            let before = game::utility::<G>(rules, standing, seat);
            let view = deal.view(Viewer::Seat(seat));
            let other = G::sample(&G::sampler(&view), &mut Rng::new(77));
            assert!(other.view(Viewer::Seat(seat)) == view, "the seat cannot tell them apart");
            let of = |deal: &G| advise(G::ID, &decision(deal, seat, before, None), BUDGET, &never).unwrap();
            assert_eq!(of(&deal), of(&other), "{}", G::ID);
            let advice = of(&deal);
            let mut legal = Vec::new();
            deal.legal(seat, &mut legal);
            for choice in &advice.choices {
                assert!(legal.iter().any(|action| Some(action.to_string()) == choice.action), "{choice:?}");
                assert_eq!(choice.legal["action"].as_str(), choice.action.as_deref());
            }
        });
    }
}

#[test]
fn two_deals_that_differ_only_in_hidden_cards_give_the_same_advice() {
    for entry in entries() {
        visit(entry.id, NoPeeking).unwrap();
    }
}

struct Worst;

impl Visit for Worst {
    type Output = ();
    fn visit<G: CardGame>(self) {
        // A solitaire is judged as a whole, with all its cards known, so it is left out here.
        if *G::seats().end() == 1 {
            return;
        }
        let never = AtomicBool::new(false);
        positions::<G>(|deal, seat, rules, standing| {
            let mut legal = Vec::new();
            deal.legal(seat, &mut legal);
            let possible: Vec<_> = legal.iter().map(ToString::to_string).collect();
            for done in legal.into_iter().step_by(7) {
                let decision = decision(&deal, seat, game::utility::<G>(rules, standing, seat), Some(done));
                let of = || judge(G::ID, &decision, BUDGET, &never).unwrap();
                let Some(judgement) = of() else { continue };
                assert_eq!(Some(&judgement), of().as_ref(), "the same dice, the same judgement");
                assert_eq!(judgement.done.action, Some(done.to_string()));
                let advice = advise(G::ID, &decision, BUDGET, &never).unwrap();
                never_contradict(G::ID, &advice.choices, &judgement);
                can_be_tried_again(&judgement, if decision.question.must { &possible } else { &[] });
            }
        });
    }
}

/// Returns the notation of an action in which each card of one list is replaced by the card at the same place in the
/// other list.
fn swapped(action: &str, one: &[&str], other: &[&str]) -> String {
    let (verb, cards) = action.split_once(' ').unwrap_or((action, ""));
    let twin = |card: &str| match (one.iter().position(|c| *c == card), other.iter().position(|c| *c == card)) {
        (Some(place), _) => other[place].to_owned(),
        (_, Some(place)) => one[place].to_owned(),
        _ => card.to_owned(),
    };
    let mut cards: Vec<String> = cards_of(cards).into_iter().map(twin).collect();
    cards.sort();
    format!("{verb} {}", cards.join(" "))
}

/// Returns the cards of a text in which cards follow each other with or without spaces. Words that are no cards stay as
/// they are.
fn cards_of(text: &str) -> Vec<&str> {
    match text.split(' ').collect::<Vec<_>>()[..] {
        [alone] if alone.len() > 2 && alone.len() % 2 == 0 => {
            (0..alone.len()).step_by(2).map(|at| &alone[at..at + 2]).collect()
        }
        ref words => words.to_vec(),
    }
}

struct Alike;

impl Visit for Alike {
    type Output = usize;
    /// Plays two interchangeable actions, each in a copy of the same deal. Later actions are the same in both copies,
    /// but the cards in which the two actions differ are swapped. All later actions have to be legal. Every seat has to
    /// get the same points in both copies. Returns the number of such pairs.
    fn visit<G: CardGame>(self) -> usize {
        let pairs = std::cell::Cell::new(0);
        positions::<G>(|deal, seat, _, _| {
            let mut legal = Vec::new();
            deal.legal(seat, &mut legal);
            let view = deal.view(Viewer::Seat(seat));
            for (place, &one) in legal.iter().enumerate() {
                for &other in legal[..place].iter().filter(|other| G::are_alike(&view, one, **other)) {
                    assert!(G::are_alike(&view, other, one));
                    let (one_words, other_words) = (one.to_string(), other.to_string());
                    let cards = |words: &'_ str| -> Vec<String> {
                        let all = cards_of(words.split_once(' ').expect("it names cards").1);
                        let mut all: Vec<String> = all.into_iter().map(str::to_owned).collect();
                        all.sort();
                        all
                    };
                    let (left, right) = (cards(&one_words), cards(&other_words));
                    let only = |of: &'_ [String], not: &'_ [String]| -> Vec<String> {
                        of.iter().filter(|card| !not.contains(card)).cloned().collect()
                    };
                    let (left, right) = (only(&left, &right), only(&right, &left));
                    let (left, right): (Vec<&str>, Vec<&str>) =
                        (left.iter().map(String::as_str).collect(), right.iter().map(String::as_str).collect());
                    for number in 0..4 {
                        let (mut here, mut there) = (deal.clone(), deal.clone());
                        here.apply(seat, one);
                        there.apply(seat, other);
                        let mut rng = Rng::new(number);
                        while let Some(next) = here.turn().must().first() {
                            assert_eq!(here.turn().must(), there.turn().must(), "{one} and {other}");
                            let action = here.rollout(next, &mut rng).expect("play waits for it");
                            let wanted = swapped(&action.to_string(), &left, &right);
                            let mut possible = Vec::new();
                            there.legal(next, &mut possible);
                            let same = possible.into_iter().find(|a| swapped(&a.to_string(), &[], &[]) == wanted);
                            here.apply(next, action);
                            there.apply(next, same.unwrap_or_else(|| panic!("{one}, {other}: no {wanted}")));
                        }
                        assert_eq!(here.points(), there.points(), "{one} and {other}");
                    }
                    pairs.set(pairs.get() + 1);
                }
            }
        });
        pairs.get()
    }
}

#[test]
fn actions_that_are_equal_in_play_bring_everybody_the_same_whatever_follows() {
    let pairs = |game| visit(game, Alike).unwrap();
    for game in ["hearts", "schwarze-dame", "la-dame-noire"] {
        assert!(pairs(game) > 0, "{game}");
    }
    // In Kaël, cards of the same value count as one choice, so no two choices are interchangeable.
    assert_eq!(pairs("kael"), 0);
}

/// Checks that the judgement of a mistake contains all legal actions, with the same facts as in the list of choices.
/// Any other judgement must contain no legal actions.
fn can_be_tried_again(judgement: &Judgement, possible: &[String]) {
    let legal: Vec<&str> = judgement.legal.iter().filter_map(|one| one["action"].as_str()).collect();
    assert_eq!(legal, if judgement.cost.points > 0.0 { possible } else { &[] });
    for choice in judgement.advice.choices.iter().filter(|choice| choice.action.is_some() && !legal.is_empty()) {
        assert!(judgement.legal.contains(&choice.legal), "{choice:?}");
    }
    let listed = |action: &str| judgement.advice.choices.iter().any(|choice| choice.action.as_deref() == Some(action));
    for (action, same) in &judgement.alike {
        assert!(legal.contains(&action.as_str()) && !listed(action) && listed(same), "{judgement:?}");
    }
}

/// Checks that advice and judgement of one decision agree for every action. Both have the same figures. The order, the
/// cost and the marks depend only on these figures.
fn never_contradict(game: &str, advised: &[Choice], judgement: &Judgement) {
    let choices = &judgement.advice.choices;
    let figures = |choice: &Choice| (choice.action.clone(), choice.expected.expect("weighed").points, choice.rash);
    let is_advised = |choice: &&Choice| advised.iter().any(|other| other.action == choice.action);
    let mut same: Vec<_> = choices.iter().filter(is_advised).map(figures).collect();
    let mut list: Vec<_> = advised.iter().map(figures).collect();
    // If what was done comes first, the other choices follow by their points, the advised one among them.
    if !is_advised(&&choices[0]) {
        assert_eq!(choices[0], judgement.done);
        for figures in [&mut same, &mut list] {
            figures.sort_by(|one, other| one.0.cmp(&other.0));
        }
    }
    assert_eq!(same, list, "{game}: advice and analysis differ");
    assert!(choices.len() <= advised.len() + 1, "{game}: the same choices, and what was done");
    assert!(choices.contains(&judgement.done), "{game}: what was done is in the list");
    for list in [advised, choices] {
        let points = |choice: &Choice| choice.expected.expect("weighed").points;
        assert!(!list[0].rash || list.iter().all(|choice| choice.rash), "{game}: what is rash is not advised");
        let mut sensible = list.iter().filter(|choice| !choice.rash);
        let most = points(sensible.next().expect("something is not rash"));
        let by_net = ["schwarze-dame", "hearts"].contains(&game);
        let is_less = |choice: &Choice| points(choice) <= most || by_net && choice.expected.expect("weighed").equal;
        assert!(sensible.all(is_less), "{game}: the first has the most: {list:?}");
        assert!(list[1..].is_sorted_by(|a, b| points(a) >= points(b)), "{game}: {list:?}");
        for choice in list {
            let tenths = points(choice) * 10.0;
            assert!((tenths - tenths.round()).abs() < 1e-6, "{game}: rounded once: {choice:?}");
        }
    }
    // The cost is the difference of the points in the list, or 0 if the action is about equal.
    let (best, done) = (choices[0].expected.expect("weighed"), judgement.done.expected.expect("weighed"));
    let gap = format!("{:.1}", best.points - done.points);
    match judgement.cost.points {
        0.0 => assert!(judgement.is_best() || done.equal || done.points > best.points, "{game}: {judgement:?}"),
        cost => assert_eq!(format!("{cost:.1}"), gap, "{game}: {judgement:?}"),
    }
    assert!(judgement.cost.points >= 0.0);
    if judgement.is_best() {
        assert_eq!(judgement.cost.points, 0.0);
    }
}

#[test]
fn whatever_was_done_is_judged_with_the_figures_of_the_advice() {
    for entry in entries() {
        visit(entry.id, Worst).unwrap();
    }
}

#[test]
fn a_plan_with_unknown_cards_is_not_called_a_win() {
    struct Unknown;
    impl Visit for Unknown {
        type Output = ();
        fn visit<G: CardGame>(self) {
            let (never, seat) = (AtomicBool::new(false), Seat::new(0));
            let options = serde_json::json!({"fill_empty": "choice", "redeals": 0});
            let rules = game::read_value::<G::Rules>(&options).expect("the options of the game");
            let standing = G::start(&rules, 1).unwrap();
            for number in 1..=6 {
                let deal = G::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(number)));
                let advice = advise(G::ID, &decision(&deal, seat, 0.0, None), BUDGET, &never).unwrap();
                assert!(advice.reasons.iter().all(|reason| reason.key != "wins"), "{advice:?}");
            }
        }
    }
    visit("rouge-et-noir", Unknown).unwrap();
}

#[test]
fn who_is_told_to_stop_has_an_answer_all_the_same() {
    struct Stopped;
    impl Visit for Stopped {
        type Output = ();
        fn visit<G: CardGame>(self) {
            let now = AtomicBool::new(true);
            positions::<G>(|deal, seat, rules, standing| {
                let before = game::utility::<G>(rules, standing, seat);
                let advice = advise(G::ID, &decision(&deal, seat, before, None), BUDGET, &now).unwrap();
                assert!(advice.choices[0].action.is_some(), "{}", G::ID);
            });
        }
    }
    for entry in entries() {
        visit(entry.id, Stopped).unwrap();
    }
}

/// Returns the number of positions found in which saying Kaël is rash, and in which the seat can only say Kaël or lay
/// its last card.
struct LastCard;

impl Visit for LastCard {
    type Output = usize;
    fn visit<G: CardGame>(self) -> usize {
        let never = AtomicBool::new(false);
        let rules = G::Rules::default();
        let standing = G::start(&rules, 4).unwrap();
        let mut count = 0;
        for number in 1..=150 {
            let mut deal = G::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(number)));
            let mut rng = Rng::new(number);
            for _ in 0..80 {
                let Turn::Open { must, .. } = deal.turn() else { break };
                let seat = must.first().expect("play waits for somebody");
                let mut legal = Vec::new();
                deal.legal(seat, &mut legal);
                let view = deal.view(Viewer::Seat(seat));
                // The call has to be rash whichever worlds are sampled.
                let rash =
                    |action| (1..9).all(|dice| G::is_rash(&view, action, &G::sampler(&view), &mut Rng::new(dice)));
                if let [lay, call] = legal[..]
                    && call.to_string() == "kael"
                    && rash(call)
                {
                    count += 1;
                    let before = game::utility::<G>(&rules, &standing, seat);
                    let advice = advise(G::ID, &decision(&deal, seat, before, None), BUDGET, &never).unwrap();
                    let actions: Vec<_> = advice.choices.iter().map(|choice| choice.action.clone().unwrap()).collect();
                    assert_eq!(actions, [lay.to_string(), call.to_string()], "a rash call is not advised");
                    assert!(advice.choices.iter().all(|choice| choice.expected.is_some()), "{advice:?}");
                    // Without time to simulate, the rash call is not advised either.
                    let advice =
                        advise(G::ID, &decision(&deal, seat, before, None), BUDGET, &AtomicBool::new(true)).unwrap();
                    assert_eq!(advice.choices[0].action, Some(lay.to_string()));
                    for done in [lay, call] {
                        let decision = decision(&deal, seat, before, Some(done));
                        let judgement = judge(G::ID, &decision, BUDGET, &never).unwrap().expect("there is a choice");
                        assert_eq!(judgement.advice.choices[0].action, Some(lay.to_string()));
                        assert!(judgement.done.expected.is_some());
                        assert!(!judgement.is_best() || judgement.cost.points == 0.0);
                    }
                }
                let action = deal.rollout(seat, &mut rng).expect("who must act acts");
                deal.apply(seat, action);
            }
        }
        count
    }
}

#[test]
fn a_rash_call_of_the_last_card_is_weighed_but_not_advised() {
    let for_four = entries().into_iter().filter(|entry| entry.seats.contains(&4));
    let count: usize = for_four.map(|entry| visit(entry.id, LastCard).unwrap()).sum();
    assert!(count > 4, "{count}");
}

/// A count of the rule player's choices in decisions with several answers. Returns how many have a reason, how many
/// there are, and the choices without a reason.
struct Reasoned;

impl Visit for Reasoned {
    type Output = (u32, u32, Vec<String>);
    fn visit<G: CardGame>(self) -> Self::Output {
        let rules = G::Rules::default();
        let seats = entries().into_iter().find(|entry| entry.id == G::ID).expect("it is listed").usual_seats;
        let standing = G::start(&rules, seats).unwrap();
        let (mut with, mut all, mut without) = (0, 0, Vec::new());
        for number in 2_000_001..=2_000_030 {
            let mut deal = G::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(number)));
            let mut rng = Rng::new(number);
            for _ in 0..200 {
                let Turn::Open { must, may } = deal.turn() else { break };
                let mut next = None;
                for seat in may.from_seat(deal.first_asked(), seats).chain(must.first()) {
                    let mut legal = Vec::new();
                    deal.legal(seat, &mut legal);
                    let (view, must) = (deal.view(Viewer::Seat(seat)), must.has(seat));
                    let choice = G::suggest(&view, &legal, must, &mut rng);
                    if legal.len() + usize::from(!must) > 1 {
                        all += 1;
                        match G::reasons(&view, choice).is_empty() {
                            false => with += 1,
                            true => without.push(choice.map_or("not now".to_owned(), |action| action.to_string())),
                        }
                    }
                    if let Some(action) = choice {
                        next = Some((seat, action));
                        break;
                    }
                }
                let (seat, action) = next.expect("who must act acts");
                deal.apply(seat, action);
            }
        }
        (with, all, without)
    }
}

#[test]
fn nine_choices_of_ten_have_a_reason_in_every_game() {
    for entry in entries() {
        let (with, all, without) = visit(entry.id, Reasoned).unwrap();
        assert!(all > 300, "{}: {all}", entry.id);
        assert!(with * 10 >= all * 9, "{}: {with} of {all}, not {without:?}", entry.id);
    }
}

/// The number of searches of a position, and the simulated deals of each.
const SEARCHES: u64 = 24;
const DEALS: u32 = 150;

/// A comparison of the scatter of a figure over searches with other seeds, and its reported standard error. Returns the
/// square of their ratio for each position. The figure is the difference between the two choices that the first search
/// puts first.
struct Scatter;

impl Visit for Scatter {
    type Output = Vec<f64>;
    fn visit<G: CardGame>(self) -> Vec<f64> {
        let never = AtomicBool::new(false);
        let ratios = RefCell::new(Vec::new());
        positions::<G>(|deal, seat, rules, standing| {
            let decision = decision(&deal, seat, game::utility::<G>(rules, standing, seat), None);
            let search = |seed| {
                let budget = AdviceBudget { simulations: Some(DEALS), seed: Seed::numbered(seed) };
                advise(G::ID, &decision, budget, &never).unwrap().choices
            };
            let first = search(0);
            let [one, other, ..] = &first[..] else { return };
            let found: Vec<(f64, f64)> = (1..=SEARCHES)
                .filter_map(|seed| {
                    let choices = search(seed);
                    let of = |choice: &Choice| choices.iter().find(|found| found.action == choice.action)?.expected;
                    let (one, other) = (of(one)?, of(other)?);
                    // The advised choice alone has no error.
                    let error = one.error.xor(other.error)?;
                    Some((one.points - other.points, error))
                })
                .collect();
            let count = found.len() as f64;
            let mean = found.iter().map(|(gap, _)| gap).sum::<f64>() / count;
            let scatter = found.iter().map(|(gap, _)| (gap - mean) * (gap - mean)).sum::<f64>() / (count - 1.0);
            let error = found.iter().map(|(_, error)| error * error).sum::<f64>() / count;
            // Figures are rounded to tenths.
            if found.len() as u64 * 2 > SEARCHES && error > 0.04 {
                ratios.borrow_mut().push(scatter / error);
            }
        });
        ratios.into_inner()
    }
}

#[test]
fn figures_scatter_as_much_as_their_standard_errors_say() {
    let ratio = |game| {
        let squares = visit(game, Scatter).unwrap();
        assert!(squares.len() >= 2, "{game}: {squares:?}");
        let ratio = (squares.iter().sum::<f64>() / squares.len() as f64).sqrt();
        println!(
            "{game}: {ratio:.2}, of each position {:.2?}",
            squares.iter().map(|one| one.sqrt()).collect::<Vec<_>>()
        );
        ratio
    };
    let ratios = ["schwarze-dame", "hearts", "la-dame-noire", "kael"].map(ratio);
    assert!(ratios.iter().all(|ratio| (0.7..1.4).contains(ratio)), "{ratios:?}");
}
