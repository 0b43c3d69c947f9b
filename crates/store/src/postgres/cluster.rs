//! The facts that nodes learn of each other from the database.

use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::sync::watch;
use tokio_postgres::Row;

use super::Postgres;
use super::job::Scope;
use super::ownership::acquire;
use crate::sql::Sql;
use crate::{ClusterStore, Departed, LivingNode, NodeLine, Pending, SessionId, TokenHash};

impl ClusterStore for Postgres {
    fn own(&self, table: &str) -> Pending<bool> {
        let table = table.to_owned();
        self.write(false, async move |scope: &Scope<'_>| acquire(scope, &table).await)
    }

    fn lease(&self) -> Option<u64> {
        self.state.lease()
    }

    fn losses(&self) -> Option<watch::Receiver<u64>> {
        Some(self.state.losses.subscribe())
    }

    fn owner(&self, table: &str) -> Pending<Option<String>> {
        let table = table.to_owned();
        self.read(async move |scope: &Scope<'_>| {
            let sql = "SELECT address FROM owners JOIN nodes ON nodes.id = owners.node
                 WHERE table_id = $1 AND NOT ended AND lease_until > clock_timestamp() AND address IS NOT NULL";
            Ok(scope.link.row(sql, &[&table]).await?.map(|row| row.get(0)))
        })
    }

    fn waits_for_standby(&self) -> bool {
        self.state.standby.load(Ordering::Relaxed)
    }

    fn departed(&self, devices: Vec<TokenHash>, people: Vec<SessionId>) -> Pending<Departed> {
        self.read(async move |scope: &Scope<'_>| {
            let devices: Vec<&[u8]> = devices.iter().map(TokenHash::as_slice).collect();
            let people: Vec<i64> = people.iter().map(|person| person.0).collect();
            let sql = "SELECT device, NULL::BIGINT FROM unnest($1::BYTEA[]) AS device
                     WHERE NOT EXISTS (SELECT 1 FROM sessions WHERE hash = device)
                         AND NOT EXISTS (SELECT 1 FROM devices WHERE hash = device)
                 UNION ALL SELECT NULL, person FROM unnest($2::BIGINT[]) AS person
                     WHERE NOT EXISTS (SELECT 1 FROM sessions WHERE id = person)";
            let mut departed = Departed::default();
            for row in scope.link.query(sql, &[&devices, &people]).await? {
                let device = row.get::<_, Option<&[u8]>>(0).and_then(|hash| TokenHash::try_from(hash).ok());
                departed.devices.extend(device);
                departed.people.extend(row.get::<_, Option<i64>>(1).map(SessionId));
            }
            Ok(departed)
        })
    }

    fn nodes(&self) -> Pending<Vec<NodeLine>> {
        self.read(async move |scope: &Scope<'_>| {
            let sql = "SELECT name, address, owned, lease_ms FROM (
                     SELECT id, name, address, (SELECT count(*) FROM owners WHERE node = nodes.id) AS owned,
                         (extract(epoch FROM lease_until - clock_timestamp()) * 1000)::bigint AS lease_ms
                     FROM nodes WHERE NOT ended) AS known
                 WHERE lease_ms > 0 OR owned > 0 ORDER BY name, id";
            let line = |row: &Row| NodeLine {
                name: row.get(0),
                address: row.get(1),
                tables: row.get::<_, i64>(2).cast_unsigned(),
                lease_ms: row.get(3),
            };
            Ok(scope.link.query(sql, &[]).await?.iter().map(line).collect())
        })
    }

    fn changes(&self) -> Option<watch::Receiver<u64>> {
        Some(self.changes.clone())
    }

    fn living_nodes(&self) -> Pending<Vec<LivingNode>> {
        self.read(async move |scope: &Scope<'_>| {
            let sql = "SELECT address, draining, lease_ms FROM (
                     SELECT *, ceil(extract(epoch FROM lease_until - clock_timestamp()) * 1000)::bigint AS lease_ms
                     FROM nodes WHERE NOT ended AND address IS NOT NULL) AS known
                 WHERE lease_ms > 0 ORDER BY id";
            let line = |row: &Row| LivingNode {
                address: row.get(0),
                is_draining: row.get(1),
                lease_left: Duration::from_millis(row.get::<_, i64>(2).cast_unsigned()),
            };
            Ok(scope.link.query(sql, &[]).await?.iter().map(line).collect())
        })
    }

    fn set_draining(&self, draining: bool) -> Pending<()> {
        self.write(false, async move |scope: &Scope<'_>| {
            let sql = "UPDATE nodes SET draining = $2 WHERE id = $1";
            scope.link.execute(sql, &[&scope.writer().0.0, &draining]).await.map(drop)
        })
    }

    fn set_notice(&self, notice: &str) -> Pending<()> {
        let notice = notice.to_owned();
        self.write(false, async move |scope: &Scope<'_>| {
            scope.link.execute("UPDATE house SET notice = $1", &[&notice]).await?;
            scope.hint().await
        })
    }

    fn notice(&self) -> Pending<String> {
        self.read(async move |scope: &Scope<'_>| {
            Ok(scope.link.row("SELECT notice FROM house", &[]).await?.map_or_else(String::new, |row| row.get(0)))
        })
    }

    fn list_tables(&self, lines: Vec<(String, Option<String>)>) -> Pending<()> {
        self.write(false, async move |scope: &Scope<'_>| {
            let (node, _) = scope.writer();
            for (table, line) in &lines {
                match line {
                    Some(line) => {
                        let sql = "INSERT INTO lobby (node, table_id, line) VALUES ($1, $2, $3)
                             ON CONFLICT (node, table_id) DO UPDATE SET line = $3";
                        scope.link.execute(sql, &[&node.0, table, line]).await?;
                    }
                    None => {
                        let sql = "DELETE FROM lobby WHERE node = $1 AND table_id = $2";
                        scope.link.execute(sql, &[&node.0, table]).await?;
                    }
                }
            }
            Ok(())
        })
    }

    fn listed_elsewhere(&self) -> Pending<Vec<String>> {
        let own = self.address.clone();
        self.read(async move |scope: &Scope<'_>| {
            let sql = "SELECT line FROM lobby JOIN nodes ON nodes.id = node
                 WHERE NOT ended AND lease_until > clock_timestamp() AND address IS DISTINCT FROM $1
                 ORDER BY node, table_id";
            Ok(scope.link.query(sql, &[&own]).await?.iter().map(|row| row.get(0)).collect())
        })
    }
}
