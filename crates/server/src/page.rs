//! The page, which is a part of the binary. A debug build reads the page from `web/dist` instead. So the server need
//! not be built again when the page changes.

use std::borrow::Cow;
use std::convert::Infallible;

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use futures_util::stream;
use jiff::civil::Date;
use rust_embed::{Embed, EmbeddedFile};
use tokio::task::yield_now;

use crate::error::ApiError;
use crate::links::base;
use crate::state::AppState;

#[derive(Embed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Page;

const INDEX: &str = "index.html";

/// The folder of the documentation, which a release contains (`cargo xtask dist`).
const BOOK: &str = "docs/";
const NO_BOOK: &str = "This program was built without its documentation: read the folder docs of its source.\n";

/// The compressed copies that the build makes (web/precompress.ts), smallest first. Each has its content coding and the
/// ending of its file names.
const COPIES: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// The size, in bytes, of the pieces in which a file is sent.
const PIECE: usize = 32 * 1024;

/// The text that is shown if the page was not built. A plain `cargo build` does not build it, because that needs Node.
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Cardroom</title>\
    <p>The server runs, but this binary has no page in it. Run <code>cargo xtask serve</code>: it builds both.\n";

/// Returns a file of the page, or the page itself for addresses that it handles (`/t/…`).
pub(crate) async fn page(app: AppState, request: Request) -> Response {
    let index = date_in(request.uri().path()).and_then(|date| Some((date, Page::get(INDEX)?)));
    match index.and_then(|(date, file)| preview(date, &file.data, &base(&app, request.headers()))) {
        Some(html) if request.method() == Method::GET => {
            ([(header::CACHE_CONTROL, "no-cache")], Html(html)).into_response()
        }
        _ => find::<Page>(&request),
    }
}

fn find<Files: Embed>(request: &Request) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return ApiError::UnknownPath.into_response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ApiError::Method.into_response();
    }
    if format!("{path}/") == BOOK {
        return Redirect::permanent("/docs/").into_response();
    }
    let is_of_book = path.starts_with(BOOK);
    let index = if is_of_book && path.ends_with('/') { INDEX } else { "" };
    let path = &format!("{path}{index}");
    let is_copy = COPIES.iter().any(|(_, ending)| path.ends_with(ending));
    if let Some(file) = Files::get(path).filter(|_| !is_copy) {
        return answer::<Files>(path, file, request.headers());
    }
    // A path whose last part has an ending is a missing file. Any other path is an address inside the page, even if a
    // full stop was copied together with it.
    let ending = path.rsplit('/').next().and_then(|name| name.rsplit_once('.')).map(|(_, ending)| ending);
    if is_of_book && Files::get("docs/index.html").is_none() {
        return (StatusCode::NOT_FOUND, NO_BOOK).into_response();
    }
    if is_of_book || ending.is_some_and(|end| !end.is_empty() && end.bytes().all(|byte| byte.is_ascii_alphanumeric())) {
        return (StatusCode::NOT_FOUND, "There is no such file.\n").into_response();
    }
    match Files::get(INDEX) {
        Some(file) => answer::<Files>(INDEX, file, request.headers()),
        None => {
            let html = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-store")];
            (StatusCode::SERVICE_UNAVAILABLE, html, NOT_BUILT).into_response()
        }
    }
}

/// Returns the date in a link to the deals of a day.
fn date_in(path: &str) -> Option<Date> {
    path.strip_prefix("/day/")?.split('/').next()?.parse().ok()
}

/// Returns the page for such a link, with a title and a picture for programs that preview links. They want whole
/// addresses, so `base` is the address of the server; `None` if it cannot be written into the page.
fn preview(date: Date, page: &[u8], base: &str) -> Option<String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || ".:-[]/".contains(c);
    let page = std::str::from_utf8(page).ok().filter(|_| !base.is_empty() && base.chars().all(is_plain))?;
    let picture = format!("<meta property=\"og:image\" content=\"{base}/icon-512.png\">");
    Some(page.replacen("content=\"Cardroom\">", &format!("content=\"Cardroom · {date}\">{picture}"), 1))
}

