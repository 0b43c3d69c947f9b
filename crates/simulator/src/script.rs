//! Scripts of people and bots in two worlds that agree with everything that a seat has seen. In both worlds the acts
//! are the same, or look the same to other seats. This file also computes the public part of stored entries.

use game::{Rng, Seat, Viewer};
use protocol::{Command, Phrase};
use room::log_entry::LogEntry;
use serde_json::Value;
use table::{AnyTable, Entry, MatchPhase};

use crate::witness::is_act;

/// The reasons why a comparison ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// A public action was legal, or was done, in one world only.
    Differs,
    /// The seat has seen a card that it did not know, and that may differ between the worlds.
    Shown,
    /// The deal has ended.
    Over,
    /// The script has ended.
    Script,
}

/// The seat whose player must not be able to distinguish two worlds, and a function that shows an action as other seats
/// see it.
#[derive(Clone, Copy)]
pub struct SharedView {
    /// The seat.
    pub viewer: Seat,
    /// Returns an action as other seats see it.
    pub seen: fn(&str) -> String,
}

/// A script for all people and bots in both worlds.
pub struct TwinScript {
    /// The view that both worlds share.
    pub shared: SharedView,
    /// The random numbers that are the same in both worlds.
    pub rng: Rng,
    /// The number of commands that have been named.
    pub cmd: u32,
    /// The actions that were legal for the seat at some time. Later commands of the script name them.
    known: Vec<String>,
}

impl TwinScript {
    /// Creates a script at its beginning.
    pub fn new(shared: SharedView, rng: Rng) -> TwinScript {
        TwinScript { shared, rng, cmd: 0, known: Vec::new() }
    }

    /// Returns the command that a seat's person sends in each world, if there is one.
    pub fn command(&mut self, seat: Seat, tables: [&dyn AnyTable; 2]) -> Option<[Command; 2]> {
        self.cmd += 1;
        let cmd = format!("{}-{}", seat.index(), self.cmd);
        let [one, other] = tables.map(|table| table.legal(seat));
        for action in one.iter().filter(|_| seat == self.shared.viewer) {
            if self.known.len() < 200 && !self.known.contains(action) {
                self.known.push(action.clone());
            }
        }
        let both = self.shared.in_both(seat, [&one, &other]);
        let dice = self.rng.below(100);
        let at = tables[0].at(seat);
        let must = tables[0].must().has(seat);
        // At a table with one seat nearly every action shows a card and ends the comparison. So at such a table the
        // script often sends commands that are not actions.
        let alone = tables[0].setup().names.len() == 1;
        if alone && dice.is_multiple_of(4) {
            let n = 1 + dice / 40;
            let command = if dice.is_multiple_of(8) { Command::Undo { cmd, n } } else { Command::Redo { cmd, n } };
            return Some([command.clone(), command]);
        }
        if dice < if alone { 10 } else { 70 } && !both.is_empty() && (must || dice < 25) {
            let (here, there) = both[self.rng.below(both.len() as u32) as usize].clone();
            return Some([here, there].map(|action| Command::Act { cmd: cmd.clone(), at, action }));
        }
        let command = self.other_command((cmd, dice, at), seat == self.shared.viewer, [&one, &other])?;
        Some([command.clone(), command])
    }

    fn other_command(
        &mut self,
        (cmd, dice, at): (String, u32, u32),
        own: bool,
        legal: [&[String]; 2],
    ) -> Option<Command> {
        let known =
            (!self.known.is_empty()).then(|| self.known[self.rng.below(self.known.len() as u32) as usize].clone());
        let other = self.rng.below(8);
        let action = known.filter(|_| own).unwrap_or_else(|| format!("cut {0} {0}", 1 + other));
        match dice % 16 {
            0 => Some(Command::Frame {}),
            1 | 2 => Some(Command::Why { cmd, action }),
            3 if own => Some(Command::Advise { cmd }),
            4 => Some(Command::Phrase { cmd, phrase: Phrase::Hello }),
            5 => Some(Command::Say { cmd, text: "Well".to_owned() }),
            6 => Some(Command::Arm { cmd, action: format!("cut {0} {0}", 1 + other), on: true }),
            7 => Some(Command::Pause { cmd, on: other > 2 }),
            8 => Some(Command::Next { cmd }),
            12 => Some(Command::Review { cmd, deal: 0, step: other }),
            11 => Some(Command::StandIn { cmd, seat: other as u8, on: true }),
            9 | 10 if own => {
                // An action is sent only if it is refused in both worlds, with a refusal that must have the same text.
                let refused = !legal.iter().any(|legal| legal.contains(&action));
                refused.then_some(Command::Act { cmd, at, action })
            }
            _ => None,
        }
    }
}

