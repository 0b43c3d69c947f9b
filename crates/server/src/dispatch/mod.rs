//! Handles the messages of other nodes, until the server stops.
//!
//! - `remote_clients`: people and engines at tables of this node whose socket is at another node
//! - `broadcasts`: what all nodes should know

mod broadcasts;
mod remote_clients;

use std::sync::Arc;
use std::time::Duration;

use bus::BusEvent;
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::nodes::links::{NodeEvent, Nodes};
use crate::nodes::message::{Broadcast, NodeMessage};
use crate::state::AppState;
use crate::time::now_ms;

/// How often others hear that this node lives.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// Handles messages until the server stops; then the others are told.
pub(crate) async fn run(app: AppState, nodes: Arc<Nodes>) {
    let stop = app.stop.clone();
    let mut heartbeats = interval(HEARTBEAT);
    heartbeats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = stop.cancelled() => break,
            _ = heartbeats.tick() => nodes.heartbeat(Instant::now()),
            event = nodes.bus().next() => match event {
                Some(BusEvent::Payload(payload)) => {
                    for event in nodes.receive(&payload, Instant::now()) {
                        handle(&app, &nodes, event).await;
                    }
                }
                Some(BusEvent::Disconnected) => {
                    tracing::warn!("the bus cannot be reached, and so tables of other nodes cannot");
                    nodes.set_connected(false);
                }
                Some(BusEvent::Connected) => nodes.set_connected(true),
                None => break,
            },
        }
    }
    nodes.leave();
}

async fn handle(app: &AppState, nodes: &Arc<Nodes>, event: NodeEvent) {
    match event {
        NodeEvent::LinkBegun(route) => {
            app.tables.lobby().tell(&route);
            if let Some(said) = app.host.said(now_ms()) {
                nodes.send(&route, &NodeMessage::Broadcast(Broadcast::Notice(Some(said))), "");
            }
        }
        NodeEvent::PeerBegun => nodes.missed.notify_one(),
        NodeEvent::Requested { route, id, table, request } => {
            // It ends with its table, or with the link.
            tokio::spawn(remote_clients::attend(app.clone(), nodes.clone(), route, id, table, request));
        }
        NodeEvent::Broadcast(broadcast) => broadcasts::apply(app, broadcast).await,
    }
}
