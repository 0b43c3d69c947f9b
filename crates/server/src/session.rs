//! Who asks: a cookie with 256 random bits, of which the store has only the hash.

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use sha2::{Digest, Sha256};
use store::{Session, StoreError, TokenHash};
use tokio::time::Instant;

use crate::app::App;
use crate::fault::Fault;
use crate::origin::Whence;
use crate::time::now_ms;

const COOKIE: &str = "cardroom";
/// Takes the cookie back.
pub(crate) const NO_COOKIE: &str = "cardroom=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax";
/// A year.
const MAX_AGE_S: u32 = 365 * 24 * 60 * 60;
/// What people are called until they say.
pub(crate) const GUEST: &str = "Guest";

/// The session of a request; a request for which none could be found or begun has none.
#[derive(Clone)]
pub(crate) struct Who(pub(crate) Session);

#[derive(Clone)]
struct Found(Result<Session, Fault>);

impl<S: Send + Sync> FromRequestParts<S> for Who {
    type Rejection = Fault;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Who, Fault> {
        let Found(session) = parts.extensions.get::<Found>().expect("every address of the API finds the session");
        Ok(Who(session.clone()?))
    }
}

/// The session of a request to an address that begins none, if it has one.
pub(crate) struct Known(pub(crate) Option<Session>);

impl FromRequestParts<App> for Known {
    type Rejection = Fault;
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Known, Fault> {
        Ok(Known(find(app, &parts.headers).await?))
    }
}

async fn find(app: &App, headers: &HeaderMap) -> Result<Option<Session>, StoreError> {
    match token(headers) {
        Some(token) => app.store.session(hash(&token)).await,
        None => Ok(None),
    }
}

/// Finds the session of the cookie, or begins one and sets it.
pub(crate) async fn find_or_begin(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let mut set = None;
    let whence =
        *request.extensions().get::<Whence>().expect("every address of the API knows where a request comes from");
    let session = match find(&app, request.headers()).await {
        Ok(Some(session)) => Ok(session),
        Ok(None) => {
            let token = new_token();
            let begun = begin(&app, &token, whence).await;
            if begun.is_ok() {
                set = Some(cookie(&token, is_https(request.headers())));
            }
            begun
        }
        Err(error) => Err(error.into()),
    };
    request.extensions_mut().insert(Found(session));
    let mut response = next.run(request).await;
    if let Some(cookie) = set {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
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

/// The token in the request's cookies, if it has the form of one.
fn token(headers: &HeaderMap) -> Option<String> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|cookies| cookies.to_str().ok())
        .flat_map(|cookies| cookies.split(';'))
        .filter_map(|cookie| cookie.trim().split_once('='))
        .find(|(name, token)| *name == COOKIE && token.len() == 64 && token.bytes().all(|b| b.is_ascii_hexdigit()))
        .map(|(_, token)| token.to_owned())
}

pub(crate) fn cookie(token: &str, secure: bool) -> HeaderValue {
    let secure = if secure { "; Secure" } else { "" };
    let text = format!("{COOKIE}={token}; Path=/; Max-Age={MAX_AGE_S}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::from_str(&text).expect("hex digits and words")
}

/// Whether the browser's side of a proxy speaks https. Whoever forges it makes only its own cookie stricter.
pub(crate) fn is_https(headers: &HeaderMap) -> bool {
    headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(cookies: &str) -> HeaderMap {
        [(header::COOKIE, cookies.parse().unwrap())].into_iter().collect()
    }

    #[test]
    fn tokens_are_read_among_other_cookies() {
        let own = new_token();
        assert_eq!(own.len(), 64);
        assert_eq!(token(&with(&format!("a=b; cardroom={own}; c=d"))), Some(own.clone()));
        for cookies in ["", "cardroom", "cardroom=", "cardroom=abc", &format!("xcardroom={own}")] {
            assert_eq!(token(&with(cookies)), None, "{cookies}");
        }
        assert_ne!(new_token(), own);
    }

    #[test]
    fn cookies_are_out_of_reach_of_scripts_and_of_other_sites() {
        let plain = cookie("ab", false);
        assert_eq!(plain, "cardroom=ab; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax");
        assert_eq!(cookie("ab", true), "cardroom=ab; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure");
        assert!(is_https(&[("x-forwarded-proto".parse().unwrap(), "https".parse().unwrap())].into_iter().collect()));
    }
}
