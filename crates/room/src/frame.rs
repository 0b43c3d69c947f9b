//! Frames: complete views of the table. Each frame is made only from the position of its own viewer.

use game::{Seat, SeatSet, Viewer};
use protocol::{DealScore, Margin, Open, People, SeatInfo, Settings, Stage};
use serde::{Deserialize, Serialize};
use table::{AnyTable, MatchPhase, PublicEvent, SolitaireTable, TableView};

use crate::asker::Connection;
use crate::early_end;
use crate::seated::ENGINE;
use crate::state::RoomState;
use crate::time::{Instant, Now, millis};
use crate::wire::{By, Frame, event, number};

/// The latest events. Each viewer's frame shows them in the form that the viewer may see.
#[derive(Default)]
pub(crate) struct News<'a> {
    pub(crate) events: &'a [PublicEvent],
    pub(crate) margin: Option<Margin>,
    pub(crate) by: By,
}

/// Returns everything that a viewer may know of the table now. The frame has no number yet. Each connection numbers the
/// frames that it sends.
pub(crate) fn frame(state: &RoomState, now: Now, viewer: Viewer, news: &News<'_>) -> Frame {
    frame_of(state, state.table.as_ref(), now, viewer, news)
}

/// Returns a frame of another table of the same match, which shows how the match could go on.
pub(crate) fn frame_of(state: &RoomState, table: &dyn AnyTable, now: Now, viewer: Viewer, news: &News<'_>) -> Frame {
    let TableView { phase, at, deal, dealer, view, must, legal, totals, deals, winners, undo, redo } =
        table.position(viewer);
    let setup = state.table.setup();
    let seat = viewer.seat();
    // A match that is cut short is over: nobody acts any more, and nobody has won.
    let short = state.is_cut_short();
    let (phase, must, legal) =
        if short { (MatchPhase::Over, SeatSet::EMPTY, Vec::new()) } else { (phase, must, legal) };
    Frame {
        n: 0,
        table: state.facts.id.clone(),
        game: setup.game.to_owned(),
        board: state.table.board(),
        options: state.table.options().clone(),
        seats: seat_infos(state, now.instant),
        viewer: seat.map(number),
        at,
        phase,
        deal,
        dealer: number(dealer),
        view,
        must: numbers(must),
        legal,
        since: news.events.iter().map(|done| event(done, viewer, news.margin, news.by)).collect(),
        past: state.sent.history.past(),
        totals,
        deals: deals.into_iter().map(score).collect(),
        winners: winners.map(|seats| seats.into_iter().map(number).collect()),
        undo,
        redo,
        assist: state.helps(),
        assisted: state.table.solitaire().is_some_and(SolitaireTable::counts_as_assisted),
        advice: state.facts.settings.advice,
        advised: numbers(advised_as_seen_by(state, viewer, phase)),
        commitment: state.facts.commitment.clone(),
        number: setup.number,
        window: state.claims.shown(now.instant),
        held: seat.and_then(|seat| state.claims.held_by(seat)).map(|held| held.action.clone()),
        armed: seat.map(|seat| state.claims.armed_by(seat).map(str::to_owned).collect()).unwrap_or_default(),
        rest: early_end::shown(state, viewer),
        clock: state.clocks.shown(now.instant),
        played_ms: state.play.at(now.unix_ms),
    }
}

fn advised_as_seen_by(state: &RoomState, viewer: Viewer, phase: MatchPhase) -> SeatSet {
    let all = state.table.advised();
    let own = viewer.seat().map_or(SeatSet::EMPTY, SeatSet::only);
    if phase == MatchPhase::Deal { (all - state.advisers.unseen()) | (all & own) } else { all }
}

/// Returns the people at the table as one connection sees them.
pub(crate) fn room(state: &RoomState, now: Instant, connection: &Connection) -> People {
    let until = |at: Option<Instant>| at.map(|at| millis(at.since(now)));
    let seating = &state.seating;
    let setup = state.table.setup();
    let agreed = state.facts.settings.clone();
    let hosting = seating.host() == Some(connection.person);
    let requests = state.presence.requests().iter().filter(|_| hosting);
    let has_asked = || state.presence.requests().values().any(|(other, ..)| *other == connection.person);
    People {
        table: state.facts.id.clone(),
        game: setup.game.to_owned(),
        options: state.table.options().clone(),
        stage: state.stage(),
        you: connection.viewer.seat().map(number),
        next_seat: seating.next_seat_of(connection.person),
        hosting,
        host: seating.host_seat().map(number),
        seats: seat_infos(state, now),
        settings: Settings { chat: state.sent.chat.allowed(agreed.chat), ..agreed },
        watchers: state.presence.spectators(),
        watcher_names: state.presence.watcher_names(),
        asked: state.may_ask(connection.person).then(has_asked),
        begins_ms: until(state.schedule.begins_at()),
        next_ms: until(state.schedule.deals_at()),
        first_ms: until(state.sent.spectators.first().filter(|_| connection.viewer.seat().is_none())),
        paused: state.clocks.is_paused(),
        pause_votes: state.clocks.pause_votes(),
        rematch: seating.rematch().map(str::to_owned),
        same_network: if hosting { state.same_network() } else { Vec::new() },
        requests: requests.map(|(key, (_, _, name))| (key.clone(), name.clone())).collect(),
    }
}

