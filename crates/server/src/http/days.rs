//! The deals of the day: their tables, results and seeds, and who may look at such a table.

use std::collections::BTreeMap;
use std::net::IpAddr;

use answers::days::{self, DEALS};
use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use cards::Seed;
use protocol::{DayCount, DayDeal, DayField, DayRun, DayTry, Days, DealRun, SeatTaken};
use sha2::{Digest, Sha256};
use store::{NewTry, SessionId, StoredSetup};

use super::tables::may_open;
use crate::days::{look_after, written};
use crate::error::{ApiError, JsonAnswer};
use crate::origin::ClientIp;
use crate::session::{Guest, MaybeSession};
use crate::setup::stored_setup;
use crate::state::AppState;
use crate::stored::{person, settings_of};

/// The number of people of a network whose results of a day and a game count.
const OF_A_NETWORK: u32 = 4;
/// The most tries of others that are sent: those of at least a hundred people.
const MOST_TRIES: u32 = 400;

/// Your first tries of the latest days.
#[utoipa::path(get, path = "/days", responses((status = 200, body = Days)))]
pub(crate) async fn list(app: AppState, MaybeSession(session): MaybeSession) -> JsonAnswer<Days> {
    let days = app.tables.days();
    let tries = own_tries(&app, session.map(|session| session.id), days.first_listed()).await?;
    Ok(Json(Days {
        today: written(days.today()),
        games: days::games().map(|game| game.id.to_owned()).collect(),
        tries: tries.iter().map(|one| DayTry { moves: Vec::new(), ..shown(one) }).collect(),
    }))
}

/// Opens a table with a deal of a day, or returns yours. The first try at each deal counts if it ends on the day itself;
/// the deals of today are played in order. Afterwards, and on later days, it is practice. There is no help.
#[utoipa::path(post, path = "/days/{date}/{game}/{deal}", responses((status = 201, body = SeatTaken)))]
pub(crate) async fn open(
    app: AppState,
    Guest(session): Guest,
    client_ip: ClientIp,
    Path((date, game, deal)): Path<(String, String, String)>,
) -> Result<(StatusCode, Json<SeatTaken>), ApiError> {
    let (day, game, deal) = (app.tables.days().read(&date)?, days::game(&game)?, deal.parse().unwrap_or(DEALS));
    let mut own = own_tries(&app, Some(session.id), day).await?;
    own.retain(|one| one.day == day && one.game == game.id);
    let next = (0..DEALS).find(|deal| !own.iter().any(|one| one.deal == *deal && one.points.is_some()));
    let next = next.filter(|_| day == app.tables.days().today());
    if deal >= DEALS || next.is_some_and(|next| deal > next) {
        return Err(ApiError::bad("day_deal", "The deals are played in order, from 0 to 3."));
    }
    look_after(&app, day, &game);
    let (first, seat) = (next == Some(deal), days::seat_of(&game, deal).index() as u8);
    let opened = |id: String| (StatusCode::CREATED, Json(SeatTaken { id, seat }));
    if let Some(begun) = own.iter().find(|one| first && one.deal == deal) {
        return Ok(opened(begun.table.clone()));
    }
    may_open(&app, &session, client_ip).await?;
    let secret = app.tables.days().secret(&*app.store).await?;
    let seed = days::seed(secret, day, &game, deal);
    let of = DayDeal { date: day, deal, first };
    let setup = stored_setup(days::setup(&game, of, seed, (person(session.id), &session.name))?, &session);
    let mut id = setup.id.clone();
    if first {
        let network = app.trust.network(client_ip.0).map(|network| network_number(secret, network));
        let new = NewTry { day, deal, session: session.id, network, most: OF_A_NETWORK };
        id = app.store.begin_try(setup, new).await?.table;
    } else {
        app.store.create(setup).await?;
    }
    app.metrics.match_begun(game.id);
    Ok(opened(id))
}

