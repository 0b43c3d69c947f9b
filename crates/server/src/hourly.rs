//! The hourly limits: new guests from an address, new tables of an address and of a guest, and imported records from an
//! address. Each node of a cluster counts only its own requests. The counts are not stored.

use std::net::IpAddr;

use store::SessionId;
use tokio::time::Instant;

use crate::error::ApiError;
use crate::rate_limits::of_one_from;
use crate::state::AppState;

/// The number of records that may be imported from an address in an hour, at this node. A long record counts as one
/// record for each 16 KiB. So an address may import at most 16 MiB an hour. A guest may have the same amount in total.
const RECORDS_PER_H: u32 = 1024;

/// Counts imported records of these lengths from an address.
///
/// # Errors
/// If too many records came from the address within the hour.
pub(crate) fn import(app: &AppState, address: IpAddr, lengths: impl Iterator<Item = usize>) -> Result<(), ApiError> {
    let (most, now) = (app.trust.most(address, RECORDS_PER_H), Instant::now());
    let records: usize = lengths.map(|bytes| bytes.div_ceil(16 << 10)).sum();
    let may = (0..records).all(|_| app.limiters.records.take_from(address, most, now));
    app.metrics.admitted(may.then_some(()), "records", ApiError::TooManyImports)
}

/// Counts another guest, or another device of a guest, from an address.
///
/// # Errors
/// If too many came from the address within the hour.
pub(crate) fn begin_session(app: &AppState, address: IpAddr) -> Result<(), ApiError> {
    let most = app.trust.most(address, app.limits.new_sessions_per_h);
    let may = app.limiters.sessions.take_from(address, most, Instant::now());
    app.metrics.admitted(may.then_some(()), "sessions", ApiError::TooManySessions)
}

/// Counts another table of a guest who comes from an address.
///
/// # Errors
/// If the guest or the address has opened too many tables within the hour.
pub(crate) fn open_table(app: &AppState, guest: SessionId, address: IpAddr) -> Result<(), ApiError> {
    let (openings, now) = (&app.limiters.openings, Instant::now());
    let may = openings.take_of(guest, of_one_from(address, app.limits.new_tables_of_guest_per_h), now);
    app.metrics.admitted(may.then_some(()), "new_tables_of_guest", ApiError::TooManyOfGuest)?;
    let may = openings.take_from(address, app.trust.most(address, app.limits.new_tables_per_h), now);
    app.metrics.admitted(may.then_some(()), "new_tables", ApiError::TooManyNewTables)
}