/// Answers with the smallest copy of a file that the client accepts, or with the file itself.
fn answer<Files: Embed>(path: &str, file: EmbeddedFile, asked: &HeaderMap) -> Response {
    let mut taken = COPIES.iter().filter(|(coding, _)| takes(asked, coding));
    let copy = taken.find_map(|(coding, ending)| Some((*coding, Files::get(&format!("{path}{ending}"))?)));
    let (coding, file) = copy.map_or((None, file), |(coding, file)| (Some(coding), file));
    // Each copy has its own tag.
    let tag = format!("\"{}\"", hex::encode(&file.metadata.sha256_hash()[..16]));
    // The names of files in assets/ contain a hash of their content, which Vite adds. So a browser may cache them for
    // ever.
    let cache = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let is_known = elements(asked, header::IF_NONE_MATCH)
        .any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag);
    let headers = [(header::VARY, "accept-encoding"), (header::CACHE_CONTROL, cache), (header::ETAG, &tag)];
    if is_known {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    let coding = coding.map(|coding| [(header::CONTENT_ENCODING, coding)]);
    let about = [(header::CONTENT_TYPE, content_type(path)), (header::CONTENT_LENGTH, file.data.len().to_string())];
    (headers, coding, about, in_pieces(file.data)).into_response()
}

/// Sends a file in pieces, between which other requests get their turn, so that large files do not delay play.
fn in_pieces(data: Cow<'static, [u8]>) -> Body {
    Body::from_stream(stream::unfold(Bytes::from_owner(data), async |mut rest| {
        let piece = rest.split_to(rest.len().min(PIECE));
        if !rest.is_empty() {
            yield_now().await;
        }
        (!piece.is_empty()).then_some((Ok::<_, Infallible>(piece), rest))
    }))
}

fn elements(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    let lines = headers.get_all(name).into_iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(str::trim)
}

/// Returns whether a client accepts a coding: the header lists the coding or `*` with a weight other than 0 (RFC 9110,
/// 12.5.3).
fn takes(headers: &HeaderMap, coding: &str) -> bool {
    let find = |wanted: &str| {
        elements(headers, header::ACCEPT_ENCODING).find_map(|element| {
            let (name, weight) = element.split_once(';').unwrap_or((element, "q=1"));
            let is_wanted = name.trim().eq_ignore_ascii_case(wanted);
            is_wanted.then(|| weight.split_once('=').is_some_and(|(_, q)| q.trim().parse().is_ok_and(|q: f32| q > 0.0)))
        })
    };
    find(coding).or_else(|| find("*")).unwrap_or_default()
}