/// The results of the deals of a day. What is about a deal that you have not finished is left out until the day is over.
#[utoipa::path(get, path = "/days/{date}/{game}", responses((status = 200, body = DayField)))]
pub(crate) async fn results(
    app: AppState,
    MaybeSession(session): MaybeSession,
    Path((date, game)): Path<(String, String)>,
) -> JsonAnswer<DayField> {
    let (day, game) = (app.tables.days().read(&date)?, days::game(&game)?);
    let mut own = own_tries(&app, session.map(|session| session.id), day).await?;
    own.retain(|one| one.day == day && one.game == game.id);
    look_after(&app, day, &game);
    let over = day < app.tables.days().today();
    let known = |deal: u8| over || own.iter().any(|one| one.deal == deal && one.points.is_some());
    let store::DayStored { tries, totals, bots, par_known } =
        app.store.day_results(day, game.id, DEALS, MOST_TRIES).await?;
    let mut people: BTreeMap<SessionId, DayRun> = BTreeMap::new();
    for one in &tries {
        let empty = || DayRun { level: None, deals: vec![None; usize::from(DEALS)] };
        let DayTry { points, moves, .. } = shown(one);
        let run = people.entry(one.session).or_insert_with(empty);
        run.deals[usize::from(one.deal)] = points.map(|points| DealRun { points, moves });
    }
    let mut runs: Vec<DayRun> = bots.and_then(|bots| game::read_json(&bots).ok()).unwrap_or_default();
    runs.extend(people.into_values());
    for run in &mut runs {
        run.deals.iter_mut().zip(0..).filter(|(_, deal)| !known(*deal)).for_each(|(run, _)| *run = None);
    }
    let secret = app.tables.days().secret(&*app.store).await?;
    let seeds: Vec<Seed> = (0..DEALS).map(|deal| days::seed(secret, day, &game, deal)).collect();
    let totals = totals.into_iter().map(|(total, people)| DayCount { total, people });
    Ok(Json(DayField {
        over,
        commitments: seeds.iter().map(|seed| seed.commitment().to_string()).collect(),
        seeds: over.then(|| seeds.iter().map(|seed| seed.reveal()).collect()),
        tries: own.iter().map(shown).collect(),
        runs,
        totals: (0..DEALS).all(known).then(|| totals.collect()),
        par_known,
    }))
}

/// Returns a person's tries from a day on, in all games.
pub(super) async fn own_tries(
    app: &AppState,
    who: Option<SessionId>,
    from: u32,
) -> Result<Vec<store::DayTry>, ApiError> {
    let Some(who) = who else { return Ok(Vec::new()) };
    // This write comes after the result of a deal that has just ended.
    app.store.note_results(Vec::new()).await?;
    Ok(app.store.tries_of(who, from).await?)
}

pub(super) fn shown(one: &store::DayTry) -> DayTry {
    let store::DayTry { day, game, deal, table, counts, points, moves, par, .. } = one;
    DayTry {
        date: written(*day),
        game: game.clone(),
        deal: *deal,
        table: table.clone(),
        counts: *counts,
        points: *points,
        moves: game::read_json(moves).unwrap_or_default(),
        par: par.map(|par| par as f64 / 10.0),
    }
}

/// Returns a number for a network, from which nobody without the secret can find the address.
fn network_number(secret: Seed, network: IpAddr) -> i64 {
    let hash = Sha256::new().chain_update(secret.bytes()).chain_update(network.to_string()).finalize();
    i64::from_le_bytes(hash[..8].try_into().expect("eight bytes"))
}

/// Refuses to show a table with a deal of today to people who have not finished that deal themselves.
pub(crate) async fn may_look(app: &AppState, setup: &StoredSetup, who: Option<SessionId>) -> Result<(), ApiError> {
    let Some(day) = settings_of(setup).day.filter(|day| day.date >= app.tables.days().today()) else { return Ok(()) };
    let done = |one: &store::DayTry| {
        one.points.is_some() && (one.day, one.deal) == (day.date, day.deal) && one.game == setup.game
    };
    match own_tries(app, who, day.date).await?.iter().any(done) {
        true => Ok(()),
        false => Err(ApiError::DayGoesOn),
    }
}
