//! One person on several devices: a link, good once and for a short time, lets another device be the same session. Each
//! device has a token of its own; of all of them the store has the hash.

use rusqlite::{Connection, OptionalExtension, params};

use crate::memory::Memory;
use crate::sqlite::Sqlite;
use crate::writer::store_error;
use crate::{Pending, Session, SessionId, StoreError, TokenHash};

/// What a link for another device is worth now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeviceLink {
    /// It was never made, or another was made since.
    Unknown,
    /// A device came with it.
    Used,
    /// Its time is over.
    Expired,
    /// It leads to this session, until so many milliseconds since 1970.
    Good(Session, i64),
}

impl DeviceLink {
    fn of(session: Session, used: bool, expires_ms: i64, now_ms: i64) -> DeviceLink {
        if used {
            DeviceLink::Used
        } else if expires_ms <= now_ms {
            DeviceLink::Expired
        } else {
            DeviceLink::Good(session, expires_ms)
        }
    }
}

/// How a session comes to another device.
pub trait DeviceStore {
    /// Makes a link to a session, in the place of the one before.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the hash is taken or there is no such session.
    fn link_device(&self, session: SessionId, link: TokenHash, expires_ms: i64) -> Pending<()>;

    /// What a link is worth at `now_ms`.
    ///
    /// # Errors
    /// If it cannot be read.
    fn device_link(&self, link: TokenHash, now_ms: i64) -> Pending<DeviceLink>;

    /// Uses a link: from now on the hash `device` finds its session too. The answer is what it was worth before; if that
    /// is not [`DeviceLink::Good`], nothing has happened.
    ///
    /// # Errors
    /// If it cannot be written; [`StoreError::Conflict`] if the hash is taken.
    fn use_device_link(&self, link: TokenHash, device: TokenHash, now_ms: i64) -> Pending<DeviceLink>;
}

fn worth(db: &Connection, link: TokenHash, now_ms: i64) -> Result<DeviceLink, StoreError> {
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
        self.reader.add(move |db| worth(db, link, now_ms))
    }

    fn use_device_link(&self, link: TokenHash, device: TokenHash, now_ms: i64) -> Pending<DeviceLink> {
        self.writer.add(move |db| {
            let found = worth(db, link, now_ms)?;
            if let DeviceLink::Good(session, _) = &found {
                db.prepare_cached("INSERT INTO devices (hash, session) VALUES (?1, ?2)")
                    .and_then(|mut insert| insert.execute(params![device, session.id.0]))
                    .map_err(store_error)?;
                db.prepare_cached("UPDATE device_links SET used = 1 WHERE hash = ?1")
                    .and_then(|mut update| update.execute(params![link]))
                    .map_err(store_error)?;
            }
            Ok(found)
        })
    }
}

impl DeviceStore for Memory {
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
            state.devices.insert(device, session.id);
            if let Some((_, _, used)) = state.device_links.get_mut(&session.id) {
                *used = true;
            }
        }
        Box::pin(std::future::ready(Ok(found)))
    }
}

impl crate::memory::State {
    fn device_link(&self, link: TokenHash, now_ms: i64) -> DeviceLink {
        let found = self.device_links.iter().find(|(_, (hash, ..))| *hash == link);
        found.map_or(DeviceLink::Unknown, |(session, (_, expires_ms, used))| {
            let name = self.session(*session).map(|known| known.name.clone()).unwrap_or_default();
            DeviceLink::of(Session { id: *session, name }, *used, *expires_ms, now_ms)
        })
    }
}

/// What every store must do; called by [`crate::conformance::keep`].
pub(crate) async fn keep(store: &dyn crate::EventStore) {
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
    store.link_device(ann.id, [74; 32], 300).await.expect("one more");
    store.forget(ann.id, "club").await.expect("forgotten");
    assert_eq!(store.session([80; 32]).await, Ok(None), "who is forgotten is so on every device");
    assert_eq!(store.device_link([74; 32], 250).await, unknown);
}
