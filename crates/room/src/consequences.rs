//! Changes that no command asks for. Some follow immediately from the state ([`next`]). Others are due at a set time
//! ([`due`]). No function here changes the state.

use std::borrow::Cow;
use std::time::Duration;

use game::Seat;
use protocol::{Open, Stage};
use table::{Intent, MatchPhase, Why};

use crate::arrangement::{Change, Then};
use crate::asker::{Asker, HeldMove};
use crate::decide::match_over;
use crate::decide_people;
use crate::early_end;
use crate::effect::Metric;
use crate::seated::Newcomer;
use crate::settings::TIME_TO_READ;
use crate::shared_shuffle;
use crate::state::RoomState;
use crate::time::{Instant, Now};

/// The absence after which a host is replaced before the match.
const HOST_AWAY_BEFORE: Duration = Duration::from_secs(15);
/// The absence after which a host is replaced during the match, when the host has less to do than before it.
const HOST_AWAY_IN_PLAY: Duration = Duration::from_secs(60);

/// The shortest absence after which a bot plays because people have asked for one. Reloading a page takes less time.
const AWAY_AT_LEAST: Duration = Duration::from_secs(10);

/// Returns the next change that follows immediately from the current state. Before the call, the caller must release
/// the moves that need not be held any longer ([`crate::claims::ClaimState::release`]).
pub(crate) fn next(state: &RoomState, now: Now) -> Option<Change> {
    // After a failed write there is a pause before the next try.
    if state.schedule.retry_at() > now.instant {
        return None;
    }
    admit(state)
        .or_else(|| take_back(state))
        .or_else(|| shared_shuffle::next(state, now))
        .or_else(|| begin(state, now))
        .or_else(|| make_armed_claim(state))
        .or_else(|| early_end::agreed(state))
        .or_else(|| deal_if_ready(state))
}

pub(crate) fn due(state: &RoomState, now: Now) -> Option<Change> {
    let deal = state.schedule.deals_at().filter(|at| *at <= now.instant).and_then(|_| deal(state));
    deal.or_else(|| time_out(state, now)).or_else(|| stand_in(state, now)).or_else(|| pass_host_on(state, now))
}

/// Returns the time of the next change that is due. `handled_until` is the time of the last input. Every change that
/// was due by that time has been made. A caller must not pass the present time instead. Otherwise a change that became
/// due after the last input would wait for the next input. The time of the change would reveal the time of that input,
/// which may be secret.
pub(crate) fn next_due(state: &RoomState, handled_until: Instant) -> Option<Instant> {
    let graces = (0..state.seats()).filter_map(|index| grace_ends(state, index)).min();
    // After a failed write there is a pause before the next try.
    let later = |at: Option<Instant>| at.map(|at| at.max(state.schedule.retry_at()));
    let bots = (0..state.seats()).filter_map(|index| bot_due(state, index)).min();
    [
        state.claims.closes(),
        state.schedule.deals_at(),
        later(state.schedule.begins_at()),
        later(state.schedule.shuffle_due()),
        later(graces),
        state.clocks.next_due(),
        state.advisers.retry_at(),
        state.sent.spectators.next(),
        later(host_passes(state)),
        bots,
        state.sent.chat.next_shown(handled_until),
        state.sent.review.next_due(),
        Some(state.schedule.retry_at()).filter(|at| *at > handled_until),
    ]
    .into_iter()
    .flatten()
    .min()
}