fn content_type(path: &str) -> String {
    let mime = mime_guess::from_path(path).first_or_octet_stream();
    let text = mime.type_() == mime_guess::mime::TEXT || mime.subtype() == "json" || mime.subtype() == "javascript";
    if text { format!("{mime}; charset=utf-8") } else { mime.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::{Body, to_bytes};

    /// A page for tests. Its compressed copies are plain texts, because nobody decompresses them.
    #[derive(Embed)]
    #[folder = "tests/page"]
    struct Small;

    /// Returns the status, coding, tag and content of the answer to a request with these headers.
    async fn ask(path: &str, headers: &[(HeaderName, &str)]) -> (u16, String, String, String) {
        let mut request = Request::get(path);
        for (name, value) in headers {
            request = request.header(name, *value);
        }
        let response = find::<Small>(&request.body(Body::empty()).expect("a request"));
        let header = |name| response.headers().get(name).map_or("", |value| value.to_str().expect("text")).to_owned();
        let (status, coding, tag) =
            (response.status().as_u16(), header(header::CONTENT_ENCODING), header(header::ETAG));
        if status != 404 {
            assert_eq!(header(header::VARY), "accept-encoding");
        }
        let body = to_bytes(response.into_body(), 1 << 20).await.expect("a body").to_vec();
        (status, coding, tag, String::from_utf8(body).expect("words").trim().to_owned())
    }

    #[tokio::test]
    async fn a_client_gets_the_smallest_copy_that_it_takes() {
        for (accepts, coding) in [
            (None, ""),
            (Some(""), ""),
            (Some("br"), "br"),
            (Some("gzip, deflate, br, zstd"), "br"),
            (Some("gzip;q=1.0, BR ; Q=0.8"), "br"),
            (Some("br;q=0, gzip"), "gzip"),
            (Some("br;q=0, gzip;q=0"), ""),
            (Some("br;q=nonsense, gzip"), "gzip"),
            (Some("deflate"), ""),
            (Some("*"), "br"),
            (Some("*;q=0"), ""),
            (Some("gzip, *;q=0"), "gzip"),
            (Some("identity, gzip;q=0.5"), "gzip"),
            (Some("identity;q=0.5, gzip"), "gzip"),
        ] {
            let headers: Vec<_> = accepts.map(|accepts| (header::ACCEPT_ENCODING, accepts)).into_iter().collect();
            let content = match coding {
                "" => "<p>The page.",
                "br" => "the page with brotli",
                _ => "the page with gzip",
            };
            let (status, got, _, body) = ask("/index.html", &headers).await;
            assert_eq!((status, got.as_str(), body.as_str()), (200, coding, content), "{accepts:?}");
            // An address inside the page gets the page.
            assert_eq!(ask("/t/abc", &headers).await.1, coding, "{accepts:?}");
        }
        // `words.json` has only one copy, and `plain.txt` has none.
        let all = [(header::ACCEPT_ENCODING, "br, gzip")];
        assert_eq!(ask("/words.json", &all).await.1, "gzip");
        assert_eq!(ask("/plain.txt", &all).await.1, "");
        // A copy cannot be requested as a file.
        assert_eq!(ask("/index.html.br", &all).await.0, 404);
    }

    /// Files without a book.
    #[derive(Embed)]
    #[folder = "tests/page/docs/play"]
    struct Bookless;

    #[tokio::test]
    async fn the_book_lies_below_docs() {
        assert_eq!(ask("/docs/", &[]).await.3, "<p>The book.");
        assert_eq!(ask("/docs/play/keys.html", &[]).await.3, "<p>A page of the book.");
        // A missing page of the book is not an address of the page.
        assert_eq!(ask("/docs/play/none", &[]).await.0, 404);
        let find = |path: &str| find::<Bookless>(&Request::get(path).body(Body::empty()).expect("a request"));
        let slash = find("/docs");
        assert_eq!(slash.status(), StatusCode::PERMANENT_REDIRECT);
        assert_eq!(slash.headers()[header::LOCATION], "/docs/");
        let none = find("/docs/");
        assert_eq!(none.status(), StatusCode::NOT_FOUND);
        assert_eq!(to_bytes(none.into_body(), 1 << 10).await.expect("a body"), NO_BOOK);
    }

    #[tokio::test]
    async fn each_copy_has_a_tag_of_its_own() {
        let br = (header::ACCEPT_ENCODING, "br");
        let (gzip, range) = ((header::ACCEPT_ENCODING, "gzip"), (header::RANGE, "bytes=0-2"));
        let tags = [ask("/", &[]).await.2, ask("/", std::slice::from_ref(&br)).await.2, ask("/", &[gzip]).await.2];
        assert!(tags[0] != tags[1] && tags[1] != tags[2] && tags[0] != tags[2], "{tags:?}");
        let weak = format!("\"other\", W/{}", tags[1]);
        for (known, status) in [(tags[1].as_str(), 304), (&weak, 304), ("*", 304), (&tags[0], 200), ("\"\"", 200)] {
            let (got, coding, tag, body) = ask("/", &[br.clone(), (header::IF_NONE_MATCH, known)]).await;
            assert_eq!((got, &tag), (status, &tags[1]), "{known}");
            assert_eq!((coding.is_empty(), body.is_empty()), (status == 304, status == 304), "{known}");
        }
        // Ranges are not supported. The answer is the whole file, which a client must expect (RFC 9110, 14.2).
        assert_eq!(ask("/", &[br, range]).await.3, "the page with brotli");
    }

    #[test]
    fn a_link_to_the_deals_of_a_day_has_a_preview() {
        let page = b"<meta property=\"og:title\" content=\"Cardroom\"><title>Cardroom</title>";
        let date = date_in("/day/2026-12-01/kael").expect("a date");
        for base in ["https://cards.example", "http://192.168.1.2:7878"] {
            let found = preview(date, page, base).expect("a preview");
            assert!(found.contains("content=\"Cardroom \u{b7} 2026-12-01\">"), "{found}");
            assert!(found.contains(&format!("og:image\" content=\"{base}/icon-512.png\">")), "{found}");
        }
        for base in ["", "https://\"><script>"] {
            assert_eq!(preview(date, page, base), None, "{base}");
        }
        assert_eq!((date_in("/day/x"), date_in("/t/abc"), date_in("/day")), (None, None, None));
    }

    #[test]
    fn browsers_are_told_what_each_file_is() {
        for (path, expect) in [
            ("index.html", "text/html; charset=utf-8"),
            ("assets/main-1234.js", "text/javascript; charset=utf-8"),
            ("assets/main-1234.css", "text/css; charset=utf-8"),
            ("favicon.svg", "image/svg+xml"),
            ("icon.png", "image/png"),
            ("manifest.webmanifest", "application/manifest+json"),
            ("strange.zzz", "application/octet-stream"),
        ] {
            assert_eq!(content_type(path), expect, "{path}");
        }
    }
}
