//! The nodes of a cluster, as a host sees them.

use store::NodeLine;

use super::wire::{AdminAnswer, AdminLink, AdminNode};
use crate::error::ApiError;
use crate::state::AppState;

pub(super) async fn list(app: &AppState) -> Result<AdminAnswer, ApiError> {
    let nodes = app.store.nodes().await?.into_iter().map(|node| line(app, node)).collect();
    Ok(AdminAnswer::Nodes { nodes })
}

fn line(app: &AppState, node: NodeLine) -> AdminNode {
    let link = match (&app.peers, &node.address) {
        (Some(peers), Some(address)) if peers.address == *address => AdminLink::This,
        (Some(peers), Some(address)) if peers.reaches(address) => AdminLink::Reached,
        (Some(_), Some(_)) => AdminLink::Unreached,
        _ => AdminLink::NoAddress,
    };
    let address = node.address.and_then(|address| Some(address.split_once('@')?.1.to_owned()));
    AdminNode { name: node.name, address, tables: node.tables, lease_ms: node.lease_ms, link }
}
