//! One person on several devices. A link lets another device join the session; it works once and for a short time.
//! Each device has a token of its own. The store has only the hashes.

use crate::{Pending, Session, SessionId, TokenHash};

/// The state of a link for another device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeviceLink {
    /// It was never made, or a newer one replaced it.
    Unknown,
    /// A device came with it.
    Used,
    /// Its time is over.
    Expired,
    /// It leads to this session until this time, in milliseconds since 1970.
    Good(Session, i64),
}

/// A browser that is a session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Device {
    /// The hash under which it is known.
    pub hash: TokenHash,
    /// Since when, in milliseconds since 1970.
    pub since_ms: i64,
    /// When it was last seen, as far as that was noted.
    pub seen_ms: i64,
    /// The browser and system, by its own `user-agent`.
    pub browser: String,
}

/// The devices of a session.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Devices {
    /// The latest seen first.
    pub devices: Vec<Device>,
    /// When the link for another device ends, if there is a valid one.
    pub link_expires_ms: Option<i64>,
}

/// How a session comes to another device.
pub trait DeviceStore {
    /// Makes a link to a session, which replaces the one before.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the hash is taken or there is no such session.
    fn link_device(&self, session: SessionId, link: TokenHash, expires_ms: i64) -> Pending<()>;

    /// The state of a link at `now_ms`.
    fn device_link(&self, link: TokenHash, now_ms: i64) -> Pending<DeviceLink>;

    /// Uses a link: from now on the hash `device` finds its session too. Returns its state before. If that is not
    /// [`DeviceLink::Good`], nothing has changed.
    ///
    /// # Errors
    /// If it cannot be written; [`StoreError::Conflict`] if the hash is taken.
    fn use_device_link(&self, link: TokenHash, device: TokenHash, now_ms: i64) -> Pending<DeviceLink>;

    /// Disables the link of a session.
    fn unlink_device(&self, session: SessionId) -> Pending<()>;

    /// All devices of a session, and its link if that is good at `now_ms`.
    fn devices(&self, session: SessionId, now_ms: i64) -> Pending<Devices>;

    /// Stores when a device was seen, and its description.
    fn note_device(&self, device: TokenHash, seen_ms: i64, browser: &str) -> Pending<()>;

    /// Removes these devices from a session.
    fn log_out(&self, session: SessionId, devices: Vec<TokenHash>) -> Pending<()>;
}
