//! The reliability of forecasts as an SVG.

use std::fmt::Write as _;

use ::arena::Calibration;

use crate::words::counted;

const SIDE: f64 = 360.0;
const LEFT: f64 = 56.0;
const TOP: f64 = 44.0;

/// Observed against predicted frequencies, with intervals. Perfect forecasts lie on the diagonal. The area of a dot
/// is the number of forecasts.
pub(super) fn plot(foretold: &Calibration) -> String {
    let (x, y) = (|share: f64| LEFT + SIDE * share, |share: f64| TOP + SIDE * (1.0 - share));
    let mut svg = String::new();
    let mut line = |words: String| writeln!(svg, "{words}").expect("a string grows");
    line(format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" font-family="sans-serif" font-size="12" fill="currentColor">"#,
        LEFT + SIDE + 24.0,
        TOP + SIDE + 52.0
    ));
    let Calibration { game, mark, deals, .. } = foretold;
    line(format!(r#"<text x="{LEFT}" y="22" font-size="15">{game}: {mark}, {}</text>"#, counted(*deals, "deal")));
    for percent in [0, 25, 50, 75, 100] {
        let share = f64::from(percent) / 100.0;
        line(format!(
            r#"<path d="M{LEFT} {0:.1}h{SIDE}M{1:.1} {TOP}v{SIDE}" stroke="currentColor" stroke-opacity=".2"/><text x="{2}" y="{0:.1}" dy="4" text-anchor="end">{percent} %</text><text x="{1:.1}" y="{3}" text-anchor="middle">{percent} %</text>"#,
            y(share),
            x(share),
            LEFT - 6.0,
            TOP + SIDE + 18.0
        ));
    }
    line(format!(
        r#"<path d="M{:.1} {:.1}L{:.1} {:.1}" stroke="currentColor" stroke-opacity=".5" stroke-dasharray="4 4"/>"#,
        x(0.0),
        y(0.0),
        x(1.0),
        y(1.0)
    ));
    let most = foretold.bins.iter().map(|bin| bin.forecasts).max().unwrap_or(0).max(1);
    for bin in &foretold.bins {
        let Some(happened) = bin.happened else { continue };
        line(format!(
            r#"<path d="M{0:.1} {1:.1}V{2:.1}" stroke="currentColor"/><circle cx="{0:.1}" cy="{3:.1}" r="{4:.1}"/>"#,
            x(bin.mean),
            y(happened.low),
            y(happened.high),
            y(happened.estimate),
            2.0 + 8.0 * (bin.forecasts as f64 / most as f64).sqrt()
        ));
    }
    line(format!(
        r#"<text x="{}" y="{}" text-anchor="middle">foretold</text><text transform="translate(14 {}) rotate(-90)" text-anchor="middle">happened</text>"#,
        LEFT + SIDE / 2.0,
        TOP + SIDE + 42.0,
        TOP + SIDE / 2.0
    ));
    svg.push_str("</svg>");
    svg
}
