//! A search for a shorter table that breaks a promise: it leaves out people, failures and acts as long as the same
//! promise is still broken.

use crate::counted::Counted;
use crate::plan::{Mask, Plan};
use crate::simulation::{Broken, Simulation};

/// The shortest table found that breaks a promise.
#[derive(Clone, Debug)]
pub struct Shortest {
    /// The plan.
    pub plan: Plan,
    /// The parts of the plan that are left out.
    pub mask: Mask,
    /// The promise that is broken.
    pub broken: Broken,
    /// The last events before the promise was broken.
    pub trace: Vec<String>,
    /// The counts up to that point.
    pub counted: Counted,
}

/// The greatest number of shorter tables that the search plays.
const TRIES: usize = 80;

/// Plays a table. If the table breaks a promise, searches for the shortest table that breaks the same promise.
///
/// # Errors
/// Returns the shortest table that was found.
pub fn play(plan: &Plan) -> Result<Counted, Box<Shortest>> {
    match Simulation::new(plan.clone(), Mask::default()).play() {
        Ok(counted) => Ok(counted),
        Err(broken) => Err(Box::new(shorten(plan, broken))),
    }
}

fn shorten(plan: &Plan, broken: Broken) -> Shortest {
    let mut best = attempt(plan, Mask::default()).unwrap_or_else(|| panic!("a seed replays: {broken:?}"));
    let mut tries = 0;
    let mut try_mask = |best: &mut Shortest, mask: Mask| {
        tries += 1;
        let found = (tries <= TRIES).then(|| attempt(plan, mask)).flatten();
        let shorter = found.filter(|found| found.broken.check == best.broken.check);
        let fails = shorter.is_some();
        if let Some(found) = shorter {
            *best = found;
        }
        fails
    };
    let people = usize::from(plan.people) + usize::from(plan.strangers);
    for change in 0..5 {
        let mut mask = best.mask.clone();
        match change {
            0 => mask.no_crash = true,
            1 => mask.no_refusals = true,
            2 => mask.no_losses = true,
            3 => mask.no_repeats = true,
            _ => mask.no_mischief = true,
        }
        try_mask(&mut best, mask);
    }
    for person in (1..people).rev() {
        let mut mask = best.mask.clone();
        mask.people.insert(person);
        try_mask(&mut best, mask);
    }
    // Leaves out acts in ever smaller groups.
    let mut piece = best.acts().div_ceil(2).max(1);
    while piece > 0 {
        let mut first = 1;
        while first <= best.acts() {
            let mut mask = best.mask.clone();
            mask.acts.extend(first..first + piece);
            if mask != best.mask {
                try_mask(&mut best, mask);
            }
            first += piece;
        }
        piece /= 2;
    }
    best
}

impl Shortest {
    fn acts(&self) -> u64 {
        self.counted.of("steps")
    }
}

fn attempt(plan: &Plan, mask: Mask) -> Option<Shortest> {
    let mut simulation = Simulation::new(plan.clone(), mask.clone());
    simulation.trace = Some(Default::default());
    let broken = simulation.play().err()?;
    let trace = simulation.trace.take().into_iter().flatten().collect();
    Some(Shortest { plan: plan.clone(), mask, broken, trace, counted: simulation.counted })
}

impl std::fmt::Display for Shortest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Shortest { plan, mask, broken, trace, .. } = self;
        let words: String = broken.words.chars().take(3000).collect();
        writeln!(f, "seed {} of {} breaks promise {}: {words}", plan.seed, plan.game, broken.check)?;
        writeln!(
            f,
            "{} seats, {} people, {} others, options {:?}",
            plan.seats, plan.people, plan.strangers, plan.options
        )?;
        writeln!(f, "{:?}", plan.settings)?;
        let left_out = mask.acts.len();
        writeln!(
            f,
            "left out: people {:?}, {left_out} acts, {:?}",
            mask.people,
            Mask { acts: Default::default(), ..mask.clone() }
        )?;
        trace.iter().try_for_each(|line| writeln!(f, "  {line}"))
    }
}
