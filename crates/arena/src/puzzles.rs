//! Puzzles: the search for decisions of bot matches that have one clearly best choice, and the check of puzzles.

use std::sync::atomic::AtomicBool;

use catalog::{
    AdviceBudget, BestChoice, CatalogError, MinedPuzzle, PuzzleFile, PuzzleHead, best_choice, choice_facts, choices,
    pack_path, turning_point,
};
use game::{MatchPhase, Rng, Seat, sort_compactly};
use table::{AnyTable, Intent};

/// The levels of the bots whose matches are searched. Each seat has one of them at random.
const LEVELS: [&str; 4] = ["beginner", "club", "expert", "master"];

/// The bots that try a puzzle, and how many of each.
const TRYING: [(&str, u32); 3] = [("beginner", 8), ("club", 4), ("expert", 4)];

/// A puzzle has this rating, plus `HARDER` for each of these bots that does not find its answer.
const EASIEST: u32 = 800;
const HARDER: u32 = 75;

/// The least margin of a puzzle, in points. With a smaller margin the best choice can be clear, but it hardly matters.
const LEAST: f64 = 0.5;

/// The most decisions of a deal that are judged.
const JUDGED: usize = 24;

/// In a solitaire, only decisions at most this number of actions before the last winnable position are searched.
const NEAR: usize = 12;

/// The most actions of a deal.
const CAP: usize = 1_000;

/// The second search simulates this many times as many deals as the first.
const SECOND: u32 = 10;

static NEVER: AtomicBool = AtomicBool::new(false);

/// An action of a played deal.
struct PlayedStep {
    seat: Seat,
    action: String,
    /// Its place among the choices of all seats, and their number.
    place: (usize, usize),
    /// The seats that had a choice here.
    deciding: Vec<Seat>,
}

/// Lets bots play the first deal of a match, and searches its decisions in random order. In a solitaire, searches them
/// from the last to the first. Returns the first decision that is a puzzle: its best choice is clear, it is the same and
/// clear again in a second search with ten times as many other deals, and at least one of the bots in `TRYING` chooses
/// another action. The result depends only on the arguments.
///
/// A deal has at most one puzzle. With two puzzles, the actions before the later one would show the answer to the
/// earlier one.
///
/// # Errors
/// If the game cannot be played, or is a solitaire that cannot be solved.
pub fn mine_puzzle(head: &PuzzleHead, index: u64) -> Result<Option<MinedPuzzle>, CatalogError> {
    let (steps, last) = play(head, index)?;
    let mut rng = Rng::new(head.dice().of_bot(index, u8::MAX));
    let decisions =
        steps.iter().enumerate().flat_map(|(after, step)| step.deciding.iter().map(move |seat| (after, *seat)));
    let mut decisions: Vec<(usize, Seat)> = decisions.collect();
    rng.shuffle(&mut decisions);
    if let Some(solitaire) = last.solitaire() {
        // If only one action keeps a win, the decision is nearly always near the place at which the deal was lost.
        let Some(lost) = turning_point(solitaire.face_up(), &mut |_| {}, &NEVER)?.winnable else { return Ok(None) };
        decisions.retain(|(after, _)| (lost.saturating_sub(NEAR)..=lost).contains(after));
        sort_compactly(&mut decisions, |one, other| other.cmp(one));
    }
    let seeds = [rng.bits(), rng.bits()];
    for (after, seat) in decisions.into_iter().take(JUDGED) {
        let mut table = head.table(index)?;
        for step in &steps[..after] {
            act(&mut *table, step.seat, &step.action);
        }
        // If seats choose at the same time, each decision is judged in the position in which it began.
        if table.decision(seat).is_none_or(|decision| decision.after != after) {
            continue;
        }
        let Some(best) = clear_choice(head, &*table, seat, seeds)? else { continue };
        let question = table.question(seat).expect("the seat decides here");
        let facts = choice_facts(&head.game, &question, best.action.as_deref())?;
        let is_right = |answer: &Option<String>| {
            *answer == best.action || answer.as_ref().is_some_and(|answer| facts.alike.contains(answer))
        };
        let mut wrong = 0;
        for level in TRYING.into_iter().flat_map(|(level, count)| std::iter::repeat_n(level, count as usize)) {
            let mut bot = catalog::bot(&head.game, level, rng.bits())?;
            wrong += u32::from(!is_right(&bot.answer(table.question(seat).expect("as before"), &NEVER)));
        }
        if wrong == 0 {
            continue;
        }
        let legal = table.legal(seat);
        let answer = best.action.and_then(|best| legal.binary_search(&best).ok()).unwrap_or(legal.len());
        return Ok(Some(MinedPuzzle {
            index,
            seat,
            answer: answer as u32,
            margin: (best.margin * 10.0).round() as u32,
            error: (best.error * 100.0).round() as u32,
            rating: EASIEST + HARDER * wrong,
            themes: facts.themes,
            actions: after as u32,
            path: pack_path(steps[..after].iter().map(|step| step.place)),
        }));
    }
    Ok(None)
}

