//! One person on several devices. A link lets another device join the session; it works once and for a short time.
//! Each device has a token of its own. The store has only the hashes.

use rusqlite::{Connection, OptionalExtension, params};

use crate::memory::MemoryStore;
use crate::sqlite::Sqlite;
use crate::writer::store_error;
use crate::{Pending, Session, SessionId, StoreError, TokenHash};

/// The state of a link for another device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeviceLink {
    /// It was never made, or a newer one replaced it.
    Unknown,
    /// A device came with it.
    Used,
    /// Its time is over.
    Expired,
    /// It leads to this session until this time, in milliseconds since 1970.
    Good(Session, i64),
}

impl DeviceLink {
    pub(crate) fn of(session: Session, used: bool, expires_ms: i64, now_ms: i64) -> DeviceLink {
        if used {
            DeviceLink::Used
        } else if expires_ms <= now_ms {
            DeviceLink::Expired
        } else {
            DeviceLink::Good(session, expires_ms)
        }
    }
}

/// A browser that is a session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Device {
    /// The hash under which it is known.
    pub hash: TokenHash,
    /// Since when, in milliseconds since 1970.
    pub since_ms: i64,
    /// When it was last seen, as far as that was noted.
    pub seen_ms: i64,
    /// The browser and system, by its own `user-agent`.
    pub browser: String,
}

/// The devices of a session.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Devices {
    /// The latest seen first.
    pub devices: Vec<Device>,
    /// When the link for another device ends, if there is a valid one.
    pub link_expires_ms: Option<i64>,
}

impl Devices {
    pub(crate) fn of(mut devices: Vec<Device>, link_expires_ms: Option<i64>) -> Devices {
        devices.sort_by(|a, b| b.seen_ms.cmp(&a.seen_ms).then(a.hash.cmp(&b.hash)));
        Devices { devices, link_expires_ms }
    }
}

/// How a session comes to another device.
pub trait DeviceStore {
    /// Makes a link to a session, which replaces the one before.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the hash is taken or there is no such session.
    fn link_device(&self, session: SessionId, link: TokenHash, expires_ms: i64) -> Pending<()>;

    /// The state of a link at `now_ms`.
    ///
    /// # Errors
    /// If it cannot be read.
    fn device_link(&self, link: TokenHash, now_ms: i64) -> Pending<DeviceLink>;

    /// Uses a link: from now on the hash `device` finds its session too. Returns its state before. If that is not
    /// [`DeviceLink::Good`], nothing has changed.
    ///
    /// # Errors
    /// If it cannot be written; [`StoreError::Conflict`] if the hash is taken.
    fn use_device_link(&self, link: TokenHash, device: TokenHash, now_ms: i64) -> Pending<DeviceLink>;

    /// Disables the link of a session.
    ///
    /// # Errors
    /// If it cannot be written.
    fn unlink_device(&self, session: SessionId) -> Pending<()>;

    /// All devices of a session, and its link if that is good at `now_ms`.
    ///
    /// # Errors
    /// If they cannot be read.
    fn devices(&self, session: SessionId, now_ms: i64) -> Pending<Devices>;

    /// Stores when a device was seen, and its description.
    ///
    /// # Errors
    /// If it cannot be written.
    fn note_device(&self, device: TokenHash, seen_ms: i64, browser: &str) -> Pending<()>;

    /// Removes these devices from a session.
    ///
    /// # Errors
    /// If it cannot be written.
    fn log_out(&self, session: SessionId, devices: Vec<TokenHash>) -> Pending<()>;
}

fn valid_link(db: &Connection, link: TokenHash, now_ms: i64) -> Result<DeviceLink, StoreError> {
    let found = db
        .prepare_cached(
            "SELECT id, name, used, expires_ms FROM device_links JOIN sessions ON id = session WHERE device_links.hash = ?1",
        )
        .and_then(|mut select| {
            select
                .query_row(params![link], |row| {
                    let session = Session { id: SessionId(row.get(0)?), name: row.get(1)? };
                    Ok(DeviceLink::of(session, row.get(2)?, row.get(3)?, now_ms))
                })
                .optional()
        });
    Ok(found.map_err(store_error)?.unwrap_or(DeviceLink::Unknown))
}