impl SharedView {
    /// Returns the action that a seat's bot does in a world: an action that is legal in both worlds, if there is one.
    /// `at` is the number of the seat's decision.
    pub fn answer(self, world: usize, (seat, must, at): (Seat, bool, u32), legal: [&[String]; 2]) -> Option<String> {
        let draw = Rng::stream(u64::from(at), seat.index() as u64).bits();
        if !must && draw.is_multiple_of(2) {
            return None;
        }
        let both = self.in_both(seat, legal);
        match both.get((draw >> 8) as usize % both.len().max(1)) {
            Some(both) => Some([&both.0, &both.1][world].clone()),
            None if must => legal[world].first().cloned(),
            None => None,
        }
    }

    /// Returns pairs of actions, one for each world, that are legal in their worlds and look the same to other seats.
    fn in_both(self, seat: Seat, [one, other]: [&[String]; 2]) -> Vec<(String, String)> {
        let same = one.iter().filter(|action| other.contains(action)).map(|action| (action.clone(), action.clone()));
        let same: Vec<(String, String)> = same.collect();
        if !same.is_empty() || seat == self.viewer {
            return same;
        }
        let alike = |action: &String| {
            let public = (self.seen)(action);
            let other = other.iter().find(|other| public != **other && (self.seen)(other) == public)?;
            Some((action.clone(), other.clone()))
        };
        one.iter().filter_map(alike).collect()
    }

    /// Compares the entries of both worlds. If they differ in a permitted way, returns the end of the comparison.
    ///
    /// # Errors
    /// If anything except an action differs.
    pub fn differs(self, entries: [&[LogEntry]; 2]) -> Result<Option<End>, String> {
        let public = entries.map(|entries| entries.iter().map(|entry| self.public(entry)).collect::<Vec<_>>());
        let [here, there] = &public;
        if here == there {
            return Ok(None);
        }
        // A difference is permitted in two cases: a claim is legal in one world only, or a bot had no action that is
        // legal in both worlds.
        match entries.into_iter().flatten().any(is_act) {
            true => Ok(Some(End::Differs)),
            false => Err(format!("{here:?} is stored here, and there {there:?}")),
        }
    }

    /// Returns an entry as everybody may know it.
    fn public(self, logged: &LogEntry) -> String {
        match serde_json::from_str(&logged.entry) {
            Ok(Entry::Act { seat, action }) if seat != self.viewer => {
                let mut value: Value = serde_json::from_str(&logged.entry).expect("it was read");
                value["action"] = Value::String((self.seen)(&action));
                format!("{} {value}", logged.at_ms)
            }
            _ => format!("{} {}", logged.at_ms, logged.entry),
        }
    }

    /// Returns the end of the comparison if the deal is over or the seat's views differ. The views differ if the rules
    /// have shown the seat a card. The games' own tests (`game::laws`) check that views show no other cards.
    pub fn is_over(self, tables: [&dyn AnyTable; 2]) -> Option<End> {
        if tables.iter().any(|table| table.phase() != MatchPhase::Deal) {
            return Some(End::Over);
        }
        let [here, there] = tables.map(|table| table.view(Viewer::Seat(self.viewer)));
        (here != there).then_some(End::Shown)
    }
}

/// Describes the first message that was sent in one world only.
pub fn difference([here, there]: &[Vec<String>; 2]) -> Option<String> {
    if here == there {
        return None;
    }
    let (here, there) = match here.iter().zip(there).find(|(here, there)| here != there) {
        Some((here, there)) => (here.clone(), there.clone()),
        None => (format!("{} messages: {here:?}", here.len()), format!("{}: {there:?}", there.len())),
    };
    Some(format!("in one world\n  {here}\nand in the other\n  {there}"))
}
