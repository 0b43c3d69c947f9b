//! Reads the letters of other nodes, until the server stops. `guests`: their people and engines at tables of this node;
//! `news`: what all nodes should know.

mod guests;
mod news;

use std::sync::Arc;
use std::time::Duration;

use bus::BusEvent;
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::nodes::links::{Happening, Nodes};
use crate::state::AppState;

/// How often others hear that this node lives.
const BEAT: Duration = Duration::from_secs(1);

/// Reads letters until the server stops; then the others are told.
pub(crate) async fn run(app: AppState, nodes: Arc<Nodes>) {
    let stop = app.stop.clone();
    let mut beats = interval(BEAT);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = stop.cancelled() => break,
            _ = beats.tick() => nodes.beat(Instant::now()),
            event = nodes.bus().next() => match event {
                Some(BusEvent::Post(post)) => {
                    for happening in nodes.receive(&post, Instant::now()) {
                        attend(&app, &nodes, happening).await;
                    }
                }
                Some(BusEvent::Away) => {
                    tracing::warn!("the bus is away: tables of other nodes cannot be reached");
                    nodes.bus_is(false);
                }
                Some(BusEvent::Back) => nodes.bus_is(true),
                None => break,
            },
        }
    }
    nodes.leave();
}

async fn attend(app: &AppState, nodes: &Arc<Nodes>, happening: Happening) {
    match happening {
        Happening::Begun(route) => app.tables.lobby().tell(&route),
        Happening::Asked { route, id, table, asked } => {
            // It ends with its table, or with the link.
            tokio::spawn(guests::attend(app.clone(), nodes.clone(), route, id, table, asked));
        }
        Happening::HouseNews(news) => news::take(app, news).await,
    }
}
