//! The client of a request that another node has passed on.

use std::net::{IpAddr, Ipv4Addr};

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use room::GUEST;
use serde::{Deserialize, Serialize};
use store::{Session, SessionId, TokenHash};

use crate::error::ApiError;

/// The header in which a node states the client. It is read only on the listener for nodes, and a node that passes a
/// request on replaces it. So a value that a client has sent in this header is never used.
pub(crate) const HEADER: HeaderName = HeaderName::from_static("x-cardroom-client");

/// The client of a request that another node has passed on. That node has found the client's address and session.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct ForwardedClient {
    pub(crate) address: IpAddr,
    session: i64,
    name: String,
    pub(crate) device: Option<TokenHash>,
}

impl ForwardedClient {
    pub(crate) fn new(address: IpAddr, session: &Session) -> ForwardedClient {
        ForwardedClient { address, session: session.id.0, name: session.name.clone(), device: None }
    }

    /// Returns the client for a request that this node itself sends on behalf of a guest.
    pub(crate) fn of_guest(id: SessionId) -> ForwardedClient {
        ForwardedClient::new(Ipv4Addr::UNSPECIFIED.into(), &Session { id, name: GUEST.to_owned() })
    }

    pub(crate) fn session(&self) -> Session {
        Session { id: SessionId(self.session), name: self.name.clone() }
    }

    /// Returns the value of the header. It is in hexadecimal digits, because a name may contain any characters.
    pub(crate) fn header(&self) -> HeaderValue {
        let text = serde_json::to_vec(self).expect("text and numbers");
        HeaderValue::from_str(&hex::encode(text)).expect("digits")
    }

    fn read(header: &HeaderValue) -> Option<ForwardedClient> {
        serde_json::from_slice(&hex::decode(header).ok()?).ok()
    }
}

/// Reads the client of a request that arrived on the listener for nodes.
pub(crate) async fn read_client(mut request: Request, next: Next) -> Response {
    let client = request.headers_mut().remove(HEADER).as_ref().and_then(ForwardedClient::read);
    let Some(client) = client else {
        return ApiError::bad("malformed", "A node says for whom it asks.").into_response();
    };
    request.extensions_mut().insert(client);
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_name_comes_through_the_header() {
        for name in ["Ann", "", "Zoë\r\nx-cardroom-client: 00", "\u{0}\u{7f}\u{1f}\u{202e}", &"é".repeat(60)] {
            let session = Session { id: SessionId(i64::MIN), name: name.to_owned() };
            let mut client = ForwardedClient::new("2001:db8::1".parse().expect("an address"), &session);
            client.device = Some([255; 32]);
            assert_eq!(ForwardedClient::read(&client.header()).as_ref(), Some(&client), "{name:?}");
            assert_eq!(client.session(), session);
        }
        for header in ["", "0", "zz", "7b7d", "Ann"] {
            assert_eq!(ForwardedClient::read(&HeaderValue::from_static(header)), None, "{header}");
        }
    }
}
