//! Handles panics, which are bugs of the server. The server counts each panic and goes on: it answers the request with
//! an error, loads the table again, or replaces the bot.

use std::any::Any;
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::response::{IntoResponse, Response};

use crate::error::ApiError;

static COUNT: AtomicU64 = AtomicU64::new(0);

/// Counts all panics of this process from now on. They are still printed.
pub(crate) fn count() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            COUNT.fetch_add(1, Ordering::Relaxed);
            print(info);
        }));
    });
}

/// Returns the number of panics in this process since its first server was bound.
pub fn panics() -> u64 {
    COUNT.load(Ordering::Relaxed)
}

pub(crate) fn answer(_: Box<dyn Any + Send>) -> Response {
    ApiError::Panicked.into_response()
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::Body;
    use axum::http::Request;
    use axum::routing::get;
    use hyper::service::Service;
    use hyper_util::service::TowerToHyperService;
    use tower_http::catch_panic::CatchPanicLayer;

    use super::*;

    #[tokio::test]
    async fn a_request_that_meets_a_bug_is_answered_and_counted() {
        count();
        let bug = async || -> &'static str { panic!("a test wants it") };
        let rooms = Router::new().route("/", get(bug)).layer(CatchPanicLayer::custom(answer));
        let before = panics();
        let request = Request::new(Body::empty());
        let Ok(answered) = TowerToHyperService::new(rooms).call(request).await;
        assert_eq!(answered.status(), 500);
        let body = axum::body::to_bytes(answered.into_body(), 1000).await.expect("a body");
        assert!(String::from_utf8_lossy(&body).contains("on our side"), "{body:?}");
        assert!(panics() > before);
    }
}
