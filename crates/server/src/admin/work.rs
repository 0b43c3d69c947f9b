//! Carries out the requests of a host.

use std::time::Duration;

use protocol::Notice;
use store::{AdminAction, Report, prune_all};
use tokio::time::Instant;

use super::outcome::{done, refused};
use super::wire::{
    AdminAnswer, AdminBan, AdminLine, AdminLogLine, AdminReport, AdminRequest, DrainRequest, PeopleRequest,
    RecordsRequest, TablesRequest,
};
use super::{nodes, people, tables};
use crate::actor::Mail;
use crate::error::ApiError;
use crate::host::Draining;
use crate::pruning::AT_ONCE;
use crate::state::AppState;
use crate::time::{now_ms, rfc3339};

const MOST_LISTED: u32 = 1000;
/// The longest notice for everybody, in characters.
const MOST_CHARS: usize = 300;
const MINUTE_MS: i64 = 60_000;
/// The longest time that a host can set: ten years.
const MOST_MINUTES: u64 = 10 * 366 * 24 * 60;

/// Carries out a request of a system user. A request that changes something is logged before it is carried out.
pub(super) async fn carry_out(app: &AppState, by: &str, request: AdminRequest) -> AdminAnswer {
    let logged = match action(&request) {
        Some(action) => {
            tracing::info!(by, action, "administration");
            note(app, by, action).await
        }
        None => Ok(()),
    };
    let done = match logged {
        Ok(()) => answer(app, request.clone()).await,
        Err(error) => Err(refused(error)),
    };
    match done {
        Ok(answer) => answer,
        Err(words) => {
            if let Some(action) = action(&request) {
                // If this log entry fails, the host still reads the refusal, so the failure is ignored.
                let _ = note(app, by, format!("{action}: refused, {words}")).await;
            }
            AdminAnswer::Refused { words }
        }
    }
}

async fn note(app: &AppState, by: &str, action: String) -> Result<(), ApiError> {
    Ok(app.store.log_admin_action(AdminAction { at_ms: now_ms(), by: by.to_owned(), action }).await?)
}

/// Returns the log entry of a request; `None` if the request only reads data that are not private.
fn action(request: &AdminRequest) -> Option<String> {
    Some(match request {
        AdminRequest::Tables(TablesRequest::Close { id }) => format!("tables close {id}"),
        AdminRequest::People(PeopleRequest::Rename { id, name }) => format!("people rename {id} {name:?}"),
        AdminRequest::People(PeopleRequest::Remove { id }) => format!("people remove {id}"),
        AdminRequest::People(PeopleRequest::Ban { whom, minutes, why }) => {
            let time = minutes.map_or_else(|| "for good".to_owned(), |minutes| format!("for {minutes} minutes"));
            format!("people ban {whom} {time} {why:?}")
        }
        AdminRequest::People(PeopleRequest::Unban { whom }) => format!("people unban {whom}"),
        AdminRequest::Records(RecordsRequest::Remove { id }) => format!("records remove {id}"),
        AdminRequest::Say { words, .. } => format!("say {:?}", words.join(" ")),
        AdminRequest::Drain(DrainRequest { cancel: true, .. }) => "drain called off".to_owned(),
        AdminRequest::Drain(DrainRequest { within, .. }) => format!("drain within {within} minutes"),
        AdminRequest::Prune => "prune".to_owned(),
        // A report contains chat, so reading it is logged.
        AdminRequest::Reports { id: Some(id), .. } => format!("reports show {id}"),
        AdminRequest::Tables(TablesRequest::List { .. } | TablesRequest::Show { .. })
        | AdminRequest::People(PeopleRequest::Find { .. } | PeopleRequest::Bans)
        | AdminRequest::Log { .. }
        | AdminRequest::Reports { id: None, .. }
        | AdminRequest::Disk
        | AdminRequest::Draining
        | AdminRequest::Nodes => return None,
    })
}

