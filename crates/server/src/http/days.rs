//! The deals of the day: their tables, results and seeds.

use std::collections::BTreeMap;

use answers::daily::{date_of, number_of};
use answers::days::{self, BotRun, DEALS, DealRun};
use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use protocol::{Day, DayDeal, DayField, DayGame, DayResult, DayTable, DayTry, Days, NewDayTable};
use store::{NewTry, SessionId};

use super::body::JsonBody;
use super::tables::may_open;
use crate::day_results::{end_ms, field, look_after};
use crate::days::{Field, network_number};
use crate::error::{ApiError, JsonAnswer};
use crate::origin::ClientIp;
use crate::session::{Guest, MaybeSession};
use crate::setup::stored_setup;
use crate::state::AppState;
use crate::stored::person;

/// The number of people of a network whose results of a day and a game count.
const OF_A_NETWORK: u32 = 4;

/// Your results of the latest days.
#[utoipa::path(get, path = "/days", responses((status = 200, body = Days)))]
pub(crate) async fn list(app: AppState, MaybeSession(session): MaybeSession) -> JsonAnswer<Days> {
    let from = number_of(app.tables.days().first_listed());
    let tries = match session {
        Some(session) => app.store.tries_of(session.id, from).await?,
        None => Vec::new(),
    };
    let pars = if tries.is_empty() { Vec::new() } else { app.store.day_pars(from).await? };
    let pars: BTreeMap<(u32, String), i64> = pars.into_iter().map(|(day, game, par)| ((day, game), par)).collect();
    let mut whole: BTreeMap<(u32, String), (u8, DayResult)> = BTreeMap::new();
    for store::DayTry { day, game, counts, ended, .. } in tries {
        let date = date_of(day).filter(|date| ended.as_ref().is_some_and(|ended| ended.at_ms < end_ms(*date)));
        let Some((date, ended)) = date.zip(ended) else { continue };
        let par = pars.get(&(day, game.clone())).map(|par| *par as f64 / 10.0);
        let none = || (0, DayResult { date: date.to_string(), game: game.clone(), points: 0, par, counts });
        let (deals, result) = whole.entry((day, game.clone())).or_insert_with(none);
        (*deals, result.points) = (*deals + 1, result.points + ended.points);
    }
    Ok(Json(Days {
        today: app.tables.days().today().to_string(),
        games: days::games().map(|game| game.id.to_owned()).collect(),
        results: whole.into_values().filter(|(deals, _)| *deals == DEALS).map(|(_, result)| result).collect(),
    }))
}

/// The deals of a day. `no_day`: the day has not begun, or was more than 61 days ago.
#[utoipa::path(get, path = "/days/{date}", responses((status = 200, body = Day)))]
pub(crate) async fn day(
    app: AppState,
    MaybeSession(session): MaybeSession,
    Path(date): Path<String>,
) -> JsonAnswer<Day> {
    let date = app.tables.days().date(&date)?;
    let (secret, over) = (app.tables.days().secret(&*app.store).await?, app.tables.days().is_over(number_of(date)));
    let own = own_tries(&app, session.map(|session| session.id), number_of(date)).await?;
    let games = days::games().map(|game| {
        let seeds: Vec<_> = (0..DEALS).map(|deal| days::seed(secret, date, &game, deal)).collect();
        DayGame {
            game: game.id.to_owned(),
            level: days::LEVEL.to_owned(),
            commitments: seeds.iter().map(|seed| seed.commitment().to_string()).collect(),
            seeds: over.then(|| seeds.iter().map(|seed| seed.reveal()).collect()),
            tries: own.iter().filter(|one| one.game == game.id).map(shown).collect(),
        }
    });
    Ok(Json(Day { date: date.to_string(), over, games: games.collect() }))
}