/// Judges a puzzle anew, by as long a search as the second one of mining. Returns whether its answer, or an action
/// interchangeable with it, is the best choice. In a puzzle of a solitaire no other choice may win.
///
/// # Errors
/// If the puzzle is damaged.
pub fn is_upheld(file: &PuzzleFile, puzzle: &MinedPuzzle, seed: u64) -> Result<bool, CatalogError> {
    let position = file.open(puzzle, &mut |_, _| {})?;
    let question = position.table.question(puzzle.seat).expect("the seat decides here");
    let facts = choice_facts(&file.head.game, &question, position.answer.as_deref())?;
    let Some(best) = search(&file.head, &*position.table, puzzle.seat, SECOND, seed)? else { return Ok(false) };
    if position.table.solitaire().is_some() {
        return Ok(best.is_clear && best.action == position.answer);
    }
    Ok(best.action == position.answer || best.action.is_some_and(|best| facts.alike.contains(&best)))
}

/// Returns the best choice if it is clear in the first search, and is the best and clear again in the second one.
fn clear_choice(
    head: &PuzzleHead,
    table: &dyn AnyTable,
    seat: Seat,
    [first, second]: [u64; 2],
) -> Result<Option<BestChoice>, CatalogError> {
    let is_good = |best: &BestChoice| best.is_clear && (table.solitaire().is_some() || best.margin >= LEAST);
    let found = search(head, table, seat, 1, first)?.filter(is_good);
    // The solver has proved the choice of a solitaire.
    let Some(found) = found else { return Ok(None) };
    if table.solitaire().is_some() {
        return Ok(Some(found));
    }
    Ok(search(head, table, seat, SECOND, second)?.filter(|again| is_good(again) && again.action == found.action))
}

fn search(
    head: &PuzzleHead,
    table: &dyn AnyTable,
    seat: Seat,
    times: u32,
    seed: u64,
) -> Result<Option<BestChoice>, CatalogError> {
    let simulations = head.simulations.saturating_mul(times);
    let budget = AdviceBudget { simulations: Some(simulations), seed: head.dice().of_match(seed) };
    best_choice(table, seat, budget, &NEVER)
}

/// Lets bots play the first deal of a match. Returns its actions, and the table after them.
fn play(head: &PuzzleHead, index: u64) -> Result<(Vec<PlayedStep>, Box<dyn AnyTable>), CatalogError> {
    let mut table = head.table(index)?;
    let seats = table.setup().names.len() as u8;
    // The stronger bots of a solitaire hardly ever lose.
    let levels = if seats == 1 { &LEVELS[..2] } else { &LEVELS[..] };
    let bot = |seat: Seat| {
        let mut rng = Rng::new(head.dice().of_bot(index, seat.index() as u8));
        catalog::bot(&head.game, rng.pick(levels), rng.bits())
    };
    let mut bots = Seat::all(seats).map(bot).collect::<Result<Vec<_>, _>>()?;
    let mut steps = Vec::new();
    while table.phase() == MatchPhase::Deal && steps.len() < CAP {
        let choices = choices(&*table);
        let (must, may) = (table.must(), table.may());
        let count = |seat| choices.iter().filter(|(who, _)| *who == seat).count();
        let deciding = (must | may).filter(|seat| count(*seat) + usize::from(may.has(*seat)) > 1).collect();
        let from = table.first_asked();
        let mut asked = may.from_seat(from, seats).chain(must.from_seat(from, seats).next());
        let answer = asked.find_map(|seat| {
            let question = table.question(seat).expect("the seat can act");
            bots[seat.index()].answer(question, &NEVER).map(|action| (seat, action))
        });
        let answer = answer.expect("a seat that must act has an answer");
        let place = choices.iter().position(|choice| *choice == answer).expect("bots play legal actions");
        let (seat, action) = answer;
        act(&mut *table, seat, &action);
        steps.push(PlayedStep { seat, action, place: (place, choices.len()), deciding });
    }
    Ok((steps, table))
}

fn act(table: &mut dyn AnyTable, seat: Seat, action: &str) {
    let accepted = table.check(Intent::act(seat, action)).expect("bots play legal actions");
    table.apply(accepted);
}
