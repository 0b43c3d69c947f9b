//! Links that a person shares. A link consists of a secret token, an address with the token, and that address as a QR
//! code.

use axum::http::HeaderMap;
use protocol::{Invite, QrCode};

use crate::error::ApiError;
use crate::ids::link_token;
use crate::origin::{host, is_of_the_house};
use crate::state::AppState;
use crate::time::rfc3339;

/// The margin around a QR code, in modules. The standard of QR codes requires it.
const QUIET: u32 = 4;

/// Makes a token, an address under `/{place}/` with the token, and a QR code of the address.
pub(crate) fn link(app: &AppState, headers: &HeaderMap, place: &str, expires_ms: i64) -> Result<Invite, ApiError> {
    let token = link_token();
    let url = format!("{}/{place}/{token}", base(app, headers));
    let qr = qr_code(&url)?;
    Ok(Invite { token, url, expires: rfc3339(expires_ms), qr })
}

/// Returns the address at which friends can reach this server. If an address is configured, this is the result.
/// Otherwise, if the address of the request is local, that address is the result. Otherwise, the result is the first of
/// the host's origins. If there is none, the result is an empty text, which makes links relative.
pub(crate) fn base(app: &AppState, headers: &HeaderMap) -> String {
    if let Some(url) = &app.public_url {
        return url.clone();
    }
    let Some(host) = host(headers).filter(|host| is_of_the_house(host)) else {
        return app.trust.origins.first().cloned().unwrap_or_default();
    };
    let https = headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https");
    format!("{}://{host}", if https { "https" } else { "http" })
}

fn qr_code(text: &str) -> Result<QrCode, ApiError> {
    let code =
        qrcode::QrCode::new(text).map_err(|_| ApiError::bad("too_long", "The address is too long for a QR code."))?;
    let width = code.width();
    let mut path = String::new();
    for (index, colour) in code.to_colors().into_iter().enumerate() {
        if colour == qrcode::Color::Dark {
            let (x, y) = (index % width + QUIET as usize, index / width + QUIET as usize);
            path.push_str(&format!("M{x} {y}h1v1h-1z"));
        }
    }
    Ok(QrCode { size: width as u32 + 2 * QUIET, path })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_qr_code_has_its_three_corners_and_a_quiet_zone() {
        let QrCode { size, path } =
            qr_code("http://192.168.1.2:7878/j/0123456789abcdef0123456789abcdef").expect("short");
        // The code has a version of about 4. A side has 17 + 4 × version modules, and a quiet zone at each end.
        assert_eq!((size - 2 * QUIET - 17) % 4, 0, "{size}");
        let far = size - QUIET - 1;
        for (x, y) in [(QUIET, QUIET), (far, QUIET), (QUIET, far)] {
            assert!(path.contains(&format!("M{x} {y}h")), "corner {x} {y}");
        }
        assert!(!path.contains("M3 ") && !path.contains(&format!("M{} ", far + 1)), "quiet around");
    }
}
