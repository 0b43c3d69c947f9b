//! Replays of finished deals, position by position.

use game::{Seat, Viewer};
use protocol::{DealScore, Margin, Replay, ReplayStep, SeatInfo, TableEvent};
use room::log_entry::{LogEntry, margins_of_deal};
use room::{By, Seated, by_bots};
use serde_json::value::RawValue;
use table::record::{Raw, RecordFault};

use crate::BadRequest;

/// The requested part of a replay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WantedReplay {
    /// The number of the deal, from 0.
    pub deal: u32,
    /// The viewer of the replay.
    pub viewer: Viewer,
}

impl WantedReplay {
    /// Reads a request such as `?deal=0&viewer=2`. Without a viewer, or with `all`, all hands are open.
    ///
    /// # Errors
    /// If the viewer is neither a seat nor `all`. The error lists the possible values.
    pub fn read(deal: u32, viewer: Option<&str>) -> Result<WantedReplay, BadRequest> {
        let viewer = match viewer {
            None | Some("all") => Viewer::All,
            Some(seat) => {
                let seat = seat.parse().ok().and_then(|seat: u8| Seat::try_from(seat).ok());
                Viewer::Seat(seat.ok_or_else(WantedReplay::malformed)?)
            }
        };
        Ok(WantedReplay { deal, viewer })
    }

    /// Returns the refusal of a malformed request.
    #[must_use]
    pub fn malformed() -> BadRequest {
        BadRequest::new("malformed", "Ask for a deal from 0 and a seat, or all: ?deal=0&viewer=2.")
    }
}

/// The facts of a match that are not in its record.
#[derive(Clone, Default, Debug)]
pub struct Beside {
    /// The players of the seats.
    pub seats: Vec<Seated>,
    /// The number of a numbered deal.
    pub number: Option<u64>,
    /// The log of the table. It shows who acted, and how close each race for a claim was.
    pub log: Vec<LogEntry>,
}

/// Returns a finished deal as JSON of a [`Replay`]. `None` if there is no such deal or seat, or the deal is unfinished.
///
/// # Errors
/// If the record is wrong.
pub fn replay(record: &str, asked: WantedReplay, beside: &Beside) -> Result<Option<String>, RecordFault> {
    let Beside { seats, number, log } = beside;
    let raw = Raw::read(record)?;
    // The log of a practice table lacks the actions before its position, and has undone ones.
    let log = if raw.is_practice() { &[] } else { &log[..] };
    let by_bot = if seats.len() > 1 { by_bots(log, asked.deal) } else { Vec::new() };
    let margins = margins_of_deal(log, asked.deal);
    let replay = catalog::replay(&raw, asked.deal as usize, asked.viewer)?;
    let message = replay.map(|replay| {
        let message = message_of(raw.game(), replay, asked, seats, *number, (&margins, &by_bot));
        Replay { offline: raw.is_offline(), practice: raw.is_practice(), ..message }
    });
    Ok(message.map(|message| serde_json::to_string(&message).expect("text, numbers and lists")))
}

/// Returns the message that shows a deal. `margins`: the margins of the deal's claims, each with the number of its
/// action. `by_bot`: for each action, whether a bot made it in place of the seat's player.
pub(crate) fn message_of(
    game: &str,
    replay: table::Replay,
    WantedReplay { deal, viewer }: WantedReplay,
    seats: &[Seated],
    number: Option<u64>,
    (margins, by_bot): (&[(usize, Margin)], &[By]),
) -> Replay<Box<RawValue>> {
    let table::Replay { board, options, names, dealer, before, deals, winners, steps } = replay;
    let seat_number = |seat: Seat| seat.index() as u8;
    let mut by_bot = by_bot.iter().copied();
    let mut actions = 0;
    let step = |table::ReplayStep { since, view, must }: table::ReplayStep| {
        let since = since.into_iter().map(|event| {
            let seat = event.seat();
            let margin = margins.iter().find(|(action, _)| seat.is_some() && *action == actions);
            actions += usize::from(seat.is_some());
            let by = seat.and_then(|_| by_bot.next()).unwrap_or_default();
            TableEvent {
                seat: seat.map(seat_number),
                action: event.text(viewer).into_owned(),
                margin: margin.map(|(_, margin)| *margin),
                bot: by.bot,
                time_up: by.time_up,
            }
        });
        ReplayStep { since: since.collect(), view, must: must.map(seat_number).collect() }
    };
    let seats = names.into_iter().enumerate().map(|(index, name)| {
        let bot = seats.get(index).and_then(|seated| seated.bot.clone());
        // The names in an imported record may be anything.
        let name = room::names::on_a_line(&name);
        SeatInfo { name, bot, here: true, ..SeatInfo::default() }
    });
    let score = |(dealer, points, totals)| DealScore { dealer: seat_number(dealer), points, totals };
    Replay {
        game: game.to_owned(),
        board,
        options,
        seats: seats.collect(),
        viewer: viewer.seat().map(seat_number),
        deal,
        dealer: seat_number(dealer),
        before,
        deals: deals.into_iter().map(score).collect(),
        winners: winners.map(|seats| seats.into_iter().map(seat_number).collect()),
        number,
        offline: false,
        practice: false,
        steps: steps.into_iter().map(step).collect(),
    }
}
