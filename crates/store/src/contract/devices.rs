//! One person on several devices. A link lets another device join the session. The link works only once, and only for a
//! short time. Each device has its own token, of which the store has only the hash.

use crate::{Pending, Session, SessionId, TokenHash};

/// The state of a link for another device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeviceLink {
    /// The link was never made, or a newer link replaced it.
    Unknown,
    /// A device has used the link.
    Used,
    /// The link has expired.
    Expired,
    /// The link leads to this session and expires at this time, in milliseconds since 1970.
    Good(Session, i64),
}

/// A browser that is logged in to a session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Device {
    /// The hash of the device's token.
    pub hash: TokenHash,
    /// The time when the device joined, in milliseconds since 1970.
    pub since_ms: i64,
    /// The time when the device was last seen, in milliseconds since 1970. A newer visit may not be stored yet.
    pub seen_ms: i64,
    /// The browser and system, from the device's `user-agent` header.
    pub browser: String,
}

/// The devices of a session.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Devices {
    /// The devices, latest seen first.
    pub devices: Vec<Device>,
    /// The time when the link for another device expires, if there is a valid link.
    pub link_expires_ms: Option<i64>,
}

/// The devices of sessions, and the links that let another device join.
pub trait DeviceStore {
    /// Makes a link to a session. It replaces the session's previous link.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the hash is taken or there is no such session.
    fn link_device(&self, session: SessionId, link: TokenHash, expires_ms: i64) -> Pending<()>;

    /// Returns the state of a link at `now_ms`.
    fn device_link(&self, link: TokenHash, now_ms: i64) -> Pending<DeviceLink>;

    /// Uses a link: from now on the hash `device` leads to the link's session, too. Returns the state of the link
    /// before the call. If that state is not [`DeviceLink::Good`], nothing has changed.
    ///
    /// # Errors
    /// If the change cannot be written; [`StoreError::Conflict`] if the hash is taken.
    fn use_device_link(&self, link: TokenHash, device: TokenHash, now_ms: i64) -> Pending<DeviceLink>;

    /// Disables the link of a session.
    fn unlink_device(&self, session: SessionId) -> Pending<()>;

    /// Returns all devices of a session, and the expiry of its link if the link is valid at `now_ms`.
    fn devices(&self, session: SessionId, now_ms: i64) -> Pending<Devices>;

    /// Stores the time when a device was seen, and the device's description.
    fn note_device(&self, device: TokenHash, seen_ms: i64, browser: &str) -> Pending<()>;

    /// Removes these devices from a session.
    fn log_out(&self, session: SessionId, devices: Vec<TokenHash>) -> Pending<()>;
}
