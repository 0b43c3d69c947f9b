//! The owner of the table: how a node becomes or finds the owner, and when a node drops the table.

use std::time::Duration;

use room::ConnectionId;

use super::database::{CommitNumber, DatabaseRequest, Title};
use super::lines::Letter;
use super::member::NotTaken;
use crate::disk::Disk;
use crate::faults::Fault;
use crate::simulation::nodes::{NodeInput, TableState};
use crate::simulation::{Broken, Simulation};

/// The time that a person waits for a table whose owner has gone.
pub(crate) const TAKEN_WITHIN: Duration = Duration::from_secs(6);
const TRIED_AGAIN: Duration = Duration::from_millis(150);

impl Simulation {
    /// Returns true if a node needs a lease for the table.
    pub(crate) fn needs_lease(&self) -> bool {
        self.is_shared() && self.plan.fault != Some(Fault::LeaseIgnored)
    }

    pub(crate) fn drop_if_over(&mut self, node: usize) {
        let title = self.nodes[node].loaded().map(|loaded| loaded.title);
        if title.is_some_and(|title| !self.may_act(node, title)) {
            self.drop_table(node);
        }
    }

    fn may_act(&self, node: usize, title: Title) -> bool {
        let member = &self.nodes[node].member;
        !self.needs_lease() || (member.life == Some(title.life) && member.lease.is_good(member.moment(self.clock)))
    }

    /// Lets a person come to the table, over a socket of this node or of another node.
    pub(crate) fn arrives(&mut self, node: usize, tab: ConnectionId) -> Result<(), Broken> {
        match &mut self.nodes[node].table {
            TableState::Loaded(_) => return self.enter(node, tab),
            TableState::Wanted { waiting, .. } => waiting.push(tab),
            TableState::Unloaded => {
                let is_own = !self.nodes[node].member.arrived.contains_key(&tab);
                // Sometimes the node relies on the owner that it looked up last, which may have changed.
                if let Some(owner) = self.nodes[node].member.last_owner.filter(|_| is_own && self.rng.below(8) == 0) {
                    self.pass_on(node, owner, tab);
                    return Ok(());
                }
                let until = self.clock + TAKEN_WITHIN;
                self.nodes[node].table = TableState::Wanted { waiting: vec![tab], until };
                self.want(node);
            }
        }
        Ok(())
    }

    /// Requests the table from the database. Without a lease the node cannot get it.
    pub(crate) fn want(&mut self, node: usize) {
        let member = &self.nodes[node].member;
        match member.life.filter(|_| member.lease.is_good(member.moment(self.clock))) {
            Some(life) => {
                let commit = CommitNumber(self.number());
                self.ask(node, DatabaseRequest::Take { commit, life });
            }
            None => self.schedule_input(node, Duration::ZERO, NodeInput::Taken(Err(NotTaken::Away))),
        }
    }

    pub(crate) fn on_taken(&mut self, node: usize, taken: Result<Title, NotTaken>) -> Result<(), Broken> {
        let TableState::Wanted { until, .. } = &self.nodes[node].table else { return Ok(()) };
        match taken {
            Ok(title) => match self.nodes[node].member.early.take() {
                Some(disk) => return self.load_as_owner(node, title, &disk),
                None => self.ask(node, DatabaseRequest::Read(title)),
            },
            Err(NotTaken::Elsewhere(owner)) if owner != node => {
                if self.plan.fault == Some(Fault::ReadBeforeTaken) && self.nodes[node].member.early.is_none() {
                    self.nodes[node].member.early = Some(Box::new(self.disk.clone()));
                }
                return self.is_elsewhere(node, owner);
            }
            Err(NotTaken::Elsewhere(_)) if self.clock < *until => {
                self.schedule_input(node, TRIED_AGAIN, NodeInput::Want);
            }
            Err(_) => self.drop_table(node),
        }
        Ok(())
    }

    /// Forwards the waiting sockets of this node to the owner. All other waiting sockets are also answered: their nodes
    /// learn that the table is not here.
    fn is_elsewhere(&mut self, node: usize, owner: usize) -> Result<(), Broken> {
        let TableState::Wanted { waiting, .. } = &self.nodes[node].table else { return Ok(()) };
        let is_asked = waiting.iter().any(|tab| self.nodes[node].member.arrived.contains_key(tab));
        if is_asked
            && self.plan.fault == Some(Fault::NotOwnerServes)
            && let Some(life) = self.nodes[node].member.life
        {
            return self.load_as_owner(node, Title { life, epoch: 0 }, &self.disk.clone());
        }
        self.nodes[node].member.last_owner = Some(owner);
        let state = std::mem::replace(&mut self.nodes[node].table, TableState::Unloaded);
        let TableState::Wanted { waiting, .. } = state else { return Ok(()) };
        for tab in waiting {
            match self.nodes[node].member.arrived.remove(&tab) {
                Some(line) => self.post(line, 0, Letter::NotMine),
                None if self.people.tabs.contains_key(&tab) => self.pass_on(node, owner, tab),
                None => {}
            }
        }
        Ok(())
    }

    /// Loads the table from the data that the node has read, unless nobody wants it any more or the lease has run out.
    pub(crate) fn load_as_owner(&mut self, node: usize, title: Title, disk: &Disk) -> Result<(), Broken> {
        match self.nodes[node].table {
            TableState::Wanted { .. } if self.may_act(node, title) => self.load(node, title, disk),
            TableState::Wanted { .. } => {
                self.drop_table(node);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn socket_closed(&mut self, node: usize, tab: ConnectionId) -> Result<(), Broken> {
        match self.nodes[node].member.passed_on.remove(&tab) {
            Some(line) => {
                self.post(line, 1, Letter::Left);
                Ok(())
            }
            None => self.leaves(node, tab),
        }
    }
}
