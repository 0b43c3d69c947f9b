//! Failures of nodes that share a table.

use std::time::Duration;

use crate::person::Mood;
use crate::simulation::{SimulatedEvent, Simulation};

impl Simulation {
    /// Schedules the first failure, if several nodes share the table. It comes early, because some comparisons of two
    /// worlds end soon.
    pub(crate) fn begin_trouble(&mut self) {
        if self.is_shared() && !self.mask.no_crash {
            let pause = self.pause(3_000);
            self.later(pause, SimulatedEvent::Trouble);
        }
    }

    /// Makes something go wrong: a process is killed or stopped, connections between nodes end, or the database fails
    /// over.
    pub(crate) fn trouble(&mut self) {
        if self.mood != Mood::Lively {
            return;
        }
        // Half of the time the owner of the table is chosen, because its failures matter most.
        let node = match self.rng.below(2) {
            0 => self.database.owner().unwrap_or(0),
            _ => self.rng.below(self.nodes.len() as u32) as usize,
        };
        match self.rng.below(6) {
            5 => self.end_some_lines(),
            0 | 1 if !self.nodes[node].is_dead => self.kill(node),
            2 | 3 if !self.nodes[node].is_dead => {
                self.counted.count("pauses");
                self.nodes[node].paused_until = self.clock + self.pause(12_000);
            }
            _ => self.plan_failover(),
        }
        let pause = Duration::from_secs(2) + self.pause(14_000);
        self.later(pause, SimulatedEvent::Trouble);
    }

    /// Ends the failures of nodes and of their database.
    pub(crate) fn end_trouble(&mut self) {
        self.network.trouble = [0, 2];
        self.database.fails_at_write = None;
    }
}
