//! The public settings of the host, and the pages that the host provides.

use axum::Json;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::response::{IntoResponse, Response};
use protocol::{ChatMode, HostInfo};

use crate::page;
use crate::state::AppState;
use crate::time::now_ms;

/// The style of the host's pages. They load nothing else.
const STYLE: &str = include_str!("host.css");

/// The settings of the administrator of the server. The start page asks every minute.
#[utoipa::path(get, path = "/host", responses((status = 200, body = HostInfo)))]
pub(crate) async fn info(app: AppState) -> Json<HostInfo> {
    let chat = if app.host.talk.phrases_only { ChatMode::Phrases } else { ChatMode::Free };
    Json(HostInfo { pages: app.pages.filled_in(), chat, notice: app.host.notice(now_ms()) })
}

/// `GET /privacy`, `/imprint`, `/contact`: the host's page. If the host provides none, a page that says so.
pub(crate) async fn page(app: AppState, request: Request) -> Response {
    let name = request.uri().path().trim_start_matches('/').to_owned();
    let languages = languages(request.uri(), request.headers());
    match app.pages.document(&name, languages.iter().map(String::as_str)) {
        Some(document) => {
            let headers = [
                (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
                (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
                (header::VARY, HeaderValue::from_static("accept-language")),
            ];
            (headers, document.to_owned()).into_response()
        }
        None => page::page(app, request).await,
    }
}

/// `GET /host.css`
pub(crate) async fn style() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")], STYLE)
}

/// Returns the languages that a reader prefers: first `lang` in the address, then the languages of the browser, in its
/// order.
fn languages(uri: &Uri, headers: &HeaderMap) -> Vec<String> {
    let asked =
        uri.query().into_iter().flat_map(|query| query.split('&')).filter_map(|part| part.strip_prefix("lang="));
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let primary = |tag: &str| tag.split(['-', ';']).next().unwrap_or_default().trim().to_ascii_lowercase();
    asked.chain(accepted.split(',')).map(primary).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_of_the_page_goes_before_that_of_the_browser() {
        let headers: HeaderMap =
            [(header::ACCEPT_LANGUAGE, "fr-CH, fr;q=0.9, EN;q=0.8".parse().expect("a header"))].into_iter().collect();
        let wanted = |uri: &'static str, headers: &HeaderMap| languages(&Uri::from_static(uri), headers).join(" ");
        assert_eq!(wanted("/privacy?lang=de", &headers), "de fr fr en");
        assert_eq!(wanted("/privacy", &headers), "fr fr en");
        assert_eq!(wanted("/privacy?x=1&lang=de-AT", &HeaderMap::new()).trim(), "de");
    }
}