/// Opens a table with a deal of a day, or returns yours. The first try at each deal counts if it ends on the day itself; the deals of
/// today are played in order. Afterwards, and on later days, it is practice. There is no help.
#[utoipa::path(post, path = "/days/{date}/{game}", request_body = NewDayTable, responses((status = 201, body = DayTable)))]
pub(crate) async fn open(
    app: AppState,
    Guest(session): Guest,
    client_ip: ClientIp,
    Path((date, game)): Path<(String, String)>,
    JsonBody(asked): JsonBody<NewDayTable>,
) -> Result<(StatusCode, Json<DayTable>), ApiError> {
    let (date, game) = (app.tables.days().date(&date)?, days::game(&game)?);
    let day = number_of(date);
    let over = app.tables.days().is_over(day);
    let own = own_tries(&app, Some(session.id), day).await?;
    let own: Vec<_> = own.into_iter().filter(|one| one.game == game.id).collect();
    let ended = |deal: u8| own.iter().any(|one| one.deal == deal && one.ended.is_some());
    let next = (0..DEALS).find(|deal| !ended(*deal)).filter(|_| !over);
    let deal = asked.deal.or(next).unwrap_or(0);
    if next.is_some_and(|next| deal > next) {
        return Err(ApiError::bad("day_deal", "The deals are played in order, from 0 to 3."));
    }
    let first = next == Some(deal);
    let seat = days::seat_of(&game, deal).index() as u8;
    let opened = |id: String, counts: bool| (StatusCode::CREATED, Json(DayTable { id, seat, deal, counts }));
    look_after(&app, date, game.clone());
    if let Some(begun) = own.iter().find(|one| first && one.deal == deal) {
        return Ok(opened(begun.table.clone(), begun.counts));
    }
    may_open(&app, &session, client_ip).await?;
    let secret = app.tables.days().secret(&*app.store).await?;
    let seed = days::seed(secret, date, &game, deal);
    let setup =
        days::setup(&game, DayDeal { date: day, deal, first }, seed, (person(session.id), session.name.as_str()))?;
    let setup = stored_setup(setup, &session);
    let id = setup.id.clone();
    if !first {
        app.store.create(setup).await?;
        app.metrics.match_begun(game.id);
        return Ok(opened(id, false));
    }
    let network = app.trust.network(client_ip.0).map(|network| network_number(secret, network));
    let new = NewTry { day, deal, session: session.id, network, most: OF_A_NETWORK };
    let begun = app.store.begin_try(setup, new).await?;
    if begun.table == id {
        app.metrics.match_begun(game.id);
    }
    Ok(opened(begun.table, begun.counts))
}

/// What others reached with the deals of a day. What is about a deal that you have not finished yet is left out until the day is over.
#[utoipa::path(get, path = "/days/{date}/{game}", responses((status = 200, body = DayField)))]
pub(crate) async fn results(
    app: AppState,
    MaybeSession(session): MaybeSession,
    Path((date, game)): Path<(String, String)>,
) -> JsonAnswer<DayField> {
    let (date, game) = (app.tables.days().date(&date)?, days::game(&game)?);
    let (day, over) = (number_of(date), app.tables.days().is_over(number_of(date)));
    let own = own_tries(&app, session.map(|session| session.id), day).await?;
    let own: Vec<_> = own.into_iter().filter(|one| one.game == game.id).collect();
    look_after(&app, date, game.clone());
    let field = field(&app, date, &game, &own).await?;
    let known = |deal: u8| over || own.iter().any(|one| one.deal == deal && one.ended.is_some());
    let par = |deal: u8| days::par(&field.bots, usize::from(deal)).filter(|_| known(deal));
    Ok(Json(DayField {
        tries: own.iter().map(shown).collect(),
        par: (0..DEALS).map(|deal| par(deal).map(|(par, _)| par)).collect(),
        par_of: days::par(&field.bots, 0).map_or(0, |(_, matches)| matches),
        moments: (0..DEALS).map(|deal| moment(&own, &field, deal)).collect(),
        totals: (0..DEALS).all(known).then(|| totals(&field)),
    }))
}

fn moment(own: &[store::DayTry], field: &Field, deal: u8) -> Option<protocol::DayMoment> {
    let one = own.iter().find(|one| one.deal == deal)?;
    let ended = one.ended.as_ref()?;
    let mine = DealRun { points: ended.points, moves: game::read_json(&ended.moves).ok()? };
    let bots = field.bots.iter().filter_map(|run: &BotRun| Some((run.deals.get(usize::from(deal))?, false)));
    let people = field.people.values().filter_map(|deals| Some((deals.get(&deal)?, true)));
    days::moment(&mine, &people.chain(bots).collect::<Vec<_>>())
}

fn totals(field: &Field) -> Vec<protocol::DayCount> {
    let people: Vec<Vec<DealRun>> = field.people.values().map(|deals| deals.values().cloned().collect()).collect();
    days::totals(&people, &field.bots)
}

/// Returns a person's tries at the deals of a day, in all games.
async fn own_tries(app: &AppState, who: Option<SessionId>, day: u32) -> Result<Vec<store::DayTry>, ApiError> {
    let Some(who) = who else { return Ok(Vec::new()) };
    // This write comes after the result of a deal that has just ended.
    app.store.note_results(Vec::new()).await?;
    let mut tries = app.store.tries_of(who, day).await?;
    tries.retain(|one| one.day == day);
    Ok(tries)
}

fn shown(one: &store::DayTry) -> DayTry {
    let store::DayTry { deal, table, ended, counts, .. } = one;
    DayTry { deal: *deal, table: table.clone(), points: ended.as_ref().map(|ended| ended.points), counts: *counts }
}