/// Gives newcomers their seats if the promised deal was just dealt and nobody has acted in that deal. After the first
/// action, a newcomer waits for the next deal. A newcomer who was absent in two deals in a row loses the seat.
fn admit(state: &RoomState) -> Option<Change> {
    if state.seating.newcomers().is_empty()
        || state.stage() != Stage::Playing
        || state.table.phase() != MatchPhase::Deal
    {
        return None;
    }
    let (deal, untouched) = (state.table.deal(), state.sent.history.is_untouched());
    state.seating.newcomers().iter().filter(|newcomer| newcomer.from <= deal).find_map(|newcomer| {
        let person = newcomer.person;
        match (untouched, state.presence.is_connected(person)) {
            (true, true) => Some(let_in(state, newcomer)),
            (true, false) => None,
            (false, false) if newcomer.missed => decide_people::give_up_next(state, person),
            (false, here) => {
                let later = Newcomer { from: deal + 1, missed: !here, ..newcomer.clone() };
                Some(Change::arrange(state.arranged(|draft| {
                    draft.seating.remove_newcomer(person);
                    draft.seating.add_newcomer(later);
                })))
            }
        }
    })
}

fn let_in(state: &RoomState, newcomer: &Newcomer) -> Change {
    let name = state.name_of(newcomer.person);
    let change = Change::arrange(state.arranged(|draft| draft.seating.admit(newcomer, &name)));
    match state.table.check(Intent::TakeOver { seat: Seat::new(newcomer.seat), bot: None, why: Why::Joined }) {
        Ok(accepted) => change.and(accepted),
        Err(_) => change,
    }
}

/// Gives the seat of a person who is back from the bot to the person. If the person's clock had run out, this happens
/// after the bot has made that one decision.
fn take_back(state: &RoomState) -> Option<Change> {
    let mut seats = (0..state.seats()).filter(|index| {
        let stand_in = state.bots.stand_in(*index);
        let seat = Seat::new(*index as u8);
        let decides = stand_in.timed_out == Some(state.table.at(seat)) && state.table.must().has(seat);
        let at_limit = state.sent.history.changes_no_more(seat) && !stand_in.time_up;
        stand_in.level.is_some() && state.presence.is_here(*index) && !decides && !at_limit
    });
    let index = seats.next().filter(|_| state.stage() == Stage::Playing)?;
    // A person whose clock ran out was present all the time, so the reason is not an absence.
    let why = if state.bots.stand_in(index).time_up { Why::Clock } else { Why::Away };
    state.table.check(Intent::TakeOver { seat: Seat::new(index as u8), bot: None, why }).ok().map(Change::entry)
}

/// Begins the match if every seat is taken and everybody is present, or if the waiting time is over.
fn begin(state: &RoomState, now: Now) -> Option<Change> {
    if state.stage() != Stage::Gathering || !state.presence.anybody_here() || state.facts.shuffle.is_running() {
        return None;
    }
    let due = match begins_after(state) {
        Some(time) if time.is_zero() => true,
        _ => state.schedule.begins_at().is_some_and(|at| at <= now.instant),
    };
    due.then(|| shared_shuffle::begin(state, now))
}

/// Returns the time after which the match begins by itself; `None` if it does not.
pub(crate) fn begins_after(state: &RoomState) -> Option<Duration> {
    let settings = &state.facts.settings;
    let mut seats = state.seating.seats().iter().enumerate();
    let full = seats.all(|(index, seated)| seated.bot.is_some() || state.presence.is_here(index));
    // A table of friends begins by itself only in a rematch, and after a countdown.
    let counts_down = settings.open == Open::Friends || state.schedule.has_changed_settings();
    let at_once = !counts_down || state.seating.people().count() == 1;
    let held = state.seating.host_seat().is_some_and(|host| state.clocks.wants_pause(host.index()));
    match settings.fill_s {
        _ if full && settings.begins_when_full && at_once => Some(Duration::ZERO),
        Some(fill_s) => Some(Duration::from_secs(u64::from(fill_s))),
        None => (full && settings.begins_when_full && !held).then_some(TIME_TO_READ),
    }
}

/// Makes an armed claim that is legal now.
fn make_armed_claim(state: &RoomState) -> Option<Change> {
    if state.stage() != Stage::Playing {
        return None;
    }
    Seat::all(state.seats() as u8).find_map(|seat| {
        let accepted =
            state.claims.armed_by(seat).find_map(|claim| state.table.check(Intent::act(seat, claim)).ok())?;
        Some(Change::by(accepted, seat, None))
    })
}

