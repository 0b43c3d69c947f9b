//! The facts that nodes know of each other.

use tokio::sync::watch;

use super::Postgres;
use super::job::Scope;
use super::link::Link;
use crate::{ClusterStore, LivingNode, Pending};

impl ClusterStore for Postgres {
    fn changes(&self) -> Option<watch::Receiver<u64>> {
        Some(self.changes.clone())
    }

    fn living_nodes(&self) -> Pending<Vec<LivingNode>> {
        self.read(async move |link: &Link| {
            let sql = "SELECT address, draining FROM nodes
                 WHERE NOT ended AND lease_until > clock_timestamp() AND address IS NOT NULL ORDER BY id";
            let rows = link.query(sql, &[]).await?;
            Ok(rows.iter().map(|row| LivingNode { address: row.get(0), is_draining: row.get(1) }).collect())
        })
    }

    fn set_draining(&self, draining: bool) -> Pending<()> {
        self.write(async move |scope: &Scope<'_>| {
            let sql = "UPDATE nodes SET draining = $2 WHERE id = $1";
            scope.link.execute(sql, &[&scope.node.0, &draining]).await.map(drop)
        })
    }

    fn set_notice(&self, notice: &str) -> Pending<()> {
        let notice = notice.to_owned();
        self.write(async move |scope: &Scope<'_>| {
            scope.link.execute("UPDATE house SET notice = $1", &[&notice]).await?;
            scope.hint().await
        })
    }

    fn notice(&self) -> Pending<String> {
        self.read(async move |link: &Link| {
            Ok(link.row("SELECT notice FROM house", &[]).await?.map_or_else(String::new, |row| row.get(0)))
        })
    }

    fn list_tables(&self, lines: Vec<(String, Option<String>)>) -> Pending<()> {
        self.write(async move |scope: &Scope<'_>| {
            let node = scope.node.0;
            for (table, line) in &lines {
                match line {
                    Some(line) => {
                        let sql = "INSERT INTO lobby (node, table_id, line) VALUES ($1, $2, $3)
                             ON CONFLICT (node, table_id) DO UPDATE SET line = $3";
                        scope.link.execute(sql, &[&node, table, line]).await?;
                    }
                    None => {
                        let sql = "DELETE FROM lobby WHERE node = $1 AND table_id = $2";
                        scope.link.execute(sql, &[&node, table]).await?;
                    }
                }
            }
            Ok(())
        })
    }

    fn listed_elsewhere(&self) -> Pending<Vec<String>> {
        let own = self.address.clone();
        self.read(async move |link: &Link| {
            let sql = "SELECT line FROM lobby JOIN nodes ON nodes.id = node
                 WHERE NOT ended AND lease_until > clock_timestamp() AND address IS DISTINCT FROM $1
                 ORDER BY node, table_id";
            Ok(link.query(sql, &[&own]).await?.iter().map(|row| row.get(0)).collect())
        })
    }
}
