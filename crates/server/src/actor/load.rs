//! Makes a room from a stored table.

use std::collections::{HashMap, VecDeque};

use futures_util::stream::FuturesUnordered;
use room::{PersonId, Room, Saved};
use store::{StoreError, Stored};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::event_loop::{Actor, ActorState};
use super::mail::{Arriving, Mail};
use super::services::Services;
use crate::error::ApiError;
use crate::stored::{self, Folded, room_seat, settings_of};
use crate::time::{now_ms, rfc3339};

impl Actor {
    pub(super) async fn load(
        stored: Stored,
        services: Services,
        mailbox: mpsc::WeakSender<Box<Mail>>,
    ) -> Result<Actor, ApiError> {
        // The tenure begins before anything is read, so that the actor ends if it loses the table from now on.
        let tenure = services.ownership.tenure(&*services.store);
        if services.host.is_leaving() && !is_ours(&services, &stored.setup.id).await? {
            // Another node will own the table.
            return Err(ApiError::Store(StoreError::Elsewhere));
        }
        let stored = match services.store.own(&stored.setup.id).await? {
            false => stored,
            // The previous owner may have changed the table since `stored` was read.
            true => {
                services.metrics.takeovers.inc();
                services.store.find(&stored.setup.id).await?.ok_or(ApiError::UnknownTable)?
            }
        };
        // The host may have closed the table since `stored` was read.
        let closed = services.store.find(&stored.setup.id).await?.is_some_and(|found| found.closed_ms.is_some());
        if closed {
            return Err(ApiError::ClosedByHost);
        }
        let length = services.store.length(&stored.setup.id).await?;
        let permit = services.folding.permit(&stored.setup, length).await?;
        let events = services.store.events(&stored.setup.id).await?;
        let zero = Instant::now();
        let now = room::Now { instant: room::Instant::default(), unix_ms: now_ms() };
        let pauses = (services.pace, dice(&stored.setup));
        let talk = services.host.talk.clone();
        let (setup, room, effects) = stored::fold(stored, events, permit, move |stored, Folded { table, log }| {
            let loaded = Room::load(saved(&stored), table, &log, pauses, now);
            let (room, effects) = loaded.map_err(|_| {
                tracing::error!(table = stored.setup.id, "a stored bot is of no known level");
                ApiError::BrokenTable
            })?;
            Ok((stored.setup, room.with_talk(talk), effects))
        })
        .await?;
        let mut actor = Actor {
            room,
            setup,
            services,
            tenure,
            mailbox,
            zero,
            connections: HashMap::new(),
            engines: HashMap::new(),
            arriving: Arriving::default(),
            replies: HashMap::new(),
            tasks: HashMap::new(),
            storing: FuturesUnordered::new(),
            next: VecDeque::new(),
            last_number: 0,
            state: ActorState::On,
        };
        effects.into_iter().for_each(|effect| actor.carry_out(effect));
        Ok(actor)
    }
}

async fn is_ours(services: &Services, table: &str) -> Result<bool, ApiError> {
    let owner = services.store.owner(table).await?;
    Ok(owner.is_some() && owner.as_deref() == services.node.as_deref())
}

fn saved(stored: &Stored) -> Saved {
    let setup = &stored.setup;
    Saved {
        id: setup.id.clone(),
        settings: settings_of(setup),
        seats: setup.seats.iter().map(room_seat).collect(),
        host: setup.host.map(|host| PersonId(host.0)),
        created: rfc3339(setup.created_ms),
        started_ms: setup.started_ms,
        ended: stored.ending.is_some(),
        kept: serde_json::from_str(&stored.state).unwrap_or_default(),
    }
}

/// Returns a seed for the room's own random numbers, such as the pauses of bots. It is independent of the shuffles.
#[cfg(not(test))]
fn dice(_: &store::StoredSetup) -> u64 {
    u64::from_le_bytes(crate::ids::random())
}

/// Returns a seed that depends only on the table's own seed, so that each run of a test is the same.
#[cfg(test)]
fn dice(setup: &store::StoredSetup) -> u64 {
    setup.seed.commitment().to_string().bytes().fold(0, |dice, byte| dice.wrapping_mul(31) + u64::from(byte))
}