impl DeviceStore for Sqlite {
    fn link_device(&self, session: SessionId, link: TokenHash, expires_ms: i64) -> Pending<()> {
        self.writer.add(move |db| {
            db.prepare_cached(
                "INSERT INTO device_links (session, hash, expires_ms) VALUES (?1, ?2, ?3)
                 ON CONFLICT (session) DO UPDATE SET hash = ?2, expires_ms = ?3, used = 0",
            )
            .and_then(|mut insert| insert.execute(params![session.0, link, expires_ms]))
            .map(drop)
            .map_err(store_error)
        })
    }

    fn device_link(&self, link: TokenHash, now_ms: i64) -> Pending<DeviceLink> {
        self.reader.add(move |db| valid_link(db, link, now_ms))
    }

    fn use_device_link(&self, link: TokenHash, device: TokenHash, now_ms: i64) -> Pending<DeviceLink> {
        self.writer.add(move |db| {
            let found = valid_link(db, link, now_ms)?;
            if let DeviceLink::Good(session, _) = &found {
                db.prepare_cached("INSERT INTO devices (hash, session, since_ms, seen_ms) VALUES (?1, ?2, ?3, ?3)")
                    .and_then(|mut insert| insert.execute(params![device, session.id.0, now_ms]))
                    .map_err(store_error)?;
                db.prepare_cached("UPDATE device_links SET used = 1 WHERE hash = ?1")
                    .and_then(|mut update| update.execute(params![link]))
                    .map_err(store_error)?;
            }
            Ok(found)
        })
    }

    fn unlink_device(&self, session: SessionId) -> Pending<()> {
        self.writer.add(move |db| {
            db.prepare_cached("DELETE FROM device_links WHERE session = ?1")
                .and_then(|mut delete| delete.execute([session.0]))
                .map(drop)
                .map_err(store_error)
        })
    }

    fn devices(&self, session: SessionId, now_ms: i64) -> Pending<Devices> {
        self.reader.add(move |db| {
            let devices = db
                .prepare_cached(
                    "SELECT hash, created_ms, seen_ms, browser FROM sessions WHERE id = ?1 AND hash IS NOT NULL
                     UNION ALL SELECT hash, since_ms, seen_ms, browser FROM devices WHERE session = ?1",
                )
                .and_then(|mut select| {
                    let device = |row: &rusqlite::Row<'_>| {
                        let (hash, since_ms, seen_ms) = (row.get(0)?, row.get(1)?, row.get(2)?);
                        Ok(Device { hash, since_ms, seen_ms, browser: row.get(3)? })
                    };
                    select.query_map([session.0], device)?.collect::<rusqlite::Result<Vec<Device>>>()
                })
                .map_err(store_error)?;
            let link = db
                .prepare_cached(
                    "SELECT expires_ms FROM device_links WHERE session = ?1 AND NOT used AND expires_ms > ?2",
                )
                .and_then(|mut link| link.query_row(params![session.0, now_ms], |row| row.get(0)).optional())
                .map_err(store_error)?;
            Ok(Devices::of(devices, link))
        })
    }

    fn note_device(&self, device: TokenHash, seen_ms: i64, browser: &str) -> Pending<()> {
        let browser = browser.to_owned();
        self.writer.add(move |db| {
            for sql in [
                "UPDATE sessions SET seen_ms = ?2, browser = ?3 WHERE hash = ?1",
                "UPDATE devices SET seen_ms = ?2, browser = ?3 WHERE hash = ?1",
            ] {
                db.prepare_cached(sql)
                    .and_then(|mut update| update.execute(params![device, seen_ms, browser]))
                    .map_err(store_error)?;
            }
            Ok(())
        })
    }

    fn log_out(&self, session: SessionId, devices: Vec<TokenHash>) -> Pending<()> {
        self.writer.add(move |db| {
            for device in &devices {
                for sql in [
                    "DELETE FROM devices WHERE session = ?1 AND hash = ?2",
                    "UPDATE sessions SET hash = NULL WHERE id = ?1 AND hash = ?2",
                ] {
                    db.prepare_cached(sql)
                        .and_then(|mut write| write.execute(params![session.0, device]))
                        .map_err(store_error)?;
                }
            }
            Ok(())
        })
    }
}