async fn answer(app: &AppState, request: AdminRequest) -> Result<AdminAnswer, String> {
    let answered = match request {
        AdminRequest::Tables(TablesRequest::List { all, limit }) => {
            tables::list(app, all, limit.min(MOST_LISTED)).await
        }
        AdminRequest::Tables(TablesRequest::Show { id }) => return tables::show(app, &id).await,
        AdminRequest::Tables(TablesRequest::Close { id }) => return tables::close(app, &id).await,
        AdminRequest::People(PeopleRequest::Find { name, limit }) => {
            people::find(app, &name, limit.min(MOST_LISTED)).await
        }
        AdminRequest::People(PeopleRequest::Rename { id, name }) => return people::rename(app, id, &name).await,
        AdminRequest::People(PeopleRequest::Remove { id }) => return people::remove(app, id).await,
        AdminRequest::People(PeopleRequest::Ban { whom, minutes, why }) => {
            return people::ban(app, &whom, minutes.map(until), why).await;
        }
        AdminRequest::People(PeopleRequest::Unban { whom }) => return people::unban(app, &whom).await,
        AdminRequest::People(PeopleRequest::Bans) => bans(app).await,
        AdminRequest::Records(RecordsRequest::Remove { id }) => return remove_record(app, &id).await,
        AdminRequest::Say { words, minutes, .. } => return publish_notice(app, &words.join(" "), minutes).await,
        AdminRequest::Drain(DrainRequest { cancel: true, .. }) => return cancel_drain(app),
        AdminRequest::Drain(DrainRequest { within, after, .. }) => return Ok(drain(app, within, after).await),
        AdminRequest::Draining => return Ok(AdminAnswer::Draining { is_draining: app.host.is_draining() }),
        AdminRequest::Prune => prune(app).await,
        AdminRequest::Log { limit } => log(app, limit.min(MOST_LISTED)).await,
        AdminRequest::Reports { id: Some(id), .. } => return report(app, id).await,
        AdminRequest::Reports { id: None, all } => reports(app, all).await,
        AdminRequest::Disk => disk(app).await,
        AdminRequest::Nodes => nodes::list(app).await,
    };
    answered.map_err(refused)
}

fn until(minutes: u64) -> i64 {
    now_ms() + i64::try_from(minutes.min(MOST_MINUTES)).expect("a few years") * MINUTE_MS
}

async fn bans(app: &AppState) -> Result<AdminAnswer, ApiError> {
    let line = |ban: store::Ban| AdminBan {
        whom: ban.whom,
        since: rfc3339(ban.at_ms),
        until: ban.until_ms.map(rfc3339),
        words: ban.words,
    };
    Ok(AdminAnswer::Bans { bans: app.store.bans().await?.into_iter().map(line).collect() })
}

async fn remove_record(app: &AppState, id: &str) -> Result<AdminAnswer, String> {
    match app.store.remove_record(id).await {
        Ok(true) => Ok(done(format!("The imported record {id} is deleted."))),
        Ok(false) => Err(format!(
            "There is no imported record {id}. The record of a table goes with its table: cardroom admin tables close."
        )),
        Err(error) => Err(refused(error)),
    }
}

async fn publish_notice(app: &AppState, words: &str, minutes: u64) -> Result<AdminAnswer, String> {
    let minutes = minutes.min(MOST_MINUTES);
    let words = room::names::on_a_line(words);
    if words.chars().count() > MOST_CHARS {
        return Err(format!("A line has at most {MOST_CHARS} characters."));
    }
    if words.is_empty() {
        app.store.set_notice("").await.map_err(refused)?;
        app.host.set_notice(None);
        return Ok(done("The line is taken back. Who has read it has read it."));
    }
    let (notice, until_ms) = (Notice { key: None, words }, until(minutes));
    let stored = serde_json::to_string(&(&notice, until_ms)).expect("text and a number");
    app.store.set_notice(&stored).await.map_err(refused)?;
    // The call returns `false` if this server has already read the notice from the store and shown it.
    if app.host.set_notice(Some((notice.clone(), until_ms))) {
        app.tables.send_to_all(|| Mail::Notice(notice.clone())).await;
    }
    Ok(done(format!("Said at {} tables. Who comes within {minutes} minutes reads it too.", app.tables.count())))
}

