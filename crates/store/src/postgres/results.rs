//! The results of finished deals.

use super::Postgres;
use super::job::Scope;
use super::link::Link;
use crate::{DealResult, Pending, ResultStore, SessionId};

impl ResultStore for Postgres {
    fn note_results(&self, results: Vec<DealResult>) -> Pending<()> {
        self.write(async move |scope: &Scope<'_>| {
            let sql =
                "INSERT INTO results (match_id, deal, seat, assisted, session, game, rules, options, seats, points,
                     won, took_ms, daily, at_ms)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
                 ON CONFLICT (match_id, deal, seat, assisted) DO UPDATE SET session = $5, game = $6, rules = $7,
                     options = $8, seats = $9, points = $10, won = $11, took_ms = $12, daily = $13, at_ms = $14";
            for r in &results {
                scope
                    .link
                    .execute(
                        sql,
                        &[
                            &r.table,
                            &i64::from(r.deal),
                            &i16::from(r.seat),
                            &r.assisted,
                            &r.session.0,
                            &r.game,
                            &i64::from(r.rules),
                            &r.options,
                            &i16::from(r.seats),
                            &r.points,
                            &r.won,
                            &r.took_ms,
                            &r.daily.map(i64::from),
                            &r.at_ms,
                        ],
                    )
                    .await?;
            }
            Ok(())
        })
    }

    fn results_of(&self, session: SessionId) -> Pending<Vec<DealResult>> {
        self.read(async move |link: &Link| {
            let sql =
                "SELECT match_id, deal, seat, game, rules, options, seats, points, won, took_ms, assisted, daily, at_ms
                 FROM results WHERE session = $1 ORDER BY at_ms, match_id, deal, seat, assisted";
            let rows = link.query(sql, &[&session.0]).await?;
            let small = |number: i64| u32::try_from(number).unwrap_or_default();
            let seat = |seat: i16| u8::try_from(seat).unwrap_or_default();
            let result = |row: &tokio_postgres::Row| DealResult {
                table: row.get(0),
                deal: small(row.get(1)),
                seat: seat(row.get(2)),
                session,
                game: row.get(3),
                rules: small(row.get(4)),
                options: row.get(5),
                seats: seat(row.get(6)),
                points: row.get(7),
                won: row.get(8),
                took_ms: row.get(9),
                assisted: row.get(10),
                daily: row.get::<_, Option<i64>>(11).map(small),
                at_ms: row.get(12),
            };
            Ok(rows.iter().map(result).collect())
        })
    }

    fn forget_results(&self, session: SessionId) -> Pending<()> {
        self.write(async move |scope: &Scope<'_>| {
            scope.link.execute("DELETE FROM results WHERE session = $1", &[&session.0]).await.map(drop)
        })
    }

    fn reopen(&self, table: &str) -> Pending<()> {
        let table = table.to_owned();
        self.write(async move |scope: &Scope<'_>| {
            scope.fence(&table).await?;
            let sql = "UPDATE matches SET ended_ms = NULL, totals = NULL WHERE id = $1 AND closed_ms IS NULL";
            scope.link.execute(sql, &[&table]).await.map(drop)
        })
    }
}
