//! A store in memory: for tests that need no disk and no waiting.

use std::collections::{BTreeMap, BTreeSet};
use std::future::ready;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::event_store::{
    Arrangement, Ending, EventStore, Import, Invited, Later, LogEntry, Most, Pending, Session, SessionId, StoreError,
    Stored, StoredRecord, StoredSetup, Terms, TokenHash, Write,
};
use crate::host::HostMemory;
use crate::{ClusterStore, DealResult, Device, DeviceStore, ResultStore};

/// A store in memory. Every answer comes at once, unless a test holds it back.
#[derive(Default)]
pub struct MemoryStore {
    /// `true` while answers to appended events are held.
    held: watch::Sender<bool>,
    /// `true` while nothing can be written.
    away: AtomicBool,
    /// The number of its lease; a test may let it end.
    lease: AtomicU64,
    state: Mutex<MemoryState>,
    pub(crate) results: Mutex<Vec<DealResult>>,
}

#[derive(Default)]
pub(crate) struct MemoryState {
    pub(crate) matches: BTreeMap<String, (Stored, Vec<LogEntry>)>,
    /// By number, from 1; `None` once forgotten.
    sessions: Vec<Option<SessionEntry>>,
    /// Other devices' hashes.
    pub(crate) devices: BTreeMap<TokenHash, (SessionId, Device)>,
    /// The hash of a session's link, when it ends, whether it was used.
    pub(crate) device_links: BTreeMap<SessionId, (TokenHash, i64, bool)>,
    pub(crate) invites: BTreeMap<TokenHash, Invited>,
    pub(crate) records: BTreeMap<String, (Option<SessionId>, StoredRecord)>,
    /// The people who have had a seat of a match that has begun.
    pub(crate) played: BTreeSet<(String, u8, SessionId)>,
    pub(crate) host: HostMemory,
}

/// A session.
pub(crate) struct SessionEntry {
    /// The device that it began on, unless that was logged out.
    pub(crate) first: Option<Device>,
    pub(crate) name: String,
    pub(crate) since_ms: i64,
}

impl MemoryState {
    pub(crate) fn session(&self, session: SessionId) -> Option<&SessionEntry> {
        self.sessions.get((session.0 - 1) as usize)?.as_ref()
    }

    pub(crate) fn session_ids(&self) -> Vec<SessionId> {
        (1..=self.sessions.len() as i64).map(SessionId).collect()
    }

    pub(crate) fn forget_session(&mut self, session: SessionId) {
        if let Some(known) = self.sessions.get_mut((session.0 - 1) as usize) {
            *known = None;
        }
        self.devices.retain(|_, (who, _)| *who != session);
        self.device_links.remove(&session);
        self.host.forget(session);
    }

    pub(crate) fn device(&mut self, hash: TokenHash) -> Option<&mut Device> {
        let firsts = self.sessions.iter_mut().flatten().filter_map(|known| known.first.as_mut());
        firsts.chain(self.devices.values_mut().map(|(_, device)| device)).find(|device| device.hash == hash)
    }

    pub(crate) fn log_out(&mut self, session: SessionId, hashes: &[TokenHash]) {
        self.devices.retain(|hash, (who, _)| *who != session || !hashes.contains(hash));
        if let Some(Some(known)) = self.sessions.get_mut((session.0 - 1) as usize) {
            known.first.take_if(|first| hashes.contains(&first.hash));
        }
    }

    fn note_who_plays(&mut self, table: &str) {
        let Some((stored, _)) = self.matches.get(table).filter(|(stored, _)| stored.setup.started_ms.is_some()) else {
            return;
        };
        let seats = (0_u8..).zip(&stored.setup.seats);
        self.played.extend(seats.filter_map(|(seat, seated)| Some((table.to_owned(), seat, seated.session?))));
    }
}

impl MemoryStore {
    /// From now on an append waits for its answer, or no longer.
    pub fn hold_answers(&self, held: bool) {
        self.held.send_replace(held);
    }

    /// From now on nothing can be written to tables, or something can again.
    pub fn set_away(&self, away: bool) {
        self.away.store(away, Ordering::SeqCst);
    }

    pub(crate) fn unend(&self, table: &str) {
        if let Some((stored, _)) = self.state().matches.get_mut(table).filter(|(stored, _)| stored.closed_ms.is_none())
        {
            stored.ending = None;
        }
    }

    /// The lease ends, and another begins at once: what was loaded before may be another's.
    pub fn end_lease(&self) {
        self.lease.fetch_add(1, Ordering::SeqCst);
    }