/// Deals the next deal if everybody who is present is ready. This can also happen because a person who is not ready
/// leaves.
fn deal_if_ready(state: &RoomState) -> Option<Change> {
    deal(state).filter(|_| state.stage() == Stage::Playing && state.all_ready())
}

fn deal(state: &RoomState) -> Option<Change> {
    state.table.check(Intent::Next).ok().map(Change::entry)
}

/// Lets a bot decide for a person whose time is up.
fn time_out(state: &RoomState, now: Now) -> Option<Change> {
    let (index, at) = state.clocks.run_out(now.instant)?;
    // If the person is away, the absence is the reason, and the bot plays until the person is back.
    let why = if state.presence.is_here(index) { Why::Clock } else { Why::Away };
    hand_to_bot(state, index, why).map(|change| change.then(Then::TimedOut { index, at }))
}

/// Lets a bot play for a person whose grace period is over.
pub(crate) fn stand_in(state: &RoomState, now: Now) -> Option<Change> {
    let mut over = (0..state.seats()).filter(|index| grace_ends(state, *index).is_some_and(|end| end <= now.instant));
    let index = over.next().filter(|_| state.schedule.retry_at() <= now.instant)?;
    hand_to_bot(state, index, Why::Away)
}

/// Lets a bot play for the person of a seat from now on, or for one decision if a clock has run out.
fn hand_to_bot(state: &RoomState, index: usize, why: Why) -> Option<Change> {
    let level = Some(state.facts.settings.level.clone());
    state.table.check(Intent::TakeOver { seat: Seat::new(index as u8), bot: level, why }).ok().map(Change::entry)
}

/// Returns when a bot begins to play for the person of a seat: after the grace period, or sooner if people agreed on a
/// bot. While nobody else is present, returns `None`. Then nobody has to wait, and the person may only have lost the
/// connection.
fn grace_ends(state: &RoomState, index: usize) -> Option<Instant> {
    let agreed = is_bot_agreed(state, Seat::new(index as u8)).then_some(AWAY_AT_LEAST);
    let set = state.facts.settings.grace_s.map(|grace_s| Duration::from_secs(u64::from(grace_s)));
    let grace = set.into_iter().chain(agreed).min()?;
    let others = (0..state.seats()).any(|other| other != index && state.presence.is_here(other));
    let waits = state.stage() == Stage::Playing && state.bots.stand_in(index).level.is_none() && others;
    // The grace period runs while another person is present who has to wait.
    let since = state.presence.away_since(index).filter(|_| waits)?.max(state.presence.company_since()?);
    Some(since + grace)
}

/// Returns whether people agreed that a bot plays for an absent person. They agreed if the host, or everybody who is
/// present, has voted for the bot. At a public table the host's vote is not enough, because strangers have not agreed
/// to a host. Once the person can no longer come back to the deal, nobody can agree on a bot.
fn is_bot_agreed(state: &RoomState, seat: Seat) -> bool {
    let votes = state.presence.bot_votes(seat.index());
    let host = state.seating.host_seat().filter(|_| state.facts.settings.open != Open::Public);
    let mut here = state.playing_themselves();
    let agreed = host.is_some_and(|host| votes.has(host)) || here.all(|index| votes.has(Seat::new(index as u8)));
    agreed && !votes.is_empty() && state.sent.history.can_come_back(seat)
}

/// Returns the moment at which another person becomes the host, because there is no host or the host has been away for
/// too long. `None` while the host is present, while nobody else is present, or after the match. The new host remains
/// the host when the former host comes back.
fn host_passes(state: &RoomState) -> Option<Instant> {
    let patience = match state.stage() {
        Stage::Gathering => HOST_AWAY_BEFORE,
        Stage::Playing => HOST_AWAY_IN_PLAY,
        Stage::Over => return None,
    };
    let host = state.seating.host_seat().map(Seat::index);
    if !(0..state.seats()).any(|index| Some(index) != host && state.presence.is_here(index)) {
        return None;
    }
    let company = state.presence.company_since()?;
    let since = host.map_or(Some(company), |index| state.presence.away_since(index))?;
    // The wait begins only when another person is present who has to wait.
    Some(since.max(company) + patience)
}

