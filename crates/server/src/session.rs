//! Sessions. A session has a cookie with 256 random bits, of which the store has only the hash.

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;
use room::GUEST;
use store::{Session, SessionId, StoreError, TokenHash};

use crate::error::ApiError;
use crate::forwarded_client::ForwardedClient;
use crate::hourly;
use crate::ids::{hash, session_token};
use crate::origin::{ClientIp, host};
use crate::state::AppState;
use crate::time::now_ms;

/// The cookie's name when the page is loaded over http.
const COOKIE: &str = "cardroom";
/// The cookie's name when the page is loaded over https. Because of the prefix, a browser accepts the cookie only from
/// this host itself, over https, and for all paths.
const HOST_COOKIE: &str = "__Host-cardroom";
/// The headers that delete the cookies.
const NO_COOKIES: [&str; 2] = [
    "cardroom=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
    "__Host-cardroom=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
];
/// The greatest number of cookies with these names that are checked. There may be several, because another site on the
/// same domain may have set one.
const MOST_COOKIES: usize = 8;
/// The time after which a browser deletes the cookie: a year.
const MAX_AGE_S: u32 = 365 * 24 * 60 * 60;
/// The placeholder for the session of a request that only reads and has none. No stored session has this number.
pub(crate) const NOBODY: SessionId = SessionId(0);

/// The session of a request. A request that has no session and only reads gets [`NOBODY`]. A request for which no
/// session could be found or begun is refused.
#[derive(Clone)]
pub(crate) struct Guest(pub(crate) Session);

/// The device of a request, if it has a session.
#[derive(Clone, Copy)]
pub(crate) struct ThisDevice(pub(crate) Option<TokenHash>);

#[derive(Clone)]
struct FoundSession(Result<Session, ApiError>);

/// Returns the session that was found for a request. If the address looks for no session, returns [`NOBODY`].
///
/// # Errors
/// If no session could be found or begun.
pub(crate) fn session_of(extensions: &Extensions) -> Result<Session, ApiError> {
    let nobody = || Ok(Session { id: NOBODY, name: GUEST.to_owned() });
    extensions.get::<FoundSession>().map_or_else(nobody, |FoundSession(session)| session.clone())
}

