//! One person on several devices.

use super::Postgres;
use super::job::Scope;
use super::link::Link;
use crate::{Device, DeviceLink, DeviceStore, Devices, Pending, Session, SessionId, StoreError, TokenHash};

async fn valid_link(link: &Link, token: TokenHash, now_ms: i64, lock: bool) -> Result<DeviceLink, StoreError> {
    let sql = match lock {
        // Two devices may use it at once, at two servers.
        true => {
            "SELECT id, name, used, expires_ms FROM device_links JOIN sessions ON id = session
             WHERE device_links.hash = $1 FOR UPDATE OF device_links"
        }
        false => {
            "SELECT id, name, used, expires_ms FROM device_links JOIN sessions ON id = session
             WHERE device_links.hash = $1"
        }
    };
    let row = link.row(sql, &[&token.as_slice()]).await?;
    Ok(row.map_or(DeviceLink::Unknown, |row| {
        let session = Session { id: SessionId(row.get(0)), name: row.get(1) };
        DeviceLink::of(session, row.get(2), row.get(3), now_ms)
    }))
}

impl DeviceStore for Postgres {
    fn link_device(&self, session: SessionId, link: TokenHash, expires_ms: i64) -> Pending<()> {
        self.write(async move |scope: &Scope<'_>| {
            let sql = "INSERT INTO device_links (session, hash, expires_ms) VALUES ($1, $2, $3)
                 ON CONFLICT (session) DO UPDATE SET hash = $2, expires_ms = $3, used = false";
            scope.link.execute(sql, &[&session.0, &link.as_slice(), &expires_ms]).await.map(drop)
        })
    }

    fn device_link(&self, link: TokenHash, now_ms: i64) -> Pending<DeviceLink> {
        self.read(async move |db: &Link| valid_link(db, link, now_ms, false).await)
    }

    fn use_device_link(&self, link: TokenHash, device: TokenHash, now_ms: i64) -> Pending<DeviceLink> {
        self.write(async move |scope: &Scope<'_>| {
            let found = valid_link(scope.link, link, now_ms, true).await?;
            if let DeviceLink::Good(session, _) = &found {
                let sql = "INSERT INTO devices (hash, session, since_ms, seen_ms) VALUES ($1, $2, $3, $3)";
                scope.link.execute(sql, &[&device.as_slice(), &session.id.0, &now_ms]).await?;
                let sql = "UPDATE device_links SET used = true WHERE hash = $1";
                scope.link.execute(sql, &[&link.as_slice()]).await?;
            }
            Ok(found)
        })
    }

    fn unlink_device(&self, session: SessionId) -> Pending<()> {
        self.write(async move |scope: &Scope<'_>| {
            scope.link.execute("DELETE FROM device_links WHERE session = $1", &[&session.0]).await.map(drop)
        })
    }

    fn devices(&self, session: SessionId, now_ms: i64) -> Pending<Devices> {
        self.read(async move |link: &Link| {
            let sql = "SELECT hash, created_ms, seen_ms, browser FROM sessions WHERE id = $1 AND hash IS NOT NULL
                 UNION ALL SELECT hash, since_ms, seen_ms, browser FROM devices WHERE session = $1";
            let devices = link.query(sql, &[&session.0]).await?;
            let devices = devices.iter().filter_map(|row| {
                let hash = <TokenHash>::try_from(row.get::<_, &[u8]>(0)).ok()?;
                Some(Device { hash, since_ms: row.get(1), seen_ms: row.get(2), browser: row.get(3) })
            });
            let sql = "SELECT expires_ms FROM device_links WHERE session = $1 AND NOT used AND expires_ms > $2";
            let good = link.row(sql, &[&session.0, &now_ms]).await?;
            Ok(Devices::of(devices.collect(), good.map(|row| row.get(0))))
        })
    }

    fn note_device(&self, device: TokenHash, seen_ms: i64, browser: &str) -> Pending<()> {
        let browser = browser.to_owned();
        self.write(async move |scope: &Scope<'_>| {
            for sql in [
                "UPDATE sessions SET seen_ms = $2, browser = $3 WHERE hash = $1",
                "UPDATE devices SET seen_ms = $2, browser = $3 WHERE hash = $1",
            ] {
                scope.link.execute(sql, &[&device.as_slice(), &seen_ms, &browser]).await?;
            }
            Ok(())
        })
    }

    fn log_out(&self, session: SessionId, devices: Vec<TokenHash>) -> Pending<()> {
        self.write(async move |scope: &Scope<'_>| {
            let devices: Vec<&[u8]> = devices.iter().map(TokenHash::as_slice).collect();
            for sql in [
                "DELETE FROM devices WHERE session = $1 AND hash = ANY($2)",
                "UPDATE sessions SET hash = NULL WHERE id = $1 AND hash = ANY($2)",
            ] {
                scope.link.execute(sql, &[&session.0, &devices]).await?;
            }
            scope.hint().await
        })
    }
}
