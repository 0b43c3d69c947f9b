//! `cardroom admin`: administration of a server while it runs, over a socket in the data folder.

mod ask;
mod drain;
mod print;

use std::path::PathBuf;

use server::{AdminRequest, DrainRequest};

use commands::Failure;

/// Administers a server while it runs: tables, people, records, a line for everybody. For the user who runs the server, and root.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder of the data.
    #[arg(long, value_name = "DIR", default_value = "data", global = true)]
    data: PathBuf,
    /// Prints the answer as one line of JSON.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    request: AdminRequest,
}

/// The same as `cardroom admin drain`: empties a server and ends it, and returns when its process has ended.
#[derive(clap::Args)]
pub(crate) struct DrainArguments {
    /// The folder of the data.
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// Prints the answer as one line of JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    drain: DrainRequest,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { data, json, request } = arguments;
    match request {
        AdminRequest::Drain(drain) => drain::run(drain, data, *json),
        request => print::print(ask::ask(data, request)?, *json),
    }
}

pub(crate) fn drain(arguments: &DrainArguments) -> Result<(), Failure> {
    drain::run(&arguments.drain, &arguments.data, arguments.json)
}