impl<S: Send + Sync> FromRequestParts<S> for Guest {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Guest, ApiError> {
        let FoundSession(session) =
            parts.extensions.get::<FoundSession>().expect("every address of the API finds the session");
        Ok(Guest(session.clone()?))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ThisDevice {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<ThisDevice, ApiError> {
        Ok(*parts.extensions.get::<ThisDevice>().expect("every address of the API finds the session"))
    }
}

/// The session of a request, if it has one. This type is for addresses that begin no session.
pub(crate) struct MaybeSession(pub(crate) Option<Session>);

impl FromRequestParts<AppState> for MaybeSession {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<MaybeSession, ApiError> {
        if let Some(client) = parts.extensions.get::<ForwardedClient>() {
            return Ok(MaybeSession(Some(client.session()).filter(|session| session.id != NOBODY)));
        }
        Ok(MaybeSession(find(app, &parts.headers).await?.map(|(session, _)| session)))
    }
}

/// Returns the session of the first cookie that leads to a session.
async fn find(app: &AppState, headers: &HeaderMap) -> Result<Option<(Session, Cookie)>, StoreError> {
    for cookie in cookies(headers) {
        if let Some(session) = app.store.session(hash(&cookie.token)).await? {
            return Ok(Some((session, cookie)));
        }
    }
    Ok(None)
}

/// Finds the session of a request by its cookies. If there is none and the request changes something, begins one.
pub(crate) async fn find_or_begin(State(app): State<AppState>, mut request: Request, next: Next) -> Response {
    let (mut set, mut device) = (None, None);
    let client_ip =
        *request.extensions().get::<ClientIp>().expect("every address of the API knows where a request comes from");
    let https = is_https(&app, request.headers());
    let acts = changes_more_than_itself(&request);
    let refuses = |session: Option<SessionId>| acts && app.host.is_banned(session, client_ip.0, now_ms());
    let session = match request.extensions().get::<ForwardedClient>() {
        // The client sent this request to another node, which has found or begun the session.
        Some(client) => {
            device = client.device;
            let session = client.session();
            if refuses(Some(session.id)) { Err(ApiError::Banned) } else { Ok(session) }
        }
        None => match find(&app, request.headers()).await {
            Ok(found) if refuses(found.as_ref().map(|(session, _)| session.id)) => Err(ApiError::Banned),
            Ok(Some((session, found))) => {
                device = Some(hash(&found.token));
                // The cookie is old, or was set when the page was loaded over http, so it is set again under the better
                // name.
                if https && !found.of_host {
                    set = Some(cookie(&found.token, true));
                }
                Ok(session)
            }
            Ok(None) if does_something(&request) => {
                let token = session_token();
                let begun = begin(&app, &token, client_ip).await;
                if begun.is_ok() {
                    device = Some(hash(&token));
                    set = Some(cookie(&token, https));
                }
                begun
            }
            Ok(None) => Ok(Session { id: NOBODY, name: GUEST.to_owned() }),
            Err(error) => Err(error.into()),
        },
    };
    if let Some(device) = device {
        app.devices.note(&app.store, device, request.headers(), now_ms());
    }
    request.extensions_mut().insert(ThisDevice(device));
    request.extensions_mut().insert(FoundSession(session));
    let mut response = next.run(request).await;
    if let Some(cookie) = set {
        // An answer that sets the cookie itself, such as the answer to a deletion, is left unchanged.
        let headers = response.headers_mut();
        if !headers.contains_key(header::SET_COOKIE) {
            headers.append(header::SET_COOKIE, cookie);
        }
    }
    response
}

/// Returns whether a request does more than read: it changes something or opens a socket.
fn does_something(request: &Request) -> bool {
    !matches!(*request.method(), Method::GET | Method::HEAD) || request.headers().contains_key(header::UPGRADE)
}

/// Returns whether a request does something that banned guests may not do. Even a banned guest may delete themselves.
fn changes_more_than_itself(request: &Request) -> bool {
    does_something(request) && !(*request.method() == Method::DELETE && request.uri().path() == "/me")
}

pub(crate) fn forget_cookies(response: &mut Response) {
    for none in NO_COOKIES {
        response.headers_mut().append(header::SET_COOKIE, HeaderValue::from_static(none));
    }
}

async fn begin(app: &AppState, token: &str, ClientIp(client_ip): ClientIp) -> Result<Session, ApiError> {
    hourly::begin_session(app, client_ip)?;
    Ok(app.store.begin_session(hash(token), GUEST, now_ms()).await?)
}

#[derive(PartialEq, Eq, Debug)]
struct Cookie {
    token: String,
    /// `true` if no other site can have set the cookie.
    of_host: bool,
}

/// Returns the well-formed session cookies of a request. Cookies that only this host can have set come first.
fn cookies(headers: &HeaderMap) -> Vec<Cookie> {
    // Another site of the same domain may have set a cookie with any bytes. Such a cookie must not hide the right one.
    let all = headers.get_all(header::COOKIE).iter().flat_map(|line| line.as_bytes().split(|byte| *byte == b';'));
    let named = all.filter_map(|cookie| str::from_utf8(cookie).ok()?.trim().split_once('='));
    let ours = named.filter_map(|(name, token)| {
        let of_host = name == HOST_COOKIE;
        let whole = token.len() == 64 && token.bytes().all(|b| b.is_ascii_hexdigit());
        (whole && (of_host || name == COOKIE)).then(|| Cookie { token: token.to_owned(), of_host })
    });
    let mut ours: Vec<Cookie> = ours.collect();
    ours.sort_by_key(|cookie| !cookie.of_host);
    ours.truncate(MOST_COOKIES);
    ours
}

pub(crate) fn cookie(token: &str, https: bool) -> HeaderValue {
    let (name, secure) = if https { (HOST_COOKIE, "; Secure") } else { (COOKIE, "") };
    let text = format!("{name}={token}; Path=/; Max-Age={MAX_AGE_S}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::from_str(&text).expect("hex digits and words")
}

/// Returns whether the browser uses https. The browser does so if a proxy says it, or if the request is for this
/// server's public address and that address is https. A forged header only makes the client's own cookie stricter.
pub(crate) fn is_https(app: &AppState, headers: &HeaderMap) -> bool {
    let public = app.public_url.as_deref().and_then(|url| url.strip_prefix("https://"));
    headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https")
        || (public.is_some() && public == host(headers).as_deref())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(cookies: &str) -> HeaderMap {
        [(header::COOKIE, cookies.parse().unwrap())].into_iter().collect()
    }

    #[test]
    fn tokens_are_read_among_other_cookies() {
        let (own, other) = (session_token(), session_token());
        assert_eq!(own.len(), 64);
        let plain = |token: &str| Cookie { token: token.to_owned(), of_host: false };
        assert_eq!(cookies(&with(&format!("a=b; cardroom={own}; c=d"))), [plain(&own)]);
        assert_eq!(cookies(&with(&format!("cardroom={other}; cardroom={own}"))), [plain(&other), plain(&own)]);
        let of_host = Cookie { token: own.clone(), of_host: true };
        assert_eq!(cookies(&with(&format!("cardroom={other}; __Host-cardroom={own}"))), [of_host, plain(&other)]);
        for none in ["", "cardroom", "cardroom=", "cardroom=abc", &format!("xcardroom={own}")] {
            assert_eq!(cookies(&with(none)), [], "{none}");
        }
        assert_eq!(cookies(&with(&format!("cardroom={own}; ").repeat(50))).len(), MOST_COOKIES);
        let strange = [b"caf\xc3\xa9=\xff; ".as_slice(), format!("cardroom={own}").as_bytes()].concat();
        let strange = [(header::COOKIE, HeaderValue::from_bytes(&strange).unwrap())].into_iter().collect();
        assert_eq!(cookies(&strange), [plain(&own)]);
        assert_ne!(own, other);
    }

    #[test]
    fn cookies_are_out_of_reach_of_scripts_and_of_other_sites() {
        let plain = cookie("ab", false);
        assert_eq!(plain, "cardroom=ab; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax");
        assert_eq!(cookie("ab", true), "__Host-cardroom=ab; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure");
    }
}