/// Makes another person the host if the host has been away for too long.
fn pass_host_on(state: &RoomState, now: Now) -> Option<Change> {
    let late = host_passes(state).is_some_and(|at| at.max(state.schedule.retry_at()) <= now.instant);
    late.then(|| {
        let heir = state.seating.heir(state.seating.host_seat(), |index| state.presence.is_here(index));
        Change::arrange(state.arranged(|draft| draft.seating.hand_over(heir)))
    })
}

/// Returns when the bot of a seat is due; `None` while the clocks are paused, because bots pause too.
pub(crate) fn bot_due(state: &RoomState, index: usize) -> Option<Instant> {
    let closes = state.window_for(Seat::new(index as u8));
    state.bots.due(index, closes).filter(|_| !state.clocks.is_paused())
}

pub(crate) fn bot_to_act(state: &RoomState, now: Now) -> Option<usize> {
    let ready = |index: &usize| {
        let ready = state.bots.get(*index).and_then(|bot| bot.ready());
        // A decision about another position is not carried out, and the bot is asked again.
        ready.is_some_and(|ready| ready.position == state.log.position())
    };
    let due = |index: usize| bot_due(state, index).filter(|due| *due <= now.instant).map(|due| (due, index));
    (0..state.seats()).filter(ready).filter_map(due).min().map(|(_, index)| index)
}

/// Returns the metric of a bot that acts on its turn. The metric is counted when the bot acts, because the time of the
/// decision is a secret. If a bot was still thinking about a cut when its turn came, it decides later.
pub(crate) fn thought_metric(state: &RoomState, index: usize) -> Option<Metric> {
    let (took, decided) = state.bots.get(index)?.ready()?.thought?;
    let late = bot_due(state, index).is_some_and(|moment| moment < decided);
    Some(Metric::BotThought { took, late })
}

/// Returns the action of a bot that has decided. If the action is illegal and the bot did not have to act, returns
/// `Err` with the key of the refusal.
#[inline(never)]
pub(crate) fn bot_change(
    state: &RoomState,
    index: usize,
) -> Result<(Change, Option<Cow<'static, str>>), Cow<'static, str>> {
    let seat = Seat::new(index as u8);
    let bot = state.bots.get(index).expect("a bot plays there");
    let ready = bot.ready().expect("it has decided");
    let (accepted, wrong) = match state.table.check(Intent::act(seat, &ready.action)) {
        Ok(accepted) => (accepted, None),
        Err(refused) => {
            let other = any_action(state, seat).filter(|_| bot.has_a_turn()).ok_or_else(|| refused.key.clone())?;
            let accepted = state.table.check(Intent::act(seat, &other)).map_err(|refused| refused.key)?;
            (accepted, Some(refused.key))
        }
    };
    let named = ready.player.and_then(|player| state.player_entry(seat, player));
    let change = match named {
        Some(named) => Change::entry(named).and(accepted),
        None => Change::entry(accepted),
    };
    Ok((change.then(Then::BotActed { index }), wrong))
}

/// Returns a legal action for a bot that has no answer of its own.
pub(crate) fn any_action(state: &RoomState, seat: Seat) -> Option<String> {
    state.table.legal(seat).into_iter().next()
}

/// Returns the change of a held move that may be made now. Only the legality of the move is checked again.
#[inline(never)]
pub(crate) fn released(state: &RoomState, held: &HeldMove) -> Result<Change, (Asker, protocol::Refusal)> {
    let asker = held.asker.clone();
    if state.is_full() {
        return Err((asker, match_over()));
    }
    match state.table.check(Intent::act(held.seat, &held.action)) {
        Ok(accepted) => Ok(Change::by(accepted, held.seat, Some(&asker.cmd)).then(Then::Released(asker))),
        Err(refusal) => Err((asker, refusal)),
    }
}
