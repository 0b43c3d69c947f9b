//! One person on several devices.

use futures_util::future::try_join_all;
use rusqlite::params;

use super::{Sql, SqlStore};
use crate::{Device, DeviceLink, DeviceStore, Devices, Pending, Session, SessionId, StoreError, TokenHash};

/// Returns the state of a link. `lock` is a clause that locks the row. The lock is needed because two devices may use
/// the link at two servers at the same time.
async fn valid_link(db: &dyn Sql, link: TokenHash, now_ms: i64, lock: &str) -> Result<DeviceLink, StoreError> {
    let sql = format!(
        "SELECT id, name, used, expires_ms FROM device_links JOIN sessions ON id = session
         WHERE device_links.hash = ?1 {lock}"
    );
    let found = db
        .first(&sql, params![link], |row| {
            let (id, name, used, expires_ms) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
            Ok(match () {
                () if used => DeviceLink::Used,
                () if expires_ms <= now_ms => DeviceLink::Expired,
                () => DeviceLink::Good(Session { id, name }, expires_ms),
            })
        })
        .await?;
    Ok(found.unwrap_or(DeviceLink::Unknown))
}

impl<S: SqlStore> DeviceStore for S {
    fn link_device(&self, session: SessionId, link: TokenHash, expires_ms: i64) -> Pending<()> {
        self.change(async move |db: &dyn Sql| {
            let sql = "INSERT INTO device_links (session, hash, expires_ms, used) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (session) DO UPDATE SET hash = ?2, expires_ms = ?3, used = ?4";
            db.execute(sql, params![session, link, expires_ms, false]).await.map(drop)
        })
    }

    fn device_link(&self, link: TokenHash, now_ms: i64) -> Pending<DeviceLink> {
        self.query(async move |db: &dyn Sql| valid_link(db, link, now_ms, "").await)
    }

    fn use_device_link(&self, link: TokenHash, device: TokenHash, now_ms: i64) -> Pending<DeviceLink> {
        self.change(async move |db: &dyn Sql| {
            let found = valid_link(db, link, now_ms, db.lock("FOR UPDATE OF device_links")).await?;
            if let DeviceLink::Good(session, _) = &found {
                let sql = "INSERT INTO devices (hash, session, since_ms, seen_ms) VALUES (?1, ?2, ?3, ?3)";
                db.execute(sql, params![device, session.id, now_ms]).await?;
                db.execute("UPDATE device_links SET used = ?2 WHERE hash = ?1", params![link, true]).await?;
            }
            Ok(found)
        })
    }

    fn unlink_device(&self, session: SessionId) -> Pending<()> {
        self.change(async move |db: &dyn Sql| {
            db.execute("DELETE FROM device_links WHERE session = ?1", params![session]).await.map(drop)
        })
    }

    fn devices(&self, session: SessionId, now_ms: i64) -> Pending<Devices> {
        self.query(async move |db: &dyn Sql| {
            let sql = "SELECT hash, created_ms, seen_ms, browser FROM sessions WHERE id = ?1 AND hash IS NOT NULL
                 UNION ALL SELECT hash, since_ms, seen_ms, browser FROM devices WHERE session = ?1
                 ORDER BY seen_ms DESC, hash";
            let device = |row: &super::SqlRow| {
                let (hash, since_ms, seen_ms) = (row.get(0)?, row.get(1)?, row.get(2)?);
                Ok(Device { hash, since_ms, seen_ms, browser: row.get(3)? })
            };
            let devices = db.all(sql, params![session], device).await?;
            let sql = "SELECT expires_ms FROM device_links WHERE session = ?1 AND used = 0 AND expires_ms > ?2";
            let link_expires_ms = db.first(sql, params![session, now_ms], |row| row.get(0)).await?;
            Ok(Devices { devices, link_expires_ms })
        })
    }

    fn note_device(&self, device: TokenHash, seen_ms: i64, browser: &str) -> Pending<()> {
        let browser = browser.to_owned();
        self.change(async move |db: &dyn Sql| {
            for sql in [
                "UPDATE sessions SET seen_ms = ?2, browser = ?3 WHERE hash = ?1",
                "UPDATE devices SET seen_ms = ?2, browser = ?3 WHERE hash = ?1",
            ] {
                db.execute(sql, params![device, seen_ms, browser]).await?;
            }
            Ok(())
        })
    }

    fn log_out(&self, session: SessionId, devices: Vec<TokenHash>) -> Pending<()> {
        self.change(async move |db: &dyn Sql| {
            for sql in [
                "DELETE FROM devices WHERE session = ?1 AND hash = ?2",
                "UPDATE sessions SET hash = NULL WHERE id = ?1 AND hash = ?2",
            ] {
                // The writes are sent together, because a guest may have many devices.
                let write = |device| async move { db.execute(sql, params![session, device]).await };
                try_join_all(devices.iter().map(write)).await?;
            }
            db.hint().await
        })
    }
}