impl DeviceStore for MemoryStore {
    fn link_device(&self, session: SessionId, link: TokenHash, expires_ms: i64) -> Pending<()> {
        let mut state = self.state();
        let taken = state.device_links.iter().any(|(who, (other, ..))| *other == link && *who != session);
        let result = if taken || state.session(session).is_none() {
            Err(StoreError::Conflict)
        } else {
            state.device_links.insert(session, (link, expires_ms, false));
            Ok(())
        };
        Box::pin(std::future::ready(result))
    }

    fn device_link(&self, link: TokenHash, now_ms: i64) -> Pending<DeviceLink> {
        Box::pin(std::future::ready(Ok(self.state().device_link(link, now_ms))))
    }

    fn use_device_link(&self, link: TokenHash, device: TokenHash, now_ms: i64) -> Pending<DeviceLink> {
        let mut state = self.state();
        let found = state.device_link(link, now_ms);
        if let DeviceLink::Good(session, _) = &found {
            let known = Device { hash: device, since_ms: now_ms, seen_ms: now_ms, browser: String::new() };
            state.devices.insert(device, (session.id, known));
            if let Some((_, _, used)) = state.device_links.get_mut(&session.id) {
                *used = true;
            }
        }
        Box::pin(std::future::ready(Ok(found)))
    }

    fn unlink_device(&self, session: SessionId) -> Pending<()> {
        self.state().device_links.remove(&session);
        Box::pin(std::future::ready(Ok(())))
    }

    fn devices(&self, session: SessionId, now_ms: i64) -> Pending<Devices> {
        let state = self.state();
        let first = state.session(session).and_then(|known| known.first.clone());
        let others = state.devices.values().filter(|(who, _)| *who == session).map(|(_, device)| device.clone());
        let link = state.device_links.get(&session).filter(|(_, expires_ms, used)| !used && *expires_ms > now_ms);
        let devices =
            Devices::of(first.into_iter().chain(others).collect(), link.map(|(_, expires_ms, _)| *expires_ms));
        Box::pin(std::future::ready(Ok(devices)))
    }

    fn note_device(&self, device: TokenHash, seen_ms: i64, browser: &str) -> Pending<()> {
        let mut state = self.state();
        if let Some(known) = state.device(device) {
            known.seen_ms = seen_ms;
            browser.clone_into(&mut known.browser);
        }
        Box::pin(std::future::ready(Ok(())))
    }

    fn log_out(&self, session: SessionId, devices: Vec<TokenHash>) -> Pending<()> {
        self.state().log_out(session, &devices);
        Box::pin(std::future::ready(Ok(())))
    }
}

impl crate::memory::MemoryState {
    fn device_link(&self, link: TokenHash, now_ms: i64) -> DeviceLink {
        let found = self.device_links.iter().find(|(_, (hash, ..))| *hash == link);
        found.map_or(DeviceLink::Unknown, |(session, (_, expires_ms, used))| {
            let name = self.session(*session).map(|known| known.name.clone()).unwrap_or_default();
            DeviceLink::of(Session { id: *session, name }, *used, *expires_ms, now_ms)
        })
    }
}

