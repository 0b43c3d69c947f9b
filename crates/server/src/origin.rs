//! Whose page asks. A browser says so in `Origin` on every socket and every POST: it must be ours. A program that is no
//! browser sends none, and has no cookie that somebody else could borrow.

use axum::extract::Request;
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::fault::Fault;

/// Refuses what another site's page asks for.
pub(crate) async fn check(request: Request, next: Next) -> Response {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let upgrades = request.headers().contains_key(header::UPGRADE);
    if (reads && !upgrades) || is_ours(request.headers()) {
        next.run(request).await
    } else {
        Fault::Origin.into_response()
    }
}

fn is_ours(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
    origin.is_some() && origin == host
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(origin: Option<&'static str>, ours: bool) {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, "127.0.0.1:7878".parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        assert_eq!(is_ours(&headers), ours, "{origin:?}");
    }

    #[test]
    fn only_our_own_page_and_programs_that_are_no_browser() {
        check(None, true);
        check(Some("http://127.0.0.1:7878"), true);
        check(Some("https://127.0.0.1:7878"), true);
        check(Some("http://127.0.0.1:7879"), false);
        check(Some("http://127.0.0.1"), false);
        check(Some("https://example.org"), false);
        check(Some("http://127.0.0.1:7878.example.org"), false);
        check(Some("null"), false);
        check(Some(""), false);
    }
}
