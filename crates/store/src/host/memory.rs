//! [`HostStore`] for the store in memory.

use super::{AdminAction, Ban, DataPart, GuestLine, HostStore, READ_REPORT_MS, REPORT_MS, Report, TablesWanted};
use crate::event_store::{Ending, Stored};
use crate::memory::MemoryStore;
use crate::{Pending, SessionId, StoreError};

/// The data for hosts in memory.
#[derive(Default)]
pub(crate) struct HostMemory {
    bans: Vec<Ban>,
    admin_actions: Vec<AdminAction>,
    reports: Vec<Report>,
    last_report: i64,
}

impl HostMemory {
    pub(crate) fn forget(&mut self, session: SessionId) {
        self.bans.retain(|ban| ban.whom != format!("guest {}", session.0));
        self.reports.retain(|report| report.about != session);
        for report in &mut self.reports {
            report.by.take_if(|by| *by == session);
        }
    }
}

fn now<T: Send + 'static>(result: Result<T, StoreError>) -> Pending<T> {
    Box::pin(std::future::ready(result))
}

impl MemoryStore {
    fn guest_lines(&self) -> Vec<GuestLine> {
        let state = self.state();
        let line = |id: SessionId| {
            let known = state.session(id)?;
            let others = state.devices.values().filter(|(who, _)| *who == id).map(|(_, device)| device.seen_ms);
            let seen = known.first.as_ref().map_or(known.since_ms, |first| first.seen_ms);
            let plays = |stored: &&Stored| {
                stored.ending.is_none() && stored.setup.seats.iter().any(|seated| seated.session == Some(id))
            };
            let playing = state.matches.values().map(|(stored, _)| stored).filter(plays).count() as u32;
            let (name, since_ms) = (known.name.clone(), known.since_ms);
            Some(GuestLine { id, name, since_ms, seen_ms: others.fold(seen, i64::max), playing })
        };
        let mut lines: Vec<GuestLine> = state.session_ids().into_iter().filter_map(line).collect();
        lines.sort_by_key(|line| std::cmp::Reverse((line.seen_ms, line.id)));
        lines
    }
}

impl HostStore for MemoryStore {
    fn newest_tables(&self, wanted: TablesWanted, limit: u32) -> Pending<Vec<Stored>> {
        let mut found: Vec<Stored> = self.state().matches.values().map(|(stored, _)| stored.clone()).collect();
        found.retain(|stored| wanted == TablesWanted::All || stored.ending.is_none());
        found.sort_by_key(|stored| std::cmp::Reverse(stored.setup.created_ms));
        found.truncate(limit as usize);
        now(Ok(found))
    }

    fn close_table(&self, table: &str, ending: Ending) -> Pending<bool> {
        let mut state = self.state();
        let open = state.matches.get_mut(table).filter(|(stored, _)| stored.closed_ms.is_none());
        let Some((stored, _)) = open else { return now(Ok(false)) };
        stored.closed_ms = Some(ending.at_ms);
        stored.ending.get_or_insert(ending);
        now(Ok(true))
    }

    fn find_guests(&self, words: &str, limit: u32) -> Pending<Vec<GuestLine>> {
        let words = words.to_ascii_lowercase();
        let has = |name: &str| name.to_ascii_lowercase().contains(&words);
        let mut found = self.guest_lines();
        let state = self.state();
        found.retain(|line| {
            let seats = state.matches.values().flat_map(|(stored, _)| &stored.setup.seats);
            has(&line.name) || seats.into_iter().any(|seated| seated.session == Some(line.id) && has(&seated.name))
        });
        found.truncate(limit as usize);
        now(Ok(found))
    }

    fn guest(&self, id: SessionId) -> Pending<Option<GuestLine>> {
        now(Ok(self.guest_lines().into_iter().find(|line| line.id == id)))
    }

    fn remove_record(&self, id: &str) -> Pending<bool> {
        now(Ok(self.state().records.remove(id).is_some()))
    }

    fn ban(&self, ban: Ban) -> Pending<()> {
        let bans = &mut self.state().host.bans;
        bans.retain(|other| other.whom != ban.whom);
        bans.push(ban);
        bans.sort_by(|a, b| (a.at_ms, &a.whom).cmp(&(b.at_ms, &b.whom)));
        now(Ok(()))
    }

    fn lift_ban(&self, whom: &str) -> Pending<bool> {
        let bans = &mut self.state().host.bans;
        let before = bans.len();
        bans.retain(|ban| ban.whom != whom);
        now(Ok(bans.len() < before))
    }

    fn bans(&self) -> Pending<Vec<Ban>> {
        now(Ok(self.state().host.bans.clone()))
    }

    fn log_admin_action(&self, action: AdminAction) -> Pending<()> {
        self.state().host.admin_actions.push(action);
        now(Ok(()))
    }

    fn admin_actions(&self, limit: u32) -> Pending<Vec<AdminAction>> {
        let admin_actions = self.state().host.admin_actions.clone();
        let first = admin_actions.len().saturating_sub(limit as usize);
        now(Ok(admin_actions[first..].to_vec()))
    }

    fn report(&self, mut report: Report) -> Pending<Option<i64>> {
        let mut state = self.state();
        let known = [Some(report.about), report.by].into_iter().flatten().all(|who| state.session(who).is_some());
        if !known {
            return now(Err(StoreError::Conflict));
        }
        let same = |other: &&Report| {
            other.read_ms.is_none() && other.by.is_some() && (other.by, other.about) == (report.by, report.about)
        };
        if state.host.reports.iter().find(same).is_some() {
            return now(Ok(None));
        }
        state.host.last_report += 1;
        report.id = state.host.last_report;
        let id = report.id;
        state.host.reports.push(report);
        now(Ok(Some(id)))
    }

    fn reports(&self, unread: bool, limit: u32) -> Pending<Vec<Report>> {
        let state = self.state();
        let wanted = state.host.reports.iter().rev().filter(|report| !unread || report.read_ms.is_none());
        now(Ok(wanted.take(limit as usize).cloned().collect()))
    }

    fn read_report(&self, id: i64, at_ms: i64) -> Pending<Option<Report>> {
        let mut state = self.state();
        let found = state.host.reports.iter_mut().find(|report| report.id == id);
        now(Ok(found.map(|report| {
            report.read_ms.get_or_insert(at_ms);
            report.clone()
        })))
    }

    fn prune_reports(&self, now_ms: i64) -> Pending<u64> {
        let reports = &mut self.state().host.reports;
        let before = reports.len();
        reports.retain(|report| {
            report.at_ms >= now_ms - REPORT_MS && report.read_ms.is_none_or(|read| read >= now_ms - READ_REPORT_MS)
        });
        now(Ok((before - reports.len()) as u64))
    }

    fn waiting(&self) -> usize {
        0
    }

    fn bytes(&self) -> Pending<u64> {
        now(Ok(0))
    }

    fn data_parts(&self) -> Pending<Vec<DataPart>> {
        let state = self.state();
        let part = |name: &str, rows: usize| DataPart { name: name.to_owned(), rows: rows as u64, bytes: None };
        let events = state.matches.values().map(|(_, log)| log.len()).sum();
        let sessions = state.session_ids().into_iter().filter(|id| state.session(*id).is_some()).count();
        now(Ok(vec![
            part("matches", state.matches.len()),
            part("events", events),
            part("sessions", sessions),
            part("records", state.records.len()),
        ]))
    }
}