    pub(crate) fn known_results(&self) -> MutexGuard<'_, Vec<DealResult>> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, MemoryState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn now<T: Send + 'static>(result: Result<T, StoreError>) -> Pending<T> {
    Box::pin(ready(result))
}

impl ClusterStore for MemoryStore {}

impl EventStore for MemoryStore {
    fn lease(&self) -> Option<u64> {
        Some(self.lease.load(Ordering::SeqCst))
    }

    fn create(&self, setup: StoredSetup) -> Pending<()> {
        let mut state = self.state();
        if state.matches.contains_key(&setup.id) {
            return now(Err(StoreError::Conflict));
        }
        let id = setup.id.clone();
        state
            .matches
            .insert(id.clone(), (Stored { setup, ending: None, state: "{}".to_owned(), closed_ms: None }, Vec::new()));
        state.note_who_plays(&id);
        now(Ok(()))
    }

    fn write(&self, table: &str, write: Write) -> Pending<()> {
        let Write { arrangement, terms, first, events, clocks } = write;
        if self.away.load(Ordering::SeqCst) {
            let mut held = self.held.subscribe();
            return Box::pin(async move {
                // The store itself may have gone.
                let _ = held.wait_for(|held| !held).await;
                Err(StoreError::Away)
            });
        }
        let mut state = self.state();
        let Some((stored, log)) = state.matches.get_mut(table) else { return now(Err(StoreError::Conflict)) };
        let known = |event: &LogEntry| {
            event.cmd.is_some() && log.iter().any(|old| old.cmd == event.cmd && old.seat == event.seat)
        };
        let misplaced = !events.is_empty() && (log.len() as u64 != first || events.iter().any(known));
        let fits = |arrangement: &Arrangement| arrangement.seats.len() == stored.setup.seats.len();
        let too_late = terms.is_some() && stored.setup.started_ms.is_some();
        if misplaced || too_late || !arrangement.as_ref().is_none_or(fits) {
            return now(Err(StoreError::Conflict));
        }
        if let Some(Terms { rules, options, settings }) = terms {
            (stored.setup.rules, stored.setup.options, stored.setup.settings) = (rules, options, settings);
        }
        let logged = !events.is_empty();
        log.extend(events);
        if let Some(Arrangement { seats, host, started_ms, state: new }) = arrangement {
            (stored.setup.seats, stored.setup.host, stored.setup.started_ms) = (seats, host, started_ms);
            stored.state = new;
            state.note_who_plays(table);
        }
        if let (Some(clocks), Some((stored, _))) = (clocks, state.matches.get_mut(table)) {
            let mut object: serde_json::Value = serde_json::from_str(&stored.state).expect("an object");
            object["clocks"] = serde_json::from_str(&clocks).expect("JSON");
            stored.state = object.to_string();
        }
        if !logged {
            return now(Ok(()));
        }
        let mut held = self.held.subscribe();
        Box::pin(async move {
            // The store itself may have gone.
            let _ = held.wait_for(|held| !held).await;
            Ok(())
        })
    }

    fn enqueue(&self, later: Later) {
        // Data are written here before the future is returned.
        drop(match later {
            Later::Ended { table, ending } => self.end(&table, ending),
            Later::Reopened { table } => self.reopen(&table),
            Later::Results(results) => self.note_results(results),
            Later::DeviceSeen { device, seen_ms, browser } => self.note_device(device, seen_ms, &browser),
        });
    }

    fn end(&self, table: &str, ending: Ending) -> Pending<()> {
        if let Some((stored, _)) = self.state().matches.get_mut(table).filter(|(stored, _)| stored.closed_ms.is_none())
        {
            stored.ending = Some(ending);
        }
        now(Ok(()))
    }

    fn invite(&self, table: &str, token: TokenHash, expires_ms: i64, now_ms: i64, most: u32) -> Pending<bool> {
        let mut state = self.state();
        if state.invites.contains_key(&token) || !state.matches.contains_key(table) {
            return now(Err(StoreError::Conflict));
        }
        let live = state.invites.values().filter(|one| one.table == table && one.expires_ms > now_ms).count();
        if live >= most as usize {
            return now(Ok(false));
        }
        state.invites.insert(token, Invited { table: table.to_owned(), expires_ms });
        now(Ok(true))
    }

    fn invited(&self, token: TokenHash) -> Pending<Option<Invited>> {
        now(Ok(self.state().invites.get(&token).cloned()))
    }

    fn revoke_invites(&self, table: &str) -> Pending<()> {
        self.state().invites.retain(|_, invited| invited.table != table);
        now(Ok(()))
    }

