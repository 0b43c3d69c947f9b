//! Checks of devices and of links for other devices.

use crate::{Device, DeviceLink, EventStore, SessionId, StoreError};

/// Checks that devices are stored, linked and logged out. The person `ann` has two devices.
async fn devices(store: &dyn EventStore, ann: SessionId, bo: SessionId) {
    store.note_device([80; 32], 900, "Firefox").await.expect("noted");
    let listed = store.devices(ann, 150).await.expect("readable");
    let of = |hash: u8, since_ms: i64, seen_ms: i64, browser: &str| Device {
        hash: [hash; 32],
        since_ms,
        seen_ms,
        browser: browser.to_owned(),
    };
    assert_eq!(listed.devices, [of(80, 150, 900, "Firefox"), of(70, 5, 5, "")], "the latest seen first");
    assert_eq!(listed.link_expires_ms, None, "a used link is none");
    store.link_device(ann, [75; 32], 300).await.expect("a link");
    assert_eq!(store.devices(ann, 299).await.expect("readable").link_expires_ms, Some(300));
    assert_eq!(store.devices(ann, 300).await.expect("readable").link_expires_ms, None, "its time is over");
    store.unlink_device(ann).await.expect("taken back");
    assert_eq!(store.device_link([75; 32], 10).await, Ok(DeviceLink::Unknown));
    // Nobody can log out the devices of another person.
    store.log_out(bo, vec![[80; 32], [70; 32]]).await.expect("nothing to do");
    assert_eq!(store.devices(ann, 0).await.expect("readable").devices.len(), 2);
    // The person's first device can be logged out, too. The session goes on with the second device.
    store.log_out(ann, vec![[70; 32]]).await.expect("logged out");
    assert_eq!(store.session([70; 32]).await, Ok(None));
    assert_eq!(store.session([80; 32]).await.expect("readable").expect("still there").id, ann);
    let left = store.devices(ann, 0).await.expect("readable").devices;
    assert_eq!(left.iter().map(|device| device.hash).collect::<Vec<_>>(), [[80; 32]]);
}

pub(super) async fn check(store: &dyn EventStore) {
    let ann = store.begin_session([70; 32], "Ann", 5).await.expect("a session");
    let bo = store.begin_session([71; 32], "Bo", 5).await.expect("a session");
    let unknown = Ok(DeviceLink::Unknown);
    assert_eq!(store.device_link([72; 32], 10).await, unknown, "a link that was never made");
    assert_eq!(store.use_device_link([72; 32], [80; 32], 10).await, unknown);
    store.link_device(ann.id, [72; 32], 100).await.expect("a link");
    assert_eq!(store.link_device(bo.id, [72; 32], 100).await, Err(StoreError::Conflict), "it leads to one session");
    assert_eq!(
        store.link_device(SessionId(999), [79; 32], 100).await,
        Err(StoreError::Conflict),
        "to one that is there"
    );
    let good = Ok(DeviceLink::Good(ann.clone(), 100));
    assert_eq!(store.device_link([72; 32], 99).await, good, "looking uses nothing");
    assert_eq!(store.device_link([72; 32], 100).await, Ok(DeviceLink::Expired));
    assert_eq!(store.use_device_link([72; 32], [80; 32], 100).await, Ok(DeviceLink::Expired));
    assert_eq!(store.session([80; 32]).await, Ok(None), "nothing has happened");
    store.link_device(ann.id, [73; 32], 200).await.expect("another");
    assert_eq!(store.device_link([72; 32], 99).await, unknown, "the one before leads nowhere");
    assert_eq!(store.use_device_link([73; 32], [80; 32], 150).await, Ok(DeviceLink::Good(ann.clone(), 200)));
    assert_eq!(store.session([80; 32]).await, Ok(Some(ann.clone())), "the other device is the same person");
    assert_eq!(store.session([70; 32]).await, Ok(Some(ann.clone())), "and the first still is");
    assert_eq!(store.use_device_link([73; 32], [81; 32], 150).await, Ok(DeviceLink::Used), "once");
    assert_eq!(store.device_link([73; 32], 150).await, Ok(DeviceLink::Used));
    assert_eq!(store.session([81; 32]).await, Ok(None));
    devices(store, ann.id, bo.id).await;
    store.link_device(ann.id, [74; 32], 300).await.expect("one more");
    store.forget(ann.id, "club").await.expect("forgotten");
    assert_eq!(store.session([80; 32]).await, Ok(None), "who is forgotten is so on every device");
    assert_eq!(store.device_link([74; 32], 250).await, unknown);
}
