//! The nodes of a cluster, for a host.

use store::NodeLine;

use super::wire::{AdminAnswer, AdminLink, AdminNode};
use crate::error::ApiError;
use crate::state::AppState;

pub(super) async fn list(app: &AppState) -> Result<AdminAnswer, ApiError> {
    let nodes = app.store.nodes().await?.into_iter().map(|node| line(app, node)).collect();
    Ok(AdminAnswer::Nodes { nodes })
}

fn line(app: &AppState, node: NodeLine) -> AdminNode {
    let link = match (&app.nodes, node.address) {
        (Some(nodes), Some(address)) if nodes.bus().address() == address => AdminLink::This,
        (Some(nodes), Some(address)) if nodes.route(&address).is_some() => AdminLink::Reached,
        (Some(_), Some(_)) => AdminLink::Unreached,
        _ => AdminLink::NoBus,
    };
    AdminNode { name: node.name, url: node.url, tables: node.tables, lease_ms: node.lease_ms, link }
}
