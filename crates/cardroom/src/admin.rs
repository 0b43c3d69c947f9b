//! `cardroom admin`: administration of a running server, over a socket in the data folder.

mod ask;
mod drain;
mod print;

use std::path::PathBuf;

use server::AdminRequest;

use commands::Failure;

/// Administer a running server.
///
/// Only the user who runs the server, and root, can.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder of the data.
    #[arg(short, long, value_name = "DIR", default_value = "data", global = true)]
    data: PathBuf,
    /// Print the answer as one line of JSON.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    request: AdminRequest,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { data, json, request } = arguments;
    match request {
        AdminRequest::Drain(drain) => drain::run(drain, data, *json),
        request => print::print(ask::ask(data, request)?, *json),
    }
}