/// Returns the seats as everybody may know them.
pub(crate) fn seat_infos(state: &RoomState, now: Instant) -> Vec<SeatInfo> {
    (0..state.seats()).map(|index| seat_info(state, now, index)).collect()
}

fn seat_info(state: &RoomState, now: Instant, index: usize) -> SeatInfo {
    let seated = state.seating.seat(index);
    let stand_in = state.bots.stand_in(index);
    let newcomer = state.seating.newcomer_at(index);
    SeatInfo {
        name: seated.name.clone(),
        bot: seated.bot.clone(),
        here: match seated.bot.as_deref() {
            Some(ENGINE) => state.engines.of_seat(index).is_some(),
            Some(_) => true,
            None => state.presence.is_here(index),
        },
        replaced: state.seating.is_engines(index).then_some(stand_in.replaced),
        next_name: newcomer.map(|person| state.name_of(person)),
        away_ms: state.presence.away_since(index).map(|since| millis(now.since(since))),
        bot_votes: numbers(state.presence.bot_votes(index)),
        lag_ms: state.presence.latency_ms(index),
        partners: numbers(state.table.partners(Seat::new(index as u8))),
        stand_in: stand_in.level.clone(),
        time_up: stand_in.time_up,
        ready: state.schedule.is_ready(index),
        looks: state.schedule.looks(index),
        free: seated.is_free() && !state.facts.shuffle.was_left(index as u8),
    }
}

/// Returns the table's line in the lobby. `None` if the table is not public, the match is over, or nobody is present.
pub(crate) fn lobby_line(state: &RoomState) -> Option<protocol::LobbyTable> {
    let settings = &state.facts.settings;
    let public = settings.open == Open::Public && state.presence.anybody_here() && state.stage() != Stage::Over;
    // Times are left out. Otherwise the lobby would get news every second, and also when a connection becomes slower.
    let seats = || seat_infos(state, Instant::default()).into_iter();
    public.then(|| protocol::LobbyTable {
        id: state.facts.id.clone(),
        game: state.table.setup().game.to_owned(),
        stage: state.stage(),
        seats: seats().map(|seat| SeatInfo { away_ms: None, lag_ms: None, ..seat }).collect(),
        clock: settings.clock,
        watch: settings.watch,
        created: state.facts.created.clone(),
    })
}

/// A table's line in a list.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TableSummary {
    /// True once the match is over.
    pub over: bool,
    /// Seats that play waits for.
    pub must: Vec<u8>,
    /// The seats that are not ready for the next deal, if the match is between two deals.
    pub next: Vec<u8>,
    /// Totals.
    pub totals: Vec<i32>,
    /// Seats whose people are connected.
    pub here: Vec<u8>,
    /// At a public table: the seats that share a network, in groups. For administrators.
    pub same_network: Vec<Vec<u8>>,
}

/// Returns the line of a table. `here`: seats whose people are connected; `ready`: seats that want the next deal.
pub fn summary(table: &dyn AnyTable, stage: Stage, here: Vec<u8>, ready: SeatSet) -> TableSummary {
    let totals = table.totals();
    let playing = stage == Stage::Playing;
    let must = if playing { table.must() } else { SeatSet::EMPTY };
    let next = if playing && table.phase() == MatchPhase::Between {
        Seat::all(totals.len() as u8).filter(|seat| !ready.has(*seat)).collect()
    } else {
        SeatSet::EMPTY
    };
    let (must, next) = (numbers(must), numbers(next));
    TableSummary { over: stage == Stage::Over, must, next, totals, here, same_network: Vec::new() }
}

fn score((dealer, points, totals): (Seat, Vec<Option<i32>>, Vec<i32>)) -> DealScore {
    DealScore { dealer: number(dealer), points, totals }
}

fn numbers(seats: SeatSet) -> Vec<u8> {
    seats.map(number).collect()
}
