//! Who asks: a cookie with 256 random bits, of which the store has only the hash.

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;
use room::GUEST;
use sha2::{Digest, Sha256};
use store::{Session, SessionId, StoreError, TokenHash};
use tokio::time::Instant;

use crate::app::App;
use crate::fault::Fault;
use crate::origin::Whence;
use crate::time::now_ms;

/// Where the page is read over http.
const COOKIE: &str = "cardroom";
/// Where it is read over https: a browser takes a cookie of this name only from this very host, only so, and for all of it.
const HOST_COOKIE: &str = "__Host-cardroom";
/// Take the cookies back.
const NO_COOKIES: [&str; 2] = [
    "cardroom=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
    "__Host-cardroom=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
];
/// Cookies of our names that are looked at: somebody else on the same domain may have put one before ours.
const MOST_COOKIES: usize = 8;
/// A year.
const MAX_AGE_S: u32 = 365 * 24 * 60 * 60;
/// The session of who has none and only looks: nobody's, and no number in the store.
const NOBODY: SessionId = SessionId(0);

/// The session of a request. Who only looks and has none is nobody; a request for which none could be found or begun has none.
#[derive(Clone)]
pub(crate) struct Who(pub(crate) Session);

/// The device of a request, if it has a session.
#[derive(Clone, Copy)]
pub(crate) struct ThisDevice(pub(crate) Option<TokenHash>);

#[derive(Clone)]
struct Found(Result<Session, Fault>);

impl<S: Send + Sync> FromRequestParts<S> for Who {
    type Rejection = Fault;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Who, Fault> {
        let Found(session) = parts.extensions.get::<Found>().expect("every address of the API finds the session");
        Ok(Who(session.clone()?))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ThisDevice {
    type Rejection = Fault;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<ThisDevice, Fault> {
        Ok(*parts.extensions.get::<ThisDevice>().expect("every address of the API finds the session"))
    }
}

/// The session of a request to an address that begins none, if it has one.
pub(crate) struct Known(pub(crate) Option<Session>);

impl FromRequestParts<App> for Known {
    type Rejection = Fault;
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Known, Fault> {
        Ok(Known(find(app, &parts.headers).await?.map(|(session, _)| session)))
    }
}

/// The session of the first cookie that has one.
async fn find(app: &App, headers: &HeaderMap) -> Result<Option<(Session, Cookie)>, StoreError> {
    for cookie in cookies(headers) {
        if let Some(session) = app.store.session(hash(&cookie.token)).await? {
            return Ok(Some((session, cookie)));
        }
    }
    Ok(None)
}

/// Finds the session of the cookies. Who has none and wants to do something is given one; who only looks is nobody.
pub(crate) async fn find_or_begin(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let (mut set, mut device) = (None, None);
    let whence =
        *request.extensions().get::<Whence>().expect("every address of the API knows where a request comes from");
    let https = is_https(&app, request.headers());
    let session = match find(&app, request.headers()).await {
        Ok(Some((session, found))) => {
            device = Some(hash(&found.token));
            // A cookie from before, or from when the page was read over http.
            if https && !found.of_host {
                set = Some(cookie(&found.token, true));
            }
            Ok(session)
        }
        Ok(None) if does_something(&request) => {
            let token = new_token();
            let begun = begin(&app, &token, whence).await;
            if begun.is_ok() {
                device = Some(hash(&token));
                set = Some(cookie(&token, https));
            }
            begun
        }
        Ok(None) => Ok(Session { id: NOBODY, name: GUEST.to_owned() }),
        Err(error) => Err(error.into()),
    };
    if let Some(device) = device {
        app.devices.note(&app.store, device, request.headers(), now_ms());
    }
    request.extensions_mut().insert(ThisDevice(device));
    request.extensions_mut().insert(Found(session));
    let mut response = next.run(request).await;
    if let Some(cookie) = set {
        // Who asks to be forgotten keeps no cookie.
        let headers = response.headers_mut();
        if !headers.contains_key(header::SET_COOKIE) {
            headers.append(header::SET_COOKIE, cookie);
        }
    }
    response
}

/// Whether a request is more than a look: it changes something, or it comes to a table to stay.
fn does_something(request: &Request) -> bool {
    !matches!(*request.method(), Method::GET | Method::HEAD) || request.headers().contains_key(header::UPGRADE)
}

/// Takes the cookies back.
pub(crate) fn forget_cookies(response: &mut Response) {
    for none in NO_COOKIES {
        response.headers_mut().append(header::SET_COOKIE, HeaderValue::from_static(none));
    }
}

async fn begin(app: &App, token: &str, Whence(whence): Whence) -> Result<Session, Fault> {
    if !app.sessions.take(whence, app.limits.new_sessions_per_h, Instant::now()) {
        app.meters.refused("sessions");
        return Err(Fault::TooManySessions);
    }
    Ok(app.store.begin_session(hash(token), GUEST, now_ms()).await?)
}

pub(crate) fn new_token() -> String {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the operating system has random bits");
    hex::encode(bytes)
}

pub(crate) fn hash(token: &str) -> TokenHash {
    Sha256::digest(token.as_bytes()).into()
}

/// A cookie of ours.
#[derive(PartialEq, Eq, Debug)]
struct Cookie {
    token: String,
    /// Whether nobody else can have put it there.
    of_host: bool,
}

/// The cookies of a request that have the form of ours, those of this very host first.
fn cookies(headers: &HeaderMap) -> Vec<Cookie> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|cookies| cookies.to_str().ok());
    let named = all.flat_map(|cookies| cookies.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
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

/// Whether the browser's side speaks https: a proxy says so, or it asks for our public address, which is one of https. Whoever
/// forges it makes only its own cookie stricter.
pub(crate) fn is_https(app: &App, headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let public = app.public_url.as_deref().and_then(|url| url.strip_prefix("https://"));
    text("x-forwarded-proto") == Some("https") || (public.is_some() && public == text("host"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(cookies: &str) -> HeaderMap {
        [(header::COOKIE, cookies.parse().unwrap())].into_iter().collect()
    }

    #[test]
    fn tokens_are_read_among_other_cookies() {
        let (own, other) = (new_token(), new_token());
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
        assert_ne!(own, other);
    }

    #[test]
    fn cookies_are_out_of_reach_of_scripts_and_of_other_sites() {
        let plain = cookie("ab", false);
        assert_eq!(plain, "cardroom=ab; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax");
        assert_eq!(cookie("ab", true), "__Host-cardroom=ab; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure");
    }
}