/// Devices are noted, linked and logged out. `ann` has two.
async fn devices(store: &dyn crate::EventStore, ann: SessionId, bo: SessionId) {
    store.note_device([80; 32], 900, "Firefox").await.expect("noted");
    let listed = store.devices(ann, 150).await.expect("readable");
    let of = |hash: u8, since_ms: i64, seen_ms: i64, browser: &str| Device {
        hash: [hash; 32],
        since_ms,
        seen_ms,
        browser: browser.to_owned(),
    };
    assert_eq!(listed.devices, [of(80, 150, 900, "Firefox"), of(70, 5, 5, "")], "the latest seen first");
    assert_eq!(listed.link_expires_ms, None, "a used link is none");
    store.link_device(ann, [75; 32], 300).await.expect("a link");
    assert_eq!(store.devices(ann, 299).await.expect("readable").link_expires_ms, Some(300));
    assert_eq!(store.devices(ann, 300).await.expect("readable").link_expires_ms, None, "its time is over");
    store.unlink_device(ann).await.expect("taken back");
    assert_eq!(store.device_link([75; 32], 10).await, Ok(DeviceLink::Unknown));
    // Devices of others are not to be had.
    store.log_out(bo, vec![[80; 32], [70; 32]]).await.expect("nothing to do");
    assert_eq!(store.devices(ann, 0).await.expect("readable").devices.len(), 2);
    // The first can go too, and the session stays with the other.
    store.log_out(ann, vec![[70; 32]]).await.expect("logged out");
    assert_eq!(store.session([70; 32]).await, Ok(None));
    assert_eq!(store.session([80; 32]).await.expect("readable").expect("still there").id, ann);
    let left = store.devices(ann, 0).await.expect("readable").devices;
    assert_eq!(left.iter().map(|device| device.hash).collect::<Vec<_>>(), [[80; 32]]);
}

/// Checks the promises of [`DeviceStore`]; called by [`crate::conformance::check`].
pub(crate) async fn check_conformance(store: &dyn crate::EventStore) {
    let ann = store.begin_session([70; 32], "Ann", 5).await.expect("a session");
    let bo = store.begin_session([71; 32], "Bo", 5).await.expect("a session");
    let unknown = Ok(DeviceLink::Unknown);
    assert_eq!(store.device_link([72; 32], 10).await, unknown, "a link that was never made");
    assert_eq!(store.use_device_link([72; 32], [80; 32], 10).await, unknown);
    store.link_device(ann.id, [72; 32], 100).await.expect("a link");
    assert_eq!(store.link_device(bo.id, [72; 32], 100).await, Err(StoreError::Conflict), "it leads to one session");
    assert_eq!(
        store.link_device(SessionId(999), [79; 32], 100).await,
        Err(StoreError::Conflict),
        "to one that is there"
    );
    let good = Ok(DeviceLink::Good(ann.clone(), 100));
    assert_eq!(store.device_link([72; 32], 99).await, good, "looking uses nothing");
    assert_eq!(store.device_link([72; 32], 100).await, Ok(DeviceLink::Expired));
    assert_eq!(store.use_device_link([72; 32], [80; 32], 100).await, Ok(DeviceLink::Expired));
    assert_eq!(store.session([80; 32]).await, Ok(None), "nothing has happened");
    store.link_device(ann.id, [73; 32], 200).await.expect("another");
    assert_eq!(store.device_link([72; 32], 99).await, unknown, "the one before leads nowhere");
    assert_eq!(store.use_device_link([73; 32], [80; 32], 150).await, Ok(DeviceLink::Good(ann.clone(), 200)));
    assert_eq!(store.session([80; 32]).await, Ok(Some(ann.clone())), "the other device is the same person");
    assert_eq!(store.session([70; 32]).await, Ok(Some(ann.clone())), "and the first still is");
    assert_eq!(store.use_device_link([73; 32], [81; 32], 150).await, Ok(DeviceLink::Used), "once");
    assert_eq!(store.device_link([73; 32], 150).await, Ok(DeviceLink::Used));
    assert_eq!(store.session([81; 32]).await, Ok(None));
    devices(store, ann.id, bo.id).await;
    store.link_device(ann.id, [74; 32], 300).await.expect("one more");
    store.forget(ann.id, "club").await.expect("forgotten");
    assert_eq!(store.session([80; 32]).await, Ok(None), "who is forgotten is so on every device");
    assert_eq!(store.device_link([74; 32], 250).await, unknown);
}