    fn find(&self, table: &str) -> Pending<Option<Stored>> {
        now(Ok(self.state().matches.get(table).map(|(stored, _)| stored.clone())))
    }

    fn events(&self, table: &str) -> Pending<Vec<LogEntry>> {
        now(Ok(self.state().matches.get(table).map(|(_, log)| log.clone()).unwrap_or_default()))
    }

    fn tables_of(&self, session: SessionId, limit: u32) -> Pending<Vec<Stored>> {
        let state = self.state();
        let sits = |stored: &&Stored| stored.setup.seats.iter().any(|seat| seat.session == Some(session));
        let mut found: Vec<Stored> = state.matches.values().map(|(stored, _)| stored).filter(sits).cloned().collect();
        found.sort_by_key(|stored| std::cmp::Reverse(stored.setup.created_ms));
        found.truncate(limit as usize);
        now(Ok(found))
    }

    fn length(&self, table: &str) -> Pending<u64> {
        now(Ok(self.state().matches.get(table).map_or(0, |(_, log)| log.len() as u64)))
    }

    fn carried_out(&self, table: &str, seat: u8, cmd: &str) -> Pending<bool> {
        let known = |event: &LogEntry| event.seat == Some(seat) && event.cmd.as_deref() == Some(cmd);
        now(Ok(self.state().matches.get(table).is_some_and(|(_, log)| log.iter().any(known))))
    }

    fn writable(&self) -> Pending<()> {
        now(Ok(()))
    }

    fn runs(&self, session: SessionId, left_since_ms: i64) -> Pending<u32> {
        let state = self.state();
        let runs = |stored: &&Stored| {
            let StoredSetup { id, seats, host, created_ms, .. } = &stored.setup;
            let sits = seats.iter().any(|seat| seat.session == Some(session));
            let left = || {
                *created_ms > left_since_ms
                    && seats.iter().all(|seat| seat.session.is_none())
                    && state.played.iter().any(|(table, _, who)| table == id && *who == session)
            };
            stored.ending.is_none() && ((sits && *host == Some(session)) || left())
        };
        now(Ok(state.matches.values().map(|(stored, _)| stored).filter(runs).count() as u32))
    }

    fn begin_session(&self, token: TokenHash, name: &str, at_ms: i64) -> Pending<Session> {
        let mut state = self.state();
        if state.device(token).is_some() {
            return now(Err(StoreError::Conflict));
        }
        let first = Device { hash: token, since_ms: at_ms, seen_ms: at_ms, browser: String::new() };
        state.sessions.push(Some(SessionEntry { first: Some(first), name: name.to_owned(), since_ms: at_ms }));
        now(Ok(Session { id: SessionId(state.sessions.len() as i64), name: name.to_owned() }))
    }

    fn session(&self, token: TokenHash) -> Pending<Option<Session>> {
        let state = self.state();
        let mut sessions = (1..).zip(&state.sessions).filter_map(|(id, known)| Some((id, known.as_ref()?)));
        let device = state.devices.get(&token).map(|(who, _)| who.0);
        let is_first = |known: &SessionEntry| known.first.as_ref().is_some_and(|first| first.hash == token);
        let found = sessions.find(|(id, known)| is_first(known) || device == Some(*id));
        now(Ok(found.map(|(id, known)| Session { id: SessionId(id), name: known.name.clone() })))
    }

    fn rename(&self, session: SessionId, name: &str) -> Pending<()> {
        if let Some(Some(known)) = self.state().sessions.get_mut((session.0 - 1) as usize) {
            known.name = name.to_owned();
        }
        now(Ok(()))
    }

    fn import_records(&self, session: SessionId, records: Vec<StoredRecord>, most: Most) -> Pending<Import> {
        let mut state = self.state();
        let own = state.records.values().filter(|(from, _)| *from == Some(session));
        let (brought, bytes) = own.fold((0, 0), |(n, bytes), (_, record)| (n + 1, bytes + record.line.len() as u64));
        let new: BTreeMap<String, (Option<SessionId>, StoredRecord)> = records
            .into_iter()
            .filter(|record| !state.records.contains_key(&record.id))
            .map(|record| (record.id.clone(), (Some(session), record)))
            .collect();
        let more: u64 = new.values().map(|(_, record)| record.line.len() as u64).sum();
        let outcome = match new.len() {
            0 => Import::Stored,
            n => most.allows(brought + n as u64, bytes + more),
        };
        if outcome == Import::Stored {
            state.records.extend(new);
        }
        now(Ok(outcome))
    }

    fn imported_record(&self, id: &str) -> Pending<Option<String>> {
        now(Ok(self.state().records.get(id).map(|(_, record)| record.line.clone())))
    }
}
