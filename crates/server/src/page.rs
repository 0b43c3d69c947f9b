//! The page inside the binary. A debug build reads it from `web/dist` instead, so that a change of the page needs no
//! new build of the server.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};

use crate::error::ApiError;

#[derive(Embed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Page;

const INDEX: &str = "index.html";

/// Shown if the page was not built: plain `cargo build` needs no Node.
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Cardroom</title>\
    <p>The server runs, but this binary has no page in it. Run <code>cargo xtask serve</code>: it builds both.\n";

/// A file of the page, or the page itself for addresses that it handles (`/t/…`).
pub(crate) async fn page(request: Request) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return ApiError::UnknownPath.into_response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ApiError::Method.into_response();
    }
    if let Some(file) = Page::get(path) {
        return answer(path, file, request.headers());
    }
    // A name with an ending is a missing file. Anything else is an address inside the page, even one that was copied
    // with the full stop of its sentence.
    let ending = path.rsplit('/').next().and_then(|name| name.rsplit_once('.')).map(|(_, ending)| ending);
    if ending.is_some_and(|end| !end.is_empty() && end.bytes().all(|byte| byte.is_ascii_alphanumeric())) {
        return (StatusCode::NOT_FOUND, "There is no such file.\n").into_response();
    }
    match Page::get(INDEX) {
        Some(file) => answer(INDEX, file, request.headers()),
        None => {
            let html = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-store")];
            (StatusCode::SERVICE_UNAVAILABLE, html, NOT_BUILT).into_response()
        }
    }
}

fn answer(path: &str, file: EmbeddedFile, asked: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", hex::encode(&file.metadata.sha256_hash()[..16]));
    // Vite names the files in assets/ by their content.
    let cache = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut response = if asked.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, content_type(path))], file.data).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    headers.insert(header::ETAG, HeaderValue::from_str(&tag).expect("hex digits"));
    response
}

fn content_type(path: &str) -> String {
    let mime = mime_guess::from_path(path).first_or_octet_stream();
    let text = mime.type_() == mime_guess::mime::TEXT || mime.subtype() == "json" || mime.subtype() == "javascript";
    if text { format!("{mime}; charset=utf-8") } else { mime.to_string() }
}

#[cfg(test)]
mod tests {
    use super::content_type;

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