async fn drain(app: &AppState, minutes: u64, after_s: u64) -> AdminAnswer {
    let minutes = minutes.min(MOST_MINUTES);
    let within = Duration::from_secs(minutes * 60);
    let after = Duration::from_secs(after_s).min(within);
    app.host.drain(Some(Draining { deadline: Instant::now() + within, after }));
    let (tables, sockets) = (app.tables.count(), app.sockets.len());
    if app.host.is_leaving() {
        // Other servers take over within seconds, and a notice of this server would disappear with its tables. So no
        // notice is shown.
        return done(format!(
            "Other servers take over: /healthz says 503, and this server opens and takes no tables any more. In {} seconds it \
             hands over the tables in memory ({tables}), asks {sockets} connections to connect again, and ends. cardroom admin drain \
             --cancel calls it off.",
            after.as_secs()
        ));
    }
    let words = "The server will restart soon. Nothing is lost: play goes on afterwards.".to_owned();
    let notice = Notice { key: Some("drain".to_owned()), words };
    app.host.set_own_notice(Some((notice.clone(), until(minutes))));
    app.tables.send_to_all(|| Mail::Notice(notice.clone())).await;
    done(format!(
        "No tables are opened any more. {tables} tables are in memory, with {sockets} connections. The server ends when nobody is \
         connected, and in {minutes} minutes at the latest. cardroom admin drain --cancel calls it off."
    ))
}

fn cancel_drain(app: &AppState) -> Result<AdminAnswer, String> {
    if !app.host.is_draining() {
        return Err("The server is not draining.".to_owned());
    }
    app.host.drain(None);
    app.host.set_own_notice(None);
    Ok(done("Tables can be opened again, and the server goes on."))
}

async fn prune(app: &AppState) -> Result<AdminAnswer, ApiError> {
    let found = prune_all(&*app.store, now_ms(), AT_ONCE).await?;
    let reports = app.store.prune_reports(now_ms()).await?;
    Ok(done(format!(
        "Deleted {} guests, {} tables, {} links, {} imported records, tokens of engines at {} tables, and {reports} reports.",
        found.sessions, found.tables, found.links, found.records, found.passes
    )))
}

async fn log(app: &AppState, limit: u32) -> Result<AdminAnswer, ApiError> {
    let line = |action: AdminAction| AdminLogLine { at: rfc3339(action.at_ms), by: action.by, action: action.action };
    Ok(AdminAnswer::Log { entries: app.store.admin_actions(limit).await?.into_iter().map(line).collect() })
}

fn line(report: Report, read: bool) -> AdminReport {
    AdminReport {
        id: report.id,
        at: rfc3339(report.at_ms),
        table: report.table,
        by: report.by.map(|by| by.0),
        about: report.about.0,
        name: report.name,
        words: read.then_some(report.words),
        read: report.read_ms.map(rfc3339),
    }
}

async fn reports(app: &AppState, all: bool) -> Result<AdminAnswer, ApiError> {
    let found = app.store.reports(!all, MOST_LISTED).await?;
    Ok(AdminAnswer::Reports { reports: found.into_iter().map(|report| line(report, false)).collect() })
}

async fn report(app: &AppState, id: i64) -> Result<AdminAnswer, String> {
    let found = app.store.read_report(id, now_ms()).await.map_err(refused)?;
    let report = found.ok_or_else(|| format!("There is no report {id}."))?;
    let lines: Vec<protocol::ChatLine> = serde_json::from_str(&report.lines).unwrap_or_default();
    let lines = lines.into_iter().map(|line| AdminLine {
        name: line.name,
        words: line.text.unwrap_or_else(|| {
            let phrase = serde_json::to_value(line.phrase).unwrap_or_default();
            phrase.as_str().unwrap_or_default().to_owned()
        }),
    });
    Ok(AdminAnswer::Report { lines: lines.collect(), report: line(report, true) })
}

async fn disk(app: &AppState) -> Result<AdminAnswer, ApiError> {
    Ok(AdminAnswer::Disk { parts: app.store.data_parts().await?, bytes: app.store.bytes().await? })
}
